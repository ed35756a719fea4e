"""With Gymnasium, or a stand-in for it, the environments are Gymnasium's."""

import importlib.util
import sys
import unittest
from pathlib import Path

if importlib.util.find_spec("gymnasium") is None:
    sys.path.insert(0, str(Path(__file__).parent / "stand_in"))

import gymnasium  # noqa: E402

import ineq  # noqa: E402


class Gymnasium(unittest.TestCase):
    def test_environments_are_registered(self):
        env = gymnasium.make("ineq/Theorem-v0", theorems=ineq.Theorems.generate(k=2, l=2))
        env = getattr(env, "unwrapped", env)
        self.assertIsInstance(env, ineq.TheoremEnv)
        self.assertIsInstance(env, gymnasium.Env)
        observation, info = env.reset(seed=4)
        self.assertIsInstance(observation, gymnasium.spaces.GraphInstance)
        for _ in range(5):
            self.assertEqual(env.action_space.nvec.tolist(), [18] + [info["num_nodes"]] * 3)
            *_, info = env.step(env.action_space.sample())
        self.assertEqual(env.observation_space.node_space.n, len(ineq.NODE_TYPES))

    def test_every_character_of_a_text_is_in_its_space(self):
        for observation in ("text", "pointer"):
            env = ineq.TheoremEnv(ineq.Theorems.generate(k=5, l=7, degree=2), observation=observation)
            charset = set(env.observation_space.charset)
            for seed in range(50):
                text, _ = env.reset(seed=seed)
                self.assertLessEqual(set(text), charset)

    def test_vector_environment(self):
        envs = ineq.TheoremVectorEnv(num_envs=3, autoreset="same_step")
        self.assertIsInstance(envs, gymnasium.vector.VectorEnv)
        self.assertEqual(envs.metadata["autoreset_mode"], gymnasium.vector.AutoresetMode.SAME_STEP)


if __name__ == "__main__":
    unittest.main()
