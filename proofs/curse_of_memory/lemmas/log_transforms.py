"""The transform of an exponential sum as a function of the logarithm of the rate, and its slope, for any number of terms.

R(u) = sum_j A_j/(e^u + e^(W_j)) is smooth on the whole line; its derivative is -e^u P(u), P(u) = sum_j A_j/(e^u + e^(W_j))^2 the
transform of t rho(t).  P has a derivative of the same kind (``SECOND_SLOPE``).  Induction on the number of terms: R less its last term is the transform of one term less.
"""

from __future__ import annotations

from verifier.language.script import (
    Have,
    Induct,
    Numbers,
    Obtain,
    Rewritten,
    SameSlope,
    Set,
    Split,
    Step,
    Take,
    Use,
    Witness,
)


def _value(power: str = "", last: str = "m-1") -> str:
    return f"Sum(A[j, 0]/(exp(u) + exp(W[j, 0])){power}, (j, 0, {last}))"


#: R and P are the transforms of rho(t) and of t rho(t) at the rate e^u.
TRANSFORM, SECOND = f"forall(u, real, R[u] == {_value()})", f"forall(u, real, P[u] == {_value('**2')})"
DERIVATIVE = "forall(u, real, diff(R[u], u) == -exp(u)*P[u])"
_TERM, _AGAIN = "A[h, 0]/(exp(u) + exp(W[h, 0]))", ("A[j, 0]/(exp(u) + exp(W[j, 0]))", "j")
_SQUARED = ("A[j, 0]/(exp(u) + exp(W[j, 0]))**2", "j")

_SLOPES = Have(
    f"forall(h, integer[0, m], forall(F, real curve, implies(forall(u, real, F[u] == {_value(last='h-1')}),"
    f" forall(u, real, diff(F[u], u) == -exp(u)*{_value('**2', 'h-1')}))))", name="slopes", by=[
        Have("forall(f, real sequence, forall(h, nonnegative integer, Sum(f[j], (j, 0, h + 1 - 1)) == Sum(f[j], (j, 0, h-1)) + f[h]))", name="last"),
        Have("forall(c, real, forall(x, real, exists(E, real curve, forall(u, real, E[u] == c/(exp(u) + exp(x))))))", name="there is E", by=[
            Take("c", "x"), Witness("c*exp(-x)*(1 - tanh((u - x)/2))/2", index="u"), Take("u")]),
        Have("forall(F, real curve, forall(c, real, forall(x, real, exists(G, real curve, forall(u, real, G[u] == F[u] - c/(exp(u) + exp(x)))))))", name="less one", by=[
            Take("F", "c", "x"), Use("there is E", at=["c", "x"], name="some"), Obtain("some", "E", label="E"), Witness("F[u] - E[u]", index="u"),
            Take("u"), Use("E", at=["u"], name="value")]),
        Have("forall(F, real curve, forall(G, real curve, forall(c, real, forall(x, real, implies(forall(u, real, G[u] == F[u] - c/(exp(u) + exp(x))),"
             " forall(u, real, diff(F[u], u) == diff(G[u], u) - exp(u)*(c/(exp(u) + exp(x))**2)))))))", name="slope of one", by=[
            Take("F", "G", "c", "x", "u"), SameSlope("F[s]", "G[s] + c/(exp(s) + exp(x))", "s", "u", "u-1", "u+1", name="slope",
                by=[Use("given", at=["s"], name="value")])]),
        Have("forall(x0, real, forall(x1, real, forall(x2, real, forall(x3, real, forall(x4, real, implies(x0 == x1 - x2 and x1 == x3 and x3 == x4 + x2, x0 == x4))))))",
             name="difference", by=[Take("x0", "x1", "x2", "x3", "x4")]),
        Have("forall(x0, real, forall(x1, real, forall(x2, real, forall(x3, real, forall(x4, real, forall(x5, real, implies(x0 == x1 - x2*x3 and x1 == -x2*x4 and x5 == x4 + x3, x0 == -x2*x5)))))))",
             name="slope of the sum", by=[Take("x0", "x1", "x2", "x3", "x4", "x5")]),
        Induct("h", base=[Take("F", "u"), SameSlope("F[s]", "0", "s", "u", "u-1", "u+1", name="slope", by=[Use("given", at=["s"], name="value"), Numbers(using=["value"])])], step=[
            Take("F"), Use("less one", at=[("F[t]", "t"), "A[h, 0]", "W[h, 0]"], name="there is G"), Obtain("there is G", "G", label="G"),
            Use("IH", at=[("G[t]", "t")], name="before", premises=[[
                Take("u"), Use("G", at=["u"], name="value"), Use("given", at=["u"], name="whole"), Use("last", at=[_AGAIN, "h"], name="sum"),
                Use("difference", at=["G[u]", "F[u]", _TERM, _value(last="h + 1 - 1"), _value(last="h-1")], premises=[[Split([[], [], []])]], name="so"), Use("so")]]),
            Take("u"), Use("last", at=[_SQUARED, "h"], name="sum"), Use("before", at=["u"], name="slope"),
            Use("slope of one", at=[("F[t]", "t"), ("G[t]", "t"), "A[h, 0]", "W[h, 0]"], premises=[[Use("G")]], name="one"), Use("one", at=["u"], name="now"),
            Use("slope of the sum", at=["diff(F[u], u)", "diff(G[u], u)", "exp(u)", "A[h, 0]/(exp(u) + exp(W[h, 0]))**2", _value("**2", "h-1"), _value("**2", "h + 1 - 1")],
                premises=[[Split([[], [], []])]], name="so"), Use("so")])],
)  # fmt: skip
#: ``DERIVATIVE``, from the facts ``transform`` and ``second transform``.
TRANSFORM_SLOPES: list[Step] = [
    _SLOPES, Take("u"), Use("second transform", at=["u"], name="value"), Use("slopes", at=["m", ("R[t]", "t")], premises=[[Use("transform")]], name="all"),
    Use("all", at=["u"], name="slope"),
]  # fmt: skip
#: P has a derivative, too: -e^u Q(u) with a curve Q; from the fact ``second transform``.
SECOND_SLOPE: list[Step] = [
    Have("forall(x, real, exists(E, real curve, forall(u, real, E[u] == 1/(exp(u) + exp(x)) and diff(E[u], u) == -exp(u)*E[u]**2)))", name="one rate", by=[
        Take("x"), Have("exists(E, real curve, forall(u, real, E[u] == 1/(exp(u) + exp(x))))", name="some", by=[Witness("exp(-x)*(1 - tanh((u - x)/2))/2", index="u"), Take("u")]),
        Obtain("some", "E", label="E"), Witness("E[u]", index="u"), Take("u"), Use("E", at=["u"], name="value"), Split([[Use("value")], [
            SameSlope("E[s]", "1/(exp(s) + exp(x))", "s", "u", "u-1", "u+1", name="slope", by=[Use("E", at=["s"])])]])]),
    Have("forall(f, real sequence, forall(h, nonnegative integer, Sum(f[j], (j, 0, h + 1 - 1)) == Sum(f[j], (j, 0, h-1)) + f[h]))", name="one term more"),
    Have("forall(c, real, forall(d, positive, forall(e, real, implies(e == 1/d, c/d**2 == c*e**2))))", name="square", by=[Take("c", "d", "e")]),
    Have("forall(x0, real, forall(x1, real, forall(x2, real, forall(x3, real, forall(x4, real, implies(x0 == x1 - x2 and x1 == x3 + x4 and x4 == x2, x0 == x3))))))", name="less", by=[
        Take("x0", "x1", "x2", "x3", "x4")]),
    Have(f"forall(h, integer[0, m], forall(F, real curve, implies(forall(u, real, F[u] == {_value('**2', 'h-1')}), exists(Q, real curve, forall(u, real, diff(F[u], u) == -exp(u)*Q[u])))))", name="second slopes", by=[
        Induct("h", base=[Take("F"), Witness("0", index="u"), Take("u"), SameSlope("F[s]", "0", "s", "u", "u-1", "u+1", name="slope", by=[Use("given", at=["s"], name="value"), Numbers(using=["value"])])], step=[
            Take("F"), Use("one rate", at=["W[h, 0]"], name="some"), Obtain("some", "E", label="E"),
            Have("exists(G, real curve, forall(u, real, G[u] == F[u] - A[h, 0]*E[u]**2))", name="there is G", by=[Witness("F[u] - A[h, 0]*E[u]**2", index="u")]), Obtain("there is G", "G", label="G"),
            Use("IH", at=[("G[t]", "t")], name="before", premises=[[
                Take("u"), Use("G", at=["u"], name="value"), Use("given", at=["u"], name="whole"), Use("one term more", at=[_SQUARED, "h"], name="sum"), Use("E", at=["u"], name="e"),
                Use("square", at=["A[h, 0]", "exp(u) + exp(W[h, 0])", "E[u]"], premises=[[], [Use("e.0")]], name="term"), Rewritten("whole", ["sum"], forwards=True, name="in parts"),
                Use("less", at=["G[u]", "F[u]", "A[h, 0]*E[u]**2", _value("**2", "h-1"), "A[h, 0]/(exp(u) + exp(W[h, 0]))**2"], premises=[[Split([[Use("value")], [Use("in parts")], [Use("term")]])]], name="so"), Use("so")]]),
            Obtain("before", "K", label="K"), Witness("K[u] + 2*A[h, 0]*E[u]**3", index="u"), Take("u"), Use("K", at=["u"], name="old"), Use("E", at=["u"], name="e"),
            SameSlope("F[s]", "G[s] + A[h, 0]*E[s]**2", "s", "u", "u-1", "u+1", name="slope", by=[Use("G", at=["s"], name="value")]),
            Set("X", "exp(u)"), Rewritten("old", ["X"], name="old now"), Rewritten("e.1", ["X"], name="e now"),
            Have("diff(F[u], u) == -X*(K[u] + 2*A[h, 0]*E[u]**3)", name="so"), Rewritten("so", ["X"], forwards=True, name="done"), Use("done")])]),
    Use("second slopes", at=["m", ("P[t]", "t")], premises=[[Use("second transform")]]),
]  # fmt: skip
