"""Critical points: all of them at given sizes, by other routes too; what holds for all sizes."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
import sympy

from verifier.derive import derive
from verifier.derive.concrete import Concrete
from verifier.derive.formulas import Refused
from verifier.models import find
from verifier.models.model import ModelError, own_loss

AUTOENCODER = {"Sx_00": 2, "Sx_01": 1, "Sx_11": 1}


def kinds(answer):
    return [note.partition(": ")[2] for note in answer.notes if note.startswith(("point", "family"))]


def test_the_autoencoder_has_the_principal_directions():
    found = derive("critical-points", "linear-autoencoder", data=AUTOENCODER)
    saddles, minima, origin = kinds(found)
    assert found.verified and "inertia 2, 1, 1" in saddles and "local minima" in minima and "inertia 2, 2, 0" in origin
    values = sympy.Matrix([[2, 1], [1, 1]]).eigenvals()
    losses = {sympy.Rational(3, 2), *((3 - x) / 2 for x in values)}
    assert {str(sympy.expand(x)) for x in losses} == {note.split("loss ")[1].split(";")[0] for note in kinds(found)}


def test_newton_from_random_starts_finds_only_what_is_listed():
    """Another route to completeness: what Newton's method (least norm) converges to lies on a listed family."""
    data = {"v_0": Fraction(1), "v_1": Fraction(1, 2), "v_2": Fraction(1)}
    answer = derive("critical-points", "linear-rnn", {"d": 1, "k": 3}, data=data)
    made = Concrete(find("linear-rnn"), {"d": 1, "k": 3})
    loss = made.sympy(made.number(made.model.loss_term)).subs({k: sympy.Rational(v) for k, v in data.items()})
    letters = sympy.symbols("A_0 B_0 C_0")
    slope = sympy.lambdify(letters, [loss.diff(x) for x in letters])
    table = sympy.lambdify(letters, [[loss.diff(x, y) for y in letters] for x in letters])
    families = [sympy.lambdify(letters, list(f.value)) for f in answer.formulas]
    source, reached = np.random.default_rng(0), set()
    for start in source.uniform(-2, 2, (40, 3)):
        point = start
        for _ in range(200):
            point = point - 0.5 * np.linalg.lstsq(np.array(table(*point)), np.array(slope(*point)), rcond=1e-9)[0]
        if np.abs(slope(*point)).max() < 1e-10:
            gaps = [np.abs(np.array(f(*point)) - point).max() for f in families]
            assert min(gaps) < 1e-2  # the gradient is of third order across the degenerate family
            reached.add(int(np.argmin(gaps)))
    assert reached == set(range(len(families)))


def test_an_interpolating_family_may_be_a_surface():
    found = derive("critical-points", "diagonal-network-tied", {"d": 1}, data={"X_0": 1, "y_0": -2})
    assert "um_0**2 + up_0**2 + 2 = 0" in kinds(found)[0]
    assert str(found.sympy()["family 1 is where 0"]) == "-um_0**2 + up_0**2 + 2"


TWO_LAYERS = ["linear-network-2", "linear-autoencoder", "reduced-rank-regression", "fully-connected-network"]


@pytest.mark.parametrize("name", TWO_LAYERS)
def test_invariant_subspaces_for_all_sizes(name):
    found = derive("critical-points", name, all_sizes=True)
    assert found.verified and {c.verdict for c in found.checks} == {"proved"}


@pytest.mark.parametrize("wrong", [("2*Sx", "Sxy", "0"), ("Sx", "2*Sxy", "0"), ("Sx", "Sxy", "1")])
def test_wrong_normal_equations_are_refused(wrong):
    with pytest.raises(Refused):
        derive("critical-points", replace(find("linear-network-2"), normal=wrong), all_sizes=True)


def test_the_normal_equations_for_all_sizes():
    assert derive("critical-points", "linear-network-1", all_sizes=True).text() == "W1 = P*Sxy + (eye(d) - P*Sx)*Z"
    with pytest.raises(Refused):
        derive("critical-points", replace(find("linear-network-1"), normal=("Sx", "2*Sxy", "0")), all_sizes=True)


@pytest.mark.parametrize("form", ["numpy", "python"])
def test_source_code_with_roots_of_polynomials_runs(form):
    data = {"v_0": 1, "v_1": Fraction(1, 2), "v_2": 1, "v_3": 0}
    answer = derive("critical-points", "linear-rnn", {"d": 1, "k": 4}, data=data)
    scope: dict[str, object] = {}
    exec(getattr(answer, form)(), scope)
    weight = np.array([[2.0]]) if form == "numpy" else [[2.0]]
    point = scope["critical_points"](weight, weight, weight, [0])[1]
    exact = [float(e.subs("C_0", 2)) for e in answer.formulas[1].value]
    assert np.allclose(np.asarray(point, float).ravel(), exact)


def test_domains_are_heeded():
    with pytest.raises(ModelError, match="nonnegative"):
        derive("critical-points", "linear-rnn-random-shift", {"d": 1, "k": 1}, data={"p_0": -1})
    with pytest.raises(Refused, match="declare it real"):
        derive("critical-points", own_loss("x**2 + 2*x", {"x": "positive"}, ("x",)))
    found = derive("critical-points", own_loss("x**2 + 1/y", {"x": "real", "y": "real"}, ("x", "y")))
    assert not found.formulas and "no real critical point" in found.notes[-1]


def test_what_is_too_hard_is_refused():
    model = own_loss("(x**2 - 2)**2*(1 + y**2) + (y**3 - y - x**3)**4", {"x": "real", "y": "real"}, ("x", "y"))
    with pytest.raises(Refused, match=r"no rule splits|too many|not solved|more than"):
        derive("critical-points", model)


def test_zero_is_the_least_value_of_a_sum_of_squares():
    found = derive("critical-points", "linear-neuron", {"d": 1}, data={"X_0": 1, "y_0": 2})
    assert [("least" in note) for note in kinds(found)] == [True, False]
