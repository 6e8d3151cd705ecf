"""'There is N such that P(n) for all n >= N', also for integers, and 'there is an integer N with P(N)'.

Decides: such goals where the range of N has no upper end.  How: P holds of all real numbers beyond some real r
(`orders`), and there are numbers and integers beyond r.  Complete for: what holds eventually also between the integers,
as far as `orders` sees it.  It does not see what holds at integers alone, as sin(pi*n) == 0.
"""

from __future__ import annotations

from verifier.kernel.analysis.limits import OO
from verifier.kernel.logic.sequents import Sequent, as_less
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import INTEGER, REAL, RELATIONS, Expr, conjunction, head
from verifier.language.named import fresh, operands, substitute, to_json
from verifier.prove.driver.driver import Branch, Driver, Node, under
from verifier.prove.near.near_forms import near
from verifier.prove.refute.places import Place, flat

SHARE = 0.6  # of the time that is left


def prove(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """A node for a goal of one of the forms, or None."""
    if effort < 2 or near(goal) is not None:
        return None
    name, sort, body = operands(goal)
    whole = head(sort) == "integer" and operands(sort)[1] == "oo"
    parts = [_beyond(str(name), p) for p in flat(body, "and")]
    later = next((p for p in parts if p is not None), None)
    if not whole and (sort != REAL or later is None):
        return None
    x, said = later or (str(name), body)
    taken = frozenset(s.sorts) | free_names(goal)
    free = fresh(x, taken)
    r = fresh("r", taken | {free})
    beyond = Place(free, OO, 0).within(r)
    everywhere: Expr = ("and", ("<", 0, r), ("forall", free, REAL, ("implies", beyond, substitute(said, {x: free}))))
    branch = Branch(driver.within(SHARE), s)
    known = branch.have(("exists", r, REAL, everywhere), effort=effort)
    if known is None:
        return None
    branch.driver = driver
    obtain(branch, known, r, REAL, everywhere)
    eventually = next(label for label, f in branch.s.facts.items() if f == operands(everywhere)[1])
    value = integer_beyond(branch, r, operands(sort)[0]) if whole else ("+", r, 1)
    if value is None:
        return None
    at = substitute(body, {str(name): value})
    end = used(driver, branch.s, at, eventually, value) if later is None else _there(driver, branch.s, at, eventually)
    return branch.wrap(None if end is None else {"rule": "witness", "value": to_json(value), "then": end})


def _there(driver: Driver, s: Sequent, goal: Expr, label: str) -> Node | None:
    """The goal at a value of N beyond r, where what holds beyond r is known under a label."""
    if head(goal) == "and":
        nodes = [_there(driver, s, part, label) for part in operands(goal)]
        return None if None in nodes else {"rule": "split", "nodes": nodes}
    if head(goal) != "forall":
        return driver.prove(s, goal, 2)
    n = fresh(str(operands(goal)[0]), frozenset(s.sorts))
    s, goal = s.declare(n, operands(goal)[1]), substitute(operands(goal)[2], {str(operands(goal)[0]): n})
    chain: list[Node] = [{"rule": "intro", "as": n}]
    while head(goal) == "implies":
        guard, goal = operands(goal)
        known = fresh("if", frozenset(s.facts))
        chain.append({"rule": "intro", "as": known})
        s = s.assume(known, guard)
    end = used(driver, s, goal, label, n)
    for node in reversed(chain):
        end = under(node, end)
    return end


def used(driver: Driver, s: Sequent, goal: Expr, label: str, n: Expr) -> Node | None:
    """The goal at n by the fact about all numbers beyond r."""
    branch = Branch(driver, s)
    name, _, inside = operands(s.facts[label])
    guard, said = operands(substitute(inside, {str(name): n}))
    premise = driver.prove(s, guard, 2)
    if premise is None:
        return None
    branch.step({"rule": "use", "fact": label, "at": [to_json(n)], "premises": [premise]}, said)
    return branch.wrap(driver.prove(branch.s, goal, 2))


def moves(s: Sequent, goal: Expr) -> bool:
    """Whether what is said of large n has another real variable, on which the place from which on it holds depends."""
    if near(goal) is not None:
        return False
    name, _, body = operands(goal)
    later = next((p for p in (_beyond(str(name), q) for q in flat(body, "and")) if p is not None), None)
    return later is not None and any(s.sorts.get(v) == REAL for v in free_names(later[1]) - {later[0]})


def integer_beyond(branch: Branch, r: str, lo: Expr) -> Expr | None:
    """An integer beyond r and above `lo`, at which a denominator may vanish."""
    above: Expr = r if lo == "-oo" else ("max", r, lo)
    k = fresh("k", frozenset(branch.s.sorts) | free_names(lo))
    label = branch.theorem("integer-beyond", [to_json(above)], [], ("exists", k, INTEGER, ("<", above, k)))
    obtain(branch, label, k, INTEGER, ("<", above, k))
    facts: list[Expr] = [("<", r, k)] if lo == "-oo" else [("<", r, k), ("<", lo, k)]
    return k if all(branch.have(fact, effort=2) is not None for fact in facts) else None


def obtain(branch: Branch, label: str, name: str, sort: Expr, formula: Expr) -> None:
    branch.s = branch.s.declare(name, sort)
    branch.step({"rule": "obtain", "fact": label, "name": name}, formula)


def _beyond(name: str, body: Expr) -> tuple[str, Expr] | None:
    """Of 'for all n >= N: P(n)', n and what is said of it as a real number; None for other forms."""
    if head(body) != "forall" or (operands(body)[1] != REAL and head(operands(body)[1]) != "integer"):
        return None
    n, sort, inside = operands(body)
    if head(sort) == "integer" and operands(sort)[1] != "oo":
        return None
    guards: list[Expr] = []
    while head(inside) == "implies":
        guard, inside = operands(inside)
        guards += flat(guard, "and")
    starts = [g for g in guards if head(g) in RELATIONS and operands(as_less(g)) == (name, n)]
    # that n is positive, or above another number, is so eventually and is left out
    others = [g for g in guards if g not in starts and not (head(as_less(g)) in ("<", "<=") and as_less(g)[2] == n)]  # type: ignore[index]
    if name in free_names(inside) or any(name in free_names(g) for g in others):
        return None
    return str(n), ("implies", conjunction(others), inside) if others else inside
