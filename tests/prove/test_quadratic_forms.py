"""Inequalities between inner products of vectors of any size, and twins that are not proved."""

from __future__ import annotations

import pytest

from verifier.language.claim import claim
from verifier.prove.portfolio import decide

N = {"n": "positive integer"}
POINTS = {**N, "x": "matrix(n,1)", "y": "matrix(n,1)", "z": "matrix(n,1)"}
FUNCTION = {**POINTS, "f": "real function of matrix(n,1)", "G": "matrix(n,1) function of matrix(n,1)",
            "m": "positive", "L": "positive", "a": "positive"}  # fmt: skip
MAP = {**POINTS, "P": "matrix(n,1) function of matrix(n,1)", "H": "matrix(n,1) function of matrix(n,1)",
       "a": "positive"}  # fmt: skip
STRONG = "forall(u, matrix(n,1), forall(v, matrix(n,1), f[v] >= f[u] + trace(G[u].T*(v-u)) + m/2*norm2(v-u)))"
SMOOTH = "forall(u, matrix(n,1), forall(v, matrix(n,1), f[v] <= f[u] + trace(G[u].T*(v-u)) + L/2*norm2(v-u)))"
CONVEX = "forall(u, matrix(n,1), forall(v, matrix(n,1), f[v] >= f[u] + trace(G[u].T*(v-u))))"
COCOERCIVE = "forall(u, matrix(n,1), forall(v, matrix(n,1), norm2(G[u]-G[v]) <= L*trace((G[u]-G[v]).T*(u-v))))"
PROJECTION = "forall(u, matrix(n,1), forall(v, matrix(n,1), trace((u - P[u]).T*(P[v] - P[u])) <= 0))"
BOTH = (
    "forall(u, matrix(n,1), forall(v, matrix(n,1),"
    " (L+m)*trace((G[u]-G[v]).T*(u-v)) >= m*L*norm2(u-v) + norm2(G[u]-G[v])))"
)
TRUE = {
    "strong convexity gives Polyak-Lojasiewicz": (FUNCTION, (STRONG,), "f[x] - f[y] <= norm2(G[x])/(2*m)"),
    "distance to the minimum": (FUNCTION, (STRONG, "G[y] == zeros(n,1)"), "norm2(x - y) <= 2/m*(f[x] - f[y])"),
    "a gradient step contracts": (
        FUNCTION, (COCOERCIVE,), "norm2((x - G[x]/L) - (y - G[y]/L)) <= norm2(x - y)"),
    "projections do": (MAP, (PROJECTION,), "norm2(P[x]-P[y]) <= norm2(x-y)"),
    "firmly": (MAP, (PROJECTION,), "norm2(P[x]-P[y]) <= trace((P[x]-P[y]).T*(x-y))"),
    "proximal points": (
        MAP, ("forall(u, matrix(n,1), P[u] == u - a*H[P[u]])",
              "forall(u, matrix(n,1), forall(v, matrix(n,1), trace((H[u]-H[v]).T*(u-v)) >= 0))"),
        "norm2(P[x]-P[y]) <= norm2(x-y)"),
    "a denominator that is a sum": (
        FUNCTION, ("a*(L+m) <= 2", BOTH),
        "norm2(x - a*G[x] - y + a*G[y]) <= (1 - 2*a*m*L/(L+m))*norm2(x-y)"),
    "one step of gradient descent": (
        FUNCTION, (SMOOTH, CONVEX),
        "f[x - G[x]/L] - f[y] <= L/2*(norm2(x-y) - norm2(x - G[x]/L - y))"),
    "weights": (
        {**POINTS, "e": "positive"}, (), "norm2(x-z) <= (1+e)*norm2(x-y) + (1+1/e)*norm2(y-z)"),
    "words that are numbers": (
        {**POINTS, "u": "real", "k": "real", "e": "nonnegative"}, ("u <= k", "k <= 2*x.T*x + e"), "u <= 2*x.T*x + 2*e"),
}  # fmt: skip
TWINS = {
    "words that are numbers, of unknown sign": (
        {**POINTS, "u": "real", "k": "real", "e": "nonnegative"}, ("u <= k", "k <= 2*x.T*y + 2*e"), "u <= 2*x.T*y + e"),
    "half the bound": (FUNCTION, (STRONG,), "f[x] - f[y] <= norm2(G[x])/(4*m)"),
    "twice the curvature": (FUNCTION, (STRONG, "G[y] == zeros(n,1)"), "norm2(x - y) <= 1/m*(f[x] - f[y])"),
    "too long a step": (FUNCTION, (COCOERCIVE,), "norm2((x - 3*G[x]/L) - (y - 3*G[y]/L)) <= norm2(x - y)"),
    "a projection that contracts": (MAP, (PROJECTION,), "norm2(P[x]-P[y]) <= norm2(x-y)/2"),
    "a weight that is missing": (
        {**POINTS, "e": "positive"}, (), "norm2(x-z) <= (1+e)*norm2(x-y) + norm2(y-z)/e"),
    "a letter of unknown sign": (
        {**POINTS, "e": "nonzero"}, (), "2*trace(x.T*y) <= e*norm2(x) + norm2(y)/e"),
    "one that may be 0": (
        {**POINTS, "e": "nonnegative"}, (), "2*e*trace(x.T*y) <= norm2(x)/4 + e**2*norm2(y)"),
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
def test_what_holds_for_all_sizes_is_proved(name: str) -> None:
    variables, given, goal = TRUE[name]
    assert decide(claim("c", goal, variables=variables, given=list(given)), 15).verdict == "proved"


@pytest.mark.parametrize("name", TWINS)
def test_a_twin_is_not_proved(name: str) -> None:
    variables, given, goal = TWINS[name]
    assert decide(claim("c", goal, variables=variables, given=list(given)), 3).verdict != "proved"
