"""Section 4: the experiments, as far as they are mathematics."""

from verifier.language.script import Have, Inside, Linear, Order, Split, Square

from . import paper


@paper.equation("eq-27", "How much the assumptions are broken", where="Section 4.1, Eq. (27)", provenance="guess")
def broken(item):
    item.printed("Delta_xy = (1/2) |Sigmahat_x - hat(U D U')|_F and Delta_x = (1/2) |Sigmahat_x - Ihat|_F with Ahat = A/|A|_F; both lie "
                 "between 0 and 1.")  # fmt: skip
    item.let(d="positive integer", A="matrix(d, d)", B="matrix(d, d)", D="matrix(d, d)", R="matrix(d, d)")
    item.suppose("unit", "norm2(A) == 1 and norm2(B) == 1")
    item.suppose("inner product", "trace(A.T*B) >= 0")
    with item.reading("A: with the factor 1/2") as r:
        r.conclude("norm2(A - B)/4 <= 1 and norm2(A - B)/4 <= 1/2", expected="proved", argument=[Split([
            [],
            []])],
            example={"d": 1, "A": 1, "B": 1, "D": 0, "R": 0})  # fmt: skip
    with item.reading("B: without the factor") as r:
        r.conclude("norm2(A - B) <= 1", expected="refuted", counterexample={
            "d": 9, "A": "basis(9, 0)*basis(9, 0).T", "B": "1/3*eye(9)", "D": "zeros(9, 9)", "R": "zeros(9, 9)"})  # fmt: skip
    with item.reading("C: the part off the diagonal, |B|_F/|Sigma_x|_F") as r:
        r.suppose("apart", "trace(D.T*R) == 0")
        r.conclude("norm2(R) <= norm2(D + R)", expected="proved", argument=[],
                   example={"d": 1, "A": 1, "B": 1, "D": 0, "R": 0})  # fmt: skip
    item.note("Squared. A and B are the normalised matrices, which are positive semidefinite, so their inner product is not negative; "
              "D and R are the diagonal and the rest of U' Sigma_x U. With the factor 1/2 the quantities are at most 1/sqrt 2, so they "
              "never come near 1; without it they exceed 1: Sigma_x of rank 1 in dimension 9 has Delta_x^2 = 4/3.")  # fmt: skip
    item.note("On data sets that ship with scikit-learn, one-hot outputs, nothing centred (certified digits, theory/data_alignment.py): "
              "iris 0.00042 against 0.491, wine 0.0040 against 0.601, breast cancer 0.016 against 0.639 for Delta_xy and Delta_x in "
              "reading A; reading B doubles them, and Delta_x exceeds 1 on the last two. Centred inputs have Sigma_xy (1, ..., 1)' = 0, so "
              "a singular value vanishes, and Delta_xy depends on the choice of U (eq-27/choice).")  # fmt: skip
    item.note("Delta_xy needs the left singular vectors U, which are not unique where singular values repeat or vanish; it depends on "
              "the choice there (assump-1/B0).")  # fmt: skip


@paper.remark("eq-27/choice", "What the choice of the singular vectors changes", where="Section 4.1, cross-check")
def choice(item):
    item.printed("(not in the paper) Where Sigma_xy has a kernel of dimension k the singular vectors are free there, and the diagonal of "
                 "Sigma_x in them has a square sum between tr^2/k and the squared Frobenius norm of the block.")  # fmt: skip
    item.let(k="positive integer", d="positive integer", S="matrix(d, d)", u="matrix(d, 1) sequence", P="matrix(d, d)")
    item.suppose("orthonormal", "forall(i, integer[0, k-1], forall(j, integer[0, k-1], u[i].T*u[j] == delta(i, j)))")
    item.suppose("block", "P == Sum(u[i]*u[i].T, (i, 0, k-1))")
    item.conclude("Sum((u[i].T*S*u[i])**2, (i, 0, k-1)) <= norm2(P*S*P) and trace(P*S)**2 <= k*Sum((u[i].T*S*u[i])**2, (i, 0, k-1))",
                  expected="proved", argument=[
        Have("k > 0", name="k above"), Have("1/k > 0", name="1/k"), Have("k != 0", name="k not 0"),
        Have("trace(P*S) == Sum(u[i].T*S*u[i], (i, 0, k-1))", name="trace"), Split([
        [Order(positive=[Square(root="P*S*P - Sum((u[i].T*S*u[i])*u[i]*u[i].T, (i, 0, k-1))")], rewrite=["block", "orthonormal"])],
        [Order(positive=[Square(root="u[i].T*S*u[i] - 1/k*trace(P*S)", over=[("i", "0", "k-1")], facts=["k above"])],
               terms=[("trace", "-2*trace(P*S)", "1")], nonzero=["k not 0"])]])],
        example={"k": 1, "d": 1, "S": 1, "u": 1, "P": 1})  # fmt: skip
    item.note("The upper end is reached by eigenvectors of the block, the lower one by a basis in which its diagonal is constant.")


@paper.figure("tab-1", "The assumption on classification data", where="Section 4.1, Table 1", provenance="printed")
def table(item):
    item.printed("Delta_xy and Delta_x for MNIST, CIFAR-10 and down-sampled ImageNet: both vary little, and Delta_xy is two orders of "
                 "magnitude below Delta_x.")  # fmt: skip
    item.criterion("Delta_xy is about a hundredth of Delta_x on each data set")
    item.note("The numbers are unreadable in the source, and the data sets do not ship with the package.")


@paper.figure("fig-1", "Closed forms of the norms", where="Figure 1", provenance="printed")
def norms_of_closed_forms(item):
    item.printed("Squared norms of W(t) and of W_1(t) W_2(t) in closed form for vanishing initialisations, at two values of delta.")
    item.criterion("for two layers the curve approaches a staircase with steps at T_i as delta grows")
    item.criterion("for one layer the curve is smooth, with no step at a positive rescaled time")
    item.note("The staircase is Theorem 2, with its rate in thm-2/rate.")


@paper.figure("fig-2", "The linear autoencoder", where="Section 4.2, Figure 2", provenance="guess")
def autoencoder(item):
    item.printed("Nuclear norms and reconstruction errors of W^(t) and of W_1^(t) W_2^(t) against iterations.")
    item.criterion("a staircase for two layers, with plateaus at integers, and transitions in the order of the eigenvalues")
    item.criterion("an almost simultaneous rise for one layer")


@paper.equation("eq-28", "The reconstruction errors", where="Section 4.2, Eq. (28)", provenance="guess")
def errors(item):
    item.printed("E(t) = |X - X W^(t)|^2 and E_2(t) = |X - X W_1^(t) W_2^(t)|^2.")
    item.let(d="positive integer", n="positive integer", X="matrix(n, d)", S="matrix(d, d)", W="matrix(d, d)")
    item.suppose("Sigma_x", "n*S == X.T*X")
    item.conclude("norm2(X - X*W) == n*trace((eye(d) - W).T*S*(eye(d) - W))", expected="proved",
                  argument=[Linear(terms=[Inside("Sigma_x", "-trace((eye(d) - W).T*HOLE*(eye(d) - W))")])])  # fmt: skip
    item.note("The error depends on the data through Sigma_x only.")
