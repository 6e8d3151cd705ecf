"""Refutations that speak of iterates: sequences by recursion, integers beyond a bound, cited facts, rewritten facts."""

from verifier.language.claim import claim
from verifier.language.script import At, Beyond, Have, Numbers, Obtain, Recursion, Rewritten, Split, Take, Use, Witness
from verifier.prove.portfolio import decide

LOGISTIC = (
    "forall(w, real sequence, implies(w[0] == 1/2 and forall(t, nonnegative integer, w[t+1] == 4*w[t]*(1 - w[t])),"
    " forall(t, nonnegative integer, w[t] {})))"
)


def denial():
    start, step = Numbers(using=["s.0"]), [Take("t"), Use("s.1", at=["t"])]
    return At({"goal": [
        Recursion("s", start="1/2", next="4*x*(1 - x)", label="s"), Use("s.1", at=["0"], name="first"),
        Witness("s[r]", index="r"),
        Split([[Split([[start], step])], [Witness("1"), Numbers(using=["first", "s.0"])]])]})  # fmt: skip


def test_a_claim_about_every_sequence_is_refuted_by_one():
    wrong = claim("logistic", LOGISTIC.format("== 1/2"), variables={}, counterexample={}, argument=[denial()])
    found = decide(wrong, 6.0)
    assert found.verdict == "refuted"
    right = claim("logistic", LOGISTIC.format("<= 1"), variables={}, counterexample={}, argument=[denial()])
    assert decide(right, 3.0).verdict != "refuted"


def test_a_refutation_may_cite():
    cited = claim("exp", "forall(x, real, exp(x) >= 1 + x)", variables={})
    goal = "forall(x, real, exp(x) < 1 + x or x > 5)"
    script = [At({"goal": [Use("cited:exp", at=["1"], name="one"), Witness("1"), Split([[], [Numbers(using=[])]])]})]
    made = claim("twin", goal, variables={}, counterexample={}, argument=script, lemmas=[("exp", cited.goal)])
    found = decide(made, 4.0)
    assert found.verdict == "refuted"
    assert bool(found.assumes) == ("cited:exp" in str(found.certificate["tree"]))


def test_there_is_an_integer_beyond():
    goal = "exists(n, positive integer, n > x)"
    script = [Beyond("Abs(x)", name="beyond"), Obtain("beyond", "N", label="N"), Have("N > 0", name="positive", by=[
        Have("Abs(x) >= 0", name="modulus", by=[Numbers(using=[])]), Numbers(using=["N", "modulus"])]),
        Have("N > x", name="larger", by=[
            Have("Abs(x) >= x", name="m", by=[Numbers(using=[])]), Numbers(using=["N", "m"])]),
        Witness("N")]  # fmt: skip
    assert decide(claim("beyond", goal, variables={"x": "real"}, argument=script), 4.0).verdict == "proved"
    below = goal.replace("n > x", "n > x and n < x + 1")
    assert decide(claim("beyond", below, variables={"x": "real"}, argument=script), 2.0).verdict != "proved"


def test_a_fact_is_rewritten_letter_for_letter():
    given = {"bound": "1/w <= (1/v)*exp(-t)", "U": "U == 1/w", "V": "V == 1/v"}
    letters = {"w": "positive", "v": "positive", "t": "real", "U": "real", "V": "real"}
    made = claim("letters", "U <= V*exp(-t)", variables=letters, given=given, argument=[Rewritten("bound", ["U", "V"])])
    assert decide(made, 4.0).verdict == "proved"
