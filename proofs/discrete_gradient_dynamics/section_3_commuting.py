"""Section 3.1 and Appendix B.2: epsilon = 0 in Assumption 1 if and only if Sigma_x and Sigma_xy Sigma_xy' commute; all sizes, all ranks.

S and Q are Sigma_x and Sigma_xy.  The decomposition is written by the columns u_i of U and the vectors y_i = sigma_i v_i, which are
orthogonal to each other: s_i = |y_i|^2 = sigma_i^2, and v_i = y_i/sigma_i where sigma_i > 0.
"""

from verifier.claims.script import Have, Inside, Linear, Obtain, Split, Take, Use, Witness

from . import paper

ORTHONORMAL = ("Sum(u[i]*u[i].T, (i, 0, d-1)) == eye(d) and forall(i, integer[0, d-1], forall(j, integer[0, d-1], u[i].T*u[j] == delta(i, j)))")
SPECTRAL = "{0} == Sum({1}[i]*u[i]*u[i].T, (i, 0, d-1))"
DECOMPOSED = ("exists(u, matrix(d, 1) sequence, exists(lam, real sequence, exists(y, matrix(p, 1) sequence,"
              f" exists(s, real sequence, {ORTHONORMAL} and {SPECTRAL.format('S', 'lam')} and Q == Sum(u[i]*y[i].T, (i, 0, d-1))"
              " and forall(i, integer[0, d-1], forall(j, integer[0, d-1], y[i].T*y[j] == delta(i, j)*s[j]))))))")  # fmt: skip


ONLY_IF = [
    Take(), Obtain("given", "u"), Obtain("u", "lam"), Obtain("lam", "y"), Obtain("y", "s", label="it"),
    Have("Q*Q.T == Sum(s[i]*u[i]*u[i].T, (i, 0, d-1))", name="square", by=[Linear(rewrite=["it.3", "it.4"])]),
    Linear(terms=[("square", "S", "1"), ("square", "-1", "S"), Inside("it.2", "HOLE*Sum(s[i]*u[i]*u[i].T, (i, 0, d-1))"),
                  Inside("it.2", "-Sum(s[i]*u[i]*u[i].T, (i, 0, d-1))*HOLE")], rewrite=["it.1"]),
]  # fmt: skip
IF = [
    Take(), Use("cited:ext-HJ", at=["d", "S", "Q*Q.T"], name="basis", premises=[[Split([[], [], [
        Linear(terms=[("given", "1", "1")])]])]]),
    Obtain("basis", "u"), Obtain("u", "lam"), Obtain("lam", "mu", label="it"),
    Have("forall(ii, integer[0, d-1], Q*Q.T*u[ii] == mu[ii]*u[ii])", name="eigen", by=[
        Take("ii"), Linear(terms=[("it.3", "1", "u[ii]")], rewrite=["it.1"])]),
    Witness("u[i]", index="i"), Witness("lam[i]", index="i"), Witness("Q.T*u[i]", index="i"), Witness("mu[i]", index="i"), Split([
        [], [], [], [Linear(terms=[("it.0", "-1", "Q")])],
        [Take("i", "j"), Use("eigen", at=["j"], name="now"), Use("it.1", at=["i", "j"], name="pair"),
         Linear(terms=[("now", "u[i].T", "1"), ("pair", "mu[j]", "1")])]]),
]  # fmt: skip


@paper.remark("assump-1/B0", "When epsilon is 0", where="Appendix B.2", provenance="printed")
def attainable(item):
    item.printed("B = 0 (attainable) if and only if Sigma_x and Sigma_xy Sigma_xy' commute.")
    item.let(d="positive integer", p="positive integer", S="symmetric matrix(d)", Q="matrix(d, p)")
    item.conclude(f"iff(S*(Q*Q.T) == (Q*Q.T)*S, {DECOMPOSED})", because=["ext-HJ"], argument=[Split([IF, ONLY_IF])], expected="proved",
                  example={"d": 1, "p": 1, "S": 1, "Q": 1})  # fmt: skip
    item.without("S.symmetric", counterexample={"d": 2, "p": 1, "S": "Matrix([[0, 1], [0, 0]])", "Q": "zeros(2, 1)"})
    item.note("For all sizes, repeated singular values and a kernel of any dimension included. V is completed to an orthogonal matrix where some sigma_i is 0.")
