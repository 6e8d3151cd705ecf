"""Global minimisers of J_n are critical, for exponential sums with any number n of rates e^(v_k), as scripts.

J_n(b, v) = sum_kl b_k b_l/(e^(v_k) + e^(v_l)) - 2 sum_k b_k R(v_k) + nu as in `coincided_totals`.  Along the amplitude
alpha and the rate e^tau of one of its terms, with z for the other amplitudes, J_n is a constant plus

    2 alpha z'q(tau) + alpha^2/(2 e^tau) - 2 alpha R(tau),    q_k(tau) = 1/(e^tau + e^(v_k)):

a quadratic polynomial in alpha, and in tau a curve, to which Fermat's rule applies.
"""

from __future__ import annotations

from verifier.derive.stationary.minima import FERMAT
from verifier.language.script import (
    Axiom,
    Cases,
    Have,
    Induct,
    Linear,
    Numbers,
    Obtain,
    Rewritten,
    Set,
    Split,
    Step,
    Take,
    Use,
    Witness,
)
from verifier.language.script_parts import positive_ratio, renamed

from .cauchy_matrices import TERMWISE, double_sums
from .coincided_totals import CONG, loss, minimiser, transformed


def _reals(names: str, body: str) -> str:
    return "".join(f"forall({x}, real, " for x in names.split()) + body + ")" * len(names.split())


def _rows(k: str) -> str:
    return (
        f"forall(p, integer[0, {k}-1], (exp(t) + exp(vv[p, 0]))*qq[t][p, 0] == 1"
        " and diff(qq[t], t)[p, 0] == -exp(t)*qq[t][p, 0]**2)"
    )


def _moved(value: str, slope: str) -> Use:
    return Use("moved", at=["Q[t][p, 0]", value, "diff(Q[t], t)[p, 0]", slope, "exp(t)", "exp(t) + exp(vv[p, 0])"],
               premises=[[Split([[], [], [], []])]])  # fmt: skip


#: q_p(t) = 1/(e^t + e^(v_p)) is a curve of vectors; q_p' = -e^t q_p^2.
RECIPROCALS = Have(f"forall(n, positive integer, forall(vv, matrix(n, 1), exists(qq, matrix(n, 1) curve, forall(t, real, {_rows('n')}))))", name="reciprocals", by=[
    Have("forall(z, real, exists(q, real curve, forall(t, real, (exp(t) + exp(z))*q[t] == 1 and diff(q[t], t) == -exp(t)*q[t]**2)))", name="reciprocal", by=[
        Take("z"), Witness("exp(-z)*(1 - tanh((t - z)/2))/2", index="t"), Take("t"), Split([[Numbers()], [Numbers()]])]),
    Have(_reals("x y d e w u", "implies(x == y and d == e and u*y == 1 and e == -w*y**2, u*x == 1 and d == -w*x**2)"), name="moved", by=[
        Take("x", "y", "d", "e", "w", "u"), Split([
            [Linear(terms=[("given.0", "u", "1"), ("given.2", "1", "1")])],
            [Linear(terms=[("given.1", "1", "1"), ("given.3", "1", "1"), ("given.0", "w*x + w*y", "1")])]])]),
    Take("n", "vv"),
    Have(f"forall(k, integer[0, n], exists(qq, matrix(n, 1) curve, forall(t, real, {_rows('k')})))", name="first", by=[
        Induct("k", base=[Witness("zeros(n, 1)", index="t"), Take("t", "p")], step=[
            Obtain("IH", "q0", label="old"), Use("reciprocal", at=["vv[k, 0]"], name="there is q"), Obtain("there is q", "q", label="new"),
            Have("exists(Q, matrix(n, 1) curve, forall(t, real, forall(p, integer[0, k-1], Q[t][p, 0] == q0[t][p, 0] and diff(Q[t], t)[p, 0] == diff(q0[t], t)[p, 0])"
                 " and Q[t][k, 0] == q[t] and diff(Q[t], t)[k, 0] == diff(q[t], t)))", name="there is Q", by=[
                Witness("q0[t] - basis(n, k)*basis(n, k).T*q0[t] + q[t]*basis(n, k)", index="t"), Take("t"),
                Split([[Take("p"), Split([[Linear()], [Linear()]])], [Linear()], [Linear()]])]), Obtain("there is Q", "Q", label="Q"),
            Witness("Q[t]", index="t"), Take("t", "p"), Use("Q", at=["t"], name="now"), Cases("p <= k-1", yes=[
                Use("now.0", at=["p"], name="here"), Use("old", at=["t", "p"], name="there"), _moved("q0[t][p, 0]", "diff(q0[t], t)[p, 0]")], no=[
                Have("k == p", name="last"), *(Rewritten(f"now.{i}", ["last"], name=f"last {i}", forwards=True) for i in (1, 2)),
                Rewritten("new", ["last"], name="new now", forwards=True), Use("new now", at=["t"], name="there"), _moved("q[t]", "diff(q[t], t)")])])]),
    Use("first", at=["n"])])  # fmt: skip

#: The fact that two numbers are equal, from each being equal to a third; and others about numbers.
NUMBERS = [
    Have(_reals("d q1 q2", "implies(d*q1 == 1 and d*q2 == 1, q1 == q2)"), name="one inverse", by=[
        Take("d", "q1", "q2")]),
    Have(_reals("d q1 y1", "implies(d != 0 and d*q1 == 1, y1/d == y1*q1)"), name="quotient", by=[
        Take("d", "q1", "y1")]),
    Have(_reals("d q1 y1", "implies(d != 0 and d*q1 == 1, y1/d**2 == y1*q1**2)"), name="quotient**2", by=[
        Take("d", "q1", "y1"), Have("d**2 != 0", name="square"), Have("d**2*q1**2 == 1", name="inverse"),
        Use("quotient", at=["d**2", "q1**2", "y1"], premises=[[Split([[Use("square")], [Use("inverse")]])]])]),
    Have(_reals("p1 p2 p3", "implies(p1 == p2 and p3 == p2, p1 == p3)"), name="both", by=[
        Take("p1", "p2", "p3")]),
    Have(_reals("p1 p2 p3", "implies(p1 == p2 and p2 == p3, p1 == p3)"), name="through", by=[
        Take("p1", "p2", "p3")]),
    Have(_reals("d1 d2 q1", "implies((d1 + d2)*q1 == 1, (d2 + d1)*q1 == 1)"), name="commuted", by=[
        Take("d1", "d2", "q1")]),
    Have(_reals("y1 y2 x1 x2 w1 w2 q1 r", "implies(x1 == w1 and x2 == w2 and (exp(w1) + exp(w2))*q1 == 1 and r == y1*y2*q1, y1*y2/(exp(x1) + exp(x2)) == r)"),
         name="pair quotient", by=[
        Take("y1", "y2", "x1", "x2", "w1", "w2", "q1", "r"), Have("exp(w1) + exp(w2) != 0", name="nonzero"),
        Have(_reals("d f1 f2", "implies(d != 0 and d*q1 == 1, f1*f2/d == f1*f2*q1)"), name="by q", by=[
            Take("d", "f1", "f2")]),
        Use("by q", at=["exp(w1) + exp(w2)", "y1", "y2"], premises=[[Split([[], []])]], name="now"),
        Have("exp(w1) == exp(x1)", name="e1"), Have("exp(w2) == exp(x2)", name="e2"),
        Rewritten("now", ["e1", "e2"], name="done", forwards=True),
        Use("both", at=["y1*y2/(exp(x1) + exp(x2))", "y1*y2*q1", "r"], premises=[[Split([[Use("done")], [Use("given.3")]])]])]),
    Have(_reals("d1 y1 a1 a2 a3 a4 x1 q1 c1", "implies(d1 == a1 + 2*x1*a2 + x1**2*q1 and y1 == a3 + x1*a4, d1 - 2*y1 + c1 == (a1 - 2*a3 + c1) + 2*x1*a2 + x1**2*q1 - 2*x1*a4)"),
         name="assembled", by=[Take(*["d1", "y1", "a1", "a2", "a3", "a4", "x1", "q1", "c1"])]),
    Have("forall(c, real, forall(A, positive, forall(x, real, implies(forall(y, real, c*x + A*x**2 <= c*y + A*y**2), c + 2*A*x == 0))))", name="quadratic", by=[
        Take("c", "A", "x"), *positive_ratio("r", "1", "2*A", ["given"]), Use("given1", at=["x - (c + 2*A*x)*r"], name="best"),
        Have("(c + 2*A*x)**2*r <= 0", name="small"),
        Have("forall(d, real, implies(d**2*r <= 0, d == 0))", name="none", by=[Take("d")]),
        Use("none", at=["c + 2*A*x"], premises=[[]])]),
]  # fmt: skip

#: The summand of the double sum, where the term o has the amplitude al and the rate e^ta, and y = z, x = v elsewhere.
_PAIR = "(z[i, 0]*z[k, 0]*G[i, k] + al*e[i, 0]*z[k, 0]*Q[ta][k, 0] + al*e[k, 0]*z[i, 0]*Q[ta][i, 0] + al**2*e[i, 0]*e[k, 0]*g)"


def _at(j: str, other: int) -> Use:
    return Use(f"places.{other}", at=[j], premises=[[]], name=f"at {j}")


def _pair(w1: str, w2: str, q: str, by: list[Step], *zero: str) -> Use:
    return Use("pair quotient", at=["y[i, 0]", "y[k, 0]", "x[i, 0]", "x[k, 0]", w1, w2, q, _PAIR], premises=[[Split([[], [], by, []])]])  # fmt: skip


_DOUBLE = double_sums("y[i, 0]*y[k, 0]/(exp(x[i, 0]) + exp(x[k, 0]))", _PAIR, ("n-1", "n-1"), [
    Cases("i == o", name="same i", yes=[_at("i", 0), Cases("k == o", name="same k", yes=[
        _at("k", 0), _pair("ta", "ta", "g", [Use("moved.0")], "at i.3", "at k.3")], no=[
        _at("k", 1), _pair("ta", "v[k, 0]", "Q[ta][k, 0]", [Use("Q", at=["ta", "k"], name="qk"), Use("qk.0")], "at i.3")])], no=[
        _at("i", 1), Cases("k == o", name="same k", yes=[
            _at("k", 0), _pair("v[i, 0]", "ta", "Q[ta][i, 0]", [
                Use("Q", at=["ta", "i"], name="qi"), Use("commuted", at=["exp(ta)", "exp(v[i, 0])", "Q[ta][i, 0]"], premises=[[Use("qi.0")]])], "at k.3")], no=[
            _at("k", 1), _pair("v[i, 0]", "v[k, 0]", "G[i, k]", [Use("G", at=["i", "k"])])])])], "terms")  # fmt: skip
_DOUBLE_SUM = "Sum(Sum(y[i, 0]*y[k, 0]/(exp(x[i, 0]) + exp(x[k, 0])), (k, 0, n-1)), (i, 0, n-1))"
_SUM = "z.T*G*z + 2*al*(z.T*Q[ta]) + al**2*g"
_MOVED = "(exp(ta) + exp(ta))*g == 1 and y == z + al*e and x == v + (ta - v[o, 0])*e and t == s + (R[ta] - R[v[o, 0]])*e"
#: J_n where the term o has the amplitude al and the rate e^ta.
_VALUE = Have("forall(al, real, forall(ta, real, forall(g, real, forall(y, matrix(n, 1), forall(x, matrix(n, 1), forall(t, matrix(n, 1), implies("
              f"{_MOVED}, {transformed('n', 't', 'x')} and {loss('n', 'y', 'x', 't')} == (z.T*G*z - 2*(z.T*s) + nu) + 2*al*(z.T*Q[ta]) + al**2*g - 2*al*R[ta])))))))", name="value", by=[
    Take("al", "ta", "g", "y", "x", "t"), Have(_MOVED, name="moved"),
    Have("y[o, 0] == al and x[o, 0] == ta and e[o, 0] == 1 and z[o, 0] == 0", name="here", by=[Split([
        [], [], [], []])]),
    Have("forall(p, integer[0, n-1], implies(p == o, y[p, 0] == al and x[p, 0] == ta and e[p, 0] == 1 and z[p, 0] == 0))"
         " and forall(p, integer[0, n-1], implies(p != o, y[p, 0] == z[p, 0] and x[p, 0] == v[p, 0] and e[p, 0] == 0))", name="places", by=[Split([
             [Take("p"), Have("p == o", name="same"), Rewritten("here", ["same"], name="there"), Use("there")],
             [Take("p"), Have("p != o", name="other"), Have("e[p, 0] == 0", name="apart", by=[Cases("p < o", name="order", no=[
                 Have("o < p", name="other order")])]),
              Split([[], [], [Use("apart")]])]])]),
    _DOUBLE,
    Have(f"Sum(Sum({_PAIR}, (k, 0, n-1)), (i, 0, n-1)) == {_SUM}", name="sum", by=[
        Linear(rewrite=["e"], terms=[("units", "-z.T", "G*z"), ("units", "-z.T*Sum(basis(n, p)*basis(n, p).T, (p, 0, n-1))*G", "z"), ("units", "-2*al*z.T", "Q[ta]")])]),
    Use("through", at=[_DOUBLE_SUM, f"Sum(Sum({_PAIR}, (k, 0, n-1)), (i, 0, n-1))", _SUM], premises=[[Split([[Use("terms")], [Use("sum")]])]], name="pairs"),
    Use("s", at=["o"], name="so"), Have("e.T*s == R[v[o, 0]]", name="es"),
    Have("z.T*e == 0", name="ze"), Have("e.T*e == 1", name="ee"),
    Have("y.T*t == z.T*s + al*R[ta]", name="products"),
    Have("t[o, 0] == R[ta]", name="new"),
    Split([[Take("i"), Use("s", at=["i"], name="si"), Cases("i == o", name="same", yes=[
        _at("i", 0), Rewritten("new", ["same", "at i.1"], name="done"), Use("done")], no=[
        _at("i", 1), Have("t[i, 0] == R[v[i, 0]]", name="old"),
        Rewritten("old", ["at i.1"], name="done"), Use("done")])],
        [Use("assembled", at=[_DOUBLE_SUM, "y.T*t", "z.T*G*z", "z.T*Q[ta]", "z.T*s", "R[ta]", "al", "g", "nu"], premises=[[Split([[Use("pairs")], [Use("products")]])]])]]),
])  # fmt: skip

_ALONG = "2*{x}*{f} + {x}**2*{g} - 2*{x}*{r}"
_HERE, _THERE = _ALONG.format(x="x0", f="f0", g="g0", r="r0"), _ALONG.format(x="x1", f="f1", g="g1", r="r1")
#: What the minimum in one amplitude and in one rate says.
_ONE = [
    Have(_reals("d0 d1 a1 a3 c1 x0 f0 g0 r0 x1 f1 g1 r1", f"implies(d0 == a1 - 2*a3 + c1 + {_HERE} and d1 == a1 - 2*a3 + c1 + {_THERE} and d0 <= d1, {_HERE} <= {_THERE})"),
         name="compared", by=[Take(*["d0", "d1", "a1", "a3", "c1", "x0", "f0", "g0", "r0", "x1", "f1", "g1", "r1"])]),
    Have("forall(f, real curve, forall(h, real curve, forall(r, real curve, forall(k, real curve, forall(x0, real, forall(u0, real, implies("
         "forall(t, real, diff(f[t], t) == -exp(t)*h[t] and diff(r[t], t) == -exp(t)*k[t]) and forall(x, real, forall(u, real,"
         f" {_ALONG.format(x='x0', f='f[u0]', g='(exp(-u0)/2)', r='r[u0]')} <= {_ALONG.format(x='x', f='f[u]', g='(exp(-u)/2)', r='r[u]')})),"
         " f[u0] + x0*(exp(-u0)/2) - r[u0] == 0 and x0*(h[u0] + x0*(exp(-u0)/2)**2 - k[u0]) == 0)))))))", name="one term", by=[
        Take("f", "h", "r", "k", "x0", "u0"), Have("exp(-u0)/2 > 0", name="half"), Split([
            [Use("quadratic", at=["2*f[u0] - 2*r[u0]", "exp(-u0)/2", "x0"], premises=[[], [
                Take("y"), Use("given.1", at=["y", "u0"], name="now")]], name="in x")],
            [Use("Fermat", at=[("2*x0*f[t] + x0**2*exp(-t)/2 - 2*x0*r[t]", "t"), ("-2*x0*exp(t)*h[t] - x0**2*exp(-t)/2 + 2*x0*exp(t)*k[t]", "t"), "u0", "1"], premises=[[], [
                Take("t"), Use("given.0", at=["t"], name="slopes"), Use("given.1", at=["x0", "t"], name="now"),
                Split([[], []])]], name="in u"),
             Have("exp(u0)*exp(-u0) == 1", name="inverse"), Set("E", "exp(u0)"), Set("D", "exp(-u0)"),
             Rewritten("in u", ["E", "D"], name="in u now"), Rewritten("inverse", ["E", "D"], name="E D"),
             Have("x0*(h[u0] + x0*(D/2)**2 - k[u0]) == 0", name="done"),
             Rewritten("done", ["D"], name="at u", forwards=True), Use("at u")]])]),
]  # fmt: skip


#: The sum of b_j/(e^(v_o) + e^(v_j)) or with squares, by q(v_o).
def _single(power: str, form: str, by: list[Step], name: str) -> list[Step]:
    left, right = f"b[j, 0]/(exp(v[o, 0]) + exp(v[j, 0])){power}", f"b[j, 0]*q[j, 0]{power}"
    return [
        Have(f"forall(j, integer[0, n-1], {left} == {right})", name=f"{name} terms", by=[
            Take("j"), Use("Q", at=["v[o, 0]", "j"], name="qj"), Have("exp(v[o, 0]) + exp(v[j, 0]) != 0", name="nonzero"),
            Use(f"quotient{power}", at=["exp(v[o, 0]) + exp(v[j, 0])", "q[j, 0]", "b[j, 0]"], premises=[[Split([[], [Rewritten("qj.0", ["q"], name="own j"), Use("own j")]])]])]),
        Use("same terms", at=["n", (left.replace("j", "p"), "p"), (right.replace("j", "p"), "p")], premises=[[Take("p"), Use(f"{name} terms", at=["p"])]], name=f"{name} sum"),
        Have(f"Sum({right}, (j, 0, n-1)) == {form}", name=f"{name} form", by=by),
        Use("through", at=[f"Sum({left}, (j, 0, n-1))", f"Sum({right}, (j, 0, n-1))", form], premises=[[Split([[Use(f"{name} sum")], [Use(f"{name} form")]])]], name=name),
    ]  # fmt: skip


#: What the argument rests on.
BEFORE_MINIMISERS: list[Step] = [FERMAT, *renamed([RECIPROCALS, CONG], {"n": "size"}), TERMWISE, *NUMBERS, *_ONE]
#: The gradient of J_n vanishes at (b, v), from the facts ``transforms`` and ``minimiser``.
MINIMISERS_CRITICAL: list[Step] = [
    Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["n"], name="units"),
    Use("reciprocals", at=["n", "v"], name="there is Q"), Obtain("there is Q", "Q", label="Q"),
    Have("exists(G, matrix(n, n), forall(i, integer[0, n-1], forall(k, integer[0, n-1], G[i, k] == Q[v[i, 0]][k, 0])))", name="there is G", by=[
        Have("exists(c, real sequence, forall(p, integer[0, n-1], c[p] == v[p, 0]))", name="there is c", by=[Witness("v[p, 0]", index="p")]), Obtain("there is c", "c", label="c"),
        Have("exists(F, matrix(n, 1) sequence, forall(p, nonnegative integer, F[p] == Q[c[p]]))", name="there is F", by=[Witness("Q[c[p]]", index="p")]),
        Obtain("there is F", "F", label="F"), Witness("Sum(basis(n, p)*F[p].T, (p, 0, n-1))"), Take("i", "k"), Use("F", at=["i"], name="row"), Use("c", at=["i"], name="ci"), Rewritten("row", ["ci"], name="row now", forwards=True)]), Obtain("there is G", "G", label="entries"),
    Have("forall(i, integer[0, n-1], forall(k, integer[0, n-1], (exp(v[i, 0]) + exp(v[k, 0]))*G[i, k] == 1))", name="G", by=[
        Take("i", "k"), Use("entries", at=["i", "k"], name="now"), Use("Q", at=["v[i, 0]", "k"], name="there"), Rewritten("there.0", ["now"], name="done"), Use("done")]),
    Have(f"exists(s, matrix(n, 1), {transformed('n', 's', 'v')})", name="there is s", by=[
        Have("exists(f, real sequence, forall(p, integer[0, n-1], f[p] == R[v[p, 0]]))", name="there is f", by=[Witness("R[v[p, 0]]", index="p")]),
        Obtain("there is f", "f", label="f"), Witness("Sum(f[p]*basis(n, p), (p, 0, n-1))"), Take("i"), Use("f", at=["i"], name="row")]), Obtain("there is s", "s", label="s"),
    Take("o"),
    Set("e", "basis(n, o)"),
    Set("z", "b - b[o, 0]*e"),
    _VALUE,
    Have("exists(h, real curve, forall(t, real, h[t] == Sum(z[p, 0]*Q[t][p, 0]**2, (p, 0, n-1))))", name="there is h", by=[
        Witness("Sum(z[p, 0]*Q[t][p, 0]**2, (p, 0, n-1))", index="t"), Take("t")]), Obtain("there is h", "h", label="h"),
    Have("exists(f, real curve, forall(t, real, f[t] == z.T*Q[t] and diff(f[t], t) == z.T*diff(Q[t], t)))", name="there is f", by=[
        Witness("z.T*Q[t]", index="t"), Take("t"), Split([[], []])]), Obtain("there is f", "f", label="f"),
    Have("forall(t, real, diff(f[t], t) == -exp(t)*h[t] and diff(R[t], t) == -exp(t)*P[t])", name="slopes", by=[
        Take("t"), Use("h", at=["t"], name="ht"), Use("f", at=["t"], name="ft"), Set("E", "exp(t)"),
        Have("forall(p, integer[0, n-1], diff(Q[t], t)[p, 0] == -E*Q[t][p, 0]**2)", name="rows", by=[
            Take("p"), Use("Q", at=["t", "p"], name="row"), Rewritten("row.1", ["E"], name="row now"), Use("row now")]),
        Have("diff(f[t], t) == -E*h[t]", name="now", by=[
            Linear(rewrite=["rows"], terms=[("ft.1", "1", "1"), ("units", "z.T", "diff(Q[t], t)"), ("ht", "E", "1")])]),
        Split([[Rewritten("now", ["E"], forwards=True, name="done"), Use("done")], [Use("transforms", at=["t"])]])]),
    Have("forall(t, real, (exp(t) + exp(t))*(exp(-t)/2) == 1)", name="half", by=[Take("t")]),
    Use("half", at=["v[o, 0]"], name="half here"),
    Use("value", at=["b[o, 0]", "v[o, 0]", "exp(-v[o, 0])/2", "b", "v", "s"], premises=[[Split([
        [Use("half here")], [], [], []])]], name="best"),
    Have("forall(x, real, forall(u, real, " + _ALONG.format(x="b[o, 0]", f="f[v[o, 0]]", g="(exp(-v[o, 0])/2)", r="R[v[o, 0]]")
         + " <= " + _ALONG.format(x="x", f="f[u]", g="(exp(-u)/2)", r="R[u]") + "))", name="least", by=[
        Take("x", "u"), Use("half", at=["u"], name="half there"),
        Use("value", at=["x", "u", "exp(-u)/2", "z + x*e", "v + (u - v[o, 0])*e", "s + (R[u] - R[v[o, 0]])*e"], premises=[[Split([
            [Use("half there")], [], [], []])]], name="other"),
        Use("minimiser", at=["s", "z + x*e", "v + (u - v[o, 0])*e", "s + (R[u] - R[v[o, 0]])*e"], premises=[[Split([[Use("s")], [Use("other.0")]])]], name="order"),
        Use("f", at=["v[o, 0]"], name="f here"), Use("f", at=["u"], name="f there"),
        Rewritten("best.1", ["f here.0"], name="best now"), Rewritten("other.1", ["f there.0"], name="other now"),
        Use("compared", at=[loss("n", "b", "v", "s"), loss("n", "(z + x*e)", "(v + (u - v[o, 0])*e)", "(s + (R[u] - R[v[o, 0]])*e)"), "z.T*G*z", "z.T*s", "nu",
                            "b[o, 0]", "f[v[o, 0]]", "exp(-v[o, 0])/2", "R[v[o, 0]]", "x", "f[u]", "exp(-u)/2", "R[u]"],
            premises=[[Split([[Use("best now")], [Use("other now")], [Use("order")]])]])]),
    Use("one term", at=[("f[t]", "t"), ("h[t]", "t"), ("R[t]", "t"), ("P[t]", "t"), "b[o, 0]", "v[o, 0]"], premises=[[Split([[Use("slopes")], [Use("least")]])]], name="now"),
    Set("K", "exp(-v[o, 0])/2"), Rewritten("now", ["K"], name="slopes here"), Rewritten("half here", ["K"], name="inverse"),
    Use("Q", at=["v[o, 0]", "o"], name="own"),
    Have("Q[v[o, 0]][o, 0] == K", name="own term", by=[
        Use("one inverse", at=["exp(v[o, 0]) + exp(v[o, 0])", "Q[v[o, 0]][o, 0]", "K"], premises=[[Split([[Use("own.0")], [Use("inverse")]])]])]),
    Have("exists(q, matrix(n, 1), q == Q[v[o, 0]])", name="there is q", by=[Witness("Q[v[o, 0]]")]), Obtain("there is q", "q", label="q"),
    Rewritten("own term", ["q"], name="qo"), Set("be", "b[o, 0]"),
    Have("b == z + be*e", name="amplitudes"),
    Use("f", at=["v[o, 0]"], name="fo"), Use("h", at=["v[o, 0]"], name="ho"), Rewritten("fo.0", ["q"], name="fq"), Rewritten("ho", ["q"], name="hq"),
    *_single("", "f[v[o, 0]] + be*K", [
        Linear(rewrite=["amplitudes", "e"], terms=[("fq", "-1", "1"), ("units", "-z.T", "q"), ("qo", "be", "1")])], "first"),
    *_single("**2", "h[v[o, 0]] + be*K**2", [
        Linear(rewrite=["amplitudes", "e"], terms=[("hq", "-1", "1"), ("qo", "be*(q[o, 0] + K)", "1")])], "second"),
    Rewritten("slopes here", ["be"], name="slopes now"),
    Split([[Numbers(using=["first", "slopes now.0"])], [Numbers(using=["second", "slopes now.1", "be"])]]),
]  # fmt: skip


_SUMS = {y: [f"Sum(Sum({y}[k, 0]*{y}[l, 0]/(exp({x}[k, 0]) + exp({x}[l, 0])), (l, 0, 1-1)), (k, 0, 1-1))",
             f"Sum({y}[0, 0]*{y}[l, 0]/(exp({x}[0, 0]) + exp({x}[l, 0])), (l, 0, 1-1))",
             f"{y}[0, 0]*{y}[0, 0]/(exp({x}[0, 0]) + exp({x}[0, 0]))", f"{y}[0, 0]**2*exp(-{x}[0, 0])/2"] for y, x in (("b1", "v1"), ("y", "x"))}  # fmt: skip


def _one_neuron(y: str, x: str, t: str, name: str) -> list[Step]:
    pair = f"{y}[{{k}}, 0]*{y}[{{l}}, 0]/(exp({x}[{{k}}, 0]) + exp({x}[{{l}}, 0]))"
    row = f"Sum({pair.format(k='k', l='l')}, (l, 0, 1-1))"
    return [
        Use("only", at=[(row, "k")], name=f"{name} rows"), Use("only", at=[(pair.format(k=0, l="l"), "l")], name=f"{name} row"),
        Use("half", at=[f"{y}[0, 0]", f"{x}[0, 0]"], name=f"{name} half"),
        Have(f"{y}.T*{t} == {y}[0, 0]*{t}[0, 0]", name=f"{name} product"),
    ]  # fmt: skip


_PARTS = "d1 d2 d3 d4 e1 e2 e3 e4 p1 p2 q1 q2 c1"
_ONLY = [
    Have(_reals(_PARTS, "implies(d1 == d2 and d2 == d3 and d3 == d4 and p1 == q1 and e1 == e2 and e2 == e3 and e3 == e4 and p2 == q2 and d4 - 2*q1 <= e4 - 2*q2,"
                " d1 - 2*p1 + c1 <= e1 - 2*p2 + c1)"), name="with sums", by=[Take(*_PARTS.split())]),
    Have("forall(f, real sequence, Sum(f[k], (k, 0, 1-1)) == f[0])", name="only"),
    Have(_reals("p u", "p*p/(exp(u) + exp(u)) == p**2*exp(-u)/2"), name="half", by=[Take("p", "u")]),
]
#: J_1 has global minimisers: for R(u) = e^(-u/2)/2 the amplitude 1 at the rate e^0 is one, with J_1 = (b e^(-v/2) - 1)^2/2 - 1/2 + nu.
ONE_NEURON = Have(
    "forall(r, real curve, forall(b1, matrix(1, 1), forall(v1, matrix(1, 1), implies(forall(u, real, r[u] == exp(-u/2)/2) and b1[0, 0] == 1 and v1[0, 0] == 0,"
    f" {minimiser('1', 'b1', 'v1').replace('R[', 'r[')}))))", name="one neuron", by=[
        *_ONLY, Take("r", "b1", "v1"), Take("s", "y", "x", "t"), Use("given1.0", at=["0"], name="s0"), Use("given1.1", at=["0"], name="t0"),
        Use("given.0", at=["v1[0, 0]"], name="rv"), Use("given.0", at=["x[0, 0]"], name="rx"), *_one_neuron("b1", "v1", "s", "left"), *_one_neuron("y", "x", "t", "right"),
        Have("forall(p, real, forall(u, real, -1/2 <= p**2*exp(-u)/2 - 2*p*(exp(-u/2)/2)))", name="square", by=[
            Take("p", "u"), Have("exp(-u) == exp(-u/2)**2", name="root"),
            Have("(p*exp(-u/2) - 1)**2 >= 0", name="distance")]),
        Use("square", at=["y[0, 0]", "x[0, 0]"], name="now"), Have("exp(-v1[0, 0]) == 1 and exp(-v1[0, 0]/2) == 1", name="ones"),
        Have("b1[0, 0]**2*exp(-v1[0, 0])/2 - 2*(b1[0, 0]*s[0, 0]) <= y[0, 0]**2*exp(-x[0, 0])/2 - 2*(y[0, 0]*t[0, 0])", name="order", by=[
            Numbers(using=["s0", "t0", "rv", "rx", "now", "ones", "given.1"])]),
        Use("with sums", at=[*_SUMS["b1"], *_SUMS["y"], "b1.T*s", "y.T*t", "b1[0, 0]*s[0, 0]", "y[0, 0]*t[0, 0]", "nu"], premises=[[Split([
            *([Use(f"{side} {part}")] for side in ("left", "right") for part in ("rows", "row", "half", "product")), [Use("order")]])]])])  # fmt: skip
