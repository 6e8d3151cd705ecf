"""Continuous-time networks: exponential sums against targets with memory, and any stable transition."""

from dataclasses import replace

import mpmath
import pytest
import sympy

from verifier.derive import derive
from verifier.derive.ask import Ask
from verifier.derive.continuous import (
    exponential_sum_claims,
    lyapunov_claims,
    sum_checks,
    symbolic_lyapunov,
    symbolic_memory,
)
from verifier.derive.continuous.exponential_networks import Residual, residual
from verifier.derive.formulas import Refused
from verifier.derive.stationary import one_neuron
from verifier.language.errors import ClaimError
from verifier.models import ModelError, find
from verifier.prove.portfolio import decide

MEMORIES = ["exponential-sums-gaussian", "exponential-sums-compact", "exponential-sums-airy"]
EVERYWHERE = ["loss", "gradient", "hessian", "flow", "impulse-response", "hankel", "moments", "tangent-kernel",
              "symmetries", "critical-points"]  # fmt: skip
POINT = {"a_0": 1.25, "a_1": -0.75, "w_0": 0.6, "w_1": 1.7, "s_0": 0.8, "v_0": 1.1, "c": 0.9, "mu": 3.5, "sigma": 0.7,
         "h": 1.5, "kappa": 1.3}  # fmt: skip


def target(kind, p):
    """rho(t) from its definition, not from the program."""
    memory = {
        "gaussian": lambda t: mpmath.exp(-((t - p["mu"]) ** 2) / (2 * p["sigma"] ** 2)),
        "compact": lambda t: (1 - ((t - p["mu"]) / p["h"]) ** 2) ** 2 if abs(t - p["mu"]) < p["h"] else 0,
        "airy": lambda t: mpmath.airyai(p["kappa"] * (t - p["mu"])),
        "sum": lambda t: 0,
    }[kind]
    return lambda t: p["s_0"] * mpmath.exp(-p["v_0"] * t) + p["c"] * memory(t)


def integrated(kind, p, weight=lambda t: 1, power=2):
    rho = target(kind, p)

    def residual_at(t):
        return p["a_0"] * mpmath.exp(-p["w_0"] * t) + p["a_1"] * mpmath.exp(-p["w_1"] * t) - rho(t)

    cuts = [0, p["mu"] - p["h"], p["mu"], p["mu"] + p["h"], 8, 14, 40]
    return mpmath.quad(lambda t: weight(t) * residual_at(t) ** power, cuts)


def number(e, p):
    """The value of a formula at a point; A is integrated."""
    def airy(x):
        return mpmath.quad(lambda t: mpmath.exp(-x * t) * mpmath.airyai(p["kappa"] * (t - p["mu"])), [0, 3, 6, 12, 30])

    e = e.subs({x: p[x.name] for x in e.free_symbols})
    known = {f: airy(mpmath.mpf(str(f.args[0]))) for f in e.atoms(sympy.Function) if type(f).__name__ == "A"}
    return mpmath.mpf(str(sympy.N(e.xreplace({f: sympy.Float(str(v), 20) for f, v in known.items()}), 20)))


@pytest.mark.parametrize("name", ["exponential-sums", *MEMORIES])
def test_loss_and_gradient_are_the_integrals(name):
    kind = find(name).kernel
    p = {n: mpmath.mpf(x) for n, x in POINT.items()}
    assert abs(number(derive("loss", name).formulas[0].value, p) - integrated(kind, p)) < 1e-9
    found = derive("gradient", name).sympy()
    for i in (1,):
        first = integrated(kind, p, lambda t, i=i: 2 * mpmath.exp(-p[f"w_{i}"] * t), 1)
        second = integrated(kind, p, lambda t, i=i: -2 * p[f"a_{i}"] * t * mpmath.exp(-p[f"w_{i}"] * t), 1)
        assert abs(number(found["dL/da"][i], p) - first) < 1e-9
        assert abs(number(found["dL/dw"][i], p) - second) < 1e-9


@pytest.mark.parametrize(("name", "query"), [
    *(("exponential-sums", query) for query in EVERYWHERE), ("exponential-sums-airy", "critical-points"),
    ("exponential-sums-airy", "symmetries"), ("exponential-sums-transform", "loss"),
    ("exponential-sums-transform", "hessian"),
])  # fmt: skip
def test_every_query_answers_for_all_widths(name, query):
    found = derive(query, name, all_sizes=True)
    assert found.verified and found.latex() and found.text()
    assert any(c.verdict == "proved" for c in found.checks)
    with pytest.raises(Refused, match="give sizes"):
        found.numpy()


def test_steps_for_all_widths():
    found = derive("momentum-step", "exponential-sums-compact", all_sizes=True, wrt="w")
    assert "mu_*(w[k] - w_previous[k])" in found.text() and "I_1(x)" in found.text()
    assert "mu*(a[k]" in derive("momentum-step", "exponential-sums", all_sizes=True).text()


@pytest.mark.parametrize("group", ["integral", "speed", "gradient", "hessian", "symmetry", "coincidence", "response",
                                   "tangent"])  # fmt: skip
def test_the_claims_are_proved_and_their_twins_are_not(group):
    for claim in getattr(exponential_sum_claims, f"{group}_claims")():
        assert decide(claim).verdict == "proved"
        left, right = claim.goal[1:]
        twin = replace(claim, goal=("==", left, ("+", right, right)))
        if isinstance(right, tuple) and right[0] != "zeros":
            assert decide(twin, 0.5).verdict != "proved"


def test_a_wrong_formula_for_all_widths_is_refused(monkeypatch):
    right = Residual.moment
    monkeypatch.setattr(Residual, "moment", lambda self, n, x: (n + 2) * right(self, n, x))
    with pytest.raises(Refused, match="nothing is shown"):
        derive("gradient", "exponential-sums", all_sizes=True)


@pytest.mark.parametrize("made", [symbolic_memory.gaussian, symbolic_memory.bump, symbolic_memory.airy])
def test_a_wrong_transform_or_norm_of_a_memory_is_caught(made):
    memory = made()
    assert memory.verify()
    x = memory.x
    assert not replace(memory, norm_squared=2 * memory.norm_squared).verify()
    if made is not symbolic_memory.airy:  # A is opaque: its derivative is what is verified
        assert not replace(memory, transform=memory.transform * (1 + x)).verify()
    assert not replace(memory, value=memory.value * (1 + memory.t)).verify()


@pytest.mark.parametrize("name", ["exponential-sums", *MEMORIES])
def test_the_enclosure_rejects_a_loss_that_is_off(name):
    found = residual(Ask(find(name), {"m": 1, "n": 1}))
    assert sum_checks.enclosed(found)
    assert not sum_checks.enclosed(found, sympy.Rational(1, 10**9))


def test_a_target_by_its_transform():
    found = derive("loss", "exponential-sums-transform", {"m": 1}, transform="1/(s+1)**2")
    a, w = sympy.symbols("a_0 w_0")
    assert sympy.simplify(found.formulas[0].value - (a**2 / (2 * w) - 2 * a / (1 + w) ** 2 + sympy.Rational(1, 4))) == 0
    found = derive("gradient", "exponential-sums-transform", {"m": 1}, transform="exp(-s)/s", wrt="w")
    slope = found.formulas[0].value[0]
    assert sympy.simplify(slope - (-(a**2) / (2 * w**2) - 2 * a * sympy.diff(sympy.exp(-w) / w, w))) == 0
    for text, why in (("1/(s-1)", "real part"), ("s/(s+1)", "no function"), ("3", "tends to 0"),
                      ("sqrt(s)", "tends to")):
        with pytest.raises(Refused, match=why):
            derive("loss", "exponential-sums-transform", {"m": 1}, transform=text)
    with pytest.raises(ClaimError):
        derive("loss", "exponential-sums-transform", {"m": 1}, transform="__import__('os')")
    with pytest.raises(ModelError, match="belongs to"):
        derive("gradient", "linear-rnn", transform="1/(s+1)")


def test_responses_at_given_sizes():
    found = derive("hankel", "exponential-sums", {"m": 3})
    assert sympy.expand(found.formulas[0].value.det() - found.formulas[1].value) == 0
    t = sympy.Symbol("t")
    kernel = derive("impulse-response", "exponential-sums", {"m": 2}).formulas[0].value
    moments = derive("moments", "exponential-sums", {"m": 2}).sympy()
    kernel = kernel.subs({x: t for x in kernel.free_symbols if x.name == "t"})
    assert all(sympy.expand(kernel.diff(t, j).subs(t, 0) * (-1) ** j - moments["M"][j]) == 0 for j in range(4))


def test_nothing_is_conserved_for_every_target():
    found = derive("conserved", "exponential-sums-gaussian", {"m": 2})
    assert found.verified and not found.formulas and "minor of size 4" in found.checks[0].how


def test_critical_points_have_positive_exponents():
    # elimination finds a = 0, w = -1 as well for this target
    data = {"s_0": "3/8", "v_0": "1/2", "s_1": "3/4", "v_1": 2}
    found = derive("critical-points", "exponential-sums", {"m": 1, "n": 2}, data=data)
    assert [f.value for f in found.formulas] == [sympy.ImmutableMatrix([[1, 1]])]
    with pytest.raises(Refused, match="positive"):
        derive("critical-points", "exponential-sums", {"m": 2}, data={"s_0": 1, "v_0": -2})
    spaces = derive("critical-points", "exponential-sums", {"m": 3, "n": 2})
    assert len(spaces.formulas) == 12 and spaces.verified


@pytest.mark.parametrize("terms", [[(1, 2), (1, 1)], [(1, 1), (-1, 2)], [(5, 1), (-9, 2), (3, 5)]])
def test_all_critical_points_of_one_neuron(terms):
    found = one_neuron.one_neuron(terms)
    assert one_neuron.verify(terms, found) and not one_neuron.verify(terms, found[1:])
    assert not one_neuron.verify([(1, 3), *terms[1:]], found)

    def reduced(w):  # the loss with the best amplitude, but for its constant
        return -2 * w * sum(A / (w + W) for A, W in terms) ** 2

    grid = [mpmath.mpf(10) ** (mpmath.mpf(i) / 50 - 3) for i in range(300)]
    turns = sum(1 for x, y, z in zip(grid, grid[1:], grid[2:], strict=False)
                if (reduced(y) - reduced(x)) * (reduced(z) - reduced(y)) < 0)  # fmt: skip
    assert turns == len(found)


# -- any stable transition -------------------------------------------------------------------------------------


def test_the_claims_about_stable_systems_are_proved():
    claims = [*lyapunov_claims.loss_claims(), *lyapunov_claims.gradient_claims().values(), lyapunov_claims.law_claim()]
    assert all(decide(c).verdict == "proved" for c in claims)
    law = lyapunov_claims.law_claim()
    twin = replace(law, goal=("==", ("+", law.goal[1], ("*", "c", ("T", "c"))), law.goal[2]))
    assert decide(twin, 0.5).verdict != "proved"


@pytest.mark.parametrize("query", ["loss", "gradient", "flow", "momentum-step", "impulse-response", "hankel", "moments",
                                   "conserved", "symmetries", "critical-points"])  # fmt: skip
def test_stable_systems_answer_for_all_sizes(query):
    assert derive(query, "linear-rnn-continuous", all_sizes=True).verified


def test_the_loss_of_a_stable_system_is_the_integral_and_its_gradient_the_difference_quotient():
    found = symbolic_lyapunov.solved(2, 1, 1)
    assert found.verify() and not replace(found, value=2 * found.value).verify()
    names = sorted(found.value.free_symbols, key=str)
    shifted = ("W_00", "W_11", "Ws_0")
    point = {x: sympy.Rational(i + 1, 7) - 2 * (x.name in shifted) for i, x in enumerate(names)}
    W, U, c, Ws, Us, cs = (mpmath.matrix(found.letters[n].subs(point).tolist())
                           for n in ("W", "U", "c", "Ws", "Us", "cs"))  # fmt: skip

    def gap(t):
        return (c.T * mpmath.expm(W * t) * U)[0] - (cs.T * mpmath.expm(Ws * t) * Us)[0]

    value = mpmath.mpf(str(sympy.N(found.value.subs(point), 20)))
    assert abs(mpmath.quad(lambda t: gap(t) ** 2, [0, 2, 6, 20, 60]) - value) < 1e-8
    entry = found.letters["W"][1]
    assert sympy.cancel(found.value.diff(entry) - found.slope(entry)) == 0


def test_sources_take_the_letters_of_a_step_in_their_shapes():
    scope: dict = {}
    exec(derive("momentum-step", "linear-rnn", {"d": 2, "k": 2}).python(), scope)
    A, zero = [[1, 2], [3, 4]], [[0, 0], [0, 0]]
    after = scope["momentum_step"](A, [[1], [1]], [[1, 1]], [0, 0], 0, 1, zero, [[1], [1]], [[1, 1]])
    assert after[0] == [[2, 4], [6, 8]]
    assert "a_previous_1 = a_previous[1][0]" in derive("momentum-step", "exponential-sums").python()
    with pytest.raises(Refused, match="no function A"):
        derive("gradient", "exponential-sums-airy", {"m": 1}).python()
