"""What the rules about limits trust, tested line by line, and certificates that they must reject."""

from __future__ import annotations

import copy
from typing import Any

import mpmath
import pytest

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.analysis.asymptotics import Asymptotics
from verifier.kernel.facts.function_table import DEFINITIONS, ENDS, FAR, definition, tail_coefficient
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.expr import REAL, TRUE, Expr
from verifier.language.claim import claim
from verifier.language.named import to_json
from verifier.prove.driver.closers import prover
from verifier.prove.driver.effort import now
from verifier.prove.portfolio import decide
from verifier.prove.refute.floating.approximation import truth, value

OO: Expr = ("fn", "oo")


# -- the lines that rewrite a function -------------------------------------------------------------------
def stirling(u: Any, k: int) -> Any:
    def rest(t: Any) -> Any:
        return mpmath.loggamma(t) - (t - mpmath.mpf(1) / 2) * mpmath.log(t) + t - mpmath.log(2 * mpmath.pi) / 2

    return mpmath.diff(rest, u, k)


def erfcx(u: Any, k: int) -> Any:
    return mpmath.diff(lambda t: mpmath.exp(t * t) * mpmath.erfc(t), u, k)


def numeric(e: Expr, at: dict[str, Any]) -> Any:
    """The value of a line's right side, the kernel's own two functions included."""
    own = {"stirling": stirling, "erfcx": erfcx}
    if isinstance(e, tuple) and e[0] == "fn" and e[1] in own:
        return own[str(e[1])](numeric(e[2], at), int(str(e[3])))
    if isinstance(e, tuple) and any(word in repr(e) for word in own):
        args = [numeric(a, at) for a in e[2 if e[0] == "fn" else 1 :]]  # type: ignore[index]
        names = {f"t{i}": v for i, v in enumerate(args)}
        head = e[:2] if e[0] == "fn" else e[:1]  # type: ignore[index]
        return value((*head, *names), names, 60)  # type: ignore[misc, arg-type]
    return value(e, at, 60)


@pytest.mark.parametrize("table", [DEFINITIONS, FAR, ENDS])
def test_every_line_of_the_tables_is_true(table: dict[str, tuple[str, ...]]) -> None:
    points = [mpmath.mpf(p) / 7 for p in (-40, -20, -6, -3, -1, 1, 2, 5, 6, 9, 16, 33)] + [mpmath.mpf(0)]
    with mpmath.workdps(60):
        for name, lines in table.items():
            tried = 0
            for a in points:
                for b in points if "b" in "".join(lines).replace("abs", "") else points[:1]:
                    at = {"a": a, "b": b}
                    for line in lines:
                        condition, right = definition(line)
                        if condition != TRUE and not truth(condition, at):
                            continue
                        arity = 2 if name in ("log", "binomial", "beta") else 1
                        left: Expr = ("fn", name, *("a", "b")[:arity])
                        if name == "ceiling":
                            expected = -mpmath.floor(-a)
                        elif name == "cbrt":
                            expected = mpmath.sign(a) * mpmath.cbrt(abs(a))
                        else:
                            expected = value(left, at, 60)
                        assert abs(numeric(right, at) - expected) < 1e-20 * (1 + abs(expected)), (name, line, a, b)
                        tried += 1
                        break
            assert tried >= 3, name


@pytest.mark.parametrize("name", ["stirling", "erfcx"])
@pytest.mark.parametrize("k", [0, 1, 2, 3])
def test_the_asymptotic_series_have_errors_of_the_order_that_is_claimed(name: str, k: int) -> None:
    depth = 5
    with mpmath.workdps(120):
        scaled = []
        for u in (mpmath.mpf(40), mpmath.mpf(160)):
            total = mpmath.mpf(0)
            for m in range(1, depth):
                q: Any = tail_coefficient(name, m)
                for j in range(k):
                    q *= -(2 * m - 1 + j)
                front = 1 if name == "stirling" else 1 / mpmath.sqrt(mpmath.pi)
                total += front * mpmath.mpf(q.numerator) / q.denominator * u ** (1 - 2 * m - k)
            exact = {"stirling": stirling, "erfcx": erfcx}[name](u, k)
            scaled.append(abs(exact - total) * u ** (2 * depth - 1 + k))
        assert scaled[0] < 10**4 and abs(scaled[0] / scaled[1] - 1) < 0.2


# -- expansions -----------------------------------------------------------------------------------------
def scale(basis: list[Expr], depth: int = 4) -> Asymptotics:
    s = Asymptotics({"x": REAL}, "x", depth)
    s.build(basis)
    return s


def fn(name: str, *args: Expr) -> Expr:
    return ("fn", name, *args)


LOG: Expr = fn("log", "x")
EXP: Expr = fn("exp", "x")


@pytest.mark.parametrize(
    "basis",
    [["x"], ["x", LOG], [EXP, "x"], [fn("exp", EXP), EXP, "x"], ["x", fn("exp", ("sqrt", LOG)), LOG],
     [fn("exp", ("*", "x", LOG)), EXP, fn("exp", ("sqrt", "x")), "x", LOG]],
)  # fmt: skip
def test_a_scale_in_order_is_taken(basis: list[Expr]) -> None:
    scale(basis)


@pytest.mark.parametrize(
    "basis",
    [[], [LOG], [EXP], ["x", EXP], [LOG, "x"], [EXP, fn("exp", EXP), "x"], [EXP, EXP, "x"], ["x", "x"],
     [fn("exp", ("neg", "x")), "x"], [fn("exp", LOG), "x"], [fn("exp", ("*", 2, LOG)), "x", LOG], [("^", "x", 2), "x"],
     [EXP, fn("exp", ("*", 2, "x")), "x"], [fn("exp", ("/", 1, "x")), "x"], [fn("exp", fn("sin", "x")), "x"],
     ["x", fn("exp", ("sqrt", "x")), LOG], [fn("exp", ("+", "x", EXP)), EXP, fn("exp", EXP), "x"]],
)  # fmt: skip
def test_a_scale_out_of_order_is_refused(basis: list[Expr]) -> None:
    with pytest.raises(Unknown):
        scale(basis)


def test_an_expansion_agrees_with_the_function_up_to_its_error() -> None:
    s = scale(["x"], 5)
    e: Expr = ("/", ("^", ("+", ("^", "x", 2), "x"), ("/", 1, 2)), ("+", 3, ("^", "x", 3)))
    a = s.expand(e, 0)
    error = s.expr(a.error) if a.error is not None else 0
    with mpmath.workdps(80):
        scaled = []
        for x in (mpmath.mpf(10) ** 6, mpmath.mpf(10) ** 9):
            total = sum(value(s.expr(c), {"x": x}, 80) * x ** value(s.expr(p), {}, 80) for p, c in a.terms)
            scaled.append(abs(value(e, {"x": x}, 80) - total) / x ** value(error, {}, 80))
    assert scaled[1] < 100 and scaled[1] / scaled[0] < 10


@pytest.mark.parametrize(
    "e",
    [fn("log", ("neg", "x")), ("sqrt", ("-", 1, "x")), ("/", 1, ("-", "x", "x")), ("^", ("neg", "x"), ("/", 1, 3)),
     fn("asin", "x"), fn("acosh", ("/", 1, "x"))],
)  # fmt: skip
def test_nothing_is_expanded_outside_of_its_domain(e: Expr) -> None:
    with pytest.raises(Unknown):
        scale(["x", LOG]).expand(e, 0)


# -- certificates ---------------------------------------------------------------------------------------
def certificate(goal: str) -> tuple[Expr, Any]:
    formula = claim("c", goal, variables={}).statement().goal
    node = prover(now() + 10).prove(Sequent(), formula, 2)
    assert node is not None
    Checker().check(Sequent(), formula, node)
    return formula, node


def asymptotic_nodes(node: Any) -> list[Any]:
    if isinstance(node, list):
        return [n for child in node for n in asymptotic_nodes(child)]
    if not isinstance(node, dict):
        return []
    here = [node] if node.get("rule") == "asymptotic" else []
    return here + [n for child in node.values() for n in asymptotic_nodes(child)]


def rejected(formula: Expr, node: Any) -> bool:
    try:
        Checker().check(Sequent(), formula, node)
    except Rejected:
        return True
    return False


GOALS = [
    "limit((exp(1/x + exp(-x)) - exp(1/x))*exp(x), x, oo) == 1", "limit(sin(x)/x, x, 0) == 1",
    "limit((2**x + 7**x)**(1/x), x, oo) == 7", "limit(log(x)/x, x, oo) == 0",
]  # fmt: skip


@pytest.mark.parametrize("goal", GOALS)
def test_another_value_is_rejected(goal: str) -> None:
    formula, node = certificate(goal)
    term = formula[1]  # type: ignore[index]
    for other in (2, -1, ("/", 1, 3), OO, ("neg", OO), ("+", 7, ("/", 1, 10**30))):
        damaged = copy.deepcopy(asymptotic_nodes(node)[0])
        damaged |= {"value": to_json(other), "as": "l", "then": {"rule": "exact", "fact": "l"}}
        assert rejected(("==", term, other), damaged)


@pytest.mark.parametrize("goal", GOALS)
def test_fewer_ways_a_smaller_scale_or_another_name_prove_nothing_else(goal: str) -> None:
    formula, node = certificate(goal)
    for field, values in {
        "ways": [[], None, 0, [{}], [{"scale": [], "depth": 3, "facts": []}]],
        "name": ["", "oo", 5, "_y"],
        "of": [7, to_json(("fn", "sin", 1)), to_json(("fn", "limit", 1, 2, 3))],
    }.items():
        for wrong in values:
            damaged = copy.deepcopy(node)
            asymptotic_nodes(damaged)[0][field] = wrong
            assert rejected(formula, damaged), (field, wrong)


def test_a_limit_from_both_sides_needs_both() -> None:
    formula, node = certificate("limit(abs(x)/x, x, 0, '+') == 1")
    whole = copy.deepcopy(asymptotic_nodes(node)[0])
    both: Expr = (*formula[1][:4], 0)  # type: ignore[index, misc]
    whole |= {"of": to_json(both), "as": "l", "then": {"rule": "exact", "fact": "l"}}
    assert rejected(("==", both, 1), whole)
    whole["ways"] = whole["ways"] * 2
    assert rejected(("==", both, 1), whole)


def test_a_bound_that_does_not_hold_for_all_large_arguments_bounds_nothing() -> None:
    e = fn("exp", "v")
    s = Sequent().declare("b", REAL)
    low, high, start = ("<=", 0, e), ("<=", e, "b"), ("<=", 1, "v")
    good: Expr = ("forall", "v", REAL, ("implies", start, ("and", low, high)))
    term: Expr = ("fn", "limit", ("forall", "x", REAL, ("/", EXP, "x")), OO, 0)

    def node(fact: Expr) -> bool:
        way = {"scale": ["y"], "depth": 3, "facts": ["f"]}
        step = {"rule": "asymptotic", "of": to_json(term), "value": 0, "name": "y", "ways": [way]}
        proof = {**step, "as": "l", "then": {"rule": "exact", "fact": "l"}}
        try:
            Checker().check(s.assume("f", fact), ("==", term, 0), proof)
        except Rejected:
            return False
        return True

    assert node(good)  # from a false hypothesis
    assert not node(("forall", "v", REAL, ("implies", ("<=", "v", 1), ("and", low, high))))
    assert not node(("forall", "v", REAL, ("implies", start, ("and", low, ("<=", e, ("+", "v", "b"))))))
    assert not node(("forall", "v", REAL, ("implies", start, ("or", low, high))))
    assert not node(("forall", "v", REAL, ("implies", start, ("and", low, ("<=", ("neg", e), "b")))))
    assert not node(("exists", "v", REAL, ("implies", start, ("and", low, high))))


# -- the other rules ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "formula, holds",
    [
        (("<", 5, OO), True), (("<", ("neg", OO), 5), True), (("<", ("neg", OO), OO), True), (("==", OO, OO), True),
        (("!=", OO, ("fn", "pi")), True), ((">=", OO, OO), True), (("<", OO, OO), False), (("==", OO, 5), False),
        (("<", OO, 5), False), (("<=", OO, ("neg", OO)), False), (("!=", OO, OO), False),
        (("!=", OO, ("fn", "I")), False),
        (("!=", OO, ("fn", "limit", ("forall", "x", REAL, "x"), 0, 0)), False),
    ],
)  # fmt: skip
def test_the_order_of_the_extended_reals(formula: Expr, holds: bool) -> None:
    found = prover(now() + 60).prove(Sequent(), formula, 0)
    assert (found is not None) is holds


@pytest.mark.parametrize("goal", [
    "limit(x*(2 + sin(x)), x, oo) == oo", "limit(x**2/(2 + cos(1/x)), x, 0) == 0",
    "limit(x/(2 + sin(x))/x**2, x, -oo) == 0", "limit(-1/(x*(2 + sin(1/x))), x, 0, '+') == -oo",
])  # fmt: skip
def test_limits_by_their_definition(goal: str) -> None:
    assert decide(claim("t", goal), 100).verdict == "proved"


@pytest.mark.parametrize("goal", [
    "limit(1/x, x, 0) == 5", "limit(1/x, x, 0) == oo", "limit(Abs(x)/x, x, 0) == 1", "limit(exp(1/x), x, 0) == 0",
    "limit(x**2/(2 + cos(1/x)), x, 0) == 1",
])  # fmt: skip
def test_another_value_on_one_side_refutes_a_limit(goal: str) -> None:
    assert decide(claim("t", goal), 100).verdict == "refuted"


@pytest.mark.parametrize("goal", [
    "limit(x*(1 + sin(x)), x, oo) == oo", "limit(2 + cos(1/x), x, 0) == 2", "limit(x*(2 + sin(x)), x, oo) == -oo",
])  # fmt: skip
def test_what_is_no_limit_is_not_proved(goal: str) -> None:
    assert decide(claim("t", goal), 3).verdict not in ("proved", "computed")
