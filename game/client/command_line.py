"""The command line of the desktop game, in the language of the game."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import NoReturn

from game.client.keep.shelf import Shelf
from game.client.words.i18n import command, use_language
from game.platform import Platform, StorageError


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


def record_text(argv: Sequence[str], platform: Platform) -> str:
    """The record in the file named, "" if none is; exits with the reason if it cannot be read."""
    speak(platform)
    match argv:
        case []:
            return ""
        case ["-h" | "--help"]:
            print(f"{command('usage')}\n\n{command('about')}")
            sys.exit()
        case [name] if not name.startswith("-"):
            return _text(Path(name))
        case [*words]:
            odd = next((word for word in words if word.startswith("-")), words[-1])
            print(f"{command('usage')}\n{command('unknown', word=odd)}", file=sys.stderr)
            sys.exit(2)


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
