"""Appendix E: the plateau with momentum, in continuous time; how fast both modes move, and what that costs."""

from verifier.language.script import (
    At,
    Cases,
    Choose,
    Have,
    Linear,
    Negate,
    Numbers,
    Obtain,
    Rewritten,
    Set,
    Split,
    Take,
    Use,
    Witness,
)

from . import paper
from .lemmas.exponential_curves import EXPONENTIAL

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
        [Take(), Have("exp(z) <= 1 + 2*delta/k", name="e"),
         Have("log(exp(z)) <= log(1 + 2*delta/k)", name="l"),
         Have("log(exp(z)) == z", name="back")],
        [Take(), Have("exp(z) <= exp(log(1 + 2*delta/k))", name="e"),
         Have("exp(log(1 + 2*delta/k)) == 1 + 2*delta/k", name="back"),
         Have("exp(z) <= 1 + 2*delta/k", name="f")],
        [Take(), Have("exp(z) > exp(log(1 + 2*delta/k) + log(4))", name="e"),
         Have("exp(log(1 + 2*delta/k) + log(4)) == 4*(1 + 2*delta/k)", name="back"),
         Have("exp(z)/4 > 1 + 2*delta/k", name="f")]])])  # fmt: skip


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
            Take("t"), Use("motion", at=["t"], premises=[[]], name="m")]]),
        Take("T"), Use("decays", at=["T"], premises=[[]], name="now"),
        Have("x[T]**2 + kappa*x[T]*u[T] + u[T]**2 == exp(-kappa*T)*x[0]**2", name="value"),
        Have("kappa*(x[T] - u[T])**2 >= 0", name="minus"), Have("kappa*(x[T] + u[T])**2 >= 0", name="plus"),
        Split([[], [], []])],
        example={"kappa": 0, "x": 0, "u": 0})  # fmt: skip
    item.without("motion", counterexample={"kappa": 1, "x": 1, "u": 0})
    item.without("rest", counterexample={"kappa": 0, "x": "sin(t)", "u": "cos(t)"})
    item.note("So kappa is the rate at which the energy of the fast mode decays, exactly; without friction (mu = 1) it does not decay at all.")


#: (c1 + c2) x = (c1 e1 + c2 e2) x_0 with c1 >= c2 > 0, e1 >= 1 >= e2 > 0: x_0 e1/2 <= x <= x_0 e1, up to the sign.
BETWEEN = [
    Have("forall(x1, positive, forall(x2, real, forall(x3, real, implies(x1*x2 <= x1*x3, x2 <= x3))))", name="cancel", by=[
        Take("x1", "x2", "x3")]),
    Have("forall(c1, positive, forall(c2, positive, forall(e1, [1, oo), forall(e2, (0, 1], forall(x1, real, forall(x2, real, implies("
         "c1 >= c2 and x1*(c1 + c2) == x2*(c1*e1 + c2*e2), x2**2*e1**2/4 <= x1**2 and x1**2 <= x2**2*e1**2)))))))", name="size", by=[
        Take("c1", "c2", "e1", "e2", "x1", "x2"),
        Have("(c1*e1 + c2*e2)**2 <= e1**2*(c1 + c2)**2", name="above"),
        Have("4*(c1*e1 + c2*e2)**2 >= e1**2*(c1 + c2)**2", name="below"),
        Have("(c1 + c2)**2*x1**2 == x2**2*(c1*e1 + c2*e2)**2", name="squares"),
        Have("(c1 + c2)**2 > 0", name="weight"),
        Split([[Use("cancel", at=["(c1 + c2)**2", "x2**2*e1**2/4", "x1**2"], premises=[[], []])],
               [Use("cancel", at=["(c1 + c2)**2", "x1**2", "x2**2*e1**2"], premises=[[], []])]])]),
]  # fmt: skip


RATE_NOW = R = "rate(kappa, eps)"
CLOSED = f"y[T]*(2*{R} + kappa) == y[0]*(({R} + kappa)*exp({R}*T) + {R}*exp(-({R} + kappa)*T))"
GROWTH = f"y[0]**2*exp(2*{R}*T)/4 <= y[T]**2 and y[T]**2 <= y[0]**2*exp(2*{R}*T)"
FACTS = Use("cited:eq-154-rate", at=["eps", "kappa", "kappa + 1"], premises=[[Split([[], [], []])]], name="facts")


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
            FACTS, Witness(R), Split([[], [Split([[], [Use("facts.3")]])]])]),
        Obtain("there is R", "R", label="R is"),
        Have("forall(x1, real, forall(x2, real, forall(x3, real, forall(x4, real, forall(e1, real, forall(e2, real, implies(x3 == 0 and"
             " x4 + (R + kappa)*x1 == e1*(x3 + (R + kappa)*x2) and x4 - R*x1 == e2*(x3 - R*x2),"
             " x1*(2*R + kappa) == x2*((R + kappa)*e1 + R*e2))))))))", name="solve", by=[
            Take("x1", "x2", "x3", "x4", "e1", "e2")]),
        Use("exponential", at=[("v[t] + (R + kappa)*y[t]", "t"), "R"], name="one", premises=[[
            Take("t"), Use("motion", at=["t"], premises=[[]], name="m")]]),
        Use("exponential", at=[("v[t] - R*y[t]", "t"), "-(R + kappa)"], name="other", premises=[[
            Take("t"), Use("motion", at=["t"], premises=[[]], name="m")]]),
        Take("T"), Use("one", at=["T"], premises=[[]], name="p"), Use("other", at=["T"], premises=[[]], name="q"),
        Use("solve", at=["y[T]", "y[0]", "v[0]", "v[T]", "exp(R*T)", "exp(-(R + kappa)*T)"], name="closed"),
        Have("exp(R*T) >= 1 and 0 < exp(-(R + kappa)*T) and exp(-(R + kappa)*T) <= 1", name="sizes", by=[Split([
            [], [], []])]),
        Use("size", at=["R + kappa", "R", "exp(R*T)", "exp(-(R + kappa)*T)", "y[T]", "y[0]"], name="bounds", premises=[
            [], [], [], [], [Split([[], []])]]),
        Have("exp(R*T)**2 == exp(2*R*T)", name="double"),
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
             " eps*(x1 - x2)/2 > delta)))))", name="left", by=[Take("k", "x1", "x2", "x3")]),
        Have("forall(k, real, forall(x1, real, forall(x2, real, forall(x3, real, implies(k == eps*x2 and k*(x3 - 1)/2 <= delta and x1 <= x2*x3,"
             " eps*(x1 - x2)/2 <= delta)))))", name="inside", by=[Take("k", "x1", "x2", "x3")]),
        Take(), Use("cited:eq-154-closed", at=["kappa", "eps", ("y[t]", "t"), ("v[t]", "t")], name="solved"),
        Have("eps*y[0]**2 > 0", name="front"),
        Set("R", RATE_NOW), Rewritten("solved", ["R"], name="known"),
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


#: The decay of the fast mode x'' + kappa x' + x = 0: minus the larger real part of the roots of s^2 + kappa s + 1.
DECAY = "decay(kappa) := (kappa - sqrt(Max(kappa**2 - 4, 0)))/2"
FLOW_FELL = "eps*(z[T]**2 - y[0]**2)/2"




def at_time(time, *places):
    """The statement fails at this time, in the part at this place."""
    return [At({"goal": [Split([[Numbers()], [Witness(time), Split([[], [*(Choose(k) for k in places), Split([[Numbers()], [Numbers()]])]])]])]})]


#: For all c and e0 there is eps < e0 at which no friction has both: from decay >= c follows kappa >= 2 c and rate < eps/(2 c).
NOT_BOTH = [
    Take("c"), Cases("c <= 0", name="c", yes=[Choose(0), Use("c")], no=[Choose(1), Take("e0"), Cases("e0 <= 0", name="e0", yes=[Choose(0), Use("e0")], no=[Choose(1),
    Have("exists(s, positive, s**2 < e0 and s < 2*c**2)", name="there is s", by=[Witness("Min(e0/(1 + e0), c**2)"), Split([
        [], [Split([[
        Have("e0/(1 + e0) < 1 and e0/(1 + e0) < e0", name="top", by=[Split([[], []])]),
        Have("forall(x, positive, forall(y, positive, implies(x <= y and y < 1 and y < e0, x**2 < e0)))", name="square", by=[
            Take("x", "y"), Have("x*x <= x", name="xx")]),
        Use("square", at=["Min(e0/(1 + e0), c**2)", "e0/(1 + e0)"], premises=[[], [], [Split([
            [], [Use("top.0")], [Use("top.1")]])]])], [Have("Min(e0/(1 + e0), c**2) <= c**2 and c**2 > 0", name="low", by=[Split([[], []])])]])]])]),
    Obtain("there is s", "s", label="s"), Witness("s**2"), Split([[Split([[], [Use("s.1.0")]])], [Take("k"), Cases("k < 0", name="k", yes=[Choose(0), Use("k")], no=[Choose(1),
    Cases("decay(k) < c", name="slow", yes=[Choose(0), Use("slow")], no=[
        Choose(1), Use("cited:eq-154-rate", at=["s**2", "k", "k + 1"], premises=[[Split([[], [], []])]], name="facts"),
        Have("decay(k) <= k/2", name="at most"), Have("k >= 2*c", name="much"),
        Have("sqrt(s**2) == s", name="root"),
        Have("forall(r, positive, implies(k*r < s**2, r < c*sqrt(s**2)))", name="then", by=[
            Take("r"), Have("2*c*r <= k*r", name="less"), Have("2*c*r < s**2", name="weak"),
            Have("s**2 < s*(2*c**2)", name="fine"), Have("c*(2*r) < c*(2*(c*s))", name="both"),
            Have("r < c*s", name="r")]),
        Use("then", at=["rate(k, s**2)"], premises=[[], [Use("facts.4")]], name="now"),
        Rewritten("now", ["root"], name="done"), Use("done")])])]])])])]


@paper.remark("E-conclusion", "Momentum shortens the escape", where="Appendix E", provenance="recalled")
def conclusion(item):
    item.printed("Both dynamics have two time scales; momentum shortens the escape from O(1/eps) to O(1/sqrt(eps)), up to logarithms.")
    with item.reading("the escape of both dynamics from the same start, with friction at most sqrt(eps)") as x:
        falling_mode(x)
        x.let(eps="(0, 1)", delta="positive", z="real curve")
        x.suppose("flow", "z[0] == y[0] and forall(t, [0, oo), diff(z[t], t) == eps*z[t])")
        x.suppose("little friction", "kappa <= sqrt(eps)")
        x.conclude(f"implies(y[0] != 0, forall(T, nonnegative, iff({FLOW_FELL} <= delta, T <= {LOG}/(2*eps)) and implies(T <= {LOG}/(2*sqrt(eps)), {FELL} <= delta)"
                   f" and implies(T > ({LOG} + log(4))/sqrt(eps), {FELL} > delta)))",
                   because=["eq-152-y", "eq-154", "eq-154-rate-small"], expected="proved", argument=[
            EXPONENTIAL,
            Have("forall(s, positive, forall(x1, real, forall(x2, nonnegative, forall(x3, real, implies(x1 <= s and x2 <= x3/(2*s), 2*x1*x2 <= x3)))))",
                 name="inside", by=[Take("s", "x1", "x2", "x3"), Have("x2*(2*s) <= x3", name="time"),
                                    Have("x1*x2 <= s*x2", name="slower")]),
            Have("forall(s, positive, forall(x1, real, forall(x2, nonnegative, forall(x3, real, implies(s/2 <= x1 and x2 > x3/s, 2*x1*x2 > x3)))))",
                 name="left", by=[Take("s", "x1", "x2", "x3"), Have("x2*s > x3", name="time"),
                                  Have("s/2*x2 <= x1*x2", name="faster")]),
            Have("forall(x1, real, forall(x2, real, forall(x3, real, implies(x1 == x2*x3, x1**2 == x2**2*x3**2))))", name="square", by=[
                Take("x1", "x2", "x3")]),
            Have("sqrt(eps) > 0", name="root"), Have("eps > 0", name="small"),
            Take(), Use("cited:eq-154-rate-small", at=["eps", "kappa"], premises=[[Split([[Use("small")], []])]], name="slow"),
            Use("slow.4", premises=[[]], name="at least"), Use("exponential", at=[("z[t]", "t"), "eps"], name="flows", premises=[[Use("flow.1")]]),
            Use("cited:eq-154", at=["kappa", "eps", ("y[t]", "t"), ("v[t]", "t"), "delta"],
                premises=[[Split([[], [Use("small")], [], [], []])]], name="implied"), Use("implied", premises=[[]], name="solved"),
            Set("R", RATE_NOW), Rewritten("solved", ["R"], name="known"), Rewritten("slow.2", ["R"], name="most"), Rewritten("at least", ["R"], name="least"),
            Take("T"), Use("known", at=["T"], premises=[[]], name="now"), Use("flows", at=["T"], premises=[[]], name="z now"),
            Have(f"iff({FLOW_FELL} <= delta, T <= {LOG}/(2*eps))", name="flow escapes", by=[
                Use("cited:eq-152-y", at=["eps", "y[0]", "delta", "T"], premises=[[Split([[], [], [], [], []])]], name="y part"),
                Have("z[T] == exp(eps*T)*y[0]", name="z is"),
                Use("square", at=["z[T]", "exp(eps*T)", "y[0]"], premises=[[Use("z is")]], name="squared"),
                Have("exp(eps*T)**2 == exp(2*eps*T)", name="double"), Rewritten("squared", ["double"], name="doubled", forwards=True),
                Have(f"{FLOW_FELL} == (eps*y[0]**2)*(exp(2*eps*T) - 1)/2", name="same"),
                Rewritten("y part", ["same"], name="done"), Split([[Take(), Use("done.0", premises=[[]])], [Take(), Use("done.1", premises=[[]])]])]),
            Split([[Split([[Take(), Use("flow escapes.0", premises=[[]])], [Take(), Use("flow escapes.1", premises=[[]])]])],
                   [Take(), Use("inside", at=["sqrt(eps)", "R", "T", LOG], premises=[[Use("root")], [Use("given1")], [Split([[Use("most")], [Use("given2")]])]], name="early"), Use("now.1", premises=[[]])],
                   [Take(), Use("left", at=["sqrt(eps)", "R", "T", f"{LOG} + log(4)"], premises=[[Use("root")], [Use("given1")], [Split([[Use("least")], [Use("given2")]])]], name="late"), Use("now.2", premises=[[]])]])],
            example={"eps": "1/4", "kappa": 0, "delta": 1, "y": 0, "v": 0, "z": 0})  # fmt: skip
        grown = {"kappa": 0, "eps": "1/4", "delta": 1, "y": "cosh(t/2)", "v": "sinh(t/2)/2", "z": "exp(t/4)"}
        x.without("flow", counterexample={**grown, "z": 0}, argument=at_time("8", 0, 0))
        x.without("motion", counterexample={**grown, "y": 1, "v": 0}, argument=at_time("8", 2))
        x.without("rest", counterexample={**grown, "y": "exp(-t/2)", "v": "-exp(-t/2)/2"}, argument=at_time("8", 2))
        x.without("little friction", counterexample={**grown, "kappa": "15/8", "y": "(16*exp(t/8) + exp(-2*t))/17", "v": "(2*exp(t/8) - 2*exp(-2*t))/17"}, argument=at_time("8", 2))
        x.without("kappa.nonnegative", counterexample={**grown, "kappa": "-63/16", "y": "(exp(4*t) + 64*exp(-t/16))/65", "v": "(4*exp(4*t) - 4*exp(-t/16))/65"},
                  argument=at_time("2", 1))  # fmt: skip
    with item.reading("one friction for both: a fast decay at a rate that does not depend on eps, and an escape at a rate of the order sqrt(eps)", alone=True) as x:
        x.define(RATE, DECAY)
        x.conclude("exists(c, positive, exists(e0, positive, forall(e, (0, e0), exists(k, nonnegative, decay(k) >= c and rate(k, e) >= c*sqrt(e)))))",
                   because=["eq-154-rate"], expected="refuted", argument=[At({"goal": NOT_BOTH})], counterexample={})  # fmt: skip
    with item.repair("what one friction gives: the escape at the rate r <= sqrt(eps) with the decay at (eps - r^2)/(2 r); at best both at q = sqrt(eps/3)", alone=True) as r:
        r.define(RATE, DECAY)
        r.let(kappa="nonnegative", eps="positive")
        r.conclude("2*decay(kappa)*rate(kappa, eps) < eps and implies(kappa <= 2, decay(kappa) == kappa/2)"
                   " and forall(r, positive, implies(kappa*r == eps - r**2, rate(kappa, eps) == r))"
                   " and forall(q, positive, implies(3*q**2 == eps, Min(decay(kappa), rate(kappa, eps)) <= q"
                   " and implies(kappa == 2*q, rate(kappa, eps) == q and implies(q <= 1, decay(kappa) == q))))", because=["eq-154-rate"], expected="proved", argument=[
            Have("decay(kappa) <= kappa/2", name="slower"), FACTS,
            Have("forall(k, real, forall(d, real, forall(r, positive, implies(d <= k/2 and k*r < eps, 2*d*r < eps))))", name="product", by=[
                Take("k", "d", "r"), Have("d*r <= k/2*r", name="dr")]),
            Have("forall(k, real, forall(d, real, forall(r, positive, forall(q, positive, implies(d <= k/2 and r**2 + k*r == eps and 3*q**2 == eps, Min(d, r) <= q)))))",
                 name="least", by=[Take("k", "d", "r", "q"), Negate("large"), Have("d > q and r > q", name="apart", by=[Split([[], [Numbers(using=["large"])]])]),
                     Have("k > 2*q", name="k", by=[Numbers(using=["apart.0", "given2.0"])]), Numbers(using=["k", "apart.1", "given", "given1", "given2.1", "given2.2"])]),
            Have("forall(k, nonnegative, forall(x, positive, forall(r, positive, implies(x**2 + k*x == eps and k*r == eps - r**2, x == r))))", name="one root", by=[
                Take("k", "x", "r"), Have("(x - r)*(x + r + k) == 0", name="zero", by=[Linear(terms=[("given3.0", "1", "1"), ("given3.1", "-1", "1")])]),
                Have("x + r + k != 0", name="sum"),
                Linear(terms=[("zero", "1/(x + r + k)", "1")], nonzero=["sum"])]),
            Have("rate(kappa, eps) > 0", name="rises"),
            Split([[Use("product", at=["kappa", "decay(kappa)", RATE_NOW], premises=[[Use("rises")], [Split([[Use("slower")], [Use("facts.4")]])]])],
                   [Take()],
                   [Take("r"), Use("one root", at=["kappa", RATE_NOW, "r"], premises=[[], [Use("rises")], [], [Split([[Use("facts.3")], [Use("given1")]])]])],
                   [Take("q"), Split([[Use("least", at=["kappa", "decay(kappa)", RATE_NOW, "q"], premises=[[Use("rises")], [], [Split([[Use("slower")], [Use("facts.3")], [Use("given1")]])]])],
                                      [Take(), Split([[Use("one root", at=["kappa", RATE_NOW, "q"], premises=[[], [Use("rises")], [], [Split([
                                          [Use("facts.3")], []])]])], [Take()]])]])]])],
            example={"kappa": 1, "eps": 1})  # fmt: skip
        r.without("kappa.nonnegative", counterexample={"kappa": -4, "eps": 1})
    item.note("First reading: from the same y_0 the loss of gradient flow has fallen by delta at ln(1 + 2 delta/(eps y_0^2))/(2 eps), exactly; with momentum, for all frictions up to "
              "sqrt(eps), between that logarithm over 2 sqrt(eps) and the logarithm plus ln(4) over sqrt(eps).")
    item.note("Second reading: decay is the rate of the fast mode x'' + kappa x' + x = 0, which is kappa/2 for kappa <= 2 (eq-154-fast) and never more. Since kappa times the "
              "rate of escape is below eps, a decay at a rate c needs kappa >= 2 c, and then the escape is slower than eps/(2 c): for sqrt(eps) < 2 c^2 no friction has both.")
    item.note("Which friction gives which pair: kappa = (eps - r^2)/r gives the escape rate r, for every r up to sqrt(eps), and while kappa <= 2 the decay rate (eps - r^2)/(2 r). "
              "The smaller of the two rates is at most sqrt(eps/3), attained at kappa = 2 sqrt(eps/3): the two times are then of the same order, apart from the logarithm.")


@paper.remark("E-separation", "Friction separates the modes, and slows the escape", where="Appendix E, cross-check", provenance="derived")
def separation(item):
    item.printed("(not in the paper) kappa/2 <= rate exactly for kappa^2 <= 4 eps/3; and kappa times the rate is below eps for every friction.")
    item.define(RATE)
    item.let(kappa="nonnegative", eps="positive")
    item.conclude("iff(kappa/2 <= rate(kappa, eps), kappa**2 <= 4*eps/3) and kappa*rate(kappa, eps) < eps", expected="proved")
    item.note("kappa/2 is the rate of decay of the amplitude of the fast mode while kappa < 2, and the rate that of the growth of the other. Where the escape "
              "takes a time of the order 1/sqrt(eps), the decay takes no less.")
