"""Rank and nullity for all sizes, as a script: n independent equations for n + e unknowns leave a space of dimension e.

The equations S'x = 0 are independent if S'Q = I for some Q.  Then there are Z with e columns and L with L Z = I, S'Z = 0 and
Z L + Q S' = I: so y -> Z y is one to one from R^e onto the solutions, with inverse L.  Induction on n: the last equation s'x = 0
on the solutions Z y of the others is u y = 0 with u = s'Z, and u p = 1 for p = L q.  One equation: where u e_r != 0, E deletes
coordinate r, Y = (I - e_r u/(u e_r)) E and M = E'(I - p u).  With the columns z_j of Z and p = Q c the solutions of S'x = c
are the p + sum_j y_j z_j (``solutions``), also for e = 0.
"""

from __future__ import annotations

from verifier.language.script import (
    Axiom,
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

ONE_EQUATION = Have(
    "forall(ee, positive integer, forall(uu, matrix(1, ee+1), forall(pp, matrix(ee+1, 1), implies(uu*pp == 1,"
    " exists(YY, matrix(ee+1, ee), exists(MM, matrix(ee, ee+1), MM*YY == eye(ee) and uu*YY == zeros(1, ee)"
    " and YY*MM + pp*uu == eye(ee+1)))))))",
    name="one equation",
    by=[
        Take("ee", "uu", "pp"), Axiom("resolution-of-identity"),
        Use("resolution-of-identity", at=["ee"], name="fewer"), Use("resolution-of-identity", at=["ee+1"], name="all"),
        Have("exists(rr, integer[0, ee], uu*basis(ee+1, rr) != 0)", name="pivot", by=[
            Negate("none"), Have("uu == zeros(1, ee+1)", name="no equation"),
            Have("0 == 1", name="absurd", by=[Linear(terms=[("given", "1", "1"), ("no equation", "-1", "pp")])]), Contradict("absurd")]),
        Obtain("pivot", "rr", label="not zero"),
        Have("exists(z, real, z*(uu*basis(ee+1, rr)) == 1)", name="there is z", by=[
            Witness("1/(uu*basis(ee+1, rr))")]),
        Obtain("there is z", "z", label="z"),
        Set("En", "Sum(basis(ee+1, i)*basis(ee, i).T, (i, 0, rr-1)) + Sum(basis(ee+1, i+1)*basis(ee, i).T, (i, rr, ee-1))"),
        Have("En.T*En == eye(ee)", name="isometry"),
        Have("En.T*basis(ee+1, rr) == zeros(ee, 1)", name="deleted"),
        Have("En*En.T == eye(ee+1) - basis(ee+1, rr)*basis(ee+1, rr).T", name="range"),
        Witness("(eye(ee+1) - z*basis(ee+1, rr)*uu)*En"), Witness("En.T*(eye(ee+1) - pp*uu)"),
        Split([
            [],
            [],
            []]),
    ],
)  # fmt: skip

NULLITY = (
    "forall(nn, positive integer, forall(ee, positive integer, forall(SS, matrix(nn+ee, nn), forall(QQ, matrix(nn+ee, nn),"
    " implies(SS.T*QQ == eye(nn), exists(ZZ, matrix(nn+ee, ee), exists(LL, matrix(ee, nn+ee), LL*ZZ == eye(ee)"
    " and SS.T*ZZ == zeros(nn, ee) and ZZ*LL + QQ*SS.T == eye(nn+ee))))))))"
)
_FIRST = "Sum(basis(nn+1, i)*basis(nn, i).T, (i, 0, nn-1))"
_Q0, _LAST = f"(QQ*{_FIRST})", "basis(nn+1, nn)"

#: The fact ``nullity``.
RANK_AND_NULLITY: list[Step] = [
    ONE_EQUATION,
    Have(NULLITY, name="nullity", by=[Induct("nn", base=[
        Take("ee", "SS", "QQ"), Use("one equation", at=["ee", "SS.T", "QQ"], premises=[[]], name="there is Y"),
        Obtain("there is Y", "YY", label="Y"), Obtain("Y", "MM", label="one"),
        Witness("YY"), Witness("MM"), Split([[], [], []])], step=[
        Take("ee", "SS", "QQ"), Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["nn"], name="n"),
        Use("resolution-of-identity", at=["nn+1"], name="n + 1"),
        Set("JJ", _FIRST), Set("ss", "SS*basis(nn+1, nn)"), Set("qq", "QQ*basis(nn+1, nn)"),
        Have("JJ.T*JJ == eye(nn)", name="isometry"),
        Have(f"JJ*JJ.T == eye(nn+1) - {_LAST}*{_LAST}.T", name="range"),
        Have(f"JJ.T*{_LAST} == zeros(nn, 1)", name="last"),
        Use("IH", at=["ee+1", "SS*JJ", "QQ*JJ"], premises=[[]], name="there is Z0"),
        Obtain("there is Z0", "Z0", label="Z0"), Obtain("Z0", "L0", label="before"),
        Have("ss.T*qq == 1", name="diagonal"),
        Have("JJ.T*SS.T*qq == zeros(nn, 1)", name="column"),
        Have("ss.T*QQ*JJ == zeros(1, nn)", name="row"),
        Use("one equation", at=["ee", "ss.T*Z0", "L0*qq"], premises=[[]], name="there is Y"),
        Obtain("there is Y", "YY", label="Y"), Obtain("Y", "MM", label="one"),
        Have("Z0*L0*qq == qq", name="kept"),
        Have("ss.T*Z0*L0 == ss.T", name="kept too"),
        Have("SS.T*Z0*YY == zeros(nn+1, ee)", name="solved", by=[
            Linear(terms=[("range", "-1", "SS.T*Z0*YY"), ("before.1", "JJ", "YY"), Inside("ss", f"-1*{_LAST}*HOLE.T*Z0*YY"), ("one.1", _LAST, "1")])]),
        Witness("Z0*YY"), Witness("MM*L0"), Split([
            [],
            [],
            [Linear(terms=[("one.2", "Z0", "L0"), ("kept", "-1", "ss.T*Z0*L0"), ("kept too", "-qq", "1"), ("before.2", "1", "1"),
                           ("range", "-QQ", "SS.T"), Inside("qq", "-HOLE*ss.T"), Inside("ss", f"-QQ*{_LAST}*HOLE.T")])]]),
    ])]),
]  # fmt: skip

#: The fact ``square``: a one-sided inverse of a square matrix is two-sided.  Needs ``nullity``.
SQUARE = Have(
    "forall(nn, positive integer, forall(SS, matrix(nn, nn), forall(QQ, matrix(nn, nn), implies(SS.T*QQ == eye(nn), QQ*SS.T == eye(nn)))))",
    name="square", by=[Induct("nn", base=[Take("SS", "QQ")], step=[
        Take("SS", "QQ"), Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["nn"], name="n"),
        Use("resolution-of-identity", at=["nn+1"], name="n + 1"),
        Set("JJ", _FIRST), Set("ss", "SS*basis(nn+1, nn)"), Set("qq", "QQ*basis(nn+1, nn)"),
        Have("JJ.T*JJ == eye(nn)", name="isometry"),
        Have(f"JJ*JJ.T == eye(nn+1) - {_LAST}*{_LAST}.T", name="range"),
        Have(f"JJ.T*{_LAST} == zeros(nn, 1)", name="last"),
        Use("nullity", at=["nn", "1", "SS*JJ", "QQ*JJ"], premises=[[]], name="there is Z0"),
        Obtain("there is Z0", "Z0", label="Z0"), Obtain("Z0", "L0", label="before"),
        Have("ss.T*qq == 1", name="diagonal"),
        Have("JJ.T*SS.T*qq == zeros(nn, 1)", name="column"),
        Have("ss.T*QQ*JJ == zeros(1, nn)", name="row"),
        Have("(L0*qq)*(ss.T*Z0) == 1", name="one", by=[
            Linear(terms=[("before.2", "ss.T", "qq"), ("diagonal", "1", "1"), ("column", "-ss.T*QQ*JJ", "1")])]),
        Have("Z0*L0*qq == qq", name="kept", by=[Linear(terms=[("before.2", "1", "qq"), ("column", "-QQ*JJ", "1")])]),
        Have("ss.T*Z0*L0 == ss.T", name="kept too"),
        Linear(terms=[("one", "Z0", "L0"), ("kept", "-1", "ss.T*Z0*L0"), ("kept too", "-qq", "1"), ("before.2", "1", "1"),
                      ("range", "-QQ", "SS.T"), Inside("qq", "-HOLE*ss.T"), Inside("ss", f"-QQ*{_LAST}*HOLE.T")]),
    ])],
)  # fmt: skip


def representatives(m: str, n: str) -> list[Step]:
    """From the fact ``no empty block`` (each e_j' is a row of S, an m x n matrix): ``Q`` with the fact ``inverse``, S'Q = I."""
    return [
        Have(f"forall(kk, integer[0, {n}], exists(R, matrix({m}, 1) sequence, forall(j, integer[0, kk-1], S.T*R[j] == basis({n}, j))))",
             name="representatives", by=[Induct("kk", hypothesis="so far", base=[Witness(f"zeros({m}, 1)", index="j")], step=[
            Obtain("so far", "R", label="R"), Use("no empty block", at=["kk"], name="there is i"), Obtain("there is i", "i", label="i"),
            Have(f"S.T*basis({m}, i) == basis({n}, kk)", name="row"),
            Have(f"forall(j, integer[kk, kk], S.T*((1 - delta(j, kk))*R[j] + delta(j, kk)*basis({m}, i)) == basis({n}, j))", name="new", by=[
                Induct("j", hypothesis="never")]),
            Witness(f"(1 - delta(j, kk))*R[j] + delta(j, kk)*basis({m}, i)", index="j"),
            Take("j"), Cases("j <= kk-1", yes=[Use("R", at=["j"], name="old")], no=[Use("new", at=["j"])])])]),
        Use("representatives", at=[n], name="there is R"), Obtain("there is R", "R", label="R"), Axiom("resolution-of-identity"),
        Use("resolution-of-identity", at=[n], name="blocks"),
        Set("Q", f"Sum(R[j]*basis({n}, j).T, (j, 0, {n}-1))"),
        Have(f"S.T*Q == eye({n})", name="inverse"),
    ]  # fmt: skip


def solutions(S: str, c: str, m: str, e: str) -> str:
    """The solutions x of S'x = c are the p + c_0 z_0 + ... + c_(e-1) z_(e-1) with independent z_j: dimension e."""
    combination = f"Sum(y[j]*z[j], (j, 0, {e}-1))"
    return (
        f"exists(p, matrix({m}, 1), exists(z, matrix({m}, 1) sequence, forall(y, real sequence, {S}.T*(p + {combination}) == {c})"
        f" and forall(x, matrix({m}, 1), implies({S}.T*x == {c}, exists(y, real sequence, x == p + {combination})))"
        f" and forall(y, real sequence, implies({combination} == zeros({m}, 1), forall(j, integer[0, {e}-1], y[j] == 0)))))"
    )


#: The fact ``solutions``: n equations S'x = c for n + e numbers, S with every e_j' among its rows.  Needs ``nullity`` and ``square``.
SOLUTIONS = Have(
    "forall(n, positive integer, forall(e, nonnegative integer, forall(S, matrix(n+e, n), implies(forall(j, integer[0, n-1],"
    f" exists(i, integer[0, n+e-1], S.T*basis(n+e, i) == basis(n, j))), forall(c, matrix(n, 1), {solutions('S', 'c', 'n+e', 'e')})))))",
    name="solutions", by=[Take("n"), Induct("e", hypothesis="unused", base=[
        Take("S"), Have("forall(j, integer[0, n-1], exists(i, integer[0, n-1], basis(n, i).T*S == basis(n, j).T))", name="no empty block", by=[
            Take("j"), Use("given", at=["j"], name="some"), Obtain("some", "i", label="i"), Witness("i"), Linear(terms=[Inside("i", "HOLE.T")])]),
        *representatives("n", "n"), Use("square", at=["n", "S", "Q"], premises=[[]], name="other side"),
        Take("c"), Witness("Q*c"), Witness("zeros(n, 1)", index="j"), Split([
            [Take("y"), Linear(terms=[("inverse", "1", "c")])],
            [Take("x"), Witness("0", index="j"), Linear(terms=[("given1", "Q", "1"), ("other side", "-1", "x")])],
            [Take("y", "j")]])], step=[
        Take("S"), Have("forall(j, integer[0, n-1], exists(i, integer[0, n+e], basis(n+e+1, i).T*S == basis(n, j).T))", name="no empty block", by=[
            Take("j"), Use("given", at=["j"], name="some"), Obtain("some", "i", label="i"), Witness("i"), Linear(terms=[Inside("i", "HOLE.T")])]),
        *representatives("(n+e+1)", "n"), Use("nullity", at=["n", "e+1", "S", "Q"], premises=[[]], name="there is Z"),
        Obtain("there is Z", "Z", label="Z"), Obtain("Z", "L", label="L"), Use("resolution-of-identity", at=["e+1"], name="spare"),
        Have("exists(z, matrix(n+e+1, 1) sequence, forall(j, integer[0, e], z[j] == Z*basis(e+1, j)))", name="there is z", by=[
            Witness("Sum(delta(j, l)*(Z*basis(e+1, l)), (l, 0, e))", index="j"), Take("j"), Linear()]),
        Obtain("there is z", "z", label="z"), Take("c"), Witness("Q*c"), Witness("z[j]", index="j"), Split([
            [Take("y"), Linear(rewrite=["z"], terms=[("inverse", "1", "c"), ("L.1", "1", "Sum(y[j]*basis(e+1, j), (j, 0, e))")])],
            [Take("x"), Witness("Sum(delta(j, l)*(basis(e+1, l).T*(L*(x - Q*c))), (l, 0, e))", index="j"), Linear(rewrite=["z"], terms=[
                ("L.2", "-1", "x"), ("given1", "Q", "1"), ("L.2", "1", "Q*c"), ("inverse", "-Q", "c"), ("spare", "Z", "L*(x - Q*c)")])],
            [Take("y", "j"), Have("Sum(y[j]*z[j], (j, 0, e)) == Z*Sum(y[j]*basis(e+1, j), (j, 0, e))", name="combined", by=[Linear(rewrite=["z"])]),
             Linear(terms=[("given1", "basis(e+1, j).T*L", "1"), ("combined", "-basis(e+1, j).T*L", "1"),
                           ("L.0", "-basis(e+1, j).T", "Sum(y[j]*basis(e+1, j), (j, 0, e))")])]])])])  # fmt: skip
