"""The last part of `make bench`: environment steps from Python.

The theorems are of the setting K3 L7. Each environment plays the proofs of its theorems from
beginning to end, so the time includes new theorems. Before a case is timed, it is checked that
exactly the last step of each proof is rewarded.
"""

import statistics
import time

import numpy as np

import ineq

STEPS = 7  # per proof
THEOREMS = 4096
PROOF_STEPS = 100_000  # per second, with graphs, that the generator is to make at K3 L5
ORIGINAL_MS = 4.3  # an environment step with graph observation, K3 L7
BUDGET_US = 3.0  # the same in a batch of 1024

VIEWS = {
    "no view": {"graph": False},
    "graph": {"graph": True},
    "characters": {"graph": False, "sequence": "characters"},
    "pointer": {"graph": False, "sequence": "pointer"},
}


def look(batch):
    """Accesses all arrays, as a training loop does."""
    if batch.graph is not None:
        return batch.graph.type, batch.graph.edge_index, batch.graph.slot, batch.graph.node_offset
    return batch.sequence is None or (batch.sequence.token, batch.sequence.offset)


def measure(records, actions, size, threads, views):
    """Returns the microseconds per step of one environment."""
    theorems = ineq.Theorems.list(records, stride=size)
    pool = ineq.Pool(theorems, size, threads=threads, autoreset="same_step", **views)
    pool.reset()
    rounds = THEOREMS // size  # number of episodes per environment to play all theorems
    todo = [np.ascontiguousarray(actions[r * size : (r + 1) * size, t]) for r in range(rounds) for t in range(STEPS)]
    for i, action in enumerate(todo[: 20 * STEPS]):
        expected = float(i % STEPS == STEPS - 1)
        assert (pool.step(action).reward == expected).all(), "this is not what the proofs do"
    todo = todo[: 20000 // size // STEPS * STEPS or STEPS] if size > 1 else todo[: 700 * STEPS]
    times = []
    for _ in range(7):
        pool.reset(seed=0)
        start = time.perf_counter()
        for action in todo:
            batch = pool.step(action)
            look(batch)
            batch.reward, batch.terminated, batch.truncated
        times.append(time.perf_counter() - start)
    return 1e6 * statistics.median(times) / len(todo) / size


def measure_proof_steps():
    """Returns the steps of new proofs per second of one core, as arrays with graphs, at K3 L5."""
    generator = ineq.Generator(k=3, l=5)
    steps = generator.proof_steps(0, 200)
    expected = ineq.proof_steps(generator.batch(0, 200))
    assert (steps.action == expected.action).all() and (steps.graph.type == expected.graph.type).all()
    times = []
    for i in range(7):
        start = time.process_time()
        steps = generator.proof_steps(i * 4000, 4000)
        times.append(time.process_time() - start)
    return len(steps) / statistics.median(times)


def main():
    records = ineq.Generator(k=3, l=7).batch(0, THEOREMS, threads=2)
    actions = ineq.proof_steps(records).action.reshape(THEOREMS, STEPS, 4)
    print(f"\n{'environment steps from Python, K3 L7':<40}{'batch':>8}{'threads':>9}{'us a step':>12}{'steps/s':>12}{'ratio':>9}{'budget':>9}")
    for view, options in VIEWS.items():
        for size in (1, 64, 1024):
            for threads in (1, 2) if size > 1 else (1,):
                us = measure(records, actions, size, threads, options)
                ratio = f"{1e3 * ORIGINAL_MS / us:.0f}x" if view == "graph" else "-"
                budget = f"{BUDGET_US:.0f} us" if (view, size, threads) == ("graph", 1024, 1) else "-"
                print(f"{view:<40}{size:>8}{threads:>9}{us:>12.2f}{1e6 / us:>12,.0f}{ratio:>9}{budget:>9}")
    print(f"steps of new proofs with graphs, K3 L5: {measure_proof_steps():,.0f} per second (aim: {PROOF_STEPS:,})")


if __name__ == "__main__":
    main()
