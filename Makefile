# A thin layer over the CMake presets. `make` builds build/ineq; the rest says what it is for.
.PHONY: all packages python demo test bench fuzz verify examples golden format clean
.DEFAULT_GOAL := all

all: build/build.ninja
	cmake --build --preset release --target ineq

packages:
	@tools/install-packages.sh

build/build.ninja: CMakeLists.txt CMakePresets.json | packages
	cmake --preset release

# The Python package, installed by pip into a virtual environment: build/venv/bin/python has it.
python: packages
	/usr/bin/python3 -m venv --system-site-packages --without-pip build/venv
	/usr/bin/python3 -m pip --python build/venv/bin/python install --no-build-isolation --no-deps .
	build/venv/bin/python examples/python/random_agent.py

# Prints the proofs of the shipped theorems and of a few new ones; generates and checks many more; finds
# a proof.
demo: all
	build/ineq check --show examples/theorems.jsonl
	build/ineq generate -k 3 -l 5 -n 3
	build/ineq generate -k 3 -l 7 -n 100000 --out build/demo.jsonl.zst --resume
	build/ineq check build/demo.jsonl.zst
	build/ineq prove "a+(b+c)+d >= b+a+c+e" --premise "d>=e"

# Every test, in a build that is quicker to make than the release; then the C++ tests that AddressSanitizer and
# UndefinedBehaviorSanitizer can add to (tests/CMakeLists.txt) in a build with these. `make fuzz` runs the tests of the program
# and of the Python package with them.
test: packages
	cmake --preset test
	cmake --build --preset test
	ctest --preset test
	cmake --preset asan
	cmake --build --preset asan --target ineq_tests
	ctest --preset asan -E '^(cli|python)-'

bench: build/build.ninja
	cmake --build --preset release --target ineq_bench ineq_python
	build/ineq_bench
	PYTHONPATH=build/python /usr/bin/python3 perf/environment_bench.py

# Ten million random and adversarial actions, with damaged texts among them; searches of ten thousand
# false statements; then a million actions under the sanitizers, ten million through pools of environments,
# and the tests of the program and of the Python package; then pools and the threads of `ineq check`, `ineq generate` and
# `ineq evaluate` under ThreadSanitizer.
fuzz: build/build.ninja
	cmake --build --preset release --target ineq_fuzz
	build/ineq_fuzz
	build/ineq_fuzz --false 10000
	cmake --preset asan -DINEQ_PYTHON=ON
	cmake --build --preset asan --target ineq ineq_fuzz ineq_python
	build-asan/ineq_fuzz --steps 1000000 --seed 2
	build-asan/ineq_fuzz --pool
	ctest --preset asan -R '^(cli|python)-'
	cmake --preset tsan
	cmake --build --preset tsan --target ineq ineq_fuzz
	build-tsan/ineq_fuzz --pool --steps 1000000 --seed 2
	ctest --preset tsan -R '^cli-(check|generate|evaluate)$$'

# Ten thousand theorems of all kinds, and as many damaged ones, given to Coq, Metamath and HOL Light (which takes
# minutes to load); then the paper's comparison of speed with HOL Light.
verify: all
	tools/install-packages.sh provers
	cmake --build --preset release --target ineq_replay
	tools/verify/verify.py build/ineq
	tools/verify/compare.py build/ineq build/ineq_replay

# docs/examples.pdf, the shipped theorems with their proofs.
examples: all
	tools/install-packages.sh provers
	build/ineq export --to latex examples/theorems.jsonl --out build/examples.tex
	SOURCE_DATE_EPOCH=0 pdflatex -halt-on-error -interaction=batchmode -output-directory build build/examples.tex
	mv build/examples.pdf docs/

# Plays the golden episodes again and writes down what a learner sees of them, for a change that is
# meant to alter it. The tests then accept whatever was written: read the diff.
golden: all
	rm -f tests/golden/*.txt
	for id in $$(sed -n 's/^{"id": "\([^"]*\)".*/\1/p' tests/golden/episodes.jsonl); do \
	  build/ineq episode tests/golden/episodes.jsonl --id $$id > tests/golden/$$id.txt || test $$? -eq 1 || exit; \
	done

format: packages
	find src tests perf python -name '*.h' -o -name '*.cpp' | xargs clang-format -i

clean:
	rm -rf build build-*
