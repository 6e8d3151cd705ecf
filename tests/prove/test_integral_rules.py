"""The kernel's rules for integrals: nodes that look right and are not."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.kernel.analysis.integrals import INFINITE, OO
from verifier.kernel.facts.integral_table import TABLE
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.expr import REAL, Expr, conjunction
from verifier.language.named import integral, line, substitute, to_json
from verifier.language.text.text import parse
from verifier.prove.driver.closers import prover
from verifier.prove.driver.driver import OutOfTime
from verifier.prove.driver.effort import now
from verifier.prove.refute.floating.approximation import value

S = Sequent()


def term(text: str) -> Expr:
    return parse(text, declared={"x": REAL})


def prove(s: Sequent, goal: Expr) -> Any:
    """A proof by the driver, or a node that proves next to nothing."""
    try:
        node = prover(now() + 2).prove(s, goal, 2)
    except OutOfTime:
        node = None
    return node or {"rule": "split", "nodes": []}


def rejected(goal: Expr, node: Any) -> bool:
    try:
        Checker().check(S, goal, node)
    except Rejected:
        return True
    return False


def primitive(f: str, big: str, lo: Expr, hi: Expr, v: Expr, **changes: Any) -> tuple[Expr, Any]:
    """The goal and an honest attempt at a node of the rule, where everything is asked of the driver."""
    from verifier.language.named import conditions, derivative, meaningful

    body, up = term(f), term(big)
    bounds = [p for p in (("<", lo, "t"), ("<", "t", hi)) if not {*INFINITE} & {*p}]
    inside = S.declare("t", REAL).assume("range", conjunction(bounds)) if bounds else S.declare("t", REAL)
    at_t, up_t = substitute(body, {"x": "t"}), substitute(up, {"x": "t"})
    node: Any = {
        "rule": "primitive", "order": "<", "as": "t", "bounds": "range", "primitive": to_json(up_t),
        "smooth": prove(inside, conjunction(conditions(up_t, "t", inner=True))),
        "defined": prove(inside, meaningful(at_t, inside.sorts)),
        "same": prove(inside, ("==", at_t, derivative(up_t, "t"))),
    }  # fmt: skip
    if not {lo, hi} & {*INFINITE}:
        node["ends"] = prove(S, ("<", lo, hi))
    for key, p in (("low", lo), ("high", hi)):
        if p not in INFINITE:
            goal = conjunction([substitute(q, {"t": p}) for q in conditions(up_t, "t", inner=False)])
            node[key] = {"continuous": prove(S, goal)}
    values = [substitute(up, {"x": p}) for p in (hi, lo)]
    node["value"] = prove(S, ("==", ("-", *values), v))
    return ("==", integral(body, "x", lo, hi), v), {**node, **changes}


def test_the_fundamental_theorem() -> None:
    goal, node = primitive("2*x", "x**2", 1, 3, 8)
    Checker().check(S, goal, node)


@pytest.mark.parametrize(
    ("f", "big", "lo", "hi", "v"),
    [
        ("1/x**2", "-1/x", -1, 1, -2),
        ("1/x", "log(Abs(x))", -1, 1, 0),
        ("2*x", "x**2 + x", 0, 1, 2),
        ("2*x", "x**2", 0, 1, 2),
        ("sign(x)", "Abs(x)", -1, 1, 0),
        ("0", "floor(x)", 0, 2, 2),
        ("0*log(x)", "0", -1, 1, 0),
        ("1/(1+x**2)", "-atan(1/x)", -1, 1, ("neg", ("/", ("fn", "pi"), 2))),
    ],
)
def test_a_primitive_with_a_gap_is_rejected(f: str, big: str, lo: Expr, hi: Expr, v: Expr) -> None:
    try:
        goal, node = primitive(f, big, lo, hi, v)
    except ValueError:
        return  # its derivative is not even known
    assert rejected(goal, node)


def test_ends_that_are_the_wrong_way_round() -> None:
    goal, node = primitive("2*x", "x**2", 1, 3, 8)
    assert rejected(goal, {**node, "order": ">"})
    reversed_goal: Expr = ("==", integral(term("2*x"), "x", 3, 1), 8)
    assert rejected(reversed_goal, node)
    assert rejected(("==", integral(term("2*x"), "x", OO, 3), 8), node)


def test_a_limit_needs_ends_that_are_apart() -> None:
    goal, node = primitive("2*x", "x**2", 1, 1, 0)
    high = {"limit": {"rule": "split", "nodes": []}, "value": 7}
    assert rejected(goal, {**node, "order": "<=", "ends": prove(S, ("<=", 1, 1)), "high": high})


def test_pieces_do_not_add_infinities() -> None:
    i = term("integrate(1/x, (x, -1, 1))")
    s = S.assume("a", ("==", term("integrate(1/x, (x, -1, 0))"), INFINITE[1]))
    s = s.assume("b", ("==", term("integrate(1/x, (x, 0, 1))"), OO))
    nodes = [{"rule": "exact", "fact": "a"}, {"rule": "exact", "fact": "b"}]
    for v in (0, OO, INFINITE[1]):
        node = {
            "rule": "pieces", "at": 0, "values": [to_json(INFINITE[1]), to_json(OO)], "nodes": nodes,
            "between": prove(S, ("and", ("<", -1, 0), ("<", 0, 1))), "value": {"rule": "identical"},
        }  # fmt: skip
        with pytest.raises(Rejected):
            Checker().check(s, ("==", i, v), node)


def test_an_infinite_part_has_to_lie_inside() -> None:
    s = S.assume("a", ("==", term("integrate(1/x, (x, 0, -1))"), OO))
    s = s.assume("b", ("==", term("integrate(1/x, (x, -1, 1))"), 3))
    node = {
        "rule": "pieces", "at": -1, "values": [to_json(OO), 3],
        "nodes": [{"rule": "exact", "fact": "a"}, {"rule": "exact", "fact": "b"}],
        "between": prove(S, ("and", ("<", -1, 0), ("<", 0, 1))),
    }  # fmt: skip
    with pytest.raises(Rejected):
        Checker().check(s, ("==", term("integrate(1/x, (x, 0, 1))"), OO), node)


def substituted(slope_rises: bool, hi: Expr, v: Expr) -> tuple[Expr, Any]:
    """2*x over (0, 1) by u == x**2, or an attempt at it over another range."""
    inside = S.declare("t", REAL).assume("range", ("and", ("<", 0, "t"), ("<", "t", hi)))
    image = inside.assume("image", ("and", ("<", ("^", 0, 2), ("^", "t", 2)), ("<", ("^", "t", 2), ("^", hi, 2))))
    slope: Expr = ("*", 2, ("^", "t", 1), 1)
    new = integral(1, "y", ("^", 0, 2), ("^", hi, 2))
    node = {
        "rule": "substitution", "order": "<", "as": "t", "bounds": "range", "image": "image", "name": "y", "of": 1,
        "along": to_json(("^", "t", 2)), "rising": slope_rises, "ends": prove(S, ("<", 0, hi)),
        "smooth": {"rule": "split", "nodes": []}, "defined": {"rule": "split", "nodes": []},
        "monotone": prove(inside, ("<", 0, slope) if slope_rises else ("<", slope, 0)),
        "same": prove(image, ("==", ("*", 2, "t"), ("*", 1, slope))),
        "low": {"continuous": {"rule": "split", "nodes": []}}, "high": {"continuous": {"rule": "split", "nodes": []}},
        "then": prove(S, ("==", new, v)),
    }  # fmt: skip
    return ("==", integral(("*", 2, "x"), "x", 0, hi), v), node


def test_a_substitution_runs_one_way() -> None:
    from verifier.language.named import derivative

    assert derivative(("^", "t", 2), "t") == ("*", 2, ("^", "t", 1), 1)
    goal, node = substituted(True, 1, 1)
    Checker().check(S, goal, node)
    assert rejected(("==", integral(("*", 2, "x"), "x", 0, 1), 2), node)
    assert rejected(*substituted(False, 1, 1))


@pytest.mark.parametrize("name", list(TABLE))
def test_a_line_of_the_table_holds_under_its_conditions_only(name: str) -> None:
    letters = TABLE[name][0]
    terms: list[Expr] = [2 + i for i in range(len(letters))]
    needed, i, v = line(name, *terms)
    node = {
        "rule": "instance", "name": f"integral-{name}", "at": [to_json(t) for t in terms], "as": "tabled",
        "premises": [prove(S, p) for p in needed], "then": {"rule": "exact", "fact": "tabled"},
    }  # fmt: skip
    Checker().check(S, ("==", i, v), node)
    assert rejected(("==", i, ("neg", v)), node)
    if needed:
        terms = [-1] * len(letters)
        needed, i, v = line(name, *terms)
        assert rejected(
            ("==", i, v),
            {**node, "at": list(terms), "premises": [prove(S, p) for p in needed]},
        )


OSCILLATING = ("dirichlet", "fresnel-cos", "fresnel-sin", "laplace-cos")


@pytest.mark.parametrize("name", [n for n in TABLE if n not in OSCILLATING])
def test_a_line_of_the_table_is_true_in_floating_point(name: str) -> None:
    import mpmath

    letters, _, body, lo, hi, v = TABLE[name]
    for choice in ((1.3, 0.8), (2.25, 1.5), (1.75, 3.0)):
        at = dict(zip(letters, choice, strict=False))
        a, b = value(lo, {}), value(hi, {})
        nodes = [a, *(p for p in (-3, 0, 0.01, 0.3, 0.9, 1.5, 5, 20) if a < p < b), b]
        numeric = mpmath.quad(lambda x, at=at: value(body, {**at, "x": x}), nodes)
        assert abs(numeric - value(v, at)) < 1e-4 * (1 + abs(numeric))


def test_the_oscillating_lines_of_the_table_are_true_in_floating_point() -> None:
    import mpmath

    quad = mpmath.quadosc
    assert abs(quad(lambda x: mpmath.sin(x) / x, [0, mpmath.inf], omega=1) - value(TABLE["dirichlet"][5], {})) < 1e-8
    for name, wave in (("fresnel-cos", mpmath.cos), ("fresnel-sin", mpmath.sin)):  # with x == sqrt(u)
        head = mpmath.quad(lambda x, wave=wave: wave(x * x), [0, 1])
        tail = quad(lambda u, wave=wave: wave(u) / (2 * mpmath.sqrt(u)), [1, mpmath.inf], omega=1)
        assert abs(head + tail - value(TABLE[name][5], {})) < 1e-8
    for a in (0.7, 2.0):
        numeric = quad(lambda x, a=a: mpmath.cos(a * x) / (1 + x * x), [0, mpmath.inf], omega=a)
        assert abs(numeric - value(TABLE["laplace-cos"][5], {"a": a})) < 1e-8
