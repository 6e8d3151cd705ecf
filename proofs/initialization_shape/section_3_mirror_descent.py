"""Sections 2 and 3: the loss, the Karush-Kuhn-Tucker conditions, infinitesimal mirror descent.

Q is a function on R^d.  G is its gradient, at one point or as a field, whose Jacobian H is the Hessian of Q.
"""

from verifier.language.script import (
    At,
    Axiom,
    Contradict,
    Have,
    Inside,
    Ladder,
    Limit,
    Linear,
    Negate,
    Obtain,
    Order,
    Split,
    Square,
    Take,
    Use,
    Vanish,
    Witness,
)
from verifier.papers.setting import Setting

from . import paper
from .lemmas.second_derivatives import JACOBIAN

data = Setting(let={"d": "positive integer", "N": "positive integer", "X": "matrix(d, N)", "y": "matrix(N, 1)"})
INSIDE = [[]]
STRICTLY_CONVEX = ("forall(a, matrix(d, 1), forall(b, matrix(d, 1), forall(s, (0, 1),"
                   " implies(a != b, Q[s*a + (1 - s)*b] < s*Q[a] + (1 - s)*Q[b]))))")  # fmt: skip
#: Strict convexity of a function Q with the gradient G.
ABOVE_TANGENTS = "forall(a, matrix(d, 1), forall(b, matrix(d, 1), implies(a != b, Q[a] > Q[b] + trace(G[b].T*(a - b)))))"
PARABOLA = {"d": 1, "Q": "norm2(t)", "G": "2*t"}
CONVEX = {"strictly convex": [Take("a", "b"), Order(positive=[Square(root="a - b", nonzero="given")])]}


@paper.claim("def-loss-gf", "Loss and gradient flow", where="Section 2", provenance="recalled")
def loss(item):
    item.printed("L = (1/2N) sum_n (y_n - w'x_n)^2, residuals r = (y - X'w)/N, gradient flow on the parameters; the limit exists and L tends to 0.")
    item.use(data)
    item.let(w="matrix(d, 1)")
    item.conclude("-grad(norm2(y - X.T*w)/(2*N), w) == X*((y - X.T*w)/N) and norm2(y - X.T*w)/(2*N) == Sum((y[n, 0] - (X.T*w)[n, 0])**2, (n, 0, N-1))/(2*N)",
                  expected="proved", argument=[
        Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["N"], name="identity"), Have("N != 0", name="samples"),
        Split([[], [Linear(terms=[Inside("identity", "1/(2*N)*(y - X.T*w).T*HOLE*(y - X.T*w)")], nonzero=["samples"])]])])  # fmt: skip
    item.note("The gradient of L in the predictor is -X r. 1/N only changes the clock. Convergence to zero loss is assumed, not shown, here and in the paper.")


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
    item.suppose("strictly convex", STRICTLY_CONVEX)
    item.suppose("feasible", "X.T*u == y and X.T*v == y")
    item.suppose("u is a minimum", "forall(w, matrix(d, 1), implies(X.T*w == y, Q[u] <= Q[w]))")
    item.suppose("v is a minimum", "forall(w, matrix(d, 1), implies(X.T*w == y, Q[v] <= Q[w]))")
    item.conclude("u == v", expected="proved", argument=[
        Negate("different"),
        Have("X.T*(1/2*u + (1 - 1/2)*v) == y", name="between"),
        Use("strictly convex", at=["u", "v", "1/2"], premises=[[], []], name="below"),
        Use("u is a minimum", at=["1/2*u + (1 - 1/2)*v"], premises=[[]], name="one"),
        Use("v is a minimum", at=["1/2*u + (1 - 1/2)*v"], premises=[[]], name="other")],
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
        Take("u")])
    item.note("A definition; what it says: the slope of Q at w* vanishes in every feasible direction.")


@paper.claim("claim-3/kkt-sufficient", "The KKT conditions are sufficient", where="Section 3", provenance="printed")
def sufficient(item):
    item.printed("If Q is strictly convex then grad Q(w*) = X nu, X'w* = y is sufficient for w* to be the global minimum of Q s.t. X'w = y.")
    item.use(data)
    item.let(Q="real function of matrix(d, 1)", G="matrix(d, 1) function of matrix(d, 1)", v="matrix(d, 1)", nu="matrix(N, 1)")
    item.suppose("strictly convex", ABOVE_TANGENTS)
    item.suppose("stationary", "G[v] == X*nu")
    item.suppose("feasible", "X.T*v == y")
    flat = "forall(u, matrix(d, 1), implies(X.T*u == y, trace(G[v].T*(u - v)) == 0))"
    flat_by = [Take("u")]
    item.conclude("forall(u, matrix(d, 1), implies(X.T*u == y and u != v, Q[v] < Q[u]))", expected="proved", argument=[
        Have(flat, name="flat", by=flat_by), Take("u"), Use("strictly convex", at=["u", "v"], premises=[[]], name="above"),
        Use("flat", at=["u"], premises=[[]], name="level"), Order(positive=[Square(facts=["above"])], terms=[("level", "1", "1")])],
        example={**PARABOLA, "N": 1, "X": 1, "y": 0, "nu": 0, "v": 0})  # fmt: skip
    item.step("s1", "forall(u, matrix(d, 1), implies(u != v, Q[u] > Q[v] + trace(G[v].T*(u - v))))", because=["strictly convex"],
              says="convexity, strictly", argument=[Take("u"), Use("strictly convex", at=["u", "v"], premises=[[]])])  # fmt: skip
    item.step("s2", flat, because=["stationary", "feasible"], says="for feasible w: nu'X'(w - w*) = 0", argument=flat_by,
              inference_argument=flat_by)  # fmt: skip
    free = {**PARABOLA, "N": 1, "X": 0, "y": 0, "nu": 0, "v": 0}
    item.without("strictly convex", counterexample={**free, "Q": 0, "G": 0}, argument=[At({"goal": [Witness("1")]})])
    item.without("stationary", counterexample={**free, "v": 1}, argument=[At({**CONVEX, "goal": [Witness("0")]})])
    item.without("feasible", counterexample={**free, "X": 1, "nu": 2, "v": 1}, argument=[At({**CONVEX, "goal": [Witness("0")]})])
    item.note("For every differentiable function Q on R^d with the gradient G, all d and N, w* = v and every other feasible w = u: the minimum is strict, so it "
              "is the only one. Strict convexity in the first-order form, Q lies strictly above its tangents. Only the slope in feasible directions is "
              "used: grad Q(w*) orthogonal to the kernel of X' is enough.")  # fmt: skip


path = Setting(
    let={"d": "positive integer", "N": "positive integer", "X": "matrix(d, N)", "rho": "matrix(N, 1) curve", "w": "matrix(d, 1) curve",
         "G": "matrix(d, 1) function of matrix(d, 1)", "H": "matrix(d, d) function of matrix(d, 1)"},
    suppose={"Hessian": JACOBIAN},
)  # fmt: skip
FLOW = "forall(t, [0, oo), H[w[t]]*diff(w[t], t) == X*diff(rho[t], t))"
STILL = {"d": 1, "N": 1, "X": 0, "rho": 0, "w": 0, "H": 0, "G": 0}


#: A model with q parameters: its parameters move by J'X r, J the Jacobian of the predictor (d x q), and the predictor by J times that.
moving = Setting(
    let={"d": "positive integer", "N": "positive integer", "q": "positive integer", "X": "matrix(d, N)", "r": "matrix(N, 1)", "J": "matrix(d, q)",
         "move": "matrix(q, 1)", "speed": "matrix(d, 1)", "H": "matrix(d, d)"},
    suppose={"gradient flow": "move == J.T*X*r", "chain rule": "speed == J*move", "H": "H*(J*J.T) == eye(d) and (J*J.T)*H == eye(d)"},
)  # fmt: skip
MOVING = {"d": 1, "N": 1, "q": 1, "X": 1, "r": 1, "J": 1, "move": 1, "speed": 1, "H": 1}


@paper.equation("eq-3", "The dynamics", where="Section 3, Eq. (3)", provenance="derived")
def dynamics(item):
    item.printed("dwt/dt = H^{-1}(wt) X r, H positive definite.")
    item.use(moving)
    item.conclude("speed == J*J.T*X*r and forall(v, matrix(d, 1), implies(v != zeros(d, 1), trace(v.T*(J*J.T)*v) > 0))", expected="proved", argument=[
        Split([[], [
            Take("v"), Negate("not positive"),
            Have("norm2(J.T*v) <= 0", name="flat"),
            Vanish("flat", squares=[Square(root="J.T*v", name="gone")]),
            Have("v == zeros(d, 1)", name="zero", by=[Linear(terms=[("H.0", "-1", "v"), ("gone", "H*J", "1")])]),
            Contradict("given", [])]])], example=MOVING)  # fmt: skip
    item.note("The metric H^{-1} is J J', J the Jacobian of the predictor in the parameters, r the residuals; it is positive definite where it has an "
              "inverse. That H is a function of the predictor alone is a hypothesis of Section 3, shown for one neuron in eq-23.")  # fmt: skip


@paper.equation("eq-4", "The dynamics, with the metric on the left", where="Section 3, Eq. (4)", provenance="derived")
def dynamics_left(item):
    item.printed("H(wt) dwt/dt = X r.")
    item.use(moving)
    item.conclude("H*speed == X*r and forall(u, matrix(d, 1), implies(X.T*u == zeros(N, 1), trace(u.T*H*speed) == 0))", because=["eq-3"],
                  expected="proved", argument=[
        Use("cited:eq-3", at=["d", "N", "q", "X", "r", "J", "move", "speed", "H"], name="moves"),
        Have("H*speed == X*r", name="eq-4"),
        Split([[], [Take("u")]])], example=MOVING)  # fmt: skip
    item.note("H is the inverse of J J', J the Jacobian of the predictor. The second part is what it says of directions that no sample sees.")


@paper.equation("imd/step-1", "The gradient of Q moves in the span of the data", where="Section 3", provenance="derived")
def gradient_moves(item):
    item.printed("If H is the Hessian of Q then d/dt grad Q(wt(t)) = X r(t).")
    item.use(path)
    item.suppose("eq-4", FLOW)
    item.conclude("exists(q, matrix(d, 1) curve, forall(t, [0, oo), q[t] == G[w[t]] and diff(q[t], t) == X*diff(rho[t], t)))", expected="proved",
                  example=STILL, argument=[
        Use("Hessian", at=[("w[t]", "t")], name="along w"), Obtain("along w", "q", label="q"), Witness("q[t]", index="t"),
        Take("t"), Use("q", at=["t"], name="now"), Use("eq-4", at=["t"], name="flow"),
        Split([[], []])])  # fmt: skip
    item.note("G = grad Q and its Jacobian H are functions on R^d; that H is the Hessian of Q is said along every curve u: G(u(t)) has the derivative "
              "H(u(t)) u'(t). rho is the running integral of the residuals, r = drho/dt.")  # fmt: skip


COMPONENT = "forall(c, matrix(d, 1), forall(t, [0, oo), trace(c.T*(G[t] - G[0])) == trace(c.T*X*(rho[t] - rho[0]))))"
FOLLOWS = Have(COMPONENT, name="follows", by=[Take("c", "t"), Ladder("t", "0", time="s", slope=[
    Use("step 1", at=["s"], premises=INSIDE, name="now")])])  # fmt: skip


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
                Take("m"), Use("follows", at=["c", "m"], name="now")]),
            Limit("at integers", limits=["limits.0", "limits.1"])]),
        Use("components", at=["E - G0 - X*nu"], name="itself"),
        Have("norm2(E - G0 - X*nu) <= 0", name="flat"),
        Vanish("flat", squares=[Square(root="E - G0 - X*nu", name="gone")])],
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
    item.note("G0 and E are grad Q(wt(0)) and grad Q(wt(inf)), nu the integral of r over all times.")


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
            Take("m"), Use("follows", at=["u", "m"], name="now")]),
        Limit("at integers", limits=["limits"])], example={"d": 1, "N": 1, "X": 0, "rho": 0, "G": 0, "E": 0, "G0": 0})  # fmt: skip
    item.note("This is all that the sufficiency of the KKT conditions uses; the existence of the integral is not needed. It is the same as the existence of "
              "multipliers: kkt-multipliers.")  # fmt: skip


@paper.remark("kkt-multipliers", "What is orthogonal to all that no sample sees is a combination of the samples", where="Section 3, cross-check",
              provenance="derived")  # fmt: skip
def multipliers(item):
    item.printed("(not in the paper) There is nu with g = X nu if and only if v'g = 0 for every v with X'v = 0.")
    item.let(d="positive integer", N="positive integer", X="matrix(d, N)", P="matrix(d, d)", g="matrix(d, 1)")
    item.suppose("pseudoinverse", "X.T*P*X*X.T == X.T")
    item.conclude("iff(exists(nu, matrix(N, 1), g == X*nu), forall(v, matrix(d, 1), implies(X.T*v == zeros(N, 1), trace(v.T*g) == 0)))", expected="proved",
                  argument=[Split([
        [Take(), Obtain("given", "nu", label="nu"), Take("v")],
        [Take(), Use("given", at=["g - X*X.T*P.T*g - P*X*X.T*(g - X*X.T*P.T*g)"], name="level", premises=[[]]),
         Have("norm2(g - X*X.T*P.T*g) <= 0", name="flat", by=[Order(terms=[("level", "-1", "1")])]),
         Vanish("flat", squares=[Square(root="g - X*X.T*P.T*g", name="gone")]),
         Witness("X.T*P.T*g")]])],
        example={"d": 1, "N": 1, "X": 1, "P": 1, "g": 1})  # fmt: skip
    item.note("P is the pseudoinverse of X X', which every X has, or any matrix with X'P X X' = X'. So the statements of these pages that speak of directions which "
              "no sample sees say that nu exists.")  # fmt: skip
