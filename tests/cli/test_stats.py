"""`ineq stats`: tables, pictures and shortest proofs."""

import json
import unittest

from support import EXAMPLES, Case, record


class Stats(Case):
    def test_a_file_and_the_generator_give_the_same(self):
        path = self.folder / "x.jsonl"
        self.run_ineq("generate", "-l", 5, "-n", 500, "--out", path)
        out, _ = self.run_ineq("stats", path)
        self.assertEqual(self.run_ineq("stats", "--kl", "k3l5", "-n", 500)[0], out)
        self.assertIn("| K3 L5 | 500 |", out)
        result = json.loads(self.run_ineq("stats", path, "--json")[0])
        self.assertEqual((result[0]["theorems"], result[0]["steps"]), (500, 2500))
        self.assertEqual(sum(result[0]["axioms"].values()), 2500)

    def test_rejected_proofs_are_left_out(self):
        out, err = self.run_ineq("stats", self.file(record() + "\n" + record(proof=[])), code=1)
        self.assertIn("| K2 L2 | 1 |", out)
        self.assertIn("1 proofs were rejected", err)

    def test_pictures(self):
        self.run_ineq("stats", "-n", 50, "--plot", self.folder / "pictures")
        names = sorted(path.name for path in (self.folder / "pictures").iterdir())
        self.assertEqual(names, [f"{n}.{e}" for n in ("axioms", "length", "nodes") for e in ("png", "svg")])
        for path in (self.folder / "pictures").iterdir():
            start = path.read_bytes()[:200]
            self.assertTrue(start.startswith(b"\x89PNG") or b"<svg" in start or b"<?xml" in start, path)
        _, err = self.run_ineq("stats", "-n", 10**9, "--plot", self.folder / "pictures", code=2)
        self.assertIn("length.svg: the file exists already; --force overwrites it", err)
        self.run_ineq("stats", "-n", 50, "--plot", self.folder / "pictures", "--force")

    def test_shortest_proofs(self):
        path = self.folder / "x.jsonl"
        self.run_ineq("generate", "-l", 4, "-n", 30, "--out", path)
        asked = ("stats", "--shortest", "--threads", 1)
        out, _ = self.run_ineq(*asked, path)
        self.assertRegex(out, r"\n\| K3 L4 \| 30 \| 100\.0 \| ")
        self.assertTrue(out.startswith(self.run_ineq("stats", path)[0]))
        for more in ([path], ["--kl", "k3l4", "-n", 30]):
            self.assertEqual(self.run_ineq("stats", "--shortest", "--threads", 3, *more)[0], out)
        shortest = json.loads(self.run_ineq(*asked, "--json", path)[0])[0]["shortest"]
        counts = {int(length): count for length, count in shortest["settled"]["counts"].items()}
        self.assertEqual(sum(counts.values()), 30)
        self.assertEqual(shortest["shorter"], 30 - counts[4])
        self.assertEqual(shortest["settled"], shortest["at_least"])
        # With hardly any nodes little is settled, and the bounds are as wide as that.
        few = json.loads(self.run_ineq(*asked, "--shortest-nodes", 1, "--json", path)[0])[0]["shortest"]
        self.assertLess(sum(few["settled"]["counts"].values()), 30)
        self.assertLess(few["at_least"]["mean"], shortest["settled"]["mean"])
        self.assertGreaterEqual(few["at_most"]["mean"], shortest["settled"]["mean"])

    def test_shortest_proofs_by_hand(self):
        path = self.file("\n".join([
            record(),
            record(goal="(a+b)=(b+a)", proof=["add_cmmt | (a+b) in obj"]),
            # There and back before the step that it takes.
            record(goal="((a+b)+c)=(c+(a+b))",
                   proof=["add_cmmt | (a+b) in obj", "add_cmmt | (b+a) in obj", "add_cmmt | ((a+b)+c) in obj"]),
        ]))
        out, _ = self.run_ineq("stats", "--shortest", path)
        self.assertTrue(out.endswith(
            "| shortest proof | theorems | settled % | below L % | mean, at least | at most | 1 | 2 | not settled |\n"
            "|---|---|---|---|---|---|---|---|---|\n"
            "| K1 L1 | 1 | 100.0 | 0.0 | 1.00 | 1.00 | 1 | 0 | 0 |\n"
            "| K1 L3 | 1 | 100.0 | 100.0 | 1.00 | 1.00 | 1 | 0 | 0 |\n"
            "| K2 L2 | 1 | 100.0 | 0.0 | 2.00 | 2.00 | 0 | 1 | 0 |\n"), out)

    def test_a_picture_of_shortest_proofs(self):
        self.run_ineq("stats", "--shortest", "--kl", "k3l3,k2l2", "-n", 10, "--plot", self.folder / "pictures")
        for ending in ("png", "svg"):
            self.assertGreater((self.folder / "pictures" / f"shortest.{ending}").stat().st_size, 1000)

    def test_bad_use(self):
        cases = {
            ("--kl", "3x5"): "expected a setting such as k3l5",
            ("--kl", "k-3l5"): "expected a setting such as k3l5",
            (EXAMPLES, "--rules", "full"): "cannot be combined with files",
            (EXAMPLES.parent,): "Is a directory",
            (self.file("\n", "empty"),): "empty: there are no records in it",
            (EXAMPLES, self.file("", "none")): "none: there are no records in it",
        }
        for arguments, message in cases.items():
            with self.subTest(arguments):
                self.assertIn(message, self.run_ineq("stats", *arguments, code=2)[1])


    def test_the_name_of_a_picture_is_no_command(self):
        mark = self.folder / "mark"
        for name in (f'nl\nsystem("touch {mark}")\n#', f"a' ; touch {mark} ; '", f"$(touch {mark})", "a\tb"):
            arguments = ["stats", "-n", 5, "--kl", "k2l2", "--plot", self.folder / name]
            if name.isprintable():
                self.run_ineq(*arguments)
                self.assertEqual(len(list((self.folder / name).iterdir())), 6)
            else:
                self.assertIn("control characters", self.run_ineq(*arguments, code=2)[1])
            self.assertFalse(mark.exists(), name)


if __name__ == "__main__":
    unittest.main()
