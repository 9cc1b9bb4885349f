"""Type checking. mypy runs as a test, so that it uses one core while other tests use the rest."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from web.cache import ROOT, cache_dir, locked


def test_mypy_finds_nothing() -> None:
    """With our plugin mypy's cache is keyed by file content, so that all checkouts can share it."""
    known = cache_dir() / "types"
    with locked(known.with_name("types.lock")):
        command = [sys.executable, "-m", "mypy", "--cache-dir", str(known)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        pytest.fail(done.stdout + done.stderr, pytrace=False)


def test_an_error_is_found_though_size_and_time_of_the_file_are_those_of_another_checkout(
    tmp_path: Path,
) -> None:
    found = list[int]()
    for name, line in (("right", "x: int = 1234"), ("wrong", 'x: int = "12"')):
        file = tmp_path / name / "module.py"
        file.parent.mkdir()
        file.write_text(line)
        os.utime(file, (1, 1))
        (file.parent / "mypy.ini").write_text(f"[mypy]\nplugins = {ROOT}/tools/types_by_content.py\n")
        command = [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path / "cache"), file.name]
        found.append(subprocess.run(command, cwd=file.parent, capture_output=True).returncode)
    assert found == [0, 1]
