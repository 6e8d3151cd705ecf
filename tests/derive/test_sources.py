"""Generated source runs, is exact on exact numbers, vectorised over a batch, and agrees with differences."""

import random
from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy

from verifier.derive import derive
from verifier.derive.concrete import Concrete
from verifier.derive.formulas import Refused
from verifier.models import MODELS


def run(source, name, values):
    """The value of a function of generated source."""
    space = {}
    exec(compile(source, f"<{name}>", "exec"), space)
    return space[name](**values)


def letters(made, values):
    """The letters as object arrays of given values of the generators, without a batch axis."""
    found = {}
    for name in [*made.model.parameters, *made.model.data]:
        places = made.places[name]
        if made.is_sequence(name):
            length = max((j for j, _ in places), default=0) + 1
            rows = [values[places[j, 0]] if (j, 0) in places else Fraction(0) for j in range(length)]
            found[name] = np.array(rows, dtype=object)
        elif made.sorts[name][0] == "matrix":
            m, n = made.shape(name)
            rows = [[values[places[i, j]] if (i, j) in places else Fraction(0) for j in range(n)] for i in range(m)]
            found[name] = np.array(rows, dtype=object)
        else:
            found[name] = np.array(values[places[0, 0]], dtype=object)
    return found


def exact(made, seed):
    source = random.Random(seed)
    return [Fraction(source.randint(1, 9), source.randint(1, 5)) for _ in made.names]


def table(x):
    return sympy.Matrix(np.atleast_2d(np.asarray(x)).tolist()).applyfunc(lambda e: sympy.Rational(str(e)))


@pytest.mark.parametrize("query", ["loss", "gradient", "descent-step"])
@pytest.mark.parametrize("name", [n for n, m in MODELS.items() if m.kernel in ("", "sum")])
def test_sources_are_exact_on_fractions(name, query):
    found = derive(query, name)
    made = Concrete(found.model, found.sizes)
    values = exact(made, name)
    given = letters(made, values)
    at = {sympy.Symbol(n): sympy.Rational(str(x)) for n, x in zip(made.names, values, strict=True)}
    if query == "descent-step":
        given["eta"], at[sympy.Symbol("eta")] = np.array(Fraction(1, 3), dtype=object), sympy.Rational(1, 3)
    function = query.replace("-", "_")
    batch = run(found.numpy(), function, {n: x[None] for n, x in given.items()})
    plain = run(found.python(), function, {n: x.tolist() for n, x in given.items()})
    batch, plain = (x if isinstance(x, tuple) else (x,) for x in (batch, plain))
    for formula, a, b in zip(found.formulas, batch, plain, strict=True):
        value = formula.value.subs(at)
        value = sympy.Matrix(value) if isinstance(value, sympy.MatrixBase) else sympy.Matrix([[value]])
        assert value == table(a[0]) == table(b)


def test_a_batch_is_the_list_of_its_members():
    found = derive("gradient", "linear-rnn", {"d": 3, "k": 4})
    rng = np.random.default_rng(0)
    shapes = {"A": (3, 3), "B": (3, 1), "C": (1, 3), "v": (4,)}
    given = {n: rng.normal(size=(2, 5, *s)) for n, s in shapes.items()}
    whole = run(found.numpy(), "gradient", given)
    for i in np.ndindex(2, 5):
        single = run(found.numpy(), "gradient", {n: x[i] for n, x in given.items()})
        assert all(np.allclose(w[i], s, rtol=1e-12) for w, s in zip(whole, single, strict=True))
    assert [w.shape for w in whole] == [(2, 5, 3, 3), (2, 5, 3, 1), (2, 5, 1, 3)]


@pytest.mark.parametrize("name", ["linear-rnn", "linear-rnn-mimo", "linear-network-3", "diagonal-network",
                                  "exponential-sums"])  # fmt: skip
def test_gradients_are_differences_of_the_loss_to_many_digits(name):
    loss, slope = derive("loss", name), derive("gradient", name)
    made = Concrete(loss.model, loss.sizes)
    values = exact(made, 7)
    with mpmath.workdps(60):
        point = [mpmath.mpf(x.numerator) / x.denominator for x in values]

        def at(shift, place):
            moved = [x + shift * (i == place) for i, x in enumerate(point)]
            given = {n: x.tolist() for n, x in letters(made, moved).items()}
            return run(loss.python(), "loss", given)

        given = {n: x.tolist() for n, x in letters(made, point).items()}
        slopes = run(slope.python(), "gradient", given)
        slopes = slopes if isinstance(slopes, tuple) else (slopes,)
        step = mpmath.mpf(10) ** -20
        for letter, own in zip(loss.model.parameters, slopes, strict=True):
            (i, j), place = next(iter(made.places[letter].items()))
            mine = own[i][j] if isinstance(own, list) else own
            assert abs((at(step, place) - at(-step, place)) / (2 * step) - mine) < mpmath.mpf(10) ** -30


def test_tables_of_entries_have_source_too():
    found = derive("hessian", "linear-rnn", {"d": 2, "k": 3})
    made = Concrete(found.model, found.sizes)
    values = exact(made, 3)
    at = {sympy.Symbol(n): sympy.Rational(str(x)) for n, x in zip(made.names, values, strict=True)}
    given = letters(made, values)
    batch = run(found.numpy(), "hessian", {n: np.stack([x, x]) for n, x in given.items()})
    plain = run(found.python(), "hessian", {n: x.tolist() for n, x in given.items()})
    right = sympy.Matrix(found.formulas[0].value.subs(at))
    assert batch.shape == (2, 8, 8) and right == table(batch[1]) == table(plain)


def test_potentials_have_source():
    found = derive("potential", "diagonal-network", all_sizes=True)
    value, slope = run(found.numpy(), "potential", {"k": np.array([1.0, 4.0]), "w": np.array([0.5, 2.0])})
    assert np.allclose(slope, np.arcsinh(2 * np.array([0.5, 2.0]) / np.sqrt([1.0, 4.0])) / 2) and value.shape == (2,)
    assert "lambda_" in derive("closed-form", "linear-network-2").python()
    modes = derive("closed-form", "linear-neuron").numpy()
    assert ": q(t), m(t), n(t), z(t)" in modes and "_stacked" not in modes


def test_what_has_no_source_says_so():
    with pytest.raises(Refused, match="give sizes"):
        derive("gradient", "linear-rnn", all_sizes=True).numpy()
    with pytest.raises(Refused, match="give sizes"):
        derive("gradient", "linear-rnn", all_sizes=True).python()
