"""`ineq split`: the training and test sets of the experiments."""

import json
import unittest

from support import Case


class Split(Case):
    def test_the_sets_are_there_and_accepted(self):
        self.run_ineq("split", self.folder / "a", "--tests", 20, "--only", "length,combinations")
        folders = json.loads((self.folder / "a/splits.json").read_text())
        self.assertEqual(len(folders), 6)
        tests = [self.folder / "a" / f["folder"] / name for f in folders for name in f["test"]]
        out, _ = self.run_ineq("check", *tests)
        self.assertTrue(out.endswith(f"accepted {20 * len(tests)}, rejected 0\n"), out)
        for f in folders:
            for name in f["train"]:
                self.run_ineq("generate", "--spec", self.folder / "a" / f["folder"] / name, "-n", 5, "--out", "-")

    def test_bad_use(self):
        self.assertIn("Not a directory", self.run_ineq("split", "/dev/null/x", code=2)[1])


if __name__ == "__main__":
    unittest.main()
