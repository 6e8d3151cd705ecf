"""Radicals as variables: what defines sqrt(u), cbrt(u), abs(u) and rational powers, as polynomial facts.

`introduce` adds to a branch, for the radicals in some terms, equations such as sqrt(u)^2 == u and the signs of the
roots; rational powers of one base become powers of one root x^(1/N), products under a root come apart where their
factors are known to be nonnegative.  Afterwards the problem is one about polynomials.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import lcm

from verifier.kernel.algebra.field import Field, Mono, constant, is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import Expr
from verifier.prove.driver.driver import Branch
from verifier.prove.numbers.basic import term_of
from verifier.prove.numbers.shared_terms import number

MOST = 24  # radicals that one problem may have


def rational(field: Field, e: Expr) -> Fraction | None:
    """The value of a term that is visibly a rational number."""
    try:
        return constant(field.read(e))
    except Unknown:
        return None


class Radicals:
    """Adds the facts about the radicals of some terms to a branch."""

    def __init__(self, branch: Branch, effort: int) -> None:
        self.branch, self.effort = branch, min(effort, 1)
        self.field = Field(branch.s.sorts)
        self.done: set[Expr] = set()
        self.powers: dict[Expr, set[Fraction]] = {}

    def introduce(self, exprs: list[Expr]) -> None:
        found: dict[Expr, None] = {}
        for e in exprs:
            for part in subexpressions(e):
                if isinstance(part, tuple) and part not in found and self._closed_scope(part):
                    found[part] = None
        for part in reversed(found):  # inner ones first
            if len(self.done) < MOST:
                self.visit(part)
        self.roots()
        self.exponentials([e for e in found if e[:2] == ("fn", "exp")])  # type: ignore[index]
        floors = [e[1] for e in found if isinstance(e, tuple) and e[0] == "floor"]
        for a, b in permutations(floors[:4], 2):
            self.say("floor-monotone", a, b)

    def _closed_scope(self, e: Expr) -> bool:
        return _radical(e) and free_names(e) <= set(self.branch.s.sorts)

    def say(self, name: str, *terms: Expr) -> str | None:
        try:
            return self.branch.instance(name, *terms, effort=self.effort)
        except (Unknown, Rejected):
            return None

    def holds(self, formula: Expr) -> bool:
        return self.branch.driver.prove(self.branch.s, formula, self.effort) is not None

    def visit(self, e: Expr) -> None:
        assert isinstance(e, tuple)
        if e in self.done:
            return
        if e[0] == "sqrt":
            self.done.add(e)
            self.sqrt(e[1])
        elif e[0] == "abs" and is_real(e[1], self.branch.s.sorts):
            self.done.add(e)
            self.say("abs-nonnegative", e[1])
            self.say("abs-square", e[1])
        elif e[:2] == ("fn", "cbrt"):
            self.done.add(e)
            self.say("cbrt-cube", e[2])
            for formula in (("<", 0, e), ("<=", 0, e)):
                if self.branch.have(formula, effort=0) is not None:
                    break
        elif e[:2] == ("fn", "root") and len(e) == 4 and isinstance(e[3], int) and e[3] >= 2:
            self.done.add(e)
            if self.say("root-power", e[2], e[3]) is not None:
                self.visit(("^", e[2], ("/", 1, e[3])))
        elif e[0] == "^":
            exponent = rational(self.field, e[2])
            if exponent is not None and exponent.denominator > 1:
                self.done.add(e)
                self.power(e[1], exponent)

    def sqrt(self, u: Expr) -> None:
        parts = factors(u)
        plain = len(parts) > 1 and all(k > 0 and isinstance(a, str | int) for a, k in parts)
        if plain and all(self.holds(("<=", 0, a)) for a, _ in parts):
            first = parts[0][0]
            rest = rebuilt([(parts[0][0], parts[0][1] - 1), *parts[1:]])
            if self.say("sqrt-product", first, rest) is not None:
                self.visit(("sqrt", first))
                self.visit(("sqrt", rest))
                return
        if self.say("sqrt-square", u) is not None and self.say("sqrt-positive", u) is None:
            self.say("sqrt-nonnegative", u)

    def power(self, base: Expr, exponent: Fraction) -> None:
        c = number(exponent)
        parts = factors(base)
        plain = len(parts) > 1 and all(isinstance(a, str | int) for a, k in parts)
        if plain and all(self.holds(("<", 0, a)) for a, _ in parts):
            first, rest = rebuilt(parts[:1]), rebuilt(parts[1:])
            if self.say("power-product", first, rest, c) is not None:
                self.power(first, exponent)
                self.power(rest, exponent)
                return
        if len(parts) == 1 and parts[0][1] != 1:
            inner, k = parts[0]
            if self.say("power-power", inner, k, c) is not None:
                self.power(inner, exponent * k)
                return
        if exponent.denominator > 1:
            self.powers.setdefault(base, set()).add(exponent)

    def roots(self) -> None:
        """One root for each base: its power is the base, and the other powers are powers of it."""
        for base, exponents in self.powers.items():
            n = lcm(*(q.denominator for q in exponents))
            unit: Expr = ("/", 1, n)
            strict = self.say("power-positive", base, unit) is not None
            if not strict and self.say("power-nonnegative", base, unit) is None:
                continue
            name = "power-power" if strict else "power-power-nonnegative"
            self.say(name, base, unit, n)
            for q in sorted(exponents):
                if q != Fraction(1, n):
                    self.say(name, base, unit, int(q * n))


    def exponentials(self, exps: list[Expr]) -> None:
        """exp of rational combinations of the same terms as powers of one exponential for each term."""
        rows: list[dict[Mono, Fraction]] = []
        for e in exps:
            assert isinstance(e, tuple)
            r = self.field.read(e[2])
            rows.append({} if r[1] else {m: Fraction(c) for m, c in r[0].items()})
        shared = [r for r in rows if r]
        if len(shared) < 2 or len(exps) > 8 or any(abs(c) > 12 for r in shared for c in r.values()):
            return
        units = {m: lcm(*(r[m].denominator for r in shared if m in r)) for r in shared for m in r}
        if max(units.values()) > 12:
            return
        for row in shared:
            parts: list[Expr] = []
            for m, c in row.items():
                unit = ("/", term_of(self.field, ((m, 1),)), units[m])
                k = int(c * units[m])
                parts.append(unit if k == 1 else ("*", k, unit))
                self.say("exp-positive", unit)
                if k != 1 or units[m] != 1:
                    self.say("exp-multiple", k, unit)
            for i in range(len(parts) - 1):
                rest = parts[i + 1 :]
                self.say("exp-add", rest[0] if len(rest) == 1 else ("+", *rest), parts[i])


def factors(e: Expr) -> list[tuple[Expr, int]]:
    """A product as factors with integer exponents."""
    found: dict[Expr, int] = {}

    def visit(e: Expr, k: int) -> None:
        if isinstance(e, tuple) and e[0] == "*":
            for a in e[1:]:
                visit(a, k)
        elif isinstance(e, tuple) and e[0] == "/":
            visit(e[1], k)
            visit(e[2], -k)
        elif isinstance(e, tuple) and e[0] == "^" and isinstance(e[2], int) and e[2]:
            visit(e[1], k * e[2])
        elif e != 1:
            found[e] = found.get(e, 0) + k

    visit(e, 1)
    return [(a, k) for a, k in found.items() if k]


def rebuilt(parts: list[tuple[Expr, int]]) -> Expr:
    """Factors as a product."""
    terms: list[Expr] = [a if k == 1 else ("^", a, k) for a, k in parts if k]
    return 1 if not terms else terms[0] if len(terms) == 1 else ("*", *terms)


def introduce(branch: Branch, exprs: list[Expr], effort: int) -> None:
    """Add the defining facts of the radicals in some terms to the branch."""
    if any(_radical(part) for e in exprs for part in subexpressions(e)):
        Radicals(branch, effort).introduce(exprs)


def _radical(e: Expr) -> bool:
    if not isinstance(e, tuple):
        return False
    power = e[0] == "^" and not isinstance(e[2], int)
    return power or e[0] in ("sqrt", "abs", "floor") or e[:2] in (("fn", "cbrt"), ("fn", "root"), ("fn", "exp"))
