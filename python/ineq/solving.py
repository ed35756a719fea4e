"""Proofs and evaluations by agents: searches, trained agents, and evaluators that are written in Python."""

from __future__ import annotations

import os
from typing import (
    Any,
    Callable,
    Dict,
    Iterable,
    List,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    Tuple,
    Union,
    overload,
)

import numpy as np
import numpy.typing as npt

from ineq import _core

Path = Union[str, "os.PathLike[str]"]
Agent = Union[Path, _core.Agent, _core.Evaluator]
Theorem = Union[_core.Record, _core.Statement, str]

# The columns of the results, and the types of their numbers.
_COLUMNS: Tuple[Tuple[str, str], ...] = (
    ("agent", "i4"),
    ("problem", "i8"),
    ("proven", "?"),
    ("end", "U11"),
    ("length", "i4"),
    ("expanded", "i8"),
    ("generated", "i8"),
    ("steps", "i8"),
    ("evaluated", "i8"),
    ("batches", "i8"),
    ("states", "i8"),
    ("bytes", "i8"),
    ("seconds", "f8"),
    ("cpu_seconds", "f8"),
)


class Result(NamedTuple):
    """What prove has found; true if it is a proof, which the kernel has accepted.

    theorem: the Record that was to be proven.
    record: the same with the proof that was found, or None.
    end: why the search ended: proven, refuted, exhausted, nodes, seconds, memory or interrupted.
    counts: expanded, generated, steps, evaluated and batches, as docs/search.md defines them.
    states: the number of distinct states that were met.
    bytes: the memory in use at the end, approximately.
    seconds: the time, which theorems that are tried together share.
    """

    theorem: _core.Record
    record: Optional[_core.Record]
    end: str
    counts: Dict[str, int]
    states: int
    bytes: int
    seconds: float

    @property
    def proof(self) -> Optional[List[str]]:
        """The proof as INT's text actions, or None."""
        return None if self.record is None else self.record.proof

    def __bool__(self) -> bool:
        return self.record is not None

    def __repr__(self) -> str:
        proof = "" if self.record is None else f" in {len(self.record.proof)} steps"
        return f"<Result {self.theorem.goal}: {self.end}{proof}>"


class Evaluation(NamedTuple):
    """The results of evaluate.

    agents: the names of the agents.
    results: a structured array with a row per agent and problem: the numbers of both, whether and in how
        many steps the problem was proven (length -1 if it was not), why the search ended, and what it cost.
    proofs: for each row the Record with the proof that was found, or None.
    summaries: for each agent a dict like those of `ineq evaluate --json`: the success with its 95 %
        interval, the lengths of proofs, the mean costs, and the success within smaller budgets.
    """

    agents: List[str]
    results: npt.NDArray[Any]
    proofs: List[Optional[_core.Record]]
    summaries: List[Dict[str, Any]]

    def __repr__(self) -> str:
        parts = (f"{summary['solver']} {summary['proven']} of {summary['problems']}" for summary in self.summaries)
        return f"<Evaluation: {', '.join(parts)}>"


@overload
def prove(theorem: Theorem, agent: Agent = ..., **options: Any) -> Result: ...  # type: ignore[misc]  # a str is iterable


@overload
def prove(theorem: Iterable[Theorem], agent: Agent = ..., **options: Any) -> List[Result]: ...


def prove(
    theorem: Union[Theorem, Iterable[Theorem]], agent: Agent = "best-first", **options: Any
) -> Union[Result, List[Result]]:
    """Searches for a proof of a theorem, or of each theorem of a list.

    A theorem is a Record, a Statement, or a goal as text. The agent is the name of a search
    (best-first, breadth-first, mcts or random), "default", the folder of a training run, an Agent or an
    Evaluator. The keywords are the options of `ineq prove`, with underscores: `search` says how an Agent
    or an Evaluator acts (greedy, beam, best-first or mcts; default: greedy), and `nodes`, `steps`,
    `seconds` and `memory` are limits. Theorems of a list are tried together, at most 64 at once, so that
    a network or an evaluator reads their states in common batches.

        >>> result = prove("a+b+c = c+a+b")
        >>> result
        <Result a+b+c = c+a+b: proven in 2 steps>
        >>> check(result.record)
        <Verdict: accepted>
        >>> prove(["a >= b", "a*a >= 0"], "mcts", nodes=10, simulations=20)[1].proof
        ['sqr_geq_zero | (a*a) in obj']
    """
    if isinstance(theorem, (_core.Record, _core.Statement, str)):
        return Result(*_core.solve([theorem], agent, options)[0])
    return [Result(*found) for found in _core.solve(theorem, agent, options)]


def evaluate(
    problems: Union[Path, Iterable[Theorem]],
    agents: Union[Agent, Sequence[Agent], Mapping[str, Agent]] = "best-first",
    *,
    threads: int = 1,
    progress: Optional[Callable[[int, int], object]] = None,
    out: Optional[Path] = None,
    proofs: Optional[Path] = None,
    join: Iterable[Path] = (),
    resume: bool = False,
    force: bool = False,
    **options: Any,
) -> Evaluation:
    """Measures how many problems agents prove, and at what cost.

    problems: a file of records, or a list of theorems as for prove.
    agents: one agent, a list, or a dict that names them; agents as for prove.
    threads: changes no result. With one thread, evaluators are called on the thread of the caller.
    progress: a function that is called with the number of finished results and the number of all.
    out: a file for the results, one line of JSON each. An unfinished run can be continued with `resume`.
    proofs: a file for the records that were proven.
    join: results files of other runs, whose results are not computed again.
    force: overwrite existing files.

    Further keywords are the options of `ineq evaluate`, with underscores.

        >>> problems = Generator(k=3, l=3, order_trials=1000).batch(0, 10)
        >>> evaluation = evaluate(problems, ["best-first", "random"], nodes=20)
        >>> evaluation.summaries[0]["success"], len(evaluation.results)
        (1.0, 20)
        >>> int(evaluation.results["length"].max()) <= 15
        True
    """
    named: List[Tuple[Optional[str], Agent]]
    if isinstance(agents, Mapping):
        named = list(agents.items())
    elif isinstance(agents, (str, os.PathLike, _core.Agent, _core.Evaluator)):
        named = [(None, agents)]
    else:
        named = [(None, agent) for agent in agents]
    names, columns, records, summaries = _core.run(
        problems, named, options, threads, progress, out, proofs, list(join), resume, force
    )
    results = np.zeros(len(records), dtype=list(_COLUMNS))
    for name, _ in _COLUMNS:
        if name in columns:
            results[name] = columns[name]
    return Evaluation(names, results, records, summaries)
