"""Appendix C.3: how far the nonlinear flow can get on a plateau, by energy and for every width."""

from verifier.language.script import (
    Bootstrap,
    Have,
    Ladder,
    Obtain,
    Order,
    Root,
    Split,
    Square,
    Take,
    Use,
    Witness,
)
from verifier.library.short_names import BOX, PRODUCT
from verifier.papers.setting import Setting

from . import paper
from .lemmas.energy_escape import ENTRIES, ENTRY, SLOW


def known(*facts):
    """Inequalities that are known already."""
    closed = [[] for fact in facts]
    return [Split(closed)] if len(facts) > 1 else closed[0]


FLOW = "forall(t, [0, T), diff(a[t], t) == -ga[t] + 2*l[t] and diff(w[t], t) == -gw[t] - 2*n[t])"
SEEN = ("forall(t, [0, T], forall(k, integer[0, m-1], trace(basis(m, k).T*l[t]) == L[R(k, t)]"
        " and trace(basis(m, k).T*n[t]) == A(k, t)*L1[R(k, t)]))")  # fmt: skip
WAY = "(norm2(a[{t}] - a[0]) + norm2(w[{t}] - w[0]))"
FALLS = "forall(t, [0, T), diff(J[t], t) == -(norm2(diff(a[t], t)) + norm2(diff(w[t], t))))"
CURVES = ("a", "w", "J", "Q", "ga", "gw", "l", "n", "L", "L1")

#: The flow around rhohat = rhobar: Q = |rhohat - rhobar|^2 with the gradient (ga, gw), L and L1 the memory's transforms.
plateau = Setting(
    let={"m": "positive integer", "wlow": "positive", "abar": "nonnegative", "T": "nonnegative", "a": "matrix(m, 1) curve", "w": "matrix(m, 1) curve",
         "J": "real curve", "Q": "real curve", "ga": "matrix(m, 1) curve", "gw": "matrix(m, 1) curve", "l": "matrix(m, 1) curve",
         "n": "matrix(m, 1) curve", "L": "real curve", "L1": "real curve"},
    define=("A(k, t) := trace(basis(m, k).T*a[t])", "R(k, t) := trace(basis(m, k).T*w[t])"),
    suppose={
        "flow": FLOW, "memory seen": SEEN,
        "chain rule": "forall(t, [0, T), diff(Q[t], t) == trace(ga[t].T*diff(a[t], t)) + trace(gw[t].T*diff(w[t], t)))",
        "distance": "forall(t, [0, T], Q[t] >= 0)",
        "loss": FALLS,
        "amplitudes": "forall(k, integer[0, m-1], A(k, 0)**2 <= abar**2)",
        "rates": "forall(k, integer[0, m-1], R(k, 0) >= wlow)",
    },
)  # fmt: skip
#: One neuron at rest; nothing to be seen.
REST = {"m": 1, "wlow": 1, "abar": 0, "a": 0, "w": 1, "J": 0, "Q": 0, "ga": 0, "gw": 0, "l": 0, "n": 0, "L": 0, "L1": 0, "T": 0}

#: Within a ball of radius rad <= 1 around the start, rates are above wlow - rad: sizes of the memory's gradient.
SEEN_SMALL = [
    Take("k"),
    Use("memory seen", at=["t"], premises=[known("time now.0", "time now.1")], name="memory now"),
    Use("memory now", at=["k"], name="parts"),
    Use("entry", at=["m", "a[t] - a[0]", "k"], name="a moved"), Use("entry", at=["m", "w[t] - w[0]", "k"], name="w moved"),
    Have("(A(k, t) - A(k, 0))**2 <= rad**2", name="a near", by=[
        Order(positive=[Square(facts=["near"]), Square(facts=["a moved"]), Square(root="w[t] - w[0]")])]),
    Have("(R(k, t) - R(k, 0))**2 <= rad**2", name="w near", by=[
        Order(positive=[Square(facts=["near"]), Square(facts=["w moved"]), Square(root="a[t] - a[0]")])]),
    Use("amplitudes", at=["k"], name="a0"), Use("rates", at=["k"], name="w0"),
    Use("amplitude", at=["A(k, t)", "A(k, 0)"], premises=[known("a near", "a0")], name="a now"),
    Use("rate", at=["R(k, t)", "R(k, 0)"], premises=[known("w near", "w0")], name="w now"),
    Use("memory", at=["R(k, t)"], premises=[known("w now")], name="L now"),
    Split([[Order(positive=[Square(facts=["L now.0"])], rewrite=["parts.0"])],
           [Order(positive=[Square(facts=["a now"], root="L1[R(k, t)]"), Square(facts=["L now.1"], root="abar + 1")], rewrite=["parts.1"])]]),
]  # fmt: skip
SPEED = "(norm2(diff(a[t], t)) + norm2(diff(w[t], t)))"
#: 2 dQ/dt <= G^2 - |theta'|^2 where the way is shorter than rad.
RATE = Have(f"forall(t, real, implies(0 <= t and t < T and {WAY.format(t='t')} < rad**2, 2*diff(Q[t], t) <= G**2 - {SPEED}))", name="inside", by=[
    Take("t"),
    Have("0 <= t and t < T", name="early", by=known("given.0", "given.1")),
    Have("0 <= t and t <= T", name="time now", by=known("given.0", "given.1")),
    Have(f"{WAY.format(t='t')} < rad**2", name="near", by=known("given.2")),
    Use("flow", at=["t"], premises=[known("early.0", "early.1")], name="flows"),
    Use("chain rule", at=["t"], premises=[known("early.0", "early.1")], name="Q falls"),
    Have("forall(k, integer[0, m-1], trace(basis(m, k).T*l[t])**2 <= E**2 and trace(basis(m, k).T*n[t])**2 <= ((abar + 1)*E)**2)",
         name="seen", by=SEEN_SMALL),
    Use("entries", at=["m", "l[t]", "E**2"], premises=[[Take("kk"), Use("seen", at=["kk"], name="one"), *known("one.0")]], name="l small"),
    Use("entries", at=["m", "n[t]", "((abar + 1)*E)**2"], premises=[[Take("kk"), Use("seen", at=["kk"], name="one"), *known("one.1")]],
        name="n small"),
    Order(positive=[
        Square(root="diff(a[t], t) - 2*l[t]"), Square(root="diff(w[t], t) + 2*n[t]"), Square(facts=["l small"], weight="4"),
        Square(facts=["n small"], weight="4"), Square(root="rt*E", facts=["abar.nonnegative"], weight="8"), Square(root="rt*E", weight="8")],
        rewrite=["slope"], terms=[("Q falls", "-2", "1"), ("flows.0", "-2*diff(a[t], t).T", "1"), ("flows.1", "-2*diff(w[t], t).T", "1"),
                              ("root", "4*E**2*(1 + (abar + 1)**2)", "1")]),
])  # fmt: skip
AT = [
    Have(f"exists(far, nonnegative, far**2 == {WAY.format(t='s')})", name="a distance", by=[
        Root(WAY.format(t="s"), name="length"),
        Witness(f"sqrt{WAY.format(t='s')}"), Split([known("length.0"), []])]),
    Obtain("a distance", "far", label="far"),
    Use("slow", at=["m", "m", ("a[t]", "t"), ("w[t]", "t"), ("Q[t]", "t"), "G", "s", "far"], name="moved", premises=[
        known("G positive"), known("time.0"), known("far.0"), [Split([[], [
            Take("t"), Have("0 <= t and t < s and t < T", name="early"),
            Use("before", at=["t"], premises=[known("early.0", "early.1")], name="near"),
            Use("inside", at=["t"], premises=[known("early.0", "early.2", "near")], name="falls"), *known("falls")]])]]),
    Use("distance", at=["s"], premises=[known("time.0", "time.1")], name="Q now"),
    Have("G*far <= 3/4*G*rad", name="almost", by=[Order(positive=[
        Square(facts=["moved"]), Square(facts=["Q now"]), Square(facts=["time.1"], root="G"),
        Square(facts=["budget", "G positive"], weight="1/2"), Square(facts=["start"], weight="1/4")])]),
    Use("cancel", at=["far", "rad"], premises=[known("almost")], name="short"),
    Use("square less", at=["far", "rad"], premises=[[Split([known("far.0"), known("rad.lower"), known("short")])]], name="strict"),
]  # fmt: skip
#: J' = -|theta'|^2 >= 2 Q' - G^2.
LOSS = Have("2*Q[T] - 2*Q[0] - G**2*T <= J[T] - J[0]", name="loss so far", by=[Ladder("T", "0", time="t", slope=[
    Have("0 <= t and t < T", name="early"),
    Use("stays", at=["t"], premises=[known("early.0", "early.1")], name="near"),
    Use("inside", at=["t"], premises=[known("early.0", "early.1", "near")], name="falls"),
    Use("loss", at=["t"], premises=[known("early.0", "early.1")], name="J falls"),
], side=known("T.nonnegative"))])  # fmt: skip
FALLEN = Have("J[T] <= J[0]", name="fallen", by=[Ladder("T", "0", time="t", slope=[
    Have("0 <= t and t < T", name="early"),
    Use("loss", at=["t"], premises=[known("early.0", "early.1")], name="J falls"),
], side=known("T.nonnegative"))])  # fmt: skip
#: What a point within rad of the start has for amplitudes and rates; letters.
NEARBY = [
    BOX,
    Have("forall(x, real, forall(y, real, implies((x - y)**2 <= rad**2 and y**2 <= abar**2, x**2 <= (abar + 1)**2)))", name="amplitude", by=[
        Take("x", "y"),
        Use("box", at=["x - y", "rad"], premises=[known("rad.lower", "given.0")], name="gap"),
        Use("box", at=["y", "abar"], premises=[known("abar.nonnegative", "given.1")], name="old"),
        Have("abar + 1 - x >= 0", name="above"),
        Have("abar + 1 + x >= 0", name="below")]),
    Have("forall(x, real, forall(y, real, implies((x - y)**2 <= rad**2 and y >= wlow, x >= wlow - rad)))", name="rate", by=[
        Take("x", "y"),
        Use("box", at=["x - y", "rad"], premises=[known("rad.lower", "given.0")], name="gap")]),
    Have("2*rt*(abar + 2)*E > 0", name="plain G"),
    Have("G > 0", name="G positive"),
    Have("forall(x, real, forall(y, real, implies(G*x <= 3/4*G*y, x <= 3/4*y)))", name="cancel", by=[
        Take("x", "y")]),
    Have("forall(x, real, forall(y, real, implies(x >= 0 and y > 0 and x <= 3/4*y, x**2 < y**2)))", name="square less", by=[
        Take("x", "y")]),
]


#: One neuron, with the ball of radius 1 up to the time 1; and what moves otherwise where a hypothesis fails.
RESTING = {**REST, "T": 1, "E": "1/8", "rad": 1, "rt": 1, "G": "1/2"}
WITHOUT = {
    "flow": {"a": "t", "J": "-t"},
    "memory seen": {"a": "2*t", "l": 1, "J": "-4*t"},
    "memory": {"a": "2*t", "l": 1, "L": 1, "J": "-4*t"},
    "chain rule": {"a": "t", "ga": -1, "J": "-t"},
    "distance": {"a": "t", "ga": -1, "Q": "-t", "J": "-t"},
    "amplitudes": {"a": 1000, "w": "1 - 20*t", "L1": "1/100", "n": 10, "J": "-400*t"},
    "loss": {"J": "t"},
    "slope": {"G": 0, "a": "2*t", "l": 1, "L": 1, "E": 2, "J": "-4*t"},
    "rates": {"wlow": 5, "a": "2*t", "l": 1, "L": "exp(1 - t)", "J": "-4*t"},
    "root": {"a": "2*t", "l": 1, "L": 1, "J": "-4*t", "E": 1, "rt": "1/100", "G": "1/25"},
    "budget": {"T": 4, "a": "t/4", "l": "1/8", "L": "1/8", "J": "-t/16"},
    "start": {"a": "t", "ga": -1, "Q": "2 - t", "J": "-t"},
}


@paper.remark("plateau-energy", "How far gradient flow gets on a plateau", where="Appendix C.3, cross-check of Theorem C.1", provenance="derived")
def energy(item):
    item.printed("(not in the paper) With G = 2 sqrt(m) (abar + 2) E and |L|, |L'| <= E on [wlow - r, oo), r <= 1: up to the time r/(2 G) the "
                 "flow is within r of its start, and the loss has fallen by at most G r, if |rhohat - rhobar|^2 <= G r/4 at the start.")  # fmt: skip
    item.use(plateau)
    item.let(E="positive", rad="(0, 1]", rt="positive", G="real")
    item.suppose("memory", "forall(s, real, implies(s >= wlow - rad, L[s]**2 <= E**2 and L1[s]**2 <= E**2))")
    item.suppose("root", "rt**2 == m")
    item.suppose("slope", "G == 2*rt*(abar + 2)*E")
    item.suppose("budget", "2*G*T <= rad")
    item.suppose("start", "4*Q[0] <= G*rad")
    item.conclude(f"{WAY.format(t='T')} < rad**2 and J[T] <= J[0] and J[0] - J[T] <= G*rad", expected="proved", argument=[
        PRODUCT, ENTRY, ENTRIES, SLOW, *NEARBY, RATE,
        Have(f"forall(s, real, implies(0 <= s and s <= T, {WAY.format(t='s')} < rad**2))", name="stays", by=[Bootstrap("s", AT, start=[
            Have(f"{WAY.format(t='0')} == 0", name="none"),
            Have("rad**2 > 0", name="some")])]),
        LOSS, FALLEN,
        Use("stays", at=["T"], premises=[[Split([known("T.nonnegative"), []])]], name="end"),
        Use("distance", at=["T"], premises=[[Split([known("T.nonnegative"), []])]], name="Q end"),
        Split([known("end"), known("fallen"), []]),
    ], example={**REST, "E": 1, "rad": 1, "rt": 1, "G": 4})  # fmt: skip
    item.note("For every width, nonlinear, without expansion in delta. Q(t) = |rhohat(.; theta(t)) - rhobar|^2 and (ga, gw) its gradient, "
              "L(s) = int e^(-s t) rho_(0,omega) dt and L1 = -L'; of Q only Q >= 0 and its chain rule are used, both are proved in plateau-distance. Along the flow 2 dQ/dt <= |grad P|^2 - |theta'|^2 "
              "with P = -2 <rhohat, rho_(0,omega)>, so that |theta(T) - theta_0| <= G T + Q(0)/G within the ball.")  # fmt: skip
    for name, point in WITHOUT.items():
        item.without(name, counterexample={**RESTING, **point})
