"""State of a room known to server and clients, apart from the game: all of them apply the same entries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from game.rooms.entries import Entry


@dataclass
class Member:
    """A person who has joined the room. `gone` marks a person who has left; they can return with
    their key."""

    number: int
    name: str
    gone: bool = False


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


class UndoRequest(NamedTuple):
    """The request, made in entry `n`, to undo all moves but the first `to`, with the members who agreed."""

    n: int
    by: int
    to: int
    yes: frozenset[int] = frozenset()


class RoomState:
    """The shared state of a room.

    n        number of the last entry; 0: nothing is known
    setup    ruleset, seats and options
    moved    number of moves of the saved game with which the room began
    acts     number of entries that belong to the game (`play`, `back`)
    seal     commitment: hash of seed and salt
    lasts    retention period after the last entry, in days
    again    name of the new room for the same people, or ""
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
        self.acts = 0
        self.asked: UndoRequest | None = None

    def take(self, entry: Entry) -> None:
        """Apply the next entry. Raises `ValueError`, `LookupError` or `TypeError` if it is invalid."""
        if entry.n != self.n + 1:
            raise ValueError(f"entry {entry.n} after {self.n}")
        getattr(self, f"_{entry.do}", _unknown)(entry)
        self.n = entry.n
        if self.asked and not self.held(self.asked.by):
            self.asked = None

    # ---- properties -------------------------------------------------------------------------

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
    def open_seats(self) -> list[int]:
        """Return the seats without a player."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.open]

    @property
    def granted(self) -> bool:
        """Return True if there is a request to which all affected members have agreed."""
        return self.asked is not None and self.seated - {self.asked.by} <= self.asked.yes

    def outside(self) -> dict[str, Any]:
        """Return the information shown to an invited person before they enter: game, host and seats."""
        return {
            "game": self.setup["ruleset"],
            "host": self.members[self.owner].name,
            "seats": len(self.chairs),
            "open": len(self.open_seats),
            "started": self.started,
        }

    def label(self, seat: int) -> str:
        """Return the name of the current or last player of a seat; empty without one."""
        chair = self.chairs[seat]
        return chair.name if chair.who is None else self.members[chair.who].name

    # ---- entries ----------------------------------------------------------------------------

    def _open(self, entry: Entry) -> None:
        data = entry.data
        self.setup, self.moved, self.seal, self.lasts = (
            data["setup"],
            data["moved"],
            data["seal"],
            data["lasts"],
        )
        self.chairs = [
            SeatAssignment(one["who"], one["computer"], one["colour"], one["name"]) for one in data["chairs"]
        ]
        self.members[1] = Member(1, data["name"])

    def _join(self, entry: Entry) -> None:
        who = entry.data["who"]
        self.members[who] = Member(who, entry.data["name"])

    def _rename(self, entry: Entry) -> None:
        self._by(entry).name = entry.data["name"]

    def _owner(self, entry: Entry) -> None:
        self.owner = self.members[entry.data["who"]].number

    def _seat(self, entry: Entry) -> None:
        data, seat = entry.data, entry.data["seat"]
        old = self.chairs[seat]
        before = "" if data["computer"] is not None else old.name
        name = self.label(seat) if self.started else before
        self.chairs[seat] = SeatAssignment(data["who"], data["computer"], data["colour"], name)

    def _start(self, entry: Entry) -> None:
        self.started = True

    def _play(self, entry: Entry) -> None:
        self.acts += 1
        if entry.by is not None:
            self.asked = None  # a player moved instead of answering

    def _back(self, entry: Entry) -> None:
        self.acts += 1
        self.asked = None
        self.over = False

    def _ask(self, entry: Entry) -> None:
        self.asked = UndoRequest(entry.n, self._by(entry).number, entry.data["to"])

    def _answer(self, entry: Entry) -> None:
        asked = self.asked
        if asked is not None:
            agreed = asked._replace(yes=asked.yes | {self._by(entry).number})
            self.asked = agreed if entry.data["yes"] else None

    def _pause(self, entry: Entry) -> None:
        self.paused = entry.data["on"]

    def _say(self, entry: Entry) -> None:
        pass

    def _again(self, entry: Entry) -> None:
        self.again = entry.data["room"]

    def _leave(self, entry: Entry) -> None:
        member = self._by(entry)
        member.gone = True
        for seat in self.held(member.number):
            self.chairs[seat] = SeatAssignment(None, None, self.chairs[seat].colour, member.name)
        if self.owner == member.number:
            # The first to have joined of the members with a seat, otherwise of all.
            order = sorted(self.present, key=lambda who: (who not in self.seated, who))
            self.owner = order[0] if order else self.owner

    def _over(self, entry: Entry) -> None:
        self.over = True
        self.asked = None

    def _by(self, entry: Entry) -> Member:
        if entry.by is None:
            raise ValueError(f"nobody does {entry.do}")
        return self.members[entry.by]


def _unknown(entry: Entry) -> None:
    raise ValueError(f"no entry of a room: {entry.do:.40}")
