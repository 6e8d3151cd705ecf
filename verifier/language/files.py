"""Claim files: TOML, version 1, a table ``[[claim]]`` for each claim.

A claim with `because` may use the variables and abbreviations of the claims that it names.  It is a line of an
argument: its own claim has its own hypotheses only, and `citations` states the inference.  ``library:NAME`` names a
theorem, which both may use.
"""

from __future__ import annotations

import re
import tomllib
from codecs import BOM_UTF8
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from verifier.kernel.terms.expr import Expr
from verifier.language import citations
from verifier.language.claim import Claim, claim
from verifier.language.definitions import defined_name
from verifier.language.errors import ClaimError, ClaimTypeError
from verifier.machine.regular import read_regular

Theorem = Callable[[str], "Expr | None"]  # the closed statement of a theorem of the library, by its name
LIBRARY = "library:"  # before the name of a theorem
MAX_BYTES = 2_000_000
MAX_CLAIMS = 10_000
ID = re.compile(r"[A-Za-z0-9._/-]{1,200}")
_PART = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
_TABLE = re.compile(r"^[ \t]*+\[", re.M)
# the group itself is not possessive: Python 3.11.2 misses matches of such groups
_LONG_KEY = re.compile(rf"(?:^|[{{,\[])[ \t]*+(?:{_PART}[ \t]*+\.[ \t]*+){{6,}}{_PART}[ \t]*+(?:=(?!=)|\])", re.M)
KEYS = frozenset(("id", "variables", "given", "goal", "note", "because", "definitions"))


def no_theorem(name: str) -> Expr | None:
    """Where there is no library."""
    return None


def load(path: str | Path, theorem: Theorem = no_theorem) -> list[Claim]:
    """The claims of a file, in order; `theorem` gives the closed statement of a theorem of the library.

    Raises `ClaimError` in one line that names the file, the claim, and line and column in its text;
    also for files that cannot be read, are too large, or are no TOML.
    """
    where = str(path)
    try:
        data = read_regular(path, MAX_BYTES + 1)
    except OSError as error:
        raise ClaimError(f"cannot be read: {error.strerror or error}", where) from None
    if len(data) > MAX_BYTES:
        raise ClaimError(f"a claim file has at most {MAX_BYTES} bytes", where)
    try:
        text = data.removeprefix(BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise ClaimError(f"line {line}: not UTF-8 at byte {error.start}", where) from None
    return loads(text, where, theorem)


def loads(text: str, where: str = "claims", theorem: Theorem = no_theorem) -> list[Claim]:
    """The claims of a text; see `load`."""
    # the parser of TOML calls itself for nested arrays and tables; a claim file nests three deep
    if deep := re.search(r"(?:[\[{]\s*){12}", text):
        line = text.count("\n", 0, deep.start()) + 1
        raise ClaimError(f"line {line}: nested too deeply for a claim file", where)
    # and its time and memory grow with the square of the parts of a key
    if long := _LONG_KEY.search(text):
        line = text.count("\n", 0, long.start()) + 1
        raise ClaimError(f"line {line}: a key of too many parts for a claim file", where)
    if len(_TABLE.findall(text)) > 4 * MAX_CLAIMS:
        raise ClaimError(f"a claim file has at most {MAX_CLAIMS} claims", where)
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError, MemoryError) as error:
        raise ClaimError(f"no TOML: {error or type(error).__name__}", where) from None
    return from_data(data, where, theorem)


def from_data(data: Mapping[str, Any], where: str = "claims", theorem: Theorem = no_theorem) -> list[Claim]:
    """The claims of a decoded claim file; see `load`."""
    unknown = [k for k in data if k not in ("claim", "version")]
    if unknown:
        raise ClaimError(f"unknown key {unknown[0]!r}; a claim file holds [[claim]] tables", where)
    if data.get("version", 1) != 1 or isinstance(data.get("version"), bool):
        raise ClaimError(f"version {data['version']!r} is not known, only 1", where)
    tables = data.get("claim", [])
    if not isinstance(tables, list) or not all(isinstance(t, dict) for t in tables):
        raise ClaimError("claims are written as [[claim]] tables", where)
    if len(tables) > MAX_CLAIMS:
        raise ClaimError(f"a claim file has at most {MAX_CLAIMS} claims", where)
    done: dict[str, Claim] = {}
    for number, table in enumerate(tables, 1):
        id = table.get("id")
        if not isinstance(id, str) or not ID.fullmatch(id):
            shown = "is missing" if id is None else f"{id!r:.60} is not made of letters, digits and . _ / -"
            raise ClaimError(f"claim number {number}: its id {shown}", where)
        if id in done:
            raise ClaimError(f"claim {id!r}: there is an earlier claim of this id", where)
        try:
            done[id] = _claim(id, table, done, theorem)
        except ClaimError as error:
            raise error.inside(where) from None
    return list(done.values())


def _claim(id: str, table: Mapping[str, Any], earlier: Mapping[str, Claim], theorem: Theorem) -> Claim:
    where = f"claim {id!r}"
    if unknown := [k for k in table if k not in KEYS]:
        raise ClaimError(f"unknown key {unknown[0]!r}; known are {', '.join(sorted(KEYS))}", where)
    if "goal" not in table:
        raise ClaimError("the goal is missing", where)
    variables = table.get("variables", {})
    if not isinstance(variables, dict):
        raise ClaimError("variables must be a table of names and domains", where)
    given = table.get("given", [])
    if not isinstance(given, dict):
        given = _texts(given, "given", where)
    note = table.get("note", "")
    if not isinstance(note, str):
        raise ClaimError("note must be a text", where)
    because = _texts(table.get("because", []), "because", where)
    definitions = _texts(table.get("definitions", []), "definitions", where)
    goal = table["goal"]
    if isinstance(goal, bool):
        raise ClaimTypeError("the goal must be a statement as text, not a truth value", where)
    if not isinstance(goal, str):
        raise ClaimTypeError(f"the goal must be a statement as text, not {type(goal).__name__}", where)
    for name, domain in variables.items():
        if not isinstance(domain, str):
            raise ClaimError(f"the domain of {name!r:.60} must be a text", where)
    cited = _cited([b for b in because if not b.startswith(LIBRARY)], earlier, where)
    lemmas = lemmas_of([b for b in because if b.startswith(LIBRARY)], theorem, where)
    merged, abbreviations = dict(variables), {defined_name(d): d for d in definitions}
    for source in cited:
        for v in source.variables:
            merged.setdefault(v.name, v.domain)
        for d in source.definitions:
            if " ".join(abbreviations.setdefault(d.name, str(d)).split()) != str(d):
                raise ClaimError(f"{d.name} is defined differently in {source.id!r}", where)
    inherited = [n for n in abbreviations if n not in {defined_name(d) for d in definitions}]
    lines = [abbreviations[n] for n in inherited] + definitions
    made = claim(id, goal, variables=merged, given=given, definitions=lines, note=note, because=because,
                 lemmas=lemmas)  # fmt: skip
    if taken := [h.name for h in made.given if h.name in because]:
        raise ClaimError(f"the hypothesis {taken[0]!r} has the name of a claim in because", where)
    for source in cited:
        if clash := citations.clash(made, source):
            name, mine, theirs = clash
            raise ClaimError(f"{name} is {mine!r} here and {theirs!r} in {source.id!r}", where)
    return citations.without_unused(made, kept=variables)


def lemmas_of(names: Sequence[str], theorem: Theorem, where: str) -> list[tuple[str, Expr]]:
    """The theorems of the library that are cited, each with its closed statement.  Raises `ClaimError`."""
    found: list[tuple[str, Expr]] = []
    for name in names:
        formula = theorem(name.removeprefix(LIBRARY))
        if formula is None:
            raise ClaimError(f"because names {name!r:.80}, which is no theorem of the library", where)
        found.append((name, formula))
    return found


def _texts(value: Any, what: str, where: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
        raise ClaimError(f"{what} must be a list of texts", where)
    return value


def _cited(because: Sequence[str], earlier: Mapping[str, Claim], where: str) -> list[Claim]:
    """The claims that are cited; "definitions" is none."""
    found: dict[str, Claim] = {}
    for id in because:
        if because.count(id) > 1:
            raise ClaimError(f"because names {id!r} twice", where)
        if id in earlier:
            found[id] = earlier[id]
        elif id != citations.DEFINITIONS:
            raise ClaimError(f"because names {id!r:.80}, which is no earlier claim", where)
    return list(found.values())
