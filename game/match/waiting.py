"""What a match waits for. `None` is the fifth possibility: nothing, because it is over or paused."""

from __future__ import annotations

from typing import NamedTuple


class Touch(NamedTuple):
    """The person at `seat` decides, at this screen."""

    seat: int


class Answer(NamedTuple):
    """Somebody thinks about `seat`'s decision elsewhere.

    ticket   handed back with the answer; an answer with an older ticket is ignored
    request  what to ask: JSON text that holds nothing but what everybody at the table may know
    """

    ticket: int
    seat: int
    request: str


class Moment(NamedTuple):
    """The next action is known and may be played (`Match.step`) from this time on."""

    at: float


class Post(NamedTuple):
    """The game has to be sent to whoever plays `seat`; to everybody if it is over (None)."""

    seat: int | None


Wait = Touch | Answer | Moment | Post | None
