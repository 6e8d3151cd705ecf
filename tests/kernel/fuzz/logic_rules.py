"""Random nodes of the rules of logic: formulas over small finite ranges, where every model decides everything.

Bound names are drawn from the same few letters as free ones, so that they clash as often as not.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from fuzz.harness import DONE, Direct, Generator, Instance, applied, plain, sequent
from fuzz.models import Model
from fuzz.values import FALSE, Expr

LETTERS = ("i", "j", "k", "n", "m")


class Talk:
    """Random terms and formulas about integers in small ranges, and sequences of integers."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.sorts: dict[str, Expr] = {"p": ("sequence", ("integer", -1, 2)), "q": ("sequence", ("integer", 0, 1))}
        for name in rng.sample(LETTERS, rng.randint(1, 3)):
            self.sorts[name] = self.range_([n for n in self.sorts if n in LETTERS], False)

    @property
    def names(self) -> list[str]:
        return [n for n in self.sorts if n in LETTERS]

    def range_(self, scope: list[str], moving: bool = True) -> Expr:
        rng = self.rng
        lo, hi = rng.randint(-1, 2), rng.randint(-1, 3)
        if moving and scope and rng.random() < 0.4:
            return ("integer", lo, rng.choice(scope)) if rng.random() < 0.6 else ("integer", rng.choice(scope), hi)
        return ("integer", lo, hi if moving else lo + rng.randint(0, 2))

    def term(self, scope: list[str], depth: int = 2) -> Expr:
        rng = self.rng
        kind = rng.random()
        if depth == 0 or kind < 0.3:
            return rng.choice(scope) if scope and rng.random() < 0.7 else rng.randint(-1, 3)
        if kind < 0.5:
            return ("at", rng.choice("pq"), self.term(scope, depth - 1))
        if kind < 0.62:
            j = rng.choice(LETTERS)
            ends = self.range_(scope)
            return ("sum", self.term([*scope, j], depth - 1), j, *ends[1:])
        return (rng.choice("+-*"), self.term(scope, depth - 1), self.term(scope, depth - 1))

    def formula(self, scope: list[str], depth: int = 2) -> Expr:
        rng = self.rng
        kind = rng.random()
        if depth == 0 or kind < 0.3:
            relation = rng.choice(("==", "==", "!=", "<", "<=", ">", ">="))
            return (relation, self.term(scope), self.term(scope))
        if kind < 0.5:
            return (rng.choice(("and", "or")), self.formula(scope, depth - 1), self.formula(scope, depth - 1))
        if kind < 0.6:
            return ("implies", self.formula(scope, depth - 1), self.formula(scope, depth - 1))
        if kind < 0.65:
            return ("not", self.formula(scope, depth - 1))
        return self.bound(rng.choice(("forall", "exists")), scope, depth)

    def bound(self, kind: str, scope: list[str], depth: int = 2) -> Expr:
        name = self.rng.choice(LETTERS)
        return (kind, name, self.range_(scope), self.formula([*scope, name], depth - 1))

    def label(self) -> str:
        return self.rng.choice(("f", "g", "new", "new", "new"))


def _facts(t: Talk, *first: Expr) -> dict[str, Expr]:
    facts = dict(zip(("f", "g"), first, strict=False))
    if t.rng.random() < 0.3:
        facts["h"] = t.formula(t.names, 1)
    return facts


def likely(t: Talk, make: Callable[[], Expr]) -> Expr:
    """A formula that holds in some model, or one that perhaps does: what is never met by a fact tests nothing."""
    f = make()
    for _ in range(4):
        if any(plain(t.sorts)(t.rng).holds(f) for _ in range(2)):
            break
        f = make()
    return f


def _made(t: Talk, facts: dict[str, Expr], goal: Expr, node: dict[str, Any]) -> Instance:
    s = sequent(t.sorts, facts)
    s.formula(goal)
    return Instance(s, goal, node, plain(t.sorts), models=8)


def intro(rng: random.Random) -> Instance:
    t = Talk(rng)
    kind = rng.randint(0, 2)
    goal = (
        t.bound("forall", t.names) if kind == 0
        else ("implies", t.formula(t.names), t.formula(t.names)) if kind == 1
        else ("!=", t.term(t.names), t.term(t.names))
    )  # fmt: skip
    name = rng.choice((*LETTERS, "x", "y")) if kind == 0 else t.label()
    return _made(t, _facts(t), goal, {"rule": "intro", "as": name, "then": DONE})


def split(rng: random.Random) -> Instance:
    t = Talk(rng)
    parts = [t.formula(t.names, 1) for _ in range(rng.randint(0, 3))]
    goal = (rng.choice(("and", "and", "and", "or")), *parts) if parts else rng.choice((("true",), FALSE))
    return _made(t, _facts(t), goal, {"rule": "split", "nodes": [DONE] * (len(parts) - (rng.random() < 0.1))})


def choose(rng: random.Random) -> Instance:
    t = Talk(rng)
    goal = (rng.choice(("or", "or", "or", "and")), *(t.formula(t.names, 1) for _ in range(rng.randint(1, 3))))
    return _made(t, _facts(t), goal, {"rule": "choose", "index": rng.randint(-1, 3), "then": DONE})


def witness(rng: random.Random) -> Instance:
    t = Talk(rng)
    goal = t.bound("exists", t.names)
    value = t.term(t.names, 1) if rng.random() < 0.6 else rng.choice((*goal[2][1:], 0, 1))
    return _made(t, _facts(t), goal, {"rule": "witness", "value": value, "then": DONE})


def witness_sequence(rng: random.Random) -> Instance:
    """There is a sequence: its value is a term in an index whose name may also be bound or free inside."""
    t = Talk(rng)
    goal = ("exists", "q", t.sorts.pop("q"), t.formula(t.names))
    index = rng.choice((*LETTERS, "x"))
    value: Expr = ("mod", t.term([*t.names, index], 1), 2) if rng.random() < 0.3 else rng.randint(0, 1)
    if rng.random() < 0.6:  # there is one such sequence
        e = t.term([*t.names, index], 1)
        sort: Expr = ("integer", 0, 0)
        if rng.random() < 0.3:
            sort = ("integer", *rng.choice(((1, 1), (-1, -1), (t.names[0], t.names[0]))))
        goal, value = ("exists", "q", ("sequence", sort), goal[3]), rng.choice((0, ("-", e, e), 1, e, ("/", 1, 2)))
    return _made(t, {}, goal, {"rule": "witness", "value": value, "index": index, "then": DONE})


def have(rng: random.Random) -> Instance:
    t = Talk(rng)
    node = {"rule": "have", "formula": t.formula(t.names), "as": t.label(), "proof": DONE, "then": DONE}
    return _made(t, _facts(t), t.formula(t.names), node)


def use(rng: random.Random) -> Instance:
    t = Talk(rng)
    names = [rng.choice(LETTERS) for _ in range(rng.randint(1, 2))]
    scope, premises = [*t.names, *names], rng.randint(0, 2)
    sorts = [t.range_([*t.names, *names[:k]]) for k in range(len(names))]

    def universal() -> Expr:
        fact: Expr = t.formula(scope, 1)
        for _ in range(premises):
            fact = ("implies", t.formula(scope, 1), fact)
        for name, sort in zip(reversed(names), reversed(sorts), strict=True):
            fact = ("forall", name, sort, fact)
        return fact

    values: list[Expr] = []
    for sort in sorts:
        ends = [e for e in sort[1:] if isinstance(e, int)]
        inside = rng.randint(min(ends), max(ends)) if rng.random() < 0.7 else t.term(t.names, 1)
        values.append(inside)
    node: dict[str, Any] = {"rule": "use", "fact": "f", "as": "new", "then": DONE, "at": values,
                            "premises": [DONE] * premises}  # fmt: skip
    if rng.random() < 0.2:
        node["part"] = rng.randint(-1, 2)
    return _made(t, _facts(t, likely(t, universal)), FALSE, node)


def obtain(rng: random.Random) -> Instance:
    t = Talk(rng)
    node = {"rule": "obtain", "fact": "f", "name": rng.choice((*LETTERS, "x", "p")), "as": t.label(), "then": DONE}
    return _made(t, _facts(t, likely(t, lambda: t.bound("exists", t.names))), t.formula(t.names, 1), node)


def cases(rng: random.Random) -> Instance:
    t = Talk(rng)
    word, count = rng.choice(("or", "or", "or", "and")), rng.randint(1, 3)
    fact = likely(t, lambda: (word, *(t.formula(t.names, 1) for _ in range(count))))
    node = {"rule": "cases", "fact": "f", "as": "new", "nodes": [DONE] * (count - (rng.random() < 0.1))}
    return _made(t, _facts(t, fact), t.formula(t.names, 1), node)


def either(rng: random.Random) -> Instance:
    t = Talk(rng)
    node = {"rule": "either", "formula": t.formula(t.names), "as": "new", "yes": DONE, "no": DONE}
    return _made(t, _facts(t), t.formula(t.names, 1), node)


def renamed(t: Talk, e: Expr) -> Expr:
    """A formula with some binders renamed, well or badly."""
    rng = t.rng
    if not isinstance(e, tuple):
        return e
    if e[0] in ("forall", "exists") and rng.random() < 0.7:
        new = rng.choice((*LETTERS, "x"))
        return (e[0], new, e[2], renamed(t, _put(e[3], e[1], new)))
    if e[0] == "sum" and rng.random() < 0.7:
        new = rng.choice((*LETTERS, "x"))
        return ("sum", renamed(t, _put(e[1], e[2], new)), new, *e[3:])
    if e[0] in ("<", "<=", ">", ">=") and rng.random() < 0.3:
        turned = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}[e[0]]
        return (turned, e[2], e[1]) if rng.random() < 0.8 else (turned, e[1], e[2])
    return (e[0], *(renamed(t, a) for a in e[1:]))


def _put(e: Expr, old: str, new: str) -> Expr:
    """A name for another one wherever it stands, as somebody would write who has not heard of binders."""
    if e == old:
        return new
    return (e[0], *(_put(a, old, new) for a in e[1:])) if isinstance(e, tuple) else e


def exact(rng: random.Random) -> Instance:
    t = Talk(rng)
    fact = likely(t, lambda: t.formula(t.names, 3))
    return _made(t, _facts(t, fact), renamed(t, fact), {"rule": "exact", "fact": "f"})


def contradict(rng: random.Random) -> Instance:
    t = Talk(rng)
    fact = likely(t, lambda: t.formula(t.names)) if rng.random() < 0.9 else rng.choice((("true",), FALSE))
    return _made(t, _facts(t, fact), t.formula(t.names, 1), {"rule": "contradict", "fact": "f", "proof": DONE})


def negate(rng: random.Random) -> Instance:
    t = Talk(rng)
    return _made(t, _facts(t), t.formula(t.names), {"rule": "negate", "as": "new", "then": DONE})


def induction(rng: random.Random) -> Instance:
    t = Talk(rng)
    goal = t.bound("forall", t.names)
    if rng.random() < 0.2:
        goal = (*goal[:2], (*goal[2][:2], "oo"), goal[3])
    node: dict[str, Any] = {"rule": "induction", "name": rng.choice((*LETTERS, "x")), "as": "new", "base": DONE,
                            "step": DONE}  # fmt: skip
    if rng.random() < 0.3:
        node["strong"] = True
    if rng.random() < 0.2:
        node["range"] = t.label()
    return _made(t, _facts(t), goal, node)


def axiom(rng: random.Random) -> Direct:
    """The one closed formula, for some size of its matrices."""
    node = {"rule": "instance", "name": "resolution-of-identity", "at": [], "premises": [],
            "as": rng.choice(("new", "f")), "then": DONE}  # fmt: skip
    asked = applied(Instance(sequent({}, {}), FALSE, node, plain({})))
    if asked is None:
        return Direct(False, None)
    _, n, _, body = asked[0].facts[node["as"]]
    found = Model({n: Fraction(rng.randint(1, 10))}).holds(body)
    return Direct(True, "certain" if found is False else None, found is not None)


LOGIC: dict[str, Generator] = {
    "intro": intro, "split": split, "choose": choose, "witness": witness, "have": have, "use": use, "obtain": obtain,
    "cases": cases, "either": either, "exact": exact, "contradict": contradict, "negate": negate,
    "induction": induction, "instance/axiom": axiom, "witness/sequence": witness_sequence,
}  # fmt: skip
