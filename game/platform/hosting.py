"""A service of rooms in a process of its own, begun by the game for everybody in the house."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Event

SERVICE = "game.rooms.service"
"""Imported by name: the platform knows nothing of rooms."""
NEEDED = ("starlette", "uvicorn", "segno")
ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "build/site-rooms"
"""What browsers are served, where it has been built; without it, only desktop games can come."""
WITH_US = ("--quiet", "--until-input-ends")
"""It ends when the game does, however that comes about."""
LOG = "rooms.log"
PORT = 8000
PATIENCE, LOOK = 30.0, 0.1
"""Seconds until the service has to answer, and between two looks whether it does."""


class HostError(Exception):
    """The service cannot be had; the message says why, for reports."""


class Hosting:
    """The process, from `start` to `close`."""

    def __init__(self, folder: Path) -> None:
        """`folder`: where the rooms are kept."""
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = Event()
        self._port = 0

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self) -> tuple[str, str]:
        """The address of the page for others, and of the rooms for this game; takes seconds. `HostError`."""
        if not self.runs:
            self._begin()
        address = import_module(f"{SERVICE}.address").local_address()
        return f"http://{address}:{self._port}/", f"http://127.0.0.1:{self._port}/rooms"

    def _begin(self) -> None:
        if getattr(sys, "frozen", False) or not all(find_spec(name) for name in NEEDED):
            raise HostError("the extra `rooms` is not installed")
        self._port = _free_port()
        store = ["--store", str(self._folder / "rooms.sqlite")]
        site = ["--site", str(SITE)] if (SITE / "index.html").is_file() else []
        self._folder.mkdir(parents=True, exist_ok=True)
        with (self._folder / LOG).open("w") as log:
            path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
            self._process = subprocess.Popen(
                [sys.executable, "-m", SERVICE, str(self._port), *WITH_US, *store, *site],
                env=os.environ | {"PYTHONPATH": path},
                stdin=subprocess.PIPE,  # held open by this process alone
                stdout=log,
                stderr=log,
            )
        self._wait()

    def _wait(self) -> None:
        """Until it answers."""
        for _ in range(round(PATIENCE / LOOK)):
            if not self.runs:
                raise HostError((self._folder / LOG).read_text(errors="replace"))
            try:
                socket.create_connection(("127.0.0.1", self._port), LOOK).close()
                return
            except OSError:
                if self._closed.wait(LOOK):
                    break
        self.close()
        raise HostError("it does not answer")

    def close(self) -> None:
        """End it; everybody's rooms are kept."""
        self._closed.set()
        if self._process is not None and self.runs:
            self._process.terminate()
            try:
                self._process.wait(5)
            except subprocess.TimeoutExpired:
                self._process.kill()


def _free_port() -> int:
    """The usual port, or another if it is in use."""
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            line.bind(("", PORT))
        except OSError:
            line.bind(("", 0))
        return int(line.getsockname()[1])
