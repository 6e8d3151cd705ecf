"""Sections 2 and 3: the loss, the Karush-Kuhn-Tucker conditions, infinitesimal mirror descent.

A function Q on R^d enters through its values and gradients at the points in question: Qu, Qv are Q(u), Q(v), and G is grad Q(v).
Along a path G(t) = grad Q(w(t)), whose speed is the Hessian H(t) times that of w (the chain rule).
"""

from verifier.audit.setting import Setting
from verifier.claims.script import (
    At,
    Axiom,
    Have,
    Inside,
    Ladder,
    Limit,
    Linear,
    Negate,
    Numbers,
    Order,
    Split,
    Square,
    Take,
    Use,
    Vanish,
)

from . import paper

data = Setting(let={"d": "positive integer", "N": "positive integer", "X": "matrix(d, N)", "y": "matrix(N, 1)"})
INSIDE = [[Numbers(using=["between"])]]
#: Strict convexity of a differentiable Q, at v against u.
STRICT = "implies(u != v, Qu > Qv + trace(G.T*(u - v)))"


@paper.claim("def-loss-gf", "Loss and gradient flow", where="Section 2", provenance="recalled")
def loss(item):
    item.printed("L = (1/2N) sum_n (y_n - w'x_n)^2, residuals r = (y - X'w)/N, gradient flow on the parameters; the limit exists and L tends to 0.")
    item.use(data)
    item.let(w="matrix(d, 1)")
    item.conclude("-grad(norm2(y - X.T*w)/2, w) == X*(y - X.T*w)", expected="proved")
    item.note("The gradient of N L in the predictor is -X N r; 1/N only changes the clock. Convergence to zero loss is assumed, not shown, here and in the paper.")


@paper.definition("def-linear-model", "Linear predictors", where="Section 3", provenance="derived")
def linear_model(item):
    item.printed("f(x; theta) = wt(theta)'x.")
    item.let(d="positive integer", w="matrix(d, 1)", x="matrix(d, 1)")
    item.conclude("w.T*x == Sum(w[i, 0]*x[i, 0], (i, 0, d-1))", expected="proved", argument=[
        Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["d"], name="identity"),
        Linear(terms=[Inside("identity", "w.T*HOLE*x")])])


@paper.equation("eq-1", "The target", where="Section 3, Eq. (1)", provenance="derived")
def target(item):
    item.printed("wt(inf) = argmin_w Q(w) s.t. X'w = y, with Q strictly convex.")
    item.let(d="positive integer", N="positive integer", X="matrix(d, N)", y="matrix(N, 1)", Q="real function of matrix(d, 1)",
             u="matrix(d, 1)", v="matrix(d, 1)")  # fmt: skip
    item.suppose("strictly convex", "forall(a, matrix(d, 1), forall(b, matrix(d, 1), forall(s, (0, 1),"
                 " implies(a != b, Q[s*a + (1 - s)*b] < s*Q[a] + (1 - s)*Q[b]))))")  # fmt: skip
    item.suppose("feasible", "X.T*u == y and X.T*v == y")
    item.suppose("u is a minimum", "forall(w, matrix(d, 1), implies(X.T*w == y, Q[u] <= Q[w]))")
    item.suppose("v is a minimum", "forall(w, matrix(d, 1), implies(X.T*w == y, Q[v] <= Q[w]))")
    item.conclude("u == v", expected="proved", argument=[
        Negate("different"),
        Have("X.T*(1/2*u + (1 - 1/2)*v) == y", name="between", by=[Linear(terms=[("feasible.0", "1/2", "1"), ("feasible.1", "1/2", "1")])]),
        Use("strictly convex", at=["u", "v", "1/2"], premises=[[Numbers()], []], name="below"),
        Use("u is a minimum", at=["1/2*u + (1 - 1/2)*v"], premises=[[]], name="one"),
        Use("v is a minimum", at=["1/2*u + (1 - 1/2)*v"], premises=[[]], name="other"),
        Order(positive=[Square(facts=["below"]), Square(facts=["one"], weight="1/2"), Square(facts=["other"], weight="1/2")])],
        example={"d": 1, "N": 1, "X": 1, "y": 0, "Q": "norm2(t)", "u": 0, "v": 0})  # fmt: skip
    flat = {"d": 1, "N": 1, "X": 0, "y": 0, "Q": 0, "u": 0, "v": 1}
    squares = [At({"strictly convex": [
        Take("a", "b", "s"), Have("(a - b)**2 > 0", name="apart", by=[Order(positive=[Square(root="a - b", nonzero="given1")])]),
        Have("s > 0", name="s", by=[]), Have("1 - s > 0", name="rest", by=[]), Order(positive=[Square(facts=["s", "rest", "apart"])])]})]  # fmt: skip
    item.without("strictly convex", counterexample=flat)
    item.without("feasible", counterexample={**flat, "X": 1, "y": 1, "Q": "norm2(t)", "u": 1, "v": 0}, argument=squares)
    item.without("u is a minimum", counterexample={**flat, "Q": "norm2(t)", "u": 1, "v": 0}, argument=squares)
    item.without("v is a minimum", counterexample={**flat, "Q": "norm2(t)"}, argument=squares)
    item.note("The form of the statements that follow, for every function Q on R^d. What makes \"argmin\" a point: a strictly convex Q has at most one "
              "minimum among the feasible w. That there is one is part of the statements that follow (exp on R has none).")  # fmt: skip


@paper.equation("eq-2", "Karush-Kuhn-Tucker conditions", where="Section 3, Eq. (2)", provenance="derived")
def kkt(item):
    item.printed("There is nu with grad Q(w*) = X nu, and X'w* = y.")
    item.use(data)
    item.let(v="matrix(d, 1)", G="matrix(d, 1)", nu="matrix(N, 1)")
    item.suppose("stationary", "G == X*nu")
    item.suppose("feasible", "X.T*v == y")
    item.conclude("forall(u, matrix(d, 1), implies(X.T*u == y, trace(G.T*(u - v)) == 0))", expected="proved", argument=[
        Take("u"), Linear(terms=[("given", "nu.T", "1"), ("feasible", "-nu.T", "1"), Inside("stationary", "HOLE.T*(u - v)")])])
    item.note("A definition; what it says: the slope of Q at w* vanishes in every feasible direction.")


@paper.claim("claim-3/kkt-sufficient", "The KKT conditions are sufficient", where="Section 3", provenance="printed")
def sufficient(item):
    item.printed("If Q is strictly convex then grad Q(w*) = X nu, X'w* = y is sufficient for w* to be the global minimum of Q s.t. X'w = y.")
    item.use(data)
    item.let(v="matrix(d, 1)", u="matrix(d, 1)", G="matrix(d, 1)", nu="matrix(N, 1)", Qu="real", Qv="real")
    item.suppose("strictly convex", STRICT)
    item.suppose("stationary", "G == X*nu")
    item.suppose("feasible", "X.T*v == y and X.T*u == y")
    item.conclude("implies(u != v, Qv < Qu)", expected="proved", argument=[
        Have("trace(G.T*(u - v)) == 0", name="flat", by=[
            Linear(terms=[("feasible.1", "nu.T", "1"), ("feasible.0", "-nu.T", "1"), Inside("stationary", "HOLE.T*(u - v)")])]),
        Take(), Use("strictly convex", premises=[[]], name="above"), Numbers(using=["above", "flat"])],
        example={"d": 1, "N": 1, "X": 1, "y": 0, "v": 0, "u": 0, "G": 0, "nu": 0, "Qu": 0, "Qv": 0})  # fmt: skip
    item.step("s1", "implies(u != v, Qu > Qv + trace(G.T*(u - v)))", because=["strictly convex"], says="convexity, strictly")
    item.step("s2", "trace(G.T*(u - v)) == 0", because=["stationary", "feasible"], says="for feasible w: nu'X'(w - w*) = 0", argument=[
        Linear(terms=[("feasible.1", "nu.T", "1"), ("feasible.0", "-nu.T", "1"), Inside("stationary", "HOLE.T*(u - v)")])],
        inference_argument=[
        Linear(terms=[("feasible.1", "nu.T", "1"), ("feasible.0", "-nu.T", "1"), Inside("stationary", "HOLE.T*(u - v)")])])  # fmt: skip
    free = {"d": 1, "N": 1, "X": 0, "y": 0, "v": 0, "nu": 0}
    item.without("strictly convex", counterexample={**free, "u": 1, "G": 0, "Qu": 0, "Qv": 0})
    item.without("stationary", counterexample={**free, "u": 1, "G": -2, "Qu": -1, "Qv": 0})
    item.without("feasible", counterexample={"d": 1, "N": 1, "X": 1, "y": 0, "v": 0, "u": 1, "G": -2, "nu": -2, "Qu": -1, "Qv": 0})
    item.note("For every pair of feasible points w* = v and w = u, all d and N; strict convexity in the first-order form of a differentiable Q. "
              "Only the slope in feasible directions is used: grad Q(w*) orthogonal to the kernel of X' is enough.")  # fmt: skip


path = Setting(
    let={"d": "positive integer", "N": "positive integer", "X": "matrix(d, N)", "rho": "matrix(N, 1) curve", "w": "matrix(d, 1) curve",
         "H": "matrix(d, d) curve", "G": "matrix(d, 1) curve"},
    suppose={"chain rule": "forall(t, [0, oo), diff(G[t], t) == H[t]*diff(w[t], t))"},
)  # fmt: skip
FLOW = "forall(t, [0, oo), H[t]*diff(w[t], t) == X*diff(rho[t], t))"
STILL = {"d": 1, "N": 1, "X": 0, "rho": 0, "w": 0, "H": 1, "G": 0}


@paper.equation("eq-3", "The dynamics", where="Section 3, Eq. (3)", provenance="derived")
def dynamics(item):
    item.printed("dwt/dt = H^{-1}(wt) X r.")
    item.let(d="positive integer", N="positive integer", X="matrix(d, N)", r="matrix(N, 1)", H="matrix(d, d)", K="matrix(d, d)", speed="matrix(d, 1)")
    item.suppose("inverse", "H*K == eye(d) and K*H == eye(d)")
    item.conclude("iff(speed == K*X*r, H*speed == X*r)", expected="proved", argument=[Split([
        [Take(), Linear(terms=[("given", "H", "1"), ("inverse.0", "1", "X*r")])],
        [Take(), Linear(terms=[("given", "K", "1"), ("inverse.1", "-1", "speed")])]])],
        example={"d": 1, "N": 1, "X": 1, "r": 1, "H": 1, "K": 1, "speed": 1})  # fmt: skip
    item.note("K is the inverse of H; the same as eq-4.")


@paper.equation("eq-4", "The dynamics, with the metric on the left", where="Section 3, Eq. (4)", provenance="derived")
def dynamics_left(item):
    item.printed("H(wt) dwt/dt = X r.")
    item.let(d="positive integer", N="positive integer", X="matrix(d, N)", r="matrix(N, 1)", H="matrix(d, d)", speed="matrix(d, 1)", u="matrix(d, 1)")
    item.suppose("flow", "H*speed == X*r")
    item.suppose("unseen", "X.T*u == zeros(N, 1)")
    item.conclude("trace(u.T*H*speed) == 0", expected="proved", argument=[
        Linear(terms=[("flow", "u.T", "1"), Inside("unseen", "HOLE.T*r")])], example={"d": 1, "N": 1, "X": 0, "r": 0, "H": 1, "speed": 0, "u": 0})  # fmt: skip
    item.note("What it says of directions that no sample sees; for two-layer networks H is the inverse of J J', J the Jacobian of wt.")


@paper.equation("imd/step-1", "The gradient of Q moves in the span of the data", where="Section 3", provenance="derived")
def gradient_moves(item):
    item.printed("If H is the Hessian of Q then d/dt grad Q(wt(t)) = X r(t).")
    item.use(path)
    item.suppose("eq-4", FLOW)
    item.conclude("forall(t, [0, oo), diff(G[t], t) == X*diff(rho[t], t))", expected="proved", example=STILL, argument=[
        Take("t"), Use("chain rule", at=["t"], name="a"), Use("eq-4", at=["t"], name="b"), Linear(terms=[("a", "1", "1"), ("b", "1", "1")])])
    item.without("chain rule", counterexample={**STILL, "G": "t"})
    item.without("eq-4", counterexample={**STILL, "w": "t", "G": "t"})
    item.note("rho is the running integral of the residuals, r = drho/dt.")


COMPONENT = "forall(c, matrix(d, 1), forall(t, [0, oo), trace(c.T*(G[t] - G[0])) == trace(c.T*X*(rho[t] - rho[0]))))"
FOLLOWS = Have(COMPONENT, name="follows", by=[Take("c", "t"), Ladder("t", "0", time="s", slope=[
    Use("step 1", at=["s"], premises=INSIDE, name="now"), Linear(terms=[("now", "-c.T", "1")])])])  # fmt: skip


@paper.equation("imd/step-2", "Integrated over all times", where="Section 3", provenance="derived")
def integrated(item):
    item.printed("grad Q(wt(inf)) - grad Q(wt(0)) = X times the integral of r over all times.")
    item.let(d="positive integer", N="positive integer", X="matrix(d, N)", rho="matrix(N, 1) curve", G="matrix(d, 1) curve", E="matrix(d, 1)",
             G0="matrix(d, 1)", nu="matrix(N, 1)")  # fmt: skip
    item.suppose("step 1", "forall(t, [0, oo), diff(G[t], t) == X*diff(rho[t], t))")
    item.suppose("starts", "G[0] == G0 and rho[0] == zeros(N, 1)")
    item.suppose("limits", "tends(G[m], m, E) and tends(rho[m], m, nu)")
    item.conclude("E - G0 == X*nu", expected="proved", argument=[
        FOLLOWS,
        Have("forall(c, matrix(d, 1), trace(c.T*(E - G0)) == trace(c.T*X*nu))", name="components", by=[
            Take("c"), Have("forall(m, nonnegative integer, trace(c.T*(G[m] - G0)) == trace(c.T*X*rho[m]))", name="at integers", by=[
                Take("m"), Use("follows", at=["c", "m"], name="now"),
                Linear(terms=[("now", "1", "1"), ("starts.0", "c.T", "1"), ("starts.1", "-c.T*X", "1")])]),
            Limit("at integers", limits=["limits.0", "limits.1"])]),
        Use("components", at=["E - G0 - X*nu"], name="itself"),
        Have("norm2(E - G0 - X*nu) <= 0", name="flat", by=[Order(terms=[("itself", "-1", "1")])]),
        Vanish("flat", squares=[Square(root="E - G0 - X*nu", name="gone")]), Linear(terms=[("gone", "1", "1")])],
        example={"d": 1, "N": 1, "X": 0, "rho": 0, "G": 0, "E": 0, "G0": 0, "nu": 0})  # fmt: skip
    still = {"d": 1, "N": 1, "X": 0, "rho": 0, "G": 0, "E": 0, "G0": 0, "nu": 0}
    item.without("starts", counterexample={**still, "G0": 1})
    item.without("limits", counterexample={**still, "E": 1})
    item.note("nu is the integral, the limit of rho; E the limit of grad Q(wt(t)). Limits along the integers are enough.")


@paper.equation("imd/step-3", "KKT at the limit", where="Section 3", provenance="derived")
def kkt_at_limit(item):
    item.printed("With nu = the integral of r and grad Q(wt(0)) = 0: grad Q(wt(inf)) = X nu.")
    item.let(d="positive integer", N="positive integer", X="matrix(d, N)", E="matrix(d, 1)", G0="matrix(d, 1)", nu="matrix(N, 1)")
    item.suppose("step 2", "E - G0 == X*nu")
    item.suppose("stationary start", "G0 == zeros(d, 1)")
    item.conclude("E == X*nu", expected="proved")
    item.without("stationary start", counterexample={"d": 1, "N": 1, "X": 0, "E": 1, "G0": 1, "nu": 0})


@paper.remark("imd/step-3-always", "KKT at the limit, also where the integral diverges", where="Section 3, cross-check", provenance="derived")
def kkt_without_integral(item):
    item.printed("(not in the paper) grad Q(wt(inf)) - grad Q(wt(0)) is orthogonal to every direction that no sample sees, whether or not the integral "
                 "of r converges.")  # fmt: skip
    item.let(d="positive integer", N="positive integer", X="matrix(d, N)", rho="matrix(N, 1) curve", G="matrix(d, 1) curve", E="matrix(d, 1)",
             G0="matrix(d, 1)")  # fmt: skip
    item.suppose("step 1", "forall(t, [0, oo), diff(G[t], t) == X*diff(rho[t], t))")
    item.suppose("starts", "G[0] == G0")
    item.suppose("limits", "tends(G[m], m, E)")
    item.conclude("forall(u, matrix(d, 1), implies(X.T*u == zeros(N, 1), trace(u.T*(E - G0)) == 0))", expected="proved", argument=[
        FOLLOWS, Take("u"),
        Have("forall(m, nonnegative integer, trace(u.T*(G[m] - G0)) == 0)", name="at integers", by=[
            Take("m"), Use("follows", at=["u", "m"], name="now"),
            Linear(terms=[("now", "1", "1"), ("starts", "u.T", "1"), Inside("given", "HOLE.T*(rho[m] - rho[0])")])]),
        Limit("at integers", limits=["limits"])], example={"d": 1, "N": 1, "X": 0, "rho": 0, "G": 0, "E": 0, "G0": 0})  # fmt: skip
    item.note("This is all that the sufficiency of the KKT conditions uses; the existence of the integral is not needed.")
