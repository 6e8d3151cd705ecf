"""A potential: a convex function for each coordinate or of |w|, or one formula, with what was proved of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from verifier.derive.implicit_bias.metrics.metric_kinds import Metric, RadialMetric, SeparableMetric
from verifier.derive.implicit_bias.metrics.time_warp import TimeWarp
from verifier.derive.implicit_bias.proving import Proved


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
