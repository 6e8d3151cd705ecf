"""What the kernel takes as it is beyond its rules: closed formulas under names.

Everything else the kernel knows of matrices is in the rules of `words`.  A proof that uses one of these
reports its name.
"""

from __future__ import annotations

from verifier.kernel.terms.binding import marked
from verifier.kernel.terms.expr import Expr
from verifier.kernel.work import bounded

_N: Expr = ("integer", 1, "oo")

with bounded():  # read once, perhaps in the first check of a process, which does not pay for it
    #: Finitely many coordinates make up a vector: the identity is the sum of e_p e_p'.
    RESOLUTION: Expr = marked((
        "forall", "n", _N,
        ("==", ("eye", "n"), ("sum", ("*", ("basis", "n", "p"), ("T", ("basis", "n", "p"))), "p", 0, ("-", "n", 1))),
    ))  # fmt: skip

AXIOMS: dict[str, Expr] = {"resolution-of-identity": RESOLUTION}
