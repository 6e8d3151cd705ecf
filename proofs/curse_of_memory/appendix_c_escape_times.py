"""Theorems 5.1 and C.1 whole: (23), (108) and (109), from the memory rho_0 itself."""

import re

from verifier.language.script import (
    Axiom,
    Have,
    Ladder,
    Linear,
    Obtain,
    Rewritten,
    Set,
    Split,
    Take,
    Use,
    Witness,
)

from . import paper
from .appendix_c_distance import MOVING_KERNELS, TARGET_TABLE, student
from .appendix_c_energy import plateau
from .appendix_c_steps import steps
from .appendix_c_theorem import EARLY, FAR, MOVING, expanded, named
from .appendix_c_transforms import (
    BEYOND,
    CONSTANT,
    FORGETS,
    MEMORY,
    SIZE,
    TAIL,
)
from .lemmas.cauchy_matrices import TERMWISE

#: What is supposed of every flow: its formulas, and that L and L1 are the integrals of the memory beyond a rate low.
SUPPOSED = {
    **{name: expanded(student.suppose[name]) for name in ("positive rates", "distance", "gradient", "memory seen", "loss", "flow")},
    "kernels": MOVING_KERNELS,
    **{name: expanded(plateau.suppose[name]) for name in ("amplitudes", "rates")},
    "integrals": BEYOND,
}
NEARBY = {**SUPPOSED, "start": "Q[0] <= q0", "below": "2*low < wlow"}


def whole(formula):
    """The same with the integrals for every s > 0, as a sub-Gaussian memory has them."""
    return re.sub(r"\blow\b", "0", formula)


#: (109): the tail (81) with its constant, and a start that is close to rhobar.
TAILED = {"constant": f"C == {CONSTANT}", "size": "D*exp(wlow*u) == C*exp(1)", "late": "wlow*u > 1", "early": EARLY, "tail": TAIL}
NEAR = {name: whole(formula) for name, formula in {**SUPPOSED, "start": "Q[0]*(1 + delta) <= delta*D"}.items()}
ROUGHLY = {name: whole(formula) for name, formula in {**SUPPOSED, "start": "2*Q[0] <= delta"}.items()}
#: The curves and the constant of the loss, where low is 0.
WHOLE = {name: sort for name, sort in MOVING.items() if name != "low"}


def all_flows(given, then, moving):
    quantified = "".join(f"forall({name}, {sort}, " for name, sort in moving.items())
    return f"{quantified}implies({' and '.join(f'({formula})' for formula in given.values())}, {then}){')' * len(moving)}"


def facts(given, label):
    return [Have(formula, name=name, by=[Use(f"{label}.{i}")]) for i, (name, formula) in enumerate(given.items())]


KEPT = "J[T] <= J[0] and J[0] - J[T] <= delta"
#: (108); (23), which is (109) on the left; (109) on the right.
LIMITS = f"forall(Z, positive, exists(q0, positive, exists(u0, positive, forall(u, [u0, oo), forall(T, [0, Z], {all_flows(NEARBY, f'{FAR} and {KEPT}', MOVING)})))))"
BOUND = ("forall(p, positive, forall(c, positive, forall(t0, positive, forall(C, positive, forall(D, positive, forall(u, [1, oo), forall(T, nonnegative,"
         f" implies({' and '.join(f'({formula})' for formula in TAILED.values())}, {all_flows(NEAR, FAR, WHOLE)}))))))))")  # fmt: skip
ORDER = f"forall(p, positive, forall(c, positive, forall(t0, positive, implies({TAIL}, exists(u0, positive, forall(u, [u0, oo), forall(T, nonnegative, {all_flows(ROUGHLY, KEPT, WHOLE)})))))))"
#: The facts about the student that the lemmas ask for.
STUDENT = [Have(f"{MOVING_KERNELS} and {TARGET_TABLE}", name="all kernels", by=[Split([[Use("kernels.0")], [Use("kernels.1")], [Use("table")]])])]


def curves(moving):
    return [(f"{name}[t]", "t") if "curve" in sort else name for name, sort in moving.items()]


def slope(low, sign):
    """L' = -L1 beyond low: the fact ``transform``."""
    return Have(f"forall(s, ({low}, oo), diff(L[s], s) == -L1[s])", name="transform", by=[
        Use("cited:transform-slope", at=[("Rho[t]", "t"), "top", low, "u"], name="slopes", premises=[[Split([
            [Use("top.nonnegative")], sign, [Take("t"), Use("bounded memory", at=["t"], name="now"), Use("now.1")]])]]),
        Use("slopes", at=[("L[t]", "t"), ("L1[t]", "t")], premises=[[Use("integrals")]])])  # fmt: skip


def student_facts(*more):
    """The premises of what is said of a student."""
    return [[Use("all kernels")] if name == "kernels" else [Use(name)] for name in (*student.suppose, *more)]


PART_108 = [
    Have("wlow/2 > 0", name="gap"),
    Use("cited:thm-C.1-limit", at=["m", "ms", "b", "v", "B", "wlow", "abar", "delta", "wlow/2"], name="so far", premises=[[Split([
        [Use("wlow.positive")], [Use("abar.nonnegative")], [Use("delta.positive")], [Use("gap")]])]]),
    Take("Z"), Use("so far", at=["Z"], premises=[[Use("given")]], name="there is e0"), Obtain("there is e0", "e0", label="e0"),
    Use("cited:memory-transforms", at=[("Rho[t]", "t"), ("N[t]", "t"), "top"], name="memory", premises=[[Split([
        [Use("top.nonnegative")], [Use("bounded memory")], [Use("memory vanishes")]])]]),
    Use("memory", at=["wlow/2", "e0"], premises=[[Use("gap")], [Use("e0.0")]], name="there is u0"), Obtain("there is u0", "u0", label="u0"),
    Witness("e0**2"), Split([[], [Witness("u0"), Split([[Use("u0.0")], [
        Take("u", "T", *MOVING), *facts({**NEARBY, "start": "Q[0] <= e0**2"}, "given4"), *STUDENT, slope("low", [Use("given3")]),
        Use("u0.1", at=["u", "low", ("L[t]", "t"), ("L1[t]", "t")], premises=[[], [], [Use("integrals")]], name="memory now"),
        Use("e0.1", at=["e0", "T", *curves(MOVING)], premises=[[], [], [Use("given3")], [Split([
            *student_facts("amplitudes", "rates"),
            [Take("s"), Use("memory now", at=["s"], premises=[[]])], []])]])]])]]),
]  # fmt: skip
#: The student's variables, with low = 0.
STUDENTS = [whole(x) if x == "low" else x for x in named(student)]
PART_109 = [
    Take("p", "c", "t0", "C", "D", "u", "T", *WHOLE), *facts(TAILED, "given7"), *facts(NEAR, "given8"), *STUDENT, slope("0", []),
    Have("Q[0] <= delta/(1 + delta)*D", name="close"),
    Use("cited:memory-transforms-tail", at=[("Rho[t]", "t"), ("N[t]", "t"), "top", "wlow", "p", "c", "t0", "u"], name="sizes", premises=[[Split([
        [Use("top.nonnegative")], [Use("wlow.positive")], [Use("given")], [Use("given1")], [Use("given2")], [],
        [Use("bounded memory")], [Use("tail")], [Use("late")]])]]),
    Use("sizes", at=["C", "D", ("L[t]", "t"), ("L1[t]", "t")], name="Lemma C.1", premises=[[Use("given3")], [Use("given4")], [Split([[Use("constant")], [Use("size")]])], [Use("integrals")]]),
    Use("cited:plateau-escape", at=[*STUDENTS, "wlow", "abar", "C", "u", "D", "delta", "rt"], premises=[[Split([
        [], [], [Use("wlow.positive")], [Use("abar.nonnegative")], [Use("given3")], [], [Use("given4")], [Use("delta.positive")], [Use("rt.positive")],
        *student_facts(), [Use("amplitudes")], [Use("rates")], [Use("root")], [Use("size")], [Use("Lemma C.1")], [Use("close")], [Use("early")]])]]),
]  # fmt: skip


def sees(time, label):
    """sum_i a_i l_i and sum_i a_i L(w_i) at a time: the fact ``label``."""
    return [
        Have(f"trace(a[{time}].T*l[{time}]) == Sum(a[{time}][k, 0]*L[w[{time}][k, 0]], (k, 0, m-1))", name=label, by=[
            Have(f"Sum(a[{time}][k, 0]*l[{time}][k, 0], (k, 0, m-1)) == Sum(a[{time}][k, 0]*L[w[{time}][k, 0]], (k, 0, m-1))", name="terms", by=[
                Use("termwise", at=["m-1", (f"a[{time}][k, 0]*l[{time}][k, 0]", "k"), (f"a[{time}][k, 0]*L[w[{time}][k, 0]]", "k")], premises=[[
                    Take("k"), Use("memory seen", at=[time, "k"], premises=[[Use(f"at {time}")]], name="now"),
                    *(Have(f"{x}[{time}][k, 0] == trace(basis(m, k).T*{x}[{time}])", name=f"{x} entry") for x in "wl"),
                    Rewritten("now.0", ["w entry", "l entry"], name="entries")]])]),
            Set("y", f"Sum(a[{time}][k, 0]*L[w[{time}][k, 0]], (k, 0, m-1))"), Rewritten("terms", ["y"], name="terms y"),
            Have(f"trace(a[{time}].T*l[{time}]) == y", name="in all", by=[Linear(terms=[("terms y", "1", "1"), ("identity", f"a[{time}].T", f"l[{time}]")])]),
            Rewritten("in all", ["y"], name="written out", forwards=True), Use("written out")]),
    ]  # fmt: skip


PART_ORDER = [
    TERMWISE, Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["m"], name="identity"),
    Take("p", "c", "t0"), Have("delta/4 > 0", name="quarter"),
    Use("cited:plateau-fall", at=["m", "ms", "v", "B", ("Rho[t]", "t"), ("N[t]", "t"), "top", "p", "c", "t0"], name="fall", premises=[[Split([
        [Use("top.nonnegative")], [Use("given")], [Use("given1")], [Use("given2")], [Use("bounded memory")], [Use("given3")], [Split([[Use("target")], [Use("table")]])]])]]),
    Use("fall", at=["delta/4"], premises=[[Use("quarter")]], name="there is u0"), Obtain("there is u0", "u0", label="u0"),
    Witness("u0"), Split([[Use("u0.0")], [
        Take("u", "T", *WHOLE), *facts(ROUGHLY, "given6"), *STUDENT, slope("0", []),
        Have("0 <= T and T <= T", name="at T"), Have("0 <= 0 and 0 <= T", name="at 0"),
        Use("cited:plateau-distance", at=STUDENTS, name="along the flow", premises=[[Split([[], [], *student_facts()])]]),
        Have("J[T] <= J[0]", name="fallen", by=[Ladder("T", "0", time="t", slope=[
            Use("along the flow.2", at=["t"], premises=[[]], name="J falls")])]),
        Use("u0.1", at=["u", ("L[t]", "t"), ("L1[t]", "t"), "b", "w[T]", "K[T]", "H[T]", "w[0]", "K[0]", "H[0]", "a[T]", "a[0]"], name="two students", premises=[[Use("given4")], [Use("integrals")], [Split([
            step for time in ("T", "0") for step in (
                [Take("i"), Use("positive rates", at=[time, "i"], premises=[[Use(f"at {time}")]])], [Take("i", "k"), Use("kernels.0", at=[time, "i", "k"], premises=[[Use(f"at {time}")]])],
                [Take("i", "k"), Use("kernels.1", at=[time, "i", "k"], premises=[[Use(f"at {time}")]])])])]]),
        *sees("T", "seen at T"), *sees("0", "seen at 0"),
        *(step for time in ("T", "0") for step in (
            Use("distance", at=[time], premises=[[Use(f"at {time}")]], name=f"Q at {time}"), Use("loss", at=[time], premises=[[Use(f"at {time}")]], name=f"J at {time}"),
            Rewritten(f"J at {time}", [f"seen at {time}"], name=f"J now at {time}", forwards=True))),
        Rewritten("two students", ["Q at T", "Q at 0"], name="in letters"),
        Set("yT", "Sum(a[T][k, 0]*L[w[T][k, 0]], (k, 0, m-1))"), Set("y0", "Sum(a[0][k, 0]*L[w[0][k, 0]], (k, 0, m-1))"),
        *(Rewritten(name, ["yT", "y0"], name=f"{name} y") for name in ("in letters", "J now at T", "J now at 0")),
        Split([[Use("fallen")], []])]]),
]  # fmt: skip
POINT = {"m": 1, "ms": 1, "b": 0, "v": 1, "B": "1/2", "Rho": 0, "N": 0, "top": 0, "wlow": 1, "abar": 0, "delta": 1, "rt": 1}


def setting(item):
    item.let(m="positive integer", ms="positive integer", b="matrix(ms, 1)", v="matrix(ms, 1)", B="matrix(ms, ms)", Rho="real curve", N="real curve",
             top="nonnegative", wlow="positive", abar="nonnegative", delta="positive", rt="positive")  # fmt: skip
    item.define(MEMORY)
    item.suppose("bounded memory", SIZE)
    item.suppose("memory vanishes", FORGETS)
    item.suppose("target", student.suppose["target"])
    item.suppose("table", TARGET_TABLE)
    item.suppose("root", "rt**2 == m")


@paper.remark("escape-limit", "The escape times tend to infinity with the memory's delay", where="Appendix C.3, Theorem C.1, Eq. (108)", provenance="derived")
def limits(item):
    item.printed("(108) tau_0 and tau_0' tend to oo as omega -> 0.")
    setting(item)
    item.conclude(LIMITS, because=["thm-C.1-limit", "memory-transforms", "transform-slope"], expected="proved", argument=PART_108, example=POINT)
    item.note("thm-C.1-limit with the sizes and the slope of the memory's transform from rho_0 itself.")


@paper.theorem("thm-5.1", "Exponentially long plateaus", where="Section 5, Theorem 5.1, Eq. (23)", provenance="recalled")
def long_plateaus(item):
    item.printed("For m > m* and rhohat(.; theta_0) close to rhobar: tau_0 >~ omega^2 e^(c_0/omega) min{delta/sqrt(m), ln(1 + delta)} for small "
                 "omega, with constants independent of omega, m, theta_0.")  # fmt: skip
    setting(item)
    item.by_another_route()
    item.conclude(BOUND, because=["plateau-escape", "memory-transforms-tail", "transform-slope"], expected="proved", argument=PART_109, example=POINT)
    item.note("For every sub-Gaussian rho_0 = Rho', every width m, m* = ms and delta > 0, all omega <= 1 with omega < wlow (u = 1/omega) and the nonlinear flow, given up to the time T: where T is at most "
              "c omega^2 e^(wlow/omega) min{delta/sqrt(m), ln(1 + delta)} with c = 1/(4 e C (abar + 2)(1 + delta)), rt = sqrt(m), theta(T) is within delta of theta_0; so tau_0 is no earlier. The exponent c_0 is wlow, a lower "
              "bound of the rates of theta_0, and |a_i| <= abar there; C is written out and depends on the tail, sup |rho_0| and wlow alone. m > m* is not used.")  # fmt: skip
    item.note("Q is |rhohat - rhobar|^2 by (77), (ga, gw) its gradient (90), (91), and L(s), L1(s) are the limits of the integrals of e^(-s t) rho_0(t - 1/omega) and t e^(-s t) rho_0(t - 1/omega): their sizes are Lemma C.1 (iii), L' = -L1 is "
              "transform-slope, and the flow is plateau-escape. Close to rhobar means |rhohat - rhobar|^2 <= C e^(1 - wlow/omega) delta/(1 + delta). One c serves all delta up to any bound: thm-5.1-uniform.")  # fmt: skip


@paper.remark("escape-order", "The loss does not escape at all", where="Appendix C.3, Theorem C.1, Eq. (109)", provenance="derived")
def order(item):
    item.printed("(109), right: tau_0' >= tau_0, once omega is small.")
    setting(item)
    item.conclude(ORDER, because=["plateau-fall", "plateau-distance", "transform-slope"], expected="proved", argument=PART_ORDER, example=POINT)
    item.note("For every delta > 0, from every start with |rhohat - rhobar|^2 <= delta/2: the loss only falls, and by at most delta for all times up to which there is a flow. So tau_0' = oo. plateau-fall bounds the fall.")


@paper.theorem("thm-C.1", "Lower bounds on the escape time", where="Appendix C.3, Theorem C.1, Eqs. (108)-(122)", provenance="recalled")
def escape_times(item):
    item.printed("tau_0, tau_0' -> oo as omega -> 0; sub-Gaussian: tau_0' >= tau_0 >~ omega^2 e^(wlow/omega) min{delta/sqrt(m), ln(1 + delta)}.")
    setting(item)
    item.by_another_route()
    every = [*item.variables]
    at = [(f"{name}[t]", "t") if name in ("Rho", "N") else name for name in every]
    held = [[Split([*([Use(f"{name}.{sign}")] for name, sign in [("top", "nonnegative"), ("wlow", "positive"), ("abar", "nonnegative"), ("delta", "positive"), ("rt", "positive")]),
                    *([Use(name)] for name in item.given)])]]
    parts = ("escape-limit", "thm-5.1", "escape-order")
    item.conclude(f"{LIMITS} and {BOUND} and {ORDER}", because=parts, expected="proved",
                  argument=[Split([[Use(f"cited:{name}", at=at, premises=held)] for name in parts])], example=POINT)  # fmt: skip
    steps(item, POINT)
    item.note("Three parts (escape-limit, thm-5.1, escape-order), u = 1/omega, for every width m, every m* = ms, every delta > 0 and the nonlinear flow, given up to a time T. (108): for each time Z there are q_0 > 0 and u_0 such that |theta - theta_0| <= delta and the loss falls "
              "by at most delta up to Z, once u >= u_0 and |rhohat - rhobar|^2 <= q_0 at the start, without a tail condition. (109), left: |theta(T) - theta_0| <= delta for T <= c omega^2 e^(wlow/omega) min{delta/sqrt(m), ln(1 + delta)}, "
              "c = 1/(4 e C (abar + 2)(1 + delta)); C is written out and depends on the tail, sup |rho_0| and wlow alone. (109), right: the loss, which only falls, falls by at most delta for all times, "
              "so that tau_0' = oo >= tau_0, once u >= u_0. u_0 depends on rho_0, the rates of rhobar, wlow, abar, delta and m, in (108) on Z; in (109), left, all omega <= 1 with omega < wlow are meant.")  # fmt: skip
    item.note("What close to rhobar means: in (108) |rhohat - rhobar|^2 <= q_0, which depends on Z and not on omega; in (109), left, at most C e^(1 - wlow/omega) delta/(1 + delta); right, at most delta/2. Exact starts are among them. c depends on delta: for delta <= delta_0 one serves all (thm-5.1-uniform).")  # fmt: skip
    item.note("J is one loss in all parts: |rhohat - rhobar|^2 by (77), less twice sum_i a_i L(w_i), plus a constant; L(s) and L1(s) are the limits of the integrals of e^(-s t) rho_0(t - 1/omega) and t e^(-s t) rho_0(t - 1/omega) for s > low, "
              "where low >= 0 is below all rates on the way; that L' = -L1 is proved (transform-slope). rho_0 = Rho' is any continuous memory that is bounded and vanishes at -oo, N is a primitive of |rho_0|, the tail is |rho_0(t)| <= c e^(-2 p^2 t^2) for |t| >= t0.")  # fmt: skip
    item.note("The printed route (t1 to t8) linearises at theta_0. Its steps t2, t4, t5, t6 hold; t1, that the rest is o(delta), is an ansatz: in a ball "
              "of radius delta the Hessian differs by the order of delta from its value at theta_0, which is more than e^(-wlow/omega), and "
              "linearisation-alone shows a flow that escapes at time ln(2 delta/|g|) where (119) says delta/|g|. The energy bound closes the gap.")  # fmt: skip
