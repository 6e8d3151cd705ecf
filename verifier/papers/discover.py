"""Where papers are: the shipped ones from any directory, a user's own by path.

In a checkout the shipped papers are the folder `proofs` beside the package; an installed copy carries the
same folder inside the package, so that no import name other than `verifier` is taken.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from pathlib import Path

from verifier.machine.regular import read_regular

MOST = 10_000_000  # bytes of a module in which a paper is looked for
LIBRARY = "library"
INDEX, PAGE = "paper.toml", ".page"  # of a paper that is text
_DEFINES_PAPER = re.compile(r"^paper\b[^=\n]*=(?!=)", re.MULTILINE)


class NoSuchPaper(ValueError):
    """Raised where a name or path is no paper, with one line that says so."""


def package_folder() -> Path:
    return Path(__file__).resolve().parent.parent


def checkout() -> Path | None:
    """The project's checkout that this package runs from; None for an installed copy."""
    root = package_folder().parent
    return root if (root / "pyproject.toml").is_file() and (root / "proofs").is_dir() else None


def shipped_folder() -> Path:
    """The folder of the shipped papers; it may be absent in a stripped installation."""
    root = checkout()
    return root / "proofs" if root is not None else package_folder() / "proofs"


def defines_paper(module: Path) -> bool:
    """Whether a module binds the name `paper` at its top level, told from its text and not by running it."""
    try:
        text = read_regular(module, MOST).decode("utf-8") if module.suffix == ".py" else ""
        body = ast.parse(text).body if _DEFINES_PAPER.search(text) else []
    except (OSError, UnicodeDecodeError):
        return False
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return True  # it means to: loading it says what is wrong
    targets = [t for n in body if isinstance(n, ast.Assign) for t in n.targets]
    targets += [n.target for n in body if isinstance(n, ast.AnnAssign)]
    return any(isinstance(t, ast.Name) and t.id == "paper" for t in targets)


def is_paper(path: Path) -> bool:
    """Whether a path is a paper: a folder of text, or a folder or module of Python that defines one."""
    return (path / INDEX).is_file() or defines_paper(path / "__init__.py") or defines_paper(path)


def library_folder() -> Path:
    """The folder of the library's theorems."""
    return package_folder() / "library" / "pages"


def papers_in(folder: Path) -> list[Path]:
    """The papers directly inside a folder: folders and modules that define a `paper`, in order of name."""
    if not folder.is_dir():
        return []
    return [p for p in sorted(folder.iterdir()) if is_paper(p)]


def find(arguments: Sequence[str]) -> list[Path]:
    """The papers that a command line names; all shipped ones where it names none.

    An argument is the name of a shipped paper, `library`, a paper's folder, a module, or a folder of papers.
    Raises `NoSuchPaper`.
    """
    if not arguments:
        return papers_in(shipped_folder())
    found: list[Path] = []
    for argument in arguments:
        shipped = shipped_folder() / argument.replace("-", "_")
        path = Path(argument)
        if argument == LIBRARY:
            found.append(library_folder())
        elif "/" not in argument and is_paper(shipped):
            found.append(shipped)
        elif (path.is_dir() and is_paper(path)) or (path.is_file() and path.suffix == ".py"):
            found.append(path.resolve())
        elif papers_in(path):
            found.extend(p.resolve() for p in papers_in(path))
        elif path.exists():
            raise NoSuchPaper(f"{argument}: neither `paper.toml` nor `paper = Paper(...)` in it")
        else:
            known = ", ".join([*(p.name.replace("_", "-") for p in papers_in(shipped_folder())), LIBRARY])
            raise NoSuchPaper(f"{argument}: neither a shipped paper ({known}) nor a path")
    return list(dict.fromkeys(found))
