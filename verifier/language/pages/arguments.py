"""Proofs on a page: each line is mathematics, and what it follows from is names.

A line is ``LABEL. FORMULA by REASONS``; below it, after a colon, stands a proof of its own.  A chain is a line that
goes on with relations, each with its reasons.  Other lines shape the goal: ``take``, ``assume``, ``obtain``,
``choose``, ``case``, ``unfold``, ``induction``, ``contradiction``.  What comes out are steps of a script.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from verifier.language import script as S
from verifier.language.errors import ClaimError
from verifier.language.pages.layout import Statement
from verifier.language.text.written import Written, joined

Fact = str | tuple[str, tuple[str | tuple[str, str], ...]]  # alone, or at values
_LABEL = re.compile(r"(?P<label>[A-Za-z0-9][A-Za-z0-9_']*)\.(?:\s+|$)")
_BY = re.compile(r"(?<!\w)by(?!\w)")
_RELATION = re.compile(r"(<=|>=|==|!=|<|>)\s*")
_NAME = r"[A-Za-z0-9](?:[A-Za-z0-9_.'/-]*[A-Za-z0-9_'])?"
#: names of facts that proofs make themselves
OWN = re.compile(r"given\d*|IH|otherwise|between|times|earlier|case|cases|qed|condition|contradiction")
_LABELLED = r"[A-Za-z0-9][A-Za-z0-9_'-]*"  # without a dot: parts of facts and conditions of domains have one
_NO_LINK = re.compile(r"\b(?:not|and|or|for all|implies)\b(?![^(\[]*[)\]])")
_REASON = re.compile(rf"(?P<name>{_NAME})\s*(?P<at>\(.*\))?$")
_INDUCTION = re.compile(rf"(?P<strong>strong\s+)?induction on (?P<name>[A-Za-z]\w*)(?: as (?P<label>{_LABELLED}))?$")
_CONTINUITY = re.compile(r"continuity in (?P<name>[A-Za-z]\w*)$")
_MONOTONE = re.compile(r"(?P<strict>strictly\s+)?monotone in (?P<name>[A-Za-z]\w*) (?P<way>from|to) (?P<start>.+)$")
_OBTAIN = re.compile(rf"obtain (?P<names>.+?) from (?P<fact>.+?)(?: as (?P<label>{_LABELLED}))?$")
_ASSUME = re.compile(rf"assume (?P<label>{_LABELLED}):\s*(?P<formula>.+)$", re.S)
_UNFOLD = re.compile(rf"unfold(?: (?P<fact>.+?) as (?P<label>{_LABELLED}))?$")
_SET = re.compile(r"set (?P<name>[A-Za-z]\w*)\s*:=\s*(?P<value>.+)$", re.S)
_CASE = re.compile(rf"case (?P<formula>.+?)(?: as (?P<label>{_LABELLED}))?$", re.S)
_INDEXED = re.compile(r"\sin ([A-Za-z]\w*)$")
_BOUND = re.compile(r"[A-Za-z]\w*(?:\s*,\s*[A-Za-z]\w*)*$")
BOUNDS = "between"  # where the point of a slope lies
TIMES, BEFORE = "times", "earlier"  # which times an argument by continuity is about, and what holds at those before
FORMS = ("induction on n", "strong induction on n", "continuity in t", "monotone in x from a", "contradiction")


def proof(lines: Sequence[Statement]) -> list[S.Step]:
    """The steps of a proof.  Raises `ClaimError` with line and column."""
    steps: list[S.Step] = []
    i = 0
    while i < len(lines):
        line = lines[i]
        if _word(line) == "case":
            together = [line]
            while i + len(together) < len(lines) and _word(lines[i + len(together)]) == "case":
                together.append(lines[i + len(together)])
            steps += _cases(together)
            i += len(together)
            if i < len(lines):
                raise lines[i].error("nothing follows the last case: what is shown in each is the goal")
            break
        steps += _step(line)
        i += 1
    return steps


def _word(line: Statement) -> str:
    return re.split(r"\W", str(line.parts[0]), maxsplit=1)[0]


def _step(line: Statement) -> list[S.Step]:
    text = line.text
    shaped = _SHAPES.get(_word(line))
    if found := _LABEL.match(text):
        return _labelled(line, text.part(found.start("label"), found.end("label")), found.end())
    if shaped is None:
        raise line.error("a line of a proof begins with a label, like `1.`, or with one of " + ", ".join(_SHAPES))
    if line.below and _word(line) not in ("induction", "strong"):
        raise line.below[0].error("nothing stands below such a line")
    return shaped(line, text)


# -- lines with a label ------------------------------------------------------------------------------------------------
def _labelled(line: Statement, label: Written, begin: int) -> list[S.Step]:
    rest = line.text.part(begin, len(line.text))
    _own(label)
    if len(line.parts) > 1 and any(_RELATION.match(p) for p in line.parts[1:]):
        return [_chain(line, label, begin)]
    formula, reasons = divided(rest)
    if not formula:
        raise line.error("a formula is missing", begin)
    by = justified(line, reasons, line.below)
    return [S.Have(formula, by=by, name=label)]


def _chain(line: Statement, label: Written, begin: int) -> S.Step:
    """``a <= b by 1`` and, on lines of their own, ``<= c by 2``: each link, and what they say together."""
    if line.below:
        raise line.below[0].error("nothing stands below a chain")
    links: list[list[Written]] = [[line.parts[0].part(begin, len(line.parts[0]))]]
    for part in line.parts[1:]:
        if _RELATION.match(part):
            links.append([part])
        else:
            links[-1].append(part)
    whole = [joined(parts) for parts in links]
    for link in whole:
        if found := _NO_LINK.search(divided(link)[0]):
            raise ClaimError(f"a link of a chain is a relation between terms, without {found[0]!r}", "", *link.place(0))
    first, reasons = divided(whole[0])
    by: list[S.Step] = []
    relations: list[str] = []
    left = first
    if cut := _top_relation(first):  # the first line may be a link of its own
        relations.append(str(first[cut[0] : cut[1]]))
        by.append(S.Have(first, by=justified(line, reasons, ()), name=f"{label}a"))
        start, left = first.part(0, cut[0]), first.part(cut[1], len(first))
    else:
        start = first
        if reasons is not None:
            raise line.error("the first line of a chain is a term, or a relation with its reasons")
    for more in whole[1:]:
        side, reasons = divided(more)
        found = _RELATION.match(side)
        assert found is not None
        relations.append(found[1])
        right = side.part(found.end(), len(side))
        name = f"{label}{chr(ord('a') + len(by))}"
        by.append(S.Have(joined([left, found[1], right]), by=justified(line, reasons, ()), name=name))
        left = right
    together = _together(relations)
    if together is None:
        raise line.error("the relations of a chain all go up, or all go down")
    names = tuple(step.name for step in by if isinstance(step, S.Have))
    return S.Have(joined([start, together, left]), by=[*by, S.Chain(names)], name=label)


def _top_relation(text: Written) -> tuple[int, int] | None:
    depth = 0
    for i, c in enumerate(text):
        depth += (c in "([") - (c in ")]")
        if depth == 0 and (found := _RELATION.match(text, i)):
            return i, i + len(found[1])
    return None


def _together(relations: Sequence[str]) -> str | None:
    kinds = set(relations) - {"=="}
    if not kinds:
        return "=="
    for weak, strict in (("<=", "<"), (">=", ">")):
        if kinds <= {weak, strict}:
            return strict if strict in kinds else weak
    return None


def divided(text: Written) -> tuple[Written, Written | None]:
    """A formula and the reasons after ``by``, None where there is no such word."""
    depth, cut = 0, None
    for i, c in enumerate(text):
        depth += (c in "([") - (c in ")]")
        if depth == 0 and c == "b" and _BY.match(text, i):
            cut = i
    if cut is None:
        return text, None
    return text.part(0, cut), text.part(cut + 2, len(text))


def justified(line: Statement, reasons: Written | None, below: Sequence[Statement]) -> list[S.Step]:
    """The steps that prove a line, from its reasons and from what stands below it."""
    if reasons is None:
        return proof(below) if below else []
    parts = commas(reasons)
    form = parts[0]
    if found := _INDUCTION.match(form):
        label = _own(form.part(found.start("label"), found.end("label"))) if found["label"] else "IH"
        name = form.part(found.start("name"), found.end("name"))
        return [_induction(line, name, label, bool(found["strong"]), names(line, parts[1:]), below)]
    if found := _CONTINUITY.match(form):
        base, step = _base_and_step(below)
        if by := names(line, parts[1:]):
            base, step = base or [S.By(by)], step or [S.By((*by, BEFORE, TIMES))]
        return [S.Bootstrap(found["name"], start=base, step=step, bounds=TIMES, before=BEFORE)]
    if below:
        raise below[0].error("only an induction, or a line without reasons, has lines below it")
    if found := _MONOTONE.match(form):
        start, by = form.part(found.start("start"), found.end("start")), names(line, parts[1:])
        base = [S.By(by)] if by else []
        slope: list[S.Step] = [S.By((*by, BOUNDS))] if by else []
        strict = "slope" if found["strict"] else ""
        return [S.Ladder(found["name"], start, slope=slope, base=base, right=found["way"] == "to", strict=strict)]
    if form == "contradiction":
        return [S.Negate("otherwise"), S.By((*names(line, parts[1:]), "otherwise"))]
    return [S.By(names(line, parts))]


def names(line: Statement, parts: Sequence[Written]) -> tuple[Fact, ...]:
    """Facts, each alone or at values.  Raises `ClaimError`."""
    found: list[Fact] = []
    for part in parts:
        reason = _REASON.match(part)
        if reason is None:
            shown = f"{part!r:.60} is no name of a fact; a form of argument is one of {', '.join(FORMS)}"
            raise ClaimError(shown, "", *part.place(0))
        name = part.part(reason.start("name"), reason.end("name"))
        if reason["at"] is None:
            found.append(name)
        else:
            inside = part.part(reason.start("at") + 1, reason.end("at") - 1)
            found.append((name, tuple(_value(v) for v in commas(inside))))
    return tuple(found)


def _value(text: Written) -> str | tuple[str, str]:
    """A value; of a sequence or a function, ``EXPRESSION in t`` with its index."""
    found = _INDEXED.search(text)
    return text if found is None else (text.part(0, found.start()), found[1])


def commas(text: Written) -> list[Written]:
    """The parts between commas that stand in no brackets."""
    parts, depth, begin = [], 0, 0
    for i, c in enumerate(text):
        depth += (c in "([") - (c in ")]")
        if c == "," and depth == 0:
            parts.append(text.part(begin, i))
            begin = i + 1
    return [*parts, text.part(begin, len(text))]


# -- lines that shape the goal -----------------------------------------------------------------------------------------
def _induction(
    line: Statement, name: Written, label: str, strong: bool, by: tuple[Fact, ...], below: Sequence[Statement],
) -> S.Step:  # fmt: skip
    base, step = _base_and_step(below)
    if by:
        base, step = base or [S.By(by)], step or [S.By((*by, label))]
    if strong:
        if any(_word(s) == "base" for s in below):
            raise line.error("a strong induction has no base")
        base = []
    return S.Induct(name, base=base, step=step, strong=strong, hypothesis=label, outermost=True)


def _base_and_step(below: Sequence[Statement]) -> tuple[list[S.Step], list[S.Step]]:
    """The lines below ``base:`` and ``step:``; without these headings all are of the step."""
    parts: dict[str, list[S.Step]] = {"base": [], "step": []}
    if not any(_word(s) in parts and s.opens for s in below):
        return [], proof(below)
    seen: set[str] = set()
    for s in below:
        heading = str(s.text)
        if heading not in parts or not s.opens or heading in seen:
            raise s.error("below an induction stand `base:` and `step:`, each once, or the lines of the step")
        seen.add(heading)
        parts[heading] = proof(s.below)
    return parts["base"], parts["step"]


def _take(line: Statement, text: Written) -> list[S.Step]:
    what = text.part(4, len(text))
    if not _BOUND.match(what):
        raise line.error("names are taken: take x, y")
    return [S.Take(*map(_own, commas(what)))]


def _own(label: Written) -> Written:
    """A name that a page gives.  Raises `ClaimError` for one that proofs use themselves."""
    if OWN.fullmatch(label):
        raise ClaimError(f"{label} is a name that proofs use themselves", "", *label.place(0))
    return label


def _assume(line: Statement, text: Written) -> list[S.Step]:
    found = _ASSUME.match(text)
    if found is None:
        raise line.error("a condition of the goal is supposed under a name: assume NAME: FORMULA")
    label = _own(text.part(found.start("label"), found.end("label")))
    return [S.Assume(text.part(found.start("formula"), found.end("formula")), label)]


def _choose(_: Statement, text: Written) -> list[S.Step]:
    value = _value(text.part(6, len(text)))
    return [S.Witness(value) if isinstance(value, str) else S.Witness(value[0], index=value[1])]


def _obtain(line: Statement, text: Written) -> list[S.Step]:
    found = _OBTAIN.match(text)
    if found is None or not _BOUND.match(found["names"]):
        raise line.error("objects are obtained from a fact: obtain x, y from FACT as NAME")
    bound = [_own(name) for name in commas(text.part(found.start("names"), found.end("names")))]
    label = _own(text.part(found.start("label"), found.end("label"))) if found["label"] else bound[-1]
    steps, source = _source(line, text.part(found.start("fact"), found.end("fact")), label)
    for i, name in enumerate(bound):
        own = label if i == len(bound) - 1 else f"{label} for {name}"
        steps.append(S.Obtain(source, name, label=own))
        source = own
    return steps


def _source(line: Statement, text: Written, label: str) -> tuple[list[S.Step], str]:
    """A fact, alone or at values: what makes it known, and its name then."""
    [fact] = names(line, [text])
    if isinstance(fact, str):
        return [], fact
    name = f"{label} of {fact[0]}"
    return [S.Use(fact[0], at=fact[1], name=name, exactly=True)], name


def _unfold(line: Statement, text: Written) -> list[S.Step]:
    """What a convergence says by its definition: of the goal, or of a fact."""
    found = _UNFOLD.match(text)
    if found is None:
        raise line.error("a convergence is unfolded: unfold FACT as NAME; or unfold, for the goal")
    if found["label"] is None:
        return [S.Converge()]
    label = _own(text.part(found.start("label"), found.end("label")))
    steps, source = _source(line, text.part(found.start("fact"), found.end("fact")), label)
    return [*steps, S.Unfold(source, label)]


def _set(line: Statement, text: Written) -> list[S.Step]:
    found = _SET.match(text)
    if found is None:
        raise line.error("a letter is set to a term: set x := TERM")
    name = _own(text.part(found.start("name"), found.end("name")))
    return [S.Set(name, text.part(found.start("value"), found.end("value")))]


def _contradiction(line: Statement, text: Written) -> list[S.Step]:
    found = re.match(rf"contradiction(?: as (?P<label>{_LABELLED}))?$", text)
    if found is None:
        raise line.error("the goal is supposed to fail under a name: contradiction as NAME")
    return [S.Negate(_own(text.part(found.start("label"), found.end("label"))) if found["label"] else "otherwise")]


def _by(line: Statement, text: Written) -> list[S.Step]:
    return justified(line, text.part(2, len(text)), line.below)


def _inductive(line: Statement, text: Written) -> list[S.Step]:
    return justified(line, text, line.below)


def _cases(lines: Sequence[Statement]) -> list[S.Step]:
    formulas: list[Written] = []
    scripts: list[list[S.Step]] = []
    labels: list[Written] = []
    for line in lines:
        found = _CASE.match(line.text)
        if found is None or not line.opens:
            raise line.error("a case is a formula and what follows from it: case FORMULA as NAME:")
        formulas.append(line.text.part(found.start("formula"), found.end("formula")))
        if found["label"]:
            if labels and found["label"] != str(labels[0]):
                raise line.error(f"all cases have one name: {labels[0]} or {found['label']}")
            labels.append(_own(line.text.part(found.start("label"), found.end("label"))))
        scripts.append(proof(line.below))
    if len(lines) < 2:
        raise lines[0].error("there are two cases or more")
    label: str = labels[0] if labels else "case"
    either = joined([joined(["(", f, ")"], "") for f in formulas], " or ")
    return [S.Have(either, name=f"{label} or"), S.CasesOn(f"{label} or", scripts, name=label)]


_SHAPES: dict[str, Callable[[Statement, Written], list[S.Step]]] = {
    "take": _take, "assume": _assume, "choose": _choose, "obtain": _obtain, "set": _set,
    "unfold": _unfold, "contradiction": _contradiction, "by": _by, "induction": _inductive, "strong": _inductive,
}  # fmt: skip
