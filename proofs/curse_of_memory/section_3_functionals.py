"""Section 3: the functionals of linear networks, and what Proposition 3.1 says of them."""

from verifier.language.script import (
    Axiom,
    Have,
    Inside,
    Ladder,
    Linear,
    Numbers,
    Obtain,
    Order,
    Rewritten,
    Set,
    Split,
    Square,
    Take,
    Use,
    Witness,
)
from verifier.language.script_parts import positive_ratio

from . import paper
from .lemmas.improper_integrals import FALLING, LINEAR_LIMITS
from .rate import quantified
from .section_3_stability import SUMS
from .signals import EXPONENTIAL, PAST_MEMBER, VANISHING, hurwitz, member, past, seen, value, within_one


def stable_networks(body, before=(), after=()):
    """For W in W_m there are constants such that for E(s) = e^(Ws) and all ... the body."""
    exponentials = quantified([("forall", "E", "matrix(m, m) curve")], f"implies({EXPONENTIAL}, {quantified(after, body)})")
    return f"implies({hurwitz()}, {quantified(before, exponentials)})"


NETWORK = {"m": "positive integer", "d": "positive integer", "W": "matrix(m, m)", "U": "matrix(m, d)", "c": "matrix(m, 1)"}
INSIDE = [Numbers(using=["between"])]
#: |x|^2 <= d where every |x_i| <= 1.
UNIT = Have("forall(xx, matrix(d, 1), implies(forall(i, integer[0, d-1], Abs(xx[i, 0]) <= 1), norm2(xx) <= d))", name="unit", by=[
    Take("xx"), Use("sums", at=[("1 - xx[j, 0]**2", "j"), "d"], name="all", premises=[[
        Take("j"), Use("given", at=["j"], name="one")]]),
    Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["d"], name="identity"),
    Order(positive=[Square(facts=["all"])], terms=[Inside("identity", "-trace(xx.T*HOLE*xx)")])])  # fmt: skip
#: 2 k'x <= g |k|^2 + e |x|^2 for e g = 1, with |k|^2 <= K e^2 and |x|^2 <= d.
RATE = Have("forall(r, nonnegative, -B*exp(-k*r) <= diff(F[r], r) and diff(F[r], r) <= B*exp(-k*r))", name="rate", by=[
    Take("r"), Use("given2", at=["r"], premises=[[]], name="there is x"), Obtain("there is x", "x", label="x"), Use("decay", at=["r"], premises=[[]], name="kernel"),
    Set("kr", "U.T*E[r].T*c"),
    Set("e", "exp(-k*r)"), Set("g", "exp(k*r)"),
    Have("e > 0 and g > 0 and e*g == 1 and exp(-2*k*r) == e**2", name="letters", by=[Split([
        [], [], [], []])]),
    Use("unit", at=["x"], premises=[[]], name="size"),
    Have("norm2(kr) <= K*e**2", name="kernel size", by=[Have("norm2(U.T*E[r].T*c) == norm2(kr)", name="same"),
                                                        Numbers(using=["same", "kernel", "letters"])]),
    Have("diff(F[r], r) == trace(kr.T*x)", name="slope"),
    Have("B*e - trace(kr.T*x) >= 0", name="up", by=[Order(positive=[
        Square(root="g*kr - x", weight="1/2", facts=["letters.0"]), Square(weight="1/2", facts=["kernel size", "letters.1"]), Square(weight="1/2", facts=["size", "letters.0"])],
        terms=[("B", "e", "1"), ("letters.2", "-K*e/2 - g/2*trace(kr.T*kr) + trace(kr.T*x)", "1")])]),
    Have("B*e + trace(kr.T*x) >= 0", name="down", by=[Order(positive=[
        Square(root="g*kr + x", weight="1/2", facts=["letters.0"]), Square(weight="1/2", facts=["kernel size", "letters.1"]), Square(weight="1/2", facts=["size", "letters.0"])],
        terms=[("B", "e", "1"), ("letters.2", "-K*e/2 - g/2*trace(kr.T*kr) - trace(kr.T*x)", "1")])]),
    Split([[], []]),
    ])


#: F' = c' E U x for inputs x of norm at most 1.
DRIVEN = ("forall(s, [0, oo), exists(x, matrix(d, 1), forall(i, integer[0, d-1], Abs(x[i, 0]) <= 1)"
          " and diff(F[s], s) == trace(c.T*E[s]*U*x)))")  # fmt: skip


@paper.remark("response-bound", "The integrals converge, and are bounded for bounded inputs", where="Section 3, Proposition 3.1, in its proof",
              provenance="derived")  # fmt: skip
def response_bound(item):
    item.printed("For W in W_m and |x|_X <= 1 the integral of c' e^(Ws) U x_(t-s) over [S, T] is at most C e^(-k S) in modulus; C and k > 0 "
                 "depend on the network alone.")  # fmt: skip
    item.let(**NETWORK)
    item.conclude(stable_networks(f"implies({DRIVEN}, forall(S, nonnegative, forall(T, [S, oo), Abs(F[T] - F[S]) <= C*exp(-k*S))))",
                                  [("exists", "C", "positive"), ("exists", "k", "positive")], [("forall", "F", "real curve")]),
                  because=["kernel-decay"], argument=[
        SUMS, UNIT, Take(), Use("cited:kernel-decay", at=["m", "d", "W", "U", "c"], premises=[[]], name="kernels"), Obtain("kernels", "K", label="K"), Obtain("K.1", "k", label="k"),
        Set("B", "(K + d)/2"), Have("d >= 1", name="size one"), Have("B > 0", name="B positive"),
        *positive_ratio("C", "B", "k", ["B positive", "k.0"]),
        Witness("C"), Split([[], [Witness("k"), Split([[], [
            Take("E", "F", "S", "T"), Use("k.1", at=[("E[q]", "q")], premises=[[]], name="decay"), RATE,
            Have("F[T] - F[S] <= C*(exp(-k*S) - exp(-k*T))", name="above", by=[Ladder("T", "S", time="r", slope=[
                Use("rate", at=["r"], premises=[[]], name="now")])]),
            Have("F[S] - F[T] <= C*(exp(-k*S) - exp(-k*T))", name="below", by=[Ladder("T", "S", time="r", slope=[
                Use("rate", at=["r"], premises=[[]], name="now")])]),
            Set("z", "exp(-k*T)"), Have("z > 0", name="z positive"),
            Numbers(using=["above", "below", "z", "z positive", "C.0"]),
            ]])]]),
    ], expected="proved")  # fmt: skip


LINEAR = quantified(
    [("forall", "X", "matrix(d, 1) curve"), ("forall", "Z", "matrix(d, 1) curve"), ("forall", "V", "matrix(d, 1) curve"), ("forall", "t", "real"),
     ("forall", "lam", "real"), ("forall", "mu", "real"), ("forall", "y", "real"), ("forall", "z", "real"), ("forall", "v", "real")],
    "implies(forall(s, real, diff(V[s], s) == lam*diff(X[s], s) + mu*diff(Z[s], s))"
    f" and {value(past('X'), 'y')} and {value(past('Z'), 'z')} and {value(past('V'), 'v')}, v == lam*y + mu*z)")  # fmt: skip
CAUSAL = quantified(
    [("forall", "X", "matrix(d, 1) curve"), ("forall", "Z", "matrix(d, 1) curve"), ("forall", "t", "real"), ("forall", "y", "real"), ("forall", "z", "real")],
    "implies(forall(s, (-oo, t], diff(X[s], s) == diff(Z[s], s))"
    f" and {value(past('X'), 'y')} and {value(past('Z'), 'z')}, y == z)")  # fmt: skip
HOMOGENEOUS = quantified(
    [("forall", "X", "matrix(d, 1) curve"), ("forall", "Z", "matrix(d, 1) curve"), ("forall", "t", "real"), ("forall", "tau", "real"),
     ("forall", "y", "real"), ("forall", "z", "real")],
    "implies(forall(s, real, diff(Z[s], s) == diff(X[r], (r, s - tau)))"
    f" and {value(past('X'), 'y')} and {value(past('Z', 't + tau'), 'z')}, y == z)")  # fmt: skip
CONTINUOUS_FUNCTIONAL = quantified(
    [("exists", "C", "positive"), ("forall", "X", "matrix(d, 1) curve"), ("forall", "t", "real"), ("forall", "y", "real")],
    f"implies({within_one()} and {value(past(), 'y')}, Abs(y) <= C)")
CONVERGENT = quantified(
    [("forall", "X", "matrix(d, 1) curve"), ("forall", "t", "real"), ("forall", "F", "real curve")],
    f"implies({within_one()} and {seen(past())}, forall(e, positive, exists(S, positive, forall(T, [S, oo), Abs(F[T] - F[S]) <= e))))")
REGULAR = quantified(
    [("forall", "Z", "matrix(d, 1) curve"), ("forall", "t", "real"), ("forall", "y", "real sequence")],
    f"implies({VANISHING} and forall(n, nonnegative integer, {value(PAST_MEMBER, 'y[n]')}),"
    " forall(e, positive, exists(N, nonnegative integer, forall(n, integer[N, oo], Abs(y[n]) <= e))))")  # fmt: skip


#: The integral of |x^(n)_(t-s)|^2 over 0 <= s <= T is at most e from some n on.
SMALL = ("forall(t, real, forall(T, positive, forall(e, positive, exists(N, nonnegative integer, forall(n, integer[N, oo], exists(A, real curve,"
         f" A[0] == 0 and forall(s, [0, T], {member('diff(A[s], s) == norm2(diff(Z[q], q))', 't - s')}) and A[T] <= e))))))")  # fmt: skip
def head(sign):
    """(+-) F <= e/4 (1 - e^(-2ks)) + A/(2 theta) on [0, T], since 2 |k'x| <= theta |k|^2 + |x|^2/theta and theta K = e k."""
    other = "-" if sign == "" else "+"
    return Have(f"{sign}F[T] <= e/4*(1 - exp(-2*k*T)) + ti*A[T]", name=f"head {sign}", by=[Ladder("T", "0", time="r", slope=[
        Use("decay", at=["r"], premises=[[]], name="kernel"), Use("f.1", at=["r"], premises=[[]], name="f now"),
        Use("A.1", at=["r"], premises=[[]], name="a now"), Set("q", "n + atan(t - r)/8"),
        Use("f now", at=["q"], premises=[[]], name="f there"), Use("a now", at=["q"], premises=[[]], name="a there"), Set("x", "diff(Z[q], q)"), Set("kr", "U.T*E[r].T*c"),
        Set("z", "exp(-2*k*r)"),
        Have("norm2(kr) <= K*z", name="kernel size", by=[Have("norm2(U.T*E[r].T*c) == norm2(kr)", name="same"),
                                                         Numbers(using=["same", "kernel", "z"])]),
        Have("diff(F[r], r) == trace(kr.T*x)", name="slope"),
        Have("diff(A[r], r) == norm2(x)", name="a slope"),
        Have(f"e*k/2*z + ti*norm2(x) {other} trace(kr.T*x) >= 0", name="square", by=[Order(positive=[
            Square(root=f"th*kr {other} x", facts=["ti.0"]), Square(facts=["kernel size", "th.0"], weight="1/2")],
            terms=[("th.1", "-z/2", "1"), ("ti.1", f"-th/2*trace(kr.T*kr) {'+' if other == '-' else '-'} trace(kr.T*x)", "1")])]),
        Have(f"e*k/2*z + ti*diff(A[r], r) {other} diff(F[r], r) >= 0", name="speeds", by=[Order(
            positive=[Square(facts=["square"])], terms=[("a slope", "ti", "1"), ("slope", f"{other}1", "1")])]),
        Rewritten("speeds", ["z"], name="full", forwards=True)],
        base=[
            Have("e/4*(1 - exp(-2*k*0)) == 0", name="zero"), Have("ti*A[0] == 0", name="none")])])  # fmt: skip


def same_limit(names, weights, slope):
    """The limits of the given integrals by `LINEAR_LIMITS`: the last one is the sum of the others with these weights."""
    first, second, last = names
    return [
        Obtain("given.1", "F", label="f"), Obtain("given.2", "G", label="g"), *([Obtain("given.3", "H", label="h")] if last == "H" else []),
        Use("linear limits", at=[*((f"{n}[q]", "q") for n in (first, second, last)), *weights], premises=[[Split([[], [], [], [
            Take("s"), *(Use(f"{n}.1", at=["s"], name=f"{n} now") for n in ("f", "g", *("h" if last == "H" else ()))), *slope], [], [], []])]]),
    ]  # fmt: skip


@paper.remark("response-linear", "Linear, causal, homogeneous", where="Section 3, Proposition 3.1, in its proof", provenance="derived")
def response_linear(item):
    item.printed("x -> int_0^oo c' e^(Ws) U x_(t-s) ds is linear, depends on the input up to t alone, and commutes with shifts of time.")
    item.let(**NETWORK, E="matrix(m, m) curve")
    item.conclude(f"({LINEAR}) and ({CAUSAL}) and ({HOMOGENEOUS})", argument=[LINEAR_LIMITS, Split([
        [Take("X", "Z", "V", "t", "lam", "mu", "y", "z", "v"), *same_limit("FGH", ["lam", "mu", "y", "z", "v"], [
            Use("given.0", at=["t - s"], name="inputs"),
            Linear(terms=[("h now", "1", "1"), ("f now", "-lam", "1"), ("g now", "-mu", "1"), Inside("inputs", "trace(c.T*E[s]*U*HOLE)")])])],
        [Take("X", "Z", "t", "y", "z"), Have("y == 1*z + 0*z", name="sum", by=same_limit("GGF", ["1", "0", "z", "z", "y"], [
            Use("given.0", at=["t - s"], premises=[[]], name="inputs"),
            Linear(terms=[("f now", "1", "1"), ("g now", "-1", "1"), Inside("inputs", "trace(c.T*E[s]*U*HOLE)")])]))],
        [Take("X", "Z", "t", "tau", "y", "z"), Have("z == 1*y + 0*y", name="sum", by=same_limit("FFG", ["1", "0", "y", "y", "z"], [
            Use("given.0", at=["t + tau - s"], name="inputs"),
            Linear(terms=[("g now", "1", "1"), ("f now", "-1", "1"), Inside("inputs", "trace(c.T*E[s]*U*HOLE)")])]))]])],
        expected="proved")  # fmt: skip
    item.note("For every curve E: three statements on integrals over s >= 0 of the input at t - s.")


def small_tail(C, k, T, e, ratio, sign):
    """``tail``: C u <= e for u = e^(-k T), where T k e = C by the fact `ratio` (and e > 0 by `sign`)."""
    return [
        Set("u", f"exp(-{k}*{T})"), Set("v", f"{k}*{T}"), Use("falling", at=["v"], name="far"),
        Have("u == exp(-v)", name="same"), Have("u*v <= 1", name="product"),
        Have(f"{C}*u <= {e}", name="tail", by=[Order(positive=[Square(facts=["product", sign], weight=e.replace("e", "1"))],
                                                     terms=[(ratio, f"u*{e.replace('e', '1')}", "1"), ("v", f"u*{e}", "1")])]),
    ]  # fmt: skip


@paper.cited("ext-bounded-convergence", "Bounded convergence", where="Section 3, Proposition 3.1, cited", provenance="derived")
def bounded_convergence(item):
    item.printed("(dominated convergence) If x^(n) are continuous, |x^(n)| <= 1 and x^(n)_s -> 0 for almost every s, the integrals of |x^(n)|^2 over every "
                 "bounded interval tend to 0.")  # fmt: skip
    item.cites("Lebesgue's theorem of dominated convergence")
    item.let(d="positive integer", Z="matrix(d, 1) curve")
    item.conclude(f"implies({VANISHING}, {SMALL})")
    item.note("The sequence is written in one curve: x^(n)_s = Z'(n + atan(s)/8). A null set is one that lies in intervals of total length at most h, "
              "for every h > 0. That a continuous function has a primitive A is part of what is cited.")  # fmt: skip


@paper.remark("response-regular", "Regular", where="Section 3, Proposition 3.1, in its proof", provenance="derived")
def response_regular(item):
    item.printed("For W in W_m: |x^(n)|_X <= 1 and x^(n)_s -> 0 for almost every s give Hhat_t(x^(n)) -> 0.")
    item.let(**NETWORK)
    item.conclude(stable_networks(REGULAR), because=["kernel-decay", "response-bound", "ext-bounded-convergence"], argument=[
        Have("forall(aa, real, forall(bb, real, forall(yy, real, forall(ee, real, implies(Abs(aa) <= ee/2 and Abs(bb - yy) <= ee/4 and Abs(bb - aa) <= ee/4,"
             " Abs(yy) <= ee)))))", name="chain", by=[
            Take("aa", "bb", "yy", "ee"), Have("-ee/2 <= aa and aa <= ee/2", name="a"),
            Have("-ee/4 <= bb - yy and bb - yy <= ee/4", name="b"),
            Have("-ee/4 <= bb - aa and bb - aa <= ee/4", name="c"),
            Have("-ee <= yy and yy <= ee", name="y")]),
        FALLING, Take(), Use("cited:kernel-decay", at=["m", "d", "W", "U", "c"], premises=[[]], name="kernels"), Obtain("kernels", "K", label="Ks"), Obtain("Ks.1", "k", label="ks"),
        Use("cited:response-bound", at=["m", "d", "W", "U", "c"], premises=[[]], name="bounds"), Obtain("bounds", "C", label="Cs"), Obtain("Cs.1", "kk", label="kks"),
        Take("E", "Z", "t", "y", "e"),
        Use("ks.1", at=[("E[q]", "q")], premises=[[]], name="decay"), Use("kks.1", at=[("E[q]", "q")], premises=[[]], name="tails"),
        *positive_ratio("T", "4*C", "e*kk", ["Cs.0", "kks.0", "given3"]), *positive_ratio("th", "e*k", "K", ["Ks.0", "ks.0", "given3"]),
        Use("cited:ext-bounded-convergence", at=["d", ("Z[q]", "q")], premises=[[]], name="small"),
        Use("small", at=["t", "T", "th*e/2"], premises=[[], []], name="later"), Obtain("later", "N", label="N"), Witness("N"),
        Take("n"), Use("N", at=["n"], name="primitive"), Obtain("primitive", "A", label="A"),
        Have("n >= 0", name="n sign"), Use("given2.3", at=["n"], name="there is F"), Obtain("there is F", "F", label="f"),
        *positive_ratio("ti", "1", "2*th", ["th.0"]), head(""), head("-"),
        Have("ti*A[T] <= e/4", name="first part"),
        Set("z", "exp(-2*k*T)"), Have("z > 0", name="z sign"),
        Have("e/4*(1 - exp(-2*k*T)) <= e/4", name="second part"),
        Have("Abs(F[T]) <= e/2", name="head"),
        *small_tail("C", "kk", "T", "e/4", "T.1", "given3"),
        Use("f.2", at=["e/4"], premises=[[]], name="near"), Obtain("near", "P", label="P"),
        Use("P.1", at=["P + T"], premises=[[]], name="close"),
        Use("tails", at=[("F[q]", "q"), "T", "P + T"], name="rest", premises=[
            [Take("s"), Use("f.1", at=["s"], name="now"), Set("q", "n + atan(t - s)/8"), Use("now", at=["q"], premises=[[]], name="there"),
             Witness("diff(Z[q], q)"), Split([[Take("i"), Use("given2.1", at=["q", "i"], name="one")], []])],
            [], []]),
        Have("Abs(F[P + T] - F[T]) <= e/4", name="last"),
        Use("chain", at=["F[T]", "F[P + T]", "y[n]", "e"], premises=[[Split([[] for f in ("head", "close", "last")])]], name="bound"),
        ], expected="proved")  # fmt: skip


def driven(flow, bound):
    """That F is driven by the input X, where the facts `flow` and `bound` say so."""
    return [Take("s"), Use(flow, at=["s"], name="now"), Witness("diff(X[r], (r, t - s))"), Split([
        [Take("i"), Use(bound, at=["t - s", "i"], name="one")], []])]  # fmt: skip


@paper.proposition("prop-3.1", "Linear networks have these properties", where="Section 3, Proposition 3.1", provenance="derived")
def networks_have_them(item):
    item.printed("Every {Hhat_t} in Hhat is causal, linear, continuous and regular for each t, and time-homogeneous.")
    item.let(**NETWORK)
    item.conclude(stable_networks(f"({CAUSAL}) and ({LINEAR}) and ({CONVERGENT}) and ({CONTINUOUS_FUNCTIONAL}) and ({REGULAR}) and ({HOMOGENEOUS})"),
                  because=["response-linear", "response-bound", "response-regular"], argument=[
        FALLING, Take(), Use("cited:response-bound", at=["m", "d", "W", "U", "c"], premises=[[]], name="bounds"), Obtain("bounds", "C", label="Cs"), Obtain("Cs.1", "k", label="ks"),
        Take("E"), Use("ks.1", at=[("E[q]", "q")], premises=[[]], name="tails"),
        Use("cited:response-linear", at=["m", "d", "U", "c", ("E[q]", "q")], name="linear"),
        Split([[Use("linear.1")], [Use("linear.0")], [
            Take("X", "t", "F", "e"), *positive_ratio("S", "C", "k*e", ["Cs.0", "ks.0", "given3"]), Witness("S"), Split([[], [
                Take("T"), Use("tails", at=[("F[q]", "q"), "S", "T"], premises=[driven("given2.2", "given2.0"), [], []], name="rest"),
                *small_tail("C", "k", "S", "e", "S.1", "given3")]])], [
            Witness("2*C"), Split([[], [
                Take("X", "t", "y"), Obtain("given2.1", "F", label="f"), Use("f.2", at=["C"], premises=[[]], name="near"), Obtain("near", "N", label="N"),
                Use("N.1", at=["N + 1"], premises=[[]], name="close"),
                Use("tails", at=[("F[q]", "q"), "0", "N + 1"], premises=[driven("f.1", "given2.0"), [], []], name="rest"),
                Have("C*exp(-k*0) == C", name="whole"),
                Have("Abs(F[N + 1]) <= C", name="there")]])],
            [Use("cited:response-regular", at=["m", "d", "W", "U", "c"], premises=[[]], name="regular"), Use("regular", at=[("E[q]", "q")], premises=[[]])],
            [Use("linear.2")]])], expected="proved")  # fmt: skip
    item.note("For all m and d: for W in W_m and every input x = X', Hhat_t(x) = y says that the partial integrals of c' e^(Ws) U x_(t-s) tend to y. In "
              "this order: causal; linear; the partial integrals converge (Cauchy's criterion) for |x|_X <= 1; continuous, |Hhat_t(x)| <= C for "
              "|x|_X <= 1; regular; time-homogeneous. Inputs need not vanish at infinity.")  # fmt: skip
    item.note("Regular: a sequence of continuous inputs of norm at most 1 is written in one curve, x^(n)_s = Z'(n + atan(s)/8), which is no restriction for "
              "inputs with limits at both ends, as those in C_0; it tends to 0 outside of a null set. Bounded convergence is cited, and that a "
              "matrix whose eigenvalues have negative real parts has a Lyapunov matrix; everything else is proved.")  # fmt: skip


@paper.definition("def-3.1", "Causal, linear, continuous, regular, time-homogeneous", where="Section 3, Definition 3.1", provenance="derived")
def properties(item):
    item.printed("(1) causal; (2) linear and continuous; (3) regular: bounded x^(n) with x^(n)_t -> 0 almost everywhere gives H_t(x^(n)) -> 0; "
                 "(4) time-homogeneous: H_t(x) = H_(t+tau)(x^(tau)), x^(tau)_s = x_(s-tau).")  # fmt: skip
    item.let(m="positive integer", d="positive integer", U="matrix(m, d)", c="matrix(m, 1)")
    item.conclude(f"exists(W, matrix(m, m), exists(E, matrix(m, m) curve, {EXPONENTIAL}"
                  f" and ({CAUSAL}) and ({LINEAR}) and ({CONTINUOUS_FUNCTIONAL}) and ({REGULAR}) and ({HOMOGENEOUS})))", because=["eq-9", "prop-3.1"], argument=[
        Use("cited:eq-9", at=["m", "d", "U", "c"], name="member"), Obtain("member", "W", label="W"), Obtain("W", "E", label="E"),
        Use("cited:prop-3.1", at=["m", "d", "W", "U", "c"], premises=[[]], name="all"), Use("all", at=[("E[q]", "q")], premises=[[Split([[], []])]], name="properties"),
        Witness("W"), Witness("E[s]", index="s"), Split([[], [], *([Use(f"properties.{i}")] for i in (0, 1, 3, 4, 5))])], expected="proved")  # fmt: skip
    item.note("A definition. The formulas are those of Proposition 3.1, with H_t(x) = y for the relation that the functional is; it is inhabited, for all m, d, U and c, by the network "
              "with W = -I.")  # fmt: skip
