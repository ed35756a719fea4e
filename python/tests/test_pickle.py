"""Pickles of every protocol, copies, and other processes."""

import copy
import multiprocessing
import pickle
import tempfile
import unittest
from pathlib import Path

import numpy as np

import ineq
from ineq import _core

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)
small = ineq.Generator(k=3, l=5, order_trials=1000)


def sources(folder):
    records = small.batch(0, 10)
    ineq.write_records(Path(folder) / "theorems.jsonl.zst", records)
    (Path(folder) / "spec.json").write_text('{"k": 2, "l": 4, "order_trials": 1000}')
    return [
        ineq.Theorems.generate(k=2, l=3, order_trials=1000, rules="full", degree=1),
        ineq.Theorems.from_specification(Path(folder) / "spec.json"),
        ineq.Theorems.file(Path(folder) / "theorems.jsonl.zst", stride=3),
        ineq.Theorems.list(records[:5] + ["a+b = b+a"]),
        ineq.Theorems.list(records, stride=2),
    ]


def played(theorems):
    """The theorems that two environments play."""
    pool = ineq.Pool(theorems, 2, seed=5, rules=theorems.rules or "standard")
    return [pool.reset().hash.tolist() for _ in range(6)]


def make_states():
    yield ineq.State("a+b = b+a")
    yield ineq.State("a+b = b+a", rules="full").apply((0, 1, 0, 0))
    yield ineq.Episode().state
    rng = np.random.default_rng(0)
    for record in ineq.Generator(k=4, l=6, degree=1, order_trials=1000).batch(0, 8):
        state = ineq.State(record.goal, record.premises)
        for _ in range(4):
            legal = state.legal_actions()
            state = state.apply(legal[rng.integers(len(legal))])
            if state.proven:
                break
        yield state
        episode = ineq.Episode()
        episode.reset(record)
        for text in record.proof[:3]:
            episode.step((6, 1, 0, 0))
            episode.step(text)
        yield episode.state


def same_state(a, b):
    """Equal, also in the order of goals and facts, and in what follows."""
    if (a, a.rules, a.text, a.pointer, a.goals, a.facts) != (b, b.rules, b.text, b.pointer, b.goals, b.facts):
        return False
    actions = a.legal_actions()[:5]
    return all(a.apply(x).pointer == b.apply(x).pointer for x in actions)


def in_other_process(value):
    """What multiprocessing runs elsewhere."""
    if isinstance(value, ineq.State):
        return value.apply(value.legal_actions()[0])
    if isinstance(value, ineq.Generator):
        return value[3]
    if isinstance(value, ineq.Theorems):
        return played(value)
    if isinstance(value, ineq.Record):
        return ineq.check(value)
    if isinstance(value, ineq.TheoremEnv):
        return value.step(value.legal_actions()[0]), value.save()
    return value


class Pickles(unittest.TestCase):
    def copies(self, value):
        for protocol in PROTOCOLS:
            yield pickle.loads(pickle.dumps(value, protocol))
            yield pickle._loads(pickle._dumps(value, protocol))  # written in Python
        yield copy.copy(value)
        yield copy.deepcopy(value)

    def test_values(self):
        record = ineq.Record.from_json('{"id": 7, "z": [1.50], "premises": ["b=a"], "goal": "a=b", "proof": []}')
        for value in (
            ineq.Term("a+b*1/c"), ineq.Statement("a != 0"), ineq.AXIOMS[17], record, small[1],
            *make_states(),
        ):
            for other in self.copies(value):
                self.assertEqual(other, value)
                self.assertIs(type(other), type(value))
                self.assertEqual(repr(other), repr(value))
                if isinstance(value, ineq.Record):
                    self.assertEqual(other.to_json(), value.to_json())

    def test_states_keep_their_order(self):
        for state in make_states():
            for other in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
                self.assertTrue(same_state(state, other))
                self.assertTrue(same_state(state, pickle.loads(pickle.dumps(other, 0))))

    def test_results(self):
        rejected = ineq.check(ineq.Record("a=b"))
        episode = ineq.Episode()
        episode.reset(ineq.Record("a+b = b+a"))
        for value in (rejected, ineq.check(small[0]), episode.step((4, 1, 0, 0)), episode.step((0, 1, 0, 0))):
            for other in self.copies(value):
                self.assertEqual(repr(other), repr(value))
                self.assertEqual(type(other), type(value))

    def test_generators_and_theorems(self):
        generator = ineq.Generator(k=2, l=3, degree=1, order_trials=1000, rules="full", seed=7, exclude=[], longest_sample=12)
        for other in self.copies(generator):
            self.assertEqual(other.specification, generator.specification)
            self.assertEqual(other[5], generator[5])
        with tempfile.TemporaryDirectory() as folder:
            for theorems in sources(folder):
                expected = played(theorems)
                for other in self.copies(theorems):
                    self.assertEqual(repr(other), repr(theorems))
                for other in (pickle.loads(pickle.dumps(theorems, 0)), copy.deepcopy(theorems)):
                    self.assertEqual(played(other), expected)
            saved = pickle.dumps(ineq.Theorems.file(Path(folder) / "theorems.jsonl.zst"))
        with self.assertRaises(FileNotFoundError):
            pickle.loads(saved)

    def test_episodes_and_environments(self):
        record = small[3]
        episode = ineq.Episode("standard", 9)
        for other in self.copies(episode):
            self.assertEqual((other.step_limit, other.over), (9, True))
            with self.assertRaisesRegex(ValueError, "never reset"):
                other.step((0, 1, 0, 0))
        episode.reset(record)
        episode.step(record.proof[0])
        for other in self.copies(episode):
            self.assertEqual((other.hash, other.steps, other.record), (episode.hash, 1, episode.record))
        for begun in (False, True):
            env = ineq.TheoremEnv(ineq.Theorems.generate(k=2, l=3, order_trials=1000), observation="text", step_limit=7)
            if begun:
                env.reset(seed=4)
                env.step(env.legal_actions()[0])
            for other in (*(pickle.loads(pickle.dumps(env, p)) for p in PROTOCOLS), copy.deepcopy(env)):
                self.assertEqual(other.save(), env.save())
                self.assertEqual(other.reset()[0], copy.deepcopy(env).reset()[0])

    def test_arrays(self):
        state = small[3]
        steps = ineq.proof_steps([state], merge=True, sequence="pointer")
        names = [name for name in dir(steps.graph) if not name.startswith("_")]
        for other in self.copies(steps.graph):
            self.assertEqual(repr(other), repr(steps.graph))
            for name in names:
                np.testing.assert_array_equal(getattr(other, name), getattr(steps.graph, name))
                self.assertEqual(getattr(other, name).dtype, getattr(steps.graph, name).dtype)
        for other in self.copies(steps.sequence):
            np.testing.assert_array_equal(other.token, steps.sequence.token)
            np.testing.assert_array_equal(other.offset, steps.sequence.offset)
        for other in self.copies(ineq.Vocabulary("pointer")):
            self.assertEqual(other.tokens, ineq.Vocabulary("pointer").tokens)
        for other in self.copies(ineq.Vocabulary("characters")):
            self.assertEqual(len(other), 54)
        damaged = list(steps.graph.__reduce__()[0].__reduce__()[1][1])
        for i in range(len(damaged)):
            for wrong in (damaged[i][:-1], np.append(damaged[i], 7), "text", None):
                with self.assertRaises((ValueError, TypeError, RuntimeError)):
                    _core.Graph._restore(tuple(damaged[:i] + [wrong] + damaged[i + 1 :]))

    def test_what_cannot_be_pickled_says_so(self):
        pool = ineq.Pool(ineq.Theorems.list(["a+b = b+a"]), 2)
        generator = small
        with tempfile.TemporaryDirectory() as folder:
            ineq.write_records(Path(folder) / "a.jsonl", [generator[0]])
            reader = ineq.read_records(Path(folder) / "a.jsonl")
        for value in (pool, pool.reset(), generator.proof_steps(0, 1), iter(generator), reader, ineq.TheoremVectorEnv(ineq.Theorems.list(['a=b']))):
            for protocol in PROTOCOLS:
                with self.assertRaisesRegex(TypeError, "^cannot pickle"):
                    pickle.dumps(value, protocol)
            with self.assertRaisesRegex(TypeError, "^cannot pickle"):
                copy.deepcopy(value)

    def test_every_type_has_an_answer(self):
        """Without one, protocols 0 and 1 end the interpreter."""
        types = [value for value in vars(_core).values() if isinstance(value, type)]
        self.assertGreater(len(types), 15)
        for value in types:
            self.assertIn("__reduce__", vars(value), value)

    def test_subclasses_stay_subclasses(self):
        self.assertEqual(str(pickle.loads(pickle.dumps(Named("a=b")))), "a=b")

    def test_other_processes(self):
        for method in ("spawn", "fork"):
            with self.subTest(method):
                self.check_processes(multiprocessing.get_context(method))

    def check_processes(self, context):
        env = ineq.TheoremEnv(ineq.Theorems.generate(k=2, l=3, order_trials=1000))
        env.reset(seed=3)
        with tempfile.TemporaryDirectory() as folder, context.Pool(1) as processes:
            values = [
                *sources(folder), small, small[0], ineq.State("a+b = b*a"),
                ineq.Statement("a=b"), ineq.Term("a"), ineq.AXIOMS[3],
            ]
            for value, there in zip(values, processes.map(in_other_process, values)):
                here = in_other_process(value)
                self.assertTrue(repr(here) == repr(there) if isinstance(here, _core.Verdict) else here == there, value)
            step, saved = processes.apply(in_other_process, (env,))
            np.testing.assert_array_equal(step[0].nodes, env.step(env.legal_actions()[0])[0].nodes)
            np.testing.assert_array_equal(step[4]["graph"].edges, env.episode.state.graph().edges)
            self.assertEqual(saved, env.save())


class Named(ineq.Statement):
    pass


if __name__ == "__main__":
    unittest.main()
