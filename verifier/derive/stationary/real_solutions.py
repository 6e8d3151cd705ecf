"""All real solutions of a polynomial system with rational coefficients, as a finite union of parametrised pieces.

A case is a list of equations, of polynomials that are not 0, and of variables that are already expressed by others.  It
is split by rules each of which is an equivalence over the reals: a product vanishes where a factor does; a sum of
squares with positive weights where each square does; A x + B = 0 where A = B = 0, or A != 0 and x = -B/A; a polynomial
of one variable at its real roots; a form of two variables at the origin and on the lines through its real roots.  What
is left when no equation is, is a piece: free variables, and rational functions of them for the others, on the open set
where some polynomials are not 0.  The pieces are disjoint, and together they are all real solutions; complex solutions
are lost where the reals are used (squares, real roots), and nowhere else.  The tree of cases is the certificate:
`Node.verify` replays each rule by multiplication and substitution, without a search.

Cannot: pieces that need two independent algebraic numbers, or an equation that no rule splits (`TooHard`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from verifier.derive.stationary.ring_polynomials import (
    as_squares,
    count_real_roots,
    factors_of,
    in_lowest_terms,
    last_of,
    linear_coefficient,
    powers_of,
    put_in,
    variables_of,
)

MOST_CASES = 400


class TooHard(ValueError):
    """No rule splits an equation that is left, or there are too many cases."""


@dataclass(frozen=True)
class Case:
    """Polynomials of a ring over the rationals, whose last generator is the algebraic number.

    `solved` are (number of the variable, numerator, denominator); `root` is the irreducible polynomial of the algebraic
    number.  `dead` says that there is no real solution.
    """

    equations: tuple[Any, ...]
    nonzero: tuple[Any, ...] = ()
    solved: tuple[tuple[int, Any, Any], ...] = ()
    root: Any = None
    dead: bool = False


@dataclass(frozen=True)
class Node:
    """A case with the rule that splits it, the rule's witness, and the cases that it gives."""

    case: Case
    rule: str
    witness: tuple[Any, ...] = field(default=(), repr=False)
    children: tuple[Node, ...] = ()

    def leaves(self) -> Iterator[Case]:
        """The pieces, none of them empty by a rule."""
        if not self.children and not self.case.dead:
            yield self.case
        for child in self.children:
            yield from child.leaves()

    def nodes(self) -> Iterator[Node]:
        """The node and all below it."""
        yield self
        for child in self.children:
            yield from child.nodes()

    def verify(self) -> bool:
        """Replay every rule: each gives just these cases, and what is left has no equations."""
        if self.rule == "leaf":
            return self.case.dead or not self.case.equations or _surface(self.case)
        try:
            cases = _RULES[self.rule](self.case, *self.witness)
        except _Wrong:
            return False
        return [c.case for c in self.children] == cases and all(c.verify() for c in self.children)


class _Wrong(ValueError):
    """The witness of a rule does not fit."""


def real_solutions(equations: Sequence[Any], nonzero: Sequence[Any] = ()) -> Node:
    """The tree of cases for elements of a polynomial ring over QQ; its last generator must not occur in them.

    Raises `TooHard`.

    >>> from sympy import QQ, ring
    >>> _, x, y, r = ring("x, y, r", QQ)
    >>> [case.solved for case in real_solutions([x * (x * y - 2), y * (x * y - 2)]).leaves()]
    [((0, 2, y),), ((0, 0, 1), (1, 0, 1))]
    """
    room = [MOST_CASES]
    start = _tidy(Case(tuple(equations), tuple(nonzero)))
    return _grown(start, room)


def real_solutions_within(case: Case, equation: Any) -> Node:
    """The tree of cases for one more equation in a piece.  Raises `TooHard`."""
    return _grown(_tidy(replace(case, equations=(*case.equations, equation))), [MOST_CASES])


def _grown(case: Case, room: list[int]) -> Node:
    room[0] -= 1
    if room[0] < 0:
        raise TooHard(f"more than {MOST_CASES} cases")
    if case.dead or not case.equations or _surface(case):
        return Node(case, "leaf")
    rule, *witness = _choice(case)
    return Node(case, rule, tuple(witness), tuple(_grown(c, room) for c in _RULES[rule](case, *witness)))


# -- rules: a case and a witness to the cases that it is the union of ------------------------------------------


def _factor(case: Case, i: int, factors: Sequence[Any], powers: Sequence[int]) -> list[Case]:
    """Equation i is a multiple of a product of powers: where a factor vanishes and none before it."""
    product = case.equations[i].ring.one
    for q, e in zip(factors, powers, strict=True):
        product *= q**e
    if case.equations[i].monic() != product.monic():
        raise _Wrong
    found = []
    for j, q in enumerate(factors):
        rest = (*case.equations[:i], q, *case.equations[i + 1 :])
        found.append(_tidy(replace(case, equations=rest, nonzero=(*case.nonzero, *factors[:j]))))
    return found


def _squares(case: Case, i: int, weights: Sequence[Any], roots: Sequence[Any]) -> list[Case]:
    """Equation i is up to its sign a sum of squares with positive weights: each square vanishes."""
    total = sum((c * s**2 for c, s in zip(weights, roots, strict=True)), start=case.equations[i].ring.zero)
    if any(c <= 0 for c in weights) or case.equations[i] not in (total, -total):
        raise _Wrong
    rest = (*case.equations[:i], *roots, *case.equations[i + 1 :])
    return [_tidy(replace(case, equations=rest))]


def _linear(case: Case, i: int, x: int, known: bool) -> list[Case]:
    """Equation i is A x + B: A = B = 0 (not where A is known not to vanish), or x = -B/A."""
    parts = powers_of(case.equations[i], x)
    if set(parts) - {0, 1} or 1 not in parts:
        raise _Wrong
    a, b = parts[1], parts.get(0, parts[1].ring.zero)
    if known and not is_unit(a, case):
        raise _Wrong
    rest = (*case.equations[:i], *case.equations[i + 1 :])
    away = _substituted(replace(case, equations=rest, nonzero=case.nonzero if known else (*case.nonzero, a)), x, -b, a)
    return [away] if known else [away, _tidy(replace(case, equations=(*rest, a, b)))]


def _root(case: Case, i: int, x: int) -> list[Case]:
    """Equation i is an irreducible polynomial of x alone: x is one of its real roots, or there is none."""
    q = case.equations[i]
    if case.root is not None or variables_of(q) != {x} or not q.is_irreducible:
        raise _Wrong
    rest = replace(case, equations=(*case.equations[:i], *case.equations[i + 1 :]))
    if not count_real_roots(q, x):
        return [replace(rest, dead=True)]
    rho = q.ring.gens[-1]
    m = put_in(q, x, rho, q.ring.one)[0].monic()
    return [_substituted(replace(rest, root=m), x, rho, q.ring.one)]


def _form(case: Case, i: int, x: int, y: int) -> list[Case]:
    """Equation i is an irreducible form of x and y: both vanish, or y does not and x/y is one of the real roots."""
    q = case.equations[i]
    ring, gens = q.ring, q.ring.gens
    degrees = {sum(m) for m in q.monoms()}
    if case.root is not None or variables_of(q) != {x, y} or len(degrees) != 1 or gens[x] ** max(degrees) not in (
        ring.from_dict({m: 1}) for m in q.monoms()
    ):  # fmt: skip
        raise _Wrong
    rest = replace(case, equations=(*case.equations[:i], *case.equations[i + 1 :]))
    both = _tidy(replace(rest, equations=(*rest.equations, gens[x], gens[y])))
    line = put_in(put_in(q, y, ring.one, ring.one)[0], x, gens[-1], ring.one)[0].monic()
    if not line.is_irreducible:
        raise _Wrong
    if not count_real_roots(line, len(gens) - 1):
        return [both]
    away = replace(rest, root=line, nonzero=(*rest.nonzero, gens[y]))
    return [both, _substituted(away, x, gens[-1] * gens[y], ring.one)]


_RULES: dict[str, Any] = {"factor": _factor, "squares": _squares, "linear": _linear, "root": _root, "form": _form}


def _surface(case: Case) -> bool:
    """Whether one equation is left that has no solution by rational functions: the piece is where it holds."""
    if case.root is not None or len(case.equations) != 1:
        return False
    (q,) = case.equations
    factors, variables = factors_of(q), variables_of(q)
    if len(variables) < 2 or len(factors) > 1 or factors[0][1] > 1 or as_squares(q) is not None:
        return False
    form = len(variables) == 2 and len({sum(m) for m in q.monoms()}) == 1
    return not form and all(linear_coefficient(q, x) is None for x in variables)


# -- the search for a rule -----------------------------------------------------------------------------------


def _choice(case: Case) -> tuple[Any, ...]:
    lists = [factors_of(e) for e in case.equations]
    if any(len(f) > 1 or f[0][1] > 1 for f in lists):
        often = Counter(q for f in lists for q, _ in f)
        splits = [i for i, f in enumerate(lists) if len(f) > 1 or f[0][1] > 1]
        i = max(splits, key=lambda i: max(often[q] for q, _ in lists[i]))
        ranked = sorted(lists[i], key=lambda f: (-often[f[0]], len(f[0]), str(f[0])))
        return "factor", i, tuple(q for q, _ in ranked), tuple(e for _, e in ranked)
    for i, e in enumerate(case.equations):
        if (found := as_squares(e)) is not None:
            return "squares", i, *found
    lines = [(i, x, a) for i, e in enumerate(case.equations) for x in sorted(variables_of(e) - {last_of(e)})
             for a in [linear_coefficient(e, x)] if a is not None]  # fmt: skip
    for i, x, a in lines:
        if is_unit(a, case):
            return "linear", i, x, True
    for i, e in enumerate(case.equations):
        variables = variables_of(e)
        if case.root is None and len(variables) == 1:
            return "root", i, *variables
        if case.root is None and len(variables) == 2 and len({sum(m) for m in e.monoms()}) == 1:
            return "form", i, *sorted(variables)
    if lines:
        i, x, a = min(lines, key=lambda line: (len(line[2]), len(case.equations[line[0]]), line[0], line[1]))
        return "linear", i, x, False
    shown = str(case.equations[0].as_expr())
    raise TooHard(f"no rule splits {shown if len(shown) < 80 else shown[:77] + '...'} = 0")


# -- cases --------------------------------------------------------------------------------------------------


def is_unit(a: Any, case: Case) -> bool:
    """Whether a polynomial is known not to vanish: up to known factors a number, or one of the algebraic number."""
    for u in case.nonzero:
        while not (g := a.gcd(u)).is_ground:
            a = a.exquo(g)
    if a.is_ground:
        return bool(a != 0)
    return case.root is not None and variables_of(a) == {last_of(a)} and bool(a.rem(case.root))


def _substituted(case: Case, x: int, top: Any, bottom: Any) -> Case:
    """The case where x = top/bottom, the bottom not 0."""
    solved = []
    for y, a, b in (*case.solved,):
        (p, u), (q, v) = put_in(a, x, top, bottom), put_in(b, x, top, bottom)
        solved.append((y, *in_lowest_terms(p * v, q * u, case.root)))
    return _tidy(replace(
        case, equations=tuple(put_in(e, x, top, bottom)[0] for e in case.equations),
        nonzero=tuple(put_in(u, x, top, bottom)[0] for u in case.nonzero),
        solved=tuple(sorted([*solved, (x, *in_lowest_terms(top, bottom, case.root))], key=lambda s: s[0])),
    ))  # fmt: skip


def _tidy(case: Case) -> Case:
    """Known factors are divided out, what says nothing is left out; a contradiction makes the case dead."""
    nonzero = []
    for u in case.nonzero:
        u = u.rem(case.root) if case.root is not None else u
        if u == 0:
            return replace(case, dead=True)
        if not u.is_ground and u.monic() not in nonzero:
            nonzero.append(u.monic())
    case, kept = replace(case, nonzero=tuple(nonzero)), []
    for e in case.equations:
        e = e.rem(case.root) if case.root is not None else e
        if e == 0:
            continue
        if is_unit(e, case):
            return replace(case, dead=True)
        for u in nonzero:
            while not (g := e.gcd(u)).is_ground:
                e = e.exquo(g)
        if e.monic() not in kept:
            kept.append(e.monic())
    return replace(case, equations=tuple(kept))
