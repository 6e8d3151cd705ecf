"""Appendix C.2 (3): the spectrum of a perturbed matrix of low rank, and what Proposition C.3 takes from it, step by step."""

from verifier.language.script import (
    At,
    Cases,
    Choose,
    Cite,
    Contradict,
    Have,
    Induct,
    Negate,
    Obtain,
    Order,
    Split,
    Square,
    Take,
    Use,
    Vanish,
    Witness,
)

from . import paper

LEAST = "forall(lam, real, forall(x, matrix(n, 1), implies((H + F)*x == lam*x and x.T*x == 1, lam >= -e)))"
MOST = ("forall(X, matrix(n, r + 1), forall(D, symmetric matrix(r + 1), implies(X.T*X == eye(r + 1) and (H + F)*X == X*D,"
        " exists(c, matrix(r + 1, 1), c != zeros(r + 1, 1) and c.T*D*c <= e*c.T*c))))")  # fmt: skip
#: r + 1 vectors in r coordinates are dependent: some combination of the eigenvectors is not seen by H.
FEW = [
    Take("X", "D"),
    Use("linear-dependence", at=["r", "r + 1", "Z*X"], name="dependent"), Obtain("dependent", "c", label="null"),
    Use("perturbation", at=["X*c"], name="f"),
    Witness("c"), Split([[], [Order(positive=[Square(facts=["f.1"])], terms=[
        ("given1.0", "-e*c.T", "c"), ("given1.0", "c.T", "D*c"), ("given1.1", "c.T*X.T", "c"), ("rank", "-c.T*X.T", "X*c"),
        ("null.1", "-c.T*X.T*Z.T*G", "1")])]]),
]  # fmt: skip
ONE = {"n": 1, "r": 1, "H": 0, "F": 0, "Z": 0, "G": 0, "e": 0}
COUNT = "forall(s, integer, forall(i0, integer, forall(q, integer, implies(0 <= s and s + 2*(i0 - s) <= q, i0 + i0 - s <= q))))"


FORM, SIZES = "Sum(4*d[k]*x[k]*y[k] - 2*g[k]*y[k]**2, (k, 0, {m}-1))", "Sum(x[k]**2 + y[k]**2, (k, 0, {m}-1))"


#: By the sign of d.
PARTS = [Cases("dd >= 0", no=[Have("-dd >= 0", name="falls")])]


ROWS = [
    Have("forall(xx, real, forall(yy, real, forall(dd, real, forall(gg, real, implies(2*Abs(dd) + 2*Abs(gg) <= e,"
         " -e*(xx**2 + yy**2) <= 4*dd*xx*yy - 2*gg*yy**2 and 4*dd*xx*yy - 2*gg*yy**2 <= e*(xx**2 + yy**2))))))", name="one", by=[
        Take("xx", "yy", "dd", "gg"),
        Have("2*dd + 2*gg <= e and 2*dd - 2*gg <= e and -2*dd + 2*gg <= e and -2*dd - 2*gg <= e", name="signs"),
        Have("2*dd <= e and -2*dd <= e", name="single"),
        Split([PARTS, PARTS])]),
    Take("m", "x", "y", "d", "g"),
    Have(f"forall(m1, nonnegative integer, -e*{SIZES.format(m='m1')} <= {FORM.format(m='m1')} and {FORM.format(m='m1')}"
         f" <= e*{SIZES.format(m='m1')})", name="sums", by=[Induct("m1", step=[
        Use("given", at=["m1"], name="now"),
        Use("one", at=["x[m1]", "y[m1]", "d[m1]", "g[m1]"], premises=[[]], name="last"),
        Split([[Order(positive=[Square(facts=["IH.0"]), Square(facts=["last.0"])])], [Order(positive=[Square(facts=["IH.1"]), Square(facts=["last.1"])])]])])]),
    Use("sums", at=["m"]),
]  # fmt: skip


def rates(item):
    sizes = "forall(m, positive integer, forall(p, positive integer, forall(S, matrix(m, p), forall(A, symmetric matrix(m), forall(K, symmetric"\
            " matrix(p), forall(L, symmetric matrix(p), forall(M, symmetric matrix(p), forall(x, matrix(m, 1), forall(y, matrix(m, 1), "
    item.step("rows", "forall(v, positive, forall(u, positive, forall(a1, real, forall(a2, real, forall(y, real,"
              " a2*(-2*a1/(v + u)**2) == a1*(-2*a2/(v + u)**2) and a2*(4*a1*y/(v + u)**3) == a1*(4*a2*y/(v + u)**3))))))", because=["definitions"],
              says="a_i' row_(m+i) = a_i row_(m+i') for neurons of one block; their rows of amplitudes are equal")  # fmt: skip
    item.step("kernel", sizes + "implies(S.T*x == zeros(p, 1) and S.T*A*y == zeros(p, 1), 2*S*K*S.T*x - 2*S*L*S.T*A*y == zeros(m, 1)"
              " and -2*A*S*L*S.T*x + 4*A*S*M*S.T*A*y == zeros(m, 1)))))))))))", because=["definitions"],
              says="Hess J_0 by (97)-(101) with I_0 = I_1 = I_2 = 0: what moves no block's sums of x_i and of a_i y_i is in its kernel", argument=[
        Take("m", "p", "S", "A", "K", "L", "M", "x", "y"), Split([
            [],
            []])])  # fmt: skip
    item.step("count", COUNT, because=["definitions"], says="single null neurons s and null blocks i_0 among q = m - m* neurons: 2 m* + 2 i_0 - s <= m + m*")
    item.step("Gershgorin", f"forall(m, positive integer, forall(x, real sequence, forall(y, real sequence, forall(d, real sequence, forall(g, real sequence,"
              f" implies(forall(k, nonnegative integer, 2*Abs(d[k]) + 2*Abs(g[k]) <= e), -e*{SIZES.format(m='m')} <= {FORM.format(m='m')}"
              f" and {FORM.format(m='m')} <= e*{SIZES.format(m='m')}))))))", because=["definitions"], argument=ROWS,
              says="(104): z' E z = sum_k (4 d_k x_k y_k - 2 a_k d'_k y_k^2), g_k = a_k d'_k, d_k and d'_k the moments 1 and 2 of the memory")  # fmt: skip


@paper.remark("rem-perturbed-spectrum", "Eigenvalues of a perturbed matrix of low rank", where="Appendix C.2, Proposition C.3, Eqs. (94)-(96)", provenance="derived")
def spectrum(item):
    item.printed("(not in the paper) H >= 0 of rank at most r and |F| <= e: no eigenvalue of H + F is below -e, and at most r exceed e.")
    item.let(n="positive integer", r="positive integer", H="symmetric matrix(n)", F="symmetric matrix(n)", Z="matrix(r, n)",
             G="symmetric matrix(r)", e="nonnegative")  # fmt: skip
    item.suppose("minimum", "forall(z, matrix(n, 1), z.T*H*z >= 0)")
    item.suppose("rank", "H == Z.T*G*Z")
    item.suppose("perturbation", "forall(z, matrix(n, 1), -e*z.T*z <= z.T*F*z and z.T*F*z <= e*z.T*z)")
    item.conclude(f"{LEAST} and {MOST}", argument=[Cite("linear-dependence"), Split([[
        Take("lam", "x"), Use("minimum", at=["x"], name="h"), Use("perturbation", at=["x"], name="f")], FEW])],
        example=ONE)  # fmt: skip
    below = [At({"goal": [Choose(0), Witness("-1"), Witness("1"), Split([[], []])]})]
    item.without("minimum", counterexample={**ONE, "H": -1, "Z": 1, "G": -1}, argument=below)
    item.without("perturbation", counterexample={**ONE, "F": -1}, argument=below)
    item.without("rank", counterexample={**ONE, "n": 2, "H": "eye(2)", "F": "zeros(2, 2)", "Z": "zeros(1, 2)"}, argument=[At({"goal": [
        Choose(1), Witness("eye(2)"), Witness("eye(2)"), Split([[], [Split([[], [Take("c"), Cases("c == zeros(2, 1)", name="none", yes=[Choose(0)], no=[
            Choose(1), Negate("small"), Vanish("small", [Square(root="c", name="c is 0")]), Contradict("c is 0")])]])]])]})])  # fmt: skip
    rates(item)
    item.note("For all sizes, n = 2 m. H = Hess J_0 >= 0, since theta minimises J_0; F = E_omega with |z' E z| <= e |z|^2 (step Gershgorin); Z' G Z "
              "says that the rank of H is at most r. No eigenvalue is below -e, and of any r + 1 orthonormal eigenvectors (D diagonal) one has an "
              "eigenvalue of at most e: at most r eigenvalues exceed e, and the other n - r lie in [-e, e]. Weyl's inequality is not used.")  # fmt: skip
    item.note("r: with p distinct rates H sees theta's direction (x, y) through S'x and S'(a o y) alone (step kernel): p rows each, and a block whose "
              "amplitudes are all 0 gives no second row. With m* proper blocks, i_0 null blocks and s of them single neurons, "
              "r = 2 m* + 2 i_0 - s <= m + m* (step count). Without null blocks r = 2 m*, whatever m is: then 2 (m - m*) eigenvalues are o(1), "
              "twice as many as m - m*.")  # fmt: skip
    item.note("e = max_k (2 Delta_1(w_k) + 2 |a_k| Delta_2(w_k)), which tends to 0 by Lemma C.1 (ii), and is <~ (1 + abar) omega^(-2) "
              "e^(-wlow/omega) by (iii).")  # fmt: skip
