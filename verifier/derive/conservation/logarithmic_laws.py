"""Conserved sums of Laurent monomials and logarithms: what polynomials miss, by the same exact linear algebra.

The rate of x^e is x^e sum_i e_i F_i/x_i, that of log x_i is F_i/x_i; both are polynomials after multiplication by a
power of the product of all variables.  So the laws are those of a linear system again, on the domain where no variable
is 0 (a logarithm is that of the absolute value).  A sum of logarithms with coefficients p_i is the law prod x_i^(p_i).
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

from verifier.derive.conservation.complete_laws import CompleteLaws
from verifier.derive.conservation.conservation_laws import MOST_MONOMIALS, Basis, independence
from verifier.derive.conservation.conserved_polynomials import PRIME, Flow, NotFound, null_space


@dataclass(frozen=True)
class LogarithmicLaw:
    """sum c_e x^e + sum l_i log|x_i|: exponents of the variables with coefficients, names with coefficients."""

    variables: tuple[str, ...]
    terms: tuple[tuple[tuple[int, ...], Fraction], ...]
    logarithms: tuple[tuple[str, Fraction], ...]

    def slope(self, point: Mapping[str, Fraction], name: str) -> Fraction:
        """The partial derivative with respect to a variable at an exact point without zeros."""
        at, i = [Fraction(point[n]) for n in self.variables], self.variables.index(name)
        total = sum((c * e[i] * prod(x**k for x, k in zip(at, e, strict=True)) for e, c in self.terms), Fraction(0))
        return (total + dict(self.logarithms).get(name, Fraction(0))) / at[i]

    def sympy(self, symbols: Iterable[Any] = ()) -> Any:
        """The law as a SymPy expression, in the given symbols by their names, and plain ones for other names."""
        import sympy

        known = {x.name: x for x in symbols}
        letters = [known.get(n, sympy.Symbol(n)) for n in self.variables]
        terms = [_exact(c) * sympy.Mul(*(x**k for x, k in zip(letters, e, strict=True))) for e, c in self.terms]
        letter = dict(zip(self.variables, letters, strict=True))
        return sympy.Add(*terms, *(_exact(c) * sympy.log(sympy.Abs(letter[n])) for n, c in self.logarithms))

    def __str__(self) -> str:
        return str(self.sympy())


@dataclass(frozen=True)
class LogarithmicLaws(Basis):
    """A basis of all conserved sums of Laurent monomials x^e, 0 < sum |e_i| <= degree, and logarithms."""

    laws: tuple[LogarithmicLaw, ...]

    def verify(self) -> bool:
        """Check once more, exactly, that each law is conserved, and the minor of the independence."""
        conserved = all(is_conserved(law, self.flow, self.parameters) for law in self.laws)
        return conserved and self.independence.verify(self.laws)

    def meets(self, found: CompleteLaws) -> bool:
        """Whether there are as many independent laws here as the bound on the laws of the same flow allows."""
        return self.variables == found.bound.variables and self.independent == found.bound.bound

    def __str__(self) -> str:
        if not self.laws:
            return f"no sum of logarithms and Laurent monomials of degree up to {self.degree} is conserved"
        head = f"{self.independent} independent where no variable is 0:"
        return "\n".join([head, *(f"  {law}" for law in self.laws)])


def logarithmic_laws(
    flow: Flow, variables: Sequence[str], parameters: Sequence[str] = (), degree: int = 2, seed: int = 0
) -> LogarithmicLaws:
    """All conserved sums of Laurent monomials up to a degree and logarithms, for all parameter values.

    For the shared laws of several fields pass the flow and the parameters of `CompleteLaws.laws`.

    Raises `conservation.NotFound` where the coefficients are no small rationals, `ValueError` for a degree below 1 and
    for too many monomials.

    >>> prey = lambda p: {"x": p["x"] - p["x"] * p["y"], "y": p["x"] * p["y"] - p["y"]}
    >>> print(logarithmic_laws(prey, ["x", "y"], degree=1).laws[0])
    x + y - log(Abs(x)) - log(Abs(y))
    """
    if degree < 1:
        raise ValueError(f"the degree is at least 1, not {degree}")
    if (2 * degree + 1) ** len(variables) > 40 * MOST_MONOMIALS:
        raise ValueError(f"{len(variables)} variables are too many for Laurent monomials of degree {degree}")
    basis = _exponents(len(variables), degree)
    width = len(basis) + len(variables)
    source, rows = random.Random(seed), []
    for _ in range(width + 8):
        rows.append(_rates(flow, basis, variables, parameters, source))
    found = []
    for vector in null_space(rows, width):
        terms = tuple((e, c) for e, c in zip(basis, vector, strict=False) if c)
        logarithms = tuple((n, c) for n, c in zip(variables, vector[len(basis) :], strict=True) if c)
        found.append(LogarithmicLaw(tuple(variables), terms, logarithms))
        if not is_conserved(found[-1], flow, parameters):
            raise NotFound("a candidate from values modulo a prime is not conserved exactly")
    certificate = independence(found, variables, seed)
    return LogarithmicLaws(tuple(variables), tuple(parameters), degree, tuple(found), certificate, flow)


def is_conserved(law: LogarithmicLaw, flow: Flow, parameters: Sequence[str] = ()) -> bool:
    """Whether the rate of the law, times a power of all variables, expands to the polynomial 0."""
    from flint import Ordering, fmpq, fmpq_mpoly_ctx

    names = [*law.variables, *parameters]
    context = fmpq_mpoly_ctx.get((("x", len(names)),), Ordering.degrevlex)
    point = dict(zip(names, context.gens(), strict=True))
    speed, total = flow(point), context.constant(0)
    shift = 1 - min(0, *(k for e, _ in law.terms for k in e), 0)
    pure = [(tuple([0] * len(law.variables)), (n, c)) for n, c in law.logarithms]
    moving = [(e, (n, c * e[i])) for e, c in law.terms for i, n in enumerate(law.variables) if e[i]]
    for e, (n, c) in (*moving, *pure):
        term = fmpq(c.numerator, c.denominator) * speed[n]
        for m, k in zip(law.variables, e, strict=True):
            term = term * point[m] ** (k + shift - (m == n))
        total = total + term
    return bool(total == 0)


def _exponents(n: int, degree: int) -> list[tuple[int, ...]]:
    every = itertools.product(range(-degree, degree + 1), repeat=n)
    return sorted((e for e in every if 0 < sum(map(abs, e)) <= degree), reverse=True)


def _rates(
    flow: Flow, basis: Sequence[Sequence[int]], variables: Sequence[str], parameters: Sequence[str],
    source: random.Random,
) -> list[int]:  # fmt: skip
    """The rates of the monomials and of the logarithms at a random point modulo the prime."""
    from flint import nmod

    at = {n: source.randrange(1, PRIME) for n in (*variables, *parameters)}
    speed = flow({n: nmod(x, PRIME) for n, x in at.items()})
    relative = [int(speed[n]) * pow(at[n], -1, PRIME) % PRIME for n in variables]
    powers = {(n, k): pow(at[n], k, PRIME) for n in variables for k in {e for word in basis for e in word}}
    row = []
    for e in basis:
        value = sum(k * r for k, r in zip(e, relative, strict=True)) % PRIME
        for n, k in zip(variables, e, strict=True):
            value = value * powers[n, k] % PRIME
        row.append(value)
    return row + relative


def _exact(c: Fraction) -> Any:
    import sympy

    return sympy.Rational(c.numerator, c.denominator)
