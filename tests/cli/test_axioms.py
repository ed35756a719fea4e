"""`ineq axioms`: the table in the documents is what the program prints."""

import unittest

from support import SOURCE, Case


class Axioms(Case):
    def test_the_page_of_axioms_is_the_table(self):
        page = (SOURCE / "docs" / "axioms.md").read_text()
        self.assertEqual(self.run_ineq("axioms", "--markdown")[0], page)


if __name__ == "__main__":
    unittest.main()
