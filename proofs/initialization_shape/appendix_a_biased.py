"""Appendix A: diagonal networks from any start, biased or not; K stands for sqrt(k).

c_i = arcsinh(2w_i(0)/sqrt(k_i)) is what the start contributes to the potential.
"""

from verifier.language.script import (
    Axiom,
    Have,
    Inside,
    Linear,
    Obtain,
    Split,
    Take,
    Use,
    Witness,
)

from . import paper
from .appendix_a import CONSERVED, REST, SIZE, W, better, coordinate
from .appendix_a_minimum import BETTER, COMPARED, POTENTIAL, STRICT_SUM, TENDS, TERM_BY_TERM, end, grows
from .appendix_a_theorem_1 import CURVES, ENTRIES, TRACES, WITHOUT, diagonal
from .neuron import ROOT_IS

RUNNING = "trace(basis(d, i).T*(X*rho[m]))"
BIASED = (" - W[i, 0]/2*c[i]", " - z[i, 0]/2*c[i]")


@paper.remark("A/minimum-biased", "What the flow keeps makes the end a minimum, any start", where="Appendix A, cross-check", provenance="derived")
def biased_end(item):
    item.printed("(not in the paper) A/minimum with the linear term: if arcsinh(2W_i/sqrt(k_i)) - c_i is orthogonal to all directions that no sample "
                 "sees, and X'W = y, then W is the strict minimum of sum_i q_{k_i}(z_i) - z_i c_i/2.")  # fmt: skip
    end(item)
    item.let(c="real sequence")
    item.suppose("unseen", "forall(z, matrix(d, 1), implies(X.T*z == zeros(N, 1), Sum(z[i, 0]*(Theta[i] - c[i]), (i, 0, d-1)) == 0))")
    item.conclude(BETTER.format(*BIASED), because=["A/tangent", "A/tangent-strict"], expected="proved", argument=[
        TERM_BY_TERM, STRICT_SUM,
        Have("forall(V, real sequence, forall(T, real sequence, forall(U, real sequence, forall(P, real sequence, forall(R, real sequence, implies("
             "Sum(V[i] + T[i], (i, 0, d-1)) < Sum(U[i], (i, 0, d-1)) and Sum(T[i], (i, 0, d-1)) == Sum(R[i], (i, 0, d-1)) - Sum(P[i], (i, 0, d-1)),"
             " Sum(V[i] - P[i], (i, 0, d-1)) < Sum(U[i] - R[i], (i, 0, d-1))))))))", name="without", by=[
            Take("V", "T", "U", "P", "R")]),
        *COMPARED,
        Use("without", at=[("q(W[i, 0], K[i, 0])", "i"), ("Theta[i]/2*(z[i, 0] - W[i, 0])", "i"), ("q(z[i, 0], K[i, 0])", "i"),
                           ("W[i, 0]/2*c[i]", "i"), ("z[i, 0]/2*c[i]", "i")],
            premises=[[Split([[], [Linear(terms=[("kept", "1/2", "1")])]])]])],
        example={"d": 1, "N": 1, "X": 1, "y": 0, "W": 0, "Theta": 0, "K": 1, "c": 0})  # fmt: skip
    item.without("unseen", counterexample={"d": 1, "N": 1, "X": 0, "y": 0, "W": 1, "Theta": "asinh(2)", "K": 1, "c": 0})
    item.without("fit", counterexample={"d": 1, "N": 1, "X": 1, "y": 0, "W": 1, "Theta": "asinh(2)", "K": 1, "c": 0})


SQUARE = "4*(up[0]*vm[0] + um[0]*vp[0])**2 + (up[0]**2 - vp[0]**2 + um[0]**2 - vm[0]**2)**2"
LAWS = [*CONSERVED.values()]
DELTAS = " + ".join(law.format(time) for law in LAWS[1:] for time in ("t", "0"))
RATE = "diff(up[t], t)*vp[t] + up[t]*diff(vp[t], t) - (diff(um[t], t)*vm[t] + um[t]*diff(vm[t], t))"
CURVES_AT = [*((f"{x}[t]", "t") for x in (*CURVES, "s"))]


@paper.remark("A/biased-coordinate", "One coordinate from any start", where="Appendix A, cross-check", provenance="derived")
def one_coordinate(item):
    item.printed("(not in the paper) From any start with k_i > 0: arcsinh(2w_i(t)/sqrt(k_i)) = arcsinh(2w_i(0)/sqrt(k_i)) + 2 (s_i(t) - s_i(0)).")
    item.use(coordinate)
    item.let(K="positive")
    item.suppose("k", f"K**2 == {SQUARE}")
    item.conclude(f"forall(t, [0, oo), asinh(2*{W}/K)/2 - s[t] == asinh(2*{W.replace('[t]', '[0]')}/K)/2 - s[0])",
                  because=["A/step-2", "A/step-3", "A/step-5"], expected="proved", argument=[
        ROOT_IS,
        Have("forall(p, real, forall(e, real, forall(q, real, forall(h, real, implies(p == e*q and h == e, p == h*q)))))", name="put in",
             by=[Take("p", "e", "q", "h")]),
        Use("cited:A/step-2", at=CURVES_AT, name="speed"),
        Use("cited:A/step-3", at=CURVES_AT, name="laws"),
        Have(f"forall(t, [0, oo), {RATE} == sqrt(4*{W}**2 + K**2)*diff(s[t], t))", name="closed", by=[
            Take("t"), Use("speed", at=["t"], name="now"),
            Use("laws.0", at=["t"], name="c"), Use("laws.1", at=["t"], name="plus"), Use("laws.2", at=["t"], name="minus"),
            Have(f"4*{W}**2 + K**2 == {SIZE}**2", name="square"),
            Have(f"{SIZE} >= 0", name="sign"),
            Use("root is", at=[f"4*{W}**2 + K**2", SIZE], name="root", premises=[[Split([[], []])]]),
            Use("put in", at=[RATE, SIZE, "diff(s[t], t)", f"sqrt(4*{W}**2 + K**2)"])]),
        Use("cited:A/step-5", at=["K", (W, "t"), ("s[t]", "t")], name="both", premises=[[Split([[], []])]]), Take("t"),
        Use("both.0", at=["t"])],
        example={**REST, "K": 2})  # fmt: skip
    item.note("For k_i = 0 the formula has no meaning: A/biased-degenerate.")


@paper.remark("A/biased-degenerate", "A start with k = 0", where="Appendix A, cross-check", provenance="derived")
def degenerate(item):
    item.printed("(not in the paper) k = 0 with w(0) != 0 happens, as at v_+ = u_+, u_- = v_- = 0: then w(t) = w(0) exp(2 (s(t) - s(0))) keeps its sign.")
    item.use(coordinate)
    item.suppose("shared", "up[0] == vp[0] and um[0] == 0 and vm[0] == 0")
    item.conclude(f"{SQUARE} == 0 and forall(t, [0, oo), {W} == up[0]**2*exp(2*(s[t] - s[0])))"
                  " and forall(x, positive, forall(w, positive, diff(x/2*(log(x/w) - 1), x) == log(x/w)/2))", argument=[
        Have("forall(p, real, forall(c, real, forall(q, real, forall(h, real, implies(p == c*q and h == q, p == c*h)))))", name="put in",
             by=[Take("p", "c", "q", "h")]),
        grows("a", "up[{0}] + vp[{0}]", "+", "-1"), grows("b", "up[{0}] - vp[{0}]", "-", "1"),
        grows("c", "um[{0}] + vm[{0}]", "+", "1"), grows("e", "um[{0}] - vm[{0}]", "-", "-1"),
        Split([[], [
            Take("t"), *(Use(x, at=["t"], name=f"{x} now") for x in "abce"),
            Have("exists(g, real, g > 0 and exp(-1*(s[t] - s[0])) == 1/g and exp(1*(s[t] - s[0])) == g and exp(2*(s[t] - s[0])) == g**2)", name="there is g",
                 by=[Witness("exp(s[t] - s[0])"), Split([[]]*4)]),
            Obtain("there is g", "g", label="g facts"),
            Have("up[t] + vp[t] == 2*up[0]*g and up[t] - vp[t] == 0", name="plus", by=[Split([
                [], []])]),
            Have("um[t] + vm[t] == 0 and um[t] - vm[t] == 0", name="minus", by=[Split([
                [], []])]),
            Have(f"{W} == up[0]**2*g**2", name="product"),
            Use("put in", at=[W, "up[0]**2", "g**2", "exp(2*(s[t] - s[0]))"])],
            [Take("x", "w")]])],
                  expected="proved", example={**REST, "up": 1, "um": 0, "vp": 1, "vm": 0})  # fmt: skip
    item.note("So the potential there is the entropy (x/2) (log(x/w(0)) - 1), defined for x of the sign of w(0) only, and data that ask for the other sign "
              "are never fitted.")  # fmt: skip


#: One coordinate that no sample sees, at rest at w = 0 with k = 1.
AT_REST = {"d": 1, "N": 1, "X": 0, "rho": 0, "y": 0, "up": 1, "um": 0, "vp": 0, "vm": 0, "A": 1, "B": 0, "C": 0, "D": 0, "W": 0, "K": 1, "W0": 0,
           "c": 0}  # fmt: skip


@paper.remark("app-A-biased", "Any initialisation", where="Appendix A", provenance="derived")
def biased(item):
    item.printed("The conclusion of Theorem 1 for arbitrary u_+-(0), v_+-(0), with q_{k_i}(x) - (x/2) arcsinh(2w_i(0)/sqrt(k_i)) in place of q_{k_i}.")
    item.use(diagonal)
    item.let(y="matrix(N, 1)", W="matrix(d, 1)", K="matrix(d, 1)", W0="matrix(d, 1)", c="matrix(d, 1)",
             **dict.fromkeys(("A", "B", "C", "D"), "matrix(d, 1)"))  # fmt: skip
    item.define(POTENTIAL)
    start = "(e(i, up[0])*e(i, vp[0]) - e(i, um[0])*e(i, vm[0]))"
    square = SQUARE
    for x in CURVES:
        square = square.replace(f"{x}[0]", f"e(i, {x}[0])")
    item.suppose("scales", f"forall(i, integer[0, d-1], K[i, 0]**2 == {square})")
    item.suppose("alive", "forall(i, integer[0, d-1], K[i, 0] > 0)")
    item.suppose("start", f"forall(i, integer[0, d-1], W0[i, 0] == {start})")
    item.suppose("start values", "forall(i, integer[0, d-1], c[i, 0] == asinh(2*W0[i, 0]/K[i, 0]))")
    item.suppose("converges", TENDS)
    item.suppose("limit", "forall(i, integer[0, d-1], W[i, 0] == A[i, 0]*C[i, 0] - B[i, 0]*D[i, 0])")
    item.suppose("fit", "X.T*W == y")
    wm = TRACES
    w0 = TRACES.replace("[m]", "[0]")
    item.conclude(BETTER.format(*(b.replace("c[i]", "c[i, 0]") for b in BIASED)),
                  because=["arcsinh-congruent", "A/biased-coordinate", "A/limit", "A/minimum-biased"], expected="proved", argument=[
        Have("forall(p, real, forall(q, real, forall(h, real, implies(p == q and q == h, p == h))))", name="transitive",
             by=[Take("p", "q", "h")]),
        Have("forall(p, real, forall(e, real, forall(q, real, forall(h, real, forall(s, real, forall(t, real, forall(g, real, forall(l, real,"
             " implies(p/2 - s == q/2 - t and p == e and q == h and g == h and l == 2*(s - t) + g, l == e)))))))))", name="chain",
             by=[Take("p", "e", "q", "h", "s", "t", "g", "l")]),
        Have("forall(m, nonnegative integer, forall(i, integer[0, d-1], (2*X*(rho[m] - rho[0]) + c)[i, 0]"
             f" == asinh(2/K[i, 0]*{ENTRIES})))", name="values", by=[
            Take("m", "i"), Use("alive", at=["i"], name="scale"), Use("start", at=["i"], name="W0 is"), Use("start values", at=["i"], name="c is"),
            Use("cited:A/biased-coordinate", at=[*((f"trace(basis(d, i).T*{x}[t])", "t") for x in CURVES), ("trace(basis(d, i).T*(X*rho[t]))", "t"),
                                                 "K[i, 0]"], premises=[[Split([
                [], [Use("flow of u", at=["i"])], [Use("flow of v", at=["i"])], [Use("scales", at=["i"])]])]], name="closed"),
            Use("closed", at=["m"], name="now"),
            Use("cited:arcsinh-congruent", at=[f"2*{wm}/K[i, 0]", f"2/K[i, 0]*{ENTRIES}"], name="at m", premises=[[]]),
            Use("cited:arcsinh-congruent", at=[f"2*{w0}/K[i, 0]", "2*W0[i, 0]/K[i, 0]"], name="at 0", premises=[[]]),
            Have(f"(2*X*(rho[m] - rho[0]) + c)[i, 0] == 2*({RUNNING} - {RUNNING.replace('[m]', '[0]')}) + c[i, 0]", name="entry"),
            Use("chain", at=[f"asinh(2*{wm}/K[i, 0])", f"asinh(2/K[i, 0]*{ENTRIES})", f"asinh(2*{w0}/K[i, 0])", "asinh(2*W0[i, 0]/K[i, 0])",
                             RUNNING, RUNNING.replace("[m]", "[0]"), "c[i, 0]", "(2*X*(rho[m] - rho[0]) + c)[i, 0]"])]),
        Have("exists(Theta, real sequence, forall(i, integer[0, d-1], Theta[i] == asinh(2/K[i, 0]*(A[i, 0]*C[i, 0] - B[i, 0]*D[i, 0]))))", name="there is Theta",
             by=[Witness("asinh(2/K[i, 0]*(A[i, 0]*C[i, 0] - B[i, 0]*D[i, 0]))", index="i"), Take("i"),
                 Use("alive", at=["i"], name="now"),
                 Have("forall(g, real, asinh(g) == asinh(g))", name="same", by=[Take("g")]),
                 Use("same", at=["2/K[i, 0]*(A[i, 0]*C[i, 0] - B[i, 0]*D[i, 0])"])]),
        Obtain("there is Theta", "Theta", label="end values"),
        Have("forall(z, matrix(d, 1), implies(X.T*z == zeros(N, 1), Sum(z[i, 0]*(Theta[i] - c[i, 0]), (i, 0, d-1)) == 0))", name="unseen", by=[
            Take("z"),
            Have("forall(m, nonnegative integer, Sum(z[i, 0]*(2*X*(rho[m] - rho[0]) + c)[i, 0], (i, 0, d-1)) == Sum(z[i, 0]*c[i, 0], (i, 0, d-1)))",
                 name="vanishes", by=[
                Take("m"), Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["d"], name="identity"),
                Linear(terms=[Inside("identity", "-2*z.T*HOLE*X*(rho[m] - rho[0])"), Inside("given", "2*HOLE.T*(rho[m] - rho[0])")])]),
            Use("cited:A/limit", at=["d", "z", ("2/K[i, 0]", "i"), "A", "B", "C", "D", ("2*X*(rho[m] - rho[0]) + c", "m"), ("Theta[i]", "i"),
                                     "Sum(z[i, 0]*c[i, 0], (i, 0, d-1))",
                                     ("up[m]", "m"), ("um[m]", "m"), ("vp[m]", "m"), ("vm[m]", "m")], name="end"),
            Linear(terms=[("end", "1", "1")])]),
        Use("cited:A/minimum-biased", at=["d", "N", "X", "y", "W", ("Theta[i]", "i"), "K", ("c[i, 0]", "i")], premises=[[Split([[], [
            Take("i"), Use("end values", at=["i"], name="at the end"), Use("limit", at=["i"], name="W is"), Use("alive", at=["i"], name="scale"),
            Use("cited:arcsinh-congruent", at=["2/K[i, 0]*(A[i, 0]*C[i, 0] - B[i, 0]*D[i, 0])", "2*W[i, 0]/K[i, 0]"], name="same", premises=[[]]),
            Use("transitive", at=["Theta[i]", "asinh(2/K[i, 0]*(A[i, 0]*C[i, 0] - B[i, 0]*D[i, 0]))", "asinh(2*W[i, 0]/K[i, 0])"])], [], []])]]),
    ], example=AT_REST)  # fmt: skip
    one, none = "Matrix([[1]])", "Matrix([[0]])"
    rest = {**AT_REST, "W": one, "K": one, "c": none}
    for name, change in {"flow of v": {"vp": "1 - exp(-t)", "C": 1}, "converges": {"C": 1}, "limit": {},
                         "flow of u": {**dict.fromkeys(("um", "vp", "vm", "B", "C", "D"), 1), "up": "2 - exp(-t)", "A": 2, "K": "Matrix([[4]])"}}.items():  # fmt: skip
        changed = {**rest, **change}
        item.without(name, counterexample=changed, argument=better(one, none, changed["K"], none))
    far = "Matrix([[asinh(2)]])"
    item.without("start", counterexample={**AT_REST, "W": none, "K": one, "W0": one, "c": far}, argument=better(none, one, one, far))
    item.without("start values", counterexample={**AT_REST, "W": none, "K": one, "c": far}, argument=better(none, one, one, far))
    item.without("alive", counterexample={**AT_REST, "W": none, "K": "Matrix([[-1]])", "c": none}, argument=better(none, one, "Matrix([[-1]])", none))
    item.without("fit", counterexample={"d": 1, "N": 1, "y": 0, "c": none, "W0": none, "K": "Matrix([[4]])", **WITHOUT["fit"][0]}, argument=better(
        WITHOUT["fit"][0]["W"], none, "Matrix([[4]])", none))
    item.note("For all d and N, any data, any loss of the predictions, and with a strict minimum. sqrt(k_i) is a letter K_i > 0 with K_i^2 = 4 (u_+ v_- + "
              "u_- v_+)^2 + (u_+^2 - v_+^2 + u_-^2 - v_-^2)^2 at the start, and c_i = arcsinh(2w_i(0)/sqrt(k_i)).")  # fmt: skip
    item.note("`alive`, k_i > 0, is not printed: where k_i = 0 the formula divides by zero, also for starts with w_i(0) != 0 (A/biased-degenerate).")
