"""Gradient flows to 40 digits against the potentials that "Initialization shape" prints, and controls.

    python benchmarks/initialization_shape_flows.py [--problems N] [--digits D] [--only WORD]

For each kind of problem random rational data are drawn, the flow of all parameters on the squared loss is integrated to
its limit (twice, with different tolerances: the error), and the KKT residual |P grad Q|/|grad Q| of the printed Q is
shown, P the projection away from the samples.  Q is differentiated numerically from its printed formula; no formula of
the program's own derivations is used.  Each control breaks one hypothesis.  Nothing here enters a verdict.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import mpmath
import sympy

from verifier.derive.implicit_bias.confirmation.flow_limits import Limit, descent, flow_limit, residual_of
from verifier.derive.implicit_bias.confirmation.flow_series import NotConverged
from verifier.derive.implicit_bias.networks import (
    Network,
    diagonal,
    fully_connected,
    leaky_relu_neuron,
    single_neuron,
    tied_diagonal,
)

Q = sympy.Rational


# -- the printed potentials --------------------------------------------------------------------------------------------
def q_k(x: Any, root_k: Any) -> Any:
    """Eq. (9)."""
    z = 2 * x / root_k
    return root_k / 4 * (1 - mpmath.sqrt(1 + z**2) + z * mpmath.asinh(z))


def q_alpha(x: Any, alpha: Any) -> Any:
    """Woodworth et al. 2020: alpha^2 q(x/alpha^2)."""
    z = x / alpha**2
    return alpha**2 * (2 - mpmath.sqrt(4 + z**2) + z * mpmath.asinh(z / 2))


def q_delta(x: Any, delta: Any) -> Any:
    """Theorem 2."""
    root = mpmath.sqrt(x**2 + delta**2 / 4)
    return (x**2 - delta / 2 * (delta / 2 + root)) * mpmath.sqrt(root - delta / 2) / x


def separable(values: Sequence[tuple[Callable[[Any], Any], Any]]) -> Callable[[Sequence[Any]], list[Any]]:
    """grad of sum_i q_i(w_i) - z_i w_i."""
    return lambda w: [mpmath.diff(q, x) - z for (q, z), x in zip(values, w, strict=True)]


def radial(q: Callable[[Any], Any], z: Sequence[Any]) -> Callable[[Sequence[Any]], list[Any]]:
    """grad of q(|w|) + z'w."""

    def gradient(w: Sequence[Any]) -> list[Any]:
        size = mpmath.norm(mpmath.matrix(list(w)))
        slope = mpmath.diff(q, size) / size
        return [slope * x + p for x, p in zip(w, z, strict=True)]

    return gradient


def neuron_potential(a: Any, w: Sequence[Any], delta: Any = None, pull: bool = True) -> Callable[..., list[Any]]:
    """Theorem 2 for a start (a, w); `delta` in the place of a^2 - |w|^2, or no linear term: controls."""
    a, w = real(a), [real(x) for x in w]
    size = mpmath.sqrt(sum(x**2 for x in w)) * abs(a)
    D = a**2 - sum(x**2 for x in w) if delta is None else real(delta)
    if size == 0 or not pull:
        return radial(lambda x: q_delta(x, D), [mpmath.mpf(0)] * len(w))
    z = -mpmath.mpf(3) / 2 * mpmath.sqrt(mpmath.sqrt(size**2 + D**2 / 4) - D / 2) / size
    return radial(lambda x: q_delta(x, D), [z * a * x for x in w])


def balanced_potential(w0: Sequence[Any]) -> Callable[..., list[Any]]:
    """Proposition 1: |w|^(3/2) - (3/2) |w(0)|^(-1/2) w(0)'w."""
    w0 = [real(x) for x in w0]
    pull = mpmath.mpf(3) / 2 / mpmath.sqrt(mpmath.sqrt(sum(x**2 for x in w0)))
    return radial(lambda x: x * mpmath.sqrt(x), [-pull * x for x in w0])


def deep_slope(alpha: Any, depth: int) -> Callable[[Any], Any]:
    """q' for w = u+^L - u-^L from u+ = u- = alpha, L > 2: w = alpha^L ((1 - s)^-p - (1 + s)^-p), p = L/(L - 2)."""
    alpha, p = real(alpha), mpmath.mpf(depth) / (depth - 2)

    def slope(w: Any) -> Any:
        target = w / alpha**depth
        guess = target / mpmath.sqrt(target**2 + 4 * p**2)
        low, high = (mpmath.mpf(0), mpmath.mpf(1)) if guess >= 0 else (mpmath.mpf(-1), mpmath.mpf(0))
        for _ in range(40):  # bisection first: the slope is steep at both ends
            middle = (low + high) / 2
            low, high = (middle, high) if (1 - middle) ** -p - (1 + middle) ** -p < target else (low, middle)
        return mpmath.findroot(lambda s: (1 - s) ** -p - (1 + s) ** -p - target, low)

    return slope


def real(x: Any) -> Any:
    x = sympy.Rational(x) if not isinstance(x, mpmath.mpf) else x
    return x if isinstance(x, mpmath.mpf) else mpmath.mpf(int(x.p)) / int(x.q)


# -- random problems ---------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Problem:
    """A network with a start, data, and grad Q as the paper prints it (made when it is asked for, at the precision)."""

    network: Network
    start: tuple[Any, ...]
    X: Any
    y: tuple[Any, ...]
    gradient: Callable[[], Callable[..., list[Any]]]
    slopes: tuple[Any, ...] | None = None
    values: Any = None

    def solved(self, digits: int = 40, **more: Any) -> Limit:
        """The limit; controls are integrated to fewer digits and once."""
        more = {"once": digits < 40, **more}
        return flow_limit(self.network, self.X, self.y, self.start, digits, self.slopes, **more)

    def residual(self, limit: Limit, digits: int = 40, gradient: Any = None) -> Any:
        with mpmath.workdps(digits + 25):
            made = (gradient or self.gradient)()
        return residual_of(limit, self.X, made, digits)


def number_from(source: random.Random, low: int = 2, high: int = 6, below: int = 4) -> Any:
    return Q(source.choice([-1, 1]) * source.randint(low, high), below)


def data(source: random.Random, d: int, samples: int) -> Any:
    while True:
        X = sympy.Matrix(d, samples, lambda i, j: number_from(source, 1, 9, 6))
        if X.rank() == min(d, samples):
            return X


def labels(source: random.Random, X: Any) -> tuple[Any, ...]:
    return tuple(X.T * sympy.Matrix([number_from(source, 1, 6) for _ in range(X.rows)]))


def started(network: Network, values: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(sympy.Rational(values[s.name]) for s in network.parameters)


def scale(u: Any, v: Any, c: Any, e: Any) -> Any:
    """k of eq. (17) for u+ = u, v+ = v, u- = c, v- = e."""
    return 4 * (u * e + c * v) ** 2 + (u**2 - v**2 + c**2 - e**2) ** 2


def diagonal_problem(source: random.Random, d: int = 3, samples: int = 2, biased: bool = False) -> Problem:
    """Theorem 1; `biased`: the form for any start.  Some starts have u = v, v = 0 or u = -v."""
    flat, X = diagonal(False).at(d), data(source, d, samples)
    values: dict[str, Any] = {}
    for i in range(1, d + 1):
        u, v = number_from(source), source.choice([number_from(source), Q(0)])
        u, v = source.choice([(u, v), (v, u), (u, u), (u, -u)])
        c, e = u, v
        while biased and ((c, e) == (u, v) or scale(u, v, c, e) == 0):
            c, e = number_from(source), number_from(source)
        values |= {f"u_plus_{i}": u, f"u_minus_{i}": c, f"v_plus_{i}": v, f"v_minus_{i}": e}

    def gradient() -> Callable[..., list[Any]]:
        terms = []
        for i in range(1, d + 1):
            a, b, c, e = (real(values[f"{n}_{i}"]) for n in ("u_plus", "v_plus", "u_minus", "v_minus"))
            root = mpmath.sqrt(scale(a, b, c, e)) if biased else 2 * (a**2 + b**2)
            z = mpmath.asinh(2 * (a * b - c * e) / root) / 2
            terms.append((partial(q_k, root_k=root), z))
        return separable(terms)

    return Problem(flat, started(flat, values), X, labels(source, X), gradient, values=values)


def tied_problem(source: random.Random, d: int = 3, samples: int = 2) -> Problem:
    """Shared weights, u+ = u- = alpha in each coordinate."""
    flat, X = tied_diagonal().at(d), data(source, d, samples)
    alphas = [number_from(source) for _ in range(d)]
    values = {f"u_{sign}_{i}": alphas[i - 1] for i in range(1, d + 1) for sign in ("plus", "minus")}
    return Problem(
        flat, started(flat, values), X, labels(source, X),
        lambda: separable([(partial(q_alpha, alpha=real(a)), 0) for a in alphas]), values=alphas,
    )  # fmt: skip


def deep_problem(source: random.Random, d: int = 2, samples: int = 1, depth: int = 3) -> Problem:
    """w = u+^L - u-^L from u+ = u- (not in the paper; Woodworth et al. 2020, section 4)."""
    up, um = sympy.symbols("u_plus u_minus", real=True)
    flat = Network("deep diagonal", (um, up), (up**depth - um**depth,), (um - up,), copies=True).at(d)
    X, alphas = data(source, d, samples), [abs(number_from(source, 3, 5)) for _ in range(d)]
    values = {f"u_{sign}_{i}": alphas[i - 1] for i in range(1, d + 1) for sign in ("plus", "minus")}

    def gradient() -> Callable[..., list[Any]]:
        slopes = [deep_slope(a, depth) for a in alphas]
        # ds/dt = L (L - 2) alpha^(L-2) p: the slopes of coordinates are compared with this weight
        weights = [real(a) ** (2 - depth) for a in alphas]
        return lambda w: [c * slope(x) for c, slope, x in zip(weights, slopes, w, strict=True)]

    return Problem(flat, started(flat, values), X, labels(source, X), gradient, values=alphas)


def neuron_problem(
    source: random.Random, d: int = 3, samples: int = 2, kind: str = "", slope: Any = 1
) -> Problem:  # fmt: skip
    """Theorem 2 (delta > 0; kinds "balanced", "negative a", "w = 0", "delta < 0"); with a slope, Theorem 4."""
    flat = (single_neuron() if slope == 1 else leaky_relu_neuron(slope)).at(d)
    X = data(source, d, samples)
    a, unit = Q(source.randint(4, 6), 4), [Q(2, 3), Q(-1, 3), Q(2, 3)][:d] if d == 3 else [Q(3, 5), Q(-4, 5)]
    source.shuffle(unit)
    factor = {"balanced": Q(1), "w = 0": Q(0), "delta < 0": Q(2)}.get(kind, Q(source.randint(1, 3), 4))
    a = -a if kind == "negative a" else Q(1, 4) if kind == "delta < 0" else a
    w = [factor * abs(a) * x for x in unit] if kind != "delta < 0" else list(unit)
    values = {"a": a, **{f"v_{i + 1}": x for i, x in enumerate(w)}}
    y, slopes = labels(source, X), None
    if slope != 1:  # the labels have the signs of the outputs at the start, so that these are kept
        before = list(X.T * sympy.Matrix(w))
        signs = [1 if b >= 0 else -1 for b in before]
        slopes = tuple(Q(1) if s > 0 else Q(slope) for s in signs)
        y = tuple(s * (1 if a > 0 else -1) * abs(b) * h for s, b, h in zip(signs, y, slopes, strict=True))
    return Problem(flat, started(flat, values), X, y, lambda: neuron_potential(a, w), slopes, (a, w))


def network_problem(source: random.Random, d: int = 3, samples: int = 2, m: int = 3, kind: str = "") -> Problem:
    """Proposition 1 from W = b a' with |b| = 1; kind "balanced norms": |w_i| = |a_i| only; "free": anywhere."""
    flat, X = fully_connected(m).at(d), data(source, d, samples)
    a = [number_from(source, *((4, 6) if kind == "free" else (1, 4))) for _ in range(m)]  # free: delta_i > 0
    unit = [Q(2, 3), Q(-1, 3), Q(2, 3)] if d == 3 else [Q(3, 5), Q(-4, 5)]
    columns = []
    for x in a:
        own = list(unit)
        if kind == "balanced norms":  # turned, so that no two are parallel
            own = own[len(columns) % d :] + own[: len(columns) % d]
        columns.append([number_from(source, 1, 2) for _ in unit] if kind == "free" else [x * e for e in own])
    values = {f"a_{j + 1}": x for j, x in enumerate(a)}
    values |= {f"v{j + 1}_{i + 1}": e for j, column in enumerate(columns) for i, e in enumerate(column)}
    for s in flat.parameters:  # a_1 is written a1 by SymPy's ranges of symbols
        if s.name not in values:
            values[s.name] = values[s.name[0] + "_" + s.name[1:]]
    w0 = [sum(x * column[i] for x, column in zip(a, columns, strict=True)) for i in range(d)]
    return Problem(
        flat, started(flat, values), X, labels(source, X), lambda: balanced_potential(w0), values=(a, columns)
    )


KINDS: dict[str, Callable[[random.Random], Problem]] = {
    "thm-1: diagonal, any scale and shape": diagonal_problem,
    "thm-1: d = 5, three samples": lambda s: diagonal_problem(s, 5, 3),
    "app-A-biased: diagonal, any start": lambda s: diagonal_problem(s, biased=True),
    "rem-woodworth: shared weights": tied_problem,
    "three layers, shared weights (not in the paper)": deep_problem,
    "thm-2: one neuron": neuron_problem,
    "thm-2: a(0) < 0": lambda s: neuron_problem(s, kind="negative a"),
    "thm-2: w(0) = 0 < delta": lambda s: neuron_problem(s, kind="w = 0"),
    "cor-2-delta0: one balanced neuron": lambda s: neuron_problem(s, kind="balanced"),
    "prop-1: strictly balanced, three neurons": network_problem,
    "thm-4: leaky ReLU, slope 1/3": lambda s: neuron_problem(s, slope=Q(1, 3)),
}


def drawn(kind: Callable[[random.Random], Problem], seed: int, digits: int = 40) -> tuple[Problem, Limit]:
    """A random problem whose flow reaches an interpolating predictor (and keeps its signs), with its limit."""
    source = random.Random(seed)
    for _ in range(12):
        problem = kind(source)
        try:
            limit = problem.solved(digits)
        except NotConverged:
            continue
        if limit.signs_kept or problem.slopes is None:
            return problem, limit
    raise NotConverged("no random problem of the kind was solved")


# -- controls ----------------------------------------------------------------------------------------------------------
def wrong_scale(seed: int, digits: int = 20) -> Any:
    """Theorem 1 with the scale alone, k^(1/2) = 4 |u v|: the shape is left out."""
    source = random.Random(seed)
    problem = diagonal_problem(source)
    values = {n: Q(1, 2) if n.startswith("u") else 1 for n in problem.values}  # the shape is 1/3
    problem = replace(problem, start=started(problem.network, values))
    pairs = [(real(values[f"u_plus_{i}"]), real(values[f"v_plus_{i}"])) for i in (1, 2, 3)]
    terms = [(partial(q_k, root_k=4 * abs(u * v)), 0) for u, v in pairs]
    return problem.residual(problem.solved(digits), digits, lambda: separable(terms))


def unbiased_formula(seed: int, digits: int = 20) -> Any:
    """Eq. (9) without its linear term, from a start with w(0) != 0."""
    problem, limit = drawn(lambda s: diagonal_problem(s, biased=True), seed, digits)
    printed, zero = problem.gradient(), [mpmath.mpf(0)] * 3

    def bare(w: Sequence[Any]) -> list[Any]:
        return [a - b for a, b in zip(printed(w), printed(zero), strict=True)]

    return problem.residual(limit, digits, lambda: bare)


def dead_coordinate(seed: int, digits: int = 20) -> Any:
    """u_i = v_i = 0 in one coordinate, which stays 0; the other coordinates are as in Theorem 1."""
    problem = diagonal_problem(random.Random(seed))
    values = {n: Q(0) if n.endswith("_1") else v for n, v in problem.values.items()}
    squares = [values[f"u_plus_{i}"] ** 2 + values[f"v_plus_{i}"] ** 2 for i in (2, 3)]
    terms = [(partial(q_k, root_k=root), 0) for root in (mpmath.mpf(1), *(2 * real(e) for e in squares))]
    moved = replace(problem, start=started(problem.network, values))
    return moved.residual(moved.solved(digits), digits, lambda: separable(terms))


def wrong_delta(seed: int, digits: int = 20) -> Any:
    """Theorem 2 with delta + 1 in the place of delta."""
    problem, limit = drawn(neuron_problem, seed, digits)
    a, w = problem.values
    delta = a**2 - sum(x**2 for x in w) + 1
    return problem.residual(limit, digits, lambda: neuron_potential(a, w, delta))


def no_pull(seed: int, digits: int = 20) -> Any:
    """Theorem 2 without z."""
    problem, limit = drawn(neuron_problem, seed, digits)
    return problem.residual(limit, digits, lambda: neuron_potential(*problem.values, pull=False))


def constant_step(seed: int, divisor: int = 16, neuron: bool = False, digits: int = 20) -> Any:
    """Gradient descent with the constant step 1/divisor in the place of the flow."""
    problem = neuron_problem(random.Random(seed)) if neuron else diagonal_problem(random.Random(seed))
    limit = descent(problem.network, problem.X, problem.y, problem.start, Q(1, divisor), digits)
    return problem.residual(limit, digits)


def several_neurons(seed: int, digits: int = 20, kind: str = "free") -> tuple[Any, list[Any]]:
    """Proposition 1's Q from a start that is not balanced; and the residual of each neuron's own potential."""
    problem, limit = drawn(lambda s: network_problem(s, m=2, kind=kind), seed, digits)
    a, columns = problem.values
    names = {s.name: x for s, x in zip(problem.network.parameters, limit.parameters, strict=True)}
    own = []
    for j, (x, column) in enumerate(zip(a, columns, strict=True), 1):
        out = names.get(f"a_{j}", names.get(f"a{j}"))
        with mpmath.workdps(digits + 25):
            w = [out * names[f"v{j}_{i + 1}"] for i in range(3)]
        alone = replace(limit, predictor=tuple(w))
        own.append(problem.residual(alone, digits, lambda x=x, column=column: neuron_potential(x, column)))
    return problem.residual(limit, digits), own


def negative_delta(seed: int, digits: int = 20) -> tuple[Any, bool]:
    """Theorem 2 with delta < 0: the residual, and whether a changed its sign on the way."""
    problem, limit = drawn(lambda s: neuron_problem(s, kind="delta < 0"), seed, digits)
    a_end = dict(zip((s.name for s in problem.network.parameters), limit.parameters, strict=True))["a"]
    return problem.residual(limit, digits), bool(a_end < 0)


def out_of_reach(seed: int, digits: int = 40) -> tuple[Any, Any, Any]:
    """Two equal samples with different labels, where int r diverges: training residual, KKT residual, error."""
    source = random.Random(seed)
    first = diagonal_problem(source, 3, 1)
    X = first.X.row_join(first.X)
    problem = replace(first, X=X, y=(first.y[0], first.y[0] + 1))
    limit = problem.solved(digits, least_squares=True)
    return limit.training_residual, problem.residual(limit, digits), limit.error


def weighted(seed: int, digits: int = 20) -> tuple[Any, Any]:
    """Weights on the samples (another loss): the KKT residual, and how far the limit moves."""
    problem, limit = drawn(tied_problem, seed, digits)
    scaled = replace(problem, y=(problem.y[0], problem.y[1] / 2), slopes=(Q(1), Q(1, 2)))
    other = scaled.solved(digits)
    with mpmath.workdps(digits + 25):
        moved = max(abs(a - b) for a, b in zip(limit.predictor, other.predictor, strict=True))
    return problem.residual(other, digits), moved


def stopped(seed: int) -> tuple[Any, Any]:
    """A flow that is stopped on the way: training residual and KKT residual."""
    problem = diagonal_problem(random.Random(seed))
    limit = problem.solved(1)
    return limit.training_residual, problem.residual(limit, 1)


def small_start(eps: Any, kind: str, seed: int = 1, digits: int = 6) -> Any:
    """Distance of the limit from the least norm, relative; two neurons.

    kinds: "all" (weights of size eps), "products" (a of size eps^2, w of size 1), "w" (w of size eps^2, a of size 1).
    """
    source = random.Random(seed)
    problem = network_problem(source, m=2, kind="free")
    left, right = {"all": (eps, eps), "products": (eps**2, 1), "w": (1, eps**2)}[kind]
    start = tuple(v * (left if s.name.startswith("a") else right)
                  for s, v in zip(problem.network.parameters, problem.start, strict=True))  # fmt: skip
    limit = replace(problem, start=start).solved(digits)
    X, y = problem.X, sympy.Matrix(problem.y)
    least = [real(e) for e in X * (X.T * X).inv() * y]
    size = mpmath.norm(mpmath.matrix(least))
    return mpmath.norm(mpmath.matrix([a - b for a, b in zip(limit.predictor, least, strict=True)])) / size


CONTROLS: dict[str, Callable[[int], Any]] = {
    "thm-1, scale without shape": wrong_scale,
    "thm-1, a start with w(0) != 0": unbiased_formula,
    "thm-1, a coordinate with u = v = 0": dead_coordinate,
    "thm-2, delta + 1": wrong_delta,
    "thm-2, without z": no_pull,
    "thm-1, gradient descent with step 1/16": constant_step,
    "thm-2, gradient descent with step 1/16": lambda seed: constant_step(seed, neuron=True),
    "prop-1, two neurons from anywhere": lambda seed: several_neurons(seed)[0],
    "prop-1, |w_i| = |a_i| only": lambda seed: several_neurons(seed, kind="balanced norms")[0],
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--problems", type=int, default=2)
    parser.add_argument("--digits", type=int, default=40)
    parser.add_argument("--only", default="")
    asked = parser.parse_args()
    shown = mpmath.nstr
    print(f"{'kind':52}{'KKT residual':>14}{'error':>11}{'training':>11}{'steps':>7}{'s':>6}")
    for name, kind in KINDS.items():
        for seed in range(asked.problems if asked.only in name else 0):
            begun = time.monotonic()
            problem, limit = drawn(kind, seed, asked.digits)
            rest = problem.residual(limit, asked.digits)
            took = time.monotonic() - begun
            print(f"{name:52}{shown(rest, 2):>14}{shown(limit.error, 2):>11}{shown(limit.training_residual, 2):>11}"
                  f"{limit.steps:7}{took:6.1f}", flush=True)  # fmt: skip
    for name, control in CONTROLS.items():
        for seed in range(asked.problems if asked.only in name else 0):
            print(f"control: {name:43}{shown(control(seed), 4):>14}", flush=True)
    for seed in range(asked.problems if not asked.only else 0):
        rest, own = several_neurons(seed)
        print(f"claim-5-multi: the whole {shown(rest, 2)}; each neuron {', '.join(shown(x, 2) for x in own)}")
        rest, turned = negative_delta(seed)
        print(f"thm-2, delta < 0: {shown(rest, 4)}, a {'changes its sign' if turned else 'keeps its sign'}")
        print("B1-e, labels out of reach: training, KKT, error", *(shown(x, 3) for x in out_of_reach(seed)))
        print("other weights on the samples: KKT, distance of the limits", *(shown(x, 3) for x in weighted(seed)))
        print("stopped: training, KKT", *(shown(x, 3) for x in stopped(seed)))
    for kind in ("all", "products", "w") if not asked.only else ():
        print(f"thm-3, {kind}: distance from the least norm",
              *(shown(small_start(Q(1, 10**e), kind), 3) for e in (1, 2, 3)))  # fmt: skip


if __name__ == "__main__":
    main()
