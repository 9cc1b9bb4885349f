"""The command line of the desktop game, in the player's language."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import NamedTuple, NoReturn

from game.client.storage.room_link import RoomLink, room_in
from game.client.storage.save_store import SETTINGS
from game.client.storage.settings import Settings, entries_of
from game.client.words.i18n import command, use_language
from game.ending import FAILED, MISUSED, CommandError, shortened
from game.platform import LONGEST_FILE, NoWindow, Platform, StorageError


def speak(read: Callable[[str], str | None], languages: Sequence[str]) -> None:
    """Select the language that the window will use: that of the settings, otherwise the system's.

    Characters that the terminal cannot display are replaced: some terminals are limited to ASCII.
    read: returns the text stored under a key, like `Platform.read`
    languages: the languages that the system prefers
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    kept = ""
    with contextlib.suppress(StorageError):  # the window will report the error
        kept = Settings.read(entries_of(read(SETTINGS))).language
    use_language(kept, *languages)


class Given(NamedTuple):
    """The game to open at the start: the text of a record or link, or a room."""

    text: str = ""
    room: RoomLink | None = None


def given(argv: Sequence[str], platform: Platform) -> Given:
    """Parse the command line. Exits with an error message if the request is invalid or cannot be met."""
    speak(platform.read, platform.languages())
    match argv:
        case []:
            return Given()
        case ["-h" | "--help"]:
            print(f"{command('usage')}\n\n{command('about')}")
            sys.exit()
        case ["--room", link]:
            return Given(room=_room(link, platform))
        case [name] if not name.startswith("-"):
            return Given(_text(Path(name)))
        case [*words]:
            odd = next((word for word in words if word.startswith("-")), words[-1])
            print(f"{command('usage')}\n{command('unknown', word=shortened(odd))}", file=sys.stderr)
            sys.exit(2)


def no_window(error: NoWindow, platform: Platform) -> CommandError:
    """Return the error for a window that cannot be opened, in the player's language."""
    speak(platform.read, platform.languages())
    why = command(f"window.{error.reason}", why=shortened(str(error)))
    return CommandError(why, MISUSED if error.reason == "ratio" else FAILED)


def _room(text: str, platform: Platform) -> RoomLink:
    """Parse a room link and connect the platform to its server. Exits with an error message if that fails."""
    link = room_in(text)
    if link is None or not link.page:
        sys.exit(command("no_room_link", link=shortened(text)))
    from game.platform.connection import NoRooms, find
    from game.platform.desktop import Desktop  # imported late because a room server runs without it

    assert isinstance(platform, Desktop), "a page has no command line"
    try:
        platform.use_rooms(*find(link.page))
    except NoRooms as error:
        sys.exit(command("no_rooms" if error.reached else "unreachable", page=shortened(link.page)))
    return link


def _text(path: Path) -> str:
    """Read the text of a file. A file that is too long is read only up to the limit, because a device can be
    endless."""
    try:
        with path.open("rb") as file:
            text = file.read(LONGEST_FILE + 1)
        if len(text) > LONGEST_FILE:
            _fail("too_long", path)
        return text.decode().replace("\r\n", "\n")
    except FileNotFoundError:
        _fail("missing", path)
    except ValueError:  # not UTF-8, or an invalid file name
        _fail("garbled", path)
    except OSError:
        _fail("refused", path)


def _fail(why: str, path: Path) -> NoReturn:
    sys.exit(command(why, path=shortened(str(path)), most=LONGEST_FILE // 1_000_000))
