"""Second routes to Theorem C.1 of the curse of memory: integrated flows, exact points, corrupted twins."""

import math
from fractions import Fraction
from itertools import pairwise
from math import factorial

import mpmath
import pytest
import shipped
from shipped import decide

from proofs.curse_of_memory.lemmas.cauchy_matrices import LOSS_MOVES, MOVING, NONNEGATIVE
from proofs.curse_of_memory.lemmas.energy_escape import SLOW
from verifier.language.claim import claim
from verifier.language.script import At, Cases, Choose, Numbers, Split, Take, Witness
from verifier.prove import portfolio

#: rhobar = e^(-2t); the memory has the transform M e^(-s u): all its mass at u.
TARGET, MASS = ((1.0, 2.0),), 0.5


@pytest.fixture(scope="module")
def paper():
    return shipped.paper("curse_of_memory")


def stated(paper, id, **changes):
    """The conclusion of an item with these changes, and the same results cited."""
    item = next(i for i in paper.items if i.id == id)
    cited = shipped.conclusion("curse_of_memory", item.id).claim.lemmas
    rest = {"variables": item.variables, "given": item.given, "definitions": item.definitions, "lemmas": cited}
    return claim("x", **{"goal": item.conclusion.text, **rest, **changes})


def flow(state, u):
    """-grad J for two neurons (a, w), J = |rhohat - rhobar|^2 - 2 <rhohat, memory>."""
    a, w = state[:2], state[2:]
    found = [0.0] * 4
    for k in range(2):
        first = sum(a[j] / (w[k] + w[j]) for j in range(2)) - sum(b / (w[k] + v) for b, v in TARGET)
        second = sum(a[j] / (w[k] + w[j]) ** 2 for j in range(2)) - sum(b / (w[k] + v) ** 2 for b, v in TARGET)
        seen = MASS * math.exp(-w[k] * u)
        found[k] = -2 * first + 2 * seen
        found[2 + k] = 2 * a[k] * second - 2 * a[k] * u * seen
    return found


def distances(start, u, end, steps):
    state, found = list(start), []
    h = end / steps
    for i in range(1, steps + 1):
        k1 = flow(state, u)
        k2 = flow([x + h / 2 * k for x, k in zip(state, k1, strict=True)], u)
        k3 = flow([x + h / 2 * k for x, k in zip(state, k2, strict=True)], u)
        k4 = flow([x + h * k for x, k in zip(state, k3, strict=True)], u)
        state = [x + h / 6 * (p + 2 * q + 2 * r + s) for x, p, q, r, s in zip(state, k1, k2, k3, k4, strict=True)]
        found.append((i * h, math.dist(state, start)))
    return found


@pytest.mark.parametrize("u", [4, 6])
@pytest.mark.parametrize("start", [(1.0, 0.0, 2.0, 1.0), (0.5, 0.5, 2.0, 2.0)])
def test_the_flow_moves_no_faster_than_the_bound(start, u):
    wlow, abar, radius = min(start[2:]), 1.0, 1 / u
    slope = 2 * math.sqrt(2) * (abar + 2) * u * MASS * math.exp(-(wlow - radius) * u)
    for t, far in distances(start, u, radius / slope, 400):
        assert far <= slope * t + 1e-9
    assert far < radius


def test_the_plateau_is_left_and_its_length_is_exponential():
    """From a null neuron: a_2' is about 2 M e^(-u), so the time to the distance 1/10 grows like e^u."""
    times = []
    for u in (3, 4, 5):
        found = distances((1.0, 0.0, 2.0, 1.0), u, 60 * math.exp(u - 3), 4000)
        times.append(next(t for t, far in found if far > 0.1))
        bound = math.exp(u) / u**2 / (4 * math.e * MASS * 3 * 1.1) * min(0.1 / math.sqrt(2), math.log(1.1))
        assert times[-1] > bound
    assert all(2 < later / first < 3.5 for first, later in pairwise(times))


def test_a_memory_that_no_start_with_rate_one_sees():
    """rho_0 = e^t k''(t) with k = (1 - t^2)^4: the transform of rho_0(t - u) vanishes to second order at s = 1."""
    mpmath.mp.dps = 30
    second = lambda t: mpmath.diff(lambda s: (1 - s**2) ** 4, t, 2)  # noqa: E731
    for n in (0, 1):
        value = mpmath.quad(lambda t, n=n: (t + 3) ** n * mpmath.exp(-3) * second(t), [-1, 0, 1])
        assert abs(value) < mpmath.mpf(10) ** -15
    assert abs(mpmath.quad(lambda t: (mpmath.exp(t) * second(t)) ** 2, [-1, 0, 1])) > 1


def test_half_of_the_energy_bound_is_not_proved():
    twin = SLOW.formula.replace("GG*far <= GG**2*until", "GG*far <= GG**2*until/2")
    assert twin != SLOW.formula
    assert decide(claim("slow", SLOW.formula, argument=SLOW.by), 24).verdict == "proved"
    assert decide(claim("twin", twin, argument=SLOW.by), 1).verdict != "proved"


@pytest.mark.parametrize("name", ["flow", "gradient", "memory seen"])
def test_hypotheses_of_the_theorem_are_needed(paper, name):
    item = next(i for i in paper.items if i.id == "plateau-escape")
    given = {k: v for k, v in item.given.items() if k != name}
    dropped = stated(paper, "plateau-escape", given=given, counterexample=item.hints[name].counterexample)
    assert decide(dropped, 24).verdict == "refuted"


def test_the_argument_gives_no_longer_time(paper):
    """The constant of the time is what the argument yields: twice as long is not proved by it."""
    item = next(i for i in paper.items if i.id == "plateau-escape")
    early = item.given["early"].replace("/(4*exp(1)*C", "/(2*exp(1)*C")
    assert early != item.given["early"]
    twin = stated(paper, "plateau-escape", given={**item.given, "early": early}, argument=item.conclusion.argument)
    assert decide(twin, 1).verdict != "proved"


@pytest.mark.parametrize(
    "name",
    ["flow", "memory seen", "memory", "chain rule", "distance", "amplitudes", "rates", "root", "budget", "start"],
)
def test_hypotheses_of_the_energy_bound_are_needed(paper, name):
    item = next(i for i in paper.items if i.id == "plateau-energy")
    given = {k: v for k, v in item.given.items() if k != name}
    dropped = stated(paper, "plateau-energy", given=given, counterexample=item.hints[name].counterexample)
    assert decide(dropped, 15).verdict == "refuted"


def test_a_shorter_way_is_refuted(paper):
    """a' = E = 1/8, G = 1/2, up to 1: the way 1/8 is no less than 1/8."""
    text = next(i for i in paper.items if i.id == "plateau-energy").conclusion.text
    point = {"m": 1, "wlow": 1, "abar": 0, "a": "t/4", "w": 1, "J": "-t/16", "Q": 0, "ga": 0, "gw": 0, "l": "1/8",
             "n": 0, "L": "1/8", "L1": 0, "E": "1/8", "rad": 1, "T": 1, "rt": 1, "G": "1/2"}  # fmt: skip
    twin = stated(paper, "plateau-energy", goal=text.replace("< rad**2", "< (rad/4)**2"), counterexample=point)
    assert decide(twin, 15).verdict == "refuted"


def test_one_eigenvector_less_is_not_enough(paper):
    """H = 1 of rank 1 in one dimension: its only eigenvalue exceeds e = 0."""
    goal = ("forall(X, matrix(n, r), forall(D, symmetric matrix(r), implies(X.T*X == eye(r) and (H + F)*X == X*D,"
            " exists(c, matrix(r, 1), c != zeros(r, 1) and c.T*D*c <= e*c.T*c))))")  # fmt: skip
    point = {"n": 1, "r": 1, "H": 1, "F": 0, "Z": 1, "G": 1, "e": 0}
    found = decide(stated(paper, "rem-perturbed-spectrum", goal=goal, counterexample=point), 3)
    assert found.verdict != "proved"


@pytest.mark.parametrize(
    "old, new", [("2*g[i]*g[k]", "g[i]*g[k]/2"), ("(f[i]*g[k] + g[i]*f[k])", "2*(f[i]*g[k] + g[i]*f[k])")]
)
def test_a_wrong_factor_in_the_curvature_is_refuted(paper, old, new):
    """One neuron of rate 1 (K = 1/2): f^2/2 - f g/2 + g^2/16 and f^2/2 - f g + g^2/4, at f = 1/2, g = 1."""
    text = next(i for i in paper.items if i.id == "rem-confluent-form").conclusion.text
    at = [At({"goal": [Witness("1/2", index="t"), Witness("1", index="t")]})]
    point = {"m": 1, "w": 1, "K": "1/2"}
    twin = stated(paper, "rem-confluent-form", goal=text.replace(old, new), counterexample=point, argument=at)
    assert old in text and decide(twin, 9).verdict == "refuted"


def test_a_strict_bound_on_the_plateau_is_refuted(paper):
    """One neuron of amplitude 0 and no memory: the Hessian is diag(1, 0)."""
    item = next(i for i in paper.items if i.id == "plateau-spectrum")
    at = [At({"goal": [Choose(0), Witness("0"), Witness("0"), Witness("1"), Split([[], []])]})]
    goal = item.conclusion.text.replace("lam >= -e", "lam > -e")
    twin = stated(paper, "plateau-spectrum", goal=goal, counterexample=item.conclusion.example, argument=at)
    assert decide(twin, 18).verdict == "refuted"


def test_the_plateau_needs_null_blocks(paper):
    """By the page's own argument: not with other sums of the amplitudes."""
    item = next(i for i in paper.items if i.id == "plateau-spectrum")
    given = {k: v for k, v in item.given.items() if k != "cancel"}
    twin = stated(paper, "plateau-spectrum", given=given, argument=item.conclusion.argument)
    assert decide(twin, 4).verdict != "proved"


@pytest.mark.parametrize(
    "id",
    [
        "plateau-energy",
        "plateau-distance",
        "loss-no-faster",
        "plateau-escape",
        "thm-5.1",
        "thm-5.1-uniform",
        "thm-C.1-limit",
        "thm-C.1-both",
        "escape-limit",
        "escape-order",
        "thm-C.1",
        "lem-C.1",
        "prop-C.3",
        "plateau-spectrum",
        "plateau-blocks",
        "sorted-eigenvalues",
        "plateau-eigenvalues",
        "plateau-moments",
        "rem-confluent-form",
        "rem-perturbed-spectrum",
        "eq-106/107",
        "rem-C.3",
    ],
)
def test_what_the_pages_expect(paper, id):
    item = next(i for i in paper.items if i.id == id)
    entry = next(e for e in shipped.book("curse_of_memory").entries(item) if e.id.endswith(id))
    found = shipped.found(entry.claim)
    assert found.verdict == (entry.expected or "proved") and found.vacuity == "inhabited"


#: One neuron that moves away from a target of size 0, with K = 1/2: Q = (1 + t)^2/2.
AWAY = {"m": 1, "ms": 1, "T": 1, "a": "1 + t", "w": 1, "b": 0, "v": 1, "K": "1/2", "H": "1/2", "B": "1/2",
        "Q": "(1 + t)**2/2", "ga": "1 + t", "gw": "-(1 + t)**2/2", "low": 0}  # fmt: skip


@pytest.mark.parametrize("part, old, new", [(0, "Q[t] >= 0", "Q[t] >= 1"), (1, "trace(ga[t].T*", "2*trace(ga[t].T*")])
def test_twins_of_the_distance_along_a_path_are_refuted(paper, part, old, new):
    """Along every path, not only along the flow; what is true is not refuted at the same point."""
    item = next(i for i in paper.items if i.id == "plateau-distance")
    text = ["forall(t, [0, T], Q[t] >= 0)", item.conclusion.text.split(" and ")[1]][part]
    assert text in item.conclusion.text and old in text
    given = {k: item.given[k] for k in ("target", "positive rates", "kernels", "distance", "gradient")}
    variables = {k: v for k, v in item.variables.items() if k in AWAY}
    for goal, wrong in ((text.replace(old, new), True), (text, False)):
        made = claim("x", goal, variables=variables, given=given, counterexample=AWAY)
        assert (decide(made, 9).verdict == "refuted") is wrong


def test_a_loss_that_rises_is_not_proved(paper):
    item = next(i for i in paper.items if i.id == "plateau-distance")
    text = item.conclusion.text.replace("diff(J[t], t) == -(", "diff(J[t], t) == (")
    assert text != item.conclusion.text
    twin = stated(paper, "plateau-distance", goal=text, argument=item.conclusion.argument)
    assert decide(twin, 1).verdict != "proved"


@pytest.mark.parametrize("entry", [NONNEGATIVE, MOVING, LOSS_MOVES])
def test_the_laws_of_the_kernels_of_exponentials(entry):
    assert decide(claim("law", entry.formula, argument=entry.by), 24).verdict == "proved"


@pytest.mark.parametrize(
    "entry, old, new",
    [
        (NONNEGATIVE, "- 2*Sum", "- 3*Sum"),
        (NONNEGATIVE, ">= 0))))", "> 0))))"),
        (MOVING, "== -(diff", "== (diff"),
        (MOVING, "**2", "**3"),
        (LOSS_MOVES, "== Sum(2*(", "== Sum(("),
        (LOSS_MOVES, "-2*a_1", "2*a_1"),
    ],
)
def test_twins_of_the_laws_are_not_proved(entry, old, new):
    twin = entry.formula.replace(old, new)
    assert twin != entry.formula
    assert decide(claim("twin", twin, argument=entry.by), 1).verdict != "proved"


def test_a_twin_of_the_escape_times_is_refuted(paper):
    """Times up to delta itself are not followed by an escape before delta."""
    text = next(i for i in paper.items if i.id == "eq-106/107").conclusion.text
    assert "c > delta" in text
    goal = text.replace("c > delta", "c >= delta")
    twin = stated(paper, "eq-106/107", goal=goal, counterexample={"r": 0, "delta": 1})
    assert decide(twin, 15).verdict == "refuted"


#: One neuron that sees the memory in full: a loss of delta, half of it by Q.
SEEING = {"m": 1, "low": 1, "abar": 0, "E": "1/4", "a": 1, "a0": 0, "w": 1, "w0": 1, "l": "1/4", "l0": "1/4",
          "L": "1/4", "L1": 0, "Q": 0, "Q0": "1/2",
          "J": "-1/2", "J0": "1/2", "c0": 0, "rt": 1, "far": 1, "delta": 1}  # fmt: skip


@pytest.mark.parametrize(
    "new, point",
    [
        ("J0 - J < delta", {}),
        ("J0 - J <= delta/2", {}),
        ("J - J0 <= delta", {"a": 0, "far": 0, "Q": 2, "J": 2, "Q0": 0, "J0": 0}),
    ],
)
def test_the_bound_of_the_loss_is_sharp(paper, new, point):
    twin = stated(paper, "loss-no-faster", goal=new, counterexample={**SEEING, **point})
    assert decide(twin, 15).verdict == "refuted"


@pytest.mark.parametrize(
    "name", ["memory", "seen", "amplitudes", "rates", "transform", "loss", "way", "inside", "slow", "close"]
)
def test_hypotheses_of_the_bound_of_the_loss_are_needed(paper, name):
    item = next(i for i in paper.items if i.id == "loss-no-faster")
    given = {k: v for k, v in item.given.items() if k != name}
    dropped = stated(paper, "loss-no-faster", given=given, counterexample=item.hints[name].counterexample)
    assert decide(dropped, 24).verdict == "refuted"


def test_a_strict_twin_of_the_limit_of_the_escape_times_is_refuted(paper):
    """A student at rest: for every bound e0 of the memory its loss does not fall at all."""
    text = next(i for i in paper.items if i.id == "thm-C.1-limit").conclusion.text
    assert "J[T] <= J[0]" in text
    none = dict.fromkeys(("ga", "gw", "l", "n"), "zeros(1, 1)")
    curves = {"a": "zeros(1, 1)", "w": "eye(1)", "J": "0", "Q": "0", **none, "L": "0",
              "L1": "0", "c0": None}  # fmt: skip
    rest = [Witness("0") if value is None else Witness(value, index="t") for value in curves.values()]
    kernels = [Witness("eye(1)/2", index="t"), Witness("eye(1)/2", index="t"), Split([[], []])]
    inside = [Witness("0"), Split([[Numbers()], [*rest, Witness("0"), Split([[], kernels])]])]
    beyond = [Choose(1), Witness("e0"), Split([[Numbers(using=["e"])], inside])]
    fails = [Witness("1"), Split([[Numbers()], [Take("e0"), Cases("e0 <= 0", name="e", yes=[Choose(0)], no=beyond)]])]
    point = {"m": 1, "ms": 1, "b": 0, "v": 1, "B": "1/2", "wlow": 1, "abar": 0, "delta": 1, "rad": "1/2"}
    goal = text.replace("J[T] <= J[0]", "J[T] < J[0]")
    twin = stated(paper, "thm-C.1-limit", goal=goal, counterexample=point, argument=[At({"goal": fails})])
    assert decide(twin, 24).verdict == "refuted"


def test_a_strict_twin_of_lemma_c1_is_refuted(paper):
    """Without a memory two rates see the same."""
    text = next(i for i in paper.items if i.id == "lem-C.1").conclusion.text
    assert "H[T] <= F[T]" in text
    zero = Witness("0", index="t")
    none = [Witness("0"), zero, zero, Split([[], [Witness("0"), Split([[], []])]])]
    fails = At({
        "goal": [Choose(0), Witness("1"), Split([[Numbers()], none])],
        "size": [Take("t"), Split([[Numbers()], [Numbers()]])],
        "forgets": [Take("e"), Witness("0"), Take("t"), Numbers()],
    })  # fmt: skip
    goal, point = text.replace("H[T] <= F[T]", "H[T] < F[T]"), {"n": 0, "w": 1, "B": 0, "Q": 0}
    twin = stated(paper, "lem-C.1", goal=goal, counterexample=point, argument=[fails])
    assert decide(twin, 24).verdict == "refuted"


def test_the_memory_of_remark_c3_is_not_seen_by_two_equal_neurons():
    """(1 - 4 t + 2 t^2) e^(-t) is orthogonal to e^(-t) and t e^(-t), of norm^2 1/2: int t^n e^(-2t) = n!/2^(n+1)."""
    x = [Fraction(1), Fraction(-4), Fraction(2)]

    def integral(coefficients):
        return sum(c * factorial(n) / Fraction(2) ** (n + 1) for n, c in enumerate(coefficients))

    square = [sum(x[i] * x[n - i] for i in range(3) if 0 <= n - i < 3) for n in range(5)]
    assert integral(x) == integral([0, *x]) == 0 and integral(square) == Fraction(1, 2)


def test_a_memory_that_is_seen_is_no_counterexample_to_remark_c3(paper):
    entry = shipped.conclusion("curse_of_memory", "rem-C.3")
    c = entry.claim
    seen = {**dict(c.counterexample), "x": "(1 - 3*t + 2*t**2)*exp(-t)"}
    twin = claim("twin", c.goal_text, variables={v.name: v.domain for v in c.variables},
                 given={h.name: h.formula for h in c.given}, argument=c.argument, counterexample=seen)  # fmt: skip
    assert portfolio.decide(twin, 1.5).verdict not in ("proved", "refuted")  # the page's own point refutes it


@pytest.mark.parametrize("changed", ["gaps beyond the bound", "a longer time"])
def test_twins_of_the_uniform_constant_are_not_proved(paper, changed):
    item = next(i for i in paper.items if i.id == "thm-5.1-uniform")
    given = dict(item.given)
    if changed == "a longer time":
        given["early"] = given["early"].replace("(1 + delta0)", "(1 + delta0)/2")
    else:
        del given["up to"]
    assert given != item.given
    twin = stated(paper, "thm-5.1-uniform", given=given, argument=item.conclusion.argument)
    assert decide(twin, 1).verdict != "proved"


@pytest.mark.parametrize(
    "id, old, new",
    [
        ("memory-transforms", "L1[s]**2 <= E**2", "L1[s]**2 <= E**2/4"),
        ("memory-transforms-tail", "L[s]**2 <= D**2", "L[s]**2 <= D**2/4"),
        ("escape-limit", "J[0] - J[T] <= delta", "J[0] - J[T] <= delta/2"),
        ("escape-limit", "Q[0] <= q0", "Q[0] <= 1"),
        ("escape-limit", "2*low < wlow", "low < 2*wlow"),
        ("thm-5.1", "/(4*exp(1)*C", "/(2*exp(1)*C"),
        ("thm-5.1", "Q[0]*(1 + delta) <= delta*D", "Q[0]*(1 + delta) <= delta*C"),
        ("escape-order", "2*Q[0] <= delta", "Q[0] <= delta"),
        ("thm-C.1", "2*Q[0] <= delta", "Q[0] <= delta"),
    ],
)
def test_twins_of_the_escape_times_from_the_memory_are_not_proved(paper, id, old, new):
    item = next(i for i in paper.items if i.id == id)
    text = item.conclusion.text
    assert old in text
    twin = stated(paper, id, goal=text.replace(old, new), argument=item.conclusion.argument)
    assert decide(twin, 1).verdict != "proved"


@pytest.mark.parametrize("id", ["memory-transforms", "memory-transforms-tail"])
def test_the_sizes_of_the_memory_are_proved_from_its_integrals(paper, id):
    item = next(i for i in paper.items if i.id == id)
    found = decide(stated(paper, id, argument=item.conclusion.argument, example=item.conclusion.example), 15)
    assert (found.verdict, found.vacuity) == ("proved", "inhabited")
