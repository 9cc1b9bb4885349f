"""Notifications for members who are not at their table, each sent once.

The notifier checks a room after each of its entries, when a member comes or goes, and in a round every
minute. The round also finds what a killed server left undone. A message that was sent is noted before the
next one. If a server is killed in between, the repeated message replaces the first one on the device.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Any, NamedTuple, Protocol

from game.rooms.protocol import Fields, Refused
from game.rooms.state import RoomState
from game.server.error_log import report
from game.server.notify_texts import Notification, digest, notification, reminder
from game.server.notify_webhooks import HOOK, Webhooks
from game.server.push import FAILED, GONE, LATER, SENT, Subscription, WebPush, subscription
from game.server.session import HERE, RoomSession
from game.server.store import Store, StoreError
from game.server.waiting import DAY, GLANCE, OVER, Facts, Wait, Waits, facts_of

ROUND = 60.0
"""Seconds between two rounds."""
SETTLE = 30.0
"""Seconds after the start until the first round, in which devices reconnect."""
LEASE = 60.0
"""Seconds for which one process looks at a room."""
EVENING = 18
"""Local hour from which the daily summary is sent."""
MAX_DEVICES = 5
"""Maximum number of devices of a member in a room. The oldest one makes way."""
MAX_WAITING = 40
"""Maximum number of tables that a message lists."""
DEVICE, WAITS, REMIND, DIGEST = "device ", "waits", "remind", "digest "
"""Names of notes: devices by id, `Waits`, the hours until a reminder, and the day of a device's last
summary."""


class Device(NamedTuple):
    """A device that shows notifications of a room.

    names   its player lets notifications name other players
    digest  its player wants a daily summary if several tables wait
    offset  minutes by which its clock is ahead of UTC
    t       time of the registration
    """

    who: int
    to: Subscription
    language: str
    names: bool
    digest: bool
    offset: int
    t: int

    @classmethod
    def read(cls, text: str) -> Device:
        """Read the stored text."""
        who, to, *rest = json.loads(text)
        return cls(who, Subscription(*to), *rest)

    def text(self) -> str:
        """Return the text to store."""
        return json.dumps(self, separators=(",", ":"))


class Channel(Protocol):
    """Another way to tell of a room's events, such as the host's chat.

    id  what the room stores when it has been told
    """

    id: str

    def wants(self, room: str, notes: Mapping[str, str]) -> bool:
        """Return True if it gets messages about a room."""
        ...

    async def send(
        self, room: str, notes: Mapping[str, str], facts: Facts, who: int, wait: Wait, now: float
    ) -> str:
        """Send a message and return the result (`push.SENT` …)."""
        ...


Visit = Callable[[str], AbstractAsyncContextManager[RoomSession]]
"""Loads a room for the duration of a visit."""


class Notifier:
    """The notifications of all rooms."""

    def __init__(
        self,
        store: Store,
        push: WebPush | None = None,
        channels: Sequence[Channel] = (),
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._store = store
        self.push = push
        self._channels = channels
        self.webhooks = next((one for one in channels if isinstance(one, Webhooks)), None)
        self._clock = clock
        self._rooms: dict[str, dict[str, str]] = {}
        """The notes of all rooms, as of the last round or change."""
        self._of: dict[str, set[str]] = {}
        """The rooms of each device."""
        self._busy: set[str] = set()
        """The rooms at which the notifier is looking."""
        self._due: set[str] = set()
        """The rooms that are due for a look, perhaps another one."""

    async def open(self, visit: Visit, do: Callable[[Coroutine[Any, Any, None]], Any], process: str) -> None:
        """Start. Raises `StoreError`.

        visit    loads a room
        do       runs a background task
        process  name of this process
        """
        self._visit, self._do, self._process = visit, do, process
        if self.push is not None:
            await self.push.open(self._store)
        await self._read()

    def close(self) -> None:
        """Stop sending."""
        if self.push is not None:
            self.push.close()

    # ---- registration -----------------------------------------------------------------------

    @property
    def key(self) -> str:
        """Return the public key for subscriptions, or "" if no notifications are sent to devices."""
        return self.push.public if self.push else ""

    async def register(self, fields: Fields, places: Mapping[str, tuple[RoomState, int]]) -> dict[str, int]:
        """Store the subscription of a device for the rooms in which its member has a seat. Returns for each
        of them the hours until a reminder. Raises `Refused`.

        places  by room its state and the member
        """
        if self.push is None:
            return {}
        told = Fields(fields.data.get("subscription"), "subscription")
        to, now = subscription(told, self.push.services), int(self._clock())
        language, names, summary = fields.text("language", 20), fields.flag("names"), fields.flag("digest")
        offset = fields.number("offset", -900, 900)
        hours = {}
        for room, (state, who) in places.items():
            if who not in state.players or state.over:
                continue
            device = Device(who, to, language, names, summary, offset, now)
            await self._note(room, DEVICE + to.id, device.text())
            await self._make_room(room, who)
            hours[room] = int(self._rooms[room].get(REMIND, 0))
        return hours

    async def _make_room(self, room: str, who: int) -> None:
        """Delete the oldest devices of a member who has too many."""
        own = sorted((one.t, key) for key, one in _devices(self._rooms[room]).items() if one.who == who)
        for _, key in own[:-MAX_DEVICES]:
            await self._note(room, DEVICE + key, None)

    async def end(self, endpoint: str) -> None:
        """Delete the subscription of a device."""
        await self._forget(Subscription(endpoint, "", "").id)

    async def _forget(self, device: str) -> None:
        for room in list(self._of.get(device, ())):
            await self._note(room, DEVICE + device, None)
        await self._note("", DIGEST + device, None)

    async def remind(self, room: str, hours: int) -> None:
        """Set the hours after which the table reminds its players."""
        await self._note(room, REMIND, str(hours) if hours else None)

    async def set_webhook(self, room: str, url: str | None) -> str:
        """Set or remove the webhook of a room. Returns its secret. Raises `Refused` if the host does not
        allow the URL."""
        if self.webhooks is None:
            raise Refused("broken", where="url")
        hook = None if url is None else self.webhooks.made(url)
        await self._note(room, HOOK, None if hook is None else hook.text())
        return hook.secret if hook else ""

    async def _note(self, room: str, name: str, text: str | None) -> None:
        if room not in self._rooms:
            self._rooms[room] = await self._store.notes(room)
        if self._rooms[room].get(name) == text:
            return
        await self._store.note(room, name, text)
        notes = self._rooms.setdefault(room, {})  # may have been read again in the meantime
        if text is None:
            notes.pop(name, None)
        else:
            notes[name] = text
        if name.startswith(DEVICE):
            rooms = self._of.setdefault(name.removeprefix(DEVICE), set())
            rooms.discard(room) if text is None else rooms.add(room)

    # ---- rooms ------------------------------------------------------------------------------

    def changed(self, live: RoomSession) -> None:
        """Look at a room after an entry, or after a member has come or gone."""
        if live.room.n and self._watches(live.name):
            self._attend(live.name)

    def _watches(self, room: str) -> bool:
        notes = self._rooms.get(room, {})
        return any(name.startswith(DEVICE) for name in notes) or any(
            channel.wants(room, notes) for channel in self._channels
        )

    def _attend(self, room: str) -> None:
        """Look at a room in the background."""
        self._due.add(room)
        if room not in self._busy:
            self._do(self._attending(room))

    async def _attending(self, room: str) -> None:
        """Look at a room until nothing new is due, unless that is already being done. Two at a time would
        both send the same messages."""
        if room in self._busy:
            return
        self._busy.add(room)
        try:
            while room in self._due:
                self._due.discard(room)
                await self.attend(room)
        finally:
            self._busy.discard(room)

    async def attend(self, room: str) -> None:
        """Bring what is stored about a room up to date, and tell those for whom it waits."""
        async with self._alone(room) as free:
            if not free:
                return
            try:
                async with self._visit(room) as live:
                    facts = facts_of(live.room, thinks=live.thinking is not None)
                    players = live.room.state.players
                    here = {who for who, how in live.present().items() if how == HERE}
            except Refused:
                return  # the room is gone, and its notes with it
            notes = self._rooms[room] = await self._store.notes(room)
            for key in (devices := _devices(notes)):
                self._of.setdefault(key, set()).add(room)
            now = self._clock()
            waits = Waits.read(notes[WAITS]) if WAITS in notes else Waits()
            waits.follow(facts, here, now)
            await self._save(room, waits)
            await self._tell(room, waits, facts, here, now)
            await self._withdraw(room, waits)
            for key, device in devices.items():
                if device.who not in players:  # subscriptions end with the seat
                    await self._note(room, DEVICE + key, None)
            self._look_again(room, waits, here, now)

    @asynccontextmanager
    async def _alone(self, room: str) -> AsyncIterator[bool]:
        """Hold the exclusive right to look at a room, among all processes, if it is free."""
        lease = f"{room} notes"
        free = await self._store.lease(lease, self._process, LEASE)
        try:
            yield free
        finally:
            if free:
                await self._store.release(lease, self._process)

    async def _save(self, room: str, waits: Waits) -> None:
        await self._note(room, WAITS, waits.text())

    def _look_again(self, room: str, waits: Waits, here: set[int], now: float) -> None:
        """Note later that the members who are at the table have seen that it waits for them."""
        rests = [GLANCE - (now - wait.t) for who, wait in waits.all.items() if who in here and not wait.seen]
        if rests:
            asyncio.get_running_loop().call_later(max(1.0, *rests), self._attend, room)

    async def _tell(self, room: str, waits: Waits, facts: Facts, here: set[int], now: float) -> None:
        """Notify the members for whom the room waits, and remind those for whom it has waited for long."""
        notes = self._rooms[room]
        for who, wait in list(waits.all.items()):
            if who in here:
                continue
            again = self._reminds(room, wait, now)
            devices, channels = self._untold(room, who, wait, again=again)
            work = [
                (key, self._push(room, facts, device, wait, now, again=again))
                for key, device in devices.items()
            ]
            work += [(one.id, one.send(room, notes, facts, who, wait, now)) for one in channels]
            if not work:
                continue
            results = await asyncio.gather(*(sending for _, sending in work))
            told = [key for (key, _), how in zip(work, results, strict=True) if how in (SENT, FAILED)]
            wait = wait._replace(told=tuple(dict.fromkeys([*wait.told, *told])))
            waits.all[who] = wait._replace(again=int(now)) if again and told else wait
            for key in told:
                waits.passed.pop(key, None)  # the new notification has replaced the old one
            await self._save(room, waits)
            for (key, _), how in zip(work, results, strict=True):
                if how == GONE:
                    await self._forget(key)

    def _reminds(self, room: str, wait: Wait, now: float) -> bool:
        """Return True if a reminder is due to a member who has been told, or has seen the table."""
        return wait.reminds(int(self._rooms[room].get(REMIND, 0)), now) and bool(wait.seen or wait.told)

    def _untold(
        self, room: str, who: int, wait: Wait, *, again: bool
    ) -> tuple[dict[str, Device], list[Channel]]:
        """Return the devices of a member by id, and the channels, that do not know yet that a room waits;
        with `again`, also those to remind of it."""
        notes = self._rooms[room]
        devices = {
            key: device
            for key, device in _devices(notes).items()
            if device.who == who
            and ((again and not self._summed(key, device)) or not (wait.seen or key in wait.told))
        }
        channels = [
            one
            for one in self._channels
            if one.wants(room, notes) and not wait.seen and one.id not in wait.told
        ]
        return devices, channels

    async def _withdraw(self, room: str, waits: Waits) -> None:
        """Withdraw the notifications of a turn that has passed."""
        devices = _devices(self._rooms[room])
        for key, n in list(waits.passed.items()):
            device = devices.get(key)
            if device is not None and device.to.silent and self.push is not None:
                message = {"kind": "passed", "link": f"room={room}", "n": n, "waiting": self.waiting(key)}
                how = await self.push.send(device.to, _compact(message), room, "normal")
                if how == LATER:
                    continue
                if how == GONE:
                    await self._forget(key)
            del waits.passed[key]
            await self._save(room, waits)

    async def _push(
        self, room: str, facts: Facts, device: Device, wait: Wait, now: float, *, again: bool
    ) -> str:
        if self.push is None:
            return LATER
        language, who, names = device.language, device.who, device.names
        if again:
            kind, said = "again", reminder(language, facts, who, wait, now, names=names)
        else:
            kind, said = wait.kind, notification(language, facts, who, wait, names=names)
        message = {"kind": kind, "title": said.title, "body": said.text, "link": f"room={room}", "n": facts.n,
                   "at": wait.at, "waiting": self.waiting(device.to.id)}  # fmt: skip
        return await self.push.send(device.to, _compact(message), room, "normal" if again else "high")

    def waiting(self, device: str) -> list[str]:
        """Return links of the tables that wait for the player of a device."""
        return [f"room={room}" for room, *_ in self._waiting(device)][:MAX_WAITING]

    def _waiting(self, device: str) -> list[tuple[str, Device, str]]:
        """Return the rooms that wait for the player of a device, each with the registration and the game."""
        found = []
        for room in sorted(self._of.get(device, ())):
            notes = self._rooms.get(room, {})
            if DEVICE + device in notes and WAITS in notes:
                one = Device.read(notes[DEVICE + device])
                waits = Waits.read(notes[WAITS])
                wait = waits.all.get(one.who)
                if wait is not None and wait.kind != OVER:
                    found.append((room, one, waits.game))
        return found

    def _summed(self, key: str, device: Device) -> bool:
        """Return True if a device gets a daily summary instead of a reminder of each table."""
        return device.digest and len(self._waiting(key)) > 1

    # ---- rounds -----------------------------------------------------------------------------

    async def rounds(self) -> None:
        """Make a round every minute, until the server ends."""
        await asyncio.sleep(SETTLE)
        while True:
            with suppress(StoreError):
                await self.round()
            await asyncio.sleep(ROUND)

    async def round(self) -> None:
        """Look at the rooms in which something is left to do, and send daily summaries. One process does
        so."""
        await self._read()
        async with self._alone("") as free:
            if not free:
                return
            rooms = [room for room in self._rooms if room and self._watches(room)]
            lengths = await self._store.lengths(rooms)
            now = self._clock()
            for room, n in zip(rooms, lengths, strict=True):
                if n and self._left(room, n, now):
                    self._due.add(room)
                    try:
                        await self._attending(room)
                    except StoreError:
                        raise
                    except Exception as error:  # of this room only
                        report(error)
            await self._digests(now)

    async def _read(self) -> None:
        found = await self._store.all_notes()
        self._rooms = found | {room: self._rooms[room] for room in self._busy & self._rooms.keys()}
        self._of = {}
        for room, notes in self._rooms.items():
            for name in notes:
                if name.startswith(DEVICE):
                    self._of.setdefault(name.removeprefix(DEVICE), set()).add(room)

    def _left(self, room: str, n: int, now: float) -> bool:
        """Return True if a room of `n` entries needs a check."""
        notes = self._rooms[room]
        if WAITS not in notes:
            return True
        waits = Waits.read(notes[WAITS])
        if n != waits.n or waits.busy or waits.passed:
            return True
        return any(
            wait != wait.until(int(now))
            or any(self._untold(room, who, wait, again=self._reminds(room, wait, now)))
            for who, wait in waits.all.items()
        )

    async def _digests(self, now: float) -> None:
        """Send each device that wants it a summary in the evening, if several tables wait for its player."""
        for key in list(self._of):
            tables = self._waiting(key)
            if len(tables) < 2 or self.push is None:
                continue
            device = max((one for _, one, _ in tables), key=lambda one: one.t)
            local = int(now) + device.offset * 60
            day = str(local // DAY)
            told = self._rooms.get("", {}).get(DIGEST + key)
            if not device.digest or local % DAY < EVENING * 3600 or told == day:
                continue
            said = digest(device.language, [game for *_, game in tables])
            how = await self._send_digest(device, said, int(day))
            if how == GONE:
                await self._forget(key)
            elif how != LATER:
                await self._note("", DIGEST + key, day)

    async def _send_digest(self, device: Device, said: Notification, day: int) -> str:
        assert self.push is not None, "asked before"
        message = {"kind": "digest", "title": said.title, "body": said.text, "link": "", "n": day, "at": day,
                   "waiting": self.waiting(device.to.id)}  # fmt: skip
        return await self.push.send(device.to, _compact(message), "digest", "normal")


def _devices(notes: Mapping[str, str]) -> dict[str, Device]:
    """Return the devices of a room by id."""
    return {
        name.removeprefix(DEVICE): Device.read(text)
        for name, text in notes.items()
        if name.startswith(DEVICE)
    }


def _compact(message: Mapping[str, Any]) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))
