"""Points with one coordinate that has no closed form: a root of an equation, enclosed between rational numbers.

Decides: that there are values at which a conjunction holds, one equation among inequalities.  How: numerical descent
gives a point; all variables but one get rational values near it; the intermediate value theorem gives the last one, and
the inequalities are proved on its whole enclosure.  Complete for: nothing.  Cannot do: points with two coordinates
without a closed form.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from verifier.kernel.algebra.field import Field
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import FALSE, REAL, RELATIONS, Expr, head
from verifier.language.named import operands, substitute, to_json
from verifier.language.text.printing import to_text
from verifier.prove.driver.closers import prover
from verifier.prove.driver.driver import Branch, Driver, Node, OutOfTime
from verifier.prove.driver.effort import now
from verifier.prove.existence.crossings import crossing, roots, tightened
from verifier.prove.numbers import basic
from verifier.prove.refute.candidates import Search
from verifier.prove.refute.floating.descent import descended, parts_of
from verifier.prove.refute.floating.floats import Floats
from verifier.prove.refute.recognition import simplest
from verifier.prove.refute.solved import literal

WIDTHS = (Fraction(1, 10), Fraction(1, 100), Fraction(1, 10**4), Fraction(1, 10**8))
MOST = 12  # enclosures that are tried


def somewhere(statement: Statement, formula: Expr, deadline: float) -> tuple[dict[str, str], Node] | None:
    """The point in words, and a node for 'there are values of the variables with the formula', or None."""
    relations = [r for r in parts_of(formula) if head(r) in RELATIONS]  # the rest is only proved
    equations = [r for r in relations if head(r) == "=="]
    sorts = dict(statement.variables)
    plain = len(sorts) < 7 and REAL in sorts.values() and all(head(s) in ("real", "integer") for s in sorts.values())
    if not plain or len(equations) != 1:
        return None
    for number, (others, x, low, high) in enumerate(_enclosures(statement, relations, equations[0], deadline)):
        if number >= MOST or now() > deadline:
            return None
        node = _proof(statement, formula, equations[0], others, x, low, high, prover(deadline))
        if node is not None:
            words = {n: to_text(e) for n, e in others.items()}
            equation = to_text(substitute(equations[0], others))
            words[x] = f"a root of {equation} in [{to_text(low)}, {to_text(high)}]"
            return {n: words[n] for n in sorts}, node
    return None


def _enclosures(
    statement: Statement, relations: list[Expr], equation: Expr, deadline: float
) -> Iterator[tuple[dict[str, Expr], str, Expr, Expr]]:
    """Rational values of all variables but one, and an interval in which the equation changes its sign."""
    given = tuple((f"h{i}", r) for i, r in enumerate(relations) if r != equation)
    search = Search(Statement(statement.variables, given, FALSE), {}, deadline)
    if any(low > high for low, high in search.bounds.values()):
        return
    try:
        points = list(descended(("and", *relations), search.starts(6), search.bounds, dict, search.whole))
    except (Unknown, ArithmeticError):
        return
    gap: Expr = ("-", *operands(equation))
    if len(statement.variables) == 1:
        x = statement.variables[0][0]
        for a, b, _ in roots(gap, x, relations):
            for bits in (4, 16, 40):
                low, high = tightened(gap, x, a, b, bits)
                yield {}, x, literal(low), literal(high)
    for point in points:
        for x in (n for n, sort in statement.variables if sort == REAL):
            for width in WIDTHS:
                others: dict[str, Expr] = {}
                for n, sort in statement.variables:
                    if n != x:
                        q, near = Fraction(point[n]), width / 10
                        others[n] = literal(simplest(q - near, q + near) if sort == REAL else Fraction(round(q)))
                ends = _sign_change(substitute(gap, others), x, point[x], width)
                if ends is not None:
                    yield others, x, literal(ends[0]), literal(ends[1])


def _sign_change(gap: Expr, x: str, near: float, width: Fraction) -> tuple[Fraction, Fraction] | None:
    middle = Fraction(near)
    low = simplest(middle - width, middle - width / 2)
    high = simplest(middle + width / 2, middle + width)
    with np.errstate(all="ignore"):
        a, b = (float(np.asarray(Floats({x: np.array([float(q)])}).value(gap)).ravel()[0]) for q in (low, high))
    return (low, high) if math.isfinite(a) and math.isfinite(b) and a * b < 0 else None


def _proof(
    statement: Statement, formula: Expr, equation: Expr, others: dict[str, Expr], x: str, low: Expr, high: Expr,
    driver: Driver,
) -> Node | None:  # fmt: skip
    """There is x between the ends with the equation; with the other values it is the point."""
    branch = Branch(driver, Sequent())
    gap = substitute(("-", *operands(equation)), others)
    try:
        label = crossing(branch, x, gap, low, high, False, 1) or crossing(branch, x, gap, low, high, True, 1)
        if label is None:
            return None
        found: Expr = ("and", ("<=", low, x), ("<=", x, high), ("==", gap, 0))
        there = branch.s.declare(x, REAL).assume("at", found)
        wanted = substitute(equation, others)
        field = Field(there.sorts)
        nonzero = basic.nonzero(driver, there, field, basic.gap_of(field, wanted)[1])
        if nonzero is None:
            return None
        equal: Node = {"rule": "field", "terms": [{"fact": "at.2", "times": -1}], "nonzero": nonzero}
        there = there.assume("solved", wanted)
        meant = substitute(formula, others)
        node = driver.prove(there, meant, 1) or driver.prove(there, meant, 2)
    except (OutOfTime, Rejected, Unknown):
        return None
    if node is None:
        return None
    node = {"rule": "have", "formula": to_json(wanted), "proof": equal, "as": "solved", "then": node}
    for name, _ in reversed(statement.variables):
        node = {"rule": "witness", "value": to_json(others.get(name, name)), "then": node}
    return branch.wrap({"rule": "obtain", "fact": label, "name": x, "as": "at", "then": node})
