"""Proof trees: one rule a node, checked against a sequent (variables, facts, goal).

A node is plain data ``{"rule": name, ...}``.  `Checker.check(sequent, goal, node)` returns if the node
proves the goal and raises `Rejected` with one line otherwise; nothing here searches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from verifier.kernel.algebra.field import EXTENDED, Field, is_real
from verifier.kernel.algebra.integers import Context, Index, Unknown, index_of, relation_facts
from verifier.kernel.algebra.reading import Reader
from verifier.kernel.terms.binding import (
    free_names,
    marked,
    negation,
    new_name,
    opened,
    operands,
    outer,
    read,
    subexpressions,
    substitute,
    under,
)
from verifier.kernel.terms.expr import BINDERS, ENDS, INTEGER, TRUE, Expr, Malformed, head
from verifier.kernel.terms.shapes import Shapes
from verifier.kernel.work import spend


class Rejected(ValueError):
    """The certificate does not prove what it should; one line says where and why."""


Node: TypeAlias = Mapping[str, Any]


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


def apply_value(
    formula: Expr, name: str, sort: Expr, value: Expr, index: str | None = None,
    sorts: Mapping[str, Expr] | None = None,
) -> Expr:  # fmt: skip
    """Replace a variable of a sort by a value; the value of a sequence or a curve is an expression in its index.

    A random variable becomes a constant.  Where the derivative of a curve stands, `sorts` tells which names in its
    value are matrices.
    """
    result = _applied(formula, name, value, index, sorts, head(sort) == "random")
    free_names(result)  # pays for its length: indices inside indices can make it exponential
    return result


def _applied(
    formula: Expr, name: str, value: Expr, index: str | None, sorts: Mapping[str, Expr] | None, chance: bool
) -> Expr:
    spend()
    if index is None and not chance:
        return substitute(formula, {name: value})
    if formula == name:
        raise Rejected(f"{name} stands without an index")
    if name not in free_names(formula) or not isinstance(formula, tuple):
        return formula

    def inside(e: Expr) -> Expr:
        return _applied(e, name, value, index, sorts, chance)

    op = formula[0]
    if op in BINDERS:
        return under(formula, inside)
    args = operands(formula)
    called = args[0] if chance and index is not None and op == "at" else formula
    if head(called) == "at" and operands(called)[0] == name:  # with an index, at an outcome or both
        return value if index is None else substitute(value, {index: inside(args[1])})
    if op == "rate" and args[0] == name:
        return substitute(_slope(value, str(index), sorts), {str(index): inside(args[1])})
    return (op, *(inside(a) for a in args))


def instantiated(e: Expr, value: Expr, index: str | None, sorts: Mapping[str, Expr]) -> Expr:
    """What a quantifier says of a value of its sort."""
    if index is None and head(outer(e)[0]) != "random":
        return opened(e, value)[1]
    name = new_name()
    sort, body = opened(e, name)
    return apply_value(body, name, sort, value, index, sorts)


def _slope(value: Expr, index: str, sorts: Mapping[str, Expr] | None) -> Expr:
    from verifier.kernel.analysis.derivative import derivative  # its rules are checked by this module

    if sorts is None and free_names(value) - {index}:
        raise Rejected("the derivative of a value with names that nobody has told about")
    slope = derivative(value, index, sorts or {})
    if slope == 0:
        return ("*", 0, value)  # of the right shape
    shapes = Shapes({**(sorts or {}), index: ("real",)}, Context(()))
    try:
        shapes.conform(shapes.term(slope), shapes.term(value), "a derivative")
    except Malformed as error:
        raise Rejected(f"the derivative of a value: {error}") from None
    return slope


class Checker:
    """Checks nodes; collects the axioms that they use."""

    def __init__(self) -> None:
        self.axioms: set[str] = set()
        self.steps = 0

    def check(self, sequent: Sequent, goal: Expr, node: Node) -> None:
        from verifier.kernel.logic.rules import RULES

        self.steps += 1
        if self.steps > 20000:
            raise Rejected("the proof has more than 20000 nodes")
        if not isinstance(node, Mapping) or not isinstance(node.get("rule"), str):
            raise Rejected("a proof node without a rule")
        rule: Callable[[Checker, Sequent, Expr, Node], None] | None = RULES.get(node["rule"])
        if rule is None:
            raise Rejected(f"unknown rule {node['rule']!r:.40}")
        goal = marked(goal)
        if head(goal) == "not":
            goal = negation(operands(goal)[0])
        sequent.scoped(goal)  # no rule has left a name in it that is not in scope, nor a mark
        try:
            rule(self, sequent, goal, node)
        except (Unknown, Malformed) as error:
            raise Rejected(f"{node['rule']}: {error}") from None
        except (KeyError, TypeError, IndexError, AttributeError) as error:
            raise Rejected(f"{node['rule']}: a field is missing or wrong ({error!r:.80})") from None
        except RecursionError:
            raise Rejected(f"{node['rule']}: nested too deep") from None
        except (ArithmeticError, AssertionError, StopIteration) as error:
            raise Rejected(f"{node['rule']}: {error!r:.80}") from None

    def expression(
        self, sequent: Sequent, data: Any, extra: frozenset[str] = frozenset(), sort: Expr = INTEGER
    ) -> Expr:
        """A term or formula from a certificate; its names are in scope or called `extra`.

        `sort` is that of the variable whose value it is: in the value of a function `extra` is its argument.
        """
        e = read(data)
        own = operands(sort)[0] if head(sort) == "function" else INTEGER
        Shapes({**sequent.sorts, **dict.fromkeys(extra, own)}, sequent.context).argument(e)
        return e

    def formula(self, sequent: Sequent, data: Any) -> Expr:
        """A formula from a certificate."""
        e = read(data)
        sequent.formula(e)
        return e

    def applied(self, sequent: Sequent, formula: Expr, node: Node) -> Expr:
        """A fact 'for all x: P implies Q' at the values ``at`` of the node; its ``premises`` prove each P.

        Where Q is a conjunction, ``part`` takes one of it.
        """
        values, premises = list(node.get("at", [])), list(node.get("premises", []))
        while values or premises:
            if head(formula) == "forall":
                (sort,) = outer(formula)
                data = values.pop(0)
                index = data.get("index") if isinstance(data, Mapping) else None
                raw = data["value"] if isinstance(data, Mapping) else data
                value = self.expression(sequent, raw, frozenset([index] if index else []), sort)
                self.fits(sequent, value, sort, index)
                formula = instantiated(formula, value, index, sequent.sorts)
            elif head(formula) == "implies":
                premise, formula = operands(formula)
                self.check(sequent, premise, premises.pop(0))
            else:
                raise Rejected("more values or premises than the fact takes")
        if "part" in node:
            if head(formula) != "and" or type(node["part"]) is not int or node["part"] < 0:
                raise Rejected("a part of something that is no conjunction")
            formula = operands(formula)[node["part"]]
        return formula

    def fits(self, sequent: Sequent, value: Expr, sort: Expr, index: str | None = None) -> None:
        """Whether a value belongs to a sort, integer ranges included."""
        kind, args = head(sort), operands(sort)
        if kind == "random":  # a constant is a random variable
            return self.fits(sequent, value, args[0], index)
        if kind == "sequence":
            if index is None:
                raise Rejected("a sequence needs a value with an index")
            # a sequence of integers is one everywhere; a sequence of numbers is used from 0 on
            start: Expr = "-oo" if head(args[0]) == "integer" else 0
            return self.fits(sequent.declare(index, ("integer", start, "oo")), value, args[0])
        if kind == "curve":
            from verifier.kernel.analysis.regularity import conditions

            if index is None:
                raise Rejected("a curve needs a value with an index")
            inner = sequent.declare(index, ("real",))
            needed = conditions(value, index, True, inner.sorts)
            literal = (operands(f)[0] for f in needed if head(f) == "!=" and operands(f)[1] == 0)  # denominators
            if sum(type(n) is int and n != 0 for n in literal) != len(needed):
                raise Rejected("a value of a curve that may not be differentiable everywhere")
            return self.fits(inner, value, args[0])
        if kind == "function":
            from verifier.kernel.terms.definedness import meaningful, remaining

            if index is None:
                raise Rejected("a function needs a value with a name for its argument")
            inner = sequent.declare(index, args[0])
            if remaining(inner, meaningful(value, inner.sorts)) != TRUE:
                raise Rejected("a value of a function that may not be defined everywhere")
            return self.fits(inner, value, args[1])
        if index is not None:
            raise Rejected("a value with an index for something that is no sequence and no curve")
        Shapes(sequent.sorts, sequent.context).term(value)
        if kind == "integer":
            i = index_of(value)
            loose = {n for n in i.names() if head(sequent.sorts.get(n, 0)) != "integer"}
            if loose:
                raise Rejected(f"{min(loose)} is no integer")
            lo, hi = args
            if lo != "-oo" and not sequent.context.below(index_of(lo), i):
                raise Rejected("an integer that may lie below its range")
            if hi != "oo" and not sequent.context.below(i, index_of(hi)):
                raise Rejected("an integer that may lie above its range")
            return None
        number = kind == "real" or sort == ("matrix", 1, 1)  # a matrix with one entry is a number
        if kind == "complex" or (number and is_real(value, sequent.sorts)):
            Field(sequent.sorts).read(value)
            return None
        reader = sequent.reader()
        if any(head(x) == "fn" for x in subexpressions(value)):  # the words of the matrix algebra know no functions
            if not is_real(("trace", ("*", ("T", value), value)), sequent.sorts):
                raise Rejected("a value whose entries may not be real")
            shape = Shapes(sequent.sorts, sequent.context).term(value)
            if not all(sequent.context.entails(n) for n in shape or ()):
                raise Rejected("a value whose size may be negative")
        else:
            _, shape = reader.read(value)
        if shape != reader.sort_shape(sort):
            raise Rejected("a value of another shape than its variable")
        return None
