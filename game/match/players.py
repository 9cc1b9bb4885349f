"""Name and colour of each seat's player, stored in the tags of a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.engine.record import Head, Record
from game.match.graphemes import cut
from game.match.sanitize import sanitize

COLOURS = ("red", "blue", "green", "yellow", "purple", "grey", "white", "black")
"""Colours of the seats, in the order in which they are assigned if a record names none."""
LONGEST_NAME = 24


def typed_name(text: str) -> str:
    """Return the content of a name field after a change: one line, no longer than a name."""
    return cut(text.replace("\n", " "), LONGEST_NAME)


def player_name(text: str) -> str:
    """Return a typed or received name in its stored form. Empty if nothing in it is visible."""
    return sanitize(text, LONGEST_NAME)


class PlayerInfo(NamedTuple):
    """The player at a seat."""

    name: str
    colour: str
    """Id of the seat's colour, one of `COLOURS`. Each colour also has a mark (a shape)."""


def players_of(record: Record | Head) -> tuple[PlayerInfo, ...]:
    """Return the players by seat from the record's tags, with defaults for missing names and colours."""
    spare = [c for c in COLOURS if c not in (record.tags.get(f"colour.{s}") for s in range(record.seats))]
    players: list[PlayerInfo] = []
    for seat in range(record.seats):
        colour = record.tags.get(f"colour.{seat}", "")
        if colour not in COLOURS or any(player.colour == colour for player in players):
            colour = spare.pop(0)
        name = player_name(record.tags.get(f"name.{seat}", ""))
        players.append(PlayerInfo(name or f"{seat + 1}", colour))
    return tuple(players)


def player_tags(players: Sequence[PlayerInfo]) -> dict[str, str]:
    """Return the tags that `players_of` reads."""
    tags = {}
    for seat, player in enumerate(players):
        tags[f"name.{seat}"] = player_name(player.name)
        tags[f"colour.{seat}"] = player.colour
    return tags
