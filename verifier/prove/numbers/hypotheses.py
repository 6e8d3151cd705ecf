"""Facts that are no relations, and facts with limits, integrals or sums in them.

Decides: goals that the other closers decide once the facts are taken apart.  'P implies Q' is used where P can be
proved; 'there is x with P' gives a name; terms in facts that an evaluator knows get their values; then 'P or Q', and
'P implies Q' where P is open, are case distinctions; at last 'for all x, P' is applied to the variables in scope, to 0
and to 1, and for a contradiction each fact's negation is tried.  Complete for: propositional facts with at most
`SPLITS` case distinctions; not for facts about all x, which need the right x.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent, halved
from verifier.kernel.terms.binding import same
from verifier.kernel.terms.expr import FALSE, RELATIONS, TRUE, Expr, head
from verifier.language.named import fresh, negation, operands, replaced, substitute, to_json
from verifier.prove.driver.driver import Branch, Driver, Node, under
from verifier.prove.numbers.evaluable import terms, word
from verifier.prove.numbers.evaluators import EVALUATORS

NAME = "hypotheses"
EFFORT = 1
STEPS = 24
SPLITS = 3
INSTANCES = 8
FROM, CASE = "from:", "case:"  # labels of what is made here from the fact whose label follows
OWN = re.compile(r"if[0-9]*|from:.*|case:.*")  # assumed by the driver or made here; other closers use theirs themselves
PART = re.compile(r"([.][0-9]+)+$")


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    branch = Branch(driver, s)
    while len(branch.steps) < STEPS and _forward(branch, effort):
        pass
    if branch.steps:
        return branch.wrap(driver.prove(branch.s, goal, effort))
    for label in _open_cases(driver, s):
        split = _alternatives if head(s.facts[label]) == "or" else _either
        node = split(driver, s, goal, label, effort)
        if node is not None:
            return node
    if effort >= 2:
        for label, fact in s.facts.items():
            if head(fact) == "forall" and _concerned(driver, label):
                _apply(branch, label)
        if branch.steps:
            return branch.wrap(driver.prove(branch.s, goal, effort - 1))
        if goal == FALSE:
            return _impossible(driver, s, effort)
    return None


def _concerned(driver: Driver, label: str) -> bool:
    """Whether a fact is a hypothesis of the statement or of its goal, or was made here from one."""
    return PART.sub("", label) in driver.given or label in driver.given or OWN.fullmatch(label) is not None


def _open_cases(driver: Driver, s: Sequent) -> list[str]:
    """The facts that may be split next: behind those that are split already, so that no order is tried twice."""
    found = [n for n, f in s.facts.items() if head(f) in ("or", "implies") and _concerned(driver, n)]
    labels = [n for n in found if ".at" not in n and FROM + n not in s.facts]
    done = [i for i, n in enumerate(labels) if CASE + n in s.facts]
    return [] if len(done) >= SPLITS else labels[done[-1] + 1 if done else 0 :]


def _impossible(driver: Driver, s: Sequent, effort: int) -> Node | None:
    """False, from a fact that cannot hold where the others do."""
    for label, fact in s.facts.items():
        if head(fact) in RELATIONS and not halved(fact) and _concerned(driver, label):
            others = Sequent(s.sorts, {n: f for n, f in s.facts.items() if n != label}, s.context)
            node = driver.prove(others, negation(fact), effort - 1)
            if node is not None:
                return {"rule": "contradict", "fact": label, "proof": node}
    return None


# -- forwards ---------------------------------------------------------------------------------------------------------
def _forward(branch: Branch, effort: int) -> bool:
    """One step that loses nothing; whether there was one."""
    s = branch.s
    for label, fact in s.facts.items():
        if FROM + label in s.facts or CASE + label in s.facts or not _concerned(branch.driver, label):
            continue
        op = head(fact)
        if op in RELATIONS and _evaluated(branch, label, effort):
            return True
        if op == "implies" and _used(branch, label):
            return True
        if op == "exists":
            name, sort, body = operands(fact)
            new = fresh(str(name), frozenset(s.sorts))
            branch.s = s.declare(new, sort).assume(FROM + label, substitute(body, {str(name): new}))
            branch.steps.append({"rule": "obtain", "fact": label, "name": new, "as": FROM + label})
            return True
    return False


def _evaluated(branch: Branch, label: str, effort: int) -> bool:
    """The fact with the value of a term put in."""
    driver, s = branch.driver, branch.s
    for term in terms(s.facts[label], s, EVALUATORS):
        key = (NAME, term, tuple(s.facts.items()))
        if key in driver.fruitless:
            continue
        trial = Branch(driver, s)
        value = EVALUATORS[str(word(term))](driver, trial, term, min(effort, 2))
        known = [n for n, f in trial.s.facts.items() if f == ("==", term, value) and n != label]
        plain = s.facts[label] if value is None else replaced(s.facts[label], term, value)
        if value is None or same(value, term) or not known or any(same(plain, f) for f in s.facts.values()):
            driver.fruitless.add(key)
            continue
        branch.s = trial.s.assume(FROM + label, plain)
        branch.steps += [*trial.steps, {"rule": "replace", "fact": known[0], "on": label, "as": FROM + label}]
        return True
    return False


def _used(branch: Branch, label: str) -> bool:
    """Q, where P implies Q and P can be proved."""
    driver, s = branch.driver, branch.s
    premise, said = operands(s.facts[label])
    proof = driver.prove(_relations_only(s), premise, 1)
    if proof is None:
        return False
    branch.s = s.assume(FROM + label, said)
    branch.steps.append({"rule": "use", "fact": label, "premises": [proof], "as": FROM + label})
    return True


def _relations_only(s: Sequent) -> Sequent:
    """The sequent without what other facts say, whose labels stay taken: their premises would ask for each other."""
    hidden = ("implies", "or", "forall", "exists")
    return Sequent(s.sorts, {n: TRUE if head(f) in hidden else f for n, f in s.facts.items()}, s.context)


def _apply(branch: Branch, label: str) -> None:
    """A fact about all x at some values for x."""
    name, sort, body = operands(branch.s.facts[label])
    for i, value in enumerate(_values(branch.s, str(name), sort)):
        s, new = branch.s, f"{FROM}{label}.at{i}"
        if new in s.facts or i >= INSTANCES:
            continue
        try:
            Checker().fits(s, value, sort)
        except (Rejected, Unknown):
            continue
        instance = substitute(body, {str(name): value})
        if instance == TRUE or any(same(instance, f) for f in s.facts.values()):
            continue
        branch.s = s.assume(new, instance)
        branch.steps.append({"rule": "use", "fact": label, "at": [to_json(value)], "as": new})


def _values(s: Sequent, name: str, sort: Expr) -> Iterator[Expr]:
    if name in s.sorts:
        yield name
    if head(sort) in ("real", "integer"):
        yield from (0, 1)
    yield from (x for x, own in s.sorts.items() if x != name and head(own) == head(sort))


# -- case distinctions ------------------------------------------------------------------------------------------------
def _alternatives(driver: Driver, s: Sequent, goal: Expr, label: str, effort: int) -> Node | None:
    nodes: list[Node] = []
    for part in operands(s.facts[label]):
        node = driver.prove(s.assume(CASE + label, part), goal, effort)
        if node is None:
            return None
        nodes.append(node)
    return {"rule": "cases", "fact": label, "as": CASE + label, "nodes": nodes}


def _either(driver: Driver, s: Sequent, goal: Expr, label: str, effort: int) -> Node | None:
    """P implies Q: the goal where P fails, and where Q holds."""
    premise, said = operands(s.facts[label])
    if halved(premise):
        return None
    case, new = CASE + label, FROM + label
    no = driver.prove(s.assume(case, negation(premise)), goal, effort)
    if no is None:
        return None
    inner = s.assume(case, premise)
    used: Node = {"rule": "use", "fact": label, "premises": [{"rule": "exact", "fact": case}], "as": new}
    yes = under(used, driver.prove(inner.assume(new, said), goal, effort))
    return None if yes is None else {"rule": "either", "formula": to_json(premise), "as": case, "yes": yes, "no": no}
