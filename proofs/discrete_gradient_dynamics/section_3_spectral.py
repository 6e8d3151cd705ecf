"""Section 3.1: every symmetric matrix has an orthonormal basis of eigenvectors, for all sizes.

By induction on the size.  With J the first n coordinates and l the last one, J'AJ = sum d_i u_i u_i' by the induction hypothesis; let
c_i = u_i' J' A l.  Where some c_i = 0, J u_i is an eigenvector of A.  Otherwise the secular equation mu - g = sum c_i^2/(mu - d_i),
g = l'Al, has a root above all d_i by the intermediate value theorem, and J sum y_i u_i + l with y_i = c_i/(mu - d_i) is one.  A reflection
H takes it to l, and the induction hypothesis for J'HAHJ gives the rest.
"""

from verifier.language.script import (
    Axiom,
    Cases,
    Contradict,
    Have,
    Induct,
    Inside,
    Linear,
    Negate,
    Obtain,
    Root,
    Set,
    Split,
    Square,
    Take,
    Use,
    Vanish,
    Witness,
)

from . import paper

LAST = "basis(n+1, n)"
#: J: the first n of n + 1 coordinates
BLOCK = [
    Set("J", "Sum(basis(n+1, i)*basis(n, i).T, (i, 0, n-1))"), Axiom("resolution-of-identity"),
    Use("resolution-of-identity", at=["n"], name="I n"), Use("resolution-of-identity", at=["n+1"], name="I n+1"),
    Have("J.T*J == eye(n)", name="JJ"),
    Have(f"J*J.T + {LAST}*{LAST}.T == eye(n+1)", name="both"),
    Have(f"J.T*{LAST} == zeros(n, 1)", name="apart"),
]  # fmt: skip
#: the reflection that takes a unit vector x to the last basis vector
REFLECTED = [
    Take("x"),
    Have("x.T*x == 1", name="xx"),
    Cases(
        f"x.T*{LAST} == 1",
        name="same",
        yes=[
            Have(f"norm2(x - {LAST}) <= 0", name="flat"),
            Vanish("flat", [Square(f"x - {LAST}", name="is")]),
            Witness("eye(n+1)"),
            Split([[], [], []]),
        ],
        no=[
            Set("v", f"x - {LAST}"),
            Set("a", f"1 - x.T*{LAST}"),
            Have("a != 0", name="a not 0", by=[Negate("null"), Contradict("same", [])]),
            Have("v.T*v == 2*a", name="vv"),
            Have("v.T*x == a", name="vx"),
            Witness("eye(n+1) - 1/a*v*v.T"),
            Split(
                [
                    [],
                    [],
                    [],
                ]
            ),
        ],
    ),
]
ENTRY = f"u[i].T*J.T*A*{LAST}"
EIGENPAIR = "exists(x, matrix(n+1, 1), exists(mu, real, x.T*x == 1 and A*x == mu*x))"
#: one unit eigenvector of A from the eigenvectors u_i of J'AJ
EIGENVECTOR = [
    Have(f"exists(c, real sequence, forall(i, integer[0, n-1], c[i] == {ENTRY}))", name="there is c", by=[Witness(ENTRY, index="i")]),
    Obtain("there is c", "c", label="c"),
    Have(
        f"J.T*A*{LAST} == Sum(c[i]*u[i], (i, 0, n-1))", name="border", by=[Linear(rewrite=["c"], terms=[("it.0", "-1", f"J.T*A*{LAST}")])]
    ),
    Cases(
        "exists(i, integer[0, n-1], c[i] == 0)",
        name="zero",
        yes=[
            Obtain("zero", "m", label="cm"),
            Use("it.1", at=["m", "m"], name="unit"),
            Use("c", at=["m"], name="cis"),
            Witness("J*u[m]"),
            Witness("d[m]"),
            Split(
                [
                    [],
                    [
                        Have("J.T*A*J*u[m] == d[m]*u[m]", name="eig"),
                        Have(
                            f"{LAST}.T*A*J*u[m] == 0",
                            name="low",
                            by=[Linear(terms=[("sym", f"-{LAST}.T", "J*u[m]"), ("cm", "1", "1"), ("cis", "-1", "1")])],
                        ),
                        Linear(terms=[("both", "-1", "A*J*u[m]"), ("eig", "J", "1"), ("low", LAST, "1")]),
                    ],
                ]
            ),
        ],
        no=[
            Have("forall(i, integer[0, n-1], c[i] != 0)", name="cs", by=[Take("i"), Negate("e"), Contradict("zero", [Witness("i")])]),
            Use("cited:secular-equation", at=["n", ("d[i]", "i"), ("c[i]", "i"), f"{LAST}.T*A*{LAST}"], name="there is mu"),
            Obtain("there is mu", "mu", label="with mu"),
            Obtain("with mu", "y", label="y"),
            Have(
                "forall(i, integer[0, n-1], c[i] == mu*y[i] - d[i]*y[i])",
                name="cy",
                by=[Take("i"), Use("y.0", at=["i"], name="yi")],
            ),
            Set("w", "Sum(y[i]*u[i], (i, 0, n-1))"),
            Have(f"J.T*A*J*w + J.T*A*{LAST} == mu*w", name="upper", by=[Linear(rewrite=["border", "it.2", "w", "it.1", "cy"], terms=[])]),
            Have(
                f"{LAST}.T*A*J == Sum(c[i]*u[i].T, (i, 0, n-1))",
                name="row",
                by=[Linear(terms=[Inside("border", "HOLE.T"), ("sym", f"-{LAST}.T", "J")])],
            ),
            Have(
                f"{LAST}.T*A*J*w + {LAST}.T*A*{LAST} == mu",
                name="lower",
            ),
            Have(
                f"A*(J*w + {LAST}) == mu*(J*w + {LAST})",
                name="eig",
            ),
            Have(
                f"(J*w + {LAST}).T*(J*w + {LAST}) == norm2(w) + 1",
                name="size",
            ),
            Have("norm2(w) >= 0", name="w above"),
            Set("N", "norm2(w) + 1"),
            Have("N > 0", name="N above"),
            Root("N", by=[]),
            Set("r", "sqrt(N)"),
            Have("r != 0 and r**2 == N", name="r0", by=[Split([[], []])]),
            Witness(f"1/r*(J*w + {LAST})"),
            Witness("mu"),
            Split(
                [
                    [],
                    [Linear(terms=[("eig", "1/r", "1")], nonzero=["r0.0"])],
                ]
            ),
        ],
    ),
]


def spectral(n, S):
    """An orthonormal basis of eigenvectors of S, of size n x n."""
    return f"exists(u, matrix({n}, 1) sequence, exists(lam, real sequence, Sum(u[i]*u[i].T, (i, 0, {n}-1)) == eye({n}) and forall(i, integer[0, {n}-1], forall(j, integer[0, {n}-1], u[i].T*u[j] == delta(i, j))) and {S} == Sum(lam[i]*u[i]*u[i].T, (i, 0, {n}-1))))"


SPECTRAL_THEOREM = "forall(n, positive integer, forall(S, matrix(n, n), implies(S.T == S, " + spectral("n", "S") + ")))"
REFLECTION = f"forall(x, matrix(n+1, 1), implies(x.T*x == 1, exists(H, matrix(n+1, n+1), H.T == H and H*H == eye(n+1) and H*x == {LAST})))"
#: one row and column, and one more
BASE = [
    Take("S"),
    Axiom("resolution-of-identity"),
    Use("resolution-of-identity", at=["1"], name="I 1"),
    Witness("basis(1, 0)", index="i"),
    Witness("basis(1, 0).T*S*basis(1, 0)", index="i"),
    Split(
        [
            [],
            [Take("i", "j")],
            [],
        ]
    ),
]
COLUMNS = f"forall(i, integer[0, n-1], U[i] == H*J*v[i]) and forall(i, integer[n, n], U[i] == H*{LAST})"
#: the reflection for the unit eigenvector x
REFLECTION_OF_X = [
    Use("house", at=["x"], name="there is H"),
    Obtain("there is H", "H", label="H"),
    Have(f"H*{LAST} == x", name="Hl"),
]


def turned(A, G, mu, eigen, sym):
    """G = HAH has the eigenvector l, and so it is J(J'GJ)J' + mu l l'; by the facts `eigen`, Ax = mu x, and `sym`, A' = A."""
    return [
        Set(G, f"H*{A}*H"),
        Have(
            f"{G}*{LAST} == {mu}*{LAST}",
            name=f"{G}l",
        ),
        Have(
            f"{G}.T == {G}", name=f"{G} sym"
        ),
        Have(f"{LAST}.T*{G} == {mu}*{LAST}.T", name=f"l{G}"),
        Have(
            f"{G} == J*(J.T*{G}*J)*J.T + {mu}*{LAST}*{LAST}.T",
            name=f"{G} split",
            by=[
                Linear(
                    terms=[
                        ("both", "-1", G),
                        ("both", f"-(J*J.T + {LAST}*{LAST}.T)*{G}", "1"),
                        (f"{G}l", "J*J.T", f"{LAST}.T"),
                        ("apart", f"{mu}*J", f"{LAST}.T"),
                        (f"{G}l", f"{LAST}*{LAST}.T", f"{LAST}.T"),
                        (f"l{G}", LAST, "J*J.T"),
                        Inside("apart", f"{mu}*{LAST}*HOLE.T*J.T"),
                    ]
                )
            ],
        ),
    ]


#: U_i = H J v_i for i < n, and U_n = H l
VECTORS = [
    Have(
        f"exists(U, matrix(n+1, 1) sequence, {COLUMNS})",
        name="there is U",
        by=[Witness(f"H*J*v[i] + delta(i, n)*(H*{LAST} - H*J*v[i])", index="i"), Split([[Take("i")], [Take("i")]])],
    ),
    Obtain("there is U", "U", label="U"),
    Have("U[n] == H*basis(n+1, n)", name="Un", by=[Use("U.1", at=["n"])]),
]


def values(k, e, mu):
    """k_i = e_i for i < n, and k_n = mu."""
    said = f"forall(i, integer[0, n-1], {k}[i] == {e}[i]) and forall(i, integer[n, n], {k}[i] == {mu})"
    return [
        Have(
            f"exists({k}, real sequence, {said})",
            name=f"there is {k}",
            by=[Witness(f"{e}[i] + delta(i, n)*({mu} - {e}[i])", index="i"), Split([[Take("i")], [Take("i")]])],
        ),
        Obtain(f"there is {k}", k, label=k),
        Have(f"{k}[n] == {mu}", name=f"{k}n", by=[Use(f"{k}.1", at=["n"])]),
    ]


#: sum U_i U_i' = I from sum v_i v_i' = I, the fact more.0
RESOLVED = [
    Have(
        "Sum(U[i]*U[i].T, (i, 0, n-1)) == H*J*J.T*H",
        name="most",
        by=[Linear(rewrite=["U.0", "H.0"], terms=[("more.0", "H*J", "J.T*H")])],
    ),
    Linear(
        terms=[
            ("most", "1", "1"),
            ("Un", "1", "U[n].T"),
            Inside("Un", f"H*{LAST}*HOLE.T"),
            Inside("H.0", f"H*{LAST}*{LAST}.T*HOLE"),
            ("both", "H", "H"),
            ("H.1", "1", "1"),
        ]
    ),
]
#: U_i'U_j = delta_ij from v_i'v_j = delta_ij, the fact more.1
ORTHONORMAL = [
    Take("i", "j"),
    Cases(
        "i <= n - 1",
        name="ii",
        yes=[
            Use("U.0", at=["i"], name="Ui"),
            Cases(
                "j <= n - 1",
                name="jj",
                yes=[
                    Use("U.0", at=["j"], name="Uj"),
                    Use("more.1", at=["i", "j"], name="ij"),
                ],
                no=[
                    Use("U.1", at=["j"], name="Uj"),
                ],
            ),
        ],
        no=[
            Use("U.1", at=["i"], name="Ui"),
            Cases(
                "j <= n - 1",
                name="jj",
                yes=[
                    Use("U.0", at=["j"], name="Uj"),
                ],
                no=[
                    Use("U.1", at=["j"], name="Uj"),
                ],
            ),
        ],
    ),
]


def decomposed(A, G, k, smaller):
    """A = sum k_i U_i U_i' from the fact `smaller`, J'GJ = sum e_i v_i v_i'."""
    return [
        Have(f"{A} == H*{G}*H", name="back"),
        Have(
            f"Sum({k}[i]*U[i]*U[i].T, (i, 0, n-1)) == H*J*(J.T*{G}*J)*J.T*H",
            name="most",
            by=[Linear(rewrite=["U.0", f"{k}.0", "H.0"], terms=[(smaller, "-H*J", "J.T*H")])],
        ),
        Linear(
            terms=[
                ("back", "1", "1"),
                (f"{G} split", "H", "H"),
                ("most", "-1", "1"),
                ("Un", f"-{k}[n]", "U[n].T"),
                Inside("Un", f"-{k}[n]*H*{LAST}*HOLE.T"),
                Inside("H.0", f"-{k}[n]*H*{LAST}*{LAST}.T*HOLE"),
                (f"{k}n", f"-H*{LAST}", f"{LAST}.T*H"),
            ]
        ),
    ]


STEP = [
    Take("A"),
    Have("A.T == A", name="sym"),
    *BLOCK,
    Have(REFLECTION, name="house", by=REFLECTED),
    Use("IH", at=["J.T*A*J"], premises=[[]], name="smaller"),
    Obtain("smaller", "u"),
    Obtain("u", "d", label="it"),
    Have(EIGENPAIR, name="eigen", by=EIGENVECTOR),
    Obtain("eigen", "x"),
    Obtain("x", "mu", label="ev"),
    *REFLECTION_OF_X,
    *turned("A", "G", "mu", "ev.1", "sym"),
    Use("IH", at=["J.T*G*J"], premises=[[]], name="smaller again"),
    Obtain("smaller again", "v"),
    Obtain("v", "e", label="more"),
    *VECTORS,
    *values("k", "e", "mu"),
    Witness("U[i]", index="i"),
    Witness("k[i]", index="i"),
    Split([RESOLVED, ORTHONORMAL, decomposed("A", "G", "k", "more.2")]),
]


@paper.remark("spectral-theorem", "The spectral theorem", where="Section 3.1, cross-check")
def spectral_theorem(item):
    item.printed(
        "(not in the paper; Horn and Johnson, Theorem 2.5.6, for real matrices) Every symmetric n x n matrix is sum lam_i u_i u_i' with "
        "orthonormal u_0, ..., u_(n-1)."
    )
    item.conclude(SPECTRAL_THEOREM, because=["secular-equation"], expected="proved", argument=[Induct("n", base=BASE, step=STEP)])
    item.note("For all sizes and repeated eigenvalues, and with nothing cited: an induction by the secular equation and a reflection.")
