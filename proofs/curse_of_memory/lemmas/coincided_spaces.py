"""Neurons that share their parameters: an assignment of m neurons to n blocks as a matrix, and sums over the neurons.

S is an m x n matrix; its row i is the unit vector of the block of neuron i (``assigned``), and every block has a neuron
(``onto``): the surjections of m neurons onto n blocks, n! S(m, n) of them.  A sum over neurons whose terms depend on
the block alone is a sum over blocks (``spread``); S'S is diagonal (``gram``) and S' has a right inverse (``inverse``),
so S'x = b are n independent equations.  Variables of the facts have names that statements do not use.
"""

from __future__ import annotations

from verifier.language.script import (
    Axiom,
    Cases,
    Have,
    Linear,
    Negate,
    Numbers,
    Obtain,
    Order,
    Rewritten,
    Set,
    Split,
    Square,
    Step,
    Take,
    Use,
    Vanish,
    Witness,
)  # fmt: skip

#: Each neuron lies in exactly one block; each block has a neuron.
ASSIGNED = "forall(i, integer[0, m-1], exists(k, integer[0, n-1], S.T*basis(m, i) == basis(n, k)))"
ONTO = "forall(k, integer[0, n-1], exists(i, integer[0, m-1], S.T*basis(m, i) == basis(n, k)))"
#: Neuron i lies in block k.
IN = "S.T*basis(m, i) == basis(n, k)"

#: What depends on the block alone is summed over the blocks: g = S h, and x'g = (S'x)'h.
SPREAD: list[Step] = [
    Axiom("resolution-of-identity"),
    Use("resolution-of-identity", at=["m"], name="neurons"),
    Use("resolution-of-identity", at=["n"], name="blocks"),
    Have("forall(gg, matrix(m, 1), forall(hh, matrix(n, 1), implies("
         f"forall(i, integer[0, m-1], forall(k, integer[0, n-1], implies({IN}, gg[i, 0] == hh[k, 0]))), gg == S*hh)))",
         name="spread", by=[
             Take("gg", "hh"),
             Have("forall(i, integer[0, m-1], gg[i, 0] == basis(m, i).T*S*hh)", name="each", by=[
                 Take("i"), Use("assigned", at=["i"], name="here"), Obtain("here", "k", label="block"),
                 Use("given", at=["i", "k"], premises=[[]], name="same")]),
             Linear(rewrite=["each"], terms=[("neurons", "1", "gg"), ("neurons", "-1", "S*hh")])]),
]  # fmt: skip

#: e_p (e_p'e_l) = (e_p'e_l) e_l: two unit vectors are equal or orthogonal.
UNITS = Have(
    "forall(l, integer[0, n-1], forall(pp, integer[0, n-1],"
    " basis(n, pp)*(basis(n, pp).T*basis(n, l)) == (basis(n, pp).T*basis(n, l))*basis(n, l)))",
    name="units", by=[
        Take("l", "pp"),
        Have("basis(n, l)*(basis(n, l).T*basis(n, l)) == (basis(n, l).T*basis(n, l))*basis(n, l)", name="alike"),
        Cases("pp < l", name="before", no=[Cases("pp > l", name="after", no=[
            Have("pp == l", name="equal"), Rewritten("alike", ["equal"], name="now")])])],
)  # fmt: skip

#: Vectors with the same entries are equal.
ENTRIES = Have("forall(uu, matrix(n, 1), forall(vv, matrix(n, 1), implies(forall(k, integer[0, n-1], uu[k, 0] == vv[k, 0]), uu == vv)))",
               name="equal entries", by=[
                   Take("uu", "vv"), Linear(rewrite=["given"], terms=[("blocks", "1", "uu"), ("blocks", "-1", "vv")])])  # fmt: skip

_DIAGONAL = "Sum(aa[i, 0]*basis(m, i)*basis(m, i).T, (i, 0, m-1))"
#: S' diag(a) S is the diagonal matrix of the sums S'a over the blocks.
GRAM: list[Step] = [
    UNITS, ENTRIES,
    Have(f"forall(aa, matrix(m, 1), forall(l, integer[0, n-1], S.T*{_DIAGONAL}*S*basis(n, l) == (S.T*aa)[l, 0]*basis(n, l)))",
         name="gram", by=[
             Take("aa", "l"),
             Use("equal entries", at=[f"S.T*{_DIAGONAL}*S*basis(n, l)", "(S.T*aa)[l, 0]*basis(n, l)"], premises=[[
                 Take("k"),
                 Have("forall(i, integer[0, m-1], (basis(n, k).T*S.T*basis(m, i))*(basis(m, i).T*S*basis(n, l))"
                      " == (basis(m, i).T*S*basis(n, l))*(basis(n, k).T*basis(n, l)))", name="each", by=[
                     Take("i"), Use("assigned", at=["i"], name="here"), Obtain("here", "pp", label="block"),
                     Use("units", at=["l", "pp"], name="two"), Linear(rewrite=["block"], terms=[("two", "basis(n, k).T", "1")])]),
                 Linear(rewrite=["each"], terms=[("neurons", "-(basis(n, k).T*basis(n, l))*aa.T", "S*basis(n, l)")])]]),
         ]),
]  # fmt: skip

#: S' has a right inverse and S a left one.
INVERSE: list[Step] = [
    Have("forall(k, integer[0, n-1], basis(n, k).T*S.T*S*basis(n, k) > 0)", name="inhabited", by=[
        Take("k"), Use("onto", at=["k"], name="some"), Obtain("some", "i", label="there"), Negate("empty"),
        Have("S*basis(n, k) == zeros(m, 1)", name="no neuron", by=[Vanish("empty", [Square(root="S*basis(n, k)", name="none")])]),
        Have("basis(m, i).T*S*basis(n, k) == 1", name="one"),
        Have("basis(m, i).T*S*basis(n, k) == 0", name="nothing")]),
    Set("ones", "Sum(basis(m, i), (i, 0, m-1))"),
    Have("forall(l, integer[0, n-1], S.T*S*basis(n, l) == (basis(n, l).T*S.T*S*basis(n, l))*basis(n, l))", name="square", by=[
        Take("l"), Use("gram", at=["ones", "l"], name="now"),
        Have(f"{_DIAGONAL.replace('aa[i, 0]', 'ones[i, 0]')} == eye(m)", name="unit"),
        Have("S.T*S*basis(n, l) == (S.T*ones)[l, 0]*basis(n, l)", name="so", by=[
            Linear(terms=[("now", "1", "1"), ("unit", "-S.T", "S*basis(n, l)")])])]),
    Set("zz", "Sum((basis(n, k).T*S.T*S*basis(n, k))*basis(n, k), (k, 0, n-1))", label="sizes"),
    Have("forall(k, integer[0, n-1], basis(n, k).T*S.T*S*basis(n, k) == zz[k, 0] and zz[k, 0] != 0)", name="size", by=[
        Take("k"), Use("inhabited", at=["k"], name="some"),
        Have("zz[k, 0] == basis(n, k).T*S.T*S*basis(n, k)", name="is"),
        Have("zz[k, 0] > 0", name="positive", by=[Order(positive=[Square(facts=["some"])], terms=[("is", "1", "1")])]),
        Split([[], [Numbers(using=["positive"])]])]),
    Have("forall(j, integer[0, n-1], forall(k, integer[0, n-1], basis(n, j).T*S.T*S*basis(n, k) == zz[k, 0]*(basis(n, j).T*basis(n, k))))",
         name="squares", by=[
             Take("j", "k"), Use("square", at=["k"], name="now"), Use("size", at=["k"], name="some")]),
    Have("exists(rr, matrix(n, 1), forall(k, integer[0, n-1], rr[k, 0]*zz[k, 0] == 1))", name="there are reciprocals", by=[
        Witness("Sum(1/zz[k, 0]*basis(n, k), (k, 0, n-1))"), Take("j"), Use("size", at=["j"], name="z")]),
    Obtain("there are reciprocals", "rr", label="reciprocals"),
    Have("forall(cc, matrix(n, 1), exists(xx, matrix(m, 1), S.T*xx == cc))", name="sums are free", by=[
        Take("cc"), Witness("Sum(cc[k, 0]*rr[k, 0]*S*basis(n, k), (k, 0, n-1))"),
        Use("equal entries", at=["S.T*Sum(cc[k, 0]*rr[k, 0]*S*basis(n, k), (k, 0, n-1))", "cc"], premises=[[
            Take("j"), Use("reciprocals", at=["j"], name="r")]])]),
    Have("forall(yy, matrix(n, 1), implies(S*yy == zeros(m, 1), yy == zeros(n, 1)))", name="blocks count", by=[
        Take("yy"), Use("sums are free", at=["yy"], name="some"), Obtain("some", "xx", label="x"),
        Have("yy.T*yy == 0", name="norm"),
        Vanish("norm", [Square(root="yy", name="yy is 0")])]),
]  # fmt: skip

#: A table over pairs of neurons that depends on their blocks alone is S H S'.
TABLE = Have(
    "forall(gg, matrix(m, m), forall(hh, matrix(n, n), implies(forall(i, integer[0, m-1], forall(j, integer[0, m-1],"
    " forall(k, integer[0, n-1], forall(l, integer[0, n-1], implies(S.T*basis(m, i) == basis(n, k)"
    " and S.T*basis(m, j) == basis(n, l), gg[i, j] == hh[k, l]))))), gg == S*hh*S.T)))",
    name="table", by=[
        Take("gg", "hh"),
        Have("forall(j, integer[0, m-1], forall(i, integer[0, m-1], basis(m, i).T*gg*basis(m, j) == basis(m, i).T*S*hh*S.T*basis(m, j)))", name="each", by=[
            Take("j", "i"), Use("assigned", at=["j"], name="there"), Obtain("there", "l", label="column"),
            Use("assigned", at=["i"], name="here"), Obtain("here", "k", label="row"),
            Use("given", at=["i", "j", "k", "l"], premises=[[Split([[], []])]], name="same")]),
        Linear(rewrite=["each"], terms=[
            ("neurons", "1", "gg"), ("neurons", "Sum(basis(m, i)*basis(m, i).T, (i, 0, m-1))*gg", "1"),
            ("neurons", "-1", "S*hh*S.T"), ("neurons", "-Sum(basis(m, i)*basis(m, i).T, (i, 0, m-1))*S*hh*S.T", "1")])],
)  # fmt: skip

_NEURONS = "Sum(basis(m, i)*basis(m, i).T, (i, 0, m-1))"
_EQUAL_TABLES = Have(
    "forall(uu, matrix(n, n), forall(vv, matrix(n, n), implies(forall(k, integer[0, n-1], forall(l, integer[0, n-1],"
    " uu[k, l] == vv[k, l])), uu == vv)))", name="equal tables", by=[
        Take("uu", "vv"), Linear(rewrite=["given"], terms=[
            ("blocks", "1", "uu"), ("blocks", "Sum(basis(n, k)*basis(n, k).T, (k, 0, n-1))*uu", "1"),
            ("blocks", "-1", "vv"), ("blocks", "-Sum(basis(n, k)*basis(n, k).T, (k, 0, n-1))*vv", "1")])],
)  # fmt: skip
_EQUAL_COLUMNS = Have(
    "forall(uu, matrix(m, n), forall(vv, matrix(m, n), implies(forall(i, integer[0, m-1], forall(l, integer[0, n-1],"
    " uu[i, l] == vv[i, l])), uu == vv)))", name="equal columns", by=[
        Take("uu", "vv"), Linear(rewrite=["given"], terms=[
            ("neurons", "1", "uu"), ("blocks", f"{_NEURONS}*uu", "1"), ("neurons", "-1", "vv"), ("blocks", f"-{_NEURONS}*vv", "1")])],
)  # fmt: skip
_BLOCKED = "Sum((S.T*aa)[k, 0]*basis(n, k)*basis(n, k).T, (k, 0, n-1))"
#: S' diag(a) S = diag(S'a), and diag(S g) S = S diag(g).
DIAGONALS: list[Step] = [
    _EQUAL_TABLES, _EQUAL_COLUMNS,
    Have(f"forall(aa, matrix(m, 1), S.T*{_DIAGONAL}*S == {_BLOCKED})", name="blocked", by=[
        Take("aa"), Use("equal tables", at=[f"S.T*{_DIAGONAL}*S", _BLOCKED], premises=[[
            Take("k", "l"), Use("gram", at=["aa", "l"], name="now"), Use("units", at=["l", "k"], name="two"),
            Linear(terms=[("now", "basis(n, k).T", "1"), ("two", "-aa.T*S", "1")])]])]),
    Have("forall(gg, matrix(n, 1), Sum((S*gg)[i, 0]*basis(m, i)*basis(m, i).T, (i, 0, m-1))*S"
         " == S*Sum(gg[k, 0]*basis(n, k)*basis(n, k).T, (k, 0, n-1)))", name="commuted", by=[
        Take("gg"), Use("equal columns", at=["Sum((S*gg)[i, 0]*basis(m, i)*basis(m, i).T, (i, 0, m-1))*S",
                                             "S*Sum(gg[k, 0]*basis(n, k)*basis(n, k).T, (k, 0, n-1))"], premises=[[
            Take("i", "l"), Use("assigned", at=["i"], name="here"), Obtain("here", "k", label="block"),
            Use("units", at=["l", "k"], name="two")]])]),
]  # fmt: skip
