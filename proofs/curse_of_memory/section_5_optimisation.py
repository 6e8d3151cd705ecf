"""Section 5 and Appendix C.1: the loss by Ito's isometry, its gradient, the target with memory."""

from verifier.language.script import (
    Axiom,
    Have,
    Ladder,
    Limit,
    Linear,
    Order,
    SameSlope,
    Split,
    Square,
    Take,
    Use,
    Witness,
)

from . import paper
from .lemmas.cauchy_matrices import GRADIENT, KERNEL, LOSS_MOVES, value
from .lemmas.exponential_curves import CONSTANT
from .lemmas.exponential_curves import EXPONENTIAL as EXPONENTIAL_CURVE

E = "matrix(m, m) curve"
#: E(t) = e^(Wt) as the solution of its equation.
EXPONENTIAL = "E[0] == eye(m) and forall(t, real, diff(E[t], t) == W*E[t])"


#: W = -diag(w), and its exponential E.
DIAGONAL = "W == -Sum(w[i, 0]*basis(m, i)*basis(m, i).T, (i, 0, m-1))"


@paper.equation("eq-76", "Diagonal networks are exponential sums", where="Appendix C.1, Eq. (76)", provenance="recalled")
def diagonal_networks(item):
    item.printed("W = diag(-w_1, ..., -w_m), w_i > 0, a = b o c: c' e^(Wt) b = sum_i a_i e^(-w_i t).")
    item.let(m="positive integer", c="matrix(m, 1)", b="matrix(m, 1)", w="matrix(m, 1)", W="matrix(m, m)", E=E)
    item.suppose("diagonal", DIAGONAL)
    item.suppose("flow", EXPONENTIAL)
    item.conclude(
        "forall(T, nonnegative, forall(p, real sequence, implies(forall(i, integer[0, m-1], p[i] == exp(-w[i, 0]*T)),"
        " c.T*E[T]*b == Sum(c[i, 0]*b[i, 0]*p[i], (i, 0, m-1)))))", expected="proved",
        argument=[
            EXPONENTIAL_CURVE, Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["m"], name="identity"),
            Take("T", "p"),
            Have("forall(i, integer[0, m-1], basis(m, i).T*E[T]*b == p[i]*b[i, 0])", name="entries", by=[
                Take("i"),
                Have("basis(m, i).T*W == -w[i, 0]*basis(m, i).T", name="row"),
                Use("exponential", at=[("trace(basis(m, i).T*E[t]*b)", "t"), "-w[i, 0]"], name="grows", premises=[[
                    Take("t"), Use("flow.1", at=["t"], name="now")]]),
                Use("grows", at=["T"], name="then"), Use("given1", at=["i"], name="p now"),
                Have("trace(basis(m, i).T*E[T]*b) == p[i]*trace(basis(m, i).T*E[0]*b)", name="moved")]),
            Linear(terms=[("identity", "c.T", "E[T]*b")], rewrite=["entries"]),
        ])  # fmt: skip
    item.without("diagonal", counterexample={"m": 1, "c": 1, "b": 1, "w": 1, "W": 0, "E": 1})
    item.without("flow", counterexample={"m": 1, "c": 1, "b": 1, "w": 1, "W": -1, "E": 1})
    item.note("For every m and all real w. e^(Wt) is the solution of E' = W E, E(0) = 1.")


#: x = E u with u = (1, ..., 1)', D = diag(w), K_ij = 1/(w_i + w_j).
LYAPUNOV = "D*K + K*D == u*u.T"
LOSS_AT = "a.T*(K - E[T]*K*E[T])*a - 2*a.T*G[T] + N[T]"


FINITE = f"forall(T, nonnegative, L[T] == {LOSS_AT})"
#: The derivative of the difference of both sides is 0.
FINITE_BY = [
    CONSTANT,
    Use("constant", at=[(f"L[t] - ({LOSS_AT.replace('[T]', '[t]')})", "t")], name="kept", premises=[[
        Take("t"), Use("loss.1", at=["t"], name="l"), Use("correlation.1", at=["t"], name="g"), Use("energy.1", at=["t"], name="n"),
        Use("states.1", at=["t"], name="e"), Use("commute", at=["t"], name="c"),
        Linear(terms=[("l", "1", "1"), ("n", "-1", "1"), ("g", "2*a.T", "1"), ("Lyapunov", "-a.T*E[t]", "E[t]*a"),
                      ("c.1", "-a.T", "K*E[t]*a")], rewrite=["e", "c.0"])]]),
    Take("T"), Use("kept", at=["T"], name="same"),
    Have(f"{LOSS_AT.replace('[T]', '[0]')} == 0", name="start"),
]


def student(item):
    """A diagonal student, its loss L up to T, its correlations G with the target and the target's energy N up to T."""
    item.let(m="positive integer", a="matrix(m, 1)", u="matrix(m, 1)", D="matrix(m, m)", K="matrix(m, m)",
             E=E, rho="real curve", L="real curve", G="matrix(m, 1) curve", N="real curve")
    item.suppose("states", "E[0] == eye(m) and forall(t, real, diff(E[t], t) == -D*E[t])")
    item.suppose("commute", "forall(t, real, E[t].T == E[t] and D*E[t] == E[t]*D)")
    item.suppose("Lyapunov", LYAPUNOV)
    item.suppose("loss", "L[0] == 0 and forall(t, [0, oo), diff(L[t], t) == (a.T*E[t]*u - rho[t])**2)")
    item.suppose("correlation", "G[0] == zeros(m, 1) and forall(t, [0, oo), diff(G[t], t) == rho[t]*E[t]*u)")
    item.suppose("energy", "N[0] == 0 and forall(t, [0, oo), diff(N[t], t) == rho[t]**2)")
    item.note("For every m and every continuous target: K_ij = 1/(w_i + w_j) solves D K + K D = u u' with D = diag(w), u = (1, ..., 1)'. "
              "L is the integral from 0 to T, G that of rho(t) e^(-w_i t), N that of rho^2.")


@paper.equation("eq-77/18", "The loss of exponential sums", where="Section 5, Eq. (18); Appendix C.1, Eq. (77)", provenance="recalled")
def loss(item):
    item.printed("min over a in R^m, w in R_+^m of J_m(a, w) = int_0^oo (sum_i a_i e^(-w_i t) - rho(t))^2 dt.")
    student(item)
    item.let(r="matrix(m, 1)", nu="real", J="real")
    item.let(Z="matrix(m, m)")
    item.suppose("decay", "tends(E[n], n, Z)")
    item.suppose("transform", "tends(G[n], n, r)")
    item.suppose("norm", "tends(N[n], n, nu)")
    item.suppose("integral", "tends(L[n], n, J)")
    item.conclude("J == a.T*(K - Z*K*Z)*a - 2*a.T*r + nu", expected="proved", argument=[
        Have(FINITE, name="finite", by=FINITE_BY),
        Have(f"forall(n, nonnegative integer, L[n] == {LOSS_AT.replace('[T]', '[n]')})", name="at integers", by=[
            Take("n"), Use("finite", at=["n"], name="now")]),
        Limit("at integers", limits=["integral", "decay", "transform", "norm"], name="in the limit"),
    ], example={"m": 1, "a": 0, "u": 0, "D": 0, "K": 0, "E": 1, "Z": 1, "rho": 0, "L": 0, "G": 0, "N": 0, "r": 0, "nu": 0, "J": 0})  # fmt: skip
    item.step("s1", FINITE, because=["states", "commute", "Lyapunov", "loss", "correlation", "energy"], says="the integral up to T",
              argument=FINITE_BY)
    item.note("Z is the limit of e^(-Dt), which is 0 where all rates are positive. So J = sum_ij a_i a_j/(w_i + w_j) - 2 sum_i a_i R(w_i) + |rho|^2 with R the Laplace transform of the target, "
              "and no factor 1/2.")


#: One neuron at rest, no target; and what moves otherwise where a hypothesis fails.
RESTING = {"m": 1, "T": 1, "a": 0, "w": "1/2", "K": 1, "J": 0, "c": 0, "lo": "1/2", "R": 0, "R1": 0, "p": 0, "q": 0}
WITHOUT = {
    "kernel": {"a": 1, "K": "1 + t", "J": "1 + t"},
    "seen": {"a": 1, "p": "t", "J": "1 - 2*t"},
    "loss": {"J": "t"},
}
#: p and q are the transform of the target and its first moment at the rates of the neurons.
SEEN = "forall(t, [0, T], forall(k, integer[0, m-1], p[t][k, 0] == R[w[t][k, 0]] and q[t][k, 0] == R1[w[t][k, 0]]))"
#: p_k' = R'(w_k) w_k'.
MOVES = Have("forall(t, [0, T), forall(k, integer[0, m-1], diff(p[t], t)[k, 0] == -diff(w[t], t)[k, 0]*q[t][k, 0]))", name="p moves", by=[
    Take("t", "k"), Have("0 <= t and t <= T", name="time"),
    SameSlope("p[s][k, 0]", "R[w[s][k, 0]]", "s", "t", "0", "T", name="slopes", place=[], by=[
        Use("seen", at=["s", "k"], premises=[[]], name="then"), Use("then.0")]),
    Use("seen", at=["t", "k"], premises=[[Use("time")]], name="now"), Use("rates", at=["t", "k"], premises=[[Use("time")]], name="rate"),
    Use("transform", at=["w[t][k, 0]"], premises=[[Use("rate")]], name="slope")])  # fmt: skip


@paper.equation("eq-80/21", "Gradient flow", where="Section 5, Eq. (21); Appendix C.1, Eq. (80)", provenance="recalled")
def gradient_flow(item):
    item.printed("theta' = -grad J(theta), theta(0) = theta_0: a_k' = -dJ/da_k, w_k' = -dJ/dw_k.")
    item.let(m="positive integer", T="positive", a="matrix(m, 1) curve", w="matrix(m, 1) curve", K="matrix(m, m) curve", J="real curve",
             c="real", lo="positive", R="real curve", R1="real curve", p="matrix(m, 1) curve", q="matrix(m, 1) curve")  # fmt: skip
    item.define(f"ga(k, t) := {GRADIENT[0]}", f"gw(k, t) := {GRADIENT[1]}")
    item.suppose("rates", "forall(t, [0, T], forall(i, integer[0, m-1], w[t][i, 0] >= lo))")
    item.suppose("kernel", KERNEL)
    item.suppose("transform", "forall(s, [lo, oo), diff(R[s], s) == -R1[s])")
    item.suppose("seen", SEEN)
    item.suppose("loss", f"forall(t, [0, T], J[t] == {value('p', 't')} + c)")
    along = "Sum(ga(k, t)*diff(a[t], t)[k, 0] + gw(k, t)*diff(w[t], t)[k, 0], (k, 0, m-1))"
    flow = ("forall(t, [0, T), forall(k, integer[0, m-1],"
            " diff(a[t], t)[k, 0] == -ga(k, t) and diff(w[t], t)[k, 0] == -gw(k, t)))")  # fmt: skip
    rate = "-Sum(ga(k, t)**2 + gw(k, t)**2, (k, 0, m-1))"
    item.conclude(f"forall(t, [0, T), diff(J[t], t) == {along}) and implies({flow},"
                  f" forall(t, [0, T), diff(J[t], t) == {rate}) and forall(S, [0, T], forall(t, [S, T], J[t] <= J[S])))",
                  expected="proved", argument=[
        LOSS_MOVES, MOVES,
        Use("loss moves", at=["m", *((f"{name}[t]", "t") for name in ("a", "w", "K", "p", "q", "J")), "c", "T"], name="chain", premises=[
            [Split([[Use("kernel")], [Use("p moves")], [Use("loss")]])]]),
        Split([[Use("chain")], [
            Take(), Have(f"forall(t, [0, T), diff(J[t], t) == {rate})", name="falls", by=[
                Take("t"), Use("chain", at=["t"], premises=[[Use("given1")]], name="now"),
                Use("given", at=["t"], premises=[[Use("given1")]], name="flows")]),
            Split([[Use("falls")], [Take("S", "t"), Ladder("t", "S", time="r", slope=[
                Use("falls", at=["r"], premises=[[]], name="now"),
                Order(positive=[Square(root="ga(k, r)", over=[("k", "0", "m-1")]), Square(root="gw(k, r)", over=[("k", "0", "m-1")])],
                      terms=[("now", "-1", "1")])])]])]])],
        example=RESTING)  # fmt: skip
    for name, point in WITHOUT.items():
        item.without(name, counterexample={**RESTING, **point})
    item.note("For every m, every target and every path: (ga, gw) with ga_k = 2 I_0(w_k), gw_k = -2 a_k I_1(w_k), Eqs. (90), (91), is the gradient of "
              "J = sum_ij a_i a_j/(w_i + w_j) - 2 sum_i a_i R(w_i) + |rho|^2, Eq. (77), as J changes along every path by its product with the velocity; "
              "so along (80) it falls at the rate |grad J|^2. K_ij = 1/(w_i + w_j); R is the Laplace transform of the target and R1 = -R' that of t rho(t).")
    item.note("The time runs up to an arbitrary T, so that the rates stay away from 0, where a transform may be unbounded; lo is a bound. "
              "K, p and q are curves as 1/(w_i + w_j), R and R1 are differentiable.")  # fmt: skip


@paper.equation("eq-20", "The target with memory", where="Section 5, Eqs. (20), (125)", provenance="recalled")
def target(item):
    item.printed("rho_omega(t) = sum_(j=1)^(m*) a*_j e^(-w*_j t) + rho_0(t - 1/omega); example (125): a* e^(-w* t) + "
                 "c_0 e^(-(t - 1/omega)^2/(2 sigma^2)).")
    item.let(omega="positive", n="positive integer", A="real sequence", W="real sequence", rho0="real curve")
    item.define("rhobar(t) := Sum(A[j]*exp(-W[j]*t), (j, 0, n-1))", "rho(t) := rhobar(t) + rho0[t - 1/omega]")
    item.conclude("forall(t, real, rho(t + 1/omega) - rhobar(t + 1/omega) == rho0[t])", expected="proved", argument=[
        Have("forall(p, real sequence, forall(t, real, Sum(A[j]*p[j], (j, 0, n-1)) + rho0[(t + 1/omega) - 1/omega]"
             " - Sum(A[j]*p[j], (j, 0, n-1)) == rho0[t]))", name="shifted", by=[Take("p", "t")]),
        Take("t"), Use("shifted", at=[("exp(-W[j]*(t + 1/omega))", "j"), "t"])])  # fmt: skip
    item.step("example", "forall(a, nonzero, forall(w, positive, forall(c, nonzero, forall(sigma, positive,"
              " limit(a*exp(-w*t) + c*exp(-(t - 1/omega)**2/(2*sigma**2)), t, oo) == 0"
              " and a*exp(-w/omega) + c*exp(-(1/omega - 1/omega)**2/(2*sigma**2)) == a*exp(-w/omega) + c))))", because=["definitions"],
              says="the example (125): it decays, and at t = 1/omega the memory has its full size c_0")
    item.note("A definition. The memory of the target is rho_0, delayed by 1/omega, for every number m* = n of exponentials.")


@paper.definition("assump-rho0", "What is asked of the memory", where="Section 5; Appendix C.2, Eq. (81)", provenance="recalled")
def assumption(item):
    item.printed("rho_0 in L^2(R) and continuous, not identically 0, bounded, rho_0(t) -> 0 as t -> -oo; sub-Gaussian: "
                 "|rho_0(t)| <= c_0 e^(-c_1 t^2) for |t| >= t_0.")
    item.let(c="positive", sigma="positive")
    item.define("rho0(t) := c*exp(-t**2/(2*sigma**2))")
    item.conclude("rho0(0) == c and forall(t, real, Abs(rho0(t)) <= c) and limit(rho0(t), t, -oo) == 0"
                  " and integrate(rho0(t)**2, (t, -oo, oo)) == c**2*sigma*sqrt(pi)"
                  " and exists(c0, positive, exists(c1, positive, exists(t0, positive, forall(t, real,"
                  " implies(Abs(t) >= t0, Abs(rho0(t)) <= c0*exp(-c1*t**2))))))", argument=[Split([[], [], [],
                      [], [Witness("c"), Split([[], [Witness("1/(2*sigma**2)"), Split([[], [
                          Witness("1"), Split([[], [Take("t")]])]])]])]])], expected="proved")
    item.note("A definition: Gaussian densities satisfy it, tail condition included.")
