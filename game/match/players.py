"""Who sits where: a name and a colour for each seat, kept in the tags of a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.engine.record import Head, Record
from game.match.plain import plain

COLOURS = ("red", "blue", "green", "yellow", "purple", "grey", "white", "black")
"""The order in which seats get colours if a record names none."""
LONGEST_NAME = 24


class Player(NamedTuple):
    """Who sits at a seat."""

    name: str
    colour: str
    """The id of the seat's colour, one of `COLOURS`; each also has a mark (a shape)."""


def players_of(record: Record | Head) -> tuple[Player, ...]:
    """Who sits where, from the record's tags; missing names and colours are filled in."""
    spare = [c for c in COLOURS if c not in (record.tags.get(f"colour.{s}") for s in range(record.seats))]
    players: list[Player] = []
    for seat in range(record.seats):
        colour = record.tags.get(f"colour.{seat}", "")
        if colour not in COLOURS or any(player.colour == colour for player in players):
            colour = spare.pop(0)
        name = plain(record.tags.get(f"name.{seat}", ""), LONGEST_NAME)
        players.append(Player(name or f"{seat + 1}", colour))
    return tuple(players)


def player_tags(players: Sequence[Player]) -> dict[str, str]:
    """The tags that `players_of` reads."""
    tags = {}
    for seat, player in enumerate(players):
        tags[f"name.{seat}"] = plain(player.name, LONGEST_NAME)
        tags[f"colour.{seat}"] = player.colour
    return tags
