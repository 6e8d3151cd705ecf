"""Section 3.1 and Appendix B.1: the one-layer model, dW/dt = Sigma_xy - Sigma_x W; Proposition 1.

S and Q are Sigma_x and Sigma_xy, P is the pseudoinverse of S (by Penrose's equations), and E is the matrix exponential
exp(-t S): the curve with E(0) = I and E' = -S E.
"""

from verifier.language.script import (
    At,
    Cases,
    Choose,
    Have,
    Numbers,
    Obtain,
    Set,
    Split,
    Take,
    Use,
    Witness,
)
from verifier.library.short_names import GRONWALL
from verifier.papers.setting import Setting

from . import paper
from .lemmas.least_squares_flow import DATA, FLOW, GAP, PENROSE, RANGE, VARIABLES, nearer

EXPONENTIAL = "E[0] == eye(d) and forall(t, [0, oo), diff(E[t], t) == -S*E[t])"
#: what the rate of convergence needs of the pseudoinverse
projecting = Setting(let=VARIABLES, suppose={**DATA, "SPS": PENROSE["SPS"], "PS": PENROSE["PS"]})
least_squares = Setting(let=VARIABLES, suppose={**DATA, **PENROSE})
exponential = Setting(let={**VARIABLES, "E": "matrix(d, d) curve"}, suppose={**DATA, **PENROSE, "exponential": EXPONENTIAL})
#: One input that is 0, or 1, and one output.
ZERO = {"d": 1, "p": 1, "n": 1, "X": 0, "Y": 0, "S": 0, "Q": 0, "P": 0}
ONE = {"d": 1, "p": 1, "n": 1, "X": 1, "Y": 1, "S": 1, "Q": 1, "P": 1}


#: S = 0 is not of the data: W(t) = t
DRIFT = {**ONE, "S": 0, "P": 0, "E": 1, "W": "t"}


def closed(time, start="K"):
    return f"(E[{time}]*({start} - P*Q) + P*Q)"


#: The formula moves as (8) says, seen through any linear function of W.
MOVES = f"forall(L, matrix(p, d), forall(t, [0, oo), diff(trace(L*{closed('t')}), t) == trace(L*(Q - S*{closed('t')}))))"
STARTS = []
UNIQUE = [
    Have(f"forall(t, [0, oo), diff(W[t], t) - diff(E[t], t)*(K - P*Q) == -S*(W[t] - {closed('t')}))", name="gap", by=[
        Take("t"), Use("flow", at=["t"], name="a"), Use("exponential.1", at=["t"], name="b")]),
    Have(f"W[0] - {closed('0')} == zeros(d, p)", name="same start"),
    Take("T"), *nearer("W[<t>]", closed("<t>"), "T"),
]  # fmt: skip


#: a solution W and the formula with its start move alike
SAME_FORMULA = [
    Have(f"forall(t, [0, oo), diff(W[t], t) - diff(E[t], t)*(W[0] - P*Q) == -S*(W[t] - {closed('t', 'W[0]')}))", name="gap", by=[
        Take("t"), Use("flow", at=["t"], name="a"), Use("exponential.1", at=["t"], name="b")]),
    Have(f"W[0] - {closed('0', 'W[0]')} == zeros(d, p)", name="same start"),
    Take("T"), *nearer("W[<t>]", closed("<t>", "W[0]"), "T"),
]  # fmt: skip


@paper.equation("eq-7", "The gradient of the one-layer model", where="Section 3.1, Eq. (7)", provenance="recalled")
def gradient(item):
    item.printed("grad f(W) = Sigma_x W - Sigma_xy.")
    item.let(**{name: VARIABLES[name] for name in ("d", "p", "n", "X", "Y", "S", "Q")}, W="matrix(d, p)")
    for name, formula in DATA.items():
        item.suppose(name, formula)
    item.conclude("grad(norm2(Y - X*W)/(2*n), W) == S*W - Q", expected="proved", argument=[
        Have("n != 0", name="n not 0")])
    item.note("S is Sigma_x, Q is Sigma_xy.")


@paper.equation("eq-8", "Gradient flow of the one-layer model", where="Section 3.1, Eq. (8)")
def linear_flow(item):
    item.printed("dW/dt = Sigma_xy - Sigma_x W, W(0) = W_0.")
    item.let(**{name: VARIABLES[name] for name in ("d", "p", "n", "X", "Y", "S", "Q")}, W="matrix(d, p) curve")
    for name, formula in DATA.items():
        item.suppose(name, formula)
    item.suppose("flow", FLOW)
    item.conclude("forall(t, [0, oo), n*diff(W[t], t) == X.T*(Y - X*W[t]) and diff(norm2(Y - X*W[t])/2, t)"
                  " == -n*norm2(diff(W[t], t)))", expected="proved", argument=[
        Take("t"), Use("flow", at=["t"], name="now"),
        Have("n*diff(W[t], t) == X.T*(Y - X*W[t])", name="data"),
        Have("diff(norm2(Y - X*W[t])/2, t) == -trace((Y - X*W[t]).T*X*diff(W[t], t))", name="slope"),
        Split([[], []])],
        example={**{k: v for k, v in ZERO.items() if k != "P"}, "W": 0})  # fmt: skip
    item.note("In terms of the data; n times the loss falls at the rate n |dW/dt|^2.")


@paper.proposition("prop-1", "The solution of the linear flow", where="Section 3.1, Proposition 1")
def linear_solution(item):
    item.printed("For every W_0 in R^{d x p} the unique solution of (8) is "
                 "W(t) = exp(-t Sigma_x) (W_0 - Sigma_x^+ Sigma_xy) + Sigma_x^+ Sigma_xy.")  # fmt: skip
    item.leads_to("eq-9", "eq-34", "eq-10", "eq-21")
    item.use(exponential)
    item.conclude(f"forall(K, matrix(d, p), {closed('0')} == K and {MOVES} and forall(W, matrix(d, p) curve,"
                  f" implies(W[0] == K and {FLOW}, forall(T, [0, oo), W[T] == {closed('T')}))))",
                  argument=[GRONWALL, *RANGE, Take("K"), Split([STARTS, [], [
                      Take("W"), Have("W[0] == K", name="start"), Have(FLOW, name="flow"), *UNIQUE]])],
                  expected="proved", example={**ZERO, "E": 1})  # fmt: skip
    item.step("step1", "S*P*Q == Q", because=["Sigma_x", "Sigma_xy", "SPS"], says="Sigma_x Sigma_x^+ Sigma_xy = Sigma_xy",
              argument=RANGE, inference_argument=RANGE)  # fmt: skip
    item.step("step2", f"forall(K, matrix(d, p), {MOVES})", because=["step1", "exponential"], says="differentiate",
              argument=RANGE)  # fmt: skip
    item.step("step3", f"forall(K, matrix(d, p), {closed('0')} == K)", because=["exponential"], says="at t = 0",
              argument=[Take("K"), *STARTS])  # fmt: skip
    item.note("For all sizes and all ranks of X, X = 0 included. Uniqueness without the theorem of Cauchy and Lipschitz: the "
              "distance of two solutions does not grow, since Sigma_x is positive semidefinite. Only S P S = S is needed of the "
              "pseudoinverse: with any such P, P Sigma_xy is a least-squares solution.")  # fmt: skip
    item.note("For S and Q that are not made of data the range condition can fail; then a drift t (Q - S P Q) is added.")


def displayed(id, where):
    @paper.equation(id, "The solution of the linear flow, displayed", where=where)
    def page(item):
        item.printed("W(t) = exp(-t Sigma_x) (W_0 - Sigma_x^+ Sigma_xy) + Sigma_x^+ Sigma_xy.")
        item.use(exponential)
        item.let(W="matrix(d, p) curve")
        item.suppose("flow", FLOW)
        item.conclude("forall(T, [0, oo), W[T] == E[T]*(W[0] - P*Q) + P*Q)", expected="proved",
                      argument=[GRONWALL, *RANGE, *SAME_FORMULA], example={**ZERO, "E": 1, "W": 0})  # fmt: skip
        item.without("flow", counterexample={**ONE, "E": "exp(-t)", "W": 0})
        item.without("Sigma_x", counterexample=DRIFT)

    return page


displayed("eq-9", "Section 3.1, Eq. (9)")
displayed("eq-34", "Appendix B.1, Eq. (34)")


@paper.equation("eq-35", "The data in singular vectors of X", where="Appendix B.1, Eq. (35)")
def singular_vectors(item):
    item.printed("With the SVD X = A E B': Sigma_x = B E'E B'/n and Sigma_xy = B E'A'Y/n.")
    item.let(**{name: VARIABLES[name] for name in ("d", "p", "n", "X", "Y", "S", "Q")}, A="orthogonal matrix(n)",
             B="orthogonal matrix(d)", E="matrix(n, d)")  # fmt: skip
    for name, formula in DATA.items():
        item.suppose(name, formula)
    item.suppose("SVD", "X == A*E*B.T")
    item.conclude("n*S == B*E.T*E*B.T and n*Q == B*E.T*A.T*Y", expected="proved", argument=[Split([
        [],
        []])])  # fmt: skip
    item.without("SVD", counterexample={"d": 1, "p": 1, "n": 1, "X": 1, "Y": 1, "S": 1, "Q": 1, "A": 1, "B": 1, "E": 0})


WITNESS_RATE = [
    Have("exists(speed, real, speed*(1 + trace((P*X.T).T*(P*X.T))) == n and speed > 0)", name="a speed", by=[
        Have("trace((P*X.T).T*(P*X.T)) >= 0", name="K"),
        Set("kk", "trace((P*X.T).T*(P*X.T))"),
        Have("kk >= 0", name="kk above"),
        Have("n > 0", name="n is above"),
        Have("exists(speed, real, speed*(1 + kk) == n and speed > 0)", name="plain", by=[
            Witness("n/(1 + kk)"), Split([[], []])]),
        Obtain("plain", "speed", label="found"), Witness("speed"),
        Split([[], []])]),
    Obtain("a speed", "speed", label="pacing"),
]  # fmt: skip
#: S P S = S and P S P = P for a P S that projects obliquely: PQ is a solution, and W(t) tends to another one
OBLIQUE = {"d": 2, "p": 1, "n": 1, "X": "Matrix([[1, 0]])", "Y": 1, "S": "Matrix([[1, 0], [0, 0]])", "Q": "Matrix([[1], [0]])",
           "P": "Matrix([[1, 0], [1, 0]])"}  # fmt: skip
FROM_REST = "(1 - exp(-t))*Matrix([[1], [0]])"
OFF = {time: f"norm2((1 - exp(-{time}))*Matrix([[1], [0]]) - Matrix([[1, 0], [1, 0]])*Matrix([[1], [0]])"
             " - (eye(2) - Matrix([[1, 0], [1, 0]])*Matrix([[1, 0], [0, 0]]))*((1 - exp(-0))*Matrix([[1], [0]])))" for time in ("late", "0")}  # fmt: skip
TOO_FAR = [At({"goal": [
    Take("speed"), Cases("speed <= 0", name="sign", yes=[Choose(0)], no=[
        Have("exists(late, real, late >= 0 and exp(-2*speed*late) < 1/2)", name="there is a time", by=[
            Witness("1/(2*speed)"), Split([[Numbers(using=["sign"])], [Numbers(using=["sign"])]])]),
        Obtain("there is a time", "late", label="at"),
        Have(f"{OFF['late']} >= 1", name="far", by=[Numbers(using=[])]), Have(f"{OFF['0']} == 2", name="first", by=[Numbers(using=[])]),
        Choose(1), Witness(FROM_REST, index="t"), Split([[], [Witness("late"), Split([[], [Numbers(using=["at.1", "far", "first"])]])]])])]})]
GAP_AT = {time: GAP.replace("[t]", f"[{time}]") for time in ("0", "T")}


@paper.equation("eq-10", "The limit of the linear flow", where="Section 3.1, Eq. (10)")
def limit(item):
    item.printed("A: W_0 = 0 gives W(t) = (I_d - exp(-t Sigma_x)) Sigma_x^+ Sigma_xy. B: W(t) tends to "
                 "Sigma_x^+ Sigma_xy + (I - Sigma_x^+ Sigma_x) W_0, which is Sigma_x^+ Sigma_xy for W_0 -> 0.")  # fmt: skip
    item.use(least_squares)
    with item.reading("A: the solution from 0") as r:
        r.let(E="matrix(d, d) curve", W="matrix(d, p) curve")
        r.suppose("exponential", EXPONENTIAL)
        r.suppose("flow", FLOW)
        r.suppose("start", "W[0] == zeros(d, p)")
        r.conclude("forall(T, [0, oo), W[T] == (eye(d) - E[T])*P*Q)", expected="proved",
                   argument=[GRONWALL, *RANGE, *SAME_FORMULA],
                   example={**ZERO, "E": 1, "W": 0})
        r.without("exponential", counterexample={**ONE, "E": 0, "W": "1 - exp(-t)"})
        r.without("Sigma_x", counterexample=DRIFT)
        r.without("SPS", counterexample={**ONE, "P": 0, "E": "exp(-t)", "W": "1 - exp(-t)"})
    with item.reading("B: the limit") as r:
        r.conclude("exists(speed, positive, forall(W, matrix(d, p) curve, implies("
                   f"{FLOW}, forall(T, [0, oo), norm2({GAP_AT['T']}) <= exp(-2*speed*T)*norm2({GAP_AT['0']})))))",
                   because=["eq-10/rate"], expected="proved", example=ZERO, argument=[
                       Use("cited:eq-10/rate", at=["d", "p", "n", "X", "Y", "S", "Q", "P"], premises=[[Split([
                           [] for fact in ("Sigma_x", "Sigma_xy", "SPS", "PS")])]])])
        r.without("PS", counterexample=OBLIQUE, argument=TOO_FAR)
    item.note("B with a rate that depends on X alone: 2 n/(1 + |P X'|^2); so W(t) tends to P Q + (I - P S) W(0), the projection of "
              "W(0) onto the least-squares solutions, for every X of any rank.")  # fmt: skip
