"""The environments with Gymnasium's interface, whether Gymnasium is installed or not."""

from __future__ import annotations

import importlib
from typing import Any, Dict, Mapping, NamedTuple, Optional, Tuple, Union

import numpy as np
import numpy.typing as npt

from ineq import _core

Array = npt.NDArray[Any]

gymnasium: Any
_Env: Any = object
_VectorEnv: Any = object
try:
    gymnasium = importlib.import_module("gymnasium")
    _Env = gymnasium.Env
    _VectorEnv = gymnasium.vector.VectorEnv
except ImportError:
    gymnasium = None


class _GraphInstance(NamedTuple):
    """A graph as Gymnasium has it."""

    nodes: Array
    edges: Optional[Array]
    edge_links: Optional[Array]


GraphInstance: Any = gymnasium.spaces.GraphInstance if gymnasium is not None else _GraphInstance

Action = Union[str, Array, Tuple[int, int, int, int]]
Info = Dict[str, Any]

OBSERVATIONS = ("graph", "text", "pointer")
_CHARSET = " !#$&()*+,-/0123456789=>\\^abcdefghijklmnopqrstuvwxyz"


class TheoremEnv(_Env):  # type: ignore[misc]  # of any type where Gymnasium is missing
    """One environment with Gymnasium's interface: each episode is an attempt at a theorem.

    >>> env = TheoremEnv(_core.Theorems.list(["a+b = b+a"]), observation="text")
    >>> env.reset(seed=0)[0]
    'to (a+b)=(b+a)'
    >>> observation, reward, terminated, truncated, info = env.step((0, 1, 0, 0))
    >>> reward, terminated, info["outcome"]
    (1.0, True, 'proven')

    The observation is a `graph` (a GraphInstance; `info["graph"]` has all arrays), INT's `text`, or
    the `pointer` text. An action is a text or four numbers: an axiom and three nodes, of which 0
    is none. With the seed s it plays what environment 0 of a Pool with that seed plays; without a seed
    it starts with 0.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        theorems: Optional[_core.Theorems] = None,
        *,
        rules: str = "standard",
        step_limit: int = 15,
        observation: str = "graph",
        rename: bool = False,
        merge: bool = False,
        render_mode: Optional[str] = None,
    ) -> None:
        if observation not in OBSERVATIONS:
            raise ValueError(f"there is no observation {observation!r}: there are {', '.join(OBSERVATIONS)}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"there is no render mode {render_mode!r}: there is ansi")
        if theorems is not None and not isinstance(theorems, _core.Theorems):
            raise ValueError("theorems come from Theorems")
        self.theorems = theorems if theorems is not None else _core.Theorems.generate(rules=rules)
        self.observation = observation
        self.render_mode = render_mode
        self._environment = _core.Environment(rules, step_limit)
        self._graph_options = {"rename": rename, "merge": merge}
        self._action_spaces: Dict[int, Any] = {}  # by N

    def reset(self, *, seed: Optional[int] = None, options: Optional[Mapping[str, Any]] = None) -> Tuple[Any, Info]:
        """Begins a new episode with the next theorem; with a seed, the first theorem of that seed. With
        `options={"theorem": ...}`, it begins with that of a Record or of a goal as text."""
        options = dict(options or {})
        theorem = options.pop("theorem", None)
        if options:
            raise ValueError(f"there is no option {', '.join(map(repr, options))}: there is 'theorem'")
        if theorem is not None and not isinstance(theorem, (str, _core.Record)):
            raise ValueError("a theorem is a Record or a goal as text")
        if seed is not None:
            if not isinstance(seed, (int, np.integer)) or not 0 <= seed < 2**64:
                raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r}")
            seed = int(seed)
            if gymnasium is not None:
                super().reset(seed=seed % 2**63)
        if isinstance(theorem, str):
            theorem = _core.Record(theorem)
        self._environment.begin(self.theorems if theorem is None else theorem, seed)
        return self._observe("begun")

    def step(self, action: Action) -> Tuple[Any, float, bool, bool, Info]:
        """Takes a step. If the action does not apply, the step does nothing and `info["why"]` says why.
        A number out of range, a text that cannot be read and a step after the end are ValueErrors."""
        step = self.episode.step(action)
        observation, info = self._observe(step.outcome)
        return observation, step.reward, step.terminated, step.truncated, info

    def undo(self) -> Tuple[Any, Info]:
        """Back before the last step."""
        if not self.episode.undo():
            raise ValueError("there is no step to undo")
        return self._observe("begun")

    def legal_actions(self) -> Array:
        """The legal actions, one row per action."""
        return self.episode.state.legal_actions()

    def action_mask(self, prefix: Any = ()) -> Array:
        """What can be chosen next after an axiom and its first operands; see State.mask."""
        return self.episode.state.mask(prefix)

    @property
    def episode(self) -> _core.Episode:
        """The current episode."""
        return self._environment.episode

    def save(self) -> bytes:
        """The environment as bytes, without the source of theorems."""
        return self._environment.save()

    def restore(self, saved: bytes) -> Tuple[Any, Info]:
        """Goes on with a saved environment, also one of a Pool."""
        self._environment.restore(saved)
        return self._observe("begun")

    def render(self) -> Optional[str]:
        """The goals and facts, one per line."""
        if self.render_mode != "ansi":
            return None
        state = self.episode.state
        lines = [f"fact {s}" for s in state.facts] + [f"goal {s}" for s in state.goals]
        return "\n".join(lines or ["proven"]) + "\n"

    def close(self) -> None:
        """Nothing to close; Gymnasium calls it."""

    def _observe(self, outcome: str) -> Tuple[Any, Info]:
        state = self.episode.state
        info: Info = {
            "outcome": outcome,
            "why": self.episode.why,
            "steps": self.episode.steps,
            "num_nodes": state.num_nodes,
            "hash": state.hash,
            "goal_hash": state.goal_hash,
        }
        if self.observation == "text":
            return state.text, info
        if self.observation == "pointer":
            return state.pointer, info
        graph = state.graph(**self._graph_options)
        info["graph"] = graph
        return GraphInstance(graph.type, graph.slot, graph.edges), info

    @property
    def action_space(self) -> Any:
        """The 18 × N³ actions of the current state, as a space of Gymnasium, which must be installed. There
        is one space for each N."""
        nodes = max(self.episode.num_nodes, 1)
        if nodes not in self._action_spaces:
            size = [len(_core.AXIOMS), nodes, nodes, nodes]
            self._action_spaces[nodes] = _spaces("action_space").MultiDiscrete(size, dtype=np.int32)
        return self._action_spaces[nodes]

    @property
    def observation_space(self) -> Any:
        """The space of the observations, as a space of Gymnasium, which must be installed."""
        spaces = _spaces("observation_space")
        if self.observation == "graph":
            return spaces.Graph(spaces.Discrete(len(_core.NODE_TYPES)), spaces.Discrete(2))
        return spaces.Text(2**20, min_length=0, charset=_CHARSET)


class TheoremVectorEnv(_VectorEnv):  # type: ignore[misc]
    """Many environments in the manner of Gymnasium's vector environments, over a Pool.

    >>> envs = TheoremVectorEnv(_core.Theorems.generate(k=3, l=5), num_envs=4)
    >>> graph, info = envs.reset(seed=0)
    >>> graph
    <Graph of 4 states, 149 nodes, 140 edges>
    >>> graph, reward, terminated, truncated, info = envs.step(np.zeros((4, 4), int))
    >>> [_core.OUTCOMES[i] for i in info["outcome"]]
    ['no-match', 'no-match', 'no-match', 'no-match']

    The observation is a Graph or a Sequence of all states, or a dict of both where both are asked
    for. `envs.pool` is the pool, for what is not here: sending and receiving, masks, episodes.

    It differs from Gymnasium where states of different sizes do: there are no spaces, a partial
    reset returns the rows of the environments that were reset, and so do `info["final_row"]` and
    `info["final_obs"]`, which have the last states of the episodes that ended in this step.
    """

    metadata: Dict[str, Any] = {"render_modes": []}

    def __init__(self, theorems: Optional[_core.Theorems] = None, num_envs: int = 1, **options: Any) -> None:
        if theorems is None:
            theorems = _core.Theorems.generate(rules=options.get("rules", "standard"))
        self.pool = _core.Pool(theorems, num_envs, **options)
        self.num_envs = num_envs
        mode = options.get("autoreset", "next_step")
        self.metadata = {"render_modes": [], "autoreset_mode": _autoreset_mode(mode)}

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Mapping[str, Any]] = None
    ) -> Tuple[Any, Info]:
        """Begins new episodes: in all environments, or where `options={"reset_mask": ...}` is true."""
        options = dict(options or {})
        mask = options.pop("reset_mask", None)
        if options:
            raise ValueError(f"there is no option {', '.join(map(repr, options))}: there is 'reset_mask'")
        if mask is None:
            batch = self.pool.reset(seed)
        elif np.shape(mask) != (self.num_envs,):
            raise ValueError(f"a reset_mask has the shape ({self.num_envs},), not {np.shape(mask)}")
        else:
            batch = self.pool.reset(seed, np.flatnonzero(mask))
        return _views(batch.graph, batch.sequence), _info(batch)

    def step(self, actions: Any) -> Tuple[Any, Array, Array, Array, Info]:
        """One action per environment: an integer array of the shape (num_envs, 4), or texts."""
        batch = self.pool.step(actions)
        info = _info(batch)
        if len(batch.final_row):
            info["final_row"] = batch.final_row
            info["final_obs"] = _views(batch.final_graph, batch.final_sequence)
        return _views(batch.graph, batch.sequence), batch.reward, batch.terminated, batch.truncated, info

    def close(self, **_: Any) -> None:
        """Nothing to close; Gymnasium calls it."""


def _spaces(user: str) -> Any:
    if gymnasium is None:
        raise ImportError(
            f"{user} needs Gymnasium, which is not installed; without it, use legal_actions, action_mask and "
            "info['num_nodes']",
            name="gymnasium",
        )
    return gymnasium.spaces


def _views(graph: Optional[_core.Graph], sequence: Optional[_core.Sequence]) -> Any:
    if graph is not None and sequence is not None:
        return {"graph": graph, "sequence": sequence}
    return graph if graph is not None else sequence


def _info(batch: _core.Batch) -> Info:
    return {
        "environment": batch.environment,
        "outcome": batch.outcome,
        "steps": batch.steps,
        "episode": batch.episode,
        "num_nodes": batch.nodes,
        "hash": batch.hash,
        "goal_hash": batch.goal_hash,
    }


def _autoreset_mode(name: str) -> Any:
    mode = getattr(getattr(gymnasium, "vector", None), "AutoresetMode", None)
    return mode[name.upper()] if mode is not None else name


def register() -> bool:
    """Makes the environments known to Gymnasium as `ineq/Theorem-v0`; False where it is not installed."""
    if gymnasium is None:
        return False
    if "ineq/Theorem-v0" not in gymnasium.registry:
        gymnasium.register(
            id="ineq/Theorem-v0",
            entry_point="ineq.environment:TheoremEnv",
            vector_entry_point="ineq.environment:TheoremVectorEnv",
        )
    return True
