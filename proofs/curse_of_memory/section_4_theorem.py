"""Section 4 and Appendix A: Lemma A.1, the common representation (12), and Theorem 4.1 for functionals on C_0(R, R^d).

What x(l, s) and H(l, t) are is said where Eq. (5) is.
"""

from verifier.language.script import (
    Have,
    Obtain,
    Order,
    Rewritten,
    Split,
    Square,
    Take,
    Use,
    Witness,
)

from . import paper
from .rate import quantified
from .section_3_families import FAMILY, FUNCTIONALS, ONE, SIGNALS, below_one, of_curve, output, signal
from .section_4_density import at_most
from .section_4_universal import INTEGRABLE, NETWORKS
from .signals import EXPONENTIAL, hurwitz, value

#: H_t(x^(l)) is the integral of p' x^(l)_(t-s) over s >= 0, up to e.
TARGET = (f"exists(F, real curve, F[0] == 0 and forall(s, [0, oo), diff(F[s], s) == trace(p[s].T*{signal('l', 't - s')}))"
          f" and exists(S, positive, forall(R, [S, oo), Abs(F[R] - {output('l', 't')}) <= e)))")  # fmt: skip
ALL_TIMES = f"forall(l, real, forall(t, real, implies({below_one('l')}, {TARGET})))"
AT_TIME = f"forall(l, real, implies({below_one('l')}, {TARGET}))"


def entries(vector):
    """The sum of the moduli of its entries."""
    return f"Sum(Abs(({vector})[i, 0]), (i, 0, d-1))"


def represented(targets):
    """rho is in L^1, and the integral of rho' x is H_t(x): as near as one likes in L^1 there are p whose integrals are as near."""
    return ("forall(e, positive, exists(p, matrix(d, 1) curve, exists(A, real curve, exists(a, real, "
            f"{INTEGRABLE} and {at_most(entries('rho[s] - p[s]'))} and {targets}))))")  # fmt: skip


#: nu is the integral of |rho|.
MASS = f"forall(e, positive, {at_most(entries('rho[s]'), 'nu + e')}) and forall(b, real, implies({at_most(entries('rho[s]'), 'b')}, nu <= b))"
BOUND = f"implies({below_one('l')}, Abs({output('l', 't')}) <= nu)"
ATTAINED = f"forall(e, positive, exists(l, real, {below_one('l')} and {output('l', 't')} >= nu - e))"


def kernel(body):
    return f"exists(rho, matrix(d, 1) function of matrix(1, 1), exists(nu, nonnegative, {MASS} and {body}))"


@paper.cited("ext-representation", "Regular functionals have integrable kernels", where="Appendix A, Lemma A.1, cited", provenance="derived")
def representation(item):
    item.printed("(Riesz-Markov-Kakutani, Radon-Nikodym) A linear, continuous functional H_t on C_0(R, R^d) that is regular and depends on x_s, s <= t, alone is the integral of "
                 "rho(s)' x_(t-s) over s >= 0 with rho in L^1, and |H_t| = |rho|_(L^1).")  # fmt: skip
    item.cites("Rudin, Real and Complex Analysis, Theorems 6.10, 6.13, 6.19 and 3.14")
    item.let(**FUNCTIONALS, t="real")
    item.conclude(f"implies({SIGNALS} and {ONE}, {kernel(f'forall(l, real, {BOUND}) and {ATTAINED} and {represented(AT_TIME)}')})")
    item.note("For one functional, at one time t. rho is any function on [0, oo); the integral of |rho| is the least number nu that upper integrals of Lemma A.2 allow. That the integral of rho(s)' x_(t-s) is "
              "H_t(x) is said with differentiable integrable p, which are dense in L^1: for every e > 0 there is one with |rho - p|_(L^1) <= e for which the integrals of p' x are within e of H_t(x) whenever |x| <= 1.")
    item.note("The measure of Riesz, Markov and Kakutani lives on the past since H_t is causal, and has a density since H_t is regular: steps (29) and (33) of Lemma A.1 are part of what is cited.")


#: The signal x^(l) moved by t is one too: x^(k).
MOVED = f"exists(k, real, forall(s, real, {signal('k', 's')} == {signal('l', 's + t')}))"
SHIFTS = Have(f"forall(l, real, forall(t, real, {MOVED}))", name="moved", by=[
    Take("l", "t"), Use("given.0", at=["l"], name="member"), Obtain("member.3", "Z", label="Z"), Use("given.1", at=[("Z[q + t]", "q")], name="there is k", premises=[[Split([
        [Take("r", "h"), Use("member.0", at=["r + t", "h"], premises=[[]], name="near"), Obtain("near", "w", label="w"), Witness("w"), Split([[], [
            Take("q"), Use("w.1", at=["q + t"], premises=[[]], name="now"), Use("Z", at=["q + t"], name="Zq"), Use("Z", at=["r + t"], name="Zr"),
            Order(positive=[Square(facts=["now"])], rewrite=["Zq", "Zr"])]])],
        *([Take("c"), Use(f"member.{side}", at=["c"], premises=[[]], name="late"), Obtain("late", "N", label="N"), Witness("N + Abs(t)"), Split([[], [
            Take("s"), Use("N.1", at=["s + t"], premises=[[]], name="now"), Use("Z", at=["s + t"], name="there"),
            Have(f"norm2({of_curve('s + t')}) == norm2({signal('l', 's + t')})", name="same"), Rewritten("now", ["same"], name="done"), Use("done")]])]
          for side in (1, 2))])]]),
    Obtain("there is k", "k", label="k"), Witness("k"), Take("s"), Use("k", at=["s"], name="now"), Use("Z", at=["s + t"], name="there")])

MOVED_BACK = [
    Have(f"{output('l', 't')} == {output('k', '0')}", name="same value", by=[Use("given.3", at=["l", "k", "t", "-t"], premises=[[Take("s"), Use("k", at=["s"], name="now")]], name="value")]),
    Have(below_one("k"), name="small", by=[Take("r", "i"), Use("k", at=["r"], name="now"), Use("unit", at=["r + t", "i"], name="then"), Rewritten("then", ["now"], name="done"), Use("done")]),
]


@paper.lemma("lem-A.1", "Representation by a kernel", where="Appendix A, Lemma A.1, Eqs. (26)-(35)", provenance="recalled")
def common_kernel(item):
    item.printed("Continuous, linear, causal, regular, time-homogeneous {H_t} have rho in L^1 with H_t(x) = int_0^oo x_(t-s)' rho(s) ds, "
                 "sup_t |H_t| = |rho|_(L^1).")  # fmt: skip
    item.let(**FUNCTIONALS)
    item.conclude(f"implies({FAMILY}, " + kernel(f"forall(l, real, forall(t, real, {BOUND})) and forall(t, real, {ATTAINED}) and {represented(ALL_TIMES)}") + ")",
                  because=["ext-representation"], argument=[
        Take(), SHIFTS, Use("given.2", at=["0"], name="one"), Use("cited:ext-representation", at=["d", ("x[q]", "q"), ("H[q]", "q"), "0"], premises=[[Split([[]]*6)]], name="there is rho"),
        Obtain("there is rho", "rho", label="rho"), Obtain("rho", "nu", label="nu"), Witness("rho[q]", index="q"), Witness("nu"), Split([[], [Split([[], [], [
            Take("l", "t"), Have(below_one("l"), name="unit"), Use("moved", at=["l", "t"], name="there is k"), Obtain("there is k", "k", label="k"), *MOVED_BACK,
            Use("nu.1.2", at=["k"], premises=[[]], name="bound"), Rewritten("bound", ["same value"], name="done"), Use("done")], [
            Take("t", "e"), Use("nu.1.3", at=["e"], premises=[[]], name="large"), Obtain("large", "k", label="k0"), Use("moved", at=["k", "-t"], name="there is l"), Obtain("there is l", "l", label="l"),
            Have(f"{output('l', 't')} == {output('k', '0')}", name="same value", by=[Use("given.3", at=["k", "l", "0", "t"], premises=[[Take("s"), Use("l", at=["s"], name="now")]], name="value")]),
            Witness("l"), Split([[Take("r", "i"), Use("l", at=["r"], name="now"), Use("k0.0", at=["r + -t", "i"], name="then"), Rewritten("then", ["now"], name="done"), Use("done")],
                                 [Rewritten("k0.1", ["same value"], name="done"), Use("done")]])], [
            Take("e"), Use("nu.1.4", at=["e"], premises=[[]], name="there is p"), Obtain("there is p", "p", label="p"), Obtain("p", "A", label="A"), Obtain("A", "a", label="a"),
            Witness("p[q]", index="q"), Witness("A[q]", index="q"), Witness("a"), Split([[], [], [], [
                Take("l", "t"), Have(below_one("l"), name="unit"), Use("moved", at=["l", "t"], name="there is k"), Obtain("there is k", "k", label="k"), *MOVED_BACK,
                Use("a.3", at=["k"], premises=[[]], name="there is F"), Obtain("there is F", "F", label="F"), Obtain("F.2", "S", label="S"), Witness("F[q]", index="q"), Split([[], [
                    Take("s"), Use("F.1", at=["s"], name="F now"), Use("k", at=["0 - s"], name="k now")], [
                    Witness("S"), Split([[], [Take("R"), Use("S.1", at=["R"], premises=[[]], name="first"), Rewritten("first", ["same value"], name="done"), Use("done")]])]])]])]])]])],
        expected="proved")  # fmt: skip
    item.note("For every family of functionals on C_0(R, R^d) with the five properties: one rho for all inputs and all times, with |H_t| = |rho|_(L^1) for each t. Proved is (30), (31): the kernel at t = 0 is that of "
              "every H_t, as x^(l) moved by t is a signal too. Existence of the kernel of one functional is cited.")


@paper.equation("eq-12", "The common representation", where="Section 4, Eq. (12)", provenance="recalled")
def common_representation(item):
    item.printed("H_t(x) = int_0^oo x_(t-s)' rho(s) ds with rho in L^1.")
    item.let(**FUNCTIONALS)
    item.conclude(f"implies({FAMILY}, exists(rho, matrix(d, 1) function of matrix(1, 1), {represented(ALL_TIMES)}))", because=["lem-A.1"], argument=[
        Take(), Use("cited:lem-A.1", at=["d", ("x[q]", "q"), ("H[q]", "q")], premises=[[Split([[]]*4)]], name="there is rho"), Obtain("there is rho", "rho", label="rho"), Obtain("rho", "nu", label="nu"),
        Witness("rho[q]", index="q"), Use("nu.1.4")], expected="proved")  # fmt: skip
    item.note("One rho for all inputs and all times: (27) of Lemma A.1, with rho in L^1 as there.")


OUTPUT = value(f"diff(F[s], s) == trace(c.T*E[s]*U*{signal('l', 't - s')})", "v")
NEAR = (f"forall(l, real, forall(t, real, implies({below_one('l')}, forall(v, real, implies({OUTPUT}, Abs({output('l', 't')} - v) <= e)))))")


@paper.theorem("thm-4.1", "Universal approximation", where="Section 4, Theorem 4.1; Appendix A, Eqs. (42)-(46)", provenance="recalled")
def universal(item):
    item.printed("For continuous, linear, causal, regular, time-homogeneous {H_t} and all eps > 0 there is {Hhat_t} in Hhat with "
                 "sup_t |H_t - Hhat_t| <= eps.")  # fmt: skip
    item.let(**FUNCTIONALS)
    item.conclude(f"implies({FAMILY}, forall(e, positive, "
                  + quantified(NETWORKS, f"{hurwitz()} and {EXPONENTIAL} and {NEAR}") + "))", because=["lem-A.1", "eq-46"], argument=[
        Have("forall(aa, real, forall(bb, real, forall(yy, real, forall(vv, real, forall(ee, real, implies(Abs(aa - yy) <= ee/4 and Abs(aa - bb) <= ee/2"
             " and Abs(bb - vv) <= ee/4, Abs(yy - vv) <= ee))))))", name="chain", by=[
            Take("aa", "bb", "yy", "vv", "ee"), Have("-ee/4 <= aa - yy and aa - yy <= ee/4", name="a"),
            Have("-ee/2 <= aa - bb and aa - bb <= ee/2", name="b"),
            Have("-ee/4 <= bb - vv and bb - vv <= ee/4", name="c"),
            Have("-ee <= yy - vv and yy - vv <= ee", name="y")]),
        Take(), Take("e"), Use("cited:lem-A.1", at=["d", ("x[q]", "q"), ("H[q]", "q")], premises=[[Split([[]]*4)]], name="there is rho"), Obtain("there is rho", "rho", label="rho"), Obtain("rho", "nu", label="nu"),
        Use("nu.1.4", at=["e/4"], premises=[[]], name="there is p"),
        Obtain("there is p", "p", label="p"), Obtain("p", "A", label="A"), Obtain("A", "a", label="a"),
        Use("cited:eq-46", at=["d", ("p[q]", "q"), ("A[q]", "q"), "a"], premises=[[Split([[], []])]], name="networks"), Use("networks", at=["e/2"], premises=[[]], name="network"),
        Obtain("network", "m", label="m"), Obtain("m", "W", label="W"), Obtain("W", "U", label="U"), Obtain("U", "c", label="c"), Obtain("c", "E", label="E"),
        Witness("m"), Witness("W"), Witness("U"), Witness("c"), Witness("E[s]", index="s"), Split([[], [], [], [
            Take("l", "t", "v"),
            Use("a.3", at=["l", "t"], premises=[[]], name="there is F"), Obtain("there is F", "F", label="F"), Obtain("F.2", "S", label="S"), Obtain("given3", "G", label="G"),
            Use("E.3", at=[("F[q]", "q"), ("G[q]", "q")], name="close", premises=[[Split([[], [], [
                Take("s"), Use("F.1", at=["s"], name="F now"), Use("G.1", at=["s"], name="G now"), Witness(signal("l", "t - s")), Split([
                    [Take("i"), Use("given2", at=["t - s", "i"])], [], []])]])]]),
            Use("G.2", at=["e/4"], premises=[[]], name="limit"), Obtain("limit", "N", label="N"),
            Use("N.1", at=["N + S"], premises=[[]], name="second"), Use("S.1", at=["N + S"], premises=[[]], name="first"),
            Use("close", at=["N + S"], premises=[[]], name="middle"),
            Use("chain", at=["F[N + S]", "G[N + S]", output("l", "t"), "v", "e"], premises=[[Split([[] for f in ("first", "middle", "second")])]], name="bound"),
            Use("bound")]])],
        expected="proved")  # fmt: skip
    item.note("For every family {H_t} on X = C_0(R, R^d): C_0 has as many elements as R, so that x^(l), l real, runs through all of them, and H(l, t) = H_t(x^(l)) is any number that the five "
              "properties allow. One network, chosen before the input and the time, is within e of H_t(x) for all t and all |x| <= 1. Hhat_t(x) = v says that the integrals converge to v; "
              "that they converge is Proposition 3.1.")  # fmt: skip
    item.note("Cited are Weierstrass's theorem and, for one functional, the measure theory of Lemma A.1 (Riesz, Markov and Kakutani, Radon and Nikodym).")
