"""Rule ``box``: a formula without quantifiers holds wherever its variables lie, by intervals.

The bounds of the variables are read off the facts that the node names (``facts``), in this order;
facts under ``given`` are assumed to hold at every point.  A leaf says how its box is settled:

* ``"pass"``: interval arithmetic decides the formula;
* ``"mean"``: the formula is an inequality, which the mean value form at the middle decides;
* ``{"split": x, "at": [m, e], "low": leaf, "high": leaf}``: cut at m*2**e;
* ``{"face": x, "to": "low" | "high", "then": leaf}``: the difference of the sides does not fall
  (rise) with x.

With infinite ends and no variables at all the rule works the same way.
"""

from __future__ import annotations

from typing import Any

from verifier.kernel.algebra.field import is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.analysis.derivative import derivative
from verifier.kernel.enclosures import balls
from verifier.kernel.enclosures.balls import LINE, MOO, NONE, OO, UNIT, End, Interval
from verifier.kernel.enclosures.intervals import WORK, Intervals, Purse
from verifier.kernel.logic.sequents import Checking, Node, Rejected, Sequent, as_less
from verifier.kernel.meaning.regularity import conditions
from verifier.kernel.terms.binding import free_names, negation, operands
from verifier.kernel.terms.expr import FALSE, Expr, conjunction, head
from verifier.kernel.work import spend

NODES = 20_000  # of one tree
PRECISION = 4000
Bounds = dict[str, Interval]


class Box:
    """Bounds of variables, and the variables that are known not to be 0."""

    def __init__(self, s: Sequent, prec: int) -> None:
        self.s, self.prec = s, prec
        self.bounds: Bounds = {}
        self.apart: frozenset[str] = frozenset()
        self.empty = False
        for name, sort in s.sorts.items():
            if head(sort) not in ("real", "integer"):
                continue
            self.bounds[name] = LINE
            if head(sort) == "integer":
                lo, hi = operands(sort)
                self.narrow(name, None if lo == "-oo" else lo, None if hi == "oo" else hi, False)

    def narrow(self, name: str, lo: Expr | None, hi: Expr | None, strict: bool) -> None:
        """Use that lo <= name <= hi (``strict``: <)."""
        try:
            with balls.precision(self.prec):
                low = MOO if lo is None else self._end(name, lo, strict, 1)
                high = OO if hi is None else self._end(name, hi, strict, -1)
                found = self.bounds[name].met(low, high)
        except Unknown:
            return
        self.empty = self.empty or found is None
        self.bounds[name] = found or self.bounds[name]

    def _end(self, name: str, e: Expr, strict: bool, way: int) -> End:
        """Where the values of a variable begin (``way`` -1: end), that lies beyond a bound."""
        u = Intervals(self.prec, self.bounds, self.apart).value(e)
        if strict and (u.nonnegative if way > 0 else u.nonpositive):
            self.apart |= {name}
        end = u.lo if way > 0 else u.hi
        if head(self.s.sorts[name]) != "integer" or end in (OO, MOO):
            return end
        if way > 0:
            return balls.least_integer(balls.point(end), strict).lo
        return (-balls.least_integer(-balls.point(end), strict)).hi

    def use(self, fact: Expr) -> None:
        """Read bounds off a fact."""
        if head(fact) == "and":
            return
        fact = as_less(fact)
        op = head(fact)
        if op not in ("<", "<=", "==", "!="):
            raise Rejected("box: a fact that bounds nothing")
        a, b = operands(fact)
        for this, other, above in ((a, b, True), (b, a, False)):
            if not is_real(other, self.s.sorts):
                raise Rejected("box: a bound that may not be real")
            if isinstance(this, str) and this in self.bounds and this not in free_names(other):
                if op == "!=":
                    self.apart |= {this} if other == 0 else frozenset()
                    continue
                self.narrow(
                    this,
                    other if op == "==" or not above else None,
                    other if op == "==" or above else None,
                    op == "<",
                )
            elif head(this) == "abs" and above and op in ("<", "<="):
                inside = operands(this)[0]
                if isinstance(inside, str) and inside in self.bounds.keys() - free_names(other):
                    self.narrow(inside, ("neg", other), other, False)


def box_of(s: Sequent, labels: list[str], prec: int) -> Box:
    """The box that the facts under these labels describe."""
    if len(labels) > 10 * len(s.facts) + 10:
        raise Rejected("box: facts over and over again")
    box = Box(s, prec)
    for label in labels:
        free_names(s.fact(label))  # pays for its length
        box.use(s.fact(label))
    return box


class Tree:
    """Checks a tree for one formula."""

    def __init__(self, s: Sequent, formula: Expr, box: Box) -> None:
        self._terms: dict[Expr, Expr] = {}
        formula = self.shared(formula)
        self.s, self.formula, self.prec = s, formula, box.prec
        self.apart = box.apart
        self.nodes = 0
        self.purse = Purse(WORK)
        formula = as_less(formula)
        self.gap: Expr | None = None
        if head(formula) in ("<", "<="):
            self.gap = self.shared(("-", operands(formula)[1], operands(formula)[0]))
        self._slopes: dict[str, tuple[Expr, Expr]] = {}

    def shared(self, e: Expr) -> Expr:
        """The same expression, equal parts being one object, which is evaluated once."""
        if isinstance(e, tuple):
            spend()
            e = tuple(self.shared(a) for a in e)
            return self._terms.setdefault(e, e)
        return e

    def evaluator(self, bounds: Bounds) -> Intervals:
        """What is known not to be 0 counts at an end only: slopes are not used across a gap."""
        ends = frozenset(
            x for x in self.apart
            if not bounds[x].is_point and (bounds[x].nonnegative or bounds[x].nonpositive)
        )  # fmt: skip
        return Intervals(self.prec, bounds, ends, self.purse)

    def slope(self, x: str, evaluate: Intervals) -> Interval:
        """An enclosure of the gap's derivative by x.  Raises `Unknown` where it may not exist."""
        if self.gap is None:
            raise Unknown("no inequality")
        if head(self.s.sorts[x]) != "real":
            raise Unknown("a derivative by an integer")
        if x not in self._slopes:
            smooth = conjunction(conditions(self.gap, x, inner=True))
            self._slopes[x] = self.shared(smooth), self.shared(derivative(self.gap, x))
        smooth, slope = self._slopes[x]
        if evaluate.truth(smooth) is not True:
            raise Unknown("a term that may not be differentiable")
        return evaluate.value(slope)

    def mean(self, bounds: Bounds, evaluate: Intervals | None = None) -> bool:
        """Whether the gap is positive (or nonnegative) by the mean value form.

        ``evaluate``: an evaluator for the whole box.
        """
        if self.gap is None:
            raise Unknown("no inequality")
        names = [x for x in sorted(free_names(self.gap)) if not bounds[x].is_point]
        with balls.precision(self.prec):
            middles = {x: balls.point(bounds[x].middle()) for x in names}
            evaluate = evaluate or self.evaluator(bounds)
            total = self.evaluator({**bounds, **middles}).value(self.gap)
            for x, m in middles.items():
                total = total + self.slope(x, evaluate) * (bounds[x] - m)
        return total.positive if head(as_less(self.formula)) == "<" else total.nonnegative

    def face(self, x: str, up: bool, bounds: Bounds) -> Bounds:
        """The face of the box at which the gap is least in x; ``up``: x at its lower end."""
        slope = self.slope(x, self.evaluator(bounds))
        if not (slope.nonnegative if up else slope.nonpositive):
            raise Rejected(f"box: the inequality is not known to be monotone in {x}")
        end = balls.point(bounds[x].lo if up else bounds[x].hi)
        face = {**bounds, x: end}
        if end == NONE and x in self.apart and self.gap is not None:  # outside of the domain
            there = conjunction(conditions(self.gap, x, inner=False))
            if self.evaluator(face).truth(there) is not True:
                raise Rejected(f"box: the inequality may not be continuous at the end of {x}")
        return face

    def halves(self, x: str, at: End, bounds: Bounds) -> list[Bounds | None]:
        """The two boxes on both sides of a cut; None for one in which no point lies."""
        below, above = at, at
        if head(self.s.sorts[x]) == "integer":
            with balls.precision(self.prec):
                whole = balls.floor(balls.point(at))
                below, above = whole.hi, (whole + UNIT).lo
        parts = bounds[x].met(MOO, below), bounds[x].met(above, OO)
        return [None if part is None else {**bounds, x: part} for part in parts]

    def check(self, bounds: Bounds | None, leaf: Any) -> None:
        """Raises `Rejected` or `Unknown` where the leaf does not settle its box."""
        self.nodes += 1
        if self.nodes > NODES:
            raise Rejected("box: the tree is too large")
        if bounds is None:
            return
        self.s.context.told("box", leaf, bounds)
        if leaf == "pass":
            if self.evaluator(bounds).truth(self.formula) is not True:
                raise Rejected("box: intervals do not decide the formula")
        elif leaf == "mean":
            if not self.mean(bounds):
                raise Rejected("box: the mean value form does not decide the inequality")
        elif "split" in leaf:
            x, (m, e) = leaf["split"], leaf["at"]
            if type(m) is not int or type(e) is not int or m.bit_length() > PRECISION:
                raise Rejected("box: a cut that is no binary number of moderate size")
            low, high = self.halves(x, balls.binary(m, e), bounds)  # `KeyError` for a name without bounds
            self.check(low, leaf["low"])
            self.check(high, leaf["high"])
        else:
            if leaf["to"] not in ("low", "high"):  # a name that is not real has no slope
                raise Rejected("box: no such face")
            self.check(self.face(leaf["face"], leaf["to"] == "low", bounds), leaf["then"])


def formula_of(s: Sequent, goal: Expr, given: list[str]) -> Expr:
    """What has to hold on the box: the goal, or that one of the given facts fails."""
    parts = [negation(s.fact(label)) for label in given]
    if not parts:
        return goal
    return ("or", *parts) if goal == FALSE else ("or", *parts, goal)


def box(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """The goal holds on the box that the facts describe."""
    prec = node["prec"]
    if type(prec) is not int or not 10 <= prec <= PRECISION:
        raise Rejected("box: a precision out of range")
    for e in real_terms(goal):
        if not is_real(e, s.sorts):
            raise Rejected("box: a term that may not be real")
    whole = box_of(s, list(node.get("facts", [])), prec)
    if not whole.empty:
        formula = formula_of(s, goal, list(node.get("given", [])))
        Tree(s, formula, whole).check(whole.bounds, node["tree"])


def real_terms(p: Expr) -> list[Expr]:
    """The sides of the relations in a formula without quantifiers; `Rejected` for others."""
    op = head(p)
    if op in ("==", "!=", "<", "<=", ">", ">="):
        return list(operands(p))
    if op in ("and", "or", "not", "implies", "true", "false"):
        return [e for a in operands(p) for e in real_terms(a)]
    raise Rejected("box: a formula that intervals do not decide")


BOXES: dict[str, Any] = {"box": box}
