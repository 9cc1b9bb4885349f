"""The one place that knows the browser from the desktop."""

from __future__ import annotations

import sys

from game.platform.base import (
    LONGEST_FILE,
    SOUND_RATE,
    UNCOVERED,
    Changed,
    Connected,
    Disconnected,
    Edited,
    Element,
    Focus,
    Heard,
    Input,
    Insets,
    NoWindow,
    Opened,
    Pick,
    Platform,
    StorageError,
    Window,
)
from game.platform.thinking import ThinkError

__all__ = [
    "LONGEST_FILE",
    "SOUND_RATE",
    "UNCOVERED",
    "Changed",
    "Connected",
    "Disconnected",
    "Edited",
    "Element",
    "Focus",
    "Heard",
    "Input",
    "Insets",
    "NoWindow",
    "Opened",
    "Pick",
    "Platform",
    "StorageError",
    "ThinkError",
    "Window",
    "this_platform",
]


def this_platform() -> Platform:
    """The platform this Python runs on.

    In a browser without our page around it (pygbag's stock runtime) the game still runs, as on a desktop
    that hands over control on every frame; games are then kept only as long as the page is open.
    """
    if sys.platform == "emscripten":
        import js  # type: ignore[import-not-found]

        if hasattr(js, "kontor"):
            from game.platform.browser import Browser

            return Browser()
    from game.platform.desktop import Desktop

    return Desktop()
