"""Problems about order made smaller: atoms that equations give are put in, roots are squared away.

Every step makes new facts from old ones (with the equation times a cofactor), and the old ones are set aside.
"""

from __future__ import annotations

from fractions import Fraction

from verifier.kernel.algebra.field import Mono, Poly
from verifier.kernel.terms.expr import Expr
from verifier.language.named import to_json
from verifier.prove.driver.driver import Node
from verifier.prove.normal.field_polynomials import divided, multiplied
from verifier.prove.order.certificates.problem import Bound, Problem, expression


class Reducing(Problem):
    """A problem whose facts can be rewritten by its equations."""

    def eliminate(self, quotients: bool = False) -> None:
        """Use equations that are linear in an atom, with a number before it, to do away with that atom.

        With `quotients` also those with a product of positive atoms before it, for which facts are multiplied.
        """
        while True:
            found = next((x for n, p in self.zero if (x := self._solved(n, p, quotients)) is not None), None)
            if found is None:
                return
            self.driver.tick()
            label, gap, atom, lead = found
            self.zero = [(n, p) for n, p in self.zero if n != label]
            low, zero, apart = self.low, self.zero, self.apart
            self.low, self.zero, self.apart = [], [], []
            for b in low:
                self._rewritten(b.label, "<" if b.strict else "<=", b.poly, label, gap, atom, lead)
            for n, p in zero:
                self._rewritten(n, "==", p, label, gap, atom, lead)
            for n, p in apart:
                if lead == ():
                    self._rewritten(n, "!=", p, label, gap, atom, lead)

    def reduce(self) -> None:
        """Where an equation says that a monomial is a number, put the number for it in the inequalities."""
        for label, gap in self.zero:
            if len(gap) != 2 or () not in gap:
                continue
            (m, c), d = next((m, c) for m, c in gap.items() if m), gap[()]
            value = -Fraction(d) / c  # c * (m - value) == gap
            for i, b in enumerate(self.low):
                new: Poly = {}
                cofactor: Poly = {}
                for n, w in b.poly.items():
                    k = 0
                    while (rest := divided(n, m)) is not None:
                        k, n = k + 1, rest
                    new = self.field.plus(new, {n: w * value**k})
                    for j in range(k):
                        power: Mono = tuple((a, e * j) for a, e in m) if j else ()
                        part: Poly = {multiplied(n, power): w * value ** (k - 1 - j) / Fraction(c)}
                        cofactor = self.field.plus(cofactor, part)
                if not cofactor:
                    continue
                minus = to_json(expression(self.field, self.field.times(cofactor, {(): -1})))
                op = "<" if b.strict else "<="
                node: Node = {
                    "rule": "positive", "products": [{"facts": [b.label]}], "terms": [{"fact": label, "times": minus}],
                }  # fmt: skip
                found = self.branch.have((op, 0, expression(self.field, new)), node)
                assert found is not None
                self.read.add(found)
                if b.label in self.goals:
                    self.goals.add(found)
                self.low[i] = Bound(found, new, b.strict)

    def squared(self, b: Bound, known: dict[int, str], roots: list[int]) -> Bound | None:
        """From 0 < P - N, where N >= 0 is made of roots: 0 < P^2 - N^2, reduced by what the squares of roots are.

        `known`: atoms with the facts that they are at least 0; `roots`: those of them that are roots.
        """
        field = self.field
        small: Poly = {}
        products: list[dict[str, object]] = [{"facts": [b.label, b.label]}]
        for m, c in b.poly.items():
            if c < 0 and any(a in roots and e % 2 for a, e in m) and all(e % 2 == 0 or a in known for a, e in m):
                small[m] = -c
                entry: dict[str, object] = {"weight": str(-2 * c)}
                entry["facts"] = [b.label, *(known[a] for a, e in m if e % 2)]
                half: Poly = {tuple((a, e // 2) for a, e in m if e > 1): 1}
                if half != {(): 1}:
                    entry["square"] = to_json(expression(field, half))
                products.append(entry)
        if not small:
            return None
        large = field.plus(b.poly, small)
        new = field.plus(field.times(large, large), field.times(small, small), -1)
        cofactors: dict[str, Poly] = {}
        for label, gap in self.zero:
            lead = next((m for m in gap if len(m) == 1 and m[0][1] > 1 and m[0][0] in roots), None)
            if lead is None or any(a == lead[0][0] for m in gap if m != lead for a, _ in m):
                continue
            while (found := next(((m, q) for m in new if (q := divided(m, lead)) is not None), None)) is not None:
                self.driver.tick()
                part: Poly = {found[1]: Fraction(new[found[0]]) / gap[lead]}
                new = field.plus(new, field.times(part, gap), -1)
                cofactors[label] = field.plus(cofactors.get(label, {}), part)
        if not new or len(new) > 300:
            return None
        terms = [
            {"fact": n, "times": to_json(expression(field, field.times(p, {(): -1})))} for n, p in cofactors.items()
        ]
        node: Node = {"rule": "positive", "products": products, "terms": terms}
        kept = self.branch.have(("<", 0, expression(field, new)), node)
        assert kept is not None
        self.read.add(kept)
        self.goals.add(kept)
        return Bound(kept, new, True)

    def solvable(self) -> bool:
        """Whether an equation gives an atom as a quotient."""
        return any(self._solved(n, p, True) is not None for n, p in self.zero)

    def _solved(self, label: str, p: Poly, quotients: bool) -> tuple[str, Poly, int, Mono] | None:
        """The atom that an equation gives by the others, and the monomial before it."""
        for m in sorted(p, key=lambda m: -max((a for a, _ in m), default=-1)):
            for atom, e in reversed(m):
                if e > 1 or sum(a == atom for n in p for a, _ in n) > 1 or (len(m) > 1 and not quotients):
                    continue
                if max((sum(e for _, e in n) for n in p), default=0) > 12:
                    continue
                lead = tuple((a, e) for a, e in m if a != atom)
                if all(self._sign_of(a) is not None for a, _ in lead):
                    return label, p, atom, lead
        return None

    def _sign_of(self, atom: int) -> str | None:
        """The label of the fact that an atom is positive."""
        sign = self.signs.sign(self.field.sources[atom])
        return sign.label if sign is not None and sign.op == ">" else None

    def _rewritten(
        self, label: str, op: str, p: Poly, equation: str, gap: Poly, atom: int, lead: Mono
    ) -> None:
        if all(a != atom for m in p for a, _ in m):
            return self.keep(label, op, p)
        field = self.field
        whole: Mono = tuple(sorted((*lead, (atom, 1))))
        turn = 1 if gap[whole] > 0 else -1
        first: Poly = {lead: Fraction(gap[whole]) * turn}  # turn * gap == first * atom - value
        value: Poly = {m: -c * turn for m, c in gap.items() if m != whole}
        top = max(dict(m).get(atom, 0) for m in p)
        times: Poly = field.power(first, top) if lead else {(): 1}
        new: Poly = {}
        cofactor: Poly = {}  # times * p - new == cofactor * gap
        for m, c in p.items():
            k = dict(m).get(atom, 0)
            rest: Poly = {tuple((a, e) for a, e in m if a != atom): c}
            if lead:
                rest = field.times(rest, field.power(first, top - k))
            else:
                rest = field.times(rest, {(): 1 / first[()] ** k})
            new = field.plus(new, field.times(rest, field.power(value, k)))
            for i in range(k):
                part = field.times(field.power(value, k - 1 - i), field.power(first, i))
                part = field.times(part, {((atom, i),) if i else (): turn})
                cofactor = field.plus(cofactor, field.times(rest, part))
        if lead:
            return self._multiplied(label, op, new, cofactor, times, equation, self._scaled(lead, top))
        e = expression(field, new)
        minus = to_json(expression(field, field.times(cofactor, {(): -1})))
        term = {"fact": equation, "times": minus}
        if op in ("<", "<="):
            formula: Expr = (op, 0, e)
            node: Node = {"rule": "positive", "products": [{"facts": [label]}], "terms": [term]}
        elif op == "==":
            formula = ("==", 0, e)
            node = {"rule": "field", "terms": [{"fact": label, "times": -1}, {"fact": equation, "times": to_json(
                expression(field, cofactor))}]}
        else:
            formula = ("!=", 0, e)
            zero = self.branch.label("zero")
            once = field.plus(new, field.times(cofactor, gap), 2)
            twice = field.times(field.times(cofactor, cofactor), gap)
            terms = [
                {"fact": zero, "times": to_json(expression(field, field.times(once, {(): -1})))},
                {"fact": equation, "times": to_json(expression(field, field.times(twice, {(): -1})))},
            ]
            then: Node = {"rule": "positive", "products": [{"facts": [label]}], "terms": terms}
            node = {"rule": "intro", "as": zero, "then": then}
        found = self.branch.have(formula, node)
        assert found is not None
        self.read.add(found)
        if label in self.goals:
            self.goals.add(found)
        self.keep(found, op, new)

    def _scaled(self, lead: Mono, top: int) -> list[str]:
        """Facts whose product is a power of a monomial in positive atoms."""
        labels = [self._sign_of(a) for a, e in lead for _ in range(e * top)]
        return [n for n in labels if n is not None]

    def _multiplied(
        self, label: str, op: str, new: Poly, cofactor: Poly, times: Poly, equation: str, signs: list[str]
    ) -> None:
        """The fact times positive atoms, without the atom that the equation gives."""
        field = self.field
        scale = abs(next(iter(times.values())))
        e = expression(field, new)
        minus = to_json(expression(field, field.times(cofactor, {(): -1})))
        if op == "==":
            factor = to_json(expression(field, field.times(times, {(): -1})))
            plus = to_json(expression(field, cofactor))
            terms = [{"fact": label, "times": factor}, {"fact": equation, "times": plus}]
            node: Node = {"rule": "field", "terms": terms}
        else:
            product = {"weight": str(scale), "facts": [label, *signs]}
            node = {"rule": "positive", "products": [product], "terms": [{"fact": equation, "times": minus}]}
        found = self.branch.have((op, 0, e), node)
        assert found is not None
        self.read.add(found)
        if label in self.goals:
            self.goals.add(found)
        self.keep(found, op, new)
