"""The end of a part of a claim's time leaves things as they were."""

import time

import mpmath

from verifier.methods.overdue import part


def test_the_working_precision_is_put_back():
    before = mpmath.mp.prec
    began = time.monotonic()
    with part(0.05):
        mpmath.mp.prec = before + 100  # as code does that is broken off before its `finally`
        while time.monotonic() < began + 5:
            pass
    assert mpmath.mp.prec == before and time.monotonic() < began + 5
