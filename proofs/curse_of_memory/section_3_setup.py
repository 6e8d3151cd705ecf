"""Section 3: continuous-time linear functionals and recurrent networks."""

from verifier.claims.script import (
    Have,
    Induct,
    Linear,
    Negate,
    Numbers,
    Obtain,
    Rewritten,
    Split,
    Take,
    Use,
    Witness,
)
from verifier.theory.linear_dependence import named
from verifier.theory.real_numbers import named_number

from . import paper

NET = {"m": "positive integer", "d": "positive integer", "W": "matrix(m, m)", "U": "matrix(m, d)", "c": "matrix(m, 1)"}


@paper.equation("eq-1", "Targets in discrete time", where="Section 3, Eq. (1)", provenance="recalled")
def targets(item):
    item.printed("y_k = H_k(x_0, ..., x_(k-1)), k = 1, ..., K; x_k in R^d.")
    item.let(K="positive integer", d="positive integer", x="matrix(d, 1) sequence", b="matrix(d, 1) sequence")
    item.conclude("exists(y, real sequence, forall(k, integer[1, K], y[k] == Sum(b[k-1-j].T*x[j], (j, 0, k-1))))", fidelity="special case",
                  argument=[Witness("Sum(b[k-1-j].T*x[j], (j, 0, k-1))", index="k")])  # fmt: skip
    item.note("A definition. Said here of a linear sequence of functionals with a response b.")


@paper.equation("eq-2", "Recurrent networks in discrete time", where="Section 3, Eq. (2)", provenance="recalled")
def discrete_network(item):
    item.printed("h_(k+1) = sigma(W h_k + U x_k), yhat_k = c' h_k.")
    item.let(**NET, x="matrix(d, 1) sequence")
    item.conclude("exists(h, matrix(m, 1) sequence, h[0] == zeros(m, 1) and forall(k, nonnegative integer, h[k+1] == W*h[k] + U*x[k]))",
                  fidelity="special case", argument=[Witness("Sum(W**(k-1-j)*U*x[j], (j, 0, k-1))", index="k")])  # fmt: skip
    item.note("A definition. Said here for sigma = id: every input has its states.")


def space(id, where, printed, conclude, note, **letters):
    @paper.equation(id, "A space of signals", where=where, provenance="printed")
    def page(item):
        item.printed(printed)
        item.let(**letters)
        item.conclude(conclude, fidelity="special case")
        item.note(note)

    return page


space("eq-3", "Section 3, Eq. (3)", "X = C_0(R, R^d): continuous functions that vanish at infinity, with the sup norm.",
      "limit(exp(-t**2), t, oo) == 0 and limit(exp(-t**2), t, -oo) == 0 and forall(s, real, Abs(exp(-s**2)) <= 1)",
      "A definition; e^(-t^2) lies in it, with norm 1.", t="real")


@paper.definition("eq-4", "A space of signals", where="Section 3, Eq. (4)", provenance="printed")
def bounded_signals(item):
    item.printed("Y = C_b(R, R): bounded continuous functions.")
    item.conclude("exists(y, real curve, exists(C, positive, forall(t, real, Abs(y[t]) <= C)))", argument=[
        Witness("sin(t)", index="t"), Witness("1"), Split([[], [Take("t"), Numbers(using=[])]])], expected="proved")
    item.note("A definition; sin lies in it.")


@paper.equation("eq-5", "Functionals in continuous time", where="Section 3, Eq. (5)", provenance="derived")
def functionals(item):
    item.printed("y_t = H_t(x), t in R, each H_t a functional on X.")
    item.let(x="real curve", a="real", t="real")
    item.conclude("exists(y, real, y == a*x[t])", fidelity="special case", argument=[Witness("a*x[t]")])
    item.note("A definition; said here of a multiple of the value at t.")


@paper.definition("eq-6", "Recurrent networks in continuous time", where="Section 3, Eq. (6)", provenance="recalled")
def continuous_network(item):
    item.printed("dh/dt = sigma(W h + U x), yhat_t = c' h_t; its Euler discretisation is a residual network.")
    item.let(**NET, sigma="real curve")
    item.suppose("rest", "sigma[0] == 0")
    item.conclude("exists(x, matrix(d, 1) curve, exists(h, matrix(m, 1) curve, exists(y, real curve, forall(t, real, y[t] == trace(c.T*h[t])"
                  " and forall(i, integer[0, m-1], diff(h[t], t)[i, 0] == sigma[(W*h[t] + U*x[t])[i, 0]])))))", argument=[
        Have("exists(x, matrix(d, 1) curve, exists(h, matrix(m, 1) curve, forall(t, real, x[t] == zeros(d, 1) and h[t] == zeros(m, 1) and diff(h[t], t) == zeros(m, 1))))", name="rest state", by=[
            Witness("zeros(d, 1)", index="t"), Witness("zeros(m, 1)", index="t"), Take("t"), Split([[], [], []])]),
        Obtain("rest state", "x", label="x"), Obtain("x", "h", label="h"),
        Witness("x[t]", index="t"), Witness("h[t]", index="t"), Witness("0", index="t"), Take("t"), Use("h", at=["t"], name="now"), Split([
            [Linear(rewrite=["now.1"])], [Take("i"), *named_number("z", "(W*h[t] + U*x[t])[i, 0]"), Have("z == 0", name="z is", by=[Linear(rewrite=["z", "now.0", "now.1"])]),
            Have("diff(h[t], t)[i, 0] == 0", name="still", by=[Linear(rewrite=["now.2"])]), Have("sigma[z] == 0", name="value", by=[Rewritten("rest", ["z is"], name="there"), Numbers(using=["there", "z is"])]),
            Rewritten("value", ["z"], name="spelled", forwards=True), Linear(terms=[("still", "1", "1"), ("spelled", "-1", "1")])]])],
        example={"m": 1, "d": 1, "W": 0, "U": 0, "c": 0, "sigma": "t"}, fidelity="special case")  # fmt: skip
    item.note("A definition; said here only that it is inhabited, for all sizes and every differentiable sigma with sigma(0) = 0, by the state of rest; Eq. (7) has the response to other inputs for sigma = id. Missing: other sigma, and the Euler discretisation.")


@paper.equation("eq-10", "Hidden dynamical systems", where="Section 3, Eq. (10)", provenance="recalled")
def hidden(item):
    item.printed("dh/dt = f(h, x), y = g(h) is not assumed of the target.")
    item.let(a="real", b="real")
    item.conclude("not forall(t, [1, oo), a*exp(-b*t) == 1/t)", fidelity="special case", argument=[
        Negate("fits"), *(Use("fits", at=[str(i)], premises=[[Numbers(using=[])]], name=f"at {i}") for i in (1, 2, 4)),
        Have("exists(E, real, exp(-b*1) == E and exp(-b*2) == E**2 and exp(-b*4) == E**4)", name="there is E", by=[
            Witness("exp(-b)"), Split([[Numbers(using=[])] for _ in range(3)])]),
        Obtain("there is E", "E", label="powers"),
        Have("a*E == 1", name="one", by=[Numbers(using=["at 1", "powers"])]), Have("a*E**2 == 1/2", name="two", by=[Numbers(using=["at 2", "powers"])]),
        Have("a*E**4 == 1/4", name="four", by=[Numbers(using=["at 4", "powers"])]),
        Have("E == 1/2", name="E is", by=[Linear(terms=[("two", "1", "1"), ("one", "-E", "1")])]),
        Have("a*E**4 == E**3", name="other", by=[Linear(terms=[("one", "E**3", "1")])]), Numbers(using=["four", "other", "E is"])])  # fmt: skip
    item.note("Said here: the kernel 1/t is no exponential, so it is that of no linear hidden system with one state.")


@paper.remark("rem-trivial-linear", "Targets from linear systems are trivial", where="Section 3", provenance="recalled")
def trivial(item):
    item.printed("If the target comes from a linear system of state dimension n, every width m >= n represents it exactly.")
    item.let(n="positive integer", k="nonnegative integer", d="positive integer", What="matrix(n, n)", Uhat="matrix(n, d)", chat="matrix(n, 1)",
             J="matrix(n + k, n)")  # fmt: skip
    item.suppose("embedding", "J.T*J == eye(n)")
    item.conclude("exists(W, matrix(n + k, n + k), exists(U, matrix(n + k, d), exists(c, matrix(n + k, 1),"
                  " forall(j, nonnegative integer, c.T*W**j*U == chat.T*What**j*Uhat)"
                  " and forall(z, matrix(n + k, 1), implies(J.T*z == zeros(n, 1), W*z == -z)))))", expected="proved", argument=[
        *named("X", "n + k, n + k", "J*What*J.T - (eye(n + k) - J*J.T)"), Witness("X"), Witness("J*Uhat"), Witness("J*chat"), Split([[
            Have("forall(j, nonnegative integer, X**j*J == J*What**j)", name="powers", by=[Induct("j", step=[
                Linear(terms=[("IH", "X", "1"), ("X", "1", "J*What**j"), ("embedding", "J*What + J", "What**j")])])]),
            Take("j"), Use("powers", at=["j"], name="now"), Linear(terms=[("now", "chat.T*J.T", "Uhat"), ("embedding", "chat.T", "What**j*Uhat")])],
            [Take("z"), Linear(terms=[("given", "J*What + J", "1"), ("X", "1", "z")])]])],
        example={"n": 1, "k": 0, "d": 1, "What": -1, "Uhat": 1, "chat": 1, "J": 1})  # fmt: skip
    item.without("embedding", counterexample={"n": 1, "k": 0, "d": 1, "What": -1, "Uhat": 1, "chat": 1, "J": 0})
    item.note("For m = n + k, all sizes: J embeds R^n (the first n unit vectors, say). c' W^j U for all j determine c' e^(Ws) U, and W is -1 on the "
              "complement, so that its further eigenvalues are -1.")  # fmt: skip
