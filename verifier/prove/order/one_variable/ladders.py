"""Derivative ladders: inequalities between functions of one variable, the others being parameters.

Decides: 0 <= f, 0 < f with f built from elementary functions, on bounded and unbounded domains, touching 0 at ends or
inside.  How: f is brought to factors of known sign; a factor is divided by one of its transcendental parts so that
its derivative gets simpler; the sign of the derivative and an anchor (an end, a touching point, a limit) give
the sign of f, and so on.  Where that fails, the domain is cut: ladders of plain derivatives next to touching points,
interval boxes elsewhere.  Complete for nothing; strict claims that touch are left alone, since they are false.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, pairwise

from verifier.kernel.algebra.field import is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import derivative, operands, substitute, to_json
from verifier.library.trees import compared
from verifier.prove.driver.driver import Driver, Node, OutOfTime
from verifier.prove.normal.handlers import WAYS
from verifier.prove.normal.normal import Normal
from verifier.prove.numbers.gathered import Steps, stem_of
from verifier.prove.order import box_search
from verifier.prove.order.certificates import squares
from verifier.prove.order.one_variable.rungs import INFINITE, forms, simple, touching, weight
from verifier.prove.order.one_variable.towers import Tower, Towers
from verifier.prove.order.products import _signs
from verifier.prove.refute.floating.sign_profiles import Profile, as_float, between, ends, exact_zero, sign_of
from verifier.prove.refute.solved import literal, roots

NAME = "derivative ladders"
EFFORT = 1
DEPTH = (0, 5, 7, 9)
SHARE = (0.0, 0.4, 0.5, 0.8)  # of the time that is left
STEPS = (0, 40, 200, 1000)
FLIPPED = {"<": ">", ">": "<"}
_OWN = ("derivative ladders", "signs of factors", "sums of squares")


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if head(goal) not in ("<", "<=", ">", ">="):
        return None
    goal = as_less(goal)
    names = sorted(n for n in free_names(goal) if s.sorts.get(n) == ("real",))
    words = [e for e in subexpressions(goal) if head(e) in ("fn", "sqrt", "^") and set(names) & free_names(e)]
    if not names or not all(is_real(e, s.sorts) for e in operands(goal)):
        return None
    if any(head(s.sorts[n]) == "curve" for n in free_names(goal) if n in s.sorts):
        return None  # they have no values to look at
    polynomial = all(head(e) == "^" and isinstance(operands(e)[1], int) for e in words)
    if polynomial and (effort < 2 or len(names) != 1 or not _irrational(s, goal, names[0])):
        return None  # polynomials are for others
    driver = driver.within(SHARE[effort])
    ladders = Ladders(driver, effort)
    if effort > 1:
        node = substituted(ladders, s, goal, names)
        if node is not None:
            return node if driver.accepts(s, goal, node) else None
    known = unfolded(ladders.plain, s, goal, names)
    for x in names:
        try:
            node = known.wrap(ladders.prove(known.s, x, goal, DEPTH[effort]))
        except OutOfTime:
            return None
        if node is not None and driver.accepts(s, goal, node):
            return node
    return None


def _irrational(s: Sequent, goal: Expr, x: str) -> bool:
    """Whether a coefficient, or a bound of the variable, is no rational number."""
    near = [goal, *(f for f in s.facts.values() if x in free_names(f))]
    return any(head(e) in ("fn", "sqrt", "^") and not free_names(e) for f in near for e in subexpressions(f))


def substituted(ladders: Ladders, s: Sequent, goal: Expr, names: list[str]) -> Node | None:
    """Use an equation among the facts to eliminate a variable of the goal."""
    equations = [f for f in s.facts.values() if head(f) == "==" and set(names) & free_names(f)]
    for fact in equations[:2]:
        left, right = operands(fact)
        for y in names:
            for value in roots(left, right, y, dict(s.sorts)) if y in free_names(fact) else []:
                proof = ladders.ask(s, ("==", y, value), 2)
                if proof is None or y in free_names(value):
                    continue
                steps = Steps(ladders.plain, s, stem_of(s, (goal, y, "solved")))
                label = steps.have(("==", y, value), proof)
                new = substitute(goal, {y: value})
                inner = ladders.plain.prove(steps.s, new, 1)
                for x in sorted(free_names(new)):
                    inner = inner or ladders.prove(steps.s, x, new, DEPTH[ladders.effort])
                if inner is not None and label is not None:
                    return steps.wrap({"rule": "replace", "fact": label, "then": inner})
    return None


def unfolded(driver: Driver, s: Sequent, goal: Expr, names: list[str]) -> Steps:
    """Bounds of variables that are hidden in absolute values."""
    steps = Steps(driver, s, stem_of(s, (goal, "bounds")))
    for fact in list(s.facts.values()):
        if head(fact) not in ("<", "<=", ">", ">="):
            continue
        a, b = operands(as_less(fact))
        x = operands(a)[0] if head(a) == "abs" else None
        if isinstance(x, str) and x in names:
            op = str(head(as_less(fact)))
            bounds: tuple[Expr, ...] = ((op, x, b), (op, ("neg", b), x))
            for formula in bounds:
                node = driver.prove(s, formula, 1)
                if node is not None:
                    steps.have(formula, node)
    return steps


class Factors(Normal):
    """A normal form whose factors are asked for their signs by ladders."""

    def __init__(self, ladders: Ladders, s: Sequent, goal: Expr, x: str, depth: int) -> None:
        super().__init__(ladders.plain, s, 1, stem_of(s, (goal, "ladder")), WAYS)
        self.ladders, self.x, self.depth = ladders, x, depth
        self.weak = head(goal) == "<="

    def ask(self, formula: Expr, effort: int = 0) -> str | None:
        label = super().ask(formula, 0)
        op, args = head(formula), operands(formula)
        wanted = op in ("<=", ">=") or (op in ("<", ">") and not self.weak)  # a weak goal rarely needs a strict sign
        if label is None and wanted and self.x in free_names(formula) and 0 in args:
            node = self.ladders.prove(self.start, self.x, formula, self.depth)
            if node is not None:
                label = self.have(formula, node)
        return label


class Ladders(Towers):
    """Proves signs; keeps what failed, so that nothing is tried twice."""

    def __init__(self, driver: Driver, effort: int) -> None:
        self.driver, self.effort = driver, effort
        self.plain = driver.asking(c for c in driver.closers if c.NAME not in _OWN)
        self.known: dict[object, Node | None] = {}
        self.steps = STEPS[effort]

    def prove(self, s: Sequent, x: str, goal: Expr, depth: int) -> Node | None:
        """A node for an inequality, or None.  Raises `OutOfTime`."""
        self.driver.tick()
        goal = as_less(goal)
        key = (goal, x, tuple(s.facts.items()))
        if key not in self.known:
            self.known[key] = None  # no circles
            self.steps -= 1
            if depth > 0 and self.steps > 0:
                try:
                    self.known[key] = self._prove(s, x, goal, depth)
                except (Unknown, Rejected, RecursionError) as error:
                    self.driver.notes.append(f"{NAME}: {error}"[:160])
        return self.known[key]

    def _prove(self, s: Sequent, x: str, goal: Expr, depth: int) -> Node | None:
        u, v = operands(goal)
        gap: Expr = v if u == 0 else ("neg", u) if v == 0 else ("-", v, u)
        names = sorted(n for n in free_names(gap) if n in s.sorts)
        if x not in names or any(head(s.sorts[n]) not in ("real", "integer") for n in names):
            return self.closed(s, goal)  # points of sequences and matrices cannot be compared
        profile = Profile(s, names, x)
        if not profile.may_be(gap, 1, head(goal) == "<"):
            return None
        node = box_search.attempt(self.driver, s, goal, 40) or self.ask(s, goal, 0)
        if node is None and not any(head(e) == "fn" and free_names(e) for e in subexpressions(gap)):
            node = self._algebraic(s, goal)
        if node is None and len(names) > 1:
            node = self._rungs(s, x, goal, gap, profile, depth, plain=True)
        if node is not None:
            return node
        try:
            node = _signs(Factors(self, s, goal, x, depth), goal)
        except (Unknown, Rejected, RecursionError):
            node = None
        if node is None:
            node = self._rungs(s, x, goal, gap, profile, depth)
        if node is None:
            cut = self._cut if len(names) == 1 else self._cut_at_terms
            node = cut(s, x, goal, gap, profile, depth)
        if node is None and self.effort > 1:
            node = box_search.attempt(self.driver, s, goal, box_search.LEAVES[2], patient=True)
        return node

    def _algebraic(self, s: Sequent, goal: Expr) -> Node | None:
        """What has no functions in it, by sums of squares."""
        try:
            return squares.close(self.driver.within(0.2), s, goal, 2)
        except OutOfTime:
            self.driver.tick()
            return None

    # -- one rung -------------------------------------------------------------------------------------
    def _rungs(
        self, s: Sequent, x: str, goal: Expr, f: Expr, profile: Profile, depth: int, plain: bool = False
    ) -> Node | None:
        """Divide f by something positive, so that the derivative gets simple, and use the sign of the derivative.

        With `plain`: no division, and only where the derivative is no more complicated than f.
        """
        options: list[tuple[int, Expr, Expr, int]] = []
        for h, divisor in islice(forms(s, x, f), 1 if plain else None):
            self.driver.tick()
            try:
                slope = simple(s, derivative(h, x))
            except Unknown:
                continue
            for sign in (1, -1):
                if profile.may_be(slope, sign):
                    options.append((weight(slope, x), h, divisor, sign))
        options.sort(key=lambda o: o[0])
        if plain and options and options[0][0] > weight(simple(s, f), x) + 20:
            return None
        node: Node | None = None
        for _, h, divisor, sign in options[:4]:
            below, above = ends(s, x)
            anchors: list[Expr] = (below if sign > 0 else above)[:3]
            for anchor in anchors:
                node = self.rung(s, x, goal, h, divisor, anchor, sign, depth)
                if node is not None:
                    return node
            if plain:
                continue
            unbounded = (profile.lo if sign > 0 else profile.hi) in (math.inf, -math.inf)
            if self.effort > 1 and unbounded:
                node = self.rung(s, x, goal, h, divisor, INFINITE[sign], sign, depth)
            elif self.effort > 1 and anchors and not free_names(anchors[0]) and sign_of(h, x, anchors[0]) is None:
                node = self.rung(s, x, goal, h, divisor, ("fn", "limit", anchors[0]), sign, depth)
            if node is not None:
                return node
        return None

    # -- cutting the domain ---------------------------------------------------------------------------
    def _cut(self, s: Sequent, x: str, goal: Expr, f: Expr, profile: Profile, depth: int) -> Node | None:
        """Cut at touching points, next to ends at which f vanishes, and where the slope changes its sign."""
        if depth < 2:
            return None
        for label, fact in s.facts.items():
            a, b = operands(fact) if head(fact) == "!=" else (0, 0)
            if a == x and profile.inside(as_float(b) if not free_names(b) else None):
                return self._apart(s, x, goal, b, label, depth)
        points = touching(f, x, profile)
        inside = [c for c in points if profile.inside(as_float(c)) and self._distinct_end(s, x, c)]
        if inside and head(goal) == "<":
            return None
        for c in inside:
            node = self._either(s, x, goal, c, depth)
            if node is not None:
                return node
        below, above = ends(s, x)
        for sign, side in ((1, below), (-1, above)):
            for c in side:
                if profile.ends_at(as_float(c), sign) and exact_zero(f, x, c):
                    node = self._next_to(s, x, goal, f, profile, c, sign, depth)
                    if node is not None:
                        return node
        for c in self._places(s, x, f, profile):
            node = self._either(s, x, goal, c, depth)
            if node is not None:
                return node
        return None

    def _cut_at_terms(self, s: Sequent, x: str, goal: Expr, f: Expr, profile: Profile, depth: int) -> Node | None:
        """With parameters: cut where the slope vanishes at a term in them, or take a closed end by itself."""
        if depth < 3:
            return None
        below, above = ends(s, x)
        for op, side in ((">", below), ("<", above)):
            for c in side:
                weak = {(op + "=", x, c), (FLIPPED[op] + "=", c, x)} & set(s.facts.values())
                if not free_names(c) and weak:
                    label = next(n for n, e in s.facts.items() if e in weak)
                    node = self._end(s, x, goal, c, op, label, depth)
                    if node is not None:
                        return node
        try:
            places = roots(simple(s, derivative(f, x)), 0, x, dict(s.sorts))
        except Unknown:
            places = []
        for c in places[:3]:
            if c not in below + above:
                node = self._either(s, x, goal, c, depth)
                if node is not None:
                    return node
        return None

    def _end(self, s: Sequent, x: str, goal: Expr, c: Expr, op: str, label: str, depth: int) -> Node | None:
        """x == c, and x > c (or x < c), where a fact says that x >= c (or x <= c)."""
        new = f"{stem_of(s, (goal, c))}.e"
        at = self.closed(s, substitute(goal, {x: c}))
        if at is None:
            return None
        rest = self.prove(s.assume(new, (op, x, c)), x, goal, depth - 1)
        if rest is None:
            return None
        wrong: Node = {"rule": "contradict", "fact": label, "proof": {"rule": "exact", "fact": new}}
        equal: Node = {"rule": "replace", "fact": new, "then": at}
        return compared(x, c, new, {"==": equal, op: rest, FLIPPED[op]: wrong})

    def _apart(self, s: Sequent, x: str, goal: Expr, c: Expr, label: str, depth: int) -> Node | None:
        """x < c or x > c, where a fact says that x != c."""
        new = f"{stem_of(s, (goal, c))}.a"
        nodes: dict[str, Node] = {}
        for op in ("<", ">"):
            node = self.prove(s.assume(new, (op, x, c)), x, goal, depth - 1)
            if node is None:
                return None
            nodes[op] = node
        equal: Node = {"rule": "contradict", "fact": label, "proof": {"rule": "exact", "fact": new}}
        return compared(x, c, new, {"==": equal, **nodes})

    def _next_to(
        self, s: Sequent, x: str, goal: Expr, f: Expr, profile: Profile, c: Expr, sign: int, depth: int
    ) -> Node | None:
        """A tower of derivatives from a zero of f as far as it carries, and the rest."""
        tower = Tower.of(s, x, f, c, sign)
        at = as_float(c)
        if tower is None or at is None:
            return None
        width = profile.hi - profile.lo if profile.hi - profile.lo < 1e9 else 4.0
        for share in (1.0, 0.5, 0.2, 0.05, 0.01):
            self.driver.tick()
            if not tower.carries(at, at + sign * width * share):
                continue
            if share == 1.0 and width == profile.hi - profile.lo:
                return self.climb(s, x, goal, tower)
            cut = literal(between(at + sign * width * share * (0.97 if sign > 0 else 1.0),
                                  at + sign * width * share * (1.0 if sign > 0 else 0.97)))  # fmt: skip
            label = f"{stem_of(s, (goal, cut))}.c"
            left: Expr = ("<=", x, cut)
            first, second = s.assume(label, left), s.assume(label, (">", x, cut))
            near, rest = (first, second) if sign > 0 else (second, first)
            one = self.climb(near, x, goal, tower)
            other = self.prove(rest, x, goal, depth - 1) if one is not None else None
            if one is None or other is None:
                continue
            yes, no = (one, other) if sign > 0 else (other, one)
            return {"rule": "either", "formula": to_json(left), "as": label, "yes": yes, "no": no}
        return None

    def _distinct_end(self, s: Sequent, x: str, c: Expr) -> bool:
        return all(c not in side for side in ends(s, x))

    def _places(self, s: Sequent, x: str, f: Expr, profile: Profile) -> Iterator[Expr]:
        """Where to cut: where the slope changes its sign, and near ends at which f vanishes, and far out."""
        try:
            signs = profile.signs(derivative(f, x))
        except Unknown:
            signs = []
        changes = [(a, b) for (a, p), (b, q) in pairwise(signs) if p * q < 0]
        if len(changes) <= 3:
            for a, b in changes:
                yield literal(between(a, b))
        lo, hi = profile.lo, profile.hi
        if hi - lo < 1e6:
            for u in (0.5, 0.1, 0.9, 0.01, 0.99):
                yield literal(between(lo + (hi - lo) * u * 0.98, lo + (hi - lo) * min(u * 1.02, 0.999)))
        else:
            base, way = (lo, 1) if lo > -1e300 else (hi, -1)
            start = Fraction(base if abs(base) < 1e9 else 0).limit_denominator(100)
            for far in (1, 4, 16):
                yield literal(start + way * far)

    def _either(self, s: Sequent, x: str, goal: Expr, c: Expr, depth: int) -> Node | None:
        """x <= c or not."""
        label = f"{stem_of(s, (goal, c))}.c"
        left: Expr = ("<=", x, c)
        yes = self.prove(s.assume(label, left), x, goal, depth - 2)
        if yes is None:
            return None
        no = self.prove(s.assume(label, (">", x, c)), x, goal, depth - 2)
        if no is None:
            return None
        return {"rule": "either", "formula": to_json(left), "as": label, "yes": yes, "no": no}
