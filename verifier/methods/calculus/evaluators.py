"""Who finds the value of a limit, an integral, a derivative or a sum: word or head -> module.

A module has ``evaluate(driver, branch, term, effort) -> Expr | None``: it adds the fact ``term == value`` to the
branch and returns the value, or returns None.  A new one is one module and one entry here.
"""

from __future__ import annotations

from types import ModuleType

from verifier.methods.calculus import derivatives, integrals, limits, pieces, sums

EVALUATORS: dict[str, ModuleType] = {
    "diff": derivatives, "integrate": integrals, "limit": limits, "Piecewise": pieces,
    "sum": sums, "product": sums, "Sum": sums, "Product": sums,
}  # fmt: skip
