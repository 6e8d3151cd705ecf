"""Damaged certificates: the kernel rejects them, or they still prove the very statement; it never crashes.

A damaged certificate may be accepted only for the statement it was made for, which is true; so the same
damage is also shown to a false twin of the statement, which nothing may establish.
"""

from __future__ import annotations

import copy
import json
import random
from functools import cache
from typing import Any

import pytest
from single import places

from verifier.kernel.check import check
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.statement import Statement
from verifier.language.claim import Claim, claim
from verifier.prove.portfolio import decide

WORDS = {"d": "positive integer", "A": "matrix(d, d)", "B": "matrix(d, 1)", "C": "matrix(1, d)"}
#: name -> (claim that is decided, false or undecided twin's goal)
CLAIMS: dict[str, tuple[str, str, dict[str, str], dict[str, str]]] = {
    "square": ("2*x*y <= x**2 + y**2", "2*x*y < x**2 + y**2", {"x": "real", "y": "real"}, {}),
    "shift": ("Sum(C*A**j*B, (j, 1, n)) == Sum(C*A**(j + 1)*B, (j, 0, n - 1))",
              "Sum(C*A**j*B, (j, 1, n)) == Sum(C*A**j*B, (j, 0, n - 1))",
              {"n": "positive integer", **WORDS}, {}),
    "rewriting": ("C*A**2*B == C*B", "C*A*B == C*B", WORDS, {"involution": "A*A == eye(d)"}),
    "all indices": ("forall(j, positive integer, x[j] + 1 == y[j] + 1)", "forall(j, nonnegative integer, x[j] == y[j])",
                    {"x": "real sequence", "y": "real sequence"},
                    {"same": "forall(j, positive integer, x[j] == y[j])"}),
    "two by two": ("det(A*G) == det(A)*det(G)", "det(A*G) == det(A) + det(G)",
                   {"A": "matrix(2, 2)", "G": "matrix(2, 2)"}, {}),
    "refutation": ("x**2 >= x", "x**2 >= 2*x - 1", {"x": "real"}, {"bound": "x <= 2"}),
}  # fmt: skip
OTHER: tuple[Any, ...] = (
    0, 1, -1, 2, 10**30, "x", "j", "", "oo", "_0", "#0", "1/0", "1e9", None, True, 1.5, [], {}, [[]], ["+"], ["neg", 1],
    ["sum", 1, "j", 0, "oo"], {"rule": "linear"}, {"rule": "arith"}, {"rule": "split", "nodes": []}, {"rule": "order"},
)  # fmt: skip


@cache
def certificate(name: str) -> tuple[Statement, Statement, str, str]:
    goal, twin, variables, given = CLAIMS[name]
    made: Claim = claim(name, goal, variables=variables, given=given)
    verdict = decide(made, 10.0)
    assert verdict.verdict == ("refuted" if name == "refutation" else "proved"), verdict.reason
    false = claim(name, twin, variables=variables, given=given)
    return made.statement(), false.statement(), json.dumps(verdict.certificate), verdict.verdict


def damaged(data: Any, rng: random.Random) -> Any:
    """One or two places changed: replaced, removed, doubled, exchanged, or nudged by one."""
    data = copy.deepcopy(data)
    for _ in range(rng.choice((1, 1, 1, 2))):
        everywhere = list(places(data))
        if not everywhere:
            break
        *path, last = rng.choice(everywhere)
        parent = data
        for key in path:
            parent = parent[key]
        old, kind = parent[last], rng.randrange(5)
        if kind == 0:
            del parent[last]
        elif kind == 1 and type(old) is int:
            parent[last] = old + rng.choice((-1, 1))
        elif kind == 2 and isinstance(old, list) and old:
            parent[last] = rng.choice((old[:-1], [*old, old[-1]], old[::-1], [old]))
        elif kind == 3:
            source = data
            for key in rng.choice(everywhere):
                try:
                    source = source[key]
                except (KeyError, IndexError, TypeError):
                    break
            parent[last] = copy.deepcopy(source)
        else:
            parent[last] = copy.deepcopy(rng.choice(OTHER))
    return data


@pytest.mark.parametrize("name", CLAIMS)
def test_damage_is_rejected_or_harmless(name: str) -> None:
    statement, twin, text, verdict = certificate(name)
    establishes = {"proved": "statement", "refuted": "denial"}[verdict]
    assert check(statement, json.loads(text)).establishes == establishes
    rng = random.Random(f"damage {name}")
    rejected = 0
    for _ in range(400):
        broken = damaged(json.loads(text), rng)
        try:
            report = check(statement, broken)
            assert report.assumes == () or "cites" in broken
            assert report.establishes in (establishes, "inhabited")
        except Rejected:
            rejected += 1
        with pytest.raises(Rejected):
            if check(twin, broken).establishes == "inhabited":  # true of the twin as well
                raise Rejected("no statement about the goal")
    assert rejected > 100


@pytest.mark.parametrize("data", [{}, {"kind": 3}, {"kind": []}, {"kind": "proof"}, {"kind": "proof", "tree": []},
                                  {"kind": "proof", "tree": {"rule": "linear"}, "cites": {"a": 1.5}},
                                  {"kind": "refutation"}, {"kind": "proof", "tree": {"rule": {}}},
                                  {"kind": "refutation", "values": {"x": "y"}, "tree": {}},
                                  {"kind": "proof", "tree": {"rule": "linear"}, "cites": {"a": "free"}}])  # fmt: skip
def test_what_is_no_certificate_is_rejected(data: Any) -> None:
    with pytest.raises(Rejected):
        check(Statement((("x", ("real",)),), (), ("==", "x", 0)), data)
