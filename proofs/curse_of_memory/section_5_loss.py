"""Section 5 and Appendix C.1: the population loss under white noise, by Ito's isometry for step functions."""

from verifier.language.script import (
    At,
    Choose,
    Have,
    Induct,
    Ladder,
    Limit,
    Linear,
    Numbers,
    Order,
    Split,
    Square,
    Take,
    Use,
    Witness,
)

from . import paper
from .lemmas.exponential_curves import CONSTANT

INSIDE = []


@paper.equation("eq-17/72", "The population loss", where="Section 5, Eq. (17); Appendix C.1, Eq. (72)", provenance="recalled")
def population_loss(item):
    item.printed("L_T(c, W, U) = E_x |Hhat_T(x) - H_T(x)|^2 = E_x |int_0^T [c' e^(Ws) U - rho(s)'] x_(T-s) ds|^2, x_t = 0 for t < 0.")
    item.let(m="positive integer", d="positive integer", c="matrix(m, 1)", U="matrix(m, d)", E="matrix(m, m) curve",
             X="matrix(d, 1) curve", R="matrix(d, 1) curve", T="nonnegative", S="[T, oo)", H="real curve", F="real curve", D="real curve")  # fmt: skip
    item.define("x(s) := diff(X[s], s)", "rho(s) := diff(R[s], s)")
    item.suppose("past", "forall(s, (T, oo), x(s) == zeros(d, 1))")
    item.suppose("network", "H[0] == 0 and forall(s, [0, oo), diff(H[s], s) == trace(c.T*E[s]*U*x(s)))")
    item.suppose("target", "F[0] == 0 and forall(s, [0, oo), diff(F[s], s) == trace(rho(s).T*x(s)))")
    item.suppose("difference", "D[0] == 0 and forall(s, [0, T], diff(D[s], s) == trace((c.T*E[s]*U - rho(s).T)*x(s)))")
    inside = []
    item.conclude("(H[S] - F[S])**2 == D[T]**2", expected="proved", argument=[
        Have("D[T] == H[T] - F[T]", name="up to T", by=[Ladder("T", "0", time="r", slope=[
            Use("network.1", at=["r"], premises=[inside], name="h"), Use("target.1", at=["r"], premises=[inside], name="f"),
            Use("difference.1", at=["r"], premises=[inside], name="d"),
            Have("diff(D[r], r) - diff(H[r], r) + diff(F[r], r) == 0", name="still")])]),
        Have("H[S] - F[S] == H[T] - F[T]", name="silent", by=[Ladder("S", "T", time="r", slope=[
            Use("network.1", at=["r"], premises=[inside], name="h"), Use("target.1", at=["r"], premises=[inside], name="f"),
            Use("past", at=["r"], premises=[INSIDE], name="zero"),
            Have("diff(H[r], r) - diff(F[r], r) == 0", name="still", by=[
                Linear(terms=[("h", "1", "1"), ("f", "-1", "1"), ("zero", "c.T*E[r]*U - rho(r).T", "1")])])],
            base=[])]),
        Have("H[S] - F[S] == D[T]", name="same")],
        example={"m": 1, "d": 1, "c": 0, "U": 0, "E": 1, "X": 0, "R": 0, "T": 0, "S": 0, "H": 0, "F": 0, "D": 0})  # fmt: skip
    silent = {"m": 1, "d": 1, "c": 0, "U": 0, "E": 1, "T": 1, "S": 1, "X": 0, "R": 0, "H": 0, "F": 0, "D": 0}
    for name, letter in (("network", "H"), ("target", "F"), ("difference", "D")):
        item.without(name, counterexample={**silent, letter: 1})
    item.without("past", counterexample={**silent, "T": 0, "X": "t", "R": "t", "F": "t", "D": "-t"})
    item.step("mean", "forall(N, positive integer, forall(h, positive, forall(y, random matrix(d, 1) sequence, forall(G, matrix(m, m) sequence,"
              " forall(q, matrix(d, 1) sequence, expect((h*Sum(c.T*G[j]*U*y[N-1-j], (j, 0, N-1)) - h*Sum(q[j].T*y[N-1-j], (j, 0, N-1)))**2)"
              " == expect((h*Sum((c.T*G[j]*U - q[j].T)*y[N-1-j], (j, 0, N-1)))**2))))))", says="the mean over x, for N points of time at distance h")
    item.note("Path by path, for every input that is continuous and vanishes before 0, so for its mean under every law: s is the delay, x(s) the input at "
              "T - s, X and R are primitives of it and of the kernel; H, F and D are the integrals up to s for the network, the target and "
              "their difference. H_S - F_S is the difference of the functionals once all delays from T on, where x vanishes, are counted. E is "
              "any curve, e^(Ws) in particular.")


@paper.equation("eq-73", "White noise as input", where="Appendix C.1, Eq. (73)", provenance="derived")
def white_noise(item):
    item.printed("x_s ds -> dB_s: L = E |int_0^T [c' e^(Ws) U - rho(s)'] dB_(T-s)|^2, B a standard Wiener process in R^d.")
    item.let(m="positive integer", d="positive integer", N="positive integer", c="matrix(m, 1)", U="matrix(m, d)",
             E="matrix(m, m) sequence", rho="matrix(d, 1) sequence", dB="random matrix(d, 1) sequence")  # fmt: skip
    item.define("f(j) := U.T*E[j].T*c - rho[j]")
    item.suppose("mean", "forall(j, integer[0, N-1], expect(dB[j]) == zeros(d, 1))")
    item.conclude("expect(Sum(f(j).T*dB[j], (j, 0, N-1))) == 0"
                  " and expect(Sum(f(j).T*dB[j], (j, 0, N-1))**2) == Sum(Sum(f(i).T*expect(dB[i]*dB[j].T)*f(j), (j, 0, N-1)), (i, 0, N-1))",
                  fidelity="special case", argument=[Split([[], []])])  # fmt: skip
    item.without("mean", counterexample={"m": 1, "d": 1, "N": 1, "c": 0, "U": 0, "E": 0, "rho": 1, "dB": 1})
    item.note("A definition. Said here for N increments dB_j of B_(T-s), with the values f_j of the integrand at them: the error has mean 0, and the loss "
              "depends on the covariances of the increments alone. For the increments of a Wiener process see Eq. (74); the integral "
              "for other integrands is a limit, cited.")


@paper.remark("eq-74-steps", "Ito's isometry for step functions", where="Appendix C.1, Eq. (74), cross-check", provenance="derived")
def isometry_of_steps(item):
    item.printed("(not in the paper) For N steps of length h the loss is the sum of h |f(jh)|^2, within M N h^2/2 of the integral of |f|^2, "
                 "f = U' e^(W's) c - rho.")  # fmt: skip
    item.let(m="positive integer", d="positive integer", N="positive integer", h="positive", c="matrix(m, 1)", U="matrix(m, d)",
             E="matrix(m, m) curve", rho="matrix(d, 1) curve", g="matrix(d, 1) sequence",
             L="real curve", M="nonnegative", dB="random matrix(d, 1) sequence")  # fmt: skip
    item.define("f(t) := U.T*E[t].T*c - rho[t]")
    item.suppose("increments", "forall(i, integer[0, N-1], forall(j, integer[0, N-1], expect(dB[i]*dB[j].T) == delta(i, j)*h*eye(d)))")
    item.suppose("samples", "forall(j, nonnegative integer, g[j] == f(j*h))")
    item.suppose("integral", "L[0] == 0 and forall(t, [0, oo), diff(L[t], t) == norm2(f(t)))")
    item.suppose("slope", "forall(t, [0, N*h], -M <= diff(norm2(f(t)), t) and diff(norm2(f(t)), t) <= M)")
    error = "expect(Sum(g[j].T*dB[j], (j, 0, N-1))**2)"
    variance = "Sum(h*norm2(g[j]), (j, 0, N-1))"
    low, high = (f"{s}M*(N*h)*h/2" for s in ("-", ""))
    item.conclude(f"{error} == {variance} and {low} <= L[N*h] - {error} and L[N*h] - {error} <= {high}", expected="proved", argument=[
        Have(f"{error} == {variance}", name="isometry"),
        Have("forall(x, [0, N*h], forall(y, [x, N*h], norm2(f(y)) - norm2(f(x)) <= M*(y - x) and norm2(f(y)) - norm2(f(x)) >= -M*(y - x)))", name="near", by=[
            Take("x", "y"), Split([[Ladder("y", "x", time="r", slope=[
                Use("slope", at=["r"], premises=[[]], name="s"), Numbers(using=[f"s.{i}"])])] for i in (1, 0)])]),
        Have("forall(x, [0, N*h], forall(y, [x, N*h], L[y] - L[x] - (y - x)*norm2(f(x)) <= M*(y - x)**2/2"
             " and L[y] - L[x] - (y - x)*norm2(f(x)) >= -M*(y - x)**2/2))", name="cell", by=[
            Take("x", "y"), Split([[Ladder("y", "x", time="r", slope=[
                Use("near", at=["x", "r"], premises=[[], []], name="s"),
                Use("integral.1", at=["r"], premises=[[]], name="l"), Numbers(using=[f"s.{i}", "l"])])] for i in (0, 1)])]),
        Have("forall(n, nonnegative integer, forall(x, real sequence, forall(y, real sequence, forall(k, real, implies(x[0] == 0"
             " and forall(j, integer[0, n-1], -k <= x[j+1] - x[j] - h*y[j] and x[j+1] - x[j] - h*y[j] <= k),"
             " -n*k <= x[n] - Sum(h*y[j], (j, 0, n-1)) and x[n] - Sum(h*y[j], (j, 0, n-1)) <= n*k)))))", name="cells", by=[Induct("n", base=[
                 Take("x", "y", "k"), Split([[], []])], step=[
                 Take("x", "y", "k"), Use("IH", at=[("x[t]", "t"), ("y[t]", "t"), "k"], premises=[[Split([[], [Take("j"), Use("given.1", at=["j"])]])]], name="before"),
                 Use("given.1", at=["n"], name="last"),
                 Split([[],
                        []])])]),
        Use("cells", at=["N", ("L[t*h]", "t"), ("norm2(g[t])", "t"), "M*h**2/2"], name="all", premises=[[Split([
            [Use("integral.0")], [Take("j"), Use("samples", at=["j"], name="sample"), Have("norm2(g[j]) == norm2(f(j*h))", name="size"), Have("0 <= N - 1 - j", name="room"), Have("0 <= j", name="j0"),
             Use("cell", at=["j*h", "(j+1)*h"], name="next", premises=[
                 [Split([[],
                         []])],
                 [Split([[], []])]]), Split([
                [],
                 []])]])]]),
        Have("forall(x1, real, forall(x2, real, forall(x3, real, implies(x1 == x2 and -N*(M*h**2/2) <= x3 - x2 and x3 - x2 <= N*(M*h**2/2),"
             f" x1 == x2 and {low} <= x3 - x1 and x3 - x1 <= {high}))))", name="join", by=[Take("x1", "x2", "x3"), Split([[],
             [],
             []])]),
        Use("join", at=[error, variance, "L[N*h]"]),
    ], example={"m": 1, "d": 1, "N": 1, "h": 1, "c": 0, "U": 0, "E": 1, "rho": 1, "g": -1, "L": "t", "M": 0})  # fmt: skip
    zero = {"m": 1, "d": 1, "N": 1, "h": 1, "c": 0, "U": 0, "E": 1, "M": 0, "g": -1, "rho": 1, "L": "t"}
    item.without("increments", counterexample={**zero, "dB": 0})
    item.without("samples", counterexample={**zero, "g": 0})
    item.without("integral", counterexample={**zero, "L": 0})
    item.without("slope", counterexample={**zero, "g": "-t", "rho": "t", "L": "t**3/3"})
    item.note("For all m, d, N, with M a bound of the slope of |f|^2; g_j are the values of f at the left ends of the steps.")


@paper.equation("eq-75", "One input, all times", where="Appendix C.1, Eq. (75)", provenance="derived")
def one_input(item):
    item.printed("For d = 1 and T -> oo: L = int_0^oo (c' e^(Ws) b - rho(s))^2 ds, b the only column of U.")
    item.let(m="positive integer", c="matrix(m, 1)", b="matrix(m, 1)", E="matrix(m, m) curve", R="real curve", L="real curve", J="real curve")
    item.suppose("loss", "L[0] == 0 and forall(t, [0, oo), diff(L[t], t) == norm2(b.T*E[t].T*c - diff(R[t], t)))")
    item.suppose("integral", "J[0] == 0 and forall(t, [0, oo), diff(J[t], t) == (c.T*E[t]*b - diff(R[t], t))**2)")
    item.conclude("forall(T, nonnegative, L[T] == J[T])", expected="proved", argument=[
        CONSTANT, Use("constant", at=[("L[t] - J[t]", "t")], name="kept", premises=[[
            Take("t"), Use("loss.1", at=["t"], name="l"), Use("integral.1", at=["t"], name="j"), Linear(terms=[("l", "1", "1"), ("j", "-1", "1")])]]),
        Take("T"), Use("kept", at=["T"], name="same")],
        example={"m": 1, "c": 0, "b": 0, "E": 1, "R": 0, "L": 0, "J": 0})  # fmt: skip
    one = {"m": 1, "c": 0, "b": 0, "E": 1, "R": 0}
    item.without("loss", counterexample={**one, "L": 1, "J": 0})
    item.without("integral", counterexample={**one, "L": 0, "J": 1})
    item.note("The losses (74) up to T for d = 1 are the integrals (75) up to T, for every T; so they have the same limit, which is the integral from "
              "0 to oo. See eq-75-closed for its value, eq-75-finite for its being finite.")  # fmt: skip


@paper.remark("eq-75-closed", "The loss of linear systems in closed form", where="Appendix C.1, cross-check", provenance="derived")
def closed_form(item):
    item.printed("(not in the paper) If the error is f' e^(As) g with A stable, the loss up to T is f' (X - e^(AT) X e^(A'T)) f, and f' X f for T -> oo, "
                 "where A X + X A' = -g g'.")  # fmt: skip
    item.let(n="positive integer", f="matrix(n, 1)", g="matrix(n, 1)", A="matrix(n, n)", X="matrix(n, n)", F="matrix(n, n) curve",
             L="real curve", Z="matrix(n, n)", J="real")
    item.suppose("exponential", "F[0] == eye(n) and forall(t, [0, oo), diff(F[t], t) == F[t]*A)")
    item.suppose("Lyapunov", "A*X + X*A.T == -g*g.T")
    item.suppose("loss", "L[0] == 0 and forall(t, [0, oo), diff(L[t], t) == (f.T*F[t]*g)**2)")
    item.suppose("stable", "tends(F[k], k, Z)")
    item.suppose("all times", "tends(L[k], k, J)")
    value = "f.T*(X - F[{0}]*X*F[{0}].T)*f"
    finite = [
        CONSTANT, Use("constant", at=[(f"L[t] - {value.format('t')}", "t")], name="kept", premises=[[
            Take("t"), Use("loss.1", at=["t"], name="l"), Use("exponential.1", at=["t"], name="e")]]),
        Take("T"), Use("kept", at=["T"], name="same")]  # fmt: skip
    item.conclude(f"forall(T, nonnegative, L[T] == {value.format('T')}) and J == f.T*(X - Z*X*Z.T)*f", expected="proved", argument=[
        Have(f"forall(T, nonnegative, L[T] == {value.format('T')})", name="finite", by=finite),
        Have(f"forall(k, nonnegative integer, L[k] == {value.format('k')})", name="at integers", by=[Take("k"), Use("finite", at=["k"])]),
        Limit("at integers", limits=["all times", "stable"], name="in the limit"),
        Split([[], []])],
        example={"n": 1, "f": 0, "g": 0, "A": 0, "X": 0, "F": 1, "L": 0, "Z": 1, "J": 0})  # fmt: skip
    one = {"n": 1, "f": 1, "g": 0, "A": 0, "X": 1, "F": 1, "L": 0, "Z": 1, "J": 0}
    item.without("exponential", counterexample={**one, "F": 0, "Z": 0})
    item.without("Lyapunov", counterexample={**one, "A": 0, "g": 1, "X": 0, "L": "t", "J": 1})
    item.without("loss", counterexample={**one, "L": 1, "J": 1})
    item.without("stable", counterexample={**one, "Z": 0})
    item.without("all times", counterexample={**one, "J": 1})
    item.note("For all sizes. With a target chat' e^(What s) bhat the error is of this kind: A = diag(W, What), g = (b, bhat), f = (c, -chat). F = e^(As), and "
              "its limit Z is 0 where A is stable. "
              "For A = -diag(v) and g = (1, ..., 1)' this is sum_ij f_i f_j/(v_i + v_j).")  # fmt: skip


@paper.remark("eq-75-finite", "The loss for all times is finite", where="Appendix C.1, cross-check", provenance="derived")
def finite_loss(item):
    item.printed("(not in the paper) For a stable W and a target in L^2 the losses up to T increase and stay below 2 c' X c + 2 |rho|^2, where W X + X W' = -b b'.")
    item.let(m="positive integer", c="matrix(m, 1)", b="matrix(m, 1)", W="matrix(m, m)", X="matrix(m, m)", E="matrix(m, m) curve",
             R="real curve", L="real curve", N="real curve", nu="real")  # fmt: skip
    item.suppose("exponential", "E[0] == eye(m) and forall(t, [0, oo), diff(E[t], t) == E[t]*W)")
    item.suppose("Lyapunov", "W*X + X*W.T == -b*b.T and forall(z, matrix(m, 1), z.T*X*z >= 0)")
    item.suppose("loss", "L[0] == 0 and forall(t, [0, oo), diff(L[t], t) == (c.T*E[t]*b - diff(R[t], t))**2)")
    item.suppose("energy", "N[0] == 0 and forall(t, [0, oo), diff(N[t], t) == diff(R[t], t)**2 and N[t] <= nu)")
    bound = "trace(2*c.T*(X - E[{0}]*X*E[{0}].T)*c) + 2*N[{0}]"
    item.conclude("forall(S, nonnegative, forall(T, [S, oo), L[S] <= L[T] and L[T] <= 2*c.T*X*c + 2*nu))", expected="proved", argument=[
        Take("S", "T"),
        Have("L[S] <= L[T]", name="rises", by=[Ladder("T", "S", time="r", slope=[
            Use("loss.1", at=["r"], premises=[[]], name="l"),
            Have("diff(L[r], r) >= 0", name="up", by=[Order(positive=[Square(root="c.T*E[r]*b - diff(R[r], r)")], terms=[("l", "1", "1")])])],
            base=[])]),
        Have("T >= 0", name="late"),
        Have(f"L[T] <= {bound.format('T')}", name="below", by=[Ladder("T", "0", time="r", slope=[
            Use("loss.1", at=["r"], premises=[INSIDE], name="l"), Use("energy.1", at=["r"], premises=[INSIDE], name="n"), Use("exponential.1", at=["r"], premises=[INSIDE], name="e"),
            Order(positive=[Square(root="c.T*E[r]*b + diff(R[r], r)")], rewrite=["e"],
                  terms=[("l", "-1", "1"), ("n.0", "2", "1"), ("Lyapunov.0", "-2*c.T*E[r]", "E[r].T*c")])],
            base=[Order(rewrite=["exponential.0"], terms=[("loss.0", "-1", "1"), ("energy.0", "2", "1")])])]),
        Use("Lyapunov.1", at=["E[T].T*c"], name="psd"), Use("energy.1", at=["T"], premises=[[]], name="n"),
        Split([[], []])],
        example={"m": 1, "c": 0, "b": 0, "W": -1, "X": 0, "E": "exp(-t)", "R": 0, "L": 0, "N": 0, "nu": 0})  # fmt: skip
    still = {"m": 1, "c": 0, "b": 0, "W": 0, "X": 0, "E": 1, "R": 0, "L": 0, "N": 0, "nu": 0}
    late = [At({"goal": [Witness("0"), Split([[], [Witness("1"), Split([[], [Choose(1), Numbers()]])]])]})]
    item.without("exponential", counterexample={**still, "b": 1, "W": -1, "X": "1/2", "E": 3, "c": 1, "L": "9*t"}, argument=late)
    item.without("Lyapunov", counterexample={**still, "c": 1, "b": 1, "L": "t"}, argument=late)
    item.without("loss", counterexample={**still, "L": 2}, argument=late)
    item.without("energy", counterexample={**still, "R": "t", "L": "t"}, argument=late)
    item.note("For all sizes and every continuous target with |rho|^2 <= nu: an increasing bounded function of T has a limit, which is Eq. (75).")
