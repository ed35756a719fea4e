"""Environments and the pool, as a training loop uses them."""

import copy
import importlib.util
import json
import os
import subprocess
import sys
import threading
import unittest

import numpy as np

import ineq


def actions(rng, nodes):
    """Any of the raw action space."""
    limit = np.maximum(nodes, 1)[:, None]
    return np.column_stack([rng.integers(18, size=len(nodes)), rng.integers(limit, size=(len(nodes), 3))])


def same_graph(a, b):
    names = ("type", "statement", "edges", "slot", "root", "is_goal", "occurrence", "node_offset")
    return all(np.array_equal(getattr(a, name), getattr(b, name)) for name in names)


class Environment(unittest.TestCase):
    def test_five_values_as_gymnasium_has_them(self):
        env = ineq.TheoremEnv(ineq.Theorems.list(["a+b = b+a"]), step_limit=2, render_mode="ansi")
        observation, info = env.reset(seed=3)
        self.assertEqual(observation.nodes.tolist(), [0, 3, 10, 11, 3, 11, 10])
        self.assertEqual(observation.edge_links.shape, (6, 2))
        self.assertEqual(info["outcome"], "begun")
        self.assertEqual(env.render(), "goal (a+b)=(b+a)\n")
        _, reward, terminated, truncated, info = env.step((4, 1, 0, 0))
        self.assertEqual((reward, terminated, truncated, info["outcome"]), (0.0, False, False, "no-match"))
        self.assertIn("does not apply", info["why"])
        _, reward, terminated, truncated, info = env.step("@A(a+~b)=(b+a)$")
        self.assertEqual((reward, terminated, truncated, info["outcome"]), (1.0, True, False, "proven"))
        with self.assertRaisesRegex(ValueError, "the episode is over"):
            env.step((0, 1, 0, 0))
        env.undo()
        _, reward, terminated, truncated, _ = env.step((0, 2, 0, 0))
        self.assertEqual((reward, terminated, truncated), (0.0, False, True))

    def test_is_environment_0_of_a_pool(self):
        theorems = ineq.Theorems.generate(k=2, l=4)
        env = ineq.TheoremEnv(theorems, step_limit=5)
        pool = ineq.Pool(theorems, 1, seed=11, step_limit=5, autoreset="disabled")
        _, info = env.reset(seed=11)
        batch = pool.reset()
        rng = np.random.default_rng(0)
        for _ in range(100):
            self.assertEqual(info["hash"], batch.hash[0])
            self.assertTrue(same_graph(info["graph"], batch.graph))
            if batch.terminated[0] or batch.truncated[0]:
                (_, info), batch = env.reset(), pool.reset()
                continue
            action = actions(rng, batch.nodes)
            _, reward, terminated, truncated, info = env.step(action[0])
            batch = pool.step(action)
            self.assertEqual((reward, terminated, truncated), (batch.reward[0], batch.terminated[0], batch.truncated[0]))
            self.assertEqual(info["outcome"], ineq.OUTCOMES[batch.outcome[0]])

    def test_a_saved_environment_goes_on_the_same(self):
        theorems = ineq.Theorems.generate(k=2, l=3)
        one, other = ineq.TheoremEnv(theorems, observation="text"), ineq.TheoremEnv(theorems, observation="text")
        one.reset(seed=5)
        one.reset()
        one.step(one.legal_actions()[0])
        observation, info = other.restore(one.save())
        self.assertEqual(info["hash"], one.episode.hash)
        for _ in range(3):
            action = one.legal_actions()[-1]
            self.assertEqual(one.step(action)[0], other.step(action)[0])
            self.assertEqual(one.reset()[0], other.reset()[0])
        saved = json.loads(one.save())
        bad = [{**saved, name: value} for name in ("seed", "environment", "begun") for value in (-1, 1.5, 2**64, 1e300, True, "3")]
        bad += [{**saved, "episode": {}}, {**saved, "seed": float("inf")}, {}, []]
        for garbage in (b"", b"\xff", b"[" * 10**6, *(json.dumps(b).encode() for b in bad)):
            with self.subTest(garbage[:80]), self.assertRaises(ValueError):
                other.restore(garbage)
        copied = copy.deepcopy(one)
        action = one.legal_actions()[0]
        self.assertEqual(one.step(action)[0], copied.step(action)[0])
        with self.assertRaisesRegex(ValueError, "step limit"):
            ineq.TheoremEnv(theorems, step_limit=3).restore(one.save())

    def test_a_pool_goes_on_with_a_saved_environment(self):
        theorems = ineq.Theorems.generate(k=2, l=3)
        pool, env = ineq.Pool(theorems, 3, seed=8), ineq.TheoremEnv(theorems)
        pool.reset()
        env.restore(pool.save(2))
        self.assertEqual(env.episode.hash, pool.episode(2).hash)
        for _ in range(3):
            self.assertEqual(env.reset()[1]["hash"], pool.reset().hash[2])
        self.assertEqual(env.save(), pool.save(2))
        pool.restore(0, env.save())
        self.assertEqual(pool.reset(environments=[0]).hash[0], env.reset()[1]["hash"])
        self.assertEqual(env.reset(seed=8)[1]["hash"], ineq.Pool(theorems, 1, seed=8).reset().hash[0])

    def test_theorems_by_name(self):
        env = ineq.TheoremEnv(observation="pointer")
        self.assertEqual(env.reset(options={"theorem": "a+b=b+a"})[0], "#(a+b)=(b+a)&$")
        record = ineq.Record("a=b", premises=["b=a"])
        self.assertEqual(env.reset(options={"theorem": record})[0], "#a=b&b=a$")

    def test_spaces_without_gymnasium_say_what_is_missing(self):
        if importlib.util.find_spec("gymnasium") is not None:
            self.skipTest("Gymnasium is installed")
        env = ineq.TheoremEnv(ineq.Theorems.list(["a+b = b+a"]))
        env.reset()
        for name in ("action_space", "observation_space"):
            with self.assertRaisesRegex(ImportError, f"{name} needs Gymnasium"):
                getattr(env, name)

    def test_refuses_what_makes_no_sense(self):
        for call in (
            lambda: ineq.TheoremEnv(observation="picture"),
            lambda: ineq.TheoremEnv(render_mode="human"),
            lambda: ineq.TheoremEnv(rules="mine"),
            lambda: ineq.TheoremEnv().reset(seed=-1),
            lambda: ineq.TheoremEnv().reset(seed=0.5),
            lambda: ineq.TheoremEnv().reset(options={"theorm": "a=b"}),
            lambda: ineq.TheoremEnv().reset(options={"theorem": 3}),
            lambda: ineq.TheoremEnv(ineq.Theorems.generate(rules="full")).reset(),
            lambda: ineq.TheoremEnv().step((0, 1, 0, 0)),
            lambda: ineq.TheoremEnv().undo(),
            lambda: ineq.TheoremEnv(["a=b"]),
            lambda: ineq.TheoremEnv(step_limit=5000),
            lambda: ineq.TheoremVectorEnv(num_envs=2).reset(options={"theorem": "a=b"}),
            lambda: ineq.TheoremVectorEnv(num_envs=2).reset(options={"reset_mask": [True]}),
        ):
            with self.assertRaises(ValueError):
                call()


class Pools(unittest.TestCase):
    def test_the_number_of_threads_changes_nothing(self):
        streams = []
        for threads in (1, 2, 8):
            pool = ineq.Pool(
                ineq.Theorems.generate(k=2, l=3), 20, threads=threads, seed=3, step_limit=4, autoreset="same_step",
                rename=True, sequence="pointer",
            )
            rng = np.random.default_rng(1)
            batch = pool.reset()
            stream = []
            for _ in range(60):
                batch = pool.step(actions(rng, batch.nodes))
                arrays = [batch.reward, batch.terminated, batch.truncated, batch.outcome, batch.steps, batch.episode]
                arrays += [batch.nodes, batch.hash, batch.final_row, batch.graph.type, batch.graph.edges]
                arrays += [batch.sequence.token, batch.sequence.offset, batch.final_graph.type]
                stream.append([a.tobytes() for a in arrays])
            streams.append(stream)
        self.assertEqual(streams[0], streams[1])
        self.assertEqual(streams[0], streams[2])

    def test_batches_are_not_copied_and_stay(self):
        pool = ineq.Pool(ineq.Theorems.generate(k=2, l=3), 8)
        held, copies, pointers = [], [], set()
        rng = np.random.default_rng(1)
        batch = pool.reset()
        for _ in range(20):
            batch = pool.step(actions(rng, batch.nodes))
            held.append((batch.hash, batch.graph.type, batch.graph.edge_index))
            copies.append([a.copy() for a in held[-1]])
            self.assertIsNotNone(batch.graph.type.base)
            self.assertEqual(batch.graph.edge_index.ctypes.data, batch.graph.edges.ctypes.data)
        for views, values in zip(held, copies):
            for one, other in zip(views, values):
                np.testing.assert_array_equal(one, other)
        held.clear()
        for _ in range(50):  # memory that nobody holds is used again
            batch = pool.step(actions(rng, batch.nodes))
            pointers.add(batch.reward.ctypes.data)
        self.assertLessEqual(len(pointers), 10)

    def test_send_and_receive_in_halves(self):
        theorems = ineq.Theorems.generate(k=2, l=3)
        pool, other = ineq.Pool(theorems, 6, threads=2), ineq.Pool(theorems, 6)
        pool.reset(), other.reset()
        nodes = np.array([pool.episode(i).state.num_nodes for i in range(6)])
        action = actions(np.random.default_rng(2), nodes)
        pool.send(action[::2], [0, 2, 4])
        pool.send(action[1::2], np.array([1, 3, 5]))
        self.assertEqual(pool.sent, 2)
        first, second = pool.recv(), pool.recv()
        together = other.step(action)
        np.testing.assert_array_equal(first.hash, together.hash[::2])
        np.testing.assert_array_equal(second.hash, together.hash[1::2])

    def test_masks(self):
        pool = ineq.Pool(ineq.Theorems.list(["a*a >= 0", "a+b = b+a"], stride=1), 2)
        batch = pool.reset()
        masks = pool.masks()
        self.assertEqual(masks.shape, (2, 18))
        for i in range(2):
            np.testing.assert_array_equal(masks[i], pool.episode(i).state.mask())
        nodes = pool.masks(np.array([[14, 1], [0, 1]]))
        self.assertEqual(len(nodes), batch.nodes.sum())
        np.testing.assert_array_equal(nodes[:5], pool.episode(0).state.mask([14, 1]))
        np.testing.assert_array_equal(nodes[5:], pool.episode(1).state.mask([0, 1]))
        pool.send([(0, 0, 0, 0)], [0])
        np.testing.assert_array_equal(pool.masks(np.array([[0, 1]]), [1]), nodes[5:])
        np.testing.assert_array_equal(pool.masks(environments=[1]), masks[1:])
        pool.recv()

    def test_a_file_is_gone_through_once(self):
        records = ineq.Generator(k=1, l=2).batch(0, 12)
        pool = ineq.Pool(ineq.Theorems.list(records, stride=4), 4)
        goals = []
        for _ in range(3):
            pool.reset()
            goals += [pool.episode(i).record.goal for i in range(4)]
        self.assertEqual(goals, [r.goal for r in records])

    def test_vector_environment(self):
        envs = ineq.TheoremVectorEnv(
            ineq.Theorems.list(["a+b = b+a"]), num_envs=3, autoreset="same_step", sequence="characters"
        )
        observation, info = envs.reset(seed=1)
        self.assertEqual(len(observation["graph"]), 3)
        self.assertEqual(len(observation["sequence"]), 3)
        observation, reward, terminated, truncated, info = envs.step(["add_cmmt | (a+b) in obj", "what?", "@"])
        self.assertEqual(reward.tolist(), [1.0, 0.0, 0.0])
        self.assertEqual(info["final_row"].tolist(), [0])
        self.assertEqual(len(info["final_obs"]["graph"]), 1)
        _, info = envs.reset(options={"reset_mask": np.array([False, True, False])})
        self.assertEqual(len(info["steps"]), 1)

    def test_what_is_written_into_a_batch_ends_with_it(self):
        pool = ineq.Pool(ineq.Theorems.list(["a+b = b+a"]), 2)
        batch = pool.reset()
        graph = batch.graph
        graph.node_offset[:] = 10**9
        with self.assertRaisesRegex(ValueError, "overwritten"):
            graph.batch
        del batch, graph
        for _ in range(4):
            self.assertEqual(pool.step(np.zeros((2, 4), int)).graph.node_offset.tolist(), [0, 7, 14])

    def test_texts_of_every_kind(self):
        pool = ineq.Pool(ineq.Theorems.list(["a+b = b+a"]), 2)
        pool.reset()
        batch = pool.step(np.array(["add_cmmt | (a+b) in obj", "?"]))
        self.assertEqual(batch.reward.tolist(), [1.0, 0.0])
        self.assertEqual(pool.step(["\ud800", "\udcff"]).reward.tolist(), [0.0, 0.0])
        with self.assertRaises(ValueError):
            ineq.TheoremEnv(ineq.Theorems.list(["a+b = b+a"])).step("\ud800")

    def test_a_pool_with_threads_does_not_survive_a_fork(self):
        pool = ineq.Pool(ineq.Theorems.list(["a+b = b+a"]), 4, threads=2)
        pool.reset()
        child = os.fork()
        if child == 0:
            try:
                pool.step(np.zeros((4, 4), int))
            except ValueError as error:
                del pool
                os._exit(0 if "fork" in str(error) else 1)
            os._exit(2)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
        self.assertEqual(len(pool.step(np.zeros((4, 4), int))), 4)

    def test_threads_that_cannot_be_started(self):
        script = (
            "import resource, ineq\n"
            "resource.setrlimit(resource.RLIMIT_AS, (700 << 20, 700 << 20))\n"
            "for call in (lambda: ineq.Pool(ineq.Theorems.list(['a+b=b+a']), 256, threads=256),\n"
            "             lambda: ineq.Generator(k=1, l=1).batch(0, 256, threads=256)):\n"
            "    try: call()\n"
            "    except ValueError as error: print(error)\n"
        )
        if "LD_PRELOAD" in os.environ:
            self.skipTest("the sanitizer needs more memory than that")
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stdout, "256 threads cannot be started here\n" * 2, done.stderr)

    def test_two_threads_of_python_share_a_pool(self):
        pool = ineq.Pool(ineq.Theorems.generate(k=2, l=3), 16, threads=2)
        pool.reset()
        failures = []

        def play():
            try:
                for _ in range(200):
                    pool.step(np.zeros((16, 4), np.int32))
            except Exception as error:  # noqa: BLE001
                failures.append(error)

        threads = [threading.Thread(target=play) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def test_refuses_what_makes_no_sense_and_goes_on(self):
        theorems = ineq.Theorems.list(["a+b = b+a"])
        pool = ineq.Pool(theorems, 2, autoreset="disabled")
        good = np.array([[0, 1, 0, 0], [4, 1, 0, 0]])
        with self.assertRaisesRegex(ValueError, "never reset"):
            pool.step(good)
        pool.reset()
        for bad, message in (
            (good.astype(float), "dtype float64"),
            (good.astype(bool), "dtype bool"),
            (good.astype(object), "dtype object"),
            (good[:1], "1 actions for 2 environments"),
            (good[:, :3], "shape"),
            (good[0], "shape"),
            (good * 100, "there is no"),
            (good - 1, "there is no"),
            (good + 2**40, "out of range"),
            (np.full((2, 4), 2**63, np.uint64), "out of range"),
            ("text", "one for each environment"),
            (["text", 3], "all texts or all numbers"),
            (["text"], "1 actions for 2 environments"),
            (None, "whole numbers"),
            ([[0, 1, 0, 0], [0]], "whole numbers"),
            (object(), "whole numbers"),
        ):
            with self.subTest(message), self.assertRaisesRegex(ValueError, message):
                pool.step(bad)
        for call in (
            lambda: pool.episode(2),
            lambda: pool.episode(-1),
            lambda: pool.recv(),
            lambda: pool.send(good, [1, 0]),
            lambda: pool.send(good, [0.0, 1.0]),
            lambda: pool.restore(0, b"\x00"),
            lambda: pool.restore(0, '{"seed": 0, "begun": 1, "episode":' + "[" * 10**6 + "]" * 10**6 + "}"),
            lambda: pool.restore(0, pool.save(0).replace(b'"seed":', b'"seed":-')),
            lambda: pool.restore(0, pool.save(0).replace(b'"begun":1', b'"begun":18446744073709551615')),
            lambda: pool.restore(0, ineq.Episode().save()),
            lambda: pool.masks(np.zeros((2, 5), int)),
            lambda: pool.masks(np.zeros((3, 1), int)),
            lambda: pool.masks(np.zeros((2, 1))),
            lambda: pool.masks(np.full((2, 1), 99)),
            lambda: pool.reset(environments=[5]),
            lambda: ineq.Pool(theorems, 0),
            lambda: ineq.Pool(theorems, -1),
            lambda: ineq.Pool(theorems, 1, threads=0),
            lambda: ineq.Pool(theorems, 1, autoreset="sometimes"),
            lambda: ineq.Pool(theorems, 1, sequence="words"),
            lambda: ineq.Pool([theorems] * 3, 2),
            lambda: ineq.Pool(["a=b"], 1),
            lambda: ineq.Pool(3, 1),
            lambda: ineq.Pool(ineq.Theorems.generate(), 1, rules="full"),
        ):
            with self.assertRaises(ValueError) as caught:
                call()
            self.assertTrue(str(caught.exception))
        self.assertEqual([pool.episode(i).steps for i in range(2)], [0, 0], "nothing has moved")
        self.assertEqual(pool.step(good).reward.tolist(), [1.0, 0.0])
        with self.assertRaisesRegex(ValueError, "is over"):
            pool.step(good)


if __name__ == "__main__":
    unittest.main()
