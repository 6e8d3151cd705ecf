"""Second routes to the loss under noise, the late residual and momentum (Appendix E), and corrupted twins."""

from fractions import Fraction

import mpmath
import pytest
import shipped
from shipped import decide

from verifier.language.claim import claim


@pytest.fixture(scope="module")
def paper():
    return shipped.paper("curse_of_memory")


def item_of(paper, id):
    return next(i for i in paper.items if i.id == id)


def rate(kappa, eps):
    return (-kappa + mpmath.sqrt(kappa**2 + 4 * eps)) / 2


def test_the_sums_of_the_isometry_against_the_integral():
    """|f|^2 = e^(-2t) on [0, 2], slope at most 2: the left sums are off by at most M T h/2."""
    mpmath.mp.dps = 30
    for n in (1, 7, 50):
        h = mpmath.mpf(2) / n
        sums = sum(h * mpmath.exp(-2 * j * h) for j in range(n))
        assert abs((1 - mpmath.exp(-4)) / 2 - sums) <= 2 * 2 * h / 2


def test_the_loss_of_a_linear_system_by_quadrature():
    """f' X f for A = [[-1, 1], [0, -2]], g = (0, 1), f = (1, -1), solved by hand."""
    mpmath.mp.dps = 25

    def error(t):  # f' e^(At) g
        return mpmath.exp(-t) - mpmath.exp(-2 * t) - mpmath.exp(-2 * t)

    x22 = Fraction(1, 4)
    x12 = x22 / 3
    x11 = x12
    assert abs(mpmath.quad(lambda t: error(t) ** 2, [0, 1, 5, 60]) - mpmath.mpf(1) / 6) < 1e-15
    assert x11 - 2 * x12 + x22 == Fraction(1, 6)


def test_a_late_residual():
    """q = t - 3 on [3, 4], rates 1 and 2, a = (2, -1): the squared gradient and its bound."""
    mpmath.mp.dps = 20
    start, a, rates = 3, (2, -1), (1, 2)

    def moment(n, v):
        return mpmath.quad(lambda t: t**n * mpmath.exp(-v * t) * (t - start), [3, 4])

    squared = sum((2 * moment(0, v)) ** 2 + (2 * x * moment(1, v)) ** 2 for x, v in zip(a, rates, strict=True))
    size = mpmath.mpf(start**2) / 2 + mpmath.mpf(start) / 2 + mpmath.mpf(1) / 4
    bound = 4 * (mpmath.mpf(2) / 2 + size * 5) * mpmath.exp(-2 * start) / 3
    assert bound / 1000 < squared < bound


def test_momentum_by_integration():
    """The closed form against Taylor integration at 30 digits, and both times of escape."""
    mpmath.mp.dps = 30
    for kappa, eps, y0 in ((0, mpmath.mpf(1) / 100, 1), (mpmath.mpf(1) / 2, mpmath.mpf(1) / 9, mpmath.mpf(1) / 3)):
        r = rate(kappa, eps)
        path = mpmath.odefun(lambda t, z, k=kappa, e=eps: [z[1], -k * z[1] + e * z[0]], 0, [y0, 0])
        for t in (1, 4):
            value = y0 * ((r + kappa) * mpmath.exp(r * t) + r * mpmath.exp(-(r + kappa) * t)) / (2 * r + kappa)
            assert abs(path(t)[0] - value) < mpmath.mpf(10) ** -20
        delta = mpmath.mpf(1) / 5

        def fell(t, y0=y0, r=r, kappa=kappa, eps=eps):
            value = y0 * ((r + kappa) * mpmath.exp(r * t) + r * mpmath.exp(-(r + kappa) * t)) / (2 * r + kappa)
            return eps * (value**2 - y0**2) / 2

        first = mpmath.log(1 + 2 * delta / (eps * y0**2)) / (2 * r)
        assert fell(first) <= delta < fell(first + mpmath.log(4) / (2 * r) + mpmath.mpf(1) / 10**9)


def test_the_iterates_one_by_one():
    """Exact rational iterates of both modes; mu = 1 - kappa s, eta = s^2, kappa - eps s and u rational."""
    s, kappa, u = Fraction(1, 10), Fraction(3, 5), Fraction(1, 4)
    eps = (u**2 + kappa * u) / (1 + s * u)
    assert u**2 + (kappa - eps * s) * u == eps
    p, q = 1 + s * u, 1 - s * (u + kappa - eps * s)
    v, y = Fraction(0), [Fraction(1)]
    for _ in range(30):
        v = (1 - kappa * s) * v + s**2 * eps * y[-1]
        y.append(y[-1] + v)
    assert all(y[k] * (p - q) == (y[1] - q * y[0]) * p**k - (y[1] - p * y[0]) * q**k for k in range(30))
    mu, v, x = 1 - kappa * s, Fraction(0), [Fraction(1)]
    for _ in range(30):
        v = mu * v - s**2 * x[-1]
        x.append(x[-1] + v)
    forms = [x[k + 1] ** 2 - (1 + mu - s**2) * x[k + 1] * x[k] + mu * x[k] ** 2 for k in range(30)]
    assert all(form == mu**k * forms[0] for k, form in enumerate(forms))


def test_growth_of_the_iterates_is_first_order_in_the_step():
    mpmath.mp.dps = 30
    kappa, eps = mpmath.mpf(1) / 2, mpmath.mpf(1) / 10
    errors = []
    for s in (mpmath.mpf(1) / 10, mpmath.mpf(1) / 100):
        u = rate(kappa - eps * s, eps)
        errors.append(mpmath.log(1 + s * u) / s - rate(kappa, eps))
        assert -s * u**2 / 2 <= errors[-1] <= s * eps
    assert 9 < errors[0] / errors[1] < 11


def test_friction_against_escape():
    """What decays at the rate kappa leaves at a rate below eps/kappa."""
    mpmath.mp.dps = 40
    for kappa in (mpmath.mpf(1) / 100, mpmath.mpf(1), mpmath.mpf(50)):
        for eps in (mpmath.mpf(10) ** -6, mpmath.mpf(1) / 10):
            assert kappa * rate(kappa, eps) < eps


TWINS = (
    ("exp(-kappa*T)*x[0]**2 <=", "2*exp(-kappa*T)*x[0]**2 <=", "eq-154-fast"),
    ("(k - kappa)/2", "(k - kappa)/3", "eq-154-rate"),
    ("kappa**2/(8*sqrt(eps))", "kappa**2/(9*sqrt(eps))", "eq-154-rate-small"),
    ("2*eps**3/kappa**5", "eps**3/kappa**5", "eq-154-rate-large"),
    ("log(1/eps) + log(k) <=", "log(1/eps) + log(1 + k) <=", "eq-152-time"),
    ("- (y[1] - p*y[0])*q**k", "+ (y[1] - p*y[0])*q**k", "E-HB-roots"),
    ("mu**k*(", "mu**(k+1)*(", "E-HB-fast"),
    ("u - s*u**2/2", "u - s*u**2/3", "E-HB-growth"),
    ("kappa*K/2", "kappa*K/4", "E-HB"),
)


@pytest.mark.parametrize(("old", "new", "id"), TWINS)
def test_corrupted_twins_are_not_proved(paper, old, new, id):
    item = item_of(paper, id)
    text = item.conclusion.text
    assert old in text
    argument = () if item.conclusion.because else item.conclusion.argument
    twin = claim("twin", text.replace(old, new), variables=item.variables, given=item.given,
                 definitions=item.definitions, argument=argument)  # fmt: skip
    assert decide(twin, shipped.time_for("curse_of_memory", id)).verdict != "proved"


def test_a_wrong_variance_is_not_proved(paper):
    item = item_of(paper, "eq-74-steps")
    given = {**item.given, "increments": item.given["increments"].replace("*h*eye(d)", "*2*h*eye(d)")}
    twin = claim("twin", item.conclusion.text, variables=item.variables, given=given, definitions=item.definitions,
                 argument=item.conclusion.argument)  # fmt: skip
    assert decide(twin, shipped.time_for("curse_of_memory", "eq-74-steps")).verdict != "proved"


def variant(paper, id, place, old, new):
    """The verdict on a reading or repair of an item after a change of its text."""
    item = item_of(paper, id)
    block = list(item.variants())[place]
    text = block.conclusion.text
    assert old in text
    entry = next(e for e in shipped.book("curse_of_memory").entries(item) if e.name == block.name)
    twin = claim("twin", text.replace(old, new), variables=block.variables, given=block.given,
                 definitions=block.definitions, argument=block.conclusion.argument, lemmas=entry.claim.lemmas,
                 counterexample=block.conclusion.counterexample)  # fmt: skip
    return decide(twin, shipped.patience(entry.claim)).verdict


ESCAPES = (
    (0, "/(2*eps)) and", "/eps) and", "proved"),
    (0, "(2*sqrt(eps)), eps", "sqrt(eps), eps", "proved"),
    (0, "+ log(4))/sqrt(eps)", "- log(4))/sqrt(eps)", "proved"),
    (1, "decay(k) >= c and", "decay(k) >= c*sqrt(e) and", "refuted"),
    (1, ">= c*sqrt(e)", ">= c*e", "refuted"),
    (2, "2*decay(kappa)*rate", "3*decay(kappa)*rate", "proved"),
    (2, "eps - r**2", "eps + r**2", "proved"),
    (2, "3*q**2", "4*q**2", "proved"),
    (2, "kappa <= 2", "kappa <= 3", "proved"),
)


@pytest.mark.parametrize(("place", "old", "new", "never"), ESCAPES)
def test_corrupted_escapes(paper, place, old, new, never):
    assert variant(paper, "E-conclusion", place, old, new) != never


def test_the_best_common_rate():
    """The smaller of the rates of decay and escape over a grid of frictions, against sqrt(eps/3)."""
    mpmath.mp.dps = 25
    for eps in (mpmath.mpf("1e-4"), mpmath.mpf("0.01"), mpmath.mpf("0.3")):
        best = mpmath.sqrt(eps / 3)
        for k in range(1, 400):
            kappa = best * k / 50
            roots = mpmath.polyroots([1, kappa, 1], extraprec=60)
            decay = -max(root.real for root in roots)
            assert min(decay, rate(kappa, eps)) <= best * (1 + mpmath.mpf("1e-15"))
        roots = mpmath.polyroots([1, 2 * best, 1], extraprec=60)
        assert mpmath.almosteq(-max(root.real for root in roots), rate(2 * best, eps), 1e-12)


@pytest.mark.parametrize("id", ["E-conclusion", "eq-75-closed", "E-HB", "E-HB-roots", "eq-154-fast", "eq-80/21"])
def test_verdicts(paper, id):
    book = shipped.book("curse_of_memory")
    for entry in book.entries(item_of(paper, id)):
        assert shipped.found(entry.claim).verdict == (entry.expected or "proved")
