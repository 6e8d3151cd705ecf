"""Sums of polynomials times powers of distinct numbers: they vanish at enough integers only with their coefficients.

The polynomials of degree below N are c'v(j), where v(j) in R^N and v(j+1) = (I + D) v(j) with D^N = 0.  Suppose that
sum_i l_i^j c_i'v(j) = 0 at j = 0, ..., L + N with r + 1 distinct numbers l_i that are not 0, the last of them l.  The
value at j + 1 less l times that at j replaces c_i by B_i'c_i, where B_i = l_i (I + D) - l I; after N such steps the last
polynomial is gone, as B^N = l^N D^N = 0 for it, and the others are (B_i')^N c_i, which vanish by induction.  The B_i are
one to one for l_i != l: B_i'x = 0 makes x an eigenvector of D', which is nilpotent, at a number other than 0.
"""

from __future__ import annotations

from verifier.language.script import (
    Cases,
    Contradict,
    Have,
    Induct,
    Inside,
    Linear,
    Negate,
    Obtain,
    Set,
    Split,
    Step,
    Take,
    Use,
    Witness,
)

_VALUE = "Sum(ll[i]**jj*cc[i].T*vv[jj], (i, 0, rr-1))"
_APART = ("forall(p, integer[0, rr-1], ll[p] != 0) and forall(p, integer[0, rr-1], forall(q, integer[0, rr-1],"
         " implies(p != q, ll[p] != ll[q])))")  # fmt: skip
_SEEN = "forall(xx, matrix(NN, 1), implies(forall(jj, integer[0, NN-1], xx.T*vv[jj] == 0), xx == zeros(NN, 1)))"
#: `LL` depends on the number rr of terms and on N alone.
STATEMENT = (
    "forall(rr, nonnegative integer, exists(LL, nonnegative integer, forall(DD, matrix(NN, NN), forall(vv, matrix(NN, 1) sequence,"
    f" forall(ll, real sequence, implies(DD**NN == zeros(NN, NN) and forall(jj, nonnegative integer, vv[jj+1] == vv[jj] + DD*vv[jj])"
    f" and {_SEEN} and {_APART}, forall(cc, matrix(NN, 1) sequence, implies(forall(jj, integer[0, LL], {_VALUE} == 0),"
    " forall(ss, integer[0, rr-1], cc[ss] == zeros(NN, 1))))))))))"
)

NONZERO_POWERS = Have(
    "forall(xx, real, implies(xx != 0, forall(kk, nonnegative integer, xx**kk != 0)))", name="nonzero powers",
    by=[Take("xx"), Induct("kk", step=[Negate("power is 0"), Contradict("IH", [
        Linear(terms=[("power is 0", "1/xx", "1")], nonzero=["given"])])])],
)  # fmt: skip

#: B_i'x = 0 gives x = 0 for i < rr, and so do powers of B_i'.
_INJECTIVE: list[Step] = [
    Have("forall(ii, integer[0, rr-1], forall(xx, matrix(NN, 1), implies(xx.T*BB[ii] == zeros(1, NN), xx == zeros(NN, 1))))",
         name="one to one", by=[
        Take("ii", "xx"), Use("B", at=["ii"], name="B now"), Use("given.3", at=["ii"], name="factor"),
        Use("given.4", at=["ii", "rr"], premises=[[]], name="apart"),
        Set("mu", "(ll[rr] - ll[ii])/ll[ii]"),
        Have("xx.T*DD == mu*xx.T", name="eigenvector", by=[
            Linear(terms=[("given2", "1/ll[ii]", "1"), ("B now", "-1/ll[ii]*xx.T", "1"), ("mu", "-1", "xx.T")], nonzero=["factor"])]),
        Have("forall(kk, nonnegative integer, xx.T*DD**kk == mu**kk*xx.T)", name="powers", by=[Induct("kk", step=[
            Linear(terms=[("IH1", "1", "DD"), ("eigenvector", "mu**kk", "1")])], hypothesis="IH1")]),
        Use("powers", at=["NN"], name="top"),
        Have("mu != 0", name="mu not zero", by=[Negate("none"), Contradict("apart", [
            Linear(terms=[("mu", "ll[ii]", "1"), ("none", "-ll[ii]", "1")], nonzero=["factor"])])]),
        Use("nonzero powers", at=["mu", "NN"], premises=[[]], name="power"),
        Have("xx.T == zeros(1, NN)", name="row", by=[
            Linear(terms=[("top", "-1/mu**NN", "1"), ("given.0", "1/mu**NN*xx.T", "1")], nonzero=["power"])]),
        Linear(terms=[Inside("row", "HOLE.T")]),
    ]),
]  # fmt: skip

_KILLED = "Sum(ll[i]**jj*cc[i].T*BB[i]**kk*vv[jj], (i, 0, rr))"

_STEP: list[Step] = [
    Obtain("IH", "LL", label="LL"), Witness("LL + NN"), Take("DD", "vv", "ll", "cc"),
    Have("exists(BB, matrix(NN, NN) sequence, forall(ii, nonnegative integer, BB[ii] == (ll[ii] - ll[rr])*eye(NN) + ll[ii]*DD))",
         name="there is B", by=[Witness("(ll[i] - ll[rr])*eye(NN) + ll[i]*DD", index="i")]),
    Obtain("there is B", "BB", label="B"),
    *_INJECTIVE,
    Have("forall(ii, integer[0, rr-1], forall(kk, nonnegative integer, forall(xx, matrix(NN, 1), implies("
         "xx.T*BB[ii]**kk == zeros(1, NN), xx == zeros(NN, 1)))))", name="all powers", by=[Take("ii"), Induct("kk", step=[
            Take("xx"), Use("one to one", at=["ii", "BB[ii].T**kk*xx"], name="shorter"), Use("IH1", at=["xx"], premises=[[
                Linear(terms=[Inside("shorter", "HOLE.T")])]])], base=[Take("xx"), Linear(terms=[Inside("given2", "HOLE.T")])], hypothesis="IH1")]),
    Have("forall(ii, nonnegative integer, forall(kk, nonnegative integer, BB[ii]**(kk+1)"
         " == (ll[ii] - ll[rr])*BB[ii]**kk + ll[ii]*BB[ii]**kk*DD))", name="next power", by=[
        Take("ii", "kk"), Use("B", at=["ii"], name="B now"), Linear(terms=[("B now", "BB[ii]**kk", "1")])]),
    Have(f"forall(kk, integer[0, NN], forall(jj, integer[0, LL+NN-kk], {_KILLED} == 0))", name="killed", by=[Induct("kk", base=[
        Take("jj"), Use("given1", at=["jj"], name="now"), Linear(terms=[("now", "1", "1")])], step=[
        Take("jj"), Use("IH1", at=["jj+1"], name="next"), Use("IH1", at=["jj"], name="this"), Use("given.1", at=["jj"], name="v"),
        Linear(terms=[("next", "1", "1"), ("this", "-ll[rr]", "1")], rewrite=["next power", "v"])], hypothesis="IH1")]),
    Use("killed", at=["NN"], name="all killed"),
    Have("forall(kk, nonnegative integer, BB[rr]**kk == ll[rr]**kk*DD**kk)", name="last power", by=[Induct("kk", step=[
        Use("B", at=["rr"], name="B now"), Linear(terms=[("IH1", "1", "ll[rr]*DD"), ("B now", "BB[rr]**kk", "1")])], hypothesis="IH1")]),
    Have("BB[rr]**NN == zeros(NN, NN)", name="last gone", by=[
        Use("last power", at=["NN"], name="now"), Linear(terms=[("now", "1", "1"), ("given.0", "ll[rr]**NN", "1")])]),
    Use("LL", at=["DD", ("vv[j]", "j"), ("ll[j]", "j"), ("(BB[i].T)**NN*cc[i]", "i")], name="others", premises=[
        [Split([
            [], [], [], [Take("p"), Use("given.3", at=["p"])], [Take("p", "q"), Use("given.4", at=["p", "q"], premises=[[]])]])],
        [Take("jj"), Use("all killed", at=["jj"], name="now"),
            Linear(terms=[("now", "1", "1"), ("last gone", "-ll[rr]**jj*cc[rr].T", "vv[jj]")])]]),
    Have("forall(ss, integer[0, rr-1], cc[ss] == zeros(NN, 1))", name="before", by=[
        Take("ss"), Use("others", at=["ss"], name="product"), Use("all powers", at=["ss", "NN", "cc[ss]"], premises=[[
            Linear(terms=[Inside("product", "HOLE.T")])]])]),
    Use("given.3", at=["rr"], name="factor"),
    Have("cc[rr] == zeros(NN, 1)", name="last", by=[Use("given.2", at=["cc[rr]"], premises=[[
        Take("jj"), Use("given1", at=["jj"], name="now"), Use("nonzero powers", at=["ll[rr]", "jj"], premises=[[]], name="power"),
        Have("Sum(ll[i]**jj*cc[i].T*vv[jj], (i, 0, rr-1)) == 0", name="rest", by=[Linear(rewrite=["before"])]),
        Linear(terms=[("now", "1/ll[rr]**jj", "1"), ("rest", "-1/ll[rr]**jj", "1")], nonzero=["power"])]])]),
    Take("ss"), Cases("ss <= rr-1", yes=[Use("before", at=["ss"])], no=[
        Have("ss == rr", name="here"), Linear(rewrite=["here", "last"])]),
]  # fmt: skip

#: The fact ``exponential polynomials`` for the size `NN`, which must be in scope.
EXPONENTIAL_POLYNOMIALS = Have(STATEMENT, name="exponential polynomials", by=[NONZERO_POWERS, Induct("rr", base=[
    Witness("0")], step=_STEP)])  # fmt: skip
