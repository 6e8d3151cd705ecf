"""Initialization shape, Theorem 3: starts whose products are small, by another route, and corrupted twins."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

import mpmath as mp
import pytest
import shipped
from shipped import decide

from verifier.language.claim import Claim


def corrupted(
    id: str, old: str, new: str, values: Mapping[str, str] | None = None, argument: tuple[object, ...] = ()
) -> Claim:
    """The claim of a page with one piece of its conclusion changed."""
    item = shipped.copy_of("initialization_shape", id)
    assert item.conclusion is not None and item.conclusion.text.count(old) >= 1
    kept = argument or (() if values else item.conclusion.argument)
    item.conclusion = replace(
        item.conclusion, text=item.conclusion.text.replace(old, new, 1), counterexample=values, argument=kept
    )
    return shipped.entries("initialization_shape", item)[0].claim


#: A network at rest whose second coordinate no sample sees: it is V b - X nu = e_1 of length 1.
UNSEEN = {"d": "2", "m": "1", "N": "1", "X": "basis(2, 0)", "y": "0", "W": "basis(2, 1)", "a": "1", "rho": "0",
          "V": "basis(2, 1)", "b": "1", "nu": "0", "mu": "0"}  # fmt: skip


@pytest.mark.parametrize(("old", "new"), [
    ("2*(norm2(W[0]*a[0]) + norm2(W[0])**2)", "1/4*(norm2(W[0]*a[0]) + norm2(W[0])**2)"),
    ("2*(norm2(W[0]*a[0]) + norm2(W[0])**2) + ", ""),
    (" <= ", " >= 1 + "),
    ("norm2(V*b - X*nu)", "1/4 + norm2(V*b - X*nu) + norm2(V)*3"),
])  # fmt: skip
def test_smaller_bounds_are_refuted(old: str, new: str) -> None:
    assert decide(corrupted("thm-3-rate-products", old, new, UNSEEN), 30).verdict == "refuted"


@pytest.mark.parametrize(("old", "new"), [("4*mu", "mu"), ("norm2(W[0])**2", "norm2(W[0])**3")])
def test_other_constants_have_no_proof_by_this_argument(old: str, new: str) -> None:
    assert decide(corrupted("thm-3-rate-products", old, new), 2).verdict != "proved"


def end_of_flow(sample: list[mp.mpf], output: mp.mpf, a: list[mp.mpf], w: list[list[mp.mpf]]) -> list[mp.mpf]:
    """One sample: every (a_i, x'w_i/|x|) turns by the same hyperbolic angle, which the output determines."""
    length = mp.sqrt(sum(x * x for x in sample))
    seen = [sum(x * c for x, c in zip(sample, v, strict=True)) / length for v in w]

    def at(turn: mp.mpf) -> list[mp.mpf]:
        c, s = mp.cosh(turn), mp.sinh(turn)
        total = [mp.mpf(0)] * len(sample)
        for ai, pi, v in zip(a, seen, w, strict=True):
            now, along = c * ai + s * pi, c * pi + s * ai
            total = [t + now * (k + (along - pi) * x / length) for t, k, x in zip(total, v, sample, strict=True)]
        return total

    low, high = mp.mpf(-60), mp.mpf(60)
    for _ in range(300):
        middle = (low + high) / 2
        low, high = (
            (middle, high) if sum(x * t for x, t in zip(sample, at(middle), strict=True)) < output else (low, middle)
        )
    return at(low)


def test_the_bound_by_products_on_exact_flows_of_wide_networks() -> None:
    source = random.Random(5)
    with mp.workdps(60):
        for _ in range(60):
            d, m = source.choice((2, 3)), source.choice((1, 2, 4))
            scale = [mp.mpf(10) ** source.randint(-6, 4) for _ in range(m)]
            a = [s * source.choice((-1, 1)) * (1 + mp.mpf(source.random())) for s in scale]
            w = [
                [mp.mpf(10) ** source.randint(-8, 0) * (2 * mp.mpf(source.random()) - 1) for _ in range(d)]
                for _ in range(m)
            ]
            sample = [mp.mpf(source.randint(-4, 4)) for _ in range(d - 1)] + [mp.mpf(1)]
            output = mp.mpf(source.randint(-3, 3))
            found = end_of_flow(sample, output, a, w)
            square = sum(x * x for x in sample)
            if abs(sum(x * c for x, c in zip(sample, found, strict=True)) - output) > mp.mpf(10) ** -30:
                continue  # no turn has this output: the flow has no such end
            least = [output * x / square for x in sample]
            distance = sum((p - q) ** 2 for p, q in zip(found, least, strict=True))
            start = [sum(a[i] * w[i][j] for i in range(m)) for j in range(d)]
            weights = sum(c * c for v in w for c in v)
            mu = abs(output) / mp.sqrt(square)
            assert distance <= 2 * (sum(c * c for c in start) + weights**2) + 4 * mu * weights


def test_small_products_with_a_large_outer_layer_end_near_the_least_norm() -> None:
    with mp.workdps(60):
        sample = [mp.mpf(1), mp.mpf(0)]
        far = []
        for eps in (mp.mpf("1e-3"), mp.mpf("1e-6")):
            a = [1 / eps, mp.sqrt(eps)]
            w = [[eps**2 / 2, eps**2], [mp.mpf(0), mp.sqrt(eps)]]
            found = end_of_flow(sample, mp.mpf(1), a, w)
            far.append(mp.sqrt((found[0] - 1) ** 2 + found[1] ** 2))
        assert far[0] < mp.mpf("0.01") and far[1] < mp.mpf("1e-5")
