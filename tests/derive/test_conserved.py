"""Conservation laws: all polynomial ones, their number bounded from above, laws of one loss, drift under descent."""

import doctest
from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp

from verifier.derive.conservation import (
    complete_laws,
    conservation_laws,
    descent_drift,
    logarithmic_laws,
    of_losses,
    output_maps,
    polynomial_programs,
    separated_laws,
)
from verifier.derive.conservation.complete_laws import laws_for_every_data_set, laws_of_fields, laws_of_outputs
from verifier.derive.conservation.conservation_laws import Law
from verifier.derive.conservation.conserved_polynomials import gradient_flow
from verifier.derive.conservation.descent_drift import NotALaw
from verifier.derive.conservation.lie_algebras import LieBracket, flow_of, involution, lie_bound, spelled
from verifier.derive.conservation.of_losses import conserved_by_field, conserved_by_loss
from verifier.derive.conservation.output_maps import diagonal_network, linear_network, linear_rnn
from verifier.derive.conservation.polynomial_programs import NotPolynomial, field_from_sympy, loss_from_sympy
from verifier.derive.conservation.separated_laws import separated_laws as separate

x, y, z, u, v, w, g = sp.symbols("x y z u v w g")


def rnn_loss(d, k):
    """The population loss with a symbolic teacher w0, w1, ..., as an unexpanded SymPy expression."""
    a = sp.Matrix(d, d, lambda i, j: sp.Symbol(f"A{i}{j}"))
    b = sp.Matrix(d, 1, lambda i, _: sp.Symbol(f"B{i}"))
    c = sp.Matrix(1, d, lambda _, j: sp.Symbol(f"C{j}"))
    state, total = b, sp.Integer(0)
    for i in range(k):
        total += ((c * state)[0] - sp.Symbol(f"w{i}")) ** 2
        state = a * state
    return total / 2, a, b, c


# -- all polynomial laws up to a degree --------------------------------------------------------------------------


@pytest.mark.parametrize("k", [4, 6])
def test_a_linear_rnn_of_width_three_with_a_symbolic_teacher(k):
    loss, a, b, c = rnn_loss(3, k)
    found = conserved_by_loss(loss, [*a, *b, *c])
    assert found.parameters == tuple(f"w{i}" for i in range(k))
    assert len(found.laws) == found.independent == 6 and found.verify()
    balance = a * a.T - a.T * a + b * b.T - c.T * c
    span = [sp.Poly(q, *a, *b, *c).as_dict() for q in found.sympy()]
    for entry in [balance[i, j] for i in range(3) for j in range(i, 3)]:
        assert in_span(sp.Poly(entry, *a, *b, *c).as_dict(), span)


def in_span(vector, basis):
    keys = sorted({key for q in (vector, *basis) for key in q})
    rows = sp.Matrix([[q.get(key, 0) for key in keys] for q in basis])
    return rows.col_join(sp.Matrix([[vector.get(key, 0) for key in keys]])).rank() == rows.rank()


def test_each_law_of_a_random_field_is_constant_by_a_second_route():
    """The derivative along the field, expanded by SymPy."""
    field = {x: y * z, y: x * z, z: -2 * x * y}
    found = conserved_by_field(field, degree=4)
    assert found.independent == 2 and len(found.laws) == 2 + 3  # two quadratics and their products
    for law in found.sympy():
        assert sp.expand(sum(sp.diff(law, sp.Symbol(s.name)) * e for s, e in field.items())) == 0


def test_known_numbers_of_polynomial_laws():
    assert len(conserved_by_field({x: v, v: -4 * x}).laws) == 1
    a, b, c, e = sp.symbols("a b c e")
    assert conserved_by_field({x: a * x - b * x * y, y: -c * y + e * x * y}, degree=4).laws == ()  # Lotka and Volterra
    assert str(conserved_by_field({x: a, y: 2 * a}, degree=1)).endswith("x - y/2")


def test_a_law_with_a_parameter_is_found_where_the_parameter_is_a_variable_that_stands_still():
    found = conserved_by_field({x: v, v: -(w**2) * x, w: 0}, degree=4)
    assert sp.expand(w**2 * x**2 + v**2) in found.sympy()


def test_a_rational_field_is_cleared_of_its_denominators():
    """For u^3 - v^3 the law 1/u + 1/v is no polynomial; in the coordinates x = 1/u, y = 1/v it is."""
    speed = {x: -(x**2) * (-3 * g / x**2), y: -(y**2) * (3 * g / y**2)}
    assert conserved_by_field(speed, degree=1).sympy() == [x + y]
    field = field_from_sympy({x: y / (1 + x), y: sp.Rational(1, 3) * x})
    assert field.factor == "3*x + 3" and field({"x": 2, "y": 5}) == {"x": 15, "y": 6}
    rational = conserved_by_loss(x**2 / (1 + y) + u, [x, y])
    assert rational.sympy() == [x**2 + 2 * y**2 + 4 * y] and rational.parameters == ()


def test_a_loss_keeps_the_factor_that_clears_its_coefficients():
    loss = loss_from_sympy((x * y / 3 - sp.Rational(1, 2)) ** 2, [x, y])
    at = {"x": 7, "y": 5}
    exact = ((x * y / 3 - sp.Rational(1, 2)) ** 2).subs({x: 7, y: 5})
    assert loss(at) == loss.factor * exact and loss.factor == 36


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: conserved_by_loss(sp.exp(x) * y, [x, y]), "exp"),
        (lambda: conserved_by_loss(0.5 * x * y, [x, y]), "fraction"),
        (lambda: conserved_by_loss(sp.pi * x * y, [x, y]), "parameter"),
        (lambda: conserved_by_loss("x*y", [x, y]), "SymPy expression is expected"),
        (lambda: conserved_by_loss(sp.Eq(x, y), [x, y]), "SymPy expression is expected"),
        (lambda: conserved_by_loss(x * y, [x, x]), "twice"),
        (lambda: conserved_by_loss(x * y * u, [x, y], parameters=["w"]), "u is neither"),
        (lambda: conserved_by_loss(lambda p: p["x"] * p["q"], ["x"]), "q is neither"),
        (lambda: conserved_by_field({x: sp.sin(x)}), "sin"),
        (lambda: conserved_by_field({x: x}, degree=0), "at least 1"),
        (lambda: conserved_by_field({x: x}, variables=[y]), "moves x"),
        (lambda: conserved_by_field(lambda p: p, [f"x{i}" for i in range(40)], degree=4), "lower the degree"),
        (lambda: conserved_by_field(3), "table"),
        (lambda: lie_bound([], ["x"]), "generator"),
        (lambda: linear_rnn(0, 3), "positive"),
        (lambda: linear_network(3), "width"),
        (lambda: separate(lambda p: p["x"] * p["a"], ["x"], {"a": Fraction(1, 2)}), "integers"),
    ],
)
def test_bad_input_gets_one_line(wrong, says):
    with pytest.raises(ValueError, match=says) as error:
        wrong()
    assert "\n" not in str(error.value)


def test_floats_are_refused_by_the_reason():
    with pytest.raises(NotPolynomial):
        field_from_sympy({x: 1.5 * x})


@pytest.mark.parametrize("corrupt", ["sign", "factor", "missing", "point", "minor"])
def test_corrupted_results_do_not_verify(corrupt):
    found = linear_rnn(2, 3).laws().laws
    assert found.verify()
    law = found.laws[0]
    (m, c), *rest = law.terms
    if corrupt == "missing":
        bad = replace(found, laws=found.laws[:-1])
    elif corrupt == "point":
        still = tuple((n, Fraction(0)) for n, _ in found.independence.point)
        bad = replace(found, independence=replace(found.independence, point=still))
    elif corrupt == "minor":
        bad = replace(found, independence=replace(found.independence, minor=found.independence.minor + 1))
    else:
        twin = Law(((m, -c if corrupt == "sign" else 2 * c), *rest))
        bad = replace(found, laws=(twin, *found.laws[1:]))
    assert not bad.verify()


# -- the bound ---------------------------------------------------------------------------------------------------


def test_a_bracket_is_the_one_of_a_textbook():
    fields = [{x: y * z, y: x**2, z: x - 1}, {x: x * y, y: z**2 + u, z: x * y * z}]
    flows = [field_from_sympy(f) for f in fields]
    point = {"x": 3, "y": -2, "z": 5, "u": 7}
    at = {x: 3, y: -2, z: 5, u: 7}
    names = (x, y, z)

    def bracket(a, b):
        return {n: sum(a[m] * sp.diff(b[n], m) - b[m] * sp.diff(a[n], m) for m in names) for n in names}

    once = bracket(*fields)
    twice = bracket(fields[0], bracket(fields[1], once))
    assert LieBracket(*flows)(point) == {str(n): e.subs(at) for n, e in once.items()}
    assert flow_of((0, (1, (0, 1))), flows)(point) == {str(n): e.subs(at) for n, e in twice.items()}
    assert spelled((0, (1, (0, 1))), ["F", "G"]) == "[F, [G, [F, G]]]"


@pytest.mark.parametrize(
    ("model", "count"),
    [
        (linear_rnn(1, 2), 1),
        (linear_rnn(2, 2), 3),  # two outputs: brackets of depth three are needed
        (linear_rnn(2, 4), 3),
        (linear_rnn(3, 6), 6),
        (linear_rnn(2, 3, inputs=2, outputs=2), 3),
        (linear_network(2, 2, 2), 3),
        (linear_network(2, 3, 2), 6),
        (linear_network(3, 2, 3), 3),
        (linear_network(2, 2, 2, 2), 6),
        (linear_network(1, 3, 1), 5),  # one field in six variables: the nine laws are not independent
        (linear_network(2, 5, 2), 14),  # fifteen laws
        (diagonal_network(2), 2),
        (diagonal_network(2, signed=True), 6),
        (diagonal_network(1, depth=3), 2),
        (diagonal_network(1, depth=2, signed=True, tied=True), 1),
    ],
)
def test_the_laws_of_standard_models_are_complete(model, count):
    found = model.laws()
    assert found.complete and found.laws.independent == count == found.bound.bound
    assert found.verify() and "every law is" in str(found)


def test_a_model_with_a_law_that_is_no_polynomial_says_so():
    found = diagonal_network(1, depth=3, signed=True, tied=True).laws(degree=4)  # 1/u + 1/v
    assert found.laws.laws == () and found.bound.bound == 1 and found.exact and not found.complete
    assert "exactly 1" in str(found) and found.verify()


def test_one_field_without_polynomial_laws_has_all_but_one_by_frobenius():
    found = laws_of_fields([field_from_sympy({x: x - x * y, y: x * y - y})], ["x", "y"], degree=4)
    assert found.laws.laws == () and found.exact and found.bound.bound == 1


def test_fields_with_a_parameter_need_a_law_for_all_its_values():
    field = field_from_sympy({x: u * x, y: y})
    assert laws_of_fields([field], ["x", "y"], parameters=["u"]).bound.bound == 0
    rotation = field_from_sympy({x: u * y, y: -u * x})
    assert laws_of_fields([rotation], ["x", "y"], parameters=["u"]).complete


def test_the_involution_is_refused_where_a_bracket_leaves_the_span():
    """Heisenberg: d/dx and d/dy + x d/dz generate d/dz; without brackets the bound is 1, in truth 0."""
    fields = [field_from_sympy({x: 1 + 0 * x, y: 0, z: 0}), field_from_sympy({x: 0, y: 1 + 0 * x, z: x})]
    shallow, deep = (lie_bound(fields, ["x", "y", "z"], depth=n) for n in (1, 2))
    assert (shallow.bound, involution(shallow)) == (1, False)
    assert (deep.bound, involution(deep)) == (0, True)
    assert deep.certificate()["fields"] == ["X0", "X1", "[X0, X1]"]


@pytest.mark.parametrize("corrupt", ["minor", "bracket", "point", "columns"])
def test_corrupted_bounds_do_not_verify(corrupt):
    bound = linear_rnn(2, 4).laws().bound
    assert bound.verify()
    bad = {
        "minor": replace(bound, minor=-bound.minor),
        "bracket": replace(bound, brackets=(bound.brackets[1], *bound.brackets[1:])),
        "point": replace(bound, point=tuple((n, t + 1) for n, t in bound.point)),
        "columns": replace(bound, columns=(bound.columns[1], *bound.columns[1:])),
    }[corrupt]
    assert not bad.verify()


def test_the_bound_is_no_smaller_than_the_truth_when_asked_for_too_much():
    """With no target the search goes on to full depth and still ends at the number of laws."""
    model = linear_network(2, 2, 2)
    generators = [gradient_flow(model.variables, f) for f in model.outputs]
    bound = lie_bound(generators, model.variables, depth=4)
    assert bound.bound == 3 and bound.closed


# -- every data set, and one -------------------------------------------------------------------------------------


def one_sample(p):
    """A diagonal network u_i v_i on one sample x1, x2 with target y."""
    return (p["x1"] * p["u1"] * p["v1"] + p["x2"] * p["u2"] * p["v2"] - p["y"]) ** 2


def test_laws_of_one_loss_are_set_apart_with_the_data_they_need():
    found = separate(one_sample, ["u1", "u2", "v1", "v2"], {"x1": 1, "x2": 1, "y": 3})
    assert found.every.complete and found.every.laws.independent == 2 and found.verify()
    assert [str(e) for e in found.extra] == [
        "u1*u2 - v1*v2, where x1 - x2 = 0", "u1*v2 - u2*v1, where x1 - x2 = 0",
    ]  # fmt: skip
    assert separate(one_sample, ["u1", "u2", "v1", "v2"], {"x1": 1, "x2": 2, "y": 3}).extra == ()


def test_a_recurrent_unit_whose_second_step_has_no_weight_keeps_its_transition():
    """p0 (C B - w0)^2 + p1 (C A B - w1)^2 with p1 = 0: A does not move."""

    def loss(p):
        return p["p0"] * (p["C"] * p["B"] - p["w0"]) ** 2 + p["p1"] * (p["C"] * p["A"] * p["B"] - p["w1"]) ** 2

    found = separate(loss, ["A", "B", "C"], {"p0": 1, "p1": 0, "w0": 2, "w1": 3}, degree=1)
    assert found.verify() and [str(e) for e in found.extra] == ["A, where p1 = 0"]


def test_an_extra_law_with_false_conditions_does_not_verify():
    found = separate(one_sample, ["u1", "u2", "v1", "v2"], {"x1": 1, "x2": 1, "y": 3})
    wrong = replace(found.extra[0], conditions=(Law.of({("x1",): 1}),))
    assert not replace(found, extra=(wrong, found.extra[1])).verify()
    assert not replace(found, extra=found.extra[:1]).verify()


def test_a_loss_with_its_data_and_its_outputs_give_the_same_laws():
    def loss(p):
        return (p["a"] * p["b"] - p["s"]) ** 2 + (p["a"] * p["c"] - p["t"]) ** 2

    names = ["a", "b", "c"]
    by_data = laws_for_every_data_set(loss, names, ["s", "t"])
    by_outputs = laws_of_outputs([lambda p: p["a"] * p["b"], lambda p: p["a"] * p["c"]], names)
    assert by_data.laws.laws == by_outputs.laws.laws and by_data.complete and by_outputs.complete
    few = laws_for_every_data_set(loss, names, ["s", "t"], data_sets=[{"s": 1, "t": 2}])
    assert few.bound.bound == 2 and not few.complete  # one data set alone: two local laws, one polynomial


# -- drift -------------------------------------------------------------------------------------------------------


def test_the_drift_of_a_quadratic_law_is_the_law_at_the_gradient():
    loss = loss_from_sympy((x * y - w) ** 2 / 2, [x, y])
    drift = descent_drift.descent_drift({("x", "x"): 1, ("y", "y"): -1}, loss.flow(), ["x", "y"], ["w"])
    assert drift.verify() and str(drift.sympy()) == "eta**2*(Gx**2 - Gy**2)"
    exact = (y * (x * y - w)) ** 2 - (x * (x * y - w)) ** 2
    assert sp.expand(drift.expanded()[2].sympy() - exact) == 0
    at = {"x": Fraction(1, 2), "y": 3, "w": -1}
    moved, eta = drift.step(at, Fraction(1, 10)), Fraction(1, 10)
    assert moved["x"] ** 2 - moved["y"] ** 2 - (at["x"] ** 2 - at["y"] ** 2) == drift.at(at, eta) != 0


def test_the_drift_of_a_quartic_law_has_three_terms():
    flow = gradient_flow(["x", "y"], lambda p: (p["x"] * p["y"] - p["w"]) ** 2)
    square = Law.of({("x",) * 4: 1, ("x", "x", "y", "y"): -2, ("y",) * 4: 1})
    drift = descent_drift.descent_drift(square, flow, ["x", "y"], ["w"])
    assert [j for j, _ in drift.coefficients] == [2, 3, 4] and drift.verify()
    wrong = [(j, Law.of({m: -c for m, c in law.terms})) if j == 3 else (j, law) for j, law in drift.coefficients]
    assert not replace(drift, coefficients=tuple(wrong)).verify()


def test_the_drift_of_what_is_not_conserved_is_refused():
    flow = gradient_flow(["x", "y"], lambda p: (p["x"] * p["y"] - 1) ** 2)
    with pytest.raises(NotALaw, match="first order"):
        descent_drift.descent_drift({("x", "x"): 1, ("y", "y"): 1}, flow, ["x", "y"])
    with pytest.raises(NotALaw, match="no variable"):
        descent_drift.descent_drift({("q",): 1}, flow, ["x", "y"])


@pytest.mark.parametrize(
    "module",
    [complete_laws, conservation_laws, of_losses, descent_drift, logarithmic_laws, output_maps,
     polynomial_programs, separated_laws],
)
def test_the_examples_of_the_docstrings_run(module):
    found = doctest.testmod(module)
    assert found.attempted and not found.failed


# -- laws that are no polynomials --------------------------------------------------------------------------------


def test_the_law_of_lotka_and_volterra_has_logarithms():
    field = field_from_sympy({x: 2 * x - 3 * x * y, y: 5 * x * y - 7 * y})
    found = logarithmic_laws.logarithmic_laws(field, ["x", "y"], degree=1)
    (law,) = found.sympy()
    p, q = sp.symbols("x y", positive=True)
    law = law.subs({x: p, y: q})
    rate = sp.diff(law, p) * (2 * p - 3 * p * q) + sp.diff(law, q) * (5 * p * q - 7 * q)
    assert sp.simplify(rate) == 0 and found.verify()
    assert found.meets(laws_of_fields([field], ["x", "y"]))


def test_reciprocals_complete_the_laws_of_a_deep_diagonal_network():
    """For u^3 - v^3 the law is 1/u + 1/v; the products of three weights have a further law of no such form."""
    tied = diagonal_network(2, depth=3, signed=True, tied=True).laws()
    found = logarithmic_laws.logarithmic_laws(tied.laws.flow, tied.laws.variables, tied.laws.parameters, degree=1)
    assert {str(law) for law in found.laws} == {"1/q0_0 + 1/p0_0", "1/q0_1 + 1/p0_1"}
    assert found.verify() and found.meets(tied) and not tied.complete
    untied = diagonal_network(1, depth=3, signed=True).laws()
    more = logarithmic_laws.logarithmic_laws(untied.laws.flow, untied.laws.variables, untied.laws.parameters)
    assert more.independent == 4 == untied.bound.bound - 1 and not more.meets(untied)


def test_exponents_of_a_linear_field_and_a_corrupted_logarithm():
    field = field_from_sympy({x: 3 * x, y: -5 * y})
    (law,) = logarithmic_laws.logarithmic_laws(field, ["x", "y"], degree=1).laws
    assert dict(law.logarithms) == {"x": 1, "y": Fraction(3, 5)}
    twin = replace(law, logarithms=(("x", Fraction(1)), ("y", Fraction(-3, 5))))
    assert logarithmic_laws.is_conserved(law, field) and not logarithmic_laws.is_conserved(twin, field)
    with pytest.raises(ValueError, match="too many"):
        logarithmic_laws.logarithmic_laws(field, [f"x{i}" for i in range(20)])
