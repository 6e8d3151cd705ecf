"""One function at two arguments: f(u) < f(v) from u < v, where f rises or falls.

Decides: relations whose sides differ by c*(f(v) - f(u)) with a positive number c, f a function of the table below, by
the order of the arguments (found by the driver) and the line of the kernel's table that says how f goes.  Complete
for: the reduction itself.  Products with other terms are left to `products`, which asks for the sign of each factor.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from verifier.kernel.algebra.field import Field, is_real
from verifier.kernel.logic.sequents import Sequent, as_less
from verifier.kernel.terms.expr import FALSE, Expr, head
from verifier.language.named import operands
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.numbers.basic import gap_of

NAME = "rising functions"
FALLING = frozenset(("cos",))
WORDS = frozenset(("exp", "log", "cbrt", "sinh", "cosh", "tanh", "sin", "cos", "tan", "asin", "atan", "asinh", "erf"))


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if goal == FALSE or head(goal) not in ("<", "<=", ">", ">="):
        return None
    goal = as_less(goal)
    if not all(is_real(e, s.sorts) for e in operands(goal)):
        return None
    field = Field(s.sorts)
    gap, below = gap_of(field, goal)
    if below or len(gap) != 2 or sum(gap.values()) != 0:
        return None
    (m, c), (n, _) = gap.items()
    if len(m) != 1 or len(n) != 1 or m[0][1] != 1 or n[0][1] != 1:
        return None
    small, large = (m, n) if c < 0 else (n, m)
    weight = abs(Fraction(str(c)))
    strict = head(goal) == "<"
    for name, terms in _lines(field.sources[small[0][0]], field.sources[large[0][0]], strict):
        branch = Branch(driver, s)
        label = branch.instance(name if strict else name + "-weak", *terms, effort=min(effort, 1))
        if label is not None:
            node: Node = {"rule": "positive", "products": [{"weight": str(weight), "facts": [label]}]}
            tree = branch.wrap(node)
            return tree if tree is not None and driver.accepts(s, goal, tree) else None
    return None


def _lines(e: Expr, f: Expr, strict: bool) -> Iterator[tuple[str, tuple[Expr, ...]]]:
    """Lines of the table that say e < f, without the ending for the weak form, and their terms."""
    if head(e) != head(f) or len(operands(e)) != len(operands(f)):
        return
    if head(e) == "sqrt":
        yield "sqrt-monotone", (operands(e)[0], operands(f)[0])
    elif head(e) == "fn" and operands(e)[0] == operands(f)[0] and operands(e)[0] in WORDS and len(operands(e)) == 2:
        word = str(operands(e)[0])
        u, v = operands(e)[1], operands(f)[1]
        yield f"{word}-monotone", ((v, u) if word in FALLING else (u, v))
    elif head(e) == "^":
        (a, b), (c, d) = operands(e), operands(f)
        if b == d:
            yield "power-monotone", (a, c, b)
            if not strict:
                yield "power-falling", (c, a, b)
        if a == c:
            yield "exponent-monotone", (a, b, d)
            if not strict:
                yield "exponent-falling", (a, d, b)
