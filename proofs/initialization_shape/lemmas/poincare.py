"""Poincare's lemma as an argument: a C^1 field of matrices with a symmetric derivative is a Jacobian.

M(w) is an m-by-d matrix for w in R^d.  Its derivative at w is v -> sum_k v_k P_k, and that it is symmetric means
P_k e_j = P_j e_k.  Continuously differentiable is said point by point (strict differentiability), which on R^d is the
same: M(x + v) - M(x) = sum_k v_k P_k + o(|v|) for x near w.

G(w) is the integral of M(s w) w over [0, 1], and G(w + v) - G(w) is the trapezoid (M(w) + M(w + v)) v/2 up to o(|v|):
the difference at s w and s (w + v) has a slope in s in which the symmetric parts cancel.
"""

from __future__ import annotations

from collections.abc import Sequence

from verifier.language.script import (
    Antiderivative,
    Axiom,
    Cases,
    Chosen,
    Compact,
    Differentiable,
    Have,
    Induct,
    Inside,
    Ladder,
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
from verifier.language.script_parts import positive_ratio
from verifier.library.short_names import PRODUCT

LINE = "Sum(trace(basis(d, k).T*({v}))*P[k], (k, 0, d-1))"
REST = "(M[x + v] - M[x] - " + LINE.format(v="v") + ")"
SYMMETRIC = "forall(k, integer[0, d-1], forall(j, integer[0, d-1], P[k]*basis(d, j) == P[j]*basis(d, k)))"
#: P is the derivative of M at w, and M is continuously differentiable there.
STRICT = (
    "forall(e, positive, exists(D, positive, forall(x, matrix(d, 1), forall(v, matrix(d, 1),"
    f" implies(norm2(x - w) <= D and norm2(v) <= D, norm2({REST}) <= e*norm2(v))))))"
)
CLOSED = f"forall(w, matrix(d, 1), exists(P, matrix(m, d) sequence, {SYMMETRIC} and {STRICT}))"
#: G(w + v) = G(w) + M(w) v + o(|v|).
JACOBIAN = (
    "forall(w, matrix(d, 1), forall(e, positive, exists(D, positive, forall(v, matrix(d, 1),"
    " implies(norm2(v) <= D, norm2(G[w + v] - G[w] - M[w]*v) <= e*norm2(v))))))"
)

#: A positive number below three others.
LEAST = Have(
    "forall(xx, positive, forall(yy, positive, forall(zz, positive,"
    " exists(D, positive, D <= xx and D <= yy and D <= zz))))",
    name="least", by=[
        Have("forall(xx, positive, forall(yy, positive, exists(D, positive, D <= xx and D <= yy)))", name="less", by=[
            Take("xx", "yy"), Cases("xx <= yy", yes=[Witness("xx"), Split([[], [Split([[], []])]])],
                                    no=[Witness("yy"), Split([[], [Split([[], []])]])])]),
        Take("xx", "yy", "zz"),
        Use("less", at=["xx", "yy"], premises=[[], []], name="two"), Obtain("two", "B", label="B"),
        Use("less", at=["B", "zz"], premises=[[], []], name="three"),
        Obtain("three", "A", label="A"), Witness("A"),
        Split([[], [Split([[], [], []])]])],
)  # fmt: skip


def named(name: str, value: str, shape: str) -> list[Step]:
    """A letter for a matrix of this shape."""
    return [Have(f"exists({name}, matrix({shape}), {name} == {value})", name=f"a value {name}", by=[Witness(value)]),
            Obtain(f"a value {name}", name, label=name)]  # fmt: skip


#: A sequence that begins with the basis vectors.
BASES: list[Step] = [
    Have("forall(n, integer[0, d], exists(E, matrix(d, 1) sequence, forall(k, integer[0, n-1], E[k] == basis(d, k))))",
        name="some bases", by=[
        Induct("n", base=[Witness("zeros(d, 1)", index="k"), Take("k")], step=[
            Obtain("IH", "E", label="E"), Witness("delta(k, n)*basis(d, n) + (1 - delta(k, n))*E[k]", index="k"),
            Take("k"),
            Cases("k <= n - 1", yes=[Use("E", at=["k"], name="now")],
                  no=[
                      Have("k == n", name="last"),
                      Have("norm2(basis(d, n) - basis(d, k)) <= 0", name="same"),
                      Vanish("same", squares=[Square(root="basis(d, n) - basis(d, k)", name="equal")])])])]),
    Use("some bases", at=["d"], name="bases"), Obtain("bases", "E", label="E"),
]  # fmt: skip

#: s -> M(s w) is a curve: it has the slope sum_k w_k P_k(s w).
RAYS = Have(
    "forall(w, matrix(d, 1), exists(h, matrix(m, d) curve, forall(s, real, h[s] == M[s*w] and forall(e, positive,"
    " exists(D, positive, forall(y, real, implies((y - s)**2 <= D,"
    " norm2(M[y*w] - M[s*w] - (y - s)*diff(h[s], s)) <= e*(y - s)**2)))))))",
    name="rays", by=[Take("w"), Differentiable("M[s*w]", "s", shape="m, d", by=[
        Take("s"), Use("closed", at=["s*w"], name="here"), Obtain("here", "P", label="P"),
        Witness(LINE.format(v="w")), Take("h"), Have("norm2(w) >= 0", name="square"),
        Have("1 + norm2(w) > 0", name="size"),
        *positive_ratio("e", "h", "1 + norm2(w)", using=["given", "size"]),
        Use("P.1", at=["e"], name="near", premises=[[]]), Obtain("near", "D", label="D"),
        *positive_ratio("r", "D", "1 + norm2(w)", using=["D.0", "size"]),
        Witness("r"), Split([[], [
            Take("y"),
            Use("D.1", at=["s*w", "(y - s)*w"], name="small", premises=[[Split([
                [],
                [Order(positive=[Square(root="w", facts=["given1"]), Square(facts=["r.0"])],
                    terms=[("r.1", "-1", "1")])]])]]),
            Order(positive=[Square(facts=["small"]), Square(root="y - s", facts=["e.0"])],
                terms=[("e.1", "-(y - s)**2", "1")])]])])],
)  # fmt: skip

#: G(w) is the value at 1 of the curve a with a(0) = 0 and the slope M(s w) w.
VALUES: list[Step] = [
    Have("forall(w, matrix(d, 1), exists(z, matrix(m, 1), exists(a, matrix(m, 1) curve, a[0] == zeros(m, 1)"
         " and a[1] == z and forall(s, real, diff(a[s], s) == M[s*w]*w))))", name="values", by=[
        Take("w"), Use("rays", at=["w"], name="ray"), Obtain("ray", "h", label="h"),
        Antiderivative("h[s]*w", "s", "0", shape="m, 1", name="line"), Obtain("line", "a", label="a"),
        Witness("a[1]"), Witness("a[s]", index="s"), Split([[], [], [
            Take("s"), Use("a.1", at=["s"], name="now"), Use("h", at=["s"], name="there")]])]),
    Chosen("values"), Obtain("chosen", "G", label="G"), Witness("G[t]", index="t"),
]  # fmt: skip

IDENTITY: list[Step] = [Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["d"], name="identity")]


def continuous(field: str = "M", rows: str = "m", fact: str = "closed", strict: str = "P.1") -> Have:
    """M(w + v) -> M(w), from a fact that gives P for each w.  Needs "least" and "identity"."""
    line, jump = LINE.format(v="v"), f"{field}[w + v] - {field}[w]"
    return Have(
        "forall(w, matrix(d, 1), forall(e, positive, exists(D, positive, forall(v, matrix(d, 1),"
        f" implies(norm2(v) <= D, norm2({jump}) <= e)))))", name="continuous", by=[
            Take("w", "e"), Use(fact, at=["w"], name="here"), Obtain("here", "P", label="P"),
            Use(strict, at=["1"], name="near", premises=[[]]), Obtain("near", "D", label="D"),
            Have("exists(L, real, L == Sum(norm2(P[k]), (k, 0, d-1)) and L >= 0)", name="a bound", by=[
                Witness("Sum(norm2(P[k]), (k, 0, d-1))")]), Obtain("a bound", "L", label="L"),
            Have("2*(L + 1) > 0", name="room"),
            *positive_ratio("r", "e", "2*(L + 1)", using=["given", "room"]),
            Use("least", at=["D", "r", "r"], premises=[[], [], []], name="both"), Obtain("both", "B", label="B"),
            Witness("B"), Split([[], [
                Take("v"), Use("D.1", at=["w", "v"], premises=[[Split([[], []])]],
                    name="rest"),
                Have(f"norm2({line}) <= L*norm2(v)", name="line", by=[Order(positive=[
                    Square(root="trace(basis(d, k).T*v)*P[j] - trace(basis(d, j).T*v)*P[k]", weight="1/2",
                           over=[("j", "0", "d-1"), ("k", "0", "d-1")])],
                    terms=[("L.0", "norm2(v)", "1"),
                        Inside("identity", "Sum(norm2(P[k]), (k, 0, d-1))*trace(v.T*HOLE*v)")])]),
                Order(positive=[
                    Square(facts=["rest"], weight="2"), Square(facts=["line"], weight="2"),
                    Square(root=f"{jump} - 2*{line}"),
                    Square(facts=["given1", "room"]), Square(facts=["B.1.1", "room"])],
                    terms=[("r.1", "-1", "1")])]])])  # fmt: skip


#: One radius does along the ray: at each s w a symmetric P, |M(x + v) - M(x) - sum_k v_k P_k|^2 <= q |v|^2 near it.
NEAR_THE_RAY = (
    f"exists(P, matrix(m, d) sequence, {SYMMETRIC} and forall(x, matrix(d, 1), forall(v, matrix(d, 1),"
    f" implies(norm2(x - s*w) <= r and norm2(v) <= r, norm2({REST}) <= q*norm2(v)))))"
)
UNIFORM: list[Step] = [
    Have("norm2(w) >= 0", name="square"), Have("2*(1 + norm2(w)) > 0", name="size"),
    Compact(NEAR_THE_RAY, "s", "r", "0", "1", name="uniform", local=[
        Take("T"), Use("closed", at=["T*w"], name="here"), Obtain("here", "P", label="P"),
        Use("P.1", at=["q"], name="near", premises=[[]]), Obtain("near", "D", label="D"),
        *positive_ratio("r", "D", "2*(1 + norm2(w))", using=["D.0", "size"]), Witness("r"), Split([[], [
            Take("s"), Witness("P[k]", index="k"), Split([[], [
                Take("x", "v"), Use("D.1", at=["x", "v"], premises=[[Split([
                    [Order(positive=[Square(root="x - s*w - (s - T)*w"), Square(facts=["given3.0"], weight="2"),
                                     Square(root="w", facts=["given2.2"], weight="2")], terms=[("r.1", "-1", "1")])],
                    []])]])]])]])],
        smaller=[
        Take("s", "r"), Obtain("given1.3", "P", label="P"), Take("p"), Witness("P[k]", index="k"), Split([[], [
            Take("x", "v"), Use("P.1", at=["x", "v"], premises=[[Split([
                [], []])]])]])]),
]  # fmt: skip

#: sum_k v_k P_k w = sum_k w_k P_k v, with letters V and W for the two matrices.
EXCHANGE: list[Step] = [
    Set("V", LINE.format(v="v")), Set("W", LINE.format(v="w")),
    Have("V*w == W*v", name="exchanged", by=[
        Have("forall(k, integer[0, d-1], P[k]*w == Sum(trace(basis(d, j).T*w)*P[j]*basis(d, k), (j, 0, d-1)))",
            name="moved", by=[
            Take("k"),
            Have("forall(j, integer[0, d-1], P[k]*basis(d, j) == P[j]*basis(d, k))", name="columns",
                by=[Take("j"), Use("P.0", at=["k", "j"])]),
            Have("P[k]*w == Sum(trace(basis(d, j).T*w)*P[k]*basis(d, j), (j, 0, d-1))", name="spread", by=[
                Linear(terms=[("identity", "P[k]", "w")])])]),
        Linear(rewrite=["moved", "V", "W"],
            terms=[Inside("identity", "-trace(basis(d, k).T*w)*P[k]*HOLE*v", over=[("k", "0", "d-1")])])]),
]  # fmt: skip


def _slope(curve: str, end: str, line: str, name: str, near: Sequence[Step]) -> list[Step]:
    """The letter for the slope of M along the ray to `end` less that of the linear part, which is small."""
    return [
        Have(f"norm2(diff({curve}[s], s) - ({line})) <= 2*q*(1 + norm2({end}))", name=f"{name} small", by=[
            Use(curve, at=["s"], name="here"),
            Use("here.1", at=["q"], name="slope", premises=[[]]),
            Obtain("slope", "r1", label="r1"),
            Have(f"norm2({end}) >= 0", name="square 1"),
            Have(f"1 + norm2({end}) > 0", name="size 1"),
            *positive_ratio("p", "r0", f"1 + norm2({end})", using=["r0.0", "size 1"]),
            Use("least", at=["r1", "p", "1"], premises=[[], [], []], name="step"), Obtain("step", "T1", label="T1"),
            Have("T1**2 <= T1", name="below 1"),
            Use("r1.1", at=["s + T1"], name="moves", premises=[[]]),
            Use("P.1", at=[f"s*({end})", f"T1*({end})"], name="line", premises=[[Split([
                list(near),
                [Order(positive=[Square(root=end, facts=["below 1"]), Square(root=end, facts=["T1.1.1"]),
                    Square(facts=["p.0"])],
                       terms=[("p.1", "-1", "1")])]])]]),
            Have(f"T1**2*norm2(diff({curve}[s], s) - ({line})) <= T1**2*(2*q*(1 + norm2({end})))", name="scaled",
                by=[Order(positive=[
                Square(facts=["moves"], weight="2"), Square(facts=["line"], weight="2"),
                Square(root=f"2*(M[(s + T1)*({end})] - M[s*({end})]) - T1*(diff({curve}[s], s) + ({line}))")],
                rewrite=["V", "W"])]),
            Use("cancel", at=[f"norm2(diff({curve}[s], s) - ({line}))", f"2*q*(1 + norm2({end}))", "T1"],
                premises=[[Split([[], []])]])]),
        Set(name, f"diff({curve}[s], s) - ({line})"),
    ]  # fmt: skip


CANCEL = Have(
    "forall(xx, real, forall(yy, real, forall(tt, real, implies(tt > 0 and tt**2*xx <= tt**2*yy, xx <= yy))))",
    name="cancel", by=[
    Take("xx", "yy", "tt"), Have("tt**2 > 0", name="square")])  # fmt: skip
#: The slope of c'(b - a - s (h + g) v/2), where a, b are the curves of w, w + v and h, g the values of M on the rays.
SMALL_SLOPE: list[Step] = [
    Have("s >= 0 and s <= 1", name="inside",
        by=[Split([[], []])]),
    Have("s**2 <= 1", name="s2"),
    Use("r0.1", at=["s"], name="there", premises=[[]]), Obtain("there", "P", label="P"), *EXCHANGE,
    Use("P.1", at=["s*w", "s*v"], name="rest", premises=[[Split([
        [],
        [Order(positive=[Square(root="v", facts=["s2"]), Square(facts=["reach"])])]])]]),
    Have("norm2(M[s*w + s*v] - M[s*w] - s*V) <= q*norm2(v)", name="R small", by=[Order(positive=[
        Square(facts=["rest"]), Square(root="v", facts=["q.0", "s2"])], rewrite=["V"])]),
    Set("R", "M[s*w + s*v] - M[s*w] - s*V"),
    *_slope("h", "w", "W", "S", []),
    *_slope("g", "w + v", "W + V", "Y", [Order(positive=[Square(root="v", facts=["s2"]), Square(facts=["reach"])])]),
]  # fmt: skip

_Z, _GAP = "(2*w + v)", "(b[{t}] - a[{t}] - {t}/2*(h[{t}] + g[{t}])*v)"
SMALL_TERMS: list[Step] = [
    *(Use("norm of a product", at=["m", "d", "1", *pair], name=f"product {pair[0]}") for pair in (("R", "2*w + v"),
        ("S", "v"), ("Y", "v"))),
    *(Have(f"norm2({letter}) <= {bound}", name=f"{letter} norm",
        by=[Order(positive=[Square(facts=[f"{letter} small"])], rewrite=[letter])])
      for letter, bound in (("R", "q*norm2(v)"), ("S", "2*q*(1 + norm2(w))"), ("Y", "2*q*(1 + norm2(w + v))"))),
    Have(f"norm2({_Z}) + 2*norm2(w + v) <= 12*norm2(w) + 6", name="room"),
    Have(f"norm2(R*{_Z}) + norm2(S*v) + norm2(Y*v) <= 14*q*(1 + norm2(w))*norm2(v)", name="terms", by=[Order(positive=[
        Square(facts=["product R"]), Square(facts=["product S"]), Square(facts=["product Y"]),
        Square(root=_Z, facts=["R norm"]), Square(root="v", facts=["S norm"]), Square(root="v", facts=["Y norm"]),
        Square(root="v", facts=["q.0", "room"]), Square(root="v", facts=["q.0"], weight="4")])]),
]  # fmt: skip

#: For fixed c the difference c'(b - a - s (h + g) v/2) grows at most like s (|c|^2 + e |v|^2/4)/2.
TRAPEZOID = Have(
    f"forall(c, matrix(m, 1), forall(T, [0, 1], trace(c.T*{_GAP.format(t='T')}) <= T*(norm2(c) + e/4*norm2(v))/2))",
    name="trapezoid", by=[
        Take("c", "T"), Ladder("T", "0", time="s", slope=[
            *SMALL_SLOPE, *SMALL_TERMS,
            Use("b.2", at=["s"], name="b now"), Use("a.2", at=["s"], name="a now"), Use("h", at=["s"], name="h now"),
            Use("g", at=["s"], name="g now"),
            Order(positive=[
                Square(root="c - 3/2*R*(2*w + v)", weight="1/6"), Square(root="c + 3/2*s*S*v", weight="1/6"),
                Square(root="c + 3/2*s*Y*v", weight="1/6"),
                Square(root="S*v", facts=["s2"], weight="3/8"), Square(root="Y*v", facts=["s2"], weight="3/8"),
                Square(facts=["terms"], weight="3/8"), Square(root="v", facts=["given"], weight="1/176")],
                terms=[("b now", "-c.T", "1"), ("a now", "c.T", "1"), ("h now.0", "c.T/2", "v"),
                    ("g now.0", "c.T/2", "v"),
                       ("R", "c.T/2", "2*w + v"), ("S", "-s*c.T/2", "v"), ("Y", "-s*c.T/2", "v"),
                       ("exchanged", "-s*c.T", "1"),
                       ("q.1", "-21/176*norm2(v)", "1")])])])  # fmt: skip

#: From `CLOSED`: there is G with the Jacobian M.
POINCARE: list[Step] = [
    PRODUCT, LEAST, CANCEL, *IDENTITY, RAYS, continuous(), *VALUES,
    Take("w", "e"), *UNIFORM[:2],
    Have("44*(1 + norm2(w)) > 0", name="size 44"),
    *positive_ratio("q", "e", "44*(1 + norm2(w))", using=["given", "size 44"]), *UNIFORM[2:],
    Obtain("uniform", "r0", label="r0"),
    Use("continuous", at=["w", "e"], premises=[[]], name="jump"), Obtain("jump", "C", label="C"),
    Use("least", at=["r0", "C", "1"], premises=[[], [], []], name="radius"), Obtain("radius", "D", label="D"),
    Witness("D"), Split([[], [
        Take("v"),
        Have("norm2(v) <= r0", name="reach"),
        Have("norm2(v) <= 1", name="short"),
        Use("C.1", at=["v"], name="jumps", premises=[[]]),
        *(step for at, ray, value in (("w", "h", "a"), ("w + v", "g", "b")) for step in (
            Use("rays", at=[at], name=f"ray {ray}"), Obtain(f"ray {ray}", ray, label=ray),
            Use("G", at=[at], name=f"value {value}"), Obtain(f"value {value}", value, label=value))),
        TRAPEZOID,
        Use("trapezoid", at=[_GAP.format(t="1"), "1"], premises=[[]], name="end"),
        Have(f"norm2({_GAP.format(t='1')}) <= e/4*norm2(v)", name="gap",
            by=[Order(positive=[Square(facts=["end"], weight="2")])]),
        Use("h", at=["1"], name="h end"), Use("g", at=["1"], name="g end"),
        Use("norm of a product", at=["m", "d", "1", "M[w + v] - M[w]", "v"], name="jump product"),
        Set("X", "G[w + v] - G[w] - 1/2*(M[w] + M[w + v])*v"),
        Have("norm2(X) <= e/4*norm2(v)", name="X small", by=[
            Have(f"{_GAP.format(t='1')} == X", name="same"),
            Order(positive=[Square(facts=["gap"])], rewrite=["~same"])]),
        Order(positive=[Square(facts=["X small"], weight="2"), Square(facts=["jump product"], weight="1/2"),
            Square(root="v", facts=["jumps"], weight="1/2"),
                        Square(root="X - 1/2*(M[w + v] - M[w])*v")],
              terms=[("X", "(X + 1/2*(M[w + v] - M[w])*v + G[w + v] - G[w] - M[w]*v).T", "1")]),
    ]]),
]  # fmt: skip


def lines(field: str = "F", jacobian: str = "H", rows: str = "d") -> Have:
    """Each field with the Jacobian H has the slope H(x + s v) v along lines.  Needs "least" and "cancel"."""
    at, slope = f"{field}[x + {{}}*v]", f"{jacobian}[x + s*v]*v"
    said = JACOBIAN.replace("G[", f"{field}[").replace("M[", f"{jacobian}[")
    gap = f"norm2(diff(g[s], s) - {slope})"
    return Have(
        f"forall({field}, matrix({rows}, 1) function of matrix(d, 1), implies({said},"
        f" forall(x, matrix(d, 1), forall(v, matrix(d, 1), exists(g, matrix({rows}, 1) curve, forall(s, real,"
        f" g[s] == {at.format('s')} and diff(g[s], s) == {slope}))))))",
        name="lines", by=[
            Take(field, "x", "v"),
            Have("norm2(v) >= 0", name="square"), Have("1 + norm2(v) > 0", name="size"),
            Have("forall(s, real, forall(h, positive, exists(r, positive, forall(y, real, implies((y - s)**2 <= r,"
                 f" norm2({at.format('y')} - {at.format('s')} - (y - s)*({slope})) <= h*(y - s)**2)))))",
                 name="slopes", by=[
                Take("s", "h"), *positive_ratio("e", "h", "1 + norm2(v)", using=["given1", "size"]),
                Use("given", at=["x + s*v", "e"], premises=[[]], name="near"), Obtain("near", "D", label="D"),
                *positive_ratio("r", "D", "1 + norm2(v)", using=["D.0", "size"]), Witness("r"), Split([[], [
                    Take("y"), Use("D.1", at=["(y - s)*v"], name="small", premises=[[]]),
                    Order(positive=[Square(facts=["small"]), Square(root="y - s", facts=["e.0"])],
                        terms=[("e.1", "-(y - s)**2", "1")])]])]),
            Differentiable(at.format("s"), "s", shape=f"{rows}, 1", by=[
                Take("s"), Witness(slope), Take("h"), Use("slopes", at=["s", "h"], premises=[[]])]),
            Obtain("differentiable", "g", label="g"), Witness("g[s]", index="s"),
            Take("s"), Use("g", at=["s"], name="here"), Split([[], [
                Have(f"forall(e, positive, {gap} <= 4*e)", name="close", by=[
                    Take("e"), Use("here.1", at=["e"], premises=[[]], name="one"), Obtain("one", "r1", label="r1"),
                    Use("slopes", at=["s", "e"], premises=[[]], name="other"), Obtain("other", "r2", label="r2"),
                    Use("least", at=["r1", "r2", "1"], premises=[[], [], []], name="step"),
                    Obtain("step", "T", label="T"),
                    Have("T**2 <= T", name="below 1"),
                    Use("r1.1", at=["s + T"], name="moves", premises=[[]]),
                    Use("r2.1", at=["s + T"], name="line", premises=[[]]),
                    Have(f"T**2*{gap} <= T**2*(4*e)", name="scaled", by=[Order(positive=[
                        Square(facts=["moves"], weight="2"), Square(facts=["line"], weight="2"),
                        Square(root=f"2*({at.format('(s + T)')} - {at.format('s')}) - T*(diff(g[s], s) + {slope})")])]),
                    Use("cancel", at=[gap, "4*e", "T"], premises=[[Split([[], []])]])]),
                Have("forall(xx, real, implies(forall(e, positive, xx <= 4*e), xx <= 0))", name="nothing", by=[
                    Take("xx"), Negate("some"),
                    Use("given1", at=["xx/8"], premises=[[]], name="half")]),
                Use("nothing", at=[gap], premises=[[]], name="none"),
                Vanish("none", squares=[Square(root=f"diff(g[s], s) - {slope}", name="gone")])]])])  # fmt: skip
