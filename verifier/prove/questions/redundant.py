"""Hypotheses that say nothing new: they follow from the others, or only name something that nothing else mentions.

Decides: that a claim with a proof holds without such a hypothesis.  How: the hypothesis is proved from the others, by
contradiction, and the proof that is there follows; a letter that only this hypothesis mentions is given the value that
the hypothesis says, which is a proof that there is one.  A hypothesis that holds is defined: that x < a/b supposes
b != 0.  Complete for: nothing.  Cannot do: hypotheses that hold for all integers or at all times.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verifier.evidence.verdict import Verdict, judge
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import FALSE, TRUE, Expr, Malformed, head
from verifier.language.claim import Claim
from verifier.language.named import meaningful, negation, operands, substitute, to_json
from verifier.language.script import Have, Linear, Numbers, Order, Square, Step, Use, Witness
from verifier.language.text.printing import to_text
from verifier.prove.analysis import scalar
from verifier.prove.driver.closers import prover
from verifier.prove.driver.driver import Node
from verifier.prove.driver.driver import OutOfTime as OutOfDriverTime
from verifier.prove.driver.effort import now
from verifier.prove.driver.task import Task
from verifier.prove.matrices.equations import OutOfTime
from verifier.prove.questions import wellposed
from verifier.prove.questions.offer import Offer
from verifier.prove.refute.sampling import alone
from verifier.prove.scripts.tactics import Stuck

NAME = "redundant hypothesis"
SECONDS = 0.8
MEANT = "meant:"


def decide(claim: Claim, offer: Offer) -> Verdict | None:
    """The verdict on the claim without the hypothesis, where the hypothesis says nothing new."""
    known = offer.proved.certificate
    if not offer.taken or not known or known.get("kind") != "proof":
        return None
    task = Task(claim, now() + SECONDS)
    try:
        gone = free_names(offer.formula) - claim.sorts().keys()
        single = len(offer.taken) == 1
        certificate = _named(task, offer, known, gone) if gone and single else _follows(task, offer, known)
        if certificate is None:
            return None
        return judge(claim.statement(), certificate, offer.proved.method or NAME, _reason(gone),
                     claims=claim.cited)  # fmt: skip
    except (Rejected, Malformed, Unknown, OutOfTime, OutOfDriverTime, Stuck, KeyError):
        return None


def _reason(gone: frozenset[str]) -> str:
    if gone:
        return f"the hypothesis only names {', '.join(sorted(gone))}, which nothing else mentions"
    return "the hypothesis follows from the others"


# -- what follows -----------------------------------------------------------------------------------------------------
def _follows(task: Task, offer: Offer, known: Mapping[str, Any]) -> dict[str, Any] | None:
    """The proof that is there, after proofs of those hypotheses that follow."""
    s, meant = task.sequent, []
    for label, formula in task.statement.given:
        condition = meaningful(formula, dict(task.statement.variables), asserted=True)
        if condition != TRUE:
            s = s.assume(MEANT + label, condition)
            meant.append(label)
    shown = _shown(task, s, offer)
    if not shown:
        return None
    certificate = {**known, "tree": _with(shown, known["tree"]), **({"meant": meant} if meant else {})}
    needed = wellposed.needed(task.statement)
    if needed != TRUE:
        defined = wellposed.defined(task) or _defined(task, offer, needed)
        if defined is None:
            return None
        certificate["defined"] = defined
    return certificate


Shown = list[tuple[str, Expr, Node]]


def _shown(task: Task, s: Sequent, offer: Offer) -> Shown:
    """Those hypotheses that were taken away and follow, with their proofs."""
    shown: Shown = []
    for label, formula in offer.taken:
        if free_names(formula) - s.sorts.keys() or head(formula) in ("forall", "exists", "tends"):
            continue
        node = _by_contradiction(task, s, label, formula) if scalar(task) else _by_a_square(task, s, formula)
        if node is not None:
            shown.append((label, formula, node))
            s = s.assume(label, formula)
    return shown


def _with(shown: Shown, tree: Node) -> Node:
    for label, formula, node in reversed(shown):
        tree = {"rule": "have", "formula": to_json(formula), "as": label, "proof": node, "then": tree}
    return tree


def _by_contradiction(task: Task, s: Sequent, label: str, formula: Expr) -> Node | None:
    """A proof of a formula: its denial contradicts the facts."""
    denied = s.assume(label, negation(formula))
    for effort in (0, 1):
        driver = prover(task.deadline)
        driver.given = frozenset(denied.facts)
        node = driver.prove(denied, FALSE, effort)
        if node is not None:
            fails = {"rule": "negate", "as": "otherwise", "then": node}
            holds = {"rule": "exact", "fact": label}
            return {"rule": "either", "formula": to_json(formula), "as": label, "yes": holds, "no": fails}
    return None


def _by_a_square(task: Task, s: Sequent, formula: Expr) -> Node | None:
    """A proof that a number is not negative: another hypothesis says that it is at least a sum of squares."""
    if head(formula) not in (">=", "<=") or 0 not in operands(formula):
        return None
    for label, given in task.statement.given:
        steps: list[Step] = []
        if head(given) == "forall":  # as it is at 0
            bound, _, given = operands(given)
            given = substitute(operands(given)[1] if head(given) == "implies" else given, {str(bound): 0})
            steps, label = [Use(label, at=["0"], name="at 0")], "at 0"
        parts = operands(given) if head(given) == "and" else (given,)
        for i, part in enumerate(parts):
            root = operands(operands(part)[0])[0] if head(part) == "<=" and head(operands(part)[0]) == "trace" else 0
            if head(root) != "*" or operands(root)[0] != ("T", operands(root)[1]):
                continue
            fact = label if len(parts) == 1 else f"{label}.{i}"
            bound = operands(part)[1]
            size = operands(bound)[0] if head(bound) == "*" else 1
            script = [*steps, *_at_least(to_text(operands(root)[1]), fact, size if s.sorts.get(str(size)) else 1)]
            try:
                return task.tactics(0.5).prove(s, formula, script)
            except (Stuck, Rejected, Unknown, ValueError):
                continue
    return None


def _at_least(root: str, fact: str, size: Expr) -> list[Step]:
    """A number is not negative, since the size times it is at least the sum of the squares of a matrix's entries."""
    if size == 1:
        return [Order(positive=[Square(root=root), Square(facts=[fact])])]
    part = ["1 / the size"]
    return [
        Have(f"{size} != 0", name="the size is not 0"), Have(f"{size} > 0", name="the size"),
        Have(f"1/{size} > 0", name="1 / the size", by=[Numbers(using=["the size"])]),
        Order(positive=[Square(root=root, facts=part), Square(facts=[*part, fact])], nonzero=["the size is not 0"]),
    ]  # fmt: skip


def _defined(task: Task, offer: Offer, needed: Expr) -> Node | None:
    """A proof that the claim is well defined: under all its conditions the hypotheses hold, and with them the rest."""
    s = Sequent()
    for name, sort in task.statement.variables:
        s = s.declare(name, sort)
    labels: list[str] = []
    while head(needed) == "implies":
        labels.append(f"if{len(labels)}")
        s = s.assume(labels[-1], operands(needed)[0])
        needed = operands(needed)[1]
    shown = _shown(task, s, offer)
    for label, formula, _ in shown:
        s = s.assume(label, formula)
    rest = wellposed.proved(task, s, needed) if shown else None
    if rest is None:
        return None
    tree = _with(shown, rest)
    for label in reversed(labels):
        tree = {"rule": "intro", "as": label, "then": tree}
    return tree


# -- what only names --------------------------------------------------------------------------------------------------
def _named(task: Task, offer: Offer, known: Mapping[str, Any], gone: frozenset[str]) -> dict[str, Any] | None:
    """The proof that is there, of a letter that there is."""
    if len(gone) != 1 or not offer.sorts:
        return None
    (name,) = gone
    sort = offer.sorts[name]
    exists: Expr = ("exists", name, sort, offer.formula)
    if free_names(exists) - dict(task.statement.variables).keys():
        return None
    for value in _values(offer.formula, name, sort, offer.sorts):
        try:
            proof = task.tactics(0.5).prove(task.sequent, exists, _steps(value))
        except (Stuck, Rejected, Unknown, OutOfTime):
            continue
        label = "there is one"
        then = {"rule": "obtain", "fact": label, "name": name, "as": offer.taken[0][0], "then": known["tree"]}
        tree = {"rule": "have", "formula": to_json(exists), "as": label, "proof": proof, "then": then}
        certificate = {**known, "tree": tree}
        if wellposed.needed(task.statement) != TRUE:
            if wellposed.defined(task) is None:
                return None
            certificate["defined"] = wellposed.defined(task)
        return certificate
    return None


def _steps(value: Expr) -> list[Step]:
    """That there is one, named; a quotient by a size is put in where the size is not 0."""
    if head(value) != "/":
        return [Witness(to_text(value))]
    size = to_text(operands(value)[1])
    return [Have(f"{size} != 0", name="the size"), Witness(to_text(value)), Linear(nonzero=["the size"])]


def _values(formula: Expr, name: str, sort: Expr, sorts: Mapping[str, Expr]) -> list[Expr]:
    """What the hypothesis may say that the letter is."""
    if head(formula) == "==":
        left, right = operands(formula)
        for side, other in ((left, right), (right, left)):
            value, letter = alone(side, other, sorts)
            if letter == name and name not in free_names(value):
                return [value]
    return [1, 0, -1] if head(sort) == "real" else []
