"""Section 6: Proposition 1, strictly balanced networks with any number of neurons."""

from verifier.audit.setting import Setting
from verifier.claims.script import (
    Bounded,
    Cases,
    Contradict,
    Have,
    Inside,
    Ladder,
    Limit,
    Linear,
    Negate,
    Numbers,
    Obtain,
    Order,
    Split,
    Square,
    Take,
    Use,
    Vanish,
)
from verifier.theory.flows import KEPT_RATIO, SLOW_DECAY
from verifier.theory.norms import PRODUCT
from verifier.theory.real_numbers import named_number as named

from . import paper

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
            Have(f"trace(W[t].T*W[t]) == {size}", name="same", by=[Linear(rewrite=["now"])]),
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
        Have("exp(-M*T) > 0", name="weight", by=[Numbers(using=[])]),
        Have(f"exp(-M*T)*{SIZE.format('0')} > 0", name="positive", by=[Numbers(using=["weight", "nonzero"])]),
        Numbers(using=["growth", "positive"]),
    ], expected="proved", example=RESTING)  # fmt: skip
    item.without("nonzero", counterexample={**RESTING, "W": 0, "a": 0})


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
    item.conclude(f"forall(t, [0, oo), {now}**2*{first} == {start}**2*{size} and {now}*{start} >= 0)",
                  because=["C/step-3", "prop-1-size"], argument=[
        CITED_BALANCE, KEPT_RATIO,
        Use("cited:prop-1-size", at=["d", "m", ("W[t]", "t"), ("a[t]", "t"), ("f[t]", "t")], name="positive",
            premises=[[], [], [], []]),
        Have("forall(t, [0, oo), (trace(v.T*diff(W[t], t)*a[t]) + trace(v.T*W[t]*diff(a[t], t)))*" + f"{size} =="
             f" {COMPONENT.format('t')}*trace(a[t].T*diff(a[t], t)))",
             name="rates", by=[
            Take("t"), Use("flow of W", at=["t"], name="W moves"), Use("flow of a", at=["t"], name="a moves"),
            Use("balanced", at=["t"], name="now"), Use("orthogonal", at=["t"], name="v now"),
            Have(f"trace(({size}*W[t] - W[t]*a[t]*a[t].T).T*({size}*W[t] - W[t]*a[t]*a[t].T)) <= 0", name="end",
                 by=[Order(rewrite=["now"])]),
            Vanish("end", squares=[Square(root=f"{size}*W[t] - W[t]*a[t]*a[t].T", name="parallel")]),
            Have("trace(v.T*diff(W[t], t)*a[t]) + trace(v.T*W[t]*diff(a[t], t)) == trace(v.T*W[t]*W[t].T*f[t])", name="moved", by=[
                Linear(terms=[("W moves", "v.T", "a[t]"), ("a moves", "v.T*W[t]", "1"), ("v now", size, "1")])]),
            Have("trace(a[t].T*diff(a[t], t)) == trace(a[t].T*W[t].T*f[t])", name="grown", by=[
                Linear(terms=[("a moves", "a[t].T", "1")])]),
            Have(f"{size}*trace(v.T*W[t]*W[t].T*f[t]) == {COMPONENT.format('t')}*trace(a[t].T*W[t].T*f[t])", name="third", by=[
                Linear(terms=[Inside("parallel", "v.T*HOLE*W[t].T*f[t]")])]),
            Numbers(using=["moved", "grown", "third"])]),
        Take("T"),
        Use("kept ratio", at=[(COMPONENT.format("t"), "t"), (size, "t"), "T"], premises=[[], [
            Take("t"), Use("positive", at=["t"], name="size now"), Use("rates", at=["t"], name="rate now"),
            Split([[], [Linear(terms=[("rate now", "2", "1")])]])]]),
    ], expected="proved", example={**RESTING, "v": 0})  # fmt: skip
    item.without("nonzero", counterexample=None)
    item.without("orthogonal", counterexample=None)


@paper.remark("prop-1-convex", "|w|^(3/2) lies strictly above its tangents", where="Appendix C, cross-check")
def convex(item):
    item.printed("(not in the paper) With g = b/|b|^(1/2), g = 0 for b = 0: |u|^(3/2) > |b|^(3/2) + (3/2) g'(u - b) for u != b.")
    item.let(d="positive integer", u="matrix(d, 1)", b="matrix(d, 1)", g="matrix(d, 1)", x="nonnegative", s="nonnegative")
    item.suppose("roots", "x**4 == norm2(u) and s**4 == norm2(b)")
    item.suppose("slope", "s*g == b and norm2(g) == s**2")
    item.suppose("different", "u != b")
    item.conclude("x**3 > s**3 + 3/2*g.T*(u - b)", argument=[
        PRODUCT,
        Have("g.T*b == s**3", name="along", by=[Linear(terms=[("slope.0", "-g.T", "1"), ("slope.1", "s", "1")])]),
        *named("c", "g.T*u"),
        Have("c**2 <= s**2*x**4", name="cs", by=[
            Use("norm of a product", at=["1", "d", "1", "g.T", "u"], name="product"),
            Order(positive=[Square(facts=["product"])], terms=[
                ("c", "-1", "c + g.T*u"), ("roots.0", "s**2", "1"), ("slope.1", "-norm2(u)", "1")])]),
        Have("c <= s*x**2", name="c below", by=[Numbers(using=["cs", "s", "x"])]),
        Negate("low"),
        Have("x**3 + s**3/2 - 3/2*c <= 0", name="gap", by=[Order(
            positive=[Square(facts=["low"])], terms=[("along", "3/2", "1"), ("c", "3/2", "1")])]),
        Have("x**4 - 2*s*c + s**4 <= 0", name="distance", by=[Numbers(using=["gap", "c below", "s", "x"])]),
        Have("norm2(u - b) <= 0", name="flat", by=[Order(positive=[Square(facts=["distance"])], terms=[
            ("roots.0", "1", "1"), ("c", "-2*s", "1"), ("slope.0", "-2*u.T", "1"), ("roots.1", "1", "1")])]),
        Vanish("flat", squares=[Square(root="u - b", name="same")]),
        Contradict("different", [Linear(terms=[("same", "1", "1")])]),
    ], expected="proved")  # fmt: skip
    item.without("different", counterexample={"d": 1, "u": 0, "b": 0, "g": 0, "x": 0, "s": 0})
    item.without("slope", counterexample={"d": 1, "u": 1, "b": 0, "g": 1, "x": 1, "s": 0})
