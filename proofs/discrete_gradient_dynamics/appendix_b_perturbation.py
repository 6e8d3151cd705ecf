"""Appendix B.2, epsilon > 0: the perturbation of the two-layer flow, for all sizes, ranks and starts.

W and Z are the layers W_1 and W_2, S and Q are Sigma_x and Sigma_xy.  A and B are the layers W_1^0 and W_2^0 that move with
M = U D U' in place of S.  K bounds their squared norms, and s_1, s_2, s_3 bound |S|^2, |Q|^2, |Y|^2/n.
"""

from verifier.audit.setting import Setting
from verifier.claims.script import At, Have, Linear, Numbers, Split, Take, Use, Witness
from verifier.theory.flows import LINEAR_GROWTH
from verifier.theory.least_squares_flow import PRODUCT
from verifier.theory.two_layer_perturbation import (
    BOUNDS,
    CLOSE,
    DATA,
    FIRST,
    GAP,
    GROWING_RATE,
    MATRICES,
    MOTION,
    MOVES,
    NUMBERS,
    PUSH,
    SAMPLES,
    SECOND,
    SIZES,
    SLOPE,
    SPEED,
    flow,
    grows,
)

from . import paper

LAYERS = {**SIZES, **MATRICES, "W": "matrix(d, h) curve", "Z": "matrix(h, p) curve"}
FLOWS = dict(zip(("flow of W", "flow of Z"), flow("W", "Z", "S"), strict=True))
two_layers = Setting(let=LAYERS, suppose={**DATA, **FLOWS})
TWO = {**LAYERS, "M": "matrix(d, d)", "A": "matrix(d, h) curve", "B": "matrix(h, p) curve"}
FOUR = {**DATA, **FLOWS, **dict(zip(("flow of A", "flow of B"), flow("A", "B", "M"), strict=True))}
perturbed = Setting(let={**TWO, **NUMBERS}, suppose={**FOUR, **BOUNDS})
REST = {"d": 1, "h": 1, "p": 1, "n": 1, "X": 1, "Y": 0, "S": 1, "Q": 0, "W": 0, "Z": 0}
RESTS = {**REST, "M": 1, "A": 0, "B": 0, "s_1": 1, "s_2": 0, "s_3": 0, "K": 0, "eps": 0}
ZERO = {**dict.fromkeys(RESTS, 0), **dict.fromkeys(("d", "h", "p", "n"), 1)}
# without a bound of the second pair: at M = 0 it grows like exp(t), and the first one stays at the fixed point W Z = Sigma_xy/Sigma_x
GROWS = {"d": 1, "h": 1, "p": 1, "n": 1, "X": "1/10", "Y": 10, "S": "1/100", "Q": 1, "W": 10, "Z": 10, "M": 0, "A": "10*exp(t)",
         "B": "10*exp(t)", "s_1": "1/10000", "s_2": 1, "s_3": 100, "K": 0, "eps": "1/100"}  # fmt: skip
WITHIN_1 = [Take("t"), Split([[Numbers()], [Numbers()]])]


def beyond(time, *layer):
    """At a time the bound is exceeded (of which layer, where there is one for each)."""
    return [Witness(time), Split([[], [*layer, Numbers()]])]


LAYER_NAMES = ["d", "h", "p", "n", "X", "Y", "S", "Q", ("W[t]", "t"), ("Z[t]", "t")]
ALL_NAMES = [*LAYER_NAMES, "M", ("A[t]", "t"), ("B[t]", "t")]
CONSERVED = Linear(terms=[], rewrite=["symmetric"])
GROWTH = "forall(T, [0, oo), trace({0}[T].T*{0}[T]) <= trace({0}[0].T*{0}[0]) + T*trace(Y.T*Y)/(2*n))"


@paper.lemma("lemma-3/B", "The layers grow at most like the root of t", where="Appendix B.2, Lemma 3", provenance="recalled")
def root_growth(item):
    item.printed("|W_1(t)| = O(sqrt t) and |W_2(t)| = O(sqrt t).")
    item.use(two_layers)
    item.conclude(f"{GROWTH.format('W')} and {GROWTH.format('Z')}", argument=[LINEAR_GROWTH, *SAMPLES, Split([grows("W"), grows("Z")])],
                  expected="proved", example=REST)  # fmt: skip
    item.without("flow of W", counterexample={**REST, "W": "t"})
    item.without("flow of Z", counterexample={**REST, "Z": "t"})
    item.without("Sigma_x", counterexample={**REST, "Y": 1, "S": 0, "Q": 1, "W": "exp(t)", "Z": "exp(t)"})
    item.without("Sigma_xy", counterexample={**REST, "X": 0, "S": 0, "Q": 1, "W": "exp(t)", "Z": "exp(t)"})
    item.note("With constants that depend on Y and the start alone: |W_l(t)|^2 <= |W_l(0)|^2 + t |Y|^2/(2n), for every start and every X, "
              "without the boundedness of the product (Lemma 2). Completing the square in 2 tr(W'(Sigma_xy - Sigma_x W)) does it.")


@paper.equation("eq-57", "The rate of the squared norm", where="Appendix B.2, Eq. (57)", provenance="recalled")
def norm_rate(item):
    item.printed("A: d/dt (W_1'W_1 - W_2 W_2') = 0. B: d/dt Tr(W_1'W_1) = 2 Tr(W'(Sigma_xy - Sigma_x W)).")
    item.use(two_layers)
    with item.reading("A: what is conserved") as r:
        r.let(L="matrix(h, h)")
        r.conclude("forall(t, [0, oo), diff(trace(L*(W[t].T*W[t] - Z[t]*Z[t].T)), t) == 0)", argument=[*SAMPLES, Take("t"),
                   Use("flow of W", at=["t"], name="a"), Use("flow of Z", at=["t"], name="b"), CONSERVED], expected="proved",
                   example={**REST, "L": 1})  # fmt: skip
    with item.reading("B: the trace") as r:
        r.conclude("forall(t, [0, oo), diff(trace(W[t].T*W[t]), t) == 2*trace((W[t]*Z[t]).T*(Q - S*W[t]*Z[t])))", expected="proved",
                   example=REST)  # fmt: skip


@paper.equation("eq-58", "The perturbed flow in the basis", where="Appendix B.2, Eq. (58)")
def in_the_basis(item):
    item.printed("dWbar_1/dt = (S - (D + B) Wbar_1 Wbar_2) Wbar_2', dWbar_2/dt = Wbar_1' (S - (D + B) Wbar_1 Wbar_2).")
    item.let(d="positive integer", h="positive integer", p="positive integer", U="orthogonal matrix(d)", V="orthogonal matrix(p)",
             O="orthogonal matrix(h)", S="matrix(d, p)", D="matrix(d, d)", B="matrix(d, d)", M="matrix(d, h)", N="matrix(h, p)")  # fmt: skip
    first, second = "(U*M*O.T)", "(O*N*V.T)"
    error = f"(U*S*V.T - U*(D + B)*U.T*{first}*{second})"
    item.conclude(f"{error}*{second}.T == U*((S - (D + B)*M*N)*N.T)*O.T and {first}.T*{error} == O*(M.T*(S - (D + B)*M*N))*V.T",
                  expected="proved")  # fmt: skip
    item.note("O is the matrix Q of (37), here orthogonal: W_1 = U Wbar_1 O', W_2 = O Wbar_2 V'.")


@paper.remark("eq-61/squares", "How fast the two flows part, in squares", where="Appendix B.2, cross-check")
def parting(item):
    item.printed("(not in the paper) u = |W_1 - W_1^0|^2 + |W_2 - W_2^0|^2 has du/dt <= (a + b t) u + g eps^2, with numbers a, b, g that do not depend on "
                 "eps or t, nor on a bound of the perturbed layers.")  # fmt: skip
    item.use(perturbed)
    item.conclude(f"forall(t, [0, oo), {SPEED} <= ({FIRST} + {SECOND}*t)*{GAP} + {PUSH})", because=["lemma-3/B"], argument=[
        *PRODUCT, *SAMPLES, Use("cited:lemma-3/B", at=LAYER_NAMES, name="growth"),
        Have(GROWTH.format("W"), name="|W| grows"), *MOVES, *SLOPE], expected="proved", example=RESTS)  # fmt: skip
    soon = beyond("1/10")
    item.without("flow of A", counterexample={**ZERO, "A": "tanh(t)", "K": 1}, argument=[At({"bounded": WITHIN_1, "goal": soon})])
    item.without("flow of B", counterexample={**ZERO, "B": "tanh(t)", "K": 1}, argument=[At({"bounded": WITHIN_1, "goal": soon})])
    item.without("bounded", counterexample=GROWS, argument=[At({"goal": soon})])
    item.step("identity", f"forall(t, [0, oo), {MOTION})", because=list(FOUR),
              says="the velocity of the gap, exactly", argument=[*SAMPLES, *MOVES], inference_argument=[*SAMPLES, *MOVES])
    item.note("The Lipschitz constant of Eq. (61) is that of a ball in which all four layers lie; here it is a + b t, with numbers that depend on the bounds of "
              "|Sigma_x|, |Sigma_xy|, |Y|^2/n and K alone.")  # fmt: skip


RATE = f"((({FIRST} + 2*K**3)**2/4 + {SECOND}/2)/2)"
ABSORB = [
    Have("forall(x, real, forall(y, real, implies(x <= y, exp(x) <= exp(y))))", name="rises", by=[
        Take("x", "y"), Numbers(using=["given"])]),
    Have("forall(a, nonnegative, forall(b, nonnegative, forall(g, nonnegative, forall(T, nonnegative,"
         " exp(a*T + b*T**2/2)*(g*T) <= exp(((a + g)**2/4 + b/2)*T**2)))))", name="absorbed", by=[
        Take("a", "b", "g", "T"),
        Have("g*T <= exp(g*T - 1)", name="tangent", by=[
            Have("forall(x, real, x <= exp(x - 1))", name="e", by=[Take("x"), Numbers(using=[])]), Use("e", at=["g*T"])]),
        Have("exp(a*T + b*T**2/2) > 0", name="factor", by=[Numbers(using=[])]),
        Have("exp(a*T + b*T**2/2)*exp(g*T - 1) == exp(a*T + b*T**2/2 + g*T - 1)", name="sum", by=[Numbers(using=[])]),
        Have("a*T + b*T**2/2 + g*T - 1 <= ((a + g)**2/4 + b/2)*T**2", name="exponent", by=[
            Have("((a + g)*T/2 - 1)**2 >= 0", name="square", by=[Numbers(using=[])]), Numbers(using=["square"])]),
        Use("rises", at=["a*T + b*T**2/2 + g*T - 1", "((a + g)**2/4 + b/2)*T**2"], name="up"),
        Numbers(using=["tangent", "factor", "sum", "up"])]),
]  # fmt: skip


@paper.remark("eq-62/squares", "The final bound, in squares", where="Appendix B.2, cross-check", provenance="derived")
def final_bound(item):
    item.printed("(not in the paper) |W_1(t) - W_1^0(t)|^2 + |W_2(t) - W_2^0(t)|^2 <= eps^2 exp(2 c t^2), with c that does not depend on a bound of the "
                 "perturbed layers.")  # fmt: skip
    item.use(perturbed)
    item.let(c="real")
    item.suppose("c", f"c == {RATE}")
    at = GAP.replace("[t]", "[T]")
    item.conclude(f"forall(T, [0, oo), {at} <= eps**2*exp(2*c*T**2))", because=["eq-61/squares"], expected="proved", argument=[
        GROWING_RATE, *SAMPLES, Use("cited:eq-61/squares", at=[*ALL_NAMES, "s_1", "s_2", "s_3", "K", "eps"], name="slope"), *ABSORB, *CLOSE,
        Take("T"), Use("close", at=["T"], name="now"),
        Have(f"{FIRST} >= 0", name="first above", by=[
            Have("s_1*K**2 >= 0", name="sK", by=[Numbers(using=["s_1.nonnegative"])]),
            Have("(1 + s_1)*K >= 0", name="tK", by=[Numbers(using=["s_1.nonnegative", "K.nonnegative"])]),
            Numbers(using=["sK", "tK", "s_2.nonnegative"])]),
        Have(f"{SECOND} >= 0", name="second above", by=[Numbers(using=["s_1.nonnegative", "s_3.nonnegative"])]),
        Use("absorbed", at=[FIRST, SECOND, "2*K**3", "T"], name="all", premises=[
            [Numbers(using=["first above"])], [Numbers(using=["second above"])], [Numbers(using=["K.nonnegative"])], []]),
        Have(f"(({FIRST} + 2*K**3)**2/4 + {SECOND}/2)*T**2 == 2*c*T**2", name="exponents", by=[Numbers(using=["c"])]),
        Use("rises", at=[f"(({FIRST} + 2*K**3)**2/4 + {SECOND}/2)*T**2", "2*c*T**2"], name="same",
            premises=[[Numbers(using=["exponents"])]]),
        Have(f"exp({FIRST}*T + {SECOND}*T**2/2)*({PUSH}*T) == eps**2*(exp({FIRST}*T + {SECOND}*T**2/2)*(2*K**3*T))", name="order",
             by=[Numbers(using=[])]),
        Have("eps**2 >= 0", name="eps", by=[Numbers(using=[])]),
        Numbers(using=["now", "all", "same", "order", "eps"])], example={**RESTS, "c": "49/8"})  # fmt: skip
    for name, moved in (("flow of A", "A"), ("flow of B", "B")):
        point = {**ZERO, moved: "tanh(t)", "K": 1, "c": 8}
        item.without(name, counterexample=point, argument=[At({"bounded": WITHIN_1, "goal": beyond("1")})])
    item.without("bounded", counterexample={**GROWS, "c": "19801/1600"}, argument=[At({"goal": beyond("1/10")})])
    item.note("In squares, with c = ((a + g)^2/4 + b/2)/2 for a = 5 + 2 s_2 + 2 s_1 K^2 + (1 + s_1) K, b = (1 + s_1) s_3/4, g = 2 K^3: "
              "c depends on the bounds of |Sigma_x|^2, |Sigma_xy|^2, |Y|^2/n and of the unperturbed layers, and on nothing else.")
