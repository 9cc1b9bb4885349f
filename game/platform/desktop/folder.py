"""Storage of texts by key, as files in a directory that several windows can use at the same time."""

from __future__ import annotations

import contextlib
import errno
import os
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, unquote

from game.platform.base import StorageError, kept_keys
from game.platform.desktop.lock import held

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
LOCK = "kontor.lock"
_BESIDE = re.compile(r".+\.\d+\.tmp", re.ASCII)


class Folder:
    """A directory of texts. Writers hold its lock, so that comparing and replacing a text is atomic."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._tidy = False
        """True once temporary files of killed programs have been removed."""

    def read(self, key: str) -> str | None:
        """Return the text stored under a key, or None. Bytes that are not UTF-8 become escapes, which parsers
        detect."""
        with _told():
            return self._read(key)

    def write(self, key: str, text: str) -> None:
        """Store a text atomically: after a crash, either the old or the new one remains."""
        with _told(), self._alone():
            self._write(key, text)

    def replace(self, key: str, old: str | None, new: str) -> bool:
        """Store a text only if `old` is stored (None: nothing). Returns True on success."""
        with _told(), self._alone():
            if self._read(key) != old:
                return False
            self._write(key, new)
            return True

    def delete(self, key: str) -> None:
        """Delete the text of a key, if there is one."""
        with _told(), self._alone():
            self._file(key).unlink(missing_ok=True)

    def move(self, key: str, to: str) -> None:
        """Rename the file, which keeps every byte of a damaged file and needs no disk space."""
        with _told(), self._alone():
            if os.path.lexists(self._file(to)):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(self._file(to)))
            with contextlib.suppress(FileNotFoundError):
                os.rename(self._file(key), self._file(to))

    def keys(self, prefix: str) -> list[str]:
        """Return the keys of the files that begin with `prefix`. Directories are ignored."""
        with _told():
            if not os.path.lexists(self._path):
                return []
            self._clear()
            with os.scandir(self._path) as entries:
                files = [entry.name for entry in entries if not entry.is_dir()]
            names = (name.removesuffix(".txt") for name in files if name.endswith(".txt"))
            return kept_keys(map(unquote, names), prefix)

    # ---- files ------------------------------------------------------------------------------

    def _file(self, key: str) -> Path:
        return self._path / f"{quote(key, safe='')}.txt"

    def _read(self, key: str) -> str | None:
        try:
            return self._file(key).read_text(encoding="utf-8", errors="backslashreplace")
        except FileNotFoundError:
            return None

    def _write(self, key: str, text: str) -> None:
        """Write a temporary file, then move it into place."""
        path = self._file(key)
        beside = path.with_suffix(f".{os.getpid()}.tmp")
        try:
            with open(beside, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, path)
        except OSError:
            with contextlib.suppress(OSError):
                beside.unlink(missing_ok=True)
            raise

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Hold the lock of the directory, so that no other window writes."""
        self._path.mkdir(parents=True, exist_ok=True)
        with held(self._path / LOCK) as locked:
            if locked and not self._tidy:
                self._tidy = True
                self._remove_halves()
            yield

    def _clear(self) -> None:
        """Remove temporary files of killed programs, if the directory is writable."""
        if not self._tidy:
            with contextlib.suppress(OSError), self._alone():
                pass
            self._tidy = True

    def _remove_halves(self) -> None:
        """Remove temporary files. No other program is writing, because this one holds the lock."""
        for name in os.listdir(self._path):
            if _BESIDE.fullmatch(name):
                with contextlib.suppress(OSError):
                    (self._path / name).unlink()


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """Convert errors of the system to `StorageError`."""
    try:
        yield
    except OSError as error:
        raise StorageError("full" if error.errno in FULL else "blocked", str(error)) from error
