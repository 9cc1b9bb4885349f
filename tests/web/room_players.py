"""Players of whole games in rooms, each with a separate browser that can be killed and restarted."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import BrowserContext, Page, Playwright, ViewportSize

from .conftest import ARGUMENTS, CHROMIUM, VISITOR
from .firefox import Firefox
from .guest import HABITS
from .room_device import Device, in_chromium, in_firefox
from .room_service import RoomService

PHONE: dict[str, Any] = {
    "viewport": ViewportSize(width=390, height=844),
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
    "locale": "pt-PT",
}
"""A phone with another language."""
READY = """
    while (!("ready" in document.documentElement.dataset)) await new Promise((go) => setTimeout(go, 50));
"""


class Player(Protocol):
    """A player with a device.

    errors  errors reported by the page
    """

    name: str
    device: Device
    errors: list[str]

    def start(self) -> None:
        """Start the browser."""

    def open(self, fragment: str) -> None:
        """Open the page; with an invitation link the device asks for a name."""

    def close(self) -> None:
        """End the browser."""


def habits(name: str) -> str:
    """Return a script that gives a new page its settings."""
    told = json.dumps(json.dumps(json.loads(HABITS) | {"name": name}))
    return f"if (location.host) localStorage['kontor:/:settings'] ??= {told};"  # not a blank page's


class InChromium:
    """A player with a separate Chromium process.

    asked    when the page was requested
    started  when it showed its first frame
    """

    def __init__(
        self, name: str, service: RoomService, playwright: Playwright, profile: Path, **looks: Any
    ) -> None:
        self.name, self._service = name, service
        self._playwright, self._profile, self._looks = playwright, profile, looks
        self.errors: list[str] = []
        self.device: Device
        self.page: Page
        self._context: BrowserContext
        self.asked = self.started = 0.0

    def start(self) -> None:
        self._context = self._playwright.chromium.launch_persistent_context(
            self._profile, executable_path=CHROMIUM, args=ARGUMENTS, **VISITOR | self._looks
        )
        self.page = self._context.pages[0]
        self.page.add_init_script(habits(self.name))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def open(self, fragment: str) -> None:
        self.asked = time.monotonic()
        self.page.goto("about:blank")  # else a change of the fragment alone would load nothing
        self.page.goto(self._service.url + fragment)
        self.device = Device(in_chromium(self.page))
        self.device.run(READY)
        self.started = time.monotonic()

    def kill(self) -> None:
        """Kill the browser, as if power had been cut."""
        for folder in Path("/proc").iterdir():
            if not folder.name.isdecimal():
                continue
            try:
                words = (folder / "cmdline").read_text().split("\0")
            except OSError:
                continue
            if f"--user-data-dir={self._profile}" in words and not any("--type=" in one for one in words):
                os.kill(int(folder.name), signal.SIGKILL)

    def close(self) -> None:
        self._context.close()


class InFirefox:
    def __init__(self, name: str, service: RoomService, profile: Path) -> None:
        self.name, self._service, self._profile = name, service, profile
        self.errors: list[str] = []
        self.device: Device
        self._firefox: Firefox

    def start(self) -> None:
        self._firefox = Firefox(self._profile)
        self.device = Device(in_firefox(self._firefox))

    def open(self, fragment: str) -> None:
        self._firefox.open(f"{self._service.url}nothing")
        self._firefox.run(habits(self.name))
        self._firefox.open(self._service.url + fragment)
        self.device.run(READY)

    def close(self) -> None:
        self._firefox.close()
