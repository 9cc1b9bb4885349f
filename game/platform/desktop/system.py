"""User's data directory and languages, without a window, because the room server runs without pygame."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """Return the directory of games, settings and rooms: KONTOR_DATA, otherwise the user's data directory."""
    chosen = os.environ.get("KONTOR_DATA")
    if chosen:
        return Path(chosen)
    try:
        from platformdirs import user_data_path
    except ImportError:  # missing in a stock pygbag page, which has no lasting files
        return Path("kontor-data")
    return user_data_path("kontor", appauthor=False)


def terminal_languages() -> list[str]:
    """Return the language that a terminal's variables name; empty if they name none."""
    names = (os.environ.get(variable) for variable in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return [name for name in names if name][:1]


def system_languages() -> list[str]:
    """Return the language of the terminal, otherwise on Windows that of the system; empty if unknown."""
    if found := terminal_languages():
        return found
    if sys.platform == "win32":
        import ctypes
        import locale

        spoken = locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage())
        return [spoken] if spoken else []
    return []
