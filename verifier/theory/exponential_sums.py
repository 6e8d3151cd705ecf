"""The loss of a diagonal continuous-time linear RNN: exponential sums against a target by its Laplace transform.

White noise in, Ito's isometry: J = |rhohat - rho|^2 in L^2(0, oo), rhohat(t) = a_1 e^(-w_1 t) + ... + a_m e^(-w_m t).
With R(s) the integral of rho(t) e^(-s t), all integrals are values of R and 1/(w_i + w_j):

    J = sum_ij a_i a_j/(w_i + w_j) - 2 sum_i a_i R(w_i) + |rho|^2.

Gradient and Hessian are derivatives of this closed form.  For all m at once, the neurons other than k and j enter only
through the Laplace transform of their sum, an unknown function of the one point at which it is read.

Source: Li, Han, E and Li (ICLR 2021), equations (18)-(21), (90), (91), (97)-(101).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from verifier.theory.exact_numbers import NotVerified, rational, symbol_free


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
            rational(float(0), str(value))
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
        if not _same(integrated - self.value):
            return False
        m = len(self.a)
        for k in range(m):
            if not _same(self.gradient[k] - 2 * self.residual_moment(0, self.w[k])):
                return False
            if not _same(self.gradient[m + k] + 2 * self.a[k] * self.residual_moment(1, self.w[k])):
                return False
        return bool(simplify(self.hessian - self.hessian.T) == 0 * self.hessian)

    def _repr_latex_(self) -> str:
        from sympy import latex

        return f"$\\displaystyle J = {latex(self.value)}$"


def _same(difference: Any) -> bool:
    """Whether an expression vanishes, as a rational function or with unknown functions as further letters."""
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


@dataclass(frozen=True)
class AllWidths:
    """Gradient and Hessian entries for every number of neurons m and every target, in terms of residual moments.

    `entries` maps names such as "a_k", "w_k", "a_k a_j", "w_k a_k" to expressions in a_k, w_k, a_j, w_j (j != k)
    and the functions I_0, I_1, I_2, where I_n(w) is the integral of t^n e^(-w t) (rhohat - rho).
    """

    entries: tuple[tuple[str, Any], ...]
    symbols: tuple[Any, Any, Any, Any]

    def entry(self, name: str) -> Any:
        """One entry; raises `NoLoss` with the names that there are."""
        found = dict(self.entries)
        if name not in found:
            raise NoLoss(f"{name!r} is no entry; there are {', '.join(found)}")
        return found[name]

    def at(self, which: Loss, name: str, k: int, j: int | None = None) -> Any:
        """The entry for the neurons k and j (from 0) of a concrete loss."""
        from sympy import Function

        names = self.symbols
        other = k if j is None else j
        values = dict(zip(names, (which.a[k], which.w[k], which.a[other], which.w[other]), strict=True))
        found = self.entry(name).subs(values, simultaneous=True)
        for n in range(3):
            moment = Function(f"I_{n}")
            found = found.replace(moment, lambda point, n=n: which.residual_moment(n, point))
        return found

    def verify(self, widths: Sequence[int] = (1, 2, 3, 4)) -> bool:
        """Every entry equals the derivative of the closed form at these widths, for an unspecified target."""
        for m in widths:
            which = loss(m, general_target())
            for k in range(m):
                j = None if m == 1 else (k + 1) % m
                a_k, w_k = which.a[k], which.w[k]
                wanted: dict[str, Any] = {"a_k": [a_k], "w_k": [w_k], "a_k a_k": [a_k, a_k], "w_k a_k": [w_k, a_k]}
                wanted["w_k w_k"] = [w_k, w_k]
                if j is not None:
                    a_j, w_j = which.a[j], which.w[j]
                    wanted |= {"a_k a_j": [a_k, a_j], "w_k a_j": [w_k, a_j], "w_k w_j": [w_k, w_j]}
                for name, letters in wanted.items():
                    if not _same(which.value.diff(*letters) - self.at(which, name, k, j)):
                        return False
        return True

    def _repr_latex_(self) -> str:
        from sympy import latex

        rows = [f"\\partial^{{{len(n.split())}}}_{{{n}}} J &= {latex(e)}" for n, e in self.entries]
        return "$\\displaystyle \\begin{aligned} " + " \\\\ ".join(rows) + " \\end{aligned}$"


def all_widths() -> AllWidths:
    """Gradient and Hessian for every m, every pair of neurons k != j and every target, derived by differentiation.

    >>> all_widths().entry("w_k a_j")
    -2*a_k/(w_j + w_k)**2
    """
    from sympy import Function, Symbol, expand_mul, factorial, symbols

    a_k, a_j = symbols("a_k a_j", real=True)
    w_k, w_j = symbols("w_k w_j", positive=True)
    s = Symbol("s", positive=True)
    rest, target = Function("rest"), Function("R")  # rest(s): the transform of all neurons but k and j
    value = a_k**2 / (2 * w_k) + a_j**2 / (2 * w_j) + 2 * a_k * a_j / (w_k + w_j)
    value += 2 * a_k * rest(w_k) + 2 * a_j * rest(w_j) - 2 * a_k * target(w_k) - 2 * a_j * target(w_j)

    def named(expression: Any) -> Any:
        """With the moments I_n at w_k in place of the derivatives of `rest`."""
        found = expression.doit()
        for n in (2, 1, 0):
            moment = Function(f"I_{n}")(w_k)
            own = (a_k / (w_k + s) ** (n + 1) + a_j / (w_j + s) ** (n + 1)).subs(s, w_k) * factorial(n)
            solved = (-1) ** n * (moment - own) + (target(w_k).diff(w_k, n) if n else target(w_k))
            found = found.xreplace({rest(w_k).diff(w_k, n) if n else rest(w_k): solved})
        return expand_mul(found)  # denominators stay powers

    wanted = {
        "a_k": (a_k,), "w_k": (w_k,), "a_k a_k": (a_k, a_k), "a_k a_j": (a_k, a_j), "w_k a_k": (w_k, a_k),
        "w_k a_j": (w_k, a_j), "w_k w_k": (w_k, w_k), "w_k w_j": (w_k, w_j),
    }  # fmt: skip
    result = AllWidths(tuple((n, named(value.diff(*x))) for n, x in wanted.items()), (a_k, w_k, a_j, w_j))
    if not result.verify((1, 2)):
        raise NotVerified("an entry is not the derivative of the closed form")
    return result
