"""A driver for Debian's Firefox: Playwright needs its own build, and geckodriver is not packaged.

It uses Marionette, Firefox's test protocol: a length and a JSON text at a time over a socket.
"""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
PREFERENCES = """
user_pref("marionette.port", {port});
user_pref("app.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage", "about:blank");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Firefox:
    """A headless Firefox with one window and its own profile."""

    def __init__(self, profile: Path, seconds: float = 120) -> None:
        assert FIREFOX, "there is no Firefox"
        port = free_port()
        profile.mkdir(parents=True, exist_ok=True)
        (profile / "user.js").write_text(PREFERENCES.format(port=port))
        command = [FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._socket = self._connect(port, time.monotonic() + seconds)
        self._socket.settimeout(seconds)
        self._number = 0
        self._receive()
        self.send("WebDriver:NewSession", {"strictFileInteractability": True})
        self.send("WebDriver:SetTimeouts", {"script": int(seconds * 1000), "pageLoad": int(seconds * 1000)})

    def _connect(self, port: int, deadline: float) -> socket.socket:
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port))
            except ConnectionRefusedError:
                assert self._process.poll() is None, "Firefox ended before it could be reached"
                assert time.monotonic() < deadline, "Firefox opened no port"
                time.sleep(0.1)

    def _receive(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._take(1)
        return json.loads(self._take(int(length[:-1])))

    def _take(self, count: int) -> bytes:
        content = b""
        while len(content) < count:
            got = self._socket.recv(count - len(content))
            if not got:
                raise ConnectionError("Firefox is gone")
            content += got
        return content

    def send(self, name: str, parameters: dict[str, Any]) -> Any:
        """Send a command and return its answer. Raises RuntimeError with Firefox's message."""
        self._number += 1
        message = json.dumps([0, self._number, name, parameters]).encode()
        self._socket.sendall(str(len(message)).encode() + b":" + message)
        _, _, error, answer = self._receive()
        if error:
            raise RuntimeError(f"{name}: {error['message']}")
        return answer

    def open(self, url: str) -> None:
        self.send("WebDriver:Navigate", {"url": url})

    def run(self, script: str) -> Any:
        """Run the body of an async function in the page. Return its result."""
        body = f"""
            const done = arguments[arguments.length - 1];
            (async () => {{ {script} }})().then(done, (error) => done("error: " + error));
        """
        return self.send("WebDriver:ExecuteAsyncScript", {"script": body, "args": []})["value"]

    def click(self, x: float, y: float) -> None:
        """Click at a point of the page, in CSS pixels."""
        steps = [
            {"type": "pointerMove", "x": int(x), "y": int(y), "duration": 0},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.send(
            "WebDriver:PerformActions", {"actions": [{"type": "pointer", "id": "mouse", "actions": steps}]}
        )

    def close(self) -> None:
        self._socket.close()
        self._process.kill()
        self._process.wait()
