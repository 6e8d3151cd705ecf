"""Gradient flow of a linear recurrent network from near zero, for all sizes: B and C' align while everything stays small.

With N = |A|^2 + |B|^2 + |C|^2, L = sum_i (i + 2)(1 + w_i^2) and S = sum_{i >= 1} (1 + w_i^2): as long as N < 1, N grows at
most at the rate L.  Where N(0) exp(L T) <= v^2 < 1 this holds up to T, and up to (4 S + 1) v^3/w_0 the square of C' - B
decays, and that of C' + B grows, at the rate 4 w_0.  On a page w0 (positive), L and S are declared, and facts of the same
names say what they are: w0 == trace(w(0)), L == RATE, S == CORRECTIONS.
"""

from __future__ import annotations

from verifier.language.script import (
    Bootstrap,
    Have,
    Induct,
    Ladder,
    Numbers,
    Obtain,
    Order,
    Set,
    Split,
    Square,
    Step,
    Take,
    Use,
    Witness,
)
from verifier.library.short_names import COMPARISON, GRONWALL, PRODUCT

from . import near_zero


def size(t: str) -> str:
    """The squared norm of the student at a time."""
    return f"(trace(A[{t}].T*A[{t}]) + trace(B[{t}].T*B[{t}]) + trace(C[{t}]*C[{t}].T))"


def square(sign: str, t: str) -> str:
    """|C' - B|^2 or |C' + B|^2 at a time."""
    return f"trace((C[{t}].T {sign} B[{t}]).T*(C[{t}].T {sign} B[{t}]))"


FLOW = (
    "forall(t, [0, oo), diff(A[t], t) == -gradA(A[t], B[t], C[t]) and diff(B[t], t) == -gradB(A[t], B[t], C[t])"
    " and diff(C[t], t) == -gradC(A[t], B[t], C[t]))"
)
RESPONSE = "trace(C[t]*A[t]**i*B[t])"

#: The value of a new curve, and its derivative along the flow.
FOLLOWS: list[Step] = [Split([[Take("t")], [
    Take("t"),
    Use("given2", at=["t"], name="flows"),
]])]  # fmt: skip


def _moved(sign: str, z: str) -> list[Step]:
    """A curve z = |C' - B|^2 or z = -|C' + B|^2, and its bound at T: z' <= -4 w_0 |C' -+ B|^2 + 4 (4 S + 1) v^3."""
    x, c, s = f"(C[t].T {sign} B[t])", "-1" if sign == "-" else "1", "" if sign == "-" else "-"
    here = square(sign, "t")
    rest = f"Sum(({RESPONSE} - trace(w(i)))*(trace({x}.T*A[t].T**i*C[t].T) + ({c})*trace({x}.T*A[t]**i*B[t])), (i, 1, k-1))"
    pace, push = f"{sign}4*w0", "4*(4*S + 1)*v**3"
    pace = pace if sign == "-" else "4*w0"
    return [
        Have(f"exists({z}, real curve, forall(t, real, {z}[t] == {s}{here}) and forall(t, [0, oo), diff({z}[t], t)"
             f" == 4*(trace(C[t]*B[t]) - trace(w(0)))*{here} + 4*{rest}))", name=f"curve {z}",
             by=[Witness(f"{s}{here}", index="t"), *FOLLOWS]),
        Obtain(f"curve {z}", z, label=z),
        Have(f"forall(t, [0, T], diff({z}[t], t) <= {pace}*{z}[t] + {push})", name=f"rate of {z}", by=[
            Take("t"),
            Use(f"{z}.0", at=["t"], name="now"),
            Use(f"{z}.1", at=["t"], premises=[[]], name="moves"),
            Use("held", at=["t"], name="bound"),
            Use("N.0", at=["t"], name="N now"),
            Have(f"{size('t')} <= v**2", name="small now"),
            Have(f"{here} <= 2*v**2", name="pair", by=[
                Have(f"{here} <= 2*{size('t')}", name="double"),
            ]),
            Have("v <= 1", name="v small"),
            Use("drift", at=["A[t]", "B[t]", "C[t]", x, "v", c], premises=[[], []], name="rest"),
            Have(f"{here} >= 0", name="positive"),
            Have(f"trace(C[t]*B[t])*{here} <= v**3", name="cubic", by=[
                Have(f"trace(C[t]*B[t]) <= {size('t')}/2", name="young"),
                Have("trace(C[t]*B[t]) <= v**2/2", name="half"),
                Have(f"trace(C[t]*B[t])*{here} <= v**2/2*{here}", name="a", by=[Numbers(using=["half", "positive"])]),
                Have("v**2/2 >= 0", name="factor"),
                Have(f"v**2/2*{here} <= v**2/2*(2*v**2)", name="b", by=[Numbers(using=["pair", "factor"])]),
                Have("v**2/2*(2*v**2) <= v**3", name="c"),
                Numbers(using=["a", "b", "c"]),
            ]),
            Numbers(using=["moves", "rest", "cubic", "now", "w0", "S"]),
        ]),
        Use("comparison", at=[(f"{z}[s]", "s"), pace, push, "T"], name=f"compared {z}", premises=[
            [], [],
            [Take("t"), Use(f"rate of {z}", at=["t"], name="rate now")],
        ]),
    ]  # fmt: skip


#: L >= 0 and S >= 0.
SUMS_ARE_POSITIVE: list[Step] = [
    Have("forall(m, integer[0, k], Sum((i + 2)*(1 + trace(w(i))**2), (i, 0, m-1)) >= 0)", name="rates are positive", by=[
        Induct("m", step=[Have("m + 2 >= 0", name="weight"), Order(positive=[
            Square(facts=["IH"]), Square(facts=["weight"]), Square(facts=["weight"], root="trace(w(m))")])]),
    ]),
    Use("rates are positive", at=["k"], name="rate"),
    Have("L >= 0", name="L positive"),
    Have("S >= 0", name="S positive"),
]  # fmt: skip

#: d/dt |A|^2 = -4 sum_i i e_i g_i <= 8 L v^3.
TRANSITION: list[Step] = [
    Have("exists(a, real curve, forall(t, real, a[t] == trace(A[t].T*A[t])) and forall(t, [0, oo), diff(a[t], t)"
         f" == -4*Sum(i*({RESPONSE} - trace(w(i)))*{RESPONSE}, (i, 0, k-1))))", name="curve a",
         by=[Witness("trace(A[t].T*A[t])", index="t"), *FOLLOWS]),
    Obtain("curve a", "a", label="a"),
    Have("forall(t, [0, T], diff(a[t], t) <= 8*L*v**3)", name="rate of a", by=[
        Take("t"),
        Use("a.1", at=["t"], premises=[[]], name="moves"),
        Use("held", at=["t"], name="bound"), Use("N.0", at=["t"], name="N now"),
        Have(f"{size('t')} <= v**2", name="small now", by=[Numbers(using=["bound", "N now"])]),
        Have("v <= 1", name="v small"),
        Use("transition", at=["A[t]", "B[t]", "C[t]", "v"], premises=[[], []], name="rest"),
        Numbers(using=["moves", "rest", "L"]),
    ]),
    Have("a[T] <= a[0] + 8*L*v**3*T", name="a at the end", by=[Ladder(
        "T", "0", time="moment",
        slope=[Use("rate of a", at=["moment"], premises=[[]], name="now")])]),
    Use("a.0", at=["T"], name="a at T"), Use("a.0", at=["0"], name="a at 0"),
    Numbers(using=["a at the end", "a at T", "a at 0"]),
]  # fmt: skip

NEAR_ZERO = Have(
    "forall(A, matrix(d, d) curve, forall(B, matrix(d, 1) curve, forall(C, matrix(1, d) curve, forall(v, nonnegative,"
    f" forall(T, nonnegative, implies({FLOW}, implies({size('0')}*exp(L*T) <= v**2 and v < 1,"
    f" {square('-', 'T')} <= exp(-4*w0*T)*{square('-', '0')} + (4*S + 1)*v**3/w0"
    f" and {square('+', 'T')} >= exp(4*w0*T)*({square('+', '0')} - (4*S + 1)*v**3/w0)"
    f" and {size('T')} <= v**2 and trace(A[T].T*A[T]) <= trace(A[0].T*A[0]) + 8*L*v**3*T)))))))",
    name="near zero",
    by=[
        Take("A", "B", "C", "v", "T"),
        *SUMS_ARE_POSITIVE,
        Have("v**2 < 1", name="v"),
        Have("v**2 <= 1", name="unit"),
        Have(f"exists(N, real curve, forall(t, real, N[t] == {size('t')}) and forall(t, [0, oo), diff(N[t], t)"
             f" == -4*Sum((i + 2)*({RESPONSE} - trace(w(i)))*{RESPONSE}, (i, 0, k-1))))", name="size",
             by=[Witness(size("t"), index="t"), *FOLLOWS]),
        Obtain("size", "N", label="N"),
        Have("forall(t, [0, oo), implies(N[t] <= 1, diff(N[t], t) <= L*N[t]))", name="rates", by=[
            Take("t"),
            Use("N.0", at=["t"], name="now"),
            Use("growth", at=["A[t]", "B[t]", "C[t]"], premises=[[]], name="grows"),
            Use("N.1", at=["t"], premises=[[]], name="moves"),
            Numbers(using=["grows", "moves", "now", "L"]),
        ]),
        Use("N.0", at=["0"], name="N at 0"),
        Have(f"{size('0')} >= 0", name="not negative"),
        Have("N[0] >= 0", name="start"),
        Have("N[0]*exp(L*T) <= v**2", name="room", by=[Numbers(using=["N at 0", "given3.0"])]),
        Have("forall(m, [0, T], N[0]*exp(L*m) <= v**2)", name="later", by=[
            Take("m"),
            Have("L*m <= L*T", name="times"),
            Have("exp(L*m) <= exp(L*T)", name="exponentials"),
            Have("N[0]*exp(L*m) <= N[0]*exp(L*T)", name="scaled"),
        ]),
        Have("forall(t, [0, T], N[t] < 1)", name="below", by=[Bootstrap("now", start=[
            Use("later", at=["0"], premises=[[]], name="first"),
            Have("N[0]*exp(L*0) == N[0]", name="one"),
        ], step=[
            Use("gronwall", at=[("N[s]", "s"), "L", "now"], name="grown", premises=[[], [
                Take("t"),
                Use("before", at=["t"], name="below now"),
                Use("rates", at=["t"], premises=[[], []], name="rate now"),
            ]]),
            Use("later", at=["now"], premises=[[]], name="late"),
        ])]),
        Have("forall(t, [0, T], N[t] <= v**2)", name="held", by=[
            Take("m"),
            Use("gronwall", at=[("N[s]", "s"), "L", "m"], name="grown", premises=[[], [
                Take("t"),
                Use("below", at=["t"], premises=[[]], name="below now"),
                Use("rates", at=["t"], premises=[[], []], name="rate now"),
            ]]),
            Use("later", at=["m"], premises=[[]], name="late"),
        ]),
        Have("v**3 >= 0", name="cube"),
        *_moved("-", "z"),
        *_moved("+", "x"),
        Set("q", "(4*S + 1)*v**3/w0"),
        Have("q >= 0", name="q positive", by=[
            Have("(4*S + 1)*v**3 >= 0", name="above"),
            Have("(4*S + 1)*v**3/w0 >= 0", name="ratio"),
        ]),
        Split([[
            Have("z[T] <= exp(-4*w0*T)*(z[0] - q) + q", name="decayed", by=[Numbers(using=["compared z", "q", "w0"])]),
            Have("exp(-4*w0*T) > 0", name="weight"),
            Have("exp(-4*w0*T)*q >= 0", name="dropped"),
            Have("z[T] <= exp(-4*w0*T)*z[0] + q", name="end"),
            Use("z.0", at=["T"], name="z at T"), Use("z.0", at=["0"], name="z at 0"),
            Have(f"exp(-4*w0*T)*z[0] == exp(-4*w0*T)*{square('-', '0')}", name="begin"),
            Have(f"{square('-', 'T')} <= exp(-4*w0*T)*{square('-', '0')} + q", name="bound",
                 by=[Numbers(using=["end", "z at T", "begin"])]),
            Numbers(using=["bound", "q", "w0"]),
        ], [
            Have("x[T] <= exp(4*w0*T)*(x[0] + q) - q", name="grown", by=[Numbers(using=["compared x", "q", "w0"])]),
            Have("-x[T] >= exp(4*w0*T)*(-x[0] - q)", name="end"),
            Use("x.0", at=["T"], name="x at T"), Use("x.0", at=["0"], name="x at 0"),
            Have(f"exp(4*w0*T)*(-x[0] - q) == exp(4*w0*T)*({square('+', '0')} - q)", name="begin", by=[Numbers(using=["x at 0"])]),
            Have(f"{square('+', 'T')} >= exp(4*w0*T)*({square('+', '0')} - q)", name="bound",
                 by=[Numbers(using=["end", "x at T", "begin"])]),
            Have(f"exp(4*w0*T)*({square('+', '0')} - q) == exp(4*w0*T)*({square('+', '0')} - (4*S + 1)*v**3/w0)", name="value",
                 by=[Numbers(using=["q", "w0"])]),
            Numbers(using=["bound", "value", "w0"]),
        ], [
            Use("held", at=["T"], premises=[[]], name="end"), Use("N.0", at=["T"], name="N at T"),
        ], TRANSITION]),
    ],
)  # fmt: skip

#: What the argument of `NEAR_ZERO` uses, in this order.
STEPS = [PRODUCT, GRONWALL, COMPARISON, near_zero.POWERS, near_zero.RESPONSES, near_zero.ONE_TERM, near_zero.GROWTH,
         near_zero.SMALL, near_zero.ONE_PRODUCT, near_zero.DRIFT, near_zero.TRANSITION]  # fmt: skip
