"""Type checking. mypy runs as a test, so that it uses one core while other tests use the rest."""

from __future__ import annotations

import subprocess
import sys

import pytest

from web.cache import ROOT, cache_dir, locked


def test_mypy_finds_nothing() -> None:
    """mypy's cache is keyed by file content, so that all checkouts can share it."""
    known = cache_dir() / "types"
    with locked(known.with_name("types.lock")):
        command = [sys.executable, "-m", "mypy", "--cache-dir", str(known)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        pytest.fail(done.stdout + done.stderr, pytrace=False)
