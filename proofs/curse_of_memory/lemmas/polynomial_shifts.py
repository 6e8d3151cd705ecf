"""Polynomials at equally spaced points as vectors: w(t + eta) = (I + D) w(t) with D nilpotent, and N values tell them.

w(t) = (1, t, ..., t^(N-1))'.  With the shift S e_i = e_(i+1) and G = S + eta I the entries of G^k e_0 are the coefficients
of (t + eta)^k for k < N, since w(t)'S = t w(t)' - t^N e_(N-1)' and G^k e_0 has no entry behind k.  So D = sum_k e_k (G^k e_0 -
e_k)' has D w(t) = w(t + eta) - w(t) and is strictly lower triangular.  A polynomial that vanishes at N distinct points is
zero: Vandermonde's matrix takes all values (theorem `moments-are-free` of the library).
"""

from __future__ import annotations

from verifier.language.script import (
    Axiom,
    Cases,
    Cite,
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


def monomials(t: str, size: str = "NN") -> str:
    """The vector (1, t, ..., t^(N-1))'."""
    return f"Sum(({t})**i*basis({size}, i), (i, 0, {size}-1))"


_START = "GG**kk*basis(NN, 0)"
#: Coefficients of (t + eta)^k: none behind k, the last is 1, and what they are for.
_COEFFICIENTS = (
    f"forall(kk, integer[0, NN-1], forall(ii, integer[kk+1, NN-1], basis(NN, ii).T*{_START} == 0) and"
    f" basis(NN, kk).T*{_START} == 1 and forall(t, real, forall(u, real, implies(u == t + eta, ({monomials('t')}).T*{_START} == u**kk))))"
)

#: For a number `eta` in scope: the matrix ``DD`` with the facts ``shift`` and ``nilpotent``.
SHIFT: list[Step] = [
    Set("GG", "Sum(basis(NN, i+1)*basis(NN, i).T, (i, 0, NN-2)) + eta*eye(NN)"),
    Have("forall(ii, integer[0, NN-2], basis(NN, ii+1).T*GG == basis(NN, ii).T + eta*basis(NN, ii+1).T)", name="rows", by=[
        Take("ii"), Linear(rewrite=["GG"])]),
    Have(f"forall(t, real, ({monomials('t')}).T*GG == (t + eta)*({monomials('t')}).T - t**NN*basis(NN, NN-1).T)", name="times t",
         by=[Take("t"), Set("ww", monomials("t")),
             Have("forall(ii, integer[0, NN-2], ww.T*basis(NN, ii+1) == t**(ii+1))", name="entries", by=[
                 Take("ii"), Linear(rewrite=["ww"])]),
             Have("ww.T*GG == Sum(t**(i+1)*basis(NN, i).T, (i, 0, NN-2)) + eta*ww.T", name="product", by=[
                 Linear(terms=[("GG", "ww.T", "1")], rewrite=["entries"])]),
             Linear(terms=[Inside("ww", "-1*HOLE.T*GG"), ("product", "1", "1"), Inside("ww", "eta*HOLE.T")])]),
    Have(_COEFFICIENTS, name="coefficients", by=[Induct("kk", base=[Split([[], [], [Take("t", "u"), Linear()]])], step=[Split([
        [Take("ii"), Use("rows", at=["ii-1"], name="row"), Use("IH.0", at=["ii-1"], name="one"), Use("IH.0", at=["ii"], name="other"),
         Linear(terms=[("row", "1", _START), ("one", "1", "1"), ("other", "eta", "1")])],
        [Use("rows", at=["kk"], name="row"), Use("IH.0", at=["kk+1"], name="other"),
         Linear(terms=[("row", "1", _START), ("IH.1", "1", "1"), ("other", "eta", "1")])],
        [Take("t", "u"), Use("times t", at=["t"], name="moved"), Use("IH.2", at=["t", "u"], premises=[[]], name="before"),
         Use("IH.0", at=["NN-1"], name="end"), Linear(terms=[
             ("moved", "1", _START), ("before", "t + eta", "1"), ("end", "-t**NN", "1"), ("given", "-u**kk", "1")])]])])]),
    Set("DD", "Sum(basis(NN, k)*(GG**k*basis(NN, 0) - basis(NN, k)).T, (k, 0, NN-1))"),
    Have(f"forall(t, real, forall(u, real, implies(u == t + eta, {monomials('u')} == {monomials('t')} + DD*{monomials('t')})))",
         name="shift", by=[
        Take("t", "u"),
        Set("ww", monomials("t")),
        Have("forall(kk, integer[0, NN-1], basis(NN, kk).T*ww == t**kk)", name="entries", by=[Take("kk"), Linear(rewrite=["ww"])]),
        Have(f"forall(kk, integer[0, NN-1], ({_START}).T*ww == u**kk)", name="values", by=[
            Take("kk"), Use("coefficients", at=["kk"], name="now"), Use("now.2", at=["t", "u"], premises=[[]], name="value"),
            Linear(terms=[("ww", f"({_START}).T", "1"), ("value", "1", "1")])]),
        Have(f"DD*ww == {monomials('u')} - {monomials('t')}", name="product", by=[
            Linear(terms=[("DD", "1", "ww")], rewrite=["values", "entries"])]),
        Linear(terms=[Inside("ww", "DD*HOLE"), ("product", "-1", "1")])]),
    Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["NN"], name="identity"),
    Have("forall(rr, nonnegative integer, forall(kk, integer[0, NN-1], implies(kk < rr, basis(NN, kk).T*DD**rr == zeros(1, NN))))",
         name="empty rows", by=[Induct("rr", step=[
            Take("kk"), Use("coefficients", at=["kk"], name="now"),
            Set("row", f"{_START} - basis(NN, kk)"),
            Have("basis(NN, kk).T*DD == row.T", name="first factor", by=[Linear(rewrite=["DD", "row"])]),
            Have("forall(ii, integer[kk, NN-1], row.T*basis(NN, ii) == 0)", name="beyond", by=[
                Take("ii"), Cases("ii >= kk+1", yes=[Use("now.0", at=["ii"], name="none"), Linear(rewrite=["row", "none"])], no=[
                    Have("ii == kk", name="diagonal"), Linear(rewrite=["row", "diagonal", "now.1"])])]),
            Have("eye(NN) == Sum(basis(NN, i)*basis(NN, i).T, (i, 0, kk-1)) + Sum(basis(NN, i)*basis(NN, i).T, (i, kk, NN-1))",
                 name="parts", by=[Linear(terms=[("identity", "1", "1")])]),
            Have("forall(ii, integer[0, kk-1], basis(NN, ii).T*DD**rr == zeros(1, NN))", name="above", by=[
                Take("ii"), Use("IH", at=["ii"], premises=[[]])]),
            Linear(terms=[("first factor", "1", "DD**rr"), ("parts", "row.T", "DD**rr")], rewrite=["beyond", "above"]),
        ])]),
    Have("DD**NN == zeros(NN, NN)", name="nilpotent", by=[
        Have("forall(kk, integer[0, NN-1], basis(NN, kk).T*DD**NN == zeros(1, NN))", name="rows of the power", by=[
            Take("kk"), Use("empty rows", at=["NN", "kk"], premises=[[]])]),
        Linear(terms=[("identity", "1", "DD**NN")], rewrite=["rows of the power"])]),
]  # fmt: skip

#: For `tau` and `eta` != 0 (the fact ``step``) in scope: the sequence ``l`` of points
#: tau + eta j (the fact ``points``), and that a polynomial with N zeros among them is zero (``seen``).
SEEN: list[Step] = [
    Have("exists(l, real sequence, forall(j, nonnegative integer, l[j] == tau + eta*j))", name="there are points",
         by=[Witness("tau + eta*j", index="j")]),
    Obtain("there are points", "l", label="points"),
    Have("forall(p, integer[0, NN-1], forall(q, integer[0, NN-1], implies(p != q, l[p] != l[q])))", name="distinct", by=[
        Take("p1", "q1"), Use("points", at=["p1"], name="one"), Use("points", at=["q1"], name="other"), Negate("equal"),
        Contradict("given", [Linear(terms=[("one", "-1/eta", "1"), ("other", "1/eta", "1"), ("equal", "1/eta", "1")], nonzero=["step"])])]),
    Cite("moments-are-free"),
    Have("forall(r, real sequence, exists(g, real sequence, forall(i, integer[0, NN-1], Sum(l[j]**i*g[j], (j, 0, NN-1)) == r[i])))",
         name="onto", by=[Take("r"), Use("moments-are-free", at=["NN", "l", "r"])]),
    Have(f"forall(xx, matrix(NN, 1), implies(forall(jj, integer[0, NN-1], xx.T*{monomials('l[jj]')} == 0), xx == zeros(NN, 1)))",
         name="seen", by=[
        Take("xx"),
        Have("forall(ii, integer[0, NN-1], basis(NN, ii).T*xx == 0)", name="coefficients are 0", by=[
            Take("ii"), Use("onto", at=[("delta(i, ii)", "i")], name="there is g"), Obtain("there is g", "g", label="weights"),
            Have("exists(h, real sequence, forall(jj, nonnegative integer, h[jj] == Sum(l[jj]**i*(xx.T*basis(NN, i)), (i, 0, NN-1))))",
                 name="there is h", by=[Witness("Sum(l[jj]**i*(xx.T*basis(NN, i)), (i, 0, NN-1))", index="jj")]),
            Obtain("there is h", "h", label="values"),
            Have("forall(jj, integer[0, NN-1], h[jj] == 0)", name="no value", by=[
                Take("jj"), Use("given", at=["jj"], name="value"), Use("values", at=["jj"], name="now"),
                Linear(terms=[("value", "1", "1"), ("now", "1", "1")])]),
            Have("exists(r, real sequence, forall(i, nonnegative integer, r[i] == Sum(l[j]**i*g[j], (j, 0, NN-1))))",
                 name="there is r", by=[Witness("Sum(l[j]**i*g[j], (j, 0, NN-1))", index="i")]),
            Obtain("there is r", "r", label="moments"),
            Have("forall(i, integer[0, NN-1], r[i] == delta(i, ii))", name="chosen", by=[
                Take("i"), Use("weights", at=["i"], name="now"), Use("moments", at=["i"], name="moment"),
                Linear(terms=[("now", "1", "1"), ("moment", "1", "1")])]),
            Have("Sum(g[j]*h[j], (j, 0, NN-1)) == Sum((xx.T*basis(NN, i))*r[i], (i, 0, NN-1))",
                 name="exchange", by=[Linear(rewrite=["values", "moments"])]),
            Have("Sum(g[j]*h[j], (j, 0, NN-1)) == 0", name="nothing", by=[Linear(rewrite=["no value"])]),
            Have("Sum((xx.T*basis(NN, i))*r[i], (i, 0, NN-1)) == basis(NN, ii).T*xx", name="picked", by=[Linear(rewrite=["chosen"])]),
            Linear(terms=[("picked", "-1", "1"), ("exchange", "-1", "1"), ("nothing", "1", "1")])]),
        Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["NN"], name="one"),
        Linear(terms=[("one", "1", "xx")], rewrite=["coefficients are 0"])]),
]  # fmt: skip
