"""Why the continuous-time linear RNN C exp(A t) B has the conservation law of the discrete one, for all sizes.

F(t) = exp(A t), and K(t) = int_0^t F(t-s)' C' E B' F(s)' ds is the gradient of trace(E' C F(t) B) with respect to A,
the solution of K' = A' K + C' E B' F', K(0) = 0 (variation of constants; that it is the gradient is no part of the
claim).  Then Z = K A' - A' K + F' C' E B' - C' E B' F' solves dZ/dt = A' Z with Z(0) = 0, so that |Z|^2 grows at most
at the rate 1 + |A|^2 from 0 and vanishes (Gronwall).  The sum of Z and its transpose is the rate of the law along the
gradient; for a loss of the whole impulse response integrate over t, with E(t) its derivative.
"""

from __future__ import annotations

from collections.abc import Mapping

from verifier.language.script import Have, Inside, Linear, Numbers, Order, Square, Step, Take, Use, Vanish
from verifier.library.short_names import GRONWALL, PRODUCT

#: F is the matrix exponential, K the gradient with respect to A.
SENSITIVITY: tuple[str, ...] = (
    "forall(s, [0, oo), diff(F[s], s) == A*F[s] and diff(F[s], s) == F[s]*A) and F[0] == eye(d)",
    "forall(s, [0, oo), diff(K[s], s) == A.T*K[s] + C.T*E*B.T*F[s].T) and K[0] == zeros(d, d)",
)

#: A point at which the hypotheses hold.
AT_REST: Mapping[str, str] = {
    "d": "1", "n": "1", "m": "1", "A": "0", "B": "0", "C": "0", "E": "0", "F": "1", "K": "0", "t": "0",
}  # fmt: skip

_Z = "({K}*A.T - A.T*{K} + {F}.T*C.T*E*B.T - C.T*E*B.T*{F}.T)"


def _at(time: str) -> str:
    return _Z.format(K=f"K[{time}]", F=f"F[{time}]")


def continuous_balance() -> tuple[Step, ...]:
    """Steps to the goal that the rate of A A' - A' A + B B' - C' C vanishes at the time t, from `SENSITIVITY`."""
    moving, slope = _at("s"), _Z.format(K="diff(K[s], s)", F="diff(F[s], s)")
    size = f"trace({moving}.T*{moving})"
    form = "2*trace(Y.T*X*Y) <= (1 + trace(X.T*X))*trace(Y.T*Y)"
    return (
        PRODUCT,
        GRONWALL,
        Have(f"forall(X, matrix(d, d), forall(Y, matrix(d, d), {form}))", name="form", by=[
            Take("X", "Y"),
            Use("norm of a product", at=["d", "d", "d", "X", "Y"], name="product"),
            Order(positive=[Square(root="Y - X*Y"), Square(facts=["product"])]),
        ]),
        Have(f"forall(s, [0, oo), {slope} == A.T*{moving})", name="motion", by=[
            Take("s"),
            Use("given 1.0", at=["s"], name="power"),
            Use("given 2.0", at=["s"], name="response"),
            Linear(terms=[("response", "1", "A.T"), ("response", "-A.T", "1"),
                          Inside("power.1", "HOLE.T*C.T*E*B.T"), Inside("power.0", "-C.T*E*B.T*HOLE.T")]),
        ]),
        Use("gronwall", at=[(size, "s"), "1 + trace(A*A.T)", "t"], name="growth", premises=[[], [
            Take("s"),
            Use("form", at=["A.T", moving], name="form now"),
            Use("motion", at=["s"], name="motion now"),
            Order(positive=[Square(facts=["form now"])], terms=[Inside("motion now", f"-2*trace({moving}.T*HOLE)")]),
        ]]),
        Have(f"trace({_at('0')}.T*{_at('0')}) == 0", name="start"),
        Have(f"trace({_at('t')}.T*{_at('t')}) <= 0", name="end", by=[Numbers(using=["growth", "start"])]),
        Vanish("end", squares=[Square(root=_at("t"), name="zero")]),
        Linear(terms=[("zero", "1", "1"), Inside("zero", "HOLE.T")]),
    )  # fmt: skip
