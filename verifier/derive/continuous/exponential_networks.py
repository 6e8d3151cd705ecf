"""Continuous-time networks with a diagonal transition: student, target and residual moments as SymPy formulas.

The student's kernel is sum_i a_i e^(-w_i t).  At given sizes its letters are a_0, w_0, ...; for all widths they are
indexed, and sums have symbolic ends.  The target is known by its Laplace transform R; see `verifier.models`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from verifier.derive.ask import Ask
from verifier.derive.continuous import symbolic_memory
from verifier.derive.continuous.transforms import given
from verifier.derive.formulas import Refused
from verifier.models.model import Model, ModelError

OF_PARAMETERS = ("gradient", "flow", "descent-step", "momentum-step", "hessian")

#: query -> the widths at which its formulas are still written out in seconds
WIDEST: Mapping[str, int] = {"hankel": 6, "characteristic-polynomial": 8, "moments": 16, "tangent-kernel": 32,
                             "metric": 32, "hessian": 4, "conserved": 8, "gradient": 16, "flow": 16, "descent-step": 16,
                             "momentum-step": 16, "loss": 24}  # fmt: skip


def wide(query: str, ask: Ask) -> None:
    """Refuse a width at which the formula would fill pages.  Raises `Refused`."""
    if ask.sizes is None:
        return
    most = 24 if ask.model.kernel == "sum" and query in OF_PARAMETERS else WIDEST.get(query, 64)
    large = [f"{n} = {value}" for n, value in ask.sizes.items() if value > (most if n == "m" else 24)]
    if large:
        raise Refused(f"{query} of {ask.model.name} at {', '.join(large)}: the formulas fill pages; ask at m up to "
                      f"{most}, n up to 24, or with --all-sizes")  # fmt: skip


def idle(query: str, model: Model, wrt: str | None, options: Mapping[str, Any]) -> None:
    """Refuse what a query about these models does not use.  Raises `ModelError`."""
    uses = {"data": ("critical-points",), "degree": ("conserved",)}
    if wrt is not None and query not in OF_PARAMETERS:
        raise ModelError(f"{query} is about all parameters; --wrt goes with {', '.join(OF_PARAMETERS)}")
    for name in options:
        if name != "transform" and query not in uses.get(name, ()):
            shown = "--set" if name == "data" else f"--{name}"
            raise ModelError(f"{query} of {model.name} has no use for {shown}")


@dataclass(frozen=True)
class Residual:
    """Student and target at given sizes, or (`sizes` is None) for all of them.

    `a`, `w` are tuples of symbols or indexed bases; `R(x)` is the target's transform, `norm` the integral of rho^2,
    `rho(t)` the target where it is known.
    """

    sizes: Mapping[str, int] | None
    kind: str
    a: Any
    w: Any
    R: Callable[[Any], Any]
    norm: Any
    rho: Callable[[Any], Any] | None
    memory: Any = None
    notes: tuple[str, ...] = ()

    def student(self, t: Any) -> Any:
        """rhohat(t)."""
        from sympy import exp

        return self.over_neurons(lambda a, w: a * exp(-w * t))

    def over_neurons(self, term: Callable[[Any, Any], Any]) -> Any:
        """The sum over the neurons of a term in amplitude and exponent."""
        return _total(self.a, self.w, self.sizes, "m", term)

    def moment(self, n: int, x: Any) -> Any:
        """I_n(x), the integral over t >= 0 of t^n e^(-x t) (rhohat - rho): (-1)^n times a derivative of transforms."""
        from sympy import Dummy, Sum, factor_terms, factorial

        y = Dummy("y", positive=True)
        own = self.over_neurons(lambda a, w: a / (x + w) ** (n + 1))
        target = self.R(y).diff(y, n).doit() if n else self.R(y)
        target = target.replace(lambda e: isinstance(e, Sum), factor_terms)  # signs in front of sums
        return factorial(n) * own - (-1) ** n * target.subs(y, x)

    @cached_property
    def loss(self) -> Any:
        """J = |rhohat - rho|^2."""
        from sympy import Integer, Sum, symbols

        if self.sizes is not None:
            m = range(len(self.a))
            pairs = sum((self.a[i] * self.a[j] / (self.w[i] + self.w[j]) for i in m for j in m), Integer(0))
            return pairs - 2 * sum((self.a[i] * self.R(self.w[i]) for i in m), Integer(0)) + self.norm
        i, j, m = symbols("i j m", integer=True)
        pairs = Sum(self.a[i] * self.a[j] / (self.w[i] + self.w[j]), (j, 0, m - 1), (i, 0, m - 1))
        return pairs - 2 * Sum(self.a[i] * self.R(self.w[i]), (i, 0, m - 1)) + self.norm


def _total(a: Any, w: Any, sizes: Mapping[str, int] | None, letter: str, term: Callable[[Any, Any], Any]) -> Any:
    from sympy import Integer, Sum, symbols

    if sizes is not None:
        return sum((term(x, y) for x, y in zip(a, w, strict=True)), Integer(0))
    i, size = symbols(f"{'i' if letter == 'm' else 'j'} {letter}", integer=True)
    return Sum(term(a[i], w[i]), (i, 0, size - 1))


def _letters(name: str, sizes: Mapping[str, int] | None, size: str, positive: bool) -> Any:
    from sympy import IndexedBase, Symbol

    if sizes is None:
        return IndexedBase(name)
    return tuple(Symbol(f"{name}_{i}", positive=True) if positive else Symbol(f"{name}_{i}", real=True)
                 for i in range(sizes[size]))  # fmt: skip


def residual(ask: Ask) -> Residual:
    """What a question is about.  Raises `Refused`, `ClaimError`."""
    kind, sizes = ask.model.kernel, ask.sizes
    a, w = (_letters(n, sizes, "m", n == "w") for n in "aw")
    if kind == "transform":
        R, norm, notes = given(ask.options.get("transform"))
        return Residual(sizes, kind, a, w, R, norm, None, None, notes)
    return _with_terms(kind, sizes, a, w)


def _with_terms(kind: str, sizes: Mapping[str, int] | None, a: Any, w: Any) -> Residual:
    from sympy import Integer, Sum, Symbol, exp, symbols

    s, v = (_letters(n, sizes, "n", n == "v") for n in "sv")

    def terms(term: Callable[[Any, Any], Any]) -> Any:
        return _total(s, v, sizes, "n", term)

    if sizes is not None:
        n = range(len(s))
        norm = sum((s[i] * s[j] / (v[i] + v[j]) for i in n for j in n), Integer(0))
    else:
        i, j, count = symbols("i j n", integer=True)
        norm = Sum(s[i] * s[j] / (v[i] + v[j]), (j, 0, count - 1), (i, 0, count - 1))
    if kind == "sum":
        return Residual(sizes, kind, a, w, lambda x: terms(lambda A, W: A / (x + W)), norm,
                        lambda t: terms(lambda A, W: A * exp(-W * t)))  # fmt: skip
    made = {"gaussian": symbolic_memory.gaussian, "compact": symbolic_memory.bump, "airy": symbolic_memory.airy}[kind]()
    c = Symbol("c", real=True)
    notes = ("A(x) is the integral over t >= 0 of e^(-x t) Ai(kappa (t - mu))",) if kind == "airy" else ()
    return Residual(
        sizes, kind, a, w, lambda x: terms(lambda A, W: A / (x + W)) + c * made.at(x),
        norm + 2 * c * terms(lambda A, W: A * made.at(W)) + c**2 * made.norm_squared,
        (lambda t: terms(lambda A, W: A * exp(-W * t)) + c * made.value.subs(made.t, t)) if kind != "compact" else None,
        made, notes,
    )  # fmt: skip


def plain(e: Any) -> Any:
    """The expression in symbols without assumptions, as the other answers have them."""
    from sympy import Symbol

    return e.xreplace({s: Symbol(s.name) for s in e.free_symbols if type(s) is Symbol})
