"""Appendix D: positive exponential sums meet the conditions of Theorem D.5, for all numbers of terms."""

from verifier.language.script import (
    At,
    Cases,
    Choose,
    Contradict,
    Have,
    Induct,
    Numbers,
    Obtain,
    Recursion,
    Rewritten,
    SameSlope,
    Set,
    Split,
    Take,
    Use,
    Witness,
)

from . import paper
from .appendix_d_best import ENERGY, MONOTONIC
from .lemmas.cauchy_forms import RECIPROCALS, form
from .lemmas.cauchy_matrices import TERMWISE
from .minimisers import TARGET, distinct, in_index_set, in_space, model

POSITIVE = f"forall(t, [0, oo), {TARGET} == {model('m', 'c', 'v')})"
SCALED = "c[i]*exp(-v[i]*exp(s))"
#: The derivatives of M terms at e^s, as a curve of vectors.
DERIVATIVES = (f"exists(F, matrix(N+1, 1) curve, forall(s, real, F[s][0, 0] == Sum({SCALED}, (i, 0, M-1)) and forall(k, integer[0, N], (-1)**k*F[s][k, 0] >= 0))"
               " and forall(s, real, forall(k, integer[0, N-1], diff(F[s], s)[k, 0] == exp(s)*F[s][k+1, 0])))")  # fmt: skip
#: One term more: its derivatives are kap_k x, kap_(k+1) = -v kap_k.
DERIVED = [
    Have("forall(f, real sequence, forall(M, nonnegative integer, forall(x, real, forall(y, real, implies(Sum(f[i], (i, 0, M-1)) == x and f[M] == y, Sum(f[i], (i, 0, M+1-1)) == x + y)))))",
         name="add", by=[Take("f", "M", "x", "y")]),
    Have("forall(g, real, forall(x, real, forall(z, real, forall(y, real, forall(p, real, forall(q, real, forall(r, real, forall(u, real, implies("
         "g == p + x*q and p == z*y and x == -r*(z*u), g == z*y + (-r*(z*u))*q)))))))))", name="put in", by=[
        Take("g", "x", "z", "y", "p", "q", "r", "u")]),
    Have("forall(g, real, forall(z, real, forall(y, real, forall(q, real, forall(r, real, forall(u, real, forall(o, real, forall(h, real, implies("
         "g == z*y + (-r*(z*u))*q and o == -r*q and h == y + u*o, g == z*h)))))))))", name="next", by=[
        Take("g", "z", "y", "q", "r", "u", "o", "h")]),
    Have("forall(p, real, forall(z, real, implies(z == 0, p*z >= 0)))", name="null", by=[Take("p", "z")]),
    Have("forall(p, real, forall(q, real, forall(a, real, forall(b, real, forall(r, real, implies(q == -p and b == -r*a and r > 0 and p*a >= 0, q*b >= 0))))))", name="flip", by=[
        Take("p", "q", "a", "b", "r")]),
    Have("forall(p, real, forall(f, real, forall(g, real, forall(x, real, forall(a, real, implies(f == g + x*a and p*g >= 0 and p*a >= 0 and x >= 0, p*f >= 0))))))", name="sum of both", by=[
        Take("p", "f", "g", "x", "a")]),
    Have(f"forall(M, integer[0, m], {DERIVATIVES})", name="derivatives", by=[Induct("M", base=[
        Witness("zeros(N+1, 1)", index="s"), Have("forall(f, real sequence, Sum(f[i], (i, 0, 0-1)) == zeros(N+1, 1)[0, 0])", name="empty"), Have("forall(g, real, forall(z, real, forall(h, real, implies(g == 0 and h == 0, g == z*h))))", name="nothing", by=[
            Take("g", "z", "h")]),
        Have("forall(x, real, forall(y, real, implies(x == y, y == x)))", name="turned", by=[Take("x", "y")]), Split([[
            Take("s"), Use("empty", at=[(SCALED, "i")], name="none"), Split([[
                Use("turned", at=[f"Sum({SCALED}, (i, 0, 0-1))", "zeros(N+1, 1)[0, 0]"], premises=[[Use("none")]], name="so"), Use("so")], [
                Take("k"), Have("zeros(N+1, 1)[k, 0] == 0", name="entry"), Use("null", at=["(-1)**k", "zeros(N+1, 1)[k, 0]"], premises=[[Use("entry")]], name="so"), Use("so")]])], [
            Take("s", "k"), Have("(0*zeros(N+1, 1))[k, 0] == 0 and zeros(N+1, 1)[k+1, 0] == 0", name="entry", by=[Split([[], []])]),
            Use("nothing", at=["(0*zeros(N+1, 1))[k, 0]", "exp(s)", "zeros(N+1, 1)[k+1, 0]"], premises=[[Use("entry")]], name="so"), Use("so")]])], step=[
        Obtain("IH", "G", label="G"), Use("c.positive", at=["M"], name="cM"), Use("v.positive", at=["M"], name="vM"),
        Have("exists(x, real curve, forall(s, real, x[s] == exp(-v[M]*exp(s)) and x[s] >= 0 and diff(x[s], s) == -v[M]*(exp(s)*x[s])))", name="there is x", by=[
            Witness("exp(-v[M]*exp(s))", index="s"), Take("s"), Split([[], [], []])]), Obtain("there is x", "x", label="x"),
        Recursion("kap", "c[M]", "-v[M]*z", value="z", label="kap"),
        Have("forall(k, nonnegative integer, (-1)**k*kap[k] >= 0)", name="signs", by=[Induct("k", hypothesis="so far", step=[
            Use("kap.1", at=["k"], name="following"), Have("(-1)**(k+1) == -(-1)**k", name="turn"),
            Use("flip", at=["(-1)**k", "(-1)**(k+1)", "kap[k]", "kap[k+1]", "v[M]"], premises=[[Split([[], [], [], []])]], name="so"), Use("so")])]),
        Set("kv", "Sum(kap[k]*basis(N+1, k), (k, 0, N))"), Have("forall(k, integer[0, N], kv[k, 0] == kap[k])", name="entries", by=[Take("k")]),
        Have("exists(F, matrix(N+1, 1) curve, forall(s, real, forall(k, integer[0, N], F[s][k, 0] == G[s][k, 0] + x[s]*kap[k])))", name="there is F", by=[
            Witness("G[s] + x[s]*kv", index="s"), Take("s", "k"), Use("entries", at=["k"], name="now")]), Obtain("there is F", "F", label="F"),
        Witness("F[s]", index="s"), Split([[
            Take("s"), Use("G.0", at=["s"], name="old"), Use("x", at=["s"], name="new"), Split([[
                Use("F", at=["s", "0"], name="first"),
                Use("add", at=[(SCALED, "i"), "M", f"Sum({SCALED}, (i, 0, M-1))", "c[M]*exp(-v[M]*exp(s))"], premises=[[Split([[], []])]], name="sum"),
                Have("forall(a, real, forall(b, real, forall(d, real, forall(e, real, forall(g, real, forall(y, real, forall(l, real, implies("
                     "a == b + d*e and b == g and e == y and d == l, a == g + y*l))))))))", name="value", by=[
                    Take("a", "b", "d", "e", "g", "y", "l")]),
                Use("value", at=["F[s][0, 0]", "G[s][0, 0]", "x[s]", "kap[0]", f"Sum({SCALED}, (i, 0, M-1))", "c[M]", "exp(-v[M]*exp(s))"], premises=[[Split([[], [], [], []])]], name="so"),
                Rewritten("so", ["sum"], name="done"), Use("done")], [
                Take("k"), Use("F", at=["s", "k"], name="entry"), Use("old.1", at=["k"], name="before"), Use("signs", at=["k"], name="sign"),
                Use("sum of both", at=["(-1)**k", "F[s][k, 0]", "G[s][k, 0]", "x[s]", "kap[k]"], premises=[[Split([[], [], [], []])]], name="so"), Use("so")]])], [
            Take("s", "k"), Use("G.1", at=["s", "k"], name="old"), Use("x", at=["s"], name="new"), Use("F", at=["s", "k+1"], name="following"), Use("kap.1", at=["k"], name="factor"),
            SameSlope("F[q][k, 0]", "G[q][k, 0] + x[q]*kap[k]", "q", "s", "s-1", "s+1", name="slope", by=[Use("F", at=["q", "k"])]),
            Have("diff(F[s], s)[k, 0] == diff(G[s], s)[k, 0] + diff(x[s], s)*kap[k]", name="slope now"),
            Use("put in", at=["diff(F[s], s)[k, 0]", "diff(x[s], s)", "exp(s)", "G[s][k+1, 0]", "diff(G[s], s)[k, 0]", "kap[k]", "v[M]", "x[s]"], premises=[[Split([[], [], []])]], name="then"),
            Use("next", at=["diff(F[s], s)[k, 0]", "exp(s)", "G[s][k+1, 0]", "kap[k]", "v[M]", "x[s]", "kap[k+1]", "F[s][k+1, 0]"], premises=[[Split([[], [], []])]], name="so"), Use("so")]])])]),
]  # fmt: skip


@paper.remark("rem-D.6-sums", "Positive exponential sums are completely monotonic", where="Appendix D, Remark D.6", provenance="derived")
def conditions(item):
    item.printed("(not in the paper) A sum of m exponentials with positive amplitudes is completely monotonic and has a finite norm.")
    item.let(m="positive integer", c="positive sequence", v="positive sequence", R="real curve")
    item.suppose("target", POSITIVE)
    item.conclude(MONOTONIC, expected="proved", argument=[
        TERMWISE, Take("N"), *DERIVED, Use("derivatives", at=["m"], name="there is F"), Obtain("there is F", "F", label="F"), Witness("F[s]", index="s"), Split([[
            Take("t"), Use("F.0", at=["log(t)"], name="there"), Have("exp(log(t)) == t", name="time"),
            Use("target", at=["t"], premises=[[]], name="now"),
            Have("forall(g, real, forall(r, real, forall(x, real, forall(y, real, implies(x == y, g*exp(-r*x) == g*exp(-r*y))))))", name="at the time", by=[
                Take("g", "r", "x", "y"), Have("-r*x == -r*y", name="exponent"),
                Have("forall(a, real, forall(b, real, implies(a == b, g*exp(a) == g*exp(b))))", name="function", by=[Take("a", "b")]),
                Use("function", at=["-r*x", "-r*y"], premises=[[]])]),
            Use("termwise", at=["m-1", ("c[i]*exp(-v[i]*exp(log(t)))", "i"), ("c[i]*exp(-v[i]*t)", "i")], name="sums", premises=[[
                Take("k"), Use("at the time", at=["c[k]", "v[k]", "exp(log(t))", "t"], premises=[[]], name="so"), Use("so")]]),
            Have("forall(x, real, forall(y, real, forall(z, real, forall(w, real, implies(x == y and y == z and w == z, x == w)))))", name="chain", by=[
                Take("x", "y", "z", "w")]),
            Split([[Use("chain", at=["F[log(t)][0, 0]", "Sum(c[i]*exp(-v[i]*exp(log(t))), (i, 0, m-1))", "Sum(c[i]*exp(-v[i]*t), (i, 0, m-1))", TARGET],
                        premises=[[Split([[], [], []])]], name="so"), Use("so")], [Use("there.1")]])], [Use("F.1")]])],
        example={"m": 1, "c": 1, "v": 1, "R": "-exp(-t)"})  # fmt: skip
    item.without("target", counterexample={"m": 1, "c": 1, "v": 1, "R": "exp(-t)"}, argument=[At({"goal": [
        Witness("1"), Take("F"), Choose(0), Witness("1"), Split([[], [Cases("F[log(1)][0, 0] < 0", name="sign", yes=[
            Choose(1), Witness("0"), Have("(-1)**0*F[log(1)][0, 0] == F[log(1)][0, 0]", name="same", by=[Numbers(using=[])]), Numbers(using=["sign", "same"])], no=[
            Choose(0), Have("exp(-1) > 0", name="positive", by=[Numbers(using=[])]), Numbers(using=["sign", "positive"])])]])]})])
    item.note("For every m: the k-th derivative is sum_i c_i (-v_i)^k e^(-v_i t). The condition of Theorem D.5 is written at t = e^s.")


#: The square of the norm, from Cauchy's form.
FINITE = [
    Set("w", "Sum(v[l]*basis(m, l), (l, 0, m-1))"), Have("forall(i, integer[0, m-1], w[i, 0] == v[i])", name="w is", by=[Take("i")]),
    Have("forall(i, integer[0, m-1], w[i, 0] > 0)", name="signs", by=[Take("i"), Use("w is", at=["i"], name="now"), Use("v.positive", at=["i"], name="sign")]),
    RECIPROCALS, Use("reciprocals", at=["m", "w"], premises=[[Use("signs")]], name="there is K"), Obtain("there is K", "K", label="K"),
    Use("cited:rem-cauchy-integral", at=["m", "w", "K", ("c[i]", "i")], premises=[[Split([[Use("signs")], [Use("K")]])]], name="integral"),
    Have(ENERGY, name="energy", by=[
        Obtain("integral", "L", label="L"), Witness(form("c", "m")), Witness("L[t]", index="t"), Split([[Use("L.0")], [
            Take("t"), Use("L.1", at=["t"], premises=[[]], name="slope"), Use("target", at=["t"], premises=[[]], name="now"),
            Have("forall(g, real, forall(r, real, forall(x, real, forall(y, real, implies(x == y, g*exp(-x*r) == g*exp(-y*r))))))", name="at the rate", by=[
                Take("g", "r", "x", "y"), Have("-x*r == -y*r", name="exponent"),
                Have("forall(a, real, forall(b, real, implies(a == b, g*exp(a) == g*exp(b))))", name="function", by=[Take("a", "b")]),
                Use("function", at=["-x*r", "-y*r"], premises=[[]])]),
            Use("termwise", at=["m-1", ("c[i]*exp(-w[i, 0]*t)", "i"), ("c[i]*exp(-v[i]*t)", "i")], name="sums", premises=[[
                Take("k"), Use("w is", at=["k"], name="rate"), Use("at the rate", at=["c[k]", "t", "w[k, 0]", "v[k]"], premises=[[]], name="so"), Use("so")]]),
            Have("forall(x, real, forall(y, real, forall(z, real, forall(g, real, implies(g == x**2 and x == y and z == y, g == z**2)))))", name="square", by=[
                Take("x", "y", "z", "g")]),
            Use("square", at=["Sum(c[i]*exp(-w[i, 0]*t), (i, 0, m-1))", model("m", "c", "v"), TARGET, "diff(L[t], t)"], premises=[[Split([[], [], []])]], name="so"), Use("so")],
            [Use("L.2")]])]),
]  # fmt: skip


@paper.remark("rem-D.7-positive", "A positive exponential sum and N_rho", where="Appendix D, Remark D.7 and Theorem D.7", provenance="derived")
def positive_sums(item):
    item.printed("(not in the paper) For a sum of m exponentials with positive amplitudes m - 1 lies in N_rho.")
    item.let(m="integer[2, oo]", c="positive sequence", v="positive sequence", R="real curve")
    item.suppose("rates", distinct("m", "v"))
    item.suppose("target", POSITIVE)
    item.conclude(in_index_set("(m-1)"), because=["rem-D.6-sums", "rem-cauchy-integral", "rem-D.7-order", "thm-D.5-below"], expected="proved", argument=[
        TERMWISE, Use("cited:rem-D.6-sums", at=["m", ("c[i]", "i"), ("v[i]", "i"), ("R[t]", "t")], premises=[[Use("target")]], name="monotonic"), *FINITE,
        Have(f"not ({in_space('(m-1)', TARGET)})", name="outside", by=[Cases(in_space("(m-1)", TARGET), name="inside", no=[Use("inside")], yes=[
            Have(in_space("(m-1)", model("m", "c", "v")), name="as a sum", by=[
                Obtain("inside", "u", label="u"), Obtain("u.1", "U", label="U"), Witness("u[j]", index="j"), Split([[Use("u.0")], [Witness("U[t]", index="t"), Take("t"),
                    Use("U", at=["t"], premises=[[]], name="now"), Use("target", at=["t"], premises=[[]], name="value"), Split([
                        [Rewritten("now.0", ["value"], forwards=True, name="so"), Use("so")], [Use("now.1")], [Use("now.2")]])]])]),
            Use("cited:rem-D.7-order", at=["m", ("c[i]", "i"), ("v[i]", "i"), "m-1"], name="order", premises=[[Split([[],
                [Take("i"), Use("c.positive", at=["i"], name="sign")], [Use("rates")]])]]),
            Use("order.0", premises=[[Use("as a sum")]], name="short"), Contradict("short", [])])]),
        Use("cited:thm-D.5-below", at=[("R[t]", "t"), "m-1"], premises=[[Split([[Use("monotonic")], [Use("energy")], [Use("outside")]])]], name="so"), Use("so")],
        example={"m": 2, "c": 1, "v": "1 + t", "R": "-exp(-t) - exp(-2*t)/2"})  # fmt: skip
    item.note("Theorem D.5, which rests on Theorem D.4 (cited), for each n < m: the sum is completely monotonic with a finite norm, and it lies in no V_n with n < m. The loss is the limit of the "
              "integrals, as in Definition D.2.")  # fmt: skip
