"""The game in a window: `python main.py`, and `kontor` without a tool."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, NoReturn

from game import VERSION
from game.client import start
from game.client.storage.room_link import RoomLink, room_in
from game.client.words.i18n import command
from game.command.ending import FAILED, MISUSED, CommandError, ended, shortened
from game.command.texts import speak
from game.platform import LONGEST_FILE, NoWindow
from game.platform.desktop.platform import Desktop


def main() -> int:
    """Run the game with the arguments of the command line. Return the exit status."""
    return ended(lambda: run(sys.argv[1:]))


def run(argv: Sequence[str]) -> int:
    """Run the game until its window is closed. Return the exit status."""
    platform = Desktop()
    text, room = given(argv, platform)
    try:
        asyncio.run(start.main(platform, text, room))
    except NoWindow as error:
        platform.close()
        raise no_window(error, platform) from error
    return 0


class Given(NamedTuple):
    """The game to open at the start: the text of a record or link, or a room."""

    text: str = ""
    room: RoomLink | None = None


def given(argv: Sequence[str], platform: Desktop) -> Given:
    """Parse the command line. Exits with an error message if the request is invalid or cannot be met."""
    speak(platform.read, platform.languages())
    match argv:
        case []:
            return Given()
        case ["-h" | "--help"]:
            print(f"{command('usage')}\n\n{command('about')}")
            sys.exit()
        case ["--version"]:
            print(f"kontor {VERSION}")
            sys.exit()
        case ["--room", link]:
            return Given(room=_room(link, platform))
        case [name] if not name.startswith("-"):
            return Given(_text(Path(name)))
        case [*words]:
            odd = next((word for word in words if word.startswith("-")), words[-1])
            print(f"{command('usage')}\n{command('unknown', word=shortened(odd))}", file=sys.stderr)
            sys.exit(2)


def no_window(error: NoWindow, platform: Desktop) -> CommandError:
    """Return the error for a window that cannot be opened, in the player's language."""
    speak(platform.read, platform.languages())
    why = command(f"window.{error.reason}", why=shortened(str(error)))
    return CommandError(why, MISUSED if error.reason == "ratio" else FAILED)


def _room(text: str, platform: Desktop) -> RoomLink:
    """Parse a room link and connect the platform to its server. Exits with an error message if that fails."""
    link = room_in(text)
    if link is None or not link.page:
        sys.exit(command("no_room_link", link=shortened(text)))
    from game.platform.desktop.connection import NoRooms, find  # imported late: most games use no network

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
