"""Series with known values, found by the ratio of neighbouring terms, moved, scaled and added.

Decides: sum of c * t(k + d) == value where t is a series of the table `KNOWN` at a parameter, Fibonacci or harmonic
numbers times a^k, or one of a few series without parameters.  How: the ratio of terms, a rational function of k, is
compared with the known ones at two places and then exactly; what is found is a multiple of an instance, moved to the
first index of the claim, and theorems about partial sums prove it term by term.  Complete for: shifts within `SHIFTS`.
Cannot do: summands whose ratio is not rational in k, and sums of several series (`infinite_sums` takes these apart).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from verifier.kernel.algebra.counting import counted
from verifier.kernel.algebra.integers import Unknown, index_of
from verifier.kernel.algebra.sums import joined
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr
from verifier.language.named import fresh, operands, substitute, to_json
from verifier.library.facts import schema
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.driver.effort import kept
from verifier.prove.numbers.shared_terms import number
from verifier.prove.values.sums.finite_sums import written
from verifier.prove.values.sums.telescoping import expression, factors, ratio, rational

SHIFTS = range(-4, 5)
PLACES = (23, 37)  # where ratios are compared before they are divided
OO: Expr = ("fn", "oo")


class Known(NamedTuple):
    """A fact with parameter a: its name, the power of a in the ratio of terms, and its radius as a power series."""

    name: str
    power: int
    radius: Expr | None


KNOWN = (
    Known("series-geometric", 1, 1), Known("series-exp", 1, ("fn", "oo")), Known("series-log", 1, 1),
    Known("series-central", 1, ("/", 1, 4)), Known("series-atanh", 2, None), Known("series-atan", 2, None),
    Known("series-sin", 2, None), Known("series-cos", 2, None), Known("series-sinh", 2, None),
    Known("series-cosh", 2, None),
)  # fmt: skip
HARMONIC = ("harmonic", "fibonacci")


def parts_of(term: Expr) -> tuple[str, str, Expr, Expr]:
    """Word, index, first index and term."""
    word, binder = operands(term)
    k, sort, f = operands(binder)
    return str(word), str(k), operands(sort)[0], f


def series(k: str, lo: Expr, f: Expr) -> Expr:
    return ("fn", "Sum", ("forall", k, ("integer", lo, "oo"), f))


def matched(driver: Driver, branch: Branch, term: Expr, name: str, at: list[Expr]) -> Expr | None:
    """The value of a series that agrees with a known one term by term (from the same first index)."""
    label = branch.instance(name, *at, effort=1)
    if label is None:
        return None
    return combined(driver, branch, term, [(1, label)])


def partial(word: str, k: str, lo: Expr, f: Expr, n: str) -> Expr:
    """The partial sum or product up to n."""
    return ("sum" if word == "Sum" else "product", f, k, lo, n)


def unfolded(branch: Branch, label: str) -> str:
    """The label of the fact that the partial sums converge, of a series whose value is a fact."""
    formula = branch.s.facts[label]
    term, value = operands(formula)
    word, bound, lo, f = parts_of(term)
    k = fresh("k", frozenset(branch.s.sorts) | free_names(term))
    n, f = fresh("n", frozenset(branch.s.sorts) | free_names(term) | {k}), substitute(f, {bound: k})
    says: Expr = ("tends", partial(word, k, lo, f, n), n, value)
    both = _defined(branch, formula, says)
    premise: Node = {"rule": "exact", "fact": label}
    return branch.step({"rule": "use", "fact": f"{both}.0", "at": [], "premises": [premise]}, says, "arrives")


def folded(branch: Branch, formula: Expr, says: Expr, label: str) -> str:
    """The label of the value of a series, whose partial sums do what a fact says."""
    both = _defined(branch, formula, says)
    premise: Node = {"rule": "exact", "fact": label}
    return branch.step({"rule": "use", "fact": f"{both}.1", "at": [], "premises": [premise]}, formula, "series")


def _defined(branch: Branch, formula: Expr, says: Expr) -> str:
    both: Expr = ("and", ("implies", formula, says), ("implies", says, formula))
    return branch.step({"rule": "series-definition", "of": to_json(formula)}, both, "definition")


def combined(driver: Driver, branch: Branch, term: Expr, parts: list[tuple[Expr, str]]) -> Expr | None:
    """The series as a combination of series whose values are facts: one after the other is added."""
    _, k, lo, f = parts_of(term)
    n = fresh("n", frozenset(branch.s.sorts) | free_names(term) | {k})
    same: Node = {"rule": "identical"}
    each: Node = {"rule": "intro", "as": fresh(k, frozenset(branch.s.sorts)), "then": same}
    total: tuple[Expr, Expr, str] | None = None  # summand, value and label of what has been added
    for i, (c, label) in enumerate(parts):
        known, value = operands(branch.s.facts[label])
        _, j, first, g = parts_of(known)
        if first != lo:
            return None
        g, last = substitute(g, {j: k}), i == len(parts) - 1
        scaled, v = ("*", c, g), ("*", c, value)
        whole = f if last and total is None else scaled
        proof = driver.prove(branch.s, _everywhere(k, lo, whole, scaled), 1) if whole == f else each
        if proof is None:
            return None
        at = [to_json(c), _seq(k, g), _seq(k, whole), to_json(value), to_json(v), to_json(lo)]
        there: Node = {"rule": "exact", "fact": unfolded(branch, label)}
        one = branch.theorem("series-combine-1", at, [proof, same, there], _arrives(k, lo, whole, n, v))
        if total is None:
            total = whole, v, one
            continue
        before, w, label = total
        summed, values = ("+", before, scaled), ("+", w, v)
        whole = f if last else summed
        proof = driver.prove(branch.s, _everywhere(k, lo, whole, summed), 1) if last else each
        if proof is None:
            return None
        at = [_seq(k, e) for e in (before, scaled, whole)]
        at += [to_json(e) for e in (w, v, values, lo)]
        exact: list[Node] = [{"rule": "exact", "fact": x} for x in (label, one)]
        premises = [proof, same, *exact]
        total = whole, values, branch.theorem("series-sum", at, premises, _arrives(k, lo, whole, n, values))
    if total is None:
        return None
    _, found, label = total
    folded(branch, ("==", term, found), _arrives(k, lo, f, n, found), label)
    return found


def _everywhere(k: str, lo: Expr, f: Expr, g: Expr) -> Expr:
    return ("forall", k, ("integer", lo, "oo"), ("==", f, g))


def _seq(k: str, e: Expr) -> Node:
    return {"index": k, "value": to_json(e)}


def _arrives(k: str, lo: Expr, f: Expr, n: str, value: Expr) -> Expr:
    return ("tends", partial("Sum", k, lo, f, n), n, value)


def templates(f: Expr, k: str) -> Iterator[tuple[Known, Expr, int]]:
    """Known series, their parameter and the shift of the index with which f has the ratio of terms of the series."""
    import sympy

    symbols: dict[Expr, Any] = {k: sympy.Symbol("k")}
    x = symbols[k]
    try:
        mine = sympy.cancel(ratio(f, k, 1, symbols))
    except (Unknown, ZeroDivisionError):
        return
    if any(k in free_names(e) for e in symbols if e != k):
        return
    back = {symbol: e for e, symbol in symbols.items()}
    others = {y: sympy.Rational(3 * i + 5, 7) for i, y in enumerate(symbols.values()) if y != x}
    here = [mine.subs({**others, x: at}) for at in PLACES]
    for known in KNOWN:
        theirs = _ratio_of(known.name)
        for d in sorted(SHIFTS, key=abs):
            there = [_ratio_at(known.name, at + d) for at in PLACES]
            if here[0] * there[1] != here[1] * there[0]:  # the quotient is no constant
                continue
            a = sympy.cancel(mine / theirs.subs(x, x + d))
            if a.has(x):
                continue
            if known.power == 2:
                root = sympy.sqrt(a)
                if root.has(sympy.I) or root.is_rational is False:
                    continue
                a = sympy.powdenest(root, force=True)
            try:
                yield known, expression(a, back), d
            except (TypeError, ValueError, KeyError, AttributeError, sympy.PolynomialError):
                continue


@kept(None)
def _ratio_of(name: str) -> Any:
    """The ratio of neighbouring terms of a known series with parameter 1, in the symbol k."""
    import sympy

    _, j, _, t = parts_of(operands(schema(name)[2])[0])
    its: dict[Expr, Any] = {j: sympy.Symbol("k"), "a": sympy.Integer(1)}
    return sympy.cancel(ratio(t, j, 1, its))


@kept(None)
def _ratio_at(name: str, place: int) -> Any:
    import sympy

    return _ratio_of(name).subs(sympy.Symbol("k"), place)


def single(driver: Driver, branch: Branch, term: Expr) -> Expr | None:
    """c * t(k + d)."""
    _, k, lo, f = parts_of(term)
    assert isinstance(lo, int)
    for known, a, d in templates(f, k):
        steps, s = list(branch.steps), branch.s
        value = _single(driver, branch, term, known, a, d)
        if value is not None:
            return value
        branch.steps[:], branch.s = steps, s
    return None


def _single(driver: Driver, branch: Branch, term: Expr, known: Known, a: Expr, d: int) -> Expr | None:
    _, k, lo, f = parts_of(term)
    assert isinstance(lo, int)
    label = branch.instance(known.name, a, effort=1)
    if label is None:
        return None
    _, j, first, t = parts_of(operands(branch.s.facts[label])[0])
    assert isinstance(first, int)
    if first != lo or d:
        label = shifted(branch, label, lo + d - first, d)
        if label is None:
            return None
        _, j, first, t = parts_of(operands(branch.s.facts[label])[0])
    at = next((i for i in range(lo, lo + 3)), lo)
    c = quotient(substitute(f, {k: at}), substitute(t, {j: at}))
    return None if c is None else combined(driver, branch, term, [(c, label)])


def quotient(a: Expr, b: Expr) -> Expr | None:
    """a / b at a number, simplified."""
    import sympy

    symbols: dict[Expr, Any] = {}
    try:
        value = sympy.cancel(rational(literal(a), symbols) / rational(literal(b), symbols))
    except (Unknown, ZeroDivisionError):
        return None
    if value.has(sympy.zoo, sympy.nan):
        return None
    return expression(value, {symbol: e for e, symbol in symbols.items()})


def literal(e: Expr) -> Expr:
    """A term with combinatorial functions of numbers, and integer exponents, evaluated."""
    if not isinstance(e, tuple):
        return e
    op, args = e[0], e[1:]
    if op == "fn" and len(args) > 1:
        try:
            values = [index_of(x).constant for x in args[1:]]
        except Unknown:
            return e
        value = counted(str(args[0]), [v for v in values if v is not None]) if None not in values else None
        return e if value is None else number(value)
    if op == "^":
        try:
            exponent = index_of(args[1]).constant
        except Unknown:
            return e
        return e if exponent is None else ("^", literal(args[0]), exponent)
    return (op, *(literal(x) for x in args))


def shifted(branch: Branch, label: str, drop: int, by: int) -> str | None:
    """A known series from a later (or earlier) first index, with the index moved."""
    known, value = operands(branch.s.facts[label])
    _, bound, lo, f = parts_of(known)
    assert isinstance(lo, int)
    if abs(drop) > 30:
        return None
    k = fresh("k", frozenset(branch.s.sorts) | free_names(known))  # in a line of the table it is a mark
    n, f = fresh("n", frozenset(branch.s.sorts) | free_names(known) | {k}), substitute(f, {bound: k})
    at = range(lo, lo + drop) if drop > 0 else range(lo + drop, lo)
    extra = joined("sum", [substitute(f, {k: i}) for i in at])
    there, first, total = unfolded(branch, label), lo + drop, value
    if drop:
        total = ("-", value, extra) if drop > 0 else ("+", value, extra)
        outside: Expr = ("sum", f, k, at[0], ("-", first if drop > 0 else lo, 1))
        known_ = branch.step(written(outside, True), ("==", outside, extra), "written")
        equal: Node = {"rule": "replace", "fact": known_, "then": {"rule": "identical"}}
        values = [_seq(k, f), *(to_json(e) for e in (value, total, lo, first))]
        premises: list[Node] = [{"rule": "arith"}, equal, {"rule": "exact", "fact": there}]
        name = "series-drop" if drop > 0 else "series-add"
        there = branch.theorem(name, values, premises, _arrives(k, first, f, n, total))
    moved = f
    if by:
        moved = substitute(f, {k: ("+", k, by)})
        values = [_seq(k, f), _seq(k, moved), *(to_json(e) for e in (total, first, first - by, by))]
        each: Node = {"rule": "intro", "as": fresh(k, frozenset(branch.s.sorts)), "then": {"rule": "identical"}}
        premises = [{"rule": "arith"}, each, {"rule": "exact", "fact": there}]
        there = branch.theorem("series-move", values, premises, _arrives(k, first - by, moved, n, total))
    formula: Expr = ("==", series(k, first - by, moved), total)
    return folded(branch, formula, _arrives(k, first - by, moved, n, total), there)


def generating(driver: Driver, branch: Branch, term: Expr) -> Expr | None:
    """c * fibonacci(k) * a^k or c * harmonic(k) * a^k."""
    import sympy

    _, k, lo, f = parts_of(term)
    assert isinstance(lo, int)
    parts = factors(f)
    for word in HARMONIC:
        rest: list[Expr] = [g if p == 1 else ("^", g, p) for g, p in parts if g != ("fn", word, k)]
        if len(rest) != len(parts) - 1 or lo not in (0, 1):
            continue
        symbols: dict[Expr, Any] = {k: sympy.Symbol("k")}
        a = sympy.cancel(ratio(joined("product", rest), k, 1, symbols))
        if a.has(symbols[k]):
            continue
        value = expression(a, {symbol: e for e, symbol in symbols.items()})
        label = branch.instance(f"series-{word}", value, effort=1)
        label = label and (label if lo == 0 else shifted(branch, label, lo, 0))
        c = quotient(substitute(joined("product", rest), {k: 1}), value)
        if label is not None and c is not None:
            return combined(driver, branch, term, [(c, label)])
    return None


def listed(driver: Driver, branch: Branch, term: Expr) -> Expr | None:
    """A known series without a parameter but an exponent, at most moved and scaled."""
    import sympy

    _, k, lo, f = parts_of(term)
    assert isinstance(lo, int)
    symbols: dict[Expr, Any] = {k: sympy.Symbol("k")}
    mine = sympy.cancel(ratio(f, k, 1, symbols))
    for name, at in (("series-Catalan", ()), *(("series-eta", (p,)) for p in range(2, 7))):
        _, j, first, t = parts_of(operands(substitute(schema(name)[2], dict(zip("a", at, strict=False))))[0])
        its: dict[Expr, Any] = {j: symbols[k]}
        theirs = sympy.cancel(ratio(t, j, 1, its))
        for d in range(-3, 4):
            if sympy.cancel(mine - theirs.subs(symbols[k], symbols[k] + d)) != 0:
                continue
            label = branch.instance(name, *at, effort=1)
            assert isinstance(first, int)
            if label is not None and (first != lo or d):
                label = shifted(branch, label, lo + d - first, d)
            if label is None:
                return None
            _, j, _, t = parts_of(operands(branch.s.facts[label])[0])
            c = quotient(substitute(f, {k: lo}), substitute(t, {j: lo}))
            return None if c is None else combined(driver, branch, term, [(c, label)])
    return None
