"""Means of random variables: they are linear, and keep relations."""

from __future__ import annotations

from verifier.kernel.algebra.field import EXTENDED
from verifier.kernel.logic.sequents import Checking, Node, Rejected, Rule, Sequent
from verifier.kernel.meaning.conditions import without_complex
from verifier.kernel.terms.binding import free_names, new_name, opened, operands, replaced, subexpressions
from verifier.kernel.terms.expr import TRUE, Expr, head


def expectation(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """'a R b', where R is ==, or an order of real numbers, and means occur linearly, holds where 'a R b' does at each
    outcome: with the bodies of those means in their places, and in them, for each random variable X of ``letters``, a
    new variable ``letters[X]``, of which the sort of the values of X is known, and P for each fact 'the mean of (0
    where P, else 1) is 0' of ``almost``, under the label that stands there.

    At each outcome that has a probability the values of the random variables are values of the new ones, and such a P
    holds, so the relation does.  A mean is linear, that of a number is the number, and it keeps R where it holds at all
    of these outcomes: < as well, as the probabilities are 1 together.
    """
    op, w = head(goal), new_name()
    if op not in ("==", "<=", "<", ">=", ">"):
        raise Rejected("expectation: a goal that is no relation that means keep")
    inside: Expr = (op, *(at_outcome(side, w) for side in operands(goal)))
    almost = {label: almost_sure(s.fact(fact), w) for fact, label in dict(node.get("almost", {})).items()}
    for name, letter in dict(node["letters"]).items():
        sort = s.sorts.get(name, 0)
        if head(sort) != "random" or head(operands(sort)[0]) not in ("real", "matrix"):
            raise Rejected(f"expectation: {name!r:.40} is no random number and no random matrix")
        s = s.declare(letter, operands(sort)[0])
        inside = replaced(inside, ("at", name, w), letter)
        almost = {label: replaced(p, ("at", name, w), letter) for label, p in almost.items()}
    if any(w in free_names(e) for e in (inside, *almost.values())):
        raise Rejected("expectation: a random variable without a letter")
    if op != "==" and not without_complex(inside, s.sorts):
        raise Rejected("expectation: an order of what may not be real")
    if any(head(e) == "fn" and operands(e)[0] in EXTENDED for e in subexpressions(inside)):
        raise Rejected("expectation: what may not be finite")
    for label, p in almost.items():
        s = s.assume(label, p)
    c.check(s, inside, node["then"])


def almost_sure(fact: Expr, w: str) -> Expr:
    """P at the outcome w, of the fact that the mean of (0 where P, else 1) is 0.  Raises `Rejected`."""
    body = opened(operands(fact)[0], w)[0] if head(fact) == "==" and head(operands(fact)[0]) == "expect" else 0
    called = operands(body) if head(body) == "fn" else ()
    if called[:2] != ("Piecewise", 0) or called[3:] != (1, TRUE) or operands(fact)[1] != 0:
        raise Rejected("expectation: a fact that does not say that something holds almost surely")
    return called[2]


def at_outcome(e: Expr, w: str) -> Expr:
    """A term that is linear in means, with what they are means of at the outcome w.  Raises `Rejected`."""
    if not any(head(x) == "expect" for x in subexpressions(e)):
        return e
    op = str(head(e))
    if op == "expect":
        return opened(e, w)[0]
    args = operands(e)
    fixed = [not any(head(x) == "expect" for x in subexpressions(a)) for a in args]
    if op in ("+", "-", "neg", "T", "trace") or (op == "*" and sum(fixed) == len(args) - 1) or (op == "/" and fixed[1]):
        return (op, *(at_outcome(a, w) for a in args))
    raise Rejected("expectation: a mean inside of what is not linear")


MEANS: dict[str, Rule] = {"expectation": expectation}
