"""Progress on a terminal: its width, what it counts, signs of life, and silence elsewhere."""

import json
import os
import re
import signal
import subprocess
import unittest

from support import ENDLESS, EXAMPLES, HARD, INEQ, Case, needs_terminal, record


class Progress(Case):
    @needs_terminal
    def test_the_line_fits_the_terminal(self):
        for columns, environment in ((80, {}), (40, {}), (12, {}), (0, {"COLUMNS": "50"})):
            with self.subTest(columns):
                terminal = self.terminal("generate", "-k", 2, "-l", 2, "-n", 10**8, "--out", "/dev/null", columns=columns,
                                    env=os.environ | environment)
                terminal.read(until=r"(generating[^\r]*\r[^\r]*){3}")
                self.assertEqual(terminal.finish(signal.SIGINT), 1)
                drawn = [line for line in terminal.lines() if line.startswith("generating")]
                self.assertGreater(len(drawn), 1)
                for line in drawn:
                    self.assertLess(len(line), columns or 50, line)
                if columns == 80:
                    self.assertRegex(drawn[-1], r"^generating \d+ \[#*\.+\] +\d+%, [\d.]+ (s|min|h) left, \d+ per second$")
                if columns == 0:
                    self.assertGreater(len(drawn[-1]), 40)

    def problems(self, easy=30):
        lines = [record(id="hard", goal=HARD)] + [record(id=str(i)) for i in range(easy)]
        return self.file("\n".join(lines), "problems.jsonl")

    @needs_terminal
    def test_one_hard_problem_does_not_stop_the_progress(self):
        out = self.folder / "out.jsonl"
        arguments = ["evaluate", "--problems", self.problems(), *ENDLESS, "--threads", 2, "--out", out]
        terminal = self.terminal(*arguments)
        terminal.read(until=r"evaluating 30 ")
        journal = (self.folder / "out.jsonl.journal.partial").read_text()
        self.assertEqual({json.loads(line)["id"] for line in journal.splitlines()}, {str(i) for i in range(30)})
        self.assertEqual(terminal.finish(signal.SIGINT), 1)
        self.assertIn("interrupted: 30 of 31 are finished; the same command with --resume continues\n", terminal.text)
        # What was there earlier counts in the number as it does in the share.
        terminal = self.terminal(*arguments, "--resume")
        terminal.read(until=r"evaluating 30 \[#+\.\] +97%, \d+ s\r")
        self.assertEqual(terminal.finish(signal.SIGINT), 1)

    @needs_terminal
    def test_a_killed_run_loses_nothing(self):
        out = self.folder / "out.jsonl"
        arguments = ["evaluate", "--problems", self.problems(5), *ENDLESS, "--threads", 2, "--out", out]
        terminal = self.terminal(*arguments)
        terminal.read(until=r"evaluating 5 ")
        terminal.running.kill()
        terminal.finish()
        terminal = self.terminal(*arguments, "--resume")
        terminal.read(until=r"5 of 6 results were already computed\n")
        terminal.finish(signal.SIGINT)

    @needs_terminal
    def test_a_search_shows_signs_of_life(self):
        for agent, pattern in (("best-first", r"searching \d+ states expanded, \d+ s, \d+ per second"), ("random", r"searching, \d+ s")):
            terminal = self.terminal("prove", HARD, "--agent", agent, "--nodes", 10**12, columns=100)
            terminal.read(until=pattern)
            self.assertEqual(terminal.finish(signal.SIGINT), 1)
            self.assertIn("\r\x1b[Knot proven: interrupted\n", terminal.text)

    def test_elsewhere_it_is_silent(self):
        running = subprocess.Popen([INEQ, "prove", HARD, *ENDLESS], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        with self.assertRaises(subprocess.TimeoutExpired):
            running.wait(1.2)
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=60)
        self.assertNotIn("searching", err)
        self.assertNotIn("\x1b", err)

    @needs_terminal
    def test_tables_on_a_terminal_are_aligned(self):
        for arguments in (["stats", "-n", 20], ["evaluate", "--problems", EXAMPLES, "--nodes", 20]):
            with self.subTest(arguments):
                terminal = self.terminal(*arguments, columns=90)
                self.assertEqual(terminal.finish(), 0)
                text = re.sub(r"\r\x1b\[K[^\r\n]*", "", terminal.text)
                self.assertNotIn("|", text)
                self.assertLessEqual(max(map(len, text.splitlines())), 90, text)
                terminal = self.terminal(*arguments, "--markdown", columns=90)
                self.assertEqual(terminal.finish(), 0)
                self.assertIn("|---|---|", terminal.text)
        text = text.splitlines()
        row = next(line for line in text if line.startswith("problems"))
        self.assertRegex(row, r"^problems +18$")


if __name__ == "__main__":
    unittest.main()
