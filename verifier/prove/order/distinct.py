"""a != b from a fact x != c: on each side of c by order, or because the fact says the same in other words.

Decides: log(x) != 0 from x != 1, 4 - 3*x^2 != 0 from x != 2/sqrt(3) and x > 0, and the like: a variable x lies below or
above c, and in both cases the other closers find which of a and b is larger.  Complete for: nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from verifier.kernel.algebra.field import Field, is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import fresh, operands
from verifier.library.trees import compared
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.normal.normal import powers_of
from verifier.prove.numbers.basic import term_of
from verifier.prove.order.monotone import endless
from verifier.prove.refute.floating.approximation import NoValue, samples, value

NAME = "distinct"
EFFORT = 1
_MARK = "distinct"  # stem of the labels of the cases


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if head(goal) != "!=" or endless(goal) or not all(is_real(a, s.sorts) for a in operands(goal)):
        return None
    if any(label.startswith(_MARK) for label in s.facts):
        return None
    for label, x, c in _apart(s, free_names(goal)):
        node = _same_root(driver, s, goal, x, c) or _sides(driver, s, goal, label, x, c, effort)
        if node is not None:
            return node
    return None


def _apart(s: Sequent, names: frozenset[str]) -> Iterator[tuple[str, str, Expr]]:
    """Facts x != c about a real variable of the goal."""
    for label, fact in s.facts.items():
        if head(fact) != "!=":
            continue
        for x, c in (operands(fact), operands(fact)[::-1]):
            if isinstance(x, str) and x in names and head(s.sorts.get(x, 0)) == "real" and x not in free_names(c):
                yield label, x, c


def _same_root(driver: Driver, s: Sequent, goal: Expr, x: str, c: Expr) -> Node | None:
    """A goal that is linear in x, with c as its root."""
    field = Field(s.sorts)
    try:
        gap = field.add(field.read(operands(goal)[0]), field.read(operands(goal)[1]), -1)
        place = next(iter(field.read(x)[0]))[0][0]
    except Unknown:
        return None
    by_degree = powers_of(gap[0], place)
    if set(by_degree) != {0, 1} or gap[1] or set(by_degree[1]) != {()}:
        return None
    low = term_of(field, tuple(sorted(by_degree[0].items())))
    lead = term_of(field, tuple(sorted(by_degree[1].items())))
    root: Expr = ("/", ("neg", low), lead)
    branch = Branch(driver, s)
    if branch.have(("==", root, c), effort=1) is None:
        return None
    label = fresh("zero", frozenset(branch.s.facts))
    inner = Branch(driver, branch.s.assume(label, ("==", *operands(goal))))
    fact = next(n for n, f in s.facts.items() if f in (("!=", x, c), ("!=", c, x)))
    same = inner.have(("==", *operands(s.facts[fact])), effort=1)
    if same is None:
        return None
    end = inner.wrap({"rule": "contradict", "fact": same, "proof": {"rule": "exact", "fact": fact}})
    return branch.wrap({"rule": "intro", "as": label, "then": end})


def _sides(driver: Driver, s: Sequent, goal: Expr, known: str, x: str, c: Expr, effort: int) -> Node | None:
    label = fresh(_MARK, frozenset(s.facts))
    if operands(s.facts[known]) != (x, c):
        return None  # c != x: rarely said so
    equal: Node = {"rule": "contradict", "fact": label, "proof": {"rule": "exact", "fact": known}}
    nodes: dict[str, Node] = {"==": equal}
    a, b = operands(goal)
    for op in ("<", ">"):
        here = s.assume(label, (op, x, c))
        relation = _relation(here, a, b, free_names(goal) | free_names(c))
        if relation is None:
            return None
        branch = Branch(driver, here)
        if branch.have(relation, effort=min(effort, 2)) is None:
            return None
        end = branch.wrap(driver.prove(branch.s, goal, 0))
        if end is None:
            return None
        nodes[op] = end
    return compared(x, c, label, nodes)


def _relation(s: Sequent, a: Expr, b: Expr, names: frozenset[str]) -> Expr | None:
    """a < b or b < a, whichever holds at samples; None where neither does."""
    try:
        signs = {value(a, at) < value(b, at) for at in samples(s, names, 3)}
    except NoValue:
        return None
    if len(signs) != 1:
        return None
    return ("<", a, b) if signs.pop() else ("<", b, a)
