"""What a change of seats is called, for those who cannot see it."""

from __future__ import annotations

from collections.abc import Sequence

from game.client.words.i18n import rooms
from game.rooms.state import RoomState


def who_sits(state: RoomState) -> list[int | None]:
    """Who plays each seat; None for a computer, or nobody."""
    return [chair.who for chair in state.chairs]


def seating(before: Sequence[int | None], state: RoomState, me: int | None) -> str:
    """Before the game: who has taken a seat, who has none any more, and what the room waits for.

    Empty if neither has happened.
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
    """What a room that has not begun waits for, as `me` is to hear it."""
    free, seated = len(state.open_seats), me in who_sits(state)
    if free:
        return rooms("waiting.seats", n=free) if seated else rooms("choose")
    if me == state.owner:
        return rooms("ready")
    words = rooms("waiting.owner", name=state.members[state.owner].name)
    return words if seated else " ".join([rooms("waiting.full"), words])
