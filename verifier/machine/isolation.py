"""Where code may be imported from: never the folder that somebody happens to stand in.

A paper or a file of claims is sent by a stranger, in a folder; a module `mpmath.py` beside it must not be executed by
whoever checks it.  The command forgets the current folder before it imports anything, and each worker is a fresh
interpreter that never had it.
"""

from __future__ import annotations

import os
import sys

#: variables of the environment that say where Python and its libraries lie; a worker ignores all others of Python's own
KEPT = frozenset(("PYTHONHOME", "PYTHONUSERBASE", "PYTHONNOUSERSITE", "PYTHONDONTWRITEBYTECODE",
                  "PYTHONPYCACHEPREFIX", "PYTHONUTF8"))  # fmt: skip

#: What a worker does first: this package is taken from the folder it was started from, whatever else has its name.
_FIRST = """
import importlib.util, os, sys
function, folder, more, *sys.argv[1:] = sys.argv[1:]
sys.path += [entry for entry in more.split(os.pathsep) if entry]
spec = importlib.util.spec_from_file_location(
    "verifier", os.path.join(folder, "__init__.py"), submodule_search_locations=[folder])
sys.modules["verifier"] = module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
module, name = function.split(":")
getattr(importlib.import_module(module), name)()
"""


def forget_current_folder() -> None:
    """Import nothing from the current folder any more, unless Python's own libraries lie there.

    What has been imported stays, and this module needs nothing that Python had not loaded before.  With ``python -m``
    the current folder is the first entry of `sys.path`; an empty or relative entry of PYTHONPATH means it, too.
    """
    sys.path[:] = [entry for entry in sys.path if _is_own(entry) or not _is_current(entry)]


def _is_own(entry: str) -> bool:
    """Whether an entry of a search path is where this interpreter's libraries are installed."""
    import site

    standard = os.path.dirname(os.__file__)
    own = [standard, os.path.join(standard, "lib-dynload"), *site.getsitepackages()]
    return entry in own or (site.ENABLE_USER_SITE is True and entry == site.getusersitepackages())


def _is_current(entry: str) -> bool:
    """Whether an entry of a search path is the current folder, or depends on it."""
    if not os.path.isabs(entry):
        return True
    try:
        return os.path.samefile(entry, os.curdir)
    except OSError:  # it is not there
        return False


def command(function: str, *arguments: str) -> list[str]:
    """The command line of a fresh interpreter that calls ``module:name`` of this package.

    Its search path is that of the interpreter, without the folder of a script and without the current one; the whole
    paths in PYTHONPATH come last, so that they provide what is missing and replace nothing.
    """
    named = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    more = os.pathsep.join(entry for entry in named if not _is_current(entry))
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return [sys.executable, "-P", "-c", _FIRST, function, package, more, *arguments]


def environment() -> dict[str, str]:
    """The environment of such an interpreter; the order of its sets is the same each time."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON") or k in KEPT}
    return {**kept, "PYTHONHASHSEED": "0"}


#: The folder in which such an interpreter runs: libraries look for files of theirs in the current one.
FOLDER = os.sep
