"""The rules for finite and infinite sums and products: what each accepts, and beside it what it must not accept."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from sequents import accepts, sequent

from verifier.kernel.algebra.counting import counted
from verifier.kernel.facts.schemas import TABLE
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.expr import Expr, head
from verifier.language.claim import claim
from verifier.language.named import operands, schema, to_json
from verifier.prove.portfolio import decide
from verifier.prove.values.sums.finite_sums import written

FIELD: dict[str, Any] = {"rule": "field"}
SQUARES: Expr = ("sum", ("^", "k", 2), "k", 1, "n")


def gives(s: Sequent, rule: dict[str, Any], fact: Expr) -> bool:
    """Whether a forward rule is accepted and adds this fact."""
    node = {**rule, "as": "new", "then": {"rule": "exact", "fact": "new"}}
    try:
        Checker().check(s, fact, node)
    except Rejected:
        return False
    return True


NAT = sequent(n=("integer", 0, "oo"))
ANY = sequent(n=("integer", "-oo", "oo"))


def test_a_last_term_is_split_off_only_where_the_sum_is_not_empty() -> None:
    rule = {"rule": "sum-range", "of": to_json(SQUARES), "range": [1, ["-", "n", 1]]}
    fact: Expr = ("==", SQUARES, ("+", ("sum", ("^", "k", 2), "k", 1, ("-", "n", 1)), ("^", "n", 2)))
    assert gives(sequent(n=("integer", 1, "oo")), rule, fact)
    assert not gives(NAT, rule, fact)  # at n = 0 the rest would have fewer than no terms
    assert not gives(ANY, rule, fact)
    wider = {"rule": "sum-range", "of": to_json(SQUARES), "range": [1, ["+", "n", 1]]}
    assert not gives(NAT, wider, ("==", SQUARES, ("sum", ("^", "k", 2), "k", 1, ("+", "n", 1))))


def test_few_terms_are_written_out() -> None:
    e: Expr = ("sum", "k", "k", "n", ("+", "n", 1))
    assert gives(ANY, written(e, True), ("==", e, ("+", "n", ("+", "n", 1))))
    assert not gives(ANY, written(e, True), ("==", e, "n"))
    assert not gives(ANY, written(e, False), ("==", e, 0))  # nothing is left out that is not known to be empty
    assert gives(ANY, written(e, False), ("==", e, e))
    empty: Expr = ("product", "k", "k", 1, ("neg", "n"))
    assert gives(NAT, written(empty, False), ("==", empty, 1))
    assert not gives(NAT, written(empty, False), ("==", empty, 0))
    backwards: Expr = ("sum", "k", "k", "n", ("-", "n", 2))
    assert gives(ANY, written(backwards, False), ("==", backwards, 0))
    assert not gives(ANY, written(backwards, True), ("==", backwards, 0))
    unknown: Expr = ("sum", "k", "k", 1, "n")
    assert not gives(ANY, written(unknown, False), ("==", unknown, 0))
    assert not gives(ANY, written(unknown, True), ("==", unknown, 0))


def test_an_end_that_is_no_integer_is_refused() -> None:
    s = sequent(x=("real",))
    e: Expr = ("sum", "k", "k", "x", "x")
    assert not gives(s, written(e, True), ("==", e, "x"))


@pytest.mark.parametrize(
    ("word", "args", "value"),
    [
        ("factorial", [0], 1), ("factorial", [6], 720), ("binomial", [5, 2], 10), ("binomial", [5, 7], 0),
        ("binomial", [5, -1], 0), ("fibonacci", [0], 0), ("fibonacci", [10], 55), ("harmonic", [0], 0),
        ("harmonic", [4], Fraction(25, 12)), ("stirling2", [4, 2], 7), ("stirling2", [0, 0], 1),
        ("stirling2", [3, 0], 0),
        ("stirling1", [4, 2], 11), ("stirling1", [5, 1], 24), ("bell", [0], 1), ("bell", [5], 52),
    ],
)  # fmt: skip
def test_combinatorial_functions_are_computed(word: str, args: list[int], value: Fraction | int) -> None:
    assert counted(word, args) == value
    e: Expr = ("fn", word, *args)
    right: Expr = value if isinstance(value, int) else ("/", value.numerator, value.denominator)
    assert accepts(Sequent(), ("==", e, right), FIELD)
    assert accepts(Sequent(), ("==", ("+", ("/", e, 2), 1), ("/", ("+", right, 2), 2)), FIELD)
    assert not accepts(Sequent(), ("==", e, 3), FIELD)


def test_what_is_not_known_is_not_computed() -> None:
    beyond = [("factorial", [-1]), ("binomial", [-1, 2]), ("zeta", [2]), ("factorial", [10**6]), ("stirling1", [8, -1])]
    for word, args in beyond:
        assert counted(word, args) is None
        for value in (0, 1, -1):
            assert not accepts(NAT, ("==", ("fn", word, *args), value), FIELD)
    half: Expr = ("/", 1, 2)
    for e in (("fn", "factorial", "n"), ("fn", "factorial", half), ("fn", "binomial", 3, half), ("fn", "bell")):
        assert not accepts(NAT, ("==", e, 1), FIELD)


def test_an_argument_is_a_literal_in_normal_form() -> None:
    s = sequent(x=("complex",))
    assert accepts(s, ("==", ("fn", "factorial", ("-", ("+", 3, "x"), "x")), 6), FIELD)
    divided: Expr = ("+", 2, ("/", "x", "x"))  # something else at x = 0
    assert not accepts(s, ("==", ("fn", "factorial", divided), 6), FIELD)


# -- infinite sums ------------------------------------------------------------------------------------


def halves(first: int = 0) -> Expr:
    return ("fn", "Sum", ("forall", "k", ("integer", first, "oo"), ("^", ("/", 1, 2), "k")))


def defined(formula: Expr, says: Expr, part: int = 1) -> bool:
    """Whether the definition gives a value from what partial sums do (1), or that from the value (0)."""
    facts = {"it": says if part else formula}
    use = {"rule": "use", "fact": f"d.{part}", "at": [], "premises": [{"rule": "exact", "fact": "it"}], "as": "so",
           "then": {"rule": "exact", "fact": "so"}}  # fmt: skip
    node = {"rule": "series-definition", "of": to_json(formula), "as": "d", "then": use}
    try:
        Checker().check(sequent(facts), formula if part else says, node)
    except Rejected:
        return False
    return True


def partial(lo: int = 0, kind: str = "sum") -> Expr:
    return (kind, ("^", ("/", 1, 2), "k"), "k", lo, "n")


def test_a_series_is_the_limit_of_its_partial_sums() -> None:
    oo: Expr = ("fn", "oo")
    for part in (0, 1):
        assert defined(("==", halves(), 2), ("tends", partial(), "n", 2), part)
        assert defined(("==", halves(1), 1), ("tends", partial(1), "n", 1), part)
        assert not defined(("==", halves(), 2), ("tends", partial(), "n", 1), part)
        assert not defined(("==", halves(), 2), ("tends", partial(1), "n", 2), part)
        assert not defined(("==", halves(), 2), ("tends", partial(kind="product"), "n", 2), part)
        assert not defined(("==", halves(), oo), ("tends", partial(), "n", oo), part)
        assert not defined(("!=", halves(), 2), ("tends", partial(), "n", 2), part)
        assert not defined(("==", halves(), ("fn", "I")), ("tends", partial(), "n", ("fn", "I")), part)
        for value, way in ((oo, "<"), (("neg", oo), ">")):
            for said in "<>":
                far: Expr = ("forall", "n", ("integer", "N", "oo"), (said, "h", partial()))
                beyond: Expr = ("forall", "h", ("real",), ("exists", "N", ("integer", 0, "oo"), far))
                assert defined(("==", halves(), value), beyond, part) is (said == way)


@pytest.mark.parametrize(("goal", "holds"), [
    ("Sum(1/2**k, (k, 3, oo)) == 1/4", True), ("Sum(1/2**k, (k, 3, oo)) == 1/2", False),
    ("Sum(3/2**k, (k, 0, oo)) == 6", True), ("Sum(3/2**k, (k, 0, oo)) == 4", False),
    ("Sum(1/factorial(k + 2), (k, 0, oo)) == E - 2", True), ("Sum(1/factorial(k + 2), (k, 0, oo)) == E - 1", False),
    ("Sum(1/(k*(k + 1)), (k, 1, oo)) == 1", True), ("Sum(1/(k*(k + 1)), (k, 2, oo)) == 1", False),
    ("Sum(k, (k, 1, oo)) == oo", True), ("Sum(-k, (k, 1, oo)) == -oo", True),
])  # fmt: skip
def test_series_are_moved_scaled_and_added_by_theorems(goal: str, holds: bool) -> None:
    assert decide(claim("t", goal), 100).verdict == ("proved" if holds else "refuted")


# -- the table ----------------------------------------------------------------------------------------


def test_every_series_of_the_table_has_the_value_it_says() -> None:
    """At points inside of the conditions, by summation to 15 digits."""
    rng = random.Random(3)
    names = [n for n in TABLE if n.startswith("series-")]
    assert len(names) > 15
    for name in names:
        letters, _, fact = schema(name)
        for _ in range(3):
            at: dict[str, Any] = {"n": rng.randint(0, 3), "a": mpmath.mpf(rng.randint(-220, 220)) / 1000}
            if name in ("series-zeta", "series-eta", "series-odd"):
                at["a"] = mpmath.mpf(rng.randint(2, 5))
            left, right = operands(fact)
            assert head(left) == "fn" and set(letters) <= set(at)
            binder = operands(left)[1]
            index, sort, term = operands(binder)
            first = operands(sort)[0]

            def value(k: Any, at: dict[str, Any] = at, index: Any = index, term: Expr = term) -> Any:
                return number(term, {**at, str(index): int(k)})

            if name == "series-EulerGamma":
                got = mpmath.nsum(lambda k: 1 / k - mpmath.log(1 + 1 / k), [1, mpmath.inf])
            elif name == "series-Catalan" or (name == "series-eta"):
                got = mpmath.nsum(value, [first, mpmath.inf], method="alternating")
            elif name in ("series-zeta", "series-odd"):
                got = mpmath.nsum(value, [first, mpmath.inf])
            else:
                got = mpmath.fsum(value(k) for k in range(int(str(first)), 170))
            assert mpmath.almosteq(got, number(right, at), 1e-8, 1e-8), (name, at, got)


def number(e: Expr, at: dict[str, Any]) -> Any:
    """A value in floating point."""
    if isinstance(e, int):
        return mpmath.mpf(e)
    if isinstance(e, str):
        return mpmath.mpf(at[e])
    op, args = e[0], e[1:]
    if op == "fn":
        constants = {"pi": mpmath.pi, "E": mpmath.e, "EulerGamma": mpmath.euler, "Catalan": mpmath.catalan}
        if len(args) == 1:
            return +constants[str(args[0])]
        values = [number(a, at) for a in args[1:]]
        exact = {"fibonacci": mpmath.fib}
        word = str(args[0])
        return exact[word](*values) if word in exact else getattr(mpmath, word)(*values)
    values = [number(a, at) for a in args]
    if op == "+":
        return mpmath.fsum(values)
    if op == "*":
        return mpmath.fprod(values)
    if op == "^":
        return mpmath.mpf(1) if values[1] == 0 else mpmath.power(*values)
    if op == "neg":
        return -values[0]
    if op == "sqrt":
        return mpmath.sqrt(values[0])
    return values[0] - values[1] if op == "-" else values[0] / values[1]
