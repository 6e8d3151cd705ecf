"""The theorems of the library: each is proved, and says no more than is true."""

from __future__ import annotations

import ast
import json
from typing import Any

import pytest

from verifier.kernel.facts import schemas
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.binding import marked, read, subexpressions
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands, to_json
from verifier.library.theorems import names, primed, theorem, unproved
from verifier.library.trees import between, compared, each

FIELD: dict[str, Any] = {"rule": "field"}
ARITH: dict[str, Any] = {"rule": "arith"}


def gives(s: Sequent, name: str, values: list[Any], premises: list[Any], fact: Expr) -> bool:
    """Whether a theorem at these values is the fact."""
    known = theorem(name)
    node = {"rule": "use", "fact": name, "at": values, "premises": premises, "as": "so",
            "then": {"rule": "exact", "fact": "so"}}  # fmt: skip
    try:
        Checker().check(s.assume(name, known.statement), fact, node)
    except Rejected:
        return False
    return True


def integers(lo: int) -> Sequent:
    return Sequent().declare("n", ("integer", lo, "oo"))


def at_j(value: Expr) -> dict[str, Any]:
    return {"index": "j", "value": to_json(value)}


EACH: dict[str, Any] = {"rule": "intro", "as": "j", "then": FIELD}


def proves(name: str, formula: Expr) -> None:
    """Raises `Rejected` where the theorem's tree does not prove the formula of total functions."""
    Checker().check(Sequent(), marked(formula), theorem(name).tree)


def is_random(name: str) -> bool:
    """About a random variable: there is no 'for all' of these, and no closed formula."""
    return any(head(e) == "random" for e in subexpressions(theorem(name).statement))


@pytest.mark.parametrize("name", sorted(n for n in names() if not is_random(n)))
def test_every_theorem_is_proved_by_a_tree_that_cites_nothing(name: str) -> None:
    proves(name, theorem(name).statement)


@pytest.mark.parametrize(("name", "false"), [
    ("tanh-monotone", ("<", "tanh(b)", "tanh(a)")), ("log-bound", ("<", "log(a)", "a - 1")),
    ("floor-monotone", ("<", "floor(a)", "floor(b)")), ("digamma-half", ("==", "digamma(1/2)", "-EulerGamma - log(2)")),
    ("exp-negative", ("==", "exp(-z)*exp(z)", "2")), ("fibonacci-positive", (">", "fibonacci(n)", "1")),
])  # fmt: skip
def test_a_corrupted_theorem_is_not_proved_by_its_tree(name: str, false: tuple[str, str, str]) -> None:
    def corrupted(formula: Expr) -> Expr:
        if head(formula) == "forall":
            return ("forall", *operands(formula)[:2], corrupted(operands(formula)[2]))
        if head(formula) == "implies":
            return ("implies", operands(formula)[0], corrupted(operands(formula)[1]))
        a, b = (built(text) for text in false[1:])
        return (false[0], a, b)

    known = theorem(name)
    with pytest.raises(Rejected):
        proves(name, corrupted(known.statement))


@pytest.mark.parametrize(("name", "old", "new"), [
    ("abs-quotient", '["/", ["abs", "z"], ["abs", "w"]]', '["*", ["abs", "z"], ["abs", "w"]]'),
    ("abs-quotient", '["!=", "w", 0]', '["==", "w", "w"]'),
    ("asinh-monotone-weak", '["<=", ["fn", "asinh", "a"]', '["<", ["fn", "asinh", "a"]'),
    ("division", '["-", "m", 1]', '["-", "m", 2]'),
    ("division", '["integer", 1, "oo"]', '["integer", 0, "oo"]'),
    ("power-remainder", '["==", ["*", "b", "u"]', '["==", ["*", "b", "s"]'),
    ("power-remainder", '["==", ["^", "a", "c"], "b"]', '["==", ["^", "a", "d"], "b"]'),
    ("coprime-moduli", '["*", "v", "b"]], 1]', '["*", "v", "b"]], 2]'),
    ("coprime-moduli", '["<", "c", "p"]', '["<=", "c", "p"]'),
])  # fmt: skip
def test_a_theorem_with_one_part_changed_is_not_proved_by_its_tree(name: str, old: str, new: str) -> None:
    text = json.dumps(to_json(theorem(name).statement))
    assert old in text
    with pytest.raises(Rejected):
        proves(name, read(json.loads(text.replace(old, new))))


def built(text: str) -> Expr:
    return schemas._built(ast.parse(text, mode="eval").body)


def test_no_name_is_a_fact_of_the_kernel_and_a_theorem() -> None:
    assert not set(names()) & set(schemas.TABLE)


def test_telescoping_needs_the_identity_and_a_range_that_is_at_worst_empty() -> None:
    def telescopes(s: Sequent, f: Expr, total: Expr) -> bool:
        values = [1, at_j(f), at_j(("^", "j", 2)), 0, "n"]
        fact: Expr = ("==", ("*", 1, ("sum", f, "j", 0, "n")), total)
        return gives(s, "sum-telescope-1", values, [ARITH, EACH], fact)

    f: Expr = ("+", ("*", 2, "j"), 1)
    total: Expr = ("-", ("^", ("+", "n", 1), 2), ("^", 0, 2))
    assert telescopes(integers(0), f, total)
    assert telescopes(integers(-1), f, total)
    assert not telescopes(integers(-2), f, total)  # n = -2: 0 == 1
    assert not telescopes(integers(0), ("*", 2, "j"), total)
    assert not telescopes(integers(0), f, ("-", ("^", "n", 2), ("^", 0, 2)))
    assert not telescopes(integers(0).declare("j", ("real",)), f, total)  # the name of the index is taken


def test_several_sums_telescope_together() -> None:
    f: Expr = ("+", ("*", 2, "j"), 1)
    total: Expr = ("-", ("^", ("+", "n", 1), 2), ("^", 0, 2))
    values = [2, 1, at_j("j"), at_j(1), at_j(("^", "j", 2)), 0, "n"]
    fact: Expr = ("==", ("+", ("*", 2, ("sum", "j", "j", 0, "n")), ("*", 1, ("sum", 1, "j", 0, "n"))), total)
    assert gives(integers(0), "sum-telescope-2", values, [ARITH, EACH], fact)
    assert not gives(integers(0), "sum-telescope-2", [3, *values[1:]], [ARITH, EACH], fact)
    assert f


def test_products_telescope_only_where_they_are_not_less_than_empty() -> None:
    above: dict[str, Any] = {"rule": "intro", "as": "z", "then": {"rule": "arith"}}
    each = {"rule": "intro", "as": "j", "then": {"rule": "field", "nonzero": [{"of": "j", "proof": above}]}}
    f: Expr = ("/", ("+", "j", 1), "j")
    values = [at_j(f), at_j("j"), 1, "n"]
    fact: Expr = ("==", ("*", ("product", f, "j", 1, "n"), 1), ("+", "n", 1))
    assert gives(integers(0), "product-telescope", values, [ARITH, each], fact)
    assert not gives(integers(-1), "product-telescope", values, [ARITH, each], fact)
    wrong: Expr = ("==", ("*", ("product", f, "j", 1, "n"), 1), "n")
    assert not gives(integers(0), "product-telescope", values, [ARITH, each], wrong)


@pytest.mark.parametrize("kind", ["sum", "product"])
def test_sums_and_products_are_compared_term_by_term(kind: str) -> None:
    def same(right: Expr, said: Expr) -> bool:
        values = [at_j(("*", 2, "j")), at_j(right), 1, "n"]
        fact: Expr = ("==", (kind, ("*", 2, "j"), "j", 1, "n"), (kind, said, "j", 1, "n"))
        return gives(integers(-5), f"{kind}-termwise", values, [EACH], fact)

    assert same(("+", "j", "j"), ("+", "j", "j"))
    assert not same("j", "j")
    assert not same(("+", "j", "j"), "j")


def test_a_real_number_lies_between_neighbouring_integers() -> None:
    s = Sequent().declare("x", ("real",)).declare("z", ("complex",))

    def whole(u: Expr, k: str = "k") -> Expr:
        return ("exists", "k", ("integer", "-oo", "oo"), ("and", ("<=", "k", u), ("<", u, ("+", k, 1))))

    assert gives(s, "integer-part", ["x"], [], whole("x"))
    for of in ("z", ("fn", "oo"), ("fn", "I"), ("fn", "limit", ("forall", "v", ("real",), "v"), ("fn", "oo"), 0)):
        assert not gives(s, "integer-part", [to_json(of)], [], whole(of))
    assert not gives(s, "integer-part", ["x"], [], ("forall", "k", *whole("x")[2:]))  # type: ignore[misc]


def test_moduli_are_multiplied_where_they_are_coprime() -> None:
    """x leaves c modulo m and n, and so modulo k: 12 and 24 with 4 and 6 are none of these."""
    s = Sequent().declare("x", ("integer", "-oo", "oo"))
    both = {"rule": "split", "nodes": [ARITH, ARITH]}

    def multiplied(c: int, m: int, n: int, k: int, u: int, v: int, said: int) -> bool:
        t = s.assume("m", ("==", ("mod", ("-", "x", c), m), 0)).assume("n", ("==", ("mod", ("-", "x", c), n), 0))
        premises = [ARITH, ARITH, both, {"rule": "exact", "fact": "m"}, {"rule": "exact", "fact": "n"}]
        return gives(t, "coprime-moduli", ["x", c, m, n, k, u, v], premises, ("==", ("mod", "x", k), said))

    assert multiplied(5, 4, 9, 36, -2, 1, 5)
    assert not multiplied(5, 4, 9, 36, -2, 1, 4)
    assert not multiplied(5, 4, 9, 72, -2, 1, 5)
    assert not multiplied(37, 4, 9, 36, -2, 1, 37)
    assert not multiplied(5, 4, 6, 24, -1, 1, 5)


def test_two_real_numbers_are_compared_and_complex_ones_are_not() -> None:
    s = Sequent().declare("x", ("real",)).declare("y", ("real",)).declare("z", ("complex",))
    away = ("!=", "x", "y")
    same = {"rule": "contradict", "fact": "away", "proof": {"rule": "exact", "fact": "c"}}
    nodes = {op: {"rule": "choose", "index": i, "then": {"rule": "exact", "fact": "c"}} for i, op in enumerate("<>")}
    goal: Expr = ("or", ("<", "x", "y"), (">", "x", "y"))
    Checker().check(s.assume("away", away), goal, compared("x", "y", "c", {**nodes, "==": same}))
    for wrong in ({**nodes, "==": nodes["<"]}, {**nodes, "==": same, "<": nodes[">"]}):
        with pytest.raises(Rejected):
            Checker().check(s.assume("away", away), goal, compared("x", "y", "c", wrong))
    with pytest.raises(Rejected):
        Checker().check(s, ("==", 1, 1), compared("x", "z", "c", dict.fromkeys(("<", "==", ">"), FIELD)))


def test_an_equation_needs_both_inequalities() -> None:
    s = Sequent().declare("x", ("real",)).assume("low", ("<=", "x", 1)).assume("high", ("<=", 1, "x"))
    low, high = ({"rule": "exact", "fact": name} for name in ("low", "high"))
    Checker().check(s, ("==", "x", 1), between("x", 1, low, high, "e"))
    with pytest.raises(Rejected):
        Checker().check(s, ("==", "x", 1), between("x", 1, low, low, "e"))
    with pytest.raises(Rejected):
        Checker().check(s, ("==", "x", 2), between("x", 1, low, high, "e"))


def test_ranges_inside_of_a_range_have_labels_of_their_own() -> None:
    """Both ranges have one member: the same labels would be taken by both."""
    inner = ("forall", "m", ("integer", 0, 0), ("==", ("*", "m", "n"), ("*", "n", "m")))
    goal = ("forall", "n", ("integer", 0, 2), inner)
    nodes = []
    for k in range(3):
        body = ("==", ("*", "m", k), ("*", k, "m"))
        nodes.append(each(("forall", "m", ("integer", 0, 0), body), 0, 0, [{"rule": "field"}], ()))
    Checker().check(Sequent(), goal, each(goal, 0, 2, nodes, ()))
    with pytest.raises(Rejected):
        Checker().check(Sequent(), goal, each(goal, 0, 1, nodes[:2], ()))


@pytest.mark.parametrize("name", ["spectral-theorem", "eigenvectors", "largest-eigenvalue"])
def test_what_rests_on_something_assumed_is_nothing_that_a_proof_may_contain(name: str) -> None:
    assert name not in names()
    with pytest.raises(Rejected):
        theorem(name)


def test_what_is_to_be_proved_is_no_theorem_meanwhile() -> None:
    with unproved("sum-monotone/1#inference"), pytest.raises(Rejected):
        theorem("sum-monotone")
    assert theorem("sum-monotone").name in names()


@pytest.mark.parametrize("name", ["sum-vanish", "constant-limit", "same-limit", "integer-beyond", "trichotomy"])
def test_no_proof_of_a_theorem_contains_the_theorem(name: str) -> None:
    """It would be found in it, as what it cites."""
    assert f":{name}\"" not in json.dumps(theorem(name).tree) and f"'{name}'" not in str(theorem(name).tree)


def test_lines_that_are_called_by_numbers_get_other_names_and_numbers_stay() -> None:
    tree = {"rule": "have", "as": "1", "formula": ["<=", 1, "x"], "proof": {"rule": "order", "weight": "1"}, "then": {
        "rule": "positive", "facts": ["1", "at"], "strict": "slope", "of": ["fn", "at", "x"]}}  # fmt: skip
    assert primed(tree) == {**tree, "as": "1'", "then": {**tree["then"], "facts": ["1'", "at"]}}
    inner = {"rule": "intro", "as": "at", "then": {"rule": "exact", "fact": "at", "of": ["at", "at", 1]}}
    assert primed(inner)["then"] == {"rule": "exact", "fact": "at'", "of": ["at", "at'", 1]}


def test_labels_of_a_theorem_are_not_those_of_where_it_is_used() -> None:
    tree = {"rule": "intro", "as": "x", "then": {"rule": "instance", "name": "x", "at": ["x"], "as": "f",
                                                 "then": {"rule": "exact", "fact": "f.0"}}}  # fmt: skip
    assert primed(tree) == {"rule": "intro", "as": "x'", "then": {
        "rule": "instance", "name": "x", "at": ["x'"], "as": "f'", "then": {"rule": "exact", "fact": "f'.0"}}}
