"""`ineq generate`: reproducible files, interrupted runs, specifications, cards and impossible requests."""

import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import unittest

from support import EXAMPLES, INEQ, Case, catches_interrupt


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
            ("-k", 1, "-l", 0): "-l: expected a whole number from 1 to 25, found '0'",
            ("-l", 26): "-l: expected a whole number from 1 to 25, found '26'",
            ("-k", 18, "-l", 20): "-k: expected a whole number from 1 to 17, found '18'",
            ("--degree", 40): "--degree: expected a whole number from 0 to 20, found '40'",
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
                made = json.loads(checkpoint.read_text())["progress"]
                self.assertIn("there is an unfinished run", self.run_ineq(*arguments, code=2)[1])
                count = made + 1000
                _, err = self.run_ineq(*arguments, "-n", count, "--resume", "--threads", 1)
                self.assertRegex(err, f"^{made} theorems were already written; 1000 theorems")
                whole = self.folder / ("whole-" + name)
                self.run_ineq(*arguments[:-1], whole, "-n", count)
                self.assertEqual(path.read_bytes(), whole.read_bytes())
                self.assertEqual(sorted(self.folder.iterdir()), sorted([path, whole]))
                path.unlink()
                whole.unlink()

    def test_an_interrupted_run_says_how_to_go_on(self):
        path = self.folder / "out.jsonl.zst"
        arguments = ["generate", "-k", "2", "-l", "2", "--out", path]
        running = subprocess.Popen([INEQ, *arguments, "-n", "100000000"], stderr=subprocess.PIPE, text=True)
        self.wait_for((self.folder / "out.jsonl.zst.checkpoint").exists, running)
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=60)
        self.assertEqual(running.returncode, 1)
        kept = re.fullmatch(r"interrupted: (\d+) of 100000000 theorems are kept; the same command with --resume continues from there\n", err)[1]
        _, err = self.run_ineq(*arguments, "-n", int(kept) + 10, "--resume")
        self.assertTrue(err.startswith(f"{kept} theorems were already written; 10 theorems"), err)
        for options, reason in ((["--min-shortest", 2], "there was no checkpoint yet"), (["--distinct"], "a run with --distinct has no checkpoints")):
            other = self.folder / "other.jsonl"
            running = subprocess.Popen([INEQ, "generate", "-n", "100000000", "--out", other, *map(str, options)], stderr=subprocess.PIPE, text=True)
            self.wait_for(lambda: any(p.name == "other.jsonl.partial" for p in self.folder.iterdir()) and catches_interrupt(running), running)
            running.send_signal(signal.SIGINT)
            _, err = running.communicate(timeout=60)
            if "are kept" not in err:  # a fast machine reaches the first checkpoint
                self.assertEqual((running.returncode, err), (1, f"interrupted: nothing is kept, because {reason}\n"))
                self.assertEqual([p.name for p in self.folder.iterdir()], [path.name])

    def test_one_hard_theorem_does_not_delay_an_interrupt(self):
        hard = ["-k", 3, "-l", 7, "--min-shortest", 7, "--shortest-nodes", 10**9, "--order-trials", 1000]
        for options in (["--threads", 1], ["--threads", 2], ["--distinct"]):
            with self.subTest(options):
                path = self.folder / "hard.jsonl"
                arguments = map(str, ["generate", *hard, "-n", 100, "--out", path, *options])
                running = subprocess.Popen([INEQ, *arguments], stderr=subprocess.PIPE, text=True)
                self.addCleanup(running.kill)
                self.wait_for((self.folder / "hard.jsonl.partial").exists, running)
                running.send_signal(signal.SIGINT)
                _, err = running.communicate(timeout=10)
                self.assertEqual(running.returncode, 1)
                self.assertRegex(err, "^interrupted: nothing is kept, because ")
                self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_card_is_another_file(self):
        for name, options in (("x", []), ("y.src", ["--format", "seq2seq"])):
            for card in (self.folder / name, f"{self.folder}/./{name}"):
                _, err = self.run_ineq("generate", "-n", 3, "--out", self.folder / name[0], *options, "--card", card, code=2)
                self.assertEqual(err, "ineq: --card and --out name the same file\n")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_nothing_is_overwritten_by_accident(self):
        out, card = self.folder / "out.jsonl", self.folder / "card.md"
        asked = ["generate", "-n", 10, "--out", out, "--card", card]
        self.run_ineq(*asked)
        data, text = out.read_bytes(), card.read_text()
        self.assertIn("out.jsonl: the file exists already; --force overwrites it", self.run_ineq(*asked, code=2)[1])
        self.assertIn("out.jsonl: the file exists", self.run_ineq(*asked[:5], "--seed", 3, code=2)[1])
        self.assertIn("card.md: the file exists", self.run_ineq("generate", "--out", self.folder / "x", "--card", card, code=2)[1])
        self.assertEqual((out.read_bytes(), card.read_text()), (data, text))
        self.assertEqual(len(list(self.folder.iterdir())), 2)
        self.run_ineq(*asked, "--seed", 3, "--force")
        self.assertNotEqual(out.read_bytes(), data)
        pairs = self.folder / "pairs"
        self.run_ineq("generate", "--format", "seq2seq", "--out", pairs)
        for more in ([], ["--resume"]):
            self.assertIn("pairs.src: the file exists", self.run_ineq("generate", "--format", "seq2seq", "--out", pairs, *more, code=2)[1])

    def test_a_finished_file_is_complete(self):
        for name in ("out.jsonl", "out.jsonl.zst"):
            out = self.folder / name
            asked = ["generate", "-l", 5, "--out", out, "--resume", "--card", self.folder / (name + ".md")]
            for _ in range(2):
                _, err = self.run_ineq(*asked, "-n", 100)
            self.assertEqual(err, f"{out} is complete: it has all 100 theorems\n")
            before = out.read_bytes()
            for options, message in (
                (["-n", 120], "the 100 theorems in it cannot be extended; --first 100 -n 20 writes the others to another file; --force"),
                (["-n", 99], "the file is finished and has 100 theorems; --force overwrites it"),
                (["-n", 100, "-k", 2], "the file is finished and has other theorems; --force overwrites it"),
                (["-n", 100, "--first", 1], "has other theorems"),
            ):
                with self.subTest(options):
                    self.assertIn(message, self.run_ineq(*asked[:-2], *options, code=2)[1])
            self.assertEqual(out.read_bytes(), before)
            self.run_ineq(*asked[:-2], "-n", 120, "--force")
            self.assertNotEqual(out.read_bytes(), before)

    def test_a_full_disk_leaves_nothing_under_the_final_name(self):
        def small_disk():
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
        made = json.loads((self.folder / "near.checkpoint").read_text())["progress"]
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

    def test_theorems_that_are_excluded_need_no_proof(self):
        made = json.loads(self.run_ineq("generate", "-n", 1, "--out", "-")[0])
        bare = self.file(json.dumps({"premises": made["premises"], "goal": made["goal"]}))
        self.assertNotEqual(json.loads(self.run_ineq("generate", "-n", 1, "--exclude", bare, "--out", "-")[0])["goal"], made["goal"])

    def test_options_that_do_not_go_together(self):
        cases = {
            ("--orders", EXAMPLES): "this is not JSON",
            ("-k", 1, "-l", 2, "--goal", "inequality"): "no order of axioms makes such theorems",
            ("--with", "states", "--format", "seq2seq", "--out", "x"): "--with requires --format jsonl",
            ("--resume",): "--resume requires --out",
            ("--format", "seq2seq", "--out", "-"): "give them a name",
            ("-k", "three"): "-k: expected a whole number from 1 to 17, found 'three'",
            ("--no-transform", 1.5): "no_transform: expected a number from 0 to 1, found '1.5'",
            ("--spec", ""): "--spec: expected a value, found an empty text",
            ("--spec=", "-n", 1): "--spec: expected a value, found an empty text",
            ("--exclude", ""): "--exclude: expected a value, found an empty text",
            ("--out", ""): "--out: expected a value, found an empty text",
            ("-n", -1): "expected a whole number of at least 0, found '-1'",
            ("--first", 2**64 - 1, "-n", 3, "--out", "-"): "go beyond 2^64",
            ("--first", 2**64 - 1, "-n", 3): "go beyond 2^64",
            ("--out", self.folder / "a\nb", "--card", self.folder / "c"): "a card cannot name a file",
            ("--longest-sample", 0): "--longest-sample: expected a whole number of at least 1, found '0'",
            ("--with", "states"): "--with requires --out",
            ("--out", "-", "--resume"): "--resume requires a file",
            ("--order-trials", "x"): "--order-trials: expected a whole number",
            ("--exclude", os.devnull): "there are no records in it",
            ("--out", self.folder / "x", "--card", "/nowhere/card"): "No such file",
        }
        for arguments, message in cases.items():
            with self.subTest(arguments):
                self.assertIn(message, self.run_ineq("generate", *arguments, code=2)[1])
        deep = self.file('{"k": ' + "[" * 200_000 + "]" * 200_000 + "}", "deep.json")
        self.assertIn("nested too deeply", self.run_ineq("generate", "--spec", deep, code=2)[1])

    def test_hard_theorems_are_the_same_on_any_number_of_threads(self):
        asked = ("generate", "-l", 4, "-n", 40, "--min-shortest", 4)
        paths = [self.folder / f"{threads}.jsonl" for threads in (1, 3)]
        for path in paths:
            _, err = self.run_ineq(*asked, "--threads", path.name[0], "--out", path, "--card", path.with_suffix(".md"))
            self.assertRegex(err, r"% of the attempts kept, \d+ too easy\n")
        self.assertEqual(paths[0].read_bytes(), paths[1].read_bytes())
        self.assertIn('"min_shortest": 4', paths[0].with_suffix(".md").read_text())
        self.assertEqual(self.run_ineq("check", paths[0])[0], "accepted 40, rejected 0\n")
        shortest = json.loads(self.run_ineq("stats", "--shortest", "--json", paths[0])[0])[0]["shortest"]
        self.assertEqual(shortest["settled"]["counts"], {"4": 40})
        # What is hard enough stays where it is: other theorems come in place of the rest alone.
        plain = self.run_ineq("generate", "-l", 4, "-n", 40, "--out", "-")[0].splitlines()
        hard = paths[0].read_text().splitlines()
        same = sum(a == b for a, b in zip(plain, hard))
        self.assertTrue(5 < same < 40, same)
        self.assertIn("per second; ", self.run_ineq("generate", "-n", 5, "--min-shortest", 0, "--out", "-")[1])

    def test_the_limit_of_nodes_is_part_of_what_is_asked_for(self):
        texts = [self.run_ineq("generate", "-l", 5, "-n", 6, "--min-shortest", 5, "--shortest-nodes", nodes, "--out", "-")[0]
                 for nodes in (20, 1000)]
        self.assertNotEqual(*texts)
        for arguments, message in {
            ("--min-shortest", 4): "min_shortest is at most l: a proof of 3 steps is known",
            ("--min-shortest", -1): "--min-shortest: expected a whole number of at least 0, found '-1'",
            ("--min-shortest", 3, "--shortest-nodes", 0): "min_shortest requires shortest_nodes of at least 1",
        }.items():
            self.assertIn(message, self.run_ineq("generate", *arguments, code=2)[1])

    def test_the_card_makes_the_same_again(self):
        (self.folder / "data").mkdir()
        orders = self.folder / "orders.json"
        self.run_ineq("orders", "-k", 3, "-l", 3, "-n", 50, "--out", orders)
        for name, options in {"it's: #1 $(id).jsonl": ["--with", "states,pointers"], "pairs": ["--format", "fairseq"]}.items():
            with self.subTest(name):
                path, card = self.folder / "data" / name, self.folder / "data" / "README.md"
                self.run_ineq("generate", "-n", 100, "--orders", orders, "--first", 7, "--out", path, "--card", card, "--force", *options)
                header, text = card.read_text().split("---\n", 2)[1:]
                self.assertIn("size_categories:\n- n<1K\n", header)
                files = [path] if "jsonl" in name else [path.with_suffix(".src"), path.with_suffix(".tgt")]
                self.assertEqual('  - split: train\n    path: "it\'s: #1 $(id).jsonl"\n' in header, len(files) == 1)
                before = [file.read_bytes() for file in files]
                for file in (self.folder / "data").iterdir():
                    if file.name.startswith(name):
                        file.unlink()
                spec, command = re.findall(r"```(?:json)?\n(.*?)```", text, re.S)
                (self.folder / "data" / "spec.json").write_text(spec)
                words = command.strip().split(" ", 1)[1]
                subprocess.run(f"{INEQ} {words}", shell=True, check=True, cwd=self.folder / "data", stderr=subprocess.DEVNULL)
                self.assertEqual([file.read_bytes() for file in files], before)


if __name__ == "__main__":
    unittest.main()
