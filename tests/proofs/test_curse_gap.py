"""How far the loss can fall from a plateau, and the slope of the memory's transform: quadrature, corrupted twins."""


import mpmath
import pytest
import shipped
from shipped import decide

from verifier.language.claim import claim
from verifier.language.script import At, Cases, Choose, Have, Numbers, Split, Take, Witness

PAGES = ["transform-expansion", "transform-slope", "memory-integrable", "plateau-gap", "plateau-fall"]


@pytest.fixture(scope="module")
def paper():
    return shipped.paper("curse_of_memory")


def conclusion(paper, id):
    item = next(i for i in paper.items if i.id == id)
    return shipped.conclusion("curse_of_memory", item.id)


def stated(paper, id, **changes):
    """The conclusion of an item with these changes, its argument, and the same results cited."""
    item = next(i for i in paper.items if i.id == id)
    cited = conclusion(paper, id).claim.lemmas
    rest = {"variables": item.variables, "given": item.given, "definitions": item.definitions, "lemmas": cited}
    return claim("x", **{"goal": item.conclusion.text, "argument": item.conclusion.argument, **rest, **changes})


@pytest.mark.parametrize("id", PAGES)
def test_what_the_pages_expect(paper, id):
    entry = conclusion(paper, id)
    found = shipped.found(entry.claim)
    assert found.verdict == "proved" and found.vacuity == "inhabited" and entry.fidelity == "faithful"


def bump(t):
    return mpmath.exp(-(t**2))


def sees(s, u, k=0):
    """int_0^oo t^k e^(-s t) rho_0(t - u) dt."""
    return mpmath.quad(lambda t: t**k * mpmath.exp(-s * t) * bump(t - u), [0, u, 2 * u, u + 8])


@pytest.mark.parametrize("n, u", [(1, 2), (2, 3), (3, 4)])
def test_the_best_students_are_within_the_floor(n, u):
    """Over amplitudes the least |s|^2 - 2 <s, r> is -p' G^(-1) p; above -4 n M^2/u - 2 int rho_0^2 before -u/2."""
    with mpmath.workdps(40):
        M = mpmath.sqrt(mpmath.pi)
        floor = 4 * n * M**2 / u + 2 * mpmath.quad(lambda t: bump(t) ** 2, [-mpmath.inf, -mpmath.mpf(u) / 2])
        for first in (mpmath.mpf("0.1"), mpmath.mpf(1)):
            rates = [first * 2**k for k in range(n)]
            seen = mpmath.matrix([sees(v, u) for v in rates])
            gram = mpmath.matrix([[1 / (v + w) for w in rates] for v in rates])
            least = (seen.T * mpmath.lu_solve(gram, seen))[0]
            assert 0 < least < floor


@pytest.mark.parametrize("s, y", [(1, 2), (2, 1), (1, "1.01"), (3, "2.5")])
def test_the_remainder_of_the_transform(s, y):
    """|L(y) - L(s) + (y - s) L1(s)| <= 8 sup |rho_0| (y - s)^2/s^3."""
    with mpmath.workdps(30):
        s, y = mpmath.mpf(s), mpmath.mpf(y)
        rest = sees(y, 1) - sees(s, 1) + (y - s) * sees(s, 1, 1)
        assert 0 < rest < 8 * (y - s) ** 2 / s**3


@pytest.mark.parametrize(
    "id, old, new",
    [
        ("transform-expansion", "(y - s)*L1[s]", "2*(y - s)*L1[s]"),
        ("transform-slope", "== -L1[s]", "== L1[s]"),
        ("memory-integrable", "implies(t <= b, ", "implies(t >= b, "),
        ("plateau-gap", ">= -delta", ">= 0"),
        ("plateau-gap", " - 2*(Sum(a", " - 3*(Sum(a"),
        ("plateau-fall", "<= 3/2*(", "<= 5/4*("),
        ("plateau-fall", ") + delta)", "))"),
        ("escape-order", "J[0] - J[T] <= delta", "J[0] - J[T] <= delta/2"),
    ],
)
def test_twins_are_not_proved(paper, id, old, new):
    text = next(i for i in paper.items if i.id == id).conclusion.text
    assert old in text
    assert decide(stated(paper, id, goal=text.replace(old, new)), 1).verdict != "proved"


def test_the_slope_needs_the_integrals(paper):
    """Any two curves: L(s) = s has the slope 1."""
    text = next(i for i in paper.items if i.id == "transform-slope").conclusion.text
    goal = f"forall(L, real curve, forall(L1, real curve, {text[text.rindex('forall(s, (low') : -3]}))"
    line = [Witness("t", index="t"), Witness("0", index="t"), Witness("1"), Split([[Numbers()], [Numbers()]])]
    fails = At({"goal": line})
    point = {"Rho": 0, "top": 0, "low": 0, "u": 1}
    dropped = stated(paper, "transform-slope", goal=goal, counterexample=point, argument=[fails])
    assert decide(dropped, 15).verdict == "refuted"


#: Students at rest on the target, and no memory: in the order in which Theorem C.1 quantifies them.
AT_REST = [Witness("zeros(1, 1)", index="t"), Witness("eye(1)", index="t"), *([Witness("0", index="t")] * 2)]
NO_MEMORY = [*([Witness("zeros(1, 1)", index="t")] * 4), *([Witness("0", index="t")] * 2), Witness("0")]
KERNELS = [Witness("eye(1)/2", index="t")] * 2
LATE = [Take("R"), Split([[Numbers(using=["e"])]] * 2)]
LIMIT = [Have("e > 0", name="e"), Witness("1"), Split([[Numbers(using=[])], LATE])]
INTEGRALS = [Take("s"), *([Witness("0", index="t")] * 2), Split([[], [], [Take("t")], [Take("e"), *LIMIT]])]


def test_a_strict_twin_of_the_loss_is_refuted(paper):
    """A loss need not fall; so what is supposed of the memory and of a flow does occur."""
    item = next(i for i in paper.items if i.id == "escape-order")
    text = item.conclusion.text
    assert "J[T] <= J[0]" in text
    supposed = Split([INTEGRALS if part == 9 else [] for part in range(11)])
    flow = [Witness("0"), Split([[Numbers()], [*AT_REST, *NO_MEMORY, *KERNELS, Split([[supposed], []])]])]
    late = [Choose(1), Witness("u0"), Split([[Numbers(using=["late"])], flow])]
    fails = [Split([[Take("t"), Numbers()], [Take("u0"), Cases("u0 <= 0", name="late", yes=[Choose(0)], no=late)]])]
    for _ in ("p", "c", "t0"):
        fails = [Witness("1"), Split([[Numbers()], fails])]
    script = At({
        "goal": fails,
        "bounded memory": [Take("t"), Split([[Numbers()], [Numbers()]])],
        "memory vanishes": [Take("e"), Witness("0"), Take("t"), Numbers()],
    })  # fmt: skip
    goal = text.replace("J[T] <= J[0]", "J[T] < J[0]")
    twin = stated(paper, "escape-order", goal=goal, counterexample=item.conclusion.example, argument=[script])
    assert decide(twin, 30).verdict == "refuted"
