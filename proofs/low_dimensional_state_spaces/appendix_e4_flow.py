"""Appendix E.4: how the norms of B and of A move along the flow, and Gronwall's bounds."""


from . import paper
from .appendix_e_auxiliary import ONE
from .notation import half_flow, systems

HALF = ("The factor 2 of the square is lost, as in Lemma E.4: this is the flow of half the loss, or time runs twice as fast. The "
        "lines behind it are audited for that flow; w_0 in their rates then stands for 2 w_0.")  # fmt: skip


def velocity(name, letter, size, printed, formula, counterexample, behind):
    @paper.equation(name, f"How {letter} moves", where=f"Appendix E.4, Eq. ({name})", provenance="printed")
    def page(item):
        item.printed(printed)
        item.leads_to(*behind)
        item.use(systems)
        item.let(**{f"d{letter}": size})
        item.suppose("flow", f"d{letter} == -grad{letter}(A, B, C)")
        item.conclude(f"d{letter} == {formula}", expected="refuted", counterexample=counterexample)
        with item.repair("for half the loss") as r:
            r.suppose("flow", f"d{letter} == -grad{letter}(A, B, C)/2")
            r.conclude(f"d{letter} == {formula}", expected="proved")
        item.note(HALF)

    return page


velocity("E.58", "B", "matrix(d, 1)", "dB/dt = -sum_{i=0}^{k-1} e_i (A')^i C'.", "-Sum(e(i)*A.T**i*C.T, (i, 0, k-1))",
         {**ONE, "dB": "-2"}, ["E.59", "E.100-E.102"])  # fmt: skip
velocity("E.81", "A", "matrix(d, d)", "dA/dt = -sum_{i=1}^{k-1} e_i sum_{r=0}^{i-1} (A')^r C'B' (A')^{i-r-1}.",
         "-Sum(e(i)*Sum(A.T**r*C.T*B.T*A.T**(i-r-1), (r, 0, i-1)), (i, 1, k-1))",
         {**ONE, "k": "2", "A": "1", "dA": "-2"}, ["E.82"])  # fmt: skip


def derivative(name, title, printed, goal, provenance="printed", argument=()):
    @paper.equation(name, title, where=f"Appendix E.4, Eq. ({name})", provenance=provenance)
    def page(item):
        item.printed(printed)
        item.use(half_flow)
        item.conclude(f"forall(t, [0, oo), {goal})", expected="proved", argument=argument)

    return page


derivative("E.68", "The derivative of |B|^2", "gamma = B'B, dgamma/dt = dB/dt' B + B' dB/dt = 2 B' dB/dt.",
           "diff(trace(B[t].T*B[t]), t) == 2*trace(B[t].T*diff(B[t], t))")  # fmt: skip
derivative("E.78-E.80", "The derivative of |A|_F^2",
           "|A|_F^2 = tr(A'A); d/dt tr(A'A) = tr(d/dt (A'A)) = tr(dA/dt' A) + tr(A' dA/dt) = 2 tr(A' dA/dt).",
           "diff(trace(A[t].T*A[t]), t) == trace(diff(A[t], t).T*A[t]) + trace(A[t].T*diff(A[t], t))"
           " and diff(trace(A[t].T*A[t]), t) == 2*trace(A[t].T*diff(A[t], t))")  # fmt: skip
derivative("E.100-E.102", "How Y moves", "Y = C' - B: dY/dt = dC/dt' - dB/dt = sum_{i=0}^{k-1} e_i ((A')^i C' - A^i B).",
           "diff(C[t], t).T - diff(B[t], t) == Sum(e(i, t)*(A[t].T**i*C[t].T - A[t]**i*B[t]), (i, 0, k-1))",
           provenance="derived")  # fmt: skip
SYM, SKEW = "(A[t]**i + A[t].T**i)/2", "(A[t]**i - A[t].T**i)/2"
Y, W = "(C[t].T - B[t])", "(C[t].T + B[t])"
derivative("E.104", "How Y moves, with symmetric and skew parts",
           "N_0 = 0; dY/dt = e_0 Y + sum_{i=1}^{k-1} e_i (S_i Y - N_i W).",
           f"diff(C[t], t).T - diff(B[t], t) == e(0, t)*{Y} + Sum(e(i, t)*({SYM}*{Y} - {SKEW}*{W}), (i, 1, k-1))")  # fmt: skip
derivative("E.104W", "How W moves", "The same for W with opposite signs: dW/dt = -e_0 W - sum_{i=1}^{k-1} e_i (S_i W - N_i Y).",
           f"diff(C[t], t).T + diff(B[t], t) == -e(0, t)*{W} - Sum(e(i, t)*({SYM}*{W} - {SKEW}*{Y}), (i, 1, k-1))",
           provenance="derived")  # fmt: skip
derivative("E.105", "The derivative of |Y|^2",
           "d/dt (Y'Y) = 2 Y' dY/dt; Y' dY/dt = e_0 Y'Y + sum_{i=1}^{k-1} e_i (Y'S_i Y - Y'N_i W).",
           f"diff(trace({Y}.T*{Y}), t) == 2*trace({Y}.T*(diff(C[t], t).T - diff(B[t], t)))"
           f" and trace({Y}.T*(diff(C[t], t).T - diff(B[t], t))) == e(0, t)*trace({Y}.T*{Y})"
           f" + Sum(e(i, t)*({Y}.T*({SYM})*{Y} - {Y}.T*({SKEW})*{W}), (i, 1, k-1))")  # fmt: skip
