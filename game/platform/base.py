"""Interface between the client and its platform: window, input, storage, network and accessibility.

Desktop and browser implement it in a module each. The client never checks on which one it runs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from game.platform.thinking import Tell, Thoughts

if TYPE_CHECKING:  # the room server runs without pygame
    import pygame

SOUND_RATE = 22050
"""Sample rate of the sounds a platform plays, in Hz."""


LONGEST_FILE = 64_000_000
"""Maximum size in bytes of text files that are read or written. web/incoming.js has the same number."""


class StorageError(Exception):
    """A failure to save. `reason` is "full", "blocked" or "broken". The message has details."""

    def __init__(self, reason: str, message: str) -> None:
        self.reason = reason
        super().__init__(message)


class NoWindow(Exception):
    """A failure to open a window.

    reason  "screen": SDL found no screen, and the message is SDL's;
            "ratio": the message is the value of KONTOR_PIXEL_RATIO, which is not a pixel ratio
    """

    def __init__(self, reason: str, message: str) -> None:
        self.reason = reason
        super().__init__(message)


class Insets(NamedTuple):
    """Covered margins of the drawing area, in device pixels."""

    top: int = 0
    right: int = 0
    bottom: int = 0
    left: int = 0


UNCOVERED = Insets()


class Window(NamedTuple):
    """The drawing area: its size in device pixels, and the number of device pixels per CSS pixel."""

    width: int
    height: int
    ratio: float
    insets: Insets = UNCOVERED
    """Margins covered by a phone's camera, home bar or keyboard."""


class Element(NamedTuple):
    """An element of the accessibility list, through which screen readers and tests use the canvas."""

    id: str
    label: str
    rect: tuple[int, int, int, int]
    """Left, top, width, height in device pixels."""
    visible: bool = True
    """True if the element is scrolled into view. Others can be activated as well."""
    kind: str = "button"
    """"button", "radio" (of a group), "slider", "text" or "area" (text of several lines). Elements that are
    only read: "heading" (of the scene), "chapter" (heading of a part), "section" (heading within a chapter),
    "note"."""
    value: str = ""
    """The content of a text field, or the number of a slider in words."""
    state: str = ""
    """"on" or "off" for a switch, "chosen" for the selected one of several, else empty."""
    stop: bool = True
    """True if Tab stops at this element while no element of its group has had the focus."""
    group: str = ""
    """Tab stops once at elements of the same group. Arrow keys move within it."""
    about: str = ""
    """Subject of a group of radio buttons."""
    at: int = 0
    """The number of a slider, from 0 to `top`."""
    top: int = 0


def changes(before: Sequence[Element], now: Sequence[Element]) -> list[tuple[int, Element]]:
    """Return the elements that differ from those before, each with its index.

    Returns all of them unless ids, kinds and order are unchanged.
    """
    same = len(before) == len(now) and all(
        old is new or (old.id, old.kind) == (new.id, new.kind) for old, new in zip(before, now, strict=True)
    )
    return [(place, one) for place, one in enumerate(now) if not same or one != before[place]]


def retold(before: Sequence[Element], now: Sequence[Element]) -> list[int | Element]:
    """Return all elements in order. An unchanged element is replaced by its index in the list before."""
    known = {one: place for place, one in enumerate(before)}
    return [known.get(one, one) for one in now]


class Pick(NamedTuple):
    """An element was activated without the canvas, by a screen reader or a test."""

    element: str


class Focus(NamedTuple):
    """An element of the accessibility list received the focus."""

    element: str


class Edited(NamedTuple):
    """The platform's text editor changed a field. `done`: it closed; `entered`: it was closed by Enter."""

    element: str
    text: str
    done: bool
    entered: bool = False


class Opened(NamedTuple):
    """The user opened a text file."""

    name: str
    text: str
    """Complete content of the file; empty if it could not be read."""
    too_long: bool = False
    """True if the file is larger than `LONGEST_FILE`, and was not read."""


class Changed(NamedTuple):
    """A change of the environment: "size", "motion", "scheme", "storage" or "link"; or a press of the
    browser's Back button: "back".

    After a call of `connect` also "visible" and "hidden" (`Platform.hidden`), and "online" and "offline".
    """

    what: str


class Connected(NamedTuple):
    """The requested connection is open. Messages sent from here on arrive, or `Disconnected` follows."""


class Heard(NamedTuple):
    """A message from the other end of the connection."""

    text: str


class Disconnected(NamedTuple):
    """The requested connection is closed or could not be opened. No more messages follow."""

    reason: str
    """Technical reason in English, for error reports."""


Input: TypeAlias = (
    "pygame.event.Event | Pick | Focus | Edited | Opened | Changed | Connected | Heard | Disconnected"
)


class Platform(ABC):
    """The platform: window, time, input, storage and the outside world.

    Methods that are not abstract are optional. By default they do nothing.
    """

    can_share = False
    """True if the system has a dialog to share a link (`share`)."""
    can_choose_file = False
    """True if there is a file dialog (`choose_file`)."""
    can_reach = False
    """True if room servers other than the program's own can be used (`reach`)."""
    can_update = False
    """True if the program can replace itself by the newest version (`update`)."""
    can_vibrate = False
    """True if the device can vibrate (`vibrate`)."""
    has_host = False
    """True if the program comes from a host that can publish texts (`host_text`)."""
    _thoughts: Thoughts

    # ---- window and frames ------------------------------------------------------------------

    @abstractmethod
    def open(self, title: str) -> pygame.Surface:
        """Open the window and return its surface, in device pixels. Raises `NoWindow`."""

    @abstractmethod
    def window(self) -> Window:
        """Return the current size of the window."""

    @abstractmethod
    def resize(self) -> pygame.Surface:
        """Return a surface of the window's current size."""

    @abstractmethod
    def show(self, surface: pygame.Surface, parts: Sequence[pygame.Rect]) -> None:
        """Draw parts of the window's surface on the screen."""

    @abstractmethod
    async def frame(self) -> None:
        """Wait until the next frame is due."""

    @abstractmethod
    async def input(self, timeout: float | None = None, *, idle: bool = False) -> None:
        """Block without using CPU time until there is input, an answer or the timeout.

        It may return early without a reason.

        timeout  in seconds; None: unlimited
        idle     True if nothing that a test should await depends on the timeout: only scenery, a server that
                 does not respond, or something distant
        """

    @abstractmethod
    def wake(self) -> None:
        """Make `input` return, because something happened inside the program."""

    @abstractmethod
    def events(self) -> list[Input]:
        """Return the input since the last call."""

    # ---- AI workers -------------------------------------------------------------------------

    async def think(self, request: str, progress: Tell | None = None) -> str:
        """Return the AI worker's answer to a request (game/worker_messages.py). Raises `ThinkError` if there
        is no answer.

        Requests are answered one at a time. `progress` receives progress messages. To cancel a request,
        cancel the task that awaits it.
        """
        return await self._thoughts.think(request, progress)

    def prepare_thinking(self) -> None:
        """Start the AI worker in advance of the first request."""
        self._thoughts.prepare()

    def close(self) -> None:
        """Stop workers, connections and child processes before the program ends."""
        self._thoughts.close()

    # ---- storage ----------------------------------------------------------------------------

    @abstractmethod
    def read(self, key: str) -> str | None:
        """Return the text stored under a key, or None. Raises `StorageError`."""

    @abstractmethod
    def write(self, key: str, text: str) -> None:
        """Store a text, entirely or not at all. Raises `StorageError` if that fails."""

    @abstractmethod
    def replace(self, key: str, old: str | None, new: str) -> bool:
        """Store a text atomically in place of `old` (None: of nothing). Returns False if something else is
        stored.

        No other window can write in between (in a browser, this is very unlikely). Raises `StorageError` like
        `write`.
        """

    @abstractmethod
    def delete(self, key: str) -> None:
        """Delete a key, if it exists."""

    def move(self, key: str, to: str) -> None:
        """Move a stored text unchanged to another key, which must be unused."""
        if (text := self.read(key)) is not None:
            self.write(to, text)
            self.delete(key)

    @abstractmethod
    def keys(self, prefix: str) -> list[str]:
        """Return all keys that begin with `prefix`, sorted. Raises `StorageError`."""

    # ---- environment ------------------------------------------------------------------------

    @abstractmethod
    def languages(self) -> list[str]:
        """Return the tags of the user's preferred languages ("pt-BR"), best first."""

    @abstractmethod
    def reduced_motion(self) -> bool:
        """Return True if the user prefers reduced motion."""

    def colour_scheme(self) -> str:
        """Return the user's preferred colour scheme: "light", "dark" or "contrast".

        `Changed("scheme")` is sent when it changes.
        """
        return "dark"

    @abstractmethod
    def today(self) -> str:
        """Return the local date and time, as in "2026-11-20 10:15"."""

    def zone(self) -> str:
        """Return the local time zone by its name in the IANA database, such as "Europe/Berlin"."""
        return "UTC"

    @abstractmethod
    def random_seed(self) -> int:
        """Return an unpredictable seed for a new game, 0 to 2**31 - 1."""

    @abstractmethod
    async def copy(self, text: str) -> bool:
        """Copy a text to the clipboard. Returns True on success."""

    async def share(self, title: str, url: str) -> bool:
        """Open the system's share dialog for a link (`can_share`). Returns True on success."""
        return False

    @abstractmethod
    def save_file(self, name: str, text: str) -> str:
        """Save a file for the user without overwriting another. Returns its place. Raises `StorageError`."""

    def choose_file(self) -> None:  # noqa: B027
        """Let the user choose a text file (`can_choose_file`). It arrives as `Opened`."""

    def address(self) -> str:
        """Return the URL at which others find this program, without a fragment; empty if unknown."""
        return ""

    def link(self) -> str:
        """Return the URL fragment with which the program was opened, without its `#`; empty if there was no
        fragment."""
        return ""

    def forget_link(self) -> None:  # noqa: B027
        """Remove the fragment from the URL, so that reloading does not open it again."""

    def hold_link(self, fragment: str) -> None:  # noqa: B027
        """Set the fragment of the URL, without its `#`, so that reloading opens it again."""

    def update(self) -> None:  # noqa: B027
        """Restart in the newest available version at the same link (`can_update`)."""

    async def host_text(self, name: str) -> str:
        """Return a text file that the program's host publishes next to it, "" without one."""
        return ""

    def set_deep(self, deep: bool) -> None:  # noqa: B027
        """Set whether there is a scene to go back to. If so, the browser's Back button sends
        `Changed("back")`."""

    # ---- rooms ------------------------------------------------------------------------------

    def rooms(self) -> str:
        """Return the URL of the room server in use, "https://example.org/rooms"; empty without one."""
        return ""

    def place(self) -> str:
        """Return the identifier of that room server for `reach`, to be stored."""
        return ""

    async def reach(self, place: str) -> str:
        """Switch to the room server of a place, or of the web app at a URL; "": the one in use, or the
        program's own.

        Returns "" on success, otherwise "unreachable", "no-rooms", or "no-host" if this machine cannot run a
        server.
        """
        return ""

    async def post(self, url: str, text: str) -> tuple[int, str]:
        """Send a text to a URL by POST. Returns the status and the text of the answer.

        Without an answer within 15 seconds the status is 0, and the text is a technical reason for error
        reports.
        """
        return 0, "there is no network here"

    def connect(self, url: str) -> None:  # noqa: B027
        """Open a WebSocket to a URL ("https://…"). `Connected` or `Disconnected` follows.

        There is one connection at a time. A new one replaces the last, from which no more input arrives.
        """

    def send(self, text: str) -> None:  # noqa: B027
        """Send a message over the connection. Without a connection, it is lost."""

    def disconnect(self) -> None:  # noqa: B027
        """Close the connection. No more input arrives from it, including `Disconnected`."""

    def hidden(self) -> bool:
        """Return True if the program is invisible, such as in a background tab or a minimised window."""
        return False

    def set_title(self, text: str) -> None:  # noqa: B027
        """Set the title of the window or browser tab."""

    def vibrate(self) -> None:  # noqa: B027
        """Vibrate briefly (`can_vibrate`)."""

    def notifying(self) -> str:
        """Return the permission for `notify`: "yes", "no", "ask" (not decided yet), or the obstacle.

        "no": the user has declined; "none": the site has no HTTPS; "install": the web app must be added to
        the home screen first; "never": the browser, or this platform, shows no notifications.
        """
        return "never"

    async def ask_to_notify(self) -> str:
        """Ask the user for permission while an input event is handled. Returns the new value of
        `notifying`."""
        return self.notifying()

    def notify(self, title: str, text: str, link: str) -> None:  # noqa: B027
        """Show a notification, which replaces the last one with that `link` (`notifying`).

        link  URL fragment that a tap opens, unless it is already open somewhere
        """

    def forget_note(self, link: str) -> None:  # noqa: B027
        """Close the notification with that `link`, if it is still shown."""

    async def subscribe(self, key: str) -> str:
        """Subscribe this device to the notifications of a server, given its public key.

        Returns the subscription as JSON, "" if the device does not subscribe.
        """
        return ""

    async def unsubscribe(self) -> str:
        """End the subscription of this device. Returns its URL, "" without one."""
        return ""

    def set_waiting(self, link: str, waits: bool) -> None:  # noqa: B027
        """Set whether the table at a link waits for the user. The app's badge counts such tables."""

    def unsaved(self, is_unsaved: bool) -> None:  # noqa: B027
        """Set whether closing now would lose data and therefore needs the user's confirmation."""

    def prepare_sound(self) -> None:  # noqa: B027
        """Prepare sound output when the program is otherwise idle."""

    def play(  # noqa: B027
        self, name: str, samples: bytes, *, unseen: bool = False
    ) -> None:
        """Play a short sound: 16-bit samples, mono, at `SOUND_RATE`. `name` identifies the sound.

        unseen  also play it while the program is hidden
        """

    def edit(self, element: str) -> None:  # noqa: B027
        """Open the platform's text editor on a published text element, if there is one."""

    # ---- screen readers and tests -----------------------------------------------------------

    def focus(self, element: str) -> None:  # noqa: B027
        """Move the platform's focus to a published element, if it has its own."""

    def announce(self, sentence: str) -> None:  # noqa: B027
        """Announce a sentence through the screen reader."""

    def publish(self, elements: Sequence[Element]) -> None:  # noqa: B027
        """Update the accessibility list."""

    def set_report(self, report: Callable[[], str]) -> None:  # noqa: B027
        """Set the function that returns the state of the game as JSON, for tests and error reports."""

    def set_theme(self, theme: str) -> None:  # noqa: B027
        """Set the theme in use, "light", "dark" or "contrast", to match the surroundings of the canvas."""

    def set_language(self, language: str) -> None:  # noqa: B027
        """Set the language of the texts, for the pronunciation of screen readers."""


def kept_keys(keys: Iterable[str], prefix: str) -> list[str]:
    """Return those of `keys` that begin with `prefix`, sorted."""
    return sorted(key for key in keys if key.startswith(prefix))
