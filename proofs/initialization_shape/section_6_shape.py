"""Section 6: Proposition 1, strictly balanced networks with any number of neurons."""

from verifier.language.script import (
    At,
    Bounded,
    Cases,
    Contradict,
    Have,
    Inside,
    Limit,
    Linear,
    Negate,
    Numbers,
    Obtain,
    Order,
    Set,
    Split,
    Square,
    Take,
    Use,
    Vanish,
    Witness,
)
from verifier.library.short_names import PRODUCT, SLOW_DECAY
from verifier.papers.setting import Setting

from . import paper
from .lemmas.kept_ratio import KEPT_RATIO

#: Gradient flow of W a with f = X r, minus the gradient of the loss in w; W'W = a a' at the start.
balanced_flow = Setting(
    let={"d": "positive integer", "m": "positive integer", "W": "matrix(d, m) curve", "a": "matrix(m, 1) curve",
         "f": "matrix(d, 1) curve"},
    suppose={
        "flow of W": "forall(t, [0, oo), diff(W[t], t) == f[t]*a[t].T)",
        "flow of a": "forall(t, [0, oo), diff(a[t], t) == W[t].T*f[t])",
        "balanced at the start": "W[0].T*W[0] == a[0]*a[0].T",
    },
)  # fmt: skip
RESTING = {"d": 1, "m": 1, "W": 1, "a": 1, "f": 0}
SIZE = "trace(a[{0}].T*a[{0}])"
CITED_BALANCE = Use("cited:C/step-3", at=["d", "m", ("W[t]", "t"), ("a[t]", "t"), ("f[t]", "t")], name="balanced",
                    premises=[[], [], []])  # fmt: skip


@paper.remark("norm-product", "The Frobenius norm of a product", where="cross-check")
def norm_of_a_product(item):
    item.printed("(not in the paper) |A B| <= |A| |B|.")
    item.let(d="positive integer", m="positive integer", n="positive integer", A="matrix(d, m)", B="matrix(m, n)")
    item.conclude("norm2(A*B) <= norm2(A)*norm2(B)", argument=[PRODUCT, Use("norm of a product", at=["d", "m", "n", "A", "B"])],
                  expected="proved")  # fmt: skip


@paper.remark("prop-1-size", "A balanced network that is not 0 never becomes 0", where="Appendix C, cross-check")
def never_zero(item):
    item.printed("(not in the paper) If a(0) != 0 then a(t) != 0 at all times, so the metric of Proposition 1 is defined.")
    item.use(balanced_flow)
    item.suppose("nonzero", "trace(a[0].T*a[0]) > 0")
    size, force = SIZE.format("t"), "trace(f[t].T*f[t])"
    item.conclude(f"forall(t, [0, oo), {size} > 0)", because=["C/step-3"], argument=[
        CITED_BALANCE, PRODUCT, SLOW_DECAY,
        Have(f"forall(t, [0, oo), -2*trace(a[t].T*W[t].T*f[t]) <= (1 + {force})*{size})", name="bound", by=[
            Take("t"), Use("balanced", at=["t"], name="now"),
            Use("norm of a product", at=["m", "d", "1", "W[t].T", "f[t]"], name="product"),
            Have(f"trace(W[t].T*W[t]) == {size}", name="same"),
            Order(positive=[Square(root="a[t] + W[t].T*f[t]"), Square(facts=["product"])],
                  terms=[("same", f"-{force}", "1")])]),
        Take("T"),
        Bounded(f"1 + {force}", "t", "0", "T", name="bounded"),
        Obtain("bounded", "M", label="bound of f"),
        Use("slow decay", at=[(size, "t"), "M", "T"], name="growth", premises=[[], [
            Take("t"), Use("flow of a", at=["t"], name="a moves"), Use("bound", at=["t"], name="bound now"),
            Use("bound of f", at=["t"], name="f now"),
            Have(f"{size} >= 0", name="size"),
            Order(positive=[Square(facts=["size", "f now"]), Square(facts=["bound now"])], terms=[("a moves", "2*a[t].T", "1")])]]),
        Have("exp(-M*T) > 0", name="weight"),
        Have(f"exp(-M*T)*{SIZE.format('0')} > 0", name="positive"),
    ], expected="proved", example=RESTING)  # fmt: skip
    item.without("nonzero", counterexample={**RESTING, "W": 0, "a": 0})
    item.without("flow of a", counterexample={**RESTING, "a": "1 - t"})
    item.without("flow of W", counterexample={**RESTING, "a": "1 - t", "f": -1})
    item.without("balanced at the start", counterexample={**RESTING, "W": "cosh(t - 1)", "a": "sinh(t - 1)", "f": 1})


COMPONENT = "trace(v.T*W[{0}]*a[{0}])"


@paper.remark("prop-1-kept", "What Proposition 1's flow keeps", where="Appendix C, cross-check")
def kept(item):
    item.printed("(not in the paper) d/dt (w/|w|^(1/2)) = |w|^(1/2) X r, |w|^(1/2) = |a|. So v'w/|a| is kept for every v orthogonal "
                 "to the samples: Eq. (25) integrated. Written with squares and signs.")  # fmt: skip
    item.use(balanced_flow)
    item.let(v="matrix(d, 1)")
    item.suppose("nonzero", "trace(a[0].T*a[0]) > 0")
    item.suppose("orthogonal", "forall(t, [0, oo), v.T*f[t] == 0)")
    size = SIZE.format("t")
    now, start, first = COMPONENT.format("t"), COMPONENT.format("0"), SIZE.format("0")
    moves = [
        CITED_BALANCE, KEPT_RATIO,
        Use("cited:prop-1-size", at=["d", "m", ("W[t]", "t"), ("a[t]", "t"), ("f[t]", "t")], name="positive",
            premises=[[], [], [], []]),
        Have("forall(t, [0, oo), (trace(v.T*diff(W[t], t)*a[t]) + trace(v.T*W[t]*diff(a[t], t)))*" + f"{size} =="
             f" {COMPONENT.format('t')}*trace(a[t].T*diff(a[t], t)))",
             name="rates", by=[
            Take("t"), Use("flow of W", at=["t"], name="W moves"), Use("flow of a", at=["t"], name="a moves"),
            Use("balanced", at=["t"], name="now"), Use("orthogonal", at=["t"], name="v now"),
            Have(f"trace(({size}*W[t] - W[t]*a[t]*a[t].T).T*({size}*W[t] - W[t]*a[t]*a[t].T)) <= 0", name="end"),
            Vanish("end", squares=[Square(root=f"{size}*W[t] - W[t]*a[t]*a[t].T", name="parallel")]),
            Have("trace(v.T*diff(W[t], t)*a[t]) + trace(v.T*W[t]*diff(a[t], t)) == trace(v.T*W[t]*W[t].T*f[t])", name="moved"),
            Have("trace(a[t].T*diff(a[t], t)) == trace(a[t].T*W[t].T*f[t])", name="grown"),
            Have(f"{size}*trace(v.T*W[t]*W[t].T*f[t]) == {COMPONENT.format('t')}*trace(a[t].T*W[t].T*f[t])", name="third", by=[
                Linear(terms=[Inside("parallel", "v.T*HOLE*W[t].T*f[t]")])])]),
        Take("T"),
        Use("kept ratio", at=[(COMPONENT.format("t"), "t"), (size, "t"), "T"], premises=[[], [
            Take("t"), Use("positive", at=["t"], name="size now"), Use("rates", at=["t"], name="rate now"),
            Split([[], []])]]),
    ]  # fmt: skip
    item.conclude(f"forall(t, [0, oo), {now}**2*{first} == {start}**2*{size} and {now}*{start} >= 0)",
                  because=["C/step-3", "prop-1-size"], argument=moves, expected="proved", example={**RESTING, "v": 0})  # fmt: skip
    item.without("nonzero", argument=[Cases(f"{first} > 0", name="nonzero", yes=moves, no=[
        Have("norm2(a[0]) <= 0", name="nothing", by=[Order(positive=[Square(facts=["nonzero"])])]), Vanish("nothing", squares=[Square(root="a[0]", name="gone")]),
        Take("T"), Split([[Linear(terms=[("gone", f"{now.replace('[t]', '[T]')}**2*a[0].T", "1"), ("gone", f"-{start}*trace(a[T].T*a[T])*v.T*W[0]", "1")])],
                          [Have(f"{start} == 0", name="still", by=[Linear(terms=[("gone", "v.T*W[0]", "1")])]), Order(terms=[("still", now.replace("[t]", "[T]"), "1")])]])])])  # fmt: skip
    item.without("orthogonal", counterexample={**RESTING, "W": "exp(t)", "a": "exp(t)", "f": 1, "v": 1})
    item.without("flow of W", counterexample={**RESTING, "W": "1 + t", "v": 1})
    item.without("flow of a", counterexample={**RESTING, "a": "1 - 2*t", "v": 1})
    item.without("balanced at the start", counterexample={
        "d": 2, "m": 1, "W": "cosh(t - 1)*basis(2, 0) + basis(2, 1)", "a": "sinh(t - 1)", "f": "basis(2, 0)", "v": "basis(2, 1)",
    }, argument=[At({"goal": [Witness("2"), Split([[], [Numbers()]])]})])  # fmt: skip


@paper.remark("prop-1-convex", "|w|^(3/2) lies strictly above its tangents", where="Appendix C, cross-check")
def convex(item):
    item.printed("(not in the paper) With g = b/|b|^(1/2), g = 0 for b = 0: |u|^(3/2) > |b|^(3/2) + (3/2) g'(u - b) for u != b.")
    item.let(d="positive integer", u="matrix(d, 1)", b="matrix(d, 1)", g="matrix(d, 1)", x="nonnegative", s="nonnegative")
    item.suppose("roots", "x**4 == norm2(u) and s**4 == norm2(b)")
    item.suppose("slope", "s*g == b and norm2(g) == s**2")
    item.suppose("different", "u != b")
    item.conclude("x**3 > s**3 + 3/2*g.T*(u - b)", argument=[
        PRODUCT,
        Have("g.T*b == s**3", name="along"),
        Set("c", "g.T*u"),
        Have("c**2 <= s**2*x**4", name="cs", by=[
            Use("norm of a product", at=["1", "d", "1", "g.T", "u"], name="product"),
            Order(positive=[Square(facts=["product"])], terms=[
                ("c", "-1", "c + g.T*u"), ("roots.0", "s**2", "1"), ("slope.1", "-norm2(u)", "1")])]),
        Have("c <= s*x**2", name="c below"),
        Negate("low"),
        Have("x**3 + s**3/2 - 3/2*c <= 0", name="gap"),
        Have("x**4 - 2*s*c + s**4 <= 0", name="distance"),
        Have("norm2(u - b) <= 0", name="flat"),
        Vanish("flat", squares=[Square(root="u - b", name="same")]),
        Contradict("different", []),
    ], expected="proved")  # fmt: skip
    item.without("different", counterexample={"d": 1, "u": 0, "b": 0, "g": 0, "x": 0, "s": 0})
    item.without("slope", counterexample={"d": 1, "u": 1, "b": 0, "g": 1, "x": 1, "s": 0})


PAST = ["d", "m", ("W[t]", "t"), ("a[t]", "t"), ("X*rho[t]", "t")]
START = "trace(v.T*W[0]*a[0])"
#: The gradient flow of the paper: samples X, residuals rho.
trained = Setting(
    let={"d": "positive integer", "m": "positive integer", "N": "positive integer", "X": "matrix(d, N)",
         "W": "matrix(d, m) curve", "a": "matrix(m, 1) curve", "rho": "matrix(N, 1) curve"},
    suppose={
        "flow of W": "forall(t, [0, oo), diff(W[t], t) == X*rho[t]*a[t].T)",
        "flow of a": "forall(t, [0, oo), diff(a[t], t) == W[t].T*X*rho[t])",
    },
)  # fmt: skip
#: The same where the weights converge to (V, b), which fits the outputs y.
fitted = Setting(
    let={**trained.let, "y": "matrix(N, 1)", "V": "matrix(d, m)", "b": "matrix(m, 1)"},
    suppose={**trained.suppose, "converges": "tends(W[n], n, V) and tends(a[n], n, b)", "fit": "X.T*V*b == y"},
)
#: v'(g - w(0)/|w(0)|^(1/2)) = 0 for v orthogonal to the samples, where |b| g = w(oo) and |g| = |b|.
ORTHOGONAL = [
    Use("cited:prop-1-kept", at=[*PAST, "v"], name="kept", premises=[
        [], [], [], [], [Take("t"), Linear(terms=[("v is orthogonal", "1", "rho[t]")])]]),
    Set("e", START), Set("k", "norm2(v)"),
    Have("forall(n, nonnegative integer, trace(v.T*W[n]*a[n])**2*j == e**2*trace(a[n].T*a[n]))", name="kept at n",
         by=[Take("n"), Use("kept", at=["n"], name="now")]),
    Have("forall(n, nonnegative integer, trace(v.T*W[n]*a[n])*e >= 0)", name="sign at n",
         by=[Take("n"), Use("kept", at=["n"], name="now"), Order(rewrite=["e"], positive=[Square(facts=["now.1"])])]),
    Have("forall(n, nonnegative integer, e**2 <= j*k*trace(a[n].T*a[n]))", name="small at n", by=[
        Take("n"), Use("kept at n", at=["n"], name="now"), Use("balanced", at=["n"], name="flat"),
        Use("positive", at=["n"], name="size"),
        Use("cited:norm-product", at=["1", "d", "1", "v.T", "W[n]*a[n]"], name="product"),
        Have("norm2(W[n]*a[n]) == trace(a[n].T*a[n])**2", name="square"),
        Set("h", "trace(v.T*W[n]*a[n])"), Set("g", "trace(a[n].T*a[n])"),
        Have("h**2 <= k*g**2", name="short", by=[Order(positive=[Square(facts=["product"])], terms=[
            ("square", "-norm2(v)", "1"), ("h", "-1", "h + trace(v.T*W[n]*a[n])"), ("k", "g**2", "1"),
            ("g", "norm2(v)", "g + trace(a[n].T*a[n])")])]),
        Have("h**2*j == e**2*g", name="ratio"),
        Have("g > 0", name="g>0"),
        Have("e**2*g <= j*k*g*g", name="scaled"),
        Have("e**2 <= j*k*g", name="cancelled"),
        Order(positive=[Square(facts=["cancelled"])], rewrite=["g"]),
    ]),
    Limit("kept at n", limits=["converges.0", "converges.1"], name="kept at the end"),
    Limit("sign at n", limits=["converges.0", "converges.1"], name="sign at the end"),
    Limit("small at n", limits=["converges.0", "converges.1"], name="small at the end"),
]  # fmt: skip
#: A slope g at w(oo) that agrees with that of the start along v.
AT_THE_END = [
    Have("forall(n, nonnegative integer, W[n].T*W[n] == a[n]*a[n].T)", name="balanced at n", by=[Take("n"), Use("balanced", at=["n"])]),
    Limit("balanced at n", limits=["converges.0", "converges.1"], name="balanced at the end"),
    Set("z", "trace(b.T*b)"), Have("trace(b.T*b) >= 0", name="b>=0"), Have("z >= 0", name="z>=0"),
    Have("norm2(V*b) == z**2", name="end"),
    Have("z == s**2", name="z is", by=[
        Have("z**2 == (s**2)**2", name="both"),
        Have("s**2 >= 0", name="s2"),
        Use("same square", at=["z", "s**2"], premises=[[]])]),
    Set("h", "trace(v.T*V*b)"),
    Have("h**2*l**2 == e**2*s**2 and h*e >= 0 and e**2 <= l**2*k*s**2", name="kept numbers", by=[Split([
        [],
        [],
        [Order(positive=[Square(facts=["small at the end"])], terms=[
            ("j is", "-k", "trace(b.T*b)"), ("z", "l**2*k", "1"), ("z is", "-l**2*k", "1")])]])]),
    Have("exists(g, matrix(d, 1), s*g == V*b and norm2(g) == s**2 and l*trace(v.T*g) == trace(v.T*W[0]*a[0]))", name="slope", by=[
        Cases("s == 0", name="still", yes=[
            Have("norm2(V*b) <= 0", name="gone"),
            Vanish("gone", squares=[Square(root="V*b", name="nothing")]),
            Have("e == 0", name="e is 0", by=[Numbers(using=["kept numbers.2", "still"])]),
            Witness("zeros(d, 1)"),
            Split([[], [],
                   []])],
            no=[
            Have("s > 0", name="s>0"),
            Have("s*l > 0", name="sl"),
            Have("h*l == e*s", name="agree", by=[Use("same sign", at=["h*l", "e*s"], premises=[[Split([
                [], []])]])]),
            Witness("1/s*V*b"),
            Split([[], [],
                   [Linear(terms=[("agree", "1/s", "1"), ("h", "-l/s", "1"), ("e", "1", "1")], nonzero=["s>0"])]])]),
    ]),
]  # fmt: skip
SAME_SIGN = Have("forall(xx, real, forall(yy, real, implies(xx**2 == yy**2 and xx*yy >= 0, xx == yy)))", name="same sign",
                 by=[Take("xx", "yy")])  # fmt: skip
SAME_SQUARE = Have("forall(xx, real, forall(yy, real, implies(xx**2 == yy**2 and xx >= 0 and yy >= 0, xx == yy)))", name="same square",
                   by=[Take("xx", "yy")])  # fmt: skip
SMALLER = "s**3 - 3/2*1/l*trace((W[0]*a[0]).T*V*b) < x**3 - 3/2*1/l*trace((W[0]*a[0]).T*u)"


#: Numbers that grow from 1 to 4 and from 1 to 2, and an angle from 0 to log 2.
TURN = "log(2)*(1 - exp(-t))"
LARGER, DOUBLED = "4 - 3*exp(-t)", f"exp({TURN})"


@paper.proposition("prop-1", "Strictly balanced networks", where="Section 6, Proposition 1", provenance="derived")
def strictly_balanced(item):
    item.printed("For a network with strictly balanced initialisation (a(0) a(0)' = W(0)'W(0)) and w(0) != 0: if the gradient flow "
                 "solution satisfies X'w(oo) = y, then w(oo) = argmin |w|^(3/2) - (3/2) |w(0)|^(-1/2) w(0)'w subject to X'w = y.")
    item.use(fitted)
    item.let(l="positive")
    item.suppose("balanced at the start", "W[0].T*W[0] == a[0]*a[0].T")
    item.suppose("nonzero", "l**4 == norm2(W[0]*a[0])")
    item.conclude(
        "forall(u, matrix(d, 1), forall(x, nonnegative, forall(s, nonnegative, implies("
        f"X.T*u == y and u != V*b and x**4 == norm2(u) and s**4 == norm2(V*b), {SMALLER}))))",
        because=["C/step-3", "prop-1-size", "prop-1-kept", "prop-1-convex", "norm-product"], argument=[
            SAME_SIGN, SAME_SQUARE,
            Set("j", "trace(a[0].T*a[0])"), Have("trace(a[0].T*a[0]) >= 0", name="a>=0"),
            Have("j >= 0", name="j>=0"),
            Have("j == l**2", name="j is", by=[
                Have("j**2 == (l**2)**2", name="both", by=[Linear(terms=[
                    ("nonzero", "-1", "1"), Inside("balanced at the start", "-a[0].T*HOLE*a[0]"), ("j", "1", "j + trace(a[0].T*a[0])")])]),
                Have("l**2 >= 0", name="l2"),
                Use("same square", at=["j", "l**2"], premises=[[]])]),
            Have("j > 0", name="j>0"),
            Have("trace(a[0].T*a[0]) > 0", name="moves"),
            Use("cited:C/step-3", at=PAST, name="balanced", premises=[[], [], []]),
            Use("cited:prop-1-size", at=PAST, name="positive", premises=[[], [], [], []]),
            Take("u", "x", "s"),
            Set("v", "u - V*b"),
            Have("X.T*v == zeros(N, 1)", name="orthogonal"),
            Have("v.T*X == zeros(1, N)", name="v is orthogonal"),
            *ORTHOGONAL, *AT_THE_END,
            Obtain("slope", "g", label="gradient"),
            Have("x**3 > s**3 + 3/2*g.T*(u - V*b)", name="above", by=[
                Use("cited:prop-1-convex", at=["d", "u", "V*b", "g", "x", "s"])]),
            Have("l*g.T*(u - V*b) == trace((W[0]*a[0]).T*(u - V*b))", name="same slope"),
            Order(positive=[Square(facts=["above"])], terms=[("same slope", "3/2*1/l", "1")], nonzero=["l.positive"]),
        ], expected="proved", example={"d": 1, "m": 1, "N": 1, "X": 1, "y": 1, "W": 1, "a": 1, "rho": 0, "V": 1, "b": 1, "l": 1})  # fmt: skip
    for name, (change, u, x, s) in {"converges": ({"V": 2, "b": 2}, "1", "1", "2"), "nonzero": ({"l": 2}, "1/4", "1/2", "1"),
                                    "l.positive": ({"l": -1}, "0", "0", "1"),
                                      "flow of W": ({"W": LARGER, "V": 4}, "1", "1", "2"), "flow of a": ({"a": LARGER, "b": 4}, "1", "1", "2"),
                                      "fit": ({"X": 1, "y": 1, "rho": "log(2)*exp(-t)", "W": DOUBLED, "a": DOUBLED, "V": 2, "b": 2}, "1", "1", "2"),
                                      }.items():  # fmt: skip
        item.without(name, counterexample={"d": 1, "m": 1, "N": 1, "X": 0, "y": 0, "W": 1, "a": 1, "rho": 0, "V": 1, "b": 1, "l": 1, **change},
                     argument=[At({"goal": [Witness(u), Witness(x), Split([[Numbers()], [Witness(s), Numbers()]])]})])  # fmt: skip
    item.without("balanced at the start", counterexample={
        "d": 2, "m": 1, "N": 1, "X": "basis(2, 0)", "y": 15, "rho": "log(2)*exp(-t)", "W": f"4*sinh({TURN})*basis(2, 0) + 9/4*basis(2, 1)",
        "a": f"4*cosh({TURN})", "V": "3*basis(2, 0) + 9/4*basis(2, 1)", "b": 5, "l": 3,
    }, argument=[At({"goal": [Witness("15*basis(2, 0) + 100/7*basis(2, 1)"), Witness("sqrt(145/7)"), Split([[Numbers()], [
        Witness("sqrt(75)/2"), Numbers()]])]})])  # fmt: skip
    item.note("l, x, s are |w(0)|^(1/2), |u|^(1/2), |w(oo)|^(1/2), so l > 0 says that w(0) != 0; u runs through the other solutions. For all "
              "sizes, every residual (any loss of X'w) and every data, w(oo) = 0 and dependent samples included.")  # fmt: skip
    item.note("The time warp |a| needs no integral: v'w/|a| is kept for v orthogonal to the samples. In the limit this is the "
              "stationarity of Q on X'w = y, and Q is strictly convex.")  # fmt: skip
