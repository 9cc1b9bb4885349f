"""The list of public tables, on which owners can put their rooms while they wait for players.

A listed room is a note of the server with the room's name. Everything else is read from the room's entries,
so that all processes and every restart show the same list.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from hashlib import blake2s
from typing import Any, NamedTuple

from game.rooms.clock import DAYS
from game.rooms.commands import apply
from game.rooms.entries import compact, entry_of
from game.rooms.protocol import REPORTS, Fields, Refused
from game.rooms.state import RoomState
from game.server import metrics
from game.server.error_log import LOG, report
from game.server.limits import HOUR, Bucket, Buckets
from game.server.store import Store, StoreError

MAX_LISTED, MAX_OF_ADDRESS = 300, 10
"""Maximum number of listed tables: in all, and of an address."""
MAX_REPORTS, MAX_REPORTS_OF_ADDRESS = 100, 10
"""Maximum number of reports per hour: in all, and of an address. Each table is reported once."""
IDLE, IDLE_DAYS = 1800.0, 3 * 86400.0
"""Seconds without a connected member after which a table leaves the list, and those with a clock that counts
days."""
ROUND = 60.0
"""Seconds between two rounds."""
RETRY = 1.0
"""Seconds between two attempts to store the host's switch."""
FRESH = 3.0
"""Seconds for which a list is sent to all who ask."""
LISTED, ATTENDED, CLOSED, SECRET = "listed ", "attended ", "lobby closed", "lobby secret"
"""Names of the server's notes: a listed room, the time at which one of its members was last connected, the
host's switch, and the key of the hashes of addresses."""
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}", re.ASCII)


class ListedRoom(NamedTuple):
    """A room on the list.

    by        keyed hash of the address from which it was listed
    language  language of its owner, such as "en"
    t         time at which it was listed
    """

    by: str
    language: str
    t: int

    @classmethod
    def read(cls, text: str) -> ListedRoom:
        """Read the stored text."""
        return cls(*json.loads(text))

    def text(self) -> str:
        """Return the text to store."""
        return compact(list(self))


class PublicTables:
    """The list of public tables of all processes that share a store.

    is_open  False after the host has closed the list
    """

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._clock = clock
        self.is_open = True
        self._wanted: bool | None = None
        """The position of the host's switch, until it is stored."""
        self._secret = b""
        self._listings: dict[str, ListedRoom] = {}
        self._attended: dict[str, float] = {}
        self._states: dict[str, RoomState] = {}
        """The states of the listed rooms, as of the last time that they were read."""
        self._read_at = float("-inf")
        self._busy = asyncio.Lock()
        self._reports = Buckets(MAX_REPORTS_OF_ADDRESS / HOUR, MAX_REPORTS_OF_ADDRESS)
        self._of_table = Buckets(1 / HOUR, 1)
        """Reports by address and table."""
        self._all_reports = Bucket(MAX_REPORTS / HOUR, MAX_REPORTS)

    async def open(
        self,
        attended: Callable[[str], bool],
        tell: Callable[[str, str], Awaitable[None]],
        do: Callable[[Coroutine[Any, Any, None]], Any],
    ) -> None:
        """Read the list. Raises `StoreError`.

        attended  returns True if a member of a room is connected to this process
        tell      sends a text to all members of a room
        do        runs a background task
        """
        self._is_attended, self._tell, self._do = attended, tell, do
        if SECRET not in (notes := await self._store.notes("")):
            await self._store.note("", SECRET, secrets.token_hex(16), new=True)
            notes = await self._store.notes("")  # another process may have been first
        self._secret = notes[SECRET].encode()
        await self._read()
        if not self.is_open:
            LOG.warning("The list of public tables is closed")

    # ---- requests ---------------------------------------------------------------------------

    async def answer(self, fields: Fields, address: str, state: RoomState | None) -> dict[str, Any]:
        """Return the answer to a request: to list a room or take it off the list, to report one, or for the
        list. Raises `Refused` or `StoreError`.

        state  the state of the room, if its owner has sent the request
        """
        if state is not None:
            on, language = fields.flag("listed"), fields.data.get("language")
            if on and not (isinstance(language, str) and _LANGUAGE.fullmatch(language)):
                raise Refused("broken", where="language")
            room = fields.token("room")
            await (self._list(room, state, address, str(language)) if on else self._remove(room))
            return {"listed": on}
        if "report" in fields.data:
            await self._report(fields.token("room"), fields.one_of("report", REPORTS), address)
            return {"reported": True}
        tables = await self.tables()
        return {"open": self.is_open, "tables": tables}

    async def tables(self) -> list[dict[str, Any]]:
        """Return the public tables, those at which a member is present first, then the latest. Raises
        `StoreError`."""
        await self._refresh()
        now = self._clock()
        found = [
            (not here, -listing.t, _described(room, self._states[room], listing.language, here=here))
            for room, listing in self._listings.items()
            if self._is_shown(room, now)
            for here in [self._is_here(room, now)]
        ]
        return [table for *_, table in sorted(found, key=lambda one: one[:2])]

    async def message(self, room: str) -> str:
        """Return the message to a member whether the room is listed. Raises `StoreError`."""
        await self._refresh()
        return self._message(room)

    def _message(self, room: str) -> str:
        return compact({"is": "lobby", "listed": room in self._listings if self.is_open else None})

    async def _list(self, room: str, state: RoomState, address: str, language: str) -> None:
        if not self.is_open:
            raise Refused("no-lobby")
        if state.started:
            raise Refused("started")
        async with self._busy:
            await self._read()
            by, others = self._hashed(address), [one for name, one in self._listings.items() if name != room]
            if len(others) >= MAX_LISTED or sum(one.by == by for one in others) >= MAX_OF_ADDRESS:
                raise Refused("too-many")
            now = int(self._clock())
            await self._store.note("", ATTENDED + room, str(now))
            await self._store.note("", LISTED + room, ListedRoom(by, language, now).text())
            await self._read()
        await self._tell(room, self._message(room))

    async def _remove(self, room: str) -> None:
        """Take a room off the list. Nothing else about it changes."""
        async with self._busy:
            for kind in (LISTED, ATTENDED):
                await self._store.note("", kind + room, None)
            await self._read()
        await self._tell(room, self._message(room))

    async def _report(self, room: str, why: str, address: str) -> None:
        await self._refresh()
        if not self.is_open or room not in self._listings:
            raise Refused("unknown-room")
        if self._of_table.of(f"{address} {room}").left < 1:
            return  # reported before
        if not (self._reports.take(address) and self._all_reports.take()):
            raise Refused("too-many")
        self._of_table.take(f"{address} {room}")
        metrics.REPORTS.labels(why).inc()
        LOG.warning("Report of the public table %s: %s (reported by %s)", room, why, self._hashed(address))

    def _hashed(self, address: str) -> str:
        """Return a short hash of an address that means nothing without the server's key."""
        return blake2s(address.encode(), key=self._secret, digest_size=6).hexdigest()

    # ---- the host's switch ------------------------------------------------------------------

    def switch(self, on: bool) -> None:
        """Open or close the list in all processes, also after a restart. Listed tables return when it
        opens."""
        LOG.warning("The list of public tables is %s", "open" if on else "closed")
        self.is_open = self._wanted = on
        self._do(self._store_switch())

    async def _store_switch(self) -> None:
        """Store the last position of the switch, and tell the members of listed rooms."""
        while (on := self._wanted) is not None:
            try:
                await self._store.note("", CLOSED, None if on else "1")
            except StoreError:
                await asyncio.sleep(RETRY)
            else:
                self._wanted = None if self._wanted == on else self._wanted
        for room in list(self._listings):
            await self._tell(room, self._message(room))

    # ---- reading the store ------------------------------------------------------------------

    async def rounds(self) -> None:
        """Note which tables are attended and end those of the list that are not, every minute."""
        while True:
            await asyncio.sleep(ROUND)
            with suppress(StoreError):
                await self.round()

    async def round(self) -> None:
        """Note which listed tables are attended, and take off the list those that are gone, have begun or
        were idle for long. Raises `StoreError`."""
        async with self._busy:
            await self._read()
        now = self._clock()
        for room in list(self._listings):
            if self._is_attended(room):
                self._attended[room] = now
                await self._store.note("", ATTENDED + room, str(int(now)))
            if self._has_ended(room, now):
                await self._remove(room)
        for room in self._attended.keys() - self._listings.keys():  # noted while another process removed it
            await self._store.note("", ATTENDED + room, None)

    async def _refresh(self) -> None:
        """Read the list unless that has just been done."""
        async with self._busy:
            if abs(self._clock() - self._read_at) >= FRESH:
                await self._read()

    async def _read(self) -> None:
        notes = await self._store.notes("")
        self.is_open = CLOSED not in notes if self._wanted is None else self._wanted
        self._listings = {room: ListedRoom.read(text) for room, text in _named(notes, LISTED)}
        self._attended = {room: float(text) for room, text in _named(notes, ATTENDED)}
        rooms = list(self._listings)
        for room, length in zip(rooms, await self._store.lengths(rooms) if rooms else (), strict=True):
            await self._follow(room, length)
        self._states = {room: state for room, state in self._states.items() if room in self._listings}
        metrics.PUBLIC_TABLES.set(len(rooms))
        self._read_at = self._clock()

    async def _follow(self, room: str, length: int) -> None:
        """Apply the entries that a room has got. One that cannot be read is not shown."""
        state = self._states.get(room, RoomState())
        if length < state.n:
            state = RoomState()
        try:
            if length > state.n:
                lines = await self._store.load(room, state.n)
                await asyncio.to_thread(_apply, state, lines)
            self._states[room] = state
        except StoreError:
            raise
        except Exception as error:  # an entry of a newer version
            report(error)
            self._states.pop(room, None)

    def _is_here(self, room: str, now: float) -> bool:
        return self._is_attended(room) or now - self._attended.get(room, 0) < 2 * ROUND

    def _has_ended(self, room: str, now: float) -> bool:
        """Return True if a listing is over for good."""
        state = self._states.get(room)
        if state is not None and (state.started or not state.n):
            return True
        clock = None if state is None else state.clock
        idle = IDLE_DAYS if clock is not None and clock.rules.kind == DAYS else IDLE
        return not self._is_attended(room) and now - self._attended.get(room, 0) >= idle

    def _is_shown(self, room: str, now: float) -> bool:
        """Return True if people can join a listed room now."""
        if not self.is_open or room not in self._states or self._has_ended(room, now):
            return False
        state = self._states[room]
        return bool(state.open_seats) and not state.locked and not state.members[state.owner].gone


def _named(notes: Mapping[str, str], kind: str) -> list[tuple[str, str]]:
    """Return room and text of each note of a kind."""
    return [(name.removeprefix(kind), text) for name, text in notes.items() if name.startswith(kind)]


def _apply(state: RoomState, lines: list[str]) -> None:
    for line in lines:
        apply(state, entry_of(line))


def _described(room: str, state: RoomState, language: str, *, here: bool) -> dict[str, Any]:
    """Return the entry of the list for a room."""
    outside = state.outside()
    names = ("game", "host", "seats", "open", "options", "clock")
    return {
        "room": room,
        **({"invite": state.invite} if state.invite else {}),
        **{name: outside[name] for name in names if name in outside},
        "computers": sum(chair.computer is not None for chair in state.chairs),
        "moved": state.moved,
        "language": language,
        "here": here,
    }
