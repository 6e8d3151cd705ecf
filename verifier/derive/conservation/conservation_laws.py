"""Conservation laws as objects: all polynomial ones of a flow up to a degree, and how many of them are independent.

Laws are independent at a point where their gradients are; one nonzero minor of the matrix of gradients at one exact
point shows it, and then it holds on a dense open set, since the minor is a polynomial.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, prod
from typing import Any, Protocol

from verifier.derive.conservation.conserved_polynomials import (
    PRIME,
    Flow,
    Quantity,
    are_conserved,
    conserved_quantities,
    monomials,
    value_rank,
)

MOST_MONOMIALS = 3000  # the linear system is a dense square of this size


class Differentiable(Protocol):
    """A function with exact partial derivatives at exact points."""

    def slope(self, point: Mapping[str, Fraction], name: str) -> Fraction:
        """The partial derivative with respect to a variable."""


@dataclass(frozen=True)
class Law:
    """A polynomial that is constant along a flow, by its monomials (tuples of names with repetition)."""

    terms: tuple[tuple[tuple[str, ...], Fraction], ...]

    @staticmethod
    def of(quantity: Quantity) -> Law:
        """The law with these terms; zero coefficients are left out."""
        return Law(tuple((m, Fraction(c)) for m, c in quantity.items() if c))

    @property
    def quantity(self) -> dict[tuple[str, ...], Fraction]:
        return dict(self.terms)

    @property
    def degree(self) -> int:
        return max((len(m) for m, _ in self.terms), default=0)

    def slope(self, point: Mapping[str, Fraction], name: str) -> Fraction:
        """The partial derivative with respect to a variable at an exact point."""
        total = Fraction(0)
        for m, c in self.terms:
            if name in m:
                rest = list(m)
                rest.remove(name)
                term = c * m.count(name)
                for other in rest:
                    term *= point[other]
                total += term
        return total

    def value(self, point: Mapping[str, Fraction | int]) -> Fraction:
        """The value at an exact point."""
        return sum((c * prod(point[n] for n in m) for m, c in self.terms), start=Fraction(0))

    def sympy(self, symbols: Iterable[Any] = ()) -> Any:
        """The law as a SymPy polynomial, in the given symbols by their names, and plain ones for other names."""
        import sympy

        known = {x.name: x for x in symbols}
        letter = {n: known.get(n, sympy.Symbol(n)) for m, _ in self.terms for n in m}
        terms = (sympy.Rational(c.numerator, c.denominator) * sympy.Mul(*(letter[n] for n in m)) for m, c in self.terms)
        return sympy.Add(*terms)

    def __str__(self) -> str:
        return str(self.sympy())

    def _repr_latex_(self) -> str:
        import sympy

        return f"$\\displaystyle {sympy.latex(self.sympy())}$"


@dataclass(frozen=True)
class Independence:
    """Laws (by their numbers) whose gradients are independent: a nonzero minor of the gradients at an exact point."""

    laws: tuple[int, ...]
    point: tuple[tuple[str, Fraction], ...]
    columns: tuple[str, ...]
    minor: Fraction

    def verify(self, laws: Sequence[Differentiable]) -> bool:
        """Whether the minor of these laws at the point is the stated one, and not zero."""
        at = dict(self.point)
        rows = [[laws[i].slope(at, n) for n in self.columns] for i in self.laws]
        return len(rows) == len(self.columns) and self.minor != 0 and determinant(rows) == self.minor


@dataclass(frozen=True)
class Basis:
    """A basis of the conserved functions of some kind, up to a degree, for all parameter values, with its flow."""

    variables: tuple[str, ...]
    parameters: tuple[str, ...]
    degree: int
    laws: tuple[Any, ...]
    independence: Independence
    flow: Flow = field(repr=False, compare=False)

    @property
    def independent(self) -> int:
        """How many of the laws are functionally independent: at least so many, by the minor of `independence`."""
        return len(self.independence.laws)

    def sympy(self, symbols: Iterable[Any] = ()) -> list[Any]:
        """The laws as SymPy expressions, in the given symbols by their names."""
        known = list(symbols)
        return [law.sympy(known) for law in self.laws]


@dataclass(frozen=True)
class ConservationLaws(Basis):
    """A basis of all polynomials of degree 1 to `degree` that are constant along the flow, for all parameter values."""

    laws: tuple[Law, ...]

    def verify(self) -> bool:
        """Check once more, exactly: each law is conserved, none is missing, the minor is not zero.

        None is missing: at fresh points modulo a prime the rates of all monomials have a rank that leaves room for no
        more laws than these.  The rank modulo a prime is at most the rank over the rationals.
        """
        quantities = [law.quantity for law in self.laws]
        if not all(are_conserved(quantities, self.variables, self.flow, self.parameters)):
            return False
        rank, width = value_rank(self.variables, self.flow, self.parameters, self.degree, seed=1)
        basis = monomials(self.variables, self.degree)
        independent = exact_rank([[law.quantity.get(m, Fraction(0)) for m in basis] for law in self.laws])
        return independent == len(self.laws) == width - rank and self.independence.verify(self.laws)

    def latex(self) -> str:
        """The laws as LaTeX, one line each."""
        import sympy

        return r" \\ ".join(rf"{sympy.latex(q)} = \text{{constant}}" for q in self.sympy())

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle \begin{{gathered}} {self.latex()} \end{{gathered}}$"

    def __str__(self) -> str:
        if not self.laws:
            return f"no polynomial of degree 1 to {self.degree} is conserved"
        head = f"{len(self.laws)} conserved up to degree {self.degree}, {self.independent} of them independent:"
        return "\n".join([head, *(f"  {law}" for law in self.laws)])


def conservation_laws(
    flow: Flow, variables: Sequence[str], parameters: Sequence[str] = (), degree: int = 2, seed: int = 0
) -> ConservationLaws:
    """All polynomial conservation laws of a polynomial flow up to a degree (at least 1).

    `flow` is a callable on elements of any ring (`conservation.gradient_flow`, `polynomial_programs`); `parameters` are
    its symbols that do not move.  Raises `conservation.NotFound` where the coefficients are no small rationals.

    >>> spring = lambda p: {"x": p["v"], "v": -p["x"]}
    >>> print(conservation_laws(spring, ["x", "v"]))
    1 conserved up to degree 2, 1 of them independent:
      v**2 + x**2
    """
    if degree < 1:
        raise ValueError(f"the degree of a conserved polynomial is at least 1, not {degree}")
    if twice := [n for i, n in enumerate((*variables, *parameters)) if n in (*variables, *parameters)[:i]]:
        raise ValueError(f"{twice[0]} is named twice")
    width = comb(len(variables) + degree, degree) - 1
    if width > MOST_MONOMIALS:
        raise ValueError(f"{width} monomials of degree up to {degree}: at most {MOST_MONOMIALS}, lower the degree")
    try:
        quantities = conserved_quantities(variables, flow, parameters, degree, seed)
    except KeyError as error:
        raise ValueError(f"{error.args[0]} is neither a variable with a time derivative nor a parameter") from None
    found = tuple(Law.of(q) for q in quantities)
    return ConservationLaws(
        tuple(variables), tuple(parameters), degree, found, independence(found, variables, seed), flow
    )


def independence(
    laws: Sequence[Differentiable], variables: Sequence[str], seed: int = 0, tries: int = 4
) -> Independence:
    """As many laws as have independent gradients at the best of a few random integer points."""
    source = random.Random(seed)
    best: tuple[list[int], list[int], dict[str, Fraction]] = ([], [], dict.fromkeys(variables, Fraction(0)))
    for _ in range(tries):
        point = {n: Fraction(source.choice([-1, 1]) * source.randint(1, 9)) for n in variables}
        rows, columns = independent_rows([[law.slope(point, n) for n in variables] for law in laws])
        if len(rows) > len(best[0]):
            best = rows, columns, point
    chosen, places, at = best
    columns_of_minor = tuple(variables[j] for j in places)
    minor = determinant([[laws[i].slope(at, n) for n in columns_of_minor] for i in chosen])
    return Independence(tuple(chosen), tuple(at.items()), columns_of_minor, minor)


def independent_rows(rows: Sequence[Sequence[Fraction]]) -> tuple[list[int], list[int]]:
    """Greedily the rows that raise the rank modulo a prime, and as many columns with a nonzero minor.

    A minor that is not zero modulo the prime is not zero; a rank over the rationals can at worst be missed.
    """
    kept: list[tuple[int, list[int]]] = []  # pivot column and reduced row
    chosen: list[int] = []
    for number, row in enumerate(rows):
        try:
            x = [c.numerator * pow(c.denominator, -1, PRIME) % PRIME for c in row]
        except ValueError:  # a denominator that the prime divides
            continue
        for pivot, base in kept:
            if x[pivot]:
                factor = x[pivot]
                x = [(a - factor * b) % PRIME for a, b in zip(x, base, strict=True)]
        place = next((j for j, a in enumerate(x) if a), None)
        if place is not None:
            inverse = pow(x[place], -1, PRIME)
            kept.append((place, [a * inverse % PRIME for a in x]))
            chosen.append(number)
    return chosen, sorted(place for place, _ in kept)


def determinant(rows: Sequence[Sequence[Fraction]]) -> Fraction:
    """The exact determinant; 1 for the matrix of size 0."""
    from flint import fmpq, fmpq_mat

    if not rows:
        return Fraction(1)
    entries = [fmpq(Fraction(x).numerator, Fraction(x).denominator) for r in rows for x in r]
    value = fmpq_mat(len(rows), len(rows), entries).det()
    return Fraction(int(value.p), int(value.q))


def exact_rank(rows: Sequence[Sequence[Fraction]]) -> int:
    """The rank over the rationals."""
    from flint import fmpq, fmpq_mat

    if not rows:
        return 0
    entries = [fmpq(x.numerator, x.denominator) for r in rows for x in r]
    return int(fmpq_mat(len(rows), len(rows[0]), entries).rank())
