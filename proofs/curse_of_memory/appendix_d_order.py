"""Appendix D: an exponential sum with m terms lies in V_n exactly for n >= m."""

from verifier.language.script import (
    At,
    Cases,
    Choose,
    Contradict,
    Have,
    Induct,
    Linear,
    Negate,
    Numbers,
    Obtain,
    SameSlope,
    Set,
    Split,
    Take,
    Use,
    Witness,
)
from verifier.language.script_parts import renamed

from . import paper
from .lemmas.coincided_totals import PIGEON
from .minimisers import distinct, in_space, model

#: The j-th function of the chain is an exponential sum with the same rates; where a coefficient is 0, a rate of the chain was met.
STATE = ("exists(d, real sequence, forall(t, [0, oo), U[t][j, 0] == Sum(d[i]*exp(-v[i]*t), (i, 0, m-1)))"
         " and forall(i, integer[0, m-1], implies(d[i] == 0, exists(l, integer[0, j-1], w[l] == v[i]))))")  # fmt: skip
STATES = [
    Have("forall(x, real, forall(y, real, implies(x == y, y == x)))", name="turned", by=[Take("x", "y")]),
    Have("forall(d, real sequence, forall(f, real sequence, forall(e, real sequence, forall(x, real, implies(forall(i, nonnegative integer, f[i] == (x - v[i])*d[i]),"
         " Sum(f[i]*e[i], (i, 0, m-1)) == x*Sum(d[i]*e[i], (i, 0, m-1)) + Sum(d[i]*(e[i]*(-v[i]*1)), (i, 0, m-1)))))))", name="combined", by=[
        Take("d", "f", "e", "x")]),
    Have("forall(x0, real, forall(x1, real, forall(x2, real, forall(x3, real, forall(x4, real, forall(y, real, forall(x5, real, implies("
         "x0 + y*x1 == x2 and x1 == x3 and x0 == x4 and x5 == y*x3 + x4, x2 == x5))))))))", name="next", by=[
        Take("x0", "x1", "x2", "x3", "x4", "y", "x5")]),
    Have(f"forall(j, integer[0, n], {STATE})", name="states", by=[Induct("j", base=[
        Witness("c[i]", index="i"), Split([[
            Take("t"), Use("U", at=["t"], premises=[[]], name="now"),
            Use("turned", at=[model("m", "c", "v"), "U[t][0, 0]"], premises=[[Use("now.0")]], name="so"), Use("so")],
            [Take("i"), Use("amplitudes", at=["i"], name="some"), Contradict("some", [Use("given1")])]])], step=[
        Obtain("IH", "d", label="d"),
        Have("exists(f, real sequence, forall(i, nonnegative integer, f[i] == (w[j] - v[i])*d[i]))", name="there is f", by=[Witness("(w[j] - v[i])*d[i]", index="i")]),
        Obtain("there is f", "f", label="f"), Witness("f[i]", index="i"), Split([[
            Take("t"), Use("U", at=["t"], premises=[[]], name="now"), Use("now.2", at=["j"], name="row"), Use("d.0", at=["t"], premises=[[]], name="value"),
            SameSlope("U[s][j, 0]", "Sum(d[i]*exp(-v[i]*s), (i, 0, m-1))", "s", "t", "0", "t+1", name="slope",
                      by=[Use("d.0", at=["s"], premises=[[]])], place=[]),
            Use("combined", at=[("d[i]", "i"), ("f[i]", "i"), ("exp(-v[i]*t)", "i"), "w[j]"], premises=[[Use("f")]], name="sum"),
            Use("next", at=["diff(U[t], t)[j, 0]", "U[t][j, 0]", "U[t][j+1, 0]", "Sum(d[i]*exp(-v[i]*t), (i, 0, m-1))", "Sum(d[i]*(exp(-v[i]*t)*(-v[i]*1)), (i, 0, m-1))", "w[j]",
                            "Sum(f[i]*exp(-v[i]*t), (i, 0, m-1))"], premises=[[Split([[], [], [], []])]], name="so"), Use("so")], [
            Take("i"), Use("f", at=["i"], name="f now"), Cases("w[j] == v[i]", name="met", yes=[Witness("j"), Use("met")], no=[
                Have("w[j] - v[i] != 0", name="factor", by=[Negate("none")]),
                Have("d[i] == 0", name="before"),
                Use("d.1", at=["i"], premises=[[Use("before")]], name="some"), Obtain("some", "l", label="l"), Witness("l"), Use("l")])]])])]),
]  # fmt: skip
#: The last function of the chain is 0, and so are its coefficients: each of the m rates is one of the n rates of the chain.
NONE_LEFT = [
    Use("states", at=["n"], name="there is d"), Obtain("there is d", "d", label="d"),
    Have("forall(e, real sequence, forall(y, real, Sum(Sum((d[i]*basis(1, 0))[k, 0]*y**k, (k, 0, 1-1))*e[i], (i, 0, m-1)) == Sum(d[i]*e[i], (i, 0, m-1))))", name="as polynomials", by=[
        Take("e", "y")]),
    Have("forall(x0, real, forall(x1, real, forall(x2, real, implies(x0 == x1 and x2 == x1 and x2 == 0, x0 == 0))))", name="vanishes", by=[
        Take("x0", "x1", "x2")]),
    Use("cited:lem-C.2", at=["m", "1", ("d[i]*basis(1, 0)", "i"), ("v[i]", "i"), "0", "1"], name="none", premises=[[Split([
        [Take("p1", "q1"), Negate("equal"), Contradict("given1", [Use("rates", at=["p1", "q1"], premises=[[]])])], [Take("p1"), Use("v.positive", at=["p1"])], [],
        [Take("t"), Use("d.0", at=["t"], premises=[[]], name="value"), Use("U", at=["t"], premises=[[]], name="now"),
                     Use("as polynomials", at=[("exp(-v[i]*t)", "i"), "t"], name="sum"),
                     Use("vanishes", at=["Sum(Sum((d[i]*basis(1, 0))[k, 0]*t**k, (k, 0, 1-1))*exp(-v[i]*t), (i, 0, m-1))", "Sum(d[i]*exp(-v[i]*t), (i, 0, m-1))", "U[t][n, 0]"],
                         premises=[[Split([[], [], []])]], name="so"), Use("so")]])]]),
    Have("forall(i, integer[0, m-1], exists(l, integer[0, n-1], w[l] == v[i]))", name="all met", by=[
        Take("i"), Use("none", at=["i", "0"], name="zero"), Have("d[i] == 0", name="coefficient"),
        Use("d.1", at=["i"], premises=[[Use("coefficient")]], name="some"), Use("some")]),
    Set("x", "Sum(v[l]*basis(m, l), (l, 0, m-1))"), Set("y", "Sum(w[l]*basis(n, l), (l, 0, n-1))"),
    Have("forall(i, integer[0, m-1], x[i, 0] == v[i])", name="x is", by=[Take("i")]),
    Have("forall(l, integer[0, n-1], y[l, 0] == w[l])", name="y is", by=[Take("l")]),
    Use("no more values", at=["n", "m", "y", "x"], name="so", premises=[[Split([
        [Take("j"), Use("all met", at=["j"], name="some"), Obtain("some", "l", label="l"), Witness("l"), Use("x is", at=["j"], name="xj"), Use("y is", at=["l"], name="yl")],
        [Take("k", "l"), Use("x is", at=["k"], name="xk"), Use("x is", at=["l"], name="xl"),
         Use("rates", at=["k", "l"], premises=[[]])]])]]),
    Use("so"),
]  # fmt: skip


def in_the_first(value):
    """The sum is a member of V_1 with two terms."""
    chain = [Witness("1", index="j"), Split([[], [
        Have(f"exists(x, real curve, forall(t, real, x[t] == {value} and diff(x[t], t) == -x[t]))", name="there is x", by=[Witness(value, index="t"), Take("t"), Split([[], [Numbers()]])]),
        Obtain("there is x", "x", label="x"), Witness("x[t]*basis(2, 0)", index="t"), Take("t"), Use("x", at=["t"], name="now"), Split([
            [Have("(x[t]*basis(2, 0))[0, 0] == x[t]", name="entry", by=[Linear()]), Numbers(using=["now.0", "entry"])], [Linear()],
            [Induct("j", base=[Linear(terms=[("now.1", "1", "1")])], step=[Linear()])]])]])]
    return [At({"goal": [Witness("1"), Choose(0), Split([chain, []])]})]


@paper.lemma("rem-D.7-order", "The order of an exponential sum", where="Appendix D, Remark D.7", provenance="derived")
def order(item):
    item.printed("(not in the paper) A sum of m exponentials with different rates and amplitudes that are not 0 lies in V_n exactly for n >= m.")
    item.let(m="positive integer", c="real sequence", v="positive sequence")
    item.suppose("amplitudes", "forall(i, integer[0, m-1], c[i] != 0)")
    item.suppose("rates", distinct("m", "v"))
    item.conclude(f"forall(n, positive integer, implies({in_space('n', model('m', 'c', 'v'))}, m <= n) and implies(m <= n, {in_space('n', model('m', 'c', 'v'))}))",
                  because=["lem-C.2", "eq-141"], expected="proved", argument=[
        *renamed(PIGEON, {"n": "n_1", "v": "v_1"}), Take("n"), Split([[
            Take(), Obtain("given", "w", label="w"), Obtain("w.1", "U", label="U"), *STATES, *NONE_LEFT], [
            Take(), Use("cited:eq-141", at=["m"], name="own"), Use("own.1", at=[("c[i]", "i"), ("v[i]", "i")], name="in own"),
            Use("cited:eq-141", at=["n"], name="wider"), Use("wider.0", at=["m", (model("m", "c", "v"), "t")], premises=[[Use("in own")]], name="so"), Use("so")]])],
        example={"m": 1, "c": 1, "v": 1})  # fmt: skip
    item.without("amplitudes", counterexample={"m": 2, "c": "1 - t", "v": "1 + t"}, argument=in_the_first("exp(-t)"))
    item.without("rates", counterexample={"m": 2, "c": 1, "v": 1}, argument=in_the_first("2*exp(-t)"))
    item.note("For every m; the amplitudes and rates are the first m members of two sequences. In a chain u_0 = v, u_(j+1) = (D + w_j) u_j each function is a sum of the same exponentials, and the "
              "coefficient of e^(-v_i t) in u_n is c_i times the product of the w_j - v_i. It is 0 by Lemma C.2, so each v_i is some w_j, and m different numbers are not among n < m. In the "
              "words of Theorem D.6: n_rho = m - 1 for such a sum, whatever the signs of the amplitudes.")  # fmt: skip
