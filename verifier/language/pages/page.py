"""A page of text: its items, each with declarations, hypotheses, a conclusion and a proof.

    theorem young "Young's inequality with a weight"
      let a, b: real
      let c: positive
      conclude a*b <= c*a^2/2 + b^2/(2*c)

    proof
      1. (c*a - b)^2 >= 0
      2. 2*c*a*b <= c^2*a^2 + b^2     by 1
    qed

What stands at the left margin is an item, a ``section`` (whose declarations hold for the items after it), or the
``proof ... qed`` of the item before.  Nothing is executed, and no formula is read here.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches

from verifier.kernel.facts.schemas import TABLE
from verifier.language import script as S
from verifier.language.errors import ClaimError
from verifier.language.named import AXIOMS
from verifier.language.pages.arguments import OWN, commas, proof
from verifier.language.pages.layout import Statement, statements
from verifier.language.pages.scope import cited, plainly_named
from verifier.language.text.scan import is_name
from verifier.language.text.written import Written, joined

KINDS = (
    "theorem", "lemma", "proposition", "corollary", "definition", "equation", "remark", "claim", "cited",
)  # fmt: skip
SHARED = ("let", "define", "suppose")  # clauses of a section
CLAUSES = ("let", "define", "suppose", "conclude", "example", "counterexample", "source", "note", "expected")
RESERVED = frozenset(("by", "for", "all", "with", "from", "as", "and", "or", "not", "in"))
_HEADER = re.compile(r'(?P<kind>[a-z]+)\s+(?P<id>[A-Za-z][A-Za-z0-9._/-]*)(?:\s+"(?P<title>[^"]*)")?$')
_SECTION = re.compile(r'section(?:\s+"(?P<title>[^"]*)")?$')
_NAMED = re.compile(r"(?P<name>[A-Za-z0-9][A-Za-z0-9_'-]*):\s*")
_QUOTED = re.compile(r'"(?P<text>[^"]*)"$', re.S)


@dataclass(frozen=True)
class TextItem:
    """One item as a page says it; all formulas are text with its places."""

    kind: str
    id: str
    title: str
    line: int
    variables: Mapping[str, Written] = field(default_factory=dict)
    definitions: Mapping[str, Written] = field(default_factory=dict)
    given: Mapping[str, Written] = field(default_factory=dict)
    conclusion: Written | None = None
    source: str = ""
    notes: tuple[str, ...] = ()
    expected: str | None = None
    example: Mapping[str, Written] | None = None  # values at which the hypotheses hold
    counterexample: Mapping[str, Written] | None = None  # and where the conclusion does not
    argument: tuple[S.Step, ...] = ()
    because: tuple[str, ...] = ()


def items(text: str, where: str = "", elsewhere: Sequence[str] = ()) -> list[TextItem]:
    """The items of a page.  `elsewhere`: ids that its proofs may cite as well.

    Raises `ClaimError` with line and column.
    """
    try:
        return _items(text, elsewhere)
    except ClaimError as error:
        raise error if error.where else error.inside(where) from None


def _items(text: str, elsewhere: Sequence[str]) -> list[TextItem]:
    found: dict[str, TextItem] = {}
    shared = TextItem("section", "", "", 0)
    last: TextItem | None = None  # the item that a proof may follow
    proved: Statement | None = None  # the proof that is not ended yet
    for top in statements(text):
        line = top.text
        if proved is not None and line != "qed":
            raise proved.error("this proof does not end: qed is missing")
        if line == "qed":
            if proved is None or top.below:
                raise top.error("qed ends a proof, and nothing stands below it")
            proved = None
        elif line == "proof":
            if last is None or last.conclusion is None:
                raise top.error("a proof stands after the item that it proves")
            others = [*elsewhere, *(i for i in found if i != last.id)]
            found[last.id], last, proved = _proved(last, top.below, others), None, top
        elif header := _SECTION.match(line):
            shared, last = _section(header["title"] or "", top.below), None
        else:
            last = _item(top, line, shared, found)
            found[last.id] = last
    if proved is not None:
        raise proved.error("this proof does not end: qed is missing")
    return list(found.values())


def _section(title: str, clauses: Sequence[Statement]) -> TextItem:
    for clause in clauses:
        if re.split(r"\W", clause.text, maxsplit=1)[0] not in SHARED:
            raise clause.error(f"a section has clauses with {', '.join(SHARED)} alone")
    return _block(TextItem("section", "", title, 0), clauses)


def _item(top: Statement, line: Written, shared: TextItem, earlier: Collection[str]) -> TextItem:
    header = _HEADER.match(line)
    if header is None or header["kind"] not in KINDS:
        raise top.error(f'an item begins with its kind, its id and its title, like `theorem young "Young"`; kinds are '
                        f'{", ".join(KINDS)}')  # fmt: skip
    if header["id"] in earlier:
        raise top.error(f"there is an item {header['id']} already", header.start("id"))
    number = line.place(0)[0]
    begun = replace(shared, kind=header["kind"], id=header["id"], title=header["title"] or "", line=number)
    made = _block(begun, top.below)
    if both := made.given.keys() & made.variables.keys():
        raise top.error(f"{min(both)} is a variable and a hypothesis")
    if made.conclusion is None and made.kind != "definition":
        raise top.error(f"{made.id} concludes nothing")
    return made


def _block(item: TextItem, clauses: Sequence[Statement]) -> TextItem:
    """The item with what its clauses say; what it had before may be said anew, but nothing twice."""
    said: set[str] = set()
    for clause in clauses:
        text = clause.text
        word = re.split(r"\W", text, maxsplit=1)[0]
        if word not in CLAUSES:
            near = get_close_matches(word, CLAUSES, 1)
            raise clause.error(f"a clause begins with one of {', '.join(CLAUSES)}"
                               + (f"; did you mean {near[0]}?" if near else ""))  # fmt: skip
        if clause.below:
            raise clause.below[0].error("nothing stands below a clause")
        whole = joined(clause.parts)
        item = _clause(item, clause, word, whole.part(len(word), len(whole)), said)
    return item


def _once(said: set[str], clause: Statement, names: Iterable[str]) -> None:
    for name in names:
        if name in said:
            raise clause.error(f"{name} is said twice")
        said.add(name)


def _clause(item: TextItem, clause: Statement, word: str, rest: Written, said: set[str]) -> TextItem:
    if not rest:
        raise clause.error(f"{word}: something is missing")
    if word == "let":
        declared = _declared(clause, rest)
        _once(said, clause, declared)
        before = {n: d for n, d in item.variables.items() if n not in declared}
        return replace(item, variables={**before, **declared})
    if word == "define":
        if ":=" not in rest:
            raise clause.error("an abbreviation is written name(parameters) := expression")
        name = _name_of(rest)
        _once(said, clause, [name])
        return replace(item, definitions={**item.definitions, name: rest})
    if word == "suppose":
        named = _NAMED.match(rest)
        if named is None:
            raise clause.error("a hypothesis has a name: suppose NAME: FORMULA")
        name, formula = named["name"], rest.part(named.end(), len(rest))
        if not formula:
            raise clause.error(f"hypothesis {name} says nothing")
        if OWN.fullmatch(name) or name in item.variables:
            raise clause.error(f"{name} is no name for a hypothesis: it is one of a variable, or one that proofs use")
        _once(said, clause, [name])
        return replace(item, given={**item.given, name: formula})
    if word == "conclude":
        if item.conclusion is not None:
            raise clause.error("there is a conclusion already")
        return replace(item, conclusion=rest)
    if word in ("example", "counterexample"):
        _once(said, clause, [f"the {word}"])
        point = _point(clause, rest)
        return replace(item, example=point) if word == "example" else replace(item, counterexample=point)
    if word == "expected":
        return replace(item, expected=str(rest))
    quoted = _QUOTED.match(rest)
    if quoted is None:
        raise clause.error(f'{word} is followed by words in quotation marks')
    words = " ".join(quoted["text"].split())
    return replace(item, source=words) if word == "source" else replace(item, notes=(*item.notes, words))


def _pieces(rest: Written) -> Iterator[Written]:
    """What stands between semicolons."""
    ends = [i for i, c in enumerate(rest) if c == ";"]
    return (rest.part(begin, end) for begin, end in zip([0, *(i + 1 for i in ends)], [*ends, len(rest)], strict=True))


def _point(clause: Statement, rest: Written) -> dict[str, Written]:
    """``x := 1; s := 1/(t + 1)``: values of variables; in those of a sequence or a curve t is the index or the time."""
    found: dict[str, Written] = {}
    for part in _pieces(rest):
        name, assigned, _ = str(part).partition(":=")
        value = part.part(part.find(":=") + 2, len(part)) if assigned else part
        if not assigned or not is_name(name.strip()) or not value:
            raise clause.error("a point is written x := 1; y := 2")
        _once({*found}, clause, [name.strip()])
        found[name.strip()] = value
    return found


def _name_of(definition: str) -> str:
    return re.split(r"[(:\s]", definition, maxsplit=1)[0]


def _declared(clause: Statement, rest: Written) -> dict[str, Written]:
    """``x, y: matrix(n, 1); c: positive``"""
    found: dict[str, Written] = {}
    for part in _pieces(rest):
        colon = part.find(":")
        if colon < 0:
            raise clause.error("a variable is declared with its domain: let x, y: real")
        domain = part.part(colon + 1, len(part))
        if not domain:
            raise ClaimError("a domain is missing", "", *part.place(len(part)))
        for name in commas(part.part(0, colon)):
            if not is_name(name):
                raise ClaimError(f"{name!r:.40} is no name for a variable", "", *name.place(0))
            if name in found:
                raise ClaimError(f"{name} is declared twice", "", *name.place(0))
            if name in RESERVED:
                raise ClaimError(f"{name} is a word of the language", "", *name.place(0))
            found[str(name)] = domain
    return found


def _proved(item: TextItem, lines: Sequence[Statement], others: Sequence[str]) -> TextItem:
    steps = tuple(proof(lines))
    outside = {*AXIOMS, *(name for name in TABLE if name not in others)}  # known facts
    named = [n for n in cited(steps, {*item.given, *item.variables}) if n not in outside]
    for name in named:
        if name not in others:
            near = get_close_matches(name, [*others, *item.given, *AXIOMS], 1)
            place = name.place(0) if isinstance(name, Written) else (item.line, 1)
            shown = f"{name} is no hypothesis, no line before and no theorem"
            raise ClaimError(shown + (f"; did you mean {near[0]}?" if near else ""), "", *place)
    return replace(item, argument=tuple(plainly_named(steps)), because=tuple(dict.fromkeys(map(str, named))))
