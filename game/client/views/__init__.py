"""Which view shows which game. A view's module is imported when its game is first opened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

from game.client.view import GameView
from game.engine.core import Ruleset
from game.match import Player

_VIEWS = {
    "hansa-teutonica": ("game.client.views.hansa_teutonica.view", "HansaTeutonicaView"),
    "hansa": ("game.client.views.hansa.view", "HansaView"),
}
_STEPS = {
    "hansa-teutonica": (
        "layout",
        "words",
        "terrain",
        "regions",
        "board_art",
        "desk",
        "told",
        "reading",
        "view",
    ),
    "hansa": ("geography", "layout", "words", "terrain", "chart", "board", "desk", "told", "reading", "view"),
}
"""Modules of a view in the order in which to import them ahead, each with little that is not imported yet."""


def make_view(ruleset: Ruleset, players: Sequence[Player]) -> GameView[Any]:
    """A new view for a game of `ruleset` with these players, in seat order."""
    module, name = _VIEWS[ruleset.id]
    view: GameView[Any] = getattr(import_module(module), name)(ruleset, players)
    return view


def ahead() -> Iterator[None]:
    """What the first table of a game would have to wait for, in steps that fit into a frame."""
    for ruleset_id, modules in _STEPS.items():
        module, name = _VIEWS[ruleset_id]
        package = module.rpartition(".")[0]
        for part in modules:
            import_module(f"{package}.{part}")
            yield
        view: type[GameView[Any]] = getattr(import_module(module), name)
        yield from view.ahead()


def register(ruleset_id: str, module: str, name: str) -> None:
    """Let class `name` of `module` show the games of a ruleset (tests register their own)."""
    _VIEWS[ruleset_id] = (module, name)
