"""Room server in a child process, started by the game for the local network."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Event

SERVICE = "game.server"
"""Module of the room server, imported by name because the platform layer does not depend on rooms."""
NEEDED = ("starlette", "uvicorn", "segno")
ROOT = Path(__file__).resolve().parents[3]
SITE = ROOT / "build/site-rooms"
"""Directory of the built site that the server offers to browsers. Without it, only desktop games can join."""
WITH_US = ("--quiet", "--until-input-ends")
"""Options that end the server with the game, even after a crash."""
LOG = "rooms.log"
PORT = 8000
START_TIMEOUT, LOOK = 30.0, 0.1
"""Maximum seconds until the server responds, and the polling interval."""


class HostError(Exception):
    """The room server cannot be started. The message is the technical reason, for error reports."""


class Hosting:
    """The server process, from `start` to `close`."""

    def __init__(self, folder: Path) -> None:
        """Prepare to run a server. `folder` is the directory of its rooms."""
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = Event()
        self._port = 0

    @property
    def runs(self) -> bool:
        """Return True if the process is running."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> tuple[str, str]:
        """Start the server if necessary, which takes seconds. Raises `HostError`.

        Returns the URL of the web app for others, and the URL of the rooms for this game.
        """
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
                stdin=subprocess.PIPE,  # only this process holds it open
                stdout=log,
                stderr=log,
            )
        self._wait()

    def _wait(self) -> None:
        """Wait until the server responds."""
        for _ in range(round(START_TIMEOUT / LOOK)):
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
        """End the server. Its rooms remain stored."""
        self._closed.set()
        if self._process is not None and self.runs:
            self._process.terminate()
            try:
                self._process.wait(5)
            except subprocess.TimeoutExpired:
                self._process.kill()


def _free_port() -> int:
    """Return the default port, or another one if it is in use."""
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            line.bind(("", PORT))
        except OSError:
            line.bind(("", 0))
        return int(line.getsockname()[1])
