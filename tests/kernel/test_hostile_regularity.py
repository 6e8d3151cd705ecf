"""What is continuous, differentiable or defined only by mistake: each attack is a certificate that is rejected.

Each stands beside one that differs in the condition that was attacked, and is accepted.
"""

from __future__ import annotations

from typing import Any

import pytest

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.check import check
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.meaning.regularity import nearby
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import REAL, Expr, conjunction, head
from verifier.language.claim import claim
from verifier.language.named import conditions, derivative, negation, substitute, to_json
from verifier.prove.driver.closers import prover
from verifier.prove.driver.effort import now
from verifier.prove.portfolio import decide

Node = dict[str, Any]
FIELD: Node = {"rule": "field"}
LINEAR: Node = {"rule": "linear"}
TRIVIAL: Node = {"rule": "split", "nodes": []}
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
    (("expect", at("s"), "w"), ("expect", "l", "w"), "l"),
    (("grad", ("*", at("s"), "x"), "x", "x"), ("grad", ("*", "l", "x"), "x", "x"), "l"),
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


# -- at a point ------------------------------------------------------------------------------------------------------
STEP: Expr = fn("Piecewise", "x", ("<", "x", 0), ("+", "x", 1), ("true",))
KINK: Expr = fn("Piecewise", ("neg", "x"), ("<", "x", 0), "x", ("true",))
HALF: Expr = ("/", 1, 2)
AT_A_POINT: tuple[tuple[Expr, Expr, bool, bool], ...] = (  # term, x, shown to be continuous, to be differentiable there
    (("abs", "x"), 0, True, False), (("abs", "x"), 1, True, True), (("sqrt", "x"), 0, True, False),
    (("sqrt", "x"), 1, True, True), (("sqrt", "x"), -1, False, False), (("min", "x", 0), 0, True, False),
    (("max", "x", ("neg", "x")), 0, True, False), (("max", "x", 0), 2, True, True), (("/", 1, "x"), 0, False, False),
    (("^", "x", 2), 0, True, True), (("^", "x", 0), 0, True, True), (("^", "x", -1), 0, False, False),
    (("^", "x", ("neg", 2)), 0, False, False), (("^", "x", HALF), 0, True, False), (("^", "x", HALF), -1, False, False),
    (("^", "x", ("neg", HALF)), 0, False, False), (("^", "x", "x"), 0, False, False), (("^", "x", "x"), 1, True, True),
    (("^", 0, "x"), 0, False, False), (("^", -1, "x"), 2, False, False), (("^", "x", ("/", 3, 2)), 0, True, False),
    (fn("log", "x"), 0, False, False), (fn("asin", "x"), 1, True, False), (fn("acos", "x"), -1, True, False),
    (fn("acosh", "x"), 1, True, False), (fn("atanh", "x"), 1, False, False), (fn("cbrt", "x"), 0, True, False),
    (fn("cbrt", "x"), -1, True, True), (fn("sign", "x"), 0, False, False), (fn("sign", "x"), -2, True, True),
    (fn("acot", "x"), 0, False, False), (fn("gamma", "x"), 0, False, False), (fn("coth", "x"), 0, False, False),
    (fn("tan", "x"), ("/", fn("pi"), 2), False, False), (fn("cot", "x"), 0, False, False),
    (fn("tan", "x"), 0, True, True), (STEP, 0, False, False), (STEP, 1, True, True), (KINK, 0, False, False),
    (fn("Piecewise", "x", ("<", "x", 1)), 2, False, False), (("floor", "x"), HALF, False, False),
    (("sum", ("^", "x", ("neg", "j")), "j", 0, 3), 0, False, False),
    (("sum", ("*", ("^", "x", 2), "j"), "j", 0, 3), 0, True, True), (fn("zeta", "x"), 2, False, False),
    (("sum", "j", "j", 0, "x"), 2, False, False), (("rate", "z", "x"), 0, False, False),
    (("at", "z", "x"), 0, True, True),
    (("rate", "z", 0), 0, True, True), (("at", "f", "x"), 0, False, False), (("at", "q", "x"), 0, False, False),
    (("trace", ("^", ("*", "x", "M"), -1)), 1, False, False), (("trace", ("^", ("*", "x", "M"), 2)), 0, True, True),
    (("trace", ("^", "M", "x")), 1, False, False), (("det", ("*", "x", "M")), 0, True, False),
    (("entry", "M", "x", 0), 0, False, False), (("expect", "x", "w"), 0, False, False),
    (("mod", "x", 2), 1, False, False), (("grad", ("*", "x", "y"), "y", "y"), 0, False, False),
    (fn("digamma", "x"), 1, True, True),
)  # fmt: skip


def shown(term: Expr, at_: Expr, inner: bool) -> bool:
    """Whether the conditions can be shown at a point; where they cannot, they are refuted or not known."""
    sorts = {**S, "x": REAL, "y": REAL, "d": ("integer", 1, "oo")}
    try:
        needed = substitute(conjunction(conditions(term, "x", inner, sorts)), {"x": at_})
    except Unknown:
        return False
    s, driver = Sequent().declare("d", ("integer", 1, "oo")), prover(now() + 60)
    if needed == ("true",) or driver.prove(s, needed, 1) is not None:
        return True
    assert driver.prove(s, negation(needed), 1) is not None, needed
    return False


@pytest.mark.parametrize("case", AT_A_POINT, ids=lambda c: f"{c[0]!r:.60} at {c[1]!r}")
def test_a_term_is_continuous_and_differentiable_only_where_it_is(case: tuple[Expr, Expr, bool, bool]) -> None:
    term, point, continuous, smooth = case
    assert (shown(term, point, False), shown(term, point, True)) == (continuous, smooth)


@pytest.mark.parametrize(("term", "at_"), [
    (("sqrt", "x"), 0), (fn("asin", "x"), 1), (fn("acosh", "x"), 1), (("^", "x", HALF), 0),
    (("sum", ("sqrt", "x"), "j", 0, 3), 0),
])  # fmt: skip
def test_what_is_continuous_from_one_side_is_not_nearby(term: Expr, at_: Expr) -> None:
    assert shown(term, at_, False)
    needed = substitute(conjunction(nearby(term, frozenset({"x"}), {"x": REAL})), {"x": at_})
    assert prover(now() + 60).prove(Sequent(), negation(needed), 1) is not None


# -- each rule asks --------------------------------------------------------------------------------------------------
JUMPS = (fn("sign", "x"), ("/", 1, "x"), STEP, ("floor", "x"), ("rate", "z", "x"), at("f", "x"), fn("acot", "x"),
         ("^", "x", -1), ("sum", "j", "j", 0, ("floor", "x")))  # fmt: skip


def by_rule(rule: str, term: Expr, by: Node) -> tuple[Expr, Node]:
    """A goal that the rule gives for a term in x on [-1, 1], or on the line, with a proof of all that it asks."""
    of, then = to_json(term), exact("new")
    ends: Node = {"rule": rule, "name": "x", "of": of, "continuous": by, "as": "new", "then": then}
    ends |= {"low": -1, "high": 1}
    within: Expr = ("and", ("<=", -1, "x"), ("<=", "x", 1))
    if rule == "bounded":
        most: Expr = ("forall", "x", REAL, ("implies", within, ("<=", term, "M0")))
        return ("exists", "M0", REAL, most), {**ends, "bounds": "b"}
    if rule == "intermediate":
        zero: Expr = ("exists", "x", REAL, ("and", ("<=", -1, "x"), ("<=", "x", 1), ("==", term, 0)))
        return zero, {**ends, "point": "p", "bounds": "b", "order": {"rule": "arith"}, "negative": exact("low"),
                      "positive": exact("high")}  # fmt: skip
    slope: Expr = ("forall", "x", REAL, ("==", ("rate", "F", "x"), term))
    found: Expr = ("exists", "F", ("curve", REAL), ("and", ("==", ("at", "F", 0), 0), slope))
    return found, {**ends, "start": 0}


@pytest.mark.parametrize("rule", ["bounded", "intermediate", "antiderivative"])
def test_a_rule_about_continuous_terms_takes_no_other(rule: str) -> None:
    def with_signs(term: Expr) -> Sequent:
        s = Sequent().declare("z", ("curve", REAL)).declare("f", ("function", ("matrix", 1, 1), REAL))
        s = s.assume("low", ("<=", substitute(term, {"x": -1}), 0))
        return s.assume("high", (">=", substitute(term, {"x": 1}), 0))

    for term in ("x", ("abs", "x"), fn("exp", "x"), at("z", "x"), ("^", "x", 3)):
        assert accepted(with_signs(term), *by_rule(rule, term, TRIVIAL)), term
    for term in JUMPS:
        for by in (*ANY, exact("b"), {"rule": "intro", "as": "e", "then": FIELD}):
            assert not accepted(with_signs(term), *by_rule(rule, term, by)), term


def test_a_bound_name_is_no_outer_one() -> None:
    """x^n in diff(..., n) has a real exponent, though an integer outside has the same name."""
    inner: Expr = fn("diff", ("forall", "n", REAL, ("^", "y", "n")), HALF, 1)
    mixed: Expr = fn("diff", ("forall", "y", REAL, inner), -1, 1)
    s = Sequent().declare("n", ("integer", "-oo", "oo"))
    for by in (*ANY, {"rule": "split", "nodes": [TRIVIAL, TRIVIAL]}):
        node: Node = {"rule": "diff", "of": to_json(mixed), "smooth": by, "as": "new", "then": TRIVIAL}
        assert not accepted(s, ("true",), node)
    plain: Node = {"rule": "diff", "of": to_json(fn("diff", ("forall", "n", REAL, ("*", "n", "n")), 1, 1)),
                   "smooth": TRIVIAL, "as": "new", "then": TRIVIAL}  # fmt: skip
    assert accepted(s, ("true",), plain)


def test_no_derivative_is_known_of_what_is_not_in_the_table() -> None:
    for term in (fn("zeta", "x"), fn("digamma", "x"), fn("arg", "x"), ("floor", "x"), ("rate", "z", "x"), at("f", "x")):
        with pytest.raises(Unknown):
            derivative(term, "x", {**S, "x": REAL})


@pytest.mark.parametrize(("goal", "variables", "given", "verdict"), [
    ("grad(Abs(x), x) == grad(Abs(x), x)", {"x": "real"}, (), "supported"),  # what is sufficient need not be necessary
    ("grad(x*Abs(x), x) == grad(x*Abs(x), x)", {"x": "real"}, (), "supported"),
    ("grad(Abs(x), x) == grad(Abs(x), x)", {"x": "positive"}, (), "proved"),
    ("grad(x**2, x) == 2*x", {"x": "real"}, (), "proved"),
    ("grad(trace(X.T*X), X) == 2*X", {"X": "matrix(2, 2)"}, (), "proved"),
    ("(u.T*v)**(-1) == (u.T*v)**(-1)", {"u": "matrix(2, 1)", "v": "matrix(2, 1)"}, (), "ill-posed"),
    ("(u.T*v)**(-1) == (u.T*v)**(-1)", {"u": "matrix(2, 1)", "v": "matrix(2, 1)"}, ("u.T*v > 0",), "proved"),
])  # fmt: skip
def test_a_gradient_and_an_inverse_of_a_product_have_a_value_where_they_exist(
    goal: str, variables: dict[str, str], given: tuple[str, ...], verdict: str
) -> None:
    assert decide(claim("c", goal, variables=variables, given=given), 60).verdict == verdict
