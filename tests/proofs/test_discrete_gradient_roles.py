"""Discrete gradient dynamics: points at which conclusions fail without a hypothesis, and twins of what was restated."""


import pytest
import shipped
from mpmath import exp, mpf, workdps
from shipped import decide

from verifier.language.claim import claim
from verifier.language.script import At, Choose, Numbers, Split, Take, Witness
from verifier.papers.book import conclusion_id
from verifier.papers.inquiry import ablate


@pytest.fixture(scope="module")
def paper():
    return shipped.paper("discrete_gradient_dynamics")


def item_of(paper, id):
    return next(i for i in paper.items if i.id == id)


def dropped(paper, id):
    """The claims without a hypothesis, where the page has a point at which the conclusion fails."""
    item, book = item_of(paper, id), shipped.book("discrete_gradient_dynamics")
    entries = {e.id: e for e in book.entries(item)}
    for block in (item, *item.readings, *item.repairs):
        entry = entries.get(conclusion_id(item, block)[0])
        if entry is not None and entry.expected == "proved":
            yield from (e.claim for e in next(ablate(item, block, entry, {})) if e.claim.counterexample is not None)


@pytest.mark.parametrize("id, count", [
    ("eq-10", 4), ("prose-lin-rescaled", 4), ("eq-54", 4), ("lemma-2/bounded", 3), ("lemma-3/sizes", 4),
    ("lemma-3/A", 4),
    ("eq-61/steep", 6), ("eq-62/parting", 5), ("eq-15", 5), ("thm-1", 4), ("eq-16", 7), ("ext-RV", 2), ("cor-2", 6),
])  # fmt: skip
def test_conclusions_fail_without_these_hypotheses(paper, id, count):
    claims = list(dropped(paper, id))
    assert len(claims) == count
    for without in claims:
        assert decide(without, 36).verdict == "refuted", without.id


@pytest.mark.parametrize("id, name, verdict", [
    ("eq-61", "q.nonnegative", "refuted"), ("eq-61", "flow of B", "refuted"), ("eq-62", "sizes", "refuted"),
    ("eq-62", "ball", "refuted"), ("eq-62", "integral", "proved"),
])  # fmt: skip
def test_what_the_printed_bounds_need(paper, id, name, verdict):
    item, book = item_of(paper, id), shipped.book("discrete_gradient_dynamics")
    entry = next(e for e in book.entries(item) if e.role == "conclusion")
    without = next(e for e in next(ablate(item, item, entry, {})) if e.name == name)
    assert shipped.found(without.claim).verdict == verdict


PAGES = ["eq-10/rate", "prose-lin-rescaled", "lemma-3/A", "eq-61/steep", "eq-62/parting", "ext-RV", "eq-16",
         "eq-16/roots"]  # fmt: skip


@pytest.mark.parametrize("id", PAGES)
def test_what_the_pages_expect(paper, id):
    entry = shipped.conclusion("discrete_gradient_dynamics", id)
    found = shipped.found(entry.claim)
    assert (found.verdict, found.vacuity) == ("proved", "inhabited")


@pytest.mark.parametrize("id, old, new", [
    ("eq-10/rate", "<= exp(-2*speed*T)*", "<= 1/2*exp(-2*speed*T)*"),  # fails at T = 0
    ("prose-lin-rescaled", "forall(t, [tau, oo)", "forall(t, [0, oo)"),  # at t = 0 the solution is where it starts
    ("lemma-3/A", "<= R and", "<= R/(1 + T) and"),
    ("eq-16/roots", "== y[t]*(sigma", "== 2*y[t]*(sigma"),  # the rate of the square of the root
    ("eq-16/roots", "exp(-x/2)", "exp(-x)"),
])  # fmt: skip
def test_corrupted_twins_are_not_proved_by_the_argument(paper, id, old, new):
    item = item_of(paper, id)
    entry = shipped.conclusion("discrete_gradient_dynamics", item.id)
    text = item.conclusion.text
    assert old in text
    twin = claim("twin", text.replace(old, new), variables=item.variables, given=item.given,
                 argument=item.conclusion.argument, lemmas=entry.claim.lemmas)  # fmt: skip
    assert decide(twin, 1.5).verdict != "proved"


def test_a_wrong_sign_in_the_sizes_of_the_layers_is_refuted(paper):
    """W = 1 and Z = 0 at rest: |V|^2 + tr K = 2, not 0."""
    item, old = item_of(paper, "lemma-3/sizes"), " - trace((W[0].T*W[0]"
    assert old in item.conclusion.text
    point = {**dict.fromkeys("dhpnXSWP", 1), **dict.fromkeys("YQZ", 0)}
    text = item.conclusion.text.replace(old, old.replace("-", "+", 1))
    twin = claim("twin", text, variables=item.variables, given=item.given, counterexample=point)
    assert decide(twin, 24).verdict == "refuted"


@pytest.mark.parametrize("old, new", [
    ("== (Q - M*A[t]*B[t])*B[t].T", "== (Q + M*A[t]*B[t])*B[t].T"),
    ("== A[t].T*(Q - M*A[t]*B[t])", "== A[t].T*(2*Q - M*A[t]*B[t])"),
    ("exp(-kappa*delta_of[i]/2)", "exp(-kappa*delta_of[i]/2) - 1"),
])  # fmt: skip
def test_a_wrong_sign_or_factor_in_the_closed_form_is_refuted(paper, old, new):
    item = item_of(paper, "eq-16")
    assert old in item.conclusion.text
    twin = claim("twin", item.conclusion.text.replace(old, new), variables=item.variables, given=item.given,
                 definitions=item.definitions, counterexample=item.conclusion.example)  # fmt: skip
    assert decide(twin, 24).verdict == "refuted"


#: unperturbed layers that turn: M = [[0, 1], [-1, 0]], the gap is 2 - 2 cos t
TURNS = {"d": 2, "h": 1, "p": 1, "n": 1, "X": "zeros(1, 2)", "S": "zeros(2, 2)", "Q": "zeros(2, 1)", "Z": 1,
         "W": "Matrix([[0], [1]])", "M": "Matrix([[0, 1], [-1, 0]])",
         "A": "cos(t)*Matrix([[0], [1]]) - sin(t)*Matrix([[1], [0]])", "B": 1, "s_1": 0,
         "s_2": 0, "K": 1, "eps": 2}  # fmt: skip


@pytest.mark.parametrize("id, start, time, old, new", [
    ("eq-61/steep", [], "1/10", " + (2*K**3*eps**2)", ""),
    ("eq-61/steep", [], "1/10", "+ (2*K**3*eps**2)", "- (2*K**3*eps**2)"),
    ("eq-62/parting", [Choose(0)], "1", "exp((5", "exp(-(5"),
    ("eq-62/parting", [Choose(1)], "1", "exp(((5", "exp(-((5"),
])  # fmt: skip
def test_the_two_flows_may_part_faster_than_that(paper, id, start, time, old, new):
    item = item_of(paper, id)
    assert old in item.conclusion.text
    goal = [*start, Witness(time), Split([[], [Numbers()]])]
    bounded = [Take("t"), Split([[Numbers()], [Numbers()]])]
    twin = claim("twin", item.conclusion.text.replace(old, new, 1), variables=item.variables, given=item.given,
                 counterexample=TURNS, argument=[At({"bounded": bounded, "goal": goal})])  # fmt: skip
    assert decide(twin, 24).verdict == "refuted"


@pytest.mark.parametrize("id", ["ext-RV", "cor-2"])
def test_orthonormal_vectors_and_a_basis_say_the_same(paper, id):
    item = item_of(paper, id)
    block = item if id == "ext-RV" else item.repairs[0]
    entries = shipped.book("discrete_gradient_dynamics").entries(item)
    entry = next(e for e in entries if e.id == conclusion_id(item, block)[0])
    for without in next(ablate(item, block, entry, {})):
        if without.name in ("orthonormal", "basis", "V"):
            assert shipped.found(without.claim).verdict == "proved", without.id


def test_a_threshold_that_is_passed_by_less_than_1_does_not_make_the_best_matrix(paper):
    """Y = diag(1, 5/4): eigenvalues 1/2 and 25/32, and the first vector is not the better one."""
    item, old = item_of(paper, "ext-RV"), "mu[i] <= c)"
    assert old in item.given["largest"]
    point = {"d": 2, "p": 2, "n": 2, "k": 1, "X": "eye(2)", "Y": "Matrix([[1, 0], [0, 5/4]])", "c": "1/2",
             "Sx": "Matrix([[1/2, 0], [0, 1/2]])", "Sxy": "Matrix([[1/2, 0], [0, 5/8]])", "v": "Matrix([[1 - t], [t]])",
             "G": "Matrix([[1, 0], [0, 5/4]])", "T": "Matrix([[1, 0], [0, 0]])", "mu": "1/2 + 9/32*t"}  # fmt: skip
    better = [Choose(1), Witness("Matrix([[0], [5/4]])"), Witness("Matrix([[0, 1]])"), Numbers()]
    given = {**item.given, "largest": item.given["largest"].replace(old, "mu[i] <= c + 1)")}
    twin = claim("twin", item.conclusion.text, variables=item.variables, given=given, definitions=item.definitions,
                 counterexample=point, argument=[At({"goal": better})])  # fmt: skip
    assert decide(twin, 24).verdict == "refuted"


def test_false_readings_by_iteration():
    """Theorem 3 with exponentials at t = 1; the component j at and just after T_j, before its transition."""
    with workdps(30):
        y, w = mpf(9) / 20, mpf(99) / 100
        first = w * (1 + y * (1 - w)) ** 2
        slow, powers = (w / ((1 - w) * f + w) for f in (exp(-2 * y - 4 * y**2), 1 - 2 * y))
        assert slow < first <= powers
        for tenths, rises in ((20, False), (21, False), (24, True)):
            x, delta = exp(mpf(-400)), 400
            for _ in range(delta * tenths // 10):
                x *= (1 + (1 - x) / 4) ** 2
            assert (x > mpf(9) / 10) == rises and (x < mpf(1) / 10) != rises
