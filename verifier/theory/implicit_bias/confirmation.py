"""Flows on random problems against the potential: the KKT residual, to many digits; nothing is decided by it.

For the limit w* of the flow grad Q(w*) must lie in the range of X; the residual is the part of it orthogonal to that,
over its norm.  A control violates one hypothesis and must leave a residual that is not small.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from verifier.theory.implicit_bias.metric import RadialMetric, SeparableMetric
from verifier.theory.implicit_bias.networks import Network, NetworkError, VectorNetwork
from verifier.theory.implicit_bias.potential import NoPotential, Potential, potential
from verifier.theory.implicit_bias.taylor import Flow, NotConverged, gradient_flow

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
        _checked(flat, theta, broken)
        if start and not control and not _admitted(Q, network, flat, theta):
            raise NoPotential(f"{flat.name}: the given start is outside the domain of the potential; {'; '.join(Q.conditions)}")
        problem = _problem(Q, network, flat, theta, source, samples, control)
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
                oracle = None if flat.slope != 1 else _oracle(Q, flat, theta, X, y, flow)
        except (NotConverged, NoPotential) as error:
            why, failures = error, failures + 1
            if failures == TRIES:
                break
            continue
        kind = "" if not control else "start off its relations" if broken else "constants moved by 1" if moved else "given"
        return Confirmation(flat.name, rest, flow.training_residual, drift, oracle, digits, flow.steps, kind)
    raise why


def _problem(
    Q: Potential, network: Network | VectorNetwork, flat: Network, theta: Mapping[Any, Any], source: random.Random,
    samples: int, control: bool,
) -> tuple[Any, list[Any], list[Any], list[Any]] | None:  # fmt: skip
    """Random data (X, y, slopes, w(0)) with labels that a predictor of the network reaches; None: draw again.

    Outside a control the start lies in the domain of the potential, and a leaky unit has the signs of its goal.
    """
    import sympy

    d = len(flat.predictor)
    positive = not Q.radial and any(p.domain == "positive" for p in Q.profiles)
    goal = random_start(network, d, source, free=not positive)
    w0, w1 = ([sympy.sympify(e).subs(p) for e in flat.predictor] for p in (theta, goal))
    if positive and min(w1) <= 0:
        return None
    if not control and not _admitted(Q, network, flat, theta):
        return None
    X = sympy.Matrix(d, max(1, min(samples, d - 1)), lambda i, j: sympy.Rational(source.choice([-1, 1]) * source.randint(1, 8), 4))
    before, after = (list(X.T * sympy.Matrix(w)) for w in (w0, w1))
    if X.rank() < X.shape[1] or flat.slope != 1 and any((a >= 0) != (b >= 0) for a, b in zip(before, after, strict=True)):
        return None
    slopes = [sympy.S.One if a >= 0 else sympy.Rational(flat.slope) for a in before]
    return X, [s * b for s, b in zip(slopes, after, strict=True)], slopes, w0


def _admitted(Q: Potential, network: Network | VectorNetwork, flat: Network, theta: Mapping[Any, Any]) -> bool:
    """Whether a start and its conserved quantities are in the domain of the potential."""
    import sympy

    w0 = [sympy.sympify(e).subs(theta) for e in flat.predictor]
    if not Q.radial and any(Q.profile_of(i).domain == "positive" and x <= 0 for i, x in enumerate(w0) if Q.profiles):
        return False
    for i in range(1 if Q.radial else len(w0)):
        rename = _renaming(network, flat, i)
        for c in _kept(Q, i):
            value = sympy.sympify(c.in_parameters).subs(rename, simultaneous=True).subs(theta)
            if value < 0 or (value == 0 and not Q.radial):
                return False
    return not Q.radial or any(x != 0 for x in w0)


def _kept(Q: Potential, i: int) -> list[Any]:
    """The constants of coordinate i that its profile has."""
    if isinstance(Q.metric, RadialMetric):
        own: Sequence[Any] = Q.metric.constants
    elif isinstance(Q.metric, SeparableMetric):
        own = Q.metric.coordinates[0 if Q.metric.every else i].constants
    else:
        return []
    return [c for c in own if str(c.symbol) in Q.profile_of(i).constants]


def random_start(network: Network | VectorNetwork, d: int, source: random.Random, free: bool = False) -> dict[Any, Any]:
    """Random rational parameters on the relations of the start (`free`: anywhere).

    Linear relations are solved; a Gram matrix a a' by parallel vectors on a rational unit vector.  Raises
    `NetworkError` where neither gives a start.
    """
    import sympy

    flat = network.at(d)
    values = {s: sympy.Rational(source.choice([-1, 1]) * source.randint(2, 9), 6) for s in flat.parameters}
    if free or not flat.start:
        return values
    if all(sympy.Poly(e, *flat.parameters).total_degree() <= 1 for e in flat.start):
        solved = sympy.solve(list(flat.start), list(flat.parameters), dict=True)
        if solved:
            fixed = {s: e.subs(values) for s, e in solved[0].items()}
            return {**values, **fixed}
    if isinstance(network, VectorNetwork) and len(network.vectors) == len(network.scalars):
        unit = [sympy.Rational(0)] * d
        unit[: min(d, 3)] = ([1], [sympy.Rational(3, 5), sympy.Rational(-4, 5)],
                             [sympy.Rational(2, 3), sympy.Rational(-1, 3), sympy.Rational(2, 3)])[min(d, 3) - 1]  # fmt: skip
        source.shuffle(unit)
        for a, v in zip(network.scalars, network.vectors, strict=True):
            values |= {sympy.Symbol(f"{v}_{i + 1}", real=True): values[a] * e for i, e in enumerate(unit)}
        if all(sympy.sympify(e).subs(values) == 0 for e in flat.start):
            return values
    raise NetworkError(f"{flat.name}: no start on its relations was found; give one (rational values of the parameters)")


def _checked(flat: Network, theta: Mapping[Any, Any], broken: bool) -> None:
    import sympy

    if missing := [s for s in flat.parameters if s not in theta]:
        raise NetworkError(f"the start has no value for {missing[0]}")
    if not all(sympy.sympify(v).is_Rational for v in theta.values()):
        raise NetworkError("the values of a start are rational numbers")
    if not broken and any(sympy.sympify(e).subs(theta) != 0 for e in flat.start):
        raise NetworkError(f"the start is off the relations of {flat.name}")


def _renaming(network: Network | VectorNetwork, flat: Network, i: int) -> dict[Any, Any]:
    """From the letters of the constants of coordinate i to the parameters of the network at one dimension."""
    import sympy

    if isinstance(network, VectorNetwork):
        d = len(flat.predictor)
        parts = {v: sympy.symbols(f"{v}_1:{d + 1}", real=True) for v in network.vectors}
        pairs = [(s, parts[network.vectors[a]], parts[network.vectors[b]]) for a, b, s in network.products]
        return {s: sum(x * y for x, y in zip(u, v, strict=True)) for s, u, v in pairs}
    return {s: sympy.Symbol(f"{s.name}_{i + 1}", real=True) for s in network.parameters} if network.copies else {}


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
        kept = _kept(Q, i)
        for name, c in zip(Q.constant_names(i) if kept else [], kept, strict=True):
            rename = _renaming(network, flat, i)
            said = c.at_start if broken else c.in_parameters
            values[name] = sympy.sympify(said).subs(rename, simultaneous=True).subs(theta)
            if moved:
                values[name] += 1
            true = sympy.sympify(c.in_parameters).subs(rename, simultaneous=True)
            late = sympy.lambdify(list(end), true, "mpmath")(*end.values())
            exact = sympy.Rational(true.subs(theta))
            drift = max(drift, abs(late - mpmath.mpf(int(exact.p)) / int(exact.q)))
    return values, drift


def _number(x: Any) -> Any:
    import mpmath
    import sympy

    x = sympy.Rational(x)
    return mpmath.mpf(int(x.p)) / int(x.q)


def _gradient(Q: Potential, flow: Flow, w0: Sequence[Any], values: Mapping[str, Any]) -> list[Any]:
    import sympy

    names = sympy.symbols(f"W0:{len(w0)}", real=True)
    for i, (e, x) in enumerate(zip(w0, flow.predictor, strict=True)):
        if Q.profiles and not Q.radial and Q.profile_of(i).domain == "positive" and not (e > 0 and x > 0):
            raise NoPotential("the flow left the domain of the potential")
    gradient = Q.gradient(names, w0, values)
    return [sympy.lambdify(names, e, "mpmath")(*flow.predictor) for e in gradient]


def _outside(X: Any, v: Sequence[Any]) -> Any:
    """|P_perp v| / |v| for the range of X."""
    import mpmath

    if mpmath.norm(mpmath.matrix(list(v))) == 0:  # the start interpolates
        return mpmath.mpf(0)
    A = mpmath.matrix([[_number(X[i, n]) for n in range(X.shape[1])] for i in range(X.shape[0])])
    b = mpmath.matrix(list(v))
    rest = b - A * mpmath.lu_solve(A.T * A, A.T * b)
    return mpmath.norm(rest) / mpmath.norm(b)


def _oracle(Q: Potential, flat: Network, theta: Mapping[Any, Any], X: Any, y: Sequence[Any], flow: Flow) -> Any:
    """|w* - w(nu)| with X' w(nu) = y, for quadratic coordinates: theta(nu) = exp((X nu)_i A) theta(0) in each.

    The field of such a coordinate is p_i(t) A theta with A the Hessian of w_i, so only int p_i dt matters.
    """
    import mpmath
    import sympy

    if Q.radial:
        return None
    blocks = []
    for e in flat.predictor:
        own = sorted(sympy.sympify(e).free_symbols, key=str)
        if any(sum(m) != 2 for m in sympy.Poly(e, *own).monoms()):
            return None
        A = sympy.hessian(e, own).applyfunc(_number)
        blocks.append((mpmath.matrix(A.tolist()), mpmath.matrix([_number(theta[s]) for s in own])))
    d, N = X.shape
    rows = [[_number(X[i, n]) for n in range(N)] for i in range(d)]

    def place(nu: Any) -> tuple[list[Any], list[Any]]:
        w, speed = [], []
        for i, (A, b) in enumerate(blocks):
            c = mpmath.expm(A * sum(rows[i][n] * nu[n] for n in range(N)), method="taylor") * b
            w.append((c.T * A * c)[0] / 2)
            speed.append(mpmath.fsum(z**2 for z in A * c))
        return w, speed

    def gap(w: Sequence[Any]) -> Any:
        return mpmath.matrix([_number(y[n]) - sum(rows[i][n] * w[i] for i in range(d)) for n in range(N)])

    nu = mpmath.matrix(N, 1)
    w, speed = place(nu)
    for _ in range(200):
        miss = gap(w)
        if mpmath.norm(miss) < mpmath.mpf(10) ** (8 - mpmath.mp.dps):
            return mpmath.norm(mpmath.matrix(w) - mpmath.matrix(list(flow.predictor)))
        J = mpmath.matrix(N, N)
        for n in range(N):
            for k in range(N):
                J[n, k] = sum(rows[i][n] * speed[i] * rows[i][k] for i in range(d))
        move = mpmath.lu_solve(J, miss)
        size = mpmath.mpf(1)
        while size > mpmath.mpf(10) ** -9:  # the dual problem is convex: damped steps lead to its solution
            trial = place(nu + size * move)
            if mpmath.norm(gap(trial[0])) < mpmath.norm(miss):
                break
            size /= 2
        nu += size * move
        w, speed = trial
    return None
