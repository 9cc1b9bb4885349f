"""Where rooms are kept: a growing list of lines each. What `append` has confirmed is on the disk."""

from __future__ import annotations

from typing import Protocol


class StoreError(Exception):
    """The store cannot be used, or does not answer: whether the last line was kept is not known.

    key     names the text that says so (assets/i18n/command.*.json)
    fields  what stands in it
    """

    def __init__(self, key: str, **fields: str) -> None:
        super().__init__(key, *fields.values())
        self.key = key
        self.fields = fields


class Ears(Protocol):
    """Whoever wants to hear what other processes do. Called in the loop of the service."""

    def entry(self, room: str, n: int, line: str) -> None:
        """A line was kept; this process's own come back as well."""

    def told(self, room: str, text: str) -> None:
        """Another process, or this one, has something to say that is not kept."""

    def beat(self, process: str) -> None:
        """That process lives."""

    def missed(self) -> None:
        """The line was cut for a moment: entries may have passed unheard."""


class Store(Protocol):
    """Lines by room and number, from 1 on, without a gap."""

    shared: bool
    """Whether other processes use it at the same time."""

    async def open(self, ears: Ears) -> None:
        """Before all else; raises `StoreError` if it cannot keep what it confirms."""

    def about(self) -> dict[str, str]:
        """Facts for whoever runs the service: how safe is what was confirmed."""

    async def append(self, room: str, n: int, line: str) -> bool:
        """Keep a line as number `n`; False if it is not the next one, or another stands there already.

        The very same line twice counts once. `StoreError`: it may have been kept, or not.
        """

    async def load(self, room: str, since: int = 0) -> list[str]:
        """The lines after number `since`; none: there is no such room, or nothing new."""

    async def lengths(self, rooms: list[str]) -> list[int]:
        """How many lines each room has."""

    async def follow(self, room: str) -> None:
        """From when this returns on, what happens in the room is heard."""

    async def unfollow(self, room: str) -> None: ...

    async def tell(self, room: str, text: str) -> None:
        """To all processes that follow the room; may be lost."""

    async def beat(self, process: str) -> None: ...

    async def lease(self, room: str, process: str, seconds: float) -> bool:
        """Whether this process, and no other, may think for the room's computers during this time."""

    async def release(self, room: str, process: str) -> None: ...

    async def forget(self) -> int:
        """Delete the rooms that have been silent for longer than the retention period; return their number.

        A room is deleted only if the previous call has found it silent, too.
        """

    async def close(self) -> None: ...
