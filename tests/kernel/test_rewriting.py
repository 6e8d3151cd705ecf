"""Equals put for equals under sums, against exact evaluation: wherever the facts hold, the value does not change."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from test_words import value_of

from verifier.kernel.algebra.closing import Balance
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.expr import Expr
from verifier.language.errors import ClaimError
from verifier.language.text.text import parse
from verifier.language.values.semantics import evaluate
from verifier.prove.matrices.spelling import Rewriting, spelled

SORTS: dict[str, Expr] = {
    "n": ("integer", 0, "oo"), "q": ("integer", 0, "oo"), "s": ("sequence", ("real",)),
    "u": ("sequence", ("real",)), "x": ("real",),
}  # fmt: skip
FACTS = {
    "zero": "forall(j, integer[1, n], s[j] == 0)",
    "shifted": "forall(j, integer[q, n+1], s[j] == u[j+1])",
    "constant": "forall(j, integer, u[j] == x)",
    "reflected": "forall(j, integer[0, q], s[n-j] == u[j]*x)",
    "product": "forall(i, integer[0, n], forall(j, integer[i, n], s[i]*u[j] == x))",
}
FAR = range(-15, 20)


def term(rng: random.Random, scope: list[str], depth: int) -> str:
    """A random expression in s, u and x, with sums whose ends may be anything."""

    def index() -> str:
        return rng.choice([*scope, "n", "q", "0", "1"]) + rng.choice(["", "+1", "-1", "+q", "-q"])

    kind = rng.random()
    if depth == 0 or kind < 0.35:
        return rng.choice([f"s[{index()}]", f"u[{index()}]", "x", "2", f"s[{index()}]*u[{index()}]"])
    if kind < 0.7:
        return f"({term(rng, scope, depth - 1)}) {rng.choice('*+')} ({term(rng, scope, depth - 1)})"
    v = "ijkl"[len(scope)]
    lo, hi = rng.choice(["0", "1", "q", *scope]), rng.choice(["n", "n-1", "q", "n+1", *scope])
    return f"Sum({term(rng, [*scope, v], depth - 1)}, ({v}, {lo}, {hi}))"


def environment(rng: random.Random, facts: list[str]) -> dict[str, Any] | None:
    """Values at which the facts hold; None where the choice did not work out."""
    n, q, x = rng.randrange(4), rng.randrange(4), Fraction(rng.choice([0, 1, -1, 2]))
    s = {i: Fraction(rng.choice([0, 0, 1, x])) for i in FAR}
    u = {i: x if "constant" in facts else Fraction(rng.choice([0, x, x, 1])) for i in FAR}
    rules = {
        "zero": [(j, Fraction(0)) for j in range(1, n + 1)],
        "shifted": [(j, u[j + 1]) for j in range(q, n + 2)],
        "reflected": [(n - j, u[j] * x) for j in range(q + 1)],
    }
    wanted = [pair for name in facts for pair in rules.get(name, [])]
    s.update(wanted)
    if any(s[i] != value for i, value in wanted):
        return None
    if "product" in facts and any(s[i] * u[j] != x for i in range(n + 1) for j in range(i, n + 1)):
        return None
    return {"n": Fraction(n), "q": Fraction(q), "x": x, "s": s.__getitem__, "u": u.__getitem__}


def test_rewriting_keeps_the_value_wherever_the_facts_hold() -> None:
    rng = random.Random(5)
    compared = rewritten = spelled = 0
    for _ in range(1500):
        labels = rng.sample(list(FACTS), rng.choice([1, 2]))
        sequent = Sequent()
        for name, sort in SORTS.items():
            sequent = sequent.declare(name, sort)
        for label in labels:
            sequent = sequent.assume(label, parse(FACTS[label], declared=SORTS))
        e = parse(term(rng, [], 3), declared=SORTS)
        try:
            rewriting = Rewriting(sequent, {}, e, labels)
            wanted = rewriting.rest()
            form = Balance(Checker(), sequent, {"terms": rewriting.rewriter.terms}, e).rest()
            rewritten += Balance(Checker(), sequent, {}, e).rest() != form
            spelled += form == wanted
        except (Unknown, ClaimError):
            continue
        for _ in range(3):
            env = environment(rng, labels)
            if env is None:
                continue
            try:
                expected, found = evaluate(e, env), value_of(form, env) or Fraction(0)
            except KeyError:  # an index too far out
                continue
            assert expected == found, (labels, e, env["n"], env["q"])
            compared += 1
    assert compared > 500 and rewritten > 200 and spelled > 900  # otherwise the comparison would say little


@pytest.mark.parametrize("rule", ["linear", "order"])
def test_a_goal_that_is_no_relation_is_refused_in_one_line(rule):
    s = Sequent().declare("a", ("real",)).assume("zero", ("==", "a", 0))
    goal = ("forall", "b", ("real",), ("==", ("*", "a", "b"), 0))
    with pytest.raises(Rejected, match="neither an equation nor an inequality"):
        spelled(s, goal, {"rule": rule, "rewrite": ["zero"]})
