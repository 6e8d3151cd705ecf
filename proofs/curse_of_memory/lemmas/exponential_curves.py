"""Curves that solve linear equations with constant coefficients: they are exponentials; constants; primitives.

Each entry is a `Have` that stands on its own, for all curves; a page puts it into an argument and then uses it.
"""

from __future__ import annotations

from verifier.language.script import Have, Ladder, Take, Use

#: u' = r u on [0, oo) gives u(T) = exp(r T) u(0).
EXPONENTIAL = Have(
    "forall(path, real curve, forall(pace, real, implies(forall(t, [0, oo), diff(path[t], t) == pace*path[t]),"
    " forall(until, nonnegative, path[until] == exp(pace*until)*path[0]))))",
    name="exponential",
    by=[
        Take("path", "pace", "until"),
        Have("exp(-pace*until)*path[until] == path[0]", name="weighted", by=[Ladder(
            "until", "0", time="moment",
            slope=[
                Use("given", at=["moment"], premises=[[]], name="rate"),
            ],
            base=[Have("exp(-pace*0)*path[0] == path[0]", name="one")],
        )]),
        Have("exp(pace*until)*exp(-pace*until) == 1", name="inverse"),
        Have("exp(pace*until)*(exp(-pace*until)*path[until]) == exp(pace*until)*path[0]", name="undone"),
    ],
)  # fmt: skip

#: u' = 0 on [0, oo) gives u(T) = u(0).
CONSTANT = Have(
    "forall(path, real curve, implies(forall(t, [0, oo), diff(path[t], t) == 0),"
    " forall(until, nonnegative, path[until] == path[0])))",
    name="constant",
    by=[
        Take("path", "until"),
        Ladder("until", "0", time="moment", slope=[
            Use("given", at=["moment"], premises=[[]], name="rate"),
        ]),
    ],
)  # fmt: skip
