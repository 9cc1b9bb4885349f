"""Packages from the npm registry, checked against a pinned hash and unpacked in the cache."""

from __future__ import annotations

import shutil
import subprocess
from functools import partial
from pathlib import Path

from web.cache import cache_dir, keep, sha256
from web.tarball import unpack


class PackageError(Exception):
    """A package that cannot be fetched or does not match its pinned hash."""


def package(name: str, version: str, pinned: str) -> Path:
    """Return the directory of a package, fetched on first use. `pinned` is the SHA-256 of its archive."""
    return keep(cache_dir() / name / version, partial(_fetch, name, version, pinned))


def _fetch(name: str, version: str, pinned: str, folder: Path) -> None:
    if not shutil.which("npm"):
        raise PackageError("npm is missing: install Node.js with npm (any Node from 18 on)")
    folder.mkdir()
    command = ["npm", "pack", "--silent", f"{name}@{version}"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise PackageError(f"npm could not fetch {name} {version}:\n{done.stderr[-2000:]}")
    archive = folder / done.stdout.strip()
    if (found := sha256(archive)) != pinned:
        raise PackageError(f"npm gave a {name} {version} with SHA-256 {found}, pinned is {pinned}")
    unpack(archive, folder)
    archive.unlink()
