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

from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.binding import Closed, free_names, subexpressions
from verifier.kernel.terms.expr import FALSE, RELATIONS, Expr, head
from verifier.language.named import almost_sure, at_outcome, fresh, operands, replaced, substitute, to_json
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.driver.standing import Standing

NAME = "expectations"
OBJECTS = True
EFFORT = 1
OWN = "mean:"  # labels of facts that were added here
MOST = 3  # random factors
POINTWISE = Standing()  # what is asked of single outcomes or terms, so that it is not taken for one of means again


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    terms = _means(goal) if goal != FALSE else [t for f in s.facts.values() if head(f) in RELATIONS for t in _means(f)]
    if not terms:
        return None
    if head(goal) == "!=":
        return _apart(driver, s, goal, effort)
    node = at_outcomes(driver, s, goal, effort) if goal != FALSE else None
    if node is not None or effort < 2 or any(label.startswith(OWN) for label in s.facts):
        return node
    branch = Branch(driver.within(0.5), s)
    w = fresh("w", frozenset(s.sorts).union(*map(free_names, terms)))
    factors = list(dict.fromkeys(f for term in terms for f in _factors(_body(term, w), w)))[:MOST]
    for fact in [*_signs(terms), *_squares(factors, s, w), *_bounds(s)]:
        _known(branch, fact)
    for f, g in combinations([f for f in factors if _shape(f, s, w) is None], 2):
        _schwarz(branch, f, g, w)
    return branch.wrap(branch.driver.prove(branch.s, goal, effort)) if branch.steps else None


def _apart(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """a != b from a < b or b < a at each outcome."""
    a, b = operands(goal)
    options: list[tuple[Expr, int]] = [(("<", a, b), 1), (("<", b, a), -1)]
    for less, sign in options:
        proof = at_outcomes(driver, s, less, effort)
        if proof is not None:
            known, equal = fresh("less", frozenset(s.facts)), fresh("equal", frozenset(s.facts))
            term = {"fact": equal, "in": to_json(("*", sign, "_"))}
            none: Node = {"rule": "order", "positive": [{"weight": "1", "facts": [known]}], "terms": [term]}
            then: Node = {"rule": "intro", "as": equal, "then": none}
            node: Node = {"rule": "have", "formula": to_json(less), "proof": proof, "as": known, "then": then}
            if driver.accepts(s, goal, node):
                return node
    return None


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
    with POINTWISE.asking():
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


def _squares(factors: list[Expr], s: Sequent, w: str) -> Iterator[Expr]:
    """The means of the squares of random factors and of how far they are from their means."""
    for f in factors:
        yield ("<=", 0, ("expect", _square(("-", f, ("expect", f, w)), s, w), w))
        yield ("<=", 0, ("expect", _square(f, s, w), w))


def _known(branch: Branch, fact: Expr) -> Node | None:
    """A relation between means that holds at each outcome, kept; the node that cites it, or None."""
    proof = at_outcomes(branch.driver, branch.s, fact, 1)
    if proof is None:
        return None
    return {"rule": "exact", "fact": branch.step({"rule": "have", "formula": to_json(fact), "proof": proof}, fact, OWN)}


def _schwarz(branch: Branch, f: Expr, g: Expr, w: str) -> None:
    """(E fg)^2 <= E f^2 E g^2, from the means of four squares (`quadratic-forms` of the library)."""
    def mean(e: Expr) -> Expr:
        return ("expect", e, w)

    p, q, r = mean(("^", f, 2)), mean(("*", f, g)), mean(("^", g, 2))
    gap: Expr = ("-", ("*", p, r), ("^", q, 2))
    squares: list[tuple[Expr, Expr]] = [
        (("*", gap, p), mean(("^", ("-", ("*", g, p), ("*", f, q)), 2))),
        (("*", gap, r), mean(("^", ("-", ("*", f, r), ("*", g, q)), 2))),
        (("+", p, ("*", 2, q), r), mean(("^", ("+", f, g), 2))),
        (("+", ("-", p, ("*", 2, q)), r), mean(("^", ("-", f, g), 2))),
    ]
    premises: list[Node] = []
    for value, square in squares:
        known = _known(branch, ("<=", 0, square))
        if known is None:
            return
        if value != square:
            equal = branch.have(("==", value, square), {"rule": "linear"})
            known = {"rule": "replace", "fact": equal, "then": known}
        premises.append(known)
    branch.theorem("quadratic-forms", [to_json(e) for e in (p, q, r)], premises, ("<=", ("^", q, 2), ("*", p, r)))


def _body(term: Expr, w: str) -> Expr:
    """What a mean is taken of, at the outcome w."""
    body, bound = operands(term)
    return substitute(body, {str(bound): w})


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
