"""`ineq score`: proofs that anybody made, with problems from files and with frozen sets."""

import hashlib
import json
import pathlib
import re
import subprocess
import unittest

from support import EXAMPLES, GOOD, INEQ, SOURCE, Case, record

COMMUTE = {"goal": "(a+b)=(b+a)", "proof": ["add_cmmt | (a+b) in obj"]}


class Score(Case):
    def score(self, problems, *proofs, code=0, options=(), stdin=b""):
        """The JSON of the score, or the message if the code is not 0. Both arguments are texts of files."""
        paths = [self.file(text, f"proofs-{i}.jsonl") for i, text in enumerate(proofs)]
        out, err = self.run_ineq("score", "--problems", self.file(problems, "problems.jsonl"), "--proofs", *paths, *options,
                                 "--json", code=code, stdin=stdin)
        return json.loads(out) if code == 0 else err

    def generate(self, *options):
        return self.run_ineq("generate", *options, "--out", "-")[0]

    def test_counts(self):
        problems = self.generate("-k", 3, "-l", 5, "-n", 5) + self.generate("-k", 3, "-l", 3, "-n", 5)
        records = [json.loads(line) for line in problems.splitlines()]
        records[1]["proof"] = records[1]["proof"][:-1]
        proofs = "".join(json.dumps(r) + "\n" for r in records[:8])
        result = self.score(problems, proofs, options=["--steps", 4])
        self.assertEqual({name: result[name] for name in ("theorems", "proven", "rejected", "too_long", "without_proof", "as_given")},
                         {"theorems": 10, "proven": 3, "rejected": 1, "too_long": 4, "without_proof": 2, "as_given": 3})
        self.assertEqual((result["success"], result["length"], result["proven_length"]), (0.3, (3 * 3 + 7 * 4) / 10, 3))
        low, high = result["interval"]
        self.assertAlmostEqual(low, 0.1078, 4)  # Wilson
        self.assertAlmostEqual(high, 0.6032, 4)
        self.assertEqual([(s["k"], s["l"], s["theorems"], s["proven"]) for s in result["settings"]], [(3, 3, 5, 3), (3, 5, 5, 0)])
        self.assertIsNone(result["settings"][1]["proven_length"])
        rejection, = result["rejections"]
        self.assertEqual((rejection["number"], rejection["id"], rejection["line"]), (1, records[1]["id"], 2))
        self.assertTrue(rejection["file"].endswith("/proofs-0.jsonl"))
        self.assertRegex(rejection["reason"], "^the proof ends before .* is proven$")

    def test_every_field(self):
        result = self.score(record(), record(proof=[]), options=["--name", "büro | 1"])
        self.assertEqual(list(result), ["score", "name", "set", "version", "sha256", "theorems", "proven", "success", "interval",
                                        "length", "proven_length", "step_limit", "without_proof", "rejected", "too_long",
                                        "as_given", "settings", "rejections", "program"])
        self.assertEqual((result["score"], result["name"], result["step_limit"]), (1, "büro | 1", 15))
        self.assertEqual((result["set"], result["version"], result["settings"]), (None, None, []))
        self.assertEqual(list(result["rejections"][0]), ["number", "id", "file", "line", "reason"])
        self.assertEqual("ineq " + result["program"]["version"], self.run_ineq("--version")[0].strip())
        self.assertRegex(result["program"]["commit"], r"^([0-9a-f]{40}(-dirty)?|unknown)$")
        page = (SOURCE / "docs" / "benchmark.md").read_text()
        fields = list(result) + list(result["rejections"][0]) + list(result["program"]) + ["k", "l"]
        for field in fields:
            self.assertIn(f"`{field}`", page)

    def test_the_checksum_is_that_of_the_file(self):
        problems = self.generate("-n", 3)
        checksum = hashlib.sha256(problems.encode()).hexdigest()
        self.assertEqual(self.score(problems, "")["sha256"], checksum)
        path = self.file(problems, "compressed.jsonl")
        subprocess.run(["zstd", "-q", "--rm", path], check=True)
        compressed = path.with_suffix(".jsonl.zst")
        proofs = self.file(problems, "proofs.jsonl")
        self.assertEqual(json.loads(self.run_ineq("score", "--problems", compressed, "--proofs", proofs, "--json")[0])["sha256"],
                         checksum)

    def test_compressed_files_and_standard_input(self):
        path = self.file(record() + "\n", "one.jsonl")
        subprocess.run(["zstd", "-q", path], check=True)
        compressed = path.with_suffix(".jsonl.zst").read_bytes()
        problems = self.file(record(), "problems.jsonl")
        for arguments, stdin in ((["--problems", problems, "--proofs", "-"], path.read_bytes()),
                                 (["--problems", problems, "--proofs", "-"], compressed),
                                 (["--problems", "-", "--proofs", path.with_suffix(".jsonl.zst")], path.read_bytes()),
                                 (["--problems", path.with_suffix(".jsonl.zst"), "--proofs", problems], b"")):
            out, _ = self.run_ineq("score", *arguments, stdin=stdin)
            self.assertIn("\n| all | 1 | 1 | 100.0 |", out)
        for name in ("-", problems):
            _, err = self.run_ineq("score", "--problems", name, "--proofs", name, code=2)
            self.assertEqual(err, "ineq: --problems and --proofs name the same file\n")

    def test_what_evaluate_and_prove_write_is_scored_as_it_is(self):
        problems = self.file(self.generate("-k", 3, "-l", 7, "-n", 10), "problems.jsonl")
        proofs, other = self.folder / "proofs.jsonl", self.folder / "proofs.jsonl.zst"
        fields = ("proven", "success", "interval", "length", "proven_length")
        for path in (proofs, other):
            report, _ = self.run_ineq("evaluate", "--problems", problems, "--nodes", 4, "--proofs", path, "--json")
            agent, = json.loads(report)["solvers"]
            result = json.loads(self.run_ineq("score", "--problems", problems, "--proofs", path, "--json")[0])
            self.assertEqual([result[name] for name in fields], [agent[name] for name in fields])
            self.assertTrue(0 < result["proven"] < 10)
        out, _ = self.run_ineq("prove", "--file", problems, "--json")
        result = json.loads(self.run_ineq("score", "--problems", problems, "--proofs", "-", "--json", stdin=out)[0])
        self.assertEqual(result["proven"], 10)
        self.run_ineq("evaluate", "--problems", problems, "--nodes", 0, "--proofs", proofs, "--force")
        out, err = self.run_ineq("score", "--problems", problems, "--proofs", proofs)
        self.assertIn("\n| all | 10 | 0 | 0.0 |", out)  # nothing was proven: that is a score
        self.assertEqual(err, "note: there are no proofs\n")

    def test_tables(self):
        problems = self.generate("-k", 3, "-l", 5, "-n", 2) + self.generate("-k", 3, "-l", 3, "-n", 2)
        path = self.file(problems, "problems.jsonl")
        proofs = self.file(problems.splitlines()[0] + "\n" + record(**json.loads(problems.splitlines()[3]) | {"proof": ["a\x1b[2J"]}),
                           "proofs.jsonl")
        out, _ = self.run_ineq("score", "--problems", path, "--proofs", proofs, "--name", "mine\x1b[2J")
        checksum = hashlib.sha256(problems.encode()).hexdigest()
        self.assertTrue(out.startswith(f"{proofs}:2: rejected ordered-field/k3l3/d0/s1/000001: step 1"), out)
        self.assertIn(f"\n\nmine\\x1b[2J on problems from files, 4 theorems, SHA-256 {checksum}\n\n| | problems |", out)
        self.assertIn("\n| all | 4 | 1 | 25.0 | 4.6 to 69.9 | 12.50 | 5.00 |\n| K3 L3 | 2 | 0 | 0.0 |", out)
        self.assertTrue(out.endswith("\n\nnot proven: 2 without a proof, 1 with a rejected proof, 0 with a proof of more than 15 steps\n"
                                     "1 of the proofs are the ones in the records of the problems\n"), out)

    def test_the_kernel_checks_under_the_rules_of_the_problem(self):
        division = {"id": "d", "premises": [], "goal": "1=(0*(1/0))", "proof": ["mul_simp | (0*(1/0)) in obj"]}
        lines = {rules: json.dumps(division | {"rules": rules}) for rules in ("standard", "int-2021")}
        self.assertEqual(self.score(lines["int-2021"], lines["int-2021"])["proven"], 1)
        self.assertEqual(self.score(lines["int-2021"], lines["standard"])["proven"], 1)
        result = self.score(lines["int-2021"], json.dumps(division | {"proof": []}))  # it names no rules
        self.assertEqual(result["rejections"][0]["reason"], "the proof ends before 1=(0*(1/0)) is proven")
        for problem in (lines["standard"], json.dumps(division)):
            result = self.score(problem, lines["int-2021"])
            self.assertEqual((result["proven"], result["rejected"]), (0, 1))
            self.assertEqual(result["rejections"][0]["reason"],
                             "the proof ends before 0!=0 is proven (under standard, the rules of the problem; the record says int-2021)")

    def test_the_theorem_is_what_the_kernel_reads(self):
        problem = record(id="p", premises=["a>=b", "c=d"], goal="((a+b)+c)=((c+a)+b)")
        for changes in ({"goal": "a + b + c = c + a + b"}, {"premises": ["c=d", "b<=a", "c = d"]}, {"id": None}, {"id": "another"}):
            proof = record(**{"id": "p", "premises": ["a>=b", "c=d"], "goal": "((a+b)+c)=((c+a)+b)"} | changes)
            self.assertEqual(self.score(problem, proof)["proven"], 1, changes)

    def test_proofs_of_other_theorems_are_refused(self):
        problems = record(id="p", premises=["a>=b"]) + "\n" + record(id="q", **COMMUTE)
        other = "ineq: {}:3: this is a proof of another theorem: {}\n"
        cases = {
            "goal": ({"id": "x", "goal": "a=a"}, "no problem has this goal"),
            "premises": ({"id": "x"}, "the problem with this goal has other premises"),
            "more premises": ({"id": None, "premises": ["a>=b", "b>=a"]}, "the problem with this goal has other premises"),
            "names of variables": ({"id": None, "premises": ["a>=c"], "goal": "((a+c)+b)=((b+a)+c)"}, "no problem has this goal"),
            "a right id": ({"id": "p", "goal": "a=a", "proof": []}, "the problem with the id 'p' is a different one"),
            "the id of another problem": ({"id": "p"} | COMMUTE, "the problem with the id 'p' is a different one"),
        }
        for name, (changes, why) in cases.items():
            with self.subTest(name):
                message = self.score(problems, "\n\n" + record(**changes), code=2)
                self.assertEqual(message, other.format(self.folder / "proofs-0.jsonl", why))

    def test_second_proofs_are_refused(self):
        one, two = record(id="p"), record(id="q", **COMMUTE)
        files = [self.folder / f"proofs-{i}.jsonl" for i in range(2)]
        message = self.score(one + "\n" + two, f"{one}\n{two}\n{one}\n", code=2)
        self.assertEqual(message, f"ineq: {files[0]}:3: this problem has a proof already, in {files[0]}:1\n")
        # Neither another id, nor another proof, nor another file makes a difference.
        for second in (record(id=None), record(id="r", proof=[]), record(id="p", goal="a+b+c = c+a+b")):
            message = self.score(one, one, second, code=2)
            self.assertEqual(message, f"ineq: {files[1]}:1: this problem has a proof already, in {files[0]}:1\n")

    def test_a_theorem_can_occur_several_times(self):
        wrong = record(id=None, proof=[])
        both = record(id="p") + "\n" + record(id="q")
        self.assertEqual(self.score(both, record(id=None))["proven"], 1)  # each needs a proof
        self.assertEqual(self.score(both, both)["proven"], 2)
        self.assertEqual(self.score(both, wrong + "\n" + record(id="p"))["rejections"][0]["number"], 1)  # the id comes first
        self.assertEqual(self.score(both, record(id="q", proof=[]) + "\n" + record(id="x"))["rejections"][0]["number"], 1)
        self.assertRegex(self.score(both, both + "\n" + wrong, code=2), ":3: this problem has a proof already, in .*:1\n$")
        self.assertRegex(self.score(both, record(id="q") + "\n" + record(id="q"), code=2),
                         ":2: this problem has a proof already, in .*:1\n$")
        # Without ids, or with the same ones, the rules decide.
        division = {"id": "d", "goal": "1=(0*(1/0))", "proof": ["mul_simp | (0*(1/0)) in obj"]}
        for id in ("d", None):
            sound, unsound = (record(**division | {"id": id, "rules": rules}) for rules in ("standard", "int-2021"))
            result = self.score(sound + "\n" + unsound, unsound)
            self.assertEqual((result["proven"], result["rejected"], result["without_proof"]), (1, 0, 1))
            result = self.score(unsound + "\n" + sound, sound + "\n" + unsound)
            self.assertEqual((result["proven"], result["rejections"][0]["number"]), (1, 1))

    def test_wrong_proofs_do_not_count(self):
        proofs = {
            "no step": [],
            "another action": ["add_cmmt | (a+b) in obj"],
            "no axiom": ["add_magic | a in obj"],
            "no action": ["sorry"],
            "an empty step": [""],
            "one step too many": GOOD["proof"] + GOOD["proof"],
            "a long step": ["add_cmmt | " + "(" * 1_000_000],
            "an axiom with a long name": ["é" * 1_000_000 + " | a in obj"],
            "many steps": ["add_cmmt | ((a+b)+c) in obj"] * 4096,
        }
        for name, proof in proofs.items():
            with self.subTest(name):
                result = self.score(record(), record(proof=proof))
                self.assertEqual((result["proven"], result["rejected"], result["length"]), (0, 1, 15))
                self.assertLess(len(result["rejections"][0]["reason"]), 1000)

    def test_unreadable_lines_are_refused(self):
        lines = {
            "not JSON": ("{", "this is not a JSON object"),
            "not UTF-8": (b'{"goal": "\xff\xfe"}', "this is not a JSON object in UTF-8"),
            "no proof": (json.dumps({"goal": "a=a", "premises": []}), "the field 'proof' is missing"),
            "a proof that is a text": (record(proof="add_cmmt"), "'proof' is not a list"),
            "no statement": (record(goal="a+b"), "goal, column 4: expected"),
            "nested": ("[" * 1_000_000, "this is not a JSON object"),
            "too many steps": (record(proof=["add_cmmt | (a+b) in obj"] * 4097), "'proof' has more than 4096 elements"),
            "a result": (json.dumps({"solver": "best-first", "number": 0, "proof": []}), "the field 'goal' is missing"),
            "a huge line": (b" " * 20_000_000, "16777217: the line is longer than 16 MiB"),
        }
        for name, (line, message) in lines.items():
            with self.subTest(name):
                line = line if isinstance(line, bytes) else line.encode()
                err = self.score(record(), record().encode() + b"\n" + line, code=2)
                self.assertTrue(err.startswith(f"ineq: {self.folder}/proofs-0.jsonl:2:"), err)
                self.assertIn(message, err)
                self.assertEqual(len(err.splitlines()), 1)
        self.assertIn("problems.jsonl: there are no records in it", self.score("\n", record(), code=2))
        self.assertIn("problems.jsonl:1: the field 'goal' is missing", self.score("{}", record(), code=2))
        missing = self.folder / "none"
        self.assertEqual(self.run_ineq("score", "--problems", EXAMPLES, "--proofs", missing, code=2)[1],
                         f"ineq: {missing}: No such file or directory\n")

    def test_a_copy_of_the_problems_is_noticed(self):
        result = self.score(EXAMPLES.read_text(), EXAMPLES.read_text())
        self.assertEqual((result["proven"], result["as_given"], result["rejected"]), (18, 18, 0))
        without = "".join(json.dumps(json.loads(line) | {"proof": None}) + "\n" for line in EXAMPLES.read_text().splitlines())
        self.assertEqual(self.score(without, EXAMPLES.read_text())["as_given"], 0)

    def test_the_step_limit(self):
        self.assertEqual(self.score(record(), record(), options=["--steps", 2])["proven"], 1)
        result = self.score(record(), record(), options=["--steps", 1])
        self.assertEqual((result["proven"], result["too_long"], result["rejected"], result["length"]), (0, 1, 0, 1))
        for steps in ("-1", "4097", "two"):
            self.run_ineq("score", "--problems", EXAMPLES, "--proofs", EXAMPLES, "--steps", steps, code=2)

    def test_frozen_sets(self):
        proofs = self.folder / "proofs.jsonl"
        arguments = ["--set", "v1/iid/k3l3/test"]
        report, _ = self.run_ineq("evaluate", *arguments, "--nodes", 2, "--proofs", proofs, "--json")
        result = json.loads(self.run_ineq("score", *arguments, "--proofs", proofs, "--json")[0])
        manifest = json.loads((SOURCE / "benchmark" / "v1.json").read_text())
        for found in (result, json.loads(report)):
            self.assertEqual((found["set"], found["version"]), ("v1/iid/k3l3/test", "v1"))
            self.assertEqual(found["sha256"], manifest["files"]["iid/k3l3/test.jsonl"]["sha256"])
        agent, = json.loads(report)["solvers"]
        self.assertEqual((result["theorems"], result["proven"]), (1000, agent["proven"]))
        self.assertTrue(0 < result["proven"] < 1000)
        self.run_ineq("split", self.folder / "splits", "--only", "iid")
        problems = self.folder / "splits" / "iid" / "k3l3" / "test.jsonl"
        same = json.loads(self.run_ineq("score", "--problems", problems, "--proofs", proofs, "--json")[0])
        self.assertEqual(same, result | {"set": None, "version": None})
        out, _ = self.run_ineq("evaluate", *arguments, "-n", 2)
        self.assertTrue(out.startswith(f"v1/iid/k3l3/test, 2 of 1000 theorems, SHA-256 {result['sha256']}\n\n| |"), out)
        out, _ = self.run_ineq("score", *arguments, "--proofs", proofs, "--name", "best-first")
        self.assertTrue(out.startswith(f"best-first on v1/iid/k3l3/test, 1000 theorems, SHA-256 {result['sha256']}\n\n| |"), out)

    def test_published_results(self):
        """Rows of the table in benchmark.md, made by the command that the page gives."""
        page = (SOURCE / "docs" / "benchmark.md").read_text()
        options = dict(re.findall(r"^\| (\w+) \| [^|]* \| `(--agent .*)` \|$", page, re.M))
        rows = re.findall(r"^\| `(v1/[^`]*)` \| (\w+) \| (.*) \|$", page.split("With `--steps 30`")[0], re.M)
        self.assertEqual((set(options), len(rows)), ({"greedy", "guided", "search"}, 33))
        self.assertEqual({agent for _, agent, _ in rows}, set(options))
        has_networks = (pathlib.Path(INEQ).parent / "ineq_networks.so").exists()
        count = 0
        for name, agent, cells in rows:
            if agent == "search" and not name.startswith("v1/long") or has_networks and (agent, name) == ("greedy", "v1/iid/k3l5/test"):
                with self.subTest(name=name, agent=agent):
                    proofs = self.folder / "proofs.jsonl"
                    arguments = ["--set", name, "--threads", 1, *options[agent].split(), "--proofs", proofs, "--force", "--json"]
                    found, = json.loads(self.run_ineq("evaluate", *arguments)[0])["solvers"]
                    scored = json.loads(self.run_ineq("score", "--set", name, "--proofs", proofs, "--json")[0])
                    low, high = found["interval"]
                    mean = found["mean"]
                    again = [f"{100 * found['success']:.1f} [{100 * low:.1f}, {100 * high:.1f}]", f"{found['length']:.2f}",
                             f"{found['proven_length']:.2f}", *(f"{mean[name]:.1f}" for name in ("expanded", "generated", "steps", "evaluated"))]
                    if agent == "search":
                        self.assertEqual(cells.split(" | ")[:7], again)
                    else:  # sums are rounded differently on another machine
                        self.assertAlmostEqual(float(cells.split(" [")[0]), 100 * found["success"], delta=0.5)
                    for field in ("proven", "success", "interval", "length", "proven_length"):
                        self.assertEqual(scored[field], found[field])
                    count += 1
        self.assertEqual(count, 9 + has_networks)

    def test_bad_use(self):
        for command in ("score", "evaluate"):
            more = ["--proofs", EXAMPLES] if command == "score" else []
            for arguments, message in (
                    ([], f"expected --problems or --set (see ineq {command} --help)"),
                    (["--set", "iid/k3l3"], "there is no frozen set 'iid/k3l3'; `ineq split --list` prints the names, such as "
                                            "v1/axioms/test-k2l7"),
                    (["--set", "v1/iid/k3l3/test", "--problems", EXAMPLES],
                     f"--problems cannot be combined with --set (see ineq {command} --help)")):
                self.assertEqual(self.run_ineq(command, *arguments, *more, code=2)[1], f"ineq: {message}\n")
        self.assertIn("--proofs", self.run_ineq("score", "--problems", EXAMPLES, code=2)[1])


if __name__ == "__main__":
    unittest.main()
