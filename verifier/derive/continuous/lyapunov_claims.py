"""What is proved about the loss of a continuous-time linear RNN against another one, for all sizes.

Student dh/dt = W h + U x, y = c'h with m states, teacher Ws, Us, cs with n states, d inputs, both stable.  The loss is
the integral of |U' F' c - Us' E' cs|^2 with F = e^(t W), E = e^(t Ws), and with the solutions of linear equations

    W P + P W' + U U' = 0,   W N + N Ws' + U Us' = 0,   Ws M + M Ws' + Us Us' = 0   (P, M symmetric)
    W'Q + Q W + c c' = 0,    W'X + X Ws = c cs'                                     (Q symmetric)

it is c'P c - 2 c'N cs + cs'M cs, with the gradient 2 (Q P + X N'), 2 (Q U + X Us), 2 (P c - N cs).

Source: Li, Han, E and Li (ICLR 2021), (7)-(9), (74), (75), for any stable W.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from verifier.language.claim import claim
from verifier.language.script import Inside, Linear

if TYPE_CHECKING:
    from verifier.language.claim import Claim

SIZES = dict.fromkeys(("m", "n", "d"), "positive integer")
SYSTEMS = {"W": "matrix(m, m)", "U": "matrix(m, d)", "c": "matrix(m, 1)", "Ws": "matrix(n, n)", "Us": "matrix(n, d)",
           "cs": "matrix(n, 1)"}  # fmt: skip
SOLUTIONS = {"P": "symmetric matrix(m)", "N": "matrix(m, n)", "M": "symmetric matrix(n)", "Q": "symmetric matrix(m)",
             "X": "matrix(m, n)"}  # fmt: skip
EQUATIONS = {
    "P": "W*P + P*W.T + U*U.T == zeros(m, m)", "N": "W*N + N*Ws.T + U*Us.T == zeros(m, n)",
    "M": "Ws*M + M*Ws.T + Us*Us.T == zeros(n, n)", "Q": "W.T*Q + Q*W + c*c.T == zeros(m, m)",
    "X": "W.T*X + X*Ws - c*cs.T == zeros(m, n)",
}  # fmt: skip
LOSS = "trace(c.T*P*c) - 2*trace(c.T*N*cs) + trace(cs.T*M*cs)"
GRADIENT = {"W": "2*(Q*P + X*N.T)", "U": "2*(Q*U + X*Us)", "c": "2*(P*c - N*cs)"}
#: the change of basis h -> T h, R the inverse of T
BASIS = {"W": "T*W*R", "U": "T*U", "c": "R.T*c"}
LAW = "W*W.T - W.T*W + U*U.T - c*c.T"

_ALL = {**SIZES, **SYSTEMS, **SOLUTIONS}


def _made(name: str, goal: str, letters: dict[str, str], given: dict[str, str], terms: Sequence[Any]) -> Claim:
    argument = [Linear(terms=list(terms))] if terms else []
    return claim(name, goal, variables={**_ALL, **letters}, given=given, argument=argument)


def loss_claims() -> tuple[Claim, ...]:
    """Each of the three parts decreases along F, E at the rate of its part of the integrand.

    From F(0) = 1, E(0) = 1 and F, E -> 0 the parts are the integrals.
    """
    curves = {"F": "matrix(m, m) curve", "E": "matrix(n, n) curve", "t": "real"}
    moving = {"F": "forall(s, real, diff(F[s], s) == F[s]*W)", "E": "forall(s, real, diff(E[s], s) == E[s]*Ws)"}
    rows = (("c'F P F'c", "c.T*F[t]*P*F[t].T*c", "c.T*F[t]*U*U.T*F[t].T*c", "P"),
            ("c'F N E'cs", "c.T*F[t]*N*E[t].T*cs", "c.T*F[t]*U*Us.T*E[t].T*cs", "N"),
            ("cs'E M E'cs", "cs.T*E[t]*M*E[t].T*cs", "cs.T*E[t]*Us*Us.T*E[t].T*cs", "M"))  # fmt: skip
    return tuple(_made(f"the rate of {name}", f"diff(trace({value}), t) == -trace({rate})", curves,
                       {key: EQUATIONS[key], **{f"rate {n}": g for n, g in moving.items()}}, [])
                 for name, value, rate, key in rows)  # fmt: skip


def gradient_claims() -> dict[str, Claim]:
    """The derivative of the loss in the direction V of W, Y of U, f of c; B, D are the derivatives of P and N there."""
    turned = {"V": "matrix(m, m)", "B": "matrix(m, m)", "D": "matrix(m, n)"}
    pushed = {"Y": "matrix(m, d)", "B": "matrix(m, m)", "D": "matrix(m, n)"}
    adjoint = {n: EQUATIONS[n] for n in "QX"}
    moved = "trace(c.T*B*c) - 2*trace(c.T*D*cs)"
    along_w = {"B": "W*B + B*W.T + V*P + P*V.T == zeros(m, m)", "D": "W*D + D*Ws.T + V*N == zeros(m, n)"}
    along_u = {"B": "W*B + B*W.T + Y*U.T + U*Y.T == zeros(m, m)", "D": "W*D + D*Ws.T + Y*Us.T == zeros(m, n)"}
    terms = [Inside("Q", "trace(HOLE*B)"), Inside("B", "-trace(Q*HOLE)"), Inside("X", "2*trace(HOLE.T*D)"),
             Inside("D", "-2*trace(X.T*HOLE)")]  # fmt: skip
    by_w = [*terms, Inside("P.symmetric", "trace(HOLE*V.T*Q.T)"), Inside("Q.symmetric", "trace(P*V.T*HOLE)")]
    by_u = [*terms, Inside("Q.symmetric", "trace(U*Y.T*HOLE)")]
    return {
        "W": _made("dL/dW", f"{moved} == trace(V.T*({GRADIENT['W']}))", turned,
                   {**adjoint, **along_w}, by_w),
        "U": _made("dL/dU", f"{moved} == trace(Y.T*({GRADIENT['U']}))", pushed,
                   {**adjoint, **along_u}, by_u),
        "c": _made("dL/dc", f"trace((c + f).T*P*(c + f)) - 2*trace((c + f).T*N*cs) == trace(c.T*P*c)"
                   f" - 2*trace(c.T*N*cs) + trace(f.T*({GRADIENT['c']})) + trace(f.T*P*f)",
                   {"f": "matrix(m, 1)"}, {}, []),
    }  # fmt: skip


def symmetry_claims() -> tuple[Claim, ...]:
    """In another basis T P T' and T N solve the equations, and the loss is the same."""
    given = {"basis": "R*T == eye(m) and T*R == eye(m)"}
    letters = {"T": "matrix(m, m)", "R": "matrix(m, m)"}
    W, U, c = BASIS["W"], BASIS["U"], BASIS["c"]
    return (
        _made("T P T' solves its equation", f"({W})*(T*P*T.T) + (T*P*T.T)*({W}).T + ({U})*({U}).T == zeros(m, m)",
              letters, {**given, "P": EQUATIONS["P"]}, []),
        _made("T N solves its equation", f"({W})*(T*N) + (T*N)*Ws.T + ({U})*Us.T == zeros(m, n)",
              letters, {**given, "N": EQUATIONS["N"]}, []),
        _made("the loss in another basis", f"trace(({c}).T*(T*P*T.T)*({c})) - 2*trace(({c}).T*(T*N)*cs)"
              " == trace(c.T*P*c) - 2*trace(c.T*N*cs)", letters, given, []),
    )  # fmt: skip


def law_claim() -> Claim:
    """Along minus the gradient W W' - W'W + U U' - c c' does not move; half its rate is shown to vanish."""
    G, H, k = "(Q*P + X*N.T)", "(Q*U + X*Us)", "(P*c - N*cs)"
    transposed = "(P*Q + N*X.T)", "(U.T*Q + Us.T*X.T)", "(c.T*P - cs.T*N.T)"  # P and Q are symmetric
    half = (f"{G}*W.T + W*{transposed[0]} - {transposed[0]}*W - W.T*{G} + {H}*U.T + U*{transposed[1]} - {k}*c.T"
            f" - c*{transposed[2]}")  # fmt: skip
    terms = [("P", "Q", "1"), ("P", "1", "Q"), ("Q", "-1", "P"), ("Q", "-P", "1"),
             Inside("N", "X*HOLE.T"), Inside("N", "HOLE*X.T"), Inside("X", "-HOLE*N.T"), Inside("X", "-N*HOLE.T")]
    return _made("the rate of W W' - W'W + U U' - c c'", f"{half} == zeros(m, m)", {},
                 {n: EQUATIONS[n] for n in "PNQX"}, terms)  # fmt: skip
