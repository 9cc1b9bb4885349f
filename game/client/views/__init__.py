"""Which view shows which game. A view's module is imported when its game is first opened."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from game.client.view import GameView
from game.engine.core import Ruleset
from game.match import Player

_VIEWS = {
    "hansa-teutonica": ("game.client.views.hansa_teutonica", "HansaTeutonicaView"),
    "hansa": ("game.client.views.hansa", "HansaView"),
}


def make_view(ruleset: Ruleset, players: Sequence[Player]) -> GameView[Any]:
    """A new view for a game of `ruleset` with these players, in seat order."""
    module, name = _VIEWS[ruleset.id]
    view: GameView[Any] = getattr(import_module(module), name)(ruleset, players)
    return view


def register(ruleset_id: str, module: str, name: str) -> None:
    """Let class `name` of `module` show the games of a ruleset (tests register their own)."""
    _VIEWS[ruleset_id] = (module, name)
