"""Appendix C.3: the transform of the memory is differentiable, and its slope is the transform of t times the memory."""

from verifier.language.script import (
    Cases,
    Differentiable,
    Have,
    Ladder,
    Linear,
    Negate,
    Numbers,
    Obtain,
    Order,
    Rewritten,
    SameSlope,
    Set,
    Split,
    Square,
    Take,
    Use,
    Witness,
)
from verifier.language.script_parts import positive_ratio

from . import paper
from .appendix_c_transforms import BEYOND, LIMIT, MEMORY

#: e^(-y t) - e^(-s t) + (y - s) t e^(-s t), the remainder of Taylor, for y >= s/2.
REMAINDER = Have("forall(s, positive, forall(y, real, forall(t, nonnegative, implies(2*y >= s, 0 <= exp(-y*t) - exp(-s*t) + (y - s)*t*exp(-s*t)"
    " and exp(-y*t) - exp(-s*t) + (y - s)*t*exp(-s*t) <= (y - s)**2*t**2/2*exp(-(s/2)*t)))))", name="remainder", by=[
    Take("s", "y", "t"),
    Set("z", "(y - s)*t"), Set("g", "exp(-s*t)"), Set("h", "exp(-(s/2)*t)"), Set("f", "exp(-z)"),
    Have("forall(x, real, exp(x) >= 1 + x)", name="tangent", by=[Take("x")]),
    Have("forall(x, nonnegative, exp(-x) <= 1 - x + x**2/2)", name="falling", by=[Take("x")]),
    Have("forall(x, nonnegative, (1 + x)*exp(-x) + x**2/2 >= 1)", name="rising", by=[Take("x")]),
    Have("exp(-y*t) == f*g", name="split", by=[Have("-y*t == -z - s*t", name="sum"), Have("exp(-z - s*t) == exp(-z)*exp(-s*t)", name="law"),
        Rewritten("law", ["sum", "f", "g"], name="there"), Use("there")]),
    Have("g > 0 and g <= h and f > 0", name="signs", by=[Split([[], [
        Have("-s*t <= -(s/2)*t", name="less"),
        Have("exp(-s*t) <= exp(-(s/2)*t)", name="falls")], []])]),
    Have("f*g <= h", name="late", by=[
        Have("2*y - s >= 0", name="more"), Have("-y*t <= -(s/2)*t", name="less"),
        Have("exp(-y*t) <= exp(-(s/2)*t)", name="now"), Rewritten("now", ["h"], name="h now"), Rewritten("h now", ["split"], name="f now", forwards=True), Use("f now")]),
    Use("tangent", at=["-z"], name="low"),
    Have("f - 1 + z >= 0", name="low f"),
    Have("g*(f - 1 + z) <= z**2/2*h", name="high", by=[Cases("z >= 0", name="sign", yes=[
        Use("falling", at=["z"], premises=[[Use("sign")]], name="now"), Have("f <= 1 - z + z**2/2", name="f now")], no=[
        Have("-z >= 0", name="other"),
        Use("rising", at=["-z"], premises=[[Use("other")]], name="now"), Set("e", "exp(z)"), Have("e*f == 1", name="inverse"),
        Have("(1 - z)*e + z**2/2 >= 1", name="e now"),
        Have("f <= 1 - z + z**2/2*f", name="f now")])]),
    Set("d", "exp(-y*t)"), Rewritten("split", ["d"], name="d is"),
    Have("0 <= d - g + (y - s)*t*g and d - g + (y - s)*t*g <= (y - s)**2*t**2/2*h", name="in letters", by=[Split([
        [],
        []])]),
    Rewritten("in letters", ["d", "g", "h"], name="written out", forwards=True), Use("written out"),
])


#: int_0^T t^2/2 e^(-m t) dt = 1/m^3 - ... <= 1/m^3
MOMENT = Have("forall(m, positive, exists(B, real curve, B[0] == 0 and forall(t, [0, oo), diff(B[t], t) == t**2/2*exp(-m*t) and m**3*B[t] <= 1)))", name="moment", by=[
    Take("m"), *positive_ratio("k", "1", "m", ["given"]), Witness("k**3 - exp(-m*t)*(k*t**2/2 + k**2*t + k**3)", index="t"), Split([[], [
        Take("t"), Set("g", "exp(-m*t)"), Have("g > 0", name="weight"), Split([[
            Have("m*g*(k*t**2/2 + k**2*t + k**3) - g*(k*t + k**2) == t**2/2*g", name="slope"), Rewritten("slope", ["g"], name="slope here", forwards=True)],
            [Have("m**3*(k**3 - g*(k*t**2/2 + k**2*t + k**3)) <= 1", name="less", by=[
                Have("m**3 > 0", name="cube"), Have("k*t**2/2 + k**2*t + k**3 >= 0", name="rest"),
                Order(positive=[Square(facts=["weight", "cube", "rest"])], terms=[("k.1", "-(1 + k*m + k**2*m**2)", "1")])]), Rewritten("less", ["g"], name="less here", forwards=True), Use("less here")]])]])])

#: Y(T) = F2(T) - F(T) + (y - s) H(T): the integrals for y and s.
def slope(sign):
    """The slope of Y is at most that of top (y - s)^2 B, and so is that of -Y where `sign` is 1."""
    return [Use("s.2", at=["t"], premises=[[]], name="s now"), Use("y.2", at=["t"], premises=[[]], name="y now"),
        Use("B.1", at=["t"], premises=[[]], name="B now"), Use("bounded", at=["t - u"], name="rho now"),
        Use("remainder", at=["s", "y", "t"], premises=[[Use("signs.0")], [], [Use("given3")]], name="rest"),
        Set("q", "exp(-y*t) - exp(-s*t) + (y - s)*t*exp(-s*t)"), Set("p", "(y - s)**2*t**2/2*exp(-(s/2)*t)"), Set("x", "rho(t - u)"),
        Rewritten("rest", ["q", "p"], name="letters"), Rewritten("rho now", ["x"], name="x small"),
        Have("diff(F2[t], t) - diff(F[t], t) + (y - s)*diff(H[t], t) == q*x", name="rate", by=[
            Set("e1", "exp(-s*t)"), Set("e2", "exp(-y*t)"), Rewritten("q", ["e1", "e2"], name="q is"), Rewritten("s now", ["e1", "x"], name="s e"), Rewritten("y now", ["e2", "x"], name="y e"),
            Linear(terms=[("s e.0", "-1", "1"), ("s e.1", "y - s", "1"), ("y e.0", "1", "1"), ("q is", "-x", "1")])]),
        Have("(y - s)**2*diff(B[t], t) == p", name="B rate", by=[Set("h", "exp(-(s/2)*t)"), Rewritten("B now", ["h"], name="B h"), Rewritten("p", ["h"], name="p h")]),
        Have("top - x >= 0 and top + x >= 0", name="x in", by=[Split([[], []])]),
        Have("p - q >= 0", name="gap"),
        Order(positive=[Square(facts=["gap", "top.nonnegative"]), Square(facts=["letters.0", f"x in.{sign}"])], terms=[("rate", "1" if sign else "-1", "1"), ("B rate", "top", "1")])]


EXPANSION = "forall(s, (low, oo), exists(K, positive, forall(y, (low, oo), implies(2*y >= s, (L[y] - L[s] + (y - s)*L1[s])**2 <= (K*(y - s)**2)**2))))"
EXPANDED = [
    Take("s"), Have("s > 0", name="s positive"), Have("s**3 > 0", name="cube"), *positive_ratio("r", "1", "s**3", ["cube"]),
    Set("K", "8*(top + 1)*r"), Witness("K"), Split([[], [
    Take("y"), Have("s > 0 and y > 0", name="signs", by=[Split([[Use("s positive")], []])]),
    Use("transform", at=["s"], premises=[[Use("given1")]], name="at s"), Obtain("at s", "F", label="there is H"), Obtain("there is H", "H", label="s"),
    Use("transform", at=["y"], premises=[[Use("given2")]], name="at y"), Obtain("at y", "F2", label="there is H2"), Obtain("there is H2", "H2", label="y"),
    Use("moment", at=["s/2"], premises=[[]], name="there is B"), Obtain("there is B", "B", label="B"),
    Set("E", "K*(y - s)**2"), Have("E == 8*(top + 1)*r*(y - s)**2", name="E is"), Set("d", "y - s"),
    Cases("y == s", name="same", yes=[
        Set("z", "L[s]"), Rewritten("z", ["same"], name="z too"), Have("L[y] == L[s]", name="value"),
        Have("L[y] - L[s] + (y - s)*L1[s] == 0", name="nothing"),
        Have("(L[y] - L[s] + (y - s)*L1[s])**2 <= E**2", name="end", by=[Order(positive=[Square(root="E")], terms=[("nothing", "-(L[y] - L[s] + (y - s)*L1[s])", "1")])]),
        Rewritten("end", ["E"], name="written out", forwards=True), Use("written out")], no=[
        Have("E > 0", name="E sign", by=[Have("d**2 > 0", name="apart")]),
        Have("forall(T, nonnegative, F2[T] - F[T] + (y - s)*H[T] <= E and -(F2[T] - F[T] + (y - s)*H[T]) <= E)", name="in bounds", by=[
            Take("T"), Use("B.1", at=["T"], premises=[[]], name="B end"),
            Have("top*(y - s)**2*B[T] <= E", name="B small", by=[Have("B[T] <= 8*r", name="B now")]),
            Have("F2[T] - F[T] + (y - s)*H[T] <= top*(y - s)**2*B[T] and -(F2[T] - F[T] + (y - s)*H[T]) <= top*(y - s)**2*B[T]", name="so far", by=[Split([
                [Ladder("T", "0", time="t", slope=slope(0), base=[Have("F2[0] - F[0] + (y - s)*H[0] == 0", name="start")])],
                [Ladder("T", "0", time="t", slope=slope(1), base=[Have("F2[0] - F[0] + (y - s)*H[0] == 0", name="start")])]])]),
            Split([[], []])]),
        Use("limit", at=[("F2[t] - F[t] + (y - s)*H[t]", "t"), "L[y] - L[s] + (y - s)*L1[s]", "E"], premises=[[Use("E sign")], [Split([
            [Use("in bounds")], [Take("e"), Set("k", "e/(2 + Abs(y - s))"), Have("k > 0 and 2*k + Abs(y - s)*k == e", name="k is", by=[Split([[], []])]),
                Use("s.3", at=["k"], premises=[[Use("k is.0")]], name="end s"), Obtain("end s", "R1", label="R1"),
                Use("y.3", at=["k"], premises=[[Use("k is.0")]], name="end y"), Obtain("end y", "R2", label="R2"),
                Witness("R1 + R2"), Split([[], [Take("T"),
                    Use("R1.1", at=["T"], premises=[[]], name="near s"), Use("R2.1", at=["T"], premises=[[]], name="near y"),
                    Set("x1", "F[T] - L[s]"), Set("x2", "H[T] - L1[s]"), Set("x3", "F2[T] - L[y]"),
                    Have("Abs(x1) <= k and Abs(x2) <= k and Abs(x3) <= k", name="small", by=[Split([[], [], []])]),
                    Have("Abs((y - s)*x2) <= Abs(y - s)*k", name="product", by=[Numbers(using=["small.1"])]),
                    Set("x4", "(y - s)*x2"), Set("a", "Abs(y - s)*k"), Rewritten("product", ["x4", "a"], name="x4 small"), Rewritten("k is.1", ["a"], name="shares"),
                    Have("F2[T] - F[T] + (y - s)*H[T] - (L[y] - L[s] + (y - s)*L1[s]) == x3 - x1 + x4", name="parts"),
                    Have("forall(x, real, forall(z, real, implies(Abs(x) <= z, -z <= x and x <= z)))", name="ends", by=[Take("x", "z")]),
                    *(Use("ends", at=[x, z], premises=[[Use(fact)]], name=f"{x} in") for x, z, fact in (("x1", "k", "small.0"), ("x3", "k", "small.2"), ("x4", "a", "x4 small"))),
                    Have("x3 - x1 + x4 <= e and -e <= x3 - x1 + x4", name="both", by=[Split([[], []])]),
                    Have("forall(x, real, forall(z, real, implies(x <= z and -z <= x, Abs(x) <= z)))", name="inside", by=[Take("x", "z")]),
                    Use("inside", at=["x3 - x1 + x4", "e"], premises=[[Use("both")]], name="sum"), Rewritten("sum", ["parts"], name="done"), Use("done")]])]])]], name="end"),
        Rewritten("end", ["E"], name="written out", forwards=True), Use("written out")])]])]


def every_transform(then):
    return f"forall(L, real curve, forall(L1, real curve, implies({BEYOND}, {then})))"


TRANSFORMS = [Take("L", "L1"), Have(BEYOND, name="transform", by=[Use("given")])]
#: Nothing to remember.
POINT = {"Rho": 0, "top": 0, "low": 0, "u": 1}


def setting(item):
    item.let(Rho="real curve", top="nonnegative", low="nonnegative", u="real")
    item.define(MEMORY)
    item.suppose("bounded", "forall(t, real, Abs(rho(t)) <= top)")


@paper.remark("transform-expansion", "The transform of the memory to first order", where="Appendix C.3, from Eqs. (82), (84)", provenance="derived")
def expansion(item):
    item.printed("(not in the paper) For L(s) = int e^(-s t) rho_0(t - 1/omega) dt and L1(s) = int t e^(-s t) rho_0(t - 1/omega) dt: |L(y) - L(s) + (y - s) L1(s)| <= K (y - s)^2 for y >= s/2.")
    setting(item)
    item.conclude(every_transform(EXPANSION), expected="proved", argument=[*LIMIT, REMAINDER, MOMENT, *TRANSFORMS, *EXPANDED], example=POINT)
    item.note("K = 8 (1 + sup |rho_0|)/s^3; s and y are beyond a rate low >= 0 from which on the integrals converge. The remainder of e^(-y t) at s is between 0 and (y - s)^2 t^2/2 e^(-s t/2).")


AT_X, RATE = "L[low + exp({})]", "(-exp({0})*L1[low + exp({0})])"
GAP = f"({AT_X.format('y')} - {AT_X.format('x')} - (y - x)*{RATE.format('x')})**2"
#: x -> L(low + e^x) has a slope at every x, by the definition.
CHART = Have(f"forall(x, real, forall(h, positive, exists(r, positive, forall(y, real, implies((y - x)**2 <= r, {GAP} <= h*(y - x)**2)))))", name="chart", by=[
    Take("x", "h"), Set("c", "exp(x)"), Have("c > 0", name="c sign"), Set("s", "low + c"), Have("s > low", name="s late"),
    Use("nearly", at=["s"], premises=[[Use("s late")]], name="there is K"), Obtain("there is K", "K", label="K"), Set("l", "L1[s]"),
    Set("M", "32*K**2*c**4 + 2*c**2*l**2"), Have("4*M + 4*h > 0", name="some"),
    *positive_ratio("r", "h", "4*M + 4*h", ["given1", "some"]), Have("4*r <= 1 and M*r <= h", name="small", by=[
        Have("M >= 0", name="M sign"),
        Have("4*r*h <= h", name="times h"), Split([
        [], []])]),
    Witness("r"), Split([[Use("r.0")], [
        Take("y"), Set("d", "y - x"), Have("d**2 <= r", name="d in"),
        Have("-1/2 <= d and d <= 1/2", name="d small"),
        Have("forall(z, [-1/2, 1/2], exp(z) >= 1 + z and exp(z) <= 1 + z + z**2)", name="tangent", by=[Take("z"), Split([[], []])]),
        Use("tangent", at=["d"], premises=[[Use("d small")]], name="tangent now"), Set("e", "exp(d)"), Set("f", "e - 1 - d"), Rewritten("tangent now", ["e"], name="e now"),
        Have("f >= 0 and f <= d**2", name="f in", by=[Split([[], []])]),
        Have("exp(y) == c*e", name="y is", by=[Have("exp(x + d) == exp(x)*exp(d)", name="law"), Have("x + d == y", name="sum"),
            Rewritten("law", ["c", "e"], name="product"), Rewritten("product", ["sum"], name="there", forwards=True), Use("there")]),
        Set("z", "low + c*e"), Have("2*z >= s and z > low", name="z in", by=[Split([[], [Have("c*e > 0", name="p")]])]),
        Use("K.1", at=["z"], premises=[[Use("z in.1")], [Use("z in.0")]], name="near"), Rewritten("near", ["l"], name="near l"),
        Have("z - s == c*(d + f)", name="way", by=[Linear(terms=[("z", "1", "1"), ("s", "-1", "1"), ("f", "-c", "1")])]),
        Have("f**2 <= d**4", name="f square", by=[Have("d**2 - f >= 0 and d**2 + f >= 0", name="ends", by=[Split([[], []])])]),
        Have("d**2 <= 1", name="one"),
        Have("(d + f)**2 <= 4*d**2", name="square of d + f"),
        Have("(d + f)**4 <= 16*d**4", name="fourth", by=[Order(positive=[Square(facts=["square of d + f"], root="d + f"), Square(facts=["square of d + f"], root="2*d")])]),
        Set("g", "L[z] - L[s] + (z - s)*l"),
        Have("g**2 <= 16*K**2*c**4*d**4", name="g small", by=[Order(positive=[Square(facts=["near l"]), Square(root="K*c**2", facts=["fourth"])], terms=[("g", "-(g + L[z] - L[s] + (z - s)*l)", "1"), ("way", "-K**2*((z - s)**3 + (z - s)**2*c*(d + f) + (z - s)*c**2*(d + f)**2 + c**3*(d + f)**3)", "1")])]),
        Have("L[z] - L[s] + d*c*l == g - c*f*l", name="parts"),
        Have("(g - c*f*l)**2 <= M*d**4", name="square", by=[Order(positive=[Square(root="g + c*f*l"), Square(facts=["g small"], weight="2"), Square(facts=["f square"], root="c*l", weight="2")], terms=[("M", "d**4", "1")])]),
        Have("M*d**4 <= h*d**2", name="M small", by=[Have("M*d**2 <= h", name="less", by=[Have("M >= 0", name="M sign")])]),
        Have("(L[z] - L[s] + d*c*l)**2 <= h*d**2", name="in letters", by=[Order(positive=[Square(facts=["square"]), Square(facts=["M small"])], terms=[("parts", "-(L[z] - L[s] + d*c*l + g - c*f*l)", "1")])]),
        Have("(L[z] - L[s] - d*(-c*l))**2 <= h*d**2", name="in shape"),
        Rewritten("in shape", ["d", "l", "z", "s"], name="s written", forwards=True), Rewritten("s written", ["y is"], name="y written"), Rewritten("y written", ["c"], name="written out", forwards=True), Use("written out")]])])
DERIVED = [
    Differentiable(AT_X.format("x"), "x", by=[Take("x"), Witness(RATE.format("x")), Take("h"), Use("chart", at=["x", "h"], premises=[[]])]), Obtain("differentiable", "q", label="q"),
    Take("s"),
    Have("forall(z, positive, exists(x, real, exp(x) == z))", name="onto", by=[Take("z"), Witness("log(z)")]),
    Use("onto", at=["s - low"], premises=[[]], name="there is x"), Obtain("there is x", "x", label="x is"),
    Have("s == low + exp(x)", name="x"),
    Use("q", at=["x"], name="here"), Set("p", f"diff(q[x], x) - {RATE.format('x')}"),
    Have("forall(e, positive, p**2 <= 4*e)", name="close", by=[
        Take("e"), Use("here.1", at=["e"], premises=[[]], name="one"), Obtain("one", "r1", label="r1"), Use("chart", at=["x", "e"], premises=[[]], name="other"), Obtain("other", "r2", label="r2"),
        Have("exists(z, real, z > 0 and z**2 <= r1 and z**2 <= r2)", name="step", by=[Set("k", "Min(1, Min(r1, r2))"), Have("k > 0 and k <= 1 and k <= r1 and k <= r2", name="k in", by=[Split([[], [], [], []])]),
            Have("k**2 <= k", name="below 1"), Witness("k"), Split([[Use("k in.0")], [], []])]), Obtain("step", "T", label="T"),
        Use("r1.1", at=["x + T"], name="moves", premises=[[]]), Use("r2.1", at=["x + T"], name="line", premises=[[]]),
        Set("m1", f"{AT_X.format('x + T')} - {AT_X.format('x')}"), Set("g1", "diff(q[x], x)"), Set("g2", RATE.format("x")),
        Rewritten("moves", ["m1", "g1"], name="moves m"), Rewritten("line", ["m1", "g2"], name="line m"), Rewritten("p", ["g1", "g2"], name="p is"),
        Have("T**2*p**2 <= T**2*(4*e)", name="scaled", by=[Order(positive=[Square(facts=["moves m"], weight="2"), Square(facts=["line m"], weight="2"), Square(root="2*m1 - T*(g1 + g2)")], terms=[("p is", "-T**2*(p + g1 - g2)", "1")])]),
        Have("forall(u1, real, forall(u2, real, forall(u3, positive, implies(u3*u1 <= u3*u2, u1 <= u2))))", name="cancel", by=[Take("u1", "u2", "u3")]),
        Use("cancel", at=["p**2", "4*e", "T**2"], premises=[[], [Use("scaled")]])]),
    Have("p == 0", name="nothing", by=[Negate("some"), Use("close", at=["p**2/8"], premises=[[]], name="half")]),
    SameSlope("q[t]", AT_X.format("t"), "t", "x", "x - 1", name="slopes", place=[], by=[Use("q", at=["t"], name="there"), Use("there.0")]),
    Set("c", "exp(x)"), Have("c > 0", name="c sign"), Rewritten("slopes", ["x", "c"], name="chain"), Rewritten("p", ["x", "c"], name="p is"), Rewritten("chain", ["x"], name="chain s"),
    Have("c*diff(L[s], s) == -c*L1[s]", name="times c"),
    Have("forall(u3, positive, forall(u1, real, forall(u2, real, implies(u3*u1 == u3*u2, u1 == u2))))", name="cancel", by=[Take("u3", "u1", "u2"),
        Have("u3*u1 <= u3*u2", name="one"), Have("u3*u2 <= u3*u1", name="other"),
        Have("u1 <= u2", name="below"), Have("u2 <= u1", name="above")]),
    Use("cancel", at=["c", "diff(L[s], s)", "-L1[s]"], premises=[[Use("c sign")], []]),
]


@paper.remark("transform-slope", "The slope of the transform of the memory", where="Appendix C.3, from Lemma C.1 (i)", provenance="derived")
def transform_slope(item):
    item.printed("(not in the paper) L' = -L1: the derivative of int e^(-s t) rho_0(t - 1/omega) dt by s is -int t e^(-s t) rho_0(t - 1/omega) dt.")
    setting(item)
    item.conclude(every_transform("forall(s, (low, oo), diff(L[s], s) == -L1[s])"), because=["transform-expansion"], expected="proved", argument=[*TRANSFORMS,
        Have(EXPANSION, name="nearly", by=[
            Use("cited:transform-expansion", at=[("Rho[t]", "t"), "top", "low", "u"], name="all", premises=[[Split([[Use("top.nonnegative")], [Use("low.nonnegative")], [Use("bounded")]])]]),
            Use("all", at=[("L[t]", "t"), ("L1[t]", "t")], premises=[[Use("transform")]])]), CHART, *DERIVED], example=POINT)  # fmt: skip
    item.note("For every continuous and bounded rho_0 = Rho', at each rate s beyond which the integrals converge.")
