"""Second routes to the lists of assignments and of critical spaces, and corrupted twins."""

from dataclasses import replace
from itertools import product
from math import factorial

import mpmath
import pytest
import shipped
from shipped import decide

from verifier.derive.measures.set_partitions import stirling2
from verifier.language.claim import claim


@pytest.fixture(scope="module")
def paper():
    return shipped.paper("curse_of_memory")


def conclusion(paper, id):
    item = next(i for i in paper.items if i.id == id)
    return item, shipped.book("curse_of_memory").entries(item)[0].claim


def onto(m, n):
    """All assignments of m neurons to n rates, none of which is left out."""
    return [f for f in product(range(n), repeat=m) if set(f) == set(range(n))]


@pytest.mark.parametrize("m", range(1, 7))
def test_assignments_by_the_block_of_the_last_neuron(m):
    """The recurrence behind the list: the others fill all blocks, or all but that of the last one."""
    for n in range(1, m + 1):
        assert len(onto(m, n)) == factorial(n) * stirling2(m, n)
        for g in range(n):
            lists = [f[:-1] for f in onto(m, n) if f[-1] == g]
            full = sum(set(f) == set(range(n)) for f in lists)
            assert full == len(onto(m - 1, n))
            assert len(lists) - full == (len(onto(m - 1, n - 1)) if m > 1 else 1)


@pytest.mark.parametrize("m", range(2, 7))
def test_spaces_have_different_rates(m):
    """The vectors S v for n < m, with rates v of n alone, are pairwise different: as many as the sum says."""
    logs = {n: [mpmath.mpf(n) / 7 + k for k in range(n)] for n in range(1, m)}
    vectors = {tuple(logs[n][k] for k in f) for n in range(1, m) for f in onto(m, n)}
    total = sum(factorial(n) * stirling2(m, n) for n in range(1, m))
    assert len(vectors) == total
    assert 24 * total >= (m + 1) * (3 * m - 2) * factorial(m)
    assert (24 * total == (m + 1) * (3 * m - 2) * factorial(m)) == (m <= 3)


def test_a_space_is_critical_by_differences():
    """m = 3, n = 1, target e^(-t) + 2 e^(-3t): the slopes of the closed form at points of the space."""
    target = [(1, 1), (2, 3)]
    with mpmath.workdps(40):

        def transform(x):
            return sum(mpmath.mpf(c) / (x + r) for c, r in target)

        v = mpmath.findroot(lambda x: mpmath.diff(lambda y: y * transform(y) ** 2, x), 2)
        b = 2 * v * transform(v)

        def loss(*z):
            a, w = z[:3], z[3:]
            pairs = sum(a[i] * a[j] / (w[i] + w[j]) for i in range(3) for j in range(3))
            return pairs - 2 * sum(a[i] * transform(w[i]) for i in range(3))

        for a in ((b / 2, b / 3, b / 6), (2 * b, -b, 0)):
            for k in range(6):
                order = tuple(int(i == k) for i in range(6))
                assert abs(mpmath.diff(loss, (*a, v, v, v), order)) < mpmath.mpf(10) ** -12
        off = mpmath.diff(loss, (b, b, b, v, v, v), (1, 0, 0, 0, 0, 0))
        assert abs(off) > mpmath.mpf(10) ** -3


NUMBER, TERM = "K == factorial(n)*stirling2(m, n)", "factorial(n)*stirling2(m, n)"
TWINS = (
    ("rem-assignments", NUMBER, f"{NUMBER} + 1"),
    ("rem-assignments", NUMBER, "K == stirling2(m, n)"),
    ("rem-assignments", NUMBER, "K == n**m"),
    ("rem-carried", "- R[w[i, 0]]", "+ R[w[i, 0]]"),
    ("rem-carried", "S.T*a == b", "S.T*a == 2*b"),
    ("ext-Fermat", "- R[v[i, 0]]) == 0", "+ R[v[i, 0]]) == 0"),
    ("ext-Fermat", "(exp(v[i, 0]) + exp(v[j, 0]))**2", "(exp(v[i, 0]) + exp(v[j, 0]))**3"),
    ("ext-Fermat", "+ nu) <= (", "+ nu) <= (1 + "),
    ("thm-D.1", "K == factorial(n)*stirling2(m, n)", "K == factorial(n)*stirling2(m, n) + 1"),
    ("thm-D.1", "- R[w[r][i, 0]]", "+ R[w[r][i, 0]]"),
    ("thm-D.1", "implies(v[k, 0] == v[l, 0], k == l)", "implies(k == l, v[k, 0] == v[l, 0])"),
    ("thm-D.6-list", f"K == Sum({TERM}, (n, 1, h))", f"K == Sum({TERM}, (n, 1, h + 1))"),
    ("thm-D.6-list", f"K == Sum({TERM}, (n, 1, h))", "K == Sum(n**m, (n, 1, h))"),
    ("thm-D.6-list", "- R[w[r][i, 0]]", "+ R[w[r][i, 0]]"),
    ("thm-D.6-list", "forall(n, integer[1, h], exists(b", "forall(n, integer[2, h], exists(b"),
    ("rem-D.3", "K >= ((m + 1)*(3*m - 2)/24)*mu", "K >= ((m + 1)*(3*m - 1)/24)*mu"),
    ("rem-D.7", f"K == Sum({TERM}, (n, 1, (m-1)))", f"K == Sum({TERM}, (n, 1, m))"),
    ("rem-D.7", "forall(p, (1/2, oo)", "forall(p, (0, oo)"),
    ("rem-D.7-sums", "implies(n <= m-1, not", "implies(n <= m, not"),
    ("rem-D.7-sums", "implies(n > m-1, exists", "implies(n > m-2, exists"),
)  # fmt: skip


@pytest.mark.parametrize(("id", "old", "new"), TWINS)
def test_corrupted_twins_are_not_proved(paper, id, old, new):
    """The same argument with the same results cited does not prove the corrupted claim."""
    item, made = conclusion(paper, id)
    assert old in item.conclusion.text
    text = item.conclusion.text.replace(old, new)
    goal = claim("twin", text, variables=item.variables, definitions=item.definitions).goal
    twin = replace(made, id="twin", goal=goal, counterexample=None)
    assert decide(twin, shipped.time_for("curse_of_memory", id)).verdict != "proved"


@pytest.mark.parametrize("name", ["amplitudes", "critical", "assigned", "rates"])
def test_each_hypothesis_of_the_carried_gradient_is_used(paper, name):
    _, made = conclusion(paper, "rem-carried")
    weak = replace(made, id="weak", given=tuple(h for h in made.given if h.name != name))
    assert decide(weak, shipped.time_for("curse_of_memory", "rem-carried")).verdict != "proved"


@pytest.mark.parametrize("id", ["ext-Fermat", "thm-D.1"])
def test_a_minimiser_is_critical_only_with_the_transform_of_the_slope(paper, id):
    _, made = conclusion(paper, id)
    assert decide(replace(made, id="weak", given=()), shipped.time_for("curse_of_memory", id)).verdict != "proved"


@pytest.mark.parametrize(
    "id",
    ["rem-assignments", "rem-carried", "ext-Fermat", "thm-D.1", "thm-D.6-list", "rem-D.3", "rem-D.7-sums", "rem-D.7"],
)
def test_verdicts(paper, id):
    item = next(i for i in paper.items if i.id == id)
    for entry in shipped.book("curse_of_memory").entries(item):
        assert shipped.found(entry.claim).verdict == (entry.expected or "proved"), entry.id


@pytest.mark.parametrize("name", ["rates", "target"])
def test_an_exponential_sum_with_fewer_rates_lies_in_a_smaller_space(paper, name):
    """Two terms with one rate, or a target that is one exponential: n_rho is 0, not m - 1."""
    item, _ = conclusion(paper, "rem-D.7-sums")
    hint = item.hints[name]
    given = {k: v for k, v in item.given.items() if k != name}
    weak = claim(
        "weak",
        item.conclusion.text,
        variables=item.variables,
        given=given,
        argument=hint.argument,
        counterexample=hint.counterexample,
    )
    assert decide(weak, 30).verdict == "refuted"
