"""Attempts on marks, names and quantifiers that a correct kernel refuses, by the fact that each of them denies.

Each certificate would prove ``1 == 2``, or a closed formula that is false, if the kernel took the name or the mark in
it for what it is not.  Beside those that are refused stand some of the same form that are right, so that none is
refused for another reason.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from fuzz.harness import REFUSALS, Instance
from fuzz.registry import GENERATORS
from test_names_of_nodes import asked, exchanged, texts

from verifier.kernel.check import check
from verifier.kernel.logic.instances import instantiated
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import bind, marked, opened, read, replaced, substitute
from verifier.kernel.terms.expr import BINDERS, INTEGER, REAL, Expr, Malformed, from_json, head

Node = dict[str, Any]
R = ["real"]
Z = ["integer", "-oo", "oo"]
WRONG: Expr = ("==", 1, 2)
FIELD: Node = {"rule": "field"}
TRIVIAL: Node = {"rule": "split", "nodes": []}
RESERVED = ("#1", "#0", "#", "?0000000", "?0000001", "?", "!x", "_0", "_w", "_", "oo", "-oo", "")


def exact(label: str) -> Node:
    return {"rule": "exact", "fact": label}


def accepted(goal: Any, tree: Node, **more: Any) -> bool:
    """Whether a certificate proves a closed formula, given as JSON."""
    try:
        check(
            Statement.from_json({"variables": [], "given": [], "goal": goal}), {"kind": "proof", "tree": tree, **more}
        )
    except Rejected:
        return False
    return True


def intro(name: str, then: Node) -> Node:
    return {"rule": "intro", "as": name, "then": then}


def have(formula: Any, proof: Node, label: str, then: Node) -> Node:
    return {"rule": "have", "formula": formula, "proof": proof, "as": label, "then": then}


# -- what is the kernel's own cannot be said ----------------------------------------
@pytest.mark.parametrize("name", [n for n in RESERVED if n[:1] in ("", "#", "?", "!")])
@pytest.mark.parametrize(
    "place",
    [
        lambda n: n, lambda n: ["+", n, 1], lambda n: ["fn", n], lambda n: ["fn", "exp", n],
        lambda n: ["forall", n, R, ["true"]], lambda n: ["forall", "x", R, ["==", "x", n]],
        lambda n: ["sum", 1, n, 0, 3], lambda n: ["forall", "x", ["integer", n, "oo"], ["true"]],
        lambda n: ["at", n, 0], lambda n: ["grad", "x", "x", n],
    ],
)  # fmt: skip
def test_no_expression_has_a_mark_or_a_name_of_the_kernel(name: str, place: Any) -> None:
    with pytest.raises(Malformed):
        read(place(name))
    with pytest.raises(Malformed):
        Statement.from_json({"variables": [["x", R]], "given": [], "goal": ["==", place(name), 0]})


@pytest.mark.parametrize("name", RESERVED)
@pytest.mark.parametrize(
    "sort", [REAL, INTEGER, ("sequence", REAL), ("curve", REAL), ("matrix", 2, 2), ("random", REAL)]
)
def test_no_variable_has_a_mark_or_a_name_of_the_kernel(name: str, sort: Expr) -> None:
    with pytest.raises(Rejected, match="taken or reserved"):
        Sequent().declare(name, sort)
    with pytest.raises(Rejected):
        check(Statement(((name, sort),), (), ("==", 0, 0)), {"kind": "proof", "tree": FIELD})


@pytest.mark.parametrize("rule", sorted(GENERATORS))
def test_no_node_brings_a_name_of_the_kernel_into_scope(rule: str) -> None:
    """Each string of a node that is no name of the scope is exchanged; labels may be anything, names may not."""
    for k in range(8):
        rng = random.Random(f"reserved {k}")
        try:
            i = GENERATORS[rule](rng)
        except REFUSALS:
            continue
        if not isinstance(i, Instance):
            continue
        s = i.sequent.kernel
        before = asked(s, i.goal, i.node)
        strings = {t for place, t in texts(i.node) if place != "rule" and t not in s.sorts and t.isidentifier()}
        for old in sorted(strings) if before is not None else ():
            after = asked(s, i.goal, exchanged(i.node, old, rng.choice(RESERVED[:-1])))
            for sorts, _, _ in after or []:
                assert not any(n[0] in "#?!_-" or n in ("oo", "-oo") for n in sorts)


@pytest.mark.parametrize("index", ["#1", "?0000000", "?0000001", "_0", "", 0, True, ["t"], {"t": 1}])
def test_an_index_is_a_name_that_is_not_reserved(index: Any) -> None:
    goal = ["exists", "s", ["sequence", R], ["==", ["at", "s", 0], ["at", "s", 0]]]
    assert accepted(goal, {"rule": "witness", "index": "t", "value": "t", "then": FIELD})
    assert not accepted(goal, {"rule": "witness", "index": index, "value": 1, "then": FIELD})


# -- letters that look alike ----------------------------------------
@pytest.mark.parametrize("other", ["х", "𝑥", "ｘ", "x\u0301", "X", "x "])
def test_letters_that_look_alike_are_different_names(other: str) -> None:
    """Neither is one bound by the other, nor is a fact about one a fact about the other."""
    captured = ["forall", "x", R, ["==", "x", other]]
    assert not accepted(captured, intro("x", FIELD))
    assert marked(("forall", other, REAL, ("==", "x", other))) != marked(("forall", "x", REAL, ("==", "x", "x")))
    s = Sequent().declare("x", REAL).declare(other, REAL).assume("h", ("==", "x", 1))
    with pytest.raises(Rejected):
        Checker().check(s, ("==", other, 1), exact("h"))


@pytest.mark.parametrize("name", ["\ud83d\ude00", "\ud800", "a\udc00", "a\nb", "\x1b[31m", "a\u202eb", "x\u200b"])
def test_a_name_can_be_printed(name: str) -> None:
    """Two halves of a character were written like the character itself, and two statements had one digest."""
    for data in (name, ["fn", name], ["fn", name, 1], ["forall", name, R, ["true"]]):
        with pytest.raises(Malformed):
            from_json(data)
    assert from_json(["fn", "\U0001f600"]) == ("fn", "\U0001f600")
    whole, halves = (Statement((), (), ("==", ("fn", f), 0)) for f in ("\U0001f600", "\ud83d\ude00"))
    with pytest.raises(ValueError):
        assert whole.digest() != halves.digest()


@pytest.mark.parametrize("label", [1, None, True, ["x"], {"x": 1}])
def test_names_and_labels_of_a_statement_are_texts(label: Any) -> None:
    good: dict[str, Any] = {"variables": [["x", R]], "given": [["h", ["==", "x", 0]]], "goal": ["true"]}
    assert Statement.from_json(good).given == (("h", ("==", "x", 0)),)
    with pytest.raises(Malformed):
        Statement.from_json({**good, "variables": [[label, R]]})
    with pytest.raises(Malformed):
        Statement.from_json({**good, "given": [[label, ["true"]]]})


# -- nothing is caught ----------------------------------------
def test_equals_for_equals_does_not_reach_what_is_bound() -> None:
    """From x == 0 for one x does not follow "for all x, x == 0", nor 0 for the index of a sum."""
    s = Sequent().declare("x", REAL).declare("n", INTEGER).assume("h", ("==", "x", 0)).assume("k", ("==", "n", 1))
    bound: list[Expr] = [
        ("forall", "x", REAL, ("==", "x", 0)), ("forall", "n", INTEGER, ("==", "n", 1)),
        ("==", ("sum", "n", "n", 1, 3), 3),
    ]  # fmt: skip
    for goal in bound:
        for label, old, new in (("h", "x", 0), ("k", "n", 1)):
            assert replaced(marked(goal), old, new) == marked(goal)
            for back in (False, True):
                node = {"rule": "replace", "fact": label, "back": back, "then": TRIVIAL}
                with pytest.raises(Rejected):
                    Checker().check(s, goal, node)


@pytest.mark.parametrize("op", sorted(BINDERS))
@pytest.mark.parametrize(
    "value", ["x", ("+", "x", 1), ("sum", ("*", "x", "k"), "k", 0, "n"), ("sum", "x", "x", 0, "x")]
)
def test_what_is_opened_with_a_value_keeps_the_names_of_the_value_free(op: str, value: Expr) -> None:
    """Also where it is opened under a binder of the same mark, and bound again."""
    inside: Expr = ("==", "y", ("sum", ("*", "y", "x"), "x", 0, "y"))
    count = {"expect": 0, "tends": 1, "grad": 1, "forall": 1, "exists": 1}.get(op, 2)
    more: list[Expr] = [0] * count
    args = [REAL, inside] if op in ("forall", "exists") else [inside, *more]
    e = bind(op, "y", *args)
    found = next(a for a in opened(e, marked(value)) if head(a) == "==")
    wanted = substitute(marked(inside), {"y": marked(value)})
    assert found == wanted and found[1] == marked(value)  # type: ignore[index]
    assert "#" not in "".join(n for n in _free(found))


def _free(e: Expr) -> frozenset[str]:
    from verifier.kernel.terms.binding import free_names

    return free_names(e)


@pytest.mark.parametrize("value", ["y", ["+", "y", 1], "x"])
def test_a_witness_does_not_speak_of_what_is_quantified_inside(value: Any) -> None:
    """There is no x with x == y for all y."""
    goal = ["exists", "x", R, ["forall", "y", R, ["==", "x", value if value == "y" else "y"]]]
    for name in ("y", "x", "z"):
        assert not accepted(goal, {"rule": "witness", "value": value, "then": intro(name, FIELD)})


def test_the_value_of_a_sequence_keeps_the_names_of_the_scope() -> None:
    """s := (t -> t + n) under "for all t": the outer t of the scope, the argument, and the bound t are three."""
    e: Expr = marked(("exists", "s", ("sequence", REAL), ("forall", "t", INTEGER, ("==", ("at", "s", "t"), "u"))))
    sorts: dict[str, Expr] = {"t": REAL, "u": REAL}
    found = instantiated(e, ("+", "i", "t"), "i", sorts)
    assert found == marked(("forall", "k", INTEGER, ("==", ("+", "k", "t"), "u")))
    inside = instantiated(e, marked(("sum", "i", "k", 0, "i")), "i", sorts)
    assert inside == marked(("forall", "t", INTEGER, ("==", ("sum", "t", "k", 0, "t"), "u")))


# -- the order of quantifiers ----------------------------------------
ABOVE = ["forall", "x", R, ["exists", "y", R, ["<", "x", "y"]]]
MORE = intro("x", {"rule": "witness", "value": ["+", "x", 1], "then": {"rule": "positive", "products": [{}]}})
HIGHEST = ["exists", "y", R, ["forall", "x", R, ["<", "x", "y"]]]


def test_the_order_of_quantifiers_is_kept() -> None:
    """What was taken for one x is not there for the others, and is not named before it is taken."""
    assert accepted(ABOVE, MORE)
    use = {"rule": "use", "fact": "h", "at": ["x"], "as": "e"}
    take = {"rule": "obtain", "fact": "e", "name": "y", "as": "f"}
    late = intro("x", {**use, "then": {**take, "then": exact("f")}})
    for value in ("y", ["+", "y", 1], "x", 0):
        assert not accepted(HIGHEST, have(ABOVE, MORE, "h", {"rule": "witness", "value": value, "then": late}))
    early = {
        **use,
        "at": [0],
        "then": {**take, "then": {"rule": "witness", "value": "y", "then": intro("x", exact("f"))}},
    }
    assert not accepted(HIGHEST, have(ABOVE, MORE, "h", early))
    assert not accepted(HIGHEST, have(ABOVE, MORE, "h", exact("h")))


def test_what_is_obtained_is_new() -> None:
    """From "there is x with x == 1" and "there is x with x == 2", under one name, 1 == 2 would follow."""
    one, two = (have(["exists", "x", R, ["==", "x", k]], {"rule": "witness", "value": k, "then": FIELD}, label, {})
                for k, label in ((1, "a"), (2, "b")))  # fmt: skip
    same = {"rule": "field", "terms": [{"fact": "f", "times": -1}, {"fact": "g", "times": 1}]}
    for name in ("x", "y"):
        second = {"rule": "obtain", "fact": "b", "name": name, "as": "g", "then": same}
        first = {"rule": "obtain", "fact": "a", "name": "x", "as": "f", "then": second}
        assert not accepted(["==", 1, 2], {**one, "then": {**two, "then": first}})


def test_a_choice_is_made_of_all_arguments() -> None:
    """From "there is y for all x" a function follows; "there is one x for which there is y" is not of that form."""
    outer = ["exists", "x", ["matrix", 2, 2], ["exists", "y", R, ["==", "y", 0]]]
    node = {"rule": "choice", "fact": "h", "as": "g", "then": TRIVIAL}
    s = Sequent().assume("h", from_json(outer))
    with pytest.raises(Rejected):
        Checker().check(s, ("true",), node)
    every = from_json(["forall", "x", ["matrix", 2, 2], ["exists", "y", R, ["==", "y", 0]]])
    Checker().check(Sequent().assume("h", every), ("true",), node)


# -- ranges ----------------------------------------
def test_an_empty_range_has_no_member() -> None:
    """Whatever holds for all of them, at none of them can it be used."""
    nothing = ["forall", "n", ["integer", 1, 0], ["==", 1, 2]]
    vacuous = {"rule": "intro", "as": "k", "then": {"rule": "negate", "as": "w", "then": {"rule": "arith"}}}
    assert accepted(nothing, vacuous)
    for at in (0, 1, "n", ["-", 1, 0], ["/", 1, 2], ["mod", 1, 0]):
        use = {"rule": "use", "fact": "h", "at": [at], "as": "f", "then": exact("f")}
        assert not accepted(["==", 1, 2], have(nothing, vacuous, "h", use))
    some = ["exists", "n", ["integer", 1, 0], ["==", 0, 0]]
    for value in (0, 1, ["floor", ["/", 1, 2]], ["/", 1, 2]):
        assert not accepted(some, {"rule": "witness", "value": value, "then": FIELD})


@pytest.mark.parametrize(
    "node",
    [
        {"rule": "induction", "name": "n", "as": "h", "base": FIELD, "step": exact("h")},
        {"rule": "induction", "name": "n", "as": "h", "strong": True, "step": exact("h")},
        {"rule": "induction", "name": "n", "as": "h", "strong": True, "step": {
            "rule": "use", "fact": "h", "at": ["n"], "as": "g", "then": exact("g")}},
        {"rule": "induction", "name": "n", "as": "h", "strong": True, "step": {
            "rule": "use", "fact": "h", "at": [["-", "n", 1]], "as": "g", "then": exact("g")}},
    ],
)  # fmt: skip
def test_an_induction_has_a_beginning(node: Node) -> None:
    for lo in (0, "-oo", ["neg", 3]):
        assert not accepted(["forall", "n", ["integer", lo, "oo"], ["==", 1, 2]], node)


# -- data that is none ----------------------------------------
@pytest.mark.parametrize(
    "value", [True, False, None, 1.0, float("nan"), float("inf"), {}, [], [1], "1/2", [["+", 1]], {"+": 1}]
)
def test_only_whole_numbers_names_and_operations_are_expressions(value: Any) -> None:
    if value != "1/2":  # a name that is not declared
        with pytest.raises(Malformed):
            from_json(value)
    goal = ["exists", "x", R, ["==", "x", "x"]]
    assert accepted(goal, {"rule": "witness", "value": 1, "then": FIELD})
    assert not accepted(goal, {"rule": "witness", "value": value, "then": FIELD})


@pytest.mark.parametrize(
    "node", [None, 1, "field", [], [FIELD], {}, {"rule": None}, {"rule": ["field"]}, {"rule": "Field"}]
)
def test_what_is_no_node_proves_nothing(node: Any) -> None:
    assert not accepted(["==", 1, 1], node) and accepted(["==", 1, 1], FIELD)


def test_a_node_inside_of_itself_comes_to_an_end() -> None:
    node: Node = have(["==", 1, 1], FIELD, "h", {})
    node["then"] = node
    assert not accepted(["==", 1, 2], node)
    loop: Node = {"rule": "contradict", "fact": "h"}
    loop["proof"] = loop
    assert not accepted(["==", 1, 2], have(["true"], TRIVIAL, "h", loop))


def test_an_expression_inside_of_itself_comes_to_an_end() -> None:
    data: list[Any] = ["+", 1]
    data.append(data)
    with pytest.raises(Malformed):
        from_json(data)
    wide: Any = 1
    for _ in range(60):
        wide = ["+", wide, wide]
    assert not accepted(
        ["==", 1, 2], {"rule": "have", "formula": ["==", wide, 1], "proof": FIELD, "as": "h", "then": FIELD}
    )


# -- one digest, one meaning ----------------------------------------
X, H = ("x", REAL), ("h", (">", "x", 0))
G: Expr = (">", ("fn", "exp", "x"), 1)
CLAIM = Statement((X,), (H,), G)


@pytest.mark.parametrize(
    "other",
    [
        Statement((X,), (), G), Statement((("x", INTEGER),), (H,), G), Statement((X,), (("h", (">=", "x", 0)),), G),
        Statement((X,), (H,), (">", ("fn", "x", "x"), 1)), Statement((("y", REAL), X), (H,), G),
        Statement((X, ("y", REAL)), (("h", (">", "y", 0)),), G), Statement((X,), (("h", G),), H[1]),
        Statement((X,), (H, H), G), Statement((), (), ("exists", "x", REAL, ("implies", H[1], G))),
        Statement((X,), (), ("and", H[1], G)),
        Statement((("exp", REAL),), (("h", (">", "exp", 0)),), (">", ("fn", "exp", 0), 1)),
    ],
)  # fmt: skip
def test_statements_that_say_different_things_have_different_digests(other: Statement) -> None:
    assert other.digest() != CLAIM.digest()


def test_statements_that_say_the_same_have_one_digest() -> None:
    """Labels and names are no part of it, not even those of functions and of the kernel."""
    for name in ("y", "exp", "h", "#1", "?0000000"):
        again = Statement(((name, REAL),), (("other", (">", name, 0)),), (">", ("fn", "exp", name), 1))
        assert again.digest() == CLAIM.digest()
    assert Statement((), (), ("forall", "x", REAL, ("implies", H[1], G))).digest() == CLAIM.digest()
