"""Signs of terms as facts of a branch: what is known, and how a sign that was found is kept with its proof.

Decides nothing.  Who finds signs by the form of a term (`signs`, `function_facts`) asks for those of its parts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from typing import NamedTuple

from verifier.kernel.algebra.field import Field, Frozen, Mono, Ratio, factors, is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import as_less
from verifier.kernel.terms.expr import Expr, Number, head
from verifier.language.named import operands, to_json
from verifier.prove.driver.driver import Branch, Node
from verifier.prove.numbers.basic import term_of
from verifier.prove.numbers.shared_terms import divides, structural


class Sign(NamedTuple):
    """What is known of a term e: the relation (op) of e to 0, and the label of the fact that says so.

    The facts read 0 < e, 0 <= e, e < 0, e <= 0, e == 0 or e != 0.
    """

    op: str
    label: str


UP, DOWN = (">", ">="), ("<", "<=")
Key = tuple[Frozen, object]


def said(op: str, e: Expr) -> Expr:
    """The formula that says this sign of e."""
    return (op, e, 0) if op in ("<", "<=", "==", "!=") else ("<" if op == ">" else "<=", 0, e)


def shape(r: Ratio) -> tuple[Key, Fraction, Fraction]:
    """A ratio as scale * form + shift; the form is what terms that differ by scale and shift share."""
    p = dict(r[0])
    shift = Fraction(0) if r[1] else Fraction(p.pop((), 0))
    scale = Fraction(p[max(p)]) if p else Fraction(1)
    monic: list[tuple[Mono, Number]] = sorted((m, c / scale) for m, c in p.items())
    return (tuple(monic), tuple(sorted(r[1].items()))), scale, shift


class SignFacts(ABC):
    """A branch whose facts are signs: they are found again by their form, and new ones join them with their proofs."""

    def __init__(self, branch: Branch) -> None:
        self.branch, self.driver = branch, branch.driver
        self.field = Field(branch.s.sorts)
        self.table: dict[Key, list[tuple[str, Fraction, str]]] = {}
        for label, fact in branch.s.facts.items():
            self.note(label, fact)

    def note(self, label: str, fact: Expr) -> None:
        """Remember a fact as a bound of a form: form op value."""
        fact = as_less(fact)
        op = head(fact)
        if op not in ("<", "<=", "==", "!="):
            return
        a, b = operands(fact)
        if not (is_real(a, self.branch.s.sorts) and is_real(b, self.branch.s.sorts)):
            return
        try:
            r = self.field.add(self.field.read(b), self.field.read(a), -1)
        except Unknown:
            return
        if not r[0]:
            return
        key, scale, shift = shape(r)
        if op in DOWN:  # 0 < scale * form + shift
            op = (">" if op == "<" else ">=") if scale > 0 else op
        self.table.setdefault(key, []).append((op, -shift / scale, label))

    def nonzero(self, exprs: list[Expr]) -> list[dict[str, object]] | None:
        """Entries for the denominators that occur in terms or relations; None where one may vanish."""
        wanted: dict[Frozen, None] = {}
        outside, self.field.needed = self.field.needed, set()
        for e in exprs:
            if divides(e):
                for part in operands(e) if head(e) in ("==", "!=", "<", "<=", ">", ">=") else (e,):
                    wanted.update(dict.fromkeys(self.field.read(part)[1]))
        wanted.update(dict.fromkeys(sorted(self.field.needed)))
        self.field.needed = outside
        covered: set[Frozen] = set()
        entries: list[dict[str, object]] = []
        for d in [*structural(exprs), *(term_of(self.field, f) for f in wanted)]:
            try:
                top, below = self.field.read(d)
            except Unknown:
                continue
            if below or not top:
                continue
            parts = set(factors(top)[1]) & set(wanted) - covered
            sign = self.sign(d) if parts else None
            if sign is None or sign.op not in (">", "<", "!="):
                continue
            covered |= parts
            entries.append({"of": to_json(d), "proof": self.apart(d, sign)})
        return None if set(wanted) - covered else entries

    def apart(self, e: Expr, sign: Sign) -> Node:
        """A node for e != 0 from its sign."""
        if sign.op == "!=":
            return {"rule": "exact", "fact": sign.label}
        equal = self.branch.label("zero")
        end: Node = {
            "rule": "positive", "products": [{"facts": [sign.label]}],
            "terms": [{"fact": equal, "times": 1 if sign.op == ">" else -1}],
        }  # fmt: skip
        if divides(e):
            end["nonzero"] = self.nonzero([e]) or []
        return {"rule": "intro", "as": equal, "then": end}

    def keep(self, op: str, e: Expr, node: Node, used: list[str]) -> Sign | None:
        """A sign with its proof as a new fact."""
        formula = said(op, e)
        entries = self.nonzero([formula, *(self.branch.s.facts[n] for n in used)])
        if entries is None:
            return None
        if entries:
            node = {**node, "nonzero": entries}
        label = self.branch.have(formula, node)
        assert label is not None
        return Sign(op, label)

    def shifted(self, small: Expr, large: Expr, x: Sign) -> Node:
        """A node for small < large (or <=) from the sign of their difference."""
        node: Node = {"rule": "positive", "products": [{"facts": [x.label]}]}
        entries = self.nonzero([small, large])
        return {**node, "nonzero": entries} if entries else node

    @abstractmethod
    def sign(self, e: Expr) -> Sign | None:
        """The strongest sign found for e, or None."""
