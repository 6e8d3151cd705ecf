"""Certificates that are made to keep the checker busy: it stops, always at the same place.

The steps are counted, so nothing here depends on the speed of the machine.
"""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import pytest

from verifier.kernel import work
from verifier.kernel.check import _check, check
from verifier.kernel.facts import schemas
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.statement import Statement
from verifier.kernel.terms import binding
from verifier.kernel.terms.binding import free_names, same
from verifier.kernel.terms.expr import REAL, Expr
from verifier.language.named import substitute

Z: Any = ["integer", "-oo", "oo"]
N: Any = ["integer", 0, "oo"]
R: Any = ["real"]
GOAL = Statement((("x", ("real",)), ("y", ("real",)), ("n", ("integer", 0, "oo"))), (), ("==", "x", "y"))
LIN: dict[str, Any] = {"rule": "linear"}
SPLIT: Any = {"rule": "by-entries", "then": {"rule": "split", "nodes": [{"rule": "field"}] * 144}}
WRITTEN: Any = {"rule": "by-entries", "then": {"rule": "field"}}


def proved_first(formula: Any, proof: Any) -> dict[str, Any]:
    """A certificate whose work lies in the proof of a formula on the way."""
    return {"kind": "proof", "tree": {"rule": "have", "as": "h", "formula": formula, "proof": proof, "then": LIN}}


def under(variables: dict[str, Any], goal: Any, proof: Any) -> dict[str, Any]:
    """The same with variables of its own."""
    for name, sort in reversed(variables.items()):
        goal, proof = ["forall", name, sort, goal], {"rule": "intro", "as": name, "then": proof}
    return proved_first(goal, proof)


def chain(length: int, node: Any) -> Any:
    for i in range(length):
        node = {"rule": "have", "as": f"h{i}", "formula": ["==", 1, 1], "proof": LIN, "then": node}
    return node


def reals(count: int) -> dict[str, Any]:
    return {f"a{i}": R for i in range(count)}


def power_of_a_sum() -> Any:
    return under(reals(12), ["==", ["^", ["+", *reals(12)], 12], 0], LIN)


def power_of_a_sum_entry_by_entry() -> Any:
    return under(reals(12), ["==", ["^", ["+", *reals(12)], 40], 0], WRITTEN)


def powers_of_powers() -> Any:
    e: Any = ["+", "x", "y", 1]
    for _ in range(12):
        e = ["^", e, 2000]
    return proved_first(["==", e, 0], WRITTEN)


def towers_of_numbers() -> Any:
    e: Any = 9
    for _ in range(60):
        e = ["^", e, 1900]
    return proved_first(["==", ["+", e, "x"], 0], WRITTEN)


def large_matrices() -> Any:
    return under({"A": ["matrix", 12, 12]}, ["==", ["^", "A", 40], ["zeros", 12, 12]], SPLIT)


def long_sums_inside_long_sums() -> Any:
    e: Any = ["*", "i", "j", "k"]
    for v in ("k", "j", "i"):
        e = ["sum", e, v, 0, 199]
    return proved_first(["==", e, 0], WRITTEN)


def many_haves_in_a_conjunction() -> Any:
    return proved_first(["and", *[["==", 1, 1]] * 400], {"rule": "split", "nodes": [chain(90, LIN)] * 400})


def inequalities_between_integers() -> Any:
    rng = random.Random(1)
    names = [f"i{k}" for k in range(24)]
    body: Any = ["<", 1, names[0]]
    proof: Any = {"rule": "arith"}
    for k in range(24):
        fact = ["<=", ["+", *(["*", rng.randint(-9, 9), v] for v in names)], rng.randint(0, 9)]
        body, proof = ["implies", fact, body], {"rule": "intro", "as": f"f{k}", "then": proof}
    body, proof = ["and", *[body] * 300], {"rule": "split", "nodes": [proof] * 300}
    return under(dict.fromkeys(names, Z), body, proof)


def indices_that_double() -> Any:
    e: Any = 0
    for _ in range(80):
        e = ["at", "s", e]
    formula = ["forall", "s", ["sequence", Z], ["==", e, e]]
    fact = {"rule": "use", "fact": "h", "at": [{"index": "t", "value": ["+", "t", "t"]}], "as": "u",
            "then": {"rule": "exact", "fact": "u"}}  # fmt: skip
    proof = {"rule": "intro", "as": "s", "then": LIN}
    return {"kind": "proof", "tree": {"rule": "have", "as": "h", "formula": formula, "proof": proof, "then": fact}}


def sums_of_long_fractions() -> Any:
    terms = [{"weight": f"1/{10**1900 + i}", "square": 1} for i in range(3000)]
    return proved_first(["<=", 0, 1], {"rule": "order", "positive": terms})


def long_traces() -> Any:
    rng = random.Random(2)
    word = ["*", *(rng.choice(["A", ["T", "A"], "B"]) for _ in range(2000))]
    square = ["matrix", "d", "d"]
    return under({"d": N, "A": square, "B": square}, ["==", ["trace", word], 0], LIN)


def conjunctions_of_many_parts() -> Any:
    parts = [["<=", ["*", i, "n"], ["*", i, "n", "n"]] for i in range(6000)]
    return proved_first(["implies", ["and", *parts], ["==", 1, 1]], {"rule": "intro", "as": "a", "then": LIN})


def sums_with_many_deltas() -> Any:
    names = [f"v{k}" for k in range(6)]
    e: Any = ["*", *(["delta", a, ["-", "n", b]] for a in names for b in names if a < b), *(["^", v, 3] for v in names)]
    e = ["*", e, ["^", ["+", *names, "n", "x"], 6]]
    for v in names:
        e = ["sum", e, v, 0, "n"]
    return proved_first(["==", e, 0], LIN)


def long_denominators() -> Any:
    below = ["+", *(["^", a, 2] for a in reals(150))]
    e: Any = ["+", *(["/", 1, ["+", below, a]] for a in reals(150))]
    return under(reals(150), ["==", ["^", e, 3], 0], LIN)


def many_outcomes() -> Any:
    values = [["matrix", *[["row", *[i] * 8]] * 8] for i in range(2048)]
    return {"kind": "refutation", "values": {}, "tree": WRITTEN,
            "law": {"weights": ["1/2048"] * 2048, "outcomes": {"X": values}}}  # fmt: skip


def a_long_formula() -> Any:
    row: Any = ["row", *[1] * 2000]
    return proved_first(["==", ["matrix", *[row] * 2000], 0], LIN)


ATTACKS = [
    power_of_a_sum, power_of_a_sum_entry_by_entry, powers_of_powers, towers_of_numbers, large_matrices,
    long_sums_inside_long_sums, many_haves_in_a_conjunction,
    inequalities_between_integers, indices_that_double, sums_of_long_fractions, long_traces,
    conjunctions_of_many_parts, sums_with_many_deltas, long_denominators, a_long_formula,
]  # fmt: skip
#: a statement with an expectation of a product of matrices
_X: Expr = ("at", "X", "w")
MOMENT = Statement(
    (("X", ("random", ("matrix", 8, 8))),), (), ("==", ("expect", ("^", ("*", _X, ("T", _X)), 4), "w"), ("eye", 8))
)


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_malicious_certificate_is_stopped(attack: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "STEPS", 300_000)
    certificate = attack()
    with pytest.raises(Rejected, match=r"too much work|too large|20000 nodes"):
        check(GOAL, certificate)


@pytest.mark.parametrize("attack", [indices_that_double, large_matrices])
def test_the_bound_itself_is_reached(attack: Any) -> None:
    with pytest.raises(Rejected, match="too much work"):
        check(GOAL, attack())


def test_a_law_of_many_outcomes_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "STEPS", 300_000)
    with pytest.raises(Rejected, match="too much work"):
        check(MOMENT, many_outcomes())


@pytest.mark.parametrize("attack", [power_of_a_sum, long_traces, indices_that_double])
def test_the_steps_are_the_same_every_time(attack: Any) -> None:
    def steps() -> int:
        with work.bounded(10_000) as left:
            try:
                for _ in range(3):
                    _check(GOAL, attack())
            except (Rejected, work.TooMuch):
                pass
        return left[0]

    assert steps() == steps() < 0


def test_outside_of_a_check_nothing_is_counted() -> None:
    work.spend(10 * work.STEPS)
    with work.bounded(5) as left:
        work.spend(5)
        assert left[0] == 0
        with pytest.raises(work.TooMuch):
            work.spend()
    work.spend(10 * work.STEPS)


def test_honest_work_is_not_stopped() -> None:
    """A fifth of the bound: the identity of Cayley and Hamilton for 3-by-3 matrices, and a long list of facts."""
    size = 3
    trace, square = ["trace", "A"], ["trace", ["^", "A", 2]]
    second = ["/", ["-", ["^", trace, 2], square], 2]
    left = ["+", ["-", ["^", "A", 3], ["*", trace, ["^", "A", 2]]], ["*", second, "A"]]
    goal = ["==", left, ["*", ["det", "A"], ["eye", size]]]
    closing = {**SPLIT, "then": {"rule": "split", "nodes": [{"rule": "field"}] * size**2}}
    certificate = under({"A": ["matrix", size, size]}, goal, chain(60, closing))
    certificate["tree"]["then"] = {"rule": "linear", "terms": [{"fact": "same"}]}
    statement = Statement(GOAL.variables, (("same", ("==", "x", "y")),), GOAL.goal)
    with work.bounded(work.STEPS // 5):
        _check(statement, certificate)


def test_what_is_known_of_an_expression_is_paid_for_again() -> None:
    """Names are read once, and yet the steps of a check do not depend on what was asked before."""
    body: Expr = ("+", ("^", "x", 2), *(("*", f"a{i}", "j") for i in range(40)))
    e: Expr = ("and", ("forall", "x", REAL, ("<=", 0, body)), ("==", ("sum", body, "j", 0, "n"), ("fn", "exp", "x")))
    other: Expr = ("and", ("forall", "z", REAL, ("<=", 0, substitute(body, {"x": "z"}))), ("==", "x", "x"))

    def steps(question: Any) -> int:
        with work.bounded(100_000) as left:
            question()
            return 100_000 - left[0]

    for question in (lambda: free_names(e), lambda: substitute(e, {"unused": 1}), lambda: same(e, other)):
        first = steps(question)
        assert first == steps(question) > 100
    assert free_names(e) == {"x", "n", "j", *(f"a{i}" for i in range(40))}  # j is free in the first part
    assert free_names(("sum", "j", "j", "j", "-oo")) == {"j"}  # the ends are outside of the scope
    assert substitute(e, {"exp": 1, "oo": 2}) == e


def test_shared_parts_that_were_forgotten_are_not_read_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binding, "KNOWN", 4)
    monkeypatch.setattr(binding, "LONGEST", 20_000)
    e: Expr = "x"
    for _ in range(60):  # 2^60 parts, of which few are different
        e = ("+", e, *(("neg", f"a{i}") for i in range(8)), e)
    with pytest.raises(work.TooMuch):
        free_names(e)


@pytest.mark.parametrize(
    ("a", "b", "equal"),
    [
        (("forall", "x", REAL, ("<", "x", "y")), ("forall", "z", REAL, ("<", "z", "y")), True),
        (("forall", "x", REAL, ("<", "x", "y")), ("forall", "z", REAL, ("<", "y", "z")), False),
        (("forall", "x", REAL, ("<", "x", "y")), ("forall", "z", REAL, ("<", "z", "u")), False),
        (("forall", "x", REAL, ("<", "x", "x")), ("exists", "x", REAL, ("<", "x", "x")), False),
        (("<", "x", "y"), ("<", "x", "z"), False),
        (("+", "x", 1), ("+", 1, "x"), False),
    ],
)
def test_expressions_that_differ_in_bound_names_alone_are_the_same(a: Any, b: Any, equal: bool) -> None:
    assert same(a, b) is equal and same(b, a) is equal


def test_a_known_fact_costs_the_same_the_first_time() -> None:
    """It is read from its line once and remembered: the first check paid for that, and the others did not."""
    name = "abs-positive"
    schemas.schema.cache_clear()
    left = []
    for _ in range(2):
        with work.bounded() as steps:
            schemas.schema(name)
        left.append(list(steps))
    assert left[0] == left[1] == [work.STEPS, 0]


def test_the_first_check_of_a_process_pays_no_more_than_the_second() -> None:
    """Modules that are imported on the way have terms of their own, which are given marks then."""
    code = (
        "from verifier.kernel import check as c, work as w\n"
        "s = c.Statement((('x', ('real',)),), (), ('==', 'x', 'x'))\n"
        "for _ in range(2):\n"
        "    with w.bounded() as left:\n"
        "        c._check(s, {'kind': 'proof', 'tree': {'rule': 'linear'}})\n"
        "    print(*left)\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    first, second = run.stdout.splitlines()
    assert first == second
