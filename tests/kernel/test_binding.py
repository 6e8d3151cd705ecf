"""Bound variables: marks against names, with few names, so that they clash as often as they can."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest

from verifier.kernel.terms.binding import (
    Closed,
    bind,
    free_names,
    marked,
    negation,
    new_name,
    opened,
    operands,
    outer,
    replaced,
    same,
    subexpressions,
    substitute,
    under,
)
from verifier.kernel.terms.expr import BINDERS, INTEGER, REAL, Expr, head
from verifier.language import named as names

ROOT = Path(__file__).resolve().parents[2]
LETTERS = ("x", "y", "z")


def term(rng: random.Random, depth: int) -> Expr:
    """A term with names, in which every name may be bound and free, inside of itself too."""
    if depth == 0 or rng.random() < 0.15:
        return rng.choice((*LETTERS, 0, 1))
    a, b = term(rng, depth - 1), term(rng, depth - 1)
    name = rng.choice(LETTERS)
    kind = rng.randrange(9)
    if kind < 3:
        return (rng.choice(("+", "*", "-")), a, b)
    if kind == 3:
        return ("fn", rng.choice(("exp", "x")), a)
    if kind == 4:
        return (rng.choice(("sum", "product")), a, name, b, term(rng, depth - 1))
    if kind == 5:
        return (rng.choice(("forall", "exists")), name, rng.choice((REAL, ("integer", b, "oo"))), a)
    if kind == 6:
        return ("tends", a, name, b)
    return ("grad", a, name, b) if kind == 7 else ("expect", a, name)


def renamed(rng: random.Random, e: Expr) -> Expr:
    """The same term with other names for some of its bound variables."""
    if not isinstance(e, tuple):
        return e
    if e[0] not in BINDERS:
        return (e[0], *(renamed(rng, a) for a in e[1:]))
    place, scope = BINDERS[str(e[0])]
    old, args = str(e[1 + place]), list(e[1:])
    new = rng.choice(
        [n for n in (old, "u", "v", *LETTERS) if n == old or all(n not in free_names(args[i]) for i in scope)]
    )
    for i in scope:
        args[i] = names.substitute(args[i], {old: new})
    args[place] = new
    return (e[0], *(a if i == place else renamed(rng, a) for i, a in enumerate(args)))


SEEDS = [range(k, k + 40) for k in range(0, 400, 40)]


@pytest.mark.parametrize("seeds", SEEDS, ids=str)
def test_marks_say_what_names_say(seeds: range) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        e, value = term(rng, 5), term(rng, 3)
        form = marked(e)
        assert marked(form) == form and free_names(form) == free_names(e)
        assert marked(renamed(rng, e)) == form  # one form for all names of bound variables
        assert marked(names.named(form)) == form
        put = {rng.choice(LETTERS): value, rng.choice(LETTERS): rng.choice((*LETTERS, 2))}
        wanted = marked(names.substitute(e, put))
        assert substitute(form, {n: marked(v) for n, v in put.items()}) == wanted
        assert substitute(e, put) == wanted or marked(substitute(e, put)) == wanted
        assert free_names(wanted) <= set(LETTERS)  # no mark is loose
        assert marked(names.negation(e)) == negation(form)


@pytest.mark.parametrize("seeds", SEEDS, ids=str)
def test_what_is_opened_and_bound_again_is_the_same(seeds: range) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        for e in {marked(x) for x in subexpressions(term(rng, 5)) if head(x) in BINDERS}:
            name = new_name()
            args = opened(e, name)
            assert bind(str(head(e)), name, *args) == e == under(e, lambda a: a)
            assert all(name not in free_names(a) for a in outer(e)) and set(outer(e)) <= set(args)
            for a in args:
                assert not any(n.startswith("#") for n in free_names(a))
            value = marked(term(rng, 2))
            assert opened(e, value) == tuple(substitute(a, {name: value}) for a in args)
            with pytest.raises(Closed):
                operands(e)


@pytest.mark.parametrize("seeds", SEEDS, ids=str)
def test_equals_for_equals_catches_no_name(seeds: range) -> None:
    """A free term is replaced wherever it stands, and nothing that is bound is."""
    for seed in seeds:
        rng = random.Random(seed)
        e, new = marked(term(rng, 5)), marked(term(rng, 2))
        assert replaced(e, "x", new) == substitute(e, {"x": new})
        old: Expr = ("+", "x", "y")
        with_old = substitute(e, {"z": old})
        assert replaced(with_old, old, "u") == substitute(replaced(e, old, "u"), {"z": "u"})


def test_a_mark_is_above_those_on_the_way_alone() -> None:
    inner: Expr = ("sum", "j", "j", 0, "n")
    assert marked(("forall", "k", INTEGER, ("<", inner, "k"))) == (
        "forall", "#1", INTEGER, ("<", ("sum", "#1", "#1", 0, "n"), "#1")
    )  # fmt: skip
    assert marked(("forall", "n", INTEGER, ("<", ("sum", "n", "j", 0, 5), 9))) == (
        "forall", "#1", INTEGER, ("<", ("sum", "#1", "#0", 0, 5), 9)
    )  # fmt: skip
    assert marked(("forall", "n", INTEGER, ("<", inner, 9)))[1] == "#1"  # type: ignore[index]  # the end is outside


@pytest.mark.parametrize(
    "other",
    [
        ("forall", "y", REAL, ("exists", "y", REAL, ("<", "y", "y"))),  # the inner one for both
        ("forall", "x", REAL, ("exists", "y", REAL, ("<", "y", "x"))),  # in another order
        ("exists", "x", REAL, ("forall", "y", REAL, ("<", "x", "y"))),  # quantifiers exchanged
        ("forall", "x", REAL, ("exists", "y", REAL, ("<", "z", "y"))),  # a free name
        ("forall", "x", INTEGER, ("exists", "y", REAL, ("<", "x", "y"))),  # another sort
    ],
)
def test_different_bindings_are_different(other: Expr) -> None:
    e: Expr = ("forall", "x", REAL, ("exists", "y", REAL, ("<", "x", "y")))
    assert not same(e, other) and same(e, ("forall", "y", REAL, ("exists", "x", REAL, ("<", "y", "x"))))


def test_no_other_module_of_the_kernel_looks_inside_a_binder() -> None:
    """Neither takes one apart by its places, nor puts one together by hand."""
    found: list[str] = []
    for file in sorted((ROOT / "verifier/kernel").rglob("*.py")):
        if file.name in ("binding.py", "axioms.py"):  # axioms are written with names
            continue
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
                whole = isinstance(node.slice, ast.Constant) and node.slice.value == 0
                if node.value.id == "BINDERS" and file.name != "expr.py":
                    found.append(f"{file.name}:{node.lineno}")
                if node.value.id in ("e", "formula", "goal", "fact", "claim", "binder") and not whole:
                    found.append(f"{file.name}:{node.lineno}")
            if isinstance(node, ast.Tuple) and node.elts and isinstance(node.elts[0], ast.Constant):
                words = all(isinstance(a, ast.Constant) and isinstance(a.value, str) for a in node.elts)
                if node.elts[0].value in BINDERS and not words:
                    found.append(f"{file.name}:{node.lineno}")
    assert found == []
