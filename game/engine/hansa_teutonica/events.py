"""The events of the pieces that move most, made once and shared. docs/elements.md has all kinds of events."""

from __future__ import annotations

from game.engine.core import Event
from game.engine.hansa_teutonica.board import KINDS
from game.engine.hansa_teutonica.tables import HOUSE_PLACES, MAX_SEATS

_CODES = range(1, 2 * MAX_SEATS + 1)


def _table(kind: str, away_from: str, come_to: str) -> tuple[tuple[Event, ...], ...]:
    """Events by the code of a piece (0: none) and by house."""
    return (
        (),
        *(
            tuple(
                Event(
                    kind,
                    code - 1 >> 1,
                    KINDS[code - 1 & 1],
                    away_from.format(seat=code - 1 >> 1, house=house),
                    come_to.format(seat=code - 1 >> 1, house=house),
                )
                for house in HOUSE_PLACES
            )
            for code in _CODES
        ),
    )


PLACED = _table("place", "supply.{seat}", "{house}")
LIFTED = _table("lift", "{house}", "hand.{seat}")
SET = _table("set", "hand.{seat}", "{house}")
