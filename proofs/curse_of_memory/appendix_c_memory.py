"""Appendix C.2 (1): Lemma C.1, what exponential weights see of a memory at 1/omega; Lemma C.2, exponentials are independent."""

from verifier.claims.script import Have, Ladder, Numbers, Order, Split, Square, Take, Use
from verifier.theory.real_numbers import POWERS, named_number

from . import paper

#: F is a primitive of t^n e^(-w t) q(t), q(t) = |rho_0(t - 1/omega)|, and H, G are those for another rate and for q = 1.
PRIMITIVES = {
    "F": "F[0] == 0 and forall(t, [0, oo), diff(F[t], t) == t**n*exp(-w*t)*q[t])",
    "H": "H[0] == 0 and forall(t, [0, oo), diff(H[t], t) == t**n*exp(-z*t)*q[t])",
    "G": "G[0] == 0 and forall(t, [0, oo), diff(G[t], t) == t**n*exp(-w*t))",
}
SIZE = "forall(t, [0, oo), 0 <= q[t] and q[t] <= B)"
EARLY = "forall(t, [0, S), q[t] <= e)"
INSIDE = [Numbers(using=["between"])]
#: A smaller rate gives a larger integral.
FALLS = [
    Take("T"),
    Ladder("T", "0", time="r", slope=[
        Use("F.1", at=["r"], premises=[INSIDE], name="f"), Use("H.1", at=["r"], premises=[INSIDE], name="h"),
        Use("size", at=["r"], premises=[INSIDE], name="q now"),
        Have("exp(-z*r) <= exp(-w*r)", name="order", by=[Numbers(using=["slower", "between"])]),
        Have("r**n >= 0", name="power", by=[Numbers(using=["between", "n"])]),
        Have("r**n*q[r] >= 0", name="weight", by=[Numbers(using=["power", "q now"])]),
        Have("(r**n*q[r])*exp(-z*r) <= (r**n*q[r])*exp(-w*r)", name="product", by=[Numbers(using=["weight", "order"])]),
        Numbers(using=["f", "h", "product"]),
    ], base=[Numbers(using=["F.0", "H.0"])], side=[Numbers(using=["given"])]),
]
#: Before S the integrand is at most e t^n e^(-w t), afterwards at most B t^n e^(-w t).
BOUND = [
    Have("forall(T, [0, S], F[T] <= e*G[T])", name="early part", by=[Take("T"), Ladder("T", "0", time="r", slope=[
        Use("F.1", at=["r"], premises=[INSIDE], name="f"), Use("G.1", at=["r"], premises=[INSIDE], name="g"),
        Use("early", at=["r"], premises=[[Numbers(using=["between", "given"])]], name="q now"),
        Have("r**n*exp(-w*r) >= 0", name="weight", by=[Numbers(using=["between", "n"])]),
        Have("(r**n*exp(-w*r))*q[r] <= (r**n*exp(-w*r))*e", name="product", by=[Numbers(using=["weight", "q now"])]),
        Numbers(using=["f", "g", "product"]),
    ], base=[Numbers(using=["F.0", "G.0"])], side=[Numbers(using=["given"])])]),
    Take("T"),
    Use("early part", at=["S"], premises=[[Numbers(using=["S"])]], name="at S"),
    Have("F[T] - B*G[T] <= F[S] - B*G[S]", name="late part", by=[Ladder("T", "S", time="r", slope=[
        Use("F.1", at=["r"], premises=[[Numbers(using=["between", "S"])]], name="f"),
        Use("G.1", at=["r"], premises=[[Numbers(using=["between", "S"])]], name="g"),
        Use("size", at=["r"], premises=[[Numbers(using=["between", "S"])]], name="q now"),
        Have("r**n*exp(-w*r) >= 0", name="weight", by=[Numbers(using=["between", "n", "S"])]),
        Have("(r**n*exp(-w*r))*q[r] <= (r**n*exp(-w*r))*B", name="product", by=[Numbers(using=["weight", "q now"])]),
        Numbers(using=["f", "g", "product"]),
    ], base=[Numbers(using=[])], side=[Numbers(using=["given"])])]),
    Numbers(using=["late part", "at S"]),
]


@paper.remark("lem-C.1-parts", "Up to a time and after it", where="Appendix C.2, Lemma C.1, Eq. (84)", provenance="recalled")
def memory_lemma(item):
    item.printed("Delta_(n,omega)(w) = int_0^oo t^n e^(-w t) |rho_0(t - 1/omega)| dt falls in w; it tends to 0 as omega -> 0+; if rho_0 "
                 "is sub-Gaussian it is at most a constant times omega^(-n) e^(-w/omega).")  # fmt: skip
    item.let(n="nonnegative integer", w="positive", z="positive", B="nonnegative", e="nonnegative", S="nonnegative",
             q="real curve", F="real curve", H="real curve", G="real curve")  # fmt: skip
    for name, formula in PRIMITIVES.items():
        item.suppose(name, formula)
    item.suppose("size", SIZE)
    item.suppose("early", EARLY)
    item.suppose("slower", "w <= z")
    item.conclude("forall(T, nonnegative, H[T] <= F[T]) and forall(T, [S, oo), F[T] <= e*G[S] + B*(G[T] - G[S]))",
                  argument=[Split([FALLS, BOUND])], fidelity="fragment")  # fmt: skip
    item.note("For every differentiable q(t) = |rho_0(t - 1/omega)| with q <= B that is at most e before S; the integrals up to T are "
              "the primitives F (rate w), H (rate z >= w) and G (q = 1). As T -> oo, G[T] -> n!/w^(n+1), so Delta <= e n!/w^(n+1) + "
              "B (n!/w^(n+1) - G[S]); with S = 1/omega - s, omega -> 0, and then s -> oo, both parts vanish: that is (ii).")  # fmt: skip
    item.step("square", "forall(b, positive, forall(u, real, forall(t, real, -w*t - b**2*(t - u)**2"
              " == -w*u + w**2/(4*b**2) - b**2*(t - u + w/(2*b**2))**2)))", says="complete the square", because=["definitions"])  # fmt: skip
    item.leads_to("prop-C.1", "prop-C.2", "prop-C.3")


MIDDLE = "(r - u + mu)"
FACTS = [
    POWERS,
    Have("forall(x1, real, forall(x2, real, forall(x3, real, exp(x1)*exp(x2)*exp(x3) == exp(x1 + x2 + x3))))", name="one exponential",
         by=[Take("x1", "x2", "x3"), Numbers(using=[])]),
    Have("forall(x1, real, forall(x2, real, forall(x3, real, forall(x4, real, implies(x1 == x3 and x2 == x4 and x3 <= x4, x1 <= x2)))))",
         name="ordered", by=[Take("x1", "x2", "x3", "x4"), Numbers(using=["given"])]),
    Have("forall(r, nonnegative, r**n <= u**n*exp(n*Abs(r - u)))", name="growth", by=[
        Take("r"),
        Have("r <= u*exp(Abs(r - u))", name="one", by=[
            Have("1 + Abs(r - u) <= exp(Abs(r - u))", name="e", by=[Numbers(using=[])]),
            Have("r <= u*(1 + Abs(r - u))", name="r", by=[Numbers(using=["u"])]),
            Numbers(using=["e", "r", "u"])]),
        Use("powers", at=["n", "r", "u*exp(Abs(r - u))"], name="power",
            premises=[[Split([[Numbers(using=["given"])], [Numbers(using=["one"])]])]]),
        Have("(u*exp(Abs(r - u)))**n == u**n*exp(n*Abs(r - u))", name="product", by=[Numbers(using=["u", "n"])]),
        Numbers(using=["power", "product"])]),
    Have(f"forall(r, real, forall(h, real, implies(h**2 == (r - u)**2, exp(n*h)*exp(-2*b**2*(r - u)**2)*exp(-w*r)"
         f" <= exp(b**2*nu**2)*exp(b**2*mu**2 - w*u)*exp(-(b*{MIDDLE})**2))))", name="weights", by=[
        Take("r", "h"),
        Have(f"n*h - 2*b**2*(r - u)**2 - w*r <= b**2*nu**2 + (b**2*mu**2 - w*u) - (b*{MIDDLE})**2", name="sum", by=[
            Order(positive=[Square(root="b*nu - b*h")], terms=[("given", "-b**2", "1"), ("nu", "-h", "1"), ("mu", "r - u", "1")])]),
        Use("one exponential", at=["n*h", "-2*b**2*(r - u)**2", "-w*r"], name="left"),
        Use("one exponential", at=["b**2*nu**2", "b**2*mu**2 - w*u", f"-(b*{MIDDLE})**2"], name="right"),
        Have(f"exp(n*h + -2*b**2*(r - u)**2 + -w*r) <= exp(b**2*nu**2 + (b**2*mu**2 - w*u) + -(b*{MIDDLE})**2)",
             name="plain", by=[Numbers(using=["sum", "b"])]),
        Use("ordered", at=["exp(n*h)*exp(-2*b**2*(r - u)**2)*exp(-w*r)",
                           f"exp(b**2*nu**2)*exp(b**2*mu**2 - w*u)*exp(-(b*{MIDDLE})**2)",
                           "exp(n*h + -2*b**2*(r - u)**2 + -w*r)",
                           f"exp(b**2*nu**2 + (b**2*mu**2 - w*u) + -(b*{MIDDLE})**2)"], premises=[[]])]),
]
#: k6 = u^n, k4 = e^(b^2 nu^2) e^(b^2 mu^2 - w u)
FRONT = [
    *named_number("k4", "exp(b**2*nu**2)*exp(b**2*mu**2 - w*u)", [Numbers(using=[])]), *named_number("k6", "u**n", [Numbers(using=["u"])]),
    Have("k4 > 0", name="k4 positive", by=[Numbers(using=["k4"])]), Have("k6 > 0", name="k6 positive", by=[Numbers(using=["k6", "u", "n"])]),
]
#: The primitive of the enveloping Gaussian, with the middle u - w/(2 b^2).
ENVELOPE = "level*sqrt(pi)/(2*b)*(erf(b*({} - u + mu)) + 1)"
LEFT = "exp(n*Abs(r - u))*exp(-2*b**2*(r - u)**2)*exp(-w*r)"
RIGHT = f"exp(b**2*nu**2)*exp(b**2*mu**2 - w*u)*exp(-(b*{MIDDLE})**2)"
SLOPE = [
    Use("F.1", at=["r"], premises=[INSIDE], name="f"), Use("tail", at=["r"], premises=[INSIDE], name="q now"),
    Use("growth", at=["r"], premises=[INSIDE], name="power"),
    Use("weights", at=["r", "Abs(r - u)"], premises=[[Numbers(using=[])]], name="exponents"),
    *named_number("k1", "exp(n*Abs(r - u))", [Numbers(using=["u", "n", "between"])]), *named_number("k2", "exp(-2*b**2*(r - u)**2)", [Numbers(using=["u", "n", "between"])]), *named_number("k3", "exp(-w*r)", [Numbers(using=["u", "n", "between"])]),
    *named_number("k5", f"exp(-(b*{MIDDLE})**2)", [Numbers(using=["u", "n", "between"])]),
    *named_number("k7", "r**n", [Numbers(using=["u", "n", "between"])]),
    Have("k1 > 0 and k2 > 0 and k3 > 0 and k5 > 0 and k7 >= 0", name="signs", by=[Split([
        [Numbers(using=["k1"])], [Numbers(using=["k2"])], [Numbers(using=["k3"])], [Numbers(using=["k5", "b"])],
        [Numbers(using=["k7", "between", "n"])]])]),
    Have(f"k1*k2*k3 == {LEFT}", name="e1", by=[Numbers(using=["k1", "k2", "k3"])]),
    Have(f"k4*k5 == {RIGHT}", name="e2", by=[Numbers(using=["k4", "k5"])]),
    Use("ordered", at=["k1*k2*k3", "k4*k5", LEFT, RIGHT], premises=[[]], name="e"),
    Have("k7 <= k6*k1", name="p", by=[Numbers(using=["power", "k1", "k6", "k7"])]),
    Have("q(r) <= c*k2", name="t", by=[Numbers(using=["q now", "k2"])]),
    Have("diff(F[r], r) <= k7*k3*q(r)", name="rate", by=[Numbers(using=["f", "k7", "k3"])]),
    Have("k7*k3*q(r) <= level*k5", name="bound", by=[Order(terms=[("level", "k5", "1")], positive=[
        Square(facts=["signs.4", "signs.2", "t"]), Square(facts=["signs.2", "c.positive", "signs.1", "p"]),
        Square(facts=["k6 positive", "c.positive", "e"])])]),
    Have("diff(F[r], r) <= level*k5", name="in all", by=[Numbers(using=["rate", "bound"])]),
    Have(f"level*sqrt(pi)/(2*b)*(2*exp(-(b*{MIDDLE})**2)/sqrt(pi)*(b*(1 - 0 + 0)) + 0) == level*k5", name="slope", by=[
        Have("forall(x1, real, forall(x2, real, level*sqrt(pi)/(2*b)*(2*x1/sqrt(pi)*(b*(1 - 0 + 0)) + 0) == level*x1))", name="any", by=[
            Take("x1", "x2"), Numbers(using=["b"])]),
        Use("any", at=[f"exp(-(b*{MIDDLE})**2)", "0"], name="now"),
        Have("forall(x1, real, forall(x2, real, forall(x3, real, implies(x3 == x2 and x1 == level*x2, x1 == level*x3))))", name="swap",
             by=[Take("x1", "x2", "x3"), Numbers(using=["given1"])]),
        Use("swap", at=[f"level*sqrt(pi)/(2*b)*(2*exp(-(b*{MIDDLE})**2)/sqrt(pi)*(b*(1 - 0 + 0)) + 0)",
                        f"exp(-(b*{MIDDLE})**2)", "k5"], premises=[[]])]),
    Use("ordered", at=["diff(F[r], r)", f"level*sqrt(pi)/(2*b)*(2*exp(-(b*{MIDDLE})**2)/sqrt(pi)*(b*(1 - 0 + 0)) + 0)",
                       "diff(F[r], r)", "level*k5"], premises=[[Split([[], [], []])]], name="less"),
    Have("forall(x1, real, forall(x2, real, implies(x1 <= x2, 0 <= x2 - x1)))", name="gap", by=[Take("x1", "x2"), Numbers(using=["given1"])]),
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
            *FRONT, *named_number("level", "k6*c*k4"),
            Have("level > 0", name="level positive", by=[
                Order(positive=[Square(facts=["k6 positive", "c.positive", "k4 positive"])], terms=[("level", "1", "1")])]),
            Have("forall(x, real, -1 <= erf(x) and erf(x) <= 1)", name="erf", by=[Take("x"), Split([[Numbers(using=[])], [Numbers(using=[])]])]),
            Take("T"),
            Have(f"F[T] <= {ENVELOPE.format('T')}", name="now", by=[Ladder("T", "0", time="r", slope=SLOPE, base=[
                Use("erf", at=["b*(0 - u + mu)"], name="above"),
                Have("level*sqrt(pi)/(2*b) >= 0", name="front", by=[Numbers(using=["level positive", "b"])]),
                Have(f"{ENVELOPE.format('0')} >= 0", name="product", by=[Numbers(using=["front", "above", "b"])]),
                Numbers(using=["F.0", "product", "b"])], side=[Numbers(using=["given"])], smooth=[Numbers(using=["b"])])]),
            Use("erf", at=["b*(T - u + mu)"], name="below"),
            Have(f"{ENVELOPE.format('T')} <= level*sqrt(pi)/b", name="total", by=[Numbers(using=["below", "level positive", "b"])]),
            Have("level*sqrt(pi)/b == c*sqrt(pi)/b*(exp(b**2*nu**2)*exp(b**2*mu**2 - w*u))*u**n", name="constant",
                 by=[Numbers(using=["b", "level", "k4", "k6"])]),
            Numbers(using=["now", "total", "constant", "b"]),
        ], example={"n": 0, "nu": 0, "w": 2, "mu": 1, "b": 1, "c": 1, "u": 1, "Q": 0, "F": 0})  # fmt: skip
    item.note("For every n and w, with u = 1/omega >= 1 and a continuous q(t) = Q'(t) = |rho_0(t - u)| <= c e^(-2 b^2 (t - u)^2); a bounded rho_0 with a "
              "sub-Gaussian tail beyond t_0 satisfies this with a larger c. F is at most the integral up to T; T -> oo keeps the bound. The bound "
              "is C u^n e^(-w u) with C = c sqrt(pi)/b e^((n^2 + w^2)/(4 b^2)), mu = w/(2 b^2), nu = n/(2 b^2), which depends on n, w, b, c only.")  # fmt: skip


@paper.remark("gaussian-moments", "Absolute Gaussian moments", where="Appendix C.2, Lemma C.1 (iii), cited", provenance="recalled")
def moments(item):
    item.printed("int |s|^k e^(-c s^2) ds = c^(-(k+1)/2) Gamma((k+1)/2) over the line; half of it over s >= 0.")
    item.let(c="positive", k="nonnegative integer")
    item.conclude("integrate(s**k*exp(-c*s**2), (s, 0, oo)) == c**(-(k + 1)/2)*gamma((k + 1)/2)/2", expected="proved")
