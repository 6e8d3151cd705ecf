"""Terms put in normal form together, by equations ``term == value`` that are facts of a branch.

Of terms that differ by a shift of integer arguments all but the first are expressed by their recurrences, by the
handlers that a `Rewriter` is given (`neighbouring`); what cannot be shown to be in range stays as it is.  Complete
for: nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from verifier.kernel.algebra.field import Field, Ratio
from verifier.kernel.algebra.integers import Index, Unknown, index_of
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.binding import free_names, marked
from verifier.kernel.terms.expr import BINDERS, Expr, head
from verifier.language.named import operands, replaced, substitute, to_json
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.numbers.basic import nonzero

STEPS = 60  # rewritings of one formula
SHIFT = 12  # steps of one recurrence
Groups = dict[object, list[list[int]]]  # the shifts of terms that differ by a shift
Handler = Callable[["Rewriter", Expr, Groups], bool]  # does one rewriting of a term, or says that there is none


def integer(branch: Branch, e: Expr) -> Index | None:
    """An integer expression in the integer variables of the branch."""
    try:
        i = index_of(e)
    except Unknown:
        return None
    return i if all(head(branch.s.sorts.get(n, 0)) == "integer" for n in i.names()) else None


def free_terms(e: Expr, bound: frozenset[str] = frozenset()) -> Iterator[Expr]:
    """Subterms without bound names, the outermost first."""
    if not isinstance(e, tuple):
        return
    if not bound & free_names(e):
        yield e
    if e[0] in BINDERS:
        place, scope = BINDERS[e[0]]
        for i, a in enumerate(e[1:]):
            if i != place:
                yield from free_terms(a, bound | {str(e[1 + place])} if i in scope else bound)
        return
    for a in e[2:] if e[0] == "fn" else e[1:]:
        yield from free_terms(a, bound)


def field_node(driver: Driver, s: Sequent, goal: Expr, terms: list[tuple[str, Expr]]) -> Node | None:
    """goal from equations that are facts with factors, if that is an identity; denominators proved nonzero."""
    field = Field(s.sorts)

    def gap(e: Expr) -> Ratio:
        a, b = operands(e)
        return field.add(field.read(b), field.read(a), -1)

    try:
        total = field.add(({}, {}), gap(goal), -1)
        for label, times in terms:
            total = field.add(total, field.multiply(field.read(times), gap(s.facts[label])), -1)
    except Unknown:
        return None
    if total[0]:
        return None
    proofs = nonzero(driver, s, field, sorted(field.needed.union(total[1])))
    if proofs is None:
        return None
    entries = [{"fact": label, "times": to_json(times)} for label, times in terms]
    return {"rule": "field", "terms": entries, "nonzero": proofs}


class Rewriter:
    """Equations ``term == value`` found so far, in the order in which they are to be applied."""

    def __init__(self, branch: Branch, handlers: Mapping[str, Handler]) -> None:
        """With the handlers it may ask, by the word or head of a term."""
        self.branch, self.driver, self.handlers = branch, branch.driver, handlers
        self.found: list[tuple[Expr, Expr, str]] = []
        self.refused: set[Expr] = set()
        self.formulas: list[Expr] = []

    # -- facts ----------------------------------------------------------------------------------------
    def entails(self, i: Index) -> bool:
        return self.branch.s.context.entails(i)

    def instance(self, name: str, *terms: Index | Expr) -> str | None:
        at = [t.expr() if isinstance(t, Index) else t for t in terms]
        try:
            return self.branch.instance(name, *at)
        except (Unknown, Rejected):
            return None

    def keep(self, term: Expr, value: Expr, terms: list[tuple[str, Expr]]) -> bool:
        """``term == value``, as a combination of facts."""
        node = field_node(self.driver, self.branch.s, ("==", term, value), terms)
        if node is None:
            return False
        label = self.branch.have(("==", term, value), node)
        assert label is not None
        self._note(term, value, label)
        return True

    def step(self, node: Node, term: Expr, value: Expr) -> bool:
        """``term == value`` by a forward rule."""
        label = self.branch.step(node, ("==", term, value), "eq")
        self._note(term, value, label)
        return True

    def _note(self, term: Expr, value: Expr, label: str) -> None:
        self.found.append((term, value, label))
        self.formulas = [replaced(f, term, value) for f in self.formulas]

    # -- the loop -------------------------------------------------------------------------------------
    def run(self, formulas: list[Expr]) -> list[Expr]:
        """Rewrite formulas together until nothing more applies; the new formulas."""
        self.formulas = list(formulas)
        for _ in range(STEPS):
            self.driver.tick()
            if not self._one():
                break
        return self.formulas

    def _one(self) -> bool:
        terms = list(dict.fromkeys(t for f in self.formulas for t in free_terms(f)))
        groups = grouped(self, terms)
        for term in terms:
            if term in self.refused:
                continue
            kind = str(operands(term)[0] if head(term) == "fn" else head(term))
            handler = self.handlers.get(kind)
            if handler is None:
                continue
            before = len(self.found)
            try:
                done = handler(self, term, groups)
            except (Unknown, Rejected):
                done = False
            if done and len(self.found) > before and self.found[-1][0] != self.found[-1][1]:
                return True
            self.refused.add(term)
        return False

    def rewrite(self, goal: Expr, end: Node | None) -> Node | None:
        """A node for the goal from one for its rewritten form (the branch's steps go round it)."""
        if end is None:
            return None
        for _, _, label in reversed(self.found):
            end = {"rule": "replace", "fact": label, "then": end}
        return end

    def fact(self, label: str) -> str:
        """The label of a rewritten fact (the fact itself where nothing changes)."""
        for term, value, equation in self.found:
            old = self.branch.s.facts[label]
            new = replaced(old, term, value)
            if new != old:
                label = self.branch.step({"rule": "replace", "fact": equation, "on": label}, new, label.split(".")[0])
        return label


# -- groups: terms that differ by a shift -------------------------------------------------------------


def parted(i: Index) -> tuple[Index, int]:
    return i.plus(-i.offset), i.offset


def key_of(rewriter: Rewriter, term: Expr) -> tuple[object, list[int]] | None:
    """What terms that differ by a shift have in common, and the shifts."""
    op, args = head(term), operands(term)
    if op == "fn":
        word, rest = args[0], args[1:]
        fixed: Expr = ()
        if word in ("RisingFactorial", "FallingFactorial"):
            fixed, rest = rest[:1], rest[1:]
    elif op == "^":
        word, fixed, rest = "^", args[:1], args[1:]
    elif op in ("sum", "product"):
        f, j, lo, hi = args
        word, fixed, rest = op, (marked(substitute(f, {str(j): "?"})),), (lo, hi)
    else:
        return None
    parts = [integer(rewriter.branch, a) for a in rest]
    if not parts or any(p is None for p in parts):
        return None
    split = [parted(p) for p in parts if p is not None]
    return (word, fixed, tuple(p for p, _ in split)), [c for _, c in split]


def grouped(rewriter: Rewriter, terms: list[Expr]) -> Groups:
    found: Groups = {}
    for term in terms:
        key = key_of(rewriter, term)
        if key is not None:
            found.setdefault(key[0], []).append(key[1])
    return found


def lowest(r: Rewriter, term: Expr, groups: Groups, place: int = 0) -> tuple[int, int]:
    """The shift of a term and the least shift in its group."""
    found = key_of(r, term)
    assert found is not None
    key, shifts = found
    return shifts[place], min(x[place] for x in groups.get(key, [shifts]))
