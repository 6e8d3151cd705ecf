"""Section 3 of the curse of memory and what rests on it: corrupted twins, and second routes by programs of their own."""

from pathlib import Path

import mpmath
import pytest

from verifier.audit.book import Book
from verifier.audit.load import load
from verifier.claims.claim import claim
from verifier.methods.portfolio import decide

FOLDER = Path(__file__).resolve().parents[2] / "proofs" / "curse_of_memory"


@pytest.fixture(scope="module")
def claims():
    paper = load(FOLDER)
    book = Book(paper)
    wanted = {id for id, *_ in TWINS}
    return {e.id: e for item in paper.items if item.id in wanted for e in book.entries(item)}


def twin(entry, old, new, given=None):
    """The claim with one place changed, decided with the same argument."""
    text = entry.claim.goal_text
    assert text.count(old) >= 1
    kept = {h.name: h.formula for h in entry.claim.given} if given is None else given
    return decide(
        claim("twin", text.replace(old, new, 1), variables={v.name: v.domain for v in entry.claim.variables},
              given=kept, definitions=(), argument=entry.claim.argument, lemmas=entry.claim.lemmas), 1).verdict  # fmt: skip


TWINS = [
    ("eq-8", "a < 0", "a < -1/2"),
    ("stable-decay", "C*exp(-k*T)", "C*exp(-2*k*T)"),
    ("stable-decay", "exists(k, positive", "exists(k, [1, oo)"),
    ("kernel-decay", "a < 0", "a <= 0"),
    ("response-bound", "Abs(F[T] - F[S]) <= C*exp(-k*S)", "Abs(F[T] - F[S]) <= C*exp(-2*k*S)"),
    ("response-bound", "Abs(x[i, 0]) <= 1", "Abs(x[i, 0]) <= 2"),
    ("response-linear", "v == lam*y + mu*z", "v == lam*y - mu*z"),
    ("response-linear", "forall(s, (-oo, t]", "forall(s, [t, oo)"),
    ("response-linear", "(r, s - tau)", "(r, s + tau)"),
    ("response-regular", "norm2(diff(Z[q], q)) <= e", "norm2(diff(Z[q], q)) <= 1"),
    ("prop-3.1", "(r, s - tau)", "(r, s + tau)"),
    ("prop-3.1", "a < 0", "a <= 0"),
]


@pytest.mark.parametrize(("id", "old", "new"), TWINS)
def test_corrupted_twins_are_not_proved(claims, id, old, new):
    assert twin(claims[id], old, new) != "proved"


@pytest.mark.parametrize("id", sorted({id for id, *_ in TWINS}))
def test_the_claims_themselves_are_proved(claims, id):
    assert decide(claims[id].claim, 15).verdict == "proved"


def test_the_decay_of_a_defective_matrix_by_its_closed_form():
    """W = [[-1, 5], [0, -1]]: |e^(Ws)|^2 = e^(-2s) (2 + 25 s^2) against C e^(-ks) with C and k of the page."""
    with mpmath.workdps(30):
        W = mpmath.matrix([[-1, 5], [0, -1]])
        P = mpmath.matrix([[mpmath.mpf(1) / 2, mpmath.mpf(5) / 4], [mpmath.mpf(5) / 4, mpmath.mpf(27) / 4]])
        assert mpmath.norm(W.T * P + P * W + mpmath.eye(2)) < 1e-25
        w = 2 + 1 + 25 + 1
        p = (1 + sum(P[i, j] ** 2 for i in range(2) for j in range(2))) / 2
        k, C = 1 / (1 + w * p), 2 + w * (P[0, 0] + P[1, 1])
        for s in (0, 1, 3, 50, 4000):
            assert mpmath.exp(-2 * s) * (2 + 25 * s**2) <= C * mpmath.exp(-k * s)


def test_narrow_spikes_are_not_seen():
    """x^(n) = e^(-n (s - 1)^2), bounded and tending to 0 but at s = 1: the response of e^(-s) tends to 0, that of a point mass does not."""
    with mpmath.workdps(20):
        values = [mpmath.quad(lambda s, n=n: mpmath.exp(-s) * mpmath.exp(-n * (s - 1) ** 2), [0, 1, 3]) for n in (10, 10**3, 10**5)]
        assert values[0] > values[1] > values[2] > 0 and values[2] < 0.01
