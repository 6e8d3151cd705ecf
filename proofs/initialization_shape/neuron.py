"""What the pages on one linear neuron share: the potential of Theorem 2, the flow, and the arguments about it.

f(x) = a w'x, wt = a w.  The residuals r may be any curve: the loss may be any differentiable function of the predictions,
and a factor such as 1/N is a change of the clock.
"""

from collections.abc import Sequence

from verifier.language.script import (
    Bounded,
    Contradict,
    Have,
    Intermediate,
    Ladder,
    Negate,
    Numbers,
    Obtain,
    Order,
    Split,
    Square,
    Step,
    Take,
    Use,
)
from verifier.library.short_names import GRONWALL
from verifier.papers.setting import Setting

#: S and q_delta of Theorem 2; at x = 0 the quotient is read by its limit, which is 0 for delta <= 0.
POTENTIAL = (
    "S(x) := sqrt(x**2 + delta**2/4)",
    "q(x) := Piecewise((-Max(delta, 0)**(3/2)/2, x == 0), ((x**2 - delta/2*(delta/2 + S(x)))*sqrt(S(x) - delta/2)/x, True))",
)

#: Gradient flow of f(x) = a w'x: the motion of a and w from their starts.
neuron = Setting(
    let={"d": "positive integer", "N": "positive integer", "X": "matrix(d, N)", "r": "matrix(N, 1) curve",
         "a": "real curve", "w": "matrix(d, 1) curve", "a0": "real", "w0": "matrix(d, 1)"},
    suppose={
        "starts": "a[0] == a0 and w[0] == w0",
        "flow of a": "forall(t, [0, oo), diff(a[t], t) == w[t].T*X*r[t])",
        "flow of w": "forall(t, [0, oo), diff(w[t], t) == a[t]*X*r[t])",
    },
)  # fmt: skip


#: vv >= 0 and xx == vv^2 give sqrt(xx) == vv.
ROOT_IS = Have("forall(xx, real, forall(vv, real, implies(vv >= 0 and xx == vv**2, sqrt(xx) == vv)))", name="root is", by=[
    Take("xx", "vv")])  # fmt: skip

#: Nonnegative numbers with the same square are the same.
SAME_SQUARE = Have("forall(xx, real, forall(vv, real, implies(xx >= 0 and vv >= 0 and xx**2 == vv**2, xx == vv)))",
                   name="same square", by=[Take("xx", "vv")])  # fmt: skip

#: Equal numbers for equal numbers in a comparison of two sums.
REPLACED = Have(
    "forall(p, real, forall(pp, real, forall(l, real, forall(ll, real, forall(e, real, forall(ee, real,"
    " implies(p == e and pp == ee and e + l < ee + ll, p + l < pp + ll)))))))", name="replaced",
    by=[Take("p", "pp", "l", "ll", "e", "ee")])  # fmt: skip


def root_is(of: str, value: str, square: Sequence[Step], sign: Sequence[Step], name: str) -> Step:
    """A step to the fact ``sqrt(of) == value``, since value >= 0 (`sign`) and of == value^2 (`square`)."""
    return Use("root is", at=[of, value], premises=[[Split([sign, square])]], name=name)


#: a^2 - |w|^2 keeps its value (Du et al. 2018).
BALANCED = Have(
    "forall(t, [0, oo), a[t]**2 - norm2(w[t]) == a0**2 - norm2(w0))", name="balanced", by=[
        Take("t"),
        Ladder("t", "0", time="s", slope=[
            Use("flow of a", at=["s"], premises=[[]], name="a moves"),
            Use("flow of w", at=["s"], premises=[[]], name="w moves"),
        ]),
    ],
)  # fmt: skip

#: Directions that no sample sees keep their component of w.
UNSEEN = Have(
    "forall(u, matrix(d, 1), implies(X.T*u == zeros(N, 1), forall(t, [0, oo), trace(u.T*w[t]) == trace(u.T*w0))))", name="unseen", by=[
        Take("u", "t"),
        Ladder("t", "0", time="s", slope=[
            Use("flow of w", at=["s"], premises=[[]], name="w moves"),
        ]),
    ],
)  # fmt: skip

#: a never changes its sign: |w|^2 <= a^2, so a^2 falls at most at the rate 1 + |X r|^2, which is bounded on [0, T].
SAME_SIGN = [
    GRONWALL,
    Have("forall(T, [0, oo), a[T]**2 > 0)", name="not zero", by=[
        Take("T"),
        Bounded("1 + norm2(X*r[t])", "t", "0", "T", name="bounded"),
        Obtain("bounded", "M", label="bound"),
        Use("gronwall", at=[("-a[t]**2", "t"), "-M", "T"], name="decay", premises=[[], [
            Take("t"),
            Use("flow of a", at=["t"], name="a moves"),
            Use("balanced", at=["t"], name="balance"),
            Use("bound", at=["t"], name="bound now"),
            Have("diff(-a[t]**2, t) == -2*a[t]*diff(a[t], t)", name="chain", by=[]),
            Order(positive=[Square(root="a[t]*X*r[t] + w[t]"), Square(root="a[t]", facts=["bound now"]), Square(facts=["not smaller"])],
                  terms=[("balance", "1", "1"), ("a moves", "2*a[t]", "1")]),
        ]]),
        Have("exp(-M*T) > 0", name="weight"),
        Have("a0**2 > 0", name="at first"),
        Numbers(using=["decay", "weight", "at first", "starts.0"]),
    ]),
    Have("forall(T, [0, oo), a[T]*a0 >= 0)", name="same sign", by=[
        Take("T"), Negate("turned"),
        Intermediate("a[t]*a0", "t", "0", "T", signs=([], []), falling=True, name="crossing"),
        Obtain("crossing", "c", label="c"),
        Use("not zero", at=["c"], name="there"),
        Contradict("there", [Numbers(using=["c", "a starts"])]),
    ]),
]
