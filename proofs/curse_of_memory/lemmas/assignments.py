"""All assignments of m things to n blocks, none of them empty, in a list: n! S(m, n) of them, for all m and n, as scripts.

An assignment is an m x n matrix: its row i is the unit vector of the block of thing i.  Induction on m, by the recurrence
N(m+1, h+1) = (h+1) (N(m, h+1) + N(m, h)): where the last thing lies in block g, the others fill all h+1 blocks, or all but g;
in the second case blocks g and h change places (P, a symmetric involution), so that the others fill the first h.
Lists are sequences of matrices of a fixed shape MM x NN, in which only the first m rows are in use.
"""

from __future__ import annotations

from collections.abc import Callable

from verifier.language.script import (
    Axiom,
    Cases,
    CasesOn,
    Choose,
    Contradict,
    Have,
    Induct,
    Linear,
    Negate,
    Numbers,
    Obtain,
    Rewritten,
    Split,
    Step,
    Take,
    Use,
    Witness,
)  # fmt: skip

#: The shape of the matrices in a list.
SH = "matrix(MM, NN)"


def different(L: str, K: str) -> str:
    """L_0, ..., L_(K-1) are pairwise different."""
    return f"forall(r, integer[0, {K}-1], forall(s, integer[0, {K}-1], implies(r != s, {L}[r] != {L}[s])))"


#: Two lists, one behind the other.
CONCAT = Have(
    f"forall(MM, positive integer, forall(NN, positive integer, forall(ff, {SH} sequence, forall(gg, {SH} sequence, forall(pp, nonnegative integer, forall(qq, nonnegative integer,"
    f" exists(hh, {SH} sequence, forall(r, integer[0, pp-1], hh[r] == ff[r]) and forall(r, integer[0, qq-1], hh[pp+r] == gg[r]))))))))", name="concatenated", by=[
    Take("MM", "NN", "ff", "gg", "pp"), Induct("qq", base=[Witness("ff[r]", index="r"), Split([[], []])], step=[
        Obtain("IH", "h0", label="old"),
        Have(f"exists(h1, {SH} sequence, forall(r, integer[0, pp+qq-1], h1[r] == h0[r]) and h1[pp+qq] == gg[qq])", name="there is h1", by=[
            Witness("(1 - delta(r, pp+qq))*h0[r] + delta(r, pp+qq)*gg[qq]", index="r"), Split([[Take("r")], []])]),
        Obtain("there is h1", "h1", label="new"), Witness("h1[r]", index="r"), Split([
            [Take("r"), Use("old.0", at=["r"], name="before"), Use("new.0", at=["r"], name="now")],
            [Take("r"), Cases("r <= qq-1", yes=[Use("old.1", at=["r"], name="before"), Use("new.0", at=["pp+r"], name="now")], no=[
                Have("r == qq", name="last"), Rewritten("new.1", ["last"])])]])])])
#: Two lists without repetition and without a common member make one without repetition that has the members of both.
UNION = Have(
    f"forall(MM, positive integer, forall(NN, positive integer, forall(ff, {SH} sequence, forall(gg, {SH} sequence, forall(pp, nonnegative integer, forall(qq, nonnegative integer, implies("
    f"{different('ff', 'pp')} and {different('gg', 'qq')} and forall(r, integer[0, pp-1], forall(s, integer[0, qq-1], ff[r] != gg[s])),"
    f" exists(hh, {SH} sequence, {different('hh', '(pp+qq)')} and forall(r, integer[0, pp+qq-1], exists(s, integer[0, pp-1], hh[r] == ff[s]) or exists(s, integer[0, qq-1], hh[r] == gg[s]))"
    " and forall(r, integer[0, pp-1], exists(s, integer[0, pp+qq-1], ff[r] == hh[s])) and forall(r, integer[0, qq-1], exists(s, integer[0, pp+qq-1], gg[r] == hh[s]))))))))))", name="union", by=[
    Take("MM", "NN", "ff", "gg", "pp", "qq"), Use("concatenated", at=["MM", "NN", ("ff[r]", "r"), ("gg[r]", "r"), "pp", "qq"], name="there is h"), Obtain("there is h", "hh", label="h"),
    Have("forall(r, integer[pp, pp+qq-1], hh[r] == gg[r-pp])", name="behind", by=[Take("r"), Use("h.1", at=["r-pp"])]),
    Witness("hh[r]", index="r"), Split([
        [Take("r", "s"), Cases("r <= pp-1", name="first", yes=[Use("h.0", at=["r"], name="hr"), Cases("s <= pp-1", name="second", yes=[
            Use("h.0", at=["s"], name="hs"), Use("given.0", at=["r", "s"], premises=[[]], name="apart"), Negate("same"), Contradict("apart", [])], no=[
            Use("behind", at=["s"], name="hs"), Use("given.2", at=["r", "s-pp"], name="apart"), Negate("same"), Contradict("apart", [])])], no=[
            Use("behind", at=["r"], name="hr"), Cases("s <= pp-1", name="second", yes=[
            Use("h.0", at=["s"], name="hs"), Use("given.2", at=["s", "r-pp"], name="apart"), Negate("same"), Contradict("apart", [])], no=[
            Use("behind", at=["s"], name="hs"), Use("given.1", at=["r-pp", "s-pp"], premises=[[]], name="apart"), Negate("same"), Contradict("apart", [])])])],
        [Take("r"), Cases("r <= pp-1", name="first", yes=[Choose(0), Witness("r"), Use("h.0", at=["r"])], no=[Choose(1), Witness("r-pp"), Use("behind", at=["r"])])],
        [Take("r"), Witness("r"), Use("h.0", at=["r"], name="hr")],
        [Take("r"), Witness("pp+r"), Use("h.1", at=["r"], name="hr")]])])
#: Unit vectors with different indices differ.
UNIT = Have("forall(NU, positive integer, forall(j, integer[0, NU-1], forall(k, integer[0, NU-1], implies(basis(NU, j) == basis(NU, k), j == k))))", name="same unit", by=[
    Take("NU", "j", "k"), Cases("j < k", name="before", yes=[
        Have("0 == 1", name="absurd", by=[Linear(terms=[("given", "basis(NU, j).T", "-1")])]), Contradict("absurd")], no=[
        Cases("k < j", name="after", yes=[Have("0 == 1", name="absurd", by=[Linear(terms=[("given", "basis(NU, j).T", "-1")])]), Contradict("absurd")], no=[Have("j == k", name="so")])])])
#: Unit vectors with equal indices are equal.
EQUAL = Have("forall(NU, positive integer, forall(j, integer[0, NU-1], forall(k, integer[0, NU-1], implies(j == k, basis(NU, j) == basis(NU, k)))))", name="equal units", by=[
    Take("NU", "j", "k"), Have("forall(x, integer[k, k], basis(NU, x) == basis(NU, k))", name="there", by=[Induct("x", hypothesis="never")]),
    Use("there", at=["j"])])
OTHER = "forall(k, integer[0, NN-1], implies(k != g and k != h, PP*basis(NN, k) == basis(NN, k)))"
_D = "(basis(NN, g) - basis(NN, h))"
#: The permutation that exchanges blocks g and h.
SWAP = Have("forall(NN, positive integer, forall(h, integer[0, NN-1], forall(g, integer[0, h], exists(PP, matrix(NN, NN), PP.T == PP and PP*PP == eye(NN) and PP*basis(NN, g) == basis(NN, h)"
            f" and PP*basis(NN, h) == basis(NN, g) and {OTHER}))))", name="swap", by=[
    Take("NN", "h", "g"), Cases("g < h", name="apart", yes=[Witness(f"eye(NN) - {_D}*{_D}.T"), Split([[], [], [], [], [
        Take("k"), Cases("k < g", name="left", no=[Have("g < k", name="right"), Cases("k < h", name="middle", no=[Have("h < k", name="far")])])]])], no=[
        Have("g == h", name="same"), Have("forall(j, integer[h, h], basis(NN, j) == basis(NN, h))", name="units", by=[Induct("j", hypothesis="never")]), Use("units", at=["g"], name="one unit"),
        Witness("eye(NN)"), Split([[], [], [], [], [Take("k")]])])])


def onto(X: str, m: str, n: str) -> str:
    """The first m rows of X are unit vectors of the first n blocks, each of which is hit; the rows behind are 0."""
    return (
        f"forall(i, integer[0, {m}-1], exists(k, integer[0, {n}-1], {X}.T*basis(MM, i) == basis(NN, k)))"
        f" and forall(k, integer[0, {n}-1], exists(i, integer[0, {m}-1], {X}.T*basis(MM, i) == basis(NN, k)))"
        f" and forall(i, integer[{m}, MM-1], {X}.T*basis(MM, i) == zeros(NN, 1))"
    )


def listed(L: str, K: str, members: Callable[[str], str]) -> str:
    """L_0, ..., L_(K-1) are pairwise different, and they are exactly the X with `members(X)`."""
    return (
        f"{different(L, K)} and forall(r, integer[0, {K}-1], {members(L + '[r]')})"
        f" and forall(X, {SH}, implies({members('X')}, exists(r, integer[0, {K}-1], X == {L}[r])))"
    )


#: The last thing, number mm, in block g.
ROW = "basis(MM, mm)*basis(NN, g).T"


def last(X: str) -> str:
    """mm + 1 things onto h + 1 blocks, the last of them in block g."""
    return onto(X, "(mm+1)", "(h+1)") + f" and {X}.T*basis(MM, mm) == basis(NN, g)"


#: mm things onto h + 1 blocks, and the last one in block g.
WITH = Have(f"forall(X, {SH}, implies({onto('X', 'mm', '(h+1)')}, {last(f'(X + {ROW})')}))", name="with", by=[
    Take("X"), Have(f"forall(i, integer[0, mm-1], (X + {ROW}).T*basis(MM, i) == X.T*basis(MM, i))", name="kept", by=[Take("i")]),
    Use("given.2", at=["mm"], name="empty row"), Have(f"(X + {ROW}).T*basis(MM, mm) == basis(NN, g)", name="there"),
    Split([
        [Take("i"), Cases("i <= mm-1", yes=[Use("given.0", at=["i"], name="some"), Obtain("some", "k", label="k"), Use("kept", at=["i"], name="now"), Witness("k")], no=[
            Have("i == mm", name="here"), Witness("g"), Rewritten("there", ["here"])])],
        [Take("k"), Use("given.1", at=["k"], name="some"), Obtain("some", "i", label="i"), Use("kept", at=["i"], name="now"), Witness("i")],
        [Take("i"), Use("given.2", at=["i"], name="now")],
        []])])
#: mm things onto h blocks, which become all blocks but g; and the last one in block g.
WITHOUT = Have(f"forall(X, {SH}, implies({onto('X', 'mm', 'h')}, {last(f'(X*PP + {ROW})')}))", name="without", by=[
    Take("X"), Have(f"forall(i, integer[0, mm-1], (X*PP + {ROW}).T*basis(MM, i) == PP*X.T*basis(MM, i))", name="kept", by=[Take("i")]),
    Use("given.2", at=["mm"], name="empty row"), Have(f"(X*PP + {ROW}).T*basis(MM, mm) == basis(NN, g)", name="there"),
    Split([
        [Take("i"), Cases("i <= mm-1", yes=[Use("given.0", at=["i"], name="some"), Obtain("some", "k", label="k"), Use("kept", at=["i"], name="now"),
            Cases("k == g", name="moved", yes=[Rewritten("k", ["moved"], forwards=True, name="kg"), Witness("h")], no=[
                Have("k != h", name="low"), Use("P.4", at=["k"], premises=[[Split([[], []])]], name="fixed"), Witness("k")])], no=[
            Have("i == mm", name="here"), Witness("g"), Rewritten("there", ["here"])])],
        [Take("k"), Cases("k == g", name="same", yes=[Use("equal units", at=["NN", "k", "g"], premises=[[]], name="unit"), Witness("mm")], no=[
            Cases("k == h", name="top", yes=[Have("g <= h-1", name="low", by=[Numbers(using=["same", "top", "g"])]), Use("given.1", at=["g"], name="some"), Obtain("some", "i", label="i"), Use("kept", at=["i"], name="now"), Witness("i"),
                Have(f"(X*PP + {ROW}).T*basis(MM, i) == basis(NN, h)", name="row"), Rewritten("row", ["top"])], no=[
                Have("k <= h-1", name="low"), Use("given.1", at=["k"], name="some"), Obtain("some", "i", label="i"), Use("kept", at=["i"], name="now"), Witness("i"),
                Use("P.4", at=["k"], premises=[[Split([[], []])]], name="fixed")])])],
        [Take("i"), Use("given.2", at=["i"], name="now")],
        []])])

_KEPT = f"forall(i, integer[0, mm-1], (Z - {ROW}).T*basis(MM, i) == Z.T*basis(MM, i))"
_IN_G = "exists(i, integer[0, mm-1], Z.T*basis(MM, i) == basis(NN, g))"
#: And back.
STRIPPED = Have(f"forall(Z, {SH}, implies({last('Z')} and {_IN_G}, {onto(f'(Z - {ROW})', 'mm', '(h+1)')}))", name="stripped", by=[
    Take("Z"), Have(_KEPT, name="kept", by=[Take("i")]), Split([
        [Take("i"), Use("given.0", at=["i"], name="some"), Obtain("some", "k", label="k"), Use("kept", at=["i"], name="now"), Witness("k")],
        [Take("k"), Use("given.1", at=["k"], name="some"), Obtain("some", "i", label="i"), Cases("i <= mm-1", yes=[
            Use("kept", at=["i"], name="now"), Witness("i")], no=[
            Have("i == mm", name="here"), Rewritten("i", ["here"], forwards=True, name="last row"), Use("same unit", at=["NN", "k", "g"], premises=[[]], name="k is g"),
            Obtain("given.4", "i1", label="i1"), Use("kept", at=["i1"], name="now"), Witness("i1"),
            Have(f"(Z - {ROW}).T*basis(MM, i1) == basis(NN, g)", name="row"), Rewritten("row", ["k is g"])])],
        [Take("i"), Cases("i == mm", name="place", yes=[
            Use("equal units", at=["MM", "i", "mm"], premises=[[]], name="unit")], no=[
            Have("i >= mm+1", name="later"), Use("given.2", at=["i"], name="now")])]])])
LOWERED = Have(f"forall(Z, {SH}, implies({last('Z')} and not({_IN_G}), {onto(f'((Z - {ROW})*PP)', 'mm', 'h')}))", name="lowered", by=[
    Take("Z"), Have(f"forall(i, integer[0, mm-1], ((Z - {ROW})*PP).T*basis(MM, i) == PP*Z.T*basis(MM, i))", name="kept", by=[Take("i")]),
    Have("forall(i, integer[0, mm-1], Z.T*basis(MM, i) != basis(NN, g))", name="none", by=[Take("i"), Negate("hit"), Contradict("given.4", [Witness("i")])]),
    Split([
        [Take("i"), Use("given.0", at=["i"], name="some"), Obtain("some", "k", label="k"), Use("kept", at=["i"], name="now"), Use("none", at=["i"], name="elsewhere"),
         Have("k != g", name="other", by=[Negate("same"), Contradict("elsewhere", [Rewritten("k", ["same"], forwards=True)])]),
         Cases("k == h", name="top", yes=[Rewritten("k", ["top"], forwards=True, name="kh"), Rewritten("other", ["top"], forwards=True, name="below"), Have("g <= h-1", name="low"),
             Witness("g")], no=[
             Have("k <= h-1", name="low"), Use("P.4", at=["k"], premises=[[Split([[], []])]], name="fixed"), Witness("k")])],
        [Take("k"), Cases("k == g", name="moved", yes=[
            Have("g != h", name="below"),
            Use("given.1", at=["h"], name="some"), Obtain("some", "i", label="i"),
            Have("i != mm", name="not last", by=[Negate("here"), Rewritten("i", ["here"], forwards=True, name="last row"), Contradict("below", [
                Use("same unit", at=["NN", "g", "h"], premises=[[]])])]),
            Have("i <= mm-1", name="early"), Use("kept", at=["i"], name="now"), Witness("i"),
            Have(f"((Z - {ROW})*PP).T*basis(MM, i) == basis(NN, g)", name="row"), Rewritten("row", ["moved"])], no=[
            Have("k != h", name="low"), Use("P.4", at=["k"], premises=[[Split([[], []])]], name="fixed"),
            Use("given.1", at=["k"], name="some"), Obtain("some", "i", label="i"),
            Have("i != mm", name="not last", by=[Negate("here"), Rewritten("i", ["here"], forwards=True, name="last row"), Contradict("moved", [
                Use("same unit", at=["NN", "k", "g"], premises=[[]])])]),
            Have("i <= mm-1", name="early"), Use("kept", at=["i"], name="now"), Witness("i")])],
        [Take("i"), Cases("i == mm", name="place", yes=[
            Use("equal units", at=["MM", "i", "mm"], premises=[[]], name="unit")], no=[
            Have("i >= mm+1", name="later"), Use("given.2", at=["i"], name="now")])]])])


def below(X: str, g: str) -> str:
    """mm + 1 things onto h + 1 blocks, the last of them in one of the first g."""
    return onto(X, "(mm+1)", "(h+1)") + f" and exists(k, integer[0, {g}-1], {X}.T*basis(MM, mm) == basis(NN, k))"


#: The last thing in block g: from the lists X of all mm things onto h + 1 blocks and Y onto h blocks.
BLOCKS = Have(f"forall(g, integer[0, h], exists(LL, {SH} sequence, {listed('LL', '(K1+K2)', last)}))", name="one block", by=[
    Take("g"), Use("swap", at=["NN", "h", "g"], name="there is P"), Obtain("there is P", "PP", label="P"), WITH, WITHOUT, STRIPPED, LOWERED,
    Use("union", at=["MM", "NN", (f"XX[r] + {ROW}", "r"), (f"YY[r]*PP + {ROW}", "r"), "K1", "K2"], name="there is L", premises=[[Split([
        [Take("r", "s"), Use("X.0", at=["r", "s"], premises=[[]], name="apart"), Negate("same"), Contradict("apart", [])],
        [Take("r", "s"), Use("Y.0", at=["r", "s"], premises=[[]], name="apart"), Negate("same"), Contradict("apart", [])],
        [Take("r", "s"), Negate("same"), Use("X.1", at=["r"], name="x"), Use("Y.1", at=["s"], name="y"), Use("x.1", at=["g"], name="some"), Obtain("some", "i", label="i"),
         Use("y.0", at=["i"], name="where"), Obtain("where", "k", label="k"),
         Have("XX[r] == YY[s]*PP", name="equal"),
         Have("XX[r].T*basis(MM, i) == PP.T*YY[s].T*basis(MM, i)", name="rows"),
         Have("basis(NN, h) == basis(NN, k)", name="units", by=[Linear(terms=[("P.2", "-1", "1"), ("i", "-PP", "1"), ("rows", "PP", "1"), ("P.0", "PP", "YY[s].T*basis(MM, i)"), ("P.1", "1", "YY[s].T*basis(MM, i)"), ("k", "1", "1")])]),
         Use("same unit", at=["NN", "h", "k"], premises=[[]], name="h is k"), Contradict("h is k")]])]]),
    Obtain("there is L", "LL", label="L"), Witness("LL[r]", index="r"), Split([
        [],
        [Take("r"), Use("L.1", at=["r"], name="which"), CasesOn("which", [
            [Obtain("this", "s", label="s"), Use("X.1", at=["s"], name="x"), Use("with", at=["XX[s]"], premises=[[]], name="so"), Rewritten("so", ["s"])],
            [Obtain("this", "s", label="s"), Use("Y.1", at=["s"], name="y"), Use("without", at=["YY[s]"], premises=[[]], name="so"), Rewritten("so", ["s"])]], name="this")],
        [Take("X"), Cases(_IN_G.replace("Z", "X"), name="others", yes=[
            Use("stripped", at=["X"], premises=[[]], name="so"), Use("X.2", at=[f"X - {ROW}"], premises=[[]], name="found"), Obtain("found", "r", label="r"),
            Use("L.2", at=["r"], name="listed"), Obtain("listed", "s", label="s"), Witness("s")], no=[
            Use("lowered", at=["X"], premises=[[]], name="so"), Use("Y.2", at=[f"(X - {ROW})*PP"], premises=[[]], name="found"), Obtain("found", "r", label="r"),
            Use("L.3", at=["r"], name="listed"), Obtain("listed", "s", label="s"), Witness("s")])]])])


#: All first g blocks.
GATHERED = Have(f"forall(g, integer[0, h+1], exists(LL, {SH} sequence, {listed('LL', '(g*(K1+K2))', lambda X: below(X, 'g'))}))", name="gathered", by=[
    Induct("g", hypothesis="so far", base=[Witness("zeros(MM, NN)", index="r"), Split([[Take("r", "s")], [Take("r")], [Take("X"), Obtain("given.3", "k", label="k")]])], step=[
        Obtain("so far", "L0", label="L0"), Use("one block", at=["g"], name="there is L1"), Obtain("there is L1", "L1", label="L1"),
        Use("union", at=["MM", "NN", ("L0[r]", "r"), ("L1[r]", "r"), "g*(K1+K2)", "K1+K2"], name="there is L", premises=[[Split([
            [], [], [Take("r", "s"), Use("L0.1", at=["r"], name="x"), Use("L1.1", at=["s"], name="y"), Obtain("x.3", "k", label="k"), Negate("same"),
             Rewritten("k", ["same"], forwards=True, name="k now"), Use("same unit", at=["NN", "g", "k"], premises=[[]], name="g is k"), Contradict("g is k")]])]]),
        Obtain("there is L", "LL", label="L"), Witness("LL[r]", index="r"), Split([
            [Take("r", "s"), Use("L.0", at=["r", "s"], premises=[[]])],
            [Take("r"), Use("L.1", at=["r"], name="which"), CasesOn("which", [
                [Obtain("this", "s", label="s"), Use("L0.1", at=["s"], name="x"), Obtain("x.3", "k", label="k"),
                 Have(f"{onto('L0[s]', '(mm+1)', '(h+1)')} and exists(k, integer[0, g+1-1], L0[s].T*basis(MM, mm) == basis(NN, k))", name="so", by=[Split([[], [], [], [Witness("k")]])]), Rewritten("so", ["s"])],
                [Obtain("this", "s", label="s"), Use("L1.1", at=["s"], name="x"),
                 Have(f"{onto('L1[s]', '(mm+1)', '(h+1)')} and exists(k, integer[0, g+1-1], L1[s].T*basis(MM, mm) == basis(NN, k))", name="so", by=[Split([[], [], [], [Witness("g")]])]), Rewritten("so", ["s"])]], name="this")],
            [Take("X"), Obtain("given.3", "k", label="k"), Cases("k <= g-1", name="early", yes=[
                Use("L0.2", at=["X"], premises=[[Split([[], [], [], [Witness("k")]])]], name="found"), Obtain("found", "r", label="r"), Use("L.2", at=["r"], name="listed"), Obtain("listed", "s", label="s"),
                Witness("s")], no=[
                Have("k == g", name="last"), Rewritten("k", ["last"], forwards=True, name="kg"),
                Use("L1.2", at=["X"], premises=[[Split([[], [], [], []])]], name="found"), Obtain("found", "r", label="r"), Use("L.3", at=["r"], name="listed"), Obtain("listed", "s", label="s"),
                Witness("s")])]])])])


def assigned(L: str, m: str, n: str, K: str) -> str:
    """L_0, ..., L_(K-1) are all assignments of m neurons onto n blocks, each once."""
    return listed(L, K, lambda X: onto(X, m, n))


#: The fact ``assignments``.
LISTS = Have(
    f"forall(MM, positive integer, forall(NN, positive integer, forall(mm, integer[0, MM], forall(nn, integer[0, NN], exists(K, nonnegative integer, K == factorial(nn)*stirling2(mm, nn)"
    f" and exists(LL, {SH} sequence, {assigned('LL', 'mm', 'nn', 'K')}))))))", name="assignments", by=[
    Take("MM", "NN"), Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["MM"], name="all rows"), Induct("mm", base=[
        Take("nn"), Cases("nn <= 0", name="no block", yes=[
            Witness("1"), Split([[Have("nn == 0", name="zero")], [Witness("zeros(MM, NN)", index="r"), Split([
                [Take("r", "s"), Have("r == s", name="same"), Contradict("given")],
                [Take("r"), Split([[], [Take("k")], []])],
                [Take("X"), Witness("0"), Linear(terms=[("all rows", "1", "X")], rewrite=["given.2"])]])]])], no=[
            Witness("0"), Split([[], [Witness("zeros(MM, NN)", index="r"), Split([
                [Take("r", "s")], [Take("r")], [Take("X"), Use("given.1", at=["0"], name="some"), Obtain("some", "i", label="i")]])]])])], step=[
        Take("nn"), Cases("nn <= 0", name="no block", yes=[
            Witness("0"), Split([[Have("nn == 0", name="zero")], [Witness("zeros(MM, NN)", index="r"), Split([
                [Take("r", "s")], [Take("r")], [Take("X"), Use("given.0", at=["0"], name="some"), Obtain("some", "i", label="i")]])]])], no=[
            Have("exists(h, integer[0, NN-1], h == nn - 1)", name="there is h", by=[Witness("nn-1")]), Obtain("there is h", "h", label="h"), Have("nn == h+1", name="n"),
            Use("IH", at=["h+1"], name="there is K1"), Obtain("there is K1", "K1", label="K1"), Obtain("K1.1", "XX", label="X"),
            Use("IH", at=["h"], name="there is K2"), Obtain("there is K2", "K2", label="K2"), Obtain("K2.1", "YY", label="Y"),
            BLOCKS, GATHERED, Use("gathered", at=["h+1"], name="there is L"), Obtain("there is L", "LL", label="L"),
            Witness("h*(K1+K2)+K1+K2"), Split([
                [Have("h*(K1+K2)+K1+K2 == factorial(h+1)*stirling2(mm+1, h+1)", name="count"), Rewritten("count", ["n"])],
                [Witness("LL[r]", index="r"), Split([
                    [Take("r", "s"), Use("L.0", at=["r", "s"], premises=[[]])],
                    [Take("r"), Use("L.1", at=["r"], name="now"), Have(onto("LL[r]", "(mm+1)", "(h+1)"), name="so", by=[Split([[], [], []])]), Rewritten("so", ["n"])],
                    [Take("X"), Have(onto("X", "(mm+1)", "(h+1)"), name="so", by=[Rewritten("given", ["n"], forwards=True)]), Use("so.0", at=["mm"], name="last"),
                     Use("L.2", at=["X"], premises=[[Split([[], [], [], []])]], name="found"), Obtain("found", "r", label="r"), Witness("r")]])]])])])])
#: With everything that it rests on.
ALL_ASSIGNMENTS: list[Step] = [CONCAT, UNION, UNIT, EQUAL, SWAP, LISTS]
