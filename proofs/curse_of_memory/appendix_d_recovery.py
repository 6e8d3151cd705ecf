"""Appendix D: the global minimisers of J_m for a target with m exponentials are its rearrangements, Eq. (135), for all m."""

from verifier.language.script import (
    At,
    Cases,
    Choose,
    Contradict,
    Have,
    Induct,
    Numbers,
    Obtain,
    Split,
    Take,
    Use,
    Witness,
)
from verifier.language.script_parts import renamed
from verifier.papers.setting import Setting

from . import paper
from .lemmas.cauchy_forms import CAUCHY_FORM, SIGN, entries, form, positive
from .lemmas.cauchy_integrals import CLOSED_LOSS_BY, INTEGRAL_BY, MODEL
from .lemmas.coincided_totals import PIGEON, assignment, minimiser
from .lemmas.exact_recovery import (
    DISTANCE,
    DISTANCE_BY,
    ERROR,
    JOINED_LOSS,
    LOSS,
    MINIMISERS,
    MINIMISERS_BY,
    RECOVERED,
    RECOVERY,
    TRANSFORM,
    UNIQUE,
    norm,
    transform_at,
)
from .lemmas.log_transforms import DERIVATIVE, SECOND, TRANSFORM_SLOPES
from .minimisers import distance

#: The target with exactly m exponentials A_j exp(-e^(W_j) t), and its transforms.
target = Setting(
    let={"m": "positive integer", "A": "matrix(m, 1)", "W": "matrix(m, 1)", "R": "real curve", "nu": "real"},
    suppose={
        "amplitudes": "forall(k, integer[0, m-1], A[k, 0] != 0)",
        "rates": UNIQUE,
        "transform": TRANSFORM,
        "norm": norm("m"),
    },
)
#: The loss for n = m, as in `rem-zero-distance`.
DISTANCE_SAME = DISTANCE.replace("matrix(n, 1)", "matrix(m, 1)").replace("n-1", "m-1")
#: The target e^(-t); 1/(e^u + 1) = (1 - tanh(u/2))/2, which is a curve on the whole line.
ONE = {"m": 1, "A": 1, "W": 0, "R": "(1 - tanh(t/2))/2", "nu": "1/2"}
#: e^(-t) + e^(-e t): the target with the rates 1 and e.
TWO = {"m": 2, "A": "Matrix([[1], [1]])", "W": "Matrix([[0], [1]])", "nu": "1/2 + 2/(1 + exp(1)) + 1/(2*exp(1))",
       "R": "(1 - tanh(t/2))/2 + exp(-1)*(1 - tanh((t - 1)/2))/2"}  # fmt: skip
SECOND_TWO = {"P": "((1 - tanh(t/2))/2)**2 + (exp(-1)*(1 - tanh((t - 1)/2))/2)**2"}


def missed(b, v):
    """A point with the loss 0, for the target 0, that is no rearrangement."""
    return [At({"goal": [Choose(0), Witness(b), Witness(v), Witness(b), Split([[Take("i")], [
        Choose(1), Split([[Numbers()], [Take("S"), Choose(3)]])]])]})]  # fmt: skip


def positive_loss(s):
    """At the target itself, which is a rearrangement, the loss is not 0."""
    return [At({"goal": [Choose(0), Witness("1"), Witness("0"), Witness(s), Split([[Induct("i", base=[Numbers()])], [Choose(2), Split([
        [Witness("1"), Split([[Take("i"), Witness("0")], [Take("k"), Witness("0")], [], []])], [Numbers()]])]])]})]  # fmt: skip


@paper.lemma("rem-cauchy-form", "Cauchy's quadratic form", where="Appendix D, Theorem D.2", provenance="derived")
def cauchy_form(item):
    item.printed("(not in the paper) sum_ik f_i f_k/(w_i + w_k) >= 0 for positive w_i, and it is 0 exactly where the f_i of equal rates have the sum 0.")
    item.let(m="positive integer", w="matrix(m, 1)", K="matrix(m, m)", f="real sequence")
    item.suppose("rates", positive("w", "m"))
    item.suppose("kernel", entries("K", ("w", "m"), ("w", "m")))
    item.conclude(SIGN, expected="proved", argument=[
        CAUCHY_FORM, Use("cauchy form", at=["m", "w", "K"], premises=[[Split([[Use("rates")], [Use("kernel")]])]], name="form"), Use("form", at=[("f[i]", "i")], name="so"), Use("so")],
        example={"m": 1, "w": 1, "K": "1/2", "f": 1})  # fmt: skip
    item.without("rates", counterexample={"m": 1, "w": -1, "K": "-1/2", "f": 1})
    item.without("kernel", counterexample={"m": 1, "w": 1, "K": -1, "f": 1})
    item.note("For every m. The form is the integral of (sum_i f_i e^(-w_i t))^2 over [0, oo); the proof needs no integrals: with the pivot V = w_m it is 2 V (sum_i f_i K_im)^2 plus the "
              "form of one rate less with the coefficients f_i (w_i - V)/(w_i + V), and so on (proofs/curse_of_memory/lemmas/cauchy_forms.py). That the f_i of equal rates have the sum 0 is said as: sum_i f_i g_i = 0 "
              "for every g that depends on the rate alone. For distinct rates this means f = 0, so the form is positive definite; this is Lemma C.2 (n = 0) by another route.")  # fmt: skip


@paper.lemma("rem-cauchy-integral", "Cauchy's form as an integral", where="Appendix D, Theorem D.2", provenance="derived")
def cauchy_integral(item):
    item.printed("(not in the paper) sum_ik f_i f_k/(w_i + w_k) is the integral of (sum_i f_i e^(-w_i t))^2 over [0, oo), w_i > 0.")
    item.let(m="positive integer", w="matrix(m, 1)", K="matrix(m, m)", f="real sequence")
    item.suppose("rates", positive("w", "m"))
    item.suppose("kernel", entries("K", ("w", "m"), ("w", "m")))
    item.conclude(distance(MODEL, form("f", "m")), because=["rem-cauchy-form"], expected="proved", argument=[
        Have(f"forall(f, real sequence, {SIGN})", name="form", by=[Take("g"), Use("cited:rem-cauchy-form", at=["m", "w", "K", ("g[i]", "i")], premises=[[]])]),
        *INTEGRAL_BY], example={"m": 1, "w": 1, "K": "1/2", "f": 1})  # fmt: skip
    item.note("For every m, the integral as the limit of a primitive L with L(0) = 0. What is missing at T is a form of the same kind, at least 0 and at most C/T (proofs/curse_of_memory/lemmas/cauchy_integrals.py).")


@paper.lemma("rem-closed-loss", "The loss in closed form", where="Appendix D, Eq. (127)", provenance="derived")
def closed_loss(item):
    item.printed("(not in the paper) For the target sum_j A_j exp(-e^(W_j) t) Eq. (127) is J_m = sum_kl b_k b_l/(e^(v_k) + e^(v_l)) - 2 sum_k b_k R(v_k) + nu.")
    item.let(m="positive integer", n="positive integer", b="matrix(m, 1)", v="matrix(m, 1)", A="matrix(n, 1)", W="matrix(n, 1)", s="matrix(m, 1)", nu="real")
    item.suppose("transform", transform_at("s", "v", "m", "n"))
    item.suppose("norm", norm("n"))
    item.conclude(distance(ERROR, LOSS), because=["rem-cauchy-integral"], expected="proved", argument=[
        *JOINED_LOSS, Use("cited:rem-cauchy-integral", at=["m+n", "w", "K", ("f[i]", "i")], premises=[[Split([[Use("positive")], [Use("K")]])]], name="integral"), *CLOSED_LOSS_BY],
        example={"m": 1, "n": 1, "b": 1, "v": 0, "A": 1, "W": 0, "s": "1/2", "nu": "1/2"})  # fmt: skip
    item.note("For all numbers m, n of neurons and atoms: the integral of the squared error over [0, oo), as the limit of a primitive L with L(0) = 0, is the closed form that Theorem D.2 speaks of, with "
              "R(v_k) = sum_j A_j/(e^(v_k) + e^(W_j)) and nu = |rho|^2.")  # fmt: skip


@paper.lemma("rem-zero-distance", "Distance 0 of two exponential sums", where="Appendix D, Theorem D.2", provenance="derived")
def zero_distance(item):
    item.printed("(not in the paper) The squared distance of sum_k b_k exp(-e^(v_k) t) to sum_j A_j exp(-e^(W_j) t) is never negative, and 0 exactly where amplitudes of "
                 "equal rates agree.")  # fmt: skip
    item.let(m="positive integer", n="positive integer", b="matrix(m, 1)", v="matrix(m, 1)", A="matrix(n, 1)", W="matrix(n, 1)", s="matrix(m, 1)", nu="real")
    item.suppose("transform", transform_at("s", "v", "m", "n"))
    item.suppose("norm", norm("n"))
    item.conclude(DISTANCE, because=["rem-cauchy-form"], expected="proved", argument=[
        Have(CAUCHY_FORM.formula, name="cauchy form", by=[Take("m_1", "w_1", "K_1", "f_1"), Use("cited:rem-cauchy-form", at=["m_1", "w_1", "K_1", ("f_1[i]", "i")])]),
        *DISTANCE_BY], example={"m": 1, "n": 1, "b": 1, "v": 0, "A": 1, "W": 0, "s": "1/2", "nu": "1/2"})  # fmt: skip
    item.without("transform", counterexample={"m": 1, "n": 1, "b": 1, "v": 0, "A": 1, "W": 0, "s": 5, "nu": "1/2"})
    item.without("norm", counterexample={"m": 1, "n": 1, "b": 0, "v": 0, "A": 1, "W": 0, "s": "1/2", "nu": -1})
    item.note("For all numbers m, n of neurons and atoms, rates equal or not: Cauchy's form of the m + n rates e^(v_k), e^(W_j) with the coefficients b_k, -A_j. It is J_m in its closed form, "
              "Eq. (127), for the target (A, W). With distinct W_j and A_j != 0 this is Lemma C.3.")  # fmt: skip


@paper.equation("eq-135", "The global minimisers are the rearrangements of the target", where="Appendix D, Theorem D.2, Eq. (135)", provenance="recalled")
def rearrangements(item):
    item.printed("For the target with exactly m exponentials inf J_m = 0, and the global minimisers are exactly the m! permutations of (a*, w*).")
    item.use(target)
    item.conclude(f"{RECOVERY} and {MINIMISERS}", because=["rem-zero-distance"], expected="proved", argument=[
        Have(RECOVERY, name="recovery", by=[
            Have(f"forall(b, matrix(m, 1), forall(v, matrix(m, 1), forall(s, matrix(m, 1), implies({transform_at('s', 'v', 'm', 'm')}, {DISTANCE_SAME}))))", name="distance", by=[
                Take("b", "v", "s"), Use("cited:rem-zero-distance", at=["m", "m", "b", "v", "A", "W", "s", "nu"], premises=[[]])]), *RECOVERED]),
        Split([[Use("recovery")], MINIMISERS_BY])], example=ONE)  # fmt: skip
    item.without("amplitudes", counterexample={"m": 1, "A": 0, "W": 0, "R": 0, "nu": 0}, argument=missed("0", "1"))
    item.without("rates", counterexample={"m": 2, "A": "Matrix([[1], [-1]])", "W": "Matrix([[0], [0]])", "R": 0, "nu": 0},
                 argument=missed("Matrix([[0], [0]])", "Matrix([[1], [1]])"))
    item.without("transform", counterexample={**ONE, "R": 0}, argument=positive_loss("0"))
    item.without("norm", counterexample={**ONE, "nu": 1}, argument=positive_loss("1/2"))
    item.note("For every m. J_m(b, v) = sum_kl b_k b_l/(e^(v_k) + e^(v_l)) - 2 sum_k b_k R(v_k) + nu with the rates e^(v_k), its closed form (Eq. (127)) for the target sum_j A_j exp(-e^(W_j) t). A "
              "rearrangement is (S A, S W) for an assignment S of the m neurons onto the m atoms, a permutation matrix; there are m! of them (rem-assignments), and as the W_j are distinct they "
              "are different points. Said first: J_m >= 0, with J_m = 0 exactly at the rearrangements, so inf J_m = 0.")  # fmt: skip


@paper.lemma("rem-fewer-rates", "With fewer rates no point is a global minimiser", where="Appendix D, Theorem D.2", provenance="derived")
def fewer_rates(item):
    item.printed("(not in the paper) For the target with exactly m exponentials no point of J_m with n < m different rates is a global minimiser.")
    item.use(target)
    item.let(m="integer[2, oo]", n="integer[1, m-1]", v="matrix(n, 1)", S="matrix(m, n)", c="matrix(m, 1)", w="matrix(m, 1)")
    item.suppose("assigned", assignment("S"))
    item.suppose("few rates", "w == S*v")
    item.conclude(f"not ({minimiser('m', 'c', 'w')})", because=["eq-135"], expected="proved", argument=[
        *renamed(PIGEON, {"n": "n_1", "p": "p_1", "v": "v_1", "u": "u_1"}), Use("cited:eq-135", at=["m", "A", "W", ("R[t]", "t"), "nu"], premises=[[]], name="target"),
        Cases(minimiser("m", "c", "w"), name="least", no=[Use("least")], yes=[
            Use("target.1", at=["c", "w"], name="which"), Use("which.0", premises=[[Use("least")]], name="there is T"), Obtain("there is T", "T", label="T"),
            Use("no more values", at=["n", "m", "v", "W"], name="fewer", premises=[[Split([[
                Take("j"), Use("T.1", at=["j"], name="there is i"), Obtain("there is i", "i", label="i"), Use("assigned.0", at=["i"], name="there is k"),
                Obtain("there is k", "k", label="k"), Witness("k")], []])]]),
            Contradict("fewer", [])])],
        example={**TWO, "n": 1, "v": 0, "S": "Matrix([[1], [1]])", "c": "Matrix([[1], [1]])", "w": "Matrix([[0], [0]])"})  # fmt: skip
    own = {**TWO, "n": 1, "v": 1, "S": "Matrix([[0], [1]])", "c": TWO["A"], "w": TWO["W"]}
    is_least = [At({"goal": [
        Use("cited:eq-135", at=["2", TWO["A"], TWO["W"], (TWO["R"], "t"), TWO["nu"]], premises=[[Split([[Induct("k", base=[Numbers()], step=[Numbers()])], [], [Take("u"), Numbers()], [Numbers()]])]], name="target"),
        Use("target.1", at=[TWO["A"], TWO["W"]], name="which"),
        Use("which.1", premises=[[Witness("eye(2)"), Split([[Take("i"), Witness("i")], [Take("k"), Witness("k")], [], []])]])]})]  # fmt: skip
    item.without("assigned", counterexample=own, argument=is_least)
    item.without("few rates", counterexample={**own, "S": "Matrix([[1], [1]])"}, argument=is_least)
    item.note("A minimiser has the m different rates of the target (Eq. (135)), and m different numbers are not among n < m. So no point of the n-coincided critical affine spaces, n < m, is one.")


@paper.remark("rem-target-transforms", "The slope of the target's transform", where="Appendix D, Theorem D.2", provenance="derived")
def slopes(item):
    item.printed("(not in the paper) The derivative of R(u) = sum_j A_j/(e^u + e^(W_j)) is -e^u P(u), P(u) = sum_j A_j/(e^u + e^(W_j))^2.")
    item.let(m="positive integer", A="matrix(m, 1)", W="matrix(m, 1)", R="real curve", P="real curve")
    item.suppose("transform", TRANSFORM)
    item.suppose("second transform", SECOND)
    curve = {"m": 1, "A": 1, "W": 0, "R": ONE["R"], "P": "(1 - tanh(t/2))**2/4"}
    item.conclude(DERIVATIVE, argument=TRANSFORM_SLOPES, expected="proved", example=curve)
    item.without("transform", counterexample={**curve, "R": "exp(-t)"})
    item.without("second transform", counterexample={**curve, "P": 0})
    item.note("Theorem D.6 asks for this relation of R and P; here it is derived for the target of Theorem D.2. Induction on m.")
