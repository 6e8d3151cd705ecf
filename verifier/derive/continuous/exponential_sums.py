"""The loss of a diagonal continuous-time linear RNN: exponential sums against a target by its Laplace transform.

White noise in, Ito's isometry: J = |rhohat - rho|^2 in L^2(0, oo), rhohat(t) = a_1 e^(-w_1 t) + ... + a_m e^(-w_m t).
With R(s) the integral of rho(t) e^(-s t), all integrals are values of R and 1/(w_i + w_j):

    J = sum_ij a_i a_j/(w_i + w_j) - 2 sum_i a_i R(w_i) + |rho|^2.

Gradient and Hessian are derivatives of this closed form; for all m at once see `exponential_sum_entries`.

Source: Li, Han, E and Li (ICLR 2021), equations (18)-(21), (90), (91), (97)-(101).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from verifier.derive.exact_numbers import Inexact, rational, symbol_free


class NoLoss(ValueError):
    """The student or the target does not give a finite loss, or the sizes do not fit."""


@dataclass(frozen=True)
class Target:
    """A target rho on [0, oo) by its Laplace transform `transform`, an expression in the symbol `s`, and |rho|^2.

    `terms`: the pairs (A_j, W_j) where rho is an exponential sum, else empty.
    """

    transform: Any
    s: Any
    norm_squared: Any
    terms: tuple[tuple[Any, Any], ...] = ()

    def at(self, point: Any) -> Any:
        """R(point)."""
        return self.transform.subs(self.s, point)

    def moment(self, n: int, w: Any) -> Any:
        """The integral of t^n e^(-w t) rho(t), (-1)^n times the n-th derivative of R, exact."""
        return (-1) ** n * self.transform.diff(self.s, n).subs(self.s, w)

    def verify(self) -> bool:
        """For an exponential sum: R is that of the terms, and |rho|^2 = sum_j A_j R(W_j).  Others state no terms."""
        from sympy import Integer

        if not self.terms:
            return True
        transform = sum((A / (self.s + W) for A, W in self.terms), Integer(0))
        norm = sum((A * self.at(W) for A, W in self.terms), Integer(0))
        return same(self.transform - transform) and same(self.norm_squared - norm)


def exponential_sum(terms: Sequence[tuple[Any, Any]]) -> Target:
    """The target A_1 e^(-W_1 t) + ... + A_n e^(-W_n t) from pairs (A_j, W_j): exact rationals or SymPy expressions.

    Exponents are positive numbers, or symbols that are declared positive.  Raises `NoLoss`, `Inexact`.

    >>> exponential_sum([(1, 2)]).transform
    1/(s + 2)
    """
    from sympy import Integer, Symbol

    s = Symbol("s", positive=True)
    pairs = tuple((exact(A), exact(W)) for A, W in terms)
    if any(not W.is_positive for _, W in pairs):
        raise NoLoss("an exponential sum has positive exponents: Rational(1, 2), or Symbol('W', positive=True)")
    transform = sum((A / (s + W) for A, W in pairs), Integer(0))
    norm = sum((A * B / (W + V) for A, W in pairs for B, V in pairs), Integer(0))
    return Target(transform, s, norm, pairs)


def general_target(name: str = "R") -> Target:
    """Any target in L^2: its transform is the function `name`, its squared norm the symbol ``rho2``."""
    from sympy import Function, Symbol

    s = Symbol("s", positive=True)
    return Target(Function(name)(s), s, Symbol("rho2", nonnegative=True))


def exact(value: Any) -> Any:
    """A SymPy expression from an exact number, a text or a SymPy expression without floats.  Raises `Inexact`."""
    from sympy import Expr, Float

    if isinstance(value, Expr) and not value.is_Rational:
        if value.has(Float):
            raise Inexact(f"{str(value)[:40]!r} contains a float; write Rational(1, 10) for one tenth")
        return value
    return symbol_free(rational(value))


@dataclass(frozen=True)
class Loss:
    """The loss J of a student with amplitudes `a` and exponents `w` (SymPy, length m each) against a target.

    There is no factor 1/2.  All derivatives are with respect to theta = (a_1..a_m, w_1..w_m).
    """

    a: tuple[Any, ...]
    w: tuple[Any, ...]
    target: Target

    @cached_property
    def value(self) -> Any:
        """J as a closed form."""
        from sympy import Integer

        a, w = self.a, self.w
        pairs = range(len(a))
        square = sum((a[i] * a[j] / (w[i] + w[j]) for i in pairs for j in pairs), Integer(0))
        return square - 2 * sum((a[i] * self.target.at(w[i]) for i in pairs), Integer(0)) + self.target.norm_squared

    @property
    def parameters(self) -> tuple[Any, ...]:
        """(a_1..a_m, w_1..w_m)."""
        return (*self.a, *self.w)

    @cached_property
    def gradient(self) -> Any:
        """The gradient, a column of length 2m."""
        from sympy import Matrix

        return Matrix([self.value.diff(x).doit() for x in self.parameters])

    @cached_property
    def hessian(self) -> Any:
        """The Hessian, 2m x 2m."""
        from sympy import Matrix

        g, n = self.gradient, len(self.parameters)
        upper = {(i, j): g[i].diff(self.parameters[j]).doit() for i in range(n) for j in range(i, n)}
        return Matrix(n, n, lambda i, j: upper[min(i, j), max(i, j)])

    def at(self, a: Sequence[Any], w: Sequence[Any], what: Any = None) -> Any:
        """J (or `what`: the gradient, the Hessian) at an exact point; raises `NoLoss` unless all w are positive."""
        if len(a) != len(self.a) or len(w) != len(self.w):
            raise NoLoss(f"the student has {len(self.a)} neurons; give as many amplitudes and exponents")
        point = [exact(x) for x in (*a, *w)]
        if any(not x.is_positive for x in point[len(a) :]):
            raise NoLoss("exponents of the student are positive")
        values = dict(zip(self.parameters, point, strict=True))
        return (self.value if what is None else what).subs(values, simultaneous=True)

    def residual_moment(self, n: int, w: Any) -> Any:
        """I_n(w), the integral of t^n e^(-w t) (rhohat - rho)."""
        from sympy import Integer, factorial

        student = sum(
            (a * factorial(n) / (w + v) ** (n + 1) for a, v in zip(self.a, self.w, strict=True)), Integer(0)
        )
        return student - self.target.moment(n, w)

    def verify(self) -> bool:
        """J is the sum of squares integrated term by term; derivatives are those of the residual's moments.

        The first part needs an exponential sum as target; for another one it is done with the student alone.
        """
        from sympy import Integer, simplify

        terms = [*zip(self.a, self.w, strict=True), *((-A, W) for A, W in self.target.terms)]
        integrated = sum((x * y / (v + u) for x, v in terms for y, u in terms), Integer(0))
        if not self.target.terms:
            integrated += self.target.norm_squared
            integrated -= 2 * sum((x * self.target.at(v) for x, v in terms), Integer(0))
        if not same(integrated - self.value):
            return False
        m = len(self.a)
        for k in range(m):
            if not same(self.gradient[k] - 2 * self.residual_moment(0, self.w[k])):
                return False
            if not same(self.gradient[m + k] + 2 * self.a[k] * self.residual_moment(1, self.w[k])):
                return False
        return bool(simplify(self.hessian - self.hessian.T) == 0 * self.hessian)

    def _repr_latex_(self) -> str:
        from sympy import latex

        return f"$\\displaystyle J = {latex(self.value)}$"


def same(difference: Any) -> bool:
    """Whether a difference vanishes, as a rational function or with unknown functions as further letters."""
    from sympy import Dummy, Subs, cancel, together
    from sympy.core.function import AppliedUndef, Derivative

    difference = difference.doit()
    unknown = difference.atoms(AppliedUndef, Derivative, Subs)
    outer = [u for u in unknown if not any(u != v and v.has(u) for v in unknown)]
    return bool(cancel(together(difference.xreplace({u: Dummy() for u in outer}))) == 0)


def loss(m: int, target: Target | Sequence[tuple[Any, Any]]) -> Loss:
    """The loss of m neurons, in symbols a1..am (real) and w1..wm (positive), against a target or pairs (A_j, W_j).

    >>> loss(1, [(1, 2)]).value
    a1**2/(2*w1) - 2*a1/(w1 + 2) + 1/4

    Raises `NoLoss` unless m >= 1.
    """
    from sympy import symbols

    if m < 1:
        raise NoLoss("a student has at least one neuron")
    a = symbols(f"a1:{m + 1}", real=True)
    w = symbols(f"w1:{m + 1}", positive=True)
    made = target if isinstance(target, Target) else exponential_sum(target)
    clash = {x.name for x in (*a, *w)} & {x.name for x in (made.transform + made.norm_squared).free_symbols}
    if clash:
        raise NoLoss(f"{', '.join(sorted(clash))} is a parameter of the student; rename it in the target")
    return Loss(tuple(a), tuple(w), made)
