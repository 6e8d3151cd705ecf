"""All real solutions, and critical sets with their inertia: against other routes, and twins that must fail."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest
import sympy
from sympy import QQ, ring

from verifier.derive.stationary.critical_sets import critical_set
from verifier.derive.stationary.inertia import AtRoot, Inertia, exact_inertia, real_roots, strata
from verifier.derive.stationary.real_solutions import Case, TooHard, real_solutions

R, a, b, c, d, rho = ring("a, b, c, d, rho", QQ)


def set_of(loss, variables, bottom=R.one):
    found = critical_set((loss, bottom), variables)
    assert found.complete() and found.stationary() and found.agrees() is not None
    return found


def test_the_cases_lose_no_solution_of_a_system_with_known_ones():
    source = random.Random(3)
    for _ in range(6):
        points = {(QQ(source.randint(-3, 3)), QQ(source.randint(-3, 3))) for _ in range(3)}
        lines = R.one
        for x, _ in points:
            lines *= a - x  # all points, and the whole line over none of them
        graph = sum((y * sympy.prod([(a - u) * (1 / (x - u)) for u, _ in points if u != x], start=R.one)
                     for x, y in dict(points).items()), start=R.zero)  # fmt: skip
        tree = real_solutions([lines, b - graph])
        found = {tuple(QQ(top.coeff(1), bottom.coeff(1)) for _, top, bottom in case.solved) for case in tree.leaves()}
        assert tree.verify() and found == set(dict(points).items())


def test_real_roots_are_counted_and_complex_ones_are_left_out():
    tree = real_solutions([a**3 - 2, b**2 + a**2 * c**2 + 0 * d])
    leaves = list(tree.leaves())
    assert tree.verify() and [len(real_roots(case.root)) for case in leaves] == [1]
    assert not list(real_solutions([a**2 + a * b + b**2 + 1]).leaves())
    assert not list(real_solutions([a**4 + a + 1]).leaves())  # no real root, by Sturm
    only = list(real_solutions([a**2 + a * b + b**2]).leaves())
    assert len(only) == 1 and all(not top for _, top, _ in only[0].solved)


def test_a_line_through_an_irrational_root_of_a_form():
    (origin, line) = real_solutions([a**2 - a * b - b**2]).leaves()
    assert line.nonzero == (b,) and line.solved == ((0, b * rho, R.one),) and origin.root is None


def test_what_no_rule_splits_is_refused():
    with pytest.raises(TooHard):
        list(real_solutions([a**2 - 2, b**3 - a**3 - b]).leaves())


def test_twins_of_the_tree_fail():
    tree = real_solutions([a * (a * b - 2), b * (a * b - 2)])
    assert tree.verify() and len(tree.children) == 2
    assert not replace(tree, children=tree.children[:1]).verify()  # a case that is lost
    i, factors, powers = tree.witness
    assert not replace(tree, witness=(i, factors[:1], powers[:1])).verify()  # a factor that is lost
    first, *others = tree.children
    dead = replace(first, case=replace(first.case, dead=True))
    assert not replace(tree, children=(dead, *others)).verify()
    assert not replace(tree, rule="leaf", children=()).verify()  # equations are left
    squares = real_solutions([a**2 + 2 * b**2])
    assert squares.rule == "squares" and not replace(squares, witness=(0, (QQ(1), QQ(-2)), (a, b))).verify()


def test_the_singular_values_come_out_of_rank_one_factorisation():
    """L = |M - u v'|^2/2: the families are the singular pairs, L is half the sum of the other squares."""
    m = [[3, 1], [1, 2]]
    loss = sum((m[i][j] - (a, b)[i] * (c, d)[j]) ** 2 for i in range(2) for j in range(2)) * QQ(1, 2)
    found = set_of(loss, 4)
    values = sorted({_value(p) for p in found.pieces})
    squares = [x for x, k in (sympy.Matrix(m).T * sympy.Matrix(m)).eigenvals().items() for _ in range(k)]
    expected = sorted([*[s / 2 for s in squares], sum(squares) / 2])
    assert all(sympy.simplify(v - w) == 0 for v, w in zip(values, expected, strict=True))
    assert sorted(str(p.strata[0].inertia) for p in found.pieces) == ["+2 -1 01", "+2 -2 00", "+3 -0 01"]


def _value(piece):
    from verifier.derive.queries.critical.critical_texts import _expression

    return sympy.simplify(_expression(piece.value, piece.at))


def test_strata_where_the_inertia_changes():
    found = set_of((a * b) ** 2 + a**2 * c, 3)  # a = 0: the block in a is 2 (b^2 + c)
    (family,) = found.pieces
    kinds = {(s.signs[0][1] if s.signs else 0): s.inertia for s in family.strata}
    assert kinds == {1: Inertia(1, 0, 2), -1: Inertia(0, 1, 2), 0: Inertia(0, 0, 3)}


def test_a_surface_is_given_by_its_equation():
    found = set_of((a**2 - b**2 - 2) ** 2, 2)
    surface, origin = found.pieces
    assert surface.case.equations and [s.inertia for s in surface.strata] == [Inertia(1, 0, 1)]
    assert [s.inertia for s in origin.strata] == [Inertia(1, 1, 0)]


def test_denominators_must_not_vanish():
    found = set_of(a**2 + 1, 1, a)  # a + 1/a
    assert sorted(int(p.solved[0][0].coeff(1)) for p in found.pieces) == [-1, 1]


def test_inertia_at_exact_points_and_along_pieces_agree():
    source = random.Random(5)
    for n in (1, 2, 3, 4):
        for _ in range(8):
            rank = source.randint(0, n)
            g = [[Fraction(source.randint(-2, 2)) for _ in range(n)] for _ in range(rank)]
            signs = [source.choice([1, -1]) for _ in range(rank)]
            rows = [[sum((s * v[i] * v[j] for s, v in zip(signs, g, strict=True)), start=Fraction(0)) for j in range(n)]
                    for i in range(n)]  # fmt: skip
            table = [[(R.ground_new(QQ(x.numerator, x.denominator)), R.one) for x in row] for row in rows]
            assert [s.inertia for s in strata(table, Case(()))] == [exact_inertia(rows)]


def test_the_sign_at_a_root_is_exact():
    p = sympy.Poly(sympy.Symbol("rho") ** 2 - 2, domain="QQ")
    root = AtRoot(p, 1, QQ(1), QQ(2))
    assert root.sign(rho * 10**12 - 1414213562373) == 1 and root.sign(rho * 10**12 - 1414213562374) == -1
    assert root.sign(rho**2 - 2) == 0
