"""Steps of arguments about gradient flows and other curves: comparison with linear differential equations (Gronwall).

Each entry is a `Have` that stands on its own, for all curves; a page puts it into an argument and then uses it.
"""

from __future__ import annotations

from verifier.claims.script import Have, Ladder, Numbers, Take, Use

#: u' <= M u on [0, T] gives u(T) <= exp(M T) u(0).  (Gronwall's inequality with a constant rate.)
GRONWALL = Have(
    "forall(u, real curve, forall(M, real, forall(T, nonnegative,"
    " implies(forall(t, [0, T], diff(u[t], t) <= M*u[t]), u[T] <= exp(M*T)*u[0]))))",
    name="gronwall",
    by=[
        Take("u", "M", "T"),
        Have("exp(-M*T)*u[T] <= u[0]", name="weighted", by=[Ladder(
            "T", "0",
            slope=[
                Use("given1", at=["r"], premises=[[Numbers(using=["between"])]], name="rate"),
                Have("exp(-M*r) > 0", name="weight", by=[Numbers(using=[])]),
                Numbers(using=["rate", "weight"]),
            ],
            base=[Have("exp(-M*0)*u[0] == u[0]", name="one", by=[Numbers(using=[])]), Numbers(using=["one"])],
            side=[Numbers(using=["given"])],
        )]),
        Numbers(using=["weighted"]),
    ],
)  # fmt: skip
