"""`ineq orders`: how many orders and combinations there are, and requests for more than that."""

import unittest

from support import Case


class Orders(Case):
    def test_counts(self):
        self.assertEqual(self.run_ineq("orders", "-k", 3, "-l", 3, "--count")[0], "2118\n")
        self.assertEqual(self.run_ineq("orders", "-k", 5, "--combinations", "--count")[0], "4927\n")

    def test_nothing_is_overwritten_by_accident(self):
        out, rest = self.folder / "out", self.folder / "rest"
        asked = ["orders", "-n", 5, "--head", 2, "--out", out, "--rest", rest]
        self.run_ineq(*asked)
        self.assertIn("out: the file exists already; --force overwrites it", self.run_ineq(*asked, code=2)[1])
        out.unlink()
        self.assertIn("rest: the file exists already; --force overwrites it", self.run_ineq(*asked, code=2)[1])
        self.run_ineq(*asked, "--force")

    def test_bad_use(self):
        cases = {
            ("-n", 2119): "there are only 2118 such orders, not 2119",
            ("--combinations", "-n", 527): "there are only 526 such combinations, not 527",
            ("--head", 3): "--head and --rest require each other",
            ("-n", 5, "--head", 6, "--rest", "x"): "the list has 5 elements, not 6",
            ("--from", "nowhere.json"): "No such file",
            ("--trials", 10**9): "there can be at most 50000000 trials",
            ("--from", "x", "--count"): "--from cannot be combined with",
            ("-n", 5, "--head", 2, "--out", "x", "--rest", "x"): "name the same file",
        }
        for arguments, message in cases.items():
            with self.subTest(arguments):
                self.assertIn(message, self.run_ineq("orders", *arguments, code=2)[1])


if __name__ == "__main__":
    unittest.main()
