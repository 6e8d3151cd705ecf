"""No rule of the kernel says more than is true: random instances against exact models.

`benchmarks/rule_fuzz.py` runs as many as one likes.  The models and the generators are in `fuzz`; that they find
what is wrong is shown by rules that are made wrong on purpose (see also `test_fuzz_finds`), and for each thing that a
rule asks for by an instance that nothing else rejects.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from fuzz.harness import DONE, Instance, plain, sequent, written
from fuzz.matrices import table
from fuzz.models import Model
from fuzz.registry import GENERATORS
from fuzz.tally import ENOUGH, run
from fuzz.values import renamed

from verifier.kernel.logic import rules
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.terms.binding import opened
from verifier.kernel.terms.expr import from_json

INSTANCES = 1000  # accepted ones of each rule, in CI; in the whole suite a share of them
FEW = 0.1  # follows, or fails together with something that is asked for, in so many of them at least

#: Obligations, by their places, that no instance shows to be needed.  A term that is continuous and whose slope has a
#: sign by its formula is monotone, also where it has no derivative at countably many points; `smooth` is asked so that
#: nobody has to know where a formula is the slope.  Later inverses are asked for by the same loop as the first.
IDLE: dict[str, set[str]] = {
    "ladder": {"smooth"}, "by-entries": {"apart.1", "apart.2"},
    "series-derivative": {"smooth"}, "pieces": {"between"},
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(GENERATORS))
def test_a_rule_says_no_more_than_is_true_and_needs_all_that_it_asks_for(name: str, share: float) -> None:
    tally = run(GENERATORS[name], int(share * INSTANCES), seed=1)
    assert not tally.found, tally.found[0]
    assert tally.accepted == int(share * INSTANCES)
    if share == 1:
        assert tally.follows >= FEW * INSTANCES or tally.follows + tally.fails >= ENOUGH
        assert tally.idle == IDLE.get(name, set())


def test_every_rule_has_a_generator() -> None:
    assert not rules.RULES.keys() - GENERATORS.keys()


def test_a_rule_that_renames_by_hand_captures_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bound variables have no name that a certificate could choose, so a careless renaming meets none of them."""

    def careless(c: Checker, s: Any, goal: Any, node: Any) -> None:
        _, mark, sort, body = written(goal)
        inside = from_json(renamed(body, mark, str(node["as"])))
        c.check(s.declare(str(node["as"]), from_json(sort)), inside, node["then"])

    monkeypatch.setitem(rules.RULES, "intro", careless)
    tally = run(GENERATORS["intro"], 400, seed=1, first=True)
    assert tally.accepted == 400 and not tally.found


def test_a_rule_that_takes_a_name_in_use_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def taken(c: Checker, s: Any, goal: Any, node: Any) -> None:
        name = str(node["as"])
        sort, body = opened(goal, name)
        c.check(replace(s, sorts={**s.sorts, name: sort}), body, node["then"])

    monkeypatch.setitem(rules.RULES, "intro", taken)
    assert run(GENERATORS["intro"], 400, seed=1, first=True).found


@pytest.mark.parametrize(
    ("name", "facts", "premise"),
    [("sqrt-value", "a >= 0 -> sqrt(a**2) == a", "a >= 0"), ("log-one", "log(1) == 1", "")],
)  # fmt: skip
def test_a_fact_without_its_premise_is_found(
    monkeypatch: pytest.MonkeyPatch, name: str, facts: str, premise: str
) -> None:
    from fuzz.sums_and_facts import fact

    from verifier.kernel.facts import schemas

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
