"""Functions for a nursery to call; for one of them it has to import something first, as for those of `audit.tasks`."""

import os
import sys

PRELOAD = {"prepared": ("verifier.claims.text", "no.such.module", "verifier.claims.typing")}


def loaded() -> list[str]:
    return sorted(sys.modules)


def prepared() -> list[str]:
    return sorted(sys.modules)


def imports() -> list[str]:
    """Imports something of ours and something of others."""
    import calendar

    import verifier.report.words

    return [calendar.__name__, verifier.report.words.__name__]


def parent() -> int:
    return os.getppid()
