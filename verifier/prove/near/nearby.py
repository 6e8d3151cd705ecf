"""What holds near a point: relations there, each with a radius, explicit or from a limit.

Decides: "there is a radius within which u < v" (or <=, !=), by a radius of a short list on which the driver proves it,
or by the limit of v - u, u/v or v/u and the definition of a limit (kernel rule ``near``).  Complete for: relations
whose sides have limits, or a quotient with a limit, that tell them apart.  It cannot use oscillations.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.analysis.limits import OO, infinite
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import REAL, Expr, head
from verifier.language.named import closeness, fresh, operands, substitute, to_json
from verifier.library.trees import near
from verifier.prove.driver.driver import Branch, Driver, Node, OutOfTime
from verifier.prove.order.signs import Signs
from verifier.prove.refute.places import Place, flat, plausible
from verifier.prove.values import limit_values as limits

PATIENCE = 0.5  # seconds for one explicit radius


def bounded_time(
    driver: Driver, s: Sequent, goal: Expr, effort: int, seconds: float, share: float = 0.2
) -> Node | None:  # fmt: skip
    """The driver's proof within some seconds and a share of the time; raises `OutOfTime` only where all of it is up."""
    try:
        return driver.within(share, seconds).prove(s, goal, effort)
    except OutOfTime:
        driver.tick()
        return None


#: proves a relation at a term where it lies within the radius: branch, term -> label of the fact
Finish = Callable[[Branch, Expr], "str | None"]


@dataclass
class Ways:
    """Relations near a point, with the radii within which they hold; what is known of them are facts of `branch`."""

    branch: Branch
    place: Place
    effort: int
    explicit: bool | None = True  # radii from the list come first, or last, or (None) for side conditions only
    radii: list[Expr] = field(default_factory=list)
    found: dict[Expr, Finish] = field(default_factory=dict)
    limits: dict[Expr, tuple[Expr, str] | None] = field(default_factory=dict)

    # -- relations ------------------------------------------------------------------------------------
    def add(self, relation: Expr, side_condition: bool = False) -> bool:
        """Find a radius within which a relation (or a conjunction of such) holds."""
        for part in flat(relation, "and"):
            if part not in self.found:
                finish = self._way(part, True if side_condition else self.explicit)
                if finish is None:
                    return False
                self.found[part] = finish
        return True

    def _way(self, relation: Expr, explicit: bool | None) -> Finish | None:
        """A radius from a list and one from a limit: the former is asked first where it should be explicit."""
        if self.place.x not in free_names(relation):
            proof = self.branch.have(relation, effort=min(self.effort, 1))
            return None if proof is None else lambda branch, t: proof
        if explicit is None:
            return self._by_limit(relation)
        first, second = (self._listed, self._by_limit) if explicit else (self._by_limit, self._listed)
        return first(relation) or second(relation)

    def _listed(self, relation: Expr) -> Finish | None:
        """The first radius of the list within which the relation seems to hold, if it is proved there."""
        forms = [relation]
        if head(relation) == "!=":  # a difference that is not 0 keeps its sign
            forms = [("<", *operands(relation)), (">", *operands(relation))]
        for radius in self.place.radii():
            if any(plausible(self.branch.s, form, self.place, radius) for form in forms):
                return self._everywhere(relation, radius)
        return None

    def _everywhere(self, relation: Expr, radius: Expr) -> Finish | None:
        x = fresh(self.place.x, frozenset(self.branch.s.sorts) | free_names(relation))
        body = substitute(relation, {self.place.x: x})
        formula: Expr = ("forall", x, REAL, ("implies", self.place.within(radius, x), body))
        proof = bounded_time(self.branch.driver, self.branch.s, formula, min(self.effort, 2), PATIENCE)
        return None if proof is None else self._known(formula, self.branch.have(formula, proof), radius)

    def _known(self, formula: Expr, label: str | None, radius: Expr) -> Finish | None:
        """Use of a fact 'for all x within the radius: P'."""
        if label is None:
            return None
        if radius not in self.radii:
            self.radii.append(radius)
        x, _, body = operands(formula)
        guard, said = operands(body)

        def finish(branch: Branch, t: Expr) -> str | None:
            here = substitute(said, {str(x): t})
            for known, fact in branch.s.facts.items():
                if fact == here:
                    return known
            premise = branch.driver.prove(branch.s, substitute(guard, {str(x): t}), 1)
            if premise is None:
                return None
            return branch.step({"rule": "use", "fact": label, "at": [to_json(t)], "premises": [premise]}, here, "near")

        return finish

    # -- limits ---------------------------------------------------------------------------------------
    def limit(self, f: Expr) -> tuple[Expr, str] | None:
        """The limit of a term at the point, and the label of the fact that says so."""
        if f not in self.limits:
            self.limits[f] = None
            term = self.place.limit(f)
            try:
                value = limits.evaluate(self.branch.driver, self.branch, term, self.effort)
            except (Rejected, Unknown):
                value = None
            if value is not None:
                fact: Expr = ("==", term, value)
                label = next(n for n, p in self.branch.s.facts.items() if p == fact)
                self.limits[f] = (value, label)
        return self.limits[f]

    def close(self, f: Expr, within: Expr) -> Finish | None:
        """The term is within a distance of its limit (or beyond a bound): its inequalities at a point."""
        found = self.limit(f)
        if found is None:
            return None
        branch = self.branch
        value, fact = found
        positive: Node | None = None
        if not infinite(value):
            positive = branch.driver.prove(branch.s, (">", within, 0), min(self.effort, 2))
            if positive is None:
                return None
        term = self.place.limit(f)
        exists = closeness(term, value, within, branch.s)
        label = branch.label("definition")
        label = branch.step(near(("==", term, value), fact, within, positive, exists, label), exists, "close")
        r, _, body = operands(exists)
        name = fresh(str(r), frozenset(branch.s.sorts))
        body = substitute(body, {str(r): name})
        branch.s = branch.s.declare(name, REAL)
        known = branch.step({"rule": "obtain", "fact": label, "name": name}, body, "radius")
        return self._known(operands(body)[1], f"{known}.1", name)

    def _by_limit(self, relation: Expr) -> Finish | None:
        """From the limit of the difference of two sides, or of their quotient."""
        op = head(relation)
        if op == "!=":
            a, b = operands(relation)
            return self._from(relation, [("<", b, a)]) or self._from(relation, [("<", a, b)])
        relation = as_less(relation)
        if head(relation) not in ("<", "<="):
            return None
        u, v = operands(relation)
        if u == 0 and head(v) == "abs":
            inner = operands(v)[0]
            return self._from(relation, [("<", 0, inner)]) or self._from(relation, [("<", inner, 0)])
        if u == 0 and head(v) == "-":
            return self._from(relation, [(str(head(relation)), *operands(v)[::-1])])
        if v == 0 and head(u) == "-":
            return self._from(relation, [(str(head(relation)), *operands(u))])
        varying = [self.place.x in free_names(e) for e in (u, v)]
        ways = [self._difference, self._quotient, self._inverse, self._absolute]
        if all(varying):
            ways = [self._quotient, self._inverse, self._difference, self._absolute]
        for way in ways:
            finish = way(relation)
            if finish is not None:
                return finish
        return None

    def _difference(self, relation: Expr) -> Finish | None:
        """v - u has a positive limit."""
        u, v = operands(relation)
        gap = v if u == 0 else ("neg", u) if v == 0 else ("-", v, u)
        found = self.limit(gap)
        if found is None or found[0] == ("neg", OO) or found[0] == 0:
            return None
        closer = self.close(gap, 0 if infinite(found[0]) else found[0])
        return None if closer is None else self._then(relation, [closer])

    def _quotient(self, relation: Expr) -> Finish | None:
        """u <= k*v since u/v tends to something below the constant k, and v is positive."""
        u, v = operands(relation)
        k, v = self._factored(v)
        return None if u == 0 or v == 1 else self._ratio(relation, u, v, k, below=True)

    def _inverse(self, relation: Expr) -> Finish | None:
        """k*u <= v since v/u tends to something above the constant k, and u is positive."""
        u, v = operands(relation)
        k, u = self._factored(u)
        return None if v == 0 or u == 1 else self._ratio(relation, v, u, k, below=False)

    def _factored(self, e: Expr) -> tuple[Expr, Expr]:
        """A term as a constant times a function of x."""
        if self.place.x not in free_names(e):
            return e, 1
        if head(e) != "*":
            return 1, e
        fixed = [a for a in operands(e) if self.place.x not in free_names(a)]
        rest = [a for a in operands(e) if self.place.x in free_names(a)]
        return _product(fixed), _product(rest)

    def _absolute(self, relation: Expr) -> Finish | None:
        """|f| <= v from f <= v and -f <= v."""
        u, v = operands(relation)
        if head(u) != "abs":
            return None
        f = operands(u)[0]
        return self._from(relation, [(str(head(relation)), f, v), (str(head(relation)), ("neg", f), v)])

    def _from(self, relation: Expr, others: list[Expr]) -> Finish | None:
        """The relation from others that limits show."""
        steps: list[Finish] = []
        for other in others:
            finish = self.found.get(other) or self._way(other, None)
            if finish is None:
                return None
            self.found[other] = finish
            steps.append(finish)
        return self._then(relation, steps)

    def _ratio(self, relation: Expr, top: Expr, under: Expr, k: Expr, below: bool) -> Finish | None:
        quotient: Expr = ("/", top, under)
        found = self.limit(quotient)
        if found is None or infinite(found[0]) == (1 if below else -1):
            return None
        within: Expr = k if infinite(found[0]) else ("-", k, found[0]) if below else ("-", found[0], k)
        if not infinite(found[0]) and self.branch.driver.prove(self.branch.s, ("<", 0, within), 1) is None:
            return None
        positive: Expr = ("<", 0, under)
        if not self.add(positive, side_condition=True):
            return None
        closer = self.close(quotient, within)
        side: Expr = ("<", quotient, k) if below else ("<", k, quotient)
        return None if closer is None else self._then(relation, [closer, self.found[positive]], side)

    def _then(self, relation: Expr, steps: list[Finish], ratio: Expr | None = None) -> Finish:
        """The relation at a term, from facts there."""
        x, driver = self.place.x, self.branch.driver

        def finish(branch: Branch, t: Expr) -> str | None:
            labels = [step(branch, t) for step in steps]
            used = [label for label in labels if label is not None]
            if len(used) < len(steps):
                return None
            goal = substitute(relation, {x: t})
            shown = [goal] if ratio is None else [goal, substitute(ratio, {x: t})]
            entries = Signs(branch).nonzero(shown) or []
            for part in ("", ".0", ".1"):
                first = f"{used[0]}{part}"
                if first in branch.s.facts:
                    end: Node = {"rule": "positive", "products": [{"facts": [first, *used[1:]]}], "nonzero": entries}
                    if head(goal) != "!=" and driver.accepts(branch.s, goal, end):
                        return branch.have(goal, end)
                    for times in (1, -1) if head(goal) == "!=" else ():
                        equal = branch.label("equal")
                        node: Node = {**end, "terms": [{"fact": equal, "times": times}]}
                        node = {"rule": "intro", "as": equal, "then": node}
                        if driver.accepts(branch.s, goal, node):
                            return branch.have(goal, node)
            proof = bounded_time(driver, branch.s, goal, 2, PATIENCE)
            return None if proof is None else branch.have(goal, proof)

        return finish

    # -- together -------------------------------------------------------------------------------------
    def radius(self) -> Expr:
        """A radius that is at most all of them; for oo a bound that is at least all."""
        numbers = [r for r in self.radii if not free_names(r)]
        named = [r for r in self.radii if free_names(r)]
        if infinite(self.place.point):
            parts = [*named, *([max(numbers, key=_fraction)] if numbers else [])]
            return 1 if not parts else parts[0] if len(parts) == 1 else ("+", *parts)
        parts = [*named, *([min(numbers, key=_fraction)] if numbers else [])]
        least: Expr = parts[0] if parts else 1
        for r in parts[1:]:
            least = ("min", least, r)
        return least

    def smaller(self, branch: Branch, least: Expr) -> None:
        """Facts: the common radius is positive and at most each radius."""
        for r in self.radii:
            if r != least:
                plainly(branch, ("<=", r, least) if infinite(self.place.point) else ("<=", least, r))
        plainly(branch, ("<", 0, least))


def plainly(branch: Branch, goal: Expr) -> str | None:
    """A relation that follows from relations between variables alone, as a fact; its label, or None."""
    s, names = branch.s, free_names(goal)
    facts = {n: f for n, f in s.facts.items() if head(f) in ("<", "<=", ">", ">=") and free_names(f) <= names}
    proof = branch.driver.prove(Sequent(s.sorts, facts, s.context), goal, 1)
    if proof is None or not branch.driver.accepts(s, goal, proof):
        proof = branch.driver.prove(s, goal, 1)
    return None if proof is None else branch.have(goal, proof)


def _product(factors: list[Expr]) -> Expr:
    return 1 if not factors else factors[0] if len(factors) == 1 else ("*", *factors)


def _fraction(e: Expr) -> Fraction:
    if isinstance(e, int):
        return Fraction(e)
    a, b = operands(e)
    assert isinstance(a, int) and isinstance(b, int)
    return Fraction(a, b)
