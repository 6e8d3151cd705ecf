"""What is continuous, differentiable or defined only by mistake: each attack is a certificate that is rejected.

Each stands beside one that differs in the condition that was attacked, and is accepted.
"""

from __future__ import annotations

from typing import Any

import pytest

from verifier.claims.claim import claim
from verifier.kernel.check import check
from verifier.kernel.expr import REAL, Expr, Statement, head, to_json
from verifier.kernel.integers import Unknown
from verifier.kernel.logic import Checker, Rejected, Sequent
from verifier.methods.portfolio import decide

Node = dict[str, Any]
FIELD: Node = {"rule": "field"}
LINEAR: Node = {"rule": "linear"}
TRIVIAL: Node = {"rule": "trivial"}
NATURAL: Expr = ("integer", 0, "oo")
SEQUENCE: Expr = ("sequence", REAL)
SQUARE: Expr = ("matrix", "d", "d")
S_T: Expr = ("at", "s", "t")
ANY: list[Node] = [TRIVIAL, FIELD, LINEAR, {"rule": "arith"}]


def exact(label: str) -> Node:
    return {"rule": "exact", "fact": label}


def accepted(s: Sequent, goal: Expr, tree: Node) -> bool:
    try:
        Checker().check(s, goal, tree)
    except (Rejected, Unknown):
        return False
    return True


# -- limits of sequences ---------------------------------------------------------------------------------------------

INVERSE: Expr = ("forall", "t", NATURAL, ("==", ("*", ("trace", ("^", S_T, -1)), S_T), 1))
FROM_LIMIT: Node = {"rule": "field", "terms": [{"fact": "l", "times": -1}]}


def limit(fact: str = "inv", limits: str = "conv", then: Node = FROM_LIMIT, **more: Any) -> Node:
    return {"rule": "limit", "fact": fact, "limits": [limits], "as": "l", "then": then, **more}


def test_an_inverse_does_not_pass_to_the_limit_zero_inside_a_trace() -> None:
    """Both hypotheses hold for s[t] = 1/(t + 1), and 1 == 2 followed from them."""
    given = (("inv", INVERSE), ("conv", ("tends", S_T, "t", 0)))
    statement = Statement((("s", SEQUENCE),), given, ("==", 1, 2))
    for more in ({}, *({"continuous": node} for node in ANY)):
        with pytest.raises(Rejected):
            check(statement, {"kind": "proof", "tree": limit(**more)})


def test_a_contradiction_without_hypotheses_from_a_limit() -> None:
    """There is such a sequence, so that a closed contradiction followed."""
    found = decide(claim("c", "tends(1/(t + 1), t, 0)"), 60.0)
    assert found.certificate is not None
    one: Expr = ("/", 1, ("+", "t", 1))
    apart = [{"of": ["+", "t", 1], "proof": {"rule": "arith"}}]
    number = {"rule": "use", "fact": "trace", "at": [to_json(("^", one, -1))], "as": "u",
              "then": {"rule": "replace", "fact": "u", "then": {**FIELD, "nonzero": apart}}}  # fmt: skip
    both = {"rule": "split", "nodes": [found.certificate["tree"], {"rule": "intro", "as": "t", "then": number}]}
    witness = {"rule": "witness", "value": to_json(one), "index": "t", "then": both}
    exists: Expr = ("exists", "s", SEQUENCE, ("and", ("tends", S_T, "t", 0), INVERSE))
    itself: Expr = ("forall", "u", REAL, ("==", ("trace", "u"), "u"))
    tree = {"rule": "have", "formula": to_json(itself), "as": "trace",
            "proof": {"rule": "intro", "as": "u", "then": LINEAR}, "then": witness}  # fmt: skip
    assert accepted(Sequent(), exists, tree)  # this much is true
    wrong = {"rule": "obtain", "fact": "e", "name": "s", "as": "of", "then": limit("of.1", "of.0")}
    falsely = {"rule": "have", "formula": to_json(exists), "as": "e", "proof": tree, "then": wrong}
    for more in ({}, *({"continuous": node} for node in ANY)):
        with pytest.raises(Rejected):
            wrong["then"] = limit("of.1", "of.0", **more)
            check(Statement((), (), ("==", 1, 2)), {"kind": "proof", "tree": falsely})


S = {"s": SEQUENCE, "q": SEQUENCE, "n": ("integer", "-oo", "oo"), "k": NATURAL, "x": REAL, "l": REAL,
     "d": ("integer", 1, "oo"), "A": ("sequence", SQUARE), "M": SQUARE, "z": ("curve", REAL), "w": ("complex",),
     "f": ("function", ("matrix", 1, 1), REAL), "i": ("integer", 0, "oo"), "c": ("sequence", ("complex",)),
     "v": ("sequence", ("integer", "-oo", "oo"))}  # fmt: skip


def at(name: str, index: Expr = "t") -> Expr:
    return ("at", name, index)


def fn(name: str, *args: Expr) -> Expr:
    return ("fn", name, *args)


def passes(term: Expr, to: Expr, name: str = "s", value: Expr = "l", by: Node | None = None, t: str = "t") -> bool:
    """Whether term(t) == x for all t gives the limit `to` == x, where the sequence tends to the value."""
    s = Sequent()
    for label, sort in S.items():
        s = s.declare(label, sort)
    shape: Expr = "M" if name == "A" else "x"
    s = s.assume("all", ("forall", t, NATURAL, ("==", term, shape)))
    s = s.assume("conv", ("tends", ("at", name, "j"), "j", value))
    s = s.assume("positive", ("<", 0, "l")).assume("weak", ("<=", 0, "x"))
    node = limit("all", then=exact("l")) | {"as": "l", "limits": ["conv"]}
    return accepted(s, ("==", to, shape), node if by is None else {**node, "continuous": by})


POSITIVE = exact("positive")
PASS = [  # term, its limit, the sequence, its limit, the proof of what is needed
    (at("s", ("+", "t", 3)), "l", None),
    (("*", at("s"), at("s", ("+", "t", 1)), at("q", 0)), ("*", "l", "l", at("q", 0)), None),
    (("^", at("s"), "k"), ("^", "l", "k"), None),  # a natural number
    (("trace", ("^", at("s"), 2)), ("trace", ("^", "l", 2)), None),
    (("sqrt", at("s")), ("sqrt", "l"), POSITIVE),
    (fn("log", at("s")), fn("log", "l"), POSITIVE),
    (fn("exp", at("s")), fn("exp", "l"), None),
    (("/", 1, ("+", 1, ("^", fn("exp", at("s")), 2))), None, None),
    (("abs", at("s")), ("abs", "l"), None),
    (("max", at("s"), "x"), ("max", "l", "x"), None),
    (at("z", at("s")), at("z", "l"), None),  # a curve is continuous
    (("sum", ("^", at("s"), "j"), "j", 0, "k"), ("sum", ("^", "l", "j"), "j", 0, "k"), None),
    (("*", "n", at("s")), ("*", "n", "l"), None),
    (("^", 2, ("*", at("s"), "n")), ("^", 2, ("*", "l", "n")), None),
]


@pytest.mark.parametrize("case", PASS, ids=lambda c: repr(c[0]))
def test_what_is_continuous_at_the_limit_passes(case: tuple[Expr, Expr, Node | None]) -> None:
    term, to, by = case
    if to is None:  # 1/(1 + exp(l)^2): the denominator must be shown not to vanish
        to = ("/", 1, ("+", 1, ("^", fn("exp", "l"), 2)))
        assert not any(passes(term, to, by=node) for node in [*ANY, POSITIVE])
        return
    assert passes(term, to, by=by)
    assert by is None or not any(passes(term, to, by=node) for node in [*ANY, None])
    assert not passes(term, ("+", to, 1), by=by)


NO_VALUE: Expr = fn("limit", ("forall", "y", REAL, "y"), 0, 0)


def slope(factor: Expr) -> Expr:
    return fn("diff", ("forall", "y", REAL, ("*", "y", factor)), 0, 1)


DO_NOT = [  # term, what would be its limit, the limit of the sequence
    (("^", at("s"), -1), ("^", "l", -1), "l"),
    (("^", at("s"), ("neg", 1)), ("^", 0, ("neg", 1)), 0),
    (("/", 1, at("s")), ("/", 1, "l"), "l"),
    (("trace", ("/", 1, at("s"))), ("trace", ("/", 1, 0)), 0),
    (("^", at("s"), "n"), ("^", 0, "n"), 0),  # n may be negative
    (("^", at("s"), "x"), ("^", 0, "x"), 0),  # x may be 0
    (("^", at("s"), ("/", 1, 2)), ("^", 0, ("/", 1, 2)), 0),  # members may be negative
    (("^", -2, at("s")), ("^", -2, 0), 0),
    (("^", at("s"), at("s")), ("^", 0, 0), 0),
    (("sqrt", at("s")), ("sqrt", 0), 0),
    (fn("log", at("s")), fn("log", 0), 0),
    (fn("asin", at("s")), fn("asin", 1), 1),
    (fn("acosh", at("s")), fn("acosh", 1), 1),
    (fn("lambertw", at("s")), fn("lambertw", ("neg", ("/", 1, fn("E")))), ("neg", ("/", 1, fn("E")))),
    (fn("tan", at("s")), fn("tan", ("/", fn("pi"), 2)), ("/", fn("pi"), 2)),
    (fn("gamma", at("s")), fn("gamma", 0), 0),
    (fn("sign", at("s")), fn("sign", 0), 0),
    (fn("acot", at("s")), fn("acot", 0), 0),
    (fn("ceiling", at("s")), fn("ceiling", 0), 0),
    (fn("zeta", at("s")), fn("zeta", 1), 1),
    (fn("binomial", at("s"), 2), fn("binomial", 0, 2), 0),
    (fn("atan2", at("s"), -1), fn("atan2", 0, -1), 0),
    (("floor", at("s")), ("floor", 0), 0),
    (("mod", at("v"), 2), ("mod", 0, 2), 0),
    (fn("Piecewise", 1, ("<", 0, at("s")), 2, ("true",)), fn("Piecewise", 1, ("<", 0, 0), 2, ("true",)), 0),
    (fn("Piecewise", 1, ("==", 0, at("s")), 2, ("true",)), fn("Piecewise", 1, ("==", 0, 0), 2, ("true",)), 0),
    (fn("Piecewise", 1, ("<", 0, at("s"))), fn("Piecewise", 1, ("<", 0, "l")), "l"),  # no case may hold
    (("sum", "j", "j", 0, ("floor", at("s"))), ("sum", "j", "j", 0, ("floor", 0)), 0),
    (at("f", at("s")), at("f", 0), 0),  # a function of matrices has no continuity
    (("rate", "z", at("s")), ("rate", "z", 0), 0),  # nor has the derivative of a curve
    (at("q", ("floor", at("s"))), at("q", ("floor", 0)), 0),
    (("delta", ("floor", at("s")), 0), ("delta", ("floor", 0), 0), 0),
    (("entry", "M", ("floor", at("s")), 0), ("entry", "M", ("floor", 0), 0), 0),
    (at("s", ("*", 2, "t")), "l", "l"),  # no member t + k
    (at("s", ("+", "t", "t")), "l", "l"),
    (at("s", ("-", 5, "t")), "l", "l"),
    (("*", "t", at("s")), ("*", "t", "l"), "l"),
    (at("q"), at("q"), "l"),
    (("sum", at("s"), "t", 0, 3), ("sum", "l", "t", 0, 3), "l"),  # another t
    (("sum", ("at", "s", "s"), "s", 0, 3), ("sum", "l", "s", 0, 3), "l"),
    (("abs", ("*", "w", at("s"))), ("abs", ("*", "w", "l")), "l"),  # something complex goes in
    (("*", NO_VALUE, at("s")), ("*", NO_VALUE, "l"), "l"),
    (slope(at("s")), slope("l"), "l"),
    (("expect", at("s")), ("expect", "l"), "l"),
    (("grad", ("*", at("s"), "x"), "x"), ("grad", ("*", "l", "x"), "x"), "l"),
]  # fmt: skip


@pytest.mark.parametrize("case", DO_NOT, ids=lambda c: repr(c[0])[:60])
def test_what_is_not_continuous_at_the_limit_does_not_pass(case: tuple[Expr, Expr, Expr]) -> None:
    term, to, value = case
    name = "v" if head(term) == "mod" else "s"
    for by in (None, *ANY, exact("weak"), {"rule": "choose", "index": 0, "then": {"rule": "arith"}}):
        assert not passes(term, to, name, value, by)


def test_a_matrix_needs_a_natural_exponent() -> None:
    power = ("^", at("A"), "k")
    assert passes(power, ("^", "M", "k"), "A", "M")
    for exponent in ("n", -1, ("neg", 1), ("-", "k", 1)):
        for by in (None, *ANY):
            assert not passes(("^", at("A"), exponent), ("^", "M", exponent), "A", "M", by)
    inverse: Expr = ("inverse", at("A"))
    for by in (None, *ANY):
        assert not passes(inverse, ("inverse", "M"), "A", "M", by)


def test_names_of_limits_are_not_caught() -> None:
    """The limit of s is called like the variable of a sum, or like t."""
    ends: Expr = ("sum", ("*", "j", at("s")), "j", 0, "k")
    assert passes(("sum", ("*", "m", at("s")), "m", 0, "k"), ("sum", ("*", "m", "i"), "m", 0, "k"), value="i")
    assert not passes(("sum", at("s"), "i", 0, "k"), ("sum", "i", "i", 0, "k"), value="i")
    assert passes(("sum", at("s"), "i", 0, "k"), ("sum", "i", "j", 0, "k"), value="i")
    assert passes(ends, ("sum", ("*", "j", "i"), "j", 0, "k"), value="i")
    assert passes(at("s", "i"), "i", value="i", t="i")
