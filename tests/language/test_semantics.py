"""Exact values and three-valued truth."""

from fractions import Fraction

import pytest

from verifier.language.values.semantics import Inexact, Limits, Matrix, Undefined, evaluate, holds
from verifier.prove.properties.small_algebra import Room

A = Matrix.of([[1, 2], [3, 5]])
B = Matrix.of([[1], [2]])
C = Matrix.of([[3, -1]])
ENV = {"A": A, "B": B, "C": C, "x": Fraction(3), "n": 2, "s": lambda t: Fraction(t, 2)}
NATURAL = ("integer", 0, "oo")


@pytest.mark.parametrize(
    ("e", "value"),
    [
        (("*", "C", "B"), 1),
        (("*", "C", ("^", "A", 2), "B"), 3 * (7 + 24) - (18 + 62)),
        (("^", 0, 0), 1),
        (("^", "x", -2), Fraction(1, 9)),
        (("sqrt", ("/", 9, 4)), Fraction(3, 2)),
        (("mod", -1, 3), 2),
        (("floor", ("/", -1, 2)), -1),
        (("trace", "A"), 6),
        (("det", "A"), -1),
        (("entry", ("T", "A"), 0, 1), 3),
        (("sum", ("^", "j", 2), "j", 1, 3), 14),
        (("sum", "j", "j", 1, 0), 0),
        (("product", "j", "j", 1, 0), 1),
        (("product", "j", "j", 1, 4), 24),
        (("delta", 2, "n"), 1),
        (("at", "s", 5), Fraction(5, 2)),
        (("min", "x", 2), 2),
        (("abs", -3), 3),
        (("*", ("T", ("basis", 3, 1)), ("basis", 3, 1)), 1),
        (("grad", ("^", "x", 3), "x", "x"), 27),
        (("entry", ("grad", ("trace", ("*", "A", "A")), "A", "A"), 0, 1), 6),
        (("grad", ("grad", ("^", "x", 3), "x", "x"), "x", "x"), 18),
        (("grad", ("/", 1, "x"), "x", "x"), Fraction(-1, 9)),
        (("grad", ("sqrt", ("^", "x", 2)), "x", "x"), 1),
        (("grad", ("*", "y", "x"), "y", ("at", "s", 3)), 3),
        (("trace", ("zeros", 0, 0)), 0),
        (("det", ("eye", 0)), 1),
    ],
)
def test_value(e, value):
    found = evaluate(e, ENV)
    assert found == value
    assert isinstance(found, Fraction)


def test_empty_sums_of_matrices_have_a_shape():
    assert evaluate(("sum", ("*", "j", "A"), "j", 1, 0), ENV) == Matrix.of([[0, 0], [0, 0]])
    assert evaluate(("+", "A", ("sum", ("^", "A", "j"), "j", 0, -1)), ENV) == A


def test_inner_size_zero_gives_zero():
    env = {"P": Matrix(2, 0, ((), ())), "Q": Matrix(0, 2, ())}
    assert evaluate(("*", "P", "Q"), env) == Matrix.of([[0, 0], [0, 0]])


def test_inverse_and_gradient_of_the_determinant():
    adjugate_transposed = evaluate(("*", ("det", "A"), ("T", ("inverse", "A"))), ENV)
    assert evaluate(("grad", ("det", "A"), "A", "A"), ENV) == adjugate_transposed


@pytest.mark.parametrize(
    "e",
    [
        ("/", 1, ("-", "x", 3)),
        ("sqrt", -1),
        ("inverse", ("zeros", 2, 2)),
        ("+", "A", "B"),
        ("*", "B", "A"),
        ("entry", "A", 2, 0),
        ("basis", 2, 2),
        ("mod", 1, 0),
        ("^", "A", ("/", 1, 2)),
        ("grad", ("abs", ("-", "x", 3)), "x", "x"),
    ],
)
def test_undefined(e):
    with pytest.raises(Undefined):
        evaluate(e, ENV)


@pytest.mark.parametrize("e", [("sqrt", 2), ("fn", "exp", 1), "unknown", ("expect", "x", "w"), ("^", 7, 10**9)])
def test_inexact(e):
    with pytest.raises(Inexact):
        evaluate(e, ENV)


def test_floats_are_refused():
    with pytest.raises(TypeError):
        Matrix.of([[0.5]])


def test_expectation_over_a_finite_law():
    half = Fraction(1, 2)
    env = {"__law__": [(half, {"u": 1}), (half, {"u": -1})]}
    assert evaluate(("expect", ("^", ("at", "u", "w"), 2), "w"), env) == 1
    assert evaluate(("expect", ("at", "u", "w"), "w"), env) == 0


@pytest.mark.parametrize(
    ("p", "truth"),
    [
        (("forall", "j", ("integer", 0, 3), ("<", "j", 4)), True),
        (("forall", "j", NATURAL, (">=", "j", 0)), None),
        (("forall", "j", NATURAL, ("<", "j", 4)), False),
        (("exists", "j", NATURAL, ("==", "j", 4)), True),
        (("exists", "j", NATURAL, ("==", "j", -1)), None),
        (("exists", "j", ("integer", 0, 3), ("==", "j", 4)), False),
        (("forall", "j", ("integer", 1, 0), ("false",)), True),
        (("forall", "t", NATURAL, ("==", "x", 3)), True),
        (("implies", ("!=", "n", 2), ("==", ("/", 1, ("-", "n", 2)), 0)), True),
        (("and", ("==", "n", 3), ("==", ("/", 1, 0), 0)), False),
        (("or", ("==", "n", 2), ("==", ("/", 1, 0), 0)), True),
        (("not", ("<", ("sqrt", 2), 1)), None),
        (("and", ("<", ("sqrt", 2), 1), ("==", "n", 3)), False),
        (("tends", ("/", 1, "t"), "t", 0), None),
        (("==", ("zeros", 2, 2), 0), True),
        (("==", "A", ("T", "A")), False),
        # real quantifiers, decided exactly where the body is a polynomial of low degree
        (("forall", "y", ("real",), (">=", ("+", ("^", "y", 2), ("*", 2, "y"), 1), 0)), True),
        (("forall", "y", ("real",), (">", ("+", ("^", "y", 2), ("*", 2, "y"), 1), 0)), False),
        (("forall", "y", ("real",), (">=", ("+", ("^", "y", 2), ("/", "y", 1000)), 0)), False),
        (("exists", "y", ("real",), ("<", ("^", "y", 2), 0)), False),
        (
            ("forall", "M", ("matrix", 2, 2), ("==", ("trace", ("*", "A", "M")), ("trace", ("*", "M", "A")))),
            True,
        ),
        (("forall", "v", ("matrix", 2, 1), (">=", ("*", ("T", "v"), "A", "v"), 0)), False),
        (("forall", "v", ("matrix", 2, 1), (">=", ("*", ("T", "v"), ("T", "A"), "A", "v"), 0)), True),
        (("forall", "y", ("real",), ("<=", ("-", "x", 3), ("^", ("-", ("^", "y", 3), 1), 2))), True),
        (("forall", "y", ("real",), (">=", ("+", ("^", "y", 4), 1), "y")), None),
    ],
)
def test_truth(p, truth):
    assert holds(p, ENV) is truth


def test_the_witness_is_traced_inwards():
    trace = []
    p = ("forall", "i", ("integer", 1, 4), ("exists", "j", ("integer", 1, 3), ("==", "i", "j")))
    assert holds(p, {}, trace=trace) is False
    assert trace == [("i", 4)]


def test_undefined_formulas_raise():
    with pytest.raises(Undefined):
        holds(("==", ("/", 1, 0), 1), {})


def test_long_evaluations_stop():
    deep = ("sum", ("sum", ("sum", 1, "k", 1, 1000), "j", 1, 1000), "i", 1, 1000)
    with pytest.raises(Inexact):
        evaluate(("+", deep, "x"), {"x": 1}, Limits(steps=10_000, span=100))


@pytest.mark.parametrize("power", [9_000, -9_000])
def test_powers_of_polynomials_stop_before_they_fill_the_memory(power):
    room = Room(8)
    total = sum((room.atom() for _ in range(6)), room.poly(0))
    with pytest.raises(Inexact):
        room.value(("^", "x", power), {"x": total})
    with pytest.raises(Inexact):
        room.value(("^", "M", 64), {"M": Matrix(2, 2, ((total, total), (total, 1)))})
    with pytest.raises(Inexact):  # few terms with long coefficients
        room.value(("^", "x", 20 * power), {"x": room.generators[0] + 1})
    assert len(room.value(("^", "x", 3), {"x": total})) == 56


@pytest.mark.parametrize("point", ["zero", "sum", "square", "double"])
def test_small_algebra_differentiates_at_variables_only(point):
    room = Room(4)
    x, y = room.atom(), room.atom()
    values = {"x": x, "zero": x - x, "sum": x + y, "square": x * x, "double": 2 * x}
    assert room.value(("grad", ("^", "z", 3), "z", "x"), values) == 3 * x * x
    with pytest.raises(Inexact):
        room.value(("grad", ("^", "z", 3), "z", point), values)
