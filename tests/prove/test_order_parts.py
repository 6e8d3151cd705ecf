"""The parts of the search for certificates: exact algebra, linear programs, parities, and what the kernel refuses."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected
from verifier.language.claim import claim
from verifier.prove.driver.closers import prover
from verifier.prove.driver.effort import now
from verifier.prove.driver.task import Task
from verifier.prove.numbers import basic
from verifier.prove.order import plain_signs
from verifier.prove.order.certificates import linear, squares
from verifier.prove.order.certificates.gram import ldl, near
from verifier.prove.order.certificates.lp import farkas, simplex
from verifier.prove.order.certificates.squares import gradings, scale
from verifier.prove.order.factoring import factored


def rational(rows: list[list[int]]) -> list[list[Fraction]]:
    return [[Fraction(x) for x in row] for row in rows]


def test_ldl_gives_back_the_matrix() -> None:
    matrix = rational([[4, 2, 0], [2, 2, 1], [0, 1, 1]])
    parts = ldl(matrix)
    assert parts is not None and all(d > 0 for d, _ in parts)
    assert matrix == [[sum(d * v[i] * v[j] for d, v in parts) for j in range(3)] for i in range(3)]


@pytest.mark.parametrize("rows", [[[-1]], [[0, 1], [1, 0]], [[1, 2], [2, 1]], [[1, 1, 0], [1, 1, 1], [0, 1, 5]]])
def test_ldl_refuses_what_is_not_semidefinite(rows: list[list[int]]) -> None:
    assert ldl(rational(rows)) is None


def test_simplex() -> None:
    found = simplex([[1, 2, 0, 4], [0, 1, 1, 1]], lambda: None)
    assert found is not None and min(found) >= 0
    assert found[0] + 2 * found[1] == 4 and found[1] + found[2] == 1
    assert simplex([[1, 1, 1], [1, 1, 2]], lambda: None) is None
    assert simplex([[-1, -1, 1]], lambda: None) is None


def test_farkas_needs_something_strict() -> None:
    columns = [{"x": 1}, {"x": -1}]
    found = farkas(columns, [], [True, False], lambda: None)
    assert found is not None and found[0] == [1, 1]
    assert farkas(columns, [], [False, False], lambda: None) is None
    assert farkas([{"x": 1}, {"x": 1}], [], [True, True], lambda: None) is None
    with_equation = farkas([{"x": 1, "y": 1}], [{"x": 2, "y": 2}], [True], lambda: None)
    assert with_equation is not None and with_equation[1] == [Fraction(-1, 2)]


def test_near_takes_simple_numbers_only() -> None:
    assert near(0.3333333) == Fraction(1, 3)
    assert near(2**0.5) is None


def test_gradings() -> None:
    x, y = ((0, 1),), ((1, 1),)
    xy = ((0, 1), (1, 1))
    assert len(gradings([{xy: 1, (): 1}], [0, 1])) == 1  # both signs together
    assert gradings([{x: 1, (): 1}, {y: 1, (): 1}], [0, 1]) == []
    assert len(gradings([{x: 1}, {y: 1}], [0, 1])) == 2


def test_scale_is_a_positive_multiple() -> None:
    p = {(): Fraction(-300), ((0, 2),): Fraction(1, 7)}
    q = scale(p)
    ratios = {Fraction(q[m]) / p[m] for m in p}
    assert len(ratios) == 1 and ratios.pop() > 0


def test_factors_multiply_to_the_polynomial() -> None:
    a, b = ((0, 1),), ((1, 1),)
    square = {((0, 2),): Fraction(-1, 2), ((0, 1), (1, 1)): Fraction(1), ((1, 2),): Fraction(-1, 2)}
    number, parts = factored(square)  # -(a - b)^2 / 2
    assert number == Fraction(-1, 2) and [e for _, e in parts] == [2]
    assert set(parts[0][0]) == {a, b}


def weights(node: object) -> list[dict[str, object]]:
    """All entries with a weight inside a node."""
    found: list[dict[str, object]] = []
    queue = [node]
    while queue:
        at = queue.pop()
        if isinstance(at, dict):
            if "weight" in at:
                found.append(at)
            queue.extend(at.values())
        elif isinstance(at, list):
            queue.extend(at)
    return found


def test_the_kernel_refuses_damaged_certificates() -> None:
    goal = "x**4 + y**4 + z**4 + 1 >= 4*x*y*z"
    task = Task(claim("c", goal, variables={"x": "real", "y": "real", "z": "real"}), now() + 60)
    driver = prover(now() + 30, (basic, plain_signs, linear, squares))
    node = driver.prove(task.sequent, task.statement.goal, 3)
    assert node is not None
    entries = weights(node)
    assert entries
    for entry in entries:
        kept = entry["weight"]
        for damaged in ("0", str(-Fraction(str(kept))), str(Fraction(str(kept)) + Fraction(1, 1000))):
            entry["weight"] = damaged
            with pytest.raises(Rejected):
                Checker().check(task.sequent, task.statement.goal, node)
        entry["weight"] = kept
    Checker().check(task.sequent, task.statement.goal, node)


@pytest.mark.parametrize("goal, holds", [
    ("trace(X.T*X) >= 0", True), ("trace((X - 2*Y).T*(X - 2*Y)) >= 0", True),
    ("trace(X.T*Y) >= 0", False), ("trace(X*X) >= 0", False),
    ("trace(X.T*X) > 0", False), ("trace(X.T*X) <= 0", False),
    ("-trace(X.T*X) >= 0", False), ("trace(X.T*X) >= 1", False),
])  # fmt: skip
def test_a_squared_norm_is_not_negative(goal: str, holds: bool) -> None:
    domains = {"m": "positive integer", "X": "matrix(m, m)", "Y": "matrix(m, m)"}
    task = Task(claim("c", goal, variables=domains), now() + 60)
    assert (prover(now() + 30, (basic,)).prove(task.sequent, task.statement.goal, 0) is not None) == holds
