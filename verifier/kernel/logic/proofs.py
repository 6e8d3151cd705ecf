"""Proof trees: one rule a node, checked against a sequent (variables, facts, goal).

A node is plain data ``{"rule": name, ...}``.  `Checker.check(sequent, goal, node)` returns if the node
proves the goal and raises `Rejected` with one line otherwise; nothing here searches.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verifier.kernel.algebra.field import Field, is_real
from verifier.kernel.algebra.integers import Unknown, index_of
from verifier.kernel.logic.instances import instantiated
from verifier.kernel.logic.rules import RULES
from verifier.kernel.logic.sequents import Node, Rejected, Sequent
from verifier.kernel.meaning.definedness import meaningful, remaining
from verifier.kernel.meaning.regularity import conditions
from verifier.kernel.terms.binding import marked, negation, operands, outer, read, subexpressions
from verifier.kernel.terms.expr import INTEGER, TRUE, Expr, Malformed, head
from verifier.kernel.terms.shapes import Shapes


class Checker:
    """Checks nodes; collects the axioms that they use."""

    def __init__(self) -> None:
        self.axioms: set[str] = set()
        self.steps = 0

    def check(self, sequent: Sequent, goal: Expr, node: Node) -> None:
        self.steps += 1
        if self.steps > 20000:
            raise Rejected("the proof has more than 20000 nodes")
        if not isinstance(node, Mapping) or not isinstance(node.get("rule"), str):
            raise Rejected("a proof node without a rule")
        rule = RULES.get(node["rule"])
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
            if index is None:
                raise Rejected("a curve needs a value with an index")
            inner = sequent.declare(index, ("real",))
            needed = conditions(value, index, True, inner.sorts)
            literal = (operands(f)[0] for f in needed if head(f) == "!=" and operands(f)[1] == 0)  # denominators
            if sum(type(n) is int and n != 0 for n in literal) != len(needed):
                raise Rejected("a value of a curve that may not be differentiable everywhere")
            return self.fits(inner, value, args[0])
        if kind == "function":
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
