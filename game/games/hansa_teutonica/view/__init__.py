"""View of *Hansa Teutonica*."""

from game.games.hansa_teutonica.expansions import modules

PARTS = (
    *(f"{__name__}.{name}" for name in ("layout", "words", "terrain", "reading")),
    *(name for part in ("map", "regions", "view") for name in modules(part)),
    *(f"{__name__}.{name}" for name in ("board_art", "desk", "info_cards", "view")),
)
"""Modules of the view and of the expansions, in the order in which to preload them: each module imports
little that the modules before it have not imported."""
