"""Re-check a file of evidence with the kernel alone: each verdict in it, and what it rests on.

What a file cites and does not have is looked for in the evidence of the library's theorems, and re-checked as well.

Nothing of the package is imported but the kernel and `verifier.evidence`.  Nothing in the file is believed: what is
said of a claim is what the kernel finds, from the statement and the certificate, when citations are followed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from verifier.evidence.body import EARNS, Body
from verifier.evidence.consistency import Consistency
from verifier.evidence.inhabited import inhabited
from verifier.evidence.strict_json import line, of_this_version, read_json
from verifier.kernel.check import Report, check
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import Malformed

LIBRARY = Path(__file__).resolve().parent.parent / "library" / "pages" / "evidence.json"
OPEN = ("supported", "undecided", "computed", "ill-posed", "assumed")  # what a file may say without a certificate


@dataclass(frozen=True)
class Row:
    """One verdict of the file, and whether it is the one that its evidence earns; if not, `reason` says why."""

    digest: str
    id: str
    verdict: str
    ok: bool
    reason: str | None = None
    given: tuple[str, ...] = ()  # claims that are assumed, and cited, perhaps through others
    axioms: tuple[str, ...] = ()
    statement: Statement | None = None  # as it was checked

    def to_json(self) -> dict[str, Any]:
        return {"digest": self.digest, "id": self.id, "verdict": self.verdict, "ok": self.ok, "reason": self.reason,
                "given": list(self.given), "axioms": list(self.axioms),
                "statement": None if self.statement is None else self.statement.to_json()}  # fmt: skip


@dataclass(frozen=True)
class Rechecked:
    """What was found in a file: a row for each verdict with a certificate, and how many have none.

    `assumed`: the claims of other works on which a verdict rests, each with its statement.
    """

    rows: tuple[Row, ...]
    open: int
    assumed: tuple[tuple[str, Statement], ...] = ()

    @property
    def exit_code(self) -> int:
        """1 a verdict is not what its evidence earns; 3 one has no evidence, or rests on an assumption; else 0."""
        if not all(row.ok for row in self.rows):
            return 1
        return 3 if self.open or any(row.given for row in self.rows) else 0


@dataclass(frozen=True)
class Stated:
    """An entry of the file as it stands there."""

    digest: str
    id: str
    statement: Any
    verdict: Mapping[str, Any]


def recheck_file(path: Path) -> Rechecked:
    """Re-check the evidence of a paper, or what `verifier check --json` printed.

    Raises `ValueError` where the file is neither, is of another version or says nothing, and `Contradiction` where what
    the kernel finds in it shows a defect of the kernel.
    """
    entries = with_theorems(entries_of(path))
    statements, faults = statements_of(entries)
    known = {entries[n].digest: s for n, s in statements.items()}  # what may be cited, under whatever names
    body, consistency = Body(), Consistency()
    reports: dict[int, Report | None] = {}
    for number, entry in enumerate(entries):
        if number in faults:
            continue
        try:
            reports[number] = report = _checked(entry, statements[number], known, consistency)
        except (ValueError, TypeError, AttributeError, RecursionError) as error:
            faults[number] = line(error)
            body.add(entry.digest, line(entry.id), "not established", None)
        else:
            assumed = report is None and entry.verdict.get("verdict") == "assumed"
            body.add(entry.digest, line(entry.id), line(entry.verdict.get("verdict")), report, assumed)
    consistency.check()
    rows = tuple(_rows(entries, statements, reports, faults, body))
    given = frozenset().union(*(body.rests(r).digests for r in reports.values() if r is not None))
    assumed = {
        e.digest: (line(e.id), statements[n])
        for n, e in enumerate(entries)
        if e.digest in given and e.verdict.get("verdict") == "assumed"
    }
    return Rechecked(rows, sum(r is None for r in reports.values()), tuple(assumed[d] for d in sorted(assumed)))


def with_theorems(entries: list[Stated]) -> list[Stated]:
    """The entries, and the theorems of the library that they cite and lack, and those that these cite in turn.

    Raises `ValueError`.
    """
    missing = _cited(entries) - {e.digest for e in entries}
    if not missing or not LIBRARY.exists():
        return entries
    theirs: dict[str, list[Stated]] = {}
    for e in entries_of(LIBRARY):
        theirs.setdefault(e.digest, []).append(replace(e, id=f"library:{e.id}"))
    found: dict[str, list[Stated]] = {}
    while missing := (missing & theirs.keys()) - found.keys():
        found |= {d: theirs[d] for d in missing}
        missing = _cited([e for d in missing for e in theirs[d]])
    return [*entries, *(e for d in sorted(found) for e in found[d])]


def _cited(entries: Iterable[Stated]) -> set[str]:
    """The digests that certificates cite, as far as they are of the form that they should have."""
    found: set[str] = set()
    for e in entries:
        details = e.verdict.get("details")
        example = e.verdict.get("inhabited") or (details.get("inhabited") if isinstance(details, dict) else None)
        for part in (e.verdict.get("certificate"), example):
            cites = part.get("cites") if isinstance(part, dict) else None
            found |= {d for d in cites.values() if isinstance(d, str)} if isinstance(cites, dict) else set()
    return found


def statements_of(entries: list[Stated]) -> tuple[dict[int, Statement], dict[int, str]]:
    """The statements of the entries by their numbers, and what is wrong with those of the others."""
    statements: dict[int, Statement] = {}
    faults: dict[int, str] = {}
    for number, entry in enumerate(entries):
        try:
            statement = Statement.from_json(entry.statement)
            if statement.digest() != entry.digest:
                raise Malformed("the statement is not the one of its digest")
            statements[number] = statement
        except (Malformed, TypeError, ValueError, AttributeError, RecursionError) as error:
            faults[number] = line(error)
    return statements, faults


def example_of(verdict: Mapping[str, Any]) -> Any:
    """The certificate that the hypotheses can be met, if there is one."""
    return verdict.get("inhabited") or dict(verdict.get("details") or {}).get("inhabited")


def _rows(
    entries: list[Stated], statements: Mapping[int, Statement], reports: Mapping[int, Report | None],
    faults: Mapping[int, str], body: Body,
) -> Iterator[Row]:  # fmt: skip
    for number, entry in enumerate(entries):
        shown = entry.digest[:64], line(entry.id), line(entry.verdict.get("verdict"))
        report = reports.get(number)
        if number in faults:
            yield Row(*shown, False, faults[number])
        elif report is not None:
            rests = body.rests(report)
            broken = None if rests.broken is None else f"it rests on {rests.broken}"
            yield Row(*shown, broken is None, broken, rests.given, rests.axioms, statements[number])


def entries_of(path: Path) -> list[Stated]:
    """What the file says of claims.  Raises `ValueError`."""
    try:
        data = read_json(path)
        if isinstance(data, list):
            stated = [e for d in data for e in (d, d.get("inference")) if e is not None]
            found = [Stated(e["digest"], e["id"], e["statement"], e) for e in stated]
        else:
            claims = of_this_version(data)["claims"]
            found = [
                Stated(digest, id, claims[digest][id].get("statement"), claims[digest][id]["verdict"])
                for digest in sorted(claims)
                for id in sorted(claims[digest])
            ]
        for e in found:
            if not isinstance(e.digest, str) or not isinstance(e.id, str) or not isinstance(e.verdict, dict):
                raise ValueError("an entry is not of the form it should be")
        if not found:
            raise ValueError("there is no verdict in it")
    except KeyError as error:
        raise ValueError(f"{path} is no evidence file (it lacks {line(error)[:60]})") from None
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"{path} is no evidence file ({line(error)[:120]})") from None
    return found


def _checked(
    entry: Stated, statement: Statement, known: Mapping[str, Statement], consistency: Consistency
) -> Report | None:
    """What the kernel reports; None where nothing is claimed that needs a certificate.  Raises `ValueError`."""
    verdict = entry.verdict
    word, certificate = verdict.get("verdict"), verdict.get("certificate")
    if certificate is None:
        if word not in OPEN:
            raise ValueError(f"{line(word)} without a certificate")
        return None
    report = check(statement, certificate, known)
    consistency.add(entry.digest, line(entry.id), statement, report)
    earned = EARNS.get(report.establishes)
    if earned != word:
        raise ValueError(f"stored as {line(word)}, the evidence makes it {earned}")
    example = example_of(verdict)
    if example is None:
        return report
    more = inhabited(statement, example, known)
    consistency.add(entry.digest, line(entry.id), statement, more)
    return Report(report.establishes, tuple(sorted({*report.assumes, *more.assumes})),
                  tuple(sorted({*report.axioms, *more.axioms})))  # fmt: skip
