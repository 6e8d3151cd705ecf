"""Cauchy-Schwarz for traces of matrices of all sizes: proved; corrupted twins are not."""

from __future__ import annotations

import pytest

from verifier.language.claim import claim
from verifier.prove.portfolio import decide

SORTS = {"n": "positive integer", "m": "positive integer", "A": "matrix(m, n)", "B": "matrix(m, n)",
         "C": "matrix(n, n)", "D": "matrix(n, n)"}  # fmt: skip


def decided(goal: str, names: str) -> str:
    return decide(claim("c", goal, variables={v: SORTS[v] for v in names.split()}), 6).verdict


@pytest.mark.parametrize("goal, names, twin", [
    ("trace(A.T*B)**2 <= trace(A.T*A)*trace(B.T*B)", "m n A B", "trace(A.T*B)**2 < trace(A.T*A)*trace(B.T*B)"),
    ("trace(A.T*B)**2 <= trace(A.T*A)*trace(B.T*B)", "m n A B", "2*trace(A.T*B)**2 <= trace(A.T*A)*trace(B.T*B)"),
    ("trace(C*D)**2 <= trace(C.T*C)*trace(D.T*D)", "n C D", "trace(C*D)**2 <= trace(C*C)*trace(D*D)"),
    ("trace(C)**2 <= n*trace(C.T*C)", "n C", "trace(C)**2 <= n*trace(C*C)"),
    ("trace(C)**2 <= n*trace(C.T*C)", "n C", "trace(C)**2 <= (n - 1)*trace(C.T*C)"),
])  # fmt: skip
def test_traces_of_products(goal: str, names: str, twin: str) -> None:
    assert decided(goal, names) == "proved"
    assert decided(twin, names) != "proved"
