"""Vandermonde's matrix: sums of powers of distinct numbers take all values, and each in one way, as scripts.

l is a sequence of real numbers of which the first d are distinct; the moments of weights g at them are sum_j l_j^i g_j.
One to one: where the moments 0, ..., m vanish, moment i+1 less l_m times moment i has the weights (l_j - l_m) g_j and
no l_m; so by induction g = 0.  Onto: weights on m+1 numbers with vanishing moments below m exist by induction, their
moment m does not vanish, since they do not; a multiple of them corrects the moment m of weights that are right below.
"""

from __future__ import annotations

from verifier.language.script import (
    Cases,
    Have,
    Induct,
    Linear,
    Negate,
    Obtain,
    Step,
    Take,
    Use,
    Witness,
)


def moment(g: str, i: str, m: str, l: str = "l") -> str:  # noqa: E741
    """Moment i of the weights g (a text with the index j) at the first m numbers."""
    return f"Sum({l}[j]**({i})*{g}, (j, 0, {m}-1))"


def distinct(d: str = "d") -> str:
    """The first d numbers of the sequence l are distinct."""
    return f"forall(p, integer[0, {d}-1], forall(q, integer[0, {d}-1], implies(p != q, l[p] != l[q])))"


def one_to_one(m: str) -> str:
    """Weights at the first m numbers whose moments 0, ..., m-1 vanish are zero."""
    return (f"forall(g, real sequence, implies(forall(i, integer[0, {m}-1], {moment('g[j]', 'i', m)} == 0),"
            f" forall(s, integer[0, {m}-1], g[s] == 0)))")  # fmt: skip


def onto(m: str) -> str:
    """Any m values are the moments 0, ..., m-1 of some weights at the first m numbers."""
    return (f"forall(r, real sequence, exists(g, real sequence, forall(i, integer[0, {m}-1],"
            f" {moment('g[j]', 'i', m)} == r[i])))")  # fmt: skip


def vandermonde(d: str = "d", given: str = "distinct", inner: str = "given") -> list[Step]:
    """From the fact `given` (see `distinct`): facts ``one to one`` and ``onto`` for each m <= d.

    `inner` is the label that a premise gets on the way: ``given``, or ``given1`` where that is taken.
    """
    padded = "(h[j]*(1 - delta(j, m)) + delta(j, m))"
    old = "(g[j]*(1 - delta(j, m)))"
    return [
        Have(f"forall(m, integer[0, {d}], {one_to_one('m')})", name="one to one", by=[Induct("m", step=[
            Take("g"),
            Have(f"forall(i, integer[0, m-1], {moment('((l[j] - l[m])*g[j])', 'i', 'm')} == 0)", name="reduced", by=[
                Take("i"), Use(inner, at=["i+1"], name="next"), Use(inner, at=["i"], name="this"),
                Linear(terms=[("next", "1", "1"), ("this", "-l[m]", "1")])]),
            Use("IH", at=[("(l[j] - l[m])*g[j]", "j")], name="others"),
            Have("forall(s, integer[0, m-1], g[s] == 0)", name="before", by=[
                Take("s"), Use("others", at=["s"], name="product"), Use(given, at=["s", "m"], name="apart")]),
            Use(inner, at=["0"], name="total"),
            Have("Sum(g[j], (j, 0, m-1)) == 0", name="rest"),
            Have("g[m] == 0", name="last", by=[Linear(terms=[("total", "1", "1"), ("rest", "-1", "1")])]),
            Take("s"), Cases("s <= m-1", yes=[Use("before", at=["s"])], no=[
                Have("s == m", name="here")]),
        ])]),
        Have(f"forall(m, integer[0, {d}], {onto('m')})", name="onto", by=[Induct(
            "m", base=[Take("r"), Witness("0", index="j")], step=[
                Take("r"),
                Use("IH", at=[("r[i]", "i")], name="there is g"), Obtain("there is g", "g", label="right below"),
                Use("IH", at=[("-l[m]**i", "i")], name="there is h"), Obtain("there is h", "h", label="opposite"),
                Have(f"forall(i, integer[0, m-1], {moment(padded, 'i', '(m+1)')} == 0)", name="silent", by=[
                    Take("i"), Use("opposite", at=["i"], name="now")]),
                Have(f"exists(t, real, t == {moment(padded, 'm', '(m+1)')})", name="there is t",
                     by=[Witness(moment(padded, "m", "(m+1)"))]),
                Obtain("there is t", "t", label="t"),
                Have("t != 0", name="heard", by=[
                    Negate("nothing"),
                    Have(f"forall(s, integer[m, m], {moment(padded, 's', '(m+1)')} == 0)", name="top", by=[
                        Induct("s", hypothesis="never")]),
                    Use("one to one", at=["m+1", (padded, "j")], name="none", premises=[[Take("i"), Cases(
                        "i <= m-1", yes=[Use("silent", at=["i"])], no=[Use("top", at=["i"])])]]),
                    Use("none", at=["m"], name="one")]),
                Have(f"exists(u, real, u == (r[m] - {moment('g[j]', 'm', 'm')})/t)", name="there is u",
                     by=[Witness(f"(r[m] - {moment('g[j]', 'm', 'm')})/t")]),
                Obtain("there is u", "u", label="u"),
                Have(f"forall(s, integer[m, m], {moment(f'({old} + u*{padded})', 's', '(m+1)')} == r[s])",
                     name="top", by=[Induct("s", hypothesis="never")]),
                Witness(f"{old} + u*{padded}", index="j"),
                Take("i"), Cases("i <= m-1", yes=[
                    Use("right below", at=["i"], name="now"), Use("silent", at=["i"], name="nothing")], no=[Use("top", at=["i"])]),
            ])]),
    ]  # fmt: skip
