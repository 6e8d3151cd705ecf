"""Every condition of the kernel, weakened one at a time: which mutants there are, and how one is put into a process.

The list is made from the syntax tree of `verifier/kernel`; nothing in it is written by hand.  A mutant is

* ``raise``: a rejection that passes instead (`raise` becomes `pass`), and so a condition that no longer rejects;
* ``operand``: an operand of `and` or `or` that is dropped;
* ``order``: `<` for `<=` and the other way round, `>` and `>=` likewise;
* ``constant``: a number in a comparison that is one more, or one less;
* ``call``: a call that stands alone as a statement (an obligation handed on, an element appended) that is dropped;
* ``element``: an element of a list of conditions that is dropped: a list that is returned, added with `+=`, handed to
  another call, or the value of a table;
* ``conjunct``: a part of a conjunction ``("and", ...)`` that is dropped;
* ``premise``: a premise of a line ``premises -> fact`` of a table that is dropped.
"""

from __future__ import annotations

import ast
import copy
import functools
import gc
import hashlib
import os
import resource
import sys
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
KERNEL = ROOT / "verifier" / "kernel"
PACKAGE = "verifier.kernel"
#: the kernel's modules; no two rooms have one of the same name
FILES = {p.stem: p for p in sorted(KERNEL.rglob("*.py")) if p.stem != "__init__"}
ORDERS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
}  # fmt: skip
MEMORY = 6 << 30  # bytes that the process of one mutant may have
FREE = frozenset(("spend", "told"))  # calls that only count work, or tell a recorder of it


@dataclass(frozen=True)
class Mutant:
    """One weakened condition: where it is, what was changed, and the place of the change in the syntax tree."""

    module: str
    line: int
    statement: int  # line of the statement that has to be reached; 0 where none has to
    kind: str
    text: str
    path: tuple[int, int]  # the node's number in `ast.walk`, and which of its parts is meant

    @property
    def key(self) -> str:
        """The same for the same condition, wherever it moves in its file."""
        name = f"{self.module}|{self.kind}|{self.text}|{self.path[1]}"
        return hashlib.sha256(name.encode()).hexdigest()[:16]


def _line(node: ast.AST) -> int:
    return int(getattr(node, "lineno", 0))


def _short(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())[:160]


def _statements(tree: ast.Module) -> dict[int, int]:
    """For each node, by identity, the line of the innermost statement inside a function that it belongs to."""
    found: dict[int, int] = {}

    def visit(node: ast.AST, line: int, inside: bool) -> None:
        if inside and isinstance(node, ast.stmt):
            line = node.lineno
        found[id(node)] = line
        inside = inside or isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        for child in ast.iter_child_nodes(node):
            visit(child, line, inside)

    visit(tree, 0, False)
    return found


def _listed(tree: ast.Module) -> set[int]:
    """The lists, by identity, that collect conditions or values: returned, added, handed on, or in a table."""
    found: set[int] = set()
    for node in ast.walk(tree):
        places: list[ast.AST | None] = []
        if isinstance(node, (ast.Return, ast.AugAssign)):
            places = [node.value]
        elif isinstance(node, ast.Call):
            places = list(node.args)
        elif isinstance(node, ast.Dict):
            places = list(node.values)
        elif isinstance(node, ast.Lambda):
            places = [node.body]
        while places:
            place = places.pop()
            if isinstance(place, ast.IfExp):
                places += [place.body, place.orelse]
            elif isinstance(place, ast.BinOp):
                places += [place.left, place.right]
            elif isinstance(place, ast.List) and place.elts:
                found.add(id(place))
    return found


def _of_node(node: ast.AST, listed: set[int]) -> Iterator[tuple[str, str, int]]:
    """(kind, text, part) of the mutants that change this node."""
    if isinstance(node, ast.Raise):
        yield "raise", _short(node), 0
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        called = node.value.func
        if getattr(called, "attr", getattr(called, "id", None)) not in FREE:
            yield "call", _short(node), 0
    elif isinstance(node, ast.BoolOp):
        for i, value in enumerate(node.values):
            yield "operand", f"{_short(value)} in: {_short(node)}", i
    elif isinstance(node, ast.Compare):
        for i, op in enumerate(node.ops):
            if type(op) in ORDERS:
                yield "order", _short(node), i
        for i, value in enumerate((node.left, *node.comparators)):
            if isinstance(value, ast.Constant) and type(value.value) is int:
                yield "constant", f"{value.value} + 1 in: {_short(node)}", 2 * i
                yield "constant", f"{value.value} - 1 in: {_short(node)}", 2 * i + 1
    elif isinstance(node, ast.List) and id(node) in listed:
        for i, value in enumerate(node.elts):
            yield "element", f"{_short(value)} in: {_short(node)}", i
    elif isinstance(node, ast.Tuple) and len(node.elts) > 2 and _and(node.elts[0]):
        for i, value in enumerate(node.elts[1:]):
            yield "conjunct", f"{_short(value)} in: {_short(node)}", i
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and " -> " in node.value:
        parts = node.value.rpartition(" -> ")[0].split(" and ")
        for i, part in enumerate(parts):
            yield "premise", f"{part} in: {node.value}", i


def _and(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value == "and"


def mutants(module: str, source: str) -> list[Mutant]:
    """All mutants of a module of the kernel.  Texts that occur more than once are numbered, so that keys differ."""
    tree = ast.parse(source)
    statements, listed = _statements(tree), _listed(tree)
    found: list[Mutant] = []
    seen: dict[tuple[str, str, int], int] = {}
    for number, node in enumerate(ast.walk(tree)):
        for kind, text, part in _of_node(node, listed):
            times = seen[kind, text, part] = seen.get((kind, text, part), 0) + 1
            text = text if times == 1 else f"{text} ({times})"
            found.append(Mutant(module, _line(node), statements[id(node)], kind, text, (number, part)))
    return sorted(found, key=lambda m: (m.line, m.path))


def mutated(source: str, mutant: Mutant) -> ast.Module:
    """The module with one condition weakened; lines stay where they were."""
    tree = ast.parse(source)
    number, part = mutant.path
    node = next(n for i, n in enumerate(ast.walk(tree)) if i == number)
    if mutant.kind in ("raise", "call"):
        _exchange(tree, node, ast.Pass())
    elif mutant.kind == "operand":
        assert isinstance(node, ast.BoolOp)
        del node.values[part]
        if len(node.values) == 1:
            _exchange(tree, node, node.values[0])
    elif mutant.kind == "order":
        assert isinstance(node, ast.Compare)
        node.ops[part] = ORDERS[type(node.ops[part])]()
    elif mutant.kind == "constant":
        assert isinstance(node, ast.Compare)
        value = (node.left, *node.comparators)[part // 2]
        assert isinstance(value, ast.Constant) and isinstance(value.value, int)
        value.value += -1 if part % 2 else 1
    elif mutant.kind == "element":
        assert isinstance(node, ast.List)
        del node.elts[part]
    elif mutant.kind == "conjunct":
        assert isinstance(node, ast.Tuple)
        del node.elts[part + 1]
    else:
        assert isinstance(node, ast.Constant) and isinstance(node.value, str)
        before, arrow, after = node.value.rpartition(" -> ")
        left = [p for i, p in enumerate(before.split(" and ")) if i != part]
        node.value = " and ".join(left) + arrow + after if left else after
    return ast.fix_missing_locations(tree)


def _exchange(tree: ast.Module, old: ast.AST, new: ast.AST) -> None:
    ast.copy_location(new, old)
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, new)
                return
            if isinstance(value, list) and any(x is old for x in value):
                value[[x is old for x in value].index(True)] = new
                return
    raise AssertionError("a node that is not in its tree")


# -- putting a mutant into a process that has the kernel loaded ----------------------------------------------------


def forked(work: Callable[..., str], *args: Any) -> tuple[int, int]:
    """A process that does this work, and the pipe on which it says what came of it; it may be as it likes inside."""
    read, write = os.pipe()
    pid = os.fork()
    if pid:
        os.close(write)
        return pid, read
    said = "error"
    try:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        said = work(*args)
    except BaseException as error:
        said = f"error {error!r:.80}"
    finally:
        os.write(write, said.encode())
        os._exit(0)


def _functions(old: types.CodeType, new: types.CodeType, out: list[tuple[types.CodeType, types.CodeType]]) -> None:
    """Pairs of functions that differ, taken from a module or the body of a class."""

    def inner(code: types.CodeType) -> dict[tuple[str, int], types.CodeType]:
        found: dict[tuple[str, int], types.CodeType] = {}
        for c in code.co_consts:
            if isinstance(c, types.CodeType):
                found[c.co_qualname, sum(1 for q, _ in found if q == c.co_qualname)] = c
        return found

    after = inner(new)
    for key, code in inner(old).items():
        twin = after.get(key)
        if twin is None or code == twin:
            continue
        if code.co_flags & 2:  # a function has its own fast locals
            out.append((code, twin))
        else:
            _functions(code, twin, out)


def apply(mutant: Mutant, source: str) -> int:
    """Put a mutant into the loaded kernel; the number of objects that were changed."""
    module = sys.modules[full_name(mutant.module)]
    path = str(module.__file__)
    old, tree = compile(source, path, "exec"), mutated(source, mutant)
    new = compile(tree, path, "exec")
    pairs: list[tuple[types.CodeType, types.CodeType]] = []
    _functions(old, new, pairs)
    loaded = [f for f in gc.get_objects() if isinstance(f, types.FunctionType) and f.__module__ == module.__name__]
    changed = 0
    for before, after in pairs:
        for f in loaded:
            if f.__code__ == before:
                f.__code__ = after
                changed += 1
    if not changed:
        changed = _values(module, new)
    clear_caches()
    return changed


def _values(module: types.ModuleType, code: types.CodeType) -> int:
    """Exchange the tables that a module makes when it is loaded, wherever in the kernel they are known."""
    scope: dict[str, Any] = {"__name__": module.__name__, "__file__": module.__file__}
    exec(code, scope)  # the mutated source of a module that is loaded already
    changed = 0
    for name, value in vars(module).copy().items():
        other = scope.get(name, value)
        if name.startswith("__") or type(value) is not type(other) or isinstance(value, (type, types.ModuleType)):
            continue
        if isinstance(value, dict):
            changed += sum(_entry(k, v, other[k]) for k, v in value.copy().items() if k in other)
        elif not callable(value) and repr(value) != repr(other):
            for m in kernel_modules():
                for n in [n for n, v in vars(m).items() if v is value]:
                    setattr(m, n, other)
                    changed += 1
    return changed


def _entry(key: Any, value: Any, other: Any) -> int:
    """Exchange one line of a table in every table that has it."""
    if isinstance(value, types.FunctionType) and isinstance(other, types.FunctionType):
        if value.__code__ == other.__code__:
            return 0
        value.__code__ = other.__code__
        return 1
    if callable(value) or repr(value) == repr(other):
        return 0
    changed = 0
    for m in kernel_modules():
        for table in [t for t in vars(m).values() if isinstance(t, dict)]:
            if key in table and repr(table[key]) == repr(value):
                table[key] = copy.copy(other)
                changed += 1
    return changed


def kernel_modules() -> list[types.ModuleType]:
    return [m for n, m in sorted(sys.modules.items()) if n.startswith(f"{PACKAGE}.")]


def clear_caches() -> None:
    """Forget what functions of the kernel have remembered."""
    for m in kernel_modules():
        for value in vars(m).values():
            if isinstance(value, functools._lru_cache_wrapper):
                value.cache_clear()


# -- which statements a test reaches -----------------------------------------------------------------------------


class Probes(ast.NodeTransformer):
    """Marks each statement inside a function when it is reached: ``_reached(line)`` before it."""

    def __init__(self) -> None:
        self.inside = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.inside += 1
        self.generic_visit(node)
        self.inside -= 1
        node.body = self.marked(node.body)
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if self.inside and not isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            for name in ("body", "orelse", "finalbody"):
                value = getattr(node, name, None)
                if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                    setattr(node, name, self.marked(value))
        return node

    def marked(self, body: list[ast.stmt]) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        for i, statement in enumerate(body):
            docstring = i == 0 and isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            if not docstring and not isinstance(statement, (ast.Global, ast.Nonlocal)):
                call = ast.Call(ast.Name("_reached", ast.Load()), [ast.Constant(statement.lineno)], [])
                out.append(ast.copy_location(ast.Expr(call), statement))
            out.append(statement)
        return out


def with_probes(source: str, path: str) -> types.CodeType:
    tree = Probes().visit(ast.parse(source))
    return compile(ast.fix_missing_locations(tree), path, "exec")


def sources() -> dict[str, str]:
    """The kernel's modules by name."""
    return {name: file.read_text() for name, file in FILES.items()}


def full_name(module: str) -> str:
    """Under which Python imports it."""
    return ".".join(FILES[module].relative_to(ROOT).with_suffix("").parts)


Reached = Callable[[int], None]
