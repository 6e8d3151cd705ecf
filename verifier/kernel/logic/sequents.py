"""What a proof tree is checked against: sequents of variables and facts; and what a rule is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from verifier.kernel.algebra.field import EXTENDED
from verifier.kernel.algebra.integers import Context, Index, index_of, relation_facts
from verifier.kernel.algebra.reading import Reader
from verifier.kernel.terms.binding import free_names, marked, negation, operands, subexpressions
from verifier.kernel.terms.expr import ENDS, Expr, head
from verifier.kernel.terms.shapes import Shapes
from verifier.kernel.work import spend


class Rejected(ValueError):
    """The certificate does not prove what it should; one line says where and why."""


Node: TypeAlias = Mapping[str, Any]


class Checking(Protocol):
    """What a rule may ask of whoever checks the tree that it stands in; see `proofs`."""

    axioms: set[str]

    def check(self, sequent: Sequent, goal: Expr, node: Node) -> None: ...
    def expression(self, sequent: Sequent, data: Any, extra: frozenset[str] = ..., sort: Expr = ...) -> Expr: ...
    def formula(self, sequent: Sequent, data: Any) -> Expr: ...
    def applied(self, sequent: Sequent, formula: Expr, node: Node) -> Expr: ...
    def fits(self, sequent: Sequent, value: Expr, sort: Expr, index: str | None = None) -> None: ...


#: a rule returns where the node proves the goal, and raises `Rejected` (or what `Checker` takes for it) otherwise
Rule: TypeAlias = "Callable[[Checking, Sequent, Expr, Any], None]"


def halved(formula: Expr) -> bool:
    """Whether it has an order of a limit or an integral, which says that this exists: the reverse may fail too."""
    return any(
        head(e) in ("<", "<=", ">", ">=") and any(head(a) == "fn" and operands(a)[0] in EXTENDED for a in operands(e))
        for e in subexpressions(formula)
    )


def as_less(formula: Expr) -> Expr:
    """> and >= turned round, so that a fact can be recognised either way."""
    if head(formula) in (">", ">="):
        a, b = operands(formula)
        return ("<" if head(formula) == ">" else "<=", b, a)
    return formula


@dataclass(frozen=True)
class Sequent:
    """What is in scope: variables with their sorts, and facts by label."""

    sorts: Mapping[str, Expr] = field(default_factory=dict)
    facts: Mapping[str, Expr] = field(default_factory=dict)
    context: Context = field(default_factory=Context)

    def declare(self, name: str, sort: Expr) -> Sequent:
        """A new variable; the ends of an integer's range become facts."""
        if not isinstance(name, str) or name in self.sorts or name in ENDS:
            raise Rejected(f"the name {name!r} is taken or reserved")
        if name[:1] in "_?#!-" or "(" in name:  # the empty name is none either, and none is spelled like a term
            raise Rejected(f"the name {name!r} is taken or reserved")
        Shapes(self.sorts, self.context).sort(sort)
        context = self.context
        if head(sort) == "integer":
            lo, hi = operands(sort)
            bounds = [] if lo == "-oo" else [Index.var(name) - index_of(lo)]
            bounds += [] if hi == "oo" else [index_of(hi) - Index.var(name)]
            context = context.extended(bounds)
        return Sequent({**self.sorts, name: sort}, self.facts, context)

    def assume(self, label: str, formula: Expr) -> Sequent:
        """A new fact; a conjunction also adds its parts as label.0, label.1, ..."""
        if head(formula) == "not" and not halved(formula):
            formula = negation(operands(formula)[0])
        if not isinstance(label, str) or not label or label in self.facts:
            raise Rejected(f"the label {label!r} is taken or empty")
        integers = {n for n, s in self.sorts.items() if head(s) == "integer"}
        spend(1 + (len(self.facts) + len(self.sorts)) // 8)
        bounds = relation_facts(formula, integers) if head(formula) != "and" else None
        result = Sequent(self.sorts, {**self.facts, label: formula}, self.context.extended(bounds or []))
        if head(formula) == "and":
            for i, part in enumerate(operands(formula)):
                result = result.assume(f"{label}.{i}", part)
        return result

    def scoped(self, e: Expr) -> None:
        loose = free_names(e) - set(self.sorts)
        if loose:
            raise Rejected(f"undeclared name {min(loose)}")

    def formula(self, e: Expr) -> None:
        """Raises where `e` is no formula, or one without a meaning here, such as one with names not in scope."""
        Shapes(self.sorts, self.context).formula(e)

    def fact(self, label: Any) -> Expr:
        if label not in self.facts:
            raise Rejected(f"there is no fact {label!r:.60}")
        self.scoped(self.facts[label])  # no rule has left a name in it that is not in scope, nor a mark
        return marked(self.facts[label])

    def reader(self) -> Reader:
        return Reader(self.sorts, self.context)
