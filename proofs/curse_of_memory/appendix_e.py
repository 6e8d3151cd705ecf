"""Appendix E: momentum on a plateau, on the quadratic model (x^2 - eps y^2)/2."""

from verifier.language.script import Have, Negate, Numbers, Rewritten, Split, Take, Use, Witness

from . import paper
from .lemmas.exponential_curves import EXPONENTIAL

TIME = "log(1 + 2*delta/(eps*y0**2))/(2*eps)"


@paper.definition("E-setup", "The quadratic model", where="Appendix E", provenance="guess")
def setup(item):
    item.printed("J(x, y) = (x^2 - eps y^2)/2, 0 < eps << 1, start (x_0, y_0) with x_0 = O(1), y_0 small: Hessian eigenvalues 1 and -eps.")
    item.let(x="real", y="real", eps="(0, 1)")
    item.conclude("diff((x**2 - eps*y**2)/2, x) == x and diff((x**2 - eps*y**2)/2, y) == -eps*y and diff(x, x) == 1 and diff(-eps*y, y) == -eps"
                  " and diff(x, y) == 0")  # fmt: skip
    item.note("A definition, with its gradient and Hessian.")


@paper.equation("E-GD", "Gradient flow on the model", where="Appendix E", provenance="derived")
def gradient_flow(item):
    item.printed("x = x_0 e^(-tau), y = y_0 e^(eps tau), J = (x_0^2 e^(-2 tau) - eps y_0^2 e^(2 eps tau))/2.")
    item.let(eps="(0, 1)", x="real curve", y="real curve")
    item.suppose("flow", "forall(t, [0, oo), diff(x[t], t) == -x[t] and diff(y[t], t) == eps*y[t])")
    item.conclude("forall(T, nonnegative, x[T] == x[0]*exp(-T) and y[T] == y[0]*exp(eps*T)"
                  " and (x[T]**2 - eps*y[T]**2)/2 == (x[0]**2*exp(-2*T) - eps*y[0]**2*exp(2*eps*T))/2)", expected="proved", argument=[
        EXPONENTIAL,
        Have("forall(x1, real, forall(x2, real, forall(x3, real, implies(x1 == x2 and x2**2 == x3, x1**2 == x3))))", name="square", by=[
            Take("x1", "x2", "x3")]),
        Use("exponential", at=[("x[t]", "t"), "-1"], name="x moves", premises=[[Take("t"), Use("flow", at=["t"], premises=[[]], name="f")]]),
        Use("exponential", at=[("y[t]", "t"), "eps"], name="y moves", premises=[[Take("t"), Use("flow", at=["t"], premises=[[]], name="f")]]),
        Take("T"), Use("x moves", at=["T"], premises=[[]], name="x now"), Use("y moves", at=["T"], premises=[[]], name="y now"),
        Split([[], [], [
            Have("(x[0]*exp(-T))**2 == x[0]**2*exp(-2*T)", name="x squared"),
            Have("(y[0]*exp(eps*T))**2 == y[0]**2*exp(2*eps*T)", name="y squared"),
            Have("x[T] == x[0]*exp(-T)", name="x is"),
            Have("y[T] == y[0]*exp(eps*T)", name="y is"),
            Use("square", at=["x[T]", "x[0]*exp(-T)", "x[0]**2*exp(-2*T)"], premises=[[]], name="x part"),
            Use("square", at=["y[T]", "y[0]*exp(eps*T)", "y[0]**2*exp(2*eps*T)"], premises=[[]], name="y part")]]),
    ], example={"eps": "1/2", "x": 0, "y": 0})  # fmt: skip
    item.without("flow", counterexample={"eps": "1/2", "x": "1", "y": 0})


@paper.remark("eq-152-y", "When the falling mode reaches the gap", where="Appendix E, Eq. (152), cross-check", provenance="derived")
def falling_mode(item):
    item.printed("(not in the paper) The part of y in the loss has fallen by at most delta exactly until ln(1 + 2 delta/(eps y_0^2))/(2 eps).")
    item.let(eps="(0, 1)", y0="nonzero", delta="positive", tau="nonnegative")
    item.conclude(f"iff((eps*y0**2)*(exp(2*eps*tau) - 1)/2 <= delta, tau <= {TIME})", expected="proved", argument=[
        Have("forall(k, positive, forall(z, real, iff((k)*(exp(z) - 1)/2 <= delta, z <= log(1 + 2*delta/k))))", name="normal", by=[Take("k", "z"), Split([
            [Take(), Have("exp(z) <= 1 + 2*delta/k", name="e"),
             Have("log(exp(z)) <= log(1 + 2*delta/k)", name="l"),
             Have("log(exp(z)) == z", name="back")],
            [Take(), Have("exp(z) <= exp(log(1 + 2*delta/k))", name="e"),
             Have("exp(log(1 + 2*delta/k)) == 1 + 2*delta/k", name="back"),
             Have("exp(z) <= 1 + 2*delta/k", name="f")]])]),
        Have("eps*y0**2 > 0", name="front"),
        Use("normal", at=["eps*y0**2", "2*eps*tau"], premises=[[]], name="now"),
        Have("forall(L, real, iff(2*eps*tau <= L, tau <= L/(2*eps)))", name="divide", by=[Take("L"), Split([
            [Take()], [Take(), Have("tau*(2*eps) <= L/(2*eps)*(2*eps)", name="t")]])]),
        Use("divide", at=["log(1 + 2*delta/(eps*y0**2))"], name="then"),
        Split([[Take(), Use("now.0", premises=[[]], name="a"), Use("then.0", premises=[[]])],
               [Take(), Use("then.1", premises=[[]], name="a"),
                Use("now.1", premises=[[]], name="b")]]),
    ])  # fmt: skip


@paper.remark("eq-152-time", "The escape time between bounds", where="Appendix E, Eq. (152), cross-check", provenance="derived")
def escape_time_bounds(item):
    item.printed("(not in the paper) ln(1/eps) + ln k <= ln(1 + k/eps) <= ln(1/eps) + ln(1 + k) for all eps in (0, 1) and k > 0.")
    item.let(eps="(0, 1)", k="positive")
    item.conclude("log(1/eps) + log(k) <= log(1 + k/eps) and log(1 + k/eps) <= log(1/eps) + log(1 + k)", expected="proved")


#: x' = -x, y' = eps y, and the distance of the loss from its plateau, which is its value at x = 0, y = y_0.
FLOW = "forall(r, [0, oo), diff(x[r], r) == -x[r] and diff(y[r], r) == eps*y[r])"
GAP = "(x[t]**2 - eps*y[t]**2)/2 + eps*y0**2/2"
SOLVED = "(x0**2*exp(-2*t) - eps*y0**2*exp(2*eps*t))/2 + eps*y0**2/2"
LATER = TIME.replace("delta", "(delta + x0**2/2)")


@paper.equation("eq-152", "The plateau of gradient flow", where="Appendix E, Eq. (152)", provenance="guess")
def plateau(item):
    item.printed("For tau from O(1) to (1/(2 eps)) ln(1 + 2 delta/(eps y_0^2)) the loss stays within the gap delta: an escape time of "
                 "O((1/eps) ln(1/eps)).")  # fmt: skip
    item.let(x0="real", y0="nonzero", delta="positive")
    item.conclude(
        "exists(t1, nonnegative, forall(eps, (0, 1), forall(x, real curve, forall(y, real curve, implies("
        f"x[0] == x0 and y[0] == y0 and {FLOW}, forall(t, [t1, oo), implies(t <= {TIME}, -delta <= {GAP} and {GAP} <= delta))"
        f" and forall(t, nonnegative, implies(t > {LATER}, {GAP} < -delta)))))))"
        f" and forall(eps, (0, 1), (log(1/eps) + log(2*delta/y0**2))/(2*eps) <= {TIME} and {TIME} <= (log(1/eps) + log(1 + 2*delta/y0**2))/(2*eps))",
        because=["E-GD", "eq-152-y", "eq-152-time"], expected="proved", argument=[Split([[
            Have(f"forall(eps, (0, 1), forall(t, [x0**2/(4*delta), oo), implies(t <= {TIME}, -delta <= {SOLVED} and {SOLVED} <= delta)))", name="stays", by=[
                Take("eps", "t"), Have("t >= 0", name="time"),
                Use("cited:eq-152-y", at=["eps", "y0", "delta", "t"], premises=[[]], name="y part"),
                Use("y part.1", premises=[[]], name="falls"),
                Have("exp(2*eps*t) >= 1", name="grown"),
                Have("x0**2*exp(-2*t) <= 2*delta", name="fast", by=[Numbers(using=["given1", "delta"])]),
                Have("eps*y0**2*(exp(2*eps*t) - 1) >= 0", name="sign"),
                Have("x0**2*exp(-2*t) >= 0", name="x part"),
                Split([[], []])]),
            Have(f"forall(eps, (0, 1), forall(t, nonnegative, implies(t > {LATER}, {SOLVED} < -delta)))", name="leaves", by=[
                Take("eps", "t"), Have("delta + x0**2/2 > 0", name="wider"),
                Use("cited:eq-152-y", at=["eps", "y0", "delta + x0**2/2", "t"], premises=[[]], name="y part"),
                Have("(eps*y0**2)*(exp(2*eps*t) - 1)/2 > delta + x0**2/2", name="falls", by=[
                    Negate("not yet"), Use("y part.0", premises=[[]], name="early")]),
                Have("x0**2*exp(-2*t) <= x0**2", name="x part")]),
            Witness("x0**2/(4*delta)"), Split([[], [
            Take("eps", "x", "y"),
            Use("cited:E-GD", at=["eps", ("x[r]", "r"), ("y[r]", "r")], premises=[[]], name="solved"),
            Have(f"forall(t, nonnegative, {GAP} == {SOLVED})", name="value", by=[
                Take("t"), Use("solved", at=["t"], premises=[[]], name="now")]),
            Split([[Take("t"), Take(), Have("t >= 0", name="time"),
                    Use("value", at=["t"], premises=[[]], name="now"), Use("stays", at=["eps", "t"], premises=[[], [], []], name="bounds"),
                    Split([[], []])],
                   [Take("t"), Take(), Use("value", at=["t"], premises=[[]], name="now"),
                    Use("leaves", at=["eps", "t"], premises=[[], [], []], name="bounds")]])]])],
            [Have("forall(eps, (0, 1), forall(x1, real, forall(x2, real, forall(x3, real, implies(x1 <= x2 and x2 <= x3,"
                  " x1/(2*eps) <= x2/(2*eps) and x2/(2*eps) <= x3/(2*eps))))))", name="divide", by=[
                Take("eps", "x1", "x2", "x3"), Split([[], []])]),
             Take("eps"), Have("2*delta/y0**2 > 0", name="k"),
             Use("cited:eq-152-time", at=["eps", "2*delta/y0**2"], premises=[[Split([[], [], []])]], name="l"),
             Have("2*delta/y0**2/eps == 2*delta/(eps*y0**2)", name="same"),
             Rewritten("l", ["same"], name="bounds", forwards=True),
             Use("divide", at=["eps", "log(1/eps) + log(2*delta/y0**2)", "log(1 + 2*delta/(eps*y0**2))", "log(1/eps) + log(1 + 2*delta/y0**2)"],
                 premises=[[], []])]])])  # fmt: skip
    item.note("x and y follow gradient flow from (x_0, y_0), and the plateau is the value -eps y_0^2/2 of the loss at x = 0, y = y_0. Up to the printed time, but for times "
              "below t_1 = x_0^2/(4 delta), the loss is within delta of it; delta below it is left at the latest at the printed time for delta + x_0^2/2. t_1 "
              "does not depend on eps. The last line: the printed time is ln(1/eps)/(2 eps) up to terms of order 1/eps, with both constants, for y_0 fixed.")
