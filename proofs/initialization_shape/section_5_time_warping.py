"""Section 5: time warping.  sigma is the running integral of g r, tau the new time, x = |w| and z = x^2."""

from verifier.language.script import (
    Have,
    Intermediate,
    Ladder,
    Linear,
    Negate,
    Numbers,
    Obtain,
    Rewritten,
    Split,
    Take,
    Use,
    Witness,
)

from . import paper
from .lemmas.second_derivatives import JACOBIAN
from .section_3_poincare import METRIC, smooth, solvable

INSIDE = [[Numbers(using=["given"])]]


@paper.equation("warp/step-1", "The dynamics times a positive factor", where="Section 5", provenance="printed")
def scaled(item):
    item.printed("Multiply eq-4 by g(wt(t)) > 0: g H dwt/dt = g X r.")
    item.let(d="positive integer", N="positive integer", X="matrix(d, N)", r="matrix(N, 1)", H="matrix(d, d)", speed="matrix(d, 1)", g="real")
    item.suppose("positive", "g > 0")
    item.conclude("iff(H*speed == X*r, g*H*speed == X*(g*r))", expected="proved", argument=[Split([
        [Take()],
        [Take(), Linear(terms=[("given", "1/g", "1")], nonzero=["positive"])]])],
        example={"d": 1, "N": 1, "X": 1, "r": 1, "H": 1, "speed": 1, "g": 1})  # fmt: skip
    item.without("positive", counterexample={"d": 1, "N": 1, "X": 1, "r": 1, "H": 1, "speed": 0, "g": 0})
    item.note("Nothing is lost as long as g is not 0.")


def same_potential(fact):
    """Q and G of a fact, where (g H) v is written g H v."""
    return [Obtain(fact, "Q", label="Q"), Obtain("Q", "G", label="G"), Witness("Q[t]", index="t"), Witness("G[t]", index="t"), Split([[], [
        Take("w", "e"), Use("G.1", at=["w", "e"], premises=[[]], name="near"), Obtain("near", "D", label="D"), Witness("D"), Split([[], [
            Take("v"), Use("D.1", at=["v"], premises=[[]], name="small")]])]])]  # fmt: skip


@paper.equation("eq-10", "The warped Hessian equation", where="Section 5, Eq. (10)", provenance="derived")
def warped_hessian(item):
    item.printed("The Hessian of Q is g H.")
    item.let(**METRIC, g="positive function of matrix(d, 1)")
    item.suppose("continuously differentiable", smooth("g"))
    item.conclude(solvable("g"), because=["eq-5"], expected="proved", argument=[
        Use("cited:eq-5", at=["d", ("g[t]*H[t]", "t")], name="metric", premises=[[Split([
            [Take("w"), Use("H.symmetric", at=["w"], name="now")], []])]]),
        Split([[Take(), Use("metric.0", premises=[[]], name="solved"), *same_potential("solved")],
               [Take(), Use("metric.1", premises=[same_potential("given")])]])],
        example={"d": 2, "g": 1, "H": "zeros(2, 2)"})  # fmt: skip
    item.note("An equation to be solved for Q and g together. For all d, every metric H and every factor g on R^d with g H continuously differentiable: "
              "there is Q if and only if g H satisfies (6). Solved in claim-5-surprise, claim-5-radial (I + w w' of footnote 3 with g = exp(|w|^2/2)) and eq-24.")  # fmt: skip


PATH = {"d": "positive integer", "N": "positive integer", "X": "matrix(d, N)", "sigma": "matrix(N, 1) curve", "G": "matrix(d, 1) curve"}


@paper.equation("eq-11", "The gradient under a warped metric", where="Section 5, Eq. (11)", provenance="derived")
def warped_gradient(item):
    item.printed("d/dt grad Q(wt(t)) = sum_n x_n g(wt(t)) r_n(t).")
    item.let(d="positive integer", N="positive integer", X="matrix(d, N)", r="matrix(N, 1) curve", w="matrix(d, 1) curve",
             G="matrix(d, 1) function of matrix(d, 1)", H="matrix(d, d) function of matrix(d, 1)", g="real function of matrix(d, 1)")  # fmt: skip
    item.suppose("eq-10", JACOBIAN.replace("H[u[t]]", "g[u[t]]*H[u[t]]"))
    item.suppose("eq-4", "forall(t, [0, oo), H[w[t]]*diff(w[t], t) == X*r[t])")
    item.conclude("exists(q, matrix(d, 1) curve, forall(t, [0, oo), q[t] == G[w[t]] and diff(q[t], t) == X*(g[w[t]]*r[t])))", expected="proved", argument=[
        Use("eq-10", at=[("w[t]", "t")], name="along w"), Obtain("along w", "q", label="q"), Witness("q[t]", index="t"),
        Take("t"), Use("q", at=["t"], name="a"), Use("eq-4", at=["t"], name="b"),
        Split([[], []])],
        example={"d": 1, "N": 1, "X": 0, "r": 0, "w": 0, "G": 0, "H": 0, "g": 1})  # fmt: skip
    item.note("The field G = grad Q has the Jacobian g H (eq-10), said along every curve; g is any function.")


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
    item.note("sigma is the running integral of g r, nu its limit; G(t) = grad Q(wt(t)), with G0 at the start and E in the limit.")


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
                  argument=[Split([[], [], []])],
                  example={"q": 0, "p": 0, "x": 1, "z": 1, "wi": 0, "wk": 1, "zk": 0})  # fmt: skip
    item.note("Entry by entry, with q as a curve in z = |w|^2: w_k is an entry of w, w_i another one, z_k one of the vector z; along w + s e_k the "
              "squared length is z + 2 s w_k + s^2. In x = |w|: q' = p x (`slope`) and q'' = p + 2 z p' (`curvature`).")  # fmt: skip


#: w(s) comes as close to l as one likes and stays there; the same along tau.
NEAR = "forall(e, positive, exists(T, nonnegative, forall(t, [T, oo), norm2({0} - l) <= e)))"


@paper.equation("eq-13", "The same points are visited", where="Section 5, Eq. (13)", provenance="printed")
def same_points(item):
    item.printed("tau(0) = 0, tau' > 0, tau unbounded: w(tau(t)) visits the same points, and has the same limit, as w.")
    item.let(d="positive integer", w="matrix(d, 1) curve", l="matrix(d, 1)", tau="real curve")
    item.suppose("start", "tau[0] == 0")
    item.suppose("increasing", "forall(t, [0, oo), diff(tau[t], t) > 0)")
    item.suppose("unbounded", "forall(R, nonnegative, exists(t, nonnegative, tau[t] >= R))")
    item.conclude("forall(s, nonnegative, exists(t, nonnegative, tau[t] == s)) and forall(t, nonnegative, tau[t] >= 0)"
                  f" and iff({NEAR.format('w[t]')}, {NEAR.format('w[tau[t]]')})", expected="proved", argument=[
        Have("forall(s, nonnegative, exists(t, nonnegative, tau[t] == s))", name="all times", by=[
            Take("s"), Use("unbounded", at=["s"], name="later"), Obtain("later", "T", label="T"),
            Intermediate("tau[t] - s", "t", "0", "T", signs=([], []), order=[],
                         name="hit"),
            Obtain("hit", "c", label="c"), Witness("c"), Split([[], []])]),
        Have("forall(a, nonnegative, forall(b, [a, oo), tau[a] <= tau[b]))", name="grows", by=[Take("a", "b"), Ladder("b", "a", slope=[
            Use("increasing", at=["r"], name="now", premises=[[]])])]),
        Have("forall(a, nonnegative, forall(b, (a, oo), tau[a] < tau[b]))", name="strictly", by=[Take("a", "b"), Ladder("b", "a", strict="slope", slope=[
            Use("increasing", at=["r"], name="now", premises=[[]])])]),
        Have("forall(t, nonnegative, tau[t] >= 0)", name="forwards", by=[
            Take("t"), Use("grows", at=["0", "t"], name="now", premises=[[], []])]),
        Split([[], [], [Split([
            [Take(), Take("e"), Use("given", at=["e"], name="near"), Obtain("near", "T", label="T"),
             Use("all times", at=["T"], name="there", premises=[[]]), Obtain("there", "S", label="S"), Witness("S"), Split([[], [
                 Take("t"), Use("grows", at=["S", "t"], name="later", premises=[[], []]),
                 Use("T.1", at=["tau[t]"], premises=[[]])]])],
            [Take(), Take("e"), Use("given", at=["e"], name="near"), Obtain("near", "S", label="S"),
             Witness("tau[S]"), Split([[Use("forwards", at=["S"], premises=[[]])], [
                 Take("t"),
                 Have("t >= 0", name="t>=0", by=[Use("forwards", at=["S"], name="f", premises=[[]])]),
                 Use("all times", at=["t"], name="there", premises=[[]]), Obtain("there", "u", label="u"),
                 Have("u >= S", name="after", by=[Negate("before"), Use("strictly", at=["u", "S"], name="now", premises=[[], []]),
                                                  Numbers(using=["now", "u", "given2"])]),
                 Use("S.1", at=["u"], name="close", premises=[[]]),
                 Rewritten("close", ["u.1"], name="there then", forwards=True)]])],
        ])]])],
        example={"d": 1, "w": 0, "l": 0, "tau": "t"})  # fmt: skip
    item.without("start", counterexample={"d": 1, "w": 0, "l": 0, "tau": "t + 1"})
    item.without("unbounded", counterexample={"d": 1, "w": 0, "l": 0, "tau": "0"})
    item.note("Every time s >= 0 is reached by tau, so every point w(s) is visited and no other; tau increases, so it is invertible, and w(t) and w(tau(t)) "
              "converge to the same l, one if and only if the other does.")  # fmt: skip


@paper.equation("eq-14", "The equation in the new time", where="Section 5, Eq. (14)", provenance="derived")
def new_time(item):
    item.printed("If dw/dt = f(w(t)) then d/dt w(tau(t)) = tau'(t) f(w(tau(t))).")
    item.let(d="positive integer", w="matrix(d, 1) curve", f="matrix(d, 1) function of matrix(d, 1)", tau="real curve")
    item.suppose("eq-13", "forall(s, [0, oo), diff(w[s], s) == f[w[s]])")
    item.suppose("forwards", "forall(t, [0, oo), tau[t] >= 0)")
    item.conclude("forall(t, [0, oo), forall(c, matrix(d, 1), diff(trace(c.T*w[tau[t]]), t) == diff(tau[t], t)*trace(c.T*f[w[tau[t]]])))",
                  expected="proved", argument=[
        Take("t", "c"), Use("forwards", at=["t"], name="time"), Use("eq-13", at=["tau[t]"], name="rate")], example={"d": 1, "w": 0, "f": 0, "tau": "t"})  # fmt: skip
    item.note("Said of every component c'w. tau(0) = 0 and tau' > 0 give tau >= 0 (eq-13).")


CHAIN = Have("forall(x, real, forall(y, real, forall(z, real, implies(x == y and y == z, x == z))))", name="chain",
             by=[Take("x", "y", "z")])  # fmt: skip
WARPED = "trace(c.T*X*(g[w[tau[t]]]*r[tau[t]]))"


@paper.equation("eq-15", "Warped and unwarped flow", where="Section 5, Eq. (15)", provenance="derived")
def warped_flow(item):
    item.printed("If d/dt grad Q(wh(t)) = X rh(t), then w(t) = wh(tau(t)) with tau(t) the integral of g(w(t')) solves eq-11; if the integral of g over all "
                 "times is infinite the limits agree.")  # fmt: skip
    item.let(d="positive integer", N="positive integer", X="matrix(d, N)", w="matrix(d, 1) curve", r="matrix(N, 1) curve", q="matrix(d, 1) curve",
             G="matrix(d, 1) function of matrix(d, 1)", g="real function of matrix(d, 1)", tau="real curve")  # fmt: skip
    item.suppose("eq-15", "forall(s, [0, oo), q[s] == G[w[s]] and diff(q[s], s) == X*r[s])")
    item.suppose("positive", "forall(v, matrix(d, 1), g[v] > 0)")
    item.suppose("clock", "tau[0] == 0 and forall(t, [0, oo), diff(tau[t], t) == g[w[tau[t]]])")
    item.conclude("forall(t, [0, oo), tau[t] >= 0 and q[tau[t]] == G[w[tau[t]]] and forall(c, matrix(d, 1), diff(trace(c.T*q[tau[t]]), t)"
                  f" == {WARPED})) and implies(forall(R, nonnegative, exists(t, nonnegative, tau[t] >= R)),"
                  f" forall(l, matrix(d, 1), iff({NEAR.format('w[t]')}, {NEAR.format('w[tau[t]]')})))", because=["eq-13"], expected="proved", argument=[
        CHAIN, Have("forall(t, [0, oo), diff(tau[t], t) > 0)", name="grows", by=[
            Take("t"), Use("clock.1", at=["t"], name="tick"), Use("positive", at=["w[tau[t]]"], name="factor")]),
        Have("forall(t, [0, oo), tau[t] >= 0)", name="forwards", by=[Take("t"), Ladder("t", "0", time="s", slope=[
            Use("grows", at=["s"], premises=[[]], name="now")])]),
        Have("forall(t, [0, oo), forall(c, matrix(d, 1), diff(trace(c.T*q[tau[t]]), t) == diff(tau[t], t)*trace(c.T*X*r[tau[t]])))", name="moves", by=[
            Take("t", "c"), Use("forwards", at=["t"], name="time"), Use("eq-15", at=["tau[t]"], name="rate")]),
        Split([[Take("t"), Use("forwards", at=["t"], name="time"), Use("eq-15", at=["tau[t]"], name="rate"), Use("clock.1", at=["t"], name="tick"),
                Split([[], [], [Take("c"), Use("moves", at=["t", "c"], name="now"),
                                Have(f"diff(tau[t], t)*trace(c.T*X*r[tau[t]]) == {WARPED}", name="written"),
                                Use("chain", at=["diff(trace(c.T*q[tau[t]]), t)", "diff(tau[t], t)*trace(c.T*X*r[tau[t]])", WARPED],
                                    premises=[[Split([[], []])]])]])],
               [Take(), Take("l"), Use("cited:eq-13", at=["d", ("w[t]", "t"), "l", ("tau[t]", "t")], name="points",
                                       premises=[[Split([[], [], []])]])]])],
        example={"d": 1, "N": 1, "X": 0, "w": 0, "r": 0, "q": 0, "G": 0, "g": 1, "tau": "t"})  # fmt: skip
    item.note("w and r stand for wh and rh, q(s) = grad Q(w(s)). In the new time tau, with tau' = g at the point reached, grad Q moves by g X r: eq-11, "
              "component by component. Where the integral of g is infinite, w(t) and w(tau(t)) have the same limit, one if and only if the other has it.")  # fmt: skip


@paper.remark("claim-5-multi-own", "Which neurons share the form of their factor", where="Section 5, cross-check", provenance="derived")
def own_factors(item):
    item.printed("(not in the paper) The factors of B1-b of two neurons are proportional as functions of |wt_i| if and only if delta_1 = delta_2.")
    item.let(delta1="nonnegative", delta2="nonnegative")
    item.define("u(x, delta) := sqrt(x**2 + delta**2/4) + delta/2", "g(x, delta) := 3/2*sqrt(u(x, delta))")
    at = {n: f"sqrt((delta2 + {n})*{n})" for n in (1, 2)}
    item.conclude("iff(exists(C, real, forall(x, positive, g(x, delta1) == C*g(x, delta2))), delta1 == delta2)", expected="proved", argument=[Split([
        [Take(), Obtain("given", "C", label="C"),
         Have("forall(y, real, forall(e, real, implies(y > 0 and e >= 0, sqrt(y**2 + e**2/4) + e/2 > 0"
              " and (sqrt(y**2 + e**2/4) + e/2)*(sqrt(y**2 + e**2/4) + e/2 - e) == y**2)))", name="quadratic", by=[
             Take("y", "e"), Split([[], []])]),
         Have("forall(p, real, forall(n, real, implies(n >= 0 and p > 0 and p*(p - delta2) == (delta2 + n)*n, p == delta2 + n)))", name="only root", by=[
             Take("p", "n"), Have("(p - delta2 - n)*(p + n) == 0", name="factors"), Have("p + n > 0", name="sum")]),
         Have("forall(p, real, forall(q, real, implies(p > 0 and q > 0 and 3/2*sqrt(p) == C*(3/2*sqrt(q)), p == C**2*q)))", name="squared", by=[
             Take("p", "q"), Have("(3/2*sqrt(p))**2 == (C*(3/2*sqrt(q)))**2", name="now"),
             Numbers(using=["now", "given1.0", "given1.1"])]),
         *(step for n in (1, 2) for step in (
             Have(f"{at[n]} > 0 and {at[n]}**2 == (delta2 + {n})*{n}", name=f"x {n}", by=[Split([[], []])]),
             Use("C", at=[at[n]], premises=[[]], name=f"same {n}"),
             Use("quadratic", at=[at[n], "delta1"], premises=[[Split([[], []])]], name=f"first {n}"),
             Use("quadratic", at=[at[n], "delta2"], premises=[[Split([[], []])]], name=f"second {n}"),
             Use("squared", at=[f"u({at[n]}, delta1)", f"u({at[n]}, delta2)"], premises=[[Split([[], [], []])]], name=f"ratio {n}"),
             Have(f"u({at[n]}, delta2) == delta2 + {n}", name=f"value {n}", by=[
                 Use("only root", at=[f"u({at[n]}, delta2)", str(n)], premises=[[Split([[], [], []])]])]),
             Have(f"(C**2*(delta2 + {n}))*(C**2*(delta2 + {n}) - delta1) == (delta2 + {n})*{n}", name=f"equation {n}", by=[
                 Linear(terms=[(f"value {n}", f"-C**2*(C**2*(u({at[n]}, delta2) + delta2 + {n}) - delta1)", "1"),
                               (f"ratio {n}", f"-(u({at[n]}, delta1) + C**2*u({at[n]}, delta2) - delta1)", "1"), (f"first {n}.1", "1", "1"), (f"x {n}.1", "1", "1")])]))),
         Have("C**2*(C**2*(delta2 + 1) - delta1) == 1", name="one", by=[
             Have("delta2 + 1 > 0", name="n"), Linear(terms=[("equation 1", "1/(delta2 + 1)", "1")], nonzero=["n"])]),
         Have("C**2*(C**2*(delta2 + 2) - delta1) == 2", name="two", by=[
             Have("delta2 + 2 > 0", name="n"), Linear(terms=[("equation 2", "1/(delta2 + 2)", "1")], nonzero=["n"])]),
         Have("C**4 == 1", name="fourth"),
         Have("C**2 == 1", name="square"),
         Have("delta2 + 1 - delta1 == 1", name="last", by=[Linear(terms=[("one", "1", "1"), ("square", "-(C**2*(delta2 + 1) - delta1)", "1"), ("square", "-(delta2 + 1)", "1")])])],
        [Take(), Witness("1"), Take("x")]])], example={"delta1": 0, "delta2": 0})  # fmt: skip
