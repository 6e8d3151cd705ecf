"""Reading files that somebody else may have put there: only regular ones, and only so much of them."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


def read_regular(path: str | Path, most: int) -> bytes:
    """The first `most` bytes of a regular file.

    Raises `OSError`, also for a folder, a device, a socket and a pipe, which might never come to an end; it does not
    wait for somebody to write into a pipe.
    """
    number = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    with open(number, "rb") as file:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise OSError(errno.EINVAL, "no regular file", str(path))
        return file.read(most)
