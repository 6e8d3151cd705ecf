"""Appendix B.2: products of layers that nearly commute with a reflection G, at one time.

Layers of any widths are padded by zeros to one size N.  P are the products of the layers from the front, or B from behind;
every bound is uniform in the layers: b bounds their squared norms, u how far they are from commuting with G.
"""

from verifier.language.script import Have, Induct, Inside, Numbers, Order, Set, Split, Square, Take, Use
from verifier.library.short_names import PRODUCT

from . import paper

REFLECTION = "G.T == G and G*G == eye(N)"
LAYERS = {"N": "positive integer", "L": "positive integer", "G": "matrix(N, N)", "W": "matrix(N, N) sequence",
          "b": "nonnegative", "u": "nonnegative", "q": "real"}  # fmt: skip
NEAR = "forall(l, integer[0, L-1], norm2(W[l]) <= b and norm2(W[l] - G*W[l]*G) <= u)"
ALL_ONE = {"N": 1, "L": 1, "G": 1, "W": 1, "P": 1, "b": 1, "u": 0, "q": 4}


def bounds(P, power):
    return f"norm2({P}[l]) <= N*q**{power} and norm2({P}[l] - G*{P}[l]*G) <= N*q**{power}*u"


def moved(P):
    return f"({P} - G*{P}*G)"


def growing(P, layer, front):
    """The bounds by induction on the number of layers; `front` says on which side the next layer stands."""
    now, W = f"{P}[l]", layer
    left, right = (now, W) if front else (W, now)
    # the gap of the product: one gap times the other factor, plus the reflected factor times the other gap
    first = f"{moved(now)}*{W}" if front else f"{W}*{moved(now)}"
    second = f"G*{now}*G*{moved(W)}" if front else f"{moved(W)}*(G*{now}*G)"
    names = ["N", "N", "N"]
    return [
        PRODUCT, Have("b >= 0", name="b"), Have("u >= 0", name="u"),
        Have("q >= 1", name="q above"), Have("N > 0", name="size"),
        Have(f"forall(l, integer[0, L], {bounds(P, 'l')})", name="each", by=[Induct("l", base=[
            Have("q**0 == 1", name="none"),
            Have(f"norm2({P}[0]) == N", name="start"),
            Have(f"{moved(P + '[0]')} == zeros(N, N)", name="start gap"),
            Have(f"norm2({moved(P + '[0]')}) == 0", name="start small"),
            Split([[], [
                Have("N*q**0*u >= 0", name="right")]])], step=[
            Use("product.1", at=["l"], name="next"), Use("layers", at=["l" if front else "L-1-l"], name="layer"),
            Set("a", "N*q**l"), Have(f"norm2({now}) <= a and norm2({moved(now)}) <= a*u", name="before", by=[Split([
                [], [Numbers(using=["IH.1", "a"])]])]),
            Have("N*q**(l+1) == a*q", name="more", by=[Have("q**(l+1) == q**l*q", name="power")]),
            Have("a > 0", name="a above", by=[Have("q**l > 0", name="power")]),
            Use("norm of a product", at=[*names, left, right], name="PW"),
            Have(f"norm2({now}) >= 0", name="P above"),
            Have(f"norm2({P}[l+1]) <= a*b", name="bigger", by=[Order(positive=[
                Square(facts=["PW"]), Square(facts=["P above", "layer.0"]), Square(facts=["b", "before.0"])], terms=[
                    Inside("next", f"-trace(HOLE.T*{P}[l+1])"), Inside("next", f"-trace(({left}*{right}).T*HOLE)")])]),
            Have(f"norm2({moved(W)}) >= 0", name="E above"),
            Have(f"norm2({moved(now)}) >= 0", name="D above"),
            Use("norm of a product", at=[*names, *((moved(now), W) if front else (W, moved(now)))], name="DW"),
            Use("norm of a product", at=[*names, *((f"G*{now}*G", moved(W)) if front else (moved(W), f"G*{now}*G"))], name="PE"),
            Have(f"norm2(G*{now}*G) == norm2({now})", name="reflected"),
            Have(f"{moved(P + '[l+1]')} == {first} + {second}", name="gap"),
            Have(f"norm2({moved(P + '[l+1]')}) <= a*q*u", name="gaps", by=[Order(positive=[
                Square(root=f"{first} - {second}"), Square(facts=["DW"], weight="2"), Square(facts=["PE"], weight="2"),
                Square(facts=["D above", "layer.0"], weight="2"), Square(facts=["b", "before.1"], weight="2"),
                Square(facts=["E above", "before.0"], weight="2"), Square(facts=["a above", "layer.1"], weight="2")], terms=[
                    Inside("gap", f"-trace(HOLE.T*{moved(P + '[l+1]')})"), Inside("gap", f"-trace(({first} + {second}).T*HOLE)"),
                    ("reflected", f"-2*norm2({moved(W)})", "1"), ("q", "a*u", "1")])]),
            Split([[Have("a*b <= a*q", name="wider")],
                   [Have("N*q**(l+1)*u == a*q*u", name="times")]])])]),
        Take("l"), Use("each", at=["l"], name="this"),
        Have("N*q**l <= N*q**L", name="all", by=[
            Have("q**l <= q**L", name="powers", by=[
                Have("forall(k, nonnegative integer, q**l <= q**(l + k))", name="up", by=[Induct("k", step=[
                    Have("q**(l + k + 1) == q**(l + k)*q", name="one more"),
                    Have("q**(l + k) > 0", name="sign"),
                    Have("q**(l + k)*q >= q**(l + k)", name="longer")])]), Use("up", at=["L - l"])])]),
        Have("N*q**l*u <= N*q**L*u", name="all u"),
        Split([[], []]),
    ]  # fmt: skip


def products(id, title, step, layer, front):
    @paper.remark(id, title, where="Appendix B.2, cross-check")
    def page(item):
        item.printed("(not in the paper) Products of up to L layers of squared norm at most b that commute with a reflection up to u: their "
                     "squared norms are at most A = N (2b + 2)^L, and they commute with it up to A u.")  # fmt: skip
        item.let(**LAYERS, P="matrix(N, N) sequence")
        item.suppose("G", REFLECTION)
        item.suppose("q", "q == 2*b + 2")
        item.suppose("layers", NEAR)
        item.suppose("product", f"P[0] == eye(N) and forall(l, integer[0, L-1], P[l+1] == {step})")
        item.conclude(f"forall(l, integer[0, L], {bounds('P', 'L')})", expected="proved", argument=growing("P", layer, front),
                      example=ALL_ONE)  # fmt: skip
        grown = {**ALL_ONE, "L": 1, "b": 0, "u": 0, "q": 2}
        item.without("layers", counterexample={**grown, "W": 5, "P": "Piecewise((1, t < 1), (5, True))"})
        item.without("G", counterexample={**grown, "G": 3, "W": 0, "P": "Piecewise((1, t < 1), (0, True))"})

    return page


products("products/front", "Products from the front", "P[l]*W[l]", "W[l]", True)
products("products/behind", "Products from behind", "W[L-1-l]*P[l]", "W[L-1-l]", False)
