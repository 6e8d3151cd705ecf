"""Theorem 5.1 = Theorem C.1: exponentially long plateaus, for the nonlinear flow and every width."""

from verifier.claims.script import Have, Linear, Numbers, Order, Rewritten, Split, Square, Take, Use
from verifier.theory.real_numbers import named_number

from . import paper
from .appendix_c_energy import REST, WAY, known, plateau

SMALLER = "Min(delta/rt, log(1 + delta))"
FRONT = "exp(wlow*u)/u**2/(4*exp(1)*C*(abar + 2)*(1 + delta))"
RADIUS = "delta/((1 + delta)*u)"
LETTERS = [
    Have(f"0 < {RADIUS} and {RADIUS} <= 1/u and {RADIUS} <= 1 and {RADIUS} < delta and {RADIUS}*u == delta/(1 + delta)", name="plain radius",
         by=[Numbers(using=["delta", "u"])]),
    *named_number("rad", RADIUS, [Numbers(using=["delta", "u"])]), Rewritten("plain radius", ["rad"], name="radius"),
    Have("rt >= 1", name="wide", by=[Have("m >= 1", name="m1"), Numbers(using=["root", "rt", "m1"])]),
    Have("u > 0", name="u positive", by=[Numbers(using=["u"])]),
    *named_number("E", "u*D"), Have("E > 0", name="E positive", by=[Order(positive=[Square(facts=["u positive", "D.positive"])], rewrite=["E"])]),
    *named_number("G", "2*rt*(abar + 2)*E"),
]
#: 2 G T <= rad and 4 Q(0) <= G rad.
BUDGET = [
    Have("forall(x, positive, forall(y, real, forall(z, real, implies(T <= x*z and z <= y, T <= x*y))))", name="first of two", by=[
        Take("x", "y", "z"), Have("y - z >= 0", name="gap", by=known("given3.1")),
        Order(positive=[Square(facts=["given3.0"]), Square(facts=["given2", "gap"])])]),
    Have("forall(x, positive, forall(y, positive, forall(z, [1, oo), implies(T <= x/u**2/(4*y*C*(abar + 2)*(1 + delta))*(delta/z),"
         " 2*(2*z*(abar + 2)*(u*(C*y/x)))*T <= delta/((1 + delta)*u)))))", name="time bound", by=[
        Take("x", "y", "z"), Numbers(using=["given2", "given3", "given4", "given5", "C", "abar", "delta", "u"])]),
    Have(f"{FRONT} > 0", name="front", by=[Numbers(using=["C", "abar", "delta", "u"])]),
    Use("first of two", at=[FRONT, "delta/rt", SMALLER], premises=[
        [Numbers(using=["front"])], [Split([[Numbers(using=["given1"])], [Numbers(using=["rt", "delta"])]])]], name="one term"),
    Use("time bound", at=["exp(wlow*u)", "exp(1)", "rt"], premises=[
        [Numbers(using=[])], [Numbers(using=[])], [Numbers(using=["wide"])], [Numbers(using=["one term"])]], name="plain time"),
    Have("D == C*exp(1)/exp(wlow*u)", name="D is", by=[Numbers(using=["size"])]), Rewritten("plain time", ["D is", "rad"], name="time so far"),
    Have("2*G*T <= rad", name="budget", by=[Order(positive=[Square(facts=["time so far"])], rewrite=["G", "E"])]),
    Rewritten("close", ["radius.4"], name="begins"),
    Have("rt*(abar + 2) >= 2", name="two", by=[
        Have("rt - 1 >= 0", name="more", by=known("wide")),
        Order(positive=[Square(facts=["more", "abar.nonnegative"]), Square(facts=["more"], weight="2"), Square(facts=["abar.nonnegative"])])]),
    Have("4*Q[0] <= G*rad", name="start", by=[Order(positive=[
        Square(facts=["begins"], weight="4"), Square(facts=["two", "D.positive", "radius.0", "u positive"], weight="2")], rewrite=["G", "E"])]),
]  # fmt: skip


MEMORY = [
    Take("s"),
    Have("u - 1 >= 0", name="u more", by=[Numbers(using=["u"])]),
    Have("D**2 <= E**2", name="D small", by=[
        Order(positive=[Square(root="D", facts=["u more", "u positive"]), Square(root="D", facts=["u more"])], rewrite=["E"])]),
    Use("Lemma C.1", at=["s"], premises=[[Order(positive=[Square(facts=["given2"]), Square(facts=["radius.1"])])]], name="now"),
    Split([[Order(positive=[Square(facts=["now.0"]), Square(facts=["D small"])])], [Order(positive=[Square(facts=["now.1"])], rewrite=["E"])]]),
]
CITED = [
    Use("cited:plateau-energy", at=["m", "wlow", "abar", ("a[t]", "t"), ("w[t]", "t"), ("J[t]", "t"), ("Q[t]", "t"), ("ga[t]", "t"),
                                    ("gw[t]", "t"), ("l[t]", "t"), ("n[t]", "t"), ("L[t]", "t"), ("L1[t]", "t"), "E", "rad", "T", "rt", "G"],
        premises=[[Split([
            known("wlow.positive"), known("abar.nonnegative"), known("E positive"), known("radius.0"), known("radius.2"),
            known("given"), known("rt.positive"), *[[]]*7, MEMORY, [Linear(terms=[("root", "1", "1")])],
            [Linear(terms=[("G", "1", "1")])], known("budget"), known("start")])]], name="energy"),
]  # fmt: skip
END = [
    Have("rad**2 <= delta**2", name="smaller", by=[Numbers(using=["radius.0", "radius.3", "delta"])]),
    Order(positive=[Square(facts=["energy.0"]), Square(facts=["smaller"])]),
]


def theorem(id, title, where, printed):
    @paper.theorem(id, title, where=where, provenance="recalled")
    def page(item):
        item.printed(printed)
        item.use(plateau)
        item.let(C="positive", u="[1, oo)", D="positive", delta="positive", rt="positive")
        item.suppose("root", "rt**2 == m")
        item.suppose("size", "D*exp(wlow*u) == C*exp(1)")
        item.suppose("Lemma C.1", "forall(s, real, implies(s >= wlow - 1/u, L[s]**2 <= D**2 and L1[s]**2 <= (u*D)**2))")
        item.suppose("close", "Q[0] <= delta/(1 + delta)*D")
        item.conclude(f"forall(T, nonnegative, implies(T <= {FRONT}*{SMALLER}, {WAY.format(t='T')} <= delta**2))", because=["plateau-energy"],
                      argument=[Take("T"), *LETTERS, *BUDGET, *CITED, *END], expected="proved",
                      example={**REST, "C": 1, "u": 1, "D": 1, "delta": 1, "rt": 1})  # fmt: skip

    return page


theorem("thm-5.1", "Exponentially long plateaus", "Section 5, Theorem 5.1, Eq. (23)",
        "For m > m* and rhohat(.; theta_0) close to rhobar: tau_0 >~ omega^2 e^(c_0/omega) min{delta/sqrt(m), ln(1 + delta)} for small omega, "
        "with constants independent of omega, m, theta_0.")  # fmt: skip
