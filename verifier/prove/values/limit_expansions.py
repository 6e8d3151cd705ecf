"""Limits of functions of a real variable: finds a scale of growth, and what the kernel wants to know about constants.

Decides: limits of compositions of arithmetic, powers, exponentials, logarithms, trigonometric, hyperbolic and inverse
functions, erf, gamma and its kin, absolute values, floors and cases, one-sided or from both sides, as far as bounded
oscillations do not matter.  How: the kernel's expansions are tried with the scale x, log x, ...; where an exponential
outgrows it, its dominant part joins the scale (Gruntz); where terms cancel, more terms are kept; signs of constants,
conditions and bounds are proved by the driver.  Complete for exp-log functions, given the signs of constants and time.
What it cannot do: oscillations that never die out (`squeezes`), derivatives of digamma, functions without an expansion.
"""

from __future__ import annotations

from typing import Any

from verifier.kernel.algebra.field import Ratio
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.analysis.asymptotics import Asymptotics
from verifier.kernel.analysis.limits import OO, curves
from verifier.kernel.analysis.scales import Wanted
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.terms.expr import Expr
from verifier.language.named import fresh, to_json
from verifier.prove.driver.driver import Branch, Driver
from verifier.prove.values.explorer import Explorer, Missing
from verifier.prove.values.limit_facts import Facts

TRIES = 80


def expanded(driver: Driver, branch: Branch, term: Expr, effort: int) -> Expr | None:
    """The value of a limit, which becomes a fact of the branch."""
    y = fresh("y", frozenset(branch.s.sorts))
    try:
        ways = curves(term, branch.s, y)
    except (Rejected, Unknown):
        return None
    trial = Branch(driver, branch.s)
    facts = Facts(trial, y, effort)
    found: list[tuple[Expr, dict[str, Any]]] = []
    for curve in ways:
        way = approach(facts, curve)
        if way is None:
            return None
        found.append(way)
    value = found[0][0]
    said = {"of": to_json(term), "value": to_json(value), "name": y}
    node = {"rule": "asymptotic", **said, "ways": [way for _, way in found]}
    fact: Expr = ("==", term, value)
    label = trial.label("limit")
    end = {**node, "as": label, "then": {"rule": "exact", "fact": label}}
    if not driver.accepts(trial.s, fact, end):
        driver.notes.append("limits: the two sides differ, or the kernel disagrees")
        return None
    proof = trial.wrap(end)
    return value if proof is not None and branch.have(fact, proof) else None


def approach(facts: Facts, curve: Expr) -> tuple[Expr, dict[str, Any]] | None:
    """The limit along one way to the point, and what the kernel needs to find it again."""
    basis: list[Expr] = [facts.y]
    depth, driver = 3, facts.branch.driver
    for _ in range(TRIES):
        driver.tick()
        scale = Explorer({}, facts.y, depth)
        try:
            scale = facts.scale(depth)
            scale.build(basis)
            limit = scale.limit(scale.expand(curve, 0), 0)
            value = _value(scale, limit)
            if not isinstance(limit, int):
                scale.constant(value)
        except Missing as missing:
            if missing.kind == "bounded":
                if not facts.bounded(missing.of):
                    return None
                continue
            larger = _larger(facts, basis, missing, depth)
            if larger is None:
                return None
            basis = larger
        except Wanted as wanted:
            if facts.constants(scale):
                continue
            if wanted.kind == "depth":
                if depth >= 24:
                    return None
                depth += 1 + depth // 3
            elif not facts.supply(wanted):
                driver.notes.append(f"limits: {wanted}")
                return None
        except RecursionError:
            driver.notes.append("limits: nested too deep")
            return None
        except Unknown as unknown:
            if facts.constants(scale):
                continue
            driver.notes.append(f"limits: {unknown}")
            return None
        else:
            if facts.constants(scale):
                continue
            way = {"scale": [to_json(b) for b in basis], "depth": depth, "facts": facts.labels()}
            return value, way
    return None


def _value(scale: Asymptotics, limit: Ratio | int) -> Expr:
    if isinstance(limit, int):
        return OO if limit > 0 else ("neg", OO)
    return scale.expr(limit)


def _larger(facts: Facts, basis: list[Expr], missing: Missing, depth: int) -> list[Expr] | None:
    """The scale with one more element in the place where it belongs."""
    if missing.of in basis or len(basis) >= 12:
        return None
    if missing.kind == "chain":
        return [*basis, missing.of]
    for place in range(len(basis) - 1, -1, -1):
        larger = [*basis[:place], missing.of, *basis[place:]]
        for _ in range(10):
            try:
                facts.scale(depth).build(larger)
            except Wanted as wanted:
                if facts.supply(wanted):
                    continue
            except Missing as inner:
                if inner.kind != "bounded" and inner.of not in larger:
                    return _larger(facts, basis, inner, depth)
            except Unknown:
                pass
            else:
                return larger
            break
    return None
