"""Section 5: time warping.  sigma is the running integral of g r, tau the new time, x = |w| and z = x^2."""

from verifier.claims.script import (
    At,
    Cases,
    Have,
    Intermediate,
    Linear,
    Negate,
    Numbers,
    Obtain,
    Split,
    Take,
    Use,
    Witness,
)

from . import paper

INSIDE = [[Numbers(using=["given"])]]


@paper.equation("warp/step-1", "The dynamics times a positive factor", where="Section 5", provenance="printed")
def scaled(item):
    item.printed("Multiply eq-4 by g(wt(t)) > 0: g H dwt/dt = g X r.")
    item.let(d="positive integer", N="positive integer", X="matrix(d, N)", r="matrix(N, 1)", H="matrix(d, d)", speed="matrix(d, 1)", g="real")
    item.suppose("positive", "g > 0")
    item.conclude("iff(H*speed == X*r, g*H*speed == X*(g*r))", expected="proved", argument=[Split([
        [Take(), Linear(terms=[("given", "g", "1")])],
        [Take(), Linear(terms=[("given", "1/g", "1")], nonzero=["positive"])]])],
        example={"d": 1, "N": 1, "X": 1, "r": 1, "H": 1, "speed": 1, "g": 1})  # fmt: skip
    item.without("positive", counterexample={"d": 1, "N": 1, "X": 1, "r": 1, "H": 1, "speed": 0, "g": 0})
    item.note("Nothing is lost as long as g is not 0.")


@paper.equation("eq-10", "The warped Hessian equation", where="Section 5, Eq. (10)", provenance="derived")
def warped_hessian(item):
    item.printed("The Hessian of Q is g H.")
    item.let(z="real")
    item.conclude("2*diff(exp(v/2)*1, (v, z)) == exp(z/2)*1 and exp(z/2) > 0", because=["radial-criterion"], fidelity="special case")
    item.note("An equation to be solved for Q and g together; claim-5-surprise, claim-5-radial and eq-24 solve it. Shown: the metric I + w w' of footnote 3 "
              "becomes a Hessian map with g = exp(|w|^2/2).")  # fmt: skip


PATH = {"d": "positive integer", "N": "positive integer", "X": "matrix(d, N)", "sigma": "matrix(N, 1) curve", "G": "matrix(d, 1) curve"}


@paper.equation("eq-11", "The gradient under a warped metric", where="Section 5, Eq. (11)", provenance="derived")
def warped_gradient(item):
    item.printed("d/dt grad Q(wt(t)) = sum_n x_n g(wt(t)) r_n(t).")
    item.let(**PATH, w="matrix(d, 1) curve", H="matrix(d, d) curve", g="real curve", r="matrix(N, 1) curve")
    item.suppose("eq-10", "forall(t, [0, oo), diff(G[t], t) == g[t]*H[t]*diff(w[t], t))")
    item.suppose("eq-4", "forall(t, [0, oo), H[t]*diff(w[t], t) == X*r[t])")
    item.conclude("forall(t, [0, oo), diff(G[t], t) == X*(g[t]*r[t]))", expected="proved", argument=[
        Take("t"), Use("eq-10", at=["t"], name="a"), Use("eq-4", at=["t"], name="b"), Linear(terms=[("a", "1", "1"), ("b", "g[t]", "1")])],
        example={"d": 1, "N": 1, "X": 0, "sigma": 0, "G": 0, "w": 0, "H": 1, "g": 1, "r": 0})  # fmt: skip
    item.note("With the Hessian of Q equal to g H, by the chain rule.")


END = {"E": "matrix(d, 1)", "G0": "matrix(d, 1)", "nu": "matrix(N, 1)"}
REST = {"d": 1, "N": 1, "X": 0, "sigma": 0, "G": 0, "E": 0, "G0": 0, "nu": 0}


@paper.equation("warp/step-2", "Integrated", where="Section 5", provenance="derived")
def integrated(item):
    item.printed("grad Q(wt(inf)) - grad Q(wt(0)) = sum_n x_n times the integral of g r_n.")
    item.let(**PATH, **END)
    item.suppose("eq-11", "forall(t, [0, oo), diff(G[t], t) == X*diff(sigma[t], t))")
    item.suppose("starts", "G[0] == G0 and sigma[0] == zeros(N, 1)")
    item.suppose("limits", "tends(G[m], m, E) and tends(sigma[m], m, nu)")
    item.conclude("E - G0 == X*nu", because=["imd/step-2"], expected="proved", example=REST, argument=[
        Use("cited:imd/step-2", at=["d", "N", "X", ("sigma[t]", "t"), ("G[t]", "t"), "E", "G0", "nu"])])  # fmt: skip
    item.without("starts", counterexample={**REST, "G0": 1})
    item.without("limits", counterexample={**REST, "E": 1})


@paper.equation("warp/step-3", "KKT at the limit", where="Section 5", provenance="printed")
def kkt(item):
    item.printed("If nu, the integral of g r, exists and is finite and grad Q(wt(0)) = 0, then grad Q(wt(inf)) = X nu.")
    item.let(d="positive integer", N="positive integer", X="matrix(d, N)", **END)
    item.suppose("step 2", "E - G0 == X*nu")
    item.suppose("stationary start", "G0 == zeros(d, 1)")
    item.conclude("E == X*nu", expected="proved")
    item.without("stationary start", counterexample={"d": 1, "N": 1, "X": 0, "E": 1, "G0": 1, "nu": 0})
    item.note("The printed requirement that nu is finite is not needed for the minimum: imd/step-3-always.")


@paper.claim("claim-5-surprise", "A warped metric may be a Hessian where the metric is none", where="Section 5", provenance="printed")
def surprise(item):
    item.printed("Eq. (10) may be solvable although eq. (5) is not.")
    item.let(z="positive")
    item.define("h(v) := 1/sqrt(v)", "b(v) := -1/(2*v*sqrt(v))", "g(v) := sqrt(sqrt(v))")
    item.conclude("2*diff(h(v), (v, z)) != b(z) and 2*diff(g(v)*h(v), (v, z)) == g(z)*b(z) and g(z) > 0", because=["radial-criterion"], expected="proved")
    item.note("By radial-criterion: the metric (23) for delta = 0 is no Hessian map at any w != 0, and sqrt(|w|) times it is.")


@paper.remark("claim-5-radial", "Every radial metric has a time warp", where="Section 5, cross-check", provenance="derived")
def every_radial_metric(item):
    item.printed("(not in the paper) For H = h I + b w w', h > 0, functions of z = |w|^2, the factor g with 2 (g h)' = g b exists: g h = exp of the "
                 "integral of b/(2h). For I + w w' it is exp(|w|^2/2).")  # fmt: skip
    item.let(h="real curve", b="real curve", c="real curve", z="real")
    item.suppose("integral", "diff(c[v], (v, z)) == b[z]/(2*h[z])")
    item.suppose("positive", "h[z] > 0")
    item.conclude("2*diff(exp(c[v]), (v, z)) == exp(c[z])/h[z]*b[z] and exp(c[z])/h[z] > 0 and 2*diff(exp(v/2)*1, (v, z)) == exp(z/2)*1",
                  expected="proved", example={"h": 1, "b": 1, "c": "t/2", "z": 0})  # fmt: skip
    item.note("g h = exp(c), c' = b/(2h). So solvability of (10) is no accident for radial metrics; positivity of g is automatic.")


@paper.equation("eq-12", "Gradient and Hessian of the ansatz", where="Section 5, Eq. (12)", provenance="derived")
def ansatz(item):
    item.printed("Q(w) = q(|w|) + z'w: grad Q = q'(|w|) w/|w| + z, Hessian (q'/|w|)(I - w w'/|w|^2) + q'' w w'/|w|^2, w != 0.")
    item.let(q="real curve", p="real curve", x="positive", z="positive", wi="real", wk="real", zk="real")
    item.define("along(w, s) := z + 2*s*w + s**2", "slope := p[z]*x", "curvature := p[z] + 2*z*diff(p[v], (v, z))")
    item.suppose("length", "z == x**2")
    item.suppose("gradient", "p[z] == 2*diff(q[v], (v, z))")
    item.conclude("diff(q[along(wk, s)] + zk*(wk + s), (s, 0)) == slope*wk/x + zk"
                  " and diff(p[along(wk, s)]*wi, (s, 0)) == -slope/x*wi*wk/x**2 + curvature*wi*wk/x**2"
                  " and diff(p[along(wk, s)]*(wk + s), (s, 0)) == slope/x*(1 - wk**2/x**2) + curvature*wk**2/x**2", expected="proved",
                  argument=[Split([[Numbers(using=["x", "length", "gradient"])], [Numbers(using=["x", "length"])], [Numbers(using=["x", "length"])]])],
                  example={"q": 0, "p": 0, "x": 1, "z": 1, "wi": 0, "wk": 1, "zk": 0})  # fmt: skip
    item.note("Entry by entry, with q as a curve in z = |w|^2: w_k is an entry of w, w_i another one, z_k one of the vector z; along w + s e_k the "
              "squared length is z + 2 s w_k + s^2. In x = |w|: q' = p x (`slope`) and q'' = p + 2 z p' (`curvature`).")  # fmt: skip


@paper.equation("eq-13", "The same points are visited", where="Section 5, Eq. (13)", provenance="printed")
def same_points(item):
    item.printed("tau(0) = 0, tau' > 0, tau unbounded: w(tau(t)) visits the same points, and has the same limit, as w.")
    item.let(tau="real curve")
    item.suppose("start", "tau[0] == 0")
    item.suppose("unbounded", "forall(R, real, exists(t, nonnegative, tau[t] >= R))")
    item.conclude("forall(s, nonnegative, exists(t, nonnegative, tau[t] == s))", expected="proved", argument=[
        Take("s"), Use("unbounded", at=["s"], name="later"), Obtain("later", "T", label="T"),
        Intermediate("tau[t] - s", "t", "0", "T", signs=([Numbers(using=["start", "given"])], [Numbers(using=["T"])]), order=[Numbers(using=["T"])],
                     name="hit"),
        Obtain("hit", "c", label="c"), Witness("c"), Split([[Numbers(using=["c"])], [Numbers(using=["c"])]])],
        example={"tau": "t"})  # fmt: skip
    item.without("start", counterexample={"tau": "t + 1"}, argument=[At({"goal": [
        Witness("0"), Split([[], [Take("t"), Numbers()]])]})])  # fmt: skip
    item.without("unbounded", counterexample={"tau": "0"})
    item.note("Every time s is reached by tau, so every point w(s) is visited; since tau is increasing and unbounded the limits agree.")


@paper.equation("eq-14", "The equation in the new time", where="Section 5, Eq. (14)", provenance="derived")
def new_time(item):
    item.printed("If dw/dt = f(w(t)) then d/dt w(tau(t)) = tau'(t) f(w(tau(t))).")
    item.let(w="real curve", f="real curve", tau="real curve")
    item.suppose("eq-13", "forall(s, [0, oo), diff(w[s], s) == f[s])")
    item.suppose("forwards", "forall(t, [0, oo), tau[t] >= 0)")
    item.conclude("forall(t, [0, oo), diff(w[tau[t]], t) == diff(tau[t], t)*f[tau[t]])", expected="proved", argument=[
        Take("t"), Use("forwards", at=["t"], name="time"), Use("eq-13", at=["tau[t]"], name="rate"), Numbers(using=["rate"])],
        example={"w": 0, "f": 0, "tau": "t"})  # fmt: skip
    item.note("Component by component; f(s) stands for f(w(s)).")


@paper.equation("eq-15", "Warped and unwarped flow", where="Section 5, Eq. (15)", provenance="derived")
def warped_flow(item):
    item.printed("If d/dt grad Q(wh(t)) = X rh(t), then w(t) = wh(tau(t)) with tau(t) the integral of g solves eq-11; if the integral of g over all "
                 "times is infinite the limits agree.")  # fmt: skip
    item.let(G="real curve", p="real curve", g="real curve", tau="real curve")
    item.suppose("eq-15", "forall(s, [0, oo), diff(G[s], s) == p[s])")
    item.suppose("clock", "forall(t, [0, oo), diff(tau[t], t) == g[t])")
    item.suppose("forwards", "forall(t, [0, oo), tau[t] >= 0)")
    item.conclude("forall(t, [0, oo), diff(G[tau[t]], t) == g[t]*p[tau[t]])", because=["eq-14"], expected="proved", argument=[
        Take("t"), Use("forwards", at=["t"], name="time"), Use("eq-15", at=["tau[t]"], name="rate"), Use("clock", at=["t"], name="tick"),
        Numbers(using=["rate", "tick"])], example={"G": 0, "p": 0, "g": 1, "tau": "t"})  # fmt: skip
    item.note("Component by component: G and p are components of grad Q(wh) and of X rh. The limits agree by eq-13 where tau is unbounded.")


@paper.claim("claim-5-multi", "Several neurons need several factors", where="Section 5", provenance="printed")
def several(item):
    item.printed("For m > 1 different g_i per neuron are needed.")
    item.let(delta="positive", C="real")
    item.define("g(x, e) := 3/2*sqrt(sqrt(x**2 + e**2/4) + e/2)")
    item.conclude("exists(x, positive, g(x, 0) != C*g(x, delta))", fidelity="special case", argument=[
        Have("g(2*delta/3, delta)**2 == 3*delta and g(2*delta/3, 0)**2 == 3/2*delta", name="squares", by=[
            Split([[Numbers(using=["delta"])], [Numbers(using=["delta"])]])]),
        Have("g(3*delta/8, delta)**2 == 81/32*delta and g(3*delta/8, 0)**2 == 27/32*delta", name="other squares", by=[
            Split([[Numbers(using=["delta"])], [Numbers(using=["delta"])]])]),
        Have("forall(p, real, forall(e, real, implies(p == C*e and p**2 == 3/2*delta and e**2 == 3*delta, C**2 == 1/2)))", name="half", by=[
            Take("p", "e"), Have("C**2*e**2 == 3/2*delta", name="now", by=[Numbers(using=["given"])]),
            Have("C**2*(3*delta) == 3/2*delta", name="then", by=[Linear(terms=[("now", "1", "1"), ("given.2", "-C**2", "1")])]),
            Numbers(using=["then", "delta"])]),
        Have("forall(p, real, forall(e, real, implies(p == C*e and p**2 == 27/32*delta and e**2 == 81/32*delta, C**2 == 1/3)))", name="third", by=[
            Take("p", "e"), Have("C**2*e**2 == 27/32*delta", name="now", by=[Numbers(using=["given"])]),
            Have("C**2*(81/32*delta) == 27/32*delta", name="then", by=[Linear(terms=[("now", "1", "1"), ("given.2", "-C**2", "1")])]),
            Numbers(using=["then", "delta"])]),
        Cases("g(2*delta/3, 0) == C*g(2*delta/3, delta)", name="first", yes=[
            Use("half", at=["g(2*delta/3, 0)", "g(2*delta/3, delta)"], name="is half"),
            Witness("3*delta/8"), Split([[Numbers(using=["delta"])], [
                Negate("second"), Use("third", at=["g(3*delta/8, 0)", "g(3*delta/8, delta)"], name="is third"), Numbers(using=["is half", "is third"])]])],
            no=[Witness("2*delta/3"), Split([[Numbers(using=["delta"])], []])])], example={"delta": 1, "C": 1})  # fmt: skip
    item.note("The factors of two neurons with delta_1 = 0 and delta_2 > 0 are not proportional as functions of |wt_i|; for d >= 2 the factor of one "
              "neuron is unique up to a constant (B/step-5, B/step-6-unique).")  # fmt: skip
