#!/usr/bin/python3
"""report_skipped.py TESTS.xml: says which tests of a CTest run were skipped, why, and how to run them."""

import re
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter

# GoogleTest prints the reason on the line after "Skipped", unittest in quotes, and verify.py in a line of its own.
REASON = re.compile(r"Skipped\n(.+)|skipped ['\"](.+)['\"]|^(.+ is not installed .+): skipped$", re.MULTILINE)

reasons: Counter[str] = Counter()
for case in ElementTree.parse(sys.argv[1]).iter("testcase"):
    found = [next(filter(None, match)).strip() for match in REASON.findall(case.findtext("system-out") or "")]
    if not found and case.find("skipped") is not None:
        found = [case.get("name", "")]
    reasons.update(found)

if reasons:
    print(f"\n{sum(reasons.values())} tests were skipped. `tools/install-packages.sh provers` installs provers and LaTeX;")
    print("recordings of the original program are looked for in ../shared/reference.")
    for reason, count in reasons.most_common():
        print(f"{count:4}  {reason}")
