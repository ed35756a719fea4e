"""`ineq prove`: proofs, limits, interrupts and bad input."""

import json
import os
import re
import signal
import subprocess
import time
import unittest

from support import ENDLESS, EXAMPLES, HARD, INEQ, Case, catches_interrupt, record


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
        names = re.search(r"--agent NAME\s+The agent to run[^(]*\((.*?)\s+or\s+the\s+folder", self.run_ineq("prove", "--help")[0], re.S)[1]
        agents = re.split(r",\s+|\s+or\s+", names)
        self.assertIn("breadth-first", agents)
        for agent in set(agents) - {"default"}:  # which was trained, and proves most theorems
            for arguments in (["a=a"], ["a+b+c = c+a+b"], ["a+d >= b+d", "--premise", "a>=b"]):
                with self.subTest(agent=agent, arguments=arguments):
                    out, _ = self.run_ineq("prove", *arguments, "--agent", agent, "--json")
                    self.assertEqual(self.run_ineq("check", "-", stdin=out)[0], "accepted 1, rejected 0\n")

    def test_latex(self):
        out, _ = self.run_ineq("prove", "b+a = a+b", "--latex")
        self.assertTrue(out.startswith("\\paragraph{Theorem.} Prove $b+a = a+b$.\n\\begin{enumerate}"), out)

    def test_what_ends_a_search_is_named(self):
        cases = [
            ([HARD, "--nodes", 10], r"not proven: the limit of 10 expanded states was reached \(--nodes\)"),
            ([HARD, "--nodes", 10**12, "--seconds", 0.1], r"not proven: the limit of 0.1 seconds was reached \(--seconds\)"),
            ([HARD, "--nodes", 10**12, "--memory", "5M"], r"not proven: the limit of 5242880 bytes was reached \(--memory\)"),
            (["a+b+c = c+a+b", "--steps", 1], r"not proven: best-first has tried all it can within 1 step \(--steps\)"),
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

    def test_the_tree_of_a_search(self):
        for agent in ("best-first", "breadth-first", "mcts"):
            with self.subTest(agent):
                out, err = self.run_ineq("prove", "a+b+c = c+a+b", "--agent", agent, "--tree", 100)
                self.assertTrue(out.startswith("proven in 2 steps\n"))
                self.assertRegex(err, r"^\* 0\. prove \(\(a\+b\)\+c\)=\(\(c\+a\)\+b\)")
                self.assertRegex(err, r"\n    \* 2\. .*  \(proven\)\n")
        _, err = self.run_ineq("prove", HARD, "--nodes", 10, "--tree", 3, code=1)
        self.assertIn("\n3 of 10 expanded states are shown\nnot proven: ", err)
        _, err = self.run_ineq("prove", "a=a", "--agent", "random", "--tree", 3, code=2)
        self.assertIn("--tree requires best-first, breadth-first or mcts", err)

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
        self.assertRegex(err, r"^hard: not proven: the limit of 20 expanded states (?s:.*)\nproven 2 of 3; expanded \d+, generated \d+, [\d.]+ s\n$")
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

    def test_the_goal_may_follow_the_options(self):
        options = ["--agent", "best-first", "--prior-weight", 1, "--steps", 4, "--seed", 2]
        self.assertIn("proven in 1 step", self.run_ineq("prove", *options, "a+b = b+a")[0])

    def test_statements_that_begin_with_a_minus_sign(self):
        for arguments in (["-(-a) = -(-a)"], ["-a>=-a"], ["-h = -h"], ["--a = --a"], ["-a≥-a", "--steps", 3], ["--", "-a=-a"],
                          ["-a+c >= b+c", "--premise", "-a >= b"], ["--premise=-a>=b", "-a>=b"], ["--nodes=5", "-a=-a"]):
            with self.subTest(arguments):
                self.assertIn("proven in", self.run_ineq("prove", *arguments)[0])
        self.assertIn("unexpected argument '-b=b'", self.run_ineq("prove", "a=a", "-b=b", code=2)[1])

    def test_bad_input(self):
        cases = [
            (["a+b="], "goal, column 5: expected"),
            (["a=a", "--premise", "a>"], "premise 1, column 2: expected"),
            (["a>b"], "goal, column 2: expected =, >= or <=, the only relations, but found '>'"),
            (["a!=0"], "x!=0 can only be a premise"),
            (["a=a", "x", "y", "z"], "unexpected arguments 'x' 'y' 'z'"),
            (["a=a", "--nodez", 5], "unexpected arguments '--nodez' '5'; did you mean --nodes?"),
            (["--file"], "--file requires a value"),
            (["--file="], "--file: expected a value, found an empty text"),
            ([""], "goal: expected a value, found an empty text"),
            (["a=a", "--nodes", 1, "--nodes", 2], "--nodes can be given only once"),
            (["a=a", "--simulations", 0], "--simulations: expected a whole number of at least 1, found '0'"),
            ([], "expected a goal or --file"),
            (["a=a", "--file", EXAMPLES], "goal cannot be combined with --file"),
            (["--file", self.folder / "none"], "No such file"),
            (["--file", self.file("\n", "empty")], "there are no records"),
            (["--file", self.file("\n" + record(goal="a=("), "bad")], "bad:2: goal, column 4: expected"),
            (["a=a", "--memory", "99999999999G"], "--memory: expected a number of bytes such as 512M or 4G, found '99999999999G'"),
            (["a=a", "--memory", "-1"], "--memory: expected a number of bytes such as 512M or 4G, found '-1'"),
            (["a=a", "--nodes", "-1"], "expected a whole number"),
            (["a=a", "--nodes", ""], "expected a whole number"),
            (["a=a", "--nodes", 2**64], "expected a whole number below 2^64"),
            (["a=a", "--seconds", "nan"], "expected a number of at least 0, found 'nan'"),
            (["a=a", "--weight", "-1"], "expected a number of at least 0, found '-1'"),
            (["a=a", "--steps", 5000], "--steps: expected a whole number from 0 to 4096, found '5000'"),
            (["a=a", "--agent", "oracle"], "--agent: expected best-first, breadth-first, mcts, random, default or the folder of a training run, or exec: with a command, found 'oracle'"),
        ]
        for arguments, message in cases:
            with self.subTest(arguments):
                self.assertIn(message, self.run_ineq("prove", *arguments, code=2)[1])


if __name__ == "__main__":
    unittest.main()
