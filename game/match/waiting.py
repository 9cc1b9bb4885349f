"""What a match waits for. A sixth possibility is `None`: nothing, because it is over or paused."""

from __future__ import annotations

from typing import NamedTuple


class Touch(NamedTuple):
    """A decision of the person at `seat`, at this screen."""

    seat: int


class Answer(NamedTuple):
    """`seat`'s decision is being thought about elsewhere.

    version  of the match: handed back with the answer; an answer to an older version is ignored
    request  what to ask, as JSON text: it holds only what everybody at the table may know
    """

    version: int
    seat: int
    request: str


class Timer(NamedTuple):
    """The next action is ready and may be played (`Match.step`) from this time on."""

    at: float


class Elsewhere(NamedTuple):
    """`seat` decides at another device, from which the decision comes."""

    seat: int


class Post(NamedTuple):
    """The game must be sent to whoever plays `seat`; None: it is over, to everybody."""

    seat: int | None


Wait = Touch | Answer | Timer | Elsewhere | Post | None
