"""Domains: over what a variable ranges, as a text, as a sort, and as the conditions that go with it.

The kernel's sorts know reals, integers between two ends, matrices, sequences.  Everything else a domain
says (positive, symmetric, in an interval) is a condition, an ordinary hypothesis about the variable.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import REAL, Expr, head
from verifier.language.errors import ClaimError
from verifier.language.named import fresh, substitute
from verifier.language.text.printing import to_text
from verifier.language.text.scan import Source
from verifier.language.text.vocabulary import INTEGERS

HOLE = "?"  # stands for the variable in a condition; no name of the language can be this

#: reads an expression (False) or an end that may be oo or -oo (True)
ReadExpr = Callable[[Source, bool], Expr]

_SIGNS: dict[str, str] = {
    "positive": ">", "negative": "<", "nonnegative": ">=", "nonpositive": "<=", "nonzero": "!=",
}  # fmt: skip
_SQUARE = ("symmetric", "skew", "diagonal", "orthogonal", "psd", "pd", "invertible")
_SHAPE = re.compile(r"(?P<words>[a-z]+(?:\s+[a-z]+)*)\s*(?P<open>[(\[])")
KNOWN = (
    "real, positive, negative, nonnegative, nonpositive, nonzero, an interval, integer, positive integer, "
    "nonnegative integer, integer[a, b], complex, matrix(m, n), symmetric matrix(n), skew matrix(n), "
    "diagonal matrix(n), orthogonal matrix(n), psd matrix(n), probability vector(n), X sequence, X curve, "
    "X function of matrix(m, n), random X"
)


@dataclass(frozen=True)
class Domain:
    """A domain: its text, its sort, and its conditions with `HOLE` for the variable.

    >>> Domain("positive", ("real",), (("positive", (">", HOLE, 0)),)).conditions("x")
    [('x.positive', ('>', 'x', 0))]
    """

    text: str
    sort: Expr
    facts: tuple[tuple[str, Expr], ...] = ()

    def conditions(self, name: str) -> list[tuple[str, Expr]]:
        """The conditions on the variable `name`, labelled like ``A.symmetric``."""
        return [(f"{name}.{label}", substitute(fact, {HOLE: name})) for label, fact in self.facts]

    def without(self, label: str) -> Domain:
        """The domain without one of its conditions; raises `ClaimError` where it has no such condition."""
        kept = tuple(f for f in self.facts if f[0] != label)
        if len(kept) == len(self.facts):
            raise ClaimError(f"the domain {self.text!r} has no condition {label!r}")
        return Domain(f"{self.text} without {label}", self.sort, kept)

    def substitute(self, values: dict[str, Expr]) -> Domain:
        """The domain at given values of the names that its sizes and ends mention."""
        if not values or not (free_names(self.sort) | self._names()) & values.keys():
            return self

        def written(found: re.Match[str]) -> str:
            value = values.get(found[0], found[0])
            return to_text(value) if isinstance(value, (int, str)) else f"({to_text(value)})"

        text = re.sub(r"[A-Za-z][A-Za-z0-9_]*", written, self.text)
        facts = tuple((label, substitute(f, values)) for label, f in self.facts)
        return Domain(text, substitute(self.sort, values), facts)

    def _names(self) -> frozenset[str]:
        return frozenset().union(*(free_names(f) for _, f in self.facts)) - {HOLE}

    def mentions(self) -> frozenset[str]:
        """The names of other variables in the sizes, ends and conditions."""
        return free_names(self.sort) | self._names()


def _matrix_facts(kind: str, n: Expr) -> list[tuple[str, Expr]]:
    taken = free_names(n) | {HOLE}
    i, j, x = fresh("i", taken), fresh("j", taken), fresh("x", taken)
    form: Expr = ("*", ("T", x), HOLE, x)
    symmetric: tuple[str, Expr] = ("symmetric", ("==", ("T", HOLE), HOLE))
    if kind == "symmetric":
        return [symmetric]
    if kind == "skew":
        return [("skew", ("==", ("T", HOLE), ("neg", HOLE)))]
    if kind == "orthogonal":
        return [("orthogonal", ("==", ("*", ("T", HOLE), HOLE), ("eye", n)))]
    if kind == "invertible":
        return [("invertible", ("!=", ("det", HOLE), 0))]
    if kind == "diagonal":
        index: Expr = ("integer", 0, ("-", n, 1))
        off: Expr = ("implies", ("!=", i, j), ("==", ("entry", HOLE, i, j), 0))
        return [("diagonal", ("forall", i, index, ("forall", j, index, off)))]
    if kind == "psd":
        return [symmetric, ("psd", ("forall", x, ("matrix", n, 1), (">=", form, 0)))]
    nonzero: Expr = ("implies", ("!=", x, ("zeros", n, 1)), (">", form, 0))
    return [symmetric, ("pd", ("forall", x, ("matrix", n, 1), nonzero))]


def _simplex_facts(n: Expr) -> list[tuple[str, Expr]]:
    i = fresh("i", free_names(n) | {HOLE})
    last: Expr = ("-", n, 1)
    entry: Expr = ("entry", HOLE, i, 0)
    return [
        ("nonnegative", ("forall", i, ("integer", 0, last), (">=", entry, 0))),
        ("total", ("==", ("sum", entry, i, 0, last), 1)),
    ]


def _interval(source: Source, read: ReadExpr, text: str) -> Domain:
    ends = source.part(source.start + 1, source.end - 1).split()
    if len(ends) != 2:
        raise source.error("an interval has two ends, like (0, 1]")
    lower, upper = (read(e, True) for e in ends)
    facts: list[tuple[str, Expr]] = []
    if lower == "oo" or upper == "-oo":
        raise source.error("the ends of the interval are in the wrong order")
    if lower != "-oo":
        facts.append(("lower", (">=" if text[0] == "[" else ">", HOLE, lower)))
    elif text[0] == "[":
        raise source.error("an interval is open at -oo")
    if upper != "oo":
        facts.append(("upper", ("<=" if text[-1] == "]" else "<", HOLE, upper)))
    elif text[-1] == "]":
        raise source.error("an interval is open at oo", source.end - 1)
    return Domain(text, REAL, tuple(facts))


def _sized(source: Source, words: str, bracket: int, read: ReadExpr, text: str) -> Domain:
    square_bracket = source.text[bracket] == "["
    if source.text[source.end - 1] != ("]" if square_bracket else ")"):
        raise source.error(f"the domain {text!r} does not end with its closing bracket", source.end - 1)
    parts = source.part(bracket + 1, source.end - 1).split()
    if square_bracket:
        if words != "integer" or len(parts) != 2:
            what = f"unknown domain {text!r:.60}; integer[a, b] takes the first and the last value"
            raise source.error(what)
        lo, hi = (read(p, True) for p in parts)
        if lo == "oo" or hi == "-oo":
            raise source.error("the ends of the integers are in the wrong order")
        return Domain(text, ("integer", lo, hi))
    sizes = [read(p, False) for p in parts]
    kind, _, noun = words.rpartition(" ")
    if noun == "matrix" and not kind and len(sizes) in (1, 2):
        return Domain(text, ("matrix", sizes[0], sizes[-1]))
    if noun == "matrix" and kind in _SQUARE:
        if len(sizes) != 1:
            raise source.error(f"a {kind} matrix has one size: {kind} matrix(n)")
        return Domain(text, ("matrix", sizes[0], sizes[0]), tuple(_matrix_facts(kind, sizes[0])))
    if noun == "vector" and len(sizes) == 1:
        column: Expr = ("matrix", sizes[0], 1)
        if not kind:
            return Domain(text, column)
        if kind == "probability":
            return Domain(text, column, tuple(_simplex_facts(sizes[0])))
    raise source.error(f"unknown domain {text!r:.60}; known are {KNOWN}")


def _sequence(inner: Domain, text: str) -> Domain:
    """A sequence of values of a domain: each condition holds at every t >= 0."""
    facts = []
    for label, fact in inner.facts:
        t = fresh("t", free_names(fact) | free_names(inner.sort))
        body = substitute(fact, {HOLE: ("at", HOLE, t)})
        facts.append((label, ("forall", t, ("integer", 0, "oo"), body)))
    return Domain(text, ("sequence", inner.sort), tuple(facts))


def _curve(inner: Domain, source: Source, text: str) -> Domain:
    """A differentiable curve through the values of a domain: each condition holds at every real t."""
    if head(inner.sort) not in ("real", "matrix"):
        raise source.error(f"a curve runs through real numbers or real matrices, not through {inner.text}")
    facts = []
    for label, fact in inner.facts:
        t = fresh("t", free_names(fact) | free_names(inner.sort))
        facts.append((label, ("forall", t, REAL, substitute(fact, {HOLE: ("at", HOLE, t)}))))
    return Domain(text, ("curve", inner.sort), tuple(facts))


def _function(inner: Domain, argument: Domain, source: Source, text: str) -> Domain:
    """A function of a matrix with values in a domain: each condition holds at every argument."""
    if head(inner.sort) not in ("real", "matrix"):
        raise source.error(f"the values of a function are real numbers or real matrices, not {inner.text}")
    if head(argument.sort) != "matrix" or argument.facts:
        raise source.error(f"a function is one of matrix(m, n), not of {argument.text}; of one real variable: a curve")
    facts = []
    for label, fact in inner.facts:
        x = fresh("w", free_names(fact) | free_names(inner.sort) | free_names(argument.sort))
        facts.append((label, ("forall", x, argument.sort, substitute(fact, {HOLE: ("at", HOLE, x)}))))
    return Domain(text, ("function", argument.sort, inner.sort), tuple(facts))


def domain_in(source: Source, read: ReadExpr, depth: int = 0) -> Domain:
    """Read a domain from a stretch of text; `read` reads the expressions in it.  Raises `ClaimError`."""
    text = " ".join(str(source).split())
    if not text:
        raise source.error("a domain is missing")
    if depth > 4:
        raise source.error("sequences nested too deeply")
    if text in ("real", "complex"):
        return Domain(text, (text,))
    stem = text.removesuffix(" real")
    if stem in _SIGNS:
        return Domain(text, REAL, ((stem, (_SIGNS[stem], HOLE, 0)),))
    if text in INTEGERS:
        facts: tuple[tuple[str, Expr], ...] = ()
        if text == "nonzero integer":
            facts = (("nonzero", ("!=", HOLE, 0)),)
        return Domain(text, INTEGERS[text], facts)
    if re.match(r"random\s", str(source)):
        inner = domain_in(source.part(source.start + 6, source.end), read, depth + 1)
        if inner.facts or head(inner.sort) in ("random", "curve", "function"):
            raise source.error(f"random {inner.text} is not supported: state its conditions as hypotheses")
        return Domain(text, ("random", inner.sort))
    if found := re.search(r"[\s)\]](function\s+of)\s", str(source)):
        values, arguments = source.start + found.start(1), source.start + found.end(1)
        inner = domain_in(source.part(source.start, values), read, depth + 1)
        return _function(inner, domain_in(source.part(arguments, source.end), read, depth + 1), source, text)
    if re.search(r"[\s)\]]sequence$", str(source)):
        return _sequence(domain_in(source.part(source.start, source.end - 8), read, depth + 1), text)
    if re.search(r"[\s)\]]curve$", str(source)):
        return _curve(domain_in(source.part(source.start, source.end - 5), read, depth + 1), source, text)
    if text[0] in "([" and text[-1] in ")]":
        return _interval(source, read, text)
    if found := _SHAPE.match(source.text, source.start, source.end):
        return _sized(source, " ".join(found["words"].split()), found.start("open"), read, text)
    raise source.error(f"unknown domain {text!r:.60}; known are {KNOWN}")
