"""The most frequent events of pieces, made once and shared. docs/elements.md lists all kinds of events."""

from __future__ import annotations

from game.engine.core import Event
from game.engine.hansa_teutonica.codes import ALL_CODES, kind_name, owner
from game.engine.hansa_teutonica.tables import HOUSE_PLACES


def _table(kind: str, away_from: str, come_to: str) -> tuple[tuple[Event, ...], ...]:
    """Events by the code of a piece (0: none) and by house."""
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
                for house in HOUSE_PLACES
            )
            for piece in ALL_CODES
        ),
    )


PLACED = _table("place", "supply.{seat}", "{house}")
LIFTED = _table("lift", "{house}", "hand.{seat}")
SET = _table("set", "hand.{seat}", "{house}")
