"""Series with powers of k, by differentiating known power series term by term.

Decides: sum of c * k^m * a_k * p^k == value, m >= 1, where the series of a_k x^k stands in the table of `known_series`
and the driver proves that p lies inside its interval of convergence.  How: x*d/dx is applied m times, each time by the
rule ``series-derivative``; terms are split off for a later first index.  Complete for: these, where the series is
recognised by its ratio of terms without a shift.  Cannot do: ends of the interval of convergence, negative powers of k.
"""

from __future__ import annotations

from verifier.kernel.terms.expr import REAL, Expr, conjunction, head
from verifier.language.named import conditions, derivative, operands, substitute, to_json
from verifier.library.facts import schema
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.values.sums.finite_sums import name_for
from verifier.prove.values.sums.known_series import OO, Known, combined, parts_of, quotient, series, shifted, templates
from verifier.prove.values.sums.telescoping import factors


def differentiated(driver: Driver, branch: Branch, term: Expr, inner: Expr, order: int) -> Expr | None:
    """c * k^order * a_k * p^k from the power series of a_k x^k."""
    _, k, lo, f = parts_of(term)
    for known, p, d in templates(inner, k):
        if known.radius is None or known.power != 1:
            continue
        name = schema(known.name)[2]
        series_term, total = operands(name)
        _, j, first, t = parts_of(series_term)
        assert isinstance(first, int) and isinstance(lo, int)
        if d or first > lo:
            continue
        coefficient = substitute(without_power(t), {j: k})
        radius: Expr = ("+", ("abs", p), 1) if known.radius == OO else known.radius
        found = _derived(driver, branch, known, k, first, coefficient, total, p, radius, order)
        if found is not None and first != lo:
            found = shifted(branch, found, lo - first, 0)
        if found is None:
            continue
        t = ("*", ("^", k, order), coefficient, ("^", p, k))
        for i in range(max(lo, 1), lo + 4):
            c = quotient(substitute(f, {k: i}), substitute(t, {k: i}))
            if c is not None:
                return combined(driver, branch, term, [(c, found)])
        return None
    return None


def without_power(t: Expr) -> Expr:
    """a_k of a term a^k * a_k of the table."""
    kept = [(g, p) for g, p in factors(t) if not (head(g) == "^" and operands(g)[0] == "a")]
    parts: list[Expr] = [g if p == 1 else ("^", g, p) for g, p in kept]
    return 1 if not parts else parts[0] if len(parts) == 1 else ("*", *parts)


def _derived(
    driver: Driver, branch: Branch, known: Known, k: str, lo: int, coefficient: Expr, total: Expr, p: Expr,
    radius: Expr, order: int,
) -> str | None:  # fmt: skip
    """The label of: sum of k^order a_k p^k == value."""
    x = name_for(branch, "x", p, total, coefficient)
    label = branch.label("range")
    around = branch.s.declare(x, REAL).assume(label, ("and", ("<", ("neg", radius), x), ("<", x, radius)))
    proof = _inner(driver, Branch(driver, around), known, k, lo, coefficient, x, x, radius, order - 1)
    if proof is None:
        return None
    node, value = proof
    a = coefficient
    for _ in range(order - 1):
        a = ("*", k, a)
    return _theta(driver, branch, k, lo, a, x, value, p, radius, label, node)


def _theta(
    driver: Driver, branch: Branch, k: str, lo: int, a: Expr, x: str, value: Expr, p: Expr, radius: Expr, label: str,
    each: Node,
) -> str | None:  # fmt: skip
    inside = driver.prove(branch.s, ("and", ("<", ("neg", radius), p), ("<", p, radius)), 1)
    smooth = driver.prove(branch.s, substitute(conjunction(conditions(value, x, inner=True)), {x: p}), 1)
    if inside is None or smooth is None:
        return None
    rule: Node = {
        "rule": "series-derivative", "name": x, "index": k, "from": lo, "coefficient": to_json(a),
        "value": to_json(value), "at": to_json(p), "radius": to_json(radius), "inside": inside, "range": label,
        "each": each, "smooth": smooth,
    }  # fmt: skip
    result: Expr = ("*", p, substitute(derivative(value, x), {x: p}))
    return branch.step(rule, ("==", series(k, lo, ("*", k, a, ("^", p, k))), result), "series")


def _inner(
    driver: Driver, branch: Branch, known: Known, k: str, lo: int, coefficient: Expr, x: str, p: Expr, radius: Expr,
    order: int,
) -> tuple[Node, Expr] | None:  # fmt: skip
    """A proof that sum of k^order a_k x^k == value, for a variable x inside the interval of convergence."""
    a = coefficient
    for _ in range(order):
        a = ("*", k, a)
    goal_term = series(k, lo, ("*", a, ("^", x, k)))
    if order == 0:
        label = branch.instance(known.name, x, effort=1)
    else:
        total = operands(schema(known.name)[2])[1]
        label = _derived(driver, branch, known, k, lo, coefficient, total, x, radius, order)
    if label is None:
        return None
    value = combined(driver, branch, goal_term, [(1, label)])
    if value is None:
        return None
    last = next(n for n, f in branch.s.facts.items() if f == ("==", goal_term, value))
    node = branch.wrap({"rule": "exact", "fact": last})
    return None if node is None else (node, value)
