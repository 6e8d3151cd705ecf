"""The trace of a check as JSON; `docs/traces.md` says what stands in it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from verifier.evidence.normal_forms import inside, number, poly, value
from verifier.evidence.trace import Derivation, Step, recorded
from verifier.kernel.algebra.field import Field, Frozen, factors
from verifier.kernel.algebra.integers import Index
from verifier.kernel.check import NO_CLAIMS
from verifier.kernel.enclosures.balls import MOO, OO
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import same
from verifier.kernel.terms.expr import Expr, head, to_json
from verifier.language.named import fresh, named, negation, operands

VERSION = 1
Json = Any


def trace(
    statement: Statement, certificate: Mapping[str, Any], claims: Mapping[str, Statement] = NO_CLAIMS
) -> dict[str, Json]:
    """Each step of the check of a certificate, which may cite the `claims`.

    Raises `Rejected` where the kernel does not accept it.
    """
    report, proofs = recorded(statement, certificate, claims)
    steps: list[dict[str, Json]] = []
    return {
        "version": VERSION,
        "digest": statement.digest(),
        "statement": statement.to_json(),
        "kind": certificate["kind"],
        "establishes": report.establishes,
        "cites": dict(certificate.get("cites", {})),
        "axioms": list(report.axioms),
        "proofs": [{"proof": part, "step": _add(steps, step, Sequent())} for part, step in proofs],
        "steps": steps,
    }


def _add(steps: list[dict[str, Json]], step: Step, outer: Sequent) -> int:
    """Add a step and all below it, each behind the one that demands it; its number."""
    here = step.sequent
    steps.append(added := {
        "rule": step.rule,
        "goal": to_json(step.goal),
        "sorts": {n: to_json(e) for n, e in here.sorts.items() if outer.sorts.get(n) != e},
        "facts": {n: to_json(e) for n, e in here.facts.items() if outer.facts.get(n) != e},
        "gone": [n for old, new in ((outer.sorts, here.sorts), (outer.facts, here.facts)) for n in old if n not in new],
        "data": _data(step),
    })  # fmt: skip
    number = len(steps) - 1
    added["parts"] = [_add(steps, part, here) for part in step.parts]
    added["found"] = list(_once([*_found(step), *_positions(step)]))
    return number


def _once(found: list[dict[str, Json]]) -> Iterator[dict[str, Json]]:
    """What is so wherever it is said; what is read is subtracted as often as it is read."""
    said: set[str] = set()
    for one in found:
        text = json.dumps(one)
        if text not in said or "read" in one or "box" in one:
            said.add(text)
            yield one


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


def _found(step: Step) -> Iterator[dict[str, Json]]:
    """What the rule computed and the certificate does not say."""
    for word, *what in step.found:
        if word == "integers":
            yield _derivation(what[0], step.sequent)
        elif word == "identity":
            yield from _identity(what[0], what[1], step.sequent)
        elif word == "factors":
            e, top, _ = what
            if top:
                lead, powers = factors(top)
                yield {"nonzero": to_json(named(e)), "times": number(lead),
                       "powers": [[poly(p), n] for p, n in powers.items()]}  # fmt: skip
        elif word == "nonzero":
            yield {"nonzero": value(what[0]), "fact": what[1]}
        elif word == "read":
            weight, e, found, _ = what
            yield {"read": to_json(named(e)), "weight": number(weight), "value": value(found)}
        elif word == "box":
            leaf, bounds, _ = what
            names = sorted(n for n in bounds if bounds[n].lo > MOO or bounds[n].hi < OO)
            yield {"box": leaf if isinstance(leaf, str) else "split" if "split" in leaf else "face",
                   "bounds": {n: [_end(bounds[n].lo), _end(bounds[n].hi)] for n in names}}  # fmt: skip
        elif _changes(rewrite := _rewrite(step.sequent, word, *what)):
            yield rewrite


def _identity(field: Field, below: set[Frozen], s: Sequent) -> Iterator[dict[str, Json]]:
    yield {"atoms": [to_json(named(e)) for e in field.sources]}
    integers = [e for e in field.sources if isinstance(e, str) and head(s.sorts[e]) == "integer"]
    if integers:
        yield {"coerced": integers}
    for atom, form in field.forms:
        yield {"same": atom, "form": to_json(named(form))}
    for factor in sorted(below, key=repr):
        yield {"denominator": poly(factor)}


def _rewrite(s: Sequent, word: str, before: Any, after: Any, known: tuple[Index, ...]) -> dict[str, Json]:
    """One step of a normal form; `where` are the integers that are at least 0 there, besides those of the sequent."""
    of: list[Json]
    if word == "distribute" and (bound := inside(*before)) is not None:
        word, of = "inside", [bound]
    elif word == "rotate":
        matrix, shape = before
        of = [value(matrix), None if shape is None else to_json(shape[0].expr())]
    elif word in ("distribute", "clear"):
        of = [value(v) for v in before]
    else:
        of = [value(before)]
    where = [to_json(f.expr()) for f in known if f not in s.context.facts]
    return {"rewrite": word, "of": of, "to": value(after), "where": where}


def _changes(rewrite: Mapping[str, Json]) -> bool:
    """Whether it says more than that a value is itself, or that numbers multiply."""
    numbers = rewrite["rewrite"] == "distribute" and any(len(v) == 1 and v[0][1] == 1 for v in rewrite["of"])
    return rewrite["of"] != [rewrite["to"]] and not numbers


def _derivation(derivation: Derivation, s: Sequent) -> dict[str, Json]:
    loose = {n for _, *line in derivation.lines for x in line if isinstance(x, Index) for n in x.names()}
    names: dict[str, Index] = {}
    for n in sorted(n for n in loose if n[:1] == "?"):  # what the kernel calls the bound variable of a term it opens
        readable = fresh("i", loose.union(s.sorts))
        loose.add(readable)
        names[n] = Index.var(readable)
    lines: list[Json] = []
    for kind, *line in derivation.lines:
        shown = [to_json(x.substitute(names).expr()) if isinstance(x, Index) else x for x in line]
        lines.append(["local" if kind == "fact" and line[0] not in s.context.facts else kind, *shown])
    goal = derivation.goal
    return {"integers": None if goal is None else to_json(goal.substitute(names).expr()), "lines": lines}


def _end(x: Any) -> Json:
    """An end of an interval: [m, e] for m*2**e, or infinite."""
    if not x.is_finite():
        return "oo" if x > 0 else "-oo"
    m, e = x.man_exp()
    return [int(m), int(e)]


def _positions(step: Step) -> Iterator[dict[str, Json]]:
    """Where `replace` has put one side of its equation for the other: paths of places behind the head."""
    if step.rule == "replace":
        facts, node, [part] = step.sequent.facts, step.node, step.parts
        old, new = operands(facts[node["fact"]])
        old, new = (new, old) if node.get("back") else (old, new)
        goal = negation(operands(step.goal)[0]) if head(step.goal) == "not" else step.goal
        before, after = (facts[node["on"]], part.sequent.facts[node["as"]]) if "on" in node else (goal, part.goal)
        yield {"positions": [list(p) for p in _places(before, after, old, new)]}


def _places(before: Expr, after: Expr, old: Expr, new: Expr, path: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    if same(after, new) and same(before, old):
        yield path
    elif before != after:
        for i, (a, b) in enumerate(zip(operands(before), operands(after), strict=True)):
            yield from _places(a, b, old, new, (*path, i))
