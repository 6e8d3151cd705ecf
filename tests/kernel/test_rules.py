# ruff: noqa: E501 (one case is one entry of a table)
"""Every rule of the kernel with a proof it accepts, and beside it the proofs it must not accept."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.kernel.check import Report, check
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import FALSE, TRUE, Expr
from verifier.library.trees import arrives, each, equal_from, of_a_constant, root, unfolded

Z: Expr = ("integer", "-oo", "oo")
N0: Expr = ("integer", 0, "oo")
N1: Expr = ("integer", 1, "oo")
R: Expr = ("real",)
S: Expr = ("sequence", R)
D: Expr = ("matrix", "d", "d")
D22: Expr = ("matrix", 2, 2)
V: Expr = ("matrix", "d", 1)
LIN: dict[str, Any] = {"rule": "linear"}
ARITH: dict[str, Any] = {"rule": "arith"}
WRITTEN: dict[str, Any] = {"rule": "by-entries", "then": {"rule": "field"}}
TWO: Expr = ("forall", "n", ("integer", 1, 3), ("==", ("*", ("-", "n", 1), ("-", "n", 2)), 0))
THREE: Expr = ("forall", "n", ("integer", 1, 3), ("==", ("*", ("-", "n", 1), ("-", "n", 2), ("-", "n", 3)), 0))
SCOPE = Sequent({"x": R, "y": R, "s": S, "d": ("integer", 1, "oo"), "u": V, "v": V})
TRIV: dict[str, Any] = {"rule": "split", "nodes": []}


def prove(variables: dict[str, Expr], given: dict[str, Expr], goal: Expr, tree: Any, **more: Any) -> Report:
    statement = Statement(tuple(variables.items()), tuple(given.items()), goal)
    guarded = {"rule": "intro", "as": "guard", "then": {"rule": "exact", "fact": "guard"}}
    return check(statement, {"kind": "proof", "tree": tree, "defined": guarded, **more})


def intro(name: str, then: Any) -> dict[str, Any]:
    return {"rule": "intro", "as": name, "then": then}


def term(fact: str, place: Any = "_", **more: Any) -> dict[str, Any]:
    """The fact's left side in the place of "_", minus its right side there."""
    return {"fact": fact, "in": place, **more}


def linear(*terms: Any, **more: Any) -> dict[str, Any]:
    return {"rule": "linear", "terms": list(terms), **more}


def order(*positive: Any, **more: Any) -> dict[str, Any]:
    return {"rule": "order", "positive": list(positive), **more}


def square(e: Expr, weight: Any = 1, **more: Any) -> dict[str, Any]:
    return {"weight": weight, "square": e, **more}


def root_of(e: Expr, **more: Any) -> dict[str, Any]:
    """The term is 0, because of h: its square is at most 0."""
    return {"rule": "negate", "as": "n", "then": order(square(e, nonzero="n", **more), {"weight": 1, "facts": ["h"]})}


def witness(value: Any, then: Any, **more: Any) -> dict[str, Any]:
    return {"rule": "witness", "value": value, "then": then, **more}


def have(label: str, formula: Any, proof: Any, then: Any) -> dict[str, Any]:
    return {"rule": "have", "as": label, "formula": formula, "proof": proof, "then": then}


Case = tuple[dict[str, Expr], dict[str, Expr], Expr, Any]
xy: dict[str, Expr] = {"x": R, "y": R}
ALL: Expr = ("forall", "t", N0, ("<=", ("at", "s", "t"), "x"))
TENDS: Expr = ("tends", ("at", "s", "t"), "t", "y")
USUM: Expr = ("sum", ("*", ("T", "u"), "u"), "i", 1, "n")
ROOT: Expr = ("sqrt", ("sum", ("at", "s", ("+", "j", "i")), "j", 0, ("-", "N", 1)))

GOOD: dict[str, Case] = {
    "intro": ({}, {}, ("forall", "x", R, ("==", "x", "x")), intro("x", LIN)),
    "intro of a difference": ({"x": R}, {"p": ("<", 0, "x")}, ("!=", "x", 0),
        intro("e", order({"weight": 1, "facts": ["p"]}, terms=[term("e", ["neg", "_"])]))),
    "split": (xy, {}, ("and", ("==", "x", "x"), ("==", "y", "y")), {"rule": "split", "nodes": [LIN, LIN]}),
    "choose": (xy, {}, ("or", ("==", "x", "y"), ("==", "y", "y")), {"rule": "choose", "index": 1, "then": LIN}),
    "witness": ({"x": R}, {}, ("exists", "z", R, ("==", ("+", "z", "z"), "x")), witness(["/", "x", 2], LIN)),
    "witness of a sequence": ({}, {}, ("exists", "s", S, ("forall", "t", N0, ("==", ("at", "s", "t"), ("*", 2, "t")))),
        witness(["*", 2, "i"], intro("t", LIN), index="i")),
    "have": (xy, {"h": ("==", "x", "y")}, ("==", ("+", "x", 1), ("+", "y", 1)),
        have("k", ["==", "y", "x"], linear(term("h", ["neg", "_"])), linear(term("k", ["neg", "_"])))),
    "use": ({"s": S, "x": R}, {"h": ALL}, ("<=", ("at", "s", 3), "x"),
        {"rule": "use", "fact": "h", "at": [3], "as": "u", "then": {"rule": "exact", "fact": "u"}}),
    "obtain": ({"x": R}, {"h": ("exists", "z", R, ("==", ("^", "z", 2), "x"))}, ("<=", 0, "x"),
        {"rule": "obtain", "fact": "h", "name": "z", "as": "e", "then": order(square("z"), terms=[term("e", ["neg", "_"])])}),
    "cases": ({"x": R}, {"h": ("or", ("==", "x", 1), ("==", "x", -1))}, ("==", ("^", "x", 2), 1),
        {"rule": "cases", "fact": "h", "as": "c", "nodes": [linear(term("c", ["^", "_", 2]))] * 2}),
    "either": ({"x": R}, {}, ("or", ("<=", "x", 0), (">", "x", 0)),
        {"rule": "either", "as": "c", "formula": ["<=", "x", 0], "yes": {"rule": "choose", "index": 0, "then": {"rule": "exact", "fact": "c"}},
         "no": {"rule": "choose", "index": 1, "then": {"rule": "exact", "fact": "c"}}}),
    "contradict": ({"x": R}, {"h": ("<", "x", "x")}, FALSE, {"rule": "contradict", "fact": "h", "proof": order()}),
    "negate": ({"x": R}, {}, ("<=", 0, ("^", "x", 2)), {"rule": "negate", "as": "c",
        "then": order(square("x"), {"weight": 1, "facts": ["c"]})}),
    "induction": ({"s": S}, {"h": ("forall", "t", N0, ("==", ("at", "s", ("+", "t", 1)), ("at", "s", "t")))},
        ("forall", "t", N0, ("==", ("at", "s", "t"), ("at", "s", 0))),
        {"rule": "induction", "name": "k", "as": "IH", "base": LIN, "step": linear(term("h", at=["k"]), term("IH"))}),
    "strong induction": ({"s": S}, {"h": ("forall", "t", N0, ("==", ("at", "s", "t"), ("*", "t", ("at", "s", ("-", "t", 1)))))},
        ("forall", "t", N0, ("==", ("at", "s", "t"), 0)), {"rule": "induction", "name": "k", "as": "IH", "strong": True,
         "step": {"rule": "either", "as": "c", "formula": [">=", "k", 1],
          "yes": {"rule": "use", "fact": "h", "at": ["k"], "as": "u", "then": {"rule": "use", "fact": "IH", "at": [["-", "k", 1]], "as": "v",
           "then": linear(term("u"), term("v", ["*", "k", "_"]))}},
          "no": {"rule": "use", "fact": "h", "at": ["k"], "as": "u", "then": have("k0", ["==", "k", 0], ARITH,
           linear(term("u"), term("k0", ["*", "_", ["at", "s", ["-", "k", 1]]])))}}}),
    "each of three numbers": ({}, {}, THREE, each(THREE, 1, 3, [LIN, LIN, LIN], ["n", "low 1..3"])),
    "axiom": ({"d": N1}, {}, ("==", ("eye", "d"), ("sum", ("*", ("basis", "d", "j"), ("T", ("basis", "d", "j"))), "j", 0, ("-", "d", 1))),
        {"rule": "instance", "name": "resolution-of-identity", "at": [], "premises": [], "as": "a",
         "then": {"rule": "use", "fact": "a", "at": ["d"], "as": "u", "then": {"rule": "exact", "fact": "u"}}}),
    "sqrt": ({"x": R}, {"p": (">=", "x", 0)}, ("==", ("*", ("sqrt", "x"), ("sqrt", "x")), "x"),
        root("x", {"rule": "exact", "fact": "p"}, "r", linear(term("r.1")))),
    "limit": ({"s": S, **xy}, {"h": ALL, "c": TENDS}, ("<=", "y", "x"),
        {"rule": "limit", "fact": "h", "limits": ["c"], "as": "z", "then": {"rule": "exact", "fact": "z"}}),
    "eventually": ({"s": S, "y": R}, {"h": ("forall", "t", ("integer", 5, "oo"), ("==", ("at", "s", "t"), "y"))}, TENDS,
        equal_from(TENDS, SCOPE, 5, "k", linear(term("h", at=["k"])), "e")),
    "eventually, matrices": ({"d": N1, "u": ("sequence", V), "v": V}, {"h": ("forall", "t", N0, ("==", ("at", "u", "t"), "v"))},
        ("tends", ("at", "u", "t"), "t", "v"), equal_from(("tends", ("at", "u", "t"), "t", "v"), SCOPE, 0, "k", linear(term("h", at=["k"])), "e")),
    "constant-limit": (xy, {"c": ("tends", "x", "t", "y")}, ("==", "y", "x"),
        of_a_constant(("tends", "x", "t", "y"), SCOPE, "c", "z", {"rule": "exact", "fact": "z"})),
    "constant-limit, matrices": ({"d": N1, "u": V, "v": V}, {"c": ("tends", "u", "t", "v")}, ("==", "v", "u"),
        of_a_constant(("tends", "u", "t", "v"), SCOPE, "c", "z", {"rule": "exact", "fact": "z"})),
    "a convergence unfolded": ({"s": S, "y": R}, {"c": TENDS},
        ("exists", "N", N0, ("forall", "t", ("integer", "N", "oo"), ("<=", ("^", ("-", ("at", "s", "t"), "y"), 2), 3))),
        unfolded(TENDS, "c", "l", {"rule": "use", "fact": "l", "at": [3], "premises": [ARITH], "as": "z",
         "then": {"rule": "exact", "fact": "z"}})),
    "equals in a sum": ({"s": S, "n": N0}, {"h": ("forall", "t", N0, ("==", ("at", "s", "t"), 1))}, ("==", ("sum", ("at", "s", "j"), "j", 1, "n"), "n"),
        linear(term("h", at=["i"], over=[["i", 1, "n"]]))),
    "equals in a sum in a sum": ({"s": S, "n": N0}, {"h": ("forall", "t", N0, ("==", ("at", "s", "t"), 1))},
        ("==", ("sum", ("sum", ("*", "i", ("at", "s", "j")), "j", 1, "i"), "i", 1, "n"), ("sum", ("^", "i", 2), "i", 1, "n")),
        linear(term("h", ["*", "p", "_"], at=["q"], over=[["p", 1, "n"], ["q", 1, "p"]]))),
    "equals in powers of matrices": ({"d": N1, "A": D, "n": N0}, {"h": ("==", ("T", "A"), "A")}, ("==", ("T", ("^", "A", "n")), ("^", "A", "n")),
        linear(term("h", ["^", "_", "n"]))),
    "equals under a condition, in a part": ({"s": S, "x": R}, {"h": ("forall", "t", N0, ("implies", (">=", "t", 2), ("and", ("<=", "x", 1), ("==", ("at", "s", "t"), "x"))))},
        ("==", ("at", "s", 5), "x"), linear(term("h", at=[5], premises=[ARITH], part=1))),
    "linear": ({"x": R}, {"h": ("!=", "x", 0)}, ("==", ("*", "x", ("/", 1, "x")), 1), {"rule": "linear", "nonzero": ["h"]}),
    "order": (xy, {}, ("<=", ("*", 2, "x", "y"), ("+", ("^", "x", 2), ("^", "y", 2))), order(square(["-", "x", "y"]))),
    "strict order": (xy, {"p": ("<", "x", "y")}, ("<", ("*", 2, "x"), ("*", 2, "y")), order({"weight": 2, "facts": ["p"]})),
    "squares that vanish": ({"d": N1, "u": V}, {"h": ("<=", ("*", ("T", "u"), "u"), 0)}, ("==", "u", ("zeros", "d", 1)), root_of("u")),
    "arith": ({"a": Z}, {"h": ("<", 0, "a")}, ("<=", 1, "a"), ARITH),
    "by entries": ({"A": D22}, {}, ("==", ("trace", "A"), ("+", ("entry", "A", 0, 0), ("entry", "A", 1, 1))), WRITTEN),
    "by entries under a condition": ({"A": D22, "B": D22}, {"h": ("==", ("*", "A", "B"), ("zeros", 2, 2))},
        ("==", ("+", ("*", ("entry", "A", 0, 0), ("entry", "B", 0, 1)), ("*", ("entry", "A", 0, 1), ("entry", "B", 1, 1))), 0),
        {"rule": "by-entries", "on": "h", "as": "e", "then": {"rule": "field", "terms": [{"fact": "e.1", "times": -1}]}}),
}  # fmt: skip
@pytest.mark.parametrize("name", GOOD)
def test_a_correct_proof_is_accepted(name: str) -> None:
    assert prove(*GOOD[name]).establishes == "statement"


mod_bound = {"rule": "either", "formula": [">=", ["mod", 1, "n"], 0], "as": "e", "yes": ARITH, "no": ARITH}
sums_to_x: Expr = ("forall", "t", N0, ("==", ("sum", ("at", "s", "t"), "y", 0, 1), ("*", 2, ("at", "s", "t"))))
BAD: dict[str, Case] = {
    # false statements that were once accepted, or nearly
    "a negative size: identity": ({"n": Z}, {}, (">=", "n", 0), order(square(["eye", "n"]))),
    "a negative size: zeros": ({"n": Z}, {}, ("exists", "X", ("matrix", "n", "n"), ("true",)), witness(["zeros", "n", "n"], TRIV)),
    "a negative size: an empty sum": ({"n": Z}, {}, (">=", "n", 0), order(square(
        ["^", ["sum", ["*", ["basis", "n", "p"], ["T", ["basis", "n", "p"]]], "p", 0, ["-", "n", 1]], 0]))),
    "a remainder by 0": ({"n": Z}, {}, (">=", "n", 1), mod_bound),
    "a variable called oo": ({}, {}, ("forall", "n", N0, ("exists", "k", ("integer", 0, "n"), ("==", "k", ("+", "n", 1)))),
        intro("oo", witness(["+", "oo", 1], LIN))),
    "an index that is a variable": ({"n": ("integer", 5, "oo")}, {}, ("exists", "s", ("sequence", ("integer", 5, "oo")), ("==", ("at", "s", 0), 0)),
        witness("n", LIN, index="n")),
    "integers at negative places": ({}, {}, ("exists", "s", ("sequence", N0), ("==", ("at", "s", -1), -1)), witness("t", LIN, index="t")),
    "complex numbers have real squares": ({"z": ("sequence", ("complex",))}, {}, ("!=", ("+", ("^", ("at", "z", 0), 2), 1), 0),
        intro("h", order(square(["at", "z", 0]), {"weight": 1}, terms=[term("h", ["neg", "_"])]))),
    "0^m": ({"m": N0, "n": N1}, {}, ("==", ("sum", ("*", ("delta", "k", 0), ("^", "k", "m")), "k", 0, ("-", "n", 1)), 0), LIN),
    "delta^m": ({"m": N0, "n": N1, "d": ("integer", 2, "oo"), "A": D, "i": ("integer", 0, ("-", "d", 1))}, {},
        ("==", ("sum", ("*", ("delta", "k", 0), ("^", ("entry", ("^", "A", "k"), "i", 0), "m")), "k", 0, ("-", "n", 1)), ("delta", "i", 0)), LIN),
    "a limit caught by a sum": ({"s": S, "y": R}, {"h": sums_to_x, "c": TENDS}, ("==", 1, ("*", 2, "y")),
        {"rule": "limit", "fact": "h", "limits": ["c"], "as": "z", "then": linear(term("z"))}),
    "0 by 0 multiples of the identity": ({"n": N0, "Y": ("matrix", "n", "n"), **xy}, {"a": ("==", ("*", "x", ("eye", "n")), "Y"),
        "b": ("==", ("*", "y", ("eye", "n")), "Y")}, ("==", "x", "y"), linear(term("a", ["/", ["trace", "_"], "n"]), term("b", ["/", ["trace", ["neg", "_"]], "n"]))),
    "an index under another sum": ({"N": N1, "M": N1, "s": S, "z": S, "u": S}, {"h": ("forall", "i", Z, ("==", ("at", "z", "i"), ROOT))},
        ("==", ("*", ("sqrt", ("sum", ("at", "s", ("*", 2, "j")), "j", 0, ("-", "N", 1))), ("sum", ("at", "u", "k"), "k", 0, ("-", "M", 1))),
         ("sum", ("*", ("at", "u", "k"), ("at", "z", "k")), "k", 0, ("-", "M", 1))),
        linear(term("h", ["neg", ["*", ["at", "u", "k"], "_"]], at=["k"], over=[["k", 0, ["-", "M", 1]]]))),
    "a sum of constants loses its index": ({"n": N1, "s": S}, {}, ("==", ("sum", ("-", ("sum", ("at", "s", "i"), "j", 0, "i"),
        ("sum", ("at", "s", ("-", "n", "i")), "j", 0, "i")), "i", 0, "n"), 0), LIN),
    "ends that are no integers": ({"x": R}, {}, ("forall", "n", ("integer", ("*", 2, "x"), ("*", 2, "x")), ("forall", "k", Z,
        ("!=", "n", ("+", ("*", 2, "k"), 1)))), intro("n", intro("k", intro("e", ARITH)))),
    "an order of matrices": ({"d": N1, "u": V}, {"p": ("<", ("zeros", "d", 1), "u"), "q": ("<", ("zeros", 1, "d"), ("T", "u"))},
        ("<", 0, ("*", ("T", "u"), "u")), order({"weight": 1, "facts": ["q", "p"]})),
    # off by one, a wrong sign, a dropped hypothesis, strict for weak
    "a name that is taken": ({"x": R}, {}, ("forall", "z", R, ("==", "z", "x")), intro("x", LIN)),
    "a witness out of its range": ({}, {}, ("exists", "n", ("integer", 1, 3), ("==", "n", 4)), witness(4, LIN)),
    "a real witness for an integer": ({"x": R}, {}, ("exists", "n", Z, ("==", "n", "x")), witness("x", LIN)),
    "half a number": ({"n": Z}, {}, ("exists", "k", Z, ("==", ("*", 2, "k"), "n")), witness(["/", "n", 2], LIN)),
    "a random witness": ({"x": ("random", R)}, {}, ("exists", "z", R, ("==", "z", "x")), witness("x", LIN)),
    "a value outside a fact's range": ({"s": S, "x": R}, {"h": ALL}, ("<=", ("at", "s", -1), "x"),
        {"rule": "use", "fact": "h", "at": [-1], "as": "u", "then": {"rule": "exact", "fact": "u"}}),
    "a fact out of a rule's range": ({"s": S}, {"h": ("forall", "t", N1, ("==", ("at", "s", "t"), 0))}, ("==", ("at", "s", 0), 0), linear(term("h", at=[0]))),
    "a case left out": ({"x": R}, {"h": ("or", ("==", "x", 1), ("==", "x", 2))}, ("==", "x", 1), {"rule": "cases", "fact": "h", "as": "c", "nodes": [linear(term("c"))]}),
    "the same name twice": ({"z": R}, {"h": ("exists", "y", R, ("==", "y", 1))}, ("==", "z", 1),
        {"rule": "obtain", "fact": "h", "name": "z", "as": "e", "then": {"rule": "exact", "fact": "e"}}),
    "induction without its base": ({"s": S}, {"h": ("forall", "t", N0, ("==", ("at", "s", ("+", "t", 1)), ("at", "s", "t")))},
        ("forall", "t", N0, ("==", ("at", "s", "t"), 0)), {"rule": "induction", "name": "k", "as": "IH", "base": LIN, "step": linear(term("h", at=["k"]), term("IH"))}),
    "induction down without end": ({}, {}, ("forall", "t", Z, (">=", "t", 0)), {"rule": "induction", "name": "k", "as": "IH", "base": ARITH, "step": ARITH}),
    "a strong hypothesis at itself": ({}, {}, ("forall", "t", N0, ("==", "t", 1)), {"rule": "induction", "name": "k", "as": "IH", "strong": True,
        "step": {"rule": "use", "fact": "IH", "at": ["k"], "as": "u", "then": {"rule": "exact", "fact": "u"}}}),
    "too few values": ({}, {}, TWO, each(TWO, 1, 2, [LIN, LIN], [])),
    "another number": ({}, {}, TWO, each(TWO, 1, 3, [LIN, LIN, LIN], [])),
    "the root of a number of no known sign": ({"x": R}, {}, (">=", "x", 0), root("x", order(), "r", order(square(["sqrt", "x"])))),
    "a strict limit": ({"s": S, **xy}, {"h": ("forall", "t", N0, ("<", ("at", "s", "t"), "x")), "c": TENDS}, ("<", "y", "x"),
        {"rule": "limit", "fact": "h", "limits": ["c"], "as": "z", "then": {"rule": "exact", "fact": "z"}}),
    "a limit of finitely many": ({"s": S, **xy}, {"h": ("forall", "t", ("integer", 0, 9), ("<=", ("at", "s", "t"), "x")), "c": TENDS}, ("<=", "y", "x"),
        {"rule": "limit", "fact": "h", "limits": ["c"], "as": "z", "then": {"rule": "exact", "fact": "z"}}),
    "a limit of a sequence that changes": ({"s": S, "y": R}, {"c": TENDS}, ("==", "y", ("at", "s", 0)),
        of_a_constant(TENDS, SCOPE, "c", "z", {"rule": "exact", "fact": "z"})),
    "a convergence from nothing": ({"s": S, "y": R}, {}, TENDS, arrives(TENDS, TRIV, "l")),
    "a convergence unfolded that is none": ({"s": S, "y": R}, {"c": ("==", ("at", "s", 0), "y")}, ("==", ("at", "s", 0), 0), unfolded(TENDS, "c", "l", LIN)),
    "an equation unfolded": (xy, {"c": ("==", "x", "y")}, ("==", "x", 0), {"rule": "convergence", "of": ("==", "x", "y"), "as": "l", "then": LIN}),
    "the definition of a convergence of complex numbers": ({"x": ("complex",)}, {}, ("==", "x", 0),
        {"rule": "convergence", "of": ("tends", "x", "t", 0), "as": "l", "then": LIN}),
    "division by what may be 0": ({"x": R}, {}, ("==", ("*", "x", ("/", 1, "x")), 1), LIN),
    "another denominator": ({**xy}, {"h": ("!=", "y", 0)}, ("==", ("*", "x", ("/", 1, "x")), 1), linear(nonzero=["h"])),
    "a negative weight": (xy, {}, ("<=", ("^", "x", 2), 0), order(square("x", -1))),
    "strict from a square": (xy, {}, ("<", 0, ("^", "x", 2)), order(square("x"))),
    "strict from a sum that may be empty": ({"n": N0}, {}, ("<", 0, "n"), order(square(1, over=[["i", 1, "n"]]))),
    "strict from a weak fact": (xy, {"p": ("<=", "x", "y")}, ("<", "x", "y"), order({"weight": 1, "facts": ["p"]})),
    "a difference that vanishes": ({"d": N1, "u": V}, {"h": ("<=", ("*", ("T", "u"), "u"), 1)}, ("==", "u", ("zeros", "d", 1)), root_of("u")),
    "strict integers": ({"a": Z}, {"h": ("<=", 0, "a")}, ("<=", 1, "a"), ARITH),
    "rounding real numbers": ({"x": R}, {"h": ("<", 0, "x")}, ("<=", 1, "x"), ARITH),
    "matrices do not commute": ({"A": D22, "B": D22}, {}, ("==", ("*", "A", "B"), ("*", "B", "A")), {"rule": "by-entries", "then": {"rule": "split", "nodes": [{"rule": "field"}] * 4}}),
    "another entry": ({"A": D22}, {}, ("==", ("trace", "A"), ("+", ("entry", "A", 0, 0), ("entry", "A", 1, 0))), WRITTEN),
    "a sum that is one term short": ({"A": D22}, {}, ("==", ("sum", ("trace", ("^", "A", "j")), "j", 0, 2), ("+", 2, ("trace", "A"))), WRITTEN),
    "the trace of an empty product": ({"A": D22}, {}, ("==", ("trace", ("product", ("*", "j", "A"), "j", 1, 0)), 1), WRITTEN),
    "an axiom by another name": ({}, {}, FALSE, {"rule": "instance", "name": "choice", "as": "a", "then": LIN}),
    "equals in a sum out of range": ({"s": S, "n": N0}, {"h": ("forall", "t", N1, ("==", ("at", "s", "t"), 1))}, ("==", ("sum", ("at", "s", "j"), "j", 0, "n"), ("+", "n", 1)),
        linear(term("h", at=["i"], over=[["i", 0, "n"]]))),
    "equals under a condition that fails": ({"s": S, "x": R}, {"h": ("forall", "t", N0, ("implies", (">=", "t", 2), ("==", ("at", "s", "t"), "x")))},
        ("==", ("at", "s", 1), "x"), linear(term("h", at=[1], premises=[ARITH]))),
    "equals under a condition that is forgotten": ({"s": S, "x": R}, {"h": ("implies", ("<", "x", 0), ("==", "x", 1))}, ("==", "x", 1), linear(term("h"))),
    "a value that a sum would catch": ({"i": Z}, {"h": ("==", "i", 3)}, ("==", 1, 3), linear(term("h", ["sum", ["*", "_", "i"], "i", 0, 1]))),
    "a value under a gradient": ({"x": R}, {"h": ("==", "x", 1)}, ("==", ("*", 2, "x"), 0), linear(term("h", ["grad", ["^", "_", 2], "x", "x"]))),
    "a value in a gradient": ({"x": R}, {"h": ("==", "x", 1)}, ("==", 1, 0), linear(term("h", ["grad", "x", "_", "_"]))),
    "a summation variable that is taken": ({"i": Z, "n": N1}, {"h": ("==", "i", 0)}, ("==", ("sum", "i", "i", 1, "n"), 0), linear(term("h", over=[["i", 1, "n"]]))),
    "an order as an equation": (xy, {"h": ("<=", "x", "y")}, ("==", "x", "y"), linear(term("h"))),
    "half of a disjunction": (xy, {"h": ("or", ("==", "x", 1), ("==", "x", "y"))}, ("==", "x", "y"), linear(term("h", part=1))),
    "a part from behind": (xy, {"h": ("forall", "t", N0, ("and", ("==", "x", 1), ("<", "x", "y")))}, ("==", "x", "y"), linear(term("h", at=[0], part=-1))),
    "squares for an equation": ({"x": R}, {}, ("==", ("^", "x", 2), 0), linear(positive=[square("x")])),
    "a weak weight for a root": ({"x": R, "y": R}, {"p": (">=", "y", 0), "h": ("==", ("*", "y", ("^", "x", 2)), 0)}, ("==", "x", 0),
        root_of("x", facts=["p"])),
    "no rule": ({}, {}, ("true",), {"rule": "oracle"}),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_false_or_unfounded_proof_is_rejected(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.kernel.check.definedness", lambda _: TRUE)  # the tree alone is judged
    with pytest.raises(Rejected):
        prove(*BAD[name])


def test_a_statement_that_may_be_undefined_is_not_proved() -> None:
    halves: Case = ({"x": R}, {}, ("==", ("-", ("/", 1, "x"), ("/", 1, "x")), 0), LIN)
    with pytest.raises(Rejected, match="another formula"):
        prove(*halves)
    with pytest.raises(Rejected, match="well defined"):
        check(Statement((("x", R),), (), halves[2]), {"kind": "proof", "tree": LIN})
