"""As much of Gymnasium's interface as ineq uses, for machines that do not have it."""

import enum
import importlib
from typing import Any, NamedTuple

import numpy as np

registry = {}


def register(id, entry_point, vector_entry_point=None):
    registry[id] = entry_point


def make(id, **options):
    module, name = registry[id].split(":")
    return getattr(importlib.import_module(module), name)(**options)


class Env:
    def reset(self, *, seed=None, options=None):
        self.np_random = np.random.default_rng(seed)


class vector:
    class VectorEnv:
        pass

    class AutoresetMode(enum.Enum):
        NEXT_STEP = "NextStep"
        SAME_STEP = "SameStep"
        DISABLED = "Disabled"


class spaces:
    class GraphInstance(NamedTuple):
        nodes: Any
        edges: Any
        edge_links: Any

    class Discrete:
        def __init__(self, n):
            self.n = n

    class MultiDiscrete:
        def __init__(self, nvec, dtype=np.int64):
            self.nvec, self.dtype = np.asarray(nvec), dtype

        def sample(self):
            return np.random.default_rng(0).integers(self.nvec).astype(self.dtype)

    class Graph:
        def __init__(self, node_space, edge_space):
            self.node_space, self.edge_space = node_space, edge_space

    class Text:
        def __init__(self, max_length, *, min_length=1, charset):
            self.max_length, self.min_length, self.charset = max_length, min_length, frozenset(charset)
