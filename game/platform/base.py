"""What the client needs from the machine it runs on, and nothing else.

The desktop and the browser have a module each; the client never asks which one it runs on.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from game.platform.thinking import Tell, Thoughts

if TYPE_CHECKING:  # a server of rooms has no pygame
    import pygame

SOUND_RATE = 22050
"""Sample rate of the sounds a platform plays, in Hz."""


LONGEST_FILE = 64_000_000
"""Bytes: no longer text file is read, and none is written. web/incoming.js knows the number too."""


class StorageError(Exception):
    """Something could not be saved. `reason` is "full", "blocked" or "broken"; the message says more."""

    def __init__(self, reason: str, message: str) -> None:
        self.reason = reason
        super().__init__(message)


class NoWindow(Exception):
    """No window can be opened.

    reason  "screen": SDL finds no screen, and the message is its own;
            "ratio": the message is the value of KONTOR_PIXEL_RATIO, which is not a pixel ratio
    """

    def __init__(self, reason: str, message: str) -> None:
        self.reason = reason
        super().__init__(message)


class Insets(NamedTuple):
    """What is covered at the edges of the drawing area, in device pixels."""

    top: int = 0
    right: int = 0
    bottom: int = 0
    left: int = 0


UNCOVERED = Insets()


class Window(NamedTuple):
    """The drawing area: its size in device pixels, and how many of them make a CSS pixel."""

    width: int
    height: int
    ratio: float
    insets: Insets = UNCOVERED
    """What a phone's camera, its home bar or its keyboard cover."""


class Element(NamedTuple):
    """Something that can be touched right now, for screen readers and tests, which cannot see the canvas."""

    id: str
    label: str
    rect: tuple[int, int, int, int]
    """Left, top, width, height in device pixels."""
    visible: bool = True
    """Whether it is in view; if not, it can still be picked."""
    kind: str = "button"
    """"button", "text" or "area" (text of several lines); only read out are "heading" (of the whole),
    "chapter" (the heading of a part), "section" (the heading of a part of a chapter) and "note"."""
    value: str = ""
    """The content of a text field."""
    state: str = ""
    """"on" or "off" for a switch, "chosen" for the chosen one of several, else empty."""
    stop: bool = True
    """Whether Tab stops here, if the keyboard has not been in the group yet."""
    group: str = ""
    """Tab stops but once at several of the same group; arrows lead to the others."""


def changes(before: Sequence[Element], now: Sequence[Element]) -> list[tuple[int, Element]]:
    """What is told of elements if those before are known: what differs, each with its place in the order.

    All of them, unless the same ones are still there in the same order.
    """
    same = len(before) == len(now) and all(
        old is new or (old.id, old.kind) == (new.id, new.kind) for old, new in zip(before, now, strict=True)
    )
    return [(place, one) for place, one in enumerate(now) if not same or one != before[place]]


def retold(before: Sequence[Element], now: Sequence[Element]) -> list[int | Element]:
    """All elements in their order; for one that is known as it is, the place it had before."""
    known = {one: place for place, one in enumerate(before)}
    return [known.get(one, one) for one in now]


class Pick(NamedTuple):
    """An element was chosen without touching the canvas (by a screen reader or a test)."""

    element: str


class Focus(NamedTuple):
    """An element of the page's list received the focus."""

    element: str


class Edited(NamedTuple):
    """The platform's own editor changed the text of a field; `done` when it closed, `entered`: by Enter."""

    element: str
    text: str
    done: bool
    entered: bool = False


class Opened(NamedTuple):
    """A person opened a text file."""

    name: str
    text: str
    """Its content, all of it; empty if it could not be read."""
    too_long: bool = False
    """It has more than `LONGEST_FILE` bytes; none of them was read."""


class Changed(NamedTuple):
    """Something outside changed: "size", "motion", "scheme", "storage" or "link"; or somebody wants to go a
    step back, as browsers have it: "back".

    Once `connect` has been called also "visible" and "hidden" (`Platform.hidden`), and "online" and
    "offline": there is a network again, or none.
    """

    what: str


class Connected(NamedTuple):
    """The line that was asked for stands: what is sent now arrives, or `Disconnected` follows."""


class Heard(NamedTuple):
    """A message from the other end of the line."""

    text: str


class Disconnected(NamedTuple):
    """The line that was asked for is gone, or could not be had; nothing more comes from it."""

    reason: str
    """For reports, in English and as the machine says it."""


Input: TypeAlias = (
    "pygame.event.Event | Pick | Focus | Edited | Opened | Changed | Connected | Heard | Disconnected"
)


class Platform(ABC):
    """The machine: window, time, input, storage and the world outside."""

    can_share = False
    """Whether the system has a dialog to send a link to others (`share`)."""
    can_choose_file = False
    """Whether a file can be chosen in a dialog (`choose_file`)."""
    can_reach = False
    """Whether rooms can be had elsewhere than where this program comes from (`reach`)."""
    can_update = False
    """True if the program can replace itself by the newest version (`update`)."""
    can_vibrate = False
    """Whether there is something to vibrate (`vibrate`)."""
    _thoughts: Thoughts

    # ---- window and frames ------------------------------------------------------------------

    @abstractmethod
    def open(self, title: str) -> pygame.Surface:
        """Open the window; the surface is in device pixels. `NoWindow` if that cannot be done."""

    @abstractmethod
    def window(self) -> Window:
        """The window's current size."""

    @abstractmethod
    def resize(self) -> pygame.Surface:
        """The surface for the window's current size."""

    @abstractmethod
    def show(self, surface: pygame.Surface, parts: Sequence[pygame.Rect]) -> None:
        """Put parts of the window's surface on the screen."""

    @abstractmethod
    async def frame(self) -> None:
        """Wait until the next frame is due."""

    @abstractmethod
    async def input(self, timeout: float | None = None, *, idle: bool = False) -> None:
        """Wait, doing nothing at all, until there is input, an answer has come, or time is up.

        `timeout` is in seconds. It may return early for no reason.
        `idle`: nothing on the screen waits for the time to be up, only a service that does not answer.
        """

    @abstractmethod
    def wake(self) -> None:
        """Make `input` return: something happened inside the program."""

    @abstractmethod
    def events(self) -> list[Input]:
        """What happened since the last call."""

    # ---- thinking ---------------------------------------------------------------------------

    async def think(self, request: str, progress: Tell | None = None) -> str:
        """Have a request (game/bots/answer.py) answered elsewhere; `ThinkError` if there is no answer.

        Requests are answered one at a time. `progress` receives lines of text meanwhile. To cancel a request,
        cancel the task that awaits it.
        """
        return await self._thoughts.think(request, progress)

    def prepare_thinking(self) -> None:
        """There will be something to think about: start the thinker in advance."""
        self._thoughts.prepare()

    def close(self) -> None:
        """The program ends: leave nothing running beside it."""
        self._thoughts.close()

    # ---- storage ----------------------------------------------------------------------------

    @abstractmethod
    def read(self, key: str) -> str | None:
        """The text stored under a key, or None; `StorageError`."""

    @abstractmethod
    def write(self, key: str, text: str) -> None:
        """Store a text, entirely or not at all; `StorageError` if that fails."""

    @abstractmethod
    def replace(self, key: str, old: str | None, new: str) -> bool:
        """Store a text in place of `old` (None: of nothing), at once; False if something else is stored.

        No other window can write in between (in a page: hardly). `StorageError` as for `write`.
        """

    @abstractmethod
    def delete(self, key: str) -> None:
        """Delete a key; it need not exist."""

    def move(self, key: str, to: str) -> None:
        """Store under another key, at which there is nothing, exactly what is stored under this one."""
        if (text := self.read(key)) is not None:
            self.write(to, text)
            self.delete(key)

    @abstractmethod
    def keys(self, prefix: str) -> list[str]:
        """All keys that begin with `prefix`, sorted; `StorageError`."""

    # ---- outside ----------------------------------------------------------------------------

    @abstractmethod
    def languages(self) -> list[str]:
        """The tags of the languages the person's system asks for ("pt-BR"), first choice first."""

    @abstractmethod
    def reduced_motion(self) -> bool:
        """Whether the person asked the system for reduced motion."""

    def colour_scheme(self) -> str:
        """ "light", "dark" or "contrast": what the person chose for the system.

        `Changed("scheme")` is sent when it changes.
        """
        return "dark"

    @abstractmethod
    def today(self) -> str:
        """The local date and time, "2026-11-20 10:15"."""

    @abstractmethod
    def random_seed(self) -> int:
        """An unpredictable number for a new game: 0 to 2**31 - 1."""

    @abstractmethod
    async def copy(self, text: str) -> bool:
        """Copy a text to the clipboard; whether that worked."""

    async def share(self, title: str, url: str) -> bool:
        """Hand a link to the system's share dialog (`can_share`); whether that worked."""
        return False

    @abstractmethod
    def save_file(self, name: str, text: str) -> str:
        """Give the person a file, never overwriting one; returns where it went. `StorageError`."""

    def choose_file(self) -> None:  # noqa: B027
        """Let the person choose a text file (`can_choose_file`); it arrives as `Opened`."""

    def address(self) -> str:
        """The address at which others find this program, without a fragment; empty if there is none."""
        return ""

    def link(self) -> str:
        """The fragment the program was opened with, without its `#`; empty if there is none."""
        return ""

    def forget_link(self) -> None:  # noqa: B027
        """The fragment has been dealt with: reloading the page must not bring it back."""

    def hold_link(self, fragment: str) -> None:  # noqa: B027
        """Reloading the page shall bring this fragment, without its `#`."""

    def update(self) -> None:  # noqa: B027
        """Start again in the newest version that can be had, at the same link (`can_update`)."""

    def set_deep(self, deep: bool) -> None:  # noqa: B027 - a desktop has no way back of its own
        """Whether there is a scene to go back to: if so, the browser's way back sends `Changed("back")`."""

    # ---- rooms ------------------------------------------------------------------------------

    def rooms(self) -> str:
        """Where rooms can be had, "https://example.org/rooms"; empty if there are none to be had."""
        return ""

    def place(self) -> str:
        """What to remember of where those rooms are, for `reach`."""
        return ""

    async def reach(self, place: str) -> str:
        """From now on have the rooms of a place, or of the page at an address; "": those at hand, or its own.

        Returns "", or why not: "unreachable", "no-rooms", or "no-host" if this machine can have none.
        """
        return ""

    async def post(self, url: str, text: str) -> tuple[int, str]:
        """Send a text to an address of the web: the status of the answer and its text.

        Status 0 if nobody answered within 15 seconds; the text then says why, for reports.
        """
        return 0, "there is no network here"

    def connect(self, url: str) -> None:  # noqa: B027
        """Ask for a line to an address ("https://…"); `Connected` or `Disconnected` follows.

        There is one at a time: whatever came before is dropped, and nothing of it is heard any more.
        """

    def send(self, text: str) -> None:  # noqa: B027
        """Send a message over the line; without one, it is lost."""

    def disconnect(self) -> None:  # noqa: B027
        """Give the line up; nothing of it is heard any more, not even that it is gone."""

    def hidden(self) -> bool:
        """Whether nothing of the program can be seen: another tab is in front, the window is put away."""
        return False

    def set_title(self, text: str) -> None:  # noqa: B027
        """What the window or the page's tab is called."""

    def vibrate(self) -> None:  # noqa: B027 - few machines can
        """Vibrate shortly (`can_vibrate`)."""

    def notifying(self) -> str:
        """Whether `notify` may show something: "yes", "no", "ask" (the person has to be asked) or "none".

        "none": it cannot be had, as in a page without https; "no": the person has refused.
        """
        return "none"

    async def ask_to_notify(self) -> str:
        """Ask the person, while a touch is handled; returns what `notifying` says then."""
        return self.notifying()

    def notify(self, title: str, text: str, link: str) -> None:  # noqa: B027
        """Show a notification in place of the last one with that `link` (`notifying`).

        link  the fragment of the address that a tap on it opens, unless it is still open somewhere
        """

    def forget_note(self, link: str) -> None:  # noqa: B027
        """Close the notification with that `link`, if it is still shown."""

    def unsaved(self, is_unsaved: bool) -> None:  # noqa: B027 - a desktop does not ask before closing
        """Say whether closing now would lose something, so that the person is asked first."""

    def prepare_sound(self) -> None:  # noqa: B027 - it may need no preparation
        """Sounds will be played: get ready as soon as nothing else is going on."""

    def play(  # noqa: B027 - a machine may be mute
        self, name: str, samples: bytes, *, unseen: bool = False
    ) -> None:
        """Play a short sound: 16-bit samples, mono, `SOUND_RATE`; `name` tells sounds apart.

        unseen  also while nothing of the program can be seen
        """

    def edit(self, element: str) -> None:  # noqa: B027 - not every platform has an editor
        """Open the platform's own editor on a published text element, if it has one."""

    # ---- screen readers and tests -----------------------------------------------------------

    def focus(self, element: str) -> None:  # noqa: B027 - not every platform has a focus of its own
        """The keyboard is at a published element now, if the platform's own focus is in its list."""

    def announce(self, sentence: str) -> None:  # noqa: B027 - the desktop has no voice
        """Have a screen reader say a sentence."""

    def publish(self, elements: Sequence[Element]) -> None:  # noqa: B027 - nobody listens on the desktop
        """Name everything that can be touched now."""

    def set_report(self, report: Callable[[], str]) -> None:  # noqa: B027
        """The function from which tests and fault reports get the state of the game, as JSON."""

    def set_theme(self, theme: str) -> None:  # noqa: B027 - a desktop has nothing around the game
        """The theme in use, "light", "dark" or "contrast", so that the page around the game matches it."""

    def set_language(self, language: str) -> None:  # noqa: B027
        """The language of the texts, so that a screen reader pronounces them well."""


def kept_keys(keys: Iterable[str], prefix: str) -> list[str]:
    """Those of `keys` that begin with `prefix`, in order."""
    return sorted(key for key in keys if key.startswith(prefix))
