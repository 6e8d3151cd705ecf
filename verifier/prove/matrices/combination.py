"""Linear combinations: write what is left of an equation as multiples of known equations.

Decides: whether a value of the matrix algebra is a combination of left * (lhs - rhs) * right over given
equations, where each multiplier makes some monomial of the equation meet a monomial that has to go.
How: candidates are read off by division of monomials, coefficients found by exact elimination over the
rationals.  Complete for combinations that two rounds of such multipliers reach; silent otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.algebra.words import ONE, Factor, Mono, Poly
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr
from verifier.language.text.rebuild import atom_expr, factor_expr, product, rational

Multiplier = tuple[str, Expr, Expr]  # label of the equation, left, right
LIMIT = 400


def solve(columns: Sequence[Poly], target: Poly) -> list[Fraction] | None:
    """Rational coefficients with sum(c_i columns_i) == target, or None."""
    monos = {m for p in (*columns, target) for m in p}
    rows = [
        [p.get(m, Fraction(0)) for p in columns] + [target.get(m, Fraction(0))]
        for m in sorted(monos, key=repr)
    ]
    width = len(columns)
    pivots: list[int] = []
    r = 0
    for col in range(width):
        pivot = next((i for i in range(r, len(rows)) if rows[i][col]), None)
        if pivot is None:
            continue
        rows[r], rows[pivot] = rows[pivot], rows[r]
        lead = rows[r][col]
        rows[r] = [Fraction(x) / lead for x in rows[r]]
        for i, row in enumerate(rows):
            if i != r and row[col]:
                f = row[col]
                rows[i] = [x - f * y for x, y in zip(row, rows[r], strict=True)]
        pivots.append(col)
        r += 1
    if any(row[-1] for row in rows[r:]):
        return None
    solution = [Fraction(0)] * width
    for i, col in enumerate(pivots):
        solution[col] = Fraction(rows[i][-1])
    return solution


def _cofactors(
    whole: tuple[Factor, ...], part: tuple[Factor, ...]
) -> list[tuple[list[Factor], list[Factor]]]:
    """All ways to write a word as left * part * right, splitting powers at the ends."""
    found: list[tuple[list[Factor], list[Factor]]] = []
    n = len(part)
    if n == 0:
        return []
    for start in range(len(whole) - n + 1):
        window = whole[start : start + n]
        if any(p[:2] != f[:2] for p, f in zip(part, window, strict=True)):
            continue
        gaps = [f[2] - p[2] for p, f in zip(part, window, strict=True)]
        if any(g for g in gaps[1:-1]) or any(g.constant is not None and g.constant < 0 for g in gaps):
            continue
        left, right = list(whole[:start]), list(whole[start + n :])
        if n == 1:
            if gaps[0]:
                found.append(([*left, (window[0][0], window[0][1], gaps[0])], right))
                right = [(window[0][0], window[0][1], gaps[0]), *right]
            found.append((left, right))
            continue
        if gaps[0]:
            left.append((window[0][0], window[0][1], gaps[0]))
        if gaps[-1]:
            right.insert(0, (window[-1][0], window[-1][1], gaps[-1]))
        found.append((left, right))
    return found


def quotients(target: Mono, part: Mono) -> list[tuple[Expr, Expr]]:
    """Left and right multipliers that turn the monomial `part` into `target`; both have the same sums."""
    if target[0] != part[0]:
        return []
    bound = {v for v, _, _ in target[0]}
    found = _quotients(target, part)
    return [pair for pair in found if not bound & free_names(product(pair))] if bound else found


def _quotients(target: Mono, part: Mono) -> list[tuple[Expr, Expr]]:
    have = dict(target[1])
    for atom, e in part[1]:
        left = have.get(atom)
        if left is None or (left - e).constant is None or ((left - e).constant or 0) < 0:
            return []
        have[atom] = left - e
    scalars = [
        atom_expr(a) if e == ONE else ("^", atom_expr(a), e.expr())
        for a, e in have.items()
        if e.constant != 0
    ]
    found: list[tuple[Expr, Expr]] = []
    if not part[2]:
        if not part[1] and not part[2]:
            return [(product(scalars + [factor_expr(f) for f in target[2]]), 1)]
        return [(product(scalars), product([factor_expr(f) for f in target[2]]))]
    for left_word, right_word in _cofactors(target[2], part[2]):
        found.append(
            (product(scalars + [factor_expr(f) for f in left_word]), product(map(factor_expr, right_word)))
        )
    for place, (atom, e) in enumerate(target[1]):
        if atom[0] != "word" or e != ONE:
            continue
        others = [
            atom_expr(a) if x == ONE else ("^", atom_expr(a), x.expr())
            for i, (a, x) in enumerate(target[1])
            if i != place
        ]
        flipped = tuple((b, not t, x) for b, t, x in reversed(atom[1]))
        for word in (atom[1], flipped):
            for left_word, right_word in _cofactors(word, part[2]):
                found.append(
                    (
                        product(others + [factor_expr(f) for f in left_word]),
                        product(map(factor_expr, right_word)),
                    )
                )
    return found


def combine(
    target: Poly, equations: Sequence[tuple[str, Poly]], finish: object, rounds: int = 2
) -> list[tuple[str, Expr, Expr, Expr]] | None:
    """Terms (label, coefficient, left, right) whose sum is the target, or None.

    `finish` maps an expression-level product to its value: it is called as finish(label, left, right).
    """
    assert callable(finish)
    candidates: dict[Multiplier, Poly] = {}
    goals = dict.fromkeys(target)  # in an order that is the same each time, as in a set it is not
    for _ in range(rounds):
        new: dict[Mono, None] = {}
        for label, gap in equations:
            for m in goals:
                for part in gap:
                    for left, right in quotients(m, part):
                        key = (label, left, right)
                        if key in candidates or len(candidates) > LIMIT:
                            continue
                        try:
                            candidates[key] = finish(label, left, right)
                        except (Unknown, ValueError):
                            continue
                        new.update(dict.fromkeys(candidates[key]))
        if not candidates:
            return None
        keys = list(candidates)
        solution = solve([candidates[k] for k in keys], target)
        if solution is not None:
            return [
                (label, rational(c), left, right)
                for (label, left, right), c in zip(keys, solution, strict=True) if c
            ]  # fmt: skip
        goals = {m: None for m in new if m not in goals}
        if not goals:
            return None
    return None
