"""The store of past evidence: what this machine has already checked, so an unchanged audit is instant.

It is a cache.  Losing it costs time and nothing else, so a store that is damaged is set aside.  One that is locked, or
on a full disk, is not damaged: it is left as it is, and the run goes on without it.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from verifier.evidence.decision import Decision
from verifier.papers.results import PaperResult
from verifier.run import bulk
from verifier.run.keeping import frozen, plain

_SCHEMA = """
create table if not exists verdicts (
    digest text not null, code text not null, basis text not null, verdict text not null, at real not null,
    primary key (digest, code, basis)) without rowid;
create table if not exists papers (
    key text primary key, paper text not null, report text not null, certificates text not null, at real not null)
    without rowid;
drop table if exists reports;
"""


def default_path() -> Path:
    """``$VERIFIER_HOME/store.sqlite``, by default in the user's cache folder."""
    home = os.environ.get("VERIFIER_HOME")
    if not home:
        home = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "verifier")
    return Path(home) / "store.sqlite"


#: what says nothing against the file: somebody else uses it, the disk is full, it may not be read or written, no memory
_PASSING = frozenset((
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_NOLFS, sqlite3.SQLITE_INTERRUPT,
))  # fmt: skip
PATIENCE = 1.0  # seconds that a run waits, once, for another one that writes


def _passes(error: Exception) -> bool:
    """Whether an error is one of the moment, and not one of the file."""
    if isinstance(error, OSError | MemoryError):
        return True
    code = getattr(error, "sqlite_errorcode", None)
    return isinstance(code, int) and code & 0xFF in _PASSING


class Store:
    """Decisions by (claim digest, code fingerprint, basis) and whole reports by their fingerprint.

    The *basis* says what the verdict came from: a shipped evidence entry, or a search with its budget and
    hints.  Raises nothing, whatever the file: `faults` says in one line what happened, and the audit goes on with an
    empty store where the file is damaged, and without one where it cannot be used now.  What could not be written is
    kept and written when the file can be used again, at the latest when the store is closed.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or default_path()
        self.faults: list[str] = []
        self._told = False  # whether it was said that the file cannot be used now
        self._waiting: list[tuple[str, list[tuple[Any, ...]]]] = []  # what could not be written yet
        self._db = self._open()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self._flush()
        self._db.close()

    def _open(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            return _connect(str(self.path))
        except Exception as error:  # of a foreign file, more than errors of SQLite
            return self._in_memory(error) if _passes(error) else self._set_aside(error)

    def _set_aside(self, error: Exception) -> sqlite3.Connection:
        now = time.strftime("%Y%m%d-%H%M%S")
        aside = self.path.with_name(f"{self.path.name}.damaged-{now}-{os.getpid()}")
        self.faults.append(f"the store {self.path} is damaged ({_line(error)}); set aside as {aside.name}, begun anew")
        try:
            self.path.rename(aside)
            for suffix in ("-wal", "-shm", "-journal"):  # they belong to the damaged file
                self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)
            return _connect(str(self.path))
        except Exception as again:
            return self._in_memory(again)

    def _in_memory(self, error: Exception) -> sqlite3.Connection:
        self.faults.append(f"the store {self.path} cannot be used ({_line(error)}); nothing is remembered this time")
        self._told = True
        return _connect(":memory:")

    def decision(self, digest: str, code: str, basis: str) -> Decision | None:
        found = self._one("select verdict from verdicts where digest = ? and code = ? and basis = ?",
                          (digest, code, basis))  # fmt: skip
        return _read(found)

    def decisions(self, digest: str, code: str) -> list[Decision]:
        """What is remembered of a claim, whatever it came from."""
        try:
            rows = self._db.execute("select verdict from verdicts where digest = ? and code = ?", (digest, code))
            found = [json.loads(text) for (text,) in rows]
        except Exception as error:
            self._failed(error)
            return []
        return [d for d in map(_read, found) if d is not None]

    def keep(self, digest: str, code: str, basis: str, found: Decision) -> None:
        """Written and committed at once: a run that is killed keeps what it finished."""
        self.keep_all([(digest, code, basis, found)])

    def keep_all(self, rows: Iterable[tuple[str, str, str, Decision]]) -> None:
        """Several decisions in one transaction."""
        now = time.time()
        self._write("insert or replace into verdicts values (?, ?, ?, ?, ?)",
                    [(d, c, b, json.dumps(found.to_json()), now) for d, c, b, found in rows])  # fmt: skip

    def report(self, key: str, certificates: bool = True) -> PaperResult | None:
        """The report; without the certificates (`bulk.apart`) it is read in a fraction of the time."""
        found = (
            self._one("select report, certificates from papers where key = ?", (key,), bulk.together) if certificates
            else self._one("select report from papers where key = ?", (key,))
        )  # fmt: skip
        try:
            return None if found is None else frozen(PaperResult, found)
        except ValueError:  # of a row that somebody wrote by hand
            return None

    def keep_report(self, key: str, paper: str, report: PaperResult) -> None:
        bare, certificates = bulk.apart(plain(report))
        self._write("delete from papers where paper = ? and at < ?", [(paper, time.time() - 30 * 86400)])
        self._write("insert or replace into papers values (?, ?, ?, ?, ?)",
                    [(key, paper, json.dumps(bare), json.dumps(certificates), time.time())])  # fmt: skip

    def _one(
        self, query: str, arguments: tuple[str, ...], made_of: Callable[..., Any] = lambda found: found
    ) -> dict[str, Any] | None:
        try:
            row = self._db.execute(query, arguments).fetchone()
            found = None if row is None else made_of(*(json.loads(column) for column in row))
        except Exception as error:
            self._failed(error)
            return None
        return found if isinstance(found, dict) else None

    def _write(self, query: str, rows: list[tuple[Any, ...]]) -> None:
        self._waiting.append((query, rows))
        self._flush()

    def _flush(self) -> None:
        """Write what waits, in order; what cannot be written now goes on waiting."""
        for again in (True, False):  # once more, where the file was damaged and there is a new one
            try:
                with self._db:
                    for query, rows in self._waiting:
                        self._db.executemany(query, rows)
                self._waiting.clear()
                return
            except Exception as error:
                self._failed(error)
                if _passes(error) or not again:
                    return

    def _failed(self, error: Exception) -> None:
        """Say once that the file cannot be used now, and wait for nobody any more; replace a damaged one."""
        if not _passes(error):
            self._db.close()
            self._db = self._set_aside(error)
        elif not self._told:
            self._told = True
            self.faults.append(f"the store {self.path} cannot be used now ({_line(error)}); the answers do not need it")
            with contextlib.suppress(sqlite3.Error):
                self._db.execute("pragma busy_timeout = 0")


def _connect(name: str) -> sqlite3.Connection:
    db = sqlite3.connect(name, timeout=PATIENCE)
    try:
        db.executescript(_SCHEMA)
        db.execute("select count(*) from verdicts").fetchone()
        if name != ":memory:":
            db.execute("pragma journal_mode = wal")
            db.execute("pragma synchronous = normal")  # safe against a killed process
    except BaseException:
        db.close()
        raise
    return db


def _read(data: Any) -> Decision | None:
    """What a row says; None where it says nothing, which is then not remembered."""
    try:
        return Decision.from_json(data)
    except ValueError:
        return None


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
