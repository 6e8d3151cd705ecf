"""The store of past evidence: what this machine has already checked, so an unchanged audit is instant.

It is a cache.  Losing it costs time and nothing else, so a store that cannot be read is set aside.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from verifier.audit import bulk

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


class Store:
    """Verdicts by (claim digest, code fingerprint, basis) and whole reports by their fingerprint.

    The *basis* says what the verdict came from: a shipped evidence entry, or a search with its budget and
    hints.  Raises nothing on a damaged or unwritable file: `faults` says in one line what happened, and the
    audit goes on with an empty store.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or default_path()
        self.faults: list[str] = []
        self._db = self._open()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    def _open(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            return _connect(str(self.path))
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError) and "unable to open" in str(error):
                return self._in_memory(error)
            return self._set_aside(error)
        except OSError as error:
            return self._in_memory(error)

    def _set_aside(self, error: Exception) -> sqlite3.Connection:
        now = time.strftime("%Y%m%d-%H%M%S")
        aside = self.path.with_name(f"{self.path.name}.damaged-{now}-{os.getpid()}")
        self.faults.append(f"the store {self.path} is damaged ({error}); set aside as {aside.name}, begun anew")
        try:
            self.path.rename(aside)
            for suffix in ("-wal", "-shm", "-journal"):  # they belong to the damaged file
                self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)
            return _connect(str(self.path))
        except (OSError, sqlite3.Error) as again:
            return self._in_memory(again)

    def _in_memory(self, error: Exception) -> sqlite3.Connection:
        self.faults.append(f"the store {self.path} cannot be used ({error}); nothing is remembered this time")
        return _connect(":memory:")

    def verdict(self, digest: str, code: str, basis: str) -> dict[str, Any] | None:
        return self._one("select verdict from verdicts where digest = ? and code = ? and basis = ?",
                         (digest, code, basis))  # fmt: skip

    def keep(self, digest: str, code: str, basis: str, verdict: dict[str, Any]) -> None:
        """Written and committed at once: a run that is killed keeps what it finished."""
        self.keep_all([(digest, code, basis, verdict)])

    def keep_all(self, rows: Iterable[tuple[str, str, str, dict[str, Any]]]) -> None:
        """Several verdicts in one transaction."""
        now = time.time()
        self._write("insert or replace into verdicts values (?, ?, ?, ?, ?)",
                    [(d, c, b, json.dumps(v), now) for d, c, b, v in rows])  # fmt: skip

    def report(self, key: str, certificates: bool = True) -> dict[str, Any] | None:
        """The report; without the certificates (`bulk.apart`) it is read in a fraction of the time."""
        if not certificates:
            return self._one("select report from papers where key = ?", (key,))
        return self._one("select report, certificates from papers where key = ?", (key,), bulk.together)

    def keep_report(self, key: str, paper: str, report: dict[str, Any]) -> None:
        bare, certificates = bulk.apart(report)
        self._write("delete from papers where paper = ? and at < ?", [(paper, time.time() - 30 * 86400)])
        self._write("insert or replace into papers values (?, ?, ?, ?, ?)",
                    [(key, paper, json.dumps(bare), json.dumps(certificates), time.time())])  # fmt: skip

    def _one(
        self, query: str, arguments: tuple[str, ...], made_of: Callable[..., Any] = lambda found: found
    ) -> dict[str, Any] | None:
        try:
            row = self._db.execute(query, arguments).fetchone()
            found = None if row is None else made_of(*(json.loads(column) for column in row))
        except (sqlite3.DatabaseError, ValueError, LookupError, TypeError) as error:
            self._replace(error)
            return None
        return found if isinstance(found, dict) else None

    def _write(self, query: str, rows: list[tuple[Any, ...]]) -> None:
        try:
            with self._db:
                self._db.executemany(query, rows)
        except sqlite3.OperationalError as error:  # locked by another audit, or the disk is full
            if not self.faults:
                self.faults.append(f"the store {self.path} could not be written ({error})")
        except sqlite3.DatabaseError as error:
            self._replace(error)
            with self._db:
                self._db.executemany(query, rows)

    def _replace(self, error: Exception) -> None:
        self._db.close()
        self._db = self._set_aside(error)


def _connect(name: str) -> sqlite3.Connection:
    db = sqlite3.connect(name, timeout=10)
    try:
        db.executescript(_SCHEMA)
        db.execute("select count(*) from verdicts").fetchone()
        if name != ":memory:":
            db.execute("pragma journal_mode = wal")
            db.execute("pragma synchronous = normal")  # safe against a killed process
    except sqlite3.Error:
        db.close()
        raise
    return db
