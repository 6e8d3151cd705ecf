"""Appendix B.2, epsilon > 0: the perturbation of the two-layer flow, for all sizes, ranks and starts.

W and Z are the layers W_1 and W_2, S and Q are Sigma_x and Sigma_xy.  A and B are the layers W_1^0 and W_2^0 that move with
M = U D U' in place of S.  K bounds their squared norms, and s_1, s_2, s_3 bound |S|^2, |Q|^2, |Y|^2/n.
"""

from verifier.language.script import At, Choose, Have, Linear, Numbers, Order, Split, Square, Take, Use, Witness
from verifier.library.short_names import LINEAR_GROWTH, PRODUCT
from verifier.papers.setting import Setting

from . import paper
from .lemmas.two_layer_perturbation import (
    APART,
    BOUNDS,
    DATA,
    FIRST,
    FIRST_ABOVE,
    GAP,
    GROWING_RATE,
    MATRICES,
    MOTION,
    MOVES,
    NUMBERS,
    PARTING,
    PUSH,
    SAMPLES,
    SECOND,
    SIZES,
    SPEED,
    STEEP,
    STEEPNESS,
    flow,
    grows,
)

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
#: unperturbed layers that turn, and layers at rest: the gap is 2 - 2 cos t, with |Sigma_x - M|^2 = 2
TURNS = {"d": 2, "h": 1, "p": 1, "n": 1, "X": "zeros(1, 2)", "Y": 0, "S": "zeros(2, 2)", "Q": "zeros(2, 1)", "W": "Matrix([[0], [1]])", "Z": 1,
         "M": "Matrix([[0, 1], [-1, 0]])", "A": "cos(t)*Matrix([[0], [1]]) - sin(t)*Matrix([[1], [0]])", "B": 1,
         "s_1": 0, "s_2": 0, "s_3": 0, "K": 1, "eps": 0}  # fmt: skip
#: the same with one moving layer turning 400 times as fast, seen from A at rest: the gap is 400 + |W - A|^2 and moves at 16000
SPINS = {**TURNS, "S": "Matrix([[0, 1], [-1, 0]])", "M": "zeros(2, 2)", "A": "Matrix([[1], [0]])", "B": 0, "Z": 20, "s_1": 2, "eps": 2,
         "W": "20*(cos(400*t)*Matrix([[0], [1]]) - sin(400*t)*Matrix([[1], [0]]))"}  # fmt: skip
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


#: what is needed of the data and of their bounds
NEEDED = ["Sigma_x", *FLOWS, "flow of A", "flow of B", "S size", "Q size", "R size", "bounded"]
NEEDED_NAMES = ["d", "h", "p", "n", "X", "S", "Q", ("W[t]", "t"), ("Z[t]", "t"), "M", ("A[t]", "t"), ("B[t]", "t"), "s_1", "s_2", "K", "eps"]
without_outputs = Setting(
    let={name: domain for name, domain in {**TWO, **NUMBERS}.items() if name not in ("Y", "s_3")},
    suppose={name: formula for name, formula in {**FOUR, **BOUNDS}.items() if name in NEEDED},
)
GIVEN = [[Split([*[[] for bound in ("s_1", "s_2", "K")], [], *[[]]*4, *[
    [] for size in ("S size", "Q size", "R size")], []])]]  # fmt: skip
LAYER_GAPS = ["(W[t] - A[t])", "(Z[t] - B[t])"]


def alone(point):
    return {name: value for name, value in point.items() if name not in ("Y", "s_3")}


RESTS_ALONE, ALONE_AT_0 = alone(RESTS), alone(ZERO)


@paper.remark("eq-61/steep", "How fast the two flows part, for small and large gaps", where="Appendix B.2, cross-check")
def steepness(item):
    item.printed("(not in the paper) u = |W_1 - W_1^0|^2 + |W_2 - W_2^0|^2 moves with u' <= a u + 2 K^3 eps^2 and a number a that depends on "
                 "the bounds of |Sigma_x|, |Sigma_xy| and the unperturbed layers alone.")  # fmt: skip
    item.use(without_outputs)
    item.conclude(STEEP, argument=[PRODUCT, *SAMPLES, *MOVES, *STEEPNESS], expected="proved", example=RESTS_ALONE)
    soon = beyond("1/10")
    for name, moved in (("flow of A", "A"), ("flow of B", "B")):
        item.without(name, counterexample={**ALONE_AT_0, moved: "tanh(t)", "K": 1}, argument=[At({"bounded": WITHIN_1, "goal": soon})])
    item.without("bounded", counterexample=alone(GROWS), argument=[At({"goal": soon})])
    item.without("R size", counterexample=alone(TURNS), argument=[At({"bounded": WITHIN_1, "goal": soon})])
    item.without("Q size", counterexample={**ALONE_AT_0, "Q": 3, "W": "exp(3*t)", "Z": "exp(3*t)"}, argument=[At({"goal": soon})])
    item.without("Sigma_x", counterexample=alone(SPINS), argument=[At({"bounded": WITHIN_1, "goal": beyond("0")})])
    item.note("All four layers need not lie in a ball: what is of third and fourth order in the gap brings the flows together.")


@paper.remark("eq-61/squares", "How fast the two flows part, in squares", where="Appendix B.2, cross-check")
def parting(item):
    item.printed("(not in the paper) u = |W_1 - W_1^0|^2 + |W_2 - W_2^0|^2 has du/dt <= (a + b t) u + g eps^2, with numbers a, b, g that do not depend on "
                 "eps or t, nor on a bound of the perturbed layers.")  # fmt: skip
    item.use(perturbed)
    item.conclude(f"forall(t, [0, oo), {SPEED} <= ({FIRST} + {SECOND}*t)*{GAP} + {PUSH})", because=["eq-61/steep"], argument=[
        Use("cited:eq-61/steep", at=NEEDED_NAMES, name="steep", premises=GIVEN), Take("t"), Have("t >= 0", name="time"),
        Use("steep", at=["t"], name="now"), Have("1 + s_1 >= 0", name="1 + s"),
        Order(positive=[Square(facts=["now"]), Square(facts=["1 + s", "s_3.nonnegative", "time"], root=LAYER_GAPS[0], weight="1/4"),
                        Square(facts=["1 + s", "s_3.nonnegative", "time"], root=LAYER_GAPS[1], weight="1/4")])],
        expected="proved", example=RESTS)  # fmt: skip
    soon = beyond("1/10")
    item.without("flow of A", counterexample={**ZERO, "A": "tanh(t)", "K": 1}, argument=[At({"bounded": WITHIN_1, "goal": soon})])
    item.without("flow of B", counterexample={**ZERO, "B": "tanh(t)", "K": 1}, argument=[At({"bounded": WITHIN_1, "goal": soon})])
    item.without("bounded", counterexample=GROWS, argument=[At({"goal": soon})])
    item.without("R size", counterexample=TURNS, argument=[At({"bounded": WITHIN_1, "goal": soon})])
    for layer in ("W", "Z"):
        item.without(f"flow of {layer}", counterexample={**ZERO, layer: "t"}, argument=[At({"goal": soon})])
    item.step("identity", f"forall(t, [0, oo), {MOTION})", because=list(FOUR),
              says="the velocity of the gap, exactly", argument=[*SAMPLES, *MOVES], inference_argument=[*SAMPLES, *MOVES])
    item.note("In squares: with u = |W - A|^2 + |Z - B|^2, du/dt <= (a + b t) u + g eps^2. The Lipschitz constant of the printed line "
              "is that of a ball in which all four layers lie; here it is a + b t, with numbers that depend on the bounds of "
              "|Sigma_x|, |Sigma_xy|, |Y|^2/n and K alone. Even b = 0 will do (eq-61/steep).")  # fmt: skip


RATE = f"((({FIRST} + 2*K**3)**2/4 + {SECOND}/2)/2)"
ABSORB = [
    Have("forall(x, real, forall(y, real, implies(x <= y, exp(x) <= exp(y))))", name="rises", by=[
        Take("x", "y")]),
    Have("forall(a, nonnegative, forall(b, nonnegative, forall(g, nonnegative, forall(T, nonnegative,"
         " exp(a*T + b*T**2/2)*(g*T) <= exp(((a + g)**2/4 + b/2)*T**2)))))", name="absorbed", by=[
        Take("a", "b", "g", "T"),
        Have("g*T <= exp(g*T - 1)", name="tangent", by=[
            Have("forall(x, real, x <= exp(x - 1))", name="e", by=[Take("x")]), Use("e", at=["g*T"])]),
        Have("exp(a*T + b*T**2/2) > 0", name="factor"),
        Have("exp(a*T + b*T**2/2)*exp(g*T - 1) == exp(a*T + b*T**2/2 + g*T - 1)", name="sum"),
        Have("a*T + b*T**2/2 + g*T - 1 <= ((a + g)**2/4 + b/2)*T**2", name="exponent", by=[
            Have("((a + g)*T/2 - 1)**2 >= 0", name="square")]),
        Use("rises", at=["a*T + b*T**2/2 + g*T - 1", "((a + g)**2/4 + b/2)*T**2"], name="up")]),
]  # fmt: skip


#: ``final``: the bound with exp(c T^2), from the fact ``parting`` and from ``c``
AT_T = GAP.replace("[t]", "[T]")
THROUGH = Have("forall(x, real, forall(y, real, forall(z, real, forall(e, real, implies(e >= 0 and x <= e*y and y <= z, x <= e*z)))))",
               name="through", by=[Take("x", "y", "z", "e")])  # fmt: skip
FINAL = [*ABSORB, THROUGH, Have(f"forall(T, [0, oo), {AT_T} <= eps**2*exp(2*c*T**2))", name="final", by=[
    Take("T"), Use("parting.0", at=["T"], name="now"), FIRST_ABOVE,
    Have(f"{SECOND} >= 0", name="second above"),
    Use("absorbed", at=[FIRST, "0", "2*K**3", "T"], name="all", premises=[
        [], [], [], []]),
    Have(f"{SECOND}/2*T**2 >= 0", name="more"),
    Use("rises", at=[f"(({FIRST} + 2*K**3)**2/4 + 0/2)*T**2", "2*c*T**2"], name="same", premises=[[Order(positive=[Square(facts=["more"])], terms=[("c", "2*T**2", "1")])]]),
    Have(f"exp({FIRST}*T)*({PUSH}*T) == eps**2*(exp({FIRST}*T)*(2*K**3*T))", name="order"),
    Have("eps**2 >= 0", name="eps above"),
    Have(f"exp({FIRST}*T + 0*T**2/2) == exp({FIRST}*T)", name="plain"),
    Have(f"exp({FIRST}*T)*(2*K**3*T) <= exp(2*c*T**2)", name="both", by=[Numbers(using=["all", "same", "plain"])]),
    Use("through", at=[AT_T, f"exp({FIRST}*T)*(2*K**3*T)", "exp(2*c*T**2)", "eps**2"], premises=[[Split([
        [], [], []])]])])]  # fmt: skip
PARTED = [Use("cited:eq-62/parting", at=NEEDED_NAMES, name="parting", premises=[[Split([*GIVEN[0][0].scripts, []])]]), *FINAL]


@paper.remark("eq-62/parting", "The two flows part at most exponentially", where="Appendix B.2, cross-check")
def parting_gap(item):
    item.printed("(not in the paper) |W_1(t) - W_1^0(t)|^2 + |W_2(t) - W_2^0(t)|^2 <= 2 K^3 eps^2 t exp(a t), and so "
                 "|W_j(t) - W_j^0(t)| <= eps exp(c t) with c = (a + 2 K^3)/2, the a of eq-61/steep.")  # fmt: skip
    item.use(without_outputs)
    item.suppose("same start", BOUNDS["same start"])
    item.conclude(f"{PARTING} and forall(T, [0, oo), {AT_T} <= eps**2*exp(({FIRST} + 2*K**3)*T))", because=["eq-61/steep"], argument=[
        GROWING_RATE, Use("cited:eq-61/steep", at=NEEDED_NAMES, name="steep", premises=GIVEN), *APART, Split([[], [
            Take("T"), Use("parting", at=["T"], name="now"),
            Have("2*K**3*T <= exp(2*K**3*T)", name="tangent", by=[
                Have("forall(x, real, x <= exp(x))", name="e", by=[Take("x")]), Use("e", at=["2*K**3*T"])]),
            Have(f"exp({FIRST}*T)*({PUSH}*T) == eps**2*(exp({FIRST}*T)*(2*K**3*T))", name="order"),
            Have(f"exp({FIRST}*T)*exp(2*K**3*T) == exp(({FIRST} + 2*K**3)*T)", name="sum", by=[Numbers(using=[])]),
            Have(f"exp({FIRST}*T) > 0", name="factor", by=[Numbers(using=[])]), Have("eps**2 >= 0", name="eps above"),
            Have(f"exp({FIRST}*T)*(2*K**3*T) <= exp(({FIRST} + 2*K**3)*T)", name="both", by=[Numbers(using=["tangent", "sum", "factor"])]),
            Numbers(using=["now", "both", "order", "eps above"])]])], expected="proved", example=RESTS_ALONE)  # fmt: skip
    for name, moved in (("flow of A", "A"), ("flow of B", "B")):
        item.without(name, counterexample={**ALONE_AT_0, moved: "tanh(t)", "K": 1}, argument=[
            At({"bounded": WITHIN_1, "goal": [Choose(0), *beyond("1")]})])  # fmt: skip
    item.without("bounded", counterexample=alone(GROWS), argument=[At({"goal": [Choose(0), *beyond("1/10")]})])
    item.without("R size", counterexample=alone(TURNS), argument=[At({"bounded": WITHIN_1, "goal": [Choose(0), *beyond("1")]})])
    point = {**ALONE_AT_0, "Q": 10, "W": "exp(10*t)", "Z": "exp(10*t)", "M": 10, "A": 1, "B": 1, "K": 1, "eps": 10}
    item.without("Q size", counterexample=point, argument=[At({"goal": [Choose(0), *beyond("1")]})])
    item.note("So exp(c t^2) in Theorem 1 is more than is needed: the flows part at most like exp(c t), for all sizes, ranks and starts, and "
              "without the outputs Y in the constant. It takes that the unperturbed layers stay bounded, as those of (16) do.")


@paper.remark("eq-62/squares", "The final bound, in squares", where="Appendix B.2, cross-check", provenance="derived")
def final_bound(item):
    item.printed("(not in the paper) |W_1(t) - W_1^0(t)|^2 + |W_2(t) - W_2^0(t)|^2 <= eps^2 exp(2 c t^2), with c that does not depend on a bound of the "
                 "perturbed layers.")  # fmt: skip
    item.use(perturbed)
    item.let(c="real")
    item.suppose("c", f"c == {RATE}")
    item.conclude(f"forall(T, [0, oo), {AT_T} <= eps**2*exp(2*c*T**2))", because=["eq-62/parting"], argument=PARTED, expected="proved",
                  example={**RESTS, "c": "49/8"})  # fmt: skip
    for name, moved in (("flow of A", "A"), ("flow of B", "B")):
        point = {**ZERO, moved: "tanh(t)", "K": 1, "c": 8}
        item.without(name, counterexample=point, argument=[At({"bounded": WITHIN_1, "goal": beyond("1")})])
    item.without("bounded", counterexample={**GROWS, "c": "19801/1600"}, argument=[At({"goal": beyond("1/10")})])
    item.without("R size", counterexample={**TURNS, "c": 8}, argument=[At({"bounded": WITHIN_1, "goal": beyond("1")})])
    item.without("c", counterexample={**TURNS, "eps": 2, "c": -8}, argument=[At({"bounded": WITHIN_1, "goal": beyond("1")})])
    item.note("In squares, with c = ((a + g)^2/4 + b/2)/2 for a = 5 + 2 s_2 + 2 s_1 K^2 + (1 + s_1) K, b = (1 + s_1) s_3/4, g = 2 K^3: "
              "c depends on the bounds of |Sigma_x|^2, |Sigma_xy|^2, |Y|^2/n and of the unperturbed layers, and on nothing else.")
