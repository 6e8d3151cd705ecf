"""Identities and implications between polynomials at concrete matrix sizes.

`prove_identity` decides whether an equation holds for all real values of its entries: first at random points
modulo a random 61-bit prime (a value other than 0 ends the attempt), then by expansion with python-flint.
`prove_implication` looks for the goal, or its square, in the ideal of the given equations, with cofactors of
growing degree (see `membership`), and leaves the exact check to the kernel.

Complete for identities within the limits of size.  For implications it finds cofactors up to the degree it
reaches; it knows no inequalities, and None means nothing.  Sizes must be literal integers.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verifier.kernel.logic.sequents import Sequent, as_less
from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import BINDERS, Expr, head
from verifier.language.named import operands
from verifier.language.text.rebuild import rational
from verifier.language.values.arithmetic import (
    Inexact,
    Matrix,
    Undefined,
    entry,
    matrix,
    number,
    pack,
    plus,
    shape,
    times,
)
from verifier.language.values.ring import Ring
from verifier.language.values.semantics import Env, Evaluator
from verifier.language.values.sparse import Poly, constant, exponents, scale
from verifier.language.values.sparse import plus as plus_poly
from verifier.prove.driver.effort import now
from verifier.prove.matrices.at_sizes.entry_nodes import Term, by_terms, identity
from verifier.prove.matrices.at_sizes.membership import degree, membership
from verifier.prove.overdue import charge

MOST_TERMS = 30_000_000
PRODUCT = 3e-8  # seconds of FLINT for a term of an expansion, most of which meet one that is there
Node = dict[str, Any]


class Size:
    """Counts terms: an upper bound for the number of monomials of an expansion, before it is made."""

    __slots__ = ("n",)

    def __init__(self, n: int) -> None:
        self.n = n

    def __add__(self, other: Any) -> Size:
        return Size(self.n + (other.n if isinstance(other, Size) else int(other != 0)))

    def __mul__(self, other: Any) -> Size:
        return Size(self.n * (other.n if isinstance(other, Size) else int(other != 0)))

    def __rmul__(self, other: Any) -> Size:
        return self.__mul__(other)

    def __pow__(self, k: int) -> Size:
        return Size(self.n**k if k < 64 else MOST_TERMS**2)

    __radd__ = __add__


class _Polynomials(Evaluator):
    """Evaluates at generators of a polynomial ring of python-flint; gradients are derivatives."""

    def __init__(self, places: Mapping[str, int]) -> None:
        super().__init__()
        self.places = places

    def _grad(self, env: Env, f: Expr, x: str, point: Expr) -> Any:
        if x != point and free_names(f) & free_names(point):
            raise Inexact("a gradient at a point that the function depends on in another way")
        here = self.value(point, env)
        body = number(self.value(f, {**env, x: here}))
        names = {str(g): i for g, i in self.places.items()}

        def slope(i: int, j: int) -> Any:
            place = names.get(str(entry(here, i, j)))
            if place is None:
                raise Inexact("a gradient with respect to something that is no variable")
            return body.derivative(place) if hasattr(body, "derivative") else 0

        return pack(matrix(*shape(here), slope))


def atoms_of(sorts: Mapping[str, Expr]) -> list[tuple[str, int, int]]:
    """(variable, row, column) of all entries.  Raises `Inexact` on other sorts and symbolic sizes."""
    found = []
    for name, sort in sorts.items():
        m, n = operands(sort) if head(sort) == "matrix" else (1, 1)
        if head(sort) not in ("real", "matrix") or not isinstance(m, int) or not isinstance(n, int):
            raise Inexact(f"{name} is neither a number nor a matrix of literal size")
        found += [(name, i, j) for i in range(m) for j in range(n)]
    return found


def _environment(sorts: Mapping[str, Expr], entries: Mapping[tuple[str, int, int], Any]) -> dict[str, Any]:
    env = {}
    for name, sort in sorts.items():
        m, n = operands(sort) if head(sort) == "matrix" else (1, 1)
        assert isinstance(m, int) and isinstance(n, int)
        env[name] = pack(matrix(m, n, lambda i, j, name=name: entries[name, i, j]))  # type: ignore[misc]
    return env


def _gap(goal: Expr, env: Env, evaluator: Evaluator) -> list[Any]:
    left, right = (evaluator.value(a, env) for a in operands(goal))
    gap = plus(left, times(-1, right))
    return [x for row in gap.entries for x in row] if isinstance(gap, Matrix) else [gap]


def random_prime(seed: int) -> int:
    """A prime of 61 bits."""
    from flint import fmpz

    source = random.Random(seed)
    while True:
        p = source.randrange(2**60, 2**61) | 1
        if fmpz(p).is_prime():
            return p


def refuted_modulo_prime(goal: Expr, sorts: Mapping[str, Expr], points: int = 2, seed: int = 0) -> bool:
    """Whether an equation fails at a random point modulo a random prime: then it is no identity.

    Raises `Inexact` or `Undefined` where the expressions are no polynomials at literal sizes.
    """
    from flint import nmod

    p, source = random_prime(seed), random.Random(seed + 1)
    for _ in range(points):
        values = {a: nmod(source.randrange(p), p) for a in atoms_of(sorts)}
        if any(x != 0 for x in _gap(goal, _environment(sorts, values), Evaluator())):
            return True
    return False


def prove_identity(statement: Statement, seed: int = 0) -> Node | None:
    """A node if the goal is an identity of polynomials in the entries; None otherwise."""
    goal = statement.goal
    used = free_names(goal)
    sorts = {n: s for n, s in statement.variables if n in used}
    if head(goal) != "==":
        return None
    try:
        if refuted_modulo_prime(goal, sorts, seed=seed):
            return None
        places = atoms_of(sorts)
        sizes = _gap(goal, _environment(sorts, {a: Size(1) for a in places}), Evaluator())
        terms = sum(s.n if isinstance(s, Size) else 1 for s in sizes)
        if terms > MOST_TERMS:
            return None
        charge(PRODUCT * terms)
        if not _expands_to_zero(goal, sorts, places):
            return None
    except (Inexact, Undefined, TypeError, AttributeError):
        pass  # python-flint cannot tell; the kernel may
    return identity(sequent(statement), goal)


def _expands_to_zero(goal: Expr, sorts: Mapping[str, Expr], places: list[tuple[str, int, int]]) -> bool:
    from flint import Ordering, fmpq_mpoly_ctx

    context = fmpq_mpoly_ctx.get((("x", max(1, len(places))),), Ordering.degrevlex)
    generators = context.gens()
    env = _environment(sorts, dict(zip(places, generators, strict=False)))
    evaluator = _Polynomials({str(g): i for i, g in enumerate(generators)})
    return all(x == 0 for x in _gap(goal, env, evaluator))


def sequent(statement: Statement) -> Sequent:
    """Variables and hypotheses.  Raises `Rejected` where a domain is malformed."""
    s = Sequent()
    for name, sort in statement.variables:
        s = s.declare(name, sort)
    for label, formula in statement.given:
        s = s.assume(label, formula)
    return s


# implications


def prove_implication(statement: Statement, budget: float = 5.0) -> Node | None:
    """A node that derives the goal (an equation, or false) from the given equations.

    Tries the goal itself and then its square, with cofactors of growing degree, within `budget` seconds.
    """
    until = now() + budget
    if head(statement.goal) not in ("==", "false"):
        return None
    try:
        ring, clear = _ring(statement)
        found = _derive(ring, _equations(ring, statement), statement, until)
    except (ValueError, RecursionError):
        return None
    return None if found is None else by_terms(sequent(statement), statement.goal, *found, clear)


def _ring(statement: Statement) -> tuple[Ring, list[tuple[Expr, str, Expr]]]:
    """A ring that may divide by every denominator for which a fact says that it is not 0."""
    ring = Ring(dict(statement.variables))
    clear = []
    strict = [(label, as_less(f)) for label, f in statement.given if head(as_less(f)) in ("<", "!=")]
    for e in denominators([statement.goal, *(f for _, f in statement.given)]):
        for label, fact in strict:
            try:
                wanted, known = ring.scalar(e), ring.scalar(("-", *reversed(operands(fact))))
            except ValueError:
                continue
            top = max(wanted.terms, default=0)
            ratio = Fraction(known.terms.get(top, 0)) / wanted.terms[top] if wanted.terms else Fraction(0)
            if ratio and not plus_poly(known, scale(wanted, -ratio)).terms:
                ring.declare_nonzero(wanted)
                clear.append((e, label, rational(ratio)))
                break
    return ring, clear


def denominators(formulas: list[Expr]) -> list[Expr]:
    """What the formulas divide by, innermost first, without what depends on a bound name."""
    found: dict[Expr, None] = {}
    for formula in formulas:
        bound = {operands(e)[BINDERS[str(head(e))][0]] for e in subexpressions(formula) if head(e) in BINDERS}
        for e in subexpressions(formula):
            op, args = head(e), operands(e)
            below: Expr = 1
            if op == "/":
                below = args[1]
            elif op == "^" and isinstance(args[1], int) and args[1] < 0:
                below = args[0]
            elif op == "inverse":
                below = ("det", args[0])
            if not isinstance(below, int) and not free_names(below) & bound:
                found[below] = None
    return list(reversed(found))


def _equations(ring: Ring, statement: Statement) -> list[tuple[str, int, Poly]]:
    """The entries of the given equations: the fact, the number of the entry, and the polynomial."""
    found: list[tuple[str, int, Poly]] = []
    for label, formula in statement.given:
        if head(formula) != "==":
            continue
        try:
            entries = ring.entries(("-", *operands(formula)))
        except ValueError:
            continue
        found += [(label, i, p) for i, p in enumerate(entries) if p.terms]
    return found


def _derive(
    ring: Ring, facts: list[tuple[str, int, Poly]], statement: Statement, until: float
) -> tuple[list[Term], int] | None:
    """Terms whose sum is the goal, or 1 for the goal false, to a power of 1 or 2; and the power."""
    contradiction = head(statement.goal) == "false"
    targets = [constant(1)] if contradiction else ring.entries(("-", *operands(statement.goal)))
    for power in (1,) if contradiction else (1, 2):
        terms: list[Term] = []
        for entry_number, p in enumerate(targets):
            part = _cofactors(ring, facts, ring.power(p, power), until)
            if part is None:
                break
            terms += [Term(entry_number, *cited) for cited in part]
        else:
            return terms, power
    return None


def _cofactors(
    ring: Ring, facts: list[tuple[str, int, Poly]], goal: Poly, until: float
) -> list[tuple[str, int, Expr]] | None:
    target, below = cleared(ring, goal)
    if not target.terms:
        return []
    parts = [cleared(ring, p) for _, _, p in facts]
    start = degree(target.terms)
    for bound in range(max(start, min((degree(p.terms) for p, _ in parts), default=0)), start + 4):
        remaining = until - now()
        if remaining <= 0:
            return None
        found = membership(target.terms, [p.terms for p, _ in parts], bound, len(ring.atoms), remaining)
        if found is None:
            continue
        terms = []
        for k, cofactor in found:
            e = expression(ring, cofactor)
            if parts[k][1]:
                e = ("*", e, *(("^", expression(ring, q), n) for q, n in parts[k][1]))
            for q, n in below:
                e = ("/", e, expression(ring, q)) if n == 1 else ("*", e, ("^", expression(ring, q), -n))
            terms.append((*facts[k][:2], e))
        return terms
    return None


def cleared(ring: Ring, p: Poly) -> tuple[Poly, list[tuple[dict[int, Any], int]]]:
    """p without reciprocals, and the polynomials (with exponents) by which it was multiplied."""
    multipliers = []
    for q, place in reversed(ring.nonzero):
        top = max((k for m in p.terms for i, k in exponents(m) if i == place), default=0)
        if top == 0:
            continue
        total = constant(0)
        for m, c in p.terms.items():
            k = dict(exponents(m)).get(place, 0)
            part = Poly({m - (k << (16 * place)): c}, p.degree)
            total = plus_poly(total, ring.times(part, ring.power(q, top - k)))
        p = total
        multipliers.append((q.terms, top))
    return p, multipliers


def expression(ring: Ring, terms: Mapping[int, Any]) -> Expr:
    """A polynomial as an expression in the variables of the ring."""
    keys = list(ring.atoms)
    parts: list[Expr] = []
    for m, c in sorted(terms.items(), reverse=True):
        value: Expr = c if isinstance(c, int) else ("/", c.numerator, c.denominator)
        factors: list[Expr] = [] if value == 1 and m else [value]
        for place, k in exponents(m):
            atom = _atom(ring, keys[place])
            factors.append(atom if k == 1 else ("^", atom, k))
        parts.append(factors[0] if len(factors) == 1 else ("*", *factors))
    return 0 if not parts else parts[0] if len(parts) == 1 else ("+", *parts)


def _atom(ring: Ring, key: Any) -> Expr:
    if key[0] == "reciprocal" and len(key) == 2 and isinstance(key[1], int):
        return ("/", 1, expression(ring, ring.nonzero[key[1]][0].terms))
    if isinstance(key[0], tuple):
        return ("entry", _atom(ring, key[0]), key[1], key[2])
    e: Expr = key[0]
    for index in key[1:]:
        e = ("at", e, expression(ring, dict(index)))
    return e
