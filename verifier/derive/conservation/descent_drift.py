"""How gradient descent drifts off the laws of gradient flow: the exact polynomial in the step size.

With G the gradient, Q(x - eta G) - Q(x) = sum_j eta^j c_j(x, G) by Taylor's formula, a finite sum for a polynomial Q;
c_1 = -grad Q . G vanishes because Q is conserved.  For a quadratic Q what remains is eta^2 Q(G) without the part of Q
of degree one.  (`matrix_laws.prove_drift` has this for matrices of all sizes.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any

from verifier.derive.conservation.conservation_laws import Law
from verifier.derive.conservation.conserved_polynomials import Flow, Quantity, is_conserved


class NotALaw(ValueError):
    """The polynomial is not conserved by the gradient flow, so that its drift is of the first order."""


@dataclass(frozen=True)
class DescentDrift:
    """The drift of a law in a step x - eta G: its coefficients at eta^2, eta^3, ..., as polynomials of x and of G.

    The letter for the gradient with respect to x is `prefix` + x.  `flow` is -`factor` times the gradient.
    """

    law: Law
    variables: tuple[str, ...]
    parameters: tuple[str, ...]
    prefix: str
    coefficients: tuple[tuple[int, Law], ...]
    factor: int
    flow: Flow = field(repr=False, compare=False)

    def sympy(self) -> Any:
        """The drift as a SymPy polynomial in eta, the variables and the letters for the gradient."""
        import sympy

        eta = sympy.Symbol("eta")
        return sympy.Add(*(eta**j * c.sympy() for j, c in self.coefficients))

    def expanded(self) -> dict[int, Law]:
        """The coefficients of the powers of eta as polynomials of the variables and parameters alone."""
        from flint import Ordering, fmpq, fmpq_mpoly_ctx

        names = [*self.variables, *self.parameters]
        context = fmpq_mpoly_ctx.get((("x", len(names)),), Ordering.degrevlex)
        point: dict[str, Any] = dict(zip(names, context.gens(), strict=True))
        speed = self.flow(point)
        zero = context.constant(0)
        point.update({self.prefix + n: (zero - speed[n]) * fmpq(1, self.factor) for n in self.variables})
        found = {}
        for j, c in self.coefficients:
            total = zero
            for m, x in c.terms:
                term = zero + fmpq(x.numerator, x.denominator)
                for n in m:
                    term = term * point[n]
                total = total + term
            terms = {}
            for powers, x in total.to_dict().items():
                word = tuple(n for n, e in zip(names, powers, strict=True) for _ in range(int(e)))
                terms[word] = Fraction(int(x.p), int(x.q))
            if terms:
                found[j] = Law.of(terms)
        return found

    def at(self, point: Mapping[str, Fraction | int], eta: Fraction | int) -> Fraction:
        """The drift of one step at a point of the variables and parameters, by the coefficients."""
        whole = {**point, **self._gradient(point)}
        return sum((eta**j * c.value(whole) for j, c in self.coefficients), start=Fraction(0))

    def step(self, point: Mapping[str, Fraction | int], eta: Fraction | int) -> dict[str, Fraction]:
        """One step of gradient descent: the new values of the variables."""
        slope = self._gradient(point)
        return {n: point[n] - eta * slope[self.prefix + n] for n in self.variables}

    def verify(self) -> bool:
        """Check exactly that Q is conserved, and the coefficients: against steps at integer points, and for eta = 1..m.

        A polynomial in eta of degree m = deg Q without constant term is determined by m values of eta.
        """
        if not is_conserved(self.law.quantity, self.variables, self.flow, self.parameters):
            return False
        if descent_drift(self.law, self.flow, self.variables, self.parameters, factor=self.factor) != self:
            return False
        for shift in range(3):
            point = {n: Fraction(2 * i - 3 + shift, i + 1) for i, n in enumerate((*self.variables, *self.parameters))}
            for eta in range(1, self.law.degree + 1):
                after = self.law.value({**point, **self.step(point, eta)})
                if after - self.law.value(point) != self.at(point, eta):
                    return False
        return True

    def __str__(self) -> str:
        return f"Q(x - eta*G) - Q(x) = {self.sympy()} for Q = {self.law}"

    def _repr_latex_(self) -> str:
        import sympy

        return rf"$\displaystyle Q(x - \eta G) - Q(x) = {sympy.latex(self.sympy())}$"

    def _gradient(self, point: Mapping[str, Fraction | int]) -> dict[str, Fraction]:
        speed = self.flow(point)
        return {self.prefix + n: -Fraction(speed[n]) / self.factor for n in self.variables}


def descent_drift(
    law: Law | Quantity, flow: Flow, variables: Sequence[str], parameters: Sequence[str] = (), *, factor: int = 0,
) -> DescentDrift:  # fmt: skip
    """The drift of a conserved polynomial under gradient descent, where `flow` is -`factor` times the gradient.

    The factor of a `polynomial_programs.PolynomialLoss` is known; it is 1 otherwise.  Raises `NotALaw` where the
    polynomial is not conserved.

    >>> from verifier.derive.conservation.conserved_polynomials import gradient_flow
    >>> flow = gradient_flow(["u", "v"], lambda p: (p["u"] * p["v"] - p["y"]) ** 2)
    >>> drift = descent_drift({("u", "u"): 1, ("v", "v"): -1}, flow, ["u", "v"], ["y"])
    >>> print(drift.sympy())
    eta**2*(Gu**2 - Gv**2)
    """
    quantity = law if isinstance(law, Law) else Law.of(law)
    names = {n for m, _ in quantity.terms for n in m}
    if strange := sorted(names - set(variables)):
        raise NotALaw(f"{strange[0]} is no variable of the flow: {', '.join(variables)}")
    if not is_conserved(quantity.quantity, variables, flow, parameters):
        raise NotALaw(f"{quantity} is not conserved by the gradient flow, so its drift is of the first order in eta")
    prefix = "G"
    while any(prefix + n in (*variables, *parameters) for n in variables):
        prefix += "_"
    terms: dict[int, dict[tuple[str, ...], Fraction]] = {}
    for m, c in quantity.terms:
        for j in range(2, len(m) + 1):
            for chosen in combinations(range(len(m)), j):
                moved = sorted(prefix + m[i] for i in chosen)
                rest = sorted(x for i, x in enumerate(m) if i not in chosen)
                word = (*moved, *rest)
                at_power = terms.setdefault(j, {})
                at_power[word] = at_power.get(word, Fraction(0)) + c * (-1) ** j
    coefficients = tuple((j, found) for j, t in sorted(terms.items()) if (found := Law.of(t)).terms)
    scale = factor or int(getattr(getattr(flow, "potential", None), "factor", 1))
    return DescentDrift(quantity, tuple(variables), tuple(parameters), prefix, coefficients, scale, flow)
