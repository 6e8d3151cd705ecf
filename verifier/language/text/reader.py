"""From Python's syntax tree to an expression: the whitelist, one method for each kind of node."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction

from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr
from verifier.language.definitions import Definition, named_after_points
from verifier.language.errors import ClaimError
from verifier.language.named import fresh, substitute
from verifier.language.ranges import HOLE, domain_in
from verifier.language.text import vocabulary as words
from verifier.language.text.scan import MAX_DIGITS, Source, for_all, is_name, tree
from verifier.language.text.settling import MAX_NODES, check_powers, size
from verifier.language.text.vocabulary import is_formula

MAX_LEVELS = 110  # of the syntax tree; Python's own stack must hold a few frames for each

_RELATIONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "^",
}  # fmt: skip
_HINTS: dict[type[ast.AST], str] = {
    ast.BitXor: "write ** for powers",
    ast.FloorDiv: "write floor(a/b)",
    ast.Mod: "write Mod(a, n)",
    ast.In: "write forall or exists, and inequalities for membership",
}


#: reads a call of one of `vocabulary.SPECIAL`
ReadSpecial = Callable[["Reader", str, ast.Call], Expr]


class Reader:
    """Reads one source.

    `params` are names that may stand for statements as well as for objects, with the names that they have in what is
    read; `special` reads the calls that bind a
    variable or read their arguments in a way of their own.
    """

    def __init__(
        self, source: Source, declared: Collection[str], definitions: Sequence[Definition], found: set[str],
        lenient: bool, params: Mapping[str, str], special: ReadSpecial,
    ) -> None:  # fmt: skip
        self.source = source
        self.declared = declared
        self.definitions = {d.name: d for d in definitions}
        self.found = found
        self.lenient = lenient
        self.params = frozenset(params.values())
        self.special = special
        self.scope: dict[str, str] = dict(params)  # bound name -> the name it has in the expression
        self.level = 0
        self.work = 0  # nodes made by expanding abbreviations
        self.domains: dict[int, Source] = {}
        self.outer = frozenset().union(*(d.outer_names() for d in definitions))

    # -- places -------------------------------------------------------------------------------------

    def place(self, node: ast.AST) -> int:
        return self.source.start + int(getattr(node, "col_offset", 1)) - 1

    def error(self, node: ast.AST, what: str) -> ClaimError:
        return self.source.error(what, self.place(node))

    def read(self) -> Expr:
        """The expression of the whole source.  Raises `ClaimError`."""
        said, bound, condition = for_all(self.source)
        if bound:
            return self.for_all(said, bound, condition)
        return self.whole(self.source)

    def whole(self, part: Source, formula: bool = False) -> Expr:
        """The expression of a stretch of the source."""
        self.source = part
        node, self.domains = tree(part)
        return self.formula(node) if formula else self.visit(node)

    def for_all(self, said: Source, bound: Sequence[tuple[Source, Source]], condition: Source | None) -> Expr:
        """What is said of all values of some names, under a condition."""
        if not bound:
            body = self.whole(said, formula=True)
            return body if condition is None else ("implies", self.whole(condition, formula=True), body)
        (name, where), rest = bound[0], bound[1:]
        domain = domain_in(where, self.expression_in)
        own, body = self.bound_in(str(name), lambda: self.for_all(said, rest, condition))
        return quantified("forall", own, domain.sort, domain.facts, body)

    def expression_in(self, part: Source, end: bool) -> Expr:
        """A size or an end inside a domain; an end may be infinite."""
        outer_source, outer_domains = self.source, self.domains
        try:
            self.source = part
            node, self.domains = tree(part)
            return self.end(node) if end else self.term(node)
        finally:
            self.source, self.domains = outer_source, outer_domains

    # -- kinds --------------------------------------------------------------------------------------

    def term(self, node: ast.expr) -> Expr:
        e = self.visit(node)
        if is_formula(e):
            raise self.error(node, "a number or an object is expected here, this is a statement")
        return e

    def formula(self, node: ast.expr) -> Expr:
        e = self.visit(node)
        if not is_formula(e) and not (isinstance(e, str) and e in self.params):
            raise self.error(node, "a statement is expected here, this is a number or an object")
        return e

    def end(self, node: ast.expr) -> Expr:
        """An end of a range: an expression, or the kernel's "oo" or "-oo"."""
        e = self.term(node)
        if e == words.OO:
            return "oo"
        return "-oo" if e == ("neg", words.OO) else e

    def visit(self, node: ast.expr) -> Expr:
        self.level += 1
        if self.level > MAX_LEVELS:
            raise self.error(node, f"the expression is nested deeper than {MAX_LEVELS} levels")
        try:
            if isinstance(node, ast.Name):
                return self.name(node)
            if isinstance(node, ast.Constant):
                return self.constant(node)
            if isinstance(node, ast.BinOp):
                return self.operation(node)
            if isinstance(node, ast.UnaryOp):
                return self.unary(node)
            if isinstance(node, ast.Compare):
                return self.comparison(node)
            if isinstance(node, ast.BoolOp):
                op = "and" if isinstance(node.op, ast.And) else "or"
                return (op, *(self.formula(v) for v in node.values))
            if isinstance(node, ast.Call):
                return self.call(node)
            if isinstance(node, ast.Subscript):
                return self.subscript(node)
            if isinstance(node, ast.Attribute):
                if node.attr != "T":
                    raise self.error(node, f"the only attribute is .T (transposed), not .{node.attr}")
                return ("T", self.term(node.value))
            raise self.error(node, f"{_describe(node)} has no meaning in a statement")
        finally:
            self.level -= 1

    # -- leaves -------------------------------------------------------------------------------------

    def name(self, node: ast.Name) -> Expr:
        name = node.id
        if name in self.scope:
            return self.scope[name]
        if name in self.declared:
            return name
        if name in self.definitions:
            return self.expand(node, self.definitions[name], [])
        if name in words.CONSTANTS:
            return ("fn", name)
        if name in words.FUNCTIONS:
            raise self.error(node, f"{name} is a function and needs arguments in brackets")
        self.check_name(node, name)
        if not self.lenient:
            raise self.error(node, f"undeclared name {name}")
        self.found.add(name)
        return name

    def check_name(self, node: ast.AST, name: str) -> None:
        if not is_name(name):
            raise self.error(node, f"{name[:40]!r} is no name for a variable")

    def constant(self, node: ast.Constant) -> Expr:
        value = node.value
        if value is True or value is False:
            return ("true",) if value else ("false",)
        if type(value) not in (int, float):
            raise self.error(node, f"{_describe(node)} has no meaning in a statement")
        begin = self.place(node)
        text = self.source.text[begin : begin + int(node.end_col_offset or 0) - node.col_offset]
        mantissa, _, exponent = text.lower().partition("e")
        if not mantissa.replace(".", "", 1).isdigit() or (exponent and not exponent.lstrip("+-").isdigit()):
            raise self.error(node, f"{text[:40]!r} is no decimal number")
        if exponent and (len(exponent) > 6 or abs(int(exponent)) > MAX_DIGITS):
            raise self.error(node, f"the exponent of {text[:40]} is larger than {MAX_DIGITS}")
        exact = Fraction(text)
        return exact.numerator if exact.denominator == 1 else ("/", exact.numerator, exact.denominator)

    # -- operations ---------------------------------------------------------------------------------

    def operation(self, node: ast.BinOp) -> Expr:
        op = _OPERATORS.get(type(node.op))
        if op is None:
            hint = _HINTS.get(type(node.op), "")
            raise self.error(node, "an operator without meaning here" + (f"; {hint}" if hint else ""))
        if op != "^":
            return self.chain(node, ("+", "-") if op in ("+", "-") else ("*", "/"))
        e: Expr = (op, self.term(node.left), self.term(node.right))
        try:
            check_powers(e)
        except ClaimError as error:
            raise self.error(node.right, error.what) from None
        return e

    def chain(self, node: ast.BinOp, operators: tuple[str, str]) -> Expr:
        """a + b - c + d, read from the left without using the stack for its length."""
        links: list[tuple[str, ast.expr]] = []
        left: ast.expr = node
        while isinstance(left, ast.BinOp) and _OPERATORS.get(type(left.op)) in operators:
            links.append((_OPERATORS[type(left.op)], left.right))
            left = left.left
        e = self.term(left)
        before = ""
        for op, right in reversed(links):
            if op == before and op in ("+", "*"):
                assert isinstance(e, tuple)
                e = (*e, self.term(right))
            else:
                e = (op, e, self.term(right))
            before = op
        return e

    def unary(self, node: ast.UnaryOp) -> Expr:
        if isinstance(node.op, ast.Not):
            return ("not", self.formula(node.operand))
        if isinstance(node.op, ast.UAdd):
            return self.term(node.operand)
        if not isinstance(node.op, ast.USub):
            raise self.error(node, "an operator without meaning here")
        e = self.term(node.operand)
        if isinstance(e, int) and isinstance(node.operand, ast.Constant):
            return -e
        return ("neg", e)

    def comparison(self, node: ast.Compare) -> Expr:
        sides = [self.term(node.left)]
        links: list[Expr] = []
        for op, right in zip(node.ops, node.comparators, strict=True):
            if type(op) not in _RELATIONS:
                hint = _HINTS.get(type(op), "relations are == != < <= > >=")
                raise self.error(node, f"no relation; {hint}")
            sides.append(self.term(right))
            links.append((_RELATIONS[type(op)], sides[-2], sides[-1]))
        return links[0] if len(links) == 1 else ("and", *links)

    def subscript(self, node: ast.Subscript) -> Expr:
        value = self.term(node.value)
        if isinstance(node.slice, ast.Tuple):
            if len(node.slice.elts) != 2:
                raise self.error(node.slice, "an entry has two indices: A[i, j]")
            return ("entry", value, *(self.term(i) for i in node.slice.elts))
        if isinstance(node.slice, ast.Slice):
            raise self.error(node.slice, "slices have no meaning here")
        return ("at", value, self.term(node.slice))

    # -- calls --------------------------------------------------------------------------------------

    def call(self, node: ast.Call) -> Expr:
        if not isinstance(node.func, ast.Name):
            raise self.error(node, "only a function's name can be applied to arguments")
        name = node.func.id
        if node.keywords:
            raise self.error(node.keywords[0].value, "arguments are given without names")
        for a in node.args:
            if isinstance(a, ast.Starred):
                raise self.error(a, "a starred argument has no meaning here")
        if name in self.scope or name in self.declared:
            what = f"{name} is a variable: write {name}*(...) for a product, {name}[t] for a value"
            raise self.error(node, what)
        if name in self.definitions:
            return self.expand(node, self.definitions[name], [self.visit(a) for a in node.args])
        name = words.ALIASES.get(name, name)
        if name in words.SPECIAL:
            return self.special(self, name, node)
        if name in words.HEAD_FUNCTIONS:
            op, least, most = words.HEAD_FUNCTIONS[name]
            args = self.arguments(node, name, least, most)
            if op in ("min", "max"):
                e: Expr = args[0]
                for other in args[1:]:
                    e = (op, e, other)
                return e
            return (op, *args, *args) if name == "zeros" and len(args) == 1 else (op, *args)
        if name in words.SCALAR_FUNCTIONS:
            least, most = words.SCALAR_FUNCTIONS[name]
            return ("fn", name, *self.arguments(node, name, least, most))
        raise self.error(node, f"unknown function {name[:40]}")

    def arguments(self, node: ast.Call, name: str, least: int, most: int) -> list[Expr]:
        if not least <= len(node.args) <= most:
            wanted = f"{least}" if least == most else f"{least} or more" if most > 9 else f"{least} or {most}"
            plural = "" if wanted == "1" else "s"
            raise self.error(node, f"{name} takes {wanted} argument{plural}, not {len(node.args)}")
        return [self.term(a) for a in node.args]

    def expand(self, node: ast.AST, definition: Definition, arguments: list[Expr]) -> Expr:
        try:
            e = definition.expand(arguments)
            self.work += size(e)
        except ClaimError as error:
            raise self.error(node, error.what) from None
        for name in definition.unknown:
            if name not in self.declared:
                if not self.lenient:
                    raise self.error(node, f"{definition.name} uses the undeclared name {name}")
                self.found.add(name)
        if self.work > 4 * MAX_NODES:
            raise self.error(node, "the abbreviations expand to too large an expression")
        return e

    # -- binders ------------------------------------------------------------------------------------

    def bound(self, node: ast.expr) -> str:
        """The name that a binder introduces."""
        if not isinstance(node, ast.Name):
            raise self.error(node, "a bound variable must be a plain name")
        self.check_name(node, node.id)
        return node.id

    def under(self, name: str, node: ast.expr, formula: bool = False) -> tuple[str, Expr]:
        """The body of a binder, and the name it binds: another one where an abbreviation mentions `name`."""
        return self.bound_in(name, lambda: self.formula(node) if formula else self.term(node))

    def bound_in(self, name: str, read: Callable[[], Expr]) -> tuple[str, Expr]:
        """What is read with a name bound, and the name it binds there."""
        before = self.scope.get(name)
        marker = f"?{name}" if name in self.outer else name
        self.scope[name] = marker
        try:
            body = read()
        finally:
            if before is None:
                del self.scope[name]
            else:
                self.scope[name] = before
        if marker == name:
            return name, body
        final = fresh(name, free_names(body))
        return final, named_after_points(substitute(body, {marker: final}))

    def domain(self, node: ast.expr) -> tuple[Expr, tuple[tuple[str, Expr], ...]]:
        """Sort and conditions of the domain that stands in a quantifier."""
        part = self.domains.get(self.place(node))
        if part is None:
            raise self.error(node, "a domain is expected here")
        domain = domain_in(part, self.expression_in)
        return domain.sort, domain.facts


def quantified(name: str, bound: str, sort: Expr, facts: Sequence[tuple[str, Expr]], body: Expr) -> Expr:
    """``forall`` or ``exists`` over a domain: its conditions stand before the body."""
    mentioned = frozenset().union(*(free_names(f) for _, f in facts))
    if bound in mentioned:  # a size or an end of the domain names an outer variable of the same name
        other = fresh(bound, mentioned | free_names(body))
        bound, body = other, substitute(body, {bound: other})
    conditions = [substitute(f, {HOLE: bound}) for _, f in facts]
    if name == "exists":
        return (name, bound, sort, ("and", *conditions, body) if conditions else body)
    if conditions:
        guard = conditions[0] if len(conditions) == 1 else ("and", *conditions)
        body = ("implies", guard, body)
    return (name, bound, sort, body)


def _describe(node: ast.AST) -> str:
    names = {
        "JoinedStr": "a formatted text", "Lambda": "lambda", "IfExp": "if ... else", "NamedExpr": ":=",
        "ListComp": "a comprehension", "GeneratorExp": "a comprehension", "Tuple": "a comma",
        "List": "a list", "Starred": "a star", "Await": "await", "Yield": "yield",
    }  # fmt: skip
    if isinstance(node, ast.Constant):
        return "a text" if isinstance(node.value, (str, bytes)) else f"{node.value!r:.40}"
    return names.get(type(node).__name__, type(node).__name__)
