"""Generates inequality theorems with proofs, and provides environments for learning to prove them.

    >>> import ineq
    >>> record = ineq.Generator(k=3, l=5)[0]
    >>> ineq.check(record)
    <Verdict: accepted>
    >>> env = ineq.TheoremEnv(ineq.Theorems.generate(k=3, l=5))
    >>> observation, info = env.reset(options={"theorem": record})
    >>> observation, reward, terminated, truncated, info = env.step(record.proof[0])
    >>> info["outcome"]
    'changed'

docs/environment.md specifies observations, actions and rewards, and docs/glossary.md defines the
terms. docs/training.md goes from a file of theorems to a trained network. Bad input raises ValueError,
and a file that cannot be opened the matching OSError.
"""

from ineq._core import (
    AXIOMS,
    NODE_TYPES,
    OUTCOMES,
    Axiom,
    Batch,
    Episode,
    Generator,
    GeneratorIterator,
    Graph,
    Pool,
    ProofSteps,
    Record,
    RecordReader,
    Sequence,
    State,
    Statement,
    Step,
    Term,
    Theorems,
    Verdict,
    Vocabulary,
    __version__,
    check,
    find_axiom,
    proof_steps,
    read_records,
    write_records,
)
from ineq.environment import GraphInstance, TheoremEnv, TheoremVectorEnv, register

__all__ = [
    "AXIOMS",
    "Axiom",
    "Batch",
    "Episode",
    "Generator",
    "GeneratorIterator",
    "Graph",
    "GraphInstance",
    "NODE_TYPES",
    "OUTCOMES",
    "Pool",
    "ProofSteps",
    "Record",
    "RecordReader",
    "Sequence",
    "State",
    "Statement",
    "Step",
    "Term",
    "TheoremEnv",
    "TheoremVectorEnv",
    "Theorems",
    "Verdict",
    "Vocabulary",
    "__version__",
    "check",
    "find_axiom",
    "proof_steps",
    "read_records",
    "register",
    "write_records",
]

register()
