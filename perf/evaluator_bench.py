"""A part of `make bench`: searches that a PyTorch network guides from Python.

Best-first search tries 32 theorems of K3 L7 at once. The network is a graph network of middle size with
random weights, on one thread; it judges every move of a state. The questions that it is asked are kept and
asked again without a search, and the answers must be the same. The share is the speed of the search divided
by that of the network alone: the rest of the time is spent on listing moves, on arrays and on the search.
"""

import sys
import time
from typing import Any, Callable, List, Tuple

import numpy as np

try:
    import torch
    from torch import nn
except ModuleNotFoundError:
    print("PyTorch is not installed: guided searches are not measured")
    sys.exit(0)

import ineq

THEOREMS = 32
NODES = 40  # expanded states per theorem
ROUNDS = 5  # of measurement; the fastest counts
GOAL = 0.7  # the share that this project aims for


class Guide(nn.Module):
    """Message passing along the edges, a value per state, and a score per move from its axiom and operands."""

    def __init__(self, width: int = 128, rounds: int = 6) -> None:
        super().__init__()
        self.node = nn.Embedding(len(ineq.NODE_TYPES), width)
        self.up = nn.ModuleList(nn.Linear(width, width) for _ in range(rounds))
        self.down = nn.ModuleList(nn.Linear(width, width) for _ in range(rounds))
        self.value = nn.Linear(width, 1)
        self.axiom = nn.Embedding(len(ineq.AXIOMS), width)
        self.operand = nn.Linear(width, 3 * width)
        self.score = nn.Linear(width, 1)

    def forward(self, questions: ineq.Questions) -> Tuple[Any, Any]:
        graph = questions.graph
        parent, child = torch.from_numpy(graph.edge_index)
        h = self.node(torch.from_numpy(graph.type).long())
        for up, down in zip(self.up, self.down):
            received = torch.zeros_like(h).index_add(0, parent, up(h[child]))
            h = torch.relu(h + received.index_add(0, child, down(h[parent])))
        states = torch.from_numpy(graph.batch)
        pooled = torch.zeros(len(graph), h.shape[1]).index_add(0, states, h)
        value = nn.functional.softplus(self.value(pooled)[:, 0])
        action = torch.from_numpy(questions.action).long()
        state = torch.from_numpy(questions.state)
        first = torch.from_numpy(graph.node_offset)[state]
        operand = self.operand(h).view(len(h), 3, -1)
        move = self.axiom(action[:, 0])
        for i in range(3):
            node = action[:, 1 + i]
            move = move + operand[first + node, i] * (node > 0).unsqueeze(1)
        return value, self.score(torch.relu(move))[:, 0]


def main() -> None:
    torch.set_num_threads(1)
    torch.manual_seed(0)
    guide = Guide().eval()
    asked: List[ineq.Questions] = []
    answers: List[Tuple[Any, Any]] = []

    def answer(questions: ineq.Questions) -> Tuple[Any, Any]:
        with torch.inference_mode():
            values, scores = guide(questions)
            return values.numpy(), scores.numpy()

    def remember(questions: ineq.Questions) -> Tuple[Any, Any]:
        asked.append(questions)
        answers.append(answer(questions))
        return answers[-1]

    theorems = ineq.Generator(k=3, l=7, seed=1).batch(0, THEOREMS)

    def search(function: Callable[[ineq.Questions], Tuple[Any, Any]]) -> int:
        results = ineq.prove(theorems, ineq.Evaluator(function), search="best-first", nodes=NODES)
        return sum(result.counts["evaluated"] for result in results)

    states = search(remember)
    assert sum(map(len, asked)) == states
    for questions, (values, scores) in zip(asked, answers):
        again = answer(questions)
        assert np.array_equal(values, again[0]) and np.array_equal(scores, again[1])
    guided, alone = [], []
    for _ in range(ROUNDS):
        start = time.process_time()
        assert search(answer) == states
        guided.append(time.process_time() - start)
        start = time.process_time()
        for questions in asked:
            answer(questions)
        alone.append(time.process_time() - start)
    moves = sum(len(questions.action) for questions in asked)
    share = min(alone) / min(guided)
    print("\n| a PyTorch network guides best-first search, 32 theorems at once | states per second |\n|---|---|")
    print(f"| the search | {states / min(guided):.0f} |\n| the network alone | {states / min(alone):.0f} |\n")
    print(f"{states} states in {len(asked)} batches, {moves / states:.0f} moves per state.")
    print(f"The search reaches {share:.0%} of the network's speed (aim: {GOAL:.0%}).")


if __name__ == "__main__":
    main()
