"""Appendix D: a list of all assignments of neurons to rates, and the spaces that belong to them, with rates e^u."""

from verifier.language.script import (
    At,
    Choose,
    Contradict,
    Have,
    Negate,
    Numbers,
    Obtain,
    Split,
    Take,
    Use,
    Witness,
)

from . import paper
from .lemmas.assignments import ALL_ASSIGNMENTS, different
from .lemmas.coincided_totals import (
    CARRIED,
    LISTED,
    LISTING,
    TRANSFORMS,
    assignment,
    critical,
    listing,
    minimiser,
    nondegenerate,
)
from .lemmas.dimensions import solutions
from .lemmas.sum_minimisers import BEFORE_MINIMISERS, MINIMISERS_CRITICAL, ONE_NEURON


@paper.lemma("rem-assignments", "The assignments in a list", where="Appendix D, Theorem D.1", provenance="derived")
def assignments(item):
    item.printed("(not in the paper) There are exactly n! S(m, n) assignments of m neurons to n rates with no rate left out.")
    item.let(m="positive integer", n="positive integer")
    item.conclude(
        "exists(K, nonnegative integer, K == factorial(n)*stirling2(m, n) and exists(S, matrix(m, n) sequence,"
        f" {different('S', 'K')} and forall(r, integer[0, K-1], {assignment('S[r]')})"
        f" and forall(X, matrix(m, n), implies({assignment('X')}, exists(r, integer[0, K-1], X == S[r])))))",
        expected="proved", argument=[
            *ALL_ASSIGNMENTS, Use("assignments", at=["m", "n", "m", "n"], name="there is K"), Obtain("there is K", "K", label="K"),
            Obtain("K.1", "S", label="S"), Witness("K"), Split([[], [Witness("S[r]", index="r"), Split([
                [], [Take("r"), Use("S.1", at=["r"], name="now")],
                [Take("X"), Use("S.2", at=["X"], premises=[[Split([[], [], []])]])]])]])])  # fmt: skip
    item.note("For all m and n: S_0, ..., S_(K-1) are pairwise different assignments, and every assignment is one of them. "
              "Induction on m: where the last neuron has rate g, the others have all n rates, or all but g (proofs/curse_of_memory/lemmas/assignments.py).")  # fmt: skip
    item.note("A second route to rem-surjections, without the principle that each map is onto its image.")


@paper.lemma("rem-listing", "Spaces and their rates", where="Appendix D, Theorem D.1", provenance="derived")
def list_of_spaces(item):
    item.printed("(not in the paper) p different numbers are not among fewer than p; assignments with the same rates S v, v distinct, are the same; amplitudes with any "
                 "given sums over the blocks exist; and two lists without repetition and without common members are one list.")  # fmt: skip
    item.let(m="positive integer")
    item.conclude(LISTING, argument=LISTED, expected="proved")
    item.note("What the lists of spaces in Theorem D.6 are put together from, for all sizes.")


@paper.lemma("rem-carried", "The points of a space are critical", where="Appendix D, Theorem D.1, Eqs. (131)-(134)", provenance="derived")
def carried(item):
    item.printed("(not in the paper) Theorem D.1 for rates e^u: with (b, v) critical for J_n, every (a, w) with w = S v and S'a = b is critical for J_m.")
    item.let(m="positive integer", n="positive integer", R="real curve", P="real curve", b="matrix(n, 1)", v="matrix(n, 1)", S="matrix(m, n)", w="matrix(m, 1)")
    item.suppose("amplitudes", "forall(k, integer[0, n-1], b[k, 0] != 0)")
    item.suppose("critical", critical("n", "b", "v"))
    item.suppose("assigned", assignment("S"))
    item.suppose("rates", "w == S*v")
    item.conclude(f"forall(a, matrix(m, 1), implies(S.T*a == b, {critical('m', 'a', 'w')}))", argument=CARRIED, expected="proved",
                  example={"m": 1, "n": 1, "R": "1/2", "P": "1/4", "b": 1, "v": 0, "S": 1, "w": 0})  # fmt: skip
    one = {"m": 1, "n": 1, "R": "1/2", "P": "1/4", "b": 1, "v": 0, "S": 1, "w": 0}
    at_one = [At({"goal": [Witness("1"), Split([[], [Witness("0"), Choose(0), Numbers()]])]})]
    item.without("amplitudes", counterexample={
        **one, "m": 2, "R": 0, "P": 1, "b": 0, "S": "Matrix([[1], [1]])", "w": "Matrix([[0], [0]])"},
        argument=[At({"goal": [Witness("Matrix([[1], [-1]])"), Split([[], [Witness("0"), Choose(1), Numbers()]])]})])  # fmt: skip
    item.without("critical", counterexample={**one, "R": 0}, argument=at_one)
    item.without("assigned", counterexample={**one, "m": 2, "S": "Matrix([[1], [2]])", "w": "Matrix([[0], [0]])"},
                 argument=[At({"goal": [Witness("Matrix([[-1], [1]])"), Split([[], [Witness("0"), Choose(0), Numbers()]])]})])  # fmt: skip
    item.without("rates", counterexample={**one, "w": 1}, argument=at_one)
    item.note("The rates of the neurons are e^(w_i), those of the blocks e^(v_k): every positive rate is one. R(u) and P(u) are the transforms of rho(t) and "
              "t rho(t) at e^u. At every z the sum of a_i/(z + e^(w_i)) is that of b_k/(z + e^(v_k)).")  # fmt: skip


@paper.lemma("ext-Fermat", "A global minimiser is critical", where="Appendix D, Theorem D.1", provenance="derived")
def fermat(item):
    item.printed("(used without mention) The gradient of J_n vanishes at a global minimiser, as the rates are inner points.")
    item.let(n="positive integer", b="matrix(n, 1)", v="matrix(n, 1)", R="real curve", P="real curve", nu="real")
    item.suppose("transforms", TRANSFORMS)
    one = {"n": 1, "b": 1, "v": 0, "R": "exp(-t/2)/2", "P": "exp(-3*t/2)/4", "nu": 0}
    item.conclude(f"implies({minimiser('n', 'b', 'v')}, {critical('n', 'b', 'v')})", argument=[
        *BEFORE_MINIMISERS, Take(), Have(minimiser("n", "b", "v"), name="minimiser"), *MINIMISERS_CRITICAL],
                  expected="proved", example=one)  # fmt: skip
    item.step("attained", ONE_NEURON.formula, because=["definitions"], says="for n = 1 and R(u) = e^(-u/2)/2 there is a global minimiser: (1, 0)", argument=ONE_NEURON.by)
    item.note("J_n as a function of the amplitudes and of the rates e^(v_k); its derivatives are Eqs. (90), (91). Along one amplitude J_n is a quadratic polynomial; "
              "along one v_k it is a differentiable function on the whole line, and the rule of Fermat is derived from the mean value theorem and continuity "
              "(verifier/derive/stationary/minima.py).")  # fmt: skip


FOUND = f"{minimiser('n', 'b', 'v')} and {nondegenerate('n', 'b', 'v')}"
#: The space of w = S v: {(a, w): S'a = b}, of dimension m - n, all of it critical.
SPACE = (
    f"exists(S, matrix(m, n), {assignment('S')} and w[r] == S*v and {solutions('S', 'b', 'm', '(m-n)')}"
    f" and forall(a, matrix(m, 1), implies(S.T*a == b, {critical('m', 'a', 'w[r]')})))"
)
MANY = (
    f"forall(b, matrix(n, 1), forall(v, matrix(n, 1), implies({FOUND}, exists(K, nonnegative integer, K == factorial(n)*stirling2(m, n)"
    f" and exists(w, matrix(m, 1) sequence, {different('w', 'K')} and forall(r, integer[0, K-1], {SPACE}))))))"
)
MANY_BY = [
    *listing("cited:rem-listing"), Take("b", "v"),
    Use("cited:ext-Fermat", at=["n", "b", "v", ("R[t]", "t"), ("P[t]", "t"), "nu"], premises=[[], []], name="critical"),
    Have("exists(W, matrix(n, 1), forall(k, integer[0, n-1], W[k, 0] == k + 1))", name="there is W", by=[
        Witness("Sum((k + 1)*basis(n, k), (k, 0, n-1))"), Take("k")]),
    Obtain("there is W", "W", label="W"),
    Use("cited:rem-C.2", at=["n", "m", "b", "W"], name="counts", premises=[[Split([
        [Take("k"), Use("W", at=["k"], name="now")],
        [Take("k", "l"), Use("W", at=["k"], name="one"), Use("W", at=["l"], name="other"), Negate("same"), Contradict("given1", [])]])]]),
    Obtain("counts.0", "K", label="K"), Obtain("K.1", "S", label="S"), Witness("K"), Split([[], [Witness("S[r]*v", index="r"), Split([
        [Take("r", "s"), Use("S.2", at=["r", "s"], premises=[[]], name="apart"), Use("S.0", at=["r"], name="first"), Use("S.0", at=["s"], name="second"),
         Negate("same"), Contradict("apart", [
             Use("one to one", at=["n", "v", "S[r]", "S[s]"], premises=[[Split([[Use("first.0")], [Use("second.0")], [Use("given.2")], []])]], name="alike")])],
        [Take("r"), Use("S.0", at=["r"], name="onto"), Use("S.3", at=["r"], name="solved"),
         Use("cited:rem-carried", at=["m", "n", ("R[t]", "t"), ("P[t]", "t"), "b", "v", "S[r]", "S[r]*v"], premises=[[], [], [Split([[], []])], []], name="carried"),
         Witness("S[r]"), Split([
             [Use("onto.0")], [Use("onto.1")], [], [Use("solved")], [Use("carried")]])]])]]),
]  # fmt: skip


@paper.theorem("thm-D.1", "Coincided critical affine spaces", where="Appendix D, Theorem D.1, Eqs. (131)-(134)", provenance="recalled")
def coincided_spaces(item):
    item.printed("For n <= min{m, n_0}: J_m has at least n! S(m, n) n-coincided critical affine spaces, of dimension m - n.")
    item.let(n="positive integer", m="integer[n, oo]", R="real curve", P="real curve", nu="real")
    item.suppose("transforms", TRANSFORMS)
    item.conclude(MANY, because=["rem-listing", "rem-assignments", "rem-C.2", "rem-carried", "ext-Fermat"], expected="proved", argument=MANY_BY,
                  example={"n": 1, "m": 1, "R": "exp(-t/2)/2", "P": "exp(-3*t/2)/4", "nu": 0})  # fmt: skip
    item.step("dimension", "2*m - (m + n) == m - n", because=["definitions"], says="m + n equations for 2 m parameters")
    item.step("count", "forall(h, nonnegative integer, factorial(h + 1)*stirling2(m + 1, h + 1) == (h + 1)*(factorial(h + 1)*stirling2(m, h + 1)"
              " + factorial(h)*stirling2(m, h)))", because=["definitions"], says="n! S(m, n), the number of assignments, by the last neuron",
              argument=[Take("h")])  # fmt: skip
    item.note("n <= n_0 = sup N_rho says that n lies in N_rho, so that J_n has a non-degenerate global minimiser (b, v): this is the premise. The rates are e^u, given by "
              "u = w or v; R and P are the transforms of rho(t) and t rho(t) at e^u, nu is the square of the norm, for every target whose transforms are differentiable.")
    item.note("The conclusion: K = n! S(m, n) pairwise different vectors w of m rates. Each is S v for an assignment S of the m neurons onto the n different rates of the "
              "minimiser; its space {(a, w): S'a = b} is p + y_0 z_0 + ... + y_(m-n-1) z_(m-n-1) with independent z_j, so of dimension m - n (a point for n = m), and all its "
              "points are critical for J_m. Spaces with different w have no point in common. That these spaces, in coordinates of their own, are critical is thm-D.1-space.")  # fmt: skip
