"""The safe text language: a statement as text becomes an expression of the kernel, never a value.

Python's `ast` gives the tree, a whitelist of node types gives it meaning; nothing is evaluated, and every
cost is bounded before it is paid (see `scan` for what is refused before parsing).  The statement is kept
as it is written: only sums and products are flattened, as in ``a + b + c`` -> ``("+", "a", "b", "c")``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress

from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr
from verifier.language.definitions import Definition, header
from verifier.language.errors import ClaimError
from verifier.language.laws.asymptotic_orders import resolve_nearness
from verifier.language.laws.outcomes import with_outcomes
from verifier.language.named import fresh
from verifier.language.ranges import Domain, domain_in
from verifier.language.text.binders import read_special
from verifier.language.text.reader import Reader
from verifier.language.text.scan import Source
from verifier.language.text.settling import check_powers, check_size, resolve_norms, tidy
from verifier.language.text.vocabulary import is_formula

Declared = Mapping[str, Domain | Expr]


def parse(
    text: str,
    *,
    declared: Declared | None = None,
    definitions: Sequence[Definition] = (),
    undeclared: str = "error",
    found: set[str] | None = None,
    kind: str | None = None,
    where: str = "",
) -> Expr:
    """Read a statement or a term.

    `declared` gives each free name its domain or sort.  With ``undeclared="real"`` other names are taken
    as real and added to `found`.  `kind` demands a ``"formula"`` or a ``"term"``.  `where` names the
    source in errors.  Raises `ClaimError` (one line, with line and column) for everything else.

    >>> parse("2*x + 0.1 <= x**2", declared={"x": ("real",)})
    ('<=', ('+', ('*', 2, 'x'), ('/', 1, 10)), ('^', 'x', 2))
    """
    if undeclared not in ("error", "real"):
        raise ValueError(f"undeclared must be 'error' or 'real', not {undeclared!r}")
    declared = declared or {}
    source = Source.whole(text, where)
    source = source.part(source.start, source.end)
    seen: set[str] = set() if found is None else found
    e = _read(source, declared, definitions, seen, undeclared == "real", {})
    sorts = {n: d.sort if isinstance(d, Domain) else d for n, d in declared.items()}
    known = {**dict.fromkeys(seen, ("real",)), **sorts}
    try:
        e = resolve_nearness(resolve_norms(with_outcomes(e, known), known), known)
        check_size(e)
    except ClaimError as error:
        raise source.error(error.what) from None
    if kind == "formula" and not is_formula(e):
        raise source.error("a statement is expected here, this is a number or an object")
    if kind == "term" and is_formula(e):
        raise source.error("a number or an object is expected here, this is a statement")
    return e


def _read(
    source: Source, declared: Collection[str], definitions: Sequence[Definition], found: set[str],
    lenient: bool, params: Mapping[str, str],
) -> Expr:  # fmt: skip
    """`params`: names that may stand for statements as well, with the names that they have in what is read."""
    try:
        e = tidy(Reader(source, declared, definitions, found, lenient, params, read_special).read())
        check_size(e)
        check_powers(e)
    except ClaimError as error:
        if error.line is None:
            raise source.error(error.what) from None
        raise
    except RecursionError:
        raise source.error("the expression is nested too deeply") from None
    return e


def read_domain(
    text: str, *, declared: Declared | None = None, definitions: Sequence[Definition] = (), where: str = "",
) -> Domain:  # fmt: skip
    """Read a domain such as ``symmetric matrix(n)``; its sizes may use declared names.

    Raises `ClaimError`.

    >>> read_domain("(0, 1]").conditions("t")
    [('t.lower', ('>', 't', 0)), ('t.upper', ('<=', 't', 1))]
    """
    source = Source.whole(text, where)
    source = source.part(source.start, source.end)
    reader = Reader(source, declared or {}, definitions, set(), False, {}, read_special)
    try:
        return domain_in(source, reader.expression_in)
    except RecursionError:
        raise source.error("the domain is nested too deeply") from None


def read_definitions(
    lines: Sequence[str], *, declared: Declared | None = None, where: str = ""
) -> tuple[Definition, ...]:
    """Read abbreviations ``name(parameters) := expression``, each of which may use the earlier ones.

    Names that are not declared are noted in `Definition.unknown`; they are an error only where the
    abbreviation is used.  Raises `ClaimError`.
    """
    declared = declared or {}
    done: list[Definition] = []
    if isinstance(lines, str):
        raise ClaimError("definitions are a list of texts", where)
    for line in lines:
        source = Source.whole(line, where)
        name, params, body = header(source)
        place = f"{where}, definition {name}" if where else f"definition {name}"
        inside = Source(body.text, body.start, body.end, place)
        if any(d.name == name for d in done):
            raise inside.error(f"{name} is defined twice", 0)
        if name in declared:
            raise inside.error(f"{name} is declared as a variable already", 0)
        found: set[str] = set()
        outer = {*declared, *params}.union(*(d.outer_names() for d in done))
        inner = {p: fresh(p, outer) if any(p in d.outer_names() for d in done) else p for p in params}
        e = _read(inside, declared, done, found, True, inner)
        unknown = {u for d in done for u in d.unknown if u in free_names(e)} - set(inner.values())
        text = re.sub(r"\s+", " ", str(body))
        done.append(Definition(name, params, e, text, tuple(sorted(found | unknown)), tuple(inner.values())))
    return tuple(done)


def check_written(text: str, declared: Collection[str], definitions: Sequence[Definition]) -> None:
    """Raises `ClaimError`, with its place, for a text that nothing could be read from, whatever else is declared."""
    source = Source.whole(text, "")
    _read(source.part(source.start, source.end), declared, definitions, set(), True, {})


def undeclared(text: str, declared: Mapping[str, object]) -> list[str]:
    """Names of a text that are not declared; up to its first fault, which its reader reports with the place."""
    found: set[str] = set()
    with suppress(ClaimError):
        _read(Source.whole(text, ""), declared, (), found, True, {})
    return sorted(found - declared.keys())
