"""What is made ready while the title waits: whatever the scenes opened next would have to wait for.

And what a page makes ready for its next start, in a memory that it keeps.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import chain
from pkgutil import iter_modules, walk_packages

import game
from game.client import views
from game.client.draw import scenery
from game.client.frame import sound

ROOMS = ("draw", "words", "keep", "frame", "stage", "touch", "table", "review", "learn", "pages", "rooms")
"""The rooms of the client in the order in which to import them, each after those it needs."""


def scenes() -> Iterator[None]:
    """The modules of all scenes; each step fits into a frame."""
    for name in ("game.rooms", *(f"game.client.{room}" for room in ROOMS)):
        package = import_module(name)
        for module in iter_modules(package.__path__, f"{name}."):
            import_module(module.name)
            yield


def prepare() -> Iterator[None]:
    """Everything, in steps that fit into a frame."""
    return chain(scenes(), views.prepare(), sound.prepare())


def everything(width: int, height: int, theme: str) -> None:
    """All modules, and the picture behind a title of this size and theme; none of it needs a window."""
    for module in walk_packages(game.__path__, "game."):
        import_module(module.name)
    if hour := scenery.hour_of(theme):
        scenery.drawn(width, height, hour)
