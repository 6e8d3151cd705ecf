"""Signs of terms from the inside out; every sign found becomes a fact of the branch.

Decides: the relation of a term to 0 (>, <, >=, <=, == or !=, the strongest that is found). How: by a fact about a term
that differs by a factor and a number; else by its form: sums of terms of one sign, products, quotients, powers, integer
variables by their ranges, other functions by `function_facts`. Each term is asked about once.  Complete for: products
and quotients, given the signs of the factors.  Cannot do: sums whose parts have different signs (`linear`, `squares`).
"""

from __future__ import annotations

from fractions import Fraction

from verifier.kernel.algebra.field import Ratio, constant, is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import as_less
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands, to_json
from verifier.prove.driver.driver import Branch, Node, accepts
from verifier.prove.numbers.shared_terms import addends, number
from verifier.prove.order.function_facts import power_sign, sign_of
from verifier.prove.order.sign_facts import DOWN, UP, Sign, SignFacts, said, shape


class Signs(SignFacts):
    """Finds signs of terms and keeps them as facts of a branch."""

    def __init__(self, branch: Branch) -> None:
        super().__init__(branch)
        self.known: dict[Expr, Sign | None] = {}

    def sign(self, e: Expr) -> Sign | None:
        """The strongest sign found for e, or None."""
        if e not in self.known:
            self.driver.tick()
            self.known[e] = None  # while it is open
            self.known[e] = self._sign(e)
        return self.known[e]

    def _sign(self, e: Expr) -> Sign | None:
        try:
            r = self.field.read(e)
        except Unknown:
            return None
        number = constant(r)
        if number is not None:
            if not number:
                return self.keep("==", e, {"rule": "field"}, [])
            node: Node = {"rule": "positive", "products": [{"weight": str(abs(number))}]}
            return self.keep(">" if number > 0 else "<", e, node, [])
        if not is_real(e, self.branch.s.sorts):
            return self._complex(e)
        found = self._by_facts(e, r)
        if found is not None and found.op in (">", "<", "=="):
            return found
        by_form = self._by_form(e)
        if by_form is not None and (found is None or by_form.op in (">", "<", "==")):
            return by_form
        if found is not None and by_form is not None and {found.op, by_form.op} in ({"!=", ">="}, {"!=", "<="}):
            return self._sharpened(e, found, by_form)
        return found

    def _sharpened(self, e: Expr, x: Sign, y: Sign) -> Sign | None:
        """e > 0 from e >= 0 and e != 0: were e <= 0, then e^2 > 0 and -e*e >= 0."""
        weak, other = (y, x) if x.op == "!=" else (x, y)
        op = weak.op[0]
        no = self.branch.label("no")
        products = [{"facts": [other.label]}, {"facts": [weak.label, no]}]
        then: Node = {"rule": "positive", "products": products}
        entries = self.nonzero([e])
        if entries:
            then["nonzero"] = entries
        label = self.branch.have(said(op, e), {"rule": "negate", "as": no, "then": then})
        return None if label is None else Sign(op, label)

    def _by_facts(self, e: Expr, r: Ratio) -> Sign | None:
        key, scale, shift = shape(r)
        weak: Sign | None = None
        for op, value, label in self.table.get(key, ()):
            at = scale * value + shift  # e op at, the relation turned round for a negative scale
            new = op if scale > 0 else {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(op, op)
            if op in ("==", "!="):
                sign: str | None = op if not at else None
                if op == "==" and at:
                    sign = ">" if at > 0 else "<"
            elif (at > 0 and new in UP) or (at < 0 and new in DOWN):
                sign = new[0]
            else:
                sign = None if at else new
            if sign is None or (weak is not None and sign == weak.op):
                continue
            node = self._scaled(e, r, sign, label, op, at)
            got = None if node is None else self.keep(sign, e, node, [label])
            if got is not None and sign in (">", "<", "=="):
                return got
            if got is not None and weak is not None and "!=" in (got.op, weak.op):
                return self._sharpened(e, weak, got)
            weak = weak or got
        return weak

    def _scaled(self, e: Expr, r: Ratio, sign: str, label: str, op: str, at: Fraction) -> Node | None:
        fact = as_less(self.branch.s.facts[label])
        a, b = operands(fact)
        gap = self.field.add(self.field.read(b), self.field.read(a), -1)
        m = max(m for m in gap[0] if m or r[1])
        ratio = Fraction(r[0].get(m, 0)) / Fraction(gap[0][m])
        if op == "==":
            if sign == "==":
                return {"rule": "field", "terms": [{"fact": label, "times": to_json(number(ratio))}]}
            terms = [{"fact": label, "times": to_json(number(ratio if sign == ">" else -ratio))}]
            return {"rule": "positive", "products": [{"weight": str(abs(at))}], "terms": terms}
        if sign == "!=":
            zero = self.branch.label("zero")
            terms = [{"fact": zero, "times": to_json(("*", number(1 / ratio**2), e))}]
            end: Node = {"rule": "positive", "products": [{"facts": [label]}], "terms": terms}
            entries = self.nonzero([e, fact])
            if entries:
                end["nonzero"] = entries
            return {"rule": "intro", "as": zero, "then": end}
        products: list[dict[str, object]] = [{"weight": str(abs(ratio)), "facts": [label]}]
        if at:
            products.append({"weight": str(abs(at))})
        return {"rule": "positive", "products": products}

    def _complex(self, e: Expr) -> Sign | None:
        if head(e) == "fn" and operands(e)[0] == "exp":
            label = self.branch.instance("exp-nonzero", operands(e)[1])
            return None if label is None else Sign("!=", label)
        for label, fact in self.branch.s.facts.items():
            if fact == ("!=", e, 0):
                return Sign("!=", label)
        return None

    def _by_form(self, e: Expr) -> Sign | None:
        op, args = head(e), operands(e)
        if isinstance(e, str):
            return self._integer(e)
        if op in ("+", "-", "neg"):
            return self._sum(e)
        if op == "*":
            return self._product(e, args)
        if op == "/":
            return self._quotient(e, args[0], args[1])
        if op == "^":
            return self._power(e, args[0], args[1])
        return sign_of(self, e)

    def _integer(self, name: str) -> Sign | None:
        s = self.branch.s
        if head(s.sorts.get(name, 0)) != "integer":
            return None
        for op in (">", "<", ">=", "<="):
            if accepts(s, said(op, name), {"rule": "arith"}):
                label = self.branch.have(said(op, name), {"rule": "arith"})
                return None if label is None else Sign(op, label)
        return None

    def _sum(self, e: Expr) -> Sign | None:
        signs: list[Sign] = []
        up = strict = True
        seen: set[bool] = set()
        for part, positive in addends(e):
            sign = self.sign(part)
            if sign is None or sign.op == "!=":
                return None
            signs.append(sign)
            if sign.op != "==":
                seen.add((sign.op in UP) == positive)
            if len(seen) > 1:
                return None
        if not seen:
            return None
        up = seen == {True}
        strict = any(x.op in ("<", ">") for x in signs)
        op = (">" if up else "<") + ("" if strict else "=")
        products = [{"facts": [x.label]} for x in signs if x.op != "=="]
        factor = -1 if up else 1
        terms = [
            {"fact": x.label, "times": factor if positive else -factor}
            for x, (_, positive) in zip(signs, addends(e), strict=True)
            if x.op == "=="
        ]
        node: Node = {"rule": "positive", "products": products, "terms": terms}
        return self.keep(op, e, node, [x.label for x in signs])

    def _product(self, e: Expr, args: tuple[Expr, ...]) -> Sign | None:
        merged: dict[Expr, int] = {}
        for a in args:
            merged[a] = merged.get(a, 0) + 1
            zero = self.sign(a)
            if zero is not None and zero.op == "==":
                rest = list(args)
                rest.remove(a)
                term = {"fact": zero.label, "times": to_json(("*", -1, *rest))}
                return self.keep("==", e, {"rule": "field", "terms": [term]}, [zero.label])
        signs: list[Sign] = []
        for a, k in merged.items():
            sign = self.sign(a)
            if k % 2 == 0 and (sign is None or sign.op not in (">", "<", "!=")):
                sign, k = self.sign(("^", a, k)), 1
            if sign is None:
                return None
            signs += [sign] * k
        if any(x.op == "!=" for x in signs):
            return self._apart_product(e, signs)
        down = sum(x.op in DOWN for x in signs) % 2
        op = ("<" if down else ">") + ("" if all(x.op in ("<", ">") for x in signs) else "=")
        labels = [x.label for x in signs]
        return self.keep(op, e, {"rule": "positive", "products": [{"facts": labels}]}, labels)

    def _apart_product(self, e: Expr, signs: list[Sign]) -> Sign | None:
        """A product of what is not 0: its square is positive."""
        if any(x.op in (">=", "<=") for x in signs):
            return None
        zero = self.branch.label("zero")
        labels = [x.label for x in signs for _ in range(1 if x.op == "!=" else 2)]
        terms = [{"fact": zero, "times": to_json(e)}]
        end: Node = {"rule": "positive", "products": [{"facts": labels}], "terms": terms}
        entries = self.nonzero([e])
        if entries:
            end["nonzero"] = entries
        return self.keep("!=", e, {"rule": "intro", "as": zero, "then": end}, labels)

    def _quotient(self, e: Expr, top: Expr, below: Expr) -> Sign | None:
        y = self.sign(below)
        if y is None or y.op not in (">", "<", "!="):
            return None
        x = self.sign(top)
        if x is None:
            return None
        if x.op == "==":
            term = {"fact": x.label, "times": to_json(("/", -1, below))}
            return self.keep("==", e, {"rule": "field", "terms": [term]}, [x.label])
        if "!=" in (x.op, y.op):
            if x.op in (">=", "<="):
                return None
            zero = self.branch.label("zero")
            labels = [x.label] if x.op == "!=" else [x.label, x.label]
            terms = [{"fact": zero, "times": to_json(("*", top, below))}]
            end: Node = {"rule": "positive", "products": [{"facts": labels}], "terms": terms}
            entries = self.nonzero([e])
            if entries is None:
                return None
            return self.keep("!=", e, {"rule": "intro", "as": zero, "then": {**end, "nonzero": entries}}, labels)
        up = (x.op in UP) == (y.op == ">")
        op = (">" if up else "<") + ("=" if x.op in (">=", "<=") else "")
        node: Node = {
            "rule": "positive", "multiplier": [{"facts": [y.label, y.label]}],
            "products": [{"facts": [x.label, y.label]}],
        }  # fmt: skip
        return self.keep(op, e, node, [x.label, y.label])

    def _power(self, e: Expr, base: Expr, exponent: Expr) -> Sign | None:
        if not isinstance(exponent, int):
            return power_sign(self, e, base, exponent)
        b = self.sign(base)
        if exponent < 0:
            if b is None or b.op not in (">", "<", "!="):
                return None
            return self._quotient(e, 1, ("^", base, -exponent) if exponent != -1 else base)
        if exponent % 2 == 0:
            half: Expr = ("^", base, exponent // 2) if exponent > 2 else base
            if b is not None and b.op in (">", "<", "!=") and exponent <= 60:
                labels = [b.label] * (exponent // 2 if b.op == "!=" else exponent)
                return self.keep(">", e, {"rule": "positive", "products": [{"facts": labels}]}, labels)
            if b is not None and b.op == "==":
                return None
            return self.keep(">=", e, {"rule": "positive", "products": [{"square": to_json(half)}]}, [])
        if b is None or exponent > 60 or b.op == "==":
            return None
        if b.op == "!=":
            return self._apart_product(e, [b] * exponent)
        return self.keep(b.op, e, {"rule": "positive", "products": [{"facts": [b.label] * exponent}]}, [b.label])
