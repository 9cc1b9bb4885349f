"""The user's folder and languages, known without a window: a server of rooms has no pygame."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """Where games, settings and rooms are stored; KONTOR_DATA names another folder."""
    chosen = os.environ.get("KONTOR_DATA")
    if chosen:
        return Path(chosen)
    try:
        from platformdirs import user_data_path
    except ImportError:  # a stock pygbag page lacks the package, and has no lasting files
        return Path("kontor-data")
    return user_data_path("kontor", appauthor=False)


def terminal_languages() -> list[str]:
    """The language that the variables of a terminal ask for; empty: they ask for none."""
    names = (os.environ.get(variable) for variable in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return [name for name in names if name][:1]


def system_languages() -> list[str]:
    """The language of the terminal, or on Windows that of the system; empty: not known."""
    if found := terminal_languages():
        return found
    if sys.platform == "win32":
        import ctypes
        import locale

        spoken = locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage())
        return [spoken] if spoken else []
    return []
