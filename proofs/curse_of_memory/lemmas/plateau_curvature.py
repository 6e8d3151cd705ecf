"""The Hessian where a sum of exponentials equals another with q terms, for all sizes: H >= 0, and m + q functionals that see H.

m neurons in n blocks of equal rates, the first q of them those of the target (``assigned``); in each other block the amplitudes
sum to 0 (``cancel``).  A direction (x, y) of amplitudes and rates enters H by its sums S'x and S'Ay over the blocks alone, A = diag(a).

    (S S'x + N S S'A y)_i for the m neurons, N = diag(0, ..., m - 1),  and  (S'A y)_k for the q blocks of the target

are m + q functionals whose common zeros have S'x = 0 and S'A y = 0.  In a block k with two neurons i != l, u_k + i z_k = 0 and
u_k + l z_k = 0 give u_k = z_k = 0; in a block with one neuron, not the target's, that neuron has a_i = 0, so that z_k = 0 and u_k = 0.
"""

from __future__ import annotations

from verifier.language.script import Cases, Have, Linear, Obtain, Rewritten, Set, Split, Step, Take, Use, Witness

from .coincided_spaces import ENTRIES, UNITS

A = "Sum(a[i, 0]*basis(m, i)*basis(m, i).T, (i, 0, m-1))"
N = "Sum(i*basis(m, i)*basis(m, i).T, (i, 0, m-1))"
FUNCTIONALS = f"S*S.T*{{x}} + {N}*S*S.T*{A}*{{y}}"

_APART: list[Step] = [
    Have("i - l != 0", name="apart"), Have("h[l] == 0", name="zero"),
    Linear(terms=[("zero", "1", "1"), ("gl", "-1", "1")]),
]  # fmt: skip
#: h_l = g_l for l < i, l > i and l = i.
_ELSEWHERE: list[Step] = [Cases("l <= i-1", name="before", yes=_APART, no=[Cases("l >= i+1", name="after", yes=_APART, no=[
    Have("i == l", name="same"), Rewritten("here", ["same"], name="there", forwards=True)])])]  # fmt: skip
#: Where h_l = 0 for all l but i, the sum is h_i.
_ONLY = Have(
    "forall(h, real sequence, forall(i, integer[0, m-1], implies(forall(l, integer[0, m-1], (i - l)*h[l] == 0), Sum(h[l], (l, 0, m-1)) == h[i])))", name="only", by=[
        Take("h", "i"),
        Have("exists(g, real sequence, forall(t, nonnegative integer, g[t] == delta(i, t)*h[i]))", name="there is g", by=[Witness("delta(i, t)*h[i]", index="t")]),
        Obtain("there is g", "g", label="g"), Use("g", at=["i"], name="g at i"), Have("g[i] == h[i]", name="here", by=[Linear(terms=[("g at i", "1", "1")])]),
        Have("forall(l, integer[0, m-1], h[l] == g[l])", name="each", by=[
            Take("l"), Use("given", at=["l"], name="now"), Use("g", at=["l"], name="gl"), *_ELSEWHERE]),
        Have("Sum(g[l], (l, 0, m-1)) == h[i]", name="sum", by=[Linear(rewrite=["g"])]), Linear(rewrite=["each"], terms=[("sum", "1", "1")])],
)  # fmt: skip


def _vanishes(term: str, factor: str) -> list[Step]:
    """The sum of the terms, each a factor times what is 0."""
    return [Use("termwise", at=["m-1", (term, "i"), ("0", "i")], name="none", premises=[[
        Take("k0"), Use("each", at=["k0"], name="now")]])]  # fmt: skip


#: From ``assigned``, ``cancel``, the axiom ``resolution-of-identity`` at m (``neurons``) and n (``blocks``), `TERMWISE`: the functionals see S'x and S'Ay.
SEEN: list[Step] = [
    UNITS, ENTRIES, _ONLY,
    Have("forall(z, real, implies(z**3 == 0, z == 0)) and forall(z, real, implies(z**2 == 0, z == 0))", name="roots", by=[
        Split([[Take("z")], [Take("z")]])]),
    Have(f"forall(x, matrix(m, 1), forall(y, matrix(m, 1), implies({FUNCTIONALS.format(x='x', y='y')} == zeros(m, 1)"
         f" and forall(k, integer[0, q-1], (S.T*{A}*y)[k, 0] == 0), S.T*x == zeros(n, 1) and S.T*{A}*y == zeros(n, 1))))", name="seen", by=[
        Take("x", "y"), Set("u", "S.T*x"), Set("z", f"S.T*{A}*y"),
        Have("forall(i, integer[0, m-1], forall(k, integer[0, n-1], S[i, k]*(u[k, 0] + i*z[k, 0]) == 0))", name="rows", by=[
            Take("i", "k"), Use("assigned", at=["i"], name="here"), Obtain("here", "b", label="block"), Use("units", at=["b", "k"], name="two"),
            Have("u[b, 0] + i*z[b, 0] == 0", name="own", by=[
                Linear(rewrite=["block"], terms=[("given.0", "basis(m, i).T", "1"), ("u", "basis(m, i).T*S", "1"), ("z", "i*basis(m, i).T*S", "1")])]),
            Have("S[i, k] == basis(n, b).T*basis(n, k)", name="entry"),
            Linear(terms=[("entry", "u[k, 0] + i*z[k, 0]", "1"), ("two", "(u + i*z).T", "1"), ("own", "basis(n, b).T*basis(n, k)", "1")])]),
        Have("forall(k, integer[0, n-1], u[k, 0] == Sum(S[i, k]*x[i, 0], (i, 0, m-1)) and z[k, 0] == Sum(S[i, k]*a[i, 0]*y[i, 0], (i, 0, m-1)))", name="sums", by=[
            Take("k"), Split([[Linear(terms=[("u", "basis(n, k).T", "1"), ("neurons", "basis(n, k).T*S.T", "x")])], []])]),
        Have("forall(k, integer[0, n-1], z[k, 0] == 0)", name="no z", by=[
            Take("k"), Cases("k <= q-1", name="target", yes=[Use("given.1", at=["k"], name="now"), Linear(terms=[("z", "basis(n, k).T", "1"), ("now", "1", "1")])], no=[
                Use("cancel", at=["k"], name="total"), Use("sums", at=["k"], name="sum"),
                Have("forall(i, integer[0, m-1], forall(l, integer[0, m-1], (i - l)*(S[i, k]*S[l, k]*z[k, 0]) == 0))", name="apart", by=[
                    Take("i", "l"), Use("rows", at=["i", "k"], name="one"), Use("rows", at=["l", "k"], name="other"),
                    Linear(terms=[("one", "S[l, k]", "1"), ("other", "-S[i, k]", "1")])]),
                Have("forall(i, integer[0, m-1], S[i, k]*z[k, 0]**2 == 0)", name="each", by=[
                    Take("i"),
                    Use("only", at=[("S[i, k]*S[l, k]*a[l, 0]*z[k, 0]", "l"), "i"], name="amplitude", premises=[[
                        Take("l"), Use("apart", at=["i", "l"], name="now")]]),
                    Use("only", at=[("S[i, k]*S[l, k]*a[l, 0]*y[l, 0]*z[k, 0]", "l"), "i"], name="direction", premises=[[
                        Take("l"), Use("apart", at=["i", "l"], name="now")]]),
                    Have("Sum(S[l, k]*a[l, 0], (l, 0, m-1)) == 0", name="null", by=[Linear(terms=[("total", "1", "1"), ("neurons", "-basis(n, k).T*S.T", "a")])]),
                    Linear(terms=[("sum.1", "S[i, k]*z[k, 0]", "1"), ("direction", "1", "1"), ("amplitude", "-y[i, 0]", "1"), ("null", "S[i, k]*z[k, 0]*y[i, 0]", "1")])]),
                Have("z[k, 0]**3 == 0", name="cube", by=[
                    *_vanishes("S[i, k]*z[k, 0]**2*a[i, 0]*y[i, 0]", "a[i, 0]*y[i, 0]")]),
                Use("roots.0", at=["z[k, 0]"], premises=[[]])])]),
        Have("forall(k, integer[0, n-1], u[k, 0] == 0)", name="no u", by=[
            Take("k"), Use("no z", at=["k"], name="zk"), Use("sums", at=["k"], name="sum"),
            Have("forall(i, integer[0, m-1], S[i, k]*u[k, 0] == 0)", name="each", by=[
                Take("i"), Use("rows", at=["i", "k"], name="now")]),
            Have("u[k, 0]**2 == 0", name="square", by=[
                *_vanishes("S[i, k]*u[k, 0]*x[i, 0]", "x[i, 0]")]),
            Use("roots.1", at=["u[k, 0]"], premises=[[]])]),
        Split([[Use("equal entries", at=["S.T*x", "zeros(n, 1)"], premises=[[Take("k"), Use("no u", at=["k"], name="now")]])],
               [Use("equal entries", at=[f"S.T*{A}*y", "zeros(n, 1)"], premises=[[Take("k"), Use("no z", at=["k"], name="now"), Linear(terms=[("now", "1", "1"), ("z", "-basis(n, k).T", "1")])]])]])]),
]  # fmt: skip
