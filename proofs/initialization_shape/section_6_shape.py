"""Section 6: Proposition 1, strictly balanced networks with any number of neurons."""

from verifier.audit.setting import Setting
from verifier.claims.script import (
    Bounded,
    Cases,
    Have,
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
