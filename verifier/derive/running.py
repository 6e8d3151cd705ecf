"""A program of matrix operations carried out on exact numbers: what generated source computes, without running it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from verifier.derive.program import NoProgram, Program

Rows = list[list[Any]]


def run(program: Program, outputs: Sequence[int], letters: Mapping[str, Any]) -> list[Any]:
    """The values of operations, where letters are numbers, lists of rows or lists of a sequence's values.

    Raises `NoProgram` for a function that has no exact values.
    """
    values: list[Any] = [None] * len(program.nodes)
    for i in _needed(program, outputs):
        node = program.nodes[i]
        rule = _RULES.get(node.op)
        if rule is None:
            raise NoProgram(f"no exact value of {node.op!r}")
        values[i] = rule(node, [values[a] for a in node.arguments], letters)
    return [values[i] for i in outputs]


def _needed(program: Program, outputs: Sequence[int]) -> list[int]:
    found: set[int] = set()
    todo = list(outputs)
    while todo:
        i = todo.pop()
        if i not in found:
            found.add(i)
            todo.extend(program.nodes[i].arguments)
    return sorted(found)


def _each(a: Any, b: Any, f: Any) -> Any:
    return (
        [[f(x, y) for x, y in zip(r, s, strict=True)] for r, s in zip(a, b, strict=True)]
        if isinstance(a, list)
        else f(a, b)
    )


def _scaled(x: Any, a: Any) -> Any:
    return [[x * y for y in row] for row in a] if isinstance(a, list) else x * a


def _product(a: Rows, b: Rows) -> Rows:
    return [[sum((x * b[j][q] for j, x in enumerate(row)), 0) for q in range(len(b[0]))] for row in a]


def _unit(rows: int, columns: int, i: int, j: int, x: Any = 1) -> Rows:
    return [[x if (p, q) == (i, j) else 0 for q in range(columns)] for p in range(rows)]


def _inverse(a: Rows) -> Rows:
    import sympy

    found = sympy.Matrix([[sympy.Rational(str(x)) for x in row] for row in a]).inv()
    return [[Fraction(int(x.p), int(x.q)) for x in found.row(i)] for i in range(found.rows)]


def _power(x: Any, n: int) -> Any:
    return x**n if n >= 0 else 1 / Fraction(x) ** -n


_RULES: Mapping[str, Any] = {
    "letter": lambda n, v, at: at[n.data[0]],
    "number": lambda n, v, at: n.data[0],
    "at": lambda n, v, at: at[n.data[0]][n.data[1]],
    "+": lambda n, v, at: _each(v[0], v[1], lambda x, y: x + y),
    "scale": lambda n, v, at: _scaled(v[0], v[1]),
    "@": lambda n, v, at: _product(v[0], v[1]),
    "T": lambda n, v, at: [list(column) for column in zip(*v[0], strict=True)],
    "dot": lambda n, v, at: sum((x * y for r, s in zip(v[0], v[1], strict=True) for x, y in zip(r, s, strict=True)), 0),
    "lift": lambda n, v, at: [[v[0]]],
    "item": lambda n, v, at: v[0][n.data[0]][n.data[1]],
    "pow": lambda n, v, at: _power(v[0], n.data[0]),
    "inverse": lambda n, v, at: _inverse(v[0]),
    "eye": lambda n, v, at: [[int(i == j) for j in range(n.data[0])] for i in range(n.data[0])],
    "zeros": lambda n, v, at: [[0] * n.data[1] for _ in range(n.data[0])],
    "basis": lambda n, v, at: _unit(n.data[0], 1, n.data[1], 0),
    "spread": lambda n, v, at: _unit(n.shape[0], n.shape[1], n.data[0], n.data[1], v[0]),
    "diagonal part": lambda n, v, at: [[x if i == j else 0 for j, x in enumerate(row)] for i, row in enumerate(v[0])],
}
