"""The interpreter survives: objects without a constructor, daemon threads at its exit, and Ctrl-C.

What could end the interpreter runs in another one.
"""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import ineq


class Case(unittest.TestCase):
    def run_script(self, script, *arguments):
        done = subprocess.run(
            [sys.executable, "-c", script, *arguments], capture_output=True, text=True, timeout=60, check=False
        )
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout[-300:])
        return done.stdout


class Uninitialized(Case):
    def test_every_member_of_every_type_refuses_an_object_without_a_value(self):
        """The script prints what it tries, so the last line names the culprit of a crash."""
        script = """
import inspect, itertools, types
import ineq._core as core

classes = [c for c in vars(core).values() if inspect.isclass(c)]
for c in classes:
    for name in dir(c):
        if name == "__init__" or isinstance(inspect.getattr_static(c, name), staticmethod):
            continue
        print(c.__name__, name, flush=True)
        bare = c.__new__(c)
        own = name in vars(c) and not name.startswith("__")
        try:
            member = getattr(bare, name)
            assert callable(member) or not own, "a property was read"
        except TypeError:
            continue
        if not callable(member) or name in ("__class__", "__init_subclass__", "__new__"):
            continue
        for arguments in ((), (0,), ("a=b",), ([0, 0, 0, 0],), (bare,), (2,), (0, 1), (bare, 0), (0, b"")):
            try:
                member(*arguments)
                assert not own, "a method was called"
            except (TypeError, ValueError, AttributeError, NotImplementedError) as error:
                assert not own or isinstance(error, TypeError), error
print(len(classes), "types")
for f in (core.check, core.Theorems.list, core.Episode().reset, core.proof_steps):
    for c in classes:
        for argument in (c.__new__(c), [c.__new__(c)]):
            try:
                f(argument)
            except (TypeError, ValueError):
                continue
            raise AssertionError((f, c))
"""
        self.assertRegex(self.run_script(script), r"\n\d\d types\n$")

    def test_a_pickle_that_makes_an_object_without_a_value(self):
        script = """
import pickle
episode = pickle.loads(b"cineq._core\\nEpisode\\n)\\x81.")
try:
    episode.record
except TypeError as error:
    print(error)
"""
        self.assertIn("not initialized", self.run_script(script))

    def test_subclasses(self):
        class Careless(ineq.Episode):
            def __init__(self):
                pass

        class Careful(ineq.State):
            def double(self):
                return 2 * self.num_nodes

        with self.assertRaisesRegex(TypeError, "__init__"):
            Careless()
        self.assertEqual(Careful("a+b = b+a").double(), 14)


class Exit(Case):
    def test_daemon_threads_do_not_disturb_the_exit(self):
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder) / "many.jsonl")
            ineq.write_records(path, ineq.Generator(k=2, l=3).batch(0, 200) * 100)
            script = """
import sys, threading, time
import numpy as np
import ineq

def forever(call):
    while True:
        call()

generator = ineq.Generator(k=3, l=7, order_trials=1000)
pool = ineq.Pool(ineq.Theorems.generate(k=3, l=7, order_trials=1000), 64, threads=int(sys.argv[2]), step_limit=1)
batch = pool.reset()

def halves():
    pool.send(np.zeros((64, 4), int), np.arange(64))
    pool.recv()

guide = ineq.Evaluator(lambda questions: (np.ones(len(questions)), None))
calls = {
    "step": lambda: pool.step(np.zeros((64, 4), int)),
    "halves": halves,
    "batch": lambda: generator.batch(0, 10**7, threads=int(sys.argv[2])),
    "small": lambda: generator.batch(0, 2, threads=int(sys.argv[2])),
    "file": lambda: ineq.Theorems.file(sys.argv[3]),
    "check": lambda record=generator[0]: ineq.check(record),
    "write": lambda: ineq.write_records(f"{sys.argv[3]}.{threading.get_ident()}", generator),
    "evaluate": lambda: ineq.evaluate(["a*b+c*d >= e"] * 64, guide, search="mcts", threads=int(sys.argv[2])),
    "hard": lambda: ineq.Generator(k=3, l=7, order_trials=1000, min_shortest=7, shortest_nodes=10**9)[0],
}
for _ in range(2):
    threading.Thread(target=forever, args=(calls[sys.argv[1]],), daemon=True).start()
time.sleep(0.2)
"""
            for call in ("step", "halves", "batch", "small", "file", "check", "write", "evaluate", "hard"):
                for threads in ("1", "2"):
                    # Two threads would receive what the other has sent.
                    text = script.replace("range(2)", "range(1)") if call == "halves" else script
                    with self.subTest(call=call, threads=threads):
                        self.run_script(text, call, threads, path)


class ChangedArrays(Case):
    def test_another_thread_changes_the_numbers_of_environments(self):
        """The pool must not use a number that it has not checked."""
        script = """
import threading, time
import numpy as np
import ineq

n = 20000
pool = ineq.Pool(ineq.Theorems.list(["a+b = b+a"]), n, graph=False)
pool.reset()
environments, actions = np.arange(n, dtype=np.int32), np.zeros((n, 4), np.int32)
end = time.monotonic() + 4

def change():
    while time.monotonic() < end:
        environments[0] = -(2**30)
        environments[0] = 0

thread = threading.Thread(target=change)
thread.start()
while time.monotonic() < end:
    try:
        pool.send(actions, environments)
        pool.recv()
    except ValueError as error:
        assert "there is no environment -1073741824" in str(error), error
thread.join()
"""
        self.run_script(script)


class Interrupts(Case):
    SCRIPT = """
import signal, time
import ineq

signal.signal(signal.SIGALRM, signal.default_int_handler)  # as Ctrl-C

def measure(call):
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    begin = time.monotonic()
    try:
        call()
        print("finished")
    except KeyboardInterrupt:
        print(f"{time.monotonic() - begin - 0.2:.3f}")
"""

    def measure(self, setup, *calls):
        """Each call takes many seconds if nothing ends it."""
        script = self.SCRIPT + setup + "".join(f"measure(lambda: {call})\n" for call in calls)
        lines = self.run_script(script).splitlines()
        for call, line in zip(calls, lines):
            with self.subTest(call):
                self.assertNotEqual(line, "finished")
                self.assertLess(float(line), 0.6)
        self.assertEqual(len(lines), len(calls))

    def test_generators(self):
        self.measure(
            "g = ineq.Generator(k=3, l=7, order_trials=1000)\n"
            "hard = ineq.Generator(k=3, l=4, order_trials=1000, min_shortest=4, shortest_nodes=300)\n",
            "g.batch(0, 10**7)",
            "g.batch(0, 10**7, threads=2)",
            "g.proof_steps(0, 10**7)",
            "g.proof_steps(0, 10**7, threads=2)",
            "hard.batch(0, 10**6)",
            "hard.batch(0, 10**6, threads=2)",
        )

    def test_pools(self):
        self.measure(
            "hard = ineq.Theorems.generate(k=3, l=4, order_trials=1000, min_shortest=4, shortest_nodes=300)\n"
            "pools = [ineq.Pool(hard, 30000, threads=threads) for threads in (1, 2)]\n",
            "pools[0].reset()",
            "pools[1].reset()",
        )

    def test_a_single_theorem(self):
        """Its search alone would take hours."""
        hard = "k=3, l=7, order_trials=1000, min_shortest=7, shortest_nodes=10**9"
        self.measure(
            f"g = ineq.Generator({hard})\n"
            f"theorems = ineq.Theorems.generate({hard})\n"
            "pools = [ineq.Pool(theorems, 2, threads=threads) for threads in (1, 2)]\n"
            "env = ineq.TheoremEnv(theorems)\n",
            "g[0]",
            "next(iter(g))",
            "g.batch(0, 1)",
            "g.proof_steps(0, 1)",
            "pools[0].reset()",
            "pools[1].reset()",
            "env.reset(seed=1)",
        )

    def test_loops_that_never_return_to_the_interpreter(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "many.jsonl"
            lines = "".join(record.to_json() + "\n" for record in ineq.Generator(k=1, l=1, order_trials=10).batch(0, 100))
            path.write_text(lines * 10000)
            self.measure(
                f"import collections\ng = ineq.Generator(k=1, l=1, order_trials=10)\npath = {str(path)!r}\n",
                "collections.deque(g, maxlen=0)",
                "collections.deque(ineq.read_records(path), maxlen=0)",
            )

    def test_a_pool_can_be_used_after_an_interrupt(self):
        out = self.run_script(
            self.SCRIPT
            + """
hard = ineq.Theorems.generate(k=3, l=4, order_trials=1000, min_shortest=4, shortest_nodes=300)
for threads in (1, 2):
    pool = ineq.Pool(hard, 20000, threads=threads)
    pool.reset(environments=[0, 19999])
    seen = []

    def handler(*_):
        time.sleep(0.2)  # The threads of the pool draw theorems meanwhile.
        for call in (lambda: pool.save(0), lambda: pool.reset(environments=[1])):
            try:
                call()
            except ValueError as error:
                seen.append(str(error))
        raise KeyboardInterrupt

    signal.signal(signal.SIGALRM, handler)
    measure(pool.reset)
    assert pool.sent == 0
    batch = pool.reset(environments=[0, 19999])
    assert len(batch) == 2 and len(seen) == 2 and all("handler" in text for text in seen), seen
"""
        )
        self.assertNotIn("finished", out)

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "many.jsonl"
            lines = "".join(record.to_json() + "\n" for record in ineq.Generator(k=3, l=5, order_trials=1000).batch(0, 100))
            path.write_text(lines * 2000)
            self.measure(
                "import itertools\n"
                f"path = {str(path)!r}\n"
                "records = list(itertools.islice(ineq.read_records(path), 100))\n",
                "ineq.Theorems.file(path)",
                "ineq.proof_steps(records * 2000)",
                "ineq.proof_steps(itertools.cycle(records))",
                "ineq.Theorems.list(itertools.cycle(records))",
                "ineq.write_records(path + '.zst', itertools.cycle(records))",
            )
            self.assertEqual(list(Path(folder).iterdir()), [path])

    def test_searches_and_evaluations(self):
        with tempfile.TemporaryDirectory() as folder:
            self.measure(
                "import numpy as np\n"
                "hard = ['(a+b)*(c+d)*(e+f)*(g+h) = (h+g)*(f+e)*(d+c)*(b+a)*1*1'] * 50\n"
                "limits = {'nodes': 10**9, 'steps': 40}\n"
                "flat = ineq.Evaluator(lambda q: (np.ones(len(q)), None))\n"
                "slow = ineq.Evaluator(lambda q: (time.sleep(0.01), np.ones(len(q)))[1:] + (None,))\n",
                "ineq.prove(hard, 'breadth-first', **limits)",
                "ineq.prove(hard, 'random', **limits)",
                "ineq.prove(hard, flat, search='best-first', **limits)",
                "ineq.prove(hard, slow, search='mcts', **limits)",
                "ineq.evaluate(hard, 'random', **limits)",
                "ineq.evaluate(hard, 'random', threads=2, **limits)",
                "ineq.evaluate(hard, flat, search='best-first', **limits)",
                "ineq.evaluate(hard, slow, search='best-first', threads=2, **limits)",
                f"ineq.split({folder!r}, order_trials=1000)",
            )

    def test_other_handlers_run_during_a_call(self):
        script = """
import signal
import ineq

seen = []
light, heavy = ineq.Generator(k=1, l=1, order_trials=10), ineq.Generator(k=3, l=7, order_trials=1000)
signal.signal(signal.SIGALRM, lambda *_: seen.append(light.batch(0, 3)))
signal.setitimer(signal.ITIMER_REAL, 0.1)
while not seen:
    assert len(heavy.batch(0, 20000)) == 20000
assert seen == [light.batch(0, 3)]
"""
        self.run_script(script)


if __name__ == "__main__":
    unittest.main()
