"""Limits, integrals, derivatives and sums inside a goal are replaced by their values.

Decides: goals that the other closers decide once the value is known.  How: the innermost term that an evaluator of
`evaluators` can find is replaced first; an answer is kept for the rest of the claim.  Complete for: nothing.  Cannot
do: terms that mention a bound variable.
"""

from __future__ import annotations

from collections.abc import Iterator

from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import free_names, same, subexpressions
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands, replaced
from verifier.prove.numbers.driver import Branch, Driver, Node
from verifier.prove.numbers.evaluators import EVALUATORS

NAME = "evaluation"
EFFORT = 1


def word(e: Expr) -> str | None:
    """The word under which an evaluator may know the term."""
    op = head(e)
    return str(operands(e)[0]) if op == "fn" else op


def terms(goal: Expr, s: Sequent) -> Iterator[Expr]:
    """The terms that may be evaluated here, innermost first: those that mention no bound variable."""
    found = [e for e in subexpressions(goal) if word(e) in EVALUATORS and free_names(e) <= set(s.sorts)]
    yield from reversed(list(dict.fromkeys(found)))


#: (sorts, facts, term, effort) -> the value, the sequent and the steps after it was found, and the time there was for
#: it; of one claim
_found: dict[object, tuple[Expr | None, Sequent, list[Node], float]] = {}


def forget() -> None:
    """A new claim: what was not found in the time of the last one may be found now."""
    _found.clear()


def evaluated(driver: Driver, branch: Branch, term: Expr, effort: int) -> Expr | None:
    """The value of a term, with the fact that it has it on the branch; the same question is answered once.

    A claim is tried both ways, and an integral takes long.
    """
    key = tuple(branch.s.sorts.items()), tuple(branch.s.facts.items()), term, effort
    known, left = _found.get(key), driver.left()
    if known is None or (known[0] is None and left > 2 * known[3]):  # what was not found in a hurry may be found now
        before = len(branch.steps)
        value: Expr | None = EVALUATORS[str(word(term))].evaluate(driver, branch, term, effort)
        _found[key] = value, branch.s, branch.steps[before:], left
        return value
    value, branch.s, steps, _ = known
    branch.steps.extend(steps)
    return value


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    for term in terms(goal, s):
        branch = Branch(driver, s)
        value = evaluated(driver, branch, term, effort)
        if value is None or same(value, term):
            continue
        fact = next((n for n, f in branch.s.facts.items() if f == ("==", term, value)), None)
        if fact is None:
            continue
        new = replaced(goal, term, value)
        node = driver.prove(branch.s, new, effort) if new != goal else None  # unless only a bound name was meant
        if node is not None:
            return branch.wrap({"rule": "replace", "fact": fact, "then": node})
    return None
