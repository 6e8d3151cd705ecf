"""Theorem 5.1 = Theorem C.1: exponentially long plateaus, for the nonlinear flow and every width."""

from verifier.language.script import (
    Cases,
    Have,
    Linear,
    Numbers,
    Obtain,
    Order,
    Rewritten,
    Root,
    Set,
    Split,
    Square,
    Take,
    Use,
    Witness,
)
from verifier.language.script_parts import positive_ratio, renamed

from . import paper
from .appendix_c_distance import STUDENT, student
from .appendix_c_energy import WAY, known, plateau
from .appendix_c_steps import SMALL, WITHOUT

SMALLER = "Min(delta/rt, log(1 + delta))"
FRONT = "exp(wlow*u)/u**2/(4*exp(1)*C*(abar + 2)*(1 + delta))"
RADIUS = "delta/((1 + delta)*u)"
LETTERS = [
    Have(f"0 < {RADIUS} and {RADIUS} <= 1/u and {RADIUS} <= 1 and {RADIUS} < delta and {RADIUS}*u == delta/(1 + delta)", name="plain radius"),
    Set("rad", RADIUS), Rewritten("plain radius", ["rad"], name="radius"),
    Have("rt >= 1", name="wide", by=[Have("m >= 1", name="m1")]),
    Have("u > 0", name="u positive"),
    Set("E", "u*D"), Have("E > 0", name="E positive"),
    Set("G", "2*rt*(abar + 2)*E"),
]
#: 2 G T <= rad and 4 Q(0) <= G rad.
BUDGET = [
    Have("forall(x, positive, forall(y, real, forall(z, real, implies(T <= x*z and z <= y, T <= x*y))))", name="first of two", by=[
        Take("x", "y", "z"), Have("y - z >= 0", name="gap", by=known("given1.1"))]),
    Have("forall(x, positive, forall(y, positive, forall(z, [1, oo), implies(T <= x/u**2/(4*y*C*(abar + 2)*(1 + delta))*(delta/z),"
         " 2*(2*z*(abar + 2)*(u*(C*y/x)))*T <= delta/((1 + delta)*u)))))", name="time bound", by=[
        Take("x", "y", "z")]),
    Have(f"{FRONT} > 0", name="front"),
    Use("first of two", at=[FRONT, "delta/rt", SMALLER], premises=[
        [], [Split([[], [Numbers(using=["rt", "delta"])]])]], name="one term"),
    Use("time bound", at=["exp(wlow*u)", "exp(1)", "rt"], premises=[
        [], [], [], []], name="plain time"),
    Have("D == C*exp(1)/exp(wlow*u)", name="D is"), Rewritten("plain time", ["D is", "rad"], name="time so far"),
    Have("2*G*T <= rad", name="budget", by=[Order(positive=[Square(facts=["time so far"])], rewrite=["G", "E"])]),
    Rewritten("close", ["radius.4"], name="begins"),
    Have("rt*(abar + 2) >= 2", name="two", by=[
        Have("rt - 1 >= 0", name="more", by=known("wide"))]),
    Have("4*Q[0] <= G*rad", name="start", by=[Order(positive=[
        Square(facts=["begins"], weight="4"), Square(facts=["two", "D.positive", "radius.0", "u positive"], weight="2")], rewrite=["G", "E"])]),
]  # fmt: skip


MEMORY = [
    Take("s"),
    Have("u - 1 >= 0", name="u more"),
    Have("D**2 <= E**2", name="D small"),
    Use("Lemma C.1", at=["s"], premises=[[]], name="now"),
    Split([[], [Order(positive=[Square(facts=["now.1"])], rewrite=["E"])]]),
]
def named(setting):
    """The variables of a setting, at which what is cited is used."""
    return [(f"{name}[t]", "t") if "curve" in sort else name for name, sort in setting.let.items()]


def named_of(item):
    """The variables of an item, but delta0, at which what is cited is used."""
    return [(f"{name}[t]", "t") if "curve" in sort else name for name, sort in item.variables.items() if name != "delta0"]


def energy(E, rad, late, signs, memory, start, low):
    """plateau-energy for the flow of the page, with the memory at most E beyond wlow - rad; Q by plateau-distance."""
    own = {"chain rule": "along the flow.1", "distance": "along the flow.0", "loss": "along the flow.2"}
    return [
        Use("cited:plateau-distance", at=named(student), name="along the flow", premises=[[Split([late, low, *([Use(name)] for name in student.suppose)])]]),
        Use("cited:plateau-energy", at=[*named(plateau), E, rad, "rt", "G"], name="energy", premises=[[Split([
            known("wlow.positive"), known("abar.nonnegative"), late, *signs, *([Use(own.get(name, name))] for name in plateau.suppose),
            memory, [], [], known("budget"), start])]]),
    ]  # fmt: skip


CITED = energy("E", "rad", known("T.nonnegative"), [known("E positive"), known("radius.0"), known("radius.2"), known("rt.positive")],
               MEMORY, known("start"), known("low.nonnegative"))  # fmt: skip
END = [
    Have("rad**2 <= delta**2", name="smaller"),
]


FAR = f"{WAY.format(t='T')} <= delta**2"
#: The time bound: c omega^2 e^(wlow/omega) min{delta/sqrt(m), ln(1 + delta)}, c = 1/(4 e C (abar + 2)(1 + delta)).
EARLY = f"T <= {FRONT}*{SMALLER}"


def setting(item):
    item.use(student)
    for name in ("amplitudes", "rates"):
        item.suppose(name, plateau.suppose[name])
    item.let(wlow="positive", abar="nonnegative", C="positive", u="[1, oo)", D="positive", delta="positive", rt="positive")
    item.suppose("root", "rt**2 == m")
    item.suppose("size", "D*exp(wlow*u) == C*exp(1)")
    item.suppose("Lemma C.1", "forall(s, real, implies(s >= wlow - 1/u, L[s]**2 <= D**2 and L1[s]**2 <= (u*D)**2))")
    item.suppose("close", "Q[0] <= delta/(1 + delta)*D")
    item.suppose("early", EARLY)


def notes(item):
    item.note("For every width m, every m* = ms, every delta > 0 and the nonlinear flow, given up to the time T: where T is at most "
              "c omega^2 e^(wlow/omega) min{delta/sqrt(m), ln(1 + delta)} with c = 1/(4 e C (abar + 2)(1 + delta)), u = 1/omega, rt = sqrt(m), theta(T) is "
              "within delta of theta_0; so tau_0 is no earlier. Q is |rhohat - rhobar|^2, (ga, gw) its gradient and J the loss, by their formulas (77), (90), (91); "
              "L is the transform of rho_(0,omega), L1 = -L'. That Q >= 0 and how Q and J move is plateau-distance. The proof is plateau-energy, with balls of radius min(delta, omega).")
    item.note("Against (23): the exponent c_0 is wlow, a lower bound of the rates of theta_0, and c depends on rho_0 and wlow (through C), on abar, a bound of the |a_i| of theta_0, and on delta, "
              "as 1/(1 + delta); not on omega or m, nor on theta_0 otherwise. m > m* is not used. That C comes from the tail of rho_0, and how, is thm-5.1. D = C e^(1 - wlow/omega) "
              "bounds Delta_0, and D/omega Delta_1, at wlow - omega (Lemma C.1, rates fall by at most omega); omega <= 1, and omega < wlow for "
              "rates to stay positive. One c serves all delta up to any bound: thm-5.1-uniform. Whether one serves all delta "
              "is not decided: after the escape from a ball of radius 1 nothing here bounds how fast ln(1 + delta) is reached.")  # fmt: skip
    item.note("Close to rhobar means |rhohat(.; theta_0) - rhobar|^2 <= C e^(1 - wlow/omega) delta/(1 + delta): the closeness that is needed is itself "
              "exponential in 1/omega. The exponent is wlow itself and not wlow - delta, since within a ball of radius omega the weights "
              "e^(-w/omega) change by a factor e only; that is what omega^2, and not omega, pays for.")  # fmt: skip


#: Where the loss is not spoken of: one that moves as it must.
ANOTHER_LOSS = [
    Have("exists(J1, real curve, forall(t, [0, T], J1[t] == Q[t] - 2*trace(a[t].T*l[t]) + 0))", name="there is a loss", by=[
        Witness("Q[t] - 2*trace(a[t].T*l[t])", index="t"), Take("t"), Linear()]),
    Obtain("there is a loss", "J1", label="loss"),
]  # fmt: skip
EXAMPLE = {**STUDENT, "wlow": 1, "abar": 0, "C": 1, "u": 1, "D": 1, "delta": 1, "rt": 1}


@paper.remark("plateau-escape", "How long the parameters stay on a plateau", where="Section 5, Theorem 5.1, Eq. (23)", provenance="derived")
def long_plateaus(item):
    item.printed("(not in the paper) Theorem 5.1 from Lemma C.1: with |L| <= Delta_0 and |L'| <= Delta_0/omega beyond wlow - omega, tau_0 >~ omega^2 e^(wlow/omega) min{delta/sqrt(m), ln(1 + delta)}.")
    setting(item)
    item.by_another_route()
    item.conclude(FAR, because=["plateau-distance", "plateau-energy"],
                  argument=[*LETTERS, *BUDGET, *CITED, *END], expected="proved", example=EXAMPLE)  # fmt: skip
    for name, point in WITHOUT.items():
        item.without(name, counterexample=point)
    item.without("loss", argument=[*ANOTHER_LOSS, *LETTERS, *BUDGET, *renamed(CITED, {"J": "J1", "c0": "0"}), *END])
    notes(item)


@paper.remark("thm-5.1-uniform", "One constant for all gaps up to a bound", where="Section 5, Theorem 5.1, Eq. (23)", provenance="derived")
def one_constant(item):
    item.printed("(not in the paper) The constant c of (23) can be the same for all delta in (0, delta_0]: c = 1/(4 e C (abar + 2)(1 + delta_0)).")
    setting(item)
    item.let(delta0="positive")
    item.suppose("up to", "delta <= delta0")
    item.suppose("early", f"T <= {FRONT.replace('delta', 'delta0')}*{SMALLER}")
    item.conclude(FAR, because=["plateau-escape"], expected="proved", argument=[
        Have("forall(k, real, implies(T <= k/(1 + delta0), T <= k/(1 + delta)))", name="larger", by=[
            Take("k"), Have("T*(1 + delta0) <= k", name="times", by=[Numbers(using=["given", "delta0"])]),
            Have("T*(1 + delta) <= T*(1 + delta0)", name="less", by=[Numbers(using=["up to", "T"])]), Numbers(using=["times", "less", "delta"])]),
        Have("forall(x, real, forall(y, positive, forall(z, real, forall(d, positive, x/u**2/(4*y*C*(abar + 2)*(1 + d))*z == x/u**2/(4*y*C*(abar + 2))*z/(1 + d)))))", name="constant", by=[
            Take("x", "y", "z", "d")]),
        *[Use("constant", at=["exp(wlow*u)", "exp(1)", SMALLER, d], premises=[[Numbers(using=[])], [Use(f"{d}.positive")]], name=f"constant {d}") for d in ("delta0", "delta")],
        Rewritten("early", ["constant delta0"], name="early k", forwards=True), Use("larger", at=[f"exp(wlow*u)/u**2/(4*exp(1)*C*(abar + 2))*{SMALLER}"], premises=[[Use("early k")]], name="late k"),
        Rewritten("late k", ["constant delta"], name="in time"),
        Use("cited:plateau-escape", at=named_of(item), premises=[[Split([
            known("T.nonnegative"), known("low.nonnegative"), known("wlow.positive"), known("abar.nonnegative"), known("C.positive"), [], known("D.positive"), known("delta.positive"),
            known("rt.positive"), *([Use("in time" if name == "early" else name)] for name in item.given if name != "up to")])]])],
        example={**EXAMPLE, "delta0": 1})  # fmt: skip
    item.note("For all delta > 0 at once there may be none: min{delta/sqrt(m), ln(1 + delta)} grows without limit, and what the flow does after it has left a ball of radius delta_0 is not bounded here.")


@paper.remark("thm-C.1-both", "One lower bound for both escape times", where="Appendix C.3, Theorem C.1, Eq. (109)", provenance="derived")
def escape_bounds(item):
    item.printed("(not in the paper) tau_0 and tau_0' are both >~ omega^2 e^(wlow/omega) min{delta/sqrt(m), ln(1 + delta)}, with the constant of thm-5.1.")
    setting(item)
    item.by_another_route()
    item.suppose("small omega", "2*rt*(abar + 2)*u*D <= 1")
    item.conclude(f"{FAR} and Abs(J[T] - J[0]) <= delta", because=["plateau-distance", "plateau-energy"],
                  argument=[*LETTERS, *BUDGET, *CITED,
                            Have("G <= 1", name="gentle", by=[Order(positive=[Square(facts=["small omega"])], rewrite=["G", "E"])]),
                            Have("J[0] - J[T] <= delta", name="drop", by=[
                                Have("delta - rad >= 0", name="inner"),
                                Order(positive=[Square(facts=["energy.2"]), Square(facts=["gentle", "radius.0"]), Square(facts=["inner"])])]),
                            Split([END, []])],
                  expected="proved", example={**EXAMPLE, "C": "1/8", "D": "1/8", "rt": 1, "abar": 0})  # fmt: skip
    for name, point in WITHOUT.items():
        item.without(name, counterexample=point)
    item.without("loss", counterexample={**SMALL, "J": "t"})
    notes(item)
    item.note("Both times obey it once 2 sqrt(m)(abar + 2) Delta_1 <= 1, a condition on omega that depends on m.")


#: What is supposed of a flow up to T, with the memory at most E on [wlow - rad, oo) and a start near rhohat = rhobar.
SUPPOSED = {
    **student.suppose, "amplitudes": plateau.suppose["amplitudes"], "rates": plateau.suppose["rates"],
    "memory": "forall(s, real, implies(s >= wlow - rad, L[s]**2 <= E**2 and L1[s]**2 <= E**2))", "start": "Q[0] <= e0*E",
}  # fmt: skip
#: The curves, and the constant of the loss.
MOVING = {name: sort for name, sort in student.let.items() if "curve" in sort or name in ("c0", "low")}


def expanded(formula):
    """A and R written out."""
    for letter, curve in (("A", "a"), ("R", "w")):
        for time in ("t", "0"):
            formula = formula.replace(f"{letter}(k, {time})", f"trace(basis(m, k).T*{curve}[{time}])")
    return formula


#: A letter for sqrt(m), and a radius of at most rad, delta and 1.
SMALL_BALL = [
    Have("exists(rt, real, rt > 0 and rt**2 == m)", name="there is rt", by=[
        Have("m >= 1", name="some"), Root("m", name="root of m"), Witness("sqrt(m)"), Split([[], [Use("root of m.1")]])]),
    Obtain("there is rt", "rt", label="rt"), Have("rt**2 == m", name="root", by=[Use("rt.1")]),
    Have("forall(x, positive, forall(y, positive, exists(z, real, z > 0 and z <= x and z <= y)))", name="less than both", by=[
        Take("x", "y"), Cases("x <= y", name="order", yes=[Witness("x"), Split([[Use("given")], [], []])], no=[
            Witness("y"), Split([[Use("given1")], [], []])])]),
    Use("less than both", at=["rad", "delta"], premises=[[], []], name="there is r0"), Obtain("there is r0", "r0", label="r0"),
    Use("less than both", at=["r0", "1"], premises=[[Use("r0.0")], []], name="there is r1"), Obtain("there is r1", "r1", label="r1"),
    Have("exists(rd, real, rd > 0 and rd <= rad and rd <= delta and rd <= 1)", name="there is rd", by=[Witness("r1"), Split([
        [Use("r1.0")], [], [], [Use("r1.2")]])]),
    Obtain("there is rd", "rd", label="rd"),
]  # fmt: skip


@paper.remark("thm-C.1-limit", "The escape times tend to infinity", where="Appendix C.3, Theorem C.1, Eqs. (108), (120)", provenance="recalled")
def escape_limit(item):
    item.printed("(108) tau_0 and tau_0' tend to oo as omega -> 0.")
    item.let(m="positive integer", ms="positive integer", b="matrix(ms, 1)", v="matrix(ms, 1)", B="matrix(ms, ms)",
             wlow="positive", abar="nonnegative", delta="positive", rad="positive")  # fmt: skip
    quantified = "".join(f"forall({name}, {sort}, " for name, sort in MOVING.items())
    supposed = expanded(" and ".join(f"({formula})" for formula in SUPPOSED.values()))
    item.conclude(
        f"forall(N, positive, exists(e0, positive, forall(E, (0, e0], forall(T, [0, N], {quantified}implies({supposed},"
        f" {WAY.format(t='T')} <= delta**2 and J[T] <= J[0] and J[0] - J[T] <= delta){')'*len(MOVING)}))))",
        because=["plateau-distance", "plateau-energy"], argument=[
            *SMALL_BALL, Take("N"),
            Have("rt >= 1", name="wide", by=[Have("m >= 1", name="some")]),
            *positive_ratio("e0", "rd", "4*rt*(abar + 2)*(1 + N)", ["rd.0", "rt.0", "abar", "given"]), Have("8*e0 <= rd", name="e0 small", by=[
                Have("rt - 1 >= 0", name="more", by=known("wide")), Order(positive=[
                    Square(facts=["e0.0", "more", "abar.nonnegative"], weight="4"), Square(facts=["e0.0", "abar.nonnegative"], weight="4"), Square(facts=["e0.0", "more"], weight="8"),
                    Square(facts=["e0.0", "rt.0", "abar.nonnegative", "given"], weight="4"), Square(facts=["e0.0", "rt.0", "given"], weight="8")], terms=[("e0.1", "-1", "1")])]),
            Witness("e0"), Split([[Use("e0.0")], [
                Take("E", "T", *MOVING),
                *(Have(expanded(formula), name=name, by=[Use(f"given4.{i}")]) for i, (name, formula) in enumerate(SUPPOSED.items())),
                Have("E > 0 and E <= e0", name="E in"), Have("E > 0", name="E positive", by=[Use("E in.0")]),
                Have("1 - rd >= 0 and e0 - E >= 0", name="gaps", by=[Split([known("rd.3"), known("E in.1")])]),
                Have("E*(4*rt*(abar + 2)*(rd + N)) <= rd", name="small", by=[
                    Have("4*rt*(abar + 2)*(1 + N) > 0", name="below"), Have("4*rt*(abar + 2)*E >= 0", name="front"),
                    Order(positive=[Square(facts=["gaps.1", "below"]), Square(facts=["front", "gaps.0"])], terms=[("e0.1", "-1", "1")])]),
                Set("G", "2*rt*(abar + 2)*E"),
                Have("2*rt*(abar + 2)*E > 0", name="plain G"),
                Rewritten("plain G", ["G"], name="G positive"),
                Have("2*G*(rd + N) <= rd", name="both"),
                Have("0 <= T and T <= N", name="times"),
                Have("2*G*T <= rd", name="budget", by=[Order(positive=[
                    Square(facts=["both"]), Square(facts=["times.1", "G positive"], weight="2"), Square(facts=["G positive", "rd.0"], weight="2")])]),
                Have("G <= 1", name="gentle", by=[
                    Have("2*G*rd <= rd", name="times rd")]),
                Have("4*Q[0] <= G*rd", name="begins", by=[Have("rt - 1 >= 0", name="more", by=known("wide")), Order(positive=[
                    Square(facts=["start"], weight="4"), Square(facts=["e0 small", "E positive"], weight="1/2"), Square(facts=["E positive", "rd.0"], weight="7/2"),
                    Square(facts=["E positive", "rd.0", "more"], weight="4"), Square(facts=["E positive", "rd.0", "rt.0", "abar.nonnegative"], weight="2")], rewrite=["G"])]),
                *energy("E", "rd", known("times.0"), [known("E positive"), known("rd.0"), known("rd.3"), known("rt.0")],
                        [Take("s"), Use("memory", at=["s"], premises=[[]])], known("begins"), known("given3")),
                Have("rd**2 <= delta**2", name="smaller"),
                Have("delta - rd >= 0", name="inner", by=known("rd.2")),
                Split([[], known("energy.1"), [Order(positive=[
                    Square(facts=["energy.2"]), Square(facts=["gentle", "rd.0"]), Square(facts=["inner"])])]]),
            ]])], expected="proved", example={"m": 1, "ms": 1, "b": 0, "v": 1, "B": "1/2", "wlow": 1, "abar": 0, "delta": 1, "rad": "1/2"})  # fmt: skip
    item.note("For each N the times of escape of theta (from the ball of radius delta) and of the loss (by delta) are beyond N as soon as Delta_0 and "
              "Delta_1 at wlow - rad are at most e0; by Lemma C.1 (ii) they are for all small omega, where rad < wlow. No tail condition; e0 "
              "depends on m, abar, delta, rad, N. Used is a ball of the radius min{rad, delta, 1}. A start may be as far as e0 E (squared norm) from rhobar.")  # fmt: skip
