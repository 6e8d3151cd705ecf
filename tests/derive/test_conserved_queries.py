"""What is conserved: families found by search, fields and losses of one's own, one data set, certificates, drift."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy

from verifier.derive import derive
from verifier.derive.formulas import Refused
from verifier.models import MODELS, find
from verifier.models.model import ModelError, own_field, own_loss

SIZES = dict.fromkeys(("n", "h", "k", "m"), "positive integer")
CHAIN = {**SIZES, "U": "matrix(n, h)", "V": "matrix(h, k)", "W": "matrix(k, m)", "Y": "matrix(n, m)"}


def test_families_of_a_loss_of_ones_own_are_found_and_proved():
    found = derive("conserved", own_loss("norm2(U*V*W - Y)", CHAIN, ("U", "V", "W")), all_sizes=True)
    assert found.text() == "Q1 = U.T*U - V*V.T\nQ2 = V.T*V - W*W.T" and found.verified
    assert {c.verdict for c in found.checks} == {"proved"}


@pytest.mark.parametrize("name", ["linear-rnn", "linear-rnn-mimo", "linear-network-3", "fully-connected-network"])
def test_the_search_finds_the_families_that_are_listed(name):
    model = find(name)
    found = derive("conserved", replace(model, families=()), all_sizes=True)
    assert set(model.families) <= {line.split(" = ")[1] for line in found.text().splitlines()}


def test_a_law_for_every_index_of_a_diagonal_network():
    found = derive("conserved", "diagonal-network", all_sizes=True)
    assert found.verified and "for every i = 0, ..., d - 1" in found.notes
    model = replace(find("diagonal-network"), families=("up[i,0]**2 + vp[i,0]**2",))
    with pytest.raises(Refused, match="nothing is shown"):
        derive("conserved", model, all_sizes=True)


def test_all_models_have_a_certificate_that_is_shown():
    for name in ("linear-neuron", "linear-rnn-symmetric", "diagonal-network-tied"):
        found = derive("conserved", name)
        assert any(note.startswith("certificate of the bound") and "minor" in note for note in found.notes), name
    assert len(MODELS) > 15


def test_a_vector_field_of_ones_own():
    prey = derive("conserved", own_field({"x": "x - x*y", "y": "x*y - y"}, {}))
    (law,) = prey.sympy().values()
    x, y = sympy.symbols("x y", positive=True)
    law = law.subs({sympy.Symbol("x"): x, sympy.Symbol("y"): y})
    assert prey.verified and sympy.simplify(law.diff(x) * (x - x * y) + law.diff(y) * (x * y - y)) == 0
    size = {"n": "positive integer", "A": "matrix(n, n)", "B": "matrix(n, n)"}
    spectrum = derive("conserved", own_field({"A": "A*B - B*A"}, size)).sympy()
    a = sympy.Matrix(2, 2, sympy.symbols("A_00 A_01 A_10 A_11"))
    assert {sympy.expand(q) for q in spectrum.values()} == {a.trace(), a.det(), sympy.expand((a * a).trace())}


def test_a_field_at_one_value_of_its_letter():
    spring = own_field({"x": "v", "v": "-k*x"}, {"k": "real"})
    found = derive("conserved", spring, data={"k": Fraction(9, 2)})
    x, v = sympy.symbols("x v")
    assert sympy.expand(found.sympy()["E1"] - x**2 - 2 * v**2 / 9) == 0
    assert "E1 needs k - 9/2 = 0" in [n.replace("2*k - 9", "k - 9/2") for n in found.notes]


def test_further_laws_of_one_data_set():
    found = derive("conserved", "linear-neuron", data={"X_0": 1, "X_1": 0, "y_0": Fraction(1, 2)})
    assert str(found.sympy()["E2"]) == "w_1" and "E2 needs X_1 = 0" in found.notes
    generic = derive("conserved", "linear-neuron", data={"X_0": 1, "X_1": 2, "y_0": 1})
    assert "E2 needs 2*X_0 - X_1 = 0" in generic.notes


def test_the_drift_is_shown_and_is_that_of_a_step():
    found = derive("conserved", own_loss("(u*v - y)**2/2", dict.fromkeys("uvy", "real"), ("u", "v")))
    (note,) = (n for n in found.notes if "changes by" in n)
    assert note.endswith("Q1 changes by eta**2*(Gu**2 - Gv**2)")
    u, v, y, eta = sympy.symbols("u v y eta")
    slope = (v * (u * v - y), u * (u * v - y))
    step = (u - eta * slope[0]) ** 2 - (v - eta * slope[1]) ** 2 - u**2 + v**2
    assert sympy.expand(step - eta**2 * (slope[0] ** 2 - slope[1] ** 2)) == 0


def test_where_the_field_is_defined_is_said():
    found = derive("conserved", own_loss("u/v", {"u": "real", "v": "real"}, ("u", "v")))
    assert "the field is defined where v != 0" in found.notes and str(found.sympy()["Q1"]) == "u**2 + v**2"


BAD = [
    (lambda: derive("gradient", own_field({"x": "x"}, {})), "has no loss"),
    (lambda: own_field({"x": "x + z"}, {}), "--var declares"),
    (lambda: own_field({"n": "n"}, {"n": "positive integer"}), "does not move"),
    (lambda: own_field({"x": "A"}, {"n": "positive integer", "A": "matrix(n, n)"}), "another shape"),
    (lambda: derive("conserved", "linear-neuron", wrt="a"), "is not asked about one parameter"),
    (lambda: derive("gradient", "linear-neuron", degree=3), "has no option --degree"),
    (lambda: derive("closed-form", "linear-network-1", data={"Sx_00": 1}), "has no option --set"),
    (lambda: derive("conserved", "linear-neuron", data={"Z": 1}), "no symbol of the data"),
    (lambda: derive("conserved", "linear-neuron", data={"X_0": 1}), "missing are"),
    (lambda: derive("conserved", "linear-neuron", all_sizes=True, degree=3), "go with given sizes"),
]


@pytest.mark.parametrize(("ask", "says"), BAD)
def test_what_cannot_be_asked(ask, says):
    with pytest.raises((ModelError, Refused), match=says):
        ask()
