"""Ctrl-C while SDL waits.

Python writes every signal to a file number immediately, but handles it only when its main thread runs again.
A thread reads that file number and wakes SDL.
"""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


class Interrupts:
    """The thread, from the first wait to `close`.

    wake  ends SDL's waiting; called in the thread
    """

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._ends: tuple[socket.socket, socket.socket] | None = None

    @contextmanager
    def waking(self) -> Iterator[None]:
        """While this lasts, a signal wakes SDL; only the main thread is sent any."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.set_wakeup_fd(self._noted(), warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(before)

    def _noted(self) -> int:
        """Return the file number to which Python writes signals; start the thread that reads them."""
        if self._ends is None:
            here, there = self._ends = socket.socketpair()
            there.setblocking(False)  # Python insists on that
            threading.Thread(target=self._watch, args=(here,), name="kontor-interrupts", daemon=True).start()
        return self._ends[1].fileno()

    def _watch(self, end: socket.socket) -> None:
        with suppress(OSError), end:
            while end.recv(1):
                self._wake()

    def close(self) -> None:
        """End the thread."""
        if self._ends is not None:
            self._ends[1].close()  # the thread hears it
            self._ends = None
