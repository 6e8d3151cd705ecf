"""Appendix C.3: which starts are on the plateau, or near enough to it."""

from verifier.language.script import (
    At,
    Cases,
    Choose,
    Contradict,
    Have,
    Induct,
    Ladder,
    Linear,
    Negate,
    Numbers,
    Obtain,
    Order,
    Rewritten,
    Set,
    Split,
    Square,
    Take,
    Use,
    Witness,
)
from verifier.language.script_parts import positive_ratio

from . import paper
from .appendix_c_minimisers import how_many_spaces
from .appendix_c_spaces import AMPLITUDES, EQUAL_RATES, FUNCTIONS, MINIMISERS, NEGATIVE_RATE, NO_NEURON, SPACES

#: F(T) is the square of rhohat(.; (x, y)) - rhobar, integrated up to T.
DISTANCE = ("F[0] == 0 and forall(t, [0, oo), diff(F[t], t) =="
            " (Sum(x[i]*exp(-y[i]*t), (i, 0, m-1)) - Sum(A[j]*exp(-W[j]*t), (j, 0, n-1)))**2)")  # fmt: skip
CLOSE = [
    Have("forall(p, [wl, oo), forall(h, nonnegative, forall(t, nonnegative, 0 <= exp(-p*t) - exp(-(p + h)*t)"
         " and exp(-p*t) - exp(-(p + h)*t) <= h*t*exp(-wl*t))))", name="one way", by=[
        Take("p", "h", "t"), Have("exp(-(p + h)*t) == exp(-p*t)*exp(-h*t)", name="factor"),
        Have("h*t >= 0", name="arrow"),
        Have("forall(u, nonnegative, 1 - exp(-u) <= u and exp(-u) <= 1)", name="tangent", by=[Take("u"), Split([[], []])]),
        Use("tangent", at=["h*t"], premises=[[Use("arrow")]], name="now"),
        Have("exp(-p*t) <= exp(-wl*t)", name="slower"),
        Have("exp(-p*t) > 0", name="sign"),
        Split([[], []])]),
    Have("forall(p, [wl, oo), forall(q, [wl, oo), forall(t, nonnegative, implies(Abs(p - q) <= r, -r*t*exp(-wl*t) <= exp(-p*t) - exp(-q*t)"
         " and exp(-p*t) - exp(-q*t) <= r*t*exp(-wl*t)))))", name="rates near", by=[
        Take("p", "q", "t"),
        Have("forall(u, real, forall(v, real, forall(k, nonnegative, forall(e, positive, implies(0 <= u - v and u - v <= k*t*e and k <= r,"
             " -r*t*e <= u - v and u - v <= r*t*e and -r*t*e <= v - u and v - u <= r*t*e)))))", name="wider", by=[
            Take("u", "v", "k", "e"), Have("r - k >= 0", name="gap"),
            Have("k*t*e - (u - v) >= 0", name="rest"),
            Split([[],
                   [],
                   [],
                   []])]),
        Have("exp(-wl*t) > 0", name="E positive"),
        Cases("p <= q", name="order", yes=[
            Use("one way", at=["p", "q - p", "t"], name="now", premises=[[Use("given")], [], [Use("given2")]]),
            Have("exp(-(p + (q - p))*t) == exp(-q*t)", name="same"), Rewritten("now", ["same"], forwards=True, name="then"),
            Use("wider", at=["exp(-p*t)", "exp(-q*t)", "q - p", "exp(-wl*t)"], name="pair", premises=[
                [], [Use("E positive")], [Split([[], [], []])]]), Split([[], []])], no=[
            Use("one way", at=["q", "p - q", "t"], name="now", premises=[[Use("given1")], [], [Use("given2")]]),
            Have("exp(-(q + (p - q))*t) == exp(-p*t)", name="same"), Rewritten("now", ["same"], forwards=True, name="then"),
            Use("wider", at=["exp(-q*t)", "exp(-p*t)", "p - q", "exp(-wl*t)"], name="pair", premises=[
                [], [Use("E positive")], [Split([[], [], []])]]),
            Split([[], []])])]),
    Have("forall(d, real, forall(b, real, forall(p, real, forall(q, real, forall(e, real, forall(k, real, implies(-r <= d and d <= r and -abar <= b and b <= abar"
         " and 0 <= p and p <= e and -k <= q and q <= k, -(r*e + abar*k) <= d*p + b*q and d*p + b*q <= r*e + abar*k)))))))", name="products", by=[
        Take("d", "b", "p", "q", "e", "k"),
        *(Have(f"{gap} >= 0", name=gap) for i, gap in enumerate(
            ["r + d", "r - d", "abar + b", "abar - b", "p", "e - p", "k + q", "k - q"])),
        Split([[],
               []])]),
]
SIZE = "(r*(1 + abar*t)*exp(-wl*t))"
SUMS = [
    Have(f"forall(t, nonnegative, forall(i, integer[0, m-1], -{SIZE} <= x[i]*exp(-y[i]*t) - a[i]*exp(-w[i]*t) and x[i]*exp(-y[i]*t) - a[i]*exp(-w[i]*t) <= {SIZE}))", name="terms", by=[
        Take("t", "i"), Use("rates", at=["i"], name="rate"), Use("amplitudes", at=["i"], name="amplitude"), Use("near", at=["i"], name="close"),
        Use("rates near", at=["y[i]", "w[i]", "t"], name="moved", premises=[[Use("rate.1")], [Use("rate.0")], [Use("given")], [Use("close.1")]]),
        Use("products", at=["x[i] - a[i]", "a[i]", "exp(-y[i]*t)", "exp(-y[i]*t) - exp(-w[i]*t)", "exp(-wl*t)", "r*t*exp(-wl*t)"], name="now", premises=[[Split([
            [], [], [], [],
            [], [], [], []])]]),
        Split([[], []])]),
    Have("forall(f, real sequence, forall(g, real sequence, forall(c, real, forall(k, nonnegative integer, implies(forall(i, integer[0, k-1],"
         " -c <= f[i] - g[i] and f[i] - g[i] <= c), -k*c <= Sum(f[i], (i, 0, k-1)) - Sum(g[i], (i, 0, k-1)) and Sum(f[i], (i, 0, k-1)) - Sum(g[i], (i, 0, k-1)) <= k*c)))))",
         name="sums", by=[Take("f", "g", "c"), Induct("k", base=[Take(), Split([[], []])], step=[
             Take(), Use("IH", name="before", premises=[[Take("i"), Use("given", at=["i"])]]), Use("given", at=["k"], name="last"), Split([
                 [], []])])]),
]
#: F' <= m^2 r^2 (1 + abar t)^2 e^(-2 wl t), and a primitive of twice m^2 r^2 (1 + abar^2 t^2) e^(-2 wl t).
SLOPE = "2*m**2*r**2*(1 + abar**2*t**2)*exp(-2*wl*t)"
TOTAL = "m**2*(1/wl + abar**2/(2*wl**3))*r**2"
LEFT = "m**2*r**2*exp(-2*wl*T)*(1/wl + abar**2*(T**2/wl + T/wl**2 + 1/(2*wl**3)))"
INTEGRATED = [
    Have(f"forall(t, nonnegative, diff(F[t], t) <= {SLOPE})", name="slope", by=[
        Take("t"), Use("distance.1", at=["t"], premises=[[Use("given")]], name="now"), Use("equal", at=["t"], premises=[[Use("given")]], name="same"),
        Use("terms", at=["t"], premises=[[Use("given")]], name="each"),
        Use("sums", at=[("x[i]*exp(-y[i]*t)", "i"), ("a[i]*exp(-w[i]*t)", "i"), SIZE, "m"], name="all", premises=[[Use("each")]]),
        Have("forall(s, real, forall(u, real, forall(v, real, forall(d, real, forall(e, real, implies(-m*(r*(1 + abar*t)*e) <= s - u and s - u <= m*(r*(1 + abar*t)*e)"
             " and u == v and d == (s - v)**2, d <= 2*m**2*r**2*(1 + abar**2*t**2)*e**2))))))", name="squared", by=[
            Take("s", "u", "v", "d", "e"), Have("m*(r*(1 + abar*t)*e) + (s - u) >= 0", name="low"),
            Have("m*(r*(1 + abar*t)*e) - (s - u) >= 0", name="high"),
            Order(positive=[Square(facts=["low", "high"]), Square(root="m*r*(1 - abar*t)*e")], terms=[("given1.3", "-1", "1"), ("given1.2", "-(s - u) - (s - v)", "1")])]),
        Have("exp(-wl*t)**2 == exp(-2*wl*t)", name="power"),
        Use("squared", at=["Sum(x[i]*exp(-y[i]*t), (i, 0, m-1))", "Sum(a[i]*exp(-w[i]*t), (i, 0, m-1))", "Sum(A[j]*exp(-W[j]*t), (j, 0, n-1))", "diff(F[t], t)", "exp(-wl*t)"],
            name="bounded", premises=[[Split([[], [], [], []])]]), Rewritten("bounded", ["power"], forwards=True)]),
    Have("forall(u, real, forall(v, real, implies(u == 0 and v == 0, u <= v)))", name="both nothing", by=[Take("u", "v")]),
    Have("forall(u, real, forall(v, real, forall(z, real, implies(u <= v - z and z >= 0, u <= v))))", name="less", by=[Take("u", "v", "z")]),
    Take("T"), Have(f"F[T] <= {TOTAL} - {LEFT}", name="so far", by=[Ladder("T", "0", time="t", slope=[
        Use("slope", at=["t"], premises=[[]], name="now"), Numbers(using=["now", "wl"])],
        base=[Have(f"{TOTAL} - {LEFT.replace('T', '0')} == 0", name="nothing"),
              Use("both nothing", at=["F[0]", f"{TOTAL} - {LEFT.replace('T', '0')}"], premises=[[Split([[Use("distance.0")], [Use("nothing")]])]])])]),
    Have(f"{LEFT} >= 0", name="rest"),
    Use("less", at=["F[T]", TOTAL, LEFT], premises=[[Split([[Use("so far")], [Use("rest")]])]]),
]


@paper.remark("near-minimisers", "How near a start is to the exponential sum", where="Appendix C.3, Remark C.4", provenance="derived")
def near(item):
    item.printed("(not in the paper) If rhohat(.; theta_0) = rhobar, all rates are at least w, |a_i| <= abar and each parameter of theta is within r of "
                 "that of theta_0, then |rhohat(.; theta) - rhobar|^2 <= m^2 (1/w + abar^2/(2 w^3)) r^2.")  # fmt: skip
    item.let(m="positive integer", n="positive integer", a="real sequence", w="real sequence", A="real sequence", W="real sequence",
             x="real sequence", y="real sequence", F="real curve", wl="positive", abar="nonnegative", r="nonnegative")  # fmt: skip
    item.suppose("equal", FUNCTIONS)
    item.suppose("rates", "forall(i, integer[0, m-1], w[i] >= wl and y[i] >= wl)")
    item.suppose("amplitudes", "forall(i, integer[0, m-1], Abs(a[i]) <= abar)")
    item.suppose("near", "forall(i, integer[0, m-1], Abs(x[i] - a[i]) <= r and Abs(y[i] - w[i]) <= r)")
    item.suppose("distance", DISTANCE)
    item.conclude("forall(T, nonnegative, F[T] <= m**2*(1/wl + abar**2/(2*wl**3))*r**2)", expected="proved", argument=[*CLOSE, *SUMS, *INTEGRATED],
                  example={"m": 1, "n": 1, "a": 1, "w": 1, "A": 1, "W": 1, "x": 1, "y": 1, "F": 0, "wl": 1, "abar": 1, "r": 0})  # fmt: skip
    one = {"m": 1, "n": 1, "a": 1, "w": 1, "A": 1, "W": 1, "x": 1, "y": 1, "F": 0, "wl": 1, "abar": 1, "r": 0}
    item.without("equal", counterexample={**one, "A": 0, "F": "(1 - exp(-2*t))/2"})
    item.without("rates", counterexample={**one, "x": 2, "wl": 10, "r": 1, "F": "(1 - exp(-2*t))/2"})
    item.without("amplitudes", counterexample={
        **one, "a": 10, "A": 10, "x": 10, "y": 2, "abar": 0, "r": 1, "F": "100*((1 - exp(-4*t))/4 - 2*(1 - exp(-3*t))/3 + (1 - exp(-2*t))/2)"})
    item.without("near", counterexample={**one, "x": 2, "F": "(1 - exp(-2*t))/2"})
    item.without("distance", counterexample={**one, "F": 1})
    item.note("F(T) is the integral of (rhohat(t; theta) - rhobar(t))^2 from 0 to T, for theta = (x, y) and theta_0 = (a, w); the bound is the same for all T, so it is one "
              "of the square of the norm in L^2[0, oo). Each neuron's part moves by at most r (1 + abar t) e^(-w t).")  # fmt: skip


#: Starts within r of (a, w) in the Euclidean norm: admissible rates, and at most eps from rhobar.
NEARBY = ("forall(eps, positive, exists(r, positive, forall(x, real sequence, forall(y, real sequence, implies(Sum((x[i] - a[i])**2 + (y[i] - w[i])**2, (i, 0, m-1)) <= r**2,"
          f" forall(i, integer[0, m-1], y[i] > 0) and forall(F, real curve, implies({DISTANCE}, forall(T, nonnegative, F[T] <= eps))))))))")  # fmt: skip
NEAR = [
    Have("forall(u, positive, forall(v, positive, exists(z, real, z > 0 and z <= u and 2*z <= v)))", name="smaller", by=[
        Take("u", "v"), Cases("u <= v/2", name="order", yes=[Witness("u"), Split([[Use("given1")], [], []])], no=[
            Witness("v/2"), Split([[], [], []])])]),
    Have("exists(wl, positive, forall(i, integer[0, m-1], w[i] >= 2*wl))", name="there is wl", by=[
        Have("forall(k, integer[0, m], exists(wl, positive, forall(i, integer[0, k-1], w[i] >= 2*wl)))", name="least", by=[Induct("k", base=[Witness("1")], step=[
            Obtain("IH", "c", label="c"), Use("positive", at=["k"], name="new"), Use("smaller", at=["c", "w[k]"], premises=[[Use("c.0")], [Use("new")]], name="there is z"),
            Obtain("there is z", "z", label="z"), Have("w[k] >= 2*z", name="top"), Witness("z"), Split([[], [
                Take("i"), Cases("i <= k-1", name="old", yes=[Use("c.1", at=["i"], name="now")], no=[
                    Have("i == k", name="last"), Rewritten("top", ["last"])])]])])]),
        Use("least", at=["m"])]),
    Obtain("there is wl", "wl", label="wl"),
    Have("exists(abar, nonnegative, forall(i, integer[0, m-1], Abs(a[i]) <= abar))", name="there is abar", by=[
        Have("forall(u, nonnegative, forall(v, real, exists(z, real, z >= 0 and u <= z and Abs(v) <= z)))", name="larger", by=[Take("u", "v"), Witness("u + Abs(v)"), Split([
            [], [], []])]),
        Have("forall(k, integer[0, m], exists(abar, nonnegative, forall(i, integer[0, k-1], Abs(a[i]) <= abar)))", name="largest", by=[Induct("k", base=[Witness("0")], step=[
            Obtain("IH", "c", label="c"), Use("larger", at=["c", "a[k]"], premises=[[Use("c.0")]], name="there is z"), Obtain("there is z", "z", label="z"), Witness("z"), Split([[], [
                Take("i"), Cases("i <= k-1", name="old", yes=[Use("c.1", at=["i"], name="now")], no=[
                    Have("i == k", name="last"), Rewritten("z.2", ["last"])])]])])]),
        Use("largest", at=["m"])]),
    Obtain("there is abar", "abar", label="abar"),
    Take("eps"), Set("C", "m**2*(1/wl + abar**2/(2*wl**3))"),
    Have("C > 0", name="C positive", by=[Have("m >= 1", name="some"), Have("m**2*(1/wl + abar**2/(2*wl**3)) > 0", name="plain"), Rewritten("plain", ["C"])]),
    *positive_ratio("q", "eps", "C", ["given1", "C positive"]),
    Have("exists(r, real, r > 0 and r <= wl and C*r**2 <= eps)", name="there is r", by=[
        Use("smaller", at=["wl", "1"], premises=[[Use("wl.0")], []], name="one"), Obtain("one", "z1", label="z1"),
        Use("smaller", at=["z1", "q"], premises=[[Use("z1.0")], [Use("q.0")]], name="two"), Obtain("two", "z", label="z"),
        Have("1 - z >= 0 and wl - z >= 0 and q - 2*z >= 0", name="gaps", by=[Split([
            [],
            [], []])]),
        Witness("z"), Split([[], [], [Order(positive=[
            Square(facts=["gaps.0", "z.0", "C positive"]), Square(facts=["gaps.2", "C positive"], weight="1/2"), Square(facts=["q.0", "C positive"], weight="1/2")], terms=[("q.1", "-1", "1")])]])]),
    Obtain("there is r", "r", label="r"), Witness("r"), Split([[], [
        Take("x", "y"),
        Have("forall(f, real sequence, forall(k, nonnegative integer, implies(forall(i, nonnegative integer, f[i] >= 0), Sum(f[i], (i, 0, k-1)) >= 0"
             " and forall(i, integer[0, k-1], f[i] <= Sum(f[i], (i, 0, k-1))))))", name="summands", by=[Take("f"), Induct("k", base=[Take(), Split([[], [Take("i")]])], step=[
                 Take(), Use("IH", premises=[[Use("given3")]], name="before"), Use("given3", at=["k"], name="last"), Split([
                     [], [Take("i"), Cases("i <= k-1", name="old", yes=[
                         Use("before.1", at=["i"], name="now"), Order(positive=[Square(facts=["now"]), Square(facts=["last"])])], no=[
                         Have("i == k", name="new"), Set("s", "Sum(f[i], (i, 0, k))"), Have("f[k] <= s", name="top", by=[Order(positive=[Square(facts=["before.0"])], terms=[("s", "1", "1")])]),
                         Rewritten("top", ["new"], name="first")])]])])]),
        Use("summands", at=[("(x[i] - a[i])**2 + (y[i] - w[i])**2", "i"), "m"], premises=[[Take("i")]], name="parts"),
        Have("forall(i, integer[0, m-1], Abs(x[i] - a[i]) <= r and Abs(y[i] - w[i]) <= r)", name="close", by=[
            Take("i"), Use("parts.1", at=["i"], name="part"),
            Have("(x[i] - a[i])**2 <= r**2", name="one", by=[Order(positive=[Square(facts=["part"]), Square(facts=["given2"]), Square(root="y[i] - w[i]")])]),
            Have("(y[i] - w[i])**2 <= r**2", name="other"),
            Split([[], []])]),
        Have("forall(i, integer[0, m-1], w[i] >= wl and y[i] >= wl)", name="rates", by=[
            Take("i"), Use("close", at=["i"], name="moved"), Use("wl.1", at=["i"], name="old"), Split([
                [], []])]),
        Split([[Take("i"), Use("rates", at=["i"], name="rate")], [
            Take("F", "T"), Use("cited:near-minimisers", at=["m", "n", ("a[t]", "t"), ("w[t]", "t"), ("A[t]", "t"), ("W[t]", "t"), ("x[t]", "t"), ("y[t]", "t"), ("F[t]", "t"), "wl", "abar", "r"],
                name="bound", premises=[[Split([
                    [Use("wl.0")], [Use("abar.0")], [], [Use("given")], [Use("rates")], [Use("abar.1")], [Use("close")], [Use("given3")]])]]),
            Use("bound", at=["T"], name="now"), Have("m**2*(1/wl + abar**2/(2*wl**3))*r**2 == C*r**2", name="constant"),
            Rewritten("now", ["constant"], name="here", forwards=True)]])]]),
]  # fmt: skip


@paper.remark("rem-C.4", "Which starts are meant", where="Appendix C.3, Remark C.4", provenance="recalled")
def starts(item):
    item.printed("rhohat(.; theta_0) = rhobar iff theta_0 lies in the union of the M*_P: m* ! S(m, m*) spaces of dimension m - m* without null "
                 "blocks, uncountably many with them; starts near them qualify as well.")  # fmt: skip
    item.let(n="positive integer", m="integer[n, oo]", a="real sequence", w="real sequence", A="real sequence", W="real sequence")
    item.define("sums := Sum(A[j]*basis(n, j), (j, 0, n-1))", "rates := Sum(W[j]*basis(n, j), (j, 0, n-1))")
    for name, formula in MINIMISERS.items():
        if name != "wide":
            item.suppose(name, formula)
    item.conclude(f"implies({FUNCTIONS}, {SPACES}) and implies({SPACES}, {FUNCTIONS}) and implies({FUNCTIONS}, {NEARBY}) and {how_many_spaces('sums', 'rates')}",
                  because=["lem-C.3", "rem-C.2", "near-minimisers"], argument=[
        Use("cited:lem-C.3", at=["m", "n", ("a[t]", "t"), ("w[t]", "t"), ("A[t]", "t"), ("W[t]", "t")], name="union", premises=[[Split([
            [], [Use("positive")], [Use("target positive")], [Use("target distinct")], [Use("amplitudes")]])]]),
        Have("forall(j, integer[0, n-1], rates[j, 0] == W[j])", name="entries", by=[Take("j")]),
        Use("cited:rem-C.2", at=["n", "m", "sums", "rates"], name="counts", premises=[[Split([[
            Take("j"), Use("entries", at=["j"], name="entry"), Use("target positive", at=["j"], name="rate"), Rewritten("rate", ["entry"])], [
            Take("j", "k"), Use("entries", at=["j"], name="one"), Use("entries", at=["k"], name="other"), Use("target distinct", at=["j", "k"], premises=[[]], name="apart"),
            Negate("same"), Contradict("apart", [])]])]]),
        Split([
            *([Take(), Use(f"union.{i}", premises=[[Use("given")]])] for i in (0, 1)), [Take(), *NEAR],
            [Use("counts.0")], [Take(), Use("counts.1", premises=[[Use("given")]])], [Use("counts.2")]])], expected="proved", example={"m": 1, "n": 1, "a": 1, "w": 1, "A": 1, "W": 1})  # fmt: skip
    one = {"m": 2, "n": 1, "a": 1, "w": 1, "A": 1, "W": 1}
    item.without("positive", counterexample={**one, "a": "1 - t", "w": "1 - 2*t"}, argument=[At({"goal": [Choose(0), *NEGATIVE_RATE]})])
    item.without("target positive", counterexample={**one, "W": 0}, argument=[At({"goal": [
        Choose(5), Witness("2"), Witness("eye(2)"), Split([[], [Choose(1), Witness("zeros(2, 1)", index="r"), Take("V"),
            Cases("V[0, 0] == 0", name="none", yes=[Choose(1), Witness("0"), Numbers(using=["none"])], no=[
                Choose(0), Witness("0"), Negate("same"), Contradict("none", [Linear(terms=[("same", "1", "1")])])])]])]})])  # fmt: skip
    item.without("target distinct", counterexample={**one, "n": 2}, argument=[At({"goal": [Choose(0), *EQUAL_RATES]})])
    item.without("amplitudes", counterexample=AMPLITUDES, argument=[At({"goal": [Choose(0), *NO_NEURON]})])
    item.note("The first sentence is Lemma C.3: theta_0 = (a, w). The numbers are Remark C.2: sums and rates are the vectors of the amplitudes and rates of the target. The "
              "last sentence: for each eps > 0 every theta = (x, y) within r of theta_0 has positive rates, and |rhohat(.; theta) - rhobar|^2 <= eps in L^2[0, oo) (F(T) is "
              "the integral up to T); near-minimisers has an r. Which eps Theorems 5.1 and C.1 ask for is their hypothesis 'close'.")  # fmt: skip
