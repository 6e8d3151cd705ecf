"""Inequalities with absolute values of complex terms, by squares.

Decides: A <= B and A < B where one side is the absolute value of a term that is not visibly real, B >= 0 is proved, and
the normal form of B^2 - A^2 is proved to be at least 0 (positive).  Complete for: the reduction itself; what is left is
an inequality between real terms for the other closers.
"""

from __future__ import annotations

from verifier.kernel.algebra.field import is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.binding import subexpressions
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands, to_json
from verifier.prove.driver.driver import Driver, Node, accepts
from verifier.prove.normal.handlers import WAYS
from verifier.prove.normal.normal import Normal
from verifier.prove.numbers.gathered import stem_of

NAME = "moduli"
EFFORT = 1


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if head(goal) not in ("<", "<=", ">", ">="):
        return None
    goal = as_less(goal)
    if not any(head(e) == "abs" and not is_real(operands(e)[0], s.sorts) for e in subexpressions(goal)):
        return None
    others = driver.asking(c for c in driver.closers if c.NAME != NAME)  # never back to here
    normal = Normal(others, s, effort, stem_of(s, goal), WAYS, {"cartesian": 1})
    try:
        node = _by_squares(normal, goal, effort)
    except (Unknown, Rejected) as error:
        driver.notes.append(f"{NAME}: {error}"[:200])
        return None
    return node if node is not None and accepts(s, goal, node) else None


def _by_squares(normal: Normal, goal: Expr, effort: int) -> Node | None:
    a, b = operands(goal)
    strict = head(goal) == "<"
    lower = normal.instance("abs-nonnegative", operands(b)[0]) if head(b) == "abs" else normal.ask((">=", b, 0), effort)
    if lower is None:
        return None
    gap: Expr = ("-", ("^", b, 2), ("^", a, 2))
    normal.learn(gap)
    form = normal.canonical(gap)
    equal = normal.equation(gap, form)
    if equal is None or any(head(e) == "abs" and not is_real(operands(e)[0], normal.start.sorts)
                            for e in subexpressions(form)):  # fmt: skip
        return None
    known = normal.have(("==", gap, form), equal)
    wanted: Expr = (">" if strict else ">=", form, 0)
    side = normal.ask(wanted, 1) or (normal.ask(wanted, effort) if effort > 1 else None)
    if side is None:
        return None
    # (a - b)^2 + 2*b*(a - b) + (b^2 - a^2) == 0, were a > b (or a >= b)
    assumed = f"{normal.steps.stem}.0"
    end: Node = {
        "rule": "positive",
        "products": [{"facts": [assumed, assumed]}, {"weight": 2, "facts": [lower, assumed]}, {"facts": [side]}],
        "terms": [{"fact": known, "times": to_json(-1)}], "nonzero": list(normal.denominators(form)),
    }  # fmt: skip
    return normal.steps.wrap({"rule": "negate", "as": assumed, "then": end})
