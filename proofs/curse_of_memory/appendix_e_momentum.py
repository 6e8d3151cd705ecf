"""Appendix E: the plateau with momentum, in continuous time; how fast both modes move, and what that costs."""

from verifier.claims.script import Have, Linear, Numbers, Obtain, Order, Rewritten, Split, Square, Take, Use, Witness
from verifier.theory.exponential_curves import EXPONENTIAL
from verifier.theory.real_numbers import named_number

from . import paper

RATE = "rate(kappa, eps) := (-kappa + sqrt(kappa**2 + 4*eps))/2"
#: The time of escape times twice the rate, and how far the part of y in the loss has fallen.
LOG = "log(1 + 2*delta/(eps*y[0]**2))"
FELL = "eps*(y[T]**2 - y[0]**2)/2"


@paper.remark("eq-154-rate", "The growth rate", where="Appendix E, Eq. (154), cross-check", provenance="derived")
def growth_rate(item):
    item.printed("(not in the paper) The rate is the positive root of r^2 + kappa r = eps; it decreases strictly in the friction kappa, by at most half its change.")
    item.define(RATE)
    item.let(eps="positive", kappa="nonnegative", k="(kappa, oo)")
    item.conclude("0 < rate(k, eps) and rate(k, eps) < rate(kappa, eps) and rate(kappa, eps) - rate(k, eps) <= (k - kappa)/2"
                  " and rate(kappa, eps)**2 + kappa*rate(kappa, eps) == eps and kappa*rate(kappa, eps) < eps", expected="proved")  # fmt: skip
    item.note("For all kappa < k and eps > 0. kappa r < eps whatever the friction is.")


@paper.remark("eq-154-rate-small", "The growth rate with little friction", where="Appendix E, Eq. (154), cross-check", provenance="derived")
def little_friction(item):
    item.printed("(not in the paper) sqrt(eps) - kappa/2 <= rate <= sqrt(eps) - kappa/2 + kappa^2/(8 sqrt(eps)); so sqrt(eps)/2 <= rate for kappa <= sqrt(eps).")
    item.define(RATE)
    item.let(eps="positive", kappa="nonnegative")
    item.conclude("sqrt(eps) - kappa/2 <= rate(kappa, eps) and rate(kappa, eps) <= sqrt(eps) - kappa/2 + kappa**2/(8*sqrt(eps))"
                  " and rate(kappa, eps) <= sqrt(eps) and rate(0, eps) == sqrt(eps)"
                  " and implies(kappa <= sqrt(eps), sqrt(eps)/2 <= rate(kappa, eps))", expected="proved")  # fmt: skip


@paper.remark("eq-154-rate-large", "The growth rate with much friction", where="Appendix E, Eq. (154), cross-check", provenance="derived")
def much_friction(item):
    item.printed("(not in the paper) eps/kappa - eps^2/kappa^3 <= rate <= eps/kappa - eps^2/kappa^3 + 2 eps^3/kappa^5.")
    item.define(RATE)
    item.let(eps="positive", kappa="positive")
    item.conclude("eps/kappa - eps**2/kappa**3 <= rate(kappa, eps)"
                  " and rate(kappa, eps) <= eps/kappa - eps**2/kappa**3 + 2*eps**3/kappa**5", expected="proved")  # fmt: skip
    item.note("For a fixed friction the rate is eps/kappa up to O(eps^2), as for gradient flow with the time divided by kappa.")


@paper.remark("eq-154-log", "When an exponential has grown by the gap", where="Appendix E, cross-check", provenance="derived")
def grown(item):
    item.printed("(not in the paper) k (e^z - 1)/2 <= delta exactly for z <= ln(1 + 2 delta/k), and k (e^z/4 - 1)/2 > delta beyond ln(1 + 2 delta/k) + ln 4.")
    item.let(k="positive", delta="positive", z="real")
    item.conclude("implies(k*(exp(z) - 1)/2 <= delta, z <= log(1 + 2*delta/k)) and implies(z <= log(1 + 2*delta/k), k*(exp(z) - 1)/2 <= delta)"
                  " and implies(z > log(1 + 2*delta/k) + log(4), k*(exp(z)/4 - 1)/2 > delta)", expected="proved", argument=[Split([
        [Take(), Have("exp(z) <= 1 + 2*delta/k", name="e", by=[Numbers(using=["k", "given"])]),
         Have("log(exp(z)) <= log(1 + 2*delta/k)", name="l", by=[Numbers(using=["e", "k", "delta"])]),
         Have("log(exp(z)) == z", name="back", by=[Numbers(using=[])]), Numbers(using=["l", "back", "k", "delta"])],
        [Take(), Have("exp(z) <= exp(log(1 + 2*delta/k))", name="e", by=[Numbers(using=["k", "given", "delta"])]),
         Have("exp(log(1 + 2*delta/k)) == 1 + 2*delta/k", name="back", by=[Numbers(using=["k", "delta"])]),
         Have("exp(z) <= 1 + 2*delta/k", name="f", by=[Numbers(using=["e", "back", "k", "delta"])]), Numbers(using=["f", "k"])],
        [Take(), Have("exp(z) > exp(log(1 + 2*delta/k) + log(4))", name="e", by=[Numbers(using=["k", "given", "delta"])]),
         Have("exp(log(1 + 2*delta/k) + log(4)) == 4*(1 + 2*delta/k)", name="back", by=[Numbers(using=["k", "delta"])]),
         Have("exp(z)/4 > 1 + 2*delta/k", name="f", by=[Numbers(using=["e", "back", "k", "delta"])]), Numbers(using=["f", "k"])]])])  # fmt: skip


@paper.remark("eq-154-fast", "The other mode with momentum", where="Appendix E, cross-check", provenance="derived")
def fast_mode(item):
    item.printed("(not in the paper) x'' + kappa x' + x = 0, x'(0) = 0: x^2 + kappa x x' + x'^2 = x_0^2 e^(-kappa t) at all times, so that "
                 "x^2 + x'^2 lies between x_0^2 e^(-kappa t)/(1 + kappa/2) and, for kappa < 2, x_0^2 e^(-kappa t)/(1 - kappa/2).")
    item.let(kappa="nonnegative", x="real curve", u="real curve")
    item.suppose("motion", "forall(t, [0, oo), diff(x[t], t) == u[t] and diff(u[t], t) == -kappa*u[t] - x[t])")
    item.suppose("rest", "u[0] == 0")
    item.conclude("forall(T, nonnegative, x[T]**2 + kappa*x[T]*u[T] + u[T]**2 == exp(-kappa*T)*x[0]**2"
                  " and exp(-kappa*T)*x[0]**2 <= (1 + kappa/2)*(x[T]**2 + u[T]**2)"
                  " and (1 - kappa/2)*(x[T]**2 + u[T]**2) <= exp(-kappa*T)*x[0]**2)", expected="proved", argument=[
        EXPONENTIAL, Use("exponential", at=[("x[t]**2 + kappa*x[t]*u[t] + u[t]**2", "t"), "-kappa"], name="decays", premises=[[
            Take("t"), Use("motion", at=["t"], premises=[[]], name="m"),
            Linear(terms=[("m.0", "2*x[t] + kappa*u[t]", "1"), ("m.1", "kappa*x[t] + 2*u[t]", "1")])]]),
        Take("T"), Use("decays", at=["T"], premises=[[]], name="now"),
        Have("x[T]**2 + kappa*x[T]*u[T] + u[T]**2 == exp(-kappa*T)*x[0]**2", name="value", by=[Numbers(using=["now", "rest"])]),
        Have("kappa*(x[T] - u[T])**2 >= 0", name="minus", by=[Numbers(using=["kappa"])]), Have("kappa*(x[T] + u[T])**2 >= 0", name="plus", by=[Numbers(using=["kappa"])]),
        Split([[], [Numbers(using=["value", "minus"])], [Numbers(using=["value", "plus"])]])],
        example={"kappa": 0, "x": 0, "u": 0})  # fmt: skip
    item.without("motion", counterexample={"kappa": 1, "x": 1, "u": 0})
    item.without("rest", counterexample={"kappa": 0, "x": "sin(t)", "u": "cos(t)"})
    item.note("So kappa is the rate at which the energy of the fast mode decays, exactly; without friction (mu = 1) it does not decay at all.")


#: (c1 + c2) x = (c1 e1 + c2 e2) x_0 with c1 >= c2 > 0, e1 >= 1 >= e2 > 0: x_0 e1/2 <= x <= x_0 e1, up to the sign.
BETWEEN = [
    Have("forall(x1, positive, forall(x2, real, forall(x3, real, implies(x1*x2 <= x1*x3, x2 <= x3))))", name="cancel", by=[
        Take("x1", "x2", "x3"), Numbers(using=["given", "given1"])]),
    Have("forall(c1, positive, forall(c2, positive, forall(e1, [1, oo), forall(e2, (0, 1], forall(x1, real, forall(x2, real, implies("
         "c1 >= c2 and x1*(c1 + c2) == x2*(c1*e1 + c2*e2), x2**2*e1**2/4 <= x1**2 and x1**2 <= x2**2*e1**2)))))))", name="size", by=[
        Take("c1", "c2", "e1", "e2", "x1", "x2"),
        Have("(c1*e1 + c2*e2)**2 <= e1**2*(c1 + c2)**2", name="above", by=[Numbers(using=["given", "given1", "given2", "given3"])]),
        Have("4*(c1*e1 + c2*e2)**2 >= e1**2*(c1 + c2)**2", name="below", by=[Numbers(using=["given", "given1", "given2", "given3", "given4.0"])]),
        Have("(c1 + c2)**2*x1**2 == x2**2*(c1*e1 + c2*e2)**2", name="squares", by=[
            Linear(terms=[("given4.1", "x1*(c1 + c2) + x2*(c1*e1 + c2*e2)", "1")])]),
        Have("(c1 + c2)**2 > 0", name="weight", by=[Numbers(using=["given", "given1"])]),
        Split([[Use("cancel", at=["(c1 + c2)**2", "x2**2*e1**2/4", "x1**2"], premises=[[], [
            Order(positive=[Square(facts=["below"], root="x2", weight="1/4")], terms=[("squares", "1", "1")])]])],
               [Use("cancel", at=["(c1 + c2)**2", "x1**2", "x2**2*e1**2"], premises=[[], [
            Order(positive=[Square(facts=["above"], root="x2")], terms=[("squares", "-1", "1")])]])]])]),
]  # fmt: skip


RATE_NOW = R = "rate(kappa, eps)"
CLOSED = f"y[T]*(2*{R} + kappa) == y[0]*(({R} + kappa)*exp({R}*T) + {R}*exp(-({R} + kappa)*T))"
GROWTH = f"y[0]**2*exp(2*{R}*T)/4 <= y[T]**2 and y[T]**2 <= y[0]**2*exp(2*{R}*T)"
FACTS = Use("cited:eq-154-rate", at=["eps", "kappa", "kappa + 1"], premises=[[Split([[], [], [Numbers(using=[])]])]], name="facts")


def falling_mode(item):
    item.define(RATE)
    item.let(kappa="nonnegative", eps="positive", y="real curve", v="real curve")
    item.suppose("motion", "forall(t, [0, oo), diff(y[t], t) == v[t] and diff(v[t], t) == -kappa*v[t] + eps*y[t])")
    item.suppose("rest", "v[0] == 0")


@paper.remark("eq-154-closed", "The falling mode with momentum", where="Appendix E, Eq. (154), cross-check", provenance="derived")
def falling_mode_solved(item):
    item.printed("(not in the paper) y'' + kappa y' = eps y, y'(0) = 0: y (2 r + kappa) = y_0 ((r + kappa) e^(r t) + r e^(-(r + kappa) t)), and no other; "
                 "|y| lies between |y_0| e^(r t)/2 and |y_0| e^(r t).")
    falling_mode(item)
    item.conclude(f"forall(T, nonnegative, {CLOSED} and {GROWTH})", because=["eq-154-rate"], expected="proved", argument=[
        EXPONENTIAL, *BETWEEN,
        Have(f"exists(R, positive, R == {R} and R**2 + kappa*R == eps)", name="there is R", by=[
            FACTS, Witness(R), Split([[Numbers(using=["facts.0", "facts.1"])], [Split([[], [Use("facts.3")]])]])]),
        Obtain("there is R", "R", label="R is"),
        Have("forall(x1, real, forall(x2, real, forall(x3, real, forall(x4, real, forall(e1, real, forall(e2, real, implies(x3 == 0 and"
             " x4 + (R + kappa)*x1 == e1*(x3 + (R + kappa)*x2) and x4 - R*x1 == e2*(x3 - R*x2),"
             " x1*(2*R + kappa) == x2*((R + kappa)*e1 + R*e2))))))))", name="solve", by=[
            Take("x1", "x2", "x3", "x4", "e1", "e2"),
            Linear(terms=[("given.1", "1", "1"), ("given.2", "-1", "1"), ("given.0", "e1 - e2", "1")])]),
        Use("exponential", at=[("v[t] + (R + kappa)*y[t]", "t"), "R"], name="one", premises=[[
            Take("t"), Use("motion", at=["t"], premises=[[]], name="m"),
            Linear(terms=[("m.1", "1", "1"), ("m.0", "R + kappa", "1"), ("R is.1.1", "-y[t]", "1")])]]),
        Use("exponential", at=[("v[t] - R*y[t]", "t"), "-(R + kappa)"], name="other", premises=[[
            Take("t"), Use("motion", at=["t"], premises=[[]], name="m"),
            Linear(terms=[("m.1", "1", "1"), ("m.0", "-R", "1"), ("R is.1.1", "-y[t]", "1")])]]),
        Take("T"), Use("one", at=["T"], premises=[[]], name="p"), Use("other", at=["T"], premises=[[]], name="q"),
        Use("solve", at=["y[T]", "y[0]", "v[0]", "v[T]", "exp(R*T)", "exp(-(R + kappa)*T)"], name="closed"),
        Have("exp(R*T) >= 1 and 0 < exp(-(R + kappa)*T) and exp(-(R + kappa)*T) <= 1", name="sizes", by=[Split([
            [Numbers(using=["R is.0", "given"])], [Numbers(using=[])], [Numbers(using=["R is.0", "given", "kappa"])]])]),
        Use("size", at=["R + kappa", "R", "exp(R*T)", "exp(-(R + kappa)*T)", "y[T]", "y[0]"], name="bounds", premises=[
            [Numbers(using=["R is.0", "kappa"])], [], [], [], [Split([[Numbers(using=["kappa"])], [Numbers(using=["closed"])]])]]),
        Have("exp(R*T)**2 == exp(2*R*T)", name="double", by=[Numbers(using=[])]),
        Rewritten("bounds", ["double"], name="grows", forwards=True),
        Have("y[T]*(2*R + kappa) == y[0]*((R + kappa)*exp(R*T) + R*exp(-(R + kappa)*T))"
             " and y[0]**2*exp(2*R*T)/4 <= y[T]**2 and y[T]**2 <= y[0]**2*exp(2*R*T)", name="all"),
        Rewritten("all", ["R is.1.0"], name="done", forwards=True), Use("done")],
        example={"kappa": 0, "eps": 1, "y": 0, "v": 0})  # fmt: skip
    item.without("motion", counterexample={"kappa": 0, "eps": 1, "y": 1, "v": 0})
    item.without("rest", counterexample={"kappa": 0, "eps": 1, "y": "exp(-t)", "v": "-exp(-t)"})
    item.note("y' + (r + kappa) y and y' - r y are exponentials with the rates r and -(r + kappa), the two roots of s^2 + kappa s = eps.")


@paper.equation("eq-154", "The plateau with momentum", where="Appendix E, Eq. (154)", provenance="guess")
def plateau_with_momentum(item):
    item.printed("Plateau until O((1/sqrt(eps)) ln(1/eps)); y grows at the rate (-kappa + sqrt(kappa^2 + 4 eps))/2, kappa = (1 - mu)/sqrt(eta).")
    falling_mode(item)
    item.let(delta="positive")
    item.conclude(f"implies(y[0] != 0, forall(T, nonnegative, {CLOSED} and implies(2*{R}*T <= {LOG}, {FELL} <= delta) and implies(2*{R}*T > {LOG} + log(4), {FELL} > delta)))",
                  because=["eq-154-closed", "eq-154-log"], expected="proved", argument=[
        Have("forall(k, real, forall(x1, real, forall(x2, real, forall(x3, real, implies(k == eps*x2 and k*(x3/4 - 1)/2 > delta and x2*x3/4 <= x1,"
             " eps*(x1 - x2)/2 > delta)))))", name="left", by=[Take("k", "x1", "x2", "x3"), Order(
                 positive=[Square(facts=["given.1"]), Square(facts=["given.2", "eps.positive"], weight="1/2")], terms=[("given.0", "1/2 - x3/8", "1")])]),
        Have("forall(k, real, forall(x1, real, forall(x2, real, forall(x3, real, implies(k == eps*x2 and k*(x3 - 1)/2 <= delta and x1 <= x2*x3,"
             " eps*(x1 - x2)/2 <= delta)))))", name="inside", by=[Take("k", "x1", "x2", "x3"), Order(
                 positive=[Square(facts=["given.1"]), Square(facts=["given.2", "eps.positive"], weight="1/2")], terms=[("given.0", "x3/2 - 1/2", "1")])]),
        Take(), Use("cited:eq-154-closed", at=["kappa", "eps", ("y[t]", "t"), ("v[t]", "t")], name="solved"),
        Have("eps*y[0]**2 > 0", name="front", by=[Numbers(using=["eps", "given"])]),
        *named_number("R", RATE_NOW), Rewritten("solved", ["R"], name="known"),
        Have(f"forall(T, nonnegative, {CLOSED} and implies(2*R*T <= {LOG}, {FELL} <= delta) and implies(2*R*T > {LOG} + log(4), {FELL} > delta))".replace(RATE_NOW, "R"),
             name="all", by=[
            Take("T"), Use("known", at=["T"], premises=[[]], name="now"),
            Split([[Use("now.0")], [
                Take(), Use("cited:eq-154-log", at=["eps*y[0]**2", "delta", "2*R*T"], premises=[[Split([[], []])]], name="log"),
                Use("log.1", premises=[[]], name="small"), Use("inside", at=["eps*y[0]**2", "y[T]**2", "y[0]**2", "exp(2*R*T)"])], [
                Take(), Use("cited:eq-154-log", at=["eps*y[0]**2", "delta", "2*R*T"], premises=[[Split([[], []])]], name="log"),
                Use("log.2", premises=[[]], name="large"), Use("left", at=["eps*y[0]**2", "y[T]**2", "y[0]**2", "exp(2*R*T)"])]])]),
        Rewritten("all", ["R"], name="done", forwards=True), Use("done")],
        example={"kappa": 0, "eps": 1, "delta": 1, "y": 0, "v": 0})  # fmt: skip
    for name, values in (("motion", {"y": 1, "v": 0}), ("rest", {"y": "exp(-t)", "v": "-exp(-t)"})):
        if values is not None:
            item.without(name, counterexample={"kappa": 0, "eps": 1, "delta": 1, **values})
    with item.reading("for a fixed friction kappa > 0 (a fixed mu < 1)", alone=True) as x:
        x.let(kappa="positive")
        x.conclude("exists(c, positive, small(e, rate(kappa, e) >= c*sqrt(e)))", expected="refuted", counterexample={"kappa": 1})
    with item.reading("for mu -> 1 so fast that kappa <= sqrt(eps)", alone=True) as x:
        x.conclude("forall(e, positive, forall(k, [0, sqrt(e)], sqrt(e)/2 <= rate(k, e) and rate(k, e) <= sqrt(e)))", expected="proved")
    item.note("y has the solution in the first line and no other; r is the rate. The part of y in the loss has fallen by delta between the times "
              "ln(1 + 2 delta/(eps y_0^2))/(2 r) and that plus ln(4)/(2 r), for every friction.")
    item.note("The rate sqrt(eps), and with it the time (1/sqrt(eps)) ln(1/eps), is that of vanishing friction. For a fixed mu < 1 the rate is at most "
              "eps/kappa, and the time of the order (1/eps) ln(1/eps) again: the acceleration needs 1 - mu = O(sqrt(eps eta)).")  # fmt: skip


@paper.remark("E-conclusion", "Momentum shortens the escape", where="Appendix E", provenance="recalled")
def conclusion(item):
    item.printed("Both dynamics have two time scales; momentum shortens the escape from O(1/eps) to O(1/sqrt(eps)), up to logarithms.")
    falling_mode(item)
    item.let(delta="positive")
    item.suppose("little friction", "kappa <= sqrt(eps)")
    item.conclude(f"implies(y[0] != 0, forall(T, nonnegative, implies(T <= {LOG}/(2*sqrt(eps)), {FELL} <= delta) and implies(T > ({LOG} + log(4))/sqrt(eps), {FELL} > delta)))",
                  because=["eq-154", "eq-154-rate-small"], fidelity="fragment", argument=[
        Have("forall(s, positive, forall(x1, real, forall(x2, nonnegative, forall(x3, real, implies(x1 <= s and x2 <= x3/(2*s), 2*x1*x2 <= x3)))))",
             name="inside", by=[Take("s", "x1", "x2", "x3"), Have("x2*(2*s) <= x3", name="time", by=[Numbers(using=["given", "given2.1"])]),
                                Have("x1*x2 <= s*x2", name="slower", by=[Numbers(using=["given1", "given2.0"])]), Numbers(using=["time", "slower"])]),
        Have("forall(s, positive, forall(x1, real, forall(x2, nonnegative, forall(x3, real, implies(s/2 <= x1 and x2 > x3/s, 2*x1*x2 > x3)))))",
             name="left", by=[Take("s", "x1", "x2", "x3"), Have("x2*s > x3", name="time", by=[Numbers(using=["given", "given2.1"])]),
                              Have("s/2*x2 <= x1*x2", name="faster", by=[Numbers(using=["given1", "given2.0"])]), Numbers(using=["time", "faster"])]),
        Have("sqrt(eps) > 0", name="root", by=[Numbers(using=["eps"])]),
        Take(), Use("cited:eq-154-rate-small", at=["eps", "kappa"], premises=[[Split([[], []])]], name="slow"),
        Use("slow.4", premises=[[]], name="at least"),
        Use("cited:eq-154", at=["kappa", "eps", ("y[t]", "t"), ("v[t]", "t"), "delta"],
            premises=[[Split([[Numbers(using=["kappa"])], [Numbers(using=["eps"])], [], [], []])]], name="implied"), Use("implied", premises=[[]], name="solved"),
        *named_number("R", RATE_NOW), Rewritten("solved", ["R"], name="known"), Rewritten("slow.2", ["R"], name="most"), Rewritten("at least", ["R"], name="least"),
        Take("T"), Use("known", at=["T"], premises=[[]], name="now"),
        Split([[Take(), Use("inside", at=["sqrt(eps)", "R", "T", LOG], premises=[[Use("root")], [Use("given1")], [Split([[Use("most")], [Use("given2")]])]], name="early"), Use("now.1", premises=[[Numbers(using=["early"])]])],
               [Take(), Use("left", at=["sqrt(eps)", "R", "T", f"{LOG} + log(4)"], premises=[[Use("root")], [Use("given1")], [Split([[Use("least")], [Use("given2")]])]], name="late"), Use("now.2", premises=[[Numbers(using=["late"])]])]])],
        example={"eps": 1, "kappa": 0, "delta": 1, "y": 0, "v": 0})  # fmt: skip
    item.note("The time of escape, for all frictions up to sqrt(eps): between ln(1 + 2 delta/(eps y_0^2))/(2 sqrt(eps)) and twice that plus ln(4)/sqrt(eps). For gradient "
              "flow it is the same logarithm divided by 2 eps, Eq. (152).")
    item.note("The statement on the escape alone. The separation of the two time scales is not kept with it: the fast mode decays at the rate kappa/2 (kappa for its "
              "energy, eq-154-fast), which at such a friction is no more than the rate of growth (E-separation), and kappa r < eps for every friction (eq-154-rate). A decay "
              "in a time O(1) needs a friction that does not vanish, and then the escape takes a time of the order 1/eps again.")


@paper.remark("E-separation", "Friction separates the modes, and slows the escape", where="Appendix E, cross-check", provenance="derived")
def separation(item):
    item.printed("(not in the paper) kappa/2 <= rate exactly for kappa^2 <= 4 eps/3; and kappa times the rate is below eps for every friction.")
    item.define(RATE)
    item.let(kappa="nonnegative", eps="positive")
    item.conclude("iff(kappa/2 <= rate(kappa, eps), kappa**2 <= 4*eps/3) and kappa*rate(kappa, eps) < eps", expected="proved")
    item.note("kappa/2 is the rate of decay of the amplitude of the fast mode while kappa < 2, and the rate that of the growth of the other. Where the escape "
              "takes a time of the order 1/sqrt(eps), the decay takes no less.")
