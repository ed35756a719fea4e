#!/usr/bin/env python3
"""The paper's comparison of speed with HOL Light (its Section 3.2: 10,000 proof steps), on the same steps: text
against text and in memory against in memory.

    tools/verify/compare.py build/ineq build/ineq_replay
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from systems import HolLight

K, L = 3, 7


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ineq", help="the program, as build/ineq")
    parser.add_argument("replay", help="the timer of steps, as build/ineq_replay")
    parser.add_argument("--steps", type=int, default=10_000)
    arguments = parser.parse_args()
    if not HolLight.available():
        sys.exit(f"HOL Light is not installed: {' '.join(HolLight.packages)}")
    system = HolLight()
    begin = time.monotonic()
    system.start()
    print(f"HOL Light has loaded in {time.monotonic() - begin:.0f} s", file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        records = Path(folder) / "records.jsonl"
        count = -(-arguments.steps // L)
        subprocess.run([arguments.ineq, "generate", "-k", str(K), "-l", str(L), "-n", str(count), "--out", records], check=True, stderr=subprocess.DEVNULL)
        ours = json.loads(subprocess.run([arguments.replay, records], check=True, capture_output=True, text=True).stdout)
        theirs = {}
        for form in ("hol-light-text", "hol-light"):
            path = Path(folder) / f"{form}.ml"
            subprocess.run([arguments.ineq, "export", "--to", form, records, "--out", path], check=True, stderr=subprocess.DEVNULL)
            text = path.read_text()
            library, theorems = text[: (split := re.search(r"^\(\* ordered-field|^let ineq_", text, re.M).start())], text[split:]
            system.ask(library)
            begin = system.seconds()
            output = system.ask(theorems)
            spent = system.seconds() - begin
            accepted = len(re.findall(r"^[# ]*accepted ineq_", output, re.M))
            if accepted != count:
                sys.exit(f"HOL Light accepts {accepted} of {count}")
            in_proofs = float(re.search(r"in proofs ([\d.e-]+)", system.ask('print_endline ("in proofs " ^ string_of_float !seconds);;'))[1])
            theirs[form] = {"phrases": 1000 * spent / ours["steps"], "proofs": 1000 * in_proofs / ours["steps"]}
    system.close()
    text, memory = theirs["hol-light-text"]["phrases"], theirs["hol-light"]["proofs"]
    print(f"{ours['steps']} steps of {count} theorems, K{K} L{L}; milliseconds a step\n")
    print("| | HOL Light | ineq | ratio |")
    print("|---|---|---|---|")
    print(f"| text: read the step, take it, print the result | {text:.3f} | {ours['text_us'] / 1000:.5f} | {1000 * text / ours['text_us']:.0f} |")
    print(f"| in memory: terms are there, take the step | {memory:.3f} | {ours['memory_us'] / 1000:.5f} | {1000 * memory / ours['memory_us']:.0f} |")


if __name__ == "__main__":
    main()
