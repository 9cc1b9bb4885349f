"""What somebody who is to decide looks back on, and what can be said about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from game.engine.core import Event, State
from game.match.history import Move
from game.match.match import Match

Facts = Mapping[str, Any]
TURN = "turn."
"""How the ids of the notes about one's first turns begin; their numbers follow."""
NONE: Facts = MappingProxyType({})


class Note(NamedTuple):
    """Something to be told once: its sentence is found by `id`, the facts fill it in."""

    id: str
    facts: Facts = NONE

    @property
    def is_turn(self) -> bool:
        """Whether it is about a turn that begins: its fact "now" is what matters then, if anything does."""
        return self.id.startswith(TURN)


class Sight(NamedTuple):
    """A decision of `seat`: the position, and the moves since its last action, that action included.

    begins  whether a turn of its own begins with this decision
    """

    seat: int
    state: State
    moves: Sequence[Move]
    begins: bool

    @classmethod
    def of(cls, match: Match, seat: int) -> Self:
        """What the seat sees now."""
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
        """What has happened of these kinds, and in which move."""
        for move in self.moves:
            for event in move.events:
                if event.kind in kinds:
                    yield move, event

    @property
    def asked(self) -> str:
        """The id of the decision."""
        return "" if self.state.decision is None else self.state.decision.id


Notice = Callable[[Any], Facts | None]
"""Looks at a `Sight` for one thing: the facts if it is there, None if it is not."""
