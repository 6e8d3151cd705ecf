"""Appendix B.2, Lemma 1: the equation dw/dt = L w^(2 - 2/L) (sigma - lambda w) has solutions, for every depth L.

By separation of variables.  With w = u(x) = (sigma/lambda) (1 + tanh x)/2 the equation is dx/dt = (sigma L/2) u(x)^(1 - 2/L), whose
right-hand side is positive and, for L >= 2, at most a constant.  So t(x), the antiderivative of its inverse, rises from -oo to oo.
"""

from verifier.language.script import (
    Antiderivative,
    Cases,
    Contradict,
    Have,
    Intermediate,
    Inverse,
    Ladder,
    Numbers,
    Obtain,
    Rewritten,
    Set,
    Split,
    Take,
    Use,
    Witness,
)
from verifier.language.script_parts import positive_ratio

from . import paper
from .appendix_b_growth import SCALARS, equation

FROM = {"w_0": "positive"}
SOLUTION = f"exists(w, real curve, w[0] == w_0 and {equation('w', 'L', '2 - 2/L')})"
#: L = 1: dw/dt = sigma - lambda w, with x^0 = 1.
ONE_LAYER = [
    Have("forall(x, positive, x**(2 - 2/L) == 1)", name="flat", by=[
        Take("x"), Set("q", "2 - 2/L"), Have("q == 0", name="none"),
        Have("x**q == 1", name="power"), Rewritten("power", ["q"], name="spelled", forwards=True)]),
    Witness("sigma/lam - (sigma/lam - w_0)*exp(-lam*t)", index="t"), Split([[], [
        Take("t"), Use("flat", at=["sigma/lam - (sigma/lam - w_0)*exp(-lam*t)"], premises=[[]], name="power")]]),
]  # fmt: skip
#: -a, where u(-a) = w_0
START = [
    Have("lam*w_0 > 0", name="lw"),
    *positive_ratio("k", "sigma - lam*w_0", "lam*w_0", ["start", "lw"]), Set("a", "log(k)/2"),
    Have("tanh(-a)*(1 + k) == 1 - k", name="start value", by=[
        Have("tanh(-log(k)/2)*(1 + k) == 1 - k", name="value"),
        Have("-a == -log(k)/2", name="minus"), Rewritten("value", ["minus"], name="there")]),
]  # fmt: skip
#: b = sigma/lambda, C = 2/(sigma L), q = 2 - 2/L, e = 1 - q <= 0 and m = C b^e > 0
NUMBERS = [
    Have("sigma*L > 0", name="sL"),
    Set("b", "sigma/lam"), Have("b > 0 and b*lam == sigma", name="b above", by=[Split([
        [], []])]),
    Set("C", "2/(sigma*L)"), Have("C > 0 and C*(sigma*L) == 2", name="C above", by=[Split([
        [], []])]),
    Set("e", "2/L - 1"), Set("q", "2 - 2/L"),
    Have("q + e == 1 and e <= 0", name="exponents", by=[Split([[], []])]),
    Have("forall(y, positive, forall(z, positive, implies(y <= z, z**e <= y**e)))", name="falls", by=[
        Take("y", "z")]),
    Have("forall(y, positive, y**q*y**e == y and y**e > 0)", name="powers", by=[Take("y"), Split([
        [Have("y**(q + e) == y**q*y**e", name="law"),
         Rewritten("law", ["exponents.0"], name="sum", forwards=True)], []])]),
    Set("m", "C*b**e"), Have("m > 0", name="m above", by=[
        Have("b**e > 0", name="power", by=[Use("powers", at=["b"], premises=[[]])])]),
]  # fmt: skip
U, U_G = "(b*((1 + tanh(x))/2))", "(b*((1 + tanh(G[t]))/2))"
#: F, the time at which x is reached: F' = C u^e >= m, so that it takes every value.
TIME = [
    Have(f"forall(x, real, {U} > 0 and {U} <= b)", name="inside", by=[
        Take("x"), Have("-1 < tanh(x) and tanh(x) < 1", name="T"),
        Split([[], []])]),
    Antiderivative(f"C*{U}**e", "x", "-a", by=[Use("inside", at=["x"], name="i")], name="there is F"),
    Obtain("there is F", "F", label="F"),
    Have("forall(x, real, diff(F[x], x) >= m)", name="steep", by=[
        Take("x"), Use("F.1", at=["x"], name="speed"), Use("inside", at=["x"], name="i"),
        Use("falls", at=[U, "b"], premises=[[], [], []], name="power"), Set("p", f"{U}**e"), Set("h", "b**e"),
        Rewritten("speed", ["p"], name="F'"), Rewritten("power", ["p", "h"], name="above"), Rewritten("m", ["h"], name="Ch")]),
    Have("forall(x, real, implies(x >= -a, F[x] >= m*(x + a)) and implies(x <= -a, F[x] <= m*(x + a)))", name="onwards", by=[Take("x"), Split([
        [Take(), Ladder("x", "-a", time="r", right=right, slope=[Use("steep", at=["r"], name="s")])] for right in (False, True)])]),
]  # fmt: skip


def reached(low, high, sign, part, falling):
    """F takes the value t between -a and the place r - a beyond it, where F has gone past t."""
    start, beyond = [], [
        Have("r - a <= -a" if falling else "r - a >= -a", name="later"),
        Numbers(using=[f"far.{part}", "later", "mr"])]  # fmt: skip
    return [
        Have(sign, name="r sign"),
        Intermediate("F[x] - t", "x", low, high, signs=(beyond, start) if falling else (start, beyond), order=[]),
        Obtain("between", "z", label="z"), Witness("z")]  # fmt: skip


#: G, the place at the time t, and u(G[t]), which moves as it should
PLACE = [
    Inverse("F[x]", "x", slope=[Use("steep", at=["x"], name="s")], onto=[
        Take("t"), Set("r", "t/m"), Have("m*r == t", name="mr"),
        Use("onwards", at=["r - a"], name="far"), Cases("t >= 0", name="sign", yes=reached("-a", "r - a", "r >= 0", 0, False),
                                                        no=reached("r - a", "-a", "r <= 0", 1, True))], name="there is G"),
    Obtain("there is G", "G", label="G"), Use("G.0", at=["-a"], name="back"), Rewritten("back", ["F.0"], name="G at 0", forwards=True),
    Witness("b*((1 + tanh(G[t]))/2)", index="t"), Split([
        [Have("b*((1 + tanh(-a))/2) == w_0", name="half"),
         Rewritten("half", ["G at 0"], name="spelled")],
        [Take("t"), Use("G.1", at=["t"], name="now"), Use("F.1", at=["G[t]"], name="then"), Use("inside", at=["G[t]"], name="in"),
         Use("powers", at=[U_G], premises=[[]], name="law"),
         Set("p", f"{U_G}**e"), Set("z", f"{U_G}**q"), Set("h", "tanh(G[t])"), Set("g", "diff(G[t], t)"),
         Have("g*(C*p) == 1", name="speed"), Rewritten("law.0", ["p", "z", "h"], name="split"),
         Have("p*g*2 == sigma*L", name="pg", by=[Numbers(using=["speed", "C above.1", "C above.0"])]),
         Have("b*((0 + (1 - h**2)*g)/2) == L*z*(sigma - lam*(b*((1 + h)/2)))", name="letters", by=[
             Have("b*(1 - h**2)*g == z*p*g*2*(1 - h)", name="left"),
             Have("L*z*(sigma - lam*(b*((1 + h)/2))) == z*(sigma*L)*(1 - h)/2", name="right")]),
         Rewritten("letters", ["z", "h", "g", "q"], name="spelled", forwards=True)]]),
]  # fmt: skip


@paper.remark("lemma-1/existence", "The equation of a mode has solutions", where="Appendix B.2, Lemma 1", provenance="printed")
def existence(item):
    item.printed("(Theorem of Cauchy and Lipschitz, with the a priori bound of Lemma 1.) (43) has a solution on [0, infinity) from every "
                 "point of (0, sigma/lambda), for every depth L.")  # fmt: skip
    item.let(**SCALARS, **FROM, L="positive integer")
    item.suppose("start", "sigma - lam*w_0 > 0")
    solved = Cases("L >= 2", name="deep", yes=[*START, *NUMBERS, *TIME, *PLACE], no=[Have("L == 1", name="one"), *ONE_LAYER])
    item.conclude(SOLUTION, expected="proved", argument=[solved],
        example={"sigma": 1, "lam": 1, "w_0": "1/2", "L": 1})  # fmt: skip
    item.without("w_0.positive", argument=[Cases("w_0 > 0", name="w_0.positive", yes=[solved], no=[
        Witness("w_0", index="t"), Split([[], [Take("t"), Take(), Contradict("w_0.positive", [])]])])])
    item.note("The theorem of Cauchy and Lipschitz is not needed: t(w) is an antiderivative and w(t) its inverse. For L = 1 and L = 2 the "
              "solution has a closed form; Eq. (47) is the one for L = 2.")  # fmt: skip
