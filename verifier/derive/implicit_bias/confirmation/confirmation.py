"""Flows on random problems against the potential: the KKT residual, to many digits; nothing is decided by it.

For the limit w* of the flow grad Q(w*) must lie in the range of X; the residual is the part of it orthogonal to that,
over its norm.  A control violates one hypothesis and must leave a residual that is not small.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from verifier.derive.implicit_bias.confirmation.flow_series import Flow, NotConverged, gradient_flow
from verifier.derive.implicit_bias.confirmation.oracle import number, oracle_distance
from verifier.derive.implicit_bias.confirmation.problems import (
    admitted,
    checked,
    kept_constants,
    random_problem,
    random_start,
    renaming,
)
from verifier.derive.implicit_bias.networks import Network, VectorNetwork
from verifier.derive.implicit_bias.potentials.coordinate_profiles import NoPotential, Potential
from verifier.derive.implicit_bias.potentials.potential import potential

DRAWS = 400  # random problems that are looked at
TRIES = 3  # flows that are integrated at most


@dataclass(frozen=True)
class Confirmation:
    """One random problem: `residual` is |P_perp grad Q(w*)| / |grad Q(w*)|, `drift` the change of the constants.

    `oracle` is the distance of w* from the solution of X' w(nu) = y by Newton's method, w(nu) in closed form, where
    the coordinates are separate and quadratic (else None).  All are mpmath numbers.
    """

    network: str
    residual: Any
    training_residual: Any
    drift: Any
    oracle: Any
    digits: int
    steps: int
    control: str


def confirm(
    network: Network | VectorNetwork, seed: int = 0, digits: int = 40, d: int = 3, samples: int = 2,
    control: bool = False, start: Mapping[Any, Any] | None = None, Q: Potential | None = None,
) -> Confirmation:  # fmt: skip
    """Integrate the flow of a random rational problem to `digits` digits and return the residuals.

    `start`: rational values of all parameters of `network.at(d)`.  With `control` the relations of the start are
    broken; where there are none, the conserved quantities are taken wrong, or a given start may lie outside the domain
    of the potential.  Raises `NoPotential`, `NotConverged` and `NetworkError`.
    """
    import mpmath

    Q = Q or potential(network)
    if isinstance(network, Network) and not network.copies:
        d = len(network.predictor)
    flat, source = network.at(d), random.Random(seed)
    broken = control and bool(flat.start)
    moved = control and not flat.start and not start
    why: ValueError = NotConverged(f"{flat.name}: no random start in the domain of the potential")
    failures = 0
    for _ in range(DRAWS):
        theta = dict(start) if start else random_start(network, d, source, broken)
        checked(flat, theta, broken)
        if start and not control and not admitted(Q, network, flat, theta):
            said = "; ".join(Q.conditions)
            raise NoPotential(f"{flat.name}: the given start is outside the domain of the potential: {said}")
        problem = random_problem(Q, network, flat, theta, source, samples, control)
        if problem is None:
            continue
        X, y, slopes, w0 = problem
        try:
            flow = gradient_flow(
                flat.parameters, flat.predictor, X, y, [theta[s] for s in flat.parameters], digits, slopes
            )
            if not flow.signs_kept and flat.slope != 1:
                continue
            with mpmath.workdps(digits + 25):
                values, drift = _constants(Q, network, flat, theta, flow, broken, moved)
                rest = _outside(X, _gradient(Q, flow, w0, values))
                oracle = None if flat.slope != 1 else oracle_distance(Q, flat, theta, X, y, flow)
        except (NotConverged, NoPotential) as error:
            why, failures = error, failures + 1
            if failures == TRIES:
                break
            continue
        kind = "start off its relations" if broken else "constants moved by 1" if moved else "given" if control else ""
        return Confirmation(flat.name, rest, flow.training_residual, drift, oracle, digits, flow.steps, kind)
    raise why


def _constants(
    Q: Potential, network: Network | VectorNetwork, flat: Network, theta: Mapping[Any, Any], flow: Flow, broken: bool,
    moved: bool,
) -> tuple[dict[str, Any], Any]:
    """The constants by their names, from the start, and the largest change of one along the flow."""
    import mpmath
    import sympy

    values: dict[str, Any] = {}
    drift = mpmath.mpf(0)
    end = dict(zip(flat.parameters, flow.parameters, strict=True))
    for i in range(1 if Q.radial else len(flat.predictor)):
        kept = kept_constants(Q, i)
        for name, c in zip(Q.constant_names(i) if kept else [], kept, strict=True):
            rename = renaming(network, flat, i)
            said = c.at_start if broken else c.in_parameters
            values[name] = sympy.sympify(said).subs(rename, simultaneous=True).subs(theta)
            if moved:
                values[name] += 1
            true = sympy.sympify(c.in_parameters).subs(rename, simultaneous=True)
            late = sympy.lambdify(list(end), true, "mpmath")(*end.values())
            exact = sympy.Rational(true.subs(theta))
            drift = max(drift, abs(late - mpmath.mpf(int(exact.p)) / int(exact.q)))
    return values, drift


def _gradient(Q: Potential, flow: Flow, w0: Sequence[Any], values: Mapping[str, Any]) -> list[Any]:
    import sympy

    names = sympy.symbols(f"W0:{len(w0)}", real=True)
    if not all(Q.admits(i, x) for w in (w0, flow.predictor) for i, x in enumerate(w)):
        raise NoPotential("the flow left the domain of the potential")
    gradient = Q.gradient(names, w0, values)
    return [sympy.lambdify(names, e, "mpmath")(*flow.predictor) for e in gradient]


def _outside(X: Any, v: Sequence[Any]) -> Any:
    """|P_perp v| / |v| for the range of X."""
    import mpmath

    if mpmath.norm(mpmath.matrix(list(v))) == 0:  # the start interpolates
        return mpmath.mpf(0)
    A = mpmath.matrix([[number(X[i, n]) for n in range(X.shape[1])] for i in range(X.shape[0])])
    b = mpmath.matrix(list(v))
    rest = b - A * mpmath.lu_solve(A.T * A, A.T * b)
    return mpmath.norm(rest) / mpmath.norm(b)
