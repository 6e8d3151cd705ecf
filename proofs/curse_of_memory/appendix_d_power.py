"""Appendix D: (1 + t)^(-p), p > 1/2, is completely monotonic, has a finite norm, and lies in no space V_n."""

from verifier.language.script import (
    Antiderivative,
    Cases,
    Choose,
    Contradict,
    Have,
    Induct,
    Ladder,
    Numbers,
    Obtain,
    Recursion,
    Rewritten,
    Set,
    Split,
    Take,
    Use,
    Witness,
)

from . import paper
from .appendix_d_best import ENERGY, MONOTONIC
from .lemmas.decaying_chains import BARRIER, BELOW_RATES, CHAINS_FALL, POWERS_STAY
from .minimisers import TARGET, in_space

POWER = f"forall(t, [0, oo), {TARGET} == (1 + t)**(-p))"


@paper.lemma("rem-D.7-outside", "A power lies in no space of exponentials", where="Appendix D, Remark D.7", provenance="derived")
def outside(item):
    item.printed("(not in the paper) (1 + t)^(-p) lies in no V_n(R_+), so n_rho = oo.")
    item.let(p="positive", R="real curve")
    item.conclude(f"implies({POWER}, forall(n, positive integer, not {in_space('n', TARGET)}))", expected="proved", argument=[
        BARRIER, BELOW_RATES, CHAINS_FALL, POWERS_STAY, Take(), Have(POWER, name="target"), Take("n"), Cases(in_space("n", TARGET), name="inside", yes=[
            Obtain("inside", "w", label="w"), Obtain("w.1", "U", label="U"),
            Use("chains fall", at=["n", ("w[j]", "j"), ("U[t]", "t")], premises=[[Use("w.0")], [
                Take("t"), Use("U", at=["t"], premises=[[]], name="now"), Split([[Use("now.1")], [Use("now.2")]])]], name="there is c"),
            Obtain("there is c", "c", label="c"), Obtain("c.1", "k", label="k"), Use("powers stay", at=["p", "c", "k"], premises=[[], [Use("c.0")], [Use("k.0")]], name="there is t"),
            Obtain("there is t", "t", label="t"), Use("k.1", at=["t"], premises=[[Use("t.0")]], name="small"), Use("U", at=["t"], premises=[[Use("t.0")]], name="now"),
            Use("target", at=["t"], premises=[[Use("t.0")]], name="value"), Contradict("t.1", [])])])  # fmt: skip
    item.note("Every member of V_n falls exponentially: of its chain the last function is 0, and each before it solves x' = -w x + y with y that falls like e^(-ct), c < w. "
              "A power does not. For every p > 0.")  # fmt: skip


@paper.lemma("rem-D.7-norm", "The norm of a power", where="Appendix D, Remarks D.6 and D.7", provenance="derived")
def norm(item):
    item.printed("(not in the paper) There is R with R' = (1 + t)^(-p) for t >= 0, and for p > 1/2 the integral of its square is finite.")
    item.let(p="(1/2, oo)")
    item.conclude(f"exists(R, real curve, {POWER}) and forall(R, real curve, implies({POWER}, {ENERGY}))", expected="proved", argument=[Split([
        [Antiderivative("(1 + Abs(s))**(-p)", "s", "0", by=[Choose(0)], name="there is R"), Obtain("there is R", "R", label="R"), Witness("R[t]", index="t"), Take("t"),
         Use("R.1", at=["t"], name="now")],
        [Take("R"), Have(POWER, name="target"), Antiderivative("(1 + Abs(s))**(-2*p)", "s", "0", by=[Choose(0)], name="there is L"), Obtain("there is L", "L", label="L"),
         Witness("1/(2*p - 1)"), Witness("L[t]", index="t"), Split([[Use("L.0")], [
             Take("t"), Use("L.1", at=["t"], name="now"), Use("target", at=["t"], premises=[[]], name="value"),
             Have("forall(y, positive, y**(-2*p) == (y**(-p))**2)", name="square", by=[Take("y")]),
             Use("square", at=["1 + t"], premises=[[]], name="both"), Rewritten("both", ["value"], name="slope"),
             Have("Abs(t) == t", name="sign"), Rewritten("now", ["sign"], name="here", forwards=True)], [
             Take("h"), Have("2*p - 1 > 0", name="gap"),
             Have("forall(T, nonnegative, L[T]*(2*p - 1) == 1 - (1 + T)**(1 - 2*p))", name="value", by=[Take("T"), Ladder("T", "0", time="r", slope=[
                 Use("L.1", at=["r"], name="now"), Have("Abs(r) == r", name="sign"), Rewritten("now", ["sign"], name="here", forwards=True)], base=[Have("(1 + 0)**(1 - 2*p) == 1", name="one")], side=[])]),
             Have("forall(q, positive, forall(e, positive, exists(T, nonnegative, forall(t, [T, oo), (1 + t)**(-q) <= e))))", name="falls", by=[Numbers(using=[])]),
             Use("falls", at=["2*p - 1", "h*(2*p - 1)"], premises=[[Use("gap")], []], name="late"), Obtain("late", "T", label="T"),
             Witness("T"), Split([[Use("T.0")], [Take("t"), Have("t >= 0", name="time"), Use("T.1", at=["t"], name="small"), Use("value", at=["t"], premises=[[Use("time")]], name="now"),
                 Have("(1 + t)**(1 - 2*p) == (1 + t)**(-(2*p - 1))", name="same"), Set("Y", "(1 + t)**(-(2*p - 1))"),
                 Have("0 <= Y", name="positive"), Rewritten("same", ["Y"], name="same now"), Rewritten("small", ["Y"], name="small now"),
                 Rewritten("now", ["same now"], name="value now", forwards=True),
                 Set("Z", "Y/(2*p - 1)"), Have("L[t] - 1/(2*p - 1) == -Z", name="rest"),
                 Have("Z <= h and 0 <= Z", name="within", by=[Split([[], []])]),
                 Have("forall(x, real, implies(x == -Z, Abs(x) <= h))", name="distance", by=[Take("x")]),
                 Use("distance", at=["L[t] - 1/(2*p - 1)"], premises=[[Use("rest")]])]])]])]])])  # fmt: skip
    item.note("The integral of (1 + t)^(-2p) up to T is (1 - (1 + T)^(1-2p))/(2p - 1), with the limit 1/(2p - 1). R is the integral of (1 + |t|)^(-p), which is a curve on the line.")
    item.instance("p = 1/2", {"p": "1/2"}, expected="ill-posed")


#: The k-th derivative at e^s, with l(s) = log(1 + e^s), c_0 = 1 and c_(k+1) = -(p + k) c_k; and its slope in s.
VALUE, SLOPE = "c[{k}]*exp(-(p + {k})*l[s])", "exp(s)*(c[{k}+1]*exp(-(p + {k} + 1)*l[s]))"


ENTRY = f"F[s][i, 0] == {VALUE.format(k='i')} and diff(F[s], s)[i, 0] == {SLOPE.format(k='i')}"


def logarithm(side):
    """l(s) = log(1 + e^s), from 0 on or up to 0."""
    return Ladder("s", "0", time="r", right=side == "right", slope=[Use("l", at=["r"], name="now")],
                  base=[Have("2 == 1 + exp(0)", name="two"), Rewritten("start", ["two"], name="there", forwards=True), Use("there")])  # fmt: skip


@paper.lemma("rem-D.7-monotonic", "A power is completely monotonic", where="Appendix D, Remarks D.6 and D.7", provenance="derived")
def monotonic(item):
    item.printed("(not in the paper) (1 + t)^(-p) is completely monotonic on (0, oo).")
    item.let(p="positive", R="real curve")
    item.conclude(f"implies({POWER}, {MONOTONIC})", expected="proved", argument=[
        Have("forall(x, real, forall(k, real, forall(z, real, forall(y, real, implies(x == k*z and k == 1 and y == z, x == y)))))", name="one factor", by=[
            Take("x", "k", "z", "y")]),
        Take(), Have(POWER, name="target"), Have("p > 0", name="p positive"),
        Antiderivative("exp(s)/(1 + exp(s))", "s", "0", name="there is l"), Obtain("there is l", "l0", label="l0"),
        Have("exists(l, real curve, forall(s, real, l[s] == l0[s] + log(2) and diff(l[s], s) == exp(s)/(1 + exp(s))))", name="moved", by=[
            Witness("l0[t] + log(2)", index="t"), Take("s"), Use("l0.1", at=["s"], name="slope"), Split([[], []])]), Obtain("moved", "l", label="l"),
        Have("l[0] == log(2)", name="start", by=[Use("l", at=["0"], name="now")]),
        Have("forall(s, real, l[s] == log(1 + exp(s)))", name="logarithm", by=[Take("s"), Cases("s >= 0", name="side", yes=[logarithm("left")], no=[logarithm("right")])]),
        Have("forall(s, real, exp(-l[s])*(1 + exp(s)) == 1)", name="inverse", by=[Take("s"), Use("logarithm", at=["s"], name="now"), Have("exp(-log(1 + exp(s)))*(1 + exp(s)) == 1", name="plain"), Rewritten("plain", ["now"], name="done"), Use("done")]),
        Recursion("c", "1", "-(p + r)*x", label="c"),
        Have("forall(k, nonnegative integer, (-1)**k*c[k] >= 0)", name="signs", by=[Induct("k", step=[
            Use("c.1", at=["k"], name="next"), Have("(-1)**(k+1)*c[k+1] == (p + k)*((-1)**k*c[k])", name="same", by=[Numbers(using=["next"])]),
            Set("D", "(-1)**k*c[k]"), Rewritten("same", ["D"], name="same now"), Rewritten("IH", ["D"], name="before")])]),
        Have("forall(k, nonnegative integer, exists(f, real curve, forall(s, real, f[s] == " + VALUE.format(k="k") + " and diff(f[s], s) == " + SLOPE.format(k="k") + ")))", name="each", by=[
            Take("k"), Use("c.1", at=["k"], name="next"),
            Have("exists(f, real curve, forall(s, real, f[s] == c[k]*exp(-(p + k)*l[s]) and diff(f[s], s) == -(p + k)*diff(l[s], s)*f[s]))", name="there is f", by=[
                Set("C", "c[k]"), Witness("C*exp(-(p + k)*l[t])", index="t"), Take("s"), Split([[], []])]), Obtain("there is f", "f", label="f"),
            Witness("f[t]", index="t"), Take("s"), Use("l", at=["s"], name="now"), Use("f", at=["s"], name="fs"), Use("inverse", at=["s"], name="one"), Split([[Use("fs.0")], [
                Set("D", "exp(-l[s])"), Set("E", "exp(-(p + k)*l[s])"), Set("X", "exp(s)"),
                Have("exp(-(p + k + 1)*l[s]) == E*D", name="powers"),
                Have("diff(l[s], s) == X*D", name="rate"),
                Rewritten("fs.0", ["E"], name="f now"), Have("diff(f[s], s) == X*(c[k+1]*(E*D))", name="left"),
                Rewritten("left", ["X"], name="left now", forwards=True), Rewritten("left now", ["powers"], name="done"), Use("done")]])]),
        Take("N"),
        Have(f"forall(k, integer[0, N+1], exists(F, matrix(N+1, 1) curve, forall(s, real, forall(i, integer[0, k-1], {ENTRY}))))", name="first", by=[
            Induct("k", base=[Witness("zeros(N+1, 1)", index="t"), Take("s", "i")], step=[
                Obtain("IH", "F0", label="old"), Use("each", at=["k"], name="there is f"), Obtain("there is f", "f", label="new"),
                Have("exists(F, matrix(N+1, 1) curve, forall(s, real, forall(i, integer[0, k-1], F[s][i, 0] == F0[s][i, 0] and diff(F[s], s)[i, 0] == diff(F0[s], s)[i, 0])"
                     " and F[s][k, 0] == f[s] and diff(F[s], s)[k, 0] == diff(f[s], s)))", name="there is F", by=[
                    Witness("F0[t] - basis(N+1, k)*basis(N+1, k).T*F0[t] + f[t]*basis(N+1, k)", index="t"), Take("s"),
                    Split([[Take("i"), Split([[], []])], [], []])]), Obtain("there is F", "F", label="F"),
                Witness("F[t]", index="t"), Take("s", "i"), Use("F", at=["s"], name="now"), Cases("i <= k-1", yes=[
                    Use("now.0", at=["i"], name="here"), Use("old", at=["s", "i"], name="there"),
                    Split([[Rewritten("there.0", ["here.0"], name="done"), Use("done")], [Rewritten("there.1", ["here.1"], name="done"), Use("done")]])], no=[
                    Have("k == i", name="last"), Use("new", at=["s"], name="there"),
                    *(step for j in (0, 1) for step in (Rewritten(f"there.{j}", [f"now.{j + 1}"], name=f"row {j}"), Rewritten(f"row {j}", ["last"], name=f"entry {j}", forwards=True))), Split([[Use("entry 0")], [Use("entry 1")]])])])]),
        Use("first", at=["N+1"], name="there is F"), Obtain("there is F", "F", label="F"), Witness("F[t]", index="t"), Split([
            [Take("t"), Have("t > 0", name="time"), Split([
                [Use("F", at=["log(t)", "0"], name="zero"), Use("logarithm", at=["log(t)"], name="here"), Use("target", at=["t"], premises=[[]], name="value"),
                 Have("exp(log(t)) == t", name="inverse now"), Rewritten("zero.0", ["here", "inverse now"], name="plain", forwards=True),
                 Have("exp(-(p + 0)*log(1 + t)) == (1 + t)**(-p)", name="power"), Rewritten("plain", ["power"], name="first now", forwards=True),
                 Use("one factor", at=["F[log(t)][0, 0]", "c[0]", "(1 + t)**(-p)", TARGET], premises=[[Split([[Use("first now")], [Use("c.0")], [Use("value")]])]])],
                [Take("k"), Use("F", at=["log(t)", "k"], name="now"), Use("signs", at=["k"], name="sign"), Set("E", "exp(-(p + k)*l[log(t)])"),
                 Have("0 < E", name="positive"), Rewritten("now.0", ["E"], name="value"),
                 Have("forall(x, real, implies(x == c[k]*E, (-1)**k*x >= 0))", name="signed", by=[
                     Take("x"), Set("D", "(-1)**k"), Rewritten("sign", ["D"], name="sign now"), Have("D*x >= 0", name="done"), Rewritten("done", ["D"], name="so", forwards=True), Use("so")]),
                 Use("signed", at=["F[log(t)][k, 0]"], premises=[[Use("value")]])]])],
            [Take("s", "k"), Use("F", at=["s", "k"], name="here"), Use("F", at=["s", "k+1"], name="next"), Have("p + (k + 1) == p + k + 1", name="sum"),
             Rewritten("next.0", ["sum"], name="next now", forwards=True), Rewritten("here.1", ["next now"], name="done"), Use("done")]])])  # fmt: skip
    item.note("The k-th derivative is (-1)^k p (p + 1) ... (p + k - 1) (1 + t)^(-p-k), of the sign (-1)^k; at t = e^s it is a curve in s. For every p > 0.")
