"""`ineq episode`: the golden episodes, exit codes and bad input."""

import json
import re
import unittest

from support import SOURCE, Case, record


class Episode(Case):
    GOLDEN = SOURCE / "tests" / "golden"

    def test_prints_the_golden_episodes(self):
        episodes = self.GOLDEN / "episodes.jsonl"
        texts = []
        for line in episodes.read_text().splitlines():
            name = json.loads(line)["id"]
            with self.subTest(name):
                texts.append((self.GOLDEN / (name + ".txt")).read_text())
                out, _ = self.run_ineq("episode", episodes, "--id", name, code=0 if "\nverdict proven" in texts[-1] else 1)
                self.assertTrue(out == texts[-1], f"{name}.txt is not what is printed; if it is meant to be: make golden")
        self.assertGreater(len(texts), 10)
        out, _ = self.run_ineq("episode", "-", stdin=episodes.read_bytes(), code=1)
        self.assertTrue(out == "\n".join(texts), "one blank line between the episodes; if they have changed: make golden")

    def test_exit_codes(self):
        good, bad = record() + "\n", record(id="bad", proof=[]) + "\n"
        path = self.file(bad + good + bad)
        self.run_ineq("episode", path, "--id", "good")
        self.run_ineq("episode", path, code=1)
        out, _ = self.run_ineq("episode", path, "--id", "bad", code=1)
        self.assertEqual(len(re.findall("^verdict not proven after 0 steps$", out, re.M)), 2)

    def test_the_step_limit(self):
        out, _ = self.run_ineq("episode", self.file(record()), "--steps", 1, code=1)
        self.assertIn("rules standard, 1 step at most\n", out)
        self.assertIn("  outcome changed\n  reward 0\n  ended step limit\n", out)
        self.assertTrue(out.endswith("\nverdict not proven after 1 step\n"))

    def test_rules_override_the_record(self):
        path = self.file(record(goal="1=(0*(1/0))", proof=["mul_simp | (0*(1/0)) in obj"]))
        self.run_ineq("episode", path, code=1)
        self.assertIn("\nrules int-2021,", self.run_ineq("episode", path, "--rules", "int-2021")[0])

    def test_bad_input_says_where(self):
        good = self.file(record(), "good.jsonl")
        cases = {
            "id": ((good, "--id", "none\n"), r"good.jsonl: there is no record none\\x0a\n"),
            "empty": ((self.file("\n", "empty.jsonl"),), "empty.jsonl: there are no records in it"),
            "missing": ((self.folder / "none.jsonl",), "No such file"),
            "record": ((self.file(record() + "\n{", "cut.jsonl"),), r"cut.jsonl:2: column \d+: this is not a JSON object"),
            "goal": ((self.file(record(goal="a+"), "goal.jsonl"),), "goal.jsonl:1: goal, column 3: expected"),
            "steps": ((good, "--steps", -1), "expected a whole number of at least 0, found '-1'"),
            "rules": ((good, "--rules", "none"), "--rules: expected standard, int-2021 or full, found 'none'"),
            "no file": ((), "missing argument 'file'"),
        }
        for name, (arguments, message) in cases.items():
            with self.subTest(name):
                self.assertRegex(self.run_ineq("episode", *arguments, code=2)[1], message)


if __name__ == "__main__":
    unittest.main()
