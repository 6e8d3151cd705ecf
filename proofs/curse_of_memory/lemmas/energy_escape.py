"""How far a gradient flow on Q + P can move while |grad P| <= G: at most G t + (Q(0) - Q(t))/G, where Q >= 0.

Along theta' = -grad Q - grad P one has dQ/dt = -|theta'|^2 - grad P . theta' <= (|grad P|^2 - |theta'|^2)/2.  So where
|grad P| <= G up to T, 2 dQ/dt <= G^2 - |theta'|^2; nothing else is asked of Q and of the curve.  With z the way from
the start to theta(T), the number G z . (theta - theta(0)) + |z| (Q - Q(0)) - |z| G^2 t does not grow.  No expansion in
the way, no Hessian, no eigenvectors; it holds for all dimensions and all times.

Each entry is a `Have` that stands on its own, for all curves (theta in two columns, x and y).
"""

from __future__ import annotations

from verifier.language.script import (
    Axiom,
    Cases,
    Have,
    Induct,
    Ladder,
    Order,
    Split,
    Square,
    Take,
    Use,
)

_WAY = "(norm2(xx[until] - xx[0]) + norm2(yy[until] - yy[0]))"
_SPEED = "(norm2(diff(xx[t], t)) + norm2(diff(yy[t], t)))"
_WITH = "(trace(zz.T*(xx[until] - xx[0])) + trace(vv.T*(yy[until] - yy[0])))"
_MOVES = "(trace(zz.T*diff(xx[moment], moment)) + trace(vv.T*diff(yy[moment], moment)))"
_STEEP = f"far*GG**2 - GG*{_MOVES} - far*diff(QQ[moment], moment)"
_LEFT = "GG**2*until + QQ[0] - QQ[until] - GG*far"
_NOW = Use("given3.1", at=["moment"], premises=[[]], name="rate")

#: 2 dQ/dt <= G^2 - |theta'|^2 up to T gives G |theta(T) - theta(0)| <= G^2 T + Q(0) - Q(T); `far` is that distance.
SLOW = Have(
    "forall(p, positive integer, forall(q, positive integer,"
    " forall(xx, matrix(p, 1) curve, forall(yy, matrix(q, 1) curve, forall(QQ, real curve,"
    " forall(GG, nonnegative, forall(until, nonnegative, forall(far, nonnegative, implies("
    f"far**2 == {_WAY} and forall(t, [0, until), 2*diff(QQ[t], t) <= GG**2 - {_SPEED}),"
    " GG*far <= GG**2*until + QQ[0] - QQ[until])))))))))",
    name="slow",
    by=[
        Take("p", "q", "xx", "yy", "QQ", "GG", "until", "far"),
        Have("forall(x1, real, forall(x2, real, implies(x2 > 0 and x2*x1 >= 0, 0 <= x1)))", name="divide",
             by=[Take("x1", "x2")]),
        Have("QQ[until] <= QQ[0] + GG**2*until", name="rises slowly", by=[Ladder("until", "0", time="moment", slope=[
            _NOW,
        ])]),
        Cases("far <= 0", name="still", yes=[
            Have("far == 0", name="nothing"),
        ], no=[
            Have("far > 0", name="far positive"),
            Have("forall(zz, matrix(p, 1), forall(vv, matrix(q, 1), implies(far**2 == norm2(zz) + norm2(vv),"
                 f" GG*{_WITH} + far*(QQ[until] - QQ[0]) <= far*GG**2*until)))", name="along", by=[
                Take("zz", "vv"), Ladder("until", "0", time="moment", slope=[
                    _NOW,
                    Have(f"2*far*({_STEEP}) >= 0", name="twice", by=[Order(positive=[
                        Square(root="far*diff(xx[moment], moment) - GG*zz"),
                        Square(root="far*diff(yy[moment], moment) - GG*vv"),
                        Square(root="far", facts=["rate"])], terms=[("given4", "GG**2", "1")])]),
                    Use("divide", at=[_STEEP, "2*far"], name="steep", premises=[[Split([
                        [], []])]]),
                ])]),
            Use("along", at=["xx[until] - xx[0]", "yy[until] - yy[0]"], name="with the way",
                premises=[[]]),
            Have(f"far*({_LEFT}) >= 0", name="times far"),
            Use("divide", at=[_LEFT, "far"], name="bound", premises=[[Split([
                [], []])]]),
        ]),
    ],
)  # fmt: skip

#: An entry is at most the norm: z_k^2 <= |z|^2.  Needs ``norm of a product``.
ENTRY = Have(
    "forall(q, positive integer, forall(zz, matrix(q, 1), forall(kk, integer[0, q-1],"
    " trace(basis(q, kk).T*zz)**2 <= norm2(zz))))",
    name="entry",
    by=[
        Take("q", "zz", "kk"),
        Use("norm of a product", at=["1", "q", "1", "basis(q, kk).T", "zz"], name="product"),
    ],
)  # fmt: skip

#: z_k^2 <= B for all k gives |z|^2 <= q B.
ENTRIES = Have(
    "forall(q, positive integer, forall(zz, matrix(q, 1), forall(BB, real, implies("
    "forall(kk, integer[0, q-1], trace(basis(q, kk).T*zz)**2 <= BB), norm2(zz) <= q*BB))))",
    name="entries",
    by=[
        Take("q", "zz", "BB"),
        Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["q"], name="identity"),
        Have("forall(nn, integer[0, q], Sum(trace(basis(q, kk).T*zz)**2, (kk, 0, nn-1)) <= nn*BB)", name="sums", by=[
            Induct("nn", step=[
                Use("given", at=["nn"], name="one")])]),
        Use("sums", at=["q"], name="sum"),
        Order(positive=[Square(facts=["sum"])], terms=[("identity", "-zz.T", "zz")]),
    ],
)  # fmt: skip
