"""Integer indices: arithmetic agrees with the integers, and the context never claims what a point denies."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.kernel.algebra.integers import Context, Index, Unknown, index_of, remainder
from verifier.kernel.terms.expr import Expr
from verifier.language.values.semantics import evaluate

NAMES = ("a", "b", "c")
LINEAR = st.tuples(*(st.integers(-3, 3) for _ in range(4)))


def linear(c: tuple[int, ...]) -> Index:
    total = Index.const(c[0])
    for name, k in zip(NAMES, c[1:], strict=True):
        total = total + Index.var(name).scale(k)
    return total


@st.composite
def integer_expressions(draw: st.DrawFn, depth: int = 3) -> Expr:
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        return draw(st.sampled_from((*NAMES, 0, 1, 2, -3)))
    inside = integer_expressions(depth - 1)
    op = draw(st.sampled_from(("+", "-", "*", "neg", "^", "mod")))
    if op == "neg":
        return ("neg", draw(inside))
    if op == "^":
        return ("^", draw(inside), draw(st.integers(0, 3)))
    if op == "mod":
        return ("mod", draw(inside), draw(st.sampled_from((1, 2, 3, ("+", ("*", "c", "c"), 1), "k"))))
    return (op, draw(inside), draw(inside))


@settings(max_examples=300, deadline=None, derandomize=True)
@given(integer_expressions(), st.tuples(*(st.integers(-5, 5) for _ in range(3))), st.integers(1, 4))
def test_an_index_has_the_value_of_its_expression(e: Expr, point: tuple[int, ...], k: int) -> None:
    env = {**dict(zip(NAMES, point, strict=True)), "k": k}
    expected = evaluate(e, env)
    index = index_of(e)
    assert evaluate(index.expr(), env) == expected
    assert index.substitute({n: Index.const(v) for n, v in env.items()}).constant == expected
    if index.constant is not None:
        assert index.constant == expected


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.lists(LINEAR, max_size=4), LINEAR, st.lists(st.sampled_from(NAMES), min_size=2, max_size=2))
def test_what_is_entailed_holds_at_every_point(
    facts: list[tuple[int, ...]], goal: tuple[int, ...], pair: list[str]
) -> None:
    bounds = [Index.var(n).plus(2) for n in NAMES] + [Index.const(4) - Index.var(n) for n in NAMES]
    product = Index.var(pair[0]).times(Index.var(pair[1]))
    given_ = [linear(f) for f in facts[:3]] + [linear(f) + product for f in facts[3:]]
    context = Context([*bounds, *given_])
    wanted = linear(goal) + product if len(facts) > 3 else linear(goal)
    claim, absurd = context.entails(wanted), context.contradictory()
    for point in itertools.product(range(-2, 5), repeat=3):
        values = {n: Index.const(v) for n, v in zip(NAMES, point, strict=True)}
        if all((f.substitute(values).constant or 0) >= 0 for f in given_):
            assert not absurd
            assert not claim or (wanted.substitute(values).constant or 0) >= 0


def fact(text: Expr) -> Index:
    return index_of(text)


@pytest.mark.parametrize(
    ("facts", "goal", "known"),
    [
        ([("-", "a", 1)], "a", True),
        (["a"], ("-", "a", 1), False),
        ([("-", ("*", 2, "a"), 1)], ("-", "a", 1), True),  # 2a >= 1 gives a >= 1 for integers
        ([("-", ("*", 2, "a"), 1), ("-", 1, ("*", 2, "a"))], -1, True),  # 2a = 1 is impossible
        (["a", "b"], ("*", "a", "b"), True),
        (["a"], ("*", "a", "b"), False),
        ([("-", "b", 1), "a"], ("-", ("*", "a", "b"), "a"), True),
        (["a", ("-", "n", ("+", "a", 1))], ("-", "a", ("mod", "a", "n")), True),
        (["a", ("-", "n", "a")], ("-", "a", ("mod", "a", "n")), False),  # a = n is not excluded
        ([("-", "n", 1)], ("mod", "a", "n"), True),
        ([("-", "n", 1)], ("-", ("-", "n", 1), ("mod", "a", "n")), True),
        (["n"], ("mod", "a", "n"), False),  # n = 0
        ([("mod", 1, "n")], ("-", "n", 1), False),  # mentioning a remainder says nothing of its modulus
    ],
)  # fmt: skip
def test_facts_and_what_follows(facts: list[Expr], goal: Expr, known: bool) -> None:
    assert Context([fact(f) for f in facts]).entails(fact(goal)) is known


@pytest.mark.parametrize(
    ("a", "n", "same"),
    [(("+", "a", "n"), "n", "a"), (("+", ("mod", "a", "n"), "b"), "n", ("+", "a", "b")), (("*", 6, "a"), 3, 0),
     (-1, 3, 2), (("+", ("*", 4, "a"), 5), 3, ("+", "a", 2)), (("*", "n", "a"), "n", 0)],
)  # fmt: skip
def test_remainders_drop_multiples_of_the_modulus(a: Expr, n: Expr, same: Expr) -> None:
    assert remainder(index_of(a), index_of(n)) == remainder(index_of(same), index_of(n))


@pytest.mark.parametrize(
    ("a", "n", "other"), [(("+", "a", 1), "n", "a"), (("*", 2, "a"), 4, 0), (("+", "a", "n"), ("+", "n", 1), "a")]
)
def test_remainders_that_differ(a: Expr, n: Expr, other: Expr) -> None:
    assert remainder(index_of(a), index_of(n)) != remainder(index_of(other), index_of(n))


@pytest.mark.parametrize("n", [0, -2])
def test_a_modulus_below_one_is_refused(n: int) -> None:
    with pytest.raises(Unknown):
        index_of(("mod", "a", n))


@pytest.mark.parametrize(
    "e", [("/", "a", 2), ("^", "a", "b"), ("^", "a", 9), ("^", "a", -1), ("at", "s", "a"), ("sqrt", 4), ("floor", "a")]
)
def test_what_may_be_no_integer_is_unknown(e: Expr) -> None:
    with pytest.raises(Unknown):
        index_of(e)


def test_expressions_that_explode_are_refused() -> None:
    e: Expr = ("+", "a", "b", "c", "d", "e")
    number: Expr = 9
    for _ in range(6):
        e, number = ("^", e, 8), ("^", number, 8)
    with pytest.raises(Unknown):
        index_of(e)
    with pytest.raises(Unknown):
        index_of(number)


def test_substitution_is_simultaneous() -> None:
    swap = {"a": Index.var("b"), "b": Index.var("a")}
    assert index_of(("-", "a", ("*", 2, "b"))).substitute(swap) == index_of(("-", "b", ("*", 2, "a")))
    assert index_of(("mod", "a", "b")).substitute(swap) == index_of(("mod", "b", "a"))
