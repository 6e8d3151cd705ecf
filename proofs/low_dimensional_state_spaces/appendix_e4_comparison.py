"""Appendix E.4: differential inequalities and what they give, for real functions of time.

eps stands for epsilon and m for M_4 eps^2.5 where only that product matters.
"""

from verifier.claims.script import Have, Intermediate, Numbers, Obtain, Split, Take, Use, Witness
from verifier.theory.flows import STRICT_COMPARISON

from . import paper


def stated(name, title, provenance="printed", where=""):
    """An equation of Appendix E.4 about numbers and real functions."""
    return paper.equation(name, title, where=where or f"Appendix E.4, Eq. ({name})", provenance=provenance)


@stated("E.69-E.70", "The derivative of |B|^2 is bounded", provenance="derived")
def derivative_bound(item):
    item.printed("|dgamma/dt| <= 2 |B| |dB/dt| < 2 k M (gamma + 4 eps sqrt(gamma)), from |dB/dt| < M k (|B| + 4 eps).")
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
            [Numbers(using=["E.67", "b", "M", "eps"])],
        ])])  # fmt: skip
    item.note("Where it is used, |B| >= 4 eps, and it is strict.")


@stated("E.70b", "The case that is followed")
def first_case(item):
    item.printed("Case (i): |B(t_1)| = 4 eps, and on [t_1, t_2]: 4 eps <= |B| <= M_1 eps^0.75.")
    item.let(u="real curve", eps="(0, 1)", M1="positive", s="positive")
    item.suppose("start", "u[0] < 4*eps")
    item.suppose("above", "u[s] > 4*eps")
    item.conclude("exists(r, real, 0 <= r and r <= s and u[r] == 4*eps)", argument=[
        Intermediate("u[r] - 4*eps", "r", "0", "s", signs=([Numbers(using=["start"])], [Numbers(using=["above"])]),
                     order=[Numbers()]),
        Obtain("between", "r", label="found"), Witness("r"), Numbers(),
    ])  # fmt: skip
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
        Have("4*k*M > 0", name="factor", by=[Numbers(using=["k", "M"])]),
        Have("forall(t, [0, s - r], diff(gamma[r+t], t) < 4*k*M*gamma[r+t] + 0)", name="rate", by=[
            Take("t"), Use("E.72", at=["r + t"], premises=[[Numbers(using=["given"])]], name="now"),
            Numbers(using=["now"]),
        ]),
        Use("strict comparison", at=[("gamma[r + t]", "t"), "4*k*M", "0", "s - r"], name="compared",
            premises=[[Numbers(using=["factor"])], [Numbers(using=["later"])], [
                Take("t"), Use("rate", at=["t"], name="now"), Numbers(using=["now"])]]),
        Numbers(using=["compared", "factor"]),
    ])  # fmt: skip
    item.note("r is t_1. At s = t_1 both sides are equal; behind it the inequality is strict.")
