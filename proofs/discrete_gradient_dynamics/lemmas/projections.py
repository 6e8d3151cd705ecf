"""Rows span a subspace onto which there is an orthogonal projector: a proof for all sizes, as a script.

For every m x p matrix H there is a symmetric P (p x p) with P P = P, H P = H and trace(P) <= m.  Induction on m; the step
adds the part v of the new row that P does not see: P + v v'/(v'v).  So a matrix W = F H of rank at most m satisfies W P = W,
which is how optimality over matrices of bounded rank is proved (`proofs/discrete_gradient_dynamics/section_2_rank.py`).
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
    Order,
    Set,
    Split,
    Square,
    Step,
    Take,
    Use,
    Vanish,
    Witness,
)

STATEMENT = (
    "forall(mm, positive integer, forall(pp, positive integer, forall(HH, matrix(mm, pp), exists(PP, matrix(pp, pp),"
    " PP.T == PP and PP*PP == PP and HH*PP == HH and trace(PP) <= mm))))"
)
ROW = "basis(mm+1, mm).T"

#: A vector that is not 0 has a square that can be divided by: the fact ``c`` says c v'v = 1.
RECIPROCAL: list[Step] = [
    Have("vv.T*vv != 0", name="length", by=[
        Negate("flat"), Have("trace(vv.T*vv) <= 0", name="small"),
        Vanish("small", squares=[Square(root="vv", name="gone")]), Contradict("nothing", [])]),
    Have("exists(cc, real, cc*(vv.T*vv) == 1)", name="reciprocal",
         by=[Witness("1/(vv.T*vv)")]),
    Obtain("reciprocal", "cc", label="c"),
]  # fmt: skip

ONE_ROW: list[Step] = [
    Take("pp", "HH"),
    Set("vv", "HH.T"),
    Cases("vv == zeros(pp, 1)", name="nothing", yes=[
        Witness("zeros(pp, pp)"),
        Split([[], [], [Linear(terms=[Inside("vv", "HOLE.T"), Inside("nothing", "-HOLE.T")])], []]),
    ], no=[
        *RECIPROCAL,
        Witness("cc*vv*vv.T"),
        Split([[], [],
               [],
               []]),
    ]),
]  # fmt: skip

ONE_MORE: list[Step] = [
    Take("pp", "HH"),
    Set("Jm", "Sum(basis(mm, i)*basis(mm+1, i).T, (i, 0, mm-1))"),
    Axiom("resolution-of-identity"),
    Use("resolution-of-identity", at=["mm+1"], name="rows"),
    Have("Jm.T*Jm == Sum(basis(mm+1, i)*basis(mm+1, i).T, (i, 0, mm-1))", name="first rows"),
    Use("IH", at=["pp", "Jm*HH"], name="fewer"),
    Obtain("fewer", "QQ", label="Q"),
    Set("vv", f"(eye(pp) - QQ)*({ROW}*HH).T"),
    Have("QQ*vv == zeros(pp, 1)", name="unseen"),
    Have("Jm*HH*vv == zeros(mm, 1)", name="apart"),
    Have(f"vv.T == {ROW}*HH - {ROW}*HH*QQ", name="row"),
    Have(f"forall(PP, matrix(pp, pp), implies(Jm*HH*PP == Jm*HH and {ROW}*HH*PP == {ROW}*HH, HH*PP == HH))", name="both",
         by=[Take("PP"), Linear(terms=[
             ("rows", "1", "HH*PP"), ("rows", "-1", "HH"), ("given.0", "Jm.T", "1"), ("given.1", "basis(mm+1, mm)", "1"),
             ("first rows", "-1", "HH*PP"), ("first rows", "1", "HH")])]),
    Cases("vv == zeros(pp, 1)", name="nothing", yes=[
        Witness("QQ"),
        Split([[], [], [Use("both", at=["QQ"], premises=[[Split([[], [
            Linear(terms=[("row", "1", "1"), Inside("nothing", "-HOLE.T")])]])]], name="done")],
               []]),
    ], no=[
        *RECIPROCAL,
        Have(f"{ROW}*HH*vv == vv.T*vv", name="new"),
        Set("RR", "QQ + cc*vv*vv.T"),
        Witness("RR"),
        Split([
            [],
            [],
            [Use("both", at=["RR"], premises=[[Split([
                [],
                [],
            ])]], name="done")],
            [Order(rewrite=["RR"], positive=[Square(facts=["Q.3"])], terms=[("c", "-1", "1")])],
        ]),
    ]),
]  # fmt: skip

#: Adds the fact ``projector``; uses nothing but the resolution of the identity.
PROJECTOR: list[Step] = [Have(STATEMENT, name="projector", by=[Induct("mm", base=ONE_ROW, step=ONE_MORE)])]

SPECTRAL = "Sum(ee[i]*qq[i]*qq[i].T, (i, 0, pp-1))"

#: Needs ``norms("sum of bounds")``: trace(P M) is at most the sum of the k largest eigenvalues of M, for a projector P with
#: trace(P) <= k.  The eigenvectors qq[i] are unit vectors whose projectors add up to the identity; cc separates the eigenvalues.
TOP_EIGENVALUES = Have(
    "forall(pp, positive integer, forall(top, integer[1, pp], forall(qq, matrix(pp, 1) sequence, forall(PP, matrix(pp, pp),"
    " forall(ee, real sequence, forall(cc, nonnegative, implies(forall(j, integer[0, pp-1], qq[j].T*qq[j] == 1)"
    " and Sum(qq[i]*qq[i].T, (i, 0, pp-1)) == eye(pp) and PP.T == PP"
    " and PP*PP == PP and trace(PP) <= top and forall(j, integer[0, top-1], ee[j] >= cc)"
    " and forall(j, integer[top, pp-1], ee[j] <= cc),"
    f" trace(PP*{SPECTRAL}) <= Sum(ee[i], (i, 0, top-1)))))))))",
    name="top eigenvalues", by=[
        Take("pp", "top", "qq", "PP", "ee", "cc"),
        Have("forall(jj, integer[0, pp-1], 0 <= qq[jj].T*PP*qq[jj] and qq[jj].T*PP*qq[jj] <= 1)", name="shares", by=[
            Take("jj"), Use("given1.0", at=["jj"], name="unit"), Split([
                [Order(positive=[Square(root="PP*qq[jj]")], terms=[
                    Inside("given1.2", "-qq[jj].T*HOLE*PP*qq[jj]"), ("given1.3", "-qq[jj].T", "qq[jj]")])],
                [Order(positive=[Square(root="(eye(pp) - PP)*qq[jj]")], terms=[
                    Inside("given1.2", "qq[jj].T*HOLE*(eye(pp) - PP)*qq[jj]"),
                    ("given1.3", "-qq[jj].T", "qq[jj]"), ("unit", "-1", "1")])]])]),
        Have("Sum(qq[i].T*PP*qq[i], (i, 0, pp-1)) == trace(PP)", name="total", by=[
            Linear(terms=[Inside("given1.1", "trace(PP*HOLE)")])]),
        Use("sum of bounds", at=[("ee[i]*(qq[i].T*PP*qq[i])", "i"), ("ee[i] - cc + cc*(qq[i].T*PP*qq[i])", "i"), "top"], name="upper",
            premises=[[
            Take("jj"), Use("shares", at=["jj"], name="share"), Use("given1.5", at=["jj"], name="large"),
            Have("ee[jj] - cc >= 0", name="gap"),
            Order(positive=[Square(facts=["gap", "share.1"])])]]),
        Use("sum of bounds", at=[("ee[i+top]*(qq[i+top].T*PP*qq[i+top])", "i"), ("cc*(qq[i+top].T*PP*qq[i+top])", "i"), "pp-top"],
            name="lower", premises=[[
            Take("jj"), Use("shares", at=["jj+top"], name="share"), Use("given1.6", at=["jj+top"], name="small"),
            Have("cc - ee[jj+top] >= 0", name="gap"),
            Order(positive=[Square(facts=["gap", "share.0"])])]]),
        Order(positive=[Square(facts=["upper"]), Square(facts=["lower"]), Square(facts=["given", "given1.4"])],
              terms=[("total", "-cc", "1")]),
    ],
)  # fmt: skip
