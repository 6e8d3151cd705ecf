"""Section 5: why a residual that lives late is hardly seen by the gradient, with constants."""

from verifier.language.script import Have, Induct, Ladder, Numbers, Order, Set, Split, Square, Take, Use

from . import paper
from .lemmas.quadratics import CAUCHY, DISCRIMINANT

INSIDE = []
SIZES = ("1/(2*w)", "(1/(2*w)*T0**2 + 1/(2*w**2)*T0 + 1/(4*w**3))")

#: l^2 q^2 - 2 l x q + y^2 >= 0 for 0 <= x <= y, with letters for the slopes.
POINTWISE = Have(
    "forall(qq, real, forall(xx, nonnegative, forall(yy, [xx, oo), forall(x1, real, forall(x2, real, forall(x3, real,"
    " implies(x1 == qq**2 and x2 == xx*qq and x3 == yy**2, x1 >= 0 and forall(ll, real, ll**2*x1 - 2*ll*x2 + x3 >= 0))))))))",
    name="pointwise", by=[Take("qq", "xx", "yy", "x1", "x2", "x3"), Split([[], [
        Take("ll"), Have("yy**2 >= xx**2", name="larger"),
        Have("(ll*qq - xx)**2 >= 0", name="square")]])])  # fmt: skip


def late(g, size, part, factor, primitive, slope):
    """g(T)^2 <= size N(T) by Cauchy's inequality; the square of factor e^(-w t) has the primitive -primitive e^(-2 w t), with this slope."""
    at_start = f"-{primitive.replace('t', 'T0')}*exp(-2*w*T0)"
    return [
        Have(f"{g}[T0] == 0", name="silent", by=[Ladder("T0", "0", time="r", slope=[
            Use("late", at=["r"], premises=[INSIDE], name="zero"), Use("moments", at=["r"], premises=[INSIDE], name="now")])]),
        Use("cauchy", at=[(f"{g}[t]", "t"), ("N[t]", "t"), (f"-{primitive}*exp(-2*w*t)", "t"), "T0", "T"], name="cauchy now",
            premises=[[], [
                Take("t"), Have("t >= 0", name="time"),
                Use("moments", at=["t"], premises=[[]], name="now"),
                Use("energy", at=["t"], premises=[[]], name="n"),
                Have(f"{slope} == ({factor}*exp(-w*t))**2", name="weight"),
                Have("exp(-v*t) <= exp(-w*t)", name="faster"),
                Use("pointwise", at=["diff(R[t], t)", f"{factor}*exp(-v*t)", f"{factor}*exp(-w*t)", "diff(N[t], t)", f"diff({g}[t], t)",
                                     f"({factor}*exp(-w*t))**2"],
                    premises=[[], [], [Split([[], [], []])]],
                    name="done"),
                Split([[], [Take("ll"), Use("done.1", at=["ll"], name="d"),
                    Use("swap", at=[f"ll**2*diff(N[t], t) - 2*ll*diff({g}[t], t)", f"({factor}*exp(-w*t))**2", slope], name="s")]])]]),
        Have(f"-{primitive.replace('t', 'T')}*exp(-2*w*T) <= 0", name="rest"),
        Use("drop", at=[f"{g}[T]", f"{g}[T0]", "N[T]", "N[T0]", f"-{primitive.replace('t', 'T')}*exp(-2*w*T)", at_start], name="bound"),
        Have(f"-({at_start})*N[T] == {size}*exp(-2*w*T0)*N[T]", name="size"),
        Use("carry", at=[f"{g}[T]**2", f"-({at_start})*N[T]", f"{size}*exp(-2*w*T0)*N[T]"]),
    ]  # fmt: skip


@paper.remark("rem-plateau-mechanism-one", "One rate and a late residual", where="Section 5, cross-check", provenance="derived")
def one_rate(item):
    item.printed("(not in the paper) If a residual q vanishes before T0, then (int e^(-vt) q)^2 <= e^(-2 w T0)/(2 w) int q^2 and "
                 "(int t e^(-vt) q)^2 <= (T0^2/(2 w) + T0/(2 w^2) + 1/(4 w^3)) e^(-2 w T0) int q^2 for v >= w > 0.")
    item.let(w="positive", v="[w, oo)", T0="nonnegative", T="[T0, oo)", R="real curve", N="real curve", g="real curve", h="real curve")
    item.suppose("late", "forall(t, [0, T0], diff(R[t], t) == 0)")
    item.suppose("start", "N[0] == 0 and g[0] == 0 and h[0] == 0")
    item.suppose("energy", "forall(t, [0, oo), diff(N[t], t) == diff(R[t], t)**2)")
    item.suppose("moments", "forall(t, [0, oo), diff(g[t], t) == exp(-v*t)*diff(R[t], t) and diff(h[t], t) == t*exp(-v*t)*diff(R[t], t))")
    item.conclude(f"N[T] >= 0 and g[T]**2 <= {SIZES[0]}*exp(-2*w*T0)*N[T] and h[T]**2 <= {SIZES[1]}*exp(-2*w*T0)*N[T]", expected="proved", argument=[
        DISCRIMINANT, CAUCHY, POINTWISE,
        Have("forall(x1, real, forall(x2, real, forall(x3, real, forall(x4, real, forall(x5, real, forall(x6, real, implies(x2 == 0 and x4 == 0"
             " and x3 >= 0 and x5 <= 0 and (x1 - x2)**2 <= (x3 - x4)*(x5 - x6), x1**2 <= -x6*x3)))))))", name="drop", by=[
            Take("x1", "x2", "x3", "x4", "x5", "x6"),
            Have("x1**2 <= x3*(x5 - x6)", name="n"),
            Have("x3*x5 <= 0", name="p")]),
        Have("forall(x1, real, forall(x2, real, forall(x3, real, implies(x1 <= x2 and x2 == x3, x1 <= x3))))", name="carry", by=[
            Take("x1", "x2", "x3")]),
        Have("forall(x1, real, forall(x2, real, forall(x3, real, implies(x1 + x2 >= 0 and x3 == x2, x1 + x3 >= 0))))", name="swap", by=[
            Take("x1", "x2", "x3")]),
        Have("N[T0] == 0", name="N silent", by=[Ladder("T0", "0", time="r", slope=[
            Use("late", at=["r"], premises=[INSIDE], name="zero"), Use("energy", at=["r"], premises=[INSIDE], name="n")])]),
        Have("N[T] >= 0", name="N here", by=[Have("N[T0] <= N[T]", name="rises", by=[Ladder("T", "T0", time="r", slope=[
            Use("energy", at=["r"], premises=[[]], name="n")],
            base=[])])]),
        Split([[], late("g", SIZES[0], 0, "1", SIZES[0], "-1/(2*w)*(exp(-2*w*t)*(-2*w*1))"),
               late("h", SIZES[1], 1, "t", SIZES[1].replace("T0", "t"),
                    "-(1/(2*w)*(2*t) + 1/(2*w**2))*exp(-2*w*t) + (-(1/(2*w)*t**2 + 1/(2*w**2)*t + 1/(4*w**3)))*(exp(-2*w*t)*(-2*w*1))")])],
        example={"w": 1, "v": 1, "T0": 0, "T": 0, "R": 0, "N": 0, "g": 0, "h": 0})  # fmt: skip
    rest = {"w": 1, "v": 1, "T0": 0, "T": 0, "R": 0, "N": 0, "g": 0, "h": 0}
    item.without("late", counterexample={**rest, "T0": 1, "T": 1, "R": "t", "N": "t", "g": "1 - exp(-t)", "h": "1 - (1 + t)*exp(-t)"})
    item.without("start", counterexample={**rest, "g": 1})
    item.without("energy", counterexample={**rest, "T": 1, "N": "-t"})
    item.without("moments", counterexample={**rest, "T": 1, "g": "t"})
    item.note("R is a primitive of the residual, so that every continuous one is meant; N, g and h are the integrals up to T of its square and of "
              "its products with e^(-vt) and t e^(-vt). Cauchy's inequality for integrals, proved here by their slopes.")


ENTRY = "trace(basis(m, k).T*{0}[t])"


@paper.remark("rem-plateau-mechanism", "A late residual is hardly seen by the gradient", where="Section 5", provenance="recalled")
def plateau_mechanism(item):
    item.printed("The gradient can be small while the loss is large if the residual lives at large t, where the multiplier e^(-w_k t) "
                 "is small.")
    item.let(m="positive integer", a="matrix(m, 1)", v="matrix(m, 1)", w="positive", T0="nonnegative", T="[T0, oo)", R="real curve", N="real curve",
             G="matrix(m, 1) curve", H="matrix(m, 1) curve")  # fmt: skip
    item.suppose("rates", "forall(k, integer[0, m-1], v[k, 0] >= w)")
    item.suppose("late", "forall(t, [0, T0], diff(R[t], t) == 0)")
    item.suppose("start", "N[0] == 0 and G[0] == zeros(m, 1) and H[0] == zeros(m, 1)")
    item.suppose("energy", "forall(t, [0, oo), diff(N[t], t) == diff(R[t], t)**2)")
    item.suppose("moments", f"forall(k, integer[0, m-1], forall(t, [0, oo), diff({ENTRY.format('G')}, t) == exp(-v[k, 0]*t)*diff(R[t], t)"
                 f" and diff({ENTRY.format('H')}, t) == t*exp(-v[k, 0]*t)*diff(R[t], t)))")
    sizes = [f"{s}*exp(-2*w*T0)*N[T]" for s in SIZES]
    squares = "Sum((2*trace(basis(m, k).T*G[T]))**2 + (-2*a[k, 0]*trace(basis(m, k).T*H[T]))**2, (k, 0, m-1))"
    item.conclude(f"{squares} <= 4*({SIZES[0]}*m + {SIZES[1]}*Sum(a[k, 0]**2, (k, 0, m-1)))*exp(-2*w*T0)*N[T]",
                  because=["rem-plateau-mechanism-one"], expected="proved", argument=[
        Have("forall(n, nonnegative integer, forall(p, real sequence, forall(q, real sequence, forall(b, real sequence, forall(x, real, forall(y, real,"
             " implies(forall(k, integer[0, n-1], p[k]**2 <= x and q[k]**2 <= y),"
             " Sum((2*p[k])**2 + (-2*b[k]*q[k])**2, (k, 0, n-1)) <= 4*(n*x + y*Sum(b[k]**2, (k, 0, n-1))))))))))", name="sums", by=[
            Induct("n", base=[Take("p", "q", "b", "x", "y")], step=[
                Take("p", "q", "b", "x", "y"), Use("IH", at=[("p[t]", "t"), ("q[t]", "t"), ("b[t]", "t"), "x", "y"], name="before",
                    premises=[[Take("k"), Use("given", at=["k"])]]),
                Use("given", at=["n"], name="last"),
                Order(positive=[Square(facts=["before"]), Square(facts=["last.0"], weight="4"), Square(facts=["last.1"], root="b[n]", weight="4")])])]),
        Have("forall(x1, real, forall(x2, real, forall(x3, real, forall(x4, real, forall(x5, real, forall(x6, real,"
             " forall(x7, real, forall(x8, real, implies(x7 == x2*x4*x5 and x8 == x3*x4*x5 and x1 <= 4*(m*x7 + x8*x6),"
             " x1 <= 4*(x2*m + x3*x6)*x4*x5)))))))))", name="join", by=[
            Take("x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8")]),
        Have("forall(x1, real, forall(x2, real, forall(x3, real, implies(x1 <= x2 and x3 == x2, x1 <= x3))))", name="carry", by=[
            Take("x1", "x2", "x3")]),
        Set("s0", sizes[0]), Set("s1", sizes[1]),
        Have("forall(k, integer[0, m-1], trace(basis(m, k).T*G[T])**2 <= s0 and trace(basis(m, k).T*H[T])**2 <= s1)", name="each", by=[
            Take("k"), Use("rates", at=["k"], name="rate"),
            Use("cited:rem-plateau-mechanism-one", at=["w", "v[k, 0]", "T0", "T", ("R[t]", "t"), ("N[t]", "t"), (ENTRY.format("G"), "t"), (ENTRY.format("H"), "t")],
                name="one", premises=[[Split([[], [], [], [], [], [Split([[], [], []])], [],
                                              [Take("t"), Use("moments", at=["k", "t"], name="mo"),
                                               Split([[Numbers(using=["mo.0"])], [Numbers(using=["mo.1"])]])]])]]),
            Split([[Use("carry", at=[f"trace(basis(m, k).T*{g}[T])**2", sizes[i], f"s{i}"])] for i, g in enumerate("GH")])]),
        Use("sums", at=["m", ("trace(basis(m, t).T*G[T])", "t"), ("trace(basis(m, t).T*H[T])", "t"), ("a[t, 0]", "t"), "s0", "s1"], name="sum",
            premises=[[Take("k"), Use("each", at=["k"])]]),
        Use("join", at=[squares, *SIZES, "exp(-2*w*T0)", "N[T]", "Sum(a[k, 0]**2, (k, 0, m-1))", "s0", "s1"],
            premises=[[Split([[], [], []])]]),
    ], example={"m": 1, "a": 0, "v": 1, "w": 1, "T0": 0, "T": 1, "R": 0, "N": 0, "G": 0, "H": 0})  # fmt: skip
    rest = {"m": 1, "a": 0, "v": 1, "w": 1, "T0": 0, "T": 1, "R": 0, "N": 0, "G": 0, "H": 0}
    item.without("rates", counterexample={**rest, "w": 10, "R": "t**2/2", "N": "t**3/3", "G": "1 - (1 + t)*exp(-t)", "H": "2 - (2 + 2*t + t**2)*exp(-t)"})
    item.without("late", counterexample={**rest, "T0": 1, "R": "t", "N": "t", "G": "1 - exp(-t)", "H": "1 - (1 + t)*exp(-t)"})
    item.without("start", counterexample={**rest, "G": 1})
    item.without("energy", counterexample={**rest, "N": "-t"})
    item.without("moments", counterexample={**rest, "G": "t"})
    item.note("For every m, every student and every continuous residual: with q = rhohat - rho = R' zero before T0, dJ/da_k = 2 G_k and dJ/dw_k = -2 a_k H_k, "
              "so |grad J|^2 <= 4 (m/(2 w) + p(T0) |a|^2) e^(-2 w T0) J for T -> oo, where p has degree 2: w is the least rate, N the loss up to T. The loss itself does "
              "not feel T0.")  # fmt: skip
