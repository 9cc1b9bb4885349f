"""Texts of the command line, in the player's language."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper


def speak(read: Callable[[str], str | None], languages: Sequence[str]) -> None:
    """Select the language that the window will use: that of the settings, otherwise the system's.

    Characters that the terminal cannot display are replaced: some terminals are limited to ASCII.
    read: returns the text stored under a key, like `Platform.read`
    languages: the languages that the system prefers
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    from game.client.storage.save_store import SETTINGS
    from game.client.storage.settings import Settings, entries_of
    from game.client.words.i18n import use_language
    from game.platform import StorageError

    kept = ""
    with contextlib.suppress(StorageError):  # the window will report the error
        kept = Settings.read(entries_of(read(SETTINGS))).language
    use_language(kept, *languages)


def say(key: str, **fields: str) -> str:
    """Return a text of the command line in the language of the game."""
    # Imported late: tools and AI workers rarely need any of this.
    from game.client.words.i18n import command
    from game.platform.desktop.folder import Folder
    from game.platform.desktop.system import data_folder, system_languages

    speak(Folder(data_folder()).read, system_languages())
    return command(key, **fields)
