"""Pipes, devices and folders in the place of files: an error in one line, at once, and nothing waits for them."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from verifier.language.errors import ClaimError
from verifier.language.files import load
from verifier.machine.regular import read_regular
from verifier.papers import discover
from verifier.run import fingerprint


@pytest.fixture
def pipe(tmp_path):
    os.mkfifo(tmp_path / "pipe.toml")
    return tmp_path / "pipe.toml"


def test_a_regular_file_is_read_up_to_a_limit(tmp_path):
    (tmp_path / "file").write_bytes(b"0123456789")
    (tmp_path / "link").symlink_to("file")
    assert read_regular(tmp_path / "file", 20) == b"0123456789"
    assert read_regular(tmp_path / "link", 4) == b"0123"


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/stdin", "/", "/no such file"])
def test_what_is_no_regular_file_is_not_read(path):
    with pytest.raises(OSError):
        read_regular(path, 10)


def test_a_claim_file_that_is_a_pipe_or_a_device_is_refused(pipe, tmp_path):
    (tmp_path / "endless.toml").symlink_to("/dev/zero")
    for path in (pipe, tmp_path / "endless.toml"):
        with pytest.raises(ClaimError, match="no regular file"):
            load(path)


def test_a_pipe_among_the_modules_of_a_paper_is_passed_over(write, tmp_path):
    folder = write(section_1="")
    os.mkfifo(folder / "pipe.py")
    os.mkfifo(folder / "evidence.json")
    assert discover.papers_in(tmp_path) == [folder]
    assert not discover.defines_paper(folder / "pipe.py")
    assert fingerprint.of_paper(folder)


@pytest.mark.parametrize("arguments", [("check", "pipe.toml"), ("audit", "pipe.py"), ("list", "pipe.py")])
def test_the_command_refuses_a_pipe_in_one_line(pipe, tmp_path, arguments):
    os.mkfifo(tmp_path / "pipe.py")
    command = [sys.executable, "-m", "verifier", *arguments]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 2 and len(done.stderr.strip().splitlines()) == 1, done.stderr
