"""Tangent kernels and metrics of several outputs and of sequences, against differences and by hand."""

import itertools
import random
from fractions import Fraction

import pytest
import sympy

from verifier.derive import derive
from verifier.derive.formulas import Refused
from verifier.derive.readable_terms import Scope
from verifier.derive.stripping import stripped
from verifier.models import ModelError, find


def matrix(letter, rows, columns):
    def name(i, j):
        return f"{i}" if columns == 1 else f"{j}" if rows == 1 else f"{i}{j}"

    return sympy.Matrix(rows, columns, lambda i, j: sympy.Symbol(f"{letter}_{name(i, j)}"))


def kernel(first, second, letters):
    """sum over the letters of df/dtheta df/dtheta', from the definition."""
    return first.jacobian(letters) * second.jacobian(letters).T


def equal(a, b):
    return sympy.expand(sympy.Matrix(a) - sympy.Matrix(b)) == sympy.zeros(*sympy.Matrix(a).shape)


@pytest.mark.parametrize(("d", "h", "p"), [(2, 2, 2), (1, 2, 3), (3, 1, 2)])
def test_the_kernel_of_a_linear_network_is_a_matrix(d, h, p):
    found = derive("tangent-kernel", "linear-network-2", {"d": d, "h1": h, "p": p})
    W1, W2, x, z = matrix("W1", d, h), matrix("W2", h, p), matrix("x_", d, 1), matrix("z_", d, 1)
    letters = sympy.Matrix([*W1, *W2])
    assert equal(found.formulas[0].value, kernel((W1 * W2).T * x, (W1 * W2).T * z, letters))
    text = derive("tangent-kernel", "linear-network-2", all_sizes=True).text()
    assert text == "K(x_, z_) = eye(p)*(z_.T*W1*W1.T*x_) + W2.T*W2*(z_.T*x_)"


def outputs(A, B, C, x, steps):
    """The outputs at each step by running the network, x having a column for each step."""
    state, found = sympy.zeros(A.rows, 1), []
    for t in range(steps):
        state = A * state + B * x[:, t]
        found.append(C * state)
    return found


@pytest.mark.parametrize(
    ("name", "n", "m"), [("linear-rnn", 1, 1), ("linear-rnn-mimo", 2, 1), ("linear-rnn-mimo", 1, 2)]
)
def test_the_kernel_of_sequences_is_that_of_the_network_that_is_run(name, n, m):
    sizes = {"d": 2, "k": 2} | ({"n": n, "m": m} if name.endswith("mimo") else {})
    A, B, C, x, z = matrix("A", 2, 2), matrix("B", 2, n), matrix("C", m, 2), matrix("x_", n, 2), matrix("z_", n, 2)
    letters = sympy.Matrix([*A, *B, *C])
    found = derive("tangent-kernel", name, sizes).sympy()
    first, second = outputs(A, B, C, x, 2), outputs(A, B, C, z, 2)
    for s, t in itertools.product(range(2), range(2)):
        own = found[f"K[{s}, {t}](x_, z_)"]
        assert equal(own if m > 1 else [[own]], kernel(first[s], second[t], letters))


def test_the_metric_of_several_inputs_and_outputs_is_the_jacobian_square():
    A, B, C = matrix("A", 2, 2), matrix("B", 2, 1), matrix("C", 2, 2)
    h = sympy.Matrix([*(C * B), *(C * A * B)])
    letters = sympy.Matrix([*A, *B, *C])
    assert equal(derive("metric", "linear-rnn-mimo", {"n": 1}).formulas[0].value, kernel(h, h, letters))
    assert derive("metric", "linear-rnn-mimo", {"n": 3, "m": 1}).verified


def test_one_parameter_gives_its_part():
    parts = [derive("metric", "linear-neuron", wrt=x).formulas[0].value for x in "aw"]
    assert parts[0] + parts[1] == derive("metric", "linear-neuron").formulas[0].value
    assert derive("tangent-kernel", "linear-rnn", all_sizes=True, wrt="A").verified
    with pytest.raises(ModelError, match="is not asked about one parameter"):
        derive("potential", "linear-neuron", wrt="a")


def test_a_kernel_with_a_wrong_part_is_refused(monkeypatch):
    from verifier.derive.queries import tangent_kernels

    right = tangent_kernels.stripped
    monkeypatch.setattr(tangent_kernels, "stripped", lambda *a: ("*", 2, right(*a)))
    for name in ("linear-network-2", "linear-rnn-mimo"):
        with pytest.raises(Refused, match="nothing is shown"):
            derive("tangent-kernel", name, all_sizes=True)


def test_the_kernel_of_the_leaky_neuron_says_what_its_inputs_are():
    assert any("slopes" in n for n in derive("tangent-kernel", "leaky-relu-neuron", all_sizes=True).notes)


def test_stripping_turns_rows_and_sums():
    v, y = ("matrix", "p", 1), ("matrix", "d", 1)
    scope = Scope({"v": v, "y": y, "W": ("matrix", "d", "p"), "A": ("matrix", "d", "d")})
    assert stripped(("*", "W", "v"), "v", scope) == "W"
    assert stripped(("*", "y", ("+", ("*", ("T", "v"), ("T", "W"), "y"))), "v", scope) == ("*", "y", ("T", "y"), "W")
    inside = ("sum", ("*", ("^", "A", "q"), "W", "v"), "q", 0, 3)
    assert stripped(inside, "v", scope) == ("sum", ("*", ("^", "A", "q"), "W"), "q", 0, 3)


def test_python_source_of_a_kernel_takes_the_inputs_as_matrices():
    space: dict = {}
    exec(derive("tangent-kernel", "linear-network-1", {"d": 2, "p": 1}).python(), space)
    assert space["tangent_kernel"]([[1], [2]], None, None, [[1], [3]], [[2], [5]]) == 17


# -- brackets ----------------------------------------------------------------------------------------------


def fields(model, sizes, point):
    from verifier.derive.ask import Ask
    from verifier.derive.queries.moving_predictor import entries, fields_at

    found = find(model)
    at, coordinates = entries(Ask(found, found.with_sizes(sizes)))
    own = at.own(tuple(found.parameters))
    return fields_at(at, coordinates, own, {at.names.index(n): v for n, v in point.items()})


def test_brackets_give_the_residual_of_the_neuron():
    """M of w = a v is known in closed form: the residual from brackets is that of its derivatives, for every entry."""
    from verifier.derive.ask import Ask
    from verifier.derive.implicit_bias.metrics.closed_metrics import contradiction, leak, residuals
    from verifier.derive.queries.predictor_flow import predictor_flow

    a, w = 2, (1, -2, 2)
    own = fields("linear-neuron", {"d": 3}, {"a": a, **{f"w_{i}": v for i, v in enumerate(w)}})
    flow = predictor_flow(Ask(find("linear-neuron"), find("linear-neuron").with_sizes({"d": 3})), "test")
    u, M = flow.coordinates, flow.matrix()
    delta = next(s for s in M.free_symbols if s.name == "delta")
    at = {delta: a**2 - 9, **{s: a * v for s, v in zip(u, w, strict=True)}}
    H = M.subs(at).inv()
    slopes = [-H * M.diff(s).subs(at) * H for s in u]
    found = residuals(own)
    for i, j, k in itertools.product(range(3), range(3), range(3)):
        if j < k:
            value = slopes[k][i, j] - slopes[j][i, k]
            assert value == sympy.Rational(str(found.get((i, j, k), 0)))
    assert found and leak(own) is None and contradiction(own) is None  # a factor g exists


def test_brackets_show_no_leak_where_the_flow_closes_and_one_where_it_does_not():
    from verifier.derive.implicit_bias.metrics.closed_metrics import contradiction, leak, residuals

    balanced = {"W1_00": 2, "W1_11": 1, "W2_00": 2, "W2_11": 1}
    own = fields("linear-network-2", {}, balanced)
    assert leak(own) is None and residuals(own) and contradiction(own)
    found = leak(fields("linear-network-2", {}, {**balanced, "W2_00": 3, "W1_01": 1}))
    assert found is not None and found.rate != 0


def test_a_leak_is_a_curve_on_which_the_predictor_stays():
    """Four short flows round a commutator, then back to the predictor: J J' has moved at the rate that was said."""
    import mpmath

    from verifier.derive.implicit_bias.metrics.closed_metrics import leak

    source = random.Random(3)
    names = ["a_0", "a_1", "W_00", "W_01", "W_10", "W_11"]
    start = [source.choice([-2, -1, 1, 2, 3]) for _ in names]
    found = leak(fields("fully-connected-network", {}, dict(zip(names, start, strict=True))))
    symbols = sympy.symbols(names)
    a, W = sympy.Matrix(symbols[:2]), sympy.Matrix(2, 2, symbols[2:])
    w = W * a
    J = w.jacobian(symbols)
    gradient = [sympy.lambdify(symbols, list(J.row(i)), "mpmath") for i in range(2)]
    square, jacobian = (sympy.lambdify(symbols, e, "mpmath") for e in ((J * J.T)[found.entry], J))
    place = sympy.lambdify(symbols, w, "mpmath")
    with mpmath.workdps(60):
        step = mpmath.mpf(10) ** -12

        def along(x, i, size):  # the flow of a gradient field, to order 4
            def f(v, i=i):
                return mpmath.matrix(gradient[i](*v))

            k1 = f(x)
            k2 = f(x + size / 2 * k1)
            k3 = f(x + size / 2 * k2)
            return x + size / 6 * (k1 + 2 * k2 + 2 * k3 + f(x + size * k3))

        x = here = mpmath.matrix(start)
        for i, sign in ((found.i, 1), (found.j, 1), (found.i, -1), (found.j, -1)):
            x = along(x, i, sign * step)
        for _ in range(4):  # back to the predictor, in the span of the gradients
            J_x = jacobian(*x)
            x = x - J_x.T * mpmath.lu_solve(J_x * J_x.T, place(*x) - place(*here))
        rate = (square(*x) - square(*here)) / step**2
        said = Fraction(str(found.rate))
        assert abs(rate - mpmath.mpf(said.numerator) / said.denominator) < mpmath.mpf(10) ** -8


def test_kernels_that_are_too_long_say_what_would_work():
    from verifier.derive.factored import TooLarge

    with pytest.raises(TooLarge, match="metric of linear-rnn is too long at these sizes; ask for all sizes"):
        derive("metric", "linear-rnn", {"d": 4, "k": 6})
