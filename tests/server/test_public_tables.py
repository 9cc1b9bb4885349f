"""Owners put rooms on a list of public tables. Everyone sees the same list, and nothing of other rooms."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import signal
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from redis import asyncio as client

from game.rooms.clock import DAYS, MARK, ClockRules
from game.rooms.protocol import REPORTS, Fields, Refused
from game.server import error_log
from game.server.connection import Connection
from game.server.hub import Hub
from game.server.public_tables import IDLE, IDLE_DAYS, MAX_OF_ADDRESS, MAX_REPORTS_OF_ADDRESS, PublicTables
from game.server.redis import Redis
from game.server.sqlite import SQLite
from game.server.store import Store, StoreError

from .devices import TIMEOUT, Service, key_of, plan_text
from .stores import RedisServer
from .test_hub import LIMITS, Memory, Socket, entered
from .test_service import status
from .test_stores import KINDS

SCHEMA = json.loads(
    (Path(__file__).resolve().parents[2] / "docs/reference/rooms.schema.json").read_text(encoding="utf-8")
)
MANUAL = (Path(__file__).resolve().parents[2] / "docs/hosting/public-tables.md").read_text(encoding="utf-8")
HOME, OTHER = "192.0.2.7", "198.51.100.3"
SLOW = ClockRules(DAYS, 3600, 86400, MARK)


@pytest.fixture(autouse=True)
def _nothing_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(error_log, "_logged", {})
    monkeypatch.setenv("LC_ALL", "C")


class Process:
    """A server process with a list of public tables, whose store can outlive it. `now` is its clock."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = 1_800_000_000.0
        self._ids = 0

    async def open(self) -> None:
        self.public_tables = PublicTables(self.store, lambda: self.now)
        self.hub = Hub(self.store, LIMITS, None, 0, public_tables=self.public_tables)
        await self.hub.open()

    async def killed(self) -> None:
        for task in list(self.hub._tasks):
            task.cancel()
        await asyncio.gather(*self.hub._tasks, return_exceptions=True)

    async def made(self, number: int = 1, chairs: tuple[str, ...] = ("me", "open")) -> str:
        return await self.hub.create(plan_text(key_of(number), chairs).encode())

    async def ask(self, told: Mapping[str, Any], address: str = HOME) -> dict[str, Any]:
        """Return the answer to a request, which must fit the schema as the request does."""
        message = {"v": 2, **told}
        assert validator("http.lobby").is_valid(message), message
        fields, state = Fields(message), None
        if "listed" in told:
            state, _ = await self.hub.standing(fields.token("room"), fields.token("key"))
        answer = await self.public_tables.answer(fields, address, state)
        validator("http.lobby-answer").validate({"v": 2, **answer})
        return answer

    async def enlist(self, room: str, *, on: bool = True, number: int = 1, address: str = HOME) -> None:
        told = {"room": room, "key": key_of(number), "listed": on, **({"language": "de"} if on else {})}
        assert await self.ask(told, address) == {"listed": on}

    async def tables(self) -> list[dict[str, Any]]:
        """Return the list as it is now."""
        self.now += 10
        answer = await self.ask({})
        assert answer["open"] == self.public_tables.is_open
        return list(answer["tables"])

    async def rooms(self) -> list[str]:
        return [table["room"] for table in await self.tables()]

    async def do(self, connection: Connection, do: str, **fields: Any) -> None:
        self._ids += 1
        await self.hub.receive(connection, json.dumps({"do": do, "id": f"i{self._ids}", **fields}))


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator({"$defs": SCHEMA["$defs"], "$ref": f"#/$defs/{name}"})


def told_lobby(socket: Socket) -> list[Any]:
    """Return what a member has been told about the list."""
    return [one["listed"] for one in socket.said if one["is"] == "lobby"]


@asynccontextmanager
async def processes(count: int = 1) -> AsyncIterator[list[Process]]:
    async with asyncio.timeout(TIMEOUT):
        shared = Memory()
        found = [Process(shared) for _ in range(count)]
        for one in found:
            await one.open()
        yield found
        for one in found:
            await one.killed()


@asynccontextmanager
async def running(store: Store) -> AsyncIterator[Process]:
    process = Process(store)
    await process.open()
    yield process
    await process.hub.close()


def run(promise: Callable[[Process], Awaitable[None]]) -> None:
    async def main() -> None:
        async with processes() as (process,):
            await promise(process)

    asyncio.run(main())


def test_the_list_has_what_its_reader_must_know_and_no_room_that_is_not_listed() -> None:
    async def promise(process: Process) -> None:
        listed, hidden = await process.made(chairs=("me", "open", "open")), await process.made(2)
        anna, _ = await entered(process.hub, listed)
        await process.do(anna, "protect", locked=None, invite="i" * 22)
        await process.do(anna, "clock", clock=SLOW.data())  # ends the connection: it speaks version 1
        assert await process.tables() == []
        await process.enlist(listed)
        assert await process.tables() == [
            {
                **{"room": listed, "invite": "i" * 22, "game": "hansa", "host": "Anna"},
                "options": {"start_player": "random", "stall_guard": "off", "extra_card": "off"},
                **{"seats": 3, "open": 2, "computers": 0, "moved": 0, "clock": SLOW.data()},
                **{"language": "de", "here": True},
            }
        ]
        with pytest.raises(Refused, match="unknown-room"):
            await process.ask({"room": hidden, "report": "name"})
        with pytest.raises(Refused, match="unknown-room"):
            await process.ask({"room": "x" * 22, "report": "name"})
        assert not [one for one in [key_of(1), key_of(2), hidden] if one in json.dumps(await process.ask({}))]

    run(promise)


def test_a_table_leaves_the_list_when_no_one_can_join_it_and_returns_when_they_can() -> None:
    async def promise(process: Process) -> None:
        room = await process.made()
        anna, heard = await entered(process.hub, room)
        await process.enlist(room)
        ben, _ = await entered(process.hub, room, 2)
        for do, undo in (
            (("protect", {"locked": True, "invite": None}), ("protect", {"locked": False, "invite": None})),
            (("seat", {"seat": 1, "who": 2}), ("seat", {"seat": 1, "who": None})),
        ):
            await process.do(anna, do[0], **do[1])
            assert await process.rooms() == []
            await process.do(anna, undo[0], **undo[1])
            assert await process.rooms() == [room]
        await process.do(ben, "seat", seat=1, who=2)
        await process.do(anna, "start")
        await process.do(ben, "seat", seat=1, who=None)
        assert await process.rooms() == [], "a game that has begun is never listed again"
        await process.public_tables.round()
        assert not [name for name in (await process.store.notes("")) if room in name]
        with pytest.raises(Refused, match="started"):
            await process.enlist(room)
        assert told_lobby(heard) == [False, True, False]

    run(promise)


def test_a_table_that_its_owner_takes_off_the_list_stays_as_it_is() -> None:
    async def promise(process: Process) -> None:
        room = await process.made()
        _, heard = await entered(process.hub, room)
        await process.enlist(room)
        ben, guest = await entered(process.hub, room, 2)
        await process.enlist(room, on=False)
        assert await process.rooms() == []
        await process.do(ben, "seat", seat=1, who=2)
        assert heard.said[-1]["do"] == "seat" and not guest.parted.is_set()
        assert told_lobby(heard) == [False, True, False] and told_lobby(guest) == [True, False]

    run(promise)


def test_only_the_owner_lists_a_room_and_wrong_requests_are_named() -> None:
    async def promise(process: Process) -> None:
        room = await process.made()
        await entered(process.hub, room)
        told = {"room": room, "key": key_of(1), "listed": True}
        state, _ = await process.hub.standing(room, key_of(1))
        for wrong, where in (
            ({"language": None}, "language"),
            ({"language": "Deutsch!"}, "language"),
            ({"language": ["de"]}, "language"),
            ({"language": "de", "listed": 1}, "listed"),
        ):
            assert not validator("http.lobby").is_valid({"v": 2, **told, **wrong})
            with pytest.raises(Refused) as refused:
                await process.public_tables.answer(Fields({**told, **wrong}), HOME, state)
            assert refused.value.code == "broken" and refused.value.facts == {"where": where}
        for why in ("", "rude", 7):
            assert not validator("http.lobby").is_valid({"v": 2, "room": room, "report": why})
            with pytest.raises(Refused, match="broken"):
                await process.public_tables.answer(Fields({"room": room, "report": why}), HOME, None)
        assert await process.rooms() == []

    run(promise)


def test_an_idle_table_leaves_the_list_later_if_its_clock_counts_days() -> None:
    async def promise(process: Process) -> None:
        rooms = [await process.made(number) for number in (1, 2, 3)]
        here = [(await entered(process.hub, room, number))[0] for number, room in enumerate(rooms, 1)]
        await process.do(here[1], "clock", clock=SLOW.data())
        for number, room in enumerate(rooms, 1):
            await process.enlist(room, number=number)
        for connection in here[1:]:
            await process.hub.gone(connection)
        for passed, left in ((IDLE - 60, rooms), (120, rooms[:2]), (IDLE_DAYS, rooms[:1])):
            process.now += passed
            assert sorted(await process.rooms()) == sorted(left)
            await process.public_tables.round()
            assert sorted(await process.rooms()) == sorted(left)
        notes = await process.store.notes("")
        assert not [name for name in notes if rooms[1] in name or rooms[2] in name]
        tables = await process.tables()
        assert [table["here"] for table in tables] == [True]

    run(promise)


def test_an_address_lists_so_many_tables_and_all_together_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.server.public_tables.MAX_LISTED", MAX_OF_ADDRESS + 1)

    async def promise(process: Process) -> None:
        rooms = [await process.made() for _ in range(MAX_OF_ADDRESS + 1)]
        for room in rooms[:-1]:
            await process.enlist(room)
            await process.enlist(room)  # once more does not count
        with pytest.raises(Refused, match="too-many"):
            await process.enlist(rooms[-1])
        await process.enlist(rooms[-1], address=OTHER)
        await process.enlist(rooms[-1], on=False, address=OTHER)
        await process.enlist(rooms[0], on=False)
        await process.enlist(rooms[-1])
        await process.enlist(rooms[0], address=OTHER)
        with pytest.raises(Refused, match="too-many"):
            await process.enlist(await process.made(), address=OTHER)

    run(promise)


def test_a_report_is_logged_once_for_each_table_and_address_without_the_address(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def promise(process: Process) -> None:
        rooms = [await process.made() for _ in range(MAX_REPORTS_OF_ADDRESS + 1)]
        for number, room in enumerate(rooms):
            await process.enlist(room, address=f"203.0.113.{number}")
        with caplog.at_level(logging.WARNING, "kontor.rooms"):
            for why in REPORTS:
                assert await process.ask({"room": rooms[0], "report": why}) == {"reported": True}
            await process.ask({"room": rooms[0], "report": "spam"}, OTHER)
            for room in rooms[1:-1]:
                await process.ask({"room": room, "report": "name"})
            with pytest.raises(Refused, match="too-many"):
                await process.ask({"room": rooms[-1], "report": "name"})
        assert f"public table {rooms[0]}: name" in caplog.text and len(caplog.records) == len(rooms)
        assert HOME not in caplog.text and OTHER not in caplog.text
        by = [record.getMessage().rpartition(" ")[2] for record in caplog.records]
        assert by[0] == by[2] != by[1], "reports of one address can be recognised"
        assert sorted(await process.rooms()) == sorted(rooms), "reports alone change nothing"

    run(promise)


def test_the_hosts_switch_closes_the_list_in_all_processes_and_outlives_them() -> None:
    async def main() -> None:
        async with processes(2) as (first, second):
            room = await first.made()
            _, heard = await entered(first.hub, room)
            await first.enlist(room)
            assert await second.rooms() == [room]
            first.public_tables.switch(False)
            assert not first.public_tables.is_open, "at once"
            await asyncio.sleep(0)
            await first.killed()
            await first.open()
            _, again = await entered(first.hub, room)
            for process in (first, second):
                assert await process.tables() == []
                with pytest.raises(Refused, match="no-lobby"):
                    await process.enlist(room)
                with pytest.raises(Refused, match="unknown-room"):
                    await process.ask({"room": room, "report": "name"})
            second.public_tables.switch(True)
            await asyncio.gather(*(task for task in second.hub._tasks if "_store_switch" in repr(task)))
            assert await first.rooms() == await second.rooms() == [room]
            assert told_lobby(heard) == [False, True, None] and told_lobby(again) == [None]

    asyncio.run(main())


def test_a_switch_that_cannot_be_stored_holds_until_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.server.public_tables.RETRY", 0)

    async def promise(process: Process) -> None:
        await process.enlist(await process.made())
        store = process.store
        assert isinstance(store, Memory)
        store.broken = StoreError("rooms.store.file", path="x", why="full")
        process.public_tables.switch(False)
        for _ in range(5):
            await asyncio.sleep(0)
        store.broken = None
        process.public_tables._read_at = 0
        assert await process.tables() == [], "before it has been stored"
        while "lobby closed" not in await store.notes(""):
            await asyncio.sleep(0)
        assert await process.tables() == []

    run(promise)


def test_a_room_of_a_newer_version_hides_no_other(caplog: pytest.LogCaptureFixture) -> None:
    async def promise(process: Process) -> None:
        rooms = [await process.made() for _ in range(2)]
        for room in rooms:
            await process.enlist(room)
        await process.store.append(rooms[0], 2, '{"n":2,"t":1,"by":1,"do":"of a newer version"}')
        assert await process.rooms() == rooms[1:]
        assert caplog.text.count("at ") == 1

    run(promise)


@pytest.mark.parametrize("kind", KINDS)
def test_listed_tables_are_those_of_all_processes_and_survive_a_restart(kind: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with asyncio.timeout(TIMEOUT), AsyncExitStack() as ends:
            again: Callable[[], Store]
            if kind == "file":
                again = partial(SQLite, tmp_path / "rooms.sqlite", 0)
                first = second = await ends.enter_async_context(running(again()))
            else:
                server = await ends.enter_async_context(RedisServer(tmp_path / "redis"))
                again = partial(Redis, server.address, 0)
                first, second = [await ends.enter_async_context(running(again())) for _ in range(2)]
            rooms = [await process.made() for process in (first, second, first)]
            for process, room in zip((first, second), rooms, strict=False):
                await process.enlist(room)
            assert sorted(await first.rooms()) == sorted(await second.rooms()) == sorted(rooms[:2])
            await second.hub.close()
            second.store = again()
            await second.open()
            assert sorted(await second.rooms()) == sorted(rooms[:2])
            await second.enlist(rooms[0], on=False)
            assert await first.rooms() == rooms[1:2]
            for _ in range(MAX_OF_ADDRESS - 1):
                await first.enlist(await first.made())
            with pytest.raises(Refused, match="too-many"):
                await second.enlist(rooms[0])

    asyncio.run(main())


@pytest.mark.parametrize("kind", KINDS)
def test_the_commands_of_the_manual_take_a_table_off_the_list_of_a_running_server(
    kind: str, tmp_path: Path
) -> None:
    async def main() -> None:
        async with asyncio.timeout(TIMEOUT), AsyncExitStack() as ends:
            if kind == "file":
                path = tmp_path / "rooms.sqlite"
                process = await ends.enter_async_context(running(SQLite(path, 0)))
            else:
                server = await ends.enter_async_context(RedisServer(tmp_path / "redis"))
                process = await ends.enter_async_context(running(Redis(server.address, 0)))
            room, other = await process.made(), await process.made()
            for each in (room, other):
                await process.enlist(each)
            if kind == "file":
                (query,) = re.findall(r'sqlite3 \S+ "(DELETE FROM notes .*)"', MANUAL)
                with closing(sqlite3.connect(path)) as file, file:
                    file.execute(query.replace("NAME", room))
            else:
                ((key, name),) = re.findall(r"redis-cli hdel '(.*)' '(.*)'", MANUAL)
                async with client.Redis.from_url(server.address) as line:
                    deleted: Any = line.hdel(key, name.replace("NAME", room))
                    assert await deleted == 1
            assert await process.rooms() == [other]

    asyncio.run(main())


def test_requests_signals_and_a_server_without_a_list_over_real_connections(tmp_path: Path) -> None:
    async def main() -> None:
        def ask(service: Service, **told: Any) -> tuple[int, Any]:
            return status(service.port, "/rooms?lobby", json.dumps({"v": 2, **told}))

        async with asyncio.timeout(2 * TIMEOUT):
            plan = plan_text(key_of(1), ("me", "open"))
            async with Service(tmp_path / "rooms.sqlite") as service:
                room = (await asyncio.to_thread(status, service.port, body=plan))[1]["room"]  # type: ignore[index]
                own = {"room": room, "key": key_of(1), "listed": True, "language": "pt"}
                assert await asyncio.to_thread(ask, service) == (200, {"v": 2, "open": False, "tables": []})
                assert await asyncio.to_thread(lambda: ask(service, **own)) == (400, {"refused": "no-lobby"})
            async with Service(tmp_path / "rooms.sqlite", "--lobby") as service:
                wrong = own | {"key": key_of(2)}
                assert (await asyncio.to_thread(lambda: ask(service, **wrong)))[0] == 400
                assert await asyncio.to_thread(lambda: ask(service, **own)) == (200, {"v": 2, "listed": True})
                for how, is_open in ((signal.SIGUSR1, False), (signal.SIGUSR2, True)):
                    assert service._process is not None
                    service._process.send_signal(how)
                    while (await asyncio.to_thread(ask, service))[1]["open"] != is_open:
                        pass
                    tables = (await asyncio.to_thread(ask, service))[1]["tables"]
                    assert [table["room"] for table in tables] == [room] * is_open
                assert (await asyncio.to_thread(lambda: ask(service, room=room, report="spam")))[0] == 200

    asyncio.run(main())
