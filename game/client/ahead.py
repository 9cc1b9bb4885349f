"""What is made ready while the title waits: whatever the scenes opened next would have to wait for."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import chain
from pkgutil import iter_modules

from game.client import views
from game.client.frame import sound

ROOMS = ("draw", "words", "keep", "frame", "stage", "touch", "table", "review", "learn", "pages")
"""The rooms of the client in the order in which to import them, each after those it needs."""


def scenes() -> Iterator[None]:
    """The modules of all scenes; each step fits into a frame."""
    for room in ROOMS:
        package = import_module(f"game.client.{room}")
        for module in iter_modules(package.__path__, f"{package.__name__}."):
            import_module(module.name)
            yield


def prepare() -> Iterator[None]:
    """Everything, in steps that fit into a frame."""
    return chain(scenes(), views.prepare(), sound.prepare())
