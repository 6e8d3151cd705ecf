"""Section 4.1 and Appendix E.1.5, E.2: exact extrapolation of balanced students."""

from verifier.language.script import Cases, Cite, Have, Induct, Linear, Obtain, Split, Take, Use, Witness

from . import paper
from .lemmas.path_graphs import closed_walks, longer_path
from .notation import balanced

VECTOR = "A**p*B - Sum(y[i, 0]*A**i*B, (i, 0, p-1))"
TEACHERS = "Ahat**p*Bhat - Sum(y[i, 0]*Ahat**i*Bhat, (i, 0, p-1))"
TWICE = f"(Chat*Ahat**p - Sum(y[i, 0]*Chat*Ahat**i, (i, 0, p-1)))*({TEACHERS})"

#: Ahat^p Bhat, p <= n, is a combination of lower powers; |A^p B - the same combination|^2 only needs moments up to 2p < k.
MOMENTS = [
    Cite("krylov-relation"),
    Use("krylov-relation", at=["n", "Ahat", "Bhat"], name="krylov"),
    Obtain("krylov", "p"),
    Obtain("p", "y", label="recurrence"),
    Have("forall(j, integer[0, k-1], B.T*A**j*B == Chat*Ahat**j*Bhat)", name="moments",
         by=[Take("j"), Use("fit", at=["j"], name="now")]),
    Have(f"{VECTOR} == zeros(d, 1)", name="annihilated", by=[
        Have(f"({VECTOR}).T*({VECTOR}) == {TWICE}", name="norms"),
        Have(f"({VECTOR}).T*({VECTOR}) == 0", name="norm"),
    ]),
    Have("forall(j, nonnegative integer, B.T*A**j*B == Chat*Ahat**j*Bhat)", name="all", by=[
        Induct("j", strong=True, step=[Cases("j <= k-1", name="seen", yes=[Use("moments", at=["j"])], no=[Linear(
            rewrite=["IH"], terms=[("annihilated", "B.T*A**(j-p)", "1"), ("recurrence", "-Chat*Ahat**(j-p)", "1")])])]),
    ]),
    Take("j"),
    Use("all", at=["j"], name="now"),
]  # fmt: skip


#: A teacher that says nothing, and a student that says something behind its training length only.
ZERO_TEACHER = {"d": 4, "n": 1, "k": 3, "Ahat": 0, "Bhat": 0, "Chat": 0, "B": "Matrix([[1], [0], [0], [0]])",
                "A": "Matrix([[0, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1], [0, 0, 1, 0]])", "C": "Matrix([[1, 0, 0, 0]])"}  # fmt: skip
#: The path with two points against the path with one: equal closed walks of length 0 and 1.
SHORT = {"d": 3, "n": 1, "k": 2, "Ahat": 0, "Bhat": 1, "Chat": 1, "A": "Matrix([[0, 1, 0], [1, 0, 0], [0, 0, 0]])",
         "B": "Matrix([[1], [0], [0]])", "C": "Matrix([[1, 0, 0]])"}  # fmt: skip

#: The cycle with three points, which is not symmetric.
CYCLE = {"d": 4, "n": 1, "k": 3, "Ahat": 0, "Bhat": 1, "Chat": 1, "C": "Matrix([[1, 0, 0, 0]])",
         "A": "Matrix([[0, 1, 0, 0], [0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 0, 0]])", "B": "Matrix([[1], [0], [0], [0]])"}  # fmt: skip


@paper.lemma("lemma-7", "Zero loss makes a balanced student extrapolate", where="Section 4.1, Lemma 7", provenance="printed")
def moment_matching(item):
    item.printed("Assume d > k > 2n, teacher and student balanced, and L(Theta) = 0. Then Theta extrapolates.")
    item.use(balanced)
    item.suppose("wide", "d > k")
    item.suppose("long", "k > 2*n")
    item.suppose("fit", "fits")
    item.conclude("extrapolates", argument=MOMENTS, expected="proved")
    for name in ("wide", "teacher symmetric", "teacher balanced"):
        item.without(name, argument=MOMENTS)
    item.without("long", counterexample=SHORT)
    item.without("student balanced", counterexample={**ZERO_TEACHER, "C": "Matrix([[0, 0, 0, 1]])"})
    item.without("student symmetric", counterexample=CYCLE)
    item.note("A complete proof for all widths, with no citation and no case distinction: some Ahat^p Bhat with p <= n is a "
              "combination of lower powers; the square of the same combination of A^i B needs moments up to 2p <= 2n < k only, "
              "so it vanishes, and both responses obey one recurrence.")  # fmt: skip
    item.note("d > k is superfluous, and so are balancedness and symmetry of the teacher: whatever the teacher of width n is, a "
              "balanced symmetric student with zero loss and k > 2n extrapolates. The student's own conditions and k > 2n are "
              "needed.")  # fmt: skip


SAME, MORE = closed_walks()


@paper.remark("lemma-7-sharp", "One value less is not enough, for any width", where="Section 4.1, cross-check")
def sharp_length(item):
    item.printed("(not in the paper) For every n and every d > n there are a balanced teacher of width n and a balanced student "
                 "of width d with the same first 2n values of the response, and not the same value behind them.")  # fmt: skip
    item.let(d="positive integer", n="positive integer")
    item.suppose("wide", "d > n")
    student, teacher = "basis(d, 0).T*T**j*basis(d, 0)", "basis(n, 0).T*S**j*basis(n, 0)"
    item.conclude(
        "exists(S, matrix(n, n), exists(T, matrix(d, d), S.T == S and T.T == T"
        f" and forall(j, integer[0, 2*n-1], {student} == {teacher})"
        " and basis(d, 0).T*T**(2*n)*basis(d, 0) == basis(n, 0).T*S**(2*n)*basis(n, 0) + 1))",
        argument=[*longer_path(), Witness("S"), Witness("T"), Split([[], [], SAME, MORE])], expected="proved",
    )  # fmt: skip
    item.without("wide", counterexample={"d": "1", "n": "1"})
    item.note("The teacher is the path with n points, the student the path with n + 1: closed walks from the first point notice "
              "the end of the path behind 2n - 1 steps. So k > 2n in Lemma 7 and Theorem 5 is sharp for every n: a student that "
              "starts there stays there.")  # fmt: skip


@paper.remark("lemma-7/intuition", "One atom", where="Section 4.1", provenance="printed")
def one_atom(item):
    item.printed("For n = 1 and k > 2: E[Z] = a and E[Z^2] = a^2, so Var Z = 0 and Z = a almost surely.")
    item.let(d="positive integer", a="real", p="matrix(d, 1)", z="matrix(d, 1)")
    item.suppose("weights", "forall(i, integer[0, d-1], p[i, 0] >= 0)")
    item.suppose("mass", "Sum(p[i, 0], (i, 0, d-1)) == 1")
    item.suppose("mean", "Sum(p[i, 0]*z[i, 0], (i, 0, d-1)) == a")
    item.suppose("second", "Sum(p[i, 0]*z[i, 0]**2, (i, 0, d-1)) == a**2")
    item.conclude("Sum(p[i, 0]*(z[i, 0] - a)**2, (i, 0, d-1)) == 0",
                  argument=[Linear(terms=[("second", "1", "1"), ("mean", "-2*a", "1"), ("mass", "a**2", "1")])])  # fmt: skip
