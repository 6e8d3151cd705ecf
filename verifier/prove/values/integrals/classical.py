"""Integrals by substitution into the kernel's table of classical ones.

How: for each line of the table and each likely substitution u(x), floating point fits the line's parameters and a
factor C such that f(x) == C*g(u(x))*u'(x) at sample points; the exponents that are found are read as rational
numbers, or as linear terms in the integral's own parameters.  Then the kernel sees the identity and the ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import Any

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.analysis.integrals import INFINITE
from verifier.kernel.facts.integral_table import TABLE
from verifier.kernel.facts.schemas import PREFIX
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import Expr, conjunction, head
from verifier.language.named import (
    conditions,
    derivative,
    fresh,
    integral,
    line,
    meaningful,
    operands,
    substitute,
    to_json,
)
from verifier.prove.driver.driver import Node
from verifier.prove.equations.rearranging import rearranged
from verifier.prove.numbers.shared_terms import number
from verifier.prove.refute.floating.approximation import NoValue, value
from verifier.prove.values.breaks import _exact, recognised
from verifier.prove.values.integrals.integration import Found, Integration, Range, Way
from verifier.prove.values.symbolic import from_sympy, guarded, symbol, to_sympy

#: what a line needs to see in the integrand to be worth a try
_NEEDS: dict[str, tuple[str, ...]] = {
    "gauss": ("exp",), "gamma": ("exp", "log"), "gamma-log": ("log",), "beta-log": ("log",), "bose": ("exp", "log"),
    "fermi": ("exp", "log"), "dirichlet": ("sin",), "fresnel-cos": ("cos",), "fresnel-sin": ("sin",),
    "laplace-cos": ("cos",), "log-sin": ("log",), "dilog": ("log", "exp"), "dilog-minus": ("log", "exp"),
    "catalan": ("atan", "asin", "acot"), "catalan-log": ("log",), "serret": ("log",), "gauss-cos": ("cos",),
}  # fmt: skip


def _terms(name: str, y: Any) -> tuple[list[Any], Any]:
    """log g(y) == sum of parameters times the first terms, plus the second; for the lines that are fitted."""
    import mpmath

    log, one = mpmath.log, mpmath.log(y)
    if name in ("gamma", "gamma-log"):
        return [one], -one - y + (log(abs(one)) if name == "gamma-log" else 0)
    if name in ("beta", "beta-log"):
        return [one, log(1 - y)], -one - log(1 - y) + (log(abs(one)) if name == "beta-log" else 0)
    if name == "beta-prime":
        return [one - log(1 + y), -log(1 + y)], -one
    return [one], -one - log(mpmath.exp(y) + (-1 if name == "bose" else 1))


def classical(work: Integration) -> Way:
    """A way to find an integral: see the module."""

    def way(term: Expr, r: Range) -> Found | None:
        if work.effort < 2 or len(r.points) < 6 or not r.strict or work.depth > 3:
            return None
        words = {str(operands(e)[0]) for e in subexpressions(r.body) if head(e) == "fn"}
        tried = 0
        for u in substitutions(r):
            ends = _ends(u, r)
            if ends is None:
                continue
            for name in TABLE:
                if name in _NEEDS and not words & {*_NEEDS[name]}:
                    continue
                swap = _fits_ends(name, ends)
                if swap is None:
                    continue
                work.driver.tick()
                fitted = _fit(name, u, r)
                if fitted is None:
                    continue
                tried += 1
                found = _proved(work, r, name, u, fitted, swap)
                if found is not None or tried > 3:
                    return found
        return None

    return way


def substitutions(r: Range) -> Iterator[Expr]:
    """Likely new variables."""
    t = r.t
    found: list[Expr] = [t]
    low, high = (r.lo, r.hi) if r.up else (r.hi, r.lo)
    if low not in INFINITE and high not in INFINITE and (low, high) != (0, 1):
        found.append(("/", t if low == 0 else ("-", t, low), high if low == 0 else ("-", high, low)))
    if low not in INFINITE and low != 0:
        found.append(("-", t, low))
    if high not in INFINITE and high != 0:
        found.append(("-", high, t))
    words = set()
    for e in subexpressions(r.body):
        op, args = head(e), operands(e)
        if t not in free_names(e):
            continue
        if op == "fn" and len(args) == 2:
            words.add(args[0])
            if args[0] == "exp":
                found += [_negated(args[1]), args[1]]
            elif args[1] != t:
                found.append(args[1])
        if op in ("^", "sqrt", "/"):
            base = args[1] if op == "/" else args[0]
            for end in (low, high):
                if end in INFINITE or base == t or head(base) == "*":
                    continue
                at = substitute(base, {t: end})
                if not _zero(at, r):
                    found += [("-", 1, ("/", base, at)), ("-", ("/", base, at), 1)]
    found += [("^", t, 2), ("sqrt", t)]
    if words & {"sin", "cos", "tan"}:
        for name in ("sin", "cos", "tan"):
            found += [("^", ("fn", name, t), 2), ("fn", name, t)]
    if "log" in words:
        found += [("neg", ("fn", "log", t)), ("fn", "log", t)]
    if "exp" in words:
        found += [("fn", "exp", ("neg", t)), ("fn", "exp", t)]
    found += [("/", 1, t), ("-", 1, t)]
    yield from islice(dict.fromkeys(u for u in found if free_names(u) <= set(r.inside.sorts)), 24)


def _negated(u: Expr) -> Expr:
    if head(u) == "neg":
        return operands(u)[0]
    if head(u) == "*" and head(operands(u)[0]) == "neg":
        return ("*", operands(operands(u)[0])[0], *operands(u)[1:])
    if head(u) == "/" and head(operands(u)[0]) == "neg":
        return ("/", operands(operands(u)[0])[0], operands(u)[1])
    return ("neg", u)


def _zero(e: Expr, r: Range) -> bool:
    try:
        return any(value(e, p) == 0 for p in r.points)
    except NoValue:
        return True


def _ends(u: Expr, r: Range) -> tuple[Any, Any] | None:
    """Roughly where a substitution takes the ends; None where that differs between samples."""
    import mpmath

    names = free_names(u) | free_names(r.lo) | free_names(r.hi)
    found: list[tuple[Any, Any]] = []
    near = mpmath.mpf(10) ** -40
    for p in r.points[:: max(1, len(r.points) // 2)] if names - {r.t} else r.points[:1]:
        pair = []
        try:
            a, b = value(r.lo, p), value(r.hi, p)
            for end, other in ((a, b), (b, a)):
                if mpmath.isinf(end):
                    x = mpmath.sign(end) / near
                else:
                    x = end + near * (mpmath.sign(other - end))
                with mpmath.workdps(60):
                    x = +x if mpmath.isinf(end) else end + near * mpmath.sign(other - end)
                    pair.append(value(u, {**p, r.t: x}, 60))
        except NoValue:
            return None
        found.append((pair[0], pair[1]))
    return found[0] if all(_near(a, b) for q in found for a, b in zip(q, found[0], strict=True)) else None


def _near(a: Any, b: Any) -> bool:
    return bool(abs(a - b) < 1e-6 or (abs(a) > 1e6 and abs(b) > 1e6 and a * b > 0) or (a > 60 and b > 60))


def _fits_ends(name: str, ends: tuple[Any, Any]) -> bool | None:
    """Whether a substitution runs through the line's range: False forwards, True backwards, None not at all."""
    _, _, _, lo, hi, _ = TABLE[name]
    a, b = value(lo, {}), value(hi, {})
    for swap in (False, True):
        first, last = (b, a) if swap else (a, b)
        if _reaches(ends[0], first) and _reaches(ends[1], last):
            return swap
    return None


def _reaches(v: Any, end: Any) -> bool:
    return bool(v > 60) if end == float("inf") else bool(v < -60) if end == float("-inf") else bool(abs(v - end) < 1e-6)


def _groups(r: Range) -> list[list[dict[str, Any]]]:
    """The sample points, by the values of the parameters."""
    groups: dict[object, list[dict[str, Any]]] = {}
    for p in r.points:
        groups.setdefault(tuple(sorted((k, str(v)) for k, v in p.items() if k != r.t)), []).append(p)
    return list(groups.values())


def _fit(name: str, u: Expr, r: Range) -> tuple[list[Expr], Expr] | None:
    """The line's parameters and the factor C; None where nothing fits."""
    try:
        slope = derivative(u, r.t)
        fits = [_numbers(name, u, slope, r, group) for group in _groups(r)]
    except (NoValue, Unknown, ZeroDivisionError):
        return None
    if not fits or any(f is None for f in fits):
        return None
    rows = [f for f in fits if f is not None]
    names = sorted((free_names(r.body) | free_names(r.lo) | free_names(r.hi)) - {r.t})
    exponents: list[Expr] = []
    for i in range(len(rows[0]) - 1):
        e = _linear([row[i] for row in rows], names, _groups(r))
        if e is None:
            return None
        exponents.append(e)
    factors = [row[-1] for row in rows]
    constant = recognised(factors[0]) if all(abs(c - factors[0]) < 1e-9 * abs(c) for c in factors) else None
    return exponents, constant if constant is not None else _symbolic(name, exponents, u, slope, r)


def _numbers(name: str, u: Expr, slope: Expr, r: Range, points: list[dict[str, Any]]) -> list[Any] | None:
    """Parameters and C in floating point, from some of the points and confirmed at the others."""
    import mpmath

    letters, _, body, _, _, _ = TABLE[name]
    if name == "gauss-cos" or name == "laplace-cos":
        return None
    with mpmath.workdps(30):
        rows = []
        for p in points:
            f, y, k = value(r.body, p, 30), value(u, p, 30), value(slope, p, 30)
            if f == 0 or k == 0:
                return None
            rows.append((f / k, y))
        if not letters:
            ratios = [q / value(body, {"x": y}, 30) for q, y in rows]
            return [ratios[0]] if all(abs(c - ratios[0]) < 1e-15 * abs(ratios[0]) for c in ratios) else None
        if len(rows) < len(letters) + 2 or any(y <= 0 for _, y in rows):
            return None
        negative = [q < 0 for q, _ in rows]
        parts = [_terms(name, y) for _, y in rows]
        if any(isinstance(x, mpmath.mpc) for first, _ in parts for x in first):
            return None
        size = len(letters) + 1
        picks = [0, len(rows) // 2, len(rows) - 1][:size] if size < 4 else range(size)
        matrix = mpmath.matrix([[*parts[i][0], mpmath.mpf(1)] for i in picks])
        right = mpmath.matrix([mpmath.log(abs(rows[i][0])) - parts[i][1] for i in picks])
        solution = mpmath.lu_solve(matrix, right)
        for (q, _), (first, rest) in zip(rows, parts, strict=True):
            predicted = mpmath.fdot(first, list(solution)[:-1]) + solution[size - 1] + rest
            if abs(predicted - mpmath.log(abs(q))) > 1e-12:
                return None
        c = mpmath.exp(solution[size - 1])
        if "log" in name:
            negative = [n != bool(y < 1) for n, (_, y) in zip(negative, rows, strict=True)]
        return [*list(solution)[:-1], -c if negative[0] else c] if len(set(negative)) == 1 else None


def _linear(values: list[Any], names: list[str], groups: list[list[dict[str, Any]]]) -> Expr | None:
    """A number, or a linear term in one of the parameters, with these values at the samples."""
    def rational(v: Any) -> Fraction | None:
        q = Fraction(*_exact(v)).limit_denominator(120)
        return q if abs(float(q) - v) < 1e-9 else None

    if all(abs(v - values[0]) < 1e-9 for v in values):
        q = rational(values[0])
        return None if q is None else number(q)
    for n in names:
        a, b = groups[0][0][n], groups[1][0][n]
        if a == b:
            continue
        slope = rational((values[1] - values[0]) / (b - a))
        rest = None if slope is None else rational(values[0] - a * slope.numerator / slope.denominator)
        if slope is None or rest is None:
            continue
        predicted = [g[0][n] * slope.numerator / slope.denominator + float(rest) for g in groups]
        if all(abs(v - w) < 1e-9 for v, w in zip(values, predicted, strict=True)):
            term: Expr = n if slope == 1 else ("*", number(slope), n)
            return term if rest == 0 else ("+", term, number(rest))
    return None


def _symbolic(name: str, exponents: list[Expr], u: Expr, slope: Expr, r: Range) -> Expr:
    """C as the quotient of both sides at a point."""
    letters, _, body, _, _, _ = TABLE[name]
    g = substitute(body, {**dict(zip(letters, exponents, strict=True)), "x": u})
    ratio: Expr = ("/", r.body, ("*", g, slope))
    low, high = (r.lo, r.hi) if r.up else (r.hi, r.lo)
    at: Expr = 1
    if low not in INFINITE:
        at = ("+", low, 1) if high in INFINITE else ("/", ("+", low, high), 2)
        at = 1 if low == 0 and high in INFINITE else at
    exact = substitute(ratio, {r.t: at})
    return _simpler(exact, r) or exact


def _simpler(e: Expr, r: Range) -> Expr | None:
    import sympy

    def work() -> Expr:
        form = to_sympy(e, {n: symbol(n, r.inside) for n in free_names(e)})
        return from_sympy(sympy.powsimp(sympy.powdenest(sympy.simplify(form), force=True), force=True))

    return guarded(work, 1.5)


def _proved(
    work: Integration, r: Range, name: str, u: Expr, fitted: tuple[list[Expr], Expr], swap: bool
) -> Found | None:
    """The nodes: substitution, then a multiple of the table's line."""
    driver, (terms, c) = work.driver, fitted
    needed, table, v = line(name, *terms)
    _, binder, lo, hi = operands(table)
    y = fresh("y", frozenset(work.s.sorts) | {r.t})
    g = substitute(operands(binder)[2], {str(operands(binder)[0]): y})
    of: Expr = g if c == 1 else ("*", c, g)
    slope = derivative(u, r.t)
    rising = _sign(slope, r)
    if rising is None:
        return None
    node: Node = {
        "rule": "substitution", **r.fields, "along": to_json(u), "name": y, "of": to_json(of), "rising": rising,
        "image": fresh("image", frozenset(r.inside.facts)),
    }  # fmt: skip
    ends: list[Expr] = [hi, lo] if swap else [lo, hi]
    for key, upper in (("low", False), ("high", True)):
        end, wanted = work.end(r, u, upper), ends[upper]
        if end is None:
            driver.notes.append(f"classical: an end of {u!r}"[:200])
            return None
        node[key] = end[1]
        if end[0] != wanted:
            equal = work.ask(work.s, ("==", end[0], wanted), 2) if end[0] not in INFINITE else None
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
        proof = work.ask(s, goal, work.effort)
        if proof is None and key == "same":
            proof = rearranged(work, s, goal)
        if proof is None:
            driver.notes.append(f"classical: {name} by {u!r}: {key} {goal!r}"[:300])
            return None
        node[key] = proof
    premises = [work.ask(work.s, p, 2) for p in needed]
    if None in premises:
        return None
    label = fresh("tabled", frozenset(work.s.facts))
    entry: Node = {"rule": "instance", "name": f"{PREFIX}{name}", "at": [to_json(t) for t in terms],
                   "premises": premises, "as": label, "then": {"rule": "exact", "fact": label}}  # fmt: skip
    inner = _multiple(work, integral(of, y, hi, lo) if swap else integral(of, y, lo, hi), c, g, y, v, entry, swap)
    return None if inner is None else (inner[0], {**node, "then": inner[1]})


def _sign(e: Expr, r: Range) -> bool | None:
    """Whether a term is positive at the sample points; None where it has no one sign."""
    try:
        signs = {bool(value(e, p) > 0) for p in r.points}
    except NoValue:
        return None
    return signs.pop() if len(signs) == 1 else None


def _multiple(
    work: Integration, term: Expr, c: Expr, g: Expr, y: str, v: Expr, entry: Node, swap: bool
) -> Found | None:
    """C times a line of the table, its ends perhaps exchanged."""
    if c == 1 and not swap:
        return v, entry
    r = work.open(term)
    if r is None:
        return None
    body = substitute(g, {y: r.t})
    same = work.ask(r.inside, ("==", r.body, ("*", c, body)), 2)
    defined = work.defined(r)
    if same is None or defined is None:
        return None
    part: Node = {"of": to_json(body), "weight": to_json(c), "value": to_json(v), "proof": entry, "swap": swap}
    node: Node = {"rule": "linear-integral", **r.fields, "parts": [part], "same": same, "defined": defined}
    computed: Expr = ("*", c, v)
    return work.settled(("neg", computed) if swap else computed, node)
