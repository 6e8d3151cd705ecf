"""Arguments about linear systems that more than one statement needs, as scripts for the prover.

Each function returns steps that add facts under fixed names; the kernel checks them wherever they are
used, so nothing here is believed.
"""

from __future__ import annotations

from verifier.language.script import (
    Axiom,
    Cases,
    CasesOn,
    Choose,
    Contradict,
    Have,
    Induct,
    Linear,
    Obtain,
    Step,
    Take,
    Use,
    Witness,
)
from verifier.library.scripts.linear_dependence import LINEAR_DEPENDENCE


def krylov_relation(A: str = "A", B: str = "B", d: str = "d") -> list[Step]:
    """Fact ``krylov``: some A^p B, p <= d, is a combination of B, AB, ..., A^(p-1) B.

    The d+1 vectors B, AB, ..., A^d B in R^d are linearly dependent; p is the last place where the
    coefficients of a dependence are not zero.  This is what the Cayley-Hamilton theorem is used for in
    arguments about impulse responses.
    """
    krylov = (
        f"exists(p, integer[0, {d}], exists(y, matrix({d}+1, 1),"
        f" {A}**p*{B} == Sum(y[i, 0]*{A}**i*{B}, (i, 0, p-1))))"
    )
    row = f"Sum(z[i, 0]*{A}**i*{B}, (i, 0, {d}))"
    head = f"Sum(z[i, 0]*{A}**i*{B}, (i, 0, {d}-s-1)) + z[{d}-s, 0]*{A}**({d}-s)*{B}"
    tail = f"Sum(z[i, 0]*{A}**i*{B}, (i, {d}-s+1, {d}))"
    largest: list[Step] = [  # z vanishes above place d - s, and not at d - s: divide by it
        Choose(0),
        Witness(f"{d}-s"),
        Witness(f"-1/z[{d}-s, 0]*z"),
        Have(f"{row} == {head} + {tail}", name="parts"),
        Have(f"{head} == zeros({d}, 1)", name="short"),
        Linear(terms=[("short", f"1/z[{d}-s, 0]", "1")], nonzero=["top"]),
    ]
    return [
        Have(krylov, name="krylov", by=[
            *LINEAR_DEPENDENCE,
            Axiom("resolution-of-identity"),
            Use("linear-dependence", at=[d, f"{d}+1", f"Sum({A}**i*{B}*basis({d}+1, i).T, (i, 0, {d}))"], name="dependent"),
            Obtain("dependent", "z"),
            Have(f"{row} == zeros({d}, 1)", name="relation"),
            Have(f"forall(s, integer[0, {d}+1], {krylov} or forall(i, integer[{d}+1-s, {d}], z[i, 0] == 0))", name="scan", by=[
                Induct("s", base=[Choose(1)], step=[CasesOn("IH", [
                    [Choose(0)],
                    [Cases(f"z[{d}-s, 0] == 0", name="top",
                           yes=[Choose(1), Take("i"), Cases(f"i <= {d}-s", name="place")], no=largest)],
                ], name="so-far")]),
            ]),
            Use("scan", at=[f"{d}+1"], name="whole"),
            CasesOn("whole", [
                [],
                [Use("resolution-of-identity", at=[f"{d}+1"], name="coordinates"),
                 Contradict("z.0", [Linear(rewrite=["all-zero"], terms=[("coordinates", "1", "z")])])],
            ], name="all-zero"),
        ]),
    ]  # fmt: skip


def zeros_persist(A: str = "A", B: str = "B", C: str = "C", name: str = "persists") -> list[Step]:
    """From ``krylov`` and d zeros C A^j B, j = 1..d (any facts that say so): all C A^j B vanish."""
    return [
        Obtain("krylov", "p"),
        Obtain("p", "y", label="recurrence"),
        Have(f"forall(j, positive integer, {C}*{A}**j*{B} == 0)", name=name, by=[
            Induct("j", strong=True, step=[
                Cases("j <= p", name="place", yes=[]),
            ]),
        ]),
    ]  # fmt: skip


def cyclic_shift(S: str = "S", size: str = "d", inside: str | None = None) -> list[Step]:
    """Facts ``S`` and ``powers``: a matrix S of R^(inside x inside) that moves e_i' to e_(i+1 mod size)'.

    S is the permutation matrix with ones at (i, i+1) and (size-1, 0), padded by zeros when `inside` is
    larger than `size`; then e_0' S^j = e_(j mod size)'.
    """
    n = inside or size
    matrix = f"Sum(basis({n}, i)*basis({n}, Mod(i+1, {size})).T, (i, 0, {size}-1))"
    return [
        Have(f"exists({S}, matrix({n}, {n}), {S} == {matrix})", name="shift", by=[Witness(matrix)]),
        Obtain("shift", S, label="S"),
        Have(f"forall(j, nonnegative integer, basis({n}, 0).T*{S}**j == basis({n}, Mod(j, {size})).T)", name="powers",
             by=[Induct("j")]),
    ]  # fmt: skip


def silent_in_every_entry() -> list[Step]:
    """From ``seen``: C A^j B = 0 for j = 1..d (n inputs, m outputs), fact ``silent``: for all j >= 1.

    Each entry e_r' C A^j B e_c is the impulse response of a network with one input and one output.
    """
    response = "forall(j, positive integer, basis(m, r).T*C*A**j*B*basis(n, c) == 0)"
    entry: list[Step] = [
        Take("r", "c"),
        Have("exists(b, matrix(d, 1), b == B*basis(n, c))", name="column", by=[Witness("B*basis(n, c)")]),
        Obtain("column", "b", label="b"),
        Have("exists(a, matrix(1, d), a == basis(m, r).T*C)", name="row", by=[Witness("basis(m, r).T*C")]),
        Obtain("row", "a", label="a"),
        Have("forall(j, integer[1, d], a*A**j*b == 0)", name="start",
             by=[Take("j")]),
        *krylov_relation(B="b"),
        *zeros_persist(B="b", C="a"),
        Take("j"),
        Use("persists", at=["j"], name="this"),
    ]  # fmt: skip
    rows = "Sum(basis(m, p)*basis(m, p).T, (p, 0, m-1))"
    return [
        Have(f"forall(r, integer[0, m-1], forall(c, integer[0, n-1], {response}))", name="entries", by=entry),
        Axiom("resolution-of-identity"),
        Use("resolution-of-identity", at=["m"], name="rows"),
        Use("resolution-of-identity", at=["n"], name="columns"),
        Have("forall(j, positive integer, C*A**j*B == zeros(m, n))", name="silent", by=[
            Take("j"),
            Linear(terms=[("rows", "1", "C*A**j*B"), ("columns", f"{rows}*C*A**j*B", "1")], rewrite=["entries"]),
        ]),
    ]  # fmt: skip
