"""Desktop platform: a window of the operating system, and files in the user's data directory."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import re
import secrets
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from datetime import datetime
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

import pygame

from game.platform.base import (
    LONGEST_FILE,
    SOUND_RATE,
    Changed,
    Input,
    NoWindow,
    Opened,
    Platform,
    StorageError,
    Window,
)
from game.platform.desktop.folder import FULL, Folder
from game.platform.desktop.interrupts import Interrupts
from game.platform.desktop.system import data_folder, terminal_languages
from game.platform.thinking import Thinker, Thoughts

if TYPE_CHECKING:  # imported on first use: a browser lacks the dependencies
    from game.platform.desktop.connection import WebSocketConnection
    from game.platform.desktop.hosting import Hosting

T = TypeVar("T")

ICON = Path(__file__).with_name("icon.svg")
"""Icon of the window. The site and the packages use it as well."""
HERE = "here"
"""Identifier of the room server that this computer runs for the local network."""
_SMALLEST = (360, 480)
"""Minimum size of the window when it opens."""
_UNSEEN = ("dummy", "offscreen")
"""Drivers that SDL falls back to without a screen. Tests name one of them in SDL_VIDEODRIVER."""
_LEAST = (320, 256)
"""Minimum size to which the user can shrink the window, if the screen is large enough."""
_ICON_SIZE = (128, 128)
_RATIOS = (0.5, 8.0)
"""Range of pixel ratios with which text is legible and can be drawn."""
PROGRAM = {"SDL_VIDEO_X11_WMCLASS": "kontor", "SDL_VIDEO_WAYLAND_WMCLASS": "kontor"}
"""Name of the program for Linux desktops, which show the window under the launcher of that name."""
_WAKE = pygame.event.custom_type()
_TURNS = 4
"""Maximum number of event loop iterations until a task has handled an answer or a cancellation."""
_RESIZED = (pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED)


def local_zone(system: Path = Path("/etc/localtime")) -> str:
    """Return the name of the time zone that the environment or the system has set, or "UTC"."""
    name = os.environ.get("TZ", "").removeprefix(":")
    if not name:
        with contextlib.suppress(OSError):
            name = str(system.resolve()).partition("/zoneinfo/")[2]
    return name if re.fullmatch(r"[A-Za-z0-9_+/-]{1,40}", name) else "UTC"


class Desktop(Platform):
    """The platform on a desktop: SDL's window and input, and texts stored as files."""

    def __init__(self, folder: Path | None = None, size: tuple[int, int] | None = None) -> None:
        self._folder = folder or data_folder()
        self._kept = Folder(self._folder)
        self._size = size
        self._ratio = 1.0
        """Valid once the window is open."""
        self._last_frame = 0.0
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        self._mute = False
        self._polled = sys.platform == "emscripten"
        self.can_reach = not self._polled
        self._hosting: Hosting | None = None
        self._thoughts = Thoughts(None if self._polled else self._process(), self.frame, self.wake)
        self._early: list[pygame.event.Event] = []
        self._interrupts = Interrupts(self.wake)
        self._line: WebSocketConnection | None = None
        self._page = self._service = ""
        """URL of the room server in use. `_page` is the URL of its web app."""
        self._reached = 0
        """Number of calls of `reach`."""

    def _process(self) -> Thinker:
        from game.platform.desktop.process import ThinkingProcess  # not available in a browser

        return ThinkingProcess(self.wake)

    # ---- window and frames ------------------------------------------------------------------

    def open(self, title: str) -> pygame.Surface:
        for name, value in {"SDL_WINDOWS_DPI_AWARENESS": "permonitorv2", **PROGRAM}.items():
            os.environ.setdefault(name, value)
        self._ratio = _pixel_ratio()
        try:
            return self._open(title)
        except pygame.error as error:
            raise NoWindow("screen", str(error)) from error

    def _open(self, title: str) -> pygame.Surface:
        pygame.display.init()
        driver = pygame.display.get_driver()
        if driver in _UNSEEN and "SDL_VIDEODRIVER" not in os.environ:
            pygame.display.quit()
            raise NoWindow("screen", f"SDL: {driver}")
        pygame.font.init()
        pygame.display.set_caption(title)
        if not self._polled:
            pygame.display.set_icon(pygame.image.load_sized_svg(ICON, _ICON_SIZE))
        pygame.key.set_repeat(350, 40)
        if self._size is not None:
            return pygame.display.set_mode(self._size, pygame.RESIZABLE)
        desktop = pygame.display.get_desktop_sizes()[0]
        self._size = (
            max(_SMALLEST[0], min(1600, desktop[0] * 8 // 10)),
            max(_SMALLEST[1], min(1000, desktop[1] * 8 // 10)),
        )
        surface = pygame.display.set_mode(self._size, pygame.RESIZABLE)
        if not self._polled:
            least = (min(room, round(side * self._ratio)) for room, side in zip(desktop, _LEAST, strict=True))
            width, height = least
            pygame.Window.from_display_module().minimum_size = width, height
        return surface

    def window(self) -> Window:
        width, height = pygame.display.get_window_size()
        return Window(width, height, self._ratio)

    def resize(self) -> pygame.Surface:
        surface = pygame.display.get_surface()
        assert surface is not None, "open() comes first"
        return surface

    def show(self, surface: pygame.Surface, parts: Sequence[pygame.Rect]) -> None:
        pygame.display.update(list(parts))

    async def frame(self) -> None:
        await asyncio.sleep(max(0.0, self._last_frame + 1 / 60 - time.monotonic()))
        self._last_frame = time.monotonic()

    async def input(self, timeout: float | None = None, *, idle: bool = False) -> None:
        """Wait in SDL, which blocks asyncio. Events in other threads must `wake` SDL.

        Ctrl-C does so, and cancels the task that waits here shortly afterwards.
        """
        if self._polled:
            await self.frame()
            return
        await _let_tasks_run()
        if not self._early and not pygame.event.peek():
            with self._interrupts.waking():
                task = asyncio.current_task()
                if task is not None and task.cancelling():
                    timeout = 0.0  # Ctrl-C was pressed before it could wake anything
                event = pygame.event.wait(0 if timeout is None else max(1, round(timeout * 1000)))
            if event.type != pygame.NOEVENT:
                self._early.append(event)
        await _let_tasks_run()

    def wake(self) -> None:
        with contextlib.suppress(pygame.error):  # no window is open
            pygame.event.post(pygame.event.Event(_WAKE))

    def events(self) -> list[Input]:
        found = [*self._early, *pygame.event.get()]
        self._early.clear()
        events: list[Input] = [_brought(event) or event for event in found if event.type != _WAKE]
        if any(isinstance(event, pygame.event.Event) and event.type in _RESIZED for event in events):
            events.append(Changed("size"))
        if self._line is not None:
            events += [what for event in found if (what := _seen(event))]
            events += self._line.take()
        return events

    # ---- storage ----------------------------------------------------------------------------

    def read(self, key: str) -> str | None:
        return self._kept.read(key)

    def write(self, key: str, text: str) -> None:
        self._kept.write(key, text)

    def replace(self, key: str, old: str | None, new: str) -> bool:
        return self._kept.replace(key, old, new)

    def delete(self, key: str) -> None:
        self._kept.delete(key)

    def move(self, key: str, to: str) -> None:
        self._kept.move(key, to)

    def keys(self, prefix: str) -> list[str]:
        return self._kept.keys(prefix)

    # ---- environment ------------------------------------------------------------------------

    def languages(self) -> list[str]:
        """Return the language of the terminal's variables, otherwise those of the system's settings."""
        return terminal_languages() or [one["language"] for one in pygame.system.get_pref_locales()]

    def reduced_motion(self) -> bool:
        return os.environ.get("KONTOR_REDUCED_MOTION", "") == "1"

    def today(self) -> str:
        return datetime.now().strftime("%Y-%m-%d %H:%M")

    def zone(self) -> str:
        return local_zone()

    def random_seed(self) -> int:
        return secrets.randbelow(2**31)

    async def copy(self, text: str) -> bool:
        try:
            pygame.scrap.put_text(text)
        except pygame.error:
            return False
        return True

    def play(self, name: str, samples: bytes, *, unseen: bool = False) -> None:
        """Play a sound, or nothing if there is no sound card."""
        if self._mute:
            return
        try:
            if not pygame.mixer.get_init():
                pygame.mixer.init(SOUND_RATE, -16, 1, 512)
            if name not in self._sounds:
                self._sounds[name] = pygame.mixer.Sound(buffer=samples)
            self._sounds[name].play()
        except pygame.error:
            self._mute = True

    # ---- rooms ------------------------------------------------------------------------------

    def rooms(self) -> str:
        return self._service

    def address(self) -> str:
        return self._page

    def use_rooms(self, page: str, service: str) -> None:
        """Use this room server from now on. `page` is the URL of its web app, for others."""
        self._page, self._service = page, service

    def place(self) -> str:
        return HERE if self._hosting is not None and self._hosting.runs else self._page

    async def reach(self, place: str) -> str:
        self._reached += 1
        number = self._reached
        if self._service and place in ("", self.place()):
            return ""
        why, found = await self._elsewhere(lambda: self._reach(place))
        if number != self._reached:
            return "unreachable"  # a later call may have succeeded
        if not why:
            self.use_rooms(*found)
        return why

    def _reach(self, place: str) -> tuple[str, tuple[str, str]]:
        """Return "" or the reason why the room server cannot be used, and the URLs of its web app and of its
        rooms."""
        from game.platform.desktop.connection import NoRooms, find
        from game.platform.desktop.hosting import HostError, Hosting

        nowhere = ("", "")
        try:
            if place not in ("", HERE):
                return "", find(place)
            self._hosting = self._hosting or Hosting(self._folder)
            return "", self._hosting.start()
        except NoRooms as error:
            return "no-rooms" if error.reached else "unreachable", nowhere
        except (HostError, OSError) as error:
            print(f"kontor: no rooms: {error}", file=sys.stderr)
            return "no-host", nowhere

    async def post(self, url: str, text: str) -> tuple[int, str]:
        from game.platform.desktop.connection import post

        return await self._elsewhere(lambda: post(url, text))

    async def _elsewhere(self, work: Callable[[], T]) -> T:
        """Run a function in a thread while the game continues."""
        done: Future[T] = Future()
        awaited = asyncio.wrap_future(done)
        done.add_done_callback(lambda _: self.wake())

        def run() -> None:
            if not done.set_running_or_notify_cancel():
                return  # no caller waits any more
            try:
                done.set_result(work())
            except Exception as error:
                done.set_exception(error)

        # Not a pool thread, for which the program would wait when it ends.
        Thread(target=run, name="kontor-elsewhere", daemon=True).start()
        return await awaited

    def connect(self, url: str) -> None:
        from game.platform.desktop.connection import WebSocketConnection

        self.disconnect()
        self._line = WebSocketConnection(url, self.wake)

    def send(self, text: str) -> None:
        if self._line is not None:
            self._line.send(text)

    def disconnect(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None

    def close(self) -> None:
        self._interrupts.close()
        self.disconnect()
        if self._hosting is not None:
            self._hosting.close()
        super().close()

    def hidden(self) -> bool:
        return not pygame.display.get_active()

    def set_title(self, text: str) -> None:
        pygame.display.set_caption(text)

    def notifying(self) -> str:
        return "yes"

    def notify(self, title: str, text: str, link: str) -> None:
        """Flash the window's entry in the taskbar until it is activated, because SDL has no notifications."""
        with contextlib.suppress(pygame.error):  # not every system supports it
            pygame.Window.from_display_module().flash(pygame.FLASH_UNTIL_FOCUSED)

    # ---- files ------------------------------------------------------------------------------

    def save_file(self, name: str, text: str) -> str:
        """Save into the downloads directory, under a name that is not in use."""
        stem, dot, ending = name.rpartition(".")
        names = itertools.chain([name], (f"{stem}-{number}{dot}{ending}" for number in itertools.count(2)))
        try:
            path = next(path for path in map(_downloads().joinpath, names) if not path.exists())
            with open(path, "x", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except OSError as error:
            raise StorageError("full" if error.errno in FULL else "blocked", str(error)) from error
        return str(path)


def _pixel_ratio() -> float:
    """Return KONTOR_PIXEL_RATIO, the number of device pixels per CSS pixel, or 1 by default. Raises
    `NoWindow` if it is invalid."""
    said = os.environ.get("KONTOR_PIXEL_RATIO") or "1"
    try:
        ratio = float(said)
    except ValueError:
        ratio = 0.0
    if not _RATIOS[0] <= ratio <= _RATIOS[1]:
        raise NoWindow("ratio", said)
    return ratio


async def _let_tasks_run() -> None:
    for _ in range(_TURNS):
        await asyncio.sleep(0)


def _downloads() -> Path:
    """Return the user's downloads directory."""
    try:
        from platformdirs import user_downloads_path

        folder = user_downloads_path()
    except ImportError:
        folder = Path("kontor-data")
    return folder if folder.is_dir() else Path.home()


def _seen(event: pygame.event.Event) -> Changed | None:
    """Return the change if the window was minimised or restored."""
    if event.type in (pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN):
        return Changed("hidden")
    if event.type in (pygame.WINDOWRESTORED, pygame.WINDOWSHOWN, pygame.WINDOWFOCUSGAINED):
        return Changed("visible")
    return None


def _brought(event: pygame.event.Event) -> Opened | None:
    """Return the file that was dropped on the window."""
    if event.type != pygame.DROPFILE:
        return None
    path = Path(event.file)
    try:
        if path.stat().st_size > LONGEST_FILE:
            return Opened(path.name, "", too_long=True)
        with open(path, encoding="utf-8", errors="backslashreplace") as file:
            return Opened(path.name, file.read(LONGEST_FILE))  # a device file has no size and may not end
    except OSError:
        return Opened(path.name, "")
