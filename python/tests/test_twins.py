"""The networks compute what their twins in plain PyTorch (twins.py) compute from the same weights."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

try:
    import torch

    import twins
except ModuleNotFoundError:
    torch = None

PROGRAM = os.environ.get("INEQ_DUMP_NETWORK")
NO_NETWORKS = 77  # the exit code of the program
TOLERANCE = 1e-4  # relative to the largest number of an array
TIE = 1e-5  # Choices whose log-probabilities differ by less than this can be equally probable.


def share_of_correct(log_probs, choices, margin):
    """The share of samples all of whose choices are better than all others by this margin."""

    def is_correct(log_prob, choice):
        others = torch.cat([log_prob[:choice], log_prob[choice + 1 :]])
        return len(others) == 0 or bool(log_prob[choice] > others.max() + margin)

    correct = [all(map(is_correct, sample, chosen)) for sample, chosen in zip(log_probs, choices)]
    return sum(correct) / len(correct)


def differences(options, dumped):
    """For each array that both compute: the largest difference, relative to its largest number."""
    weights = {name: weight.clone().requires_grad_() for name, weight in dumped["weights"].items()}
    samples = dumped["samples"]
    choices = twins.split(samples["choice"].tolist(), samples["choice_offset"])
    twin = twins.TWINS[options["network"]]
    log_probs, steps = twin(weights, dumped["input"], choices, options)
    losses = twins.losses(log_probs, steps, choices, samples["steps_left"], options["label_smoothing"])
    losses["total"].backward()

    out = {}

    def compare(name, expected, found):
        if expected.shape != found.shape:
            raise AssertionError(f"{name} has the shape {tuple(found.shape)}, not {tuple(expected.shape)}")
        if not (expected.isfinite().all() and found.isfinite().all()):
            raise AssertionError(f"{name} is not finite")
        apart, largest = (expected - found).abs().max().item(), expected.abs().max().item()
        out[name] = apart / max(largest, 1e-30)

    compare("answers/steps_left", twins.expectation(steps), dumped["answers"]["steps_left"])
    compare("answers/log_prob", torch.cat(sum(log_probs, [])), dumped["answers"]["log_prob"])
    for name, loss in losses.items():
        compare("losses/" + name, loss, dumped["losses"][name])
    accuracy = dumped["losses"]["accuracy"].item()
    least, most = (share_of_correct(log_probs, choices, margin) for margin in (TIE, -TIE))
    out["losses/accuracy"] = max(0, least - accuracy, accuracy - most)
    for name, weight in weights.items():
        gradient = torch.zeros_like(weight) if weight.grad is None else weight.grad
        compare("gradient/" + name, gradient, dumped["gradient"][name])
    return out


class Twins(unittest.TestCase):
    def setUp(self):
        if torch is None:
            self.skipTest("PyTorch is not installed")
        if not PROGRAM:
            self.skipTest("INEQ_DUMP_NETWORK does not name the program ineq_dump_network")
        torch.set_num_threads(1)

    def dump(self, network, seed, **options):
        """What a network with random weights computes, as twins.load returns it."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "network.npz"
            command = [PROGRAM, json.dumps({"network": network, **options}), str(seed), str(path)]
            done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
            if done.returncode == NO_NETWORKS:
                self.skipTest("this build has no networks: install libtorch-dev and build again")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            return twins.load(path)

    def compare(self, network, *sizes):
        """Compares networks of these sizes. Each weight array must matter in one of them."""
        idle = []
        for seed, size in enumerate(sizes, 1):
            options, dumped = self.dump(network, seed, **size)
            found = differences(options, dumped)
            worst = max(found, key=found.get)
            self.assertLess(found[worst], TOLERANCE, (worst, size))
            idle.append({name for name, gradient in dumped["gradient"].items() if not gradient.any()})
        self.assertEqual(set.intersection(*idle), set())

    def test_dag(self):
        self.compare(
            "dag",
            {"width": 12, "layers": 2},
            {"width": 7, "layers": 1},
            {"width": 16, "layers": 3, "features": False},
        )

    def test_dag_without_its_parts(self):
        parts = ["merge", "typed_edges", "residual", "joint"]
        for off in [*([part] for part in parts), parts]:
            with self.subTest(off=off):
                sizes = {"width": 12, "layers": 3}, {"width": 7, "layers": 1, "features": False}
                self.compare("dag", *({**size, **dict.fromkeys(off, False)} for size in sizes))

    def test_gin(self):
        self.compare(
            "gin",
            {"width": 12, "layers": 2, "head": 10},
            {"width": 7, "layers": 1, "head": 5},
            {"width": 16, "layers": 4, "head": 24},
        )

    def test_treelstm(self):
        self.compare("treelstm", {"width": 12, "head": 10}, {"width": 7, "head": 5})

    def test_bow(self):
        self.compare(
            "bow",
            {"width": 12, "layers": 2, "head": 10},
            {"width": 7, "layers": 1, "head": 5},
            {"width": 16, "layers": 4, "head": 24},
        )

    def test_transformer(self):
        self.compare(
            "transformer",
            {"width": 12, "layers": 2, "heads": 3, "feed_forward": 20},
            {"width": 10, "layers": 1, "heads": 1, "feed_forward": 7},
            {"width": 16, "layers": 3, "heads": 2, "feed_forward": 24, "label_smoothing": 0.1},
        )

    def test_probabilities_of_large_logits_sum_to_one(self):
        """Nodes that look alike have the same logit, here one of up to 100,000, and share the probability."""
        _, dumped = self.dump("bow", 5, width=128, layers=6)
        counts = torch.diff(dumped["samples"]["choice_offset"]).tolist()
        nodes = torch.diff(dumped["input"]["node_offset"]).tolist()
        log_probs = dumped["answers"]["log_prob"]
        self.assertLess(log_probs.min(), -10_000)
        sizes = [size for count, n in zip(counts, nodes) for size in [twins.CLASSES] + [n] * (count - 1)]
        for log_prob in log_probs.split(sizes):
            self.assertAlmostEqual(log_prob.exp().sum().item(), 1, delta=TOLERANCE)

    def test_a_wrong_weight_is_found(self):
        """One number per array, moved by a hundredth in the twin alone."""
        options, dumped = self.dump("gin", 1, width=12, layers=2, head=10)
        for name, weight in dumped["weights"].items():
            with self.subTest(name):
                one = dumped["gradient"][name].abs().argmax()
                before = weight.view(-1)[one].item()
                weight.view(-1)[one] = before + 0.01
                self.assertGreater(max(differences(options, dumped).values()), TOLERANCE)
                weight.view(-1)[one] = before


if __name__ == "__main__":
    unittest.main()
