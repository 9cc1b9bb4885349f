"""Preparation in the background while the title waits: imports, caches and sounds that later scenes need.

`everything` prepares the memory snapshot from which the web app starts.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import chain
from pkgutil import walk_packages

import game
from game.client import views
from game.client.app import sound
from game.client.draw import scenery

ROOMS = ("draw", "words", "storage", "app", "stage", "touch", "table", "review", "learn", "pages", "rooms")
"""The client's packages in import order, each after those it depends on."""


def scenes() -> Iterator[None]:
    """Import the modules of all scenes, in steps that fit into a frame."""
    for name in ("game.rooms", *(f"game.client.{room}" for room in ROOMS)):
        package = import_module(name)
        for module in walk_packages(package.__path__, f"{name}."):
            import_module(module.name)
            yield


def prepare() -> Iterator[None]:
    """Prepare imports, views and sounds, in steps that fit into a frame."""
    return chain(scenes(), views.prepare(), sound.prepare())


def everything(width: int, height: int, theme: str) -> None:
    """Import all modules and draw the title's background for this size and theme. No window is needed."""
    for module in walk_packages(game.__path__, "game."):
        import_module(module.name)
    if hour := scenery.hour_of(theme):
        scenery.drawn(width, height, hour)
