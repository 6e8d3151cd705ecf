"""Definition by recursion: a first value and a step make a sequence.

For a in a sort and F(t, v) in the same sort for every integer t >= 0 and every v of it, there is one sequence w from 0
on with w[0] = a and w[t+1] = F(t, w[t]).  Terms of the kernel are total, so F has a value wherever it is read.
"""

from __future__ import annotations

from verifier.kernel.logic.sequents import Checking, Node, Rejected, Rule, Sequent
from verifier.kernel.terms.binding import bind, read, substitute
from verifier.kernel.terms.expr import Expr, head

NATURAL: Expr = ("integer", 0, "oo")


def recursion(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """Take the sequence `name` of numbers or matrices of the given `sort`: its first value is `start`, and `next` is
    made of the index and of the value before it, which stand there as `index` and `value`."""
    name, index, value = (str(node[key]) for key in ("name", "index", "value"))
    if len({name, index, value}) < 3:
        raise Rejected("recursion: one name for two things")
    sort = read(node["sort"])
    if head(sort) not in ("real", "matrix"):
        raise Rejected("recursion: a sequence of something that is no number and no matrix")
    inner = s.declare(index, NATURAL).declare(value, sort)
    start, step = c.expression(s, node["start"]), c.expression(inner, node["next"])
    c.fits(s, start, sort)
    c.fits(inner, step, sort)
    outer = s.declare(name, ("sequence", sort))
    step = substitute(step, {value: ("at", name, index)})
    fact: Expr = ("and", ("==", ("at", name, 0), start),
                  bind("forall", index, NATURAL, ("==", ("at", name, ("+", index, 1)), step)))  # fmt: skip
    c.check(outer.assume(node["as"], fact), goal, node["then"])


RECURSION: dict[str, Rule] = {"recursion": recursion}
