"""Preparation in the background while the title waits: imports, caches and sounds that later scenes need.

`everything` prepares the memory snapshot from which the web app starts.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import chain
from pkgutil import walk_packages

import pygame

import game
from game.client import views
from game.client.app import sound
from game.client.draw import paint, scenery
from game.client.draw import theme as themes
from game.client.words.i18n import use_language

PACKAGES = (
    "draw",
    "words",
    "storage",
    "app",
    "views",
    "stage",
    "touch",
    "table",
    "ahead",
    "review",
    "learn",
    "about",
    "pages",
    "rooms",
    "tables",
)
"""The client's packages in import order: each imports only those before it (tests/test_architecture.py)."""


APART = ("game.client.table.desks", "game.client.table.hint", "game.client.table.table_mode")
"""Large modules, each imported in a separate step, before the modules of their package that need them."""


def scenes() -> Iterator[None]:
    """Import the modules of all scenes, in steps that fit into a frame."""
    for name in ("game.match", "game.rooms", *(f"game.client.{package}" for package in PACKAGES)):
        package = import_module(name)
        found = (module.name for module in walk_packages(package.__path__, f"{name}."))
        for module in chain((large for large in APART if large.startswith(f"{name}.")), found):
            import_module(module)
            yield


def prepare() -> Iterator[None]:
    """Prepare imports, views and sounds, in steps that fit into a frame."""
    return chain(scenes(), views.prepare(), sound.prepare())


def everything(width: int, height: int, theme: str, language: str) -> None:
    """Import all modules, and prepare what the title and the next scenes need in a window of this size, theme
    and language. No window is needed yet."""
    from game.client.views.board_cards import set_up_boards  # the title does not need it

    for module in walk_packages(game.__path__, "game."):
        import_module(module.name)
    if hour := scenery.hour_of(theme):
        scenery.drawn(width, height, hour)
    themes.use(theme)
    use_language(language)
    pygame.font.init()
    for _ in prepare():
        pass
    set_up_boards()
    for cached in (paint.text, themes.font):  # a typeface reads its file, which the next start lacks
        cached.cache_clear()
    pygame.font.quit()
