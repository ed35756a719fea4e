"""`ineq split`: the training and test sets of the experiments."""

import json
import unittest

from support import Case


class Split(Case):
    def test_the_sets_are_there_and_accepted(self):
        self.run_ineq("split", self.folder / "a", "--tests", 20, "--validation", 20, "--only", "length,combinations")
        folders = json.loads((self.folder / "a/splits.json").read_text())
        self.assertEqual(len(folders), 6)
        sets = [self.folder / "a" / f["folder"] / name for f in folders for name in f["test"] + f["validation"]]
        self.assertEqual(len(sets), 16)
        out, _ = self.run_ineq("check", *sets)
        self.assertTrue(out.endswith(f"accepted {20 * len(sets)}, rejected 0\n"), out)
        again = self.folder / "again.jsonl"
        self.run_ineq("generate", "--spec", sets[0].with_suffix(".json"), "-n", 20, "--distinct", "--out", again)
        self.assertEqual(again.read_bytes(), sets[0].read_bytes())
        for f in folders:
            for name in f["train"]:
                self.run_ineq("generate", "--spec", self.folder / "a" / f["folder"] / name, "-n", 5, "--out", "-")

    def test_bad_use(self):
        self.assertIn("Not a directory", self.run_ineq("split", "/dev/null/x", code=2)[1])


    def test_verify_finds_a_changed_byte(self):
        folder = self.folder / "a"
        self.run_ineq("split", folder, "--only", "length")
        out, _ = self.run_ineq("split", folder, "--verify", "--only", "length")
        self.assertEqual(out, "v1: verified 15 files\n")
        changed = folder / "length/test-k3l5.jsonl"
        changed.write_bytes(changed.read_bytes().replace(b"a", b"b", 1))
        out, _ = self.run_ineq("split", folder, "--verify", "--only", "length", code=1)
        self.assertRegex(out, rf"^{changed}: expected the SHA-256 \w+, found \w+\n$")
        self.run_ineq("split", "--verify", "--seed", 2, code=2)
        self.run_ineq("split", code=2)


if __name__ == "__main__":
    unittest.main()
