"""No rule of the kernel says more than is true: random instances against exact models, a sample of them.

`benchmarks/rule_fuzz.py` runs as many as one likes.  The models and the generators are in `fuzz`; that they find
what is wrong is shown by rules that are made wrong on purpose.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from fuzz.harness import DONE, Instance, plain, run, sequent
from fuzz.models import Model, table
from fuzz.registry import GENERATORS, LEAVING, UNDECIDED

from verifier.claims.named import substitute
from verifier.kernel import rules
from verifier.kernel.logic import Checker

SAMPLE = 12  # accepted instances of each rule
#: what was wrong once is asked more often: accepted instances within which the generators found it
LARGER = {"limit": 300, "under-law": 30, "box/rounding": 150, "defined": 40}


@pytest.mark.parametrize("name", sorted(GENERATORS))
def test_no_instance_of_a_rule_says_more_than_is_true(name: str) -> None:
    sample = LARGER.get(name, SAMPLE)
    tally = run(GENERATORS[name], sample, seed=1)
    assert tally.accepted == sample
    assert not tally.found, tally.found[0]


def test_every_rule_has_a_generator_or_a_reason() -> None:
    rest = {name for name in rules.RULES if name not in GENERATORS}
    assert rest == UNDECIDED | LEAVING


def _wrong(monkeypatch: pytest.MonkeyPatch, name: str, rule: Any) -> None:
    monkeypatch.setitem(rules.RULES, name, rule)


def test_a_rule_that_captures_a_name_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def captured(c: Checker, s: Any, goal: Any, node: Any) -> None:
        def put(e: Any, name: str, new: str) -> Any:
            return new if e == name else (e[0], *(put(a, name, new) for a in e[1:])) if isinstance(e, tuple) else e

        c.check(s.declare(str(node["as"]), goal[2]), put(goal[3], goal[1], str(node["as"])), node["then"])

    _wrong(monkeypatch, "intro", captured)
    assert run(GENERATORS["intro"], 400, seed=1).found


def test_an_induction_without_its_first_case_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_base(c: Checker, s: Any, goal: Any, node: Any) -> None:
        name, (_, lo, hi), body = str(node["name"]), goal[2], goal[3]
        inner = s.declare(name, ("integer", lo, hi)).assume(node["as"], substitute(body, {goal[1]: name}))
        c.check(inner, substitute(body, {goal[1]: ("+", name, 1)}), node["step"])

    _wrong(monkeypatch, "induction", no_base)
    assert run(GENERATORS["induction"], 200, seed=1).found


@pytest.mark.parametrize(
    ("name", "facts", "premise"),
    [("sqrt-value", "a >= 0 -> sqrt(a**2) == a", "a >= 0"), ("log-one", "log(1) == 1", "")],
)  # fmt: skip
def test_a_fact_without_its_premise_is_found(
    monkeypatch: pytest.MonkeyPatch, name: str, facts: str, premise: str
) -> None:
    from fuzz.sums_and_facts import fact

    from verifier.kernel import schemas

    monkeypatch.setitem(schemas.TABLE, name, facts.rpartition(" -> ")[2])
    schemas.schema.cache_clear()
    try:
        found = run(lambda rng: fact(rng, name), 30, seed=1).found
    finally:
        schemas.schema.cache_clear()
    assert found


def test_the_models_know_matrices_of_every_size() -> None:
    rng = random.Random(1)
    for n in range(4):
        m = Model({"A": table(rng, n, n), "B": table(rng, n, n)})
        assert m.holds(("==", ("det", ("*", "A", "B")), ("*", ("det", "A"), ("det", "B"))))
        assert m.holds(("==", ("trace", ("*", "A", "B")), ("trace", ("*", "B", "A"))))
        assert n < 2 or m.holds(("==", ("*", "A", "B"), ("*", "B", "A"))) is False


def test_what_cannot_be_told_is_not_told() -> None:
    m = Model({})
    assert m.holds(("==", ("/", 1, 0), ("/", 1, 0))) is None
    assert m.holds(("exists", "x", ("real",), ("==", ("*", "x", "x"), 2))) is None
    assert m.holds(("forall", "x", ("real",), (">=", ("^", "x", 2), 0))) and m.sampled
    node = {"rule": "have", "formula": ["true"], "as": "f", "proof": DONE, "then": DONE}
    i = Instance(sequent({}, {}), ("==", 1, 2), node, plain({}))
    assert not run(lambda _: i, 3, seed=0).found
