"""The tables of the device in one list: saved games, games by mail and rooms, sorted by what waits for the
player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from game.client.storage.rooms import Kept, room_turn
from game.client.storage.save_store import Saved, by_age
from game.client.storage.saved_text import turn
from game.client.words.i18n import rooms, t

MINE, OTHERS, OVER = "mine", "others", "over"
"""The groups of the list, in order: what waits for the player, for others, and what is over."""
GROUPS = (MINE, OTHERS, OVER)


class TableEntry(NamedTuple):
    """A table of the device.

    game: the saved game; None for a room whose game has not begun
    room: the room as the device knows it; None for other games, and for a room that the device has left
    own: the name in the settings
    """

    game: Saved | None
    room: Kept | None
    own: str = ""

    @property
    def id(self) -> str:
        """The id of the saved game, which for a room is its name."""
        return self.room.room if self.room is not None else self.game.id if self.game is not None else ""

    @property
    def ruleset(self) -> str:
        """The id of the game that is played."""
        return self.game.ruleset if self.game is not None else self.room.ruleset if self.room else ""

    @property
    def names(self) -> tuple[str, ...]:
        """The players, in seat order."""
        return self.game.names if self.game is not None else self.room.names if self.room else ()

    @property
    def over(self) -> bool:
        """True if the game is over."""
        if self.room is not None and self.room.state:
            return self.room.state == "over"
        return self.game is not None and self.game.over

    @property
    def shared(self) -> bool:
        """True if people on other devices play along."""
        return self.room is not None or (self.game is not None and self.game.by_mail)

    @property
    def date(self) -> str:
        """The time at which something last happened at the table, as far as the device knows."""
        dates = (self.since, self.room.date if self.room else "", self.game.date if self.game else "")
        return next(filter(None, dates if self.room else dates[2:]), "")

    @property
    def since(self) -> str:
        """The time since which the table has waited for a decision, or "". A game on this device alone waits
        for no one."""
        if self.room is not None:
            return self.room.since
        return self.game.since if self.game is not None and self.game.by_mail else ""

    @property
    def group(self) -> str:
        """The group of the list. A game of an older version, whose save does not name the seat to decide, may
        wait for the player, and so may a game by mail between people of other names."""
        if self.over:
            return OVER
        if self.room is not None:
            return MINE if self.room.waits else OTHERS
        if self.game is None or self.game.room:
            return OTHERS
        actor, names = self.game.actor, self.game.names
        if actor is not None and self.game.by_mail and names.count(self.own) == 1:
            return MINE if names[actor] == self.own else OTHERS
        return MINE if actor is None or actor in self.game.people else OTHERS

    def turn(self, actor: int | None) -> str:
        """Return what the table waits for.

        actor: the seat to decide in a saved game, None if it is unknown
        """
        if self.over:
            return ""
        if self.room is None:
            return turn(self.game, actor, self.own) if self.game is not None and not self.game.room else ""
        if self.room.asks:
            return rooms("consent")
        if self.room.state == "open":
            return rooms("state.open")
        return room_turn(self.room)

    def waits(self, now: str) -> str:
        """Return how long the table has waited for the decision, or ""."""
        running = not self.over and (self.room is None or self.room.state == "running")
        return waited(self.since, now) if running and self.since else ""

    def new(self) -> int | None:
        """Return the number of moves at the last visit if there have been more since, else None."""
        if self.room is None or self.game is None or not 0 <= self.room.seen < self.game.actions:
            return None
        return self.room.seen


def waited(since: str, now: str) -> str:
    """Return how long something has waited since a stored local time, in the largest whole unit; "" for less
    than a minute and for other text."""
    try:
        minutes = (datetime.fromisoformat(now) - datetime.fromisoformat(since)).total_seconds() // 60
    except (TypeError, ValueError):
        return ""
    units = (("days", 24 * 60), ("hours", 60), ("minutes", 1))
    found = ((unit, int(minutes // length)) for unit, length in units if minutes >= length)
    unit, number = next(found, ("", 0))
    return t(f"date.waited.{unit}", n=number) if unit else ""


def entries(games: Iterable[Saved], kept: Iterable[Kept], own: str) -> list[TableEntry]:
    """Return the tables of some saved games and rooms, each table once.

    own: the name in the settings
    """
    known = {one.room: one for one in kept}
    found = [TableEntry(game, known.pop(game.room, None), own) for game in games]
    return [*found, *(TableEntry(None, room, own) for room in known.values())]


def in_order(found: Sequence[TableEntry], now: str) -> list[TableEntry]:
    """Sort tables by their groups. In the first, those at which others wait come first, the longest waiting
    before others. Elsewhere the latest come first."""
    latest = sorted(found, key=lambda one: by_age(one.date, now), reverse=True)
    latest.sort(key=lambda one: _waiting(one, now))
    return sorted(latest, key=lambda one: GROUPS.index(one.group))


def _waiting(one: TableEntry, now: str) -> tuple[bool, str]:
    return (False, one.since) if one.group == MINE and one.shared else (True, "")
