"""Section 5 and Appendices B, C: the teachers of the experiments, and the experiments."""

from verifier.language.script import (
    Cases,
    Have,
    Induct,
    Negate,
    Obtain,
    Order,
    Set,
    Split,
    Square,
    Take,
    Use,
    Witness,
)

from . import paper
from .notation import systems

NILPOTENT = "Sum(basis(n, i)*basis(n, i+1).T, (i, 0, n-2))"
#: e_0' A^j = e_j' as long as there is a point j, and then nothing.
SHIFTED = [
    Have("forall(i, integer[0, n-2], basis(n, i).T*A == basis(n, i+1).T)", name="row", by=[Take("i")]),
    Have("basis(n, n-1).T*A == zeros(1, n)", name="last row"),
    Have("forall(j, integer[0, n-1], basis(n, 0).T*A**j == basis(n, j).T)", name="moved", by=[Induct("j", step=[
        Use("row", at=["j"], name="now")])]),
    Use("moved", at=["n-1"], name="end"),
    Have("basis(n, 0).T*A**n == zeros(1, n)", name="gone"),
    Take("i"), Cases("i <= n-1", yes=[Use("moved", at=["i"], name="now")]),
]  # fmt: skip


@paper.remark("C.2.2/delay", "The delay teacher", where="Appendix C.2.2, Eq. (C.1)", provenance="recalled")
def delay(item):
    item.printed("A is the nilpotent shift with ones above the diagonal, B = (0, ..., 0, 1)', C = (1, 0, ..., 0). "
                 "C A^i B = 1 for i = n - 1 and 0 otherwise.")  # fmt: skip
    item.let(n="positive integer", A="matrix(n, n)")
    item.suppose("shift", f"A == {NILPOTENT}")
    item.conclude("forall(i, nonnegative integer, basis(n, 0).T*A**i*basis(n, n-1) == delta(i, n-1))", argument=SHIFTED,
                  expected="proved")  # fmt: skip
    item.note("The matrices are cut off in the source; the words around them say what they are.")


BIDIAGONAL = "Sum(a[i]*basis(n, i)*basis(n, i).T, (i, 0, n-1)) + Sum(s[i]*basis(n, i)*basis(n, i+1).T, (i, 0, n-2))"
ROWS = [
    Have("forall(i, integer[0, n-2], basis(n, i).T*A == a[i]*basis(n, i).T + s[i]*basis(n, i+1).T)", name="row",
         by=[Take("i")]),
    Have("forall(j, integer[0, n-1], forall(i, integer[0, n-1], implies(i + j <= n-2, basis(n, i).T*A**j*basis(n, n-1) == 0)))",
         name="silent", by=[Induct("j", step=[
             Take("i"), Use("row", at=["i"], name="now"), Use("IH", at=["i"], name="here"), Use("IH", at=["i+1"], name="next")])]),
    Have("forall(j, integer[0, n-1], basis(n, n-1-j).T*A**j*basis(n, n-1) == p[j])", name="heard", by=[
        Induct("j", step=[
            Use("row", at=["n-2-j"], name="now"), Use("silent", at=["j", "n-2-j"], name="here"),
            Use("product.1", at=["j"], name="next")])]),
    Use("heard", at=["n-1"], name="end"),
]  # fmt: skip


@paper.remark("C.2.2/random", "The random unbalanced teacher", where="Appendix C.2.2", provenance="printed")
def bidiagonal(item):
    item.printed("Random diagonal and superdiagonal, B and C as for the delay teacher: the first entries of the impulse response "
                 "are zero and the teacher is revealed only after n time steps.")  # fmt: skip
    item.let(n="positive integer", A="matrix(n, n)", a="real sequence", s="real sequence", p="real sequence")
    item.suppose("bidiagonal", f"A == {BIDIAGONAL}")
    item.suppose("product", "p[0] == 1 and forall(j, integer[0, n-2], p[j+1] == s[n-2-j]*p[j])")
    item.conclude("forall(i, integer[0, n-2], basis(n, 0).T*A**i*basis(n, n-1) == 0)"
                  " and basis(n, 0).T*A**(n-1)*basis(n, n-1) == p[n-1]", expected="proved",
                  argument=[*ROWS, Split([[Take("i"), Use("silent", at=["i", "0"])], []])],
                  example={"n": "1", "A": "1", "a": "1", "s": "1", "p": "1"})  # fmt: skip
    item.note("For all diagonals and superdiagonals, not only likely ones: the first n - 1 values vanish, and the next one is the "
              "product p of the superdiagonal, whose last j entries have the product p_j.")  # fmt: skip



def named_value(value):
    """The letter v for a value of the sequence r."""
    return [Have(f"exists(v, real, {value} == v)", name="there is v", by=[Witness(value)]), Obtain("there is v", "v", label="v")]


#: Finitely many numbers have a largest one.
LARGEST = Have(
    "forall(r, real sequence, forall(m, nonnegative integer, exists(t, real,"
    " forall(j, integer[k, k+m], r[j] <= t) and exists(j, integer[k, k+m], r[j] == t))))", name="largest",
    by=[Take("r"), Induct("m", base=[
        *named_value("r[k]"), Witness("v"), Split([[Take("j"), Have("j <= k", name="here"), Order(rewrite=["v"])],
                                                   [Witness("k")]])], step=[
        Obtain("IH", "t", label="old"), *named_value("r[k+m+1]"), Cases("v <= t", yes=[Witness("t"), Split([
            [Take("j"), Cases("j <= k+m", name="place", yes=[Use("old.0", at=["j"])],
                              no=[Order(positive=[Square(facts=["case"])], rewrite=["v"])])],
            [Obtain("old.1", "i", label="at"), Witness("i")]])], no=[Witness("v"), Split([
                [Take("j"), Cases("j <= k+m", name="place", no=[Order(rewrite=["v"])], yes=[
                    Use("old.0", at=["j"], name="now")])],
                [Witness("k+m+1")]])])])],
)  # fmt: skip
WORST = "exists(t, real, forall(j, integer[k, k+q], ({0})**2 <= t) and exists(j, integer[k, k+q], ({0})**2 == t))"


@paper.definition("C.3", "Extrapolation error", where="Appendix C.3", provenance="printed")
def extrapolation_error(item):
    item.printed("The error is the l-infinity norm of the difference on the tail of the impulse response. A model is considered "
                 "non-extrapolating if its error is worse than that of the trivial solution with an impulse response of zeros.")  # fmt: skip
    item.use(systems)
    item.let(q="nonnegative integer")
    item.conclude(f"{WORST.format('e(j)')} and {WORST.format('w(j)')}", argument=[LARGEST, Split([
        [Use("largest", at=[("e(j)**2", "j"), "q"])], [Use("largest", at=[("w(j)**2", "j"), "q"])]])])  # fmt: skip
    item.note("A definition: on a tail k, ..., k + q the error of a student and that of the response of zeros exist; "
              "written with squares, t is the square of the error.")
    item.note("The l-infinity norm alone is not insensitive to the scale in which two models explode (aim (b) of the paper); the "
              "comparison with the response of zeros is. That bar is low for a teacher that decays and high for one that grows.")


#: s_0 = 0, s_{t+1} = s_t/2 + tanh(a x_t)/2, where x is an impulse and tanh(a x_0) has a letter.
GRU = "{0}[0] == 0 and forall(t, nonnegative integer, {0}[t+1] == 1/2*{0}[t] + 1/2*{1}*delta(t, 0))"
LETTERS = {"u": "tanh(1)", "v": "tanh(2)", "y": "tanh(4)"}
STATES = {"h": "u", "l": "v", "p": "v", "q": "y"}
UNLIKE = [
    Have("v*v > u*y", name="apart", by=[Have("tanh(2)*tanh(2) > tanh(1)*tanh(4)", name="numbers")]),
    Witness("1"), Negate("same"),
    Order(positive=[Square(facts=["apart"], weight="1/2")], terms=[("same", "-1", "1")], rewrite=["half"]),
]  # fmt: skip



def driven(u):
    """c^t u for t > 0 are the states, where c is 1/2."""
    return [Induct("t")]


def chain(states):
    """Name the states, and show of each that it is one."""
    (_, u), *others = states
    rest = [chain(others)] if others else [[Take("t")], UNLIKE]
    return [Witness(f"(1 - delta(t, 0))*c**t*{u}", index="t"), Split([[], driven(u), *rest])]


RUNS = chain(list(STATES.items()))
for letter in reversed(LETTERS):
    RUNS = [Witness(letter), Split([[], RUNS])]


@paper.remark("fn-GRU", "A GRU is not known by its impulse response", where="Section 5.3, footnote", provenance="printed")
def gru(item):
    item.printed("With GRU networks, in contrast to linear RNNs, the impulse response does not identify the input-output mapping "
                 "realized by a network.")  # fmt: skip
    letters = "".join(f"exists({name}, real, {name} == {value} and " for name, value in LETTERS.items())
    states = "".join(f"exists({s}, real sequence, {GRU.format(s, u)} and " for s, u in STATES.items())
    responses = "forall(t, nonnegative integer, v*h[t] == u*l[t]) and exists(t, nonnegative integer, v*p[t] != u*q[t])"
    item.conclude(letters + states + responses + ")" * 7, argument=[
        Set("c", "1/2", label="half"),
        *(step for name, value in LETTERS.items() for step in (
            Have(f"exists({name}, real, {name} == {value})", name=f"there is {name}", by=[Witness(value)]),
            Obtain(f"there is {name}", name, label=name))),
        *RUNS])  # fmt: skip
    item.note("Two GRUs of width 1 with all weights 0 except that of the input in the candidate, 1 and 2, so that both gates are 1/2 "
              "and s_{t+1} = s_t/2 + tanh(a x_t)/2; read-outs tanh(2) and tanh(1). h and l are their states for the impulse, p and q "
              "those for twice the impulse: the same response to the first, another one to the second.")  # fmt: skip


def experiment(id, title, where, printed, criteria, *notes):
    @paper.figure(id, title, where=where, provenance="printed")
    def page(item):
        item.printed(printed)
        for words in criteria:
            item.criterion(words)
        for words in notes:
            item.note(words)

    return page


PROGRAM = "benchmarks/low_dimensional_training.py"
experiment(
    "exp-5.1", "Extrapolation in the setting of the theory", "Section 5.1, Figure 1(a), Appendix C.1, C.2.1",
    "Balanced diagonal teacher with n = 5, balanced student with d = 40, population loss, Adam with step 1e-3 for 15K steps "
    "(called GD in Section 5.1): the extrapolation error is low for k > 2n and high for k < 2n. The gradual transition is due to "
    "the optimization not reaching an exact global minimum.",
    ["with the loss at machine zero: the tail error is at the precision of the solver for k > 2n, and not for k <= 2n",
     "with the published optimiser: loss and tail error together, against the response of zeros"],
    f"{PROGRAM}, Levenberg-Marquardt, d = 4n, three seeds, medians; tail k, ..., k + 3n. Teachers with eigenvalues apart (Chebyshev "
    "nodes in [-0.9, 0.9]), loss at most 2.4e-30: tail error for k = 2n and k = 2n + 1: n = 1: 4.0e-1 and 6.7e-16; n = 2: 6.4e-2 and "
    "4.2e-17; n = 3: 1.2e-2 and 1.6e-15. The smallest k at the precision of the solver is 2n + 1 each time, as the theory says.",
    "The same with teachers as in Appendix C.2.1, eigenvalues in [0.6, 1.05]: their moments are badly conditioned. n = 1: 5.9e-1 and "
    "1.7e-16. For n = 2 and n = 3 the loss stops at 1e-20 to 1e-16 after 2000 steps (1e-27 to 1e-19 after 20000), and the tail error "
    "falls gradually, from 8.6e-4 at k = 2n to 2.7e-8 at 2n + 1 (n = 2) and from 3.4e-5 to 7.4e-6 (n = 3).",
    "Adam as published (option --full, n = 5, d = 40, 15000 steps), three seeds, medians: the loss is 1e-8 to 4e-8 from k = 4 on, and "
    "the tail error falls smoothly, 1.0e-1 at k = 5, 4.1e-2 at 9, 2.9e-2 at 10, 2.1e-2 at 11, 7.5e-3 at 14 (zeros: 0.39 to 0.21); "
    "nothing happens at 2n = 10. A gradual transition is what the paper reports; its tail is not said, so the figures are not "
    "compared number by number.",
)  # fmt: skip
experiment(
    "exp-5.2", "Extrapolation from a delay teacher", "Section 5.2, Figure 1(b), Appendix C.2.2",
    "Delay teacher with n = 10, student with d = 50 and any A, empirical loss, Adam from an unbalanced start near zero: the same "
    "threshold k > 2n.",
    ["the tail error is small for k > 2n and not for k < 2n", "loss, tail error and the response of zeros side by side"],
    "Not reproduced. The theory does not cover it: teacher and student are neither symmetric nor balanced. Without them 2n values of "
    "the response determine an n-dimensional teacher among n-dimensional students (Kalman), and no k < d determines it among students "
    "of width d. For k <= n - 1 the training data are those of the response of zeros (C.2.2/delay).",
)  # fmt: skip
experiment(
    "exp-5.3", "Extrapolation of GRU networks", "Section 5.3, Figure 2, Appendix C.2.3",
    "GRU teacher with n = 10, GRU student with 100 units, Adam from a start near zero: the error is high for small training lengths "
    "and low beyond a threshold near 4n; length 30 fails and length 60 succeeds.",
    ["the error falls at a training length near 4n"],
    "Not reproduced: the teacher is trained to an arbitrarily chosen response that is not given.",
)  # fmt: skip
experiment(
    "exp-9", "Small starts become balanced", "Section 4.3 and Appendix E.4, cross-check",
    "(not in the paper) Gradient flow on A, B and C from eps-normal entries, d = 21, k = 5, n = 2: the ratios |Y|/|W| and |A|/|W| at "
    "t = c ln(1/sqrt(eps)).",
    ["|Y|/|W| tends to 0 with eps", "the slopes of the logarithms against those of Eqs. (E.52) and (E.53), repaired"],
    f"{PROGRAM}, w_0 = 1, three seeds, medians, eps = 1e-2, ..., 1e-8: |Y|/|W| ~ eps^s with s = 0.20, 0.50, 1.00 at c = 0.1, 0.25, 0.5, "
    "and |A|/|W| ~ eps^s with s = 0.10, 0.25, 0.50: the powers 2 w_0 c and w_0 c of the repaired (E.52), (E.53) for the flow of the "
    "loss as defined, whose gradients have the factor 2. As printed, the ratio |Y|^2/|W|^2 would be of order eps for every c.",
    "|W| ~ eps^s with s = 0.90, 0.75, 0.50: the bound |B|, |C| < M_1 eps^0.75 of Lemma E.13 holds up to w_0 c = 1/4 and not beyond "
    "(1/2 in the paper's time, which lacks the factor 2). At c = 1 |W| is 1.2 for every eps, |A|/|W| stays at 0.15 and |Y|/|W| is of "
    "order eps, not eps^2. Small c are enough for Proposition 9.",
)  # fmt: skip
