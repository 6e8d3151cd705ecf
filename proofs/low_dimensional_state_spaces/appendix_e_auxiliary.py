"""Appendix E.1: the population loss, its gradients, and what gradient descent and flow preserve."""

from verifier.language.script import Have, Induct, Ladder, Take, Use

from . import paper
from .notation import flow, sampled, symmetric, systems, teacher

#: One unit, no teacher.
ONE = {"d": "1", "n": "1", "k": "1", "A": "0", "B": "1", "C": "1", "Ahat": "0", "Bhat": "0", "Chat": "0"}
DESCENT = (
    "forall(t, nonnegative integer, A[t+1] == A[t] - eta*gradA(A[t], B[t], C[t])"
    " and B[t+1] == B[t] - eta*gradB(A[t], B[t], C[t]) and C[t+1] == C[t] - eta*gradC(A[t], B[t], C[t]))"
)
WHITE = "expect(x*x.T) == eye(k)"


@paper.lemma("lemma-E.1", "The population loss", where="Appendix E.1.1, Lemma E.1", provenance="printed")
def population_loss(item):
    item.printed("Let E[x] = 0, E[x x'] = I_k and y the teacher's output. Then the expected loss is "
                 "sum_{i=0}^{k-1} (C A^i B - w_i)^2.")  # fmt: skip
    item.use(sampled)
    item.suppose("centred", "expect(x) == zeros(k, 1)")
    item.suppose("white", WHITE)
    item.conclude("population == loss(A, B, C)", expected="proved")
    reversed_ = "expect((Sum(g(i)*x[k-1-i, 0], (i, 0, k-1)) - Sum(w(i)*x[k-1-i, 0], (i, 0, k-1)))**2)"
    single = "Sum(g(i)**2 - 2*g(i)*w(i) + w(i)**2, (i, 0, k-1))"
    item.step("E.2-E.3", f"population == {reversed_}", because=["definitions"], says="the definitions; in the reverse order")
    item.step("E.4-E.6", f"{reversed_} == {single}", because=["white", "definitions"],
              says="expand into a double sum; E[x_a x_b] = 1{a = b}; only i = j is left")  # fmt: skip
    item.step("E.7-E.8", f"{single} == loss(A, B, C)", because=["definitions"], says="complete the square")


@paper.lemma("lemma-E.4", "The gradients of the population loss", where="Appendix E.1.4, Lemma E.4", provenance="printed")
def gradients(item):
    item.printed("dL/dB = sum_{i=0}^{k-1} e_i (A^i)' C' and dL/dC = sum_{i=0}^{k-1} e_i B' (A^i)', where e_i = C A^i B - w_i.")
    item.leads_to("lemma-E.6", "lemma-E.7", "E.58", "E.81")
    item.use(systems)
    item.conclude("gradB(A, B, C) == Sum(e(i)*A.T**i*C.T, (i, 0, k-1))"
                  " and gradC(A, B, C) == Sum(e(i)*B.T*A.T**i, (i, 0, k-1))", expected="refuted", counterexample=ONE)  # fmt: skip
    item.step("E.11", "forall(j, nonnegative integer, grad(C*A**j*B, B) == A.T**j*C.T)", says="the response is linear in B")
    item.step("E.12", "forall(j, nonnegative integer, grad(C*A**j*B, C) == B.T*A.T**j)", says="the response is linear in C")
    item.step("E.14", "gradB(A, B, C) == Sum(e(i)*A.T**i*C.T, (i, 0, k-1))", because=["definitions"],
              says="the chain rule", expected="refuted", expected_inference="does not follow", counterexample=ONE)  # fmt: skip
    with item.repair("with the factor 2 of the square") as r:
        r.conclude("grad(loss(A, B, C), B) == 2*Sum(e(i)*A.T**i*C.T, (i, 0, k-1))"
                   " and grad(loss(A, B, C), C) == 2*Sum(e(i)*B.T*A.T**i, (i, 0, k-1))", expected="proved")  # fmt: skip
    item.note("gradB and gradC are the gradients: see Eq. (3.6). The factor 2 is lost. It is as if the loss were half of Eq. (3.4), or time ran twice as fast: balancedness and "
              "conservation do not notice, rates do.")  # fmt: skip


@paper.lemma("lemma-E.7", "What gradient flow conserves", where="Appendix E.1.6, Lemma E.7", provenance="printed")
def conservation(item):
    item.printed("Under gradient flow d/dt (|B|^2 - |C|^2) = 0.")
    item.use(flow)
    difference = "trace(B[{0}].T*B[{0}]) - trace(C[{0}]*C[{0}].T)"
    rate = "trace(B[t].T*diff(B[t], t)) == trace(diff(C[t], t)*C[t].T)"
    item.conclude(f"forall(t, [0, oo), {difference.format('t')} == {difference.format('0')})", expected="proved", argument=[
        Have(f"forall(t, [0, oo), {rate})", name="rate"),
        Take("T"),
        Ladder("T", "0", slope=[Use("rate", at=["r"], premises=[[]], name="now")]),
    ])
    item.note("For every motion of A, and for the gradients with and without the factor 2.")


@paper.lemma("lemma-E.6", "Gradient descent preserves balancedness", where="Appendix E.1.5, Lemma E.6", provenance="printed")
def descent_keeps_balance(item):
    item.printed("Gradient descent on Eq. (3.4) from a balanced start has B_t = C_t' for all t.")
    item.use(teacher)
    item.let(A="matrix(d, d) sequence", B="matrix(d, 1) sequence", C="matrix(1, d) sequence", eta="positive")
    item.suppose("symmetric", "A[0].T == A[0]")
    item.suppose("balanced", "B[0] == C[0].T")
    item.suppose("descent", DESCENT)
    both = "forall(t, nonnegative integer, A[t].T == A[t] and B[t] == C[t].T)"
    item.conclude("forall(t, nonnegative integer, B[t] == C[t].T)", expected="proved", argument=[
        Have(both, name="both", by=[Induct("t", step=[Use("descent", at=["t"], name="step")])])])
    item.step("E.17-E.18", "forall(X, matrix(d, d), forall(Z, matrix(1, d), implies(X.T == X,"
              " gradB(X, Z.T, Z) == gradC(X, Z.T, Z).T)))", because=["definitions"],
              says="the gradients are transposes of each other",
              argument=[Take("X", "Z")])  # fmt: skip


@paper.lemma("lemma-E.3", "A diagonal system with the same response", where="Appendix E.1.3, Lemma E.3", provenance="printed")
def rotation(item):
    item.printed("A balanced system with symmetric A = U L U' has the impulse response of the balanced diagonal system "
                 "(L, U'B, C U).")  # fmt: skip
    item.use(symmetric)
    item.let(U="matrix(d, d)", L="matrix(d, d)")
    item.suppose("orthogonal", "U*U.T == eye(d) and U.T*U == eye(d)")
    item.suppose("spectral", "A == U*L*U.T")
    item.suppose("balanced", "C == B.T")
    powers = "forall(j, nonnegative integer, A**j == U*L**j*U.T)"
    by = [Induct("j")]
    item.conclude("C*U == (U.T*B).T and forall(j, nonnegative integer, g(j) == (C*U)*L**j*(U.T*B))", expected="proved",
                  argument=[Have(powers, name="powers", by=by)])  # fmt: skip
