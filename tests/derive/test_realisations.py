"""Hankel matrices, characteristic polynomials, steps and displayed forms: right, complete, and wrong ones refused."""

import itertools

import pytest
import sympy

from verifier.derive.formulas import Refused
from verifier.derive.polishing import polished
from verifier.derive.queries import realisations
from verifier.derive.query import derive, numpy_source
from verifier.derive.readable_terms import Scope
from verifier.kernel.terms.expr import head
from verifier.language.named import operands
from verifier.models import ModelError, find


@pytest.mark.parametrize(("name", "d"), [("linear-rnn", 1), ("linear-rnn", 4), ("linear-rnn-symmetric", 3),
                                         ("linear-rnn-diagonal", 5), ("linear-rnn-mimo", 3)])  # fmt: skip
def test_the_characteristic_polynomial_is_sympys(name, d):
    from verifier.derive.concrete import Concrete

    found = derive("characteristic-polynomial", name, {"d": d})
    x = sympy.Symbol("x")
    own = Concrete(found.model, found.sizes).symbols("A")
    assert sympy.expand((x * sympy.eye(d) - own).det(method="berkowitz") - found.formulas[0].value) == 0
    assert len(found.checks) == 2 and found.verified


@pytest.mark.parametrize("d", [1, 2, 3, 5])
def test_coefficients_for_all_sizes_at_a_matrix(d):
    found = derive("characteristic-polynomial", "linear-rnn", all_sizes=True, degree=4)
    a = sympy.Matrix(d, d, lambda i, j: (3 * i - 2 * j + i * j) % 7 - 2)
    x = sympy.Symbol("x")
    right = [*sympy.Poly(a.charpoly(x).as_expr(), x).all_coeffs()[1:], 0, 0, 0, 0][:4]
    for value, formula in zip(right, found.formulas, strict=True):
        assert _at(formula.term, a) == value


def _at(e, a):
    """A word in traces of powers of A, its letters put in."""
    if isinstance(e, int):
        return sympy.Integer(e)
    parts = [_at(x, a) for x in operands(e)] if head(e) not in ("trace", "^") else []
    if head(e) == "trace":
        power = operands(e)[0]
        return (a if power == "A" else a ** operands(power)[1]).trace()
    if head(e) == "^":
        return _at(operands(e)[0], a) ** operands(e)[1]
    return {"+": lambda: sum(parts), "-": lambda: parts[0] - parts[1], "neg": lambda: -parts[0],
            "*": lambda: sympy.prod(parts), "/": lambda: sympy.Rational(parts[0], parts[1])}[head(e)]()  # fmt: skip


def test_wrong_coefficients_are_not_shown(monkeypatch):
    right = realisations.newton
    monkeypatch.setattr(realisations, "newton", lambda n: [{p: w * 2 for p, w in c.items()} for c in right(n)])
    with pytest.raises(Refused, match="nothing is shown"):
        derive("characteristic-polynomial", "linear-rnn", all_sizes=True)


def test_a_wrong_polynomial_is_not_shown(monkeypatch):
    right = realisations.coefficients
    monkeypatch.setattr(realisations, "coefficients", lambda made: [-c for c in right(made)])
    with pytest.raises(Refused, match="nothing is shown"):
        derive("characteristic-polynomial", "linear-rnn-mimo", {"d": 3})


def test_a_polynomial_that_is_too_long_is_refused_at_once():
    with pytest.raises(ValueError, match="ask for all sizes"):
        derive("characteristic-polynomial", "linear-rnn", {"d": 12})
    with pytest.raises(Refused, match="--all-sizes"):
        derive("characteristic-polynomial", "linear-rnn", {"d": 2}, degree=2)


@pytest.mark.parametrize("sizes", [{"d": 1, "k": 1}, {"d": 2, "k": 7}, {"d": 3, "k": 4}])
def test_the_hankel_matrix_is_observability_times_reachability(sizes):
    found = derive("hankel", "linear-rnn", sizes).sympy()
    assert (found["O"] * found["R"] - found["H"]).applyfunc(sympy.expand).is_zero_matrix
    h = derive("impulse-response", "linear-rnn", sizes).sympy()
    for p, q in itertools.product(range(found["H"].rows), repeat=2):
        assert sympy.expand(found["H"][p, q] - h[f"h({p + q})"]) == 0


def test_hankel_for_all_sizes_proves_the_realisation():
    found = derive("hankel", "linear-rnn-memoryless", all_sizes=True)
    assert [c.verdict for c in found.checks] == ["proved"] * 3
    assert derive("hankel", "linear-rnn-mimo", all_sizes=True).text().startswith("H[r, s] = C*A**(r + s)*B")


def test_rank_by_elimination():
    assert realisations.rank([[1, 2], [2, 4]]) == 1 and realisations.rank([[0, 0]]) == 0
    assert realisations.rank([[0, 1, 2], [1, 0, 0], [1, 1, 2]]) == 2


# -- steps -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("query", ["flow", "descent-step", "momentum-step"])
def test_a_wrong_move_is_caught(query, monkeypatch):
    from dataclasses import replace

    from verifier.derive.queries import training_steps

    name = {"flow": "FLOW", "descent-step": "STEP", "momentum-step": "BALL"}[query]
    rule = getattr(training_steps, name)
    wrong = replace(rule, term=lambda x, w, g: ("*", 2, rule.term(x, w, g)))
    monkeypatch.setattr(training_steps, name, wrong)
    with pytest.raises(Refused, match="nothing is shown"):
        derive(query, "linear-neuron", all_sizes=True)


def test_every_check_of_a_step_names_the_displayed_line():
    found = derive("momentum-step", "linear-neuron", {"d": 1}, wrt="w")
    assert [c.what for c in found.checks] == ["grad(L, w)", "w_next = w - eta grad(L, w) + mu (w - w_previous)"]
    general = derive("flow", "linear-rnn-symmetric", all_sizes=True)
    assert general.verified and "dA/dt = -grad(L, A)" in [c.what for c in general.checks]


def test_a_wrong_hessian_within_a_structure_is_caught(monkeypatch):
    from verifier.derive.queries import training

    monkeypatch.setattr(training, "within", lambda model, x, free, scope: free)
    with pytest.raises(Refused, match="within its structure"):
        derive("hessian", "linear-rnn-diagonal", all_sizes=True, wrt="A")


# -- displayed forms -------------------------------------------------------------------------------------------


def _bound_twice(e, taken=()):
    if not isinstance(e, tuple):
        return False
    inner = (*taken, e[2]) if e[0] == "sum" else taken
    return (e[0] == "sum" and e[2] in taken) or any(_bound_twice(a, inner) for a in e[1:])


@pytest.mark.parametrize("name", ["diagonal-network", "diagonal-network-tied", "linear-rnn-empirical"])
def test_no_index_is_bound_within_itself(name):
    for query in ("gradient", "flow") if name == "linear-rnn-empirical" else ("gradient", "hessian"):
        assert not any(_bound_twice(f.term) for f in derive(query, name, all_sizes=True).formulas)


POLISHED = [("x*(1/x)", "1"), ("x**1", "x"), ("x*x*y", "x**2*y"), ("y*x - x*y", "0"),
            ("trace(x*A*B)", "x*trace(A*B)"), ("A*x*B", "x*A*B"), ("trace(u.T*u)", "u.T*u"), ("-(2*A - B)", "B - 2*A"),
            ("x**2/x**3", "1/x")]  # fmt: skip


@pytest.mark.parametrize(("text", "reads"), POLISHED)
def test_polishing(text, reads):
    from verifier.language.text.printing import to_text
    from verifier.models.model import own_loss

    letters = {"x": "positive", "y": "real", "d": "positive integer", "u": "matrix(d, 1)"}
    model = own_loss("x", {**letters, "A": "matrix(d, d)", "B": "matrix(d, d)"}, ("x",))
    assert to_text(polished(model.read(text), Scope(model.sorts))) == reads


def test_formulas_for_all_sizes_have_a_sympy_form():
    for name in ("linear-rnn", "diagonal-network", "linear-rnn-mimo"):
        found = derive("gradient", name, all_sizes=True).sympy()
        assert all(value.shape for value in found.values())


# -- sources and options ---------------------------------------------------------------------------------------


def test_numpy_source_needs_no_written_formula():
    import numpy as np

    with pytest.raises(ValueError, match="NumPy source"):
        derive("loss", "linear-rnn", {"d": 12, "k": 20})
    space = {}
    exec(numpy_source("loss", "linear-rnn", {"d": 12, "k": 20}), space)
    a, b, c, v = 0.3 * np.eye(12), np.ones((12, 1)), np.ones((1, 12)), np.zeros(20)
    right = sum((12 * 0.3**j) ** 2 for j in range(20))
    assert np.allclose(space["loss"](np.stack([a, a]), b, c, v), right)
    with pytest.raises(Refused, match="needs the formula"):
        numpy_source("hessian", "linear-rnn", {"d": 2})


def test_a_wrong_program_is_not_shown(monkeypatch):
    from verifier.derive.program import Program

    right = Program.gradients
    monkeypatch.setattr(Program, "gradients", lambda self, output, letters: {
        x: self.times(self.number(2), i) for x, i in right(self, output, letters).items()})  # fmt: skip
    for query in ("gradient", "flow", "descent-step", "momentum-step"):
        with pytest.raises(Refused, match="not what it should be"):
            numpy_source(query, "linear-neuron")


def test_constant_derivatives_have_the_batch_axes_too():
    import numpy as np

    found = derive("gradient", "linear-rnn", {"d": 1, "k": 1})
    given = {n: np.ones((7, 1, 1)) for n in "ABC"} | {"v": np.ones((7, 1))}
    space = {}
    exec(found.numpy(), space)
    assert [g.shape for g in space["gradient"](**given)] == [(7, 1, 1)] * 3


def test_the_parameter_one_step_earlier_is_one_argument():
    source = derive("momentum-step", "linear-rnn-symmetric", {"d": 2, "k": 2}, wrt="A")
    assert "def momentum_step(A, B, C, v, eta, mu, A_previous):" in source.numpy()
    assert "def momentum_step(A, B, C, v, eta, mu, A_previous):" in source.python()


@pytest.mark.parametrize(("query", "options", "says"), [
    ("loss", {"wrt": "A"}, "not asked about one parameter"), ("hankel", {"degree": 2}, "belongs to conserved"),
    ("gradient", {"data": {"v_0": 1}}, "no option --set"), ("flow", {"balanced": True}, "no option --balanced"),
])  # fmt: skip
def test_no_option_is_passed_over_in_silence(query, options, says):
    with pytest.raises(ModelError, match=says):
        derive(query, find("linear-rnn"), **options)


def test_moments_of_several_outputs_have_matrices_for_weights():
    found = derive("moments", "linear-rnn-mimo-diagonal", {"d": 2, "n": 1, "m": 3}).sympy()
    assert list(found) == ["atoms", "weight_0", "weight_1"] and found["weight_0"].shape == (3, 1)
    one = derive("moments", "linear-rnn-diagonal").sympy()
    assert [str(w) for w in one["weights"]] == ["B_0*C_0", "B_1*C_1"]


@pytest.mark.parametrize("arguments", [
    ("loss", "linear-rnn", "--size", "d=2", "--size", "d=3"), ("gradient", "linear-rnn", "--json", "--format", "latex"),
    ("gradient", "--loss", "x**2", "--var", "x=real", "--var", "x=positive", "--train", "x"), ("loss", "--list"),
    ("gradient", "--loss", "x**2", "--var", "x=real", "--train", "x", "--train", "x"),
])  # fmt: skip
def test_what_is_said_twice_is_an_error(arguments):
    from click.testing import CliRunner

    from verifier.cli import cli

    assert CliRunner().invoke(cli, ["derive", *arguments]).exit_code != 0


def test_several_lines_are_stacked_in_a_notebook():
    found = derive("gradient", "linear-neuron", all_sizes=True)._repr_latex_()
    assert found.startswith(r"$$\begin{gathered}") and found.count(r" \\ ") == 1
