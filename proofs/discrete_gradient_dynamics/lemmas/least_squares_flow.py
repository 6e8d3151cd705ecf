"""Gradient flow of least squares, dW/dt = Q - S W with S = X'X/n and Q = X'Y/n, for all sizes and all ranks of X.

P is the pseudoinverse of S, known by Penrose's equations.  The data lie in the range of S (S P Q = Q), P S S = S, and
x'S x >= m |P S x|^2 with m = n/(1 + |P X'|^2); so two solutions never move apart, and every solution converges to
P Q + (I - P S) W(0) at the rate m.  (Gidel, Bach and Lacoste-Julien 2019, Proposition 1.)
"""

from __future__ import annotations

from verifier.language.script import Have, Inside, Linear, Numbers, Order, Square, Step, Take, Use, Vanish

#: Variables and hypotheses of a page on this flow.
VARIABLES = {
    "d": "positive integer", "p": "positive integer", "n": "positive integer", "X": "matrix(n, d)", "Y": "matrix(n, p)",
    "S": "matrix(d, d)", "Q": "matrix(d, p)", "P": "matrix(d, d)",
}  # fmt: skip
DATA = {"Sigma_x": "n*S == X.T*X", "Sigma_xy": "n*Q == X.T*Y"}
PENROSE = {"SPS": "S*P*S == S", "PSP": "P*S*P == P", "SP": "(S*P).T == S*P", "PS": "(P*S).T == P*S"}
FLOW = "forall(t, [0, oo), diff(W[t], t) == Q - S*W[t])"
LIMIT = "(P*Q + (eye(d) - P*S)*W[0])"

_OFF = "(S*P*X.T - X.T)"

#: ``range``: S P X' = X'; ``in range``: S P Q = Q.
RANGE: list[Step] = [
    Have("n != 0", name="n not 0"), Have("n > 0", name="n above 0"),
    Have("1/n > 0", name="1/n"),
    Have("S.T == S", name="symmetric", by=[Linear(terms=[Inside("Sigma_x", "1/n*HOLE.T"), ("Sigma_x", "-1/n", "1")], nonzero=["n not 0"])]),
    Have(f"trace({_OFF}*{_OFF}.T) <= 0", name="square", by=[Order(rewrite=["symmetric"], terms=[
        Inside("Sigma_x", "trace((S*P - eye(d))*HOLE*(P.T*S.T - eye(d)))"),
        Inside("SPS", "-n*trace(HOLE*P.T*S.T)"), Inside("SPS", "n*trace(HOLE)")])]),
    Vanish("square", [Square(_OFF, name="off")]),
    Have("S*P*X.T == X.T", name="range"),
    Have("S*P*Q == Q", name="in range", by=[Linear(nonzero=["n not 0"], terms=[
        ("Sigma_xy", "1/n*S*P", "1"), ("Sigma_xy", "-1/n", "1"), ("range", "1/n", "Y")])]),
]  # fmt: skip
#: ``h3``: P S S = S, as P S is symmetric and S P S = S.
ABSORBS: list[Step] = [
    Have("P*S == S*P.T", name="h1"),
    Have("P*S*S == S", name="h3", by=[Linear(terms=[("h1", "1", "S"), Inside("SPS", "HOLE.T")], rewrite=["symmetric"])]),
]  # fmt: skip


def nearer(first: str, second: str, T: str) -> list[Step]:
    """``nearer``: two solutions that are given by terms in t (their facts ``first`` and ``second``) are the same if they start so.

    Needs `GRONWALL`. `first` and `second` are terms with [t]-times; facts ``motion of first``, ``motion of second`` say how they move.
    """
    gap = f"({first} - {second})"
    start, end = gap.replace("<t>", "0"), gap.replace("<t>", T)
    now = gap.replace("<t>", "t")
    return [
        Use("gronwall", at=[(f"trace({now}.T*{now})", "t"), "0", T], name="growth", premises=[[], [
            Take("t"),
            Use("gap", at=["t"], name="gap now"),
            Order(positive=[Square(root=f"X*{now}", weight="2", facts=["1/n"])], nonzero=["n not 0"],
                  terms=[Inside("gap now", f"-2*trace({now}.T*HOLE)"), Inside("Sigma_x", f"2/n*trace({now}.T*HOLE*{now})")]),
        ]]),
        Have(f"trace({start}.T*{start}) == 0", name="start gap"),
        Have(f"trace({end}.T*{end}) <= 0", name="end gap", by=[Numbers(using=["growth", "start gap"])]),
        Vanish("end gap", squares=[Square(root=end, name="zero")]),
    ]  # fmt: skip


GAP = "(W[t] - P*Q - (eye(d) - P*S)*W[0])"
_K, _Z = "trace((P*X.T).T*(P*X.T))", f"((eye(d) - P*S)*{GAP})"
_SIZE = f"trace((X*{GAP}).T*(X*{GAP}))"


def _at(term: str, time: str) -> str:
    return term.replace("[t]", f"[{time}]")


#: ``stays``: the gap to the limit stays in the range of S.  Needs `GRONWALL`, `RANGE`, `ABSORBS` and the fact ``flow``.
STAYS: list[Step] = [
    Have(f"forall(t, [0, oo), diff(W[t], t) == -S*{GAP})", name="motion", by=[
        Take("t"), Use("flow", at=["t"], name="now")]),
    Have(f"forall(t, [0, oo), {_Z} == zeros(d, p))", name="stays", by=[
        Take("T"),
        Use("gronwall", at=[(f"trace({_Z}.T*{_Z})", "t"), "0", "T"], name="still", premises=[[], [
            Take("t"), Use("motion", at=["t"], name="now"),
            Order(terms=[Inside("now", f"-2*trace({_Z}.T*(eye(d) - P*S)*HOLE)"), Inside("h3", f"-2*trace({_Z}.T*HOLE*{GAP})")])]]),
        Have(f"{_at(_Z, '0')} == zeros(d, p)", name="at 0"),
        Have(f"trace({_at(_Z, '0')}.T*{_at(_Z, '0')}) == 0", name="no start",
             by=[Linear(terms=[Inside("at 0", f"trace({_at(_Z, '0')}.T*HOLE)")])]),
        Have(f"trace({_at(_Z, 'T')}.T*{_at(_Z, 'T')}) <= 0", name="no end", by=[Numbers(using=["still", "no start"])]),
        Vanish("no end", squares=[Square(root=_at(_Z, "T"), name="zero")])]),
]  # fmt: skip

#: ``converges``: |W(T) - limit|^2 <= exp(-2 speed T) |W(0) - limit|^2 for T >= 0.  Needs `PRODUCT`, `STAYS` and the fact ``pacing``.
CONVERGES: list[Step] = [
    Have(f"forall(T, [0, oo), norm2({_at(GAP, 'T')}) <= exp(-2*speed*T)*norm2({_at(GAP, '0')}))", name="converges", by=[
        Take("T"),
        Use("gronwall", at=[(f"trace({GAP}.T*{GAP})", "t"), "-2*speed", "T"], name="growth", premises=[[], [
            Take("t"), Use("motion", at=["t"], name="now"), Use("stays", at=["t"], name="in the range"),
            Use("norm of a product", at=["d", "n", "p", "P*X.T", f"X*{GAP}"], name="product"),
            Have(f"P*X.T*X*{GAP} == n*{GAP}", name="seen", by=[
                Linear(terms=[("Sigma_x", "-P", GAP), ("in the range", "-n", "1")])]),
            Have(f"n**2*trace({GAP}.T*{GAP}) <= {_K}*{_SIZE}", name="bound", by=[Order(positive=[Square(facts=["product"])], terms=[
                Inside("seen", f"trace((P*X.T*X*{GAP}).T*HOLE)"), Inside("seen", f"n*trace(HOLE.T*{GAP})")])]),
            Order(positive=[Square(facts=["1/n", "1/n", "pacing.1", "bound"], weight="2"),
                            Square(root=f"X*{GAP}", facts=["1/n", "1/n", "pacing.1"], weight="2")], nonzero=["n not 0"],
                  terms=[Inside("now", f"-2*trace({GAP}.T*HOLE)"), Inside("Sigma_x", f"2/n*trace({GAP}.T*HOLE*{GAP})"),
                         ("pacing.0", f"-2/n*(1/n)*{_SIZE}", "1")])]]),
        Numbers(using=["growth"])]),
]  # fmt: skip
