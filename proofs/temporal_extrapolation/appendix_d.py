"""Appendix D: teachers with memory; how many samples determine a system."""

from verifier.language.script import Axiom, Cases, Cite, Have, Induct, Obtain, Set, Take, Use

from . import paper

FIRST, SECOND = "Sum(basis(2*n, i)*basis(n, i).T, (i, 0, n-1))", "Sum(basis(2*n, n+i)*basis(n, i).T, (i, 0, n-1))"

#: The difference of the two systems is one of dimension 2n whose first 2n values vanish, so all do.
DIFFERENCE = [
    Set("I1", FIRST),
    Set("I2", SECOND),
    Axiom("resolution-of-identity"),
    Use("resolution-of-identity", at=["n"], name="identity"),
    Have("I1.T*I1 == eye(n)", name="11"),
    Have("I2.T*I2 == eye(n)", name="22"),
    Have("I1.T*I2 == zeros(n, n)", name="12"),
    Set("M", "I1*A*I1.T + I2*F*I2.T"),
    Set("b", "I1*B + I2*G"),
    Set("c", "C*I1.T - K*I2.T"),
    Have("forall(j, nonnegative integer, M**j*b == I1*A**j*B + I2*F**j*G)", name="powers",
         by=[Induct("j", step=[
             Have("M**(j+1)*b == M*(M**j*b)", name="once more")])]),
    Have("forall(j, nonnegative integer, c*M**j*b == C*A**j*B - K*F**j*G)", name="response",
         by=[Take("j"), Use("powers", at=["j"], name="now")]),
    Cite("krylov-relation"),
    Use("krylov-relation", at=["2*n", "M", "b"], name="krylov"),
    Obtain("krylov", "p"),
    Obtain("p", "y", label="recurrence"),
    Have("forall(j, nonnegative integer, c*M**j*b == 0)", name="silent", by=[Induct("j", strong=True, step=[
        Cases("j <= p-1", name="place")])]),
    Take("j"),
    Use("response", at=["j"], name="this"),
    Use("silent", at=["j"], name="zero"),
]  # fmt: skip


@paper.figure("fig-5", "Extrapolation against the teacher's dimension", where="Appendix D", provenance="printed")
def teacher_dimension(item):
    item.printed("Good extrapolation for n below a threshold in k, since then there are sufficient observations to "
                 "identify a low dimensional model; bad extrapolation above it.")  # fmt: skip
    item.criterion("the extrapolation error is small for teacher dimensions up to the threshold and grows beyond it")
    item.note("The exact threshold for identifying the impulse response is in the next item: k >= 2 n samples.")


@paper.remark("fig-5-threshold", "2n samples determine the impulse response of n-dimensional systems", where="Appendix D")
def identification(item):
    item.printed("(threshold lost in the source) The first k time units identify a low dimensional model when n is "
                 "small enough.")  # fmt: skip
    item.let(n="positive integer", k="positive integer", A="matrix(n, n)", B="matrix(n, 1)", C="matrix(1, n)",
             F="matrix(n, n)", G="matrix(n, 1)", K="matrix(1, n)")  # fmt: skip
    item.suppose("samples", "k >= 2*n")
    item.suppose("agree", "forall(j, integer[0, k-1], C*A**j*B == K*F**j*G)")
    item.conclude("forall(j, nonnegative integer, C*A**j*B == K*F**j*G)", argument=DIFFERENCE)
    item.without("samples", counterexample={"n": "1", "k": "1", "A": "0", "B": "1", "C": "1", "F": "1", "G": "1", "K": "1"})

