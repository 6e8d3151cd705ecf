"""The Cauchy-Schwarz inequality for all dimensions, as the pages on radial potentials cite it."""

from verifier.language.script import Order, Split, Square, Use
from verifier.library.short_names import BOX, PRODUCT

from . import paper


@paper.remark("cauchy-schwarz", "The Cauchy-Schwarz inequality", where="cross-check", provenance="derived")
def cauchy_schwarz(item):
    item.printed("(not in the paper) |u'v| <= |u| |v|.")
    item.let(d="positive integer", u="matrix(d, 1)", v="matrix(d, 1)", n="nonnegative", m="nonnegative")
    item.suppose("lengths", "n**2 == norm2(u) and m**2 == norm2(v)")
    item.conclude("-n*m <= trace(u.T*v) and trace(u.T*v) <= n*m", argument=[
        PRODUCT, BOX, Use("norm of a product", at=["1", "d", "1", "u.T", "v"], name="product"),
        Use("box", at=["trace(u.T*v)", "n*m"], premises=[[Split([
            [],
            [Order(positive=[Square(facts=["product"])], terms=[("lengths.0", "1", "m**2"), ("lengths.1", "norm2(u)", "1")])]])]])],
        expected="proved")  # fmt: skip
