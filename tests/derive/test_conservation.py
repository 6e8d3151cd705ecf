"""Which quantities gradient flow conserves: found by the program, compared with the law of the paper's page."""

import doctest
from fractions import Fraction

import pytest
import sympy

from verifier.derive.conservation import conserved_polynomials
from verifier.derive.conservation.conserved_polynomials import (
    conserved_quantities,
    gradient_flow,
    is_conserved,
    monomials,
)


def network(d):
    """Names of the entries of A, B and C."""
    a = [[f"A{i}{j}" for j in range(d)] for i in range(d)]
    return a, [f"B{i}" for i in range(d)], [f"C{i}" for i in range(d)]


def variables(d):
    a, b, c = network(d)
    return [*(x for row in a for x in row), *b, *c]


def loss(d, k):
    """The population loss (4), multiplied out in no particular form: whatever ring the entries live in."""
    a, b, c = network(d)

    def value(p):
        state, total = [p[n] for n in b], 0
        for j in range(k):
            h = sum((p[c[i]] * state[i] for i in range(d)), start=0)
            total = (h - p["w"] if j == 0 else h) ** 2 + total
            state = [sum((p[a[i][m]] * state[m] for m in range(d)), start=0) for i in range(d)]
        return total

    return value


def balance(d):
    """The entries on and above the diagonal of A A' - A' A + B B' - C' C, as quantities."""
    a, b, c = network(d)
    order = {n: i for i, n in enumerate(variables(d))}
    found = []
    for i in range(d):
        for j in range(i, d):
            q = {}
            products = [(a[i][m], a[j][m], 1) for m in range(d)] + [(a[m][i], a[m][j], -1) for m in range(d)]
            for x, y, sign in [*products, (b[i], b[j], 1), (c[i], c[j], -1)]:
                m = tuple(sorted((x, y), key=order.__getitem__))
                q[m] = q.get(m, Fraction(0)) + sign
            found.append({m: v for m, v in q.items() if v})
    return found


def rank(quantities, basis):
    """The rank over Q of the coefficient vectors, by SymPy."""
    return sympy.Matrix([[sympy.Rational(str(q.get(m, 0))) for m in basis] for q in quantities]).rank()


@pytest.mark.parametrize(("d", "k"), [(1, 2), (2, 3), (3, 3)])
def test_the_linear_network_conserves_exactly_the_entries_of_the_balance(d, k):
    names = variables(d)
    flow = gradient_flow(names, loss(d, k))
    found = conserved_quantities(names, flow, parameters=["w"])
    basis, law = monomials(names, 2), balance(d)
    assert len(found) == d * (d + 1) // 2
    assert rank(found, basis) == rank(law, basis) == rank([*found, *law], basis) == len(found)
    assert all(is_conserved(q, names, flow, ["w"]) for q in law)


@pytest.mark.parametrize("place", range(4))
def test_a_corrupted_balance_is_not_conserved(place):
    names = variables(2)
    flow = gradient_flow(names, loss(2, 3))
    law = balance(2)[0]
    m = sorted(law)[place % len(law)]
    assert is_conserved(law, names, flow, ["w"])
    assert not is_conserved({**law, m: -law[m]}, names, flow, ["w"])
    assert not is_conserved({**law, m: law[m] * Fraction(3, 2)}, names, flow, ["w"])
    assert not is_conserved({n: c for n, c in law.items() if n != m}, names, flow, ["w"])


def test_one_unit_trained_on_one_step_conserves_what_the_law_says_and_its_still_weight():
    """k = 1: A does not occur in the loss, so that every polynomial in A is conserved too."""
    names = variables(1)
    found = conserved_quantities(names, gradient_flow(names, loss(1, 1)), parameters=["w"])
    assert rank(found, monomials(names, 2)) == len(found) == 3  # A, A^2, B^2 - C^2


def test_a_generic_field_conserves_nothing():
    def field(p):
        return {"x": p["x"] ** 2 + p["y"] + 1, "y": p["x"] * p["y"] - 3 * p["y"] ** 2 + 2}

    assert conserved_quantities(["x", "y"], field) == []


def test_rational_coefficients_are_recovered():
    """3 x^2 + 7 y^2 is constant along (7 y, -3 x)."""
    found = conserved_quantities(["x", "y"], lambda p: {"x": 7 * p["y"], "y": -3 * p["x"]})
    assert found == [{("x", "x"): 1, ("y", "y"): Fraction(7, 3)}]


def test_higher_degree():
    """x y z is conserved by (x, y, -2 z); at degree 2 nothing is."""

    def field(p):
        return {"x": p["x"], "y": p["y"], "z": -2 * p["z"]}

    assert conserved_quantities(["x", "y", "z"], field) == []
    cubic = conserved_quantities(["x", "y", "z"], field, degree=3)
    assert {tuple(q) for q in cubic} == {(("x", "y", "z"),), (("x", "x", "z"),), (("y", "y", "z"),)}


def test_the_gradient_flow_is_the_derivative():
    flow = gradient_flow(["x"], lambda p: 5 - (2 - p["x"]) ** 3 * p["a"])
    assert flow({"x": Fraction(1, 2), "a": 4}) == {"x": -4 * 3 * Fraction(9, 4)}


def test_the_examples_of_the_docstrings_run():
    assert doctest.testmod(conserved_polynomials).failed == 0
