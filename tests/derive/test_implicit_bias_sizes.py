"""Implicit bias at given sizes, models that are their own predictor, balanced depth, mirror dynamics, confirmation."""

import itertools
import random

import pytest
import sympy

from verifier.cli import derive as command
from verifier.derive import derive
from verifier.derive.formulas import Refused
from verifier.models import ModelError

QUERIES = ("mirror-flow", "warped-flow", "mirror-step", "hessian-map", "time-warp", "potential", "bregman")


def numbers(e, values):
    return [sympy.N(x.subs({s: values[s.name] for s in x.free_symbols}), 30) for x in e]


# -- at given sizes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "sizes", "rows"), [
    ("diagonal-network", {"d": 2}, 2), ("diagonal-network-tied", {"d": 3}, 3), ("linear-neuron", {"d": 1}, 1),
    ("linear-neuron", {"d": 2}, 2), ("linear-neuron", {"d": 3}, 3), ("fully-connected-network", {"m": 1}, 2),
    ("fully-connected-network", {"m": 2, "d": 1}, 1), ("linear-network-2", {"h1": 1, "p": 1}, 2),
    ("linear-network-2", {"d": 1, "p": 1}, 1), ("linear-rnn", {"k": 1}, 1), ("linear-autoencoder", {"d": 1}, 1),
])  # fmt: skip
def test_the_answer_is_for_the_sizes(name, sizes, rows):
    found = derive("mirror-flow", name, sizes)
    assert found.verified and found.formulas[0].value.shape == (rows, rows)
    assert all(found.sizes[n] == v for n, v in sizes.items())
    assert {c.verdict for c in found.checks} == {"proved", "checked"}


def test_the_potential_of_a_biased_start_is_the_one_the_flow_minimises():
    """Parameters of the model integrated by Runge-Kutta steps: the gradient of the shown Q is in the range of X."""
    gradient = derive("potential", "diagonal-network", {"d": 2}).sympy()["grad Q"]
    source = random.Random(5)
    start = [source.randint(2, 9) / 8 for _ in range(8)]  # up, vp, um, vm: two entries each
    X, y = [1.0, -2 / 3], 0.5

    def predictor(t):
        return [t[i] * t[2 + i] - t[4 + i] * t[6 + i] for i in range(2)]

    def speed(t):
        r = y - sum(x * w for x, w in zip(X, predictor(t), strict=True))
        p = [x * r for x in X]
        signs, other = (1, 1, -1, -1), (2, 0, 6, 4)
        return [s * t[o + i] * p[i] for s, o in zip(signs, other, strict=True) for i in range(2)]

    def moved(t, k, h):
        return [a + h * b for a, b in zip(t, k, strict=True)]

    t, h = start, 0.02
    for _ in range(1200):
        k1 = speed(t)
        k2 = speed(moved(t, k1, h / 2))
        k3 = speed(moved(t, k2, h / 2))
        k4 = speed(moved(t, k3, h))
        t = [a + h / 6 * (b + 2 * c + 2 * d + e) for a, b, c, d, e in zip(t, k1, k2, k3, k4, strict=True)]
    values = {f"w_{i}": w for i, w in enumerate(predictor(t))}
    values |= {f"w_start_{i}": w for i, w in enumerate(predictor(start))}
    for i in range(2):
        up, vp, um, vm = start[i::2]
        values[f"k_{i}"] = (um**2 - vm**2 - up**2 + vp**2) ** 2 + 4 * (um * up + vm * vp) ** 2
    first, second = numbers(gradient, values)
    assert abs(first * X[1] - second * X[0]) < 1e-8 < abs(first)


def test_a_metric_with_a_wrong_constant_is_refused(monkeypatch):
    from verifier.derive.queries.moving_predictor import PredictorFlow

    right = PredictorFlow.matrix
    monkeypatch.setattr(PredictorFlow, "matrix", lambda self: right(self) * 2)
    with pytest.raises(Refused, match="M against J J' at a start is refuted"):
        derive("mirror-flow", "linear-neuron", {"d": 2})


def test_letters_do_not_collide():
    neuron = derive("potential", "linear-neuron", {"d": 2})
    assert {s.name for s in neuron.sympy()["Q"].free_symbols} == {"u_0", "u_1", "u_start_0", "u_start_1", "delta"}
    assert any(n.startswith("delta = a**2 - |w|**2") for n in neuron.notes)
    assert not any("v.v" in n for n in neuron.notes)
    assert "kappa" in derive("mirror-flow", "linear-rnn", {"k": 1}).text()  # k is the length there
    assert any("um*up" in n for n in derive("mirror-flow", "diagonal-network", all_sizes=True).notes)


def test_sources_run():
    space: dict = {}
    exec(derive("bregman", "linear-network-1", {"d": 1, "p": 1}).python(), space)
    assert space["bregman"]([[3]], None, None, [[1]]) == 2
    exec(derive("mirror-flow", "diagonal-network", {"d": 2}).python(), space)
    assert space["mirror_flow"](4, 9, 0, 0) == [[2.0, 0], [0, 3.0]]


# -- why there is none ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "sizes", "says"), [
    ("linear-rnn", {}, "no function of the predictor"), ("linear-rnn-symmetric", {}, "no function of the predictor"),
    ("linear-rnn-mimo", {}, "no function of the predictor"), ("linear-network-3", {}, "no function of the predictor"),
    ("fully-connected-network", {}, "no function of the predictor"),
    ("reduced-rank-regression", {}, "singular everywhere"), ("linear-rnn", {"d": 1, "k": 3}, "singular everywhere"),
    ("linear-rnn", {"d": 1, "k": 2}, "d_1 H_00 - d_0 H_01 = -1/108"),
    ("linear-network-3", {"h1": 1, "h2": 1, "p": 1}, "d_1 H_00 - d_0 H_01 = "),
    ("linear-rnn", {"d": 8, "k": 8}, "smaller sizes"),
])  # fmt: skip
def test_the_refusal_gives_the_reason(name, sizes, says):
    for query in ("hessian-map", "potential"):
        with pytest.raises(Refused, match=says) as caught:
            derive(query, name, sizes)
        assert "\n" not in str(caught.value)


def test_the_residual_of_the_scalar_recurrent_network_is_the_one_by_hand():
    """h = (cb, cab): M = S (1, a; a, a^2) + (0, 0; 0, h_0^2) with S = b^2 + c^2, so H is known; -h_1/h_0^4 is due."""
    a, b, c = -2, 2, -3
    h0, h1 = sympy.symbols("h0 h1")
    S = sympy.sqrt((b**2 - c**2) ** 2 + 4 * h0**2)
    H = sympy.Matrix([[S, h1 / h0 * S], [h1 / h0 * S, (h1 / h0) ** 2 * S + h0**2]]).inv()
    value = (sympy.diff(H[0, 0], h1) - sympy.diff(H[0, 1], h0)).subs({h0: c * b, h1: c * a * b})
    assert sympy.simplify(value) == sympy.Rational(-1, 108)


# -- its own predictor ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("query", QUERIES)
def test_plain_regression_is_its_own_predictor(query):
    assert derive(query, "linear-network-1", all_sizes=True).verified
    assert derive(query, "linear-network-1", {"d": 1, "p": 3}).verified


def test_the_potential_of_plain_regression():
    found = derive("potential", "linear-network-1", all_sizes=True)
    assert found.text().splitlines() == ["Q = 1/2*trace(W1.T*W1) - trace(W0_.T*W1)", "grad Q = W1 - W0_"]
    assert derive("hessian-map", "linear-network-1").formulas[0].value == 0


def test_a_wrong_energy_is_refused(monkeypatch):
    from verifier.derive.queries import plain_flow

    right = plain_flow._energy
    monkeypatch.setattr(plain_flow, "_energy", lambda w: ("*", 2, right(w)))
    with pytest.raises(Refused, match="nothing is shown"):
        derive("potential", "linear-network-1", all_sizes=True)


# -- balanced depth ---------------------------------------------------------------------------------------------


def test_balanced_products_close_and_are_no_hessian_maps():
    assert derive("mirror-flow", "linear-network-3", all_sizes=True, balanced=True).verified
    residual = derive("hessian-map", "linear-network-2", balanced=True).formulas[0]
    assert (residual.name, residual.value) == ("d_1 H_10 - d_0 H_11", sympy.Rational(1, 338))
    with pytest.raises(Refused, match="no factor"):
        derive("potential", "linear-network-2", balanced=True)
    with pytest.raises(Refused, match="singular"):
        derive("time-warp", "linear-autoencoder", balanced=True)


def test_the_residual_of_the_balanced_product_by_the_lyapunov_equation():
    """M p = |w'| p + p |w| at w = diag(4, 9) is known to first order: the roots move by Sylvester's equation."""
    w = sympy.diag(4, 9)
    units = [sympy.Matrix(2, 2, lambda i, j, a=a: int(2 * i + j == a)) for a in range(4)]

    def moved(square):  # the derivative of the root of a matrix whose root is w
        return sympy.Matrix(2, 2, lambda i, j: square[i, j] / (w[i, i] + w[j, j]))

    M = sympy.Matrix(4, 4, lambda a, b: (w * units[b] + units[b] * w)[a // 2, a % 2])
    H = M.inv()

    def slope(e):
        upper, lower = moved(e * w.T + w * e.T), moved(e.T * w + w.T * e)
        D = sympy.Matrix(4, 4, lambda a, b: (upper * units[b] + units[b] * lower)[a // 2, a % 2])
        return -H * D * H

    assert slope(units[1])[1, 0] - slope(units[0])[1, 1] == sympy.Rational(1, 338)


def test_balanced_depth_with_one_output_has_a_potential():
    found = derive("potential", "linear-network-3", {"p": 1}, balanced=True)
    w = sympy.symbols("w_0 w_1", real=True)
    assert found.verified
    Q = found.sympy()["Q"]
    start = [s for s in Q.free_symbols if s.name.startswith("w_start_")]
    radial = Q + sum(sympy.Symbol(s.name.replace("_start", ""), real=True) * s for s in start) / (
        sum(s**2 for s in start) ** sympy.Rational(1, 3))  # fmt: skip
    assert sympy.simplify(radial - sympy.Rational(3, 4) * (w[0] ** 2 + w[1] ** 2) ** sympy.Rational(2, 3)) == 0


# -- mirror descent and warped time --------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "sizes", "options"), [
    ("diagonal-network", {"d": 2}, {}), ("linear-neuron", {"d": 2}, {}),
    ("fully-connected-network", {"d": 2}, {"balanced": True}),
])  # fmt: skip
def test_a_mirror_step_adds_to_the_gradient(name, sizes, options):
    step = derive("mirror-step", name, sizes, **options).formulas[0].value
    gradient = derive("potential", name, sizes, **options).sympy()["grad Q"]
    letter = "u" if name == "linear-neuron" else "w"
    at = {s.name: sympy.Rational(i % 5 + 2, 3) for i, s in enumerate(sorted(step.free_symbols, key=str))}
    at |= {f"{letter}_start_{i}": sympy.Rational(1, 2) for i in range(len(step))}
    after = {**at, **{f"{letter}_{i}": v for i, v in enumerate(numbers(step, at))}}
    for i, (a, b) in enumerate(zip(numbers(gradient, at), numbers(gradient, after), strict=True)):
        assert abs(b - a - at["eta"] * at[f"p_{i}"]) < sympy.Float("1e-25")


def test_the_warped_flow_is_the_inverse_of_the_hessian():
    found, gradient, time_warp = (derive(q, "fully-connected-network", {"d": 2}, balanced=True).sympy()
                                  for q in ("warped-flow", "potential", "time-warp"))  # fmt: skip
    w = sympy.symbols("w_0 w_1", real=True)
    product = found["M/g"] * gradient["grad Q"].jacobian(w)
    at = {s: sympy.Rational(i + 1, 2) for i, s in enumerate(sorted(product.free_symbols, key=str))}
    for i, j in itertools.product(range(2), range(2)):
        assert abs(sympy.N(product[i, j].subs(at), 30) - int(i == j)) < sympy.Float("1e-25")
    assert found["ds/dt"] == time_warp["g"]


def test_a_wrong_step_is_refused(monkeypatch):
    from verifier.derive.queries.bias import mirror_dynamics

    right = mirror_dynamics._ratio
    monkeypatch.setattr(mirror_dynamics, "_ratio", lambda inverse: 2 * right(inverse))
    with pytest.raises(Refused, match="refuted"):
        derive("mirror-step", "linear-neuron", {"d": 2})


# -- confirmation and statements ------------------------------------------------------------------------------------


def test_flows_confirm_the_potential_and_a_control_does_not():
    found = derive("potential", "linear-neuron", {"d": 2}, confirm=True)
    confirmed = [c for c in found.checks if c.verdict == "confirmed"]
    assert found.verified and len(confirmed) == 3 and "control" in confirmed[-1].what


def test_a_wrong_potential_is_not_confirmed(monkeypatch):
    from verifier.derive.implicit_bias.potentials.coordinate_profiles import Potential

    right = Potential.gradient
    monkeypatch.setattr(Potential, "gradient", lambda self, w, *a: [
        e + x**3 for e, x in zip(right(self, w, *a), w, strict=True)])  # fmt: skip
    with pytest.raises(Refused, match=r"KKT residual .* is refuted"):
        derive("bregman", "linear-neuron", {"d": 2}, confirm=True)


def test_options_that_do_not_apply_are_refused():
    for query, name, options, says in (
        ("gradient", "linear-neuron", {"balanced": True}, "has no option --balanced"),
        ("loss", "linear-neuron", {"confirm": True}, "has no option --confirm"),
        ("potential", "diagonal-network", {"balanced": True}, "balanced starts are for"),
        ("potential", "linear-network-1", {"confirm": True}, "neither"),
        ("potential", "diagonal-network", {"degree": 3}, "--degree"),
        ("metric", "linear-neuron", {"degree": 3}, "--degree"),
        ("mirror-flow", "linear-neuron", {"data": {"a": 1}}, "--set"),
        ("potential", "leaky-relu-neuron", {"data": {"rho": 0}}, "positive"),
        ("potential", "leaky-relu-neuron", {"data": {"slope": 2}}, "--set"),
    ):
        with pytest.raises((Refused, ModelError), match=says):
            derive(query, name, **options)
    assert any(o.name == "confirm" for o in command.params)


def test_statements_say_domain_start_limits_and_consequence():
    notes = " ".join(derive("potential", "linear-neuron", all_sizes=True).notes)
    for part in ("delta > 0: any start", "Karush-Kuhn-Tucker", "uniformly on bounded sets",
                 "scale: q(c**2 x; c**2 delta)", "shape: a start of scale alpha", "0 <= s < 1"):  # fmt: skip
        assert part in notes
    leaky = " ".join(derive("potential", "leaky-relu-neuron", all_sizes=True).notes)
    assert "over the u with X'u = X'u*" in leaky  # its labels are not those of the linear predictor
