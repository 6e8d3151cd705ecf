"""Two exponential sums at distance 0 have the same atoms, for all numbers of atoms, as scripts.

The squared distance of sum_k b_k exp(-e^(v_k) t) to the target sum_j A_j exp(-e^(W_j) t) is Cauchy's form of all rates, with the
coefficients b and -A (``distance``): never negative, and 0 only where amplitudes of equal rates cancel.  For m neurons and
m target atoms, A_j != 0 at distinct rates, each W_j is some v_i, and different ones for different j: T, with the rows T'e_j = e_i,
satisfies T T' = I and so T'T = I, and (b, v) = (T'A, T'W) is a rearrangement (``rearranged``).
"""

from __future__ import annotations

from verifier.language.script import (
    Axiom,
    Cases,
    Contradict,
    Have,
    Induct,
    Inside,
    Linear,
    Negate,
    Numbers,
    Obtain,
    Rewritten,
    Set,
    Split,
    Step,
    Take,
    Use,
    Witness,
)  # fmt: skip
from verifier.language.script_parts import renamed

from .assignments import EQUAL, UNIT
from .cauchy_forms import RECIPROCALS, form
from .cauchy_matrices import TERMWISE, double_sums
from .coincided_totals import assignment, loss, minimiser, transformed
from .dimensions import RANK_AND_NULLITY, SQUARE, representatives


def transform_at(s: str, v: str, m: str, n: str) -> str:
    """s_i = R(v_i), R being the transform of the target (A, W) with n atoms."""
    return f"forall(i, integer[0, {m}-1], {s}[i, 0] == Sum(A[j, 0]/(exp({v}[i, 0]) + exp(W[j, 0])), (j, 0, {n}-1)))"


def norm(n: str) -> str:
    """nu is the square of the norm of the target."""
    return f"nu == Sum(Sum(A[k, 0]*A[l, 0]/(exp(W[k, 0]) + exp(W[l, 0])), (l, 0, {n}-1)), (k, 0, {n}-1))"


#: g and G depend on the rate alone.
BY_RATE = (
    "forall(i, integer[0, m-1], forall(k, integer[0, m-1], implies(v[i, 0] == v[k, 0], g[i, 0] == g[k, 0])))"
    " and forall(i, integer[0, m-1], forall(j, integer[0, n-1], implies(v[i, 0] == W[j, 0], g[i, 0] == G[j, 0])))"
    " and forall(j, integer[0, n-1], forall(l, integer[0, n-1], implies(W[j, 0] == W[l, 0], G[j, 0] == G[l, 0])))"
)
LOSS = loss("m", "b", "v", "s")
PAIRS = "Sum(Sum(b[k, 0]*b[l, 0]/(exp(v[k, 0]) + exp(v[l, 0])), (l, 0, m-1)), (k, 0, m-1))"
ZERO = f"forall(g, matrix(m, 1), forall(G, matrix(n, 1), implies({BY_RATE}, b.T*g == A.T*G)))"
#: The loss is never negative, and 0 exactly where amplitudes of equal rates agree.
DISTANCE = f"{LOSS} >= 0 and implies({LOSS} <= 0, {ZERO}) and implies({ZERO}, {LOSS} <= 0)"
#: The student less the target at the time t.
ERROR = "Sum(b[k, 0]*exp(-exp(v[k, 0])*t), (k, 0, m-1)) - Sum(A[j, 0]*exp(-exp(W[j, 0])*t), (j, 0, n-1))"
#: Two sequences, the first m members of one in front of the other.
JOIN = Have(
    "forall(ff, real sequence, forall(gg, real sequence, forall(pp, nonnegative integer, forall(qq, nonnegative integer, exists(hh, real sequence,"
    " forall(r, integer[0, pp-1], hh[r] == ff[r]) and forall(r, integer[0, qq-1], hh[pp+r] == gg[r]))))))", name="joined", by=[
        Take("ff", "gg", "pp"), Induct("qq", base=[Witness("ff[r]", index="r"), Split([[], []])], step=[
            Obtain("IH", "h0", label="old"),
            Have("exists(h1, real sequence, forall(r, integer[0, pp+qq-1], h1[r] == h0[r]) and h1[pp+qq] == gg[qq])", name="there is h1", by=[
                Witness("(1 - delta(r, pp+qq))*h0[r] + delta(r, pp+qq)*gg[qq]", index="r"), Split([[Take("r")], []])]),
            Obtain("there is h1", "h1", label="new"), Witness("h1[r]", index="r"), Split([
                [Take("r"), Use("old.0", at=["r"], name="before"), Use("new.0", at=["r"], name="now")],
                [Take("r"), Cases("r <= qq-1", yes=[Use("old.1", at=["r"], name="before"), Use("new.0", at=["pp+r"], name="now")], no=[
                    Have("r == qq", name="last"), Rewritten("new.1", ["last"])])]])])],
)  # fmt: skip


def _joined(letter: str, first: str, second: str) -> list[Step]:
    """A letter for the sequence of the m numbers `first` (in i) and the n numbers `second` (in j)."""
    return [
        Use("joined", at=[(first, "i"), (second, "j"), "m", "n"], name=f"there is {letter}"),
        Obtain(f"there is {letter}", letter, label=letter),
    ]


def _values(letter: str, entry: tuple[str, str]) -> list[Step]:
    """The values of the joined sequence at two places, one of m + index for the second part."""
    return [
        Use(f"{letter}.1", at=[place[2:]], name=f"{letter} {number}") if place.startswith("m+") else Use(f"{letter}.0", at=[place], name=f"{letter} {number}")
        for number, place in enumerate(entry)
    ]  # fmt: skip


def _entry(x: str, y: str, place: tuple[str, str], *numerators: str) -> list[Step]:
    """numerator/(x + y) = numerator K at the place, the numerator being one factor or two."""
    k = f"K[{place[0]}, {place[1]}]"
    return [
        Use("K", at=list(place), name="entry"), Use("w is", at=[place[0]], name="wi"), Use("w is", at=[place[1]], name="wk"), *_values("e", place),
        Use(f"quotient {len(numerators)}", at=[x, y, f"w[{place[0]}, 0]", f"w[{place[1]}, 0]", f"e[{place[0]}]", f"e[{place[1]}]", k, *numerators],
            premises=[[], [], [Split([[]] * 5)]], name="q"),
    ]  # fmt: skip


def _double(x: str, y: str, place: tuple[str, str], numerators: tuple[str, str], n: str, name: str) -> Have:
    """A double sum of quotients, up to n, as one of multiples of K."""
    numerator = "*".join(numerators)
    return double_sums(
        f"{numerator}/({x} + {y})",
        f"{numerator}*K[{place[0]}, {place[1]}]",
        (f"{n}-1", f"{n}-1"),
        [*_entry(x, y, place, *numerators), Use("q")],
        name,
    )


def _quotient(numerators: list[str], name: str) -> Have:
    """t/(x + y) = t z where z (w_1 + w_2) = 1, by the values of w_1 and w_2; t is a product of these letters."""
    t, sorts = "*".join(numerators), "".join(f"forall({letter}, real, " for letter in numerators)
    return Have(
        f"forall(x1, positive, forall(y1, positive, forall(w1, real, forall(w2, real, forall(e1, real, forall(e2, real, forall(z1, real, {sorts}implies("
        f"(w1 + w2)*z1 == 1 and w1 == e1 and w2 == e2 and e1 == x1 and e2 == y1, {t}/(x1 + y1) == {t}*z1))))))))" + ")"*len(numerators), name=name, by=[
            Take("x1", "y1", "w1", "w2", "e1", "e2", "z1", *numerators), Have("x1 + y1 != 0", name="not zero"),
            Have("(x1 + y1)*z1 == 1", name="product")],
    )  # fmt: skip


_CHAIN = Have("forall(x1, real, forall(x2, real, forall(x3, real, implies(x1 == x2 and x2 == x3, x1 == x3))))", name="chain", by=[
    Take("x1", "x2", "x3")])  # fmt: skip


def _cases(i: str) -> list[Step]:
    """h_i = h_k for the place i of a neuron or, m less, of an atom, and for both kinds of k."""
    neuron = i == "i"
    rate, part = (f"v[{i}, 0]", "0") if neuron else (f"W[{i}, 0]", "1")
    steps: list[list[Step]] = []
    for k in ("k", "k-m"):
        own = k == "k"
        other, number = ("v[k, 0]", "0") if own else ("W[k-m, 0]", "1")
        same = f"given1.{0 if neuron and own else 1 if neuron or own else 2}"
        turned = own and not neuron
        steps.append([
            Use(*(("e.0", [i]) if neuron else ("e behind", ["i"])), name="ei"), Use(*(("e.0", [k]) if own else ("e behind", ["k"])), name="ek"), Use(f"h.{part}", at=[i], name="hi"), Use(f"h.{number}", at=[k], name="hk"),
            Use("logarithms", at=[rate, other, "w[i, 0]", "w[k, 0]", "e[i]", "e[k]"], premises=[[Split([[]] * 5)]], name="rates"),
            *([Have(f"{other} == {rate}", name="other way")] if turned else []),
            Use(same, at=[k, i] if turned else [i, k], premises=[[]], name="values"),
        ])  # fmt: skip
    return [Cases("k <= m-1", name="second", yes=steps[0], no=steps[1])]


def _back(first: str, second: str) -> list[Step]:
    """Values for equal rates, one of `first` (v or W) and one of `second`, are equal where h depends on the rate alone."""
    place = {"v": "{}", "W": "m+{}"}
    i, k = place[first].format("i"), place[second].format("k")
    return [
        Take("i", "k"), Use("w is", at=[i], name="wi"), Use("w is", at=[k], name="wk"),
        Use("e.0" if first == "v" else "e.1", at=["i"], name="ei"), Use("e.0" if second == "v" else "e.1", at=["k"], name="ek"),
        Use("same rates", at=[f"{first}[i, 0]", f"{second}[k, 0]", f"w[{i}, 0]", f"w[{k}, 0]", f"e[{i}]", f"e[{k}]"], premises=[[Split([[]] * 5)]], name="rates"),
        Use("given1", at=[i, k], premises=[[]], name="values"), Use("g is" if first == "v" else "G is", at=["i"], name="gi"),
        Use("g is" if second == "v" else "G is", at=["k"], name="gk"),
    ]  # fmt: skip


#: All rates w and coefficients f in one list, and ``loss``: their form is the loss; from the hypotheses ``transform`` and ``norm``.
JOINED_LOSS: list[Step] = [
    TERMWISE, RECIPROCALS, JOIN, _quotient(["t1"], "quotient 1"), _quotient(["t1", "t2"], "quotient 2"), _CHAIN, *_joined("f", "b[i, 0]", "-A[j, 0]"), *_joined("e", "exp(v[i, 0])", "exp(W[j, 0])"),
    Set("w", "Sum(e[l]*basis(m+n, l), (l, 0, m+n-1))"),
    Have("forall(i, integer[0, m+n-1], w[i, 0] == e[i])", name="w is", by=[Take("i")]),
    Have("forall(i, integer[0, m+n-1], e[i] > 0)", name="e positive", by=[Take("i"), Cases("i <= m-1", name="first", yes=[
        Use("e.0", at=["i"], name="now"), Numbers(using=["now"])], no=[Use("e.1", at=["i-m"], name="now"), Numbers(using=["now"])])]),
    Have("forall(i, integer[0, m+n-1], w[i, 0] > 0)", name="positive", by=[
        Take("i"), Use("w is", at=["i"], name="now"), Use("e positive", at=["i"], name="sign")]),
    Use("reciprocals", at=["m+n", "w"], premises=[[Use("positive")]], name="there is K"), Obtain("there is K", "K", label="K"),
    Have("forall(i, integer[0, m+n-1], forall(k, integer[0, m+n-1], K[i, k] == K[k, i]))", name="symmetric", by=[
        Take("i", "k"), Use("K", at=["i", "k"], name="one"), Use("K", at=["k", "i"], name="other")]),
    Have(f"{PAIRS} == Sum(Sum(b[k, 0]*b[l, 0]*K[k, l], (l, 0, m-1)), (k, 0, m-1))", name="own", by=[
        _double("exp(v[i, 0])", "exp(v[k, 0])", ("i", "k"), ("b[i, 0]", "b[k, 0]"), "m", "pairs"), Use("pairs")]),
    Have("nu == Sum(Sum(A[k, 0]*A[l, 0]*K[m+k, m+l], (l, 0, n-1)), (k, 0, n-1))", name="target", by=[
        _double("exp(W[i, 0])", "exp(W[k, 0])", ("m+i", "m+k"), ("A[i, 0]", "A[k, 0]"), "n", "pairs"),
        Use("chain", at=["nu", "Sum(Sum(A[k, 0]*A[l, 0]/(exp(W[k, 0]) + exp(W[l, 0])), (l, 0, n-1)), (k, 0, n-1))",
                         "Sum(Sum(A[k, 0]*A[l, 0]*K[m+k, m+l], (l, 0, n-1)), (k, 0, n-1))"], premises=[[Split([[], [Use("pairs")]])]])]),
    Have("forall(i, integer[0, m-1], s[i, 0] == Sum(A[j, 0]*K[i, m+j], (j, 0, n-1)))", name="mixed", by=[
        Take("i"), Use("transform", at=["i"], name="here"),
        Use("termwise", at=["n-1", ("A[j, 0]/(exp(v[i, 0]) + exp(W[j, 0]))", "j"), ("A[j, 0]*K[i, m+j]", "j")], name="terms", premises=[[
            Take("k"), *_entry("exp(v[i, 0])", "exp(W[k, 0])", ("i", "m+k"), "A[k, 0]"), Use("q")]]),
        Use("chain", at=["s[i, 0]", "Sum(A[j, 0]/(exp(v[i, 0]) + exp(W[j, 0])), (j, 0, n-1))", "Sum(A[j, 0]*K[i, m+j], (j, 0, n-1))"], premises=[[Split([[], [Use("terms")]])]])]),
    Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["m"], name="neurons"), Use("resolution-of-identity", at=["n"], name="atoms"),
    double_sums("f[m+i]*f[k]*K[m+i, k]", "f[m+i]*f[k]*K[k, m+i]", ("n-1", "m-1"), [
        Use("symmetric", at=["m+i", "k"], name="sides")], "turned"),
    Have(f"{form('f', '(m+n)')} == Sum(Sum(f[i]*f[k]*K[i, k], (k, 0, m-1)), (i, 0, m-1))"
         " + 2*Sum(Sum(f[i]*f[m+k]*K[i, m+k], (k, 0, n-1)), (i, 0, m-1)) + Sum(Sum(f[m+i]*f[m+k]*K[m+i, m+k], (k, 0, n-1)), (i, 0, n-1))", name="parts", by=[
        Linear(terms=[("turned", "1", "1")])]),
    Have(f"{form('f', '(m+n)')} == Sum(Sum(b[k, 0]*b[l, 0]*K[k, l], (l, 0, m-1)), (k, 0, m-1)) - 2*(b.T*s)"
         " + Sum(Sum(A[k, 0]*A[l, 0]*K[m+k, m+l], (l, 0, n-1)), (k, 0, n-1))", name="in K", by=[
        Linear(rewrite=["f.0", "f.1", "mixed"], terms=[("parts", "1", "1"), ("neurons", "2*b.T", "s")])]),
    Have("forall(x0, real, forall(x1, real, forall(x2, real, forall(x3, real, forall(x4, real, forall(x5, real, implies("
         "x0 == x1 - 2*x2 + x3 and x4 == x1 and x5 == x3, x0 == x4 - 2*x2 + x5)))))))", name="put in", by=[
        Take("x0", "x1", "x2", "x3", "x4", "x5")]),
    Use("put in", at=[form("f", "(m+n)"), "Sum(Sum(b[k, 0]*b[l, 0]*K[k, l], (l, 0, m-1)), (k, 0, m-1))", "b.T*s",
                      "Sum(Sum(A[k, 0]*A[l, 0]*K[m+k, m+l], (l, 0, n-1)), (k, 0, n-1))", PAIRS, "nu"], premises=[[Split([[], [], []])]], name="loss"),
    Have("forall(hh, real sequence, Sum(f[i]*hh[i], (i, 0, m+n-1)) == Sum(f[i]*hh[i], (i, 0, m-1)) + Sum(f[m+i]*hh[m+i], (i, 0, n-1)))", name="halves", by=[Take("hh"), Linear()]),
]  # fmt: skip
#: The distance, from the same hypotheses and the fact ``cauchy form``.
DISTANCE_BY: list[Step] = [
    *JOINED_LOSS,
    Use("cauchy form", at=["m+n", "w", "K"], premises=[[Split([[Use("positive")], [Use("K")]])]], name="form"), Use("form", at=[("f[i]", "i")], name="now"),
    Have("forall(x0, real, forall(x1, real, implies(x0 == x1 and x0 >= 0, x1 >= 0)))", name="sign", by=[Take("x0", "x1")]),
    Have("forall(x0, real, forall(x1, real, implies(x0 == x1 and x1 <= 0, x0 <= 0)))", name="no more", by=[Take("x0", "x1")]),
    Have("forall(x0, real, forall(x1, real, implies(x0 == x1 and x0 <= 0, x1 <= 0)))", name="as little", by=[Take("x0", "x1")]),
    Split([[Use("sign", at=[form("f", "(m+n)"), LOSS], premises=[[Split([[Use("loss")], [Use("now.0")]])]], name="so"), Use("so")], [
        Take(), Use("no more", at=[form("f", "(m+n)"), LOSS], premises=[[Split([[Use("loss")], [Use("given")]])]], name="none"),
        Use("now.1", premises=[[Use("none")]], name="cancels"), Take("g", "G"), *_joined("h", "g[i, 0]", "G[j, 0]"),
        Have("forall(i, integer[0, m+n-1], forall(k, integer[0, m+n-1], implies(w[i, 0] == w[k, 0], h[i] == h[k])))", name="by rate", by=[
            Have("forall(x1, real, forall(x2, real, forall(w1, real, forall(w2, real, forall(e1, real, forall(e2, real, implies("
                 "w1 == w2 and w1 == e1 and w2 == e2 and e1 == exp(x1) and e2 == exp(x2), x1 == x2)))))))", name="logarithms", by=[
                Take("x1", "x2", "w1", "w2", "e1", "e2"), Have("exp(x1) == exp(x2)", name="equal"), Numbers(using=["equal"])]),
            Have("forall(i, integer[m, m+n-1], e[i] == exp(W[i-m, 0]))", name="e behind", by=[Take("i"), Use("e.1", at=["i-m"], name="there")]),
            Take("i", "k"), Use("w is", at=["i"], name="wi"), Use("w is", at=["k"], name="wk"),
            Cases("i <= m-1", name="first", yes=_cases("i"), no=_cases("i-m"))]),
        Use("cancels", at=[("h[i]", "i")], premises=[[Use("by rate")]], name="zero"),
        Use("halves", at=[("h[i]", "i")], name="both"),
        Have("Sum(f[i]*h[i], (i, 0, m-1)) == b.T*g", name="of b", by=[Linear(rewrite=["f.0", "h.0"], terms=[("neurons", "-b.T", "g")])]),
        Have("Sum(f[m+i]*h[m+i], (i, 0, n-1)) == -A.T*G", name="of A", by=[Linear(rewrite=["f.1", "h.1"], terms=[("atoms", "A.T", "G")])]),
        Linear(terms=[("zero", "1", "1"), ("both", "-1", "1"), ("of b", "-1", "1"), ("of A", "-1", "1")])], [
        Take(), Use("now.2", name="null", premises=[[
            Take("h"), Set("g", "Sum(h[i]*basis(m, i), (i, 0, m-1))"), Set("G", "Sum(h[m+j]*basis(n, j), (j, 0, n-1))"),
            Have("forall(i, integer[0, m-1], g[i, 0] == h[i])", name="g is", by=[Take("i")]),
            Have("forall(j, integer[0, n-1], G[j, 0] == h[m+j])", name="G is", by=[Take("j")]),
            Have("forall(x1, real, forall(x2, real, forall(w1, real, forall(w2, real, forall(e1, real, forall(e2, real, implies("
                 "x1 == x2 and w1 == e1 and w2 == e2 and e1 == exp(x1) and e2 == exp(x2), w1 == w2)))))))", name="same rates", by=[
                Take("x1", "x2", "w1", "w2", "e1", "e2"), Have("exp(x1) == exp(x2)", name="equal")]),
            Use("given", at=["g", "G"], name="equal", premises=[[Split([_back("v", "v"), _back("v", "W"), _back("W", "W")])]]),
            Use("halves", at=[("h[i]", "i")], name="both"),
            Have("Sum(f[i]*h[i], (i, 0, m-1)) == b.T*g", name="of b"),
            Have("Sum(f[m+i]*h[m+i], (i, 0, n-1)) == -A.T*G", name="of A"),
            Linear(terms=[("both", "1", "1"), ("of b", "1", "1"), ("of A", "1", "1"), ("equal", "1", "1")])]]),
        Use("as little", at=[form("f", "(m+n)"), LOSS], premises=[[Split([[Use("loss")], [Use("null")]])]], name="so"), Use("so")]]),
]  # fmt: skip

#: (b, v) is a rearrangement of the target.
REARRANGED = f"exists(S, matrix(m, m), {assignment('S', 'm', 'm')} and b == S*A and v == S*W)"
#: The transform of the target, as a curve.
TRANSFORM = "forall(u, real, R[u] == Sum(A[j, 0]/(exp(u) + exp(W[j, 0])), (j, 0, m-1)))"
#: J_m(b, v) is least, its value is 0, exactly at the rearrangements.
RECOVERY = (
    f"forall(b, matrix(m, 1), forall(v, matrix(m, 1), forall(s, matrix(m, 1), implies({transformed('m', 's', 'v')},"
    f" {LOSS} >= 0 and implies({LOSS} <= 0, {REARRANGED}) and implies({REARRANGED}, {LOSS} <= 0)))))"
)
#: The rates of the target are distinct.
UNIQUE = "forall(k, integer[0, m-1], forall(l, integer[0, m-1], implies(W[k, 0] == W[l, 0], k == l)))"


def _identity(product: str, units: str, name: str) -> list[Step]:
    """The product is I, from its entries e_i' product e_l = e_i'e_l, the fact ``orthonormal``."""
    return [
        Have(f"forall(l, integer[0, m-1], {product}*basis(m, l) == basis(m, l))", name="each column", by=[
            Take("l"), Linear(rewrite=["orthonormal"], terms=[(units, "1", f"{product}*basis(m, l)"), (units, "-1", "basis(m, l)")])]),
        Have(f"{product} == eye(m)", name=name),
    ]  # fmt: skip


#: From distance 0 to the assignment; ``agree`` is ``ZERO`` for n = m.
_FOUND: list[Step] = [
    Have("forall(j, integer[0, m-1], exists(i, integer[0, m-1], v[i, 0] == W[j, 0]))", name="all rates", by=[
        Take("j"), Negate("none"), Use("amplitudes", at=["j"], name="some"), Contradict("some", [
            Use("agree", at=["zeros(m, 1)", "basis(m, j)"], name="so", premises=[[Split([
                [Take("i", "k")],
                [Take("i", "k"), Cases("k == j", name="here", yes=[Contradict("none", [Witness("i"), Rewritten("given2", ["here"], forwards=True)])], no=[
                    Use("other entry", at=["k", "j"], premises=[[]], name="entry")])],
                [Take("k", "l"), Use("rates", at=["k", "l"], premises=[[]], name="same"), Use("equal units", at=["m", "k", "l"], premises=[[]], name="unit"),
                 Linear(terms=[Inside("unit", "HOLE.T*basis(m, j)")])]])]])])]),
    Have("forall(q, integer[0, m], exists(C, matrix(m, 1) sequence, forall(j, integer[0, q-1], exists(i, integer[0, m-1], C[j] == basis(m, i) and v[i, 0] == W[j, 0]))))", name="chosen", by=[
        Induct("q", hypothesis="so far", base=[Witness("zeros(m, 1)", index="j"), Take("j")], step=[
            Obtain("so far", "C0", label="C0"), Use("all rates", at=["q"], name="there is i"), Obtain("there is i", "i1", label="i1"),
            Have("exists(C1, matrix(m, 1) sequence, forall(j, integer[0, q-1], C1[j] == C0[j]) and C1[q] == basis(m, i1))", name="there is C1", by=[
                Witness("(1 - delta(j, q))*C0[j] + delta(j, q)*basis(m, i1)", index="j"), Split([[Take("j")], []])]),
            Obtain("there is C1", "C1", label="C1"), Witness("C1[j]", index="j"), Take("j"), Cases("j <= q-1", name="earlier", yes=[
                Use("C0", at=["j"], name="old"), Obtain("old", "i", label="i"), Use("C1.0", at=["j"], name="kept"), Witness("i"),
                Split([[], []])], no=[
                Have("j == q", name="last"), Witness("i1"), Split([[Rewritten("C1.1", ["last"])], [Rewritten("i1", ["last"])]])])])]),
    Use("chosen", at=["m"], name="there is C"), Obtain("there is C", "C", label="C"), Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["m"], name="units"),
    Set("S", "Sum(C[j]*basis(m, j).T, (j, 0, m-1))"),
    Have("forall(j, integer[0, m-1], S*basis(m, j) == C[j])", name="columns", by=[Take("j")]),
    Have("forall(j, integer[0, m-1], exists(i, integer[0, m-1], S*basis(m, j) == basis(m, i) and v[i, 0] == W[j, 0]))", name="places", by=[
        Take("j"), Use("columns", at=["j"], name="column"), Use("C", at=["j"], name="there is i"), Obtain("there is i", "i", label="i"), Witness("i"),
        Split([[], []])]),
    Have("forall(j, integer[0, m-1], forall(l, integer[0, m-1], basis(m, j).T*S.T*S*basis(m, l) == basis(m, j).T*basis(m, l)))", name="orthonormal", by=[
        Take("j", "l"), Use("places", at=["j"], name="one"), Obtain("one", "i", label="i"), Use("places", at=["l"], name="other"), Obtain("other", "k", label="k"),
        Have("basis(m, j).T*S.T*S*basis(m, l) == basis(m, i).T*basis(m, k)", name="product"),
        Cases("j == l", name="same", yes=[
            Rewritten("k.1", ["same"], name="k now"), Use("equal units", at=["m", "j", "l"], premises=[[]], name="unit"),
            Have("S*basis(m, l) == basis(m, i)", name="twice")], no=[
            Use("other entry", at=["j", "l"], premises=[[]], name="right"),
            Have("i != k", name="apart", by=[Negate("equal"), Rewritten("i.1", ["equal"], forwards=True, name="moved"), Contradict("same", [
                Use("rates", at=["j", "l"], premises=[[]])])]),
            Use("other entry", at=["i", "k"], premises=[[]], name="left")])]),
    *_identity("S.T*S", "units", "isometry"),
    Use("square", at=["m", "S", "S"], premises=[[Use("isometry")]], name="orthogonal"),
    Have("forall(i, integer[0, m-1], exists(k, integer[0, m-1], S.T*basis(m, i) == basis(m, k)))", name="rows", by=[
        Take("i"), Have("exists(k, integer[0, m-1], S*basis(m, k) == basis(m, i))", name="some", by=[
            Negate("none"), Have("forall(k, integer[0, m-1], basis(m, k).T*S.T*basis(m, i) == 0)", name="all zero", by=[
                Take("k"), Use("places", at=["k"], name="one"), Obtain("one", "l", label="l"),
                Have("l != i", name="apart", by=[Negate("equal"), Contradict("none", [Witness("k"), Rewritten("l.0", ["equal"], forwards=True)])]),
                Use("other entry", at=["l", "i"], premises=[[]], name="entry")]),
            Have("0 == 1", name="absurd", by=[Linear(rewrite=["all zero"], terms=[
                ("orthogonal", "basis(m, i).T", "basis(m, i)"), ("units", "-basis(m, i).T*S", "S.T*basis(m, i)")])]), Contradict("absurd")]),
        Obtain("some", "k", label="k"), Witness("k")]),
    Have("forall(k, integer[0, m-1], exists(i, integer[0, m-1], S.T*basis(m, i) == basis(m, k)))", name="onto", by=[
        Take("k"), Use("places", at=["k"], name="one"), Obtain("one", "i", label="i"), Witness("i")]),
    Have("forall(j, integer[0, m-1], basis(m, j).T*S.T*v == W[j, 0])", name="each rate", by=[
        Take("j"), Use("places", at=["j"], name="one"), Obtain("one", "i", label="i")]),
    Have("S.T*v == W", name="target rates", by=[Linear(rewrite=["each rate"], terms=[("units", "1", "S.T*v"), ("units", "-1", "W")])]),
    Have("v == S*W", name="v is"),
    Have("forall(i, integer[0, m-1], forall(k, integer[0, m-1], implies(S.T*basis(m, i) == basis(m, k), v[i, 0] == W[k, 0])))", name="rate of", by=[
        Take("i", "k")]),
    Have("forall(j, integer[0, m-1], basis(m, j).T*S.T*b == A[j, 0])", name="each amplitude", by=[
        Take("j"), Use("agree", at=["S*basis(m, j)", "basis(m, j)"], name="so", premises=[[Split([
            [Take("i", "k"), Use("rows", at=["i"], name="one"), Obtain("one", "p", label="p"), Use("rows", at=["k"], name="other"), Obtain("other", "q", label="q"),
             Use("rate of", at=["i", "p"], premises=[[]], name="vi"), Use("rate of", at=["k", "q"], premises=[[]], name="vk"),
             Use("rates", at=["p", "q"], premises=[[]], name="same"),
             Use("equal units", at=["m", "p", "q"], premises=[[]], name="unit"),
             Linear(terms=[Inside("p", "HOLE.T*basis(m, j)"), Inside("q", "-1*HOLE.T*basis(m, j)"), Inside("unit", "HOLE.T*basis(m, j)")])],
            [Take("i", "k"), Use("rows", at=["i"], name="one"), Obtain("one", "p", label="p"), Use("rate of", at=["i", "p"], premises=[[]], name="vi"),
             Use("rates", at=["p", "k"], premises=[[]], name="same"),
             Use("equal units", at=["m", "p", "k"], premises=[[]], name="unit"),
             Linear(terms=[Inside("p", "HOLE.T*basis(m, j)"), Inside("unit", "HOLE.T*basis(m, j)")])],
            [Take("k", "l"), Use("rates", at=["k", "l"], premises=[[]], name="same"), Use("equal units", at=["m", "k", "l"], premises=[[]], name="unit"),
             Linear(terms=[Inside("unit", "HOLE.T*basis(m, j)")])]])]])]),
    Have("S.T*b == A", name="target amplitudes", by=[Linear(rewrite=["each amplitude"], terms=[("units", "1", "S.T*b"), ("units", "-1", "A")])]),
    Witness("S"), Split([[Use("rows")], [Use("onto")], [], [Use("v is")]]),
]  # fmt: skip
#: An assignment of m neurons onto m atoms has an orthogonal matrix: S'S = I; from the fact ``P`` that S is one.
_ORTHOGONAL: list[Step] = [
    Have("forall(j, integer[0, m-1], exists(i, integer[0, m-1], basis(m, i).T*S == basis(m, j).T))", name="no empty block", by=[
        Take("j"), Use("P.1", at=["j"], name="some"), Obtain("some", "i", label="i"), Witness("i"), Linear(terms=[Inside("i", "HOLE.T")])]),
    *representatives("m", "m"), Use("square", at=["m", "S", "Q"], premises=[[Use("inverse")]], name="two-sided"),
    Have("forall(i, integer[0, m-1], forall(l, integer[0, m-1], basis(m, i).T*S*S.T*basis(m, l) == basis(m, i).T*basis(m, l)))", name="orthonormal", by=[
        Take("i", "l"), Use("P.0", at=["i"], name="one"), Obtain("one", "p", label="p"), Use("P.0", at=["l"], name="other"), Obtain("other", "q", label="q"),
        Have("basis(m, i).T*S*S.T*basis(m, l) == basis(m, p).T*basis(m, q)", name="product", by=[Linear(terms=[("q", "basis(m, i).T*S", "1"), Inside("p", "HOLE.T*basis(m, q)")])]),
        Cases("i == l", name="same", yes=[
            Use("equal units", at=["m", "i", "l"], premises=[[]], name="unit"), Have("basis(m, p).T*basis(m, p) == basis(m, l).T*basis(m, l)", name="ones", by=[Linear()]),
            Linear(terms=[("unit", "-basis(m, i).T*S*S.T", "1"), Inside("p", "HOLE.T*S.T*basis(m, i)"), ("p", "basis(m, p).T", "1"), ("ones", "1", "1"), Inside("unit", "-1*HOLE.T*basis(m, l)")])], no=[
            Have("p != q", name="apart", by=[Negate("equal"), Use("equal units", at=["m", "p", "q"], premises=[[]], name="unit"), Contradict("same", [
                Use("same unit", at=["m", "i", "l"], premises=[[Linear(terms=[("two-sided", "-1", "basis(m, i) - basis(m, l)"), ("p", "Q", "1"), ("q", "-Q", "1"), ("unit", "Q", "1")])]])])]),
            Use("other entry", at=["p", "q"], premises=[[]], name="left"), Use("other entry", at=["i", "l"], premises=[[]], name="right"),
            Linear(terms=[("product", "1", "1"), ("left", "1", "1"), ("right", "-1", "1")])])]),
    *_identity("S*S.T", "blocks", "rows orthonormal"),
    Use("square", at=["m", "S.T", "S.T"], premises=[[Use("rows orthonormal")]], name="isometry"),
]  # fmt: skip
#: All of it, from ``transform``, ``norm``, ``amplitudes``, ``rates`` and the fact ``distance`` for n = m.
RECOVERED: list[Step] = [
    UNIT, EQUAL, *RANK_AND_NULLITY, SQUARE,
    Have("forall(k, integer[0, m-1], forall(j, integer[0, m-1], implies(k != j, basis(m, k).T*basis(m, j) == 0)))", name="other entry", by=[
        Take("k", "j"), Cases("k < j", name="order", no=[Have("j < k", name="other order")])]),
    Take("b", "v", "s"), Use("distance", at=["b", "v", "s"], premises=[[
        Take("i"), Use("given", at=["i"], name="value"), Use("transform", at=["v[i, 0]"], name="formula"), Rewritten("value", ["formula"], forwards=True, name="so"), Use("so")]], name="D"),
    Split([[Use("D.0")], [Take(), Use("D.1", premises=[[Use("given1")]], name="agree"), *_FOUND], [
        Take(), Obtain("given1", "S", label="P"), *renamed(_ORTHOGONAL, {"R": "chosen"}), Use("D.2", name="so", premises=[[
            Take("g", "G"), Have("forall(i, integer[0, m-1], g[i, 0] == basis(m, i).T*S*G)", name="spread", by=[
                Take("i"), Use("P.0", at=["i"], name="one"), Obtain("one", "k", label="k"),
                Use("given2.1", at=["i", "k"], name="value", premises=[[]])]),
            Have("g == S*G", name="g is", by=[Linear(rewrite=["spread"], terms=[("blocks", "1", "g"), ("blocks", "-1", "S*G")])])]]), Use("so")]]),
]  # fmt: skip

#: The vector of the values of R at the rates.
VALUES = Have(f"forall(x, matrix(m, 1), exists(s, matrix(m, 1), {transformed('m', 's', 'x')}))", name="values", by=[
    Take("x"), Have("exists(f, real sequence, forall(i, integer[0, m-1], f[i] == R[x[i, 0]]))", name="there is f", by=[Witness("R[x[i, 0]]", index="i"), Take("i")]),
    Obtain("there is f", "f", label="f"), Witness("Sum(f[l]*basis(m, l), (l, 0, m-1))"), Take("i"), Use("f", at=["i"], name="now"),
    Have("Sum(f[l]*basis(m, l), (l, 0, m-1))[i, 0] == f[i]", name="entry"), Rewritten("entry", ["now"], name="so", forwards=True), Use("so")])  # fmt: skip
#: The global minimisers are exactly the rearrangements of the target, Eq. (135).
MINIMISERS = (
    f"forall(b, matrix(m, 1), forall(v, matrix(m, 1), implies({minimiser('m', 'b', 'v')}, {REARRANGED})"
    f" and implies({REARRANGED}, {minimiser('m', 'b', 'v')})))"
)
#: From the fact ``recovery``.
MINIMISERS_BY: list[Step] = [
    VALUES, Have("forall(x0, real, forall(x1, real, implies(x0 <= x1 and x1 <= 0, x0 <= 0)))", name="as little", by=[Take("x0", "x1")]),
    Have("forall(x0, real, forall(x1, real, implies(x0 <= 0 and x1 >= 0, x0 <= x1)))", name="in between", by=[Take("x0", "x1")]),
    Take("b", "v"), Split([[
        Take(), Use("values", at=["v"], name="there is s"), Obtain("there is s", "s", label="s"), Use("values", at=["W"], name="there is t"), Obtain("there is t", "t", label="t"),
        Use("recovery", at=["A", "W", "t"], premises=[[Use("t")]], name="target"), Use("target.2", name="attained", premises=[[
            Witness("eye(m)"), Split([[Take("i"), Witness("i")], [Take("k"), Witness("k")], [], []])]]),
        Use("given", at=["s", "A", "W", "t"], premises=[[Split([[Use("s")], [Use("t")]])]], name="least"),
        Use("as little", at=[LOSS, loss("m", "A", "W", "t")], premises=[[Split([[Use("least")], [Use("attained")]])]], name="zero"),
        Use("recovery", at=["b", "v", "s"], premises=[[Use("s")]], name="own"), Use("own.1", premises=[[Use("zero")]], name="so"), Use("so")], [
        Take(), Take("s", "y", "x", "t"), Use("recovery", at=["b", "v", "s"], premises=[[Use("given1.0")]], name="own"), Use("own.2", premises=[[Use("given")]], name="zero"),
        Use("recovery", at=["y", "x", "t"], premises=[[Use("given1.1")]], name="other"),
        Use("in between", at=[LOSS, loss("m", "y", "x", "t")], premises=[[Split([[Use("zero")], [Use("other.0")]])]], name="so"), Use("so")]]),
]  # fmt: skip
