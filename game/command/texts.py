"""Texts of the command line, in the player's language."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from typing import Any


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


def say(key: str, *, domain: str = "command", **fields: str) -> str:
    """Return a text of the command line, or of another catalogue, in the language of the game."""
    # Imported late: tools and AI workers rarely need any of this.
    from game.client.words.i18n import Translator
    from game.platform.desktop.folder import Folder
    from game.platform.desktop.system import data_folder, system_languages

    speak(Folder(data_folder()).read, system_languages())
    return Translator(domain)(key, **fields)


def say_in(language: str, key: str, *, domain: str = "notices", **fields: Any) -> str:
    """Return a text of the room server's notifications, or of another catalogue, in a language. For an
    unknown language, the text is English."""
    from game.client.words.i18n import Translator, use_language

    use_language(language)  # the next call of `say` selects that of the system again
    return Translator(domain)(key, **fields)
