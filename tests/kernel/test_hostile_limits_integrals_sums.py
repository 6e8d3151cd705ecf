"""Certificates written to prove something false about limits, integrals and sums; none may be accepted."""

from __future__ import annotations

from typing import Any

import pytest
from pace import within_bounds

from verifier.kernel.algebra.field import Field
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.check import check
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent, halved
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import Expr, Malformed, from_json
from verifier.kernel.work import STEPS, bounded
from verifier.language.named import to_json
from verifier.library.trees import used

Node = dict[str, Any]
REAL: Expr = ("real",)
NAT: Expr = ("integer", 0, "oo")
OO: Expr = ("fn", "oo")
FIELD: Node = {"rule": "field"}
TRIVIAL: Node = {"rule": "split", "nodes": []}
NO_GAP: Node = {"rule": "positive", "products": []}  # 0 <= 0
BY_ONE: Node = {"rule": "positive", "products": [{}]}  # 0 < 1


def fn(word: str, *args: Expr) -> Expr:
    return ("fn", word, *args)


def limit(f: Expr, point: Expr, side: int = 0) -> Expr:
    return fn("limit", ("forall", "x", REAL, f), point, side)


def integral(f: Expr, lo: Expr, hi: Expr) -> Expr:
    return fn("integrate", ("forall", "x", REAL, f), lo, hi)


def series(f: Expr, lo: Expr) -> Expr:
    return fn("Sum", ("forall", "k", ("integer", lo, "oo"), f))


def exact(label: str) -> Node:
    return {"rule": "exact", "fact": label}


def asymptotic(term: Expr, value: Expr, *facts: str, ways: int = 1, then: Node | None = None, depth: int = 3) -> Node:
    way = {"scale": ["y"], "depth": depth, "facts": list(facts)}
    return {
        "rule": "asymptotic", "of": to_json(term), "value": to_json(value), "name": "y", "ways": [way] * ways,
        "as": "found", "then": then or exact("found"),
    }  # fmt: skip


def accepted(goal: Expr, tree: Node, **more: Any) -> bool:
    try:
        check(Statement((), (), goal), {"kind": "proof", "tree": tree, **more})
    except Rejected:
        return False
    return True


def test_the_harness_accepts_what_is_true() -> None:
    e = limit(("/", ("+", "x", 1), "x"), OO)
    assert accepted(("==", e, 1), asymptotic(e, 1))
    assert not accepted(("==", e, 2), asymptotic(e, 2))


# -- limits -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("start", "low", "high"), [(0, ("neg", OO), OO), (OO, 0, 1), (0, 0, OO), (("+", OO, 1), 0, 1)]
)
def test_infinite_ends_bound_nothing(start: Expr, low: Expr, high: Expr) -> None:
    square: Expr = ("^", "v", 2)
    inside: Expr = ("and", ("<=", low, square), ("<=", square, high))
    bounded: Expr = ("forall", "v", REAL, ("implies", ("<=", start, "v"), inside))
    e = limit(("/", ("^", "x", 2), "x"), OO)
    s = Sequent().assume("bounded", bounded)
    with pytest.raises(Rejected):
        Checker().check(s, ("==", e, 0), asymptotic(e, 0, "bounded"))


@pytest.mark.parametrize("name", ["y'", "y1", "t"])
def test_facts_about_other_variables_do_not_reach_taylor_coefficients(name: str) -> None:
    e = limit(("*", "x", ("-", fn("atan", ("+", 1, ("/", 1, "x"))), fn("atan", 1))), OO)

    def goal(v: Expr) -> Expr:
        return ("forall", "t", REAL, ("implies", ("==", "t", 5), ("==", e, v)))

    def tree(v: Expr) -> Node:
        return {"rule": "intro", "as": name, "then": {"rule": "intro", "as": "five", "then": asymptotic(e, v, "five")}}

    assert accepted(goal(("/", 1, 2)), tree(("/", 1, 2)))
    assert not accepted(goal(("/", 1, 26)), tree(("/", 1, 26)))  # 1/(1 + 5^2)


def test_the_running_variable_has_a_name_that_is_free() -> None:
    e = limit(("/", "t", "x"), OO)
    s = Sequent().declare("t", REAL).declare("y", REAL)
    with pytest.raises(Rejected):
        Checker().check(s, ("==", e, 0), asymptotic(e, 0))


@pytest.mark.parametrize("v", [("fn", "oo"), ("neg", ("fn", "oo")), 0, 1])
def test_a_pole_has_no_limit_from_both_sides(v: Expr) -> None:
    e = limit(("/", 1, "x"), 0)
    assert not accepted(("==", e, v), asymptotic(e, v, ways=2))
    assert not accepted(("==", e, v), asymptotic(e, v, ways=1))


def test_a_jump_inside_is_seen() -> None:
    e = limit(fn("sign", ("*", "x", fn("exp", "x"))), 0)  # a limit that the outer function is not continuous at
    assert not any(accepted(("==", e, v), asymptotic(e, v, ways=2)) for v in (-1, 0, 1))
    floor = limit(("floor", ("-", 1, ("^", "x", 2))), 0)
    assert accepted(("==", floor, 0), asymptotic(floor, 0, ways=2))
    assert not accepted(("==", floor, 1), asymptotic(floor, 1, ways=2))


def finite(term: Expr, part: int) -> Node:
    return {"rule": "instance", "name": "finite", "at": [to_json(term)], "as": "o", "then": exact(f"o.{part}")}


def ordered(goal: Expr) -> bool:
    """Whether a part of what is known of oo says it, for one of the terms."""
    known: Node = {"rule": "instance", "name": "infinities", "at": [], "as": "o"}
    trees = [finite(term, i) for term in goal[1:] for i in range(8)]  # type: ignore[index]
    return any(accepted(goal, tree) for tree in [*trees, *({**known, "then": exact(f"o.{i}")} for i in range(8))])


def test_a_real_number_is_not_infinite_and_a_limit_is_no_real_number() -> None:
    e = limit(fn("sin", "x"), OO)
    for goal in (("<", e, OO), ("!=", e, OO), ("<", ("neg", OO), e), ("==", OO, ("neg", OO)), ("<", OO, OO)):
        assert not ordered(goal)
    assert ordered(("<", 5, OO))
    assert not accepted(("<", 0, OO), finite(e, 1))


def test_a_letter_of_a_definition_is_no_variable_of_that_name() -> None:
    """beta(u) was read as beta(u, b) with the b in scope, so that b == 1 and b == 2 gave it two values."""
    whole: Expr = ("+", 1, "b")
    facts: list[Expr] = [("<", 0, "b"), ("<", 0, whole), ("<", 0, fn("gamma", whole))]
    facts += [("or", (">", u, 0), ("!=", ("floor", u), u)) for u in ("b", whole)]
    s = Sequent().declare("b", REAL)
    for i, fact in enumerate(facts):
        s = s.assume(f"f{i}", fact)
    value: Expr = ("/", ("*", fn("gamma", 1), fn("gamma", "b")), fn("gamma", whole))
    for args, true in (((("+", 1, ("/", 1, "x")),), False), ((("+", 1, ("/", 1, "x")), "b"), True)):
        e = limit(fn("beta", *args), OO)
        tree = asymptotic(e, value, *s.facts)
        if true:
            Checker().check(s, ("==", e, value), tree)
            continue
        with pytest.raises(Rejected, match="another number of arguments"):
            Checker().check(s, ("==", e, value), tree)
    for word in ("tanh", "sign", "acot", "factorial", "harmonic"):  # and no argument is left out
        e = limit(fn(word, "x", "x"), OO)
        assert not any(accepted(("==", e, v), asymptotic(e, v)) for v in (0, 1, OO))


def test_the_modulus_of_a_complex_function_is_not_the_function() -> None:
    """(|x + i| - x)^2 tends to 0; with x + i for |x + i| the limit was i^2 = -1."""
    for z in (fn("I"), ("*", 2, fn("I"))):
        e = limit(("^", ("-", ("abs", ("+", "x", z)), "x"), 2), OO)
        for v in (-1, -4, 0):
            tree = {"rule": "instance", "name": "I", "at": [], "premises": [], "as": "i", "then": asymptotic(e, v, "i")}
            assert not accepted(("==", e, v), tree)
    e = limit(("-", ("abs", ("+", "x", 1)), "x"), OO)
    assert accepted(("==", e, 1), asymptotic(e, 1))


# -- terms without a value --------------------------------------------------------------------------------
SINE = limit(fn("sin", "x"), OO)
LOG: Expr = integral(("/", 1, "x"), -1, 1)


@pytest.mark.parametrize("e", [SINE, LOG, series(("^", -1, "k"), 0), fn("Piecewise", SINE, ("true",))])
def test_what_does_not_exist_is_not_equal_to_itself(e: Expr) -> None:
    for rule in ("identical", "field", "linear"):
        assert not accepted(("==", e, e), {"rule": rule})
        assert not accepted(("==", ("-", e, e), 0), {"rule": rule})


def test_a_case_does_not_make_a_number_of_a_limit() -> None:
    case = fn("Piecewise", SINE, ("true",))
    piece = {"rule": "piece", "of": to_json(case), "index": 0, "fail": [], "holds": TRIVIAL, "as": "e"}
    twice = {"rule": "have", "formula": to_json(("==", case, case)), "proof": FIELD, "as": "same"}
    tree = {**twice, "then": {**piece, "then": {"rule": "replace", "fact": "e", "on": "same", "as": "r",
                                                "then": exact("r")}}}  # fmt: skip
    assert not accepted(("==", SINE, SINE), tree)


def test_an_order_with_a_limit_says_that_it_exists() -> None:
    low: Expr = ("<", SINE, 3)
    tree = {
        "rule": "either", "formula": to_json(low), "as": "h",
        "yes": {"rule": "choose", "index": 0, "then": exact("h")},
        "no": {"rule": "choose", "index": 1, "then": exact("h")},
    }  # fmt: skip
    goal: Expr = ("or", low, (">=", SINE, 3))
    assert not accepted(goal, tree)
    assert not accepted(goal, {"rule": "negate", "as": "n", "then": {"rule": "contradict", "fact": "n.0",
                                                                     "proof": exact("n.1")}})  # fmt: skip
    assert not accepted(("implies", ("not", low), (">=", SINE, 3)), {"rule": "intro", "as": "h", "then": exact("h")})
    assert halved(("forall", "c", REAL, ("not", (">", "c", LOG)))) and not halved(("==", SINE, 1))


def test_a_series_is_not_the_limit_along_the_reals() -> None:
    wave: Expr = fn("sin", ("*", fn("pi"), "n"))
    along = fn("limit", ("forall", "n", REAL, wave), OO, 0)  # does not exist, and is no value of a series
    formula: Expr = ("==", series(0, 0), along)
    back = {"rule": "use", "fact": "d.1", "at": [], "premises": [exact("h2")], "as": "r", "then": exact("r")}
    s = Sequent().assume("h2", ("tends", ("sum", 0, "k", 0, "n"), "n", along))
    with pytest.raises(Rejected):
        Checker().check(s, formula, {"rule": "series-definition", "of": to_json(formula), "as": "d", "then": back})


def test_points_ends_and_terms_are_defined() -> None:
    bad = fn("log", -1)
    e = limit(5, bad)
    assert not accepted(("==", e, 5), asymptotic(e, 5, ways=2))
    gap: Expr = ("-", fn("log", "k"), fn("log", "k"))
    formula: Expr = ("==", series(gap, 0), 0)
    zero = {"rule": "series-definition", "of": to_json(formula), "as": "r", "then": exact("r")}
    assert not accepted(formula, zero)
    assert not accepted(formula, zero, defined={"rule": "intro", "as": "m", "then": NO_GAP})
    empty: Node = {
        "rule": "primitive", "order": "<=", "ends": NO_GAP, "as": "t", "bounds": "b", "primitive": "t",
        "smooth": TRIVIAL, "defined": TRIVIAL, "same": FIELD, "high": {"continuous": TRIVIAL},
        "low": {"continuous": TRIVIAL}, "value": FIELD,
    }  # fmt: skip
    assert accepted(("==", integral(1, 2, 2), 0), empty)
    assert not accepted(("==", integral(1, bad, bad), 0), empty)


# -- integrals --------------------------------------------------------------------------------------------
def primitive(f: Expr, value: Node) -> Node:
    return {
        "rule": "primitive", "order": "<=", "ends": BY_ONE, "as": "t", "bounds": "b", "primitive": to_json(f),
        "smooth": TRIVIAL, "defined": TRIVIAL, "same": FIELD, "high": {"continuous": TRIVIAL},
        "low": {"continuous": TRIVIAL}, "value": value,
    }  # fmt: skip


@pytest.mark.parametrize("v", [0, OO, ("neg", OO), 2])
def test_a_pole_inside_is_not_passed_over(v: Expr) -> None:
    s = Sequent().assume("left", ("==", integral(("/", 1, "x"), -1, 0), ("neg", OO)))
    s = s.assume("right", ("==", integral(("/", 1, "x"), 0, 1), OO))
    node = {"rule": "pieces", "at": 0, "values": [["neg", ["fn", "oo"]], ["fn", "oo"]],
            "nodes": [exact("left"), exact("right")], "between": BY_ONE, "value": FIELD}  # fmt: skip
    with pytest.raises(Rejected):
        Checker().check(s, ("==", LOG, v), node)


# -- sums -------------------------------------------------------------------------------------------------
def test_names_that_the_kernel_keeps_for_itself() -> None:
    for name in ("#0", "?n", "!k"):
        with pytest.raises(Malformed):
            from_json(["sum", name, name, 0, 1])


def test_two_sums_are_not_mixed_up_by_a_reserved_name() -> None:
    """sum of i*#0 over i, with #0 bound further out, has the same canonical form as the sum of i*i."""
    square: Expr = ("sum", ("*", "i", "i"), "i", 0, "n")
    mixed: Expr = ("sum", ("sum", ("*", "i", "#0"), "i", 0, "n"), "#0", 0, "n")
    s = Sequent().declare("n", NAT).declare("X", REAL).assume("e", ("==", square, "X"))
    formula: Expr = ("==", mixed, ("sum", "X", "#0", 0, "n"))
    step = {"rule": "replace", "fact": "e", "then": {"rule": "identical"}}
    node = {"rule": "have", "formula": to_json(formula), "proof": step, "as": "r", "then": exact("r")}
    with pytest.raises(Rejected):
        Checker().check(s, ("==", mixed, mixed), node)


@pytest.mark.parametrize("index", ["oo", "-oo", "#0", "?0", ""])
def test_an_index_has_a_name_of_its_own(index: str) -> None:
    s = Sequent().declare("n", NAT)
    fact: Expr = ("==", ("sum", 1, "j", 0, "n"), ("sum", 1, "j", 0, "n"))
    node = {"rule": "sum-range", "of": ["sum", 1, index, 0, "n"], "range": [0, "n"], "as": "r", "then": exact("r")}
    with pytest.raises(Rejected):
        Checker().check(s, fact, node)


@pytest.mark.parametrize("index", ["n", "_j", "j"])
def test_the_name_of_an_index_does_not_matter(index: str) -> None:
    """The inner n is no longer the outer one: up to the outer n, the sum of the inner one."""
    s = Sequent().declare("n", NAT)
    fact: Expr = ("==", ("sum", "j", "j", 0, "n"), ("sum", "j", "j", 0, "n"))
    node = {"rule": "sum-range", "of": ["sum", index, index, 0, "n"], "range": [0, "n"], "as": "r", "then": exact("r")}
    Checker().check(s, fact, node)
    wrong: Expr = ("==", ("sum", "n", "j", 0, "n"), ("sum", "j", "j", 0, "n"))
    with pytest.raises(Rejected):
        Checker().check(s, wrong, node)


# -- work -------------------------------------------------------------------------------------------------
def nested(depth: int) -> Expr:
    f: Expr = ("/", 1, "x")
    for _ in range(depth):
        f = fn("sin", ("+", f, ("^", f, 2), 1))
    return f


def test_long_expansions_are_cut_short() -> None:
    e = limit(nested(10), OO)
    with within_bounds():
        assert not accepted(("==", e, 7), asymptotic(e, 7, depth=30))


def steps_of(goal: Expr, s: Sequent, node: Node) -> int:
    with bounded() as left:
        Checker().check(s, goal, node)
    return STEPS - left[0]


def test_a_long_constant_is_paid_for_wherever_it_is_made_tidy() -> None:
    """P/c with 210 terms above was divided anew for each term that was added to it, for nothing."""
    s = Sequent()
    for name in "abcde":
        s = s.declare(name, REAL)
    s = s.assume("positive", ("<", 0, "c"))
    long: Expr = ("*", ("/", ("^", ("+", 1, "a", "b", "d", "e"), 6), "c"), "x")

    def steps(n: int) -> int:
        term = limit(("+", long, *["x"] * n, ("neg", long)), OO)
        return steps_of(("==", term, OO), s, asymptotic(term, OO, "positive"))

    assert steps(20) - steps(10) > 10 * 10 * 210


def test_a_long_harmonic_number_is_paid_for() -> None:
    for e in (fn("harmonic", 300), fn("harmonic", 300, 1), fn("harmonic", 300, -1)):
        assert steps_of(("==", e, e), Sequent(), FIELD) > 2 * 3000


def test_long_coefficients_are_paid_for() -> None:
    few, many = (("+", *[("/", 1, 2**bits + 1)] * 50) for bits in (300, 12_000))
    assert steps_of(("==", many, many), Sequent(), FIELD) > 10 * steps_of(("==", few, few), Sequent(), FIELD)


def test_many_large_triangles_are_too_much() -> None:
    many: Expr = ("+", *(fn("stirling2", 300, k) for k in range(120)))
    with within_bounds():
        assert not accepted(("==", many, many), FIELD)


def test_no_arithmetic_with_cases_that_may_be_infinite() -> None:
    for e in (fn("Piecewise", OO, ("true",)), fn("Piecewise", 1, ("<", SINE, 2), 0, ("true",))):
        with pytest.raises(Unknown):
            Field({}).read(e)


def at_a_point(index: str) -> Node:
    """The derivative of the geometric series at k, with a name for the index of the sum."""
    bounds = [{"rule": "positive", "products": [{"facts": ["r.0"]}]}, exact("r.1")]
    value = ["/", 1, ["-", 1, "x"]]
    known, wanted = (["==", ["fn", "Sum", ["forall", "i", ["integer", 0, "oo"], f]], v]
                     for f, v in ((["^", "x", "i"], value), (["*", 1, ["^", "x", "i"]], ["*", 1, value])))  # fmt: skip
    ends = {"rule": "use", "fact": "e.1", "at": [], "premises": [exact("c")], "as": "f", "then": exact("f")}
    back = {"rule": "series-definition", "of": wanted, "as": "e", "then": ends}
    terms = [{"index": "i", "value": f} for f in (["^", "x", "i"], ["*", 1, ["^", "x", "i"]])]
    at = [1, *terms, value, ["*", 1, value], 0]
    premises = [{"rule": "intro", "as": "i", "then": {"rule": "identical"}}, {"rule": "identical"}, exact("t")]
    once = {"rule": "series-definition", "of": known, "as": "d", "then": {
        "rule": "use", "fact": "d.0", "at": [], "premises": [exact("g")], "as": "t",
        "then": used("series-combine-1", at, premises, "c", back)}}  # fmt: skip
    geometric = {"rule": "instance", "name": "series-geometric", "at": ["x"], "premises": [exact("p.0"), exact("p.1")],
                 "as": "g", "then": once}  # fmt: skip
    each = {"rule": "have", "as": "p", "formula": ["and", ["<", -1, "x"], ["<", "x", 1]],
            "proof": {"rule": "split", "nodes": bounds}, "then": geometric}  # fmt: skip
    above = {"rule": "positive", "products": [{}, {"facts": ["low"]}]}
    pole = {"rule": "positive", "products": [{"facts": ["high"]}], "terms": [{"fact": "z", "times": 1}]}
    return {
        "rule": "series-derivative", "name": "x", "index": index, "from": 0, "coefficient": 1, "at": "k", "radius": 1,
        "value": ["*", 1, ["/", 1, ["-", 1, "x"]]], "inside": {"rule": "split", "nodes": [above, exact("high")]},
        "range": "r", "each": each, "smooth": {"rule": "negate", "as": "z", "then": pole},
        "as": "h", "then": exact("h"),
    }  # fmt: skip


def test_the_point_of_a_power_series_does_not_speak_of_its_index() -> None:
    """Under the name of the point, the index caught it: sum of i*i^i == k/(1 - k)^2, for each k between 0 and 1."""
    s = Sequent().declare("k", REAL).assume("low", ("<", 0, "k")).assume("high", ("<", "k", 1))
    slope: Expr = ("/", ("-", ("*", 0, ("-", 1, "k")), ("*", 1, ("-", 0, 1))), ("^", ("-", 1, "k"), 2))

    def sums_to(point: Expr) -> Expr:
        total = fn("Sum", ("forall", "i", ("integer", 0, "oo"), ("*", "i", 1, ("^", point, "i"))))
        return ("==", total, ("*", "k", ("*", 1, slope)))

    Checker().check(s, sums_to("k"), at_a_point("i"))
    with pytest.raises(Rejected):
        Checker().check(s, sums_to("i"), at_a_point("k"))
