"""The transcripts of tests/golden, made with nothing but the package: what `ineq episode` prints."""

from __future__ import annotations

from typing import Iterable, List

import ineq


def numbers(name: str, values: Iterable[int]) -> str:
    return " ".join([name, *map(str, values)])


def graph_lines(indent: str, graph: ineq.Graph) -> List[str]:
    return [
        numbers(indent + "type", graph.type),
        numbers(indent + "statement", graph.statement),
        numbers(indent + "edge", graph.edges.ravel()),
        numbers(indent + "slot", graph.slot),
        numbers(indent + "root", graph.root),
        numbers(indent + "is_goal", graph.is_goal.astype(int)),
        numbers(indent + "occurrence", graph.occurrence),
    ]


def state_lines(number: int, episode: ineq.Episode) -> List[str]:
    state = episode.state
    legal = list(state.legal_actions())
    shown = legal if len(legal) <= 8 else legal[:4] + legal[-4:]
    return [
        "",
        f"state {number}",
        f"  steps {episode.steps}",
        f"  hash {episode.hash:016x}",
        f"  goal hash {episode.goal_hash:016x}",
        *(f"  goal {goal}" for goal in state.goals),
        *(f"  fact {fact}" for fact in state.facts),
        f"  legal {len(legal)}",
        *(numbers("  legal action", action) for action in shown),
        f"  text {state.text}",
        f"  pointer {state.pointer}",
        numbers("  tokens", state.sequence("pointer").token),
        *graph_lines("  ", state.graph()),
        *graph_lines("  merged ", state.graph(rename=True, merge=True)),
    ]


def step_lines(number: int, episode: ineq.Episode, text: str) -> List[str]:
    lines = ["", f"step {number}", f"  action {text}"]
    state = episode.state
    try:
        action = state.action(text)
    except ValueError:
        pass
    else:
        lines.append(numbers("  nodes", action))
        pointer = state.action_pointer(action)
        if pointer is not None:
            lines.append(f"  pointer {pointer}")
    if episode.over:
        why = "the theorem is proven already" if episode.proven else "the step limit was reached"
        return [*lines, "  outcome closed", "  reward 0", f"  why {why}"]
    try:
        step = episode.step(text)
    except ValueError as error:
        return [*lines, "  outcome unreadable", f"  why {error}"]
    lines += [f"  outcome {step.outcome}", f"  reward {step.reward:.0f}"]
    if step.terminated:
        lines.append("  ended proven")
    if step.truncated:
        lines.append("  ended step limit")
    if episode.why:
        lines.append(f"  why {episode.why}")
    return lines


def plural(count: int) -> str:
    return f"{count} step" + ("" if count == 1 else "s")


def transcript(record: ineq.Record, step_limit: int = 15) -> str:
    rules = record.rules or "standard"
    episode = ineq.Episode(rules, step_limit)
    episode.reset(record)
    theorem = episode.record
    lines = [
        f"episode {record.id}",
        f"rules {rules}, {plural(step_limit)} at most",
        f"goal {theorem.goal}",
        *(f"premise {premise}" for premise in theorem.premises),
        *state_lines(0, episode),
    ]
    for i, text in enumerate(record.proof, 1):
        lines += step_lines(i, episode, text)
        lines += state_lines(i, episode)
    verdict = "proven in" if episode.proven else "not proven after"
    return "\n".join([*lines, "", f"verdict {verdict} {plural(episode.steps)}", ""])
