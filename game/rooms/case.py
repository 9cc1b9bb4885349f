"""The situation in which a command is validated, with the checks that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from game.match.match import Match
from game.rooms.entries import Entry
from game.rooms.protocol import Refused
from game.rooms.state import Member, RoomState

Values = Mapping[str, Any]
"""The fields of a command or of its entry, by name, except those that every entry has."""


class Case(NamedTuple):
    """The data by which a command is validated.

    who             the sender, a member who has not left
    last_human_seq  the last game entry that was not made by a computer, counted like `at`
    absence         returns the seconds since each disconnected member was last connected
    idle            returns the seconds for which the game has waited for the next decision
    """

    state: RoomState
    match: Match | None
    who: int
    last_human_seq: int
    absence: Callable[[], Mapping[int, float]] = dict
    idle: Callable[[], float] = float

    @property
    def secrets(self) -> bool:
        """Return True if seats of the running game have secrets."""
        state, match = self.state, self.match
        return state.started and not state.over and match is not None and match.state.secret

    @property
    def game(self) -> Match:
        """Return the game. Raises `Refused` if it has not started or is paused."""
        if self.match is None:
            raise Refused("not-started")
        if self.state.paused:
            raise Refused("paused")
        return self.match

    def game_to_undo(self, values: Values) -> Match:
        """Return the game. Raises `Refused` if there is nothing to undo. Computers may have moved in the
        meantime."""
        match = self.game
        self.check_seat()
        if not self.last_human_seq < values["at"] <= self.state.game_seq + 1:
            raise Refused("late", at=self.state.game_seq + 1)
        if values["to"] >= len(match.moves):
            raise Refused("nothing-to-take-back")
        return match

    def check_owner(self) -> None:
        """Raise `Refused` unless the sender owns the room."""
        if self.state.owner != self.who:
            raise Refused("owner-only")

    def check_present(self, who: int) -> None:
        """Raise `Refused` unless `who` is a member who has not left."""
        if who not in self.state.present:
            raise Refused("unknown-member", who=who)

    def check_seat(self) -> None:
        """Raise `Refused` unless the sender has a seat."""
        if not self.state.held(self.who):
            raise Refused("watching")


def sender(state: RoomState, entry: Entry) -> Member:
    """Return the member who caused the entry."""
    if entry.by is None:
        raise ValueError(f"an entry {entry.do:.40} without a member")
    return state.members[entry.by]
