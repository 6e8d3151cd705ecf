"""Expectations, gradients, traces and transposes against exact evaluation, and what went wrong once.

Random expressions of symbolic sizes are read by the kernel; at small sizes the reference (`reference.py`) gives
their values as polynomials in the entries of the variables of gradients.  The normal form must be the same polynomial.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import flint
import pytest
from reference import NoValue, Table, World

from verifier.kernel.algebra.canonical import normal
from verifier.kernel.algebra.closing import Balance
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.check import check
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import Expr
from verifier.language.laws.outcomes import with_outcomes
from verifier.prove.matrices.spelling import Rewriting

Sizes = tuple[Any, Any]
FIXED: dict[str, Sizes] = {"A": ("d", "d"), "G": ("d", "d"), "K": ("d", "k"), "L": ("k", "d"), "B": ("d", 1),
                           "C": (1, "d"), "x": (1, 1), "u": (1, 1)}  # fmt: skip
BY = ("A", "K", "B", "C", "x")  # variables of gradients
SEQUENCES: dict[str, Sizes] = {"s": (1, 1), "U": ("d", "d"), "V": ("d", 1)}
RANDOM: dict[str, Sizes] = {"z": (1, 1), "Y": ("d", 1), "X": ("d", "d"), "W": ("k", 1)}
RANDOM_SEQUENCES: dict[str, Sizes] = {"r": (1, 1), "R": ("d", 1)}
FACTS: dict[str, Expr] = {
    "centred": ("==", ("fn", "expect", "Y"), ("zeros", "d", 1)),
    "white": ("==", ("fn", "expect", ("*", "Y", ("T", "Y"))), ("eye", "d")),
    "mean": ("==", ("fn", "expect", "z"), 0),
    "variance": ("==", ("fn", "expect", ("^", "z", 2)), 1),
    "uncorrelated": ("==", ("fn", "expect", ("*", "z", "Y")), ("zeros", "d", 1)),
    "means": ("forall", "t", ("integer", 0, "oo"), ("==", ("fn", "expect", ("at", "R", "t")), ("at", "V", "t"))),
    "white in time": ("forall", "i", ("integer", 0, 1), ("forall", "j", ("integer", 0, 1),
                      ("==", ("fn", "expect", ("*", ("at", "r", "i"), ("at", "r", "j"))), ("delta", "i", "j")))),
    "involution": ("==", ("*", "G", "G"), ("eye", "d")),
    "vector": ("==", "B", ("at", "V", 0)),
    "matrix": ("==", "A", "G"),
    "number": ("==", "x", "u"),
}  # fmt: skip


CHANCES: dict[str, Expr] = dict.fromkeys([*RANDOM, *RANDOM_SEQUENCES], ("random", ("real",)))
FACTS = {label: with_outcomes(fact, CHANCES) for label, fact in FACTS.items()}


def sort(size: Sizes) -> Expr:
    return ("real",) if size == (1, 1) else ("matrix", *size)


def scope() -> Sequent:
    s = Sequent()
    for name, least in (("d", 1), ("k", 1), ("n", 0), ("m", 0), ("q", "-oo")):
        s = s.declare(name, ("integer", least, "oo"))
    for names, wrap in (
        (FIXED, lambda e: e), (SEQUENCES, lambda e: ("sequence", e)), (RANDOM, lambda e: ("random", e)),
        (RANDOM_SEQUENCES, lambda e: ("random", ("sequence", e))),
    ):  # fmt: skip
        for name, size in names.items():
            s = s.declare(name, wrap(sort(size)))
    return s


class Expressions:
    """Random well-typed expressions."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def index(self, scope: tuple[str, ...]) -> Expr:
        rng = self.rng
        base: Expr = rng.choice(["n", "m", 0, 1, 2, *scope, *scope])
        kind = rng.randrange(6)
        if kind == 0:
            return ("+", base, rng.randrange(-2, 3))
        if kind == 1:
            return ("-", rng.choice(["n", "m", *scope]), base)
        if kind == 2:
            return ("mod", base, rng.choice([2, 3, ("+", "n", 1), "d", "k"]))
        return base

    def place(self, size: Any, scope: tuple[str, ...]) -> Expr:
        if size == 1:
            return 0
        found: Expr = self.rng.choice([0, ("-", size, 1), ("mod", self.index(scope), size), *scope, *scope])
        return found

    def leaf(self, m: Any, n: Any, scope: tuple[str, ...], chance: bool) -> Expr:
        found: list[Expr] = [("zeros", m, n)] if (m, n) != (1, 1) and self.rng.random() < 0.1 else []
        for whole, members in ((FIXED, SEQUENCES), *(((RANDOM, RANDOM_SEQUENCES),) * 2 if chance else ())):
            found += [v for v, s in whole.items() if s == (m, n)]
            found += [("T", v) for v, s in whole.items() if s == (n, m) != (1, 1)]
            found += [("at", v, self.index(scope)) for v, s in members.items() if s == (m, n)]
        if (m, n) == (1, 1):
            found += [1, -2, ("/", 1, 2), "n", "d", *scope]
        elif m == n:
            found.append(("eye", m))
        elif n == 1:
            found.append(("basis", m, self.place(m, scope)))
        return self.rng.choice(found or [("zeros", m, n)])

    def term(self, m: Any, n: Any, scope: tuple[str, ...], chance: bool, depth: int) -> Expr:
        rng, kind = self.rng, self.rng.random()

        def inside(rows: Any, cols: Any) -> Expr:
            return self.term(rows, cols, scope, chance, depth - 1)

        if depth <= 0 or kind < 0.18:
            return self.leaf(m, n, scope, chance)
        if kind < 0.42:
            p = rng.choice(["d", "d", "k", 1])
            return ("*", inside(m, p), inside(p, n))
        if kind < 0.48:
            return ("*", inside(1, 1), inside(m, n))
        if kind < 0.53:
            return ("T", inside(n, m))
        if kind < 0.58:
            return (rng.choice("+-"), inside(m, n), inside(m, n))
        if kind < 0.64 and m == n:
            return ("^", inside(m, n), rng.choice([0, 1, 2, 2, 3, self.index(scope)]))
        if kind < 0.74 and not (chance and rng.random() < 0.7):
            return ("fn", "expect", self.term(m, n, scope, True, depth - 1))
        if kind < 0.84 and any(FIXED[v] == (m, n) for v in BY):
            fitting = [v for v in BY if FIXED[v] == (m, n)]  # a function of one of them, at one of them
            return ("grad", inside(1, 1), rng.choice(fitting), rng.choice(fitting))
        if kind < 0.9 and len(scope) < 3:
            v = ("i1", "i2", "i3")[len(scope)]
            lo = rng.choice([0, 0, 1, "n", "q", ("-", "n", 1), -1, *scope])
            hi = rng.choice(["n", "m", ("-", "n", 1), ("-", "d", 1), ("-", "k", 1), ("+", "q", 1), 2, *scope])
            return ("sum", self.term(m, n, (*scope, v), chance, depth - 1), v, lo, hi)
        if (m, n) != (1, 1):
            return ("+", inside(m, n), inside(m, n))
        p, q = rng.choice(["d", "k", 1]), rng.choice(["d", "k", 1])
        if kind < 0.94:
            return ("trace", inside(p, p))
        if kind < 0.97:
            return ("entry", inside(p, q), self.place(p, scope), self.place(q, scope))
        return ("delta", self.index(scope), self.index(scope)) if kind < 0.985 else ("/", inside(1, 1), -3)


def world(rng: random.Random) -> tuple[World, dict[str, Any]]:
    """Sizes, values and a law under which all FACTS but the last three hold; those hold at the point `at`."""
    sizes = {"d": rng.randrange(1, 3), "k": rng.randrange(1, 3), 1: 1}
    w = World({v: (sizes[FIXED[v][0]], sizes[FIXED[v][1]]) for v in BY}, [])
    d = sizes["d"]

    def fill(size: Sizes) -> Table:
        return w.table(sizes[size[0]], sizes[size[1]], lambda i, j: rng.randrange(-2, 3))

    def sequence(size: Sizes) -> Callable[[int], Table]:
        seen: dict[int, Table] = {}
        return lambda t: seen.setdefault(t, fill(size))

    env: dict[str, Any] = {**w.symbols, "d": d, "k": sizes["k"], "n": rng.randrange(4), "m": rng.randrange(3),
                           "q": rng.randrange(-3, 4)}  # fmt: skip
    env |= {v: fill(s) for v, s in FIXED.items() if v not in env} | {v: sequence(s) for v, s in SEQUENCES.items()}
    env["G"] = w.table(d, d, lambda i, j: int(i == j) if d == 1 else int(i != j))
    shift, turn = fill(("k", 1)), fill(("d", "d"))
    outcomes = [(flint.fmpq(1, 8), w.table(d, 1, lambda i, _, p=p, s=s: 2 * s * int(i == p)))
                for p in range(d) for s in (1, -1)]  # fmt: skip
    for weight, y in [*outcomes, (1 - flint.fmpq(d, 4), w.table(d, 1, lambda i, j: 0))]:
        for one in (1, -1):
            for two in (1, -1):
                a, b = w.number(one), w.number(two)
                values: dict[str, Any] = {"z": a, "Y": y, "W": w.times(a, shift), "X": w.plus(turn, w.times(b, turn))}
                values["r"] = lambda t, a=a, b=b: a if t == 0 else b if t == 1 else w.number(t)
                values["R"] = lambda t, a=a, y=y: w.plus(env["V"](t), w.times(w.times(w.number(t % 3), a), y))
                w.law.append((weight / 4, values))
    return w, env


def gap(w: World, env: dict[str, Any], e: Expr, form: Any, shape: Any) -> Table:
    one: Expr = 1 if shape is None else ("eye", shape[0].expr())
    return w.plus(w.value(e, env), w.times(w.number(-1), w.form(form, env, one)))


def test_the_normal_form_is_the_polynomial_of_the_expression() -> None:
    rng = random.Random(11)
    expressions, sequent = Expressions(rng), scope()
    compared = means = gradients = 0
    for _ in range(1500):
        m, n = rng.choice([(1, 1), (1, 1), ("d", "d"), ("d", 1), ("d", "k")])
        e = with_outcomes(expressions.term(m, n, (), False, rng.randrange(2, 6)), CHANCES)
        reader = sequent.reader()
        try:
            value, shape = reader.read(e)
            form = normal(reader, value)
        except Unknown:
            continue
        w, env = world(rng)
        try:
            w.value(e, env)
        except NoValue:
            continue
        for p in (value, form):
            assert w.zero(gap(w, env, e, p, shape)), e
        compared += 1
        means, gradients = means + ("'expect'" in str(e)), gradients + ("'grad'" in str(e))
    assert compared > 1200 and means > 300 and gradients > 300


def test_rewriting_by_moments_keeps_the_value() -> None:
    rng = random.Random(12)
    expressions = Expressions(rng)
    compared = 0
    for _ in range(1500):
        labels = rng.sample(list(FACTS), rng.randrange(3, 9))
        sequent = scope()
        for label in labels:
            sequent = sequent.assume(label, FACTS[label])
        m, n = rng.choice([(1, 1), ("d", "d"), ("d", 1)])
        e: Expr = expressions.term(m, n, (), False, rng.randrange(2, 5))
        if rng.random() < 0.6:
            e = ("fn", "expect", expressions.term(m, n, (), True, rng.randrange(2, 5)))
        e = with_outcomes(e, CHANCES)
        try:
            forms = []
            rewriting = Rewriting(sequent, {}, e, labels)
            rewriting.rest()
            for terms in (rewriting.rewriter.terms, []):
                balance = Balance(Checker(), sequent, {"terms": terms}, e)
                forms.append(balance.rest())
        except Unknown:
            continue
        if forms[0] == forms[1]:
            continue
        w, env = world(rng)
        at: dict[str, Any] = {}
        for name, value in (("B", env["V"](0)), ("A", env["G"]), ("x", env["u"])):
            for i, row in enumerate(value.rows):
                at |= {f"{name}_{i}_{j}": c.leading_coefficient() if c != 0 else 0 for j, c in enumerate(row)}
        try:
            left = gap(w, env, e, forms[0], balance.shape)
        except NoValue:
            continue
        assert all(c.subs(at) == 0 for row in left.rows for c in row), (labels, e)
        compared += 1
    assert compared > 60


def written(e: Expr) -> Expr:
    """An expectation as it is written, without its outcome."""
    return ("fn", "expect", e)


EZ, EY = written("z"), written("Y")


def difference(a: Expr, b: Expr) -> Any:
    reader = scope().reader()
    return normal(reader, reader.read(with_outcomes(("-", a, b), CHANCES))[0])


@pytest.mark.parametrize(
    ("a", "same", "other"),
    [
        # the matrix was once lost
        (written(("*", "z", "A")), ("*", EZ, "A"), ("*", EZ, ("eye", "d"))),
        (written(("*", "C", "Y", "A")), ("*", "C", EY, "A"), ("*", "C", EY, ("eye", "d"))),
        (written(("*", ("T", "Y"), "A", "Y")), ("trace", ("*", "A", written(("*", "Y", ("T", "Y"))))),
         ("trace", ("*", "A", EY, ("T", EY)))),
        (written(("*", "z", EZ)), ("^", EZ, 2), written(("^", "z", 2))),
    ],
)  # fmt: skip
def test_means_and_their_twins(a: Expr, same: Expr, other: Expr) -> None:
    assert difference(a, same) == {}
    assert difference(a, other) != {}


def mean(e: Expr) -> Expr:
    """The mean of a term in which z is random."""
    return with_outcomes(written(e), {"z": ("random", ("real",))})


MEAN: Expr = mean("z")
FAIR = {"weights": ["1/2", "1/2"], "outcomes": {"z": [1, -1]}}
Z: tuple[tuple[str, Expr], ...] = (("z", ("random", ("real",))),)


def test_a_mean_inside_a_mean_is_a_number() -> None:
    """E[z E z] == (E z)^2 was once refuted by a fair sign: the inner mean saw the outcome of the outer one."""
    goal: Expr = ("==", mean(("*", "z", ("fn", "expect", "z"))), ("^", MEAN, 2))
    nothing = {"kind": "refutation", "values": {}, "law": FAIR}
    commutative = {"rule": "positive", "products": [{}], "terms": [{"fact": "e"}]}
    words = {"rule": "order", "positive": [{"weight": 1}], "terms": [{"fact": "e", "in": ["neg", "_"]}]}
    for tree in ({"rule": "intro", "as": "e", "then": then} for then in (commutative, words)):
        with pytest.raises(Rejected):
            check(Statement(Z, (), goal), {**nothing, "tree": tree})
        twin: Expr = ("==", mean(("^", "z", 2)), ("^", MEAN, 2))
        assert check(Statement(Z, (), twin), {**nothing, "tree": tree}).establishes == "denial"
    assert check(Statement(Z, (), goal), {"kind": "proof", "tree": {"rule": "linear"}}).establishes == "statement"


def test_the_law_is_given_by_exact_numbers() -> None:
    goal: Expr = ("==", MEAN, 1)
    tree = {"rule": "intro", "as": "e", "then": {"rule": "positive", "products": [{}], "terms": [{"fact": "e"}]}}
    for weights in (["1/2", 0.5], ["1e0", 0], ["1/2", "1/3"], ["3/2", "-1/2"], [True, 0], ["1"]):
        law = {"weights": weights, "outcomes": {"z": [0, 0]}}
        with pytest.raises(Rejected):
            check(Statement(Z, (), goal), {"kind": "refutation", "values": {}, "law": law, "tree": tree})


def test_no_case_is_distinguished_outside_of_an_expectation() -> None:
    """z^2 == z leaves z both values: the mean is neither 0 nor 1, though z is one of them at every outcome."""
    given: tuple[tuple[str, Expr], ...] = (("h", ("==", mean(("^", ("-", ("^", "z", 2), "z"), 2)), 0)),)
    goal: Expr = ("or", ("==", MEAN, 0), ("!=", MEAN, 0), ("!=", "z", 0))
    tree = {"rule": "either", "as": "c", "formula": ["==", "z", 0],
            "yes": {"rule": "choose", "index": 0, "then": {
                "rule": "linear", "terms": [{"fact": "c", "in": ["expect", "_", "w"]}]}},
            "no": {"rule": "choose", "index": 2, "then": {"rule": "exact", "fact": "c"}}}  # fmt: skip
    for statement in (Statement(Z, given, goal), Statement(Z, (), ("or", ("==", MEAN, 0), ("!=", "z", 0)))):
        with pytest.raises(Rejected, match="outside every expectation"):
            check(statement, {"kind": "proof", "tree": tree})
    clean: Expr = ("or", ("==", MEAN, 0), ("!=", MEAN, 0))
    with pytest.raises(Rejected, match="outside every expectation"):
        check(Statement(Z, given, clean), {"kind": "proof", "tree": tree})


def test_a_sequence_of_random_numbers_is_random_as_a_whole() -> None:
    """As a sequence of sort ("random", ...) it was once read as fixed, and equal to its mean."""
    goal: Expr = ("==", mean(("^", ("at", "z", 0), 2)), ("^", mean(("at", "z", 0)), 2))
    for sort_ in (("sequence", ("random", ("real",))), ("random", ("sequence", ("real",)))):
        with pytest.raises(Rejected):
            check(Statement((("z", sort_),), (), goal), {"kind": "proof", "tree": {"rule": "linear"}})


def test_the_reference_knows_derivatives() -> None:
    w, env = world(random.Random(3))
    slope = w.value(("grad", ("*", ("^", "x", 3), ("/", 1, 2)), "x", "x"), env)
    assert w.zero(w.plus(slope, w.times(w.number(flint.fmpq(-3, 2)), w.value(("^", "x", 2), env))))
    assert not w.zero(w.plus(slope, w.value(("^", "x", 2), env)))
