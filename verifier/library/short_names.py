"""Theorems of the library under the names that arguments on pages use."""

from __future__ import annotations

from verifier.language.script import Cite

BETWEEN = Cite("between", "between")
MODULUS = Cite("modulus", "modulus")
WITHIN = Cite("within", "within")
BOX = Cite("box", "box")
POWERS = Cite("powers-keep-order", "powers")
TANGENT = Cite("bernoulli", "tangent")
SIZES = Cite("sizes-of-powers", "sizes")
ONE_OF_A_SUM = Cite("one-of-a-sum", "one of a sum")

# curves: comparison with linear differential equations
GRONWALL = Cite("gronwall", "gronwall")
COMPARISON = Cite("comparison", "comparison")
STRICT_COMPARISON = Cite("strict-comparison", "strict comparison")
LINEAR_GROWTH = Cite("linear-growth", "linear growth")
SLOW_DECAY = Cite("slow-decay", "slow decay")

#: |X Z|^2 <= |X|^2 |Z|^2
PRODUCT = Cite("norm-of-a-product", "norm of a product")
NORM = "norm(X) := sqrt(norm2(X))"

_THEOREMS = {
    "norms": "norm-squared",
    "sizes": "size-of-a-number",
    "size of a difference": "size-of-a-difference",
    "squares": "order-by-squares",
    "strict squares": "order-by-squares-strictly",
    "size between": "size-between",
    "norm of a transpose": "norm-of-a-transpose",
    "product of norms": "submultiplicative",
    "inner product": "cauchy-schwarz-norms",
    "triangle": "triangle-inequality",
    "multiple": "norm-of-a-multiple",
    "norm of a sum": "norm-of-a-sum",
    "norm of a later sum": "norm-of-a-later-sum",
    "powers": "norm-of-powers",
    "norm of a power": "norm-of-a-power",
    "sum of bounds": "sum-of-bounds",
    "later bounds": "sum-of-later-bounds",
    "norm of a product": "norm-of-a-product",
}


def norms(*names: str) -> list[Cite]:
    """The facts with these names: theorems of the page `norms` of the library, and of `sums`."""
    return [Cite(_THEOREMS[name], name) for name in names]
