"""Section 3: continuous-time linear functionals and recurrent networks."""

from verifier.language.script import (
    At,
    Axiom,
    CasesOn,
    Chosen,
    Contradict,
    Have,
    Induct,
    Inside,
    Linear,
    Negate,
    Numbers,
    Obtain,
    Order,
    Recursion,
    Rewritten,
    Set,
    Split,
    Square,
    Take,
    Use,
    Witness,
)
from verifier.language.script_parts import positive_ratio

from . import paper
from .notation import curve

NET = {"m": "positive integer", "d": "positive integer", "W": "matrix(m, m)", "U": "matrix(m, d)", "c": "matrix(m, 1)"}


@paper.equation("eq-1", "Targets in discrete time", where="Section 3, Eq. (1)", provenance="recalled")
def targets(item):
    item.printed("y_k = H_k(x_0, ..., x_(k-1)), k = 1, ..., K; x_k in R^d.")
    item.let(d="positive integer", K="positive integer", k="integer[1, K]", H="real function of matrix(d, k)", x="matrix(d, 1) sequence")
    item.conclude("exists(y, real, forall(P, matrix(d, k), implies(forall(j, integer[0, k-1], P*basis(k, j) == x[j]), y == H[P])))"
                  " and exists(P, matrix(d, k), forall(j, integer[0, k-1], P*basis(k, j) == x[j]))", argument=[
        Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["k"], name="identity"), Set("X", "Sum(x[j]*basis(k, j).T, (j, 0, k-1))"),
        Split([
            [Witness("H[X]"), Take("P"), Have("P == X", name="same", by=[
                Have("Sum(P*basis(k, j)*basis(k, j).T, (j, 0, k-1)) == Sum(x[j]*basis(k, j).T, (j, 0, k-1))", name="columns")]),
             Linear(terms=[Inside("same", "-H[HOLE]")])],
            [Witness("X"), Take("j")]])],
        example={"d": 1, "K": 1, "k": 1, "H": 0, "x": 0}, expected="proved")  # fmt: skip
    item.note("A definition: for every function H_k of k vectors, the columns of P, and all inputs there is exactly one output y_k, which depends on x_0, ..., x_(k-1) alone.")


#: sigma is applied to a vector entry by entry.
ENTRYWISE = [
    Have("forall(vv, matrix(m, 1), exists(ww, matrix(m, 1), forall(i, integer[0, m-1], ww[i, 0] == sigma[vv[i, 0]])))", name="images", by=[
        Take("vv"), Have("exists(b, real sequence, forall(j, nonnegative integer, b[j] == sigma[vv[j, 0]]))", name="there is b", by=[Witness("sigma[vv[j, 0]]", index="j")]),
        Obtain("there is b", "b", label="b"), Witness("Sum(b[j]*basis(m, j), (j, 0, m-1))"), Take("i"), Use("b", at=["i"], name="now")]),
    Chosen("images", name="entrywise"), Obtain("entrywise", "S", label="S")]  # fmt: skip


def states(step, start="z"):
    """The states h with h_0 = z that one step at a time gives, and their outputs."""
    return (f"exists(h, matrix(m, 1) sequence, exists(y, real sequence, h[0] == {start} and forall(k, nonnegative integer, y[k] == trace(c.T*h[k])"
            f" and forall(i, integer[0, m-1], h[k+1][i, 0] == {step}))))")  # fmt: skip


def stepped(start, next, weight="1"):
    """Those states, by the function S of the fact ``S``."""
    return [Recursion("h", start, next, index="k", value="hk", shape="m, 1", label="hs"), Witness("h[k]", index="k"), Witness("trace(c.T*h[k])", index="k"), Split([[], [
        Take("k"), Split([[], [Take("i"), Use("hs.1", at=["k"], name="now"), Use("S", at=["W*h[k] + U*x[k]", "i"], name="there")]])]])]  # fmt: skip


@paper.equation("eq-2", "Recurrent networks in discrete time", where="Section 3, Eq. (2)", provenance="recalled")
def discrete_network(item):
    item.printed("h_(k+1) = sigma(W h_k + U x_k), yhat_k = c' h_k.")
    item.let(**NET, sigma="real function of matrix(1, 1)", x="matrix(d, 1) sequence", z="matrix(m, 1)")
    item.conclude(states("sigma[(W*h[k] + U*x[k])[i, 0]]"), argument=[*ENTRYWISE, *stepped("z", "S[W*hk + U*x[k]]")],
                  example={"m": 1, "d": 1, "W": 0, "U": 0, "c": 0, "sigma": 0, "x": 0, "z": 0}, expected="proved")  # fmt: skip
    item.note("A definition: for every sigma, applied to each entry, every input has its states and outputs from h_0 = z on.")


@paper.equation("eq-3", "A space of signals", where="Section 3, Eq. (3)", provenance="printed")
def signals(item):
    item.printed("X = C_0(R, R^d): continuous functions that vanish at infinity, with the sup norm.")
    item.let(d="positive integer", v="matrix(d, 1)")
    item.conclude("exists(x, matrix(d, 1) curve, x[0] == v and littleo(norm2(x[t]), 1, t, oo) and littleo(norm2(x[t]), 1, t, -oo)"
                  " and forall(t, real, forall(i, integer[0, d-1], Abs(x[t][i, 0]) <= Abs(v[i, 0]))))", argument=[
        *curve("u", "exp(-t**2)", "-2*t*exp(-t**2)"), Set("n", "norm2(v)"), Have("n >= 0", name="n sign"),
        Have("forall(t, real, 0 <= u[t] and u[t] <= 1 and u[t]**2*(1 + t**2) <= 1)", name="bell", by=[Take("t"), Use("u", at=["t"], name="now"), Split([[], [Have("exp(-t**2) <= 1", name="less", by=[Have("-t**2 <= 0", name="sign")])], [
            Have("exp(-t**2)**2*(1 + t**2) <= 1", name="falls")]])]),
        Have("forall(c, positive, forall(t, real, implies(c*Abs(t) >= n, norm2(u[t]*v) <= c)))", name="far", by=[
            Take("c", "t"), Use("bell", at=["t"], name="now"), Set("y", "u[t]**2"), Have("y >= 0", name="y sign"),
            Have("c*(1 + t**2) >= c*Abs(t)", name="large"), Have("n <= c*(1 + t**2)", name="size"),
            Have("y*n <= c", name="small", by=[Order(positive=[Square(facts=["size", "y sign"]), Square(facts=["now.2", "given"])], terms=[("y", "-c*(1 + t**2)", "1")])])]),
        Witness("u[t]*v", index="t"), Split([
            [Use("u", at=["0"], name="now"), Have("exp(-0**2) == 1", name="one"), Have("u[0] == 1", name="start")],
            *([Take("c"), *positive_ratio("N", "n + 1", "c", ["n sign", "given"]), Witness("N"), Split([[], [
                Take("t"), Have("c*Abs(t) >= n", name="late", by=[Have("Abs(t) >= N", name="beyond"),
                    Have("c*Abs(t) >= c*N", name="more")]),
                Use("far", at=["c", "t"], premises=[[], []], name="small"), Set("z", "norm2(u[t]*v)"), Have("z >= 0", name="z sign")]])] for _ in range(2)),
            [Take("t", "i"), Use("bell", at=["t"], name="now"), Set("x", "v[i, 0]"), Set("y", "u[t]"),
             Have("Abs(y*x) <= Abs(x)", name="less", by=[Have("0 <= y and y <= 1", name="y in", by=[Split([[], []])])]), Set("z", "(u[t]*v)[i, 0]"),
             Have("z == y*x", name="entry"), Rewritten("less", ["entry"], name="there"),
             Rewritten("there", ["z", "x"], name="done", forwards=True), Use("done")]])],
        example={"d": 1, "v": 0}, expected="proved")  # fmt: skip
    item.note("A definition: for every v there is a signal in the space with the norm max_i |v_i|, taken at 0; this one is differentiable.")


@paper.definition("eq-4", "A space of signals", where="Section 3, Eq. (4)", provenance="printed")
def bounded_signals(item):
    item.printed("Y = C_b(R, R): bounded continuous functions.")
    item.conclude("exists(y, real curve, exists(C, positive, forall(t, real, Abs(y[t]) <= C)))", argument=[
        Witness("sin(t)", index="t"), Witness("1"), Split([[], [Take("t")]])], expected="proved")
    item.note("A definition; sin lies in it.")


@paper.definition("eq-6", "Recurrent networks in continuous time", where="Section 3, Eq. (6)", provenance="recalled")
def continuous_network(item):
    item.printed("dh/dt = sigma(W h + U x), yhat_t = c' h_t; its Euler discretisation is a residual network.")
    item.let(**NET, sigma="real function of matrix(1, 1)", z="matrix(m, 1)")
    solved = ("forall(v, matrix(d, 1), forall(g, matrix(m, 1), implies(forall(i, integer[0, m-1], g[i, 0] == sigma[(W*z + U*v)[i, 0]]) and W*g == zeros(m, 1),"
              " exists(x, matrix(d, 1) curve, exists(h, matrix(m, 1) curve, exists(y, real curve, x[0] == v and h[0] == z and forall(t, real, y[t] == trace(c.T*h[t])"
              " and forall(i, integer[0, m-1], diff(h[t], t)[i, 0] == sigma[(W*h[t] + U*x[t])[i, 0]]))))))))")  # fmt: skip
    euler = f"forall(x, matrix(d, 1) sequence, forall(eta, positive, {states('h[k][i, 0] + eta*sigma[(W*h[k] + U*x[k])[i, 0]]')}))"
    item.conclude(f"{solved} and {euler}", argument=[*ENTRYWISE, Split([
        [Take("v", "g"), Witness("v", index="t"), Witness("z + t*g", index="t"), Witness("trace(c.T*(z + t*g))", index="t"), Split([[], [], [Take("t"), Split([[], [
            Take("i"), Use("given.0", at=["i"], name="now"), Have("(W*(z + t*g) + U*v)[i, 0] == (W*z + U*v)[i, 0]", name="same"),
            Rewritten("now", ["same"], name="there")]])]])],
        [Take("x", "eta"), *stepped("z", "hk + eta*S[W*hk + U*x[k]]", "eta")]])],
        example={"m": 1, "d": 1, "W": 0, "U": 0, "c": 0, "sigma": 0, "z": 0}, expected="proved")  # fmt: skip
    item.note("A definition, inhabited for all sizes and every function sigma: a constant input v drives the states z + t g with g = sigma(W z + U v), where W g = 0 (for W = 0 at every z, "
              "and at every state of rest). Its Euler discretisation with the step eta is the residual network h_(k+1) = h_k + eta sigma(W h_k + U x_k), for all inputs. "
              "For sigma = id Eq. (7) has the response to every input.")  # fmt: skip


@paper.remark("rem-trivial-linear", "Targets from linear systems are trivial", where="Section 3", provenance="recalled")
def trivial(item):
    item.printed("If the target comes from a linear system of state dimension n, every width m >= n represents it exactly.")
    item.let(n="positive integer", k="nonnegative integer", d="positive integer", What="matrix(n, n)", Uhat="matrix(n, d)", chat="matrix(n, 1)",
             J="matrix(n + k, n)")  # fmt: skip
    item.suppose("embedding", "J.T*J == eye(n)")
    item.conclude("exists(W, matrix(n + k, n + k), exists(U, matrix(n + k, d), exists(c, matrix(n + k, 1),"
                  " forall(j, nonnegative integer, c.T*W**j*U == chat.T*What**j*Uhat)"
                  " and forall(z, matrix(n + k, 1), implies(J.T*z == zeros(n, 1), W*z == -z)))))", expected="proved", argument=[
        Set("X", "J*What*J.T - (eye(n + k) - J*J.T)"), Witness("X"), Witness("J*Uhat"), Witness("J*chat"), Split([[
            Have("forall(j, nonnegative integer, X**j*J == J*What**j)", name="powers", by=[Induct("j")]),
            Take("j"), Use("powers", at=["j"], name="now")],
            [Take("z")]])],
        example={"n": 1, "k": 0, "d": 1, "What": -1, "Uhat": 1, "chat": 1, "J": 1})  # fmt: skip
    item.without("embedding", counterexample={"n": 1, "k": 0, "d": 1, "What": -2, "Uhat": 1, "chat": 1, "J": 0}, argument=[At({"goal": [
        Take("W", "U", "c"), Negate("all"), Use("all.1", at=["1"], name="one"), Have("W == -1", name="stable", by=[CasesOn("one", [[Contradict("case", [Linear()])], [Linear(terms=[("case", "1", "1")])]])]), Use("all.0", at=["0"], name="first"), Use("all.0", at=["1"], name="second"),
        Have("1 == 0", name="absurd", by=[Linear(terms=[("second", "1", "1"), ("stable", "-c.T", "U"), ("first", "1", "1")])]), Numbers(using=["absurd"])]})])  # fmt: skip
    item.note("For m = n + k, all sizes: J embeds R^n (the first n unit vectors, say). c' W^j U for all j determine c' e^(Ws) U, and W is -1 on the "
              "complement, so that its further eigenvalues are -1.")  # fmt: skip
