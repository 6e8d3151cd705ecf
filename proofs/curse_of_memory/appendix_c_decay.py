"""Appendix C.2 (1): Lemma C.1 whole, for every n, w and every continuous |rho_0|."""

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
from verifier.library.short_names import POWERS

from . import paper

#: F(T) is the integral of t^n e^(-w t) q(t - u) over [0, T], q = Q' = |rho_0|; Delta is its supremum.
SEEN = "{F}[0] == 0 and forall(t, [0, oo), diff({F}[t], t) == t**n*exp(-{w}*t)*q(t - u))"
#: The same, and what is at most that: it bounds the integrals of t^n e^(-w t) rho_0(t - u) and of less in modulus as well.
BELOW = "{F}[0] == 0 and forall(t, [0, oo), diff({F}[t], t) <= t**n*exp(-{w}*t)*q(t - u))"
MONOTONE = (f"forall(z, [w, oo), forall(u, real, forall(F, real curve, forall(H, real curve, implies({SEEN.format(F='F', w='w')}"
            f" and {SEEN.format(F='H', w='z')}, forall(T, nonnegative, H[T] <= F[T]))))))")  # fmt: skip


def vanishes(seen):
    return (f"forall(e, positive, exists(u0, positive, forall(u, [u0, oo), forall(F, real curve, implies({seen.format(F='F', w='w')},"
            " forall(T, nonnegative, F[T] <= e))))))")  # fmt: skip


def tail(seen):
    """(iii): the constant is (c + B e^(2 b^2 t0^2)) sqrt(pi)/b e^((n^2 + w^2)/(4 b^2)), mu = w/(2 b^2), nu = n/(2 b^2)."""
    return ("forall(b, positive, forall(c, positive, forall(t0, positive, forall(u, [1, oo), forall(F, real curve, forall(mu, positive, forall(nu, nonnegative,"
            " implies((w == 2*b**2*mu and n == 2*b**2*nu and forall(t, real, implies(Abs(t) >= t0, q(t) <= c*exp(-2*b**2*t**2))))"
            f" and ({seen.format(F='F', w='w')}), forall(T, nonnegative,"
            " F[T] <= (c + B*exp(2*b**2*t0**2))*sqrt(pi)/b*(exp(b**2*nu**2)*exp(b**2*mu**2 - w*u))*u**n)))))))))")  # fmt: skip


#: (iii) as it is printed, for omega t_0 < 1: one constant K for every |rho_0| = P' <= B with the tail (81).
ORDER = ("forall(c0, positive, forall(c1, positive, forall(t0, positive, exists(K, positive, forall(P, real curve, implies("
         "forall(t, real, 0 <= diff(P[t], t) and diff(P[t], t) <= B and implies(Abs(t) >= t0, diff(P[t], t) <= c0*exp(-c1*t**2))), forall(u, (t0, oo), forall(F, real curve, implies("
         "F[0] == 0 and forall(t, [0, oo), diff(F[t], t) == t**n*exp(-w*t)*diff(P[r], (r, t - u))), forall(T, nonnegative, F[T] <= K*u**n*exp(-w*u)))))))))))")  # fmt: skip
FEW = [
    Take("b", "c", "t0", "u", "F", "mu", "nu", "T"),
    Set("e0", "exp(2*b**2*t0**2)"), Set("c1", "c + B*exp(2*b**2*t0**2)"),
    Have("e0 > 0", name="e0 positive"), Have("B*e0 >= 0", name="near"),
    Have("c1 == c + B*e0", name="c1 is"), Have("c1 > 0", name="c1 positive"),
    Have("forall(t, real, q(t) <= c1*exp(-2*b**2*t**2))", name="everywhere", by=[
        Take("t"), Set("k", "exp(-2*b**2*t**2)"), Have("k > 0", name="k positive"),
        Have("q(t) <= c1*k", name="in letters", by=[Cases("Abs(t) >= t0", name="far", yes=[
            Use("given6.0.2", at=["t"], premises=[[]], name="tail"), Have("q(t) <= c*k", name="tail now"),
            Order(positive=[Square(facts=["tail now"]), Square(facts=["near", "k positive"])], terms=[("c1 is", "k", "1")])], no=[
            Use("size", at=["t"], name="bounded"),
            Have("2*b**2*t0**2 - 2*b**2*t**2 >= 0", name="exponent"),
            Have("exp(2*b**2*t0**2)*exp(-2*b**2*t**2) >= 1", name="plain"),
            Have("e0*k >= 1", name="one")])]),
        Rewritten("in letters", ["k"], name="whole", forwards=True)]),
    Use("cited:lem-C.1-explicit", at=["n", "w", "b", "c1", "u", ("Q[t - u]", "t"), ("F[t]", "t"), "mu", "nu"], premises=[[Split([
        [], [], [], [],
        [], [],
        [Split([[], [Take("t"), Use("given6.1.1", at=["t"], premises=[[]], name="now")]])],
        [], [], [Take("t"), Use("everywhere", at=["t - u"], name="now")]])]], name="bound"),
    Use("bound", at=["T"], premises=[[]], name="up to T"),
    Rewritten("up to T", ["c1"], name="written out", forwards=True),
]  # fmt: skip
INSIDE = []
FALLS = [
    Take("z", "u", "F", "H", "T"),
    Ladder("T", "0", time="r", slope=[
        Use("given1.1", at=["r"], premises=[INSIDE], name="f"), Use("given1.3", at=["r"], premises=[INSIDE], name="h"),
        Use("size", at=["r - u"], name="q now"),
        Have("exp(-z*r) <= exp(-w*r)", name="order"),
        Have("r**n >= 0", name="power"),
        Have("r**n*q(r - u) >= 0", name="weight"),
        Have("(r**n*q(r - u))*exp(-z*r) <= (r**n*q(r - u))*exp(-w*r)", name="product"),
    ]),
]  # fmt: skip
#: t^n <= K e^(w t/2), K = (2 (n + 1)/w)^n.
GROWTH = Have("forall(r, nonnegative, r**n <= K*exp(w*r/2))", name="growth", by=[
    Take("r"), Set("y", "r/cc"),
    Have("y >= 0 and y*cc == r", name="y is", by=[Split([[], []])]),
    Use("tangents", at=["y"], name="e"),
    Have("exp(y) - 1 - y >= 0", name="more"),
    Have("r <= cc*exp(y)", name="tangent", by=[
        Have("cc*(1 + y) <= cc*exp(y)", name="scaled")]),
    Use("powers", at=["n", "r", "cc*exp(y)"], premises=[[Split([[], []])]], name="power"),
    Have("(cc*exp(y))**n == cc**n*exp(n*y)", name="product"),
    Have("n*y <= w*r/2", name="rate"),
    Have("exp(n*y) <= exp(w*r/2)", name="rises"),
    Set("e1", "exp(n*y)"), Set("e2", "exp(w*r/2)"),
    Have("e1 <= e2", name="in letters"),
    Have("r**n <= cc**n*e1", name="below"),
    Have("e2 - e1 >= 0", name="in letters gap"),
    Rewritten("below", ["K"], name="below K"),
    Have("r**n <= K*e2", name="last"),
    Rewritten("last", ["e2"], name="done", forwards=True),
])  # fmt: skip
LETTERS = [
    POWERS, Have("forall(x, real, 1 + x <= exp(x))", name="tangents", by=[Take("x")]),
    Set("cc", "2*(n + 1)/w"), Have("cc > 0", name="cc positive"),
    Have("cc*w == 2*(n + 1)", name="cw"),
    Set("K", "cc**n"),
    Have("cc**n > 0", name="plain K"), Rewritten("plain K", ["K"], name="K positive"), GROWTH,
]  # fmt: skip
#: The bound whose slope is K eta e^(-w t/2) + K B A e^(-w t/4).
COVER = "K*eta*2/w*(1 - exp(-w*{t}/2)) + K*B*A*4/w*(1 - exp(-w*{t}/4))"
STEEP = "K*eta*2/w*(0 - {x}*(-w*1/2)) + K*B*A*4/w*(0 - {y}*(-w*1/4))"
SLOPE = [
    Use("given2.1", at=["r"], premises=[INSIDE], name="f"), Use("size", at=["r - u"], name="q now"),
    Use("growth", at=["r"], premises=[INSIDE], name="power"),
    Set("k1", "exp(-w*r/2)"), Set("k2", "exp(-w*r/4)"),
    Set("k3", "exp(w*r/4)"), Set("k4", "exp(-w*r)"),
    Set("k5", "exp(w*r/2)"), Set("k7", "r**n"),
    Have("k1 > 0 and k3 > 0 and k4 > 0 and k1*k3 == k2 and k4*k5 == k1", name="weights", by=[Split([
        [], [], [], [],
        []])]),
    Have("k7 <= K*k5", name="p"),
    Have("q(r - u) <= eta + B*(A*k3)", name="q below", by=[
        Have("B*(A*k3) >= 0", name="tail"),
        Cases("r <= S", name="early on", yes=[
            Use("quiet", at=["r - u"], premises=[[]], name="low")], no=[
            Have("A*k3 >= 1", name="one", by=[
                Have("exp(-w*S/4)*exp(w*r/4) >= 1", name="plain")]),
            Have("B*(A*k3) >= B", name="all")])]),
    Have("k7*k4*q(r - u) <= K*eta*k1 + K*B*A*k2", name="bound", by=[Order(positive=[
        Square(facts=["p", "weights.2", "q now.0"]), Square(facts=["K positive", "weights.0", "q below"])],
        terms=[("weights.4", "-K*q(r - u)", "1"), ("weights.3", "-K*B*A", "1")])]),
    Have("diff(F[r], r) <= k7*k4*q(r - u)", name="rate", by=[Numbers(using=["f", "k7", "k4"])]),
    Have("diff(F[r], r) <= K*eta*k1 + K*B*A*k2", name="in letters"),
    Rewritten("in letters", ["k1", "k2"], name="less", forwards=True),
    Have(f"forall(x1, real, forall(x2, real, {STEEP.format(x='x1', y='x2')} == K*eta*x1 + K*B*A*x2))", name="any slope", by=[
        Take("x1", "x2")]),
    Use("any slope", at=["exp(-w*r/2)", "exp(-w*r/4)"], name="slope"),
    Have("forall(x, real, forall(y, real, forall(z, real, implies(x == y and z <= y, 0 <= x - z))))", name="compare", by=[
        Take("x", "y", "z")]),
    Use("compare", at=[STEEP.format(x="exp(-w*r/2)", y="exp(-w*r/4)"), "K*eta*exp(-w*r/2) + K*B*A*exp(-w*r/4)", "diff(F[r], r)"],
        premises=[[Split([[], []])]]),
]  # fmt: skip


def same(fact):
    """An equation at all t >= 0 is an inequality."""
    return [Take("t"), Use(fact, at=["t"], premises=[[]], name="equal")]


def memory(item):
    item.let(n="nonnegative integer", w="positive", B="nonnegative", Q="real curve")
    item.define("q(t) := diff(Q[t], t)")
    item.suppose("size", "forall(t, real, 0 <= q(t) and q(t) <= B)")


@paper.remark("lem-C.1-vanishes", "The memory is not seen in the limit", where="Appendix C.2, Lemma C.1 (ii), Eq. (84)", provenance="recalled")
def vanishing(item):
    item.printed("Delta_(n,omega)(w) tends to 0 as omega -> 0+.")
    memory(item)
    item.suppose("forgets", "forall(e, positive, exists(s, real, forall(t, real, implies(t <= s, q(t) <= e))))")
    item.conclude(vanishes(BELOW), argument=[
        *LETTERS,
        Take("e"),
        Set("eta", "e*w/(4*K)"),
        Have("eta > 0 and 4*K*eta == e*w", name="level", by=[Split([[],
                                                                   []])]),
        Use("forgets", at=["eta"], premises=[[]], name="early"), Obtain("early", "s", label="quiet"),
        Set("x0", "8*K*B/(w*e)"),
        Have("x0 >= 0 and x0*(w*e) == 8*K*B", name="x", by=[Split([[],
                                                                  []])]),
        Witness("4*x0/w + Abs(s) + 1"), Split([[], [
            Take("u", "F", "T"),
            Set("S", "u + s"), Set("A", "exp(-w*S/4)"),
            Have("w*S/4 >= x0", name="late"),
            Have("A > 0 and A*x0 <= 1", name="A small", by=[Split([[], [
                Use("tangents", at=["w*S/4"], name="line"),
                Have("A*exp(w*S/4) == 1", name="inverse"),
                Have("A > 0", name="sign"),
                Have("x0 <= exp(w*S/4)", name="x below"),
                Have("A*x0 <= A*exp(w*S/4)", name="times")]])]),
            Have("K*B*A*4/w <= e/2", name="second", by=[
                Have("w*e > 0", name="we"),
                Have("8*(K*B*A) <= w*e", name="plain", by=[Order(positive=[Square(facts=["A small.1", "we"])], terms=[("x.1", "A", "1")])])]),
            Have("K*eta*2/w == e/2", name="first"),
            Have(f"F[T] <= {COVER.format(t='T')}", name="covered", by=[Ladder("T", "0", time="r", slope=SLOPE, base=[
                Have(f"{COVER.format(t='0')} == 0", name="none"),
                Have("forall(x, real, forall(y, real, implies(x == 0 and y == 0, x <= y)))", name="both", by=[Take("x", "y")]),
                Use("both", at=["F[0]", COVER.format(t="0")], premises=[[Split([[], []])]])])]),
            Have(f"{COVER.format(t='T')} <= K*eta*2/w + K*B*A*4/w", name="whole", by=[
                Have("K*eta*2/w >= 0 and K*B*A*4/w >= 0", name="signs", by=[Split([
                    [], [Have("K*B*A >= 0", name="product")]])]),
                Have("exp(-w*T/2) > 0 and exp(-w*T/4) > 0", name="weights"),
                Have("forall(x, nonnegative, forall(y, nonnegative, forall(v, positive, forall(z, positive, x*(1 - v) + y*(1 - z) <= x + y))))",
                     name="less than all", by=[Take("x", "y", "v", "z")]),
                Use("less than all", at=["K*eta*2/w", "K*B*A*4/w", "exp(-w*T/2)", "exp(-w*T/4)"], premises=[
                    [], [], [], []])]),
            Have("forall(x, real, forall(y, real, forall(v, real, forall(z, real,"
                 " implies(x <= y and y <= v + z and v == e/2 and z <= e/2, x <= e)))))", name="in all", by=[
                Take("x", "y", "v", "z")]),
            Use("in all", at=["F[T]", COVER.format(t="T"), "K*eta*2/w", "K*B*A*4/w"], premises=[[Split([
                [], [], [], []])]]),
        ]])
    ], example={"n": 0, "w": 1, "B": 0, "Q": 0}, expected="proved")  # fmt: skip
    item.note("Part (ii) of Lemma C.1, for every n and w, q = |rho_0| and F(T) at most the integral of t^n e^(-w t) q(t - u) over [0, T]; u0 depends on e, n, w, B and on how rho_0 vanishes at -oo.")


@paper.remark("lem-C.1-tail", "A sub-Gaussian memory beyond t_0", where="Appendix C.2, Lemma C.1 (iii), Eqs. (81), (83)", provenance="recalled")
def beyond(item):
    item.printed("If |rho_0(t)| <= c e^(-2 b^2 t^2) for |t| >= t_0, Delta_(n,omega)(w) is at most a constant times omega^(-n) e^(-w/omega), for omega <= 1.")
    memory(item)
    item.conclude(tail(BELOW), because=["lem-C.1-explicit"], argument=FEW, example={"n": 0, "w": 1, "B": 0, "Q": 0}, expected="proved")
    item.note("q = |rho_0| is at most B everywhere, so at most (c + B e^(2 b^2 t_0^2)) e^(-2 b^2 t^2), and lem-C.1-explicit applies. F(T) is at most the "
              "integral of t^n e^(-w t) q(t - u) over [0, T], u = 1/omega.")  # fmt: skip


@paper.lemma("lem-C.1", "What exponential weights see of the memory", where="Appendix C.2, Lemma C.1, Eqs. (82)-(84)", provenance="recalled")
def memory_lemma(item):
    item.printed("Delta_(n,omega)(w) = int_0^oo t^n e^(-w t) |rho_0(t - 1/omega)| dt falls in w; it tends to 0 as omega -> 0+; if rho_0 "
                 "is sub-Gaussian it is at most a constant times omega^(-n) e^(-w/omega) for omega t_0 < 1.")  # fmt: skip
    memory(item)
    item.suppose("forgets", "forall(e, positive, exists(s, real, forall(t, real, implies(t <= s, q(t) <= e))))")
    known = [[], [], []]
    item.conclude(f"{MONOTONE} and {vanishes(SEEN)} and {ORDER} and {tail(SEEN)}", because=["lem-C.1-vanishes", "lem-C.1-order", "lem-C.1-tail"], argument=[Split([
        FALLS,
        [Use("cited:lem-C.1-vanishes", at=["n", "w", "B", ("Q[t]", "t")], premises=[[Split([*known, []])]], name="in the limit"),
         Take("e"), Use("in the limit", at=["e"], name="late"), Obtain("late", "u0", label="u0"), Witness("u0"), Split([[], [
             Take("u", "F", "T"), Use("u0.1", at=["u", ("F[t]", "t"), "T"], premises=[[], [Split([[], same("given2.1")])], []])]])],
        [Take("c0", "c1", "t0"), Use("cited:lem-C.1-order", at=["n", "w", "B", "c0", "c1", "t0"], name="there is K"), Obtain("there is K", "K", label="K"), Witness("K"),
         Split([[], [Take("P", "u", "F", "T"), Use("K.1", at=[("P[t]", "t"), "u", ("F[t]", "t"), "T"], premises=[[], [], [], []])]])],
        [Take("b", "c", "t0", "u", "F", "mu", "nu", "T"),
         Use("cited:lem-C.1-tail", at=["n", "w", "B", ("Q[t]", "t"), "b", "c", "t0", "u", ("F[t]", "t"), "mu", "nu", "T"], premises=[
             [Split(known)], *[[]]*6, [Split([[], [Split([[], same("given6.1.1")])]])], []])]])], example={"n": 0, "w": 1, "B": 0, "Q": 0}, expected="proved")  # fmt: skip
    item.without("size", counterexample={"n": 0, "w": 1, "B": 0, "Q": "-t"})
    item.note("For every n and w and every q = |rho_0| that is a derivative, so every continuous one, u = 1/omega: F(T) is the integral up to T of Delta_(n,omega)(w), which "
              "is its supremum, and H that for a rate z >= w. Every partial integral is at most e once u >= u0; u0 depends on e, n, w, B and on how "
              "rho_0 vanishes at -oo, and on nothing else. (iii) is for the tail (81) and every omega with omega t_0 < 1: K depends on n, w, c_0, c_1, t_0 and a bound B of "
              "|rho_0| alone. The last part has such a constant, for |rho_0(t)| <= c e^(-2 b^2 t^2) beyond t_0 and omega <= 1. For (i), falls means: does not rise.")  # fmt: skip
    item.note("t^n e^(-w t/2) is bounded by (2 (n + 1)/w)^n; before u + s the memory is small, after it the weight e^(-w t/2) is: the "
              "printed proof's dominated convergence with a rate.")  # fmt: skip
    item.leads_to("prop-C.1", "prop-C.2", "prop-C.3")
