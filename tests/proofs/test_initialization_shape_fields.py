"""Initialization shape: potentials and metrics as functions on R^d, lines as they are printed, and their twins."""

from dataclasses import replace

import mpmath
import pytest
import shipped
from mpmath import mpf
from shipped import decide

from verifier.language.claim import Claim
from verifier.papers.book import Book

WHOLE = ["claim-3/kkt-sufficient", "claim-3.1a", "claim-3.1b", "fn-3", "eq-3", "eq-4", "imd/step-1", "eq-11", "eq-14",
         "eq-15", "A/step-5", "A/step-6", "B1-b", "B1-e", "B1-f", "B/step-9", "claim-7.2e", "kkt-multipliers",
         "def-loss-gf", "D/step-3", "G/step-2"]  # fmt: skip


@pytest.fixture(scope="module")
def book() -> Book:
    return shipped.book("initialization_shape")


def twin_of(item: str, hypothesis: str, old: str, new: str) -> Claim:
    """The claim of an item with `old` replaced by `new` in a hypothesis, or in the conclusion."""
    page = shipped.copy_of("initialization_shape", item)
    said = page.given[hypothesis] if hypothesis else page.conclusion.text
    assert old in said
    if hypothesis:
        page.given[hypothesis] = said.replace(old, new)
    else:
        page.conclusion = replace(page.conclusion, text=said.replace(old, new), expected=None)
    return shipped.entries("initialization_shape", page)[0].claim


@pytest.mark.parametrize("item", WHOLE)
def test_they_are_proved_as_they_are_printed(book: Book, item: str) -> None:
    entry = book.entries(book.items[item])[0]
    verdict = shipped.found(entry.claim)
    assert (verdict.verdict, verdict.vacuity, entry.fidelity) == ("proved", "inhabited", "faithful")


@pytest.mark.parametrize(("item", "hypothesis", "old", "new"), [
    ("claim-3/kkt-sufficient", "strictly convex", "Q[a] > Q[b]", "Q[a] < Q[b]"),
    ("claim-3.1a", "eq-7", "== X*diff(rho[t], t)", "== 2*diff(w[t], t) + X*diff(rho[t], t)"),
    ("claim-3.1b", "stationary", "zeros(d, 1)", "w[0]"),
    ("fn-3", "dimension", "d >= 2", "d >= 1"),
    ("fn-3", "", "eye(d) + u[t]*u[t].T", "eye(d)"),
    ("eq-3", "gradient flow", "J.T*X*r", "-J.T*X*r"),
    ("eq-11", "", "g[w[t]]*r[t]", "r[t]"),
    ("eq-14", "", "diff(tau[t], t)*trace", "trace"),
    ("eq-15", "positive", "g[v] > 0", "g[v] < 0"),
    ("A/step-5", "", "asinh(2*W/K)/2", "asinh(W/K)/2"),
    ("A/step-6", "", "sqrt(4*w**2 + K**2)))/2 ==", "sqrt(4*w**2 + K**2))) =="),
    ("app-E/rich", "", "<= e*log(1/c)", "<= e"),
    ("claim-7.2c", "", "k**4*norm2(v)", "k**5*norm2(v)"),
    ("B1-b", "", "/x == g(x)", "/x == 3/2*g(x)"),
    ("B1-f", "", "wi**2*diff", "wi*diff"),
    ("B1-f", "", "/x == psi(x**2)", "/x == 2*psi(x**2)"),
    ("B1-e", "zero error", "== y", "== X.T*W"),  # data that cannot be fitted
    ("B/step-9", "sign", "sgn*b > 0", "sgn*b < 0"),
    ("D/step-3", "", "+ 3/2*sgn*w0", "- 3/2*sgn*w0"),
    ("G/step-2", "", "X*(3/2*nu)", "X*nu"),
    ("claim-7.2e", "", "a(beta)*c*k*A == p + q*(a(beta)*beta)", "a(beta)**2 == p + q*beta**2"),
    ("kkt-multipliers", "", "trace(v.T*g) == 0", "trace(v.T*g) <= 1"),
    ("def-loss-gf", "", "(2*N)", "(3*N)"),
])  # fmt: skip
def test_corrupted_twins_are_not_proved(item: str, hypothesis: str, old: str, new: str) -> None:
    assert decide(twin_of(item, hypothesis, old, new), 1.2).verdict != "proved"


# -- other routes -------------------------------------------------------------------------------------------------
def test_the_running_integral_of_one_coordinate_converges() -> None:
    """w = (K/2) sinh(2 s) from w = 0: s is arcsinh(2 w/K)/2."""
    with mpmath.workdps(30):
        K = mpf(3)
        for s in (mpf("0.2"), mpf(1), mpf(-2)):
            w = K / 2 * mpmath.sinh(2 * s)
            logs = mpmath.log((2 * w + mpmath.sqrt(4 * w**2 + K**2)) / K) / 2
            assert abs(mpmath.asinh(2 * w / K) / 2 - s) < 1e-25 and abs(logs - s) < 1e-25


def test_the_second_coordinate_of_the_minimiser_is_not_affine_in_the_output() -> None:
    with mpmath.workdps(30):
        for k, A, c in ((mpf("0.5"), mpf(2), mpf("0.6")), (mpf(1), mpf("0.1"), mpf("0.8"))):

            def point(beta, k=k, A=A, c=c):
                a = mpmath.sqrt(beta**2 + c**2 * k**2 * A**2 + (1 - k**2) * A**2)
                return a * beta, a * c * k * A

            (left, low), (middle, at), (right, high) = (point(beta) for beta in (mpf(-1), mpf(0), mpf(1)))
            assert abs(left + right - 2 * middle) < 1e-25 and low + high > 2 * at + 1e-6


def test_the_gradient_at_the_end_of_a_neuron() -> None:
    """grad Q at (-2)(1, 1) from a(0) = -1: (3/2) sgn (W - w(0)) for both signs, in numbers."""
    with mpmath.workdps(30):
        for sign in (1, -1):
            w0, W, delta = [mpf(1), mpf(0)], [mpf(1), mpf(2)], mpf(3)
            layers = [sign * mpmath.sqrt(delta + sum(x * x for x in v)) for v in (w0, W)]

            def slope(a, v, delta=delta):
                x = abs(a) * mpmath.sqrt(sum(t * t for t in v))
                return [mpf(3) / 2 * mpmath.sqrt(mpmath.sqrt(x**2 + delta**2 / 4) - delta / 2) / x * a * t for t in v]

            first, last = slope(layers[0], w0), slope(layers[1], W)
            for p, q, x, y in zip(last, first, w0, W, strict=True):
                assert abs(p - q - mpf(3) / 2 * sign * (y - x)) < 1e-25
