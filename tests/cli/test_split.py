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
        folder = self.folder / "none"
        self.assertIn("--tests: expected a whole number of at least 1", self.run_ineq("split", folder, "--tests", 0, code=2)[1])
        self.assertIn("cannot be combined with a folder", self.run_ineq("split", folder, "--manifest", "x", code=2)[1])
        self.assertFalse(folder.exists())

    def test_the_folder_may_follow_the_options(self):
        sizes = ["--tests", 3, "--validation", 2]
        self.run_ineq("split", *sizes, "--seed", 3, "--only", "length", self.folder / "a")
        self.run_ineq("split", self.folder / "b", *sizes, "--only", "length", "--seed", 3)
        names = [path.relative_to(self.folder / "a") for path in (self.folder / "a").rglob("*.jsonl")]
        self.assertEqual(len(names), 6)
        for name in names:
            self.assertEqual((self.folder / "a" / name).read_bytes(), (self.folder / "b" / name).read_bytes())

    def test_nothing_is_overwritten_by_accident(self):
        sizes = ["--tests", 3, "--validation", 2, "--only", "length"]
        self.run_ineq("split", *sizes, self.folder / "a")
        _, err = self.run_ineq("split", *sizes, self.folder / "a", "--seed", 3, code=2)
        self.assertIn("a: there is another split length already; --force overwrites it", err)
        self.run_ineq("split", *sizes, self.folder / "a", "--seed", 3, "--force")
        (self.folder / "project").mkdir()
        readme = self.folder / "project" / "README.md"
        readme.write_text("mine")
        _, err = self.run_ineq("split", *sizes, self.folder / "project", code=2)
        self.assertIn("project: there is a README.md of something else already; --force overwrites it", err)
        self.assertEqual(readme.read_text(), "mine")
        self.assertIn("exists already", self.run_ineq("split", "--manifest", readme, code=2)[1])

    def test_verify_finds_a_changed_byte(self):
        folder = self.folder / "a"
        self.run_ineq("split", folder, "--only", "length")
        out, _ = self.run_ineq("split", folder, "--verify", "--only", "length")
        self.assertEqual(out, f"v1: verified 15 files that were made again, and 15 in {folder}\n")
        self.run_ineq("split", folder, "--only", "length")  # the same bytes again
        changed = folder / "length/test-k3l5.jsonl"
        changed.write_bytes(changed.read_bytes().replace(b"a", b"b", 1))
        out, _ = self.run_ineq("split", folder, "--verify", "--only", "length", code=1)
        self.assertRegex(out, rf"^{changed}: expected the SHA-256 \w+, found \w+\n$")
        self.run_ineq("split", "--verify", "--seed", 2, code=2)
        self.run_ineq("split", code=2)

    def test_the_frozen_sets_are_listed(self):
        out, _ = self.run_ineq("split", "--list")
        self.assertRegex(out, r"(?m)^v1/iid/k3l5/test +1000 theorems  c0d4597[0-9a-f]{57}$")
        names = [line.split()[0] for line in out.splitlines()]
        self.assertEqual(names, sorted(names))
        self.assertEqual(len(names), 88)
        self.run_ineq("split", self.folder, "--list", code=2)
        self.run_ineq("split", "--verify", "--list", code=2)


if __name__ == "__main__":
    unittest.main()
