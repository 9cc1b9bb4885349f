"""Platform layer for browser and desktop: the only package that distinguishes them."""

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
    """Return the platform on which this Python runs.

    In a browser without Kontor's page (pygbag's stock runtime), the desktop platform is used. It then hands
    over control on every frame, and games are lost when the page closes.
    """
    if sys.platform == "emscripten":
        import js  # type: ignore[import-not-found]

        if hasattr(js, "kontor"):
            from game.platform.browser import Browser

            return Browser()
    from game.platform.desktop.platform import Desktop

    return Desktop()
