"""How the command ends where it cannot be heard: closed files, broken pipes, full disks, defects."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from pathlib import Path

import click


def fail(code: int, words: str) -> int:
    """Say in one line why the command ends, where anybody listens; the exit code."""
    with contextlib.suppress(OSError):
        click.echo(f"verifier: {' '.join(words.split())}", err=True)
    return code


def open_standard_files() -> None:
    """Where one of the three is closed, put something in its place: the next file to be opened would be written to.

    Nothing can be read from it; what is printed on a closed stdout is an error when it is written, and on a closed
    stderr it is lost.
    """
    for number, how in ((0, os.O_WRONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            opened = os.open(os.devnull, how)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
            if number:
                stream = open(number, "w", encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115
                setattr(sys, ("stdout", "stderr")[number - 1], stream)


def is_output(error: Exception) -> bool:
    """Whether an error is one of writing the answer."""
    lost = (errno.EPIPE, errno.EBADF, errno.ENOSPC, errno.EFBIG, errno.EIO, errno.EDQUOT)
    return isinstance(error, OSError) and error.errno in lost


def unwritten(error: Exception) -> str:
    """The line for an answer that could not be written."""
    return f"the answer could not be written ({getattr(error, 'strerror', None) or error})"


def named(error: Exception) -> str:
    """An error of the user's input, with the file where it has one."""
    file, why = getattr(error, "filename", None), getattr(error, "strerror", None)
    return f"{file}: {why}" if file and why else str(error)


def where(error: Exception) -> str:
    """A defect with its place, in one line."""
    import traceback

    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(last.filename).name}, line {last.lineno})"
