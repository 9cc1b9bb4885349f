"""Store in one SQLite file with a write-ahead log. A line is confirmed once its commit is on the disk.

One thread writes and commits all lines queued in the meantime. With one active room that is a commit for each
entry; with a thousand, dozens of entries share one (docs/rooms.md has measurements).
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

from game.platform.desktop.lock import held
from game.server.store import StoreError, StoreListener

DAY = 86400
MAX_BATCH = 1000
"""Maximum number of entries in one commit."""
TABLES = """
CREATE TABLE IF NOT EXISTS entries (
  room TEXT NOT NULL, n INTEGER NOT NULL, t INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (room, n)
) WITHOUT ROWID
"""
NEXT = """
INSERT INTO entries (room, n, t, line)
SELECT ?1, ?2, ?3, ?4 WHERE ?2 = 1 + (SELECT coalesce(max(n), 0) FROM entries WHERE room = ?1)
"""
OLD = "SELECT room FROM entries GROUP BY room HAVING max(t) < ?"


class _PendingAppend(NamedTuple):
    room: str
    n: int
    line: str
    done: asyncio.Future[bool]


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
        self._queue: SimpleQueue[_PendingAppend | None] = SimpleQueue()
        self._readers = ThreadPoolExecutor(1, "kontor-rooms-read")
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
        return connection

    def about(self) -> dict[str, str]:
        """Return the path of the file."""
        return {"key": "rooms.kept.file", "path": str(self._path)}

    # ---- writing ----------------------------------------------------------------------------

    async def append(self, room: str, n: int, line: str) -> bool:
        """Queue the line for the writing thread and await its commit."""
        done: asyncio.Future[bool] = self._loop.create_future()
        self._queue.put(_PendingAppend(room, n, line, done))
        return await done

    def _write(self) -> None:
        """Run the writing thread."""
        while (first := self._queue.get()) is not None:
            batch = [first]
            ends = False
            while len(batch) < MAX_BATCH and not self._queue.empty():
                if (one := self._queue.get()) is None:
                    ends = True
                    break
                batch.append(one)
            try:
                results: list[bool] | StoreError = self._commit(batch)
            except sqlite3.Error as error:
                results = StoreError("rooms.store.file", path=str(self._path), why=str(error))
            with contextlib.suppress(RuntimeError):  # the loop has ended, so no caller waits
                self._loop.call_soon_threadsafe(_tell, batch, results)
            if ends:
                return

    def _commit(self, batch: list[_PendingAppend]) -> list[bool]:
        now = int(time.time())
        with self._transaction(self._writing):
            return [self._insert(one, now) for one in batch]

    def _insert(self, one: _PendingAppend, now: int) -> bool:
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

    async def _read(self, query: str, fields: Iterable[object]) -> list[tuple[Any]]:
        def read() -> list[tuple[Any]]:
            return self._reading.execute(query, tuple(fields)).fetchall()

        try:
            return await self._loop.run_in_executor(self._readers, read)
        except sqlite3.Error as error:
            raise StoreError("rooms.store.file", path=str(self._path), why=str(error)) from error

    async def forget(self) -> int:
        """Delete the rooms that had expired at the last call and are still silent."""
        if not self._days:
            return 0
        found = await self._read(OLD, (int(time.time()) - self._days * DAY,))
        silent = {room for (room,) in found}
        # The clock may be wrong after booting. It is corrected before the next call, so no room is lost.
        old, self._silent = silent & self._silent, silent

        def delete(room: str) -> None:  # in the readers' thread; SQLite's lock separates it from commits
            self._reading.execute("DELETE FROM entries WHERE room = ?", (room,))

        for room in old:
            with contextlib.suppress(sqlite3.Error):  # retried at the next call
                await self._loop.run_in_executor(self._readers, delete, room)
        return len(old)

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
            self._writing.close()
            self._reading.close()
        self._held.close()


def _tell(batch: list[_PendingAppend], results: list[bool] | StoreError) -> None:
    """Deliver the results of a batch. Runs in the event loop."""
    for number, one in enumerate(batch):
        if not one.done.done():
            if isinstance(results, StoreError):
                one.done.set_exception(results)
            else:
                one.done.set_result(results[number])
