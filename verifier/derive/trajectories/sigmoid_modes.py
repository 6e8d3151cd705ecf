"""Modes of the two-layer linear network in closed form: dm/dt = n (sigma - lambda m n), dn/dt = m (sigma - lambda m n).

Balanced layers, m = n: w = m n solves dw/dt = 2 w (sigma - lambda w), u = 1/w the linear du/dt = 2 lambda - 2 sigma u.
Any layers: c = m^2 - n^2 is conserved, and q = (m + n)^2 solves a Riccati equation with constant coefficients,
dq/dt = 2 sigma q - lambda (q^2 - c^2)/2, which is solved by a quotient of exponentials.

Source: Saxe, McClelland and Ganguli (2014); Gidel, Bach and Lacoste-Julien (NeurIPS 2019), equations (16), (40)-(53).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from verifier.derive.continuous.exponential_sums import exact
from verifier.derive.exact_numbers import NotVerified
from verifier.language.claim import claim


class NoMode(ValueError):
    """The parameters or the start of a mode are outside of what the closed form covers."""


@dataclass(frozen=True)
class Mode:
    """The product w(t) of a balanced mode: sigma, lambda real, start w_0 > 0, exact numbers or SymPy symbols.

    `case`: "sigmoid", "hyperbolic" (sigma = 0), "exponential" (lambda = 0) or "constant" (both 0).  A symbol
    for sigma or lambda stands for a number other than 0.
    """

    sigma: Any
    lam: Any
    start: Any

    @property
    def case(self) -> str:
        if self.sigma == 0:
            return "constant" if self.lam == 0 else "hyperbolic"
        return "exponential" if self.lam == 0 else "sigmoid"

    def at(self, t: Any) -> Any:
        """w(t): 1/u(t), u the solution of du/dt = 2 lambda - 2 sigma u with u(0) = 1/w_0, as one fraction."""
        from sympy import exp

        t = exact(t)
        w, s, l = self.start, self.sigma, self.lam  # noqa: E741
        if self.case == "constant":
            return w
        if self.case == "hyperbolic":
            return w / (1 + 2 * l * w * t)
        growth = exp(2 * s * t)
        return w * growth if self.case == "exponential" else s * w * growth / (l * w * (growth - 1) + s)

    @property
    def limit(self) -> Any:
        """The limit for t to infinity; raises `NoMode` where w grows without bound or the signs are unknown."""
        if self.case == "constant":
            return self.start
        if self.case == "sigmoid" and self.sigma.is_positive and self.lam.is_positive:
            return self.sigma / self.lam
        if self.lam.is_nonnegative and (self.sigma.is_negative or (self.sigma == 0 and self.lam.is_positive)):
            return self.start * 0
        raise NoMode("w has a limit for sigma > 0 < lambda, for sigma < 0 <= lambda, or for sigma = 0 < lambda only")

    def time_to(self, level: Any) -> Any:
        """The time at which w = `level`, from an equation that is linear in e^(2 sigma t)."""
        from sympy import log

        goal = exact(level)
        if self.case not in ("sigmoid", "exponential"):
            raise NoMode("the time to a level is given for sigma != 0; else it is (w_0/level - 1)/(2 lambda w_0)")
        w, s, l = self.start, self.sigma, self.lam  # noqa: E741
        if goal == w:
            return goal * 0
        if s - l * goal == 0:
            raise NoMode(f"the mode tends to {goal} and does not reach it")
        ratio = goal * (s - l * w) / (w * (s - l * goal))
        if ratio.is_nonpositive or ((ratio - 1) * s).is_negative:
            raise NoMode(f"the mode does not reach {goal} at a time t >= 0")
        return log(ratio) / (2 * s)

    @property
    def blow_up(self) -> Any | None:
        """The time at which w becomes infinite (lambda < 0), None where lambda >= 0; exact."""
        from sympy import log

        if not self.lam.is_negative:
            return None
        if self.case == "hyperbolic":
            return -1 / (2 * self.lam * self.start)
        ratio = 1 - self.sigma / (self.lam * self.start)
        if ratio.is_nonpositive or (self.sigma.is_negative and ratio.is_number and bool(ratio >= 1)):
            return None
        return log(ratio) / (2 * self.sigma)

    def verify(self) -> bool:
        """The start and the equation, by substitution; 1/w solves the linear equation."""
        from sympy import Symbol, cancel, exp, expand, together

        t, growth = Symbol("t", real=True), Symbol("growth", positive=True)
        w = self.at(t)

        def flat(x: Any) -> Any:
            return cancel(together(expand(x).subs(exp(2 * self.sigma * t), growth)))

        motion = w.diff(t) - 2 * w * (self.sigma - self.lam * w)
        linear = (1 / w).diff(t) - 2 * self.lam + 2 * self.sigma / w
        return not any(flat(x) for x in (self.at(0) - self.start, motion, linear))

    def _repr_latex_(self) -> str:
        from sympy import Symbol, latex

        return f"$\\displaystyle w(t) = {latex(self.at(Symbol('t')))}$"


def mode(sigma: Any, lam: Any, start: Any) -> Mode:
    """The balanced two-layer mode dw/dt = 2 w (sigma - lambda w), w(0) = `start` > 0.

    Raises `NoMode`, `Inexact`.

    >>> from sympy import Symbol
    >>> mode(1, 2, "1/4").at(Symbol("t"))
    exp(2*t)/(4*(exp(2*t)/2 + 1/2))
    """
    w = exact(start)
    if not w.is_positive:
        raise NoMode("the start of a mode is positive (declare symbols positive); from 0 nothing moves")
    found = Mode(exact(sigma), exact(lam), w)
    if not found.verify():
        raise NotVerified("the mode does not solve its equation")
    return found


@dataclass(frozen=True)
class UnbalancedMode:
    """m(t), n(t) from any start with m_0 + n_0 != 0, exact numbers or symbols (lambda not 0).

    Symbols are generic: they are taken to make `rate` other than 0.

    `conserved` is m^2 - n^2; `rate` is sqrt(4 sigma^2 + lambda^2 c^2); `roots` are the fixed points of q = (m + n)^2.
    """

    sigma: Any
    lam: Any
    m0: Any
    n0: Any

    @property
    def conserved(self) -> Any:
        return self.m0**2 - self.n0**2

    @property
    def rate(self) -> Any:
        from sympy import sqrt

        return sqrt(4 * self.sigma**2 + self.lam**2 * self.conserved**2)

    @property
    def roots(self) -> tuple[Any, Any]:
        return (2 * self.sigma + self.rate) / self.lam, (2 * self.sigma - self.rate) / self.lam

    def square(self, t: Any) -> Any:
        """(m + n)^2 at time t: the Riccati equation, linear for (q - r_1)/(q - r_2)."""
        from sympy import exp

        if self.rate == 0:  # sigma = 0 and m_0 = n_0: one double fixed point, 1/q is linear in t
            whole = (self.m0 + self.n0) ** 2
            return whole / (1 + self.lam * whole * exact(t) / 2)
        return _moebius(self.m0, self.n0, self.roots, exp(-self.rate * exact(t)))

    def at(self, t: Any) -> tuple[Any, Any]:
        """(m(t), n(t)): m + n keeps its sign, and m - n = c/(m + n)."""
        from sympy import sqrt

        total = self.m0 + self.n0
        whole = sqrt(self.square(t)) * total / sqrt(total**2)
        return (whole + self.conserved / whole) / 2, (whole - self.conserved / whole) / 2

    def product(self, t: Any) -> Any:
        """w(t) = m(t) n(t) = (q - c^2/q)/4."""
        q = self.square(t)
        return (q - self.conserved**2 / q) / 4

    def verify(self) -> bool:
        """c and q's equation from the field; the solution and its start by substitution."""
        from sympy import cancel, expand, symbols, together

        m, n, s, l, c, k, g = symbols("m n s l c k g")  # noqa: E741
        field = (n * (s - l * m * n), m * (s - l * m * n))
        if expand(2 * m * field[0] - 2 * n * field[1]) != 0:
            return False
        q, difference = (m + n) ** 2, m**2 - n**2
        speed = 2 * (m + n) * (field[0] + field[1])
        if expand(speed - 2 * s * q + l * (q**2 - difference**2) / 2) != 0:
            return False
        if self.rate == 0:
            t = symbols("t")
            whole = self.square(t)
            ends = cancel(whole.subs(t, 0) - (self.m0 + self.n0) ** 2), cancel(whole.diff(t) + self.lam * whole**2 / 2)
            return not any(ends)
        # with g = e^(-k t), dg/dt = -k g, and k^2 = 4 s^2 + l^2 c^2, on symbols that are independent but for that
        solution = _moebius(m, n, ((2 * s + k) / l, (2 * s - k) / l), g)
        motion = together(solution.diff(g) * -k * g - 2 * s * solution + l * (solution**2 - c**2) / 2)
        numerator = expand(cancel(motion).as_numer_denom()[0])
        if _reduced(numerator, k, 4 * s**2 + l**2 * c**2) != 0:
            return False
        start = expand(cancel(together(solution.subs(g, 1) - q)).as_numer_denom()[0])
        return bool(_reduced(start, k, 4 * s**2 + l**2 * c**2) == 0)

    def _repr_latex_(self) -> str:
        from sympy import Symbol, latex

        return f"$\\displaystyle m(t)\\, n(t) = {latex(self.product(Symbol('t')))}$"


def _moebius(m0: Any, n0: Any, roots: tuple[Any, Any], decay: Any) -> Any:
    """q with (q - r_1)/(q - r_2) = decay (q_0 - r_1)/(q_0 - r_2), q_0 = (m_0 + n_0)^2."""
    q0 = (m0 + n0) ** 2
    first, second = roots
    ahead, behind = q0 - second, q0 - first
    return (first * ahead - second * behind * decay) / (ahead - behind * decay)


def _reduced(polynomial: Any, k: Any, square: Any) -> Any:
    """A polynomial with k^2 replaced by its value, expanded."""
    from sympy import Poly, expand

    total = 0
    for (power,), c in Poly(polynomial, k).terms():
        total += c * square ** (power // 2) * k ** (power % 2)
    return expand(total)


def unbalanced_mode(sigma: Any, lam: Any, m0: Any, n0: Any) -> UnbalancedMode:
    """The mode (m, n) from (m_0, n_0).  Raises `NoMode` where lambda = 0 or m_0 + n_0 = 0, `Inexact`.

    >>> unbalanced_mode(1, 1, 2, 1).rate
    sqrt(13)
    """
    s, l, m, n = (exact(x) for x in (sigma, lam, m0, n0))  # noqa: E741
    if l == 0:
        raise NoMode("for lambda = 0 the mode is linear: m + n grows as e^(sigma t), m - n decays as e^(-sigma t)")
    if m + n == 0:
        raise NoMode("m + n stays 0 from there; replace n by -n and sigma by -sigma, which gives a mode with m = n")
    found = UnbalancedMode(s, l, m, n)
    if not found.verify():
        raise NotVerified("the mode does not solve its equation")
    return found


def mode_claims() -> tuple[Any, ...]:
    """What `decide` proves of the balanced mode for all real values: it is defined, and it solves its equation.

    Cases: sigma > 0 <= lambda, sigma < 0 <= lambda, and sigma = 0 <= lambda, at all times t >= 0.
    """
    w, w0 = "(s*w*exp(2*s*t)/(l*w*(exp(2*s*t) - 1) + s))", "(w/(1 + 2*l*w*t))"
    found = []
    for name, sign, relation in (("grows", "positive", ">"), ("shrinks", "negative", "<")):
        variables = {"s": sign, "l": "nonnegative", "w": "positive", "t": "nonnegative"}
        found += [
            claim(f"{name}-defined", f"l*w*(exp(2*s*t) - 1) + s {relation} 0", variables=variables),
            claim(f"{name}-solves", f"diff({w}, t) == 2*{w}*(s - l*{w})", variables=variables),
        ]
    variables = {"l": "nonnegative", "w": "positive", "t": "nonnegative"}
    return (*found, claim("hyperbolic-solves", f"diff({w0}, t) == 2*{w0}*(0 - l*{w0})", variables=variables))
