"""Section 4, Theorem 1: the limit of gradient flow on a diagonal network is the minimum of its potential."""

from verifier.language.script import (
    Axiom,
    Have,
    Inside,
    Linear,
    Numbers,
    Obtain,
    Order,
    Split,
    Square,
    Take,
    Use,
    Witness,
)
from verifier.papers.setting import Setting

from . import paper
from .appendix_a import better
from .appendix_a_minimum import POTENTIAL, TENDS

#: p_i = (X r)_i with the residuals r = drho/dt, which may be any: rho is their running integral.
diagonal = Setting(
    let={"d": "positive integer", "N": "positive integer", "X": "matrix(d, N)", "rho": "matrix(N, 1) curve",
         **dict.fromkeys(("up", "um", "vp", "vm"), "matrix(d, 1) curve")},
    define=["e(i, M) := trace(basis(d, i).T*M)", "p(i, t) := e(i, X*diff(rho[t], t))"],
    suppose={
        "flow of u": "forall(i, integer[0, d-1], forall(t, [0, oo),"
                     " e(i, diff(up[t], t)) == e(i, vp[t])*p(i, t) and e(i, diff(um[t], t)) == -e(i, vm[t])*p(i, t)))",
        "flow of v": "forall(i, integer[0, d-1], forall(t, [0, oo),"
                     " e(i, diff(vp[t], t)) == e(i, up[t])*p(i, t) and e(i, diff(vm[t], t)) == -e(i, um[t])*p(i, t)))",
    },
)  # fmt: skip

CURVES = ("up", "um", "vp", "vm")
ENTRIES = "(up[m][i, 0]*vp[m][i, 0] - um[m][i, 0]*vm[m][i, 0])"
TRACES = "(trace(basis(d, i).T*up[m])*trace(basis(d, i).T*vp[m]) - trace(basis(d, i).T*um[m])*trace(basis(d, i).T*vm[m]))"
TWICE = "2*(trace(basis(d, i).T*(X*rho[m])) - trace(basis(d, i).T*(X*rho[0])))"
#: arcsinh(2 w_i(m)/sqrt(k_i)) is twice the running integral of p_i.
VALUES = [
    Have("forall(p, real, forall(q, real, forall(h, real, implies(p == q and q == h, p == h))))", name="transitive",
         by=[Take("p", "q", "h"), Numbers(using=["given"])]),
    Have("forall(x, real, forall(k, real, forall(c, real, forall(g, real, implies(k > 0 and k == 2*c and x == c*g, 2/k*x == g)))))", name="scaled",
         by=[Take("x", "k", "c", "g")]),
    Have("forall(m, nonnegative integer, forall(i, integer[0, d-1], (2*X*(rho[m] - rho[0]))[i, 0]"
         f" == asinh(2/K[i, 0]*{ENTRIES})))", name="values", by=[
        Take("m", "i"),
        Use("cited:A/closed", at=[*((f"trace(basis(d, i).T*{x}[t])", "t") for x in CURVES), ("trace(basis(d, i).T*(X*rho[t]))", "t"),
                                  "u[i, 0]", "v[i, 0]"], premises=[[Split([
            [Use("flow of u", at=["i"])], [Use("flow of v", at=["i"])], []])]], name="closed"),
        Use("closed", at=["m"], name="now"),
        Have(f"{ENTRIES} == {TRACES}", name="as traces"),
        Use("transitive", at=[ENTRIES, TRACES, f"(u[i, 0]**2 + v[i, 0]**2)*sinh({TWICE})"], name="product"),
        Use("scales", at=["i"], name="scale"), Use("alive", at=["i"], name="positive"),
        Use("scaled", at=[ENTRIES, "K[i, 0]", "u[i, 0]**2 + v[i, 0]**2",
                          f"sinh({TWICE})"], name="sinh", premises=[[
            Split([[Order(positive=[Square(facts=["positive"], weight="2")], terms=[("scale", "1", "1")])], [], []])]]),
        Use("cited:arcsinh-of-sinh", at=[f"2/K[i, 0]*{ENTRIES}", TWICE], name="theta"),
        Have(f"(2*X*(rho[m] - rho[0]))[i, 0] == {TWICE}", name="entry"),
        Use("transitive", at=["(2*X*(rho[m] - rho[0]))[i, 0]", TWICE, f"asinh(2/K[i, 0]*{ENTRIES})"]),
    ]),
]  # fmt: skip


#: Nothing is seen, and everything rests; then the least value is at 0.
RESTING = {"d": 1, "N": 1, "X": 0, "rho": 0, "y": 0, **dict.fromkeys(("up", "um", "vp", "vm", "u", "v", "A", "B", "C", "D"), 1),
           "W": "Matrix([[0]])", "K": "Matrix([[4]])"}  # fmt: skip
#: What changes, and a solution z that is at least as good.
WITHOUT = {
    "unbiased": ({"up": 2, "A": 2, "W": "Matrix([[1]])"}, "Matrix([[0]])"),
    "scales": ({"K": "Matrix([[-4]])"}, "Matrix([[1]])"),
    "converges": ({"A": 2, "W": "Matrix([[1]])"}, "Matrix([[0]])"),
    "limit": ({"W": "Matrix([[1]])"}, "Matrix([[0]])"),
    "flow of u": ({"up": "2 - exp(-t)", "A": 2, "W": "Matrix([[1]])"}, "Matrix([[0]])"),
    "flow of v": ({"vp": "2 - exp(-t)", "C": 2, "W": "Matrix([[1]])"}, "Matrix([[0]])"),
    # moved by log 2 to w = 4 - 1/4, past the target 0
    "fit": ({"X": 1, "rho": "log(2)*(1 - exp(-t))", **dict.fromkeys(("up", "vp"), "exp(log(2)*(1 - exp(-t)))"),
             **dict.fromkeys(("um", "vm"), "exp(-log(2)*(1 - exp(-t)))"), "A": 2, "C": 2, "B": "1/2", "D": "1/2",
             "W": "Matrix([[15/4]])"}, "Matrix([[0]])"),
}


def no_minimum(item):
    """Each hypothesis of `WITHOUT` is needed."""
    for name, (change, z) in WITHOUT.items():
        point = {**RESTING, **change}
        item.without(name, counterexample=point, argument=better(point["W"], z, point["K"]))


@paper.theorem("thm-1", "The implicit bias of diagonal networks", where="Section 4, Theorem 1", provenance="recalled")
def theorem_1(item):
    item.printed("For unbiased initialisation, if the limit of gradient flow satisfies X'w(inf) = y, then w(inf) = argmin Q_k(w) s.t. X'w = y, "
                 "Q_k(w) = sum_i q_{k_i}(w_i), q_k(x) = (sqrt(k)/4) [1 - sqrt(1 + 4x^2/k) + (2x/sqrt(k)) arcsinh(2x/sqrt(k))], "
                 "sqrt(k_i) = 2 (u_i^2 + v_i^2).")  # fmt: skip
    item.use(diagonal)
    item.let(y="matrix(N, 1)", W="matrix(d, 1)", K="matrix(d, 1)", **dict.fromkeys(("u", "v", "A", "B", "C", "D"), "matrix(d, 1)"))
    item.define(POTENTIAL)
    item.suppose("unbiased", "up[0] == u and um[0] == u and vp[0] == v and vm[0] == v")
    item.suppose("scales", "forall(i, integer[0, d-1], K[i, 0] == 2*(u[i, 0]**2 + v[i, 0]**2))")
    item.suppose("alive", "forall(i, integer[0, d-1], u[i, 0]**2 + v[i, 0]**2 > 0)")
    item.suppose("converges", TENDS)
    item.suppose("limit", "forall(i, integer[0, d-1], W[i, 0] == A[i, 0]*C[i, 0] - B[i, 0]*D[i, 0])")
    item.suppose("fit", "X.T*W == y")
    item.conclude("forall(z, matrix(d, 1), implies(X.T*z == y and z != W, Sum(q(W[i, 0], K[i, 0]), (i, 0, d-1)) < Sum(q(z[i, 0], K[i, 0]), (i, 0, d-1))))",
                  because=["arcsinh-of-sinh", "arcsinh-congruent", "A/closed", "A/limit", "A/minimum"], expected="proved", argument=[
        *VALUES,
        Have("forall(i, integer[0, d-1], K[i, 0] > 0)", name="positive scales", by=[
            Take("i"), Use("scales", at=["i"], name="scale"), Use("alive", at=["i"], name="positive"),
            Order(positive=[Square(facts=["positive"], weight="2")], terms=[("scale", "1", "1")])]),
        Have("exists(Theta, real sequence, forall(i, integer[0, d-1], Theta[i] == asinh(2/K[i, 0]*(A[i, 0]*C[i, 0] - B[i, 0]*D[i, 0]))))", name="there is Theta",
             by=[Witness("asinh(2/K[i, 0]*(A[i, 0]*C[i, 0] - B[i, 0]*D[i, 0]))", index="i"), Take("i"),
                 Use("positive scales", at=["i"], name="now"),
                 Have("forall(g, real, asinh(g) == asinh(g))", name="same", by=[Take("g")]),
                 Use("same", at=["2/K[i, 0]*(A[i, 0]*C[i, 0] - B[i, 0]*D[i, 0])"])]),
        Obtain("there is Theta", "Theta", label="end values"),
        Have("forall(z, matrix(d, 1), implies(X.T*z == zeros(N, 1), Sum(z[i, 0]*Theta[i], (i, 0, d-1)) == 0))", name="unseen", by=[
            Take("z"),
            Have("forall(m, nonnegative integer, Sum(z[i, 0]*(2*X*(rho[m] - rho[0]))[i, 0], (i, 0, d-1)) == 0)", name="vanishes", by=[
                Take("m"), Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["d"], name="identity"),
                Linear(terms=[Inside("identity", "-2*z.T*HOLE*X*(rho[m] - rho[0])"), Inside("given", "2*HOLE.T*(rho[m] - rho[0])")])]),
            Use("cited:A/limit", at=["d", "z", ("2/K[i, 0]", "i"), "A", "B", "C", "D", ("2*X*(rho[m] - rho[0])", "m"), ("Theta[i]", "i"), "0",
                                     ("up[m]", "m"), ("um[m]", "m"), ("vp[m]", "m"), ("vm[m]", "m")], name="end")]),
        Use("cited:A/minimum", at=["d", "N", "X", "y", "W", ("Theta[i]", "i"), "K"], premises=[[Split([[], [
            Take("i"), Use("end values", at=["i"], name="at the end"), Use("limit", at=["i"], name="W is"), Use("positive scales", at=["i"], name="scale"),
            Use("cited:arcsinh-congruent", at=["2/K[i, 0]*(A[i, 0]*C[i, 0] - B[i, 0]*D[i, 0])", "2*W[i, 0]/K[i, 0]"], name="same", premises=[[
                Linear(terms=[("W is", "-2/K[i, 0]", "1")], nonzero=["scale"])]]),
            Use("transitive", at=["Theta[i]", "asinh(2/K[i, 0]*(A[i, 0]*C[i, 0] - B[i, 0]*D[i, 0]))", "asinh(2*W[i, 0]/K[i, 0])"])], [], []])]]),
    ], example={"d": 1, "N": 1, "X": 0, "rho": 0, "y": 0, "up": 1, "um": 1, "vp": 0, "vm": 0, "u": 1, "v": 0, "A": 1, "B": 1, "C": 0, "D": 0,
                "W": 0, "K": 2})  # fmt: skip
    no_minimum(item)
    item.note("For all d and N, any data, any loss of the predictions (the residuals are the speed of any curve rho), and with a strict minimum, so it "
              "is unique. e_i'M is written as a trace. The direction of the proof: arcsinh(2w_i/sqrt(k_i)) = 2 (X (rho(t) - rho(0)))_i along the flow is "
              "orthogonal to what no sample sees, and stays so in the limit; the integral of r over all times need not exist.")  # fmt: skip
    item.note("u_i = v_i = 0 is excluded (`alive`): there k_i = 0, the formula divides by zero, and w_i stays 0 whatever the data ask for.")
