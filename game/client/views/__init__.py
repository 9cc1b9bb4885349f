"""The views of the games. A view's module is imported when its game is first opened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any

from game.client.views.view import GameView
from game.engine.core import Ruleset
from game.games import GAMES, optional_part
from game.match import PlayerInfo


def _view(ruleset_id: str) -> type[GameView[Any]]:
    """Return the view class of a ruleset; `PlainView` if the game has none."""
    own = optional_part(ruleset_id, "view", "view")
    if own is None:
        from game.client.views.plain import PlainView

        return PlainView
    view: type[GameView[Any]] = own.VIEW
    return view


def make_view(
    ruleset: Ruleset, players: Sequence[PlayerInfo], options: Mapping[str, str] | None = None
) -> GameView[Any]:
    """Create a view for a game of `ruleset` with these players, in seat order. The options can determine the
    board."""
    return _view(ruleset.id)(ruleset, players, ruleset.full_options(len(players), options))


def prepare() -> Iterator[None]:
    """Import and prepare what the first table of a game needs, in steps that fit into a frame."""
    for ruleset_id in GAMES:
        for room in ("rules", "view"):
            for module in getattr(optional_part(ruleset_id, room), "PARTS", ()):
                import_module(module)
                yield
        yield from _view(ruleset_id).prepare()
