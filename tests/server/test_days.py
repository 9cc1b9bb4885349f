"""A game over days loses nothing, whatever befalls its server.

Two computers play, and three people who come and go, decide as the level medium does and have answered in
advance. The server is killed between any two operations of its store and restarted, and the clock of its
computer is set. Time is injected, and everything follows from a seed.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import Counter
from collections.abc import Coroutine, Mapping
from random import Random
from typing import Any, NamedTuple

import pytest

from game.bots.players import player
from game.match.standing import StandingAnswer, interrupts
from game.rooms.clock import DAYS, TURN, ClockRules
from game.rooms.protocol import Fields
from game.rooms.replica import RoomReplica
from game.server import hub as hub_module
from game.server.connection import Connection
from game.server.hub import Hub
from game.server.limits import Bucket
from game.server.notify import WAITS, Notifier
from game.server.push import LATER, SENT, Subscription, WebPush
from game.server.room import Room
from game.server.service_clock import ServiceClock
from game.server.waiting import DAY, Facts, Wait

from .devices import TIMEOUT, key_of, plan_text
from .push_service import coded
from .test_hub import LIMITS, Memory
from .test_hub_clocks import Thinkers

SEED = 3
HOUR = 3600
NAMES = {1: "Anna", 2: "Ben", 3: "Käthe"}
DEVICES = {"anna": 1, "ben": 2, "ben's tablet": 2, "käthe": 3}
CHANNEL = "chat"
NEAREST = StandingAnswer("relocate", ("town.coellen", "extras"))
ROUTES = StandingAnswer("relocate", ("route.hamburg-luebeck", "route.coellen-warburg", "no-extras"))
ANSWERS = {1: NEAREST, 2: NEAREST, 3: ROUTES}
"""Standing answers of each person. Käthe's routes often do not fit."""
CLOCK = ClockRules(DAYS, 6 * HOUR, 18 * HOUR, TURN)
OUTAGES = 0, 20, 3 * HOUR, 2 * DAY
JUMPS = 90, -90, 5 * HOUR, -5 * HOUR, 3 * DAY, -3 * DAY


class Process(Memory):
    """The store as one process of the server uses it, until it is killed.

    left  number of operations that remain before it is killed
    """

    shared = False

    def __init__(self, disk: Memory) -> None:
        super().__init__()
        self.rooms, self.noted, self.wakes = disk.rooms, disk.noted, disk.wakes
        self.left = 10**9

    @property
    def dead(self) -> bool:
        return self.left < 0

    async def _works(self) -> None:
        self.left -= 1
        if self.dead:
            raise asyncio.CancelledError  # a process that is gone does nothing more

    async def append(self, room: str, n: int, line: str) -> bool:
        done = await super().append(room, n, line)
        await self._works()  # it can be killed before it learns that the line is stored
        return done

    async def check(self) -> None: ...


class Message(NamedTuple):
    """A message that has arrived, and the number of kills before."""

    device: str
    kind: str
    n: int
    at: int
    kills: int


class Phones(WebPush):
    """The devices of all people, behind a push service that does not always answer.

    shown   the notification that each device shows now
    missed  number of messages that the service did not accept
    """

    def __init__(self, days: Days) -> None:
        super().__init__("mailto:host@example.org")
        self._days = days
        self.all: list[Message] = []
        self.shown: dict[str, Message] = {}
        self.missed = 0

    async def send(self, to: Subscription, text: str, topic: str, urgency: str) -> str:
        await asyncio.sleep(0)
        told: dict[str, Any] = json.loads(text)
        return self.arrived(to.endpoint.rpartition("/")[2], told["kind"], told["n"], told.get("at", 0))

    def arrived(self, device: str, kind: str, n: int, at: int) -> str:
        if self._days.store.dead:
            raise asyncio.CancelledError
        if self._days.rng.random() < 0.1:
            self.missed += 1
            return LATER
        message = Message(device, kind, n, at, self._days.kills)
        self.all.append(message)
        if kind != "passed":
            self.shown[device] = message
        elif device in self.shown and self.shown[device].n <= n:
            del self.shown[device]
        return SENT


class Chat:
    """A channel of the host, which gets messages about every member."""

    id = CHANNEL

    def __init__(self, phones: Phones) -> None:
        self._phones = phones

    def wants(self, room: str, notes: Mapping[str, str]) -> bool:
        return True

    async def send(
        self, room: str, notes: Mapping[str, str], facts: Facts, who: int, wait: Wait, now: float
    ) -> str:
        await asyncio.sleep(0)
        return self._phones.arrived(f"{CHANNEL} {who}", wait.kind, facts.n, wait.at)


class Guest:
    """A person and their page, which remembers the table between visits.

    decided  what they have decided: number in the game and action, by id of the command
    refused  ids of the commands that the server has rejected
    """

    ready = True

    def __init__(self, room: str, number: int) -> None:
        self.number = number
        self.replica = RoomReplica(room, key_of(number), NAMES[number], f"d{number}")
        self.connection: Connection | None = None
        self.owed: list[str] = []
        self.decided: dict[str, tuple[int, str]] = {}
        self.refused: set[str] = set()
        self._medium, self._rng = player("medium"), Random(number)

    def say(self, text: str) -> None:
        told = json.loads(text)
        if told["is"] == "refused":
            self.refused.add(told["id"])
        self.replica.receive(text)
        self.owed += self.replica.outbox()

    def part(self, code: int) -> None:
        self.connection = None

    def hurry(self) -> None: ...

    @property
    def must_decide(self) -> bool:
        match = self.replica.match
        return match is not None and match.state.actor in self.replica.mine

    def decision(self) -> str:
        """Return the command of the next action."""
        assert self.replica.match is not None
        action = self._medium.choose(self.replica.match.state, self._rng).plan[0]
        at, text = self.replica.state.game_seq + 1, self.replica.play(action)
        self.decided[json.loads(text)["id"]] = at, action.text
        return text


class Awaited(NamedTuple):
    """The person for whom the game waits after an entry (0: no one), for what, and which wait it is."""

    who: int
    kind: str
    number: int


class Days:
    """A table, its people, a server that is killed from time to time, and the clocks of its computer.

    disk     what survives the server
    running  seconds for which the server has run while the time of each seat ran
    between  number of kills after which the notifier had not looked at the last entries
    """

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.disk = Memory()
        self.wall, self.ticks, self.began = 1_780_300_800, 0, 1_780_300_800
        self.ran = self.outages = 0
        self.running: Counter[int] = Counter()
        self.kills = self.restarts = self.jumps = self.between = 0
        self.phones = Phones(self)
        self.waits = [Awaited(0, "", 0)]
        self.seen: set[tuple[int, int]] = set()
        """The people who have been at the table during a wait."""
        self.informed: dict[tuple[int, int], int] = {}
        """Number of messages before each person had been at the table for long enough to know."""

    # ---- the server -------------------------------------------------------------------------

    async def start(self) -> None:
        self.store = Process(self.disk)
        self.notifier = Notifier(self.store, self.phones, [Chat(self.phones)], lambda: self.wall)
        clock, thinkers = ServiceClock(lambda: self.wall, lambda: self.ticks), Thinkers()
        pool: Any = thinkers
        self.hub = Hub(self.store, LIMITS, pool, 0, clock, self.notifier)
        await self.hub.open()
        self._always = set(self.hub._tasks)

    async def does(self, work: Coroutine[Any, Any, object]) -> None:
        """Let the server work until it has nothing left to do, or is killed."""
        task = asyncio.create_task(work)
        await asyncio.wait({task})
        while busy := self.hub._tasks - self._always:
            await asyncio.wait(busy)
        if not task.cancelled():
            task.result()
        self._follow()
        if self.store.dead:
            self.kills += 1
            noted = json.loads(self.disk.noted[self.room].get(WAITS, '{"n":0}'))
            self.between += noted["n"] < self.shadow.n
            for task in self.hub._tasks:
                task.cancel()
            await asyncio.gather(*self.hub._tasks, return_exceptions=True)
            await self._again()

    async def restart(self) -> None:
        self.restarts += 1
        self.store.left = 10**9
        await self.hub.close()
        await self._again()

    async def _again(self) -> None:
        for guest in self.guests:
            guest.connection = None
        outage = self.rng.choice(OUTAGES)
        self.outages += outage
        self.wall += outage
        self.ticks = self.rng.randrange(10**6)
        await self.start()

    async def passes(self, seconds: int) -> None:
        self.wall += seconds
        self.ticks += seconds
        self.ran += seconds
        clock = self.shadow.state.clock
        if clock is not None and clock.running is not None:
            self.running[clock.running] += seconds
        await self.does(self.hub.tick())

    def _follow(self) -> None:
        """Note for whom the game waits after each new entry."""
        for line in self.disk.rooms[self.room][self.shadow.n :]:
            self.shadow.apply(line)
            match, last = self.shadow.match, self.waits[-1]
            actor = None if match is None else match.state.actor
            who = 0 if actor is None else self.shadow.state.chairs[actor].who or 0
            kind = "" if match is None or not who else "answer" if interrupts(match.state) else "turn"
            self.waits.append(Awaited(who, kind, last.number + ((who, kind) != last[:2])))
        self.seen |= {(guest.number, self.waits[-1].number) for guest in self.guests if guest.connection}

    # ---- people -----------------------------------------------------------------------------

    async def begin(self) -> None:
        """Let people take their seats, answer in advance and register their devices."""
        chairs = ["me", "open", "open", "computer easy", "computer easy"]
        await self.start()
        self.room = await self.hub.create(plan_text(key_of(1), chairs, "hansa-teutonica").encode())
        self.shadow = Room(self.room)
        self.guests = [Guest(self.room, number) for number in NAMES]
        for guest in self.guests:
            await self.comes(guest)
            replica = guest.replica
            if guest.number > 1:
                await self.says(guest, replica.seat(guest.number - 1, replica.me))
        await self.says(self.guests[0], self.guests[0].replica.set_clock(CLOCK))
        await self.says(self.guests[0], self.guests[0].replica.start())
        keys = {"p256dh": coded(b"x" * 65), "auth": coded(b"x" * 16)}
        for guest in self.guests:
            answers = [ANSWERS[guest.number]]
            await self.says(guest, guest.replica.answer_in_advance(guest.replica.mine[0], answers))
        for device, number in DEVICES.items():
            to = {"endpoint": f"https://fcm.googleapis.com/{device}", "keys": keys}
            told = {"subscription": to, "language": "en", "names": True, "digest": False, "offset": 0}
            place = await self.hub.standing(self.room, key_of(number))
            await self.notifier.register(Fields(told), {self.room: place})
        await self.notifier.remind(self.room, 24)
        for guest in self.guests:
            await self.goes(guest)

    async def comes(self, guest: Guest) -> None:
        guest.connection = Connection(Bucket(1000, 1000), guest)
        guest.owed = []
        await self.says(guest, guest.replica.enter())

    async def says(self, guest: Guest, text: str) -> None:
        guest.owed.insert(0, text)
        while guest.owed and guest.connection:
            await self.does(self.hub.receive(guest.connection, guest.owed.pop(0)))

    async def goes(self, guest: Guest) -> None:
        connection, guest.connection = guest.connection, None
        if connection:
            await self.does(self.hub.gone(connection))

    async def visit(self, guest: Guest) -> None:
        """Let a person look at the table, and mostly decide what waits for them."""
        await self.comes(guest)
        await self.stays(guest)
        while guest.connection and guest.must_decide and self.rng.random() < 0.9:
            await self.says(guest, guest.decision())
            await self.stays(guest)
        await self.goes(guest)

    async def stays(self, guest: Guest) -> None:
        """Let half a minute pass, after which a person at the table knows what waits for them."""
        await self.passes(30)
        await self.does(self.notifier.round())
        if guest.connection:
            self.informed.setdefault((guest.number, self.waits[-1].number), len(self.phones.all))

    async def hour(self) -> None:
        """Let an hour pass, in which much can happen."""
        if self.rng.random() < 0.2:
            self.store.left = self.rng.randrange(25)
        if self.rng.random() < 0.02:
            await self.restart()
        if self.rng.random() < 0.04:
            self.jumps += 1
            self.wall += self.rng.choice(JUMPS)
        await self.passes(HOUR)
        await self.quiet()
        for guest in self.guests:
            told = any(self.phones.shown.get(one) for one, who in DEVICES.items() if who == guest.number)
            if self.rng.random() < (0.25 if told else 0.05):
                await self.visit(guest)
                await self.quiet()

    async def quiet(self) -> None:
        """Wait until the server has nothing left to do, and check what each device shows."""
        while True:
            before = self.kills, self.phones.missed
            await self.does(self.notifier.round())
            if before == (self.kills, self.phones.missed):
                break
        self.check_devices()

    # ---- the log ----------------------------------------------------------------------------

    def entries(self, *kinds: str) -> list[dict[str, Any]]:
        found = [json.loads(line) for line in self.disk.rooms[self.room]]
        return [one for one in found if one["do"] in kinds or not kinds]

    def next_move(self, n: int) -> dict[str, Any]:
        """Return the first action, or end of a player's time, after an entry."""
        return next(one for one in self.entries("play", "flag") if one["n"] > n)

    # ---- promises ---------------------------------------------------------------------------

    def check_devices(self) -> None:
        """Check that a device shows what the table waits for, unless its person knows, and nothing else."""
        now = self.waits[-1]
        for device, who in DEVICES.items():
            shown = self.phones.shown.get(device)
            if self.shadow.state.over:
                assert shown.kind == "over" if shown else (who, now.number) in self.informed
            elif who != now.who:
                assert shown is None, (device, shown, now)
            elif shown is None:
                assert (who, now.number) in self.seen, f"{device} has not been told of entry {self.shadow.n}"
            else:
                assert self.waits[shown.n] == now
                assert shown.kind in (now.kind, "again")

    def check_messages(self) -> None:
        """Check that every message was right, and sent once, unless the server was killed in between."""
        sent: dict[tuple[str, int], list[Message]] = {}
        for number, message in enumerate(self.phones.all):
            who = DEVICES.get(message.device) or int(message.device.removeprefix(f"{CHANNEL} "))
            wait = self.waits[message.n]
            if message.kind == "passed":
                continue
            if message.kind != "over":
                assert wait.who == who and message.kind in (wait.kind, "again")
                assert self.next_move(message.n)["by"] == who or self.next_move(message.n)["do"] == "flag"
            if message.kind != "again":
                assert number < self.informed.get((who, wait.number), number + 1), "told of what they know"
                sent.setdefault((message.device, wait.number), []).append(message)
        for messages in sent.values():
            assert len({one.kills for one in messages}) == len(messages), "sent twice by one server"
            assert len({(one.kind, one.at) for one in messages}) == 1, "a repetition is recognised as such"

    def check_log(self) -> None:
        """Check that the log has what people have decided, once each, and nothing else in their names."""
        ids = [one["id"] for one in self.entries() if one.get("id")]
        assert len(ids) == len(set(ids))
        for guest in self.guests:
            own = [one for one in self.entries("play") if one["by"] == guest.number]
            lost = guest.refused | guest.replica.pending.keys()
            assert [(one["id"], one["at"], one["action"]) for one in own] == [
                (id, *what) for id, what in guest.decided.items() if id not in lost
            ]
            assert guest.replica.match is not None and self.shadow.match is not None and guest.replica.proven
            assert guest.replica.match.state.position() == self.shadow.match.state.position()

    def check_clock(self) -> None:
        """Check that each seat has used the time for which the server ran."""
        clock = self.shadow.state.clock
        assert clock is not None
        for seat, time in enumerate(clock.seats):
            assert time.used <= self.running[seat] + self.kills, "time ran while the server did not"
        assert sum(time.used for time in clock.seats) >= self.running.total() - self.kills * HOUR - HOUR

    def interruptions(self) -> Counter[bool]:
        """Return how many interruptions of people a person had to decide (True), and how many not."""
        first = {wait.number: n for n, wait in reversed([*enumerate(self.waits)]) if wait.kind == "answer"}
        return Counter(self.next_move(n)["by"] is not None for n in first.values())


@pytest.fixture(autouse=True)
def _only_these_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let only the test decide when the server looks at its clocks and tables."""

    async def never(hub: Hub) -> None:
        await asyncio.Event().wait()

    drawn = Random(SEED)
    monkeypatch.setattr(secrets, "randbits", drawn.getrandbits)
    monkeypatch.setattr(secrets, "token_hex", lambda size: drawn.randbytes(size).hex())
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size: f"{drawn.getrandbits(70):022}")
    monkeypatch.setattr(hub_module.Hub, "_keep_time", never)
    monkeypatch.setattr(Notifier, "_look_again", lambda *_: None)


def test_a_game_over_days_survives_kills_restarts_and_clocks_that_are_set() -> None:
    async def main() -> Days:
        days = Days(SEED)
        async with asyncio.timeout(4 * TIMEOUT):
            await days.begin()
            while not days.shadow.state.over:
                await days.hour()
            await days.quiet()
            for guest in days.guests:
                await days.comes(guest)
            await days.hub.close()
        return days

    days = asyncio.run(main())
    days.check_messages()
    days.check_log()
    days.check_clock()
    decided = days.interruptions()
    assert decided[True] and decided[False] >= 0.6 * decided.total(), decided
    assert days.kills > 20 and days.between > 2 and days.restarts > 2 and days.jumps > 3
    assert days.ran > 7 * DAY and days.outages > DAY and days.entries("flag")
