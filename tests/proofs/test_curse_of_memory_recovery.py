"""Second routes to Eq. (135) and to Theorem D.2, and corrupted twins."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement, permutations, product

import mpmath
import pytest
import shipped
import sympy
from shipped import decide

from proofs.curse_of_memory.lemmas.cauchy_forms import CAUCHY_FORM, RECIPROCALS
from verifier.language.claim import claim
from verifier.language.script import Use

ITEMS = ("rem-cauchy-form", "rem-cauchy-integral", "rem-closed-loss", "rem-zero-distance", "eq-135", "rem-fewer-rates",
         "rem-target-transforms", "thm-D.2", "rem-D.7-order", "rem-D.6-sums", "rem-D.7-positive",
         "rem-index-sets", "thm-D.7")  # fmt: skip


@pytest.fixture(scope="module")
def paper():
    return shipped.paper("curse_of_memory")


def form(f, w):
    return sum(x * y / (p + q) for x, p in zip(f, w, strict=True) for y, q in zip(f, w, strict=True))


@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_form_by_sums_over_equal_rates(n):
    """Positive definite in the sums over equal rates: by Cauchy's determinant, for all small coefficients and rates."""
    for w in combinations_with_replacement([Fraction(1, 2), Fraction(1), Fraction(3)], n):
        rates = sorted(set(w))
        for f in product([Fraction(k, 2) for k in range(-2, 3)], repeat=n):
            sums = [sum(x for x, p in zip(f, w, strict=True) if p == rate) for rate in rates]
            assert form(f, w) == form(sums, rates) >= 0
            assert (form(f, w) == 0) == (not any(sums))


def test_one_step_of_the_elimination():
    """Q(f) = 2 V (sum f_i/(w_i + V))^2 + Q(f_i (w_i - V)/(w_i + V)), V = w_p, exactly."""
    w = [Fraction(1, 3), Fraction(2), Fraction(5), Fraction(2)]
    f = [Fraction(3), Fraction(-1, 2), Fraction(7), Fraction(4)]
    for p, V in enumerate(w):
        rest = [x * (r - V) / (r + V) for x, r in zip(f, w, strict=True)]
        column = sum(x / (r + V) for x, r in zip(f, w, strict=True))
        assert rest[p] == 0
        assert form(f, w) == 2 * V * column**2 + form(rest, w)


def test_the_minimisers_on_a_grid():
    """m = 2, 3: on a grid that contains the target's atoms the loss vanishes at the m! rearrangements alone."""
    grid = ([Fraction(-1), Fraction(0), Fraction(1), Fraction(2)], [Fraction(1, 2), Fraction(1), Fraction(3)])
    for m in (2, 3):
        target = [(Fraction(1), Fraction(1, 2)), (Fraction(-1), Fraction(3)), (Fraction(2), Fraction(1))][:m]
        atoms = list(product(*grid))
        found = [
            student
            for student in product(atoms, repeat=m)
            if form([b for b, _ in student] + [-a for a, _ in target], [v for _, v in (*student, *target)]) == 0
        ]
        assert sorted(found) == sorted(permutations(target))


def test_the_closed_loss_by_quadrature():
    with mpmath.workdps(30):
        student = [(mpmath.mpf(2), mpmath.mpf(1)), (mpmath.mpf(-1), mpmath.mpf(3))]
        target = [
            (mpmath.mpf(1), mpmath.mpf(2)),
            (mpmath.mpf(1) / 2, mpmath.mpf(1) / 3),
            (mpmath.mpf(-3), mpmath.mpf(5)),
        ]

        def error(t):
            return sum(b * mpmath.exp(-v * t) for b, v in student) - sum(a * mpmath.exp(-w * t) for a, w in target)

        value = mpmath.quad(lambda t: error(t) ** 2, [0, 1, 4, 16, 64, 256])
        rates = [v for _, v in (*student, *target)]
        closed = form([b for b, _ in student] + [-a for a, _ in target], rates)
        assert abs(value - closed) < mpmath.mpf(10) ** -20


@pytest.mark.parametrize("m", [1, 2, 3, 4])
def test_the_order_by_determinants_of_samples(m):
    """A member of V_n has samples with a recurrence of order n: their Hankel determinant of size n + 1 is 0."""
    atoms = [(Fraction(k - 2 if k < 2 else k, 3), Fraction(1, k + 2)) for k in range(m)]
    samples = [sum(c * r**j for c, r in atoms) for j in range(2 * m + 3)]
    for n in range(m + 2):
        hankel = sympy.Matrix(n + 1, n + 1, lambda i, j: sympy.Rational(samples[i + j]))
        assert (hankel.det() == 0) == (n >= m)


def conclusion(paper, id):
    item = next(i for i in paper.items if i.id == id)
    return item, shipped.book("curse_of_memory").entries(item)[0].claim


POLY = "((m + 1)*(3*m - 2)/24)*L"
REFUTED = (
    ("rem-cauchy-form", "(i, 0, m-1)) >= 0", "(i, 0, m-1)) > 0", {"m": 1, "w": 1, "K": "1/2", "f": 0}),
    ("rem-zero-distance", "- 2*(b.T*s)", "- 3*(b.T*s)",
     {"m": 1, "n": 1, "b": 1, "v": 0, "A": 1, "W": 0, "s": "1/2", "nu": "1/2"}),
    ("rem-target-transforms", "-exp(u)*P[u]", "exp(u)*P[u]",
     {"m": 1, "A": 1, "W": 0, "R": "(1 - tanh(t/2))/2", "P": "(1 - tanh(t/2))**2/4"}),
)  # fmt: skip
TWINS = (
    ("rem-cauchy-form", "w[i, 0] == w[k, 0], g[i] == g[k]", "w[i, 0] != w[k, 0], g[i] == g[k]"),
    ("rem-zero-distance", "v[i, 0] == W[j, 0], g[i, 0] == G[j, 0]", "v[i, 0] == W[j, 0], g[i, 0] == 2*G[j, 0]"),
    ("rem-cauchy-integral", "exp(-w[i, 0]*t)", "exp(-2*w[i, 0]*t)"),
    ("rem-closed-loss", "- 2*(b.T*s)", "+ 2*(b.T*s)"),
    ("rem-D.6-sums", "== exp(s)*F[s][k+1, 0]", "== -exp(s)*F[s][k+1, 0]"),
    ("rem-index-sets", "forall(i, integer[0, n-1], a[i] != 0) and ", ""),
    ("thm-D.7", "stirling2(m, n), (n, 1, (m-1)))", "stirling2(m, n), (n, 1, m))"),
    ("rem-D.7-order", "implies(m <= n,", "implies(m <= n + 1,"),
    ("rem-D.7-order", ", m <= n)", ", m < n)"),
    ("eq-135", "b == S*A", "b == -(S*A)"),
    ("eq-135", "v == S*W", "v == S.T*W"),
    ("thm-D.2", "L == factorial(m)", "L == factorial(m) - 1"),
    ("thm-D.2", f"K >= {POLY}", f"K > {POLY}"),
    ("thm-D.2", "forall(n, integer[1, (m-1)], exists(b, ", "forall(n, integer[2, (m-1)], exists(b, "),
)  # fmt: skip


def corrupted(paper, id, old, new, **changes):
    item, made = conclusion(paper, id)
    assert old in item.conclusion.text
    goal = claim(
        "twin", item.conclusion.text.replace(old, new), variables=item.variables, definitions=item.definitions
    ).goal
    return replace(made, id="twin", goal=goal, counterexample=None, **changes)


@pytest.mark.parametrize(("id", "old", "new", "point"), REFUTED)
def test_corrupted_twins_are_refuted(paper, id, old, new, point):
    item, _ = conclusion(paper, id)
    assert old in item.conclusion.text
    text = item.conclusion.text.replace(old, new)
    twin = claim(
        "twin", text, variables=item.variables, given=item.given, definitions=item.definitions, counterexample=point
    )
    assert decide(twin, 12).verdict == "refuted"


@pytest.mark.parametrize(("id", "old", "new"), TWINS)
def test_corrupted_twins_are_not_proved(paper, id, old, new):
    assert decide(corrupted(paper, id, old, new), 1.0).verdict != "proved"


def test_as_many_rates_may_be_a_minimiser(paper):
    """With n = m in the place of n < m the point may be the target."""
    item, made = conclusion(paper, "rem-fewer-rates")
    wide = claim("wide", item.conclusion.text, variables={**item.variables, "n": "integer[1, m]"}, given=item.given)
    assert decide(replace(wide, argument=made.argument, lemmas=made.lemmas), 1.0).verdict != "proved"


@pytest.mark.parametrize(
    ("id", "name"),
    [
        ("eq-135", "rates"),
        ("thm-D.2", "amplitudes"),
        ("thm-D.2", "second transform"),
        ("rem-D.7-positive", "rates"),
        ("thm-D.7", "amplitudes"),
        ("rem-index-sets", "norm"),
    ],
)
def test_hypotheses_are_used(paper, id, name):
    _, made = conclusion(paper, id)
    assert decide(replace(made.without(name), id="weak", counterexample=None), 1.0).verdict != "proved"


@pytest.mark.parametrize(("fact", "sign"), [(CAUCHY_FORM, "< 0"), (RECIPROCALS, ">= 0")])
def test_facts_stand_on_their_own(fact, sign):
    """For all sizes; with negative rates the form is not positive, with the rate 0 there is no reciprocal."""
    assert decide(claim("x", fact.formula, argument=[fact, Use(fact.name)]), 30).verdict == "proved"
    text = fact.formula.replace("> 0", sign, 1)
    assert text != fact.formula
    assert decide(claim("x", text, argument=[fact, Use(fact.name)]), 1.0).verdict != "proved"


@pytest.mark.parametrize("id", ITEMS)
def test_verdicts(paper, id):
    item = next(i for i in paper.items if i.id == id)
    for entry in shipped.book("curse_of_memory").entries(item):
        assert shipped.found(entry.claim).verdict == entry.expected == "proved", entry.id
