"""A program that is an agent: it asks a language model which action to take.

The model is behind any HTTP endpoint with OpenAI's interface for chat completions, such as that of
vLLM, llama.cpp or Ollama. Its address, the name of the model and the key are arguments, or are in
the environment variables OPENAI_BASE_URL, OPENAI_MODEL and OPENAI_API_KEY.

    build/ineq evaluate --problems examples/theorems.jsonl --threads 1 --answer-seconds 600 \\
        --agent exec:"python3 examples/python/agent_language_model.py --model my-model"

The model sees the goals, the facts and a numbered list of the actions that it can take, and answers
with numbers, the best first. docs/agents.md specifies what ineq and this program say to each other.
"""

import argparse
import concurrent.futures
import http.client
import json
import os
import re
import sys
import urllib.request
from typing import Any, Dict

PROMPT = """You prove theorems about real numbers, backwards: each action replaces a goal by goals \
that imply it, and the theorem is proven when no goal is left.

Goals:
{goals}

Facts:
{facts}

Actions, as an axiom with the terms that it is applied to:
{actions}

Which actions bring the proof nearer to its end? Answer with at most {rank} numbers, the best \
first, separated by spaces, and nothing else."""


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base-url", default=os.environ.get("OPENAI_BASE_URL", "http://localhost:8000/v1"))
    parser.add_argument("--model", default=os.environ.get("OPENAI_MODEL", "default"))
    parser.add_argument("--key", default=os.environ.get("OPENAI_API_KEY", ""))
    parser.add_argument("--most", type=int, default=100, help="list at most N actions")
    parser.add_argument("--together", type=int, default=8, help="send at most N requests at once (1 to 64)")
    parser.add_argument("--timeout", type=float, default=300, help="seconds to wait for an answer of the endpoint")
    return parser.parse_args()


def complete(args: argparse.Namespace, prompt: str) -> str:
    """What the model answers."""
    body = {"model": args.model, "temperature": 0, "messages": [{"role": "user", "content": prompt}]}
    headers = {"Content-Type": "application/json"}
    if args.key:
        headers["Authorization"] = f"Bearer {args.key}"
    request = urllib.request.Request(f"{args.base_url}/chat/completions", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=args.timeout) as response:
        return str(json.load(response)["choices"][0]["message"]["content"])


def rank(args: argparse.Namespace, state: Dict[str, Any]) -> Dict[str, Any]:
    """The numbers in the answer that are numbers of actions, each once."""
    listed = state["actions"][:args.most]
    if not listed:
        return {"actions": []}
    prompt = PROMPT.format(
        goals="\n".join(state["goals"]),
        facts="\n".join(state["facts"]) or "none",
        actions="\n".join(f"{i} {action}" for i, action in enumerate(listed)),
        rank=min(state["rank"], len(listed)),
    )
    numbers = dict.fromkeys(map(int, re.findall(r"\d{1,9}", complete(args, prompt))))
    return {"actions": [number for number in numbers if number < len(listed)]}


def main() -> None:
    args = options()
    introduction = {"protocol": 1, "name": f"language-model {args.model}"[:80], "version": "1", "mode": "policy",
                    "views": ["text", "actions"], "batch": args.together}
    pool = concurrent.futures.ThreadPoolExecutor(args.together)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            answer = introduction
        else:
            try:
                answer = {"answers": list(pool.map(lambda state: rank(args, state), message["states"]))}
            except (OSError, ValueError, LookupError, http.client.HTTPException) as error:  # the endpoint does not answer, or not as expected
                answer = {"error": f"{args.base_url}: {error}"}
        print(json.dumps({"id": message["id"], **answer}), flush=True)


if __name__ == "__main__":
    main()
