"""Ways to find an integral besides a primitive: `definite` tries EARLY ones before it, LATE ones after it.

Decides: ``integral == v`` by cutting the range at the kinks of abs, sign, min, max and floor, moving a range by a
period, halving it where the integrand is the same from both ends, adding f(x) and f(a + b - x), or a classical
integral.  How: floating point chooses the way; the equality of integrands and the existence of the integral are proved
by the driver.  Complete for: nothing.  Cannot do: substitutions other than these and those of `classical`.
"""

from __future__ import annotations

from collections.abc import Callable

from verifier.kernel.analysis.integrals import INFINITE
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import REAL, Expr, conjunction, head
from verifier.language.named import (
    conditions,
    derivative,
    fresh,
    integral,
    meaningful,
    operands,
    replaced,
    substitute,
    to_json,
)
from verifier.prove.driver.driver import Branch, Node
from verifier.prove.equations.rearranging import rearranged
from verifier.prove.refute.floating.approximation import NoValue, value
from verifier.prove.values.breaks import break_points, recognised
from verifier.prove.values.integrals.classical import classical
from verifier.prove.values.integrals.enclosures import bounded
from verifier.prove.values.integrals.integration import Found, Integration, Range, Way
from verifier.prove.values.neat import tidy
from verifier.prove.values.symbolic import from_sympy, guarded, symbol, to_sympy

#: operations that are one of two simpler terms on either side of a kink: the known facts for it
_KINKS: dict[str, tuple[str, ...]] = {
    "abs": ("abs-positive", "abs-negative"),
    "sign": ("sign-positive", "sign-negative"),
    "min": ("min-left", "min-right"),
    "max": ("max-right", "max-left"),
}


def _word(e: Expr) -> str | None:
    return str(operands(e)[0]) if head(e) == "fn" else head(e)


def cut(work: Integration, term: Expr, r: Range, f: Expr | None = None) -> Found | None:
    """The range in pieces at a point where the integrand or a primitive may break off."""
    for p in break_points(r, f):
        found = work.at(term, r, p)
        if found is not None:
            return found
    return None


def kinks(work: Integration) -> Way:
    """abs, sign, min and max: the range is cut at the kinks, and between them the simpler form is put in."""

    def way(term: Expr, r: Range) -> Found | None:
        words = (*_KINKS, "floor", "Piecewise")
        inner = [e for e in subexpressions(r.body) if _word(e) in words and r.t in free_names(e)]
        if not inner:
            return None
        e = inner[-1]
        if _word(e) == "Piecewise":
            return _chosen(work, term, r, e) or cut(work, term, r)
        args = operands(e)[1:] if head(e) == "fn" else operands(e)
        step = _step(e, r) if _word(e) == "floor" else None
        for name in _KINKS.get(str(_word(e)), ("floor-value",)):
            branch = Branch(work.driver, r.inside)
            if name == "floor-value":
                label = None if step is None else branch.instance(name, *args, step, effort=work.effort)
            else:
                label = branch.instance(name, *args, effort=work.effort)
            if label is None:
                continue
            body = replaced(r.body, e, operands(branch.s.facts[label])[1])
            plain = work.ask(branch.s, ("==", body, ("*", 1, body)), 1)
            node = None if plain is None else branch.wrap({"rule": "replace", "fact": label, "then": plain})
            if node is not None:
                return work.congruent(term, r, body, node)
        return cut(work, term, r)

    return way


def _chosen(work: Integration, term: Expr, r: Range, e: Expr) -> Found | None:
    """The integral with the piece that is the value at the sample points."""
    for piece in operands(e)[1::2]:
        body = replaced(r.body, e, piece)
        try:
            if not all(value(body, p) == value(r.body, p) for p in r.points):
                continue
        except NoValue:
            continue
        same = work.ask(r.inside, ("==", r.body, ("*", 1, body)), 2)
        found = None if same is None else work.congruent(term, r, body, same)
        if found is not None:
            return found
    return None


def _step(e: Expr, r: Range) -> int | None:
    """The one value of a floor between the ends, if it has only one at the sample points."""
    try:
        values = {int(value(e, p)) for p in r.points}
    except NoValue:
        return None
    return values.pop() if len(values) == 1 else None


def halved(work: Integration) -> Way:
    """An integrand that is the same from both ends: the range is cut in the middle."""

    def way(term: Expr, r: Range) -> Found | None:
        if work.effort < 2 or work.depth > 1 or free_names(r.lo) | free_names(r.hi) or {r.lo, r.hi} & {*INFINITE}:
            return None
        whole: Expr = ("+", r.lo, r.hi)
        middle = recognised(value(("/", whole, 2), {}))
        mirrored = substitute(r.body, {r.t: ("-", whole, r.t)})
        if middle is None or not all(abs(value(r.body, p) - value(mirrored, p)) < 1e-9 for p in r.points):
            return None
        return work.at(term, r, middle)

    return way


def both_ways(work: Integration) -> Way:
    """Twice the integral is that of f(x) + f(a + b - x), where f is continuous on the whole of [a, b]."""

    def way(term: Expr, r: Range) -> Found | None:
        if work.effort < 2 or work.depth > 0 or free_names(term) or {r.lo, r.hi} & {*INFINITE} or not r.up:
            return None
        mirror: Expr = ("-", ("+", r.lo, r.hi), r.t)
        reverse = substitute(r.body, {r.t: mirror})
        total = _simplified(("+", r.body, reverse), r)
        if total is None or _size(total) > _size(r.body) + 3:
            return None
        exists = bounded(work.driver, work.s, term)
        if exists is None:
            return None
        k = work.deeper().solve(integral(total, r.t, r.lo, r.hi))
        if k is None or k[0] in INFINITE:
            return None
        v = fresh("v", frozenset(work.s.sorts) | {r.t})
        known, is_v, twice, other, sums = (
            fresh(n, frozenset(work.s.facts)) for n in ("exists", "whole", "twice", "value", "sums")
        )
        claim: Expr = ("exists", v, REAL, ("==", term, v))
        s = work.s.assume(known, claim).declare(v, REAL).assume(is_v, ("==", term, v))
        h = integral(total, r.t, r.lo, r.hi)
        inner = work.deeper(s)
        node = _sum_of_both(inner, term, r.body, reverse, total, v, is_v)
        if node is None:
            return None
        half: Expr = tidy(("/", k[0], 2))
        end: Node = {"rule": "field", "terms": [{"fact": sums, "times": to_json(("/", 1, 2))}]}
        tree: Node = {"rule": "replace", "fact": is_v, "then": end}
        tree = {"rule": "replace", "fact": other, "on": twice, "as": sums, "then": tree}
        tree = {"rule": "have", "formula": to_json(("==", h, k[0])), "as": other, "proof": k[1], "then": tree}
        tree = {"rule": "have", "formula": to_json(("==", h, ("+", v, v))), "as": twice, "proof": node, "then": tree}
        tree = {"rule": "obtain", "fact": known, "name": v, "as": is_v, "then": tree}
        tree = {"rule": "have", "formula": to_json(claim), "as": known, "proof": exists, "then": tree}
        return (half, tree) if work.driver.accepts(work.s, ("==", term, half), tree) else None

    return way


def shifted(work: Integration) -> Way:
    """A term with the period 2*pi, to the right of pi: its range is moved to the left by 2*pi."""

    def way(term: Expr, r: Range) -> Found | None:
        import mpmath

        if not any(_word(e) in ("sin", "cos", "tan", "cot", "sec", "csc") for e in subexpressions(r.body)):
            return None
        if free_names(r.lo) | free_names(r.hi) or not r.up or r.hi in INFINITE or r.lo in INFINITE:
            return None
        turn: Expr = ("*", 2, ("fn", "pi"))
        ends = [recognised(value(("-", e, turn), {})) for e in (r.lo, r.hi)]
        if not value(r.lo, {}) > 3.14159 or None in ends:
            return None
        for p in r.points:
            moved = {**p, r.t: p[r.t] - 2 * mpmath.pi}
            if abs(value(r.body, p) - value(r.body, moved)) > 1e-9 * (1 + abs(value(r.body, p))):
                return None
        return substituted(work, r, ("-", r.t, turn), r.body, [e for e in ends if e is not None], True)

    return way


def substituted(
    work: Integration, r: Range, u: Expr, g: Expr, ends: list[Expr], rising: bool
) -> Found | None:
    """The integral by a new variable u, where g is the new integrand in the old variable's name and u' is +-1."""
    y = fresh("y", frozenset(work.s.sorts) | {r.t})
    of = substitute(g, {r.t: y})
    slope = derivative(u, r.t)
    node: Node = {
        "rule": "substitution", **r.fields, "along": to_json(u), "name": y, "of": to_json(of), "rising": rising,
        "image": fresh("image", frozenset(r.inside.facts)),
    }  # fmt: skip
    for key, upper in (("low", False), ("high", True)):
        end, wanted = work.end(r, u, upper), ends[upper]
        if end is None:
            return None
        node[key] = end[1]
        if end[0] != wanted:
            equal = work.ask(work.s, ("==", end[0], wanted), 1)
            if equal is None:
                return None
            node[key] = {**end[1], "equals": to_json(wanted), "equal": equal}
    least, most = ends if rising == r.up else reversed(ends)
    bounds: list[Expr] = [("<", least, u)] if least not in INFINITE else []
    bounds += [("<", u, most)] if most not in INFINITE else []
    image = r.inside.assume(str(node["image"]), conjunction(bounds)) if bounds else r.inside
    goals = (
        ("smooth", r.inside, conjunction(conditions(u, r.t, inner=True))),
        ("monotone", r.inside, ("<", 0, slope) if rising else ("<", slope, 0)),
        ("defined", image, meaningful(r.body, r.inside.sorts)),
        ("same", image, ("==", r.body, ("*", substitute(of, {y: u}), slope))),
    )
    for key, s, goal in goals:
        node[key] = work.ask(s, goal, work.effort)
        if node[key] is None and key == "same":
            node[key] = rearranged(work, s, goal)
        if node[key] is None:
            work.driver.notes.append(f"substitution by {u!r}: {key} {goal!r}"[:300])
            return None
    found = work.deeper().solve(integral(of, y, *ends))
    return None if found is None else (found[0], {**node, "then": found[1]})


def _size(e: Expr) -> int:
    return sum(1 for _ in subexpressions(e))


def _simplified(e: Expr, r: Range) -> Expr | None:
    import sympy

    try:
        form = to_sympy(e, {n: symbol(n, r.inside) for n in free_names(e)})
    except ValueError:
        return None
    return guarded(lambda: from_sympy(sympy.simplify(form)), 1.5)


def _sum_of_both(
    work: Integration, term: Expr, f: Expr, reverse: Expr, total: Expr, v: str, is_v: str
) -> Node | None:
    """The integral of f(x) + f(a + b - x) is v + v."""
    r = work.open(term)
    if r is None:
        return None
    mirror: Expr = ("-", ("+", r.lo, r.hi), r.t)
    y = fresh("y", frozenset(work.s.sorts) | {r.t})
    there = substitute(f, {r.t: y})
    back = work.open(integral(("neg", there), y, r.hi, r.lo))
    if back is None:
        return None
    same = work.ask(back.inside, ("==", back.body, ("*", -1, substitute(there, {y: back.t}))), 2)
    part: Node = {
        "of": to_json(substitute(there, {y: back.t})), "weight": -1, "value": v, "swap": True,
        "proof": {"rule": "exact", "fact": is_v},
    }  # fmt: skip
    value_of = work.ask(work.s, ("==", ("neg", ("*", -1, v)), v), 1)
    turned: Node = {
        "rule": "linear-integral", **back.fields, "parts": [part], "same": same, "defined": work.defined(back),
        "value": value_of,
    }  # fmt: skip
    image = fresh("image", frozenset(r.inside.facts))
    between: Expr = ("and", ("<", r.lo, mirror), ("<", mirror, r.hi))
    mirrored = work.open(integral(reverse, r.t, r.lo, r.hi))
    if mirrored is None:
        return None
    slope = derivative(mirror, r.t)
    ends: dict[str, Node] = {}
    for key, wanted in (("low", r.hi), ("high", r.lo)):
        at = substitute(mirror, {r.t: r.lo if key == "low" else r.hi})
        equal = work.ask(work.s, ("==", at, wanted), 1)
        ends[key] = {"continuous": {"rule": "split", "nodes": []}, "equals": to_json(wanted), "equal": equal}
    inside = r.inside.assume(image, between)
    second: Node = {
        "rule": "substitution", **r.fields, "along": to_json(mirror), "name": y, "of": to_json(("neg", there)),
        "rising": False, "image": image, "smooth": {"rule": "split", "nodes": []}, **ends, "then": turned,
        "monotone": work.ask(r.inside, ("<", slope, 0), 1), "defined": work.defined(mirrored),
        "same": work.ask(inside, ("==", reverse, ("*", substitute(("neg", there), {y: mirror}), slope)), 2),
    }  # fmt: skip
    parts: list[Node] = [
        {"of": to_json(f), "value": v, "proof": {"rule": "exact", "fact": is_v}},
        {"of": to_json(reverse), "value": v, "proof": second},
    ]
    whole = work.open(integral(total, r.t, r.lo, r.hi))
    if whole is None:
        return None
    return {
        "rule": "linear-integral", **r.fields, "parts": parts, "defined": work.defined(whole),
        "same": work.ask(r.inside, ("==", total, ("+", ("*", 1, f), ("*", 1, reverse))), 2),
        "value": work.ask(work.s, ("==", ("+", ("*", 1, v), ("*", 1, v)), ("+", v, v)), 1),
    }  # fmt: skip


EARLY: tuple[Callable[[Integration], Way], ...] = (kinks, shifted)
LATE: tuple[Callable[[Integration], Way], ...] = (classical, halved, both_ways)
