"""Section 4, Theorem 4.1: universal approximation of functionals on C_0(R, R^d).

C_0 has as many elements as there are real numbers, so that its elements are written x^(l), l real, each at least once: x is a
function of (l, s) with x(l, s) the value of x^(l) at the time s, and H(l, t) is H_t(x^(l)).
"""

from verifier.claims.script import (
    Have,
    Inside,
    Linear,
    Numbers,
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
from .section_4_universal import INTEGRABLE, NETWORKS
from .signals import EXPONENTIAL, hurwitz, value


def signal(label, time):
    """The value of the signal with this label at this time."""
    return f"x[({label})*basis(2, 0) + ({time})*basis(2, 1)]"


def output(label, time):
    """H_t(x^(l))."""
    return f"H[({label})*basis(2, 0) + ({time})*basis(2, 1)]"


def vanishing(f):
    """The function is continuous and tends to 0 at both ends."""
    return (f"forall(r, real, forall(h, positive, exists(w, positive, forall(q, [r - w, r + w], norm2({f('q')} - {f('r')}) <= h))))"
            f" and littleo(norm2({f('s')}), 1, s, oo) and littleo(norm2({f('s')}), 1, s, -oo)")  # fmt: skip


def below_one(label):
    """The norm of the signal is at most 1."""
    return f"forall(r, real, forall(i, integer[0, d-1], Abs({signal(label, 'r')}[i, 0]) <= 1))"


def of_curve(r):
    return "diff(Z[r], r)" if r == "r" else f"diff(Z[g], (g, {r}))"


#: The x^(l) are the elements of C_0(R, R^d).  A continuous function is the derivative of a curve Z.
SIGNALS = (f"forall(l, real, {vanishing(lambda s: signal('l', s))} and exists(Z, matrix(d, 1) curve, forall(s, real, {signal('l', 's')} == diff(Z[s], s))))"
           f" and forall(Z, matrix(d, 1) curve, implies({vanishing(of_curve)}, exists(l, real, forall(s, real, {signal('l', 's')} == diff(Z[s], s)))))")  # fmt: skip
LINEAR = quantified([("forall", name, "real") for name in ("j", "k", "l", "a", "b")],
                    f"implies(forall(s, real, {signal('l', 's')} == a*{signal('j', 's')} + b*{signal('k', 's')}),"
                    f" {output('l', 't')} == a*{output('j', 't')} + b*{output('k', 't')})")  # fmt: skip
CONTINUOUS = f"exists(C, positive, forall(l, real, implies({below_one('l')}, Abs({output('l', 't')}) <= C)))"
CAUSAL = f"forall(k, real, forall(l, real, implies(forall(s, (-oo, t], {signal('k', 's')} == {signal('l', 's')}), {output('k', 't')} == {output('l', 't')})))"
#: x^(l_n) -> 0 for almost every s: the other s lie in intervals of total length at most h, for every h > 0.
ALMOST_EVERYWHERE = (
    "forall(h, positive, exists(a, real sequence, exists(b, real sequence, forall(j, nonnegative integer, a[j] <= b[j]"
    " and Sum(b[i] - a[i], (i, 0, j)) <= h) and forall(s, real, exists(j, nonnegative integer, a[j] < s and s < b[j])"
    f" or forall(r, positive, exists(N, nonnegative integer, forall(n, integer[N, oo], norm2({signal('l[n]', 's')}) <= r)))))))"
)
REGULAR = (f"forall(l, real sequence, implies(forall(n, nonnegative integer, {below_one('l[n]')}) and {ALMOST_EVERYWHERE},"
           f" forall(h, positive, exists(N, nonnegative integer, forall(n, integer[N, oo], Abs({output('l[n]', 't')}) <= h)))))")  # fmt: skip
HOMOGENEOUS = quantified([("forall", name, "real") for name in ("k", "l", "t", "tau")],
                         f"implies(forall(s, real, {signal('l', 's')} == {signal('k', 's - tau')}), {output('k', 't')} == {output('l', 't + tau')})")  # fmt: skip
#: H_t is linear, continuous, causal and regular.
ONE = f"{LINEAR} and {CONTINUOUS} and {CAUSAL} and {REGULAR}"
#: H_t(x^(l)) is the integral of p' x^(l)_(t-s) over s >= 0, up to e.
TARGET = (f"exists(F, real curve, F[0] == 0 and forall(s, [0, oo), diff(F[s], s) == trace(p[s].T*{signal('l', 't - s')}))"
          f" and exists(S, positive, forall(R, [S, oo), Abs(F[R] - {output('l', 't')}) <= e)))")  # fmt: skip
KERNEL = ("forall(e, positive, exists(p, matrix(d, 1) curve, exists(A, real curve, exists(a, real, "
          f"{INTEGRABLE} and forall(l, real, implies({below_one('l')}, {TARGET}))))))")  # fmt: skip


@paper.cited("ext-representation", "Regular functionals have integrable kernels", where="Appendix A, Lemma A.1, cited", provenance="derived")
def representation(item):
    item.printed("(Riesz-Markov-Kakutani, Radon-Nikodym) A linear, continuous functional H_t on C_0(R, R^d) that is regular and depends on x_s, s <= t, alone is the integral of "
                 "rho(s)' x_(t-s) over s >= 0 with rho in L^1.")  # fmt: skip
    item.cites("Rudin, Real and Complex Analysis, Theorems 6.10, 6.19 and 3.14")
    item.let(d="positive integer", x="matrix(d, 1) function of matrix(2, 1)", H="real function of matrix(2, 1)", t="real")
    item.conclude(f"implies({SIGNALS} and {ONE}, {KERNEL})")
    item.note("Said with differentiable integrable kernels p, which are dense in L^1: for every e > 0 there is one for which the integrals of p' x are within e of H_t(x) whenever |x| <= 1. "
              "The measure of Riesz, Markov and Kakutani lives on the past since H_t is causal, and has a density since H_t is regular (steps (29), (33) of Lemma A.1).")  # fmt: skip


OUTPUT = value(f"diff(F[s], s) == trace(c.T*E[s]*U*{signal('l', 't - s')})", "v")
NEAR = (f"forall(l, real, forall(t, real, implies({below_one('l')}, forall(v, real, implies({OUTPUT}, Abs({output('l', 't')} - v) <= e)))))")
#: The signal x^(l) moved by t is one too: x^(k).
MOVED = f"exists(k, real, forall(s, real, {signal('k', 's')} == {signal('l', 's + t')}))"


#: x^(l) moved by t, from the facts on the signals.
SHIFTS = Have(f"forall(l, real, forall(t, real, {MOVED}))", name="moved", by=[
    Take("l", "t"), Use("given.0", at=["l"], name="member"), Obtain("member.3", "Z", label="Z"), Use("given.1", at=[("Z[q + t]", "q")], name="there is k", premises=[[Split([
        [Take("r", "h"), Use("member.0", at=["r + t", "h"], premises=[[]], name="near"), Obtain("near", "w", label="w"), Witness("w"), Split([[], [
            Take("q"), Use("w.1", at=["q + t"], premises=[[Numbers(using=["given2"])]], name="now"), Use("Z", at=["q + t"], name="Zq"), Use("Z", at=["r + t"], name="Zr"),
            Order(positive=[Square(facts=["now"])], rewrite=["Zq", "Zr"])]])],
        *([Take("c"), Use(f"member.{side}", at=["c"], premises=[[]], name="late"), Obtain("late", "N", label="N"), Witness("N + Abs(t)"), Split([[Numbers(using=["N.0"])], [
            Take("s"), Use("N.1", at=["s + t"], premises=[[Numbers(using=["given2"])]], name="now"), Use("Z", at=["s + t"], name="there"),
            Have(f"norm2({of_curve('s + t')}) == norm2({signal('l', 's + t')})", name="same", by=[Linear(rewrite=["there"])]), Rewritten("now", ["same"], name="done"), Use("done")]])]
          for side in (1, 2))])]]),
    Obtain("there is k", "k", label="k"), Witness("k"), Take("s"), Use("k", at=["s"], name="now"), Use("Z", at=["s + t"], name="there"), Linear(terms=[("now", "1", "1"), ("there", "-1", "1")])])


@paper.theorem("thm-4.1", "Universal approximation", where="Section 4, Theorem 4.1; Appendix A, Eqs. (42)-(46)", provenance="recalled")
def universal(item):
    item.printed("For continuous, linear, causal, regular, time-homogeneous {H_t} and all eps > 0 there is {Hhat_t} in Hhat with "
                 "sup_t |H_t - Hhat_t| <= eps.")  # fmt: skip
    item.let(d="positive integer", x="matrix(d, 1) function of matrix(2, 1)", H="real function of matrix(2, 1)")
    item.conclude(f"implies({SIGNALS} and forall(t, real, {ONE}) and {HOMOGENEOUS}, forall(e, positive, "
                  + quantified(NETWORKS, f"{hurwitz()} and {EXPONENTIAL} and {NEAR}") + "))", because=["ext-representation", "eq-46"], argument=[
        Have("forall(aa, real, forall(bb, real, forall(yy, real, forall(vv, real, forall(ee, real, implies(Abs(aa - yy) <= ee/4 and Abs(aa - bb) <= ee/2"
             " and Abs(bb - vv) <= ee/4, Abs(yy - vv) <= ee))))))", name="chain", by=[
            Take("aa", "bb", "yy", "vv", "ee"), Have("-ee/4 <= aa - yy and aa - yy <= ee/4", name="a", by=[Numbers(using=["given.0"])]),
            Have("-ee/2 <= aa - bb and aa - bb <= ee/2", name="b", by=[Numbers(using=["given.1"])]),
            Have("-ee/4 <= bb - vv and bb - vv <= ee/4", name="c", by=[Numbers(using=["given.2"])]),
            Have("-ee <= yy - vv and yy - vv <= ee", name="y", by=[Numbers(using=["a", "b", "c"])]), Numbers(using=["y"])]),
        Take(), SHIFTS, Take("e"), Use("given.2", at=["0"], name="one"),
        Use("cited:ext-representation", at=["d", ("x[q]", "q"), ("H[q]", "q"), "0"], premises=[[Split([[]]*6)]], name="kernels"),
        Use("kernels", at=["e/4"], premises=[[Numbers(using=["given1"])]], name="there is p"), Obtain("there is p", "p", label="p"), Obtain("p", "A", label="A"), Obtain("A", "a", label="a"),
        Use("cited:eq-46", at=["d", ("p[q]", "q"), ("A[q]", "q"), "a"], premises=[[Split([[], []])]], name="networks"), Use("networks", at=["e/2"], premises=[[Numbers(using=["given1"])]], name="network"),
        Obtain("network", "m", label="m"), Obtain("m", "W", label="W"), Obtain("W", "U", label="U"), Obtain("U", "c", label="c"), Obtain("c", "E", label="E"),
        Witness("m"), Witness("W"), Witness("U"), Witness("c"), Witness("E[s]", index="s"), Split([[], [], [], [
            Take("l", "t", "v"), Use("moved", at=["l", "t"], name="there is k"), Obtain("there is k", "k", label="k"),
            Have(f"{output('l', 't')} == {output('k', '0')}", name="same value", by=[Use("given.3", at=["l", "k", "t", "-t"], premises=[[Take("s"), Use("k", at=["s"], name="now"), Linear(terms=[("now", "1", "1")])]], name="value"),
                Linear(terms=[("value", "1", "1")])]),
            Have(below_one("k"), name="small", by=[Take("r", "i"), Use("k", at=["r"], name="now"), Use("given2", at=["r + t", "i"], name="then"), Rewritten("then", ["now"], name="done"), Use("done")]),
            Use("a.2", at=["k"], premises=[[]], name="there is F"), Obtain("there is F", "F", label="F"), Obtain("F.2", "S", label="S"), Obtain("given3", "G", label="G"),
            Use("E.3", at=[("F[q]", "q"), ("G[q]", "q")], name="close", premises=[[Split([[], [], [
                Take("s"), Use("F.1", at=["s"], name="F now"), Use("G.1", at=["s"], name="G now"), Use("k", at=["0 - s"], name="k now"), Witness(signal("l", "t - s")), Split([
                    [Take("i"), Use("given2", at=["t - s", "i"])], [Linear(terms=[("F now", "1", "1"), Inside("k now", "trace(p[s].T*HOLE)")])], [Linear(terms=[("G now", "1", "1")])]])]])]]),
            Use("G.2", at=["e/4"], premises=[[Numbers(using=["given1"])]], name="limit"), Obtain("limit", "N", label="N"),
            Use("N.1", at=["N + S"], premises=[[Numbers(using=["S.0"])]], name="second"), Use("S.1", at=["N + S"], premises=[[Numbers(using=["N.0"])]], name="first"),
            Use("close", at=["N + S"], premises=[[Numbers(using=["N.0", "S.0"])]], name="middle"),
            Rewritten("first", ["same value"], name="there"),
            Use("chain", at=["F[N + S]", "G[N + S]", output("l", "t"), "v", "e"], premises=[[Split([[Numbers(using=[f])] for f in ("there", "middle", "second")])]], name="bound"),
            Use("bound")]])],
        expected="proved")  # fmt: skip
    item.note("For every family {H_t} on X = C_0(R, R^d): C_0 has as many elements as R, so that x^(l), l real, runs through all of them, and H(l, t) = H_t(x^(l)) is any number that the five "
              "properties allow. One network, chosen before the input and the time, is within e of H_t(x) for all t and all |x| <= 1. Hhat_t(x) = v says that the integrals converge to v; "
              "that they converge is Proposition 3.1.")  # fmt: skip
    item.note("Cited are Weierstrass's theorem and, for one functional, the measure theory of Lemma A.1 (Riesz, Markov and Kakutani, Radon and Nikodym).")
