"""Points along which an oscillation stands still: x_n with sin(w(x_n)) the same for every n.

Decides: "within every radius there is an x with Q(x)" where Q has sin(w) and cos(w) of one w that runs off to oo or -oo
at the point, and Q follows from limits once these are replaced by their values at a phase 0, pi/2, pi or 3*pi/2.  How:
x_n solves w(x_n) = phase + 2*pi*n; what then holds for all large real n is `nearby`'s; the kernel names an integer.
Complete for nothing.  It does not try two oscillations of different arguments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from verifier.kernel.analysis.limits import OO
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import INTEGER, Expr, head
from verifier.language.named import fresh, operands, replaced, substitute, to_json
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.near.nearby import Ways, plainly
from verifier.prove.refute.places import Place, flat, plausible

if TYPE_CHECKING:
    from verifier.prove.near.near_forms import Near

FAR = 10**15  # where what holds for all large n should hold, for constants of ordinary size
PI: Expr = ("fn", "pi")
#: phase, its sine, its cosine
PHASES: tuple[tuple[Expr, int, int], ...] = (
    (("/", PI, 2), 1, 0), (0, 0, 1), (PI, 0, -1), (("*", ("/", 3, 2), PI), -1, 0),
)  # fmt: skip


def reached(driver: Driver, s: Sequent, found: Near, part: Expr, effort: int) -> tuple[Branch, Expr] | None:
    """A branch with a point within the radius at which the part holds."""
    x = found.place.x
    waves = [e for e in dict.fromkeys(subexpressions(part)) if _wave(e) and x in free_names(e)]
    arguments = {operands(e)[1] for e in waves}
    if len(arguments) != 1:
        return None
    w = arguments.pop()
    y = fresh("y", frozenset(s.sorts) | free_names(part))
    far = Place(y, OO, 0)
    for phase, sine, cosine in PHASES:
        still = part
        for e in waves:
            still = replaced(still, e, sine if operands(e)[0] == "sin" else cosine)
        for step in (y, ("neg", y)):
            angle: Expr = ("+", phase, ("*", ("*", 2, PI), step))
            for point in inverse(w, angle, x):
                there = [substitute(p, {x: point}) for p in _near(found)]
                said = [substitute(p, {x: point}) for p in flat(still, "and")]
                if not all(plausible(s, p, far, FAR) for p in [*there, *said]):
                    continue
                known = _along(driver, s, Ways(Branch(driver, s), far, effort, explicit=False), [*there, *said])
                if known is None:
                    continue
                branch, n = known
                at = substitute(point, {y: n})
                if _standing(branch, waves, w, x, at, substitute(step, {y: n}), phase, (sine, cosine)):
                    return (branch, at) if _restored(branch, part, x, at) else None
    return None


def _wave(e: Expr) -> bool:
    return head(e) == "fn" and operands(e)[0] in ("sin", "cos")


def _near(found: Near) -> list[Expr]:
    return flat(found.place.within(found.radius), "and")


def inverse(w: Expr, value: Expr, x: str) -> list[Expr]:
    """Terms in place of x at which w has the value, by undoing one operation after the other."""
    if w == x:
        return [value]
    op, args = head(w), operands(w)
    inside = [i for i, a in enumerate(args) if x in free_names(a)]
    if len(inside) != 1:
        return []
    i = inside[0]
    others = [a for j, a in enumerate(args) if j != i]
    rest: Expr = others[0] if len(others) == 1 else (str(op), *others) if others else 0
    undone: dict[str, list[Expr]] = {}
    if op in ("+", "*"):
        undone = {"+": [("-", value, rest)], "*": [("/", value, rest)]}
    elif op == "-":
        undone = {"-": [("+", value, rest)] if i == 0 else [("-", rest, value)]}
    elif op == "/":
        undone = {"/": [("*", value, rest)] if i == 0 else [("/", rest, value)]}
    elif op == "neg":
        undone = {"neg": [("neg", value)]}
    elif op == "sqrt":
        undone = {"sqrt": [("^", value, 2)]}
    elif op == "^" and i == 0 and rest == 2:
        undone = {"^": [("sqrt", value), ("neg", ("sqrt", value))]}
    elif op == "fn" and args[0] in ("log", "exp") and len(args) == 2:
        undone = {"fn": [("fn", "exp" if args[0] == "log" else "log", value)]}
    return [point for v in undone.get(str(op), []) for point in inverse(args[i], v, x)]


def _along(driver: Driver, s: Sequent, ways: Ways, relations: list[Expr]) -> tuple[Branch, str] | None:
    """A branch with an integer at which the relations hold."""
    if not all(ways.add(p) for p in relations):
        return None
    branch = ways.branch
    bound = ways.radius()
    ways.smaller(branch, bound)
    exists: Expr = ("exists", fresh("n", free_names(bound)), INTEGER, ("<", bound, fresh("n", free_names(bound))))
    label = branch.theorem("integer-beyond", [to_json(bound)], [], exists)
    n = fresh("n", frozenset(branch.s.sorts) | free_names(bound))
    branch.s = branch.s.declare(n, INTEGER)
    branch.step({"rule": "obtain", "fact": label, "name": n}, ("<", bound, n), "beyond")
    for r in ways.radii:
        plainly(branch, (">", n, r))
    return None if any(finish(branch, n) is None for finish in ways.found.values()) else (branch, n)


def _standing(
    branch: Branch, waves: list[Expr], w: Expr, x: str, at: Expr, turns: Expr, phase: Expr, values: tuple[int, int]
) -> bool:  # fmt: skip
    """Facts: each wave has its value at the point."""
    driver = branch.driver
    angle: Expr = ("+", phase, ("*", ("*", 2, PI), turns))
    here = substitute(w, {x: at})
    equal = branch.have(("==", here, angle), effort=2) if here != angle else None
    if here != angle and equal is None:
        return False
    for wave in waves:
        name = str(operands(wave)[0])
        goal: Expr = ("==", ("fn", name, here), values[0] if name == "sin" else values[1])
        period = branch.instance(f"{name}-period", turns, phase)
        end = driver.prove(branch.s, ("==", ("fn", name, phase), operands(goal)[1]), 1)
        if period is None or end is None:
            return False
        node: Node = {"rule": "replace", "fact": period, "then": end}
        if equal is not None:
            node = {"rule": "replace", "fact": equal, "then": node}
        if branch.have(goal, node) is None or not driver.accepts(branch.s, goal, node):
            return False
    return True


def _restored(branch: Branch, part: Expr, x: str, at: Expr) -> bool:
    """The part itself at the point, from what it becomes once the waves have their values."""
    for goal in flat(substitute(part, {x: at}), "and"):
        node: Node | None = None
        now = goal
        used: list[str] = []
        for label, fact in branch.s.facts.items():
            if head(fact) == "==" and _wave(operands(fact)[0]) and isinstance(operands(fact)[1], int):
                old, new = operands(fact)
                changed = replaced(now, old, new)
                if changed != now:
                    now, used = changed, [*used, label]
        node = branch.driver.prove(branch.s, now, 1)
        for label in reversed(used):
            node = None if node is None else {"rule": "replace", "fact": label, "then": node}
        if node is None or branch.have(goal, node) is None:
            return False
    return True

