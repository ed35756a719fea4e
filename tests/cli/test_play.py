"""`ineq play`: actions, undo, hints, saved proofs and bad commands."""

import json
import pathlib
import re
import subprocess
import unittest

from support import EXAMPLES, INEQ, Case


class Play(Case):
    GOAL = "a+b+c = c+a+b"

    def test_three_ways_to_name_an_action(self):
        for first in ("AC 1", "add_cmmt | ((a+b)+c) in obj", "@A((a+b)+~c)=((c+a)+b)$"):
            with self.subTest(first):
                out, _ = self.run_ineq("play", self.GOAL, stdin=f"{first}\nB 1\n")
                self.assertTrue(out.endswith("proven in 2 steps\n"), out)

    def test_what_was_saved_is_accepted(self):
        path = self.folder / "proof.jsonl"
        self.run_ineq("play", "a+d>=b+e", "--premise", "a>=b", "--premise", "d >= e",
                      stdin=f"FPI 1 4\nsave {path}\n")
        self.assertEqual(self.run_ineq("check", path)[0], "accepted 1, rejected 0\n")
        self.assertEqual(json.loads(path.read_text())["goal"], "(a+d)>=(b+e)")

    def test_saving_goes_through_links_and_into_pipes(self):
        real = self.file("old", "real")
        (self.folder / "link").symlink_to(real)
        self.run_ineq("play", "a=a", "--force", stdin=f"save {self.folder}/link\nsave /dev/null\n")
        self.assertTrue((self.folder / "link").is_symlink())
        self.assertIn('"goal":"a=a"', real.read_text())
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["link", "real"])
        self.assertTrue(pathlib.Path("/dev/null").is_char_device())

    def test_nothing_is_overwritten_by_accident(self):
        old = self.file("old", "old")
        for command in ("save", "latex"):
            _, err = self.run_ineq("play", "a=a", stdin=f"{command} {old}\n", code=2)
            self.assertEqual(err, f"ineq: standard input:1: {old}: the file exists already; --force overwrites it\n")
            self.assertEqual(old.read_text(), "old")
            new = self.folder / command  # what the game itself has written, it may write again
            self.run_ineq("play", "a+b=b+a", stdin=f"{command} {new}\nAC 1\n{command} {new}\n")
            self.run_ineq("play", "a=a", "--force", stdin=f"{command} {new}\n")

    def test_each_premise_has_its_own_option(self):
        self.run_ineq("play", "--premise", "a>=b", "a>=b")
        self.run_ineq("play", "a=b", "--premise", "a=c", "c=b", code=2)
        self.run_ineq("play", "--", "-a=-a")

    def test_undo_goes_back(self):
        out, _ = self.run_ineq("play", self.GOAL, stdin="AC 1\nundo\nstate\n", code=1)
        shown = re.findall(r"^goal (.*)$", out, re.M)
        self.assertEqual(shown, ["a+b+c = c+a+b", "c+(a+b) = c+a+b"] + ["a+b+c = c+a+b"] * 2)

    def test_hints_are_legal_and_lead_where_they_say(self):
        out, _ = self.run_ineq("play", self.GOAL, stdin="hint all\n", code=1)
        hints = re.findall(r"^([A-Z0-9]+(?: \d+)+) +(\w+ \| .*)\n((?:    .*\n)+)", out, re.M)
        self.assertGreater(len(hints), 100)
        for numbers, action, result in hints[::20]:
            for typed in (numbers, action):
                after, _ = self.run_ineq("play", self.GOAL, stdin=typed + "\n", code=0 if "proves it" in result else 1)
                for goal in re.findall(r"goal (.*)", result):
                    self.assertIn("goal " + goal, after)

    def test_hints_number_the_nodes_of_facts_after_those_of_goals(self):
        theorem = ("a>=c", "--premise", "d=b", "--premise", "e>=c")
        out, _ = self.run_ineq("play", *theorem, stdin="hint EIDI\n", code=1)
        typed = re.search(r"^(EIDI [\d ]+\d) +equ_dbl_ineq \| d in d=b, b in d=b\n.*\n    fact d >= b$", out, re.M)[1]
        self.assertEqual(typed, "EIDI 3 4")
        self.assertIn("\nfact d >= b\n", self.run_ineq("play", *theorem, stdin=typed + "\n", code=1)[0])

    def test_a_record_needs_no_proof(self):
        path = self.file('{"id": "bare", "premises": [], "goal": "a+b=b+a"}\n')
        self.run_ineq("play", "--file", path, "--id", "bare", stdin="AC 1\n")

    def test_commands(self):
        out, _ = self.run_ineq("play", "--file", EXAMPLES, "--id", "worked-example",
                               stdin="help\naxioms\nhint FPI\nlatex\nproof\nquit\nAC 99\n", code=1)
        for part in ("pointer text", "a+c>=b+d if a>=b, c>=d", "ineq_prin_one | ", "\\paragraph", "given  d >= e"):
            self.assertIn(part, out)

    def test_bad_commands_say_where_and_the_game_goes_on(self):
        cases = {
            "AC 99": "standard input:1: column 4: there is no node 99",
            "AC 1 2 3 4": "standard input:1: column 10: no axiom takes more operands",
            "AC x": "standard input:1: column 4: expected the number of a node",
            "frobnicate": "standard input:1: column 1: there is no command or axiom 'frobnicate'",
            "add_cmmt | (a+b in obj": "standard input:1: column 17: expected an operator or ')'",
            "@Z$": "standard input:1: column 2: expected the letter of an axiom",
            "undo": "there is nothing to undo",
            "hint nothing": "there is no axiom 'nothing'",
            "save /nowhere/file": "No such file",
        }
        for command, message in cases.items():
            with self.subTest(command):
                out, err = self.run_ineq("play", self.GOAL, stdin=f"{command}\nAC 1\nAA 1\n", code=2)
                self.assertIn(message, err)
                self.assertTrue(out.endswith("proven in 2 steps\n"))

    def test_a_node_that_is_not_there_is_named_as_typed(self):
        for number in ("7", "99999999999999999999"):
            _, err = self.run_ineq("play", "a+b=b+a", stdin=f"AC {number}  1\n", code=2)
            self.assertEqual(err, f"ineq: standard input:1: column 4: there is no node {number}\n")

    def test_endless_input_does_not_fill_the_memory(self):
        with open("/dev/zero", "rb") as zeros:
            done = subprocess.run([INEQ, "play", "a=b"], stdin=zeros, capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"a line is longer than 16 MiB", done.stderr)

    def test_bad_theorems(self):
        for arguments in (["a+"], ["a=b", "--premise", "a>b"], [], ["--file", EXAMPLES, "--id", "none"], ["a!=0"], ["--file", "-"]):
            with self.subTest(arguments):
                self.run_ineq("play", *arguments, code=2)


if __name__ == "__main__":
    unittest.main()
