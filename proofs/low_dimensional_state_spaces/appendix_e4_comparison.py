"""Appendix E.4: differential inequalities and what they give, for real functions of time.

eps stands for epsilon and m for M_4 eps^2.5 where only that product matters.
"""

from verifier.language.script import At, Have, Intermediate, Ladder, Numbers, Obtain, Split, Take, Use, Witness
from verifier.library.short_names import STRICT_COMPARISON

from . import paper


def stated(name, title, provenance="printed", where=""):
    """An equation of Appendix E.4 about numbers and real functions."""
    return paper.equation(name, title, where=where or f"Appendix E.4, Eq. ({name})", provenance=provenance)


@stated("E.69-E.70", "The derivative of |B|^2 is bounded", provenance="derived")
def derivative_bound(item):
    item.printed("|dgamma/dt| <= 2 |B| |dB/dt| < 2 k M (gamma + 4 eps sqrt(gamma)), from |dB/dt| < M k (|B| + 4 eps).")
    item.leads_to("E.71-E.72")
    item.let(B="matrix(d, 1) curve", d="positive integer", k="positive integer", M="positive", eps="(0, 1)", t="real",
             b="nonnegative", v="nonnegative")  # fmt: skip
    item.suppose("norm", "b**2 == trace(B[t].T*B[t])")
    item.suppose("speed", "v**2 == trace(diff(B[t], t).T*diff(B[t], t))")
    item.suppose("E.67", "v < M*k*(b + 4*eps)")
    first, second = "diff(trace(B[t].T*B[t]), t)**2 <= (2*b*v)**2", "2*b*v {0} 2*k*M*(b**2 + 4*eps*b)"
    item.conclude(f"{first} and {second.format('<')}", expected="refuted",
                  counterexample={"d": 1, "k": 1, "M": 1, "eps": "1/2", "t": 0, "B": "t", "b": 0, "v": 1})  # fmt: skip
    with item.repair("with a weak inequality, as B may vanish") as r:
        r.conclude(f"{first} and {second.format('<=')}", argument=[Split([
            [Have("trace(B[t].T*diff(B[t], t))**2 <= trace(B[t].T*B[t])*trace(diff(B[t], t).T*diff(B[t], t))", name="cs"),
             Have("diff(trace(B[t].T*B[t]), t) == 2*trace(B[t].T*diff(B[t], t))", name="rate"),
             Numbers(using=["cs", "rate", "norm", "speed"])],
            [],
        ])])  # fmt: skip
    item.note("Where it is used, |B| >= 4 eps, and it is strict.")


@stated("E.70b", "The case that is followed")
def first_case(item):
    item.printed("Case (i): |B(t_1)| = 4 eps, and on [t_1, t_2]: 4 eps <= |B| <= M_1 eps^0.75.")
    item.let(u="real curve", eps="(0, 1)", M1="positive", s="positive")
    item.suppose("start", "u[0] < 4*eps")
    item.suppose("above", "u[s] > 4*eps")
    item.conclude("exists(r, real, 0 <= r and r <= s and u[r] == 4*eps)", argument=[
        Intermediate("u[r] - 4*eps", "r", "0", "s", signs=([], []),
                     order=[]),
        Obtain("between", "r", label="found"), Witness("r"),
    ], example={"u": "t", "eps": "1/8", "M1": 1, "s": 1})  # fmt: skip
    item.note("u is |B|: a curve that starts below 4 eps and is above it later takes the value in between. The time t_1 of the "
              "case exists by the intermediate value theorem.")  # fmt: skip


@stated("E.71-E.72", "Far from the start the bound is linear", provenance="derived")
def linear_bound(item):
    item.printed("For |B| >= 4 eps: |dgamma/dt| < 4 k M gamma.")
    item.let(k="positive integer", M="positive", eps="(0, 1)", b="positive", rate="real")
    item.suppose("E.70", "Abs(rate) < 2*k*M*(b**2 + 4*eps*b)")
    item.suppose("case", "b >= 4*eps")
    item.conclude("Abs(rate) < 4*k*M*b**2")
    item.without("case", counterexample={"k": 1, "M": 1, "eps": "1/2", "b": "1", "rate": "5"})
    item.note("b is |B| and rate is dgamma/dt.")


@stated("E.73-E.74", "Gronwall", provenance="derived")
def gronwall(item):
    item.printed("|gamma(s)| < exp(4 k M (s - t_1)) |gamma(t_1)| on [t_1, t_2].")
    item.let(gamma="real curve", k="positive integer", M="positive", r="real", s="real")
    item.suppose("positive", "gamma[r] > 0")
    item.suppose("later", "s > r")
    item.suppose("E.72", "forall(t, [r, s], Abs(diff(gamma[t], t)) < 4*k*M*gamma[t])")
    item.conclude("gamma[s] < exp(4*k*M*(s - r))*gamma[r]", argument=[
        STRICT_COMPARISON,
        Have("4*k*M > 0", name="factor"),
        Have("forall(t, [0, s - r], diff(gamma[r+t], t) < 4*k*M*gamma[r+t] + 0)", name="rate", by=[
            Take("t"), Use("E.72", at=["r + t"], premises=[[]], name="now"),
        ]),
        Use("strict comparison", at=[("gamma[r + t]", "t"), "4*k*M", "0", "s - r"], name="compared",
            premises=[[], [], [
                Take("t"), Use("rate", at=["t"], name="now")]]),
    ], example={"gamma": 1, "k": 1, "M": 1, "r": 0, "s": 1})  # fmt: skip
    item.note("r is t_1. At s = t_1 both sides are equal; behind it the inequality is strict.")


@stated("E.76b", "The constant M_1")
def constant(item):
    item.printed("M_1^2 := 16 exp(4 k M), where M = max_i |w_i| + M_1^2 eps^1.5.")
    item.leads_to("E.77")
    item.let(k="positive integer", w="positive")
    item.conclude("forall(eps, (0, 1), exists(M1, positive, M1**2 == 16*exp(4*k*(w + M1**2*eps**(3/2)))))", expected="refuted",
                  counterexample={"k": 1, "w": 1},
                  argument=[At({"goal": [Witness("1/4"), Split([[], [Numbers()]])]})])  # fmt: skip
    item.note("M is defined by M_1 (E.60) and M_1 by M. For small eps the equation has a solution, for k = max_i |w_i| = 1 and "
              "eps = 1/4 it has none. A constant such as M_1 = 5 exp(2 k (max_i |w_i| + 1)) that does not refer to M, with eps "
              "so small that M_1^2 eps^1.5 <= 1, does what is wanted.")  # fmt: skip


@stated("E.77", "The bound of |B|")
def bound_of_b(item):
    item.printed("|B(s)| < M_1 eps^0.75.")
    item.let(b="nonnegative", M1="positive", k="positive integer", M="positive", eps="(0, 1)")
    item.suppose("E.76", "b**2 < 16*eps**(3/2)*exp(4*k*M)")
    item.suppose("E.76b", "M1**2 == 16*exp(4*k*M)")
    item.conclude("b < M1*eps**(3/4)", argument=[
        Have("eps**(3/4) > 0", name="power"),
        Have("(eps**(3/4))**2 == eps**(3/2)", name="square"),
        Have("b**2 < (M1*eps**(3/4))**2", name="squares"),
        Have("M1*eps**(3/4) > 0", name="positive"),
    ])  # fmt: skip
    item.note("b is |B(s)|. The line follows from (E.76), which is refuted.")


@stated("E.77b", "For all times up to ln(1/eps^0.5)")
def all_times(item):
    item.printed("Hence for all 0 <= t <= ln(1/eps^0.5) there is M_1 with |B(t)| < M_1 eps^0.75.")
    item.leads_to("lemma-E.13")
    item.let(M1="positive")
    item.define("gain(t, q) := 1/(1 + q*exp(-2*t))")
    item.conclude("forall(eps, (0, 1), gain(log(1/eps)/2, 1/eps**2 - 1) < M1**2*eps**(3/2))", expected="refuted")
    item.step("solution", "forall(q, positive, forall(t, real, diff(sqrt(gain(t, q)), t) == -(gain(t, q) - 1)*sqrt(gain(t, q))))",
              because=["definitions"], says="b = B = C' of width 1 with w_0 = 1 and k = 1: db/dt = -(b^2 - 1) b")  # fmt: skip
    item.note("Audited on the curve B = C' with k = n = d = 1, w_0 = 1 and B(0) = eps: |B(t)|^2 = 1/(1 + (1/eps^2 - 1) exp(-2t)) is about eps "
              "at t = ln(1/eps^0.5), where the line claims M_1^2 eps^1.5. |B| grows like eps exp(w_0 t): the bound holds up to "
              "t = c ln(1/eps) with a small c only, as in the repaired (E.76).")  # fmt: skip


@stated("E.115", "The differential inequality of |Y|^2")
def inequality(item):
    item.printed("From Y' dY/dt <= -w_0 Y'Y + M_4 eps^2.5: d/dt (Y'Y) <= -2 w_0 Y'Y + M_4 eps^2.5.")
    item.leads_to("E.116")
    item.let(d="positive integer", Y="matrix(d, 1) curve", t="real", w="positive", m="positive")
    item.suppose("E.114", "trace(Y[t].T*diff(Y[t], t)) <= -w*trace(Y[t].T*Y[t]) + m")
    item.conclude("diff(trace(Y[t].T*Y[t]), t) <= -2*w*trace(Y[t].T*Y[t]) + m", expected="refuted",
                  counterexample={"d": 1, "Y": "1 + t/2", "t": 0, "w": "1/2", "m": 1})  # fmt: skip
    with item.repair("with 2 M_4") as r:
        r.conclude("diff(trace(Y[t].T*Y[t]), t) <= -2*w*trace(Y[t].T*Y[t]) + 2*m")
    item.note("m is M_4 eps^2.5. The factor 2 of the derivative reaches the constant as well; M_4 is any constant, so what "
              "follows survives with another one.")  # fmt: skip


@paper.lemma("ext-Gr", "Gronwall's inequality", where="cited in Appendix E.4", provenance="recalled")
def gronwall_in_general(item):
    item.printed("u' <= beta u on [0, T] gives u(T) <= u(0) exp(int_0^T beta).")
    item.cites("Gronwall 1919")
    item.let(u="real curve", b="real curve", T="nonnegative")
    item.suppose("rate", "forall(t, [0, T], diff(u[t], t) <= diff(b[t], t)*u[t])")
    item.conclude("u[T] <= exp(b[T] - b[0])*u[0]", argument=[
        Have("exp(-b[T])*u[T] <= exp(-b[0])*u[0]", name="weighted", by=[Ladder(
            "T", "0", time="r",
            slope=[Use("rate", at=["r"], premises=[[]], name="now"),
                   Have("exp(-b[r]) > 0", name="weight")])]),
        Have("exp(b[T])*exp(-b[T]) == 1", name="inverse"),
        Have("exp(b[T])*exp(-b[0]) == exp(b[T] - b[0])", name="quotient"),
        Have("exp(b[T]) > 0", name="factor"),
        Have("exp(b[T])*(exp(-b[T])*u[T]) <= exp(b[T])*(exp(-b[0])*u[0])", name="undone"),
        Have("exp(b[T])*(exp(-b[T])*u[T]) == u[T]", name="left"),
        Have("exp(b[T])*(exp(-b[0])*u[0]) == exp(b[T] - b[0])*u[0]", name="right"),
    ])  # fmt: skip
    item.without("rate", counterexample={"u": "1 + t", "b": 0, "T": 1})
    item.note("b is an antiderivative of beta. Proved here, so nothing is assumed.")
