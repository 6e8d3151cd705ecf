"""Metrics of networks whose coordinates have parameters of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verifier.derive.implicit_bias.algebra import NoRelation, Variety, conserved
from verifier.derive.implicit_bias.metrics.entrywise_networks import unbound
from verifier.derive.implicit_bias.metrics.metric_kinds import Constant, CoordinateMetric, SeparableMetric
from verifier.derive.implicit_bias.metrics.metric_relations import persistent, solved
from verifier.derive.implicit_bias.networks import Network
from verifier.derive.implicit_bias.proving import Proved, attempt, text


def separable_metric(network: Network, degree: int) -> SeparableMetric | None:
    """The metric where no two coordinates share a parameter, else None.  Raises `NoRelation`."""
    import sympy

    used = [sympy.sympify(e).free_symbols for e in network.predictor]
    if any(a & b for i, a in enumerate(used) for b in used[:i]):
        return None
    coordinates: list[CoordinateMetric] = []
    quantities: list[Any] = []
    needed: list[Any] = []
    for i, e in enumerate(network.predictor, 1):
        own = tuple(s for s in network.parameters if network.copies or s in used[i - 1])
        relations = tuple(r for r in network.start if sympy.sympify(r).free_symbols <= set(own))
        label = "" if network.copies or len(used) == 1 else f"_{i}"
        one, found, zero = _coordinate(own, sympy.sympify(e), relations, degree, label)
        coordinates.append(one)
        quantities += found
        needed += zero
    conditions = ["every coordinate has parameters of its own; dw_i/dt = speed(w_i) p_i"]
    conditions += sorted({f"{sympy.factor(q)} = 0 along the flow, because of the start" for q in needed})
    return SeparableMetric(
        network.name, tuple(coordinates), network.copies, tuple(quantities), tuple(conditions), network
    )


def _coordinate(
    own: tuple[Any, ...], e: Any, start: Sequence[Any], degree: int, label: str
) -> tuple[CoordinateMetric, tuple[Any, ...], tuple[Any, ...]]:
    import sympy

    w, M = sympy.Symbol(f"w{label}", real=True), sympy.Symbol(f"M{label}", nonnegative=True)
    speed = sympy.expand(sum(sympy.diff(e, s) ** 2 for s in own))
    if speed == 0:
        raise NoRelation("a coordinate of the predictor is constant")
    quantities = conserved(own, *force_field(own, e), degree)
    free = Variety(own)
    zero = persistent(free, quantities, start)
    names = {s: f"theta{i}" for i, s in enumerate(own, 1)}
    letters = {sympy.Dummy(f"c{i}"): q for i, q in enumerate(quantities, 1)}
    blocked = unbound(speed, (e, *quantities), own)
    tries: list[tuple[tuple[Any, ...], dict[Any, Any]]] = [((), letters)]
    if zero:  # what the start makes zero may be needed
        over = Variety(own, zero)
        tries.append((zero, {c: q for c, q in letters.items() if not over.vanishes(q)}))
    failure: Exception | None = None
    for relations, kept in tries:
        if blocked and not relations:
            failure = NoRelation(blocked)
            continue
        variety = Variety(own, relations)
        try:
            power, c, root, evidence = solved(speed, {w: e, **kept}, variety, names)
        except NoRelation as error:
            failure = error
            continue
        root, table = _named(root, w, kept, label)
        constants = tuple(_constant(s, q, own, start) for s, q in table)
        relation = sympy.expand((M**power - root**power) if power != 2 or c[1] == 0 else (M - root))
        evidence += tuple(p for c in constants if (p := _sign(c, names)))
        return CoordinateMetric(own, e, w, speed, root, constants, relation, evidence), quantities, relations
    raise failure or NoRelation("no relation was found")


def _constant(symbol: Any, q: Any, own: tuple[Any, ...], start: Sequence[Any]) -> Constant:
    return Constant(symbol, q, Variety(own, tuple(start)).expression(q))


def force_field(own: Sequence[Any], e: Any) -> tuple[tuple[Any, ...], list[Any]]:
    """A fresh force p and the field p grad w of the parameters of one coordinate."""
    import sympy

    force = sympy.Dummy("p")
    return (force,), [force * sympy.diff(e, s) for s in own]


def _sign(c: Constant, names: dict[Any, str]) -> Proved | None:
    """That a constant is no negative number, where a short search proves it."""
    import sympy

    form = c.in_parameters.subs({s: sympy.Symbol(n, real=True) for s, n in names.items()}, simultaneous=True)
    return attempt(f"{c.symbol} is not negative", f"{text(form)} >= 0", {str(s): "real" for s in form.free_symbols},
                   seconds=1.0)  # fmt: skip


def _named(root: Any, w: Any, kept: dict[Any, Any], label: str) -> tuple[Any, list[tuple[Any, Any]]]:
    """The root with one name for each coefficient (in w) that is made of conserved quantities."""
    import sympy

    table: list[tuple[Any, Any]] = []

    def rename(e: Any) -> Any:
        total = sympy.S.Zero
        for (i,), c in sympy.Poly(sympy.expand(e), w).terms():
            if c.free_symbols & set(kept):
                value = c.subs(kept, simultaneous=True)  # not expanded: it shows the conserved quantities
                known = next((s for s, q in table if sympy.expand(q - value) == 0), None)
                if known is None:
                    known = sympy.Symbol(f"k{len(table) or ''}{label}", real=True)
                    table.append((known, value))
                c = known
            total += c * w**i
        return total

    if not root.free_symbols & set(kept):
        return root, table
    pieces = {p: p.func(rename(p.base), p.exp) for p in root.atoms(sympy.Pow) if p.exp.is_Rational and p.exp < 1}
    pieces |= {p: p for p in root.atoms(sympy.Abs)}
    marks = {p: sympy.Dummy() for p in pieces}
    outside = rename(root.subs(marks))
    return outside.subs({marks[p]: pieces[p] for p in pieces}), table
