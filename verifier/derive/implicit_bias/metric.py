"""The metric of the equivalent linear predictor: J J' as a function of w and of what the flow conserves.

dw/dt = J J' p with the Jacobian J of w and p, minus the gradient of the loss with respect to w.  J J' depends on all
parameters; where it is a function of w and of quantities that the flow conserves for every p, the flow of w closes
and H = (J J')^-1 is its metric: H(w) dw/dt = p.  The relation is found by exact linear algebra in a graded ansatz,
checked by expansion, and solved; the sign of a root is proved.

Three classes: separable (J J' is diagonal, one coordinate at a time; any dimension), radial (J J' = A I + B w w' with
functions A, B of |w|; any dimension) and, for finitely many parameters, entries that are rational functions of w.
(Azulay et al. 2021, eqs 3, 17, 21 to 25.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

from verifier.derive.implicit_bias.algebra import NoRelation, Variety
from verifier.derive.implicit_bias.networks import Network, VectorNetwork
from verifier.derive.implicit_bias.proving import Proved, attempt, text

MOST = 4  # the highest power of J J' in the ansatz


class NoMetric(ValueError):
    """J J' is not a function of w and the conserved quantities that were found; one line says why."""


@dataclass(frozen=True)
class Constant:
    """A quantity that the flow conserves, under a name of its own."""

    symbol: Any
    in_parameters: Any  #: polynomial in the parameters, constant along the flow
    at_start: Any  #: the same under the relations of the start, in the parameters at time 0


@dataclass(frozen=True)
class CoordinateMetric:
    """dw_i/dt = speed(w_i) p_i for one coordinate of the predictor; H_ii = 1/speed."""

    parameters: tuple[Any, ...]
    predictor: Any
    w: Any  #: the real symbol of the coordinate
    speed_in_parameters: Any
    speed: Any  #: in w and the constants
    constants: tuple[Constant, ...]
    relation: Any  #: in M (the speed), w and the constants; it vanishes along the flow
    evidence: tuple[Proved, ...] = field(default=(), repr=False)

    def __str__(self) -> str:
        return f"d{self.w}/dt = ({self.speed}) p"


@dataclass(frozen=True)
class SeparableMetric:
    """J J' is diagonal.  With `every` the one coordinate stands for each of d coordinates, for every d."""

    name: str
    coordinates: tuple[CoordinateMetric, ...]
    every: bool
    conserved: tuple[Any, ...]
    conditions: tuple[str, ...]
    network: Network | None = field(default=None, repr=False)

    def __str__(self) -> str:
        scope = " for each coordinate, every d" if self.every else ""
        return "; ".join(map(str, self.coordinates)) + scope


@dataclass(frozen=True)
class RadialMetric:
    """J J' = A I + B w w' on R^d for every d >= 1, and H = h I + b w w', functions of x = |w|.

    All are given in `t`, a function of x (`root`) in which they are rational, with x^2 = `square`(t).
    """

    name: str
    x: Any  #: positive symbol, |w|
    t: Any
    square: Any
    root: Any
    across: Any  #: A(t), the eigenvalue of J J' orthogonal to w
    beta: Any  #: B(t)
    constants: tuple[Constant, ...]
    conserved: tuple[Any, ...] = ()
    relation: Any = 0
    conditions: tuple[str, ...] = ()
    evidence: tuple[Proved, ...] = field(default=(), repr=False)
    network: Network | VectorNetwork | None = field(default=None, repr=False)

    @classmethod
    def of(cls, h: Any, b: Any, x: Any, name: str = "H = h I + b w w'") -> RadialMetric:
        """The metric H = h(x) I + b(x) w w' with x = |w|, a positive SymPy symbol.

        >>> import sympy
        >>> r = sympy.Symbol("r", positive=True)
        >>> RadialMetric.of(1, 1, r).beta
        -1/(x**2 + 1)
        """
        import sympy

        h, b = sympy.sympify(h), sympy.sympify(b)
        if not x.is_positive or (h.free_symbols | b.free_symbols) - {x}:
            raise NoMetric("a radial metric is given by two functions of one positive symbol")
        r = sympy.Symbol("x", positive=True)
        h, b = h.subs(x, r), b.subs(x, r)
        if h == 0 or sympy.simplify(h + b * r**2) == 0:
            raise NoMetric("a metric is invertible: h and h + b x^2 are not zero")
        return cls(name, r, r, r**2, r, 1 / h, sympy.cancel(-b / (h * (h + b * r**2))), ())

    def __str__(self) -> str:
        return f"J J' = A I + B w w', x = |w|: A = {self.in_x(self.across)}, B = {self.in_x(self.beta)}"

    @property
    def h(self) -> Any:
        """h(t) in H = h I + b w w' (inverse of a rank-one update; Sherman and Morrison)."""
        return 1 / self.across

    @property
    def b(self) -> Any:
        """b(t) in H = h I + b w w'."""
        import sympy

        return sympy.cancel(-self.beta / (self.across * (self.across + self.beta * self.square)))

    def in_x(self, e: Any) -> Any:
        """A function of t as one of x."""
        return e.subs(self.t, self.root)

    def matrix(self, w: Sequence[Any]) -> Any:
        """H as a SymPy matrix for the symbols w."""
        import sympy

        v = sympy.Matrix(w)
        norm = sympy.sqrt(sum(e**2 for e in w))
        h, b = (self.in_x(e).subs(self.x, norm) for e in (self.h, self.b))
        return h * sympy.eye(len(w)) + b * v * v.T


@dataclass(frozen=True)
class EntrywiseMetric:
    """J J' for a fixed dimension, entry by entry, as rational functions of the symbols w and the constants."""

    name: str
    w: tuple[Any, ...]
    inverse: Any
    constants: tuple[Constant, ...]
    conserved: tuple[Any, ...]
    conditions: tuple[str, ...] = ()
    network: Network | None = field(default=None, repr=False)


Metric = SeparableMetric | RadialMetric | EntrywiseMetric


def metric(network: Network | VectorNetwork, degree: int = 2) -> Metric:
    """The metric of a network, with the conserved polynomials up to `degree` (at least 1).

    Raises `NoMetric` where J J' is no function of w and these, or where the relation cannot be solved.

    >>> from verifier.derive.implicit_bias.networks import diagonal
    >>> metric(diagonal()).coordinates[0].speed
    sqrt(k + 4*w**2)
    """
    from verifier.derive.implicit_bias.entrywise_networks import entrywise_metric
    from verifier.derive.implicit_bias.radial import radial_metric, vector_metric
    from verifier.derive.implicit_bias.separable import separable_metric

    if not isinstance(network, (Network, VectorNetwork)):
        raise NoMetric(f"a metric is derived for a Network or a VectorNetwork, not for {type(network).__name__}")
    if not isinstance(degree, int) or degree < 1:
        raise NoMetric(f"the degree of conserved quantities must be a positive integer, not {degree!r}")
    try:
        if isinstance(network, VectorNetwork):
            return vector_metric(network, degree)
        return separable_metric(network, degree) or radial_metric(network, degree) or entrywise_metric(network, degree)
    except NoRelation as error:
        raise NoMetric(f"{network.name}: {error}") from None


def persistent(variety: Variety, quantities: Sequence[Any], start: Sequence[Any]) -> tuple[Any, ...]:
    """The linear combinations of conserved quantities that vanish where the relations of the start hold.

    They stay zero along the flow.  `variety`: the letters without relations.
    """
    import sympy

    if not start or not quantities:
        return ()
    at_start = Variety(variety.letters, tuple(start), variety.weights)
    forms = [at_start.reduce(q) for q in quantities]
    terms = sorted({m for f in forms for m in f})
    if not terms:
        return tuple(quantities)
    table = sympy.Matrix([[sympy.Rational(str(f.get(m, 0))) for f in forms] for m in terms])
    return tuple(
        sympy.expand(sum(c * q for c, q in zip(v, quantities, strict=True))) for v in table.nullspace()
    )


def solved(
    target: Any, given: Mapping[Any, Any], variety: Variety, names: Mapping[Any, str],
    nonnegative: Set[Any] = frozenset(),
) -> tuple[int, dict[int, Any], Any, tuple[Proved, ...]]:  # fmt: skip
    """target as a function of what `given` stands for: the power, the coefficients, the root and its evidence.

    A relation of the second power gives -c_1/2 + sqrt(c_1^2/4 - c_0) where target >= -c_1/2 is proved for all real
    parameters (letters of `nonnegative`: all values >= 0); higher powers only target^n + c_0 = 0 with target >= 0.
    Raises `NoRelation`.
    """
    import sympy

    for power in range(1, MOST + 1):
        c = variety.dependence(target, given, power)
        if c is None:
            continue
        whole = target**power + sum(e.subs(given, simultaneous=True) * target**i for i, e in c.items())
        if not variety.vanishes(whole):  # by another route than it was found
            raise NoRelation("a relation does not expand to zero")
        shown = _shown(target, given, c, power, names) if not variety.relations else ()
        if power == 1:
            return power, c, -c[0], shown
        if power > 2 and any(c[i] != 0 for i in range(1, power)):
            raise NoRelation(f"J J' is a root of an equation of degree {power} over w, with no solution by one radical")
        lower = c[power - 1].subs(given, simultaneous=True) if power == 2 else 0
        renamed = {s: sympy.Symbol(n, real=True) for s, n in names.items()}
        form = sympy.expand((2 * target + lower).subs(renamed, simultaneous=True))
        domain = {n: "nonnegative" if s in nonnegative else "real" for s, n in names.items() if form.has(renamed[s])}
        sign = attempt("sign of the root", f"{text(form)} >= 0", domain)
        if sign is None:
            raise NoRelation("which root of a quadratic equation J J' is depends on the parameters")
        if power > 2:
            return power, c, (-c[0]) ** sympy.Rational(1, power), (*shown, sign)
        return power, c, -c[1] / 2 + sympy.sqrt(sympy.factor(c[1] ** 2 / 4 - c[0])), (*shown, sign)
    raise NoRelation(f"no relation up to the power {MOST} makes J J' a function of w and what is conserved")


def _shown(
    target: Any, given: Mapping[Any, Any], c: Mapping[int, Any], power: int, names: Mapping[Any, str]
) -> tuple[Proved, ...]:
    """The relation as a polynomial identity with a certificate, where the kernel takes it in a second."""
    import sympy

    renamed = {s: sympy.Symbol(n, real=True) for s, n in names.items()}
    sides = (target**power, -sum(e.subs(given, simultaneous=True) * target**i for i, e in c.items()))
    left, right = (text(sympy.sympify(e).subs(renamed, simultaneous=True)) for e in sides)
    found = attempt("relation along the flow", f"{left} == {right}", dict.fromkeys(names.values(), "real"), seconds=1.0)
    return (found,) if found else ()
