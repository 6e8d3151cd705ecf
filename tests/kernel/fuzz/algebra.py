"""Random nodes of the rules of algebra: words of matrices, sums, fields, squares, laws of random variables.

An identity is made by rewriting a term with laws, of which some are wrong; what the kernel accepts is evaluated.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from fuzz.harness import DONE, REFUSALS, Generator, Instance, sequent
from fuzz.models import Model
from fuzz.values import FALSE, Expr

SIZES = ("n", "d")


def models(sorts: dict[str, Expr], most: int = 3, outcomes: int = 1) -> Callable[[random.Random], Model]:
    """Small values for all integers, so that sizes and ranges stay small."""

    def model(rng: random.Random) -> Model:
        cuts = [rng.randint(1, 3) for _ in range(outcomes)]
        m = Model({}, tuple(Fraction(c, sum(cuts)) for c in cuts), rng.randint(0, 10**6))
        for name, sort in sorts.items():
            if sort[0] == "integer" and isinstance(sort[1], int) and sort[2] == "oo":
                m.env[name] = Fraction(sort[1] + rng.randint(0, most))
            else:
                m.env[name] = m.member(sort, m.env, rng)
        return m

    return model


class Words:
    """Random terms of given shapes, and rewriting by laws that hold and laws that do not."""

    def __init__(self, rng: random.Random, wrong: float = 0.15) -> None:
        self.rng, self.wrong = rng, wrong
        lo = rng.choice((0, 0, 1))
        self.sorts: dict[str, Expr] = {
            "n": ("integer", lo, "oo"), "d": ("integer", 0, "oo"), "k": ("integer", 0, "oo"),
            "A": ("matrix", "n", "n"), "B": ("matrix", "n", "d"), "x": ("matrix", "n", 1), "c": ("real",),
            "w": ("sequence", ("real",)), "V": ("sequence", ("matrix", "n", "n")),
        }  # fmt: skip

    def square(self, depth: int, scope: tuple[str, ...] = ()) -> Expr:
        rng = self.rng
        kind = rng.random()
        if depth == 0 or kind < 0.2:
            choices: list[Expr] = ["A", ("eye", "n"), ("T", "A"), ("at", "V", rng.choice(("k", 0, *scope)))]
            return rng.choice(choices)
        if kind < 0.45:
            return ("*", self.square(depth - 1, scope), self.square(depth - 1, scope))
        if kind < 0.6:
            return (rng.choice("+-"), self.square(depth - 1, scope), self.square(depth - 1, scope))
        if kind < 0.7:
            return ("^", self.square(0, scope), rng.choice(("k", 2, 0, ("+", "k", 1), *scope)))
        if kind < 0.78:
            return ("*", "B", ("T", "B"))
        if kind < 0.88:
            j = rng.choice(("i", "j", "k"))
            return ("sum", self.square(depth - 1, (*scope, j)), j, 0, rng.choice(("k", 2, ("-", "k", 1), -1)))
        return ("*", self.scalar(depth - 1, scope), self.square(depth - 1, scope))

    def scalar(self, depth: int, scope: tuple[str, ...] = ()) -> Expr:
        rng = self.rng
        kind = rng.random()
        if depth == 0 or kind < 0.25:
            return rng.choice(("c", 2, -1, ("/", 1, 2), ("at", "w", rng.choice(("k", *scope)))))
        if kind < 0.45:
            return ("trace", self.square(depth - 1, scope))
        if kind < 0.6:
            return ("*", ("T", "x"), self.square(depth - 1, scope), "x")
        if kind < 0.7:
            return (rng.choice("+-*"), self.scalar(depth - 1, scope), self.scalar(depth - 1, scope))
        if kind < 0.8:
            return ("entry", self.square(depth - 1, scope), 0, rng.choice((0, ("-", "n", 1))))
        if kind < 0.9:
            j = rng.choice(("i", "j", "k"))
            return ("sum", self.scalar(depth - 1, (*scope, j)), j, rng.choice((0, 1)), rng.choice(("k", 2, "n")))
        return ("^", self.scalar(depth - 1, scope), rng.choice((2, 0, 1, "k", -1)))

    def rewritten(self, e: Expr) -> Expr:
        """The term after a law here and there."""
        rng = self.rng
        if not isinstance(e, tuple):
            return e
        e = (e[0], *(self.rewritten(a) if not (e[0] in ("sum",) and i == 1) else a for i, a in enumerate(e[1:])))
        if rng.random() > 0.5:
            return e
        bad = rng.random() < self.wrong
        op = e[0]
        if op == "T":
            a = e[1]
            if isinstance(a, tuple) and a[0] == "*" and len(a) == 3:
                return ("*", ("T", a[1]), ("T", a[2])) if bad else ("*", ("T", a[2]), ("T", a[1]))
            return a if bad else ("T", ("T", e))
        if op == "trace":
            a = e[1]
            if isinstance(a, tuple) and a[0] == "*" and len(a) == 3:
                return ("trace", ("*", a[1], ("T", a[2]))) if bad else ("trace", ("*", a[2], a[1]))
            return ("trace", ("T", a))
        if op == "*" and len(e) == 3:
            a, b = e[1:]
            if isinstance(b, tuple) and b[0] in "+-":
                return (b[0], ("*", a, b[1]), ("*", b[2], a) if bad else ("*", a, b[2]))
            return ("*", b, a) if bad else ("T", ("*", ("T", b), ("T", a)))
        if op in "+-" and len(e) == 3:
            return (op, e[2], e[1]) if op == "+" or bad else ("neg", ("-", e[2], e[1]))
        if op == "^":
            more = ("-", e[2], 1)
            if e[2] in (2, ("+", "k", 1)):
                return ("*", e[1], ("^", e[1], more))
            return ("*", e[1], ("^", e[1], more)) if bad else e
        if op == "sum":
            body, j, lo, hi = e[1:]
            way = rng.randint(0, 2)
            if way == 0:  # reflect
                end = ("-", ("+", lo, hi), j) if not bad else ("-", hi, j)
                return ("sum", _put(body, j, end), j, lo, hi)
            if way == 1:  # the first or the last term apart; wrong where the range is empty
                return ("+", _put(body, j, hi), ("sum", body, j, lo, ("-", hi, 1)))
            return ("sum", _put(body, j, ("-", j, 1)), j, ("+", lo, 1), hi if bad else ("+", hi, 1))
        return e


def _put(e: Expr, name: str, value: Expr) -> Expr:
    """Put in for a name outside of sums over the same name."""
    if e == name:
        return value
    if not isinstance(e, tuple) or (e[0] == "sum" and e[2] == name):
        return e
    return (e[0], *(_put(a, name, value) for a in e[1:]))


def linear(rng: random.Random) -> Instance:
    """Identities between words, with an equation as a fact now and then."""
    t = Words(rng)
    a = t.square(3) if rng.random() < 0.5 else t.scalar(3)
    facts: dict[str, Expr] = {}
    node: dict[str, Any] = {"rule": "linear"}
    b = t.rewritten(a)
    if rng.random() < 0.3:
        facts["f"] = ("==", ("at", "V", "k"), t.square(1)) if rng.random() < 0.5 else ("==", "A", ("T", "A"))
        term: dict[str, Any] = {"fact": "f"}
        b = _swapped(t, b, facts["f"][1], facts["f"][2])
        hole = _swapped(t, b, facts["f"][1], "_")
        term["in"] = hole
        node["terms"] = [term]
    s = sequent(t.sorts, facts)
    s.formula(("==", a, b))
    free = models(t.sorts)

    def model(r: random.Random) -> Model:
        m = free(r)
        if "f" in facts:
            if facts["f"][1] == "A":
                value = m.value(("+", "A", ("T", "A")), m.env)
                m.env["A"] = value
            else:
                value, old = m.value(facts["f"][2], m.env), m.env["V"]
                place = m.env["k"]
                m.env["V"] = lambda i: value if i == place else old(i)
        return m

    return Instance(s, ("==", a, b), node, model, models=10, total=True)


def _swapped(t: Words, e: Expr, old: Expr, new: Expr) -> Expr:
    if e == old:
        return new
    return (e[0], *(_swapped(t, a, old, new) for a in e[1:])) if isinstance(e, tuple) else e


def _squares(
    rng: random.Random, weights: tuple[int | str, ...], product_of_facts: float
) -> tuple[Words, dict[str, Expr], list[dict[str, Any]], list[Expr]]:
    """Weighted squares and products of facts: as a certificate names them, and as terms."""
    t = Words(rng)
    facts: dict[str, Expr] = {
        "f": (rng.choice(("<", "<=", ">")), t.scalar(1), t.scalar(1)), "g": ("!=", "c", rng.randint(-1, 1)),
    }  # fmt: skip
    pieces: list[dict[str, Any]] = []
    total: list[Expr] = []
    for _ in range(rng.randint(1, 2)):
        piece: dict[str, Any] = {"weight": rng.choice(weights)}
        weight = Fraction(piece["weight"])
        product: list[Expr] = [("/", weight.numerator, weight.denominator)]
        if rng.random() < product_of_facts:
            piece["facts"] = ["f"] * rng.randint(1, 2)
            a, b = facts["f"][1:] if facts["f"][0] != ">" else facts["f"][:0:-1]
            product += [("-", b, a)] * len(piece["facts"])
        ranges: list[Any] = []
        if rng.random() < 0.7:
            scope: tuple[str, ...] = ()
            if rng.random() < 0.4:
                ranges = [["r", 0, rng.choice(("k", 2, ("-", "k", 1)))]]
                scope = ("r",)
                piece["over"] = ranges
            root = t.scalar(1, scope) if rng.random() < 0.6 else t.square(1, scope)
            if rng.random() < 0.3:
                root = ("-", "c", facts["g"][2])
            piece["square"] = root
            matrix = _is_square(t, root)
            product.append(("trace", ("*", ("T", root), root)) if matrix else ("^", root, 2))
            if rng.random() < 0.4:
                piece["nonzero"] = "g"
        e: Expr = ("*", *product)
        for v, lo, hi in ranges:
            e = ("sum", e, v, lo, hi)
        pieces.append(piece)
        total.append(e)
    return t, facts, pieces, total


def order(rng: random.Random) -> Instance:
    """0 R weighted squares and products of facts; a sign, a weight or a strictness may be wrong."""
    t, facts, pieces, total = _squares(rng, (1, 1, 1, 2, 2, "1/2", "1/2", 0, -1), 0.4)
    u = t.scalar(1)
    v: Expr = ("+", u, *total)
    if rng.random() < 0.15:
        v = ("-", u, *total[:1])
    goal: Expr = (rng.choice(("<", "<=")), u, v)
    if rng.random() < 0.15:
        goal = (goal[0], v, u)
    s = sequent(t.sorts, facts)
    s.formula(goal)
    return Instance(s, goal, {"rule": "order", "positive": pieces}, models(t.sorts), models=12)


def _is_square(t: Words, e: Expr) -> bool:
    """Whether a term is a matrix: those are not ordered."""
    s = sequent({**t.sorts, "r": ("integer", 0, "oo")}, {})
    s.formula(("==", e, e))
    try:
        s.formula(("<=", e, e))
    except REFUSALS:
        return True
    return False


def arith(rng: random.Random) -> Instance:
    """Relations between integers from relations between integers, most of which hold at one point."""
    sorts: dict[str, Expr] = {n: ("integer", rng.randint(-2, 0), rng.randint(1, 3)) for n in "ijk"}
    point = Model({n: Fraction(rng.randint(sort[1], sort[2])) for n, sort in sorts.items()})

    def term() -> Expr:
        parts = [rng.choice(("i", "j", "k", ("*", 2, "i"), ("*", "i", "j"), rng.randint(-2, 2))) for _ in range(2)]
        return (rng.choice("+-"), *parts)

    def relation() -> Expr:
        a, b = term(), term()
        signs = ["==", "<", "<=", ">", ">=", "!="]
        rng.shuffle(signs)
        return next(r for r in ((sign, a, b) for sign in signs) if rng.random() < 0.1 or point.holds(r))

    facts = {f"f{i}": relation() for i in range(rng.randint(0, 3))}
    goal = relation() if rng.random() < 0.9 else FALSE
    return Instance(sequent(sorts, facts), goal, {"rule": "arith"}, _next_to(point, sorts), models=30)


def _next_to(point: Model, sorts: dict[str, Expr]) -> Callable[[random.Random], Model]:
    """The point itself as often as not, and other values of the integers."""
    others = models(sorts)

    def model(r: random.Random) -> Model:
        return Model(dict(point.env)) if r.random() < 0.2 else others(r)

    return model


def by_entries(rng: random.Random) -> Instance:
    """Small literal sizes; formulas with inverses, powers and binders."""
    m = rng.randint(1, 2)
    sorts: dict[str, Expr] = {"A": ("matrix", m, m), "B": ("matrix", m, rng.randint(0, 2)), "k": ("integer", 0, 3),
                              "V": ("sequence", ("matrix", m, m)), "c": ("real",)}  # fmt: skip

    def term(depth: int = 2) -> Expr:
        kind = rng.randint(0, 9)
        if depth == 0 or kind < 2:
            return rng.choice(("A", ("eye", m), ("T", "A"), ("matrix", *(("row", *([rng.randint(-1, 2)] * m)),) * m)))
        if kind < 4:
            return (rng.choice("+-*"), term(depth - 1), term(depth - 1))
        if kind < 6:
            return ("^", term(depth - 1), rng.choice((0, 1, 2, "k", -1)))
        if kind == 6:
            return ("inverse", term(depth - 1))
        if kind == 7:
            return ("sum", ("*", "i", term(depth - 1)), "i", 0, rng.randint(-1, 2))
        return (
            "*",
            rng.choice(("c", ("det", "A"), ("trace", "A"), ("entry", "A", 0, rng.randint(0, m - 1)))),
            term(depth - 1),
        )

    formula: Expr = (rng.choice(("==", "!=")), term(), term())
    if rng.random() < 0.15:  # each of them is 1 where its matrix can be inverted
        bases = rng.sample(("A", ("+", "A", ("T", "A")), ("at", "V", "k"), ("-", "A", ("eye", m)), ("^", "A", 2)), 3)
        ones = [("*", b, ("inverse", b)) for b in bases]
        formula = ("==", ones[0], ones[1] if rng.random() < 0.5 else ("*", *ones[1:]))
    if rng.random() < 0.3:
        formula = ("forall", rng.choice(("c", "u")), ("real",), formula)
    if rng.random() < 0.3:
        formula = (rng.choice(("<", "<=")), ("trace", term()), ("det", term()))
    facts: dict[str, Expr] = {"e": ("==", ("^", "A", rng.choice((1, 2, "k"))), term(1))}
    node: dict[str, Any] = {"rule": "by-entries", "then": DONE, "apart": [DONE] * str(formula).count("'inverse'")}
    if rng.random() < 0.3:
        node["equations"] = ["e"]
    else:
        facts = {}
    goal = formula
    if rng.random() < 0.5:
        facts["f"] = formula
        node |= {"on": "f", "as": "new"}
        goal = FALSE
    s = sequent(sorts, facts)
    s.formula(formula)
    free = models(sorts)

    def model(r: random.Random) -> Model:
        found = free(r)
        if r.random() < 0.3:  # a matrix without an inverse
            found.env["A"] = found.value(("-", "A", "A"), found.env)
        return found

    return Instance(s, goal, node, model, models=20, total=True)


ALGEBRA: dict[str, Generator] = {
    "linear": linear, "order": order, "arith": arith, "by-entries": by_entries,
}  # fmt: skip
