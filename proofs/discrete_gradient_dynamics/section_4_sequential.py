"""Section 3.1, sequential learning, and Appendix B.3: Theorem 2 and its corollaries.

The time t is written by its distance g from the transition where that matters: t = (kappa + g)/(2 sigma) or (kappa - g)/(2 sigma).
"""

from verifier.claims.script import At, Axiom, Have, Inside, Linear, Numbers, Order, Split, Square, Take, Use, Witness
from verifier.theory.norms import norms

from . import paper
from .section_2_rank import RANK_GIVEN, RANK_VARIABLES
from .section_2_model import LOSS

SCALARS = {"sigma": "positive", "lam": "positive", "kappa": "positive"}
TIMES = {"after": "(kappa + g)/(2*sigma)", "before": "(kappa - g)/(2*sigma)", "at": "kappa/(2*sigma)"}


def rescaled(t):
    """w_i(delta t) with delta_i = delta."""
    e = f"exp(delta*(2*sigma*({t}) - kappa))"
    return f"(sigma*{e}/(lam*({e} - exp(-kappa*delta)) + sigma))"

HALF_TIME = []
RATES = []


@paper.equation("eq-17", "The time of the transition", where="Section 3.1, Eq. (17)", provenance="recalled")
def transition_time(item):
    item.printed("t_i ~ (1/(2 sigma_i)) ln(sigma_i/exp(-kappa delta_i)) up to O(1); it grows as kappa delta_i/(2 sigma_i).")
    item.let(**SCALARS, delta="positive")
    w = "(sigma*exp(2*sigma*t - kappa*delta)/(lam*(exp(2*sigma*t - kappa*delta) - exp(-kappa*delta)) + sigma))"
    half = "(log(sigma*exp(kappa*delta) - lam) - log(lam))/(2*sigma)"
    item.suppose("below", "lam*exp(-kappa*delta) < sigma")
    item.conclude(f"{w.replace('*t ', '*(' + half + ') ')} == sigma/(2*lam)"
                  " and log(sigma/exp(-kappa*delta))/(2*sigma) == kappa*delta/(2*sigma) + log(sigma)/(2*sigma)", expected="proved",
                  argument=HALF_TIME)  # fmt: skip
    item.note("The time at which w = sigma/(2 lambda), exactly: (ln(sigma exp(kappa delta) - lambda) - ln lambda)/(2 sigma); it differs "
              "from the printed one by O(1) as delta grows.")  # fmt: skip


@paper.equation("eq-63", "The modes at the rescaled time", where="Appendix B.3, Eq. (63)")
def rescaled_modes(item):
    item.printed("w_i(delta t) = sigma_i exp(delta (2 sigma_i t - kappa)) / (lambda_i (exp(delta (2 sigma_i t - kappa)) - "
                 "exp(-kappa delta)) + sigma_i).")  # fmt: skip
    item.let(sigma="positive", lam="nonnegative", kappa="positive", delta="positive", t="nonnegative")
    e = "exp(2*sigma*(delta*t) - kappa*delta)"
    item.conclude(f"sigma*{e}/(lam*({e} - exp(-kappa*delta)) + sigma) == {rescaled('t')}", expected="proved")


@paper.equation("eq-64", "The exponential's limit", where="Appendix B.3, Eq. (64)")
def exponential_limit(item):
    item.printed("exp(delta (2 sigma t - kappa)) tends to 0, 1 or infinity for t below, at or above kappa/(2 sigma).")
    item.let(sigma="positive", kappa="positive", g="positive")
    e = {name: f"exp(delta*(2*sigma*({t}) - kappa))" for name, t in TIMES.items()}
    item.conclude(f"limit({e['before']}, delta, oo) == 0 and limit({e['at']}, delta, oo) == 1 and limit({e['after']}, delta, oo) == oo",
                  expected="proved")  # fmt: skip


@paper.equation("eq-65", "The initial scale vanishes", where="Appendix B.3, Eq. (65)")
def scale_limit(item):
    item.printed("exp(-kappa delta) tends to 0.")
    item.let(kappa="positive")
    item.conclude("limit(exp(-kappa*delta), delta, oo) == 0", expected="proved")


LIMITS = (f"limit({rescaled(TIMES['after'])}, delta, oo) == sigma/lam and limit({rescaled(TIMES['before'])}, delta, oo) == 0"
          f" and limit({rescaled(TIMES['at'])}, delta, oo) == sigma/(lam + sigma)")  # fmt: skip


def step_function(kind, id, title, where):
    @kind(id, title, where=where)
    def page(item):
        item.printed("As delta -> infinity, for each t >= 0: w_i(delta t) -> (sigma_i/lambda_i) 1{t > T_i} + (sigma_i/(lambda_i + "
                     "sigma_i)) 1{t = T_i}, 0 for t < T_i, with T_i = kappa/(2 sigma_i); for sigma_i = 0 the limit is 0 for all t.")
        item.let(**SCALARS, g="positive", t="nonnegative")
        item.conclude(f"{LIMITS} and limit(exp(-kappa*delta)/(1 + 2*lam*exp(-kappa*delta)*delta*t), delta, oo) == 0", expected="proved")
        item.note("t = T_i + g/(2 sigma_i) after, t = T_i - g/(2 sigma_i) before the transition; every t >= 0 is one of the three. "
                  "thm-2/rate has the rates: the convergence is uniform away from T_i, and cannot be uniform near it.")  # fmt: skip

    return page


step_function(paper.theorem, "thm-2", "The modes become step functions", "Section 3.1, Theorem 2; Appendix B.3")
step_function(paper.equation, "eq-18", "The modes become step functions, displayed", "Section 3.1, Eq. (18)")

BIG = "sigma*x/(lam*(x - y) + sigma)"


@paper.remark("thm-2/rate", "How fast the modes become steps", where="Section 3.1, cross-check")
def rates(item):
    item.printed("(not in the paper) With x = exp(delta (2 sigma t - kappa)) and y = exp(-kappa delta): for t >= T_i the mode differs from "
                 "sigma/lambda by at most (1 + sigma/lambda)^2/x; for t <= T_i and y <= sigma/(2 lambda) it is at most 2x.")  # fmt: skip
    item.let(sigma="positive", lam="positive", y="(0, 1)")
    item.conclude(f"forall(x, [1, oo), {BIG} - sigma/lam <= (1 + sigma/lam)**2/x and sigma/lam - {BIG} <= (1 + sigma/lam)**2/x)"
                  f" and implies(lam*y <= sigma/2, forall(x, (0, 1], 0 < {BIG} and {BIG} <= 2*x))", expected="proved",
                  argument=RATES)  # fmt: skip
    item.note("Constants that do not depend on t or delta, so each mode converges uniformly on |t - T_i| >= r for every r > 0, at the "
              "rate exp(-2 sigma r delta).")  # fmt: skip


SPLIT = "M == Sum(w[i]*u[i]*v[i].T, (i, 0, k-1)) and forall(i, integer[0, k-1], w[i] >= 0)"
BASES = {
    "U": "forall(i, integer[0, k-1], forall(j, integer[0, k-1], u[i].T*u[j] == delta(i, j)))",
    "V": "forall(i, integer[0, k-1], forall(j, integer[0, k-1], v[i].T*v[j] == delta(i, j)))",
}
PRODUCT = {"d": "positive integer", "p": "positive integer", "k": "nonnegative integer", "M": "matrix(d, p)", "w": "real sequence",
           "u": "matrix(d, 1) sequence", "v": "matrix(p, 1) sequence"}  # fmt: skip
CONTRACTION = "forall(i, integer[0, k-1], u[i].T*C*v[i] <= 1)"

NUCLEAR = [
    Have("forall(ii, integer[0, k-1], M*v[ii] == w[ii]*u[ii])", name="Mv", by=[Take("ii"), Linear(rewrite=["product.0", "V"])]),
    Split([
        [Take("C"), *norms("sum of bounds"),
         Have("trace(C.T*M) == Sum(w[i]*(u[i].T*C*v[i]), (i, 0, k-1))", name="sum", by=[Linear(rewrite=["product.0"])]),
         Use("sum of bounds", at=[("w[i]*(u[i].T*C*v[i])", "i"), ("w[i]", "i"), "k"], name="bound", premises=[[
             Take("jj"), Use("given", at=["jj"], name="small"), Use("product.1", at=["jj"], name="sign"),
             Order(positive=[Square(facts=["small", "sign"])])]]),
         Order(positive=[Square(facts=["bound"])], terms=[("sum", "-1", "1")])],
        [Linear(rewrite=["product.0", "U", "V"])]]),
]  # fmt: skip
RANK = [
    Have("forall(ii, integer[0, k-1], M*v[ii] == w[ii]*u[ii])", name="Mv", by=[Take("ii"), Linear(rewrite=["limit", "V"])]),
    Split([
        [Witness("Sum(w[i]*u[i]*basis(k, i).T, (i, 0, k-1))"), Witness("Sum(basis(k, i)*v[i].T, (i, 0, k-1))"), Linear(rewrite=["limit"])],
        [Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["k"], name="identity"),
         Have("forall(ii, integer[0, k-1], w[ii] != 0)", name="not 0", by=[Take("ii"), Use("active", at=["ii"], name="now"),
                                                                          Numbers(using=["now"])]),
         Witness("Sum(1/w[i]*basis(k, i)*u[i].T, (i, 0, k-1))"), Witness("Sum(v[i]*basis(k, i).T, (i, 0, k-1))"),
         Linear(rewrite=["Mv", "U"], terms=[("identity", "-1", "1")], nonzero=["not 0"])]]),
]  # fmt: skip


def nuclear_norm(kind, id, where):
    @kind(id, "The nuclear norm of the product", where=where)
    def page(item):
        item.printed("|W_1(delta t) W_2(delta t)|_* -> sum_i [(sigma_i/lambda_i) 1{t > T_i} + (sigma_i/(lambda_i + sigma_i)) 1{t = T_i}].")
        item.let(**PRODUCT)
        for name, formula in BASES.items():
            item.suppose(name, formula)
        item.suppose("product", SPLIT)
        item.conclude(f"forall(C, matrix(d, p), implies({CONTRACTION}, trace(C.T*M) <= Sum(w[i], (i, 0, k-1))))"
                      " and trace(Sum(u[i]*v[i].T, (i, 0, k-1)).T*M) == Sum(w[i], (i, 0, k-1))", fidelity="fragment", expected="proved",
                      argument=NUCLEAR, example={"d": 1, "p": 1, "k": 1, "M": 1, "w": 1, "u": 1, "v": 1})  # fmt: skip
        item.note("The nuclear norm of U diag(w) V' with w >= 0 is the sum of the w_i: it is the largest trace(C'M) over the C of "
                  "spectral norm at most 1, and only u_i'C v_i <= 1 is used. With the limit of each w_i (Theorem 2) the sum converges; "
                  "that a finite sum of limits is the limit of the sum is not said again here.")  # fmt: skip
        if id == "cor-1":
            item.leads_to("prose-any-norm")

    return page


nuclear_norm(paper.corollary, "cor-1", "Section 3.1, Corollary 1")
nuclear_norm(paper.equation, "eq-19", "Section 3.1, Eq. (19)")


@paper.remark("cor-1/integer", "The values of the nuclear norm", where="Section 3.1, before Corollary 1", provenance="printed")
def integer_values(item):
    item.printed("The nuclear norm is a step function, and each increment of this integer value corresponds to the learning of a new "
                 "component.")  # fmt: skip
    item.let(sigma="positive", lam="positive")
    item.conclude("exists(m, integer, sigma/lam == m)", expected="refuted", counterexample={"sigma": 1, "lam": 2},
                  argument=[At({"goal": [Take("m"), Numbers()]})])  # fmt: skip
    with item.repair("for the autoencoder, sigma_i = lambda_i") as r:
        r.suppose("autoencoder", "sigma == lam")
        r.conclude("exists(m, integer, sigma/lam == m)", argument=[Witness("1"), Numbers()], expected="proved")
    item.note("The steps have the heights sigma_i/lambda_i, which are 1 for the autoencoder and where Sigma_x and Sigma_xy have the same "
              "diagonal, and any positive numbers otherwise.")  # fmt: skip


@paper.remark("prose-any-norm", "Norms jump", where="Section 3.1, after Corollary 1", provenance="printed")
def any_norm(item):
    item.printed("Since the rank increases discontinuously after each phase transition, any norm would jump with respect to the rank "
                 "increments.")  # fmt: skip
    item.let(a="positive", b="positive")
    with item.reading("the Frobenius norm") as r:
        r.conclude("sqrt(a**2 + b**2) > sqrt(a**2)", expected="proved")
    with item.reading("the nuclear norm") as r:
        r.conclude("a + b > a", expected="proved")
    with item.reading("the spectral norm") as r:
        r.conclude("Max(a, b) > a", expected="refuted", counterexample={"a": 1, "b": 1})
    item.note("a and b are the limits sigma_1/lambda_1 and sigma_2/lambda_2 of the first two modes; the limit matrix passes from "
              "U diag(a, 0) V' to U diag(a, b) V'. The spectral norm is the larger of the two and stays where it is if b <= a, for "
              "instance for the autoencoder. Frobenius and nuclear norm jump.")  # fmt: skip


@paper.remark("prose-rank", "The rank between two transitions", where="Section 3.1, after Corollary 1", provenance="printed")
def rank_between(item):
    item.printed("For T_k < t < T_{k+1} the limit matrix has rank k; it contains the components of the k largest singular values.")
    item.let(**PRODUCT)
    for name, formula in BASES.items():
        item.suppose(name, formula)
    item.suppose("limit", "M == Sum(w[i]*u[i]*v[i].T, (i, 0, k-1))")
    item.suppose("active", "forall(i, integer[0, k-1], w[i] > 0)")
    item.let(k="positive integer")
    item.conclude("exists(F, matrix(d, k), exists(G, matrix(k, p), M == F*G)) and exists(L, matrix(k, d), exists(R, matrix(p, k),"
                  " L*M*R == eye(k)))", expected="proved", argument=RANK,
                  example={"d": 1, "p": 1, "k": 1, "M": 1, "w": 1, "u": 1, "v": 1})  # fmt: skip
    item.without("active", counterexample={"d": 1, "p": 1, "k": 1, "M": 0, "w": 0, "u": 1, "v": 1})
    item.note("M = F G with k columns says rank at most k, L M R = I_k says rank at least k. w_i = sigma_i/lambda_i are the limits of "
              "the modes with T_i < t, which are those of the k largest sigma_i since T_i = kappa/(2 sigma_i).")  # fmt: skip


#: Two inputs with variances 2 and 1/2, two outputs: X = diag(2, 1), Y = diag(1, 3/2); sigma = (1, 3/4), lambda = (2, 1/2).
WRONG = {
    "d": 2, "p": 2, "n": 2, "k": 1, "X": "Matrix([[2, 0], [0, 1]])", "Y": "Matrix([[1, 0], [0, 3/2]])", "Sx": "Matrix([[2, 0], [0, 1/2]])",
    "Sxy": "Matrix([[1, 0], [0, 3/4]])", "lam": "2 - 3/2*t", "sigma": "1 - t/4", "u": "Matrix([[1 - t], [t]])", "v": "Matrix([[1 - t], [t]])",
    "W": "Matrix([[1/2, 0], [0, 0]])", "m": 2,
}  # fmt: skip


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
                      argument=[At({"goal": [Witness("Matrix([[0], [3/2]])"), Witness("Matrix([[0, 1]])"), Numbers()]})])  # fmt: skip

    return page


low_rank_solution(paper.corollary, "cor-2", "Section 3.1, Corollary 2")
