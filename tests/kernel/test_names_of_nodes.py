"""A name that a node brings is new: no rule gives a term of the scope to a binder that the node has named.

Each rule is run at random nodes, and again with a variable of the scope renamed to a name that the node brings for
something of its own.  Then it refuses, or what it asks for is what it asked for before, with that variable renamed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from fuzz.harness import REFUSALS, Instance, Recorder
from fuzz.registry import GENERATORS

from verifier.kernel.algebra.integers import Context, Index
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import substitute
from verifier.kernel.terms.expr import BINDERS, INTEGER, REAL, Expr, from_json
from verifier.kernel.work import bounded

ATTEMPTS = 25
Asked = list[tuple[dict[str, Expr], dict[str, Expr], Expr]]


def texts(data: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """All strings in a node, each with the field it stands in."""
    if isinstance(data, str):
        yield place, data
    elif isinstance(data, Mapping):
        for key, value in data.items():
            yield from texts(value, str(key))
    elif isinstance(data, list | tuple):
        for value in data:
            yield from texts(value, place)


def caught(data: Any, old: str, new: str) -> bool:
    """Whether a term of the node binds one of the two names itself."""
    if isinstance(data, Mapping):
        return any(caught(value, old, new) for value in data.values())
    if not isinstance(data, list | tuple):
        return False
    binder = data and isinstance(data[0], str) and data[0] in BINDERS and len(data) > 2
    return (binder and data[1 + BINDERS[data[0]][0]] in (old, new)) or any(caught(value, old, new) for value in data)


def exchanged(data: Any, old: str, new: str) -> Any:
    if isinstance(data, str):
        return new if data == old else data
    if isinstance(data, Mapping):
        return {key: exchanged(value, old, new) for key, value in data.items()}
    return [exchanged(value, old, new) for value in data] if isinstance(data, list | tuple) else data


def moved(s: Sequent, old: str, new: str) -> Sequent:
    here: dict[str, Expr] = {old: new}
    facts = (f.substitute({old: Index.var(new)}) for f in s.context.facts)
    return Sequent(
        {new if n == old else n: substitute(sort, here) for n, sort in s.sorts.items()},
        {new if label == old else label: substitute(f, here) for label, f in s.facts.items()},
        Context(facts),
    )


def asked(s: Sequent, goal: Any, node: Any) -> Asked | None:
    """What the rule hands on, new names and facts with it; None where it refuses."""
    recorder = Recorder()
    try:
        with bounded():
            recorder.check(s, from_json(goal), node)
    except (*REFUSALS, ValueError):
        return None
    return [
        (
            {n: sort for n, sort in inner.sorts.items() if n not in s.sorts},
            {label: f for label, f in inner.facts.items() if label not in s.facts},
            wanted,
        )
        for inner, wanted, _ in recorder.obligations or []
    ]


def renamed(found: Asked, old: str, new: str) -> Asked:
    here: dict[str, Expr] = {old: new}
    return [
        (
            {n: substitute(sort, here) for n, sort in sorts.items()},
            {label: substitute(f, here) for label, f in facts.items()},
            substitute(goal, here),
        )
        for sorts, facts, goal in found
    ]


def numbers(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where integers stand in a node."""
    if type(data) is int:
        yield path
    elif isinstance(data, Mapping | list | tuple):
        for key, value in data.items() if isinstance(data, Mapping) else enumerate(data):
            yield from numbers(value, (*path, key))


def at_place(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    if isinstance(data, Mapping):
        return {key: at_place(v, path[1:], value) if key == path[0] else v for key, v in data.items()}
    return [at_place(v, path[1:], value) if key == path[0] else v for key, v in enumerate(data)]


def variants(rng: random.Random, i: Instance) -> Iterator[tuple[Sequent, Any]]:
    """The sequent and the node; and with a variable for one number of the node, whatever that says then."""
    s = i.sequent.kernel
    yield s, i.node
    if "w" not in s.sorts and "w" not in dict(texts(i.node)).values():
        places = list(numbers(i.node))
        for path in rng.sample(places, min(len(places), 4)):
            yield s.declare("w", rng.choice((REAL, INTEGER))), at_place(i.node, path, "w")


def clashes(s: Sequent, i: Instance, node: Any) -> Iterator[tuple[str, str]]:
    """A variable of the scope and a string of the node that is none."""
    for new in dict.fromkeys(text for place, text in texts(node) if place != "rule"):
        if new in s.sorts or new in s.facts or not new.isidentifier():
            continue
        yield from ((old, new) for old in s.sorts if not caught((node, i.goal), old, new))


@pytest.mark.parametrize("name", sorted(GENERATORS))
def test_no_variable_is_caught_by_a_name_of_the_node(name: str) -> None:
    for k in range(ATTEMPTS):
        rng = random.Random(f"names {k}")
        try:
            i = GENERATORS[name](rng)
        except REFUSALS:
            continue
        for s, node in variants(rng, i) if isinstance(i, Instance) else ():
            before = asked(s, i.goal, node)
            for old, new in clashes(s, i, node) if before is not None else ():
                after = asked(moved(s, old, new), exchanged(i.goal, old, new), exchanged(node, old, new))
                assert after is None or after == renamed(before, old, new), (old, new, node)
