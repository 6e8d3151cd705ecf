"""The laws of binding, against distances to binders instead of marks (de Bruijn), on terms whose names clash.

The reference shares nothing with the kernel but the table of what binds.  Three letters are free, bound, bound again
inside of themselves and names of functions, all at once.
"""

from __future__ import annotations

import gc
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from verifier.kernel.statement import Statement
from verifier.kernel.terms import binding
from verifier.kernel.terms.binding import (
    bind,
    free_names,
    marked,
    negation,
    new_name,
    numbered,
    opened,
    same,
    substitute,
    under,
)
from verifier.kernel.terms.expr import BINDERS, INTEGER, REAL, Expr, from_json, head, to_json

LAWS = settings(max_examples=150, deadline=None, derandomize=True, database=None)
LETTERS = ("x", "y", "z")
letters = st.sampled_from(LETTERS)


def _operations(inside: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    return st.one_of(
        st.tuples(st.sampled_from(("+", "-", "<", "==")), inside, inside),
        st.tuples(st.just("fn"), letters, inside),
        st.tuples(st.sampled_from(("sum", "product")), inside, letters, inside, inside),
        st.tuples(st.sampled_from(("forall", "exists")), letters, st.just(REAL), inside),
        st.tuples(st.just("forall"), letters, st.tuples(st.just("integer"), inside, st.just("oo")), inside),
        st.tuples(st.sampled_from(("tends", "grad")), inside, letters, inside),
        st.tuples(st.just("expect"), inside, letters),
    )


terms = st.recursive(st.one_of(letters, st.integers(0, 1)), _operations, max_leaves=9)
binders = terms.filter(lambda e: head(e) in BINDERS)


def distances(e: Expr, around: tuple[str, ...] = ()) -> Any:
    """The term with how many binders stand between a bound variable and its own, in the place of its name."""
    if isinstance(e, str):
        return ("bound", around.index(e)) if e in around else ("free", e)
    if not isinstance(e, tuple):
        return e
    if e[0] == "fn":
        return ("fn", e[1], *(distances(a, around) for a in e[2:]))
    if e[0] not in BINDERS:
        return (e[0], *(distances(a, around) for a in e[1:]))
    place, scope = BINDERS[str(e[0])]
    inner = (str(e[1 + place]), *around)
    return (e[0], *(distances(a, inner if i in scope else around) for i, a in enumerate(e[1:]) if i != place))


def put(d: Any, values: Mapping[str, Any]) -> Any:
    """Substitution by distances: a value has no loose ones, so nothing can happen to it."""
    if not isinstance(d, tuple):
        return d
    if d[0] == "free" and len(d) == 2 and isinstance(d[1], str):
        return values.get(d[1], d)
    return tuple(put(a, values) for a in d)


def scrambled(e: Expr, draw: Any) -> Expr:
    """The same term with every bound name and every occurrence of a name drawn anew: sometimes it means the same."""
    if isinstance(e, str):
        return draw(st.one_of(st.just(e), letters)) if e in LETTERS else e
    if not isinstance(e, tuple):
        return e
    return (e[0], *(a if e[0] == "fn" and i == 0 else scrambled(a, draw) for i, a in enumerate(e[1:])))


def rebound(e: Expr, draw: Any) -> Expr:
    """The same term with other bound names, which never catch anything: what it means stays."""
    if not isinstance(e, tuple):
        return e
    if e[0] not in BINDERS:
        return (e[0], *(rebound(a, draw) for a in e[1:]))
    place, scope = BINDERS[str(e[0])]
    old = str(e[1 + place])
    new = draw(st.sampled_from([n for n in ("u", "v", *LETTERS) if n == old or all(
        ("free", n) not in _leaves(distances(e[1 + i])) for i in scope)]))  # fmt: skip
    args = tuple(_named_by(a, old, new) if i in scope else new if i == place else a for i, a in enumerate(e[1:]))
    return (e[0], *(a if i == place else rebound(a, draw) for i, a in enumerate(args)))


def _leaves(d: Any) -> set[Any]:
    if not isinstance(d, tuple):
        return set()
    if d[0] in ("free", "bound") and len(d) == 2 and not isinstance(d[1], tuple):
        return {d}
    return {leaf for a in d for leaf in _leaves(a)}


def _named_by(e: Expr, old: str, new: str) -> Expr:
    """With `new` for the free `old`; a binder of `new` on the way gets the name of what is not there, "w"."""
    if e == old:
        return new
    if not isinstance(e, tuple):
        return e
    if e[0] == "fn":
        return ("fn", e[1], *(_named_by(a, old, new) for a in e[2:]))
    if e[0] not in BINDERS:
        return (e[0], *(_named_by(a, old, new) for a in e[1:]))
    place, scope = BINDERS[str(e[0])]
    name, args = str(e[1 + place]), e[1:]
    if name == new and new != old:
        args = tuple(_named_by(a, new, "w") if i in scope else "w" if i == place else a for i, a in enumerate(args))
        name = "w"
    return (
        e[0],
        *(a if i == place or (i in scope and name == old) else _named_by(a, old, new) for i, a in enumerate(args)),
    )


@LAWS
@given(terms, st.data())
def test_terms_have_one_form_just_where_they_mean_the_same(e: Expr, data: Any) -> None:
    other = scrambled(e, data.draw)
    alike = distances(e) == distances(other)
    assert distances(marked(e)) == distances(e)
    assert (marked(e) == marked(other)) is alike is same(e, other) is same(marked(e), other)
    assert (numbered(marked(e)) == numbered(marked(other))) is alike


@LAWS
@given(terms, st.data())
def test_other_bound_names_change_nothing(e: Expr, data: Any) -> None:
    other = rebound(e, data.draw)
    assert distances(other) == distances(e)  # of the reference itself
    assert marked(other) == marked(e) and marked(negation(other)) == negation(marked(e))


@LAWS
@given(terms, terms, terms)
@example(("tends", ("forall", "x", ("integer", "x", "oo"), "x"), "x", "x"), ("expect", "x", "x"), "x")
def test_what_is_put_in_is_not_caught(e: Expr, u: Expr, v: Expr) -> None:
    for form in (e, marked(e)):
        found = substitute(form, {"x": u, "y": v})
        assert distances(found) == put(distances(e), {"x": distances(u), "y": distances(v)})
        assert marked(found) == substitute(marked(e), {"x": marked(u), "y": marked(v)})


@LAWS
@given(terms, terms, terms)
def test_values_are_put_in_one_after_the_other(e: Expr, u: Expr, v: Expr) -> None:
    """e[x := u][y := v] is e[y := v][x := u[y := v]] where x does not occur in v."""
    e, u, v = marked(e), marked(u), substitute(marked(v), {"x": "z"})
    first = substitute(substitute(e, {"x": u}), {"y": v})
    assert first == substitute(substitute(e, {"y": v}), {"x": substitute(u, {"y": v})})
    assert first == substitute(e, {"x": substitute(u, {"y": v}), "y": v})


@LAWS
@given(binders, terms)
def test_what_is_opened_and_bound_is_what_it_was(e: Expr, value: Expr) -> None:
    form, name = marked(e), new_name()
    args = opened(form, name)
    assert bind(str(head(e)), name, *args) == form == under(form, lambda a: a)
    assert opened(form, marked(value)) == tuple(substitute(a, {name: marked(value)}) for a in args)
    assert all(not n.startswith("#") for a in args for n in free_names(a))  # no mark is loose


@LAWS
@given(st.sampled_from(sorted(BINDERS)), letters, st.lists(terms, min_size=4, max_size=4))
def test_what_is_bound_and_opened_is_what_it_was(op: str, name: str, parts: list[Expr]) -> None:
    """Under its own name, where the arguments outside of the scope do not matter."""
    count = {"expect": 1, "tends": 2, "grad": 2, "forall": 2, "exists": 2}.get(op, 3)
    e = bind(op, name, *parts[:count])
    assert opened(e, name) == tuple(marked(p) for p in parts[:count])
    place, scope = BINDERS[op]
    outside = [p for i, p in enumerate((*parts[:place], name, *parts[place:count])) if i != place and i not in scope]
    inside = [p for i, p in enumerate((*parts[:place], name, *parts[place:count])) if i in scope]
    free = set[str]().union(*map(free_names, outside), *(free_names(p) - {name} for p in inside))
    assert free_names(e) == free


@LAWS
@given(terms, terms)
def test_names_are_known_whatever_was_known_before(e: Expr, other: Expr) -> None:
    """What is remembered of a term is not taken for that of another one that later lies where it lay."""

    def occurring(d: Any) -> set[str]:
        return {n for kind, n in _leaves(d) if kind == "free" and n not in ("oo", "-oo")}

    known = binding._known
    binding._known = {}
    try:
        for _ in range(3):
            for form in (e, other):
                again = from_json(to_json(form))  # a new object
                assert free_names(again) == occurring(distances(form))
                assert marked(again) == marked(form)
                del again
            gc.collect(0)
    finally:
        binding._known = known


@pytest.mark.parametrize("most", [1, 2, 5])
def test_what_is_forgotten_is_read_again(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binding, "KNOWN", most)

    @LAWS
    @given(terms, terms)
    def forgetful(e: Expr, value: Expr) -> None:
        found = substitute(marked(e), {"x": marked(value)})
        assert distances(found) == put(distances(e), {"x": distances(value)})
        assert len(binding._known) <= most or most < len(binding._known) <= 1 << 16

    forgetful()


@LAWS
@given(terms)
def test_shared_parts_are_as_good_as_copies(e: Expr) -> None:
    twice: Expr = ("+", e, ("sum", e, "x", e, ("fn", "x", e)))
    assert marked(twice) == marked(from_json(to_json(twice)))
    assert substitute(twice, {"x": twice}) == substitute(from_json(to_json(twice)), {"x": from_json(to_json(twice))})


formulas = terms.map(lambda e: ("==", e, "x"))


@LAWS
@given(formulas, formulas, st.data())
def test_a_digest_is_that_of_the_meaning(hypothesis: Expr, goal: Expr, data: Any) -> None:
    """The same for other names, of bound variables and of those quantified outside; another one for anything else."""

    def stated(p: Expr, q: Expr, names: tuple[str, str, str]) -> Statement:
        return Statement(tuple((n, INTEGER) for n in names), (("h", p),), q)

    plain = stated(hypothesis, goal, LETTERS)
    outer = data.draw(st.permutations(("x", "y", "z")))
    here: dict[str, Expr] = dict(zip(LETTERS, outer, strict=True))
    renamed = stated(substitute(hypothesis, here), substitute(rebound(goal, data.draw), here), tuple(outer))
    assert renamed.digest() == plain.digest()
    other = stated(scrambled(hypothesis, data.draw), scrambled(goal, data.draw), LETTERS)
    alike = distances(other.closed()) == distances(plain.closed())
    assert (other.digest() == plain.digest()) is alike
    assert Statement.from_json(plain.to_json()).digest() == plain.digest()
