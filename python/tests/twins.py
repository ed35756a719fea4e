"""The five networks of src/networks once more, in plain PyTorch.

They are written to be read and compared with: results in double precision (test_twins.py), and speed
in single precision (perf/network_twin.py). Work on nodes and characters is batched as PyTorch programs
usually do it, and nothing is tuned. Each is a function of the weights by name, the arrays of an input
by name, the choices of each sample, and the options of the network. It returns

  log_probs   for each sample, a list with one vector per choice: the log-probabilities of everything
              that can be chosen there, given the choices before it
  steps       [b, numbers of steps]: the logits of the number of steps left, whose expectation is the value

In comments on shapes, n counts nodes, p places, b states, and s and t the characters of the longest
texts; d is the width and c the number of classes.
"""

import json
import math

import numpy as np
import torch
import torch.nn.functional as F

CLASSES = 20  # an axiom with a number of operands: src/agents/action_class.h
END_OF_TEXT = 1


def load(path, precision=torch.float64):
    """The options of a network, and the arrays by folder and name, as ineq_dump_network writes them.

    Inputs and choices are whole numbers; everything else is converted to this precision.
    """
    folders = {}
    with np.load(path) as archive:
        options = json.loads(archive["manifest.json"])
        for entry in archive.files:
            folder, _, name = entry.partition("/")
            if name:
                whole = folder == "input" or name.startswith("choice")
                kind = torch.int64 if whole else precision
                folders.setdefault(folder, {})[name] = torch.from_numpy(archive[entry]).to(kind)
    return options, folders


def split(values, offset):
    """The segments of a list or a tensor: segment i goes from offset[i] to before offset[i + 1]."""
    offset = [int(i) for i in offset]
    return [values[begin:end] for begin, end in zip(offset, offset[1:])]


def rows(x, index):
    """x: [n, d] -> [len(index), d]: the rows of these numbers, and zeros for -1."""
    return torch.cat([x, torch.zeros_like(x[:1])])[index]


def sums(x, offset):
    """x: [n, d] -> [segments, d]: the sum of the rows of each segment."""
    segment = torch.repeat_interleave(offset.diff())
    return x.new_zeros(len(offset) - 1, x.shape[1]).index_add(0, segment, x)


def linear(w, name, x):
    return F.linear(x, w[name + ".weight"], w[name + ".bias"])


def mlp(w, hidden, out, x):
    return linear(w, out, torch.relu(linear(w, hidden, x)))


def value(w, x):
    """x: [b, in] -> [b, numbers of steps]: logits."""
    for name in numbered(w, "value.hidden"):
        x = torch.relu(linear(w, name, x))
    return linear(w, "value.out", x)


def expectation(steps):
    """[b, numbers of steps]: logits -> [b]"""
    return F.softmax(steps, 1) @ torch.arange(steps.shape[1], dtype=steps.dtype)


def norm(w, name, x):
    return F.layer_norm(x, x.shape[-1:], w[name + ".gain"], w[name + ".bias"], eps=1e-5)


def numbered(w, name):
    """The names of the layers that have weights, such as round0 and round1."""
    count = 0
    while any(weight.startswith(f"{name}{count}.") for weight in w):
        count += 1
    return [f"{name}{i}" for i in range(count)]


# The network `dag`: merged terms.


def holders(x, child):
    """x: [n, d], child: [n], a node or -1 -> [n, d], [n, 1]: the sum of the nodes that hold a node as this child.

    The second result is their number.
    """
    holder = (child >= 0).nonzero().flatten()
    held = child[holder]
    count = torch.bincount(held, minlength=len(x)).to(x.dtype)
    return torch.zeros_like(x).index_add(0, held, x[holder]), count[:, None]


def scaled(total, count):
    """A sum divided by the root of the number of its terms."""
    return total / count.clamp(min=1).sqrt()


def neighbours(x, left, right, typed):
    """x: [n, d] -> a list of [n, d]: what a node receives, by the type of the edge or over all edges."""
    children = [rows(x, left), rows(x, right)]
    (holders_left, count_left), (holders_right, count_right) = holders(x, left), holders(x, right)
    if typed:
        return [*children, scaled(holders_left, count_left), scaled(holders_right, count_right)]
    own = ((left >= 0).to(x.dtype) + (right >= 0).to(x.dtype))[:, None]
    return [scaled(sum(children) + holders_left + holders_right, own + count_left + count_right)]


def levels(parent):
    """parent: [p], a place that comes earlier, or -1 -> the places of each depth, from depth 1 on."""
    depth = []
    for above in parent.tolist():
        depth.append(0 if above < 0 else depth[above] + 1)
    return [(torch.tensor(depth) == level).nonzero().flatten() for level in range(1, max(depth) + 1)]


def dag(w, x, choices, options):
    """Messages between nodes, a softmax over pairs of a place and a class, then further operands.

    The options typed_edges, residual and joint turn parts of this off; `merge` is about the input alone.
    """
    state_of_node = torch.repeat_interleave(x["node_offset"].diff())
    state_of_place = torch.repeat_interleave(x["place_offset"].diff())

    def means(h):  # [n, d] -> [b, d]
        return sums(h, x["node_offset"]) / x["node_offset"].diff()[:, None]

    # Rounds of messages between nodes: [n, d].
    h = w["types"][x["type"]] + w["roles"][x["role"]] + w["rules"][x["rule_set"]][state_of_node]
    for name in numbered(w, "round"):
        y = norm(w, name + ".norm", h) if options["residual"] else h
        seen = [y, *neighbours(y, x["left"], x["right"], options["typed_edges"])]
        state = means(y) @ w[name + ".global"].T
        message = linear(w, name + ".gather", torch.cat(seen, 1)) + state[state_of_node]
        out = linear(w, name + ".out", torch.relu(message))
        h = h + out if options["residual"] else torch.relu(out)
    nodes = norm(w, "norm", h) if options["residual"] else h
    state = torch.cat([means(nodes), nodes[x["first_goal"]]], 1)  # [b, 2 d]

    # A place is a node with what is above it, the side of its goal and its partner: [p, d].
    names = ["above_left", "above_right"] if options["typed_edges"] else ["above", "above"]
    above = torch.stack([nodes @ w["place." + name].T for name in names])
    context = torch.zeros_like(nodes[x["place_node"]])
    for level in levels(x["place_parent"]):
        parent = x["place_parent"][level]
        own = above[x["place_slot"][level], x["place_node"][parent]]
        context = context.index_copy(0, level, 0.8 * context[parent] + own)
    place = (nodes @ w["place.node"].T)[x["place_node"]] + context
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
    return log_probs, value(w, state)


# The networks `gin`, `bow` and `treelstm`: trees.


def embed(w, x):
    """-> [n, d]: the sum of one vector per property of a node."""
    state_of_node = torch.repeat_interleave(x["node_offset"].diff())
    types, places, variable, goal, rules = torch.split(w["embedding"], [36, 3, 2, 2, 3])
    h = types[x["type"]] + places[x["place"]] + variable[(x["type"] >= 10).long()]
    return h + goal[x["is_goal"][x["statement"]]] + rules[x["rule_set"][state_of_node]]


def tree_policy(w, x, nodes, choices):
    """nodes: [n, d]. A class is chosen, then its operands. Each choice changes the vector of the state."""
    # The goals and the facts of each state are two parts.
    states = sums(nodes, x["part_offset"]).view(len(choices), -1) / 16  # [b, 2 d]
    logits = mlp(w, "class.hidden", "class.out", states)  # [b, c]
    log_probs = [[log_prob] for log_prob in F.log_softmax(logits, 1)]
    projected = split(nodes @ w["projection"].T, x["node_offset"])  # of each state: [its nodes, head]

    # The samples that have the operand, and their vectors after the choices before it: [samples, 2 d].
    samples = range(len(choices))
    state = torch.relu(states + w["class.table"][[chosen[0] for chosen in choices]])
    for operand in range(max(map(len, choices)) - 1):
        has_operand = [i for i, sample in enumerate(samples) if len(choices[sample]) > operand + 1]
        samples, state = [samples[i] for i in has_operand], state[has_operand]
        if operand > 0:
            chosen = [int(x["node_offset"][sample]) + choices[sample][operand] for sample in samples]
            state = torch.relu(state + linear(w, f"chosen{operand - 1}", nodes[chosen]))
        keys = torch.relu(linear(w, f"key{operand}", state))  # [samples, head]
        for sample, key in zip(samples, keys):
            log_probs[sample].append(F.log_softmax(projected[sample] @ key / math.sqrt(len(key)), 0))
    return log_probs, value(w, states)


def layered(w, x, see):
    """-> [n, d]: the same MLP for all nodes, layer by layer, with a ReLU between layers."""
    h = embed(w, x)
    for i, name in enumerate(numbered(w, "layer")):
        h = see(torch.relu(h) if i > 0 else h)
        h = mlp(w, name + ".first", name + ".second", h)
    return h


def gin(w, x, choices, _):
    """A node sees the sum of itself, its parent and its children."""
    child = (x["parent"] >= 0).nonzero().flatten()
    parent = x["parent"][child]

    def see(h):  # [n, d] -> [n, d]
        return h.index_add(0, child, h[parent]).index_add(0, parent, h[child])

    return tree_policy(w, x, layered(w, x, see), choices)


def bow(w, x, choices, _):
    """A node sees only itself."""
    return tree_policy(w, x, layered(w, x, lambda h: h), choices)


def cell(w, name, x, before):
    """x: [m, d] -> hidden values and memory of m nodes, [m, d] each.

    `before` has those of the nodes that these depend on, with zeros where there is none.
    """
    gates = linear(w, name + ".gates", x) + sum(h for h, _ in before) @ w[name + ".from_gates"].T  # [m, 3 d]
    enter, leave, candidate = gates.chunk(3, 1)
    memory = torch.sigmoid(enter) * torch.tanh(candidate)
    for h, c in before:
        forget = linear(w, name + ".forget", x) + h @ w[name + ".from_forget"].T
        memory = memory + torch.sigmoid(forget) * c
    return torch.sigmoid(leave) * torch.tanh(memory), memory


def run_cells(w, name, x, level, related):
    """x: [n, d] -> [n, d]: hidden values. A node depends on the related ones, which have lower levels."""
    hidden, memory = torch.zeros_like(x), torch.zeros_like(x)
    for number in range(int(level.max()) + 1):
        own = (level == number).nonzero().flatten()
        before = [(rows(hidden, other[own]), rows(memory, other[own])) for other in related]
        h, c = cell(w, name, x[own], before)
        hidden, memory = hidden.index_copy(0, own, h), memory.index_copy(0, own, c)
    return hidden


def treelstm(w, x, choices, _):
    """One TreeLSTM from the leaves up and one from the roots down."""
    h = embed(w, x)
    up = run_cells(w, "up", h, x["height"], [x["left"], x["right"]])
    down = run_cells(w, "down", h, x["depth"], [x["parent"]])
    return tree_policy(w, x, linear(w, "join", torch.cat([up, down], 1)), choices)


# The network `transformer`: texts, padded to the length of the longest one of a group.


def attend(w, name, q, kv, heads, hidden):
    """q: [b, t, d], kv: [b, s, d] -> [b, t, d]: what the characters of texts see in others or themselves.

    hidden: [b, t, s] or [b, 1, s], true where a character must not be seen.
    """

    def by_head(y):  # [b, t, d] -> [b, heads, t, d / heads]
        return y.view(*y.shape[:2], heads, -1).transpose(1, 2)

    key, value = linear(w, name + ".key_value", kv).chunk(2, 2)
    query, key, value = by_head(linear(w, name + ".query", q)), by_head(key), by_head(value)
    scores = query @ key.transpose(2, 3) / math.sqrt(query.shape[3])  # [b, heads, t, s]
    seen = scores.masked_fill(hidden[:, None], -math.inf).softmax(3) @ value
    return linear(w, name + ".out", seen.transpose(1, 2).reshape(q.shape))


def read_and_write(w, sources, choices, options):
    """An encoder reads the sources, a decoder writes the texts of the actions."""
    heads = options["heads"]

    def drop(h):
        return F.dropout(h, options["dropout"])

    def pad(texts):  # -> [b, t], and true where there is padding: [b, 1, t]
        length = torch.tensor([len(text) for text in texts])
        padded = torch.nn.utils.rnn.pad_sequence([torch.as_tensor(text) for text in texts], batch_first=True)
        return padded, (torch.arange(padded.shape[1]) >= length[:, None])[:, None]

    def place(name, tokens):  # [b, t] -> [b, t, d]
        return drop(w[name + ".token"][tokens] + w[name + ".position"][: tokens.shape[1]])

    def forward(name, h):  # [b, t, d] -> [b, t, d]
        return h + drop(mlp(w, name + ".forward.in", name + ".forward.out", norm(w, name + ".forward.norm", h)))

    source, padding = pad(sources)
    h = place("source", source)
    for name in numbered(w, "encoder."):
        y = norm(w, name + ".self.norm", h)
        h = forward(name, h + drop(attend(w, name + ".self", y, y, heads, padding)))
    encoded = norm(w, "encoder.norm", h)
    mean = encoded.masked_fill(padding.transpose(1, 2), 0).sum(1) / (~padding).sum(2)  # [b, d]
    steps = value(w, mean)

    # Each character is read where the next one is written.
    text, _ = pad([[END_OF_TEXT, *chosen[:-1]] for chosen in choices])
    later = torch.ones(text.shape[1], text.shape[1]).triu(1).bool()[None]
    h = place("target", text)
    for name in numbered(w, "decoder."):
        y = norm(w, name + ".self.norm", h)
        h = h + drop(attend(w, name + ".self", y, y, heads, later))
        h = h + drop(attend(w, name + ".cross", norm(w, name + ".cross.norm", h), encoded, heads, padding))
        h = forward(name, h)
    log_probs = F.log_softmax(linear(w, "out", norm(w, "decoder.norm", h)), 2)
    return [list(sample[: len(chosen)]) for sample, chosen in zip(log_probs, choices)], steps


def transformer(w, x, choices, options, group=4):
    """Texts of similar lengths are in one group, so that there is little padding."""
    sources = split(x["token"], x["offset"])
    by_length = sorted(range(len(sources)), key=lambda i: len(sources[i]))
    log_probs, steps = [None] * len(sources), [None] * len(sources)
    for begin in range(0, len(sources), group):
        samples = by_length[begin : begin + group]
        texts = [sources[i] for i in samples], [choices[i] for i in samples]
        for i, *answer in zip(samples, *read_and_write(w, *texts, options)):
            log_probs[i], steps[i] = answer
    return log_probs, torch.stack(steps)


TWINS = {"dag": dag, "gin": gin, "treelstm": treelstm, "bow": bow, "transformer": transformer}


def losses(log_probs, steps, choices, wanted_steps, label_smoothing):
    """Means over the samples: the total, which is minimised, and its parts."""
    vectors = [log_prob for sample in log_probs for log_prob in sample]
    log_prob, size = torch.cat(vectors), torch.tensor([len(vector) for vector in vectors])
    chosen = size.cumsum(0) - size + torch.tensor([choice for sample in choices for choice in sample])
    policy = -log_prob[chosen].sum() / len(choices)
    smooth = -(log_prob / size.repeat_interleave(size)).sum() / len(choices)
    wanted = wanted_steps.long().clamp(max=steps.shape[1] - 1)
    of_steps = F.cross_entropy(steps, wanted)
    total = (1 - label_smoothing) * policy + label_smoothing * smooth + 0.1 * of_steps
    return {"total": total, "policy": policy, "value": of_steps}
