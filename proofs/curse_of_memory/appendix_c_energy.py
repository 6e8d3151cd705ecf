"""Appendix C.3: Theorem 5.1 = Theorem C.1 for the nonlinear flow, every width, by energy; Eqs. (106), (107)."""

from verifier.audit.setting import Setting
from verifier.claims.script import Bootstrap, Have, Linear, Numbers, Obtain, Order, Rewritten, Root, Split, Square, Take, Use, Witness
from verifier.theory.energy_escape import ENTRIES, ENTRY, SLOW
from verifier.theory.norms import PRODUCT
from verifier.theory.real_numbers import BOX, named_number

from . import paper

FLOW = "forall(t, [0, oo), diff(a[t], t) == -ga[t] + 2*l[t] and diff(w[t], t) == -gw[t] - 2*n[t])"
SEEN = ("forall(t, [0, oo), forall(k, integer[0, m-1], trace(basis(m, k).T*l[t]) == L[R(k, t)]"
        " and trace(basis(m, k).T*n[t]) == A(k, t)*L1[R(k, t)]))")  # fmt: skip
WAY = "(norm2(a[{t}] - a[0]) + norm2(w[{t}] - w[0]))"

plateau = Setting(
    let={"m": "positive integer", "a": "matrix(m, 1) curve", "w": "matrix(m, 1) curve", "Q": "real curve", "ga": "matrix(m, 1) curve",
         "gw": "matrix(m, 1) curve", "l": "matrix(m, 1) curve", "n": "matrix(m, 1) curve", "L": "real curve", "L1": "real curve",
         "wlow": "positive", "abar": "nonnegative"},
    define=("A(k, t) := trace(basis(m, k).T*a[t])", "R(k, t) := trace(basis(m, k).T*w[t])"),
    suppose={
        "flow": FLOW, "memory seen": SEEN,
        "chain rule": "forall(t, [0, oo), diff(Q[t], t) == trace(ga[t].T*diff(a[t], t)) + trace(gw[t].T*diff(w[t], t)))",
        "distance": "forall(t, [0, oo), Q[t] >= 0)",
        "amplitudes": "forall(k, integer[0, m-1], A(k, 0)**2 <= abar**2)",
        "rates": "forall(k, integer[0, m-1], R(k, 0) >= wlow)",
    },
)  # fmt: skip

def known(*facts):
    """Inequalities that are known already."""
    closed = [[Order(positive=[Square(facts=[fact])])] for fact in facts]
    return [Split(closed)] if len(facts) > 1 else closed[0]


D = "C*exp(1 - wlow*u)"
#: Within a ball of radius rad <= 1 around the start, rates are above wlow - rad: sizes of the memory's gradient.
SEEN_SMALL = [
    Take("k"),
    Use("memory seen", at=["t"], premises=[known("early.0")], name="memory now"),
    Use("memory now", at=["k"], name="parts"),
    Use("entry", at=["m", "a[t] - a[0]", "k"], name="a moved"), Use("entry", at=["m", "w[t] - w[0]", "k"], name="w moved"),
    Have("(A(k, t) - A(k, 0))**2 <= rad**2", name="a near", by=[
        Order(positive=[Square(facts=["near"]), Square(facts=["a moved"]), Square(root="w[t] - w[0]")])]),
    Have("(R(k, t) - R(k, 0))**2 <= rad**2", name="w near", by=[
        Order(positive=[Square(facts=["near"]), Square(facts=["w moved"]), Square(root="a[t] - a[0]")])]),
    Use("amplitudes", at=["k"], name="a0"), Use("rates", at=["k"], name="w0"),
    Use("amplitude", at=["A(k, t)", "A(k, 0)"], premises=[known("a near", "a0")], name="a now"),
    Use("rate", at=["R(k, t)", "R(k, 0)"], premises=[known("w near", "w0")], name="w now"),
    Use("memory", at=["R(k, t)"], premises=[known("w now")], name="L now"),
    Split([[Order(positive=[Square(facts=["L now.0"])], rewrite=["parts.0"])],
           [Order(positive=[Square(facts=["a now"], root="L1[R(k, t)]"), Square(facts=["L now.1"], root="abar + 1")], rewrite=["parts.1"])]]),
]  # fmt: skip
#: 2 dQ/dt <= G^2 - |theta'|^2.
RATE = [
    Take("t"),
    Have("0 <= t and t < s", name="early", by=[Numbers(using=["given2"])]),
    Use("before", at=["t"], premises=[known("early.0", "early.1")], name="near"),
    Use("flow", at=["t"], premises=[known("early.0")], name="flows"),
    Use("chain rule", at=["t"], premises=[known("early.0")], name="Q falls"),
    Have("forall(k, integer[0, m-1], trace(basis(m, k).T*l[t])**2 <= D**2 and trace(basis(m, k).T*n[t])**2 <= ((abar + 1)*(u*D))**2)",
         name="seen", by=SEEN_SMALL),
    Use("entries", at=["m", "l[t]", "D**2"], premises=[[Take("kk"), Use("seen", at=["kk"], name="one"), *known("one.0")]], name="l small"),
    Use("entries", at=["m", "n[t]", "((abar + 1)*(u*D))**2"], premises=[[Take("kk"), Use("seen", at=["kk"], name="one"), *known("one.1")]], name="n small"),
    Order(positive=[
        Square(root="diff(a[t], t) - 2*l[t]"), Square(root="diff(w[t], t) + 2*n[t]"), Square(facts=["l small"], weight="4"),
        Square(facts=["n small"], weight="4"), Square(facts=["constants"], root="D", weight="4")],
        rewrite=["G"],
        terms=[("Q falls", "-2", "1"), ("flows.0", "-2*diff(a[t], t).T", "1"), ("flows.1", "-2*diff(w[t], t).T", "1")]),
]
AT = [
    Have(f"exists(far, nonnegative, far**2 == {WAY.format(t='s')})", name="a distance", by=[
        Root(WAY.format(t="s"), by=[Order(positive=[Square(root="a[s] - a[0]"), Square(root="w[s] - w[0]")])], name="root"),
        Witness(f"sqrt{WAY.format(t='s')}"), Split([known("root.0"), [Linear(terms=[("root.1", "1", "1")])]])]),
    Obtain("a distance", "far", label="far"),
    Use("slow", at=["m", "m", ("a[t]", "t"), ("w[t]", "t"), ("Q[t]", "t"), "G", "s", "far"], name="moved", premises=[
        known("G positive"), known("time.0"), known("far.0"), [Split([[Linear(terms=[("far.1", "1", "1")])], RATE])]]),
]

RADIUS = "delta/((1 + delta)*u)"
CONSTANTS = [
    Have("sqrt(m) >= 1 and sqrt(m)**2 == m", name="plain root", by=[Split([[Numbers(using=["m"])], [Numbers(using=["m"])]])]),
    *named_number("rt", "sqrt(m)", [Numbers(using=["m"])]), Rewritten("plain root", ["rt"], name="root of m"),
    *named_number("D", D, [Numbers(using=[])]), Have("D > 0", name="D positive", by=[Numbers(using=["D", "C"])]),
    Have(f"0 < {RADIUS} and {RADIUS} <= 1/u and {RADIUS} <= 1 and {RADIUS} < delta", name="plain radius", by=[Numbers(using=["delta", "u"])]),
    *named_number("rad", RADIUS, [Numbers(using=["delta", "u"])]), Rewritten("plain radius", ["rad"], name="radius"),
    *named_number("G", "2*rt*(abar + 2)*u*D"),
    Have("2*rt*(abar + 2)*u*D > 0", name="plain G", by=[Numbers(using=["root of m.0", "abar", "u", "D positive"])]),
    Rewritten("plain G", ["G"], name="G positive"),
]


#: What a point within rad of the start has for amplitudes and rates.
NEARBY = [
    BOX,
    Have("forall(x, real, forall(y, real, implies((x - y)**2 <= rad**2 and y**2 <= abar**2, x**2 <= (abar + 1)**2)))", name="amplitude", by=[
        Take("x", "y"),
        Use("box", at=["x - y", "rad"], premises=[known("radius.0", "given.0")], name="gap"),
        Use("box", at=["y", "abar"], premises=[known("abar.nonnegative", "given.1")], name="old"),
        Have("abar + 1 - x >= 0", name="above", by=[Order(positive=[Square(facts=["gap.1"]), Square(facts=["old.1"]), Square(facts=["radius.2"])])]),
        Have("abar + 1 + x >= 0", name="below", by=[Order(positive=[Square(facts=["gap.0"]), Square(facts=["old.0"]), Square(facts=["radius.2"])])]),
        Order(positive=[Square(facts=["above", "below"])])]),
    Have("forall(x, real, forall(y, real, implies((x - y)**2 <= rad**2 and y >= wlow, x >= wlow - 1/u)))", name="rate", by=[
        Take("x", "y"),
        Use("box", at=["x - y", "rad"], premises=[known("radius.0", "given.0")], name="gap"),
        Order(positive=[Square(facts=["gap.0"]), Square(facts=["given.1"]), Square(facts=["radius.1"])])]),
]


SMALLER = "Min(delta/sqrt(m), log(1 + delta))"
BOUND = "exp(wlow*u)/u**2/(4*exp(1)*C*(abar + 2)*(1 + delta))"
#: 2 G T <= rad, and 4 Q(0) <= G rad.
BUDGET = [
    Have("forall(x, positive, forall(y, real, forall(z, real, implies(T <= x*z and z <= y, T <= x*y))))", name="first of two", by=[
        Take("x", "y", "z"), Have("y - z >= 0", name="gap", by=known("given3.1")),
        Order(positive=[Square(facts=["given3.0"]), Square(facts=["given2", "gap"])])]),
    Have("forall(x, positive, forall(y, positive, forall(z, [1, oo), implies(T <= x/u**2/(4*y*C*(abar + 2)*(1 + delta))*(delta/z),"
         " 2*(T*(2*z*(abar + 2)*u*(C*y/x))) <= delta/((1 + delta)*u)))))", name="time bound", by=[
        Take("x", "y", "z"), Numbers(using=["given2", "given3", "given4", "given5", "C", "abar", "delta", "u"])]),
    Have(f"{BOUND} > 0", name="front", by=[Numbers(using=["C", "abar", "delta", "u"])]),
    Use("first of two", at=[BOUND, "delta/sqrt(m)", SMALLER], premises=[
        [Numbers(using=["front"])], [Split([[Numbers(using=["given1"])], [Numbers(using=["m", "delta"])]])]], name="in time"),
    Use("time bound", at=["exp(wlow*u)", "exp(1)", "sqrt(m)"], premises=[
        [Numbers(using=[])], [Numbers(using=[])], [Numbers(using=["plain root.0"])], [Numbers(using=["in time"])]], name="plain time"),
    Have("C*exp(1 - wlow*u) == C*exp(1)/exp(wlow*u)", name="quotient", by=[Numbers(using=[])]),
    Rewritten("quotient", ["D"], name="D is"), Rewritten("plain time", ["D is", "rad", "rt", "G"], name="budget"),
    Have("delta/((1 + delta)*u)*u == delta/(1 + delta)", name="plain share", by=[Numbers(using=["delta", "u"])]),
    Rewritten("plain share", ["rad"], name="share"), Rewritten("close", ["D", "share"], name="begins"),
    Have("rt*(abar + 2) >= 2", name="two", by=[
        Have("rt - 1 >= 0", name="more", by=known("root of m.0")),
        Order(positive=[Square(facts=["more", "abar.nonnegative"]), Square(facts=["more"], weight="2"), Square(facts=["abar.nonnegative"])])]),
    Have("u >= 0", name="u0", by=[Numbers(using=["u"])]),
    Have("4*Q[0] <= G*rad", name="start", by=[Order(positive=[
        Square(facts=["begins"], weight="4"), Square(facts=["two", "D positive", "radius.0", "u0"], weight="2")],
        rewrite=["G"])]),
]
SHORT = [
    Use("distance", at=["s"], premises=[known("time.0")], name="Q now"),
    Have("G*far <= 3/4*G*rad", name="almost", by=[Order(positive=[
        Square(facts=["moved"]), Square(facts=["Q now"]), Square(facts=["time.1"], root="G"),
        Square(facts=["budget", "G positive"], weight="1/2"), Square(facts=["start"], weight="1/4")])]),
    Use("cancel", at=["far", "rad"], premises=[known("almost")], name="short"),
    Use("square less", at=["far", "rad"], premises=[[Split([known("far.0"), known("radius.0"), known("short")])]], name="strict"),
    Order(positive=[Square(facts=["strict"])], terms=[("far.1", "1", "1")]),
]
CANCEL = [
    Have("forall(x, real, forall(y, real, implies(G*x <= 3/4*G*y, x <= 3/4*y)))", name="cancel", by=[
        Take("x", "y"), Numbers(using=["G positive", "given2"])]),
    Have("forall(x, real, forall(y, real, implies(x >= 0 and y > 0 and x <= 3/4*y, x**2 < y**2)))", name="square less", by=[
        Take("x", "y"), Numbers(using=["given2"])]),
]


def theorem(id, title, where, printed):
    @paper.theorem(id, title, where=where, provenance="recalled")
    def page(item):
        item.printed(printed)
        item.use(plateau)
        item.let(C="positive", u="[1, oo)", delta="positive")
        item.suppose("Lemma C.1", f"forall(s, [wlow - 1/u, oo), L[s]**2 <= ({D})**2 and L1[s]**2 <= (u*({D}))**2)")
        item.suppose("close", f"Q[0] <= delta/(1 + delta)*({D})")
        item.conclude("forall(T, nonnegative, implies("
                      f"T <= {BOUND}*{SMALLER}, {WAY.format(t='T')} <= delta**2))", argument=[
            PRODUCT, ENTRY, ENTRIES, SLOW, *CONSTANTS,
            Rewritten("Lemma C.1", ["D"], name="memory"),
            *NEARBY,
            Have("1 + (abar + 1)**2*u**2 <= (abar + 2)**2*u**2", name="plain", by=[Numbers(using=["abar", "u"])]),
            Have("m*(1 + (abar + 1)**2*u**2) <= (rt*(abar + 2)*u)**2", name="constants", by=[
                Order(positive=[Square(facts=["plain"], root="rt")], terms=[("root of m.1", "1 + (abar + 1)**2*u**2", "1")])]),
            Take("T"), *BUDGET, *CANCEL,
            Have(f"forall(s, real, implies(0 <= s and s <= T, {WAY.format(t='s')} < rad**2))", name="stays", by=[
                Bootstrap("s", [*AT, *SHORT], start=[
                    Have(f"{WAY.format(t='0')} == 0", name="none", by=[Linear()]), Numbers(using=["none", "radius.0"])])]),
            Use("stays", at=["T"], premises=[[Split([known("given"), [Order()]])]], name="end"),
            Have("rad**2 <= delta**2", name="smaller", by=[Numbers(using=["radius", "delta"])]),
            Order(positive=[Square(facts=["end"]), Square(facts=["smaller"])]),
        ])  # fmt: skip

    return page


theorem("thm-5.1", "Exponentially long plateaus", "Section 5, Theorem 5.1, Eq. (23)",
        "For m > m* and rhohat(.; theta_0) close to rhobar: tau_0 >~ omega^2 e^(c_0/omega) min{delta/sqrt(m), ln(1 + delta)} for small omega, "
        "with constants independent of omega, m, theta_0.")  # fmt: skip
