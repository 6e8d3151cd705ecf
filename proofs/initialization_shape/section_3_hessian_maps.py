"""Section 3: when a metric is the Hessian of a function, and mirror descent."""

from verifier.language.script import (
    At,
    Axiom,
    Contradict,
    Have,
    Inside,
    Ladder,
    Linear,
    Negate,
    Numbers,
    Obtain,
    Order,
    Set,
    Split,
    Square,
    Take,
    Use,
    Witness,
)
from verifier.language.script_parts import positive_ratio
from verifier.papers.setting import Setting

from . import paper
from .section_3_mirror_descent import ABOVE_TANGENTS, CONVEX, PARABOLA

#: sum_r v_r P_r for the derivatives P_r = e_r w' + w e_r' of I + w w'.
TURNED = "Sum(trace(basis(d, r).T*v)*Sum(delta(l, r)*(basis(d, l)*basis(d, 1).T + basis(d, 1)*basis(d, l).T), (l, 0, d-1)), (r, 0, d-1))"
OUTER = "H(i, j) := delta(i, j) + w[i, 0]*w[j, 0]"


@paper.remark("fn-3", "I + w w' is no Hessian", where="Section 3, footnote 3", provenance="printed")
def outer_product(item):
    item.printed("I + w w' is not the Hessian of any function.")
    item.let(d="positive integer", G="matrix(d, 1) function of matrix(d, 1)", w="matrix(d, 1)")
    item.define(OUTER)
    item.suppose("dimension", "d >= 2")
    item.conclude("not forall(u, matrix(d, 1) curve, exists(q, matrix(d, 1) curve, forall(t, real,"
                  " q[t] == G[u[t]] and diff(q[t], t) == (eye(d) + u[t]*u[t].T)*diff(u[t], t))))", because=["eq-6"], expected="proved", argument=[
        Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["d"], name="identity"), Negate("solved"),
        Use("cited:eq-6", at=["d", ("G[t]", "t"), ("eye(d) + t*t.T", "t"), "basis(d, 1)", ("Sum(delta(l, k)*(basis(d, l)*basis(d, 1).T + basis(d, 1)*basis(d, l).T), (l, 0, d-1))", "k")], name="symmetric",
            premises=[[Split([[Take("u"), Use("solved", at=[("u[t]", "t")])], [Take("e"), Witness("e"), Split([[], [
                Take("v"),
                Have(f"{TURNED} == v*basis(d, 1).T + basis(d, 1)*v.T", name="first", by=[
                    Linear(terms=[Inside("identity", "-HOLE*v*basis(d, 1).T"), Inside("identity", "-basis(d, 1)*v.T*HOLE.T")])]),
                Have("norm2(v)*norm2(v) <= e*norm2(v)", name="small", by=[
                    Have("norm2(v) >= 0", name="size")]),
                Have("forall(A, matrix(d, d), implies(A == v*v.T, norm2(A) <= e*norm2(v)))", name="of this size", by=[
                    Take("A"), Order(positive=[Square(facts=["small"])], rewrite=["given2"])]),
                Use("of this size", at=[f"eye(d) + (basis(d, 1) + v)*(basis(d, 1) + v).T - (eye(d) + basis(d, 1)*basis(d, 1).T) - {TURNED}"], premises=[[]])]])]])]]),
        Use("symmetric", at=["0", "0", "1"], name="now"),
        Contradict("now", [])],
        example={"d": 2, "G": "zeros(2, 1)", "w": "zeros(2, 1)"})  # fmt: skip
    item.note("For every d >= 2 and every field G = grad Q: I + w w' is not its Jacobian (eq-6, at w = e_1). For d = 1 every positive function is a second "
              "derivative.")  # fmt: skip
    item.step("s1", "forall(i, integer[0, d-1], forall(j, integer[0, d-1], forall(k, integer[0, d-1],"
              " grad(H(i, j), w)[k, 0] == delta(i, k)*w[j, 0] + w[i, 0]*delta(j, k))))", because=["definitions"], says="the derivatives of H")  # fmt: skip


@paper.remark("radial-criterion", "When a radial metric is a Hessian map", where="Section 3, cross-check", provenance="derived")
def radial_criterion(item):
    item.printed("(not in the paper) H = h(|w|^2) I + b(|w|^2) w w' satisfies d_k H_ij = d_j H_ik for all i, j, k if and only if b = 2 h' (d >= 2).")
    item.let(h="real curve", b="real curve", z="real", wi="real", wj="real", wk="real")
    item.define("along(w, s) := z + 2*s*w + s**2", "gap := 2*diff(h[x], (x, z)) - b[z]")
    item.conclude(
        "diff(h[along(wk, s)] + b[along(wk, s)]*wi**2, (s, 0)) - diff(b[along(wi, s)]*(wi + s)*wk, (s, 0)) == wk*gap"
        " and diff(b[along(wk, s)]*wi*wj, (s, 0)) == diff(b[along(wj, s)]*wi*wk, (s, 0))"
        " and iff(forall(v, real, v*gap == 0), gap == 0)", expected="proved", argument=[Split([
            [], [], [Split([
                [Take(), Use("given", at=["1"], name="now")], [Take(), Take("v")]])]])])  # fmt: skip
    item.note("z = |w|^2; w_i, w_j, w_k are entries with different indices, and along w + s e_k the squared length is z + 2 s w_k + s^2. "
              "The cases: i = j != k, and all different; for j = k there is nothing to show. Entries with i = j != k decide.")  # fmt: skip


METRIC = ("S(z) := sqrt(z + delta**2/4)", "h(z) := 1/(S(z) + delta/2)", "b(z) := -1/(2*S(z)*(S(z) + delta/2)**2)")


@paper.remark("B1-a-entries", "How the metric (23) violates the condition (6)", where="Appendix B.1, cross-check", provenance="derived")
def entries_of_the_metric(item):
    item.printed("(not in the paper) For i != k the metric (23) has d_k H_ii - d_i H_ik = -w_k/(2 S (S + delta/2)^2), which is not 0 where w_k is not 0.")
    item.let(delta="nonnegative", x2="positive", wi="real", wk="real")
    item.define(*METRIC, "along(w, s) := x2 + 2*s*w + s**2")
    item.suppose("somewhere", "wk != 0")
    residual = "-wk/(2*S(x2)*(S(x2) + delta/2)**2)"
    item.conclude("diff(h(along(wk, s)) + b(along(wk, s))*wi**2, (s, 0)) - diff(b(along(wi, s))*(wi + s)*wk, (s, 0))"
                  f" == {residual} and {residual} != 0", expected="proved")
    item.without("somewhere", counterexample={"delta": 0, "x2": 1, "wi": 0, "wk": 0})
    item.note("For every d >= 2, at a w with |w|^2 = x2 (radial-criterion). So (6) fails at every w != 0, whatever delta >= 0. That no function has the Hessian "
              "(23) near any point: B1-a.")  # fmt: skip


@paper.equation("eq-7", "Mirror descent", where="Section 3, Eq. (7)", provenance="derived")
def mirror_descent(item):
    item.printed("dw/dt = -(Hessian of psi)^{-1} grad L(w), psi strongly convex.")
    item.let(d="positive integer", N="positive integer", X="matrix(d, N)", y="matrix(N, 1)", w="matrix(d, 1)", H="matrix(d, d)", K="matrix(d, d)",
             speed="matrix(d, 1)")  # fmt: skip
    item.suppose("inverse", "H*K == eye(d)")
    item.suppose("flow", "speed == K*X*(y - X.T*w)")
    item.conclude("H*speed == X*(y - X.T*w) and -grad(norm2(y - X.T*w)/2, w) == X*(y - X.T*w)", expected="proved", argument=[Split([
        [], []])],
        example={"d": 1, "N": 1, "X": 1, "y": 1, "w": 0, "H": 1, "K": 1, "speed": 1})  # fmt: skip
    item.note("So it is eq-4 with H the Hessian of psi; the loss is N L.")


D_PSI = "D(u) := Q[u] - Q[w[0]] - trace(G[w[0]].T*(u - w[0]))"
#: Mirror descent with the potential Q: its gradient G, the Hessian H, a path w and its limit v.
mirror = Setting(
    let={"d": "positive integer", "N": "positive integer", "X": "matrix(d, N)", "y": "matrix(N, 1)", "Q": "real function of matrix(d, 1)",
         "G": "matrix(d, 1) function of matrix(d, 1)", "H": "matrix(d, d) function of matrix(d, 1)", "w": "matrix(d, 1) curve",
         "q": "matrix(d, 1) curve", "rho": "matrix(N, 1) curve", "v": "matrix(d, 1)"},
    define=(D_PSI,),
    suppose={"strictly convex": ABOVE_TANGENTS, "Hessian": "forall(t, [0, oo), q[t] == G[w[t]] and diff(q[t], t) == H[w[t]]*diff(w[t], t))", "eq-7": "forall(t, [0, oo), H[w[t]]*diff(w[t], t) == X*diff(rho[t], t))",
             "limit": "forall(e, positive, exists(T, nonnegative, forall(t, [T, oo), norm2(G[w[t]] - G[v]) <= e)))", "feasible": "X.T*v == y"},
)  # fmt: skip
PARABOLAS = {**PARABOLA, "N": 1, "X": 0, "y": 0, "H": "2*eye(1)", "w": 0, "q": 0, "rho": 0, "v": 0}
#: grad Q(v) - grad Q(w(0)) is orthogonal to what no sample sees.
LEVEL = [
    Use("Hessian", at=["0"], premises=[[]], name="start"),
    Have("forall(t, [0, oo), G[w[t]] == q[t])", name="values", by=[Take("t"), Use("Hessian", at=["t"], name="now")]),
    Have("forall(u, matrix(d, 1), implies(X.T*u == zeros(N, 1), trace(u.T*(G[v] - G[w[0]])) == 0))", name="level", by=[
        Take("u"), Negate("tilted"),
        Have("forall(t, [0, oo), trace(u.T*q[t]) == trace(u.T*q[0]))", name="kept", by=[Take("t"), Ladder("t", "0", time="s", slope=[
            Use("Hessian", at=["s"], premises=[[]], name="now"),
            Use("eq-7", at=["s"], premises=[[]], name="flow")])]),
        Set("c", "trace(u.T*(G[v] - G[w[0]]))"), Have("c != 0", name="not 0", by=[Negate("zero"), Contradict("tilted", [])]),
        Have("c**2 > 0", name="square"), Have("norm2(u) >= 0", name="size"),
        *positive_ratio("e", "c**2", "2*(1 + norm2(u))", ["square", "size"]),
        Use("limit", at=["e"], premises=[[]], name="near"), Obtain("near", "T", label="T"),
        Use("T.1", at=["T"], premises=[[]], name="here"),
        Use("kept", at=["T"], premises=[[]], name="now"), Use("values", at=["T"], premises=[[]], name="value"),
        Have("c == trace(u.T*(G[v] - G[w[T]]))", name="rest"),
        Use("cited:norm-product", at=["1", "d", "1", "u.T", "G[v] - G[w[T]]"], name="product"),
        Have("norm2(u)*norm2(G[w[T]] - G[v]) <= norm2(u)*e", name="factor", by=[Order(positive=[Square(facts=["size", "here"])])]),
        Have("c**2 <= norm2(u)*e", name="bound", by=[
            Order(positive=[Square(facts=["product"]), Square(facts=["factor"])], terms=[("rest", "-(c + trace(u.T*(G[v] - G[w[T]])))", "1")])]),
        Numbers(using=["bound", "e", "square", "size"])]),
]  # fmt: skip


#: A path from the minimum 0 of the parabola to 1, where it is not the least.
LEAVES = {**PARABOLAS, "w": "1 - exp(-t)", "q": "2 - 2*exp(-t)", "v": 1}
ELSEWHERE = {"Hessian": {**LEAVES, "H": 0}, "eq-7": LEAVES, "feasible": {**LEAVES, "X": 1, "rho": "2 - 2*exp(-t)"}}


def goes_elsewhere(item, *rest):
    """What the end of the path `LEAVES` says of a hypothesis."""
    near = [Take("e"), Witness("4/e"), Split([[Numbers()], [Take("t"), Numbers()]])]
    for name, point in ELSEWHERE.items():
        item.without(name, counterexample=point, argument=[At({**CONVEX, "limit": near, "goal": [Witness("0"), *rest]})])


@paper.claim("claim-3.1a", "Mirror descent minimises the Bregman divergence from its start", where="Section 3.1", provenance="derived")
def closest(item):
    item.printed("The limit is argmin D_psi(w, w(0)) s.t. X'w = y, with D_psi(w, w') = psi(w) - psi(w') - grad psi(w')'(w - w').")
    item.use(mirror)
    item.conclude("forall(u, matrix(d, 1), implies(X.T*u == y and u != v, D(v) < D(u)))", because=["norm-product"], expected="proved", argument=[
        *LEVEL, Take("u"), Use("strictly convex", at=["u", "v"], premises=[[]], name="above"),
        Use("level", at=["u - v"], premises=[[]], name="flat"),
        Order(positive=[Square(facts=["above"])], terms=[("flat", "1", "1")])], example=PARABOLAS)  # fmt: skip
    item.without("strictly convex", counterexample={**PARABOLAS, "Q": 0, "G": 0}, argument=[At({"goal": [Witness("1")]})])
    item.without("limit", counterexample={**PARABOLAS, "v": 1}, argument=[At({**CONVEX, "goal": [Witness("0")]})])
    goes_elsewhere(item, Split([[], [Numbers()]]))
    item.note("For every strictly convex psi = Q (it lies above its tangents) with the gradient G, which moves along the path w as the Hessian H says (q[t] is "
              "grad psi(w(t))), every path w of (7) and its limit v, all d and "
              "N, any loss of the predictions: X drho/dt = -grad L. Of the convergence only grad psi(w(t)) -> grad psi(v) is used, and the integral of "
              "the residuals need not exist. D(u) is D_psi(u, w(0)).")  # fmt: skip


@paper.claim("claim-3.1b", "From a stationary point of psi", where="Section 3.1", provenance="derived")
def from_the_minimum(item):
    item.printed("If grad psi(w(0)) = 0 the limit is argmin psi s.t. X'w = y.")
    item.use(mirror)
    item.suppose("stationary", "G[w[0]] == zeros(d, 1)")
    item.conclude("forall(u, matrix(d, 1), D(u) == Q[u] - Q[w[0]] and implies(X.T*u == y and u != v, Q[v] < Q[u]))", because=["norm-product"],
                  expected="proved", argument=[
        *LEVEL, Take("u"), Split([[], [
            Take(), Use("strictly convex", at=["u", "v"], premises=[[]], name="above"),
            Use("level", at=["u - v"], premises=[[]], name="flat"),
            Order(positive=[Square(facts=["above"])], terms=[("flat", "1", "1"), Inside("stationary", "HOLE.T*(u - v)")])]])],
        example=PARABOLAS)  # fmt: skip
    item.without("stationary", counterexample={**PARABOLAS, "w": 1, "q": 2, "v": 1}, argument=[At({**CONVEX, "goal": [Witness("0")]})])
    goes_elsewhere(item)
    item.without("strictly convex", counterexample={**PARABOLAS, "Q": 0, "G": 0}, argument=[At({"goal": [Witness("1")]})])
    item.without("limit", counterexample={**PARABOLAS, "v": 1}, argument=[At({**CONVEX, "goal": [Witness("0")]})])
    item.note("The letters are those of claim-3.1a.")


@paper.claim("claim-3.1c", "Both views are the same", where="Section 3.1", provenance="printed")
def same(item):
    item.printed("Infinitesimal mirror descent and the equation Hessian of Q = H are the same: psi = Q.")
    item.let(d="positive integer", N="positive integer", X="matrix(d, N)", r="matrix(N, 1)", H="matrix(d, d)", K="matrix(d, d)", speed="matrix(d, 1)")
    item.suppose("inverse", "H*K == eye(d) and K*H == eye(d)")
    item.conclude("iff(speed == K*X*r, H*speed == X*r)", expected="proved", argument=[
        Use("cited:eq-3", at=["d", "N", "X", "r", "H", "K", "speed"])],
        example={"d": 1, "N": 1, "X": 1, "r": 1, "H": 1, "K": 1, "speed": 1})  # fmt: skip
    item.note("With H the Hessian of psi = Q at w, (7) and (4) are the same equation. A start with grad Q(w(0)) != 0 is covered by the divergence.")
