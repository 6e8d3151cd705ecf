"""Probabilities, expectations and variances under named laws: while a text is read they become integrals and sums.

* ``probability(X > t, X, normal(0, 1))``: an event is made of bounds on X, Abs(X) or Abs(X - c) with ``and``, ``not``;
* ``expectation(f, X, gamma(k, 2))``: the integral of f times the density, or the sum with the mass;
* ``variance(f, X, law)``: the expectation of f**2 less the square of that of f;
* without a law, of variables that are declared as random: ``probability(X > t)``, ``variance(X)``,
  ``covariance(X, Y)``.

The law's density and support are those of `distributions`.  Where it is not evident that the parameters make a
law, the term is a Piecewise without another case, so that a claim about other parameters is ill-posed.  The integral is
Riemann's, improper at the ends: it says that an expectation exists where each end converges on its own.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import REAL, TRUE, Expr, conjunction, head
from verifier.language.laws.distributions import LAWS, Law
from verifier.language.named import fresh, negation, operands, substitute
from verifier.language.ranges import HOLE, Domain
from verifier.language.text.printing import to_text
from verifier.language.text.reader import Reader, ReadSpecial
from verifier.language.text.scan import Source
from verifier.language.text.settling import number, tidy
from verifier.language.text.vocabulary import OO

FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "=="}


class Region(NamedTuple):
    """The values between two ends (None: none), whether each end belongs to it, and whether low <= high is known."""

    low: Expr | None
    closed_low: bool
    high: Expr | None
    closed_high: bool
    ordered: bool = False


def read_chance(r: Reader, name: str, node: ast.Call) -> Expr:
    """The expansion of a call of one of `vocabulary.CHANCES`.  Raises `ClaimError`."""
    if 1 <= len(node.args) <= 2 and len(node.args) == 1 + (name == "covariance") and not node.keywords:
        return _of_random_variables(r, name, node)
    if len(node.args) != 3 or name == "covariance":
        what = "event" if name == "probability" else "f"
        raise r.error(node, f"{name} is written {name}({what}, X, law), with a law such as normal(0, 1)")
    law, values = _law(r, node.args[2])
    bound, body = r.under(r.bound(node.args[1]), node.args[0], formula=name == "probability")
    x = fresh(bound, free_names(body).difference({bound}).union(*map(free_names, values.values())))
    body = substitute(body, {bound: x}) if x != bound else body
    reading = _Chance(r, node, law, values, x)
    if name == "probability":
        result = reading.probability(body)
    elif name == "expectation":
        result = reading.mean(body)
    else:
        result = ("-", reading.mean(("^", body, 2)), ("^", reading.mean(body), 2))
    return reading.under_domain(result)


def _of_random_variables(r: Reader, name: str, node: ast.Call) -> Expr:
    """The same of random variables that are declared as such, as means."""
    if name == "probability":
        return ("fn", "expect", ("fn", "Piecewise", 1, r.formula(node.args[0]), 0, TRUE))
    parts = [r.term(a) for a in node.args]
    for part, a in zip(parts, node.args, strict=True):
        kinds = {_kind(r, n) for n in free_names(part)}
        if name != "expectation" and ("complex" in kinds or (isinstance(part, str) and "matrix" in kinds)):
            raise r.error(a, f"{name} is of real numbers: write what is meant with expect")
    if name == "expectation":
        return ("fn", "expect", parts[0])
    gaps: list[Expr] = [("-", f, ("fn", "expect", f)) for f in parts]
    return ("fn", "expect", ("^", gaps[0], 2) if name == "variance" else ("*", *gaps))


def _law(r: Reader, node: ast.expr) -> tuple[Law, dict[str, Expr]]:
    name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
    if not isinstance(node, ast.Call) or name not in LAWS or node.keywords:
        raise r.error(node, f"a law is expected; known are {', '.join(LAWS)}")
    law = LAWS[name]
    if len(node.args) != len(law.params):
        raise r.error(node, f"{name} is written {name}({', '.join(law.params)}): {law.source.partition(';')[0]}")
    return law, dict(zip(law.params, (r.term(a) for a in node.args), strict=True))


def _kind(r: Reader, name: str) -> str | None:
    """Whether a name stands for a number, a matrix, ... or a random one."""
    known = r.declared.get(name) if isinstance(r.declared, Mapping) else None
    sort = known.sort if isinstance(known, Domain) else known
    return None if sort is None else head(operands(sort)[0] if head(sort) == "random" else sort)


@cache
def _text(text: str, names: tuple[str, ...], special: ReadSpecial) -> Expr:
    """A text of the table of laws, with its names as variables."""
    return tidy(Reader(Source.whole(text, ""), names, (), set(), False, {}, special).read())


class _Chance:
    """One probability or expectation while it is read."""

    def __init__(self, r: Reader, node: ast.Call, law: Law, values: dict[str, Expr], x: str) -> None:
        self.r, self.node, self.law, self.values, self.x = r, node, law, values, x
        self.density = self.at(law.density, x)
        self.low, self.high = self.at(law.low, x), self.at(law.high, x)

    def at(self, text: str, x: str) -> Expr:
        """A text of the law at its parameters and a value."""
        return neat(substitute(_text(text, (*self.law.params, "x"), self.r.special), {**self.values, "x": x}))

    # -- integrals and sums -----------------------------------------------------------------------------
    def total(self, f: Expr, low: Expr, high: Expr) -> Expr:
        """The integral of f or its sum between two ends."""
        if not self.law.whole:
            return ("fn", "integrate", ("forall", self.x, REAL, f), low, high)
        if high == OO:
            return ("fn", "Sum", ("forall", self.x, ("integer", low, "oo"), f))
        return ("sum", f, self.x, low, high)

    def mean(self, f: Expr) -> Expr:
        return self.total(neat(("*", f, self.density)), self.low, self.high)

    def probability(self, event: Expr) -> Expr:
        parts = [self.mass(region) for region in self.regions(event)]
        parts = [p for p in parts if p != 0]
        return 0 if not parts else parts[0] if len(parts) == 1 else ("+", *parts)

    def mass(self, region: Region) -> Expr:
        if self.law.whole:
            return self.counted(region)
        low = self.low if region.low is None else self.clipped(region.low)
        high = self.high if region.high is None else self.clipped(region.high)
        apart = head(region.high or 0) == "+" and operands(region.high or 0)[0] == region.low
        ordered = region.ordered or (
            apart and self.evident(">=", neat(("+", 0, *operands(region.high or 0)[1:])), 0)
        )
        if region.low is not None and region.high is not None and not ordered and not self.below(low, high):
            a, b = number(low), number(high)
            if a is not None and b is not None:
                return 0
            high = ("max", low, high)
        return 0 if low == high else self.total(self.density, low, high)

    def clipped(self, end: Expr) -> Expr:
        """An end of a region, moved into the support where it may lie outside."""
        for bound, op in ((self.low, "max"), (self.high, "min")):
            if bound in (OO, ("neg", OO)):
                continue
            inside = self.below(bound, end) if op == "max" else self.below(end, bound)
            outside = self.below(end, bound) if op == "max" else self.below(bound, end)
            end = end if inside else bound if outside else (op, bound, end)
        return end

    def counted(self, region: Region) -> Expr:
        """The mass of the integers in a region."""
        low, high = self.whole_end(region, True), self.whole_end(region, False)
        if low is None or self.below(low, self.low):
            low = self.low
        elif not self.below(self.low, low):
            raise self.r.error(self.node, f"say of the lower bound that it is at least {_shown(self.low)}")
        if high is None or (self.high != OO and self.below(self.high, high)):
            return self.total(self.density, low, self.high)
        if self.high == OO or self.below(high, self.high):
            return self.total(self.density, low, high)
        beyond = self.total(self.density, neat(("+", high, 1)), self.high)  # empty where high is beyond the support
        return ("-", self.total(self.density, low, self.high), beyond)

    def whole_end(self, region: Region, lower: bool) -> Expr | None:
        """The first (or last) integer of a region."""
        end, closed = (region.low, region.closed_low) if lower else (region.high, region.closed_high)
        if end is None:
            return None
        n = number(end)
        if n is not None:
            whole = n.__floor__() if not lower else n.__ceil__()
            return whole + (0 if closed or whole != n else 1 if lower else -1)
        if not self.integral(end):
            raise self.r.error(self.node, "a bound on an integer is a number or made of integer variables")
        return end if closed else neat(("+", end, 1) if lower else ("-", end, 1))

    def integral(self, e: Expr) -> bool:
        if isinstance(e, str):
            return head(self.sort(e)) == "integer"
        return isinstance(e, int) or (head(e) in ("+", "-", "*", "neg") and all(self.integral(a) for a in operands(e)))

    # -- events -----------------------------------------------------------------------------------------
    def regions(self, event: Expr) -> list[Region]:
        """Disjoint regions of values that make up an event."""
        op, args = head(event), operands(event)
        if op == "not":
            return self.regions(negation(args[0]))
        if op == "and":
            found = self.regions(args[0])
            for part in args[1:]:
                found = [self.meet(a, b) for a in found for b in self.regions(part)]
            return found
        if op not in ("<", "<=", ">", ">=", "=="):
            raise self.r.error(self.node.args[0], "an event is made of bounds on the variable, of 'and' and of 'not'")
        left, right = args
        if self.x in free_names(right):
            left, right, op = right, left, FLIPPED[op]
        if self.x in free_names(right) or self.x not in free_names(left):
            raise self.r.error(self.node.args[0], "one side of each bound is the variable, the other is free of it")
        closed = op in ("<=", ">=", "==")
        if head(left) == "abs":
            return self.around(operands(left)[0], op, right, closed)
        if left != self.x:
            raise self.r.error(self.node.args[0], f"bounds are put on {self.x} itself, Abs({self.x}) or a distance")
        if op == "==":
            return [Region(right, True, right, True)]
        return [Region(None, False, right, closed) if op[0] == "<" else Region(right, closed, None, False)]

    def around(self, inner: Expr, op: str, radius: Expr, closed: bool) -> list[Region]:
        """Abs(X - c) below or above a radius."""
        centre: Expr | None = 0 if inner == self.x else None
        if head(inner) in ("-", "+") and len(operands(inner)) == 2:
            a, b = operands(inner)
            if a == self.x and self.x not in free_names(b):
                centre = b if head(inner) == "-" else neat(("neg", b))
            elif b == self.x and self.x not in free_names(a):
                centre = a if head(inner) == "-" else neat(("neg", a))
        if centre is None or op == "==":
            raise self.r.error(self.node.args[0], f"a distance is written Abs({self.x} - c) < t or > t")
        if not self.evident(">=", radius, 0):
            raise self.r.error(self.node.args[0], f"say of the distance {_shown(radius)} that it is not negative")
        low, high = neat(("-", centre, radius)), neat(("+", centre, radius))
        if op[0] == "<":
            return [Region(low, closed, high, closed, ordered=True)]
        return [Region(None, False, low, closed), Region(high, closed, None, False)]

    def meet(self, a: Region, b: Region) -> Region:
        low, closed_low = a.low, a.closed_low
        if b.low is not None:
            if low is None or self.below(low, b.low):
                low, closed_low = b.low, b.closed_low and (low != b.low or closed_low)
            elif not self.below(b.low, low):
                low, closed_low = ("max", low, b.low), self.same(a.closed_low, b.closed_low)
        high, closed_high = a.high, a.closed_high
        if b.high is not None:
            if high is None or self.below(b.high, high):
                high, closed_high = b.high, b.closed_high and (high != b.high or closed_high)
            elif not self.below(high, b.high):
                high, closed_high = ("min", high, b.high), self.same(a.closed_high, b.closed_high)
        return Region(low, closed_low, high, closed_high)

    def same(self, a: bool, b: bool) -> bool:
        if self.law.whole and a != b:
            raise self.r.error(self.node.args[0], "write the bounds of an integer with <= and >= alone")
        return a

    # -- what is evident --------------------------------------------------------------------------------
    def under_domain(self, e: Expr) -> Expr:
        """The term where the parameters make a law."""
        rest: list[Expr] = []
        for text in self.law.domain:
            condition = substitute(_text(text, self.law.params, self.r.special), self.values)
            op, left, right = str(head(condition)), neat(operands(condition)[0]), operands(condition)[1]
            if number(left) is not None and not self.evident(op, left, right):
                raise self.r.error(self.node.args[2], f"{self.law.name} asks for {text}")
            if not self.evident(op, left, right):
                rest.append((op, left, right))
        if self.law.whole and not all(self.integral(self.values[n]) for n in self.law.params if n == "n"):
            raise self.r.error(self.node.args[2], f"{self.law.name} asks for an integer n")
        return ("fn", "Piecewise", e, conjunction(rest)) if rest else e

    def sort(self, name: str) -> Expr:
        declared = self.r.declared
        known = declared[name] if isinstance(declared, dict) and name in declared else REAL
        return known.sort if isinstance(known, Domain) else known

    def below(self, a: Expr, b: Expr) -> bool:
        """Whether a <= b is evident."""
        if a == ("neg", OO) or b == OO or a == b:
            return True
        if a == OO or b == ("neg", OO):
            return False
        n, m = number(a), number(b)
        if m is not None:
            return self.evident("<=", a, m)
        if n is not None:
            return self.evident(">=", b, n)
        return self.evident(">=", neat(("-", b, a)), 0)

    def evident(self, op: str, e: Expr, bound: Expr | Fraction) -> bool:
        """Whether a comparison with a number is plain from the form and from the domains of variables."""
        limit = bound if isinstance(bound, Fraction) else number(bound)
        n = number(e)
        if limit is None:
            return False
        if n is not None:
            return {"<": n < limit, "<=": n <= limit, ">": n > limit, ">=": n >= limit}.get(op, False)
        if isinstance(e, str):
            return any(_implies(fact, op, limit) for fact in self.facts(e))
        if head(e) == "+" and (shifts := [v for v in map(number, operands(e)) if v is not None]):
            rest = [a for a in operands(e) if number(a) is None]
            return self.evident(op, rest[0] if len(rest) == 1 else ("+", *rest), limit - sum(shifts))
        if op in (">", ">=") and limit <= 0:
            return self.positive(e, strict=op == ">" and limit == 0)
        if head(e) == "-" and number(operands(e)[0]) is not None:  # c - u against a bound on u
            first = number(operands(e)[0])
            assert first is not None
            return self.evident(FLIPPED[op], operands(e)[1], first - limit)
        return False

    def facts(self, name: str) -> list[tuple[str, Fraction]]:
        """Bounds on a variable by numbers, from its domain."""
        declared = self.r.declared
        domain = declared[name] if isinstance(declared, dict) and name in declared else None
        found: list[tuple[str, Fraction]] = []
        sort = self.sort(name)
        if head(sort) == "integer":
            lo, hi = (number(a) if a not in ("oo", "-oo") else None for a in operands(sort))
            found += [(">=", lo)] if lo is not None else []
            found += [("<=", hi)] if hi is not None else []
        for _, fact in domain.facts if isinstance(domain, Domain) else ():
            value = number(operands(fact)[1]) if len(operands(fact)) == 2 and operands(fact)[0] == HOLE else None
            if value is not None:
                found.append((str(head(fact)), value))
        return found

    def positive(self, e: Expr, strict: bool) -> bool:
        op, args = head(e), operands(e)
        if isinstance(e, (int, str)):
            return self.evident(">" if strict else ">=", e, 0)
        if op in ("*", "/", "+", "min", "max"):
            return all(self.positive(a, strict or (op == "/" and i == 1)) for i, a in enumerate(args))
        if op == "-":
            n = number(args[0])
            return n is not None and self.evident("<" if strict else "<=", args[1], n)
        if op == "^":
            return self.positive(args[0], strict)
        if op == "sqrt":
            return self.positive(args[0], strict)
        return op == "fn" and args[0] in ("exp", "cosh", "pi", "E")


def _implies(fact: tuple[str, Fraction], op: str, limit: Fraction) -> bool:
    relation, value = fact
    if relation[0] != op[0] or relation not in ("<", "<=", ">", ">="):
        return False
    if value == limit:
        return relation == op or len(op) == 2
    return value > limit if op[0] == ">" else value < limit


def _shown(e: Expr) -> str:
    return to_text(e)


def neat(e: Expr) -> Expr:
    """The term with its arithmetic of numbers done, without adding 0 and multiplying by 1."""
    if not isinstance(e, tuple):
        return e
    if e[0] in ("forall", "exists", "sum", "product", "fn"):
        return (*e[:2], *(neat(a) for a in e[2:])) if e[0] == "fn" else e
    args = tuple(neat(a) for a in e[1:])
    e = (e[0], *args)
    n = number(e)
    if n is not None:
        return n.numerator if n.denominator == 1 else ("/", n.numerator, n.denominator)
    if e[0] == "-" and args[1] == 0:
        return args[0]
    if e[0] == "-" and args[0] == 0:
        return ("neg", args[1])
    if e[0] in ("/", "^") and args[1] == 1:
        return args[0]
    if e[0] == "^" and args[1] == 0:
        return 1
    if e[0] in ("+", "*"):
        unit = 0 if e[0] == "+" else 1
        flat = [b for a in args for b in (operands(a) if head(a) == e[0] else (a,))]
        kept = [a for a in flat if a != unit]
        return unit if not kept else kept[0] if len(kept) == 1 else (e[0], *kept)
    return e
