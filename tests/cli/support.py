"""What the tests of the program share.

The tests run the program that the environment variable INEQ names (default: build/ineq):

    INEQ=build-dev/ineq python3 tests/cli/test_check.py Check.test_json
"""

import fcntl
import json
import os
import pathlib
import pty
import re
import select
import signal
import struct
import subprocess
import tempfile
import termios
import time
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
INEQ = os.path.abspath(os.environ.get("INEQ", SOURCE / "build" / "ineq"))
EXAMPLES = SOURCE / "examples" / "theorems.jsonl"
COMMANDS = ["generate", "orders", "split", "stats", "check", "prove", "evaluate", "score", "train", "experiment", "export", "play", "episode", "axioms"]

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

    def run_ineq(self, *arguments, stdin=b"", code=0, env=None):
        """`env` is added to the environment."""
        if isinstance(stdin, str):
            stdin = stdin.encode()
        env = os.environ | (env or {})
        done = subprocess.run([INEQ, *map(str, arguments)], input=stdin, capture_output=True, env=env)
        out, err = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
        self.assertEqual(done.returncode, code, out + err)
        return out, err

    def wait_for(self, condition, running):
        deadline = time.monotonic() + 120
        while not condition():
            self.assertIsNone(running.poll(), "the program has ended")
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)

    def terminal(self, *arguments, **options):
        """A running program on a terminal, which does not outlive the test."""
        terminal = Terminal(*arguments, **options)
        self.addCleanup(terminal.end)
        return terminal

    def file(self, content, name="records.jsonl"):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path


def needs_terminal(test):
    """For tests that use Case.terminal: a chroot or a container may lack /dev/pts."""
    try:
        descriptors = pty.openpty()
    except OSError as error:
        return unittest.skip(f"no terminal can be opened here ({error}): is /dev/pts mounted?")(test)
    for descriptor in descriptors:
        os.close(descriptor)
    return test


class Terminal:
    """A program that runs on a terminal; any of its standard streams may go elsewhere."""

    def __init__(self, *arguments, columns=80, **options):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        streams = {"stdin": slave, "stdout": slave, "stderr": slave}
        self.running = subprocess.Popen([INEQ, *map(str, arguments)], **(streams | options))
        os.close(slave)
        self.text = ""

    def read(self, until=None, seconds=120):
        """Everything so far, once it matches the pattern or, without one, the program has ended."""
        deadline = time.monotonic() + seconds
        while until is None or not re.search(until, self.text):
            if not select.select([self.master], [], [], max(0, deadline - time.monotonic()))[0]:
                raise AssertionError(f"{until} did not appear: {self.text!r}")
            try:
                part = os.read(self.master, 1 << 16)
            except OSError:  # the other end is closed
                part = b""
            if not part:
                if until is not None:
                    raise AssertionError(f"{until} did not appear: {self.text!r}")
                break
            self.text += part.decode(errors="replace").replace("\r\n", "\n")
        return self.text

    def lines(self):
        """The progress lines that were drawn, each over the one before."""
        return [part.split("\n")[0] for part in self.text.split("\r\x1b[K")[1:]]

    def finish(self, send=None):
        """The exit code, after a signal if one is given."""
        if send is not None:
            self.running.send_signal(send)
        self.read()
        return self.running.wait()

    def end(self):
        self.running.kill()
        self.running.wait()
        os.close(self.master)


# Its state space is larger than any search can exhaust.
HARD = "a*b*c*d + b*c*d*e + c*d*e*f >= a+b+c+d+e+f"
ENDLESS = ["--agent", "random", "--nodes", "1000000000000"]


def catches_interrupt(running):
    status = pathlib.Path(f"/proc/{running.pid}/status").read_text()
    caught = int(re.search(r"SigCgt:\s*(\w+)", status)[1], 16)
    return caught >> (signal.SIGINT - 1) & 1 == 1
