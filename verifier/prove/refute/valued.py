"""Statements with the values of the limits, integrals and sums in them, for the search of points."""

from __future__ import annotations

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import same, subexpressions
from verifier.kernel.terms.expr import Expr
from verifier.language.named import replaced
from verifier.prove.driver.closers import prover
from verifier.prove.driver.driver import Branch, Driver, OutOfTime
from verifier.prove.numbers.evaluable import terms, word
from verifier.prove.numbers.evaluators import EVALUATORS

STEPS = 24


def with_values(statement: Statement, deadline: float) -> Statement:
    """The statement with the values of the limits, integrals and sums in it: floating point can read that.

    A suggestion where to look for points; nothing is proved with it.
    """
    parts = [*(f for _, f in statement.given), statement.goal]
    if not any(word(e) in EVALUATORS for p in parts for e in subexpressions(p)):
        return statement
    driver, s = prover(deadline), Sequent()
    try:
        for name, sort in statement.variables:
            s = s.declare(name, sort)
        for label, formula in statement.given:
            s = s.assume(label, formula)
        found = [_plain(driver, s, p) for p in parts]
    except (OutOfTime, Rejected, Unknown):
        return statement
    given = tuple((label, p) for (label, _), p in zip(statement.given, found, strict=False))
    return Statement(statement.variables, given, found[-1])


def _plain(driver: Driver, s: Sequent, formula: Expr) -> Expr:
    for _ in range(STEPS):
        for term in terms(formula, s, EVALUATORS):
            value = EVALUATORS[str(word(term))](driver, Branch(driver, s), term, 2)
            if value is not None and not same(value, term) and replaced(formula, term, value) != formula:
                formula = replaced(formula, term, value)
                break
        else:
            return formula
    return formula
