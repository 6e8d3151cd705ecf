"""Signs of sin(u) and cos(u) where u lies between two neighbouring zeros.

Decides: sin(u) and cos(u) compared with 0. How: a multiple of pi is read off at a sample and subtracted; the bounds of
what is left are the driver's.  Complete for: ranges without a zero whose ends are rational multiples of pi.  Cannot do:
ranges that contain a zero, and angles that the driver does not bound.
"""

from __future__ import annotations

from verifier.kernel.algebra.field import is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands
from verifier.prove.driver.driver import Driver, Node, accepts
from verifier.prove.normal.handlers import WAYS
from verifier.prove.normal.normal import Normal
from verifier.prove.normal.trigonometric import apart_by_shift, sign_by_shift
from verifier.prove.numbers.gathered import stem_of

NAME = "angles"


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if head(goal) not in ("<", "<=", ">", ">=", "!="):
        return None
    a, b = operands(as_less(goal))
    e, side = (a, -1) if b == 0 else (b, 1)
    if (a if side == 1 else b) != 0 or head(e) != "fn" or operands(e)[0] not in ("sin", "cos"):
        return None
    if not is_real(e, s.sorts):
        return None
    others = driver.asking(c for c in driver.closers if c.NAME != NAME)  # never back to here
    normal = Normal(others, s, min(effort, 1), stem_of(s, goal), WAYS)
    try:
        normal.learn(e)
        if head(goal) == "!=":
            label = apart_by_shift(normal, e)
            node = None if label is None or b != 0 else normal.steps.wrap({"rule": "exact", "fact": label})
        else:
            node = _signed(normal, e, side)
    except (Unknown, Rejected):
        return None
    return node if node is not None and accepts(s, goal, node) else None


def _signed(normal: Normal, e: Expr, side: int) -> Node | None:
    found = sign_by_shift(normal, e)
    if found is None or found[2] != side:
        return None
    positive, equal, _ = found
    terms = [{"fact": equal, "times": 1}]
    return normal.steps.wrap({"rule": "positive", "products": [{"facts": [positive]}], "terms": terms})
