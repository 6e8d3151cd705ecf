"""Section 3.1: two commuting symmetric matrices have a common eigenvector, for all sizes.

With an orthonormal basis u_i of eigenvectors of S, the projection P on the eigenspace of lam_0 commutes with T, and P(T + c I)P with
c = 1 - u_0'Tu_0 is symmetric and not 0: an eigenvector of it for an eigenvalue that is not 0 lies in the eigenspace and is an eigenvector
of T.
"""

from verifier.language.script import (
    At,
    Cases,
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

SHARED = "exists(x, matrix(d, 1), exists(s, real, exists(t, real, x.T*x == 1 and S*x == s*x and T*x == t*x)))"
ENTRY = "(u[i].T*T*u[j])"
#: e_i = 1 where lam_i = lam_0, and 0 elsewhere
IN_THE_EIGENSPACE = [
    Have(
        "exists(e, real sequence, forall(i, integer[0, d-1], implies(lam[i] == lam[0], e[i] == 1) and implies(lam[i] != lam[0], e[i] == 0)))",
        name="there is e",
        by=[
            Witness("Piecewise((1, lam[i] == lam[0]), (0, True))", index="i"),
            Take("i"),
            Split([[Take()], [Take()]]),
        ],
    ),
    Obtain("there is e", "e", label="e"),
    Have("e[0] == 1", name="e0", by=[Use("e", at=["0"], name="first"), Use("first.0", premises=[[]], name="one")]),
    *[
        Have(
            f"forall(i, integer[0, d-1], {said})",
            name=name,
            by=[
                Take("i"),
                Use("e", at=["i"], name="ei"),
                Cases(
                    "lam[i] == lam[0]",
                    name="same",
                    yes=[Use("ei.0", name="one")],
                    no=[Use("ei.1", name="none")],
                ),
            ],
        )
        for name, said in (("ee", "e[i]**2 == e[i]"), ("le", "lam[i]*e[i] == lam[0]*e[i]"))
    ],
    Have(
        f"forall(i, integer[0, d-1], forall(j, integer[0, d-1], e[i]*{ENTRY} == e[j]*{ENTRY}))",
        name="blocks",
        by=[
            Take("i", "j"),
            Use("e", at=["i"], name="ei"),
            Use("e", at=["j"], name="ej"),
            Use("entries", at=["i", "j"], name="ij"),
            Cases(
                "lam[i] == lam[j]",
                name="same",
                yes=[
                    Cases(
                        "lam[i] == lam[0]",
                        name="first",
                        yes=[Use("ei.0", name="one"), Use("ej.0", name="one j")],
                        no=[Use("ei.1", name="none"), Use("ej.1", name="none j")],
                    )
                ],
                no=[
                    Have("lam[i] - lam[j] != 0", name="gap"),
                    Linear(terms=[("ij", "1/(lam[i] - lam[j])*(e[i] - e[j])", "1")], nonzero=["gap"]),
                ],
            ),
        ],
    ),
]
#: P projects on the eigenspace of lam_0 and commutes with T
PROJECTION = [
    Set("P", "Sum(e[i]*u[i]*u[i].T, (i, 0, d-1))"),
    Have("P.T == P", name="P sym"),
    Have("P*P == P", name="PP"),
    Have("S*P == lam[0]*P", name="SP"),
    Have("P*u[0] == u[0]", name="P0"),
    Have(
        "forall(j, integer[0, d-1], P*T*u[j] == e[j]*T*u[j])",
        name="PTu",
        by=[
            Take("j"),
            Have(f"forall(i, integer[0, d-1], e[i]*{ENTRY} == e[j]*{ENTRY})", name="row", by=[Take("i"), Use("blocks", at=["i", "j"])]),
            Linear(rewrite=["P", "row"], terms=[("it.0", "e[j]", "T*u[j]")]),
        ],
    ),
    Have("P*T == T*P", name="PT", by=[Linear(terms=[("it.0", "-P*T", "1")], rewrite=["PTu", "P"])]),
]
SHARED_EIGENVECTOR = [
    Use("cited:spectral-theorem", at=["d", "S"], name="basis of S", premises=[[]]),
    Obtain("basis of S", "u"),
    Obtain("u", "lam", label="it"),
    Have("forall(i, integer[0, d-1], S*u[i] == lam[i]*u[i])", name="Su", by=[Take("i")]),
    Have(
        f"forall(i, integer[0, d-1], forall(j, integer[0, d-1], (lam[i] - lam[j])*{ENTRY} == 0))",
        name="entries",
        by=[
            Take("i", "j"),
            Use("Su", at=["i"], name="Si"),
            Use("Su", at=["j"], name="Sj"),
            Linear(
                terms=[
                    ("commute", "u[i].T", "u[j]"),
                    ("Sj", "u[i].T*T", "1"),
                    Inside("Si", "-HOLE.T*T*u[j]"),
                    ("S.symmetric", "u[i].T", "T*u[j]"),
                ]
            ),
        ],
    ),
    *IN_THE_EIGENSPACE,
    *PROJECTION,
    Set("c", "1 - u[0].T*T*u[0]"),
    Set("M", "P*(T + c*eye(d))*P"),
    Have("M.T == M", name="M sym"),
    Have("P*M == M", name="PM"),
    Have("M == T*P + c*P", name="M is"),
    Have("u[0].T*u[0] == 1", name="unit", by=[Use("it.1", at=["0", "0"])]),
    Have(
        "u[0].T*M*u[0] == 1",
        name="not 0",
    ),
    Use("cited:spectral-theorem", at=["d", "M"], name="basis of M", premises=[[]]),
    Obtain("basis of M", "w"),
    Obtain("w", "m", label="of M"),
    Have(
        "exists(k, integer[0, d-1], m[k] != 0)",
        name="there is k",
        by=[
            Negate("none"),
            Have("forall(k, integer[0, d-1], m[k] == 0)", name="all", by=[Take("k"), Negate("some"), Contradict("none", [Witness("k")])]),
            Have("M == 0*M", name="M 0"),
            Have("1 == 0", name="absurd", by=[Linear(terms=[("not 0", "-1", "1"), ("M 0", "u[0].T", "u[0]")])]),
        ],
    ),
    Obtain("there is k", "k", label="mk"),
    Use("of M.1", at=["k", "k"], name="unit k"),
    Have("M*w[k] == m[k]*w[k]", name="Mw"),
    Have("P*w[k] == w[k]", name="Pw", by=[Linear(terms=[("Mw", "-1/m[k]*P", "1"), ("PM", "1/m[k]", "w[k]"), ("Mw", "1/m[k]", "1")], nonzero=["mk"])]),
    Witness("w[k]"),
    Witness("lam[0]"),
    Witness("m[k] - c"),
    Split(
        [
            [],
            [],
            [],
        ]
    ),
]


#: symmetric, and do not commute; a quarter turn; a matrix that is no sum of multiples of u u'
PARTS, SWAP, TURN, NILPOTENT = ("Matrix([[0, 0], [0, 1]])", "Matrix([[0, 1], [1, 0]])", "Matrix([[0, 1], [-1, 0]])", "Matrix([[0, 1], [0, 0]])")


@paper.remark("common-eigenvector", "Commuting symmetric matrices have a common eigenvector", where="Section 3.1, cross-check")
def common_eigenvector(item):
    item.printed("(not in the paper) Two symmetric matrices that commute have a common eigenvector.")
    item.let(d="positive integer", S="symmetric matrix(d)", T="symmetric matrix(d)")
    item.suppose("commute", "S*T == T*S")
    item.conclude(SHARED, because=["spectral-theorem"], expected="proved", argument=SHARED_EIGENVECTOR, example={"d": 1, "S": 1, "T": 1})
    item.without(
        "commute",
        counterexample={"d": "2", "S": PARTS, "T": SWAP},
        argument=[
            At(
                {
                    "goal": [
                        Negate("shared"),
                        Obtain("shared", "x"),
                        Obtain("x", "s"),
                        Obtain("s", "t", label="it"),
                        Have(f"({PARTS}*{SWAP} - {SWAP}*{PARTS}).T*({PARTS}*{SWAP} - {SWAP}*{PARTS}) == eye(2)", name="turn"),
                        Have(
                            f"{PARTS}*{SWAP}*x == {SWAP}*{PARTS}*x",
                            name="same",
                            by=[Linear(terms=[("it.2", PARTS, "1"), ("it.1", "t", "1"), ("it.1", f"-{SWAP}", "1"), ("it.2", "-s", "1")])],
                        ),
                        Have(
                            "1 == 0",
                            name="absurd",
                            by=[
                                Linear(terms=[("it.0", "-1", "1"), ("turn", "-x.T", "x"), ("same", f"x.T*({PARTS}*{SWAP} - {SWAP}*{PARTS}).T", "1")])
                            ],
                        ),
                    ]
                }
            )
        ],
    )
    item.without("S.symmetric", counterexample={"d": "2", "S": TURN, "T": "zeros(2, 2)"})
    item.without("T.symmetric", counterexample={"d": "2", "S": "zeros(2, 2)", "T": TURN})
