"""Sums and expectations term by term, after multiples of known totals are added: Gibbs, Jensen, entropies.

Decides: 0 <= c_1*S_1 + c_2*S_2 + ... + R, where the S_k are sums over one range (or expectations), from equations
S == r between sums and totals.  How: numbers m_i with c_1*b_1 + ... + m_1*g_1 + ... + m_0 >= 0 for the terms b_k and
g_i at each index, m_1*r_1 + ... + m_0*(number of terms) == R; these are Lagrange's multipliers where all terms are
tight, for which some guesses are tried (all members equal, one sequence a multiple of another).  A sum that does not
occur linearly is a total of its own.  Complete for: nothing.  Cannot do: terms that speak of other indices.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

from verifier.kernel.algebra.field import Field
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.binding import Closed, free_names, subexpressions
from verifier.kernel.terms.expr import FALSE, REAL, Expr, head
from verifier.language.named import almost_sure, fresh, operands, replaced, substitute, to_json
from verifier.prove.driver.driver import Branch, Driver, Node, OutOfTime, under
from verifier.prove.numbers.basic import nonzero
from verifier.prove.numbers.letters import used_at
from verifier.prove.order.sums.expectations import POINTWISE
from verifier.prove.values.sums.finite_sums import sequence
from verifier.prove.values.symbolic import assumptions, from_sympy, guarded, to_sympy

NAME = "term by term"
OBJECTS = True
EFFORT = 1
MOST = 6  # sums
SOLVING = 1.5  # seconds for the multipliers


class Total(NamedTuple):
    """A sum or expectation of `body` whose value is known: by the fact of this label, or it is its own value."""

    body: Expr
    value: Expr
    label: str | None
    turned: bool  # the fact says value == sum


@dataclass(frozen=True)
class Range:
    """What is summed over: an index between two ends, or the outcomes (no ends)."""

    index: str
    ends: tuple[Expr, Expr] | None

    def term(self, body: Expr) -> Expr:
        return ("expect", body, self.index) if self.ends is None else ("sum", body, self.index, *self.ends)

    def body(self, e: Expr) -> Expr | None:
        """What a sum is taken of, at the index; None of another range."""
        if head(e) != ("expect" if self.ends is None else "sum"):
            return None
        body, bound, *ends = operands(e)
        if tuple(ends) != (self.ends or ()):
            return None
        return substitute(body, {str(bound): self.index})

    @property
    def count(self) -> Expr:
        if self.ends is None:
            return 1
        lo, hi = self.ends
        return hi if lo == 1 else ("+", ("-", hi, lo), 1)


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if goal == FALSE or head(as_less(goal)) != "<=":
        return None
    low, high = operands(as_less(goal))
    found = list(_outermost(("-", high, low)))
    if not found or len(found) > MOST or len(POINTWISE):
        return None
    index = fresh("k", frozenset(s.sorts) | {x for x in subexpressions(goal) if isinstance(x, str)})
    over = Range(index, None if head(found[0]) == "expect" else (operands(found[0])[2], operands(found[0])[3]))
    try:
        with POINTWISE.asking():
            return _Search(driver.within(0.7), s, as_less(goal), over, effort).found()
    except OutOfTime:
        driver.tick()
    except (Unknown, Rejected, ValueError):
        pass
    return None


def _outermost(e: Expr) -> Iterator[Expr]:
    if head(e) in ("sum", "expect"):
        yield e
    else:
        for a in operands(e):
            yield from _outermost(a)


class _Search:
    """The search for multipliers.  Raises `Unknown` or `ValueError` where the goal is no such relation."""

    def __init__(self, driver: Driver, s: Sequent, goal: Expr, over: Range, effort: int) -> None:
        self.driver, self.s, self.goal, self.over, self.effort = driver, s, goal, over, effort
        low, high = operands(goal)
        self.names: dict[Expr, str] = {}  # of sums and of members at the index, for SymPy
        self.totals: list[Total] = []
        taken: set[Expr] = set()
        self.written: dict[Expr, Expr] = {}  # the sums as they stand there
        for label, fact in s.facts.items():
            if head(fact) == "==":
                for turned, (one, other) in enumerate((operands(fact), operands(fact)[::-1])):
                    body = over.body(one)
                    plain = not any(over.body(x) is not None for x in _outermost(other))
                    if body is not None and plain and not _cases(body):
                        self.totals.append(Total(body, other, label, bool(turned)))
                        taken.add(body)
                        self.written[over.term(body)] = one
        self.gap: Expr = ("-", high, low)
        whole = list(_outermost(self.gap))
        bodies = [over.body(e) for e in whole]
        self.written |= {over.term(b): e for b, e in zip(bodies, whole, strict=True) if b is not None}
        self.bodies: list[Expr] = list(dict.fromkeys(b for b in bodies if b is not None))
        if len(self.bodies) < len(set(map(str, bodies))) or None in bodies:
            raise Unknown("sums over several ranges")
        self.gap = _canonical(self.gap, over)
        letters = [e for b in (*self.bodies, *taken) for e in subexpressions(b) if over.index in free_names(e)]
        self.letters = list(dict.fromkeys(e for e in letters if head(e) == "at" and operands(e)[1] == over.index))

    def _named(self, e: Expr, stem: str) -> str:
        if e not in self.names:
            self.names[e] = fresh(f"{stem}{len(self.names)}", frozenset(self.s.sorts) | set(self.names.values()))
        return self.names[e]

    def _plain(self, e: Expr) -> Expr:
        """With names for sums and members."""
        for body in self.bodies:
            term = self.over.term(body)
            e = replaced(replaced(e, self.written[term], term), term, self._named(term, "s"))
        for letter in self.letters:
            e = replaced(e, letter, self._named(letter, "z"))
        return e

    def found(self) -> Node | None:
        import sympy  # noqa: F401 - here, as the child would do it each time

        found = guarded(self._multipliers, min(SOLVING, 0.7 * self.driver.left()))
        for coefficients, multipliers, constant in found or ():
            self.driver.tick()
            node = self._node(coefficients, multipliers, constant)
            if node is not None:
                return node
        return None

    # -- multipliers, by SymPy ----------------------------------------------------------------------------
    def _multipliers(self) -> list[tuple[list[Expr], list[tuple[Total, Expr]], Expr]]:
        """Coefficients of the sums, of totals, and of 1, that may do."""
        import sympy

        gap = self._plain(self.gap)
        members = {self._named(e, "z"): e for e in self.letters}
        totals = list(self.totals)
        symbols: dict[str, Any] = {}
        every = [gap, *map(self._plain, self.bodies), *(self._plain(e) for t in totals for e in (t.body, t.value))]
        for name in {n for e in (*every, self.over.count) for n in free_names(e)}:
            if name in members and self._positive(members[name]):
                symbols[name] = sympy.Symbol(name, positive=True)
            elif name in self.names.values():
                symbols[name] = sympy.Symbol(name, real=True)
            else:
                symbols[name] = sympy.Symbol(name, **dict.fromkeys(assumptions(name, self.s, rough=True), True))
        value = to_sympy(gap, symbols)
        sums = {body: symbols[self._named(self.over.term(body), "s")] for body in self.bodies}
        linear = [b for b, t in sums.items() if not sympy.diff(value, t).free_symbols & set(sums.values())]
        for body in self.bodies:
            if body not in linear:
                totals.append(Total(body, self.written[self.over.term(body)], None, False))
        coefficients = [sympy.diff(value, sums[b]) if b in linear else sympy.Integer(0) for b in self.bodies]
        rest = value.subs({sums[b]: 0 for b in linear})
        terms = [to_sympy(self._plain(b), symbols) for b in self.bodies]
        known = [to_sympy(self._plain(t.body), symbols) for t in totals]
        worth = [to_sympy(self._plain(t.value), symbols) for t in totals]
        count = to_sympy(self.over.count, symbols)
        unknown = sympy.symbols(f"mu0:{len(totals) + 1}", real=True)
        whole = sum(c * b for c, b in zip(coefficients, terms, strict=True)) + unknown[-1]
        whole += sum(m * g for m, g in zip(unknown, known, strict=False))
        balance = sum(m * r for m, r in zip(unknown, worth, strict=False)) + unknown[-1] * count - rest
        variables = [symbols[n] for n in members if n in symbols]
        results = []
        for guess in _guesses(known, worth, count, variables):
            equations = [sympy.expand_log(sympy.diff(whole, z).subs(guess), force=True) for z in variables]
            equations = [sympy.simplify(e) for e in equations] + [balance]
            for solution in sympy.solve(equations, unknown, dict=True)[:2]:
                values = [sympy.simplify(solution.get(m, 0)).subs(dict.fromkeys(unknown, 0)) for m in unknown]
                if any(v.free_symbols & set(variables) for v in values):
                    continue
                texts = [from_sympy(sympy.expand(v)) for v in values]
                back = {name: self.written.get(e, e) for e, name in self.names.items()}
                full = [substitute(e, back) for e in (*texts, *(from_sympy(c) for c in coefficients))]
                multipliers = list(zip(totals, full, strict=False))
                entry = (full[len(texts) :], multipliers, full[len(texts) - 1])
                if entry not in results:
                    results.append(entry)
        return results

    def _positive(self, member: Expr) -> bool:
        """Whether it is told that all members of a sequence are positive."""
        for fact in self.s.facts.values():
            body = fact
            with contextlib.suppress(Rejected, Closed):
                body = almost_sure(fact, self.over.index)
            while head(body) == "forall":
                body = operands(body)[2]
            usual = as_less(body)
            if head(usual) == "<" and operands(usual)[0] == 0:
                above = operands(usual)[1]
                if head(above) == "at" and operands(above)[0] == operands(member)[0]:
                    return True
        return False

    # -- the proof ----------------------------------------------------------------------------------------
    def _node(self, coefficients: list[Expr], multipliers: list[tuple[Total, Expr]], constant: Expr) -> Node | None:
        over = self.over
        branch = Branch(self.driver, self.s)
        for total, _ in multipliers:
            if total.label is None:
                branch.have(("<", 0, total.value), effort=min(self.effort, 2))
        parts = [(c, b) for c, b in zip(coefficients, self.bodies, strict=True) if c != 0]
        parts += [(m, t.body) for t, m in multipliers if m != 0]
        one: Expr = 1
        terms: list[tuple[str, Expr]] = [
            (t.label, ("neg", m) if t.turned else m) for t, m in multipliers if t.label is not None and m != 0
        ]
        if over.ends is None:
            return self._at_outcomes(branch, multipliers)
        parts += [(constant, one)] if constant != 0 else []
        known = self._summed(branch, parts, terms)
        if known is None:
            return None
        if constant != 0:
            label = branch.have(("==", over.term(one), over.count), effort=1)
            if label is None:
                return None
            terms.append((label, constant))
        field = Field(self.s.sorts)
        below: set[Any] = set()
        cited = [e for label in (known, *(n for n, _ in terms)) for e in operands(branch.s.facts[label])]
        for e in (self.gap, *(t for _, t in terms), *cited):
            below |= set(field.read(e)[1])
        proofs = nonzero(self.driver, branch.s, field, sorted(field.needed.union(below)))
        if proofs is None:
            return None
        node: Node = {
            "rule": "positive",
            "products": [{"facts": [known]}],
            "terms": [{"fact": label, "times": to_json(e)} for label, e in terms],
            "nonzero": proofs,
        }
        tree = branch.wrap(node)
        return tree if tree is not None and self.driver.accepts(self.s, self.goal, tree) else None

    def _at_outcomes(self, branch: Branch, multipliers: list[tuple[Total, Expr]]) -> Node | None:
        """The goal from the one to which multiples of 'mean - total' are added, which holds at each outcome.

        A mean that is a total of its own is any number there: what is in other terms has to be free of means.
        """
        means = {total: self.written[self.over.term(total.body)] for total, _ in multipliers}
        own = [total for total, _ in multipliers if total.label is None]
        names = {means[t]: fresh(f"c{i}", frozenset(branch.s.sorts)) for i, t in enumerate(own)}

        def free(e: Expr) -> Expr:
            for term, name in names.items():
                e = replaced(e, term, name)
            return e

        signs = [(n, f) for n, f in branch.s.facts.items() if n not in self.s.facts]
        given = [("==", term, name) for term, name in names.items()] + [free(f) for _, f in signs]
        inner = branch.s
        for name in names.values():
            inner = inner.declare(name, REAL)
        labels: list[str] = []
        for fact in given:
            labels.append(fresh("total", frozenset(inner.facts)))
            inner = inner.assume(labels[-1], fact)
        low, high = map(free, operands(self.goal))
        work = Branch(self.driver, inner)
        values = [(t, free(t.value), free(m)) for t, m in multipliers if m != 0]
        added: list[Expr] = [("*", m, ("-", value, means[t])) for t, value, m in values]
        formula: Expr = ("<=", ("+", low, *added), high)
        known = work.have(formula, effort=self.effort)
        if known is None:
            return None
        equal = dict(zip(names, labels, strict=False))
        for t, value, _ in values:
            node: Node = {"rule": "replace", "fact": t.label or equal[means[t]], "on": known}
            formula = replaced(formula, means[t], value)
            known = work.step({**node, "back": True} if t.turned else node, formula)
        left, right = operands(formula)
        same = work.have(("==", left, low), effort=1)
        if same is None or right != high:
            return None
        known = work.step({"rule": "replace", "fact": same, "on": known}, ("<=", low, high))
        proof = work.wrap({"rule": "exact", "fact": known})
        whole: Expr = ("<=", low, high)
        for fact, label in reversed(list(zip(given, labels, strict=True))):
            whole, proof = ("implies", fact, whole), under({"rule": "intro", "as": label}, proof)
        for name in reversed(names.values()):
            whole, proof = ("forall", name, REAL, whole), under({"rule": "intro", "as": name}, proof)
        if proof is None:
            return None
        premises: list[Node] = [{"rule": "identical"} for _ in names]
        premises += [{"rule": "exact", "fact": label} for label, _ in signs]
        tree = branch.wrap(used_at(branch.s, whole, proof, [to_json(e) for e in names], premises))
        return tree if tree is not None and self.driver.accepts(self.s, self.goal, tree) else None

    def _summed(self, branch: Branch, parts: list[tuple[Expr, Expr]], terms: list[tuple[str, Expr]]) -> str | None:
        """The label of 0 <= sum of c_1*b_1 + ..., of which the equations that split it are added to the terms."""
        over = self.over
        assert over.ends is not None
        ends = [to_json(e) for e in over.ends]
        rests: list[Expr] = [("*", *parts[-1])]
        for c, b in reversed(parts[:-1]):
            rests.append(("+", ("*", c, b), ("*", 1, rests[-1]) if len(rests) > 1 else rests[-1]))
        whole = rests[-1]
        each: Expr = ("forall", over.index, ("integer", *over.ends), (">=", whole, 0))
        proof = self.driver.prove(branch.s, each, self.effort)
        if proof is None:
            return None
        known = branch.theorem(
            "sum-nonnegative", [sequence(over.index, whole), *ends], [proof], (">=", over.term(whole), 0)
        )
        for place, (c, b) in enumerate(parts[:-1]):
            last = place == len(parts) - 2
            d, rest = parts[-1] if last else (1, rests[len(parts) - 2 - place])
            values = [sequence(over.index, b), sequence(over.index, rest), to_json(c), to_json(d), *ends]
            left = over.term(("+", ("*", c, b), ("*", d, rest)))
            equal: Expr = ("==", left, ("+", ("*", c, over.term(b)), ("*", d, over.term(rest))))
            terms.append((branch.theorem("sum-linear", values, [], equal), 1))
        return known


def _guesses(known: list[Any], worth: list[Any], count: Any, variables: list[Any]) -> Iterator[dict[Any, Any]]:
    """Where all terms may be tight: a member is a multiple of another term, or the mean of all."""
    import sympy

    single: list[dict[Any, Any]] = []
    pairs = [*zip(known, worth, strict=True), (sympy.Integer(1), count)]
    for (g, r), (f, q) in ((a, b) for a in pairs for b in pairs if a is not b):
        if g in variables and g not in f.free_symbols:
            single.append({g: f * r / q})
        ratio = sympy.cancel(g / f) if f != 1 else g  # such as p*x and p: x is the same everywhere
        if ratio in variables and {ratio: r / q} not in single:
            single.append({ratio: r / q})
    yield from single
    for a, b in combinations(single, 2):
        if a.keys() != b.keys():
            yield {**a, **b}
    yield {}


def _canonical(e: Expr, over: Range) -> Expr:
    """With the index of the range in all sums over it."""
    body = over.body(e)
    if body is not None:
        return over.term(body)
    return e if not isinstance(e, tuple) else (e[0], *(_canonical(a, over) for a in e[1:]))


def _cases(e: Expr) -> bool:
    """Whether cases stand in a term, as in what holds almost surely."""
    return any(head(x) == "fn" and operands(x)[0] == "Piecewise" for x in subexpressions(e))
