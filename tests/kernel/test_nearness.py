"""The rule ``limit-definition`` and the theorem `integer-beyond`: what they give, and what must not be had of them."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.kernel.analysis.nearness import vicinity
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.expr import REAL, Expr, Malformed, from_json
from verifier.language.named import closeness, operands, to_json
from verifier.library.trees import approached, near, used

OO: Expr = ("fn", "oo")
POSITIVE: dict[str, Any] = {"rule": "arith"}


def limit(f: Expr, point: Expr, side: int = 0, x: str = "x") -> Expr:
    return ("fn", "limit", ("forall", x, REAL, f), point, side)


def given(fact: Expr, **sorts: Expr) -> Sequent:
    s = Sequent()
    for name, sort in sorts.items():
        s = s.declare(name, sort)
    return s.assume("fact", fact)


def gives(s: Sequent, fact: Expr, within: Any = 1, positive: Any = POSITIVE) -> bool:
    """Whether the limit that is the fact says this, by its definition."""
    formula = s.facts["fact"]
    above = None if operands(formula)[1] in (OO, ("neg", OO)) else positive
    node = near(formula, "fact", from_json(within), above, fact, "definition")
    try:
        Checker().check(s, fact, {**node, "as": "new", "then": {"rule": "exact", "fact": "new"}})
    except (Rejected, Malformed):
        return False
    return True


def defined(s: Sequent, formula: Expr, proof: Any) -> bool:
    """Whether a limit is accepted because of its definition."""
    try:
        Checker().check(s, formula, approached(formula, proof, "definition"))
    except Rejected:
        return False
    return True


def everywhere(*nodes: Any) -> Any:
    """For every h the radius 1 does, at each point of which the nodes prove what is asked."""
    last = nodes[0] if len(nodes) == 1 else {"rule": "split", "nodes": list(nodes)}
    for name in ("inside", "v"):
        last = {"rule": "intro", "as": name, "then": last}
    tree = {"rule": "witness", "value": 1, "then": {"rule": "split", "nodes": [{"rule": "arith"}, last]}}
    for name in ("positive", "h"):
        tree = {"rule": "intro", "as": name, "then": tree}
    return tree


def test_a_limit_is_what_the_function_approaches_where_it_is_defined() -> None:
    above = {"rule": "positive", "products": [{"facts": ["positive"]}]}
    near_by = {"rule": "split", "nodes": [above, above]}
    s = Sequent()
    assert defined(s, ("==", limit(3, 0), 3), everywhere(near_by))
    assert not defined(s, ("==", limit(3, 0), 4), everywhere(near_by))
    assert not defined(s, ("!=", limit(3, 0), 3), everywhere(near_by))
    cancelled: Expr = ("+", 3, ("*", 0, ("/", 1, "x")))
    apart = {"rule": "exact", "fact": "inside.2"}
    near_by = {"rule": "split", "nodes": [{**above, "nonzero": [{"of": "v", "proof": apart}]}] * 2}
    assert not defined(s, ("==", limit(cancelled, 0), 3), everywhere(near_by))
    assert defined(s, ("==", limit(cancelled, 0), 3), everywhere({"rule": "split", "nodes": [apart, near_by]}))
    nowhere: Expr = ("+", 3, ("*", 0, ("/", 1, 0)))  # its value is 3 in the kernel, whatever 1/0 is
    assert not defined(s, ("==", limit(nowhere, 0), 3), everywhere(near_by))


def close(where: Expr, said: Expr) -> Expr:
    return ("exists", "r", REAL, ("and", (">", "r", 0), ("forall", "v", REAL, ("implies", where, said))))


BAND: Expr = ("and", ("<", ("-", 2, 1), ("*", 3, "v")), ("<", ("*", 3, "v"), ("+", 2, 1)))


def test_a_real_limit_bounds_the_function_on_both_sides_of_its_value() -> None:
    s = given(("==", limit(("*", 3, "x"), 0, 1), 2))
    assert gives(s, close(("and", (">", "v", 0), ("<", "v", "r")), BAND))
    assert not gives(s, close(("and", (">", "v", ("neg", "r")), ("<", "v", "r"), ("!=", "v", 0)), BAND))  # one side
    assert not gives(s, close(("<", "v", "r"), BAND))
    both = given(("==", limit(("*", 3, "x"), 0), 2))
    assert gives(both, close(("and", (">", "v", ("neg", "r")), ("<", "v", "r"), ("!=", "v", 0)), BAND))
    assert not gives(both, close(("and", (">", "v", ("neg", "r")), ("<", "v", "r")), BAND))  # not at the point itself


def test_an_infinite_limit_passes_every_bound_in_its_own_direction() -> None:
    up = given(("==", limit("x", OO), OO), M=REAL)
    assert gives(up, close((">", "v", "r"), ("<", "M", "v")), within="M")
    assert not gives(up, close((">", "v", "r"), ("<", "v", "M")), within="M")
    down = given(("==", limit("x", ("neg", OO)), ("neg", OO)), M=REAL)
    assert gives(down, close(("<", "v", ("neg", "r")), ("<", "v", "M")), within="M")
    assert not gives(down, close(("<", "v", "r"), ("<", "v", "M")), within="M")


@pytest.mark.parametrize("within", [0, -1, to_json(OO), to_json(("neg", OO)), to_json(("fn", "I")), "e"])
def test_a_distance_is_real_and_positive(within: Any) -> None:
    s = given(("==", limit("x", 0), 2), e=REAL)
    where: Expr = ("and", (">", "v", ("neg", "r")), ("<", "v", "r"), ("!=", "v", 0))
    w: Expr = tuple(within) if isinstance(within, list) else within
    said: Expr = ("and", ("<", ("-", 2, w), "v"), ("<", "v", ("+", 2, w)))
    assert not gives(s, close(where, said), within=within)


@pytest.mark.parametrize("fact", [
    ("==", 2, limit("x", 0)),  # the wrong way round
    ("!=", limit("x", 0), 2),
    ("<=", limit("x", 0), 2),
    ("==", ("fn", "integrate", ("forall", "x", REAL, "x"), 0, 2), 2),
    ("==", limit("x", 0), ("fn", "I")),
    ("==", limit(("*", ("fn", "I"), "x"), 0), 2),
])  # fmt: skip
def test_only_the_value_of_a_real_limit_says_something(fact: Expr) -> None:
    s = given(fact)
    for side in (0, 1):
        where = vicinity(0, side, "r", "v")
        for said in (("and", ("<", ("-", 2, 1), "v"), ("<", "v", ("+", 2, 1))), ("<", 1, "v")):
            assert not gives(s, close(where, said))


def test_names_are_not_caught() -> None:
    # the value, the distance and the point may have the names of what is bound
    s = Sequent()
    for name in ("r", "v", "x"):
        s = s.declare(name, REAL)
    term = limit(("*", "x", "r"), "x")
    s = s.assume("fact", ("==", term, "v"))
    fact = closeness(term, "v", ("+", ("^", "v", 2), 1), s)
    radius, _, body = fact[1:]
    inner = body[2][1]
    assert radius not in ("r", "v", "x") and inner not in ("r", "v", "x", radius)
    here: Expr = ("*", inner, "r")
    assert body[2][3][2] == ("and", ("<", ("-", "v", ("+", ("^", "v", 2), 1)), here),
                             ("<", here, ("+", "v", ("+", ("^", "v", 2), 1))))  # fmt: skip
    squares = {"rule": "positive", "products": [{"square": "v"}, {}]}
    assert gives(s, fact, within=to_json(("+", ("^", "v", 2), 1)), positive=squares)


def beyond(s: Sequent, bound: Any, fact: Expr) -> bool:
    try:
        Checker().check(s, fact, used("integer-beyond", [bound], [], "new", {"rule": "exact", "fact": "new"}))
    except Rejected:
        return False
    return True


def test_there_is_an_integer_above_a_real_number_and_above_nothing_else() -> None:
    s = Sequent().declare("t", REAL).declare("z", ("complex",)).declare("n", REAL)
    integers: Expr = ("integer", "-oo", "oo")
    assert beyond(s, "t", ("exists", "n", integers, ("<", "t", "n")))
    assert beyond(s, "n", ("exists", "n1", integers, ("<", "n", "n1")))  # n is a variable already
    assert not beyond(s, "n", ("exists", "n", integers, ("<", "n", "n")))
    assert not beyond(s, "t", ("exists", "n", ("integer", "-oo", 5), ("<", "t", "n")))
    assert not beyond(s, "t", ("exists", "n", integers, ("<", "n", "t")))
    assert not beyond(s, "z", ("exists", "n", integers, ("<", "z", "n")))
    assert not beyond(s, to_json(OO), ("exists", "n", integers, ("<", OO, "n")))
    assert not beyond(s, "missing", ("exists", "n", integers, ("<", "missing", "n")))
