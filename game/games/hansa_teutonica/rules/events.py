"""Shared event objects of the most frequent moves of pieces. docs/reference/elements.md lists all kinds of
events."""

from __future__ import annotations

from functools import cache

from game.engine.core import Event
from game.games.hansa_teutonica.rules.codes import ALL_CODES, kind_name, owner
from game.games.hansa_teutonica.rules.tables import Tables

Pieces = tuple[tuple[Event, ...], ...]
"""Events by the code of a piece (0: none) and by house."""


class EventCache:
    """Shared events of pieces on a board.

    placed, lifted, set_down   from the supply, to the hand, from the hand
    """

    def __init__(self, board: Tables) -> None:
        self.placed = _pieces(board, "place", "supply.{seat}", "{house}")
        self.lifted = _pieces(board, "lift", "{house}", "hand.{seat}")
        self.set_down = _pieces(board, "set", "hand.{seat}", "{house}")


@cache
def event_cache(board: Tables) -> EventCache:
    """Return the shared events of a board."""
    return EventCache(board)


def _pieces(board: Tables, kind: str, away_from: str, come_to: str) -> Pieces:
    return (
        (),
        *(
            tuple(
                Event(
                    kind,
                    owner(piece),
                    kind_name(piece),
                    away_from.format(seat=owner(piece), house=house),
                    come_to.format(seat=owner(piece), house=house),
                )
                for house in board.house_places
            )
            for piece in ALL_CODES
        ),
    )
