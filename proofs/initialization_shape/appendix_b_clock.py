"""Appendix B.1: the new time of one neuron's time warp runs through all times."""

from verifier.language.script import (
    At,
    Axiom,
    Cases,
    Have,
    Inside,
    Ladder,
    Linear,
    Negate,
    Numbers,
    Obtain,
    Order,
    Rewritten,
    Root,
    Set,
    Split,
    Square,
    Take,
    Use,
    Witness,
)
from verifier.language.script_parts import named_number as named

from . import paper
from .neuron import BALANCED, ROOT_IS, SAME_SIGN, neuron

#: The factor (B1-b) as a function of z = |wt|^2.
CLOCK = "g(z) := 3/2*sqrt(sqrt(z + delta**2/4) + delta/2)"
LIMIT = "forall(e, positive, exists(T, nonnegative, forall(t, [T, oo), norm2(a[t]*w[t] - W) <= e)))"
NOW = [Use("flow of a", at=["s"], premises=[[Numbers(using=["between"])]], name="a moves")]


def ticks(using):
    """Along the flow the factor is (3/2)|a|, where `using` gives a^2 >= delta/2."""
    return Have("forall(t, [0, oo), diff(tau[t], t) == 3/2*sqrt(a[t]**2))", name="ticks", by=[
        Take("t"), Use("clock", at=["t"], name="now"), Use("balanced", at=["t"], name="balance"),
        Have("a[t]**2 - norm2(w[t]) == delta", name="here"),
        Have("norm2(w[t]) >= 0", name="size"),
        Have("sqrt(norm2(a[t]*w[t]) + delta**2/4) == a[t]**2 - delta/2", name="root", by=[
            Use("root is", at=["norm2(a[t]*w[t]) + delta**2/4", "a[t]**2 - delta/2"], premises=[[Split([
                [*using],
                []])]])]),
        Have("sqrt(norm2(a[t]*w[t]) + delta**2/4) + delta/2 == a[t]**2", name="sum"),
        Rewritten("now", ["sum"], forwards=True)])  # fmt: skip


#: From |a| >= k > 0 at all times behind B it follows that tau is unbounded.
UNBOUNDED = [
    Have("forall(t, [0, oo), tau[t] >= 0)", name="forwards", by=[Take("t"), Ladder("t", "0", time="s", slope=[
        Use("ticks", at=["s"], premises=[[]], name="rate")])]),
    Have("forall(B, nonnegative, forall(k, positive, implies(forall(t, [B, oo), a[t]**2 >= k**2), forall(R, real, exists(T, nonnegative, tau[T] >= R)))))",
         name="unbounded", by=[
        Take("B", "k", "R"),
        Have("forall(T, [B, oo), tau[T] >= 3/2*k*(T - B))", name="linear", by=[Take("T"), Ladder("T", "B", time="s", slope=[
            Have("s >= 0 and s >= B", name="late", by=[Split([[], []])]),
            Use("ticks", at=["s"], premises=[[]], name="rate"),
            Use("given2", at=["s"], premises=[[]], name="far")],
            base=[Use("forwards", at=["B"], name="first", premises=[[]])], side=[])]),
        Witness("B + Abs(R)/k"), Split([
            [],
            [Have("B + Abs(R)/k >= B", name="late"), Use("linear", at=["B + Abs(R)/k"], premises=[[]], name="then")]])]),
]  # fmt: skip

#: |X'u|^2 <= |X|^2 |u|^2.
FROBENIUS = [
    Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["N"], name="identity"),
    Have("forall(u, matrix(d, 1), norm2(X.T*u) <= norm2(X)*norm2(u))", name="frobenius", by=[Take("u"), Order(
        positive=[Square(root="X*basis(N, n)*u.T - u*basis(N, n).T*X.T", weight="1/2", over=[("n", "0", "N-1")])],
        terms=[Inside("identity", "norm2(u)*trace(X*HOLE*X.T)"), Inside("identity", "-u.T*X*HOLE*X.T*u")])]),
]  # fmt: skip
#: delta = 0 and W = 0: the data are 0, and 1/a^2 grows at most at a constant rate.
TO_ZERO = [
    Have("W == zeros(d, 1)", name="W", by=[Negate("W is not 0"), Have("norm2(W) > 0", name="apart", by=[Order(positive=[Square(root="W", nonzero="W is not 0")])])]),
    Have("y == zeros(N, 1)", name="y"),
    *FROBENIUS,
    Set("K", "norm2(X) + 1"),
    Have("norm2(X) >= 0", name="X size"),
    Have("K > 0", name="K positive"),
    *named("al", "1/Abs(a0)", also="al > 0 and al**2*a0**2 == 1", by=[Split([[], [], []])]),
    *named("be", "2*c*K", also="be > 0", by=[Split([[], []])]),
    Have("forall(x, real, forall(p, real, forall(e, real, implies(x**2 > 0 and 2*(x*p) >= -e*x**4,"
         " 0 <= 0 + e*1 - (0*x**2 - 1*(2*x**1*p))/(x**2)**2))))", name="quotient", by=[Take("x", "p", "e"),
             Have("x**4 > 0", name="fourth"),
             Have("0 <= (e*x**4 + 2*(x*p))/x**4", name="sum")]),
    Have("forall(t, [0, oo), 1/a[t]**2 <= al**2 + be*t)", name="slow", by=[Take("t"), Ladder("t", "0", time="s", slope=[
        Use("not zero", at=["s"], premises=[[]], name="alive"),
        Use("flow of a", at=["s"], premises=[[]], name="a moves"),
        Use("square loss", at=["s"], premises=[[]], name="error"),
        Use("balanced", at=["s"], premises=[[]], name="balance"),
        Use("frobenius", at=["w[s]"], name="bound"),
        Have("a[s]*diff(a[s], s) == -c*a[s]**2*norm2(X.T*w[s])", name="rate"),
        Have("norm2(w[s]) == a[s]**2", name="length"),
        Have("norm2(X.T*w[s]) <= K*a[s]**2", name="force", by=[Order(positive=[Square(facts=["bound"]), Square(root="a[s]")],
             terms=[("length", "-norm2(X)", "1"), ("K", "a[s]**2", "1")])]),
        Have("a[s]*diff(a[s], s) >= -c*K*a[s]**4", name="slope", by=[Order(positive=[Square(root="a[s]", facts=["force", "c.positive"])], terms=[("rate", "1", "1")])]),
        Have("2*(a[s]*diff(a[s], s)) >= -be*a[s]**4", name="twice", by=[Order(positive=[Square(facts=["slope"], weight="2")], terms=[("be.0", "a[s]**4", "1")])]),
        Use("quotient", at=["a[s]", "diff(a[s], s)", "be"], premises=[[Split([[], []])]], name="goal")],
        smooth=[Use("not zero", at=["s"], premises=[[]], name="alive")])]),
    Have("forall(p, real, forall(u, real, implies(p > 0 and u > 0 and 1/p <= u, sqrt(p) >= 1/sqrt(u))))", name="order of roots", by=[Take("p", "u"), Numbers(using=["given.0", "given.1", "given.2"], effort=1)]),
    Have("forall(p, real, forall(u, real, forall(e, real, implies(p > 0 and u > 0 and 1/p <= u and e > 0,"
         " 0 <= 3/2*sqrt(p) - 3/e*((0 + e*1)/(2*sqrt(u)) - 0)))))", name="speed", by=[Take("p", "u", "e"),
             Use("order of roots", at=["p", "u"], premises=[[Split([[], [], []])]], name="roots"),
             Have("3/e*((0 + e*1)/(2*sqrt(u)) - 0) == 3/2*(1/sqrt(u))", name="plain")]),
    Have("forall(T, [0, oo), tau[T] >= 3/be*(sqrt(al**2 + be*T) - al))", name="root of T", by=[Take("T"), Ladder("T", "0", time="s", slope=[
        Have("s >= 0", name="later"),
        Use("ticks", at=["s"], premises=[[]], name="rate"), Use("slow", at=["s"], premises=[[]], name="far"),
        Use("not zero", at=["s"], premises=[[]], name="alive"),
        Have("al**2 + be*s > 0", name="under"),
        Use("speed", at=["a[s]**2", "al**2 + be*s", "be"], premises=[[Split([[], [], [], []])]], name="fast"),
        Order(positive=[Square(facts=["fast"])], terms=[("rate", "1", "1")])],
        base=[
            Use("root is", at=["al**2 + be*0", "al"], premises=[[Split([[], []])]], name="at first")])]),
    Take("R"), Witness("be*R**2/9 + 2*al*Abs(R)/3"),
    Have("be*R**2/9 + 2*al*Abs(R)/3 >= 0", name="time"),
    Split([[], [
        Use("root of T", at=["be*R**2/9 + 2*al*Abs(R)/3"], premises=[[]], name="then"),
        Use("root is", at=["al**2 + be*(be*R**2/9 + 2*al*Abs(R)/3)", "al + be*Abs(R)/3"], premises=[[Split([
            [], []])]], name="the root"),
        Rewritten("then", ["the root"], name="now", forwards=True), Numbers(using=["now", "be.1"])]]),
]  # fmt: skip
#: delta = 0 and W not 0: |wt| = a^2 stays away from 0.
ELSEWHERE = [
    Have("norm2(W) >= 0", name="W size"),
    Root("norm2(W)/4", [], name="a root"),
    *named("h", "sqrt(norm2(W)/4)", also="h >= 0 and h**2 == norm2(W)/4", by=[Split([[], [], []])]),
    Have("h > 0", name="h positive"),
    *named("k", "sqrt(h)", also="k > 0 and k**2 == h", by=[Split([[], [], []])]),
    Use("converges", at=["norm2(W)/4"], premises=[[]], name="near"), Obtain("near", "B", label="B"),
    Use("unbounded", at=["B", "k"], premises=[[], [], [
        Take("t"), Use("B.1", at=["t"], premises=[[]], name="close"),
        Have("t >= 0", name="later"),
        Use("balanced", at=["t"], premises=[[]], name="balance"),
        Have("a[t]**4 == norm2(a[t]*w[t])", name="length", by=[
            Linear(terms=[("balance", "a[t]**2", "1"), ("delta", "-a[t]**2", "1"), ("no gap", "a[t]**2", "1")])]),
        Have("norm2(a[t]*w[t]) >= norm2(W)/4", name="long"),
        Have("(a[t]**2)**2 >= h**2", name="powers", by=[Numbers(using=["length", "long", "h.2"])]),
        Numbers(using=["powers", "k.2", "h positive"])]]),
]  # fmt: skip


def clocked(item):
    """One neuron under gradient flow on the square loss, and the time that the factor makes."""
    item.use(neuron)
    item.let(y="matrix(N, 1)", c="positive", delta="real", tau="real curve")
    item.define(CLOCK)
    item.suppose("square loss", "forall(t, [0, oo), r[t] == c*(y - a[t]*X.T*w[t]))")
    item.suppose("delta", "delta == a0**2 - norm2(w0)")
    item.suppose("clock", "forall(t, [0, oo), diff(tau[t], t) == g(norm2(a[t]*w[t])))")
    item.suppose("new time", "tau[0] == 0")


RESTS = {"d": 1, "N": 1, "X": 0, "y": 0, "c": 1, "r": 0, "a": 1, "w": 1, "a0": 1, "w0": 1, "W": 1, "delta": 0, "tau": "3/2*t"}


@paper.remark("B1-g", "Time does not stop", where="Appendix B.1", provenance="derived")
def no_stall(item):
    item.printed("The integral of g over all times is infinite.")
    clocked(item)
    item.let(W="matrix(d, 1)")
    item.suppose("a starts", "a0 != 0")
    item.suppose("delta >= 0", "delta >= 0")
    item.suppose("converges", LIMIT)
    item.suppose("zero error", "X.T*W == y")
    item.conclude("forall(R, real, exists(T, nonnegative, tau[T] >= R))", expected="proved", argument=[
        ROOT_IS, BALANCED, Have("a0**2 - norm2(w0) >= 0", name="not smaller"),
        *SAME_SIGN[:2], ticks([Have("a[t]**2 >= delta", name="enough")]), *UNBOUNDED,
        Cases("delta == 0", name="no gap", yes=[Cases("norm2(W) == 0", name="nowhere", yes=TO_ZERO, no=ELSEWHERE)], no=[
            Have("delta > 0", name="gap"),
            Use("unbounded", at=["0", "sqrt(delta)"], premises=[[], [], [
                Take("t"), Use("balanced", at=["t"], name="balance"), Have("norm2(w[t]) >= 0", name="size"),
                Have("a[t]**2 >= delta", name="enough")]])])], example=RESTS)  # fmt: skip
    item.without("a starts", counterexample={**RESTS, "a": 0, "w": 0, "a0": 0, "w0": 0, "W": 0, "tau": 0})
    item.without("clock", counterexample={**RESTS, "tau": 0})
    item.without("starts", counterexample={**RESTS, "a": 0, "w": 0, "W": 0, "tau": 0})
    vanishes = [Take("e"), Witness("1/e"), Split([[Numbers()], [Take("t"), Numbers()]])]
    stops = At({"converges": vanishes, "goal": [Witness("3"), Take("T"), Numbers()]})
    for name, change in {"flow of a": {"a": "exp(-t)", "tau": "3*(1 - exp(-t/2))"}, "flow of w": {"w": "exp(-t)", "tau": "3*(1 - exp(-t/2))"},
                         "square loss": {"X": 1, "r": -1, "a": "exp(-t)", "w": "exp(-t)", "tau": "3/2*(1 - exp(-t))"}}.items():  # fmt: skip
        item.without(name, counterexample={**RESTS, "W": 0, **change}, argument=[stops])
    item.note("For all d and N, any data that the flow fits in the end, c > 0 any learning rate. The factor is g of B1-b as a function of |wt|, (3/2)|a| along "
              "the flow: at least (3/2) sqrt(delta). For delta = 0 it is (3/2) sqrt(|wt|); where wt(inf) is not 0 it stays away from 0, and where wt(inf) = 0 the "
              "data are 0 and |wt| falls no faster than 1/t, so that the new time grows at least like sqrt(t).")  # fmt: skip
    item.note("The square loss matters in that last case alone: for residuals of another loss, such as the constant r = -1, wt may tend to 0 exponentially. For delta < 0 and "
              "wt(inf) = 0 the statement is false: B1-g-negative. It is not needed for Theorem 2: the limit of the flow is that of the unwarped one.")  # fmt: skip


@paper.remark("B1-g-negative", "Time may stop for delta < 0", where="Appendix B.1, cross-check", provenance="derived")
def stall(item):
    item.printed("(not in the paper) For delta < 0 and data y = 0 the integral of g over all times is finite.")
    clocked(item)
    item.let(k="positive")
    item.suppose("delta < 0", "delta < 0")
    item.suppose("zero data", "y == zeros(N, 1)")
    item.suppose("full rank", "forall(v, matrix(d, 1), norm2(X.T*v) >= k*norm2(v))")
    item.conclude("forall(T, nonnegative, -c*k*delta*tau[T] <= 3/2*Abs(a0))", expected="proved", argument=[
        ROOT_IS, BALANCED, ticks([Have("a[t]**2 >= delta", name="enough")]),
        Have("forall(p, real, forall(q, real, implies(q >= 0 and p**2 <= q**2, sqrt(p**2) <= q)))", name="root below", by=[
            Take("p", "q")]),
        *named("rho", "-c*k*delta", also="rho > 0", by=[Split([[], []])]),
        Have("forall(T, nonnegative, exp(2*rho*T)*a[T]**2 <= a0**2)", name="shrinks", by=[Take("T"), Ladder("T", "0", time="s", slope=[
            Use("flow of a", at=["s"], premises=[[]], name="a moves"),
            Use("square loss", at=["s"], premises=[[]], name="error"),
            Use("balanced", at=["s"], premises=[[]], name="balance"),
            Use("full rank", at=["w[s]"], name="bound"),
            Have("a[s]*diff(a[s], s) == -c*a[s]**2*norm2(X.T*w[s])", name="rate"),
            Have("rho*a[s]**2 + a[s]*diff(a[s], s) <= 0", name="slope", by=[Order(
                positive=[Square(root="a[s]", facts=["bound", "c.positive"]), Square(root="a[s]**2", facts=["c.positive", "k.positive"])],
                terms=[("rate", "-1", "1"), ("balance", "-c*k*a[s]**2", "1"), ("delta", "c*k*a[s]**2", "1"), ("rho.0", "-a[s]**2", "1")])]),
            Have("exp(2*rho*s) > 0", name="weight")],
            base=[Have("exp(2*rho*0)*a[0]**2 == a[0]**2", name="one"),
                  Have("a[0]**2 == a0**2", name="squares")])]),
        *named("b0", "Abs(a0)", also="b0 >= 0 and b0**2 == a0**2", by=[Split([[], [], []])]),
        Have("forall(T, nonnegative, tau[T] <= 3*b0/(2*rho)*(1 - exp(-rho*T)))", name="stops", by=[Take("T"), Ladder("T", "0", time="s", slope=[
            Have("s >= 0", name="later"),
            Use("ticks", at=["s"], premises=[[]], name="rate"), Use("shrinks", at=["s"], premises=[[]], name="small"),
            Have("sqrt(a[s]**2) <= b0*exp(-rho*s)", name="root", by=[
                Have("exp(-rho*s) > 0 and exp(-rho*s)**2*exp(2*rho*s) == 1", name="weight", by=[Split([[], []])]),
                Have("exp(-rho*s)**2*(exp(2*rho*s)*a[s]**2) <= exp(-rho*s)**2*b0**2", name="weighted", by=[Numbers(using=["small", "weight.0", "b0.2"])]),
                Have("a[s]**2 <= (b0*exp(-rho*s))**2", name="squares", by=[Numbers(using=["weighted", "weight.1"])]),
                Have("b0*exp(-rho*s) >= 0", name="sign"),
                Use("root below", at=["a[s]", "b0*exp(-rho*s)"], premises=[[Split([[], []])]])]),
            Numbers(using=["rate", "root", "rho.1"])],
            base=[Have("3*b0/(2*rho)*(1 - exp(-rho*0)) == 0", name="none")])]),
        Take("T"), Use("stops", at=["T"], premises=[[]], name="end"),
        Have("3*b0/(2*rho)*(1 - exp(-rho*T)) <= 3*b0/(2*rho)", name="bound"),
        Have("rho*tau[T] <= 3/2*b0", name="product", by=[Have("tau[T] <= 3*b0/(2*rho)", name="last")]),
        Have("-c*k*delta*tau[T] == rho*tau[T]", name="letters"),
        Numbers(using=["product", "letters", "b0.0"])],
        example={"d": 1, "N": 1, "X": 1, "y": 0, "c": 1, "r": 0, "a": 0, "w": 1, "a0": 0, "w0": 1, "delta": -1, "k": 1, "tau": 0})  # fmt: skip
    for name, change in {"zero data": {"y": 2}, "square loss": {}, "full rank": {"X": 0}}.items():
        item.without(name, counterexample={"d": 1, "N": 1, "X": 1, "y": 0, "c": 1, "r": 0, "a": 1, "w": 2, "a0": 1, "w0": 2, "delta": -3, "k": 1,
                                           "tau": "3/2*t", **change}, argument=[At({"goal": [Witness("1"), Numbers()]})])  # fmt: skip
