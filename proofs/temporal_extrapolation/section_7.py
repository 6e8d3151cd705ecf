"""Sections 6 to 8: claims about convergence, the experiments, and the conservation laws left to future work."""

from verifier.language.script import At, Have, Negate, Set, Split, Take, Use, Witness

from . import paper
from .lemmas.network import SISO
from .notation import network
from .section_6 import BIAS, CONVERGES, SHIFT, constant, hypotheses

REACHES = ("exists(X, matrix(d, d), exists(Y, matrix(d, 1), exists(Z, matrix(1, d),"
           f" {CONVERGES} and memoryless(X, Y, Z))))")  # fmt: skip
REST = {"d": "3", "k": "3", "w": "1", "eta": "1"}
AT_ZERO = {**REST, "A": "zeros(3,3)", "B": "zeros(3,1)", "C": "zeros(1,3)"}
AT_SHIFT = {**REST, "A": SHIFT, "B": "basis(3,0)", "C": "basis(3,0).T"}


def conditional(item):
    """The repaired statement: if descent converges to a minimiser, that minimiser extrapolates."""
    with item.repair("if descent converges to a minimiser (Theorem 6.1)", alone=True) as r:
        hypotheses(r)
        r.suppose("converges", CONVERGES)
        r.suppose("minimiser", "minimiser(X, Y, Z)")
        r.conclude("memoryless(X, Y, Z)", argument=BIAS,
                   example=constant("zeros(3, 3)", "basis(3,0)", "basis(3,0).T"))


@paper.claim("claim-6a", "Gradient descent is biased to extrapolating minimisers", where="Section 6", provenance="printed")
def bias_of_descent(item):
    item.printed("Despite the existence of such non-extrapolating solutions, we observe empirically that GD with "
                 "standard initialization entails an implicit bias towards solutions that do extrapolate.")  # fmt: skip
    hypotheses(item, tied=False)
    item.conclude(REACHES, expected="refuted", counterexample=AT_SHIFT, argument=[At({"goal": [
        Take("X", "Y", "Z"), Negate("reached"), Use("reached.3.1", at=["3"], name="third")]})])
    item.note("Read as a statement about every start it is false: the cyclic shift of Section 5 fits the training "
              "data exactly, so descent never leaves it. The sentence itself claims an observation.")  # fmt: skip
    conditional(item)


@paper.claim("claim-7.1a", "Symmetric initialisation guarantees convergence to an extrapolating solution",
             where="Section 7.1", provenance="printed")  # fmt: skip
def guaranteed_convergence(item):
    item.printed("When initializing a linear RNN symmetrically, GD is guaranteed to preserve symmetry, and "
                 "consequently converge to an extrapolating solution.")  # fmt: skip
    hypotheses(item)
    item.conclude(REACHES, expected="refuted", counterexample=AT_ZERO)
    item.note("The origin is symmetric and a critical point: descent rests there, and CB = 0 is not w. Theorem 6.1 "
              "assumes convergence to a minimiser; it does not provide it. Descent need not converge at all: from A = 0, "
              "B = C' = 2 e_0 with w = 1 and eta = 1/3 it alternates between B and -B.")  # fmt: skip
    conditional(item)


@paper.claim("claim-8a", "Gradient descent will converge to solutions that extrapolate", where="Section 8",
             provenance="printed")  # fmt: skip
def will_converge(item):
    item.printed("When the width of the learned model is greater than the length of training sequences, there exist "
                 "solutions that do not extrapolate, yet GD will converge to solutions that do.")  # fmt: skip
    hypotheses(item)
    item.suppose("width", "d > k")
    item.conclude(REACHES, expected="refuted", counterexample={
        **AT_ZERO, "d": "4", "A": "zeros(4,4)", "B": "zeros(4,1)", "C": "zeros(1,4)"})
    conditional(item)


@paper.remark("rem-3.2b", "The learned transition matrix is typically not zero", where="Section 3", provenance="printed")
def nonzero_transition(item):
    item.printed("Surprisingly, we observe empirically that typically A != 0 while C A^j B = 0 for all j >= 1.")
    item.use(network)
    item.let(d="integer[2, oo]")
    item.conclude(
        "exists(A, matrix(d, d), exists(B, matrix(d, 1), exists(C, matrix(1, d),"
        " memoryless(A, B, C) and exists(i, integer[0, d-1], A[i, i] != 0))))",
        argument=[
            Set("S", "basis(d, 1)*basis(d, 1).T"),
            Have("S*basis(d, 0) == zeros(d, 1)", name="kills"),
            Witness("S"), Witness("w*basis(d, 0)"), Witness("basis(d, 0).T"), Split([[], [Witness("1")]])],
        fidelity="fragment",
    )  # fmt: skip


def figure(id, title, where, printed, *criteria):
    @paper.figure(id, title, where=where, provenance="printed")
    def page(item):
        item.printed(printed)
        for words in criteria:
            item.criterion(words)

    return page


figure("fig-1", "Extrapolation from a memoryless teacher", "Section 7",
       "Linear RNN, LSTM and GRU, with and without adversarial data, error against the time step.",
       "adversarial models: error near zero up to step k and large after it",
       "normally trained models: error small at every step")  # fmt: skip
figure("fig-2", "Extrapolation from a teacher with memory", "Section 7",
       "The experiment of Figure 1 with a teacher of positive hidden dimension.",
       "adversarial models: error near zero up to step k and large after it",
       "normally trained models: error small at every step")  # fmt: skip
figure("fig-3", "Complementary slackness of a learned network", "Section 7",
       "Eigenvalues of the learned A against the projections of B and C on its eigenbasis.",
       "each product of an eigenvalue with a projection is near zero, while neither factor always is")  # fmt: skip
figure("fig-4", "Norms of A, B, C and of their asymmetries during descent", "Section 7.1",
       "GD on (4) from a random non-symmetric start; the norms of A - A' and B - C' end much smaller than those "
       "of A, B, C.",
       "|A - A'| and |B - C'| at the end are much smaller than |A|, |B| and |C|")  # fmt: skip


#: Expand with letters for the gradients; what is linear in eta is the conservation law.
DRIFT = [
    Set("F", "gradA(A,B,C)"), Set("G", "gradB(A,B,C)"), Set("K", "gradC(A,B,C)"),
    Have("F*A.T + A*F.T - F.T*A - A.T*F + G*B.T + B*G.T - K.T*C - C.T*K == zeros(d, d)", name="conserved"),
    Have("balance(A - eta*F, B - eta*G, C - eta*K) == balance(A, B, C) + eta**2*balance(F, G, K)", name="step"),
]

BALANCE = "balance(P, Q, R) := P*P.T - P.T*P + Q*Q.T - R.T*R"


@paper.remark("conservation-law", "What gradient flow conserves", where="left open in Section 7.1")
def conservation_law(item):
    item.printed("We hypothesize that this is due to conservation laws of the GD dynamics. Their derivation is left "
                 "for future work.")  # fmt: skip
    item.use(network)
    item.define(*SISO)
    item.conclude(
        "gradA(A,B,C)*A.T + A*gradA(A,B,C).T - gradA(A,B,C).T*A - A.T*gradA(A,B,C)"
        " + gradB(A,B,C)*B.T + B*gradB(A,B,C).T - gradC(A,B,C).T*C - C.T*gradC(A,B,C) == zeros(d, d)",
        expected="proved",
    )
    item.note("Along gradient flow the symmetric matrix A A' - A' A + B B' - C' C does not move: the law belongs to "
              "the change of basis (A, B, C) -> (Q A Q', Q B, C Q').")  # fmt: skip


@paper.remark("conservation-drift", "How gradient descent drifts off the conserved quantity", where="left open in Section 7.1")
def conservation_drift(item):
    item.printed("(not in the paper) One descent step changes A A' - A' A + B B' - C' C by eta^2 times the same "
                 "expression in the gradients.")  # fmt: skip
    item.use(network)
    item.let(eta="real")
    item.define(BALANCE)
    item.conclude(
        "balance(A - eta*gradA(A,B,C), B - eta*gradB(A,B,C), C - eta*gradC(A,B,C)) =="
        " balance(A, B, C) + eta**2*balance(gradA(A,B,C), gradB(A,B,C), gradC(A,B,C))",
        argument=DRIFT, expected="proved",
    )  # fmt: skip


@paper.remark("conservation-figure-4", "What the conserved quantity says about Figure 4", where="left open in Section 7.1")
def conservation_and_symmetry(item):
    item.printed("(not in the paper) If the conserved quantity vanishes, the weights are symmetric.")
    item.use(network)
    item.define(BALANCE)
    item.suppose("balanced", "balance(A, B, C) == zeros(d, d)")
    item.conclude("A == A.T and B == C.T", expected="refuted",
                  counterexample={"d": "1", "k": "1", "A": "0", "B": "1", "C": "-1", "w": "1"})  # fmt: skip
    item.note("So conservation alone does not explain Figure 4. It does say that a symmetric limit of the exact flow "
              "needs a balanced start, which an independent random start is not.")  # fmt: skip
    with item.repair("symmetric weights are balanced, so a flow that ends symmetric started balanced", alone=True) as r:
        r.use(network)
        r.define(BALANCE)
        r.suppose("symmetric", "A == A.T")
        r.suppose("tied", "B == C.T")
        r.conclude("balance(A, B, C) == zeros(d, d)")

