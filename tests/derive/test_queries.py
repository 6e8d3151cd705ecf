"""Responses, metrics, conserved quantities, symmetries, critical points; bad queries; the command."""

import json
import random

import pytest
import sympy

from verifier.derive.factored import TooLarge
from verifier.derive.formulas import Refused
from verifier.derive.query import QUERIES, derive
from verifier.models import MODELS, ModelError, find
from verifier.models.model import Model, Symmetry

RECURRENT = [name for name, m in MODELS.items() if m.response]


@pytest.mark.parametrize("name", RECURRENT)
def test_responses_of_recurrent_networks(name):
    for query in ("impulse-response", "hankel"):
        assert derive(query, name, all_sizes=True).verified and derive(query, name).verified
    assert derive("characteristic-polynomial", name, {"d": 3}).verified


def test_the_characteristic_polynomial_is_the_determinant():
    found = derive("characteristic-polynomial", "linear-rnn", {"d": 3})
    x = sympy.Symbol("x")
    matrix = sympy.Matrix(3, 3, lambda i, j: sympy.Symbol(f"A_{i}{j}"))
    assert sympy.expand((x * sympy.eye(3) - matrix).det() - found.formulas[0].value) == 0


def test_the_hankel_matrix_has_the_rank_of_the_state():
    found = derive("hankel", "linear-rnn", {"d": 2, "k": 7}).formulas[0].value
    numeric = found.subs({s: sympy.Integer(i + 2) for i, s in enumerate(sorted(found.free_symbols, key=str))})
    assert numeric.shape == (4, 4) and numeric.rank() == 2


@pytest.mark.parametrize("name", ["linear-rnn-symmetric", "linear-rnn-diagonal"])
def test_moments(name):
    assert derive("moments", name, all_sizes=name.endswith("symmetric")).verified


def test_moments_need_a_symmetric_transition():
    with pytest.raises(Refused, match="not symmetric"):
        derive("moments", "linear-rnn", all_sizes=True)


@pytest.mark.parametrize("name", [n for n, m in MODELS.items() if m.predictor])
def test_the_metric_is_positive_semidefinite_and_moves_the_predictor(name):
    assert derive("metric", name, all_sizes=True).verified
    table = derive("metric", name).formulas[0].value
    assert table == table.T
    point = {s: sympy.Rational(i % 5 - 2, 3) for i, s in enumerate(sorted(table.free_symbols, key=str))}
    at, source = sympy.Matrix(table.subs(point)), random.Random(0)
    for _ in range(20):
        p = sympy.Matrix([source.randint(-5, 5) for _ in range(at.rows)])
        assert (p.T * at * p)[0] >= 0


def test_a_wrong_metric_or_kernel_is_caught(monkeypatch):
    from verifier.derive.queries import geometry, tangent_kernels

    right = geometry.inner
    for module in (geometry, tangent_kernels):
        monkeypatch.setattr(module, "inner", lambda left, right_, scope: ("*", 2, right(left, right_, scope)))
    cases = (("tangent-kernel", "linear-neuron"), ("metric", "linear-rnn"), ("metric", "linear-rnn-symmetric"))
    for query, name in cases:
        with pytest.raises(Refused, match="refuted"):
            derive(query, name, all_sizes=True)


def test_tangent_kernel_of_the_neuron_is_its_metric():
    kernel = derive("tangent-kernel", "linear-neuron", {"d": 2}).formulas[0].value
    metric = derive("metric", "linear-neuron", {"d": 2}).formulas[0].value
    x, z = (sympy.Matrix([sympy.Symbol(f"{v}__{i}") for i in range(2)]) for v in "xz")
    assert sympy.expand(kernel - (x.T * metric * z)[0]) == 0


@pytest.mark.parametrize("name", [n for n, m in MODELS.items() if m.families])
def test_families_are_conserved_for_all_sizes(name):
    assert derive("conserved", name, all_sizes=True).verified


def test_a_family_that_is_not_conserved_is_refused():
    right = find("linear-rnn")
    wrong = Model(**{**_fields(right), "families": ("A*A.T + A.T*A + B*B.T - C.T*C",)})
    with pytest.raises(Refused, match="nothing is shown"):
        derive("conserved", wrong, all_sizes=True)


def test_a_family_along_something_else_than_the_flow_is_refused(monkeypatch):
    from verifier.derive.queries import training

    right = training.gradient
    monkeypatch.setattr(training, "gradient", lambda f, x, scope: ("*", 2, right(f, x, scope)))
    with pytest.raises(Refused, match="nothing is shown"):  # twice the flow conserves the same: its speed is wrong
        derive("conserved", "linear-neuron", all_sizes=True)


def test_the_degree_holds_for_structured_parameters_too():
    found = {n: derive("conserved", "linear-rnn-symmetric", {"d": 1, "k": 2}, degree=n) for n in (2, 4)}
    assert [len(f.formulas) for f in found.values()] == [1, 2]  # the law, and its square
    assert "up to degree 4" in found[4].notes[0] and "up to degree 4" in found[4].checks[0].what


def test_conserved_quantities_at_given_sizes_are_all():
    found = derive("conserved", "linear-rnn", {"d": 3, "k": 4})
    assert found.verified and len(found.formulas) == 6
    assert any("at most 6 laws are independent" in note for note in found.notes)
    assert not derive("conserved", "exponential-sums").formulas


@pytest.mark.parametrize("name", [n for n, m in MODELS.items() if m.symmetries])
def test_symmetries_are_proved(name):
    assert derive("symmetries", name, all_sizes=True).verified


def test_a_change_that_is_no_symmetry_is_refused():
    right = find("linear-neuron")
    wrong = Model(**{**_fields(right), "symmetries": (Symmetry("wrong", {"a": "-a"}),)})
    with pytest.raises(Refused, match="nothing is shown"):
        derive("symmetries", wrong, all_sizes=True)


def test_critical_points_are_classified_by_exact_inertia():
    found = derive("critical-points", "linear-neuron", {"d": 1}, data={"X_0": 1, "y_0": 2})
    assert found.verified and any("saddle" in note for note in found.notes)
    one = derive("critical-points", "exponential-sums", {"m": 1}, data={"s_0": 1, "v_0": 1})
    assert one.formulas[0].value == sympy.ImmutableMatrix([[1, 1]])
    assert any("strict local minimum" in note for note in one.notes)


def test_the_origin_is_stationary_only_where_it_is():
    assert derive("critical-points", "linear-network-2", all_sizes=True).verified
    shifted = Model(**{**_fields(find("linear-neuron")), "loss": "norm2(a*X.T*w - y)/2 + a"})
    with pytest.raises(Refused, match="not stationary"):
        derive("critical-points", shifted, all_sizes=True)


def _fields(model):
    return {n: getattr(model, n) for n in model.__dataclass_fields__}


# -- bad queries ---------------------------------------------------------------------------------------

BAD = [
    (("gradient", "nomodel"), {}, ModelError, "the models are"),
    (("gradients", "linear-rnn"), {}, ModelError, "the queries are"),
    (("gradient", "linear-rnn"), {"wrt": "Z"}, ModelError, "its parameters are A, B, C"),
    (("gradient", "linear-rnn", {"q": 3}), {}, ModelError, "its sizes are d, k"),
    (("gradient", "linear-rnn", {"d": 0}), {}, ModelError, "between 1 and 64"),
    (("gradient", "linear-rnn", {"d": 3}), {"all_sizes": True}, ModelError, "choose one"),
    (("hankel", "linear-neuron"), {}, Refused, "no discrete-time recurrent network"),
    (("gradient", "linear-rnn", {"d": 12, "k": 20}), {}, TooLarge, "ask for all sizes or for NumPy source"),
    (("critical-points", "linear-neuron", {"d": 1}), {}, Refused, "--set"),
    (("critical-points", "linear-neuron", {"d": 1}), {"data": {"Z": 1}}, ModelError, "they are X_0, y_0"),
    (("gradient", "linear-network-9"), {}, ModelError, "between 1 and 8"),
]


@pytest.mark.parametrize(("arguments", "options", "kind", "says"), BAD)
def test_bad_queries_get_one_line_that_says_what_would_work(arguments, options, kind, says):
    with pytest.raises(kind, match=says) as caught:
        derive(*arguments, **options)
    assert "\n" not in str(caught.value)


# -- the command ---------------------------------------------------------------------------------------


def run(*arguments):
    from click.testing import CliRunner

    from verifier.cli import cli

    return CliRunner().invoke(cli, ["derive", *arguments])


def test_the_command_shows_formula_and_check():
    done = run("gradient", "linear-rnn", "--all-sizes", "--wrt", "B")
    assert done.exit_code == 0
    assert "dL/dB = 2*Sum((C*A**j*B - v[j])*A.T**j*C.T, (j, 0, k - 1))" in done.output and "proved" in done.output


@pytest.mark.parametrize("form", ["latex", "sympy", "python", "numpy"])
def test_formats(form):
    done = run("gradient", "linear-neuron", "--size", "d=1", "--format", form)
    assert done.exit_code == 0 and done.output.strip()
    assert ("def gradient" in done.output) == (form in ("python", "numpy"))


def test_json_and_list():
    found = json.loads(run("metric", "linear-neuron", "--all-sizes", "--json").output)
    assert found["model"] == "linear-neuron" and {c["verdict"] for c in found["checks"]} == {"proved", "checked"}
    listed = run("--list").output
    assert all(q in listed for q in QUERIES) and all(m in listed for m in MODELS)


def test_a_loss_typed_in():
    letters = ("X=matrix(n, d)", "w=matrix(d, 1)", "y=matrix(n, 1)", "n=positive integer", "d=positive integer")
    given = [part for text in letters for part in ("--var", text)]
    done = run("gradient", "--loss", "norm2(X*w - y)/2", *given, "--train", "w", "--all-sizes")
    assert "dL/dw = X.T*(X*w - y)" in done.output


USAGE = [
    ("gradient",),
    ("gradient", "linear-rnn", "--size", "d"),
    ("gradient", "linear-rnn", "--size", "d=x"),
    ("gradient", "--loss", "x**2"),
    ("gradient", "linear-rnn", "--train", "A"),
    ("critical-points", "linear-neuron", "--set", "y_0=1/0"),
]


@pytest.mark.parametrize("arguments", USAGE)
def test_bad_usage_is_an_error(arguments):
    done = run(*arguments)
    assert done.exit_code != 0 and done.exception is not None


# -- implicit bias ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["diagonal-network", "diagonal-network-tied", "linear-neuron", "leaky-relu-neuron"])
@pytest.mark.parametrize("query", ["mirror-flow", "hessian-map", "time-warp", "potential", "bregman"])
def test_implicit_bias_is_derived_and_proved(name, query):
    assert derive(query, name, all_sizes=True).verified


def test_potentials_are_the_ones_of_the_paper():
    x = sympy.Symbol("x", positive=True)
    neuron = derive("potential", "linear-neuron", all_sizes=True).sympy()["q'(x)"]
    delta = next(s for s in neuron.free_symbols if s.name == "delta")
    printed = sympy.sqrt(sympy.sqrt(x**2 + delta**2 / 4) - delta / 2)
    own = next(s for s in neuron.free_symbols if s.name == "x")
    for d, z in ((0, 1), (1, 2), (sympy.Rational(5, 2), sympy.Rational(1, 3))):
        difference = (neuron.subs({own: z, delta: d}) - printed.subs({x: z, delta: d})).evalf(40)
        assert abs(difference) < sympy.Float("1e-35")
    assert not derive("hessian-map", "linear-neuron").sympy()["residual"].is_zero
    assert derive("hessian-map", "diagonal-network").sympy()["residual"] == 0


def test_several_neurons_need_a_balanced_start():
    with pytest.raises(Refused, match="--balanced"):
        derive("potential", "fully-connected-network")
    found = derive("potential", "fully-connected-network", all_sizes=True, balanced=True)
    assert found.verified and str(found.sympy()["q(x)"]) == "2*x**(3/2)/3"


def test_the_reason_where_the_flow_of_the_predictor_does_not_close_is_a_point():
    for name in ("linear-rnn", "linear-network-2", "fully-connected-network"):
        with pytest.raises(Refused, match=r"no function of the predictor .* at the rate"):
            derive("potential", name)
    with pytest.raises(Refused, match="singular everywhere"):
        derive("potential", "linear-autoencoder")


# -- closed forms -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["linear-network-1", "linear-network-2", "linear-network-3"])
def test_closed_forms(name):
    assert derive("closed-form", name, all_sizes=True).verified


def test_closed_forms_that_are_none():
    with pytest.raises(Refused, match="none is known"):
        derive("closed-form", "linear-rnn")
