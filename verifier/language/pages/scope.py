"""Which of the names in a proof are facts of the item, and which are cited from elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from verifier.language import script as S
from verifier.language.errors import ClaimError
from verifier.language.pages.arguments import BEFORE, TIMES
from verifier.language.text.written import Written

Cite = Callable[[str], None]


def cited(steps: Sequence[S.Step], known: Collection[str]) -> list[str]:
    """The names that stand as reasons and are neither among the `known` facts nor lines before.

    Raises `ClaimError` for a line, an object or a condition whose name is taken.
    """
    found: list[str] = []
    _walk(steps, frozenset(known), found.append)
    return found


def written(steps: Sequence[S.Step]) -> Iterator[str]:
    """All formulas and terms that stand in a proof."""
    for step in steps:
        match step:
            case S.Have(formula, by):
                yield formula
                yield from written(by)
            case S.Assume(formula) | S.Witness(formula):
                yield formula
            case S.Set(_, value):
                yield value
            case S.Use(at=values):
                yield from (v if isinstance(v, str) else v[0] for v in values)
            case S.By(facts):
                at = [v for fact in facts if not isinstance(fact, str) for v in fact[1]]
                yield from (v if isinstance(v, str) else v[0] for v in at)
            case S.Induct(_, base, inner) | S.Bootstrap(_, inner, base):
                yield from written([*base, *inner])
            case S.CasesOn(_, scripts):
                for script in scripts:
                    yield from written(script)
            case S.Ladder(_, start, slope, base):
                yield start
                yield from written([*slope, *base])


_MATHEMATICS = ("formula", "value", "start", "at")  # fields that are read later, and say where they were written


def plainly_named(steps: Sequence[S.Step]) -> list[S.Step]:
    """The same steps, whose names are strings and nothing more: they end up in terms."""
    return [_plainly(step) for step in steps]


def _plainly(step: Any) -> Any:
    if isinstance(step, S.Take):
        return S.Take(*map(str, step.names))
    names = {f.name: _plain(getattr(step, f.name)) for f in fields(step) if f.name not in _MATHEMATICS}
    return replace(step, **names)


def _plain(part: Any) -> Any:
    if isinstance(part, str):
        return str(part)
    if is_dataclass(part):
        return _plainly(part)
    if isinstance(part, (list, tuple)):
        if len(part) == 2 and isinstance(part[0], str) and isinstance(part[1], tuple):
            return str(part[0]), part[1]  # a fact at values
        return type(part)(map(_plain, part))
    return part


def _new(name: str, known: frozenset[str]) -> frozenset[str]:
    if name in known:
        place = name.place(0) if isinstance(name, Written) else (None, None)
        raise ClaimError(f"{name} is taken: it is the name of a variable, a hypothesis or a line before", "", *place)
    return known | {name}


def _walk(steps: Sequence[S.Step], known: frozenset[str], cite: Cite) -> None:
    def used(name: str) -> None:
        if name not in known and name.split(".", 1)[0] not in known:
            cite(name)

    for step in steps:
        match step:
            case S.By(facts):
                for fact in facts:
                    used(fact if isinstance(fact, str) else fact[0])
            case S.Have(_, by, name):
                _walk(by, known, cite)
                known = _new(name, known)
            case S.Use(fact, name=name):
                used(fact)
                known |= {name}
            case S.Obtain(fact, name, label):
                used(fact)
                known = _new(name, known)
                known = known if label == name else _new(label, known)
            case S.Unfold(fact, name):
                used(fact)
                known = _new(name, known)
            case S.Set(name):
                known = _new(name, known)
            case S.Take(names):
                for name in names:
                    known = _new(name, known)
                known |= {"given", *(f"given{i}" for i in range(1, 9))}
            case S.Assume(_, name) | S.Negate(name):
                known = _new(name, known)
            case S.Induct(name, base, inner, _, hypothesis):
                _walk(base, known, cite)
                _walk(inner, _new(hypothesis, _new(name, known)), cite)
            case S.Bootstrap(name, inner, base):
                _walk(base, known, cite)
                _walk(inner, _new(name, known) | {TIMES, BEFORE}, cite)
            case S.CasesOn(_, scripts, name):
                for script in scripts:
                    _walk(script, _new(name, known), cite)
            case S.Ladder(variable, _, slope, base, time=time, bounds=bounds):
                _walk(base, known, cite)
                _walk(slope, known | {time, bounds, variable}, cite)
