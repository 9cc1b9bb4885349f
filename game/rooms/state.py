"""State of a room known to server and clients, apart from the game: all of them apply the same entries
(`commands.apply`)."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, count
from typing import Any, NamedTuple

from game.match.players import LONGEST_NAME
from game.rooms.clock import ClockRules, RoomClock
from game.rooms.protocol import FIRST_VERSION


@dataclass
class Member:
    """A person who has joined the room.

    gone     they have left, and can return with their key
    removed  the owner has removed them, and they cannot return
    """

    number: int
    name: str
    gone: bool = False
    removed: bool = False


class SeatAssignment(NamedTuple):
    """The player of a seat: a member, a computer of a level, or no one yet.

    name  the previous member at an open seat, or the member whom a computer replaces
    """

    who: int | None
    computer: str | None
    colour: str
    name: str = ""

    @property
    def open(self) -> bool:
        """Return True if the seat has no player."""
        return self.who is None and self.computer is None


class ConsentRequest(NamedTuple):
    """A request, made in entry `n`, that needs consent, with the members who agreed.

    to     undo all moves but the first `to`
    pause  pause or resume the game
    seat   give this seat to the member `who`, who is `by`, or to a computer of the level `computer`

    One of `to`, `pause` and `seat` is not None.
    """

    n: int
    by: int
    to: int | None = None
    yes: frozenset[int] = frozenset()
    pause: bool | None = None
    seat: int | None = None
    who: int | None = None
    computer: str | None = None


class RoomState:
    """The shared state of a room. `commands.apply` changes it.

    n        number of the last entry; 0: nothing is known
    setup    ruleset, seats and options
    moved    number of moves of the saved game with which the room began
    game_seq  number of entries that belong to the game (`play`, `back`)
    seal     commitment: hash of seed and salt
    lasts    retention period after the last entry, in days
    again    name of the new room for the same people, or ""
    locked   True if no new members are admitted
    invite   invitation code that new members need; "": none
    moves    number of moves of the game
    former   members who lost a seat during the game without leaving the room, each with the number of moves
             at that time
    seen     for each seat, the members who have played it since the game started, and so know its secrets
    version  version of the protocol that knows all entries of the room
    clock    the clock, if the owner has set one
    """

    def __init__(self) -> None:
        self.n = 0
        self.setup: Mapping[str, Any] = {}
        self.moved = 0
        self.seal = self.again = ""
        self.lasts = 0
        self.members: dict[int, Member] = {}
        self.chairs: list[SeatAssignment] = []
        self.owner = 1
        self.started = self.paused = self.over = False
        self.game_seq = 0
        self.asked: ConsentRequest | None = None
        self.locked = False
        self.invite = ""
        self.moves = 0
        self.former: list[tuple[int, int]] = []
        self.seen: list[list[int]] = []
        self.version = FIRST_VERSION
        self.clock: RoomClock | None = None

    @property
    def clock_rules(self) -> ClockRules | None:
        """The rules of the clock, or None without one."""
        return None if self.clock is None else self.clock.rules

    @property
    def present(self) -> Iterator[int]:
        """Yield the members who have not left, in the order in which they joined."""
        return (number for number, member in self.members.items() if not member.gone)

    def held(self, who: int | None) -> list[int]:
        """Return the seats of a member."""
        return [seat for seat, chair in enumerate(self.chairs) if who is not None and chair.who == who]

    @property
    def seated(self) -> set[int]:
        """Return the members with a seat."""
        return {chair.who for chair in self.chairs if chair.who is not None}

    @property
    def players(self) -> list[int | None]:
        """Return the member of each seat, also one whom a computer replaces because their time has run
        out."""
        away = {} if self.clock is None else self.clock.stand_ins
        return [away[seat][0] if seat in away else chair.who for seat, chair in enumerate(self.chairs)]

    def succeeds(self, who: int) -> bool:
        """Return True if a member can take over the room from an absent owner: another player, or without
        other players any member."""
        others = self.seated - {self.owner}
        return who in others or not others

    @property
    def heir(self) -> int | None:
        """Return the member who owns the room after its owner has left, or None if no member is left.

        It is the first to have joined of the members with a seat, otherwise of all.
        """
        return min(self.present, key=lambda who: (who not in self.seated, who), default=None)

    @property
    def open_seats(self) -> list[int]:
        """Return the seats without a player."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.open]

    def voters(self, request: ConsentRequest) -> set[int]:
        """Return the members who must agree to a request: all who have a seat, also those who had one when
        moves to be undone were made, but not the player whom a computer is to replace."""
        voters = self.seated - {request.by}
        if request.to is not None:
            return voters | (self.players_since(request.to) - {request.by})
        return voters - {self.concerned(request)}

    def concerned(self, request: ConsentRequest) -> int | None:
        """Return the player whom a computer is to replace, or None for another request."""
        return None if request.seat is None else self.chairs[request.seat].who

    def players_since(self, to: int) -> set[int]:
        """Return the members who have lost a seat since the first `to` moves, and played until then."""
        return {who for moves, who in self.former if moves > to}

    @property
    def granted(self) -> bool:
        """Return True if there is a request to which all affected members have agreed."""
        return self.asked is not None and self.voters(self.asked) <= self.asked.yes

    def see(self, seat: int) -> None:
        """Note who plays a seat from now on."""
        who = self.chairs[seat].who
        if who is not None and who not in self.seen[seat]:
            self.seen[seat].append(who)

    def distinct(self, name: str, who: int) -> str:
        """Return a name for the member `who` that no other present member has: `name`, perhaps with a
        number, or "?" instead of an empty one."""
        taken = {one.name.casefold() for one in self.members.values() if one.number != who and not one.gone}
        name = name or "?"
        numbered = (f"{name[: LONGEST_NAME - 3]} {number}" for number in count(2))
        return next(one for one in chain([name], numbered) if one.casefold() not in taken)

    def barred(self, invite: str) -> str:
        """Return the code of the reason why someone with this invitation code cannot join, or ""."""
        if self.locked:
            return "locked"
        return "changed-link" if self.invite not in ("", invite) else ""

    def outside(self, present: Container[int] = ()) -> dict[str, Any]:
        """Return the information shown to an invited person before they enter: game, host, seats and clock.

        present  the members who are connected
        """
        chairs = [
            {"colour": chair.colour, "name": self.label(seat), "computer": chair.computer,
             "open": chair.open, "here": chair.who in present}
            for seat, chair in enumerate(self.chairs)
        ]  # fmt: skip
        return {
            "game": self.setup["ruleset"],
            "host": self.members[self.owner].name,
            "seats": len(self.chairs),
            "open": len(self.open_seats),
            "started": self.started,
            "options": dict(self.setup["options"]),
            "chairs": chairs,
            "watching": [self.members[who].name for who in self.present if self._watches(who, present)],
            **({"clock": self.clock.rules.data()} if self.clock else {}),
        }

    def _watches(self, who: int, present: Container[int]) -> bool:
        return who in present and who not in self.seated

    def label(self, seat: int) -> str:
        """Return the name of the current or last player of a seat; empty without one."""
        chair = self.chairs[seat]
        return chair.name if chair.who is None else self.members[chair.who].name
