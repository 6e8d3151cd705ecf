"""Curves of matrices that solve a linear system with bounded coefficients and start at 0 stay 0 (uniqueness by Gronwall).

For matrices G, F, P, Q that fit, 2 tr(G'PFQ) <= (|P|^2 + |Q|^2)(|G|^2 + |F|^2).  So where the velocity of each of the matrices
Y_1, ..., Y_m is a sum of terms P Y_k Q and P Y_k' Q, u = sum |Y_k|^2 has u' <= b u with b the sum of all |P|^2 + |Q|^2, which is
bounded on every finite interval if P and Q are continuous.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from verifier.language.script import (
    Bounded,
    Have,
    Inside,
    Linear,
    Numbers,
    Obtain,
    Order,
    Split,
    Square,
    Step,
    Take,
    Use,
    Vanish,
)
from verifier.library.short_names import GRONWALL, PRODUCT

#: 2 tr(G'PFQ) <= (|P|^2 + |Q|^2)(|G|^2 + |F|^2).  Needs `PRODUCT` under the letters of `least_squares_flow`.
PAIRING = Have(
    "forall(aa, positive integer, forall(bb, positive integer, forall(cc, positive integer, forall(ee, positive integer,"
    " forall(GG, matrix(aa, bb), forall(PP, matrix(aa, cc), forall(FF, matrix(cc, ee), forall(QQ, matrix(ee, bb),"
    " 2*trace(GG.T*PP*FF*QQ) <= (trace(PP.T*PP) + trace(QQ.T*QQ))*(trace(GG.T*GG) + trace(FF.T*FF))))))))))",
    name="pairing",
    by=[
        Take("aa", "bb", "cc", "ee", "GG", "PP", "FF", "QQ"),
        Use("norm of a product", at=["cc", "aa", "bb", "PP.T", "GG"], name="PG"),
        Use("norm of a product", at=["cc", "ee", "bb", "FF", "QQ"], name="FQ"),
        Have("trace(PP.T*PP) >= 0", name="P above"), Have("trace(QQ.T*QQ) >= 0", name="Q above"),
        Have("trace(FF.T*FF) >= 0", name="F above"), Have("trace(GG.T*GG) >= 0", name="G above"),
        Order(positive=[Square(root="PP.T*GG - FF*QQ"), Square(facts=["PG"]), Square(facts=["FQ"]),
                        Square(facts=["P above", "F above"]), Square(facts=["Q above", "G above"])]),
    ],
)  # fmt: skip
TOOLS: list[Step] = [GRONWALL, PRODUCT, PAIRING]


@dataclass(frozen=True)
class Part:
    """One matrix that stays 0: as a term in the time t, its sizes, its velocity as a sum of (P, Y, Q, sizes of Y).

    `moves` names the fact that says so: velocity == sum of the products.
    """

    matrix: str
    rows: str
    columns: str
    velocity: str
    moves: str
    terms: Sequence[tuple[str, str, str, str, str]]


def at(term: str, time: str) -> str:
    """A term in t at another time."""
    return term.replace("[t]", f"[{time}]")


def stays_zero(parts: Sequence[Part], start: Sequence[Step], name: str = "stay") -> list[Step]:
    """``stay``: each of the matrices is 0 at every time T >= 0.  `start` proves that the sum of their squares is 0 at time 0."""
    size = " + ".join(f"trace({p.matrix}.T*{p.matrix})" for p in parts)
    pairs: list[Step] = []
    factors: list[str] = []
    for p in parts:
        for P, Y, Q, rows, columns in p.terms:
            label = f"pair {len(pairs)}"
            pairs.append(Use("pairing", at=[p.rows, p.columns, rows, columns, p.matrix, P, Y, Q], name=label))
            factors.append(f"trace(({P}).T*({P})) + trace(({Q}).T*({Q}))")
    sizes = [Have(f"trace({p.matrix}.T*{p.matrix}) >= 0", name=f"size {i}") for i, p in enumerate(parts)]
    weights: list[Square] = []
    for i, p in enumerate(parts):
        for P, Y, Q, _, _ in p.terms:
            for k, other in enumerate(parts):
                spare = 2 - (k == i) - (Y in (other.matrix, f"{other.matrix}.T"))
                if spare:
                    weights += [Square(root=R, facts=[f"size {k}"], weight=str(spare)) for R in (P, Q)]
    weights += [Square(facts=[f"pair {i}"]) for i in range(len(pairs))]
    zeros: list[Step] = [Linear(terms=[(f"zero {i}", "1", "1")]) for i in range(len(parts))]
    whole = " and ".join(f"{at(p.matrix, 'T')} == zeros({p.rows}, {p.columns})" for p in parts)
    roots = [Square(root=at(p.matrix, "T"), name=f"zero {i}") for i, p in enumerate(parts)]
    return [
        Have(f"forall(T, [0, oo), {whole})", name=name, by=[
            Take("T"),
            Bounded(f"2*({' + '.join(factors)})", "t", "0", "T", name="bounded"),
            Obtain("bounded", "M", label="bound"),
            Use("gronwall", at=[(size, "t"), "M", "T"], name="growth", premises=[[], [
                Take("t"), Use("bound", at=["t"], name="bound now"), *sizes, *pairs,
                *[Use(p.moves, at=["t"], name=f"moves {i}") for i, p in enumerate(parts)],
                Order(positive=[*weights, *[Square(facts=["bound now", f"size {i}"]) for i in range(len(parts))]],
                      terms=[Inside(f"moves {i}", f"-2*trace({p.matrix}.T*HOLE)") for i, p in enumerate(parts)])]]),
            Have(f"{at(size, '0')} == 0", name="start", by=start),
            Have(f"{at(size, 'T')} <= 0", name="end", by=[Numbers(using=["growth", "start"])]),
            Vanish("end", squares=roots),
            *(zeros if len(parts) == 1 else [Split([[z] for z in zeros])]),
        ]),
    ]  # fmt: skip

