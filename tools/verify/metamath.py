"""Checks a file that `ineq export --to metamath` has written, with the program metamath.

    /usr/bin/python3 tools/verify/metamath.py theorems.mm

The exit code of metamath says nothing. Of each proof it prints the label, and then, if it is wrong,

    ?Error on line 13 of file "theorems.mm" at statement 191471, label "ineq_b", type
    "$p":
"""

import re
import subprocess
import sys


def check(path, timeout=600):
    """Returns the sets of the labels of the theorems that were accepted and rejected."""
    with open(path, encoding="ascii") as file:
        labels = set(re.findall(r"(\S+)\s+\$p", re.sub(r"\$\(.*?\$\)", " ", file.read(), flags=re.DOTALL)))
    # The rows of the axioms are theorems of the file, too, and only they have a hyphen there.
    commands = [f'read "{path}"', "verify proof ineq-*,ineq_*", "exit"]
    done = subprocess.run(["metamath", *commands], capture_output=True, text=True, timeout=timeout, check=True)
    reading, _, verifying = done.stdout.partition("MM> verify proof")
    if "No errors were found." not in reading or not verifying.rstrip().endswith("MM> exit"):
        raise RuntimeError(f"metamath cannot read {path}:\n{reading}")
    words = verifying.split()
    wrong = set(re.findall(r'label "(\S+)", type "\$p"', " ".join(words)))
    right = labels & set(words) - wrong
    rejected_rows = {label for label in labels - right if not label.startswith("ineq_")}
    if rejected_rows:
        raise RuntimeError(f"metamath rejects {', '.join(sorted(rejected_rows))}")
    accepted = {label for label in right if label.startswith("ineq_")}
    return accepted, labels - right


def main():
    accepted, rejected = check(sys.argv[1])
    print(f"accepted {len(accepted)}, rejected {len(rejected)}")
    for label in sorted(rejected):
        print(label)
    return 1 if rejected else 0


if __name__ == "__main__":
    sys.exit(main())
