"""Relations whose sides may be infinite: a limit, an integral or a sum is evaluated before anything else is tried.

Decides: relations with oo or -oo on a side; v != limit(f) where a one-sided limit is another value.  How: the
facts that -oo < every real number < oo, after an evaluator has found the value of the other side.  Complete for:
the order of oo, -oo and terms that are visibly real.  It stands before the closers that do arithmetic, since no
arithmetic is done with a term that may be infinite.  Cannot do: terms whose value no evaluator finds.
"""

from __future__ import annotations

from collections.abc import Sequence

from verifier.kernel.algebra.field import EXTENDED
from verifier.kernel.analysis.limits import infinite
from verifier.kernel.logic.sequents import Sequent, as_less
from verifier.kernel.terms.binding import same
from verifier.kernel.terms.expr import FALSE, REAL, Expr, head
from verifier.language.named import closeness, fresh, operands, schema, substitute, to_json
from verifier.library.trees import near
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.existence.beyond import obtain
from verifier.prove.numbers import evaluation
from verifier.prove.values import limit_values

NAME = "infinite values"


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    sides = operands(goal)
    if any(infinite(e) for e in sides):
        order = _ordered(s, goal, sides)
        if order is not None and driver.accepts(s, goal, order):
            return order
    if effort >= evaluation.EFFORT and any(head(e) == "fn" and operands(e)[0] in EXTENDED for e in sides):
        node = evaluation.close(driver, s, goal, effort)
        return node if node is not None or head(goal) != "!=" else _one_side(driver, s, goal, effort)
    return None


def _ordered(s: Sequent, goal: Expr, sides: Sequence[Expr]) -> Node | None:
    """The order of oo, -oo and a real number."""
    terms = [e for e in sides if not infinite(e)]
    letters, _, known = schema(name := "finite" if terms else "infinities")
    known = substitute(known, dict(zip(letters, terms, strict=True)))
    label = fresh("order", frozenset(s.facts))
    for i, part in enumerate(operands(known)):
        if same(as_less(part), as_less(goal)):
            then: Node = {"rule": "exact", "fact": f"{label}.{i}"}
            return {"rule": "instance", "name": name, "at": [to_json(e) for e in terms], "as": label, "then": then}
    return None


def _one_side(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """A limit from both sides is not v, because from one side the limit is another value.

    Near the point, on that side, the function would be on both sides of what lies between the two.
    """
    term, v = operands(goal)
    if head(term) != "fn" or operands(term)[0] != "limit" or operands(term)[3] != 0:
        return None
    label = fresh("equal", frozenset(s.facts))
    start = s.assume(label, ("==", term, v))
    for side in (1, -1):
        branch = Branch(driver, start)
        half: Expr = ("fn", "limit", *operands(term)[1:3], side)
        value = limit_values.evaluate(driver, branch, half, effort)
        known = next((n for n, f in branch.s.facts.items() if value is not None and f == ("==", half, value)), None)
        if value is None or known is None or same(value, v):
            continue
        both = [(("==", term, v), label), (("==", half, value), known)]
        for low, high in (both, both[::-1]):
            end = _apart(branch, low, high, side, effort)
            node: Node = {"rule": "intro", "as": label, "then": end}
            if end is not None and driver.accepts(s, goal, node):
                return node
    return None


def _apart(branch: Branch, low: tuple[Expr, str], high: tuple[Expr, str], side: int, effort: int) -> Node | None:
    """False, from two limits at one point of which the first is below the second."""
    b = Branch(branch.driver, branch.s)
    b.steps = list(branch.steps)
    (less, more), radii, close = (operands(fact)[1] for fact, _ in (low, high)), [], []
    gap: Expr = 1 if infinite(less) or infinite(more) else ("/", ("-", more, less), 2)
    middle: Expr = 0 if infinite(less) and infinite(more) else ("-", more, gap) if infinite(less) else ("+", less, gap)
    for (formula, fact), value in ((low, less), (high, more)):
        within = middle if infinite(value) else gap
        positive = None if infinite(value) else b.driver.prove(b.s, (">", gap, 0), effort)
        if positive is None and not infinite(value):
            return None
        said = closeness(operands(formula)[0], value, within, b.s)
        r = fresh("r", frozenset(b.s.sorts))
        label = b.step(near(formula, fact, within, positive, said, b.label("limit")), said, "close")
        obtain(b, label, r, REAL, substitute(operands(said)[2], {str(operands(said)[0]): r}))
        radii.append(r)
        close.append((f"{b.steps[-1]['as']}.1", value))
    r = fresh("r", frozenset(b.s.sorts))
    least: Expr = ("and", (">", r, 0), ("<=", r, radii[0]), ("<=", r, radii[1]), ("<=", r, radii[1]))
    premise = b.driver.prove(b.s, ("and", *((">", q, 0) for q in (*radii, radii[1]))), 1)
    if premise is None:
        return None
    obtain(b, b.theorem("common-radius", [*radii, radii[1]], [premise], ("exists", r, REAL, least)), r, REAL, least)
    point = operands(operands(low[0])[0])[2]
    at: Expr = ("+" if side > 0 else "-", point, ("/", r, 2))
    facts: list[str] = []
    for part, (label, value) in enumerate(close):
        x, _, body = operands(b.s.facts[label])
        guard, said = operands(substitute(body, {str(x): at}))
        premise = b.driver.prove(b.s, guard, 1)
        if premise is None:
            return None
        label = b.step({"rule": "use", "fact": label, "at": [to_json(at)], "premises": [premise]}, said, "at")
        facts.append(label if infinite(value) else f"{label}.{1 - part}")
    below, above = (b.s.facts[label] for label in facts)
    here = operands(below)[0]
    wrong = b.have(("<", here, operands(above)[0]), effort=1)
    if wrong is None:
        return None
    return b.wrap(b.driver.prove(b.s, FALSE, 1))


