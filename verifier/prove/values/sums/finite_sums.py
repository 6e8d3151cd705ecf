"""Values of finite sums and products.

Decides nothing by itself: adds the fact ``sum == value`` to a branch.  Finite sums: few terms are written out; terms
that telescope by Gosper's algorithm (complete for hypergeometric terms) and products of rational functions whose
factors cancel in pairs.  Infinite ones are left to `infinite_sums`.
"""

from __future__ import annotations

from typing import Any

from verifier.kernel.algebra.integers import Index, Unknown
from verifier.kernel.algebra.sums import joined, scalar
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import fresh, operands, replaced, substitute, to_json
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.normal.term_rewriting import field_node, integer
from verifier.prove.values.sums.telescoping import expression, rational, zeilberger

SHORT = 40  # terms that are written out


def evaluate(driver: Driver, branch: Branch, term: Expr, effort: int) -> Expr | None:
    try:
        return finite(driver, branch, term)
    except (Unknown, Rejected):
        return None


def finite(driver: Driver, branch: Branch, term: Expr) -> Expr | None:
    kind, (f, j, lo, hi) = str(head(term)), operands(term)
    low, high = integer(branch, lo), integer(branch, hi)
    if low is None or high is None or str(j) in branch.s.sorts or not numbers(branch.s, f, str(j)):
        return None
    count = (high - low).plus(1).constant
    if count is None and branch.s.context.entails(low - high.plus(1)):
        count = 0
    if count is not None and count <= SHORT:
        terms = [substitute(f, {str(j): low.plus(i).expr()}) for i in range(count)]
        value = joined(kind, terms)
        branch.step(written(term, count > 0), ("==", term, value), "written")
        return value
    if any(head(t) in ("sum", "product") for t in subexpressions(f)):
        return nested(driver, branch, term)
    if not branch.s.context.entails(high.plus(1) - low):
        return None
    return (telescoping_sum if kind == "sum" else telescoping_product)(driver, branch, term, str(j), f, low, high)


def numbers(s: Sequent, f: Expr, j: str) -> bool:
    """Whether the terms are numbers: a sum of matrices is for their algebra."""
    try:
        scalar(s, f, j)
    except Unknown:
        return False
    return True


def written(term: Expr, some: bool) -> Node:
    """The rule that writes out all terms of a sum or product, of which there are some or none."""
    lo, hi = operands(term)[2:]
    return {"rule": "sum-range", "of": to_json(term), "range": [to_json(("+", hi, 1) if some else lo), to_json(hi)]}


def nested(driver: Driver, branch: Branch, term: Expr) -> Expr | None:
    """Sums inside the summand first."""
    kind, (f, j, lo, hi) = str(head(term)), operands(term)
    inner = Branch(driver, branch.s.declare(str(j), ("integer", lo, hi)))
    names = set(inner.s.sorts)
    parts = [t for t in subexpressions(f) if head(t) in ("sum", "product") and free_names(t) <= names]
    for t in reversed(parts):
        value = finite(driver, inner, t)
        if value is None:
            continue
        new = replaced(f, t, value)
        same = driver.prove(inner.s, ("==", new, new), 1)
        label = next((n for n, g in inner.s.facts.items() if g == ("==", t, value)), None)
        if same is None or label is None or new == f:
            return None
        each = inner.wrap({"rule": "replace", "fact": label, "then": same})
        other: Expr = (kind, new, j, lo, hi)
        step = termwise(branch, term, new, {"rule": "intro", "as": j, "then": each})
        value = finite(driver, branch, other)
        if value is None:
            return None
        found = next(n for n, g in branch.s.facts.items() if g == ("==", other, value))
        return _kept(driver, branch, term, value, [(step, -1), (found, -1)])
    return None


def sequence(j: str, term: Expr) -> Node:
    """The sequence whose value at j is a term."""
    return {"index": j, "value": to_json(term)}


def termwise(branch: Branch, term: Expr, other: Expr, each: Node) -> str:
    """A sum or product is equal to the one of summands that are the same for each index."""
    kind, (f, j, lo, hi) = str(head(term)), operands(term)
    values = [sequence(str(j), f), sequence(str(j), other), to_json(lo), to_json(hi)]
    return branch.theorem(f"{kind}-termwise", values, [each], ("==", term, (kind, other, j, lo, hi)))


def telescope(
    branch: Branch, parts: list[tuple[Expr, Expr]], gap: Expr, j: str, lo: Expr, hi: Expr, each: Node
) -> str:
    """sum of c * sum(f) == G(hi + 1) - G(lo), where ``each`` proves that sum of c * f is G(j + 1) - G(j) in lo..hi."""
    values = [*(to_json(c) for c, _ in parts), *(sequence(j, f) for _, f in parts), sequence(j, gap)]
    ends = [to_json(lo), to_json(hi)]
    sums: list[Expr] = [("*", c, ("sum", f, j, lo, hi)) for c, f in parts]
    total: Expr = ("-", substitute(gap, {j: ("+", hi, 1)}), substitute(gap, {j: lo}))
    formula: Expr = ("==", joined("sum", sums), total)
    return branch.theorem(f"sum-telescope-{len(parts)}", values + ends, [{"rule": "arith"}, each], formula)


def telescoping_sum(
    driver: Driver, branch: Branch, term: Expr, j: str, f: Expr, low: Index, high: Index
) -> Expr | None:
    """Gosper: c * f == G(j + 1) - G(j)."""
    found = zeilberger(f, j, None, 0)
    if found is None:
        return None
    c, gap = found.coefficients[0], found.gap
    if any(x not in branch.s.sorts for x in free_names(c)):
        return None
    rise: Expr = ("-", substitute(gap, {j: ("+", j, 1)}), gap)
    lo, hi = operands(term)[2:]
    node = driver.prove(branch.s, ("forall", j, ("integer", lo, hi), ("==", ("*", c, f), rise)), 1)
    if node is None:
        return None
    total: Expr = ("-", substitute(gap, {j: high.plus(1).expr()}), substitute(gap, {j: lo}))
    label = telescope(branch, [(c, f)], gap, j, lo, hi, node)
    value: Expr = total if c == 1 else ("/", total, c)
    return _kept(driver, branch, term, value, [(label, -1 if c == 1 else ("/", -1, c))])


def _kept(driver: Driver, branch: Branch, term: Expr, value: Expr, terms: list[tuple[str, Expr]]) -> Expr | None:
    node = field_node(driver, branch.s, ("==", term, value), terms)
    if node is None:
        return None
    branch.have(("==", term, value), node)
    return value


def telescoping_product(
    driver: Driver, branch: Branch, term: Expr, j: str, f: Expr, low: Index, high: Index
) -> Expr | None:
    """f * G(j) == G(j + 1), for a rational function f whose linear factors come in pairs a number apart."""
    growth = growing(f, j)
    if growth is None:
        return None
    lo, hi = operands(term)[2:]
    each: Expr = ("==", ("*", f, growth), substitute(growth, {j: ("+", j, 1)}))
    node = driver.prove(branch.s, ("forall", j, ("integer", lo, hi), each), 1)
    if node is None:
        return None
    first, last = substitute(growth, {j: lo}), substitute(growth, {j: ("+", hi, 1)})
    values = [sequence(j, f), sequence(j, growth), to_json(lo), to_json(hi)]
    label = branch.theorem("product-telescope", values, [{"rule": "arith"}, node], ("==", ("*", term, first), last))
    return _kept(driver, branch, term, ("/", last, first), [(label, ("/", -1, first))])


def growing(f: Expr, j: str) -> Expr | None:
    """G with f == G(j + 1) / G(j), for a rational function f of j."""
    import sympy

    symbols: dict[Expr, Any] = {j: sympy.Symbol("k")}
    x = symbols[j]
    try:
        top, below = sympy.fraction(sympy.cancel(rational(f, symbols)))
    except Unknown:
        return None
    if any(j in free_names(e) for e in symbols if e != j):
        return None
    roots: list[tuple[Any, int]] = []
    lead = sympy.Integer(1)
    for p, sign in ((top, 1), (below, -1)):
        constant, parts = sympy.factor_list(p, x)
        lead *= constant**sign
        for q, e in parts:
            if sympy.degree(q, x) > 1:
                return None
            if sympy.degree(q, x) == 0:
                lead *= q ** (sign * e)
                continue
            a, b = sympy.Poly(q, x).all_coeffs()
            lead *= a ** (sign * e)
            roots += [(sympy.cancel(b / a), sign)] * e
    if sympy.cancel(lead) != 1:
        return None
    growth = sympy.Integer(1)
    while roots:
        root, sign = roots.pop()
        for other in roots:
            d = sympy.cancel(root - other[0])
            if other[1] == -sign and d.is_Integer:
                roots.remove(other)
                start, length = (other[0], int(d)) if d > 0 else (root, -int(d))
                up = sign if d > 0 else -sign  # the larger root belongs to the numerator
                growth *= sympy.Mul(*(x + start + i for i in range(length))) ** up
                break
        else:
            return None
    return expression(growth, {symbol: e for e, symbol in symbols.items()})


def name_for(branch: Branch, stem: str, *others: Expr) -> str:
    """A variable name that is not in use."""
    return fresh(stem, frozenset(branch.s.sorts).union(*(free_names(e) for e in others)))
