"""Losses are what they mean: proved for all sizes, run by their definition at given ones; wrong ones are not shown."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from verifier.derive import derive
from verifier.derive.concrete import Concrete
from verifier.derive.formulas import Refused
from verifier.models import MODELS, ModelError, find, linear_rnn, simulation
from verifier.models.model import own_loss

NAMES = [n for n in MODELS if not find(n).kernel]
COMBINED = ["linear-rnn-mimo-memoryless-accumulating", "linear-rnn-mimo-weighted-symmetric",
            "linear-rnn-delay-weighted-diagonal", "linear-rnn-memoryless-accumulating", "linear-network-5"]  # fmt: skip


@pytest.mark.parametrize("name", [*NAMES, *COMBINED])
def test_the_loss_is_its_definition_at_unequal_sizes(name):
    sizes = {n: 1 + (i + len(name)) % 3 for i, n in enumerate(find(name).sizes)}
    for given in (dict.fromkeys(sizes, 1), sizes):
        found = derive("loss", name, given)
        assert found.verified and len(found.checks) == 2 and found.checks[0].what.startswith("L is ")


PROVED = ["linear-rnn", "linear-rnn-random-shift", "linear-rnn-accumulating", "linear-network-2", "linear-autoencoder",
          "diagonal-network-tied", *COMBINED[:2]]  # fmt: skip


@pytest.mark.parametrize("name", PROVED)
def test_the_loss_for_all_sizes_is_proved_to_be_its_definition(name):
    found = derive("loss", name, all_sizes=True)
    assert found.checks and all(c.verdict == "proved" for c in found.checks)


#: losses that are nearly right: (model, what is replaced, by what)
TWINS = [("linear-rnn", "(j, 0, k-1)", "(j, 0, k)"), ("linear-rnn-accumulating", "(k-j)*", "(k-j+1)*"),
         ("linear-rnn-weighted", "c[j]", "c[0]"), ("linear-rnn-delay", "delta(j, n)", "delta(j, n-1)"),
         ("linear-rnn-balanced", "Bhat.T*Ahat", "2*Bhat.T*Ahat"), ("linear-rnn-empirical", "X[s,j]", "X[s,k-1-j]"),
         ("linear-network-2", "Sx*W1*W2)/2", "Sx*W1*W2)"), ("linear-neuron", "a*X.T*w - y", "a*X.T*w + y"),
         ("reduced-rank-regression", "/2", "/3"), ("leaky-relu-neuron", "a*H*X.T*w", "a*X.T*w")]  # fmt: skip


@pytest.mark.parametrize(("name", "old", "new"), TWINS)
def test_a_loss_that_is_not_the_definition_is_not_shown(name, old, new):
    right = find(name)
    assert old in right.loss
    with pytest.raises(Refused, match="nothing is shown"):
        derive("loss", replace(right, loss=right.loss.replace(old, new)))


def test_a_wrong_definition_is_not_proved():
    right = find("linear-rnn")
    wrong = replace(right.meaning, goal=right.meaning.goal.replace("x[k-1-j,0]", "x[k-1,0]", 1))
    with pytest.raises(Refused, match="nothing is shown"):
        derive("loss", replace(right, meaning=wrong), all_sizes=True)


def test_means_over_normal_inputs_are_those_of_the_normal_law():
    from sympy import QQ
    from sympy.polys.rings import ring

    _, x, y = ring("x,y", QQ)
    assert simulation.mean(x**4 + 2 * x**2 * y**2 + x**3 * y + 5, (1, Fraction(1, 2))) == 3 + 1 + 5
    assert simulation.mean(y**6, (1, 2)) == 15 * 8


def test_a_loss_of_ones_own_is_compared_with_its_program():
    loss = own_loss("norm2(A*w)/2 + s**2/(1 + s**2)", {"A": "matrix(n, d)", "w": "matrix(d, 1)", "s": "real",
                    "n": "positive integer", "d": "positive integer"}, ("w",))  # fmt: skip
    assert [c.verdict for c in derive("loss", loss, {"n": 2, "d": 3}).checks] == ["checked"]


def test_the_run_of_a_program_is_the_value_of_the_term():
    from verifier.derive.program import Program
    from verifier.derive.running import run

    for name in ("linear-rnn-mimo", "diagonal-network", "linear-autoencoder"):
        made = Concrete(find(name), {})
        point = {i: Fraction(random.Random(i).randint(1, 9), 2) for i in range(len(made.names))}
        program = Program(made.model.sorts, made.sizes)
        output = program.trace(made.model.loss_term, {})
        slopes = program.gradients(output, tuple(made.model.parameters))
        first = next(iter(made.model.parameters))
        value, table = run(program, [output, slopes[first]], made.letters_at(point))
        assert value == made.value(made.model.loss_term, point)
        other = made.value(("grad", made.model.loss_term, first, first), point)
        assert tuple(map(tuple, table)) == tuple(map(tuple, other.entries))


# -- recurrent networks from options ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", COMBINED[:4])
def test_combined_models_answer(name):
    model = find(name)
    assert model.name == name or sorted(model.name.split("-")) == sorted(name.split("-"))
    for query in ("gradient", "hankel", "characteristic-polynomial"):
        assert derive(query, name, all_sizes=True).verified and derive(query, name).verified


def test_options_in_any_order_are_the_same_model():
    assert find("linear-rnn-symmetric-accumulating-mimo") == find("linear-rnn-mimo-accumulating-symmetric")
    assert find("linear-rnn-random-shift-diagonal").parameters["A"] == "diagonal matrix(d)"


@pytest.mark.parametrize(("name", "says"), [
    ("linear-rnn-sideways", "linear-rnn takes -mimo"), ("linear-rnn-mimo-mimo", "unknown or twice"),
    ("linear-rnn-mimo-delay", "they are memoryless"), ("linear-rnn-mimo-empirical", "linear-rnn-empirical"),
    ("linear-rnn-random-shift-weighted", "last step only"), ("linear-rnn-", "unknown"),
])  # fmt: skip
def test_combinations_that_there_are_not(name, says):
    with pytest.raises(ModelError, match=says) as caught:
        find(name)
    assert "\n" not in str(caught.value)


def test_every_loss_has_a_simulation_of_its_own():
    for teacher in linear_rnn.ONE:
        made = linear_rnn.recurrent(teacher)
        assert made.meaning is not None and "expect" in made.meaning.goal
