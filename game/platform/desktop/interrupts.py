"""Handling of Ctrl-C while SDL waits.

Python writes every signal to a file descriptor immediately, but handles it only when its main thread runs
again. A thread reads that descriptor and wakes SDL.
"""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


class Interrupts:
    """The thread that wakes SDL, from the first wait to `close`.

    wake  callback that ends SDL's wait; called in the thread
    """

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._ends: tuple[socket.socket, socket.socket] | None = None

    @contextmanager
    def waking(self) -> Iterator[None]:
        """Let signals wake SDL within this context. Has an effect in the main thread only, which alone
        receives signals."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.set_wakeup_fd(self._noted(), warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(before)

    def _noted(self) -> int:
        """Return the file descriptor to which Python writes signals. Starts the thread that reads them."""
        if self._ends is None:
            here, there = self._ends = socket.socketpair()
            there.setblocking(False)  # required by Python
            threading.Thread(target=self._watch, args=(here,), name="kontor-interrupts", daemon=True).start()
        return self._ends[1].fileno()

    def _watch(self, end: socket.socket) -> None:
        with suppress(OSError), end:
            while end.recv(1):
                self._wake()

    def close(self) -> None:
        """End the thread."""
        if self._ends is not None:
            self._ends[1].close()  # the thread then ends
            self._ends = None
