"""A part of `make bench`: how fast the twin of a network (python/tests/twins.py) learns.

network_twin.py FILE STEPS SECONDS: reads what perf/network_bench.cpp has written, and prints JSON: the
loss without dropout, and the states per second of CPU time in the fastest step of training. At least
STEPS steps are measured, and for at least SECONDS seconds. A step is the same as there: forward,
backward, clipping, AdamW and averaged weights, on one thread and in single precision. Exits with code
77 if PyTorch is not installed.
"""

import ctypes
import json
import sys
import time
from pathlib import Path

try:
    import torch
except ModuleNotFoundError:
    sys.exit(77)

sys.path.append(str(Path(__file__).parents[1] / "python" / "tests"))
import twins  # noqa: E402


def keep_memory():
    """The settings of src/agents/load_network.cpp. Without them, a step of the small gin takes 2.6 times as long."""
    trim_threshold, mmap_threshold = -1, -3
    libc = ctypes.CDLL(None)
    libc.mallopt(trim_threshold, 2**31 - 1)
    libc.mallopt(mmap_threshold, 32 << 20)


def main(path, least_steps, least_seconds):
    torch.set_num_threads(1)
    keep_memory()
    options, dumped = twins.load(path, torch.float32)
    weights = {name: weight.requires_grad_() for name, weight in dumped["weights"].items()}
    samples = dumped["samples"]
    choices = twins.split(samples["choice"].tolist(), samples["choice_offset"])
    twin = twins.TWINS[options["network"]]
    optimizer = torch.optim.AdamW(weights.values(), lr=1e-4, betas=(0.9, 0.98), weight_decay=0.01)
    average = {name: weight.detach().clone() for name, weight in weights.items()}

    def loss(dropout):
        log_probs, steps = twin(weights, dumped["input"], choices, {**options, "dropout": dropout})
        smoothing = options["label_smoothing"]
        return twins.losses(log_probs, steps, choices, samples["steps_left"], smoothing)["total"]

    def step():
        optimizer.zero_grad(set_to_none=True)
        loss(options["dropout"]).backward()
        torch.nn.utils.clip_grad_norm_(weights.values(), 1)
        optimizer.step()
        with torch.no_grad():
            for name, weight in weights.items():
                average[name].lerp_(weight, 0.002)

    with torch.no_grad():
        first_loss = loss(0).item()
    step()  # warms up
    seconds = []
    while len(seconds) < least_steps or sum(seconds) < least_seconds:
        start = time.process_time()
        step()
        seconds.append(time.process_time() - start)
    print(json.dumps({"loss": first_loss, "states_per_second": len(choices) / min(seconds)}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))
