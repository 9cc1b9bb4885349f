"""Announcements of seat changes in a room, for screen readers."""

from __future__ import annotations

from collections.abc import Sequence

from game.client.words.i18n import rooms
from game.rooms.state import RoomState


def who_sits(state: RoomState) -> list[int | None]:
    """Return the member who plays each seat; None for a computer player or an open seat."""
    return [chair.who for chair in state.chairs]


def seating(before: Sequence[int | None], state: RoomState, me: int | None) -> str:
    """Describe which members have taken or lost a seat before the game, and what the room waits for.

    Empty if no seat has changed.
    """
    now = who_sits(state)
    came = [who for who in dict.fromkeys(now) if who is not None and who not in before]
    went = [who for who in dict.fromkeys(before) if who in state.members and who not in now]
    told = [_about(state, who, me, "took") for who in came] + [_about(state, who, me, "lost") for who in went]
    return " ".join([*told, waiting(state, me)] if told else told)


def _about(state: RoomState, who: int | None, me: int | None, what: str) -> str:
    if who is None or who == me:
        return rooms(f"seat.{what}.me")
    return rooms(f"seat.{what}", name=state.members[who].name)


def waiting(state: RoomState, me: int | None) -> str:
    """Describe what a room waits for before the game, from the point of view of the member `me`."""
    free, seated = len(state.open_seats), me in who_sits(state)
    if free:
        return rooms("waiting.seats", n=free) if seated else rooms("choose")
    if me == state.owner:
        return rooms("ready")
    words = rooms("waiting.owner", name=state.members[state.owner].name)
    return words if seated else " ".join([rooms("waiting.full"), words])
