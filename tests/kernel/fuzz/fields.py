"""Random nodes of the rules about numbers: rational functions, squares, and equals put for equals."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from fuzz.algebra import models
from fuzz.harness import DONE, Generator, Instance, sequent
from fuzz.values import FALSE, Expr

from verifier.kernel.algebra.counting import counted


class Reals:
    """Rational terms in a few real numbers."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.sorts: dict[str, Expr] = {"x": ("real",), "y": ("real",), "z": ("real",), "n": ("integer", -2, 3)}

    def term(self, depth: int = 3) -> Expr:
        rng = self.rng
        if depth == 0 or rng.random() < 0.2:
            return rng.choice(("x", "y", "z", 1, 2, -1))
        op = rng.choice("++-**/^^")
        if op == "^":
            return ("^", self.term(depth - 1), rng.choice((2, 0, 1, 3, -1, -2, "n", ("+", "n", 1), ("/", 1, 2))))
        return (op, self.term(depth - 1), self.term(depth - 1))

    def rewritten(self, e: Expr) -> Expr:
        rng = self.rng
        if not isinstance(e, tuple):
            return e
        e = (e[0], *(self.rewritten(a) for a in e[1:]))
        if len(e) != 3 or rng.random() < 0.5:
            return e
        bad, op = rng.random() < 0.15, e[0]
        a, b = e[1:3]
        if op in ("+", "*"):
            if isinstance(b, tuple) and b[0] == "+" and op == "*":
                return ("+", ("*", a, b[1]), ("*", b[2], b[1] if bad else a))
            return (op, b, a)
        if op == "/":
            if isinstance(a, tuple) and a[0] in "+-":
                return (a[0], ("/", a[1], b), ("/", a[2], b))
            return ("*", a, ("^", b, -1)) if not bad else ("/", 1, ("/", b, a))
        if op == "^":
            if isinstance(a, tuple) and a[0] in "*/":
                return (a[0], ("^", a[1], b), ("^", a[2], b))
            if isinstance(a, tuple) and a[0] == "^":
                return ("^", a[1], ("*", a[2], b))
            return ("*", a, ("^", a, ("-", b, 1)))
        return e


def _of_numbers(
    rng: random.Random, rule: str, build: Callable[[Reals], tuple[dict[str, Expr], Expr, dict[str, Any]]]
) -> Instance:
    t = Reals(rng)
    facts, goal, node = build(t)
    s = sequent(t.sorts, facts)
    s.formula(goal)
    return Instance(s, goal, {"rule": rule, **node}, models(t.sorts), models=14, total=True)


def _denominators(e: Expr) -> list[Expr]:
    if not isinstance(e, tuple):
        return []
    own = [e[2]] if e[0] == "/" else [e[1]] if e[0] == "^" and e[2] not in (0, 1, 2, 3) else []
    return own + [d for a in e[1:] for d in _denominators(a)]


def _cancelled(t: Reals) -> tuple[Expr, Expr]:
    """A sum of terms, each of them over a denominator and times it, and the sum of the terms themselves."""
    rng = t.rng
    below: list[Expr] = [rng.choice("xyz"), ("-", "x", rng.choice((1, "y"))), ("+", "y", 1), ("-", "z", 2)]
    rng.shuffle(below)
    parts = [(rng.choice(("x", "y", 1, 2)), d) for d in below[: rng.randint(2, 4)]]
    return ("+", *(("/", ("*", e, d), d) for e, d in parts)), ("+", *(e for e, _ in parts))


def _counted(rng: random.Random) -> tuple[Expr, Expr]:
    """A combinatorial function at literals, in its range and out of it, and a number that may be its value."""
    words = ("factorial", "binomial", "fibonacci", "harmonic", "stirling1", "stirling2", "bell", "gamma", "root")
    word = rng.choice(words)
    args = [rng.randint(-2, 9) for _ in range(2 if word in ("binomial", "stirling1", "stirling2", "root") else 1)]
    args += [rng.randint(-2, 2)] * (rng.random() < (0.5 if word == "harmonic" else 0.1))
    value = counted(word, args)
    said = Fraction(rng.choice((0, 1, 2)) if value is None or rng.random() < 0.2 else value)
    written = [("-", ("+", a, "x"), "x") if rng.random() < 0.3 else a for a in args]
    return ("fn", word, *written), ("/", said.numerator, said.denominator)


def field(rng: random.Random) -> Instance:
    """An identity of rational functions, with most of the denominators that it needs, or of computed numbers."""

    def build(t: Reals) -> tuple[dict[str, Expr], Expr, dict[str, Any]]:
        a = t.term()
        b = t.rewritten(a)
        if rng.random() < 0.3:
            a, b = _cancelled(t)
        elif rng.random() < 0.2:
            a, b = _counted(rng)
        facts: dict[str, Expr] = {}
        terms = []
        if rng.random() < 0.3:
            facts["f"] = ("==", "z", t.term(1))
            b = ("+", b, ("*", "x", ("-", "z", facts["f"][2])))
            terms = [{"fact": "f", "times": rng.choice(("x", ("neg", "x"), 1))}]
        below = [d for d in dict.fromkeys(_denominators(a) + _denominators(b)) if rng.random() < 0.9]
        return facts, ("==", a, b), {"nonzero": [{"of": d, "proof": DONE} for d in below], "terms": terms}

    return _of_numbers(rng, "field", build)


def positive(rng: random.Random) -> Instance:
    """u R u + weighted products of facts and squares."""

    def build(t: Reals) -> tuple[dict[str, Expr], Expr, dict[str, Any]]:
        facts = {"f": (rng.choice(("<", "<=", ">", "!=", "==")), t.term(1), t.term(1)), "g": ("<=", 0, "x")}
        products: list[dict[str, Any]] = []
        total: list[Expr] = []
        for _ in range(rng.randint(1, 2)):
            p: dict[str, Any] = {"weight": rng.choice((1, 2, "1/3", -1, 0))}
            w = Fraction(p["weight"])
            parts: list[Expr] = [("/", w.numerator, w.denominator)]
            p["facts"] = rng.sample(["f", "g"], rng.randint(0, 2))
            for label in p["facts"]:
                r, a, b = facts[label]
                gap: Expr = ("-", a, b) if r == ">" else ("-", b, a)
                parts += [gap, gap] if r == "!=" and rng.random() < 0.9 else [gap]
            if rng.random() < 0.6:
                p["square"] = t.term(1)
                parts += [p["square"], p["square"]]
            products.append(p)
            total.append(("*", *parts))
        u = t.term(1)
        v: Expr = ("+", u, *total)
        v = t.rewritten(v) if rng.random() < 0.4 else v
        if rng.random() < 0.4:  # the same but where a denominator vanishes
            d = rng.choice(("x", "y", ("-", "x", "z"), ("+", "y", 1)))
            u, v = (("/", ("*", e, d), d) if rng.random() < 0.5 else e for e in (u, v))
        if rng.random() < 0.3:
            a, b = _cancelled(t)
            u, v = ("+", u, a), ("+", v, b)
        below = [d for d in dict.fromkeys((*_denominators(u), *_denominators(v))) if rng.random() < 0.9]
        node: dict[str, Any] = {"products": products, "nonzero": [{"of": d, "proof": DONE} for d in below]}
        goal: Expr = (rng.choice(("<", "<=")), *((u, v) if rng.random() < 0.9 else (v, u)))
        if rng.random() < 0.15:
            node["multiplier"] = [{"facts": ["g"]}]
        return facts, goal, node

    return _of_numbers(rng, "positive", build)


def replace(rng: random.Random) -> Instance:
    """Equals for equals under binders whose names occur in the equation."""
    from fuzz.harness import plain
    from fuzz.logic_rules import Talk, likely

    t = Talk(rng)
    old = t.term(t.names)
    equation = likely(t, lambda: ("==", old, t.term(t.names) if rng.random() < 0.7 else ("+", old, 0)))
    target = t.formula(t.names, 2)
    if rng.random() < 0.6:  # the term stands somewhere for sure
        target = (
            "forall",
            rng.choice("ijknm"),
            t.range_(t.names),
            (rng.choice(("==", "<=")), ("+", old, 0), t.term(t.names)),
        )
    facts = {"f": equation, "g": target}
    node: dict[str, Any] = {"rule": "replace", "fact": "f", "then": DONE, "back": rng.random() < 0.3}
    if rng.random() < 0.5:
        node |= {"on": "g", "as": "new"}
        goal: Expr = FALSE
    else:
        del facts["g"]
        goal = target
    s = sequent(t.sorts, facts)
    s.formula(goal)
    return Instance(s, goal, node, plain(t.sorts), models=25)


FIELDS: dict[str, Generator] = {
    "field": field, "positive": positive, "replace": replace,
}  # fmt: skip
