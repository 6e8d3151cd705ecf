"""Enclosures of proper integrals between numbers, and that such an integral has a value since it can be enclosed.

How: Taylor's formula in intervals on parts of the range, halved where they are too wide (the kernel's `jets`).
"""

from __future__ import annotations

import heapq
from fractions import Fraction

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.enclosures import balls
from verifier.kernel.enclosures.intervals import Intervals
from verifier.kernel.enclosures.jets import part
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.expr import REAL, Expr
from verifier.language.named import fresh, operands, to_json
from verifier.prove.driver.driver import Driver, Node
from verifier.prove.numbers.shared_terms import number

WIDE = Fraction(1, 4)  # an enclosure that shows no more than that there is a value

Part = tuple[Fraction | None, Fraction | None]  # None: an end of the range


def bounded(driver: Driver, s: Sequent, term: Expr) -> Node | None:
    """A node that a proper integral without variables has a value, since it can be enclosed."""
    closed = enclosure(driver, term, WIDE)
    if closed is None:
        return None
    v = fresh("v", frozenset(s.sorts))
    ends = [number(Fraction(str(closed[key]))) for key in ("low", "high")]
    bounds: list[Expr] = [("==", term, v), ("<=", ends[0], v), ("<=", v, ends[1])]
    known, facts = fresh("value", frozenset(s.facts)), fresh("enclosed", frozenset(s.facts))
    named: Node = {"rule": "witness", "value": v, "then": {"rule": "exact", "fact": f"{facts}.0"}}
    taken: Node = {"rule": "obtain", "fact": known, "name": v, "as": facts, "then": named}
    formula = to_json(("exists", v, REAL, ("and", *bounds)))
    return {"rule": "have", "formula": formula, "as": known, "proof": closed, "then": taken}


def enclosure(driver: Driver, term: Expr, tolerance: Fraction, prec: int = 90) -> Node | None:
    """A node for the rule `integral-enclosed` with bounds that lie apart by at most the tolerance."""
    _, binder, lo, hi = operands(term)
    x, _, body = operands(binder)
    try:
        ends = [Intervals(prec, {}).value(e) for e in (lo, hi)]
    except Unknown:
        return None
    first, last = balls.fraction(ends[0].hi), balls.fraction(ends[1].lo)
    if first >= last:
        return None
    middle = ((first + last) / 2).limit_denominator(16)
    if not first < middle < last:
        middle = (first + last) / 2

    def bounds(cut: Part) -> tuple[Fraction, Fraction, int] | None:
        with balls.precision(prec):
            left = ends[0] if cut[0] is None else balls.ratio(cut[0])
            right = ends[1] if cut[1] is None else balls.ratio(cut[1])
        best: tuple[Fraction, Fraction, int] | None = None
        for order in (12, 0):
            try:
                found = part(body, str(x), left, right, order, prec)
                low, high = balls.fraction(found.lo), balls.fraction(found.hi)
            except Unknown:
                continue
            if best is None or high - low < best[1] - best[0]:
                best = low, high, order
        return best

    queue: list[tuple[Fraction, int, Part, tuple[Fraction, Fraction, int] | None]] = []
    count = 0

    def add(cut: Part) -> None:
        nonlocal count
        found = bounds(cut)
        count += 1
        width = found[1] - found[0] if found is not None else Fraction(10**9)
        heapq.heappush(queue, (-width, count, cut, found))

    add((None, middle))
    add((middle, None))
    while -sum(entry[0] for entry in queue) > tolerance:
        if count > 400:
            return None
        driver.tick()
        _, _, cut, _ = heapq.heappop(queue)
        a = first if cut[0] is None else cut[0]
        b = last if cut[1] is None else cut[1]
        if b - a < Fraction(1, 2**60):
            return None
        half = ((a + b) / 2).limit_denominator(2**24) if b - a > Fraction(1, 2**20) else (a + b) / 2
        add((cut[0], half))
        add((half, cut[1]))
    parts = sorted(queue, key=lambda entry: first - 1 if entry[2][0] is None else entry[2][0])
    found = [entry[3] for entry in parts]
    low = sum((p[0] for p in found if p), Fraction(0)) - Fraction(1, 2**60)
    high = sum((p[1] for p in found if p), Fraction(0)) + Fraction(1, 2**60)
    scale = 2 ** max(8, (2 / tolerance).numerator.bit_length() - (2 / tolerance).denominator.bit_length() + 4)
    low, high = Fraction((low * scale).__floor__(), scale), Fraction((high * scale).__ceil__(), scale)
    return {
        "rule": "integral-enclosed", "low": str(low), "high": str(high), "prec": prec,
        "cuts": [str(entry[2][1]) for entry in parts[:-1]], "orders": [p[2] for p in found if p],
    }  # fmt: skip
