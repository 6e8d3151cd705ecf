"""Letters in the place of numbers that come from matrices, functions and random variables.

Decides: goals about numbers such as trace(B'*B), f[x] or E[X], that hold for any numbers with the same signs and of
which the same facts are known.  How: the outermost such terms become real variables, equal ones (in the algebra of
matrices) the same; what is known of them and is about nothing else goes with them, and that they are not negative where
that algebra shows it; the goal for all such numbers is one for the driver, and is used at the terms.  Complete for:
nothing.  Cannot do: what depends on how the numbers hang together.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterable, Mapping
from itertools import combinations
from typing import Any

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.binding import free_names, marked
from verifier.kernel.terms.expr import BINDERS, REAL, RELATIONS, TRUE, Expr, Malformed, head
from verifier.language.named import fresh, operands, replaced, to_json
from verifier.language.text.rebuild import atom_expr, mono_expr, powered, product, rational
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.driver.objects import objects, of_matrices
from verifier.prove.matrices import matrix_relations as relations
from verifier.prove.matrices.equations import accepts

NAME = "letters for terms"
OBJECTS = True
EFFORT = 1
MOST = 12  # letters
PAIRS = 15  # of squares, for Cauchy-Schwarz
_HEADS = ("trace", "det", "entry", "at", "rate", "expect", "sum")


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    others = objects(s) | frozenset(n for n, sort in s.sorts.items() if head(sort) in ("sequence", "curve", "function"))
    if not others & free_names(goal) and not of_matrices(goal):
        return None
    branch = Branch(driver, s)
    written = _Written(branch, others)
    try:
        read = written.read(goal)
    except (Unknown, Rejected):
        return None
    atoms = dict.fromkeys(a for _, inside in read.values() for a in inside)
    if len(atoms) > MOST or not (atoms or any(value != term for term, (value, _) in read.items())):
        return None
    try:
        new = written.goal(goal, read)
        for label, fact, its in written.about(atoms):
            written.fact(label, fact, its)
    except (Unknown, Rejected):
        return None
    taken = {*branch.s.sorts, *free_names(new)}
    names = lettered(atoms, "z", taken)
    end = generalised(driver, branch.s, new, effort, names, others, _signs(driver, branch.s, names))
    return branch.wrap(written.back(end))


class _Written:
    """Numbers that come from the others, as polynomials in atoms of the algebra of matrices."""

    def __init__(self, branch: Branch, others: frozenset[str]) -> None:
        self.branch, self.others = branch, others
        self.known: dict[Expr, str] = {}  # labels of equations of terms and values
        self.replaced: list[str] = []  # in the goal

    def read(self, formula: Expr) -> dict[Expr, tuple[Expr, list[Expr]]]:
        """For each of the outermost numbers from the others its value and the atoms in it.  Raises `Unknown`."""
        return {t: self._value(t) for t in dict.fromkeys(self._terms(formula))}

    def _terms(self, e: Expr) -> list[Expr]:
        if not isinstance(e, tuple) or not (self.others & free_names(e) or of_matrices(e)):
            return []
        if head(e) in _HEADS or (head(e) in ("*", "+", "-", "/", "neg") and self._of_matrices(e)):
            return [e]
        if head(e) in BINDERS:
            raise Unknown("a quantifier")
        return [t for a in operands(e) for t in self._terms(a)]

    def _of_matrices(self, e: Expr) -> bool:
        """Whether a number is made of parts that are none, as x'y is."""
        reader = self.branch.s.reader()
        try:
            return any(reader.read(a)[1] is not None for a in operands(e))
        except Unknown:  # a function of numbers, say
            return False

    def _value(self, term: Expr) -> tuple[Expr, list[Expr]]:
        """A term as a polynomial in atoms, and those that come from the others."""
        parts: list[Expr] = []
        inside: list[Expr] = []
        try:
            reader = self.branch.s.reader()
            value = reader.scalar(term)
            empty = {m for m in value if m[0] and reader.under(m[0], self.branch.s.context).contradictory()}
        except Unknown:  # a mean of a function, say: it is an atom itself
            return term, [term]
        for mono, c in value.items():
            if mono in empty:
                continue
            binders, scalars, word = mono
            factors = [mono_expr(mono)] if binders or word else [powered(atom_expr(a), n) for a, n in scalars]
            atoms = factors if binders or word else [atom_expr(a) for a, _ in scalars]
            inside += [a for a in atoms if self.others & free_names(a)]
            e = product(factors)
            parts.append(e if c == 1 else rational(c) if e == 1 else ("*", rational(c), e))
        return (0 if not parts else parts[0] if len(parts) == 1 else ("+", *parts)), inside

    def about(self, atoms: dict[Expr, None]) -> list[tuple[str, Expr, dict[Expr, tuple[Expr, list[Expr]]]]]:
        """The facts that have atoms in common with what is asked, the nearest first; their atoms are added."""
        waiting = {}
        for label, fact in self.branch.s.facts.items():
            if head(fact) in RELATIONS and self.others & free_names(fact):
                with contextlib.suppress(Unknown, Rejected):
                    waiting[label] = self.read(fact)
        chosen = []
        while waiting:
            def new(label: str) -> int:
                return len({a for _, inside in waiting[label].values() for a in inside} - atoms.keys())

            def shared(label: str) -> bool:
                return any(a in atoms for _, inside in waiting[label].values() for a in inside)

            label = min(waiting, key=lambda n: (not shared(n), new(n)))
            if not shared(label) or len(atoms) + new(label) > MOST:
                break
            its = waiting.pop(label)
            atoms.update(dict.fromkeys(a for _, inside in its.values() for a in inside))
            chosen.append((label, self.branch.s.facts[label], its))
        return chosen

    def _equal(self, term: Expr, value: Expr) -> str:
        """The label of the equation of a term and its value.  Raises `Unknown`."""
        if term not in self.known:
            s = self.branch.s
            nonzero = [n for n, f in s.facts.items() if head(as_less(f)) in ("!=", "<")]
            node: Node = {"rule": "linear", **({"nonzero": nonzero} if "'/'" in repr(term) else {})}
            equation: Expr = ("==", term, value)
            if not accepts(s, equation, node):
                raise Unknown("a term that the algebra cannot read")
            label = self.branch.have(equation, node)
            assert label is not None
            self.known[term] = label
        return self.known[term]

    def goal(self, goal: Expr, read: dict[Expr, tuple[Expr, list[Expr]]]) -> Expr:
        """The goal with values in the place of terms."""
        for term, (value, _) in read.items():
            if value != term:
                self.replaced.append(self._equal(term, value))
                goal = replaced(goal, term, value)
        return goal

    def fact(self, label: str, fact: Expr, read: dict[Expr, tuple[Expr, list[Expr]]]) -> None:
        """A fact, likewise."""
        for term, (value, _) in read.items():
            if value != term:
                equal = self._equal(term, value)
                fact = replaced(fact, term, value)
                label = self.branch.step({"rule": "replace", "fact": equal, "on": label}, fact, "written")

    def back(self, end: Node | None) -> Node | None:
        for label in reversed(self.replaced):
            end = end and {"rule": "replace", "fact": label, "then": end}
        return end


def by_form(driver: Driver, s: Sequent, goal: Expr) -> Node | None:
    """A proof by the algebra of matrices that uses no fact."""
    alone = Sequent(s.sorts, dict.fromkeys(s.facts, TRUE), s.context)
    return driver.asking((relations,)).prove(alone, goal, relations.SQUARES)


def _signs(driver: Driver, s: Sequent, names: Mapping[Expr, str]) -> list[tuple[Expr, Node]]:
    """What the algebra of matrices knows of the letters: which are not negative, and Cauchy-Schwarz."""
    known: list[tuple[Expr, Node]] = []
    squares: list[Expr] = []
    for term, name in names.items():
        proof = by_form(driver, s, (">=", term, 0))
        if proof is not None:
            known.append(((">=", name, 0), proof))
            squares.append(term)
    for term in names:
        if term in squares:
            continue
        for a, b in list(combinations(squares, 2))[:PAIRS]:
            proof = by_form(driver, s, ("<=", ("^", term, 2), ("*", a, b)))
            if proof is not None:
                known.append((("<=", ("^", names[term], 2), ("*", names[a], names[b])), proof))
                break
    return known


def lettered(terms: Iterable[Expr], stem: str, taken: Collection[str]) -> dict[Expr, str]:
    """A new name for each term; the same for terms that are the same up to names of bound variables."""
    names: dict[Expr, str] = {}
    known: dict[Expr, str] = {}
    for i, term in enumerate(terms, 1):
        names[term] = known.setdefault(marked(term), fresh(f"{stem}{i}", {*taken, *known.values()}))
    return names


def generalised(
    driver: Driver, s: Sequent, goal: Expr, effort: int, names: Mapping[Expr, str], gone: frozenset[str],
    more: list[tuple[Expr, Node]],
) -> Node | None:  # fmt: skip
    """The goal for all real numbers in place of some terms, used at the terms; nothing where one is no real number.

    `gone`: names that must not be left then.  `more`: what is known of the new names, with proofs at the terms.
    """
    def plain(f: Expr) -> Expr | None:
        f = _put(f, names)
        return None if free_names(f) & gone else f

    body = plain(goal)
    if body is None or not all(is_number(term, s) for term in names):
        return None
    left: dict[str, Expr] = {}
    moved: list[tuple[Expr, Node]] = list(more)
    for label, fact in s.facts.items():
        f = plain(fact)
        left[label] = fact if f == fact else TRUE
        if f is not None and f != fact and head(f) != "and":  # the parts of a conjunction are facts themselves
            moved.append((f, {"rule": "exact", "fact": label}))
    used = {n for f, _ in moved for n in free_names(f)} | free_names(body)
    order: list[tuple[Expr, str]] = []
    for term, name in names.items():
        if name in used and name not in {n for _, n in order}:
            order.append((term, name))
    whole = body
    for f, _ in reversed(moved):
        whole = ("implies", f, whole)
    for _, name in reversed(order):
        whole = ("forall", name, REAL, whole)
    node = driver.prove(Sequent(s.sorts, left, s.context), whole, effort)  # names and labels stay taken
    if node is None:
        return None
    return used_at(s, whole, node, [to_json(e) for e, _ in order], [p for _, p in moved])


def is_number(term: Expr, s: Sequent) -> bool:
    """Whether a term is a real number; a product of matrices may be one."""
    try:
        Checker().fits(s, term, REAL)
    except (Rejected, Unknown, Malformed):
        return False
    return True


def used_at(s: Sequent, whole: Expr, proof: Node, at: list[Any], premises: list[Node]) -> Node:
    """A general formula, with its proof, used at values; the premises are proved in their order."""
    label, last = fresh("general", frozenset(s.facts)), fresh("here", frozenset(s.facts))
    use: Node = {"rule": "use", "fact": label, "at": at, "premises": premises, "as": last,
                 "then": {"rule": "exact", "fact": last}}  # fmt: skip
    return {"rule": "have", "as": label, "formula": to_json(whole), "proof": proof, "then": use}


def _put(e: Expr, names: Mapping[Expr, str]) -> Expr:
    """The expression with names in the place of terms, the outermost first; not of terms in a bound name."""
    if not isinstance(e, tuple):
        return e
    if e in names:
        return names[e]
    if head(e) in BINDERS:
        free = free_names(e)
        names = {term: name for term, name in names.items() if free_names(term) <= free}
    return tuple(_put(a, names) for a in e)  # type: ignore[return-value]
