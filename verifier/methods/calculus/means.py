"""Means of random variables: relations that hold at each outcome, and squares of which the mean is not negative.

Decides: relations that are linear in means and hold for all values of the random variables (also those that hold
almost surely are used); others that follow from (E f)^2 <= E f^2 and (E fg)^2 <= E f^2 E g^2 for the random factors f,
g that occur, and from the signs of what means are taken of.  How: the kernel's rule `expectation`, with the relation at
an outcome for the driver.  Complete for: nothing.  Cannot do: independence, limits of means.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from itertools import combinations

from verifier.claims.named import almost_sure, at_outcome, fresh, operands, replaced, substitute, to_json
from verifier.kernel.binding import Closed, free_names, subexpressions
from verifier.kernel.expr import FALSE, RELATIONS, Expr, head
from verifier.kernel.logic import Rejected, Sequent, as_less
from verifier.methods.calculus.driver import Branch, Driver, Node

NAME = "expectations"
EFFORT = 1
OWN = "mean:"  # labels of facts that were added here
MOST = 3  # random factors


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    terms = _means(goal) if goal != FALSE else [t for f in s.facts.values() if head(f) in RELATIONS for t in _means(f)]
    if not terms:
        return None
    node = at_outcomes(driver, s, goal, effort) if goal != FALSE else None
    if node is not None or effort < 2 or any(label.startswith(OWN) for label in s.facts):
        return node
    branch = Branch(driver.within(0.5), s)
    for fact in [*_signs(terms), *_squares(terms, s), *_bounds(s)]:
        proof = at_outcomes(driver, branch.s, fact, 1)
        if proof is not None:
            branch.step({"rule": "have", "formula": to_json(fact), "proof": proof}, fact, OWN)
    return branch.wrap(branch.driver.prove(branch.s, goal, effort)) if branch.steps else None


def _means(e: Expr) -> list[Expr]:
    """The outermost means in a term or a relation."""
    if head(e) == "expect":
        return [e]
    return [t for a in operands(e) for t in _means(a)]


def at_outcomes(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """A relation between means by the relation at each outcome; None where means do not occur linearly."""
    if head(goal) not in ("==", "<=", "<", ">=", ">"):
        return None
    w = fresh("w", free_names(goal) | frozenset(s.sorts))
    try:
        inside: Expr = (str(head(goal)), *(at_outcome(side, w) for side in operands(goal)))
    except (Rejected, Closed):
        return None
    if w not in free_names(inside):
        return None
    letters: dict[str, str] = {}
    inner = s
    almost = dict(_almost(s, w))
    for name in sorted({str(e[1]) for e in subexpressions(inside) if head(e) == "at" and e[2] == w}):  # type: ignore[index]
        letters[name] = fresh(name.lower(), frozenset(inner.sorts))
        if head(s.sorts.get(name, 0)) != "random" or head(operands(s.sorts[name])[0]) not in ("real", "matrix"):
            return None
        inner = inner.declare(letters[name], operands(s.sorts[name])[0])
        inside = replaced(inside, ("at", name, w), letters[name])
        almost = {label: replaced(p, ("at", name, w), letters[name]) for label, p in almost.items()}
    if w in free_names(inside):
        return None
    labels: dict[str, str] = {}
    for label, p in almost.items():
        if w not in free_names(p):
            labels[label] = fresh("sure", frozenset(inner.facts))
            inner = inner.assume(labels[label], p)
    then = driver.prove(inner, inside, effort)
    if then is None:
        return None
    return {"rule": "expectation", "letters": letters, "then": then, **({"almost": labels} if labels else {})}


def _almost(s: Sequent, w: str) -> Iterator[tuple[str, Expr]]:
    """What holds at the outcome w almost surely, with the labels of the facts that say so."""
    for label, fact in s.facts.items():
        with contextlib.suppress(Rejected, Closed):
            yield label, almost_sure(fact, w)


def _signs(terms: list[Expr]) -> Iterator[Expr]:
    for t in dict.fromkeys(terms):
        yield ("<=", 0, t)


def _bounds(s: Sequent) -> Iterator[Expr]:
    """The means of what is at least 0 almost surely, and of products of two of it."""
    w = fresh("w", frozenset(s.sorts))
    gaps: list[Expr] = []
    for _, sure in _almost(s, w):
        usual = as_less(sure)
        if head(usual) in ("<", "<="):
            low, high = operands(usual)
            gaps.append(high if low == 0 else ("-", high, low))
    for gap in gaps[:MOST]:
        yield ("<=", 0, ("expect", gap, w))
    for a, b in combinations(gaps[:MOST], 2):
        yield ("<=", 0, ("expect", ("*", a, b), w))


def _squares(terms: list[Expr], s: Sequent) -> Iterator[Expr]:
    """Means of squares of what is made of two random factors of means, of which one may be 1."""
    w = fresh("w", frozenset(s.sorts).union(*map(free_names, terms)))
    factors: dict[Expr, None] = {}
    for term in terms:
        body, bound = operands(term)
        factors.update(dict.fromkeys(_factors(substitute(body, {str(bound): w}), w)))

    def mean(e: Expr) -> Expr:
        return ("expect", e, w)

    for f in list(factors)[:MOST]:
        yield ("<=", 0, mean(_square(("-", f, mean(f)), s, w)))
        yield ("<=", 0, mean(_square(f, s, w)))
    for f, g in combinations(list(factors)[:MOST], 2):
        if _shape(f, s, w) is not None or _shape(g, s, w) is not None:
            continue
        both = mean(("*", f, g))
        for a, b in ((f, g), (g, f)):
            yield ("<=", 0, mean(("^", ("-", ("*", a, mean(("^", b, 2))), ("*", b, both)), 2)))
        for op in "+-":
            yield ("<=", 0, mean(("^", (op, f, g), 2)))


def _shape(e: Expr, s: Sequent, w: str) -> Expr | None:
    """The sort of a random matrix; None of a number."""
    sort = operands(s.sorts.get(str(operands(e)[0]), 0))[0] if head(e) == "at" and operands(e)[1] == w else 0
    return sort if head(sort) == "matrix" else None


def _square(e: Expr, s: Sequent, w: str) -> Expr:
    """The square of a number, the sum of the squares of the entries of a matrix."""
    of_matrices = any(_shape(x, s, w) is not None for x in subexpressions(e) if head(x) == "at")
    return ("trace", ("*", ("T", e), e)) if of_matrices else ("^", e, 2)


def _factors(e: Expr, w: str) -> list[Expr]:
    """The random factors in a body: what is no sum and no product; of an even power also its root."""
    if w not in free_names(e):
        return []
    op, args = head(e), operands(e)
    if op == "^" and isinstance(args[1], int) and args[1] > 2 and args[1] % 2 == 0:
        return [("^", args[0], args[1] // 2), *_factors(args[0], w)]
    if op in ("*", "^"):  # sums stay together
        own = [a for a in args if head(a) in ("+", "-") and w in free_names(a)]
        return [*own, *(f for a in args for f in _factors(a, w))]
    if op in ("+", "-", "neg", "/", "T", "trace"):
        return [f for a in args for f in _factors(a, w)]
    return [e]
