"""Trains the graph network of `ineq train` in plain PyTorch: the same weights at the start, the same samples.

src/agents/dag_input.h explains the arrays. An action is named by a pair of a place and a class, then by
further operands, if it has any. At the end, the weights go into an agent, which C++ plays and saves.
"""

import math
import sys
from typing import Any, Dict, List, Tuple

import torch
import torch.nn.functional as F
from torch import Tensor
from torch.nn.utils.clip_grad import clip_grad_norm_
from torch.nn.utils.rnn import pad_sequence

import ineq

CLASSES = 20  # of actions: an axiom with a number of operands


def means(x: Tensor, sizes: Tensor) -> Tensor:
    """The mean of the rows of each state."""
    sums = torch.zeros(len(sizes), x.shape[1]).index_add(0, torch.repeat_interleave(sizes), x)
    return sums / sizes[:, None]


def loss_of_choices(scores: List[Tensor], chosen: Tensor) -> Tensor:
    """The sum over samples, which have different numbers of choices."""
    padded = pad_sequence(scores, batch_first=True, padding_value=-1e9)
    return F.cross_entropy(padded, chosen, reduction="sum")


class Policy:
    """The network, as functions of its weights by name. Shapes: n nodes, p places, b states, width d."""

    def __init__(self, weights: Dict[str, Any]) -> None:
        self.w = {name: torch.from_numpy(array).requires_grad_() for name, array in weights.items()}
        self.rounds = sum(name.endswith(".gather.weight") for name in self.w)

    def linear(self, name: str, x: Tensor) -> Tensor:
        return F.linear(x, self.w[name + ".weight"], self.w[name + ".bias"])

    def mlp(self, name: str, x: Tensor) -> Tensor:
        return self.linear(name + ".out", torch.relu(self.linear(name + ".hidden", x)))

    def norm(self, name: str, x: Tensor) -> Tensor:
        return F.layer_norm(x, x.shape[-1:], self.w[name + ".gain"], self.w[name + ".bias"])

    def read(self, x: Dict[str, Tensor]) -> Tuple[Tensor, Tensor]:
        """The vectors of nodes [n, d] and of states [b, 2 d], after rounds of messages along all edges."""
        w, sizes = self.w, x["node_offset"].diff()
        state_of = torch.repeat_interleave(sizes)
        h = w["types"][x["type"]] + w["roles"][x["role"]] + w["rules"][x["rule_set"]][state_of]
        for i in range(self.rounds):
            y = self.norm(f"round{i}.norm", h)
            children, holders = [], []
            for child in (x["left"], x["right"]):
                children.append(torch.cat([y, torch.zeros_like(y[:1])])[child])  # zeros where there is none
                holder = (child >= 0).nonzero().flatten()
                count = torch.bincount(child[holder], minlength=len(y)).clamp(min=1)
                total = torch.zeros_like(y).index_add(0, child[holder], y[holder])
                holders.append(total / count.sqrt()[:, None])
            message = self.linear(f"round{i}.gather", torch.cat([y, *children, *holders], 1))
            message = message + (means(y, sizes) @ w[f"round{i}.global"].T)[state_of]
            h = h + self.linear(f"round{i}.out", torch.relu(message))
        nodes = self.norm("norm", h)
        return nodes, torch.cat([means(nodes, sizes), nodes[x["first_goal"]]], 1)

    def places(self, x: Dict[str, Tensor], nodes: Tensor, states: Tensor) -> Tensor:
        """The vectors of places [p, d]: their nodes, what is above them, their sides and their partners."""
        w, node, parent = self.w, x["place_node"], x["place_parent"]
        above = torch.stack([nodes @ w["place.above_left"].T, nodes @ w["place.above_right"].T])
        context = torch.zeros_like(nodes[node])
        is_above = torch.cat([parent < 0, torch.tensor([False])])  # the last one stands for no parent
        while is_above.any():  # from the goals down
            level = is_above[parent].nonzero().flatten()
            own = above[x["place_slot"][level], node[parent[level]]]
            context = context.index_copy(0, level, 0.8 * context[parent[level]] + own)
            is_above = torch.zeros_like(is_above).index_fill(0, level, True)
        state_of = torch.repeat_interleave(x["place_offset"].diff())
        place = (nodes @ w["place.node"].T)[node] + context + (states @ w["place.state"].T)[state_of]
        place = place + w["place.sides"][x["place_side"]] + w["place.partners"][x["place_partner"]]
        return torch.relu(self.norm("place.norm", place))

    def losses(self, batch: ineq.TrainingBatch) -> Tuple[Tensor, Tensor]:
        """Means over the samples: of the actions to imitate, and of the number of steps left."""
        w, x = self.w, {name: torch.from_numpy(a).long() for name, a in batch.input.items()}
        choice, offset = torch.from_numpy(batch.choice).long(), torch.from_numpy(batch.offset)
        nodes, states = self.read(x)
        place = self.places(x, nodes, states)
        hidden = torch.relu(self.linear("pair.hidden", place))
        is_set = (x["feature"].view(-1, CLASSES, 1) >> torch.arange(8) & 1).float()  # [p, classes, 8]
        of_features = (is_set * ((hidden @ w["pair.features"].T)[:, None] + w["pair.class_features"])).sum(2)
        pairs = self.linear("pair.classes", hidden) + of_features

        first = choice[offset[:-1]]
        by_state = torch.split(pairs.flatten(), (CLASSES * x["place_offset"].diff()).tolist())
        policy = loss_of_choices(list(by_state), first)
        at = place[x["place_offset"][:-1] + first // CLASSES] + w["point.classes"][first % CLASSES]
        of_state = torch.split(nodes, x["node_offset"].diff().tolist())
        for number, name in enumerate(("point.first", "point.second"), start=1):
            samples = (offset.diff() > number).nonzero().flatten()
            own = at[samples]
            if number == 2:
                before = choice[offset[:-1][samples] + 1]
                own = torch.cat([own, nodes[x["node_offset"][:-1][samples] + before]], 1)
            query = self.mlp(name, own)
            scores = [of_state[i] @ q / math.sqrt(len(q)) for i, q in zip(samples.tolist(), query)]
            if scores:
                policy = policy + loss_of_choices(scores, choice[offset[:-1][samples] + number])
        left = self.linear("value.out", torch.relu(self.linear("value.hidden0", states)))
        wanted = torch.from_numpy(batch.left).long().clamp(max=left.shape[1] - 1)
        return policy / len(batch), F.cross_entropy(left, wanted)


def rate_at(options: Dict[str, float], step: int, steps: int) -> float:
    """A linear rise, then half a cosine."""
    done = (step + 1) / steps
    if done < options["warmup"]:
        return options["rate"] * done / options["warmup"]
    left = (1 - done) / (1 - options["warmup"])
    return options["rate"] * (options["final_rate"] + (1 - options["final_rate"]) * (0.5 - 0.5 * math.cos(math.pi * left)))


def train(config: Dict[str, Any]) -> ineq.Agent:
    samples, agent, options = ineq.TrainingSamples(config), ineq.Agent.create(config), config["optimizer"]
    policy = Policy(agent.weights)
    weights = list(policy.w.values())
    average = [weight.detach().clone() for weight in weights]
    betas = (options["beta1"], options["beta2"])
    optimizer = torch.optim.AdamW(weights, betas=betas, weight_decay=options["weight_decay"])
    for step in range(len(samples)):
        of_policy, of_value = policy.losses(samples.batch(step))
        optimizer.zero_grad()
        (of_policy + 0.1 * of_value).backward()
        clip_grad_norm_(weights, options["clip"])
        for group in optimizer.param_groups:
            group["lr"] = rate_at(options, step, len(samples))
        optimizer.step()
        memory = min(options["average"], (2 + step) / (11 + step))
        for mean, weight in zip(average, weights):
            mean.lerp_(weight.detach(), 1 - memory)
        if step % max(1, len(samples) // 5) == 0:
            print(f"step {step}: policy {of_policy.item():.3f}, value {of_value.item():.3f}")
    agent.weights = {name: mean.numpy() for name, mean in zip(policy.w, average)}
    return agent


def main() -> None:
    if not ineq.has_networks():
        return print("this build has no networks")
    torch.set_num_threads(1)
    config = ineq.training_config("dag", include_held_out=True, k=2, l=2, states=9600, batch=64, width=32, layers=4)
    agent = train(config)
    problems = ineq.Generator(k=2, l=2, seed=7).batch(0, 100)
    before, after = ineq.evaluate(problems, {"before": ineq.Agent.create(config), "after": agent}).summaries
    print(f"proven: {before['proven']} before training, {after['proven']} after it, of {len(problems)}")
    assert after["proven"] > before["proven"]
    if len(sys.argv) > 1:
        agent.save(sys.argv[1])  # `ineq prove --agent FOLDER` loads it


if __name__ == "__main__":
    main()
