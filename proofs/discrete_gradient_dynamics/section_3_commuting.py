"""Section 3.1 and Appendix B.2: epsilon = 0 in Assumption 1 if and only if Sigma_x and Sigma_xy Sigma_xy' commute; all sizes, all ranks.

S and Q are Sigma_x and Sigma_xy.  With a common basis u_i of eigenvectors of S and QQ', in which the kernel of QQ' comes last, the vectors
Q'u_i/sigma_i with sigma_i = |Q'u_i| are orthonormal as long as sigma_i > 0, and Q'u_i = 0 afterwards.
"""

from verifier.language.script import (
    At,
    Axiom,
    Cases,
    Choose,
    Contradict,
    Have,
    Induct,
    Inside,
    Linear,
    Negate,
    Obtain,
    Set,
    Split,
    Square,
    Take,
    Use,
    Vanish,
    Witness,
)

from . import paper

SUM_D = "Sum(lam[i]*basis(d, i)*basis(d, i).T, (i, 0, d-1))"
SUM_K = "Sum(sigma[i]*basis(d, i)*basis(p, i).T, (i, 0, m-1))"
JOINT = (
    "exists(U, matrix(d, d), exists(V, matrix(p, p), exists(m, integer[0, d], exists(lam, real sequence, exists(sigma, real sequence,"
    " U.T*U == eye(d) and U*U.T == eye(d) and V.T*V == eye(p) and V*V.T == eye(p) and m <= p and forall(i, integer[0, m-1], sigma[i] > 0)"
    f" and S == U*{SUM_D}*U.T and Q == U*{SUM_K}*V.T)))))"
)
ONLY_IF = [
    Take(), Obtain("given", "U"), Obtain("U", "V"), Obtain("V", "m"), Obtain("m", "lam"), Obtain("lam", "sigma", label="it"),
    Set("D", SUM_D), Set("K", SUM_K),
    Have("S == U*D*U.T", name="S is"),
    Have("Q == U*K*V.T", name="Q is"),
    Have("Q*Q.T == U*(K*K.T)*U.T", name="square"),
    Have("forall(i, integer[0, m-1], D*basis(d, i) == lam[i]*basis(d, i))", name="De", by=[Take("i")]),
    Have("D.T == D", name="D sym"),
    Have("forall(i, integer[0, m-1], basis(d, i).T*D == lam[i]*basis(d, i).T)", name="eD", by=[
        Take("i"), Use("De", at=["i"], name="now")]),
    Have("D*(K*K.T) == K*K.T*D", name="diagonal"),
    Linear(terms=[("S is", "1", "Q*Q.T"), ("square", "U*D*U.T", "1"), ("it.0", "U*D", "K*K.T*U.T"), ("diagonal", "U", "U.T"),
                  ("it.0", "-U*K*K.T", "D*U.T"), ("square", "-1", "U*D*U.T"), ("S is", "-Q*Q.T", "1")]),
]  # fmt: skip
#: y_i and y_j are orthogonal, as r_i r_j y_i'y_j = 0
APART = [Linear(terms=[("ij", "1/r[i]*(1/r[j])", "1")], nonzero=["i0", "j0"])]
IF = [
    Take(), Use("cited:ext-HJ/kernel", at=["d", "S", "Q*Q.T"], name="basis", premises=[[Split([[], [], []])]]),
    Obtain("basis", "u"), Obtain("u", "lam"), Obtain("lam", "mu"), Obtain("mu", "m", label="it"),
    Have("forall(i, integer[0, d-1], Q*Q.T*u[i] == mu[i]*u[i])", name="eigen", by=[
        Take("i")]),
    Have("forall(i, integer[0, d-1], norm2(Q.T*u[i]) == mu[i])", name="size", by=[
        Take("i"), Use("eigen", at=["i"], name="now"), Use("it.1", at=["i", "i"], name="unit")]),
    Have("forall(i, integer[0, d-1], mu[i] >= 0)", name="mu above", by=[
        Take("i"), Use("size", at=["i"], name="now")]),
    Have("exists(r, real sequence, forall(i, integer[0, m-1], r[i] > 0) and forall(i, integer[0, m-1], r[i]**2 == mu[i]))", name="there is r", by=[
        Witness("sqrt(Abs(mu[i]))", index="i"), Split([
            [Take("i"), Use("it.4", at=["i"], name="not 0")],
            [Take("i"), Use("mu above", at=["i"], name="above")]])]),
    Obtain("there is r", "r", label="r"),
    Have("exists(y, matrix(p, 1) sequence, forall(i, integer[0, m-1], Q.T*u[i] == r[i]*y[i]))", name="there is y", by=[
        Witness("1/r[i]*Q.T*u[i]", index="i"), Take("i"), Use("r.0", at=["i"], name="ri"), Have("r[i] != 0", name="r0")]),
    Obtain("there is y", "y", label="y"),
    Have("forall(i, integer[0, m-1], forall(j, integer[0, m-1], r[i]*r[j]*(y[i].T*y[j]) == mu[j]*delta(i, j)))", name="pairs", by=[
        Take("i", "j"), Use("y", at=["i"], name="yi"), Use("y", at=["j"], name="yj"), Use("eigen", at=["j"], name="now"), Use("it.1", at=["i", "j"], name="ij"),
        Linear(terms=[Inside("yi", "-r[j]*HOLE.T*y[j]"), ("yj", "-u[i].T*Q", "1"), ("now", "u[i].T", "1"), ("ij", "mu[j]", "1")])]),
    Use("cited:orthonormal-completion", at=["p", "m", ("y[i]", "i")], name="more", premises=[[
        Take("i", "j"), Use("pairs", at=["i", "j"], name="ij"), Use("r.0", at=["i"], name="ri"), Use("r.0", at=["j"], name="rj"),
        Have("r[i] != 0", name="i0"), Have("r[j] != 0", name="j0"),
        Cases("i <= j - 1", name="below", yes=APART, no=[Cases("j <= i - 1", name="above", yes=APART, no=[
            Have("i == j", name="same"), Use("pairs", at=["j", "j"], name="jj"), Use("r.1", at=["j"], name="square"),
            Have("y[j].T*y[j] == 1", name="unit", by=[
                Linear(terms=[("jj", "1/r[j]*(1/r[j])", "1"), ("square", "-1/r[j]*(1/r[j])", "1")], nonzero=["j0"])])])])]]),
    Obtain("more.1", "v", label="v"),
    Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["d"], name="I d"), Use("resolution-of-identity", at=["p"], name="I p"),
    Set("U", "Sum(u[i]*basis(d, i).T, (i, 0, d-1))"), Set("V", "Sum(v[i]*basis(p, i).T, (i, 0, p-1))"),
    Have("forall(k, integer[m, d], Sum(u[i]*(u[i].T*Q), (i, 0, k-1)) == Sum(r[i]*u[i]*v[i].T, (i, 0, m-1)))", name="rank", by=[Induct("k", base=[
        Have("forall(i, integer[0, m-1], u[i].T*Q == r[i]*v[i].T)", name="row", by=[
            Take("i"), Use("y", at=["i"], name="yi"), Use("v.2", at=["i"], name="vi")])], step=[
        Use("size", at=["k"], name="now"), Use("it.5", at=["k"], name="none"),
        Have("norm2(Q.T*u[k]) <= 0", name="flat"),
        Vanish("flat", [Square("Q.T*u[k]", name="null")]),
        Linear(terms=[("IH", "1", "1"), Inside("null", "u[k]*HOLE.T")])])]),
    Use("rank", at=["d"], name="in full"),
    Witness("U"), Witness("V"), Witness("m"), Witness("lam[i]", index="i"), Witness("r[i]", index="i"),
    Split([
        [], [],
        [], [],
        [], [],
        [],
        [Linear(rewrite=["U", "V"], terms=[("it.0", "-1", "Q"), ("in full", "1", "1")])]]),
]  # fmt: skip


@paper.remark("assump-1/B0", "When epsilon is 0", where="Appendix B.2", provenance="printed")
def attainable(item):
    item.printed("B = 0 (attainable) if and only if Sigma_x and Sigma_xy Sigma_xy' commute.")
    item.let(d="positive integer", p="positive integer", S="symmetric matrix(d)", Q="matrix(d, p)")
    item.conclude(f"iff(S*(Q*Q.T) == (Q*Q.T)*S, {JOINT})", because=["ext-HJ/kernel", "orthonormal-completion"], argument=[Split([IF, ONLY_IF])],
                  expected="proved", example={"d": 1, "p": 1, "S": 1, "Q": 1})  # fmt: skip
    nilpotent = "Matrix([[0, 1], [0, 0]])"
    item.without("S.symmetric", counterexample={"d": 2, "p": 1, "S": nilpotent, "Q": "zeros(2, 1)"}, argument=[At({"goal": [Choose(0), Split([[], [
        Negate("joint"), Obtain("joint", "U"), Obtain("U", "V"), Obtain("V", "m"), Obtain("m", "lam"), Obtain("lam", "sigma", label="it"),
        Set("D", "Sum(lam[i]*basis(2, i)*basis(2, i).T, (i, 0, 1))"), Have("D.T == D", name="symmetric", by=[Linear(rewrite=["D"])]),
        Have(f"{nilpotent} == U*D*U.T", name="is", by=[Linear(terms=[("it.6", "1", "1"), ("D", "-U", "U.T")])]),
        Have(f"{nilpotent}.T != {nilpotent}", name="not"),
        Contradict("not", [Linear(terms=[Inside("is", "HOLE.T"), ("symmetric", "U", "U.T"), ("is", "-1", "1")])])]])]})])
    item.note("With orthogonal U and V, for all sizes and ranks, repeated singular values and kernels of any dimension included: B = 0 in "
              "Sigma_xy = U S V', Sigma_x = U (D + B) U'. The m singular values that are not 0 come first.")
