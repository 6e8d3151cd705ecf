"""Towers: a term next to a zero, by ladders of plain derivatives up to one that does not vanish there."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from verifier.kernel.algebra.field import Field
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.enclosures import balls
from verifier.kernel.enclosures.intervals import Intervals
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import derivative, operands, substitute, to_json
from verifier.prove.driver.driver import Driver, Node
from verifier.prove.numbers.basic import term_of
from verifier.prove.numbers.gathered import Steps, stem_of
from verifier.prove.order import box_search
from verifier.prove.order.one_variable.rungs import Rungs
from verifier.prove.refute.floating.sign_profiles import sign_at

Divisors = tuple[tuple[Expr, int, int], ...]  # (factor, exponent, its sign)
HIGHEST = 12


@dataclass(frozen=True)
class Tower:
    """Polynomials in atoms: f is the first one over its divisors, and each one's derivative the next over its own.

    All but the last vanish at c; ``way`` is 1 above c and -1 below it.
    """

    terms: tuple[tuple[Expr, Divisors], ...]
    x: str
    c: Expr
    way: int
    sign: int

    @staticmethod
    def of(s: Sequent, x: str, f: Expr, c: Expr, way: int) -> Tower | None:
        """The tower of f at a zero c; None where it is too high or something is undefined."""
        terms: list[tuple[Expr, Divisors]] = []
        try:
            here = Intervals(300, {}).value(c)
            aside = balls.point((here + balls.ratio(Fraction(way, 4096))).lo)
        except Unknown:
            return None
        for _ in range(HIGHEST):
            field = Field(s.sorts)
            top, below = field.read(f)
            divisors: list[tuple[Expr, int, int]] = []
            for factor, k in below.items():
                e = term_of(field, factor)
                sign = sign_at(e, {x: aside}, 200)
                if not sign:
                    return None
                divisors.append((e, k, sign))
            f = term_of(field, tuple(sorted(top.items())))
            terms.append((f, tuple(divisors)))
            found = sign_at(f, {x: here}, 300)
            if found is None:
                return None
            if found:
                return Tower(tuple(terms), x, c, way, found)
            f = derivative(f, x)
        return None

    def upper(self, x: str, t: str) -> Tower:
        """The tower of the derivative, in another variable."""
        put = {x: t}
        terms = tuple(
            (substitute(e, put), tuple((substitute(d, put), k, sign) for d, k, sign in divisors))
            for e, divisors in self.terms[1:]
        )
        return Tower(terms, t, self.c, self.way, self.sign)

    def carries(self, a: float, b: float) -> bool:
        """Whether the last derivative seems to keep its sign between two numbers."""
        top = self.terms[-1][0]
        for k in range(9):
            at = balls.ratio(Fraction(a + (b - a) * k / 8))
            if sign_at(top, {self.x: at}) != self.sign:
                return False
        return True


class Towers(Rungs):
    """Builds towers out of rungs."""

    driver: Driver

    def climb(self, s: Sequent, x: str, goal: Expr, tower: Tower, direction: int = 1) -> Node | None:
        """A goal that says 0 R f (``direction`` 1) or f R 0 from the numerator of f, and so on upwards."""
        numerator, divisors = tower.terms[0]
        flip = 1
        for _, k, sign in divisors:
            flip *= sign if k % 2 else 1
        steps = Steps(self.plain, s, stem_of(s, (goal, "tower")))
        relation = str(head(goal))
        wanted: Expr = (relation, 0, numerator) if direction * flip > 0 else (relation, numerator, 0)
        facts: list[str] = []
        nonzero: list[Node] = []
        for e, k, sign in divisors:
            positive: Expr = ("<", 0, e if sign > 0 else ("neg", e))
            node = self.ask(s, positive, 0) or box_search.attempt(self.driver, s, positive, 20)
            if node is None:
                return None
            label = steps.have(positive, node) or ""
            facts += [label] * k
            equal = f"{steps.stem}.{len(facts)}.zero"
            end: Node = {
                "rule": "positive", "products": [{"facts": [label]}], "terms": [{"fact": equal, "times": sign}],
            }  # fmt: skip
            nonzero.append({"of": to_json(e), "proof": {"rule": "intro", "as": equal, "then": end}})
        node = self._numerator(s, x, wanted, tower)
        if node is None:
            return None
        known = steps.have(wanted, node)
        last: Node = {"rule": "positive", "products": [{"facts": [known]}]}
        if facts:
            last |= {"multiplier": [{"facts": facts}], "nonzero": nonzero}
        return steps.wrap(last)

    def _numerator(self, s: Sequent, x: str, goal: Expr, tower: Tower) -> Node | None:
        if len(tower.terms) == 1:
            return box_search.attempt(self.driver, s, goal, 60, patient=True) or self.ask(s, goal, 1)

        def slope(inside: Sequent, t: str, wanted: Expr) -> Node | None:
            # the slope of the goal's gap is that of the numerator, or its negative
            falling = tower.way if operands(goal)[0] == 0 else -tower.way
            return self.climb(inside, t, wanted, tower.upper(x, t), falling)

        return self.ladder(s, x, goal, tower.c, tower.way, 0, slope)
