"""Steps of arguments about Frobenius norms, for all sizes.  |X|^2 stands for trace(X.T*X)."""

from __future__ import annotations

from verifier.claims.script import Axiom, Have, Inside, Order, Square, Take, Use

#: |X Z|^2 <= |X|^2 |Z|^2, by Lagrange's identity: the difference is half the sum of |x_j z_h - x_h z_j|^2, with the
#: columns x_j of X and the rows z_j of Z.
PRODUCT = Have(
    "forall(p, positive integer, forall(q, positive integer, forall(r, positive integer,"
    " forall(X, matrix(p, q), forall(Z, matrix(q, r),"
    " trace((X*Z).T*(X*Z)) <= trace(X.T*X)*trace(Z.T*Z))))))",
    name="norm of a product",
    by=[
        Take("p", "q", "r", "X", "Z"),
        Axiom("resolution-of-identity"),
        Use("resolution-of-identity", at=["q"], name="identity"),
        Order(positive=[Square(
            root="X*basis(q, j)*basis(q, h).T*Z - X*basis(q, h)*basis(q, j).T*Z", weight="1/2",
            over=[("j", "0", "q-1"), ("h", "0", "q-1")],
        )], terms=[
            Inside("identity", "trace(X*HOLE*X.T)*trace(Z.T*Z)"),
            Inside("identity", "Sum(basis(q, j).T*X.T*X*basis(q, j), (j, 0, q-1))*trace(Z.T*HOLE*Z)"),
            Inside("identity", "-trace(X*HOLE*Z*Z.T*X.T)"),
            Inside("identity", "-Sum(basis(q, h).T*Z*Z.T*HOLE*X.T*X*basis(q, h), (h, 0, q-1))"),
        ]),
    ],
)  # fmt: skip
