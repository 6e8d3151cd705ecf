"""Facts of linear algebra and of the reals that the kernel takes as they are: closed formulas under names.

Everything else the kernel knows of matrices is in the rules of `words`.  A proof that uses one of these
reports its name.
"""

from __future__ import annotations

from verifier.evidence.kernel.expr import Expr

_N: Expr = ("integer", 1, "oo")

#: Finitely many coordinates make up a vector: the identity is the sum of e_p e_p'.
RESOLUTION: Expr = (
    "forall", "n", _N,
    ("==", ("eye", "n"), ("sum", ("*", ("basis", "n", "p"), ("T", ("basis", "n", "p"))), "p", 0, ("-", "n", 1))),
)  # fmt: skip

#: A wide matrix has a nonzero null vector: n > m unknowns, m homogeneous equations.
DEPENDENCE: Expr = (
    "forall", "m", _N,
    ("forall", "n", ("integer", ("+", "m", 1), "oo"),
     ("forall", "M", ("matrix", "m", "n"),
      ("exists", "x", ("matrix", "n", 1),
       ("and", ("!=", "x", ("zeros", "n", 1)), ("==", ("*", "M", "x"), ("zeros", "m", 1)))))),
)  # fmt: skip

#: Above every real number there is a natural one.
ARCHIMEDEAN: Expr = ("forall", "x", ("real",), ("exists", "n", ("integer", 1, "oo"), ("<", "x", "n")))

AXIOMS: dict[str, Expr] = {
    "resolution-of-identity": RESOLUTION,
    "linear-dependence": DEPENDENCE,
    "archimedean": ARCHIMEDEAN,
}
