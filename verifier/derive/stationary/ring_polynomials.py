"""Elements of SymPy's polynomial rings over the rationals: variables, factors, substitution, squares.

The last generator of a ring is kept for an algebraic number.
"""

from __future__ import annotations

from typing import Any


def last_of(p: Any) -> int:
    return len(p.ring.gens) - 1


def variables_of(p: Any) -> set[int]:
    return {i for m in p.monoms() for i, e in enumerate(m) if e}


def factors_of(p: Any) -> list[tuple[Any, int]]:
    return [(q, int(e)) for q, e in p.factor_list()[1]]


def powers_of(p: Any, x: int) -> dict[int, Any]:
    """The coefficients of the powers of a variable."""
    found: dict[int, dict[Any, Any]] = {}
    for m, c in p.terms():
        found.setdefault(m[x], {})[(*m[:x], 0, *m[x + 1 :])] = c
    return {e: p.ring.from_dict(terms) for e, terms in found.items()}


def linear_coefficient(p: Any, x: int) -> Any:
    """A where p is A x + B, else None."""
    parts = powers_of(p, x)
    return parts[1] if 1 in parts and not set(parts) - {0, 1} else None


def count_real_roots(q: Any, x: int) -> int:
    """How many real roots a polynomial of one variable has, by Sturm's theorem."""
    from sympy import Poly

    return int(Poly(q.as_expr(), q.ring.symbols[x]).count_roots())


def _power(p: Any, e: int) -> Any:
    return p**e if e else p.ring.one  # a SymPy polynomial 0 refuses the power 0


def put_in(p: Any, x: int, top: Any, bottom: Any) -> tuple[Any, Any]:
    """p with x = top/bottom: the numerator over a power of the bottom, and that power."""
    parts = powers_of(p, x)
    degree = max(parts, default=0)
    total = p.ring.zero
    for e, c in parts.items():
        total += c * _power(top, e) * _power(bottom, degree - e)
    return total, _power(bottom, degree)


def in_lowest_terms(top: Any, bottom: Any, root: Any) -> tuple[Any, Any]:
    if root is not None:
        top, bottom = top.rem(root), bottom.rem(root)
    if not top:
        return top, bottom.ring.one
    top, bottom = top.cancel(bottom)
    lead = bottom.LC
    return top * (1 / lead), bottom * (1 / lead)


def completed_squares(q: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]] | None:
    """A quadratic polynomial as a sum of squares with positive weights, one square completed after the other."""
    weights, roots = [], []
    for x in sorted(variables_of(q)):
        parts = powers_of(q, x)
        if 2 not in parts:
            if 1 in parts:
                return None
            continue
        top = parts[2].coeff(1)
        if top <= 0:
            return None
        line = q.ring.gens[x] + parts.get(1, q.ring.zero) * (1 / (2 * top))
        weights.append(top)
        roots.append(line)
        q = q - top * line**2
    rest = q.coeff(1) if q else q.ring.domain.zero
    if q - rest != 0 or rest < 0:
        return None
    if rest > 0:
        weights.append(rest)
        roots.append(q.ring.one)
    return tuple(weights), tuple(roots)


def as_squares(q: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]] | None:
    """Weights and roots, where every power is even and all signs agree, or for a definite quadratic polynomial."""
    if last_of(q) in variables_of(q):
        return None
    sign = 1 if all(c > 0 for c in q.coeffs()) else -1
    if all(sign * c > 0 for c in q.coeffs()) and all(e % 2 == 0 for m in q.monoms() for e in m):
        halves = [q.ring.from_dict({tuple(e // 2 for e in m): q.ring.domain.one}) for m in q.monoms()]
        return tuple(abs(c) for c in q.coeffs()), tuple(halves)
    if max(sum(m) for m in q.monoms()) != 2:
        return None
    for s in (1, -1):
        if (found := completed_squares(s * q)) is not None:
            return found
    return None
