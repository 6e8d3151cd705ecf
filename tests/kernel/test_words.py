"""The normal form of the matrix algebra has the value of the expression, at concrete sizes and values.

The reference evaluates expressions exactly (`verifier.language.values.semantics`); prefix sums are evaluated as
`canonical` defines them: P(n) = g(0) + ... + g(n-1), P(n) = -(g(n) + ... + g(-1)) for negative n, and g is 0
where its formula is undefined.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from verifier.kernel.algebra.canonical import _exponents as exponents_of
from verifier.kernel.algebra.canonical import normal
from verifier.kernel.algebra.integers import Unknown, index_of
from verifier.kernel.algebra.words import PREFIX, Poly
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.expr import Expr
from verifier.language.text.rebuild import atom_expr, factor_expr, poly_expr, product
from verifier.language.values.semantics import Matrix, Undefined, evaluate

NATURAL: Expr = ("integer", 0, "oo")
SEQUENT = Sequent()
for _name, _sort in (
    ("d", ("integer", 1, "oo")), ("n", NATURAL), ("m", NATURAL), ("q", ("integer", "-oo", "oo")),
    ("x", ("real",)), ("A", ("matrix", "d", "d")), ("G", ("matrix", "d", "d")), ("B", ("matrix", "d", 1)),
    ("C", ("matrix", 1, "d")), ("s", ("sequence", ("real",))), ("X", ("sequence", ("matrix", "d", "d"))),
):  # fmt: skip
    SEQUENT = SEQUENT.declare(_name, _sort)


def environment(d: int, n: int, m: int, q: int, seed: int) -> dict[str, Any]:
    """Small exact values of all variables."""

    def fill(rows: int, cols: int, salt: object) -> Any:
        rng = random.Random(f"{seed}/{salt}")
        entries = [[Fraction(rng.randint(-3, 3)) for _ in range(cols)] for _ in range(rows)]
        return entries[0][0] if rows == cols == 1 else Matrix.of(entries)

    return {
        "d": d, "n": n, "m": m, "q": q, "x": fill(1, 1, "x"), "A": fill(d, d, "A"), "G": fill(d, d, "G"),
        "B": fill(d, 1, "B"), "C": fill(1, d, "C"), "s": lambda t: fill(1, 1, f"s{t}"),
        "X": lambda t: fill(d, d, f"X{t}"),
    }  # fmt: skip


def value_of(p: Poly, env: dict[str, Any], one: Expr = 1) -> Any:
    """The value of a normal form, `one` for the empty word; None where there is no term."""
    total: Any = None
    for (binders, scalars, word), c in p.items():
        body = product(
            [("^", atom_expr(a), e.expr()) for a, e in scalars] + [factor_expr(f) for f in word] + [1 if word else one]
        )
        exponents = [e.expr() for e in exponents_of((binders, scalars, word))]
        part = evaluate_sums(list(binders), ("*", ("/", c.numerator, c.denominator), body), env, exponents)
        if part is not None:
            total = part if total is None else evaluate(("+", "l", "r"), {"l": total, "r": part})
    return total


def evaluate_sums(
    binders: list[Any], body: Expr, env: dict[str, Any], exponents: list[Expr], extended: bool = False
) -> Any:
    """Nested sums, those whose ends are known first; None is an empty sum or nothing."""
    if not binders:
        if extended and any(evaluate(e, env) < 0 for e in exponents):  # also where a number has a reciprocal
            return None
        try:
            return evaluate(body, env)
        except Undefined:
            if extended:
                return None
            raise
    place = next(i for i, (_, lo, hi) in enumerate(binders) if (lo.names() | hi.names()) - {"-oo"} <= set(env))
    v, lo, hi = binders[place]
    rest = binders[:place] + binders[place + 1 :]
    top = int(evaluate(hi.expr(), env))
    if lo == PREFIX:
        sign, places = (1, range(top)) if top >= 0 else (-1, range(top, 0))
        extended = True
    else:
        sign, places = 1, range(int(evaluate(lo.expr(), env)), top + 1)
    total: Any = None
    for i in places:
        part = evaluate_sums(rest, body, {**env, v: i}, exponents, extended)
        if part is not None:
            part = evaluate(("*", sign, "part"), {"part": part})
            total = part if total is None else evaluate(("+", "l", "r"), {"l": total, "r": part})
    return total


def zero(x: Any) -> bool:
    rows = x.entries if isinstance(x, Matrix) else ((x,),)
    return all(v == 0 for row in rows for v in row)


# -- random expressions ---------------------------------------------------------------------------------


@st.composite
def indices(draw: Any, scope: tuple[str, ...]) -> Expr:
    base: Expr = draw(st.sampled_from(("n", "m", 0, 1, 2, *scope, *scope)))
    kind = draw(st.integers(0, 5))
    if kind == 0:
        return ("+", base, draw(st.integers(-2, 2)))
    if kind == 1:
        return ("-", draw(st.sampled_from(("n", "m", *scope))), base)
    if kind == 2 and scope:
        return ("-", "n", draw(st.sampled_from(scope)))
    if kind == 3 and scope:
        return ("+", base, draw(st.sampled_from(scope)))
    return base


@st.composite
def matrices(draw: Any, scope: tuple[str, ...], depth: int) -> Expr:
    kind = draw(st.integers(0, 8))
    if kind <= 1 or depth <= 0:
        return draw(st.sampled_from(("A", "G", ("T", "A"), ("eye", "d"))))
    if kind <= 3:
        return ("^", draw(st.sampled_from(("A", ("T", "A"), "G"))), draw(indices(scope)))
    if kind == 4:
        return ("*", draw(matrices(scope, depth - 1)), draw(matrices(scope, depth - 1)))
    if kind == 5:
        return ("*", draw(scalars(scope, depth - 1)), draw(matrices(scope, depth - 1)))
    if kind == 6:
        return ("*", "B", "C") if draw(st.booleans()) else ("at", "X", draw(indices(scope)))
    if kind == 7:
        return ("T", draw(matrices(scope, depth - 1)))
    return draw(sums(scope, depth, matrices))


@st.composite
def scalars(draw: Any, scope: tuple[str, ...], depth: int) -> Expr:
    kind = draw(st.integers(0, 11))
    if kind == 0 or depth <= 0:
        return draw(st.sampled_from((1, -2, "x", ("at", "s", draw(indices(scope))), ("/", 1, 2))))
    if kind <= 2:
        return ("*", "C", draw(matrices(scope, depth - 1)), "B")
    if kind == 3:
        return ("trace", draw(matrices(scope, depth - 1)))
    if kind == 4:
        return ("^", draw(st.sampled_from(("x", *scope, ("at", "s", 0), "n"))), draw(indices(scope)))
    if kind == 5:
        return ("*", ("delta", draw(indices(scope)), draw(indices(scope))), draw(scalars(scope, depth - 1)))
    if kind == 6:
        return ("*", draw(scalars(scope, depth - 1)), draw(scalars(scope, depth - 1)))
    if kind == 7:
        return ("+", draw(scalars(scope, depth - 1)), draw(scalars(scope, depth - 1)))
    if kind == 8:
        return ("*", draw(indices(scope)), draw(scalars(scope, depth - 1)))
    if kind == 9:
        return ("at", "s", ("mod", draw(indices(scope)), ("+", "n", 1)))
    return draw(sums(scope, depth, scalars))


@st.composite
def sums(draw: Any, scope: tuple[str, ...], depth: int, inside: Any) -> Expr:
    v = "ijkl"[len(scope)] if len(scope) < 4 else "i"
    lo = draw(st.sampled_from((0, 0, 1, 2, "n", "q", ("-", "n", 1), -1, *scope)))
    hi = draw(st.sampled_from(("n", "m", ("-", "n", 1), ("-", "n", 2), ("-", "n", 3), ("+", "n", "m"),
                               ("+", "q", 1), ("+", "q", "n"), 2, 9, *scope, *(("-", w, 1) for w in scope),
                               *(("-", "n", w) for w in scope))))  # fmt: skip
    inner = (*scope, v) if v not in scope else scope
    return ("sum", draw(inside(inner, depth - 1)), v, lo, hi)


#: at n = 0 nothing is summed, though the delta meets the range of i for every larger n
EMPTY_AT_ZERO: Expr = (
    "sum",
    ("sum", ("sum", ("*", ("delta", "i", ("-", "n", "j")), ("at", "s", "j")), "k", 0, "n"), "j", 1, "n"), "i", 1, "n",
)  # fmt: skip


@settings(max_examples=400, deadline=None, derandomize=True)
@given(e=st.one_of(scalars((), 4), sums((), 4, scalars), sums((), 3, matrices)), seed=st.integers(0, 99),
       sizes=st.tuples(st.integers(1, 3), st.integers(0, 4), st.integers(0, 3), st.integers(-3, 3)))  # fmt: skip
@example(e=EMPTY_AT_ZERO, seed=0, sizes=(1, 0, 0, 0))
def test_the_normal_form_has_the_value_of_the_expression(
    e: Expr, seed: int, sizes: tuple[int, int, int, int]
) -> None:
    reader = SEQUENT.reader()
    try:
        value, shape = reader.read(e)
        form = normal(reader, value)
    except Unknown:
        assume(False)
    env = environment(*sizes, seed)
    try:
        expected = evaluate(e, env)
    except Undefined:
        assume(False)
    found = value_of(form, env, 1 if shape is None else ("eye", "d"))
    gap = expected if found is None else evaluate(("-", "l", "r"), {"l": expected, "r": found})
    assert zero(gap)


# -- identities and their corrupted twins ---------------------------------------------------------------

CAB: Expr = ("*", "C", ("^", "A", "j"), "B")
IDENTITIES: list[tuple[str, Expr, Expr, Expr]] = [
    ("shift", ("sum", CAB, "j", 1, "n"), ("sum", ("*", "C", ("^", "A", ("+", "i", 1)), "B"), "i", 0, ("-", "n", 1)),
     ("sum", ("*", "C", ("^", "A", "i"), "B"), "i", 0, ("-", "n", 1))),
    ("reflection", ("sum", ("*", ("^", "A", "j"), "G", ("^", "A", ("-", "n", "j"))), "j", 0, "n"),
     ("sum", ("*", ("^", "A", ("-", "n", "j")), "G", ("^", "A", "j")), "j", 0, "n"),
     ("sum", ("*", ("^", "A", ("-", "n", "j")), "G", ("^", "A", "j")), "j", 1, "n")),
    ("last term", ("sum", ("at", "s", "j"), "j", 0, "n"),
     ("+", ("sum", ("at", "s", "j"), "j", 0, ("-", "n", 1)), ("at", "s", "n")),
     ("+", ("sum", ("at", "s", "j"), "j", 0, ("-", "n", 1)), ("at", "s", ("-", "n", 1)))),
    ("telescope", ("sum", ("-", ("at", "s", ("+", "j", 1)), ("at", "s", "j")), "j", 0, "n"),
     ("-", ("at", "s", ("+", "n", 1)), ("at", "s", 0)), ("-", ("at", "s", "n"), ("at", "s", 0))),
    ("cyclic trace", ("trace", ("*", "A", "G", ("T", "A"))), ("trace", ("*", ("T", "A"), "A", "G")),
     ("trace", ("*", "A", "A", "G"))),
    ("transposed number", ("*", "C", ("^", "A", "n"), "B"), ("*", ("T", "B"), ("^", ("T", "A"), "n"), ("T", "C")),
     ("*", ("T", "B"), ("^", "A", "n"), ("T", "C"))),
    ("delta", ("sum", ("*", ("delta", "j", "m"), ("at", "s", "j")), "j", 0, ("+", "n", "m")), ("at", "s", "m"),
     ("at", "s", "n")),
    ("trace of the identity", ("trace", ("eye", "d")), "d", ("*", "d", "d")),
    ("power rule", ("grad", ("*", "C", ("^", "A", 2), "B"), "A", "A"),
     ("+", ("*", ("T", "A"), ("T", "C"), ("T", "B")), ("*", ("T", "C"), ("T", "B"), ("T", "A"))),
     ("+", ("*", "A", ("T", "C"), ("T", "B")), ("*", ("T", "C"), ("T", "B"), ("T", "A")))),
    ("dependent bounds", ("sum", ("sum", ("at", "s", ("-", "j", "i")), "i", 0, "j"), "j", 0, "n"),
     ("sum", ("sum", ("at", "s", "i"), "i", 0, "j"), "j", 0, "n"),
     ("sum", ("sum", ("at", "s", "i"), "i", 1, "j"), "j", 0, "n")),
]  # fmt: skip


def difference(a: Expr, b: Expr) -> Poly:
    reader = SEQUENT.reader()
    return normal(reader, reader.read(("-", a, b))[0])


@pytest.mark.parametrize(("a", "b", "twin"), [x[1:] for x in IDENTITIES], ids=[x[0] for x in IDENTITIES])
def test_identities_hold_and_corrupted_twins_do_not(a: Expr, b: Expr, twin: Expr) -> None:
    assert difference(a, b) == {}
    assert difference(a, twin) != {}


@pytest.mark.parametrize("e", [x[1] for x in IDENTITIES if x[1][0] != "grad"])  # type: ignore[index]
def test_a_rebuilt_normal_form_is_the_expression_again(e: Expr) -> None:
    reader = SEQUENT.reader()
    form = normal(reader, reader.read(e)[0])
    if max((len(m[0]) for m in form), default=0) < 2:
        assert difference(e, renamed(poly_expr(form.items()))) == {}


def renamed(e: Expr) -> Expr:
    return "v" + e[1:] if isinstance(e, str) and e.startswith("#") else (
        tuple(renamed(a) for a in e) if isinstance(e, tuple) else e
    )  # fmt: skip


@pytest.mark.parametrize(
    "e",
    [
        ("eye", "q"), ("zeros", "q", "q"), ("^", "B", 2), ("^", "A", "q"), ("basis", "d", "n"), ("^", 0, "n"),
        ("*", "A", "C"), ("+", "A", "x"), ("sum", ("eye", "j"), "j", 1, "n"), ("at", "s", "x"), ("^", "x", "x"),
        ("sum", "x", "j", "-oo", "n"), ("sum", "x", "j", 0, "oo"), ("delta", "x", 0), ("^", ("*", 3, "x"), 10**9),
        ("sum", ("*", ("delta", "k", 0), ("^", "k", "n")), "k", 0, "m"), ("/", "x", 0), ("^", ("delta", "n", "m"), "q"),
    ],
)  # fmt: skip
def test_what_has_no_exact_meaning_is_unknown(e: Expr) -> None:
    with pytest.raises(Unknown):
        SEQUENT.reader().read(e)


@pytest.mark.parametrize(
    ("e", "other"),
    [  # sums over deltas that may be empty, or whose factors must all see the value
        (("sum", ("delta", "i", ("-", "n", 1)), "i", 0, ("-", "n", 1)), 1),
        (("expect", ("sum", ("delta", "i", ("-", "n", 1)), "i", 0, ("-", "n", 1)), "w"), 1),
        (("sum", ("sum", ("*", ("delta", "i", "n"), ("^", "i", 2)), "j", 0, "i"), "i", 0, "n"),
         ("*", ("+", "n", 1), "n")),
    ],
)  # fmt: skip
def test_sums_over_deltas_are_not_carried_out_wrongly(e: Expr, other: Expr) -> None:
    assert difference(e, other) != {}


def test_indices_of_negative_prefixes_are_tested() -> None:
    """The property above would say little if sums over negative indices never occurred."""
    form = difference(("sum", ("at", "s", "j"), "j", "q", ("+", "q", "n")), 0)
    assert any(b[1] == PREFIX and b[2] == index_of("q") for m in form for b in m[0])
    env = environment(2, 3, 1, -2, 5)
    assert value_of(form, env) == evaluate(("sum", ("at", "s", "j"), "j", "q", ("+", "q", "n")), env)
