"""Load a paper in a process of its own: whatever its pages do there, they end with a paper or with a line.

Pages are Python and are executed.  In a process of its own, with limits, a page that never ends, takes all memory or
ends its process spoils its own paper only, and leaves nothing running.  What comes back is data: items made of the
classes of this package and of nothing else.
"""

from __future__ import annotations

import base64
import io
import os
import pickle
from pathlib import Path
from typing import Any

from verifier.papers import load
from verifier.papers.item import Item
from verifier.papers.paper import Paper, fallback_name, in_one_line, location
from verifier.run.nursery import Limits
from verifier.run.runner import Job, perform

WHOLE = 300.0  # seconds that the modules of a paper may take to import, together
READ = "verifier.run.loading:read"
_FIELDS = ("name", "title", "year", "source", "venue", "authors", "faults")


def loaded(path: Path) -> Paper:
    """The paper of a folder or module, as `load.load` has it, loaded in another process.

    Raises nothing for a faulty paper: what went wrong is a line of its `faults`.
    """
    path = path.resolve()
    reply = perform(Job(None, READ, (str(path), os.getcwd(), load.LONGEST), Limits(wall=WHOLE, cpu=WHOLE)))
    why = reply.failure
    if why is None:
        try:
            return _paper(path, reply.value)
        except Exception as error:  # the page has tampered with what came back
            why = in_one_line(error)
    paper = Paper(fallback_name(path))
    paper.folder = path if path.is_dir() else None
    paper.faults.append(f"{location(str(path), 0)}: the pages could not be loaded: {why}")
    return paper


def read(path: str, folder: str, longest: float) -> dict[str, Any]:
    """What `loaded` asks another process for: the fields of the paper, and each item in a text of its own.

    `folder`: where the command stands, for the places in messages; `longest`: seconds for each module.
    """
    os.chdir(folder)
    load.LONGEST = longest
    paper = load.load(Path(path))
    return {**{name: getattr(paper, name) for name in _FIELDS}, "items": [_text(item) for item in paper.items]}


def _text(item: Item) -> str:
    """An item as text; in the place of one that is not made of this package's classes, an item with a fault."""
    try:
        text = pickle.dumps(item)
        _Unpickler(io.BytesIO(text)).load()
    except Exception as error:
        bare = Item(item.id, item.kind, item.title, item.where, item.provenance, item.file, item.line)
        bare.fault = f"{location(item.file, item.line)}: {item.id}: cannot leave its page: {in_one_line(error)}"
        text = pickle.dumps(bare)
    return base64.b64encode(text).decode("ascii")


def _paper(path: Path, found: dict[str, Any]) -> Paper:
    more = {name: found[name] for name in ("title", "year", "source", "venue")}
    paper = Paper(found["name"], authors=tuple(found["authors"]), **more)
    paper.faults = [str(line) for line in found["faults"]]
    paper.folder = path if path.is_dir() else None
    for text in found["items"]:
        item = _Unpickler(io.BytesIO(base64.b64decode(text))).load()
        if not isinstance(item, Item):
            raise TypeError("an item is none")
        paper.items.append(item)
    return paper


#: classes of the standard library that the text of an item may name
_KNOWN = frozenset((("fractions", "Fraction"), ("builtins", "set"), ("builtins", "frozenset")))


class _Unpickler(pickle.Unpickler):
    """Makes values of the classes of this package and of a few others; calls no function that a text names."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in _KNOWN or module.startswith("verifier."):
            found = super().find_class(module, name)
            if isinstance(found, type) and (found.__module__.startswith("verifier.") or (module, name) in _KNOWN):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no class of this program")
