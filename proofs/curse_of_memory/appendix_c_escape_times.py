"""Theorem C.1 whole: (108), (109) and tau_0' >= tau_0, from the memory rho_0 itself."""

from verifier.claims.script import (
    Axiom,
    Have,
    Ladder,
    Linear,
    Numbers,
    Obtain,
    Order,
    Rewritten,
    Root,
    Split,
    Square,
    Take,
    Use,
    Witness,
)
from verifier.theory.energy_escape import ENTRY
from verifier.theory.norms import PRODUCT
from verifier.theory.real_numbers import BOX, named_number

from . import paper
from .appendix_c_distance import student
from .appendix_c_energy import WAY, known, plateau
from .appendix_c_steps import steps
from .appendix_c_theorem import EARLY, FAR, MOVING, expanded, named
from .appendix_c_transforms import CONSTANT, FORGETS, SIZE, TAIL, TRANSFORM

#: What is supposed of every flow: its formulas, and that L and L1 are the integrals of the memory.
SUPPOSED = {
    **{name: expanded(formula) for name, formula in student.suppose.items()},
    **{name: expanded(plateau.suppose[name]) for name in ("amplitudes", "rates")},
    "integrals": TRANSFORM,
}
#: (109): the tail (81) with its constant, and a start that is close to rhobar.
TAILED = {"constant": f"C == {CONSTANT}", "size": "D*exp(wlow*u) == C*exp(1)", "late": "wlow*u > 1", "early": EARLY, "tail": TAIL}
NEAR = {**SUPPOSED, "start": "Q[0]*(1 + delta) <= delta*D"}
EXACT = {**SUPPOSED, "start": "Q[0] == 0"}
INSIDE = {**SUPPOSED, "start": "2*Q[0] <= delta", "inside": FAR}


def all_flows(given, then):
    quantified = "".join(f"forall({name}, {sort}, " for name, sort in MOVING.items())
    return f"{quantified}implies({' and '.join(f'({formula})' for formula in given.values())}, {then}){')' * len(MOVING)}"


def facts(given, label):
    return [Have(formula, name=name, by=[Use(f"{label}.{i}")]) for i, (name, formula) in enumerate(given.items())]


#: (108), (109) left, (109) right.
LIMITS = f"forall(Z, positive, exists(u0, positive, forall(u, [u0, oo), forall(T, [0, Z], {all_flows(EXACT, f'{FAR} and J[T] <= J[0] and J[0] - J[T] <= delta')}))))"
BOUND = ("forall(p, positive, forall(c, positive, forall(t0, positive, forall(C, positive, forall(D, positive, forall(u, [1, oo), forall(T, nonnegative,"
         f" implies({' and '.join(f'({formula})' for formula in TAILED.values())}, {all_flows(NEAR, FAR)}))))))))")  # fmt: skip
ORDER = f"implies(delta < wlow, exists(u0, positive, forall(u, [u0, oo), forall(T, nonnegative, {all_flows(INSIDE, 'J[T] <= J[0] and J[0] - J[T] <= delta')}))))"
CURVES = [(f"{name}[t]", "t") if "curve" in sort else name for name, sort in MOVING.items()]


def memory(w, E):
    """Lemma C.1 (ii) for the transform of the memory: the fact ``u0``."""
    return [
        Use("cited:memory-transforms", at=[("rho[t]", "t"), ("N[t]", "t"), "top"], name="memory", premises=[[Split([
            [Use("top.nonnegative")], [Use("bounded memory")], [Use("memory vanishes")]])]]),
        Use("memory", at=[w, E], premises=[[Numbers(using=["wlow", "gap"])], [Use("E positive")]], name="there is u0"), Obtain("there is u0", "u0", label="u0"),
    ]  # fmt: skip


SEEN_SMALL = Use("u0.1", at=["u", ("L[t]", "t"), ("L1[t]", "t")], premises=[[], [Use("integrals")]], name="memory now")
PART_108 = [
    Have("wlow/2 > 0", name="gap", by=[Numbers(using=["wlow"])]),
    Use("cited:thm-C.1-limit", at=["m", "ms", "b", "v", "B", "wlow", "abar", "delta", "wlow/2"], name="so far", premises=[[Split([
        [Use("wlow.positive")], [Use("abar.nonnegative")], [Use("delta.positive")], [Use("gap")]])]]),
    Take("Z"), Use("so far", at=["Z"], premises=[[Use("given")]], name="there is e0"), Obtain("there is e0", "e0", label="e0"),
    Have("e0 > 0", name="E positive", by=[Use("e0.0")]), *memory("wlow/2", "e0"),
    Witness("u0"), Split([[Use("u0.0")], [
        Take("u", "T", *MOVING), *facts(EXACT, "given3"), SEEN_SMALL,
        Use("e0.1", at=["e0", "T", *CURVES], premises=[[Numbers(using=["e0.0"])], [Numbers(using=["given2"])], [Split([
            *([Use(name)] for name in SUPPOSED if name != "integrals"),
            [Take("s"), Use("memory now", at=["s"], premises=[[Numbers(using=["given4"])]])], [Use("start")]])]])]]),
]  # fmt: skip
PART_109 = [
    Take("p", "c", "t0", "C", "D", "u", "T", *MOVING), *facts(TAILED, "given7"), *facts(NEAR, "given8"),
    Have("Q[0] <= delta/(1 + delta)*D", name="close", by=[Numbers(using=["start", "delta"])]),
    Use("cited:memory-transforms-tail", at=[("rho[t]", "t"), ("N[t]", "t"), "top", "wlow", "p", "c", "t0", "u", ("L[t]", "t"), ("L1[t]", "t"), "C", "D"], name="Lemma C.1", premises=[[Split([
        [Use("top.nonnegative")], [Use("wlow.positive")], [Use("given")], [Use("given1")], [Use("given2")], [Numbers(using=["given5"])], [Use("given3")], [Use("given4")],
        [Use("bounded memory")], [Use("tail")], [Use("integrals")], [Use("late")], [Use("constant")], [Use("size")]])]]),
    Use("cited:thm-5.1", at=[*named(student), "wlow", "abar", "C", "u", "D", "delta", "rt"], premises=[[Split([
        [Numbers(using=["given6"])], [Use("wlow.positive")], [Use("abar.nonnegative")], [Use("given3")], [Numbers(using=["given5"])], [Use("given4")], [Use("delta.positive")], [Use("rt.positive")],
        *([Use(name)] for name in student.suppose), [Use("amplitudes")], [Use("rates")], [Use("root")], [Use("size")], [Use("Lemma C.1")], [Use("close")], [Use("early")]])]]),
]  # fmt: skip
NOW = "(a[T][k, 0] - a[0][k, 0])**2 + (w[T][k, 0] - w[0][k, 0])**2"
PART_ORDER = [
    Take(), Have("wlow - delta > 0", name="gap", by=[Numbers(using=["given"])]),
    Have("exists(r1, real, r1 > 0 and r1**2 == m*(1 + abar**2))", name="there is r1", by=[
        Have("m >= 1", name="some"), Have("m*(1 + abar**2) >= 1", name="large", by=[Numbers(using=["some", "abar"])]),
        Root("m*(1 + abar**2)", by=[Numbers(using=["large"])], name="root of it"), Witness("sqrt(m*(1 + abar**2))"), Split([[Numbers(using=["large"])], [Use("root of it.1")]])]),
    Obtain("there is r1", "r1", label="r1"),
    *named_number("E", "1/(4*r1)", [Numbers(using=["r1.0"])]), Have("E > 0", name="E positive", by=[Numbers(using=["E", "r1.0"])]),
    Have("4*r1*E <= 1", name="slow", by=[Numbers(using=["E", "r1.0"])]), *memory("wlow - delta", "E"),
    Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["m"], name="identity"),
    Witness("u0"), Split([[Use("u0.0")], [
        Take("u", "T", *MOVING), *facts(INSIDE, "given3"), SEEN_SMALL,
        Have("0 <= T and T <= T", name="end", by=[Numbers(using=["given2"])]), Have("0 <= 0 and 0 <= T", name="begin", by=[Numbers(using=["given2"])]),
        Use("cited:plateau-distance", at=named(student), name="along the flow", premises=[[Split([[Numbers(using=["given2"])], *([Use(name)] for name in student.suppose)])]]),
        Have("J[T] <= J[0]", name="fallen", by=[Ladder("T", "0", time="t", slope=[
            Use("along the flow.2", at=["t"], premises=[[Numbers(using=["between"])]], name="J falls"),
            Order(positive=[Square(root="diff(a[t], t)"), Square(root="diff(w[t], t)")], terms=[("J falls", "-1", "1")])], base=[Order()], side=[Numbers(using=["given2"])])]),
        Use("along the flow.0", at=["T"], premises=[[Use("end")]], name="Q sign"),
        Have(f"exists(far, nonnegative, far**2 == {WAY.format(t='T')})", name="a distance", by=[
            Root(WAY.format(t="T"), by=[Order(positive=[Square(root="a[T] - a[0]"), Square(root="w[T] - w[0]")])], name="length"),
            Witness(f"sqrt{WAY.format(t='T')}"), Split([known("length.0"), [Linear(terms=[("length.1", "1", "1")])]])]),
        Obtain("a distance", "far", label="far"),
        Have(f"far**2 == Sum({NOW}, (k, 0, m-1))", name="way", by=[Linear(terms=[
            ("far.1", "1", "1"), ("identity", "(a[T] - a[0]).T", "a[T] - a[0]"), ("identity", "(w[T] - w[0]).T", "w[T] - w[0]")])]),
        Have("far**2 <= delta**2", name="squares", by=[Order(positive=[Square(facts=["inside"])], terms=[("far.1", "-1", "1")])]),
        Have("far <= delta", name="near", by=[Numbers(using=["squares", "far.0", "delta"])]),
        Have("forall(k, integer[0, m-1], w[T][k, 0] >= wlow - delta and w[0][k, 0] >= wlow - delta)", name="rates now", by=[
            Take("k"), Use("rates", at=["k"], name="rate"), Use("entry", at=["m", "w[T] - w[0]", "k"], name="moved"),
            Have("(w[T][k, 0] - w[0][k, 0])**2 <= delta**2", name="small", by=[Order(positive=[Square(facts=["moved"]), Square(facts=["inside"]), Square(root="a[T] - a[0]")])]),
            Use("box", at=["w[T][k, 0] - w[0][k, 0]", "delta"], premises=[[Split([[Numbers(using=["delta"])], [Use("small")]])]], name="ends"),
            Split([[Order(positive=[Square(facts=["ends.0"]), Square(facts=["rate"])])], [Order(positive=[Square(facts=["rate"]), Square(facts=["delta.positive"])])]])]),
        Have("J[T] == Q[T] - 2*Sum(a[T][k, 0]*l[T][k, 0], (k, 0, m-1)) + c0 and J[0] == Q[0] - 2*Sum(a[0][k, 0]*l[0][k, 0], (k, 0, m-1)) + c0", name="losses", by=[Split([
            [Use("loss", at=["T"], premises=[[Use("end")]], name="now"), Linear(terms=[("now", "1", "1"), ("identity", "-2*a[T].T", "l[T]")])],
            [Use("loss", at=["0"], premises=[[Use("begin")]], name="now"), Linear(terms=[("now", "1", "1"), ("identity", "-2*a[0].T", "l[0]")])]])]),
        Have("forall(k, integer[0, m-1], l[T][k, 0] == L[w[T][k, 0]] and l[0][k, 0] == L[w[0][k, 0]])", name="seen", by=[
            Take("k"), Use("memory seen", at=["T", "k"], premises=[[Use("end")]], name="at T"), Use("memory seen", at=["0", "k"], premises=[[Use("begin")]], name="at 0"),
            *(Have(f"{x}[{t}][k, 0] == trace(basis(m, k).T*{x}[{t}])", name=f"{x} at {t}", by=[Linear()]) for t in ("T", "0") for x in "wl"),
            Split([[Rewritten(f"at {t}.0", [f"w at {t}", f"l at {t}"], name="entries"), Use("entries")] for t in ("T", "0")])]),
        Split([[Use("fallen")], [
            Use("cited:loss-no-faster", at=["m", "wlow - delta", "abar", "E", "a[T]", "a[0]", "w[T]", "w[0]", "l[T]", "l[0]", ("L[t]", "t"), ("L1[t]", "t"),
                                            "Q[T]", "Q[0]", "J[T]", "J[0]", "c0", "r1", "far", "delta"], premises=[[Split([
                [Use("abar.nonnegative")], [Use("E positive")], [Use("Q sign")], [Numbers(using=["r1.0"])], [Use("far.0")], [Use("delta.positive")],
                [Use("rates now")], [Take("k"), Use("amplitudes", at=["k"], name="now"), *known("now")], [Use("memory now")], [Take("s"), Use("transform", at=["s"], premises=[[Numbers(using=["given4", "gap"])]])],
                [Use("seen")], [Use("losses")], [Use("r1.1")], [Use("way")], [Use("near")], [Use("slow")], [Use("start")]])]])]]),
    ]]),
]  # fmt: skip
POINT = {"m": 1, "ms": 1, "b": 0, "v": 1, "B": "1/2", "rho": 0, "N": 0, "top": 0, "wlow": 1, "abar": 0, "delta": 1, "rt": 1}


def setting(item):
    item.let(m="positive integer", ms="positive integer", b="matrix(ms, 1)", v="matrix(ms, 1)", B="matrix(ms, ms)", rho="real curve", N="real curve",
             top="nonnegative", wlow="positive", abar="nonnegative", delta="positive", rt="positive")  # fmt: skip
    item.suppose("bounded memory", SIZE)
    item.suppose("memory vanishes", FORGETS)
    item.suppose("root", "rt**2 == m")


@paper.remark("escape-limit", "The escape times tend to infinity with the memory's delay", where="Appendix C.3, Theorem C.1, Eq. (108)", provenance="derived")
def limits(item):
    item.printed("(108) tau_0 and tau_0' tend to oo as omega -> 0.")
    setting(item)
    item.conclude(LIMITS, because=["thm-C.1-limit", "memory-transforms"], expected="proved", argument=PART_108, example=POINT)
    item.note("thm-C.1-limit with the sizes of the memory from rho_0 itself.")


@paper.remark("escape-bound", "The escape time of the parameters for a sub-Gaussian memory", where="Appendix C.3, Theorem C.1, Eq. (109)", provenance="derived")
def bound(item):
    item.printed("(109), left: tau_0 >~ omega^2 e^(wlow/omega) min{delta/sqrt(m), ln(1 + delta)}.")
    setting(item)
    item.conclude(BOUND, because=["thm-5.1", "memory-transforms-tail"], expected="proved", argument=PART_109, example=POINT)
    item.note("thm-5.1 with the sizes of the memory from the tail of rho_0 itself.")


@paper.remark("escape-order", "The loss escapes no earlier than the parameters", where="Appendix C.3, Theorem C.1, Eq. (109)", provenance="derived")
def order(item):
    item.printed("(109), right: tau_0' >= tau_0, once omega is small.")
    setting(item)
    item.conclude(ORDER, because=["loss-no-faster", "plateau-distance", "memory-transforms"], expected="proved", argument=[PRODUCT, BOX, ENTRY, *PART_ORDER], example=POINT)
    item.note("For delta < wlow: where |theta(T) - theta_0| <= delta the loss has fallen by at most delta at T, and it does not rise; a start may be as far as delta/2 (squared norm) from rhobar.")


@paper.theorem("thm-C.1", "Lower bounds on the escape time", where="Appendix C.3, Theorem C.1, Eqs. (108)-(122)", provenance="recalled")
def escape_times(item):
    item.printed("tau_0, tau_0' -> oo as omega -> 0; sub-Gaussian: tau_0' >= tau_0 >~ omega^2 e^(wlow/omega) min{delta/sqrt(m), ln(1 + delta)}.")
    setting(item)
    every = [*item.variables]
    at = [(f"{name}[t]", "t") if name in ("rho", "N") else name for name in every]
    held = [[Split([*([Use(f"{name}.{sign}")] for name, sign in [("top", "nonnegative"), ("wlow", "positive"), ("abar", "nonnegative"), ("delta", "positive"), ("rt", "positive")]),
                    *([Use(name)] for name in item.given)])]]
    item.conclude(f"{LIMITS} and {BOUND} and {ORDER}", because=["escape-limit", "escape-bound", "escape-order"], fidelity="special case",
                  argument=[Split([[Use(f"cited:{name}", at=at, premises=held)] for name in ("escape-limit", "escape-bound", "escape-order")])], example=POINT)  # fmt: skip
    steps(item, POINT)
    item.note("Three parts (escape-limit, escape-bound, escape-order), u = 1/omega, for every width m, every m* = ms and the nonlinear flow, given up to a time T. (108): for each time Z there is u_0 with |theta - theta_0| <= delta and a fall of the loss "
              "of at most delta up to Z, once u >= u_0, without a tail condition. (109), left: |theta(T) - theta_0| <= delta for T <= c omega^2 e^(wlow/omega) min{delta/sqrt(m), ln(1 + delta)}, "
              "c = 1/(4 e C (abar + 2)(1 + delta)); C is written out and depends on the tail, sup |rho_0| and wlow alone. (109), right: while theta is within delta, the loss, which only falls, "
              "has fallen by at most delta, so that tau_0' >= tau_0, once u >= u_0. u_0 depends on rho_0, wlow, abar, delta and m, in (108) on Z; in (109), left, all omega <= 1 with omega < wlow are meant.")  # fmt: skip
    item.note("J is one loss in all parts: |rhohat - rhobar|^2 by (77), less twice sum_i a_i L(w_i), plus a constant; L(s) and L1(s) are the limits of the integrals of e^(-s t) rho_0(t - 1/omega) and "
              "t e^(-s t) rho_0(t - 1/omega). That L' = -L1 is among the hypotheses, as is that rho_0 is a curve and |rho_0| has a primitive. rho_0 is bounded and vanishes at -oo; the tail is |rho_0(t)| <= c e^(-2 p^2 t^2) for |t| >= t0.")  # fmt: skip
    item.note("Only a special case: tau_0' >= tau_0 is said for delta < wlow. For every delta it holds by loss-floor, even with tau_0' = oo, but that is stated for one sum of m + m* exponentials, "
              "and that J of this page is its |s|^2 - 2 P up to a constant is not proved here. (108) is for exact starts, rhohat = rhobar; (109), left, for |rhohat - rhobar|^2 <= C e^(1 - wlow/omega) delta/(1 + delta), "
              "right, for at most delta/2. c depends on delta: for delta <= delta_0 one serves all (thm-5.1-uniform).")  # fmt: skip
    item.note("The printed route (t1 to t8) linearises at theta_0. Its steps t2, t4, t5, t6 hold; t1, that the rest is o(delta), is an ansatz: in a ball "
              "of radius delta the Hessian differs by the order of delta from its value at theta_0, which is more than e^(-wlow/omega), and "
              "linearisation-alone shows a flow that escapes at time ln(2 delta/|g|) where (119) says delta/|g|. The energy bound closes the gap.")  # fmt: skip
