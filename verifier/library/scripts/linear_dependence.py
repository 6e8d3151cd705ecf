"""More vectors than coordinates are linearly dependent: a proof for all sizes, as a script.

For every m x n matrix M with n > m there is x != 0 with Mx = 0.  Induction on m; the step eliminates one
unknown.  Let r be the last row of M.  If r = 0, the first m rows have a null vector by the induction
hypothesis.  Otherwise some entry r e_p is not zero; E deletes coordinate p, the induction hypothesis gives
y != 0 with J (M - M e_p r / (r e_p)) E y = 0, where J deletes the last row, and x = Ey - e_p (r E y)/(r e_p).
"""

from __future__ import annotations

from verifier.language.script import (
    Axiom,
    Cases,
    Contradict,
    Have,
    Induct,
    Linear,
    Negate,
    Obtain,
    Order,
    Split,
    Square,
    Step,
    Take,
    Use,
    Witness,
)


def named(letter: str, shape: str, value: str) -> list[Step]:
    """A letter for a matrix that is put together from others."""
    exists = f"exists({letter}, matrix({shape}), {letter} == {value})"
    return [
        Have(exists, name=f"there is {letter}", by=[Witness(value)]),
        Obtain(f"there is {letter}", letter, label=letter),
    ]


# names that no statement uses for its own variables
STATEMENT = (
    "forall(mm, positive integer, forall(nn, integer[mm+1, oo], forall(MM, matrix(mm, nn),"
    " exists(xx, matrix(nn, 1), xx != zeros(nn, 1) and MM*xx == zeros(mm, 1)))))"
)
LAST = "basis(mm+1, mm).T*MM"
FIRST_ROWS = "Sum(basis(mm, i)*basis(mm+1, i).T, (i, 0, mm-1))"
DELETE = "Sum(basis(nn, i)*basis(nn-1, i).T, (i, 0, pp-1)) + Sum(basis(nn, i+1)*basis(nn-1, i).T, (i, pp, nn-2))"
PIVOT = f"({LAST}*basis(nn, pp))"
BACK = f"En*yy - 1/{PIVOT}*({LAST}*En*yy)*basis(nn, pp)"

ONE_ROW: list[Step] = [
    Take("nn", "MM"),
    Cases("MM*basis(nn, 0) == 0", name="first entry",
          yes=[Witness("basis(nn, 0)"),
               Split([[Negate("flat"), Order(positive=[Square()], terms=[("flat", "-basis(nn, 0).T", "1")])], []])],
          no=[Witness("(MM*basis(nn, 0))*basis(nn, 1) - (MM*basis(nn, 1))*basis(nn, 0)"),
              Split([[Negate("flat"),
                      Contradict("first entry", [Linear(terms=[("flat", "basis(nn, 1).T", "1")])])], []])]),
]  # fmt: skip

WITHOUT_PIVOT: list[Step] = [
    Use("IH", at=["nn", "Jm*MM"], name="found"),
    Obtain("found", "xx"),
    Witness("xx"),
    Split([[], [Use("both", at=["xx"], premises=[[Split([[], []])]], name="done")]]),
]

WITH_PIVOT: list[Step] = [
    Have(f"exists(pp, integer[0, nn-1], {LAST}*basis(nn, pp) != 0)", name="pivot", by=[
        Negate("none"), Contradict("last row", [])]),
    Obtain("pivot", "pp", label="not zero"),
    *named("En", "nn, nn-1", DELETE),
    Use("resolution-of-identity", at=["nn-1"], name="fewer"),
    Have("En.T*En == eye(nn-1)", name="isometry"),
    Have("En.T*basis(nn, pp) == zeros(nn-1, 1)", name="deleted"),
    Use("IH", at=["nn-1", f"Jm*(MM - 1/{PIVOT}*MM*basis(nn, pp)*{LAST})*En"], name="found"),
    Obtain("found", "yy"),
    Witness(BACK),
    Split([
        [Negate("flat"),
         Contradict("yy.0", [Linear(terms=[("flat", "En.T", "1"), ("isometry", "-1", "yy")], rewrite=["deleted"])])],
        [Use("both", at=[BACK], name="done",
             premises=[[Split([[Linear(terms=[("yy.1", "1", "1")])], [Linear(nonzero=["not zero"])]])]])],
    ]),
]  # fmt: skip

#: Adds the fact ``linear-dependence``; uses nothing but the resolution of the identity.
LINEAR_DEPENDENCE: list[Step] = [
    Have(STATEMENT, name="linear-dependence", by=[Induct("mm", base=ONE_ROW, step=[
        Take("nn", "MM"),
        *named("Jm", "mm, mm+1", FIRST_ROWS),
        Axiom("resolution-of-identity"),
        Use("resolution-of-identity", at=["mm+1"], name="rows"),
        Use("resolution-of-identity", at=["nn"], name="columns"),
        Have("Jm.T*Jm == Sum(basis(mm+1, i)*basis(mm+1, i).T, (i, 0, mm-1))", name="first rows"),
        Have(f"forall(vv, matrix(nn, 1), implies(Jm*MM*vv == zeros(mm, 1) and {LAST}*vv == 0, MM*vv == zeros(mm+1, 1)))",
             name="both", by=[Take("vv"), Linear(terms=[
                 ("rows", "1", "MM*vv"), ("given.0", "Jm.T", "1"), ("given.1", "basis(mm+1, mm)", "1"),
                 ("first rows", "-1", "MM*vv")])]),
        Cases(f"{LAST} == zeros(1, nn)", name="last row", yes=WITHOUT_PIVOT, no=WITH_PIVOT),
    ])]),
]  # fmt: skip
