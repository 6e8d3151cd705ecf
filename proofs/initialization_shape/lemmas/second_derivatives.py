"""Schwarz's theorem as an argument: second derivatives of a field are symmetric.

The page has a field G on R^d with the Jacobian H (a hypothesis "Jacobian"), which is differentiable at a point w with
the partial derivatives P[0], ..., P[d-1] (a hypothesis "derivative of H").  No continuity of derivatives is asked for.
"""

from __future__ import annotations

from verifier.language.script import Have, Ladder, Negate, Numbers, Obtain, Order, Split, Square, Step, Take, Use
from verifier.language.script_parts import named_number

#: G is differentiable along every curve u, with the derivative H u'.
JACOBIAN = (
    "forall(u, matrix(d, 1) curve, exists(q, matrix(d, 1) curve, forall(t, real,"
    " q[t] == G[u[t]] and diff(q[t], t) == H[u[t]]*diff(u[t], t))))"
)
#: Q is differentiable along every curve u, with the derivative G'u'.
GRADIENT = (
    "forall(u, matrix(d, 1) curve, exists(p, real curve, forall(t, real,"
    " p[t] == Q[u[t]] and diff(p[t], t) == trace(G[u[t]].T*diff(u[t], t)))))"
)
REMAINDER = "(H[w + {v}] - H[w] - Sum(trace(basis(d, r).T*({v}))*P[r], (r, 0, d-1)))"
#: H(w + v) = H(w) + sum_k v_k P_k + o(|v|).
DERIVATIVE = (
    "forall(e, positive, exists(D, positive, forall(v, matrix(d, 1), implies(norm2(v) <= D,"
    f" norm2({REMAINDER.format(v='v')}) <= e*norm2(v)))))"
)
#: dH_ij/dw_k = dH_ik/dw_j at w.
SYMMETRIC = (
    "forall(i, integer[0, d-1], forall(j, integer[0, d-1], forall(k, integer[0, d-1], P[k][i, j] == P[j][i, k])))"
)


#: R = H(w + v) - H(w) - sum_k v_k P_k, and its entry in row i and column l.
REST = REMAINDER.format(v="v")
ENTRY = f"trace(basis(d, i).T*{REST}*basis(d, l))"


def _edge(moving: str, offset: str, lower: bool, lines: str) -> list[Step]:
    """c'(G(w + s a + s b) - G(w + s a) - G(w + s b) + G(w)) by the slope of G along a = e_moving; b = e_offset."""
    a, b, c = f"basis(d, {moving})", f"basis(d, {offset})", "basis(d, i)"
    p, q, name = f"p{moving}", f"q{moving}", f"edge {moving}"
    gap = f"trace({c}.T*({p}[T] - {q}[T])) - trace({c}.T*({p}[0] - {q}[0]))"
    slope = f"(s*P[{offset}][i, {moving}] {'-' if lower else '+'} 4*h*s)"
    far, close = (0, 1) if lower else (1, 0)
    plus, minus = (f"{c}.T", f"-{c}.T") if lower else (f"-{c}.T", f"{c}.T")
    starts = {p: f"w + s*{b}", q: "w"}
    along = [Use(lines, at=[x, a], name=f"along {f}") if lines else
             Use("Jacobian", at=[(f"{x} + t*{a}", "t")], name=f"along {f}") for f, x in starts.items()]
    return [
        along[0], Obtain(f"along {p}", p, label=p), along[1], Obtain(f"along {q}", q, label=q),
        Have(f"forall(T, [0, s], {gap} {'>=' if lower else '<='} T*{slope})", name=name, by=[
            Take("T"), Ladder("T", "0", time="x", slope=[
                Have("x >= 0 and x <= s", name="inside", by=[Split([
                    [], []])]),
                Have("x**2 <= s**2", name="shorter"),
                Have(f"norm2(x*{a} + s*{b}) <= 4*s**2", name="far", by=[
                    Order(positive=[Square(root=f"x*{a} - s*{b}"), Square(facts=["shorter"], weight="2")])]),
                Have(f"norm2(x*{a}) <= 4*s**2", name="close", by=[
                    Order(positive=[Square(facts=["shorter"]), Square(root="s", weight="3")])]),
                Use("rest", at=[f"x*{a} + s*{b}", moving], premises=[[]], name="far rest"),
                Use("rest", at=[f"x*{a}", moving], premises=[[]], name="close rest"),
                Use(p, at=["x"], name="p moves"), Use(q, at=["x"], name="q moves"),
                Order(positive=[Square(facts=[f"far rest.{far}"]), Square(facts=[f"close rest.{close}"])],
                      terms=[("p moves.1", plus, "1"), ("q moves.1", minus, "1")]),
            ], base=[])]),
        Use(name, at=["s"], premises=[[Split([[], []])]], name=f"{name} whole"),
        Use(p, at=["s"], name=f"{p} end"), Use(p, at=["0"], name=f"{p} start"),
        Use(q, at=["s"], name=f"{q} end"), Use(q, at=["0"], name=f"{q} start"),
    ]  # fmt: skip


#: The entries of R are at most 2 h s for |v| <= 2 s.
SMALL_REST = Have(
    "forall(v, matrix(d, 1), forall(l, integer[0, d-1],"
    f" implies(norm2(v) <= 4*s**2, {ENTRY} >= -2*h*s and {ENTRY} <= 2*h*s)))",
    name="rest", by=[
        Take("v", "l"),
        Have("norm2(v) <= D", name="in reach"),
        Use("D.1", at=["v"], premises=[[]], name="small"),
        Have(f"{ENTRY}**2 <= norm2({REST})", name="entry", by=[Order(
            positive=[Square(root=f"{REST} - basis(d, i)*basis(d, i).T*{REST}*basis(d, l)*basis(d, l).T")])]),
        Have(f"{ENTRY}**2 <= (2*h*s)**2", name="square", by=[Order(
            positive=[Square(facts=["entry"]), Square(facts=["small"]), Square(root="h", facts=["given"])])]),
        Have("2*h*s > 0", name="room"),
        Have("forall(x, real, implies(x**2 <= (2*h*s)**2, x >= -2*h*s and x <= 2*h*s))", name="box", by=[
            Take("x"), Split([[], []])]),
        Use("box", at=[ENTRY], premises=[[]]),
    ],
)  # fmt: skip

# P_k <= P_j would do for the symmetric conclusion; a gap m between them is more than the remainders allow.
def schwarz(lines: str = "") -> list[Step]:
    """The argument; `lines` names a fact instead of "Jacobian": G(x + s v) has the slope H(x + s v) v."""
    return [
        Have(SYMMETRIC.replace("==", "<="), name="half", by=[
            Take("i", "j", "k"), Negate("gap"),
            *named_number("m", "P[k][i, j] - P[j][i, k]", also="m > 0", by=[Split([
                [], []])]),
            *named_number("h", "m/16", also="h > 0", by=[Split([[], []])]),
            Use("derivative of H", at=["h**2"], premises=[[]], name="near"),
            Obtain("near", "D", label="D"),
            *named_number("s", "D/(2*(1 + D))", also="s > 0 and 4*s**2 <= D", by=[Split([
                [], [], []])]),
            SMALL_REST, *_edge("j", "k", True, lines), *_edge("k", "j", False, lines),
            Have("s**2*m <= 8*h*s**2", name="squeezed", by=[Order(
                positive=[Square(facts=["edge j whole"]), Square(facts=["edge k whole"])],
                terms=[("m.0", "-s**2", "1"), *((f"{n} {end}.0", f"{sign}basis(d, i).T", "1") for n, end, sign in (
                    ("pj", "end", "-"), ("qj", "end", ""), ("pj", "start", ""), ("qj", "start", "-"),
                    ("pk", "end", ""), ("qk", "end", "-"), ("pk", "start", "-"), ("qk", "start", "")))])]),
            Numbers(using=["squeezed", "h.0", "m.1", "s.1"]),
        ]),
        Take("i", "j", "k"), Use("half", at=["i", "j", "k"], name="one"), Use("half", at=["i", "k", "j"], name="other"),
        Have("forall(x, real, forall(y, real, implies(x <= y and y <= x, x == y)))", name="both", by=[
            Take("x", "y")]),
        Use("both", at=["P[k][i, j]", "P[j][i, k]"], premises=[[Split([[], []])]]),
    ]  # fmt: skip


SCHWARZ = schwarz()
