"""Fingerprints of code and files: when they are unchanged, what was found with them still stands."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verifier.library.theorems import FILE
from verifier.machine.regular import read_regular
from verifier.papers.discover import library_folder, package_folder

if TYPE_CHECKING:
    from verifier.prove.questions.offer import Offer

#: what decides a claim, and what brings the claim there and the answer back; changes elsewhere in the package leave
#: stored verdicts valid
DECIDING = ("kernel", "library", "language", "models", "prove", "evidence", "machine")
CARRYING = ("run/nursery.py", "run/searching.py", "run/judging.py")
#: the libraries that search and check, also those that need not be installed: what was tried without them is tried
#: again when they are there
LIBRARIES = ("sympy", "mpmath", "numpy", "python-flint", "hypothesis", "z3-solver")

MOST = 1_000_000_000  # bytes of a file that count


def of_files(files: Iterable[Path], root: Path) -> str:
    """Names and contents of files; a file that cannot be read counts as absent."""
    total = hashlib.sha256()
    for file in sorted(files):
        try:
            content = read_regular(file, MOST)
        except OSError:
            continue
        name = file.relative_to(root).as_posix() if file.is_relative_to(root) else file.as_posix()
        total.update(f"{name}\0{len(content)}\0".encode())
        total.update(content)
    return total.hexdigest()


def deciding_files() -> list[Path]:
    """The modules of this package that a verdict may depend on."""
    root = package_folder()
    files = [f for part in DECIDING for kind in ("*.py", "*.json") for f in (root / part).rglob(kind)]
    files = [f for f in files if library_folder() not in f.parents or f == FILE]  # its pages are a paper
    return [*files, *(root / name for name in CARRYING)]


def of_deciding_code() -> str:
    """The part of the key of a stored verdict that stands for the program and its libraries."""
    return _with_versions(of_files(deciding_files(), package_folder()))


@cache
def of_package() -> str:
    """Of the code as it lies there at the first call: what runs was loaded once, too."""
    root = package_folder()
    files = (f for kind in ("*.py", "*.json", "*.page") for f in root.rglob(kind) if root / "proofs" not in f.parents)
    return _with_versions(of_files(files, root))


def of_paper(path: Path) -> str:
    """A paper's pages or modules and the evidence beside them; of a single module, that module and its evidence."""
    if path.is_dir():
        return of_files([*path.rglob("*.py"), *path.glob("*.json"), *path.glob("*.page"), *path.glob("*.toml")], path)
    return of_files([path, path.with_suffix(".evidence.json")], path.parent)


def of_json(value: Any) -> str:
    """A fingerprint of plain data, the same in every process."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:32]


def of_offer(offer: Offer) -> str:
    """A fingerprint of what is known to whoever asks for the role of a hypothesis, without times."""
    proved = replace(offer.proved, seconds=0.0, tried=()).to_json()
    return of_json([proved, offer.label, offer.formula, dict(offer.sorts), offer.parts])


def _with_versions(digest: str) -> str:
    """Bound to the interpreter and to the versions of the libraries that search and check."""
    from importlib.metadata import PackageNotFoundError, version

    parts = [digest, sys.version.split()[0]]
    for library in LIBRARIES:
        try:
            parts.append(version(library))
        except PackageNotFoundError:
            parts.append("-")
    return of_json(parts)
