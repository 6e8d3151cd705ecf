"""Case distinctions: abs, min and max by the sign of what is inside, floors by their bounds, sums pair by pair.

Decides: goals in which abs(u), min(u, v) or max(u, v) occur, by proving them where u >= 0 and where u < 0 (u <= v and u
> v); a sum of terms below a sum of as many terms where they can be paired off.  Each case is a goal for the other
closers.  Complete for linear goals with few of these words; at most four distinctions deep.  Cannot do: distinctions
that none of these words suggests.
"""

from __future__ import annotations

from itertools import permutations

from verifier.kernel.algebra.field import is_real
from verifier.kernel.logic.sequents import Sequent, as_less
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import FALSE, Expr, head
from verifier.language.named import fresh, operands, replaced, to_json
from verifier.library.trees import compared
from verifier.prove.driver.driver import Branch, Driver, Node, OutOfTime
from verifier.prove.numbers.shared_terms import addends
from verifier.prove.order.signs import Signs

NAME = "cases"
EFFORT = 1
DEPTH = 4
WORDS = ("abs", "min", "max")


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    word = _word(s, goal)
    if word is not None:
        return _split(driver, s, goal, word, effort)
    sign = next((e for e in subexpressions(goal) if head(e) == "fn" and operands(e)[0] == "sign"), None)
    if sign is not None and free_names(sign) <= set(s.sorts) and is_real(sign, s.sorts):
        return _by_sign(driver, s, goal, sign, effort)
    return _pairs(driver, s, goal, effort) if effort > 1 else None


def _word(s: Sequent, goal: Expr) -> tuple[Expr, ...] | None:
    """The innermost word to distinguish cases about: in the goal, or in the facts where the goal has none."""
    if sum(label.startswith("case") for label in s.facts) >= DEPTH:
        return None
    relations = [goal, *(f for f in s.facts.values() if head(f) in ("==", "!=", "<", "<=", ">", ">="))]
    solved = {operands(f)[0] for f in s.facts.values() if head(f) == "=="}
    for relation in relations:
        found = [
            e for e in subexpressions(relation)
            if isinstance(e, tuple) and e[0] in WORDS and is_real(e, s.sorts) and free_names(e) <= set(s.sorts)
            and all(is_real(a, s.sorts) for a in e[1:]) and e not in solved
        ]  # fmt: skip
        if found:
            return found[-1]
    return None


def _split(driver: Driver, s: Sequent, goal: Expr, word: tuple[Expr, ...], effort: int) -> Node | None:
    if word[0] == "abs":
        test: Expr = ("<=", 0, word[1])
        names = ("abs-positive", "abs-negative")
        values: tuple[Expr, Expr] = (word[1], ("neg", word[1]))
    else:
        test = ("<=", word[1], word[2])
        names = ("min-left", "min-right") if word[0] == "min" else ("max-right", "max-left")
        values = (word[1], word[2]) if word[0] == "min" else (word[2], word[1])
    other: Expr = (">", *operands(test))
    label = fresh("case", frozenset(s.facts))
    for formula, name, value in zip((test, other), names, values, strict=True):
        known = driver.prove(s, formula, 0)
        if known is not None:  # no distinction is needed
            then = _case(driver, s.assume(label, formula), goal, word, name, value, effort)
            if then is None:
                return None
            return {"rule": "have", "formula": to_json(formula), "proof": known, "as": label, "then": then}
    nodes: list[Node] = []
    for formula, name, value in zip((test, other), names, values, strict=True):
        node = _case(driver, s.assume(label, formula), goal, word, name, value, effort)
        if node is None:
            return None
        nodes.append(node)
    return {"rule": "either", "formula": to_json(test), "as": label, "yes": nodes[0], "no": nodes[1]}


def _case(
    driver: Driver, s: Sequent, goal: Expr, word: tuple[Expr, ...], name: str, value: Expr, effort: int
) -> Node | None:
    branch = Branch(driver, s)
    at = branch.instance(name, *word[1:])
    if at is None:
        return None
    old, new = operands(branch.s.facts[at])
    for label, fact in s.facts.items():
        if head(fact) != "and" and any(e == old for e in subexpressions(fact)):
            branch.step({"rule": "replace", "fact": at, "on": label}, replaced(fact, old, new))
    then = driver.prove(branch.s, replaced(goal, old, new), effort)
    return None if then is None else branch.wrap({"rule": "replace", "fact": at, "then": then})


def _by_sign(driver: Driver, s: Sequent, goal: Expr, word: Expr, effort: int) -> Node | None:
    """The goal where u is negative, 0 and positive, for sign(u); one case where it is known which."""
    u = operands(word)[1]
    label = fresh("case", frozenset(s.facts))
    if sum(n.startswith("case") for n in s.facts) >= DEPTH:
        return None
    values: dict[str, Expr] = {"<": -1, "==": 0, ">": 1}
    known = {op: proof for op in values if (proof := driver.prove(s, (op, u, 0), 1)) is not None}
    nodes: dict[str, Node] = {}
    for op in known or values:
        branch = Branch(driver, s.assume(label, (op, u, 0)))
        if op == "==":
            zero = branch.instance("sign-zero")
            at = branch.have(
                ("==", word, 0), {"rule": "replace", "fact": label, "then": {"rule": "exact", "fact": zero}}
            )
        else:
            at = branch.instance("sign-positive" if op == ">" else "sign-negative", u)
        if at is None:
            return None
        then = driver.prove(branch.s, replaced(goal, word, values[op]), effort)
        node = None if then is None else branch.wrap({"rule": "replace", "fact": at, "then": then})
        if node is None:
            return None
        nodes[op] = node
        if known:
            return {"rule": "have", "formula": to_json((op, u, 0)), "proof": known[op], "as": label, "then": nodes[op]}
    return compared(u, 0, label, nodes)


def _pairs(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """Two or three terms against as many, each below its partner."""
    if goal == FALSE or head(as_less(goal)) not in ("<", "<="):
        return None
    a, b = operands(as_less(goal))
    parts = [*addends(b), *((e, not up) for e, up in addends(a))]
    large = [e for e, up in parts if up]
    small = [e for e, up in parts if not up]
    if not 2 <= len(small) == len(large) <= 3 or any(label.startswith("pair") for label in s.facts):
        return None
    proofs: dict[tuple[Expr, Expr], Node | None] = {}
    for order in permutations(large):
        pairs = list(zip(small, order, strict=True))
        for e, f in pairs:
            if (e, f) not in proofs:
                proofs[e, f] = _below(driver, s, e, f, effort - 1)
            if proofs[e, f] is None:
                break
        if any(proofs.get(pair) is None for pair in pairs):
            continue
        branch = Branch(driver, s)
        labels: list[str] = []
        for e, f in pairs:
            node: Node = {"rule": "have", "formula": to_json(("<=", e, f)), "proof": proofs[e, f]}
            labels.append(branch.step(node, ("<=", e, f), "pair"))
        entries = Signs(branch).nonzero([goal])
        end: Node = {"rule": "positive", "products": [{"facts": [n]} for n in labels], "nonzero": entries or []}
        if driver.accepts(branch.s, goal, end):
            return branch.wrap(end)
    return None


def _below(driver: Driver, s: Sequent, e: Expr, f: Expr, effort: int) -> Node | None:
    try:
        return driver.within(0.25).prove(s, ("<=", e, f), effort)
    except OutOfTime:
        driver.tick()
        return None
