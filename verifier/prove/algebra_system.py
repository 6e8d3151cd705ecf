"""What a computer algebra system says about one limit, integral or infinite sum: `computed` at most.

Decides: nothing that the kernel could check.  An equation ``term == value`` without variables is `computed` where the
term is well defined at sample points, SymPy's own value of it equals the claimed one, and mpmath's numerics of the term
itself agree to 15 digits (for a limit: approach the value). A disagreement is never a refutation.  Complete for:
nothing.  Cannot do: inequalities, parameters, infinite values.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

from verifier.evidence.verdict import Verdict, computed
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.expr import TRUE, Expr, head
from verifier.language.named import meaningful, operands, substitute
from verifier.language.sympy_view.sympy_bridge import symbol, to_sympy
from verifier.prove.driver.closers import prover
from verifier.prove.driver.driver import OutOfTime
from verifier.prove.driver.task import Task
from verifier.prove.values.symbolic import guarded

NAME = "computer algebra"
DIGITS = 40
AGREE = 15  # digits that the numerics must confirm; a limit is approached slowly


def attempt(task: Task) -> Verdict | None:
    """A verdict of `computed`, or None.  SymPy may hang: it works in a process that ends with the claim's time."""
    goal = task.statement.goal
    if task.statement.variables or head(goal) != "==" or task.left() < 1:
        return None
    for term, value in (operands(goal), operands(goal)[::-1]):
        word = operands(term)[0] if head(term) == "fn" else None
        if word in ("limit", "integrate", "Sum"):
            if not _defined(task, term):
                continue
            if guarded(partial(_agrees, str(word), term, value), task.left()):
                return computed(
                    task.statement,
                    NAME,
                    f"SymPy's value of the {_NAMES[str(word)]} agrees, and so do high-precision numerics",
                    trust=(f"SymPy: {word}", f"mpmath numerics, {AGREE} digits"),
                )  # fmt: skip
    return None


_NAMES = {"limit": "limit", "integrate": "integral", "Sum": "sum"}


def _defined(task: Task, term: Expr) -> bool:
    """Whether the body is well defined, over the reals, at a few exact points where it matters.

    SymPy would take ``sqrt(x)`` to 0 from the left, through complex numbers.
    """
    binder = operands(term)[1]
    name, sort, body = operands(binder)
    needed = meaningful(body, {str(name): sort})
    if needed == TRUE:
        return True
    driver = prover(task.deadline)
    for point in _points(term):
        try:
            if driver.prove(Sequent(), substitute(needed, {str(name): point}), 1) is None:
                return False
        except (OutOfTime, Rejected, Unknown, ValueError):
            return False
    return True


def _points(term: Expr) -> list[Expr]:
    """Points near the one of a limit, inside the range of an integral, and first indices of a sum."""
    word, binder = operands(term)[:2]
    if word == "Sum":
        first = operands(operands(binder)[1])[0]
        return [("+", first, i) for i in range(3)]
    infinite = {("fn", "oo"): 1, ("neg", ("fn", "oo")): -1}
    if word == "limit":
        point, side = operands(term)[2:]
        if point in infinite:
            return [infinite[point] * 10**n for n in (3, 5, 7)]
        sides = (side,) if side else (1, -1)
        return [("+", point, ("/", sign, 10**n)) for sign in sides for n in (3, 5)]
    lo, hi = operands(term)[2:]
    if lo in infinite:
        lo, hi = (-7, 7) if hi in infinite else (("-", hi, 7), hi)
    elif hi in infinite:
        hi = ("+", lo, 7)
    return [("+", lo, ("/", ("*", k, ("-", hi, lo)), 7)) for k in (1, 3, 6)]


def _agrees(word: str, term: Expr, value: Expr) -> bool:
    import sympy

    claimed = to_sympy(value, {})
    found = to_sympy(term, {}).doit()
    if found.has(sympy.Limit, sympy.Integral, sympy.Sum, sympy.nan, sympy.zoo, sympy.AccumBounds):
        return False
    if claimed.is_infinite or found.is_infinite:
        return False  # numerics do not confirm that something grows without bound
    if sympy.simplify(found - claimed) != 0:
        return False
    return _numerically(word, term, claimed)


def _numerically(word: str, term: Expr, claimed: Any) -> bool:
    """Whether mpmath, evaluating the term itself, comes to the claimed number."""
    import mpmath
    import sympy

    with mpmath.workdps(DIGITS):
        target = mpmath.mpmathify(sympy.N(claimed, DIGITS))
        binder = operands(term)[1]
        name, sort, body = operands(binder)
        x = sympy.Symbol("x_")
        f = sympy.lambdify(x, to_sympy(body, {str(name): sort}).subs(_symbol(name, sort), x), "mpmath")
        if word == "Sum":
            first = operands(sort)[0]
            if not isinstance(first, int):
                return False
            value = mpmath.nsum(f, [first, mpmath.inf])
            return bool(abs(value - target) < mpmath.mpf(10) ** -AGREE)
        if word == "integrate":
            lo, hi = (mpmath.mpmathify(sympy.N(to_sympy(e, {}), DIGITS)) for e in operands(term)[2:])
            value, error = mpmath.quad(f, [lo, hi], error=True)
            return bool(error < mpmath.mpf(10) ** -AGREE and abs(value - target) < mpmath.mpf(10) ** -AGREE)
        point, side = to_sympy(operands(term)[2], {}), operands(term)[3]
        gaps = []
        for step in (2, 4, 6):
            h = mpmath.mpf(10) ** -step
            if point.is_infinite:
                at = [mpmath.sign(1 if point > 0 else -1) / h]
            else:
                a = mpmath.mpmathify(sympy.N(point, DIGITS))
                at = [a + h] if side == 1 else [a - h] if side == -1 else [a + h, a - h]
            gaps.append(max(abs(f(p) - target) for p in at))
        small = mpmath.mpf(10) ** -AGREE
        return all(later < small or later < earlier / 2 for earlier, later in pairwise(gaps))


def _symbol(name: Expr, sort: Expr) -> Any:
    return symbol(str(name), sort)
