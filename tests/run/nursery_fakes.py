"""Functions for a nursery to call; for one of them it imports something first, as for those of `run.searching`."""

import os
import sys

PRELOAD = {"prepared": ("verifier.language.text.text", "no.such.module", "verifier.language.typing.typing")}


def loaded() -> list[str]:
    return sorted(sys.modules)


def prepared() -> list[str]:
    return sorted(sys.modules)


def imports() -> list[str]:
    """Imports something of ours and something of others."""
    import calendar

    import verifier.report.wording

    return [calendar.__name__, verifier.report.wording.__name__]


def parent() -> int:
    return os.getppid()


def files_after_a_search() -> list[str]:
    """The modules of this package that a worker has loaded after it has decided a claim."""
    from verifier.language.claim import claim
    from verifier.run.searching import search

    search("verifier.prove.portfolio:decide", claim("c", "x*sin(x) <= x**2", variables={"x": "real"}), 5.0)
    return [m.__file__ for n, m in sys.modules.items() if n.split(".")[0] == "verifier" and m.__file__]


def surroundings() -> list[object]:
    import verifier

    return [sys.path, os.getcwd(), os.environ.get("PYTHONHASHSEED"), verifier.__file__]
