"""Appendix B.2, Lemma 1: the equation dw/dt = L w^(2 - 2/L) (sigma - lambda w) of one mode, for every depth L.

Proved for dw/dt = c w^q (sigma - lambda w) with any rate c > 0 and any exponent q >= 0; q = 2 - 2/L is 0 for L = 1, 1 for L = 2,
and between 1 and 2 for L >= 3.
"""

from verifier.language.script import Bootstrap, Cases, CasesOn, Have, Ladder, Numbers, Rewritten, Set, Split, Take, Use
from verifier.library.short_names import GRONWALL, LINEAR_GROWTH, SLOW_DECAY

from . import paper

SCALARS = {"sigma": "positive", "lam": "positive"}
RATE = {**SCALARS, "c": "positive", "q": "nonnegative"}


def equation(curve, c="c", q="q"):
    """The equation at the times at which the curve is positive; nothing is asked of it elsewhere."""
    return f"forall(t, [0, oo), implies({curve}[t] > 0, diff({curve}[t], t) == {c}*{curve}[t]**({q})*(sigma - lam*{curve}[t])))"


def start(curve):
    return f"0 < {curve}[0] and sigma - lam*{curve}[0] > 0"


INSIDE = "forall(T, [0, oo), w[T] > 0 and sigma - lam*w[T] > 0)"
RISES = "forall(T, [0, oo), forall(S, (T, oo), w[T] < w[S]))"
NEAR = "forall(T, [0, oo), sigma - lam*w[T] <= exp(-(lam*c*w[0]**q)*T)*(sigma - lam*w[0]))"
#: w^q lies between w(0)^q and (sigma/lambda)^q where w lies between w(0) and sigma/lambda.
POWERS = [
    Have("forall(xx, positive, forall(yy, positive, implies(xx <= yy, xx**q <= yy**q)))", name="powers", by=[
        Take("xx", "yy")]),
    Have("forall(xx, positive, xx**q > 0)", name="power", by=[Take("xx")]),
    Have("sigma/lam > 0", name="top"),
]  # fmt: skip


def speed(time, inside, using):
    """``now`` and ``up``: how w moves at a time at which it is inside, and that it does not fall."""
    return [
        Use("flow", at=[time], name="now", premises=[[], []]),
        Use("power", at=[f"w[{time}]"], name="positive", premises=[[]]),
        Have(f"c*w[{time}]**q*(sigma - lam*w[{time}]) > 0", name="up", by=[
            Have(f"c*w[{time}]**q > 0", name="cw")]),
    ]  # fmt: skip


TRAPPED = Have(INSIDE, name="inside", by=[Bootstrap("T", start=[], step=[
    Have("T > 0", name="after"),
    Use("linear growth", at=[("-w[t]", "t"), "0", "T"], name="grown", premises=[[], [
        Take("t"), Use("before", at=["t"], name="there", premises=[[]]), *speed("t", "there", ["given"])]]),
    Set("B", "(sigma/lam)**q"), Set("M", "lam*c*B"), Have("lam*c > 0", name="lc"),
    Use("slow decay", at=[("sigma - lam*w[t]", "t"), "M", "T"], name="slow", premises=[[], [
        Take("t"), Use("before", at=["t"], name="there", premises=[[]]), *speed("t", "there", ["given"]),
        Use("powers", at=["w[t]", "sigma/lam"], name="below", premises=[[], [], []]),
        Rewritten("below", ["B"], name="B below"),
        Have("lam*c*w[t]**q <= M", name="rate"),
        Have("(lam*c*w[t]**q)*(sigma - lam*w[t]) <= M*(sigma - lam*w[t])", name="product", by=[Numbers(using=["rate", "there.1"])])]]),
    Have("exp(-M*T) > 0", name="weight"),
    Split([[], []])])])  # fmt: skip
MONOTONE = Have(RISES, name="rises", by=[Take("T", "S"), Ladder("S", "T", time="moment", strict="slope", slope=[
    Use("inside", at=["moment"], name="there", premises=[[]]),
    *speed("moment", "there", ["between", "given"])],
    base=[])])  # fmt: skip
FAST = Have(NEAR, name="near", by=[
    Take("T"), Use("gronwall", at=[("sigma - lam*w[t]", "t"), "-(lam*c*w[0]**q)", "T"], premises=[[], [
        Take("t"), Use("inside", at=["t"], name="there", premises=[[]]), *speed("t", "there", ["given1"]),
        Use("no less", at=["t"], name="more", premises=[[]]),
        Use("powers", at=["w[0]", "w[t]"], name="above", premises=[[], [], []]),
        Have("lam*c*w[0]**q <= lam*c*w[t]**q", name="rate"),
        Have("(lam*c*w[0]**q)*(sigma - lam*w[t]) <= (lam*c*w[t]**q)*(sigma - lam*w[t])", name="product", by=[
            Numbers(using=["rate", "there.1"])])]], name="final")])  # fmt: skip
NO_LESS = Have("forall(T, [0, oo), w[0] <= w[T])", name="no less", by=[Take("T"), Use(
    "linear growth", at=[("-w[t]", "t"), "0", "T"], name="grown", premises=[[], [
        Take("t"), Use("inside", at=["t"], name="there", premises=[[]]), *speed("t", "there", ["given1"])]])])  # fmt: skip


@paper.remark("lemma-1/trap", "Every solution grows to the limit", where="Appendix B.2, cross-check")
def trap(item):
    item.printed("(not in the paper) Every solution of dw/dt = c w^q (sigma - lambda w) from (0, sigma/lambda) stays there, increases, and "
                 "sigma - lambda w falls at least like exp(-lambda c w(0)^q t).")  # fmt: skip
    item.let(**RATE, w="real curve")
    item.suppose("flow", equation("w"))
    item.suppose("start", start("w"))
    item.conclude(f"{INSIDE} and {RISES} and {NEAR}", expected="proved", argument=[
        GRONWALL, LINEAR_GROWTH, SLOW_DECAY, *POWERS, TRAPPED, MONOTONE, NO_LESS, FAST, Split([[], [], []])],
        example={"sigma": 1, "lam": 1, "c": 1, "q": 1, "w": "(1 + tanh(t/2))/2"})  # fmt: skip
    item.without("flow", counterexample={"sigma": 1, "lam": 1, "c": 1, "q": 1, "w": "1/2"})
    item.without("start", counterexample={"sigma": 1, "lam": 1, "c": 1, "q": 1, "w": 1})
    item.note("The equation is asked at the times at which w > 0 only, so that w^q has a meaning; that w stays positive is a conclusion.")


EXPONENT = "q == 0 or q >= 1"


@paper.remark("power-tangent", "A power lies above its tangents", where="Appendix B.2, cross-check")
def power_tangent(item):
    item.printed("(not in the paper) b^q >= a^q + q a^(q-1) (b - a) for a, b > 0 and q >= 1.")
    item.let(q="[1, oo)")
    item.conclude("forall(aa, positive, forall(bb, positive, bb**q >= aa**q + q*aa**(q-1)*(bb - aa)))"
                  " and forall(aa, positive, forall(bb, positive, implies(aa <= bb, aa**(q-1) <= bb**(q-1))))", expected="proved")



ONE_SIDED = (    "forall(xx, positive, forall(zz, positive, implies(sigma - lam*xx > 0 and sigma - lam*zz > 0,"
    " (xx - zz)*(xx**q*(sigma - lam*xx) - zz**q*(sigma - lam*zz)) <= sigma*q*(sigma/lam)**(q - 1)*(xx - zz)**2)))")
SLOPES = [
        Take("xx", "zz"), Have("sigma - lam*xx > 0 and sigma - lam*zz > 0", name="inside"),
        Have("xx > 0", name="x above"), Have("zz > 0", name="z above"),
        Have("sigma/lam > 0", name="b above"),
        CasesOn("exponent", name="kind", scripts=[
            [Have("xx**q == 1 and zz**q == 1", name="flat", by=[Split([[], []])]),
             Have("sigma*q*(sigma/lam)**(q - 1)*(xx - zz)**2 == 0", name="none"),
             Have("lam*(xx - zz)**2 >= 0", name="square")],
            [Use("cited:power-tangent", at=["q"], name="tangent", premises=[[]]),
             Have("zz**q > 0", name="power"),
             Have("(sigma/lam)**(q - 1) > 0", name="top power"),
             Set("B", "(sigma/lam)**(q - 1)"), Set("X", "xx**q"), Set("Z", "zz**q"),
             Set("Y", "xx**(q-1)"), Set("V", "zz**(q-1)"),
             Rewritten("power", ["Z"], name="Z above"), Rewritten("top power", ["B"], name="B above"),
             Use("tangent.0", at=["xx", "zz"], premises=[[], []], name="raw1"), Use("tangent.0", at=["zz", "xx"], premises=[[], []], name="raw2"),
             Rewritten("raw1", ["X", "Z", "Y"], name="first"), Rewritten("raw2", ["Z", "X", "V"], name="second"),
             Use("tangent.1", at=["xx", "sigma/lam"], name="raw3", premises=[[], [], []]),
             Use("tangent.1", at=["zz", "sigma/lam"], name="raw4", premises=[[], [], []]),
             Rewritten("raw3", ["Y", "B"], name="Y below"), Rewritten("raw4", ["V", "B"], name="V below"),
             Have("(xx - zz)*(X - Z) <= q*B*(xx - zz)**2", name="Lipschitz", by=[Cases("xx >= zz", name="order", yes=[
                 Have("q*(xx - zz) >= 0", name="weight"),
                 Have("q*(xx - zz)*Y <= q*(xx - zz)*B", name="steep"),
                 Have("X - Z <= q*(xx - zz)*B", name="rise", by=[Numbers(using=["first", "steep"])])], no=[
                 Have("q*(zz - xx) >= 0", name="weight"),
                 Have("q*(zz - xx)*V <= q*(zz - xx)*B", name="steep"),
                 Have("Z - X <= q*(zz - xx)*B", name="rise", by=[Numbers(using=["second", "steep"])])])]),
             Have("q*B*(xx - zz)**2 >= 0", name="size"),
             Have("(xx - zz)*(X - Z)*(sigma - lam*xx) <= q*B*(xx - zz)**2*(sigma - lam*xx)", name="scaled", by=[
                 Numbers(using=["Lipschitz", "inside.0"])]),
             Have("lam*xx >= 0", name="lx"),
             Have("q*B*(xx - zz)**2*(sigma - lam*xx) <= q*B*(xx - zz)**2*sigma", name="wider"),
             Have("lam*Z*(xx - zz)**2 >= 0", name="rest"),
             Have("(xx - zz)*(X*(sigma - lam*xx) - Z*(sigma - lam*zz)) <= sigma*q*B*(xx - zz)**2", name="letters", by=[
                 Numbers(using=["scaled", "wider", "rest"])]),
             Rewritten("letters", ["X", "Z", "B"], name="spelled", forwards=True)]]),
]  # fmt: skip


@paper.remark("lemma-1/one-sided", "A one-sided Lipschitz constant", where="Appendix B.2, cross-check")
def one_sided(item):
    item.printed("(not in the paper) (x - z) (f(x) - f(z)) <= sigma q (sigma/lambda)^(q-1) (x - z)^2 on (0, sigma/lambda) for f(x) = x^q "
                 "(sigma - lambda x), q = 0 or q >= 1.")  # fmt: skip
    item.let(**SCALARS, q="nonnegative")
    item.suppose("exponent", EXPONENT)
    item.conclude(ONE_SIDED, because=["power-tangent"], argument=SLOPES, expected="proved", example={"sigma": 1, "lam": 1, "q": 0})


@paper.remark("lemma-1/unique", "One solution at most", where="Appendix B.2, cross-check")
def unique(item):
    item.printed("(not in the paper) Two solutions of dw/dt = c w^q (sigma - lambda w) from the same point of (0, sigma/lambda) agree, for "
                 "q = 0 and for q >= 1.")  # fmt: skip
    item.let(**RATE, w="real curve", y="real curve")
    item.suppose("exponent", EXPONENT)
    item.suppose("flow", equation("w"))
    item.suppose("flow of y", equation("y"))
    item.suppose("start", start("w"))
    item.suppose("same start", "y[0] == w[0]")
    item.conclude("forall(T, [0, oo), y[T] == w[T])", expected="proved", because=["lemma-1/trap", "lemma-1/one-sided"], argument=[
        GRONWALL, Use("cited:lemma-1/one-sided", at=["sigma", "lam", "q"], name="one-sided"),
        Use("cited:lemma-1/trap", at=["sigma", "lam", "c", "q", ("w[t]", "t")], name="w"),
        Use("cited:lemma-1/trap", at=["sigma", "lam", "c", "q", ("y[t]", "t")], name="y", premises=[[Split([
            [], [], [], [], [], []])]]),
        Take("T"), Set("B", "(sigma/lam)**(q - 1)"), Set("M", "2*c*(sigma*q*B)"),
        Use("gronwall", at=[("(w[t] - y[t])**2", "t"), "M", "T"], name="growth", premises=[[], [
            Take("t"), Use("w.0", at=["t"], name="w inside"), Use("y.0", at=["t"], name="y inside"),
            Use("flow", at=["t"], name="a", premises=[[], []]),
            Use("flow of y", at=["t"], name="b", premises=[[], []]),
            Use("one-sided", at=["w[t]", "y[t]"], name="close", premises=[[], [], [Split([[], []])]]),
            Set("F", "w[t]**q*(sigma - lam*w[t])"), Set("G", "y[t]**q*(sigma - lam*y[t])"),
            Rewritten("close", ["F", "G", "B"], name="letters"),
            Have("diff(w[t], t) == c*F and diff(y[t], t) == c*G", name="speeds", by=[Split([[], []])]),
            Have("2*c*((w[t] - y[t])*(F - G)) <= 2*c*(sigma*q*B*(w[t] - y[t])**2)", name="product"),
            Numbers(using=["product", "speeds", "M"])]]),
        Have("(w[0] - y[0])**2 == 0", name="nothing"),
        Have("(w[T] - y[T])**2 <= 0", name="end")],
        example={"sigma": 1, "lam": 1, "c": 1, "q": 1, "w": "(1 + tanh(t/2))/2", "y": "(1 + tanh(t/2))/2"})  # fmt: skip
    item.without("same start", counterexample={"sigma": 1, "lam": 1, "c": 1, "q": 1, "w": "(1 + tanh(t/2))/2", "y": "(1 + tanh(t/2 + 1))/2"})
    item.without("flow of y", counterexample={"sigma": 1, "lam": 1, "c": 1, "q": 1, "w": "(1 + tanh(t/2))/2", "y": "1/2"})
    item.without("flow", counterexample={"sigma": 1, "lam": 1, "c": 1, "q": 1, "w": "1/2", "y": "(1 + tanh(t/2))/2"})
    item.note("By Gronwall's inequality and a one-sided Lipschitz constant on (0, sigma/lambda).")
