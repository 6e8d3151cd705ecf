"""Section 6, Theorem 3: what the flow of a network keeps, and how far its limit is from the least norm, for every start."""

from verifier.language.script import (
    Cases,
    Have,
    Ladder,
    Limit,
    Linear,
    Numbers,
    Order,
    Set,
    Split,
    Square,
    Take,
    Use,
)

from . import paper
from .section_6_shape import fitted, trained

ROW = "trace(v.T*W[{0}]*e)"
FORM = "(trace(a[{0}].T*e)**2 - trace((W[{0}]*e).T*(W[{0}]*e)))"
#: At rest: one neuron, one sample.
REST = {"d": 1, "m": 1, "N": 1, "X": 1, "y": 1, "W": 1, "a": 1, "rho": 0, "V": 1, "b": 1, "nu": 1, "mu": 1}


@paper.remark("thm-3-kept", "What the flow of every network keeps", where="Section 6, cross-check")
def kept(item):
    item.printed("(not in the paper) For v orthogonal to the samples v'W is kept, and a a' - W'W is kept (Du et al., Theorem 2.2).")
    item.use(trained)
    item.let(e="matrix(m, 1)")
    item.conclude(f"forall(t, [0, oo), {FORM.format('t')} == {FORM.format('0')})"
                  f" and forall(v, matrix(d, 1), implies(v.T*X == zeros(1, N), forall(t, [0, oo), {ROW.format('t')} == {ROW.format('0')})))",
                  argument=[
        Have("forall(t, [0, oo), diff(a[t], t)*a[t].T + a[t]*diff(a[t], t).T == diff(W[t], t).T*W[t] + W[t].T*diff(W[t], t))", name="rate", by=[
            Take("t"), Use("flow of W", at=["t"], name="W moves"), Use("flow of a", at=["t"], name="a moves")]),
        Split([
            [Take("T"), Ladder("T", "0", slope=[
                Use("rate", at=["r"], premises=[[]], name="now")])],
            [Take("v", "T"), Ladder("T", "0", slope=[
                Use("flow of W", at=["r"], premises=[[]], name="now")])]])],
        expected="proved", example={**{k: v for k, v in REST.items() if k not in ("V", "b", "nu", "mu", "y")}, "e": 1})  # fmt: skip
    still = {"d": 1, "m": 1, "N": 1, "X": 0, "W": 1, "a": 1, "rho": 0, "e": 1}
    item.without("flow of W", counterexample={**still, "W": "1 + t"})
    item.without("flow of a", counterexample={**still, "a": "1 + t"})


#: v = w(oo) - X nu is orthogonal to the samples, |v|^2 = v'W(0) b and |b|^4 <= (a(0)'b)^2 + |X nu|^2.
DISTANCE = [
    Set("v", "V*b - X*nu"),
    Have("X.T*v == zeros(N, 1)", name="orthogonal"),
    Have("v.T*X == zeros(1, N)", name="v is orthogonal"),
    Use("cited:thm-3-kept", at=["d", "m", "N", "X", ("W[t]", "t"), ("a[t]", "t"), ("rho[t]", "t"), "b"], name="kept", premises=[[], []]),
    Use("kept.1", at=["v"], name="row", premises=[[]]),
    Set("f", FORM.format("0").replace("*e", "*b")), Set("g", ROW.format("0").replace("*e", "*b")),
    Have("forall(n, nonnegative integer, trace(a[n].T*b)**2 - trace((W[n]*b).T*(W[n]*b)) == f)", name="form at n", by=[
        Take("n"), Use("kept.0", at=["n"], name="now")]),
    Have("forall(n, nonnegative integer, trace(v.T*W[n]*b) == g)", name="row at n", by=[
        Take("n"), Use("row", at=["n"], name="now")]),
    Limit("form at n", limits=["converges.0", "converges.1"], name="form"),
    Limit("row at n", limits=["converges.0"], name="row at the end"),
    Have("norm2(v) == trace(v.T*W[0]*b)", name="size"),
    Have("norm2(v) <= norm2(W[0]*b)", name="short", by=[Order(positive=[Square(root="W[0]*b - v")], terms=[("size", "-2", "1")])]),
]  # fmt: skip


#: Changes of a network at rest at 0 that break one hypothesis and every bound of the distance by the start.
NOTHING = {"d": 1, "m": 1, "N": 1, "X": 0, "y": 0, "W": 0, "a": 0, "rho": 0, "V": 0, "b": 0, "nu": 0, "mu": 0}


def roles(item, end):
    """Each hypothesis of a bound is needed; `end` is what a reaches from 0 beside w = 1."""
    item.without("flow of W", counterexample={**NOTHING, "W": "1 - exp(-t)", "a": 1, "V": 1, "b": 1})
    item.without("flow of a", counterexample={**NOTHING, "W": 1, "a": f"{end} - {end}*exp(-t)", "V": 1, "b": end})
    item.without("converges", counterexample={**NOTHING, "V": 1, "b": 1})
    item.without("fit", counterexample={**NOTHING, "X": 1, "y": 1, "nu": 1, "mu": 1})
    item.without("least", counterexample={**NOTHING, "X": 1, "nu": 1, "mu": 1})
    grown = "exp(log(2)*(1 - exp(-t)))"
    item.without("mu.nonnegative", counterexample={
        **NOTHING, "X": 1, "y": 4, "rho": "log(2)*exp(-t)", "W": grown, "a": grown, "V": 2, "b": 2, "nu": 4, "mu": -4})  # fmt: skip


@paper.remark("thm-3-rate", "How far the limit is from the least norm, for every start", where="Section 6, cross-check")
def rate(item):
    item.printed("(not in the paper) For every start: |w(oo) - w*|^2 <= (|a(0)|^2 + |w*|) |W(0)|^2, where w* = X nu is the solution of "
                 "least norm.")  # fmt: skip
    item.use(fitted)
    item.let(nu="matrix(N, 1)", mu="nonnegative")
    item.suppose("least", "X.T*X*nu == y and norm2(X*nu) == mu**2")
    item.conclude("norm2(V*b - X*nu) <= (norm2(a[0]) + mu)*norm2(W[0])", because=["thm-3-kept", "norm-product"], argument=[
        *DISTANCE,
        Use("cited:norm-product", at=["d", "m", "1", "W[0]", "b"], name="product of W"),
        Use("cited:norm-product", at=["1", "m", "1", "a[0].T", "b"], name="product of a"),
        Set("h", "trace(b.T*b)"), Set("k", "norm2(a[0])"), Set("j", "norm2(W[0])"),
        Have("norm2(V*b) == norm2(v) + mu**2", name="parts"),
        Have("h**2 <= mu**2 + k*h", name="quadratic", by=[Order(positive=[Square(facts=["product of a"]), Square(facts=["short"])], terms=[
            ("form", "-1", "1"), ("f", "-1", "1"), ("parts", "-1", "1"), ("h", "-1", "h + trace(b.T*b)"),
            ("h", "k", "1"), ("k", "trace(b.T*b)", "1")])]),
        Have("k >= 0", name="k>=0", by=[Have("norm2(a[0]) >= 0", name="plain")]),
        Have("h <= k + mu", name="bounded"),
        Have("j >= 0", name="j>=0", by=[Have("norm2(W[0]) >= 0", name="plain")]),
        Have("norm2(v) <= j*(k + mu)", name="in numbers", by=[
            Order(positive=[Square(facts=["short"]), Square(facts=["product of W"]), Square(facts=["j>=0", "bounded"])],
                  terms=[("h", "j", "1"), ("j", "trace(b.T*b)", "1")])]),
        Order(positive=[Square(facts=["in numbers"])], terms=[
            ("v", "(v + V*b - X*nu).T", "1"), ("j", "-(k + mu)", "1"), ("k", "-norm2(W[0])", "1")]),
    ], expected="proved", example=REST)  # fmt: skip
    roles(item, 1)


NETWORK = ["d", "m", "N", "X", ("W[t]", "t"), ("a[t]", "t"), ("rho[t]", "t")]
#: h = |b|^2, k = |a(0)|^2, j = |W(0)|^2, p = |W(0) a(0)|^2, c = a(0)'b.
LETTERS = [
    Set("h", "trace(b.T*b)"), Set("k", "norm2(a[0])"), Set("j", "norm2(W[0])"), Set("p", "norm2(W[0]*a[0])"), Set("c", "trace(a[0].T*b)"),
    Have("trace(b.T*b) >= 0", name="b>=0"), Have("norm2(a[0]) >= 0", name="a>=0"), Have("norm2(W[0]) >= 0", name="W>=0"),
    Have("norm2(W[0]*a[0]) >= 0", name="Wa>=0"),
    Have("h >= 0 and k >= 0 and j >= 0 and p >= 0", name="signs", by=[Split([
        [], [], [], []])]),
    Use("cited:norm-product", at=["1", "m", "1", "a[0].T", "b"], name="product of a"),
    Have("c**2 <= k*h", name="cauchy", by=[Order(rewrite=["c", "k", "h"], positive=[Square(facts=["product of a"])])]),
    Use("cited:norm-product", at=["d", "m", "1", "W[0]", "a[0]"], name="product of W and a"),
    Have("p <= j*k", name="p<=jk"),
]  # fmt: skip
#: The component e of a(0) across b: b'e = 0, a(0)'e = h k - c^2 and |e|^2 = h (h k - c^2).
ACROSS = [
    Set("e", "h*a[0] - c*b"),
    Use("cited:thm-3-kept", at=[*NETWORK, "e"], name="kept across", premises=[[], []]),
    Set("l", FORM.format("0")),
    Have("forall(n, nonnegative integer, trace(a[n].T*e)**2 - trace((W[n]*e).T*(W[n]*e)) == l)", name="across at n", by=[
        Take("n"), Use("kept across.0", at=["n"], name="now"), Linear(rewrite=["l"], terms=[("now", "1", "1")])]),
    Limit("across at n", limits=["converges.0", "converges.1"], name="across"),
    Set("q", "h*k - c**2"),
    Have("trace(b.T*e) == 0", name="e and b"),
    Have("trace(a[0].T*e) == q", name="e and a"),
    Have("norm2(e) == h*q", name="length of e"),
    Use("cited:norm-product", at=["d", "m", "1", "W[0]", "e"], name="product of W and e"),
    Have("q**2 <= j*h*q", name="squared", by=[Order(positive=[Square(root="V*e"), Square(facts=["product of W and e"])], terms=[
        ("across", "1", "1"), ("l", "1", "1"), ("e and b", "-trace(b.T*e)", "1"), ("e and a", "q + trace(a[0].T*e)", "1"),
        ("length of e", "-norm2(W[0])", "1"), ("j", "h*q", "1")])]),
    Have("q >= 0", name="q>=0"),
    Have("q <= j*h", name="nearly parallel", by=[
        Set("s", "j*h"), Have("s >= 0", name="s>=0"),
        Have("q**2 <= s*q", name="in s"),
        Have("q <= s", name="below")]),
]  # fmt: skip
#: k W(0) b = c W(0) a(0) + W(0) z with |z|^2 = k q.
PULL = [
    Set("z", "k*b - c*a[0]"),
    Have("norm2(z) == k*q", name="length of z"),
    Use("cited:norm-product", at=["d", "m", "1", "W[0]", "z"], name="product of W and z"),
    Set("x", "norm2(W[0]*b)"),
    Have("k**2*norm2(W[0]*b) == norm2(c*W[0]*a[0] + W[0]*z)", name="sum"),
    Have("k**2*x <= 2*c**2*p + 2*j*(k*q)", name="two parts", by=[Order(positive=[
        Square(root="c*W[0]*a[0] - W[0]*z"), Square(facts=["product of W and z"], weight="2")], terms=[
        ("x", "-k**2", "1"), ("sum", "-1", "1"), ("p", "2*c**2", "1"), ("j", "2*k*q", "1"), ("length of z", "-2*norm2(W[0])", "1")])]),
    Have("k*x <= 2*h*(p + j**2)", name="by k", by=[Cases("k == 0", name="none", yes=[
        Have("2*h*(p + j**2) >= 0", name="right")], no=[
        Have("c**2*p <= k*h*p", name="first"),
        Have("j*k*q <= j*k*(j*h)", name="second"),
        Have("k*(2*h*(p + j**2) - k*x) >= 0", name="times k"),
        Set("s", "2*h*(p + j**2) - k*x"), Have("k*s >= 0", name="ks"),
        Have("k > 0", name="k>0"),
        Have("s >= 0", name="s>=0")])]),
    Have("x <= j*h", name="plain", by=[
        Use("cited:norm-product", at=["d", "m", "1", "W[0]", "b"], name="product of W")]),
]  # fmt: skip


@paper.remark("thm-3-rate-products", "How far the limit is from the least norm, by the products", where="Section 6, cross-check")
def rate_of_products(item):
    item.printed("(not in the paper) For every start: |w(oo) - w*|^2 <= 2 (|W(0) a(0)|^2 + |W(0)|^4) + 4 |w*| |W(0)|^2, where w* = X nu is the "
                 "solution of least norm.")  # fmt: skip
    item.use(fitted)
    item.let(nu="matrix(N, 1)", mu="nonnegative")
    item.suppose("least", "X.T*X*nu == y and norm2(X*nu) == mu**2")
    item.conclude("norm2(V*b - X*nu) <= 2*(norm2(W[0]*a[0]) + norm2(W[0])**2) + 4*mu*norm2(W[0])", because=["thm-3-kept", "norm-product"], argument=[
        *DISTANCE, *LETTERS,
        Have("norm2(V*b) == norm2(v) + mu**2", name="parts"),
        Have("h**2 <= mu**2 + k*h", name="quadratic", by=[Order(positive=[Square(facts=["product of a"]), Square(facts=["short"])], terms=[
            ("form", "-1", "1"), ("f", "-1", "1"), ("parts", "-1", "1"), ("h", "-1", "h + trace(b.T*b)"),
            ("h", "k", "1"), ("k", "trace(b.T*b)", "1")])]),
        Have("h <= k + mu", name="bounded", by=[Numbers(using=["quadratic", "signs", "mu"])]),
        *ACROSS, *PULL,
        Have("x <= 2*(p + j**2) + 4*mu*j", name="numbers", by=[Cases("k < j", name="inner", yes=[
            Have("x <= j*(k + mu)", name="by h"),
            Have("j*k <= j*j", name="by j"),
            Have("mu*j >= 0", name="room")], no=[
            Cases("k == 0", name="none", yes=[
                Have("j == 0", name="j is 0")], no=[
                Have("k > 0", name="k>0"),
                Have("p + j**2 <= 2*j*k", name="both"),
                Have("k*x <= k*(2*(p + j**2) + 4*mu*j)", name="times k", by=[Order(positive=[
                    Square(facts=["by k"]), Square(facts=["bounded", "signs.3"], weight="2"), Square(facts=["bounded"], root="j", weight="2"),
                    Square(facts=["both", "mu.nonnegative"], weight="2")])]),
                Set("s", "2*(p + j**2) + 4*mu*j - x"), Have("k*s >= 0", name="ks"),
                Have("s >= 0", name="s>=0"), Numbers(using=["s", "s>=0"])])])]),
        Order(positive=[Square(facts=["short"]), Square(facts=["numbers"])], terms=[
            ("v", "(v + V*b - X*nu).T", "1"), ("x", "1", "1"), ("p", "-2", "1"), ("j", "-2*(j + norm2(W[0])) - 4*mu", "1")]),
    ], expected="proved", example=REST)  # fmt: skip
    roles(item, 2)
