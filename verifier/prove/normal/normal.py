"""Normal forms of scalar terms: atoms are rewritten by known facts, and every rewriting can be replayed as cofactors.

A `Normal` reads terms as rational functions in atoms (the kernel's `Field`).  `learn` visits the atoms of a term,
innermost first; a handler per function adds facts (instances of the kernel's table) that express an atom by simpler
ones, as a *rule*: a polynomial equation in the atom.  `reduce` divides by the rules and keeps the cofactors, so that
``a == b`` becomes one step ``field``.  What has no rule is a generator.

Common denominators (of exponents, angles and roots) are found on the way; where one grows after it was used,
`stale` is set and the reading is repeated with what was learnt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from verifier.kernel.algebra.field import Field, Frozen, Poly, Ratio, constant, frozen
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands, replaced, to_json
from verifier.prove.driver.driver import Driver, Node
from verifier.prove.numbers.basic import term_of
from verifier.prove.numbers.gathered import Facts

Terms = list[tuple[str, Ratio]]
Handler = Callable[["Normal", Expr, int], None]
ARITHMETIC = ("+", "-", "*", "/", "neg")
_OPAQUE = frozenset(("limit", "integrate", "Sum", "Product", "oo", "diff", "Piecewise"))


@dataclass(frozen=True)
class Rule:
    """gap == 0, a polynomial of some degree in an atom; `gap` is right minus left side of the fact, times `below`."""

    label: str
    gap: Poly
    below: tuple[tuple[Frozen, int], ...]
    degree: int
    lead: Poly


class Ways(NamedTuple):
    """What a normal form knows of functions: who rewrites them, by word or head, and who shows what does not vanish."""

    handlers: Mapping[str, Handler]
    nonzero: Callable[[Normal, Expr, Poly], str | None]


class Normal(Facts):
    """Rewrites terms under the facts of a sequent.  Raises `Unknown` where the work gets out of hand."""

    def __init__(
        self, driver: Driver, s: Sequent, effort: int, stem: str, ways: Ways, fractions: dict[object, int] | None = None
    ) -> None:
        super().__init__(driver, s, effort, stem)
        self.ways = ways
        self.rules: dict[int, Rule] = {}
        self.learnt: set[int] = set()
        self.fractions: dict[object, int] = fractions if fractions is not None else {}
        self.used: dict[object, int] = {}
        self.stale = False
        self.known_apart: dict[Frozen, str | None] = {}
        self._depth = 0

    # -- rules ----------------------------------------------------------------------------------------
    def rule(self, label: str | None, e: Expr) -> bool:
        """Use a fact to eliminate an atom; False where there is no fact."""
        if label is None:
            return False
        atom = self.atom(e)
        a, b = operands(self.fact(label))
        gap, below = self.field.add(self.field.read(b), self.field.read(a), -1)
        by_degree = powers_of(gap, atom)
        degree = max(by_degree)
        if atom in self.rules or degree == 0:
            return False
        self.rules[atom] = Rule(label, gap, tuple(below.items()), degree, by_degree[degree])
        return True

    def atom(self, e: Expr) -> int:
        """The number of the atom that a term is."""
        ((m, _),) = self.field.read(e)[0].items()
        return m[0][0]

    def common(self, key: object, denominator: int) -> int:
        """The common denominator used with a generator; `stale` is set where it has to grow."""
        wanted = lcm(self.fractions.get(key, 1), denominator)
        if key in self.used and self.used[key] != wanted:
            self.stale = True
            self.fractions[key] = wanted
            return self.used[key]
        self.fractions[key] = self.used[key] = wanted
        return wanted

    # -- reading --------------------------------------------------------------------------------------
    def learn(self, e: Expr) -> None:
        """Find rules for all atoms of a term, innermost first."""
        self.driver.tick()
        if not isinstance(e, tuple):
            if isinstance(e, str) and head(self.start.sorts.get(e, 0)) == "complex":
                self._once(e, self.ways.handlers.get(""))
            return
        op, args = e[0], e[1:]
        if op in ARITHMETIC:
            for a in args:
                self.learn(a)
            return
        if op == "fn" and args[0] in _OPAQUE:
            return
        if op == "^":
            self.learn(args[0])
            n = constant(self.field.read(args[1]))
            if n is not None and n.denominator == 1:
                return
            self.learn(args[1])
        elif op == "fn" or op in ("abs", "sqrt", "floor", "min", "max", "mod"):
            for a in args[1:] if op == "fn" else args:
                self.learn(a)
        else:
            return
        self._once(e, self.ways.handlers.get(str(args[0] if op == "fn" else op)))

    def _once(self, e: Expr, handler: Handler | None) -> None:
        ratio = self.field.read(e)
        if len(ratio[0]) != 1 or ratio[1]:
            return
        number = self.atom(e)
        if number in self.learnt:
            return
        self.learnt.add(number)
        self._depth += 1
        if self._depth > 60:
            raise Unknown("rewriting goes too deep")
        if handler is not None:
            handler(self, e, number)
        self._depth -= 1

    def settle(self, e: Expr) -> Expr:
        """The atom with its arguments in normal form; the old atom gets a rule where it changes."""
        assert isinstance(e, tuple)
        start = 2 if e[0] == "fn" else 1
        at = e
        for i in range(start, len(e)):
            old, new = at[i], self.canonical(at[i])
            if frozen(self.field.read(old)) == frozen(self.field.read(new)):
                continue
            equal = self.equation(old, new)
            if equal is None:
                continue
            known = self.have(("==", old, new), equal)
            after = (*at[:i], new, *at[i + 1 :])
            proof: Node = {"rule": "replace", "fact": known, "then": {"rule": "field"}}
            if replaced(after, old, new) != after:  # z occurs in re(z) + I*im(z): the other way round then
                if self.field.read(replaced(after, new, old)) != self.field.read(replaced(at, new, old)):
                    continue
                proof["back"] = True
            self.rule(self.have(("==", at, after), proof), at)
            at = after
        if at is not e:
            self.learn(at)
        return at

    def canonical(self, e: Expr) -> Expr:
        """A term in normal form (an expression in generators)."""
        return self.expr(self.reduce(self.field.read(e), below=True)[0])

    def expr(self, r: Ratio) -> Expr:
        top = term_of(self.field, tuple(sorted(r[0].items())))
        for factor, e in sorted(r[1].items()):
            for _ in range(e):
                top = ("/", top, term_of(self.field, factor))
        return top

    # -- reduction ------------------------------------------------------------------------------------
    def reduce(self, r: Ratio, below: bool = False) -> tuple[Ratio, Terms]:
        """r = result + sum of cofactor * (right - left side of a fact).  With `below`, also in denominators."""
        terms: Terms = []
        if below:
            r = self._reduce_below(r, terms)
        num, den = r
        while True:
            rule, atom = self._next(num)
            if rule is None:
                break
            num, den = self._divide(num, den, rule, atom, terms)
        return self.cancel((num, den)), terms

    def _next(self, num: Poly) -> tuple[Rule | None, int]:
        """The rule to apply: plain replacements first, the latest atom first."""
        degrees: dict[int, int] = {}
        for m in num:
            for a, e in m:
                degrees[a] = max(e, degrees.get(a, 0))
        found = [(r.degree == 1, a) for a, e in degrees.items() if (r := self.rules.get(a)) and e >= r.degree]
        if not found:
            return None, 0
        atom = max(found)[1]
        return self.rules[atom], atom

    def _divide(self, num: Poly, den: dict[Frozen, int], rule: Rule, atom: int, terms: Terms) -> Ratio:
        field = self.field
        inverse, parts = field.invert((rule.lead, {}))
        (scale,) = inverse.values()
        monic: Poly = {m: Fraction(c) * scale for m, c in rule.lead.items()}
        quotient: Poly = {}
        den = dict(den)
        while True:
            by_degree = powers_of(num, atom)
            k = max(by_degree, default=0)
            if k < rule.degree:
                break
            self.driver.tick()
            step = field.times(by_degree[k], {(((atom, k - rule.degree),) if k > rule.degree else ()): scale})
            if parts:
                num, quotient = field.times(num, monic), field.times(quotient, monic)
                for f, e in parts.items():
                    den[f] = den.get(f, 0) + e
            num = field.plus(num, field.times(step, rule.gap), -1)
            quotient = field.plus(quotient, step)
        times: Ratio = (quotient, dict(den))
        for f, e in rule.below:
            times = (field.times(times[0], field.power(dict(f), e)), times[1])
        terms.append((rule.label, self.cancel(times)))
        return self.cancel((num, den))

    def _reduce_below(self, r: Ratio, terms: Terms) -> Ratio:
        """Denominators in normal form: 1/F - 1/G = -(F - G)/(F*G)."""
        field = self.field
        for factor, e in list(r[1].items()):
            p = dict(factor)
            if self._next(p)[0] is None:
                continue
            new, inner = self.reduce((p, {}))
            if not new[0]:
                raise Unknown("a division by zero")
            for _ in range(e):
                both = field.multiply(r, field.invert(new))
                terms += [(label, field.multiply((field.plus({}, both[0], -1), both[1]), c)) for label, c in inner]
                rest = dict(r[1])
                rest[factor] -= 1
                r = field.multiply((r[0], {f: k for f, k in rest.items() if k}), field.invert(new))
        return r

    def cancel(self, r: Ratio) -> Ratio:
        """Denominators that divide the numerator are taken out."""
        num, den = r[0], dict(r[1])
        if not num:
            return {}, {}
        for factor in list(den):
            while den[factor]:
                quotient = exact_quotient(num, dict(factor))
                if quotient is None:
                    break
                num = quotient
                den[factor] -= 1
            if not den[factor]:
                del den[factor]
        return num, den

    # -- conclusions ----------------------------------------------------------------------------------
    def equation(self, a: Expr, b: Expr) -> Node | None:
        """A node for a == b, from the rules."""
        self.learn(a)
        self.learn(b)
        gap = self.field.add(self.field.read(a), self.field.read(b), -1)
        rest, terms = self.reduce(gap)
        return None if rest[0] else self.combination(gap, terms)

    def combination(self, gap: Ratio, terms: Terms, further: tuple[Ratio, ...] = ()) -> Node | None:
        """The step ``field`` with these cofactors, where no denominator (of `further` cofactors either) vanishes."""
        below = set(gap[1]).union(*(r[1] for r in further))
        data: list[Node] = []
        for label, times in gathered(self.field, terms):
            below |= set(times[1])
            a, b = operands(self.fact(label))
            below |= set(self.field.add(self.field.read(b), self.field.read(a), -1)[1])
            data.append({"fact": label, "times": to_json(self.expr(times))})
        proofs: list[Node] = []
        for factor in sorted(below):
            known = self.apart(factor)
            if known is None:
                return None
            of = to_json(term_of(self.field, factor))
            proofs.append({"of": of, "proof": {"rule": "exact", "fact": known}})
        return {"rule": "field", "terms": data, "nonzero": proofs}

    def apart(self, factor: Frozen) -> str | None:
        """The label of the fact that a polynomial does not vanish."""
        if factor not in self.known_apart:
            self.known_apart[factor] = None
            e = term_of(self.field, factor)
            self.known_apart[factor] = self.ways.nonzero(self, e, dict(factor))
        return self.known_apart[factor]

    def vanishes_not(self, e: Expr) -> str | None:
        """The label of the fact that an atom does not vanish."""
        top, _ = self.field.read(e)
        return self.apart(tuple(sorted(top.items())))

    def denominators(self, *terms: Expr) -> Iterator[Node]:
        """What the rule `positive` wants to know of the denominators of terms."""
        seen = set()
        for e in terms:
            for factor in self.field.read(e)[1]:
                known = self.apart(factor)
                if factor not in seen and known is not None:
                    seen.add(factor)
                    yield {"of": to_json(term_of(self.field, factor)), "proof": {"rule": "exact", "fact": known}}


def powers_of(p: Poly, atom: int) -> dict[int, Poly]:
    """A polynomial by powers of one atom."""
    found: dict[int, Poly] = {}
    for m, c in p.items():
        e = next((k for a, k in m if a == atom), 0)
        found.setdefault(e, {})[tuple((a, k) for a, k in m if a != atom)] = c
    return found


def gathered(field: Field, terms: Terms) -> Iterator[tuple[str, Ratio]]:
    """One cofactor a fact."""
    total: dict[str, Ratio] = {}
    for label, times in terms:
        total[label] = field.add(total[label], times) if label in total else times
    return ((label, times) for label, times in total.items() if times[0])


def exact_quotient(p: Poly, q: Poly) -> Poly | None:
    """p / q where q divides p, else None."""
    if len(q) == 1:
        ((n, d),) = q.items()
        found: Poly = {}
        for m, c in p.items():
            powers = dict(m)
            for a, e in n:
                powers[a] = powers.get(a, 0) - e
                if powers[a] < 0:
                    return None
            found[tuple(sorted((a, e) for a, e in powers.items() if e))] = c if d == 1 else Fraction(c) / d
        return found
    if any(a not in {b for m in p for b, _ in m} for m in q for a, _ in m):
        return None
    from flint import fmpq, fmpq_mpoly_ctx

    atoms = sorted({a for m in (*p, *q) for a, _ in m})
    ring = fmpq_mpoly_ctx.get([f"a{a}" for a in atoms], "lex")

    def polynomial(source: Poly) -> object:
        terms = {}
        for m, c in source.items():
            powers = dict(m)
            terms[tuple(powers.get(a, 0) for a in atoms)] = fmpq(c.numerator, c.denominator)
        return ring.from_dict(terms)

    quotient, rest = divmod(polynomial(p), polynomial(q))  # type: ignore[operator]
    if rest != 0:
        return None
    return {
        tuple((a, int(e)) for a, e in zip(atoms, m, strict=True) if e): _number(c) for m, c in quotient.terms()
    }


def _number(c: object) -> int | Fraction:
    q = Fraction(int(c.p), int(c.q))  # type: ignore[attr-defined]
    return q.numerator if q.denominator == 1 else q

