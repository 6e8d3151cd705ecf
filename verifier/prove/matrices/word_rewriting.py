"""Rewriting by proved equations: replace an instance of a left side by the right side, and say what was done.

A rule is an equation ``lhs == rhs``, possibly for all integers in a range and under conditions on them,
whose left side is one monomial: a word of matrices or a product of scalar atoms.  An instance must lie in the
rule's range; that is asked of the integer context of the place.  Rules are applied until none fits, at most
`FUEL` times.  Every step is kept as a term of a certificate (see `closing.Balance`), so that the kernel sees which
equals were put for which, and need not look for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from verifier.kernel.algebra.closing import HOLE
from verifier.kernel.algebra.integers import Context, Index, Unknown, index_of, relation_facts
from verifier.kernel.algebra.reading import Reader
from verifier.kernel.algebra.words import ONE, ZERO, Atom, Binder, Factor, Mono, Poly, add
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import subexpressions
from verifier.kernel.terms.expr import BINDERS, INTEGER, Expr, Number, exact, head
from verifier.kernel.work import spend
from verifier.language.named import fresh, operands, substitute, to_json
from verifier.language.text.rebuild import mono_expr, product, rational
from verifier.prove.driver.effort import kept

FUEL = 400
Binding = dict[str, Index]


@dataclass(frozen=True)
class Rule:
    """word, or product of atoms -> value, for all integers `names` with every index in `conditions` >= 0.

    `label` names the fact, to be read from right to left where it starts with "~"; `side` is the word or the product
    in terms of the fact's side, which stands for `HOLE`; `premises` counts the fact's conditions, `part` is its place
    in a conjunction.
    """

    word: tuple[Factor, ...]
    atoms: tuple[tuple[Atom, Index], ...]
    value: tuple[tuple[Mono, Number], ...]
    side: Expr
    names: frozenset[str] = frozenset()
    conditions: tuple[Index, ...] = ()
    label: str = ""
    premises: int = 0
    part: int | None = None


def reversed_equation(formula: Expr) -> Expr:
    """The same equation with its sides exchanged, under its quantifiers."""
    op, args = head(formula), operands(formula)
    if op == "forall":
        return ("forall", args[0], args[1], reversed_equation(args[2]))
    if op == "implies":
        return ("implies", args[0], reversed_equation(args[1]))
    if op == "and":
        return ("and", *(reversed_equation(a) for a in args))
    return ("==", args[1], args[0]) if op == "==" else formula


def rules_of(label: str, s: Sequent) -> list[Rule]:
    """The rewrite rules of a fact, read from right to left for "~label"; Unknown where it is no usable equation."""
    formula = s.fact(label.removeprefix("~"))
    if head(formula) == "and":
        return [r for i in range(len(operands(formula))) for r in rules_of(f"{label}.{i}", s)]
    found = _rules_of(label, formula, tuple(s.sorts.items()), s.context)
    if isinstance(found, str):
        raise Unknown(found)
    return found


@kept(4096)  # the same facts are looked at for one goal after the other
def _rules_of(
    label: str, formula: Expr, variables: tuple[tuple[str, Expr], ...], context: Context
) -> list[Rule] | str:
    """The rules, or why there are none."""
    try:
        return _read(label, formula, dict(variables), context)
    except Unknown as error:
        return str(error)


def _read(label: str, formula: Expr, sorts: dict[str, Expr], context: Context) -> list[Rule]:
    if label.startswith("~"):
        formula = reversed_equation(formula)
    names: set[str] = set()
    conditions: list[Index] = []
    premises = 0
    while head(formula) in ("forall", "implies"):
        args = operands(formula)
        if head(formula) == "implies":
            integers = {n for n, s in sorts.items() if head(s) == "integer"}
            facts = relation_facts(args[0], integers)
            if facts is None:
                raise Unknown("an equation under a condition that is not about integers")
            conditions += facts
            premises += 1
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
    parts = operands(formula) if head(formula) == "and" else (formula,)
    rules: list[Rule] = []
    for i, part in enumerate(parts):
        for rule in _rules(part, Reader(sorts, context.extended(conditions))):
            rules.append(
                replace(
                    rule, names=frozenset(names), conditions=tuple(conditions), label=label, premises=premises,
                    part=i if len(parts) > 1 else None,
                )
            )
    return rules


def _rules(formula: Expr, reader: Reader) -> list[Rule]:
    """The rules of an equation without quantifiers."""
    if head(formula) != "==":
        raise Unknown("a rule that is no equation")
    left, right = operands(formula)
    lhs, shape = reader.read(left)
    rhs, other = reader.read(right)
    if shape != other:
        raise Unknown("an equation between different shapes")
    if len(lhs) != 1:
        raise Unknown("a rule whose left side is a sum")
    (binders, scalars, word), coefficient = next(iter(lhs.items()))
    if binders or (word and scalars) or not (word or scalars):
        raise Unknown("a rule whose left side is no single word and no product of numbers")
    rhs = {m: exact(Fraction(c) / coefficient) for m, c in rhs.items()}

    place: Expr = HOLE if coefficient == 1 else ("*", rational(1 / Fraction(coefficient)), HOLE)

    def rule(w: tuple[Factor, ...], atoms: tuple[tuple[Atom, Index], ...], value: Poly, side: Expr = place) -> Rule:
        return Rule(w, atoms, tuple(value.items()), side)

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
        rules.append(rule(flipped, (), value, ("T", place)))
    return rules


def _occurs(part: tuple[Factor, ...], word: tuple[Factor, ...]) -> bool:
    letters = [f[:2] for f in word]
    wanted = [f[:2] for f in part]
    return any(letters[i : i + len(wanted)] == wanted for i in range(len(letters) - len(wanted) + 1))


@dataclass(frozen=True)
class Step:
    """One use of a rule: what the monomial became, and the monomial around the hole."""

    rule: Rule
    binding: Binding
    value: Poly
    around: Expr


class Rewriter:
    """Applies rules to values of one reader; `terms` says what was done, each times `factor`."""

    def __init__(self, reader: Reader, rules: Sequence[Rule]) -> None:
        self.reader = reader
        self.rules = rules
        self.terms: list[dict[str, Any]] = []
        self.factor: Expr = 1
        self.agreed: list[Index] = []  # differences of indices that are 0 by the context, and not by their form

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
            empty = context.contradictory()
            step = None if empty else self._once(m, context)
            if context is not self.reader.context and empty:
                continue
            if step is None:
                done = add(done, {m: c})
                continue
            fuel -= 1
            if fuel < 0:
                raise Unknown("rewriting does not end")
            self.terms.append(self._term(step, m[0], c))
            for n, d in step.value.items():
                todo = add(todo, {n: d}, c)
        return done

    def _term(self, step: Step, binders: tuple[Binder, ...], c: Number) -> dict[str, Any]:
        """The step as a term of a certificate: c times the difference that it made."""
        rule = step.rule
        names: dict[str, Expr] = {}
        over: list[Any] = []
        for v, lo, hi in binders:
            name = fresh("i", frozenset(self.reader.sorts).union(map(str, names.values())))
            over.append([name, *(to_json(_plain(substitute(end.expr(), names))) for end in (lo, hi))])
            names[v] = name
        back = rule.label.startswith("~")
        inside = product([rational(-c if back else c), self.factor, step.around])
        term: dict[str, Any] = {"fact": rule.label.removeprefix("~"), "in": to_json(_plain(substitute(inside, names)))}
        at = [step.binding[f"?{i}"].expr() for i in range(len(rule.names))]
        for key, value in (("at", [to_json(substitute(e, names)) for e in at]), ("over", over),
                           ("premises", [{"rule": "arith"}] * rule.premises)):  # fmt: skip
            if value:
                term[key] = value
        if rule.part is not None:
            term["part"] = rule.part
        return term

    def _once(self, m: Mono, context: Context) -> Step | None:
        binders, scalars, word = m
        for rule in self.rules:
            if rule.word and word:
                found = self._in_word(rule, word, context)
                if found is not None:
                    left, value, right, binding, side = found
                    new = self._rebuild(binders, scalars, left, value, right)
                    return Step(rule, binding, new, _around(scalars, left, side, right))
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
                        left, value, right, binding, side = found
                        if atom[0] == "word":
                            new = self._rebuild(binders, kept, left, value, right, word)
                            return Step(rule, binding, new, _around(kept, left, side, right, word))
                        inner = self._rebuild((), (), left, value, right)
                        size = self.reader.factor_shape(turn[0])[0]
                        traced = self.reader.trace(inner, (size, size), context)
                        new = self._rebuild(binders, kept, (), traced, (), word)
                        side = ("trace", _around((), left, side, right))
                        return Step(rule, binding, new, _around(kept, (), side, (), word))
            if rule.atoms:
                matched = self._in_product(rule, scalars, context)
                if matched is not None:
                    kept, value, binding = matched
                    new = self._rebuild(binders, kept, (), value, (), word)
                    return Step(rule, binding, new, _around(kept, (), rule.side, (), word))
        return None

    def _in_product(
        self, rule: Rule, scalars: tuple[tuple[Atom, Index], ...], context: Context
    ) -> tuple[tuple[tuple[Atom, Index], ...], Poly, Binding] | None:
        """Find the rule's atoms among the scalars; what is left of them, the right side's instance, the binding."""

        def match(i: int, left: tuple[tuple[Atom, Index], ...], binding: Binding) -> Any:
            if i == len(rule.atoms):
                value = self._instance(rule, binding, context)
                return None if value is None else (left, value, binding)
            pattern, power = rule.atoms[i]
            for place, (atom, e) in enumerate(left):
                found = _unify(pattern, atom, binding, rule.names, context, self.agreed)
                if found is None or power.names() & rule.names or not context.entails(e - power):
                    continue
                rest = left[:place] + left[place + 1 :]
                if e != power:
                    rest = (*rest, (atom, e - power))
                done = match(i + 1, rest, found)
                if done is not None:
                    return done
            return None

        result: tuple[tuple[tuple[Atom, Index], ...], Poly, Binding] | None = match(0, scalars, {})
        return result

    def _rebuild(
        self, binders: Any, scalars: Any, left: tuple[Factor, ...], value: Poly, right: tuple[Factor, ...],
        word: tuple[Factor, ...] = (),
    ) -> Poly:  # fmt: skip
        """scalars * left * value * right, then the open word, under the binders."""
        reader = self.reader
        context = reader.under(binders, reader.context)
        piece = reader.times({((), (), left): 1}, value, context)
        piece = reader.times(piece, {((), (), right): 1}, context)
        piece = reader.times(piece, {((), tuple(sorted(scalars, key=repr)), word): 1}, context)
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
    ) -> tuple[tuple[Factor, ...], Poly, tuple[Factor, ...], Binding, Expr] | None:
        """What stands before and behind an instance, the right side's instance, the binding, the side in its place."""
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
                binding = _unify(p[0], f[0], binding, rule.names, context, self.agreed)
                if binding is None:
                    break
                if letter is not None and f[2] != ONE:  # one letter for another: so are all their powers
                    value = self._instance(rule, binding, context)
                    if value is None:
                        break
                    (_, _, ((base, flag, _),)) = next(iter(value))
                    power: Expr = ("^", rule.side, f[2].expr())
                    raised: Poly = {((), (), ((base, flag, f[2]),)): 1}
                    return word[:start], raised, word[start + 1 :], binding, power
                exact = _unify(p[2], f[2], binding, rule.names, context, self.agreed)
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
                return word[:start] + before, value, behind + word[start + size :], binding, rule.side
        return None


def _around(
    scalars: tuple[tuple[Atom, Index], ...], left: tuple[Factor, ...], side: Expr, right: tuple[Factor, ...],
    word: tuple[Factor, ...] = (),
) -> Expr:  # fmt: skip
    """scalars * left * side * right, then the open word, as an expression."""
    return product([mono_expr(((), scalars, left)), side, mono_expr(((), (), right)), mono_expr(((), (), word))])


def _plain(e: Expr) -> Expr:
    """The expression with bound names that a certificate may have."""
    if not isinstance(e, tuple):
        return e
    if e[0] in BINDERS:
        place, scope = BINDERS[str(e[0])]
        name = str(e[1 + place])
        if name[0] in "_#!?":
            new = fresh("j", frozenset(n for n in subexpressions(e) if isinstance(n, str)))
            e = tuple(new if i == 1 + place else substitute(a, {name: new}) if i - 1 in scope else a
                      for i, a in enumerate(e))  # fmt: skip
    return (e[0], *(_plain(a) for a in e[1:]))


def _letter(rule: Rule) -> Factor | None:
    """The right side, where the rule exchanges one square letter for another."""
    if len(rule.word) != 1 or rule.word[0][2] != ONE or len(rule.value) != 1:
        return None
    (binders, scalars, word), c = rule.value[0]
    return (
        word[0] if c == 1 and not binders and not scalars and len(word) == 1 and word[0][2] == ONE else None
    )


def _unify(
    pattern: Any, target: Any, binding: Binding, names: frozenset[str], context: Context, agreed: list[Index]
) -> Binding | None:
    """Extend the binding so that pattern becomes target; what indices differ by, where the context says 0, is noted."""
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
            if gap.names() and context.entails(gap) and context.entails(gap.scale(-1)):
                agreed.append(gap)
                return binding
            return None
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
            found = _unify(p, t, binding, names, context, agreed)
            if found is None:
                return None
            binding = found
        return binding
    return binding if pattern == target and type(pattern) is type(target) else None
