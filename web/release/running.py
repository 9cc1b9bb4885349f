"""Run the commands that make and try release files."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path


def run(words: Sequence[str], folder: Path | None = None, variables: Mapping[str, str] | None = None) -> str:
    """Run a command in a directory, with further environment variables. Return its output. Raises
    `RuntimeError` if it fails."""
    environment = {**os.environ, **(variables or {})}
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, env=environment)
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)} failed:\n{(done.stdout + done.stderr)[-3000:]}")
    return done.stdout
