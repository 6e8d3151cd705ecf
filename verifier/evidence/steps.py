"""The trace of a check as JSON; `docs/traces.md` says what stands in it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from verifier.evidence.trace import Derivation, Recorder, Step
from verifier.evidence.values import inside, mono, number, poly, value
from verifier.kernel.balls import MOO, OO
from verifier.kernel.binding import negation, operands, same
from verifier.kernel.check import NO_CLAIMS, check
from verifier.kernel.expr import Expr, head, to_json
from verifier.kernel.integers import Index
from verifier.kernel.statement import Statement
from verifier.kernel.words import Poly

VERSION = 1
Json = Any
Scope = tuple[Mapping[str, Expr], Mapping[str, Expr]]


def trace(
    statement: Statement, certificate: Mapping[str, Any], claims: Mapping[str, Statement] = NO_CLAIMS
) -> dict[str, Json]:
    """Each step of the check of a certificate, which may cite the `claims`.

    Raises `Rejected` where the kernel does not accept it.
    """
    recorder = Recorder()
    report = check(statement, certificate, claims, recorder)
    steps: list[dict[str, Json]] = []
    proofs = [
        {"proof": "defined" if step.node is certificate.get("defined") else "tree", "step": _add(steps, step, ({}, {}))}
        for step in recorder.steps
    ]
    return {
        "version": VERSION,
        "digest": statement.digest(),
        "statement": statement.to_json(),
        "kind": certificate["kind"],
        "establishes": report.establishes,
        "cites": dict(certificate.get("cites", {})),
        "axioms": list(report.axioms),
        "proofs": proofs,
        "steps": steps,
    }


def _add(steps: list[dict[str, Json]], step: Step, outer: Scope) -> int:
    """Add a step and all below it, each behind the one that demands it; its number."""
    gone = set(step.gone)
    sorts, facts = ({n: e for n, e in old.items() if n not in gone} for old in outer)
    sorts, facts = sorts | dict(step.sorts), facts | dict(step.facts)
    here: dict[str, Json] = {
        "rule": step.rule,
        "goal": to_json(step.goal),
        "sorts": {n: to_json(e) for n, e in step.sorts},
        "facts": {n: to_json(e) for n, e in step.facts},
        "gone": list(step.gone),
        "data": _data(step),
    }
    steps.append(here)
    number = len(steps) - 1
    here["parts"] = [_add(steps, part, (sorts, facts)) for part in step.parts]
    here["found"] = [*_found(step, sorts), *_positions(step, facts)]
    return number


def _data(step: Step) -> Json:
    """The certificate's node, with the place of a part for the node that proves it."""
    places: dict[int, list[int]] = {}
    for place, part in enumerate(step.parts):
        places.setdefault(id(part.node), []).append(place)

    def walk(data: Json) -> Json:
        if isinstance(data, Mapping):
            if data is not step.node and (place := places.get(id(data))):
                return {"part": place.pop(0) if len(place) > 1 else place[0]}
            return {k: walk(v) for k, v in data.items() if data is not step.node or k != "rule"}
        return [walk(v) for v in data] if isinstance(data, (list, tuple)) else data

    return walk(step.node)


def _found(step: Step, sorts: Mapping[str, Expr]) -> Iterator[dict[str, Json]]:
    """What the rule computed and the certificate does not say."""
    said: set[str] = set()
    for word, *what in step.found:
        if word == "integers":
            yield _derivation(what[0], step.known)
        elif word == "identity":
            field, below = what
            yield {"atoms": [to_json(e) for e in field.sources]}
            integers = [e for e in field.sources if isinstance(e, str) and head(sorts[e]) == "integer"]
            if integers:
                yield {"coerced": integers}
            for atom, form in dict.fromkeys(field.forms):
                yield {"same": atom, "form": to_json(form)}
            for factor in below:
                yield {"denominator": poly(factor)}
        elif word == "nonzero" and isinstance(what[0], dict):
            yield {"nonzero": value(what[0]), "fact": what[1]}
        elif word == "nonzero":
            e, lead, parts = what
            yield {"nonzero": to_json(e), "times": number(lead), "powers": [[poly(p), n] for p, n in parts.items()]}
        elif word == "read":
            weight, e, found = what
            yield {"read": to_json(e), "weight": number(weight), "value": value(found)}
        elif word == "box":
            leaf, bounds = what
            names = sorted(n for n in bounds if bounds[n].lo > MOO or bounds[n].hi < OO)
            yield {"box": leaf if isinstance(leaf, str) else "split" if "split" in leaf else "face",
                   "bounds": {n: [_end(bounds[n].lo), _end(bounds[n].hi)] for n in names}}  # fmt: skip
        else:
            rewrite = _rewrite(step.known, word, *what)
            text = json.dumps(rewrite)
            if _changes(rewrite) and text not in said:
                said.add(text)
                yield rewrite


def _rewrite(known: tuple[Index, ...], word: str, before: Any, after: Poly, context: Any = None) -> dict[str, Json]:
    """One step of a normal form; `where` are the integers that are at least 0 there, besides the known ones."""
    of: list[Json]
    if word == "distribute" and (bound := inside(*before)) is not None:
        word, of = "inside", [bound]
    elif word == "rotate":
        matrix, shape = before
        of = [value(matrix), None if shape is None else to_json(shape[0].expr())]
    elif word in ("distribute", "clear"):
        of = [value(v) for v in before]
    else:
        of = [value(before) if isinstance(before, dict) else [[1, mono(before)]]]
    where = [] if context is None else [to_json(f.expr()) for f in context.facts if f not in known]
    return {"rewrite": word, "of": of, "to": value(after), "where": where}


def _changes(rewrite: Mapping[str, Json]) -> bool:
    """Whether it says more than that a value is itself, or that numbers multiply."""
    numbers = rewrite["rewrite"] == "distribute" and any(len(v) == 1 and v[0][1] == 1 for v in rewrite["of"])
    return rewrite["of"] != [rewrite["to"]] and not numbers


def _derivation(derivation: Derivation, known: tuple[Index, ...]) -> dict[str, Json]:
    lines: list[Json] = []
    for kind, *line in derivation.lines:
        shown = [to_json(x.expr()) if isinstance(x, Index) else x for x in line]
        lines.append(["local" if kind == "fact" and line[0] not in known else kind, *shown])
    goal = derivation.goal
    return {"integers": None if goal is None else to_json(goal.expr()), "lines": lines}


def _end(x: Any) -> Json:
    """An end of an interval: [m, e] for m*2**e, or infinite."""
    if not x.is_finite():
        return "oo" if x > 0 else "-oo"
    m, e = x.man_exp()
    return [int(m), int(e)]


def _positions(step: Step, facts: Mapping[str, Expr]) -> list[dict[str, Json]]:
    """Where `replace` has put one side of its equation for the other: paths of places behind the head."""
    if step.rule != "replace":
        return []
    old, new = operands(facts[step.node["fact"]])
    old, new = (new, old) if step.node.get("back") else (old, new)
    on = step.node.get("on")
    [part] = step.parts
    goal = negation(operands(step.goal)[0]) if head(step.goal) == "not" else step.goal
    before, after = (goal, part.goal) if on is None else (facts[on], dict(part.facts)[step.node["as"]])
    return [{"positions": [list(p) for p in _places(before, after, old, new)]}]


def _places(before: Expr, after: Expr, old: Expr, new: Expr, path: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    if after == new and same(before, old):
        yield path
    elif before != after:
        for i, (a, b) in enumerate(zip(operands(before), operands(after), strict=True)):
            yield from _places(a, b, old, new, (*path, i))
