"""Second routes to the spaces V_n and to non-degenerate minimisers (Appendix D), and corrupted twins."""

from fractions import Fraction
from itertools import product

import pytest
import shipped
from exponential_students import student_loss
from shipped import decide
from sympy import Matrix, Rational

from verifier.language.claim import claim

F = Fraction


@pytest.fixture(scope="module")
def paper():
    return shipped.paper("curse_of_memory")


def item_of(paper, id):
    return next(i for i in paper.items if i.id == id)


def applied(rate, function):
    """D + rate on a sum of c t^k e^(-s t), as {(k, s): c}."""
    found = {}
    for (k, s), c in function.items():
        found[k, s] = found.get((k, s), 0) + (rate - s) * c
        if k:
            found[k - 1, s] = found.get((k - 1, s), 0) + k * c
    return {key: c for key, c in found.items() if c}


def test_which_functions_n_factors_annihilate():
    rates = [F(1), F(1), F(5, 2), F(1, 3)]
    total = {(0, F(1)): F(3), (0, F(5, 2)): F(-2), (0, F(1, 3)): F(7)}
    for rate in rates:
        total = applied(rate, total)
    assert not total
    for n in range(1, 6):
        for k in range(n + 2):
            power = {(k, F(2)): F(1)}
            for _ in range(n):
                power = applied(F(2), power)
            assert (not power) == (k < n)


def test_the_least_loss_is_attained_at_the_target():
    target = [(F(2), F(1)), (F(-3), F(5, 2))]
    assert student_loss((F(2), F(-3)), (F(1), F(5, 2)), target) == 0
    for a, b, u, v in product((F(-3), F(1, 2), F(2)), (F(-3), F(0), F(2)), (F(1), F(2)), (F(1, 3), F(5, 2))):
        assert student_loss((a, b), (u, v), target) >= 0
        assert (student_loss((a, b), (u, v), target) == 0) == ((a, b, u, v) == (2, -3, 1, F(5, 2)))


def test_powers_lie_in_no_space_by_their_samples():
    """Samples of a member of V_n at 0, 1, ... obey a recurrence of order n: their Hankel determinant is 0."""
    for n in range(1, 7):
        for p in (1, 2, 3):
            power = Matrix(n + 1, n + 1, lambda i, j, p=p: Rational(1, (1 + i + j) ** p))
            assert power.det() != 0
        member = Matrix(n + 1, n + 1, lambda i, j, n=n: sum((k + 1) * Rational(1, k + 2) ** (i + j) for k in range(n)))
        assert member.det() == 0


TWINS = (
    ("eq-141", "forall(p, integer[1, n], forall(x", "forall(p, integer[1, n+1], forall(x"),
    ("eq-141", "Sum(a[i]*exp(-u[i]*t), (i, 0, n-1))", "Sum(a[i]*exp(-u[i]*t), (i, 0, n))"),
    ("eq-141", "Sum(a[i]*exp(-u[i]*t), (i, 0, n-1))", "Sum(a[i]*exp(u[i]*t), (i, 0, n-1))"),
    ("eq-141", "forall(k, integer[0, n-1], forall(s, positive", "forall(k, integer[0, n], forall(s, positive"),
    ("eq-141", "forall(s, positive", "forall(s, real"),
    ("fn-14", "integer[1, n]", "integer[n, n+1]"),
    ("thm-D.5", "{outside}", "0 == 0"),
    ("thm-D.5", "d <= e)))))", "d < e)))))"),
    ("thm-D.5-below", "forall(k, integer[1, n]", "forall(k, integer[1, n+1]"),
    ("thm-D.5-critical", "{outside}", "0 == 0"),
    ("thm-D.5-critical", "- lam) == 0", "+ lam) == 0"),
    ("rem-carried-integral", "S.T*a == b", "S.T*a == 2*b"),
    ("rem-carried-integral", "(exp(w[i, 0]) + exp(w[j, 0]))**2", "(exp(w[i, 0]) + exp(w[j, 0]))**3"),
    ("thm-D.6", "(n, 1, p))", "(n, 1, p + 1))"),
    ("thm-D.6", "{outside}", "0 == 0"),
    ("thm-D.6", "t*exp(-exp(w[r][i, 0])*t)", "t**2*exp(-exp(w[r][i, 0])*t)"),
    ("rem-D.7-outside", "(1 + t)**(-p)", "exp(-p*t)"),
    ("rem-D.7-norm", "(1 + t)**(-p)", "(1 + t)**(1-p)"),
    ("rem-D.7-monotonic", "(1 + t)**(-p)", "(1 + t)**p"),
    ("rem-D.7-monotonic", "(-1)**k*F", "F"),
    ("rem-D.7-powers", "(n, 1, m))", "(n, 1, m)) + 1"),  # not the sum to m + 1: S(m, m + 1) is 0
    ("def-D.2", "0 <= e", "0 < e"),
    ("def-D.2", "m == 1", "m == 2"),
    ("def-D.2", "- (0)) <= h", "- (1)) <= h"),
)


def decided(paper, id, change, seconds):
    """The verdict on the item's conclusion after a change of its text, with all that it cites."""
    item = item_of(paper, id)
    entry = shipped.conclusion("curse_of_memory", item.id)
    twin = claim("twin", change(item.conclusion.text), variables=item.variables, given=item.given,
                 definitions=item.definitions, argument=item.conclusion.argument,
                 lemmas=entry.claim.lemmas)  # fmt: skip
    return decide(twin, seconds).verdict


@pytest.mark.parametrize(("id", "old", "new"), TWINS)
def test_corrupted_twins_are_not_proved(paper, id, old, new):
    def change(text):
        place = old
        if old == "{outside}":  # the premise that the target is in no V_n
            start = text.index("not exists(")
            place = text[start : text.index(", exists(", text.index("[j+1, 0]", start))]
        assert place in text
        return text.replace(place, new)

    assert decided(paper, id, change, shipped.time_for("curse_of_memory", id)) != "proved"


@pytest.mark.parametrize("id", sorted({id for id, _, _ in TWINS}))
def test_verdicts(paper, id):
    assert decided(paper, id, lambda text: text, shipped.LONGEST) == "proved"
