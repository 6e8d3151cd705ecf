"""Claims about numbers and functions: the driver of `calculus` on the claim, then on its negation at points.

Decides: whatever the closers decide; see each of them.  How: in rounds of growing effort, a proof of the goal from the
hypotheses is looked for, then values at which the hypotheses and the goal's negation are proved (`calculus.refute`).
Variables are numbers or matrices of literal sizes, which are taken by their entries.  Complete for: nothing as a whole.
Cannot do: matrices of symbolic size and sequences of matrices, which belong to the other methods.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from verifier.kernel.expr import Expr, head
from verifier.kernel.integers import Unknown
from verifier.kernel.logic import Rejected, Sequent
from verifier.library.theorems import theorems
from verifier.methods.calculus.driver import Driver, Node, OutOfTime
from verifier.methods.overdue import part
from verifier.methods.task import Evidence, Task

NAME = "analysis"
SLACK = 0.3  # seconds beyond a share, for what was found at the last moment


def scalar(task: Task) -> bool:
    """Whether all variables are numbers, sequences of them, curves, or matrices whose sizes are literals; no curve
    comes alone with matrices of symbolic sizes.
    """
    from verifier.methods.calculus.entries import literal_sizes

    kinds = ("real", "integer", "complex", "curve")
    sorts = [sort for _, sort in task.statement.variables if sort != ("sequence", ("real",))]
    return all(head(sort) in kinds or literal_sizes(sort) is not None for sort in sorts)


def attempt(task: Task) -> Evidence | None:
    return _rounds(task, ((2, 0.5), (3, 0.9)))


def first_look(task: Task) -> Evidence | None:
    """What takes little time, before the methods that were made for matrices."""
    return _rounds(task, ((1, 0.15),))


def _rounds(task: Task, rounds: Sequence[tuple[int, float]]) -> Evidence | None:
    """A proof, else a counterexample, with more and more effort; each round has a share of the time that is left."""
    if not scalar(task):
        return None
    from verifier.methods.calculus import constants, refute

    for effort, share in rounds:
        node: Node | None = None
        with part(share / 2 * task.left() + SLACK):
            node = _proved(task, task.sequent, task.statement.goal, effort, share / 2)
        if node is not None:
            values = constants.named(task.statement.goal, node)
            reason = "proved for all values" if task.statement.variables else "proved"
            reason += f", with {values}" if values else ""
            return Evidence(task.proof(node), reason, method=way(node))
        if any(head(sort) in ("curve", "sequence") for _, sort in task.statement.variables):
            continue  # values of curves are not searched for
        found: Evidence | None = None
        with part(share / 2 * task.left() + SLACK):
            found = refute.attempt(task, effort, share / 2)
        if found is not None:
            return found
    return None


def _proved(task: Task, s: Sequent, goal: Expr, effort: int, share: float) -> Node | None:
    left = task.deadline - time.monotonic()
    driver = Driver(time.monotonic() + share * left)
    driver.given = frozenset(s.facts)
    try:
        node = driver.prove(s, goal, effort)
    except (OutOfTime, Rejected, Unknown):
        node = None
    task.notes.extend(driver.notes[-3:])
    return node


#: theorems of the library that name a way of proof
_THEOREMS = ("sum-telescope", "product-telescope", "sum-vanish", "integer-part", "integer-beyond", "trichotomy",
             "antisymmetry")  # fmt: skip
#: rules and theorems that name a way of proof, the most telling first
_WAYS = {
    "induction": "induction", "sum-telescope": "telescoping", "product-telescope": "telescoping",
    "integral": "table of integrals", "primitive": "fundamental theorem of calculus",
    "integral-enclosed": "enclosure of an integral", "intermediate": "intermediate value theorem",
    "taylor": "Taylor's formula", "limit-definition": "definition of the limit", "ladder": "derivative ladder",
    "ladder-limit": "derivative ladder", "box": "interval boxes", "asymptotic": "asymptotic expansion",
    "divergent": "divergence of a part", "substitution": "substitution in an integral",
    "linear-integral": "linearity of the integral",
    "series-derivative": "power series", "series-definition": "limit of partial sums",
    "residues": "residues", "integer-part": "integer parts",
    "integer-beyond": "integer parts", "diff": "derivative", "count": "recurrence",
    "sum-vanish": "sum of squares", "order": "sum of squares", "by-entries": "entry by entry",
    "instance": "known facts", "positive": "positivity", "field": "identity", "linear": "matrix algebra",
    "axiom": "matrix algebra",
}  # fmt: skip

_TABLES = {"integral": "integral", "resolution": "axiom"}  # how the names of lines begin that say more than a fact


def way(node: object) -> str:
    """How a tree proves what it proves, in words: its rules by their names, the most telling first."""
    found: set[str] = set()
    queue = [node]
    squares = False
    while queue:
        at = queue.pop()
        if isinstance(at, dict):
            if isinstance(at.get("rule"), str):
                theorem = str(at.get("as")).rpartition(":")[2] if at["rule"] == "have" else ""
                if theorem in theorems():  # its own proof is not what the claim's proof does
                    found.add(next((name for name in _THEOREMS if theorem.startswith(name)), "instance"))
                    queue.append(at["then"])
                    continue
                found.add(_TABLES.get(str(at.get("name")).partition("-")[0], "instance") if at["rule"] == "instance"
                          else str(at["rule"]))  # fmt: skip
            squares = squares or "square" in at
            queue.extend(at.values())
        elif isinstance(at, list):
            queue.extend(at)
    named = list(dict.fromkeys(words for rule, words in _WAYS.items() if rule in found))
    if squares and "positivity" in named:
        named[named.index("positivity")] = "sum of squares"
    return ", ".join(named[:2]) or "integer arithmetic"
