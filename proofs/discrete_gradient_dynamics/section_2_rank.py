"""Section 2: the solutions of reduced-rank regression, proved for all sizes."""

from verifier.claims.script import Have, Inside, Linear, Numbers, Obtain, Order, Split, Square, Take, Use, Witness
from verifier.theory.norms import norms
from verifier.theory.projections import PROJECTOR, TOP_EIGENVALUES

from . import paper
from .section_2_model import DATA, LOSS, SAMPLES

#: v_0, v_1, ... are orthonormal eigenvectors of Sigma_yx Sigma_x^+ Sigma_xy; T is V_k V_k'.
RANK_VARIABLES = {
    **DATA, "k": "integer[1, p]", "Sx": "matrix(d, d)", "Sxy": "matrix(d, p)", "G": "matrix(d, p)", "T": "matrix(p, p)",
    "v": "matrix(p, 1) sequence", "mu": "real sequence", "c": "nonnegative",
}  # fmt: skip
RANK_GIVEN = {
    "Sigma_x": "n*Sx == X.T*X",
    "Sigma_xy": "n*Sxy == X.T*Y",
    "least squares": "Sx*G == Sxy",
    "orthonormal": "forall(i, integer[0, p-1], forall(j, integer[0, p-1], v[i].T*v[j] == delta(i, j)))",
    "basis": "Sum(v[i]*v[i].T, (i, 0, p-1)) == eye(p)",
    "eigenvectors": "forall(i, integer[0, p-1], Sxy.T*G*v[i] == mu[i]*v[i])",
    "largest": "forall(i, integer[0, k-1], mu[i] >= c) and forall(i, integer[k, p-1], mu[i] <= c)",
    "T": "T == Sum(v[i]*v[i].T, (i, 0, k-1))",
}
#: The gain over the truncated solution G T is a square plus what the projector P of the other rows misses of the eigenvalues.
GAIN = "norm2(X*(G*P - F*H)) + n*trace(Sxy.T*G*T) - n*trace(P*Sxy.T*G)"
BEST = [
    *norms("sum of bounds"), *PROJECTOR, TOP_EIGENVALUES, SAMPLES, Have("n != 0", name="n"), Have("n > 0", name="n above"),
    Have("forall(jj, integer[0, k-1], T*v[jj] == v[jj])", name="fixes", by=[
        Take("jj"), Have("forall(ii, integer[0, k-1], v[ii].T*v[jj] == delta(ii, jj))", name="one", by=[
            Take("ii"), Use("orthonormal", at=["ii", "jj"])]),
        Linear(rewrite=["T", "one"])]),
    Have("T*T == T", name="idempotent", by=[Linear(terms=[Inside("T", "T*HOLE"), Inside("T", "-HOLE")], rewrite=["fixes"])]),
    Have("T.T == T", name="symmetric", by=[Linear(rewrite=["T"])]),
    Have("X.T*X*G == X.T*Y", name="normal", by=[Linear(terms=[
        ("Sigma_x", "-1", "G"), ("Sigma_xy", "1", "1"), ("least squares", "n", "1")])]),
    Have("n*Sxy.T*G == G.T*X.T*X*G", name="moment", by=[Linear(terms=[Inside("Sigma_xy", "HOLE.T*G"), Inside("normal", "-HOLE.T*G")])]),
    Have("Sxy.T*G == Sum(mu[i]*v[i]*v[i].T, (i, 0, p-1))", name="spectrum", by=[
        Linear(terms=[Inside("basis", "-Sxy.T*G*HOLE")], rewrite=["eigenvectors"])]),
    Have("forall(ii, integer[0, p-1], v[ii].T*v[ii] == 1)", name="unit", by=[Take("ii"), Use("orthonormal", at=["ii", "ii"])]),
    Have("trace(Sxy.T*G*T) == Sum(mu[i], (i, 0, k-1))", name="top", by=[
        Linear(terms=[Inside("T", "trace(Sxy.T*G*HOLE)")], rewrite=["eigenvectors", "unit"])]),
    Take("F", "H"),
    Use("projector", at=["k", "p", "H"], name="rows"), Obtain("rows", "P", label="P"),
    Have(f"norm2(Y - X*F*H) - norm2(Y - X*G*T) == {GAIN}", name="gain", by=[Linear(terms=[
        Inside("normal", "2*trace(H.T*F.T*HOLE)"), Inside("normal", "-2*trace(T.T*G.T*HOLE)"),
        Inside("P.2", "2*trace(HOLE.T*F.T*X.T*X*G)"), Inside("moment", "trace(P*HOLE)"), Inside("moment", "-trace(HOLE*T)"),
        Inside("P.1", "-trace(HOLE*G.T*X.T*X*G)"), Inside("P.0", "-trace(HOLE*G.T*X.T*X*G*P)"),
        Inside("idempotent", "-trace(HOLE*G.T*X.T*X*G)"),
        Inside("symmetric", "-trace(HOLE*G.T*X.T*X*G*T)"), Inside("symmetric", "2*trace(HOLE*G.T*X.T*X*G)"),
        Inside("P.0", "-2*trace(HOLE*H.T*F.T*X.T*X*G)")])]),
    Use("top eigenvalues", at=["p", "k", ("v[j]", "j"), "P", ("mu[j]", "j"), "c"], name="fewer", premises=[[], [Split([
        [Take("jj"), Use("unit", at=["jj"])], [], [], [], [], [], []])]]),
    Have("trace(P*Sxy.T*G) <= trace(Sxy.T*G*T)", name="misses", by=[Order(positive=[Square(facts=["fewer"])], terms=[
        Inside("spectrum", "-trace(P*HOLE)"), ("top", "1", "1")])]),
    Have("norm2(Y - X*G*T) <= norm2(Y - X*F*H)", name="squares", by=[Order(
        positive=[Square(facts=["n above", "misses"]), Square(root="X*(G*P - F*H)")], terms=[("gain", "1", "1")])]),
    Have("1/(2*n) > 0", name="factor", by=[Numbers(using=["n above"])]),
    Order(positive=[Square(facts=["factor", "squares"])], nonzero=["n"]),
]  # fmt: skip
FACTORS = "exists(F, matrix(d, k), exists(H, matrix(k, p), G*T == F*H))"
FACTORED = [Witness("G*Sum(v[i]*basis(k, i).T, (i, 0, k-1))"), Witness("Sum(basis(k, i)*v[i].T, (i, 0, k-1))"), Linear(rewrite=["T"])]


@paper.cited("ext-RV", "The solutions of reduced-rank regression", where="Section 2, cited", provenance="recalled")
def reduced_rank_solution(item):
    item.printed("(Reinsel and Velu, Theorem 2.2) For an invertible Sigma_x, W^{k,*} = Sigma_x^{-1} Sigma_xy V_k V_k' minimises "
                 "(1/(2n)) |Y - X W|_F^2 over the W of rank at most k, with the top k eigenvectors V_k of "
                 "Sigma_yx Sigma_x^{-1} Sigma_xy.")  # fmt: skip
    item.cites("Reinsel and Velu 1998, Theorem 2.2; Eckart and Young 1936")
    item.let(**RANK_VARIABLES)
    item.define(LOSS)
    for name, formula in RANK_GIVEN.items():
        item.suppose(name, formula)
    item.conclude(f"{FACTORS} and forall(F, matrix(d, k), forall(H, matrix(k, p), f(G*T) <= f(F*H)))",
                  argument=[Split([FACTORED, BEST])], expected="proved",
                  example={"d": 1, "p": 1, "n": 1, "k": 1, "X": 1, "Y": 1, "Sx": 1, "Sxy": 1, "G": 1, "T": 1, "v": 1, "mu": 1, "c": 1})
    item.note("G is any solution of Sigma_x G = Sigma_xy (Sigma_x^{-1} Sigma_xy where the inverse exists; it need not), v_i an orthonormal basis of "
              "eigenvectors of Sigma_yx G with the eigenvalues mu_i, the first k of which are largest, and T = V_k V_k'. Rank at most k is written as "
              "F H with k columns in F. Nothing is cited: Eckart and Young's theorem is proved on the way.")  # fmt: skip
