"""Appendix B.2, Lemma 4: Gronwall's inequality for functions that need not be differentiable.

The integrals are the curves P(t) = int_a^t beta and R(t) = int_a^t beta phi, known by their derivatives; phi and alpha enter by
their values, so they may be any functions, continuous or not.
"""

from verifier.language.script import At, Have, Ladder, Numbers, Obtain, Split, Take, Use, Witness

from . import paper

EXP_0 = Have("forall(x, real, implies(x == 0, exp(x) == 1))", name="exp 0", by=[
    Take("x"), Have("forall(x, real, implies(x <= 0, exp(x) <= 1))", name="at most", by=[Take("z")]),
    Have("exp(x) >= 1 + x", name="tangent"), Use("at most", at=["x"], name="less")])  # fmt: skip
VARIABLES = {"a": "real", "t": "real", "P": "real curve", "R": "real curve", "phi_t": "real", "alpha_t": "real"}
GIVEN = {
    "time": "a <= t",
    "beta": "forall(s, [a, t], diff(P[s], s) >= 0)",
    "integrals from a": "P[a] == 0 and R[a] == 0",
    "before t": "forall(s, [a, t], exists(phi_s, real, exists(alpha_s, real, alpha_s <= alpha_t and phi_s <= alpha_s + R[s]"
                " and diff(R[s], s) == diff(P[s], s)*phi_s)))",
    "eq-59": "phi_t <= alpha_t + R[t]",
}  # fmt: skip
#: A conclusion about all times fails at the time 1.
AT_1 = At({"goal": [Witness("1"), Split([[], [Numbers()]])]})
NOTHING = {"a": 0, "t": 1, "P": 0, "R": 0, "phi_t": 0, "alpha_t": 0}


def values(phi, alpha):
    """Constant values of phi and alpha before the time t, for a counterexample."""
    return At({"before t": [Take("s"), Witness(phi), Witness(alpha), Split([[Numbers()], [Numbers()], [Numbers()]])], "goal": [Numbers()]})


PROOF = [
    EXP_0,
    Have("exp(-P[t])*(R[t] + alpha_t) <= alpha_t", name="weighted", by=[Ladder(
        "t", "a", time="moment",
        slope=[
            Use("beta", at=["moment"], name="sign", premises=[[]]),
            Use("before t", at=["moment"], name="values", premises=[[]]),
            Obtain("values", "phi_s"), Obtain("phi_s", "alpha_s", label="now"),
            Have("exp(-P[moment]) > 0", name="weight"),
            Have("diff(P[moment], moment)*phi_s <= diff(P[moment], moment)*(R[moment] + alpha_t)", name="product"),
            Have("exp(-P[moment])*(diff(R[moment], moment) - diff(P[moment], moment)*(R[moment] + alpha_t)) <= 0", name="falls")],
        base=[Have("exp(-P[a]) == 1", name="one", by=[
                  Have("-P[a] == 0", name="nothing"), Use("exp 0", at=["-P[a]"])])])]),
    Have("exp(P[t]) > 0 and exp(P[t])*exp(-P[t]) == 1", name="inverse", by=[Split([[], []])]),
    Have("R[t] + alpha_t <= alpha_t*exp(P[t])", name="undone"),
]  # fmt: skip


@paper.lemma("lemma-4", "Gronwall's inequality", where="Appendix B.2, Lemma 4, Eq. (59), (60)")
def gronwall(item):
    item.printed("Let beta >= 0, alpha nondecreasing, phi(t) <= alpha(t) + int_a^t beta(s) phi(s) ds on [a, b]. Then phi(t) <= alpha(t) "
                 "exp(int_a^t beta(s) ds).")  # fmt: skip
    item.leads_to("eq-60", "eq-62")
    item.let(**VARIABLES)
    for name, formula in GIVEN.items():
        item.suppose(name, formula)
    item.conclude("phi_t <= alpha_t*exp(P[t])", argument=PROOF, expected="proved", example=NOTHING)
    item.without("time", counterexample={**NOTHING, "a": 1, "t": 0, "R": "1 - t", "phi_t": 1}, argument=[values("0", "0")])
    item.without("beta", counterexample={**NOTHING, "P": "-t", "phi_t": 1, "alpha_t": 1}, argument=[values("0", "1")])
    item.without("integrals from a", counterexample={**NOTHING, "R": 1, "phi_t": 1}, argument=[values("0", "0")])
    item.without("before t", counterexample={**NOTHING, "R": "t", "phi_t": 1}, argument=[At({"goal": [Numbers()]})])
    item.without("eq-59", counterexample={**NOTHING, "phi_t": 1}, argument=[values("0", "0")])
    item.note("At any one time t of [a, b]; phi_t and alpha_t are phi(t) and alpha(t), and phi_s, alpha_s the values at s, where alpha(s) "
              "<= alpha(t) since alpha does not decrease. P and R are the integrals of beta and beta phi, differentiable since beta and phi "
              "are continuous (fundamental theorem of calculus). Nothing more is asked of the functions: alpha may jump and be negative, "
              "and phi may jump where beta is 0.")  # fmt: skip


@paper.remark("lemma-4/curves", "Gronwall's inequality for differentiable functions", where="Appendix B.2, cross-check")
def gronwall_curves(item):
    item.printed("(not in the paper) Lemma 4 for differentiable alpha, beta and phi, on [0, T], each hypothesis by itself.")
    item.let(phi="real curve", alpha="real curve", beta="real curve", P="real curve", R="real curve", T="positive")
    item.suppose("beta", "forall(t, [0, T], beta[t] >= 0)")
    item.suppose("alpha", "forall(t, [0, T], forall(r, [0, t], alpha[r] <= alpha[t]))")
    item.suppose("integral of beta", "P[0] == 0 and forall(t, [0, T], diff(P[t], t) == beta[t])")
    item.suppose("integral of beta phi", "R[0] == 0 and forall(t, [0, T], diff(R[t], t) == beta[t]*phi[t])")
    item.suppose("eq-59", "forall(t, [0, T], phi[t] <= alpha[t] + R[t])")
    item.conclude("forall(t, [0, T], phi[t] <= alpha[t]*exp(P[t]))", because=["lemma-4"], expected="proved", argument=[
        Take("t"), Use("eq-59", at=["t"], name="now"),
        Use("cited:lemma-4", at=["0", "t", ("P[r]", "r"), ("R[r]", "r"), "phi[t]", "alpha[t]"], name="bound", premises=[[Split([
            [],
            [Take("s"), Use("beta", at=["s"], name="sign", premises=[[]]),
             Use("integral of beta.1", at=["s"], name="slope", premises=[[]])],
            [],
            [Take("s"), Witness("phi[s]"), Witness("alpha[s]"), Split([
                [Use("alpha", at=["t"], name="up", premises=[[]]),
                 Use("up", at=["s"], premises=[[]])],
                [Use("eq-59", at=["s"], premises=[[]])],
                [Use("integral of beta phi.1", at=["s"], name="slope", premises=[[]]),
                 Use("integral of beta.1", at=["s"], name="rate", premises=[[]])]])],
            []])]])],
        example={"phi": 0, "alpha": 0, "beta": 0, "P": 0, "R": 0, "T": 1})  # fmt: skip
    for name, point in {
        "beta": {"phi": "t**2/2", "alpha": 1, "beta": -1, "P": "-t", "R": "-t**3/6"},
        "alpha": {"phi": 1, "alpha": "1 - t", "beta": 1, "P": "t", "R": "t"},
        "integral of beta": {"phi": "1 + t", "alpha": 1, "beta": 1, "P": 0, "R": "t + t**2/2"},
        "integral of beta phi": {"phi": 2, "alpha": 1, "beta": 0, "P": 0, "R": 1},
        "eq-59": {"phi": 1, "alpha": 0, "beta": 0, "P": 0, "R": 0},
    }.items():
        item.without(name, counterexample={**point, "T": 1}, argument=[AT_1])


@paper.equation("eq-59", "The hypothesis of Gronwall's inequality", where="Appendix B.2, Eq. (59)")
def gronwall_hypothesis(item):
    item.printed("phi(t) <= alpha(t) + int_a^t beta(s) phi(s) ds on [a, b].")
    item.let(C="real", P="real curve", a="real")
    item.suppose("integral from a", "P[a] == 0")
    item.conclude("exists(R, real curve, R[a] == 0 and forall(t, real, diff(R[t], t) == diff(P[t], t)*(C*exp(P[t]))"
                  " and C*exp(P[t]) == C + R[t]))", expected="proved", argument=[
        EXP_0, Use("exp 0", at=["P[a]"], name="one"),
        Witness("C*exp(P[t]) - C", index="t"), Split([
            [],
            [Take("t"), Split([[], []])]])],
        example={"C": 1, "P": 0, "a": 0})  # fmt: skip
    item.note("An assumption of Lemma 4. It is met with equality by phi = C exp(P) for every constant C and every beta = P' (R is the "
              "integral of beta phi), and there the bound of the lemma is attained: it cannot be improved.")  # fmt: skip


@paper.equation("eq-60", "Gronwall's inequality, displayed", where="Appendix B.2, Eq. (60)")
def gronwall_displayed(item):
    item.printed("phi(t) <= alpha(t) exp(int_a^t beta(s) ds).")
    item.let(phi="real curve", C="nonnegative", k="nonnegative", R="real curve", T="positive")
    item.suppose("integral", "R[0] == 0 and forall(t, [0, T], diff(R[t], t) == k*phi[t])")
    item.suppose("eq-59", "forall(t, [0, T], phi[t] <= C*t + R[t])")
    item.conclude("forall(t, [0, T], phi[t] <= C*t*exp(k*t))", because=["lemma-4/curves"], expected="proved", argument=[
        Use("cited:lemma-4/curves", at=[("phi[t]", "t"), ("C*t", "t"), ("k", "t"), ("k*t", "t"), ("R[t]", "t"), "T"], name="bound",
            premises=[[Split([[], [Take("t")],
                                  [Take("t"), Take("r")], [], [], []])]]),
        Take("t"), Use("bound", at=["t"], name="now")],
        example={"phi": 0, "C": 0, "k": 0, "R": 0, "T": 1})  # fmt: skip
    item.without("integral", counterexample={"phi": 1, "C": 0, "k": 0, "R": 1, "T": 1}, argument=[AT_1])
    item.without("eq-59", counterexample={"phi": 1, "C": 0, "k": 0, "R": 0, "T": 1}, argument=[AT_1])
    told = At({"integral": [Split([[Numbers()], [Take("t"), Numbers()]])], "eq-59": [Take("t"), Numbers()], **AT_1.parts})
    for name, C, k in (("C.nonnegative", -1, 1), ("k.nonnegative", 1, -1)):
        item.without(name, counterexample={"phi": f"{C}*(exp({k}*t) - 1)*{k}", "C": C, "k": k, "R": f"{C}*(exp({k}*t) - 1)*{k} - {C}*t", "T": 1}, argument=[told])
    item.note("As it is used below (61): alpha(t) = 2 eps C t and a constant beta = 2K.")
