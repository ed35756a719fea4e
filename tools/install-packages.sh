#!/bin/sh
# Installs the missing Debian packages of the given groups, and says first how much that is:
#   program   to build build/ineq (always included)
#   networks  to build the networks, which agents that learn need
#   python    to build and install the Python package
#   tests     to build and run every test
#   bench     to run the benchmarks
#   provers   the systems that check our proofs and try our theorems, and LaTeX
# Works as root and, where sudo is set up, as any other user.
set -eu

program="cmake g++ libcli11-dev libedit-dev libfmt-dev libtomlplusplus-dev libzip-dev libzstd-dev ninja-build nlohmann-json3-dev pkg-config"
python="pybind11-dev python3 python3-dev python3-numpy python3-pip python3-setuptools python3-wheel"
networks="libopenblas0-openmp libtorch-dev"
tests="$python $networks clang-format gnuplot-nox libboost-dev libgtest-dev mypy python3-torch zstd"
bench="$tests libbenchmark-dev"
provers="coq cvc5 eprover hol-light libnum-ocaml-dev metamath metamath-databases texlive-latex-base z3"

packages=$program
for group; do
  case $group in
    program) ;;
    networks) packages="$packages $networks" ;;
    python) packages="$packages $python" ;;
    tests) packages="$packages $tests" ;;
    bench) packages="$packages $bench" ;;
    provers) packages="$packages $provers" ;;
    *) echo "$0: there is no group '$group'" >&2; exit 2 ;;
  esac
done

missing=
for package in $packages; do
  status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ]; then
  as_root=
elif command -v sudo >/dev/null; then
  as_root=sudo
else
  echo "ineq needs these packages, and neither root nor sudo is at hand to install them:$missing" >&2
  exit 1
fi
apt() { $as_root env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get "$@"; }
apt update -qq
echo "Installing$missing with what they depend on:" >&2
# shellcheck disable=SC2086
apt install --assume-no --no-install-recommends $missing 2>/dev/null |
  grep -E 'newly installed|^Need to get|^After this' >&2 || true
# shellcheck disable=SC2086
apt install -y -qq --no-install-recommends $missing
