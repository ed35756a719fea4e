"""Agents that are programs: `--agent exec:COMMAND` of `ineq evaluate` and `ineq prove`."""

import http.server
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading
import time
import unittest

from support import INEQ, SOURCE, Case, record

# A policy that takes what it is told to like best, and does what its second argument says as soon as a state has the
# variable z. The first argument is where it notes that it was started, and ended in peace.
POLICY = r'''
import json, os, signal, sys, time

log, fault = sys.argv[1:3]
with open(log, "a") as file:
    print("begun", os.getpid(), file=file)
questions = 0


def rank(state):
    order = sorted(range(len(state["actions"])), key=lambda i: (len(state["actions"][i]), state["actions"][i]))
    return {"actions": order[:state["rank"]], "steps_left": len(state["goals"])}


def answer(message):
    if message["type"] == "hello":
        return {"protocol": 1, "name": "shortest", "version": "1", "mode": "policy", "views": ["text", "actions"],
                "values": "values" in sys.argv[3:], "skip_illegal": "skip" in sys.argv[3:]}
    states = message["states"]
    answers = [rank(state) for state in states]
    poisoned = [i for i, state in enumerate(states) if "z" in str(state["goals"])]
    if fault == "third":
        if questions == 4:  # after the greeting
            sys.exit(7)
    elif poisoned and fault == "count":
        answers.pop()
    elif poisoned and fault == "more":
        answers.append(answers[0])
    elif poisoned and fault == "id":
        return {"answers": answers, "id": 99}
    elif poisoned and fault == "no-answers":
        return {}
    elif poisoned and fault == "error":
        return {"error": "no \x1b[31m GPU"}
    elif poisoned and fault == "late":
        time.sleep(6)
    elif poisoned:
        for i in poisoned:
            answers[i] |= json.loads(fault)
    return {"answers": answers}


for line in sys.stdin:
    questions += 1
    poisoned = "z" in line.split('"actions"')[0] and questions > 1
    if poisoned and fault.startswith("do:"):
        exec(fault[3:])
    message = json.loads(line)
    print(json.dumps({"id": message["id"], **answer(message)}), flush=True)
with open(log, "a") as file:
    print("ended", os.getpid(), file=file)
'''

PROVER = r'''
import json, os, sys, time

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"protocol": 1, "name": "table", "version": "1", "mode": "prover"}
    else:
        assert message["type"] == "prove" and message["max_steps"] == 15 and message["rules"] == "standard"
        goal = message["goal"]
        if "x" in goal:
            sys.exit("no x, please")
        if "w" in goal:
            time.sleep(1000)
        answer = {"expanded": 5, "proof": {
            "((a+b)+c)=((c+a)+b)": ["add_cmmt | ((a+b)+c) in obj", "@B(c+~(a+b))=((c+a)+b)$"],
            "(a*b)=(b*a)": [[4, 1]],
            "(a*c)=(c*a)": ["add_cmmt | (a*c) in obj"],
            "(a*d)=(d*a)": ["mul_cmmt | (a*d) in obj"] * 20,
            "(a*e)=(e*a)": [],
        }.get(goal)}
    print(json.dumps({"id": message["id"], **answer}), flush=True)
'''

EASY = ["a*b=b*a", "a+b=b+a", "c*d=d*c", "(a+b)*c=c*(a+b)", "d+1=1+d"]
POISON = "a*z=z*a"


def is_running(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


class ProgramAgents(Case):
    def problems(self, goals):
        return self.file("\n".join(record(id=str(i), goal=goal) for i, goal in enumerate(goals)), "problems.jsonl")

    def command(self, script, *arguments):
        path = self.folder / "my agent.py"
        path.write_text(script)
        return " ".join(["exec:" + sys.executable, f"'{path}'", *("'%s'" % a.replace("'", "'\\''") for a in arguments)])

    def policy(self, fault="", *more):
        self.log = self.folder / "log"
        self.log.unlink(missing_ok=True)
        return self.command(POLICY, str(self.log), fault, *more)

    def noted(self, what):
        return [int(line.split()[1]) for line in self.log.read_text().splitlines() if line.startswith(what)]

    def evaluate(self, agent, goals, *arguments, code=0):
        """The results without times, and what was said on standard error."""
        out = self.folder / "out.jsonl"
        _, err = self.run_ineq("evaluate", "--problems", self.problems(goals), "--agent", agent, "--out", out, "--force", *arguments,
                               code=code)
        return self.results(out), err

    def results(self, path):
        results = list(map(json.loads, path.read_text().splitlines()))
        for result in results:
            del result["seconds"], result["cpu_seconds"]
        return results

    def ends(self, results):
        return [result["end"] for result in results]

    def test_batches(self):
        for size in (1, 7, 64):
            script = POLICY.replace('"values": ', f'"batch": {size}, "values": ').replace(
                'states = message["states"]', f'states = message["states"]; assert len(states) <= {size}')
            results, err = self.evaluate(self.command(script, str(self.folder / "log"), ""), EASY * 20)
            self.assertEqual((self.ends(results), err), (["proven"] * 100, ""))

    def test_every_way_to_act(self):
        for arguments in (["--search", "greedy"], ["--search", "beam"], ["--search", "best-first"], ["--search", "mcts"],
                          ["--search", "mcts", "--over", "axioms"], ["--search", "best-first", "--width", 0],
                          ["--protocol", "ksubs"], ["--search", "best-first", "--cache", 100]):
            for more in ((), ("values",)):
                with self.subTest(arguments, more=more):
                    results, err = self.evaluate(self.policy("", *more), EASY, *arguments)
                    self.assertEqual(self.ends(results), ["proven"] * 5)
                    self.assertEqual({result["solver"] for result in results}, {"exec:shortest"})
                    self.assertNotIn("protocol", err)

    def test_threads_change_nothing(self):
        goals = EASY * 40 + [POISON] + EASY * 40
        fault = '{"actions": ["nonsense"]}'
        for search in ("greedy", "best-first"):
            runs = [self.evaluate(self.policy(fault), goals, "--search", search, "--threads", n)[0] for n in (1, 3)]
            self.assertEqual(runs[0], runs[1])
            self.assertEqual(self.ends(runs[0]), ["proven"] * 200 + ["failed"] + ["proven"] * 200)

    def test_a_program_ends_by_itself(self):
        self.evaluate(self.policy(), EASY * 60, "--threads", 3)
        self.assertEqual(sorted(self.noted("begun")), sorted(self.noted("ended")))

    FAULTS = {
        "do:sys.exit(3)": "exited with code 3",
        "do:sys.exit('out of\\nluck')": "exited with code 1; its last words were: out of / luck",
        "do:os.kill(os.getpid(), signal.SIGKILL)": "was killed by SIGKILL",
        "do:print('what')": "wrote a line that is not JSON: 'what'",
        "do:print('[]')": "answered with JSON that is not an object",
        "do:print('[' * 1000)": "the fields are nested too deeply",
        "do:sys.stdout.buffer.write(bytes([255, 254, 10]))": r"wrote a line that is not JSON: '\\xff\\xfe'",
        "do:print('1', flush=True); sys.stdout.close()": "answered with JSON that is not an object",
        "do:os.close(1); time.sleep(1000)": "closed its standard output",
        "do:[os.write(1, b'x' * 2 ** 20) for i in range(1000)]": "answered with a line of more than 16 MiB",
        "do:[os.write(1, b'x\\n' * 2 ** 19) for i in range(1000)]": "wrote a line that is not JSON: 'x'",
        "do:[os.write(2, b'x\\n' * 2 ** 19) for i in range(200)]; sys.exit(1)": "exited with code 1; its last words were: x / x / x",
        "do:x = bytearray(2 ** 30)": "exited with code 1; its last words were: .*MemoryError",
        "count": r"returned 0 answers for 1 states",
        "more": r"returned 2 answers for 1 states",
        "id": r"answered with the wrong 'id' \(expected \d\)",
        "no-answers": "answered without a list 'answers'",
        "error": r"reported an error: no \\x1b\[31m GPU",
        '{"actions": ["nonsense"]}': "answered with an illegal action, nonsense: column 1: ",
        '{"actions": ["add_cmmt | (p+q) in obj"]}': r"answered with an illegal action, add_cmmt \| \(p\+q\) in obj: ",
        '{"actions": ["add_zero | (a*z) in obj"]}': r"answered with an illegal action, .*: AdditionZero does not apply",
        '{"actions": [99999]}': r"answered with an illegal action, 99999: there are \d+ actions to choose from",
        '{"actions": [[77, 1]]}': r"answered with an illegal action, \[77,1\]: ",
        '{"actions": 1}': "gave a wrong answer about a state: 'actions' is not a list",
        '{"log_probs": []}': "gave a wrong answer about a state: 'log_probs' does not have one number per action",
    }

    def test_a_fault_fails_one_problem(self):
        goals = EASY[:3] + [POISON] + EASY[3:]
        for fault, why in self.FAULTS.items():
            with self.subTest(fault):
                results, err = self.evaluate(self.policy(fault), goals, "--memory", "600M", "--threads", 1)
                self.assertEqual(self.ends(results), ["proven"] * 3 + ["failed"] + ["proven"] * 2)
                self.assertRegex(results[3]["why"], f"^{why}")
                self.assertFalse(any(map(is_running, self.noted("begun"))))
                illegal = fault.startswith("{")
                self.assertEqual(len(self.noted("begun")) == 1, illegal)
                self.assertEqual("broke the protocol" in err, not illegal)

    def test_a_fault_in_a_search(self):
        for search in ("beam", "best-first", "mcts"):
            for fault in ("do:sys.exit(3)", '{"actions": [-1]}', '{"steps_left": -1}'):
                with self.subTest(search, fault=fault):
                    results, _ = self.evaluate(self.policy(fault, "values"), [EASY[0], POISON, EASY[1]], "--search", search)
                    self.assertEqual(self.ends(results), ["proven", "failed", "proven"])

    def test_a_program_that_is_silent_or_late(self):
        for fault in ("do:time.sleep(1000)", "late"):
            with self.subTest(fault):
                results, _ = self.evaluate(self.policy(fault), [EASY[0], POISON], "--answer-seconds", 3)
                self.assertEqual(self.ends(results), ["proven", "failed"])
                self.assertEqual(results[1]["why"], "did not answer within 3 seconds")
                self.assertFalse(any(map(is_running, self.noted("begun"))))

    def test_a_program_that_ends_now_and_then_fails_nowhere(self):
        results, err = self.evaluate(self.policy("third"), EASY * 100, "--threads", 1)
        self.assertEqual(self.ends(results), ["proven"] * 500)
        self.assertRegex(err, r"(?m)^exec:.* broke the protocol \d+ times; the last time, it exited with code 7$")

    def test_illegal_actions_can_be_passed_over(self):
        fault = '{"actions": ["nonsense", 99999, "mul_cmmt | (a*z) in obj"]}'
        self.assertEqual(self.ends(self.evaluate(self.policy(fault, "skip"), [POISON])[0]), ["proven"])
        self.assertEqual(self.ends(self.evaluate(self.policy('{"actions": [99999]}', "skip"), [POISON])[0]), ["exhausted"])

    def test_forms_of_actions(self):
        for action in ('"mul_cmmt | (a*z) in obj"', '"@E(a*~z)=(z*a)$"', "[4, 1]", "[4, 1, 0, 0]"):
            for form in ('{"actions": [%s]}', '{"actions": [%s], "log_probs": [-0.1]}'):
                with self.subTest(action):
                    results, _ = self.evaluate(self.policy(form % action), [POISON])
                    self.assertEqual(results[0].get("proof"), ["mul_cmmt | (a*z) in obj"])

    def test_tables_and_json_say_what_failed(self):
        arguments = ["evaluate", "--problems", self.problems(EASY + [POISON]), "--agent", self.policy("do:sys.exit(3)")]
        tables, _ = self.run_ineq(*arguments)
        self.assertIn("\n| ended by | proven | failed |\n", tables)
        self.assertIn("\nexec:shortest failed on 1 of 6 problems, first on number 5: it exited with code 3\n", tables)
        agent, = json.loads(self.run_ineq(*arguments, "--json")[0])["solvers"]
        self.assertEqual(agent["first_failure"], {"number": 5, "why": "exited with code 3"})
        self.assertEqual(agent["ends"]["failed"], 1)

    def test_failed_results_are_resumed_and_joined(self):
        goals = EASY + [POISON]
        agent = self.policy("do:sys.exit(3)")
        results, _ = self.evaluate(agent, goals)
        out, joined = self.folder / "out.jsonl", self.folder / "joined.jsonl"
        arguments = ["evaluate", "--problems", self.problems(goals), "--agent", agent]
        _, err = self.run_ineq(*arguments, "--out", out, "--resume")
        self.assertIn("is complete: it has all 6 results", err)
        tables, _ = self.run_ineq(*arguments, "--join", out, "--out", joined)
        self.assertIn("exec:shortest failed on 1 of 6 problems", tables)
        self.assertEqual(self.results(joined), results)

    def test_programs_that_do_not_start(self):
        cases = [
            ("exec:there-is-no-such-program x", "exec: there is no program 'there-is-no-such-program' on the PATH"),
            ("exec:/nowhere/agent", "exec: there is no program '/nowhere/agent'"),
            ("exec:", "exec: expected a command after the colon"),
            ("exec:python3 'x", "column 9: this quotation mark is not closed"),
            (self.command("import sys; sys.exit('no model')"),
             "did not start as an agent: it exited with code 1; its last words were: no model"),
            ("exec:echo '{\"id\": 0}'", "it does not speak version 1 of the protocol"),
            ("exec:echo hello", "it wrote a line that is not JSON: 'hello'"),
        ]
        for agent, message in cases:
            for command in (["evaluate", "--problems", self.problems(EASY)], ["prove", "a=a"]):
                with self.subTest(agent):
                    self.assertIn(message, self.run_ineq(*command, "--agent", agent, code=2)[1])
        silent = self.command("import time; time.sleep(1000)")
        err = self.run_ineq("prove", "a=b", "--agent", silent, "--answer-seconds", 0.5, code=2)[1]
        self.assertIn("it did not answer within 0.5 seconds", err)
        for seconds in ("0", "-1", "soon"):
            self.run_ineq("prove", "a=b", "--agent", silent, "--answer-seconds", seconds, code=2)

    def test_a_program_that_starts_only_once(self):
        once = "import pathlib, sys\nmark = pathlib.Path(sys.argv[1] + '.once')\nif mark.exists(): sys.exit('used up')\nmark.touch()\n"
        log = str(self.folder / "log")
        agent = self.command(once + POLICY, log, "do:sys.exit(3)")
        out = self.folder / "out"
        _, err = self.run_ineq("evaluate", "--problems", self.problems(EASY * 30 + [POISON]), "--agent", agent, "--out", out,
                               "--threads", 1, code=2)
        self.assertRegex(err, "could not be started again, 4 times in a row; the last time, it exited with code 1; "
                              "its last words were: used up")
        self.assertEqual(len((self.folder / "out.journal.partial").read_text().splitlines()), 128)  # two whole batches
        (self.folder / "my agent.py").write_text(POLICY)
        _, err = self.run_ineq("evaluate", "--problems", self.problems(EASY * 30 + [POISON]), "--agent", agent, "--out", out, "--resume")
        self.assertIn("128 of 151 results were already computed\n", err)
        self.assertEqual(self.ends(self.results(out)), ["proven"] * 150 + ["failed"])

    def test_options_that_do_not_fit(self):
        problems = self.problems(EASY)
        for arguments, message in ((["--temperature", 1], "ranks legal actions"), (["--protocol", "paper"], "ranks legal actions"),
                                   (["--masks", "off"], "illegal"), (["--search", "mcts", "--beam", 2], "--search greedy")):
            self.assertIn(message, self.run_ineq("evaluate", "--problems", problems, "--agent", self.policy(), *arguments, code=2)[1])
        err = self.run_ineq("evaluate", "--problems", problems, "--agent", self.command(PROVER), "--search", "mcts", code=2)[1]
        self.assertIn("exec:table is a prover: --search", err)

    def test_commas_and_other_agents(self):
        agent = self.policy('{"actions": ["nonsense", 2]}')
        results, _ = self.evaluate("best-first,random," + agent, [EASY[0], POISON])
        self.assertEqual([(r["solver"], r["end"]) for r in results],
                         [(name, "proven") for name in ("best-first", "random") for i in range(2)]
                         + [("exec:shortest", "proven"), ("exec:shortest", "failed")])
        _, err = self.run_ineq("evaluate", "--problems", self.problems(EASY), "--agent", agent, "--agent", agent, code=2)
        self.assertIn("the solver exec:shortest is given twice", err)

    def test_prove(self):
        agent = self.policy("do:sys.exit(3)")
        for arguments in ([], ["--search", "best-first"], ["--search", "mcts"]):
            out, _ = self.run_ineq("prove", "a*b=b*a", "--agent", agent, *arguments, "--json")
            self.assertEqual(json.loads(out)["proof"], ["mul_cmmt | (a*b) in obj"])
        _, err = self.run_ineq("prove", POISON, "--agent", agent, code=1)
        self.assertIn("not proven: exec:shortest failed: it exited with code 3\n", err)

    def test_provers(self):
        goals = ["a+b+c=c+a+b", "a*b=b*a", "a*c=c*a", "a*d=d*a", "a*e=e*a", "a*f=f*a", "a*x=x*a", "a=a"]
        runs = []
        for threads in (1, 3):
            results, err = self.evaluate(self.command(PROVER), goals, "--threads", threads)
            self.assertIn("broke the protocol", err)
            runs.append(results)
        self.assertEqual(runs[0], runs[1])
        self.assertEqual(self.ends(results), ["proven", "proven", "failed", "failed", "failed", "exhausted", "failed", "proven"])
        self.assertEqual(results[0]["expanded"], 5)
        self.assertEqual(results[1]["proof"], ["mul_cmmt | (a*b) in obj"])
        for i, why in ((2, "answered with a proof that is wrong: step 1: AdditionCommutativity does not apply"),
                       (3, "answered with a proof that is wrong: it has 20 steps, but at most 15 are allowed"),
                       (4, "answered with a proof that is wrong: the proof ends before"),
                       (6, "exited with code 1; its last words were: no x, please")):
            self.assertTrue(results[i]["why"].startswith(why), results[i]["why"])
        out, _ = self.run_ineq("prove", goals[0], "--agent", self.command(PROVER), "--json")
        self.assertEqual(self.run_ineq("check", "-", stdin=out)[0], "accepted 1, rejected 0\n")
        results, err = self.evaluate(self.command(PROVER), ["a*w=w*a", goals[1]], "--seconds", 1)
        self.assertEqual(self.ends(results), ["seconds", "proven"])
        self.assertNotIn("protocol", err)

    def test_a_run_that_is_killed_goes_on(self):
        goals = EASY * 30 + [POISON]
        agent = self.policy('{"actions": ["nonsense"]}')
        whole, _ = self.evaluate(agent, goals, "--seconds", 1000)
        slow = POLICY.replace("for line in sys.stdin:", "for line in sys.stdin:\n    time.sleep(0.02)")
        (self.folder / "my agent.py").write_text(slow)
        self.log.write_text("")
        out = self.folder / "again.jsonl"
        command = [INEQ, "evaluate", "--problems", self.problems(goals), "--agent", agent, "--seconds", "1000", "--out", out, "--threads", "2"]
        journal = self.folder / "again.jsonl.journal.partial"
        running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.wait_for(lambda: journal.exists() and len(journal.read_text().splitlines()) > 20, running)
        running.kill()
        running.wait()
        for _ in range(6000):
            if not any(map(is_running, self.noted("begun"))):
                break
            time.sleep(0.01)
        self.assertFalse(any(map(is_running, self.noted("begun"))), "a program outlives ineq")
        done = subprocess.run([*command, "--resume"], capture_output=True, text=True, check=True)
        self.assertRegex(done.stderr, r"(?m)^\d+ of 151 results were already computed$")
        self.assertEqual(self.results(out), whole)

    def test_an_interrupt_does_not_wait(self):
        agent = self.policy("do:open(log + '-asleep', 'w').close(); time.sleep(1000)")
        asleep, out = self.folder / "log-asleep", self.folder / "out"
        for command in (["evaluate", "--problems", self.problems(EASY * 13 + [POISON]), "--out", out], ["prove", POISON]):
            running = subprocess.Popen([INEQ, *command, "--agent", agent, "--answer-seconds", "1000"], stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, text=True, start_new_session=True)
            self.wait_for(asleep.exists, running)
            asleep.unlink()
            os.killpg(running.pid, signal.SIGINT)
            _, err = running.communicate(timeout=120)
            self.assertIn("interrupted", err)
            self.assertFalse(any(map(is_running, self.noted("begun"))))

    def test_the_random_example(self):
        agent = f"exec:{sys.executable} {SOURCE}/examples/python/agent_random.py"
        problems = self.folder / "problems"
        self.run_ineq("generate", "-k", 2, "-l", 2, "-n", 30, "--out", problems)
        for search in ("greedy", "best-first", "mcts"):
            runs = []
            for seed, threads in ((1, 1), (1, 3), (2, 3)):
                out = self.folder / f"{search}-{seed}-{threads}"
                self.run_ineq("evaluate", "--problems", problems, "--agent", agent, "--search", search, "--nodes", 30, "--seed", seed,
                              "--threads", threads, "--out", out)
                runs.append(self.results(out))
            self.assertEqual(runs[0], runs[1])
            self.assertNotEqual(runs[0], runs[2])
            self.assertIn("proven", self.ends(runs[0]))
            self.assertNotIn("failed", self.ends(runs[0]))

    def test_the_example_of_a_language_model(self):
        requests = []

        class Endpoint(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                requests.append((self.path, self.headers["Authorization"], body["model"]))
                prompt = body["messages"][0]["content"]
                if "z" in prompt.split("Actions")[0]:
                    self.send_error(500)
                    return
                numbers = re.findall(r"(?m)^(\d+) (?:mul|add)_cmmt \| \((?:\(a\+b\)|\w)[+*]\w\) in obj", prompt)
                text = json.dumps({"choices": [{"message": {"content": "I think " + ", ".join(numbers) + " or 123456."}}]})
                self.send_response(200)
                self.end_headers()
                self.wfile.write(text.encode())

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        agent = f"exec:{sys.executable} {SOURCE}/examples/python/agent_language_model.py --model m"
        address = f"http://127.0.0.1:{server.server_port}/v1"
        env = {"OPENAI_BASE_URL": address, "OPENAI_API_KEY": "secret", "no_proxy": "*"}
        out = self.folder / "out"
        self.run_ineq("evaluate", "--problems", self.problems([*EASY[:4], POISON]), "--agent", agent, "--out", out, "--threads", 1, env=env)
        results = self.results(out)
        self.assertEqual(self.ends(results), ["proven"] * 4 + ["failed"])
        self.assertEqual(results[4]["why"], f"reported an error: {address}: HTTP Error 500: Internal Server Error")
        self.assertEqual({result["solver"] for result in results}, {"exec:language-model m"})
        self.assertEqual(set(requests), {("/v1/chat/completions", "Bearer secret", "m")})


if __name__ == "__main__":
    unittest.main()
