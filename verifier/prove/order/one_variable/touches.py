"""Inequalities in one variable by Taylor's formula next to the points where the sides touch, and boxes elsewhere.

Decides: 0 <= f and 0 < f on bounded intervals, f analytic where it vanishes: at ends of the interval, or inside to an
even order.  How: f is brought to factors (see `products`), so that poles and removable gaps go; the order m of each
zero is read off intervals, the limit of f/(x - c)^(m - 1) is proved to be 0, and the m-th derivative keeps its sign up
to some distance; the rest is left to interval boxes.  Complete for such f, given time and digits; it cannot handle
ends at which f is not smooth, such as 0 for x*log(x): `substitutions` and `ladders` may.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from verifier.kernel.algebra.field import Field, is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.analysis.taylor import coefficient, quotient
from verifier.kernel.enclosures import balls
from verifier.kernel.enclosures.balls import Interval
from verifier.kernel.enclosures.intervals import Intervals
from verifier.kernel.enclosures.jets import Jets
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands, to_json
from verifier.prove.driver.driver import Driver, Node, OutOfTime
from verifier.prove.normal.handlers import WAYS
from verifier.prove.normal.normal import Normal
from verifier.prove.numbers.basic import term_of
from verifier.prove.numbers.gathered import Steps, stem_of
from verifier.prove.order import box_search
from verifier.prove.order.one_variable.rungs import touching
from verifier.prove.order.products import _signs
from verifier.prove.refute.floating.sign_profiles import Profile, between, ends, exact_zero
from verifier.prove.refute.solved import literal
from verifier.prove.values import limit_values

NAME = "Taylor's formula"
EFFORT = 1
Part: TypeAlias = tuple[Expr | None, "Zero | None", list[Fraction]]  # up to where, by which zero, cut where
HIGHEST = 16  # order of a zero
PREC = 80
PIECES = (0, 6, 16, 40)  # by effort
SHARES = (Fraction(1), Fraction(1, 2), Fraction(1, 4), Fraction(1, 12), Fraction(1, 50), Fraction(1, 300))
FAR = 6.0  # how far from a zero Taylor's formula is tried on unbounded intervals
_NOT = (NAME, "signs of factors", "sums of squares")  # never back to here
SHARE = 0.25  # of the time
LEAVES = (1, 60, 300, 1500)


@dataclass(frozen=True)
class Zero:
    """A zero c of f, its order, and the label of the limit that says so; `way`: 1 for the points above c."""

    c: Expr
    at: Interval
    way: int
    order: int


def order_of(gap: Expr, x: str, c: Expr, way: int) -> Zero | None:
    """The order of a zero, where f is smooth and positive on that side of it."""
    try:
        at = Intervals(300, {}).value(c)
        jet = Jets(300, x, at).of(gap, HIGHEST)
    except Unknown:
        return None
    for k, u in enumerate(jet):
        if u.positive or u.negative:
            sign = (1 if u.positive else -1) * (way if k % 2 else 1)
            return Zero(c, Intervals(PREC, {}).value(c), way, k) if k and sign > 0 else None
    return None


def vanishing(driver: Driver, s: Sequent, gap: Expr, x: str, zero: Zero) -> tuple[Steps, str] | None:
    """Steps to the fact that f/(x - c)^(order - 1) tends to 0, and its label; None where it is not found."""
    steps = Steps(driver, s, stem_of(s, (gap, zero.c, zero.way, "limit")))
    term: Expr = ("fn", "limit", ("forall", x, ("real",), quotient(gap, x, zero.c, zero.order)), zero.c, zero.way)
    value = limit_values.evaluate(driver, steps, term, 1)
    if value != 0:
        return None
    return next(((steps, n) for n, f in steps.s.facts.items() if f == ("==", term, 0)), None)


def cuts(gap: Expr, x: str, zero: Zero, to: Expr, pieces: int, driver: Driver) -> list[Fraction] | None:
    """Where [c, to] has to be cut so that the coefficient keeps its sign on each piece; None where that fails."""
    end = Intervals(PREC, {}).value(to)
    todo = [Interval(zero.at.lo, end.hi) if zero.way > 0 else Interval(end.lo, zero.at.hi)]
    found: list[Fraction] = []
    flip = zero.way < 0 and zero.order % 2
    while todo:
        driver.tick()
        piece = todo.pop()
        try:
            k = coefficient(gap, x, piece, zero.order, PREC)
            fine = k.negative if flip else k.positive
        except Unknown:
            fine = False
        if fine:
            continue
        pieces -= 1
        if pieces < 0:
            return None
        with balls.precision(24):
            m = piece.middle()
        if not (piece.lo < m and m < piece.hi):
            return None
        found.append(balls.fraction(m))
        todo += [Interval(piece.lo, m), Interval(m, piece.hi)]
    return sorted(found)


def taylor(
    driver: Driver, s: Sequent, x: str, goal: Expr, zero: Zero, known: tuple[Steps, str], where: list[Fraction]
) -> Node | None:
    """The node of the rule ``taylor`` under facts that keep x on its side of the zero."""
    strict = head(goal) == "<"
    low, high = (zero.c, x) if zero.way > 0 else (x, zero.c)
    side = driver.prove(s, ("<" if strict else "<=", low, high), 1)
    if side is None:
        return None
    steps, label = known
    return steps.wrap({
        "rule": "taylor", "of": x, "at": to_json(zero.c), "order": zero.order, "prec": PREC, "side": side,
        "from": "left" if zero.way > 0 else "right", "fact": label, "facts": box_search.box_for(s, PREC)[1],
        "cuts": [str(q) for q in where],
    })  # fmt: skip


class Touching:
    """Proves one inequality 0 R f on an interval, zero by zero."""

    def __init__(self, driver: Driver, s: Sequent, x: str, goal: Expr, effort: int) -> None:
        self.driver, self.s, self.x, self.effort = driver, s, x, effort
        self.goal = as_less(goal)
        u, v = operands(self.goal)
        self.gap: Expr = ("-", v, u)
        self.stem = stem_of(s, (goal, "touches"))
        self.bounds = box_search.box_for(s, PREC)[0].bounds[x]
        self.profile = Profile(s, [x], x)

    def zeros(self) -> list[tuple[float, list[Zero]]] | None:
        """The zeros from left to right, with their sides; None where something is out of reach."""
        found: dict[Expr, tuple[float, list[Zero]]] = {}
        for way, side in ((1, ends(self.s, self.x)[0]), (-1, ends(self.s, self.x)[1])):
            for c in side:
                at = self.value(c)
                if at is None or not self.profile.ends_at(at, way) or not exact_zero(self.gap, self.x, c):
                    continue
                zero = order_of(self.gap, self.x, c, way)
                if zero is None:
                    return None
                found.setdefault(c, (at, [zero]))
                break
        for c in touching(self.gap, self.x, self.profile):
            at = self.value(c)
            if at is None or c in found or not self.profile.inside(at):
                continue
            if any(abs(at - a) < 1e-9 for a, _ in found.values()):
                continue
            both = [order_of(self.gap, self.x, c, way) for way in (-1, 1)]
            if head(self.goal) == "<" or None in both:
                return None
            found[c] = at, [z for z in both if z is not None]
        return sorted(found.values(), key=lambda f: f[0])

    @staticmethod
    def value(c: Expr) -> float | None:
        if free_names(c):
            return None
        try:
            return float(Intervals(PREC, {}).value(c).lo)
        except Unknown:
            return None

    def proof(self) -> Node | None:
        """A node for the goal, or None.  Raises `OutOfTime`."""
        if not self.profile.may_be(self.gap, 1, head(self.goal) == "<"):
            return None
        zeros = self.zeros()
        if not zeros:
            return None
        parts: list[Part] = []
        labels: dict[Zero, tuple[Steps, str]] = {}
        lo, hi = float(self.bounds.lo), float(self.bounds.hi)
        at = [lo, *(a for a, _ in zeros), hi]
        for i, (here, sides) in enumerate(zeros, 1):
            for zero in sides:
                known = vanishing(self.driver, self.s, self.gap, self.x, zero)
                if known is None:
                    return None
                labels[zero] = known
                room = (at[i - 1] if zero.way < 0 else at[i + 1]) - here
                alone = math.isfinite(room) and i == (1 if zero.way < 0 else len(zeros))
                room = room if math.isfinite(room) else math.copysign(FAR, room)
                reached = self._reach(zero, here, room, alone)
                if reached is None:
                    return None
                to, where = reached
                if zero.way < 0:
                    parts += [(to, None, []), (zero.c if len(sides) > 1 or here < hi else None, zero, where)]
                else:
                    parts.append((to, zero, where))
        parts.append((None, None, []))
        return self._compose(self.s, parts, labels)

    def _reach(self, zero: Zero, here: float, room: float, alone: bool) -> tuple[Expr | None, list[Fraction]] | None:
        """How far Taylor's formula carries: a cut, or None for everything on that side."""
        for share in SHARES:
            if share == 1:
                if not alone:
                    continue
                end = literal(balls.fraction(self.bounds.hi if zero.way > 0 else self.bounds.lo))
                where = cuts(self.gap, self.x, zero, end, PIECES[self.effort], self.driver)
                if where is not None:
                    return None, where
                continue
            a = here + room * float(share) * 0.97
            b = here + room * float(share)
            to = literal(between(min(a, b), max(a, b)))
            where = cuts(self.gap, self.x, zero, to, PIECES[self.effort] // 2, self.driver)
            if where is not None:
                return to, where
        return None

    def _compose(
        self, s: Sequent, parts: list[Part], labels: dict[Zero, tuple[Steps, str]]
    ) -> Node | None:
        """The parts one after the other, cut by x <= c or x > c."""
        (to, zero, where), rest = parts[0], parts[1:]
        if zero is None and to is None and rest:
            return self._compose(s, rest, labels)  # the zero behind carries down to the end
        if to is None or not rest:
            return self._part(s, zero, where, labels)
        label = f"{self.stem}.c{len(rest)}"
        formula: Expr = ("<=", self.x, to)
        yes = self._part(s.assume(label, formula), zero, where, labels)
        no = None if yes is None else self._compose(s.assume(label, (">", self.x, to)), rest, labels)
        if yes is None or no is None:
            return None
        return {"rule": "either", "formula": to_json(formula), "as": label, "yes": yes, "no": no}

    def _part(
        self, s: Sequent, zero: Zero | None, where: list[Fraction], labels: dict[Zero, tuple[Steps, str]]
    ) -> Node | None:
        if zero is not None:
            return taylor(self.driver, s, self.x, self.goal, zero, labels[zero], where)
        return box_search.attempt(self.driver, s, self.goal, LEAVES[self.effort], patient=True, prec=PREC)


class Factors(Normal):
    """A normal form whose factors get their signs by Taylor's formula and boxes."""

    def __init__(self, driver: Driver, s: Sequent, goal: Expr, x: str, effort: int) -> None:
        super().__init__(driver, s, 1, stem_of(s, (goal, "touch")), WAYS)
        self.x, self.effort_left = x, effort

    def ask(self, formula: Expr, effort: int = 0) -> str | None:
        label = super().ask(formula, 0)
        if label is None and head(formula) in ("<", ">", "<=", ">=") and free_names(formula) == {self.x}:
            node = settled(self.driver, self.start, self.x, formula, self.effort_left)
            if node is not None:
                label = self.have(formula, node)
        return label


def settled(driver: Driver, s: Sequent, x: str, goal: Expr, effort: int) -> Node | None:
    """The goal by Taylor's formula and boxes, or by boxes alone.  Raises `OutOfTime`."""
    work = Touching(driver, s, x, goal, effort)
    if not work.profile.may_be(work.gap, 1, head(work.goal) == "<"):
        return None
    try:
        node = work.proof()
    except (Unknown, Rejected, RecursionError):
        node = None
    return node or box_search.attempt(driver, s, as_less(goal), LEAVES[effort] // 2)


def analytic(goal: Expr, x: str) -> bool:
    """Whether functions, roots or real powers of the variable occur."""
    parts = [e for e in subexpressions(goal) if x in free_names(e)]
    return any(head(e) in ("fn", "sqrt") or (head(e) == "^" and not isinstance(operands(e)[1], int)) for e in parts)


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if head(goal) not in ("<", "<=", ">", ">="):
        return None
    goal = as_less(goal)
    names = sorted(free_names(goal))
    if len(names) != 1 or s.sorts.get(names[0]) != ("real",) or not all(is_real(e, s.sorts) for e in operands(goal)):
        return None
    x = names[0]
    if not analytic(goal, x):
        return None
    u, v = operands(goal)
    if not Profile(s, [x], x).may_be(("-", v, u), 1, head(goal) == "<"):
        return None
    plain = driver.within(SHARE).asking(c for c in driver.closers if c.NAME not in _NOT)
    plain.notes = driver.notes
    node: Node | None = None
    try:
        node = _direct(plain, s, x, goal, effort)
    except OutOfTime:
        driver.tick()
    return node if node is not None and driver.accepts(s, goal, node) else None


def _direct(driver: Driver, s: Sequent, x: str, goal: Expr, effort: int) -> Node | None:
    if any(excluded(s, x)):
        return None
    node = Touching(driver, s, x, goal, effort).proof() or _cleared(driver, s, x, goal, effort)
    return node or _signs(Factors(driver, s, goal, x, effort), goal)


def _cleared(driver: Driver, s: Sequent, x: str, goal: Expr, effort: int) -> Node | None:
    """The goal times its denominators, whose functions stay as they are."""
    field = Field(s.sorts)
    u, v = operands(goal)
    top, below = field.add(field.read(v), field.read(u), -1)
    steps = Steps(driver, s, stem_of(s, (goal, "cleared")))
    labels: list[str] = []
    nonzero: list[Node] = []
    turn = 1
    for factor, k in below.items():
        e = term_of(field, factor)
        for sign in (1, -1):
            positive: Expr = ("<", 0, e if sign > 0 else ("neg", e))
            node = driver.prove(s, positive, 0) or box_search.attempt(driver, s, positive, LEAVES[0])
            if node is not None:
                break
        else:
            return None
        label = steps.have(positive, node) or ""
        labels += [label] * k
        turn *= sign if k % 2 else 1
        equal = f"{steps.stem}.zero{len(labels)}"
        end: Node = {"rule": "positive", "products": [{"facts": [label]}], "terms": [{"fact": equal, "times": sign}]}
        nonzero.append({"of": to_json(e), "proof": {"rule": "intro", "as": equal, "then": end}})
    numerator = term_of(field, tuple(sorted(top.items())))
    wanted: Expr = (str(head(goal)), 0, numerator) if turn > 0 else (str(head(goal)), numerator, 0)
    node = settled(driver, s, x, wanted, effort) if labels else None
    known = None if node is None else steps.have(wanted, node)
    last: Node = {"rule": "positive", "products": [{"facts": [known]}], "nonzero": nonzero}
    return None if known is None else steps.wrap({**last, "multiplier": [{"facts": labels}]})


def excluded(s: Sequent, x: str) -> Iterator[tuple[str, Expr]]:
    """Facts x != c, where it is not known on which side x lies."""
    for label, fact in s.facts.items():
        a, c = operands(fact) if head(fact) == "!=" else (0, 0)
        if a == x and not free_names(c) and not {("<", x, c), (">", x, c)} & set(s.facts.values()):
            yield label, c
