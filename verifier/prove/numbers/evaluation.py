"""Limits, integrals, derivatives and sums inside a goal are replaced by their values.

Decides: goals that the other closers decide once the value is known.  How: the innermost term that an evaluator of
`evaluators` can find is replaced first; an answer is kept for the rest of the claim.  Complete for: nothing.  Cannot
do: terms that mention a bound variable.
"""

from __future__ import annotations

from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import same
from verifier.kernel.terms.expr import Expr
from verifier.language.named import replaced
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.numbers.evaluable import terms, word
from verifier.prove.numbers.evaluators import EVALUATORS

NAME = "evaluation"
EFFORT = 1

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
        value = EVALUATORS[str(word(term))](driver, branch, term, effort)
        _found[key] = value, branch.s, branch.steps[before:], left
        return value
    value, branch.s, steps, _ = known
    branch.steps.extend(steps)
    return value


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    for term in terms(goal, s, EVALUATORS):
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
