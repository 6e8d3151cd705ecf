"""Counterexamples are found, exact, small, and never reported for true statements."""

import pytest

from verifier.kernel.statement import Statement
from verifier.language.values.semantics import Matrix, evaluate, holds
from verifier.prove.refute.sampling import sample
from verifier.prove.refute.search import check_values, constant_form, find_counterexample, search, shrink

POS = ("integer", 1, "oo")
RNN = (
    ("d", POS),
    ("k", POS),
    ("A", ("matrix", "d", "d")),
    ("B", ("matrix", "d", 1)),
    ("C", ("matrix", 1, "d")),
    ("w", ("real",)),
)


def h(j):
    return ("*", "C", ("^", "A", j), "B")


def loss(a, b, c):
    return (
        "+",
        ("^", ("-", ("*", c, b), "w"), 2),
        ("sum", ("^", ("*", c, ("^", a, "i"), b), 2), "i", 1, ("-", "k", 1)),
    )


MINIMISER = (
    "forall",
    "A2",
    ("matrix", "d", "d"),
    (
        "forall",
        "B2",
        ("matrix", "d", 1),
        ("forall", "C2", ("matrix", 1, "d"), ("<=", loss("A", "B", "C"), loss("A2", "B2", "C2"))),
    ),
)
NONZERO = ("w.nonzero", ("!=", "w", 0))
FITS = (
    NONZERO,
    ("s", ("==", ("*", "C", "B"), "w")),
    ("z", ("forall", "j", ("integer", 1, ("-", "k", 1)), ("==", h("j"), 0))),
)
EXTRAPOLATES = ("forall", "j", POS, ("==", h("j"), 0))
X = (("x", ("real",)),)
W = (("n", POS), ("W", ("matrix", "n", "n")))
PSD = (
    ("W.symmetric", ("==", ("T", "W"), "W")),
    ("W.psd", ("forall", "x", ("matrix", "n", 1), (">=", ("*", ("T", "x"), "W", "x"), 0))),
)
LAST = ("-", "n", 1)
ENTRYWISE = (
    "forall",
    "i",
    ("integer", 0, LAST),
    ("forall", "j", ("integer", 0, LAST), (">=", ("entry", "W", "i", "j"), 0)),
)

FALSE_ = [
    (RNN, FITS, EXTRAPOLATES),
    (RNN, (*FITS, ("k", (">=", "k", 2))), EXTRAPOLATES),
    (RNN, (*FITS, ("k", ("==", "k", 3)), ("d", ("==", "d", 3))), EXTRAPOLATES),
    (RNN, (NONZERO, ("min", MINIMISER)), EXTRAPOLATES),
    (
        RNN,
        (*FITS, ("a", ("==", ("T", "A"), "A")), ("b", ("==", "C", ("T", "B"))), ("k", ("==", "k", 2))),
        EXTRAPOLATES,
    ),
    (W, PSD, ENTRYWISE),
    (X, (), (">", ("^", "x", 2), 0)),
    (X, (("x.lower", (">", "x", 0)), ("x.upper", ("<", "x", 1))), ("<", ("+", "x", "x"), 1)),
    (
        (("q", ("sequence", ("real",))),),
        (("q.positive", ("forall", "t", ("integer", 0, "oo"), (">", ("at", "q", "t"), 0))),),
        (">", ("at", "q", 3), 1),
    ),
]


@pytest.mark.parametrize(("variables", "given", "goal"), FALSE_)
def test_counterexamples_are_found_and_exact(variables, given, goal):
    s = Statement(variables, given, goal)
    found = find_counterexample(s, 60.0)  # also on a machine that is busy
    assert found is not None
    flat = constant_form(s)
    env = {n: evaluate(found.values[n], {}) for n, _ in variables}
    assert all(holds(f, env) is True for _, f in flat.given)
    assert holds(flat.goal, env) is False


TRUE_ = [
    (RNN, (*FITS, ("long", (">", "k", "d"))), EXTRAPOLATES),
    (
        RNN,
        (*FITS, ("a", ("==", ("T", "A"), "A")), ("b", ("==", "C", ("T", "B"))), ("k", (">", "k", 2))),
        EXTRAPOLATES,
    ),
    (W, PSD, ("forall", "i", ("integer", 0, LAST), (">=", ("entry", "W", "i", "i"), 0))),
    (X, (), (">=", ("^", "x", 2), 0)),
]


@pytest.mark.parametrize(("variables", "given", "goal"), TRUE_)
def test_true_statements_have_none(variables, given, goal):
    report = search(Statement(variables, given, goal), 1.0)
    assert report.counterexample is None
    assert report.example is not None


def test_counterexamples_are_shrunk():
    s = Statement(W, PSD, ENTRYWISE)
    found = find_counterexample(s, 4.0)
    assert found is not None
    assert found.values == {"n": 2, "W": ("matrix", ("row", 1, -1), ("row", -1, 1))}
    big = check_values(s, {"n": 3, "W": Matrix.of([[9, -3, 5], [-3, 8, 2], [5, 2, 7]])})
    assert big is not None
    assert shrink(s, big, 3.0).values["n"] == 2


def test_points_without_meaning_are_reported():
    report = search(Statement(X, (), ("==", ("/", "x", "x"), 1)), 1.0, most=50)
    assert report.counterexample is None
    assert report.undefined is not None
    assert report.undefined[1] == "division by zero"


def test_the_search_is_reproducible():
    s = Statement(*FALSE_[1])
    assert find_counterexample(s, 8.0, seed=3) == find_counterexample(s, 8.0, seed=3)


def test_samples_count_and_complain():
    report = sample(Statement(X, (), (">", ("^", "x", 2), 0)), 100)
    assert report.violated > 0 and report.complaint is None
    two = (*X, ("y", ("real",)))
    rare = Statement(two, (("a", ("==", ("*", "x", "y"), ("/", 49, 25))),), ("==", 0, 0))
    assert sample(rare, 100).complaint is not None
