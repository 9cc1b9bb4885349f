"""All types fit. mypy runs as a test, so that it has a core beside the others instead of all to itself."""

from __future__ import annotations

import subprocess
import sys

import pytest

from web.cache import ROOT, cache_dir, locked


def test_mypy_finds_nothing() -> None:
    """What mypy knew of a file counts as long as the file has the same content, in whichever checkout."""
    known = cache_dir() / "types"
    with locked(known.with_name("types.lock")):
        command = [sys.executable, "-m", "mypy", "--cache-dir", str(known)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        pytest.fail(done.stdout + done.stderr, pytrace=False)
