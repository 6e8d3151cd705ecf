"""Appendix A: tied layers under gradient flow, for all times.

S is Sigma_x; A and B are W_1 and W_2.  E = B' - A and C = S A A' - A A' S solve a linear system with bounded coefficients.
"""

from verifier.language.script import Have, Inside, Linear, Split, Take, Use

from . import paper
from .appendix_a import FIRST, SECOND, SIZES, SKEW
from .lemmas.linear_matrix_flow import TOOLS, Part, stays_zero

W, Z = "A[t]", "B[t]"
FLOWS = {
    "flow of A": f"forall(t, [0, oo), diff(A[t], t) == -{FIRST.format(W, Z)})",
    "flow of B": f"forall(t, [0, oo), diff(B[t], t) == -{SECOND.format(W, Z)})",
}
E, M, F = f"({Z}.T - {W})", f"({W}*{W}.T)", f"({Z}.T)"
C = f"(S*{M} - {M}*S)"
ONE, REST = "eye(d)", f"(eye(d) - {M})"
#: The velocity of E: terms P Y Q with Y = E, E' or C and the sizes of Y.
OF_E = [
    (ONE, C, W, "d", "d"), (f"(-{ONE})", E, f"({W}.T*S*{W})", "d", "h"), ("(-S)", E, "eye(h)", "d", "h"),
    (f"(S*{M})", E, "eye(h)", "d", "h"), (f"(S*{W})", f"{E}.T", F, "h", "d"),
]  # fmt: skip
#: The velocity of C: S D + D S with D = C - C M - M C, and what E adds.
OF_C = [
    ("S", C, ONE, "d", "d"), (ONE, C, "S", "d", "d"), ("(-S)", C, M, "d", "d"), (f"(-{ONE})", C, f"({M}*S)", "d", "d"),
    (f"(-S*{M})", C, ONE, "d", "d"), (f"(-{M})", C, "S", "d", "d"),
    (f"(S*S*{REST})", E, f"{W}.T", "d", "h"), (f"(-S*S*{W})", f"{E}.T", f"({F}*{W}.T)", "h", "d"),
    (f"(S*{W})", f"{E}.T", f"({REST}*S)", "h", "d"), (f"(-S*{W}*{F}.T)", E, f"({W}.T*S)", "d", "h"),
    (f"(-S*{REST})", E, f"({W}.T*S)", "d", "h"), (f"(S*{W})", f"{E}.T", f"({F}*{W}.T*S)", "h", "d"),
    (f"(-{W})", f"{E}.T", f"({REST}*S*S)", "h", "d"), (f"({W}*{F}.T)", E, f"({W}.T*S*S)", "d", "h"),
]  # fmt: skip


def total(terms):
    return " + ".join(f"{P}*{Y}*{Q}" for P, Y, Q, _, _ in terms)


SPEED_M = f"(diff(A[t], t)*{W}.T + {W}*diff(A[t], t).T)"
MOVES = [
    Have(f"forall(t, [0, oo), diff(B[t], t).T - diff(A[t], t) == {total(OF_E)})", name="E moves", by=[
        Take("t"), Use("flow of A", at=["t"], name="a"), Use("flow of B", at=["t"], name="b")]),
    Have(f"forall(t, [0, oo), S*{SPEED_M} - {SPEED_M}*S == {total(OF_C)})", name="C moves", by=[
        Take("t"), Use("flow of A", at=["t"], name="a")]),
]  # fmt: skip
PARTS = [Part(E, "d", "h", "", "E moves", OF_E), Part(C, "d", "d", "", "C moves", OF_C)]
START = []
CURVES = {**SIZES, "S": "symmetric matrix(d)", "A": "matrix(d, h) curve", "B": "matrix(h, d) curve"}


@paper.remark("appA-cont", "Tied layers stay tied under gradient flow", where="Appendix A")
def tied_flow(item):
    item.printed("The same for (12), by the theorem of Cauchy and Lipschitz: W_1(t) = W_2(t)' for all t when it holds at t = 0.")
    item.let(**CURVES)
    for name, formula in FLOWS.items():
        item.suppose(name, formula)
    item.suppose("tied", "B[0] == A[0].T")
    with item.reading("A: no further hypothesis", alone=True) as r:
        r.let(**SIZES, S="symmetric matrix(d)", W="matrix(d, h)")
        r.conclude(f"{FIRST.format('W', 'W.T')} == ({SECOND.format('W', 'W.T')}).T", expected="refuted",
                   counterexample={"d": 2, "h": 1, "S": SKEW["S"], "W": SKEW["A"]})  # fmt: skip
    with item.reading("B: Sigma_x commutes with W_1 W_1' at the start") as r:
        r.suppose("commuting", "S*A[0]*A[0].T == A[0]*A[0].T*S")
        r.conclude("forall(t, [0, oo), B[t] == A[t].T and S*A[t]*A[t].T == A[t]*A[t].T*S)", expected="proved", argument=[
            *TOOLS, *MOVES, *stays_zero(PARTS, START), Take("t"), Use("stay", at=["t"], name="now"), Split([
                [Linear(terms=[Inside("now.0", "HOLE.T")])], []])],
            example={"d": 1, "h": 1, "S": 0, "A": 0, "B": 0})  # fmt: skip
    item.note("Reading B without the theorem of Cauchy and Lipschitz, and for all sizes: E = W_2' - W_1 and the commutator C of Sigma_x with "
              "W_1 W_1' solve a linear system whose coefficients are continuous, so |E|^2 + |C|^2 stays 0.")  # fmt: skip
    item.note("Reading A is refuted for the velocities: at tied layers W_1 = W, W_2 = W' that do not commute the two velocities are not transposes of each "
              "other, so a solution from there leaves the tied layers at once.")  # fmt: skip
