"""Confirmed entries are stored, with consecutive numbers."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from game.platform.desktop import lock
from game.server import redis, sqlite
from game.server.store import DAY, Store, StoreError

from .stores import Ear, RedisServer, needs_redis

ROOM, OTHER = "r" * 22, "o" * 22
KINDS = ["file", pytest.param("redis", marks=needs_redis)]


@asynccontextmanager
async def opened(kind: str, folder: Path, days: int = 0) -> AsyncIterator[tuple[Store, Ear]]:
    ear = Ear()
    if kind == "file":
        store: Store = sqlite.SQLite(folder / "rooms.sqlite", days)
        await store.open(ear)
        yield store, ear
        await store.close()
        return
    async with RedisServer(folder / "redis") as server:
        store = redis.Redis(server.address, days)
        await store.open(ear)
        yield store, ear
        await store.close()


def run(kind: str, folder: Path, promise: Callable[[Store, Ear], Awaitable[None]], days: int = 0) -> None:
    async def main() -> None:
        async with asyncio.timeout(60), opened(kind, folder, days) as (store, ear):
            await promise(store, ear)

    asyncio.run(main())


@pytest.mark.parametrize("kind", KINDS)
def test_lines_come_back_in_order_and_from_any_number_on(kind: str, tmp_path: Path) -> None:
    async def promise(store: Store, ear: Ear) -> None:
        for n in range(1, 8):
            assert await store.append(ROOM, n, f'{{"n":{n},"ü":"€"}}')
        assert await store.load(ROOM) == [f'{{"n":{n},"ü":"€"}}' for n in range(1, 8)]
        assert await store.load(ROOM, 5) == [f'{{"n":{n},"ü":"€"}}' for n in (6, 7)]
        assert await store.load(ROOM, 7) == [] and await store.load(OTHER) == []
        assert await store.lengths([ROOM, OTHER]) == [7, 0]

    run(kind, tmp_path, promise)


@pytest.mark.parametrize("kind", KINDS)
def test_each_number_is_given_once_and_none_is_left_out(kind: str, tmp_path: Path) -> None:
    async def promise(store: Store, ear: Ear) -> None:
        assert not await store.append(ROOM, 2, "gap")
        assert await store.append(ROOM, 1, "one")
        assert not await store.append(ROOM, 1, "another")
        assert not await store.append(ROOM, 3, "gap")
        won = await asyncio.gather(*(store.append(ROOM, 2, f"racer {racer}") for racer in range(20)))
        assert sum(won) == 1
        assert await store.load(ROOM) == ["one", f"racer {won.index(True)}"]

    run(kind, tmp_path, promise)


@pytest.mark.parametrize("kind", KINDS)
def test_a_room_is_due_from_its_last_stored_time_on(kind: str, tmp_path: Path) -> None:
    async def promise(store: Store, ear: Ear) -> None:
        assert await store.due(10**9) == []
        await store.wake(ROOM, 50)
        await store.wake(OTHER, 40)
        assert (await store.due(39), await store.due(40), await store.due(50)) == ([], [OTHER], [OTHER, ROOM])
        await store.wake(ROOM, 30)
        assert await store.due(30) == [ROOM]
        await store.wake(ROOM, None)
        assert await store.due(10**9) == [OTHER]

    run(kind, tmp_path, promise)


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_line_sent_twice_counts_once(kind: str, tmp_path: Path) -> None:
    async def promise(store: Store, ear: Ear) -> None:
        for n, line in (1, "one"), (2, "two"), (1, "one"), (2, "two"), (3, "three"), (2, "two"):
            assert await store.append(ROOM, n, line)
        assert await store.load(ROOM) == ["one", "two", "three"]

    run(kind, tmp_path, promise)


@pytest.mark.parametrize("kind", KINDS)
def test_notes_are_stored_next_to_a_room(kind: str, tmp_path: Path) -> None:
    async def promise(store: Store, ear: Ear) -> None:
        assert await store.notes(ROOM) == {} and await store.all_notes() == {}
        await store.note(ROOM, "one", "ü")
        await store.note(ROOM, "one", "€")
        await store.note(ROOM, "one", "late", new=True)
        await store.note(ROOM, "two", "2", new=True)
        await store.note("", "of the server", "3")
        await store.note(OTHER, "gone", "4")
        await store.note(OTHER, "gone", None)
        assert await store.notes(ROOM) == {"one": "€", "two": "2"}
        assert await store.all_notes() == {ROOM: {"one": "€", "two": "2"}, "": {"of the server": "3"}}
        assert await store.lengths([ROOM]) == [0], "a note is no line"

    run(kind, tmp_path, promise)


class Calendar:
    """The clock of the system, set by hand. Rooms in the store age when it is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 2000.0 * DAY
        monkeypatch.setattr(time, "time", lambda: self.now)

    async def hourly(self, store: Store, hours: int) -> int:
        """Let hours pass, in each of which expired rooms are deleted. Return the number of those."""
        deleted = 0
        for _ in range(hours):
            self.now += 3600
            if isinstance(store, redis.Redis):
                await store._client.delete(redis.TURN)  # expires within the hour
            deleted += await store.forget()
        return deleted


@pytest.fixture
def calendar(monkeypatch: pytest.MonkeyPatch) -> Calendar:
    return Calendar(monkeypatch)


@pytest.mark.parametrize("kind", KINDS)
def test_rooms_are_forgotten_when_nothing_has_happened_for_long(
    kind: str, tmp_path: Path, calendar: Calendar
) -> None:
    async def promise(store: Store, ear: Ear) -> None:
        await store.append(ROOM, 1, "one")
        assert await calendar.hourly(store, 40) == 0
        await store.append(OTHER, 1, "one")
        for room in ROOM, OTHER, "":
            await store.note(room, "name", "text")
        assert await calendar.hourly(store, 10) == 1
        assert await store.lengths([ROOM, OTHER]) == [0, 1]
        assert set(await store.all_notes()) == {OTHER, ""}, "the notes are deleted with the room"
        await store.append(OTHER, 2, "two")
        assert await calendar.hourly(store, 47) == 0, "each entry renews the period"
        assert await calendar.hourly(store, 3) == 1

    run(kind, tmp_path, promise, days=2)


@pytest.mark.parametrize("kind", KINDS)
def test_a_clock_that_is_years_ahead_deletes_nothing_until_it_is_set_right(
    kind: str, tmp_path: Path, calendar: Calendar
) -> None:
    async def promise(store: Store, ear: Ear) -> None:
        await store.append(ROOM, 1, "one")
        right = calendar.now
        calendar.now += 1000 * DAY
        await store.append(OTHER, 1, "one")
        assert await calendar.hourly(store, 5) == 0
        calendar.now = right
        assert await calendar.hourly(store, 40) == 0
        assert await store.load(ROOM) == await store.load(OTHER) == ["one"]

    run(kind, tmp_path, promise, days=90)


@pytest.mark.parametrize("kind", KINDS)
def test_a_clock_that_was_years_behind_makes_no_room_look_old(
    kind: str, tmp_path: Path, calendar: Calendar
) -> None:
    """A computer without a battery for its clock begins in 1970."""
    calendar.now = 0.0

    async def promise(store: Store, ear: Ear) -> None:
        await store.append(ROOM, 1, "one")
        assert await calendar.hourly(store, 2) == 0
        calendar.now = 1000 * DAY
        assert await calendar.hourly(store, 2) == 0
        await store.append(ROOM, 2, "two")
        assert await calendar.hourly(store, 40 * 24) == 1, "the store's clock has caught up"

    run(kind, tmp_path, promise, days=20)


@pytest.mark.parametrize("kind", KINDS)
def test_a_check_writes_to_the_store(kind: str, tmp_path: Path) -> None:
    async def promise(store: Store, ear: Ear) -> None:
        await store.append(ROOM, 1, "one")
        await store.check()
        assert await store.lengths([ROOM]) == [1]
        if isinstance(store, sqlite.SQLite):
            store._writing.execute("PRAGMA query_only = 1")
        else:
            assert isinstance(store, redis.Redis)
            await store._client.config_set("appendonly", "no")
        with pytest.raises(StoreError):
            await store.check()

    run(kind, tmp_path, promise)


def test_rooms_are_found_without_reading_their_entries(tmp_path: Path) -> None:
    """Also more rooms than fit into a page."""

    async def promise(store: Store, ear: Ear) -> None:
        assert isinstance(store, sqlite.SQLite)
        names = [f"room {number:04d}" for number in range(2 * sqlite.ROOMS_AT_ONCE + 1)]
        await asyncio.gather(*(store.append(name, 1, "one") for name in names))
        await asyncio.gather(*(store.append(name, 2, "two") for name in names))
        assert [name for name, _ in store._last_entries()] == names
        plan = store._cleaning.execute(f"EXPLAIN QUERY PLAN {sqlite.PAGE}", ("", 1)).fetchall()
        assert not [step for *_, step in plan if step.startswith("SCAN entries")]

    run("file", tmp_path, promise)


def test_a_file_serves_one_process_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock, "LOCK_TIMEOUT", 0.05)

    async def promise(store: Store, ear: Ear) -> None:
        second = sqlite.SQLite(tmp_path / "rooms.sqlite", 0)
        with pytest.raises(StoreError, match=r"rooms\.store\.taken"):
            await second.open(Ear())

    run("file", tmp_path, promise)


def test_a_file_that_is_no_store_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "rooms.sqlite").write_text("something else altogether" * 100)

    async def main() -> None:
        with pytest.raises(StoreError) as refused:
            await sqlite.SQLite(tmp_path / "rooms.sqlite", 0).open(Ear())
        assert refused.value.key == "rooms.store.file" and "rooms.sqlite" in refused.value.fields["path"]

    asyncio.run(main())


@needs_redis
def test_a_redis_that_would_lose_rooms_is_refused(tmp_path: Path) -> None:
    async def refusal(settings: dict[str, str], words: str = "") -> str:
        async with RedisServer(tmp_path / "redis", **settings) as server:
            address = server.address.replace("redis://", f"redis://:{words}@") if words else server.address
            store = redis.Redis(address, 0)
            try:
                await store.open(Ear())
            except StoreError as error:
                assert "secret" not in str(error.fields)
                return error.key
            finally:
                await store.close()
            return store.about()["key"]

    async def main() -> None:
        assert await refusal({"appendonly": "no"}) == "rooms.store.appendonly"
        full = {"maxmemory": "10mb", "maxmemory-policy": "allkeys-lru"}
        assert await refusal(full) == "rooms.store.eviction"
        assert await refusal({"requirepass": "secret"}) == "rooms.store.redis"
        assert await refusal({"requirepass": "secret"}, "secret") == "rooms.kept.always"
        assert await refusal({"appendfsync": "everysec"}) == "rooms.kept.everysec"
        with pytest.raises(StoreError, match=r"rooms\.store\.redis"):
            await redis.Redis("redis://127.0.0.1:1", 0).open(Ear())

    asyncio.run(main())


@pytest.mark.parametrize(
    "address",
    ["redis://:sec'ret@host:abc", "redis://:sec/ret@host:1", "redis://us:sec@ret@[::1", "redis://:secret"],
)
def test_the_password_of_a_refused_address_is_not_shown(address: str) -> None:
    with pytest.raises(StoreError) as refused:
        redis.Redis(address, 0)
    assert not any(part in str(refused.value.fields) for part in ("sec", "ret"))
    assert address == "redis://:secret" or "host" in refused.value.fields["address"] or "::1" in address


@needs_redis
def test_a_message_that_cannot_be_processed_keeps_no_other_from_being_heard(tmp_path: Path) -> None:
    class Startled(Ear):
        def entry(self, room: str, n: int, line: str) -> None:
            super().entry(room, n, line)
            if line == "of a newer version":
                raise KeyError(line)

    async def main() -> None:
        async with RedisServer(tmp_path / "redis") as server, asyncio.timeout(20):
            here, there, ear = redis.Redis(server.address, 0), redis.Redis(server.address, 0), Startled()
            await here.open(ear)
            await there.open(Ear())
            await asyncio.gather(here.follow(ROOM), here.follow(OTHER))
            for room, line in (ROOM, "of a newer version"), (OTHER, "one"):
                assert await there.append(room, 1, line)
                assert await ear.entries.get() == (room, 1, line)
            await here.close()
            await there.close()

    asyncio.run(main())


@needs_redis
def test_processes_hear_each_other_and_notice_when_the_line_was_cut(tmp_path: Path) -> None:
    async def main() -> None:
        async with RedisServer(tmp_path / "redis") as server, asyncio.timeout(60):
            here, there, ear = redis.Redis(server.address, 0), redis.Redis(server.address, 0), Ear()
            await here.open(ear)
            await there.open(Ear())
            await here.follow(ROOM)
            assert await there.append(ROOM, 1, "one two")
            assert await ear.entries.get() == (ROOM, 1, "one two")
            await there.tell(ROOM, "aside")
            assert await ear.said.get() == (ROOM, "aside")
            await there.beat("process")
            assert await ear.beats.get() == "process"
            await server.end(signal.SIGKILL)
            await server.start()
            await ear.breaks.get()
            assert await here.load(ROOM) == ["one two"]
            assert await there.append(ROOM, 2, "two")
            assert await ear.entries.get() == (ROOM, 2, "two")
            await here.close()
            await there.close()

    asyncio.run(main())


@needs_redis
def test_a_process_that_follows_rooms_as_soon_as_it_is_open_hears_everything(tmp_path: Path) -> None:
    """Live rooms, and the entries of each."""

    async def main() -> None:
        async with RedisServer(tmp_path / "redis") as server, asyncio.timeout(20):
            here, there, ear = redis.Redis(server.address, 0), redis.Redis(server.address, 0), Ear()
            await there.open(Ear())
            await here.open(ear)
            await asyncio.gather(here.follow(ROOM), here.follow(OTHER))
            await there.beat("process")
            assert await ear.beats.get() == "process"
            for room in (ROOM, OTHER):
                await there.tell(room, "aside")
                assert await ear.said.get() == (room, "aside")
            await here.close()
            await there.close()

    asyncio.run(main())


@needs_redis
def test_one_process_alone_thinks_for_a_room(tmp_path: Path) -> None:
    async def main() -> None:
        async with RedisServer(tmp_path / "redis") as server:
            store = redis.Redis(server.address, 0)
            await store.open(Ear())
            assert await store.lease(ROOM, "a", 10) and not await store.lease(ROOM, "b", 10)
            assert await store.lease(ROOM, "a", 10) and await store.lease(OTHER, "b", 10)
            await store.release(ROOM, "b")
            assert not await store.lease(ROOM, "b", 10)
            await store.release(ROOM, "a")
            assert await store.lease(ROOM, "b", 10)
            await store.close()

    asyncio.run(main())
