"""Clocks on the server: time runs out in rooms with and without devices, through restarts and outages.

The time is injected."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest

from game.rooms.clock import DAYS, LIVE, MARK, SEAT, TURN, ClockRules
from game.server import hub as hub_module
from game.server.connection import Connection
from game.server.hub import Hub
from game.server.room import Room
from game.server.service_clock import ServiceClock
from tests.rooms.house import choice, quick

from .devices import TIMEOUT, key_of, plan_text
from .test_hub import LIMITS, Memory, Socket, device

HOUR, DAY = 3600, 86400
FAST = ClockRules(LIVE, 30, 60, MARK)


class Thinkers:
    """AI workers that answer immediately, or never."""

    def __init__(self) -> None:
        self.works = True

    async def answer(self, request: str) -> str:
        if not self.works:
            await asyncio.Event().wait()
        await asyncio.sleep(0)
        return quick(request)

    def close(self) -> None: ...


class World:
    """A server that can be killed and started again, its store, and the clocks of its computer."""

    def __init__(self) -> None:
        self.store = Memory()
        self.thinkers = Thinkers()
        self.wall, self.ticks = 1_780_300_800.0, 0.0
        self.ids = iter(range(10**6))
        self.hub = self._hub()

    def _hub(self) -> Hub:
        clock = ServiceClock(lambda: self.wall, lambda: self.ticks)
        pool: Any = self.thinkers
        return Hub(self.store, LIMITS, pool, 0, clock)

    async def passes(self, seconds: float, *, beat: bool = True) -> None:
        """Let time pass, and the server react."""
        self.wall += seconds
        self.ticks += seconds
        await self.hub.tick(beat=beat)
        await self.rest()

    async def rest(self) -> None:
        """Wait until no computer is thinking."""
        while thinking := [one.thinking for one in self.hub._lives.values() if one.thinking]:
            if not self.thinkers.works:
                return
            await asyncio.wait(thinking)

    async def killed(self, outage: float = 0.0) -> None:
        """Kill the server and start it again after an outage. Nothing that it has in memory survives."""
        for task in list(self.hub._tasks):
            task.cancel()
        await asyncio.gather(*self.hub._tasks, return_exceptions=True)
        self.wall += outage
        self.ticks = 1000.0
        self.hub = self._hub()
        await self.hub.open()

    def room(self, name: str) -> Room:
        """Return the room as it is stored."""
        return Room(name, self.store.rooms[name])

    def entries(self, name: str, do: str) -> list[dict[str, Any]]:
        return [one for one in map(json.loads, self.store.rooms[name]) if one["do"] == do]

    async def enter(self, room: str, number: int, version: int = 2) -> tuple[Connection, Socket]:
        socket = Socket()
        connection = device(socket)
        head = {"do": "enter", "v": version, "room": room, "key": key_of(number), "name": f"G{number}"}
        await self.hub.receive(connection, json.dumps({**head, "since": 0}))
        return connection, socket

    async def say(self, connection: Connection, do: str, **fields: Any) -> None:
        text = json.dumps({"do": do, "id": f"c{next(self.ids)}", **fields})
        await self.hub.receive(connection, text)
        await self.rest()

    async def begin(self, rules: ClockRules, seats: int = 2) -> tuple[str, list[Connection]]:
        """Start a game of two people and perhaps a computer, after its setup."""
        chairs = ["me", "open", *["computer easy"] * (seats - 2)]
        room = await self.hub.create(plan_text(key_of(1), chairs).encode())
        people = [(await self.enter(room, number))[0] for number in (1, 2)]
        await self.say(people[1], "seat", seat=1, who=2)
        await self.say(people[0], "clock", clock=rules.data())
        await self.say(people[0], "start")
        while self.room(room).match.state.turn_number == 0:  # type: ignore[union-attr]
            await self.act(room, people)
        return room, people

    async def act(self, room: str, people: list[Connection]) -> None:
        """Let the person who must decide play."""
        known = self.room(room)
        assert known.match is not None and known.match.state.actor is not None
        who = known.state.chairs[known.match.state.actor].who
        assert who is not None
        action = choice(known.match.state, Random(known.n)).text
        await self.say(people[who - 1], "play", at=known.state.game_seq + 1, action=action)
        assert self.room(room).n > known.n


@pytest.fixture(autouse=True)
def _no_own_ticks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let only the tests decide when the server looks at its clocks."""

    async def never(hub: Hub) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(hub_module.Hub, "_keep_time", never)


@asynccontextmanager
async def opened() -> AsyncIterator[World]:
    world = World()
    async with asyncio.timeout(TIMEOUT):
        await world.hub.open()
        yield world
        await world.hub.close()


def run(promise: Callable[[World], Awaitable[None]]) -> None:
    async def main() -> None:
        async with opened() as world:
            await promise(world)

    asyncio.run(main())


def test_a_player_runs_out_of_time_in_a_room_with_devices() -> None:
    async def promise(world: World) -> None:
        room, people = await world.begin(FAST)
        left = world.room(room).state.clock
        assert left is not None and left.running is not None
        seconds = left.seats[left.running].left
        await world.passes(seconds - 1, beat=False)
        assert not world.entries(room, "flag")
        await world.passes(1, beat=False)
        (flag,) = world.entries(room, "flag")
        assert flag["seat"] == left.running and flag["time"]["spent"] == seconds
        await world.act(room, people)
        await world.passes(1)
        assert len(world.entries(room, "flag")) == 1

    run(promise)


def test_every_device_hears_the_time_that_runs() -> None:
    async def promise(world: World) -> None:
        room, people = await world.begin(FAST)
        await world.passes(7)
        _, socket = await world.enter(room, 3)
        told, clock = socket.said[1], world.room(room).state.clock
        assert clock is not None and clock.running is not None
        assert clock.seats[clock.running].used == 7
        left = clock.seats[clock.running].left
        assert told == {
            "is": "clock",
            "seat": clock.running,
            "spent": 0,
            "left": left,
            "ends": left,
            "rests": [],
        }
        await world.act(room, people)
        assert socket.said[-1]["is"] == "clock" and socket.said[-2]["do"] == "play"

    run(promise)


def test_a_command_after_the_end_of_the_time_comes_too_late() -> None:
    """The server looks at its clocks once a second, but no player gains by that."""

    async def promise(world: World) -> None:
        room, people = await world.begin(FAST._replace(over=SEAT))
        known = world.room(room)
        assert known.match is not None and known.match.state.actor is not None
        seat = known.match.state.actor
        world.thinkers.works = False
        world.wall += 500
        world.ticks += 500
        action = choice(known.match.state, Random(1)).text
        await world.say(people[seat], "play", at=known.state.game_seq + 1, action=action)
        assert world.room(room).state.chairs[seat].computer
        assert world.room(room).state.game_seq == known.state.game_seq

    run(promise)


@pytest.mark.parametrize("over", [TURN, SEAT])
def test_time_runs_out_in_a_room_that_nobody_visits(over: str) -> None:
    async def promise(world: World) -> None:
        room, people = await world.begin(ClockRules(DAYS, 24 * HOUR, 72 * HOUR, over), 3)
        for connection in people:
            await world.hub.gone(connection)
        assert room not in world.hub._lives, "only in the store"
        before = world.room(room)
        assert before.match is not None and before.state.clock is not None
        seat, turn = before.match.state.actor, before.match.state.turn_number
        await world.passes(95 * HOUR)
        assert not world.entries(room, "flag")
        for _ in range(3):
            await world.passes(HOUR)
        (flag,) = world.entries(room, "flag")[:1]
        assert (flag["seat"], flag["turn"]) == (seat, turn)
        after = world.room(room)
        assert after.match is not None and after.match.state.turn_number > turn, "a computer has played"
        assert room not in world.hub._lives

    run(promise)


def test_computers_stop_when_no_person_is_left() -> None:
    async def promise(world: World) -> None:
        room, people = await world.begin(ClockRules(DAYS, HOUR, HOUR, SEAT), 3)
        for connection in people:
            await world.hub.gone(connection)
        for _ in range(50):
            await world.passes(HOUR)
        state = world.room(room).state
        assert not state.seated and len(world.entries(room, "flag")) == 2
        length = state.n
        await world.passes(DAY)
        assert world.room(room).n == length
        one, _ = await world.enter(room, 1)
        await world.rest()
        await world.say(one, "seat", seat=0, who=1)
        assert world.room(room).state.chairs[0].who == 1

    run(promise)


def test_a_room_that_cannot_be_loaded_is_not_tried_again_at_every_look() -> None:
    async def promise(world: World) -> None:
        room = await world.hub.create(plan_text(key_of(1), ["me", "open"]).encode())
        world.store.rooms[room].append('{"n":2,"t":1,"by":null,"do":"of a newer version"}')
        await world.store.wake(room, 0)
        await world.passes(1)
        assert world.store.wakes[room] > world.hub.clock.now()

    run(promise)


def test_an_outage_of_the_server_does_not_count() -> None:
    async def promise(world: World) -> None:
        room, people = await world.begin(ClockRules(DAYS, HOUR, 2 * HOUR, MARK))
        clock = world.room(room).state.clock
        assert clock is not None and clock.running is not None
        left = clock.seats[clock.running].left
        await world.passes(1000)
        await world.killed(outage=30 * DAY)
        await world.passes(0)
        assert not world.entries(room, "flag")
        people = [(await world.enter(room, number))[0] for number in (1, 2)]
        await world.act(room, people)
        spent = world.room(room).state.clock
        assert spent is not None and spent.seats[clock.running].used == 1000
        await world.passes(left)
        await world.killed(outage=10)
        await world.passes(HOUR)
        await world.passes(HOUR)
        assert world.entries(room, "flag")

    run(promise)


@pytest.mark.parametrize("jump", [-5 * DAY, -90, 90, 5 * DAY])
def test_setting_the_clock_of_the_computer_does_not_count(jump: int) -> None:
    async def promise(world: World) -> None:
        room, people = await world.begin(FAST)
        await world.passes(10)
        world.wall += jump
        await world.passes(5)
        assert not world.entries(room, "flag")
        await world.act(room, people)
        *_, last = world.entries(room, "play")
        assert last["time"]["spent"] == 15

    run(promise)


def test_a_server_killed_at_any_moment_loses_no_time_and_no_end_of_it() -> None:
    async def promise(world: World) -> None:
        rng = Random(4)
        room, people = await world.begin(FAST._replace(over=TURN), 3)
        began, killed = world.hub.clock.now(), 0
        for _ in range(60):
            known = world.room(room)
            if known.match is None or known.match.state.actor is None:
                break
            await world.passes(rng.choice((1, 4, 20, 100)))
            if rng.random() < 0.3:
                await world.killed(outage=rng.choice((0, 3, 1000)))
                killed += 1
                people = [(await world.enter(room, number))[0] for number in (1, 2)]
                await world.rest()
            known = world.room(room)
            actor = None if known.match is None else known.match.state.actor
            if actor is not None and known.state.chairs[actor].who is not None:
                await world.act(room, people)
        clock = world.room(room).state.clock
        assert clock is not None and killed > 5 and world.entries(room, "flag")
        times = [one["time"] for one in map(json.loads, world.store.rooms[room]) if "time" in one]
        assert [one["at"] for one in times] == sorted(one["at"] for one in times)
        assert sum(one["spent"] for one in times) == sum(one.used for one in clock.seats)
        assert sum(one.used for one in clock.seats) <= times[-1]["at"] - times[0]["at"]
        assert times[-1]["at"] - began <= world.hub.clock.now()

    run(promise)


def test_a_connected_client_of_version_1_is_told_when_the_room_needs_a_newer_one() -> None:
    async def promise(world: World) -> None:
        room = await world.hub.create(plan_text(key_of(1), ["me", "open"]).encode())
        owner, _ = await world.enter(room, 1)
        old, socket = await world.enter(room, 2, version=1)
        await world.say(old, "seat", seat=1, who=2)
        assert socket.said[-1]["do"] == "seat" and socket.said[0]["v"] == 1
        await world.say(owner, "clock", clock=FAST.data())
        assert socket.said[-1] == {"is": "bye", "why": "version"} and socket.parted.is_set()
        _, again = await world.enter(room, 2, version=1)
        assert again.said == [{"is": "refused", "why": "version", "v": 2}, {"is": "bye", "why": "version"}]
        _, new = await world.enter(room, 2)
        assert new.said[0]["v"] == 2 and new.said[0]["entries"][-1]["clock"] == FAST.data()

    run(promise)


def test_a_host_without_computers_offers_clocks_that_need_none() -> None:
    async def main() -> None:
        hub = Hub(Memory(), LIMITS, None, 0)
        await hub.open()
        room = await hub.create(plan_text(key_of(1), ["me", "open"]).encode())
        socket = Socket()
        connection = device(socket)
        head = {"do": "enter", "v": 2, "room": room, "key": key_of(1), "name": "A", "since": 0}
        await hub.receive(connection, json.dumps(head))
        for over, refused in ((SEAT, True), (TURN, True), (MARK, False)):
            clock = FAST._replace(over=over).data()
            await hub.receive(connection, json.dumps({"do": "clock", "id": over, "clock": clock}))
            assert (socket.said[-1].get("why") == "no-computers") == refused
        await hub.close()

    asyncio.run(main())
