"""Points that a page suggests, with hypotheses that need a witness or a variable taken; and points that are none."""


import pytest

from verifier.kernel.logic.proofs import Checker
from verifier.language.claim import claim
from verifier.language.script import At, Choose, Numbers, Recall, Witness
from verifier.prove.driver.effort import now
from verifier.prove.driver.task import Task
from verifier.prove.portfolio import decide
from verifier.prove.scripts.tactics import Stuck

#: L is the limit of a primitive of rho.
LIMIT = ("exists(F, real curve, F[0] == 0 and forall(t, [0, oo), diff(F[t], t) == rho[t])"
         " and forall(e, positive, exists(R, positive, forall(T, [R, oo), Abs(F[T] - L) <= e))))")  # fmt: skip
FLOW = "forall(t, [0, oo), exists(c, matrix(N, 1), diff(w[t], t) == X*c))"
#: A function above |rho| that is nowhere larger than h.
ABOVE = "exists(G, real function of matrix(1, 1), forall(s, real, Abs(rho[s]) <= G[s] and G[s] <= h))"
SPACE = {"d": "positive integer", "N": "positive integer", "X": "matrix(d, N)", "w": "matrix(d, 1) curve"}
REST = {"d": "1", "N": "1", "X": "1"}


@pytest.mark.parametrize(("letters", "given", "example"), [
    ({"tau": "real curve"}, {"u": "forall(R, real, exists(t, nonnegative, tau[t] >= R))"}, {"tau": "t"}),
    ({"tau": "real curve"}, {"u": "forall(R, real, exists(t, nonnegative, tau[t] > R))"}, {"tau": "t"}),
    (SPACE, {"inclusion": FLOW}, {**REST, "w": "1"}),
    ({"rho": "real curve", "L": "real"}, {"limit": LIMIT}, {"rho": "0", "L": "0"}),
    ({"s": "real", "x": "positive"}, {"s": "s == sqrt(x**2 + 3)", "x": "x**2 == 1"}, {"s": "2", "x": "1"}),
    ({"d": "positive integer", "K": "matrix(d, 1)", "T": "real sequence"},
     {"v": "forall(i, integer[0, d-1], T[i] == asinh(2*K[i, 0]))"}, {"d": "1", "K": "0", "T": "0"}),
    ({"rho": "real function of matrix(1, 1)"}, {"above": f"forall(h, positive, {ABOVE})"}, {"rho": "0"}),
])  # fmt: skip
def test_an_example_is_shown_by_a_plain_script(letters, given, example):
    assert decide(claim("c", "0 == 0", variables=letters, given=given, example=example), 6.0).vacuity == "inhabited"


@pytest.mark.parametrize(("letters", "given", "example"), [
    ({"tau": "real curve"}, {"u": "forall(R, real, exists(t, nonnegative, tau[t] >= R))"}, {"tau": "-t"}),
    ({"tau": "real curve"}, {"u": "forall(R, real, exists(t, nonnegative, tau[t] >= R))"}, {"tau": "1 - exp(-t)"}),
    (SPACE, {"inclusion": FLOW}, {**REST, "X": "0", "w": "t"}),
    ({"T": "real curve", "L": "real"}, {"limit": LIMIT.replace("rho[t]", "T[t]")}, {"T": "t", "L": "0"}),
    ({"d": "positive integer", "K": "matrix(d, 1)", "T": "real sequence"},
     {"v": "forall(i, integer[0, d-1], T[i] == asinh(2*K[i, 0]) + 1)"}, {"d": "1", "K": "0", "T": "0"}),
    ({"T": "real function of matrix(1, 1)"}, {"above": ABOVE.replace("rho", "T").replace("<= h", "<= -1")}, {"T": "0"}),
])  # fmt: skip
def test_a_point_that_is_none_is_not_kept(letters, given, example):
    found = decide(claim("c", "0 == 0", variables=letters, given=given, example=example), 4.0)
    kept = found.example
    assert kept is None or "values" not in kept or str(example.get("tau", example.get("T"))) not in str(kept["values"])


def test_a_counterexample_with_a_hypothesis_that_asks_for_a_witness():
    kept = claim("c", "w[1] == w[0]", variables=SPACE, given={"inclusion": FLOW}, counterexample={**REST, "w": "t"})
    assert decide(kept, 5.0).verdict == "refuted"  # the witness is 1
    still = claim("c", "w[1] != w[0]", variables=SPACE, given={"inclusion": FLOW}, counterexample={**REST, "w": "1"})
    assert decide(still, 5.0).verdict == "refuted"
    right = claim("c", "w[0] == w[0]", variables=SPACE, given={"inclusion": FLOW}, counterexample={**REST, "w": "1"})
    assert decide(right, 5.0).verdict == "proved"


def test_a_script_for_the_goal_leaves_the_hypotheses_to_plain_scripts():
    """A mode that jumps over its limit and dies: 2/5, 8/5, 0, 0, ..."""
    step = "forall(t, nonnegative integer, w[t+1] == w[t]*(1 + eta*(1 - w[t]))**2)"
    given = {"step": step, "start": "0 < w[0] and w[0] < 1"}
    died = [At({"goal": [Witness("2"), Choose(0), Numbers(using=[])]})]
    goal = "forall(t, nonnegative integer, w[t] > 0 and w[t+1] > 0 and 1/w[t+1] - 1 <= 1/w[t] - 1)"

    def at(sequence):
        point = {"eta": "5/3", "w": sequence}
        letters = {"eta": "positive", "w": "real sequence"}
        return decide(claim("c", goal, variables=letters, given=given, counterexample=point, argument=died), 5.0)

    assert at("Piecewise((2/5, t < 1), (8/5, t < 2), (0, True))").verdict == "refuted"
    assert at("Piecewise((2/5, t < 1), (3/2, t < 2), (0, True))").verdict != "refuted"


def recalled(step):
    task = Task(claim("c", "exp(log(x)) == x", variables={"x": "positive", "z": "complex"}), now() + 10)
    node = task.tactics().prove(task.sequent, task.statement.goal, [step])
    Checker().check(task.sequent, task.statement.goal, node)
    return node


@pytest.mark.parametrize(("step", "why"), [
    (Recall("log-bound", at=["x"]), "no known fact 'log-bound'"), (Recall("log-exp", at=["x", "x"]), "is about a"),
    (Recall("log-exp", at=["z"]), "about real terms"), (Recall("exp-log", at=["-x"]), "no proof found of -x > 0"),
])  # fmt: skip
def test_a_known_fact_is_recalled_at_terms_that_it_is_about(step, why):
    assert recalled(Recall("exp-log", at=["x"], name="back"))["then"] == {"rule": "exact", "fact": "back"}
    with pytest.raises(Stuck, match=why):
        recalled(step)
