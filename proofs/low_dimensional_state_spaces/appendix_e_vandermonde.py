"""Appendix E.1.2: a student of width d has any d values as the start of its impulse response."""

from verifier.language.script import (
    At,
    Axiom,
    Cases,
    Choose,
    Cite,
    Contradict,
    Have,
    Induct,
    Linear,
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
from .lemmas.path_graphs import prescribed
from .notation import teacher
from .section_3 import MISFIT, UNEXTRAPOLATED


def distinct(d="d"):
    """The first d numbers of the sequence l are distinct."""
    return f"forall(p, integer[0, {d}-1], forall(q, integer[0, {d}-1], implies(p != q, l[p] != l[q])))"


def one_to_one(m):
    """Weights at the first m numbers whose moments 0, ..., m-1 vanish are zero."""
    return (f"forall(g, real sequence, implies(forall(i, integer[0, {m}-1], Sum(l[j]**(i)*g[j], (j, 0, {m}-1)) == 0),"
            f" forall(s, integer[0, {m}-1], g[s] == 0)))")  # fmt: skip


def onto(m):
    """Any m values are the moments 0, ..., m-1 of some weights at the first m numbers."""
    return (f"forall(r, real sequence, exists(g, real sequence, forall(i, integer[0, {m}-1],"
            f" Sum(l[j]**(i)*g[j], (j, 0, {m}-1)) == r[i])))")  # fmt: skip


def invertible_at(d="d"):
    """`onto` and `one_to_one`, where the first d numbers are distinct."""
    return [
        Cite("moments-are-free"), Cite("moments-determine-weights"),
        Split([[Take("r"), Use("moments-are-free", at=[d, "l", "r"])],
               [Take("g", "s"), Use("moments-determine-weights", at=[d, "l", "g", "s"])]]),
    ]  # fmt: skip


NOT_ZERO = [Order(positive=[Square()], terms=[("one", "-1", "1")])]
#: Equal numbers l_a = l_b: the weights 1 at a and -1 at b have no moments.
EQUAL = [
    Take("a", "b"), Negate("equal"),
    Have("forall(t, nonnegative integer, l[a]**t == l[b]**t)", name="powers", by=[
        Induct("t")]),
    Use("given.1", at=[("delta(j, a) - delta(j, b)", "j")], name="none",
        premises=[[Take("i"), Use("powers", at=["i"], name="now")]]),
    Use("none", at=["a"], name="one"),
    Cases("a < b", name="less", yes=NOT_ZERO, no=[Cases("a > b", name="more", yes=NOT_ZERO, no=[
        Have("a == b", name="same"), Contradict("given1", [])])]),
]  # fmt: skip


@paper.cited("ext-V", "Vandermonde matrices are invertible for distinct values", where="Appendix E.1.2, cited",
             provenance="printed")  # fmt: skip
def invertible(item):
    item.printed("A square Vandermonde matrix V, rows (lambda_1^i, ..., lambda_d^i) for i = 0, ..., d-1, is invertible if and "
                 "only if lambda_i != lambda_j for i != j.")  # fmt: skip
    item.cites("standard; used without a reference")
    item.let(d="positive integer", l="real sequence")
    item.conclude(
        f"implies({distinct()}, {onto('d')} and {one_to_one('d')}) and implies({onto('d')} and {one_to_one('d')}, {distinct()})",
        argument=[Split([
            [Take(), *invertible_at()],
            [Take(), *EQUAL],
        ])], expected="proved",
    )  # fmt: skip
    item.note("V g = r is written in coordinates: sum_j l_j^i g_j = r_i for i < d. Invertible: each r has a solution, and r = 0 only "
              "the solution 0. Proved for all d by induction, without determinants.")  # fmt: skip


@paper.remark("prop-3/sketch", "The first d values can be assigned freely", where="Section 3, Proposition 3", provenance="printed")
def free_values(item):
    item.printed("The first d elements of the student's impulse response can be assigned freely via a proper choice of Theta.")
    item.let(d="positive integer", y="real sequence")
    item.conclude("exists(A, matrix(d, d), exists(B, matrix(d, 1), exists(C, matrix(1, d), A.T == A"
                  " and forall(j, integer[0, d-1], C*A**j*B == y[j]))))", expected="proved", argument=[
        *prescribed(), Use("prescribed", at=[("y[t]", "t"), "d"], name="there is"), Obtain("there is", "c", label="reached"),
        Witness("S"), Witness("basis(d, 0)"), Witness("c")])  # fmt: skip
    item.note("A is symmetric; B = e_0 is fixed and C is free. With B = C' as well the values are moments of a law up to scale, and "
              "cannot be assigned freely: C B = |B|^2 is not negative.")  # fmt: skip


DIAGONAL = "Sum(l[j]*basis(d, j)*basis(d, j).T, (j, 0, d-1))"
ROTATED = [Have("forall(i, nonnegative integer, A**i == U*L**i*U.T)", name="powers", by=[
    Induct("i")])]  # fmt: skip


def diagonal_powers(X):
    """The powers of a diagonal matrix, from ``given``."""
    return [
        Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["d"], name="identity"),
        Have(f"forall(i, nonnegative integer, {X}**i == Sum(l[j]**i*basis(d, j)*basis(d, j).T, (j, 0, d-1)))", name="powers", by=[
            Induct("i")]),
    ]  # fmt: skip


DEFINED = {"L": "given", "A": "given.1"}
DIAGONAL_POWERS = diagonal_powers("L")
DIAGONAL_STUDENT = [
    Cite("moments-are-free"), *diagonal_powers("A"),
    Split([[], [
        Take("r"), Use("moments-are-free", at=["d", "l", "r"], name="there is"), Obtain("there is", "g", label="reached"),
        Witness("Sum(basis(d, j), (j, 0, d-1))"), Witness("Sum(g[j]*basis(d, j).T, (j, 0, d-1))"),
        Take("i"), Use("powers", at=["i"], name="now"), Use("reached", at=["i"], name="value"),
    ]]),
]  # fmt: skip

#: Width 1: C B = 0 makes the response vanish.
SILENT = [Take("A", "B", "C"), Cases("C*B == 0", name="zero", yes=[Choose(2), Take("j"), Order(terms=[("zero", "-A**j", "1")])],
                                     no=[
    Choose(1), Negate("small"), Have("(C*B)**2 <= 0", name="square", by=[Order(terms=[("small", "-1", "1")])]),
    Vanish("square", squares=[Square(root="C*B", name="none")]), Contradict("zero", [Linear(terms=[("none", "1", "1")])])])]  # fmt: skip


@paper.proposition("lemma-E.2", "Zero loss alone does not extrapolate: by Vandermonde", where="Appendix E.1.2, Proposition E.2",
                   provenance="printed")  # fmt: skip
def by_vandermonde(item):
    item.printed("Assume d > k, eps >= 0, q in {k+1, k+2, ...}. For every teacher there are student parameters with L = 0 that do "
                 "not eps-extrapolate with horizon q.")  # fmt: skip
    item.use(teacher)
    item.let(epsilon="nonnegative", q="positive integer")
    item.suppose("wide", "d > k")
    item.suppose("horizon", "q >= k+1")
    item.conclude(UNEXTRAPOLATED, argument=MISFIT, expected="proved")
    item.step(
        "eigenbasis", "implies(A == U*L*U.T and U*U.T == eye(d) and U.T*U == eye(d),"
        " forall(i, nonnegative integer, C*A**i*B == C*U*L**i*U.T*B))", because=["definitions"],
        says="A = U L U'; C A^i B = C U L^i U' B",
        let={"A": "matrix(d, d)", "U": "matrix(d, d)", "L": "matrix(d, d)", "B": "matrix(d, 1)", "C": "matrix(1, d)"},
        argument=[Take(), *ROTATED, Take("i")],
    )  # fmt: skip
    item.step(
        "Vandermonde", f"implies(L == {DIAGONAL}, forall(i, nonnegative integer, a*L**i*b =="
        " Sum(l[j]**i*(a*basis(d, j)*(basis(d, j).T*b)), (j, 0, d-1))))", because=["definitions"],
        says="(V g)_i with g = (C U)' o U' B, written a = C U and b = U' B",
        let={"L": "matrix(d, d)", "l": "real sequence", "a": "matrix(1, d)", "b": "matrix(d, 1)"},
        argument=[Take(), *DIAGONAL_POWERS, Take("i")],
    )  # fmt: skip
    item.step(
        "any response", f"implies({distinct()} and A == {DIAGONAL}, A.T == A and forall(r, real sequence,"
        " exists(B, matrix(d, 1), exists(C, matrix(1, d), forall(i, integer[0, d-1], C*A**i*B == r[i])))))",
        because=["ext-V"], says="set g = V^{-1} r: a symmetric student with the response r of length d",
        let={"A": "matrix(d, d)", "l": "real sequence"},
        argument=[Take(), *DIAGONAL_STUDENT],
    )  # fmt: skip
    item.without("wide", counterexample={"d": "1", "n": "1", "k": "1", "Ahat": "1", "Bhat": "0", "Chat": "0", "epsilon": "0",
                                         "q": "2"}, argument=[At({"goal": SILENT})])  # fmt: skip
    item.note("The paper's construction: diagonal A with distinct entries, B = (1, ..., 1)' and C = g'. The conclusion is proved by "
              "another symmetric A, the path of Proposition 3. With d = k this construction has no value left; for d = k = 1 and "
              "the teacher 0 the statement fails: C B = 0 makes all C A^j B vanish.")  # fmt: skip
