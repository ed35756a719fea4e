"""Inequality theorems with proofs, environments for learning to prove them, and searches and agents that do.

    >>> import ineq
    >>> record = ineq.Generator(k=3, l=5)[0]
    >>> ineq.check(record)
    <Verdict: accepted>
    >>> env = ineq.TheoremEnv(ineq.Theorems.generate(k=3, l=5))
    >>> observation, info = env.reset(options={"theorem": record})
    >>> observation, reward, terminated, truncated, info = env.step(record.proof[0])
    >>> info["outcome"]
    'changed'
    >>> ineq.prove(record).end
    'proven'

docs/python.md lists all names, docs/environment.md specifies observations, actions and rewards, and
docs/glossary.md defines the terms. docs/training.md goes from a file of theorems to a trained network.
Bad input raises ValueError, and a file that cannot be opened the matching OSError.
"""

from ineq._core import (
    AXIOMS,
    NODE_TYPES,
    OUTCOMES,
    Agent,
    Axiom,
    Batch,
    Episode,
    Evaluator,
    Generator,
    GeneratorIterator,
    Graph,
    Pool,
    ProofSteps,
    Questions,
    Record,
    RecordReader,
    Sequence,
    State,
    Statement,
    Step,
    Term,
    Theorems,
    TrainingBatch,
    TrainingSamples,
    Verdict,
    Vocabulary,
    __version__,
    check,
    export,
    find_axiom,
    has_networks,
    proof_steps,
    read_records,
    split,
    statistics,
    training_config,
    write_records,
)
from ineq.environment import GraphInstance, TheoremEnv, TheoremVectorEnv, register
from ineq.solving import Evaluation, Result, evaluate, prove

__all__ = [
    "AXIOMS",
    "Agent",
    "Axiom",
    "Batch",
    "Episode",
    "Evaluation",
    "Evaluator",
    "Generator",
    "GeneratorIterator",
    "Graph",
    "GraphInstance",
    "NODE_TYPES",
    "OUTCOMES",
    "Pool",
    "ProofSteps",
    "Questions",
    "Record",
    "RecordReader",
    "Result",
    "Sequence",
    "State",
    "Statement",
    "Step",
    "Term",
    "TheoremEnv",
    "TheoremVectorEnv",
    "Theorems",
    "TrainingBatch",
    "TrainingSamples",
    "Verdict",
    "Vocabulary",
    "__version__",
    "check",
    "evaluate",
    "export",
    "find_axiom",
    "has_networks",
    "proof_steps",
    "prove",
    "read_records",
    "register",
    "split",
    "statistics",
    "training_config",
    "write_records",
]

register()
