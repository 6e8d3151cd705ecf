"""Appendix B.1: the factor of the time warp is smooth, by the logarithms of what it is made of."""

from verifier.language.script import (
    Antiderivative,
    Cases,
    Have,
    Induct,
    Ladder,
    Linear,
    Numbers,
    Obtain,
    Rewritten,
    Set,
    Split,
    Take,
    Use,
    Witness,
)
from verifier.language.script_parts import named_number

from . import paper

S = "S(x) := sqrt(x**2 + delta**2/4)"

#: The curves l and m with e^l and e^m at x = e^s, and their slopes as they are integrated.
LOGS = [("l", "S(exp({s}))", "exp({s})**2/S(exp({s}))**2"), ("m", "(S(exp({s})) + delta/2)", "exp({s})**2/(S(exp({s}))*(S(exp({s})) + delta/2))")]
RATES = "diff(l[t], t) == exp(2*t - 2*l[t]) and diff(m[t], t) == exp(2*t - l[t] - m[t])"


def chain(g):
    """g(x) and its derivatives up to the order K, at x = e^t: F_0 = g, and dF_i/dt = x F_(i+1), that is, dF_i/dx = F_(i+1)."""
    return (f"exists(F, matrix(K+1, 1) curve, forall(t, real, F[t][0, 0] == {g}"
            " and forall(i, integer[0, K-1], diff(F[t], t)[i, 0] == exp(t)*F[t][i+1, 0])))")  # fmt: skip


def smooth(g):
    """g has derivatives of every order at each x > 0."""
    return f"forall(K, nonnegative integer, {chain(g)})"


def power(p, q, r):
    """S^p (S + delta/2)^q x^r at x = e^t."""
    return f"exp(({p})*l[t] + ({q})*m[t] + ({r})*t)"


#: Its derivative by x is a sum of three of its kind: coefficients and exponents.
PARTS = [("p", ("p-2", "q", "r+1")), ("q", ("p-1", "q-1", "r+1")), ("r", ("p", "q", "r-1"))]
IS_POWER = f"forall(t, real, f[t] == {power('p', 'q', 'r')} and diff(f[t], t) == exp(t)*(" + " + ".join(f"{c}*{power(*e)}" for c, e in PARTS) + "))"


def combined(of):
    """The same sum of other things, one for each part."""
    return " + ".join(f"{c}*{of.format(k=k)}" for k, (c, _) in enumerate(PARTS))


#: S + delta/2 > 0 for x > 0, whatever the sign of delta.
POSITIVE = [Have("forall(s, real, S(exp(s)) + delta/2 > 0)", name="positive", by=[Take("s")]),
            Have("forall(y, real, implies(y > 0, exp(log(y)) == y))", name="inverse", by=[Take("y")])]  # fmt: skip


def logarithm(curve, value, slope):
    """A curve that is the logarithm of a positive value: a primitive of its slope."""
    def above(at, *facts):
        return [Use("positive", at=[at], name="above")]

    def side(right):
        return Ladder("s", "0", time="r", right=right, slope=[Use(f"{curve}", at=["r"], name="now"), *above("r", "now.1")], smooth=above("r"))  # fmt: skip

    start = f"log({value.format(s='0')})"
    return [
        Antiderivative(slope.format(s="s"), "s", "0", by=above("s"), name=f"there is {curve}0"),
        Obtain(f"there is {curve}0", f"{curve}0", label=f"{curve}0"),
        *named_number(f"k{curve}", start, above("0")),
        Have(f"exists({curve}, real curve, forall(s, real, {curve}[s] == {curve}0[s] + k{curve} and diff({curve}[s], s) == {slope.format(s='s')}))", name=f"{curve} moved", by=[
            Witness(f"{curve}0[t] + k{curve}", index="t"), Take("s"), Use(f"{curve}0.1", at=["s"], name="rate"), Split([[], above("s", "rate")])]),
        Obtain(f"{curve} moved", curve, label=curve),
        Have(f"{curve}[0] == k{curve}", name=f"{curve} at 0", by=[Use(curve, at=["0"], name="now")]),
        Rewritten(f"{curve} at 0", [f"k{curve}"], name=f"{curve} start", forwards=True),
        Have(f"forall(s, real, {curve}[s] == log({value.format(s='s')}))", name=f"{curve} is", by=[Take("s"), Cases("s >= 0", name="side", yes=[side(False)], no=[side(True)])]),
    ]  # fmt: skip


@paper.remark("B1-c-logs", "Logarithms of S and of S + delta/2", where="Appendix B.1", provenance="derived")
def logarithms(item):
    item.printed("(not in the paper) At x = e^t, l = log S and m = log(S + delta/2) have the slopes x^2/S^2 and x^2/(S (S + delta/2)).")
    item.let(delta="real")
    item.define(S)
    item.conclude(f"exists(l, real curve, exists(m, real curve, forall(t, real, l[t] == log(S(exp(t))) and m[t] == log(S(exp(t)) + delta/2) and {RATES})))",
                  expected="proved", argument=[
        *POSITIVE,
        *[step for log in LOGS for step in logarithm(*log)],
        Witness("l[t]", index="t"), Witness("m[t]", index="t"), Take("t"),
        *[step for c in "lm" for step in (Use(f"{c} is", at=["t"], name=f"{c} now"), Use(c, at=["t"], name=f"{c} rate"))],
        Use("positive", at=["t"], name="above"),
        *[step for c, u, (_, value, _), size in zip("lm", "uv", LOGS, (Numbers(using=[]), Use("above")), strict=True) for step in (
            Use("inverse", at=[value.format(s="t")], premises=[[size]], name=f"e^{c}"), Rewritten(f"e^{c}", [f"{c} now"], name=f"{u} is"),
            Set(u, f"exp({c}[t])"), Rewritten(f"{u} is", [u], name=f"{u} now"))],
        Set("X", "exp(t)"),
        *[step for c, e, of, put in (("l", "2*t - 2*l[t]", "u**2", ["u now", "X"]), ("m", "2*t - l[t] - m[t]", "(u*v)", ["v now", "u now", "X"])) for step in (
            Have(f"exp({e}) == X**2/{of}", name=f"{c} power"),
            Rewritten(f"{c} rate.1", put, name=f"{c} slope"), Rewritten(f"{c} slope", [f"{c} power"], name=f"{c} done"))],
        Split([[Use("l now")], [Use("m now")], [Use("l done")], [Use("m done")]])], example={"delta": 0})  # fmt: skip
    item.note("For every real delta, since S + delta/2 > 0 where x > 0. Each is a primitive of its slope, from the right value at t = 0. With them "
              "S^p (S + delta/2)^q x^r is e^(p l + q m + r t) for all real exponents.")


#: The slope of e^(p l + q m + r t), for all real exponents.
POWERS = [
    Take("p", "q", "r"), Witness(power("p", "q", "r"), index="t"), Take("t"), Split([[], [
        Use("log", at=["t"], name="now"),
        Set("E", power("p", "q", "r")), Set("u", "exp(l[t])"), Set("v", "exp(m[t])"), Set("X", "exp(t)"),
        Have("X != 0", name="X not 0"),
        *[Have(f"{power(*e)} == {value}", name=f"part {k}")
          for k, ((_, e), value) in enumerate(zip(PARTS, ("E*X/u**2", "E*X/(u*v)", "E/X"), strict=True))],
        *[Have(f"diff({c}[t], t) == {value}", name=f"{c}'", by=[
            Have(f"exp({e}) == {value}", name="power"), Rewritten(f"now.{k}", ["power"], name="done", forwards=True), Use("done")])
          for k, c, e, value in ((2, "l", "2*t - 2*l[t]", "X**2/u**2"), (3, "m", "2*t - l[t] - m[t]", "X**2/(u*v)"))],
        Have("forall(y, real, forall(z, real, forall(a, real, forall(b, real, forall(c, real, implies(E == y and X == z and a == E*X/u**2 and b == E*X/(u*v) and c == E/X,"
             " y*(p*diff(l[t], t) + q*diff(m[t], t) + r*1) == z*(p*a + q*b + r*c)))))))", name="sum", by=[
            Take("y", "z", "a", "b", "c"), Linear(nonzero=["X not 0"], terms=[
                ("given.0", "-(p*diff(l[t], t) + q*diff(m[t], t) + r)", "1"), ("l'", "p*E", "1"), ("m'", "q*E", "1"), ("given.1", "p*a + q*b + r*c", "1"),
                ("given.2", "-X*p", "1"), ("given.3", "-X*q", "1"), ("given.4", "-X*r", "1")])]),
        Use("sum", at=[power("p", "q", "r"), "exp(t)", *[power(*e) for _, e in PARTS]], premises=[[Split([[Use("E")], [Use("X")], *[[Use(f"part {k}")] for k in range(3)]])]])]])]  # fmt: skip

#: Derivatives up to the order K + 1: the function itself above the combination of those of the three parts.
HIGHER = [Induct("K", base=[Take("p", "q", "r", "f"), Witness("f[t]*basis(1, 0)", index="t"), Take("t"), Split([[], [Take("i")]])], step=[
    Take("p", "q", "r", "f"),
    *[step for k, (_, e) in enumerate(PARTS) for step in (
        Use("powers", at=list(e), name=f"there is f{k}"), Obtain(f"there is f{k}", f"f{k}", label=f"f{k}"),
        Use("IH", at=[*e, (f"f{k}[t]", "t")], premises=[[Use(f"f{k}")]], name=f"there is F{k}"), Obtain(f"there is F{k}", f"F{k}", label=f"F{k}"))],
    Have(f"forall(t, real, diff(f[t], t) == exp(t)*({combined('f{k}[t]')}))", name="slope", by=[
        Take("t"), Use("given", at=["t"], name="f now"), *[Use(f"f{k}", at=["t"], name=f"f{k} now") for k in range(3)],
        Rewritten("f now.1", [f"f{k} now.0" for k in range(3)], name="done"), Use("done")]),
    Have("exists(G, matrix(K+2, 1) curve, forall(t, real, G[t][0, 0] == f[t] and diff(G[t], t)[0, 0] == diff(f[t], t)"
         f" and forall(i, integer[0, K], G[t][i+1, 0] == {combined('F{k}[t][i, 0]')} and diff(G[t], t)[i+1, 0] == {combined('diff(F{k}[t], t)[i, 0]')})))",
         name="there is G", by=[
        Witness(f"f[t]*basis(K+2, 0) + Sum(basis(K+2, i+1)*basis(K+1, i).T, (i, 0, K))*({combined('F{k}[t]')})", index="t"), Take("t"),
        Split([[], [], [Take("i"), Split([[], []])]])]),
    Obtain("there is G", "G", label="G"), Witness("G[t]", index="t"), Take("t"), Use("G", at=["t"], name="now"),
    *[Use(f"F{k}", at=["t"], name=f"now {k}") for k in range(3)], Use("slope", at=["t"], name="rate"), Set("X", "exp(t)"),
    Rewritten("rate", ["X"], name="rate now"),
    Split([[Use("now.0")], [Take("i"), Have("forall(y, real, implies(X == y, diff(G[t], t)[i, 0] == y*G[t][i+1, 0]))", name="row", by=[
        Take("y"), Have("X == y", name="X is y"), Cases("i <= 0", name="which", yes=[
            Have("i == 0", name="first"), Use("now.2", at=["0"], name="next"), Have("diff(G[t], t)[0, 0] == y*G[t][1, 0]", name="there"),
            Rewritten("there", ["first"], name="done"), Use("done")], no=[
            Use("now.2", at=["i-1"], name="here"), Use("now.2", at=["i"], name="next"),
            *[step for k in range(3) for step in (Use(f"now {k}.1", at=["i-1"], name=f"rate {k}"), Rewritten(f"rate {k}", ["X"], name=f"row {k}"))]])]),
        Use("row", at=["exp(t)"], premises=[[Use("X")]])]])])]  # fmt: skip


@paper.remark("B1-c-smooth", "The factor is smooth", where="Appendix B.1", provenance="derived")
def factor_is_smooth(item):
    item.printed("g is smooth for x > 0.")
    item.let(delta="real")
    item.define(S)
    item.conclude(smooth("3/2*sqrt(S(exp(t)) + delta/2)"), because=["B1-c-logs"], expected="proved", argument=[
        *POSITIVE, Use("cited:B1-c-logs", at=["delta"], name="there is l"),
        Obtain("there is l", "l", label="there is m"), Obtain("there is m", "m", label="log"),
        Have(f"forall(p, real, forall(q, real, forall(r, real, exists(f, real curve, {IS_POWER}))))", name="powers", by=POWERS),
        Have("forall(K, nonnegative integer, forall(p, real, forall(q, real, forall(r, real, forall(f, real curve, "
             f"implies({IS_POWER}, {chain('f[t]')}))))))", name="higher", by=HIGHER),
        Take("K"), Use("powers", at=["0", "1/2", "0"], name="there is f"), Obtain("there is f", "f", label="f"),
        Use("higher", at=["K", "0", "1/2", "0", ("f[t]", "t")], premises=[[Use("f")]], name="there is F"), Obtain("there is F", "F", label="F"),
        Witness("3/2*F[t]", index="t"), Take("t"), Use("F", at=["t"], name="now"), Use("f", at=["t"], name="f now"), Use("log", at=["t"], name="log now"),
        Use("positive", at=["t"], name="above"), Use("inverse", at=["S(exp(t)) + delta/2"], premises=[[Use("above")]], name="plain"),
        Rewritten("plain", ["log now.1"], name="e^m"),
        Have(f"{power('0', '1/2', '0')} == sqrt(exp(m[t]))", name="root"),
        Rewritten("f now.0", ["root", "e^m"], name="f here", forwards=True), Rewritten("now.0", ["f here"], name="F here", forwards=True),
        Split([[Have("forall(y, real, implies(F[t][0, 0] == y, (3/2*F[t])[0, 0] == 3/2*y))", name="scaled", by=[Take("y")]),
                Use("scaled", at=["sqrt(S(exp(t)) + delta/2)"], premises=[[Use("F here")]])],
               [Take("i"), Use("now.1", at=["i"], name="rate"), Set("X", "exp(t)"), Rewritten("rate", ["X"], name="rate now"),
                Have("forall(y, real, implies(X == y, (3/2*diff(F[t], t))[i, 0] == y*(3/2*F[t])[i+1, 0]))", name="scaled", by=[
                    Take("y"), Have("X == y", name="X is y")]),
                Use("scaled", at=["exp(t)"], premises=[[Use("X")]])]])], example={"delta": 0})  # fmt: skip
    item.note("For every order K there are functions F_0, ..., F_K of x > 0, F_0 = g, each the derivative of the one before; they are written as functions of "
              "t = log x, which runs over R, where dF_i/dt = x F_(i+1) at x = e^t is dF_i/dx = F_(i+1). g is in the form of B1-b; here delta may have any sign.")
    item.note("d/dx of S^p (S + delta/2)^q x^r is a sum of three products of this kind, by p, q and r: (p - 2, q, r + 1), (p - 1, q - 1, r + 1), (p, q, r - 1). "
              "So they have derivatives of every order, by induction, and g is 3/2 times the one with the exponents 0, 1/2, 0.")
