"""Texts by key, a file each, in a folder that several windows may use at the same time."""

from __future__ import annotations

import contextlib
import errno
import os
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, unquote

from game.platform.base import StorageError, kept_keys
from game.platform.lock import held

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
LOCK = "kontor.lock"
_BESIDE = re.compile(r".+\.\d+\.tmp", re.ASCII)


class Folder:
    """Whoever writes holds the folder's lock: what is compared and what is then written are one step."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._tidy = False
        """What programs left behind that were killed while they wrote has been looked for."""

    def read(self, key: str) -> str | None:
        """Bytes that are not UTF-8 become escapes: whoever parses the text will find it damaged."""
        with _told():
            return self._read(key)

    def write(self, key: str, text: str) -> None:
        """A crash leaves the old text or the new one."""
        with _told(), self._alone():
            self._write(key, text)

    def replace(self, key: str, old: str | None, new: str) -> bool:
        """Write only if `old` is what is stored (None: nothing); whether it was."""
        with _told(), self._alone():
            if self._read(key) != old:
                return False
            self._write(key, new)
            return True

    def delete(self, key: str) -> None:
        with _told(), self._alone():
            self._file(key).unlink(missing_ok=True)

    def move(self, key: str, to: str) -> None:
        """To the byte, and without any room on the disk: what is read of a damaged file is not all of it."""
        with _told(), self._alone():
            if os.path.lexists(self._file(to)):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(self._file(to)))
            with contextlib.suppress(FileNotFoundError):
                os.rename(self._file(key), self._file(to))

    def keys(self, prefix: str) -> list[str]:
        """Those of the files; a folder with such a name is none of ours."""
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
        """Into a temporary file that is then moved into place."""
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
        """While no other window writes here."""
        self._path.mkdir(parents=True, exist_ok=True)
        with held(self._path / LOCK) as locked:
            if locked and not self._tidy:
                self._tidy = True
                self._remove_halves()
            yield

    def _clear(self) -> None:
        """Remove what is half written, unless the folder cannot be changed at all."""
        if not self._tidy:
            with contextlib.suppress(OSError), self._alone():
                pass
            self._tidy = True

    def _remove_halves(self) -> None:
        """Nobody else is writing now: what is half written will remain so."""
        for name in os.listdir(self._path):
            if _BESIDE.fullmatch(name):
                with contextlib.suppress(OSError):
                    (self._path / name).unlink()


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """What the system refuses is a `StorageError`."""
    try:
        yield
    except OSError as error:
        raise StorageError("full" if error.errno in FULL else "blocked", str(error)) from error
