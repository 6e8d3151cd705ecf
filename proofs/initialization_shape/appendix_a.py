"""Section 4 and Appendix A: diagonal networks, line by line, for one coordinate.

K stands for sqrt(k), p for the coordinate (X r)_i.
"""

from verifier.language.script import At, Cases, Have, Ladder, Numbers, Obtain, Split, Take, Use, Witness
from verifier.papers.setting import Setting

from . import paper

Q = "q(x, K) := K/4*(1 - sqrt(1 + 4*x**2/K**2) + 2*x/K*asinh(2*x/K))"


def better(W, z, K, c=""):
    """For counterexamples with d = 1: z does no worse than W, as q(W) >= 0 >= q(z); with c, of q(x) - x c/2."""
    own, other = (f"Sum(q({w}[i, 0], {K}[i, 0])" + (f" - {w}[i, 0]/2*{c}[i, 0]" if c else "") + ", (i, 0, 1-1))" for w in (W, z))
    return [At({"goal": [Witness(z), Split([[Split([[], []])], [
        Have(f"{own} >= 0", name="own", by=[Numbers(using=[])]), Have(f"{other} <= 0", name="other", by=[Numbers(using=[])]),
        Have("forall(x, real, forall(z, real, implies(x >= 0 and z <= 0, x >= z)))", name="between", by=[Take("x", "z"), Numbers(using=["given"])]),
        Use("between", at=[own, other])]])]})]  # fmt: skip


#: Parameters at one time: u, v of the positive layer, a, b of the negative one.
point = Setting(let={"u": "real", "v": "real", "a": "real", "b": "real"}, define=["w := u*v - a*b"])
coordinate = Setting(
    let={"up": "real curve", "um": "real curve", "vp": "real curve", "vm": "real curve", "s": "real curve"},
    suppose={
        "flow of u": "forall(t, [0, oo), diff(up[t], t) == vp[t]*diff(s[t], t) and diff(um[t], t) == -vm[t]*diff(s[t], t))",
        "flow of v": "forall(t, [0, oo), diff(vp[t], t) == up[t]*diff(s[t], t) and diff(vm[t], t) == -um[t]*diff(s[t], t))",
    },
)  # fmt: skip
REST = {"up": 1, "um": 1, "vp": 0, "vm": 0, "s": 0}
MOVES = [Use("flow of u", at=["m"], premises=[[]], name="u moves"),
         Use("flow of v", at=["m"], premises=[[]], name="v moves")]
W = "(up[t]*vp[t] - um[t]*vm[t])"
SIZE = "(up[t]**2 + vp[t]**2 + um[t]**2 + vm[t]**2)"


@paper.equation("eq-8/eq-16", "The diagonal network", where="Section 4, Eq. (8); Appendix A, Eq. (16)", provenance="derived")
def diagonal_network(item):
    item.printed("f(x) = (u_+ v_+ - u_- v_-)'x, w = u_+ v_+ - u_- v_- (entrywise).")
    item.let(d="positive integer", **dict.fromkeys(("up", "um", "vp", "vm", "x"), "matrix(d, 1)"))
    item.conclude("Sum((up[i, 0]*vp[i, 0] - um[i, 0]*vm[i, 0])*x[i, 0], (i, 0, d-1))"
                  " == Sum(up[i, 0]*vp[i, 0]*x[i, 0], (i, 0, d-1)) - Sum(um[i, 0]*vm[i, 0]*x[i, 0], (i, 0, d-1))", expected="proved")  # fmt: skip
    item.note("A definition: the two layers act on the same input.")


@paper.definition("def-unbiased", "Unbiased initialisation", where="Section 4", provenance="derived")
def unbiased(item):
    item.printed("u_+(0) = u_-(0) = u, v_+(0) = v_-(0) = v, so that w(0) = 0.")
    item.use(point)
    item.suppose("unbiased", "u == a and v == b")
    item.conclude("w == 0", expected="proved")
    item.without("unbiased", counterexample={"u": 1, "v": 1, "a": 0, "b": 0})


@paper.equation("eq-9", "The potential", where="Section 4, Eq. (9)", provenance="derived")
def potential(item):
    item.printed("q_k(x) = (sqrt(k)/4) [1 - sqrt(1 + 4x^2/k) + (2x/sqrt(k)) arcsinh(2x/sqrt(k))], sqrt(k_i) = 2 (u_i^2 + v_i^2).")
    item.let(K="positive", x="real")
    item.define(Q)
    item.conclude("q(0, K) == 0 and diff(q(x, K), x) == asinh(2*x/K)/2 and diff(q(x, K), x, 2) == 1/sqrt(4*x**2 + K**2)", expected="proved")
    item.note("Needs k_i > 0: for u_i = v_i = 0 the formula is undefined, and w_i stays 0 there. k_i depends on u_i^2 + v_i^2 alone.")


@paper.equation("A/step-2", "How the predictor moves", where="Appendix A", provenance="derived")
def speed(item):
    item.printed("dw_i/dt = (u_+^2 + v_+^2 + u_-^2 + v_-^2)_i p_i, from du_+-/dt = +-v_+- p, dv_+-/dt = +-u_+- p.")
    item.use(coordinate)
    item.conclude(f"forall(t, [0, oo), diff({W}, t) == {SIZE}*diff(s[t], t))", expected="proved", example=REST, argument=[
        Take("t"), Use("flow of u", at=["t"], name="u moves"), Use("flow of v", at=["t"], name="v moves")])
    item.without("flow of u", counterexample={**REST, "up": "t", "vp": "1", "um": 0})
    item.without("flow of v", counterexample={**REST, "vp": "t"})
    item.note("For one coordinate i: up, um, vp, vm are the entries of u_+, u_-, v_+, v_-, and s = (X rho)_i, so that ds/dt = p_i = (X r)_i.")


CONSERVED = {"c": "up[{0}]*vm[{0}] + um[{0}]*vp[{0}]", "plus": "up[{0}]**2 - vp[{0}]**2", "minus": "um[{0}]**2 - vm[{0}]**2"}


@paper.equation("A/step-3", "Three conserved quantities", where="Appendix A", provenance="derived")
def conserved(item):
    item.printed("u_+ v_- + u_- v_+ is conserved; the closing also needs delta_+- = u_+-^2 - v_+-^2.")
    item.use(coordinate)
    item.conclude(" and ".join(f"forall(t, [0, oo), {law.format('t')} == {law.format('0')})" for law in CONSERVED.values()), expected="proved",
                  argument=[Split([[Take("t"), Ladder("t", "0", time="m", slope=MOVES)]]*3)], example=REST)  # fmt: skip
    item.note("For one coordinate, with the letters of A/step-2.")


@paper.equation("eq-17", "The speed from w and what is conserved", where="Appendix A, Eq. (17)", provenance="derived")
def closing(item):
    item.printed("(u_+^2 + v_+^2 + u_-^2 + v_-^2)^2 = 4 w^2 + k with k = 4 c^2 + (delta_+ + delta_-)^2.")
    item.use(point)
    item.conclude("(u**2 + v**2 + a**2 + b**2)**2 == 4*w**2 + 4*(u*b + a*v)**2 + (u**2 - v**2 + a**2 - b**2)**2", expected="proved")
    item.note("u, v belong to the positive layer, a, b to the negative one. The conserved quantity c alone does not do: delta_+ + delta_- is needed too.")


@paper.equation("A/step-4", "The closed equation", where="Appendix A", provenance="derived")
def closed(item):
    item.printed("dw_i/dt = sqrt(4 w_i^2 + k_i) p_i.")
    item.use(point)
    item.let(k="real", p="real", speed="real")
    item.suppose("k", "k == 4*(u*b + a*v)**2 + (u**2 - v**2 + a**2 - b**2)**2")
    item.suppose("A/step-2", "speed == (u**2 + v**2 + a**2 + b**2)*p")
    item.conclude("4*w**2 + k >= 0 and speed == sqrt(4*w**2 + k)*p", because=["eq-17"], expected="proved", argument=[
        Have("4*w**2 + k == (u**2 + v**2 + a**2 + b**2)**2", name="square"),
        Have("u**2 + v**2 + a**2 + b**2 >= 0", name="sign"),
        Have("forall(xx, real, forall(vv, real, implies(vv >= 0 and xx == vv**2, sqrt(xx) == vv)))", name="root is", by=[
            Take("xx", "vv")]),
        Use("root is", at=["4*w**2 + k", "u**2 + v**2 + a**2 + b**2"], name="root"),
        Split([[], []])], example={"u": 1, "v": 0, "a": 1, "b": 0, "k": 4, "p": 1, "speed": 2})
    item.note("At one time, for one coordinate: u, v belong to the positive layer, a, b to the negative one; speed is dw_i/dt.")


@paper.equation("eq-20", "The equation for q", where="Appendix A, Eq. (20)", provenance="derived")
def equation_for_q(item):
    item.printed("q''(w) sqrt(4 w^2 + k) = 1, so that d/dt q'(w(t)) = p(t).")
    item.let(K="positive", w="real curve", s="real curve")
    item.suppose("A/step-4", "forall(t, [0, oo), diff(w[t], t) == sqrt(4*w[t]**2 + K**2)*diff(s[t], t))")
    item.conclude("forall(x, real, diff(asinh(2*x/K)/2, x)*sqrt(4*x**2 + K**2) == 1)"
                  " and forall(t, [0, oo), 1/sqrt(4*w[t]**2 + K**2)*diff(w[t], t) == diff(s[t], t))", expected="proved", argument=[Split([
        [Take("x")], [Take("t"), Use("A/step-4", at=["t"], name="now"),
            Have("sqrt(4*w[t]**2 + K**2) > 0", name="root")]])],
        example={"K": 1, "w": 0, "s": 0})  # fmt: skip


#: q'(w(t)) - s(t) stays what it was.
FOLLOWS = [Take("t"), Ladder("t", "0", time="m", slope=[
    Use("A/step-4", at=["m"], premises=[[]], name="now"),
    Have("sqrt(4*w[m]**2 + K**2) > 0", name="root"),
    Have("diff(w[m], m) == sqrt(4*w[m]**2 + K**2)*diff(s[m], m)", name="again"),
    Have("sqrt(1 + (2*w[m]/K)**2) == sqrt(4*w[m]**2 + K**2)/K", name="scaled")])]  # fmt: skip


#: A curve tends to a number.
TENDS_TO = "forall(e, positive, exists(T, nonnegative, forall(t, [T, oo), Abs({0} - {1}) <= e)))"
END = "(s[0] + asinh(2*W/K)/2 - asinh(2*w[0]/K)/2)"


@paper.equation("A/step-5", "q' follows the running integral", where="Appendix A", provenance="derived")
def slope_follows(item):
    item.printed("q'_i(w_i(inf)) - q'_i(w_i(0)) = (X nu)_i, nu the integral of r over all times.")
    item.let(K="positive", w="real curve", s="real curve")
    item.suppose("A/step-4", "forall(t, [0, oo), diff(w[t], t) == sqrt(4*w[t]**2 + K**2)*diff(s[t], t))")
    item.conclude("forall(t, [0, oo), asinh(2*w[t]/K)/2 - s[t] == asinh(2*w[0]/K)/2 - s[0])"
                  f" and forall(W, real, implies({TENDS_TO.format('w[t]', 'W')}, {TENDS_TO.format('s[t]', END)}))",
                  because=["arcsinh-lipschitz"], expected="proved", argument=[
        Have("forall(t, [0, oo), asinh(2*w[t]/K)/2 - s[t] == asinh(2*w[0]/K)/2 - s[0])", name="follows", by=FOLLOWS),
        Split([[], [
            Take("W", "e"), Use("given", at=["K*e"], premises=[[]], name="near"), Obtain("near", "T", label="T"),
            Witness("T"), Split([[], [
                Take("t"), Use("T.1", at=["t"], premises=[[]], name="here"),
                Use("follows", at=["t"], premises=[[]], name="now"),
                Use("cited:arcsinh-lipschitz", at=["2*w[t]/K", "2*W/K"], name="close"),
                Have("Abs(2*w[t]/K - 2*W/K) <= 2*e", name="arguments"),
                Numbers(using=["now", "close", "arguments"])]])]])],
        example={"K": 1, "w": 0, "s": 0})  # fmt: skip
    item.note("For one coordinate, with s = (X rho)_i and rho the running integral of the residuals; q'(x) = arcsinh(2x/sqrt(k))/2. First at every time; "
              "then in the limit: where w_i converges to W, (X rho)_i does, so the coordinate of X nu exists. That nu itself does is not claimed, and "
              "Theorem 1 does not need it (imd/step-3-always).")  # fmt: skip


@paper.equation("A/step-6", "Integrated once", where="Appendix A", provenance="derived")
def first_integral(item):
    item.printed("q'(x) = (1/2) log[(2x + sqrt(4x^2 + k))/(2w(0) + sqrt(4w(0)^2 + k))] = (1/2)[arcsinh(2x/sqrt(k)) - arcsinh(2w(0)/sqrt(k))].")
    item.let(K="positive", x="real", w="real")
    item.conclude("diff(asinh(2*x/K)/2 - asinh(2*w/K)/2, x) == 1/sqrt(4*x**2 + K**2)"
                  " and log((2*x + sqrt(4*x**2 + K**2))/(2*w + sqrt(4*w**2 + K**2)))/2 == asinh(2*x/K)/2 - asinh(2*w/K)/2", expected="proved",
                  argument=[
        Have("forall(z, real, 2*z + sqrt(4*z**2 + K**2) > 0 and log(2*z + sqrt(4*z**2 + K**2)) == log(K) + asinh(2*z/K))", name="one", by=[
            Take("z"), Split([[], [Cases("z >= 0", *(
                [Ladder("z", "0", time="s", right=right)] for right in (False, True)))]])]),
        Use("one", at=["x"], name="at x"), Use("one", at=["w"], name="at w"),
        Split([[], [
            Have("log((2*x + sqrt(4*x**2 + K**2))/(2*w + sqrt(4*w**2 + K**2))) == log(2*x + sqrt(4*x**2 + K**2)) - log(2*w + sqrt(4*w**2 + K**2))",
                 name="quotient")]])])  # fmt: skip


@paper.equation("A/step-7", "Integrated twice, for any start", where="Appendix A", provenance="derived")
def second_integral(item):
    item.printed("q(x) = (sqrt(k)/4)[1 - sqrt(1 + 4x^2/k) + (2x/sqrt(k)) arcsinh(2x/sqrt(k))] - (x/2) arcsinh(2w(0)/sqrt(k)) + const.")
    item.let(K="positive", x="real", w="real")
    item.define(Q)
    item.conclude("diff(q(x, K) - x/2*asinh(2*w/K), x) == asinh(2*x/K)/2 - asinh(2*w/K)/2", expected="proved")


@paper.equation("A/step-8", "Unbiased starts", where="Appendix A", provenance="derived")
def unbiased_k(item):
    item.printed("Unbiased: k = 4 (u^2 + v^2)^2, w(0) = 0, and the linear term drops.")
    item.use(point)
    item.suppose("unbiased", "u == a and v == b")
    item.conclude("4*(u*b + a*v)**2 + (u**2 - v**2 + a**2 - b**2)**2 == 4*(u**2 + v**2)**2 and w == 0 and asinh(0) == 0", expected="proved")
    item.without("unbiased", counterexample={"u": 1, "v": 1, "a": 0, "b": 0})


@paper.equation("A/step-9", "Strictly convex", where="Appendix A", provenance="derived")
def convex(item):
    item.printed("q'' = 1/sqrt(4x^2 + k) > 0.")
    item.let(K="positive", x="real")
    item.define(Q)
    item.conclude("diff(asinh(2*x/K)/2, x) == 1/sqrt(4*x**2 + K**2) and 1/sqrt(4*x**2 + K**2) > 0", expected="proved")


@paper.remark("rem-shared-model", "Shared weights", where="Section 4", provenance="derived")
def shared(item):
    item.printed("Shared weights u = v: f = (u_+^2 - u_-^2)'x.")
    item.use(point)
    item.suppose("shared", "u == v and a == b")
    item.conclude("w == u**2 - a**2", expected="proved")
    item.without("shared", counterexample={"u": 1, "v": 0, "a": 0, "b": 0})


@paper.remark("rem-woodworth", "Woodworth et al. 2020 as a special case", where="Section 4", provenance="recalled")
def woodworth(item):
    item.printed("u = v = alpha: eq-9 reduces to alpha^2 q(w/alpha^2) up to a factor, q(z) = 2 - sqrt(4 + z^2) + z arcsinh(z/2).")
    item.let(alpha="positive", z="real")
    item.define(Q, "woodworth(z) := 2 - sqrt(4 + z**2) + z*asinh(z/2)")
    item.conclude("q(alpha**2*z, 4*alpha**2) == 1/2*alpha**2*woodworth(z)", expected="proved", argument=[
        Have("sqrt(4 + z**2) == 2*sqrt(1 + z**2/4)", name="root"),
        Have("4*(alpha**2*z)**2/(4*alpha**2)**2 == z**2/4 and 2*(alpha**2*z)/(4*alpha**2) == z/2", name="scaled", by=[
            Split([[], []])])])
    item.note("q_k(x) is half of Woodworth's alpha^2 q(x/alpha^2), which has the same minimisers; z = x/alpha^2, sqrt(k) = 4 alpha^2.")
