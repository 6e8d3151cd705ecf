"""Sections 2 and 3: the loss, the Karush-Kuhn-Tucker conditions, infinitesimal mirror descent.

A function Q enters through its values, gradients and Hessians along a path or a segment: phi(s) = Q(v + s (u - v)) is a curve
whose slope at 0 is grad Q(v)'(u - v), and G(t) = grad Q(w(t)) is a curve whose speed is the Hessian times that of w.
"""

from verifier.audit.setting import Setting
from verifier.claims.script import Have, Inside, Ladder, Limit, Linear, Negate, Contradict, Numbers, Order, Split, Square, Take, Use, Witness

from . import paper

data = Setting(let={"d": "positive integer", "N": "positive integer", "X": "matrix(d, N)", "y": "matrix(N, 1)"})
INSIDE = [[Numbers(using=["between"])]]
#: Strict convexity of Q on the segment from v to u.
STRICT = "forall(s, (0, 1), phi[s] < (1 - s)*phi[0] + s*phi[1])"


@paper.assumption("def-loss-gf", "Loss and gradient flow", where="Section 2", provenance="recalled")
def loss(item):
    item.printed("L = (1/2N) sum_n (y_n - w'x_n)^2, residuals r = (y - X'w)/N, gradient flow on the parameters; the limit exists and L tends to 0.")
    item.use(data)
    item.let(w="matrix(d, 1)")
    item.conclude("-grad(1/(2*N)*norm2(y - X.T*w), w) == X*(1/N*(y - X.T*w))", expected="proved")
    item.note("The gradient of the loss in the predictor is -X r. Convergence to zero loss is assumed, not shown, here and in the paper.")


@paper.definition("def-linear-model", "Linear predictors", where="Section 3", provenance="derived")
def linear_model(item):
    item.printed("f(x; theta) = wt(theta)'x.")
    item.let(d="positive integer", w="matrix(d, 1)", x="matrix(d, 1)")
    item.conclude("w.T*x == Sum(w[i, 0]*x[i, 0], (i, 0, d-1))", expected="proved", argument=[
        Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["d"], name="identity"),
        Linear(terms=[Inside("identity", "w.T*HOLE*x")])])


@paper.claim("claim-3/kkt-sufficient", "The KKT conditions are sufficient", where="Section 3", provenance="printed")
def sufficient(item):
    item.printed("If Q is strictly convex then grad Q(w*) = X nu, X'w* = y is sufficient for w* to be the global minimum of Q s.t. X'w = y.")
    item.use(data)
    item.let(v="matrix(d, 1)", u="matrix(d, 1)", G="matrix(d, 1)", nu="matrix(N, 1)", phi="real curve")
    item.suppose("gradient", "diff(phi[0], 0) == trace(G.T*(u - v))")
    item.suppose("strictly convex", STRICT)
    item.suppose("stationary", "G == X*nu")
    item.suppose("feasible", "X.T*v == y and X.T*u == y")
    item.conclude("phi[0] < phi[1]")
