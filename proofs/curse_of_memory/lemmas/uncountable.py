"""No sequence lists the real numbers, as scripts: nested intervals, and their common point by the continuity method.

l_0 = c, and of [l_n, l_n + g_n] with g_n = 3^(-n) the first or the last third is kept, one that x_n is not in.  The times s with s < l_n for
some n are an open set that holds c: it has an end, which lies in all the intervals and so is none of the x_n.
"""

from __future__ import annotations

from verifier.language.script import (
    Bootstrap,
    Cases,
    CasesOn,
    Choose,
    Contradict,
    Have,
    Induct,
    Negate,
    Numbers,
    Obtain,
    Recursion,
    Split,
    Take,
    Use,
    Witness,
)

#: A sequence that does not fall and is bounded has a least upper bound.
SUPREMUM = Have(
    "forall(l, real sequence, forall(c, real, implies(forall(n, nonnegative integer, l[n] <= c), exists(s, real,"
    " forall(n, nonnegative integer, l[n] <= s) and forall(r, real, implies(forall(n, nonnegative integer, l[n] <= r), s <= r))))))",
    name="supremum", by=[
        Take("l", "c"), Negate("none"),
        Have("forall(t, real, implies(l[0] - 1 <= t, exists(n, nonnegative integer, t < l[n])))", name="always", by=[Bootstrap("now", start=[
            Witness("0"), Numbers(using=[])], step=[
            Negate("end"), Contradict("none", [Witness("now"), Split([
                [Take("n"), Negate("above"), Contradict("end", [Witness("n"), Numbers(using=["above"])])],
                [Take("r"), Cases("forall(n, nonnegative integer, l[n] <= r)", name="bound", no=[Choose(0)], yes=[Choose(1), Negate("less"),
                    Have("l[0] <= r", name="first", by=[Use("bound", at=["0"])]),
                    Use("before", at=["r"], premises=[[Numbers(using=["first", "less"])]], name="some"), Obtain("some", "n", label="n"),
                    Use("bound", at=["n"], name="not"), Contradict("not", [Numbers(using=["n"])])])]])])])]),
        Have("l[0] <= c", name="start", by=[Use("given", at=["0"])]),
        Use("always", at=["c"], premises=[[Numbers(using=["start"])]], name="some"), Obtain("some", "n", label="n"),
        Use("given", at=["n"], name="not"), Contradict("not", [Numbers(using=["n"])])])  # fmt: skip
#: For every sequence x and every c there is a number between c and c + 1 that is no member of it.
UNLISTED = Have(
    "forall(x, real sequence, forall(c, real, exists(v, real, c <= v and v <= c + 1 and forall(n, nonnegative integer, x[n] != v))))",
    name="unlisted", by=[
        Take("x", "c"),
        Recursion("g", "1", "1/3*z", value="z", label="g"),
        Recursion("l", "c", "z + Piecewise((2/3*g[r], x[r] <= z + 1/2*g[r]), (0, True))", value="z", label="l"),
        Have("forall(n, nonnegative integer, g[n] > 0)", name="lengths", by=[Induct("n", step=[
            Use("g.1", at=["n"], name="length")])]),
        Have("forall(n, nonnegative integer, l[n] <= l[n+1] and l[n+1] + g[n+1] <= l[n] + g[n]"
             " and (x[n] < l[n+1] or l[n+1] + g[n+1] < x[n]))", name="thirds", by=[
            Take("n"), Use("l.1", at=["n"], name="next"), Use("g.1", at=["n"], name="length"), Use("lengths", at=["n"], name="sign"),
            Cases("x[n] <= l[n] + 1/2*g[n]", name="low", yes=[
                Have("l[n+1] == l[n] + 2/3*g[n]", name="last"),
                Split([[], [], [Choose(0)]])], no=[
                Have("l[n+1] == l[n]", name="first"),
                Split([[], [], [Choose(1)]])])]),
        Have("forall(k, nonnegative integer, forall(n, nonnegative integer, l[n] <= l[n+k]))", name="rises", by=[Induct("k", base=[], step=[
            Take("n"), Use("IH", at=["n"], name="before"), Use("thirds", at=["n+k"], name="now")])]),
        Have("forall(k, nonnegative integer, forall(n, nonnegative integer, l[n+k] + g[n+k] <= l[n] + g[n]))", name="nested", by=[Induct("k", base=[Take("n")], step=[
            Take("n"), Use("IH", at=["n"], name="before"), Use("thirds", at=["n+k"], name="now")])]),
        Have("forall(n, nonnegative integer, forall(k, nonnegative integer, l[k] <= l[n] + g[n]))", name="below", by=[
            Take("n", "k"), Use("lengths", at=["k"], name="length"), Cases("n <= k", name="later", yes=[
                Use("nested", at=["k-n", "n"], name="inside")], no=[
                Use("rises", at=["n-k", "k"], name="before"), Use("lengths", at=["n"], name="own")])]),
        Use("supremum", at=[("l[n]", "n"), "c + 1"], name="there is s", premises=[[
            Take("n"), Use("below", at=["0", "n"], name="now")]]),
        Obtain("there is s", "s", label="s"),
        Have("forall(n, nonnegative integer, s <= l[n] + g[n])", name="all", by=[
            Take("n"), Use("s.1", at=["l[n] + g[n]"], premises=[[Take("k"), Use("below", at=["n", "k"])]])]),
        Witness("s"), Split([
            [Use("s.0", at=["0"], name="first")],
            [Use("all", at=["0"], name="first")],
            [Take("n"), Use("thirds", at=["n"], name="now"), Use("s.0", at=["n+1"], name="low"), Use("all", at=["n+1"], name="high"),
             CasesOn("now.2", name="side", scripts=[[], []])]])])  # fmt: skip
