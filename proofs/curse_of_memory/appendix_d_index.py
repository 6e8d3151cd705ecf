"""Appendix D: N_rho for exponential sums, by integrals and in closed form."""

from verifier.language.script import (
    Contradict,
    Have,
    Ladder,
    Linear,
    Negate,
    Numbers,
    Obtain,
    Rewritten,
    Set,
    Split,
    Take,
    Use,
    Witness,
)

from . import paper
from .lemmas import coincided_totals
from .lemmas.cauchy_matrices import TERMWISE
from .lemmas.exact_recovery import TRANSFORM, norm
from .minimisers import distance, has_minimiser, model

VALUE = "Sum(A[j, 0]*exp(-exp(W[j, 0])*t), (j, 0, m-1))"
#: J_n has a non-degenerate global minimiser, the loss being a limit of integrals: amplitudes a, rates w.
BY_INTEGRALS = has_minimiser("n").replace("R[t]", "Q[t]")
#: The same with the loss in closed form and the rates e^v.
IN_CLOSED_FORM = (f"exists(b, matrix(n, 1), exists(v, matrix(n, 1), {coincided_totals.minimiser('n', 'b', 'v')}"
                  f" and {coincided_totals.nondegenerate('n', 'b', 'v')}))")  # fmt: skip


def error(b, v):
    return f"Sum({b}[k, 0]*exp(-exp({v}[k, 0])*t), (k, 0, n-1)) - {VALUE}"


def closed(b, v, s, name):
    """The integral of the squared error at (b, v), as the loss in closed form."""
    return Use("cited:rem-closed-loss", at=["n", "m", b, v, "A", "W", s, "nu"], name=name, premises=[[Split([[
        Take("i"), Use(f"given1.{0 if s == 's' else 1}", at=["i"], name="value"), Use("transform", at=[f"{v}[i, 0]"], name="formula"),
        Rewritten("value", ["formula"], forwards=True, name="so"), Use("so")], []])]])  # fmt: skip


#: Two numbers to which two equal functions tend are equal.
LIMITS = Have(
    f"forall(x, real, forall(y, real, implies({distance('E[t]', 'x')} and {distance('E[t]', 'y')}, x == y)))", name="one limit", by=[
        Take("x", "y"), Obtain("given1.0", "L", label="L"), Obtain("given1.1", "M", label="M"),
        Have("forall(t, nonnegative, L[t] == M[t])", name="same", by=[Take("t"), Ladder("t", "0", time="r", slope=[
            Use("L.1", at=["r"], premises=[[]], name="dL"), Use("M.1", at=["r"], premises=[[]], name="dM")], side=[])]),
        Negate("apart"), Have("Abs(x - y) > 0", name="gap"),
        Use("L.2", at=["Abs(x - y)/4"], premises=[[]], name="late"), Obtain("late", "S", label="S"),
        Use("M.2", at=["Abs(x - y)/4"], premises=[[]], name="late too"), Obtain("late too", "T", label="T"),
        Use("S.1", at=["S + T"], premises=[[]], name="near"), Use("T.1", at=["S + T"], premises=[[]], name="near too"),
        Use("same", at=["S + T"], premises=[[]], name="there"),
        Have("forall(l, real, forall(r, real, implies(Abs(l - x) <= Abs(x - y)/4 and Abs(r - y) <= Abs(x - y)/4 and l == r, Abs(x - y) <= 0)))", name="close", by=[
            Take("l", "r"), Numbers(using=["given2"])]),
        Use("close", at=["L[S + T]", "M[S + T]"], premises=[[Split([[], [], []])]], name="none"), Contradict("none", [])],
)  # fmt: skip


def value(b, v, s):
    return coincided_totals.loss("n", b, v, s)


BRIDGE = [
    TERMWISE, Take(), Obtain("given", "a", label="a"), Obtain("a", "w", label="w"), Obtain("w.1", "d", label="d"),
    Set("b", "Sum(a[l]*basis(n, l), (l, 0, n-1))"), Have("forall(k, integer[0, n-1], b[k, 0] == a[k])", name="b is", by=[Take("k")]),
    Have("exists(lw, real sequence, forall(k, nonnegative integer, exp(lw[k]) == w[k]))", name="there is lw", by=[
        Witness("log(w[k])", index="k"), Take("k"), Use("w.0", at=["k"], name="sign")]), Obtain("there is lw", "lw", label="lw"),
    Set("v", "Sum(lw[l]*basis(n, l), (l, 0, n-1))"), Have("forall(k, integer[0, n-1], v[k, 0] == lw[k])", name="v is", by=[Take("k")]),
    Have("forall(k, integer[0, n-1], exp(v[k, 0]) == w[k])", name="rate", by=[
        Take("k"), Use("v is", at=["k"], name="value"), Use("lw", at=["k"], name="now"), Rewritten("now", ["value"], name="so"), Use("so")]),
    Have(f"exists(E, real curve, forall(t, real, E[t] == {error('b', 'v')}))", name="there is E", by=[Witness(error("b", "v"), index="t")]), Obtain("there is E", "E", label="E"),
    Have("forall(g, real, forall(p, real, forall(q, real, forall(r, real, forall(u, real, forall(e, real, implies(g == (p - q)**2 and p == r and q == u and e == r - u, g == e**2)))))))", name="square", by=[
        Take("g", "p", "q", "r", "u", "e")]),
    LIMITS, Witness("b"), Witness("v"), Split([[
        Take("s", "y", "x", "z"), closed("b", "v", "s", "own"), closed("y", "x", "z", "other"),
        Use("one limit", at=[value("b", "v", "s"), "d"], name="equal", premises=[[Split([[
            Obtain("own", "L", label="L"), Witness("L[t]", index="t"), Split([[Use("L.0")], [
                Take("t"), Use("L.1", at=["t"], premises=[[]], name="slope"), Use("E", at=["t"], name="now"), Rewritten("slope", ["now"], name="so"), Use("so")], [Use("L.2")]])], [
            Obtain("d.2", "L", label="L"), Witness("L[t]", index="t"), Split([[Use("L.0")], [
                Take("t"), Use("L.1", at=["t"], premises=[[]], name="slope"), Use("E", at=["t"], name="now"), Use("target", at=["t"], premises=[[]], name="rho"),
                Have("forall(f, real, forall(h, real, forall(p, real, forall(r, real, forall(u, real, implies(f == h and r == p, h*exp(-p*u) == f*exp(-r*u)))))))", name="same term", by=[
                    Take("f", "h", "p", "r", "u"), Have("-p*u == -r*u", name="exponent"),
                    Have("forall(k, real, forall(l, real, implies(k == l, exp(k) == exp(l))))", name="function", by=[Take("k", "l")]),
                    Use("function", at=["-p*u", "-r*u"], premises=[[]], name="factors"),
                    Have("forall(k, real, forall(l, real, implies(k == l, h*k == f*l)))", name="product", by=[Take("k", "l"), Linear(terms=[("given4", "h", "1"), ("given3.0", "-l", "1")])]),
                    Use("product", at=["exp(-p*u)", "exp(-r*u)"], premises=[[]])]),
                Use("termwise", at=["n-1", ("a[k]*exp(-w[k]*t)", "k"), ("b[k, 0]*exp(-exp(v[k, 0])*t)", "k")], name="sums", premises=[[
                    Take("k"), Use("b is", at=["k"], name="bk"), Use("rate", at=["k"], name="wk"),
                    Use("same term", at=["b[k, 0]", "a[k]", "w[k]", "exp(v[k, 0])", "t"], premises=[[Split([[], []])]], name="so"), Use("so")]]),
                Use("square", at=["diff(L[t], t)", model("n", "a", "w"), "diff(Q[t], t)", "Sum(b[k, 0]*exp(-exp(v[k, 0])*t), (k, 0, n-1))", VALUE, "E[t]"],
                    premises=[[Split([[Use("slope")], [Use("sums")], [Use("rho")], [Use("now")]])]], name="so"), Use("so")], [Use("L.2")]])]])]]),
        Use("d.3", at=[("y[i, 0]", "i"), ("exp(x[i, 0])", "i"), value("y", "x", "z")], name="least", premises=[[Take("i")], [
            Obtain("other", "L", label="L"), Witness("L[t]", index="t"), Split([[Use("L.0")], [
                Take("t"), Use("L.1", at=["t"], premises=[[]], name="slope"), Use("target", at=["t"], premises=[[]], name="rho"), Rewritten("slope", ["rho"], name="so"), Use("so")], [Use("L.2")]])]]),
        Have("forall(k, real, forall(l, real, forall(r, real, implies(k == l and l <= r, k <= r))))", name="compared", by=[Take("k", "l", "r")]),
        Use("compared", at=[value("b", "v", "s"), "d", value("y", "x", "z")], premises=[[Split([[], []])]], name="so"), Use("so")], [
        Take("k"), Use("b is", at=["k"], name="value"), Use("d.0", at=["k"], name="amplitude"), Rewritten("amplitude", ["value"], name="so"), Use("so")], [
        Take("k", "l"), Use("rate", at=["k"], name="one"), Use("rate", at=["l"], name="other"),
        Have("forall(k1, real, forall(l1, real, forall(p, real, forall(q, real, implies(exp(k1) == p and exp(l1) == q and k1 == l1, p == q)))))", name="rates agree", by=[
            Take("k1", "l1", "p", "q"), Have("exp(k1) == exp(l1)", name="exponentials")]),
        Use("rates agree", at=["v[k, 0]", "v[l, 0]", "w[k]", "w[l]"], premises=[[Split([[], [], []])]], name="same"), Use("d.1", at=["k", "l"], premises=[[Use("same")]], name="so"), Use("so")]]),
]  # fmt: skip


@paper.lemma("rem-index-sets", "Minimisers by integrals and in closed form", where="Appendix D, Eqs. (127), (130)", provenance="derived")
def index_sets(item):
    item.printed("(not in the paper) For an exponential sum as target: where J_n, as an integral, has a non-degenerate global minimiser, so has its closed form with the rates e^v.")
    item.let(m="positive integer", n="positive integer", A="matrix(m, 1)", W="matrix(m, 1)", R="real curve", nu="real", Q="real curve")
    item.suppose("transform", TRANSFORM)
    item.suppose("norm", norm("m"))
    item.suppose("target", f"forall(t, [0, oo), diff(Q[t], t) == {VALUE})")
    item.conclude(f"implies({BY_INTEGRALS}, {IN_CLOSED_FORM})", because=["rem-closed-loss"], argument=BRIDGE, expected="proved",
                  example={"m": 1, "n": 1, "A": 1, "W": 0, "R": "(1 - tanh(t/2))/2", "nu": "1/2", "Q": "-exp(-t)"})  # fmt: skip
