"""Section 3.1: two commuting symmetric matrices have one orthonormal basis of eigenvectors, for all sizes.

By induction on the size, as the spectral theorem: a reflection takes a common eigenvector to the last basis vector, and the rests of both
matrices, which commute again, have a common basis by the induction hypothesis.
"""

from itertools import pairwise

from verifier.language.script import (
    At,
    Axiom,
    Contradict,
    Have,
    Induct,
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
from .section_3_eigenvector import NILPOTENT, PARTS, SWAP
from .section_3_spectral import (
    BLOCK,
    LAST,
    ORTHONORMAL,
    REFLECTED,
    REFLECTION,
    REFLECTION_OF_X,
    RESOLVED,
    VECTORS,
    decomposed,
    turned,
    values,
)


def simultaneously(n, S, T):
    """An orthonormal basis of eigenvectors of S and T, both of size n x n."""
    return (
        f"exists(u, matrix({n}, 1) sequence, exists(lam, real sequence, exists(mu, real sequence, Sum(u[i]*u[i].T, (i, 0, {n}-1)) == eye({n})"
        f" and forall(i, integer[0, {n}-1], forall(j, integer[0, {n}-1], u[i].T*u[j] == delta(i, j)))"
        f" and {S} == Sum(lam[i]*u[i]*u[i].T, (i, 0, {n}-1)) and {T} == Sum(mu[i]*u[i]*u[i].T, (i, 0, {n}-1)))))"
    )


SIMULTANEOUS = (
    "forall(n, positive integer, forall(A, matrix(n, n), forall(B, matrix(n, n), implies(A.T == A and B.T == B and A*B == B*A, "
    + simultaneously("n", "A", "B")
    + "))))"
)
#: one row and column, and one more
BASE = [
    Take("A", "B"),
    Axiom("resolution-of-identity"),
    Use("resolution-of-identity", at=["1"], name="I 1"),
    Witness("basis(1, 0)", index="i"),
    Witness("basis(1, 0).T*A*basis(1, 0)", index="i"),
    Witness("basis(1, 0).T*B*basis(1, 0)", index="i"),
    Split(
        [
            [],
            [Take("i", "j")],
            *[[] for A in "AB"],
        ]
    ),
]
#: what is left of A and B besides a common eigenvector x, turned to the last basis vector: G and K, which commute
DEFLATION = [
    *REFLECTION_OF_X,
    *turned("A", "G", "a", "ev.1", "A sym"),
    *turned("B", "K", "b", "ev.2", "B sym"),
    Have(
        "G*K == K*G",
        name="GK",
        by=[
            Linear(
                terms=[
                    ("G", "1", "K"),
                    ("K", "H*A*H", "1"),
                    ("H.1", "H*A", "B*H"),
                    ("AB", "H", "H"),
                    ("H.1", "-H*B", "A*H"),
                    ("K", "-1", "H*A*H"),
                    ("G", "-K", "1"),
                ]
            )
        ],
    ),
    Have(
        "J.T*G*J*(J.T*K*J) == J.T*K*J*(J.T*G*J)",
        name="rest",
        by=[
            Linear(
                terms=[
                    ("both", "J.T*G", "K*J"),
                    ("Gl", "-J.T", f"{LAST}.T*K*J"),
                    ("apart", "-a", f"{LAST}.T*K*J"),
                    ("GK", "J.T", "J"),
                    ("both", "-J.T*K", "G*J"),
                    ("Kl", "J.T", f"{LAST}.T*G*J"),
                    ("apart", "b", f"{LAST}.T*G*J"),
                ]
            )
        ],
    ),
    Use(
        "IH",
        at=["J.T*G*J", "J.T*K*J"],
        premises=[[Split([[], [], []])]],
        name="smaller",
    ),
    Obtain("smaller", "v"),
    Obtain("v", "e"),
]
#: the matrices of a step, and the premise that they are symmetric and commute
PAIR = [
    Take("A", "B"),
    Have("A.T == A", name="A sym"),
    Have("B.T == B", name="B sym"),
    Have("A*B == B*A", name="AB"),
]
SAME_PAIR = [[Split([[], [], []])]]
DECOMPOSITION = [RESOLVED, ORTHONORMAL, decomposed("A", "G", "k", "more.2"), decomposed("B", "K", "r", "more.3")]
STEP = [
    *PAIR,
    *BLOCK,
    Have(REFLECTION, name="house", by=REFLECTED),
    Use("cited:common-eigenvector", at=["n+1", "A", "B"], premises=SAME_PAIR, name="eigen"),
    Obtain("eigen", "x"),
    Obtain("x", "a"),
    Obtain("a", "b", label="ev"),
    *DEFLATION,
    Obtain("e", "f", label="more"),
    *VECTORS,
    *values("k", "e", "a"),
    *values("r", "f", "b"),
    Witness("U[i]", index="i"),
    Witness("k[i]", index="i"),
    Witness("r[i]", index="i"),
    Split(DECOMPOSITION),
]


def each_is_needed(item, last):
    """Matrices that do not commute or are not symmetric have no common orthonormal basis of eigenvectors; `last` promises it."""
    objects = ["bases", "u", "lam", "mu", "m"]
    names = objects[: objects.index(last)]
    bases = [
        Negate("bases"),
        *[Obtain(a, b) for a, b in pairwise(names)],
        Obtain(names[-1], last, label="it"),
        Set("A", "Sum(lam[i]*u[i]*u[i].T, (i, 0, 1))"),
        Set("B", "Sum(mu[i]*u[i]*u[i].T, (i, 0, 1))"),
    ]

    def equal(value, letter, part):
        return Have(f"{value} == {letter}", name=f"is {letter}", by=[Linear(terms=[(part, "1", "1"), (letter, "-1", "1")])])

    product = [("is A", "1", SWAP), ("is B", "A", "1"), ("same", "1", "1"), ("is B", "-1", "A"), ("is A", f"-{SWAP}", "1")]
    item.without(
        "commute",
        counterexample={"d": "2", "S": PARTS, "T": SWAP},
        argument=[
            At(
                {
                    "goal": [
                        *bases,
                        Have("A*B == B*A", name="same", by=[Linear(rewrite=["A", "B", "it.1"])]),
                        equal(PARTS, "A", "it.2"),
                        equal(SWAP, "B", "it.3"),
                        Have(f"{PARTS}*{SWAP} != {SWAP}*{PARTS}", name="differ"),
                        Contradict("differ", [Linear(terms=product)]),
                    ]
                }
            )
        ],
    )
    for name, other, A, part in (("S", "T", "A", "it.2"), ("T", "S", "B", "it.3")):
        transposed = [Inside(f"is {A}", "HOLE.T"), ("symmetric", "1", "1"), (f"is {A}", "-1", "1")]
        item.without(
            f"{name}.symmetric",
            counterexample={"d": "2", name: NILPOTENT, other: "zeros(2, 2)"},
            argument=[
                At(
                    {
                        "goal": [
                            *bases,
                            Have(f"{A}.T == {A}", name="symmetric", by=[Linear(rewrite=[A])]),
                            equal(NILPOTENT, A, part),
                            Have(f"{NILPOTENT}.T != {NILPOTENT}", name="not"),
                            Contradict("not", [Linear(terms=transposed)]),
                        ]
                    }
                )
            ],
        )


@paper.cited("ext-HJ", "Commuting symmetric matrices are diagonal in one basis", where="Section 3.1, cited", provenance="derived")
def simultaneous(item):
    item.printed(
        "(Horn and Johnson, Theorem 1.3.21, for symmetric matrices) Two symmetric matrices commute only if one orthonormal basis "
        "consists of eigenvectors of both."
    )
    item.cites("Horn and Johnson, Matrix Analysis, Theorem 1.3.21 with the spectral theorem")
    item.let(d="positive integer", S="symmetric matrix(d)", T="symmetric matrix(d)")
    item.suppose("commute", "S*T == T*S")
    item.conclude(
        simultaneously("d", "S", "T"),
        because=["common-eigenvector"],
        expected="proved",
        argument=[
            Have(SIMULTANEOUS, name="all sizes", by=[Induct("n", base=BASE, step=STEP)]),
            Use("all sizes", at=["d", "S", "T"], premises=[[Split([[], [], []])]]),
        ],
        example={"d": 1, "S": 1, "T": 1},
    )
    each_is_needed(item, "mu")
    item.note("For all sizes and repeated eigenvalues, and with nothing cited. The other direction is in prose-commute.")
