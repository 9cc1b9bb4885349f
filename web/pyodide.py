"""Pyodide from the npm registry, checked against the pinned hash and unpacked in the cache."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from web.cache import cache_dir, keep, sha256
from web.tarball import unpack

VERSION = "314.0.7"
SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"


class PyodideError(Exception):
    """Pyodide could not be fetched, or is not what was pinned."""


def pyodide() -> Path:
    """The folder of Pyodide's npm package; fetched on first use."""
    return keep(cache_dir() / "pyodide" / VERSION, fetch)


def fetch(folder: Path) -> None:
    if not shutil.which("npm"):
        raise PyodideError("npm is missing: install Node.js with npm (any Node from 18 on)")
    folder.mkdir()
    command = ["npm", "pack", "--silent", f"pyodide@{VERSION}"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise PyodideError(f"npm could not fetch pyodide {VERSION}:\n{done.stderr[-2000:]}")
    archive = folder / done.stdout.strip()
    if (found := sha256(archive)) != SHA256:
        raise PyodideError(f"npm gave a pyodide {VERSION} with SHA-256 {found}, pinned is {SHA256}")
    unpack(archive, folder)
    archive.unlink()
