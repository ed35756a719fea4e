# A thin layer over the CMake presets. `make help` lists the targets: the text after ## says what each is for.
.PHONY: all help python demo check test bench fuzz verify examples golden results install format clean
.DEFAULT_GOAL := all

all: build/build.ninja ## builds build/ineq
	cmake --build --preset release --target ineq

help: ## lists the targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | while IFS="$$(printf '\t')" read -r name text; do \
	  printf '  make %-9s %s\n' "$$name" "$$text"; done

build/build.ninja: CMakeLists.txt CMakePresets.json
	@tools/install-packages.sh program
	cmake --preset release

# At the end, an agent is trained for two CPU minutes, or an interrupted training goes on, and the agent is tested on the
# frozen test set of the same setting.
demo: ## shows theorems and proofs, generates and checks many, finds a proof, and trains an agent
	@tools/install-packages.sh networks
	cmake --preset release
	cmake --build --preset release --target ineq
	build/ineq check --show examples/theorems.jsonl
	build/ineq generate -k 3 -l 5 -n 3
	build/ineq generate -k 3 -l 7 -n 100000 --out build/demo.jsonl.zst --resume
	build/ineq check build/demo.jsonl.zst
	build/ineq prove "a+(b+c)+d >= b+a+c+e" --premise "d>=e"
	build/ineq prove --agent default --search best-first "(a+b)*(c+d) >= b*d+(c*b+(a*d+c*a))"
	build/ineq split build/splits
	build/ineq train -k 3 -l 5 --minutes 2 --out build/demo-run --resume
	build/ineq evaluate --problems build/splits/iid/k3l5/test.jsonl --agent build/demo-run
	@echo "The paper's agents prove 80 % (GIN), 88.3 % (transformer) and 92 % (GIN with MCTS) at K3 L5, trained on a GPU."

python: ## installs the Python package into build/venv
	@tools/install-packages.sh python
	cmake --preset release -DINEQ_PYTHON=ON
	/usr/bin/python3 -m venv --system-site-packages --without-pip build/venv
	INEQ_CMAKE_BUILD=build /usr/bin/python3 -m pip --python build/venv/bin/python install --no-build-isolation --no-deps .
	build/venv/bin/python examples/python/random_agent.py

# The build for tests takes less time than the release.
check: ## runs every test, without sanitizers
	@tools/install-packages.sh tests
	cmake --preset test
	cmake --build --preset test
	@ctest --preset test --output-junit tests.xml; status=$$?; tools/report_skipped.py build-test/tests.xml; exit $$status

# Then the C++ tests that sanitizers can add to (tests/CMakeLists.txt). `make fuzz` runs the tests of the program and of the
# Python package with them.
test: check ## runs every test, and most C++ tests again under AddressSanitizer and UndefinedBehaviorSanitizer
	cmake --preset asan
	cmake --build --preset asan --target ineq_tests
	ctest --preset asan -E '^(cli|python)-'
	@tools/report_skipped.py build-test/tests.xml

bench: ## prints the speed, its ratio to the original's, and that of networks to PyTorch
	@tools/install-packages.sh bench
	cmake --preset release -DINEQ_TESTS=ON -DINEQ_PERF=ON -DINEQ_PYTHON=ON
	cmake --build --preset release --target ineq_bench ineq_python
	build/ineq_bench
	PYTHONPATH=build/python /usr/bin/python3 perf/environment_bench.py
	PYTHONPATH=build/python OMP_NUM_THREADS=1 /usr/bin/python3 perf/evaluator_bench.py

# Ten million random and adversarial actions, with damaged texts among them; searches of ten thousand false statements,
# and of as many by a network with random weights; then a million actions under the sanitizers, ten million through pools
# of environments, and the tests of the program and of the Python package; then pools and the threads of `ineq check`,
# `ineq generate` and `ineq evaluate` under ThreadSanitizer.
fuzz: ## tries random actions, damaged texts, false statements and threads, also under sanitizers
	@tools/install-packages.sh tests
	cmake --preset release -DINEQ_TESTS=ON
	cmake --build --preset release --target ineq_fuzz
	build/ineq_fuzz
	build/ineq_fuzz --false 10000
	OMP_NUM_THREADS=1 build/ineq_fuzz --false 10000 --agent dag
	cmake --preset asan -DINEQ_PYTHON=ON
	cmake --build --preset asan --target ineq ineq_fuzz ineq_python
	build-asan/ineq_fuzz --steps 1000000 --seed 2
	build-asan/ineq_fuzz --pool
	ctest --preset asan -R '^(cli|python)-'
	cmake --preset tsan
	cmake --build --preset tsan --target ineq ineq_fuzz
	build-tsan/ineq_fuzz --pool --steps 1000000 --seed 2
	ctest --preset tsan -R '^cli-(check|generate|evaluate)$$'

# Ten thousand theorems of all kinds, and as many damaged ones; HOL Light takes minutes to load. Then the paper's comparison
# of speed with HOL Light.
verify: ## has Coq, Metamath and HOL Light check proofs
	@tools/install-packages.sh bench provers
	cmake --preset release -DINEQ_TESTS=ON -DINEQ_PERF=ON
	cmake --build --preset release --target ineq ineq_replay
	tools/verify/verify.py build/ineq
	tools/verify/compare.py build/ineq build/ineq_replay

examples: all ## makes docs/examples.pdf, the shipped theorems with their proofs
	@tools/install-packages.sh provers
	build/ineq export --to latex examples/theorems.jsonl --out build/examples.tex --force
	cd build && SOURCE_DATE_EPOCH=0 pdflatex -halt-on-error -interaction=batchmode '\pdftrailerid{}\input{examples.tex}'
	mv build/examples.pdf docs/

# For a change that is meant to alter what a learner sees. The tests then accept whatever was written: read the diff.
golden: all ## plays the golden episodes again and writes down what a learner sees of them
	rm -f tests/golden/*.txt
	for id in $$(sed -n 's/^{"id": "\([^"]*\)".*/\1/p' tests/golden/episodes.jsonl); do \
	  build/ineq episode tests/golden/episodes.jsonl --id $$id > tests/golden/$$id.txt || test $$? -eq 1 || exit; \
	done

results: all ## writes docs/results.md and its plots from the files in results/cpu
	@tools/install-packages.sh tests
	build/ineq experiment report all --scale cpu --results results/cpu --out docs/results.md

PREFIX = /usr/local
install: all ## installs program, libraries, headers and manual page into PREFIX (/usr/local)
	cmake --build --preset release
	cmake --install build --prefix $(PREFIX)

format: ## formats the code
	@tools/install-packages.sh tests
	find src tests perf python -name '*.h' -o -name '*.cpp' | xargs clang-format -i

clean: ## removes all builds
	rm -rf build build-*
