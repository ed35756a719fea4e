"""The five networks of src/networks once more, in plain PyTorch.

They are written to be read and compared with (test_twins.py): slow, in double precision, and one
sample at a time where that is simpler. Each is a function of the weights by name, the arrays of an
input by name, the choices of each sample, and the options of the network. It returns

  log_probs   for each sample, a list with one vector per choice: the log-probabilities of everything
              that can be chosen there, given the choices before it
  steps_left  [b]: the value of each state

In comments on shapes, n counts nodes, p places, b states, and t the characters of one text; d is the
width and c the number of classes.
"""

import json
import math

import numpy as np
import torch
import torch.nn.functional as F

CLASSES = 20  # an axiom with a number of operands: src/agents/action_class.h
END_OF_TEXT = 1


def load(path):
    """The options of a network, and the arrays by folder and name, as ineq_dump_network writes them.

    Inputs and choices are whole numbers; everything else is converted to doubles.
    """
    folders = {}
    with np.load(path) as archive:
        options = json.loads(archive["manifest.json"])
        for entry in archive.files:
            folder, _, name = entry.partition("/")
            if name:
                whole = folder == "input" or name.startswith("choice")
                kind = torch.int64 if whole else torch.float64
                folders.setdefault(folder, {})[name] = torch.from_numpy(archive[entry]).to(kind)
    return options, folders


def split(values, offset):
    """The segments of a list or a tensor: segment i goes from offset[i] to before offset[i + 1]."""
    offset = [int(i) for i in offset]
    return [values[begin:end] for begin, end in zip(offset, offset[1:])]


def linear(w, name, x):
    return x @ w[name + ".weight"].T + w[name + ".bias"]


def mlp(w, hidden, out, x):
    return linear(w, out, torch.relu(linear(w, hidden, x)))


def norm(w, name, x):
    return F.layer_norm(x, x.shape[-1:], w[name + ".gain"], w[name + ".bias"], eps=1e-5)


def numbered(w, name):
    """The names of the layers that have weights, such as round0 and round1."""
    count = 0
    while any(weight.startswith(f"{name}{count}.") for weight in w):
        count += 1
    return [f"{name}{i}" for i in range(count)]


# The network `dag`: merged terms.


def holders(child):
    """child: [n], a node or -1 -> [n, n]: a matrix that sums the nodes that hold a node as this child."""
    return (child == torch.arange(len(child))[:, None]).double()  # row: held, column: holder


def scaled(edges):
    """The same matrix with each sum divided by the root of the number of its terms."""
    return edges / edges.sum(1, keepdim=True).clamp(min=1).sqrt()


def dag(w, x, choices, options):
    """Messages between nodes, a softmax over pairs of a place and a class, then further operands.

    The options typed_edges, residual and joint turn parts of this off; `merge` is about the input alone.
    """
    state_of_node = torch.repeat_interleave(x["node_offset"].diff())
    state_of_place = torch.repeat_interleave(x["place_offset"].diff())

    def means(h):  # [n, d] -> [b, d]
        return torch.stack([part.mean(0) for part in split(h, x["node_offset"])])

    # Rounds of messages between nodes: [n, d].
    h = w["types"][x["type"]] + w["roles"][x["role"]] + w["rules"][x["rule_set"]][state_of_node]
    holds_left, holds_right = holders(x["left"]), holders(x["right"])
    if options["typed_edges"]:
        edges = [holds_left.T, holds_right.T, scaled(holds_left), scaled(holds_right)]
    else:
        edges = [scaled(holds_left + holds_left.T + holds_right + holds_right.T)]
    for name in numbered(w, "round"):
        y = norm(w, name + ".norm", h) if options["residual"] else h
        seen = [y] + [edge @ y for edge in edges]
        state = means(y) @ w[name + ".global"].T
        message = linear(w, name + ".gather", torch.cat(seen, 1)) + state[state_of_node]
        out = linear(w, name + ".out", torch.relu(message))
        h = h + out if options["residual"] else torch.relu(out)
    nodes = norm(w, "norm", h) if options["residual"] else h
    state = torch.cat([means(nodes), nodes[x["first_goal"]]], 1)  # [b, 2 d]

    # A place is a node with what is above it, the side of its goal and its partner: [p, d].
    names = ["above_left", "above_right"] if options["typed_edges"] else ["above", "above"]
    above = [nodes @ w["place." + name].T for name in names]
    context = []
    for parent, slot in zip(x["place_parent"].tolist(), x["place_slot"].tolist()):
        if parent < 0:
            context.append(torch.zeros_like(nodes[0]))
        else:
            context.append(0.8 * context[parent] + above[slot][x["place_node"][parent]])
    place = nodes[x["place_node"]] @ w["place.node"].T + torch.stack(context)
    place = place + (state @ w["place.state"].T)[state_of_place]
    place = place + w["place.sides"][x["place_side"]] + w["place.partners"][x["place_partner"]]
    place = torch.relu(norm(w, "place.norm", place))

    # The logits of pairs of a place and a class: [p, c].
    hidden = torch.relu(linear(w, "pair.hidden", place))
    pairs = hidden @ w["pair.classes.weight"].T
    if options["joint"]:
        pairs = pairs + w["pair.classes.bias"]
    if options["features"]:
        is_set = x["feature"].view(-1, CLASSES, 1) >> torch.arange(8) & 1  # [p, c, 8]
        scores = hidden @ w["pair.features"].T  # [p, 8]
        pairs = pairs + (is_set * (scores[:, None] + w["pair.class_features"])).sum(2)

    # The log-probabilities of pairs: together, or those of the classes and then of places given the class.
    pairs = split(pairs, x["place_offset"])
    if options["joint"]:
        pairs = [F.log_softmax(pair.flatten(), 0) for pair in pairs]
    else:
        classes = F.log_softmax(mlp(w, "class.hidden", "class.out", state), 1)  # [b, c]
        pairs = [(own + F.log_softmax(pair, 0)).flatten() for own, pair in zip(classes, pairs)]

    log_probs = []
    for chosen, pair, places, candidates in zip(
        choices, pairs, split(place, x["place_offset"]), split(nodes, x["node_offset"])
    ):
        log_probs.append([pair])
        at = places[chosen[0] // CLASSES] + w["point.classes"][chosen[0] % CLASSES]
        if len(chosen) > 1:
            query = mlp(w, "point.first.hidden", "point.first.out", at)
            log_probs[-1].append(F.log_softmax(candidates @ query / math.sqrt(len(query)), 0))
        if len(chosen) > 2:
            query = mlp(w, "point.second.hidden", "point.second.out", torch.cat([at, candidates[chosen[1]]]))
            log_probs[-1].append(F.log_softmax(candidates @ query / math.sqrt(len(query)), 0))
    return log_probs, F.softplus(mlp(w, "value.hidden", "value.out", state)).flatten()


# The networks `gin`, `bow` and `treelstm`: trees.


def embed(w, x):
    """-> [n, d]: the sum of one vector per property of a node."""
    state_of_node = torch.repeat_interleave(x["node_offset"].diff())
    types, places, variable, goal, rules = torch.split(w["embedding"], [36, 3, 2, 2, 3])
    h = types[x["type"]] + places[x["place"]] + variable[(x["type"] >= 10).long()]
    return h + goal[x["is_goal"][x["statement"]]] + rules[x["rule_set"][state_of_node]]


def tree_policy(w, x, nodes, choices):
    """nodes: [n, d]. A class is chosen, then its operands. Each choice changes the vector of the state."""
    # The goals and the facts of each state: [2 b, d].
    parts = torch.stack([part.sum(0) for part in split(nodes, x["part_offset"])])
    states = parts.view(len(choices), -1) / 16  # [b, 2 d]
    logits = mlp(w, "class.hidden", "class.out", states)  # [b, c]
    projected = nodes @ w["projection"].T  # [n, head]
    log_probs = []
    for state, logit, chosen, own, keyed in zip(
        states, logits, choices, split(nodes, x["node_offset"]), split(projected, x["node_offset"])
    ):
        log_probs.append([F.log_softmax(logit, 0)])
        state = torch.relu(state + w["class.table"][chosen[0]])
        for operand in range(len(chosen) - 1):
            if operand > 0:
                state = torch.relu(state + linear(w, f"chosen{operand - 1}", own[chosen[operand]]))
            key = torch.relu(linear(w, f"key{operand}", state))  # [head]
            log_probs[-1].append(F.log_softmax(keyed @ key / math.sqrt(len(key)), 0))
    return log_probs, F.softplus(mlp(w, "value.hidden", "value.out", states)).flatten()


def layered(w, x, neighbours):
    """-> [n, d]: the same MLP for all nodes, layer by layer, with a ReLU between layers."""
    h = embed(w, x)
    for i, name in enumerate(numbered(w, "layer")):
        h = neighbours @ (torch.relu(h) if i > 0 else h)
        h = mlp(w, name + ".first", name + ".second", h)
    return h


def gin(w, x, choices, _):
    """A node sees the sum of itself, its parent and its children."""
    edge = (x["parent"] == torch.arange(len(x["parent"]))[:, None]).double()  # row: parent, column: child
    return tree_policy(w, x, layered(w, x, torch.eye(len(edge)).double() + edge + edge.T), choices)


def bow(w, x, choices, _):
    """A node sees only itself."""
    return tree_policy(w, x, layered(w, x, torch.eye(len(x["parent"])).double()), choices)


def cell(w, name, x, before):
    """x: [d] -> hidden values and memory of a node, [d] each; `before` has those that it depends on."""
    gates = linear(w, name + ".gates", x)  # [3 d]
    for h, _ in before:
        gates = gates + w[name + ".from_gates"] @ h
    enter, leave, candidate = gates.chunk(3)
    memory = torch.sigmoid(enter) * torch.tanh(candidate)
    for h, c in before:
        forget = linear(w, name + ".forget", x) + w[name + ".from_forget"] @ h
        memory = memory + torch.sigmoid(forget) * c
    return torch.sigmoid(leave) * torch.tanh(memory), memory


def treelstm(w, x, choices, _):
    """One TreeLSTM from the leaves up and one from the roots down. Parents come before their children."""
    h = embed(w, x)
    up, down = [None] * len(h), [None] * len(h)
    parent, left, right = x["parent"].tolist(), x["left"].tolist(), x["right"].tolist()
    for i in reversed(range(len(h))):
        up[i] = cell(w, "up", h[i], [up[j] for j in (left[i], right[i]) if j >= 0])
    for i in range(len(h)):
        down[i] = cell(w, "down", h[i], [down[j] for j in (parent[i],) if j >= 0])
    both = torch.stack([torch.cat([up[i][0], down[i][0]]) for i in range(len(h))])  # [n, 2 d]
    return tree_policy(w, x, linear(w, "join", both), choices)


# The network `transformer`: texts, one at a time.


def attend(w, name, q, kv, heads, causal=False):
    """q: [t, d], kv: [s, d] -> [t, d]: what the characters of a text see in another one or in itself."""

    def by_head(y):  # [t, d] -> [heads, t, d / heads]
        return y.view(len(y), heads, -1).transpose(0, 1)

    key, value = linear(w, name + ".key_value", kv).chunk(2, 1)
    query, key, value = by_head(linear(w, name + ".query", q)), by_head(key), by_head(value)
    scores = query @ key.transpose(1, 2) / math.sqrt(query.shape[2])  # [heads, t, s]
    if causal:
        later = torch.ones(scores.shape[1:]).triu(1).bool()
        scores = scores.masked_fill(later, -math.inf)
    seen = scores.softmax(2) @ value
    return linear(w, name + ".out", seen.transpose(0, 1).reshape(q.shape))


def transformer(w, x, choices, options):
    """An encoder reads the source, a decoder writes the text of the action."""
    heads = options["heads"]

    def place(name, tokens):  # -> [t, d]
        return w[name + ".token"][tokens] + w[name + ".position"][: len(tokens)]

    def forward(name, h):  # [t, d] -> [t, d]
        return h + mlp(w, name + ".forward.in", name + ".forward.out", norm(w, name + ".forward.norm", h))

    log_probs, steps_left = [], []
    for chosen, source in zip(choices, split(x["token"], x["offset"])):
        h = place("source", source)
        for name in numbered(w, "encoder."):
            y = norm(w, name + ".self.norm", h)
            h = forward(name, h + attend(w, name + ".self", y, y, heads))
        encoded = norm(w, "encoder.norm", h)
        steps_left.append(F.softplus(mlp(w, "value.in", "value.out", encoded.mean(0))))

        # Each character is read where the next one is written.
        h = place("target", [END_OF_TEXT, *chosen[:-1]])
        for name in numbered(w, "decoder."):
            y = norm(w, name + ".self.norm", h)
            h = h + attend(w, name + ".self", y, y, heads, causal=True)
            h = h + attend(w, name + ".cross", norm(w, name + ".cross.norm", h), encoded, heads)
            h = forward(name, h)
        log_probs.append(list(F.log_softmax(linear(w, "out", norm(w, "decoder.norm", h)), 1)))
    return log_probs, torch.cat(steps_left)


TWINS = {"dag": dag, "gin": gin, "treelstm": treelstm, "bow": bow, "transformer": transformer}


def losses(log_probs, steps_left, choices, wanted_steps, label_smoothing):
    """Means over the samples: the total, which is minimised, and its parts."""
    policy = smooth = 0
    for sample, chosen in zip(log_probs, choices):
        for log_prob, choice in zip(sample, chosen):
            policy = policy - log_prob[choice] / len(choices)
            smooth = smooth - log_prob.mean() / len(choices)
    value = F.smooth_l1_loss(steps_left, wanted_steps)
    total = (1 - label_smoothing) * policy + label_smoothing * smooth + 0.1 * value
    return {"total": total, "policy": policy, "value": value}
