"""Section 3.1: Assumption 1, the joint decomposition Sigma_xy = U K V', Sigma_x = U (D + B) U'.

S and Q are Sigma_x and Sigma_xy; K is the paper's S, the rectangular diagonal matrix of the singular values.
"""

from verifier.language.script import Have, Inside, Linear, Order, Set, Split, Square, Take, Use

from . import paper

DIAGONAL = "Sum({}*basis(d, i)*basis(d, i).T, (i, 0, d-1))"
ENTRY = "basis(d, i).T*U.T*S*U*basis(d, i)"
JOINT = {
    "d": "positive integer", "p": "positive integer", "m": "nonnegative integer", "S": "matrix(d, d)", "Q": "matrix(d, p)",
    "U": "orthogonal matrix(d)", "V": "orthogonal matrix(p)", "D": "matrix(d, d)", "K": "matrix(d, p)", "B": "matrix(d, d)",
    "lam": "real sequence", "sigma": "real sequence",
}  # fmt: skip
SINGULAR = "m <= d and m <= p and K == Sum(sigma[i]*basis(d, i)*basis(p, i).T, (i, 0, m-1)) and Q == U*K*V.T"

@paper.definition("assump-1", "Assumption 1", where="Section 3.1, Assumption 1")
def assumption(item):
    item.printed("There exist orthogonal U and V such that Sigma_xy = U S V', Sigma_x = U (D + B) U' with |B| <= epsilon, where S "
                 "and D are diagonal. sigma_i are the singular values of Sigma_xy and lambda_i the diagonal entries of D.")  # fmt: skip
    item.let(d="positive integer", S="matrix(d, d)", U="orthogonal matrix(d)", D="matrix(d, d)", B="matrix(d, d)", lam="real sequence")
    item.suppose("both sides", "U*U.T == eye(d)")
    item.suppose("diagonal part", f"D == {DIAGONAL.format('(' + ENTRY + ')')}")
    item.suppose("rest", "B == U.T*S*U - D")
    item.conclude("S == U*(D + B)*U.T and forall(lam, real sequence, norm2(B) <= norm2(U.T*S*U - "
                  f"{DIAGONAL.format('lam[i]')}))", expected="proved", argument=[Split([
        [],
        [Take("rr"), Order(positive=[Square(root=f"({ENTRY} - rr[i])", over=[("i", "0", "d-1")])], terms=[
            Inside("rest", "-norm2(HOLE)"), Inside("diagonal part", "-norm2(U.T*S*U - HOLE)")])]])],
        example={"d": 1, "S": 1, "U": 1, "D": 1, "B": 0, "lam": 1})  # fmt: skip
    item.note("For the U of any singular value decomposition of Sigma_xy the assumption holds with epsilon = |B|, and the diagonal of "
              "U' Sigma_x U is the D with the least |B|_F. So it restricts nothing but the size of epsilon.")  # fmt: skip


@paper.equation("eq-13", "The joint decomposition", where="Section 3.1, Eq. (13)")
def joint(item):
    item.printed("Sigma_xy = U S V', Sigma_x = U (D + B) U', |B| <= epsilon.")
    item.let(**JOINT, eps="nonnegative")
    item.suppose("singular values", SINGULAR)
    item.suppose("joint", "S == U*(D + B)*U.T and norm2(B) <= eps**2")
    item.suppose("both sides", "U*U.T == eye(d)")
    item.conclude("norm2(S - U*D*U.T) <= eps**2 and Q.T*U == V*K.T", expected="proved", argument=[Split([
        [Order(positive=[Square(facts=["joint.1"])], terms=[
            Inside("joint.0", "-norm2(HOLE - U*D*U.T)"), Inside("U.orthogonal", "-trace(B.T*HOLE*B*U.T*U)"),
            Inside("U.orthogonal", "-trace(B.T*B*HOLE)")])],
        []])],
        example={"d": 1, "p": 1, "m": 0, "S": 0, "Q": 0, "U": 1, "V": 1, "D": 0, "K": 0, "B": 0, "lam": 0, "sigma": 0, "eps": 0})
    item.note("epsilon is the distance, in Frobenius norm, of Sigma_x to a matrix with the left singular vectors of Sigma_xy as "
              "eigenvectors.")  # fmt: skip


@paper.remark("assump-1/distinct", "When epsilon is 0, distinct singular values", where="Appendix B.2, cross-check")
def commuting(item):
    item.printed("(not in the paper) For distinct singular values: B = 0 if and only if Sigma_x and Sigma_xy Sigma_xy' commute.")
    item.let(**{k: v for k, v in JOINT.items() if k not in ("B", "K", "V", "p", "m", "lam")}, M="matrix(d, d)")
    item.let(Q="matrix(d, d)")
    item.suppose("both sides", "U*U.T == eye(d)")
    item.suppose("square of Sigma_xy", "Q == U*M*U.T")
    item.suppose("M", f"M == {DIAGONAL.format('sigma[i]**2')}")
    item.suppose("D", "D == U.T*S*U")
    item.suppose("distinct", "forall(i, integer[0, d-1], forall(j, integer[0, d-1], implies(i != j, sigma[i]**2 != sigma[j]**2)))")
    off = "forall(i, integer[0, d-1], forall(j, integer[0, d-1], implies(i != j, basis(d, i).T*D*basis(d, j) == 0)))"
    only_if = f"forall(lam, real sequence, implies(S == U*({DIAGONAL.format('lam[i]')})*U.T, S*Q == Q*S))"
    item.conclude(f"{only_if} and implies(S*Q == Q*S, {off})", expected="proved", argument=[
        Split([
            [Take("rr"), Set("N", DIAGONAL.format("rr[i]")),
             Have("N*M == M*N", name="inside"),
             Have("S == U*N*U.T", name="S is")],
            [Take(), Take("i", "j"), Use("distinct", at=["i", "j"], name="apart"),
             Have("D*M == M*D", name="inside", by=[Linear(terms=[
                 ("D", "1", "M"), ("D", "-M", "1"), ("given", "U.T", "U"), ("square of Sigma_xy", "-U.T*S", "U"),
                 ("square of Sigma_xy", "U.T", "S*U"), ("U.orthogonal", "-U.T*S*U*M", "1"), ("U.orthogonal", "1", "M*U.T*S*U")])]),
             Have("(sigma[j]**2 - sigma[i]**2)*(basis(d, i).T*D*basis(d, j)) == 0", name="entry", by=[Linear(terms=[
                 ("inside", "basis(d, i).T", "basis(d, j)"), ("M", "-basis(d, i).T*D", "basis(d, j)"),
                 ("M", "basis(d, i).T", "D*basis(d, j)")])]),
             Have("sigma[j]**2 - sigma[i]**2 != 0", name="gap"),
             Linear(terms=[("entry", "1/(sigma[j]**2 - sigma[i]**2)", "1")], nonzero=["gap"])]])],
        example={"d": 1, "S": 1, "U": 1, "D": 1, "Q": 1, "M": 1, "sigma": 1})  # fmt: skip
    item.without("distinct", counterexample={"d": 2, "S": "Matrix([[0, 1], [1, 0]])", "D": "Matrix([[0, 1], [1, 0]])", "U": "eye(2)",
                                             "Q": "eye(2)", "M": "eye(2)", "sigma": 1})  # fmt: skip
    swap, diagonal = "Matrix([[0, 1], [1, 0]])", "Matrix([[1, 0], [0, 4]])"
    apart = {"d": 2, "S": swap, "D": swap, "U": "eye(2)", "Q": "eye(2)", "M": diagonal, "sigma": "1 + t"}
    item.without("square of Sigma_xy", counterexample=apart)
    item.without("M", counterexample={**apart, "M": "eye(2)"})
    item.without("D", counterexample={**apart, "S": "zeros(2, 2)", "Q": diagonal})
    item.note("For distinct singular values, one of which may be 0 (d <= p, or d = p + 1): then U is determined up to signs. Q is "
              "Sigma_xy Sigma_xy' here. With repeated singular values, or a kernel of dimension 2 and more, a commuting Sigma_x is only "
              "block diagonal in a given U, and U has to be turned inside the blocks (assump-1/B0).")  # fmt: skip
