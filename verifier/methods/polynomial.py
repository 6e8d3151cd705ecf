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
import time
from collections.abc import Mapping
from typing import Any

from verifier.claims.arithmetic import (
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
from verifier.claims.semantics import Env, Evaluator
from verifier.evidence.kernel.expansion import Ring
from verifier.evidence.kernel.expr import (
    BINDERS,
    Expr,
    Statement,
    free_names,
    head,
    operands,
    subexpressions,
    to_json,
)
from verifier.evidence.kernel.polynomials import admit_division, close_entries
from verifier.evidence.kernel.sparse import Poly, constant, exponents
from verifier.evidence.kernel.sparse import plus as plus_poly

MOST_TERMS = 30_000_000
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

    def _grad(self, env: Env, f: Expr, x: Expr) -> Any:
        here, body = self.value(x, env), number(self.value(f, env))
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
    """A node of rule "entries" if the goal is an identity of polynomials in the entries; None otherwise."""
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
        if sum(s.n if isinstance(s, Size) else 1 for s in sizes) > MOST_TERMS:
            return None
        if not _expands_to_zero(goal, sorts, places):
            return None
    except (Inexact, Undefined, TypeError, AttributeError):
        return _accepted({"rule": "entries"}, statement)
    return {"rule": "entries"}


def _expands_to_zero(goal: Expr, sorts: Mapping[str, Expr], places: list[tuple[str, int, int]]) -> bool:
    from flint import Ordering, fmpq_mpoly_ctx

    context = fmpq_mpoly_ctx.get((("x", max(1, len(places))),), Ordering.degrevlex)
    generators = context.gens()
    env = _environment(sorts, dict(zip(places, generators, strict=False)))
    evaluator = _Polynomials({str(g): i for i, g in enumerate(generators)})
    return all(x == 0 for x in _gap(goal, env, evaluator))


def _accepted(node: Node, statement: Statement) -> Node | None:
    """The node if the kernel takes it for the statement."""
    try:
        close_entries(statement.goal, dict(statement.given), dict(statement.variables), node)
    except ValueError:
        return None
    return node


# implications


def prove_implication(statement: Statement, budget: float = 5.0) -> Node | None:
    """A node of rule "entries" that derives the goal (an equation, or false) from the given equations.

    Tries the goal itself and then its square, with cofactors of growing degree, within `budget` seconds.
    """
    until = time.monotonic() + budget
    if head(statement.goal) not in ("==", "false"):
        return None
    try:
        ring, clear = _ring(statement)
        facts = _equations(ring, statement)
        node = _derive(ring, facts, statement, until)
    except (ValueError, RecursionError):
        return None
    if node is None:
        return None
    if clear:
        node["clear"] = clear
    return _accepted(node, statement)


def _ring(statement: Statement) -> tuple[Ring, list[Node]]:
    """A ring that may divide by every denominator for which a fact says that it is not 0."""
    ring = Ring(dict(statement.variables))
    facts, clear = dict(statement.given), []
    strict = [label for label, f in statement.given if head(f) in ("<", ">", "!=")]
    for e in denominators([statement.goal, *facts.values()]):
        for label in strict:
            part = {"of": to_json(e), "nonzero": label}
            try:
                admit_division(ring, part, facts)
            except ValueError:
                continue
            clear.append(part)
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


def _equations(ring: Ring, statement: Statement) -> list[tuple[Node, Poly]]:
    """The entries of the given equations: what a term must say to cite them, and the polynomial."""
    found: list[tuple[Node, Poly]] = []
    for label, formula in statement.given:
        if head(formula) != "==":
            continue
        try:
            gap = ring.expand(("-", *operands(formula)), {})
        except ValueError:
            continue
        if hasattr(gap, "rows"):
            places = [(i, j) for i in range(gap.rows) for j in range(gap.cols)]
            found += [({"fact": label, "at": [i, j]}, gap.data[i][j]) for i, j in places]
        else:
            found.append(({"fact": label}, gap))
    return [(cite, p) for cite, p in found if p.terms]


def _derive(ring: Ring, facts: list[tuple[Node, Poly]], statement: Statement, until: float) -> Node | None:
    contradiction = head(statement.goal) == "false"
    gap: Any = constant(-1) if contradiction else ring.expand(("-", *operands(statement.goal)), {})
    targets: list[tuple[Any, Poly]]
    if hasattr(gap, "rows"):
        targets = [((i, j), gap.data[i][j]) for i in range(gap.rows) for j in range(gap.cols)]
    else:
        targets = [(None, gap)]
    for power in (1,) if contradiction else (1, 2):
        terms: list[Node] = []
        for place, p in targets:
            part = _cofactors(ring, facts, ring.power(p, power), until)
            if part is None:
                break
            terms += [t if place is None else {"entry": list(place), **t} for t in part]
        else:
            node: Node = {"rule": "entries", "terms": terms}
            if power > 1:
                node["power"] = power
            if contradiction:
                node["squares"] = [{"weight": 1, "of": 1}]
            return node
    return None


def _cofactors(ring: Ring, facts: list[tuple[Node, Poly]], goal: Poly, until: float) -> list[Node] | None:
    from verifier.methods.membership import degree, membership

    target, below = cleared(ring, goal)
    if not target.terms:
        return []
    parts = [cleared(ring, p) for _, p in facts]
    start = degree(target.terms)
    for bound in range(max(start, min((degree(p.terms) for p, _ in parts), default=0)), start + 4):
        remaining = until - time.monotonic()
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
            terms.append({**facts[k][0], "times": to_json(e)})
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
