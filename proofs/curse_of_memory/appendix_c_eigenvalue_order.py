"""Appendix C.2 (3): Proposition C.3 from the memory rho_0 itself."""

from verifier.language.script import (
    At,
    Cases,
    Choose,
    Have,
    Induct,
    Numbers,
    Obtain,
    Rewritten,
    Set,
    Split,
    Take,
    Use,
    Witness,
)
from verifier.language.script_parts import named_number

from . import paper
from .appendix_c_eigenvalues import (
    BASIS,
    HESSIAN,
    MATRICES,
    PLATEAU,
    SPLITS,
    STUDENT,
    TARGET,
)
from .appendix_c_gradient import INTEGRAL, KNOWN, LESS, seen

#: p is the limit of the integrals of -t^j e^(-v t) rho_0(t - u), for a rate v >= wlow: |p| <= `bound`.
MOMENT = ("forall(v, [wlow, oo), forall(F, real curve, forall(p, real, implies(F[0] == 0 and forall(t, [0, oo), diff(F[t], t) == -{weight}*exp(-v*t)*r(t - u))"
          " and littleo(F[s] - p, 1, s, oo), Abs(p) <= {bound}))))")  # fmt: skip
TAIL = "forall(t, real, implies(Abs(t) >= t0, q(t) <= c*exp(-2*b**2*t**2)))"
#: For the tail |rho_0(t)| <= c e^(-2 b^2 t^2), |t| >= t0.
CONSTANT = "(c + B*exp(2*b**2*t0**2))*sqrt(pi)/b*exp((4 + wlow**2)/(4*b**2))"
VANISH = f"forall(e, positive, exists(u0, positive, forall(u, [u0, oo), {MOMENT.format(weight='t', bound='e')} and {MOMENT.format(weight='t**2', bound='e')})))"
SMALL = (f"forall(b, positive, forall(c, positive, forall(t0, positive, forall(u, [1, oo), forall(D, real, implies({TAIL} and D == {CONSTANT}*exp(-wlow*u),"
         f" {MOMENT.format(weight='t', bound='u*D')} and {MOMENT.format(weight='t**2', bound='u**2*D')}))))))")  # fmt: skip


def at_rate(j, bound):
    """The goal `MOMENT` from ``small j``, that the integrals with t^j are at most `bound`."""
    return [Take("v", "F", "p"), Use(f"moment {j}", at=["u", bound, "v", ("F[t]", "t"), "p"], premises=[[], [Split([[Use(f"small {j}")], *[[]]*3])]])]


VANISH_BY = [
    Take("e"),
    *[step for j in (1, 2) for step in (
        Use("cited:lem-C.1-vanishes", at=[str(j), "wlow", "B", ("Q[t]", "t")], premises=[[Split([*KNOWN, []])]], name=f"vanishes {j}"),
        Use(f"vanishes {j}", at=["e"], premises=[[Use("given")]], name=f"late {j}"), Obtain(f"late {j}", f"u{j}", label=f"from {j}"))],
    Witness("u1 + u2"), Split([[], [
        Take("u"),
        *[Have(f"forall(G, real curve, implies({LESS.format(j=j)}, forall(T, nonnegative, G[T] <= e)))", name=f"small {j}", by=[
            Take("G", "T"), Use(f"from {j}.1", at=["u", ("G[t]", "t"), "T"], premises=[[], [], []])]) for j in (1, 2)],
        Split([at_rate(j, "e") for j in (1, 2)])]]),
]  # fmt: skip
SMALL_BY = [
    Take("b", "c", "t0", "u", "D"),
    *named_number("mu", "wlow/(2*b**2)", [Split([[], []])], also="mu > 0"),
    *named_number("front", "(c + B*exp(2*b**2*t0**2))*sqrt(pi)/b", [Split([[], []])], also="front > 0"),
    Set("k2", "exp((4 + wlow**2)/(4*b**2))*exp(-wlow*u)"), Have("D == front*k2", name="D is"),
    Have("forall(nu, nonnegative, implies(b**2*nu <= 1, front*(exp(b**2*nu**2)*exp(b**2*mu**2 - wlow*u)) <= D))", name="below D", by=[
        Take("nu"), Have("b**2*nu**2 <= 4/(4*b**2)", name="first", by=[
            Have("(b**2*nu)**2 <= 1", name="square")]),
        Have("b**2*mu**2 == wlow**2/(4*b**2)", name="second"),
        Have("forall(x1, real, forall(x2, real, forall(x3, real, forall(x4, real, implies(x1 + x2 <= x3 + x4, exp(x1)*exp(x2) <= exp(x3)*exp(x4))))))", name="powers", by=[
            Take("x1", "x2", "x3", "x4"), Have("exp(x1 + x2) <= exp(x3 + x4)", name="rises"),
            Have("exp(x1)*exp(x2) == exp(x1 + x2) and exp(x3)*exp(x4) == exp(x3 + x4)", name="laws", by=[Split([[], []])])]),
        Use("powers", at=["b**2*nu**2", "b**2*mu**2 - wlow*u", "(4 + wlow**2)/(4*b**2)", "-wlow*u"], name="weights", premises=[[
            Have("(4 + wlow**2)/(4*b**2) == 4/(4*b**2) + wlow**2/(4*b**2)", name="parts")]]),
        Set("k1", "exp(b**2*nu**2)*exp(b**2*mu**2 - wlow*u)"), Rewritten("weights", ["k1", "k2"], name="in letters"),
        Have("front*k1 <= D", name="product"),
        Rewritten("product", ["k1"], name="written out", forwards=True), Use("written out")]),
    *[Have(f"forall(G, real curve, implies({LESS.format(j=j)}, forall(T, nonnegative, G[T] <= {bound})))", name=f"small {j}", by=[
        Take("G", "T"), *named_number("nu", f"{j}/(2*b**2)", [Split([[], []])], also="nu >= 0"),
        Use("cited:lem-C.1-tail", at=[str(j), "wlow", "B", ("Q[t]", "t"), "b", "c", "t0", "u", ("G[t]", "t"), "mu", "nu", "T"], name="bound", premises=[
            [Split(KNOWN)], *[[Use(f)] for f in ("given", "given1", "given2", "given3", "mu.1", "nu.1")],
            [Split([[Split([[], [], [Use("given4.0")]])], [Use("given5")]])], [Use("given6")]]),
        Use("below D", at=["nu"], premises=[[Use("nu.1")], []], name="level"),
        Set("k", "exp(b**2*nu**2)*exp(b**2*mu**2 - wlow*u)"), Rewritten("bound", ["k", "front.0"], name="bound so far"), Rewritten("level", ["k"], name="level so far"),
        Have(f"front*k*u**{j} <= {bound}", name="scaled", by=[Have(f"u**{j} >= 0", name="sign")])]) for j, bound in ((1, "u*D"), (2, "u**2*D"))],
    Split([at_rate(1, "u*D"), at_rate(2, "u**2*D")]),
]  # fmt: skip


def memory(item):
    item.let(R="real curve", Q="real curve", B="nonnegative", wlow="positive")
    item.define("r(t) := diff(R[t], t)", "q(t) := diff(Q[t], t)")
    item.suppose("modulus", "forall(t, real, q(t) == Abs(r(t)) and q(t) <= B)")
    item.suppose("forgets", "forall(e, positive, exists(s, real, forall(t, real, implies(t <= s, q(t) <= e))))")


@paper.remark("plateau-moments", "The moments of the memory that the Hessian sees", where="Appendix C.2, Proposition C.3, Eqs. (104), (105)", provenance="derived")
def moments(item):
    item.printed("(not in the paper) The integrals of t e^(-v t) and t^2 e^(-v t) times rho_0(t - 1/omega) are o(1), uniformly in v >= wlow; sub-Gaussian: <~ omega^(-1) e^(-wlow/omega) "
                 "and <~ omega^(-2) e^(-wlow/omega).")  # fmt: skip
    memory(item)
    item.conclude(f"{VANISH} and {SMALL}", because=["lem-C.1-vanishes", "lem-C.1-tail"], expected="proved",
                  argument=[seen(1), seen(2), Split([VANISH_BY, SMALL_BY])], example={"R": 0, "Q": 0, "B": 0, "wlow": 1})  # fmt: skip
    item.note("Lemma C.1 (ii), (iii) at the rate wlow, n = 1 and 2; u = 1/omega, Q is a primitive of |rho_0|, r = rho_0. Up to the sign the moments are those of the residual at rhohat = rhobar. (iii) is for the tail "
              "|rho_0(t)| <= c e^(-2 b^2 t^2), |t| >= t0, and omega <= 1, with C = (c + B e^(2 b^2 t0^2)) sqrt(pi)/b e^((4 + wlow^2)/(4 b^2)).")  # fmt: skip


RESIDUAL = f"({STUDENT} - ({TARGET} + r(t - u)))"
#: I1_k and I2_k are the integrals of t e^(-w_k t) and t^2 e^(-w_k t) times rhohat - rho_omega over [0, oo).
MOMENTS = "forall(k, integer[0, m-1], " + " and ".join(
    INTEGRAL.format(slope=f"{weight}*exp(-w[k, 0]*t)*{RESIDUAL}", p=f"I{j}[k]") for j, weight in ((1, "t"), (2, "t**2"))) + ")"
#: What is supposed of theta, of the integrals I1, I2 in the Hessian at theta, and of its eigenvalues.
SUPPOSED = {
    "box": "forall(k, integer[0, m-1], w[k, 0] >= wlow and Abs(a[k, 0]) <= abar)",
    **{name: formula for name, formula in PLATEAU.items() if name != "positive"}, "moments": MOMENTS, "hessian": HESSIAN, **BASIS,
}  # fmt: skip
THETA = {"m": "positive integer", "n": "positive integer", "a": "matrix(m, 1)", "w": "matrix(m, 1)", "A": "matrix(n, 1)", "W": "matrix(n, 1)",
         "I1": "real sequence", "I2": "real sequence", **MATRICES}  # fmt: skip
AT_THETA = [(f"{name}[t]", "t") if "sequence" in sort else name for name, sort in THETA.items()]
EVERYWHERE = "".join(f"forall({name}, {sort}, " for name, sort in THETA.items()) + f"implies({' and '.join(f'({formula})' for formula in SUPPOSED.values())}, {SPLITS})" + ")"*len(THETA)
LIMIT = f"forall(e, positive, exists(u0, positive, forall(u, [u0, oo), {EVERYWHERE})))"
BOUND = (f"forall(b, positive, forall(c, positive, forall(t0, positive, forall(u, [1, oo), forall(e, real, implies({TAIL} and"
         f" e == 2*(1 + abar)*u**2*({CONSTANT}*exp(-wlow*u)), {EVERYWHERE}))))))")  # fmt: skip


def at_theta(given, first, second):
    """`SPLITS` at theta by plateau-eigenvalues, from ``memory.0`` and ``memory.1``: |I1_k| <= first, |I2_k| <= second, and 2 first + 2 abar second <= e."""
    return [
        Take(*THETA), *[Have(formula, name=name, by=[Use(f"{given}.{i}")]) for i, (name, formula) in enumerate(SUPPOSED.items())],
        Have(f"forall(k, integer[0, m-1], Abs(I1[k]) <= {first} and Abs(I2[k]) <= {second})", name="seen", by=[
            Take("k"), Use("box", at=["k"], name="here"), Use("moments", at=["k"], name="both"), Split([[
                Obtain(f"both.{j}", "F", label="F"), Use(f"memory.{j}", at=["w[k, 0]", ("F[t]", "t"), f"I{j + 1}[k]"], premises=[[Use("here.0")], [Split([
                    [Use("F.0")], [Take("t"), Use("F.1", at=["t"], premises=[[]], name="f"), Use("agree", at=["t"], premises=[[]], name="same"),
                                   Set("s1", STUDENT), Set("s2", TARGET), Set("s3", "r(t - u)"), Set("s4", "exp(-w[k, 0]*t)"),
                                   Rewritten("same", ["s1", "s2"], name="equal"),
                                   Numbers(using=["f", "equal", "s1", "s2", "s3", "s4"])],
                    [Use("F.2")]])]])] for j in (0, 1)])]),
        Use("cited:plateau-eigenvalues", at=[*AT_THETA, "e"], premises=[[Split([
            [Use("level.0")], *([Take("i"), Use("box", at=["i"], name="here")] if name == "positive" else [Use(name)] for name in [*PLATEAU, "hessian", *BASIS]),
            [Take("k"), Use("seen", at=["k"], name="now"), Use("box", at=["k"], name="here"), Use("sizes", at=[first, second, "I1[k]", "I2[k]", "a[k, 0]", "e"], premises=[[Use("level.1")], [Use("level.2")], [Split([
                [Use("now.0")], [Use("now.1")], [Use("here.1")], [Use("level.3")]])]])]])]]),
    ]  # fmt: skip


#: |a I2| <= |a| |I2|.
SIZES = Have("forall(f, nonnegative, forall(g, nonnegative, forall(x, real, forall(y, real, forall(z, real, forall(h, real, implies(Abs(x) <= f and Abs(y) <= g and Abs(z) <= abar and 2*f + 2*abar*g <= h,"
             " 2*Abs(x) + 2*Abs(z*y) <= h)))))))", name="sizes", by=[
    Take("f", "g", "x", "y", "z", "h"), Have("Abs(z*y) == Abs(z)*Abs(y)", name="modulus of a product"),
    *named_number("y1", "Abs(y)", [Split([[], []])], also="y1 >= 0"), *named_number("z1", "Abs(z)", [Split([[], []])], also="z1 >= 0"),
    Have("z1 <= abar and y1 <= g", name="letters", by=[Split([[], []])]),
    Have("z1*y1 <= abar*g", name="product"), Have("Abs(z*y) <= abar*g", name="second")])  # fmt: skip
THETA_POINT = {"R": 0, "Q": 0, "B": 0, "wlow": 1, "abar": 0}
HELD = [[Split([[Use("B.nonnegative")], [Use("wlow.positive")], [Use("modulus")], [Use("forgets")]])]]
CITED = Use("cited:plateau-moments", at=[("R[t]", "t"), ("Q[t]", "t"), "B", "wlow"], name="moments of the memory", premises=HELD)
LIMIT_BY = [
    Take("e"), Set("E", "e/(2 + 2*abar)"),
    Have("E > 0 and 2*E + 2*abar*E <= e", name="E small", by=[Split([[], []])]),
    Have("e >= 0 and E >= 0 and E >= 0 and 2*E + 2*abar*E <= e", name="level", by=[Split([[], *[[]]*2, [Use("E small.1")]])]),
    Use("moments of the memory.0", at=["E"], premises=[[Use("E small.0")]], name="there is u0"), Obtain("there is u0", "u0", label="u0"),
    Witness("u0"), Split([[Use("u0.0")], [Take("u"), Use("u0.1", at=["u"], premises=[[]], name="memory"), *at_theta("given2", "E", "E")]]),
]  # fmt: skip
BOUND_BY = [
    Take("b", "c", "t0", "u", "e"),
    *named_number("D", f"{CONSTANT}*exp(-wlow*u)", [Split([[], []])], also="D > 0"),
    Rewritten("given4.1", ["D.0"], name="e is"),
    Have("u*D >= 0 and u**2*D >= u*D", name="orders", by=[Split([[], []])]),
    Have("e == 2*(1 + abar)*(u**2*D)", name="e in letters"),
    Have("e >= 0 and u*D >= 0 and u**2*D >= 0 and 2*(u*D) + 2*abar*(u**2*D) <= e", name="level", by=[Split([
        [], [Use("orders.0")], [],
        []])]),
    Use("moments of the memory.1", at=["b", "c", "t0", "u", "D"], premises=[*[[Use(f)] for f in ("given", "given1", "given2", "given3")], [Split([[Use("given4.0")], [Use("D.0")]])]], name="memory"),
    *at_theta("given5", "u*D", "u**2*D"),
]  # fmt: skip
#: rhohat = rhobar = e^(-t), m = m* = 1, and a memory that is 1/4 at all times: the Hessian is diag(1, -1/2).
SEEN_FOREVER = {"R": "t/4", "Q": "t/4", "B": "1/4", "wlow": 1, "abar": 1}


def only(name, *steps):
    """There is one value of the index."""
    return Induct(name, hypothesis=f"no more {name}", base=list(steps))


#: m = m* = 1, u = u0, and the eigenvalue -1/2 < -1/4.
AT_ONCE = [*[Witness(value, *index) for value, *index in (
    ("1",), ("1",), ("1",), ("1",), ("1",), ("1",), ("-1/4", "k"), ("-1/2", "k"), ("1/2",), ("1",), ("0",), ("-1/2",), ("Matrix([[1, 0]])",), ("Matrix([[0, 1]])",),
    ("Matrix([[1, 0], [0, -1/2]])",), ("1 - 3*k/2", "k"))], Split([[Split([
        [only("k", Split([[Numbers()], [Numbers()]]))], [], [only("j")], [only("j", only("k"))], [only("j")], [Take("t")],
        [only("k", Split([[Witness("(exp(-t)*(1 + t) - 1)/4", index="t"), Split([[Numbers()], [Take("t"), Numbers()], [Numbers()]])],
                          [Witness("(exp(-t)*(2 + 2*t + t**2) - 2)/4", index="t"), Split([[Numbers()], [Take("t"), Numbers()], [Numbers()]])]]))],
        [only("i", only("k", Split([[]]*4)))], [], [Split([[], []])], [], [Take("k", "l"), Numbers()]])], [Witness("1"), Choose(0)]])]  # fmt: skip
LASTING = [Choose(0), Witness("1/4"), Split([[], [Take("u0"), Cases("u0 <= 0", yes=[Choose(0)], no=[Choose(1), Witness("u0"), Split([[], AT_ONCE])])]])]


@paper.proposition("prop-C.3", "The spectrum on the plateau", where="Appendix C.2, Proposition C.3, Eqs. (94)-(96), (104), (105)", provenance="recalled")
def spectrum(item):
    item.printed("If rhohat = rhobar and m > m*: lambda_k >= -o(1) for k <= m' and |lambda_k| = o(1) for k > m', with m' <= m + m*; "
                 "sub-Gaussian: o(1) is <~ omega^(-2) e^(-wlow/omega).")  # fmt: skip
    memory(item)
    item.let(abar="nonnegative")
    item.conclude(f"{LIMIT} and {BOUND}", because=["plateau-eigenvalues", "plateau-moments"], expected="proved", argument=[SIZES, CITED, Split([LIMIT_BY, BOUND_BY])], example=THETA_POINT)
    item.without("forgets", counterexample=SEEN_FOREVER, argument=[At({"goal": LASTING})])
    item.without("modulus", counterexample={**SEEN_FOREVER, "Q": 0, "B": 0}, argument=[At({"goal": LASTING})])
    item.note("u = 1/omega, r = rho_0, Q a primitive of |rho_0|; rho_0 is bounded and tends to 0 at -oo. For every width m >= m* = n, every rhobar with m* different positive rates W and amplitudes A that are not 0, "
              "and every theta = (a, w) with rhohat = rhobar, w_k >= wlow, |a_k| <= abar. K_ik = 1/(w_i + w_k); Haa, Hwa, Hww are the blocks of Hess J_omega(theta) by (97)-(101), with the integrals I1, I2 of t e^(-w_k t) and "
              "t^2 e^(-w_k t) times rhohat - rho_omega; the columns of U over V are any orthonormal basis of eigenvectors, d_0 >= ... >= d_(2m-1) the eigenvalues, counted from 0.")  # fmt: skip
    item.note("(94), (95): for every e there is u_0, which depends on e, rho_0, wlow and abar only, such that for u >= u_0 all eigenvalues are at least -e, and all from the index m + m* on at most e: m' = m + m* serves. "
              "(96): for omega <= 1 and the tail |rho_0(t)| <= c e^(-2 b^2 t^2), |t| >= t0, this holds with e = C omega^(-2) e^(-wlow/omega), C = 2 (1 + abar) (c + B e^(2 b^2 t0^2)) sqrt(pi)/b e^((4 + wlow^2)/(4 b^2)), "
              "B = sup |rho_0|, which does not depend on m or theta.")  # fmt: skip
    item.note("Lemma C.3 gives the blocks of equal rates (plateau-blocks); plateau-spectrum bounds the form of Hess J_omega on them, where Hess J_0 >= 0 by rem-confluent-form, without Gershgorin, Weyl or the "
              "second-order condition; sorted-eigenvalues counts; Lemma C.1 bounds the moments (plateau-moments).")  # fmt: skip
