"""The potential Q that gradient flow minimises among interpolating predictors, from the matching equations.

With H the metric and g a time warp, Q has the Hessian g H.  Separable metrics: q''(w_i) = 1/speed(w_i), integrated
twice.  Radial metrics: Q = q(|w|) + z'w with q'(x)/x = g h and q'' = g (h + b x^2), which agree because g H is a
Hessian map; q = int x g h dx is integrated in the variable t in which x^2 is rational.  The linear term is the one
with grad Q(w(0)) = 0.  Every formula is differentiated back and the identity proved for all values in its domain.

Consequence: d/dt grad Q(w(t)) = g p lies in the range of X, which is closed, and grad Q is continuous; so where the
flow tends to w* with X' w* = y, grad Q(w*) = X nu for some nu, the Karush-Kuhn-Tucker equation, and w* is the one
minimiser of the strictly convex Q over the w with X' w = y.  (Azulay et al. 2021, theorems 1, 2, proposition 1.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from verifier.derive.implicit_bias.hessian_map import NoHessianMap, hessian_map_residual
from verifier.derive.implicit_bias.metric import (
    Constant,
    CoordinateMetric,
    EntrywiseMetric,
    Metric,
    RadialMetric,
    SeparableMetric,
)
from verifier.derive.implicit_bias.metric import metric as metric_of
from verifier.derive.implicit_bias.networks import Network, VectorNetwork
from verifier.derive.implicit_bias.proving import Proved
from verifier.derive.implicit_bias.time_warp import TimeWarp, time_warp


class NoPotential(ValueError):
    """No potential is known for these data; one line says why and what would work."""


@dataclass(frozen=True)
class Profile:
    """A convex function q of one variable with its derivative, proved on a domain.

    `variable` ranges over `domain` (real, positive or negative), the constants over those of `constants`.
    """

    variable: Any
    value: Any
    slope: Any
    domain: str
    constants: Mapping[str, str]
    evidence: tuple[Proved, ...] = field(repr=False)


@dataclass(frozen=True)
class Potential:
    """Q, as one profile for each coordinate (separable) or one for |w| (radial), with its conditions.

    `warp.factor` is g in Hess Q = g H.  `at` gives Q and `gradient` its gradient for symbols or numbers.
    """

    name: str
    metric: Metric = field(repr=False)
    warp: TimeWarp = field(repr=False)
    profiles: tuple[Profile, ...]
    conditions: tuple[str, ...]
    closed: Any = None  #: Q in the symbols metric.w, up to its linear term, for metrics of another kind
    domains: Mapping[str, str] | None = None  #: those of the symbols of a closed Q
    proofs: tuple[Proved, ...] = field(default=(), repr=False)

    @property
    def radial(self) -> bool:
        return isinstance(self.metric, RadialMetric)

    @property
    def evidence(self) -> tuple[Proved, ...]:
        own = self.metric
        if isinstance(own, SeparableMetric):
            first = tuple(e for c in own.coordinates for e in c.evidence)
        else:
            first = own.evidence if isinstance(own, RadialMetric) else ()
        return (*first, *self.warp.evidence, *(e for p in self.profiles for e in p.evidence), *self.proofs)

    def verify(self) -> bool:
        """Run the kernel once more on all certificates.  Raises `Rejected` where one is not accepted."""
        return bool(self.evidence) and all(e.verdict.recheck() for e in self.evidence)

    @property
    def statement(self) -> str:
        """What the potential says of the flow, in one line."""
        return (
            "where the conditions hold and gradient flow tends to w* with X'w* = y, grad Q(w*) is in the range of X"
            " and w* is the minimiser of Q over the w with X'w = y"
        )

    def __str__(self) -> str:
        if self.closed is not None:
            form = f"Q(w) = {self.closed} plus a linear term"
        elif self.radial:
            p = self.profiles[0]
            form = f"Q(w) = q(|w|) - q'(|w(0)|) w(0)'w/|w(0)|, q({p.variable}) = {p.value}"
        else:
            each = ", ".join(f"q({p.variable}) = {p.value}" for p in self.profiles)
            form = f"Q(w) = sum_i q(w_i) - q'(w_i(0)) w_i, {each}"
        return "; ".join([form, f"Hess Q = g H with g = {self.warp.factor}", *self.conditions])

    def latex(self) -> str:
        """Q for one coordinate (separable) or for w (radial), with its linear term, as LaTeX."""
        import sympy

        if self.closed is not None:
            return rf"Q(w) = q(w) - \nabla q(w(0))^\top w,\quad q(w) = {sympy.latex(self.closed)}"
        p = self.profiles[0]
        q, x = sympy.latex(p.value), sympy.latex(p.variable)
        if self.radial:
            return rf"Q(w) = q(\|w\|) - q'(\|w(0)\|) \frac{{w(0)^\top w}}{{\|w(0)\|}},\quad q({x}) = {q}"
        if isinstance(self.metric, SeparableMetric) and self.metric.every:
            return rf"Q(w) = \sum_i q(w_i) - q'(w_i(0)) w_i,\quad q({x}) = {q}"
        each = ",\\ ".join(
            f"q_{{{i}}}({sympy.latex(p.variable)}) = {sympy.latex(p.value)}" for i, p in enumerate(self.profiles, 1)
        )
        return rf"Q(w) = \sum_i q_i(w_i) - q_i'(w_i(0)) w_i,\quad {each}"

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex()}$"

    def admits(self, i: int, value: Any) -> bool:
        """Whether a number lies in the domain of coordinate i."""
        domain = "real"
        if self.closed is not None:
            domain = (self.domains or {}).get(str(getattr(self.metric, "w", ())[i]), "real")
        elif not self.radial:
            domain = self.profile_of(i).domain
        return domain == "real" or bool(value > 0 if domain == "positive" else value < 0)

    def profile_of(self, i: int) -> Profile:
        """The profile of coordinate i (from 0)."""
        every = isinstance(self.metric, SeparableMetric) and self.metric.every
        return self.profiles[0 if every or self.radial else i]

    def constant_names(self, i: int) -> list[str]:
        """The names of the constants of coordinate i, with an index where one coordinate stands for all."""
        names = list(self.profile_of(i).constants) if self.profiles else []
        every = isinstance(self.metric, SeparableMetric) and self.metric.every
        return [f"{n}_{i + 1}" for n in names] if every else names

    def gradient(self, w: Sequence[Any], start: Sequence[Any], constants: Mapping[str, Any] | None = None) -> Any:
        """grad Q at w for the start w(0), as a list; constants by the names of `constant_names`, or as symbols."""
        return _assembled(self, w, start, constants or {}, True)

    def at(self, w: Sequence[Any], start: Sequence[Any], constants: Mapping[str, Any] | None = None) -> Any:
        """Q(w) for the start w(0), up to an additive constant."""
        return _assembled(self, w, start, constants or {}, False)


def _assembled(
    Q: Potential, w: Sequence[Any], start: Sequence[Any], constants: Mapping[str, Any], gradient: bool
) -> Any:
    import sympy

    fits = Q.radial or (Q.profiles and Q.metric.every if isinstance(Q.metric, SeparableMetric) else False)
    if len(w) != len(start) or not w or not (fits or len(w) == max(len(Q.profiles), len(getattr(Q.metric, "w", ())))):
        raise NoPotential(f"w has {len(w)} coordinates and the start {len(start)}")

    if Q.closed is not None:
        letters = list(getattr(Q.metric, "w", ()))
        free = {s: constants.get(str(s), s) for s in Q.closed.free_symbols if s not in letters}
        slopes = [sympy.diff(Q.closed, s).subs(free) for s in letters]
        here, there = (dict(zip(letters, v, strict=True)) for v in (w, start))
        pull = [e.subs(there, simultaneous=True) for e in slopes]
        if gradient:
            return [e.subs(here, simultaneous=True) - z for e, z in zip(slopes, pull, strict=True)]
        value = Q.closed.subs(free).subs(here, simultaneous=True)
        return value - sum(z * x for z, x in zip(pull, w, strict=True))

    def named(i: int) -> dict[Any, Any]:
        names = zip(Q.profile_of(i).constants, Q.constant_names(i), strict=True)
        free = {s.name: s for s in Q.profile_of(i).value.free_symbols}
        return {free[n]: constants.get(full, sympy.Symbol(full, real=True)) for n, full in names if n in free}

    if not Q.radial:
        own, other = [], []
        for i, (x, x0) in enumerate(zip(w, start, strict=True)):
            p = Q.profile_of(i)
            fixed = named(i)
            own.append((p.slope if gradient else p.value).subs({**fixed, p.variable: x}))
            other.append(p.slope.subs({**fixed, p.variable: x0}))
        if gradient:
            return [a - b for a, b in zip(own, other, strict=True)]
        return sum(a - b * x for a, b, x in zip(own, other, w, strict=True))
    p, fixed = Q.profiles[0], named(0)
    r, r0 = (sympy.sqrt(sum(x**2 for x in v)) for v in (w, start))
    ratio = p.slope / p.variable
    still = all(x == 0 for x in start)  # then z = 0: q'(x) tends to 0 at the start
    pull = sympy.S.Zero if still else ratio.subs({**fixed, p.variable: r0})
    if gradient:
        here = ratio.subs({**fixed, p.variable: r})
        return [here * x - pull * x0 for x, x0 in zip(w, start, strict=True)]
    return p.value.subs({**fixed, p.variable: r}) - pull * sum(x * x0 for x, x0 in zip(w, start, strict=True))


def potential(
    given: Network | VectorNetwork | Metric, zero: Sequence[str] = (), degree: int = 2, warped: bool = True
) -> Potential:
    """The potential of a network (or of a metric), for any start.

    With `warped` false no time warp is allowed: a metric that is no Hessian map is refused with its residual.
    `zero` names conserved quantities that vanish (those that do so because of the start are found).  Raises
    `NoMetric`, `NoHessianMap`, `NoPotential` or `NotVerified`, all `ValueError`, each with one line.

    >>> from verifier.derive.implicit_bias.networks import tied_diagonal
    >>> potential(tied_diagonal()).profiles[0].slope
    asinh(w/sqrt(k))/4
    """
    if isinstance(given, (Network, VectorNetwork)):
        return _of_network(given, tuple(zero), degree, warped)
    if not isinstance(given, (SeparableMetric, RadialMetric, EntrywiseMetric)):
        raise NoPotential(f"a potential is derived for a network or a metric, not for {type(given).__name__}")
    return _of_metric(given, zero, warped)


@lru_cache(maxsize=64)
def _of_network(network: Network | VectorNetwork, zero: tuple[str, ...], degree: int, warped: bool) -> Potential:
    return _of_metric(metric_of(network, degree), zero, warped)


def _of_metric(own: Metric, zero: Sequence[str], warped: bool) -> Potential:
    from verifier.derive.implicit_bias.reduced_profiles import coordinate_profile, radial_profile

    if not warped and not (condition := hessian_map_residual(own)).holds:
        raise NoHessianMap(f"{own.name}: {condition}")
    warp = time_warp(own)
    if isinstance(own, SeparableMetric):
        gone = {*zero, *(str(c.symbol) for m in own.coordinates for c in m.constants if c.at_start == 0)}
        _known(zero, [c for m in own.coordinates for c in m.constants])
        profiles = tuple(coordinate_profile(m, gone) for m in own.coordinates)
        conditions = [*own.conditions, *_separable_conditions(own.coordinates, profiles)]
        return Potential(own.name, own, warp, profiles, tuple(conditions))
    if isinstance(own, RadialMetric):
        _known(zero, own.constants)
        gone = {*zero, *(str(c.symbol) for c in own.constants if c.at_start == 0)}
        profile, conditions = radial_profile(own, warp, gone)
        names = [f"{c.symbol} = {c.in_parameters} at the start (there {c.at_start})" for c in own.constants]
        return Potential(own.name, own, warp, (profile,), (*names, *own.conditions, *conditions))
    from verifier.derive.implicit_bias.closed import closed_potential

    return closed_potential(own, warp)


def _known(zero: Sequence[str], constants: Sequence[Constant]) -> None:
    names = {str(c.symbol) for c in constants}
    if unknown := [z for z in zero if z not in names]:
        have = ", ".join(sorted(names)) or "none"
        raise NoPotential(f"there is no conserved quantity {unknown[0]!r} in the metric; it has: {have}")


def _separable_conditions(coordinates: Sequence[CoordinateMetric], profiles: Sequence[Profile]) -> list[str]:
    import sympy

    said = []
    for m, p in zip(coordinates, profiles, strict=True):
        for c in m.constants:
            if str(c.symbol) in p.constants:
                said.append(f"{c.symbol} = {sympy.sstr(c.in_parameters)} > 0 at the start (there {c.at_start})")
            else:
                said.append(f"{c.symbol} = 0 at the start")
        if p.domain != "real":
            even = m.speed.subs(m.w, 1) == m.speed.subs(m.w, -1)
            mirror = f" (or the other sign throughout, with -{p.variable} for {p.variable})" if even else ""
            said.append(f"{p.variable} is {p.domain} at the start, and then always, and in the limit{mirror}")
    return said
