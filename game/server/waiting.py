"""The members for whom a game waits, and which of them have been told."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from game.rooms.state import ConsentRequest
from game.server.room import Room

TURN, ANSWER, CONSENT, OVER = "turn", "answer", "consent", "over"
"""Kinds of notifications: it is the member's turn, they must decide during another player's turn, another
player asks for consent, or the game is over, which waits for no one."""
GLANCE = 20.0
"""Seconds of presence after which a member counts as informed. A device without a network counts as present
for nearly as long."""
DAY = 86400


class Facts(NamedTuple):
    """The facts of a room from which notifications are made, at one moment.

    n        number of the last entry
    t        its time
    awaited  by member, the kind of notification and its identity, which differs from that of the next one
    acted    by member, the number of actions in their turn so far
    seated   names of the players
    mover    name of the player who acted last, "" for a computer player
    asker    name of the member who asks for consent
    request  what they want: "undo", "pause", "resume", or "seat" for another player of a seat
    busy     the server must act next: a computer player, or an answer that was given in advance
    """

    n: int
    t: int
    awaited: Mapping[int, tuple[str, int]]
    acted: Mapping[int, int]
    seated: Mapping[int, str]
    game: str
    seats: int
    mover: str = ""
    asker: str = ""
    request: str = ""
    busy: bool = False


def facts_of(room: Room, *, thinks: bool) -> Facts:
    """Return the facts of a room.

    thinks  the server has computer players, and so answers an interruption that a member leaves to one
    """
    state, match = room.state, room.match
    seated = {who: state.members[who].name for who in sorted({one for one in state.players if one})}
    game, seats = state.setup["ruleset"], len(state.chairs)
    if match is None:
        return Facts(state.n, room.time, {}, {}, seated, game, seats)
    awaited: dict[int, tuple[str, int]] = {}
    acted: dict[int, int] = {}
    asker = request = ""
    if state.over:
        awaited = {who: (OVER, state.game_seq) for who in seated}
    elif state.asked is not None:
        asker, request = state.members[state.asked.by].name, _request(state.asked)
        voters = state.voters(state.asked) - state.asked.yes
        awaited = {who: (CONSENT, state.asked.n) for who in voters if not state.members[who].gone}
    actor = None if state.paused else match.state.actor
    answers = match.ready is not None or (thinks and room.awaited() is not None)
    who = None if actor is None or answers else state.chairs[actor].who
    moves = match.moves
    if who is not None and actor is not None:
        began = len(moves)
        while began > 0 and state.chairs[moves[began - 1].seat].who == who:
            began -= 1
        acted[who] = len(moves) - began
        kind = TURN if match.state.turn_seat in (None, actor) else ANSWER
        awaited.setdefault(who, (kind, began))
    mover = state.label(moves[-1].seat) if moves else ""
    busy = actor is not None and (answers or state.chairs[actor].computer is not None)
    return Facts(state.n, room.time, awaited, acted, seated, game, seats, mover, asker, request, busy)


def _request(asked: ConsentRequest) -> str:
    """Return what a request wants: "undo", "pause", "resume" or "seat"."""
    if asked.pause is not None:
        return "pause" if asked.pause else "resume"
    return "undo" if asked.seat is None else "seat"


class Wait(NamedTuple):
    """A member for whom the game waits.

    kind   kind of their notification, with its identity `at`
    acted  number of their actions since it began
    t      time at which it began, or of their last action
    seen   they have seen it at the table
    told   devices and channels that have been notified
    again  time of the last reminder
    """

    kind: str
    at: int
    acted: int
    t: int
    seen: bool = False
    told: tuple[str, ...] = ()
    again: int = 0

    def until(self, now: int) -> Wait:
        """Return the wait with no time after `now`, in case the computer's clock was ahead."""
        return self._replace(t=min(self.t, now), again=min(self.again, now))

    def reminds(self, hours: int, now: float) -> bool:
        """Return True if a reminder is due after that many hours, at most one a day. 0: none."""
        return bool(hours) and self.kind != OVER and now - self.t >= hours * 3600 and now - self.again >= DAY


@dataclass
class Waits:
    """The members for whom a game waits, as stored.

    n       number of the entry after which this was so
    game    id of the game
    busy    the server had to act then
    all     by member
    passed  devices on which a notification must be withdrawn, with the number of the
            entry with which the turn passed
    """

    n: int = 0
    game: str = ""
    busy: bool = False
    all: dict[int, Wait] = field(default_factory=dict)
    passed: dict[str, int] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str) -> Waits:
        """Read the stored text."""
        told: dict[str, Any] = json.loads(text)
        found = {
            int(who): Wait(kind, at, acted, t, seen, tuple(devices), again)
            for who, (kind, at, acted, t, seen, devices, again) in told["all"].items()
        }
        return cls(told["n"], told["game"], told["busy"], found, told["passed"])

    def text(self) -> str:
        """Return the text to store."""
        told = {"n": self.n, "game": self.game, "busy": self.busy, "all": self.all, "passed": self.passed}
        return json.dumps(told, separators=(",", ":"))

    def follow(self, facts: Facts, here: Collection[int], now: float) -> None:
        """Update it to the facts of the room.

        here  the members who see the table
        """
        before, self.all = self.all, {}
        self.n, self.game, self.busy = facts.n, facts.game, facts.busy
        for who, (kind, at) in facts.awaited.items():
            acted, old = facts.acted.get(who, 0), before.get(who)
            if old is None or (old.kind, old.at) != (kind, at):
                wait = Wait(kind, at, acted, facts.t, seen=acted > 0)
            else:
                wait = before.pop(who)
                if acted != wait.acted:
                    wait = wait._replace(acted=acted, t=facts.t, seen=True)
            wait = wait.until(int(now))
            looked = who in here and now - wait.t >= GLANCE
            self.all[who] = wait._replace(seen=wait.seen or looked)
        for wait in before.values():
            if wait.kind != OVER:
                self.passed |= dict.fromkeys(wait.told, facts.n)
