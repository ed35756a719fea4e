"""The program as a user meets it: output, exit codes, and what it says to bad input.

Usage: cli_test.py PATH-OF-INEQ SOURCE-FOLDER
"""

import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

INEQ = os.path.abspath(sys.argv.pop(1))
SOURCE = pathlib.Path(sys.argv.pop(1))
EXAMPLES = SOURCE / "examples" / "theorems.jsonl"

GOOD = {
    "id": "good",
    "rules": "standard",
    "premises": [],
    "goal": "((a+b)+c)=((c+a)+b)",
    "proof": ["add_cmmt | ((a+b)+c) in obj", "add_assc | (c+(a+b)) in obj"],
}


def record(**changes):
    return json.dumps(GOOD | changes)


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_ineq(self, *arguments, stdin=b"", code=0):
        if isinstance(stdin, str):
            stdin = stdin.encode()
        done = subprocess.run([INEQ, *map(str, arguments)], input=stdin, capture_output=True)
        out, err = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
        self.assertEqual(done.returncode, code, out + err)
        return out, err

    def wait_for(self, condition, running):
        deadline = time.monotonic() + 120
        while not condition():
            self.assertIsNone(running.poll(), "the program has ended")
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)

    def file(self, content, name="records.jsonl"):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path


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
        self.assertIn("note: 1 of the accepted are under int-2021", err)

    def test_an_id_cannot_forge_output(self):
        out, _ = self.run_ineq("check", self.file(record(id="a\nb\x1b[2J", proof=[])), code=1)
        self.assertIn("rejected a\\x0ab\\x1b[2J: the proof ends", out)

    def test_bad_records_say_where(self):
        deep = "(" * 100_000 + "a"
        cases = {
            "brackets": (record(goal="((a+b)=a"), r":1: .*goal, column 7: expected an operator or '\)'"),
            "axiom": (record(proof=["add_magic | a in obj"]), r"step 1, column 1: there is no axiom 'add_magic'"),
            "node": (record(proof=["add_cmmt | (a+b) in obj 9"]), r"step 1, column 25: \(a\+b\) does not occur 10 times"),
            "depth": (record(goal=deep + "=a"), r"goal, column \d+: expected at most 2001 brackets"),
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

    def test_a_full_disk_is_noticed(self):
        for arguments in (["check"], ["check", "--show"], ["play", "--file"], ["episode"]):
            with self.subTest(arguments), open("/dev/full", "wb") as full:
                done = subprocess.run([INEQ, *arguments, EXAMPLES], input=b"hint\n", stdout=full, stderr=subprocess.PIPE)
                self.assertEqual(done.returncode, 2)
                self.assertIn(b"No space left", done.stderr)


class Generate(Case):
    def test_the_file_is_the_same_for_any_number_of_threads_and_in_two_halves(self):
        paths = []
        for threads in (1, 2, 7):
            paths.append(self.folder / f"{threads}.jsonl")
            self.run_ineq("generate", "-l", 7, "-n", 5000, "--threads", threads, "--out", paths[-1])
        halves = [self.run_ineq("generate", "-l", 7, "-n", 2500, "--first", first, "--out", "-")[0]
                  for first in (0, 2500)]
        for path in paths:
            self.assertEqual(path.read_text(), "".join(halves))
        self.assertEqual(self.run_ineq("check", paths[0])[0], "accepted 5000, rejected 0\n")
        self.assertEqual(len(list(self.folder.iterdir())), 3)

    def test_compressed_files_are_the_same_too(self):
        paths = [self.folder / f"{threads}.jsonl.zst" for threads in (1, 3)]
        for path in paths:
            self.run_ineq("generate", "-n", 5000, "--threads", path.name[0], "--out", path)
        self.assertEqual(paths[0].read_bytes(), paths[1].read_bytes())
        self.assertEqual(self.run_ineq("check", paths[0])[0], "accepted 5000, rejected 0\n")

    def test_without_a_file_it_prints_proofs(self):
        out, _ = self.run_ineq("generate", "-k", 3, "-l", 3, "-n", 5)
        self.assertEqual(len(re.findall(r"^  prove  ", out, re.M)), 5)
        self.assertEqual(len(re.findall(r"^    3\. .*\n       proven\n", out, re.M)), 5)

    def test_what_is_impossible_is_said_at_once(self):
        cases = {
            ("-k", 4, "-l", 3): "there cannot be more distinct axioms than steps",
            ("-k", 1, "-l", 0): "a proof has at least one step",
            ("-l", 26): "a proof has at most 25 steps",
            ("-k", 18, "-l", 20): "combinations of at most 17 axioms",
            ("--degree", 40): "the degree is at most 20",
            ("--out", "/nowhere/file"): "No such file",
            ("--out", "/dev/full", "-n", 1000): "No space left",
        }
        for arguments, message in cases.items():
            with self.subTest(arguments):
                self.assertIn(message, self.run_ineq("generate", *arguments, code=2)[1])

    def test_a_killed_run_leaves_nothing_under_the_final_name_and_goes_on(self):
        for name in ("out.jsonl", "out.jsonl.zst"):
            with self.subTest(name):
                path = self.folder / name
                arguments = ["generate", "-k", "2", "-l", "2", "--seed", "3", "--out", path]
                running = subprocess.Popen([INEQ, *arguments, "-n", "100000000"], stderr=subprocess.DEVNULL)
                checkpoint = self.folder / (name + ".checkpoint")
                self.wait_for(checkpoint.exists, running)
                running.kill()
                running.wait()
                self.assertFalse(path.exists())
                made = json.loads(checkpoint.read_text())["made"]
                self.assertIn("there is an unfinished run", self.run_ineq(*arguments, code=2)[1])
                count = made + 1000
                _, err = self.run_ineq(*arguments, "-n", count, "--resume", "--threads", 1)
                self.assertRegex(err, f"^{made} were there already; 1000 theorems")
                whole = self.folder / ("whole-" + name)
                self.run_ineq(*arguments[:-1], whole, "-n", count)
                self.assertEqual(path.read_bytes(), whole.read_bytes())
                self.assertEqual(sorted(self.folder.iterdir()), sorted([path, whole]))
                path.unlink()
                whole.unlink()

    def test_a_full_disk_leaves_nothing_under_the_final_name(self):
        def small_disk():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))

        for name, options in {"out.jsonl": [], "out": ["--format", "seq2seq"]}.items():
            with self.subTest(name):
                done = subprocess.run([INEQ, "generate", "-n", "100000", "--out", self.folder / name, *options],
                                      capture_output=True, preexec_fn=small_disk)
                self.assertEqual(done.returncode, 2)
                self.assertIn(b"File too large", done.stderr)
                self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_second_run_does_not_write_into_the_same_file(self):
        path = self.folder / "out.jsonl"
        running = subprocess.Popen([INEQ, "generate", "-n", "100000000", "--out", path], stderr=subprocess.DEVNULL)
        self.wait_for(lambda: list(self.folder.iterdir()), running)
        self.assertIn("another run is writing", self.run_ineq("generate", "-n", 1, "--out", path, code=2)[1])
        running.kill()
        running.wait()

    def test_devices_and_pipes_are_written_to(self):
        self.run_ineq("generate", "-n", 70000, "-k", 1, "-l", 1, "--out", "/dev/null")
        self.assertFalse(pathlib.Path("/dev/null.checkpoint").exists())
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        running = subprocess.Popen([INEQ, "generate", "-n", "70000", "-k", "1", "-l", "1", "--out", pipe],
                                   stderr=subprocess.DEVNULL)
        self.assertEqual(len(pipe.read_bytes().splitlines()), 70000)
        self.assertEqual(running.wait(), 0)
        self.assertEqual(list(self.folder.iterdir()), [pipe])

    def test_sequences_go_on_through_links(self):
        (self.folder / "far").mkdir()
        for ending in (".src", ".tgt"):
            (self.folder / ("near" + ending)).symlink_to(f"far/x{ending}")
        (self.folder / "near").mkdir()
        arguments = ["generate", "-k", "1", "-l", "2", "--format", "seq2seq", "--out", self.folder / "near"]
        running = subprocess.Popen([INEQ, *arguments, "-n", "100000000"], stderr=subprocess.DEVNULL)
        self.wait_for((self.folder / "near.checkpoint").exists, running)
        running.kill()
        running.wait()
        made = json.loads((self.folder / "near.checkpoint").read_text())["made"]
        self.run_ineq(*arguments, "-n", made + 10, "--resume")
        self.run_ineq(*arguments[:-1], self.folder / "whole", "-n", made + 10)
        for ending in (".src", ".tgt"):
            self.assertEqual((self.folder / f"far/x{ending}").read_bytes(), (self.folder / f"whole{ending}").read_bytes())

    def test_specifications_lists_and_exclusion(self):
        orders = self.folder / "orders.json"
        self.run_ineq("orders", "-k", 3, "-l", 5, "-n", 50, "--out", orders)
        rest = self.folder / "rest.json"
        head = self.folder / "head.json"
        self.run_ineq("orders", "-k", 3, "-l", 5, "--from", orders, "--head", 20, "--out", head, "--rest", rest)
        lists = [json.loads(path.read_text())["k3l5"] for path in (orders, head, rest)]
        self.assertEqual(lists[0], lists[1] + lists[2])
        self.assertEqual([len(x) for x in lists], [50, 20, 30])
        test = self.folder / "test.jsonl"
        self.run_ineq("generate", "-l", 5, "--orders", orders, "-n", 500, "--out", test)
        spec = self.file(json.dumps({"l": 5, "orders": "head.json", "exclude": ["test.jsonl"], "seed": 4}), "spec.json")
        out, _ = self.run_ineq("generate", "--spec", spec, "-n", 2000, "--out", "-")
        made = [json.loads(line) for line in out.splitlines()]
        self.assertEqual({m["seed"] for m in made}, {4})
        self.assertLessEqual({tuple(m["order"]) for m in made}, {tuple(x) for x in lists[1]})

        def renamed(goal):
            names = {}
            return re.sub("[a-z]", lambda m: names.setdefault(m[0], chr(65 + len(names))), goal)

        excluded = {renamed(json.loads(line)["goal"]) for line in test.read_text().splitlines()}
        self.assertFalse(excluded & {renamed(m["goal"]) for m in made})
        again, _ = self.run_ineq("generate", "--spec", spec, "--seed", 1, "-n", 1, "--out", "-")
        self.assertEqual(json.loads(again)["seed"], 1)

    def test_what_is_wanted_of_lists_must_exist(self):
        cases = {
            ("orders", "-n", 2119): "there are 2118 such orders, not 2119",
            ("orders", "--combinations", "-n", 527): "there are 526 such combinations, not 527",
            ("orders", "--head", 3): "--head and --rest go together",
            ("orders", "-n", 5, "--head", 6, "--rest", "x"): "the list has 5 elements, not 6",
            ("orders", "--from", "nowhere.json"): "No such file",
            ("generate", "--orders", EXAMPLES): "this is not JSON",
            ("generate", "-k", 1, "-l", 2, "--goal", "inequality"): "no order of axioms makes such theorems",
            ("generate", "--with", "states", "--format", "seq2seq", "--out", "x"): "--with goes with",
            ("generate", "--resume"): "--resume goes with --out",
            ("generate", "--format", "seq2seq", "--out", "-"): "give them a name",
            ("stats", "--kl", "3x5"): "expected something like k3l5",
            ("stats", "--kl", "k-3l5"): "expected something like k3l5",
            ("stats", EXAMPLES, "--rules", "full"): "do not go with files",
            ("generate", "-n", -1): "expected a whole number, found '-1'",
            ("generate", "--first", 2**64 - 1, "-n", 3, "--out", "-"): "go beyond 2^64",
            ("generate", "--longest-sample", 0): "longest_sample is at least 1",
            ("generate", "--with", "states"): "--with goes with --out",
            ("generate", "--out", "-", "--resume"): "--resume goes with a file",
            ("generate", "--order-trials", "x"): "--order-trials: expected a whole number",
            ("generate", "--exclude", os.devnull): "there are no records in it",
            ("orders", "--trials", 10**9): "there can be at most 50000000 trials",
            ("orders", "--from", "x", "--count"): "do not go with --from",
            ("orders", "-n", 5, "--head", 2, "--out", "x", "--rest", "x"): "are the same file",
            ("generate", "--out", self.folder / "x", "--card", "/nowhere/card"): "No such file",
            ("stats", EXAMPLES.parent): "Is a directory",
            ("split", "/dev/null/x"): "Not a directory",
        }
        for arguments, message in cases.items():
            with self.subTest(arguments):
                self.assertIn(message, self.run_ineq(*arguments, code=2)[1])
        self.assertEqual(self.run_ineq("orders", "-k", 3, "-l", 3, "--count")[0], "2118\n")
        self.assertEqual(self.run_ineq("orders", "-k", 5, "--combinations", "--count")[0], "4927\n")
        deep = self.file('{"k": ' + "[" * 200_000 + "]" * 200_000 + "}", "deep.json")
        self.assertIn("k: expected one value", self.run_ineq("generate", "--spec", deep, code=2)[1])

    def test_hard_theorems_are_the_same_on_any_number_of_threads(self):
        asked = ("generate", "-l", 4, "-n", 40, "--min-shortest", 4)
        paths = [self.folder / f"{threads}.jsonl" for threads in (1, 3)]
        for path in paths:
            _, err = self.run_ineq(*asked, "--threads", path.name[0], "--out", path, "--card", self.folder / "README.md")
            self.assertRegex(err, r"% of the attempts kept, \d+ too easy\n")
        self.assertEqual(paths[0].read_bytes(), paths[1].read_bytes())
        self.assertIn('"min_shortest": 4', (self.folder / "README.md").read_text())
        self.assertEqual(self.run_ineq("check", paths[0])[0], "accepted 40, rejected 0\n")
        shortest = json.loads(self.run_ineq("stats", "--shortest", "--json", paths[0])[0])[0]["shortest"]
        self.assertEqual(shortest["settled"]["counts"], {"4": 40})
        # What is hard enough stays where it is: other theorems come in place of the rest alone.
        plain = self.run_ineq("generate", "-l", 4, "-n", 40, "--out", "-")[0].splitlines()
        hard = paths[0].read_text().splitlines()
        same = sum(a == b for a, b in zip(plain, hard))
        self.assertTrue(5 < same < 40, same)
        self.assertIn("a second; ", self.run_ineq("generate", "-n", 5, "--min-shortest", 0, "--out", "-")[1])

    def test_the_limit_of_nodes_is_part_of_what_is_asked_for(self):
        texts = [self.run_ineq("generate", "-l", 5, "-n", 6, "--min-shortest", 5, "--shortest-nodes", nodes, "--out", "-")[0]
                 for nodes in (20, 1000)]
        self.assertNotEqual(*texts)
        for arguments, message in {
            ("--min-shortest", 4): "min_shortest is at most l: a proof of 3 steps is known",
            ("--min-shortest", -1): "--min-shortest: expected a whole number, found '-1'",
            ("--min-shortest", 3, "--shortest-nodes", 0): "shortest_nodes is at least 1",
        }.items():
            self.assertIn(message, self.run_ineq("generate", *arguments, code=2)[1])

    def test_the_card_makes_the_same_again(self):
        (self.folder / "data").mkdir()
        orders = self.folder / "orders.json"
        self.run_ineq("orders", "-k", 3, "-l", 3, "-n", 50, "--out", orders)
        for name, options in {"train: #1.jsonl": ["--with", "states,pointers"], "pairs": ["--format", "fairseq"]}.items():
            with self.subTest(name):
                path, card = self.folder / "data" / name, self.folder / "data" / "README.md"
                self.run_ineq("generate", "-n", 100, "--orders", orders, "--first", 7, "--out", path, "--card", card, *options)
                header, text = card.read_text().split("---\n", 2)[1:]
                self.assertIn("size_categories:\n- n<1K\n", header)
                files = [path] if "jsonl" in name else [path.with_suffix(".src"), path.with_suffix(".tgt")]
                self.assertEqual('  - split: train\n    path: "train: #1.jsonl"\n' in header, len(files) == 1)
                before = [file.read_bytes() for file in files]
                for file in files:
                    file.unlink()
                spec, command = re.findall(r"```(?:json)?\n(.*?)```", text, re.S)
                (self.folder / "data" / "spec.json").write_text(spec)
                words = command.strip().split(" ", 1)[1].replace(name, f"'{name}'")
                subprocess.run(f"{INEQ} {words}", shell=True, check=True, cwd=self.folder / "data", stderr=subprocess.DEVNULL)
                self.assertEqual([file.read_bytes() for file in files], before)


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


# Of more states than any search can try.
HARD = "a*b*c*d + b*c*d*e + c*d*e*f >= a+b+c+d+e+f"
ENDLESS = ["--agent", "random", "--nodes", "1000000000000"]


def catches_interrupt(running):
    status = pathlib.Path(f"/proc/{running.pid}/status").read_text()
    caught = int(re.search(r"SigCgt:\s*(\w+)", status)[1], 16)
    return caught >> (signal.SIGINT - 1) & 1 == 1


class Prove(Case):
    def test_a_proof_for_a_person(self):
        out, err = self.run_ineq("prove", "a+b+c = c+a+b")
        self.assertRegex(out, r"^proven in 2 steps\n  prove  a\+b\+c = c\+a\+b\n    1\. .*\n.*\n    2\. .*\n       proven\n$")
        self.assertRegex(err, r"^expanded \d+, generated \d+, [\d.]+ s\n$")
        out, _ = self.run_ineq("prove", "a+b+d >= b+a+e", "--premise", "d>=e")
        self.assertIn("  given  d >= e\n", out)
        for arguments in (["a=a"], ["a>=b", "--premise", "a>=b"]):
            self.assertIn("proven in 0 steps: ", self.run_ineq("prove", *arguments)[0])

    def test_every_agent_proves_and_check_accepts(self):
        agents = re.search(r"--agent TEXT:\{(.*?)\}", self.run_ineq("prove", "--help")[0])[1].split(",")
        self.assertIn("breadth-first", agents)
        for agent in agents:
            for arguments in (["a=a"], ["a+b+c = c+a+b"], ["a+d >= b+d", "--premise", "a>=b"]):
                with self.subTest(agent=agent, arguments=arguments):
                    out, _ = self.run_ineq("prove", *arguments, "--agent", agent, "--json")
                    self.assertEqual(self.run_ineq("check", "-", stdin=out)[0], "accepted 1, rejected 0\n")

    def test_latex(self):
        out, _ = self.run_ineq("prove", "b+a = a+b", "--latex")
        self.assertTrue(out.startswith("\\paragraph{Theorem.} Prove $b+a = a+b$.\n\\begin{enumerate}"), out)

    def test_what_ends_a_search_is_named(self):
        cases = [
            ([HARD, "--nodes", 10], r"not proven: all of 10 nodes were expanded \(--nodes\)"),
            ([HARD, "--nodes", 10**12, "--seconds", 0.1], r"not proven: 0.1 seconds are over \(--seconds\)"),
            ([HARD, "--nodes", 10**12, "--memory", "5M"], r"not proven: 5242880 bytes are used up \(--memory\)"),
            (["a+b+c = c+a+b", "--steps", 1], r"not proven: all that best-first tries within 1 step was tried \(--steps\)"),
            (["a+b+c = c+a+b", "--steps", 1, "--agent", "breadth-first"],
             r"not proven: no proof has at most 1 step \(--steps\)"),
            (["a = b"], r"refuted: the goal is false at a point where the premises hold \(.*\), so it has no proof"),
            (["a = b", "--all-actions", "--nodes", 3], r"not proven: "),
        ]
        for arguments, message in cases:
            with self.subTest(arguments):
                out, err = self.run_ineq("prove", *arguments, code=1)
                self.assertEqual(out, "")
                self.assertRegex(err, f"^{message}")
                self.assertRegex(err, r"\nexpanded \d+, generated \d+, [\d.]+ s\n$")
        self.assertRegex(self.run_ineq("prove", HARD, "--nodes", 10, code=1)[1], r"\n  reached after \d+ steps?, still to be proven:\n    .*>=")

    def test_the_limit_of_memory_holds(self):
        running = subprocess.Popen([INEQ, "prove", HARD, "--nodes", "1000000000000", "--memory", "30M"],
                                   stderr=subprocess.PIPE, env=os.environ | {"ASAN_OPTIONS": "quarantine_size_mb=1"})
        err = running.stderr.read()
        _, status, usage = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
        running.stderr.close()
        self.assertIn(b"(--memory)", err)
        self.assertLess(usage.ru_maxrss, 200 << 10)  # the sanitizers have their share

    def test_interrupt(self):
        running = subprocess.Popen([INEQ, "prove", HARD, *ENDLESS], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.wait_for(lambda: catches_interrupt(running), running)
        time.sleep(0.2)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
        self.assertEqual((running.returncode, out), (1, ""))
        self.assertRegex(err, r"^not proven: interrupted\n(?s:.*)expanded \d+")

    def test_a_second_interrupt_ends_it(self):
        running = subprocess.Popen([INEQ, "prove", "--file", "-"], stdin=subprocess.PIPE)
        self.wait_for(lambda: catches_interrupt(running), running)
        running.send_signal(signal.SIGINT)
        self.wait_for(lambda: not catches_interrupt(running), running)
        running.send_signal(signal.SIGINT)
        self.assertEqual(running.wait(60), -signal.SIGINT)
        running.stdin.close()

    def test_files(self):
        lines = [json.dumps({"premises": [], "goal": "a*b=b*a", "id": "easy", "more": {"x": [1]}}),
                 record(id="hard", goal=HARD), "", record(id="wrong", proof=["no such thing"], k=2)]
        path = self.file("\n".join(lines))
        subprocess.run(["zstd", "-q", path], check=True)
        compressed = path.with_suffix(".jsonl.zst")
        out, err = self.run_ineq("prove", "--file", path, "--nodes", 20, "--json", code=1)
        self.assertRegex(err, r"^hard: not proven: all of 20 nodes (?s:.*)\nproven 2 of 3; expanded \d+, generated \d+, [\d.]+ s\n$")
        records = list(map(json.loads, out.splitlines()))
        self.assertEqual([r["id"] for r in records], ["easy", "wrong"])
        self.assertEqual((records[0]["more"], records[1]["k"]), ({"x": [1]}, 2))
        self.assertEqual(list(records[1]), list(json.loads(lines[3])))
        self.assertEqual(self.run_ineq("check", "-", stdin=out)[0], "accepted 2, rejected 0\n")
        self.assertEqual(self.run_ineq("prove", "--file", compressed, "--nodes", 20, "--json", code=1)[0], out)
        self.assertEqual(
            self.run_ineq("prove", "--file", "-", "--nodes", 20, "--json", stdin=path.read_bytes(), code=1)[0], out)
        out, _ = self.run_ineq("prove", "--file", EXAMPLES)
        self.assertIn("figure-1: proven in 2 steps\n", out)

    def test_the_record_says_the_rules_it_was_proven_under(self):
        path = self.file(record(goal="1=(0*(1/0))"))
        self.run_ineq("prove", "--file", path, "--nodes", 50, code=1)
        out, _ = self.run_ineq("prove", "--file", path, "--rules", "int-2021", "--json")
        self.assertEqual(json.loads(out)["rules"], "int-2021")
        self.assertEqual(self.run_ineq("check", "-", stdin=out)[0], "accepted 1, rejected 0\n")
        out, _ = self.run_ineq("prove", "--file", "-", "--json", stdin=record(goal="1=(0*(1/0))", rules="int-2021"))
        self.assertEqual(json.loads(out)["rules"], "int-2021")

    def test_bad_input(self):
        cases = [
            (["a+b="], "goal, column 5: expected"),
            (["a=a", "--premise", "a>"], "premise 1, column 2: expected"),
            (["a!=0"], "x!=0 can only be a premise"),
            ([], "prove needs a goal or --file"),
            (["a=a", "--file", EXAMPLES], "excludes"),
            (["--file", self.folder / "none"], "No such file"),
            (["--file", self.file("\n", "empty")], "there are no records"),
            (["--file", self.file("\n" + record(goal="a=("), "bad")], "bad:2: goal, column 4: expected"),
            (["a=a", "--memory", "-1"], "expected a size"),
            (["a=a", "--nodes", "-1"], "expected a whole number"),
            (["a=a", "--nodes", ""], "expected a whole number"),
            (["a=a", "--nodes", 2**64], "expected a whole number"),
            (["a=a", "--seconds", "nan"], "expected a number from 0 on, found 'nan'"),
            (["a=a", "--weight", "-1"], "expected a number from 0 on, found '-1'"),
            (["a=a", "--steps", 5000], "--steps"),
            (["a=a", "--agent", "oracle"], "--agent"),
        ]
        for arguments, message in cases:
            with self.subTest(arguments):
                self.assertIn(message, self.run_ineq("prove", *arguments, code=2)[1])


class Evaluate(Case):
    def problems(self):
        path = self.folder / "problems.jsonl"
        for l in (3, 5):
            self.run_ineq("generate", "-k", 3, "-l", l, "-n", 8, "--out", self.folder / f"{l}")
        path.write_text((self.folder / "3").read_text() + (self.folder / "5").read_text())
        return path

    def results(self, path):
        results = list(map(json.loads, path.read_text().splitlines()))
        for result in results:
            del result["seconds"], result["cpu_seconds"]
        return results

    def test_nothing_but_times_depends_on_the_threads(self):
        problems = self.problems()
        runs = []
        for threads in (1, 4):
            out, proofs = self.folder / f"out-{threads}", self.folder / f"proofs-{threads}"
            tables, _ = self.run_ineq("evaluate", "--problems", problems, "--agent", "best-first,random", "--nodes", 20,
                                      "--threads", threads, "--out", out, "--proofs", proofs)
            tables, times = tables.split("\n| seconds a problem |")
            self.assertEqual(len(times.splitlines()), 4)
            runs.append((tables, self.results(out), proofs.read_text()))
        self.assertEqual(runs[0], runs[1])
        tables, results, proofs = runs[0]
        self.assertEqual([(r["agent"], r["number"]) for r in results],
                         [(agent, i) for agent in ("best-first", "random") for i in range(16)])
        proven = [r for r in results if r["end"] == "proven"]
        self.assertEqual([r["proof"] for r in proven], [json.loads(p)["proof"] for p in proofs.splitlines()])
        self.assertEqual(self.run_ineq("check", "-", stdin=proofs)[0], f"accepted {len(proven)}, rejected 0\n")
        for row in ("| best-first | 16 |", "| random | K3 L5 | 8 |", "| best-first | proven |", "| 20 |"):
            self.assertIn(f"\n{row}", tables)
        self.assertFalse([path for path in self.folder.iterdir() if path.suffix in (".partial", ".checkpoint")])

    def test_json(self):
        out, _ = self.run_ineq("evaluate", "--problems", "-", "--nodes", 100, "--json", stdin=self.problems().read_text())
        agent, = json.loads(out)["agents"]
        self.assertEqual((agent["agent"], agent["problems"]), ("best-first", 16))
        self.assertEqual(json.loads(out)["options"]["nodes"], 100)
        self.assertTrue(json.loads(out)["finished"])
        self.assertEqual(sum(agent["ends"].values()), 16)
        self.assertEqual(agent["proven_within"]["100"], agent["proven"])
        self.assertEqual([s["l"] for s in agent["settings"]], [3, 5])
        self.assertLess(agent["interval"][0], agent["success"])

    def test_a_mean_of_nothing_is_no_number(self):
        arguments = ["evaluate", "--problems", self.file(record(goal="a>=b"), "false"), "--nodes", 1]
        agent, = json.loads(self.run_ineq(*arguments, "--json")[0])["agents"]
        self.assertIsNone(agent["proven_length"])
        self.assertIn("| 15.00 | – |", self.run_ineq(*arguments)[0])

    def test_nothing_is_written_over(self):
        problems, out = self.problems(), self.folder / "out"
        for option in ("--out", "--proofs"):
            _, message = self.run_ineq("evaluate", "--problems", problems, option, problems, code=2)
            self.assertIn("this is the input", message)
        self.run_ineq("evaluate", "--problems", problems, "--out", out)
        _, message = self.run_ineq("evaluate", "--problems", problems, "--out", out, "--resume", code=2)
        self.assertIn("this run is finished", message)

    def test_without_standard_error(self):
        out = self.folder / "out"
        command = [INEQ, "evaluate", "--problems", self.problems(), "--out", out]
        subprocess.run(["sh", "-c", '"$@" 2>&- >&-', "sh", *command], check=True)
        self.assertEqual(len(self.results(out)), 16)

    def test_one_run_has_the_whole_curve(self):
        problems = self.problems()
        agent, = json.loads(self.run_ineq("evaluate", "--problems", problems, "--nodes", 100, "--json")[0])["agents"]
        less, = json.loads(self.run_ineq("evaluate", "--problems", problems, "--nodes", 5, "--json")[0])["agents"]
        self.assertEqual(agent["proven_within"]["5"], less["proven"])

    def test_a_part_is_like_the_whole(self):
        problems, whole, part = self.problems(), self.folder / "whole", self.folder / "part"
        arguments = ["evaluate", "--problems", problems, "--agent", "random", "--nodes", 10, "--out"]
        self.run_ineq(*arguments, whole)
        self.run_ineq(*arguments, part, "--first", 5, "-n", 4)
        self.assertEqual(self.results(part), self.results(whole)[5:9])

    def test_a_picture(self):
        self.run_ineq("evaluate", "--problems", self.problems(), "--nodes", 20, "--plot", self.folder / "pictures")
        names = sorted(path.name for path in (self.folder / "pictures").iterdir())
        self.assertEqual(names, ["success.png", "success.svg"])

    def test_a_killed_run_goes_on(self):
        problems = self.file("\n".join(record(id=str(i), goal=HARD if i % 2 else "a*b=b*a") for i in range(60)), "problems")
        out, proofs, whole = (self.folder / name for name in ("out.jsonl", "proofs.jsonl.zst", "whole.jsonl"))
        arguments = ["evaluate", "--problems", problems, "--agent", "random", "--nodes", "3000", "--threads", "2"]
        running = subprocess.Popen([INEQ, *arguments, "--out", out, "--proofs", proofs], stderr=subprocess.DEVNULL)
        checkpoint = self.folder / "out.jsonl.checkpoint"
        self.wait_for(checkpoint.exists, running)
        running.kill()
        running.wait()
        self.assertFalse(out.exists() or proofs.exists())
        finished = json.loads(checkpoint.read_text())["finished"]
        again = [*arguments, "--out", out, "--proofs", proofs]
        self.assertIn("there is an unfinished run", self.run_ineq(*again, code=2)[1])
        self.assertIn("other problems or with other options", self.run_ineq(*again, "--seed", 5, "--resume", code=2)[1])
        tables, err = self.run_ineq(*again, "--resume")
        self.assertIn(f"{finished} of 60 were there already\n", err)
        expected, _ = self.run_ineq(*arguments, "--out", whole)
        self.assertEqual(tables.split("| seconds")[0], expected.split("| seconds")[0])
        self.assertEqual(self.results(out), self.results(whole))
        self.assertEqual(self.run_ineq("check", proofs)[0], "accepted 30, rejected 0\n")
        self.assertFalse(checkpoint.exists())

    def test_an_interrupted_run_says_what_was_finished(self):
        problems = self.file("\n".join([record()] * 3 + [record(goal=HARD)]), "problems")
        out = self.folder / "out.jsonl"
        running = subprocess.Popen([INEQ, "evaluate", "--problems", problems, *ENDLESS, "--out", out],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.wait_for(lambda: catches_interrupt(running), running)
        time.sleep(0.5)
        running.send_signal(signal.SIGINT)
        tables, err = running.communicate(timeout=60)
        self.assertEqual(running.returncode, 1)
        finished = re.search(r"^interrupted: (\d) of 4 are finished; --resume goes on with them$", err, re.M)[1]
        self.assertIn(f"\n| random | {finished} |", tables)
        self.assertFalse(out.exists())

    def prover(self, name):
        if not shutil.which(name):
            self.skipTest(f"{name} is not installed")
        return name

    def test_provers_beside_an_agent(self):
        problems, out = self.problems(), self.folder / "out"
        arguments = ["evaluate", "--problems", problems, "--prover", self.prover("z3"), "--agent", "best-first"]
        tables, _ = self.run_ineq(*arguments, "--seconds", 60, "--out", out, "--proofs", self.folder / "proofs")
        for row in (r"\| best-first \| 16 \| 16 \|.*\d \|", r"\| z3 \| 16 \| 16 \| 100.0 \|.*\| – \| – \|",
                    r"\| z3 \| K3 L5 \| 8 \|.*\| – \| – \| – \|", r"\| 20 \| [\d.]+ \|", r"By their own word, which the kernel has not checked: z3"):
            self.assertRegex(tables, f"(?m)^{row}$")
        results = self.results(out)
        self.assertEqual([r["agent"] for r in results], ["best-first"] * 16 + ["z3"] * 16)
        for result in results[16:]:
            self.assertEqual((result["end"], result["length"], result["proof"], result["expanded"]), ("proven", None, None, None))
            self.assertGreater(result["bytes"], 0)
        self.assertEqual(len((self.folder / "proofs").read_text().splitlines()), 16)

    def test_each_prover(self):
        true = record(premises=["a>=b", "b!=0"], goal="a+b*(1/b)>=b+1")
        problems = self.file(true + "\n" + record(goal="a>=b"))
        for name, refuted in (("z3", 1), ("cvc5", 1), ("eprover", 0)):
            with self.subTest(name):
                self.prover(name)
                out, _ = self.run_ineq("evaluate", "--problems", problems, "--prover", name, "--seconds", 3, "--json")
                agent, = json.loads(out)["agents"]
                self.assertEqual((agent["proven"], agent["ends"]["refuted"]), (1, refuted), out)
                self.assertEqual((agent["checked"], agent["length"], agent["mean"]["expanded"]), (False, None, None))
                self.assertEqual(set(agent["proven_within"].values()), {None})
                self.assertEqual(json.loads(out)["prover_seconds"], 3)

    def fake_prover(self, script):
        """A program that is called z3 and does what the script says, after it has proven what it is tried with."""
        folder = self.folder / "bin"
        folder.mkdir(exist_ok=True)
        (folder / "z3").write_text(f"""#!/bin/sh
input=$(cat)
case $input in
  *'(+ a b) (+ b a)'*) echo unsat; exit;;
  *'(= a b)'*) echo sat; exit;;
esac
{script}
""")
        (folder / "z3").chmod(0o755)
        return {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}

    def test_what_provers_say(self):
        problems = self.file(record(goal="a*b=b*a"))
        for script, end in (("echo unsat", "proven"), ("echo sat", "refuted"), ("echo unknown", "exhausted"), ("kill -9 $$", "exhausted"),
                            ("echo '(error \"out of memory\")'; exit 101", "memory"), ("sleep 60", "seconds")):
            with self.subTest(script):
                done = subprocess.run([INEQ, "evaluate", "--problems", problems, "--prover", "z3", "--seconds", "0.5", "--json"],
                                      env=self.fake_prover(script), capture_output=True, text=True, check=True)
                agent, = json.loads(done.stdout)["agents"]
                self.assertEqual([name for name, count in agent["ends"].items() if count], [end])

    def test_an_interrupted_prover_goes_on(self):
        problems = self.file("\n".join(record(id=str(i), goal="a*b=b*a") for i in range(40)))
        out = self.folder / "out"
        command = [INEQ, "evaluate", "--problems", problems, "--prover", "z3", "--seconds", "60", "--out", out, "--threads", "2"]
        slow = self.fake_prover(f"echo x >> {self.folder}/begun; [ $(wc -l < {self.folder}/begun) -gt 9 ] && sleep 60; echo unsat")
        running = subprocess.Popen(command, env=slow, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        begun = self.folder / "begun"
        self.wait_for(lambda: begun.exists() and len(begun.read_text().splitlines()) > 9, running)
        running.send_signal(signal.SIGINT)
        tables, err = running.communicate(timeout=30)
        self.assertEqual(running.returncode, 1)
        finished = re.search(r"^interrupted: (\d+) of 40 are finished; --resume goes on with them$", err, re.M)[1]
        self.assertIn(f"\n| z3 | {finished} | {finished} |", tables)
        done = subprocess.run([*command, "--resume"], env=self.fake_prover("echo unsat"), capture_output=True, text=True, check=True)
        self.assertRegex(done.stderr, r"(?m)^\d+ of 40 were there already$")
        self.assertIn("\n| z3 | 40 | 40 |", done.stdout)
        self.assertEqual([r["number"] for r in self.results(out)], list(range(40)))

    def test_provers_that_do_not_work(self):
        command = [INEQ, "evaluate", "--problems", EXAMPLES, "--prover", "z3"]
        done = subprocess.run(command, env={"PATH": str(self.folder)}, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("z3 is not installed", done.stderr)
        always = self.folder / "always"
        always.mkdir()
        (always / "z3").write_text("#!/bin/sh\necho unsat\n")
        (always / "z3").chmod(0o755)
        done = subprocess.run(command, env={"PATH": f"{always}:{os.environ['PATH']}"}, capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("proves a=b", done.stderr)
        environment = self.fake_prover("")
        (self.folder / "bin" / "z3").write_text("#!/bin/sh\necho 'cannot load libz3'\n")
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("does not prove (a+b)=(b+a): cannot load libz3", done.stderr)

    def test_bad_input(self):
        cases = [
            ([], "--problems"),
            (["--problems", self.folder / "none"], "No such file"),
            (["--problems", self.file("", "empty")], "there are no problems"),
            (["--problems", self.file(record() + "\n" + record(goal="a"), "bad")], "bad:2: goal, column 2: expected"),
            (["--problems", EXAMPLES, "--agent", "best-first,oracle"], "oracle"),
            (["--problems", EXAMPLES, "--prover", "oracle"], "oracle"),
            (["--problems", EXAMPLES, "--prover", "z3", "--proofs", "x"], "go with --agent"),
            (["--problems", EXAMPLES, "--prover", "z3", "--plot", "x"], "go with --agent"),
            (["--problems", EXAMPLES, "--resume"], "--resume goes with --out"),
            (["--problems", EXAMPLES, "--out", "-"], "give --out and --proofs the name of a file"),
            (["--problems", EXAMPLES, "--out", "/nowhere/x"], "No such file"),
            (["--problems", EXAMPLES, "-n", 0], "-n"),
        ]
        for arguments, message in cases:
            with self.subTest(arguments):
                self.assertIn(message, self.run_ineq("evaluate", *arguments, code=2)[1])


class Export(Case):
    FORMATS = {"coq": r"^Definition (\w+)", "hol-light": r"^let (\w+) = theorem"}

    def test_every_theorem_has_its_stable_name(self):
        for form, pattern in self.FORMATS.items():
            out, err = self.run_ineq("export", "--to", form, EXAMPLES)
            names = re.findall(pattern, out, re.M)
            self.assertEqual(names[0], "ineq_figure_1")
            self.assertEqual(len(set(names)), 18)
            self.assertIn("exported 18, left out 0", err)

    def test_names_are_legal_and_distinct(self):
        ids = ["a", "a", "*) Axiom cheat", "x" * 1000, "\u00e9", "", "b-c/d.e_f"]
        out, _ = self.run_ineq("export", "--to", "coq", "-", stdin="\n".join(record(id=i) for i in ids))
        names = re.findall(r"^Definition (\S+)", out, re.M)
        self.assertEqual(len(set(names)), len(ids))
        self.assertEqual((names[0], names[1], names[6]), ("ineq_a", "ineq_a_2", "ineq_b_c_d_e_f"))
        for name in names:
            self.assertRegex(name, r"^ineq_[A-Za-z0-9_]{1,110}$")
        self.assertNotIn("cheat *)", out)
        self.assertNotIn("\nAxiom", out)

    def test_ids_are_no_code(self):
        evil = ["*) Axiom", "$) $a", "\n(assert false)\n", "\nfof(x,axiom,$false).\n", "-/ axiom", '"; ']
        ids = [(e * 200)[:length] for e in evil for length in range(1, 200)]
        records = "\n".join(record(id=i) for i in ids)
        for form in ("coq", "hol-light", "metamath", "lean", "smtlib"):
            out, _ = self.run_ineq("export", "--to", form, "-", stdin=records)
            for code in ("*) A", "$) $", "(assert false", "fof(", "-/ a", '"; "; '):
                self.assertFalse(code in out, f"{code} in {form}")

    def test_the_input_is_not_written_over(self):
        path = self.file(record())
        _, err = self.run_ineq("export", "--to", "coq", path, "--out", path, code=2)
        self.assertIn("this is the input", err)

    def test_names_do_not_depend_on_the_format(self):
        lines = "\n".join([record(id="", proof=[]), record(id="a", proof=[]), record(id="a"), record(id="A"), record(id="")])
        coq, _ = self.run_ineq("export", "--to", "coq", "-", stdin=lines, code=1)
        smt, _ = self.run_ineq("export", "--to", "smtlib", "-", stdin=lines)
        names = re.findall(r'^\(echo "(\w+)"', smt, re.M)
        self.assertEqual(names[1:4], ["ineq_a", "ineq_a_2", "ineq_A_3"])
        self.assertEqual(names[4], names[0] + "_2")
        self.assertEqual(re.findall(r"^Definition (\S+)", coq, re.M), names[2:])

    def test_a_file_each(self):
        folder = self.folder / "theorems"
        self.run_ineq("export", "--to", "coq", "--each", EXAMPLES, "--out", folder)
        self.assertEqual(len(list(folder.glob("ineq_*.v"))), 18)
        self.assertIn("Lemma AdditionZero_1", (folder / "Ineq.v").read_text())
        self.assertIn("Require Import Reals Ineq", (folder / "ineq_figure_1.v").read_text())

    def test_unchecked_division(self):
        wrong = record(rules="int-2021", goal="(a*(1/a))=1", proof=["mul_simp | (a*(1/a)) in obj"])
        _, err = self.run_ineq("export", "--to", "coq", "-", stdin=wrong, code=1)
        self.assertIn("it divides by what may be 0: a!=0 is missing", err)
        out, _ = self.run_ineq("export", "--to", "coq", "--add-nonzero", "-", stdin=wrong)
        self.assertIn("(h1 : a <> 0)", out)

    def test_what_is_wrong_is_left_out(self):
        lines = "\n".join([record(), record(proof=[]), record(id="other")])
        out, err = self.run_ineq("export", "--to", "coq", "-", stdin=lines, code=1)
        self.assertEqual(re.findall(r"^Definition (\S+)", out, re.M), ["ineq_good", "ineq_other"])
        self.assertIn("-:2: left out: ", err.replace("standard input", "-"))

    def test_bad_input(self):
        cases = {
            ("--to", "isabelle", EXAMPLES): "--to",
            ("--to", "coq", self.folder / "none"): "No such file",
            ("--to", "coq", "--each", EXAMPLES): "--each needs a folder",
            ("--to", "coq", self.file("{")): ":1: ",
            ("--to", "coq", EXAMPLES, "--out", self.folder / "none" / "file"): "none",
        }
        for arguments, message in cases.items():
            with self.subTest(arguments):
                self.assertIn(message, self.run_ineq("export", *arguments, code=2)[1])

    def export(self, format, *arguments, **options):
        return self.run_ineq("export", "--to", format, EXAMPLES, *arguments, **options)

    def test_systems_take_what_is_exported(self):
        count = len(EXAMPLES.read_text().splitlines())
        for format, name, command in (("coq", "coqc", ["coqc", "all.v"]), ("smtlib", "z3", ["z3", "all.smt2"]),
                                      ("latex", "pdflatex", ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "all.tex"])):
            with self.subTest(name):
                if not shutil.which(name):
                    self.skipTest(f"{name} is not installed")
                self.export(format, "--out", self.folder / command[-1])
                done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=300)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                if format == "smtlib":
                    self.assertEqual(done.stdout.splitlines().count("unsat"), count)

    def test_a_file_for_each(self):
        count = len(EXAMPLES.read_text().splitlines())
        for format, extension, library in (("coq", ".v", "Ineq.v"), ("lean", ".lean", "Ineq.lean"), ("smtlib", ".smt2", None),
                                           ("tptp", ".p", None), ("latex", ".tex", None)):
            with self.subTest(format):
                folder = self.folder / format
                self.export(format, "--each", "--out", folder)
                names = {path.name for path in folder.iterdir()}
                self.assertEqual(len(names), count + (library is not None))
                self.assertTrue(library is None or library in names)
                self.assertIn("ineq_figure_1" + extension, names)

    def test_statements_need_no_proof(self):
        path = self.file(json.dumps({"premises": [], "goal": "a+b=b+a"}))
        for format in ("smtlib", "tptp"):
            self.run_ineq("export", "--to", format, path)
        self.run_ineq("export", "--to", "latex", path, code=2)

    def test_bad_use(self):
        self.assertIn("use --each", self.export("tptp", code=2)[1])
        for format in ("smtlib", "tptp", "latex"):
            self.assertIn("systems that check proofs", self.export(format, "--damage", 1, code=2)[1])


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
        self.run_ineq("play", "a=a", stdin=f"save {self.folder}/link\nsave /dev/null\n")
        self.assertTrue((self.folder / "link").is_symlink())
        self.assertIn('"goal":"a=a"', real.read_text())
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["link", "real"])
        self.assertTrue(pathlib.Path("/dev/null").is_char_device())

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
        hints = re.findall(r"^(\w+ \| .*)\n((?:    .*\n)+)", out, re.M)
        self.assertGreater(len(hints), 100)
        for action, result in hints[::20]:
            after, _ = self.run_ineq("play", self.GOAL, stdin=action + "\n",
                                     code=0 if "proves it" in result else 1)
            for goal in re.findall(r"goal (.*)", result):
                self.assertIn("goal " + goal, after)

    def test_commands(self):
        out, _ = self.run_ineq("play", "--file", EXAMPLES, "--id", "worked-example",
                               stdin="help\naxioms\nhint FPI\nlatex\nproof\nquit\nAC 99\n", code=1)
        for part in ("pointer text", "a+c>=b+d if a>=b, c>=d", "ineq_prin_one | ", "\\paragraph", "given  d >= e"):
            self.assertIn(part, out)

    def test_bad_commands_say_where_and_the_game_goes_on(self):
        cases = {
            "AC 99": "line 1: column 4: there is no node 99",
            "AC 1 2 3 4": "line 1: column 10: no axiom takes more operands",
            "AC x": "line 1: column 4: expected the number of a node",
            "frobnicate": "line 1: column 1: there is no command or axiom 'frobnicate'",
            "add_cmmt | (a+b in obj": "line 1: column 17: expected an operator or ')'",
            "@Z$": "line 1: column 2: expected the letter of an axiom",
            "undo": "there is nothing to undo",
            "hint nothing": "there is no axiom 'nothing'",
            "save /nowhere/file": "No such file",
        }
        for command, message in cases.items():
            with self.subTest(command):
                out, err = self.run_ineq("play", self.GOAL, stdin=f"{command}\nAC 1\nAA 1\n", code=2)
                self.assertIn(message, err)
                self.assertTrue(out.endswith("proven in 2 steps\n"))

    def test_bad_theorems(self):
        for arguments in (["a+"], ["a=b", "--premise", "a>b"], [], ["--file", EXAMPLES, "--id", "none"], ["a!=0"], ["--file", "-"]):
            with self.subTest(arguments):
                self.run_ineq("play", *arguments, code=2)


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
            "steps": ((good, "--steps", -1), "expected a whole number, found '-1'"),
            "rules": ((good, "--rules", "none"), "--rules: none not in"),
            "no file": ((), "file is required"),
        }
        for name, (arguments, message) in cases.items():
            with self.subTest(name):
                self.assertRegex(self.run_ineq("episode", *arguments, code=2)[1], message)


class Documents(Case):
    def test_the_page_of_axioms_is_the_table(self):
        page = (SOURCE / "docs" / "axioms.md").read_text()
        self.assertEqual(self.run_ineq("axioms", "--markdown")[0], page)

    def test_help_has_examples(self):
        for command in ("generate", "orders", "split", "stats", "check", "prove", "evaluate", "play", "episode",
                        "axioms"):
            self.assertIn("Example", self.run_ineq(command, "--help")[0])

    def test_usage_errors(self):
        for arguments in ([], ["frobnicate"], ["check"], ["check", "--rules", "x", "-"], ["check", "--threads", "0", "-"]):
            with self.subTest(arguments):
                self.run_ineq(*arguments, code=2)

    def test_every_command_in_the_documents_runs(self):
        """Lines of a fenced block that begin with `$ build/ineq`, with the output that follows them."""
        count = 0
        for page in [SOURCE / "README.md", *sorted((SOURCE / "docs").glob("*.md"))]:
            for block in re.findall(r"```\n(.*?)```", page.read_text(), re.S):
                for command, expected in re.findall(r"^\$ (.*)\n((?:[^$].*\n)*)", block, re.M):
                    command = command.replace("build/ineq", INEQ)
                    done = subprocess.run(command, shell=True, cwd=SOURCE, capture_output=True, text=True)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertIn(expected.strip(), done.stdout)
                    count += 1
        self.assertGreater(count, 0)

    def test_the_tables_of_the_statistics_are_what_the_commands_print(self):
        page = (SOURCE / "docs" / "statistics.md").read_text()
        commands = re.findall(r"```\n\$ build/ineq (stats .*)\n```\n\n((?:\|.*\n|\n(?=\|))*)", page)
        self.assertEqual(len(commands), 4)
        for command, tables in commands:
            out, _ = self.run_ineq(*command.split())
            self.assertIn(tables.rstrip(), out)

    def test_the_page_of_the_generator_has_every_field(self):
        page = (SOURCE / "docs" / "generator.md").read_text()
        options = re.findall(r"^  --?([\w-]+)", self.run_ineq("generate", "--help")[0], re.M)
        self.assertGreater(len(options), 20)
        for option in options:
            if option not in ("h", "n"):
                self.assertIn(f"`{option.replace('-', '_')}`" if f"`--{option}`" not in page else f"`--{option}`", page)


if __name__ == "__main__":
    unittest.main()
