"""Appendix D: the totals for completely monotonic targets, from Theorems D.1 and D.5."""

from verifier.language.script import (
    Antiderivative,
    At,
    Cases,
    Choose,
    Contradict,
    Have,
    Induct,
    Linear,
    Numbers,
    Obtain,
    Rewritten,
    Split,
    Take,
    Use,
    Witness,
)
from verifier.language.script_parts import renamed

from . import paper
from .appendix_d_best import ENERGY, MONOTONIC
from .appendix_d_counts import MANY_SPACES, TOTAL
from .appendix_d_index import VALUE
from .appendix_d_positive import FINITE
from .appendix_d_power import POWER
from .appendix_d_recovery import SECOND_TWO, TWO, target
from .integral_spaces import SPACES_LISTED as INTEGRAL_SPACES
from .integral_spaces import has_minimiser, space
from .lemmas.cauchy_matrices import TERMWISE
from .lemmas.coincided_totals import N_RHO, SPACES_LISTED, TERM, TRANSFORMS, counted_spaces, listing, n_rho
from .lemmas.log_transforms import SECOND
from .minimisers import TARGET as REACHED
from .minimisers import distinct, in_space, model

#: Two curves as they are supposed.
TARGET = {"R": "exp(-t)/2", "P": "exp(-2*t)/2", "nu": "1/2"}
WHAT = ("The rates are e^u, given by u = w or v, so that every positive rate is one; R and P are the transforms of rho(t) and t rho(t) at e^u, nu is "
        "the square of the norm: J_n is the loss of Eq. (127).")  # fmt: skip

#: The amplitudes as a positive sequence, a primitive Q of the target, and N_rho by integrals and in closed form.
POSITIVE_BY = [
    TERMWISE, Have("forall(q, integer[0, m], exists(c, real sequence, forall(i, nonnegative integer, c[i] > 0) and forall(i, integer[0, q-1], c[i] == A[i, 0])))", name="prolonged", by=[
        Induct("q", base=[Witness("1", index="i"), Split([[], [Take("i")]])], step=[
            Obtain("IH", "c0", label="c0"), Use("amplitudes", at=["q"], name="sign"),
            Have("exists(c1, real sequence, forall(i, nonnegative integer, implies(i != q, c1[i] == c0[i])) and c1[q] == A[q, 0])", name="there is c1", by=[
                Witness("(1 - delta(i, q))*c0[i] + delta(i, q)*A[q, 0]", index="i"), Split([[
                    Take("i"), Cases("i < q", name="before", no=[Have("i > q", name="behind")])], []])]),
            Obtain("there is c1", "c1", label="c1"), Witness("c1[i]", index="i"), Split([[
                Take("i"), Cases("i == q", name="here", yes=[Have("c1[q] > 0", name="there"), Rewritten("there", ["here"], name="so"), Use("so")], no=[
                    Use("c1.0", at=["i"], premises=[[]], name="kept"), Use("c0.0", at=["i"], name="old"), Rewritten("old", ["kept"], name="so"), Use("so")])], [
                Take("i"), Cases("i <= q-1", name="low", yes=[
                    Use("c1.0", at=["i"], premises=[[]], name="kept"), Use("c0.1", at=["i"], name="old")], no=[
                    Have("i == q", name="here"), Rewritten("c1.1", ["here"], name="so"), Use("so")])]])])]),
    Use("prolonged", at=["m"], name="there is c"), Obtain("there is c", "c", label="c"),
    Antiderivative(VALUE, "t", "0", name="there is Q"), Obtain("there is Q", "Q", label="Q"),
    Have(f"forall(t, [0, oo), diff(Q[t], t) == {VALUE})", name="primitive", by=[Take("t"), Use("Q.1", at=["t"])]),
    Have("forall(x, real, forall(y, real, implies(exp(x) == exp(y), x == y)))", name="injective", by=[Take("x", "y"), Numbers(using=["given"])]),
    Have("forall(x, real, forall(y, real, forall(z, real, implies(x == y and z == y, x == z))))", name="both", by=[Take("x", "y", "z"), Linear(terms=[("given.0", "1", "1"), ("given.1", "-1", "1")])]),
    Have("forall(x, real, forall(y, real, forall(z, real, implies(x == y, x*z == y*z))))", name="scaled", by=[Take("x", "y", "z"), Linear(terms=[("given", "1", "z")])]),
    Use("cited:rem-D.7-positive", at=["m", ("c[i]", "i"), ("exp(W[i, 0])", "i"), ("Q[t]", "t")], name="index", premises=[[Split([
        [Use("c.0")], [Take("i")],
        [Take("i", "j"), Use("injective", at=["W[i, 0]", "W[j, 0]"], premises=[[Use("given")]], name="same"), Use("rates", at=["i", "j"], premises=[[Use("same")]], name="so"), Use("so")],
        [Take("t"), Use("primitive", at=["t"], premises=[[]], name="slope"),
         Use("termwise", at=["m-1", ("c[k]*exp(-exp(W[k, 0])*t)", "k"), ("A[k, 0]*exp(-exp(W[k, 0])*t)", "k")], name="sums", premises=[[
             Take("k"), Use("c.1", at=["k"], name="ck"), Use("scaled", at=["c[k]", "A[k, 0]", "exp(-exp(W[k, 0])*t)"], premises=[[]], name="so"), Use("so")]]),
         Use("both", at=["diff(Q[t], t)", VALUE, "Sum(c[k]*exp(-exp(W[k, 0])*t), (k, 0, m-1))"], premises=[[Split([[Use("slope")], [Use("sums")]])]], name="so"), Use("so")]])]]),
    Have(n_rho("(m-1)"), name="N_rho", by=[
        Take("n"), Use("index", at=["n"], name="by integrals"), Use("cited:rem-index-sets", at=["m", "n", "A", "W", ("R[t]", "t"), "nu", ("Q[t]", "t")], name="so", premises=[
            [Split([[Use("transform")], [Use("norm")], [Use("primitive")]])], [Use("by integrals")]]), Use("so")]),
    Have("forall(k, integer[0, m-1], A[k, 0] != 0)", name="not zero", by=[Take("k"), Use("amplitudes", at=["k"], name="sign")]),
    Use("cited:thm-D.2", at=["m", "A", "W", ("R[t]", "t"), "nu", ("P[t]", "t")], premises=[[], [Use("N_rho")]], name="so"), Use("so"),
]  # fmt: skip


@paper.theorem("thm-D.6", "The total for completely monotonic targets", where="Appendix D, Theorem D.6", provenance="recalled")
def total(item):
    item.printed("rho completely monotonic, {n : rho not in V_n} not empty, with supremum n_rho: J_m has at least "
                 "sum_(n=1)^(min{m, n_rho}) n! S(m, n) coincided critical affine spaces.")  # fmt: skip
    item.let(m="positive integer", R="real curve")
    item.conclude(f"implies({MONOTONIC} and {ENERGY}, forall(p, integer[1, m], implies(not {in_space('p', REACHED)}, {counted_spaces('p', of=space)})))",
                  because=["fn-14", "thm-D.5-critical", "rem-listing", "rem-assignments", "rem-carried-integral"], argument=[
        *listing("cited:rem-listing"), Take(), Use("given.0", name="monotonic"), Use("given.1", name="energy"), Take("p"), Use("given1", name="outside"),
        Use("cited:fn-14", at=[("R[t]", "t"), "p"], premises=[[Use("outside")]], name="smaller"),
        Have(f"forall(n, integer[1, p], {has_minimiser('n')})", name="N_rho", by=[
            Take("n"), Use("smaller", at=["n"], name="outside n"),
            Use("cited:thm-D.5-critical", at=[("R[t]", "t"), "n"], premises=[[Split([[Use("monotonic")], [Use("energy")], [Use("outside n")]])]])]),
        INTEGRAL_SPACES, Use("total", at=["p"])], expected="proved")  # fmt: skip
    item.note("For every p <= m with rho not in V_p, so for p = min{m, n_rho}: where n_rho is finite, rho is not in V_(n_rho), and rho in no V_n with n <= n_rho (footnote 14); "
              "where it is infinite, p = m. The target is rho = R', completely monotonic as in Definition D.3, with a finite norm.")  # fmt: skip
    item.note("The conclusion: K = sum n! S(m, n) pairwise different vectors w, the rates being e^(w_i); each is S v for an assignment S of the m neurons onto n <= p different rates "
              "v of a non-degenerate global minimiser (b, v) of J_n, and the affine space of the (a, w) with S'a = b is not empty and consists of points at which the "
              "gradient (90), (91) of J_m vanishes; spaces with different w have no point in common. J_n is the limit of the integrals of Eq. (127), the transforms "
              "L[rho](e^(w_i)) and L[t rho](e^(w_i)) in the gradient are limits of integrals, too; that these formulas are the derivatives of J_m is Eqs. (90), (91). "
              "The dimension m - n is Theorem D.1.")  # fmt: skip
    item.note("Rests on Theorem D.4, which is cited: its best approximations are non-degenerate minimisers (Theorem D.5), and its Eqs. (144), (145) say that the gradient of J_n "
              "vanishes there, so that no derivative under the integral is needed.")  # fmt: skip


FOR_POWERS = (f"exists(R, real curve, {POWER}) and forall(R, real curve, implies({POWER}, forall(n, positive integer, not {in_space('n', REACHED)})"
              f" and {counted_spaces('m', of=space)}))")  # fmt: skip


@paper.remark("rem-D.7-powers", "The total for powers", where="Appendix D, Remark D.7", provenance="recalled")
def powers_total(item):
    item.printed("(1 + t)^(-p), p > 1/2: n_rho = oo, and the total is at least sum_(n=1)^m n! S(m, n).")
    item.let(m="positive integer", p="(1/2, oo)")
    item.conclude(FOR_POWERS, because=["thm-D.6", "rem-D.7-norm", "rem-D.7-monotonic", "rem-D.7-outside"], expected="proved", argument=[
        Use("cited:rem-D.7-norm", at=["p"], name="norm"), Split([[Use("norm.0")], [
            Take("R"), Have(POWER, name="target"), Have("p > 0", name="positive"),
            Use("cited:rem-D.7-outside", at=["p", ("R[t]", "t")], premises=[[Use("positive")], [Use("target")]], name="outside"),
            Use("cited:rem-D.7-monotonic", at=["p", ("R[t]", "t")], premises=[[Use("positive")], [Use("target")]], name="monotonic"),
            Use("norm.1", at=[("R[t]", "t")], premises=[[Use("target")]], name="energy"), Split([[Use("outside")], [
                Use("cited:thm-D.6", at=["m", ("R[t]", "t")], premises=[[Split([[Use("monotonic")], [Use("energy")]])]], name="total"),
                Use("total", at=["m"], premises=[[Use("outside", at=["m"])]])]])]])])  # fmt: skip
    item.note("The target is any R' with R'(t) = (1 + t)^(-p) for t >= 0, and there is one. It meets what Theorem D.6 asks for, with every n, so n_rho = oo and min{m, n_rho} = m.")


@paper.remark("thm-D.6-list", "The list for the closed form", where="Appendix D, Theorem D.6", provenance="derived")
def listed_spaces(item):
    item.printed("(not in the paper) With the loss in closed form: for h <= m in N_rho, J_m has at least sum_(n=1)^h n! S(m, n) coincided critical affine spaces.")
    item.let(m="positive integer", h="positive integer", R="real curve", P="real curve", nu="real")
    item.suppose("min", "h <= m")
    item.suppose("transforms", TRANSFORMS)
    item.conclude(f"implies({N_RHO}, {counted_spaces('h')})", because=["rem-listing", "rem-assignments", "rem-carried", "ext-Fermat"], expected="proved", argument=[
        *listing("cited:rem-listing"), Take(), Have(N_RHO, name="N_rho"), SPACES_LISTED, Use("total", at=["h"])], example={"m": 1, "h": 1, **TARGET})  # fmt: skip
    item.note(f"{WHAT} The premise is h in N_rho: J_n has a non-degenerate global minimiser for each n <= h. For every target, completely monotonic or not, "
              "whose transforms are differentiable.")  # fmt: skip
    item.note("The conclusion: K = sum n! S(m, n) pairwise different vectors w of m rates; each is S v for an assignment S of the m neurons onto the n <= h "
              "rates v of such a minimiser (b, v) of J_n, and the affine space of the (a, w) with S'a = b is not empty and consists of critical points "
              "of J_m. Spaces with different w have no point in common. Its dimension, m - n, is Theorem D.1.")  # fmt: skip


def same_values(forwards):
    """From V_n for the target to V_n for the sum, or back: the chain stays."""
    return [
        Obtain("inside", "u", label="u"), Obtain("u.1", "U", label="U"), Witness("u[j]", index="j"), Split([[Use("u.0")], [Witness("U[t]", index="t"), Take("t"),
            Use("U", at=["t"], premises=[[]], name="now"), Use("target", at=["t"], premises=[[]], name="value"), Split([
                [Rewritten("now.0", ["value"], forwards=forwards, name="so"), Use("so")], [Use("now.1")], [Use("now.2")]])]])]  # fmt: skip


#: For every n >= 1: rho is outside V_n exactly for n <= m - 1.
ORDER = f"forall(n, positive integer, implies(n <= m-1, not {in_space('n', REACHED)}) and implies(n > m-1, {in_space('n', REACHED)}))"
POSITIVE_SUM = f"forall(t, [0, oo), {REACHED} == {model('m', 'c', 'la')})"
FOR_SUMS = (f"exists(R, real curve, {POSITIVE_SUM}) and forall(R, real curve, implies({distinct('m', 'la')} and {POSITIVE_SUM},"
            f" {ORDER} and {counted_spaces('(m-1)', of=space)}))")  # fmt: skip
PRIMITIVE = [
    Antiderivative(model("m", "c", "la"), "t", "0", name="there is Q"), Obtain("there is Q", "Q", label="Q"),
    Witness("Q[t]", index="t"), Take("t"), Use("Q.1", at=["t"], name="so"), Use("so")]  # fmt: skip


@paper.remark("rem-D.7-sums", "The total for positive exponential sums", where="Appendix D, Remark D.7", provenance="recalled")
def sums_total(item):
    item.printed("A positive sum of m exponentials: n_rho = m - 1, and the total is at least sum_(n=1)^(m-1) n! S(m, n).")
    item.let(m="integer[2, oo]", c="positive sequence", la="positive sequence", R="real curve")
    item.suppose("rates", distinct("m", "la"))
    item.suppose("target", POSITIVE_SUM)
    item.conclude(f"{ORDER} and {counted_spaces('(m-1)', of=space)}", because=["thm-D.6", "rem-D.6-sums", "rem-cauchy-integral", "rem-D.7-order"], expected="proved", argument=[
        TERMWISE, Use("cited:rem-D.6-sums", at=["m", ("c[i]", "i"), ("la[i]", "i"), ("R[t]", "t")], premises=[[Use("target")]], name="monotonic"), *renamed(FINITE, {"v": "la"}),
        Use("cited:rem-D.7-order", at=["m", ("c[i]", "i"), ("la[i]", "i")], name="order", premises=[[Split([
            [], [Take("i"), Use("c.positive", at=["i"], name="sign")], [Use("rates")]])]]),
        Have(ORDER, name="n_rho", by=[Take("n"), Use("order", at=["n"], name="there"), Split([
            [Take(), Cases(in_space("n", REACHED), name="inside", no=[Use("inside")], yes=[
                Have(in_space("n", model("m", "c", "la")), name="as a sum", by=same_values(True)),
                Use("there.0", premises=[[Use("as a sum")]], name="short"), Contradict("short", [])])],
            [Take(), Use("there.1", premises=[[]], name="inside"), *same_values(False)]])]),
        Split([[Use("n_rho")], [
            Use("cited:thm-D.6", at=["m", ("R[t]", "t")], premises=[[Split([[Use("monotonic")], [Use("energy")]])]], name="total"),
            Use("n_rho", at=["m-1"], name="last"), Use("total", at=["m-1"], premises=[[Use("last.0", premises=[[]])]])]])],
        example={"m": 2, "c": 1, "la": "1 + t", "R": "-exp(-t) - exp(-2*t)/2"})  # fmt: skip
    in_the_first = [At({"goal": [Choose(0), Witness("1"), Choose(0), Split([[], [Witness("1", index="j"), Split([[], [
        Have("exists(x, real curve, forall(t, real, x[t] == 2*exp(-t) and diff(x[t], t) == -x[t]))", name="there is x", by=[Witness("2*exp(-t)", index="t"), Take("t"), Split([[], [Numbers()]])]),
        Obtain("there is x", "x", label="x"), Witness("x[t]*basis(2, 0)", index="t"), Take("t"), Use("x", at=["t"], name="now"), Split([
            [Have("(x[t]*basis(2, 0))[0, 0] == x[t]", name="entry", by=[Linear()]), Numbers(using=["now.0", "entry"])], [Linear()],
            [Induct("j", base=[Linear(terms=[("now.1", "1", "1")])], step=[Linear()])]])]])]])]})]  # fmt: skip
    item.without("rates", counterexample={"m": 2, "c": 1, "la": 1, "R": "-2*exp(-t)"}, argument=in_the_first)
    item.without("target", counterexample={"m": 2, "c": 1, "la": "1 + t", "R": "-2*exp(-t)"}, argument=in_the_first)
    item.note("The target is any R' with R'(t) = sum_(i < m) c_i e^(-la_i t) for t >= 0, c_i, la_i > 0 and the la_i distinct. m >= 2: for m = 1 the set {n : rho not in V_n} is empty.")


@paper.remark("rem-D.7", "Totals for the examples", where="Appendix D, Remark D.7", provenance="recalled")
def examples_total(item):
    item.printed("(1 + t)^(-p): n_rho = oo, total at least sum_(n=1)^m n! S(m, n); a positive sum of m exponentials: n_rho = m - 1, the sum up to m - 1.")
    item.conclude(f"forall(m, positive integer, forall(p, (1/2, oo), {FOR_POWERS}))"
                  f" and forall(m, integer[2, oo], forall(c, positive sequence, forall(la, positive sequence, {FOR_SUMS})))", because=["rem-D.7-powers", "rem-D.7-sums"], expected="proved", argument=[Split([
        [Take("m", "p"), Use("cited:rem-D.7-powers", at=["m", "p"])],
        [Take("m", "c", "la"), Split([PRIMITIVE, [
            Take("R"), Use("cited:rem-D.7-sums", at=["m", ("c[i]", "i"), ("la[i]", "i"), ("R[t]", "t")], premises=[[Split([[], [], [Use("given2.0")], [Use("given2.1")]])]])]])]])])  # fmt: skip
    item.step("difference", f"forall(m, positive integer, Sum({TERM}, (n, 1, m)) == {TOTAL} + factorial(m))", because=["definitions"], says="the two totals differ by m! points",
              argument=[Take("m"), Have("stirling2(m, m) == 1", name="one"),
                        Have("forall(f, real sequence, Sum(f[n], (n, 1, m)) == Sum(f[n], (n, 1, m-1)) + f[m])", name="last"),
                        Use("last", at=[(TERM, "n")], name="now")])  # fmt: skip
    item.note("The two parts are rem-D.7-powers and rem-D.7-sums, with all their conditions: p > 1/2, and m >= 2 different rates with positive amplitudes. n_rho = sup{n : rho not in V_n} is oo "
              "where rho lies in no V_n, and m - 1 where it lies in V_n exactly for n >= m.")  # fmt: skip
    item.note("Rests on Theorem D.4, which is cited, through Theorem D.6.")


@paper.theorem("thm-D.7", "Theorem D.2 for positive amplitudes", where="Appendix D, Theorem D.7", provenance="recalled")
def positive_amplitudes(item):
    item.printed("As Theorem D.2 with a*_j > 0 and no assumption on N_rho: the ratio is at least (m + 1)(3 m - 2)/24.")
    item.use(target)
    item.let(m="integer[2, oo]", P="real curve")
    item.suppose("amplitudes", "forall(k, integer[0, m-1], A[k, 0] > 0)")
    item.suppose("second transform", SECOND)
    item.conclude(MANY_SPACES, because=["rem-D.7-positive", "rem-index-sets", "thm-D.2"], expected="proved", argument=POSITIVE_BY, example={**TWO, **SECOND_TWO})
    item.note("For every m >= 2 and every target with positive amplitudes; the conclusion is that of Theorem D.2, with its list of the m! minimisers and of the spaces. That m - 1 lies in N_rho is Theorem "
              "D.5, which rests on Theorem D.4 (cited): the target is completely monotonic, and it lies in no V_n with n < m (rem-D.7-positive). There J_n is an integral; its closed form has the "
              "same minimisers (rem-index-sets).")  # fmt: skip
