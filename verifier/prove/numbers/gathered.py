"""Facts that a branch of a proof has gathered: side conditions that were asked for, and what is visibly positive."""

from __future__ import annotations

from fractions import Fraction
from zlib import crc32

from verifier.kernel.algebra.field import Field, Poly, is_real
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import same
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import fresh, operands, substitute, to_json
from verifier.library.facts import schema, stated
from verifier.prove.driver.driver import Branch, Driver, Node, OutOfTime

PATIENCE = 0.4  # seconds for one side condition


class Steps(Branch):
    """A branch whose labels cannot meet those of proofs made elsewhere."""

    def __init__(self, driver: Driver, s: Sequent, stem: str) -> None:
        super().__init__(driver, s)
        self.stem, self.count = stem, 0

    def label(self, stem: str = "f") -> str:
        self.count += 1
        return f"{self.stem}.{self.count}"


def stem_of(s: Sequent, goal: object) -> str:
    """A prefix of labels that belongs to this goal under these facts."""
    return f"{crc32(repr((goal, sorted(s.facts))).encode()):08x}"


class Facts:
    """Adds facts to a branch, and remembers which side conditions were proved and which were not."""

    def __init__(self, driver: Driver, s: Sequent, effort: int, stem: str) -> None:
        self.driver, self.start, self.effort = driver, s, effort
        self.steps = Steps(driver, s, stem)
        self.field = Field(s.sorts)
        self.asking = 0  # the effort of the driver on any condition
        self.signs: dict[tuple[str, Expr], str | None] = {}

    def ask(self, formula: Expr, effort: int = 0) -> str | None:
        """The label of a formula that the driver proves under the given facts, or None."""
        op = head(formula)
        key = (str(op), formula)
        if key in self.signs:
            return self.signs[key]
        for label, fact in self.start.facts.items():
            if same(fact, formula):
                return label
        self.signs[key] = None
        wanted = max(self.asking, min(effort, self.effort))
        node = self.evident(formula) or self.asked(formula, wanted)
        if node is not None:
            self.signs[key] = self.have(formula, node)
        return self.signs[key]

    def asked(self, formula: Expr, effort: int) -> Node | None:
        """The driver's proof under the given facts, within a part of a second.  Raises `OutOfTime`."""
        if effort == 0:
            return self.driver.prove(self.start, formula, 0)
        try:
            return self.driver.within(1.0, PATIENCE).prove(self.start, formula, effort)
        except OutOfTime:
            self.driver.tick()
            return None

    def have(self, formula: Expr, node: Node) -> str:
        label = self.steps.step({"rule": "have", "formula": to_json(formula), "proof": node}, formula)
        self.signs[str(head(formula)), formula] = label
        return label

    def instance(self, name: str, *terms: Expr, effort: int = 0) -> str | None:
        """A known fact at terms (in the alphabetical order of its letters); None where a condition is not proved."""
        letters, conditions, fact = schema(name)
        values = dict(zip(letters, terms, strict=True))
        premises: list[Node] = []
        for condition in conditions:
            label = self.ask(substitute(condition, values), effort)
            if label is None:
                return None
            premises.append({"rule": "exact", "fact": label})
        for letter, term in values.items():
            if letter not in "kmnzw" and not is_real(term, self.start.sorts):
                return None
        formula = substitute(fact, values)
        here = fresh(f"{name}:here", frozenset(self.steps.s.facts))
        return self.steps.step(stated(name, terms, premises, formula, here), formula)

    def fact(self, label: str) -> Expr:
        return self.steps.s.facts[label]

    def evident(self, formula: Expr) -> Node | None:
        """A sum of terms that are visibly positive: numbers, exponentials, and products of positive facts."""
        if head(formula) not in ("<", "<=", ">", ">="):
            return None
        a, b = operands(formula)
        big, small = (a, b) if head(formula) in (">", ">=") else (b, a)
        if small != 0:
            return None
        r = self.field.read(big)
        if r[1] or not r[0]:
            return None
        strict = head(formula) in ("<", ">")
        products = self.positive_sum(r[0], strict) or self._bounded(r[0], strict)
        return None if products is None else {"rule": "positive", "products": products}

    def _bounded(self, p: Poly, strict: bool) -> list[Node] | None:
        """c + d*sin(u) or c + d*cos(u) with c >= |d|."""
        atoms = [m for m in p if m]
        c = Fraction(p.get((), 0))
        if len(atoms) != 1 or len(atoms[0]) != 1 or atoms[0][0][1] != 1:
            return None
        e, d = self.field.sources[atoms[0][0][0]], Fraction(p[atoms[0]])
        if head(e) != "fn" or operands(e)[0] not in ("sin", "cos") or not is_real(e, self.start.sorts):
            return None
        if c < abs(d) or (strict and c == abs(d)):
            return None
        label = self.instance(f"{operands(e)[0]}-{'upper' if d < 0 else 'lower'}", operands(e)[1])
        more: list[Node] = [{"weight": str(c - abs(d))}] if c > abs(d) else []
        return None if label is None else [{"weight": str(abs(d)), "facts": [label]}, *more]

    def positive_sum(self, p: Poly, strict: bool) -> list[Node] | None:
        """A polynomial as a sum of products of positive facts and squares, as the rule ``positive`` wants it."""
        products: list[Node] = []
        certain = False
        if any(c <= 0 for c in p.values()):
            return None
        for m, c in p.items():
            facts: list[str] = []
            root: list[Expr] = []
            for atom, e in m:
                label = self._positive_atom(atom)
                if label is not None:
                    facts += [label] * (e % 2 if e > 3 else e)
                    root += [self.field.sources[atom]] * (e // 2 if e > 3 else 0)
                elif e % 2:
                    return None
                else:
                    root += [self.field.sources[atom]] * (e // 2)
            strictly = not root and not any(head(self.fact(f)) in (">=", "<=") for f in facts)
            certain = certain or strictly
            node: Node = {"weight": str(Fraction(c)), "facts": facts}
            if root:
                node["square"] = to_json(root[0] if len(root) == 1 else ("*", *root))
            products.append(node)
        return products if certain or not strict else None

    def _positive_atom(self, atom: int) -> str | None:
        """A fact ``0 < atom`` or ``0 <= atom`` for an exponential, a root, pi, or a variable with such a fact."""
        e = self.field.sources[atom]
        key = ("evident", e)
        if key not in self.signs:
            self.signs[key] = None
            self.signs[key] = self._sign_of(e)
        return self.signs[key]

    def _sign_of(self, e: Expr) -> str | None:
        for wanted in ((">", e, 0), ("<", 0, e), (">=", e, 0), ("<=", 0, e)):
            for label, fact in self.start.facts.items():
                if fact == wanted:
                    return label
            if self.signs.get((str(wanted[0]), wanted)) is not None:
                return self.signs[str(wanted[0]), wanted]
        op, args = head(e), operands(e)
        if op == "fn" and args[0] == "exp" and is_real(e, self.start.sorts):
            return self.instance("exp-positive", args[1])
        if e == ("fn", "pi"):
            return self.instance("pi-over-zero")
        if op == "sqrt":
            return self.instance("sqrt-positive", args[0]) or self.instance("sqrt-nonnegative", args[0])
        if op == "fn" and args[0] in ("lambertw", "gamma") and len(args) == 2:
            return self.instance(f"{args[0]}-positive", args[1])
        if op == "abs":
            return self.instance("abs-nonnegative", args[0])
        if op == "^" and is_real(e, self.start.sorts):
            return self.instance("power-positive", *args)
        return None
