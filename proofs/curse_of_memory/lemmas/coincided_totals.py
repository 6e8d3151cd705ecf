"""The coincided critical affine spaces of J_m, all in one list without repetition, as scripts.

J_n(b, v) = sum_kl b_k b_l/(e^(v_k) + e^(v_l)) - 2 sum_k b_k R(v_k) + nu: the rates are e^(v_k), given by their logarithms, so that every v is
one, and R(u) is the Laplace transform of the target rho at the rate e^u, P(u) that of t rho(t); both are curves.  A space belongs to an
assignment S of m neurons onto n rates and to a minimiser (b, v) of J_n: w = S v and S'a = b.  Its transforms
sum_i a_i/(z + e^(w_i)) are those of (b, v), so its points are critical where (b, v) is (``carried``).  Different
assignments have different rates (``one to one``), and so have different numbers of rates (``no more values``); the list is put
together from n = 1, 2, ... (``total``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from verifier.language.script import (
    Axiom,
    Cases,
    CasesOn,
    Cite,
    Contradict,
    Have,
    Induct,
    Inside,
    Linear,
    Negate,
    Numbers,
    Obtain,
    Rewritten,
    Set,
    Split,
    Step,
    Take,
    Use,
    Witness,
)  # fmt: skip
from verifier.language.script_parts import renamed

from .assignments import CONCAT, UNION, different
from .dimensions import representatives


def assignment(S: str, m: str = "m", n: str = "n") -> str:
    """Row i of the m x n matrix S is the unit vector of the rate of neuron i; each rate has a neuron."""
    return (
        f"forall(i, integer[0, {m}-1], exists(k, integer[0, {n}-1], {S}.T*basis({m}, i) == basis({n}, k)))"
        f" and forall(k, integer[0, {n}-1], exists(i, integer[0, {m}-1], {S}.T*basis({m}, i) == basis({n}, k)))"
    )


def loss(n: str, b: str, v: str, s: str) -> str:
    """J_n(b, v), where s_k = R(v_k)."""
    pairs = f"Sum(Sum({b}[k, 0]*{b}[l, 0]/(exp({v}[k, 0]) + exp({v}[l, 0])), (l, 0, {n}-1)), (k, 0, {n}-1))"
    return f"({pairs} - 2*({b}.T*{s}) + nu)"


def transformed(n: str, s: str, v: str) -> str:
    """s_i = R(v_i)."""
    return f"forall(i, integer[0, {n}-1], {s}[i, 0] == R[{v}[i, 0]])"


def critical(n: str, a: str, w: str) -> str:
    """The gradient of J_n vanishes at (a, w): Eqs. (90), (91)."""
    first = f"2*(Sum({a}[j, 0]/(exp({w}[i, 0]) + exp({w}[j, 0])), (j, 0, {n}-1)) - R[{w}[i, 0]]) == 0"
    second = f"-2*{a}[i, 0]*(Sum({a}[j, 0]/(exp({w}[i, 0]) + exp({w}[j, 0]))**2, (j, 0, {n}-1)) - P[{w}[i, 0]]) == 0"
    return f"forall(i, integer[0, {n}-1], {first} and {second})"


def minimiser(n: str, b: str, v: str) -> str:
    """(b, v) is a global minimiser of J_n over all amplitudes y and rates x."""
    return (
        f"forall(s, matrix({n}, 1), forall(y, matrix({n}, 1), forall(x, matrix({n}, 1), forall(t, matrix({n}, 1),"
        f" implies({transformed(n, 's', v)} and {transformed(n, 't', 'x')},"
        f" {loss(n, b, v, 's')} <= {loss(n, 'y', 'x', 't')})))))"
    )


def nondegenerate(n: str, b: str, v: str) -> str:
    """No amplitude is 0, and the rates are distinct."""
    return (
        f"forall(k, integer[0, {n}-1], {b}[k, 0] != 0)"
        f" and forall(k, integer[0, {n}-1], forall(l, integer[0, {n}-1], implies({v}[k, 0] == {v}[l, 0], k == l)))"
    )


def space(w: str, g: str) -> str:
    """w are the rates of a coincided critical affine space with at most g different rates."""
    return (
        f"exists(n, integer[1, {g}], exists(b, matrix(n, 1), exists(v, matrix(n, 1), exists(S, matrix(m, n), {minimiser('n', 'b', 'v')}"
        f" and {nondegenerate('n', 'b', 'v')} and {assignment('S')} and {w} == S*v and exists(a, matrix(m, 1), S.T*a == b)"
        f" and forall(a, matrix(m, 1), implies(S.T*a == b, {critical('m', 'a', w)}))))))"
    )


TERM = "factorial(n)*stirling2(m, n)"


def counted_spaces(g: str, more: str = "", also: str = "", of: Callable[[str, str], str] = space) -> str:
    """There are K = sum_(n <= g) n! S(m, n) pairwise different spaces with at most g rates; `more` is said of K, `also` of their rates w."""
    return (
        f"exists(K, nonnegative integer, K == Sum({TERM}, (n, 1, {g})){more} and exists(w, matrix(m, 1) sequence,"
        f" {different('w', 'K')} and forall(r, integer[0, K-1], {of('w[r]', g)}){also}))"
    )


def n_rho(h: str) -> str:
    """For each n <= h, J_n has a non-degenerate global minimiser: h lies in N_rho, Eq. (130)."""
    found = f"{minimiser('n', 'b', 'v')} and {nondegenerate('n', 'b', 'v')}"
    return f"forall(n, integer[1, {h}], exists(b, matrix(n, 1), exists(v, matrix(n, 1), {found})))"


N_RHO = n_rho("h")
#: R is the transform of rho, and its derivative is that of -t rho(t) times the inner derivative e^u.
TRANSFORMS = "forall(u, real, diff(R[u], u) == -exp(u)*P[u])"

#: Sums with the same terms are equal.
CONG = Have("forall(n, nonnegative integer, forall(ff, real sequence, forall(gg, real sequence, implies(forall(p, integer[0, n-1], ff[p] == gg[p]), Sum(ff[p], (p, 0, n-1)) == Sum(gg[p], (p, 0, n-1))))))", name="same terms", by=[
    Take("n", "ff", "gg"), Linear(rewrite=["given"])])


def column(P: str, name: str) -> Have:
    """y_j/(e^z + e^(x_j))**P summed over j is y'g, where P is empty or a power."""
    return Have(f"forall(n, positive integer, forall(xx, matrix(n, 1), forall(z, real, exists(gg, matrix(n, 1), forall(p, integer[0, n-1], (exp(z) + exp(xx[p, 0])){P}*gg[p, 0] == 1)"
  f" and forall(yy, matrix(n, 1), Sum(yy[j, 0]/(exp(z) + exp(xx[j, 0])){P}, (j, 0, n-1)) == yy.T*gg)))))", name=name, by=[
    Take("n", "xx", "z"), Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["n"], name="units"),
    Have(f"forall(p, integer[0, n-1], (exp(z) + exp(xx[p, 0])){P} != 0)", name="nz", by=[Take("p"), Numbers(using=[])]),
    Have("forall(d, nonzero, forall(f, real, forall(g, real, implies(f == 1/d and g == f, d*g == 1))))", name="inverse", by=[Take("d", "f", "g"), Linear(terms=[("given1.1", "d", "1"), ("given1.0", "d", "1")], nonzero=["given"])]),
    Have("forall(d, nonzero, forall(f, real, forall(g, real, implies(d*g == 1, f/d == f*g))))", name="quotient", by=[Take("d", "f", "g"), Linear(terms=[("given1", "-f/d", "1")], nonzero=["given"])]),
    Have(f"exists(ff, real sequence, forall(p, integer[0, n-1], ff[p] == 1/(exp(z) + exp(xx[p, 0])){P}))", name="there is f", by=[Witness(f"1/(exp(z) + exp(xx[p, 0])){P}", index="p")]), Obtain("there is f", "ff", label="ff"),
    Have("exists(gg, matrix(n, 1), forall(p, integer[0, n-1], gg[p, 0] == ff[p]))", name="there is g0", by=[Witness("Sum(ff[l]*basis(n, l), (l, 0, n-1))"), Take("p"), Linear()]), Obtain("there is g0", "gg", label="g0"),
    Have(f"forall(p, integer[0, n-1], (exp(z) + exp(xx[p, 0])){P}*gg[p, 0] == 1)", name="gg", by=[Take("p"), Use("nz", at=["p"], name="now"), Use("ff", at=["p"], name="f"), Use("g0", at=["p"], name="g"), Use("inverse", at=[f"(exp(z) + exp(xx[p, 0])){P}", "ff[p]", "gg[p, 0]"], premises=[[], [Split([[], []])]])]),
Witness("gg"), Split([[Take("p"), Use("gg", at=["p"])], [Take("yy"),
      Use("same terms", at=["n", (f"yy[j, 0]/(exp(z) + exp(xx[j, 0])){P}", "j"), ("yy[j, 0]*gg[j, 0]", "j")], premises=[[Take("j"), Use("gg", at=["j"], name="e"), Use("nz", at=["j"], name="now"), Use("quotient", at=[f"(exp(z) + exp(xx[j, 0])){P}", "yy[j, 0]", "gg[j, 0]"], premises=[[], []])]], name="one"),
      Have("Sum(yy[j, 0]*gg[j, 0], (j, 0, n-1)) == yy.T*gg", name="two", by=[Linear(terms=[("units", "-yy.T", "gg")])]),
      Have("forall(x1, real, forall(x2, real, forall(x3, real, implies(x1 == x2 and x2 == x3, x1 == x3))))", name="chain", by=[Take("x1", "x2", "x3"), Linear(terms=[("given.0", "1", "1"), ("given.1", "1", "1")])]),
      Use("chain", at=[f"Sum(yy[j, 0]/(exp(z) + exp(xx[j, 0])){P}, (j, 0, n-1))", "Sum(yy[j, 0]*gg[j, 0], (j, 0, n-1))", "yy.T*gg"], premises=[[Split([[], []])]])]])])

#: The sum of y_j/(e^z + e^(x_j)), or with the squares of the denominators, as y'g for a vector g.
COLUMN1, COLUMN2 = column("", "column"), column("**2", "second column")


def moved(P: str, col: str, name: str) -> Have:
    """The transform of (a, w) is that of (b, v), where w = S v and S'a = b."""
    return Have(f"forall(z, real, Sum(a[j, 0]/(exp(z) + exp(w[j, 0])){P}, (j, 0, m-1)) == Sum(b[j, 0]/(exp(z) + exp(v[j, 0])){P}, (j, 0, n-1)))", name=name, by=[
    Take("z"), Use(col, at=["m", "w", "z"], name="there is G"), Obtain("there is G", "G", label="G"), Use(col, at=["n", "v", "z"], name="there is H"), Obtain("there is H", "H", label="H"),
    Have(f"forall(Z, real, forall(x1, real, forall(y1, real, forall(g1, real, forall(h1, real, implies(x1 == y1 and (Z + x1){P}*g1 == 1 and (Z + y1){P}*h1 == 1, g1 == h1))))))", name="one inverse", by=[Take("Z", "x1", "y1", "g1", "h1")]),
    Use("spread", at=["n", "S", "G", "H"], premises=[[], [Take("i", "k"), Use("same rate", at=["i", "k"], premises=[[]], name="rate"), Use("same exponentials", at=["w[i, 0]", "v[k, 0]"], premises=[[]], name="exp rate"), Use("G.0", at=["i"], name="gi"), Use("H.0", at=["k"], name="hk"),
        Use("one inverse", at=["exp(z)", "exp(w[i, 0])", "exp(v[k, 0])", "G[i, 0]", "H[k, 0]"], premises=[[Split([[], [], []])]])]], name="G is"),
    Use("G.1", at=["a"], name="left"), Use("H.1", at=["b"], name="right"),
    Have("a.T*G == b.T*H", name="middle"),
    Have("forall(x1, real, forall(x2, real, forall(y1, real, forall(y2, real, implies(x1 == y1 and x2 == y2 and y1 == y2, x1 == x2)))))", name="chain", by=[Take("x1", "x2", "y1", "y2")]),
    Use("chain", at=[f"Sum(a[j, 0]/(exp(z) + exp(w[j, 0])){P}, (j, 0, m-1))", f"Sum(b[j, 0]/(exp(z) + exp(v[j, 0])){P}, (j, 0, n-1))", "a.T*G", "b.T*H"], premises=[[Split([[], [], []])]])])

#: Each neuron lies in a block.
ROWS = "forall(i, integer[0, m-1], exists(k, integer[0, n-1], S.T*basis(m, i) == basis(n, k)))"

#: What depends on the block alone is g = S h.
SPREAD1 = Have(f"forall(n, positive integer, forall(S, matrix(m, n), implies({ROWS}, forall(gg, matrix(m, 1), forall(hh, matrix(n, 1), implies("
  "forall(i, integer[0, m-1], forall(k, integer[0, n-1], implies(S.T*basis(m, i) == basis(n, k), gg[i, 0] == hh[k, 0]))), gg == S*hh))))))", name="spread", by=[
    Take("n", "S"), Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["m"], name="neurons"), Take("gg", "hh"),
    Have("forall(i, integer[0, m-1], gg[i, 0] == basis(m, i).T*S*hh)", name="each", by=[
        Take("i"), Use("given", at=["i"], name="here"), Obtain("here", "k", label="block"), Use("given1", at=["i", "k"], premises=[[]], name="same"),
        Linear(terms=[("same", "1", "1")], rewrite=["block"])]),
    Linear(rewrite=["each"], terms=[("neurons", "1", "gg"), ("neurons", "-1", "S*hh")])])
PREPARED: list[Step] = [*renamed([CONG, COLUMN1, COLUMN2], {"n": "size"}), *renamed([SPREAD1], {"n": "size", "S": "SS"})]
#: Every point of a space is critical; from the facts ``assigned``, ``rates``, ``amplitudes``, ``critical``.
CARRIED: list[Step] = [*PREPARED,
    Take("a"), Have("S.T*a == b", name="sums"),
    Have(ROWS, name="rows", by=[Take("i"), Use("assigned.0", at=["i"])]),
    Have("forall(i, integer[0, m-1], forall(k, integer[0, n-1], implies(S.T*basis(m, i) == basis(n, k), w[i, 0] == v[k, 0])))", name="same rate", by=[
        Take("i", "k")]),
    Have("forall(x1, real, forall(x2, real, implies(x1 == x2, exp(x1) == exp(x2))))", name="same exponentials", by=[Take("x1", "x2")]),
    moved("", "column", "first"), moved("**2", "second column", "second"),
    Take("i"), Use("rows", at=["i"], name="here"), Obtain("here", "k", label="k"), Use("same rate", at=["i", "k"], premises=[[]], name="rate"), Use("amplitudes", at=["k"], name="amplitude"), Use("critical", at=["k"], name="now"),
    Use("first", at=["v[k, 0]"], name="one"), Use("second", at=["v[k, 0]"], name="two"),
    Have("2*(Sum(a[j, 0]/(exp(v[k, 0]) + exp(w[j, 0])), (j, 0, m-1)) - R[v[k, 0]]) == 0", name="in a"),
    Have("forall(x1, real, forall(x2, real, forall(y1, real, forall(b1, nonzero, implies(x1 == x2 and -2*b1*(x2 - y1) == 0, x1 - y1 == 0)))))", name="cancel", by=[Take("x1", "x2", "y1", "b1")]),
    Have("-2*a[i, 0]*(Sum(a[j, 0]/(exp(v[k, 0]) + exp(w[j, 0]))**2, (j, 0, m-1)) - P[v[k, 0]]) == 0", name="in w", by=[
        Use("cancel", at=["Sum(a[j, 0]/(exp(v[k, 0]) + exp(w[j, 0]))**2, (j, 0, m-1))", "Sum(b[j, 0]/(exp(v[k, 0]) + exp(v[j, 0]))**2, (j, 0, n-1))", "P[v[k, 0]]", "b[k, 0]"], premises=[[], [Split([[], [Use("now.1")]])]], name="none")]),
    Split([[Rewritten("in a", ["rate"])], [Rewritten("in w", ["rate"])]])
]

#: If p distinct numbers are among n numbers, then p <= n.
PIGEON = [Cite("linear-dependence"), Have("forall(n, positive integer, forall(p, positive integer, forall(v, matrix(n, 1), forall(u, matrix(p, 1), implies(forall(j, integer[0, p-1], exists(k, integer[0, n-1], u[j, 0] == v[k, 0]))"
  " and forall(k, integer[0, p-1], forall(l, integer[0, p-1], implies(u[k, 0] == u[l, 0], k == l))), p <= n)))))", name="no more values", by=[
    Take("n", "p", "v", "u"), Negate("more"), Have("p >= n+1", name="wide"),
    Have("forall(kk, integer[0, p], exists(T, matrix(n, 1) sequence, forall(j, integer[0, kk-1], exists(k, integer[0, n-1], T[j] == basis(n, k) and u[j, 0] == v[k, 0]))))", name="chosen", by=[
        Induct("kk", hypothesis="so far", base=[Witness("zeros(n, 1)", index="j"), Take("j")], step=[Obtain("so far", "T", label="T"), Use("given.0", at=["kk"], name="there is k"), Obtain("there is k", "k1", label="k1"),
          Have("exists(T1, matrix(n, 1) sequence, forall(j, integer[0, kk-1], T1[j] == T[j]) and T1[kk] == basis(n, k1))", name="there is T1", by=[Witness("(1 - delta(j, kk))*T[j] + delta(j, kk)*basis(n, k1)", index="j"), Split([[Take("j")], []])]), Obtain("there is T1", "T1", label="T1"),
          Witness("T1[j]", index="j"), Take("j"), Cases("j <= kk-1", yes=[Use("T", at=["j"], name="old"), Obtain("old", "k", label="k"), Use("T1.0", at=["j"], name="kept"), Witness("k"), Split([[], []])], no=[
            Have("j == kk", name="last"), Witness("k1"), Split([[Rewritten("T1.1", ["last"])], [Rewritten("k1", ["last"])]])])])]),
    Use("chosen", at=["p"], name="there is T"), Obtain("there is T", "T", label="T"),
    Have("forall(i, integer[0, p-1], forall(j, integer[0, p-1], T[i].T*T[j] == basis(p, i).T*basis(p, j)))", name="orthonormal", by=[Take("i", "j"), Use("T", at=["i"], name="first"), Obtain("first", "k", label="k"), Use("T", at=["j"], name="second"), Obtain("second", "l", label="l"),
        Cases("i == j", name="same", yes=[Rewritten("k.0", ["same"], forwards=True, name="k now"), Have("T[j].T*T[j] == basis(p, j).T*basis(p, j)", name="one"), Rewritten("one", ["same"])], no=[
          Have("k != l", name="apart", by=[Negate("equal"), Rewritten("k.1", ["equal"], forwards=True, name="k l"), Contradict("same", [Use("given.1", at=["i", "j"], premises=[[]])])]),
          Have("T[i].T*T[j] == 0", name="left", by=[Cases("k < l", name="order", no=[Have("l < k", name="other order")])]),
          Have("basis(p, i).T*basis(p, j) == 0", name="right", by=[Cases("i < j", name="order", no=[Have("j < i", name="other order")])])])]),
    Set("M", "Sum(T[j]*basis(p, j).T, (j, 0, p-1))"),
    Use("linear-dependence", at=["n", "p", "M"], name="there is x"), Obtain("there is x", "x", label="x"), Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["p"], name="coordinates"),
    Have("forall(i, integer[0, p-1], T[i].T*M*x == x[i, 0])", name="each", by=[Take("i")]),
    Have("forall(i, integer[0, p-1], x[i, 0] == 0)", name="zero", by=[Take("i"), Use("each", at=["i"], name="now")]),
    Contradict("x.0", [Linear(rewrite=["zero"], terms=[("coordinates", "1", "x")])])])]

#: Assignments with the same rates S v are the same, if the v_k are distinct.
INJ = Have("forall(n, positive integer, forall(v, matrix(n, 1), forall(S, matrix(m, n), forall(Z, matrix(m, n), implies("+ROWS+" and "+ROWS.replace("S.T", "Z.T")+" and forall(k, integer[0, n-1], forall(l, integer[0, n-1], implies(v[k, 0] == v[l, 0], k == l))) and S*v == Z*v, S == Z)))))", name="one to one", by=[
    Take("n", "v", "S", "Z"), Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["m"], name="neurons"), Use("resolution-of-identity", at=["n"], name="blocks"),
    Have("forall(i, integer[0, m-1], S.T*basis(m, i) == Z.T*basis(m, i))", name="rows", by=[
        Take("i"), Use("given.0", at=["i"], name="here"), Obtain("here", "k", label="row"), Use("given.1", at=["i"], name="there"), Obtain("there", "l", label="other"),
        Have("v[k, 0] == v[l, 0]", name="alike"),
        Use("given.2", at=["k", "l"], premises=[[]], name="same"), Rewritten("row", ["same"], name="row now", forwards=True)]),
    Have("forall(i, integer[0, m-1], forall(j, integer[0, n-1], S[i, j] == Z[i, j]))", name="entries", by=[
        Take("i", "j"), Use("rows", at=["i"], name="row")]),
    Linear(rewrite=["entries"], terms=[("neurons", "1", "S"), ("neurons", "-1", "Z"), ("blocks", "Sum(basis(m, i)*basis(m, i).T, (i, 0, m-1))*S", "1"), ("blocks", "-Sum(basis(m, i)*basis(m, i).T, (i, 0, m-1))*Z", "1")])])

#: There are amplitudes with given sums, S'a = c.
FREE = Have("forall(n, positive integer, forall(S, matrix(m, n), implies(forall(k, integer[0, n-1], exists(i, integer[0, m-1], S.T*basis(m, i) == basis(n, k))), forall(c, matrix(n, 1), exists(x, matrix(m, 1), S.T*x == c)))))", name="sums are free", by=[
    Take("n", "S"), Have("forall(j, integer[0, n-1], exists(i, integer[0, m-1], basis(m, i).T*S == basis(n, j).T))", name="no empty block", by=[Take("j"), Use("given", at=["j"], name="some"), Obtain("some", "i", label="i"), Witness("i"), Linear(terms=[Inside("i", "HOLE.T")])]),
    *representatives("m", "n"), Take("c"), Witness("Q*c"), Linear(terms=[("inverse", "1", "c")])])



def spaces_listed(of: Callable[[str, str], str], critical: Sequence[Step], carried: Sequence[Step], top: str = "h") -> Have:
    """The list for n = 1, ..., g and all g <= `top`, from the fact ``N_rho`` and the results that are cited.

    `critical` shows that the gradient vanishes at a minimiser, `carried` that it does on its spaces.
    """
    return Have(f"forall(g, integer[0, {top}], {counted_spaces('g', of=of)})", name="total", by=[
    Have("forall(cc, real sequence, forall(kk, nonnegative integer, Sum(cc[n], (n, 1, kk+1)) == Sum(cc[n], (n, 1, kk)) + cc[kk+1]))", name="last summand"),
    Have("forall(cc, real sequence, Sum(cc[n], (n, 1, 0)) == 0)", name="no summand"),
    Induct("g", base=[Witness("0"), Split([[Use("no summand", at=[(TERM, "n")], name="none")], [Witness("zeros(m, 1)", index="r"), Split([[Take("r", "s")], [Take("r")]])]])], step=[
      Obtain("IH", "K0", label="K0"), Obtain("K0.1", "W0", label="W"), Use("N_rho", at=["g+1"], name="there is b"), Obtain("there is b", "b1", label="b1"), Obtain("b1", "v1", label="v1"),
      *critical,
      Use("cited:rem-assignments", at=["m", "g+1"], name="there is K1"), Obtain("there is K1", "K1", label="K1"), Obtain("K1.1", "S1", label="S"),
      Use("union", at=["m", "1", ("W0[r]", "r"), ("S1[r]*v1", "r"), "K0", "K1"], name="there is L", premises=[[Split([
        [],
        [Take("r", "s"), Use("S.0", at=["r", "s"], premises=[[]], name="apart"), Use("S.1", at=["r"], name="one"), Use("S.1", at=["s"], name="other"), Negate("same"), Contradict("apart", [Use("one to one", at=["g+1", "v1", "S1[r]", "S1[s]"], premises=[[Split([[], [], [], []])]])])],
        [Take("r", "s"), Negate("same"), Use("W.1", at=["r"], name="there is n"), Obtain("there is n", "n", label="n"), Obtain("n", "b0", label="b0"), Obtain("b0", "v0", label="v0"), Obtain("v0", "S0", label="S0"), Use("S.1", at=["s"], name="onto"),
         Use("no more values", at=["n", "g+1", "v0", "v1"], name="fewer", premises=[[Split([[
           Take("j"), Use("onto.1", at=["j"], name="some"), Obtain("some", "i", label="i"), Use("S0.3", at=["i"], name="some k"), Obtain("some k", "k", label="k"), Witness("k")],
           []])]]),
         Contradict("fewer", [])]])]]),
      Obtain("there is L", "w", label="w"), Witness("K0 + K1"), Split([
        [Use("last summand", at=[(TERM, "n"), "g"], name="sum")],
        [Witness("w[r]", index="r"), Split([[], [
          Take("r"), Use("w.1", at=["r"], name="which"), CasesOn("which", [
            [Obtain("this", "s", label="s"), Use("W.1", at=["s"], name="there is n"), Obtain("there is n", "n", label="n"), Obtain("n", "b0", label="b0"), Obtain("b0", "v0", label="v0"), Obtain("v0", "S0", label="S0"),
             Have(of("W0[s]", "(g+1)"), name="so", by=[Witness("n"), Witness("b0"), Witness("v0"), Witness("S0"), Split([[Use(f"S0.{part}")] for part in range(8)])]), Rewritten("so", ["s"])],
            [Obtain("this", "s", label="s"), Use("S.1", at=["s"], name="onto"),
             *carried,
             Use("sums are free", at=["g+1", "S1[s]"], premises=[[]], name="free"),
             Have(of("(S1[s]*v1)", "(g+1)"), name="so", by=[Witness("g+1"), Witness("b1"), Witness("v1"), Witness("S1[s]"), Split([
                 [Use("v1.0")], [Use("v1.1")], [Use("v1.2")], [Use("onto.0")], [Use("onto.1")], [], [Use("free", at=["b1"])], [Use("critical now")]])]), Rewritten("so", ["s"])]], name="this")]])]])])])


#: The list from the facts ``N_rho`` and ``transforms``.
SPACES_LISTED = spaces_listed(
    space,
    [Use("cited:ext-Fermat", at=["g+1", "b1", "v1", ("R[t]", "t"), ("P[t]", "t"), "nu"], premises=[[], []], name="critical")],
    [Use("cited:rem-carried", at=["m", "g+1", ("R[t]", "t"), ("P[t]", "t"), "b1", "v1", "S1[s]", "S1[s]*v1"], premises=[[], [], [Split([[], []])], []], name="critical now")],
)  # fmt: skip
#: What the list rests on.
BEFORE_TOTAL: list[Step] = [*PIGEON, INJ, *renamed([FREE], {"R": "chosen"}), CONCAT, UNION]
#: The same as one formula, for a result of its own, and from that result.
_FACTS = [step for step in BEFORE_TOTAL if isinstance(step, Have) and step.name in ("no more values", "one to one", "sums are free", "union")]
LISTING = " and ".join(fact.formula for fact in _FACTS)
LISTED: list[Step] = [*BEFORE_TOTAL, Split([[Use(fact.name)] for fact in _FACTS])]


def listing(cited: str) -> list[Step]:
    """What the list rests on, from the result `cited`."""
    return [Use(cited, at=["m"], name="listing"), *(Have(fact.formula, name=fact.name, by=[Use(f"listing.{i}")]) for i, fact in enumerate(_FACTS))]
