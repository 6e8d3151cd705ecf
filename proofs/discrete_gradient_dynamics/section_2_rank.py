"""Section 2: the solutions of reduced-rank regression, proved for all sizes."""

from verifier.language.script import (
    At,
    Cases,
    Choose,
    Have,
    Inside,
    Linear,
    Numbers,
    Obtain,
    Order,
    Set,
    Split,
    Square,
    Take,
    Use,
    Vanish,
    Witness,
)
from verifier.library.short_names import norms

from . import paper
from .lemmas.projections import PROJECTOR, TOP_EIGENVALUES
from .section_2_model import DATA, LOSS, SAMPLES

#: v_0, v_1, ... are orthonormal eigenvectors of Sigma_yx Sigma_x^+ Sigma_xy; T is V_k V_k'.
RANK_VARIABLES = {
    **DATA, "k": "integer[1, p]", "Sx": "matrix(d, d)", "Sxy": "matrix(d, p)", "G": "matrix(d, p)", "T": "matrix(p, p)",
    "v": "matrix(p, 1) sequence", "mu": "real sequence", "c": "real",
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
def resolved(size, orthonormal="orthonormal"):
    """``resolved``: p orthonormal vectors of size p are a basis; `orthonormal` is the fact that they are."""
    return Have(f"Sum(v[i]*v[i].T, (i, 0, {size}-1)) == eye({size})", name="resolved", by=[
        Use("cited:orthonormal-completion", at=[size, size, ("v[i]", "i")], name="whole", premises=[[
            Take("i", "j"), Use(orthonormal, at=["i", "j"])]]),
        Obtain("whole.1", "w", label="w")])  # fmt: skip


def from_basis(size, name="orthonormal"):
    """The fact of that name: p vectors of size p that resolve the identity are orthonormal."""
    said = f"forall(i, integer[0, {size}-1], forall(j, integer[0, {size}-1], v[i].T*v[j] == delta(i, j)))"
    return Have(said, name=name, by=[
        Set("O", f"Sum(v[i]*basis({size}, i).T, (i, 0, {size}-1))"),
        Have(f"O*O.T == eye({size})", name="OO", by=[Linear(rewrite=["O"], terms=[("basis", "1", "1")])]),
        Have(f"norm2(eye({size}) - O.T*O) <= 0", name="flat", by=[Order(terms=[Inside("OO", "-trace(O.T*HOLE*O)"), Inside("OO", "trace(HOLE)")])]),
        Vanish("flat", [Square(f"eye({size}) - O.T*O", name="none")]),
        Have(f"forall(i, integer[0, {size}-1], O*basis({size}, i) == v[i])", name="column", by=[Take("i"), Linear(rewrite=["O"])]),
        Take("i", "j"), Use("column", at=["i"], name="vi"), Use("column", at=["j"], name="vj"),
        Linear(terms=[Inside("vi", "-HOLE.T*v[j]"), ("vj", f"-basis({size}, i).T*O.T", "1"),
                      ("none", f"-basis({size}, i).T", f"basis({size}, j)")])])  # fmt: skip


#: a threshold that is not negative: the eigenvalues are not
THRESHOLD = [
    Have("1/n > 0", name="1/n above"),
    Have("forall(i, integer[0, p-1], n*mu[i] == norm2(X*G*v[i]))", name="gain is", by=[
        Take("i"), Use("eigenvectors", at=["i"], name="now"), Use("unit", at=["i"], name="one")]),
    Have("forall(i, integer[0, p-1], mu[i] >= 0)", name="mu above", by=[
        Take("i"), Use("gain is", at=["i"], name="now"), Have("norm2(X*G*v[i]) >= 0", name="square"),
        Have("n*mu[i] >= 0", name="product")]),
    Have("exists(b, real, b >= 0 and forall(i, integer[0, k-1], mu[i] >= b) and forall(i, integer[k, p-1], mu[i] <= b))", name="threshold", by=[
        Cases("c >= 0", name="sign", yes=[Witness("c"), Split([[], [Take("i"), Use("largest.0", at=["i"])], [Take("i"), Use("largest.1", at=["i"])]])],
              no=[Witness("0"), Split([[], [Take("i"), Use("mu above", at=["i"])], [
                  Take("i"), Use("largest.1", at=["i"], name="now")]])])]),
    Obtain("threshold", "b", label="b"),
]  # fmt: skip
#: The gain over the truncated solution G T is a square plus what the projector P of the other rows misses of the eigenvalues.
GAIN = "norm2(X*(G*P - F*H)) + n*trace(Sxy.T*G*T) - n*trace(P*Sxy.T*G)"
BEST = [
    resolved("p"), *norms("sum of bounds"), *PROJECTOR, TOP_EIGENVALUES, SAMPLES, Have("n != 0", name="n"), Have("n > 0", name="n above"),
    Have("forall(jj, integer[0, k-1], T*v[jj] == v[jj])", name="fixes", by=[
        Take("jj"), Have("forall(ii, integer[0, k-1], v[ii].T*v[jj] == delta(ii, jj))", name="one", by=[
            Take("ii"), Use("orthonormal", at=["ii", "jj"])])]),
    Have("T*T == T", name="idempotent"),
    Have("T.T == T", name="symmetric"),
    Have("X.T*X*G == X.T*Y", name="normal"),
    Have("n*Sxy.T*G == G.T*X.T*X*G", name="moment", by=[Linear(terms=[Inside("Sigma_xy", "HOLE.T*G"), Inside("normal", "-HOLE.T*G")])]),
    Have("Sxy.T*G == Sum(mu[i]*v[i]*v[i].T, (i, 0, p-1))", name="spectrum"),
    Have("forall(ii, integer[0, p-1], v[ii].T*v[ii] == 1)", name="unit", by=[Take("ii"), Use("orthonormal", at=["ii", "ii"])]),
    *THRESHOLD,
    Have("trace(Sxy.T*G*T) == Sum(mu[i], (i, 0, k-1))", name="top"),
    Take("F", "H"),
    Use("projector", at=["k", "p", "H"], name="rows"), Obtain("rows", "P", label="P"),
    Have(f"norm2(Y - X*F*H) - norm2(Y - X*G*T) == {GAIN}", name="gain"),
    Use("top eigenvalues", at=["p", "k", ("v[j]", "j"), "P", ("mu[j]", "j"), "b"], name="fewer", premises=[[], [Split([
        [Take("jj"), Use("unit", at=["jj"])], [], [], [], [], [], []])]]),
    Have("trace(P*Sxy.T*G) <= trace(Sxy.T*G*T)", name="misses", by=[Order(positive=[Square(facts=["fewer"])], terms=[
        Inside("spectrum", "-trace(P*HOLE)"), ("top", "1", "1")])]),
    Have("norm2(Y - X*G*T) <= norm2(Y - X*F*H)", name="squares", by=[Order(
        positive=[Square(facts=["n above", "misses"]), Square(root="X*(G*P - F*H)")], terms=[("gain", "1", "1")])]),
    Have("1/(2*n) > 0", name="factor"),
    Order(positive=[Square(facts=["factor", "squares"])], nonzero=["n"]),
]  # fmt: skip
FACTORS = "exists(F, matrix(d, k), exists(H, matrix(k, p), G*T == F*H))"
FACTORED = [Witness("G*Sum(v[i]*basis(k, i).T, (i, 0, k-1))"), Witness("Sum(basis(k, i)*v[i].T, (i, 0, k-1))")]


#: X = I, Y = diag(1, 2): the first vector has the smaller eigenvalue
SECOND_BEST = {
    "d": 2, "p": 2, "n": 2, "k": 1, "X": "eye(2)", "Y": "Matrix([[1, 0], [0, 2]])", "Sx": "Matrix([[1/2, 0], [0, 1/2]])",
    "Sxy": "Matrix([[1/2, 0], [0, 1]])", "G": "Matrix([[1, 0], [0, 2]])", "T": "Matrix([[1, 0], [0, 0]])", "v": "Matrix([[1 - t], [t]])",
    "mu": "1/2 + 3/2*t", "c": 0,
}  # fmt: skip


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
                  because=["orthonormal-completion"], argument=[Split([FACTORED, BEST])], expected="proved",
                  example={"d": 1, "p": 1, "n": 1, "k": 1, "X": 1, "Y": 1, "Sx": 1, "Sxy": 1, "G": 1, "T": 1, "v": 1, "mu": 1, "c": 1})
    second = [At({"goal": [Choose(1), Witness("Matrix([[0], [2]])"), Witness("Matrix([[0, 1]])"), Numbers()]})]
    item.without("largest", counterexample=SECOND_BEST, argument=second)
    item.without("eigenvectors", counterexample={**SECOND_BEST, "mu": 1, "c": 1}, argument=second)
    item.without("orthonormal", argument=[from_basis("p"), Split([FACTORED, BEST])])
    item.note("G is any solution of Sigma_x G = Sigma_xy (Sigma_x^{-1} Sigma_xy where the inverse exists; it need not), v_i an orthonormal basis of "
              "eigenvectors of Sigma_yx G with the eigenvalues mu_i, the first k of which are largest, and T = V_k V_k'. Rank at most k is written as "
              "F H with k columns in F. Nothing is cited: Eckart and Young's theorem is proved on the way.")  # fmt: skip
    item.note("Any threshold c between the k largest eigenvalues and the others will do; for orthonormal vectors the resolution of the identity says "
              "nothing new, and the other way round.")
