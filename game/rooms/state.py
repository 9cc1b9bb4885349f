"""What all sides know of a room but for the game itself: service and devices fold the same entries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from game.rooms.entries import Entry


@dataclass
class Member:
    """Somebody who has come to the room. `gone`: has left it; they can come back by their key."""

    number: int
    name: str
    gone: bool = False


class Chair(NamedTuple):
    """Who plays a seat: a member, a computer of a level, or nobody yet.

    name  whose place it was before, if nobody sits there, or a computer that plays on for them
    """

    who: int | None
    computer: str | None
    colour: str
    name: str = ""

    @property
    def open(self) -> bool:
        return self.who is None and self.computer is None


class Asked(NamedTuple):
    """The request in entry `n` that all moves but the first `to` be taken back, and who agreed."""

    n: int
    by: int
    to: int
    yes: frozenset[int] = frozenset()


class RoomState:
    """A room.

    n        the number of its last entry; 0: nothing is known of it
    setup    ruleset, seats and options
    moved    how many moves came with the room: those of a saved game
    acts     how many entries of the game there were (`play`, `back`)
    seal     the hash of seed and salt
    lasts    for how many days the service keeps the room after its last entry
    again    the name of the room in which the same people play once more, "" as long as there is none
    """

    def __init__(self) -> None:
        self.n = 0
        self.setup: Mapping[str, Any] = {}
        self.moved = 0
        self.seal = self.again = ""
        self.lasts = 0
        self.members: dict[int, Member] = {}
        self.chairs: list[Chair] = []
        self.owner = 1
        self.started = self.paused = self.over = False
        self.acts = 0
        self.asked: Asked | None = None

    def take(self, entry: Entry) -> None:
        """Fold the next entry; a `ValueError`, `LookupError` or `TypeError` if it can be none."""
        if entry.n != self.n + 1:
            raise ValueError(f"entry {entry.n} after {self.n}")
        getattr(self, f"_{entry.do}", _unknown)(entry)
        self.n = entry.n
        if self.asked and not self.held(self.asked.by):
            self.asked = None

    # ---- what it is -------------------------------------------------------------------------

    @property
    def present(self) -> Iterator[int]:
        """Those who have not left, by how long they have been there."""
        return (number for number, member in self.members.items() if not member.gone)

    def held(self, who: int | None) -> list[int]:
        """The seats of a member."""
        return [seat for seat, chair in enumerate(self.chairs) if who is not None and chair.who == who]

    @property
    def seated(self) -> set[int]:
        """The members who have a seat."""
        return {chair.who for chair in self.chairs if chair.who is not None}

    @property
    def open_seats(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.open]

    @property
    def granted(self) -> bool:
        """Whether there is a request to which everybody concerned has agreed."""
        return self.asked is not None and self.seated - {self.asked.by} <= self.asked.yes

    def outside(self) -> dict[str, Any]:
        """What is said of the room to somebody who has been invited: its game and whose it is."""
        return {
            "game": self.setup["ruleset"],
            "host": self.members[self.owner].name,
            "seats": len(self.chairs),
            "open": len(self.open_seats),
            "started": self.started,
        }

    def label(self, seat: int) -> str:
        """The name of whoever plays a seat or played it last; empty if there is none."""
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
            Chair(one["who"], one["computer"], one["colour"], one["name"]) for one in data["chairs"]
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
        self.chairs[seat] = Chair(data["who"], data["computer"], data["colour"], name)

    def _start(self, entry: Entry) -> None:
        self.started = True

    def _play(self, entry: Entry) -> None:
        self.acts += 1
        if entry.by is not None:
            self.asked = None  # somebody goes on instead of answering

    def _back(self, entry: Entry) -> None:
        self.acts += 1
        self.asked = None
        self.over = False

    def _ask(self, entry: Entry) -> None:
        self.asked = Asked(entry.n, self._by(entry).number, entry.data["to"])

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
            self.chairs[seat] = Chair(None, None, self.chairs[seat].colour, member.name)
        if self.owner == member.number:
            # Whoever has been there longest and is seated, or else whoever has been there longest.
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
