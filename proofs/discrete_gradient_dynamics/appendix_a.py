"""Appendix A: the linear autoencoder and principal components.

S is Sigma_x; W_1 is d x h, W_2 is h x d.
"""

from verifier.language.script import At, Have, Induct, Inside, Linear, Order, Split, Square, Take, Use, Witness
from verifier.language.script_parts import named_number

from . import paper

SIZES = {"d": "positive integer", "h": "positive integer"}
FIRST, SECOND = "S*({0}*{1} - eye(d))*{1}.T", "{0}.T*S*({0}*{1} - eye(d))"


@paper.equation("eq-29", "The autoencoder and its gradients", where="Appendix A, Eq. (29)")
def gradients(item):
    item.printed("Minimise (1/(2n)) |X - X W_1 W_2|_F^2; G_1 = Sigma_x (W_1 W_2 - I) W_2', G_2 = W_1' Sigma_x (W_1 W_2 - I).")
    item.let(**SIZES, n="positive integer", X="matrix(n, d)", S="matrix(d, d)", A="matrix(d, h)", B="matrix(h, d)")
    item.define("f(A, B) := norm2(X - X*A*B)/(2*n)")
    item.suppose("Sigma_x", "n*S == X.T*X")
    item.conclude(f"grad(f(A, B), A) == {FIRST.format('A', 'B')} and grad(f(A, B), B) == {SECOND.format('A', 'B')}", argument=[
        Have("n != 0", name="n not 0"), Split([
            [],
            []])],
        expected="proved")  # fmt: skip
    item.note("A is W_1 and B is W_2.")


TIED = {**SIZES, "S": "symmetric matrix(d)", "A": "matrix(d, h)"}
TURNED = f"{FIRST.format('A', 'A.T')} == ({SECOND.format('A', 'A.T')}).T"
#: d = 2, h = 1: Sigma_x = diag(1, 2), W_1 = (1, 1)'.
SKEW = {"d": 2, "h": 1, "S": "Matrix([[1, 0], [0, 2]])", "A": "Matrix([[1], [1]])"}


@paper.equation("eq-30..32", "The gradients of tied layers", where="Appendix A, Eq. (30)-(32)")
def tied(item):
    item.printed("If W_1 = W_2' (and a second hypothesis, missing in the source) then G_1 = G_2'.")
    item.leads_to("appA-disc", "appA-cont")
    item.let(**TIED)
    with item.reading("A: no further hypothesis") as r:
        r.conclude(TURNED, expected="refuted", counterexample=SKEW)
    with item.reading("B: Sigma_x commutes with W_1 W_1'") as r:
        r.suppose("commuting", "S*A*A.T == A*A.T*S")
        r.conclude(TURNED, argument=[], expected="proved",
                   example={"d": 1, "h": 1, "S": 1, "A": 1})  # fmt: skip
    item.note("G_1 - G_2' = (Sigma_x M - M Sigma_x) W_1 with M = W_1 W_1': the second hypothesis cannot be left out, and commuting on "
              "the range of W_1 is all that is needed.")  # fmt: skip


STEP = ("forall(t, nonnegative integer, A[t+1] == A[t] - eta*S*(A[t]*B[t] - eye(d))*B[t].T"
        " and B[t+1] == B[t] - eta*A[t].T*S*(A[t]*B[t] - eye(d)))")  # fmt: skip
SEQUENCES = {**SIZES, "S": "symmetric matrix(d)", "eta": "positive", "A": "matrix(d, h) sequence", "B": "matrix(h, d) sequence"}
KEEPS = "B[{t}] == A[{t}].T and S*A[{t}]*A[{t}].T == A[{t}]*A[{t}].T*S"
INDUCTION = [Induct("t", base=[Split([[], []])], step=[
    Use("descent", at=["t"], name="now"),
    Have("A[t]*B[t] == A[t]*A[t].T", name="M"),
    Have("A[t+1] == A[t] - eta*S*A[t]*A[t].T*A[t] + eta*S*A[t]", name="next"),
    Split([
        [],
        [Have("A[t+1]*A[t+1].T == (A[t] - eta*S*A[t]*A[t].T*A[t] + eta*S*A[t])*(A[t] - eta*S*A[t]*A[t].T*A[t] + eta*S*A[t]).T",
              name="product")]])])]  # fmt: skip


@paper.remark("appA-disc", "Tied layers stay tied under gradient descent", where="Appendix A")
def tied_descent(item):
    item.printed("By recurrence W_1^(t) = (W_2^(t))' for all t when it holds at t = 0.")
    item.let(**SEQUENCES)
    item.suppose("descent", STEP)
    item.suppose("tied", "B[0] == A[0].T")
    with item.reading("A: no further hypothesis", alone=True) as r:
        r.let(**SIZES, S="symmetric matrix(d)", eta="positive", W="matrix(d, h)")
        r.conclude("W - eta*S*(W*W.T - eye(d))*W == (W.T - eta*W.T*S*(W*W.T - eye(d))).T", expected="refuted",
                   counterexample={"d": 2, "h": 1, "S": SKEW["S"], "eta": 1, "W": SKEW["A"]})  # fmt: skip
    with item.reading("B: Sigma_x commutes with W_1 W_1' at the start") as r:
        r.suppose("commuting", "S*A[0]*A[0].T == A[0]*A[0].T*S")
        r.conclude("forall(t, nonnegative integer, B[t] == A[t].T)", expected="proved", argument=[
            Have(f"forall(t, nonnegative integer, {KEEPS.format(t='t')})", name="both", by=INDUCTION),
            Take("t"), Use("both", at=["t"], name="now")], example={"d": 1, "h": 1, "S": 0, "eta": 1, "A": 0, "B": 0})  # fmt: skip

    item.note("Reading A is refuted for one step from the tied layers W_1 = W and W_2 = W': without the commutation the first step leaves them. The commutation of "
              "Sigma_x with W_1 W_1' propagates (reading B).")  # fmt: skip


#: At the time t the first k modes are learned, the others not: the limit is the projection onto the first k eigenvectors.
UP_TO_NOW = [
    Have("forall(i, integer[0, k-1], ell[i] == 1)", name="learned", by=[
        Take("jj"), Use("limits", at=["jj"], name="value"), Use("time.0", at=["jj"], name="after"), Use("value.0", name="here"),
        Have("mu[jj] > 0", name="positive")]),
    Have("forall(i, integer[k, d-1], ell[i] == 0)", name="silent", by=[
        Take("jj"), Use("limits", at=["jj"], name="value"), Use("time.1", at=["jj"], name="before"), Use("value.1")]),
    Have("T == Sum(ell[i]*v[i]*v[i].T, (i, 0, k-1)) + Sum(ell[i]*v[i]*v[i].T, (i, k, d-1))", name="both parts"),
    Have("T == Sum(v[i]*v[i].T, (i, 0, k-1))", name="T"),
    *named_number("c", "kappa/(2*t)", also="c >= 0 and 2*c*t == kappa", by=[Split([[], [], []])]),
    Have("forall(i, integer[0, k-1], mu[i] >= c)", name="large", by=[
        Take("jj"), Use("time.0", at=["jj"], name="after")]),
    Have("forall(i, integer[k, d-1], mu[i] <= c)", name="small", by=[
        Take("jj"), Use("time.1", at=["jj"], name="before")]),
]  # fmt: skip


def principal_components(item):
    """Between two transitions the limit of Theorem 2 solves the problem of rank k."""
    with item.repair("between two transitions of the flow from W_1(0) = W_2(0)' = e^(-kappa delta/2) I, as delta -> infinity", alone=True) as r:
        r.let(d="positive integer", n="positive integer", k="integer[1, d]", X="matrix(n, d)", S="matrix(d, d)", T="matrix(d, d)",
              v="matrix(d, 1) sequence", mu="real sequence", ell="real sequence", kappa="positive", t="positive")  # fmt: skip
        r.suppose("Sigma_x", "n*S == X.T*X")
        r.suppose("orthonormal", "forall(i, integer[0, d-1], forall(j, integer[0, d-1], v[i].T*v[j] == delta(i, j)))")
        r.suppose("basis", "Sum(v[i]*v[i].T, (i, 0, d-1)) == eye(d)")
        r.suppose("eigenvectors", "forall(i, integer[0, d-1], S*v[i] == mu[i]*v[i])")
        r.suppose("limits", "forall(i, integer[0, d-1], implies(2*mu[i]*t > kappa, mu[i]*ell[i] == mu[i]) and implies(2*mu[i]*t < kappa, ell[i] == 0))")
        r.suppose("time", "forall(i, integer[0, k-1], 2*mu[i]*t > kappa) and forall(i, integer[k, d-1], 2*mu[i]*t < kappa)")
        r.suppose("limit", "T == Sum(ell[i]*v[i]*v[i].T, (i, 0, d-1))")
        r.conclude("forall(V, matrix(d, k), norm2(X - X*T) <= norm2(X - X*V*V.T))", because=["ext-RV"], expected="proved",
                   argument=[
            Have("n != 0", name="n not 0"), Have("S.T == S", name="symmetric", by=[
                Linear(terms=[Inside("Sigma_x", "1/n*HOLE.T"), ("Sigma_x", "-1/n", "1")], nonzero=["n not 0"])]),
            *UP_TO_NOW,
            Have("forall(i, integer[0, d-1], S.T*eye(d)*v[i] == mu[i]*v[i])", name="moments", by=[
                Take("jj"), Use("eigenvectors", at=["jj"], name="now")]),
            Use("cited:ext-RV", at=["d", "d", "n", "X", "X", "k", "S", "S", "eye(d)", "T", ("v[i]", "i"), ("mu[i]", "i"), "c"], name="best"),
            Have("2*n > 0", name="samples"), Take("V"), Use("best.1", at=["V", "V.T"], name="now"),
            Order(positive=[Square(facts=["now", "samples"])], nonzero=["n not 0"])],
            example={"d": 1, "n": 1, "k": 1, "X": 1, "S": 1, "T": 1, "v": 1, "mu": 1, "ell": 1, "kappa": 1, "t": 1})  # fmt: skip
        r.note("mu_i = sigma_i = lambda_i are the eigenvalues of Sigma_x, ell_i the limits of Theorem 2 (1 after the transition, 0 before it), T the limit of "
               "W_1 W_2 at the time t delta, after k transitions and before the others. It is the principal component projection of rank k.")  # fmt: skip


@paper.equation("app-A", "The autoencoder recovers principal components", where="Section 3.1 and Appendix A", provenance="printed")
def principal(item):
    item.printed("With the symmetric initialisation W_1(0) = W_2(0)' the gradient dynamics exactly recovers the PCA of X.")
    item.let(**TIED)
    item.suppose("stationary", f"{FIRST.format('A', 'A.T')} == zeros(d, h)")
    item.suppose("top", "A.T*A == eye(h)")
    item.conclude("forall(B, matrix(d, h), implies(B.T*B == eye(h), trace(B.T*S*B) <= trace(A.T*S*A)))", expected="refuted",
                  counterexample={"d": 2, "h": 1, "S": "Matrix([[1, 0], [0, 2]])", "A": "Matrix([[1], [0]])"}, argument=[At({
                      "goal": [Witness("Matrix([[0], [1]])")]})])  # fmt: skip
    principal_components(item)
    item.note("A rest point with orthonormal columns need not be the principal one: started on an eigenvector, or orthogonal to a "
              "principal one, the dynamics stays there. Convergence to the principal components needs a start that has a part of each "
              "(prose-T1-general: W_1(0) = W_2(0)' = e^{-kappa delta/2} I has, h = d). From that start the flow passes through the principal components of "
              "every rank (the repair), and ends at the projection onto all directions in which X varies.")  # fmt: skip


@paper.equation("eq-33", "The limit solves PCA", where="Appendix A, Eq. (33)")
def limit_solution(item):
    item.printed("The limit W_inf is in argmin_W |X - X W W'|_F^2, W in R^{d x h}: PCA.")
    item.let(d="positive integer", h="positive integer", n="positive integer", X="matrix(n, d)", A="matrix(d, h) sequence",
             B="matrix(h, d) sequence", S="symmetric matrix(d)", eta="positive", W="matrix(d, h)")  # fmt: skip
    item.suppose("Sigma_x", "n*S == X.T*X")
    item.suppose("descent", STEP)
    item.suppose("tied", "B[0] == A[0].T and S*A[0]*A[0].T == A[0]*A[0].T*S")
    item.suppose("limit", "tends(A[t], t, W)")
    item.conclude("forall(V, matrix(d, h), norm2(X - X*W*W.T) <= norm2(X - X*V*V.T))", expected="refuted", counterexample={
        "d": 2, "h": 1, "n": 2, "X": "Matrix([[1, 0], [0, 2]])", "S": "Matrix([[1/2, 0], [0, 2]])", "eta": 1, "A": "basis(2, 0)",
        "B": "basis(2, 0).T", "W": "basis(2, 0)"}, argument=[At({"goal": [Witness("basis(2, 1)")]})])  # fmt: skip
    principal_components(item)
    item.note("The limit is a rest point, which need not be a minimum: a start without a part in a principal direction never gets one. The null "
              "start, which the paper excludes, is not needed for that. With one hidden unit the commutation asked for at the start says that W_1(0) is an "
              "eigenvector of Sigma_x; then W_1 keeps its direction, and the limit is the principal component only if the start has been "
              "one. For starts that have a part of each mode (Theorem 1 with positive modes) the limit is sum_i u_i u_i' over the modes that are "
              "switched on.")  # fmt: skip
