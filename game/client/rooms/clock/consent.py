"""Pauses, and seats that computers hold: what a person may do alone, and what the table must agree to."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from game.client.words.i18n import rooms
from game.rooms import updates
from game.rooms.clock import DAYS, SUBSTITUTE
from game.rooms.protocol import SEAT_ABSENCE, SEAT_IDLE
from game.rooms.replica import RoomReplica
from game.rooms.state import RoomState
from game.rooms.updates import Update

DECIDED = updates.Entered, updates.Played, updates.WentBack, updates.Paused
"""News after which the game waits for another decision, or waits again."""


class Consent:
    """The requests of a person to the table of a room, and the same deeds where no one has to agree."""

    def __init__(
        self, replica: RoomReplica, send: Callable[[str], None], announce: Callable[[str], None]
    ) -> None:
        """Create the requests.

        send: sends a message to the room
        announce: announces a sentence to the person
        """
        self._replica, self._send, self._announce = replica, send, announce
        self._gone_since: dict[int, float] = {}
        """Times at which members lost their connection, or this device noticed it."""
        self._awaited_since = time.monotonic()
        """Time of the last decision in the game, or at which this device came."""

    @property
    def _state(self) -> RoomState:
        return self._replica.state

    def note(self, found: Sequence[Update], heard: float) -> None:
        """Note when presences and the game have changed."""
        if any(isinstance(one, DECIDED) for one in found):
            self._awaited_since = heard
        gone = {who for who in self._state.present if self._replica.present.get(who, "gone") == "gone"}
        self._gone_since = {who: self._gone_since.get(who, heard) for who in gone}

    def absent_in(self, now: float) -> float | None:
        """Return the seconds until this person can ask the table whether a computer should continue for the
        player who must decide; None if they never can, as things are.

        now: monotonic time
        """
        match, state = self._replica.match, self._state
        actor = None if match is None else match.state.actor
        who = None if actor is None else state.chairs[actor].who
        may_ask = bool(self._replica.mine) and state.asked is None
        if actor is None or who in (None, self._replica.me) or not may_ask:
            return None
        clock = state.clock
        if clock is not None and clock.seats and not clock.seats[actor].left:
            return 0.0
        if clock is not None and clock.rules.kind == DAYS:
            return None
        waits = [] if state.paused else [self._awaited_since + SEAT_IDLE - now]
        if who in self._gone_since:
            waits.append(self._gone_since[who] + SEAT_ABSENCE - now)
        return max(0.0, min(waits)) if waits else None

    @property
    def lost_seat(self) -> int | None:
        """The seat of this person that a computer holds while they have no other, or None."""
        state, me = self._state, self._replica.me
        if not state.started or state.over or me is None or self._replica.mine:
            return None
        seats = (seat for seat, chair in enumerate(state.chairs) if chair.computer and me in state.seen[seat])
        return next(seats, None)

    @property
    def returns_freely(self) -> bool:
        """True if the person can take back `lost_seat` without consent: their time had run out."""
        clock, seat = self._state.clock, self.lost_seat
        if clock is None or seat not in clock.stand_ins:
            return False
        return clock.stand_ins[seat][0] == self._replica.me

    def come_back(self) -> None:
        """Take back the seat that a computer holds, or ask the others to agree."""
        if (seat := self.lost_seat) is None:
            return
        if self.returns_freely:
            self._send(self._replica.seat(seat, who=self._replica.me))
        else:
            self._send(self._replica.propose_return(seat))
            self._announce(rooms("asked"))

    @property
    def pauses(self) -> bool:
        """True if a pause needs the consent of other players."""
        state = self._state
        return state.clock is not None and bool(state.seated - {self._replica.me})

    def pause(self, on: bool) -> None:
        """Pause or resume the game, or ask the others to agree."""
        if self.pauses:
            self._send(self._replica.propose_pause(on))
            self._announce(rooms("asked"))
        else:
            self._send(self._replica.pause(on))

    @property
    def may_pause(self) -> bool:
        """True if this person can pause or resume the game, or ask for it."""
        match = self._replica.match
        on = match is not None and match.state.actor is not None and self._state.asked is None
        return on and (bool(self._replica.mine) if self.pauses else self._replica.owns)

    def pause_label(self) -> str:
        """Return the label of the command that pauses or resumes the game."""
        if self.pauses:
            return rooms("resume.ask" if self._state.paused else "pause.ask")
        return rooms("resume" if self._state.paused else "pause")

    def ask_for_computer(self) -> None:
        """Ask the table whether a computer should continue for the player who must decide."""
        match = self._replica.match
        if match is not None and match.state.actor is not None:
            self._send(self._replica.propose_computer(match.state.actor, SUBSTITUTE))
            self._announce(rooms("asked"))

    def hand_over(self) -> None:
        """Let a computer play for this person."""
        for seat in self._replica.mine:
            self._send(self._replica.seat(seat, computer=SUBSTITUTE))
