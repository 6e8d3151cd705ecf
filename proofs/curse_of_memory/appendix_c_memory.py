"""Appendix C.2 (1): Lemma C.1, what exponential weights see of a memory at 1/omega; Lemma C.2, exponentials are independent."""

from verifier.language.script import (
    Cases,
    Have,
    Ladder,
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
from verifier.library.short_names import POWERS

from . import paper

#: F is a primitive of t^n e^(-w t) q(t), q(t) = |rho_0(t - 1/omega)|, and H, G are those for another rate and for q = 1.
PRIMITIVES = {
    "F": "F[0] == 0 and forall(t, [0, oo), diff(F[t], t) == t**n*exp(-w*t)*q[t])",
    "H": "H[0] == 0 and forall(t, [0, oo), diff(H[t], t) == t**n*exp(-z*t)*q[t])",
    "G": "G[0] == 0 and forall(t, [0, oo), diff(G[t], t) == t**n*exp(-w*t))",
}
SIZE = "forall(t, [0, oo), 0 <= q[t] and q[t] <= B)"
EARLY = "forall(t, [0, S), q[t] <= e)"
INSIDE = []
#: A smaller rate gives a larger integral.
FALLS = [
    Take("T"),
    Ladder("T", "0", time="r", slope=[
        Use("F.1", at=["r"], premises=[INSIDE], name="f"), Use("H.1", at=["r"], premises=[INSIDE], name="h"),
        Use("size", at=["r"], premises=[INSIDE], name="q now"),
        Have("exp(-z*r) <= exp(-w*r)", name="order"),
        Have("r**n >= 0", name="power"),
        Have("r**n*q[r] >= 0", name="weight"),
        Have("(r**n*q[r])*exp(-z*r) <= (r**n*q[r])*exp(-w*r)", name="product"),
    ]),
]
#: Before S the integrand is at most e t^n e^(-w t), afterwards at most B t^n e^(-w t).
BOUND = [
    Have("forall(T, [0, S], F[T] <= e*G[T])", name="early part", by=[Take("T"), Ladder("T", "0", time="r", slope=[
        Use("F.1", at=["r"], premises=[INSIDE], name="f"), Use("G.1", at=["r"], premises=[INSIDE], name="g"),
        Use("early", at=["r"], premises=[[]], name="q now"),
        Have("r**n*exp(-w*r) >= 0", name="weight"),
        Have("(r**n*exp(-w*r))*q[r] <= (r**n*exp(-w*r))*e", name="product"),
    ])]),
    Take("T"),
    Use("early part", at=["S"], premises=[[]], name="at S"),
    Have("F[T] - B*G[T] <= F[S] - B*G[S]", name="late part", by=[Ladder("T", "S", time="r", slope=[
        Use("F.1", at=["r"], premises=[[]], name="f"),
        Use("G.1", at=["r"], premises=[[]], name="g"),
        Use("size", at=["r"], premises=[[]], name="q now"),
        Have("r**n*exp(-w*r) >= 0", name="weight"),
        Have("(r**n*exp(-w*r))*q[r] <= (r**n*exp(-w*r))*B", name="product"),
    ])]),
]


NOTHING = {"n": 0, "w": 1, "z": 1, "B": 0, "e": 0, "S": 0, "q": 0, "F": 0, "H": 0, "G": "1 - exp(-t)"}


@paper.remark("lem-C.1-parts", "Up to a time and after it", where="Appendix C.2, Lemma C.1, Eq. (84)", provenance="derived")
def memory_lemma(item):
    item.printed("(not in the paper) If q = |rho_0(. - 1/omega)| is at most B, and at most e before S: int_0^T t^n e^(-w t) q is at most e int_0^S t^n e^(-w t) + B int_S^T t^n e^(-w t) "
                 "for T >= S, and falls where w rises.")  # fmt: skip
    item.let(n="nonnegative integer", w="positive", z="positive", B="nonnegative", e="nonnegative", S="nonnegative",
             q="real curve", F="real curve", H="real curve", G="real curve")  # fmt: skip
    for name, formula in PRIMITIVES.items():
        item.suppose(name, formula)
    item.suppose("size", SIZE)
    item.suppose("early", EARLY)
    item.suppose("slower", "w <= z")
    item.conclude("forall(T, nonnegative, H[T] <= F[T]) and forall(T, [S, oo), F[T] <= e*G[S] + B*(G[T] - G[S]))",
                  argument=[Split([FALLS, BOUND])], expected="proved", example=NOTHING)  # fmt: skip
    for name, point in {"F": {"F": 1}, "H": {"H": 1}, "G": {"B": 1, "G": "-t"}, "size": {"q": 1, "F": "1 - exp(-t)", "H": "1 - exp(-t)"}}.items():
        item.without(name, counterexample={**NOTHING, **point})
    item.note("For every differentiable q(t) = |rho_0(t - 1/omega)| with q <= B that is at most e before S; the integrals up to T are "
              "the primitives F (rate w), H (rate z >= w) and G (q = 1). As T -> oo, G[T] -> n!/w^(n+1), so Delta <= e n!/w^(n+1) + "
              "B (n!/w^(n+1) - G[S]); with S = 1/omega - s, omega -> 0, and then s -> oo, both parts vanish: that is (ii). Lemma C.1 itself is lem-C.1.")  # fmt: skip
    item.step("square", "forall(b, positive, forall(u, real, forall(t, real, -w*t - b**2*(t - u)**2"
              " == -w*u + w**2/(4*b**2) - b**2*(t - u + w/(2*b**2))**2)))", says="complete the square", because=["definitions"])  # fmt: skip
    item.leads_to("prop-C.1", "prop-C.2", "prop-C.3")


MIDDLE = "(r - u + mu)"
FACTS = [
    POWERS,
    Have("forall(x1, real, forall(x2, real, forall(x3, real, exp(x1)*exp(x2)*exp(x3) == exp(x1 + x2 + x3))))", name="one exponential",
         by=[Take("x1", "x2", "x3")]),
    Have("forall(x1, real, forall(x2, real, forall(x3, real, forall(x4, real, implies(x1 == x3 and x2 == x4 and x3 <= x4, x1 <= x2)))))",
         name="ordered", by=[Take("x1", "x2", "x3", "x4")]),
    Have("forall(r, nonnegative, r**n <= u**n*exp(n*Abs(r - u)))", name="growth", by=[
        Take("r"),
        Have("r <= u*exp(Abs(r - u))", name="one", by=[
            Have("1 + Abs(r - u) <= exp(Abs(r - u))", name="e", by=[Numbers(using=[])]),
            Have("r <= u*(1 + Abs(r - u))", name="r")]),
        Use("powers", at=["n", "r", "u*exp(Abs(r - u))"], name="power",
            premises=[[Split([[], []])]]),
        Have("(u*exp(Abs(r - u)))**n == u**n*exp(n*Abs(r - u))", name="product")]),
    Have(f"forall(r, real, forall(h, real, implies(h**2 == (r - u)**2, exp(n*h)*exp(-2*b**2*(r - u)**2)*exp(-w*r)"
         f" <= exp(b**2*nu**2)*exp(b**2*mu**2 - w*u)*exp(-(b*{MIDDLE})**2))))", name="weights", by=[
        Take("r", "h"),
        Have(f"n*h - 2*b**2*(r - u)**2 - w*r <= b**2*nu**2 + (b**2*mu**2 - w*u) - (b*{MIDDLE})**2", name="sum", by=[
            Order(positive=[Square(root="b*nu - b*h")], terms=[("given", "-b**2", "1"), ("nu", "-h", "1"), ("mu", "r - u", "1")])]),
        Use("one exponential", at=["n*h", "-2*b**2*(r - u)**2", "-w*r"], name="left"),
        Use("one exponential", at=["b**2*nu**2", "b**2*mu**2 - w*u", f"-(b*{MIDDLE})**2"], name="right"),
        Have(f"exp(n*h + -2*b**2*(r - u)**2 + -w*r) <= exp(b**2*nu**2 + (b**2*mu**2 - w*u) + -(b*{MIDDLE})**2)",
             name="plain"),
        Use("ordered", at=["exp(n*h)*exp(-2*b**2*(r - u)**2)*exp(-w*r)",
                           f"exp(b**2*nu**2)*exp(b**2*mu**2 - w*u)*exp(-(b*{MIDDLE})**2)",
                           "exp(n*h + -2*b**2*(r - u)**2 + -w*r)",
                           f"exp(b**2*nu**2 + (b**2*mu**2 - w*u) + -(b*{MIDDLE})**2)"], premises=[[]])]),
]
#: k6 = u^n, k4 = e^(b^2 nu^2) e^(b^2 mu^2 - w u)
FRONT = [
    Set("k4", "exp(b**2*nu**2)*exp(b**2*mu**2 - w*u)"), Set("k6", "u**n"),
    Have("k4 > 0", name="k4 positive"), Have("k6 > 0", name="k6 positive"),
]
#: The primitive of the enveloping Gaussian, with the middle u - w/(2 b^2).
ENVELOPE = "level*sqrt(pi)/(2*b)*(erf(b*({} - u + mu)) + 1)"
LEFT = "exp(n*Abs(r - u))*exp(-2*b**2*(r - u)**2)*exp(-w*r)"
RIGHT = f"exp(b**2*nu**2)*exp(b**2*mu**2 - w*u)*exp(-(b*{MIDDLE})**2)"
SLOPE = [
    Use("F.1", at=["r"], premises=[INSIDE], name="f"), Use("tail", at=["r"], premises=[INSIDE], name="q now"),
    Use("growth", at=["r"], premises=[INSIDE], name="power"),
    Use("weights", at=["r", "Abs(r - u)"], premises=[[]], name="exponents"),
    Set("k1", "exp(n*Abs(r - u))"), Set("k2", "exp(-2*b**2*(r - u)**2)"), Set("k3", "exp(-w*r)"),
    Set("k5", f"exp(-(b*{MIDDLE})**2)"),
    Set("k7", "r**n"),
    Have("k1 > 0 and k2 > 0 and k3 > 0 and k5 > 0 and k7 >= 0", name="signs", by=[Split([
        [], [], [], [],
        []])]),
    Have(f"k1*k2*k3 == {LEFT}", name="e1"),
    Have(f"k4*k5 == {RIGHT}", name="e2"),
    Use("ordered", at=["k1*k2*k3", "k4*k5", LEFT, RIGHT], premises=[[]], name="e"),
    Have("k7 <= k6*k1", name="p", by=[Numbers(using=["power", "k1", "k6", "k7"])]),
    Have("q(r) <= c*k2", name="t"),
    Have("diff(F[r], r) <= k7*k3*q(r)", name="rate", by=[Numbers(using=["f", "k7", "k3"])]),
    Have("k7*k3*q(r) <= level*k5", name="bound", by=[Order(terms=[("level", "k5", "1")], positive=[
        Square(facts=["signs.4", "signs.2", "t"]), Square(facts=["signs.2", "c.positive", "signs.1", "p"]),
        Square(facts=["k6 positive", "c.positive", "e"])])]),
    Have("diff(F[r], r) <= level*k5", name="in all"),
    Have(f"level*sqrt(pi)/(2*b)*(2*exp(-(b*{MIDDLE})**2)/sqrt(pi)*(b*(1 - 0 + 0)) + 0) == level*k5", name="slope", by=[
        Have("forall(x1, real, forall(x2, real, level*sqrt(pi)/(2*b)*(2*x1/sqrt(pi)*(b*(1 - 0 + 0)) + 0) == level*x1))", name="any", by=[
            Take("x1", "x2")]),
        Use("any", at=[f"exp(-(b*{MIDDLE})**2)", "0"], name="now"),
        Have("forall(x1, real, forall(x2, real, forall(x3, real, implies(x3 == x2 and x1 == level*x2, x1 == level*x3))))", name="swap",
             by=[Take("x1", "x2", "x3")]),
        Use("swap", at=[f"level*sqrt(pi)/(2*b)*(2*exp(-(b*{MIDDLE})**2)/sqrt(pi)*(b*(1 - 0 + 0)) + 0)",
                        f"exp(-(b*{MIDDLE})**2)", "k5"], premises=[[]])]),
    Use("ordered", at=["diff(F[r], r)", f"level*sqrt(pi)/(2*b)*(2*exp(-(b*{MIDDLE})**2)/sqrt(pi)*(b*(1 - 0 + 0)) + 0)",
                       "diff(F[r], r)", "level*k5"], premises=[[Split([[], [], []])]], name="less"),
    Have("forall(x1, real, forall(x2, real, implies(x1 <= x2, 0 <= x2 - x1)))", name="gap", by=[Take("x1", "x2")]),
    Use("gap", at=["diff(F[r], r)", f"level*sqrt(pi)/(2*b)*(2*exp(-(b*{MIDDLE})**2)/sqrt(pi)*(b*(1 - 0 + 0)) + 0)"], premises=[[]]),
]


@paper.remark("lem-C.1-explicit", "A sub-Gaussian memory, with constants", where="Appendix C.2, Lemma C.1 (iii), Eqs. (81), (83)",
              provenance="recalled")  # fmt: skip
def sub_gaussian(item):
    item.printed("If rho_0 is sub-Gaussian, Delta_(n,omega)(w) is at most a constant times omega^(-n) e^(-w/omega), for omega small.")
    item.let(n="nonnegative integer", w="positive", b="positive", c="positive", u="[1, oo)", Q="real curve", F="real curve")
    item.define("q(t) := diff(Q[t], t)")
    item.suppose("F", PRIMITIVES["F"].replace("q[t]", "q(t)").replace("t) ==", "t) <="))
    item.let(mu="positive", nu="nonnegative")
    item.suppose("mu", "w == 2*b**2*mu")
    item.suppose("nu", "n == 2*b**2*nu")
    item.suppose("tail", "forall(t, [0, oo), q(t) <= c*exp(-2*b**2*(t - u)**2))")
    item.conclude("forall(T, nonnegative, F[T] <= c*sqrt(pi)/b*(exp(b**2*nu**2)*exp(b**2*mu**2 - w*u))*u**n)", expected="proved",
        argument=[
            *FACTS,
            *FRONT, Set("level", "k6*c*k4"),
            Have("level > 0", name="level positive", by=[
                Order(positive=[Square(facts=["k6 positive", "c.positive", "k4 positive"])], terms=[("level", "1", "1")])]),
            Have("forall(x, real, -1 <= erf(x) and erf(x) <= 1)", name="erf", by=[Take("x"), Split([[], []])]),
            Take("T"),
            Have(f"F[T] <= {ENVELOPE.format('T')}", name="now", by=[Ladder("T", "0", time="r", slope=SLOPE, base=[
                Use("erf", at=["b*(0 - u + mu)"], name="above"),
                Have("level*sqrt(pi)/(2*b) >= 0", name="front"),
                Have(f"{ENVELOPE.format('0')} >= 0", name="product")])]),
            Use("erf", at=["b*(T - u + mu)"], name="below"),
            Have(f"{ENVELOPE.format('T')} <= level*sqrt(pi)/b", name="total"),
            Have("level*sqrt(pi)/b == c*sqrt(pi)/b*(exp(b**2*nu**2)*exp(b**2*mu**2 - w*u))*u**n", name="constant"),
        ], example={"n": 0, "nu": 0, "w": 2, "mu": 1, "b": 1, "c": 1, "u": 1, "Q": 0, "F": "-t"})  # fmt: skip
    item.note("For every n and w, with u = 1/omega >= 1 and a continuous q(t) = Q'(t) = |rho_0(t - u)| <= c e^(-2 b^2 (t - u)^2); a bounded rho_0 with a "
              "sub-Gaussian tail beyond t_0 satisfies this with a larger c. F is at most the integral up to T; T -> oo keeps the bound. The bound "
              "is C u^n e^(-w u) with C = c sqrt(pi)/b e^((n^2 + w^2)/(4 b^2)), mu = w/(2 b^2), nu = n/(2 b^2), which depends on n, w, b, c only.")  # fmt: skip


SUB_GAUSSIAN = "forall(t, real, 0 <= diff(Q[t], t) and diff(Q[t], t) <= B and implies(Abs(t) >= t0, diff(Q[t], t) <= c0*exp(-c1*t**2)))"
SEEN_BY = "F[0] == 0 and forall(t, [0, oo), diff(F[t], t) == t**n*exp(-w*t)*diff(Q[r], (r, t - u)))"


def explicit(b, c, mu, nu, u, tail):
    """lem-C.1-explicit at the memory q(t - u), with the tail about `u`."""
    return Use("cited:lem-C.1-explicit", at=["n", "w", b, c, u, ("Q[t - u]", "t"), ("F[t]", "t"), mu, nu], name="bound", premises=[[Split([
        [], [Use(f"{b}.0")], [], [],
        [Use(f"{mu}.0")], [Use(f"{nu}.0")], [Split([[Use("given2.0")], [Take("t"), Use("given2.1", at=["t"], premises=[[Use("given4")]], name="seen")]])], [Use(f"{mu}.1")], [Use(f"{nu}.1")], tail])]])


def scales(b, mu, nu, square):
    """b with 2 b^2 = square, mu = w/(2 b^2), nu = n/(2 b^2)."""
    return [
        Have(f"exists({b}, real, {b} > 0 and 2*{b}**2 == {square})", name=f"there is {b}", by=[Witness(f"sqrt({square}/2)"), Split([[], []])]),
        Obtain(f"there is {b}", b, label=b),
        Have(f"exists({mu}, real, {mu} > 0 and w == 2*{b}**2*{mu})", name=f"there is {mu}", by=[Witness(f"w/({square})"), Split([[], []])]), Obtain(f"there is {mu}", mu, label=mu),
        Have(f"exists({nu}, real, {nu} >= 0 and n == 2*{b}**2*{nu})", name=f"there is {nu}", by=[Witness(f"n/({square})"), Split([[], []])]), Obtain(f"there is {nu}", nu, label=nu),
    ]


@paper.remark("lem-C.1-order", "The order of what is seen of a sub-Gaussian memory", where="Appendix C.2, Lemma C.1 (iii), Eqs. (81), (83)", provenance="recalled")
def order(item):
    item.printed("If rho_0 is sub-Gaussian, |rho_0(t)| <= c_0 e^(-c_1 t^2) for |t| >= t_0, then Delta_(n,omega)(w) <~ omega^(-n) e^(-w/omega) for omega t_0 < 1.")
    item.let(n="nonnegative integer", w="positive", B="nonnegative", c0="positive", c1="positive", t0="positive")
    item.conclude(f"exists(K, positive, forall(Q, real curve, implies({SUB_GAUSSIAN}, forall(u, (t0, oo), forall(F, real curve, implies({SEEN_BY},"
                  " forall(T, nonnegative, F[T] <= K*u**n*exp(-w*u))))))))", because=["lem-C.1-explicit"], expected="proved", argument=[
        POWERS, Have("forall(xx, real, forall(yy, real, forall(zz, real, implies(xx <= yy + zz, exp(xx) <= exp(yy)*exp(zz)))))", name="products", by=[
            Take("xx", "yy", "zz"), Have("exp(xx) <= exp(yy + zz)", name="rises"),
            Have("exp(yy + zz) == exp(yy)*exp(zz)", name="law"), Rewritten("rises", ["law"], name="done", forwards=True), Use("done")]),
        *scales("b", "mu", "nu", "c1"), *scales("b2", "mu2", "nu2", "c1/2"),
        Set("E", "exp(c1*t0**2)"), Set("c", "c0 + B*E"), Have("E > 0", name="E sign"), Have("c > 0", name="c sign"),
        Set("c2", "c*exp(c1)"), Have("c*exp(c1) > 0", name="plain c2"), Rewritten("plain c2", ["c2"], name="c2 sign"),
        Set("K1", "c*sqrt(pi)/b*(exp(b**2*nu**2)*exp(b**2*mu**2))"), Have("c*sqrt(pi)/b*(exp(b**2*nu**2)*exp(b**2*mu**2)) > 0", name="plain K1"), Rewritten("plain K1", ["K1"], name="K1 sign"),
        Set("K2", "c2*sqrt(pi)/b2*(exp(b2**2*nu2**2)*exp(b2**2*mu2**2 - w))"), Have("c2*sqrt(pi)/b2*(exp(b2**2*nu2**2)*exp(b2**2*mu2**2 - w)) > 0", name="plain K2"), Rewritten("plain K2", ["K2"], name="K2 sign"),
        Set("t1", "Min(1, t0)"), Have("t1 > 0 and t1 <= 1 and t1 <= t0", name="t1 in", by=[Split([[], [], []])]),
        Set("p", "t1**n"), Have("t1**n > 0", name="plain p"), Rewritten("plain p", ["p"], name="p sign"),
        *positive_ratio("K3", "K2*exp(w)", "p", ["K2 sign", "p sign"]),
        Witness("K1 + K3"), Split([[], [
            Take("Q", "u", "F", "T"),
            Have("forall(t, real, diff(Q[t], t) <= c*exp(-c1*t**2))", name="everywhere", by=[Take("t"), Use("given", at=["t"], name="now"),
                Set("g", "exp(-c1*t**2)"), Have("g > 0", name="g sign"), Have("B*E*g >= 0", name="tail"),
                Have("diff(Q[t], t) <= (c0 + B*E)*g", name="both", by=[Cases("Abs(t) >= t0", name="far", yes=[
                    Use("now.2", premises=[[Use("far")]], name="low")], no=[
                    Have("E*g >= 1", name="one", by=[Have("t**2 <= t0**2", name="near"),
                        Use("products", at=["0", "c1*t0**2", "-c1*t**2"], premises=[[]], name="plain"), Rewritten("plain", ["E", "g"], name="letters"), Have("exp(0) == 1", name="start")])])]),
                Numbers(using=["both", "c", "g"])]),
            Have("forall(xx, real, forall(kk, real, implies(kk <= K1 + K3, implies(xx <= kk*u**n*exp(-w*u), xx <= (K1 + K3)*u**n*exp(-w*u)))))", name="enough", by=[
                Take("xx", "kk"), Have("u > 0", name="u sign"), Set("x", "u**n"), Set("h", "exp(-w*u)"),
                Have("u**n > 0", name="plain"), Have("x > 0 and h > 0", name="signs", by=[Split([[], []])]),
                Rewritten("given5", ["x", "h"], name="in letters"), Have("xx <= (K1 + K3)*x*h", name="more", by=[Order(positive=[
                    Square(facts=["in letters"]), Square(facts=["given4", "signs.0", "signs.1"])])]),
                Rewritten("more", ["x", "h"], name="written", forwards=True), Use("written")]),
            Cases("u >= 1", name="large", yes=[
                explicit("b", "c", "mu", "nu", "u", [Take("t"), Use("everywhere", at=["t - u"], name="now"), Have("-2*b**2*(t - u)**2 == -c1*(t - u)**2", name="same"),
                                                 Rewritten("now", ["same"], name="moved")]),
                Use("bound", at=["T"], premises=[[Use("given3")]], name="now"),
                Have("c*sqrt(pi)/b*(exp(b**2*nu**2)*exp(b**2*mu**2 - w*u))*u**n == K1*u**n*exp(-w*u)", name="split", by=[
                    Have("exp(b**2*mu**2 - w*u) == exp(b**2*mu**2)*exp(-w*u)", name="law")]),
                Rewritten("now", ["split"], name="written", forwards=True), Use("enough", at=["F[T]", "K1"], premises=[[], [Use("written")]]),
            ], no=[
                Have("u > t0 and u < 1 and u >= t1", name="small", by=[Split([[Use("given1")], [], []])]),
                explicit("b2", "c2", "mu2", "nu2", "1", [Take("t"), Use("everywhere", at=["t - u"], name="now"),
                    Have("-c1*(t - u)**2 <= c1 - 2*b2**2*(t - 1)**2", name="sum", by=[
                        Have("(t - 1)**2 <= 2*(t - u)**2 + 2", name="moved", by=[Have("(1 - u)**2 <= 1", name="one")])]),
                    Use("products", at=["-c1*(t - u)**2", "c1", "-2*b2**2*(t - 1)**2"], premises=[[]], name="exponentials"),
                    Set("g", "exp(-c1*(t - u)**2)"), Set("h", "exp(-2*b2**2*(t - 1)**2)"), Set("e", "exp(c1)"),
                    Rewritten("exponentials", ["g", "h", "e"], name="letters"), Have("diff(Q[r], (r, t - u)) <= c*g", name="q now"),
                    Have("c2 == c*e", name="c2 e"),
                    Have("diff(Q[r], (r, t - u)) <= c2*h", name="end"),
                    Rewritten("end", ["h"], name="done", forwards=True)]),
                Use("bound", at=["T"], premises=[[Use("given3")]], name="now"),
                Have("c2*sqrt(pi)/b2*(exp(b2**2*nu2**2)*exp(b2**2*mu2**2 - w*1))*1**n == K2", name="at 1"),
                Rewritten("now", ["at 1"], name="F small", forwards=True),
                Use("powers", at=["n", "t1", "u"], premises=[[Split([[], []])]], name="power"),
                Set("h", "exp(-w*u)"), Set("e", "exp(-w)"), Set("f", "exp(w)"), Set("x", "u**n"),
                Have("e > 0 and h >= e and e*f == 1 and x >= p", name="letters", by=[Split([[], [
                    Have("exp(-w*u) >= exp(-w)", name="rises")], [], []])]),
                Have("K3*p == K2*f", name="ratio"),
                Have("F[T] <= K3*x*h", name="in letters", by=[Order(positive=[
                    Square(facts=["F small"]), Square(facts=["K3.0", "letters.3", "letters.0"]), Square(facts=["K3.0", "p sign", "letters.1"]), Square(facts=["K3.0", "letters.3", "letters.1"])],
                    terms=[("ratio", "e", "1"), ("letters.2", "K2", "1")])]),
                Rewritten("in letters", ["x", "h"], name="written", forwards=True), Use("enough", at=["F[T]", "K3"], premises=[[], [Use("written")]]),
            ]),
        ]])],
        example={"n": 0, "w": 1, "B": 0, "c0": 1, "c1": 1, "t0": 1})  # fmt: skip
    item.note("K depends on n, w, c_0, c_1, t_0 and B >= |rho_0|_oo alone, and serves every continuous |rho_0| = Q' of this kind and every u = 1/omega > t_0. For u >= 1 it is lem-C.1-explicit with "
              "2 b^2 = c_1 and c = c_0 + B e^(c_1 t_0^2); for t_0 < u < 1 it is lem-C.1-explicit at u = 1, as (t - 1)^2 <= 2 (t - u)^2 + 2.")  # fmt: skip


@paper.remark("gaussian-moments", "Absolute Gaussian moments", where="Appendix C.2, Lemma C.1 (iii), cited", provenance="recalled")
def moments(item):
    item.printed("int |s|^k e^(-c s^2) ds = c^(-(k+1)/2) Gamma((k+1)/2) over the line; half of it over s >= 0.")
    item.let(c="positive", k="nonnegative integer")
    item.conclude("integrate(s**k*exp(-c*s**2), (s, 0, oo)) == c**(-(k + 1)/2)*gamma((k + 1)/2)/2", expected="proved")
