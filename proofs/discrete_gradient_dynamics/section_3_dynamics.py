"""Section 3: gradient descent and gradient flow of deep linear networks of any depth and any widths.

A is the product W_{1:l-1} of the layers before the one at hand and B = W_{l+1:L} of those behind it; the identity where there
are none.  S and Q are Sigma_x and Sigma_xy.
"""

from verifier.language.script import (
    At,
    CasesOn,
    Choose,
    Cite,
    Contradict,
    Have,
    Inside,
    Linear,
    Negate,
    Obtain,
    Set,
    Split,
    Square,
    Take,
    Use,
    Vanish,
    Witness,
)
from verifier.papers.setting import Setting

from . import paper

deep = Setting(
    let={
        "d": "positive integer", "p": "positive integer", "n": "positive integer", "a": "positive integer", "b": "positive integer",
        "X": "matrix(n, d)", "Y": "matrix(n, p)", "S": "matrix(d, d)", "Q": "matrix(d, p)", "A": "matrix(d, a)",
        "W": "matrix(a, b)", "B": "matrix(b, p)",
    },
    define=("f(A, W, B) := norm2(Y - X*A*W*B)/(2*n)",),
    suppose={"Sigma_x": "n*S == X.T*X", "Sigma_xy": "n*Q == X.T*Y"},
)  # fmt: skip
SLOPE = "A.T*(S*A*W*B - Q)*B.T"
GRADIENT = [Have("n != 0", name="n not 0")]


@paper.equation("eq-11", "The gradient of the deep network", where="Section 3.1, Eq. (11)")
def deep_gradient(item):
    item.printed("grad_{W_l} f = W_{1:l-1}' (Sigma_x W - Sigma_xy) W_{l+1:L}', with W_{1:0} = I_d and W_{L+1:L} = I_p.")
    item.use(deep)
    item.conclude(f"grad(f(A, W, B), W) == {SLOPE}", argument=GRADIENT, expected="proved")
    item.instance("one layer", {"a": "d", "b": "p", "A": "eye(d)", "B": "eye(p)"}, argument=[
        Have("n != 0", name="n not 0")])
    item.note("For every depth and all widths: the other layers enter through their products A and B.")


@paper.equation("eq-5", "Gradient descent", where="Section 3, Eq. (5)")
def descent(item):
    item.printed("W_l^(t+1) = W_l^(t) - eta grad_{W_l} f(W_[L]^(t)), 1 <= l <= L.")
    item.use(deep)
    item.let(eta="positive")
    item.conclude("W - eta*grad(f(A, W, B), W) == W + eta*A.T*(Q - S*A*W*B)*B.T", because=["eq-11"],
                  argument=[Use("cited:eq-11", at=["d", "p", "n", "a", "b", "X", "Y", "S", "Q", "A", "W", "B"], name="slope"),
                            Linear(terms=[("slope", "-eta", "1")])], expected="proved")  # fmt: skip
    item.note("One step of one layer, the other layers at their old values; eta is the step-size.")


def flow_page(id, title, where, printed):
    @paper.equation(id, title, where=where)
    def page(item):
        item.printed(printed)
        item.use(deep)
        item.conclude("forall(V, matrix(a, b), implies(V == -grad(f(A, W, B), W), V == A.T*(Q - S*A*W*B)*B.T))", because=["eq-11"], argument=[
            Use("cited:eq-11", at=["d", "p", "n", "a", "b", "X", "Y", "S", "Q", "A", "W", "B"], name="slope"), Take("V"),
            Linear(terms=[("given", "1", "1"), ("slope", "-1", "1")])], expected="proved")  # fmt: skip
        item.note("V is the velocity dW_l/dt.")

    return page


flow_page("eq-6", "Gradient flow", "Section 3, Eq. (6)", "dW_l/dt = -grad_{W_l} f(W_[L](t)).")
flow_page("eq-12", "Gradient flow of the deep network", "Section 3.1, Eq. (12)",
          "dW_l/dt = W_{1:l-1}' (Sigma_xy - Sigma_x W) W_{l+1:L}'.")  # fmt: skip


@paper.remark("prose-zero-init", "The null matrix is stationary", where="Section 3.1, after Theorem 2", provenance="printed")
def null_start(item):
    item.printed("One cannot initialise with the null matrix since it is a stationary point of the dynamics (12), for L >= 2.")
    item.use(deep)
    item.suppose("null", "A == zeros(d, a) or B == zeros(b, p)")
    item.conclude("grad(f(A, W, B), W) == zeros(a, b)", because=["eq-11"], argument=[
        Use("cited:eq-11", at=["d", "p", "n", "a", "b", "X", "Y", "S", "Q", "A", "W", "B"], name="slope"), CasesOn("null", [
            [],
            []])],
        expected="proved")  # fmt: skip
    item.without("null", counterexample={"d": 1, "p": 1, "n": 1, "a": 1, "b": 1, "X": 1, "Y": 1, "S": 1, "Q": 1, "A": 1, "W": 0, "B": 1})
    item.note("With two or more null layers, every layer has one before or behind it, so A or B is 0. One null layer is not enough.")


#: Sigma_xy = U K V', Sigma_x = U (D + R) U' with diagonal K and D: sums over modes, u_i and v_i the columns of U and V.
COMMUTES = "A*B == B*A"
NILPOTENT = "Matrix([[0, 1], [0, 0]])"
JOINTLY = ("exists(u, matrix(d, 1) sequence, exists(lam, real sequence, exists(mu, real sequence, Sum(u[i]*u[i].T, (i, 0, d-1)) == eye(d)"
           " and forall(i, integer[0, d-1], forall(j, integer[0, d-1], u[i].T*u[j] == delta(i, j)))"
           " and A == Sum(lam[i]*u[i]*u[i].T, (i, 0, d-1)) and B == Sum(mu[i]*u[i]*u[i].T, (i, 0, d-1)))))")  # fmt: skip


@paper.remark("prose-commute", "Commuting and diagonal in the same basis", where="Section 3.1", provenance="printed")
def commute(item):
    item.printed("Two matrices commute if and only if they are co-diagonalizable (Horn and Johnson, Theorem 1.3.21).")
    item.let(d="positive integer", A="matrix(d, d)", B="matrix(d, d)")
    diagonal = "Sum({}[i]*basis(d, i)*basis(d, i).T, (i, 0, d-1))"
    basis = ("exists(T, matrix(d, d), exists(Z, matrix(d, d), exists(r, real sequence, exists(s, real sequence, Z*T == eye(d)"
             f" and T*Z == eye(d) and A == T*{diagonal.format('r')}*Z and B == T*{diagonal.format('s')}*Z))))")  # fmt: skip
    item.conclude(f"iff({COMMUTES}, {basis})", expected="refuted",
                  counterexample={"d": 2, "A": NILPOTENT, "B": NILPOTENT}, argument=[At({"goal": [Choose(0), Split([[], [
                      Negate("bases"), Obtain("bases", "T"), Obtain("T", "Z"), Obtain("Z", "r"), Obtain("r", "s", label="yes"),
                      Set("D", "Sum(r[i]*basis(2, i)*basis(2, i).T, (i, 0, 1))"),
                      Have(f"{NILPOTENT}*{NILPOTENT} == zeros(2, 2)", name="nil"),
                      Have(f"{NILPOTENT} == T*D*Z", name="yes is"),
                      Have("D*D == zeros(2, 2)", name="square", by=[Linear(terms=[
                          ("nil", "Z", "T"), ("yes is", f"-Z*{NILPOTENT}", "T"), ("yes is", "-Z", "T*D*Z*T"),
                          ("yes.0", "-1", "D*Z*T*D*Z*T"), ("yes.0", "-D", "D*Z*T"), ("yes.0", "-D*D", "1")])]),
                      Have("D.T == D", name="same"),
                      Have("trace(D.T*D) <= 0", name="flat"),
                      Vanish("flat", [Square("D", name="none")]),
                      Have(f"{NILPOTENT} != zeros(2, 2)", name="some"),
                      Contradict("some", [])]])]})])  # fmt: skip
    with item.repair("for symmetric matrices, in an orthonormal basis") as r:
        r.let(A="symmetric matrix(d)", B="symmetric matrix(d)")
        r.conclude(f"iff({COMMUTES}, {JOINTLY})", because=["ext-HJ"], expected="proved", argument=[Split([
            [Take(), Use("cited:ext-HJ", at=["d", "A", "B"], name="basis")],
            [Take(), Obtain("given", "u"), Obtain("u", "lam"), Obtain("lam", "mu", label="it")]])],
            example={"d": 1, "A": 1, "B": 1})  # fmt: skip
        for name, other, part, values in (("A", "B", "it.2", "lam"), ("B", "A", "it.3", "mu")):
            r.without(f"{name}.symmetric", counterexample={"d": 2, name: NILPOTENT, other: "zeros(2, 2)"}, argument=[At({"goal": [
                Choose(0), Split([[], [
                    Negate("bases"), Obtain("bases", "u"), Obtain("u", "lam"), Obtain("lam", "mu", label="it"),
                    Set("D", f"Sum({values}[i]*u[i]*u[i].T, (i, 0, 1))"),
                    Have("D.T == D", name="symmetric", by=[Linear(rewrite=["D"])]),
                    Have(f"{NILPOTENT} == D", name="is", by=[Linear(terms=[(part, "1", "1"), ("D", "-1", "1")])]),
                    Have(f"{NILPOTENT}.T != {NILPOTENT}", name="not"),
                    Contradict("not", [Linear(terms=[Inside("is", "HOLE.T"), ("symmetric", "1", "1"), ("is", "-1", "1")])])]])]})])  # fmt: skip
    item.note("A matrix commutes with itself, also where it is not diagonalizable. The cited theorem is about matrices that are "
              "diagonalizable; for the symmetric matrices of the paper the statement holds, for all sizes (ext-HJ).")  # fmt: skip


@paper.remark("saxe-footnote", "Covariances proportional to the identity", where="Section 3.1, footnote 1", provenance="printed")
def rescaling(item):
    item.printed("By a rescaling of the data, the proof of Saxe et al. is valid for any matrix proportional to the identity: "
                 "X -> c X maps Sigma_x to c^2 Sigma_x and Sigma_xy to c Sigma_xy.")  # fmt: skip
    item.let(d="positive integer", p="positive integer", n="positive integer", c="nonzero", X="matrix(n, d)", Y="matrix(n, p)",
             W="matrix(d, p)")  # fmt: skip
    item.conclude("(c*X).T*(c*X) == c**2*(X.T*X) and (c*X).T*Y == c*(X.T*Y) and Y - (c*X)*(1/c*W) == Y - X*W"
                  " and implies(c**2*(X.T*X) == n*eye(d), (c*X).T*(c*X) == n*eye(d))", expected="proved",
                  argument=[Split([[], [], [],
                                   [Take()]])])  # fmt: skip


AUTOENCODER = "norm2(X - X*A*B)/(2*n)"


@paper.equation("ex-autoencoder", "The linear autoencoder", where="Section 3.1, example")
def autoencoder(item):
    item.printed("For Y = X and L = 2 we recover a linear autoencoder; Sigma_xy = Sigma_x, so epsilon = 0.")
    item.let(d="positive integer", n="positive integer", h="positive integer", X="matrix(n, d)", S="matrix(d, d)", Q="matrix(d, d)",
             U="orthogonal matrix(d)", D="diagonal matrix(d)")  # fmt: skip
    item.suppose("Sigma_x", "n*S == X.T*X")
    item.suppose("Sigma_xy", "n*Q == X.T*X")
    item.suppose("eigenvectors", "S == U*D*U.T")
    item.conclude("Q == U*D*U.T and Q == S", expected="proved", argument=[
        Have("n != 0", name="n not 0"), Have("Q == S", name="same", by=[
            Linear(terms=[("Sigma_xy", "1/n", "1"), ("Sigma_x", "-1/n", "1")], nonzero=["n not 0"])]),
        Split([[], []])])  # fmt: skip
    item.note("The eigenvectors of Sigma_x are singular vectors of Sigma_xy on both sides, U = V, and sigma_i = lambda_i, B = 0.")


@paper.equation("eq-14", "The loss of the autoencoder", where="Section 3.1, Eq. (14)")
def autoencoder_loss(item):
    item.printed("f(W_1, W_2) = (1/(2n)) |X - X W_1 W_2|_F^2.")
    item.let(d="positive integer", n="positive integer", h="positive integer", X="matrix(n, d)", x="matrix(d, 1) sequence",
             A="matrix(d, h)", B="matrix(h, d)")  # fmt: skip
    item.suppose("X", "X == Sum(basis(n, i)*x[i].T, (i, 0, n-1))")
    item.conclude("norm2(X - X*A*B) == Sum(norm2(x[i] - B.T*(A.T*x[i])), (i, 0, n-1))", expected="proved",
                  argument=[])  # fmt: skip
    item.note("A' x_i is the encoded representation of x_i, and B' decodes it.")


@paper.remark("ex-multiclass", "Classes: the rank of the cross-covariance", where="Section 3.1, example", provenance="printed")
def classes(item):
    item.printed("Y is a one-hot encoding of p classes with p << d, so rank Sigma_xy <= p and B is expected to be near 0.")
    item.let(d="positive integer", p="positive integer", n="positive integer", X="matrix(n, d)", Y="matrix(n, p)", Q="matrix(d, p)")
    item.suppose("Sigma_xy", "n*Q == X.T*Y")
    factors = "exists(F, matrix(d, p), exists(G, matrix(p, p), Q == F*G))"
    kernel = "implies(d > p, exists(x, matrix(d, 1), x != zeros(d, 1) and Q.T*x == zeros(p, 1)))"
    columns = "forall(c, matrix(p, 1), implies(Y*c == zeros(n, 1), Q*c == zeros(d, 1)))"
    item.conclude(f"{factors} and {kernel} and {columns}", expected="proved", argument=[
        Cite("linear-dependence"), Have("n != 0", name="n not 0"), Split([
            [Witness("Q"), Witness("eye(p)")],
            [Take(), Use("linear-dependence", at=["p", "d", "Q.T"], name="found")],
            [Take("c"), Linear(terms=[("Sigma_xy", "1/n", "c"), ("given", "1/n*X.T", "1")], nonzero=["n not 0"])]])],
            example={"d": 1, "p": 1, "n": 1, "X": 0, "Y": 0, "Q": 0})  # fmt: skip
    item.note("The rank is at most p for any Y with p columns: Sigma_xy factors through R^p, and for p < d a direction of the inputs is not "
              "correlated with any class; classes that do not occur lower the rank further. That B is small is an expectation, measured "
              "in tab-1 and, on data that ship with scikit-learn, in eq-27; nothing in the rank says so.")
