"""Recent events and the position at a decision, as the guide sees them, and the notes about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from game.engine.core import Event, State
from game.match.log import Move
from game.match.match import Match

Facts = Mapping[str, Any]
TURN = "turn."
"""Prefix of the ids of notes about the player's first turns. A number follows."""
NONE: Facts = MappingProxyType({})


class GuideMessage(NamedTuple):
    """A note that is shown once. Its text is looked up by `id` and filled with `facts`."""

    id: str
    facts: Facts = NONE

    @property
    def is_turn(self) -> bool:
        """Return True if the note is about a turn that begins. Its fact "now" holds the turn's concern, if
        any."""
        return self.id.startswith(TURN)


class GuidedDecision(NamedTuple):
    """A decision of `seat`: the position, and the moves since its last action, which is included.

    begins  True if a turn of `seat` begins with this decision
    """

    seat: int
    state: State
    moves: Sequence[Move]
    begins: bool

    @classmethod
    def of(cls, match: Match, seat: int) -> Self:
        """Return the situation of a seat at this moment."""
        moves, start = match.moves, len(match.moves)
        while start and moves[start - 1].seat != seat:
            start -= 1
        since = moves[max(0, start - 1) :]
        began = not start or any(
            event.kind == "turn" and event.seat == seat for move in since for event in move.events
        )
        begins = match.state.actor == match.state.turn_seat == seat and began
        return cls(seat, match.state, since, begins)

    def events(self, *kinds: str) -> Iterator[tuple[Move, Event]]:
        """Yield the events of these kinds, each with its move."""
        for move in self.moves:
            for event in move.events:
                if event.kind in kinds:
                    yield move, event

    @property
    def asked(self) -> str:
        """Return the id of the decision."""
        return "" if self.state.decision is None else self.state.decision.id


Notice = Callable[[Any], Facts | None]
"""A detector: returns facts if a `GuidedDecision` shows what it looks for, None if not."""


def always(decision: GuidedDecision) -> Facts:
    """Return no facts: a notice that every decision shows."""
    return NONE


def second_part(place: str) -> str:
    """Return the second part of the name of a place: the route of "house.stade-hamburg.1"."""
    return place.split(".")[1]
