"""Section 8 and Appendix G: a single leaky ReLU neuron a sigma(w'x), slope rho > 0 on the negative side.

Gradient inclusion: at every time there are r and h with h^(n) in the generalised derivative of sigma at w'x^(n), and c^(n) = r^(n) h^(n)
moves the weights: dw/dt = a X c, da/dt = w'X c.  Only c is kept in the hypotheses: any residuals r, any selection h.
"""

from verifier.audit.setting import Setting
from verifier.claims.script import (
    Axiom,
    Cases,
    Have,
    Inside,
    Ladder,
    Limit,
    Linear,
    Numbers,
    Obtain,
    Split,
    Take,
    Use,
)
from verifier.theory.real_numbers import named_number as named

from . import paper

SIGMA = "sigma(z) := Piecewise((z, z >= 0), (rho*z, True))"
#: h is a generalised derivative of sigma at z.
SLOPES = "slope(h, z) := Min(1, rho) <= h and h <= Max(1, rho) and (z <= 0 or h == 1) and (z >= 0 or h == rho)"
leaky_flow = Setting(
    let={"d": "positive integer", "N": "positive integer", "X": "matrix(d, N)", "w": "matrix(d, 1) curve", "a": "real curve"},
    suppose={"inclusion": "forall(t, [0, oo), exists(c, matrix(N, 1), diff(w[t], t) == a[t]*X*c and diff(a[t], t) == trace(w[t].T*X*c)))"},
)
REST = {"d": 1, "N": 1, "X": 1, "w": 1, "a": 1}
NOW = [Use("inclusion", at=["r"], premises=[[Numbers(using=["between"])]], name="moves"), Obtain("moves", "c", label="now")]
KEPT = [
    Have("forall(v, matrix(d, 1), implies(v.T*X == zeros(1, N), forall(t, [0, oo), trace(v.T*w[t]) == trace(v.T*w[0]))))", name="row", by=[
        Take("v", "T"), Ladder("T", "0", slope=[*NOW, Linear(terms=[("now.0", "-v.T", "1"), ("given", "-a[r]", "c")])])]),
    Have("forall(t, [0, oo), a[t]**2 - trace(w[t].T*w[t]) == a[0]**2 - trace(w[0].T*w[0]))", name="balance", by=[
        Take("T"), Ladder("T", "0", slope=[*NOW, Linear(terms=[("now.1", "-2*a[r]", "1"), ("now.0", "2*w[r].T", "1")])])]),
]  # fmt: skip


def line(id, title, provenance="derived"):
    return paper.equation(id, title, where="Appendix G", provenance=provenance)


@paper.definition("def-leaky", "Leaky ReLU", where="Section 8", provenance="printed")
def leaky(item):
    item.printed("sigma(z) = z for z >= 0 and rho z for z < 0, rho > 0; its generalised derivative is 1, rho or [min(1, rho), max(1, rho)].")
    item.let(rho="positive", z="real", h="real")
    item.define(SIGMA, SLOPES)
    item.suppose("slope", "slope(h, z)")
    item.conclude("sigma(z) == h*z and h > 0", expected="proved")
    item.step("homogeneous", "forall(c, positive, c*sigma(z) == sigma(c*z))", because=["definitions"], says="sigma is positively homogeneous",
              argument=[Take("c"), Cases("z >= 0", name="side", yes=[Have("c*z >= 0", name="both", by=[Numbers(using=["given", "side"])]), Numbers(using=["both", "side"])],
                                         no=[Have("c*z < 0", name="both", by=[Numbers(using=["given", "side"])]), Numbers(using=["both", "side"])])])
    item.note("For c < 0, c sigma(z) is not sigma(c z): at c = -1, z = 1 it is -1 against -rho. So a network with a(0) < 0 does not compute "
              "sigma(w'x) of its product w; Theorem 4's hypothesis sigma(w(oo)'x) = y is about networks with a > 0.")  # fmt: skip


@paper.definition("def-kkt-G", "KKT points of a problem with equality constraints", where="Appendix G, Definition 1", provenance="printed")
def kkt(item):
    item.printed("Stationarity 0 in df + sum_n lambda_n dg_n, feasibility; for equality constraints no complementary slackness is needed.")
    item.let(d="positive integer", N="positive integer", X="matrix(d, N)", h="matrix(N, 1)", g="matrix(d, 1)", nu="matrix(N, 1)")
    item.suppose("stationary", "g == Sum(nu[n, 0]*h[n, 0]*X*basis(N, n), (n, 0, N-1))")
    item.conclude("forall(v, matrix(d, 1), implies(v.T*X == zeros(1, N), v.T*g == 0))", argument=[
        Take("v"), Linear(terms=[("stationary", "v.T", "1"), Inside("given", "HOLE*basis(N, n)*nu[n, 0]*h[n, 0]", over=[("n", "0", "N-1")])])],
        expected="proved")  # fmt: skip
    item.note("g is the gradient of Q, h^(n) the chosen slope of sigma. What is used is that g lies in the span of the samples; a vector lies there "
              "if and only if it is orthogonal to all v that are orthogonal to the samples, and pages speak of the latter.")  # fmt: skip


@paper.theorem("thm-4", "A single leaky ReLU neuron", where="Section 8, Theorem 4", provenance="guess")
def leaky_neuron(item):
    item.printed("For a depth 2 leaky ReLU network with one neuron, any delta >= 0 and any initialisation: if the limit has sigma(w(oo)'x^(n)) = "
                 "y^(n) for all n, then w(oo) is a KKT point of argmin Q(w) subject to sigma(w'x^(n)) = y^(n), Q as in Theorem 2.")
    item.use(leaky_flow)
    item.let(V="matrix(d, 1)", b="real")
    item.suppose("converges", "tends(w[n], n, V) and tends(a[n], n, b)")
    item.conclude("b**2 - norm2(V) == a[0]**2 - norm2(w[0]) and forall(h, matrix(N, 1), implies(forall(n, integer[0, N-1], h[n, 0] > 0),"
                  " forall(v, matrix(d, 1), implies(forall(n, integer[0, N-1], h[n, 0]*trace(v.T*X*basis(N, n)) == 0), v.T*(V - w[0]) == 0))))",
                  argument=[
        *KEPT, *named("f", "a[0]**2 - norm2(w[0])"),
        Have("forall(n, nonnegative integer, a[n]**2 - trace(w[n].T*w[n]) == f)", name="balance at n", by=[
            Take("n"), Use("balance", at=["n"], name="now"), Linear(rewrite=["f"], terms=[("now", "1", "1")])]),
        Limit("balance at n", limits=["converges.0", "converges.1"], name="balance at the end"),
        Split([[Linear(terms=[("balance at the end", "1", "1"), ("f", "1", "1")])], [
            Take("h"), Take("v"),
            Have("forall(n, integer[0, N-1], trace(v.T*X*basis(N, n)) == 0)", name="entries", by=[
                Take("n"), Use("given", at=["n"], name="positive"), Use("given1", at=["n"], name="zero"),
                *named("x", "h[n, 0]"), *named("y", "trace(v.T*X*basis(N, n))"),
                Have("y == 0", name="y is 0", by=[
                    Have("x*y == 0", name="product", by=[Linear(rewrite=["x", "y"], terms=[("zero", "1", "1")])]),
                    Have("x > 0", name="x>0", by=[Numbers(using=["x", "positive"])]), Numbers(using=["product", "x>0"])]),
                Linear(terms=[("y", "-1", "1"), ("y is 0", "1", "1")])]),
            Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["N"], name="identity"),
            Have("v.T*X == zeros(1, N)", name="orthogonal", by=[Linear(rewrite=["entries"], terms=[("identity", "v.T*X", "1")])]),
            Use("row", at=["v"], name="kept", premises=[[]]), *named("g", "trace(v.T*w[0])"),
            Have("forall(n, nonnegative integer, trace(v.T*w[n]) == g)", name="kept at n", by=[
                Take("n"), Use("kept", at=["n"], name="now"), Linear(rewrite=["g"], terms=[("now", "1", "1")])]),
            Limit("kept at n", limits=["converges.0"], name="kept at the end"),
            Linear(terms=[("kept at the end", "1", "1"), ("g", "1", "1")])]]),
    ], expected="proved", example={**REST, "V": 1, "b": 1})  # fmt: skip
    item.without("converges", counterexample={**REST, "X": 0, "V": 2, "b": 1})
    item.without("inclusion", counterexample={**REST, "X": 0, "w": "2 - exp(-t)", "V": 2, "b": 1})
    item.note("q = b V is the limit of the product. Where b > 0, grad Q(q) = (3/2) (V - w(0)) (neuron-layers), and h^(n) are any slopes of sigma at "
              "q'x^(n), positive since rho > 0: grad Q(q) is in the span of the h^(n) x^(n), which with feasibility is the KKT condition. "
              "The first part keeps delta, so that Q is the potential of the start. Any d, N, data and residuals; kinks may be crossed, and the "
              "trajectory may slide along them, as long as it is differentiable there (inclusions as such ask this almost everywhere only).")
    item.note("More is true: q is the minimiser of the strictly convex Q on X'w = X'q (neuron-argmin), whatever the outputs. For a(0) < 0 the network "
              "computes -|a| sigma(w'x), not sigma(q'x), so the hypothesis sigma(q'x) = y is not the zero loss (def-leaky).")  # fmt: skip
