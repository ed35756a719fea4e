"""An episode is the same from Python as from C++ and the command line."""

import unittest
from pathlib import Path

import ineq
from transcript import transcript

GOLDEN = Path(__file__).resolve().parents[2] / "tests" / "golden"


class Golden(unittest.TestCase):
    def test_episodes_are_those_of_the_command_line(self):
        records = list(ineq.read_records(str(GOLDEN / "episodes.jsonl")))
        self.assertGreater(len(records), 10)
        for record in records:
            with self.subTest(record.id):
                expected = (GOLDEN / f"{record.id}.txt").read_text()
                self.assertEqual(transcript(record).split("\n"), expected.split("\n"))


if __name__ == "__main__":
    unittest.main()
