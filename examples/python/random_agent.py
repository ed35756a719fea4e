"""An agent that chooses among what is legal, at random, in many environments at once.

The masks of the pool say which axiom can be chosen, then which operands; so every step changes the
state. Proofs that it stumbles on are checked by the kernel.
"""

import argparse

import numpy as np
import numpy.typing as npt

import ineq


def choose(rng: np.random.Generator, mask: npt.NDArray[np.bool_], offset: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
    """One of the true entries of each part of the mask; 0 where there is none."""
    score = np.where(mask, rng.random(len(mask)), -1.0)
    out = np.zeros(len(offset) - 1, dtype=np.int32)
    for i, (begin, end) in enumerate(zip(offset[:-1], offset[1:])):
        if end > begin and score[begin:end].max() >= 0:
            out[i] = score[begin:end].argmax()
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-k", type=int, default=1)
    parser.add_argument("-l", type=int, default=2)
    parser.add_argument("--envs", type=int, default=64)
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()

    rng = np.random.default_rng(args.seed)
    theorems = ineq.Theorems.generate(k=args.k, l=args.l)
    pool = ineq.Pool(theorems, args.envs, threads=args.threads, seed=args.seed)
    batch = pool.reset()
    proven = ended = 0
    for _ in range(args.steps):
        axioms = np.arange(args.envs + 1) * len(ineq.AXIOMS)
        action = choose(rng, pool.masks().ravel(), axioms)[:, None]
        nodes = batch.graph.node_offset
        while action.shape[1] < 4:
            operand = choose(rng, pool.masks(action), nodes)  # node 0 where the action ends
            action = np.column_stack([action, operand])
        batch = pool.step(action)
        proven += int(batch.terminated.sum())
        ended += int(batch.terminated.sum() + batch.truncated.sum())
        for i in np.flatnonzero(batch.terminated):
            assert ineq.check(pool.episode(i).record)
    print(f"{args.envs * args.steps} steps, {ended} episodes of K{args.k} L{args.l}, {proven} proven")


if __name__ == "__main__":
    main()
