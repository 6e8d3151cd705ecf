"""Appendix G: the displayed lines of the proof of Theorem 4."""

from verifier.language.script import Axiom, Cases, Have, Inside, Linear, Obtain, Split, Take, Use, Witness

from . import paper
from .appendix_g import KEPT, REST, SIGMA, SLOPES, leaky_flow, line


@line("G/step-1", "How the product moves")
def product(item):
    item.printed("With sigma(z) = h z for all h in its generalised derivative: d(a w)/dt is in (a^2 I + w w') sum_n r^(n) h^(n) x^(n), and "
                 "a^2 - |w|^2 is kept.")  # fmt: skip
    item.use(leaky_flow)
    item.conclude("forall(t, [0, oo), a[t]**2 - trace(w[t].T*w[t]) == a[0]**2 - trace(w[0].T*w[0]))", argument=[
        *KEPT, Take("t"), Use("balance", at=["t"])], expected="proved", example={**REST, "X": 0})  # fmt: skip
    item.without("inclusion", counterexample={**REST, "X": 0, "w": "1 + t"})
    item.step("product", "forall(t, [0, oo), exists(c, matrix(N, 1), forall(v, matrix(d, 1), trace(v.T*(diff(a[t], t)*w[t] + a[t]*diff(w[t], t)))"
              " == v.T*(a[t]**2*eye(d) + w[t]*w[t].T)*X*c)))", because=["inclusion"], says="the product rule", argument=[
        Take("t"), Use("inclusion", at=["t"], name="moves"), Obtain("moves", "c", label="now"), Witness("c"), Take("v")])  # fmt: skip
    item.note("c^(n) = r^(n) h^(n) at each time, with any slope h^(n) of sigma at w'x^(n).")


@line("eq-29", "The inverse metric")
def metric(item):
    item.printed("(1/(delta + |w|^2)) (I - w w'/(delta + 2 |w|^2)) d(a w)/dt is in sum_n x^(n) r^(n) h^(n).")
    item.let(d="positive integer", w="matrix(d, 1)", D="nonnegative", g="matrix(d, 1)", q="matrix(d, 1)")
    item.suppose("nonzero", "D + norm2(w) > 0 and D + 2*norm2(w) > 0")
    item.suppose("motion", "q == ((D + norm2(w))*eye(d) + w*w.T)*g")
    item.conclude("1/(D + norm2(w))*(q - 1/(D + 2*norm2(w))*w*w.T*q) == g", argument=[
        Have("D + norm2(w) > 0", name="first"), Have("D + 2*norm2(w) > 0", name="second")], expected="proved")  # fmt: skip
    item.note("As (22), with X r replaced by g = sum_n x^(n) r^(n) h^(n), D = delta, and q the derivative of the product.")


@line("G/step-3", "Dividing by the slopes")
def multipliers(item):
    item.printed("rho > 0 gives sigma' > 0, so nu^(n) = hat nu^(n)/sigma'(w(oo)'x^(n)).")
    item.let(rho="positive", z="real", h="real", m="real")
    item.define(SLOPES)
    item.suppose("slope", "slope(h, z)")
    item.conclude("h >= Min(1, rho) and Min(1, rho) > 0 and exists(nu, real, nu*h == m)", argument=[
        Have("h > 0", name="h>0"), Split([[], [], [Witness("m/h")]])],
        expected="proved")  # fmt: skip
    item.note("The multipliers are at most max(1, 1/rho) times those of the linear problem. For rho = 0 the slope 0 occurs, and then a multiplier need "
              "not exist.")  # fmt: skip


@line("G/step-4", "The linear problem with transformed outputs")
def transformed(item):
    item.printed("y~^(n) = sigma^-1(y^(n)), which is y for y >= 0 and y/rho for y < 0; w(oo)'x^(n) = y~^(n).")
    item.let(rho="positive", z="real", y="real")
    item.define(SIGMA)
    item.suppose("fit", "sigma(z) == y")
    item.conclude("z == Piecewise((y, y >= 0), (y/rho, True))", argument=[
        Cases("z >= 0", name="side", yes=[Have("y == z", name="same")],
              no=[Have("y == rho*z", name="same"),
                  Have("y < 0", name="negative")])],
        expected="proved")  # fmt: skip
    item.note("So the feasible set is that of the linear problem X'w = y~, which is convex although the problem is not written so.")


@line("eq-31", "The KKT condition", provenance="derived")
def stationarity(item):
    item.printed("grad Q(w(oo)) = sum_n nu^(n) sigma'(w(oo)'x^(n)) x^(n).")
    item.let(d="positive integer", N="positive integer", X="matrix(d, N)", g="matrix(d, 1)", h="matrix(N, 1)", m="matrix(N, 1)", nu="matrix(N, 1)")
    item.suppose("G/step-2", "g == X*m")
    item.suppose("G/step-3", "forall(n, integer[0, N-1], nu[n, 0]*h[n, 0] == m[n, 0])")
    item.conclude("g == Sum(nu[n, 0]*h[n, 0]*X*basis(N, n), (n, 0, N-1))", argument=[
        Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["N"], name="identity"),
        Have("X*m == Sum(m[n, 0]*X*basis(N, n), (n, 0, N-1))", name="by samples", by=[Linear(terms=[Inside("identity", "X*HOLE*m")])])], expected="proved",
        example={"d": 1, "N": 1, "X": 1, "g": 1, "m": 1, "h": 1, "nu": 1})  # fmt: skip
    item.without("G/step-2", counterexample={"d": 1, "N": 1, "X": 1, "g": 2, "m": 1, "h": 1, "nu": 1})
    item.without("G/step-3", counterexample={"d": 1, "N": 1, "X": 1, "g": 1, "m": 1, "h": 1, "nu": 2})
    item.note("g is the gradient of Q at the limit, m^(n) the integrals of G/step-2, h^(n) = sigma'(w(oo)'x^(n)) any choice of the slope.")


@paper.remark("rem-vardi", "No contradiction with the negative result for ReLU", where="Section 8", provenance="printed")
def relu(item):
    item.printed("Theorem 4 does not contradict the result of Vardi and Shamir since it does not include the ReLU case rho = 0.")
    item.let(rho="positive", x="negative", z="negative")
    item.suppose("same output", "rho*x == rho*z")
    item.conclude("x == z", expected="proved")
    item.without("rho.positive", counterexample={"rho": 0, "x": -1, "z": -2})
    item.note("At rho = 0 the outputs no longer determine w'x where it is negative, so the problem is not a linear one in disguise.")


@line("eq-30", "The same potential")
def same_potential(item):
    item.printed("Hess Q = g H as in (24), so the same Q as in Theorem 2.")
    item.let(a="positive", n="positive")
    item.define("x := a*n", "D := a**2 - n**2", "S := (a**2 + n**2)/2")
    item.conclude("S**2 == x**2 + D**2/4 and 3/2*n/x == 3/2*1/a and (S + D/2)*(3/2*n/x) == 3/2*a and 3/4*x/(S*n) == 3/2*a/(2*S)", expected="proved")
    item.note("Across w the eigenvalue of Hess Q is q'/x = g/(S + delta/2) with g = (3/2) a; along w it is q'' = g/(2 S): the metric of eq-29 in terms "
              "of the product, |w_1| = n. Nothing here depends on the activation.")  # fmt: skip


@line("G/step-2", "The gradient at the limit")
def gradient(item):
    item.printed("grad Q(w(oo)) = sum_n x^(n) hat nu^(n), hat nu^(n) = int g r^(n) sigma' dt.")
    item.let(d="positive integer", N="positive integer", X="matrix(d, N)", w="matrix(d, 1) curve", a="real curve",
             m="matrix(N, 1) curve", w0="matrix(d, 1)", W="matrix(d, 1)", nu="matrix(N, 1)", a0="positive", b="positive",
             delta="real", x0="positive", xb="positive")  # fmt: skip
    item.define("S(x) := sqrt(x**2 + delta**2/4)", "gradQ := 3/2*sqrt(S(xb) - delta/2)/xb*b*W - 3/2*sqrt(S(x0) - delta/2)/x0*a0*w0")
    item.suppose("inclusion", "forall(t, [0, oo), exists(c, matrix(N, 1), diff(w[t], t) == a[t]*X*c and diff(m[t], t) == a[t]*c))")
    item.suppose("starts", "w[0] == w0 and m[0] == zeros(N, 1)")
    item.suppose("limits", "tends(w[n], n, W) and tends(m[n], n, nu)")
    item.suppose("balance", "a0**2 - norm2(w0) == delta and b**2 - norm2(W) == delta")
    item.suppose("lengths", "x0**2 == norm2(a0*w0) and xb**2 == norm2(b*W)")
    item.conclude("gradQ == X*(3/2*nu)", because=["B/step-9"], expected="proved", argument=[
        Have("forall(t, [0, oo), diff(w[t], t) == X*diff(m[t], t))", name="flow", by=[
            Take("t"), Use("inclusion", at=["t"], name="moves"), Obtain("moves", "c", label="c")]),
        Use("cited:B/step-9", at=["d", "N", "X", ("w[t]", "t"), ("m[t]", "t"), "w0", "W", "nu", "a0", "b", "delta", "x0", "xb", "1"], name="end")],
        example={"d": 1, "N": 1, "X": 0, "w": 1, "a": 1, "m": 0, "w0": 1, "W": 1, "nu": 0, "a0": 1, "b": 1, "delta": 0, "x0": 1, "xb": 1})  # fmt: skip
    still = {"d": 1, "N": 1, "X": 0, "w": 1, "a": 1, "m": 0, "w0": 1, "W": 1, "nu": 0, "a0": 1, "b": 1, "delta": 0, "x0": 1, "xb": 1}
    for name, change in {"a0.positive": {"a0": -1}, "b.positive": {"b": -1}, "x0.positive": {"x0": -1}, "xb.positive": {"xb": -1}, "balance": {"a0": 2, "x0": 2},
                         "inclusion": {"w": "4 - 3*exp(-t)", "W": 4, "b": 4, "xb": 16}, "starts": {"w0": 4, "a0": 4, "x0": 16}, "lengths": {"x0": 4}}.items():  # fmt: skip
        item.without(name, counterexample={**still, **change})
    item.note("For a > 0, as in Theorem 4; gradQ is the gradient of Q at the limit w(oo) = b W, c^(n) = r^(n) h^(n) with a slope h^(n) of sigma at "
              "w'x^(n), m^(n)(t) the integral of a c^(n) up to t, and g = (3/2) a: so (3/2) nu^(n) is the integral of g r^(n) sigma'. Where that does not converge, grad Q stays orthogonal to what no sample sees "
              "all the same, and Theorem 4 is shown that way.")  # fmt: skip
