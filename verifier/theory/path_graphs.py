"""Walks on a path: symmetric matrices whose impulse responses can be prescribed, as scripts for the prover.

The adjacency matrix S of the path 0 - 1 - ... - (n-1) is symmetric, and e_i' S^j e_0 counts the walks of j steps from
0 to i: none for j < i, one for j = i.  So e_0, S e_0, ..., S^(n-1) e_0 are a basis, the read-out can prescribe the
first n values of the impulse response, and the closed walks from 0 notice the end of the path behind 2n - 1 steps only.
Such matrices are the simplest Jacobi matrices, whose moments are those of a law with n atoms.
"""

from __future__ import annotations

from verifier.claims.script import Axiom, Cases, Have, Induct, Linear, Obtain, Step, Take, Use, Witness
from verifier.theory.linear_dependence import named


def path(n: str) -> str:
    """The adjacency matrix of the path with n points."""
    return f"Sum(basis({n}, r)*basis({n}, r+1).T + basis({n}, r+1)*basis({n}, r).T, (r, 0, {n}-2))"


def walks(letter: str, n: str, name: str = "walks") -> list[Step]:
    """The letter for the path's matrix, and the fact that no walk is shorter than the distance and one is as long."""
    row = f"basis({n}, i).T*{letter}"
    before, behind = f"basis({n}, i-1).T", f"basis({n}, i+1).T"
    state = f"{letter}**j*basis({n}, 0)"
    return [
        *named(letter, f"{n}, {n}", path(n)),
        Have(f"{letter}.T == {letter}", name=f"{letter} symmetric", by=[Linear(rewrite=[letter])]),
        Have(f"forall(i, integer[1, {n}-2], {row} == {before} + {behind})", name="inner row",
             by=[Take("i"), Linear(rewrite=[letter])]),
        Have(f"forall(i, integer[1, {n}-1], implies(i > {n}-2, {row} == {before}))", name="last row",
             by=[Take("i"), Linear(rewrite=[letter])]),
        Have(f"forall(j, integer[0, {n}-1], forall(i, integer[j, {n}-1], basis({n}, i).T*{state} == delta(i-j, 0)))",
             name=name, by=[Induct("j", step=[Take("i"), Cases(
                 f"i <= {n}-2", name="inner",
                 yes=[Use("inner row", at=["i"], name="row"), Use("IH", at=["i-1"], name="before"),
                      Use("IH", at=["i+1"], name="behind"),
                      Linear(terms=[("row", "1", state), ("before", "1", "1"), ("behind", "1", "1")])],
                 no=[Use("last row", at=["i"], name="row"), Use("IH", at=["i-1"], name="before"),
                     Linear(terms=[("row", "1", state), ("before", "1", "1")])])])]),
    ]  # fmt: skip


def prescribed(letter: str = "S", n: str = "d", name: str = "prescribed") -> list[Step]:
    """The fact that some read-out c has c S^j e_0 = r_j for j < m, whatever the sequence r and m <= n."""
    state = f"{letter}**j*basis({n}, 0)"
    last = f"c*{letter}**m*basis({n}, 0)"
    return [
        *walks(letter, n),
        Have(f"forall(r, real sequence, forall(m, integer[0, {n}],"
             f" exists(c, matrix(1, {n}), forall(j, integer[0, m-1], c*{state} == r[j]))))", name=name, by=[
            Take("r"), Induct("m", base=[Witness(f"zeros(1, {n})")], step=[
                Obtain("IH", "c", label="so far"),
                Have("exists(u, real, r[m] == u)", name="value", by=[Witness("r[m]")]),
                Obtain("value", "u", label="wanted"),
                Have(f"exists(v, real, {last} == v)", name="old value", by=[Witness(last)]),
                Obtain("old value", "v", label="there is"),
                Witness(f"c + (u - v)*basis({n}, m).T"),
                Take("j"),
                Use("walks", at=["m", "m"], name="one"),
                Cases("j <= m-1", name="old",
                      yes=[Use("walks", at=["j", "m"], name="none"), Use("so far", at=["j"], name="same"),
                           Linear(terms=[("none", "u - v", "1"), ("same", "1", "1")])],
                      no=[Linear(rewrite=["wanted", "there is", "one"])])])]),
    ]  # fmt: skip


def longer_path(short: str = "S", long: str = "T", n: str = "n", d: str = "d") -> list[Step]:
    """Matrices of the paths with n and n + 1 points, the second in d > n dimensions, and what their walks share.

    J embeds: T J = J S + e_n e_{n-1}'.  Facts ``inside``: T^j e_0 = J S^j e_0 for j < n, and ``out``: T^n e_0 =
    J S^n e_0 + e_n; with a prime their transposes.
    """
    longer = path(n).replace(f"basis({n}", f"basis({d}")
    edge = f"basis({d}, {n}-1)*basis({d}, {n}).T + basis({d}, {n})*basis({d}, {n}-1).T"
    S, T, start, begin = short, long, f"basis({n}, 0)", f"basis({d}, 0)"
    return [
        *walks(S, n),
        *named(T, f"{d}, {d}", f"{longer} + {edge}"),
        *named("J", f"{d}, {n}", f"Sum(basis({d}, r)*basis({n}, r).T, (r, 0, {n}-1))"),
        Have(f"{T}.T == {T}", name=f"{T} symmetric", by=[Linear(rewrite=[T])]),
        Axiom("resolution-of-identity"),
        Use("resolution-of-identity", at=[n], name="identity"),
        Have(f"J.T*J == eye({n})", name="isometry", by=[Linear(rewrite=["J"], terms=[("identity", "-1", "1")])]),
        Have(f"basis({d}, {n}).T*J == zeros(1, {n})", name="apart", by=[Linear(rewrite=["J"])]),
        Have(f"J.T*basis({d}, {n}) == zeros({n}, 1)", name="apart'", by=[Linear(rewrite=["J"])]),
        Have(f"forall(i, integer[0, {n}-1], J*basis({n}, i) == basis({d}, i))", name="right",
             by=[Take("i"), Linear(rewrite=["J"])]),
        Have(f"forall(i, integer[0, {n}-1], basis({d}, i).T*J == basis({n}, i).T)", name="left",
             by=[Take("i"), Linear(rewrite=["J"])]),
        Have(f"{T}*J == J*{S} + basis({d}, {n})*basis({n}, {n}-1).T", name="embedded",
             by=[Linear(rewrite=[T, S, "right", "left", "apart"])]),
        Have(f"forall(j, integer[0, {n}-1], {T}**j*{begin} == J*{S}**j*{start})", name="inside", by=[Induct(
            "j", base=[Linear(rewrite=["J"])],
            step=[Use("walks", at=["j", f"{n}-1"], name="away"),
                  Linear(terms=[("IH", T, "1"), ("embedded", "1", f"{S}**j*{start}"),
                                ("away", f"basis({d}, {n})", "1")])])]),
        Use("inside", at=[f"{n}-1"], name="edge"),
        Use("walks", at=[f"{n}-1", f"{n}-1"], name="reached"),
        Have(f"{T}**{n}*{begin} == J*{S}**{n}*{start} + basis({d}, {n})", name="out", by=[Linear(terms=[
            ("edge", T, "1"), ("embedded", "1", f"{S}**({n}-1)*{start}"), ("reached", f"basis({d}, {n})", "1")])]),
        Have(f"forall(j, integer[0, {n}-1], ({T}**j*{begin}).T == {start}.T*{S}**j*J.T)", name="inside'",
             by=[Take("j"), Use("inside", at=["j"], name="now"), Linear(rewrite=["now", f"{S} symmetric"])]),
        Have(f"({T}**{n}*{begin}).T == {start}.T*{S}**{n}*J.T + basis({d}, {n}).T", name="out'",
             by=[Linear(rewrite=["out", f"{S} symmetric"])]),
    ]  # fmt: skip


def closed_walks(short: str = "S", long: str = "T", n: str = "n", d: str = "d") -> tuple[list[Step], list[Step]]:
    """Scripts behind `longer_path`: as many closed walks from 0 of j < 2n steps on both paths; one more of 2n steps."""
    S, T, start, begin = short, long, f"basis({n}, 0)", f"basis({d}, 0)"
    power, half = f"{S}**{n}*{start}", f"{start}.T*{S}**(j-{n})"
    same: list[Step] = [Take("j"), Cases(
        f"j <= {n}-1", name="low",
        yes=[Use("inside", at=["j"], name="now"), Use("left", at=["0"], name="first"),
             Linear(terms=[("now", f"{begin}.T", "1"), ("first", "1", f"{S}**j*{start}")])],
        no=[Use("inside'", at=[f"j-{n}"], name="now"),
            Have(f"{begin}.T*{T}**j*{begin} == ({T}**(j-{n})*{begin}).T*({T}**{n}*{begin})", name="halves",
                 by=[Linear(rewrite=[f"{T} symmetric"])]),
            Linear(terms=[("halves", "1", "1"), ("now", "1", f"{T}**{n}*{begin}"), ("out", f"{half}*J.T", "1"),
                          ("isometry", half, power), ("apart'", half, "1")])])]  # fmt: skip
    more: list[Step] = [
        Have(f"{begin}.T*{T}**(2*{n})*{begin} == ({T}**{n}*{begin}).T*({T}**{n}*{begin})", name="halves",
             by=[Linear(rewrite=[f"{T} symmetric"])]),
        Linear(terms=[("halves", "1", "1"), ("out'", "1", f"{T}**{n}*{begin}"),
                      ("out", f"{start}.T*{S}**{n}*J.T + basis({d}, {n}).T", "1"),
                      ("isometry", f"{start}.T*{S}**{n}", power), ("apart'", f"{start}.T*{S}**{n}", "1"),
                      ("apart", "1", power)]),
    ]  # fmt: skip
    return same, more
