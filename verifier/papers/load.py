"""Import a paper's modules by path and in the declared order; a bad module spoils only itself."""

from __future__ import annotations

import contextlib
import hashlib
import importlib.abc
import importlib.machinery
import importlib.util
import signal
import sys
import threading
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import CodeType, ModuleType

from verifier.papers.discover import INDEX, library_folder
from verifier.papers.library import theorem_ids
from verifier.papers.paper import Paper, fallback_name, in_one_line, location
from verifier.papers.text_pages import text_paper

PREFIX = "_verifier_paper_"  # of the names of modules of papers
LONGEST = 60.0  # seconds that the modules of a page may take to import, each


class _Source(importlib.machinery.SourceFileLoader):
    """Compiles what the file says now.

    Byte code that Python keeps is taken for that of a page of the same length that was changed within the second.
    """

    def get_code(self, fullname: str) -> CodeType:
        return self.source_to_code(self.get_data(self.path), self.path)


class _Pages(importlib.abc.MetaPathFinder):
    """Finds the modules that pages import from each other."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        spec = importlib.machinery.PathFinder.find_spec(fullname, path) if fullname.startswith(PREFIX) else None
        if spec is None or not isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            return None
        spec.loader = _Source(fullname, spec.loader.path)
        return spec


class TooLong(Exception):
    """A module that does not come to an end while it is imported."""


@contextlib.contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raise `TooLong` in the main thread when the time is over; elsewhere there is no limit.

    A loop in Python is ended; a call that never returns from C is not.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def over(*_: object) -> None:
        raise TooLong(f"not imported after {seconds:g} s")

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)  # and again, where a page's own handler swallowed it
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def load(path: Path) -> Paper:
    """The paper of a folder or module.

    The folder's ``__init__`` defines ``paper`` and ``sections = ["section_4", ...]``; sections reach their
    paper by ``from . import paper``.  Modules are imported under a name of their own, and `sys.path` is left
    alone.  Raises nothing for a faulty paper: what went wrong is a line of its `faults`.
    """
    path = path.resolve()
    if (path / INDEX).is_file():
        return text_paper(path, () if path == library_folder() else theorem_ids())
    name = module_name(path)
    for known in [m for m in sys.modules if m == name or m.startswith(name + ".")]:
        del sys.modules[known]
    source = path / "__init__.py" if path.is_dir() else path
    faults: list[str] = []
    module = _run(name, source, path if path.is_dir() else None, faults)
    paper = getattr(module, "paper", None)
    if not isinstance(paper, Paper):
        if not faults:
            faults.append(f"{location(str(source), 0)}: does not define `paper = Paper(...)`")
        paper = Paper(fallback_name(path))
    paper.folder = path if path.is_dir() else None
    for section in getattr(module, "sections", ()) if path.is_dir() else ():
        file = path / f"{section}.py"
        if not isinstance(section, str) or not section.isidentifier() or not file.is_file():
            faults.append(f"{location(str(source), 0)}: section {section!r:.60} is no module of this folder")
            continue
        full = f"{name}.{section}"
        if full not in sys.modules:  # an earlier section may have imported it for its notation
            _run(full, file, None, faults)
    paper.faults.extend(faults)
    return paper


def module_name(path: Path) -> str:
    """A module name that no other paper and no library has."""
    return f"{PREFIX}{hashlib.sha256(str(path).encode()).hexdigest()[:12]}"


def _run(name: str, file: Path, folder: Path | None, faults: list[str]) -> ModuleType:
    search = None if folder is None else [str(folder)]
    if not any(isinstance(finder, _Pages) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Pages())
    loader = _Source(name, str(file))
    spec = importlib.util.spec_from_file_location(name, file, loader=loader, submodule_search_locations=search)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        with _time_limit(LONGEST), contextlib.redirect_stdout(sys.stderr):  # stdout may be promised to be JSON alone
            spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit too: a page must not end the audit of the others
        where = location(*_place(error, file))
        faults.append(f"{where}: {in_one_line(error)} (the rest of this module is not audited)")
    return module


def _place(error: BaseException, file: Path) -> tuple[str, int]:
    if isinstance(error, SyntaxError) and error.filename:
        return error.filename, error.lineno or 0
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename.startswith(str(file.parent))]
    return (frames[-1].filename, frames[-1].lineno or 0) if frames else (str(file), 0)
