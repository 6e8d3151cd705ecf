"""Who finds the value of a limit, an integral, a derivative or a sum: word or head -> module.

A module has ``evaluate(driver, branch, term, effort) -> Expr | None``: it adds the fact ``term == value`` to the
branch and returns the value, or returns None.  A new one is one module and one entry here.
"""

from __future__ import annotations

from types import ModuleType

from verifier.prove.equations import derivatives
from verifier.prove.normal import piecewise
from verifier.prove.values import limit_values
from verifier.prove.values.integrals import definite
from verifier.prove.values.sums import finite_sums, infinite_sums

EVALUATORS: dict[str, ModuleType] = {
    "diff": derivatives, "integrate": definite, "limit": limit_values, "Piecewise": piecewise,
    "sum": finite_sums, "product": finite_sums, "Sum": infinite_sums, "Product": infinite_sums,
}  # fmt: skip
