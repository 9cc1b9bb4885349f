"""Inter-process lock on a file, which the system releases if its holder dies."""

from __future__ import annotations

import errno
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

LOCK_TIMEOUT = 5.0
"""Maximum seconds to wait for another holder. Holders normally need milliseconds."""
_PAUSE = 0.001
_HELD = (errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK, errno.EDEADLK)

if sys.platform == "win32":
    import msvcrt

    def _take(file: BinaryIO) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

    def _release(file: BinaryIO) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)

elif sys.platform == "emscripten":  # a browser tab has its files to itself

    def _take(file: BinaryIO) -> None: ...

    def _release(file: BinaryIO) -> None: ...

else:
    import fcntl

    def _take(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _release(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)


@contextmanager
def held(path: Path) -> Iterator[bool]:
    """Hold the lock in this context. Yields False where the system has no locks (some network file systems).

    Raises `TimeoutError` if another program does not release it, and `OSError` if the file cannot be created.
    """
    with open(path, "ab") as file:
        locked = _wait(file)
        try:
            yield locked
        finally:
            if locked:
                _release(file)


def _wait(file: BinaryIO) -> bool:
    until = time.monotonic() + LOCK_TIMEOUT
    while True:
        try:
            _take(file)
        except OSError as error:
            if error.errno not in _HELD:
                return False
            if time.monotonic() > until:
                raise TimeoutError(errno.ETIMEDOUT, "another program does not stop saving") from error
            time.sleep(_PAUSE)
        else:
            return True
