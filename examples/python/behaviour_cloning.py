"""Batches for behaviour cloning: the states of generated proofs and the actions taken in them.

A policy that predicts the axiom from how often each node type occurs in the goal, trained by
gradient descent in plain NumPy: enough to show the arrays, and that there is something to learn.
"""

import argparse
from typing import Tuple

import numpy as np
import numpy.typing as npt

import ineq


def features(graph: ineq.Graph) -> npt.NDArray[np.float64]:
    """For each state: the number of nodes of each type in its goals, and a constant."""
    out = np.zeros((len(graph), len(ineq.NODE_TYPES) + 1))
    in_goal = graph.is_goal[graph.statement]
    np.add.at(out, (graph.batch[in_goal], graph.type[in_goal]), 1)
    out[:, -1] = 1
    return out


def load(generator: ineq.Generator, first: int, count: int) -> Tuple[npt.NDArray[np.float64], npt.NDArray[np.int32]]:
    """The features of all states of some theorems, and the axioms applied in them."""
    steps = generator.proof_steps(first, count, threads=2)
    return features(steps.graph), steps.action[:, 0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--theorems", type=int, default=2000)
    parser.add_argument("--epochs", type=int, default=60)
    args = parser.parse_args()

    generator = ineq.Generator(k=3, l=5, seed=1)
    x, y = load(generator, 0, args.theorems)
    test_x, test_y = load(generator, args.theorems, args.theorems // 4)
    print(f"{len(y)} steps to learn from, {len(test_y)} to test on")
    commonest = np.bincount(y, minlength=len(ineq.AXIOMS)).argmax()
    print(f"always {ineq.AXIOMS[commonest].name}: {np.mean(test_y == commonest):.1%} right")

    weights = np.zeros((x.shape[1], len(ineq.AXIOMS)))
    target = np.eye(len(ineq.AXIOMS))[y]
    for _ in range(args.epochs):
        logits = x @ weights
        p = np.exp(logits - logits.max(axis=1, keepdims=True))
        p /= p.sum(axis=1, keepdims=True)
        weights -= 0.1 * x.T @ (p - target) / len(y)
    right = np.mean((test_x @ weights).argmax(axis=1) == test_y)
    print(f"a linear policy: {right:.1%} right")
    assert right > np.mean(test_y == commonest)


if __name__ == "__main__":
    main()
