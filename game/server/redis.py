"""Store in Redis or Valkey, with one stream for each room, shared by any number of processes.

A script appends a line only after checking the length, because `XADD` alone accepts any higher number and
would leave gaps. Appended lines are published in the room's channel; a missed message is detected by its
number. Durability is that of the server's `appendfsync`.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import re
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from redis.asyncio import Redis as Client
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import NoScriptError, RedisError, ResponseError

from game.platform.supervisor import supervise
from game.server.error_log import report
from game.server.store import DAY, StoreError, StoreListener, advanced

ANSWER_TIMEOUT = 5.0
"""Seconds without an answer after which a connection counts as cut."""
BEATS = "kontor:beats"
ROOMS, CLOCK, CHECKED, TURN = "kontor:rooms", "kontor:clock", "kontor:checked", "kontor:forgetting"
"""Keys: the rooms by the time of their last entry, the store's clock (`store.advanced`), the time of the last
check, and a lock of the process that deletes expired rooms this hour."""
NOTED, NOTES = "kontor:noted", ":notes"
"""Key of the set of all keys of notes, and what these end in."""
WAKES = "kontor:wakes"
"""Key of the set of rooms by the time at which they need attention."""
HOUR = 3600
ROOMS_AT_ONCE = 200
"""Maximum number of rooms returned by `due`."""
MAX_BATCH, FULL = 200, 10_000
"""Maximum number of commands sent together. With `FULL` commands waiting, transient messages are dropped."""

APPEND = """
local length = redis.call('XLEN', KEYS[1])
local n = tonumber(ARGV[1])
if length ~= n - 1 then
  local there = redis.call('XRANGE', KEYS[1], n .. '-0', n .. '-0')
  if there[1] and there[1][2][2] == ARGV[2] then return 1 end
  return 0
end
redis.call('XADD', KEYS[1], n .. '-0', 'line', ARGV[2])
redis.call('ZADD', KEYS[2], ARGV[3], KEYS[1])
redis.call('PERSIST', KEYS[1])
redis.call('PUBLISH', KEYS[1], n .. ' ' .. ARGV[2])
return 1
"""
DELETE = """
local t = redis.call('ZSCORE', KEYS[2], KEYS[1])
if not t or tonumber(t) >= tonumber(ARGV[1]) then return 0 end
redis.call('ZREM', KEYS[2], KEYS[1])
redis.call('SREM', KEYS[4], KEYS[3])
redis.call('DEL', KEYS[3])
return redis.call('DEL', KEYS[1])
"""
LEASE = """
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
"""
RELEASE = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end"


_HOST = re.compile(r"(?:\[[^\]]*\]|[^:/]*)(?::\d+)?")
_QUOTED = re.compile("'.*'")
"""A part of a URL in an error message."""


def host_of(address: str) -> str:
    """Return host and port of a URL, which may be invalid. Its other parts may be the password.

    >>> host_of("redis://:secret@host:6379/0"), host_of("redis://:se/cret@host:x"), host_of("redis://:secret")
    ('host:6379', 'host', '')
    """
    found = _HOST.match(address.partition("//")[2].partition("?")[0].rpartition("@")[2])
    return found[0] if found else ""


class _PendingCommand(NamedTuple):
    """A queued command and the future of its result."""

    words: tuple[Any, ...]
    done: asyncio.Future[int] | None


def _key(room: str) -> str:
    """Return the name of a room's stream and channel. Braces keep a room's keys on one server of a
    cluster."""
    return "kontor:{" + room + "}"


def _room(key: str) -> str:
    """Return the room of a key or channel."""
    return key[len("kontor:{") : key.rindex("}")]


class Redis:
    """A store shared by several processes."""

    shared = True

    def __init__(self, address: str, days: int) -> None:
        self._address = host_of(address)
        self._days = days
        self._silent = set[str]()
        """Keys of the rooms that had expired at the last call of `forget`."""
        self._unsafe = ""
        """Key of the reason why no line must be confirmed at present, or ""."""
        settings: dict[str, Any] = {
            "decode_responses": True,
            "socket_timeout": ANSWER_TIMEOUT,
            "socket_connect_timeout": ANSWER_TIMEOUT,
            "socket_keepalive": True,
        }
        try:
            # Once, because a pooled connection may have been cut. Further attempts are the caller's.
            again = Retry(NoBackoff(), 1)
            self._client = Client.from_url(address, retry=again, **settings)
            # The listener must detect every interruption, because messages may have been missed.
            self._listener = Client.from_url(address, retry=Retry(NoBackoff(), 0), **settings)
        except ValueError as error:
            why = _QUOTED.sub("'…'", str(error))
            raise StoreError("rooms.store.redis", address=self._address, why=why) from error
        self._sha = hashlib.sha1(APPEND.encode()).hexdigest()
        self._queue: list[_PendingCommand] = []
        self._queued = asyncio.Event()
        self._sending: asyncio.Task[None] | None = None
        self._delete = self._client.register_script(DELETE)
        self._lease = self._client.register_script(LEASE)
        self._release = self._client.register_script(RELEASE)
        self._followed: dict[str, asyncio.Future[None]] = {}
        """Subscriptions by channel, done when the server has confirmed them."""
        self._appendfsync = ""
        self._hearing: asyncio.Task[None] | None = None
        self._closed = False
        self._ear = self._listener.pubsub()
        self._joining = asyncio.Lock()
        """Prevents simultaneous subscriptions: each would open a connection, and only one is listened to."""

    async def open(self, ears: StoreListener) -> None:
        """Check the server's settings and start the listening and sending tasks."""
        self._ears = ears
        try:
            await self._check()
            newest: Any = await self._client.zrange(ROOMS, -1, -1, withscores=True)
            await self._client.set(CLOCK, int(newest[0][1] if newest else time.time()), nx=True)
        except (RedisError, OSError) as error:
            raise StoreError("rooms.store.redis", address=self._address, why=str(error)) from error
        self._hearing = asyncio.create_task(supervise(self._hear, report))
        self._sending = asyncio.create_task(supervise(self._send, report))

    async def _check(self) -> None:
        """Raise `StoreError` if the server does not log its writes, or could evict data when memory
        is short."""
        facts: dict[str, Any] = await self._client.info()
        evicts = facts.get("maxmemory") and facts.get("maxmemory_policy") != "noeviction"
        self._unsafe = "rooms.store.eviction" if evicts else ""
        if not facts.get("aof_enabled"):
            self._unsafe = "rooms.store.appendonly"
        if self._unsafe:
            raise StoreError(self._unsafe, address=self._address)
        with contextlib.suppress(ResponseError):  # some hosts forbid this command
            self._appendfsync = str((await self._client.config_get("appendfsync")).get("appendfsync", ""))

    def about(self) -> dict[str, str]:
        """Return the server's address and its durability (`appendfsync`)."""
        return {"key": f"rooms.kept.{self._appendfsync or 'unknown'}", "address": self._address}

    # ---- lines ------------------------------------------------------------------------------

    async def append(self, room: str, n: int, line: str) -> bool:
        """Queue the line for the next batch and await the result."""
        if self._unsafe:
            raise StoreError(self._unsafe, address=self._address)
        words = "EVALSHA", self._sha, 2, _key(room), ROOMS, n, line, int(time.time())
        return bool(await self._result(words))

    async def _result(self, words: tuple[Any, ...]) -> int:
        """Queue a command for the next batch and await its result."""
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._queue.append(_PendingCommand(words, done))
        self._queued.set()
        return await done

    async def _send(self) -> None:
        """Send all queued commands together over one connection, until the server ends."""
        while await self._queued.wait():
            batch = self._queue[:MAX_BATCH]
            del self._queue[:MAX_BATCH]
            if not self._queue:
                self._queued.clear()
            try:
                results = await self._together([one.words for one in batch])
            except Exception as error:
                if not isinstance(error, RedisError | OSError):
                    report(error)
                results = [error] * len(batch)
            for one, result in zip(batch, results, strict=True):
                if one.done is None or one.done.done():
                    continue
                if isinstance(result, Exception):
                    fault = StoreError("rooms.store.redis", address=self._address, why=str(result))
                    one.done.set_exception(fault)
                else:
                    one.done.set_result(int(result))

    async def _together(self, commands: list[tuple[Any, ...]]) -> list[Any]:
        results = await self._pipelined(commands)
        if any(isinstance(result, NoScriptError) for result in results):  # the server was restarted
            await self._client.script_load(APPEND)
            results = await self._pipelined(commands)  # appending is idempotent
        return results

    async def _pipelined(self, commands: list[tuple[Any, ...]]) -> list[Any]:
        async with self._client.pipeline(transaction=False) as line:
            for words in commands:
                line.execute_command(*words)
            return list(await line.execute(raise_on_error=False))

    async def load(self, room: str, since: int = 0) -> list[str]:
        """Return the lines of a room's stream after number `since`."""
        with _named(self._address):
            found: Any = await self._client.xrange(_key(room), min=f"({since}-0" if since else "-")
            return [fields["line"] for _, fields in found]

    async def lengths(self, rooms: list[str]) -> list[int]:
        """Return the lengths of the rooms' streams, in one round trip."""
        with _named(self._address):
            async with self._client.pipeline(transaction=False) as line:
                for room in rooms:
                    line.xlen(_key(room))
                return list(await line.execute())

    async def note(self, room: str, name: str, text: str | None, *, new: bool = False) -> None:
        """Store a field of the room's hash, or delete it."""
        if self._unsafe:
            raise StoreError(self._unsafe, address=self._address)
        key = _key(room) + NOTES
        with _named(self._address):
            async with self._client.pipeline(transaction=True) as line:
                if text is None:
                    line.hdel(key, name)
                elif new:
                    line.hsetnx(key, name, text)
                else:
                    line.hset(key, name, text)
                line.sadd(NOTED, key)
                await line.execute()

    async def notes(self, room: str) -> dict[str, str]:
        """Return the fields of the room's hash."""
        with _named(self._address):
            found: Any = await self._client.hgetall(_key(room) + NOTES)
            return dict(found)

    async def all_notes(self) -> dict[str, dict[str, str]]:
        """Return the hashes of all rooms, a batch in each round trip."""
        found: dict[str, dict[str, str]] = {}
        with _named(self._address):
            keys: Any = sorted(await self._client.smembers(NOTED))
            for first in range(0, len(keys), MAX_BATCH):
                some = keys[first : first + MAX_BATCH]
                async with self._client.pipeline(transaction=False) as line:
                    for key in some:
                        line.hgetall(key)
                    for key, notes in zip(some, await line.execute(), strict=True):
                        if notes:
                            found[_room(key)] = notes
        return found

    async def wake(self, room: str, at: int | None) -> None:
        """Set or remove the room's score in the set of times."""
        with _named(self._address):
            if at is None:
                await self._client.zrem(WAKES, room)
            else:
                await self._client.zadd(WAKES, {room: at})

    async def due(self, at: int) -> list[str]:
        """Return the rooms with the lowest scores."""
        with _named(self._address):
            found: Any = await self._client.zrangebyscore(WAKES, "-inf", at, start=0, num=ROOMS_AT_ONCE)
            return list(found)

    async def forget(self) -> int:
        """Delete the rooms that had expired at the last call and are still silent. One process does so.

        Redis could delete them itself (`EXPIRE`), but trusts the clock of its computer.
        """
        if not self._days:
            return 0
        with _named(self._address):
            if not await self._client.set(TURN, "1", nx=True, ex=HOUR // 2):
                return 0
            now = advanced(int(await self._client.get(CLOCK) or 0), int(time.time()))
            await self._client.set(CLOCK, now)
            limit = now - self._days * DAY
            expired: Any = await self._client.zrangebyscore(ROOMS, "-inf", f"({limit}")
            silent = set[str](expired)
            old, self._silent = silent & self._silent, silent
            return sum(
                [await self._delete(keys=[key, ROOMS, key + NOTES, NOTED], args=[limit]) for key in old]
            )

    async def check(self) -> None:
        """Verify the server's settings, which may have changed in a restart, and write to it."""
        with _named(self._address):
            await self._check()
            await self._client.set(CHECKED, int(time.time()))

    # ---- leases -----------------------------------------------------------------------------

    async def lease(self, room: str, process: str, seconds: float) -> bool:
        """Take or renew the room's lease, a key that expires."""
        with _named(self._address):
            keys, words = [_key(room) + ":thinks"], [process, str(int(seconds * 1000))]
            return bool(await self._lease(keys=keys, args=words))

    async def release(self, room: str, process: str) -> None:
        """Delete the room's lease if this process holds it."""
        with contextlib.suppress(RedisError, OSError):  # the lease expires by itself
            await self._release(keys=[_key(room) + ":thinks"], args=[process])

    # ---- notifications ----------------------------------------------------------------------

    async def tell(self, room: str, text: str) -> None:
        """Queue a message for the room's channel. It is dropped if the queue is full."""
        if len(self._queue) < FULL:  # transient
            self._queue.append(_PendingCommand(("PUBLISH", _key(room), f"0 {text}"), None))
            self._queued.set()

    async def ask(self, room: str, text: str) -> int:
        """Queue a message for the room's channel, and await the number of its subscribers."""
        return await self._result(("PUBLISH", _key(room), f"0 {text}"))

    async def beat(self, process: str) -> None:
        """Publish a heartbeat of this process."""
        with contextlib.suppress(RedisError, OSError):
            await self._client.publish(BEATS, process)

    async def follow(self, room: str) -> None:
        """Subscribe to the room's channel and await the confirmation."""
        channel = _key(room)
        if channel not in self._followed:
            self._followed[channel] = asyncio.get_running_loop().create_future()
            with contextlib.suppress(RedisError, OSError):  # _hear reconnects and subscribes to all channels
                async with self._joining:
                    await self._ear.subscribe(channel)
        with contextlib.suppress(TimeoutError):  # missed entries are detected by number
            async with asyncio.timeout(ANSWER_TIMEOUT):
                await asyncio.shield(self._followed[channel])

    async def unfollow(self, room: str) -> None:
        """Unsubscribe from the room's channel."""
        if self._followed.pop(_key(room), None):
            with contextlib.suppress(RedisError, OSError):
                async with self._joining:
                    await self._ear.unsubscribe(_key(room))

    async def _hear(self) -> None:
        """Receive messages until the server ends."""
        first = True
        while not self._closed:
            with contextlib.suppress(RedisError, OSError):
                async with self._joining:
                    await self._ear.subscribe(BEATS, *self._followed)
                if not first:
                    with contextlib.suppress(StoreError):  # `append` raises it
                        await self._check()
                    self._ears.missed()
                first = False
                await self._listen(self._ear)
            with contextlib.suppress(RedisError, OSError):
                await self._ear.aclose()  # type: ignore[no-untyped-call]
            self._ear = self._listener.pubsub()
            await asyncio.sleep(0.1)

    async def _listen(self, ear: PubSub) -> None:
        asked = False
        while not self._closed:
            message = await ear.get_message(timeout=ANSWER_TIMEOUT / 2)
            if message is None:
                if asked:
                    return  # the ping was not answered: the connection is cut
                await ear.ping()
                asked = True
                continue
            asked = False
            match message["type"], message["channel"]:
                case "subscribe", channel:
                    if (done := self._followed.get(channel)) and not done.done():
                        done.set_result(None)
                case "message", channel if channel == BEATS:
                    self._ears.beat(message["data"])
                case "message", channel:
                    self._said(_room(channel), message["data"])

    def _said(self, room: str, text: str) -> None:
        """Deliver a message. One that cannot be processed, such as one of a newer version, is reported and
        does not keep the others from being heard."""
        number, _, rest = text.partition(" ")
        try:
            if number == "0":
                self._ears.told(room, rest)
            else:
                self._ears.entry(room, int(number), rest)
        except Exception as error:
            report(error)

    async def close(self) -> None:
        """Stop the tasks and close both connections."""
        self._closed = True  # needed because the client sometimes takes a cancellation for its own timeout
        tasks = [task for task in (self._hearing, self._sending) if task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._listener.aclose()
        await self._client.aclose()


@contextlib.contextmanager
def _named(address: str) -> Iterator[None]:
    """Convert errors of the Redis client to `StoreError`."""
    try:
        yield
    except (RedisError, OSError) as error:
        raise StoreError("rooms.store.redis", address=address, why=str(error)) from error
