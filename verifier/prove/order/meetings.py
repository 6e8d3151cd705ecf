"""Inequalities whose sides meet along a line x = c, c another variable or a number inside the domain.

Decides: u < v, u <= v where the gap, times its denominators, vanishes for x = c.  How: the cases x < c, x == c, x > c
(those that the facts leave); in each the signs of the denominators are asked for and multiplied out, and a derivative
ladder in x from c, or in c from x, shows the sign of what is left.  Complete for: nothing.  It cannot handle gaps that
need other anchors than the meeting line after the first derivative, except by the closers it asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

import numpy as np

from verifier.kernel.algebra.field import is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import derivative, operands, substitute, to_json
from verifier.library.trees import compared
from verifier.prove.driver.driver import Driver, Node, OutOfTime
from verifier.prove.numbers.basic import term_of
from verifier.prove.numbers.gathered import Facts, stem_of
from verifier.prove.order import box_search, products
from verifier.prove.order.box_search import box_for, is_supported, samples
from verifier.prove.order.certificates import squares
from verifier.prove.order.numeric import weakly
from verifier.prove.order.one_variable.rungs import Rungs, forms, simple, weight
from verifier.prove.refute.floating.floats import Floats, holds
from verifier.prove.refute.floating.sign_profiles import Profile, ends, exact_zero

NAME = "meeting lines"
EFFORT = 2
DEPTHS = (1, 2, 4)  # of ladders, the low ones first: there are many ways up
SHARE = 0.6  # of the time that is left
PATIENCE = 0.5  # seconds for what the other closers are asked
BOXES = 8  # leaves
OPTIONS = 6  # rungs that are tried for one sign
NUMBERS: tuple[Expr, ...] = (0, 1, -1)
_SLOW = ("meeting lines", "monotone", "derivative ladders", "Taylor's formula", "separation of variables",
         "sines and cosines", "both sides of a point", "contrapositive", "distinct")  # fmt: skip


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if head(goal) not in ("<", "<=", ">", ">="):
        return None
    goal = as_less(goal)
    names = sorted(n for n in free_names(goal) if n in s.sorts)
    if not 1 <= len(names) <= 3 or any(s.sorts[n] != ("real",) for n in names):
        return None
    words = [e for e in subexpressions(goal) if head(e) == "fn" and free_names(e)]
    if not words or not all(is_real(e, s.sorts) for e in operands(goal)):
        return None
    work = Meeting(driver.within(SHARE))
    try:
        for x, c in _lines(s, goal, names):
            node = work.cases(s, goal, x, c)
            if node is not None and driver.accepts(s, goal, node):
                return node
    except OutOfTime:
        driver.tick()
    except (Unknown, Rejected, RecursionError) as error:
        driver.notes.append(f"{NAME}: {error}"[:200])
    return None


def _lines(s: Sequent, goal: Expr, names: list[str]) -> Iterator[tuple[str, Expr]]:
    """Places x = c at which the numerator of the gap vanishes, whatever the other variables are."""
    u, v = operands(goal)
    top = simple(s, v if u == 0 else ("-", v, u))
    if len(names) == 1:
        x = names[0]
        profile = Profile(s, names, x)
        for c in NUMBERS:
            if profile.inside(float(c)) and exact_zero(top, x, c):  # type: ignore[arg-type]
                yield x, c
        return
    env = samples(box_for(s, 60)[0].bounds, names, 60, s)
    for i, x in enumerate(names):
        for y in names[i + 1 :]:
            here = {**env, x: env[y]}
            there = np.ones(60, dtype=bool)
            for fact in s.facts.values():
                bound = head(fact) in ("<", "<=", ">", ">=") and {x, y} - free_names(fact)
                if bound and free_names(fact) <= set(names) and is_supported(fact):
                    there = there & holds(fact, here)[0]
            with np.errstate(all="ignore"):
                values = np.abs(np.broadcast_to(np.asarray(Floats(here).value(top), dtype=float), 60))
                size = np.abs(np.broadcast_to(np.asarray(Floats(env).value(top), dtype=float), 60))
            seen = there & np.isfinite(values) & (env[x] < 1e3) & (env[y] < 1e3)
            if seen.sum() >= 4 and np.all(values[seen] <= 1e-9 * (1 + np.nanmedian(size[seen]))):
                yield x, y


class Meeting(Rungs):
    """Ladders from a meeting line; everything else is asked of the other closers."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.plain = driver.asking(c for c in driver.closers if c.NAME not in _SLOW)
        self.others = driver.asking(c for c in self.plain.closers if c.NAME != box_search.NAME)
        self.known: dict[object, Node | None] = {}

    def asked(self, s: Sequent, goal: Expr, effort: int) -> Node | None:
        """The other closers, for a part of a second, and few boxes: most of these terms vanish somewhere."""
        node = box_search.attempt(self.driver, s, goal, BOXES)
        try:
            share = min(1.0, PATIENCE / max(0.01, self.others.left()))
            return node or self.others.within(share).prove(s, goal, effort)
        except OutOfTime:
            self.driver.tick()
            return None

    def closed(self, s: Sequent, goal: Expr) -> Node | None:
        """A goal on the line, where the sides are equal."""
        return weakly(self.others, s, goal, 2) if head(goal) == "<=" else None

    def cases(self, s: Sequent, goal: Expr, x: str, c: Expr) -> Node | None:
        """The goal below, on and above the line, where the facts do not say which."""
        label = f"{stem_of(s, (goal, x, c))}.m"
        orders: dict[str, Expr] = {op: (op, x, c) for op in ("<", "==", ">")}
        for op in ("<", ">"):
            known = self.ask(s, orders[op], 0)
            if known is not None:
                then = self.side(s.assume(label, orders[op]), goal, x, c, op)
                formula = to_json(orders[op])
                return then and {"rule": "have", "formula": formula, "proof": known, "as": label, "then": then}
        nodes: dict[str, Node] = {}
        apart = next((n for n, f in s.facts.items() if f in (("!=", x, c), ("!=", c, x))), None)
        for op, fact in orders.items():
            inner = s.assume(label, fact)
            node: Node | None
            if op != "==":
                node = self._excluded(inner, label, x, c, op) or self.side(inner, goal, x, c, op)
            elif apart is not None:
                same: Node = {"rule": "exact", "fact": label}
                if s.facts[apart] == ("!=", c, x):
                    same = {"rule": "field", "terms": [{"fact": label, "times": -1}]}
                node = {"rule": "contradict", "fact": apart, "proof": same}
            else:
                there = self.closed(inner, substitute(goal, {x: c}))
                node = there and {"rule": "replace", "fact": label, "then": there}
            if node is None:
                return None
            nodes[op] = node
        return compared(x, c, label, nodes)

    @staticmethod
    def _excluded(s: Sequent, label: str, x: str, c: Expr, op: str) -> Node | None:
        """A contradiction where a fact says x >= c (or x <= c) and the case is the other one."""
        for weak in (("<=", c, x), (">=", x, c)) if op == "<" else ((">=", c, x), ("<=", x, c)):
            for name, fact in s.facts.items():
                if fact == weak:
                    return {"rule": "contradict", "fact": name, "proof": {"rule": "exact", "fact": label}}
        return None

    def side(self, s: Sequent, goal: Expr, x: str, c: Expr, op: str) -> Node | None:
        """The goal on one side: without denominators, by a ladder in either variable."""
        u, v = operands(goal)
        facts = Facts(self.plain, s, 1, stem_of(s, (goal, x, c, op)))
        top, below = facts.field.read(("-", v, u))
        if below:
            labels: list[str] = []
            sign = 1
            entries: list[Node] = []
            for factor, k in below.items():
                e = term_of(facts.field, factor)
                known = next((n for w in (">", "<") if (n := facts.ask((w, e, 0), 1)) is not None), None)
                if known is None:
                    return None
                sign *= -1 if head(facts.fact(known)) == "<" and k % 2 else 1
                labels += [known] * k
                zero = f"{facts.steps.stem}.z"
                way = 1 if head(facts.fact(known)) == ">" else -1
                end: Node = {"rule": "positive", "products": [{"facts": [known]}],
                             "terms": [{"fact": zero, "times": way}]}  # fmt: skip
                entries.append({"of": to_json(e), "proof": {"rule": "intro", "as": zero, "then": end}})
            whole = term_of(facts.field, tuple(sorted(top.items())))
            cleared: Expr = (str(head(goal)), 0, whole if sign > 0 else ("neg", whole))
        else:
            cleared = goal
        node = None
        ways = sorted((x, *free_names(c)), key=lambda y: self._cost(s, cleared, y))
        for depth in DEPTHS:
            for y in ways:
                node = node or self.prove(facts.steps.s, y, cleared, depth)
        if node is None or not below:
            return facts.steps.wrap(node)
        done = facts.have(cleared, node)
        last: Node = {
            "rule": "positive", "multiplier": [{"facts": labels}], "products": [{"facts": [done]}], "nonzero": entries,
        }  # fmt: skip
        return facts.steps.wrap(last)

    @staticmethod
    def _cost(s: Sequent, goal: Expr, x: str) -> int:
        """How complicated the slope in a variable is."""
        u, v = operands(goal)
        return weight(simple(s, derivative(("-", v, u), x)), x)

    def prove(self, s: Sequent, x: str, goal: Expr, depth: int) -> Node | None:
        self.driver.tick()
        goal = as_less(goal)
        key = (goal, x, depth, tuple(s.facts.items()))
        if key not in self.known:
            self.known[key] = None
            with suppress(Unknown, Rejected, RecursionError):
                self.known[key] = self._prove(s, x, goal, depth)
        return self.known[key]

    def _prove(self, s: Sequent, x: str, goal: Expr, depth: int) -> Node | None:
        u, v = operands(goal)
        gap: Expr = v if u == 0 else ("neg", u) if v == 0 else ("-", v, u)
        names = sorted(n for n in free_names(gap) if n in s.sorts)
        if x not in names:
            return self.asked(s, goal, 1) or self.closed(s, goal)
        profile = Profile(s, names, x)
        if not profile.may_be(gap, 1, head(goal) == "<"):
            return None
        node = self._algebraic(s, goal, simple(s, gap)) or self.asked(s, goal, 1)
        if node is not None or depth <= 0:
            return node
        below, above = ends(s, x)
        options: list[tuple[int, Expr, Expr, int, Expr]] = []
        for h, divisor in islice(forms(s, x, gap), 12):
            self.driver.tick()
            try:
                slope = simple(s, derivative(h, x))
            except Unknown:
                continue
            for sign, anchors in ((1, below), (-1, above)):
                chosen = [a for a in anchors if self._meets(h, x, a, names, profile)]
                if chosen and profile.may_be(slope, sign):
                    options += [(weight(slope, x), h, divisor, sign, a) for a in chosen[:1]]
        options.sort(key=lambda o: o[0])
        for _, h, divisor, sign, anchor in options[:OPTIONS]:
            node = self.rung(s, x, goal, h, divisor, anchor, sign, depth)
            if node is not None:
                return node
        return None

    def _algebraic(self, s: Sequent, goal: Expr, gap: Expr) -> Node | None:
        """What has no functions left in it, by the signs of its factors or by sums of squares."""
        if any(head(e) == "fn" and free_names(e) for e in subexpressions(gap)):
            return None
        driver = self.others.within(1.0, PATIENCE)
        try:
            return products.close(driver, s, goal, 2) or squares.close(driver, s, goal, 2)
        except OutOfTime:
            self.driver.tick()
            return None

    @staticmethod
    def _meets(h: Expr, x: str, anchor: Expr, names: list[str], profile: Profile) -> bool:
        """Whether a term seems to vanish at the anchor."""
        env = {n: np.array([p[n] for p in profile.points if all(abs(w) < 1e3 for w in p.values())]) for n in names}
        if not free_names(anchor) <= set(names) or not len(env[x]):
            return False
        try:
            with np.errstate(all="ignore"):
                values = np.asarray(Floats(env).value(substitute(h, {x: anchor})), dtype=float)
        except (Unknown, ArithmeticError, ValueError):
            return False
        seen = values[np.isfinite(values)] if values.ndim else values
        return bool(np.size(seen) and np.all(np.abs(seen) < 1e-7))
