"""Appendix C.3: the loss needs at least as long as the parameters, for gaps below the least rate."""

from verifier.language.script import Cases, Have, Induct, Ladder, Linear, Order, Set, Split, Square, Take, Use
from verifier.library.short_names import BOX

from . import paper
from .appendix_c_energy import known

#: What one neuron sees of the memory changes by at most E sqrt(1 + abar^2) times its way.
ONE = Have("forall(x, real, forall(y, real, forall(p, [low, oo), forall(q, [low, oo), implies(y**2 <= abar**2,"
           " (x*L[p] - y*L[q])**2 <= E**2*(1 + abar**2)*((x - y)**2 + (p - q)**2))))))", name="one neuron", by=[
    Take("x", "y", "p", "q"), Use("memory", at=["p"], premises=[[Use("given")]], name="at p"),
    Have("(L[p] - L[q])**2 <= E**2*(p - q)**2", name="slope", by=[Use("steep", at=["p", "q"], premises=[[Use("given")], [Use("given1")]])]),
    Have("abar**2 - y**2 >= 0", name="smaller", by=known("given2")),
    Have("((x - y)*L[p])**2 + (L[p] - L[q])**2 <= E**2*((x - y)**2 + (p - q)**2)", name="parts", by=[
        Order(positive=[Square(facts=["at p.0"], root="x - y"), Square(facts=["slope"])])]),
    Order(positive=[Square(root="y*(x - y)*L[p] - (L[p] - L[q])"), Square(facts=["parts"]), Square(facts=["parts"], root="abar"),
                    Square(facts=["smaller"], root="(x - y)*L[p]"), Square(facts=["smaller"], root="L[p] - L[q]")]),
])  # fmt: skip
#: |L(p) - L(q)| <= E |p - q|.
STEEP = Have("forall(p, [low, oo), forall(q, [low, oo), (L[p] - L[q])**2 <= E**2*(p - q)**2))", name="steep", by=[
    Have("forall(q, [low, oo), forall(p, real, implies(q <= p, -E*(p - q) <= L[p] - L[q] and L[p] - L[q] <= E*(p - q))))", name="ordered", by=[
        Take("q", "p"), Split([[Ladder("p", "q", time="r", slope=[
            Have("r >= low", name="here"),
            Use("memory", at=["r"], premises=[[Use("here")]], name="m"), Use("transform", at=["r"], premises=[[Use("here")]], name="d"),
            Use("box", at=["L1[r]", "E"], premises=[known("E.positive", "m.1")], name="b")])]]*2)]),
    Take("p", "q"),
    Have("forall(x, real, forall(y, real, implies(-E*y <= x and x <= E*y, x**2 <= E**2*y**2)))", name="square", by=[
        Take("x", "y"), Have("E*y - x >= 0 and E*y + x >= 0", name="ends", by=[Split([known("given2.1"), known("given2.0")])])]),
    Cases("q <= p", name="order", yes=[
        Use("ordered", at=["q", "p"], premises=[[Use("given1")], [Use("order")]], name="b"), Use("square", at=["L[p] - L[q]", "p - q"], premises=[[Use("b")]])],
        no=[Have("p <= q", name="other"),
            Use("ordered", at=["p", "q"], premises=[[Use("given")], [Use("other")]], name="b"),
            Use("square", at=["L[q] - L[p]", "q - p"], premises=[[Use("b")]], name="s")]),
])  # fmt: skip


#: (sum of m numbers)^2 <= m sum of their squares.
SUMS = [
    Have("forall(n, nonnegative integer, forall(x, real sequence, forall(y, real,"
         " Sum(x[k]**2, (k, 0, n-1)) - 2*y*Sum(x[k], (k, 0, n-1)) + n*y**2 >= 0)))", name="squares", by=[
        Induct("n", base=[Take("x", "y")], step=[
            Take("x", "y"), Use("IH", at=[("x[t]", "t"), "y"], name="before")])]),
    Have("forall(n, nonnegative integer, forall(x, real sequence, Sum(x[k], (k, 0, n-1))**2 <= n*Sum(x[k]**2, (k, 0, n-1))))", name="cauchy", by=[
        Induct("n", base=[Take("x")], step=[
            Take("x"), Use("IH", at=[("x[t]", "t")], name="before"), Use("squares", at=["n", ("x[t]", "t"), "x[n]"], name="more")])]),
]  # fmt: skip
MOVED = "a[k, 0]*l[k, 0] - a0[k, 0]*l0[k, 0]"
STEP = "(a[k, 0] - a0[k, 0])**2 + (w[k, 0] - w0[k, 0])**2"
#: At rest where nothing is seen.
STILL = {"m": 1, "low": 1, "abar": 0, "E": "1/8", "a": 0, "a0": 0, "w": 1, "w0": 1, "l": 0, "l0": 0, "L": 0, "L1": 0, "Q": 0, "Q0": 0, "J": 0, "J0": 0,
         "c0": 0, "rt": 1, "far": 0, "delta": 1}  # fmt: skip
WITHOUT = {
    "memory": {"a": 1, "far": 1, "L": 1, "l": 1, "l0": 1, "J": -2},
    "seen": {"a": 1, "far": 1, "l": 1, "J": -2},
    "amplitudes": {"a": -100, "a0": -100, "w": 5, "far": 4, "delta": 4, "L": "cos(pi*(t - 1)/4)/8", "L1": "pi*sin(pi*(t - 1)/4)/32",
                   "l": "-1/8", "l0": "1/8", "J": -25, "J0": 25},
    "transform": {"abar": "3/4", "rt": "5/4", "E": "1/5", "a": "-3/4", "a0": "-3/4", "w": "11/10", "far": "1/10", "delta": "1/10",
                  "L": "cos(10*pi*(t - 1))/5", "l": "-1/5", "l0": "1/5", "J": "-3/10", "J0": "3/10"},
    "loss": {"J": -2},
    "way": {"a": 8, "far": 0, "L": "1/8", "l": "1/8", "l0": "1/8", "J": -2},
    "inside": {"a": 8, "far": 8, "L": "1/8", "l": "1/8", "l0": "1/8", "J": -2},
    "slow": {"E": 1, "a": 1, "far": 1, "L": 1, "l": 1, "l0": 1, "J": -2},
    "close": {"Q0": 2, "J0": 2},
    "rates": {"low": 5, "a": 1, "far": 1, "L": "exp(1 - t)", "L1": "exp(1 - t)", "l": 1, "l0": 1, "J": -2},
    "root": {"E": 1, "rt": "1/4", "a": 1, "far": 1, "L": 1, "l": 1, "l0": 1, "J": -2},
}


@paper.remark("loss-no-faster", "The loss needs at least as long as the parameters", where="Appendix C.3, Theorem C.1, tau_0' >= tau_0", provenance="derived")
def no_faster(item):
    item.printed("tau_0' >= tau_0: within delta of theta_0 the loss has not fallen by more than delta.")
    item.let(m="positive integer", low="real", abar="nonnegative", E="positive", a="matrix(m, 1)", a0="matrix(m, 1)", w="matrix(m, 1)",
             w0="matrix(m, 1)", l="matrix(m, 1)", l0="matrix(m, 1)", L="real curve", L1="real curve", Q="nonnegative", Q0="real", J="real",
             J0="real", c0="real", rt="nonnegative", far="nonnegative", delta="positive")  # fmt: skip
    item.suppose("rates", "forall(k, integer[0, m-1], w[k, 0] >= low and w0[k, 0] >= low)")
    item.suppose("amplitudes", "forall(k, integer[0, m-1], a0[k, 0]**2 <= abar**2)")
    item.suppose("memory", "forall(s, [low, oo), L[s]**2 <= E**2 and L1[s]**2 <= E**2)")
    item.suppose("transform", "forall(s, [low, oo), diff(L[s], s) == -L1[s])")
    item.suppose("seen", "forall(k, integer[0, m-1], l[k, 0] == L[w[k, 0]] and l0[k, 0] == L[w0[k, 0]])")
    item.suppose("loss", "J == Q - 2*Sum(a[k, 0]*l[k, 0], (k, 0, m-1)) + c0 and J0 == Q0 - 2*Sum(a0[k, 0]*l0[k, 0], (k, 0, m-1)) + c0")
    item.suppose("root", "rt**2 == m*(1 + abar**2)")
    item.suppose("way", f"far**2 == Sum({STEP}, (k, 0, m-1))")
    item.suppose("inside", "far <= delta")
    item.suppose("slow", "4*rt*E <= 1")
    item.suppose("close", "2*Q0 <= delta")
    item.conclude("J0 - J <= delta", expected="proved", argument=[
        BOX, *SUMS, STEEP, ONE,
        Have(f"forall(k, integer[0, m-1], ({MOVED})**2 <= E**2*(1 + abar**2)*({STEP}))", name="each", by=[
            Take("k"), Use("seen", at=["k"], name="now"), Use("rates", at=["k"], name="rate"), Use("amplitudes", at=["k"], name="size"),
            Use("one neuron", at=["a[k, 0]", "a0[k, 0]", "w[k, 0]", "w0[k, 0]"], premises=[[Use("rate.0")], [Use("rate.1")], [Use("size")]], name="one"),
            Order(positive=[Square(facts=["one"])], rewrite=["now.0", "now.1"])]),
        Have("forall(n, integer[0, m], forall(x, real sequence, forall(y, real sequence, forall(z, real, implies("
             "forall(k, integer[0, m-1], x[k]**2 <= z*y[k]), Sum(x[k]**2, (k, 0, n-1)) <= z*Sum(y[k], (k, 0, n-1)))))))", name="added", by=[
            Induct("n", base=[Take("x", "y", "z")], step=[
                Take("x", "y", "z"), Use("IH", at=[("x[t]", "t"), ("y[t]", "t"), "z"], premises=[[Use("given")]], name="before"),
                Use("given", at=["n"], name="last")])]),
        Use("added", at=["m", (MOVED, "k"), (STEP, "k"), "E**2*(1 + abar**2)"], premises=[[Take("k"), Use("each", at=["k"], name="e"), *known("e")]], name="all"),
        Use("cauchy", at=["m", (MOVED, "k")], name="sum"),
        Set("S", f"Sum({MOVED}, (k, 0, m-1))"),
        Have("0 <= m", name="size of m", by=[]),
        Have("S**2 <= (rt*E*far)**2", name="squared", by=[Order(
            positive=[Square(facts=["sum"]), Square(facts=["size of m", "all"])], rewrite=["S"],
            terms=[("way", "E**2*m*(1 + abar**2)", "1"), ("root", "E**2*far**2", "1")])]),
        Have("rt*E*far >= 0", name="sign"),
        Use("box", at=["S", "rt*E*far"], premises=[known("sign", "squared")], name="ends"),
        Have("J0 - J == Q0 - Q + 2*S", name="drop", by=[Linear(terms=[("loss.0", "-1", "1"), ("loss.1", "1", "1"), ("S", "-2", "1")])]),
        Have("1 - 4*rt*E >= 0 and delta - far >= 0", name="gaps", by=[Split([known("slow"), known("inside")])]),
        Order(positive=[Square(facts=["ends.1"], weight="2"), Square(facts=["close"], weight="1/2"), Square(facts=["Q.nonnegative"]),
                        Square(facts=["gaps.0", "far.nonnegative"], weight="1/2"), Square(facts=["gaps.1"], weight="1/2")], terms=[("drop", "-1", "1")]),
    ], example=STILL)  # fmt: skip
    for name, point in WITHOUT.items():
        item.without(name, counterexample={**STILL, **point})
    item.note("For every m and any two points theta_0 = (a0, w0) and theta = (a, w) at a distance of at most delta: 4 sqrt(m (1 + abar^2)) E <= 1 is enough, where E "
              "bounds the transforms of rho_(0,omega) and of t rho_(0,omega) from the rate low on. Along the flow the loss only falls, so that tau_0' >= tau_0 for the same delta: "
              "with low = wlow - delta, for every delta < wlow and all omega with 4 sqrt(m (1 + abar^2)) Delta_n(wlow - delta) <= 1 for n = 0 and 1, which Lemma C.1 gives for small omega.")
    item.note("This needs no tail. For delta >= wlow a rate may fall to 0 within delta, where the memory is seen in full for every omega. With the tail (81) it does not help: plateau-fall bounds the loss from below for all "
              "parameters, once omega is small, so that tau_0' = oo (escape-order).")
