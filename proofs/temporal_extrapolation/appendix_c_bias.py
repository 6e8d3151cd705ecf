"""Appendix C, third part: the implicit bias of gradient descent with several inputs and outputs."""

from verifier.language.script import At, Have, Limit, Linear, Split, Square, Take, Use, Vanish

from . import paper
from .appendix_c import identity_is_out_of_reach
from .lemmas.network import DESCENT, MIMO_TIED
from .notation import mimo_network
from .section_6 import CONVERGES, INVARIANT, PRESERVED
from .section_6_proof import DIAGONAL

#: Limits X, Y, Z of a symmetric descent: from Z X^2 Y = |XY|^2 = 0 nothing is ever put out again.
QUIET = [
    Have(INVARIANT, name="invariant", by=PRESERVED),
    Have("forall(t, nonnegative integer, A[t].T == A[t])", name="A is symmetric"),
    Have("forall(t, nonnegative integer, C[t] == B[t].T)", name="C is B'"),
    Limit("A is symmetric", limits=["converges.0"], name="X"),
    Limit("C is B'", limits=["converges.1", "converges.2"], name="Z"),
    Use("seen", at=["2"], name="eq-25"),
    Have("norm2(X*Y) == 0", name="norm", by=[
        Have("trace(Z*X**2*Y) == 0", name="traced")]),
    Vanish("norm", squares=[Square(root="X*Y", name="slackness")], rewrite=[]),
]  # fmt: skip


def tied(item):
    item.let(d="positive integer", k="positive integer", n="positive integer", eta="positive",
             W="symmetric matrix(n)", A="matrix(d, d) sequence", B="matrix(d, n) sequence",
             C="matrix(n, d) sequence", X="matrix(d, d)", Y="matrix(d, n)", Z="matrix(n, d)")  # fmt: skip
    item.define(*MIMO_TIED)
    item.suppose("width", "d >= k")
    item.suppose("length", "k > 2")
    item.suppose("descent", DESCENT)
    item.suppose("balanced", "B[0] == C[0].T")
    item.suppose("symmetric", "A[0] == A[0].T")
    item.suppose("converges", CONVERGES)
    item.suppose("minimiser", "minimiser(X, Y, Z)")


PSD = "forall(u, matrix(n, 1), u.T*W*u >= 0)"
ELEMENTWISE = "forall(i, integer[0, n-1], forall(j, integer[0, n-1], W[i, j] >= 0))"
WIDE = {"d": "3", "k": "3", "n": "4", "eta": "1", "W": "eye(4)"}
EMBED = "Matrix([[1,0,0,0],[0,1,0,0],[0,0,1,0]])"
AT_REST = {"d": "3", "k": "3", "n": "1", "eta": "1", "W": "1", "A": "zeros(3,3)", "X": "zeros(3,3)", "B": "basis(3,0)",
           "Y": "basis(3,0)", "C": "basis(3,0).T", "Z": "basis(3,0).T"}  # fmt: skip
RANK_TOO_HIGH = {**WIDE, "A": "zeros(3,3)", "X": "zeros(3,3)", "B": EMBED, "Y": EMBED,
                 "C": f"{EMBED}.T", "Z": f"{EMBED}.T"}  # fmt: skip


@paper.theorem("thm-C.4", "Implicit bias with several inputs and outputs", where="Appendix C", provenance="printed")
def implicit_bias(item):
    item.printed("Here we show that this result extends to the MIMO case, under the additional conditions that n = m "
                 "and W is symmetric and nonnegative [and k > 2, A_0 = A_0', B_0 = C_0', GD converges to a "
                 "minimiser: then it extrapolates].")  # fmt: skip
    tied(item)
    minimal = [At({"minimiser": [Take("P", "Q", "R"), *identity_is_out_of_reach(3, 4, 3)]})]
    for name, condition in (("positive semidefinite", PSD), ("nonnegative in every entry", ELEMENTWISE)):
        with item.reading(name) as r:
            r.suppose("nonnegative", condition)
            r.conclude("memoryless(X, Y, Z)", expected="refuted", counterexample=RANK_TOO_HIGH,
                       argument=minimal)  # fmt: skip
    item.step("s1", INVARIANT, because=["descent", "balanced", "symmetric", "W.symmetric", "definitions"],
              says="the first part of the main proof; it needs W symmetric", argument=PRESERVED, example=AT_REST)  # fmt: skip
    item.step("s2", "forall(P, symmetric matrix(d), forall(R, matrix(n, d),"
              " gradC(P, R.T, R).T == gradB(P, R.T, R)))", because=["W.symmetric", "definitions"],
              says="for the right-hand sides of (21) and (22) to satisfy this, W must be symmetric", example=AT_REST)  # fmt: skip
    item.step("s3", "forall(P, symmetric matrix(d), forall(R, matrix(n, d),"
              " gradA(P, R.T, R).T == gradA(P, R.T, R)))", because=["definitions"],
              says="the symmetry of A is preserved", example=AT_REST)  # fmt: skip
    item.step("zero", "loss(X, Y, Z) == 0", because=["minimiser", "definitions"],
              says="any solution minimising (i.e., bringing to zero) the loss (24)", expected="refuted",
              expected_inference="does not follow", counterexample=RANK_TOO_HIGH, argument=minimal)  # fmt: skip
    item.note("At minimisers nothing of the past is put out (C A^j B = 0 for all j >= 1 holds for every symmetric W), but they "
              "reproduce W only where a network of width d can: rank W <= d.")  # fmt: skip
    with item.repair("for a symmetric teacher of rank at most d, nonnegative or not") as r:
        r.let(U="matrix(n, d)", V="matrix(d, n)")
        r.suppose("rank", "W == U*V")
        r.conclude("memoryless(X, Y, Z)", argument=[
            Use("minimiser", at=["zeros(d, d)", "V", "U"], name="fit"),
            Vanish("fit", squares=[Square(root="Z*Y - W", name="gain"),
                                   Square(root="Z*X**i*Y", over=[("i", "1", "k-1")], name="seen")], rewrite=["rank"]),
            *QUIET, Split([[], [Take("j")]])], example={**AT_REST, "U": "basis(3,0).T", "V": "basis(3,0)"})  # fmt: skip
    with item.repair("for every symmetric teacher: nothing of the past is ever put out") as r:
        r.conclude("silent(X, Y, Z)", argument=[
            Use("minimiser", at=["zeros(d, d)", "Y", "Z"], name="better"),
            Vanish("better", squares=[Square(root="Z*X**i*Y", over=[("i", "1", "k-1")], name="seen")], rewrite=[]),
            *QUIET, Take("j")], example=AT_REST)  # fmt: skip


def gradient(name, letter, formula, says):
    @paper.equation(f"eq-{name}", f"Gradient with respect to {letter}", where=f"Appendix C, Eq. ({name})")
    def page(item):
        item.printed(says)
        item.use(mimo_network)
        item.conclude(f"grad(loss(A, B, C), {letter}) == {formula}", expected="proved")

    return page


gradient("21", "B", "2*C.T*(C*B - W) + 2*Sum(A.T**i*C.T*C*A**i*B, (i, 1, k-1))",
         "dL/dB = 2 C'(CB - W) + 2 sum_{i=1}^{k-1} (A')^i C' C A^i B.")  # fmt: skip
gradient("22", "C", "2*(C*B - W)*B.T + 2*Sum(C*A**i*B*B.T*A.T**i, (i, 1, k-1))",
         "dL/dC = 2 (CB - W) B' + 2 sum_{i=1}^{k-1} C A^i B B' (A')^i.")  # fmt: skip
gradient("23", "A", "2*Sum(Sum(A.T**r*C.T*(C*A**i*B)*B.T*A.T**(i-r-1), (r, 0, i-1)), (i, 1, k-1))",
         "dL/dA = 2 sum_i sum_{r=0}^{i-1} (A')^r C' (C A^i B) B' (A')^{i-r-1}.")  # fmt: skip


@paper.equation("eq-24", "The loss with its first terms set apart", where="Appendix C, Eq. (24)")
def split_loss(item):
    item.printed("L = sum_{i=3}^{k-1} |C A^i B|^2 + |C A^2 B|^2 + |CAB|^2 + |CB - W|^2; the leftmost sum is empty "
                 "if k = 3.")  # fmt: skip
    item.use(mimo_network)
    item.suppose("length", "k > 2")
    item.conclude("loss(A, B, C) == Sum(norm2(C*A**i*B), (i, 3, k-1)) + norm2(C*A**2*B) + norm2(C*A*B) + norm2(C*B - W)",
                  expected="proved")  # fmt: skip
    item.without("length", counterexample={
        "d": "1", "k": "1", "n": "1", "m": "1", "A": "1", "B": "1", "C": "1", "W": "1"})


@paper.equation("eq-25", "The second value of the impulse response vanishes", where="Appendix C, Eq. (25)", provenance="printed")
def second_value(item):
    item.printed("Any solution minimising (i.e., bringing to zero) the above must satisfy C A^2 B = 0.")
    item.use(mimo_network)
    item.suppose("length", "k > 2")
    item.suppose("zero", "loss(A, B, C) == 0")
    item.conclude("C*A**2*B == zeros(m, n)", argument=[
        Vanish("zero", squares=[Square(root="C*B - W", name="gain"),
                                Square(root="C*A**i*B", over=[("i", "1", "k-1")], name="seen")], rewrite=[])])  # fmt: skip
    item.note("The parenthesis is where the rank of W is lost: a minimiser brings the loss to zero only if rank W <= d. "
              "The equation itself holds at every minimiser.")  # fmt: skip


def diagonalised(item):
    item.use(mimo_network)
    item.let(C="matrix(n, d)", U="orthogonal matrix(d)", lam="real sequence")
    item.suppose("spectral", f"A == U*{DIAGONAL}*U.T")
    item.suppose("balanced", "C == B.T")
    item.suppose("eq-25", "C*A*A*B == zeros(n, n)")


SQUARES = "forall(j, integer[0, n-1], Sum(lam[i]**2*(U.T*B)[i, j]**2, (i, 0, d-1)) == 0)"


@paper.equation("eq-26", "The diagonal of V' Lambda^2 V", where="Appendix C, Eq. (26)")
def weighted_squares(item):
    item.printed("For each j: sum_{i=1}^d lambda_i^2 V_ij^2 = 0, with V = U' B.")
    diagonalised(item)
    item.conclude(SQUARES, argument=[Take("j"), Have("basis(n, j).T*(C*A*A*B)*basis(n, j) == 0", name="diagonal"),
                                     Linear(terms=[("diagonal", "1", "1")], rewrite=["balanced", "spectral", "U.orthogonal"])])  # fmt: skip


@paper.equation("eq-27", "Complementary slackness", where="Appendix C, Eq. (27)")
def complementary_slackness(item):
    item.printed("lambda_i V_ij = 0 for all i, j.")
    diagonalised(item)
    item.conclude("forall(j, integer[0, n-1], forall(i, integer[0, d-1], lam[i]*(U.T*B)[i, j] == 0))", argument=[
        Take("j"),
        Have("basis(n, j).T*(C*A*A*B)*basis(n, j) == 0", name="diagonal"),
        Have("Sum(lam[i]**2*(U.T*B)[i, j]**2, (i, 0, d-1)) == 0", name="squares",
             by=[Linear(terms=[("diagonal", "1", "1")], rewrite=["balanced", "spectral", "U.orthogonal"])]),
    ])  # fmt: skip

