"""A finite list of numbers, grouped by value: classes, their values, and which element lies in which, as a script.

W_0, ..., W_(n-1) are distinct and positive, w_0, ..., w_(m-1) positive.  There are q <= m further values V_n, ..., V_(n+q-1) and for
each i < m a unit vector S_i = e_j of R^(n+m), j < n + q, such that w_i = V_j; V_0, ..., V_(n+q-1) are distinct and begin with W;
each of the classes j >= n has an element.  Induction on the number of elements: the next one has a known value or a new one.
"""

from __future__ import annotations

from verifier.language.script import (
    Cases,
    Contradict,
    Have,
    Induct,
    Negate,
    Obtain,
    Rewritten,
    Split,
    Step,
    Take,
    Use,
    Witness,
)


def grouped(r: str, V: str = "V", S: str = "S") -> list[str]:
    """The properties of the classes of the first r elements."""
    return [
        f"forall(j, integer[0, n-1], {V}[j] == W[j])",
        f"forall(j, integer[0, n+q-1], forall(k, integer[0, n+q-1], implies(j != k, {V}[j] != {V}[k])))",
        f"forall(j, integer[0, n+q-1], {V}[j] > 0)",
        f"forall(i, integer[0, {r}-1], exists(j, integer[0, n+q-1], {S}[i] == basis(n+m, j) and w[i] == {V}[j]))",
        f"forall(j, integer[n, n+q-1], exists(i, integer[0, {r}-1], {S}[i] == basis(n+m, j)))",
    ]


def _vectors(value: str) -> list[Step]:
    """S1 is S below r and `value` at r."""
    return [
        Have(f"exists(S1, matrix(n+m, 1) sequence, forall(i, integer[0, r-1], S1[i] == S[i]) and S1[r] == {value})", name="there is S1",
             by=[Witness(f"(1 - delta(i, r))*S[i] + delta(i, r)*{value}", index="i"), Split([[Take("i")], []])]),
        Obtain("there is S1", "S1", label="S1"),
    ]  # fmt: skip


_OLD_MEMBER: list[Step] = [
    Use("now.3", at=["i"], name="there is j"), Obtain("there is j", "j", label="j"), Use("S1.0", at=["i"], name="kept"),
]  # fmt: skip
_OLD_CLASS: list[Step] = [
    Use("now.4", at=["j"], name="there is i"), Obtain("there is i", "i", label="i"), Use("S1.0", at=["i"], name="kept"),
    Witness("i"),
]  # fmt: skip

#: The fact ``levels``; needs the facts ``target distinct``, ``target positive`` and ``positive``.
LEVELS = Have(
    "forall(r, integer[0, m], exists(q, integer[0, r], exists(V, real sequence, exists(S, matrix(n+m, 1) sequence, "
    + " and ".join(grouped("r")) + "))))", name="levels",
    by=[Induct("r", base=[
        Witness("0"), Witness("W[j]", index="j"), Witness("zeros(n+m, 1)", index="i"), Split([
            [], [Take("j", "k"), Use("target distinct", at=["j", "k"], premises=[[]])], [Take("j"), Use("target positive", at=["j"])], [], []])],
        step=[
        Obtain("IH", "q", label="q"), Obtain("q", "V", label="V"), Obtain("V", "S", label="now"),
        Cases("exists(j, integer[0, n+q-1], V[j] == w[r])", name="known", yes=[
            Obtain("known", "k1", label="k1"), *_vectors("basis(n+m, k1)"),
            Witness("q"), Witness("V[j]", index="j"), Witness("S1[i]", index="i"), Split([[], [], [], [
                Take("i"), Cases("i <= r-1", yes=[*_OLD_MEMBER, Witness("j"), Split([
                    [], []])], no=[
                    Have("i == r", name="here"), Witness("k1"), Split([[], [
                        Rewritten("k1", ["here"], name="value")]])])],
                [Take("j"), *_OLD_CLASS]])],
            no=[
            *_vectors("basis(n+m, n+q)"),
            Have("exists(V1, real sequence, forall(j, integer[0, n+q-1], V1[j] == V[j]) and V1[n+q] == w[r])", name="there is V1", by=[
                Witness("(1 - delta(j, n+q))*V[j] + delta(j, n+q)*w[r]", index="j"), Split([[Take("j")], []])]),
            Obtain("there is V1", "V1", label="V1"),
            Have("forall(j, integer[0, n+q-1], V1[j] != V1[n+q])", name="new", by=[
                Take("j"), Use("V1.0", at=["j"], name="old"), Negate("equal"), Contradict("known", [
                    Witness("j")])]),
            Witness("q+1"), Witness("V1[j]", index="j"), Witness("S1[i]", index="i"), Split([
                [Take("j"), Use("V1.0", at=["j"], name="old"), Use("now.0", at=["j"], name="target")],
                [Take("j", "k"), Cases("j <= n+q-1", yes=[Cases("k <= n+q-1", name="second", yes=[
                    Use("V1.0", at=["j"], name="one"), Use("V1.0", at=["k"], name="other"), Use("now.1", at=["j", "k"], premises=[[]], name="apart"),
                    Negate("equal"), Contradict("apart", [])], no=[
                    Have("k == n+q", name="here"), Use("new", at=["j"], name="apart"), Negate("equal"),
                    Rewritten("equal", ["here"], forwards=True, name="equal there"), Contradict("apart", [])])], no=[
                    Have("j == n+q", name="here"), Cases("k <= n+q-1", name="second", yes=[
                        Use("new", at=["k"], name="apart"), Negate("equal"), Rewritten("equal", ["here"], forwards=True, name="equal there"),
                        Contradict("apart", [])], no=[
                        Have("j == k", name="same"), Contradict("same")])])],
                [Take("j"), Cases("j <= n+q-1", yes=[
                    Use("V1.0", at=["j"], name="one"), Use("now.2", at=["j"], name="sign"), Rewritten("sign", ["one"])], no=[
                    Have("j == n+q", name="here"), Use("positive", at=["r"], name="sign"),
                    Have("V1[n+q] > 0", name="top", by=[Rewritten("sign", ["V1.1"])]),
                    Rewritten("top", ["here"])])],
                [Take("i"), Cases("i <= r-1", yes=[*_OLD_MEMBER, Use("V1.0", at=["j"], name="one"), Witness("j"), Split([
                    [], []])], no=[
                    Have("i == r", name="here"), Witness("n+q"), Split([[], [
                        Rewritten("V1.1", ["here"], name="value")]])])],
                [Take("j"), Cases("j <= n+q-1", yes=_OLD_CLASS, no=[
                    Have("j == n+q", name="here"), Witness("r"), Rewritten("S1.1", ["here"])])]])]),
    ])],
)  # fmt: skip
