"""Cauchy's quadratic form sum_ik f_i f_k/(w_i + w_k), w_i > 0: never negative, and 0 only where equal rates cancel, for all sizes.

It is the integral of (sum_i f_i e^(-w_i t))^2 over [0, oo).  Both statements come from elimination, without integrals: with the
pivot V = w_p and x_i = 1/(w_i + V),

    Q_(p+1)(f) = 2 V (sum_i f_i x_i)^2 + Q_p(f_i (1 - 2 V x_i)).

Where Q_(p+1)(f) <= 0 both terms vanish.  ``Equal rates cancel'' says sum_i f_i g_i = 0 for every g that depends on the rate alone:
g_i = g_k where w_i = w_k.  From p to p + 1: the numbers h_i = (g_i - g_p) (w_i + V)/(w_i - V), and 0 where w_i = V, depend on the rate
alone, so that sum_i f_i (g_i - g_p) = 0; and sum_i f_i (1 - 2 V x_i) = 0 gives sum_i f_i = 0.
With distinct rates every f_i is 0: the form is positive definite, and exponentials are linearly independent.
"""

from __future__ import annotations

from verifier.language.script import (
    Cases,
    Contradict,
    Have,
    Induct,
    Linear,
    Negate,
    Numbers,
    Obtain,
    Order,
    Rewritten,
    Split,
    Square,
    Step,
    Take,
    Use,
    Witness,
)  # fmt: skip
from verifier.language.script_parts import renamed

from .cauchy_matrices import ALONE, LONG, PIVOT, TERMWISE, entries, gone, pairs, positive, reduced, top  # fmt: skip


def form(f: str, n: str) -> str:
    """sum_ik f_i f_k K_ik over the first n rates."""
    return f"Sum(Sum({f}[i]*{f}[k]*K[i, k], (k, 0, {n}-1)), (i, 0, {n}-1))"


def by_rate(g: str, n: str) -> str:
    """The first n values of g depend on the rate alone."""
    return f"forall(i, integer[0, {n}-1], forall(k, integer[0, {n}-1], implies(w[i, 0] == w[k, 0], {g}[i] == {g}[k])))"


def cancels(f: str, n: str) -> str:
    """Among the first n, the f_i with equal rates have the sum 0."""
    return f"forall(g, real sequence, implies({by_rate('g', n)}, Sum({f}[i]*g[i], (i, 0, {n}-1)) == 0))"


#: (w_i + w_p) x = 1 makes h (1 - 2 w_p x) = g - g_p of h (w_i - w_p) = (g - g_p)(w_i + w_p).
_QUOTIENT = Have(
    "forall(V, real, forall(z, real, forall(x, real, forall(h, real, forall(d, real, implies("
    "(z + V)*x == 1 and h*(z - V) == d*(z + V), h*(1 - 2*V*x) == d))))))",
    name="quotient", by=[Take("V", "z", "x", "h", "d"), Linear(terms=[("given.0", "d - h", "1"), ("given.1", "x", "1")])],
)  # fmt: skip

_STEP: list[Step] = [
    Take("f"), *reduced("r", "f", "w[p, 0]", "K[t, p]"), *gone("r", "K", "f[p]", "p"),
    pairs("pairs", ("r", "r"), ("f", "f"), "K", ("w", "p"), ("K", "K"), ("w", "w"), ("p", "p")),
    Use("w positive", at=["p"], name="w now"), Use("alone", at=["p", ("r[t]", "t")], name="rest"),
    Have(f"{form('f', '(p+1)')} == 2*w[p, 0]*Sum(f[i]*K[i, p], (i, 0, p))**2 + {form('r', 'p')}", name="eliminated", by=[
        Linear(terms=[("pairs", "-1", "1"), *top("r", "r", "K", "p", "p")])]),
    Have(f"{form('r', 'p')} <= 0", name="no rest", by=[Order(
        positive=[Square(facts=["given1"]), Square(root="Sum(f[i]*K[i, p], (i, 0, p))", facts=["w now"], weight="2")], terms=[("eliminated", "1", "1")])]),
    Have("2*w[p, 0]*Sum(f[i]*K[i, p], (i, 0, p))**2 <= 0", name="no square", by=[Order(
        positive=[Square(facts=["given1"]), Square(facts=["rest"])], terms=[("eliminated", "1", "1")])]),
    Have("Sum(f[i]*K[i, p], (i, 0, p)) == 0", name="column", by=[
        Have("forall(x, real, forall(y, real, implies(x > 0 and 2*x*y**2 <= 0, y == 0)))", name="root", by=[
            Take("x", "y"), Numbers(using=["given2"])]),
        Use("root", at=["w[p, 0]", "Sum(f[i]*K[i, p], (i, 0, p))"], premises=[[Split([[], []])]])]),
    Use("IH", at=[("r[t]", "t")], premises=[[Use("no rest")]], name="before"),
    Take("g"),
    Have("forall(kk, integer[0, p], exists(h, real sequence, forall(i, integer[0, kk-1], h[i]*(w[i, 0] - w[p, 0]) == (g[i] - g[p])*(w[i, 0] + w[p, 0])"
         " and implies(w[i, 0] == w[p, 0], h[i] == 0))))", name="quotients", by=[
        Induct("kk", hypothesis="so far", base=[Witness("0", index="i"), Take("i")], step=[
            Obtain("so far", "h0", label="h0"),
            Have("exists(x, real, x*(w[kk, 0] - w[p, 0]) == (g[kk] - g[p])*(w[kk, 0] + w[p, 0]) and implies(w[kk, 0] == w[p, 0], x == 0))", name="one", by=[
                Cases("w[kk, 0] == w[p, 0]", name="same", yes=[
                    Use("given2", at=["kk", "p"], premises=[[]], name="equal"),
                    Witness("0"), Split([[Linear(terms=[("equal", "-(w[kk, 0] + w[p, 0])", "1")])], [Take()]])], no=[
                    Have("w[kk, 0] - w[p, 0] != 0", name="apart", by=[Negate("none"), Contradict("same", [Linear(terms=[("none", "1", "1")])])]),
                    Witness("(g[kk] - g[p])*(w[kk, 0] + w[p, 0])/(w[kk, 0] - w[p, 0])"), Split([[Linear(nonzero=["apart"])], [Take(), Contradict("same", [Use("given3")])]])])]),
            Obtain("one", "x", label="x"),
            Have("exists(h1, real sequence, forall(i, integer[0, kk-1], h1[i] == h0[i]) and h1[kk] == x)", name="there is h1", by=[
                Witness("(1 - delta(i, kk))*h0[i] + delta(i, kk)*x", index="i"), Split([[Take("i"), Linear()], [Linear()]])]),
            Obtain("there is h1", "h1", label="h1"), Witness("h1[i]", index="i"), Take("i"), Cases("i <= kk-1", name="earlier", yes=[
                Use("h0", at=["i"], name="old"), Use("h1.0", at=["i"], name="kept"), Rewritten("old", ["kept"], name="now"), Use("now")], no=[
                Have("i == kk", name="last"), Rewritten("x", ["h1.1", "last"], name="now"), Use("now")])])]),
    Use("quotients", at=["p"], name="there is h"), Obtain("there is h", "h", label="h"),
    Have(by_rate("h", "p"), name="h by rate", by=[
        Take("i", "k"), Use("h", at=["i"], name="hi"), Use("h", at=["k"], name="hk"), Use("given2", at=["i", "k"], premises=[[]], name="gs"),
        Cases("w[i, 0] == w[p, 0]", name="same", yes=[
            Have("w[k, 0] == w[p, 0]", name="too", by=[Linear(terms=[("same", "1", "1"), ("given3", "-1", "1")])]),
            Use("hi.1", premises=[[]], name="zero"), Use("hk.1", premises=[[]], name="zero too"), Linear(terms=[("zero", "1", "1"), ("zero too", "-1", "1")])], no=[
            Have("w[i, 0] - w[p, 0] != 0", name="apart", by=[Negate("none"), Contradict("same", [Linear(terms=[("none", "1", "1")])])]),
            Linear(terms=[("hi.0", "1/(w[i, 0] - w[p, 0])", "1"), ("hk.0", "-1/(w[i, 0] - w[p, 0])", "1"), ("gs", "(w[i, 0] + w[p, 0])/(w[i, 0] - w[p, 0])", "1"),
                          ("given3", "-h[k]/(w[i, 0] - w[p, 0])", "1"), ("given3", "(g[k] - g[p])/(w[i, 0] - w[p, 0])", "1")], nonzero=["apart"])])]),
    Use("before", at=[("h[i]", "i")], premises=[[Use("h by rate")]], name="with h"),
    Use("before", at=[("1", "i")], premises=[[Take("i", "k")]], name="with one"),
    Have("forall(i, integer[0, p-1], r[i]*h[i] == f[i]*(g[i] - g[p]))", name="differences", by=[
        Take("i"), Use("r is", at=["i"], name="ri"), Use("h", at=["i"], name="hi"), Use("K is", at=["i", "p"], name="entry"),
        Use("quotient", at=["w[p, 0]", "w[i, 0]", "K[i, p]", "h[i]", "g[i] - g[p]"], premises=[[Split([[], []])]], name="q"),
        Linear(terms=[("ri", "h[i]", "1"), ("q", "f[i]", "1")])]),
    Have("Sum(f[i]*(g[i] - g[p]), (i, 0, p-1)) == 0", name="sum of differences", by=[
        Use("termwise", at=["p-1", ("r[i]*h[i]", "i"), ("f[i]*(g[i] - g[p])", "i")], premises=[[Take("i"), Use("differences", at=["i"])]], name="terms"),
        Linear(terms=[("terms", "-1", "1"), ("with h", "1", "1")])]),
    Have("Sum(f[i]*(1 - 2*w[p, 0]*K[i, p]), (i, 0, p-1)) == 0", name="sum of rests", by=[
        Use("termwise", at=["p-1", ("r[i]", "i"), ("f[i]*(1 - 2*w[p, 0]*K[i, p])", "i")], premises=[[Take("i"), Use("r is", at=["i"])]], name="terms"),
        Linear(terms=[("terms", "-1", "1"), ("with one", "1", "1")])]),
    Linear(terms=[("sum of differences", "1", "1"), ("sum of rests", "g[p]", "1"), ("column", "2*w[p, 0]*g[p]", "1"), ("corner", "-f[p]*g[p]", "1")]),
]  # fmt: skip
_DEFINITE = Have(
    f"forall(p, integer[0, m], forall(f, real sequence, implies({form('f', 'p')} <= 0, {cancels('f', 'p')})))", name="cancelling",
    by=[Induct("p", base=[Take("f", "g"), Linear()], step=_STEP)],
)  # fmt: skip

#: Where equal rates cancel, the form is 0: its value is sum_i f_i g_i for g_i = sum_k f_k K_ik, which depends on the rate alone.
_NULL: list[Step] = [
    Take(), Have("exists(g, real sequence, forall(i, integer[0, m-1], g[i] == Sum(f[k]*K[i, k], (k, 0, m-1))))", name="there is g", by=[
        Witness("Sum(f[k]*K[i, k], (k, 0, m-1))", index="i")]), Obtain("there is g", "g", label="g"),
    Have(by_rate("g", "m"), name="by rate", by=[
        Take("i", "k"), Have("forall(j, integer[0, m-1], K[i, j] == K[k, j])", name="rows", by=[
            Take("j"), Use("K is", at=["i", "j"], name="one"), Use("K is", at=["k", "j"], name="other"),
            Linear(terms=[("one", "K[k, j]", "1"), ("other", "-K[i, j]", "1"), ("given2", "-K[i, j]*K[k, j]", "1")])]),
        Use("g", at=["i"], name="gi"), Use("g", at=["k"], name="gk"), Linear(terms=[("gi", "1", "1"), ("gk", "-1", "1")], rewrite=["rows"])]),
    Use("given1", at=[("g[i]", "i")], premises=[[Use("by rate")]], name="zero"),
    Have(f"{form('f', 'm')} == 0", name="null", by=[Linear(terms=[("zero", "1", "1")], rewrite=["g"])]), Order(positive=[], terms=[("null", "-1", "1")]),
]  # fmt: skip
#: The form of f is never negative, and it is 0 exactly where equal rates cancel.
SIGN = f"{form('f', 'm')} >= 0 and implies({form('f', 'm')} <= 0, {cancels('f', 'm')}) and implies({cancels('f', 'm')}, {form('f', 'm')} <= 0)"
_CAUCHY = Have(
    "forall(m, positive integer, forall(w, matrix(m, 1), forall(K, matrix(m, m), implies("
    f"{positive('w', 'm')} and {entries('K', ('w', 'm'), ('w', 'm'))}, forall(f, real sequence, {SIGN})))))",
    name="cauchy form", by=[
        PIVOT, TERMWISE, _QUOTIENT, Take("m", "w", "K"),
        Have(positive("w", "m"), name="w positive", by=[Take("i"), Use("given.0", at=["i"])]),
        Have(entries("K", ("w", "m"), ("w", "m")), name="K is", by=[Take("i", "k"), Use("given.1", at=["i", "k"])]),
        ALONE, _DEFINITE, Take("f"), Split([[Use("alone", at=["m", ("f[t]", "t")])], [
            Take(), Use("cancelling", at=["m", ("f[t]", "t")], premises=[[Use("given1")]], name="now"), Use("now")], _NULL])],
)  # fmt: skip
#: The fact ``cauchy form``.
(CAUCHY_FORM,) = renamed(
    [_CAUCHY], {**LONG, **{name: f"{name}_1" for name in ("V", "z", "x", "d", "r", "kk", "h0", "h1", "i", "k")}}
)

#: The fact ``reciprocals``: the matrix 1/(w_i + w_k).
RECIPROCALS = Have(
    "forall(m_1, positive integer, forall(w_1, matrix(m_1, 1), implies(" + positive("w_1", "m_1") + ", exists(K_1, matrix(m_1, m_1), "
    + entries("K_1", ("w_1", "m_1"), ("w_1", "m_1")) + "))))", name="reciprocals", by=[
        Take("m_1", "w_1"),
        Have("forall(z_1, positive, exists(f_1, real sequence, forall(k, integer[0, m_1-1], (z_1 + w_1[k, 0])*f_1[k] == 1)))", name="row", by=[
            Take("z_1"), Witness("1/(z_1 + w_1[k, 0])", index="k"), Take("k"), Use("given", at=["k"], name="sign"),
            Have("z_1 + w_1[k, 0] != 0", name="not zero", by=[Numbers(using=["sign", "given1"])])]),
        Have("forall(q_1, integer[0, m_1], exists(T_1, matrix(m_1, 1) sequence, forall(i, integer[0, q_1-1], forall(k, integer[0, m_1-1],"
             " (w_1[i, 0] + w_1[k, 0])*T_1[i][k, 0] == 1))))", name="rows", by=[
            Induct("q_1", hypothesis="so far", base=[Witness("zeros(m_1, 1)", index="i"), Take("i")], step=[
                Obtain("so far", "T_1", label="T"), Use("given", at=["q_1"], name="sign"), Use("row", at=["w_1[q_1, 0]"], premises=[[]], name="there is f"),
                Obtain("there is f", "f_1", label="f"),
                Have("exists(T_2, matrix(m_1, 1) sequence, forall(i, integer[0, q_1-1], T_2[i] == T_1[i]) and T_2[q_1] == Sum(f_1[l]*basis(m_1, l), (l, 0, m_1-1)))",
                     name="there is T", by=[Witness("(1 - delta(i, q_1))*T_1[i] + delta(i, q_1)*Sum(f_1[l]*basis(m_1, l), (l, 0, m_1-1))", index="i"),
                                            Split([[Take("i")], []])]),
                Obtain("there is T", "T_2", label="new"), Witness("T_2[i]", index="i"), Take("i", "k"), Cases("i <= q_1-1", name="earlier", yes=[
                    Use("T", at=["i", "k"], name="old"), Use("new.0", at=["i"], name="kept")], no=[
                    Have("i == q_1", name="last"), Use("f", at=["k"], name="entry"),
                    Have("(w_1[q_1, 0] + w_1[k, 0])*T_2[q_1][k, 0] == 1", name="here"),
                    Rewritten("here", ["last"])])])]),
        Use("rows", at=["m_1"], name="there is T"), Obtain("there is T", "T_1", label="T"),
        Witness("Sum(basis(m_1, i)*T_1[i].T, (i, 0, m_1-1))"), Take("i", "k"), Use("T", at=["i", "k"], name="now")],
)  # fmt: skip
