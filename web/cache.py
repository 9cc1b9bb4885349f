"""A cache of expensive build results.

A result is stored under the hash of everything it was made from, so a stale result is never found and nothing
is made twice.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

if sys.platform != "win32":
    import fcntl

ROOT = Path(__file__).resolve().parents[1]


def cache_dir() -> Path:
    """Return the cache directory: ``KONTOR_CACHE``, or ``kontor`` in the user's cache directory."""
    if chosen := os.environ.get("KONTOR_CACHE"):
        return Path(chosen).resolve()
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache").resolve() / "kontor"


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def key_of(paths: Iterable[Path], *facts: str) -> str:
    """Return a short key for files, for the contents of directories regardless of their names, and further
    facts."""
    digest = hashlib.sha256("\0".join(facts).encode())
    for path in paths:
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in files:
            if file.is_file() and "__pycache__" not in file.parts:
                name = file.relative_to(path) if path.is_dir() else file.name
                digest.update(f"{name}\0{sha256(file)}\0".encode())
    return digest.hexdigest()[:16]


def keep(target: Path, make: Callable[[Path], None]) -> Path:
    """Return ``target``, a file or directory, after ``make`` has created it if it is missing, atomically.

    If several processes want one result, a single process makes it and the others wait.
    """
    if not target.exists():
        with locked(target.with_name(f"{target.name}.lock")):
            fresh = target.with_name(f"{target.name}.part")
            discard(fresh)
            if not target.exists():
                make(fresh)
                fresh.replace(target)
    return target


def trim(folder: Path, most: int) -> None:
    """Discard all but the ``most`` results of a directory that were made or used last."""
    kept = (path for path in folder.iterdir() if path.suffix not in (".lock", ".part"))
    for path in sorted(kept, key=lambda path: path.stat().st_mtime, reverse=True)[most:]:
        discard(path)


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock file; another process that wants it waits."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        if sys.platform != "win32":  # Windows builds the desktop game only, which needs no lock
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def discard(path: Path) -> None:
    """Remove a file or a directory with its contents, if it exists."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


class Progress:
    """Prints the steps of a long job, each with the seconds since the start."""

    def __init__(self, job: str) -> None:
        self.job, self.start = job, time.monotonic()

    def step(self, text: str) -> None:
        """Print that a step begins."""
        print(f"  {self.job} [{time.monotonic() - self.start:3.0f} s] {text}", flush=True)
