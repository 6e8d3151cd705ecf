"""Section 3.1: the corollaries of Theorem 2: norms, ranks and reduced-rank regression along the path."""


from verifier.language.script import (
    At,
    Cases,
    CasesOn,
    Contradict,
    Have,
    Linear,
    Negate,
    Numbers,
    Split,
    Take,
    Use,
    Witness,
)

from . import paper
from .section_2_model import LOSS
from .section_2_rank import RANK_GIVEN, from_basis, resolved
from .section_4_norms import MODES

SPLIT = "M == Sum(w[i]*u[i]*v[i].T, (i, 0, k-1)) and forall(i, integer[0, k-1], w[i] >= 0)"
BASES = {
    "U": "forall(i, integer[0, k-1], forall(j, integer[0, k-1], u[i].T*u[j] == delta(i, j)))",
    "V": "forall(i, integer[0, k-1], forall(j, integer[0, k-1], v[i].T*v[j] == delta(i, j)))",
}
PRODUCT = {"d": "positive integer", "p": "positive integer", "k": "nonnegative integer", "M": "matrix(d, p)", "w": "real sequence",
           "u": "matrix(d, 1) sequence", "v": "matrix(p, 1) sequence"}  # fmt: skip

#: The limits of the first k modes are positive, the others are 0.
BETWEEN = [
    Have("forall(i, integer[0, k-1], w[i] > 0 and lam[i]*w[i] == sigma[i])", name="active both", by=[
        Take("jj"), Use("limits", at=["jj"], name="value"), Use("time.0", at=["jj"], name="after"), Use("signs", at=["jj"], name="sign"),
        Use("value.0", name="here"), Have("sigma[jj] > 0", name="sigma"),
        Have("lam[jj] >= 0", name="lam", by=[CasesOn("sign", [[], []])]),
        Split([[], []])]),
    Have("forall(i, integer[0, k-1], w[i] > 0)", name="active", by=[Take("jj"), Use("active both", at=["jj"])]),
    Have("forall(i, integer[k, m-1], w[i] == 0)", name="silent", by=[
        Take("jj"), Use("limits", at=["jj"], name="value"), Use("time.1", at=["jj"], name="before"), Use("value.2")]),
    Have("M == Sum(w[i]*u[i]*v[i].T, (i, 0, k-1)) + Sum(w[i]*u[i]*v[i].T, (i, k, m-1))", name="both parts"),
    Have("M == Sum(w[i]*u[i]*v[i].T, (i, 0, k-1))", name="first"),
]  # fmt: skip
RANK = [
    Have("forall(ii, integer[0, k-1], M*v[ii] == w[ii]*u[ii])", name="Mv", by=[Take("ii")]),
    Split([
        [],
        [Witness("Sum(w[i]*u[i]*basis(k, i).T, (i, 0, k-1))"), Witness("Sum(basis(k, i)*v[i].T, (i, 0, k-1))")],
        [Take("jj"), Use("active", at=["jj"], name="now"), Have("w[jj] != 0", name="not 0"),
         Use("Mv", at=["jj"], name="seen"), Witness("1/w[jj]*v[jj]")]]),
]  # fmt: skip


@paper.remark("cor-1/integer", "The values of the nuclear norm", where="Section 3.1, before Corollary 1", provenance="printed")
def integer_values(item):
    item.printed("The nuclear norm is a step function, and each increment of this integer value corresponds to the learning of a new "
                 "component.")  # fmt: skip
    item.let(sigma="positive", lam="positive")
    item.conclude("exists(m, integer, sigma/lam == m)", expected="refuted", counterexample={"sigma": 1, "lam": 2},
                  argument=[At({"goal": [Take("m")]})])  # fmt: skip
    with item.repair("for the autoencoder, sigma_i = lambda_i") as r:
        r.suppose("autoencoder", "sigma == lam")
        r.conclude("exists(m, integer, sigma/lam == m)", argument=[Witness("1")], expected="proved")
    item.note("The steps have the heights sigma_i/lambda_i, which are 1 for the autoencoder and where Sigma_x and Sigma_xy have the same "
              "diagonal, and any positive numbers otherwise.")  # fmt: skip


@paper.remark("prose-any-norm", "Norms jump", where="Section 3.1, after Corollary 1", provenance="printed")
def any_norm(item):
    item.printed("Since the rank increases discontinuously after each phase transition, any norm would jump with respect to the rank "
                 "increments.")  # fmt: skip
    item.let(k="positive integer", s="positive sequence")
    last = [Have("forall(f, real sequence, Sum(f[i], (i, 0, k)) == Sum(f[i], (i, 0, k-1)) + f[k])", name="last"), Use("s.positive", at=["k"], name="sign")]
    with item.reading("the Frobenius norm") as r:
        r.conclude("sqrt(Sum(s[i]**2, (i, 0, k))) > sqrt(Sum(s[i]**2, (i, 0, k-1)))", expected="proved", argument=[
            *last, Use("last", at=[("s[i]**2", "i")], name="now"), Have("Sum(s[i]**2, (i, 0, k-1)) >= 0", name="before"),
            Have("forall(x, nonnegative, forall(y, real, forall(z, positive, implies(y == x + z**2, sqrt(y) > sqrt(x)))))", name="root", by=[
                Take("x", "y", "z"), Have("y > x", name="more")]),
            Use("root", at=["Sum(s[i]**2, (i, 0, k-1))", "Sum(s[i]**2, (i, 0, k))", "s[k]"], premises=[[], [], []])])
    with item.reading("the nuclear norm") as r:
        r.conclude("Sum(s[i], (i, 0, k)) > Sum(s[i], (i, 0, k-1))", expected="proved", argument=[
            *last, Use("last", at=[("s[i]", "i")], name="now")])
    with item.reading("the spectral norm") as r:
        r.conclude("exists(i, integer[0, k-1], forall(j, integer[0, k-1], s[j] <= s[i]) and s[k] > s[i])", expected="refuted", counterexample={"k": 1, "s": 1})
    with item.reading("the distance of the limits before and after, in any norm", alone=True) as r:
        r.let(d="positive integer", p="positive integer", N="real function of matrix(d, p)", u="matrix(d, 1)", v="matrix(p, 1)", b="positive")
        r.suppose("norm", "forall(M, matrix(d, p), N[M] >= 0 and implies(N[M] <= 0, M == zeros(d, p)))")
        r.suppose("unit vectors", "u.T*u == 1 and v.T*v == 1")
        r.conclude("N[b*u*v.T] > 0", argument=[
            Use("norm", at=["b*u*v.T"], name="now"), Negate("none"), Use("now.1", premises=[[]], name="zero"),
            Have("b == 0", name="absurd", by=[Linear(terms=[("zero", "u.T", "v"), ("unit vectors.0", "-b", "v.T*v"), ("unit vectors.1", "-b", "1")])]),
            Contradict("absurd", [])], example={"d": 1, "p": 1, "N": "norm2(t)", "u": 1, "v": 1, "b": 1})
    item.note("s_i are the limits sigma_i/lambda_i; after the transition of mode k the limit matrix is U diag(s_0, ..., s_k) V' and before it U diag(s_0, ..., s_(k-1)) V'. The norm of the matrix "
              "jumps for the Frobenius and the nuclear norm. The spectral norm is the largest s_i, so it jumps only where s_k is larger than all before, and for the autoencoder (all s_i = 1) never "
              "after the first transition. The matrix itself jumps in every norm, since the difference s_k u_k v_k' is not 0: "
              "so the sentence is mended by naming the Frobenius or the nuclear norm, or by speaking of the distance of the limits.")  # fmt: skip


@paper.remark("prose-rank", "The rank between two transitions", where="Section 3.1, after Corollary 1", provenance="printed")
def rank_between(item):
    item.printed("For T_k < t < T_{k+1} the limit matrix has rank k; it contains the components of the k largest singular values.")
    item.let(**{**PRODUCT, "k": "positive integer"}, m="positive integer", sigma="real sequence", lam="real sequence", kappa="positive", t="nonnegative")
    item.suppose("sizes", "k <= m")
    for name, formula in BASES.items():
        item.suppose(name, formula.replace("k-1", "m-1"))
    item.suppose("signs", MODES["signs"])
    item.suppose("limits", MODES["limit"].replace("ell[i]", "w[i]"))
    item.suppose("limit", "M == Sum(w[i]*u[i]*v[i].T, (i, 0, m-1))")
    item.suppose("time", "forall(i, integer[0, k-1], 2*sigma[i]*t > kappa) and forall(i, integer[k, m-1], 2*sigma[i]*t < kappa)")
    item.conclude("forall(i, integer[0, k-1], w[i] > 0 and lam[i]*w[i] == sigma[i]) and exists(F, matrix(d, k), exists(G, matrix(k, p), M == F*G))"
                  " and forall(i, integer[0, k-1], exists(y, matrix(p, 1), M*y == u[i]))", expected="proved", argument=[*BETWEEN, *RANK],
                  example={"d": 1, "p": 1, "k": 1, "m": 1, "M": 1, "w": 1, "u": 1, "v": 1, "sigma": 1, "lam": 1, "kappa": 1, "t": 1})  # fmt: skip
    one = {"d": 1, "p": 1, "k": 1, "m": 1, "M": 0, "w": 1, "u": 1, "v": 1, "sigma": 1, "lam": 1, "kappa": 1, "t": 1}
    item.without("limit", counterexample=one)
    item.without("V", counterexample={**one, "v": 0})
    item.note("For k >= 1; w_i are the limits of Theorem 2 at the time t, which lies after the first k transitions and before the others: T_i = kappa/(2 sigma_i), so these "
              "are the modes of the k largest sigma_i. M = F G with k columns says rank at most k; the range has the k orthonormal vectors u_i, so the "
              "rank is at least k. Before the first transition the limit is 0.")  # fmt: skip


REPAIRED = [
    resolved("p", "V"),
    Have("Sx*G == Sxy", name="least squares", by=[
        Have("forall(ii, integer[0, m-1], Sx*u[ii] == lam[ii]*u[ii])", name="Su", by=[Take("ii")]),
        Have("Sx*G == Sum(z[i]*lam[i]*u[i]*v[i].T, (i, 0, m-1))", name="product")]),
    Have("forall(i, integer[0, p-1], Sxy.T*G*v[i] == mu[i]*v[i])", name="eigenvectors", by=[Take("jj"), Cases("jj <= m - 1", yes=[
        Have("G*v[jj] == z[jj]*u[jj]", name="Gv"),
        Have("Sxy.T*u[jj] == sigma[jj]*v[jj]", name="Qu"),
        Use("gains.0", at=["jj"], name="gain")], no=[
        Have("forall(ii, integer[0, m-1], v[ii].T*v[jj] == 0)", name="apart", by=[Take("ii"), Use("V", at=["ii", "jj"], name="now")]),
        Have("G*v[jj] == zeros(d, 1)", name="Gv"),
        Use("gains.1", at=["jj"], name="gain")])]),
    Have("G*T == W", name="truncated", by=[
        Have("forall(ii, integer[0, k-1], G*v[ii] == z[ii]*u[ii])", name="Gv", by=[Take("ii")])]),
    Have("norm2(Y - X*(G*T)) == norm2(Y - X*W)", name="equal"),
    Use("cited:ext-RV", at=["d", "p", "n", "X", "Y", "k", "Sx", "Sxy", "G", "T", ("v[i]", "i"), ("mu[i]", "i"), "c"], name="best", premises=[[Split([
        [], [], [],
        [Take("i", "j"), Use("V", at=["i", "j"])], [], [Take("i"), Use("eigenvectors", at=["i"])],
        [Split([[Take("i"), Use("largest.0", at=["i"])], [Take("i"), Use("largest.1", at=["i"])]])], []])]]),
    Take("F", "H"), Use("best.1", at=["F", "H"], name="now"), Numbers(using=["now", "equal"]),
]  # fmt: skip
#: Two inputs with variances 2 and 1/2, two outputs: X = diag(2, 1), Y = diag(1, 3/2); sigma = (1, 3/4), lambda = (2, 1/2).
WRONG = {
    "d": 2, "p": 2, "n": 2, "k": 1, "X": "Matrix([[2, 0], [0, 1]])", "Y": "Matrix([[1, 0], [0, 3/2]])", "Sx": "Matrix([[2, 0], [0, 1/2]])",
    "Sxy": "Matrix([[1, 0], [0, 3/4]])", "lam": "2 - 3/2*t", "sigma": "1 - t/4", "u": "Matrix([[1 - t], [t]])", "v": "Matrix([[1 - t], [t]])",
    "W": "Matrix([[1/2, 0], [0, 0]])", "m": 2,
}  # fmt: skip
SECOND = [At({"goal": [Witness("Matrix([[0], [3/2]])"), Witness("Matrix([[0, 1]])")]})]
#: one mode, and the best matrix of rank 1 there
ONE_MODE = {**dict.fromkeys(("d", "p", "n", "k", "m", "X", "Y", "Sx", "Sxy", "u", "v", "lam", "sigma", "z", "mu", "T", "G", "W"), 1), "c": 0}


def exactly(value):
    return [At({"goal": [Witness(value), Witness("1"), Numbers()]})]


def low_rank_solution(kind, id, where):
    @kind(id, "The path of low-rank solutions", where=where)
    def page(item):
        item.printed("(epsilon = 0) For T_k < t < T_{k+1}: W_1(delta t) W_2(delta t) -> W^{k,*}, the solution of the rank-k constrained "
                     "problem (4).")  # fmt: skip
        item.let(d="positive integer", p="positive integer", n="positive integer", k="positive integer", m="positive integer",
                 X="matrix(n, d)", Y="matrix(n, p)", Sx="matrix(d, d)", Sxy="matrix(d, p)", W="matrix(d, p)",
                 u="matrix(d, 1) sequence", v="matrix(p, 1) sequence", sigma="real sequence", lam="real sequence")  # fmt: skip
        item.define(LOSS)
        item.suppose("Sigma_x", "n*Sx == X.T*X")
        item.suppose("Sigma_xy", "n*Sxy == X.T*Y")
        item.suppose("sizes", "k <= m and m <= d and m <= p")
        item.suppose("U", "forall(i, integer[0, d-1], forall(j, integer[0, d-1], u[i].T*u[j] == delta(i, j)))")
        item.suppose("V", "forall(i, integer[0, p-1], forall(j, integer[0, p-1], v[i].T*v[j] == delta(i, j)))")
        item.suppose("Assumption 1", "Sx == Sum(lam[i]*u[i]*u[i].T, (i, 0, d-1)) and Sxy == Sum(sigma[i]*u[i]*v[i].T, (i, 0, m-1))")
        item.suppose("positive", "forall(i, integer[0, m-1], sigma[i] > 0 and lam[i] > 0)")
        item.suppose("decreasing", "forall(i, integer[0, m-2], sigma[i+1] < sigma[i])")
        item.suppose("limit", "W == Sum(sigma[i]/lam[i]*u[i]*v[i].T, (i, 0, k-1))")
        item.conclude("forall(F, matrix(d, k), forall(H, matrix(k, p), f(W) <= f(F*H)))", expected="refuted", counterexample=WRONG,
                      argument=SECOND)  # fmt: skip
        with item.repair("where sigma_i^2/lambda_i is ordered as sigma_i is") as r:
            r.omit("limit", "decreasing", "sizes", "Assumption 1", "positive")
            r.let(k="integer[1, p]", c="real", z="real sequence", mu="real sequence", T="matrix(p, p)", G="matrix(d, p)")
            r.suppose("modes", "k <= m and m <= d and m <= p")
            r.suppose("Sigma_x diagonal", "Sx == Sum(lam[i]*u[i]*u[i].T, (i, 0, d-1))")
            r.suppose("Sigma_xy diagonal", "Sxy == Sum(sigma[i]*u[i]*v[i].T, (i, 0, m-1))")
            r.suppose("limits", "forall(i, integer[0, m-1], lam[i]*z[i] == sigma[i])")
            r.suppose("gains", "forall(i, integer[0, m-1], mu[i] == sigma[i]*z[i]) and forall(i, integer[m, p-1], mu[i] == 0)")
            r.suppose("largest", RANK_GIVEN["largest"])
            r.suppose("basis", RANK_GIVEN["basis"])
            r.suppose("T", RANK_GIVEN["T"])
            r.suppose("G", "G == Sum(z[i]*u[i]*v[i].T, (i, 0, m-1))")
            r.suppose("limit", "W == Sum(z[i]*u[i]*v[i].T, (i, 0, k-1))")
            r.conclude("forall(F, matrix(d, k), forall(H, matrix(k, p), f(W) <= f(F*H)))", because=["ext-RV", "orthonormal-completion"],
                       argument=REPAIRED, expected="proved", example=ONE_MODE)
            second = {**WRONG, "z": "1/2 + t", "c": 0, "T": "Matrix([[1, 0], [0, 0]])", "G": "Matrix([[1/2, 0], [0, 3/2]])"}
            r.without("gains", counterexample={**second, "mu": 1, "c": 1}, argument=SECOND)
            r.without("largest", counterexample={**second, "mu": "1/2 + 5/8*t"}, argument=SECOND)
            r.without("U", counterexample={**ONE_MODE, "X": 2, "Sx": 4, "Sxy": 2, "u": 2, "G": 2, "W": 2}, argument=exactly("1/2"))
            r.without("limits", counterexample={**ONE_MODE, "z": 0, "mu": 0, "G": 0, "W": 0}, argument=exactly("1"))
            r.without("Sigma_x diagonal", counterexample={**ONE_MODE, "X": 2, "Y": "1/2", "Sx": 4}, argument=exactly("1/4"))
            r.without("modes", counterexample={
                **ONE_MODE, "p": 2, "k": 2, "Y": "Matrix([[1, 0]])", "Sxy": "Matrix([[1, 0]])", "v": "Matrix([[1 - t], [t]])", "mu": "1 - t",
                "T": "eye(2)", "G": "Matrix([[1, 0]])", "W": "Matrix([[1, 1]])"}, argument=[
                    At({"goal": [Witness("Matrix([[1, 0]])"), Witness("eye(2)"), Numbers()]})])  # fmt: skip
            r.without("V", argument=[from_basis("p", "V"), *REPAIRED])
        item.note("The transitions come in the order of sigma_i, but the best rank-k matrix keeps the modes with the largest gain "
                  "sigma_i^2/lambda_i. In the example sigma = (1, 3/4) and lambda = (2, 1/2): the first mode is learned first and gains "
                  "1/2, the second gains 9/8, so for k = 1 the dynamics passes through diag(1/2, 0) with loss 9/16, where diag(0, 3/2) "
                  "has loss 1/4.")  # fmt: skip
        item.note("True where the two orders agree, as for the autoencoder (sigma_i = lambda_i) and for Sigma_x proportional to the "
                  "identity, and for k at least the rank. mu_i = sigma_i^2/lambda_i and z_i = sigma_i/lambda_i in the repair.")

    return page


low_rank_solution(paper.corollary, "cor-2", "Section 3.1, Corollary 2")


low_rank_solution(paper.equation, "eq-20", "Section 3.1, Eq. (20)")
