"""The loss of exponential sums, its derivatives for all widths, and its form by Lyapunov's equation."""

import doctest
import random
from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest
from questions import refused_in_one_line
from sympy import Function, Integer, Matrix, Rational, Symbol, eye, integrate, oo, symbols, zeros
from sympy import exp as e

from verifier.derive.continuous import exponential_sum_entries, exponential_sums, lyapunov_loss
from verifier.derive.continuous.exponential_sum_entries import all_widths, split_claims
from verifier.derive.continuous.exponential_sums import exponential_sum, general_target, loss
from verifier.derive.continuous.lyapunov_loss import all_sizes_claims, hurwitz, solve_lyapunov, system
from verifier.derive.exact_numbers import Inexact
from verifier.derive.stationary.minima_counting import minimising_spaces
from verifier.prove.portfolio import decide

TARGET = [(1, 1), ("-2/3", "5/2")]


def test_examples():
    for module in (exponential_sums, exponential_sum_entries, lyapunov_loss):
        assert doctest.testmod(module).failed == 0


def point(source, m):
    a = [Rational(source.randint(-9, 9), source.randint(1, 5)) for _ in range(m)]
    w = [Rational(source.randint(1, 20), source.randint(1, 7)) for _ in range(m)]
    return a, w


@pytest.mark.parametrize("m", [1, 2, 3])
def test_the_loss_is_the_integral(m):
    source, t = random.Random(m), Symbol("t", positive=True)
    which = loss(m, TARGET)
    assert which.verify()
    a, w = point(source, m)
    residual = sum(x * e(-v * t) for x, v in zip(a, w, strict=True)) - e(-t) + Rational(2, 3) * e(-5 * t / 2)
    assert integrate((residual**2).expand(), (t, 0, oo)) == which.at(a, w)


@pytest.mark.parametrize("m", [1, 2, 3, 4])
def test_entries_for_all_widths_at_exact_points(m):
    source, entries = random.Random(m), all_widths()
    which = loss(m, TARGET)
    a, w = point(source, m)
    gradient, hessian = which.at(a, w, which.gradient), which.at(a, w, which.hessian)
    assert hessian == hessian.T
    for k in range(m):
        assert which.at(a, w, entries.at(which, "a_k", k)) == gradient[k]
        assert which.at(a, w, entries.at(which, "w_k", k)) == gradient[m + k]
        assert which.at(a, w, entries.at(which, "w_k a_k", k)) == hessian[k, m + k]
        for j in set(range(m)) - {k}:
            assert which.at(a, w, entries.at(which, "a_k a_j", k, j)) == hessian[k, j]
            assert which.at(a, w, entries.at(which, "w_k a_j", k, j)) == hessian[m + k, j]
            assert which.at(a, w, entries.at(which, "w_k w_j", k, j)) == hessian[m + k, m + j]


def test_entries_for_all_widths_and_targets():
    entries = all_widths()
    assert entries.verify()
    a_k, w_k, a_j, w_j = entries.symbols
    first = Function("I_1")(w_k)
    # the printed equations (90), (91), (97)-(101), as a comparison
    assert entries.entry("a_k") == 2 * Function("I_0")(w_k)
    assert entries.entry("w_k") == -2 * a_k * first
    assert entries.entry("a_k a_j") == 2 / (w_k + w_j) and entries.entry("a_k a_k") == 1 / w_k
    assert entries.entry("w_k a_j") == -2 * a_k / (w_k + w_j) ** 2
    assert (entries.entry("w_k a_k") + 2 * a_k / (2 * w_k) ** 2 + 2 * first).expand() == 0
    assert entries.entry("w_k w_j") == 4 * a_k * a_j / (w_k + w_j) ** 3
    twin = tuple((n, -x if n == "w_k a_j" else x) for n, x in entries.entries)
    assert not replace(entries, entries=twin).verify((2,))
    with pytest.raises(ValueError, match="no entry"):
        entries.entry("a")


def test_the_loss_splits_for_all_widths():
    for claim in split_claims():
        assert decide(claim, 5).verdict == "proved"
        text = claim.goal_text.replace("- h*eye(1)", "+ h*eye(1)").replace("(K*a - r)", "(K*a + r)")
        assert decide(claim.with_goal(text, "twin"), 1).verdict != "proved"


def test_derivatives_against_differences():
    which = loss(2, TARGET)
    a, w = [Rational(1, 3), Rational(-2)], [Rational(3, 2), Rational(2, 5)]
    gradient = which.at(a, w, which.gradient)
    h = Rational(1, 10**12)
    for i in range(4):
        up, down = [*a, *w], [*a, *w]
        up[i] += h
        down[i] -= h
        slope = (which.at(up[:2], up[2:]) - which.at(down[:2], down[2:])) / (2 * h)
        assert abs(slope - gradient[i]) < Rational(1, 10**20)


def test_targets_and_systems_verify():
    target = exponential_sum(TARGET)
    assert target.verify() and not replace(target, norm_squared=target.norm_squared + 1).verify()
    assert not replace(target, transform=2 * target.transform).verify()
    made = system([[-1, 1], [0, -2]], [[0], [1]], [1, 0])
    assert made.verify() and not replace(made, W=-made.W).verify()


def test_symbolic_target_and_students():
    A, W = Symbol("A", real=True), Symbol("W", positive=True)
    which = loss(1, [(A, W)])
    assert which.verify() and which.value.subs({which.a[0]: A, which.w[0]: W}).simplify() == 0
    assert loss(3, general_target()).verify()


def test_on_the_spaces_of_minimisers_the_hessian_is_singular():
    which = loss(3, TARGET)
    for space in [*list(minimising_spaces(3, TARGET, 0))[:3], *list(minimising_spaces(3, TARGET, 1))[:3]]:
        a, w = space.member(seed=4)
        assert which.at(a, w) == 0 and which.at(a, w, which.gradient).is_zero_matrix
        hessian = which.at(a, w, which.hessian)
        assert hessian.rank() <= 3 + 2 and hessian.rank() <= 6 - space.family_dimension


def test_twins_of_the_loss_fail():
    which = loss(2, TARGET)
    wrong = replace(which)
    wrong.__dict__["value"] = which.value + which.a[0] / 7
    assert not wrong.verify()
    half = replace(which)
    half.__dict__["value"] = which.value / 2
    assert not half.verify()
    flipped = replace(which)
    flipped.__dict__["gradient"] = Matrix([which.gradient[0], which.gradient[1], -which.gradient[2], which.gradient[3]])
    assert not flipped.verify()


def random_system(source, n, d):
    while True:
        W = Matrix(n, n, lambda i, j: Rational(source.randint(-4, 4), source.randint(1, 3))) - 3 * eye(n)
        if hurwitz(W):
            U = Matrix(n, d, lambda i, j: source.randint(-3, 3))
            return system(W, U, [source.randint(-3, 3) for _ in range(n)])


@pytest.mark.parametrize("seed", range(4))
def test_lyapunov_loss_verifies(seed):
    source = random.Random(seed)
    d = source.randint(1, 2)
    student, teacher = random_system(source, 2 + seed % 2, d), random_system(source, 2, d)
    found = lyapunov_loss.lyapunov_loss(student, teacher)
    assert found.verify()
    # exact differences along a random direction of W
    V = Matrix(student.states, student.states, lambda i, j: source.randint(-2, 2))
    h = Rational(1, 10**9)
    near = [system(student.W + s * h * V, student.U, student.c) for s in (1, -1)]
    moved = [lyapunov_loss.lyapunov_loss(x, teacher).value for x in near]
    slope = (V.T * found.gradient_W).trace()
    assert abs((moved[0] - moved[1]) / (2 * h) - slope) < (1 + abs(slope)) / 10**6
    same = lyapunov_loss.lyapunov_loss(student, student)
    assert same.value == 0 and same.gradient_W.is_zero_matrix and same.gradient_c.is_zero_matrix


def test_a_diagonal_system_is_an_exponential_sum():
    """c' e^(W t) U with W = -diag(w): amplitudes c_i U_i; another route to the same number."""
    w, c, u = [1, 2, Rational(1, 2)], [1, -1, 3], [2, 1, 1]
    student = system(-Matrix.diag(*w), Matrix(u), c)
    teacher = system([[-1, 0], [0, Rational(-5, 2)]], [[1], [Rational(-2, 3)]], [1, 1])
    found = lyapunov_loss.lyapunov_loss(student, teacher)
    which = loss(3, TARGET)
    a = [x * y for x, y in zip(c, u, strict=True)]
    assert found.value == which.at(a, w)
    gradient = which.at(a, w, which.gradient)
    assert [found.gradient_W[i, i] for i in range(3)] == [-gradient[3 + i] for i in range(3)]
    assert list(found.gradient_c) == [x * y for x, y in zip(u, gradient[:3], strict=True)]


def test_a_similar_system_has_the_same_loss():
    source = random.Random(9)
    student = random_system(source, 3, 2)
    T = Matrix([[1, 2, 0], [0, 1, 1], [1, 0, 1]])
    turned = system(T * student.W * T.inv(), T * student.U, T.inv().T * student.c)
    assert lyapunov_loss.lyapunov_loss(student, turned).value == 0
    assert all(student.kernel_moment(k) == turned.kernel_moment(k) for k in range(6))


def test_routh_agrees_with_eigenvalues():
    source = random.Random(11)
    seen = set()
    for _ in range(60):
        n = source.randint(1, 4)
        W = Matrix(n, n, lambda i, j: source.randint(-3, 3)) - source.choice([0, 2, 4]) * eye(n)
        real = [complex(x).real for x in mpmath.eig(mpmath.matrix(W.tolist()))[0]]
        if abs(max(real)) > 1e-6:
            assert hurwitz(W) == (max(real) < 0)
            seen.add(max(real) < 0)
    assert seen == {True, False}
    assert not hurwitz(Matrix([[0, 1], [-1, 0]])) and not hurwitz(zeros(1, 1))


def test_all_sizes():
    for claim in all_sizes_claims():
        verdict = decide(claim, 5)
        assert verdict.verdict == "proved", claim.id
        text = claim.goal_text
        twin = text.replace("== -trace", "== trace") if "== -trace" in text else text.replace("2*trace", "trace")
        if twin != text:
            assert decide(replace(claim.with_goal(twin, "twin"), argument=claim.argument), 1).verdict != "proved"


def test_twins_of_the_lyapunov_loss_fail():
    found = lyapunov_loss.lyapunov_loss(random_system(random.Random(1), 2, 1))
    assert not replace(found, value=found.value + 1).verify()
    assert not replace(found, gradient_W=found.gradient_W.T + eye(2)).verify()
    assert not replace(found, gradient_c=2 * found.gradient_c + Matrix([1, 1])).verify()
    assert not replace(found, P=2 * found.P).verify()


@pytest.mark.parametrize("call", [
    lambda: loss(0, TARGET),
    lambda: loss(1, [(1, 0)]),
    lambda: loss(1, [(1, Symbol("W"))]),
    lambda: loss(1, [(1, symbols("w1", positive=True))]),
    lambda: loss(2, TARGET).at([1], [1, 2]),
    lambda: loss(2, TARGET).at([1, 2], [1, 0]),
    lambda: system([[1]], [[1]], [1]),
    lambda: system([[-1, 0]], [[1]], [1]),
    lambda: system([[-1]], [[1]], [1, 2]),
    lambda: solve_lyapunov(Matrix([[1]]), Matrix([[1]])),
    lambda: lyapunov_loss.lyapunov_loss(system([[-1]], [[1]], [1]), system([[-1]], [[1, 2]], [1])),
])  # fmt: skip
def test_bad_questions_get_one_line(call):
    refused_in_one_line(call)


def test_floats_are_refused():
    with pytest.raises(Inexact):
        exponential_sum([(0.5, 1)])
    with pytest.raises(Inexact):
        exponential_sum([(Symbol("x") * 0.5, Integer(1))])
    with pytest.raises(Inexact):
        system([[-1.0]], [[1]], [1])
    assert exponential_sum([(Fraction(1, 2), "3/4")]).terms == ((Rational(1, 2), Rational(3, 4)),)
