"""The Bregman divergence of a potential, which the limit of the flow minimises among the interpolating predictors.

D_Q(w, w0) = Q(w) - Q(w0) - <grad Q(w0), w - w0>, whatever linear term Q has.  As grad D_Q(., w(0)) = grad Q - grad
Q(w(0)), the KKT equation of the flow says that w* minimises D_Q(w, w(0)) subject to X' w = y; at an unbiased start
that is Q itself.  (Azulay et al. 2021, section 3.1; Gunasekar et al. 2018, theorem 1.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from verifier.derive.implicit_bias.potentials.coordinate_profiles import Potential, Profile
from verifier.derive.implicit_bias.proving import Proved, attempt, text

SECONDS = 3.0  # for a direct proof, which strict convexity makes unnecessary


@dataclass(frozen=True)
class Bregman:
    """D_Q, the sum over coordinates of `terms` (separable) or one term (radial).

    A term is in x and y (the coordinate of w and of w0; or |w| and |w0|, and then w'w0 is `product`).
    It is not negative, and zero only at w = w0, because q is strictly convex (`Potential.evidence`) and, for a radial
    one, q' > 0 and w'w0 <= |w| |w0|; `evidence` has direct proofs of the inequality where they were found.
    """

    potential: Potential
    terms: tuple[Any, ...]
    x: Any
    y: Any
    product: Any
    evidence: tuple[Proved, ...]

    def at(self, w: Sequence[Any], w0: Sequence[Any], constants: Mapping[str, Any] | None = None) -> Any:
        """D_Q(w, w0) for symbols or numbers."""
        Q = self.potential
        return Q.at(w, w0, constants) - Q.at(w0, w0, constants)


def bregman(Q: Potential) -> Bregman:
    """The divergence of a potential as a formula.

    >>> from verifier.derive.implicit_bias.networks import fully_connected
    >>> from verifier.derive.implicit_bias.potentials.potential import potential
    >>> bregman(potential(fully_connected(2, balanced=True))).terms
    (-w'w0/sqrt(y) + 2*x**(3/2)/3 + y**(3/2)/3,)
    """
    import sympy

    product = sympy.Symbol("w'w0", real=True)
    terms, evidence = [], []
    for p in Q.profiles:
        x, y = (sympy.Symbol(n, **{p.domain: True}) for n in "xy")
        tangent = _tangent(p, x, y, x)
        terms.append(_tangent(p, x, y, product / y) if Q.radial else tangent)
        proof = attempt("the divergence is not negative", f"{text(tangent)} >= 0",
                        {"x": p.domain, "y": p.domain, **p.constants}, seconds=SECONDS)  # fmt: skip
        evidence += [proof] if proof else []
    return Bregman(Q, tuple(terms), x, y, product if Q.radial else None, tuple(evidence))


def _tangent(p: Profile, x: Any, y: Any, place: Any) -> Any:
    """q(x) - q(y) - q'(y) (place - y)."""
    import sympy

    value, slope = p.value, p.slope
    return sympy.simplify(
        value.subs(p.variable, x) - value.subs(p.variable, y) - slope.subs(p.variable, y) * (place - y)
    )
