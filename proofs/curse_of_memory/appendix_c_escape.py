"""Appendix C.3: how long gradient flow stays on the plateau; Theorem 5.1 = Theorem C.1 step by step."""

from verifier.language.script import (
    At,
    Cases,
    Have,
    Ladder,
    Numbers,
    Obtain,
    Order,
    Set,
    Split,
    Square,
    Take,
    Use,
    Witness,
)
from verifier.library.short_names import PRODUCT

from . import paper

RANGE = "trace(y[T].T*y[T])"
BOUND = "exp(mu*T)*(sqrt(e) + gamma/mu) - gamma/mu"


@paper.equation("eq-106/107", "Escape times", where="Appendix C.3, Eqs. (106), (107); Section 5, Eq. (22)", provenance="recalled")
def escape_times(item):
    item.printed("tau_0 = inf{tau >= 0: |theta(tau) - theta_0|_2 > delta}; tau_0' the same with |J(theta(tau)) - J(theta_0)|.")
    item.let(r="real curve", delta="positive")
    infimum = ("forall(t, nonnegative, implies({r} > delta, t >= {tau}))"
               " and forall(c, real, implies(c > {tau}, exists(t, real, 0 <= t and t < c and {r} > delta)))")
    item.conclude(f"forall(tau, nonnegative, implies({infimum.format(r='r[t]', tau='tau')}, forall(T, nonnegative,"
                  f" implies(forall(t, nonnegative, implies(t <= T, r[t] <= delta)), T <= tau)))) and {infimum.format(r='t', tau='delta')}",
                  expected="proved", argument=[Split([[
        Take("tau", "T"), Cases("T <= tau", name="early", no=[
            Use("given1.1", at=["T"], premises=[[]], name="some"), Obtain("some", "t", label="escape"),
            Use("given3", at=["t"], premises=[[], []], name="inside")])], [], [
        Take("c"), Witness("(c + delta)/2"), Split([[], [], []])]])])  # fmt: skip
    item.note("A definition: tau is the infimum of the times at which the distance r exceeds delta (where there are such times; otherwise it is oo and "
              "no number is). What the theorems show, that r <= delta on [0, T], says that T <= tau_0.")  # fmt: skip


def statement(item):
    item.let(n="positive integer", H="symmetric matrix(n)", g="matrix(n, 1)", y="matrix(n, 1) curve", mu="positive", gamma="nonnegative",
             e="positive")  # fmt: skip
    item.suppose("curvature", "forall(z, matrix(n, 1), z.T*H*z >= -mu*z.T*z)")
    item.suppose("gradient", "g.T*g <= gamma**2")
    item.suppose("linearised", "y[0] == zeros(n, 1) and forall(t, real, diff(y[t], t) == -g - H*y[t])")


SPEED = "trace(diff(y[r], r).T*y[r] + y[r].T*diff(y[r], r))"
HERE = "trace(y[r].T*y[r])"
#: s = sqrt(|y|^2 + e) satisfies s' <= mu s + gamma.
ESCAPE = [
    PRODUCT,
    Have("forall(x1, real, forall(x2, real, forall(x3, real, forall(x4, real, forall(x5, real, implies("
         "x2*x1 == 1 and x2 > 0 and x1*(x3 + x4) <= x5, x3 <= x2*x5 - x4))))))", name="undo", by=[Take("x1", "x2", "x3", "x4", "x5")]),
    Have("forall(x1, real, forall(x2, positive, forall(x3, real, forall(x4, positive, implies(x1/(2*x2) <= mu*x2 + gamma,"
         " x4*(x1/(2*x2) - mu*x2 - gamma) <= 0)))))", name="weigh", by=[Take("x1", "x2", "x3", "x4")]),
    Have("forall(x1, real, forall(x2, real, forall(x3, real, forall(x4, nonnegative, implies("
         "x1 <= 2*mu*x4 - 2*x2 and -x2 <= gamma*x3 and x3**2 == x4 + e, x1 <= 2*mu*x3**2 + 2*gamma*x3)))))", name="add", by=[
        Take("x1", "x2", "x3", "x4")]),
    Have("forall(x1, real, forall(x2, positive, implies(x1 <= 2*mu*x2**2 + 2*gamma*x2, x1/(2*x2) <= mu*x2 + gamma)))", name="halve",
         by=[Take("x1", "x2")]),
    Have("forall(x1, real, forall(x2, nonnegative, forall(x3, nonnegative, implies(x1**2 <= gamma**2*x2 and x3**2 == x2 + e and x3 > 0,"
         " -x1 <= gamma*x3))))", name="root", by=[Take("x1", "x2", "x3"),
             Have("x1**2 <= (gamma*x3)**2", name="squares"),
             Have("gamma*x3 >= 0", name="sign")]),
    Take("T"),
    Have(f"exp(-mu*T)*(sqrt({RANGE} + e) + gamma/mu) <= sqrt(e) + gamma/mu", name="weighted", by=[Ladder("T", "0", time="r", slope=[
        Use("linearised.1", at=["r"], name="now"), Use("curvature", at=["y[r]"], name="curved"),
        Use("norm of a product", at=["1", "n", "1", "g.T", "y[r]"], name="cauchy"),
        Have(f"{HERE} >= 0", name="size"),
        Have(f"trace(g.T*y[r])**2 <= gamma**2*{HERE}", name="product", by=[
            Order(positive=[Square(facts=["cauchy"]), Square(facts=["gradient", "size"])])]),
        Have("forall(x1, nonnegative, sqrt(x1 + e)**2 == x1 + e and sqrt(x1 + e) > 0)", name="roots", by=[
            Take("x1"), Split([[], []])]),
        Use("roots", at=[HERE], premises=[[]], name="s"),
        Use("root", at=["trace(g.T*y[r])", HERE, f"sqrt({HERE} + e)"], name="force",
            premises=[[], [], []]),
        Have(f"{SPEED} <= 2*mu*{HERE} - 2*trace(g.T*y[r])", name="speed"),
        Have(f"{SPEED} <= 2*mu*sqrt({HERE} + e)**2 + 2*gamma*sqrt({HERE} + e)", name="total", by=[
            Use("add", at=[SPEED, "trace(g.T*y[r])", f"sqrt({HERE} + e)", HERE], premises=[[], []])]),
        Use("halve", at=[SPEED, f"sqrt({HERE} + e)"], premises=[[], []], name="done"),
        Have("exp(-mu*r) > 0", name="weight"),
        Have(f"exp(-mu*r)*({SPEED}/(2*sqrt({HERE} + e)) - mu*sqrt({HERE} + e) - gamma) <= 0", name="falls", by=[
            Use("weigh", at=[SPEED, f"sqrt({HERE} + e)", "0", "exp(-mu*r)"], premises=[[], [], []])]),
    ], base=[Have("trace(y[0].T*y[0]) == 0", name="start")], smooth=[Have(f"{HERE} >= 0", name="size")])]),
    Have("exp(mu*T)*exp(-mu*T) == 1", name="inverse"),
    Have("exp(mu*T) > 0", name="factor"),
    Use("undo", at=["exp(-mu*T)", "exp(mu*T)", f"sqrt({RANGE} + e)", "gamma/mu", "sqrt(e) + gamma/mu"], premises=[[]]),
]


@paper.remark("escape-linearised", "The linearised flow for every size", where="Appendix C.3, cross-check of Eqs. (111)-(118)")
def linearised(item):
    item.printed("(not in the paper) If y' = -g - H y, y(0) = 0, |g| <= gamma and H >= -mu, then |y(T)| <= (e^(mu T) - 1) gamma/mu.")
    statement(item)
    item.conclude(f"forall(T, nonnegative, sqrt({RANGE} + e) <= {BOUND})", expected="proved", argument=ESCAPE,
                  example={"n": 1, "H": 0, "g": 0, "y": 0, "mu": 1, "gamma": 0, "e": 1})  # fmt: skip
    one = {"n": 1, "H": 0, "g": 0, "y": 0, "mu": 1, "gamma": 0, "e": "1/100"}
    item.without("curvature", counterexample={**one, "H": -2, "g": -1, "gamma": 1, "y": "(exp(2*t) - 1)/2"}, argument=[At({"goal": [Witness("3"), Numbers()]})])
    item.without("gradient", counterexample={**one, "g": -1, "y": "t"}, argument=[At({"goal": [Witness("1"), Numbers()]})])
    item.without("linearised", counterexample={**one, "y": 1}, argument=[At({"goal": [Witness("0"), Numbers()]})])
    item.note("For every e > 0; e -> 0 is the bound. No eigenbasis is needed: sqrt(|y|^2 + e) grows at most at the rate mu times itself plus gamma.")


CRUDE = "(log(1 + delta)/delta*(delta/r))/(C*u**2*exp(-w*u))"
#: Both terms of the bound fall in |g| and |lambda_min|; insert the largest values.
IN_TIME = [
    Have("forall(l, positive, forall(k, positive, forall(z, positive, implies(l <= k, log(1 + l*z)/l >= log(1 + k*z)/k))))", name="falls",
         by=[Take("l", "k", "z")]),
    Have("forall(x, positive, forall(y, real, implies(x <= y, log(1 + x) <= log(1 + y))))", name="rises", by=[
        Take("x", "y")]),
    Have("forall(s, positive, implies(s <= delta, log(1 + u*s) >= log(1 + delta)/delta*s))", name="concave", by=[
        Take("s")]),
    Have("forall(x1, real, forall(x2, positive, forall(x3, real, forall(x4, real, implies(T >= x1 and x1 >= x3/x2 and x3 >= x4, T >= x4/x2)))))",
         name="chain", by=[Take("x1", "x2", "x3", "x4")]),
    Have("forall(x1, real, forall(x2, positive, forall(x3, real, implies(x2 == x3 and T >= x1/x2, T >= x1/x3))))", name="replace", by=[
        Take("x1", "x2", "x3"), Have("x3 > 0", name="sign"),
        Have("T*x2 >= x1", name="times"),
        Have("T*x3 >= x1", name="moved")]),
    Have("forall(x1, real, forall(x2, real, forall(x3, real, implies(x2 >= x1 and x2 <= x3, x3 >= x1))))", name="transitive", by=[
        Take("x1", "x2", "x3")]),
    Have("forall(x1, real, forall(x2, real, forall(x3, positive, implies(x1 <= x2, x3*x1 <= x3*x2))))", name="times", by=[
        Take("x1", "x2", "x3")]),
    Set("E", "exp(-w*u)"), Have("E > 0", name="E positive"),
    Set("M", "C*u**2*E"), Set("G", "C*r*u*E"),
    Have("forall(x1, positive, forall(x2, positive, forall(x3, [1, oo), forall(x4, [1, oo), x1*x2*x3*x4 > 0))))", name="positive", by=[
        Take("x1", "x2", "x3", "x4"), Have("x1*x2 > 0", name="a"),
        Have("x3*x4 > 0", name="b"), Have("(x1*x2)*(x3*x4) > 0", name="c")]),
    Use("positive", at=["C", "E", "u", "u"], name="Mp", premises=[[], [], [], []]),
    Use("positive", at=["C", "E", "r", "u"], name="Gp", premises=[[], [], [], []]),
    Have("M > 0", name="M positive"),
    Have("G > 0", name="G positive"),
    Have("mu <= M", name="mu small"),
    Have("gamma <= G", name="gamma small", by=[Numbers(using=["gradient", "G", "E"])]),
    Use("falls", at=["mu", "M", "delta/gamma"], name="worst curvature", premises=[
        [], [], [], []]),
    Have("mu*(delta/gamma) == mu*delta/gamma", name="same"),
    Have("M*(delta/G) == u*(delta/r)", name="ratio", by=[
        Have("M*r == u*G", name="cross")]),
    Have("M*(delta/G) <= M*(delta/gamma)", name="worst gradient", by=[
        Have("delta/G <= delta/gamma", name="d"),
        Use("times", at=["delta/G", "delta/gamma", "M"], premises=[[], []])]),
    Have("u*(delta/r) <= M*(delta/gamma)", name="inside"),
    Use("rises", at=["u*(delta/r)", "M*(delta/gamma)"], name="logarithms", premises=[[], []]),
    Use("concave", at=["delta/r"], name="chord", premises=[[], []]),
    Use("transitive", at=["log(1 + delta)/delta*(delta/r)", "log(1 + u*(delta/r))", "log(1 + M*(delta/gamma))"], premises=[[]], name="low"),
    Use("chain", at=["log(1 + mu*delta/gamma)/mu", "M", "log(1 + M*(delta/gamma))", "log(1 + delta)/delta*(delta/r)"], name="in all", premises=[
        [], [Split([[], [], []])]]),
    Have("M == C*u**2*exp(-w*u)", name="M is"),
    Use("replace", at=["log(1 + delta)/delta*(delta/r)", "M", "C*u**2*exp(-w*u)"], premises=[[], []]),
]


@paper.remark("escape-linearised-time", "The linearised bound with the largest gradient and curvature", where="Appendix C.3, Eqs. (121), (122)",
              provenance="recalled")  # fmt: skip
def inserted(item):
    item.printed("(122) |g| <~ sqrt(m) omega^(-1) e^(-w/omega), |lambda_min| <~ omega^(-2) e^(-w/omega), inserted into (119).")
    item.let(delta="positive", C="positive", w="positive", u="[1, oo)", r="[1, oo)", mu="positive", gamma="positive", T="positive")
    item.suppose("gradient", "gamma <= C*r*u*exp(-w*u)")
    item.suppose("curvature", "mu <= C*u**2*exp(-w*u)")
    item.suppose("escape", "T >= log(1 + mu*delta/gamma)/mu")
    item.conclude(f"T >= {CRUDE}", argument=IN_TIME, expected="proved",
                  example={"delta": 1, "C": 4, "w": 1, "u": 1, "r": 1, "mu": 1, "gamma": 1, "T": 3})  # fmt: skip
    one = {"delta": 1, "C": 1, "w": 1, "u": 1, "r": 1, "mu": "1/3", "gamma": "1/3", "T": 1}
    item.without("escape", counterexample={**one, "T": "1/1000"})
    item.without("gradient", counterexample={**one, "gamma": 1000})
    item.without("curvature", counterexample={**one, "mu": 1000})
    item.note("About the linearised flow: T >= c omega^2 e^(w/omega) delta/sqrt(m) with c = ln(1 + delta)/(C delta), r = sqrt(m), u = 1/omega. "
              "ln(1 + u delta/sqrt(m)) is no multiple of min{delta/sqrt(m), ln(1 + delta)} where delta/sqrt(m) is large.")  # fmt: skip


@paper.remark("linearisation-alone", "What the linearisation at the start does not show", where="Appendix C.3, on (111)-(119)", provenance="derived")
def linear_only(item):
    item.printed("(not in the paper) A flow y' = sqrt(g^2 + y^2) from 0, the gradient flow of a smooth loss with gradient -g and second derivative 0 "
                 "at the start, is beyond delta long before the time delta/g of (119).")  # fmt: skip
    item.let(g="positive")
    item.conclude("exists(y, real curve, y[0] == 0 and forall(t, real, diff(y[t], t) == sqrt(g**2 + y[t]**2))"
                  " and forall(t, positive, y[t] > g*t))", expected="proved", argument=[
        Witness("g*sinh(t)", index="t"), Split([[], [Take("t")], [Take("t")]])])  # fmt: skip
    item.note("y = g sinh t: delta is reached at asinh(delta/g), about ln(2 delta/g), while (119) with lambda_min = 0 gives delta/g. So the bound (119) needs "
              "more of the loss than its gradient and Hessian at theta_0; here it has more: plateau-energy.")  # fmt: skip


#: Two equal neurons a = w = 1 for rhobar = 2 e^(-s), and a memory e^(-s) L_2(2 s), L_2 a Laguerre polynomial: its integrals with e^(-s), s e^(-s) are 0.
ONES, UNSEEN = "Matrix([[1], [1]])", "(1 - 4*t + 2*t**2)*exp(-t)"
EQUAL = [
    Have("forall(f, real sequence, Sum(f[i], (i, 0, 2-1)) == f[0] + f[1])", name="two"), Have("forall(f, real sequence, Sum(f[i], (i, 0, 1-1)) == f[0])", name="only"),
    Have(f"{ONES}[0, 0] == 1 and {ONES}[1, 0] == 1", name="entries", by=[Split([[], []])]),
]  # fmt: skip
BOTH = [
    Use("two", at=[(f"{ONES}[i, 0]*exp(-{ONES}[i, 0]*s)", "i")], name="sum"),
    Have(f"exp(-{ONES}[0, 0]*s) == exp(-s) and exp(-{ONES}[1, 0]*s) == exp(-s)", name="weights", by=[Split([[]]*2)]),
    Have(f"Sum({ONES}[i, 0]*exp(-{ONES}[i, 0]*s), (i, 0, 2-1)) == 2*exp(-s)", name="student"),
    Use("only", at=[("2*exp(-1*s)", "i")], name="target"),
]  # fmt: skip


def nothing(primitive):
    """The integral of the residual with a weight, given by its primitive, is 0: nothing moves."""
    return [Witness(primitive, index="s"), Split([[], [
        Take("s"), *BOTH, Have(f"exp(-{ONES}[k, 0]*s) == exp(-s)", name="weight"),
        Numbers(using=["weight", "student", "target"], effort=1)], [
        Take("c"), Have(f"littleo(2*({primitive}), 1, s, oo)", name="decays"),
        Use("decays", at=["c"], premises=[[]], name="small"), Obtain("small", "N", label="N"), Witness("N"), Split([[], [
            Take("s"), Use("N.1", at=["s"], name="now"), Have(f"(0*{ONES})[k, 0] == 0", name="still"),
            Numbers(using=["now", "still", "entry"])]])]])]


@paper.remark("rem-C.3", "Whether the escape happens", where="Appendix C.3, Remark C.3", provenance="recalled")
def escapes(item):
    item.printed("If tau_0 = oo, boundedness forces g_k = 0 for every k with lambda_k <= 0; otherwise (111) gives a contradiction: the gap is "
                 "reached within finite, if exponentially large, time.")  # fmt: skip
    item.let(m="positive integer", n="positive integer", a="matrix(m, 1) curve", w="matrix(m, 1) curve", A="real sequence", W="positive sequence",
             x="real curve", delta="positive")  # fmt: skip
    student = "Sum(a[{t}][i, 0]*exp(-w[{t}][i, 0]*s), (i, 0, m-1))"
    rhobar = "Sum(A[j]*exp(-W[j]*s), (j, 0, n-1))"
    residual = f"({student.format(t='t')} - {rhobar} - x[s])"
    moment = "exists(F, real curve, F[0] == 0 and forall(s, [0, oo), diff(F[s], s) == {weight}*{residual}) and littleo({rate}, 1, s, oo))"
    item.suppose("wide", "n < m")
    item.suppose("flow", "forall(t, [0, oo), forall(k, integer[0, m-1], w[t][k, 0] > 0 and " + " and ".join((
        moment.format(weight="exp(-w[t][k, 0]*s)", residual=residual, rate="diff(a[t], t)[k, 0] + 2*F[s]"),
        moment.format(weight="s*exp(-w[t][k, 0]*s)", residual=residual, rate="diff(w[t], t)[k, 0] - 2*a[t][k, 0]*F[s]"))) + "))")  # fmt: skip
    item.suppose("start", f"forall(s, [0, oo), {student.format(t='0')} == {rhobar})")
    item.suppose("square integrable", "exists(E, real curve, exists(c, real, forall(s, [0, oo), diff(E[s], s) == x[s]**2 and E[s] <= c)))")
    item.suppose("there is a memory", "exists(s, positive, x[s] != 0)")
    item.conclude("exists(T, nonnegative, norm2(a[T] - a[0]) + norm2(w[T] - w[0]) > delta**2)", expected="refuted", counterexample={
        "m": 2, "n": 1, "a": ONES, "w": ONES, "A": 2, "W": 1, "x": UNSEEN, "delta": 1}, argument=[At({
            "flow": [*EQUAL, Take("t", "k"), Have(f"{ONES}[k, 0] == 1", name="entry", by=[
                Cases("k <= 0", name="first", yes=[Have("k == 0", name="k")], no=[Have("k == 1", name="k")])]),
                Split([[], nothing("(s**2 - s)*exp(-2*s)"), nothing("(s**3 - s**2/2)*exp(-2*s)")])],
            "start": [*EQUAL, Take("s"), *BOTH],
            "square integrable": [Witness("1/2 - exp(-2*s)*(2*s**4 - 4*s**3 + 4*s**2 + 1/2)", index="s"), Witness("1/2"), Take("s"), Split([[], [
                Have("2*s**4 - 4*s**3 + 4*s**2 + 1/2 >= 0", name="sign")]])],
            "there is a memory": [Witness("1"), Split([[], []])]})])  # fmt: skip
    with item.repair("for the linearised flow, where a direction of curvature at most 0 is pushed", alone=True) as r:
        r.let(gn="nonzero", lam="nonnegative", gap="positive")
        r.conclude("exists(T, positive, Abs(gn)*T >= gap) and implies(lam > 0, exists(T, positive, Abs(gn)*(exp(lam*T) - 1)/lam >= gap))")
    item.step("positive curvature", "forall(c, real, forall(k, positive, forall(T, nonnegative, Abs(c)*(1 - exp(-k*T))/k <= Abs(c)/k)))",
              because=["definitions"], says="a direction with lambda_k > 0 moves at most |g_k|/lambda_k, so g_k != 0 there forces nothing")  # fmt: skip
    item.note("The conclusion fails for starts that are critical points: two neurons a_i = w_i = 1 for rhobar = 2 e^(-t), and a memory x(t) = rho_0(t - 1/omega) = "
              "(1 - 4 t + 2 t^2) e^(-t), t >= 0, which is orthogonal to e^(-t) and t e^(-t) (a Laguerre polynomial). By (90), (91) the gradient is 0 and "
              "theta never moves, although the loss stays at |x|^2 = 1/2. The flow is given by the integrals of (90), (91) for the target rhobar + x.")  # fmt: skip
    item.note("That is for one omega; one rho_0 for all small omega is rho_0(t) = e^(w* t) k''(t) with a bump k: the transform of rho_(0,omega) is "
              "(s - w*)^2 e^(-s/omega) int k(t) e^(-(s - w*) t) dt, so that it and its derivative vanish at w*. Such rho_0 meet all the assumptions.")  # fmt: skip
    item.note("What holds: in the linearised flow a direction with lambda_k <= 0 and g_k != 0 is left in finite time. Where g_k = 0 for all of those, the "
              "linearised flow stays within |g_k|/lambda_k for good, far below delta, and no contradiction arises. (111) is not the flow (t1).")  # fmt: skip
