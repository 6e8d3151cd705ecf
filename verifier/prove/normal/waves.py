"""Polynomials in sines and cosines: s^2 + c^2 == 1 for every angle, and then sums of squares.

Decides: 0 <= f and 0 < f where the normal form of f is a polynomial in sines and cosines of a few angles (and in other
atoms), for all angles.  How: multiples and sums of angles are expanded; the sines and cosines become variables on
circles, and `squares` does the rest.  Complete in the limit for strict goals; the sizes of angles are not used.
"""

from __future__ import annotations

from verifier.kernel.algebra.field import is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.binding import same, subexpressions
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands
from verifier.prove.driver.driver import Driver, Node, OutOfTime
from verifier.prove.normal.handlers import WAYS
from verifier.prove.normal.normal import Normal
from verifier.prove.numbers.gathered import stem_of
from verifier.prove.numbers.shared_terms import divides
from verifier.prove.order.certificates import squares

NAME = "sines and cosines"
EFFORT = 1
MOST = 3  # angles


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if head(goal) not in ("<", "<=", ">", ">="):
        return None
    goal = as_less(goal)
    words = {e[1] for e in subexpressions(goal) if isinstance(e, tuple) and e[0] == "fn"}
    if not words & {"sin", "cos"} or not words <= {"sin", "cos", "pi"} or not all(
        is_real(e, s.sorts) for e in operands(goal)
    ):
        return None
    others = driver.asking(c for c in driver.closers if c.NAME != NAME)  # never back to here
    normal = Normal(others, s, 1, stem_of(s, (goal, "waves")), WAYS)
    try:
        node = _on_circles(driver.within(0.3), normal, goal, effort)
    except OutOfTime:
        driver.tick()
        return None
    except (Unknown, Rejected) as error:
        driver.notes.append(f"{NAME}: {error}"[:200])
        return None
    return node if node is not None and driver.accepts(s, goal, node) else None


def _on_circles(driver: Driver, normal: Normal, goal: Expr, effort: int) -> Node | None:
    a, b = operands(goal)
    gap: Expr = b if a == 0 else ("-", b, a)
    normal.learn(gap)
    form = normal.canonical(gap)
    waves = [e for e in subexpressions(form) if isinstance(e, tuple) and e[:2] in (("fn", "sin"), ("fn", "cos"))]
    angles = list(dict.fromkeys(operands(e)[1] for e in waves))
    if not 1 <= len(angles) <= MOST or divides(form):
        return None
    equal = normal.equation(gap, form) if not same(gap, form) else None
    if equal is None and not same(gap, form):
        return None
    terms = []
    if equal is not None:
        terms = [{"fact": normal.have(("==", gap, form), equal), "times": -1}]
    for angle in angles:
        if normal.instance("sin-cos", angle) is None:
            return None
        for word in ("sin", "cos"):
            normal.ask((">", ("fn", word, angle), 0)) or normal.ask((">=", ("fn", word, angle), 0), 1)
    wanted: Expr = (str(head(goal)), 0, form)
    proof = squares.close(driver, normal.steps.s, wanted, max(effort, 2))
    if proof is None:
        return None
    known = normal.have(wanted, proof)
    end: Node = {"rule": "positive", "products": [{"facts": [known]}], "terms": terms}
    return normal.steps.wrap({**end, "products": [{"facts": [known]}]} if terms else {"rule": "exact", "fact": known})



