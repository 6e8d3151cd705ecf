"""Section 3: the model, its losses, and what extrapolation means."""

from verifier.language.script import Have, Induct, Obtain, Split, Square, Take, Use, Vanish, Witness

from . import paper
from .lemmas.path_graphs import prescribed
from .notation import sampled, symmetric, systems, teacher

CONVOLUTION = "Sum(C*A**(t-1-j)*B*x[j], (j, 0, t-1))"
#: A network of width 1 that puts out its input once, a unit later.
DELAYED = {"d": "1", "n": "1", "k": "1", "A": "0", "B": "1", "C": "1", "Ahat": "0", "Bhat": "0", "Chat": "0",
           "x": "delta(t, 0)", "s": "delta(t, 1)", "y": "delta(t, 1)"}  # fmt: skip
STATES = [Induct("t", step=[Use("state", at=["t"], name="next")])]


@paper.equation("eq-3.1", "The linear recurrent network", where="Section 3, Eq. (3.1)", provenance="printed")
def recurrence(item):
    item.printed("s_{t+1} = A s_t + B x_t, y_t = C s_t, t = 0, 1, 2, ..., with s_0 = 0 and A symmetric.")
    item.use(symmetric)
    item.let(x="real sequence")
    item.conclude(
        "exists(s, matrix(d, 1) sequence, exists(y, real sequence, s[0] == zeros(d, 1) and"
        " forall(t, nonnegative integer, s[t+1] == A*s[t] + B*x[t]) and forall(t, nonnegative integer, y[t] == C*s[t])))",
        argument=[Witness("Sum(A**(t-1-j)*B*x[j], (j, 0, t-1))", index="t"), Witness(CONVOLUTION, index="t")],
    )
    item.note("A definition: every input has its states and outputs, for every matrix A.")


def run(item):
    item.use(symmetric)
    item.let(x="real sequence", s="matrix(d, 1) sequence", y="real sequence")
    item.suppose("start", "s[0] == zeros(d, 1)")
    item.suppose("state", "forall(t, nonnegative integer, s[t+1] == A*s[t] + B*x[t])")
    item.suppose("readout", "forall(t, nonnegative integer, y[t] == C*s[t])")


@paper.definition("def-1", "Impulse response", where="Section 3, Definition 1", provenance="printed")
def impulse_response(item):
    item.printed("The impulse response is the output sequence for the input (1, 0, 0, ...), namely the sequence "
                 "(C B, C A B, C A^2 B, ...).")  # fmt: skip
    run(item)
    item.leads_to("eq-3.3")
    item.suppose("impulse", "forall(t, nonnegative integer, x[t] == delta(t, 0))")
    item.conclude("forall(t, nonnegative integer, y[t] == g(t))", expected="refuted", counterexample=DELAYED)
    with item.repair("the outputs behind the first one, y_1, y_2, ...") as r:
        r.conclude("forall(t, nonnegative integer, y[t+1] == g(t))", example=DELAYED, argument=[
            Have("forall(t, nonnegative integer, s[t+1] == A**t*B)", name="states", by=[Induct("t", step=[
                Use("state", at=["t+1"], name="next")])]),
            Take("t"), Use("readout", at=["t+1"], name="out")])  # fmt: skip
    item.note("With Eq. (3.1) as printed the first output is y_0 = C s_0 = 0; the response starts at y_1. Everything "
              "after this definition uses the values C A^j B alone.")  # fmt: skip


@paper.remark("sec3-time-index", "The label of a sequence is the output behind it", where="Section 3", provenance="printed")
def time_index(item):
    item.printed("For an input x = (x_0, ..., x_{k-1}) the label is y = y_k.")
    run(item)
    states = "forall(t, nonnegative integer, s[t] == Sum(A**(t-1-j)*B*x[j], (j, 0, t-1)))"
    item.conclude("y[k] == Sum(C*A**(k-1-j)*B*x[j], (j, 0, k-1))", argument=[
        Have(states, name="states", by=STATES), Use("readout", at=["k"], name="out")])  # fmt: skip



@paper.equation("eq-3.2", "The empirical loss", where="Section 3, Eq. (3.2)", provenance="printed")
def empirical_loss(item):
    item.printed("L_S = (1/N) sum_{i=1}^N l(RNN(x^(i)), y^(i)) with the squared loss l(y, yhat) = (y - yhat)^2.")
    item.let(N="positive integer", Y="matrix(N, 1)", Z="matrix(N, 1)")
    errors = "Sum((Z[i, 0] - Y[i, 0])**2, (i, 0, N-1))"
    item.conclude(f"exists(L, real, N*L == {errors}) and {errors} >= 0", argument=[
        Have("N > 0", name="some data"), Split([[Witness(f"1/N*({errors})")], []])])
    item.note("A definition: the loss is a number, and not negative.")


@paper.equation("eq-3.3", "The empirical loss of the network", where="Section 3, Eq. (3.3)", provenance="printed")
def empirical_loss_of_the_network(item):
    item.printed("L_S = (1/N) sum_i (sum_{j=0}^{k-1} C A^{k-1-j} B x_j^(i) - y^(i))^2.")
    item.use(systems)
    item.let(N="positive integer", X="matrix(N, k)", Y="matrix(N, 1)", r="matrix(N, 1)")
    item.suppose("outputs", "forall(i, integer[0, N-1], r[i, 0] == Sum(C*A**(k-1-j)*B*X[i, j], (j, 0, k-1)))")
    item.conclude("1/N*Sum((r[i, 0] - Y[i, 0])**2, (i, 0, N-1)) =="
                  " 1/N*Sum((Sum(C*A**(k-1-j)*B*X[i, j], (j, 0, k-1)) - Y[i, 0])**2, (i, 0, N-1))",
                  argument=[Have("N > 0", name="some data")])  # fmt: skip


@paper.equation("eq-3.4", "The population loss", where="Section 3, Eq. (3.4)", provenance="printed")
def population_loss(item):
    item.printed("With E[x_j x_j'] = 1{j = j'} the population loss is sum_{j=0}^{k-1} (C A^j B - Chat Ahat^j Bhat)^2.")
    item.use(sampled)
    item.suppose("white", "expect(x*x.T) == eye(k)")
    item.conclude("population == loss(A, B, C)", expected="proved")


@paper.remark("claim-3.a", "When the population loss vanishes", where="Section 3", provenance="printed")
def zero_loss(item):
    item.printed("L = 0 if and only if C A^j B = Chat Ahat^j Bhat for j = 0, ..., k-1.")
    item.use(systems)
    item.conclude("iff(loss(A, B, C) == 0, fits)", expected="proved", argument=[Split([
        [Take(), Vanish("given", squares=[Square(root="g(i) - w(i)", over=[("i", "0", "k-1")], name="seen")]),
         Take("j"), Use("seen", at=["j"], name="now")],
        [Take()],
    ])])  # fmt: skip


@paper.definition("def-2", "Extrapolation with a horizon", where="Section 3, Definition 2, Eq. (3.5)", provenance="printed")
def extrapolation(item):
    item.printed("The student eps-extrapolates with horizon q if |C A^j B - Chat Ahat^j Bhat| <= eps for j = 0, ..., q-1; "
                 "it extrapolates if this holds with eps = 0 for all q.")  # fmt: skip
    item.use(systems)
    item.conclude("iff(extrapolates, forall(q, positive integer, forall(j, integer[0, q-1], (g(j) - w(j))**2 <= 0)))",
                  argument=[Split([
                      [Take(), Take("q", "j")],
                      [Take(), Take("j"), Use("given", at=["j+1", "j"], name="small"),
                       Vanish("small", squares=[Square(root="g(j) - w(j)", name="none")])],
                  ])])  # fmt: skip
    item.note("|u| <= 0 is written u^2 <= 0. Extrapolating is having the impulse response of the teacher.")


@paper.equation("eq-3.6", "Gradient flow", where="Section 3, Eq. (3.6)", provenance="printed")
def gradient_flow(item):
    item.printed("d alpha / d tau = - dL / d alpha for alpha in {A, B, C}.")
    item.use(systems)
    item.conclude("grad(loss(A, B, C), A) == gradA(A, B, C) and grad(loss(A, B, C), B) == gradB(A, B, C)"
                  " and grad(loss(A, B, C), C) == gradC(A, B, C)")  # fmt: skip
    item.note("A definition; here the three gradients that it needs, for a matrix A without constraints.")


@paper.remark("claim-3.b", "A minimiser is a rest point of gradient flow", where="Section 3", provenance="printed")
def rest_point(item):
    item.printed("A global minimiser that fails to extrapolate is a stationary point of gradient flow.")
    item.use(systems)
    item.suppose("fit", "fits")
    item.conclude("gradA(A, B, C) == zeros(d, d) and gradB(A, B, C) == zeros(d, 1) and gradC(A, B, C) == zeros(1, d)",
                  argument=[Split([[], [], []])],
                  expected="proved")  # fmt: skip


@paper.definition("def-4", "Balanced systems", where="Section 4.1, Definition 4", provenance="printed")
def balanced_system(item):
    item.printed("A system is balanced if B = C'; the teacher is assumed to be balanced.")
    item.use(systems)
    item.conclude("exists(X, matrix(d, d), exists(Y, matrix(d, 1), exists(Z, matrix(1, d), X.T == X and Z == Y.T)))",
                  argument=[Witness("zeros(d, d)"), Witness("zeros(d, 1)"), Witness("zeros(1, d)")])  # fmt: skip
    item.note("A definition; balanced systems of every width exist.")


@paper.remark("claim-3.c", "A symmetric matrix has d(d+1)/2 free entries", where="Section 3", provenance="printed")
def number_of_parameters(item):
    item.printed("A symmetric A is given by its d(d+1)/2 upper-triangular entries.")
    item.let(d="positive integer")
    item.conclude("Sum(d - i, (i, 0, d-1)) == d*(d+1)/2")
    item.note("Row i of the upper triangle has d - i entries.")


#: A student on the path with d points, its read-out fitted to the teacher and one more value.
UNEXTRAPOLATED = (
    "exists(A, matrix(d, d), exists(B, matrix(d, 1), exists(C, matrix(1, d), A.T == A and loss(A, B, C) == 0"
    " and exists(j, integer[0, q-1], C*A**j*B - w(j) > epsilon))))"
)
MISFIT = [
    *prescribed(),
    Use("prescribed", at=[("w(t) + delta(t, k)*(epsilon + 1)", "t"), "d"], name="there is"),
    Obtain("there is", "c", label="reached"),
    Witness("S"), Witness("basis(d, 0)"), Witness("c"),
    Split([
        [], [],
        [Witness("k"), Use("reached", at=["k"], name="now"), Have("1 > 0", name="gap")],
    ]),
]  # fmt: skip


@paper.proposition("prop-3", "Zero loss alone does not extrapolate", where="Section 3, Proposition 3", provenance="printed")
def zero_loss_is_not_enough(item):
    item.printed("Assume d > k and let eps >= 0, q in {k+1, k+2, ...}. For every teacher there are student parameters with "
                 "L = 0 that do not eps-extrapolate with horizon q.")  # fmt: skip
    item.use(teacher)
    item.let(epsilon="nonnegative", q="positive integer")
    item.suppose("wide", "d > k")
    item.suppose("horizon", "q >= k+1")
    item.conclude(UNEXTRAPOLATED, argument=MISFIT, expected="proved")
