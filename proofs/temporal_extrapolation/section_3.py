"""Section 3: the linear recurrent network, its population loss, and what extrapolation means."""

from verifier.language.script import Have, Induct, Obtain, Split, Take, Use, Witness

from . import paper
from .notation import FAIR_SIGN, network, sampled_network

Z = "zeros(d, d)"
STATES = [Induct("t", step=[Use("state", at=["t"], name="next")])]


@paper.equation("eq-1", "The linear recurrent network", where="Section 3, Eq. (1)")
def recurrence(item):
    item.printed("s_t = A s_{t-1} + B x_t, y_t = C s_t, with s_0 = 0.")
    item.use(network)
    item.let(x="real sequence")
    item.conclude(
        "exists(s, matrix(d, 1) sequence, exists(y, real sequence, s[0] == zeros(d, 1) and"
        " forall(t, nonnegative integer, s[t+1] == A*s[t] + B*x[t+1]) and forall(t, positive integer, y[t] == C*s[t])))",
        argument=[Witness("Sum(A**i*B*x[t-i], (i, 0, t-1))", index="t"), Witness("C*Sum(A**i*B*x[t-i], (i, 0, t-1))", index="t")],
    )
    item.note("A definition: every input has its states and outputs.")


@paper.equation("eq-2", "The output is a convolution with the impulse response", where="Section 3, Eq. (2)")
def convolution(item):
    item.printed("For t >= 1: y_t = sum_{i=0}^{t-1} C A^i B x_{t-i}.")
    item.use(network)
    item.let(x="real sequence", s="matrix(d, 1) sequence", y="real sequence")
    item.suppose("start", "s[0] == zeros(d, 1)")
    item.suppose("state", "forall(t, nonnegative integer, s[t+1] == A*s[t] + B*x[t+1])")
    item.suppose("readout", "forall(t, positive integer, y[t] == C*s[t])")
    states = "forall(t, nonnegative integer, s[t] == Sum(A**i*B*x[t-i], (i, 0, t-1)))"
    item.conclude(
        "forall(t, positive integer, y[t] == Sum(C*A**i*B*x[t-i], (i, 0, t-1)))",
        argument=[Have(states, name="states", by=STATES)],
    )
    item.step("s1", "y[1] == C*B*x[1]", because=["start", "state", "readout"], says="base case",
              argument=[Use("state", at=["0"], name="first"), Use("readout", at=["1"], name="out")])  # fmt: skip
    item.step("s2", states, because=["start", "state"], says="by induction", argument=STATES)
    item.step("s3", "forall(t, positive integer, y[t] == Sum(C*A**i*B*x[t-i], (i, 0, t-1)))",
              because=["s2", "readout"], says="multiply by C",
              argument=[Have(states, name="states", by=STATES)], inference_argument=[])  # fmt: skip


@paper.equation("eq-3", "Training set, empirical and population loss", where="Section 3, Eq. (3)")
def training_set(item):
    item.printed("Sequences x^(i) in R^k with labels y^(i); empirical loss (1/N) sum_i (RNN(x^(i)) - y^(i))^2; "
                 "population loss E (RNN(x) - w x_k)^2.")  # fmt: skip
    item.use(network)
    item.let(N="positive integer", X="matrix(N, k)", Y="matrix(N, 1)")
    errors = "Sum((Sum(h(j)*X[i, k-1-j], (j, 0, k-1)) - Y[i, 0])**2, (i, 0, N-1))"
    item.conclude(f"exists(L, real, N*L == {errors}) and {errors} >= 0", argument=[
        Have("N > 0", name="some data"), Split([[Witness(f"1/N*({errors})")], []])])
    item.note("A definition: the empirical loss is a number, and not negative.")


@paper.definition("def-mem", "Memoryless teacher", where="Section 3")
def memoryless_teacher(item):
    item.printed("There is w != 0 such that every input x in R^{k'} of every length k' has the label w x_{k'}.")
    item.let(w="nonzero", x="real sequence")
    item.conclude("w != 0 and exists(y, real sequence, forall(q, positive integer, y[q] == w*x[q]))",
                  argument=[Split([[], [Witness("w*x[t]", index="t")]])])  # fmt: skip
    item.note("A definition: the labels y of any input x.")


@paper.lemma("lemma-3.1", "Population loss of the student", where="Section 3, Eq. (4)")
def population_loss(item):
    item.printed("Assume x ~ D with E[x x^T] = I_k. Then, given a memoryless teacher, the loss for the student "
                 "satisfies L(A, B, C) = sum_{i=1}^{k-1} (C A^i B)^2 + (C B - w)^2.")  # fmt: skip
    item.use(sampled_network)
    item.suppose("white", "expect(x*x.T) == eye(k)")
    item.conclude("population == loss(A, B, C)", expected="proved", example=FAIR_SIGN)
    item.without("white", counterexample={"d": "1", "k": "1", "A": "0", "B": "1", "C": "0", "w": "1", "x": "2"})
    item.note("Independence of the inputs is neither needed nor enough: only second moments enter.")
    moments = "expect(output**2) - 2*w*expect(x[k-1,0]*output) + w**2*expect(x[k-1,0]**2)"
    item.step("s1", "population == expect((Sum(h(i)*x[k-1-i, 0], (i, 0, k-1)) - w*x[k-1, 0])**2)",
              because=["definitions"], says="substitute the convolution and the teacher")  # fmt: skip
    item.step("s2", f"population == {moments}", because=["s1", "definitions"], says="expand the square")
    item.step("s3", f"{moments} == Sum(h(i)**2, (i, 0, k-1)) - 2*w*h(0) + w**2", because=["white", "definitions"],
              says="E x_a x_b = delta_ab")  # fmt: skip
    item.step("s4", "Sum(h(i)**2, (i, 0, k-1)) - 2*w*h(0) + w**2 =="
              " Sum(h(i)**2, (i, 1, k-1)) + h(0)**2 - 2*w*h(0) + w**2", says="split off i = 0")  # fmt: skip
    item.step("s5", "Sum(h(i)**2, (i, 1, k-1)) + h(0)**2 - 2*w*h(0) + w**2 == loss(A, B, C)",
              because=["definitions"], says="complete the square")  # fmt: skip


@paper.remark("rem-3.1a", "When the population loss is minimal", where="Section 3")
def zero_loss(item):
    item.printed("The population loss is minimised when the impulse response starts with w and is followed by "
                 "zeros: h = (w, 0, ..., 0) in its first k entries; the minimum is 0.")  # fmt: skip
    item.use(network)
    item.conclude(
        "iff(minimiser(A, B, C), C*B == w and forall(j, integer[1, k-1], h(j) == 0))"
        " and iff(minimiser(A, B, C), loss(A, B, C) == 0)",
        argument=[
            Split([
                [Split([[Take(), Use("given", at=[Z, "w*basis(d, 0)", "basis(d, 0).T"], name="best")], []])],
                [Split([[Take(), Use("given", at=[Z, "w*basis(d, 0)", "basis(d, 0).T"], name="best"),
                         Have("C*B == w and forall(j, integer[1, k-1], h(j) == 0)", name="seen")], []])],
            ]),
        ],
    )  # fmt: skip


@paper.definition("def-ext", "Extrapolation", where="Section 3")
def extrapolation(item):
    item.printed("The student extrapolates iff y_{k'} = w x_{k'} for all k' >= 1 and all x in R^{k'}.")
    item.use(network)
    item.conclude(
        "exists(X, matrix(d, d), exists(Y, matrix(d, 1), exists(Z, matrix(1, d), extrapolates(X, Y, Z))))",
        argument=[
            Have("exists(S, matrix(d, d), S == zeros(d, d))", name="zero", by=[Witness(Z)]), Obtain("zero", "S", label="S"),
            Witness("S"), Witness("w*basis(d, 0)"), Witness("basis(d, 0).T"), Take("q", "u"),
            Have("Sum(basis(d,0).T*S**i*(w*basis(d,0))*u[q-i], (i, 0, q-1)) == w*u[q] +"
                 " Sum(basis(d,0).T*S**i*(w*basis(d,0))*u[q-i], (i, 1, q-1))", name="split"),
        ],
    )  # fmt: skip
    item.note("A definition; networks of every width that extrapolate exist.")


@paper.lemma("lemma-3.2", "Extrapolation in terms of the impulse response", where="Section 3")
def impulse_response(item):
    item.printed("The learned RNN extrapolates with respect to a memoryless teacher if and only if C B = w and "
                 "C A^j B = 0 for all j >= 1.")  # fmt: skip
    item.use(network)
    whole = "Sum(C*A**i*B*x[q-i], (i, 0, q-1))"
    item.conclude(
        "iff(extrapolates(A, B, C), memoryless(A, B, C))",
        argument=[Split([
            [Take(), Split([
                [Use("given", at=["1", ("delta(t, 1)", "t")], name="impulse")],
                [Take("j"), Use("given", at=["j+1", ("delta(t, 1)", "t")], name="impulse")],
            ])],
            [Take("q", "x"), Have(f"{whole} == C*B*x[q] + Sum(C*A**i*B*x[q-i], (i, 1, q-1))", name="split")],
        ])],
    )  # fmt: skip


@paper.remark("rem-3.2a", "The trivial extrapolating solution", where="Section 3")
def trivial_solution(item):
    item.printed("A = 0 with any (B, C) satisfying C B = w extrapolates.")
    item.use(network)
    item.suppose("still", f"A == {Z}")
    item.suppose("gain", "C*B == w")
    item.conclude("memoryless(A, B, C)", argument=[Split([[], [Take("j")]])])
