"""Appendix B.1: the factor g of the time warp of one neuron is valid."""

from verifier.language.script import (
    At,
    Cases,
    Choose,
    Have,
    Ladder,
    Linear,
    Numbers,
    Obtain,
    Order,
    Rewritten,
    Set,
    Split,
    Square,
    Take,
    Use,
    Vanish,
    Witness,
)
from verifier.language.script_parts import named_number, positive_ratio

from . import paper
from .appendix_b_smooth import S, smooth

ROOT = "sqrt(S(x) - delta/2)"
G = f"g(x) := 3/2*(S(x) + delta/2)*{ROOT}/x"


@paper.remark("B1-b", "The factor", where="Appendix B.1", provenance="derived")
def factor(item):
    item.printed("g(w) = ghat(|w|), ghat(x) = (S + delta/2) q'(x)/x = (3/2)(S + delta/2) sqrt(S - delta/2)/x.")
    item.let(delta="nonnegative", x="positive")
    item.define(S, G, f"q(x) := (x**2 - delta/2*(delta/2 + S(x)))*{ROOT}/x")
    item.conclude("(S(x) + delta/2)*diff(q(x), x)/x == g(x) and g(x) == 3/2*sqrt(S(x) + delta/2)", because=["B/step-7"], expected="proved", argument=[
        Use("cited:B/step-7", at=["delta", "x"], name="slope"), Split([[
            Have(f"forall(y, real, implies(y == 3/2*{ROOT}, (S(x) + delta/2)*y/x == g(x)))", name="with the slope", by=[Take("y")]),
            Use("with the slope", at=["diff(q(x), x)"], premises=[[Use("slope")]])], []])])
    item.note("q is q_delta of Theorem 2. So the factor is (3/2) sqrt(S + delta/2), along the flow (3/2)|a|: time is weighted by the outer layer.")


@paper.remark("B1-c", "g is smooth, positive and bounded on bounded sets", where="Appendix B.1", provenance="derived")
def bounded(item):
    item.printed("g is smooth and positive for x > 0, and bounded for any finite x.")
    item.let(delta="nonnegative", x="positive", R="real")
    item.define(S, G)
    item.suppose("inside", "x <= R")
    item.conclude(f"g(x) > 0 and g(x) <= 3/2*sqrt(R + delta) and {smooth('g(exp(t))')}", because=["B1-b", "B1-c-smooth"], expected="proved", argument=[
        Have("S(x) <= x + delta/2", name="S"),
        Have("S(x) > 0", name="S positive"),
        Have("forall(s, real, forall(y, real, implies(y == 3/2*sqrt(s + delta/2) and s > 0 and s <= x + delta/2, y > 0 and y <= 3/2*sqrt(R + delta))))", name="bound", by=[
            Take("s", "y"), Split([[], [
                Have("s + delta/2 <= R + delta", name="below")]])]),
        Use("cited:B1-b", at=["delta", "x"], name="form"),
        Use("bound", at=["S(x)", "g(x)"], premises=[[Split([[Use("form.1")], [Use("S positive")], [Use("S")]])]], name="both"),
        Split([[Use("both.0")], [Use("both.1")], [
            Take("K"), Use("cited:B1-c-smooth", at=["delta"], name="chains"), Use("chains", at=["K"], name="there is F"), Obtain("there is F", "F", label="F"), Witness("F[t]", index="t"), Take("t"),
            Use("F", at=["t"], name="now"), Use("cited:B1-b", at=["delta", "exp(t)"], premises=[[Split([[], []])]], name="form at t"), Rewritten("now.0", ["form at t.1"], name="value"),
            Split([[Use("value")], [Use("now.1")]])]])],
        example={"delta": 0, "x": 1, "R": 1})  # fmt: skip
    item.without("inside", counterexample={"delta": 0, "x": 4, "R": 1})
    item.without("delta.nonnegative", counterexample={"delta": -1, "x": 1, "R": 1})
    item.step("at 0", "limit(3/2*sqrt(S(c) + delta/2), c, 0, '+') == 3/2*sqrt(delta)", because=["definitions"], says="near 0")
    item.note("At x = e^t: for every order K there are F_0, ..., F_K, F_0 = g, with dF_i/dt = x F_(i+1), that is, dF_i/dx = F_(i+1). The bound is one for all x <= R.")
    item.note("In the form of B1-b g is (3/2) sqrt(S + delta/2). For delta = 0 it tends to 0 at w = 0: it is positive away from 0 only, and (3/2) sqrt(x) is not smooth there.")


@paper.remark("B1-d", "g increases", where="Appendix B.1", provenance="derived")
def increasing(item):
    item.printed("ghat'(x) > 0.")
    item.let(delta="nonnegative", x="positive")
    item.define(S, G)
    item.conclude("diff(g(x), x) > 0", expected="proved")


CLOSE = "forall(e, positive, exists(T, nonnegative, forall(t, [T, oo), norm2({0}[t] - {1}) <= e)))"


@paper.remark("B1-e", "nu is finite", where="Appendix B.1", provenance="derived")
def finite(item):
    item.printed("nu, the integral of g r over all times, is finite: grad Q(wt(t)) = X times the integral of g r up to t, and grad Q(wt(inf)) is finite.")
    item.let(d="positive integer", N="positive integer", X="matrix(d, N)", P="matrix(d, d)", y="matrix(N, 1)", c="real", w="matrix(d, 1) curve",
             W="matrix(d, 1)", g="real curve", sigma="matrix(N, 1) curve", G="matrix(d, 1) curve", E="matrix(d, 1)")  # fmt: skip
    item.suppose("pseudoinverse", "X.T*P*X*X.T == X.T")
    item.suppose("zero error", "X.T*W == y")
    item.suppose("square loss", "forall(t, [0, oo), diff(sigma[t], t) == g[t]*c*(y - X.T*w[t]))")
    item.suppose("start", "sigma[0] == zeros(N, 1)")
    item.suppose("integrated", "forall(t, [0, oo), G[t] == X*sigma[t])")
    item.suppose("converges", CLOSE.format("G", "E"))
    item.conclude(f"exists(nu, matrix(N, 1), {CLOSE.format('sigma', 'nu')})", because=["norm-product"], expected="proved", argument=[
        Have("forall(z, matrix(N, 1), forall(t, [0, oo), trace(z.T*(sigma[t] - X.T*P*X*sigma[t])) == 0))", name="in the range", by=[
            Take("z", "t"), Ladder("t", "0", time="s", slope=[
                Use("square loss", at=["s"], premises=[[]], name="now"),
                Linear(terms=[("now", "-z.T", "1"), ("now", "z.T*X.T*P*X", "1"), ("zero error", "g[s]*c*z.T", "1"),
                              ("zero error", "-g[s]*c*z.T*X.T*P*X", "1"), ("pseudoinverse", "g[s]*c*z.T", "W - w[s]")])])]),
        Have("forall(t, [0, oo), sigma[t] == X.T*P*G[t])", name="from the gradient", by=[
            Take("t"), Use("in the range", at=["sigma[t] - X.T*P*X*sigma[t]", "t"], name="itself"), Use("integrated", at=["t"], name="sum"),
            Have("norm2(sigma[t] - X.T*P*X*sigma[t]) <= 0", name="flat", by=[Order(terms=[("itself", "-1", "1")])]),
            Vanish("flat", squares=[Square(root="sigma[t] - X.T*P*X*sigma[t]", name="gone")])]),
        Witness("X.T*P*E"), Take("e"),
        Have("norm2(X.T*P) >= 0", name="size"),
        *positive_ratio("h", "e", "1 + norm2(X.T*P)", ["size", "given"]),
        Use("converges", at=["h"], premises=[[]], name="near"), Obtain("near", "T", label="T"), Witness("T"), Split([[], [
            Take("t"), Use("T.1", at=["t"], premises=[[]], name="here"),
            Use("from the gradient", at=["t"], premises=[[]], name="value"),
            Use("cited:norm-product", at=["N", "d", "1", "X.T*P", "G[t] - E"], name="product"),
            Have("norm2(X.T*P)*norm2(G[t] - E) <= norm2(X.T*P)*h", name="factor", by=[
                Order(positive=[Square(facts=["size", "here"])])]),
            Have("norm2(X.T*P)*h <= e", name="share"),
            Have("norm2(X.T*P*(G[t] - E)) <= e", name="small", by=[
                Order(positive=[Square(facts=["product"]), Square(facts=["factor"]), Square(facts=["share"])])]),
            Order(positive=[Square(facts=["small"])], rewrite=["value"])]])],
        example={"d": 1, "N": 1, "X": 1, "P": 1, "y": 0, "c": 1, "w": 0, "W": 0, "g": 1, "sigma": 0, "G": 0, "E": 0})  # fmt: skip
    grows = [At({"goal": [Take("nu"), Witness("1"), Split([[], [Take("T"), Cases("T < 0", name="D", yes=[Choose(0)], no=[
        Choose(1), Set("n", "trace(nu)"), Witness("T + n**2 + 2"), Split([[Numbers()], [
            Have("(T + n**2 + 2 - n)**2 > 1", name="far", by=[Numbers(using=["D"])]), Order(positive=[Square(facts=["far"])], terms=[
                ("n", "2*(T + n**2 + 2) - n - trace(nu)", "1")])]])])]])]})]  # sigma = t
    unseen = {"d": 1, "N": 1, "X": 0, "P": 0, "y": 0, "c": 1, "w": 0, "W": 0, "g": 1, "sigma": "t", "G": 0, "E": 0}
    seen = {**unseen, "X": 1, "P": 1, "w": -1}
    for name, point in (("zero error", {**unseen, "y": 1}), ("square loss", unseen), ("integrated", seen), ("converges", {**seen, "G": "t"})):
        item.without(name, counterexample=point, argument=grows)
    item.leads_to("warp/step-3")
    item.note("P is the pseudoinverse of X X', which every X has, or any matrix with X'P X X' = X'; G is grad Q(wt(t)), 0 at the start, E its limit, W any "
              "solution of X'w = y. The residuals of the square loss lie in the range of X' where the data can be fitted; so sigma(t), the "
              "integral up to t, is X'P G(t) and converges to X'P E.")  # fmt: skip
    item.note("This is where the square loss and zero error are needed. The printed argument does not name them: that X sigma(t) stays bounded does not by "
              "itself bound sigma(t), since the kernel of X is invisible (equal samples with different labels; or X = 0 and any sigma). Either way the integral "
              "is not needed: imd/step-3-always gives the KKT conditions without it, and Theorem 2 is proved that way.")  # fmt: skip


@paper.remark("B1-f", "g H is a Hessian map", where="Appendix B.1", provenance="derived")
def hessian_map(item):
    item.printed("g H = hh I + psi w w' satisfies eq-6, which reduces to psi = hh'(x)/x.")
    item.let(delta="nonnegative", x="positive")
    item.let(wi="real", wj="real", wk="real")
    item.define("T(z) := sqrt(z + delta**2/4)", "g(z) := 3/2*sqrt(T(z) + delta/2)", "hh(z) := g(z)/(T(z) + delta/2)", "psi(z) := -g(z)/(2*T(z)*(T(z) + delta/2)**2)",
                "along(w, s) := x**2 + 2*s*w + s**2")
    item.conclude("diff(hh(along(wk, s)), (s, 0)) + wi**2*diff(psi(along(wk, s)), (s, 0)) == diff(psi(along(wi, s))*(wi + s)*wk, (s, 0))"
                  " and wi*wj*diff(psi(along(wk, s)), (s, 0)) == wi*wk*diff(psi(along(wj, s)), (s, 0))"
                  " and diff(hh(x**2), x)/x == psi(x**2)",
                  because=["radial-criterion"], expected="proved", argument=[
        Have("forall(w, real, diff(psi(along(w, s)), (s, 0)) == 2*w*diff(psi(z), (z, x**2)))", name="psi'", by=[Take("w")]),
        Have("diff(hh(along(wk, s)), (s, 0)) == wk*psi(x**2)", name="hh'"),
        Have("diff(psi(along(wi, s))*(wi + s)*wk, (s, 0)) == 2*wi**2*wk*diff(psi(z), (z, x**2)) + psi(x**2)*wk", name="product"),
        Use("psi'", at=["wk"], name="along k"), Use("psi'", at=["wj"], name="along j"),
        Have("forall(h, real, forall(a, real, forall(c, real, forall(D, real, forall(B, real, implies(h == wk*B and a == 2*wk*D and c == 2*wi**2*wk*D + B*wk, h + wi**2*a == c))))))",
             name="one index twice", by=[Take("h", "a", "c", "D", "B")]),
        Have("forall(a, real, forall(c, real, forall(D, real, implies(a == 2*wk*D and c == 2*wj*D, wi*wj*a == wi*wk*c))))", name="three indices", by=[
            Take("a", "c", "D")]),
        Split([[Use("one index twice", at=["diff(hh(along(wk, s)), (s, 0))", "diff(psi(along(wk, s)), (s, 0))", "diff(psi(along(wi, s))*(wi + s)*wk, (s, 0))", "diff(psi(z), (z, x**2))", "psi(x**2)"],
                    premises=[[Split([[Use("hh'")], [Use("along k")], [Use("product")]])]])],
               [Use("three indices", at=["diff(psi(along(wk, s)), (s, 0))", "diff(psi(along(wj, s)), (s, 0))", "diff(psi(z), (z, x**2))"], premises=[[Split([[Use("along k")], [Use("along j")]])]])],
               []])])  # fmt: skip
    item.note("With hh = g/(S + delta/2) and psi the coefficient of w w' in (23) times g, as functions of z = |w|^2, g being (3/2) sqrt(S + delta/2) (B1-b). w_i, w_j, w_k are entries "
              "of w with different indices, and along w + s e_k the squared length is |w|^2 + 2 s w_k + s^2: the first line is d_k H_ii = d_i H_ik, the second "
              "d_k H_ij = d_j H_ik; for j = k there is nothing to show. For every d and every w != 0; the reduction to psi = hh'(x)/x is the last line.")


def along(square):
    """q'(x) v/x = (3/2) sgn m at v = p m, for a neuron with the layers p and m, p of the sign sgn; `square` says sgn^2 = 1."""
    return Have(
        "forall(p, real, forall(m, matrix(d, 1), forall(x, positive, implies(sgn*p > 0 and x**2 == norm2(p*m) and p**2 - norm2(m) == delta,"
        " 3/2*sqrt(S(x) - delta/2)/x*p*m == 3/2*sgn*m))))", name="along", by=[
            Take("p", "m", "x"),
            *named_number("A", "sgn*p", also="A > 0", by=[Split([[], []])]),
            *named_number("n", "x/A", also="n > 0 and n*A == x", by=[Split([[], [], []])]),
            Have("A**2 == p**2", name="same size"),
            Have("A**2*(n**2 - norm2(m)) == 0", name="scaled"),
            Set("k", "n**2 - norm2(m)"),
            Have("k == 0", name="gap", by=[Have("A**2*k == 0", name="product", by=[Linear(terms=[("scaled", "1", "1"), ("k", "A**2", "1")])])]),
            Have("A**2 - n**2 == delta", name="balanced"),
            Use("cited:B/coordinates", at=["delta", "A", "n", "x"], name="coordinates", premises=[[Split([
                [], [], [], []])]]),
            Set("root", "sqrt(S(x) - delta/2)"),
            Have("root/x*p == sgn", name="factor", by=[
                Have("root == n", name="root n"),
                Have("p == sgn*A", name="p"),
                Numbers(using=["root n", "p", "n.2", "A.1", "n.1", "given"])])])  # fmt: skip


@paper.equation("B/step-9", "One nu for all", where="Appendix B", provenance="derived")
def one_multiplier(item):
    item.printed("For m = 1 the relation grad Q(wt(inf)) = X nu has nu independent of the neuron, hence a valid KKT condition.")
    item.let(d="positive integer", N="positive integer", X="matrix(d, N)", w="matrix(d, 1) curve", sigma="matrix(N, 1) curve", w0="matrix(d, 1)",
             W="matrix(d, 1)", nu="matrix(N, 1)", a0="real", b="real", delta="real", x0="positive", xb="positive", sgn="real")  # fmt: skip
    item.define(S, "gradQ := 3/2*sqrt(S(xb) - delta/2)/xb*b*W - 3/2*sqrt(S(x0) - delta/2)/x0*a0*w0")
    item.suppose("flow of w", "forall(t, [0, oo), diff(w[t], t) == X*diff(sigma[t], t))")
    item.suppose("starts", "w[0] == w0 and sigma[0] == zeros(N, 1)")
    item.suppose("limits", "tends(w[m], m, W) and tends(sigma[m], m, nu)")
    item.suppose("balance", "a0**2 - norm2(w0) == delta and b**2 - norm2(W) == delta")
    item.suppose("lengths", "x0**2 == norm2(a0*w0) and xb**2 == norm2(b*W)")
    item.suppose("one sign", "sgn**2 == 1")
    item.suppose("sign", "sgn*a0 > 0 and sgn*b > 0")
    item.conclude("gradQ == X*(3/2*sgn*nu)", because=["imd/step-2", "B/coordinates"], expected="proved", argument=[
        Use("cited:imd/step-2", at=["d", "N", "X", ("sigma[t]", "t"), ("w[t]", "t"), "W", "w0", "nu"], name="integrated"),
        along("one sign"), Use("along", at=["a0", "w0", "x0"], name="first"),
        Use("along", at=["b", "W", "xb"], name="last"),
        Linear(terms=[("last", "1", "1"), ("first", "-1", "1"), ("integrated", "3/2*sgn", "1")])],
        example={"d": 1, "N": 1, "X": 0, "w": 1, "sigma": 0, "w0": 1, "W": 1, "nu": 0, "a0": 1, "b": 1, "delta": 0, "x0": 1, "xb": 1, "sgn": 1})  # fmt: skip
    still = {"d": 1, "N": 1, "X": 0, "w": 1, "sigma": 0, "w0": 1, "W": 1, "nu": 0, "a0": 1, "b": 1, "delta": 0, "x0": 1, "xb": 1, "sgn": 1}
    for name, change in {"x0.positive": {"x0": -1}, "xb.positive": {"xb": -1}, "balance": {"a0": 2, "x0": 2}, "lengths": {"x0": 4}, "sign": {"b": -1},
                         "flow of w": {"w": "4 - 3*exp(-t)", "W": 4, "b": 4, "xb": 16}, "starts": {"w0": 4, "a0": 4, "x0": 16},
                         "one sign": {"X": 1, "w": "4 - 3*exp(-t)", "sigma": "3 - 3*exp(-t)", "nu": 3, "W": 4, "b": 4, "xb": 16, "sgn": 2}}.items():  # fmt: skip
        item.without(name, counterexample={**still, **change})
    item.note("gradQ is the gradient of Q = q_delta(|v|) + z'v at the limit v = b W, with xb = |v| > 0 and x0 = |a(0) w(0)|; sgn is the sign of a, which is "
              "kept (B/limit). It is (3/2) sgn (W - w(0)): with sigma the running integral of a r, one vector (3/2) sgn nu for the whole predictor. "
              "With several neurons each has its own a_i, and so its own integral.")  # fmt: skip
