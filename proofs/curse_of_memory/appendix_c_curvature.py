"""Appendix C.2 (3): how the spectrum of the Hessian splits on the plateau, where the memory's moments are small."""

from verifier.language.script import (
    At,
    Axiom,
    Choose,
    Cite,
    Have,
    Induct,
    Linear,
    Obtain,
    Order,
    Set,
    Split,
    Square,
    Take,
    Use,
    Witness,
)

from . import paper
from .appendix_c_spectrum import ROWS
from .lemmas.cauchy_forms import RECIPROCALS
from .lemmas.cauchy_matrices import TERMWISE, double_sums
from .lemmas.coincided_spaces import ASSIGNED, IN, TABLE
from .lemmas.confluent_forms import NEVER_NEGATIVE, form
from .lemmas.plateau_curvature import FUNCTIONALS, SEEN, A


@paper.remark("rem-confluent-form", "The curvature of J_0 on the plateau", where="Appendix C.2, Proposition C.3", provenance="derived")
def curvature(item):
    item.printed("(not in the paper) The form that (97)-(101) give at rhohat = rhobar without a memory is never negative.")
    item.let(m="positive integer", w="matrix(m, 1)", K="matrix(m, m)")
    item.suppose("rates", "forall(i, integer[0, m-1], w[i, 0] > 0)")
    item.suppose("kernel", "forall(i, integer[0, m-1], forall(k, integer[0, m-1], (w[i, 0] + w[k, 0])*K[i, k] == 1))")
    item.conclude(f"forall(f, real sequence, forall(g, real sequence, {form('f', 'g', 'm')} >= 0))", expected="proved",
                  argument=[*NEVER_NEGATIVE, Take("f", "g"), Use("confluent form", at=["m", ("f[t]", "t"), ("g[t]", "t")])],
                  example={"m": 1, "w": 1, "K": "1/2"})  # fmt: skip
    item.without("rates", counterexample={"m": 1, "w": -1, "K": "-1/2"}, argument=[At({"goal": [Witness("1", index="t"), Witness("0", index="t")]})])
    item.note("With f_i = x_i and g_i = a_i y_i twice this form is (x, y)' Hess J_0 (x, y), the integral of 2 (sum_i (x_i - a_i y_i t) e^(-w_i t))^2; equal rates are allowed.")


def diagonal(entry):
    return f"Sum({entry}*basis(m, i)*basis(m, i).T, (i, 0, m-1))"


D1, D2 = diagonal("mu[i]"), diagonal("a[i, 0]*nu[i]")
HESSIAN = f"P == 2*G and Q == -2*{A}*H + 2*{D1} and R == 4*{A}*J*{A} - 2*{D2}"
LEAST = ("forall(lam, real, forall(x, matrix(m, 1), forall(y, matrix(m, 1), implies(P*x + Q.T*y == lam*x and Q*x + R*y == lam*y and x.T*x + y.T*y == 1,"
         " lam >= -e))))")  # fmt: skip
MOST = ("forall(X, matrix(m, m + q + 1), forall(Y, matrix(m, m + q + 1), forall(D, symmetric matrix(m + q + 1), implies(X.T*X + Y.T*Y == eye(m + q + 1)"
        " and P*X + Q.T*Y == X*D and Q*X + R*Y == Y*D, exists(c, matrix(m + q + 1, 1), c != zeros(m + q + 1, 1) and c.T*D*c <= e*c.T*c)))))")  # fmt: skip
U, Z = "(S.T*x)", f"(S.T*{A}*y)"
#: Half the form of Hess J_0 at the sums u = S'x, z = S'Ay over the blocks.
CURVATURE = "({u}.T*K*{u} - {u}.T*L*{z} - {z}.T*L*{u} + 2*{z}.T*M*{z})"
MEMORY = f"(2*y.T*{D1}*x + 2*x.T*{D1}*y - 2*y.T*{D2}*y)"
UNIT = "Sum(basis(n, i)*basis(n, i).T, (i, 0, n-1))"
TERM = "(u[i, 0]*u[k, 0]*{0} - (u[i, 0]*z[k, 0] + z[i, 0]*u[k, 0])*{1} + 2*z[i, 0]*z[k, 0]*{2})"
POSITIVE = [
    RECIPROCALS, Use("reciprocals", at=["n", "v"], premises=[[Use("rates")]], name="there is K"), Obtain("there is K", "K", label="kernel"),
    *(step for letter, power in (("L", 2), ("M", 3)) for step in (
        Have(f"exists({letter}, matrix(n, n), forall(i, integer[0, n-1], forall(k, integer[0, n-1], {letter}[i, k] == K[i, k]**{power})))", name=f"there is {letter}", by=[
            Witness(f"Sum(Sum(K[i, k]**{power}*basis(n, i)*basis(n, k).T, (k, 0, n-1)), (i, 0, n-1))"), Take("i", "k")]),
        Obtain(f"there is {letter}", letter, label=f"{letter} is"))),
    Have("forall(i, integer[0, n-1], forall(k, integer[0, n-1], L[i, k] == K[i, k]**2 and M[i, k] == K[i, k]**3))", name="powers", by=[
        Take("i", "k"), Use("L is", at=["i", "k"], name="Lik"), Use("M is", at=["i", "k"], name="Mik"), Split([[], []])]),
    TERMWISE, Use("cited:rem-confluent-form", at=["n", "v", "K"], name="never negative", premises=[[Split([[Use("rates")], [Use("kernel")]])]]),
    Have(f"forall(u, matrix(n, 1), forall(z, matrix(n, 1), {CURVATURE.format(u='u', z='z')} >= 0))", name="minimum", by=[
        Take("u", "z"), Use("never negative", at=[("u[t, 0]", "t"), ("z[t, 0]", "t")], name="now"),
        double_sums(TERM.format("K[i, k]", "K[i, k]**2", "K[i, k]**3"), TERM.format("K[i, k]", "L[i, k]", "M[i, k]"), ("n-1", "n-1"), [
            Use("powers", at=["i", "k"], name="entry")], "same"),
        Have(f"Sum(Sum({TERM.format('K[i, k]', 'L[i, k]', 'M[i, k]')}, (k, 0, n-1)), (i, 0, n-1)) == {CURVATURE.format(u='u', z='z')}", name="entries", by=[
            Linear(terms=[t for x, B, r, c in (("u", "K", "u", "-1"), ("u", "L", "z", "1"), ("z", "L", "u", "1"), ("z", "M", "z", "-2"))
                          for t in (("blocks", f"{c}*{x}.T", f"{B}*{r}"), ("blocks", f"{c}*{x}.T*{UNIT}*{B}", r))])]),
        Order(positive=[Square(facts=["now"])], terms=[("same", "-1", "1"), ("entries", "-1", "1")])]),
]  # fmt: skip


FORM, SIZES = "Sum(4*mu[k]*x[k, 0]*y[k, 0] - 2*a[k, 0]*nu[k]*y[k, 0]**2, (k, 0, {m}-1))", "Sum(x[k, 0]**2 + y[k, 0]**2, (k, 0, {m}-1))"
QUADRATIC = "(x.T*P*x + x.T*Q.T*y + y.T*Q*x + y.T*R*y)"
#: From ``one`` (a single neuron): |(x, y)' E (x, y)| <= e |(x, y)|^2.
BOUNDED = [
    ROWS[0],
    Have(f"forall(x, matrix(m, 1), forall(y, matrix(m, 1), -e*(x.T*x + y.T*y) <= {MEMORY} and {MEMORY} <= e*(x.T*x + y.T*y)))", name="memory", by=[
        Take("x", "y"),
        Have(f"forall(m1, integer[0, m], -e*{SIZES.format(m='m1')} <= {FORM.format(m='m1')} and {FORM.format(m='m1')} <= e*{SIZES.format(m='m1')})", name="sums", by=[
            Induct("m1", step=[
                Use("small", at=["m1"], name="now"),
                Use("one", at=["x[m1, 0]", "y[m1, 0]", "mu[m1]", "a[m1, 0]*nu[m1]"], premises=[[]], name="last"),
                Split([[], []])])]),
        Use("sums", at=["m"], name="all"),
        Have(f"{SIZES.format(m='m')} == x.T*x + y.T*y and {FORM.format(m='m')} == {MEMORY}", name="words", by=[
            Split([[Linear(terms=[("neurons", "-x.T", "x"), ("neurons", "-y.T", "y")])], []])]),
        Split([[Order(positive=[Square(facts=["all.0"])], terms=[("words.0", "-e", "1"), ("words.1", "-1", "1")])],
               [Order(positive=[Square(facts=["all.1"])], terms=[("words.0", "-e", "1"), ("words.1", "1", "1")])]])]),
]  # fmt: skip
TABLES = [
    TABLE,
    Have("forall(x, real, forall(y, real, forall(z, real, implies(x*y == 1 and x*z == 1, y == z))))", name="one inverse", by=[
        Take("x", "y", "z")]),
    Have(f"forall(i, integer[0, m-1], forall(k, integer[0, n-1], implies({IN}, w[i, 0] == v[k, 0])))", name="same rate", by=[
        Take("i", "k")]),
    *(Have(f"{neurons} == S*{blocks}*S.T", name=f"{neurons} is", by=[Use("table", at=[neurons, blocks], premises=[[
        Take("i", "j", "k", "l"), Use("same rate", at=["i", "k"], premises=[[]], name="first"), Use("same rate", at=["j", "l"], premises=[[]], name="second"),
        Use("kernel", at=["k", "l"], name="below"), Use("powers", at=["k", "l"], name="below powers"), Use("inner products", at=["i", "j"], name="above"),
        Use("one inverse", at=["w[i, 0] + w[j, 0]", "G[i, j]", "K[k, l]"], name="equal", premises=[[Split([
            [], []])]]),
        closing]])]) for neurons, blocks, closing in (
            ("G", "K", Use("equal")),
            ("H", "L", Linear(terms=[("above.1", "1", "1"), ("below powers.0", "-1", "1"), ("equal", "G[i, j] + K[k, l]", "1")])),
            ("J", "M", Linear(terms=[("above.2", "1", "1"), ("below powers.1", "-1", "1"), ("equal", "G[i, j]**2 + G[i, j]*K[k, l] + K[k, l]**2", "1")])))),
]  # fmt: skip
BLOCKS = [
    Have("forall(i, integer[0, n-1], forall(k, integer[0, n-1], L[k, i] == L[i, k]))", name="turned", by=[
        Take("i", "k"), Use("kernel", at=["i", "k"], name="Kik"), Use("kernel", at=["k", "i"], name="Kki"), Use("powers", at=["i", "k"], name="Lik"), Use("powers", at=["k", "i"], name="Lki"),
        Have("K[k, i] == K[i, k]", name="equal")]),
    Set("B", "L.T - L"),
    Have("forall(i, integer[0, n-1], forall(k, integer[0, n-1], basis(n, i).T*B*basis(n, k) == 0))", name="each", by=[
        Take("i", "k"), Use("turned", at=["i", "k"], name="now")]),
    Have("B == zeros(n, n)", name="no B", by=[Linear(rewrite=["each"], terms=[("blocks", "1", "B"), ("blocks", f"{UNIT}*B", "1")])]),
    Have("L.T == L", name="even"),
    Have(f"P == 2*S*K*S.T and Q == -2*{A}*S*L*S.T + 2*{D1} and R == 4*{A}*S*M*S.T*{A} - 2*{D2}", name="in blocks", by=[
        Split([[], [],
               []])]),
    Have(f"forall(x, matrix(m, 1), forall(y, matrix(m, 1), {QUADRATIC} == 2*{CURVATURE.format(u=U, z=Z)} + {MEMORY}))", name="split", by=[
        Take("x", "y")]),
]  # fmt: skip
LEAST_BY = [
    Take("lam", "x", "y"), Use("split", at=["x", "y"], name="parts"), Use("minimum", at=[U, Z], name="h"), Use("memory", at=["x", "y"], name="f"),
    Order(positive=[Square(facts=["h"], weight="2"), Square(facts=["f.0"])], terms=[
        ("given.0", "-x.T", "1"), ("given.1", "-y.T", "1"), ("given.2", "-lam - e", "1"), ("parts", "1", "1")]),
]  # fmt: skip
VALUES = f"Sum(basis(m+q, i)*basis(m, i).T, (i, 0, m-1))*({FUNCTIONALS.format(x='X', y='Y')}) + Sum(basis(m+q, m+k)*basis(n, k).T, (k, 0, q-1))*S.T*{A}*Y"
MOST_BY = [
    Take("X", "Y", "D"), Set("V", VALUES), Use("linear-dependence", at=["m+q", "m+q+1", "V"], name="dependent"), Obtain("dependent", "c", label="null"),
    Use("seen", at=["X*c", "Y*c"], name="still", premises=[[Split([[
        Set("W", f"({FUNCTIONALS.format(x='X', y='Y')})*c"),
        Have("forall(i, integer[0, m-1], basis(m, i).T*W == 0)", name="rows", by=[
            Take("i"), Linear(terms=[("W", "basis(m, i).T", "1"), ("null.1", "basis(m+q, i).T", "1"), ("V", "-basis(m+q, i).T", "c")])]),
        Linear(rewrite=["rows"], terms=[("neurons", "1", "W"), ("W", "-1", "1")])], [
        Take("k"), Linear(terms=[("null.1", "basis(m+q, m+k).T", "1"), ("V", "-basis(m+q, m+k).T", "c")])]])]]),
    Use("split", at=["X*c", "Y*c"], name="parts"), Use("memory", at=["X*c", "Y*c"], name="f"), Witness("c"), Split([[], [
        Order(positive=[Square(facts=["f.1"])], terms=[
            ("given1.0", "-e*c.T", "c"), ("given1.0", "c.T", "D*c"), ("given1.1", "c.T*X.T", "c"), ("given1.2", "c.T*Y.T", "c"), ("parts", "-1", "1"),
            ("still.0", f"-2*(S.T*X*c).T*K + 2*(S.T*{A}*Y*c).T*L", "1"), ("still.1", f"2*(S.T*X*c).T*L - 4*(S.T*{A}*Y*c).T*M", "1")])]]),
]  # fmt: skip


#: One neuron of amplitude 0 and rate 1, no memory: m* = 0.
ALONE = {"m": 1, "n": 1, "q": 0, "S": 1, "a": 0, "w": 1, "v": 1, "G": "1/2", "H": "1/4", "J": "1/8", "mu": 0, "nu": 0, "P": 1, "Q": 0, "R": 0, "e": 0}
#: The amplitude 1 = a*, and a memory with d_1 = 1/4, d_2 = 1: the Hessian is diag(1, -3/2).
LOUD = {**ALONE, "q": 1, "a": 1, "mu": "1/4", "nu": 1, "Q": 0, "R": "-3/2"}
BELOW = [At({"goal": [Choose(0), Witness("-3/2"), Witness("0"), Witness("1"), Split([[], []])]})]


@paper.remark("plateau-spectrum", "The spectrum where neurons share their rates", where="Appendix C.2, Proposition C.3, Eq. (104)", provenance="derived")
def spectrum(item):
    item.printed("(not in the paper) On M*_P no eigenvalue of Hess J_omega is below -e, and at most m + m* exceed e, e = max_k (2 |d_k| + 2 |a_k d'_k|), "
                 "d_k and d'_k the moments 1 and 2 of the memory at w_k.")  # fmt: skip
    item.let(m="positive integer", n="positive integer", q="integer[0, n]", S="matrix(m, n)", a="matrix(m, 1)", w="matrix(m, 1)",
             v="matrix(n, 1)", G="matrix(m, m)", H="matrix(m, m)", J="matrix(m, m)",
             mu="real sequence", nu="real sequence", P="matrix(m, m)", Q="matrix(m, m)", R="matrix(m, m)", e="nonnegative")  # fmt: skip
    item.suppose("assigned", ASSIGNED)
    item.suppose("cancel", "forall(k, integer[q, n-1], (S.T*a)[k, 0] == 0)")
    item.suppose("rates", "forall(k, integer[0, n-1], v[k, 0] > 0)")
    item.suppose("shared", "w == S*v")
    item.suppose("inner products", "forall(i, integer[0, m-1], forall(k, integer[0, m-1], (w[i, 0] + w[k, 0])*G[i, k] == 1 and H[i, k] == G[i, k]**2 and J[i, k] == G[i, k]**3))")
    item.suppose("hessian", HESSIAN)
    item.suppose("small", "forall(k, integer[0, m-1], 2*Abs(mu[k]) + 2*Abs(a[k, 0]*nu[k]) <= e)")
    item.conclude(f"{LEAST} and {MOST}", because=["rem-confluent-form"], expected="proved", argument=[
        Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["m"], name="neurons"), Use("resolution-of-identity", at=["n"], name="blocks"),
        Cite("linear-dependence"), *POSITIVE, *SEEN, *BOUNDED, *TABLES, *BLOCKS, Split([LEAST_BY, MOST_BY])],
        example=ALONE)
    item.without("small", counterexample=LOUD, argument=BELOW)
    item.without("hessian", counterexample={**ALONE, "R": "-3/2"}, argument=BELOW)
    item.note("For all m, m* = q and all theta in a space M*_P: m neurons in n blocks of equal rates v_k (S, shared), the first q those of the target, in each other "
              "block with amplitudes of sum 0 (cancel); a block may be empty, and that sum_(i in I_j) a_i = a*_j and that the v_k differ are not used. P, Q, R are the blocks "
              "of Hess J_omega by (97)-(103), rows of Q for rates, with d_k = mu and d'_k = nu.")  # fmt: skip
    item.note("Said of the orthonormal vectors (x, y) in R^(2m), columns of X and Y: each eigenvalue is at least -e, and of m + m* + 1 orthonormal eigenvectors "
              "(D diagonal) one has an eigenvalue of at most e. That Hess J_0 >= 0 is shown without the second-order condition (rem-confluent-form).")  # fmt: skip
