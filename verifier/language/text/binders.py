"""Functions of the text language that bind a variable or read their arguments in a way of their own."""

from __future__ import annotations

import ast

from verifier.kernel.terms.expr import REAL, Expr
from verifier.language.laws.asymptotic_orders import read_order
from verifier.language.laws.chances import read_chance
from verifier.language.text.reader import Reader, quantified
from verifier.language.text.vocabulary import CHANCES, ORDERS


def read_special(r: Reader, name: str, node: ast.Call) -> Expr:
    """The meaning of a call of one of `vocabulary.SPECIAL`.  Raises `ClaimError`."""
    if name in ("Sum", "Product", "integrate"):
        return _ranged(r, name, node)
    if name in ("forall", "exists"):
        return _quantified(r, name, node)
    if name in ORDERS:
        return read_order(r, name, node)
    if name in CHANCES:
        return read_chance(r, name, node)
    if name == "diff":
        return _derivative(r, node)
    if name == "limit":
        return _limit(r, node)
    if name == "Piecewise":
        return _piecewise(r, node)
    if name == "Matrix":
        return _matrix(r, node)
    if name in ("implies", "iff"):
        _count(r, node, name, 2, 2)
        left, right = r.formula(node.args[0]), r.formula(node.args[1])
        forth: Expr = ("implies", left, right)
        return forth if name == "implies" else ("and", forth, ("implies", right, left))
    if name == "tends":
        _count(r, node, name, 3, 3)
        variable, body = r.under(r.bound(node.args[1]), node.args[0])
        return ("tends", body, variable, r.term(node.args[2]))
    if name == "grad":
        _count(r, node, name, 2, 2)
        body = r.term(node.args[0])
        with_respect_to = r.term(node.args[1])
        if not isinstance(with_respect_to, str):
            raise r.error(node.args[1], "a gradient is taken with respect to a variable")
        return ("grad", body, with_respect_to, with_respect_to)
    assert name in ("norm2", "expect")  # as they are written: what they mean depends on the sorts of names
    _count(r, node, name, 1, 1)
    return ("fn", name, r.term(node.args[0]))


def _count(r: Reader, node: ast.Call, name: str, least: int, most: int) -> None:
    if not least <= len(node.args) <= most:
        wanted = f"{least}" if least == most else f"{least} to {most}"
        raise r.error(node, f"{name} takes {wanted} argument{'s' * (wanted != '1')}, not {len(node.args)}")


def _ranged(r: Reader, name: str, node: ast.Call) -> Expr:
    """Sum, Product and integrate: as in SymPy the first range is the innermost one."""
    _count(r, node, name, 2, 5)
    return _ranges(r, name, node.args[0], node.args[1:])


def _ranges(r: Reader, name: str, body_node: ast.expr, ranges: list[ast.expr]) -> Expr:
    outermost = ranges[-1]
    if not isinstance(outermost, ast.Tuple) or len(outermost.elts) != 3:
        raise r.error(outermost, f"a range of {name} is written (variable, from, to)")
    variable_node, lo_node, hi_node = outermost.elts
    variable = r.bound(variable_node)
    if len(ranges) == 1:
        bound, body = r.under(variable, body_node)
    else:
        inner = _nested(name, body_node, ranges[:-1], outermost)
        bound, body = r.under(variable, inner)
    if name == "integrate":
        return ("fn", name, ("forall", bound, REAL, body), r.term(lo_node), r.term(hi_node))
    lo, hi = r.end(lo_node), r.end(hi_node)
    if lo in ("oo", "-oo") or hi in ("oo", "-oo"):
        if lo == "oo" or hi == "-oo":
            raise r.error(outermost, f"the range of {name} is in the wrong order")
        return ("fn", name, ("forall", bound, ("integer", lo, hi), body))
    return ("sum" if name == "Sum" else "product", body, bound, lo, hi)


def _nested(name: str, body: ast.expr, ranges: list[ast.expr], at: ast.expr) -> ast.Call:
    call = ast.Call(func=ast.Name(id=name, ctx=ast.Load()), args=[body, *ranges], keywords=[])
    ast.copy_location(call, at)
    ast.copy_location(call.func, at)
    return call


def _quantified(r: Reader, name: str, node: ast.Call) -> Expr:
    _count(r, node, name, 3, 3)
    variable = r.bound(node.args[0])
    sort, facts = r.domain(node.args[1])
    bound, body = r.under(variable, node.args[2], formula=True)
    return quantified(name, bound, sort, facts, body)


def _derivative(r: Reader, node: ast.Call) -> Expr:
    """diff(f, x), diff(f, x, 2), diff(f, x, y); (x, p) in place of x takes the derivative at p."""
    _count(r, node, "diff", 2, 6)
    steps: list[tuple[ast.expr, int]] = []
    for a in node.args[1:]:
        if isinstance(a, ast.Constant) and type(a.value) is int:
            if not steps or not 1 <= a.value <= 100:
                raise r.error(a, "the order of a derivative is a number from 1 to 100 after its variable")
            steps[-1] = (steps[-1][0], a.value)
        else:
            steps.append((a, 1))
    *inner, (last, order) = steps
    body: ast.expr = node.args[0]
    if inner:
        rest: list[ast.expr] = []
        for v, k in inner:
            rest += [v, ast.copy_location(ast.Constant(k), v)]
        body = _nested("diff", body, rest, node)
    point: ast.expr = last
    if isinstance(last, ast.Tuple):
        if len(last.elts) != 2:
            raise r.error(last, "a derivative at a point is written diff(f, (x, point))")
        last, point = last.elts
    bound, f = r.under(r.bound(last), body)
    if order == 1 and isinstance(f, tuple) and f[0] == "at" and f[2] == bound != f[1]:
        return ("rate", f[1], r.term(point))  # of a curve
    return ("fn", "diff", ("forall", bound, REAL, f), r.term(point), order)


def _limit(r: Reader, node: ast.Call) -> Expr:
    _count(r, node, "limit", 3, 4)
    side = 0
    if len(node.args) == 4:
        sign = node.args[3]
        if not isinstance(sign, ast.Constant) or sign.value not in ("+", "-"):
            raise r.error(sign, "the side of a limit is '+' or '-'")
        side = 1 if sign.value == "+" else -1
    bound, body = r.under(r.bound(node.args[1]), node.args[0])
    return ("fn", "limit", ("forall", bound, REAL, body), r.term(node.args[2]), side)


def _piecewise(r: Reader, node: ast.Call) -> Expr:
    _count(r, node, "Piecewise", 1, 99)
    parts: list[Expr] = []
    for a in node.args:
        if not isinstance(a, ast.Tuple) or len(a.elts) != 2:
            raise r.error(a, "a piece is written (value, condition)")
        parts += [r.term(a.elts[0]), r.formula(a.elts[1])]
    return ("fn", "Piecewise", *parts)


def _matrix(r: Reader, node: ast.Call) -> Expr:
    _count(r, node, "Matrix", 1, 1)
    rows = node.args[0]
    if not isinstance(rows, ast.List) or not rows.elts:
        raise r.error(rows, "a matrix is written Matrix([[a, b], [c, d]])")
    lines: list[Expr] = []
    width = None
    for row in rows.elts:
        entries = row.elts if isinstance(row, ast.List) else [row]
        if not entries or (width is not None and len(entries) != width):
            raise r.error(row, "the rows of a matrix must have the same length, at least 1")
        width = len(entries)
        lines.append(("row", *(r.term(x) for x in entries)))
    return ("matrix", *lines)
