"""Walks on a path: symmetric matrices whose impulse responses can be prescribed, as scripts for the prover.

The adjacency matrix S of the path 0 - 1 - ... - (n-1) is symmetric, and e_i' S^j e_0 counts the walks of j steps from
0 to i: none for j < i, one for j = i.  So e_0, S e_0, ..., S^(n-1) e_0 are a basis, the read-out can prescribe the
first n values of the impulse response, and the closed walks from 0 notice the end of the path behind 2n - 1 steps only.
Such matrices are the simplest Jacobi matrices, whose moments are those of a law with n atoms.
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
    Set,
    Split,
    Square,
    Step,
    Take,
    Use,
    Vanish,
    Witness,
)


def path(n: str) -> str:
    """The adjacency matrix of the path with n points."""
    return f"Sum(basis({n}, r)*basis({n}, r+1).T + basis({n}, r+1)*basis({n}, r).T, (r, 0, {n}-2))"


def walks(letter: str, n: str, name: str = "walks") -> list[Step]:
    """The letter for the path's matrix, and the fact that no walk is shorter than the distance and one is as long."""
    row = f"basis({n}, i).T*{letter}"
    before, behind = f"basis({n}, i-1).T", f"basis({n}, i+1).T"
    state = f"{letter}**j*basis({n}, 0)"
    return [
        Set(letter, path(n)),
        Have(f"{letter}.T == {letter}", name=f"{letter} symmetric"),
        Have(f"forall(i, integer[1, {n}-2], {row} == {before} + {behind})", name="inner row",
             by=[Take("i")]),
        Have(f"forall(i, integer[1, {n}-1], implies(i > {n}-2, {row} == {before}))", name="last row",
             by=[Take("i")]),
        Have(f"forall(j, integer[0, {n}-1], forall(i, integer[j, {n}-1], basis({n}, i).T*{state} == delta(i-j, 0)))",
             name=name, by=[Induct("j", step=[Take("i"), Cases(
                 f"i <= {n}-2", name="inner",
                 yes=[Use("inner row", at=["i"], name="row"), Use("IH", at=["i-1"], name="before"),
                      Use("IH", at=["i+1"], name="behind")],
                 no=[Use("last row", at=["i"], name="row"), Use("IH", at=["i-1"], name="before")])])]),
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
                      yes=[Use("walks", at=["j", "m"], name="none"), Use("so far", at=["j"], name="same")])])]),
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
        Set(T, f"{longer} + {edge}"),
        Set("J", f"Sum(basis({d}, r)*basis({n}, r).T, (r, 0, {n}-1))"),
        Have(f"{T}.T == {T}", name=f"{T} symmetric"),
        Axiom("resolution-of-identity"),
        Use("resolution-of-identity", at=[n], name="identity"),
        Have(f"J.T*J == eye({n})", name="isometry"),
        Have(f"basis({d}, {n}).T*J == zeros(1, {n})", name="apart"),
        Have(f"J.T*basis({d}, {n}) == zeros({n}, 1)", name="apart'"),
        Have(f"forall(i, integer[0, {n}-1], J*basis({n}, i) == basis({d}, i))", name="right",
             by=[Take("i")]),
        Have(f"forall(i, integer[0, {n}-1], basis({d}, i).T*J == basis({n}, i).T)", name="left",
             by=[Take("i")]),
        Have(f"{T}*J == J*{S} + basis({d}, {n})*basis({n}, {n}-1).T", name="embedded"),
        Have(f"forall(j, integer[0, {n}-1], {T}**j*{begin} == J*{S}**j*{start})", name="inside", by=[Induct(
            "j",
            step=[Use("walks", at=["j", f"{n}-1"], name="away")])]),
        Use("inside", at=[f"{n}-1"], name="edge"),
        Use("walks", at=[f"{n}-1", f"{n}-1"], name="reached"),
        Have(f"{T}**{n}*{begin} == J*{S}**{n}*{start} + basis({d}, {n})", name="out"),
        Have(f"forall(j, integer[0, {n}-1], ({T}**j*{begin}).T == {start}.T*{S}**j*J.T)", name="inside'",
             by=[Take("j"), Use("inside", at=["j"], name="now")]),
        Have(f"({T}**{n}*{begin}).T == {start}.T*{S}**{n}*J.T + basis({d}, {n}).T", name="out'"),
    ]  # fmt: skip


def closed_walks(short: str = "S", long: str = "T", n: str = "n", d: str = "d") -> tuple[list[Step], list[Step]]:
    """Scripts behind `longer_path`: as many closed walks from 0 of j < 2n steps on both paths; one more of 2n steps."""
    S, T, start, begin = short, long, f"basis({n}, 0)", f"basis({d}, 0)"
    power, half = f"{S}**{n}*{start}", f"{start}.T*{S}**(j-{n})"
    same: list[Step] = [Take("j"), Cases(
        f"j <= {n}-1", name="low",
        yes=[Use("inside", at=["j"], name="now"), Use("left", at=["0"], name="first")],
        no=[Use("inside'", at=[f"j-{n}"], name="now"),
            Have(f"{begin}.T*{T}**j*{begin} == ({T}**(j-{n})*{begin}).T*({T}**{n}*{begin})", name="halves"),
            Linear(terms=[("halves", "1", "1"), ("now", "1", f"{T}**{n}*{begin}"), ("out", f"{half}*J.T", "1"),
                          ("isometry", half, power), ("apart'", half, "1")])])]  # fmt: skip
    more: list[Step] = [
        Have(f"{begin}.T*{T}**(2*{n})*{begin} == ({T}**{n}*{begin}).T*({T}**{n}*{begin})", name="halves"),
    ]  # fmt: skip
    return same, more


def looped_path(short: str = "S", loop: str = "T", n: str = "n") -> list[Step]:
    """The path with n points, and the same path with a loop at its far end: what their closed walks from 0 share.

    T = S + e_{n-1} e_{n-1}'.  Facts ``inside``: T^j e_0 = S^j e_0 for j < n; ``same``: e_0' T^j e_0 = e_0' S^j e_0 for
    j <= 2n - 2; ``more``: e_0' T^(2n-1) e_0 is one more than e_0' S^(2n-1) e_0.
    """
    S, T, start, end = short, loop, f"basis({n}, 0)", f"basis({n}, {n}-1)"
    return [
        *walks(S, n),
        Set(T, f"{S} + {end}*{end}.T"),
        Have(f"{T}.T == {T}", name=f"{T} symmetric"),
        Have(f"forall(j, integer[0, {n}-1], {T}**j*{start} == {S}**j*{start})", name="inside", by=[Induct(
            "j", step=[Use("walks", at=["j", f"{n}-1"], name="away")])]),
        Use("inside", at=[f"{n}-1"], name="edge"),
        Use("walks", at=[f"{n}-1", f"{n}-1"], name="reached"),
        Have(f"forall(j, integer[0, {n}-1], {start}.T*{T}**j == {start}.T*{S}**j)", name="inside'",
             by=[Take("j"), Use("inside", at=["j"], name="now"),
                 Have(f"({T}**j*{start}).T == ({S}**j*{start}).T", name="turned"),
                 Linear(terms=[("turned", "1", "1")], rewrite=[f"{T} symmetric", f"{S} symmetric"])]),
        Have(f"forall(j, integer[0, 2*{n}-2], {start}.T*{T}**j*{start} == {start}.T*{S}**j*{start})", name="same", by=[
            Take("j"), Cases(f"j <= {n}-1", name="low",
                             yes=[Use("inside", at=["j"], name="now")],
                             no=[Use("inside'", at=[f"j-{n}+1"], name="now")])]),
        Use("inside'", at=[f"{n}-1"], name="edge'"),
        Have(f"{start}.T*{S}**({n}-1)*{end} == 1", name="reached'",
             by=[Have(f"({end}.T*{S}**({n}-1)*{start}).T == 1", name="turned")]),
        Have(f"{start}.T*{T}**(2*{n}-1)*{start} == {start}.T*{S}**(2*{n}-1)*{start} + 1", name="more"),
    ]  # fmt: skip


def stable(X: str, n: str) -> str:
    """All eigenvalues of the symmetric matrix X are in [-1, 1], as a formula."""
    return (f"forall(l, real, forall(v, matrix({n}, 1), implies({X}*v == l*v and v != zeros({n}, 1),"
            " -1 <= l and l <= 1)))")  # fmt: skip


def spectrum(X: str) -> list[Step]:
    """A script for `stable`, from the fact ``X contracts``: |x' X x| <= x'x for all x."""
    return [
        Take("l", "v"),
        Use(f"{X} contracts", at=["v"], name="both"),
        Have("v.T*v > 0", name="length", by=[
            Negate("flat"), Vanish("flat", squares=[Square(root="v", name="none")]),
            Contradict("given.1", [])]),
        Split([
            [Negate("low"),
             Have("(-1 - l)*(v.T*v) > 0", name="margin"),
             Order(positive=[Square(facts=["margin"]), Square(facts=["both.1"])], terms=[("given.0", "-v.T", "1")])],
            [Negate("high"),
             Have("(l - 1)*(v.T*v) > 0", name="margin"),
             Order(positive=[Square(facts=["margin"]), Square(facts=["both.0"])], terms=[("given.0", "v.T", "1")])],
        ]),
    ]  # fmt: skip


def contracts(X: str, n: str) -> str:
    """|x' X x| <= x'x for all x, as a formula."""
    return f"forall(x, matrix({n}, 1), x.T*({X})*x <= x.T*x and -x.T*({X})*x <= x.T*x)"


def halved(short: str = "S", loop: str = "T", half: str = "F", looped: str = "G", n: str = "n") -> list[Step]:
    """Behind `looped_path`: F = S/2 and G = T/2 with the same moments up to 2n - 2.

    Facts ``moments``: e_0' G^j e_0 = e_0' F^j e_0 for j <= 2n - 2, ``parting``: e_0' G^(2n-1) e_0 = e_0' F^(2n-1) e_0 +
    h^(2n-1) with h = 1/2, and ``gap``: h^(2n-1) > 0.
    """
    start = f"basis({n}, 0)"

    def powers(X: str, Y: str) -> Step:
        return Have(f"forall(j, nonnegative integer, {X}**j == h**j*{Y}**j)", name=f"{X} powers",
                    by=[Induct("j")])  # fmt: skip

    def value(X: str, j: str) -> str:
        return f"{start}.T*{X}**{j}*{start}"

    last = f"(2*{n}-1)"
    return [
        Axiom("resolution-of-identity"),
        Use("resolution-of-identity", at=[n], name="identity"),
        Set("h", "1/2"),
        Have("h > 0", name="h positive"),
        Set(half, f"h*{short}"),
        Set(looped, f"h*{loop}"),
        Have(f"{half}.T == {half}", name=f"{half} symmetric"),
        Have(f"{looped}.T == {looped}", name=f"{looped} symmetric"),
        powers(half, short),
        powers(looped, loop),
        Have(f"forall(j, integer[0, 2*{n}-2], {value(looped, 'j')} == {value(half, 'j')})", name="moments", by=[
            Take("j"), Use("same", at=["j"], name="now")]),
        Have(f"{value(looped, last)} == {value(half, last)} + h**{last}", name="parting"),
        Have("forall(j, nonnegative integer, h**j > 0)", name="h powers",
             by=[Induct("j")]),
        Use("h powers", at=[f"2*{n}-1"], name="gap"),
    ]  # fmt: skip


def contracting(half: str, loop: str = "", short: str = "S", n: str = "n") -> list[Step]:
    """Behind `halved`: the fact ``F contracts`` (see `contracts`) for half a path F, or half of one with a `loop`.

    x'x - x'Fx and x'x + x'Fx are half of x_0^2 + sum_r (x_r -+ x_{r+1})^2 + x_{n-1}^2, where the loop takes one
    x_{n-1}^2 away or adds one.
    """
    first, last = f"basis({n}, 0).T*x", f"basis({n}, {n}-1).T*x"

    def bound(sign: str, ends: int) -> list[Step]:
        steps = Square(root=f"basis({n}, r).T*x {sign} basis({n}, r+1).T*x", weight="1/2", over=[("r", "0", f"{n}-2")])
        return [Order(positive=[Square(root=first, weight="1/2"), steps, *[Square(root=last, weight="1/2")] * ends],
                      rewrite=[label for label in (half, loop, short, "h") if label],
                      terms=[("identity", "x.T", "x")])]  # fmt: skip

    less, more = (0, 2) if loop else (1, 1)
    return [Have(contracts(half, n), name=f"{half} contracts", by=[
        Take("x"), Split([bound("-", less), bound("+", more)])])]  # fmt: skip


def padded(inner: str, outer: str, embedding: str, n: str, d: str) -> list[Step]:
    """Y = J X J' in d >= n dimensions, from a symmetric X with n, where J has the first n unit vectors as columns.

    Facts ``Y symmetric`` and ``Y walks``: e_0' Y^j e_0 = e_0' X^j e_0 for all j.
    """
    X, Y, J, start, begin = inner, outer, embedding, f"basis({n}, 0)", f"basis({d}, 0)"
    state = f"{X}**j*{start}"
    return [
        Set(J, f"Sum(basis({d}, r)*basis({n}, r).T, (r, 0, {n}-1))"),
        Have(f"{J}.T*{J} == eye({n})", name=f"{J} isometry", by=[Linear(rewrite=[J], terms=[("identity", "-1", "1")])]),
        Have(f"{J}*{start} == {begin}", name=f"{J} start"),
        Set(Y, f"{J}*{X}*{J}.T"),
        Have(f"{Y}.T == {Y}", name=f"{Y} symmetric"),
        Have(f"forall(j, nonnegative integer, {Y}**j*{begin} == {J}*{state})", name=f"{Y} states", by=[Induct(
            "j")]),
        Have(f"forall(j, nonnegative integer, {begin}.T*{Y}**j*{begin} == {start}.T*{state})", name=f"{Y} walks", by=[
            Take("j"), Use(f"{Y} states", at=["j"], name="now"),
            Have(f"({J}*{start}).T == {begin}.T", name="turned")]),
    ]  # fmt: skip


def padded_contracts(inner: str, outer: str, embedding: str, d: str) -> list[Step]:
    """Behind `padded`: the fact ``Y contracts`` from ``X contracts``; |x|^2 - |J'x|^2 = |x - J J'x|^2."""
    X, Y, J = inner, outer, embedding
    return [Have(contracts(Y, d), name=f"{Y} contracts", by=[
        Take("x"), Use(f"{X} contracts", at=[f"{J}.T*x"], name="inner"), Split([
            [Order(positive=[Square(root=f"x - {J}*{J}.T*x"), Square(facts=[f"inner.{i}"])],
                   rewrite=[Y, f"{J} isometry"])] for i in (0, 1)])])]  # fmt: skip
