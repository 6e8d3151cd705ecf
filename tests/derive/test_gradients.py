"""Gradients, Hessians, flows and steps of every model: proved for all sizes, and equal to what other routes give."""

import pytest
import sympy

from verifier.derive import derive
from verifier.derive.concrete import Concrete
from verifier.derive.formulas import Refused
from verifier.derive.queries.training import gradients
from verifier.language.claim import claim
from verifier.models import MODELS, ModelError, find
from verifier.models.model import own_loss
from verifier.prove.portfolio import decide

ALL_SIZES = [name for name, m in MODELS.items() if not m.kernel]
SIZED = [name for name, m in MODELS.items() if m.kernel in ("", "sum")]  # the others: test_kernels


@pytest.mark.parametrize("name", ALL_SIZES)
def test_gradient_for_all_sizes_is_proved(name):
    found = derive("gradient", name, all_sizes=True)
    assert found.verified and len(found.checks) >= len(found.model.parameters)
    assert all(c.verdict == "proved" for c in found.checks if "structure" not in c.what)
    assert found.latex().count(r"\nabla") == len(found.formulas)


@pytest.mark.parametrize("name", SIZED)
def test_gradient_at_given_sizes_is_sympys_own_derivative(name):
    found = derive("gradient", name)
    made = Concrete(found.model, found.sizes)
    loss = made.sympy(made.number(found.model.loss_term))
    for letter, formula in zip(found.model.parameters, found.formulas, strict=True):
        shared = {}
        for place in made.places[letter].values():
            shared[place] = shared.get(place, 0) + 1
        for (i, j), place in made.places[letter].items():
            slope = sympy.diff(loss, sympy.Symbol(made.names[place])) / shared[place]
            mine = formula.value[i, j] if isinstance(formula.value, sympy.MatrixBase) else formula.value
            assert sympy.cancel(sympy.expand(slope - mine)) == 0


@pytest.mark.parametrize("name", ["linear-rnn", "linear-rnn-symmetric", "linear-rnn-mimo", "linear-network-2",
                                  "diagonal-network", "fully-connected-network"])  # fmt: skip
def test_the_formula_for_all_sizes_at_given_sizes_is_the_other_one(name):
    model = find(name)
    made = Concrete(model, {})
    loss = made.number(model.loss_term)
    for letter, term in gradients(model, tuple(model.parameters)).items():
        general, own = made.matrix(term), made.gradient(loss, letter)
        rows = [[own]] if not hasattr(own, "entries") else own.entries
        assert all(x == y for r, s in zip(general.entries, rows, strict=True) for x, y in zip(r, s, strict=True))


@pytest.mark.parametrize("name", ["linear-rnn", "linear-rnn-memoryless", "linear-network-2", "diagonal-network",
                                  "linear-neuron", "leaky-relu-neuron"])  # fmt: skip
def test_hessian_for_all_sizes_is_proved(name):
    assert derive("hessian", name, all_sizes=True).verified


@pytest.mark.parametrize("name", [n for n in SIZED if n != "linear-rnn-empirical"])
def test_hessian_at_given_sizes_is_symmetric_and_the_derivative_of_the_gradient(name):
    found = derive("hessian", name)
    table = found.formulas[0].value
    assert found.verified and table == table.T
    made = Concrete(found.model, found.sizes)
    own = [made.names[p] for *_, p in made.own(tuple(found.model.parameters))]
    loss = made.sympy(made.number(found.model.loss_term))
    i, j = 0, len(own) - 1
    other = sympy.diff(loss, sympy.Symbol(own[i]), sympy.Symbol(own[j]))
    assert sympy.cancel(sympy.expand(table[i, j] - other)) == 0


def test_flow_and_step_move_against_the_gradient():
    slope = derive("gradient", "linear-neuron", {"d": 2}).sympy()
    speed = derive("flow", "linear-neuron", {"d": 2}).sympy()
    step = derive("descent-step", "linear-neuron", {"d": 2}).sympy()
    eta, a = sympy.symbols("eta a")
    assert sympy.expand(speed["da/dt"] + slope["dL/da"]) == 0
    assert sympy.expand(step["a_next"] - a + eta * slope["dL/da"]) == 0
    assert derive("flow", "linear-neuron", all_sizes=True, wrt="w").text() == "dw/dt = -(a*X*(a*X.T*w - y))"


def test_a_step_with_momentum_adds_the_step_before():
    queries = ("descent-step", "momentum-step")
    step, ball = (derive(q, "linear-rnn", {"d": 1, "k": 2}, wrt="B").formulas[0].value for q in queries)
    mu, now, before = sympy.symbols("mu B_0 B_previous_0")
    assert sympy.expand(ball[0] - step[0] - mu * (now - before)) == 0
    assert "mu*(B - B_previous)" in derive("momentum-step", "linear-rnn", all_sizes=True, wrt="B").text()


#: corrupted gradients: (model, letter, what is replaced, by what)
TWINS = [
    ("linear-rnn", "A", "A.T**r", "A.T**(r+1)"),
    ("linear-rnn", "B", "A.T**j*C.T", "A**j*C.T"),
    ("linear-rnn", "C", "2*", "3*"),
    ("linear-rnn-memoryless", "A", "(j, 1, k - 1)", "(j, 1, k)"),
    ("linear-network-2", "W1", "- Sxy", "+ Sxy"),
    ("linear-network-2", "W2", "W1.T*Sx*W1*W2", "2*W1.T*Sx*W1*W2"),
    ("linear-neuron", "w", "a*X.T*w - y", "a*X.T*w + y"),
    ("fully-connected-network", "a", "W.T*X", "2*W.T*X"),
]


@pytest.mark.parametrize(("name", "letter", "old", "new"), TWINS)
def test_a_corrupted_gradient_is_not_proved(name, letter, old, new):
    model = find(name)
    text = derive("gradient", name, all_sizes=True, wrt=letter).text().partition(" = ")[2]
    assert old in text
    wrong = model.read(text.replace(old, new, 1))
    goal = ("==", ("grad", model.loss_term, letter, letter), wrong)
    assert decide(claim("twin", goal, variables=model.free), 4.0).verdict != "proved"


def test_a_check_that_fails_shows_nothing(monkeypatch):
    from verifier.derive.queries import training

    right = training.gradient
    monkeypatch.setattr(training, "gradient", lambda f, x, scope: ("*", 2, right(f, x, scope)))
    with pytest.raises(Refused, match="nothing is shown"):
        derive("gradient", "linear-neuron", all_sizes=True)


def test_a_wrong_projection_is_caught(monkeypatch):
    from verifier.derive.queries import training

    monkeypatch.setattr(training, "within", lambda model, x, free, scope: free)
    with pytest.raises(Refused, match="within its structure"):
        derive("gradient", "linear-rnn-symmetric", all_sizes=True, wrt="A")


def test_a_wrong_derivative_at_given_sizes_is_caught(monkeypatch):
    from verifier.derive.factored import Factored

    right = Factored.diff
    monkeypatch.setattr(Factored, "diff", lambda self, place: right(self, place) * 2)
    for query in ("gradient", "hessian"):
        with pytest.raises(Refused, match="refuted"):
            derive(query, "linear-neuron")


def test_a_loss_of_ones_own():
    letters = {"A": "matrix(n, d)", "w": "matrix(d, 1)", "b": "matrix(n, 1)", "n": "positive integer",
               "d": "positive integer", "s": "real"}  # fmt: skip
    ridge = own_loss("norm2(A*w - b)/2 + s**2*norm2(w)/2", letters, ("w",))
    assert derive("gradient", ridge, all_sizes=True).text() == "dL/dw = A.T*(A*w - b) + s**2*w"
    entropy = own_loss("x*log(x) + exp(-x)", {"x": "positive"}, ("x",))
    found = derive("gradient", entropy, all_sizes=True)
    assert found.verified and found.text() == "dL/dx = log(x) + 1 - exp(-x)"
    with pytest.raises(ModelError, match="no domain"):
        own_loss("w**2", {}, ("w",))


def test_structured_parameters_stay_structured():
    symmetric = derive("gradient", "linear-rnn-symmetric", wrt="A").formulas[0].value
    diagonal = derive("gradient", "linear-rnn-diagonal", wrt="A").formulas[0].value
    assert symmetric == symmetric.T and diagonal.is_diagonal() and not diagonal.is_zero_matrix
