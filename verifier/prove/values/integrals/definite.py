"""Definite integrals: finds their values.

Decides: ``integrate(f, (x, a, b)) == v`` where a primitive is found, the range being cut where f or the primitive
breaks off, with limits at singular and infinite ends, divergence included; else by a substitution into the kernel's
table of classical integrals.  How: primitives and substitutions are suggested by SymPy and by fits in floating point;
the kernel sees that F' == f and what happens at the ends.  Complete for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from verifier.kernel.algebra.field import EXTENDED, is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.analysis.integrals import INFINITE, opposite
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import subexpressions
from verifier.kernel.terms.expr import Expr, conjunction, head
from verifier.language.named import conditions, derivative, meaningful, operands, replaced, to_json
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.equations.rearranging import rearranged
from verifier.prove.numbers.evaluable import Evaluators, terms, word
from verifier.prove.refute.floating.approximation import NoValue, value
from verifier.prove.values.integrals.integral_rules import EARLY, LATE, cut
from verifier.prove.values.integrals.integration import Found, Integration, Range, Way
from verifier.prove.values.integrals.primitives import primitives


def evaluate(driver: Driver, branch: Branch, term: Expr, effort: int, evaluators: Evaluators) -> Expr | None:
    """The value of an integral, which becomes a fact of the branch; it may be infinite.

    The evaluators find the values of what stands inside of integrands.
    """
    found = integration(driver, branch.s, effort, evaluators).solve(term)
    if found is None:
        return None
    branch.have(("==", term, found[0]), found[1])
    return found[0]


def integration(driver: Driver, s: Sequent, effort: int, evaluators: Evaluators) -> Integration:
    """What finds integrals by all ways."""
    return Integration(driver, s, effort, partial(_ways, evaluators))


def _ways(evaluators: Evaluators, work: Integration) -> Iterator[Way]:
    yield partial(_inner, work, evaluators)
    yield from (rule(work) for rule in EARLY)
    yield lambda term, r: _by_primitive(work, term, r, (0,))
    yield from (rule(work) for rule in LATE)
    if work.effort > 1:
        yield lambda term, r: _by_primitive(work, term, r, (1, 2, 3))


def _inner(work: Integration, evaluators: Evaluators, term: Expr, r: Range) -> Found | None:
    """An integrand with a limit, a sum or an integral inside, which is evaluated first."""
    if not any(head(e) == "fn" and operands(e)[0] in EXTENDED for e in subexpressions(r.body)):
        return None
    for inner in terms(("==", r.body, 0), r.inside, evaluators):
        branch = Branch(work.driver, r.inside)
        v = evaluators[str(word(inner))](work.driver, branch, inner, work.effort)
        fact = next((n for n, f in branch.s.facts.items() if f == ("==", inner, v)), None)
        if v is None or fact is None or v in INFINITE:
            continue
        body = replaced(r.body, inner, v)
        plain = work.ask(branch.s, ("==", body, ("*", 1, body)), 1)
        node = None if plain is None else branch.wrap({"rule": "replace", "fact": fact, "then": plain})
        return None if node is None else work.congruent(term, r, body, node)
    return None


# -- the fundamental theorem --------------------------------------------------------------------------


def _by_primitive(work: Integration, term: Expr, r: Range, ways: tuple[int, ...]) -> Found | None:
    points = [p for p in r.points if _defined_at(r.body, p)]
    if not points or 2 * len(points) < len(r.points):
        return None
    seconds = min(0.3 * work.driver.left(), (0.3, 0.8, 1.5, 2.0)[work.effort])
    for count, f in enumerate(primitives(r.body, r.t, r.inside, points, seconds, ways)):
        if count > 4:
            break
        found = _with_primitive(work, r, f)
        if found is None:
            found = cut(work, term, r, f)
        if found is not None:
            return found
    return None


def _with_primitive(work: Integration, r: Range, f: Expr) -> Found | None:
    """The integral by a primitive that is smooth between the ends."""
    try:
        smooth = conjunction(conditions(f, r.t, inner=True))
        slope = derivative(f, r.t)
    except Unknown:
        return None
    if not is_real(f, r.inside.sorts):
        return None
    node: Node = {"rule": "primitive", **r.fields, "primitive": to_json(f)}
    steps = (
        ("smooth", smooth), ("defined", meaningful(r.body, r.inside.sorts)), ("same", ("==", r.body, slope)),
    )  # fmt: skip
    for name, goal in steps:
        proof = work.ask(r.inside, goal, work.effort)
        if proof is None and name == "same":
            proof = rearranged(work, r.inside, goal)
        if proof is None:
            work.driver.notes.append(f"integrals: {name} is not proved for {f!r}"[:200])
            return None
        node[name] = proof
    ends: list[Expr] = []
    for upper in (False, True):
        end = work.end(r, f, upper)
        if end is None:
            work.driver.notes.append(f"integrals: an end of {f!r} is not found"[:200])
            return None
        ends.append(end[0])
        node["high" if upper else "low"] = end[1]
    low, high = ends
    if high in INFINITE or low in INFINITE:
        return (high if high in INFINITE else opposite(low), node) if high != low else None
    return work.settled(("-", high, low), node)


def _defined_at(body: Expr, point: dict[str, Any]) -> bool:
    try:
        value(body, point)
    except NoValue:
        return False
    return True
