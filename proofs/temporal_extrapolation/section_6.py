"""Section 6: gradient descent from a symmetric start is biased towards extrapolation."""

from verifier.language.script import (
    Choose,
    Contradict,
    Have,
    Induct,
    Limit,
    Linear,
    Negate,
    Obtain,
    Order,
    Root,
    Set,
    Split,
    Square,
    Take,
    Use,
    Vanish,
    Witness,
)

from . import paper
from .lemmas.network import DESCENT, SISO
from .notation import ZERO_IS_ATTAINED, network

#: Trajectories A[t], B[t], C[t] of gradient descent and their limits X, Y, Z.
DESCENT_VARIABLES = {
    "d": "positive integer", "k": "positive integer", "w": "real", "eta": "positive",
    "A": "matrix(d, d) sequence", "B": "matrix(d, 1) sequence", "C": "matrix(1, d) sequence",
    "X": "matrix(d, d)", "Y": "matrix(d, 1)", "Z": "matrix(1, d)",
}  # fmt: skip
CONVERGES = "tends(A[t], t, X) and tends(B[t], t, Y) and tends(C[t], t, Z)"
INVARIANT = "forall(t, nonnegative integer, A[t].T == A[t] and C[t] == B[t].T)"

PRESERVED = [Induct("t", step=[Use("descent", at=["t"], name="step")])]
#: The limit is symmetric too; fitting the loss then gives |XY|^2 = Z X^2 Y = 0, and so Z X^j Y = 0.
BIAS = [
    ZERO_IS_ATTAINED,
    Have(INVARIANT, name="invariant", by=PRESERVED),
    Have("forall(t, nonnegative integer, A[t].T == A[t])", name="A is symmetric"),
    Have("forall(t, nonnegative integer, C[t] == B[t].T)", name="C is B'"),
    Limit("A is symmetric", limits=["converges.0"], name="X"),
    Limit("C is B'", limits=["converges.1", "converges.2"], name="Z"),
    Have("Z*Y == w and forall(j, integer[1, k-1], Z*X**j*Y == 0)", name="fit"),
    Have("Z*X**2*Y == 0", name="eq-11"),
    Have("X*Y == zeros(d, 1)", name="slackness"),
    Split([[], [Take("j")]]),
]

SMALL_LOSS = [
    Have("k > 0", name="k>0"),
    Have("w != 0", name="w!=0"),
    Have("epsilon + k*w**2 > 0", name="den"),
    Have("exists(q, real, q*(epsilon + k*w**2) == w*epsilon)", name="ratio",
         by=[Witness("w*epsilon/(epsilon + k*w**2)")]),
    Obtain("ratio", "q", label="q"),
    Have("q > 0", name="q>0", by=[
        Negate("no"),
        Have("q*(epsilon + k*w**2) <= 0", name="neg"),
        Have("w*epsilon > 0", name="pos"),
        Contradict("pos", []),
    ]),
    Have("epsilon - k*q*w > 0", name="small", by=[
        Negate("no"),
        Have("w*epsilon - k*q*w**2 <= 0", name="neg"),
        Have("q*epsilon > 0", name="pos"),
        Contradict("pos", []),
    ]),
    Have("w - q > 0", name="room", by=[
        Negate("no"),
        Have("(w - q)*(epsilon + k*w**2) <= 0", name="neg"),
        Have("k*w**3 > 0", name="pos"),
        Contradict("pos", []),
    ]),
    Root("q", name="root q"),
    Root("w - q", name="root w-q"),
    Set("S", "basis(d, 0)*basis(d, 0).T"),
    Have("forall(j, nonnegative integer, basis(d, 0).T*S**j == basis(d, 0).T)", name="fixes",
         by=[Induct("j")]),
    Have("basis(d, 1).T*S == zeros(1, d)", name="kills"),
    Witness("S"),
    Witness("sqrt(q)*basis(d, 0) + sqrt(w - q)*basis(d, 1)"),
    Witness("sqrt(q)*basis(d, 0).T + sqrt(w - q)*basis(d, 1).T"),
    Split([
        [], [],
        [Order(positive=[Square(root="q"), Square(facts=["k>0", "q>0", "room"]), Square(facts=["small"])],
               rewrite=["root q.1", "root w-q.1", "fixes", "kills"])],
        [Choose(1), Witness("1")],
    ]),
]  # fmt: skip

#: A = 0 and C B = w + t with 0 < t^2 < epsilon.
ALMOST_FITTED = [
    Have("1 + epsilon > 0", name="den"),
    Have("exists(t, real, t*(1 + epsilon) == epsilon)", name="ratio",
         by=[Witness("epsilon/(1 + epsilon)"), Linear(nonzero=["den"])]),
    Obtain("ratio", "t", label="t"),
    Have("t > 0", name="t>0", by=[
        Negate("no"), Have("t*(1 + epsilon) <= 0", name="neg", by=[Order(positive=[Square(facts=["no", "den"])])]),
        Contradict("epsilon.positive", [Order(positive=[Square(facts=["neg"])], terms=[("t", "1", "1")])])]),
    Have("1 - t > 0", name="room", by=[
        Negate("no"), Have("(1 - t)*(1 + epsilon) <= 0", name="neg", by=[Order(positive=[Square(facts=["no", "den"])])]),
        Have("1 > 0", name="one"),
        Contradict("one", [Order(positive=[Square(facts=["neg"])], terms=[("t", "-1", "1")])])]),
    Have("w + t >= 0", name="sum"),
    Root("w + t", name="root"),
    Set("S", "zeros(d, d)"),
    Witness("S"), Witness("sqrt(w + t)*basis(d, 0)"), Witness("sqrt(w + t)*basis(d, 0).T"),
    Split([
        [], [],
        [Order(positive=[Square(facts=["t>0", "epsilon.positive"]), Square(facts=["t>0", "room"])],
               rewrite=["root.1", "S"], terms=[("t", "-1", "1")])],
        [Choose(0), Negate("fitted"), Contradict("t>0", [
            Order(rewrite=["root.1"], terms=[("fitted", "-1", "1")])])],
    ]),
]

FIXED = {"eta": "1", "w": "1", "k": "3", "d": "3"}
SHIFT = "Matrix([[0,1,0],[0,0,1],[1,0,0]])"


def constant(A, B, C, **more):
    """Values for a trajectory that rests at one point, which is its own limit."""
    return {"A": A, "B": B, "C": C, "X": A, "Y": B, "Z": C, **FIXED, **more}


def hypotheses(item, tied=True):
    """Gradient descent with d >= k > 2 and w > 0; tied: from A_0 = A_0' and B_0 = C_0'."""
    item.let(**DESCENT_VARIABLES)
    item.define(*SISO)
    item.suppose("width", "d >= k")
    item.suppose("length", "k > 2")
    item.suppose("teacher", "w > 0")
    item.suppose("descent", DESCENT)
    if tied:
        item.suppose("balanced", "B[0] == C[0].T")
        item.suppose("symmetric", "A[0] == A[0].T")


@paper.theorem("thm-6.1", "Gradient descent extrapolates when it fits", where="Section 6")
def implicit_bias(item):
    item.printed("Assume d >= k, k > 2 and w > 0, and that the learned RNN is initialised such that A_0 = A_0' and "
                 "B_0 = C_0'. Then, if GD converges to a solution minimising the loss (4), this solution "
                 "necessarily extrapolates.")  # fmt: skip
    hypotheses(item)
    item.suppose("converges", CONVERGES)
    item.suppose("minimiser", "minimiser(X, Y, Z)")
    zero = "zeros(3, 3)"
    item.conclude("memoryless(X, Y, Z)", argument=BIAS, expected="proved",
                  example=constant(zero, "basis(3,0)", "basis(3,0).T"))  # fmt: skip
    item.step("s1", INVARIANT, because=["descent", "balanced", "symmetric", "definitions"],
              says="claim of the induction: B_t = C_t' and A_t = A_t' for all t", argument=PRESERVED)  # fmt: skip
    item.step("s2", "forall(P, symmetric matrix(d), forall(R, matrix(1, d), gradC(P, R.T, R).T == gradB(P, R.T, R)))",
              because=["definitions"], says="the transpose of (9)'s right-hand side is that of (8)")  # fmt: skip
    item.step("s3", "forall(P, symmetric matrix(d), forall(R, matrix(1, d), forall(i, integer[1, k-1],"
              " Sum(P.T**r*R.T*R*P.T**(i-r-1), (r, 0, i-1)).T == Sum(P.T**r*R.T*R*P.T**(i-r-1), (r, 0, i-1)))))",
              because=["definitions"], says="the inner sum over r is symmetric")  # fmt: skip
    item.step("s4", "forall(P, symmetric matrix(d), forall(R, matrix(1, d), gradA(P, R.T, R).T == gradA(P, R.T, R)))",
              because=["s3", "definitions"], says="hence A_{t+1} is symmetric")  # fmt: skip
    item.step("s5", "Z*Y == w and forall(j, integer[1, k-1], Z*X**j*Y == 0)", because=["minimiser", "definitions"],
              says="at a minimiser", argument=[ZERO_IS_ATTAINED])  # fmt: skip
    item.step("s6", "Z*X**2*Y == 0", because=["s5", "length", "definitions"], says="Eq. (11), recalling k > 2",
              argument=[ZERO_IS_ATTAINED, Have("Z*Y == w and forall(j, integer[1, k-1], Z*X**j*Y == 0)", name="fit")],
              inference_argument=[])  # fmt: skip
    item.without("length", counterexample={
        **constant("Matrix([[0,1],[1,0]])", "basis(2,0)", "basis(2,0).T"), "d": "2", "k": "2"})
    item.without("symmetric", counterexample=constant(SHIFT, "basis(3,0)", "basis(3,0).T"))
    item.without("balanced", counterexample=constant(
        "Matrix([[1,0,0],[0,2,0],[0,0,-1]])", "Matrix([[1],[1],[1]])", "Matrix([[3,-1,1]])", w="3"))
    item.without("minimiser", counterexample=constant(zero, "zeros(3,1)", "zeros(1,3)"))
    item.without("descent", counterexample={
        **constant(SHIFT, "basis(3,0)", "basis(3,0).T"), "A": f"(1-delta(t,0))*{SHIFT}"})
    item.without("converges", counterexample={
        **constant(zero, "zeros(3,1)", "zeros(1,3)"), "X": SHIFT, "Y": "basis(3,0)", "Z": "basis(3,0).T"})
    item.without("width", argument=BIAS)
    item.without("teacher", argument=BIAS)
    item.without("eta.positive", argument=BIAS)
    item.instance("boundary k=2", {"k": "2"}, drop=["length"], expected="refuted", counterexample={
        **constant("Matrix([[0,1],[1,0]])", "basis(2,0)", "basis(2,0).T"), "d": "2"})
    item.instance("boundary k=1", {"k": "1"}, drop=["length"], expected="refuted",
                  counterexample={**constant("1", "1", "1"), "d": "1"})  # fmt: skip
    with item.repair("A may have a step size of its own") as r:
        r.let(rate="positive")
        r.suppose("descent", DESCENT.replace("A[t] - eta*gradA", "A[t] - rate*gradA"))
        r.conclude("memoryless(X, Y, Z)", argument=BIAS,
                   example={**constant(zero, "basis(3,0)", "basis(3,0).T"), "rate": "2"})  # fmt: skip
    item.note("For w < 0 the balanced start cannot reach loss 0 at all (C B = |B|^2 >= 0): the theorem then holds "
              "because nothing satisfies its hypotheses. For w = 0 it holds with B = 0.")  # fmt: skip


def gradient(name, letter, formula, says):
    @paper.equation(f"eq-{name}", f"Gradient with respect to {letter}", where=f"Section 6, Eq. ({name})")
    def page(item):
        item.printed(says)
        item.use(network)
        item.conclude(f"grad(loss(A, B, C), {letter}) == {formula}", expected="proved")
        item.instance("d=3,k=4", {"d": "3", "k": "4"})

    return page


gradient("5", "B", "2*(C*B - w)*C.T + 2*Sum((C*A**i*B)*A.T**i*C.T, (i, 1, k-1))",
         "dL/dB = 2 (CB - w) C' + 2 sum_{i=1}^{k-1} (C A^i B) (A')^i C'.")  # fmt: skip
gradient("6", "C", "2*(C*B - w)*B.T + 2*Sum((C*A**i*B)*B.T*A.T**i, (i, 1, k-1))",
         "dL/dC = 2 (CB - w) B' + 2 sum_{i=1}^{k-1} (C A^i B) B' (A')^i.")  # fmt: skip
gradient("7", "A", "2*Sum((C*A**i*B)*Sum(A.T**r*C.T*B.T*A.T**(i-r-1), (r, 0, i-1)), (i, 1, k-1))",
         "dL/dA = 2 sum_{i=1}^{k-1} (C A^i B) sum_{r=0}^{i-1} (A')^r C' B' (A')^{i-r-1}.")  # fmt: skip


def update(name, letter, formula):
    @paper.equation(f"eq-{name}", f"Descent step for {letter}", where=f"Section 6, Eq. ({name})")
    def page(item):
        item.printed(f"{letter}_(t+1) = {letter}_t - eta dL/d{letter}(t), written out with the gradient.")
        item.use(network)
        item.let(eta="positive")
        item.conclude(f"{letter} - eta*grad(loss(A, B, C), {letter}) == {letter} - 2*eta*({formula})")

    return page


update("8", "B", "(C*B - w)*C.T + Sum((C*A**i*B)*A.T**i*C.T, (i, 1, k-1))")
update("9", "C", "(C*B - w)*B.T + Sum((C*A**i*B)*B.T*A.T**i, (i, 1, k-1))")
update("10", "A", "Sum((C*A**i*B)*Sum(A.T**r*C.T*B.T*A.T**(i-r-1), (r, 0, i-1)), (i, 1, k-1))")


@paper.remark("rem-6.1a", "The start may be the identity, or as large as one likes", where="Section 6")
def admissible_starts(item):
    item.printed("This initialisation captures the residual setting A_0 = I, and more generally allows A_0 to have "
                 "arbitrary magnitude.")  # fmt: skip
    item.let(d="positive integer", r="real")
    item.conclude(
        "eye(d).T == eye(d) and exists(A, matrix(d, d), A.T == A and norm2(A) >= r)",
        argument=[Split([[], [
            Witness("(r**2+1)*eye(d)"),
            Split([[], [Have("d >= 1", name="width"),
                        Order(positive=[Square(root="r**2+1", facts=["width"]), Square(root="r**2"), Square(root="r"),
                                        Square(root="r - 1/2"), Square(weight="3/4")])]]),
        ]])],
    )  # fmt: skip


@paper.remark("rem-6.2", "A teacher with negative weight", where="Section 6", provenance="printed")
def negative_teacher(item):
    item.printed("The assumption w > 0 can easily be converted to w < 0, by modifying the conditions on "
                 "initialisation to include B_0 = -C_0' instead of B_0 = C_0'.")  # fmt: skip
    hypotheses(item)
    item.suppose("teacher", "w < 0")
    item.suppose("balanced", "B[0] == -C[0].T")
    item.suppose("converges", CONVERGES)
    item.suppose("minimiser", "minimiser(X, Y, Z)")
    item.conclude(
        "memoryless(X, Y, Z)",
        argument=[
            ZERO_IS_ATTAINED,
            Have("C[0] == -B[0].T", name="start"),
            Have("forall(t, nonnegative integer, A[t].T == A[t] and C[t] == -B[t].T)", name="invariant", by=PRESERVED),
            Have("forall(t, nonnegative integer, A[t].T == A[t])", name="A is symmetric"),
            Have("forall(t, nonnegative integer, C[t] == -B[t].T)", name="C is -B'"),
            Limit("A is symmetric", limits=["converges.0"], name="X"),
            Limit("C is -B'", limits=["converges.1", "converges.2"], name="Z"),
            Have("Z*Y == w and forall(j, integer[1, k-1], Z*X**j*Y == 0)", name="fit"),
            Have("Z*X**2*Y == 0", name="eq-11"),
            Have("Y.T*X*X*Y == 0", name="norm"),
            Vanish("norm", squares=[Square(root="X*Y", name="slackness")], rewrite=["X"]),
            Split([[], [Take("j")]]),
        ],
        example=constant("zeros(3, 3)", "basis(3,0)", "-basis(3,0).T", w="-1"),
    )
    minus = {"w": "-1"}
    item.without("length", counterexample={
        **constant("Matrix([[0,1],[1,0]])", "basis(2,0)", "-basis(2,0).T", **minus), "d": "2", "k": "2"})
    item.without("symmetric", counterexample=constant(SHIFT, "basis(3,0)", "-basis(3,0).T", **minus))
    item.without("balanced", counterexample=constant(
        "Matrix([[1,0,0],[0,2,0],[0,0,-1]])", "Matrix([[1],[1],[1]])", "Matrix([[-3,1,-1]])", w="-3"))
    item.without("minimiser", counterexample=constant("zeros(3,3)", "zeros(3,1)", "zeros(1,3)", **minus))
    item.without("descent", counterexample={
        **constant(SHIFT, "basis(3,0)", "-basis(3,0).T", **minus), "A": f"(1-delta(t,0))*{SHIFT}"})
    item.without("converges", counterexample={
        **constant("zeros(3,3)", "zeros(3,1)", "zeros(1,3)", **minus),
        "X": SHIFT, "Y": "basis(3,0)", "Z": "-basis(3,0).T"})


@paper.lemma("lemma-6.3", "Symmetric weights of arbitrarily small loss that do not extrapolate", where="Section 6")
def small_loss(item):
    item.printed("Assume d >= k > 2 and w > 0. For any epsilon > 0 there exist A = A' and B = C' such that the loss "
                 "(4) is smaller than epsilon yet the model does not extrapolate.")  # fmt: skip
    item.use(network)
    item.let(w="positive", epsilon="positive")
    item.suppose("width", "d >= k")
    item.suppose("length", "k > 2")
    item.conclude(
        "exists(A, matrix(d, d), exists(B, matrix(d, 1), exists(C, matrix(1, d), A == A.T and B == C.T"
        " and loss(A, B, C) < epsilon and not memoryless(A, B, C))))",
        argument=SMALL_LOSS, expected="proved",
    )  # fmt: skip
    item.without("width", argument=ALMOST_FITTED)
    item.without("length", argument=ALMOST_FITTED)
    family = ("forall(S, matrix(d, d), implies(S == lam*basis(d, 0)*basis(d, 0).T and delta1**2 <= w,")
    row = "(delta1*basis(d, 0).T + sqrt(w - delta1**2)*basis(d, 1).T)"
    column = "(delta1*basis(d, 0) + sqrt(w - delta1**2)*basis(d, 1))"
    choice = {"lam": "[1, oo)", "delta1": "positive"}
    parts = [
        Take("S"), Have("w - delta1**2 >= 0", name="room"), Root("w - delta1**2", name="root"),
        Have("forall(j, nonnegative integer, basis(d, 0).T*S**j == lam**j*basis(d, 0).T)", name="stretches",
             by=[Induct("j")]),
        Have("basis(d, 1).T*S == zeros(1, d)", name="kills"),
    ]  # fmt: skip
    item.step("s1", f"{family} loss(S, {column}, {row}) == delta1**4*Sum(lam**(2*j), (j, 1, k-1))))", let=choice,
              because=["width", "length", "definitions"], says="the loss of the printed family",
              argument=[*parts])  # fmt: skip
    item.step("s3", f"{family} forall(q, positive integer, Sum(({row}*S**j*{column})**2, (j, 1, q-1))"
              " == delta1**4*Sum(lam**(2*j), (j, 1, q-1)))))", let=choice,
              because=["width", "length", "definitions"], says="the loss at length k'",
              argument=[*parts, Take("q")])  # fmt: skip
    item.note("As worded the lemma is easy: A = 0 with C B slightly off w has small loss and does not extrapolate, at "
              "every width and length. The printed family shows more (C B = w exactly, and an error that grows with the "
              "length), and so does the proof here, which keeps C B = w.")  # fmt: skip
