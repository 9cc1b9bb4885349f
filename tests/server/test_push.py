"""Members who are not at their table are notified once on each of their devices, and nothing else is sent.

In one process, with a push service on this computer.
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any, cast

import pytest
from jsonschema import Draft202012Validator

from game.platform.thinking import ThinkError
from game.rooms.protocol import VERSION, Fields, Refused
from game.server import hub as hub_module
from game.server import waiting
from game.server.connection import Connection
from game.server.hub import Hub
from game.server.notify import DEVICE, MAX_DEVICES, Channel, Notifier
from game.server.notify_services import Services
from game.server.notify_webhooks import Webhooks, signed
from game.server.push import SENT, Subscription, WebPush
from game.server.redis import Redis
from game.server.room import Room
from game.server.waiting import DAY, GLANCE
from game.server.worker_pool import WorkerPool

from .devices import TIMEOUT, Service, key_of, plan_text, table
from .push_service import Inbox, PushService
from .stores import RedisServer, needs_redis
from .test_hub import LIMITS, Memory, entered
from .test_service import status

HOUR = 3600
SCHEMA = Path(__file__).resolve().parents[2] / "docs/reference/rooms.schema.json"
CONTACT = "mailto:host@example.org"


class House:
    """A server with notifications, whose store outlives it. `ahead` moves its clock."""

    def __init__(self, pushes: PushService, *channels: Channel) -> None:
        self.pushes = pushes
        self.channels = channels
        self.store = Memory()
        self.store.shared = False
        self.ahead = 0.0
        self._ids = 0
        self._chance = random.Random(1)

    async def open(self) -> None:
        push = WebPush(CONTACT, [self.pushes.origin])
        self.notifier = Notifier(self.store, push, self.channels, clock=lambda: time.time() + self.ahead)
        self.hub = Hub(self.store, LIMITS, None, 0, notifier=self.notifier)
        await self.hub.open()
        self.pushes.key = self.notifier.key

    async def restart(self) -> None:
        """End the server without a word, as a kill does, and start another one with the same store."""
        for task in self.hub._tasks:
            task.cancel()
        await self.open()

    async def settled(self) -> None:
        """Wait until all rooms have been looked at."""
        while self.notifier._busy or self.notifier._due:
            await asyncio.wait(self.hub._tasks, return_when=asyncio.FIRST_COMPLETED)

    async def sent(self) -> list[tuple[str, dict[str, Any]]]:
        """Return the messages since the last call, by device."""
        await self.settled()
        new, self.pushes.pushed = self.pushes.pushed, []
        return sorted(((one.device, one.content) for one in new), key=lambda one: one[0])

    async def kinds(self) -> list[tuple[str, str]]:
        return [(device, content["kind"]) for device, content in await self.sent()]

    async def register(self, room: str, number: int, device: str, **more: Any) -> dict[str, int]:
        told = {"subscription": self.pushes.subscribe(device), "language": "en", "names": False}
        told |= {"digest": False, "offset": 0, **more}
        place = await self.hub.standing(room, key_of(number))
        return await self.notifier.register(Fields(told), {room: place})

    async def do(self, connection: Connection, do: str, **fields: Any) -> None:
        self._ids += 1
        await self.hub.receive(connection, json.dumps({"do": do, "id": f"i{self._ids}", **fields}))

    def room(self, name: str) -> Room:
        return Room(name, self.store.rooms[name])

    async def table(self) -> tuple[str, dict[int, Connection]]:
        """Return a game of Anna (1) and Ben (2), which waits for Anna, and their connections."""
        name = await self.hub.create(plan_text(key_of(1), ["me", "open"]).encode())
        here = {number: (await entered(self.hub, name, number))[0] for number in (1, 2)}
        await self.do(here[2], "seat", seat=1, who=2)
        await self.do(here[1], "start")
        await self.play_until(name, here, 1)
        return name, here

    def awaited(self, name: str) -> int:
        """Return the member for whom the game waits, 0 at its end."""
        room = self.room(name)
        assert room.match is not None
        actor = room.match.state.actor
        return 0 if actor is None else room.state.chairs[actor].who or 0

    async def play_until(self, name: str, here: dict[int, Connection], who: int) -> None:
        """Let the players act until the game waits for a member."""
        while (actor := self.awaited(name)) != who:
            room = self.room(name)
            assert room.match is not None
            action = self._chance.choice(room.match.state.legal_actions())
            await self.do(here[actor], "play", at=room.state.game_seq + 1, action=action.text)

    async def away(self, *devices: str, **more: Any) -> tuple[str, dict[int, Connection]]:
        """Return a table that Ben has left after his devices were registered."""
        room, here = await self.table()
        for device in devices or ("phone",):
            await self.register(room, 2, device, **more)
        await self.go(here[2])
        return room, here

    async def hourly(self, hours: int) -> list[tuple[int, dict[str, Any]]]:
        """Return the messages of a number of hours, in which the server is killed now and then, each with
        its hour."""
        told = []
        for hour in range(hours):
            self.ahead = hour * HOUR + 60.0
            if hour % 20 == 5:
                await self.restart()
            await self.notifier.round()
            told += [(hour, content) for _, content in await self.sent()]
        return told

    async def go(self, *connections: Connection) -> None:
        for connection in connections:
            await self.hub.gone(connection)


def run(promise: Callable[[House], Awaitable[None]]) -> None:
    async def main() -> None:
        async with asyncio.timeout(TIMEOUT), PushService().serving() as pushes, opened(pushes) as house:
            await promise(house)

    asyncio.run(main())


@asynccontextmanager
async def opened(pushes: PushService, *channels: Channel) -> AsyncIterator[House]:
    house = House(pushes, *channels)
    await house.open()
    yield house
    await house.hub.close()


def test_a_turn_is_told_on_each_device_of_a_member_who_is_away_and_withdrawn_when_it_has_passed() -> None:
    async def promise(house: House) -> None:
        room, here = await house.table()
        assert await house.register(room, 2, "phone", language="de", names=True) == {room: 0}
        await house.register(room, 2, "tablet", language="pt")
        assert await house.sent() == []
        await house.go(here[2])
        await house.play_until(room, here, 2)
        (phone, on_phone), (tablet, on_tablet) = await house.sent()
        assert (phone, tablet) == ("phone", "tablet")
        assert on_phone["title"] == "Hansa: Du bist dran"
        assert on_phone["body"] == "Anna hat gespielt. Am Tisch: Anna."
        assert on_tablet["title"] == "Hansa: é a sua vez" and "Anna" not in on_tablet["body"]
        assert on_phone["link"] == f"room={room}" and on_phone["waiting"] == [f"room={room}"]
        here[2], _ = await entered(house.hub, room, 2)
        assert await house.sent() == [], "told already"
        await house.play_until(room, here, 1)
        passed = await house.sent()
        assert [device for device, _ in passed] == ["phone", "tablet"]
        for _, content in passed:
            assert content["kind"] == "passed" and content["link"] == f"room={room}"
            assert content["n"] > on_phone["n"] and content["waiting"] == []
        await house.play_until(room, here, 2)
        assert await house.sent() == [], "Ben is at the table"

    run(promise)


def test_messages_are_signed_with_the_key_of_the_store_and_replace_each_other_at_the_service() -> None:
    async def promise(house: House) -> None:
        room, here = await house.away()
        key = house.notifier.key
        await house.restart()
        assert house.notifier.key == key
        here[1], _ = await entered(house.hub, room, 1)
        await house.play_until(room, here, 2)
        await house.settled()
        (first,) = house.pushes.pushed
        assert first.claims["sub"] == CONTACT and first.claims["exp"] > time.time()
        assert first.headers["urgency"] == "high" and int(first.headers["ttl"]) > DAY
        topic = first.headers["topic"]
        assert len(topic) == 32 and room not in json.dumps(first.headers)
        await house.sent()
        here[2], _ = await entered(house.hub, room, 2)
        await house.play_until(room, here, 1)
        await house.settled()
        assert house.pushes.pushed[0].headers["topic"] == topic

    run(promise)


def test_a_member_who_goes_before_they_can_have_looked_is_told() -> None:
    async def promise(house: House) -> None:
        room, here = await house.table()
        await house.register(room, 1, "phone")
        await house.do(here[1], "pause", on=True)
        await house.do(here[1], "pause", on=False)
        assert await house.sent() == [], "Anna is at the table"
        await house.go(here[1])
        assert await house.kinds() == [("phone", "turn")]

    run(promise)


def test_a_member_who_has_looked_is_not_told() -> None:
    async def promise(house: House) -> None:
        room, here = await house.table()
        await house.register(room, 1, "phone")
        house.ahead = GLANCE + 2
        await house.notifier.attend(room)
        await house.go(here[1])
        assert await house.sent() == []
        await house.notifier.round()
        assert await house.sent() == []

    run(promise)


def test_a_hidden_page_counts_as_away() -> None:
    async def promise(house: House) -> None:
        room, here = await house.table()
        await house.register(room, 2, "phone")
        await house.hub.receive(here[2], '{"do":"here","on":false}')
        await house.play_until(room, here, 2)
        assert await house.kinds() == [("phone", "turn")]

    run(promise)


def test_a_request_for_consent_is_told_to_those_who_must_agree() -> None:
    async def promise(house: House) -> None:
        room, here = await house.table()
        await house.play_until(room, here, 2)
        await house.register(room, 1, "phone", names=True)
        await house.register(room, 2, "tablet")
        await house.hub.receive(here[1], '{"do":"here","on":false}')
        await house.hub.receive(here[2], '{"do":"here","on":false}')
        assert await house.kinds() == [("tablet", "turn")]
        await house.do(here[2], "ask", at=house.room(room).state.game_seq + 1, to=0)
        ((device, content),) = await house.sent()
        assert (device, content["kind"], content["waiting"]) == ("phone", "consent", [f"room={room}"])
        assert content["body"].startswith("Ben would like to undo the last steps.")

    run(promise)


class NoAnswer:
    """Computer players without an answer, so that a simple rule decides, once they are `free`."""

    def __init__(self) -> None:
        self.free = asyncio.Event()

    async def answer(self, request: str) -> str:
        await self.free.wait()
        raise ThinkError("no answer")

    def close(self) -> None: ...


@pytest.mark.failing_computers
def test_computers_act_while_no_device_is_there_until_it_is_a_person_s_turn() -> None:
    async def promise(house: House) -> None:
        thinkers = NoAnswer()
        house.hub._thinkers = cast(WorkerPool, thinkers)
        name = await house.hub.create(plan_text(key_of(1), ["me", "computer easy"]).encode())
        anna, _ = await entered(house.hub, name)
        await house.do(anna, "start")
        await house.register(name, 1, "phone")
        await house.play_until(name, {1: anna}, 0)
        await house.go(anna)
        thinkers.free.set()
        while name in house.hub._lives:
            await asyncio.wait(house.hub._tasks, return_when=asyncio.FIRST_COMPLETED)
        assert house.awaited(name) == 1
        assert await house.kinds() == [("phone", "turn")]

    run(promise)


def test_a_kill_loses_no_message_and_sends_none_again() -> None:
    async def promise(house: House) -> None:
        room, here = await house.away("phone", "tablet")
        house.pushes.statuses["tablet"] = 503
        await house.play_until(room, here, 2)
        assert await house.kinds() == [("phone", "turn")]
        await house.restart()
        house.pushes.statuses.clear()
        await house.notifier.round()
        assert await house.kinds() == [("tablet", "turn")]
        await house.restart()
        await house.notifier.round()
        assert await house.sent() == []
        assert house.hub._lives == {}, "no room stays in memory"

    run(promise)


def test_a_turn_that_began_while_the_server_was_killed_is_told_by_the_next_one() -> None:
    async def promise(house: House) -> None:
        room, here = await house.away()
        await house.sent()
        house.notifier._rooms.clear()  # it ends before it looks at the room
        await house.play_until(room, here, 2)
        assert await house.sent() == []
        await house.restart()
        await house.notifier.round()
        assert await house.kinds() == [("phone", "turn")]

    run(promise)


def test_entries_that_a_killed_server_owes_are_added_by_the_next_one_before_anyone_comes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def promise(house: House) -> None:
        room, here = await house.table()
        await house.register(room, 2, "phone")
        append = house.store.append

        async def killed(room: str, n: int, line: str) -> bool:
            if '"do":"over"' in line:
                raise asyncio.CancelledError
            return await append(room, n, line)

        with monkeypatch.context() as patched, suppress(asyncio.CancelledError):
            patched.setattr(house.store, "append", killed)
            await house.play_until(room, here, 0)
        assert not house.room(room).state.over
        await house.restart()
        await house.notifier.round()
        assert await house.kinds() == [("phone", "over")] and house.room(room).state.over

    run(promise)


def test_a_round_does_not_look_at_a_room_while_a_message_about_it_is_being_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def promise(house: House) -> None:
        room, here = await house.away()
        sending, accepted, sent = asyncio.Event(), asyncio.Event(), list[str]()

        async def send(to: Subscription, text: str, topic: str, urgency: str) -> str:
            sent.append(topic)
            sending.set()
            await accepted.wait()
            return SENT

        assert house.notifier.push is not None
        monkeypatch.setattr(house.notifier.push, "send", send)
        await house.play_until(room, here, 2)
        await sending.wait()
        await house.notifier.round()
        accepted.set()
        await house.settled()
        assert sent == [room]

    run(promise)


def test_a_round_reads_no_room_in_which_all_have_been_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def promise(house: House) -> None:
        for end in (2, 0):
            room, here = await house.away()
            here[2], _ = await entered(house.hub, room, 2)
            await house.hub.receive(here[2], '{"do":"here","on":false}')
            await house.play_until(room, here, end)
            await house.go(*here.values())
            await house.sent()
        read, load = list[str](), house.store.load

        async def loaded(name: str, since: int = 0) -> list[str]:
            read.append(name)
            return await load(name, since)

        monkeypatch.setattr(house.store, "load", loaded)
        await house.notifier.round()
        assert await house.sent() == [] and read == []

    run(promise)


class Process(House):
    """One of several server processes that share a store. Each has other devices."""

    def __init__(self, pushes: PushService, redis: RedisServer) -> None:
        super().__init__(pushes)
        self.store = Redis(redis.address, 0)  # type: ignore[assignment]

    def room(self, name: str) -> Room:
        return self.hub._lives[name].room


@needs_redis
def test_two_processes_notify_once_and_not_those_who_are_at_the_table_of_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "MEETING", TIMEOUT)  # on a busy computer
    monkeypatch.setattr(waiting, "GLANCE", DAY)

    async def main() -> None:
        async with (
            asyncio.timeout(TIMEOUT),
            PushService().serving() as pushes,
            RedisServer(tmp_path / "redis") as redis,
        ):
            one, two = Process(pushes, redis), Process(pushes, redis)
            await one.open()
            await two.open()

            async def sent() -> list[tuple[str, str]]:
                """Return the messages after all processes have looked at all rooms, at the same time."""
                await asyncio.gather(one.notifier.round(), two.notifier.round())
                await asyncio.gather(one.notifier.round(), two.notifier.round())
                await one.settled()
                return await two.kinds()

            room, here = await one.table()
            await two.register(room, 2, "phone")
            await one.play_until(room, here, 2)
            await two.notifier.round()
            assert await sent() == [], "he is at the table"
            await one.go(here[2])
            assert await sent() == [("phone", "turn")]
            here[2], _ = await entered(one.hub, room, 2)
            await one.play_until(room, here, 1)
            await one.go(here[2])
            assert await sent() == [("phone", "passed")]
            for process in one, two:
                await process.hub.close()

    asyncio.run(main())


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_the_service_has_ended_is_deleted_in_all_rooms(status: int) -> None:
    async def promise(house: House) -> None:
        (room, here), (other, _) = await house.away(), await house.away()
        house.pushes.statuses["phone"] = status
        await house.play_until(room, here, 2)
        assert await house.sent() == [] and len(house.pushes.received) == 1
        assert not any(name.startswith(DEVICE) for each in (room, other) for name in house.store.noted[each])

    run(promise)


def test_subscriptions_end_with_the_seat() -> None:
    async def promise(house: House) -> None:
        room, here = await house.away()
        await house.play_until(room, here, 2)
        await house.sent()
        await house.do(here[1], "remove", who=2)
        assert await house.kinds() == [("phone", "passed")]
        assert not any(name.startswith(DEVICE) for name in house.store.noted[room])

    run(promise)


def test_a_spectator_is_not_subscribed_and_a_member_has_so_many_devices() -> None:
    async def promise(house: House) -> None:
        room, _ = await house.table()
        await entered(house.hub, room, 3)
        assert await house.register(room, 3, "phone") == {}
        for number in range(MAX_DEVICES + 3):
            house.ahead = float(number)
            await house.register(room, 2, f"device{number}")
        kept = [name for name in house.store.noted[room] if name.startswith(DEVICE)]
        newest = [
            house.pushes.subscribe(f"device{number}")["endpoint"] for number in range(3, MAX_DEVICES + 3)
        ]
        assert set(kept) == {DEVICE + Subscription(endpoint, "", "").id for endpoint in newest}
        await house.notifier.end(newest[0])
        assert len([name for name in house.store.noted[room] if name.startswith(DEVICE)]) == MAX_DEVICES - 1

    run(promise)


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "http://127.0.0.1:1/x"},
        {"endpoint": "https://example.org/x"},
        {"endpoint": "https://fcm.googleapis.com:99999/x"},
        {"keys": {"p256dh": "AAAA", "auth": "AAAA"}},
        {"keys": None},
    ],
)
def test_a_subscription_elsewhere_is_refused(wrong: dict[str, Any]) -> None:
    async def promise(house: House) -> None:
        room, _ = await house.table()
        with pytest.raises(Refused):
            await house.register(room, 2, "x", subscription=house.pushes.subscribe("phone") | wrong)
        assert not any(name.startswith(DEVICE) for name in house.store.noted.get(room, {}))

    run(promise)


def test_a_subscription_is_no_entry_and_reaches_no_other_member() -> None:
    async def promise(house: House) -> None:
        room, _ = await house.table()
        _, heard = await entered(house.hub, room, 3)
        await house.register(room, 2, "phone")
        await entered(house.hub, room, 4)
        everything = json.dumps([heard.said, house.store.rooms[room]])
        assert house.pushes.origin not in everything and "phone" not in everything

    run(promise)


def test_a_reminder_comes_after_the_period_of_the_table_and_at_most_once_a_day() -> None:
    async def promise(house: House) -> None:
        room, here = await house.away(names=True)
        await house.notifier.remind(room, 12)
        await house.play_until(room, here, 2)
        assert await house.kinds() == [("phone", "turn")]
        told = await house.hourly(80)
        assert [hour for hour, _ in told] == [12, 36, 60]
        assert {content["kind"] for _, content in told} == {"again"}
        assert told[0][1]["body"] == "The table has been waiting for you for 12 hours. At the table: Anna."
        assert told[2][1]["body"].startswith("The table has been waiting for you for 2 days.")

    run(promise)


def test_reminders_come_after_the_clock_of_the_computer_was_set_back() -> None:
    async def promise(house: House) -> None:
        room, here = await house.away()
        await house.notifier.remind(room, 12)
        await house.play_until(room, here, 2)
        assert await house.kinds() == [("phone", "turn")]
        for hours, kinds in (0, []), (12, [("phone", "again")]), (24, []), (36, [("phone", "again")]):
            house.ahead = hours * HOUR - 30 * DAY
            await house.notifier.round()
            assert await house.kinds() == kinds

    run(promise)


def test_a_table_without_a_period_reminds_no_one() -> None:
    async def promise(house: House) -> None:
        room, here = await house.away()
        await house.play_until(room, here, 2)
        await house.sent()
        house.ahead = 30.0 * DAY
        await house.notifier.round()
        assert await house.sent() == []

    run(promise)


def test_several_tables_are_summed_up_once_a_day_instead_of_a_reminder_of_each() -> None:
    async def promise(house: House) -> None:
        now = int(time.time())
        offset = (17 * 60 - now // 60) % 1440  # five o’clock in the afternoon
        offset -= 1440 if offset > 720 else 0
        rooms = []
        for _ in range(2):
            room, here = await house.away(digest=True, offset=offset)
            await house.notifier.remind(room, 12)
            await house.play_until(room, here, 2)
            rooms.append(room)
        assert await house.kinds() == [("phone", "turn")] * 2
        told = await house.hourly(60)
        assert [hour for hour, _ in told] == [1, 25, 49]
        for _, content in told:
            assert (content["kind"], content["title"]) == ("digest", "2 tables wait for you")
            assert content["waiting"] == sorted(f"room={room}" for room in rooms)

    run(promise)


def test_the_end_of_a_game_is_told_and_waits_for_no_one() -> None:
    async def promise(house: House) -> None:
        room, here = await house.table()
        await house.register(room, 2, "phone")
        await house.hub.receive(here[2], '{"do":"here","on":false}')
        await house.play_until(room, here, 0)
        assert house.room(room).state.over
        device, last = (await house.sent())[-1]
        assert (device, last["kind"], last["waiting"]) == ("phone", "over", [])
        assert last["title"] == "Hansa: the game is over"
        assert await house.register(room, 2, "tablet") == {}

    run(promise)


def test_services_whose_browsers_show_every_message_get_no_silent_one() -> None:
    assert not Subscription("https://web.push.apple.com/x", "", "").silent
    assert Subscription("https://fcm.googleapis.com/x", "", "").silent


# ---- other channels -----------------------------------------------------------------------------


def test_services_of_the_host_are_told_of_all_tables_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")

    async def main() -> None:
        async with asyncio.timeout(TIMEOUT), Inbox().serving() as inbox, PushService().serving() as pushes:
            services = Services([inbox.origin.replace("http:", "json:")], "https://example.org/")
            async with opened(pushes, services) as house:
                room, here = await house.table()
                await house.settled()
                assert inbox.received == [], "all are at the table"
                await house.go(here[2])
                await house.play_until(room, here, 2)
                await house.settled()
                await house.restart()
                await house.notifier.round()
                await house.settled()
                ((_, _, body),) = inbox.received
                told = json.loads(body)
                assert (told["title"], told["message"]) == (
                    "Hansa",
                    f"Ben: it is your turn.\nhttps://example.org/#room={room}",
                )

    asyncio.run(main())
    with pytest.raises(ValueError, match="nothing://here"):
        Services(["nothing://here"])


def test_a_webhook_of_a_room_is_signed_and_goes_only_where_the_host_allows() -> None:
    async def main() -> None:
        async with (
            asyncio.timeout(TIMEOUT),
            Inbox().serving() as inbox,
            PushService().serving() as pushes,
            opened(pushes, Webhooks([inbox.origin])) as house,
        ):
            (room, here), (other, there) = await house.table(), await house.table()
            with pytest.raises(Refused):
                await house.notifier.set_webhook(room, "http://127.0.0.1:1/kontor")
            secret = await house.notifier.set_webhook(room, f"{inbox.origin}/kontor")
            await house.go(here[2], there[2])
            await house.play_until(room, here, 2)
            await house.play_until(other, there, 2)
            await house.settled()
            ((path, headers, body),) = inbox.received
            told = json.loads(body)
            assert (path, told["type"]) == ("/kontor", "table.turn")
            assert {"room": room, "game": "hansa", "member": 2, "name": "Ben"}.items() <= told["data"].items()
            id, at = headers["webhook-id"], int(headers["webhook-timestamp"])
            assert signed(secret, id, at, body.decode())["webhook-signature"] == headers["webhook-signature"]
            await house.notifier.set_webhook(room, None)
            await house.restart()
            await house.notifier.round()
            await house.settled()
            assert len(inbox.received) == 1

    asyncio.run(main())


# ---- over real connections ----------------------------------------------------------------------


def test_a_device_subscribes_by_http_and_is_told(tmp_path: Path) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    asked, answered = (
        Draft202012Validator({"$ref": f"#/$defs/http.{name}", "$defs": schema["$defs"]})
        for name in ("push", "pushed")
    )

    async def main() -> None:
        async with asyncio.timeout(2 * TIMEOUT), PushService().serving() as pushes:
            words = ("--push-contact", CONTACT, "--push-service", pushes.origin)
            async with Service(tmp_path / "rooms.sqlite", *words) as service:

                async def said(**told: Any) -> dict[str, Any]:
                    told = {"v": 1, **told}
                    asked.validate(told)
                    code, answer = await asyncio.to_thread(
                        status, service.port, "/rooms?push", json.dumps(told)
                    )
                    assert code == 200 or (isinstance(answer, dict) and answer["refused"] == "owner-only")
                    if code == 200:
                        answered.validate(answer)
                    assert isinstance(answer, dict)
                    return answer

                async with table([service.port], 2) as (anna, ben):
                    room = anna.replica.name
                    pushes.key = (await said())["key"]
                    assert await said(room=room, key=key_of(2), remind=24) == {"refused": "owner-only"}
                    assert await said(room=room, key=key_of(1), remind=24) == {
                        "v": VERSION,
                        "key": pushes.key,
                    }
                    phone = pushes.subscribe("phone")
                    device = {"subscription": phone, "language": "it", "names": False}
                    places = [{"room": room, "key": key_of(2)}, {"room": "x" * 22, "key": key_of(2)}]
                    told = await said(**device, digest=False, offset=60, rooms=places)
                    assert told == {"v": VERSION, "key": pushes.key, "rooms": {room: 24}}
                    while ben.choice:
                        await ben.play_one()
                    await ben.close()
                    await anna.until(lambda: anna.choice)
                    while await anna.play_one():
                        pass
                    await pushes.until(1)
                    assert pushes.pushed[0].content["title"] == "Hansa: tocca a te"
                    await said(end=phone["endpoint"])
            with closing(sqlite3.connect(tmp_path / "rooms.sqlite")) as store:
                names = [name for (name,) in store.execute("SELECT name FROM notes")]
            assert not any(name.startswith(DEVICE) for name in names) and "vapid" in names

    asyncio.run(main())


def test_a_server_without_a_contact_offers_no_subscription(tmp_path: Path) -> None:
    async def main() -> None:
        async with asyncio.timeout(TIMEOUT), Service(tmp_path / "rooms.sqlite") as service:
            told = await asyncio.to_thread(status, service.port, "/rooms?push", '{"v":1}')
            assert told == (200, {"v": VERSION, "key": ""})

    asyncio.run(main())
