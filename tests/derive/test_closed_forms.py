"""Closed forms: least squares with pseudoinverse, two-layer and deep modes, the recursion of descent, momentum."""

import doctest
import random
from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest
from questions import refused_in_one_line
from sympy import Integer, Matrix, N, Rational, Symbol, diag, eye, simplify, symbols, zeros

from verifier.derive.exact_numbers import Inexact
from verifier.derive.trajectories import (
    depth_modes,
    heavy_ball,
    linear_closed_forms,
    pseudoinverse,
    scalar_recursion,
    sigmoid_modes,
)
from verifier.derive.trajectories.depth_modes import depth_mode
from verifier.derive.trajectories.heavy_ball import escape, heavy_ball_descent, heavy_ball_flow, iterate
from verifier.derive.trajectories.linear_closed_forms import from_data, linear_descent, linear_flow
from verifier.derive.trajectories.pseudoinverse import penrose, spectrum
from verifier.derive.trajectories.scalar_recursion import recursion
from verifier.derive.trajectories.sigmoid_modes import mode, unbalanced_mode
from verifier.prove.portfolio import decide

T = Symbol("t", real=True)


def number(x):
    return mpmath.mpf(x.p) / x.q if x.is_Rational else mpmath.mpf(str(N(x, mpmath.mp.dps + 5)))


def test_examples():
    for module in (pseudoinverse, linear_closed_forms, sigmoid_modes, depth_modes, scalar_recursion, heavy_ball):
        assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("group", [
    linear_closed_forms.all_sizes_claims, sigmoid_modes.mode_claims, scalar_recursion.step_claims,
    heavy_ball.regime_claims,
])  # fmt: skip
def test_what_is_proved_for_all_values(group):
    for claim in group():
        found = decide(claim, 20)
        assert found.verdict == "proved", (claim.id, found.tried)


@pytest.mark.parametrize(("group", "name", "old", "new"), [
    (linear_closed_forms.all_sizes_claims, "range", "== X.T", "== 2*X.T"),
    (linear_closed_forms.all_sizes_claims, "flow", "+ t*(Q", "- t*(Q"),
    (linear_closed_forms.all_sizes_claims, "descent", "+ eta*t*(Q", "+ t*(Q"),
    (sigmoid_modes.mode_claims, "grows-solves", "(s - l", "(s + l"),
    (scalar_recursion.step_claims, "error-from-below", "(1 - 2*y)", "(1 - y)"),
    (scalar_recursion.step_claims, "parabolic-from-below", "+ 2", "+ 3"),
    (heavy_ball.regime_claims, "critical", "h**2", "2*h**2"),
])  # fmt: skip
def test_twins_are_not_proved(group, name, old, new):
    claim = next(c for c in group() if c.id == name)
    text = claim.goal_text.replace(old, new)
    assert text != claim.goal_text
    assert decide(replace(claim.with_goal(text, "twin"), argument=claim.argument), 1).verdict != "proved"


# -- matrices -------------------------------------------------------------------------------------------------


def test_pseudoinverses_of_every_rank():
    source = random.Random(0)
    for _ in range(25):
        m, n, r = (source.randint(1, 4) for _ in range(3))
        a = Matrix(m, r, lambda i, j: source.randint(-3, 3)) * Matrix(r, n, lambda i, j: source.randint(-3, 3)) / 2
        p = pseudoinverse.pseudoinverse(a)
        assert all(penrose(a, p)) and p == a.pinv() and pseudoinverse.pseudoinverse(p) == a
    assert not all(penrose(Matrix([[1, 0], [0, 0]]), Matrix([[1, 0], [0, 1]])))


def test_spectral_forms():
    source = random.Random(1)
    for n in (1, 2, 3):
        for _ in range(4):
            a = Matrix(n, n, lambda i, j: source.randint(-2, 2))
            found = spectrum(a + a.T)
            assert found.verify()
            square = found.function(lambda z: z**2)
            gap = square - (a + a.T) ** 2
            if n < 3:
                assert gap.applyfunc(simplify).is_zero_matrix
            assert all(abs(complex(N(x, 30))) < 1e-25 for x in gap)
    assert not replace(spectrum([[2, 0], [0, 3]]), matrix=diag(2, 4)).verify()
    with pytest.raises(pseudoinverse.NoInverse):
        spectrum([[0, 1], [0, 0]])


@pytest.mark.parametrize("seed", range(5))
def test_least_squares_by_flow(seed):
    source = random.Random(seed)
    n, d, p = source.randint(1, 3), source.randint(1, 2), source.randint(1, 2)
    X = Matrix(n, d, lambda i, j: source.randint(-2, 2))
    Y = Matrix(n, p, lambda i, j: source.randint(-2, 2))
    start = Matrix(d, p, lambda i, j: Rational(source.randint(-2, 2), 3))
    found = from_data(X, Y, start)
    assert found.verify() and found.drift.is_zero_matrix
    W = found.at(T)
    assert (W.diff(T) - found.Q + found.S * W).applyfunc(simplify).is_zero_matrix
    assert (found.at(0) - start).applyfunc(simplify).is_zero_matrix
    # the limit is the least-squares solution nearest to the start
    limit = found.limit
    assert (X.T * (X * limit - Y)).is_zero_matrix and ((limit - start).T * (eye(d) - X.pinv() * X)).is_zero_matrix


def test_cubic_eigenvalues_against_the_series():
    found = linear_flow([[1, 1, 0], [1, 2, 1], [0, 1, 4]], [[1], [0], [2]], [[0], [1], [0]])
    assert max(z.is_Rational for z in found.spectrum.eigenvalues) is False
    with mpmath.workdps(40):
        S = mpmath.matrix(found.S.tolist())
        P = mpmath.matrix([[number(x) for x in found.fixed_point[i, :]] for i in range(3)])
        start = mpmath.matrix(found.start.tolist())
        wanted = mpmath.expm(-S * mpmath.mpf(2) / 3) * (start - P) + P
        shown = found.at(Rational(2, 3))
        assert all(abs(mpmath.mpf(str(N(shown[i], 45))) - wanted[i]) < mpmath.mpf(10) ** -30 for i in range(3))


def test_a_target_outside_of_the_range_drifts():
    found = linear_flow([[1, 1], [1, 1]], [[1], [0]], [[0], [2]])
    W = found.at(T)
    assert not found.drift.is_zero_matrix
    assert (W.diff(T) - found.Q + found.S * W).applyfunc(simplify).is_zero_matrix
    with pytest.raises(linear_closed_forms.NoClosedForm):
        _ = found.limit
    steps = linear_descent([[1, 1], [1, 1]], [[1], [0]], "1/3", [[0], [2]])
    assert steps.verify()
    w = steps.start
    for t in range(6):
        assert steps.at(t) == w
        w = w - (steps.S * w - steps.Q) / 3


def test_descent_by_powers_and_by_the_spectrum():
    n = Symbol("n", integer=True, nonnegative=True)
    for eta in (Rational(1, 3), Rational(5, 2), Symbol("eta", positive=True)):
        found = linear_descent([[2, 1], [1, 1]], [[1], [3]], eta, [[1], [1]])
        formula = found.at(n)
        for k in range(1, 4):
            gap = (formula.subs(n, k) - found.at(k)).applyfunc(lambda x: simplify(x.expand()))
            assert gap.is_zero_matrix
    with pytest.raises(linear_closed_forms.NoClosedForm):
        _ = linear_descent([[2]], [[1]], 2).limit
    assert linear_descent([[2]], [[1]], "1/2").limit == Matrix([[Rational(1, 2)]])


def test_twins_of_linear_dynamics_fail():
    found = linear_flow([[2, 1], [1, 1]], [[1], [3]])
    assert not replace(found, inverse=found.inverse * 2).verify()
    assert not replace(found, spectrum=spectrum([[2, 1], [1, 3]])).verify()
    steps = linear_descent([[2, 1], [1, 1]], [[1], [3]], "1/3")
    assert not replace(steps, inverse=zeros(2, 2)).verify()


# -- modes ----------------------------------------------------------------------------------------------------


def solve(field, start, time, digits=25):
    with mpmath.workdps(digits):
        begin = [number(x) for x in start]
        return mpmath.odefun(lambda _, y: field(*y), 0, begin)(number(time))


@pytest.mark.parametrize(("s", "l", "w"), [(1, 2, "1/10"), (-1, 2, 3), (0, 3, 2), (2, 0, "1/3"), (1, -1, "1/5")])
def test_balanced_modes(s, l, w):  # noqa: E741
    found = mode(s, l, w)
    time = Rational(1, 3)
    wanted = solve(lambda x: [2 * x * (s - l * x)], [Rational(w)], time)
    assert abs(number(found.at(time)) - wanted[0]) < mpmath.mpf(10) ** -12
    assert found.verify()


def test_symbolic_modes_and_times():
    s, l, w = symbols("s l w", positive=True)  # noqa: E741
    found = mode(s, l, w)
    assert found.limit == s / l and simplify(found.at(found.time_to(s / (2 * l))) - s / (2 * l)) == 0
    assert mode(1, -1, 1).blow_up is not None and mode(1, 1, 1).blow_up is None
    assert simplify(1 / mode(1, -1, 1).at(mode(1, -1, 1).blow_up)) == 0
    assert mode(-2, 1, 1).limit == 0
    with pytest.raises(ValueError, match="reach"):
        mode(1, 1, "1/2").time_to(2)
    with pytest.raises(ValueError, match="tends"):
        mode(1, 1, "1/2").time_to(1)
    with pytest.raises(ValueError, match="reach"):
        mode(-1, 1, "1/2").time_to(2)
    assert simplify(mode(-1, 1, 2).at(mode(-1, 1, 2).time_to(1)) - 1) == 0
    with pytest.raises(ValueError, match="limit"):
        _ = mode(1, 0, 1).limit


@pytest.mark.parametrize("start", [(2, "-1/3"), (-1, "1/2"), ("1/10", "1/3"), (-3, -1), (1, 1), (0, 1)])
@pytest.mark.parametrize(("s", "l"), [(1, "1/2"), (-1, 2), (0, 1)])
def test_unbalanced_modes(start, s, l):  # noqa: E741
    found = unbalanced_mode(s, l, *start)
    k = number(Rational(l))

    def field(m, n):
        return [n * (s - k * m * n), m * (s - k * m * n)]

    m, n = solve(field, [Rational(x) for x in start], Rational(1))
    assert abs(number(found.at(1)[0]) - m) < mpmath.mpf(10) ** -10
    assert abs(number(found.at(1)[1]) - n) < mpmath.mpf(10) ** -10
    assert abs(number(found.product(1)) - m * n) < mpmath.mpf(10) ** -10
    assert found.at(0) == tuple(Rational(x) for x in start) or simplify(found.at(0)[0] - Rational(start[0])) == 0


def test_equal_layers_are_the_balanced_mode():
    found = unbalanced_mode(2, 3, "1/2", "1/2")
    assert simplify(found.product(T) - mode(2, 3, "1/4").at(T)) == 0


def deep(depth, s, l):  # noqa: E741
    return lambda w: [depth * w ** (2 - mpmath.mpf(2) / depth) * (s - l * w)]


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 7])
def test_deep_modes(depth):
    explicit = [(0, 3), (2, 0)] if depth > 2 else [(0, 3), (2, 0), (2, 3)]
    for s, l in explicit:  # noqa: E741
        found = depth_mode(depth, s, l, "1/10")
        time = Rational(1, 8)
        wanted = solve(deep(depth, s, l), [Rational(1, 10)], time)
        assert abs(number(found.at(time)) - wanted[0]) < mpmath.mpf(10) ** -12
    if depth > 2:
        found = depth_mode(depth, 2, 3, "1/10")
        assert not found.explicit
        with pytest.raises(depth_modes.NoClosedForm, match="implicit"):
            found.at(1)
        ball = found.enclosure(Rational(1, 2), 15)
        wanted = solve(deep(depth, 2, 3), [Rational(1, 10)], Rational(1, 2))
        assert abs(mpmath.mpf(ball.middle) - wanted[0]) < mpmath.mpf(10) ** -12
        with mpmath.workdps(20):
            back = found.time(Rational(ball.middle))
            assert abs(mpmath.mpf(str(N(back, 20))) - 0.5) < mpmath.mpf(10) ** -10
    if depth > 2:
        assert depth_mode(depth, 2, 0, 1).blow_up == Rational(1, 2 * (depth - 2))


def test_twins_of_modes_fail():
    class Wrong(sigmoid_modes.Mode):
        def at(self, t):
            return super().at(t) * (1 + self.lam * t / 7)

    assert not Wrong(Integer(1), Integer(2), Rational(1, 3)).verify()

    class Deep(depth_modes.DepthMode):
        def _linear_power(self):
            power, rate = super()._linear_power()
            return power, 2 * rate

    assert not Deep(3, Integer(0), Integer(1), Integer(1)).verify()


# -- the recursion and momentum -------------------------------------------------------------------------------


@pytest.mark.parametrize(("eta", "s", "l", "w"), [
    (1, 2, 1, "1/2"), ("1/2", 4, 3, "8/7"), (1, -1, 2, "1/3"), (1, -1, -2, "1/3"), (2, -2, -3, "1/5"), ("1/3", 2, 0, 5),
])  # fmt: skip
def test_closed_forms_of_the_recursion(eta, s, l, w):  # noqa: E741
    found = recursion(eta, s, l, w)
    for t in range(5):
        with mpmath.workdps(60):
            assert abs(number(found.closed_form(t)) - number(found.exact(t))) < mpmath.mpf(10) ** -40
    assert found.verify()


def test_enclosures_and_bounds_of_the_recursion():
    source = random.Random(4)
    for _ in range(12):
        s, l = Fraction(source.randint(1, 9), 3), Fraction(source.randint(1, 9), 2)  # noqa: E741
        eta, w = Fraction(1, 2) / s * Fraction(source.randint(1, 8), 8), s / l * Fraction(source.randint(1, 9), 10)
        found = recursion(eta, s, l, w)
        for t in (0, 1, 5):
            ball, (low, high) = found.enclosure(t), found.bounds(t)
            with mpmath.workdps(40):
                assert abs(mpmath.mpf(ball.middle) - number(found.exact(t))) <= mpmath.mpf(ball.radius) * 1.001 + 1e-30
            assert low <= found.exact(t) <= high
        low, high = found.bounds(60)
        with mpmath.workdps(40):
            assert number(low) - 1e-18 <= mpmath.mpf(found.enclosure(60).middle) <= number(high) + 1e-18
    flat = recursion("1/10", 0, 3, "1/2")
    for t in (1, 4, 8):
        low, high = flat.bounds(t)
        assert low <= flat.exact(t) <= high


def test_the_lower_bound_for_vanishing_sigma_needs_a_constant_above_three():
    """At eta lambda w_0 = 1/4 the first iterate is below w_0/(1 + 3 eta lambda w_0)."""
    found = recursion(1, 0, 1, "1/4")
    assert found.exact(1) < Rational(1, 4) / (1 + Rational(3, 4)) and found.bounds(1)[0] <= found.exact(1)


def test_twins_of_the_recursion_fail():
    class Wrong(scalar_recursion.Recursion):
        def bounds(self, t):
            low, high = super().bounds(t)
            return low, high - (high - low) * Rational(99, 100) * min(t, 1)

    assert not Wrong(Rational(1, 10), Integer(2), Integer(3), Rational(1, 10)).verify()


@pytest.mark.parametrize(("mu", "eta", "l"), [
    ("1/4", "1/4", 1), ("1/2", "1/10", 1), ("9/10", "1/10", 1), ("-1/2", 1, 1), ("1/2", "1/10", -1), ("1/9", "4/9", 1),
])  # fmt: skip
def test_iterates_of_the_heavy_ball(mu, eta, l):  # noqa: E741
    found = heavy_ball_descent(mu, eta, l, 2)
    with mpmath.workdps(40):
        for t, x in enumerate(iterate(mu, eta, l, 2, 12)):
            assert abs(number(found.at(t)) - number(x)) < mpmath.mpf(10) ** -30


@pytest.mark.parametrize(("kappa", "l", "regime"), [
    (3, 1, "overdamped"), (2, 1, "critical"), (1, 1, "underdamped"), (1, -1, "overdamped"), (0, 2, "underdamped"),
])  # fmt: skip
def test_the_heavy_ball_flow(kappa, l, regime):  # noqa: E741
    found = heavy_ball_flow(kappa, l, 3, -1)
    assert found.regime == regime and found.verify()
    x, _ = solve(lambda x, v: [v, -kappa * v - l * x], [Integer(3), Integer(-1)], Rational(3, 2))
    assert abs(number(found.at(Rational(3, 2))) - x) < mpmath.mpf(10) ** -12


def test_symbolic_momentum():
    k, l, x, eta = symbols("k l x eta", positive=True)  # noqa: E741
    for regime in ("overdamped", "underdamped"):
        assert heavy_ball_flow(k, l, x, 0, regime).verify()
        assert heavy_ball_descent(k, eta, l, x, regime).verify()
    assert escape(k, eta).verify() and not replace(escape(k, eta), rate=k).verify()
    found = heavy_ball_flow(3, 1, 1)
    for twin in ({"regime": "underdamped"}, {"regime": "critical"}):
        assert not replace(found, **twin).verify()

    class Wrong(heavy_ball.HeavyBall):
        def at(self, t):
            return super().at(2 * t)

    assert not Wrong(found.p, found.q, found.first, Integer(1), found.regime, False).verify()


@pytest.mark.parametrize("call", [
    lambda: linear_flow([[1, 2], [3, 4]], [[1], [1]]),
    lambda: linear_flow([[1, 2]], [[1]]),
    lambda: linear_flow([[1]], [[1], [2]]),
    lambda: from_data([[1]], [[1], [2]]),
    lambda: linear_descent([[1]], [[1]], "1/2").at(-1),
    lambda: mode(1, 1, 0),
    lambda: mode(1, 1, Symbol("w")),
    lambda: unbalanced_mode(1, 0, 1, 2),
    lambda: unbalanced_mode(1, 1, 1, -1),
    lambda: depth_mode(0, 1, 1, 1),
    lambda: depth_mode(3, 1, 1, 2).time(1),
    lambda: depth_mode(3, 1, 1, "1/2").enclosure(-1),
    lambda: depth_mode(3, 1, 1, "1/2").time("1/3"),
    lambda: depth_mode(3, 1, 1, "1/2").time(1),
    lambda: recursion(1, 1, 1, -1),
    lambda: recursion("1/10", 1, 1, "1/2").closed_form(3),
    lambda: recursion("1/10", 1, 1, "1/2").exact(40),
    lambda: recursion(3, 1, 1, "1/2").bounds(1),
    lambda: heavy_ball_descent(0, 1, 1, 1),
    lambda: heavy_ball_flow(1, 1, 1, 0, "overdamped"),
    lambda: heavy_ball_flow(symbols("k", positive=True), 1, 1),
    lambda: escape(1, -1),
])  # fmt: skip
def test_bad_questions_get_one_line(call):
    refused_in_one_line(call)


def test_floats_are_refused():
    for call in (
        lambda: linear_flow([[1.0]], [[1]]), lambda: linear_flow([[1]], [[1]]).at(0.5), lambda: mode(0.5, 1, 1),
        lambda: mode(1, 1, 1).at(0.5), lambda: unbalanced_mode(1, 1, 1, 2).at(0.5), lambda: recursion(0.1, 1, 1, 1),
        lambda: depth_mode(3, 0, 1, 1).at(0.5), lambda: heavy_ball_flow(1, 1, 1).at(0.5),
    ):  # fmt: skip
        with pytest.raises(Inexact):
            call()
