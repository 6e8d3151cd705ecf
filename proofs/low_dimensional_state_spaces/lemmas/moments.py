"""How many moments determine a finite law, for every number of atoms, as scripts for the prover.

Laws with l and m atoms (weights of any sign) are equal as soon as they agree in the first l + m moments, counted from
the mass: multiply both by t - y, y one of the atoms, and that atom is gone.  With weights that are not negative,
a law with n atoms is determined among all finite laws by 2n moments: it is a balanced diagonal system (A, B, B').
Two laws are equal when every function has the same mean; a function is given by its values at the atoms.
"""

from __future__ import annotations

from collections.abc import Sequence

from verifier.language.script import (
    Cases,
    Contradict,
    Have,
    Induct,
    Linear,
    Obtain,
    Set,
    Split,
    Step,
    Take,
    Use,
    Witness,
)

_FIRST = "forall(jj, integer[0, mm+ll-1], Sum(uu[i]*zz[i]**jj, (i, 0, mm-1)) == Sum(hh[i]*aa[i]**jj, (i, 0, ll-1)))"
_MEANS = "Sum(uu[i]*ff[i], (i, 0, mm-1)) == Sum(hh[i]*gg[i], (i, 0, ll-1))"


def one_function(m: str, x: str, f: str, n: str, y: str, g: str) -> str:
    """That f_i (i < m) and g_j (j < n) are the values of one function at the points x_i and y_j."""

    def agree(m: str, x: str, f: str, n: str, y: str, g: str) -> str:
        same = f"implies({x}[i] == {y}[j], {f}[i] == {g}[j])"
        return f"forall(i, integer[0, {m}-1], forall(j, integer[0, {n}-1], {same}))"

    return f"{agree(m, x, f, m, x, f)} and {agree(n, y, g, n, y, g)} and {agree(m, x, f, n, y, g)}"


#: Difference quotients at the point y, where the function is s: q_i (z_i - y) = f_i - s, and q_i = 0 where z_i = y.
_QUOTIENTS = Have(
    "forall(mm, nonnegative integer, forall(zz, real sequence, forall(ff, real sequence, forall(yy, real,"
    " forall(ss, real, implies(forall(i, integer[0, mm-1], implies(zz[i] == yy, ff[i] == ss)),"
    " exists(qq, real sequence, forall(i, integer[0, mm-1],"
    " qq[i]*zz[i] == qq[i]*yy + ff[i] - ss and implies(zz[i] == yy, qq[i] == 0)))))))))",
    name="quotients",
    by=[Induct("mm", base=[Take("zz", "ff", "yy", "ss"), Witness("0", index="t")], step=[
        Take("zz", "ff", "yy", "ss"),
        Use("IH", at=[("zz[t]", "t"), ("ff[t]", "t"), "yy", "ss"], premises=[[Take("i"), Use("given", at=["i"])]],
            name="there is"),
        Obtain("there is", "qq", label="so far"),
        Have("exists(ww, real, ww*zz[mm] == ww*yy + ff[mm] - ss and implies(zz[mm] == yy, ww == 0))", name="value", by=[
            Cases("zz[mm] == yy", name="same",
                  yes=[Use("given", at=["mm"], name="here"), Witness("0"),
                       Split([[], [Take()]])],
                  no=[Have("zz[mm] - yy != 0", name="apart"), Witness("(ff[mm] - ss)/(zz[mm] - yy)"), Split([
                      [],
                      [Take(), Contradict("same", [])]])])]),
        Obtain("value", "ww", label="last"),
        Witness("qq[t]*(1 - delta(t, mm)) + ww*delta(t, mm)", index="t"),
        Take("i"),
        Cases("i <= mm-1", name="old", yes=[
            Use("so far", at=["i"], name="now"),
            Split([[],
                   [Take(), Use("now.1", name="zero")]]),
        ], no=[
            Have("forall(k, integer[mm, mm], zz[k] == zz[mm] and ff[k] == ff[mm])", name="only",
                 by=[Induct("k", hypothesis="none")]),
            Use("only", at=["i"], name="it"),
            Split([[], [
                Take(),
                Use("last.1", name="zero", premises=[[]])]]),
        ]),
    ])],
)  # fmt: skip


def _same_quotient(x: str, q: str, fact: str, y: str, r: str, other: str, equal: str, atom: str) -> list[Step]:
    """The quotients q_i at x_i and r_j at y_j = x_i are the same number."""
    return [Take("i", "j"), Cases(f"{x}[i] == {atom}", name="at the atom", yes=[
        Use(fact, at=["i"], name="one"), Use(other, at=["j"], name="other"), Use("one.1", name="zero"),
        Have(f"{y}[j] == {atom}", name="too"),
        Use("other.1", name="zero'"),
    ], no=[
        Use(fact, at=["i"], name="one"), Use(other, at=["j"], name="other"),
        Have(f"{x}[i] - {atom} != 0", name="apart"), Use(equal, at=["i", "j"], name="equal"),
    ])]  # fmt: skip


def _peel(
    known: str, sizes: Sequence[str], m: str, n: str, atom: str, value: str,
    premises: tuple[list[Step], list[Step]],
) -> list[Step]:  # fmt: skip
    """Multiplied by t - atom, both laws lose it: the claim for their difference quotients is known."""

    def quotients(q: str, x: str, f: str, m: str, premise: list[Step]) -> list[Step]:
        return [
            Use("quotients", at=[m, (f"{x}[t]", "t"), (f"{f}[t]", "t"), atom, value], name=f"there is {q}",
                premises=[premise]),
            Obtain(f"there is {q}", q, label=q),
            Have(f"forall(i, integer[0, {m}-1], {q}[i]*{x}[i] == {q}[i]*{atom} + {f}[i] - {value})", name=f"{q} is",
                 by=[Take("i"), Use(q, at=["i"], name="one")]),
        ]  # fmt: skip

    return [
        Take("uu", "zz", "hh", "aa", "ff", "gg"),
        *quotients("pp", "zz", "ff", m, premises[0]),
        *quotients("rr", "aa", "gg", n, premises[1]),
        Use(known, at=[*sizes, (f"uu[t]*(zz[t] - {atom})", "t"), ("zz[t]", "t"), (f"hh[t]*(aa[t] - {atom})", "t"),
                       ("aa[t]", "t"), ("pp[t]", "t"), ("rr[t]", "t")], name="peeled", premises=[[Split([
            [Take("jj"), Use("given.0", at=["jj"], name="now"), Use("given.0", at=["jj+1"], name="next"),
             Linear(terms=[("next", "1", "1"), ("now", f"-{atom}", "1")])],
            _same_quotient("zz", "pp", "pp", "zz", "pp", "pp", "given.1", atom),
            _same_quotient("aa", "rr", "rr", "aa", "rr", "rr", "given.2", atom),
            _same_quotient("zz", "pp", "pp", "aa", "rr", "rr", "given.3", atom),
        ])]]),
        Use("given.0", at=["0"], name="mass"),
        Linear(rewrite=["pp is", "rr is"], terms=[("peeled", "1", "1"), ("mass", value, "1")]),
    ]  # fmt: skip


#: Laws with m and l atoms that agree in the moments 0, ..., m + l - 1 are equal: every function has the same mean.
EQUAL_LAWS = Have(
    "forall(mm, nonnegative integer, forall(ll, nonnegative integer, forall(uu, real sequence,"
    " forall(zz, real sequence, forall(hh, real sequence, forall(aa, real sequence, forall(ff, real sequence,"
    f" forall(gg, real sequence, implies({_FIRST} and {one_function('mm', 'zz', 'ff', 'll', 'aa', 'gg')},"
    f" {_MEANS})))))))))",
    name="equal laws",
    by=[_QUOTIENTS, Induct(
        "mm", hypothesis="fewer atoms",
        base=[Induct("ll", hypothesis="fewer", base=[Take("uu", "zz", "hh", "aa", "ff", "gg")], step=_peel(
            "fewer", [], "0", "ll+1", "aa[ll]", "gg[ll]",
            ([Take("i")], [Take("i"), Take(), Use("given.2", at=["i", "ll"])])))],
        step=[Take("ll"), *_peel("fewer atoms", ["ll"], "mm+1", "ll", "zz[mm]", "ff[mm]", (
            [Take("i"), Take(), Use("given.1", at=["i", "mm"])],
            [Take("i"), Take(),
             Use("given.3", at=["mm", "i"], name="same", premises=[[]])]))],
    )],
)  # fmt: skip


def diagonal_system(A: str, B: str, C: str, d: str, weight: str, atom: str) -> list[Step]:
    """Letters for the balanced diagonal system of a law with weights weight[i]^2; its response is the law's moments.

    Facts: ``A symmetric``, ``C is`` (C = B') and ``response of A``, with the letters that are given.
    """
    moments = f"Sum({weight}[i]**2*{atom}[i]**j, (i, 0, {d}-1))"
    return [
        Set(A, f"Sum({atom}[i]*basis({d}, i)*basis({d}, i).T, (i, 0, {d}-1))"),
        Set(B, f"Sum({weight}[i]*basis({d}, i), (i, 0, {d}-1))"),
        Set(C, f"{B}.T"),
        Have(f"{A}.T == {A}", name=f"{A} symmetric"),
        Have(f"{C} == Sum({weight}[i]*basis({d}, i).T, (i, 0, {d}-1))", name=f"{C} is"),
        Have(f"forall(j, nonnegative integer,"
             f" {A}**j*{B} == Sum({weight}[i]*{atom}[i]**j*basis({d}, i), (i, 0, {d}-1)))",
             name=f"powers of {A}", by=[Induct("j")]),
        Have(f"forall(j, nonnegative integer, {C}*{A}**j*{B} == {moments})", name=f"response of {A}", by=[
            Take("j"), Use(f"powers of {A}", at=["j"], name="now")]),
    ]  # fmt: skip
