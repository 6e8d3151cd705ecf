"""Section 5 and Appendix C.2: the gradient of the loss, Eqs. (19), (90), (91), from the integrals."""

from verifier.language.script import (
    Have,
    Ladder,
    Negate,
    Numbers,
    Obtain,
    Order,
    Rewritten,
    Set,
    Split,
    Square,
    Take,
    Use,
    Witness,
)

from . import paper
from .notation import curve

INSIDE = []
#: J is the integral of a square up to oo, I that of the residual e with a weight; the moved losses are Jh.
LOSS = "{L}[0] == 0 and forall(t, [0, oo), diff({L}[t], t) == ({error})**2) and littleo({L}[s] - {J}, 1, s, oo)"
MOMENT = "F[0] == 0 and forall(t, [0, oo), diff(F[t], t) == {weight}*exp(-v*t)*e(t)) and littleo(F[s] - I, 1, s, oo)"
LETTERS = [("Lh", "real curve"), ("Jh", "real"), ("F", "real curve"), ("I", "real")]


def moved(error, weight, bound):
    """For all moved losses and all moments: the bound."""
    text = f"implies({LOSS.format(L='Lh', J='Jh', error=error)} and {MOMENT.format(weight=weight)}, {bound})"
    for name, sort in reversed(LETTERS):
        text = f"forall({name}, {sort}, {text})"
    return text


AMPLITUDE = "forall(h, real, " + moved("(x + h)*exp(-v*t) + rest(t)", "1", "Abs(Jh - J - 2*h*I) <= h**2/(2*v)") + ")"
RATE = ("exists(C, positive, forall(h, [-v/2, v/2], "
        + moved("x*exp(-(v + h)*t) + rest(t)", "t", "Abs(Jh - J + 2*x*h*I) <= C*h**2") + "))")  # fmt: skip
#: What holds up to every T holds in the limit.
LIMIT = (
    "forall(X, real curve, forall(Y, real curve, forall(Z, real curve, forall(p, real, forall(q, real, forall(r, real, forall(c, real, forall(K, real, implies("
    "littleo(X[s] - p, 1, s, oo) and littleo(Y[s] - q, 1, s, oo) and littleo(Z[s] - r, 1, s, oo)"
    " and forall(T, nonnegative, -K <= X[T] - Y[T] - c*Z[T] and X[T] - Y[T] - c*Z[T] <= K), Abs(p - q - c*r) <= K)))))))))")
SAME_PRODUCT = Have("forall(p1, real, forall(p2, real, forall(p3, real, forall(q1, real, forall(q2, real, forall(q3, real, implies(p3 == p1*p2"
                    " and q1 == p1 and q2 == p2 and q3 == p3, q3 == q1*q2)))))))", name="same product", by=[
    Take("p1", "p2", "p3", "q1", "q2", "q3")])  # fmt: skip
IN_THE_LIMIT = [SAME_PRODUCT,
        Take("X", "Y", "Z", "p", "q", "r", "c", "K"), Negate("far"),
        Set("d", "Abs(p - q - c*r) - K"), Have("d > 0", name="gap"),
        Set("k", "Abs(c)"), Have("k >= 0", name="size"), Set("b", "d/(4*(1 + k))"),
        Have("b > 0 and b*(1 + k) == d/4 and k >= 0", name="b is", by=[Split([
            [], [], []])]),
        *[step for i, N in enumerate(("N0", "N1", "N2")) for step in (
            Use(f"given.{i}", at=["b"], premises=[[]], name=f"small {N}"), Obtain(f"small {N}", N, label=N))],
        Set("T", "N0 + N1 + N2"), Have("T > N0 and T > N1 and T > N2 and T >= 0", name="late", by=[Split(
            [[]]*4)]),
        *[Use(f"{N}.1", at=["T"], premises=[[]], name=f"at {N}") for N in ("N0", "N1", "N2")],
        Use("given.3", at=["T"], premises=[[]], name="bound"),
        Set("z", "Z[T] - r"), Have("Abs(c*z) <= k*b", name="product", by=[
            Have("forall(y, real, forall(w, real, Abs(y*w) == Abs(y)*Abs(w)))", name="moduli", by=[Take("y", "w")]),
            Use("moduli", at=["c", "z"], name="parts"), Set("y", "Abs(z)"), Set("w", "Abs(c*z)"),
            Have("y <= b", name="near"), Use("same product", at=["Abs(c)", "Abs(z)", "Abs(c*z)", "k", "y", "w"], premises=[[Split([[], [], [], []])]], name="in letters"),
            Have("k*y <= k*b", name="scaled")]),
        Have("-2*b - k*b <= (X[T] - p) - (Y[T] - q) - c*z and (X[T] - p) - (Y[T] - q) - c*z <= 2*b + k*b", name="sum", by=[
            Set("y", "X[T] - p"), Set("w", "Y[T] - q"), Have("-b <= y and y <= b", name="one", by=[Numbers(using=["at N0", "y"])]),
            Have("-b <= w and w <= b", name="two", by=[Numbers(using=["at N1", "w"])]), Have("-(k*b) <= c*z and c*z <= k*b", name="three"),
            Numbers(using=["one", "two", "three", "y", "w"])]),
        Have("p - q - c*r == X[T] - Y[T] - c*Z[T] - ((X[T] - p) - (Y[T] - q) - c*z)", name="apart"),
        Have("2*b + k*b <= d/2", name="half")]  # fmt: skip
#: The slopes at z, with E = e^(-v z) and q the rest of the residual.
SLOPES = [
    Use("given.1", at=["z"], premises=[INSIDE], name="lh"), Use("loss.1", at=["z"], premises=[INSIDE], name="l"),
    Use("given.4", at=["z"], premises=[INSIDE], name="f"), Set("E", "exp(-v*z)"), Set("q", "rest(z)"),
]  # fmt: skip
BOTH_0 = Have("forall(p, real, forall(q, real, implies(p == 0 and q == 0, p <= q)))", name="both 0", by=[Take("p", "q")])
PART = Have("forall(p, nonnegative, forall(q, positive, p*(1 - q) <= p))", name="part", by=[Take("p", "q")])
ORDER = [
    Have("forall(p, real, forall(q, real, forall(r, real, implies(p <= q and r == q, p <= r))))", name="below equal", by=[Take("p", "q", "r")]),
    Have("forall(p, real, forall(q, real, implies(p == q and q == 0, p == 0)))", name="equal 0", by=[Take("p", "q")]),
    Have("forall(p, real, forall(q, real, forall(r, real, implies(r == p and 0 <= p and q >= 0, -q <= r))))", name="at least", by=[Take("p", "q", "r")]),
    Have("forall(p, real, forall(q, real, forall(r, real, forall(y, real, implies(y == p and p <= q and q <= r, y <= r)))))", name="at most",
         by=[Take("p", "q", "r", "y")]),
]  # fmt: skip
#: (90): the loss is a quadratic polynomial in a_k.
BY_AMPLITUDE = [
    Take("h", *(name for name, _ in LETTERS)),
    Set("c2", "2*h"),
    Use("cited:moment-limit", name="done", at=[("Lh[t]", "t"), ("L[t]", "t"), ("F[t]", "t"), "Jh", "J", "I", "c2", "h**2/(2*v)"], premises=[[Split([
        [Use("given.2")], [Use("loss.2")], [Use("given.5")], [
            Take("T"),
            Have("0 <= Lh[T] - L[T] - c2*F[T]", name="low", by=[Ladder("T", "0", time="z", slope=[
                *SLOPES, Have("h**2*E**2 >= 0", name="square"), Numbers(using=["lh", "l", "f", "E", "q", "c2", "square"])])]),
            Have("Lh[T] - L[T] - c2*F[T] <= h**2/(2*v)*(1 - exp(-2*v*T))", name="high", by=[Ladder("T", "0", time="z", slope=[
                *SLOPES, Have("exp(-2*v*z) == E**2", name="twice"),
                Have("diff(Lh[z], z) - diff(L[z], z) - c2*diff(F[z], z) == h**2*E**2", name="exact"),
                Have("forall(y, real, h**2/(2*v)*(0 - y*(-2*v*1)) == h**2*y)", name="any", by=[Take("y")]),
                Use("any", at=["exp(-2*v*z)"], name="slope"),
                Have("forall(p, real, forall(o, real, forall(r, real, forall(y, real, implies(p == h**2*r and o == h**2*y and r == y, 0 <= p - o)))))", name="gap",
                     by=[Take("p", "o", "r", "y"), Have("p == o", name="same")]),
                Use("gap", at=["h**2/(2*v)*(0 - exp(-2*v*z)*(-2*v*1))", "diff(Lh[z], z) - diff(L[z], z) - c2*diff(F[z], z)", "exp(-2*v*z)", "E**2"],
                    premises=[[Split([[], [], []])]])],
                base=[Have("h**2/(2*v)*(1 - exp(-2*v*0)) == 0", name="none"),
                      Have("Lh[0] - L[0] - c2*F[0] == 0", name="start"),
                      Use("both 0", at=["Lh[0] - L[0] - c2*F[0]", "h**2/(2*v)*(1 - exp(-2*v*0))"], premises=[[Split([[], []])]])])]),
            Have("h**2/(2*v)*(1 - exp(-2*v*T)) <= h**2/(2*v)", name="less", by=[
                Have("h**2/(2*v) >= 0", name="front"), Have("exp(-2*v*T) > 0", name="weight"),
                Use("part", at=["h**2/(2*v)", "exp(-2*v*T)"], premises=[[], []])]),
            Have("h**2/(2*v) >= 0", name="sign"),
            Split([[Use("at least", at=["Lh[T] - L[T] - c2*F[T]", "h**2/(2*v)", "Lh[T] - L[T] - c2*F[T]"], premises=[[Split([[], [], []])]])],
                   [Use("at most", at=["Lh[T] - L[T] - c2*F[T]", "h**2/(2*v)*(1 - exp(-2*v*T))", "h**2/(2*v)", "Lh[T] - L[T] - c2*F[T]"],
                        premises=[[Split([[], [], []])]])]])]])]]),
    Have("forall(p, real, forall(k, real, implies(Abs(p - c2*I) <= k, Abs(p - 2*h*I) <= k)))", name="written out", by=[
        Take("p", "k"), Have("c2*I == 2*h*I", name="same")]),
    Use("written out", at=["Jh - J", "h**2/(2*v)"], premises=[[]])]  # fmt: skip


#: Facts about exponentials and products, in letters.
FACTS = [
    Have("forall(p, real, forall(q, real, exp(p)*exp(q) == exp(p + q)))", name="one exponential", by=[Take("p", "q")]),
    Have("forall(p, real, forall(q, real, implies(p <= q, exp(p) <= exp(q))))", name="exp rises", by=[Take("p", "q")]),
    Have("forall(p, real, forall(q, real, forall(r, real, implies(p == q and q <= r, p <= r))))", name="equal below", by=[Take("p", "q", "r")]),
    Have("forall(p, real, forall(q, real, forall(r, real, forall(a, real, forall(b, real, forall(c, real, implies(0 <= p - 1 + r and p - 1 + r <= r**2/2*q"
         " and a == p and b == q and c == r, 0 <= a - 1 + c and a - 1 + c <= c**2/2*b)))))))", name="in letters", by=[Take("p", "q", "r", "a", "b", "c"), Split([
             [], []])]),
    Have("forall(p, real, forall(q, real, forall(r, real, Abs(p*q*r) == Abs(p)*Abs(q)*Abs(r))))", name="moduli", by=[Take("p", "q", "r")]),
    Have("forall(p, real, forall(q, real, forall(r, real, forall(a, real, forall(b, real, forall(c, real, implies(p*q == r and a == p and b == q and c == r,"
         " a*b == c)))))))", name="product", by=[Take("p", "q", "r", "a", "b", "c")]),
    Have("forall(y, real, 0 <= exp(-y) - 1 + y and exp(-y) - 1 + y <= y**2/2*exp(Abs(y)))", name="second order", by=[Take("y"), Split([[], []])]),
    Have("forall(y, real, Abs(exp(-y) - 1) <= Abs(y)*exp(Abs(y)))", name="first order", by=[Take("y")]),
    Have("forall(y, nonnegative, y**4 <= exp(4*y) and y**2 <= exp(2*y))", name="powers", by=[Take("y"), Split([[], []])]),
    Set("X", "Abs(x)"), Have("X >= 0 and X**2 == x**2", name="X is", by=[Split([[], []])]),
    Set("k4", "(8/v)**4"), Set("k2", "(4/v)**2"),
    Have("k4 >= 0 and k2 >= 0", name="k signs", by=[Split([[], []])]),
    Set("k1", "X*k4/2 + X**2*k2"), Have("k1 >= 0", name="k1 sign", by=[Have("X*k4 >= 0", name="a"),
        Have("X**2*k2 >= 0", name="b")]),
    #: t^4 e^(-vt) and t^2 e^(-vt) are at most multiples of e^(-vt/2).
    Have("forall(t, nonnegative, forall(H, real, implies(H == exp(-v*t/2), t**4*H**2 <= k4*H and t**2*H**2 <= k2*H)))", name="growth", by=[
        Take("t", "H"), Have("H > 0", name="H positive"), Set("M", "exp(v*t/2)"),
        Have("H*M == 1", name="inverse"),
        *[step for j, n, k in ((4, "8", "k4"), (2, "4", "k2")) for step in (
            Set(f"y{j}", f"v*t/{n}"), Have(f"y{j} >= 0 and t == {n}/v*y{j}", name=f"y{j} is", by=[Split([
                [], []])]),
            Use("powers", at=[f"y{j}"], premises=[[]], name=f"power {j}"),
            Have(f"exp({j}*y{j}) == M", name=f"M {j}"),
            Have(f"y{j}**{j} <= M", name=f"below {j}"),
            Have(f"t**{j} == {k}*y{j}**{j}", name=f"t {j}", by=[Numbers(using=[f"y{j} is", k, "v"])]))],
        Split([[Order(positive=[Square(facts=["below 4", "k signs.0"], root="H")], terms=[("t 4", "-H**2", "1"), ("inverse", "-k4*H", "1")])],
               []])]),
]  # fmt: skip
#: With a rate moved by h, |h| <= v/2: how far the exponential moves, to the first and to the second order.
MOVES = Have(
    "forall(t, nonnegative, forall(H, real, forall(E, real, forall(D, real, implies(H == exp(-v*t/2) and E == exp(-v*t) and D == exp(-(v + h)*t),"
    " Abs(D - E + h*t*E) <= h**2*t**2/2*H and Abs(D - E) <= Abs(h)*t*H)))))", name="moves", by=[
        Take("t", "H", "E", "D"), Set("y", "h*t"), Set("g", "exp(-(h*t))"), Set("G", "exp(Abs(h*t))"),
        Have("E*g == D and E > 0 and G > 0", name="whole", by=[Split([[
            Have("exp(-v*t)*exp(-(h*t)) == exp(-(v + h)*t)", name="plain"),
            Use("product", at=["exp(-v*t)", "exp(-(h*t))", "exp(-(v + h)*t)", "E", "g", "D"], premises=[[Split([[], [], [], []])]])],
            [], []])]),
        Have("Abs(h*t) <= v*t/2", name="small", by=[
            Have("-(v*t/2) <= h*t and h*t <= v*t/2", name="both")]),
        Have("E*G <= H", name="top", by=[
            Use("one exponential", at=["-v*t", "Abs(h*t)"], name="joined"),
            Use("exp rises", at=["-v*t + Abs(h*t)", "-v*t/2"], premises=[[]], name="ordered"),
            Use("equal below", at=["exp(-v*t)*exp(Abs(h*t))", "exp(-v*t + Abs(h*t))", "exp(-v*t/2)"], premises=[[Split([[], []])]], name="plain"),
            Have("forall(p, real, forall(q, real, forall(r, real, implies(p*q <= r and E == p and G == q and H == r, E*G <= H))))", name="letters", by=[
                Take("p", "q", "r"), Have("E*G == p*q", name="same")]),
            Use("letters", at=["exp(-v*t)", "exp(Abs(h*t))", "exp(-v*t/2)"], premises=[[Split([[], [], [], []])]])]),
        Use("second order", at=["h*t"], name="two"), Use("first order", at=["h*t"], name="one"),
        Use("in letters", at=["exp(-(h*t))", "exp(Abs(h*t))", "h*t", "g", "G", "y"], premises=[[Split([[Use("two.0")], [Use("two.1")], [], [], []])]], name="two in letters"),
        Have("Abs(g - 1) <= Abs(y)*G", name="one in letters"),
        Have("D - E + h*t*E >= 0 and D - E + h*t*E <= h**2*t**2/2*H", name="second", by=[Split([
            [Order(positive=[Square(facts=["whole.1", "two in letters.0"])], terms=[("whole.0", "-1", "1"), ("y", "-E", "1")])],
            [Order(positive=[Square(facts=["whole.1", "two in letters.1"]), Square(facts=["top"], root="y", weight="1/2")],
                   terms=[("whole.0", "1", "1"), ("y", "E - H/2*(y + h*t)", "1")])]])]),
        Set("Y", "Abs(y)"), Have("Y >= 0 and Y == Abs(h)*t", name="Y is", by=[Split([[], [
            Have("Abs(h*t) == Abs(h)*t", name="parts")]])]),
        Have("-Y*G <= g - 1 and g - 1 <= Y*G", name="sides"),
        Have("-Y*H <= D - E and D - E <= Y*H", name="first", by=[Split([
            [Order(positive=[Square(facts=["whole.1", "sides.0"]), Square(facts=["top", "Y is.0"])], terms=[("whole.0", "-1", "1")])],
            [Order(positive=[Square(facts=["whole.1", "sides.1"]), Square(facts=["top", "Y is.0"])], terms=[("whole.0", "1", "1")])]])]),
        Have("Abs(D - E) <= Y*H", name="first modulus", by=[Numbers(using=["first"])]),
        Split([[], [
            Have("Y*H == Abs(h)*t*H", name="front")]])])  # fmt: skip


#: How fast the loss moves with the rate, in letters.
SLOPE = Have(
    "forall(z, nonnegative, forall(D, real, forall(S, real, forall(c, real, forall(H, real, implies(Abs(S) <= h**2*z**2/2*H and Abs(D) <= Abs(h)*z*H"
    " and z**4*H**2 <= k4*H and z**2*H**2 <= k2*H, -(h**2*(k1*H + X/2*c**2)) <= 2*x*S*c + x**2*D**2 and 2*x*S*c + x**2*D**2 <= h**2*(k1*H + X/2*c**2)))))))",
    name="slope", by=[
        Take("z", "D", "S", "c", "H"), Set("A", "Abs(S)"), Set("C", "Abs(c)"), Set("B", "Abs(h)"),
        Have("C >= 0 and C**2 == c**2 and B**2 == h**2", name="letters", by=[Split([[], [], []])]),
        Have("A <= h**2*z**2/2*H", name="A small"),
        Use("moduli", at=["x", "S", "c"], name="three"), Set("M", "Abs(x*S*c)"),
        Have("forall(p1, real, forall(p2, real, forall(p3, real, forall(p4, real, implies(p4 == p1*p2*p3 and X == p1 and A == p2 and C == p3 and M == p4, M == X*A*C)))))",
             name="letter by letter", by=[Take("p1", "p2", "p3", "p4")]),
        Use("letter by letter", at=["Abs(x)", "Abs(S)", "Abs(c)", "Abs(x*S*c)"], premises=[[Split([[], [], [], [], []])]], name="modulus"),
        Have("-M <= x*S*c and x*S*c <= M", name="plain sides"),
        Have("-(X*A*C) <= x*S*c and x*S*c <= X*A*C", name="sides", by=[Split([[],
                                                                             []])]),
        Have("X*A*C <= X*(h**2*z**2/2*H)*C", name="first", by=[Order(positive=[Square(facts=["A small", "X is.0", "letters.0"])])]),
        Have("2*(z**2*H*C) <= z**4*H**2 + c**2", name="mixed", by=[Order(positive=[Square(root="z**2*H - C")], terms=[("letters.1", "-1", "1")])]),
        Have("forall(y, real, forall(w, real, implies(Abs(y) <= w, y**2 <= w**2)))", name="squares", by=[Take("y", "w")]),
        Use("squares", at=["D", "Abs(h)*z*H"], premises=[[]], name="D squared"),
        Have("D**2 <= h**2*z**2*H**2", name="second", by=[
            Have("(Abs(h)*z*H)**2 == h**2*z**2*H**2", name="same", by=[
                Have("(B*z*H)**2 == h**2*z**2*H**2", name="plain")])]),
        Have("X*A*C*2 + X**2*D**2 <= h**2*(k1*H + X/2*c**2)", name="in all", by=[Order(positive=[
            Square(facts=["first"], weight="2"), Square(facts=["mixed", "X is.0"], root="h", weight="1/2"), Square(facts=["second"], root="X"),
            Square(facts=["given3.2", "X is.0"], root="h", weight="1/2"), Square(facts=["given3.3"], root="X*h")], terms=[("k1", "h**2*H", "1")])]),
        Have("x**2*D**2 == X**2*D**2", name="by X"),
        Have("X**2*D**2 >= 0", name="up"),
        Split([[],
               []])])  # fmt: skip
MOVING = [
    Use("given1.1", at=["z"], premises=[INSIDE], name="lh"), Use("loss.1", at=["z"], premises=[INSIDE], name="l"),
    Use("given1.4", at=["z"], premises=[INSIDE], name="f"), Use("W", at=["z"], name="W now"), Have("z >= 0", name="later", by=INSIDE),
    Set("E", "exp(-v*z)"), Set("D", "exp(-(v + h)*z)"),
    Set("H", "exp(-v*z/2)"), Set("q", "rest(z)"), Set("c", "x*E + q"),
    Use("moves", at=["z", "H", "E", "D"], premises=[[], [Split([[], [], []])]], name="near"),
    Use("growth", at=["z", "H"], premises=[[], []], name="grown"),
    Use("slope", at=["z", "D - E", "D - E + h*z*E", "c", "H"], premises=[[], [Split([[], [], [], []])]], name="bound"),
    Have("diff(Lh[z], z) - diff(L[z], z) - c2*diff(F[z], z) == 2*x*(D - E + h*z*E)*c + x**2*(D - E)**2", name="exact", by=[
        Numbers(using=["lh", "l", "f", "E", "D", "q", "c", "c2"])]),
    Have("diff(L[z], z) == c**2", name="l is", by=[Numbers(using=["l", "E", "q", "c"])]), Have("diff(W[z], z) == H", name="W is", by=[Numbers(using=["W now", "H"])]),
]  # fmt: skip
COVER = "h**2*(k1*W[{0}] + X/2*L[{0}])"


def started(left):
    """At T = 0 both sides are 0."""
    return [
        Use("W", at=["0"], name="W0"), Have("2/v*(1 - exp(-v*0/2)) == 0", name="W value"),
        Have("W[0] == 0", name="W starts", by=[Use("equal 0", at=["W[0]", "2/v*(1 - exp(-v*0/2))"], premises=[[Split([[], []])]])]),
        Have(f"{left} == 0", name="left"),
        Have(f"{COVER.format('0')} == 0", name="right"),
        Use("both 0", at=[left, COVER.format("0")], premises=[[Split([[], []])]]),
    ]  # fmt: skip


BY_RATE = [
    *FACTS, *curve("W", "2/v*(1 - exp(-v*t/2))", "exp(-v*t/2)", ["v"]),
    Have("forall(T, nonnegative, L[T] <= J)", name="below J", by=[
        Take("T"), Negate("above"), Have("forall(S, [T, oo), L[T] <= L[S])", name="rises", by=[Take("S"), Ladder("S", "T", time="z", slope=[
            Use("loss.1", at=["z"], premises=[[]], name="l"), Set("y", "e(z)"),
            Have("diff(L[z], z) == y**2", name="letters")], base=[])]),
        Use("loss.2", at=["(L[T] - J)/2"], premises=[[]], name="close"), Obtain("close", "N", label="N"),
        Use("N.1", at=["T + N + 1"], premises=[[]], name="now"),
        Use("rises", at=["T + N + 1"], premises=[[]], name="then")]),
    Have("J >= 0", name="J sign", by=[Use("below J", at=["0"], name="first")]),
    Have("X*J >= 0", name="XJ"),
    Witness("2*k1/v + X*J/2 + 1"), Split([[], [
        Take("h", *(name for name, _ in LETTERS)), Have("-v/2 <= h and h <= v/2", name="h in"), MOVES, SLOPE,
        Set("c2", "-2*x*h"), Set("K", "2*k1/v + X*J/2 + 1"),
        Use("cited:moment-limit", name="done", at=[("Lh[t]", "t"), ("L[t]", "t"), ("F[t]", "t"), "Jh", "J", "I", "c2", "K*h**2"], premises=[[Split([
            [Use("given1.2")], [Use("loss.2")], [Use("given1.5")], [
                Take("T"),
                Have(f"Lh[T] - L[T] - c2*F[T] <= {COVER.format('T')}", name="high", by=[Ladder("T", "0", time="z", slope=[
                    *MOVING, Numbers(using=["exact", "bound.1", "l is", "W is"])],
                    base=started("Lh[0] - L[0] - c2*F[0]"))]),
                Have(f"-(Lh[T] - L[T] - c2*F[T]) <= {COVER.format('T')}", name="low", by=[Ladder("T", "0", time="z", slope=[
                    *MOVING, Numbers(using=["exact", "bound.0", "l is", "W is"])],
                    base=started("-(Lh[0] - L[0] - c2*F[0])"))]),
                Use("below J", at=["T"], premises=[[]], name="L below"), Use("W", at=["T"], name="WT"),
                Have("W[T] <= 2/v", name="W below", by=[
                    Have("2/v >= 0", name="front"), Have("exp(-v*T/2) > 0", name="weight"),
                    Use("part", at=["2/v", "exp(-v*T/2)"], premises=[[Use("front")], [Use("weight")]], name="less"),
                    Use("equal below", at=["W[T]", "2/v*(1 - exp(-v*T/2))", "2/v"], premises=[[Split([[], []])]])]),
                Set("y", "2/v"), Have("K == k1*y + X*J/2 + 1", name="K is"),
                Use("below equal", at=["W[T]", "2/v", "y"], premises=[[Split([[], []])]], name="W under"),
                Have(f"{COVER.format('T')} <= K*h**2", name="whole", by=[Order(positive=[
                    Square(facts=["W under", "k1 sign"], root="h"), Square(facts=["L below", "X is.0"], root="h", weight="1/2"), Square(root="h")],
                    terms=[("K is", "h**2", "1")])]),
                Split([[], []])]])]]),
        Have("forall(p, real, forall(k, real, implies(Abs(p - c2*I) <= k*h**2, Abs(p + 2*x*h*I) <= k*h**2)))", name="written out", by=[
            Take("p", "k"), Have("c2*I == -2*x*h*I", name="same")]),
        Use("written out", at=["Jh - J", "K"], premises=[[]], name="with K"), Rewritten("with K", ["K"], name="in full", forwards=True)]])]


def residual(item):
    item.let(x="real", v="positive", P="real curve", L="real curve", J="real")
    item.define("rest(t) := diff(P[t], t)", "e(t) := x*exp(-v*t) + rest(t)")
    item.suppose("loss", LOSS.format(L="L", J="J", error="e(t)"))


STILL = {"x": 0, "v": 1, "P": 0, "L": 0, "J": 0}


@paper.remark("moment-limit", "What holds up to every time holds in the limit", where="Appendix C.2, for Eqs. (90), (91)", provenance="derived")
def in_the_limit(item):
    item.printed("(not in the paper) If |X(T) - Y(T) - c Z(T)| <= K for all T >= 0 and X, Y, Z tend to p, q, r, then |p - q - c r| <= K.")
    item.conclude(LIMIT, expected="proved", argument=IN_THE_LIMIT)


@paper.remark("gradient-amplitude", "The loss when one amplitude moves", where="Appendix C.2, for Eq. (90)", provenance="derived")
def by_amplitude(item):
    item.printed("(not in the paper) |J(a_k + h) - J - 2 h I_0(w_k)| <= h^2/(2 w_k) for every h.")
    residual(item)
    item.conclude(AMPLITUDE, because=["moment-limit"], expected="proved", argument=[BOTH_0, PART, *ORDER, *BY_AMPLITUDE], example=STILL)


@paper.remark("gradient-rate", "The loss when one rate moves", where="Appendix C.2, for Eq. (91)", provenance="derived")
def by_rate(item):
    item.printed("(not in the paper) |J(w_k + h) - J + 2 a_k h I_1(w_k)| <= C h^2 for |h| <= w_k/2; C depends on a_k, w_k and J alone.")
    residual(item)
    item.conclude(RATE, because=["moment-limit"], expected="proved", argument=[BOTH_0, PART, *ORDER, *BY_RATE], example=STILL)
    item.note("C = 2 k_1/w_k + |a_k| J/2 + 1 with k_1 = |a_k| (8/w_k)^4/2 + a_k^2 (4/w_k)^2: to the second order e^(-(w_k + h) t) moves by at most h^2 t^2 e^(-w_k t/2)/2, and "
              "2 t^2 e^(-w_k t/2) |e| <= t^4 e^(-w_k t) + e^2.")  # fmt: skip


@paper.equation("eq-19/90/91", "The gradient", where="Section 5, Eq. (19); Appendix C.2, Eqs. (90), (91)", provenance="recalled")
def gradient(item):
    item.printed("dJ/da_k = 2 int_0^oo e^(-w_k t) (rhohat - rho) dt = 2 I_0(w_k), dJ/dw_k = 2 a_k int_0^oo (-t) e^(-w_k t) "
                 "(rhohat - rho) dt = -2 a_k I_1(w_k).")
    residual(item)
    here = ["x", "v", ("P[t]", "t"), ("L[t]", "t"), "J"]
    given = [[Split([[Use("v.positive")], [Use("loss")]])]]
    item.conclude(f"{AMPLITUDE} and {RATE}", because=["gradient-amplitude", "gradient-rate"], expected="proved", argument=[Split([
        [Use("cited:gradient-amplitude", at=here, premises=given)], [Use("cited:gradient-rate", at=here, premises=given)]])], example=STILL)
    item.note("For every m, every continuous target and every theta with a finite loss: x = a_k, v = w_k, and P' = rest is what the residual rhohat - rho has besides neuron k, "
              "so that e is the residual. The loss J is the integral of e^2 up to oo, F and I those of e with the weight e^(-w_k t) or t e^(-w_k t). That "
              "J moves by 2 h I_0 and by -2 a_k h I_1 up to a multiple of h^2 is to say that these are its derivatives. Nothing is exchanged with an integral.")  # fmt: skip
    item.step("s1", "forall(m, positive integer, forall(k, integer[0, m-1], forall(a, matrix(m, 1), forall(r, matrix(m, 1), forall(K,"
              " symmetric matrix(m), forall(h, real, (a + h*basis(m, k)).T*K*(a + h*basis(m, k)) - 2*(a + h*basis(m, k)).T*r"
              " == a.T*K*a - 2*a.T*r + 2*h*basis(m, k).T*(K*a - r) + h**2*basis(m, k).T*K*basis(m, k)))))))",
              says="how the loss changes when a_k moves by h: the derivative at h = 0 is 2 (K a - r)_k")
    item.step("s2", "forall(m, positive integer, forall(k, integer[0, m-1], forall(a, matrix(m, 1), forall(r, matrix(m, 1),"
              " forall(q, matrix(m, 1), forall(K, symmetric matrix(m), forall(h, real,"
              " a.T*(K + basis(m, k)*q.T + q*basis(m, k).T)*a - 2*a.T*(r + h*basis(m, k))"
              " == a.T*K*a - 2*a.T*r + 2*(basis(m, k).T*a)*(q.T*a - h))))))))",
              says="how it changes when w_k moves, which turns row and column k of K and the entry r_k alone")
