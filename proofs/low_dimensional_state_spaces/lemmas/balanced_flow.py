"""Gradient flow of linear recurrent networks keeps C = B' where A stays symmetric, as an argument for all sizes.

Y = B - C' solves the linear equation dY/dt = S Y/2 with S = 4 sum_i e_i A^i; so |Y|^2 grows at most at the rate
1 + |S|^2, which is bounded on every finite interval, and stays zero.  (Cohen-Karlik et al. 2023, Lemma 6, by another
route: the paper passes through gradient descent and the limit of small steps.)
"""

from __future__ import annotations

from verifier.language.script import (
    Bounded,
    Have,
    Inside,
    Linear,
    Numbers,
    Obtain,
    Order,
    Square,
    Step,
    Take,
    Use,
    Vanish,
)
from verifier.library.short_names import GRONWALL, PRODUCT


def stays_balanced(A: str = "A", B: str = "B", C: str = "C", weight: str = "1") -> list[Step]:
    """Steps to the goal ``forall(t, [0, oo), C[t] == B[t].T)`` for curves of the width d, with the errors of ``w``.

    `weight` is what the square of the error i is multiplied with in the loss.

    They use the facts that say how B and C move, that A is symmetric, and that C = B' at time 0.
    """
    Y, S = f"({B}[t] - {C}[t].T)", f"(4*Sum({weight}*({C}[t]*{A}[t]**i*{B}[t] - w(i))*{A}[t]**i, (i, 0, k-1)))"
    start, end = (Y.replace("[t]", f"[{time}]") for time in ("0", "T"))
    return [
        PRODUCT,
        GRONWALL,
        Have("forall(X, matrix(d, d), forall(Z, matrix(d, 1), trace(Z.T*X*Z) <= (1 + trace(X.T*X))*trace(Z.T*Z)))",
             name="form", by=[
            Take("X", "Z"),
            Use("norm of a product", at=["d", "d", "1", "X", "Z"], name="product"),
            Have("trace(X.T*X) >= 0", name="norm of X"),
        ]),
        Have(f"forall(t, [0, oo), diff({B}[t], t) - diff({C}[t], t).T == {S}*{Y}/2)", name="motion"),
        Take("T"),
        Bounded(f"1 + trace({S}.T*{S})", "t", "0", "T", name="bounded"),
        Obtain("bounded", "M", label="bound"),
        Use("gronwall", at=[(f"trace({Y}.T*{Y})", "t"), "M", "T"], name="growth", premises=[[], [
            Take("t"),
            Use("form", at=[S, Y], name="form now"),
            Use("motion", at=["t"], name="motion now"),
            Use("bound", at=["t"], name="bound now"),
            Order(positive=[Square(root=Y, facts=["bound now"]), Square(facts=["form now"])],
                  terms=[("motion now", f"-2*{Y}.T", "1")]),
        ]]),
        Have(f"trace({start}.T*{start}) == 0", name="start"),
        Have(f"trace({end}.T*{end}) <= 0", name="end", by=[Numbers(using=["growth", "start"])]),
        Vanish("end", squares=[Square(root=end, name="zero")]),
        Linear(terms=[Inside("zero", "-HOLE.T")]),
    ]  # fmt: skip
