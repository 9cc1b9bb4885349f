"""A room server in a separate process, with the site. Tests read its log files."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

from game.server.room import Room
from web.cache import ROOT

from .conftest import Host
from .firefox import free_port

USUAL = ("--host", "127.0.0.1", "--thinkers", "1", "--rooms-per-hour", "1000", "--quiet")
TIMEOUT = 60.0
"""Seconds until it answers, on a loaded machine."""


class RoomService(Host):
    """A host whose site has rooms. It can be killed and restarted on its port."""

    def __init__(self, site: Path, store: Path, *words: str) -> None:
        self.folder, self.asked, self.memory = site, [], None
        self._port, self._store, self._words = free_port(), store, words
        self.origin = f"http://localhost:{self._port}"
        self.start()

    def start(self) -> None:
        """Start the server and wait until it answers."""
        words = [*USUAL, *self._words, "--site", str(self.folder), "--store", str(self._store)]
        command = [sys.executable, "-m", "game.server", str(self._port), *words]
        environment = os.environ | {"PYGAME_HIDE_SUPPORT_PROMPT": "1"}
        self._process = subprocess.Popen(command, cwd=ROOT, env=environment)
        deadline = time.monotonic() + TIMEOUT
        while True:
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", self._port)).close()
                return
            assert self._process.poll() is None, "the service ended"
            assert time.monotonic() < deadline, "the service does not answer"
            time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        self._process.send_signal(how)
        self._process.wait()

    def rooms(self) -> list[str]:
        """Return the names of all rooms."""
        with contextlib.closing(sqlite3.connect(self._store)) as store:
            return [name for (name,) in store.execute("SELECT room FROM entries WHERE n = 1 ORDER BY t")]

    def read(self, room: Room) -> None:
        """Apply the entries written since the room was last read."""
        query = "SELECT line FROM entries WHERE room = ? AND n > ? ORDER BY n"
        with contextlib.closing(sqlite3.connect(self._store)) as store:
            for (line,) in store.execute(query, (room.name, room.n)).fetchall():
                room.apply(line)
