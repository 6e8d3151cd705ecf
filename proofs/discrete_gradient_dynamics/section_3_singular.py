"""Section 3.1: orthonormal vectors are part of an orthonormal basis, and a common basis in which a kernel comes last; all sizes.

Both are what a joint singular value decomposition needs besides a common basis of eigenvectors.  Vectors are completed one after the
other: a reflection takes a vector of the basis to the next one and leaves those before it where they are.
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
    Rewritten,
    Set,
    Split,
    Square,
    Take,
    Use,
    Vanish,
    Witness,
)

from . import paper
from .section_3_simultaneous import DECOMPOSITION, DEFLATION, PAIR, SAME_PAIR, each_is_needed
from .section_3_spectral import BLOCK, REFLECTED, REFLECTION, VECTORS, values

#: a reflection that takes one unit vector to another and fixes all w with x'w = z'w
SWAP = (
    "forall(x, matrix(p, 1), forall(z, matrix(p, 1), implies(x.T*x == 1 and z.T*z == 1, exists(H, matrix(p, p), H.T == H and H*H == eye(p)"
    " and H*x == z and forall(w, matrix(p, 1), implies(x.T*w == z.T*w, H*w == w))))))"
)
SWAPPED = [
    Take("x", "z"),
    Have("x.T*x == 1", name="xx"),
    Have("z.T*z == 1", name="zz"),
    Cases(
        "x.T*z == 1",
        name="same",
        yes=[
            Have("norm2(x - z) <= 0", name="flat"),
            Vanish("flat", [Square("x - z", name="is")]),
            Witness("eye(p)"),
            Split([[], [], [], [Take("w")]]),
        ],
        no=[
            Set("h", "x - z"),
            Set("a", "1 - x.T*z"),
            Have("a != 0", name="a not 0", by=[Negate("null"), Contradict("same", [])]),
            Have("h.T*h == 2*a", name="yy"),
            Have("h.T*x == a", name="yx"),
            Witness("eye(p) - 1/a*h*h.T"),
            Split(
                [
                    [],
                    [],
                    [],
                    [
                        Take("w"),
                        Have("x.T*w == z.T*w", name="level"),
                        Have("h.T*w == 0", name="yw"),
                    ],
                ]
            ),
        ],
    ),
]


def orthonormal(y, m):
    return f"forall(i, integer[0, {m}-1], forall(j, integer[0, {m}-1], {y}[i].T*{y}[j] == delta(i, j)))"


def basis_from(y, m):
    """An orthonormal basis whose first m vectors are the y_i."""
    return f"exists(v, matrix(p, 1) sequence, Sum(v[i]*v[i].T, (i, 0, p-1)) == eye(p) and {orthonormal('v', 'p')} and forall(i, integer[0, {m}-1], v[i] == {y}[i]))"


COMPLETION = f"forall(k, nonnegative integer, forall(z, matrix(p, 1) sequence, implies({orthonormal('z', 'k')}, k <= p and {basis_from('z', 'k')})))"
COMPLETED = [
    Have(SWAP, name="swap", by=SWAPPED),
    Have(
        COMPLETION,
        name="completion",
        by=[
            Induct(
                "k",
                base=[
                    Take("z"),
                    Axiom("resolution-of-identity"),
                    Use("resolution-of-identity", at=["p"], name="I"),
                    Split(
                        [
                            [],
                            [
                                Witness("Sum(delta(i, l)*basis(p, l), (l, 0, p-1))", index="i"),
                                Split([[], [Take("i", "j")], [Take("i")]]),
                            ],
                        ]
                    ),
                ],
                step=[
                    Take("z"),
                    Use("IH", at=[("z[i]", "i")], premises=[[Take("i", "j"), Use("given", at=["i", "j"])]], name="before"),
                    Obtain("before.1", "v", label="v"),
                    Have(
                        "forall(i, integer[0, k-1], v[i].T*z[k] == 0)",
                        name="vy",
                        by=[
                            Take("i"),
                            Use("v.2", at=["i"], name="vi"),
                            Use("given", at=["i", "k"], name="ik"),
                        ],
                    ),
                    Use("given", at=["k", "k"], name="unit"),
                    Have(
                        "k <= p - 1",
                        name="room",
                        by=[
                            Negate("full"),
                            Have("forall(j, integer[0, p-1], v[j].T*z[k] == 0)", name="all", by=[Take("j"), Use("vy", at=["j"])]),
                            Have("1 == 0", name="absurd", by=[Linear(rewrite=["all"], terms=[("unit", "-1", "1"), ("v.0", "-z[k].T", "z[k]")])]),
                        ],
                    ),
                    Use("v.1", at=["k", "k"], name="unit v"),
                    Use("swap", at=["v[k]", "z[k]"], name="there is H"),
                    Obtain("there is H", "H", label="H"),
                    Split(
                        [
                            [],
                            [
                                Witness("H*v[i]", index="i"),
                                Split(
                                    [
                                        [Linear(terms=[("v.0", "H", "H.T"), Inside("H.0", "H*HOLE"), ("H.1", "1", "1")])],
                                        [
                                            Take("i", "j"),
                                            Use("v.1", at=["i", "j"], name="ij"),
                                        ],
                                        [
                                            Take("i"),
                                            Cases(
                                                "i <= k - 1",
                                                name="ik",
                                                yes=[
                                                    Use("v.2", at=["i"], name="vi"),
                                                    Use("vy", at=["i"], name="viy"),
                                                    Use("v.1", at=["k", "i"], name="ki"),
                                                    Use(
                                                        "H.3",
                                                        at=["v[i]"],
                                                        premises=[[]],
                                                        name="fix",
                                                    ),
                                                ],
                                                no=[
                                                    Have("i == k", name="is"),
                                                    Have("H*v[k] == z[k]", name="now"),
                                                    Rewritten("now", ["is"], name="there"),
                                                ],
                                            ),
                                        ],
                                    ]
                                ),
                            ],
                        ]
                    ),
                ],
            )
        ],
    ),
]


@paper.remark("orthonormal-completion", "Orthonormal vectors are part of an orthonormal basis", where="Section 3.1, cross-check")
def completion(item):
    item.printed("(not in the paper) There are at most p orthonormal vectors of size p, and they are the first of an orthonormal basis.")
    item.let(p="positive integer", m="nonnegative integer", y="matrix(p, 1) sequence")
    item.suppose("orthonormal", orthonormal("y", "m"))
    item.conclude(
        f"m <= p and {basis_from('y', 'm')}",
        expected="proved",
        argument=[*COMPLETED, Use("completion", at=["m", ("y[i]", "i")], premises=[[Take("i", "j"), Use("orthonormal", at=["i", "j"])]], name="it")],
        example={"p": 1, "m": 0, "y": 0},
    )


def ordered(n, S, T):
    """An orthonormal basis of eigenvectors of S and T in which the kernel of T comes last."""
    return (
        f"exists(u, matrix({n}, 1) sequence, exists(lam, real sequence, exists(mu, real sequence, exists(m, integer[0, {n}],"
        f" Sum(u[i]*u[i].T, (i, 0, {n}-1)) == eye({n}) and forall(i, integer[0, {n}-1], forall(j, integer[0, {n}-1], u[i].T*u[j] == delta(i, j)))"
        f" and {S} == Sum(lam[i]*u[i]*u[i].T, (i, 0, {n}-1)) and {T} == Sum(mu[i]*u[i]*u[i].T, (i, 0, {n}-1))"
        f" and forall(i, integer[0, m-1], mu[i] != 0) and forall(i, integer[m, {n}-1], mu[i] == 0)))))"
    )


ORDERED = (
    "forall(n, positive integer, forall(A, matrix(n, n), forall(B, matrix(n, n), implies(A.T == A and B.T == B and A*B == B*A, "
    + ordered("n", "A", "B")
    + "))))"
)
COMMON_BASIS = [Obtain("basis", "u"), Obtain("u", "lam"), Obtain("lam", "mu", label="all")]


def as_it_is(m, nonzero, zero):
    """The basis u itself, in which the first m eigenvalues of B are not 0 and the others are."""
    return [Witness("u[i]", index="i"), Witness("lam[i]", index="i"), Witness("mu[i]", index="i"), Witness(m), Split([[], [], [], [], nonzero, zero])]


ORDER = [
    Have(
        ORDERED,
        name="kernel last",
        by=[
            Induct(
                "n",
                base=[
                    *PAIR,
                    Use("cited:ext-HJ", at=["1", "A", "B"], premises=SAME_PAIR, name="basis"),
                    *COMMON_BASIS,
                    Cases(
                        "mu[0] == 0",
                        name="first",
                        yes=as_it_is("0", [Take("i")], [Take("i"), Have("i == 0", name="is"), Rewritten("first", ["is"], name="there")]),
                        no=as_it_is(
                            "1",
                            [
                                Take("i"),
                                Have("i == 0", name="is"),
                                Negate("zero"),
                                Contradict("first", [Rewritten("zero", ["is"], name="there", forwards=True)]),
                            ],
                            [Take("i")],
                        ),
                    ),
                ],
                step=[
                    *PAIR,
                    Use("cited:ext-HJ", at=["n+1", "A", "B"], premises=SAME_PAIR, name="basis"),
                    *COMMON_BASIS,
                    Cases(
                        "exists(k, integer[0, n], mu[k] == 0)",
                        name="singular",
                        no=as_it_is("n+1", [Take("i"), Negate("zero"), Contradict("singular", [Witness("i")])], [Take("i")]),
                        yes=[
                            Obtain("singular", "z", label="muk"),
                            *BLOCK,
                            Have(REFLECTION, name="house", by=REFLECTED),
                            Set("x", "u[z]"),
                            Set("a", "lam[z]"),
                            Set("b", "0"),
                            Have(
                                "x.T*x == 1 and A*x == a*x and B*x == b*x",
                                name="ev",
                                by=[
                                    Use("all.1", at=["z", "z"], name="unit"),
                                    Split(
                                        [
                                            [],
                                            [],
                                            [],
                                        ]
                                    ),
                                ],
                            ),
                            *DEFLATION,
                            Obtain("e", "f"),
                            Obtain("f", "m", label="more"),
                            *VECTORS,
                            *values("k", "e", "a"),
                            *values("r", "f", "b"),
                            Witness("U[i]", index="i"),
                            Witness("k[i]", index="i"),
                            Witness("r[i]", index="i"),
                            Witness("m"),
                            Split(
                                [
                                    *DECOMPOSITION,
                                    [
                                        Take("i"),
                                        Use("r.0", at=["i"], name="ri"),
                                        Use("more.4", at=["i"], name="fi"),
                                        Negate("zero"),
                                        Contradict("fi", []),
                                    ],
                                    [
                                        Take("i"),
                                        Cases(
                                            "i <= n - 1",
                                            name="in",
                                            yes=[
                                                Use("r.0", at=["i"], name="ri"),
                                                Use("more.5", at=["i"], name="fi"),
                                            ],
                                            no=[Use("r.1", at=["i"], name="ri")],
                                        ),
                                    ],
                                ]
                            ),
                        ],
                    ),
                ],
            )
        ],
    ),
]


@paper.remark("ext-HJ/kernel", "A common basis in which the kernel comes last", where="Section 3.1, cross-check")
def kernel_last(item):
    item.printed(
        "(not in the paper) Two symmetric matrices S and T that commute have a common orthonormal basis of eigenvectors in which those of T for 0 are the last."
    )
    item.let(d="positive integer", S="symmetric matrix(d)", T="symmetric matrix(d)")
    item.suppose("commute", "S*T == T*S")
    item.conclude(
        ordered("d", "S", "T"),
        because=["ext-HJ"],
        expected="proved",
        argument=[*ORDER, Use("kernel last", at=["d", "S", "T"], premises=[[Split([[], [], []])]])],
        example={"d": 1, "S": 1, "T": 1},
    )
    each_is_needed(item, "m")
