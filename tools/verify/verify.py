#!/usr/bin/env python3
"""Generates theorems of every kind, exports their proofs and lets other systems check them; then the same proofs with
one thing wrong in each, all of which must be rejected. Prints a table, and exits with 1 where a system disagrees with
our kernel.

    tools/verify/verify.py build/ineq                       all systems that are installed, 10,000 theorems
    tools/verify/verify.py build/ineq --only coq --theorems 100
"""

import argparse
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from systems import SYSTEMS

AXIOMS = {"field": 13, "ordered-field": 17}  # and the most different axioms that a theorem can have
RULES = ["standard", "full", "int-2021"]
SIZES = [(1, 1), (2, 3), (3, 3), (3, 5), (3, 7), (5, 7), (10, 10), (15, 15)]
DEGREES = [0, 1, 2, 4]
CHUNK = 250  # theorems of a file
SKIPPED = 77  # the exit code where no system is installed


def progress(text):
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def ineq(*arguments):
    result = subprocess.run([str(a) for a in arguments], capture_output=True, text=True)
    if result.returncode not in (0, 1):
        sys.exit(f"{' '.join(map(str, arguments))}: {result.stderr}")
    return result


def generate(binary, folder, count, seed):
    """All settings by turns; the records of one chunk have the same file."""
    settings = [(a, r, min(k, most), l, d) for (a, most), r, (k, l), d in itertools.product(AXIOMS.items(), RULES, SIZES, DEGREES)]
    lines = []
    for i, (axioms, rules, k, l, degree) in enumerate(settings):
        share = count * (i + 1) // len(settings) - count * i // len(settings)
        progress(f"generating {i + 1} of {len(settings)} settings")
        if share == 0:
            continue
        out = ineq(binary, "generate", "--axioms", axioms, "--rules", rules, "-k", k, "-l", l, "--degree", degree, "-n", share, "--seed", seed + i, "--out", "-")
        lines += out.stdout.splitlines()
    chunks = []
    for begin in range(0, len(lines), CHUNK):
        chunks.append(folder / f"{begin // CHUNK:04}.jsonl")
        chunks[-1].write_text("\n".join(lines[begin : begin + CHUNK]) + "\n")
    return chunks, [json.loads(line) for line in lines]


def check_all(system, binary, chunks, folder, damage):
    """How many theorems there were, how many were accepted, the seconds that took, how many have added premises, and
    the names of those that were wrongly rejected or, damaged, accepted."""

    def check(chunk):
        path = folder / f"{chunk.stem}{'-damaged' if damage else ''}{system.suffix}"
        export = [binary, "export", "--to", system.format, "--add-nonzero", chunk, "--out", path]
        ineq(*export, *(["--damage", damage] if damage else []))
        text = path.read_text()
        names = set(system.declared.findall(text))
        added = sum("added:" in part for part in system.declared.split(text)[::2])  # what stands before the names
        accepted, seconds = system.check(path)
        path.unlink()
        return names, accepted & names, seconds, added

    names, accepted, seconds, added = 0, 0, 0.0, 0
    wrong = []
    workers = os.cpu_count() if system.parallel else 1
    with ThreadPoolExecutor(workers) as pool:
        for done, (declared, good, took, changed) in enumerate(pool.map(check, chunks)):
            progress(f"{system.name}{', damaged' if damage else ''}: {done + 1} of {len(chunks)} files")
            names += len(declared)
            accepted += len(good)
            seconds += took
            added += changed
            wrong += sorted(good if damage else declared - good)
    return names, accepted, seconds, added, wrong


def startup(system, binary, folder):
    """Seconds for a file with the library and no theorem: the only record has no proof and is left out."""
    empty, path = folder / "empty.jsonl", folder / f"empty{system.suffix}"
    empty.write_text('{"premises": [], "goal": "a=b", "proof": []}\n')
    ineq(binary, "export", "--to", system.format, empty, "--out", path)
    system.check(path)
    return system.check(path)[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ineq", help="the program, as build/ineq")
    parser.add_argument("--theorems", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", choices=[s.format for s in SYSTEMS], help="some of the systems (may be repeated)")
    parser.add_argument("--undamaged", action="store_true", help="leave out the damaged proofs")
    arguments = parser.parse_args()
    binary = Path(arguments.ineq).resolve()
    wanted = [s for s in SYSTEMS if not arguments.only or s.format in arguments.only]
    for system in wanted:
        if not system.available():
            print(f"{system.name} is not installed ({' '.join(system.packages)}): skipped", file=sys.stderr)
    wanted = [system for system in wanted if system.available()]
    if not wanted:
        sys.exit(SKIPPED)

    failures = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        chunks, records = generate(binary, folder, arguments.theorems, arguments.seed)
        steps = sum(len(record["proof"]) for record in records)
        used = {re.match(r"\w+", step)[0] for record in records for step in record["proof"]}
        begin = time.monotonic()
        if ineq(binary, "check", "--threads", 1, *chunks).returncode != 0:
            sys.exit("our own kernel rejects some of the generated theorems")
        kernel = time.monotonic() - begin
        progress("")
        print(f"{len(records)} theorems, {steps} steps by {len(used)} axioms\n")
        print("| system | theorems | accepted | with added premises | damaged | rejected | seconds | start | ms a step |")
        print("|---|---|---|---|---|---|---|---|---|")
        print(f"| ineq | {len(records)} | {len(records)} | – | – | – | {kernel:.2f} | – | {1000 * kernel / steps:.4f} |", flush=True)
        for kind in wanted:
            system = kind()
            start = startup(system, binary, folder)
            count, accepted, seconds, added, rejected = check_all(system, binary, chunks, folder, None)
            failures += [f"{system.name} rejects {n}" for n in rejected]
            damaged, wrong = 0, []
            if not arguments.undamaged:
                damaged, _, _, _, wrong = check_all(system, binary, chunks, folder, arguments.seed)
                failures += [f"{system.name} accepts the damaged {n}" for n in wrong]
            for number in (count, damaged) if not arguments.undamaged else (count,):
                if number != len(records):
                    failures.append(f"{system.name} was given {number} of {len(records)} theorems")
            progress("")
            net = seconds - len(chunks) * start
            print(f"| {system.name} | {count} | {accepted} | {added} | {damaged} | {damaged - len(wrong)} | {seconds:.1f} | {start:.2f} | {1000 * net / steps:.3f} |", flush=True)
            system.close()
    for failure in failures[:20]:
        print(failure, file=sys.stderr)
    if failures:
        sys.exit(f"{len(failures)} disagreements")


if __name__ == "__main__":
    main()
