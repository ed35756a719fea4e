"""A program that is an agent: it takes legal actions at random.

    build/ineq evaluate --problems examples/theorems.jsonl --agent exec:"python3 examples/python/agent_random.py"

It reads one JSON object per line from standard input and answers each with one line on standard
output; docs/agents.md specifies both. Its choices depend only on the seed and the state, so results
are the same for any number of threads. Print debugging output to standard error.
"""

import json
import math
import random
import sys
from typing import Any, Dict

INTRODUCTION = {"protocol": 1, "name": "random", "version": "1", "mode": "policy", "views": ["text", "actions"], "values": False}


def rank(state: Dict[str, Any], seed: int) -> Dict[str, Any]:
    """The best actions of a state, here any of them, by their index in the list of legal actions."""
    rng = random.Random(f"{seed} {state['goals']} {state['facts']}")
    count = len(state["actions"])
    chosen = rng.sample(range(count), min(count, state["rank"]))
    return {"actions": chosen, "log_probs": [-math.log(count) for _ in chosen]}


def main() -> None:
    seed = 0
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            seed = message["options"]["seed"]
            answer = INTRODUCTION
        else:
            answer = {"answers": [rank(state, seed) for state in message["states"]]}
        print(json.dumps({"id": message["id"], **answer}), flush=True)


if __name__ == "__main__":
    main()
