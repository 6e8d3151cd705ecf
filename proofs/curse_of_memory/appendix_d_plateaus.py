"""Appendix D: plateaus around the coincided critical affine spaces, Remark D.5, and Remark C.5, which points to them."""

from verifier.language.script import (
    At,
    Axiom,
    Cases,
    Choose,
    Cite,
    Have,
    Linear,
    Numbers,
    Obtain,
    Rewritten,
    Set,
    Split,
    Take,
    Use,
    Witness,
)

from . import paper
from .appendix_d_counts import TOTAL
from .appendix_d_recovery import SECOND_TWO, TWO, target
from .lemmas.assignments import different
from .lemmas.coincided_totals import PREPARED, TRANSFORMS, assignment, critical, minimiser
from .lemmas.log_transforms import SECOND as SECOND_TRANSFORM
from .lemmas.log_transforms import SECOND_SLOPE
from .lemmas.near_critical import ENTERED, ENTRIES, ESTIMATED, ESTIMATES, NEAR_CRITICAL, small_gradient

#: P is differentiable, too: Q(u) is the transform of t^2 rho(t) at e^u.
SECOND = "forall(u, real, diff(P[u], u) == -exp(u)*Q[u])"
#: R = x^(-1/2)/2 at the rate x: (1, 1) is critical for J_1.
ONE = {"R": "exp(-t/2)/2", "P": "exp(-3*t/2)/4", "Q": "3*exp(-5*t/2)/8"}


def steep(a, w, part, *gap):
    """At (a, w) itself this entry of the gradient of the first neuron is larger than C r."""
    return [Take("C"), Cases("C <= 0", name="C", yes=[Choose(0)], no=[Choose(1), Witness("1/(20*(1 + C))"), Split([[Numbers(using=["C"])], [
        Witness(a), Witness(w), Split([[Split([[Numbers(using=["C"])], [Take("j"), Split([[Numbers(using=["C"])], [Numbers(using=["C"])]])]])], [
            Witness("0"), Choose(part), *gap, Numbers(using=["C", *(fact.name for fact in gap)])]])]])])]  # fmt: skip


@paper.lemma("rem-D.5-estimates", "Estimates near a point", where="Appendix D, Remark D.5", provenance="derived")
def estimates(item):
    item.printed("(not in the paper) A function with a continuous derivative is Lipschitz continuous near each point; how far sums are off whose terms are; and how far x/(e^p + e^q) and "
                 "x/(e^p + e^q)^2 are off within r <= 1.")  # fmt: skip
    item.let(m="positive integer")
    item.conclude(ESTIMATES, argument=ESTIMATED, expected="proved")
    item.note("What rem-D.5-near is put together from, for all sizes.")


@paper.lemma("rem-D.5-entries", "The entries of the gradient", where="Appendix D, Remark D.5", provenance="derived")
def entries(item):
    item.printed("(not in the paper) How far the entries 2 (s - v) and -2 a (s - v) of the gradient, 0 at a critical point, are off where the sum s, the value v and the amplitude a are.")
    item.let(m="positive integer")
    item.conclude(ENTRIES, argument=ENTERED, expected="proved")
    item.note("Statements about numbers; with rem-D.5-estimates they give rem-D.5-near.")


@paper.lemma("rem-D.5-near", "Near a critical point", where="Appendix D, Remark D.5", provenance="derived")
def near(item):
    item.printed("(not in the paper) Within r <= 1 of a critical point of J_m the entries of the gradient are at most C r.")
    item.let(m="positive integer", R="real curve", P="real curve", Q="real curve", a="matrix(m, 1)", w="matrix(m, 1)")
    item.suppose("transforms", TRANSFORMS)
    item.suppose("second", SECOND)
    item.suppose("critical", critical("m", "a", "w"))
    item.conclude(small_gradient("m"), because=["rem-D.5-estimates", "rem-D.5-entries"], expected="proved", argument=NEAR_CRITICAL, example={"m": 1, "R": 0, "P": 0, "Q": 0, "a": 0, "w": 0})
    item.without("critical", counterexample={"m": 1, "a": 1, "w": 0, "R": 0, "P": 0, "Q": 0}, argument=[At({"goal": steep("Matrix([[1]])", "Matrix([[0]])", 0)})])
    item.note("For all m; C depends on the point and the target. Along the gradient flow the loss falls at the rate |gradient|^2 <= 2 m C^2 r^2: there is a plateau round every critical point.")


def moved(x, P):
    return f"Sum({x}[j, 0]/(exp(w[i, 0]) + exp(w[j, 0])){P}, (j, 0, m-1))"


#: The rows of the Hessian of J_m at (a, w), applied to (x, 0).
FLAT = (f"forall(i, integer[0, m-1], 2*{moved('x', '')} == 0"
        f" and -2*x[i, 0]*({moved('a', '**2')} - P[w[i, 0]]) - 2*a[i, 0]*{moved('x', '**2')} == 0)")  # fmt: skip
#: The x with S'x = 0 are a space of dimension at least m - n: any m - n - 1 further equations leave one that is not 0.
LARGE = ("forall(p, integer[1, m-n], forall(M, matrix(p, m), exists(x, matrix(m, 1), x != zeros(m, 1) and S.T*x == zeros(n, 1)"
         " and forall(k, integer[0, p-2], (M*x)[k, 0] == 0))))")  # fmt: skip
FLAT_BY = [
    Have("forall(x, matrix(m, 1), implies(S.T*x == zeros(n, 1), S.T*(a + x) == b and S.T*(a - x) == b))", name="stay", by=[
        Take("x"), Split([[], []])]),
    Take("x"), Have("S.T*x == zeros(n, 1)", name="level"), Use("stay", at=["x"], premises=[[Use("level")]], name="points"),
    Use("space", at=["a + x"], premises=[[Use("points.0")]], name="up"), Use("space", at=["a - x"], premises=[[Use("points.1")]], name="down"),
    Take("i"), Use("up", at=["i"], name="one"), Use("down", at=["i"], name="other"), Use("here", at=["i"], name="still"),
    *[step for name, letter in (("column", "g"), ("second column", "h")) for step in (
        Use(name, at=["m", "w", "w[i, 0]"], name=f"there is {letter}"), Obtain(f"there is {letter}", letter, label=letter),
        *(Use(f"{letter}.1", at=[point], name=f"{letter} at {point}") for point in ("a", "x", "a + x", "a - x")))],
    Rewritten("one.0", ["g at a + x"], forwards=True, name="g up"), Rewritten("still.0", ["g at a"], forwards=True, name="g here"),
    Rewritten("one.1", ["h at a + x"], forwards=True, name="h up"), Rewritten("other.1", ["h at a - x"], forwards=True, name="h down"),
    Have("2*(x.T*g) == 0", name="in a"),
    Have("-2*x[i, 0]*(a.T*h - P[w[i, 0]]) - 2*a[i, 0]*(x.T*h) == 0", name="in w"),
    Rewritten("in a", ["g at x"], name="first row"), Rewritten("in w", ["h at x", "h at a"], name="second row"), Split([[Use("first row")], [Use("second row")]]),
]  # fmt: skip
Z = "Sum(basis(n+p-1, k)*basis(n, k).T*S.T, (k, 0, n-1)) + Sum(basis(n+p-1, n+k)*basis(p, k).T*M, (k, 0, p-2))"
LARGE_BY = [
    Take("p", "M"), Set("Z", Z), Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["n"], name="blocks"),
    Use("linear-dependence", at=["n+p-1", "m", "Z"], name="some"), Obtain("some", "x", label="x"), Witness("x"), Split([
        [Use("x.0")], [Have("forall(k, integer[0, n-1], (S.T*x)[k, 0] == 0)", name="rows", by=[Take("k"), Linear(rewrite=["Z"], terms=[("x.1", "basis(n+p-1, k).T", "1")])]),
                       Linear(rewrite=["rows"], terms=[("blocks", "1", "S.T*x")])],
        [Take("k"), Linear(rewrite=["Z"], terms=[("x.1", "basis(n+p-1, n+k).T", "1")])]])]  # fmt: skip


@paper.remark("rem-D.5", "Plateaus around the spaces", where="Appendix D, Remark D.5", provenance="recalled")
def local_plateaus(item):
    item.printed("There are local plateaus around these spaces; the 0-eigenspace is larger for smaller n.")
    item.let(m="positive integer", n="positive integer", R="real curve", P="real curve", Q="real curve", b="matrix(n, 1)", v="matrix(n, 1)", S="matrix(m, n)", w="matrix(m, 1)")
    item.suppose("transforms", TRANSFORMS)
    item.suppose("second", SECOND)
    item.suppose("amplitudes", "forall(k, integer[0, n-1], b[k, 0] != 0)")
    item.suppose("critical", critical("n", "b", "v"))
    item.suppose("assigned", assignment("S"))
    item.suppose("rates", "w == S*v")
    item.conclude(f"forall(a, matrix(m, 1), implies(S.T*a == b, {small_gradient('m')} and forall(x, matrix(m, 1), implies(S.T*x == zeros(n, 1), {FLAT}))))"
                  f" and {LARGE} and forall(h, integer[1, n-1], m - n < m - h)", because=["rem-carried", "rem-D.5-near"], expected="proved", argument=[
        Cite("linear-dependence"), *PREPARED, Use("cited:rem-carried", at=["m", "n", ("R[t]", "t"), ("P[t]", "t"), "b", "v", "S", "w"], premises=[[Use("amplitudes")], [Use("critical")], [Use("assigned")], [Use("rates")]], name="space"),
        Split([[Take("a"), Have("S.T*a == b", name="sums"), Use("space", at=["a"], premises=[[Use("sums")]], name="here"), Split([
            [Use("cited:rem-D.5-near", at=["m", ("R[t]", "t"), ("P[t]", "t"), ("Q[t]", "t"), "a", "w"], premises=[[Use("transforms")], [Use("second")], [Use("here")]], name="so"), Use("so")], FLAT_BY])],
            LARGE_BY, [Take("h")]])],
        example={"m": 1, "n": 1, "b": 1, "v": 0, "S": 1, "w": 0, **ONE})  # fmt: skip
    one = {"m": 1, "n": 1, "b": 1, "v": 0, "S": 1, "w": 0, **ONE}

    def fails(a, w, part=0, *gap):
        return [At({"goal": [Choose(0), Witness(a), Split([[], [Choose(0), *steep(a, w, part, *gap)]])]})]

    item.without("amplitudes", counterexample={**one, "m": 2, "b": 0, "S": "Matrix([[1], [1]])", "w": "Matrix([[0], [0]])", "R": "exp(-t/2)/2 - 1/2"},
                 argument=fails("Matrix([[1], [-1]])", "Matrix([[0], [0]])", 1))
    item.without("critical", counterexample={**one, "R": 0, "P": 0, "Q": 0}, argument=fails("Matrix([[1]])", "Matrix([[0]])"))
    item.without("assigned", counterexample={**one, "S": 2}, argument=fails("Matrix([[1/2]])", "Matrix([[0]])"))
    item.without("rates", counterexample={**one, "w": 1}, argument=fails("Matrix([[1]])", "Matrix([[1]])", 0, Have(
        "exp(-1/2) - exp(-1) > 1/20 and 1/(exp(1) + exp(1)) == exp(-1)/2", name="gap", by=[Split([[Numbers(using=[])], [Numbers(using=[])]])])))
    item.note("J_n and J_m are Eq. (127) in closed form, with rates e^(v_k) and e^(w_i); R, P, Q are the transforms of rho(t), t rho(t), t^2 rho(t) at e^u. S is an assignment of the m neurons onto the n rates, "
              "and the (a, w) with S'a = b are its space of critical points (Theorem D.1).")  # fmt: skip
    item.note("A local plateau: at each point (a, w) of the space there is C so that within r <= 1 all entries of the gradient of J_m are at most C r. Along the gradient flow the loss falls at the rate "
              "|gradient|^2 <= 2 m C^2 r^2, as slowly as one likes near the space. On the space itself it is constant (rem-D.5-constant).")  # fmt: skip
    item.note("The 0-eigenspace of the Hessian at (a, w) contains (x, 0) for each x with S'x = 0: its rows, with the residual moment I_1(w_i), give 0. These x are a space of dimension at least m - n: any m - n - 1 "
              "further equations leave one that is not 0. m - n grows as n falls. The comparison is read as that of Theorem D.3, of lower bounds; where the Hessian of J_n is regular and no a_i and "
              "no I_2(v_j) is 0, the 0-eigenspace has the dimension m - n exactly (Remark D.4).")  # fmt: skip


#: The space of z_q: none of its points is a global minimiser, all are critical, and there is a plateau round each.
NO_VALLEY = (f"forall(c, matrix(m, 1), not ({minimiser('m', 'c', 'z[q]')})) and exists(n, integer[1, m-1], exists(S, matrix(m, n), exists(b, matrix(n, 1),"
             f" exists(a, matrix(m, 1), S.T*a == b) and forall(a, matrix(m, 1), implies(S.T*a == b, {critical('m', 'a', 'z[q]')} and {small_gradient('m').replace('w[', 'z[q][')})))))")  # fmt: skip


@paper.lemma("rem-third-transform", "The slope of the second transform", where="Appendix D, Remark D.5", provenance="derived")
def third_transform(item):
    item.printed("(not in the paper) For a target of m exponentials P(u) = sum_j A_j/(e^u + e^(W_j))^2 has the derivative -e^u Q(u) with a curve Q.")
    item.let(m="positive integer", A="matrix(m, 1)", W="matrix(m, 1)", P="real curve")
    item.suppose("second transform", SECOND_TRANSFORM)
    item.conclude(f"exists(Q, real curve, {SECOND})", expected="proved", argument=SECOND_SLOPE, example={"m": 1, "A": 1, "W": 0, "P": "(1 - tanh(t/2))**2/4"})
    item.note("Q(u) = 2 sum_j A_j/(e^u + e^(W_j))^3, the transform of t^2 rho(t). Induction on m.")


@paper.remark("rem-C.5", "Further plateaus", where="Appendix C.3, Remark C.5", provenance="recalled")
def further(item):
    item.printed("Other plateaus: see Appendix D.")
    item.use(target)
    item.let(m="integer[2, oo]", P="real curve")
    item.suppose("amplitudes", "forall(k, integer[0, m-1], A[k, 0] > 0)")
    item.suppose("second transform", SECOND_TRANSFORM)
    item.conclude(f"exists(K, nonnegative integer, K >= 1 and K == {TOTAL} and exists(z, matrix(m, 1) sequence, {different('z', 'K')} and forall(q, integer[0, K-1], {NO_VALLEY})))",
                  because=["thm-D.7", "rem-D.5-near", "rem-target-transforms", "rem-third-transform"], expected="proved", argument=[
        Use("cited:rem-target-transforms", at=["m", "A", "W", ("R[t]", "t"), ("P[t]", "t")], premises=[[]], name="transforms"),
        Use("cited:rem-third-transform", at=["m", "A", "W", ("P[t]", "t")], premises=[[Use("second transform")]], name="there is Q"), Obtain("there is Q", "Q", label="second"),
        Use("cited:thm-D.7", at=["m", "A", "W", ("R[t]", "t"), "nu", ("P[t]", "t")], premises=[[]], name="many"), Obtain("many", "L", label="L"), Obtain("L.2", "K", label="K"), Obtain("K.2", "w", label="w"),
        Have("K >= 1", name="some", by=[Have("(m + 1)*(3*m - 2)/24*factorial(m) > 0", name="positive number"), Rewritten("K.1", ["L.0"], name="enough", forwards=True)]),
        Witness("K"), Split([[Use("some")], [Use("K.0")], [Witness("w[r]", index="r"), Split([[Use("w.0")], [
            Take("q"), Split([[Use("w.2", at=["q"])], [
                Use("w.1", at=["q"], name="there is n"), Obtain("there is n", "n", label="n"), Obtain("n", "b0", label="b0"), Obtain("b0", "v0", label="v0"), Obtain("v0", "S0", label="S0"),
                Witness("n"), Witness("S0"), Witness("b0"), Split([[Use("S0.6")], [
                    Take("a"), Use("S0.7", at=["a"], premises=[[]], name="here"), Split([[Use("here")], [
                        Use("cited:rem-D.5-near", at=["m", ("R[t]", "t"), ("P[t]", "t"), ("Q[t]", "t"), "a", "w[q]"], premises=[[Use("transforms")], [Use("second")], [Use("here")]], name="so"), Use("so")]])]])]])]])]])],
        example={**TWO, **SECOND_TWO})  # fmt: skip
    item.note("A pointer, read with Appendix D: for every target of m >= 2 exponentials with different rates e^(W_j) and positive amplitudes A_j the loss J_m, Eq. (127) in closed form, has K = sum_(n=1)^(m-1) n! S(m, n) >= 1 "
              "spaces {(a, z_q) : S'a = b}, with pairwise different vectors z_q of rates, that are not empty; at each of their points the gradient is 0 and there is a plateau (within r <= 1 the entries of the gradient "
              "are at most C r, rem-D.5-near); and no point with the rates z_q is a global minimiser. These plateaus do not come from a long memory: nothing is asked of the W_j.")  # fmt: skip
    item.note("Rests on Theorem D.4, which is cited, through Theorem D.7. R and P are the transforms of rho(t) and t rho(t) at e^u.")
