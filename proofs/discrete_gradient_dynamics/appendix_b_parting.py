"""Appendix B.2, Eq. (61) and (62) as they are printed, for layers that stay in a ball.

q, s, e and k bound the norms of Sigma_xy, of M = U D U', of Sigma_x - M and of all four layers; R is the integral of
|W - A| + |Z - B|.
"""

from collections.abc import Mapping

from verifier.language.script import (
    Antiderivative,
    At,
    Cases,
    Choose,
    Have,
    Inside,
    Ladder,
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
    Witness,
)
from verifier.library.short_names import NORM, norms
from verifier.papers.item import Item
from verifier.papers.setting import Setting

from . import paper
from .lemmas.two_layer_perturbation import flow

E_W, E_Z = "(W[t] - A[t])", "(Z[t] - B[t])"
BALL = " and ".join(f"norm2({x}[t]) <= k**2" for x in "WZAB")
C, K = "k**3", "(q + 2*s*k**2)"
in_a_ball = Setting(
    let={"d": "positive integer", "h": "positive integer", "p": "positive integer", "S": "matrix(d, d)", "M": "matrix(d, d)", "Q": "matrix(d, p)",
         "W": "matrix(d, h) curve", "Z": "matrix(h, p) curve", "A": "matrix(d, h) curve", "B": "matrix(h, p) curve",
         **dict.fromkeys(("q", "s", "e", "k"), "nonnegative"), "R": "real curve"},
    define=(NORM,),
    suppose={
        **dict(zip(("flow of W", "flow of Z", "flow of A", "flow of B"), (*flow("W", "Z", "S"), *flow("A", "B", "M")), strict=True)),
        "sizes": "norm2(Q) <= q**2 and norm2(M) <= s**2 and norm2(S - M) <= e**2",
        "ball": f"forall(t, [0, oo), {BALL})",
        "same start": "W[0] == A[0] and Z[0] == B[0]",
        "integral": f"R[0] == 0 and forall(t, [0, oo), diff(R[t], t) == norm{E_W} + norm{E_Z})",
    },
)  # fmt: skip
NORMS = norms("norms")
#: trace(L'V) <= b for |L| = 1 and |V| <= b.
UNIT = Have(
    "forall(n, positive integer, forall(m, positive integer, forall(L, matrix(n, m), forall(V, matrix(n, m), forall(b, nonnegative,"
    " implies(norm2(L) == 1 and norm2(V) <= b**2, trace(L.T*V) <= b))))))", name="unit", by=[
        Take("n", "m", "L", "V", "b"), Negate("more"), Set("x", "trace(L.T*V)"),
        Have("x > b", name="beyond"),
        Have("x**2 <= norm2(V)", name="short", by=[Order(positive=[Square(root="x*L - V")], terms=[
            ("given1.0", "-x**2", "1"), ("x", "-2*x", "1")])]),
        Have("x**2 <= b**2", name="square"),
        Numbers(using=["beyond", "square", "given"])])  # fmt: skip
X, Y = "norm(W[t] - A[t])", "norm(Z[t] - B[t])"
BIG = f"(e*{C} + {K}*({X} + {Y}))"
VELOCITIES = ("((Q - S*W[t]*Z[t])*Z[t].T - (Q - M*A[t]*B[t])*B[t].T)", "(W[t].T*(Q - S*W[t]*Z[t]) - A[t].T*(Q - M*A[t]*B[t]))")


def speed(place: int) -> list[Step]:
    """The velocities differ by at most e C + K (|W - A| + |Z - B|)."""
    small = (f"(q*{Y} + e*k**3 + s*k**2*({X} + 2*{Y}))", f"(q*{X} + e*k**3 + s*k**2*(2*{X} + {Y}))")[place]
    more = (f"q*{X} + s*k**2*{X}", f"q*{Y} + s*k**2*{Y}")[place]
    return [
        Have(f"{more} >= 0", name="more"),
        Have(f"{small} >= 0", name="small above", by=[Order(positive=[
            Square(facts=["q.nonnegative", f"{'yx'[place]}.0"]), Square(root="k", facts=["e.nonnegative", "k.nonnegative"]),
            Square(root="k", facts=["s.nonnegative", "x.0"], weight="12"[place]), Square(root="k", facts=["s.nonnegative", "y.0"], weight="21"[place])])]),
        Order(positive=[Square(facts=[f"step.{place}"]), Square(facts=["more", "more"]), Square(facts=["more", "small above"], weight="2")]),
    ]  # fmt: skip


#: at the time t
SPEEDS = Have(
    f"forall(t, [0, oo), norm2({VELOCITIES[0]}) <= {BIG}**2 and norm2({VELOCITIES[1]}) <= {BIG}**2)", name="speeds", by=[
        Take("t"), Use("ball", at=["t"], name="inside"),
        Use("norms", at=["d", "h", "W[t] - A[t]"], name="x"), Use("norms", at=["h", "p", "Z[t] - B[t]"], name="y"),
        Use("cited:case-B-nonzero/step", at=["d", "h", "p", "q", "s", "e", "k", "S", "M", "Q", "W[t]", "Z[t]", "A[t]", "B[t]", X, Y], name="step",
            premises=[[Split([[], [], [], [], [], [], [], [], [Split([
                [], []])]])]]),
        Split([speed(0), speed(1)])])  # fmt: skip
UP = Have("forall(t, [0, oo), R[t] >= 0)", name="R up", by=[Take("t"), Ladder("t", "0", time="r", slope=[
    Use("integral.1", at=["r"], premises=[[]], name="moves"),
    Use("norms", at=["d", "h", "W[r] - A[r]"], name="x"), Use("norms", at=["h", "p", "Z[r] - B[r]"], name="y")])])  # fmt: skip


def layer(first: str, second: str, sizes: tuple[str, str], place: int) -> list[Step]:
    """|first - second| at t, by its component along the unit matrix L in the direction that it has at t."""
    gap, bound = f"({first}[t] - {second}[t])", f"e*{C}*t + {K}*R[t]"
    return [
        Set("n", f"norm{gap}"), Use("norms", at=[*sizes, gap], name="|gap|"),
        Have(f"{bound} >= 0", name="bound above", by=[
            Use("R up", at=["t"], name="R above")]),
        Cases("n <= 0", name="none", yes=[Order(positive=[Square(facts=["none"]), Square(facts=["bound above"])], terms=[("n", "1", "1")])], no=[
            Have("n > 0", name="n>0"),
            Set("L", f"1/n*{gap}"),
            Have(f"norm2{gap} == n**2", name="square"),
            Have(f"trace(L.T*{gap}) == n", name="along"),
            Have("norm2(L) == 1", name="unit L", by=[Linear(rewrite=["L"], terms=[("square", "(1/n)*(1/n)", "1")], nonzero=["n>0"])]),
            Have(f"forall(T, [0, oo), trace(L.T*({first}[T] - {second}[T])) <= e*{C}*T + {K}*R[T])", name="component", by=[
                Take("T"), Ladder("T", "0", time="r", slope=[
                    Have("r >= 0", name="later"),
                    Use("speeds", at=["r"], name="fast"), Use("integral.1", at=["r"], name="moves"),
                    Use("norms", at=["d", "h", "W[r] - A[r]"], name="x"), Use("norms", at=["h", "p", "Z[r] - B[r]"], name="y"),
                    Have(f"{BIG.replace('[t]', '[r]')} >= 0", name="big", by=[Order(positive=[
                        Square(facts=["e.nonnegative", "k.nonnegative"], root="k"), Square(facts=["q.nonnegative", "x.0"]),
                        Square(facts=["q.nonnegative", "y.0"]), Square(facts=["s.nonnegative", "x.0"], root="k", weight="2"),
                        Square(facts=["s.nonnegative", "y.0"], root="k", weight="2")])]),
                    Use(f"flow of {first}", at=["r"], name="one"), Use(f"flow of {second}", at=["r"], name="other"),
                    Use("unit", at=[*sizes, "L", VELOCITIES[place].replace("[t]", "[r]"), BIG.replace("[t]", "[r]")], name="now", premises=[[], [Split([[], []])]]),
                    Order(positive=[Square(facts=["now"])], terms=[
                        Inside("one", "-trace(L.T*HOLE)"), Inside("other", "trace(L.T*HOLE)"), ("moves", K, "1")])])]),
            Use("component", at=["t"], name="here"),
            Order(positive=[Square(facts=["here"])], terms=[("along", "1", "1"), ("n", "1", "1")])])]  # fmt: skip


#: all at rest; a bound of 1
AT_REST = {**dict.fromkeys(("d", "h", "p", "k"), 1), **dict.fromkeys(("S", "M", "Q", "W", "Z", "A", "B", "q", "s", "e", "R"), 0)}
#: W Z = -1 is a fixed point of the one flow, and the other one takes A = -B from 1 to 0
FADES = {**AT_REST, "S": -1, "Q": 1, "W": 1, "Z": -1, "A": "exp(-t)", "B": "-exp(-t)", "q": 1, "e": 1, "R": "2*(t + exp(-t) - 1)"}
WITHIN_K = [Take("t"), Split([[Numbers()], [Numbers()], [Numbers()], [Numbers()]])]
def integrated(layers: Mapping[str, str]) -> list[Step]:
    """R is the integral of the gaps between layers made of x = exp(-t), each of which is 1 - x or 0."""
    one, other = [layers["W"], layers["A"]], [layers["Z"], layers["B"]]
    moved = sum(first != second for first, second in (one, other))
    gaps = " + ".join(f"sqrt(trace(({first} - {second}).T*({first} - {second})))" for first, second in (one, other))
    return [Split([[Numbers()], [
        Take("t"), Have(f"forall(x, [0, 1], {moved}*(1 - x) == {gaps})", name="gaps", by=[
            Take("x"), Have("forall(z, nonnegative, sqrt(z*z) == z)", name="root", by=[Take("z"), Numbers()]),
            Use("root", at=["1 - x"], name="now", premises=[[Numbers()]]), Use("root", at=["0"], name="none"),
            Linear(terms=[("now", f"-{moved}", "1"), ("none", f"{moved} - 2", "1")])]),
        Have("0 <= exp(-t) and exp(-t) <= 1", name="fading", by=[Split([[Numbers(using=[])], [Numbers(using=["given"])]])]),
        Use("gaps", at=["exp(-t)"], name="now", premises=[[Numbers(using=["fading"])]]), Numbers(using=["now"])]])]  # fmt: skip


def at_points(item: Item, start: int | None = None) -> None:
    """Without these hypotheses the flows part faster: the conclusion, or its part for the layer that moved, fails."""
    def fails(name: str, point: Mapping[str, object], layers: Mapping[str, str], time: str = "1", place: int = 0) -> None:
        chosen = [] if start is None else [Choose(start + place)]
        told = {"integral": integrated(layers), "goal": [*chosen, Witness(time), Split([[], [Numbers()]])], "ball": WITHIN_K}
        if name == "ball":
            del told["ball"]
        item.without(name, counterexample=point, argument=[At(told)])

    for name, layer, place in (("flow of W", "W", 0), ("flow of Z", "Z", 1), ("flow of A", "A", 0), ("flow of B", "B", 1)):
        moved = {**dict.fromkeys("WZAB", "0"), layer: "(1 - x)"}
        fails(name, {**AT_REST, "R": "t + exp(-t) - 1", layer: "1 - exp(-t)"}, moved, place=place)
    fading = {"W": "1", "Z": "-1", "A": "x", "B": "-x"}
    fails("sizes", {**FADES, "q": 0, "e": 0}, fading)
    fails("ball", {**FADES, "k": 0}, fading, "1/10")
    fails("q.nonnegative", {**FADES, "q": -1}, fading)
    fails("s.nonnegative", {**FADES, "s": -1}, fading)
    apart = [Witness("1"), Split([[], [Numbers()]])]
    item.without("same start", counterexample={**AT_REST, "W": 1, "R": "t"}, argument=[
        At({"goal": apart if start is None else [Choose(start), *apart]})])  # fmt: skip


@paper.equation("eq-61", "How fast the two flows part", where="Appendix B.2, Eq. (61)")
def parting(item):
    item.printed("G(W_1, W_2) = (S - D W_1 W_2) W_2' is smooth, so |W_1(t) - W_1^0(t)| <= eps C t + K int_0^t (|W_1 - W_1^0| + "
                 "|W_2 - W_2^0|) ds, and the same for W_2.")  # fmt: skip
    item.leads_to("eq-62", "thm-1")
    item.use(in_a_ball)
    item.conclude(f"forall(t, [0, oo), {X} <= e*{C}*t + {K}*R[t]) and forall(t, [0, oo), {Y} <= e*{C}*t + {K}*R[t])",
                  because=["case-B-nonzero/step"], expected="proved", argument=[
        *NORMS, UNIT, SPEEDS, UP, Split([[Take("t"), *layer("W", "A", ("d", "h"), 0)], [Take("t"), *layer("Z", "B", ("h", "p"), 1)]])],
        example={**dict.fromkeys(("d", "h", "p"), 1), **dict.fromkeys(("S", "M", "Q", "W", "Z", "A", "B", "q", "s", "e", "k", "R"), 0)})  # fmt: skip
    at_points(item, start=0)
    item.note("For all sizes, with C = k^3 and the Lipschitz constant K = |Sigma_xy| + 2 |U D U'| k^2, where all four layers stay in the ball of radius k "
              "(Lemma 3); W, Z and A, B are the two pairs of layers, e is eps, and R the integral. k bounds the perturbed layers as well; for constants that do "
              "not depend on them see eq-61/squares.")  # fmt: skip


AT_T = f"({X.replace('[t]', '[T]')} + {Y.replace('[t]', '[T]')})"
LINEAR, FINAL = f"2*e*{C}*T*exp(2*{K}*T)", f"e*exp(({C} + {K})**2*T**2)"
#: 2 C T exp(2 K T) <= exp((C + K)^2 T^2), since x <= exp(x - 1) and 2 x - 1 <= x^2.
ABSORBED = Have(
    "forall(x, nonnegative, forall(y, nonnegative, 2*x*exp(2*y) <= exp((x + y)**2)))", name="absorbed", by=[
        Take("x", "y"), Have("2*x <= exp(2*x - 1)", name="tangent", by=[
            Have("forall(z, real, z <= exp(z - 1))", name="e", by=[Take("z")]), Use("e", at=["2*x"])]),
        Have("exp(2*y) > 0", name="factor"),
        Have("exp(2*x - 1)*exp(2*y) == exp(2*x - 1 + 2*y)", name="sum"),
        Have("2*x - 1 + 2*y <= (x + y)**2", name="exponent"),
        Have("forall(z, real, forall(v, real, implies(z <= v, exp(z) <= exp(v))))", name="rises", by=[Take("z", "v")]),
        Use("rises", at=["2*x - 1 + 2*y", "(x + y)**2"], name="up")])  # fmt: skip


BY_GRONWALL: list[Step] = [
    *NORMS, ABSORBED,
    Use("cited:eq-61", at=["d", "h", "p", "S", "M", "Q", ("W[t]", "t"), ("Z[t]", "t"), ("A[t]", "t"), ("B[t]", "t"), "q", "s", "e", "k", ("R[t]", "t")],
        name="parted"),
    Set("c", C), Set("K", K),
    Have("c >= 0", name="c above"), Have("K >= 0", name="K above"),
    Have(f"forall(t, [0, oo), {X} + {Y} <= 2*e*c*t + 2*K*R[t])", name="sum", by=[
        Take("t"), Use("parted.0", at=["t"], name="one"), Use("parted.1", at=["t"], name="other"),
        Order(positive=[Square(facts=["one"]), Square(facts=["other"])], terms=[("c", "2*e*t", "1"), ("K", "2*R[t]", "1")])]),
    Take("T"), Use("sum", at=["T"], name="now"),
    Use("cited:lemma-4", at=["0", "T", ("2*K*t", "t"), ("2*K*R[t]", "t"), AT_T, "2*e*c*T"], name="gronwall", premises=[[Split([
        [], [Take("r")], [Split([[], []])], [
            Take("r"), Have("r >= 0", name="later"), Use("sum", at=["r"], name="then"),
            Use("integral.1", at=["r"], name="moves"),
            Witness(f"{X.replace('[t]', '[r]')} + {Y.replace('[t]', '[r]')}"), Witness("2*e*c*r"), Split([
                [Have("e*c*(T - r) >= 0", name="room", by=[Have("T - r >= 0", name="left")])],
                [], []])], []])]]),
    Use("absorbed", at=["c*T", "K*T"], name="grown", premises=[[], []]),
    Set("g", "exp(2*K*T)"), Set("f", "exp((c + K)**2*T**2)"),
    Have("forall(z, real, forall(v, real, implies(z == v, exp(z) == exp(v))))", name="congruent", by=[Take("z", "v")]),
    Have("2*c*T*g <= f", name="last", by=[
        Have("exp(2*(K*T)) == g", name="same g"),
        Have("exp((c*T + K*T)**2) == f", name="same f", by=[
            Use("congruent", at=["(c*T + K*T)**2", "(c + K)**2*T**2"], name="equal", premises=[[]])]),
        Rewritten("grown", ["same g", "same f"], forwards=True, name="named")]),
    Rewritten("gronwall", ["g"], name="in g"),
    Have(f"exp(2*{K}*T) == g", name="g is", by=[
        Use("congruent", at=[f"2*{K}*T", "2*K*T"], name="equal", premises=[[]])]),
    Have(f"exp(({C} + {K})**2*T**2) == f", name="f is", by=[
        Use("congruent", at=[f"({C} + {K})**2*T**2", "(c + K)**2*T**2"], name="equal", premises=[[]])]),
    Have(f"forall(y, real, forall(z, real, implies(y == g and z == f, {AT_T} <= 2*e*{C}*T*y and 2*e*{C}*T*y <= e*z)))", name="put in", by=[
        Take("y", "z"), Split([
            [Order(positive=[Square(facts=["in g"])], terms=[("given1.0", f"2*e*{C}*T", "1"), ("c", "-2*e*T*g", "1")])],
            [Order(positive=[Square(facts=["last", "e.nonnegative"])], terms=[
                ("given1.0", f"-2*e*{C}*T", "1"), ("given1.1", "e", "1"), ("c", "2*e*T*g", "1")])]])]),
    Use("put in", at=[f"exp(2*{K}*T)", f"exp(({C} + {K})**2*T**2)"]),
]  # fmt: skip
#: The integral of the gaps, which are continuous.
INTEGRAL: list[Step] = [
    Antiderivative(f"{X} + {Y}", "t", "0", name="there is R"), Obtain("there is R", "R", label="R is"),
    Have(in_a_ball.suppose["integral"], name="integral", by=[Split([[Linear(terms=[("R is.0", "1", "1")])], [Take("t"), Use("R is.1", at=["t"])]])]),
]  # fmt: skip


@paper.equation("eq-62", "The final bound", where="Appendix B.2, Eq. (62)", provenance="recalled")
def final_bound(item):
    item.printed("|W_1(t) - W_1^0(t)| + |W_2(t) - W_2^0(t)| <= 2 eps C t exp(2 K t) <= eps exp(c t^2).")
    item.leads_to("thm-1")
    item.use(in_a_ball)
    item.conclude(f"forall(T, [0, oo), {AT_T} <= {LINEAR} and {LINEAR} <= {FINAL})", because=["eq-61", "lemma-4"], expected="proved", argument=BY_GRONWALL,
        example={**dict.fromkeys(("d", "h", "p"), 1), **dict.fromkeys(("S", "M", "Q", "W", "Z", "A", "B", "q", "s", "e", "k", "R"), 0)})  # fmt: skip
    at_points(item)
    item.without("integral", argument=[*INTEGRAL, *BY_GRONWALL])
    item.note("With C, K and R as in Eq. (61) and c = (C + K)^2, for layers in the ball of radius k; by Gronwall's inequality (Lemma 4). In the form of squares, with a "
              "constant that does not depend on the perturbed layers: eq-62/squares, which Eq. (15) and Theorem 1 rest on.")  # fmt: skip
