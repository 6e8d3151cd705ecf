"""Appendix C.2 (3): the eigenvalues of the Hessian where rhohat = rhobar, by the moments of the memory."""

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

from . import paper
from .appendix_c_curvature import MOST, A, diagonal
from .lemmas.coincided_spaces import ASSIGNED

#: rhohat(t; theta), rhobar(t), and that they agree.
STUDENT, TARGET = "Sum(a[i, 0]*exp(-w[i, 0]*t), (i, 0, m-1))", "Sum(A[j, 0]*exp(-W[j, 0]*t), (j, 0, n-1))"
AGREE = f"forall(t, [0, oo), {STUDENT} == {TARGET})"
#: The student, n = m* exponentials of the target, and that their functions are equal.
PLATEAU = {
    "wide": "n <= m",
    "positive": "forall(i, integer[0, m-1], w[i, 0] > 0)",
    "target positive": "forall(j, integer[0, n-1], W[j, 0] > 0)",
    "target distinct": "forall(j, integer[0, n-1], forall(k, integer[0, n-1], implies(j != k, W[j, 0] != W[k, 0])))",
    "amplitudes": "forall(j, integer[0, n-1], A[j, 0] != 0)",
    "agree": AGREE,
}
#: (97)-(101), K_ik = 1/(w_i + w_k): the second derivatives by amplitudes, by rates (rows) and amplitudes, and by rates.
HESSIAN = ("forall(i, integer[0, m-1], forall(k, integer[0, m-1], (w[i, 0] + w[k, 0])*K[i, k] == 1 and Haa[i, k] == 2*K[i, k]"
           " and Hwa[i, k] == -2*a[i, 0]*K[i, k]**2 - 2*delta(i, k)*I1[i] and Hww[i, k] == 4*a[i, 0]*a[k, 0]*K[i, k]**3 + 2*delta(i, k)*a[i, 0]*I2[i]))")  # fmt: skip
#: The columns of U above those of V are an orthonormal basis of eigenvectors, with the eigenvalues d_0 >= d_1 >= ...
BASIS = {
    "orthonormal": "U.T*U + V.T*V == eye(2*m)",
    "eigenvectors": "Haa*U + Hwa.T*V == U*Lam and Hwa*U + Hww*V == V*Lam",
    "eigenvalues": "Lam == Sum(d[k]*basis(2*m, k)*basis(2*m, k).T, (k, 0, 2*m-1))",
    "sorted": "forall(k, integer[0, 2*m-1], forall(l, integer[k, 2*m-1], d[l] <= d[k]))",
}
SPLITS = "forall(k, integer[0, 2*m-1], d[k] >= -e and implies(k >= m + n, d[k] <= e))"
MATRICES = {"K": "matrix(m, m)", "Haa": "matrix(m, m)", "Hwa": "matrix(m, m)", "Hww": "matrix(m, m)", "U": "matrix(m, 2*m)", "V": "matrix(m, 2*m)", "Lam": "matrix(2*m, 2*m)", "d": "real sequence"}

CANCEL = "forall(k, integer[n, n+m-1], (S.T*a)[k, 0] == 0)"
RATES = "forall(k, integer[0, n+m-1], v[k, 0] > 0)"
BLOCKS = f"{ASSIGNED.replace('n-1', 'n+m-1').replace('basis(n,', 'basis(n+m,')} and {CANCEL} and {RATES} and w == S*v"


@paper.remark("plateau-blocks", "Blocks of equal rates as a matrix", where="Appendix C.2, from Lemma C.3", provenance="derived")
def blocks(item):
    item.printed("(not in the paper) rhohat = rhobar: the neurons lie in blocks of equal rates, and outside those of the target the amplitudes of each block sum to 0.")
    item.let(m="positive integer", n="positive integer", a="matrix(m, 1)", w="matrix(m, 1)", A="matrix(n, 1)", W="matrix(n, 1)")
    for name, formula in PLATEAU.items():
        item.suppose(name, formula)
    item.conclude(f"exists(S, matrix(m, n+m), exists(v, matrix(n+m, 1), {BLOCKS}))", because=["lem-C.3"], expected="proved", argument=[
        Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["m"], name="neurons"),
        Use("cited:lem-C.3", at=["m", "n", *((f"{x}[t, 0]", "t") for x in "awAW")], name="union", premises=[[Split([[Use(name)] for name in PLATEAU if name != "agree"])]]),
        Use("union.0", premises=[[Use("agree")]], name="spaces"), Obtain("spaces", "q", label="q"), Obtain("q", "V", label="V"), Obtain("V", "U", label="P"),
        Set("S", "Sum(basis(m, i)*U[i].T, (i, 0, m-1))"),
        Set("v", "Sum(V[j]*basis(n+m, j), (j, 0, n+q-1)) + Sum(basis(n+m, j), (j, n+q, n+m-1))"),
        Have("forall(i, integer[0, m-1], S.T*basis(m, i) == U[i])", name="row", by=[Take("i")]),
        Have("forall(j, integer[0, n+q-1], v[j, 0] == V[j])", name="old", by=[Take("j")]),
        Have("forall(j, integer[n+q, n+m-1], v[j, 0] == 1)", name="new", by=[Take("j")]),
        Witness("S"), Witness("v"), Split([
            [Take("i"), Use("P.3", at=["i"], name="there is j"), Obtain("there is j", "j", label="j"), Use("row", at=["i"], name="now"), Witness("j")],
            [Take("k"), Cases("k <= n+q-1", name="inhabited", yes=[
                Use("P.6", at=["k"], name="sum"), Linear(rewrite=["S"], terms=[("sum", "1", "1")])], no=[
                Have("forall(i, integer[0, m-1], basis(n+m, k).T*U[i] == 0)", name="elsewhere", by=[
                    Take("i"), Use("P.3", at=["i"], name="there is j"), Obtain("there is j", "j", label="j")])])],
            [Take("k"), Cases("k <= n+q-1", name="inhabited", yes=[Use("old", at=["k"], name="now"), Use("P.2", at=["k"], name="rate")], no=[
                Use("new", at=["k"], name="now")])],
            [Have("forall(i, integer[0, m-1], basis(m, i).T*w == basis(m, i).T*S*v)", name="each", by=[
                Take("i"), Use("P.3", at=["i"], name="there is j"), Obtain("there is j", "j", label="j"), Use("row", at=["i"], name="now"), Use("old", at=["j"], name="rate")]),
             Linear(rewrite=["each"], terms=[("neurons", "1", "w"), ("neurons", "-1", "S*v")])]])],
        example={"m": 1, "n": 1, "a": 1, "w": 1, "A": 1, "W": 1})  # fmt: skip
    #: A neuron without amplitude has the rate -1.
    item.without("positive", counterexample={"m": 2, "n": 1, "a": "Matrix([[1], [0]])", "w": "Matrix([[1], [-1]])", "A": 1, "W": 1}, argument=[At({"goal": [
        Take("S", "v"), Negate("held"), Use("held.0", at=["1"], name="there is k"), Obtain("there is k", "k", label="block"), Use("held.2", at=["k"], name="sign"),
        Have("v[k, 0] == -1", name="rate", by=[Linear(terms=[("held.3", "-basis(2, 1).T", "1"), Inside("block", "-1*HOLE.T*v")])]), Contradict("sign", [Numbers(using=["rate"])])]})])
    item.note("S_ik = 1 where neuron i lies in block k, v_k is the rate of block k: k < n for the target's. The n + m blocks may be empty; empty ones have the rate 1.")


D1, D2 = diagonal("(-I1[i])"), diagonal("a[i, 0]*(-I2[i])")
#: The entrywise powers of K, and the blocks (97)-(103) in them.
IN_MATRICES = [
    *(Set(letter, f"Sum(Sum(K[i, k]**{power}*basis(m, i)*basis(m, k).T, (k, 0, m-1)), (i, 0, m-1))") for letter, power in (("H", 2), ("J", 3))),
    Have("forall(i, integer[0, m-1], forall(k, integer[0, m-1], H[i, k] == K[i, k]**2 and J[i, k] == K[i, k]**3))", name="powers", by=[
        Take("i", "k"), Split([[], []])]),
    Have("forall(uu, matrix(m, m), forall(vv, matrix(m, m), implies(forall(i, integer[0, m-1], forall(k, integer[0, m-1], uu[i, k] == vv[i, k])), uu == vv)))", name="equal tables", by=[
        Take("uu", "vv"), Linear(rewrite=["given"], terms=[
            (f, s, r) for s, x in (("", "uu"), ("-", "vv")) for f, s, r in (("neurons", f"{s}1", x), ("neurons", f"{s}Sum(basis(m, k)*basis(m, k).T, (k, 0, m-1))*{x}", "1"))])]),
    Have(f"Haa == 2*K and Hwa == -2*{A}*H + 2*{D1} and Hww == 4*{A}*J*{A} - 2*{D2}", name="in matrices", by=[Split([
        [Use("equal tables", at=list(sides), premises=[[
            Take("i", "k"), Use("hessian", at=["i", "k"], name="now"), Use("powers", at=["i", "k"], name="g")]])]
        for part, (*sides, more) in enumerate((
            ("Haa", "2*K", []), ("Hwa", f"-2*{A}*H + 2*{D1}", [("g.0", "2*a[i, 0]", "1")]), ("Hww", f"4*{A}*J*{A} - 2*{D2}", [("g.1", "-4*a[i, 0]*a[k, 0]", "1")])))])]),
]  # fmt: skip
#: Of s orthonormal eigenvectors some combination has a form of at most e; the first s are U T over V T, with the diagonal E.
SORTED = [
    Take("s", "e"), Have(MOST.replace("m + q + 1", "s").replace("(m,", "(p,"), name="few", by=[Use("given")]),
    Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["s"], name="first ones"),
    Set("T", "Sum(basis(N, k)*basis(s, k).T, (k, 0, s-1))"), Set("E", "Sum(d[k]*basis(s, k)*basis(s, k).T, (k, 0, s-1))"),
    Have("T.T*T == eye(s)", name="isometry"),
    Have("forall(l, integer[0, s-1], T*basis(s, l) == basis(N, l))", name="first", by=[Take("l")]),
    Have("forall(l, integer[0, N-1], Lam*basis(N, l) == d[l]*basis(N, l))", name="diagonal", by=[Take("l")]),
    Have("Lam*T == T*E", name="restricted"),
    Have("E.T == E", name="symmetric"),
    Use("few", at=["U*T", "V*T", "E"], name="there is c", premises=[[Use("symmetric")], [Split([
        [],
        [], []])]]),
    Obtain("there is c", "c", label="c"),
    Have("c.T*E*c == Sum(d[k]*c[k, 0]**2, (k, 0, s-1)) and c.T*c == Sum(c[k, 0]**2, (k, 0, s-1))", name="sums", by=[Split([
        [], [Linear(terms=[("first ones", "c.T", "c")])]])]),
    Have("forall(l, integer[0, s], Sum(d[k]*c[k, 0]**2, (k, 0, l-1)) >= d[s-1]*Sum(c[k, 0]**2, (k, 0, l-1)))", name="no less", by=[Induct("l", step=[
        Use("sorted", at=["l", "s-1"], name="now"), Have("d[l] - d[s-1] >= 0", name="gap"),
        Order(positive=[Square(facts=["IH"]), Square(root="c[l, 0]", facts=["gap"])])])]),
    Use("no less", at=["s"], name="all"),
    Have("c.T*c > 0", name="length", by=[Negate("none"), Vanish("none", [Square(root="c", name="c is 0")]), Contradict("c.0", [Use("c is 0")])]),
    Have("(d[s-1] - e)*(c.T*c) <= 0", name="product", by=[Order(positive=[Square(facts=["all"]), Square(facts=["c.1"])], terms=[("sums.0", "1", "1"), ("sums.1", "-d[s-1]", "1")])]),
    Have("forall(x, real, forall(y, real, implies(y > 0 and x*y <= 0, x <= 0)))", name="sign", by=[Take("x", "y")]),
    Use("sign", at=["d[s-1] - e", "c.T*c"], premises=[[]], name="gap"),
]  # fmt: skip
#: The matrix diag(1, -1/2).
DIAGONAL = {"P": 1, "Q": 0, "R": "-1/2", "U": "Matrix([[1, 0]])", "V": "Matrix([[0, 1]])", "Lam": "Matrix([[1, 0], [0, -1/2]])", "d": "1 - 3*t/2"}


@paper.remark("sorted-eigenvalues", "How many eigenvalues exceed a number", where="Appendix C.2, Proposition C.3, Eq. (95)", provenance="derived")
def ordered(item):
    item.printed("(not in the paper) If on every s orthonormal eigenvectors some value of the form is at most e, the s-th largest eigenvalue is at most e.")
    item.let(p="positive integer", N="positive integer", P="matrix(p, p)", Q="matrix(p, p)", R="matrix(p, p)",
             U="matrix(p, N)", V="matrix(p, N)", Lam="matrix(N, N)", d="real sequence")  # fmt: skip
    item.suppose("orthonormal", "U.T*U + V.T*V == eye(N)")
    item.suppose("eigenvectors", "P*U + Q.T*V == U*Lam and Q*U + R*V == V*Lam")
    item.suppose("eigenvalues", "Lam == Sum(d[k]*basis(N, k)*basis(N, k).T, (k, 0, N-1))")
    item.suppose("sorted", "forall(k, integer[0, N-1], forall(l, integer[k, N-1], d[l] <= d[k]))")
    item.conclude(f"forall(s, integer[1, N], forall(e, real, implies({MOST.replace('m + q + 1', 's').replace('(m,', '(p,')}, d[s-1] <= e)))",
                  expected="proved", argument=SORTED, example={"p": 1, "N": 2, **DIAGONAL})  # fmt: skip
    #: The matrix 0 has no form above 0 on one unit vector, but d_0 = 1.
    none, above = {"p": 1, "N": 1, "P": 0, "Q": 0, "R": 0, "U": 1, "V": 0, "Lam": 1, "d": 1}, [At({"goal": [Witness("1"), Witness("0"), Split([[
        Take("x", "y", "D"), Have("D == zeros(1, 1)", name="no D", by=[Linear(terms=[("given1.0", "-1", "D"), ("given1.1", "-x.T", "1"), ("given1.2", "-y.T", "1")])]),
        Witness("1"), Split([[], [Order(terms=[("no D", "-1", "1")])]])], []])]})]
    item.without("orthonormal", counterexample={**none, "U": 0}, argument=above)
    item.without("eigenvectors", counterexample=none, argument=above)
    item.without("eigenvalues", counterexample={**none, "Lam": 0}, argument=above)
    item.note("The matrix has the blocks P, Q', Q, R; the columns of U over V are orthonormal eigenvectors with the eigenvalues d_0 >= ... >= d_(N-1). For D diagonal the form is sum_k d_k c_k^2: "
              "it exceeds e |c|^2 unless one of the d_k is at most e.")  # fmt: skip


#: rhohat = rhobar = e^(-t), and a memory with the moments 1/4 and 1/2.
ONE = {"m": 1, "n": 1, "a": 1, "w": 1, "A": 1, "W": 1, "I1": "-1/4", "I2": "-1/2", "K": "1/2", "Haa": 1, "Hwa": 0, "Hww": "-1/2", "e": "3/2",
       **{name: DIAGONAL[name] for name in ("U", "V", "Lam", "d")}}  # fmt: skip


@paper.remark("plateau-eigenvalues", "The eigenvalues on the plateau", where="Appendix C.2, Proposition C.3, Eqs. (94), (95), (104)", provenance="derived")
def eigenvalues(item):
    item.printed("(not in the paper) rhohat = rhobar: all eigenvalues of Hess J_omega are at least -e, and all but the first m + m* at most e, e = max_k (2 |d_k| + 2 |a_k d'_k|), "
                 "d_k and d'_k the moments 1 and 2 of the memory at w_k.")  # fmt: skip
    item.let(m="positive integer", n="positive integer", a="matrix(m, 1)", w="matrix(m, 1)", A="matrix(n, 1)", W="matrix(n, 1)",
             I1="real sequence", I2="real sequence", **MATRICES, e="nonnegative")  # fmt: skip
    for name, formula in {**PLATEAU, "hessian": HESSIAN, **BASIS}.items():
        item.suppose(name, formula)
    item.suppose("small", "forall(k, integer[0, m-1], 2*Abs(I1[k]) + 2*Abs(a[k, 0]*I2[k]) <= e)")
    item.conclude(SPLITS, because=["plateau-blocks", "plateau-spectrum", "sorted-eigenvalues"], expected="proved", example=ONE, argument=[
        Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["m"], name="neurons"),
        Use("cited:plateau-blocks", at=["m", "n", "a", "w", "A", "W"], name="there is S", premises=[[Split([[Use(name)] for name in PLATEAU])]]),
        Obtain("there is S", "S", label="there is v"), Obtain("there is v", "v", label="blocks"), *IN_MATRICES,
        Have("forall(x, real, forall(y, real, forall(z, real, implies(2*Abs(x) + 2*Abs(y*z) <= e, 2*Abs(-x) + 2*Abs(y*(-z)) <= e))))", name="signs", by=[
            Take("x", "y", "z"), Numbers(using=["given"])]),
        Use("cited:plateau-spectrum", at=["m", "n+m", "n", "S", "a", "w", "v", "K", "H", "J", ("-I1[k]", "k"), ("-I2[k]", "k"), "Haa", "Hwa", "Hww", "e"], name="spectrum", premises=[[Split([
            [Use("e.nonnegative")], *([Use(f"blocks.{i}")] for i in range(4)),
            [Take("i", "k"), Use("hessian", at=["i", "k"], name="g"), Use("powers", at=["i", "k"], name="g2"), Split([[Use("g.0")], [Use("g2.0")], [Use("g2.1")]])],
            [Use("in matrices")], [Take("k"), Use("small", at=["k"], name="now"), Use("signs", at=["I1[k]", "a[k, 0]", "I2[k]"], premises=[[Use("now")]])]])]]),
        Take("k"), Split([[
            Use("spectrum.0", at=["d[k]", "U*basis(2*m, k)", "V*basis(2*m, k)"], premises=[[Split([
                [], [],
                []])]])],
            [Take(), Use("cited:sorted-eigenvalues", at=["m", "2*m", "Haa", "Hwa", "Hww", "U", "V", "Lam", ("d[l]", "l")], name="in order", premises=[[Split([[Use(name)] for name in BASIS])]]),
             Use("in order", at=["m+n+1", "e"], premises=[[Use("spectrum.1")]], name="m + n"),
             Use("sorted", at=["m+n", "k"], name="behind")]])])  # fmt: skip
    below = [At({"goal": [Witness("1"), Choose(0)]})]
    item.without("small", counterexample={**ONE, "e": "1/4"}, argument=below)
    item.without("hessian", counterexample={**ONE, "I1": 0, "I2": 0, "e": 0}, argument=below)
    item.without("eigenvectors", counterexample={**ONE, "Lam": "Matrix([[1, 0], [0, -2]])", "d": "1 - 3*t"}, argument=below)
    item.without("orthonormal", counterexample={**ONE, "U": "zeros(1, 2)", "V": "zeros(1, 2)", "Lam": "Matrix([[1, 0], [0, -2]])", "d": "1 - 3*t"}, argument=below)
    item.without("eigenvalues", counterexample={**ONE, "d": "1 - 3*t"}, argument=below)
    item.note("K_ik = 1/(w_i + w_k). Haa, Hwa, Hww are the blocks of the Hessian by (97)-(101), rows of Hwa for rates, with I1, I2 the integrals of t e^(-w_k t) and t^2 e^(-w_k t) times the residual, which at "
              "rhohat = rhobar are the negated moments of the memory (102), (103). The columns of U over V are any orthonormal basis of eigenvectors, d_0 >= ... >= d_(2m-1) the eigenvalues.")  # fmt: skip
