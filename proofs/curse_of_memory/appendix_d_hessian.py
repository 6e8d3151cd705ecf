"""Appendix D: the Hessian on the coincided spaces: its kernel, its rank and its inertia by congruence, for all sizes."""

from verifier.language.script import (
    At,
    Choose,
    Cite,
    Contradict,
    Have,
    Inside,
    Linear,
    Negate,
    Obtain,
    Set,
    Split,
    Take,
    Use,
    Witness,
)

from . import paper
from .appendix_d_spaces import BLOCK_A, BLOCK_W, ONE, ONTO_BY, TABLES, coincided
from .lemmas.coincided_spaces import ASSIGNED, DIAGONALS, ENTRIES, GRAM, INVERSE, ONTO, SPREAD

A = "Sum(a[i, 0]*basis(m, i)*basis(m, i).T, (i, 0, m-1))"
I1 = "Sum((H*a - q)[i, 0]*basis(m, i)*basis(m, i).T, (i, 0, m-1))"
#: The residual moments I_1 vanish at the rates of the minimiser of J_n, and so at those of the neurons.
STILL = [
    *TABLES,
    Have("forall(k, integer[0, n-1], (L*b - p)[k, 0] == 0)", name="moments", by=[
        Take("k"), Use("critical", at=["k"], name="now"), Use("amplitudes", at=["k"], name="apart")]),
    ENTRIES, Use("equal entries", at=["L*b", "p"], name="blocks still", premises=[[
        Take("k"), Use("moments", at=["k"], name="now")]]),
    Have("H*a == q", name="still"),
]
FACTORS = [
    *STILL,
    Have(f"{I1} == zeros(m, m)", name="no moment"),
    Have("P == 2*S*K*S.T", name="first"),
    Have(f"Q == -2*{A}*S*L*S.T", name="second"),
]


#: Two neurons in one block, for the target e^(-t).
PAIR = {**ONE, "m": 2, "S": "Matrix([[1], [1]])", "a": "Matrix([[1], [0]])", "w": "Matrix([[1], [1]])", "G": "Matrix([[1/2, 1/2], [1/2, 1/2]])",
        "H": "Matrix([[1/4, 1/4], [1/4, 1/4]])", "s": "Matrix([[1/2], [1/2]])", "q": "Matrix([[1/4], [1/4]])",
        "P": "Matrix([[1, 1], [1, 1]])", "Q": "Matrix([[-1/2, -1/2], [0, 0]])"}  # fmt: skip

#: m - n independent vectors with S'z = 0: the solutions of S'x = 0 by Remark C.2.
SPARE = [
    Have("exists(W, matrix(n, 1), forall(k, integer[0, n-1], W[k, 0] == k + 1))", name="there is W", by=[
        Witness("Sum((k + 1)*basis(n, k), (k, 0, n-1))"), Take("k")]),
    Obtain("there is W", "W", label="W"),
    Use("cited:rem-C.2", at=["n", "m", "zeros(n, 1)", "W"], name="counts", premises=[[Split([
        [Take("k"), Use("W", at=["k"], name="now")],
        [Take("k", "l"), Use("W", at=["k"], name="one"), Use("W", at=["l"], name="other"), Negate("same"), Contradict("given", [])]])]]),
    Obtain("counts.0", "N", label="N"), Obtain("N.1", "S1", label="S1"), Use("S1.1", at=["S"], premises=[[Split([[], []])]], name="there is r"),
    Obtain("there is r", "r1", label="r1"), Use("S1.3", at=["r1"], name="solved"), Obtain("solved", "p1", label="p1"), Obtain("p1", "z", label="z"),
    Have("forall(j, integer[0, m-n-1], S.T*z[j] == zeros(n, 1))", name="null z", by=[
        Take("j"), Use("z.0", at=[("0", "l")], name="none"), Use("z.0", at=[("delta(l, j)", "l")], name="one")]),
    Witness("z[j]", index="j"), Split([
        [Take("j"), Use("null z", at=["j"], name="now"), Use("null", at=["z[j]"], premises=[[Use("now")]], name="both"), Split([[Use("both.0")], [Use("both.1")]])],
        [Take("y"), Use("z.2", at=[("y[j]", "j")], premises=[[]], name="zero"), Take("j"), Use("zero", at=["j"])]]),
]  # fmt: skip
RANK = [
            *FACTORS,
            Have("forall(x, matrix(m, 1), implies(S.T*x == zeros(n, 1), P*x == zeros(m, 1) and Q*x == zeros(m, 1)))", name="null", by=[
                Take("x"), Split([[],
                                  []])]),
            Cite("linear-dependence"),
            Split([[Witness("2*S*K"), Witness(f"-2*{A}*S*L"), Split([[], []])],
                   [Take("x"), Use("null", at=["x"])],
                   [Use("linear-dependence", at=["n", "m", "S.T"], name="some"), Obtain("some", "x", label="x"), Witness("x"),
                    Use("null", at=["x"], premises=[[]], name="now"),
                    Split([[], [], []])],
                   SPARE])]
MOVED = [At({"goal": [Choose(1), Witness("Matrix([[1], [-1]])")]})]


@paper.theorem("thm-D.3", "The Hessian on the coincided spaces", where="Appendix D, Theorem D.3, Eq. (140)", provenance="recalled")
def hessian_rank(item):
    item.printed("n < m: on the n-coincided critical affine spaces of J_m the Hessian is singular, of rank at most m + n.")
    item.use(coincided)
    item.let(P="matrix(m, m)", Q="matrix(m, m)")
    item.suppose("amplitudes", "forall(k, integer[0, n-1], b[k, 0] != 0)")
    item.suppose("critical", f"forall(k, integer[0, n-1], {BLOCK_A} == 0 and {BLOCK_W} == 0)")
    item.suppose("hessian", f"P == 2*G and Q == -2*{A}*H - 2*{I1}")
    item.suppose("narrow", "n < m")
    item.conclude(
        "exists(U, matrix(m, n), exists(V, matrix(m, n), P == U*S.T and Q == V*S.T))"
        " and forall(x, matrix(m, 1), implies(S.T*x == zeros(n, 1), P*x == zeros(m, 1) and Q*x == zeros(m, 1)))"
        " and exists(x, matrix(m, 1), x != zeros(m, 1) and P*x == zeros(m, 1) and Q*x == zeros(m, 1))"
        " and exists(z, matrix(m, 1) sequence, forall(j, integer[0, m-n-1], P*z[j] == zeros(m, 1) and Q*z[j] == zeros(m, 1))"
        " and forall(y, real sequence, implies(Sum(y[j]*z[j], (j, 0, m-n-1)) == zeros(m, 1), forall(j, integer[0, m-n-1], y[j] == 0))))",
        because=["rem-C.2"], expected="proved", argument=RANK,
        example=PAIR)  # fmt: skip
    apart = {"w": "Matrix([[1], [2]])", "G": "Matrix([[1/2, 1/3], [1/3, 1/4]])", "H": "Matrix([[1/4, 1/9], [1/9, 1/16]])", "P": "Matrix([[1, 2/3], [2/3, 1/2]])",
             "s": "Matrix([[1/2], [1/3]])", "q": "Matrix([[1/4], [1/9]])", "Q": "Matrix([[-1/2, -2/9], [0, 0]])"}
    item.without("assigned", counterexample={**PAIR, **apart, "S": "Matrix([[1], [2]])"},
                 argument=[At({"goal": [Choose(1), Witness("Matrix([[2], [-1]])")]})])
    item.without("rates", counterexample={**PAIR, **apart}, argument=MOVED)
    item.without("sums", counterexample={**PAIR, "a": "Matrix([[0], [0]])", "Q": "Matrix([[1/2, 0], [0, 1/2]])"}, argument=MOVED)
    item.without("kernels", counterexample={**PAIR, "G": "eye(2)", "P": "2*eye(2)"})
    item.without("target", counterexample={**PAIR, "q": "Matrix([[1/4], [5/4]])", "Q": "Matrix([[-1/2, -1/2], [0, 2]])"}, argument=MOVED)
    item.without("amplitudes", counterexample={**PAIR, "a": "Matrix([[1], [-1]])", "b": 0, "r": 0, "p": 1, "s": "Matrix([[0], [0]])", "q": "Matrix([[1], [1]])",
                                               "Q": "Matrix([[3/2, -1/2], [1/2, 5/2]])"}, argument=MOVED)
    item.without("critical", counterexample={**PAIR, "p": 0, "q": "Matrix([[0], [0]])", "Q": "Matrix([[-1, -1/2], [0, -1/2]])"}, argument=MOVED)
    item.without("hessian", counterexample={**PAIR, "P": "eye(2)"})
    item.without("narrow", counterexample={**ONE, "P": 1, "Q": "-1/2"})
    item.without("onto", argument=[Have(ONTO, name="onto", by=ONTO_BY), *RANK])
    item.step("(140)", "forall(k, integer[0, n-1], (K*b - r)[k, 0] == 0 and (L*b - p)[k, 0] == 0)", because=["critical", "amplitudes"],
              says="I_0(what_k) = I_1(what_k) = 0", argument=[
                  Take("k"), Use("critical", at=["k"], name="now"), Use("amplitudes", at=["k"], name="apart"), Split([
                      [], []])])  # fmt: skip
    item.step("equal rows", "forall(i, integer[0, m-1], forall(j, integer[0, m-1], implies(S.T*basis(m, i) == S.T*basis(m, j),"
              " P*basis(m, i) == P*basis(m, j) and Q*basis(m, i) == Q*basis(m, j))))",
              because=["(140)", "assigned", "sums", "rates", "kernels", "target", "hessian"],
              says="the rows of the amplitudes of one block are equal: at most n different ones",
              argument=[*FACTORS, Take("i", "j"), Split([
                  [],
                  []])],
              inference_argument=[
                  *TABLES, Have("forall(k, integer[0, n-1], (L*b - p)[k, 0] == 0)", name="moments", by=[Take("k"), Use("(140)", at=["k"], name="now")]),
                  *FACTORS[len(TABLES) + 1 :], Take("i", "j"), Split([
                      [],
                      []])])  # fmt: skip
    item.note("P and Q are the blocks d2J/da da and d2J/dw da of Eqs. (137), (138); their columns are functions of the n vectors S'x, so the "
              "Hessian, with any block d2J/dw dw, is a product through R^(n+m) and has rank at most m + n. The vectors (z_j, 0) of the last part, which move amplitude "
              "within blocks, are m - n independent vectors of its kernel, so at least m - n of its eigenvalues are 0.")


#: The third table M = 1/(v_k + v_l)^3 and I_2 at the rates, g; the two quadratic forms; eta and z in place of y.
AN = "Sum(b[k, 0]*basis(n, k)*basis(n, k).T, (k, 0, n-1))"
GN = "Sum(g[k, 0]*basis(n, k)*basis(n, k).T, (k, 0, n-1))"
GM = "Sum((S*g)[i, 0]*basis(m, i)*basis(m, i).T, (i, 0, m-1))"
FORMS = (
    f"Qm(x, y) := 2*x.T*S*K*S.T*x - 4*x.T*S*L*S.T*{A}*y + 4*y.T*{A}*S*M*S.T*{A}*y + 2*y.T*{A}*{GM}*y",
    f"Qn(x, y) := 2*x.T*K*x - 4*x.T*L*{AN}*y + 4*y.T*{AN}*M*{AN}*y + 2*y.T*{AN}*{GN}*y",
)


def forms(item):
    item.let(m="positive integer", n="positive integer", S="matrix(m, n)", a="matrix(m, 1)", b="matrix(n, 1)", g="matrix(n, 1)",
             K="symmetric matrix(n)", L="symmetric matrix(n)", M="symmetric matrix(n)")
    item.suppose("assigned", ASSIGNED)
    item.suppose("onto", ONTO)
    item.suppose("sums", "S.T*a == b")
ETA = "Sum(t[k, 0]*u[k, 0]*basis(n, k), (k, 0, n-1))"
DIAG = [
    *SPREAD, *GRAM, *DIAGONALS, Use("blocked", at=["a"], name="B is"), Use("commuted", at=["g"], name="moves"),
    Have(f"S.T*{A}*S == {AN}", name="B", by=[Linear(terms=[("B is", "1", "1")], rewrite=["sums"])]),
]


def solved_for(nonzero):
    """From b_k != 0: diag(b) times ETA is u = S' diag(a) y."""
    return [
        Have("exists(t, matrix(n, 1), forall(k, integer[0, n-1], t[k, 0]*b[k, 0] == 1))", name="there are inverses", by=[
            Witness("Sum(1/b[k, 0]*basis(n, k), (k, 0, n-1))"), Take("k"), Use(nonzero, at=["k"], name="apart")]),
        Obtain("there are inverses", "t", label="t"),
        Set("u", f"S.T*{A}*y"),
        Use("equal entries", at=[f"{AN}*Sum(t[k, 0]*u[k, 0]*basis(n, k), (k, 0, n-1))", "u"], name="solved", premises=[[
            Take("k"), Use("t", at=["k"], name="now")]]),
    ]


@paper.remark("rem-D.4-congruence", "The inertia on the coincided spaces", where="Appendix D, Remark D.4", provenance="derived")
def congruence(item):
    item.printed("(not in the paper) With y = S eta + z, B eta = S' A y: Hess J_m (x, y) = Hess J_n (S' x, eta) + 2 sum_i a_i I_2(w_i) z_i^2, and "
                 "sum_(i in I_j) a_i z_i = 0 in every block; x and z are otherwise free.")
    forms(item)
    item.define(*FORMS)
    item.conclude(
        f"forall(x, matrix(m, 1), forall(c, matrix(n, 1), forall(z, matrix(m, 1), implies(S.T*{A}*z == zeros(n, 1),"
        f" Qm(x, S*c + z) == Qn(S.T*x, c) + 2*z.T*{A}*{GM}*z))))"
        f" and forall(y, matrix(m, 1), implies(forall(k, integer[0, n-1], b[k, 0] != 0), exists(c, matrix(n, 1), S.T*{A}*(y - S*c) == zeros(n, 1))))",
        expected="proved", argument=[*DIAG, Split([
            [Take("x", "c", "z"),
             Have(f"S.T*{A}*(S*c + z) == {AN}*c", name="u", by=[Linear(terms=[("B", "1", "c"), ("given", "1", "1")])]),
             Have(f"(S*c + z).T*{A}*S == c.T*{AN}", name="row", by=[Linear(terms=[Inside("u", "HOLE.T")])]),
             Linear(terms=[("u", "-4*x.T*S*L", "1"), ("u", f"4*(S*c + z).T*{A}*S*M", "1"), ("row", "4", f"M*{AN}*c"),
                           ("moves", f"2*c.T*S.T*{A}", "c"), ("B", "2*c.T", f"{GN}*c"), ("moves", f"4*z.T*{A}", "c"), ("given", f"4*c.T*{GN}", "1")])],
            [Take("y"),
             *solved_for("given"),
             Witness("Sum(t[k, 0]*u[k, 0]*basis(n, k), (k, 0, n-1))"),
             Linear(terms=[("u", "-1", "1"), ("B", "-1", "Sum(t[k, 0]*u[k, 0]*basis(n, k), (k, 0, n-1))"), ("solved", "-1", "1")])]])])  # fmt: skip
    item.without("assigned", counterexample={"m": 2, "n": 1, "S": "Matrix([[1], [2]])", "a": "Matrix([[1], [1]])", "b": 3, "g": 0, "K": 0, "L": 0, "M": 1},
                 argument=[At({"goal": [Choose(0), Witness("Matrix([[0], [0]])"), Witness("Matrix([[1]])"), Witness("Matrix([[0], [0]])")]})])
    item.without("sums", counterexample={"m": 1, "n": 1, "S": 1, "a": 1, "b": 2, "g": 0, "K": 0, "L": 0, "M": 1},
                 argument=[At({"goal": [Choose(0), Witness("Matrix([[0]])"), Witness("Matrix([[1]])"), Witness("Matrix([[0]])")]})])
    item.note("x and z are free: S' x takes all values, and so does eta, with any z of that kind. So the Hessian of J_m has the inertia of the "
              "Hessian of J_n at (b, v), m - n further zeros from x, and for each block j the inertia of I_2(v_j) sum_(i in I_j) a_i z_i^2 on "
              "sum_(i in I_j) a_i z_i = 0. The block's form I_2(v_j) sum a_i y_i^2 is that plus I_2(v_j) b_j eta_j^2: its inertia is that of the "
              "signs of I_2(v_j) a_i less the sign of I_2(v_j) b_j.")


HM = (f"2*S*K*S.T*x - 2*S*L*S.T*{A}*y == zeros(m, 1)", f"-2*{A}*S*L*S.T*x + 4*{A}*S*M*S.T*{A}*y + 2*{A}*{GM}*y == zeros(m, 1)")
HN = (f"2*K*X - 2*L*{AN}*Y == zeros(n, 1)", f"-2*{AN}*L*X + 4*{AN}*M*{AN}*Y + 2*{AN}*{GN}*Y == zeros(n, 1)")
REGULAR = f"forall(X, matrix(n, 1), forall(Y, matrix(n, 1), implies({HN[0]} and {HN[1]}, X == zeros(n, 1) and Y == zeros(n, 1))))"
KERNEL = [
    Take("x", "y"),
    *solved_for("sums apart"),
    Have("2*K*S.T*x - 2*L*u == zeros(n, 1)", name="upper", by=[
        Use("blocks count", at=["2*K*S.T*x - 2*L*u"], premises=[[Linear(terms=[("given1.0", "1", "1"), ("u", "-2*S*L", "1")])]], name="z")]),
    Have(f"-2*{AN}*L*S.T*x + 4*{AN}*M*u + 2*{GN}*u == zeros(n, 1)", name="lower", by=[
        Have(f"S.T*{A}*{GM} == {GN}*S.T*{A}", name="past", by=[Linear(terms=[Inside("moves", f"HOLE.T*{A}")])]),
        Linear(terms=[("given1.1", "S.T", "1"), ("B", "2", "L*S.T*x"), ("B", "-4", f"M*S.T*{A}*y"), ("u", f"4*{AN}*M", "1"), ("past", "-2", "y"),
                      ("u", f"2*{GN}", "1")])]),
    Use("regular", at=["S.T*x", ETA], name="none", premises=[[Split([
        [Linear(terms=[("upper", "1", "1"), ("solved", "-2*L", "1")])],
        [Linear(terms=[("lower", "1", "1"), ("solved", f"4*{AN}*M", "1"), ("solved", f"2*{GN}", "1")])]])]]),
    Have("u == zeros(n, 1)", name="u is 0", by=[Linear(terms=[("solved", "-1", "1"), ("none.1", AN, "1")])]),
    Have("forall(i, integer[0, m-1], a[i, 0]*(S*g)[i, 0]*y[i, 0] == 0)", name="products", by=[
        Take("i"), Linear(terms=[("given1.1", "1/2*basis(m, i).T", "1"), ("none.0", f"basis(m, i).T*{A}*S*L", "1"),
                                 ("u", f"2*basis(m, i).T*{A}*S*M", "1"), ("u is 0", f"-2*basis(m, i).T*{A}*S*M", "1")])]),
    Have("forall(i, integer[0, m-1], y[i, 0] == 0)", name="y entries", by=[
        Take("i"), Use("products", at=["i"], name="now"), Use("assigned", at=["i"], name="here"), Obtain("here", "k", label="block"),
        Use("neurons count", at=["i"], name="one"), Use("curvature", at=["k"], name="two"),
        Have("a[i, 0]*g[k, 0]*y[i, 0] == 0", name="with g"),
        Have("g[k, 0]*y[i, 0] == 0", name="without a", by=[Linear(terms=[("with g", "1/a[i, 0]", "1")], nonzero=["one"])]),
        Linear(terms=[("without a", "1/g[k, 0]", "1")], nonzero=["two"])]),
    Split([[], [Linear(rewrite=["y entries"], terms=[("neurons", "1", "y")])]]),
]


@paper.remark("rem-D.4", "Whether the bound on the rank is sharp", where="Appendix D, Remark D.4", provenance="recalled")
def sharp_rank(item):
    item.printed("The bound in Theorem D.3 is not sharp, since only equal rows are counted; in numerical tests more zero eigenvalues are often observed.")
    # the rows of a_1, w_1, w_2 for the target sum_j c_j e^(-u_j t), two neurons with the rate v and the amplitudes a_1 + a_2 = b; r = I_2(v)
    item.let(v="positive", b="nonzero", a1="real", a2="real", c1="real", c2="real", u1="positive", u2="positive")
    item.define("r := 2*(b/(2*v)**3 - c1/(v + u1)**3 - c2/(v + u2)**3)",
                "H(x, y, s) := Matrix([[1/v, -x/(2*v**2), -y/(2*v**2)], [-x/(2*v**2), x**2/(2*v**3) + 2*x*s, x*y/(2*v**3)], [-y/(2*v**2), x*y/(2*v**3), y**2/(2*v**3) + 2*y*s]])")  # fmt: skip
    item.suppose("line", "a1 + a2 == b")
    item.suppose("critical", "b/(2*v) == c1/(v + u1) + c2/(v + u2) and b/(2*v)**2 == c1/(v + u1)**2 + c2/(v + u2)**2")
    point = {"v": 1, "b": 1, "a1": "1/2", "a2": "1/2", "c1": "3/8", "c2": "3/4", "u1": "1/2", "u2": 2}
    item.conclude("det(H(a1, a2, r)) == 0", expected="refuted", counterexample=point)
    with item.reading("not attained everywhere: at some points of each line the rank is smaller, here at a = (0, b)") as r:
        r.conclude("det(H(0, b, r)) == 0", expected="proved", example=point)
    with item.repair("the bound m + n is attained: m = 2, n = 1, where the Hessian of J_1 is regular and I_2 and the amplitudes are not 0") as r:
        r.suppose("regular", "r + b/(2*v)**3 != 0")
        r.suppose("curved", "r != 0")
        r.suppose("no null amplitude", "a1 != 0 and a2 != 0")
        value = "4*a1*a2*{0}*({0} + b/(2*v)**3)/v"
        r.conclude(f"det(H(a1, a2, r)) == {value.format('r')} and {value.format('r')} != 0", example=point, argument=[
            Have(f"forall(s, real, det(H(a1, a2, s)) == {value.format('s')})", name="value", by=[Take("s")]),
            Have("v != 0", name="rate"),
            Have("forall(s, nonzero, forall(z, nonzero, 4*a1*a2*s*z/v != 0))", name="product", by=[
                Take("s", "z"), Negate("none"), Contradict("no null amplitude.0", [
                    Linear(terms=[("none", "v/4*(1/a2)*(1/s)*(1/z)", "1")], nonzero=["no null amplitude.1", "given", "given1", "rate"])])]),
            Split([[Use("value", at=["r"])], [Use("product", at=["r", "r + b/(2*v)**3"], premises=[[Use("curved")], [Use("regular")]])]])])
    with item.repair("m + n exactly, for all m and n, where the Hessian of J_n is regular and no a_i and no I_2(v_j) is 0: the kernel is {S' x = 0, y = 0}",
                     alone=True) as r:  # fmt: skip
        forms(r)
        r.suppose("sums apart", "forall(k, integer[0, n-1], b[k, 0] != 0)")
        r.suppose("neurons count", "forall(i, integer[0, m-1], a[i, 0] != 0)")
        r.suppose("curvature", "forall(k, integer[0, n-1], g[k, 0] != 0)")
        r.conclude(f"implies({REGULAR}, forall(x, matrix(m, 1), forall(y, matrix(m, 1), implies({HM[0]} and {HM[1]}, S.T*x == zeros(n, 1) and y == zeros(m, 1))))"
                   f" and forall(x, matrix(m, 1), implies(S.T*x == zeros(n, 1), 2*S*K*S.T*x == zeros(m, 1) and -2*{A}*S*L*S.T*x == zeros(m, 1))))",
                   argument=[*DIAG, *INVERSE, Take(), Have(REGULAR, name="regular"), Split([KERNEL, [Take("x"), Split([
                       [], []])]])],
                   example={"m": 1, "n": 1, "S": 1, "a": 1, "b": 1, "g": 1, "K": 1, "L": 1, "M": 1})
    item.note("Not sharp may mean attained nowhere (refuted), or not attained everywhere (proved). Both are said for m = 2, n = 1, every target with two exponentials and every critical "
              "(b, v) of J_1, by the rows of a_1, w_1 and w_2 of the Hessian, that of a_2 being equal to that of a_1: the rank is m + n = 3 where their determinant is not 0.")
    item.note("Refuted by the target (3/8) e^(-t/2) + (3/4) e^(-2 t), ahat = what = 1, I_2 = -1/36, at a_1 = a_2 = 1/2. In general the diagonal terms 2 a_i I_2(what_j) make all m "
              "rows in w count; the rank falls below m + n where amplitudes vanish or I_2 = 0, as on the minimisers of J_0 (Proposition C.3).")  # fmt: skip


#: Two neurons in the block of the rate 1, one in that of the rate 2, for the target e^(-t).
TRIPLE = {**PAIR, "m": 3, "n": 2, "S": "Matrix([[1, 0], [1, 0], [0, 1]])", "a": "Matrix([[1], [0], [0]])", "b": "Matrix([[1], [0]])",
          "w": "Matrix([[1], [1], [2]])", "v": "Matrix([[1], [2]])", "K": "Matrix([[1/2, 1/3], [1/3, 1/4]])",
          "L": "Matrix([[1/4, 1/9], [1/9, 1/16]])", "G": "Matrix([[1/2, 1/2, 1/3], [1/2, 1/2, 1/3], [1/3, 1/3, 1/4]])",
          "H": "Matrix([[1/4, 1/4, 1/9], [1/4, 1/4, 1/9], [1/9, 1/9, 1/16]])", "r": "Matrix([[1/2], [1/3]])", "p": "Matrix([[1/4], [1/9]])",
          "s": "Matrix([[1/2], [1/2], [1/3]])", "q": "Matrix([[1/4], [1/4], [1/9]])"}  # fmt: skip


@paper.remark("rem-D.5-constant", "The loss on a space", where="Appendix D, Remark D.5", provenance="derived")
def constant_loss(item):
    item.printed("(not in the paper) On each of these spaces the loss is constant.")
    item.use(coincided)
    item.conclude("forall(x, matrix(m, 1), implies(S.T*x == zeros(n, 1), (a + x).T*G*(a + x) - 2*(a + x).T*s == a.T*G*a - 2*a.T*s))",
                  expected="proved", argument=[
                      *TABLES, Take("x")],
                  example=TRIPLE)
    later = {"w": "Matrix([[1], [2], [2]])", "G": "Matrix([[1/2, 1/3, 1/3], [1/3, 1/4, 1/4], [1/3, 1/4, 1/4]])",
             "H": "Matrix([[1/4, 1/9, 1/9], [1/9, 1/16, 1/16], [1/9, 1/16, 1/16]])", "s": "Matrix([[1/2], [1/3], [1/3]])", "q": "Matrix([[1/4], [1/9], [1/9]])"}
    shifted = [At({"goal": [Witness("Matrix([[1], [-1], [0]])")]})]
    item.without("assigned", counterexample={**TRIPLE, **later, "S": "Matrix([[1, 0], [2, 0], [0, 1]])"},
                 argument=[At({"goal": [Witness("Matrix([[2], [-1], [0]])")]})])
    item.without("rates", counterexample={**TRIPLE, **later}, argument=shifted)
    item.without("kernels", counterexample={**TRIPLE, "G": "eye(3)"}, argument=shifted)
    item.without("target", counterexample={**TRIPLE, "s": "Matrix([[1/2], [5], [1/3]])"}, argument=shifted)
    item.note("The loss is a' G a - 2 a' s + |rho|^2. The b and v need not be critical.")
