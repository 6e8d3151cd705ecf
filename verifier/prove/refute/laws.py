"""Finite laws of random numbers, the plainest first: where a claim about all laws is tried.

How: certain numbers, two and three values, with mean 0 and not, symmetric and not; of several random numbers copies,
opposites, complements and squares of one of them, and independent ones.  The claim is evaluated exactly at each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import to_json
from verifier.language.values.arithmetic import Inexact, Undefined
from verifier.language.values.semantics import holds

Weighted = tuple[tuple[Fraction, Fraction], ...]  # probability and value
MOST = 3  # random numbers
PLAIN: tuple[Fraction, ...] = (Fraction(0), Fraction(1), Fraction(-1), Fraction(2), Fraction(1, 2))


def _weighted(*pairs: tuple[str, int]) -> Weighted:
    return tuple((Fraction(p), Fraction(x)) for p, x in pairs)


ONE: tuple[Weighted, ...] = (
    _weighted(("1", 1)),
    _weighted(("1/2", 1), ("1/2", -1)),
    _weighted(("1/2", 0), ("1/2", 1)),
    _weighted(("1/2", 0), ("1/2", 2)),
    _weighted(("1/3", 2), ("2/3", -1)),
    _weighted(("1/8", -2), ("3/4", 0), ("1/8", 2)),
    _weighted(("1/4", -1), ("1/2", 0), ("1/4", 3)),
)


@dataclass(frozen=True)
class Law:
    """Probabilities of the outcomes, and at each the values of the random numbers in their order."""

    weights: tuple[Fraction, ...]
    outcomes: tuple[tuple[Fraction, ...], ...]

    def data(self, names: Sequence[str]) -> dict[str, Any]:
        """As a certificate has it."""
        values = {name: [to_json(_number(o[i])) for o in self.outcomes] for i, name in enumerate(names)}
        return {"weights": [str(w) for w in self.weights], "outcomes": values}


#: what another random number may be of the first one
OTHERS: tuple[Callable[[Fraction], Fraction], ...] = (lambda x: x, lambda x: -x, lambda x: 1 - x, lambda x: x * x)


def laws(count: int) -> Iterator[Law]:
    """Laws of so many random numbers."""
    if count == 1:
        for one in ONE:
            yield Law(tuple(p for p, _ in one), tuple((x,) for _, x in one))
        return
    for one in ONE:
        for others in product(OTHERS, repeat=count - 1):
            yield Law(tuple(p for p, _ in one), tuple((x, *(f(x) for f in others)) for _, x in one))
    for each in product(ONE[1:5], repeat=count):
        weights: list[Fraction] = [Fraction(1)]
        outcomes: list[tuple[Fraction, ...]] = [()]
        for one in each:
            weights = [w * p for w in weights for p, _ in one]
            outcomes = [(*o, x) for o in outcomes for _, x in one]
        yield Law(tuple(weights), tuple(outcomes))


def refuting(statement: Statement) -> Iterator[tuple[dict[str, Expr], dict[str, Any]]]:
    """Values of the numbers and a law of the random ones at which the hypotheses hold and the goal does not."""
    random = [n for n, sort in statement.variables if sort == ("random", ("real",))]
    plain = [(n, sort) for n, sort in statement.variables if n not in random]
    if not random or len(random) > MOST or any(head(sort) not in ("real", "integer") for _, sort in plain):
        return
    points: list[tuple[Fraction, ...]] = list(product(PLAIN, repeat=len(plain))) if len(plain) <= 3 else []
    for law in laws(len(random)):
        env: dict[str, Any] = {"__law__": [(w, dict(zip(random, o, strict=True)))
                                           for w, o in zip(law.weights, law.outcomes, strict=True)]}  # fmt: skip
        for point in points:
            here = {**env, **dict(zip((n for n, _ in plain), point, strict=True))}
            if _fails(statement, here):
                values = {n: _number(x) for (n, _), x in zip(plain, point, strict=True)}
                yield values, law.data(random)


def _number(x: Fraction) -> Expr:
    return x.numerator if x.denominator == 1 else ("/", x.numerator, x.denominator)


def _fails(statement: Statement, env: Mapping[str, Any]) -> bool:
    try:
        return all(holds(f, env) for _, f in statement.given) and holds(statement.goal, env) is False
    except (Undefined, Inexact, ArithmeticError, ValueError, TypeError):
        return False
