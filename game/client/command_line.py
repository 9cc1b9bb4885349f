"""The command line of the desktop game, in the language of the game."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import NamedTuple, NoReturn

from game.client.keep.room_link import RoomLink, room_in
from game.client.keep.shelf import Shelf
from game.client.words.i18n import command, use_language
from game.platform import Platform, StorageError
from game.platform.desktop import Desktop


def speak(platform: Platform) -> None:
    """Use the language the window will have: the one in the settings, else the system's.

    What the terminal cannot show of it, it replaces: some know nothing but ASCII.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    kept = ""
    with contextlib.suppress(StorageError):  # the window will say so
        kept = Shelf(platform).settings().language
    use_language(kept, *platform.languages())


class Given(NamedTuple):
    """What the game is to begin with: the text of a record or of a link, or a room."""

    text: str = ""
    room: RoomLink | None = None


def given(argv: Sequence[str], platform: Platform) -> Given:
    """What the words of the command line ask for; exits with the reason if that cannot be had."""
    speak(platform)
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
            print(f"{command('usage')}\n{command('unknown', word=odd)}", file=sys.stderr)
            sys.exit(2)


def _room(text: str, platform: Platform) -> RoomLink:
    """The room a link leads to; the platform knows its service then."""
    link = room_in(text)
    if link is None or not link.page:
        sys.exit(command("no_room_link", link=text))
    from game.platform.line import NoRooms, find

    assert isinstance(platform, Desktop), "a page has no command line"
    try:
        platform.use_rooms(*find(link.page))
    except NoRooms as error:
        sys.exit(command("no_rooms" if error.reached else "unreachable", page=link.page))
    return link


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        _fail("missing", path)
    except UnicodeDecodeError:
        _fail("garbled", path)
    except OSError:
        _fail("refused", path)


def _fail(why: str, path: Path) -> NoReturn:
    sys.exit(command(why, path=path))
