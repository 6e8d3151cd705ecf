"""Polynomial identities and implications at concrete sizes, and their corrupted twins."""

import pytest

from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.statement import Statement
from verifier.prove.matrices.at_sizes.polynomials_at_sizes import prove_identity, prove_implication, sequent


def h(i):
    return ("*", "C", ("^", "A", i), "B")


def loss(k):
    return ("+", ("^", ("-", ("*", "C", "B"), "w"), 2), ("sum", ("^", h("i"), 2), "i", 1, k - 1))


def gradient(k, coefficient=2, top=1, exponent=1, outer=0, transposed=True, first=1):
    a = ("T", "A") if transposed else "A"
    inner = ("*", ("^", a, "r"), ("T", "C"), ("T", "B"), ("^", a, ("-", ("-", "i", "r"), exponent)))
    body = ("*", h("i"), ("sum", inner, "r", 0, ("-", "i", top)))
    return ("*", coefficient, ("sum", body, "i", first, k - 1 - outer))


def statement(goal, d, given=()):
    sorts = {"A": ("matrix", d, d), "B": ("matrix", d, 1), "C": ("matrix", 1, d), "w": ("real",)}
    return Statement(tuple(sorts.items()), tuple(given), goal)


def recheck(s, node):
    Checker().check(sequent(s), s.goal, node)


@pytest.mark.parametrize(("d", "k"), [(1, 1), (1, 3), (2, 3), (3, 4)])
def test_the_gradient_of_the_rnn_loss(d, k):
    s = statement(("==", ("grad", loss(k), "A", "A"), gradient(k)), d)
    node = prove_identity(s)
    assert node is not None
    recheck(s, node)


@pytest.mark.parametrize(
    "change",
    [
        {"coefficient": 1},
        {"coefficient": -2},
        {"top": 2},
        {"exponent": 0},
        {"outer": 1},
        {"transposed": False},
        {"first": 2},
    ],
)
def test_corrupted_gradients_fail(change):
    s = statement(("==", ("grad", loss(3), "A", "A"), gradient(3, **change)), 2)
    assert prove_identity(s) is None
    right = prove_identity(statement(("==", ("grad", loss(3), "A", "A"), gradient(3)), 2))
    for node in ({"rule": "linear"}, {"rule": "field"}, right):
        with pytest.raises(Rejected):
            recheck(s, node)


@pytest.mark.parametrize(("d", "j"), [(1, 2), (2, 3), (2, 4), (3, 4)])
def test_cayley_and_hamilton_by_cofactors(d, j):
    s = statement(("==", h(j), 0), d, [(f"h{i}", ("==", h(i), 0)) for i in range(1, d + 1)])
    node = prove_implication(s)
    assert node is not None
    recheck(s, node)


@pytest.mark.parametrize("facts", [(1,), (2,), (0, 1)])
def test_fewer_zeros_prove_nothing(facts):
    s = statement(("==", h(3), 0), 2, [(f"h{i}", ("==", h(i), 0)) for i in facts if i])
    assert prove_implication(s, 1.0) is None


XY = (("x", ("real",)), ("y", ("real",)))


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (("==", "x", 0), [("a", ("==", ("^", "x", 2), 0))]),
        (("==", ("/", 1, "x"), "y"), [("a", ("==", ("*", "x", "y"), 1)), ("n", ("!=", "x", 0))]),
        (
            ("==", ("*", "y", "y"), 4),
            [("a", ("==", ("/", "y", "x"), 2)), ("b", ("==", "x", 1)), ("n", (">", "x", 0))],
        ),
        (("false",), [("a", ("==", ("*", "x", "y"), 1)), ("b", ("==", "x", 0))]),
        (
            ("==", ("/", 1, ("+", 1, "x")), "y"),
            [("a", ("==", ("*", "y", ("+", "x", 1)), 1)), ("n", ("!=", "x", -1))],
        ),
    ],
)
def test_implications(goal, given):
    s = Statement(XY, tuple(given), goal)
    node = prove_implication(s)
    assert node is not None
    recheck(s, node)


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (("==", ("/", 1, "x"), "y"), [("a", ("==", ("*", "x", "y"), 1))]),
        (("false",), [("a", ("==", ("*", "x", "y"), 0)), ("b", ("==", "x", 0))]),
        (("==", "x", 0), [("a", ("==", ("*", "x", "y"), 0))]),
        (("<=", "x", 0), [("a", ("==", "x", 0))]),
    ],
)
def test_what_does_not_follow(goal, given):
    assert prove_implication(Statement(XY, tuple(given), goal), 1.0) is None


def test_symbolic_sizes_are_left_to_others():
    s = Statement(
        (("n", ("integer", 1, "oo")), ("A", ("matrix", "n", "n"))), (), ("==", ("det", ("T", "A")), ("det", "A"))
    )
    assert prove_identity(s) is None


def test_large_expansions_are_not_begun():
    s = statement(("==", ("^", ("trace", "A"), 40), ("^", ("trace", ("T", "A")), 40)), 6)
    assert prove_identity(s) is None
