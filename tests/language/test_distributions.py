"""Named laws: the table against quadrature, how probabilities are read, and what is decided about them."""

from __future__ import annotations

import re

import mpmath
import pytest

from verifier.kernel.terms.expr import REAL, Expr
from verifier.language.claim import claim
from verifier.language.errors import ClaimError
from verifier.language.laws.distributions import LAWS, Law
from verifier.language.named import negation
from verifier.language.text.printing import to_text
from verifier.language.text.text import parse, read_domain
from verifier.prove.driver.closers import prover
from verifier.prove.driver.effort import now
from verifier.prove.driver.task import Task
from verifier.prove.matrices.equations import OutOfTime, accepts
from verifier.prove.refute.floating.approximation import truth, value

#: parameters at which the table is compared with quadrature
POINTS = {
    "normal": [(0, 1), (-2, 3)], "uniform": [(0, 1), (-1, 4)], "exponential": [(1,), (3,)], "gamma": [(3, 2), (1, 5)],
    "chi_squared": [(2,), (5,)], "beta": [(2, 3), (1, 1)], "student": [(5,), (9,)], "cauchy": [(0, 1), (2, 3)],
    "laplace": [(0, 1), (1, 2)], "bernoulli": [(0.25,), (1,)], "binomial": [(6, 0.25), (1, 0.5)],
    "poisson": [(2,), (0.5,)], "geometric": [(0.25,), (0.75,)],
}  # fmt: skip


def number(text: str, law: Law, values: tuple[float, ...], **more: object) -> mpmath.mpf:
    names = [*law.params, "x", "t"]
    at = {n: mpmath.mpf(v) for n, v in (*zip(law.params, values, strict=True), *more.items())}
    return value(parse(text, declared=dict.fromkeys(names, REAL)), at)


def mean(law: Law, values: tuple[float, ...], f, end: object = None) -> mpmath.mpf:
    low, high = number(law.low, law, values), number(law.high, law, values)
    high = high if end is None else mpmath.mpf(end)
    if law.whole:
        last = int(high) if mpmath.isfinite(high) else 200
        return mpmath.fsum(f(k) * number(law.density, law, values, x=k) for k in range(int(low), last + 1))
    middle = 0 if mpmath.isinf(low) else low + 1
    nodes = [low, *([middle] if low < middle < high else []), high]
    return mpmath.quad(lambda x: f(x) * number(law.density, law, values, x=x), nodes)


@pytest.mark.parametrize("name", LAWS)
def test_the_table_agrees_with_quadrature(name):
    law = LAWS[name]
    for values in POINTS[name]:
        assert all(truth(parse(d, declared=dict.fromkeys(law.params, REAL)),
                         dict(zip(law.params, map(mpmath.mpf, values), strict=True))) for d in law.domain)  # fmt: skip
        assert abs(mean(law, values, lambda x: 1) - 1) < 1e-4
        if law.mean is not None:
            m = number(law.mean, law, values)
            assert abs(mean(law, values, lambda x: x) - m) < 1e-3
            assert abs(mean(law, values, lambda x: (x - m) ** 2) - number(str(law.variance), law, values)) < 1e-2  # noqa: B023
        if law.cdf is not None:
            t = {"uniform": 0.75, "geometric": 3}.get(name, 1.25)
            assert abs(mean(law, values, lambda x: 1, end=t) - number(law.cdf, law, values, t=t)) < 1e-4


# -- reading -----------------------------------------------------------------------------------------------
DECLARED = {
    name: read_domain(domain)
    for name, domain in {"a": "real", "s": "positive", "t": "nonnegative", "p": "(0, 1)", "n": "positive integer",
                         "j": "nonnegative integer", "u": "[0, 1]"}.items()
}  # fmt: skip
NORMAL = "exp(-X**2/2)/sqrt(2*pi)"
MEANINGS = f"""
probability(X > 2, X, normal(0, 1)) | integrate({NORMAL}, (X, 2, oo))
probability(not X > a, X, normal(0, 1)) | integrate({NORMAL}, (X, -oo, a))
probability(Abs(X) > t, X, normal(0, 1)) | integrate({NORMAL}, (X, -oo, -t)) + integrate({NORMAL}, (X, t, oo))
probability(Abs(X - a) <= t, X, normal(0, 1)) | integrate({NORMAL}, (X, a - t, a + t))
probability(a < X and X < a + 1, X, normal(0, 1)) | integrate({NORMAL}, (X, a, a + 1))
probability(0 < X < a, X, normal(0, 1)) | integrate({NORMAL}, (X, 0, Max(0, a)))
probability(X > 3 and X < 2, X, normal(0, 1)) | 0
probability(X == 2, X, normal(0, 1)) | 0
probability(X > t, X, exponential(s)) | integrate(s*exp(-s*X), (X, t, oo))
probability(X > a, X, exponential(2)) | integrate(2*exp(-2*X), (X, Max(0, a), oo))
probability(X < -1, X, exponential(2)) | 0
probability(X > u, X, uniform(0, 1)) | integrate(1, (X, u, 1))
probability(X > s, X, uniform(0, 1)) | integrate(1, (X, Min(1, s), 1))
probability(X > 7/2, X, binomial(5, 1/2)) | Sum(binomial(5, X)*(1/2)**X*(1/2)**(5 - X), (X, 4, 5))
probability(X > 3, X, binomial(5, p)) | Sum(binomial(5, X)*p**X*(1 - p)**(5 - X), (X, 4, 5))
probability(X >= 3, X, binomial(5, p)) | Sum(binomial(5, X)*p**X*(1 - p)**(5 - X), (X, 3, 5))
probability(X < j, X, poisson(s)) | Sum(s**X*exp(-s)/factorial(X), (X, 0, j - 1))
probability(X > j, X, geometric(p)) | Sum(p*(1 - p)**(X - 1), (X, j + 1, oo))
probability(X == 2, X, poisson(s)) | Sum(s**X*exp(-s)/factorial(X), (X, 2, 2))
expectation(X**2, X, gamma(3, s)) | integrate(X**2*(X**2*exp(-X/s)/(gamma(3)*s**3)), (X, 0, oo))
expectation(X, X, normal(0, a)) | Piecewise((integrate(X*(exp(-X**2/(2*a**2))/(a*sqrt(2*pi))), (X, -oo, oo)), a > 0))
"""  # fmt: skip


@pytest.mark.parametrize("line", MEANINGS.strip().splitlines())
def test_an_expansion_is_the_definition(line):
    said, meant = line.split("|")
    assert to_text(parse(said.strip(), declared=DECLARED)) == meant.strip()


@pytest.mark.parametrize("text, what", [
    ("probability(X > 2, X)", "with a law"),
    ("probability(X > 2, X, banana(1))", "known are normal"),
    ("probability(X > 2, X, normal(1))", "mean and standard deviation"),
    ("probability(X > 2, X, normal(0, -1))", "asks for s > 0"),
    ("probability(X > 2, X, binomial(5, 2))", "asks for p <= 1"),
    ("probability(X > 2, X, binomial(a, p))", "asks for an integer n"),
    ("probability(X**2 > 2, X, normal(0, 1))", "bounds are put on X itself"),
    ("probability(X > 1 or X < 0, X, normal(0, 1))", "an event is made of bounds"),
    ("probability(Abs(X) > a, X, normal(0, 1))", "that it is not negative"),
    ("probability(X > X - 1, X, normal(0, 1))", "free of it"),
    ("probability(X > a, X, poisson(2))", "a number or made of integer variables"),
    ("probability(X + 1, X, poisson(2))", "a statement is expected"),
    ("expectation(X > 1, X, poisson(2))", "a number or an object is expected"),
    ("expectation(X, 2, poisson(2))", "plain name"),
])  # fmt: skip
def test_what_cannot_be_read_says_why(text, what):
    with pytest.raises(ClaimError, match=what.replace("(", r"\(")):
        parse(text, declared=DECLARED)


# -- decisions ---------------------------------------------------------------------------------------------
def proof(goal: Expr, task: Task, seconds: float) -> bool:
    try:
        node = prover(now() + seconds).prove(task.sequent, goal, 2)
    except OutOfTime:
        return False
    return node is not None and accepts(task.sequent, goal, node)


def stated(goal: str) -> Task:
    domains = {"s": "positive", "t": "nonnegative", "p": "(0, 1)", "k": "positive", "u": "real"}
    variables = {name: domain for name, domain in domains.items() if re.search(rf"\b{name}\b", goal)}
    return Task(claim("c", goal, variables=variables), now() + 60)


#: true statements with a corrupted twin each
PAIRS = {
    "probability(X > 2, X, normal(0, 1)) < 0.0228": "probability(X > 2, X, normal(0, 1)) < 0.0227",
    "0.05 < probability(X > 7.8, X, chi_squared(3))": "0.051 < probability(X > 7.8, X, chi_squared(3))",
    "probability(X > t, X, exponential(s)) == exp(-s*t)": "probability(X < t, X, exponential(s)) == exp(-s*t)",
    "expectation(exp(u*X), X, normal(0, s)) == exp(u**2*s**2/2)":
        "expectation(exp(u*X), X, normal(0, s)) == exp(u**2*s/2)",
    "variance(X, X, normal(u, s)) == s**2": "variance(X, X, normal(u, s)) == s",
    "expectation(X, X, chi_squared(k)) == k": "expectation(X, X, chi_squared(k)) == k/2",
        "probability(X < u, X, cauchy(0, 1)) == 1/2 + atan(u)/pi":
        "probability(X > u, X, cauchy(0, 1)) == 1/2 + atan(u)/pi",
    "probability(X < 1/2, X, beta(2, 3)) == 11/16": "probability(X < 1/2, X, beta(3, 2)) == 11/16",
    "probability(X > t, X, laplace(0, s)) == exp(-t/s)/2": "probability(X > t, X, laplace(0, s)) == exp(-t/s)",
    "probability(X >= 10, X, binomial(20, 1/3)) < 0.1": "probability(X >= 9, X, binomial(20, 1/3)) < 0.1",
    "variance(X, X, bernoulli(p)) == p*(1 - p)": "variance(X, X, bernoulli(p)) == p",
    "probability(X >= 1, X, poisson(s)) == 1 - exp(-s)": "probability(X > 1, X, poisson(s)) == 1 - exp(-s)",
    # the tail bound of Laurent and Massart at 20 degrees of freedom and x = 2, and without its last term at x = 9
    "probability(X >= 20 + 2*sqrt(20*2) + 2*2, X, chi_squared(20)) <= exp(-2)":
        "probability(X >= 20 + 2*sqrt(20*9), X, chi_squared(20)) <= exp(-9)",
}  # fmt: skip


@pytest.mark.parametrize("goal", PAIRS)
def test_a_true_statement_about_a_law_is_proved(goal):
    task = stated(goal)
    assert proof(task.statement.goal, task, 12.0)


@pytest.mark.parametrize("goal", PAIRS.values())
def test_a_corrupted_one_is_not_proved(goal):
    task = stated(goal)
    assert not proof(task.statement.goal, task, 0.8)


def test_the_mean_of_a_cauchy_variable_has_no_value():
    task = stated("expectation(X, X, cauchy(0, 1)) == 0")
    assert not proof(task.statement.goal, task, 1.5)


def test_the_normal_tail_is_denied_where_it_is_too_small():
    task = stated("probability(X > 2, X, normal(0, 1)) < 0.0227")
    assert proof(negation(task.statement.goal), task, 10.0)
