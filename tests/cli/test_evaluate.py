"""`ineq evaluate`: results, resumed runs, external provers and bad input."""

import json
import os
import re
import shutil
import signal
import subprocess
import time
import unittest

from support import ENDLESS, EXAMPLES, HARD, INEQ, Case, catches_interrupt, record


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
            tables, times = tables.split("\n| seconds per problem |")
            self.assertEqual(len(times.splitlines()), 4)
            runs.append((tables, self.results(out), proofs.read_text()))
        self.assertEqual(runs[0], runs[1])
        tables, results, proofs = runs[0]
        self.assertEqual([(r["solver"], r["number"]) for r in results],
                         [(agent, i) for agent in ("best-first", "random") for i in range(16)])
        proven = [r for r in results if r["end"] == "proven"]
        self.assertEqual([r["proof"] for r in proven], [json.loads(p)["proof"] for p in proofs.splitlines()])
        self.assertEqual(self.run_ineq("check", "-", stdin=proofs)[0], f"accepted {len(proven)}, rejected 0\n")
        for row in ("| best-first | 16 |", "| random | K3 L5 | 8 |", "| best-first | proven |", "| 20 |"):
            self.assertIn(f"\n{row}", tables)
        self.assertFalse([path for path in self.folder.iterdir() if path.suffix in (".partial", ".checkpoint")])

    def test_json(self):
        out, _ = self.run_ineq("evaluate", "--problems", "-", "--nodes", 100, "--json", stdin=self.problems().read_text())
        agent, = json.loads(out)["solvers"]
        self.assertEqual((agent["solver"], agent["problems"]), ("best-first", 16))
        self.assertEqual(json.loads(out)["options"]["nodes"], 100)
        self.assertTrue(json.loads(out)["finished"])
        self.assertEqual(sum(agent["ends"].values()), 16)
        self.assertEqual(agent["proven_within"]["100"], agent["proven"])
        self.assertEqual([s["l"] for s in agent["settings"]], [3, 5])
        self.assertLess(agent["interval"][0], agent["success"])

    def test_a_mean_of_nothing_is_no_number(self):
        arguments = ["evaluate", "--problems", self.file(record(goal="a>=b"), "false"), "--nodes", 1]
        agent, = json.loads(self.run_ineq(*arguments, "--json")[0])["solvers"]
        self.assertIsNone(agent["proven_length"])
        self.assertIn("| 15.00 | – |", self.run_ineq(*arguments)[0])

    def test_results_and_proofs_are_different_files(self):
        for name in ("same.jsonl", "./same.jsonl"):
            out = self.folder / "same.jsonl"
            _, err = self.run_ineq("evaluate", "--problems", EXAMPLES, "--out", out, "--proofs", self.folder / "." / name,
                                   code=2)
            self.assertEqual(err, "ineq: --out and --proofs name the same file\n")

    def test_the_input_is_not_written_over(self):
        problems = self.problems()
        for option in ("--out", "--proofs"):
            _, message = self.run_ineq("evaluate", "--problems", problems, option, problems, "--force", code=2)
            self.assertIn("this is the input", message)

    def test_without_standard_error_or_output(self):
        problems = self.problems()
        for closed, code in (("2>&-", 0), (">&-", 2), ("2>&- >&-", 2)):
            with self.subTest(closed):
                out = self.folder / f"out{closed}"
                command = [INEQ, "evaluate", "--problems", problems, "--out", out]
                done = subprocess.run(["sh", "-c", f'"$@" {closed}', "sh", *command], stdout=subprocess.PIPE)
                self.assertEqual(done.returncode, code)
                self.assertEqual(len(self.results(out)), 16)

    def test_a_record_that_cannot_be_written_is_refused_at_once(self):
        deep = record()[:-1] + ', "more": ' + "[" * 300 + "]" * 300 + "}"
        problems = self.file(record() + "\n" + deep, "deep.jsonl")
        self.run_ineq("evaluate", "--problems", problems)
        _, err = self.run_ineq("evaluate", "--problems", problems, "--proofs", self.folder / "proofs", code=2)
        self.assertEqual(err, f"ineq: {problems}:2: the fields are nested too deeply\n")

    def test_one_run_has_the_whole_curve(self):
        problems = self.problems()
        agent, = json.loads(self.run_ineq("evaluate", "--problems", problems, "--nodes", 100, "--json")[0])["solvers"]
        less, = json.loads(self.run_ineq("evaluate", "--problems", problems, "--nodes", 5, "--json")[0])["solvers"]
        self.assertEqual(agent["proven_within"]["5"], less["proven"])

    def test_the_protocol_of_ksubs_counts_states(self):
        out = self.folder / "out"
        arguments = ["evaluate", "--problems", self.problems(), "--agent", "best-first,random", "--protocol", "ksubs"]
        tables, _ = self.run_ineq(*arguments, "--out", out)
        budgets = re.search(r"\| success % within N states met \|.*\n\|.*\n((?:\|.*\n)*)", tables)[1]
        self.assertEqual(re.findall(r"^\| (\d+) \|", budgets, re.M),
                         "5 10 15 20 25 30 40 50 75 100 200 400 500 750 1000".split())
        self.assertIn("| 1000 | 100.0 | – |", budgets)  # random walks do not count states
        self.assertIn("| length, not proven as 30 |", tables)
        results = [r for r in self.results(out) if r["solver"] == "best-first"]
        for result in results:
            self.assertGreaterEqual(result["states"], result["expanded"])
            self.assertLessEqual(result["generated"], 4 * result["expanded"])
        report = json.loads(self.run_ineq(*arguments, "--json")[0])
        self.assertEqual([report["options"][name] for name in ("nodes", "steps", "width")], [1000, 30, 4])
        for budget, proven in report["solvers"][0]["proven_within_states"].items():
            self.assertEqual(proven, sum(r["states"] <= int(budget) for r in results))
        report = json.loads(self.run_ineq(*arguments, "--json", "--nodes", 7, "--steps", 3, "--width", 2)[0])
        self.assertEqual([report["options"][name] for name in ("nodes", "steps", "width")], [7, 3, 2])
        tables, _ = self.run_ineq(*arguments, "--count", "expanded", "--nodes", 20)
        self.assertIn("| success % within N nodes |", tables)

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

    def test_a_picture_that_cannot_be_drawn_is_refused_before_the_run(self):
        arguments = ["evaluate", "--problems", self.file(record(goal=HARD)), *ENDLESS, "--plot"]  # the run would not end
        self.assertIn("control characters", self.run_ineq(*arguments, self.folder / "a\nb", code=2)[1])
        pictures = self.folder / "pictures"
        pictures.mkdir()
        (pictures / "success.svg").write_text("mine")
        self.assertIn("success.svg: the file exists already; --force", self.run_ineq(*arguments, pictures, code=2)[1])
        self.assertFalse((self.folder / "a\nb").exists())
        self.run_ineq("evaluate", "--problems", EXAMPLES, "--nodes", 5, "--plot", pictures, "--force")
        self.assertNotEqual((pictures / "success.svg").read_text(), "mine")

    def test_nothing_is_overwritten_by_accident(self):
        out, proofs = self.folder / "out", self.folder / "proofs"
        arguments = ["evaluate", "--problems", EXAMPLES, "--nodes", 20, "--out", out, "--proofs", proofs]
        tables, _ = self.run_ineq(*arguments)
        before = out.read_bytes(), proofs.read_bytes()
        self.assertIn("out: the file exists already; --force overwrites it", self.run_ineq(*arguments, code=2)[1])
        _, err = self.run_ineq(*arguments[:-4], "--proofs", proofs, code=2)
        self.assertIn("proofs: the file exists already; --force overwrites it", err)
        again, err = self.run_ineq(*arguments, "--resume")
        self.assertEqual((again, err), (tables, f"{out} is complete: it has all 18 results\n"))
        self.assertEqual((out.read_bytes(), proofs.read_bytes()), before)
        self.run_ineq(*arguments, "--force")
        self.assertEqual(proofs.read_bytes(), before[1])

    def test_a_finished_run_is_extended(self):
        problems, out, whole = self.problems(), self.folder / "out", self.folder / "whole"
        arguments = ["evaluate", "--problems", problems, "--nodes", 10]
        self.run_ineq(*arguments, "-n", 5, "--out", out)
        _, err = self.run_ineq(*arguments, "--agent", "random,best-first", "--out", out, "--resume")
        self.assertEqual(err, "5 of 32 results were already computed\n")
        self.run_ineq(*arguments, "--agent", "random,best-first", "--out", whole)
        self.assertEqual(self.results(out), self.results(whole))
        _, err = self.run_ineq(*arguments, "-n", 5, "--out", out, "--resume", code=2)
        self.assertIn("this result is not part of this run and would be lost", err)

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
        size, = json.loads(checkpoint.read_text())["sizes"]
        journal = (self.folder / "out.jsonl.journal.partial").read_bytes()
        finished = journal.count(b"\n")
        self.assertTrue(journal[:size].endswith(b"\n"))
        again = [*arguments, "--out", out, "--proofs", proofs]
        self.assertIn("there is an unfinished run", self.run_ineq(*again, code=2)[1])
        self.assertIn("it differs in solvers", self.run_ineq(*again, "--seed", 5, "--resume", code=2)[1])
        tables, err = self.run_ineq(*again, "--resume")
        self.assertIn(f"{finished} of 60 results were already computed\n", err)
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
        finished = re.search(r"^interrupted: (\d) of 4 are finished; the same command with --resume continues$", err, re.M)[1]
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
                    r"\| z3 \| K3 L5 \| 8 \|.*\| – \| – \| – \|", r"\| 20 \| [\d.]+ \|", r"Unverified answers, not checked by the kernel: z3"):
            self.assertRegex(tables, f"(?m)^{row}$")
        results = self.results(out)
        self.assertEqual([r["solver"] for r in results], ["best-first"] * 16 + ["z3"] * 16)
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
                agent, = json.loads(out)["solvers"]
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
                agent, = json.loads(done.stdout)["solvers"]
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
        finished = re.search(r"^interrupted: (\d+) of 40 are finished; the same command with --resume continues$", err, re.M)[1]
        self.assertIn(f"\n| z3 | {finished} | {finished} |", tables)
        done = subprocess.run([*command, "--resume"], env=self.fake_prover("echo unsat"), capture_output=True, text=True, check=True)
        self.assertRegex(done.stderr, r"(?m)^\d+ of 40 results were already computed$")
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
            ([], "expected --problems or --set (see ineq evaluate --help)"),
            (["--problems", self.folder / "none"], "No such file"),
            (["--problems", self.file("", "empty")], "empty: there are no records in it"),
            (["--problems", self.file(record() + "\n" + record(goal="a"), "bad")], "bad:2: goal, column 2: expected"),
            (["--problems", EXAMPLES, "--first", 1000], "there are only 18 problems, and all of them are skipped"),
            (["--problems", EXAMPLES, "--agent", "best-first,oracle"], "oracle"),
            (["--problems", EXAMPLES, "--prover", "oracle"], "oracle"),
            (["--problems", EXAMPLES, "--prover", "z3", "--proofs", "x"], "require --agent"),
            (["--problems", EXAMPLES, "--prover", "z3", "--plot", "x"], "require --agent"),
            (["--problems", EXAMPLES, "--resume"], "--resume requires --out"),
            (["--problems", EXAMPLES, "--out", "-"], "--out and --proofs require the name of a file"),
            (["--problems", EXAMPLES, "--out", "/nowhere/x"], "No such file"),
            (["--problems", EXAMPLES, "-n", 0], "-n: expected a whole number of at least 1, found '0'"),
            (["--problems", EXAMPLES, "--agent", "mcts,mcts"], "the solver mcts is given twice"),
            (["--problems", EXAMPLES, "--join", EXAMPLES], ":1: this is not a result"),
        ]
        for arguments, message in cases:
            with self.subTest(arguments):
                self.assertIn(message, self.run_ineq("evaluate", *arguments, code=2)[1])

    def test_parts_are_joined(self):
        problems, whole, joined = self.problems(), self.folder / "whole", self.folder / "joined.zst"
        arguments = ["evaluate", "--problems", problems, "--agent", "random,best-first", "--nodes", 10]
        tables, _ = self.run_ineq(*arguments, "--out", whole)
        parts = []
        for i, part in enumerate((["--first", 10], ["-n", 7], ["--agent", "random"])):
            parts.append(self.folder / f"part-{i}")
            self.run_ineq(*arguments[:3], *(part if "--agent" in part else arguments[3:5] + part), *arguments[5:], "--out", parts[-1])
        again, err = self.run_ineq(*arguments, "--join", *parts, "--out", joined)
        self.assertEqual(err, "29 of 32 results were already computed\n")
        self.assertEqual(again.split("| seconds")[0], tables.split("| seconds")[0])
        lines = subprocess.run(["zstd", "-dc", joined], capture_output=True, text=True, check=True).stdout
        (self.folder / "plain").write_text(lines)
        self.assertEqual(self.results(self.folder / "plain"), self.results(whole))
        _, err = self.run_ineq(*arguments[:5], "--nodes", 11, "--join", whole, code=2)
        self.assertIn("whole:1: this result is of another problem, or was computed with other options", err)

    def test_a_proof_that_is_joined_goes_through_the_kernel(self):
        problems, results = self.folder / "problems", self.folder / "results"
        problems.write_text('{"id": "false", "premises": [], "goal": "a=b", "proof": []}\n')
        arguments = ["evaluate", "--problems", problems, "--nodes", 5]
        self.run_ineq(*arguments, "--out", results)
        honest = results.read_text()
        self.run_ineq(*arguments, "--join", results)
        for forged, message in {
            '"end":"proven","length":1,"proof":[]': "the kernel rejects the proof of this result",
            '"end":"proven","length":1,"proof":["nonsense"]': "the kernel rejects the proof of this result",
        }.items():
            results.write_text(honest.replace('"end":"refuted"', forged))
            self.assertIn(f"results:1: {message}", self.run_ineq(*arguments, "--join", results, code=2)[1])
        for name, value in (("expanded", "-1"), ("expanded", "null")):
            results.write_text(re.sub(f'"{name}":\\d+', f'"{name}":{value}', honest))
            self.assertIn("results:1: this", self.run_ineq(*arguments, "--join", results, code=2)[1])

    def test_a_run_that_is_killed_again_and_again_ends_with_the_same(self):
        problems = self.file("\n".join(record(id=str(i), goal=HARD if i % 3 else "a*b=b*a") for i in range(40)), "problems")
        out, whole = self.folder / "out.jsonl", self.folder / "whole.jsonl"
        arguments = ["evaluate", "--problems", problems, "--agent", "random,best-first", "--nodes", "600", "--threads", "2"]
        self.run_ineq(*arguments, "--out", whole)
        known = 0
        for attempt in range(100):
            running = subprocess.Popen([INEQ, *arguments, "--out", out, "--resume"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            try:
                _, err = running.communicate(timeout=0.4 + 0.1 * attempt)
            except subprocess.TimeoutExpired:
                running.kill()
                _, err = running.communicate()
            found = re.search(r"^(\d+) of 80 results were already computed$", err, re.M)
            self.assertGreaterEqual(int(found[1]) if found else 0, known, "what was checkpointed is lost")
            known = int(found[1]) if found else known
            if running.returncode == 0:
                break
        self.assertEqual(self.results(out), self.results(whole))
        self.assertEqual([p.name for p in self.folder.iterdir() if p.name.startswith("out")], ["out.jsonl"])


if __name__ == "__main__":
    unittest.main()
