"""Interface of the stores of rooms: an append-only list of lines for each, and notes next to it. What is
confirmed is on the disk."""

from __future__ import annotations

from typing import Protocol

from game.server.error_log import LOG

DAY = 86400
CATCH_UP = 240
"""Hours in which the store's clock makes up most of a long delay."""


def advanced(last: int, now: int) -> int:
    """Return the time of the store's clock, which was `last` an hour ago: `now`, but not much later.

    The clock of a computer can be wrong after booting, by years. Until it is corrected, the store's clock has
    advanced by some days at most, and no room has expired early. A server that was switched off for a
    hundred days catches up in as many hours, one whose clock began in 1970 in two months.

    >>> advanced(1000, 4600), advanced(1000, 1000 + 100 * DAY) == 1000 + DAY, advanced(4600, 1000)
    (4600, True, 1000)
    """
    if now > last + 2 * DAY:
        LOG.warning("The clock is %d days ahead of the last check: rooms expire later", (now - last) // DAY)
    return min(now, last + max(DAY, (now - last) // CATCH_UP))


class StoreError(Exception):
    """The store is unusable or does not respond. The last line may have been stored or not.

    key     key of the error message (assets/i18n/command.*.json)
    fields  its placeholders
    """

    def __init__(self, key: str, **fields: str) -> None:
        super().__init__(key, *fields.values())
        self.key = key
        self.fields = fields


class StoreListener(Protocol):
    """A subscriber to the actions of other processes. Called in the event loop of the server."""

    def entry(self, room: str, n: int, line: str) -> None:
        """Handle a stored line. Called for this process's own lines as well."""

    def told(self, room: str, text: str) -> None:
        """Handle a transient message of any process."""

    def beat(self, process: str) -> None:
        """Handle a heartbeat of a process."""

    def missed(self) -> None:
        """Handle an interruption of the notifications, in which entries may have been missed."""


class Store(Protocol):
    """Storage of lines by room and number, from 1 without gaps."""

    shared: bool
    """True if other processes use the store at the same time."""

    async def open(self, ears: StoreListener) -> None:
        """Open the store before any other call. Raises `StoreError` if it cannot guarantee what it
        confirms."""

    def about(self) -> dict[str, str]:
        """Return facts about the durability of confirmed lines, for the host."""

    async def append(self, room: str, n: int, line: str) -> bool:
        """Store a line as number `n`. Returns False if the number is not the next one or has another line.

        Idempotent: an identical line can be appended twice. After a `StoreError`, it may have been stored or
        not.
        """

    async def load(self, room: str, since: int = 0) -> list[str]:
        """Return the lines after number `since`. Empty if there is no such room, or nothing new."""

    async def lengths(self, rooms: list[str]) -> list[int]:
        """Return the number of lines of each room."""

    async def note(self, room: str, name: str, text: str | None, *, new: bool = False) -> None:
        """Store the note of that name next to a room's lines, or delete it (None). With `new`, an existing
        note stays.

        Notes are deleted with the room. Those of the room "" belong to the server.
        """
        ...

    async def notes(self, room: str) -> dict[str, str]:
        """Return the notes of a room by name."""

    async def all_notes(self) -> dict[str, dict[str, str]]:
        """Return the notes of all rooms that have any."""

    async def wake(self, room: str, at: int | None) -> None:
        """Store when a room needs attention although no device is connected, instead of the last time; None:
        not at all. The time is one of operation (`service_clock`)."""
        ...

    async def due(self, at: int) -> list[str]:
        """Return some of the rooms that need attention at this time of operation or earlier."""

    async def follow(self, room: str) -> None:
        """Subscribe to the events of a room. They are delivered from when this returns."""

    async def unfollow(self, room: str) -> None:
        """Cancel the subscription to a room."""
        ...

    async def tell(self, room: str, text: str) -> None:
        """Publish a transient message to all processes that follow the room. It may be lost."""

    async def ask(self, room: str, text: str) -> int:
        """Publish a transient message, and return the number of processes that get it, with this one."""

    async def beat(self, process: str) -> None:
        """Publish a heartbeat of this process."""
        ...

    async def lease(self, room: str, process: str, seconds: float) -> bool:
        """Return True if this process now has the exclusive right to run the room's computer players for
        `seconds`."""

    async def release(self, room: str, process: str) -> None:
        """Give up that right."""
        ...

    async def forget(self) -> int:
        """Delete the rooms without entries during the retention period. Returns their number.

        Called every hour. The age of rooms is measured by a clock in the store, which follows that of the
        system slowly (`advanced`), and a room is deleted only if it had already expired at the previous call.
        """

    async def check(self) -> None:
        """Write something, to find out whether lines can be stored. Raises `StoreError`."""
        ...

    async def close(self) -> None:
        """Close the store after all pending writes."""
        ...
