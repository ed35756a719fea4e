"""What the tests of the program share.

The tests run the program that the environment variable INEQ names (default: build/ineq):

    INEQ=build-dev/ineq python3 tests/cli/test_check.py Check.test_json
"""

import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
INEQ = os.path.abspath(os.environ.get("INEQ", SOURCE / "build" / "ineq"))
EXAMPLES = SOURCE / "examples" / "theorems.jsonl"
COMMANDS = ["generate", "orders", "split", "stats", "check", "prove", "evaluate", "export", "play", "episode", "axioms"]

GOOD = {
    "id": "good",
    "rules": "standard",
    "premises": [],
    "goal": "((a+b)+c)=((c+a)+b)",
    "proof": ["add_cmmt | ((a+b)+c) in obj", "add_assc | (c+(a+b)) in obj"],
}


def record(**changes):
    return json.dumps(GOOD | changes)


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_ineq(self, *arguments, stdin=b"", code=0):
        if isinstance(stdin, str):
            stdin = stdin.encode()
        done = subprocess.run([INEQ, *map(str, arguments)], input=stdin, capture_output=True)
        out, err = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
        self.assertEqual(done.returncode, code, out + err)
        return out, err

    def wait_for(self, condition, running):
        deadline = time.monotonic() + 120
        while not condition():
            self.assertIsNone(running.poll(), "the program has ended")
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)

    def file(self, content, name="records.jsonl"):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path


# Its state space is larger than any search can exhaust.
HARD = "a*b*c*d + b*c*d*e + c*d*e*f >= a+b+c+d+e+f"
ENDLESS = ["--agent", "random", "--nodes", "1000000000000"]


def catches_interrupt(running):
    status = pathlib.Path(f"/proc/{running.pid}/status").read_text()
    caught = int(re.search(r"SigCgt:\s*(\w+)", status)[1], 16)
    return caught >> (signal.SIGINT - 1) & 1 == 1
