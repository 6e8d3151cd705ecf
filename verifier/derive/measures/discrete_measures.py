"""Discrete measures on the line, their exact moments, and pairs of measures with the same first moments.

The weights c_j with c_0 x_0^k + ... + c_n x_n^k = 0 for k < n form a line, the null space of a Vandermonde matrix; at
ordered nodes they alternate in sign, so their positive and negative parts are two positive measures with the same
moments 0, ..., n-1 and different moments n.  Rational nodes 0, ..., n give binomial weights; the nodes cos(pi j/n)
of the Chebyshev polynomial T_n give the pair on [-1, 1] whose moments n differ most.

Source: Cohen-Karlik et al. (2023), Appendix A and E.3; Wu and Yang (2020), Lemmas 4 and 30.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verifier.derive.exact_numbers import NotVerified, null_space, rational, symbol_free


class NoMeasure(ValueError):
    """The nodes, weights or moments do not give the measure that was asked for."""


@dataclass(frozen=True)
class DiscreteMeasure:
    """Weights at distinct real atoms; both exact (SymPy), weights of any sign but 0."""

    atoms: tuple[Any, ...]
    weights: tuple[Any, ...]

    def __post_init__(self) -> None:
        if len(self.atoms) != len(self.weights):
            raise NoMeasure(f"{len(self.atoms)} atoms and {len(self.weights)} weights are no measure")
        if len(set(self.atoms)) < len(self.atoms):
            raise NoMeasure("atoms are distinct; add the weights of equal ones")

    @property
    def positive(self) -> bool:
        """Whether all weights are positive."""
        return all(bool(w > 0) for w in self.weights)

    def moment(self, k: int) -> Any:
        """The moment sum_i weight_i atom_i^k, exact; a sum of radicals is brought to one denominator.

        Raises `NoMeasure` for k < 0.
        """
        from sympy import Integer, Rational, expand, radsimp

        if k < 0:
            raise NoMeasure(f"there is no moment {k}; moments are counted from 0")
        powers = [x**k if k else Integer(1) for x in self.atoms]
        total = sum((w * p for w, p in zip(self.weights, powers, strict=True)), Integer(0))
        if isinstance(total, Rational):
            return total
        return radsimp(expand(total))

    def moments(self, count: int) -> tuple[Any, ...]:
        """The moments 0, ..., count-1."""
        return tuple(self.moment(k) for k in range(count))

    def verify(self) -> bool:
        """Atoms distinct and weights not 0; for rational ones also the Hankel determinants that say the same.

        With n atoms, that of size n is the product of the weights and the squared distances, that of size n + 1 is 0.
        """
        n = len(self.atoms)
        if any(w == 0 for w in self.weights) or not all(x.is_real for x in self.atoms):
            return False
        if not n or not all(x.is_Rational for x in (*self.atoms, *self.weights)):
            return True
        from math import prod

        gaps = [(self.atoms[i] - self.atoms[j]) ** 2 for i in range(n) for j in range(i)]
        return bool(self.hankel(n).det() == prod(self.weights) * prod(gaps) and self.hankel(n + 1).det() == 0)

    def hankel(self, size: int) -> Any:
        """The Hankel matrix (m_{i+j}) of the given size, as V diag(weights) V' with the Vandermonde matrix V."""
        from sympy import Matrix, diag, expand

        v = Matrix(size, len(self.atoms), lambda i, j: self.atoms[j] ** i if i else 1)
        return (v * diag(*self.weights) * v.T).applyfunc(expand)

    def _repr_latex_(self) -> str:
        from sympy import latex

        terms = [f"{latex(w)}\\,\\delta_{{{latex(x)}}}" for x, w in zip(self.atoms, self.weights, strict=True)]
        return "$\\displaystyle " + (" + ".join(terms) or "0") + "$"


def measure(atoms: Sequence[Any], weights: Sequence[Any]) -> DiscreteMeasure:
    """A discrete measure from exact rational atoms and weights; equal atoms are merged and weights 0 dropped.

    >>> measure(["1/2", -1], [2, 1]).moments(3)
    (3, 0, 3/2)
    """
    if len(atoms) != len(weights):
        raise NoMeasure(f"{len(atoms)} atoms and {len(weights)} weights are no measure")
    total: dict[Fraction, Fraction] = {}
    for x, w in zip(atoms, weights, strict=True):
        at = rational(x, "an atom")
        total[at] = total.get(at, Fraction(0)) + rational(w, "a weight")
    kept = [(symbol_free(x), symbol_free(w)) for x, w in sorted(total.items()) if w]
    return DiscreteMeasure(tuple(x for x, _ in kept), tuple(w for _, w in kept))


@dataclass(frozen=True)
class MomentPair:
    """Two positive measures of mass 1 that agree in the moments 0, ..., `agree`-1 and differ in moment `agree`.

    `difference` is the moment `agree` of `first` less that of `second`.  `polynomials`: for nodes that are no rational
    numbers, the polynomials (coefficients from the constant term on) whose roots the atoms of the two measures are.
    """

    first: DiscreteMeasure
    second: DiscreteMeasure
    agree: int
    difference: Any
    polynomials: tuple[Any, Any] | None = None

    def verify(self) -> bool:
        """All moments compared exactly; weights positive of mass 1; atoms of the two measures apart."""
        if not (self.first.positive and self.second.positive) or self.first.moment(0) != 1:
            return False
        if set(self.first.atoms) & set(self.second.atoms):
            return False
        if self.polynomials is not None and not _chebyshev_moments(self):
            return False
        gaps = [_difference(self, k) for k in range(self.agree + 1)]
        return not any(gaps[:-1]) and gaps[-1] == self.difference != 0

    def _repr_latex_(self) -> str:
        return f"{self.first._repr_latex_()[:-1]},\\qquad {self.second._repr_latex_()[len('$displaystyle ') + 1 :]}"


def _difference(pair: MomentPair, k: int) -> Any:
    if pair.polynomials is None:
        return pair.first.moment(k) - pair.second.moment(k)
    first, second = _weighted_power_sums(pair, k)
    return first - second


def matching_pair(nodes: Sequence[Any]) -> MomentPair:
    """Two positive measures on given distinct rational nodes x_0, ..., x_n (n >= 1) with the same moments 0, ..., n-1.

    The weights solve the Vandermonde equations; each measure lives on every other node.  Raises `NoMeasure`.

    >>> matching_pair([0, 1, 2]).first.weights, matching_pair([0, 1, 2]).difference
    ((1/2, 1/2), 1)
    """
    points = sorted({rational(x, "a node") for x in nodes})
    if len(points) != len(nodes) or len(points) < 2:
        raise NoMeasure("take at least two nodes, all different")
    n = len(points) - 1
    rows = [[x**k for x in points] for k in range(n)]
    basis = null_space(rows, n + 1)
    if len(basis) != 1:
        raise NotVerified("the Vandermonde equations have no line of solutions")
    weights = basis[0]
    mass = sum((c for c in weights if c > 0), Fraction(0)) * (1 if weights[-1] > 0 else -1)
    scaled = [c / mass for c in weights]  # positive at the last node
    first = measure([x for x, c in zip(points, scaled, strict=True) if c > 0], [c for c in scaled if c > 0])
    second = measure([x for x, c in zip(points, scaled, strict=True) if c < 0], [-c for c in scaled if c < 0])
    return _verified(MomentPair(first, second, n, first.moment(n) - second.moment(n)))


def binomial_pair(n: int, low: Any = 0, high: Any = None) -> MomentPair:
    """The pair on n+1 equidistant nodes from `low` to `high` (0, ..., n): alternating binomial weights.

    >>> binomial_pair(3).second.weights
    (1/4, 3/4)
    """
    if n < 1:
        raise NoMeasure("measures of equal mass agree in moment 0 already; take n >= 1")
    start = rational(low, "the lower end")
    end = start + n if high is None else rational(high, "the upper end")
    if end <= start:
        raise NoMeasure(f"[{start}, {end}] is no interval")
    return matching_pair([start + (end - start) * Fraction(j, n) for j in range(n + 1)])


def chebyshev_pair(n: int) -> MomentPair:
    """The pair on the nodes cos(pi j/n), j = 0, ..., n, of [-1, 1]: exact algebraic atoms.

    The measures count the roots of T_n - 1 and of T_n + 1 with multiplicity.  Polynomials that differ in the constant
    term alone have the same power sums 0, ..., n-1, by Newton's identities; these also give the moments, exactly.
    Raises `NoMeasure` unless 1 <= n <= 60.

    >>> chebyshev_pair(3).first.atoms, chebyshev_pair(3).difference
    ((1, -1/2), 1/2)
    """
    from sympy import Integer, Poly, Rational, Symbol, chebyshevt, cos, pi

    if not 1 <= n <= 60:
        raise NoMeasure("Chebyshev pairs are made for n = 1, ..., 60")
    x = Symbol("x")
    sides: list[DiscreteMeasure] = []
    for parity in (0, 1):
        indices = range(parity, n + 1, 2)
        # inside, |T_n| = 1 at an extremum: a double root; the degree says that there are no others (see `verify`)
        raw = [Integer(1 if j in (0, n) else 2) for j in indices]
        atoms = tuple(cos(pi * Rational(j, n)) for j in indices)
        sides.append(DiscreteMeasure(atoms, tuple(w / sum(raw) for w in raw)))
    T = Poly(chebyshevt(n, x), x)
    pair = MomentPair(sides[0], sides[1], n, Integer(0), (T - 1, T + 1))
    first, second = _weighted_power_sums(pair, n)
    return _verified(MomentPair(sides[0], sides[1], n, first - second, pair.polynomials))


def _weighted_power_sums(pair: MomentPair, k: int) -> tuple[Any, Any]:
    """Moment k of both measures: the power sums of the roots of T_n - 1 and T_n + 1 with multiplicity, by n.

    An inner extremum of T_n is a double root and an end a simple one, as the weights are 1 and 1/2.
    """
    assert pair.polynomials is not None
    return tuple(_power_sum(p, k) / p.degree() for p in pair.polynomials)  # type: ignore[return-value]


def _power_sum(polynomial: Any, k: int) -> Any:
    """The sum of the k-th powers of all roots, with multiplicity, by Newton's identities."""
    from sympy import Integer

    coefficients = polynomial.monic().all_coeffs()
    d = len(coefficients) - 1
    sums: list[Any] = [Integer(d)]
    for i in range(1, k + 1):
        total = -i * coefficients[i] if i <= d else Integer(0)
        total -= sum((coefficients[j] * sums[i - j] for j in range(1, min(i - 1, d) + 1)), Integer(0))
        sums.append(total)
    return sums[k]


def _chebyshev_moments(pair: MomentPair) -> bool:
    """The atoms are the roots of the polynomials, with multiplicities in proportion to the weights."""
    from sympy import Poly, chebyshevt, cos, gcd, pi

    assert pair.polynomials is not None
    n = pair.agree
    x = pair.polynomials[0].gen
    if pair.polynomials != (Poly(chebyshevt(n, x) - 1, x), Poly(chebyshevt(n, x) + 1, x)):
        return False
    for side, parity, polynomial in zip((pair.first, pair.second), (0, 1), pair.polynomials, strict=True):
        indices = list(range(parity, n + 1, 2))
        if side.atoms != tuple(cos(pi * j / n) for j in indices):
            return False
        # T_n(cos t) = cos(n t), so these atoms are roots; they are all roots if multiplicities fill the degree
        ends = [j in (0, n) for j in indices]
        if sum(1 if end else 2 for end in ends) != polynomial.degree():
            return False
        double = gcd(polynomial, polynomial.diff(x))
        inner = {side.atoms[i] for i, end in enumerate(ends) if not end}
        if Poly(double, x).degree() != len(inner):
            return False
        if any(w * polynomial.degree() != (1 if end else 2) for w, end in zip(side.weights, ends, strict=True)):
            return False
    return True


def _verified(pair: MomentPair) -> MomentPair:
    if not pair.verify():
        raise NotVerified("the two measures do not agree in the moments that they should share")
    return pair
