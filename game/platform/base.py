"""What the client asks of the machine it runs on, and nothing else.

The desktop and the browser answer in modules of their own; the client never asks which one it has.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import pygame

from game.platform.thinking import Tell, Thoughts

SOUND_RATE = 22050
"""Samples a second of the sounds a platform plays."""


class StorageError(Exception):
    """Something could not be kept. `reason` is "full", "blocked" or "broken"; the message says more."""

    def __init__(self, reason: str, message: str) -> None:
        self.reason = reason
        super().__init__(message)


class Window(NamedTuple):
    """The drawing area: true device pixels, and how many of them make one CSS pixel."""

    width: int
    height: int
    ratio: float


class Element(NamedTuple):
    """Something that can be touched right now, told to whatever cannot see the canvas."""

    id: str
    label: str
    rect: tuple[int, int, int, int]
    """Left, top, width, height in device pixels."""
    visible: bool = True
    """Whether it lies in sight; if not, a pick still reaches it."""
    kind: str = "button"
    """"button", "text" or "area" (a text of several lines); "note" or "heading" is only read."""
    value: str = ""
    """The text in a text field."""
    state: str = ""
    """"on" or "off" for a switch, "chosen" for the chosen one of several, else empty."""


class Pick(NamedTuple):
    """An element was chosen without touching the canvas (screen reader, test)."""

    element: str


class Focus(NamedTuple):
    """An element got the focus of the page's list."""

    element: str


class Edited(NamedTuple):
    """The text of a field changed in an editor of the platform's own; `done` when it closed."""

    element: str
    text: str
    done: bool


class Opened(NamedTuple):
    """A person brought in a text file."""

    name: str
    text: str
    """What it holds, cut off behind five million bytes; empty if it could not be read."""


class Changed(NamedTuple):
    """Something outside changed: "size", "motion", "storage" or "link"."""

    what: str


Input = pygame.event.Event | Pick | Focus | Edited | Opened | Changed


class Platform(ABC):
    """The machine: window, time, input, storage and the ways to the outside."""

    can_share = False
    """Whether the system has a dialog to send a link to others (`share`)."""
    can_choose_file = False
    """Whether a file can be chosen in a dialog (`choose_file`)."""
    _thoughts: Thoughts

    # ---- window and rhythm ------------------------------------------------------------------

    @abstractmethod
    def open(self, title: str) -> pygame.Surface:
        """Open the window; the surface is in true device pixels."""

    @abstractmethod
    def window(self) -> Window:
        """The size the window has now."""

    @abstractmethod
    def resize(self) -> pygame.Surface:
        """The surface for the size the window has now."""

    @abstractmethod
    async def frame(self) -> None:
        """Wait until the next picture can be shown."""

    @abstractmethod
    async def input(self, timeout: float | None = None) -> None:
        """Wait, doing nothing at all, until somebody does something, an answer has come, or time is up.

        `timeout` is in seconds; it may return earlier for no reason.
        """

    @abstractmethod
    def wake(self) -> None:
        """Let `input` return: something happened inside the program."""

    @abstractmethod
    def events(self) -> list[Input]:
        """What happened since the last call."""

    # ---- thinking ---------------------------------------------------------------------------

    async def think(self, request: str, progress: Tell | None = None) -> str:
        """Have a request (game/bots/answer.py) answered elsewhere; `ThinkError` if there is no answer.

        Requests are answered one after the other. `progress` hears lines of text meanwhile. Whoever no longer
        wants the answer cancels the task that waits here.
        """
        return await self._thoughts.think(request, progress)

    def prepare_thinking(self) -> None:
        """There will be something to think about: have somebody ready for it."""
        self._thoughts.prepare()

    # ---- keeping ----------------------------------------------------------------------------

    @abstractmethod
    def read(self, key: str) -> str | None:
        """The text kept under a key, None if there is none; `StorageError`."""

    @abstractmethod
    def write(self, key: str, text: str) -> None:
        """Keep a text, wholly or not at all; `StorageError` if it cannot be kept."""

    @abstractmethod
    def delete(self, key: str) -> None:
        """Forget a key; nothing happens if it is not there."""

    @abstractmethod
    def keys(self, prefix: str) -> list[str]:
        """All keys that begin with `prefix`, sorted; `StorageError`."""

    # ---- outside ----------------------------------------------------------------------------

    @abstractmethod
    def language(self) -> str:
        """The language tag the person has set ("pt-BR")."""

    @abstractmethod
    def reduced_motion(self) -> bool:
        """Whether the person asked the system for little movement."""

    @abstractmethod
    def today(self) -> str:
        """The local date and time, "2026-11-20 10:15"."""

    @abstractmethod
    def random_seed(self) -> int:
        """A number nobody can foresee, for a new game: 0 to 2**31 - 1."""

    @abstractmethod
    async def copy(self, text: str) -> bool:
        """Put a text on the clipboard; whether that worked."""

    async def share(self, title: str, url: str) -> bool:
        """Hand a link to the system's share dialog (`can_share`); whether that worked."""
        return False

    @abstractmethod
    def save_file(self, name: str, text: str) -> str:
        """Give the person a file and never overwrite one; where it went, for the message. `StorageError`."""

    def choose_file(self) -> None:  # noqa: B027
        """Let the person choose a text file (`can_choose_file`); it comes as `Opened`, if one is chosen."""

    def address(self) -> str:
        """The address at which others find this program, without a fragment; empty if there is none."""
        return ""

    def link(self) -> str:
        """The fragment the program was opened with, without its `#`; empty if there is none."""
        return ""

    def forget_link(self) -> None:  # noqa: B027
        """The fragment was dealt with: opening the page again must not bring it again."""

    def unsaved(self, is_unsaved: bool) -> None:  # noqa: B027 - a desktop asks nobody whether to close a window
        """Whether closing now would lose something, so that the person is asked first."""

    def play(self, name: str, samples: bytes) -> None:  # noqa: B027 - a machine may be mute
        """Play a short sound: 16-bit samples, mono, `SOUND_RATE`; `name` tells sounds apart."""

    def edit(self, element: str) -> None:  # noqa: B027 - only platforms with an own editor have one
        """Open the platform's editor on a published text element, where it has one outside the canvas."""

    # ---- for those who do not see the canvas -----------------------------------------------

    def announce(self, sentence: str) -> None:  # noqa: B027 - the desktop has no voice
        """Say a sentence to a screen reader."""

    def publish(self, elements: Sequence[Element]) -> None:  # noqa: B027 - nobody listens on the desktop
        """Tell what can be touched now."""

    def set_report(self, report: Callable[[], str]) -> None:  # noqa: B027
        """Where tests and fault reports get the state of the game: JSON text."""

    def set_language(self, language: str) -> None:  # noqa: B027
        """Name the language of the texts, so that a screen reader pronounces them well."""


def kept_keys(keys: Iterable[str], prefix: str) -> list[str]:
    """Those of `keys` that begin with `prefix`, in order."""
    return sorted(key for key in keys if key.startswith(prefix))
