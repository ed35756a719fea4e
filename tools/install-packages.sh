#!/bin/sh
# Installs the Debian packages that ineq is built and tested with; with `provers` also the systems that check
# its proofs and try its theorems. Does nothing when they are all there. Works as root and, where sudo is set
# up, as any other user.
set -eu

packages="
  clang-format cmake g++ gnuplot-nox libbenchmark-dev libboost-dev libcli11-dev libedit-dev libfmt-dev libgtest-dev
  libzstd-dev mypy ninja-build nlohmann-json3-dev pkg-config pybind11-dev python3 python3-dev python3-numpy python3-pip
  python3-setuptools python3-torch python3-wheel zstd
"

[ "${1:-}" != provers ] || packages="$packages
  coq cvc5 eprover hol-light libnum-ocaml-dev metamath metamath-databases texlive-latex-base z3
"

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
echo "installing:$missing" >&2
$as_root apt-get update -qq
# shellcheck disable=SC2086
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
