"""Events that a match can wait for. `None` stands for no event, because the match is over or paused."""

from __future__ import annotations

from typing import NamedTuple


class AwaitingInput(NamedTuple):
    """A decision of the person at `seat`, on this screen."""

    seat: int


class AwaitingAnswer(NamedTuple):
    """The answer of an AI worker for `seat`.

    version  version of the match, to be handed back with the answer; answers to older versions are ignored
    request  the request as JSON text, which holds only what `seat` may know
    """

    version: int
    seat: int
    request: str


class AwaitingTimer(NamedTuple):
    """The time from which the next action, which is ready, may be played (`Match.step`)."""

    at: float


class AwaitingRemote(NamedTuple):
    """A decision that `seat` makes on another device and that arrives from there."""

    seat: int


class AwaitingSend(NamedTuple):
    """Confirmation that the game has been sent to the player at `seat`; None: it is over and goes to all
    players."""

    seat: int | None


Wait = AwaitingInput | AwaitingAnswer | AwaitingTimer | AwaitingRemote | AwaitingSend | None
"""An event that a match waits for, or None."""
