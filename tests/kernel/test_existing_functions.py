"""The rules differentiable, choice and compact: what they give, and what they must not give."""

from __future__ import annotations

from typing import Any

import pytest
from test_curves import rejected

from verifier.kernel.terms.expr import FALSE, Expr
from verifier.language.claim import claim
from verifier.language.named import to_json
from verifier.language.script import (
    Chosen,
    Compact,
    Differentiable,
    Numbers,
    Obtain,
    Order,
    Split,
    Square,
    Step,
    Take,
    Use,
    Witness,
)
from verifier.language.text.text import parse
from verifier.prove.portfolio import decide

Node = dict[str, Any]
REAL: Expr = ("real",)
NO: Node = {"rule": "exact", "fact": "false"}
NO_LIMIT: Expr = ("fn", "limit", ("forall", "y", REAL, ("fn", "sin", "y")), ("fn", "oo"), 0)


def proves(goal: str, argument: list[Step], given: dict[str, str] | None = None, **variables: str) -> bool:
    return decide(claim("it", goal, variables=variables, given=given or {}, argument=argument), 0.6).verdict == "proved"


# -- a term with a derivative at each point is a curve ----------------------------------------------------------------
def curve(term: str, slope: str, *by: Step) -> list[Step]:
    return [Differentiable(term, "x", by=[Take("x"), Witness(slope), Take("h"), *by])]


SQUARE: tuple[Step, ...] = (Witness("h"),
    Split([[], [Take("y"), Order(positive=[Square(root="y - x", facts=["given1"])])]]))
IS_A_CURVE = "exists(q, real curve, forall(x, real, q[x] == {0}))"


def test_a_term_with_a_derivative_at_each_point_is_a_curve() -> None:
    """|y^2 - x^2 - 2 x (y - x)|^2 = (y - x)^4."""
    through = [Obtain("differentiable", "q", label="q"), Witness("q[x]", index="x"), Take("x"), Use("q", at=["x"])]
    assert proves(IS_A_CURVE.format("x**2"), [*curve("x**2", "2*x", *SQUARE), *through])
    assert not proves(IS_A_CURVE.format("x**2 + 1"), [*curve("x**2", "2*x", *SQUARE), *through])
    assert not proves(IS_A_CURVE.format("x**2"), [*curve("x**2", "x", *SQUARE), *through])


def test_of_its_rate_no_more_is_known_than_the_definition_says() -> None:
    at_0 = [*curve("x**2", "2*x", *SQUARE), Obtain("differentiable", "q", label="q"), Use("q", at=["0"], name="here")]
    goal = "exists(q, real curve, q[0] == 0 and diff(q[x], (x, 0)) == {0})"
    assert not proves(goal.format(1), [*at_0, Witness("q[x]", index="x"), Split([[], [Numbers()]])])
    assert not proves(goal.format(0), [*at_0, Witness("q[x]", index="x"), Split([[], [Numbers(using=["here.0"])]])])


@pytest.mark.parametrize(("term", "slope"),
    [("Abs(x)", "sign(x)"), ("sign(x)", "0"), ("cbrt(x)", "0")])
def test_a_corner_or_a_jump_makes_no_curve(term: str, slope: str) -> None:
    tries = Witness("h"), Split([[], [Take("y"), Numbers()]])
    through = [Obtain("differentiable", "q", label="q"), Witness("q[x]", index="x"), Take("x"), Use("q", at=["x"])]
    assert not proves(IS_A_CURVE.format(term), [*curve(term, slope, *tries), *through])


def slopes(term: Expr, sort: Any = ("real",), name: str = "x") -> Node:
    return {"rule": "differentiable", "name": name, "of": to_json(term), "sort": list(sort), "as": "F", "then": NO,
            "proof": {"rule": "contradict", "fact": "false", "proof": {"rule": "split", "nodes": []}}}  # fmt: skip


@pytest.mark.parametrize(("sorts", "node"), [
    ([("x", REAL)], slopes("x")),  # a name that is taken
    ([("z", ("complex",))], slopes(("*", "z", "x"))),
    ([("X", ("random", REAL))], slopes(("*", "X", "x"))),
    ([("A", ("matrix", 2, 2))], slopes(("*", "x", "A"))),  # another sort
    ([("A", ("matrix", 2, 2))], slopes(("*", "x", "A"), ("matrix", 2, 1))),
    ([("A", ("matrix", 2, 2))], slopes("x", ("matrix", 2, 2))),
    ([], slopes("x", ("integer", 0, 0))),
    ([], slopes("x", ("complex",))),
    ([], slopes(NO_LIMIT)),  # a term without a value
    ([], slopes("y")),
])  # fmt: skip
def test_of_what_no_curve_is_made(sorts: list[tuple[str, Expr]], node: Node) -> None:
    """From a false fact the slopes and all the rest would follow."""
    assert rejected([], [("false", FALSE)], FALSE, slopes("x")) == ""
    assert rejected([("A", ("matrix", 2, 2))], [("false", FALSE)], FALSE,
        slopes(("*", "x", "A"), ("matrix", 2, 2))) == ""
    assert rejected(sorts, [("false", FALSE)], FALSE, node)


# -- a value for each argument makes a function -----------------------------------------------------------------------
VECTOR: Expr = ("matrix", 2, 1)
LENGTH: Expr = parse("forall(w, matrix(2, 1), exists(y, real, y == norm2(w)))")


def choosing(goal: Expr, then: Node, fact: Expr = LENGTH) -> str:
    return rejected([], [("h", fact)], goal, {"rule": "choice", "fact": "h", "as": "c", "then": then})


def test_a_value_for_each_argument_makes_a_function() -> None:
    exact: Node = {"rule": "exact", "fact": "c"}
    promised = parse("exists(f, real function of matrix(2, 1), forall(w, matrix(2, 1), f[w] == norm2(w)))")
    assert choosing(promised, exact) == ""
    for wrong in ("exists(f, real function of matrix(2, 1), forall(w, matrix(2, 1), f[w] == 2*norm2(w)))",
                  "exists(f, real function of matrix(3, 1), forall(w, matrix(3, 1), f[w] == norm2(w)))",
                  "exists(y, real, forall(w, matrix(2, 1), y == norm2(w)))"):  # fmt: skip
        assert choosing(parse(wrong), exact)


@pytest.mark.parametrize("fact", [
    "exists(y, real, forall(w, matrix(2, 1), y == norm2(w)))",
    "forall(w, matrix(2, 1), norm2(w) == norm2(w))",
    "forall(w, real, exists(y, real, y == w))",  # no function of a number
    "forall(w, integer, exists(y, real, y == w))",
    "forall(w, matrix(2, 1), exists(y, integer, y <= 0))",
    "forall(w, matrix(2, 1), exists(y, complex, y == 0))",
    "forall(w, matrix(2, 1), exists(y, real curve, y[0] == norm2(w)))",
    "forall(w, matrix(2, 1), exists(y, matrix(2, 1), grad(trace(y.T*w), w) == y))",  # y[w] there is another gradient
])  # fmt: skip
def test_from_what_nothing_is_chosen(fact: str) -> None:
    assert choosing(FALSE, NO, parse(fact)).startswith("choice")


def test_a_bound_name_does_not_catch_the_argument() -> None:
    """For every w there is y with y >= -|w|^2 for all w: the inner w is another one."""
    twice: Expr = ("forall", "w", VECTOR,
        ("exists", "y", REAL, ("forall", "w", VECTOR, (">=", "y", ("neg", parse("norm2(w)", declared={"w": VECTOR}))))))
    said = ("exists(f, real function of matrix(2, 1), forall(u, matrix(2, 1),"
            " forall(w, matrix(2, 1), f[u] >= -norm2(w))))")  # fmt: skip
    promised, caught = parse(said), parse(said.replace("f[u]", "f[w]"))
    assert choosing(promised, {"rule": "exact", "fact": "c"}, twice) == ""
    assert choosing(caught, {"rule": "exact", "fact": "c"}, twice)


def test_what_is_chosen_can_be_used() -> None:
    goal = "exists(f, real function of matrix(n, 1), forall(w, matrix(n, 1), f[w] > norm2(w)))"
    given = {"h": "forall(w, matrix(n, 1), exists(y, real, y == norm2(w) + 1))"}
    steps = [Chosen("h"), Obtain("chosen", "f", label="f"), Witness("f[t]", index="t"), Take("w"),
        Use("f", at=["w"], name="now"), Numbers(using=["now"])]
    assert proves(goal, steps, given, n="positive integer")
    assert not proves(goal.replace("> norm2", "> 1 + norm2"), steps, given, n="positive integer")


# -- one radius for a closed interval ---------------------------------------------------------------------------------
def near(claim: str, low: str = "0", high: str = "1") -> dict[str, str]:
    """What the rule asks for, as facts."""
    inside = f"{low} <= {{0}} and {{0}} <= {high}"
    return {
        "local": f"forall(t, real, implies({inside.format('t')}, exists(r, real, r > 0 and forall(x, real,"
                 f" implies({inside.format('x')} and (x - t)**2 <= r, {claim})))))",
        "smaller": f"forall(x, real, forall(r, real, implies({inside.format('x')} and r > 0 and {claim},"
                   f" forall(q, real, implies(q > 0 and q <= r, {claim.replace('r', 'q')})))))",
        "found": f"exists(r, real, r > 0 and forall(x, real, implies({inside.format('x')}, {claim})))",
    }  # fmt: skip


def covered(claim: str, change: dict[str, str] | None = None, **ends: str) -> str:
    """Why the conclusion is not accepted from the two facts, of which some are changed; "" where it is."""
    sorts: list[tuple[str, Expr]] = [("c", ("curve", REAL)), ("a", REAL)]
    texts = {**near(claim, **ends), **(change or {})}
    facts = {name: parse(text, declared=dict(sorts)) for name, text in texts.items()}
    tree = {"rule": "compact", "name": "x", "radius": "r", "as": "it",
        "formula": to_json(parse(claim, declared={**dict(sorts), "x": REAL, "r": REAL})),
            "low": to_json(parse(ends.get("low", "0"), declared=dict(sorts))),
            "high": to_json(parse(ends.get("high", "1"), declared=dict(sorts))),
            "local": {"rule": "exact", "fact": "local"}, "smaller": {"rule": "exact", "fact": "smaller"},
            "then": {"rule": "exact", "fact": "it"}}  # fmt: skip
    return rejected(sorts, [(n, facts[n]) for n in ("local", "smaller")], facts["found"], tree)


POSITIVE = "c[x] > r"


def test_one_radius_does_for_a_closed_interval() -> None:
    assert covered(POSITIVE) == ""
    assert covered(POSITIVE, low="a", high="a + 1") == ""


@pytest.mark.parametrize(("fact", "old", "new"), [
    ("found", "c[x] > r", "c[x] > 2*r"),
    ("found", "x <= 1", "x <= 2"),  # a longer interval
    ("found", "0 <= x and ", ""),
    ("found", "r > 0", "r > 1"),
    ("local", "0 <= t and t <= 1", "0 < t and t <= 1"),  # not at the end: c may tend to 0 there
    ("local", "0 <= t and t <= 1", "0 <= t and t < 1"),
    ("local", "(x - t)**2 <= r", "x == t"),  # at each point, but not near it
    ("local", "(x - t)**2 <= r", "(x - t)**2 < 0"),
    ("local", "r > 0 and ", "r >= 0 and "),
    ("smaller", "q <= r", "q >= r"),  # the larger radii instead
    ("smaller", "q > 0 and q <= r", "q == r"),
])  # fmt: skip
def test_what_does_not_cover_the_interval(fact: str, old: str, new: str) -> None:
    assert old in near(POSITIVE)[fact]
    assert covered(POSITIVE, {fact: near(POSITIVE)[fact].replace(old, new)})


@pytest.mark.parametrize("ends", [{"low": "0", "high": "oo"}, {"low": "-oo", "high": "1"}, {"low": "0", "high": "I"}])
def test_an_interval_has_real_ends(ends: dict[str, str]) -> None:
    tree = {"rule": "compact", "name": "x", "radius": "r", "as": "it", "formula": to_json((">", ("at", "c", "x"), "r")),
            "low": to_json(parse(ends["low"])), "high": to_json(parse(ends["high"])), "local": NO, "smaller": NO,
            "then": NO}  # fmt: skip
    assert "compact" in rejected([("c", ("curve", REAL))], [("false", FALSE)], FALSE, tree)


def test_a_positive_curve_is_not_near_0_on_a_closed_interval() -> None:
    """The same as a script, with a formula that holds for every radius up to 1."""
    steps = [
        Compact("x**2 + 1 >= r", "x", "r", "0", "2", local=[
            Take("t"), Witness("1"), Split([[], [Take("x"), Numbers(using=[])]])],
            smaller=[Take("x", "r"), Take("q"), Numbers(using=["given", "given1"])])]  # fmt: skip
    assert proves("exists(r, real, r > 0 and forall(x, real, implies(0 <= x and x <= 2, x**2 + 1 >= r)))", steps)
    assert not proves("exists(r, real, r > 1 and forall(x, real, implies(0 <= x and x <= 2, x**2 + 1 >= r)))", steps)
