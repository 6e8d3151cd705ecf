"""Closed forms of least squares by gradient flow and descent: dW/dt = Q - S W and W+ = W - eta (S W - Q).

S = X'X/n is symmetric and may be singular, P its pseudoinverse.  With the drift D = Q - S P Q, which S maps to 0,

    W(t) = e^(-t S) (W_0 - P Q) + P Q + t D,        W_t = (I - eta S)^t (W_0 - P Q) + P Q + eta t D.

Q = X'Y/n lies in the range of S; then D = 0, and this is the formula of the paper.  Both are proved for all sizes from
Penrose's equations, with the uniqueness of the solution (`all_sizes_claims`).

Source: Gidel, Bach and Lacoste-Julien (NeurIPS 2019), Proposition 1, equations (8)-(10), (21), (66), (67).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from verifier.derive.continuous.exponential_sums import exact
from verifier.derive.exact_numbers import NotVerified, rational, symbol_free
from verifier.derive.trajectories.pseudoinverse import Spectrum, penrose, pseudoinverse, rational_matrix, spectrum
from verifier.language.claim import claim
from verifier.language.script import Have, Induct, Inside, Ladder, Linear, Order, Square, Take, Use, Vanish


class NoClosedForm(ValueError):
    """The equation has no closed form of this kind, or its data do not fit."""


@dataclass(frozen=True)
class LinearDynamics:
    """S (d x d, symmetric), Q (d x p), W_0 (d x p), exact; `inverse` the pseudoinverse of S; eta: the step, or None.

    With `eta` None the time is continuous, else `at` takes the number of steps.
    """

    S: Any
    Q: Any
    start: Any
    eta: Any | None
    inverse: Any
    spectrum: Spectrum

    @property
    def fixed_point(self) -> Any:
        """S+ Q, the least-squares solution of least norm."""
        return self.inverse * self.Q

    @property
    def drift(self) -> Any:
        """Q - S S+ Q: 0 exactly where Q lies in the range of S, as it does for data."""
        return self.Q - self.S * self.fixed_point

    def at(self, t: Any) -> Any:
        """W at time t (continuous) or after t steps: an exact matrix for a number, a formula for a SymPy symbol."""
        from sympy import exp

        if self.eta is None:
            t = exact(t)
            time, factor = t, self.spectrum.function(lambda z: exp(-z * t))
        elif isinstance(t, int):
            if t < 0:
                raise NoClosedForm("the number of steps is not negative")
            time, factor = self.eta * t, (self.S**0 - self.eta * self.S) ** t
        else:
            time, factor = self.eta * t, self.spectrum.function(lambda z: (1 - self.eta * z) ** t)
        return factor * (self.start - self.fixed_point) + self.fixed_point + time * self.drift

    @property
    def limit(self) -> Any:
        """The limit S+ Q + (I - S+ S) W_0 for t to infinity.  Raises `NoClosedForm` where there is none."""
        from sympy import eye

        if not self.drift.is_zero_matrix:
            raise NoClosedForm("Q is not in the range of S, so W grows linearly; Q = X'Y/n of data is in the range")
        for z in self.spectrum.eigenvalues:
            if z.is_zero:
                continue
            shrinks = z.is_positive if self.eta is None else (abs(1 - self.eta * z) < 1) == True  # noqa: E712
            if not shrinks:
                why = f"the component of the eigenvalue {z} does not shrink; S >= 0 and eta < 2/max are needed"
                raise NoClosedForm(why)
        return self.fixed_point + (eye(self.S.rows) - self.inverse * self.S) * self.start

    def formula(self) -> str:
        """The closed form as a text."""
        power = "exp(-t*S)" if self.eta is None else f"(I - {self.eta}*S)**t"
        time = "t" if self.eta is None else f"{self.eta}*t"
        drift = "" if self.drift.is_zero_matrix else f" + {time}*(Q - S*P*Q)"
        return f"{power}*(W0 - P*Q) + P*Q{drift}"

    def verify(self) -> bool:
        """Penrose's equations, S D = 0, the spectral form, the start; then the equation of motion.

        Continuous: with the projectors of a root z of the minimal polynomial as polynomials in z.  Discrete: for the
        first steps exactly; all others follow from the same identities (`all_sizes_claims`).
        """
        from sympy import Symbol

        if self.S != self.S.T or not all(penrose(self.S, self.inverse)) or not self.spectrum.verify():
            return False
        if not (self.S * self.drift).is_zero_matrix or self.spectrum.matrix != self.S:
            return False
        if self.eta is not None:
            w = self.start
            for t in range(4):
                if not (self.at(t) - w).is_zero_matrix and not (self.at(t) - w).expand().is_zero_matrix:
                    return False
                w = w - self.eta * (self.S * w - self.Q)
            return True
        z = self.spectrum.minimal.gen
        assert isinstance(z, Symbol)
        projector = self.spectrum.projector(z) * self.spectrum.minimal.diff().as_expr()
        # d/dt of e^(-z t) E_z is -z e^(-z t) E_z: it has to be -S e^(-z t) E_z modulo m(z)
        gap = (self.S - z * self.S**0) * projector
        from sympy import Poly

        if any(not Poly(x, z, domain="QQ").rem(self.spectrum.minimal).is_zero for x in gap):
            return False
        constant = self.Q - self.S * self.fixed_point - self.drift  # what is left of Q - S W, W without e^(-t S)
        return bool(constant.is_zero_matrix)

    def _repr_latex_(self) -> str:
        from sympy import Symbol, latex

        t = Symbol("t", nonnegative=True, integer=self.eta is not None or None)
        return f"$\\displaystyle W(t) = {latex(self.at(t))}$"


def linear_flow(S: Any, Q: Any, start: Any = None) -> LinearDynamics:
    """The solution of dW/dt = Q - S W, W(0) = `start` (0 where left out), for exact S symmetric (d x d), Q (d x p).

    Raises `NoClosedForm` where sizes do not fit or S is not symmetric; `Inexact` for floats.

    >>> linear_flow([[2]], [[4]]).at(1)
    Matrix([[2 - 2*exp(-2)]])
    """
    return _dynamics(S, Q, start, None)


def linear_descent(S: Any, Q: Any, eta: Any, start: Any = None) -> LinearDynamics:
    """The iterates of W+ = W - eta (S W - Q), as `linear_flow`; eta an exact number or a SymPy symbol.

    >>> linear_descent([[2]], [[4]], "1/4").at(3)
    Matrix([[7/4]])
    """
    from sympy import Symbol

    step = eta if isinstance(eta, Symbol) else symbol_free(rational(eta, "the step size"))
    return _dynamics(S, Q, start, step)


def from_data(X: Any, Y: Any, start: Any = None, eta: Any = None) -> LinearDynamics:
    """The same from exact data X (n x d), Y (n x p): S = X'X/n, Q = X'Y/n."""
    x, y = rational_matrix(X, "X"), rational_matrix(Y, "Y")
    if x.rows != y.rows or not x.rows:
        raise NoClosedForm(f"X has {x.rows} samples and Y {y.rows}")
    S, Q = x.T * x / x.rows, x.T * y / x.rows
    return linear_flow(S, Q, start) if eta is None else linear_descent(S, Q, eta, start)


def _dynamics(S: Any, Q: Any, start: Any, eta: Any) -> LinearDynamics:
    s, q = rational_matrix(S, "S"), rational_matrix(Q, "Q")
    w = q * 0 if start is None else rational_matrix(start, "W_0")
    if s.rows != s.cols or q.rows != s.rows or w.shape != q.shape:
        raise NoClosedForm(f"S is {s.shape}, Q is {q.shape}, W_0 is {w.shape}; they are (d, d), (d, p), (d, p)")
    if s != s.T:
        raise NoClosedForm("S is not symmetric; S = X'X/n is")
    found = LinearDynamics(s, q, w, eta, pseudoinverse(s), spectrum(s))
    if not found.verify():
        raise NotVerified("the closed form does not satisfy its equation")
    return found


def all_sizes_claims() -> tuple[Any, ...]:
    """What `decide` proves for all d, p, n and all real matrices, from Penrose's equations for P.

    ``range``: data satisfy S P X' = X', so that there is no drift.  ``square``: S S P = S.  ``flow``: the closed form
    solves the equation; F is e^(-t S), by its own equation, and L reads off any linear function of W.  ``constant`` and
    ``unique``: every solution is this one, with G = e^(t S).  ``descent``: the iterates, by induction.
    """
    base = {"d": "positive integer", "p": "positive integer", "S": "symmetric matrix(d)", "P": "matrix(d, d)"}
    both = {**base, "Q": "matrix(d, p)"}
    square = {"square": "S*S*P == S"}
    flow = {"W": "forall(s, real, diff(W[s], s) == Q - S*W[s])", "G": "forall(s, real, diff(G[s], s) == G[s]*S)"}
    gap, off = "(W[T] - P*Q - T*(Q - S*P*Q))", "S*P*X.T - X.T"
    moved = f"(G[T]*{gap} - (W[0] - P*Q))"
    return (
        claim("range", "S*P*X.T == X.T",
              variables={**{k: base[k] for k in ("d", "S", "P")}, "n": "positive integer", "X": "matrix(n, d)"},
              given={"data": "n*S == X.T*X", "one": "S*P*S == S"}, argument=[
                  Have(f"trace(({off})*({off}).T) <= 0", name="square", by=[Order(rewrite=["S.symmetric"], terms=[
                      Inside("data", "trace((S*P - eye(d))*HOLE*(P.T*S.T - eye(d)))"),
                      Inside("one", "-n*trace(HOLE*P.T*S.T)"), Inside("one", "n*trace(HOLE)")])]),
                  Vanish("square", [Square(off, name="zero")]), Linear(terms=[("zero", "1", "1")])]),
        claim("square", "S*S*P == S", variables={k: base[k] for k in ("d", "S", "P")},
              given={"one": "S*P*S == S", "three": "(S*P).T == S*P"}, argument=[Linear(terms=[
                  ("three", "-S", "1"), Inside("one", "HOLE.T"), ("S.symmetric", "-1", "P.T*S.T"),
                  ("S.symmetric", "1", "1")])]),
        claim("flow", "diff(trace(L*(F[t]*(K - P*Q) + P*Q + t*(Q - S*P*Q))), t)"
                      " == trace(L*(Q - S*(F[t]*(K - P*Q) + P*Q + t*(Q - S*P*Q))))",
              variables={**both, "L": "matrix(p, d)", "F": "matrix(d, d) curve", "K": "matrix(d, p)", "t": "real"},
              given={**square, "F": "forall(s, real, diff(F[s], s) == -S*F[s])"}),
        claim("constant", f"forall(T, nonnegative, trace(L*G[T]*{gap}) == trace(L*G[0]*(W[0] - P*Q)))",
              variables={**both, "L": "matrix(p, d)", "G": "matrix(d, d) curve", "W": "matrix(d, p) curve"},
              given={**square, **flow}, argument=[Take("T"), Ladder("T", "0")]),
        claim("unique", "W[T] == F*(W[0] - P*Q) + P*Q + T*(Q - S*P*Q)",
              variables={**both, "G": "matrix(d, d) curve", "W": "matrix(d, p) curve", "T": "nonnegative",
                         "F": "matrix(d, d)"},
              given={"constant": f"forall(L, matrix(p, d), trace(L*G[T]*{gap}) == trace(L*G[0]*(W[0] - P*Q)))",
                     "inverse": "F*G[T] == eye(d)", "start": "G[0] == eye(d)"}, argument=[
                  Use("constant", at=[f"{moved}.T"], name="here"),
                  Have(f"trace({moved}.T*{moved}) <= 0", name="square",
                       by=[Order(rewrite=["start"], terms=[("here", "-1", "1")])]),
                  Vanish("square", [Square(moved, name="zero")]),
                  Linear(terms=[("zero", "F", "1"), ("inverse", "-1", gap)])]),
        claim("descent", "forall(t, nonnegative integer, W[t] == M**t*(W[0] - P*Q) + P*Q + eta*t*(Q - S*P*Q))",
              variables={**both, "M": "matrix(d, d)", "W": "matrix(d, p) sequence", "eta": "real"},
              given={**square, "M": "M == eye(d) - eta*S",
                     "step": "forall(s, nonnegative integer, W[s+1] == W[s] - eta*(S*W[s] - Q))"},
              argument=[Induct("t", base=[Linear()], step=[Use("step", at=["t"], name="now"), Linear(terms=[
                  ("now", "1", "1"), ("IH", "(eye(d) - eta*S)", "1"), ("M", "-1", "M**t*(W[0] - P*Q)"),
                  ("square", "eta**2*t", "Q")])])]),
    )  # fmt: skip
