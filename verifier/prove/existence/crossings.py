"""Points where two sides are equal, by the intermediate value theorem.

Decides: 'there is x with f(x) == g(x) and ...', where f - g is continuous and changes its sign between two numbers (or
plain terms of the parameters); and, for one real variable, that a claim fails at a solution of its hypotheses that has
no closed form.  How: sign changes are looked for in floating point, brackets are tightened by bisection until what else
is claimed of x follows.  Complete for: nothing; a zero without a change of sign is not found.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from verifier.kernel.algebra.field import EXTENDED
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import REAL, RELATIONS, Expr, conjunction, head
from verifier.language.named import conditions, fresh, operands, substitute, to_json
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.numbers.shared_terms import number
from verifier.prove.refute.floating.approximation import NoValue, samples, truth, value

#: bits to which a bracket is tightened, in turn
BITS = (4, 16, 40, 80)
MOST_ROOTS = 6


def prove(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """A node for 'there is a real x with P', where an equation for x is a part of P."""
    name, sort, body = operands(goal)
    if sort != REAL or effort < 2:
        return None
    parts = operands(body) if head(body) == "and" else (body,)
    x = fresh(str(name), frozenset(s.sorts))
    parts = tuple(substitute(p, {str(name): x}) for p in parts)
    for equation in (p for p in parts if head(p) == "==" and x in free_names(p)):
        a, b = operands(equation)
        gap: Expr = ("-", a, b)
        if any(head(e) == "fn" and operands(e)[0] in EXTENDED for e in _inside(gap)):
            continue
        for low, high, falling in _brackets(s, gap, x, parts):
            driver.tick()
            node = _by_bracket(driver, s, x, gap, parts, low, high, falling, effort)
            if node is not None:
                return node
    return None


def _inside(e: Expr) -> Iterator[Expr]:
    yield e
    for a in operands(e):
        yield from _inside(a)


def _by_bracket(
    driver: Driver, s: Sequent, x: str, gap: Expr, parts: tuple[Expr, ...], low: Expr, high: Expr, falling: bool,
    effort: int,
) -> Node | None:  # fmt: skip
    branch = Branch(driver, s)
    label = crossing(branch, x, gap, low, high, falling, effort)
    if label is None:
        return None
    inner = branch.s.declare(x, REAL)
    known = fresh("root", frozenset(inner.facts))
    found: Expr = ("and", ("<=", low, x), ("<=", x, high), ("==", gap, 0))
    inner = inner.assume(known, found)
    proofs: list[Node] = []
    for p in parts:
        proof = driver.prove(inner, p, min(effort, 2))
        if proof is None:
            return None
        proofs.append(proof)
    then: Node = proofs[0] if len(proofs) == 1 else {"rule": "split", "nodes": proofs}
    end: Node = {"rule": "witness", "value": x, "then": then}
    return branch.wrap({"rule": "obtain", "fact": label, "name": x, "as": known, "then": end})


def crossing(
    branch: Branch, x: str, gap: Expr, low: Expr, high: Expr, falling: bool, effort: int
) -> str | None:
    """The label of: there is x between low and high with gap == 0."""
    s, driver = branch.s, branch.driver
    t, bounds = fresh("t", frozenset(s.sorts) | {x}), fresh("between", frozenset(s.facts))
    try:
        smooth = conjunction(conditions(substitute(gap, {x: t}), t, inner=False))
    except Unknown:
        return None
    first, last = (high, low) if falling else (low, high)
    here = s.declare(t, REAL).assume(bounds, ("and", ("<=", low, t), ("<=", t, high)))
    wanted = {
        "order": (s, ("<=", low, high)), "negative": (s, ("<=", substitute(gap, {x: first}), 0)),
        "positive": (s, (">=", substitute(gap, {x: last}), 0)), "continuous": (here, smooth),
    }  # fmt: skip
    node: dict[str, Any] = {
        "rule": "intermediate", "of": to_json(gap), "name": x, "low": to_json(low), "high": to_json(high), "point": t,
        "bounds": bounds, **({"falling": True} if falling else {}),
    }  # fmt: skip
    for field, (around, formula) in wanted.items():
        proof = driver.prove(around, formula, min(effort, 2))
        if proof is None:
            return None
        node[field] = proof
    found: Expr = ("exists", x, REAL, ("and", ("<=", low, x), ("<=", x, high), ("==", gap, 0)))
    return branch.step(node, found, "crossing")


# -- where to look ----------------------------------------------------------------------------------------
def _brackets(s: Sequent, gap: Expr, x: str, parts: tuple[Expr, ...]) -> Iterator[tuple[Expr, Expr, bool]]:
    """Ends between which a term changes its sign, and whether it falls."""
    names = free_names(gap) - {x}
    if names:
        yield from _with_parameters(s, gap, x, parts, names)
        return
    for a, b, falling in roots(gap, x, [p for p in parts if free_names(p) == {x} and head(p) in RELATIONS]):
        for bits in BITS:
            low, high = tightened(gap, x, a, b, bits)
            yield number(low), number(high), falling


def _with_parameters(
    s: Sequent, gap: Expr, x: str, parts: tuple[Expr, ...], names: frozenset[str]
) -> Iterator[tuple[Expr, Expr, bool]]:
    """Small numbers, the parameters, and what bounds x, as ends."""
    if any(head(s.sorts.get(n, 0)) not in ("real", "integer") for n in names):
        return
    pool: list[Expr] = [e for p in parts for e in operands(p) if head(p) in RELATIONS and x in operands(p)]
    pool = [e for e in pool if x not in free_names(e)]
    pool += [0, 1, -1, 2, *sorted(names), *(("+", n, 1) for n in sorted(names)), *(("-", n, 1) for n in sorted(names))]
    pool += [("+", ("abs", n), 1) for n in sorted(names)] + [("neg", ("+", ("abs", n), 1)) for n in sorted(names)]
    points = list(samples(s, names, 4))
    others = [p for p in parts if head(p) in ("<", "<=", ">", ">=") and x in free_names(p)]
    found = 0
    for low in pool:
        for high in pool:
            if low == high or not points:
                continue
            try:
                signs = [(value(substitute(gap, {x: low}), at), value(substitute(gap, {x: high}), at)) for at in points]
                if not all(value(low, at) <= value(high, at) for at in points):
                    continue
                at_ends = [_weak(substitute(p, {x: e})) for p in others for e in (low, high)]
                if not all(truth(p, at) for p in at_ends for at in points):
                    continue
            except NoValue:
                continue
            for falling in (False, True):
                if all((a >= 0 >= b) if falling else (a <= 0 <= b) for a, b in signs):
                    found += 1
                    yield low, high, falling
            if found > 4:
                return


def _weak(p: Expr) -> Expr:
    return ({"<": "<=", ">": ">="}.get(str(head(p)), str(head(p))), *operands(p))


def roots(gap: Expr, x: str, conditions_: list[Expr]) -> list[tuple[Fraction, Fraction, bool]]:
    """Brackets of sign changes of a term without parameters where some relations seem to hold."""
    import mpmath

    grid = [Fraction(k, 8) for k in range(-64, 65)] + [Fraction(sign * 2**k) for k in range(4, 12) for sign in (1, -1)]
    grid += [Fraction(sign, 2**k) for k in range(4, 14) for sign in (1, -1)]
    grid.sort()
    found: list[tuple[Fraction, Fraction, bool]] = []
    last: tuple[Fraction, Any] | None = None
    for q in grid:
        try:
            v = value(gap, {x: mpmath.mpf(q.numerator) / q.denominator})
        except NoValue:
            last = None
            continue
        if last is not None and last[1] * v < 0:
            a, _ = tightened(gap, x, last[0], q, 50)
            at = {x: mpmath.mpf(a.numerator) / a.denominator}
            try:
                good = all(truth(p, at) for p in conditions_ if head(p) != "==")
            except NoValue:
                good = True
            if good:
                found.append((last[0], q, last[1] > 0))
        last = (q, v) if v != 0 else (q, mpmath.mpf("1e-30"))
    return sorted(found, key=lambda r: abs(r[0]))[:MOST_ROOTS]


def tightened(gap: Expr, x: str, a: Fraction, b: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """A bracket of at most 2^-bits times its size, by bisection."""
    import mpmath

    digits = 20 + bits // 3
    with mpmath.workdps(digits):
        def sign(q: Fraction) -> int:
            try:
                return int(mpmath.sign(value(gap, {x: mpmath.mpf(q.numerator) / q.denominator}, digits)))
            except NoValue:
                return 0

        first = sign(a)
        while b - a > Fraction(1, 2**bits):
            middle = (a + b) / 2
            here = sign(middle)
            if here == 0:
                break
            a, b = (middle, b) if here == first else (a, middle)
    return a, b
