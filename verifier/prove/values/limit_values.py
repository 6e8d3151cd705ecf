"""Values of limits: by expansions, and where these find nothing, between two bounds."""

from __future__ import annotations

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.terms.expr import Expr
from verifier.prove.driver.driver import Branch, Driver
from verifier.prove.near import squeezes
from verifier.prove.values.limit_expansions import expanded


def evaluate(driver: Driver, branch: Branch, term: Expr, effort: int) -> Expr | None:
    """The value of a limit, which becomes a fact of the branch."""
    value = expanded(driver, branch, term, effort)
    if value is None and effort >= 2:
        try:
            value = squeezes.evaluate(driver, branch, term, effort)
        except (Rejected, Unknown):
            return None
    return value
