"""Section 6, Theorem 3: one neuron whose predictor starts at almost 0 although its weights do not."""

from verifier.language.script import (
    Cases,
    Choose,
    Have,
    Numbers,
    Obtain,
    Set,
    Split,
    Take,
    Use,
    Witness,
)
from verifier.language.script_parts import named_number as named

from . import paper

GROWS = "cos(pi/4 - atan(sinh(t - c))/2)"  # its square is 1/(1 + exp(2 (c - t)))
ANGLE = "pi/4 - atan(sinh(t - c))/2"
LEMMA = Have("forall(xx, real, forall(zz, real, forall(kk, real, forall(gg, real, forall(vv, real, implies(gg*kk == 1 and zz*xx == gg/2 and"
         " zz**2 + xx**2 == 1 and kk > 0 and vv*(2*kk) == zz, vv == xx*(1 - xx*xx)))))))", name="logistic", by=[
        Take("xx", "zz", "kk", "gg", "vv"),
        Have("zz == xx*(1 - xx*xx)*(2*kk)", name="7")])
LOGISTIC = [
    Have("cos(atan(sinh(t - c)))*cosh(t - c) == 1", name="gudermann"),
    Have(f"sin({ANGLE})*cos({ANGLE}) == cos(atan(sinh(t - c)))/2", name="double"),
    Have(f"sin({ANGLE})**2 + cos({ANGLE})**2 == 1", name="circle"),
    Have("cosh(t - c) > 0", name="cosh>0"),
    Have(f"diff({GROWS}, t)*(2*cosh(t - c)) == sin({ANGLE})", name="derivative"),
    Use("logistic", at=[f"cos({ANGLE})", f"sin({ANGLE})", "cosh(t - c)", "cos(atan(sinh(t - c)))", f"diff({GROWS}, t)"],
        premises=[[Split([[], [], [],
                          [], []])]], name="done"),
    Numbers(using=["done"]),
]  # fmt: skip
STARTS_SMALL = [
    Set("k", "cos(pi/4 - atan(sinh(0 - c))/2)"),
    Have("cos(pi/4 - atan(sinh(0 - c))/2)**2 == (1 - tanh(c))/2", name="first", by=[
        Have("cos(pi/4 - atan(sinh(0 - c))/2)**2 == (1 + sin(atan(sinh(0 - c))))/2", name="half"),
        Have("sin(atan(sinh(0 - c))) == -tanh(c)", name="gudermann")]),
    Have("1 - tanh(c) <= 2*exp(-2*c)", name="second"),
    Have("k**2 <= eps**2/4", name="small"),
    Have("k**2*(k**2 + 1**2) <= eps**2", name="product", by=[Numbers(using=["small", "range"])]),
    Numbers(using=["product", "k"]),
]
ONE_SAMPLE = (
    "forall(t, [0, oo), diff(a[t], t) == p[t]*(1 - a[t]*p[t]) and diff(p[t], t) == a[t]*(1 - a[t]*p[t]) and diff(q[t], t) == 0)"
)


EXISTS = (f"exists(a, real curve, exists(p, real curve, exists(q, real curve, {ONE_SAMPLE} and a[0]**2*(p[0]**2 + q[0]**2) <= eps**2"
          " and limit(a[t]*p[t], t, oo) == 1 and limit(a[t]*q[t], t, oo) == 1)))")  # fmt: skip
FLOW_EXISTS = [
    LEMMA,
    *named("c", "log(2/eps)", also="exp(-2*c) == eps**2/4", by=[Split([[], []])]),
    Witness(GROWS, index="t"), Witness(GROWS, index="t"), Witness("1", index="t"),
    Split([[Take("t"), Split([LOGISTIC, LOGISTIC, []])], STARTS_SMALL, [], []]),
]


@paper.remark("thm-3-products", "A neuron whose predictor starts at almost 0, far from the least norm", where="Section 6, cross-check")
def small_products(item):
    item.printed("(not in the paper) One neuron, one sample x = (1, 0), y = 1: for every eps there is a gradient flow with "
                 "|a(0) w(0)| <= eps whose predictor tends to (1, 1); the solution of least norm is (1, 0).")  # fmt: skip
    item.let(eps="(0, 1)")
    item.conclude(
        EXISTS, argument=[Have("0 < eps and eps < 1", name="range"), *FLOW_EXISTS], expected="proved")
    item.note("w = (p, q), and a^2 = p^2 along the flow: a^2 = 1/(1 + exp(2 (c - t))) with c = log(2/eps), q = 1. Here a(0) is "
              "small and w(0) is not: delta = a(0)^2 - |w(0)|^2 is about -1, and a(oo) w(0) is not.")  # fmt: skip

LOGISTIC_CURVE = ("forall(t, [0, oo), diff(p[t], t) == p[t]*(1 - p[t]*p[t])) and p[0]**2*(p[0]**2 + 1) <= eps**2"
                  " and forall(h, positive, exists(T, nonnegative, forall(t, [T, oo), (p[t] - 1)**2 <= h)))")  # fmt: skip
GROWN = [
    Take("h"), Witness("c + 1/h"), Split([[], [
        Take("t"),
        Set("k", f"{GROWS}"),
        Have(f"{GROWS}**2 == (1 + tanh(t - c))/2", name="first", by=[
            Have(f"{GROWS}**2 == (1 + sin(atan(sinh(t - c))))/2", name="half"),
            Have("sin(atan(sinh(t - c))) == tanh(t - c)", name="gudermann"),
            Have("forall(p, real, forall(q, real, forall(r, real, implies(p == (1 + q)/2 and q == r, p == (1 + r)/2))))", name="put in", by=[
                Take("p", "q", "r")]),
            Use("put in", at=[f"{GROWS}**2", "sin(atan(sinh(t - c)))", "tanh(t - c)"])]),
        Have("1 - tanh(t - c) <= 2*exp(-2*(t - c))", name="second"),
        Have("exp(-2*(t - c)) <= h", name="small", by=[
            Have("exp(-2*(t - c)) <= exp(-2*(1/h))", name="later", by=[
                Have("forall(x, real, forall(y, real, implies(x <= y, exp(x) <= exp(y))))", name="monotone", by=[Take("x", "y")]),
                Use("monotone", at=["-2*(t - c)", "-2*(1/h)"], premises=[[]])]),
            Have("exp(-2*(1/h)) <= h", name="rate", by=[Numbers(using=["given"])])]),
        Have(f"{GROWS} >= 0 and {GROWS} <= 1", name="range of k", by=[Split([[], []])]),
        Have("k >= 0 and k <= 1 and 1 - k**2 <= h", name="in letters", by=[Split([
            [], [], []])]),
        Have("(k - 1)**2 <= h", name="done")]]),
]


@paper.remark("thm-3-logistic", "A logistic curve from a small start", where="Section 6, cross-check")
def logistic(item):
    item.printed("(not in the paper) For every eps in (0, 1) there is a curve with dp/dt = p (1 - p^2), p(0)^2 (p(0)^2 + 1) <= eps^2 and p -> 1.")
    item.let(eps="(0, 1)")
    item.conclude(f"exists(p, real curve, {LOGISTIC_CURVE})", expected="proved", argument=[
        Have("0 < eps and eps < 1", name="range"),
        LEMMA,
        *named("c", "log(2/eps)", also="exp(-2*c) == eps**2/4 and c > 0", by=[Split([
            [], [], []])]),
        Witness(GROWS, index="t"),
        Split([[Take("t"), *LOGISTIC], STARTS_SMALL, GROWN])])  # fmt: skip
    item.note("p^2 = 1/(1 + exp(2 (c - t))) with c = log(2/eps).")


#: At d = 2, m = N = 1, X = e_0, X nu = e_0: W = p e_0 + e_1, a = p, r = 1 - p^2 ends at e_0 + e_1.
FAR_AWAY = [
    Witness("1/2"), Split([[], [Take("eps"), Cases("eps <= 0", name="no", yes=[Choose(0)], no=[Choose(1),
        *named("g", "Min(eps, 1/2)", also="g > 0 and g < 1 and g <= eps", by=[Split([
            [], [], [], []])]),
        Use("cited:thm-3-logistic", at=["g"], name="there is p", premises=[[]]), Obtain("there is p", "p", label="p"),
        Witness("p[t]*basis(2, 0) + basis(2, 1)", index="t"), Witness("p[t]", index="t"), Witness("1 - p[t]**2", index="t"),
        Witness("basis(2, 0) + basis(2, 1)"), Witness("1"),
        Split([[Split([
            [Take("t"), Use("p.0", at=["t"], name="now")],
            [Take("t"), Use("p.0", at=["t"], name="now")],
            [Take("h"), Use("p.2", at=["h"], name="later"), Obtain("later", "T", label="T"), Witness("T"), Split([[], [
                Take("t"), Use("T.1", at=["t"], name="close"), Split([
                    [], []])]])],
            [],
            [Take("i"), Have("p[0]**2*(p[0]**2 + 1) <= eps**2", name="start", by=[
                Have("g**2 <= eps**2", name="squares")]),
             Have("i == 0", name="only")]])], []]),
    ])]]),
]  # fmt: skip
