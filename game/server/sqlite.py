"""Store in one SQLite file with a write-ahead log. A line is confirmed once its commit is on the disk.

One thread writes and commits all lines queued in the meantime. With one active room that is a commit for each
entry; with a thousand, dozens of entries share one (docs/reference/room-protocol.md has measurements).
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

from game.platform.desktop.lock import held
from game.server.error_log import report
from game.server.store import DAY, StoreError, StoreListener, advanced

MAX_BATCH = 1000
"""Maximum number of entries in one commit."""
TABLES = """
CREATE TABLE IF NOT EXISTS entries (
  room TEXT NOT NULL, n INTEGER NOT NULL, t INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (room, n)
) WITHOUT ROWID
"""
CLOCKS = "CREATE TABLE IF NOT EXISTS clocks (name TEXT PRIMARY KEY, t INTEGER NOT NULL) WITHOUT ROWID"
"""The store's clock (`store.advanced`), and the time of the last check."""
NOTES = """
CREATE TABLE IF NOT EXISTS notes (
  room TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (room, name)
) WITHOUT ROWID
"""
WAKES = "CREATE TABLE IF NOT EXISTS wakes (room TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID"
SET_WAKE = "INSERT OR REPLACE INTO wakes (room, at) VALUES (?, ?)"
DELETE_WAKE = "DELETE FROM wakes WHERE room = ?"
DUE = "SELECT room FROM wakes WHERE at <= ? ORDER BY at LIMIT ?"
FIRST_CLOCK = """
INSERT OR IGNORE INTO clocks (name, t) SELECT 'expiry', coalesce(max(t), ?) FROM entries
WHERE NOT EXISTS (SELECT 1 FROM clocks WHERE name = 'expiry')
"""
SET_CLOCK = "INSERT OR REPLACE INTO clocks (name, t) VALUES (?, ?)"
NEXT = """
INSERT INTO entries (room, n, t, line)
SELECT ?1, ?2, ?3, ?4 WHERE ?2 = 1 + (SELECT coalesce(max(n), 0) FROM entries WHERE room = ?1)
"""
PAGE = """
WITH RECURSIVE rooms (room) AS (
  SELECT min(room) FROM entries WHERE room > ?1
  UNION ALL
  SELECT (SELECT min(room) FROM entries WHERE room > rooms.room) FROM rooms WHERE room IS NOT NULL
)
SELECT room, (SELECT t FROM entries WHERE room = rooms.room ORDER BY n DESC LIMIT 1)
FROM rooms WHERE room IS NOT NULL LIMIT ?2
"""
"""Rooms after a name, with the time of their last entry. Reads two rows of the index for each room."""
SET_NOTE = "INSERT OR REPLACE INTO notes (room, name, text) VALUES (?, ?, ?)"
NEW_NOTE = "INSERT OR IGNORE INTO notes (room, name, text) VALUES (?, ?, ?)"
DELETE_NOTE = "DELETE FROM notes WHERE room = ? AND name = ?"
DELETE_NOTES = """
DELETE FROM notes WHERE room != '' AND NOT EXISTS (SELECT 1 FROM entries WHERE room = notes.room)
"""
"""Deletes the notes of rooms that are gone."""
DELETE = "DELETE FROM entries WHERE room = ?1 AND (SELECT max(t) FROM entries WHERE room = ?1) < ?2"
ROOMS_AT_ONCE = 200
"""Number of rooms in a page."""
PROBE = ""
"""Name of no room. An append to it only tries whether the file can be written."""


class _PendingAppend(NamedTuple):
    room: str
    n: int
    line: str


class _PendingNote(NamedTuple):
    room: str
    name: str
    text: str | None
    new: bool


class _PendingWake(NamedTuple):
    room: str
    at: int | None


_Pending = _PendingAppend | _PendingNote | _PendingWake
_Queued = tuple[_Pending, asyncio.Future[bool]]
"""A pending write, with the future of its result."""


class SQLite:
    """A store in one file, for one process."""

    shared = False

    def __init__(self, path: Path, days: int) -> None:
        """Create a store in the file `path`. `days` is the retention period after a room's last entry; 0:
        unlimited."""
        self._path = path
        self._days = days
        self._silent = set[str]()
        """Rooms that had expired at the last call of `forget`."""
        self._queue: SimpleQueue[_Queued | None] = SimpleQueue()
        self._readers = ThreadPoolExecutor(1, "kontor-rooms-read")
        self._cleaners = ThreadPoolExecutor(1, "kontor-rooms-forget")
        """Deletes expired rooms over a separate connection, so that loading a room need not wait."""
        self._writer = Thread(target=self._write, name="kontor-rooms-write", daemon=True)
        self._held = contextlib.ExitStack()

    async def open(self, ears: StoreListener) -> None:
        """Lock and open the file, and start the writing thread."""
        self._loop = asyncio.get_running_loop()
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._held.enter_context(held(self._path.with_name(self._path.name + ".lock")))
            self._writing = self._connect()
            self._reading = self._connect()
            self._cleaning = self._connect()
            self._cleaning.execute(FIRST_CLOCK, (int(time.time()),))
        except TimeoutError:
            raise StoreError("rooms.store.taken", path=str(self._path)) from None
        except (OSError, ValueError, sqlite3.Error) as error:  # ValueError: an invalid name
            raise StoreError("rooms.store.file", path=str(self._path), why=str(error)) from error
        self._writer.start()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(TABLES)
        connection.execute(CLOCKS)
        connection.execute(NOTES)
        connection.execute(WAKES)
        return connection

    def about(self) -> dict[str, str]:
        """Return the path of the file."""
        return {"key": "rooms.kept.file", "path": str(self._path)}

    # ---- writing ----------------------------------------------------------------------------

    async def append(self, room: str, n: int, line: str) -> bool:
        """Queue the line for the writing thread and await its commit."""
        return await self._committed(_PendingAppend(room, n, line))

    async def note(self, room: str, name: str, text: str | None, *, new: bool = False) -> None:
        """Queue the note for the writing thread and await its commit."""
        await self._committed(_PendingNote(room, name, text, new))

    async def wake(self, room: str, at: int | None) -> None:
        """Queue the time for the writing thread and await its commit."""
        await self._committed(_PendingWake(room, at))

    async def _committed(self, one: _Pending) -> bool:
        done: asyncio.Future[bool] = self._loop.create_future()
        self._queue.put((one, done))
        return await done

    def _write(self) -> None:
        """Run the writing thread."""
        while (first := self._queue.get()) is not None:
            batch: list[_Queued] = [first]
            ends = False
            while len(batch) < MAX_BATCH and not self._queue.empty():
                if (one := self._queue.get()) is None:
                    ends = True
                    break
                batch.append(one)
            try:
                results: list[bool] | StoreError = self._commit(batch)
            except Exception as error:
                if not isinstance(error, sqlite3.Error):
                    report(error)
                results = StoreError("rooms.store.file", path=str(self._path), why=str(error))
            with contextlib.suppress(RuntimeError):  # the loop has ended, so no caller waits
                self._loop.call_soon_threadsafe(_tell, batch, results)
            if ends:
                return

    def _commit(self, batch: Sequence[_Queued]) -> list[bool]:
        now = int(time.time())
        with self._transaction(self._writing):
            return [self._do(one, now) for one, _ in batch]

    def _do(self, one: _Pending, now: int) -> bool:
        match one:
            case _PendingAppend():
                return self._insert(one, now)
            case _PendingNote():
                return self._note(one)
            case _PendingWake(room, None):
                self._writing.execute(DELETE_WAKE, (room,))
            case _PendingWake(room, at):
                self._writing.execute(SET_WAKE, (room, at))
        return True

    def _note(self, one: _PendingNote) -> bool:
        if one.text is None:
            self._writing.execute(DELETE_NOTE, (one.room, one.name))
        else:
            self._writing.execute(NEW_NOTE if one.new else SET_NOTE, (one.room, one.name, one.text))
        return True

    def _insert(self, one: _PendingAppend, now: int) -> bool:
        if one.room == PROBE:
            self._writing.execute(SET_CLOCK, ("check", now))
            return True
        done = self._writing.execute(NEXT, (one.room, one.n, now, one.line)).rowcount == 1
        if not done:
            query = "SELECT line FROM entries WHERE room = ? AND n = ?"
            done = self._writing.execute(query, (one.room, one.n)).fetchone() == (one.line,)
        return done

    @contextlib.contextmanager
    def _transaction(self, connection: sqlite3.Connection) -> Iterator[None]:
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):  # the error may have rolled back already
                connection.execute("ROLLBACK")
            raise

    # ---- reading ----------------------------------------------------------------------------

    async def load(self, room: str, since: int = 0) -> list[str]:
        """Return the lines of a room after number `since`."""
        query = "SELECT line FROM entries WHERE room = ? AND n > ? ORDER BY n"
        return [line for (line,) in await self._read(query, (room, since))]

    async def lengths(self, rooms: list[str]) -> list[int]:
        """Return the number of the last line of each room."""
        query = "SELECT coalesce(max(n), 0) FROM entries WHERE room = ?"
        return [(await self._read(query, (room,)))[0][0] for room in rooms]

    async def notes(self, room: str) -> dict[str, str]:
        """Return the notes of a room by name."""
        return dict(await self._read("SELECT name, text FROM notes WHERE room = ?", (room,)))

    async def all_notes(self) -> dict[str, dict[str, str]]:
        """Return the notes of all rooms that have any."""
        found: dict[str, dict[str, str]] = {}
        for room, name, text in await self._read("SELECT room, name, text FROM notes", ()):
            found.setdefault(room, {})[name] = text
        return found

    async def due(self, at: int) -> list[str]:
        """Return the rooms in order of their times."""
        return [room for (room,) in await self._read(DUE, (at, ROOMS_AT_ONCE))]

    async def _read(self, query: str, fields: Iterable[object]) -> list[tuple[Any, ...]]:
        def read() -> list[tuple[Any, ...]]:
            return self._reading.execute(query, tuple(fields)).fetchall()

        try:
            return await self._loop.run_in_executor(self._readers, read)
        except sqlite3.Error as error:
            raise StoreError("rooms.store.file", path=str(self._path), why=str(error)) from error

    async def forget(self) -> int:
        """Delete the rooms that had expired at the last call and are still silent."""
        if not self._days:
            return 0
        try:
            return await self._loop.run_in_executor(self._cleaners, self._forget)
        except sqlite3.Error as error:  # retried at the next call
            raise StoreError("rooms.store.file", path=str(self._path), why=str(error)) from error

    def _forget(self) -> int:
        rooms = list(self._last_entries())
        (last,) = self._cleaning.execute("SELECT t FROM clocks WHERE name = 'expiry'").fetchone()
        now = advanced(last, int(time.time()))
        self._cleaning.execute(SET_CLOCK, ("expiry", now))
        limit = now - self._days * DAY
        silent = {room for room, t in rooms if t < limit}
        old, self._silent = silent & self._silent, silent
        deleted = sum(self._cleaning.execute(DELETE, (room, limit)).rowcount > 0 for room in old)
        self._cleaning.execute(DELETE_NOTES)
        return deleted

    def _last_entries(self) -> Iterator[tuple[str, int]]:
        """Yield all rooms and the times of their last entries."""
        page: list[tuple[str, int]] = [("", 0)]
        while page := self._cleaning.execute(PAGE, (page[-1][0], ROOMS_AT_ONCE)).fetchall():
            yield from page

    async def check(self) -> None:
        """Write to the file, in the writing thread."""
        await self.append(PROBE, 0, "")

    # ---- notifications and leases, trivial for one process ----------------------------------

    async def follow(self, room: str) -> None:
        """Do nothing: a single process needs no notifications."""
        ...

    async def unfollow(self, room: str) -> None:
        """Do nothing: a single process needs no notifications."""
        ...

    async def tell(self, room: str, text: str) -> None:
        """Do nothing: there is no other process."""
        ...

    async def ask(self, room: str, text: str) -> int:
        """Return 1: there is no other process."""
        return 1

    async def beat(self, process: str) -> None:
        """Do nothing: there is no other process."""
        ...

    async def lease(self, room: str, process: str, seconds: float) -> bool:
        """Return True: there is no other process."""
        return True

    async def release(self, room: str, process: str) -> None:
        """Do nothing: there is no other process."""
        ...

    async def close(self) -> None:
        """Wait for pending writes and close the file."""
        self._queue.put(None)
        if self._writer.is_alive():
            await asyncio.to_thread(self._writer.join)
            self._readers.shutdown()
            self._cleaners.shutdown()
            self._writing.close()
            self._reading.close()
            self._cleaning.close()
        self._held.close()


def _tell(batch: Sequence[_Queued], results: list[bool] | StoreError) -> None:
    """Deliver the results of a batch. Runs in the event loop."""
    for number, (_, done) in enumerate(batch):
        if not done.done():
            if isinstance(results, StoreError):
                done.set_exception(results)
            else:
                done.set_result(results[number])
