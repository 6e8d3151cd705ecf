"""Section 5: gradient descent on one layer, and the layers in the basis of the modes."""

from verifier.language.script import Have, Induct, Linear, Set, Split, Square, Take, Use, Vanish
from verifier.papers.setting import Setting

from . import paper

#: Descent on one layer; P has S P = R, as the pseudoinverse solution has.
one_layer = Setting(
    let={"d": "positive integer", "p": "positive integer", "S": "matrix(d, d)", "R": "matrix(d, p)", "P": "matrix(d, p)",
         "eta": "real", "W": "matrix(d, p) sequence"},
    suppose={
        "descent": "forall(t, nonnegative integer, W[t+1] == W[t] - eta*(S*W[t] - R))",
        "solution": "S*P == R",
    },
)  # fmt: skip


SOME_DATA = [Have("n > 0", name="some data")]


@paper.equation("disc-lin", "Gradient descent on one layer", where="Section 5", provenance="derived")
def descent_on_one_layer(item):
    item.printed("W^(t+1) = W^(t) - eta (Sigma_x W^(t) - Sigma_xy).")
    item.let(n="positive integer", d="positive integer", p="positive integer", X="matrix(n, d)", Y="matrix(n, p)", W="matrix(d, p)",
             eta="real")  # fmt: skip
    item.define("f(W) := norm2(Y - X*W)/(2*n)")
    item.conclude("W - eta*grad(f(W), W) == W - eta*((X.T*X)/n*W - (X.T*Y)/n)", argument=SOME_DATA, expected="proved")
    item.note("The step of Eq. (5) for L = 1, with the loss (2).")


@paper.equation("eq-66", "The error of one step", where="Appendix C, Eq. (66)", provenance="derived")
def one_step(item):
    item.printed("W^(t+1) - Sigma_x^+ Sigma_xy = W^(t) - Sigma_x^+ Sigma_xy - eta (Sigma_x W^(t) - Sigma_xy).")
    item.use(one_layer)
    item.conclude("forall(t, nonnegative integer, W[t+1] - P == W[t] - P - eta*(S*W[t] - R))", expected="proved")
    item.note("S, R and P are Sigma_x, Sigma_xy and Sigma_x^+ Sigma_xy, of which S P = R is used (eq-9/range).")


@paper.equation("eq-67", "The error contracts", where="Appendix C, Eq. (67)", provenance="derived")
def contracts(item):
    item.printed("W^(t+1) - Sigma_x^+ Sigma_xy = (I - eta Sigma_x) (W^(t) - Sigma_x^+ Sigma_xy).")
    item.use(one_layer)
    item.conclude("forall(t, nonnegative integer, W[t+1] - P == (eye(d) - eta*S)*(W[t] - P))", expected="proved")
    item.without("solution", counterexample={"d": 1, "p": 1, "S": 0, "R": 1, "P": 0, "eta": 1, "W": "t"})
    item.note("S, R and P are Sigma_x, Sigma_xy and Sigma_x^+ Sigma_xy, of which S P = R is used (eq-9/range).")


@paper.equation("eq-21", "Gradient descent on one layer, solved", where="Section 5, Eq. (21)", provenance="derived")
def solved(item):
    item.printed("W^(t) = (I - eta Sigma_x)^t (W_0 - Sigma_x^+ Sigma_xy) + Sigma_x^+ Sigma_xy for 0 < eta < 1/lambda_max(Sigma_x).")
    item.let(n="positive integer", d="positive integer", p="positive integer", X="matrix(n, d)", Y="matrix(n, p)", G="matrix(d, d)",
             eta="real", W="matrix(d, p) sequence")  # fmt: skip
    item.define("S := (X.T*X)/n", "R := (X.T*Y)/n")
    item.suppose("descent", "forall(t, nonnegative integer, W[t+1] == W[t] - eta*(S*W[t] - R))")
    item.suppose("inverse on the range", "S*G*S == S")
    item.conclude("forall(t, nonnegative integer, W[t] == (eye(d) - eta*S)**t*(W[0] - G*R) + G*R)", because=["eq-9/range"], argument=[
        Use("cited:eq-9/range", at=["n", "d", "p", "X", "Y", "G"], name="range"),
        Have("forall(M, matrix(d, d), implies(M == eye(d) - eta*S, forall(t, nonnegative integer, W[t] == M**t*(W[0] - G*R) + G*R)))",
             name="powers", by=[Take("M"), Induct("t", base=[], step=[
                 Use("descent", at=["t"], name="next"),
                 Have("M*W[t] == W[t] - eta*S*W[t]", name="moved"),
                 Have("M*(G*R) == G*R - eta*R", name="fixed", by=[Linear(terms=[("given", "1", "G*R"), ("range", "-eta", "1")])]),
                 Have("M*W[t] == M**(t+1)*(W[0] - G*R) + M*(G*R)", name="IH M"),
                 Linear(terms=[("next", "1", "1"), ("moved", "-1", "1"), ("IH M", "1", "1"), ("fixed", "1", "1")])])]),
        Use("powers", at=["eye(d) - eta*S"])], expected="proved")  # fmt: skip
    item.note("For every step-size; 0 < eta < 1/lambda_max is superfluous here. Of the pseudoinverse only Sigma_x G Sigma_x = Sigma_x is "
              "used: G is any generalised inverse, W_0 may be anything.")  # fmt: skip


@paper.remark("eq-9/range", "The equation of least squares is solvable", where="Appendix B.1, cross-check", provenance="derived")
def solvable(item):
    item.printed("(not in the paper) Sigma_x G Sigma_xy = Sigma_xy for every G with Sigma_x G Sigma_x = Sigma_x.")
    item.let(n="positive integer", d="positive integer", p="positive integer", X="matrix(n, d)", Y="matrix(n, p)", G="matrix(d, d)")
    item.define("S := (X.T*X)/n", "R := (X.T*Y)/n")
    item.suppose("inverse on the range", "S*G*S == S")
    item.conclude("S*G*R == R", argument=[
        Have("n > 0", name="some data"), Set("K", "S*G - eye(d)"),
        Have("K*X.T*X == zeros(d, d)", name="kills", by=[
            Have("K*S == zeros(d, d)", name="a"),
            Linear(terms=[("a", "n", "1")], nonzero=["some data"])]),
        Have("trace((X*K.T).T*(X*K.T)) == 0", name="square"),
        Have("trace((X*K.T).T*(X*K.T)) <= 0", name="at most 0"),
        Vanish("at most 0", [Square("X*K.T", name="gone")], rewrite=[]),
        Have("K*X.T == zeros(d, n)", name="gone too"),
        Have("K*R == zeros(d, p)", name="closed")], expected="proved")


#: Both layers move at once; Q is orthogonal, and the layers are written in the basis of the modes.
two_layers = Setting(
    let={"d": "positive integer", "h": "positive integer", "p": "positive integer", "D": "matrix(d, d)", "S": "matrix(d, p)",
         "U": "matrix(d, d)", "V": "matrix(p, p)", "Q": "matrix(h, h)", "M": "matrix(d, h)", "N": "matrix(h, p)", "eta": "real"},
    define=("Sx := U*D*U.T", "Sxy := U*S*V.T", "W1 := U*M*Q.T", "W2 := Q*N*V.T"),
    suppose={"U orthogonal": "U.T*U == eye(d)", "V orthogonal": "V.T*V == eye(p)", "Q orthogonal": "Q.T*Q == eye(h)"},
)  # fmt: skip
FIRST = "W1 + eta*(Sxy - Sx*W1*W2)*W2.T"
SECOND = "W2 + eta*W1.T*(Sxy - Sx*W1*W2)"


def two_layer_step(id, where):
    @paper.equation(id, "Gradient descent on two layers", where=where, provenance="derived")
    def page(item):
        item.printed("W_1^+ = W_1 + eta (Sigma_xy - Sigma_x W_1 W_2) W_2', W_2^+ = W_2 + eta W_1' (Sigma_xy - Sigma_x W_1 W_2).")
        item.let(n="positive integer", d="positive integer", h="positive integer", p="positive integer", X="matrix(n, d)",
                 Y="matrix(n, p)", W1="matrix(d, h)", W2="matrix(h, p)", eta="real")  # fmt: skip
        item.define("f(W1, W2) := norm2(Y - X*W1*W2)/(2*n)", "S := (X.T*X)/n", "R := (X.T*Y)/n")
        item.conclude("W1 - eta*grad(f(W1, W2), W1) == W1 + eta*(R - S*W1*W2)*W2.T"
                      " and W2 - eta*grad(f(W1, W2), W2) == W2 + eta*W1.T*(R - S*W1*W2)", argument=[
            *SOME_DATA], expected="proved")  # fmt: skip

    return page


two_layer_step("disc-2layer", "Section 5")
two_layer_step("eq-68", "Appendix C, Eq. (68)")


#: Diagonal layers M, N with k entries a_i, b_i: one step gives diagonal layers.
STAY_DIAGONAL = (
    "forall(m, nonnegative integer, forall(k, nonnegative integer, forall(l, real sequence, forall(s, real sequence, forall(a, real sequence,"
    " forall(b, real sequence, implies(k <= m and m <= d and m <= p and k <= h"
    " and D == Sum(l[i]*basis(d, i)*basis(d, i).T, (i, 0, d-1)) and S == Sum(s[i]*basis(d, i)*basis(p, i).T, (i, 0, m-1))"
    " and M == Sum(a[i]*basis(d, i)*basis(h, i).T, (i, 0, k-1)) and N == Sum(b[i]*basis(h, i)*basis(p, i).T, (i, 0, k-1)),"
    " M + eta*(S - D*M*N)*N.T == Sum((a[i] + eta*b[i]*(s[i] - l[i]*a[i]*b[i]))*basis(d, i)*basis(h, i).T, (i, 0, k-1))"
    " and N + eta*M.T*(S - D*M*N) == Sum((b[i] + eta*a[i]*(s[i] - l[i]*a[i]*b[i]))*basis(h, i)*basis(p, i).T, (i, 0, k-1)))))))))"
)  # fmt: skip


@paper.equation("eq-69", "The step in the basis of the modes", where="Appendix C, Eq. (69)", provenance="derived")
def in_the_basis(item):
    item.printed("M^+ = M + eta (S - D M N) N', N^+ = N + eta M' (S - D M N); diagonal matrices stay diagonal.")
    item.use(two_layers)
    item.conclude(f"U.T*({FIRST})*Q == M + eta*(S - D*M*N)*N.T and Q.T*({SECOND})*V == N + eta*M.T*(S - D*M*N) and {STAY_DIAGONAL}",
                  because=["eq-16/layers"], expected="proved", argument=[Split([[], [], [
                      Take("m", "k", "l", "s", "a", "b"),
                      Use("cited:eq-16/layers", at=["d", "h", "p", "k", "m", "D", "S", "M", "N", ("basis(d, i)", "i"), ("basis(p, i)", "i"),
                                                    ("basis(h, i)", "i"), ("s[i]", "i"), ("l[i]", "i"), ("a[i]", "i"), ("b[i]", "i")],
                          name="now", premises=[[Split([[Split([[], []])], *[[Take("i", "j")]]*3, [], [], [], []])]]),
                      Split([[Linear(terms=[("given1.2", "-1", "1"), ("now.1", "-eta", "1")])],
                             [Linear(terms=[("given1.3", "-1", "1"), ("now.2", "-eta", "1")])]])]])],
                  example={"d": 1, "h": 1, "p": 1, "D": 1, "S": 1, "U": 1, "V": 1, "Q": 1, "M": 1, "N": 1, "eta": 1})  # fmt: skip
    item.note("For orthogonal Q. With Q any invertible matrix and Q^-1 in place of Q' it fails, as in continuous time (Eq. (39)). The last part "
              "says that (rectangular) diagonal layers with k entries stay diagonal, for diagonal D and S with m >= k entries; by induction on the "
              "steps they are diagonal at all times, with the entries of Eq. (70).")  # fmt: skip
    ones = dict.fromkeys(("d", "h", "p", "D", "S", "U", "V", "Q", "M", "N", "eta"), 1)
    for name in "UVQ":
        item.without(f"{name} orthogonal", counterexample={**ones, name: 2})
