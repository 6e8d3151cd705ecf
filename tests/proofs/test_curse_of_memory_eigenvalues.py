"""Corrupted twins of Proposition C.3 of the curse of memory, and of what it is made of."""

from dataclasses import replace

import pytest
import shipped
from shipped import decide

from verifier.kernel.terms.expr import TRUE
from verifier.language.claim import claim
from verifier.language.script import At, Cases, Choose, Induct, Numbers, Split, Take, Witness


@pytest.fixture(scope="module")
def paper():
    return shipped.paper("curse_of_memory")


def conclusion(paper, id):
    item = next(i for i in paper.items if i.id == id)
    return item, shipped.conclusion("curse_of_memory", item.id).claim


def twin(paper, id, old, new):
    """The claim of an item with other words in its conclusion."""
    item, made = conclusion(paper, id)
    text = item.conclusion.text
    assert old in text
    goal = claim("twin", text.replace(old, new), variables=item.variables, definitions=item.definitions).goal
    return replace(made, id="twin", goal=goal)


def at(made, script, values):
    """The same with a suggested counterexample and a proof that the goal fails there."""
    domains = {v.name: v.domain for v in made.variables}
    point = claim("point", TRUE, variables=domains, counterexample=values).counterexample
    return replace(made, counterexample=point, argument=(At({"goal": script}),))


#: The target 3/2 e^(-t), and a memory with the moments 3/8 and 0: the Hessian is diag(1, 9/8), and e = 3/4.
LOUD = {
    "m": 1, "n": 1, "a": "3/2", "w": 1, "A": "3/2", "W": 1, "I1": "-3/8", "I2": 0, "e": "3/4",
    "K": "1/2", "Haa": 1, "Hwa": 0, "Hww": "9/8",
    "U": "Matrix([[0, 1]])", "V": "Matrix([[1, 0]])", "Lam": "Matrix([[9/8, 0], [0, 1]])", "d": "9/8 - t/8",
}  # fmt: skip


def test_fewer_eigenvalues_may_be_large_is_refuted(paper):
    made = twin(paper, "plateau-eigenvalues", "k >= m + n,", "k >= m + n - 1,")
    assert decide(at(made, [Witness("1"), Choose(1), Split([[], []])], LOUD), 24).verdict == "refuted"


def test_a_smaller_lower_bound_is_refuted(paper):
    """The Hessian is diag(1, -1/2), and e = 3/2."""
    item, _ = conclusion(paper, "plateau-eigenvalues")
    made = at(twin(paper, item.id, "d[k] >= -e", "d[k] >= -e/4"), [Witness("1"), Choose(0)], item.conclusion.example)
    assert decide(made, 24).verdict == "refuted"


def only(name, *steps):
    """There is one value of the index."""
    return Induct(name, hypothesis=f"no more {name}", base=list(steps))


#: rhohat = rhobar = e^(-t), no memory: the Hessian is [[1, -1/2], [-1/2, 1/2]].
POINT = ["1", "1", "1", "1", "1", "1", ("0", "t"), ("0", "t"), "1/2", "1", "-1/2", "1/2"]
#: 0 and the number -1 at -1.
NO_VECTORS = ["zeros(1, 2)", "zeros(1, 2)", "Matrix([[0, 0], [0, -1]])", ("-t", "t")]
INTEGRAL = [Witness("0", index="t"), Split([[], [Take("t"), Numbers()], [Numbers()]])]
HELD = [
    [only("k", Split([[Numbers()], [Numbers()]]))], [], [only("j")], [only("j", only("k"))], [only("j")], [Take("t")],
    [only("k", Split([INTEGRAL, INTEGRAL]))], [only("i", only("k", Split([[]]*4)))],
    [Split([[], []])], [], [Take("k", "l"), Numbers()],
]  # fmt: skip


def test_eigenvectors_must_be_orthonormal(paper):
    """Without that, 0 has every number as its eigenvalue."""
    values = [Witness(*(v if isinstance(v, tuple) else (v,))) for v in POINT + NO_VECTORS]
    here = [Witness("u0"), Split([[], [*values, Split([[Split(HELD)], [Witness("1"), Choose(0)]])]])]
    late = Cases("u0 <= 0", yes=[Choose(0)], no=[Choose(1), *here])
    script = [Choose(0), Witness("1/2"), Split([[], [Take("u0"), late]])]
    made = twin(paper, "prop-C.3", "(U.T*U + V.T*V == eye(2*m)) and ", "")
    found = decide(at(made, script, {"R": 0, "Q": 0, "B": 0, "wlow": 1, "abar": 1}), 12)
    assert found.verdict == "refuted"


@pytest.mark.parametrize(
    ("id", "old", "new"),
    [
        ("prop-C.3", "k >= m + n,", "k >= m + n - 1,"),
        ("prop-C.3", "d[k] >= -e", "d[k] >= 0"),
        ("prop-C.3", "2*(1 + abar)*u**2*", "2*(1 + abar)*u*"),
        ("prop-C.3", "w[k, 0] >= wlow", "w[k, 0] >= wlow/2"),
        ("sorted-eigenvalues", "d[s-1] <= e", "d[s-2] <= e"),
        ("sorted-eigenvalues", "d[s-1] <= e", "d[s-1] < e"),
        ("plateau-moments", "Abs(p) <= u**2*D", "Abs(p) <= u*D"),
        ("plateau-moments", "forall(v, [wlow, oo)", "forall(v, [wlow/2, oo)"),
        ("plateau-blocks", "integer[n, n+m-1], (S.T*a)", "integer[n-1, n+m-1], (S.T*a)"),
    ],
)
def test_twins_are_not_proved(paper, id, old, new):
    assert decide(twin(paper, id, old, new), 1.2).verdict != "proved"
