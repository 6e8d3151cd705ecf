"""Appendix B.1: the factor g of the time warp of one neuron is valid."""

from verifier.claims.script import At, Have, Inside, Linear, Negate, Numbers, Split, Take, Use

from . import paper
from .section_3_hessian_maps import ENTRIES, not_a_hessian

S = "S(x) := sqrt(x**2 + delta**2/4)"
ROOT = "sqrt(S(x) - delta/2)"
G = f"g(x) := 3/2*(S(x) + delta/2)*{ROOT}/x"


not_a_hessian("B1-a", paper.remark, "The metric (23) is no Hessian map", "Appendix B.1",
              "H of (23) is no Hessian map: for delta = 0 it is (1/|w|)(I - w w'/(2|w|^2)), which violates eq-6.", "printed",
              [ENTRIES, "The printed argument looks at delta = 0 only, which shows that no formula in delta serves all delta at once; the residual is "
                        "nonzero for every delta >= 0, so each single metric fails."])  # fmt: skip


@paper.remark("B1-b", "The factor", where="Appendix B.1", provenance="derived")
def factor(item):
    item.printed("g(w) = ghat(|w|), ghat(x) = (S + delta/2) q'(x)/x = (3/2)(S + delta/2) sqrt(S - delta/2)/x.")
    item.let(delta="nonnegative", x="positive")
    item.define(S, G)
    item.conclude("g(x) == 3/2*sqrt(S(x) + delta/2)", expected="proved")
    item.note("So the factor is (3/2) sqrt(S + delta/2), along the flow (3/2)|a|: time is weighted by the outer layer.")


@paper.remark("B1-c", "g is positive and bounded on bounded sets", where="Appendix B.1", provenance="derived")
def bounded(item):
    item.printed("g is smooth and positive for x > 0, and bounded for any finite x.")
    item.let(delta="nonnegative", x="positive", R="positive")
    item.define(S)
    item.suppose("inside", "x <= R")
    item.conclude("3/2*sqrt(S(x) + delta/2) > 0 and 3/2*sqrt(S(x) + delta/2) <= 3/2*sqrt(R + delta)", because=["B1-b"], expected="proved", argument=[
        Have("S(x) <= x + delta/2", name="S", by=[Numbers(using=["x", "delta"])]),
        Have("S(x) > 0", name="S positive", by=[Numbers(using=["x"])]),
        Have("forall(s, real, implies(s > 0 and s <= x + delta/2, 3/2*sqrt(s + delta/2) > 0 and 3/2*sqrt(s + delta/2) <= 3/2*sqrt(R + delta)))", name="bound", by=[
            Take("s"), Split([[Numbers(using=["given", "delta"])], [
                Have("s + delta/2 <= R + delta", name="below", by=[Numbers(using=["given", "inside"])]), Numbers(using=["below", "given", "delta"])]])]),
        Use("bound", at=["S(x)"])], example={"delta": 0, "x": 1, "R": 1})  # fmt: skip
    item.step("at 0", "limit(3/2*sqrt(S(c) + delta/2), c, 0, '+') == 3/2*sqrt(delta)", because=["definitions"], says="near 0")
    item.note("In the form of B1-b. For delta = 0 it tends to 0 at w = 0: it is positive away from 0 only.")


@paper.remark("B1-d", "g increases", where="Appendix B.1", provenance="derived")
def increasing(item):
    item.printed("ghat'(x) > 0.")
    item.let(delta="nonnegative", x="positive")
    item.define(S, G)
    item.conclude("diff(g(x), x) > 0", expected="proved")


@paper.remark("B1-e", "nu is finite", where="Appendix B.1", provenance="derived")
def finite(item):
    item.printed("nu, the integral of g r, is finite: grad Q(wt(t)) = X times the integral of g r up to t stays bounded.")
    item.let(d="positive integer", N="positive integer", X="matrix(d, N)", sigma="matrix(N, 1) curve", G="matrix(d, 1) curve", M="real")
    item.suppose("integrated", "forall(t, [0, oo), G[t] == X*sigma[t])")
    item.suppose("bounded", "forall(t, [0, oo), norm2(G[t]) <= M)")
    item.conclude("exists(K, real, forall(t, [0, oo), norm2(sigma[t]) <= K))", expected="refuted",
                  counterexample={"d": 1, "N": 1, "X": 0, "sigma": "t", "G": 0, "M": 0},
                  argument=[At({"goal": [Take("K"), Negate("bounded above"), Use("bounded above", at=["Abs(K) + 1"], name="now", premises=[[Numbers(using=[])]]),
                                         Have("(Abs(K) + 1)**2 > K", name="more", by=[Numbers(using=[])]), Numbers(using=["now", "more"])]})])  # fmt: skip
    with item.repair("what the KKT conditions need: orthogonality to what no sample sees") as r:
        r.omit("bounded")
        r.conclude("forall(u, matrix(d, 1), implies(X.T*u == zeros(N, 1), forall(t, [0, oo), trace(u.T*G[t]) == 0)))", expected="proved", argument=[
            Take("u", "t"), Use("integrated", at=["t"], name="now"), Linear(terms=[("now", "u.T", "1"), Inside("given", "HOLE.T*sigma[t]")])],
            example={"d": 1, "N": 1, "X": 0, "sigma": "t", "G": 0, "M": 0})  # fmt: skip
    item.leads_to("warp/step-3")
    item.note("From X sigma(t) bounded it does not follow that sigma(t) is: the kernel of X is invisible. For the square loss and realisable data r lies "
              "in the range of X', where the argument holds. Either way the conclusion is not needed: imd/step-3-always gives the KKT conditions "
              "without any integral over all times, and Theorem 2 is proved that way.")  # fmt: skip


@paper.remark("B1-f", "g H is a Hessian map", where="Appendix B.1", provenance="derived")
def hessian_map(item):
    item.printed("g H = hh I + psi w w' satisfies eq-6, which reduces to psi = hh'(x)/x.")
    item.let(delta="nonnegative", x="positive")
    item.define(S, G)
    item.conclude(f"diff(g(x)/(S(x) + delta/2), x)/x == -g(x)/(2*S(x)*(S(x) + delta/2)**2) and g(x)/(S(x) + delta/2) == 3/2*{ROOT}/x",
                  because=["radial-criterion"], expected="proved")  # fmt: skip
    item.note("With hh = g/(S + delta/2) and psi the coefficient of w w' in (23) times g; d/dx at fixed direction is 2x d/dz with z = x^2.")


@paper.equation("B/step-9", "One nu for all", where="Appendix B", provenance="derived")
def one_multiplier(item):
    item.printed("For m = 1 the relation grad Q(wt(inf)) = X nu has nu independent of the neuron, hence a valid KKT condition.")
    item.let(d="positive integer", N="positive integer", X="matrix(d, N)", w="matrix(d, 1) curve", sigma="matrix(N, 1) curve", w0="matrix(d, 1)",
             W="matrix(d, 1)", nu="matrix(N, 1)", sgn="real")  # fmt: skip
    item.suppose("flow of w", "forall(t, [0, oo), diff(w[t], t) == X*diff(sigma[t], t))")
    item.suppose("starts", "w[0] == w0 and sigma[0] == zeros(N, 1)")
    item.suppose("limits", "tends(w[m], m, W) and tends(sigma[m], m, nu)")
    item.conclude("3/2*sgn*(W - w0) == X*(3/2*sgn*nu)", because=["imd/step-2"], expected="proved", argument=[
        Use("cited:imd/step-2", at=["d", "N", "X", ("sigma[t]", "t"), ("w[t]", "t"), "W", "w0", "nu"], name="integrated"),
        Linear(terms=[("integrated", "3/2*sgn", "1")])],
        example={"d": 1, "N": 1, "X": 0, "w": 0, "sigma": 0, "w0": 0, "W": 0, "nu": 0, "sgn": 1})  # fmt: skip
    item.note("grad Q(a w) = (3/2) sgn(a) (w - w(0)): with sigma the running integral of a r, one vector nu for the whole predictor. With several "
              "neurons each has its own a_i, and so its own integral.")  # fmt: skip
