"""`ineq check`: verdicts, rejections with their place and reason, bad records and bad files."""

import json
import os
import subprocess
import unittest

from support import EXAMPLES, GOOD, INEQ, Case, record


class Check(Case):
    def test_accepts_the_examples(self):
        out, _ = self.run_ineq("check", EXAMPLES)
        self.assertRegex(out, r"^accepted \d+, rejected 0\n$")

    def test_output_does_not_depend_on_the_number_of_threads(self):
        lines = [record(id=str(i), goal="(a+b)=(b+a)" if i % 3 else GOOD["goal"]) for i in range(30000)]
        path = self.file("\n".join(lines))
        one = self.run_ineq("check", "--threads", 1, path, code=1)
        for threads in (2, 7):
            self.assertEqual(self.run_ineq("check", "--threads", threads, path, code=1), one)
        self.assertTrue(one[0].endswith("accepted 10000, rejected 20000\n"))

    def test_reads_zstandard_and_standard_input(self):
        path = self.file(record() + "\n")
        subprocess.run(["zstd", "-q", path], check=True)
        compressed = path.with_suffix(".jsonl.zst")
        self.assertEqual(self.run_ineq("check", compressed)[0], "accepted 1, rejected 0\n")
        for content in (path.read_bytes(), compressed.read_bytes()):
            self.assertEqual(self.run_ineq("check", "-", stdin=content)[0], "accepted 1, rejected 0\n")

    def test_rejections_name_line_id_step_and_reason(self):
        proofs = {
            "dropped": (GOOD["proof"][1:], "step 1: (c+(a+b)) does not occur in ((a+b)+c)=((c+a)+b)"),
            "short": (GOOD["proof"][:1], "the proof ends before (c+(a+b))=((c+a)+b) is proven"),
            "extra": (GOOD["proof"] + ["add_cmmt | (a+b) in a=b"], "step 3: the theorem is already proven before this step"),
            "axiom": (["mul_one | (a+b) in obj"],
                      "step 1: MultiplicationOne does not apply: it takes 1*a or a*1"),
        }
        for name, (proof, reason) in proofs.items():
            with self.subTest(name):
                path = self.file("\n" + record(id=name, proof=proof))
                out, _ = self.run_ineq("check", path, code=1)
                self.assertEqual(out, f"{path}:2: rejected {name}: {reason}\naccepted 0, rejected 1\n")

    def test_json(self):
        path = self.file(record() + "\n" + record(id="bad", proof=[]))
        result = json.loads(self.run_ineq("check", "--json", path, code=1)[0])
        self.assertEqual((result["accepted"], result["rejected"]), (1, 1))
        self.assertEqual(result["rejections"][0]["line"], 2)

    def test_json_lists_files_that_fail(self):
        result = json.loads(self.run_ineq("check", "--json", self.folder / "none", EXAMPLES, code=2)[0])
        self.assertEqual(result["errors"], [f"{self.folder}/none: No such file or directory"])
        self.assertEqual((result["rejections"], result["rejected"]), ([], 0))
        self.assertGreater(result["accepted"], 0)

    def test_rules_override_the_record(self):
        path = self.file(record(goal="1=(0*(1/0))", proof=["mul_simp | (0*(1/0)) in obj"]))
        self.run_ineq("check", path, code=1)
        _, err = self.run_ineq("check", "--rules", "int-2021", path)
        self.assertIn("note: 1 of the accepted proofs are under int-2021", err)

    def test_an_id_cannot_forge_output(self):
        out, _ = self.run_ineq("check", self.file(record(id="a\nb\x1b[2J", proof=[])), code=1)
        self.assertIn("rejected a\\x0ab\\x1b[2J: the proof ends", out)

    def test_what_a_terminal_obeys_is_escaped(self):
        out, _ = self.run_ineq("check", self.file(record(id="a\u009b31m\u202eb", proof=[])), code=1)
        self.assertIn("rejected a\\u009b31m\\u202eb: the proof ends", out)
        bad = self.file(record(proof=[]), "bad\x1b[31m\u2066.jsonl")
        self.assertIn("/bad\\x1b[31m\\u2066.jsonl:1: rejected", self.run_ineq("check", bad, code=1)[0])
        missing = os.fsencode(self.folder) + b"/none\x9b\x1b"
        done = subprocess.run([INEQ, "check", missing], capture_output=True)
        self.assertEqual((done.returncode, done.stdout), (2, b"accepted 0, rejected 0\n"))
        self.assertTrue(done.stderr.endswith(b"/none\\x9b\\x1b: No such file or directory\n"), done.stderr)

    def test_bad_records_say_where(self):
        deep = "(" * 100_000 + "a"
        cases = {
            "brackets": (record(goal="((a+b)=a"), r":1: .*goal, column 7: expected an operator or '\)'"),
            "axiom": (record(proof=["add_magic | a in obj"]), r"step 1, column 1: there is no axiom 'add_magic'"),
            "node": (record(proof=["add_cmmt | (a+b) in obj 9"]), r"step 1, column 25: \(a\+b\) does not occur 10 times"),
            "depth": (record(goal=deep + "=a"), r"goal, column \d+: expected at most 2001 nested brackets and signs"),
            "chain": (record(goal="a" + "+a" * 100_000 + "=a"), r"goal, column \d+: expected a term of at most"),
            "rule set": (record(rules="none"), r"there is no rule set 'none'"),
            "missing": ('{"premises": [], "proof": []}', r"the field 'goal' is missing"),
            "type": (record(proof="add_cmmt"), r"'proof' is not a list"),
            "element": (record(premises=[1]), r"'premises\[0\]' is not a string"),
            "not JSON": ("{", r":1: .*column \d+: this is not a JSON object"),
            "array": ("[]", r"this is not a JSON object"),
            "nested": ("[" * 1_000_000, r"this is not a JSON object"),
            "UTF-8": (b'{"goal": "\xff\xfe"}', r"column \d+: this is not a JSON object in UTF-8"),
            "statement": (record(goal="a!=0"), r"x!=0 can only be a premise"),
            "twice": (record()[:-1] + ', "goal": "a=a"}', r"the field 'goal' occurs twice"),
            "many": (record(premises=["a=b"] * 4097), r"'premises' has more than 4096 elements"),
            "control": (record(goal="a\0=a"), r"found '\\x00'"),
        }
        for name, (content, message) in cases.items():
            with self.subTest(name):
                out, _ = self.run_ineq("check", self.file(content), code=2)
                self.assertRegex(out, message)
                self.assertTrue(out.endswith("accepted 0, rejected 1\n"))

    def test_bad_files_say_why(self):
        whole = self.file(record() + "\n", "whole.jsonl")
        subprocess.run(["zstd", "-q", whole], check=True)
        compressed = whole.with_suffix(".jsonl.zst").read_bytes()
        long_line = self.file(b"", "long.jsonl")
        with open(long_line, "wb") as f:
            f.write(b"[" * (100 << 20))
        cases = {
            "empty": (self.file(b"", "empty.jsonl"), "there are no records in it"),
            "truncated": (self.file(compressed[:-7], "cut.jsonl.zst"), "truncated"),
            "not zstd": (self.file(b"{}", "text.jsonl.zst"), "cannot be decompressed"),
            "directory": (self.folder, "Is a directory"),
            "missing": (self.folder / "none.jsonl", "No such file"),
            "long line": (long_line, r"long.jsonl:1:16777217: the line is longer"),
        }
        for name, (path, message) in cases.items():
            with self.subTest(name):
                _, err = self.run_ineq("check", path, whole, code=2)
                self.assertRegex(err, message)
                self.assertEqual(len(err.splitlines()), 1)

    def test_a_file_of_something_else_gets_one_message(self):
        text = self.file("some notes\n" * 1000, "notes.txt")
        for content, name in (("some notes\n" * 1000, "notes.txt"), ('{"a": 1}\n' * 3, "other.jsonl")):
            path = self.file(content, name)
            out, err = self.run_ineq("check", path, EXAMPLES, code=2)
            self.assertEqual(out, "accepted 18, rejected 0\n")
            self.assertRegex(err, rf"^ineq: {path}:1: .*; the lines after it are no records either, so this file is not checked\n$")
        # A damaged line at the beginning does not keep the others from being checked.
        out, _ = self.run_ineq("check", self.file("{\n" * 9 + record()), code=2)
        self.assertTrue(out.endswith("accepted 1, rejected 9\n"))

    def test_a_full_disk_is_noticed(self):
        for arguments in (["check"], ["check", "--show"], ["play", "--file"], ["episode"]):
            with self.subTest(arguments), open("/dev/full", "wb") as full:
                done = subprocess.run([INEQ, *arguments, EXAMPLES], input=b"hint\n", stdout=full, stderr=subprocess.PIPE)
                self.assertEqual(done.returncode, 2)
                self.assertIn(b"No space left", done.stderr)


if __name__ == "__main__":
    unittest.main()
