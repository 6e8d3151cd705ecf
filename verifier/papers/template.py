"""What `verifier new` writes: a paper of one theorem, commented line by line."""

from __future__ import annotations

from pathlib import Path

_INIT = '''"""The audit of a paper.  Run `verifier audit {folder}` from beside this folder."""

from verifier.papers.paper import Paper

paper = Paper(
    "{name}",
    title="Title of the paper",
    authors=["First Author", "Second Author"],
    year=2024,
    source="arXiv id and version",
)

# one module for each section of the paper, in the paper's order
sections = ["section_1"]
'''

_SECTION = '''"""Section 1: what this section is about."""

from . import paper


@paper.lemma("lemma-1.1", "Orthogonal maps keep lengths", where="Section 1", provenance="printed")
def isometry(item):
    # the statement in the paper's words; it is shown beside the formal one
    item.printed("If Q is orthogonal, then |Qx|^2 = |x|^2 for every x.")
    # every variable has a domain: real, positive, positive integer, matrix(m, n), symmetric matrix(n), ...
    item.let(n="positive integer", Q="matrix(n, n)", x="matrix(n, 1)")
    # hypotheses have names, so that the audit can say which of them are needed
    item.suppose("orthogonal", "Q.T*Q == eye(n)")
    # abbreviations keep formulas as short as in the paper
    item.define("y := Q*x")
    # the conclusion; fidelity says whether it is the whole printed statement, a special case or a fragment
    item.conclude("y.T*y == x.T*x", fidelity="faithful", example={{"n": "1", "Q": "1", "x": "1"}})
    # the lines of the printed proof, each with what the paper says it follows from
    item.step("expand", "y.T*y == x.T*Q.T*Q*x", because=["definitions"], says="the transpose of a product")
    item.step("cancel", "y.T*y == x.T*x", because=["expand", "orthogonal"], says="Q'Q = I")
    # what to try when a hypothesis is dropped: values at which the conclusion fails without it
    item.without("orthogonal", counterexample={{"n": "1", "Q": "2", "x": "1"}})
'''


def write(name: str, where: Path) -> list[Path]:
    """Write the starting point into a new folder.

    Raises `ValueError` for a name that is no name of a paper and `FileExistsError` where the folder exists.
    """
    folder = name.replace("-", "_")
    if not folder.isidentifier() or not name.isascii():
        raise ValueError(f"{name!r:.60} is no name for a paper: use letters, digits and -")
    target = where / folder
    target.mkdir(parents=True)
    files = {"__init__.py": _INIT.format(name=name, folder=folder), "section_1.py": _SECTION.format()}
    for file, content in files.items():
        (target / file).write_text(content, encoding="utf-8")
    return [target / file for file in files]
