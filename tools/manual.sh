#!/bin/sh
# manual.sh PROGRAM: prints the manual page, which consists of the program's own help.
set -eu
program=$1

quoted() { # as roff that is printed as it stands
  printf '.nf\n'
  sed 's/\\/\\e/g; s/-/\\-/g; s/^[.'"'"']/\\\&&/'
  printf '.fi\n'
}

version=$("$program" --version)
printf '.TH INEQ 1 "" "%s"\n.SH NAME\nineq \\- inequality theorems with proofs\n.SH SYNOPSIS\n.B ineq\n' "$version"
printf '.I COMMAND\n[\n.I OPTIONS\n]\n.SH DESCRIPTION\n'
"$program" --help | quoted
for command in $("$program" --help | sed -n '/ommands:/,$ s/^  \([a-z]*\) .*/\1/p'); do
  printf '.SH INEQ %s\n' "$(echo "$command" | tr '[:lower:]' '[:upper:]')"
  "$program" "$command" --help | quoted
done
printf '.SH EXIT STATUS\n0 on success; 1 if a proof was rejected or not found; 2 on bad input or a failure.\n'
