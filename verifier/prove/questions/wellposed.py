"""Whether a claim is well defined: a proof for the kernel, or a point where a term of it has no value.

Decides: the conditions of `definedness`, by the automatic provers; undefinedness, at exact points.  Complete for:
nothing.  Where neither is found a claim can still be refuted at a point where everything is defined.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import FALSE, TRUE, Expr, from_json, head
from verifier.language.named import at_value, definedness, negation, operands, substitute, to_json
from verifier.language.text.printing import to_text
from verifier.prove import analysis
from verifier.prove.driver.closers import prover
from verifier.prove.driver.driver import Node, OutOfTime
from verifier.prove.driver.effort import kept, now
from verifier.prove.driver.task import INDEX, Evidence, Task
from verifier.prove.refute import refute

SHARE = 0.35  # of the time that is left
LONGEST = 80  # characters of a condition that a reason quotes


@kept(64)
def needed(statement: Statement, everything: bool = False, least: bool = False) -> Expr:
    """What makes the statement well defined.  Raises `Rejected` where a domain is malformed."""
    return definedness(statement, everything, least)


def proved(task: Task, s: Sequent, formula: Expr) -> Node | None:
    """A proof of a formula by the driver, or None."""
    if formula == TRUE:
        return {"rule": "split", "nodes": []}
    deadline = now() + SHARE * max(0.0, task.deadline - now())
    try:
        return prover(deadline).search(s, formula, 2)
    except (OutOfTime, Rejected, Unknown):
        return None


def defined(task: Task) -> Node | None:
    """A proof that the claim is well defined wherever its hypotheses hold, looked for once.

    It has no parts where nothing is needed.
    """
    if "defined" not in task.known:
        task.known["defined"] = _defined(task)
    return task.known["defined"]  # type: ignore[no-any-return]


def _defined(task: Task) -> Node | None:
    s = Sequent()
    for name, sort in task.statement.variables:
        s = s.declare(name, sort)
    return proved(task, s, needed(task.statement))


def completed(task: Task, evidence: Evidence) -> Evidence | None:
    """The evidence with what it must say about definedness; None where that is not found."""
    kind = evidence.certificate["kind"]
    meant = Statement(task.statement.variables, task.statement.given, TRUE) if kind == "inhabited" else task.statement
    formula = needed(meant, everything=kind != "proof")
    said = evidence.certificate.keys() & {"defined", "somewhere"}
    if formula == TRUE or kind not in ("proof", "refutation", "inhabited") or said:
        return evidence
    if kind == "proof":
        node = defined(task)
    else:
        node = proved(task, Sequent(), at_point(task.statement, formula, evidence.certificate["values"]))
    return None if node is None else replace(evidence, certificate={**evidence.certificate, "defined": node})


def at_point(statement: Statement, formula: Expr, values: Mapping[str, Any]) -> Expr:
    """A formula with the values of a certificate put in."""
    done: dict[str, Expr] = {}
    for name, sort in statement.variables:
        if name not in values:
            continue
        data = values[name]
        index = INDEX if isinstance(data, Mapping) else None
        raw = data["value"] if isinstance(data, Mapping) else data
        formula = at_value(formula, name, substitute(sort, done), from_json(raw), index)
        if index is None:
            done[name] = from_json(raw)
    return formula


def undefined(task: Task) -> Evidence | None:
    """A point that the hypotheses allow where a term is undefined."""
    formula = needed(task.statement, least=True)

    names = free_names(formula)
    used = tuple(v for v in task.statement.variables if v[0] in names)
    numbers = all(head(sort) in ("real", "integer", "complex") for _, sort in used)
    if formula == TRUE or not (numbers or analysis.scalar(task)):
        return None
    found = refute.search(Statement(used, (), formula), 1, now() + 0.2 * task.left())
    if found is None:
        return None
    values, node = found
    rest: dict[str, Expr] = {}
    functions: dict[str, Any] = {}
    for name, sort in task.statement.variables:  # what the formula does not mention: anything in its range
        low, high = operands(sort) if head(sort) == "integer" else ("-oo", "oo")
        inner = operands(sort)[-1] if head(sort) in ("sequence", "curve", "function") else sort
        zero: Expr = ("zeros", *operands(inner)) if head(inner) == "matrix" else 0
        own = substitute(values.get(name, low if low != "-oo" else high if high != "oo" else zero), rest)
        if inner == sort:
            rest[name] = own
        else:
            functions[name] = {"value": to_json(own), "index": INDEX}
    reason = "a term is undefined"
    if task.statement.variables:
        reason += " at a point that the hypotheses allow"
    lacking = _lacking(formula, rest, task.deadline)
    if lacking != FALSE and len(to_text(lacking)) <= LONGEST:
        reason += f"; it needs {to_text(lacking)}"
    evidence = refute.evidence("undefined", rest, node, reason)
    certificate = {**evidence.certificate, "values": {**evidence.certificate["values"], **functions}}
    return replace(evidence, certificate=certificate)


def _lacking(formula: Expr, values: Mapping[str, Expr], deadline: float) -> Expr:
    """The part of a condition that is shown to fail at a point, as small as it is found."""
    if head(formula) == "implies":
        return _lacking(operands(formula)[1], values, deadline)
    if head(formula) != "and":
        return formula
    for part in operands(formula):
        try:
            if prover(deadline).prove(Sequent(), negation(substitute(part, dict(values))), 0) is not None:
                return _lacking(part, values, deadline)
        except (OutOfTime, Rejected, Unknown):
            continue
    return formula
