"""Radial metrics, J J' = A I + B w w': of networks of vectors for every dimension, and found at a fixed dimension."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verifier.derive.implicit_bias.algebra import NoRelation, Variety, conserved
from verifier.derive.implicit_bias.metrics.entrywise_networks import forced_field, jacobian_square, unbound
from verifier.derive.implicit_bias.metrics.metric_kinds import Constant, NoMetric, RadialMetric
from verifier.derive.implicit_bias.metrics.metric_relations import persistent, solved
from verifier.derive.implicit_bias.networks import Network, VectorNetwork
from verifier.derive.implicit_bias.proving import Proved, prove, text

LEAKY = (
    "leaky ReLU: p is a combination of the samples whatever their signs, so the equation of the predictor is the same;"
    " where a sign changes the flow is an inclusion"
)


def gram_field(network: VectorNetwork) -> tuple[tuple[Any, ...], list[Any]]:
    """Forces <v_j, p> and the motion of `network.letters`: inner products and scalars, for every dimension.

    ds/dt = sum_j df_j/ds <v_j, p>;  dv_k/dt = f_k p + sum_{j,l} c_kjl <v_j, p> v_l with c_kjl = (1 + [k=l]) df_j/dG_kl.
    """
    import sympy

    n = len(network.vectors)
    forces = tuple(sympy.Dummy(f"p{j}") for j in range(n))
    f = network.coefficients
    gram = network.gram()

    def along(k: int, i: int) -> Any:  # <dv_k/dt, v_i>
        mixed = sum(
            (1 + (k == m)) * sympy.diff(f[j], gram[k, m]) * forces[j] * gram[m, i] for j in range(n) for m in range(n)
        )
        return f[k] * forces[i] + mixed

    field = [along(i, j) + along(j, i) for i, j, _ in network.products]
    field += [sum(sympy.diff(f[j], s) * forces[j] for j in range(n)) for s in network.scalars]
    return forces, [sympy.expand(e) for e in field]


def vector_square(network: VectorNetwork) -> tuple[Any, Any]:
    """(A, K) with J J' = A I + sum_{j,l} K_jl v_j v_l', for every dimension."""
    import sympy

    n, gram, f = len(network.vectors), network.gram(), sympy.Matrix(network.coefficients)
    across = sympy.expand(sum(e**2 for e in f))
    mixed = sympy.zeros(n, n)
    for s in network.scalars:
        g = f.diff(s)
        mixed += g * g.T
    for k in range(n):  # d w/d v_k = f_k I + sum_{j,l} v_j c_jl v_l'
        c = sympy.Matrix(n, n, lambda j, m, k=k: (1 + (k == m)) * sympy.diff(f[j], gram[k, m]))
        # (f_k I + V c V')(f_k I + V c' V') with the coefficient of v_j v_l'
        mixed += f[k] * (c + c.T) + c * gram * c.T
    return across, mixed.applyfunc(sympy.expand)


def vector_metric(network: VectorNetwork, degree: int) -> RadialMetric:
    """The radial metric of a network of vectors.  Raises `NoMetric` and `NoRelation`."""
    import sympy

    weights = (*(2 for _ in network.products), *(1 for _ in network.scalars))
    free = Variety(network.letters, (), weights)
    quantities = conserved(network.letters, *gram_field(network), degree)
    zero = persistent(free, quantities, network.start)
    variety = Variety(network.letters, zero, weights)
    gram, f = network.gram(), sympy.Matrix(network.coefficients)
    across, mixed = vector_square(network)
    norm, along = (f.T * gram * f)[0, 0], gram * f
    n = len(network.vectors)
    minors = [
        gram[i, k] * gram[j, m] - gram[i, m] * gram[j, k]
        for i in range(n) for j in range(i) for k in range(n) for m in range(k)
    ]  # fmt: skip
    parallel = all(variety.vanishes(e) for e in minors)
    if not parallel and any(e != 0 for e in mixed):
        raise NoMetric(_not_parallel(network))
    if n == 1:  # v = w/f: the term is K v v' = (K/f^2) w w'
        upper, lower = mixed[0, 0], f[0] ** 2
    else:  # parallel vectors (equality of Cauchy and Schwarz): v_j = (<v_j, w>/|w|^2) w
        upper, lower = (along.T * mixed * along)[0, 0], norm**2
    made = _radial(network.name, variety, norm, (across, upper, lower), quantities, network.start)
    conditions = list(made[1])
    if n > 1:
        conditions.append("all vectors are multiples of one direction, because of the start: " + ", ".join(
            f"{sympy.factor(q)} = 0" for q in zero))  # fmt: skip
    if network.slope != 1:
        conditions.append(LEAKY)
    return _finish(network, made[0], tuple(conditions), quantities)


def _not_parallel(network: VectorNetwork) -> str:
    """One line on why the metric of several independent vectors does not close, with a point in dimension 2."""
    concrete = network.at(2)
    square = jacobian_square(concrete)
    c = conserved(concrete.parameters, *forced_field(concrete), 2)
    why = unbound(square[0, 0], (*concrete.predictor, *c), concrete.parameters)
    return f"{network.name}: {why or 'the vectors are not parallel'}; strictly balanced starts keep them parallel"


def radial_metric(network: Network, degree: int) -> RadialMetric | None:
    """The metric of a network of fixed dimension where J J' = A I + B w w'; else None.  Raises `NoRelation`."""
    import sympy

    w, square = network.predictor, jacobian_square(network)
    n = len(w)
    if n < 2 or any(e == 0 for e in w) or square[0, 1] == 0:
        return None
    beta = sympy.cancel(square[0, 1] / (w[0] * w[1]))
    across = sympy.cancel(square[0, 0] - beta * w[0] ** 2)
    wanted = across * sympy.eye(n) + beta * sympy.Matrix(w) * sympy.Matrix(w).T
    if any(sympy.cancel(e) != 0 for e in square - wanted) or not across.is_polynomial(*network.parameters):
        return None
    if across == 0:
        raise NoMetric(f"{network.name}: J J' is singular everywhere, so w moves in fewer dimensions than it has")
    upper, lower = sympy.fraction(sympy.together(beta))
    quantities = conserved(network.parameters, *forced_field(network), degree)
    variety = Variety(network.parameters, persistent(Variety(network.parameters), quantities, network.start))
    parts = (across, upper, lower)
    made = _radial(network.name, variety, sum(e**2 for e in w), parts, quantities, network.start)
    return _finish(network, made[0], made[1], quantities)


def _radial(
    name: str, variety: Variety, norm: Any, parts: tuple[Any, Any, Any], quantities: Sequence[Any], start: Sequence[Any]
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """A, B and x^2 as functions of t = A, from polynomials on a variety.  Raises `NoRelation`."""
    import sympy

    R, t, x = sympy.Dummy("R", nonnegative=True), sympy.Symbol("t", positive=True), sympy.Symbol("x", positive=True)
    letters = {
        sympy.Symbol(f"c{i}" if len(quantities) > 1 else "delta", real=True): q
        for i, q in enumerate(quantities, 1) if not variety.vanishes(q)
    }  # fmt: skip
    across, upper, lower = (variety.reduce(e).as_expr(*variety.letters) for e in parts)
    names = {s: f"theta{i}" for i, s in enumerate(variety.letters, 1)}
    # |v|^2 is a letter of a network of vectors; that it is no negative number is all that is used of it
    squares = frozenset(s for s in variety.letters if is_square(s))
    evidence: tuple[Proved, ...] = ()
    if across.is_Number:  # then x itself is the variable in which everything is rational
        t, root, whole, square = x, x, sympy.S.Zero, [x**2]
        pieces = _rational((upper, lower), {R: norm, **letters}, variety)
    else:
        power, c, root, evidence = solved(across, {R: norm, **letters}, variety, names, squares)
        whole = t**power + sum(e * t**i for i, e in c.items())
        square = sympy.solve(whole, R)
        if len(square) != 1:
            raise NoRelation("|w|^2 is no rational function of the eigenvalue of J J' orthogonal to w")
        pieces = _rational((upper, lower), {t: across, R: norm, **letters}, variety)
    beta = sympy.cancel((pieces[0] / pieces[1]).subs(R, square[0]))
    first = Variety(variety.letters, (*start, *variety.relations), variety.weights)
    used = tuple(
        Constant(s, sympy.expand(q), first.expression(q)) for s, q in letters.items() if root.has(s) or beta.has(s)
    )
    data = {
        "name": name, "x": x, "t": t, "square": sympy.factor(square[0]), "root": root.subs(R, x**2),
        "across": across if across.is_Number else t, "beta": beta, "constants": used,
        "relation": whole.subs(R, x**2), "evidence": evidence,
    }  # fmt: skip
    return data, ("proved for w != 0; at w = 0 the eigenvalue across w must not vanish",)


def _rational(pair: Sequence[Any], given: dict[Any, Any], variety: Variety) -> list[Any]:
    """Numerator and denominator of a quotient as polynomials in the letters of `given`, perhaps with a common factor.

    Raises `NoRelation`.
    """
    for factor in (1, *list(given.values())[:2]):
        found = [variety.dependence(e * factor, given, 1) for e in pair]
        if all(f is not None for f in found):
            return [-f[0] for f in found if f is not None]
    raise NoRelation("the coefficient of w w' in J J' is no rational function of |w| and what is conserved")


def is_square(s: Any) -> bool:
    """Whether a letter is the inner product of a vector with itself."""
    left, dot, right = str(s).partition(".")
    return bool(dot) and left == right


def _finish(
    network: Network | VectorNetwork, data: dict[str, Any], conditions: tuple[str, ...], quantities: Sequence[Any]
) -> RadialMetric:
    """The metric with its positivity proved for all x > 0: A > 0, A + B x^2 > 0, and square(root) = x^2."""
    bare = RadialMetric(**data, conserved=tuple(quantities), conditions=conditions, network=network)
    domain = {"x": "positive", **{str(c.symbol): "real" for c in bare.constants}}
    evidence = [
        prove("J J' is positive across w", f"{text(bare.in_x(bare.across))} > 0", domain),
        prove("J J' is positive along w", f"{text(bare.in_x(bare.across + bare.beta * bare.square))} > 0", domain),
        prove("t solves the relation", f"{text(bare.in_x(bare.square))} == x**2", domain),
    ]
    return RadialMetric(
        **{**data, "evidence": (*data["evidence"], *evidence)}, conserved=tuple(quantities), conditions=conditions,
        network=network,
    )  # fmt: skip
