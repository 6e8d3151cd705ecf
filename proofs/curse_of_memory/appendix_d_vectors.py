"""Appendix D: the best approximations of Theorem D.4 as critical points of J_n with rates e^(v_k)."""

from verifier.language.script import Have, Obtain, Rewritten, Set, Split, Take, Use, Witness

from . import paper
from .appendix_d_best import ENERGY, MONOTONIC
from .integral_spaces import CARRIED, VECTORS, critical, has_minimiser, sums
from .lemmas.coincided_totals import assignment
from .minimisers import TARGET, in_space, model

#: The transforms of the sum itself at the rate w_i.
SUMS = [f"Sum(a[p]/(w[p] + w[i]){power}, (p, 0, n-1))" for power in ("", "**2")]


@paper.lemma("thm-D.5-critical", "The best approximations are critical", where="Appendix D, Theorems D.4 and D.5", provenance="derived")
def critical_minimisers(item):
    item.printed("(not in the paper) rho completely monotonic and not in V_n: J_n has a non-degenerate global minimiser, at which its gradient vanishes.")
    item.let(R="real curve", n="positive integer")
    item.conclude(f"implies({MONOTONIC} and {ENERGY} and not {in_space('n', TARGET)}, {has_minimiser('n')})", because=["eq-141", "thm-D.4"], argument=[
        *VECTORS, Take(), Have(MONOTONIC, name="monotonic"), Have(ENERGY, name="energy"), Have(f"not {in_space('n', TARGET)}", name="outside"),
        Use("cited:thm-D.4", at=[("R[t]", "t"), "n"], premises=[[Split([[Use("monotonic")], [Use("energy")]])]], name="Kammler"),
        Use("cited:eq-141", at=["n"], name="space"), Obtain("Kammler.0", "v", label="there is d"), Obtain("there is d", "d", label="best"),
        Use("Kammler.1", premises=[[Use("outside")]], name="every"),
        Use("every", at=[("v[t]", "t"), "d"], premises=[[Split([[Use("best.0")], [Use("best.1")], [Use("best.2")]])]], name="there is a"),
        Obtain("there is a", "a", label="a"), Obtain("a.1", "w", label="w"),
        Use("vectors", at=["n", ("a[i]", "i"), ("w[i]", "i")], premises=[[Use("w.0")]], name="there is b"), Obtain("there is b", "b", label="there is u"), Obtain("there is u", "u", label="vectors now"),
        Use("sums", at=["n", ("a[i]", "i"), ("w[i]", "i"), "b", "u"], premises=[[Use("w.0")], [Use("vectors now")]], name="equal"),
        Witness("b"), Witness("u"), Split([
            [Witness("d"), Split([
                [Obtain("best.1", "L", label="L"), Witness("L[t]", index="t"), Split([[Use("L.0")], [
                    Take("t"), Use("L.1", at=["t"], premises=[[]], name="now"), Use("w.1.1", at=["t"], premises=[[]], name="value"), Use("equal.0", at=["t"], name="same"),
                    Rewritten("now", ["value"], name="then", forwards=True), Rewritten("then", ["same"], name="done"), Use("done")], [Use("L.2")]])],
                [Take("y", "x", "e"), Use("best.2", at=[(model("n", "y", "x"), "t"), "e"], premises=[[Split([
                    [Use("space.1", at=[("y[i]", "i"), ("x[i]", "i")])], []])]])]])],
            [Take("k"), Use("a.0", at=["k"], name="sign"), Use("vectors now", at=["k"], name="bk")],
            [Take("k", "l"), Have("u[k, 0] == u[l, 0]", name="alike"), Use("vectors now", at=["k"], name="bk"), Use("vectors now", at=["l"], name="bl"),
             Use("w.1.0", at=["k", "l"], premises=[[
                 Rewritten("bk.1", ["alike", "bl.1"], name="wl", forwards=True)]])],
            [Take("i"), Use("w.1.2", at=["i"], name="transforms"), Use("equal.1", at=["i"], name="sums now"), Use("vectors now", at=["i"], name="bi"),
             Set("r0", SUMS[0]), Set("q0", SUMS[1]), Rewritten("transforms.0", ["r0", "bi.1"], name="first"), Rewritten("transforms.1", ["q0", "bi.1"], name="second"),
             Witness("r0"), Witness("q0"), Split([[Use("first")], [Use("second")], *([
                 Use("no gradient", at=[sums("n", "b", "u", "u[i, 0]", power), SUMS[k], "rq"[k] + "0", "b[i, 0]"], premises=[[Split([[], []])]], name="zero"), Use(f"zero.{k}")]
                 for k, power in enumerate(("", "**2")))])]])],
        expected="proved")  # fmt: skip
    item.note("(b, v) are the amplitudes and the logarithms of the rates. The conclusion of Theorem D.5, and that the gradient (90), (91) of J_n vanishes at the minimiser: with the "
              "transforms of rho and t rho as limits of integrals this is Eqs. (144), (145) of Theorem D.4, which is cited.")  # fmt: skip


@paper.lemma("rem-carried-integral", "The points of a space are critical for the integral", where="Appendix D, Theorem D.1, Eqs. (131)-(134)", provenance="derived")
def carried(item):
    item.printed("(not in the paper) Theorem D.1 for the loss by its integral: with (b, v) critical for J_n, every (a, w) with w = S v and S'a = b is critical for J_m.")
    item.let(m="positive integer", n="positive integer", R="real curve", b="matrix(n, 1)", v="matrix(n, 1)", S="matrix(m, n)", w="matrix(m, 1)")
    item.suppose("amplitudes", "forall(k, integer[0, n-1], b[k, 0] != 0)")
    item.suppose("assigned", assignment("S"))
    item.suppose("rates", "w == S*v")
    item.conclude(f"forall(a, matrix(m, 1), implies(S.T*a == b and {critical('n', 'b', 'v')}, {critical('m', 'a', 'w')}))", expected="proved", argument=CARRIED,
        example={"m": 1, "n": 1, "R": "-exp(-t)", "b": 1, "v": 0, "S": 1, "w": 0})  # fmt: skip
    item.note("The transforms of rho = R' and t rho at a rate are limits of integrals; neurons in one block have one rate, so the same transforms.")
