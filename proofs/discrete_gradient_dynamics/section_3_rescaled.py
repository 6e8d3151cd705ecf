"""Section 3.1: the one-layer model under the time rescaling, where nothing is learned step by step."""

from verifier.language.script import (
    At,
    Cases,
    Choose,
    Have,
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
from verifier.library.short_names import GRONWALL, PRODUCT

from . import paper
from .lemmas.least_squares_flow import ABSORBS, CONVERGES, FLOW, RANGE, STAYS
from .section_3_linear import FROM_REST, GAP_AT, OBLIQUE, ONE, TOO_FAR, WITNESS_RATE, ZERO, least_squares, projecting

NAMES = ["d", "p", "n", "X", "Y", "S", "Q", "P"]


@paper.remark("eq-10/rate", "The rate of the linear flow", where="Section 3.1, cross-check")
def rate(item):
    item.printed("(not in the paper) |W(t) - L|^2 <= exp(-2 m t) |W(0) - L|^2 for L = P Q + (I - P S) W(0), with m > 0 that depends on X.")
    item.use(projecting)
    item.conclude("exists(speed, positive, forall(W, matrix(d, p) curve, implies("
                  f"{FLOW}, forall(T, [0, oo), norm2({GAP_AT['T']}) <= exp(-2*speed*T)*norm2({GAP_AT['0']})))))",
                  argument=[GRONWALL, PRODUCT, *RANGE, *ABSORBS, *WITNESS_RATE, Witness("speed"), Split([[], [
                      Take("W"), Have(FLOW, name="flow"), *STAYS, *CONVERGES]])], expected="proved", example=ZERO)  # fmt: skip
    item.without("PS", counterexample=OBLIQUE, argument=TOO_FAR)


#: For t >= tau, whatever tau > 0: the solutions from small starts are near P Q at the time delta t, for all large delta.
AT_ONCE = ("forall(tau, positive, forall(eps, positive, exists(D, positive, exists(r, positive, forall(delta, [D, oo), forall(t, [tau, oo),"
           f" forall(W, matrix(d, p) curve, implies({FLOW}"
           " and norm2(W[0]) <= r, norm2(W[delta*t] - P*Q) <= eps))))))))")  # fmt: skip
GAP_NOW = GAP_AT["T"].replace("[T]", "[delta*t]")
NEAR = [
    PRODUCT, Use("cited:eq-10/rate", at=NAMES, name="rate", premises=[[Split([
        [] for fact in ("Sigma_x", "Sigma_xy", "SPS", "PS")])]]), Obtain("rate", "speed", label="pace"),
    Set("aa", "trace((eye(d) - P*S).T*(eye(d) - P*S))"), Set("bb", "trace((P*S).T*(P*S))"),
    Set("qq", "trace((P*Q).T*(P*Q))"),
    Have("trace((eye(d) - P*S).T*(eye(d) - P*S)) >= 0", name="N size"), Have("trace((P*S).T*(P*S)) >= 0", name="PS size"),
    Have("trace((P*Q).T*(P*Q)) >= 0", name="PQ size"),
    Have("aa >= 0", name="a"), Have("bb >= 0", name="b"),
    Have("qq >= 0", name="q"),
    Have("forall(hh, real, exp(hh) >= 1 + hh and exp(-hh)*exp(hh) == 1 and exp(-hh) > 0)", name="exponential", by=[
        Take("hh"), Split([[], [], []])]),
    Take("tau", "eps"), Have("tau > 0", name="tau"), Have("eps > 0", name="eps"),
    Set("rr", "eps/(4*(1 + aa))"),
    Have("rr > 0 and rr*(1 + aa)*4 == eps", name="r", by=[Split([[], []])]),
    Set("cc", "2*bb*rr + 2*qq"), Have("cc >= 0", name="c"),
    *positive_ratio("DD", "eps + 4*cc", "2*speed*tau*eps", ["c", "eps", "pace.0", "tau"]),
    Witness("DD"), Split([[], [Witness("rr"), Split([[], [
        Take("delta", "t"), Have("delta >= DD", name="late"), Have("t >= tau", name="after"),
        Take("W"), Have("norm2(W[0]) <= rr", name="small start"), Use("pace.1", at=[("W[s]", "s")], name="near"),
        Have("delta*t >= DD*tau", name="time"),
        Have("delta*t >= 0", name="time above"),
        Use("near", at=["delta*t"], name="gap"),
        Have("exp(-2*speed*(delta*t))*cc <= eps/4", name="decayed", by=[
            Use("exponential", at=["2*speed*(delta*t)"], name="e"),
            Have("2*speed*(delta*t)*eps >= 4*cc", name="enough", by=[
                Have("2*speed*(delta*t)*eps >= 2*speed*(DD*tau)*eps", name="longer")])]),
        Use("norm of a product", at=["d", "d", "p", "eye(d) - P*S", "W[0]"], name="N product"),
        Use("norm of a product", at=["d", "d", "p", "P*S", "W[0]"], name="PS product"),
        Have("norm2((eye(d) - P*S)*W[0]) <= aa*rr", name="kept", by=[Order(positive=[
            Square(facts=["N product"]), Square(facts=["a", "small start"])], terms=[("aa", "trace(W[0].T*W[0])", "1")])]),
        Have(f"norm2({GAP_AT['0']}) <= cc", name="start", by=[Order(positive=[
            Square(root="P*S*W[0] + P*Q"), Square(facts=["PS product"], weight="2"), Square(facts=["b", "small start"], weight="2")], terms=[
                ("bb", "2*trace(W[0].T*W[0])", "1"), ("qq", "2", "1"), ("cc", "1", "1")])]),
        Have(f"norm2({GAP_NOW}) <= eps/4", name="moved", by=[
            Set("ww", "exp(-2*speed*(delta*t))"), Rewritten("gap", ["ww"], name="less"), Rewritten("decayed", ["ww"], name="little"),
            Have("ww > 0", name="weight"),
            Order(positive=[Square(facts=["less"]), Square(facts=["weight", "start"]), Square(facts=["little"])])]),
        Have("aa*rr <= eps/4", name="little"),
        Order(positive=[Square(root=f"{GAP_NOW} - (eye(d) - P*S)*W[0]"), Square(facts=["moved"], weight="2"),
                        Square(facts=["kept"], weight="2"), Square(facts=["little"], weight="2")])]])]]),
]  # fmt: skip


def stays_away(curve, eps):
    """At the time t = 1 and for delta >= 1, |W(delta t) - P Q|^2 > eps for the solution W from W(0) = 0."""
    return [At({"goal": [
        Witness("1"), Split([[], [Witness(eps), Split([[], [
            Take("D"), Cases("D <= 0", name="no D", yes=[Choose(0)], no=[Choose(1),
                Take("r"), Cases("r <= 0", name="no r", yes=[Choose(0)], no=[Choose(1),
                    Witness("D + 1"), Split([[Numbers(using=["no D"])], [Witness("1"), Split([[], [
                        Witness(curve, index="t"), Split([[Split([[], [Numbers(using=["no r"])]])], [Numbers(using=["no D"])]])]])]])])])]])]])]})]  # fmt: skip


DRIFTS, RESTS = stays_away("t", "1/2"), stays_away("1 - exp(-t)", "1/8")


@paper.remark("prose-lin-rescaled", "The rescaled linear flow", where="Section 3.1, after Theorem 2", provenance="printed")
def rescaled(item):
    item.printed("With the time rescaled by delta and a vanishing W_0, the limit of the solution of (8) is a constant function of t > 0.")
    item.use(least_squares)
    item.conclude(AT_ONCE, because=["eq-10/rate"], example=ZERO, argument=NEAR, expected="proved")
    item.without("Sigma_x", counterexample={**ONE, "S": 0, "P": 0}, argument=DRIFTS)
    item.without("Sigma_xy", counterexample={**ZERO, "Q": 1}, argument=DRIFTS)
    item.without("SPS", counterexample={**ONE, "P": 0}, argument=RESTS)
    item.without("PS", counterexample=OBLIQUE, argument=stays_away(FROM_REST, "1/2"))
    item.note("The limit is Sigma_x^+ Sigma_xy at every t > 0, whatever W_0 (delta) is as long as it vanishes, and the convergence is "
              "uniform in t >= tau for every tau > 0. At t = 0 the limit is 0, so the limit function jumps there unless Sigma_xy = 0.")


COMPONENTS = [
    Have(AT_ONCE, name="all", by=NEAR), PRODUCT,
    Set("ff", "trace(F.T*F)"), Set("gg", "trace(G.T*G)"),
    Have("trace(F.T*F) >= 0", name="F size"), Have("trace(G.T*G) >= 0", name="G size"),
    Have("ff >= 0", name="f"), Have("gg >= 0", name="g"),
    Have("ff*gg >= 0", name="fg"),
    Take("tau", "eps"), Set("ee", "eps/(1 + ff*gg)"), Have("eps > 0", name="eps"),
    Have("ee > 0 and ee*(1 + ff*gg) == eps", name="e", by=[Split([[], []])]),
    Use("all", at=["tau", "ee"], name="this", premises=[[], []]),
    Obtain("this", "D", label="late"), Obtain("late.1", "r", label="near"),
    Witness("D"), Split([[], [Witness("r"), Split([[], [
        Take("delta", "t", "W"), Use("near.1", at=["delta", "t", ("W[s]", "s")], name="close", premises=[[], [], []]),
        Use("norm of a product", at=["m", "d", "m", "F", "(W[delta*t] - P*Q)*G"], name="FEG"),
        Use("norm of a product", at=["d", "p", "m", "W[delta*t] - P*Q", "G"], name="EG"),
        Have("ff*gg*ee <= eps", name="small"),
        Order(positive=[Square(facts=["FEG"]), Square(facts=["F size", "EG"]), Square(facts=["fg", "close"]), Square(facts=["small"])], terms=[
            ("ff", "gg*trace((W[delta*t] - P*Q).T*(W[delta*t] - P*Q))", "1"),
            ("gg", "trace(F.T*F)*trace((W[delta*t] - P*Q).T*(W[delta*t] - P*Q))", "1")])]])]])]  # fmt: skip


@paper.remark("prose-lin-simultaneous", "No sequence in the one-layer model", where="Section 3.1, after Proposition 1", provenance="printed")
def simultaneous(item):
    item.printed("The one-layer model does not learn the components sequentially.")
    item.use(least_squares)
    item.let(F="matrix(m, d)", G="matrix(p, m)", m="positive integer")
    item.conclude(AT_ONCE.replace("norm2(W[delta*t] - P*Q) <= eps", "norm2(F*W[delta*t]*G - F*P*Q*G) <= eps"), because=["eq-10/rate"],
                  example={**ZERO, "m": 1, "F": 1, "G": 1}, expected="proved", argument=COMPONENTS)
    one = {"m": 1, "F": 1, "G": 1}
    item.without("Sigma_x", counterexample={**ONE, **one, "S": 0, "P": 0}, argument=DRIFTS)
    item.without("Sigma_xy", counterexample={**ZERO, **one, "Q": 1}, argument=DRIFTS)
    item.without("SPS", counterexample={**ONE, **one, "P": 0}, argument=RESTS)
    item.without("PS", counterexample={**OBLIQUE, **one, "F": "Matrix([[0, 1]])"}, argument=stays_away(FROM_REST, "1/2"))
    item.note("F and G pick any component, for instance a singular direction, u_i'W v_i: each reaches its value in the limit at every "
              "time delta t with t > 0, all of them uniformly in t >= tau, so there is no time between two components. At times of order "
              "1, from 0, the part of eigenvalue lambda of Sigma_x has the share 1 - exp(-lambda t) of its limit: they come in the order of "
              "the lambda_i, at rates that differ by constants and not by a growing factor.")
