"""Who finds the value of a limit, an integral, a derivative or a sum: word or head -> evaluator.

An evaluator adds the fact ``term == value`` to the branch and returns the value, or returns None.  A new one is one
module and one entry here.
"""

from __future__ import annotations

from verifier.kernel.terms.expr import Expr
from verifier.prove.driver.driver import Branch, Driver
from verifier.prove.equations import derivatives
from verifier.prove.normal import piecewise
from verifier.prove.numbers.evaluable import Evaluator
from verifier.prove.values import limit_values
from verifier.prove.values.integrals import definite
from verifier.prove.values.sums import finite_sums, infinite_sums


def _integral(driver: Driver, branch: Branch, term: Expr, effort: int) -> Expr | None:
    """The value of an integral; all evaluators are asked for what stands inside of integrands."""
    return definite.evaluate(driver, branch, term, effort, EVALUATORS)


EVALUATORS: dict[str, Evaluator] = {
    "diff": derivatives.evaluate, "integrate": _integral, "limit": limit_values.evaluate,
    "Piecewise": piecewise.evaluate, "sum": finite_sums.evaluate, "product": finite_sums.evaluate,
    "Sum": infinite_sums.evaluate, "Product": infinite_sums.evaluate,
}  # fmt: skip
