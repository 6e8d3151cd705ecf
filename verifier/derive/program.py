"""Straight-line programs of matrix operations, traced from an expression at given sizes, and their reverse derivative.

Equal parts are computed once, and a chain such as C A^j B is multiplied towards its vector, so that the powers of a
recurrent network cost what stepping its state costs.  The derivative is reverse accumulation over the same operations,
which for a recurrent network is backpropagation through time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands
from verifier.language.typing.typing import shape_of
from verifier.language.values.semantics import Evaluator

Shape = tuple[int, ...]  # () for a number, (rows, columns) for a matrix
MOST = 20_000  # operations


class NoProgram(ValueError):
    """An operation that is not turned into a program; the message names it."""


@dataclass(frozen=True)
class Node:
    """One operation: its name, the numbers of its arguments, constants, and the shape of its value."""

    op: str
    arguments: tuple[int, ...]
    data: tuple[Any, ...]
    shape: Shape


@dataclass
class Program:
    """Operations in the order in which they run; equal ones are one."""

    sorts: Mapping[str, Expr]
    sizes: Mapping[str, int]
    nodes: list[Node] = field(default_factory=list)
    known: dict[Node, int] = field(default_factory=dict)

    def add(self, op: str, arguments: tuple[int, ...] = (), data: tuple[Any, ...] = (), shape: Shape = ()) -> int:
        node = Node(op, arguments, data, shape)
        if node not in self.known:
            if len(self.nodes) >= MOST:
                raise NoProgram(f"the program at these sizes has more than {MOST} operations")
            self.known[node] = len(self.nodes)
            self.nodes.append(node)
        return self.known[node]

    def shape(self, i: int) -> Shape:
        return self.nodes[i].shape

    def constant(self, i: int) -> Fraction | None:
        node = self.nodes[i]
        return node.data[0] if node.op == "number" else None

    # -- operations that simplify ------------------------------------------------------------------------

    def number(self, x: Any) -> int:
        return self.add("number", data=(Fraction(x),))

    def zeros(self, shape: Shape) -> int:
        return self.add("zeros", data=shape, shape=shape) if shape else self.number(0)

    def is_zero(self, i: int) -> bool:
        return self.nodes[i].op == "zeros" or self.constant(i) == 0

    def plus(self, a: int, b: int) -> int:
        if self.is_zero(a) or self.is_zero(b):
            return b if self.is_zero(a) else a
        x, y = self.constant(a), self.constant(b)
        if x is not None and y is not None:
            return self.number(x + y)
        if a == b:
            return self.times(self.number(2), a)
        if self.shape(a) != self.shape(b):  # a one-by-one matrix beside a number
            a, b = self.scalar(a), self.scalar(b)
        return self.add("+", (a, b), shape=self.shape(a))

    def scalar(self, a: int) -> int:
        """A one-by-one matrix as a number."""
        if self.shape(a) != (1, 1):
            return a
        node = self.nodes[a]
        return node.arguments[0] if node.op == "lift" else self.add("item", (a,), (0, 0))

    def lift(self, a: int) -> int:
        """A number as a one-by-one matrix."""
        node = self.nodes[a]
        if node.op == "item" and self.shape(node.arguments[0]) == (1, 1):
            return node.arguments[0]
        return a if self.shape(a) else self.add("lift", (a,), shape=(1, 1))

    def times(self, a: int, b: int) -> int:
        """A product in which at least one factor is a number."""
        if self.shape(a):
            a, b = b, a
        if self.shape(a):
            a = self.scalar(a)
        if self.constant(b) is not None and self.constant(a) is None:
            a, b = b, a
        x, y = self.constant(a), self.constant(b)
        if x == 0 or self.is_zero(b):
            return self.zeros(self.shape(b))
        if x == 1:
            return b
        if x is not None and y is not None:
            return self.number(x * y)
        if x is not None and self.nodes[b].op == "scale":
            inner = self.constant(self.nodes[b].arguments[0])
            if inner is not None:
                return self.times(self.number(x * inner), self.nodes[b].arguments[1])
        return self.add("scale", (a, b), shape=self.shape(b))

    def matmul(self, a: int, b: int) -> int:
        (m, _), (_, n) = self.shape(a), self.shape(b)
        if self.is_zero(a) or self.is_zero(b):
            return self.zeros((m, n))
        if self.nodes[a].op == "eye" or self.nodes[b].op == "eye":
            return b if self.nodes[a].op == "eye" else a
        if (1, 1) in (self.shape(a), self.shape(b)):  # cheaper than a product of matrices
            return self.times(self.scalar(a), b) if self.shape(a) == (1, 1) else self.times(self.scalar(b), a)
        return self.add("@", (a, b), shape=(m, n))

    def transpose(self, a: int) -> int:
        if not self.shape(a) or self.nodes[a].op == "eye":
            return a
        m, n = self.shape(a)
        if self.nodes[a].op == "T":
            return self.nodes[a].arguments[0]
        return self.zeros((n, m)) if self.is_zero(a) else self.add("T", (a,), shape=(n, m))

    def dot(self, a: int, b: int) -> int:
        """The sum of the products of the entries."""
        if not self.shape(a):
            return self.times(a, b)
        return self.number(0) if self.is_zero(a) or self.is_zero(b) else self.add("dot", (a, b))

    # -- tracing -----------------------------------------------------------------------------------------

    def trace(self, e: Expr, bound: Mapping[str, int]) -> int:
        """The number of the operation that gives a term.  Raises `NoProgram`."""
        if isinstance(e, int):
            return self.number(e)
        if isinstance(e, str):
            return self._name(e, bound)
        rule = getattr(self, f"_{_NAMES.get(str(e[0]), str(e[0]))}", None)
        if rule is None:
            raise NoProgram(f"no program for the operation {e[0]!r}")
        found: int = rule(bound, *e[1:])
        return found

    def integer(self, e: Expr, bound: Mapping[str, int]) -> int:
        value = Evaluator().value(e, {**self.sizes, **bound})
        if value != int(value):
            raise NoProgram("an index or a bound that is no integer")
        return int(value)

    def _name(self, name: str, bound: Mapping[str, int]) -> int:
        if name in bound or name in self.sizes:
            return self.number(bound.get(name, self.sizes.get(name)))
        sort = self.sorts[name]
        if head(sort) == "matrix":
            m, n = (self.integer(x, {}) for x in operands(sort))
            return self.add("letter", data=(name,), shape=(m, n))
        return self.add("letter", data=(name,))

    def _plus(self, bound: Mapping[str, int], *parts: Expr) -> int:
        total = self.trace(parts[0], bound)
        for part in parts[1:]:
            total = self.plus(total, self.trace(part, bound))
        return total

    def _minus(self, bound: Mapping[str, int], a: Expr, b: Expr) -> int:
        return self.plus(self.trace(a, bound), self._neg(bound, b))

    def _neg(self, bound: Mapping[str, int], a: Expr) -> int:
        return self.times(self.number(-1), self.trace(a, bound))

    def _times(self, bound: Mapping[str, int], *factors: Expr) -> int:
        numbers, chain = self.number(1), []
        for factor in factors:
            if head(factor) == "^" and self._is_matrix(operands(factor)[0], bound):
                chain += [self.trace(operands(factor)[0], bound)] * self._exponent(operands(factor)[1], bound)
                if not self._exponent(operands(factor)[1], bound):
                    size = self.shape(self.trace(operands(factor)[0], bound))[0]
                    chain.append(self.add("eye", data=(size,), shape=(size, size)))
                continue
            node = self.trace(factor, bound)
            if self.shape(node) in ((), (1, 1)):
                numbers = self.times(numbers, self.scalar(node))
            else:
                chain.append(node)
        if not chain:
            return numbers
        return self.times(numbers, self.scalar(self._chain(chain)))

    def _exponent(self, e: Expr, bound: Mapping[str, int]) -> int:
        n = self.integer(e, bound)
        if n < 0:
            raise NoProgram("a negative power of a matrix")
        return n

    def _is_matrix(self, e: Expr, bound: Mapping[str, int]) -> bool:
        sorts = {**self.sorts, **dict.fromkeys(bound, ("integer", "-oo", "oo"))}
        shape = shape_of(e, sorts)  # type: ignore[arg-type]
        return shape[0] == "matrix" and shape[1:] != (1, 1)

    def _chain(self, chain: list[int]) -> int:
        """The product, towards a vector where there is one."""
        if self.shape(chain[-1])[1] == 1:
            total = chain[-1]
            for node in reversed(chain[:-1]):
                total = self.matmul(node, total)
            return total
        total = chain[0]
        for node in chain[1:]:
            total = self.matmul(total, node)
        return total

    def _over(self, bound: Mapping[str, int], a: Expr, b: Expr) -> int:
        top, bottom = self.trace(a, bound), self.scalar(self.trace(b, bound))
        value = self.constant(bottom)
        if value:
            return self.times(self.number(1 / value), top)
        return self.times(self.add("pow", (bottom,), (-1,)), top)

    def _power(self, bound: Mapping[str, int], base: Expr, exponent: Expr) -> int:
        node, n = self.trace(base, bound), self.integer(exponent, bound)
        if self.shape(node) in ((), (1, 1)):
            return self.raised(self.scalar(node), n)
        total = self.add("eye", data=(self.shape(node)[0],), shape=self.shape(node))
        for _ in range(self._exponent(exponent, bound)):
            total = self.matmul(node, total)
        return total

    def raised(self, a: int, n: int) -> int:
        value = self.constant(a)
        if value is not None and (value or n >= 0):
            return self.number(value**n)
        return self.number(1) if n == 0 else a if n == 1 else self.add("pow", (a,), (n,))

    def _sum(self, bound: Mapping[str, int], body: Expr, index: Expr, lo: Expr, hi: Expr) -> int:
        total: int | None = None
        for j in range(self.integer(lo, bound), self.integer(hi, bound) + 1):
            part = self.trace(body, {**bound, str(index): j})
            total = part if total is None else self.plus(total, part)
        if total is not None:
            return total
        shape = shape_of(body, {**self.sorts, str(index): ("integer", "-oo", "oo")})
        return self.zeros(tuple(self.integer(x, bound) for x in shape[1:]) if shape[0] == "matrix" else ())

    def _T(self, bound: Mapping[str, int], a: Expr) -> int:
        return self.transpose(self.trace(a, bound))

    def _trace(self, bound: Mapping[str, int], a: Expr) -> int:
        if head(a) == "*" and len(operands(a)) >= 2:
            x, y = self.trace(operands(a)[0], bound), self._times(bound, *operands(a)[1:])
            if self.shape(x) and self.shape(y):
                return self.dot(self.transpose(x), y)
        node = self.trace(a, bound)
        if not self.shape(node):
            return node
        return self.dot(self.add("eye", data=(self.shape(node)[0],), shape=self.shape(node)), node)

    def _eye(self, bound: Mapping[str, int], n: Expr) -> int:
        size = self.integer(n, bound)
        return self.add("eye", data=(size,), shape=(size, size))

    def _zeros(self, bound: Mapping[str, int], m: Expr, n: Expr) -> int:
        return self.zeros((self.integer(m, bound), self.integer(n, bound)))

    def _basis(self, bound: Mapping[str, int], n: Expr, i: Expr) -> int:
        size = self.integer(n, bound)
        return self.add("basis", data=(size, self.integer(i, bound)), shape=(size, 1))

    def _entry(self, bound: Mapping[str, int], a: Expr, i: Expr, j: Expr) -> int:
        node, place = self.trace(a, bound), (self.integer(i, bound), self.integer(j, bound))
        m, n = self.shape(node) or (1, 1)
        if not (0 <= place[0] < m and 0 <= place[1] < n):
            raise NoProgram(f"the entry {place} lies outside a matrix of {m} x {n}")
        return self.add("item", (node,), place) if self.shape(node) else node

    def _at(self, bound: Mapping[str, int], sequence: Expr, t: Expr) -> int:
        if not isinstance(sequence, str):
            raise NoProgram("no program for a sequence of sequences")
        return self.add("at", data=(sequence, self.integer(t, bound)))

    def _delta(self, bound: Mapping[str, int], i: Expr, j: Expr) -> int:
        return self.number(int(self.integer(i, bound) == self.integer(j, bound)))

    def _inverse(self, bound: Mapping[str, int], a: Expr) -> int:
        node = self.trace(a, bound)
        return self.add("inverse", (node,), shape=self.shape(node))

    def _sqrt(self, bound: Mapping[str, int], a: Expr) -> int:
        return self.add("fn", (self.scalar(self.trace(a, bound)),), ("sqrt",))

    def _fn(self, bound: Mapping[str, int], name: Expr, *args: Expr) -> int:
        if name not in FUNCTIONS or len(args) != 1:
            raise NoProgram(f"no program for the function {name}")
        return self.add("fn", (self.scalar(self.trace(args[0], bound)),), (name,))

    # -- reverse accumulation ------------------------------------------------------------------------------

    def gradients(self, output: int, letters: tuple[str, ...]) -> dict[str, int]:
        """The operations that give the gradient of a number with respect to letters."""
        bars: dict[int, int] = {output: self.number(1)}
        for i in range(output, -1, -1):
            if i in bars and not self.is_zero(bars[i]):
                for argument, part in self._pulled(i, bars[i]):
                    bars[argument] = self.plus(bars[argument], part) if argument in bars else part
        found = {}
        for letter in letters:
            place = next((i for i, n in enumerate(self.nodes) if n.op == "letter" and n.data == (letter,)), None)
            found[letter] = bars[place] if place in bars else self.zeros(self._shape_of_letter(letter))
        return found

    def _shape_of_letter(self, letter: str) -> Shape:
        return self.shape(self._name(letter, {}))

    def _pulled(self, i: int, bar: int) -> list[tuple[int, int]]:
        """What an operation hands back to its arguments."""
        node = self.nodes[i]
        a, b = (*node.arguments, 0, 0)[:2]
        op = node.op
        if op == "+":
            return [(a, bar), (b, bar)]
        if op == "scale":
            return [(a, self.dot(bar, b)), (b, self.times(a, bar))]
        if op == "@":
            return [(a, self.matmul(bar, self.transpose(b))), (b, self.matmul(self.transpose(a), bar))]
        if op == "T":
            return [(a, self.transpose(bar))]
        if op == "dot":
            return [(a, self.times(bar, b)), (b, self.times(bar, a))]
        if op == "lift":
            return [(a, self.scalar(bar))]
        if op == "item":
            return [(a, self._spread(bar, node.data, self.shape(a)))]
        if op == "pow":
            n = node.data[0]
            return [(a, self.times(bar, self.times(self.number(n), self.raised(a, n - 1))))]
        if op == "fn":
            return [(a, self.times(bar, FUNCTIONS[node.data[0]](self, a, i)))]
        if op == "inverse":
            turned = self.transpose(i)
            return [(a, self.times(self.number(-1), self.matmul(self.matmul(turned, bar), turned)))]
        return []

    def _spread(self, bar: int, place: tuple[int, ...], shape: Shape) -> int:
        if shape == (1, 1):
            return self.lift(bar)
        return self.add("spread", (bar,), place, shape)


_NAMES = {"+": "plus", "-": "minus", "*": "times", "/": "over", "^": "power"}

#: functions of numbers -> their derivative as an operation of the argument and of the value
FUNCTIONS: Mapping[str, Any] = {
    "exp": lambda p, a, value: value,
    "log": lambda p, a, value: p.raised(a, -1),
    "sin": lambda p, a, value: p.add("fn", (a,), ("cos",)),
    "cos": lambda p, a, value: p.times(p.number(-1), p.add("fn", (a,), ("sin",))),
    "tanh": lambda p, a, value: p.plus(p.number(1), p.times(p.number(-1), p.raised(value, 2))),
    "sqrt": lambda p, a, value: p.times(p.number(Fraction(1, 2)), p.raised(value, -1)),
}
