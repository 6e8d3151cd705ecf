"""Random nodes of the rules about finite sums, the table of facts, and sequences with their limits."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from fuzz.algebra import models
from fuzz.harness import DONE, Generator, Instance, Obligation, plain, sequent
from fuzz.logic_rules import LETTERS, Talk
from fuzz.matrices import Curve, Mat, falling_curve, rational
from fuzz.models import Model
from fuzz.numbers import CONTEXT as MP
from fuzz.numbers import Ratio, T, Undefined, approx
from fuzz.values import FALSE, REAL, Expr
from fuzz.words import line

from verifier.kernel.facts.schemas import TABLE
from verifier.language.named import schema


def _sum(t: Talk) -> Expr:
    rng = t.rng
    j = rng.choice(LETTERS)
    body = t.term([*t.names, j], 2)
    return (rng.choice(("sum", "sum", "product")), body, j, *t.range_(t.names)[1:])


def _ill(t: Talk) -> Expr:
    """Something that is no integer, or no number."""
    t.sorts |= {"r": REAL, "z": ("complex",), "M": ("matrix", 2, 2)}
    return t.rng.choice(("r", "z", "M", "M", ("/", 1, 2), ("+", "r", 1), ("trace", "M"), ("fn", "I")))


def sum_range(rng: random.Random) -> Instance:
    """Split terms off at both ends, or all of them; the rest may be less than empty, and an end no integer."""
    t = Talk(rng)
    e = _sum(t)
    if rng.random() < 0.15:
        place = rng.choice((1, 1, 3, 4))
        e = (*e[:place], rng.choice((_ill(t), ("+", e[place], _ill(t)))), *e[place + 1 :])
    ends = [("+", e[3], rng.randint(-1, 2)), ("-", e[4], rng.randint(-1, 2))]
    if rng.random() < 0.3:
        ends[0] = rng.choice((e[3], ("+", e[4], rng.randint(0, 2))))
    node = {"rule": "sum-range", "of": e, "range": ends, "as": "new", "then": DONE}
    return Instance(sequent(t.sorts, {}), FALSE, node, plain(t.sorts), models=10)


def _at(e: Expr, name: str, value: Expr) -> Expr:
    if e == name:
        return value
    if not isinstance(e, tuple) or (e[0] in ("sum", "product") and e[2] == name):
        return e
    return (e[0], *(_at(a, name, value) for a in e[1:]))


# -- the table ---------------------------------------------------------------------------------------------------

_SPECIAL = (0, 1, -1, 2, -2, Fraction(1, 2), Fraction(-1, 2), Fraction(1, 3), 3, Fraction(1, 10), Fraction(9, 10))


def fact(rng: random.Random, name: str | None = None) -> Instance:
    """A line of the table at numbers: real, at the ends of conditions, and complex where letters may be."""
    name = name or rng.choice(sorted(TABLE))
    letters, conditions, _ = schema(name)
    sorts: dict[str, Expr] = {}
    terms: list[Expr] = []
    for letter in letters:
        integer = letter in "kmn"
        sort: Expr = ("integer", "-oo", "oo") if integer else ("real",)
        if letter in "zw" and rng.random() < 0.5:
            sort = ("complex",)
        sorts[letter] = sort
        terms.append(letter)
    if rng.random() < 0.1 and terms:
        terms[rng.randrange(len(terms))] = rng.choice((("fn", "I"), ("/", 1, 2), "none", -1))
    premises = [DONE] * len(conditions)
    node: dict[str, Any] = {
        "rule": "instance",
        "name": name,
        "at": terms,
        "premises": premises,
        "as": "new",
        "then": DONE,
    }

    def model(r: random.Random) -> Model:
        m = Model({}, seed=r.randint(0, 10**6))
        for letter, sort in sorts.items():
            if sort[0] == "integer":
                m.env[letter] = Fraction(r.choice((r.randint(-3, 6), r.randint(-3, 6), 0, 1)))
            elif sort[0] == "complex":
                m.env[letter] = MP.mpc(approx(rational(r)), approx(rational(r)))
            else:
                m.env[letter] = Fraction(r.choice(_SPECIAL)) if r.random() < 0.6 else rational(r) * r.choice((1, 1, 3))
        return m

    return Instance(sequent(sorts, {}), FALSE, node, model, models=12, note=name)


# -- sequences ---------------------------------------------------------------------------------------------------


def _of_sequences(rng: random.Random, depth: int, names: tuple[str, ...] = ("s", "r"), index: Expr = "t") -> Expr:
    """A term in members of sequences: polynomials, and what must not pass to a limit."""
    kind = rng.random()
    if depth == 0 or kind < 0.3:
        shift = rng.choice((0, 0, 1, 2))
        if rng.random() < 0.15:
            return rng.choice((1, 2, "c", index))
        return ("at", rng.choice(names), index if shift == 0 else ("+", index, shift))

    def inner() -> Expr:
        return _of_sequences(rng, depth - 1, names, index)

    if kind < 0.6:
        return (rng.choice("+-*"), inner(), inner())
    if kind < 0.8:
        e: Expr = ("^", inner(), rng.choice((2, 3, 0, -1, -2, "k", ("neg", "k"), ("-", "k", 2))))
    elif kind < 0.87:
        e = ("/", inner(), inner())
    else:
        e = ("sum", inner(), rng.choice(("i", "k", "t")), 0, rng.choice((2, "k")))
    return (rng.choice(("trace", "T", "neg")), e) if rng.random() < 0.4 else e


def limit(rng: random.Random) -> Instance:
    """w[t] R f(s[t], ...) for all t, with the limits of all three sequences; w is made so that the relation holds."""
    sorts: dict[str, Expr] = dict.fromkeys("srw", ("sequence", ("real",)))
    sorts |= {"c": ("real",), "k": ("integer", -1, 2), "sl": ("real",), "rl": ("real",), "wl": ("real",)}
    f = _of_sequences(rng, rng.randint(1, 3))
    relation = rng.choice(("==", "==", "<=", ">=", "<"))
    tends = {f"{n}-to": ("tends", ("at", n, "t"), "t", f"{n}l") for n in "srw"}
    once = rng.random() < 0.1  # only for some t: nothing follows
    still = rng.random() < 0.1  # convergence of a member, which does not move, in some index
    if still:
        tends["s-to"] = ("tends", ("at", "s", "k"), "t", "sl")
    facts = {"f": ("exists" if once else "forall", "t", ("integer", 0, "oo"), (relation, ("at", "w", "t"), f)), **tends}
    node = {"rule": "limit", "fact": "f", "limits": rng.sample(sorted(tends), rng.choice((3, 3, 3, 2))), "as": "new",
            "continuous": DONE, "then": DONE}  # fmt: skip
    s = sequent(sorts, facts)

    def model(r: random.Random) -> Model:
        m = Model({"c": rational(r), "k": Fraction(r.randint(-1, 2))}, seed=r.randint(0, 10**6))
        for n in "sr":
            m.env[n] = falling_curve(r, (1, 1), zero=0.5)
            m.env[f"{n}l"] = _end(m.env[n](T))
        w = m.number(f, {**m.env, "t": T})
        if isinstance(w, Ratio) and w.limit() is None:
            raise Undefined("a sequence that does not converge")
        if once:
            w = m.number(f, {**m.env, "t": Fraction(0)})
        if still:
            m.env["sl"] = m.env["s"](m.env["k"])
        m.env["w"] = Curve(w)
        m.env["wl"] = _end(w)
        return m

    return Instance(
        s, FALSE, node, model, frozenset({"f", *tends}) if relation != "<" else frozenset(tends), 6, total=True
    )


def _end(x: Any) -> Fraction:
    end = x.limit() if isinstance(x, Ratio) else x
    if not isinstance(end, Fraction):
        raise Undefined("no limit")
    return end


def _convergence(rng: random.Random) -> tuple[dict[str, Expr], Expr]:
    sorts: dict[str, Expr] = {"s": ("sequence", ("real",)), "c": ("real",), "k": ("integer", 0, 2), "l": ("real",)}
    t = rng.choice(("t", "k", "c", "h", "n"))
    body = _of_sequences(rng, rng.randint(0, 1), ("s",), t)
    return sorts, ("tends", body, t, rng.choice(("l", "c", 0, 1, ("at", "s", "k"))))


def _with_limit(sorts: dict[str, Expr]) -> Any:
    free = models(sorts)

    def model(r: random.Random) -> Model:
        m = free(r)
        if r.random() < 0.6:
            m.env["l"] = _end(m.env["s"](T))
        if r.random() < 0.5:
            m.env["c"] = m.env["l"]
        return m

    return model


def convergence(rng: random.Random) -> Instance:
    sorts, formula = _convergence(rng)
    if rng.random() < 0.4:
        formula = ("tends", ("*", ("at", "s", formula[2]), rng.choice((0, 1))), formula[2], formula[3])
    node = {"rule": "convergence", "of": formula, "as": "new", "then": DONE}
    return Instance(sequent(sorts, {}), FALSE, node, _with_limit(sorts), models=20)


def recursion(rng: random.Random) -> Instance:
    """The sequence that the rule takes exists: computed step by step, its values are of the sort."""
    shape: Expr = rng.choice((REAL, REAL, ("matrix", 2, 1)))
    sorts: dict[str, Expr] = {"c": REAL, "k": ("integer", 0, 2), "s": ("sequence", REAL), "A": ("matrix", 2, 2),
                              "b": ("matrix", 2, 1), "z": ("complex",)}  # fmt: skip
    names = [rng.choice(("w", "v", "t", "c", "k", "u")) for _ in range(3)]
    if rng.random() < 0.7:
        names = rng.sample(("w", "v", "t", "u"), 3)
    name, index, value = names
    scope: list[Expr] = ["c", "k", index, value, ("at", "s", rng.choice((index, "k"))), 1, 2]
    start: Expr = rng.choice(("c", 0, "k", 1))
    step: Expr = (rng.choice("+*-"), rng.choice(scope), rng.choice(scope))
    if rng.random() < 0.3:
        inside = (rng.choice("+*"), rng.choice((*names, "i")), rng.choice(scope))
        step = ("sum", inside, rng.choice((*names, "i")), 0, 2)
    if shape != REAL:
        start = rng.choice(("b", ("zeros", 2, 1)))
        step = (rng.choice("+-"), ("*", "A", value), rng.choice(("b", value)))
    ill: list[Expr] = ["z", ("*", "z", "c"), ("fn", "I"), "b" if shape == REAL else "c", "A", ("*", "A", "b")]
    if rng.random() < 0.15:
        start = rng.choice(ill)
    if rng.random() < 0.15:
        step = rng.choice((*ill, ("*", value, "z"), ("+", value, ("fn", "I")), ("/", value, index)))
    node = {"rule": "recursion", "name": name, "index": index, "value": value, "sort": _listed(shape), "start": start,
            "next": step, "as": "new", "then": DONE}  # fmt: skip

    def refuted(m: Model, o: Obligation) -> bool | None:
        """Whether the sequence that satisfies the fact has a value of another sort."""
        w = [m.value(start, m.env)]
        for i in range(4):
            w.append(m.value(step, {**m.env, index: Fraction(i), value: w[-1]}))
        if not all(_of_sort(x, shape) for x in w):
            return True
        env = {**m.env, name: lambda t: w[int(t)]}
        first, (_, t, _, following) = o.facts["new"][1:]
        parts = [m.holds(first, env), *(m.holds(following, {**env, t: Fraction(i)}) for i in range(4))]
        return True if False in parts else None if None in parts else False

    return Instance(sequent(sorts, {}), FALSE, node, models(sorts), models=2, refuted=_or_none(refuted))


def _listed(e: Expr) -> Any:
    return [_listed(a) for a in e] if isinstance(e, tuple) else e


def _of_sort(x: Any, sort: Expr) -> bool:
    if isinstance(x, Mat):
        return sort[0] == "matrix" and (x.m, x.n) == sort[1:] and all(_of_sort(a, REAL) for r in x.rows for a in r)
    return sort == REAL and not isinstance(line(x), MP.mpc)


def _or_none(ask: Callable[[Model, Obligation], bool | None]) -> Callable[[Model, Obligation], bool | None]:
    def asked(m: Model, o: Obligation) -> bool | None:
        try:
            return ask(m, o)
        except (Undefined, OverflowError):
            return None

    return asked


SUMS_AND_FACTS: dict[str, Generator] = {
    "sum-range": sum_range, "instance": fact,
    "limit": limit, "convergence": convergence,
    "recursion": recursion,
}  # fmt: skip
