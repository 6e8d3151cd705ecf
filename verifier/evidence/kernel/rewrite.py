"""Rewriting by proved equations: replace an instance of a left side by the right side.

A rule is an equation ``lhs == rhs``, possibly for all integers in a range and under conditions on them,
whose left side is one monomial: a word of matrices or a product of scalar atoms.  Replacing equals by
equals is sound in every place, under sums too, as long as the instance lies in the rule's range; that is
asked of the integer context of the place.  Rules are applied until none fits, at most `FUEL` times.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verifier.evidence.kernel.expr import INTEGER, Expr, head, operands, substitute
from verifier.evidence.kernel.integers import Context, Index, Unknown, index_of
from verifier.evidence.kernel.reading import Reader
from verifier.evidence.kernel.words import ONE, ZERO, Atom, Factor, Mono, Poly, add
from verifier.evidence.kernel.work import spend

FUEL = 400
Binding = dict[str, Index]


@dataclass(frozen=True)
class Rule:
    """word, or product of atoms -> value, for all integers `names` with every index in `conditions` >= 0."""

    word: tuple[Factor, ...]
    atoms: tuple[tuple[Atom, Index], ...]
    value: tuple[tuple[Mono, Fraction], ...]
    names: frozenset[str]
    conditions: tuple[Index, ...]


def relation_facts(formula: Expr, integer_names: set[str]) -> list[Index] | None:
    """An (in)equality or conjunction between integer expressions as facts index >= 0; None if it is none."""
    op, args = head(formula), operands(formula)
    if op == "and":
        parts = [relation_facts(a, integer_names) for a in args]
        return None if any(p is None for p in parts) else [f for p in parts if p for f in p]
    if op not in ("==", "<", "<=", ">", ">="):
        return None
    try:
        a, b = index_of(args[0]), index_of(args[1])
    except Unknown:
        return None
    if not (a.names() | b.names()) <= integer_names:
        return None
    if op in (">", ">="):
        a, b = b, a
    if op == "==":
        return [a - b, b - a]
    return [(b - a).plus(-1 if op in ("<", ">") else 0)]


def rules_of(formula: Expr, sorts: dict[str, Expr], context: Context) -> list[Rule]:
    """The rewrite rules of a proved formula; Unknown where it is no usable equation."""
    names: set[str] = set()
    conditions: list[Index] = []
    sorts = dict(sorts)
    while head(formula) in ("forall", "implies"):
        args = operands(formula)
        if head(formula) == "implies":
            integers = {n for n, s in sorts.items() if head(s) == "integer"}
            facts = relation_facts(args[0], integers)
            if facts is None:
                raise Unknown("an equation under a condition that is not about integers")
            conditions += facts
            formula = args[1]
            continue
        name, sort, body = args
        if head(sort) != "integer":
            raise Unknown("an equation for all values of something that is no integer")
        new = f"?{len(names)}"
        lo, hi = operands(sort)
        conditions += [Index.var(new) - index_of(lo)] if lo != "-oo" else []
        conditions += [index_of(hi) - Index.var(new)] if hi != "oo" else []
        names.add(new)
        sorts[new] = INTEGER
        formula = substitute(body, {str(name): new})
    if head(formula) == "and":
        return [r for part in operands(formula) for r in _rules(part, sorts, context, names, conditions)]
    return _rules(formula, sorts, context, names, conditions)


def _rules(
    formula: Expr, sorts: dict[str, Expr], context: Context, names: set[str], conditions: list[Index]
) -> list[Rule]:
    if head(formula) != "==":
        raise Unknown("a rule that is no equation")
    left, right = operands(formula)
    reader = Reader(sorts, context.extended(conditions))
    lhs, shape = reader.read(left)
    rhs, other = reader.read(right)
    if shape != other:
        raise Unknown("an equation between different shapes")
    if len(lhs) != 1:
        raise Unknown("a rule whose left side is a sum")
    (binders, scalars, word), coefficient = next(iter(lhs.items()))
    if binders or (word and scalars) or not (word or scalars):
        raise Unknown("a rule whose left side is no single word and no product of numbers")
    rhs = {m: c / coefficient for m, c in rhs.items()}

    def rule(w: tuple[Factor, ...], atoms: tuple[tuple[Atom, Index], ...], value: Poly) -> Rule:
        return Rule(w, atoms, tuple(value.items()), frozenset(names), tuple(conditions))

    if scalars:
        if shape is not None:
            raise Unknown("a rule for a multiple of the identity")
        atom, power = scalars[0]
        if len(scalars) == 1 and atom[0] == "word" and power == ONE:
            word = atom[1]
            return [rule(word, (), rhs), rule(reader.transposed(word), (), rhs)]
        return [rule((), scalars, rhs)]
    flipped, value = reader.transposed(word), reader.transpose(rhs)
    rules = [rule(word, (), rhs)]
    if flipped != word and not any(_occurs(flipped, m[2]) for m in rhs):
        rules.append(rule(flipped, (), value))
    return rules


def _occurs(part: tuple[Factor, ...], word: tuple[Factor, ...]) -> bool:
    letters = [f[:2] for f in word]
    wanted = [f[:2] for f in part]
    return any(letters[i : i + len(wanted)] == wanted for i in range(len(letters) - len(wanted) + 1))


class Rewriter:
    """Applies rules to values of one reader."""

    def __init__(self, reader: Reader, rules: Sequence[Rule]) -> None:
        self.reader = reader
        self.rules = rules

    def apply(self, p: Poly) -> Poly:
        """Rewrite until no rule fits; Unknown when the fuel is spent."""
        if not self.rules:
            return p
        done: Poly = {}
        todo = dict(p)
        fuel = FUEL
        while todo:
            m, c = todo.popitem()
            context = self.reader.under(m[0], self.reader.context)
            new = None if context.contradictory() else self._once(m, context)
            if context is not self.reader.context and context.contradictory():
                continue
            if new is None:
                done = add(done, {m: c})
                continue
            fuel -= 1
            if fuel < 0:
                raise Unknown("rewriting does not end")
            for n, d in new.items():
                todo = add(todo, {n: d}, c)
        return done

    def _once(self, m: Mono, context: Context) -> Poly | None:
        binders, scalars, word = m
        for rule in self.rules:
            if rule.word and word:
                found = self._in_word(rule, word, context)
                if found is not None:
                    left, value, right = found
                    return self._rebuild(binders, scalars, left, value, right)
            for place, (atom, e) in enumerate(scalars):
                rest = scalars[:place] + scalars[place + 1 :]
                if rule.word and atom[0] in ("word", "trace") and context.entails(e.plus(-1)):
                    turns = [atom[1]]
                    if atom[0] == "trace":
                        turns = [atom[1][i:] + atom[1][:i] for i in range(len(atom[1]))]
                    for turn in turns:
                        found = self._in_word(rule, turn, context)
                        if found is None:
                            continue
                        kept = rest if e == ONE else (*rest, (atom, e.plus(-1)))
                        left, value, right = found
                        if atom[0] == "word":
                            return self._rebuild(binders, kept, left, value, right, word)
                        inner = self._rebuild((), (), left, value, right)
                        size = self.reader.factor_shape(turn[0])[0]
                        traced = self.reader.trace(inner, (size, size), context)
                        return self._rebuild(binders, kept, (), traced, (), word)
            if rule.atoms:
                product = self._in_product(rule, scalars, context)
                if product is not None:
                    kept, value = product
                    return self._rebuild(binders, kept, (), value, (), word)
        return None

    def _in_product(
        self, rule: Rule, scalars: tuple[tuple[Atom, Index], ...], context: Context
    ) -> tuple[tuple[tuple[Atom, Index], ...], Poly] | None:
        """Find the rule's atoms among the scalars; what is left of them, and the right side's instance."""

        def match(i: int, left: tuple[tuple[Atom, Index], ...], binding: Binding) -> Any:
            if i == len(rule.atoms):
                value = self._instance(rule, binding, context)
                return None if value is None else (left, value)
            pattern, power = rule.atoms[i]
            for place, (atom, e) in enumerate(left):
                found = _unify(pattern, atom, binding, rule.names, context)
                if found is None or power.names() & rule.names or not context.entails(e - power):
                    continue
                rest = left[:place] + left[place + 1 :]
                if e != power:
                    rest = (*rest, (atom, e - power))
                done = match(i + 1, rest, found)
                if done is not None:
                    return done
            return None

        result: tuple[tuple[tuple[Atom, Index], ...], Poly] | None = match(0, scalars, {})
        return result

    def _rebuild(
        self, binders: Any, scalars: Any, left: tuple[Factor, ...], value: Poly, right: tuple[Factor, ...],
        word: tuple[Factor, ...] = (),
    ) -> Poly:  # fmt: skip
        """scalars * left * value * right, then the open word, under the binders."""
        reader = self.reader
        context = reader.under(binders, reader.context)
        piece = reader.times({((), (), left): Fraction(1)}, value, context)
        piece = reader.times(piece, {((), (), right): Fraction(1)}, context)
        piece = reader.times(piece, {((), tuple(sorted(scalars, key=repr)), word): Fraction(1)}, context)
        total: Poly = {}
        for (b, s, w), c in piece.items():
            total = add(total, reader.settle((binders + b, s, w), reader.context), c)
        return total

    def _instance(self, rule: Rule, binding: Binding, context: Context) -> Poly | None:
        """The right side at a binding, if all variables are bound and the conditions hold there."""
        if set(binding) != set(rule.names):
            return None
        if not all(context.entails(c.substitute(binding)) for c in rule.conditions):
            return None
        total: Poly = {}
        for m, c in rule.value:
            # fresh binders first, so that no index of the instance is captured
            moved = self.reader.move(self.reader.rename(m), binding)
            total = add(total, self.reader.substitute(moved, "", ZERO, context), c)
        return total

    def _in_word(
        self, rule: Rule, word: tuple[Factor, ...], context: Context
    ) -> tuple[tuple[Factor, ...], Poly, tuple[Factor, ...]] | None:
        size = len(rule.word)
        letter = _letter(rule)
        for start in range(len(word) - size + 1):
            window = word[start : start + size]
            binding: Binding | None = {}
            before: tuple[Factor, ...] = ()
            behind: tuple[Factor, ...] = ()
            for i, (p, f) in enumerate(zip(rule.word, window, strict=True)):
                if p[1] != f[1] or binding is None:
                    binding = None
                    break
                binding = _unify(p[0], f[0], binding, rule.names, context)
                if binding is None:
                    break
                if letter is not None and f[2] != ONE:  # one letter for another: so are all their powers
                    value = self._instance(rule, binding, context)
                    if value is None:
                        break
                    (_, _, ((base, flag, _),)) = next(iter(value))
                    return word[:start], {((), (), ((base, flag, f[2]),)): Fraction(1)}, word[start + 1 :]
                exact = _unify(p[2], f[2], binding, rule.names, context)
                if exact is not None:
                    binding = exact
                    continue
                rest = f[2] - p[2].substitute(binding)
                if rest.names() & set(rule.names) or not context.entails(rest) or 0 < i < size - 1:
                    binding = None
                    break
                if i == size - 1:
                    behind = ((f[0], f[1], rest),)
                else:
                    before = ((f[0], f[1], rest),)
            if binding is None:
                continue
            value = self._instance(rule, binding, context)
            if value is not None:
                return word[:start] + before, value, behind + word[start + size :]
        return None


def _letter(rule: Rule) -> Factor | None:
    """The right side, where the rule exchanges one square letter for another."""
    if len(rule.word) != 1 or rule.word[0][2] != ONE or len(rule.value) != 1:
        return None
    (binders, scalars, word), c = rule.value[0]
    return (
        word[0] if c == 1 and not binders and not scalars and len(word) == 1 and word[0][2] == ONE else None
    )


def _unify(
    pattern: Any, target: Any, binding: Binding, names: frozenset[str], context: Context
) -> Binding | None:
    """Extend the binding so that pattern becomes target; indices may agree by the context only."""
    spend()
    if isinstance(pattern, Index):
        if not isinstance(target, Index):
            return None
        seen = pattern.substitute(binding)
        if seen == target:
            return binding
        free = seen.names() & names
        if not free:
            gap = target - seen
            return (
                binding if gap.names() and context.entails(gap) and context.entails(gap.scale(-1)) else None
            )
        if len(free) > 1:
            return None
        name = next(iter(free))
        c = seen.coefficient(name)
        if c not in (1, -1):
            return None
        value = (target - (seen - Index.var(name).scale(c))).scale(c)
        # a name bound by a sum inside a root or a denominator must not leave it
        return None if any(n[0] in "#!" for n in value.names()) else {**binding, name: value}
    if isinstance(pattern, tuple):
        if not isinstance(target, tuple) or isinstance(target, Index) or len(pattern) != len(target):
            return None
        for p, t in zip(pattern, target, strict=True):
            found = _unify(p, t, binding, names, context)
            if found is None:
                return None
            binding = found
        return binding
    return binding if pattern == target and type(pattern) is type(target) else None
