"""A failure in one room, of the store or of a background task affects nothing else. In one process, with a
store in memory."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from game.platform import supervisor
from game.rooms.protocol import Refused
from game.server import error_log, garbage, health, metrics
from game.server import hub as hub_module
from game.server.connection import Connection
from game.server.hub import Hub
from game.server.limits import Bucket, Limits
from game.server.session import RoomSession
from game.server.store import StoreError, StoreListener

from .devices import TIMEOUT, key_of, plan_text

LIMITS = Limits(rate=1000, burst=1000)
UNKNOWN = '{{"n":{n},"t":1,"by":1,"do":"of a newer version"}}'


@pytest.fixture(autouse=True)
def _nothing_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(error_log, "_logged", {})
    monkeypatch.setenv("LC_ALL", "C")


@pytest.fixture
def _quick_heartbeats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "HEARTBEAT_INTERVAL", 0.01)


class Memory:
    """A store in memory, shared with other processes as far as a test pretends so.

    beats   number of heartbeats so far
    broken  the error that each operation raises, if any
    """

    shared = True

    def __init__(self) -> None:
        self.rooms: dict[str, list[str]] = {}
        self.noted: dict[str, dict[str, str]] = {}
        self.wakes: dict[str, int] = {}
        self.beats = 0
        self.beaten = asyncio.Condition()
        self.broken: Exception | None = None
        self.hangs = False

    async def _works(self) -> None:
        if self.hangs:
            await asyncio.Event().wait()
        if self.broken is not None:
            raise self.broken

    async def open(self, ears: StoreListener) -> None:
        self.ears = ears

    def about(self) -> dict[str, str]:
        return {"key": "rooms.kept.file", "path": ""}

    async def append(self, room: str, n: int, line: str) -> bool:
        await self._works()
        lines = self.rooms.setdefault(room, [])
        if n != len(lines) + 1:
            return lines[n - 1 : n] == [line]
        lines.append(line)
        return True

    async def load(self, room: str, since: int = 0) -> list[str]:
        await self._works()
        return self.rooms.get(room, [])[since:]

    async def lengths(self, rooms: list[str]) -> list[int]:
        await self._works()
        return [len(self.rooms.get(room, [])) for room in rooms]

    async def note(self, room: str, name: str, text: str | None, *, new: bool = False) -> None:
        await self._works()
        notes = self.noted.setdefault(room, {})
        if text is None:
            notes.pop(name, None)
        elif not (new and name in notes):
            notes[name] = text

    async def notes(self, room: str) -> dict[str, str]:
        await self._works()
        return dict(self.noted.get(room, {}))

    async def all_notes(self) -> dict[str, dict[str, str]]:
        await self._works()
        return {room: dict(notes) for room, notes in self.noted.items() if notes}

    async def wake(self, room: str, at: int | None) -> None:
        await self._works()
        if at is None:
            self.wakes.pop(room, None)
        else:
            self.wakes[room] = at

    async def due(self, at: int) -> list[str]:
        await self._works()
        return [room for room, moment in self.wakes.items() if moment <= at]

    async def follow(self, room: str) -> None: ...

    async def unfollow(self, room: str) -> None: ...

    async def tell(self, room: str, text: str) -> None: ...

    async def ask(self, room: str, text: str) -> int:
        return 1

    async def beat(self, process: str) -> None:
        async with self.beaten:
            self.beats += 1
            self.beaten.notify_all()
        await self._works()

    async def lease(self, room: str, process: str, seconds: float) -> bool:
        return True

    async def release(self, room: str, process: str) -> None: ...

    async def forget(self) -> int:
        return 0

    async def check(self) -> None:
        await self._works()

    async def close(self) -> None: ...


class Socket:
    """A connection that records what is sent."""

    ready = True

    def __init__(self) -> None:
        self.said: list[dict[str, Any]] = []
        self.parted = asyncio.Event()

    def say(self, text: str) -> None:
        self.said.append(json.loads(text))

    def part(self, code: int) -> None:
        self.parted.set()

    def hurry(self) -> None: ...


def device(socket: Socket) -> Connection:
    return Connection(Bucket(1000, 1000), socket)


def entering(room: str, number: int = 1) -> str:
    return json.dumps({"do": "enter", "v": 1, "room": room, "key": key_of(number), "name": "Ben", "since": 0})


async def entered(hub: Hub, room: str, number: int = 1) -> tuple[Connection, Socket]:
    socket = Socket()
    connection = device(socket)
    await hub.receive(connection, entering(room, number))
    assert socket.said[0]["is"] == "room"
    return connection, socket


@asynccontextmanager
async def opened() -> AsyncIterator[tuple[Hub, Memory]]:
    store = Memory()
    hub = Hub(store, LIMITS, None, 0)
    async with asyncio.timeout(TIMEOUT):
        await hub.open()
        yield hub, store
        await hub.close()


def run(promise: Callable[[Hub, Memory], Awaitable[None]]) -> None:
    async def main() -> None:
        async with opened() as (hub, store):
            await promise(hub, store)

    asyncio.run(main())


async def made(hub: Hub) -> str:
    return await hub.create(plan_text(key_of(1), ["me", "open"]).encode())


def test_an_unknown_entry_closes_its_room_and_no_other(caplog: pytest.LogCaptureFixture) -> None:
    async def promise(hub: Hub, store: Memory) -> None:
        broken, sound = await made(hub), await made(hub)
        (_, there), (one, here) = await entered(hub, broken), await entered(hub, sound)
        store.rooms[broken].append(UNKNOWN.format(n=2))
        hub.entry(broken, 2, store.rooms[broken][-1])
        assert there.parted.is_set() and there.said[-1] == {"is": "bye", "why": "stopping"}
        await hub.receive(one, '{"do":"say","id":"a","phrase":"hello"}')
        assert here.said[-1]["do"] == "say"
        store.rooms[broken].pop()  # as after the update of this process
        await entered(hub, broken)

    run(promise)
    assert [record.name for record in caplog.records] == ["kontor.rooms"]


@pytest.mark.usefixtures("_quick_heartbeats")
def test_the_heartbeat_goes_on_after_an_error_in_a_room(caplog: pytest.LogCaptureFixture) -> None:
    async def promise(hub: Hub, store: Memory) -> None:
        broken, sound = await made(hub), await made(hub)
        (_, there), (_, here) = await entered(hub, broken), await entered(hub, sound)
        store.rooms[broken].append(UNKNOWN.format(n=2))
        await there.parted.wait()
        beats = store.beats
        async with store.beaten:
            await store.beaten.wait_for(lambda: store.beats > beats + 2)
        assert not here.parted.is_set()

    run(promise)
    assert caplog.records


@pytest.mark.usefixtures("_quick_heartbeats")
def test_a_background_task_that_fails_is_reported_and_restarted(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(supervisor, "FIRST_DELAY", 0.01)

    async def promise(hub: Hub, store: Memory) -> None:
        store.broken = RuntimeError("Anna")
        async with store.beaten:
            await store.beaten.wait_for(lambda: store.beats >= 2)
            store.broken = None
            beats = store.beats
            await store.beaten.wait_for(lambda: store.beats > beats + 2)

    run(promise)
    assert "RuntimeError" in caplog.text and "Anna" not in caplog.text


def test_a_store_that_hangs_is_given_up_after_its_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "STORE_TIMEOUT", 0.05)

    async def promise(hub: Hub, store: Memory) -> None:
        room = await made(hub)
        one, here = await entered(hub, room)
        store.hangs = True
        await hub.receive(one, '{"do":"rename","id":"a","name":"A"}')
        assert here.said[-1] == {"is": "bye", "why": "stopping"}
        store.hangs = False
        await hub.gone(one)
        await entered(hub, room)

    run(promise)


def test_a_store_that_fails_is_asked_again_until_its_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "STORE_TIMEOUT", 0.05)
    monkeypatch.setattr(health, "RETRY_DELAY", 0.001)

    async def promise(hub: Hub, store: Memory) -> None:
        room = await made(hub)
        store.broken = StoreError("rooms.store.file", path="here", why="full")
        with pytest.raises(StoreError, match="full"):
            await hub.look(room)
        store.broken = None
        assert (await hub.look(room))["host"] == "Anna"

    run(promise)


def test_a_process_that_is_behind_catches_up_before_it_answers() -> None:
    """Another process has stored more, and its notifications have not arrived."""

    async def promise(hub: Hub, store: Memory) -> None:
        room = await made(hub)
        await entered(hub, room)
        for n in range(2, 6):
            store.rooms[room].append(json.dumps({"n": n, "t": 1, "by": 1, "do": "rename", "name": f"A{n}"}))
        socket = Socket()
        message = json.loads(entering(room)) | {"since": 5}
        await hub.receive(device(socket), json.dumps(message))
        assert (socket.said[0]["since"], socket.said[0]["n"], socket.said[0]["entries"]) == (5, 5, [])

    run(promise)


def test_talk_reaches_all_and_is_not_stored() -> None:
    async def promise(hub: Hub, store: Memory) -> None:
        room = await made(hub)
        (one, here), (_, there) = await entered(hub, room), await entered(hub, room, 2)
        stored = list(store.rooms[room])
        await hub.receive(one, '{"do":"say","id":"a","phrase":"hello"}')
        for socket in (here, there):
            assert {"is": "entry", "n": 0, "by": 1, "do": "say", "id": "a", "phrase": "hello"}.items() <= (
                socket.said[-1].items()
            )
        assert store.rooms[room] == stored

    run(promise)


def test_watchers_of_a_room_share_one_rate() -> None:
    """Many connections are not many times the talk. It hinders neither a player nor a guest who sits down."""

    burst = 60

    async def main() -> None:
        hub = Hub(Memory(), Limits(rate=1e-9, burst=burst), None, 0)
        await hub.open()
        room = await made(hub)
        player, heard = await entered(hub, room)
        for number in range(2, 12):
            watcher, _ = await entered(hub, room, number)
            for step in range(burst // 2):
                await hub.receive(watcher, json.dumps({"do": "say", "id": f"{step}", "phrase": "hello"}))
        assert sum(one.get("do") == "say" for one in heard.said) == burst
        await hub.receive(player, '{"do":"rename","id":"a","name":"A"}')
        assert heard.said[-1]["do"] == "rename"
        guest, _ = await entered(hub, room, 12)
        await hub.receive(guest, '{"do":"say","id":"a","phrase":"hello"}')
        assert heard.said[-1].get("do") != "say"
        await hub.receive(guest, '{"do":"seat","id":"b","seat":1,"who":12}')
        assert heard.said[-1]["do"] == "seat"
        await hub.close()

    asyncio.run(main())


def test_an_address_adds_so_many_members_to_a_room() -> None:
    async def promise(hub: Hub, store: Memory) -> None:
        room = await made(hub)
        for number in range(2, hub_module.JOINS + 2):
            connection, _ = await entered(hub, room, number)
            await hub.gone(connection)
        socket = Socket()
        await hub.receive(device(socket), entering(room, 99))
        assert socket.said[0] == {"is": "refused", "why": "too-many"}
        await entered(hub, room, 2)

    run(promise)


def test_a_failure_of_the_store_is_logged_once_and_ends_with_a_check(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(health, "CHECK", 0.01)
    monkeypatch.setattr(health, "CHECK_FAILED", 0.01)
    monkeypatch.setattr(health, "RETRY_DELAY", 0.01)

    async def promise(hub: Hub, store: Memory) -> None:
        room = await made(hub)
        assert hub.health.works
        store.broken = StoreError("rooms.store.file", path="here", why="disk is full")
        failures = metrics.STORE_FAILURES._value.get()
        while metrics.STORE_FAILURES._value.get() < failures + 5:
            await asyncio.sleep(0.01)
        assert not hub.health.works and hub.health.failures() == [
            "kontor: here cannot keep rooms: disk is full"
        ]
        store.broken = None
        while not hub.health.works:
            await asyncio.sleep(0.01)
        await entered(hub, room)

    run(promise)
    assert caplog.text.count("disk is full") == 1


def test_a_failure_that_repeats_is_put_into_words_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """That reads the settings, and while the store fails a thousand rooms retry five times a second."""
    now, worded = 0.0, list[str]()

    def say(key: str, **fields: str) -> str:
        worded.append(fields["why"])
        return fields["why"]

    monkeypatch.setattr(health, "say", say)
    seen = health.StoreHealth(lambda: now)
    for why in ("full", "gone", "full"):
        for _ in range(3):
            seen.failed(StoreError("rooms.store.file", path="here", why=why))
    assert worded == ["full", "gone"] and seen.failures() == ["full", "gone"] and not seen.works
    now = health.LOG_AGAIN
    assert seen.failures() == []
    seen.failed(StoreError("rooms.store.file", path="here", why="full"))
    assert len(worded) == 3 and seen.failures() == ["full"]


@pytest.mark.usefixtures("_quick_heartbeats")
def test_a_store_that_has_lost_entries_is_noticed(caplog: pytest.LogCaptureFixture) -> None:
    async def promise(hub: Hub, store: Memory) -> None:
        room, sound = await made(hub), await made(hub)
        one, there = await entered(hub, room)
        _, here = await entered(hub, sound)
        for number in range(3):
            await hub.receive(one, f'{{"do":"rename","id":"{number}","name":"N{number}"}}')
        del store.rooms[room][-2:]
        await there.parted.wait()
        assert not here.parted.is_set() and hub.health.failures()
        socket = Socket()
        await hub.receive(device(socket), entering(room))
        assert socket.said[0]["n"] == len(store.rooms[room])

    run(promise)
    assert "lost confirmed entries" in caplog.text


def test_an_entry_that_is_added_during_a_check_is_not_lost(caplog: pytest.LogCaptureFixture) -> None:
    async def promise(hub: Hub, store: Memory) -> None:
        room = await made(hub)
        one, here = await entered(hub, room)
        lengths = store.lengths

        async def slow(rooms: list[str]) -> list[int]:
            found = await lengths(rooms)
            await hub.receive(one, '{"do":"rename","id":"a","name":"B"}')
            return found

        store.lengths = slow  # type: ignore[method-assign]
        await hub._round()
        assert len(store.rooms[room]) == 2 and not here.parted.is_set()

    run(promise)
    assert not caplog.records


def test_a_room_is_described_without_replaying_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    async def promise(hub: Hub, store: Memory) -> None:
        room = await made(hub)
        one, _ = await entered(hub, room)
        for command in (
            {"do": "seat", "id": "a", "seat": 1, "who": 1, "computer": None, "colour": None},
            {"do": "start", "id": "b"},
        ):
            await hub.receive(one, json.dumps(command))
        live = await hub.look(room)
        await hub.gone(one)
        monkeypatch.setattr(RoomSession, "__init__", lambda *_: pytest.fail("it was loaded"))
        nobody = [chair | {"here": False} for chair in live["chairs"]]
        assert await hub.look(room) == live | {"chairs": nobody} and live["started"] is True

    run(promise)


def test_a_room_that_admits_nobody_is_not_described() -> None:
    async def promise(hub: Hub, store: Memory) -> None:
        room = await made(hub)
        one, _ = await entered(hub, room)
        await hub.receive(one, json.dumps({"do": "protect", "id": "a", "invite": "i" * 22}))
        with pytest.raises(Refused, match="changed-link"):
            await hub.look(room)
        assert (await hub.look(room, "i" * 22))["seats"] == 2
        await hub.receive(one, json.dumps({"do": "protect", "id": "b", "locked": True}))
        await hub.gone(one)
        with pytest.raises(Refused, match="locked"):
            await hub.look(room, "i" * 22)

    run(promise)


def test_cyclic_garbage_of_the_last_second_is_freed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Errors with tracebacks are such: frozen, they would stay in memory for a day."""
    monkeypatch.setattr(garbage, "COLLECT", 0.01)

    class Loop:
        def __init__(self) -> None:
            self.me = self

    async def promise(hub: Hub, store: Memory) -> None:
        freed = asyncio.Event()
        gc.disable()
        try:
            loop = Loop()
            weakref.finalize(loop, freed.set)
            del loop
            await freed.wait()
        finally:
            gc.enable()
            gc.unfreeze()

    run(promise)


def test_tasks_that_fail_are_reported_without_names(caplog: pytest.LogCaptureFixture) -> None:
    async def promise(hub: Hub, store: Memory) -> None:
        async def fails() -> None:
            raise ValueError("Anna")

        await asyncio.wait({hub._do(fails())})
        await asyncio.sleep(0)

    with caplog.at_level(logging.ERROR):
        run(promise)
    assert "ValueError" in caplog.text and "Anna" not in caplog.text
