"""Momentum (heavy ball) on a quadratic mode, in continuous time and as iterates: closed forms in each regime.

Flow:   x'' + kappa x' + lambda x = 0,  x(0) = x_0, x'(0) = v_0.
Steps:  v+ = mu v - eta lambda x,  x+ = x + v+,  so that x_{t+2} - (1 + mu - eta lambda) x_{t+1} + mu x_t = 0.

Both are linear with constant coefficients; the characteristic polynomial r^2 - p r + q has two real roots
(overdamped), one (critical) or none (underdamped), by the sign of its discriminant p^2 - 4 q.  x is the distance from
the minimum; lambda < 0, a direction in which the loss falls, is allowed.

Source: Polyak (1964); Li, Han, E and Li (ICLR 2021), Appendix E, equations (153), (154).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from verifier.derive.continuous.exponential_sums import exact
from verifier.derive.exact_numbers import NotVerified, rational, symbol_free
from verifier.language.claim import claim
from verifier.language.script import Induct, Linear, Split, Use

REGIMES = ("overdamped", "critical", "underdamped")


class NoRegime(ValueError):
    """The regime cannot be told from the symbols, or the parameters do not fit."""


@dataclass(frozen=True)
class HeavyBall:
    """One mode: x(t) with the characteristic polynomial r^2 - p r + q; exact numbers or SymPy expressions.

    `discrete`: whether t counts steps.  `first` is x_0; `second` is v_0 = x'(0) in continuous time and x_1 for steps.
    """

    p: Any
    q: Any
    first: Any
    second: Any
    regime: str
    discrete: bool

    @property
    def discriminant(self) -> Any:
        """p^2 - 4 q."""
        return self.p**2 - 4 * self.q

    @property
    def roots(self) -> tuple[Any, Any]:
        """The characteristic roots (the same twice where critical, conjugate where underdamped)."""
        from sympy import I, sqrt

        if self.regime == "critical":
            return self.p / 2, self.p / 2
        root = sqrt(self.discriminant) if self.regime == "overdamped" else I * sqrt(-self.discriminant)
        return (self.p + root) / 2, (self.p - root) / 2

    def at(self, t: Any) -> Any:
        """x(t), or x_t for a nonnegative integer or integer symbol t."""
        t = exact(t)
        return self._discrete(t) if self.discrete else self._continuous(t)

    def _continuous(self, t: Any) -> Any:
        from sympy import cos, exp, sin, sqrt

        x, v, half = self.first, self.second, self.p / 2
        if self.regime == "overdamped":
            r, s = self.roots
            return ((v - s * x) * exp(r * t) - (v - r * x) * exp(s * t)) / (r - s)
        if self.regime == "critical":
            return (x + (v - half * x) * t) * exp(half * t)
        frequency = sqrt(-self.discriminant) / 2
        return exp(half * t) * (x * cos(frequency * t) + (v - half * x) / frequency * sin(frequency * t))

    def _discrete(self, t: Any) -> Any:
        from sympy import acos, cos, sin, sqrt

        x, y = self.first, self.second
        if self.regime == "overdamped":
            r, s = self.roots
            return ((y - s * x) * r**t - (y - r * x) * s**t) / (r - s)
        if self.regime == "critical":
            half = self.p / 2
            return x * half**t + (y - half * x) * t * half ** (t - 1)
        radius = sqrt(self.q)
        angle = acos(self.p / (2 * radius))
        slope = (y - x * self.p / 2) / (radius * sqrt(1 - self.p**2 / (4 * self.q)))
        return radius**t * (x * cos(angle * t) + slope * sin(angle * t))

    def verify(self) -> bool:
        """The two starting values and the equation, by substitution with the root (or angle) as an algebraic letter."""
        from sympy import Symbol, simplify

        if self.regime not in REGIMES:
            return False
        sign = self.discriminant.simplify()
        wrong = {
            "overdamped": sign.is_nonpositive, "critical": sign.is_zero is False, "underdamped": sign.is_nonnegative
        }[self.regime]  # fmt: skip
        if wrong:
            return False
        if self.discrete:
            if self.regime == "critical" and self.p == 0:
                return False
            second = self.at(1)
        else:
            t = Symbol("t", real=True)
            second = self.at(t).diff(t).subs(t, 0)
        starts = (self.at(0) - self.first, second - self.second)
        return not any(simplify(gap) for gap in starts) and _solves(self.regime, self.discrete)

    def _repr_latex_(self) -> str:
        from sympy import Symbol, latex

        t = Symbol("t", nonnegative=True, integer=self.discrete or None)
        return f"$\\displaystyle x(t) = {latex(self.at(t))}$"


def _solves(regime: str, discrete: bool) -> bool:
    """That the form of a regime solves its equation, for all values of the letters: substitution."""
    from sympy import cos, exp, expand, expand_trig, sin, symbols

    A, B, r, s, t, h, f, c, n = symbols("A B r s t h f c n")
    if regime == "overdamped":  # p = r + s, q = r s
        p, q = r + s, r * s
        terms = [A * r**k + B * s**k for k in range(3)]  # x_t with the powers r^t, s^t taken into A and B
        if not discrete:
            x = A * exp(r * t) + B * exp(s * t)
            return bool(expand(x.diff(t, 2) - p * x.diff(t) + q * x) == 0)
        return bool(expand(terms[2] - p * terms[1] + q * terms[0]) == 0)
    if regime == "critical":  # p = 2 h, q = h^2
        if not discrete:
            x = (A + B * t) * exp(h * t)
            return bool(expand(x.diff(t, 2) - 2 * h * x.diff(t) + h**2 * x) == 0)
        terms = [(A + B * (t + k)) * h**k for k in range(3)]
        return bool(expand(terms[2] - 2 * h * terms[1] + h**2 * terms[0]) == 0)
    if not discrete:  # p = 2 h, q = h^2 + f^2
        x = exp(h * t) * (A * cos(f * t) + B * sin(f * t))
        return bool(expand(x.diff(t, 2) - 2 * h * x.diff(t) + (h**2 + f**2) * x) == 0)
    # p = 2 n cos f, q = n^2
    values = [expand_trig(n**k * (A * cos(c + k * f) + B * sin(c + k * f))) for k in range(3)]
    gap = expand(values[2] - 2 * n * cos(f) * values[1] + n**2 * values[0])
    return bool(expand(gap.subs(sin(f) ** 2, 1 - cos(f) ** 2)) == 0)


def heavy_ball_flow(kappa: Any, lam: Any, x0: Any, v0: Any = 0, regime: str | None = None) -> HeavyBall:
    """x'' + kappa x' + lambda x = 0: exact numbers, or symbols with a `regime` where its sign cannot be told.

    Raises `NoRegime`, `Inexact`.

    >>> from sympy import Symbol
    >>> heavy_ball_flow(2, 1, 3).at(Symbol("t"))
    (3*t + 3)*exp(-t)
    """
    k, l, x, v = (exact(value) for value in (kappa, lam, x0, v0))  # noqa: E741
    return _made(-k, l, x, v, regime, False)


def heavy_ball_descent(mu: Any, eta: Any, lam: Any, x0: Any, regime: str | None = None) -> HeavyBall:
    """The iterates x_t of v+ = mu v - eta lambda x, x+ = x + v+ with v_0 = 0; mu != 0 (0 is gradient descent).

    >>> heavy_ball_descent("1/4", "1/4", 1, 1).at(3)
    5/16
    """
    m, h, l, x = (exact(value) for value in (mu, eta, lam, x0))  # noqa: E741
    if m == 0:
        raise NoRegime("for mu = 0 this is gradient descent: x_t = (1 - eta lambda)^t x_0, see `linear_descent`")
    if regime == "underdamped" and not m.is_positive:
        raise NoRegime("underdamped iterates have mu > 0; declare it positive")
    return _made(1 + m - h * l, m, x, (1 - h * l) * x, regime, True)


def _made(p: Any, q: Any, first: Any, second: Any, regime: str | None, discrete: bool) -> HeavyBall:
    sign = (p**2 - 4 * q).expand()
    told = None
    for name, known in zip(REGIMES, (sign.is_positive, sign == 0, sign.is_negative), strict=True):
        told = name if known else told
    chosen = told if regime is None else regime
    if chosen is None:
        raise NoRegime(f"the sign of {sign} decides; give regime='overdamped', 'critical' or 'underdamped'")
    if chosen not in REGIMES or (told is not None and told != chosen):
        raise NoRegime(f"the regime is {told or 'one of ' + ', '.join(REGIMES)}, not {chosen!r}")
    if chosen == "critical" and sign != 0:
        raise NoRegime(f"critical damping needs {sign} = 0; put in the parameter that makes it 0")
    found = HeavyBall(p, q, first, second, chosen, discrete)
    if not found.verify():
        raise NotVerified("the solution does not have its starting values or does not solve its equation")
    return found


@dataclass(frozen=True)
class Escape:
    """Growth rates from a saddle with the curvatures 1 and -eps: gradient flow eps, heavy ball `rate`.

    `threshold`: the friction kappa = 1 - eps below which the heavy ball is the faster one.
    """

    kappa: Any
    eps: Any
    rate: Any
    threshold: Any

    def verify(self) -> bool:
        """The rate is the positive root of r^2 + kappa r - eps; it is eps exactly at the threshold."""
        from sympy import expand, simplify

        root = expand(self.rate**2 + self.kappa * self.rate - self.eps) == 0
        at_threshold = simplify(self.eps**2 + self.threshold * self.eps - self.eps) == 0
        return bool(root and at_threshold)


def escape(kappa: Any, eps: Any) -> Escape:
    """The rate at which a heavy ball leaves a curvature -eps: (-kappa + sqrt(kappa^2 + 4 eps))/2 (eq. 154)."""
    from sympy import sqrt

    k, e = exact(kappa), exact(eps)
    if not e.is_positive or k.is_negative:
        raise NoRegime("eps > 0 and kappa >= 0; declare symbols positive")
    found = Escape(k, e, (-k + sqrt(k**2 + 4 * e)) / 2, 1 - e)
    if not found.verify():
        raise NotVerified("the rate is no root of the characteristic polynomial")
    return found


def iterate(mu: Any, eta: Any, lam: Any, x0: Any, steps: int) -> list[Any]:
    """The iterates x_0, ..., x_steps of the definition, one by one, as exact rationals: another route than `at`."""
    m, h, l, x = (rational(value) for value in (mu, eta, lam, x0))  # noqa: E741
    v, found = rational(0), [x]
    for _ in range(steps):
        v = m * v - h * l * x
        x = x + v
        found.append(x)
    return [symbol_free(value) for value in found]


def regime_claims() -> tuple[Any, ...]:
    """What `decide` proves: each continuous form for all real values, each real discrete form for all steps."""
    def solves(name: str, x: str, p: str, q: str, letters: str) -> Any:
        goal = f"diff({x}, t, 2) - ({p})*diff({x}, t) + ({q})*({x}) == 0"
        return claim(name, goal, variables=dict.fromkeys([*letters.split(), "t"], "real"))

    def iterates(name: str, at: str, p: str, q: str, letters: str, given: dict[str, str], terms: list[Any]) -> Any:
        after = at.replace("**t", "**(t+1)").replace("*t)", "*(t+1))")
        start, second = (at.replace("**t", f"**{k}").replace("*t)", f"*{k})") for k in (0, 1))
        return claim(
            name, f"forall(t, nonnegative integer, x[t] == {at} and x[t+1] == {after})",
            variables={"x": "real sequence", **dict.fromkeys(letters.split(), "real")},
            given={"step": f"forall(s, nonnegative integer, x[s+2] == ({p})*x[s+1] - ({q})*x[s])", **given,
                   "start": f"x[0] == {start}", "second": f"x[1] == {second}"},
            argument=[Induct("t", base=[Split([[Linear(terms=[("start", "1", "1")])],
                                               [Linear(terms=[("second", "1", "1")])]])],
                             step=[Use("step", at=["t"], name="now"), Split([
                                 [Linear(terms=[("IH.1", "1", "1")])],
                                 [Linear(terms=[("now", "1", "1"), ("IH.1", p, "1"), ("IH.0", f"-({q})", "1"),
                                                *terms])],
                             ])])])  # fmt: skip

    return (
        solves("overdamped", "a*exp(r*t) + b*exp(s*t)", "r + s", "r*s", "a b r s"),
        solves("critical", "(a + b*t)*exp(h*t)", "2*h", "h**2", "a b h"),
        solves("underdamped", "exp(h*t)*(a*cos(f*t) + b*sin(f*t))", "2*h", "h**2 + f**2", "a b h f"),
        iterates("overdamped-steps", "a*r**t + b*w**t", "p", "q", "a b r w p q",
                 {"r": "r**2 == p*r - q", "w": "w**2 == p*w - q"},
                 [("r", "-a*r**t", "1"), ("w", "-b*w**t", "1")]),
        iterates("critical-steps", "(a + b*t)*r**t", "2*r", "r**2", "a b r", {}, []),
    )  # fmt: skip
