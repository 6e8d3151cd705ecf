"""Counterexamples: exact values at which the hypotheses hold and the goal fails.

Decides: falsehood, at values that a page suggests or that the search finds (small sizes first, then 0, 1, -1, 1/2, 2,
...; zero, identity, diagonal, permutation, nilpotent, full matrices). How: the values are put in, and the hypotheses
and the negated goal are proved like any other claim, so a hypothesis about all integers or all matrices is really
proved at the point.  Complete for: nothing; it reports only what it has found.  Cannot do: values that are not exact,
such as a root of cos(x) == x (`enclosed`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice, product
from typing import Any

from verifier.kernel.algebra.integers import Unknown, index_of
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import Expr, conjunction, head
from verifier.language.named import at_value, fresh, negation, operands, substitute, to_json, under_law
from verifier.language.script import At, Numbers, Split, Step, Take
from verifier.language.text.point_words import point_words, shown
from verifier.library.trees import each
from verifier.prove.driver.effort import now
from verifier.prove.driver.task import INDEX, Evidence, Task
from verifier.prove.matrices.equations import OutOfTime
from verifier.prove.refute import laws, recursion_points, refute
from verifier.prove.refute.search import find_counterexample
from verifier.prove.scripts import plain_scripts
from verifier.prove.scripts.tactics import Stuck, Tactics

NAME = "exact counterexample"


def at_values(task: Task, values: Mapping[str, Expr], formula: Expr) -> tuple[Expr, dict[str, Any]]:
    """A formula with all variables replaced, and the values as a certificate has them."""
    data: dict[str, Any] = {}
    sorts = closed_sorts(task, values)
    for name, sort in task.statement.variables:
        if name not in values:
            continue
        inner = operands(sort)[0] if head(sort) == "random" else sort
        index = INDEX if head(inner) in ("sequence", "curve", "function") else None
        formula = at_value(formula, name, sorts[name], values[name], index)
        data[name] = {"index": index, "value": to_json(values[name])} if index else to_json(values[name])
    return formula, data


def certify(
    task: Task, values: Mapping[str, Expr], script: Sequence[Step] = (), share: float = 0.5,
    law: Mapping[str, Any] | None = None,
) -> dict[str, Any] | None:  # fmt: skip
    """A refutation certificate at given values, or None; where there are random variables, under a law (fair signs)."""
    parts = [f for _, f in task.statement.given] + [negation(task.statement.goal)]
    return _certified(task, values, parts, "refutation", script, share, law)


def inhabit(
    task: Task, values: Mapping[str, Expr], script: Sequence[Step] = (), share: float = 0.3,
    law: Mapping[str, Any] | None = None,
) -> dict[str, Any] | None:  # fmt: skip
    """A certificate that the hypotheses hold at given values, and under a law, or None."""
    return _certified(task, values, [f for _, f in task.statement.given], "inhabited", script, share, law)


def _certified(
    task: Task, values: Mapping[str, Expr], parts: list[Expr], kind: str, script: Sequence[Step], share: float,
    law: Mapping[str, Any] | None = None,
) -> dict[str, Any] | None:  # fmt: skip
    random = [n for n, s in task.statement.variables if head(s) == "random" and n not in values]
    missing = [n for n, _ in task.statement.variables if n not in values and n not in random]
    if missing:
        task.notes.append(f"a suggested point has no value for {', '.join(missing)}")
        return None
    labels = [label for label, _ in task.statement.given] + ["goal"]
    told: Sequence[Sequence[Step] | None] = [None] * len(parts)
    if len(script) == 1 and isinstance(script[0], At):
        named = script[0].parts
        if kind == "inhabited" or set(named) - set(labels):
            return None
        told = [named.get(label) for label in labels]
        script = _joined([steps or () for steps in told])
    try:
        formula, data = at_values(task, values, conjunction(parts))
        law = fair_signs(task, values, random) if random and law is None else law
        if law is not None:
            formula = with_law(task, values, formula, random, law)
        if free_names(formula):
            return None
        if script and (held := _held(task, parts)):
            script = [Take(*held), *script]
        if not script:
            try:
                tree = _met(task.tactics(share), Sequent(), formula)
            except (Stuck, Rejected, Unknown):
                tree = _tree(task, values, parts, formula, script, told, share)
        else:
            tree = _tree(task, values, parts, formula, script, told, share)
    except (Stuck, Rejected, Unknown) as error:
        if script or kind == "refutation":
            task.notes.append(f"{kind} at {shown(values)}: {error}"[:300])
        return None
    except OutOfTime:
        task.notes.append(f"{kind}: out of time")
        return None
    certificate = {**task.proof(tree, kind), "values": data}
    return {**certificate, "law": dict(law)} if law is not None else certificate


def _held(task: Task, parts: Sequence[Expr]) -> list[str]:
    """The variables that a point leaves in equations, under gradients with respect to them, the outermost first."""
    taken = {operands(e)[2] for p in parts for e in subexpressions(p) if head(e) == "grad"}
    return [name for name, _ in reversed(task.statement.variables) if name in taken]


def _met(tactics: Tactics, s: Sequent, formula: Expr) -> Any:
    """A proof of hypotheses at a point, part by part.  Raises `Stuck`."""
    op, args = head(formula), operands(formula)
    if op == "and":
        return {"rule": "split", "nodes": [_met(tactics, s, part) for part in args]}
    try:
        return tactics.prove(s, formula, [])
    except Stuck:
        if op not in ("forall", "implies"):
            return tactics.prove(s, formula, [Numbers(effort=1)])
    if op == "implies":  # what it assumes may be about matrices; the calculus takes the rest as it is
        label = fresh("given", frozenset(s.facts))
        try:
            return {"rule": "intro", "as": label, "then": _met(tactics, Sequent(s.sorts), args[1])}
        except Stuck:
            return {"rule": "intro", "as": label, "then": _met(tactics, s.assume(label, args[0]), args[1])}
    bound, sort, body = str(args[0]), args[1], args[2]
    low, high = (None if x in ("oo", "-oo") else index_of(x).constant for x in (operands(sort) or ("oo", "oo"))[:2])
    if head(sort) == "integer" and low is not None and high is not None and high - low < 6:
        nodes = [_met(tactics, s, substitute(body, {bound: i})) for i in range(low, high + 1)]
        return each(formula, low, high, nodes, {*s.sorts, *s.facts})
    name = fresh(bound, frozenset(s.sorts))
    return {"rule": "intro", "as": name, "then": _met(tactics, s.declare(name, sort), substitute(body, {bound: name}))}


def _joined(scripts: Sequence[Sequence[Step]]) -> Sequence[Step]:
    return scripts[0] if len(scripts) == 1 else [Split(scripts)]


def _tree(
    task: Task, values: Mapping[str, Expr], parts: list[Expr], formula: Expr, script: Sequence[Step],
    told: Sequence[Sequence[Step] | None], share: float,
) -> dict[str, Any]:  # fmt: skip
    """A proof at the values; where the page suggests them, parts without a script are proved by plain scripts too."""
    s = task.cited if script else Sequent()
    try:
        return task.tactics(share).prove(s, formula, list(script))
    except (Stuck, Rejected, Unknown):
        suggested = (task.claim.example, task.claim.counterexample)
        if not values or all(values is not given for given in suggested) or (script and not any(told)):
            raise
        closed = [at_values(task, values, part)[0] for part in parts]
        if formula != conjunction(closed):
            raise
        found = [
            steps if steps is not None else plain_scripts.closed_script(task, part, share)
            for steps, part in zip(told, closed, strict=True)
        ]
        if any(steps is None for steps in found):
            raise
        return task.tactics(share).prove(s, formula, list(_joined([steps or () for steps in found])))


def fair_signs(task: Task, values: Mapping[str, Expr], random: Sequence[str]) -> dict[str, Any] | None:
    """The law of independent fair signs for random vectors of few coordinates; None where there are many.

    A random sequence has the same sign at every index.
    """
    shapes: dict[str, tuple[int, int]] = {}
    sorts = closed_sorts(task, values)
    for name in random:
        sort = operands(sorts[name])[0]
        sort = operands(sort)[0] if head(sort) == "sequence" else sort
        sizes = [index_of(n).constant for n in operands(sort)] if head(sort) == "matrix" else [1, 1]
        if len(sizes) != 2 or sizes[0] is None or sizes[1] is None:
            return None
        shapes[name] = (sizes[0], sizes[1])
    total = sum(m * n for m, n in shapes.values())
    if total > 4:
        return None
    outcomes: dict[str, list[Any]] = {name: [] for name in random}
    for signs in product((1, -1), repeat=total):
        source = iter(signs)
        for name, (m, n) in shapes.items():
            rows = [["row", *(next(source) for _ in range(n))] for _ in range(m)]
            value: Any = rows[0][1] if m == n == 1 else ["matrix", *rows]
            sequence = head(operands(sorts[name])[0]) == "sequence"
            outcomes[name].append({"index": INDEX, "value": value} if sequence else value)
    return {"weights": [f"1/{2**total}"] * 2**total, "outcomes": outcomes}


def with_law(
    task: Task, values: Mapping[str, Expr], formula: Expr, random: Sequence[str], law: Mapping[str, Any]
) -> Expr:
    """The formula as the kernel will read it under the law."""
    sorts = {n: closed_sorts(task, values)[n] for n in random}
    return under_law(Checker(), Sequent(), formula, sorts, law)


def attempt(task: Task) -> Evidence | None:
    """A certified counterexample from the page's suggestion, else from the search."""
    script: Sequence[Step] = task.claim.argument  # type: ignore[assignment]
    suggested = task.claim.counterexample
    if suggested is not None:
        for steps in [script, ()] if script else [()]:
            certificate = certify(task, suggested, steps)
            if certificate is not None:
                said = "refuted at an exact point" if suggested else "its negation is proved"
                return Evidence(certificate, said, shown(suggested))
    left = task.deadline - now()
    if left <= 0.1:
        return None
    for values, law in islice(laws.refuting(task.statement), 4):
        certificate = certify(task, values, share=0.9, law=law)
        if certificate is not None:
            words = point_words(task.statement, certificate)
            return Evidence(certificate, "refuted at an exact point and a law", words)
    iterates = recursion_points.refute(task, lambda plain: refute.meeting(plain, now() + 0.3 * left))
    if iterates is not None:
        return iterates
    found = find_counterexample(task.statement, budget=min(3.0, 0.5 * left))
    said = "refuted at an exact point that the search found"
    if found is None:
        return None
    values = {name: found.values[name] for name, _ in task.statement.variables if name in found.values}
    certificate = certify(task, values, share=0.9)
    if certificate is None:
        return None
    return Evidence(certificate, said, shown(values))


def closed_sorts(task: Task, values: Mapping[str, Expr]) -> dict[str, Expr]:
    """The sorts of the variables with their sizes put in."""
    return {n: substitute(s, dict(values)) for n, s in task.statement.variables}
