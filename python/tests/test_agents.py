"""Trained agents from Python: what their networks say, their weights, and the samples they learn from."""

import contextlib
import copy
import io
import json
import multiprocessing
import os
import pickle
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

import numpy as np

import ineq

records = ineq.Generator(k=3, l=5, order_trials=1000, seed=3).batch(0, 70)
states = [ineq.State(record.goal, record.premises) for record in records]
TINY = {"width": 8, "layers": 2}


def value_of(agent, of_states):
    return agent.value(of_states).tolist()


@unittest.skipUnless(ineq.has_networks(), "this build has no networks")
class Agents(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.agent = ineq.Agent.load()

    def test_ranked_actions_are_legal_and_in_order(self):
        for state, (actions, log_probs) in zip(states, self.agent.ranked_actions(states, 5)):
            legal = {state.apply(action).hash for action in state.legal_actions()}
            self.assertEqual(actions.shape, (5, 4))
            self.assertTrue((np.diff(log_probs) <= 0).all())
            for action in actions:
                self.assertIn(state.apply(action).hash, legal)

    def test_the_best_action_is_the_first_one(self):
        best = self.agent.act(states)
        self.assertEqual((best.shape, best.dtype), ((70, 4), np.int32))
        for action, (actions, _) in zip(best, self.agent.ranked_actions(states, 2)):
            self.assertEqual(action.tolist(), actions[0].tolist())

    def test_log_probs_are_those_of_the_ranking(self):
        ranked = self.agent.ranked_actions(states, 6)
        offset = np.cumsum([0] + [len(actions) for actions, _ in ranked])
        found = self.agent.log_probs(states, np.concatenate([actions for actions, _ in ranked]), offset)
        np.testing.assert_allclose(found, np.concatenate([log_probs for _, log_probs in ranked]), atol=1e-4)

    def test_actions_that_cannot_be_taken_have_no_probability(self):
        state = ineq.State("a+b = b+a")
        self.assertEqual(self.agent.log_probs([state], [(4, 1, 0, 0)]).tolist(), [-np.inf])
        with self.assertRaisesRegex(ValueError, "there is no node 99"):
            self.agent.log_probs([state], [(0, 99, 0, 0)])
        with self.assertRaisesRegex(ValueError, "2 actions for 1 states"):
            self.agent.log_probs([state], [(0, 1, 0, 0)] * 2)
        for offset in ([0, 1], [0, 3], [2, 0], [0, 1, 2], range(1_000_000)):
            with self.assertRaisesRegex(ValueError, "offsets"):
                self.agent.log_probs([state], [(0, 1, 0, 0)] * 2, offset)

    def test_greedy_play_takes_the_best_new_state(self):
        for record in records[:20]:
            result = ineq.prove(record, self.agent)
            if not result:
                continue
            state, seen = ineq.State(record.goal, record.premises), set()
            for text in result.proof:
                seen.add(state.hash)
                [(actions, _)] = self.agent.ranked_actions([state], 20)
                nexts = [state.apply(action) for action in actions]
                expected = next(n for n in nexts if n.hash not in seen)
                state = state.apply(text)
                self.assertEqual(state, expected)
            self.assertTrue(state.proven)

    def test_values_fall_along_proofs(self):
        steps = [state.apply(record.proof[0]) for state, record in zip(states, records)]
        self.assertGreater(self.agent.value(states).mean(), self.agent.value(steps).mean() + 0.3)

    def test_answers_do_not_depend_on_the_batch(self):
        together = self.agent.value(states)
        alone = np.concatenate([self.agent.value([state]) for state in states])
        np.testing.assert_allclose(together, alone, atol=1e-4)
        self.assertEqual(self.agent.value([]).shape, (0,))

    def test_states_of_one_bank_and_bad_states(self):
        state = ineq.State("a+b = b+a")
        later = ineq.State("a+b+c = c+b+a")
        self.assertEqual(len(self.agent.act([state, later, later.apply(later.legal_actions()[0])])), 3)
        proven = state.apply("add_cmmt | (a+b) in obj")
        self.assertTrue(proven.proven)
        with self.assertRaisesRegex(ValueError, "state 1 is proven"):
            self.agent.value([state, proven])
        for bad in (state, ["a=b"], [None]):
            with self.assertRaises((ValueError, TypeError)):
                self.agent.act(bad)

    def test_weights_change_and_survive_as_a_run(self):
        agent = ineq.Agent.create(ineq.training_config(k=2, l=2, **TINY))
        before = agent.weights
        rng = np.random.default_rng(0)
        changed = {name: array + rng.normal(0, 0.3, array.shape).astype(np.float32) for name, array in before.items()}
        value = agent.value(states)
        agent.weights = changed
        self.assertFalse(np.allclose(agent.value(states), value))
        for name, array in agent.weights.items():
            np.testing.assert_array_equal(array, changed[name])
        with tempfile.TemporaryDirectory() as folder:
            run = Path(folder) / "run"
            agent.save(run)
            with self.assertRaisesRegex(ValueError, "already has a run"):
                agent.save(run)
            agent.save(run, force=True)
            self.assertEqual(json.loads((run / "config.json").read_text()), agent.config)
            loaded = ineq.Agent.load(run)
            self.assertEqual((loaded.name, loaded.config), (str(run), agent.config))
            np.testing.assert_array_equal(loaded.value(states), agent.value(states))
            [by_name, by_object] = (ineq.prove(records[:8], a, nodes=5) for a in (run, agent))
            self.assertEqual([r[:4] for r in by_name], [r[:4] for r in by_object])

    def test_wrong_weights_change_nothing(self):
        agent = ineq.Agent.create(ineq.training_config(k=2, l=2, **TINY))
        before = agent.weights
        name, array = next(iter(before.items()))
        for weights, message in (
            ({"nothing": array}, "no weights of the name 'nothing'"),
            ({name: array[:-1]}, "expected the shape"),
            ({name: array * np.nan}, "not finite"),
            ({name: "text"}, "array of numbers"),
            ({name: array + 1, "nothing": array}, "no weights"),
        ):
            with self.assertRaisesRegex(ValueError, message):
                agent.set_weights(weights)
        for name, array in agent.weights.items():
            np.testing.assert_array_equal(array, before[name])

    def test_other_threads_change_weights_meanwhile(self):
        agent = ineq.Agent.create(ineq.training_config(k=2, l=2, **TINY))
        one = agent.weights
        two = {name: 2 * array for name, array in one.items()}
        expected = []
        for weights in (one, two):
            agent.weights = weights
            expected.append(agent.value(states).tolist())
        stop = threading.Event()

        def change():
            while not stop.is_set():
                agent.weights = one
                agent.weights = two

        thread = threading.Thread(target=change)
        thread.start()
        try:
            for _ in range(100):
                self.assertIn(agent.value(states).tolist(), expected)
        finally:
            stop.set()
            thread.join()

    def test_copies_and_pickles(self):
        agent = ineq.Agent.create(ineq.training_config(k=2, l=2, **TINY))
        for other in (copy.copy(agent), copy.deepcopy(agent), pickle.loads(pickle.dumps(agent))):
            self.assertEqual(other.config, agent.config)
            np.testing.assert_array_equal(other.value(states), agent.value(states))
            other.weights = {name: 0 * array for name, array in other.weights.items()}
            self.assertFalse(np.array_equal(other.value(states), agent.value(states)))

    def test_other_processes(self):
        agent = ineq.Agent.create(ineq.training_config(k=2, l=2, **TINY))
        expected = agent.value(states).tolist()
        for method in ("fork", "spawn"):
            with self.subTest(method), multiprocessing.get_context(method).Pool(1) as processes:
                self.assertEqual(processes.apply(value_of, (agent, states)), expected)

    def test_what_cannot_be_loaded(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(ValueError, "no training run"):
                ineq.Agent.load(folder)
        with self.assertRaisesRegex(ValueError, "there is no device of the name 'moon'"):
            ineq.Agent.load(device="moon")


class OtherTorch(unittest.TestCase):
    def run_script(self, script, *arguments):
        done = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True, timeout=120)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    @unittest.skipUnless(ineq.has_networks(), "this build has no networks")
    def test_torch_before_or_after_the_networks(self):
        try:
            import torch
        except ModuleNotFoundError:
            self.skipTest("PyTorch is not installed")
        for first, second in (("import torch", "agent = ineq.Agent.load()"), ("agent = ineq.Agent.load()", "import torch")):
            script = f"import ineq\n{first}\n{second}\n" + (
                "state = ineq.State('a+b = b+a')\n"
                "x = torch.from_numpy(agent.weights['round0.gather.weight']).requires_grad_()\n"
                "(x @ x.T).sum().backward()\n"
                "print(agent.act([state]).tolist(), float(x.grad.abs().sum()) > 0)\n"
            )
            self.assertRegex(self.run_script(script), r"^\[\[0, \d, 0, 0\]\] True$")

    @unittest.skipUnless(ineq.has_networks(), "this build has no networks")
    def test_another_libtorch_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            library = Path(folder) / "libtorch_cpu.so"
            command = ["c++", "-shared", "-fPIC", "-x", "c++", os.devnull, "-o", str(library)]
            if subprocess.run(command, capture_output=True).returncode:
                self.skipTest("there is no C++ compiler")
            script = (
                "import ctypes, sys, ineq\nctypes.CDLL(sys.argv[1])\n"
                "print(ineq.has_networks())\n"
                "try:\n    ineq.Agent.load()\nexcept ValueError as error:\n    print(error)\n"
            )
            out = self.run_script(script, str(library))
            self.assertIn("False\n", out)
            self.assertIn("this process uses another libtorch", out)
            self.assertIn(str(library), out)


class Samples(unittest.TestCase):
    def test_samples_are_those_of_the_proofs(self):
        config = ineq.training_config(k=3, l=5, states=200, batch=64, order_trials=1000, seed=5, include_held_out=True)
        samples = ineq.TrainingSamples(config)
        self.assertEqual((len(samples), samples.config), (4, config))
        batch = samples.batch(3)
        self.assertEqual(len(batch), 8)  # the last step has what is left
        self.assertTrue(((1 <= batch.left) & (batch.left <= 5)).all())
        first = samples.batch(0)
        arrays = first.input
        self.assertEqual(len(arrays["node_offset"]), 65)
        self.assertEqual(arrays["node_offset"][-1], len(arrays["type"]))
        self.assertEqual(len(first.offset), 65)
        again = ineq.TrainingSamples(config).batch(0)
        for name, array in again.input.items():
            np.testing.assert_array_equal(array, arrays[name])
        np.testing.assert_array_equal(again.choice, first.choice)
        other = ineq.TrainingSamples({**config, "training": {**config["training"], "seed": 6}}).batch(0)
        self.assertFalse(np.array_equal(other.left, first.left))

    def test_choices_are_what_the_policy_can_choose(self):
        """A pair of a place and a class comes first; it is below the number of these pairs."""
        batch = ineq.TrainingSamples(ineq.training_config(k=3, l=5, batch=64, order_trials=1000, include_held_out=True)).batch(0)
        places = np.diff(batch.input["place_offset"])
        first = batch.choice[batch.offset[:-1]]
        classes = len(batch.input["feature"]) // len(batch.input["place_node"])
        self.assertTrue((first < places * classes).all())

    @unittest.skipUnless(ineq.has_networks(), "this build has no networks")
    def test_plain_pytorch_learns_what_the_program_learns(self):
        """The example begins with the same weights, sees the same samples, and ends with the same weights."""
        if "INEQ" not in os.environ:
            self.skipTest("INEQ does not name the program")
        try:
            import torch
        except ModuleNotFoundError:
            self.skipTest("PyTorch is not installed")
        sys.path.append(str(Path(__file__).resolve().parents[2] / "examples" / "python"))
        self.addCleanup(sys.path.pop)
        import train_policy

        torch.set_num_threads(1)
        config = ineq.training_config(
            k=3, l=5, states=1280, batch=64, validations=1, validation_problems=5, seed=4, include_held_out=True, **TINY
        )
        with contextlib.redirect_stdout(io.StringIO()):
            agent = train_policy.train(config)
        with tempfile.TemporaryDirectory() as folder:
            path, run = Path(folder) / "config.json", Path(folder) / "run"
            path.write_text(json.dumps(config))
            command = [os.environ["INEQ"], "train", "--config", str(path), "--out", str(run)]
            done = subprocess.run(command, capture_output=True, text=True, timeout=300)
            self.assertEqual(done.returncode, 0, done.stderr)
            expected = ineq.Agent.load(run).weights
        start = ineq.Agent.create(config).weights
        for name, array in agent.weights.items():
            np.testing.assert_allclose(array, expected[name], atol=1e-5, err_msg=name)
        self.assertGreater(max(np.abs(expected[name] - start[name]).max() for name in start), 1e-3)

    def test_all_networks(self):
        for network in ("dag", "gin", "treelstm", "bow", "transformer"):
            samples = ineq.TrainingSamples(ineq.training_config(network, k=2, l=3, batch=4, order_trials=1000, include_held_out=True))
            batch = samples.batch(1)
            self.assertEqual(len(batch), 4)
            self.assertGreater(len(batch.input), 1)
            kept = batch.input["token" if network == "transformer" else "type"]
            expected = kept.copy()
            del batch, samples
            np.testing.assert_array_equal(kept, expected)  # the array keeps its memory alive

    def test_threads_draw_at_once(self):
        samples = ineq.TrainingSamples(ineq.training_config(k=3, l=5, batch=16, order_trials=1000, include_held_out=True))
        expected = [samples.batch(step).left.tolist() for step in range(12)]
        found = {}

        def draw(steps):
            for step in steps:
                found[step] = samples.batch(step).left.tolist()

        threads = [threading.Thread(target=draw, args=(range(i, 12, 3),)) for i in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([found[step] for step in range(12)], expected)
        self.assertEqual(pickle.loads(pickle.dumps(samples)).batch(7).left.tolist(), expected[7])

    def test_bad_configurations(self):
        for fields, message in (
            ({"network": "rnn"}, "there is no network 'rnn'"),
            ({"batch": 0}, "batch"),
            ({"bach": 3}, "there is no field 'bach'"),
            ({"preset": "huge"}, "preset"),
        ):
            with self.assertRaisesRegex(ValueError, message):
                ineq.training_config(**fields)
        samples = ineq.TrainingSamples(ineq.training_config(k=2, l=2, states=10, batch=10, include_held_out=True))
        for step in (-1, 1):
            with self.assertRaisesRegex(ValueError, f"there is no step {step}"):
                samples.batch(step)
        with self.assertRaisesRegex(ValueError, "--from-search"):
            ineq.TrainingSamples(ineq.training_config(k=2, l=2, from_search=2))


if __name__ == "__main__":
    unittest.main()
