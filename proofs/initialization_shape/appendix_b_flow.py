"""Section 6 and Appendix B: the flow of a fully connected linear network, its conserved quantities and its metric.

f(x) = sum_i a_i w_i'x with a in R^m and W = [w_1, ..., w_m]; entries count from 0.  The residuals r may be any curve.
"""

from verifier.language.script import Axiom, Have, Inside, Ladder, Linear, Split, Take, Use
from verifier.papers.setting import Setting

from . import paper

network = Setting(
    let={"d": "positive integer", "N": "positive integer", "m": "positive integer", "X": "matrix(d, N)", "r": "matrix(N, 1) curve",
         "a": "matrix(m, 1) curve", "W": "matrix(d, m) curve"},
    suppose={
        "flow of a": "forall(t, [0, oo), diff(a[t], t) == W[t].T*X*r[t])",
        "flow of W": "forall(t, [0, oo), diff(W[t], t) == X*r[t]*a[t].T)",
    },
)  # fmt: skip

INSIDE = [[]]


@paper.definition("def-fc", "The fully connected linear network", where="Section 6", provenance="derived")
def fully_connected(item):
    item.printed("f(x) = sum_{i=1}^m a_i w_i'x, wt = sum_i a_i w_i.")
    item.let(d="positive integer", m="positive integer", a="matrix(m, 1)", W="matrix(d, m)", x="matrix(d, 1)")
    item.conclude("Sum(a[i, 0]*(W*basis(m, i)).T*x, (i, 0, m-1)) == (W*a).T*x", expected="proved", argument=[
        Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["m"], name="identity"),
        Linear(terms=[Inside("identity", "-a.T*HOLE*W.T*x")])])  # fmt: skip
    item.note("A definition: both forms of the predictor are the same function, wt = W a.")


#: The entry (i, j) of a a' - W'W at the time t, as a trace, and its rate.
LAW = "trace(basis(m, i).T*(a[{0}]*a[{0}].T - W[{0}].T*W[{0}])*basis(m, j))"
RATE = ("trace(basis(m, i).T*(diff(a[t], t)*a[t].T + a[t]*diff(a[t], t).T - diff(W[t], t).T*W[t] - W[t].T*diff(W[t], t))"
        "*basis(m, j))")  # fmt: skip
RATE_21 = "2*trace(basis(m, i).T*a[t])*trace(basis(m, i).T*diff(a[t], t)) - 2*trace((W[t]*basis(m, i)).T*diff(W[t], t)*basis(m, i))"


def cancels(t, sign):
    """What the flow says of the rate of the entry (i, j)."""
    return Linear(terms=[
        Inside("a moves", f"{sign}basis(m, i).T*HOLE*a[{t}].T*basis(m, j)"), Inside("a moves", f"{sign}basis(m, i).T*a[{t}]*HOLE.T*basis(m, j)"),
        Inside("W moves", f"{'-' if not sign else ''}basis(m, i).T*HOLE.T*W[{t}]*basis(m, j)"),
        Inside("W moves", f"{'-' if not sign else ''}basis(m, i).T*W[{t}].T*HOLE*basis(m, j)")])  # fmt: skip


#: d/dt of the entry is 0, and the entry stays what it was.
CONSERVED = [
    Have("forall(p, real, forall(q, real, implies(p == q and q == 0, p == 0)))", name="transitive",
         by=[Take("p", "q")]),
    Take("i", "j", "t"),
    Split([
        [Use("flow of a", at=["t"], name="a moves"), Use("flow of W", at=["t"], name="W moves"),
         Have(f"{RATE} == 0", name="cancels", by=[cancels("t", "")]),
         Have(f"diff({LAW.format('t')}, t) == {RATE}", name="chain rule"),
         Use("transitive", at=[f"diff({LAW.format('t')}, t)", RATE])],
        [Ladder("t", "0", time="s", slope=[
            Use("flow of a", at=["s"], premises=INSIDE, name="a moves"), Use("flow of W", at=["s"], premises=INSIDE, name="W moves"),
            cancels("s", "-")])]]),
]  # fmt: skip
AT_REST = {"d": 1, "N": 1, "m": 1, "X": 0, "r": 0, "a": 1, "W": 1}
BOTH = (f"forall(i, integer[0, m-1], forall(j, integer[0, m-1], forall(t, [0, oo), diff({LAW.format('t')}, t) == 0"
        f" and {LAW.format('t')} == {LAW.format('0')})))")  # fmt: skip


@paper.cited("ext-du-2.2", "a a' - W'W is conserved", where="Section 6, cited", provenance="derived")
def du_22(item):
    item.printed("d/dt (a a' - W'W) = 0.")
    item.cites("Du, Hu and Lee 2018, Theorem 2.2")
    item.use(network)
    item.conclude(BOTH, argument=CONSERVED, expected="proved", example=AT_REST)
    item.without("flow of a", counterexample={**AT_REST, "a": "t", "W": 0})
    item.without("flow of W", counterexample={**AT_REST, "a": 0, "W": "t"})
    item.note("Entry by entry, written as traces: the rate of each entry is 0 and each entry stays what it was. Proved here for all "
              "widths and any loss of the predictions. The diagonal is Theorem 2.1 of Du et al.")  # fmt: skip


@paper.cited("ext-du-2.1", "a_i^2 - |w_i|^2 is conserved", where="Section 6, cited", provenance="derived")
def du_21(item):
    item.printed("d/dt (a_i^2 - |w_i|^2) = 0.")
    item.cites("Du, Hu and Lee 2018, Theorem 2.1")
    item.use(network)
    item.define("law(i, t) := trace(basis(m, i).T*a[t])**2 - norm2(W[t]*basis(m, i))")
    item.conclude("forall(i, integer[0, m-1], forall(t, [0, oo), diff(law(i, t), t) == 0 and law(i, t) == law(i, 0)))", argument=[
        Have("forall(p, real, forall(q, real, implies(p == q and q == 0, p == 0)))", name="transitive",
             by=[Take("p", "q")]),
        Take("i", "t"),
        Split([
            [Use("flow of a", at=["t"], name="a moves"), Use("flow of W", at=["t"], name="W moves"),
             Have(f"{RATE_21} == 0", name="cancels"),
             Have(f"diff(law(i, t), t) == {RATE_21}", name="chain rule"),
             Use("transitive", at=["diff(law(i, t), t)", RATE_21])],
            [Ladder("t", "0", time="s", slope=[
                Use("flow of a", at=["s"], premises=INSIDE, name="a moves"), Use("flow of W", at=["s"], premises=INSIDE, name="W moves")])]])],
        expected="proved", example=AT_REST)  # fmt: skip
    item.without("flow of a", counterexample={**AT_REST, "a": "t", "W": 0})
    item.without("flow of W", counterexample={**AT_REST, "a": 0, "W": "t"})
    item.note("Proved here for all widths and any loss of the predictions; a_i is written as the trace of e_i'a.")


@paper.cited("ext-sherman-morrison", "Sherman-Morrison", where="Appendix B, cited", provenance="derived")
def sherman_morrison(item):
    item.printed("(A + u v')^{-1} = A^{-1} - A^{-1} u v' A^{-1}/(1 + v' A^{-1} u).")
    item.cites("Sherman and Morrison 1950")
    item.let(d="positive integer", A="matrix(d, d)", B="matrix(d, d)", u="matrix(d, 1)", v="matrix(d, 1)")
    item.suppose("inverse", "A*B == eye(d) and B*A == eye(d)")
    item.suppose("not singular", "1 + v.T*B*u != 0")
    update = "(B - 1/(1 + v.T*B*u)*B*u*v.T*B)"
    item.conclude(f"(A + u*v.T)*{update} == eye(d) and {update}*(A + u*v.T) == eye(d)", expected="proved", argument=[Split([
        [],
        []])],
        example={"d": 1, "A": 1, "B": 1, "u": 0, "v": 0})  # fmt: skip
    item.note("B is the inverse of A; the condition 1 + v'A^{-1}u != 0 is left unsaid in print and holds where the paper uses it.")


@paper.cited("ext-woodbury", "Woodbury", where="Appendix C, cited", provenance="derived")
def woodbury(item):
    item.printed("(A + U C V)^{-1} = A^{-1} - A^{-1} U (C^{-1} + V A^{-1} U)^{-1} V A^{-1}.")
    item.cites("Woodbury 1950")
    item.let(d="positive integer", k="positive integer", A="matrix(d, d)", B="matrix(d, d)", U="matrix(d, k)", V="matrix(k, d)",
             C="matrix(k, k)", E="matrix(k, k)", K="matrix(k, k)")  # fmt: skip
    item.suppose("inverse of A", "A*B == eye(d) and B*A == eye(d)")
    item.suppose("inverse of C", "C*E == eye(k) and E*C == eye(k)")
    item.suppose("inverse of the core", "(E + V*B*U)*K == eye(k) and K*(E + V*B*U) == eye(k)")
    item.conclude("(A + U*C*V)*(B - B*U*K*V*B) == eye(d) and (B - B*U*K*V*B)*(A + U*C*V) == eye(d)", expected="proved", argument=[Split([
        [],
        []])],
        example={"d": 1, "k": 1, "A": 1, "B": 1, "U": 0, "V": 0, "C": 1, "E": 1, "K": 1})  # fmt: skip
    item.note("B, E, K are the inverses of A, C and of C^{-1} + V A^{-1} U.")
