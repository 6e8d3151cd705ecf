"""An integer variable out of the way: finitely many values, or a real number in its place.

Decides: goals about an integer variable whose bounds are known.  How: `enumerated` proves the goal at each value, where
the facts leave at most `VALUES` of them; `real` proves it for all real x from the largest lower bound on; `abstracted`
puts any real number for 1/x where x may be 0 and occurs nowhere else.  The cases are goals for the driver.  Complete
for: variables between two numbers that are near enough, given the cases.  Cannot do: induction (`naturals`).
"""

from __future__ import annotations

from verifier.kernel.algebra.integers import Index
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import TRUE, Expr, Malformed, conjunction, head
from verifier.language.named import fresh, negation, operands, replaced, substitute, to_json
from verifier.library.trees import compared, each
from verifier.prove.driver.driver import Driver, Node
from verifier.prove.normal.term_rewriting import free_terms
from verifier.prove.refute.floating.rough import roughly

VALUES = 130  # of a bounded variable


def bounds(s: Sequent, n: str) -> tuple[list[Index], list[Index]]:
    """Lower and upper bounds of an integer variable, from its sort and the facts."""
    low: list[Index] = []
    high: list[Index] = []
    for fact in s.context.facts:
        c = fact.coefficient(n) if n in fact.names() else None
        if c == 1:
            low.append((fact - Index.var(n)).scale(-1))
        elif c == -1:
            high.append(fact + Index.var(n))
        elif c is not None and c and fact.names() == {n}:
            bound = -fact.offset
            (low if c > 0 else high).append(Index.const(-(-bound // c) if c > 0 else bound // c))
    return low, high


def pruned(s: Sequent, n: str) -> Sequent:
    """The sequent without what is known of n; the labels stay taken."""
    facts = {label: TRUE if n in free_names(f) else f for label, f in s.facts.items()}
    return Sequent(s.sorts, facts, s.context)


def enumerated(driver: Driver, s: Sequent, goal: Expr, integers: list[str], effort: int) -> Node | None:
    """A variable between two numbers: each value."""
    for n in integers:
        low, high = bounds(s, n)
        least = max((x.constant for x in low if x.constant is not None), default=None)
        most = min((x.constant for x in high if x.constant is not None), default=None)
        if least is None or most is None or most - least > VALUES:
            continue
        inner = pruned(s, n)
        nodes: list[Node] = []
        for value in range(least, most + 1):
            node = driver.prove(inner, substitute(goal, {n: value}), min(effort, 2))
            if node is None:
                return None
            nodes.append(node)
        m = fresh("m", frozenset(s.sorts) | free_names(goal))
        formula: Expr = ("forall", m, ("integer", least, most), substitute(goal, {n: m}))
        return general(s, formula, each(formula, least, most, nodes, {*s.sorts, *s.facts}), n)
    return None


def gapped(driver: Driver, s: Sequent, goal: Expr, integers: list[str], effort: int) -> Node | None:
    """The values below and above a number that a fact excludes and at which the goal fails."""
    for label, fact in s.facts.items():
        n, c = operands(fact) if head(fact) == "!=" else ("", "")
        if n not in integers or not isinstance(c, int) or holds_at(goal, str(n), c):
            continue
        new = fresh("side", frozenset(s.facts))
        nodes: dict[str, Node] = {}
        for op in ("<", ">"):
            case: Expr = (op, n, c)
            none = driver.prove(s, negation(case), 0)
            inner = pruned_of(s, label).assume(new, case)
            node = none and {"rule": "contradict", "fact": new, "proof": none}
            node = node or driver.prove(inner, goal, effort)
            if node is None:
                return None
            nodes[op] = node
        equal: Node = {"rule": "contradict", "fact": label, "proof": {"rule": "exact", "fact": new}}
        return compared(n, c, new, {"==": equal, **nodes})
    return None


def holds_at(goal: Expr, n: str, value: int) -> bool:
    """Whether a relation in one variable seems to hold at a value, with room to spare; True where nothing is known."""
    if free_names(goal) != {n} or head(goal) not in ("<", "<=", ">", ">="):
        return True
    try:
        a, b = (roughly(e, {n: value}) for e in operands(as_less(goal)))
    except (ArithmeticError, ValueError, TypeError, KeyError):
        return True
    return b - a > 1e-9 * (1 + abs(a) + abs(b))


def pruned_of(s: Sequent, label: str) -> Sequent:
    """The sequent without one fact, whose label stays taken."""
    return Sequent(s.sorts, {**s.facts, label: TRUE}, s.context)


def general(s: Sequent, formula: Expr, proof: Node, at: Expr, part: int | None = None) -> Node:
    """The goal as a case of a formula 'for all' (or as a part of that case)."""
    label = fresh("all", frozenset(s.facts))
    special = fresh("at", frozenset(s.facts) | {label})
    end: Node = {"rule": "exact", "fact": special if part is None else f"{special}.{part}"}
    used: Node = {"rule": "use", "fact": label, "at": [to_json(at)], "as": special, "then": end}
    return {"rule": "have", "formula": to_json(formula), "proof": proof, "as": label, "then": used}


def abstracted(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """The goal with any real number in place of 1/x, where x may be 0 and does not occur otherwise."""
    for t in free_terms(goal):
        if head(t) != "/" or operands(t)[0] != 1 or head(s.sorts.get(str(operands(t)[1]), 0)) != "real":
            continue
        x = str(operands(t)[1])
        y = fresh("y", frozenset(s.sorts) | free_names(goal))
        body, facts = replaced(goal, t, y), {n: replaced(f, t, y) for n, f in s.facts.items() if t in subexpressions(f)}
        facts = {n: f for n, f in facts.items() if x not in free_names(f) and "." not in n}
        if x in free_names(body) or not facts:
            continue
        label = fresh("given", frozenset(s.facts))
        given = conjunction(list(facts.values()))
        inner = pruned(s, x).declare(y, ("real",)).assume(label, given)
        proof = driver.prove(inner, body, effort)
        if proof is None:
            continue
        formula: Expr = ("forall", y, ("real",), ("implies", given, body))
        proof = {"rule": "intro", "as": y, "then": {"rule": "intro", "as": label, "then": proof}}
        parts: list[Node] = [{"rule": "exact", "fact": n} for n in facts]
        premise: Node = parts[0] if len(parts) == 1 else {"rule": "split", "nodes": parts}
        every, special = fresh("all", frozenset(s.facts)), fresh("at", frozenset(s.facts))
        end: Node = {"rule": "exact", "fact": special}
        used: Node = {"rule": "use", "fact": every, "at": [to_json(t)], "premises": [premise], "as": special}
        used["then"] = end
        return {"rule": "have", "formula": to_json(formula), "proof": proof, "as": every, "then": used}
    return None


def real(driver: Driver, s: Sequent, goal: Expr, integers: list[str], effort: int) -> Node | None:
    """The goal for all real x >= lo in place of an integer that occurs in no function of integers."""
    for n in integers:
        low, _ = bounds(s, n)
        best = [x for x in low if all(s.context.below(y, x) for y in low)]
        if not best:
            continue
        x = fresh("x", frozenset(s.sorts) | free_names(goal))
        label, special = fresh("from", frozenset(s.facts)), fresh("at", frozenset(s.facts))
        body = substitute(goal, {n: x})
        low_end: Expr = (">=", x, best[0].expr())
        formula: Expr = ("forall", x, ("real",), ("implies", low_end, body))
        try:
            s.formula(formula)
        except (Malformed, Rejected):  # an index, a size or an exponent
            continue
        inner = pruned(s, n).declare(x, ("real",)).assume(label, low_end)
        proof = driver.prove(inner, body, effort)
        if proof is None:
            continue
        proof = {"rule": "intro", "as": x, "then": {"rule": "intro", "as": label, "then": proof}}
        every = fresh("all", frozenset(s.facts) | {special})
        used: Node = {
            "rule": "use", "fact": every, "at": [n], "premises": [{"rule": "arith"}], "as": special,
            "then": {"rule": "exact", "fact": special},
        }  # fmt: skip
        return {"rule": "have", "formula": to_json(formula), "proof": proof, "as": every, "then": used}
    return None
