"""Initialization shape, Appendix F.2: the expansion of the potential at 40 digits, and corrupted twins."""

from __future__ import annotations

import random
from dataclasses import replace

import mpmath as mp
import pytest
import shipped
from shipped import decide

from verifier.language.claim import Claim


def change(k: mp.mpf, scale: mp.mpf, along: mp.mpf, across: mp.mpf) -> tuple[mp.mpf, mp.mpf, mp.mpf]:
    """Q(w(0) + f) - Q(w(0)) by the printed formula of q, and its second and third order; f = along u + across v."""
    delta, start = (1 - k**2) * scale**2, k * scale**2

    def potential(p: mp.mpf, q: mp.mpf) -> mp.mpf:
        x = mp.sqrt(p**2 + q**2)
        s = mp.sqrt(x**2 + delta**2 / 4)
        value = (x**2 - delta / 2 * (delta / 2 + s)) * mp.sqrt(s - delta / 2) / x
        return value - mp.mpf(3) / 2 * k * scale * p

    n, m = along**2 + across**2, 1 + k**2
    second = 3 / (4 * scale) * (n - k**2 / m * along**2)
    third = -k * along * (3 * n * m**2 - along**2 * (3 * k**4 + 7 * k**2)) / (4 * m**3 * scale**3)
    return potential(start + along, across) - potential(start, mp.mpf(0)), second, third


def test_the_remainders_on_random_displacements() -> None:
    source = random.Random(3)
    with mp.workdps(40):
        for _ in range(300):
            k, scale = mp.mpf(source.random()) ** 3 + mp.mpf("1e-6"), mp.mpf(10) ** source.randint(-2, 2)
            k = min(k, mp.mpf(1))
            size = mp.mpf(10) ** (-3 * mp.mpf(source.random())) * scale**2
            angle = 2 * mp.pi * mp.mpf(source.random())
            whole, second, third = change(k, scale, size * mp.cos(angle), size * mp.sin(angle))
            fourth = size**4 / scale**5
            assert abs(whole - second) <= 11 * k * size**3 / scale**3 + 40 * fourth
            assert abs(whole - second - third) <= 122 * fourth
            assert abs(third) <= k / scale**2 * size * second


def test_the_third_order_is_the_third_order() -> None:
    with mp.workdps(60):
        for h in (mp.mpf("1e-4"), mp.mpf("1e-6")):
            whole, second, third = change(mp.mpf("0.5"), mp.mpf(2), h * 3, h * 4)
            assert abs((whole - second) / third - 1) < 100 * h


def test_the_condition_is_not_enough_where_scale_and_shape_move_together() -> None:
    with mp.workdps(40):
        for k in (mp.mpf("1e-3"), mp.mpf("1e-9")):  # |a(0)| = 1: alpha = k and (1 - s)^2/alpha is about 4 k
            whole, second, _ = change(k, mp.mpf(1), mp.mpf(0), mp.sqrt(mp.mpf(5) / 4 * (mp.mpf(9) / 4 + k**2)))
            assert abs(whole - second) > second / 5


def twin(id: str, old: str, new: str, values: dict[str, str]) -> Claim:
    item = shipped.copy_of("initialization_shape", id)
    assert item.conclusion is not None and old in item.conclusion.text
    text = item.conclusion.text.replace(old, new, 1)
    item.conclusion = replace(item.conclusion, text=text, counterexample=values, argument=())
    return shipped.entries("initialization_shape", item)[0].claim


#: f = -w(0) at k = A = 1: the point w = 0 itself would have x = 0; x = 1/2 is w = 1/4.
NEAR_ZERO = {"d": "1", "u": "1", "k": "1", "A": "1", "f": "-3/4", "g": "3/4", "x": "1/2"}


#: The same for w = x^2 with x = 1 + 1/10^4: a small displacement.
NEAR_START = {**NEAR_ZERO, "f": "20001/100000000", "g": "20001/100000000", "x": "10001/10000"}


@pytest.mark.parametrize(("id", "old", "new", "values"), [
    ("F.2/step-2", "11*k*g**3/A**3 + 40*g**4/A**5", "1/100*k*g**3/A**3", NEAR_ZERO),
    ("F.2/step-2", "11*k*g**3/A**3", "-60*g**3/A**3", NEAR_ZERO),
    ("F.2/step-2", "3/4*1/A*", "3/2*1/A*", NEAR_START),
    ("F.2/step-3", "122*g**4/A**5", "1/1000*g**4/A**5", NEAR_ZERO),
    ("F.2/step-3", "-k*trace", "7*k*trace", NEAR_START),
])  # fmt: skip
def test_corrupted_expansions_are_refuted(id: str, old: str, new: str, values: dict[str, str]) -> None:
    assert decide(twin(id, old, new, values), 30).verdict == "refuted"
