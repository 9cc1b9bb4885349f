"""All rooms of a process: validates, stores, applies and broadcasts entries, one at a time in each room."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Container, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from game.platform.supervisor import supervise
from game.platform.thinking import ThinkError
from game.rooms.clock import SEAT, TURN
from game.rooms.commands import COMMANDS, Command, Message, apply, parse_command
from game.rooms.entries import compact, entry_of
from game.rooms.plan import parse_plan
from game.rooms.protocol import Enter, Here, Ping, Refused
from game.rooms.state import RoomState
from game.server import metrics
from game.server.connection import Connection
from game.server.error_log import LOG, report
from game.server.garbage import collect_garbage
from game.server.health import StoreHealth
from game.server.limits import HOUR, MAX_VIOLATIONS, Buckets, Limits
from game.server.room import Room, member_of
from game.server.service_clock import ServiceClock
from game.server.session import RoomSession
from game.server.store import Store, StoreError
from game.server.worker_pool import WorkerPool
from game.untrusted import loads

if TYPE_CHECKING:  # a server without notifications does not need their packages
    from game.server.notify import Notifier
    from game.server.public_tables import PublicTables

T = TypeVar("T")
EXPECTED = (Refused, StoreError)
"""Exceptions that are part of normal operation: devices get an error message, and nothing is logged."""

HEARTBEAT_INTERVAL = 5.0
"""Seconds between two checks for missed entries."""
HEARTBEAT_TIMEOUT = 3 * HEARTBEAT_INTERVAL
"""Seconds without a heartbeat after which another process counts as dead."""
LEASE = 15.0
"""Seconds for which a process has the exclusive right to run a room's computer players."""
FORGET = 3600.0
TICK, TICKS_PER_BEAT = 1.0, 5
"""Seconds between two checks for players in connected rooms who have run out of time, and the number of such
checks for one of all rooms."""
LOOK_AGAIN = 3600
"""Seconds after which the server checks a room with a clock again, in case the stored time is wrong because
the computer's clock was set."""
YIELD_EVERY = 20
"""Number of a room's lines applied before other rooms get their turn."""
MEETING = 2.0
"""Seconds for which a visit waits for other processes to say who is connected to them."""
LOOKS_AT_ONCE = 2
"""Maximum number of rooms read at a time to describe them to people who have not entered."""
JOINS = 30
"""Number of new members of one room per client address and hour."""
ENTERING = 5
"""Cost of entering a room, in messages of the rate limit."""
PONG = compact({"is": "pong"})


def _needs_computers(fields: Mapping[str, Any]) -> bool:
    """Return True if a command with these fields needs computer players: for a seat, or instead of a player
    without time."""
    return fields.get("computer") is not None or (fields.get("clock") or {}).get("over") in (TURN, SEAT)


def refused(code: str, command: Message) -> Refused:
    """Return the error for a rejected command."""
    refusal = Refused(code)
    refusal.id = getattr(command, "id", "")
    return refusal


class Hub:
    """The rooms with connected devices. All others exist in the store only."""

    def __init__(
        self,
        store: Store,
        limits: Limits,
        thinkers: WorkerPool | None,
        days: int,
        clock: ServiceClock | None = None,
        notifier: Notifier | None = None,
        public_tables: PublicTables | None = None,
    ) -> None:
        self._store = store
        self.clock = clock or ServiceClock()
        self.notifier = notifier
        self.public_tables = public_tables
        self._limits = limits
        self._thinkers = thinkers
        self._days = days
        self.health = StoreHealth()
        self._process = secrets.token_hex(8)
        self._lives: dict[str, RoomSession] = {}
        self._beats: dict[str, float] = {}
        """Time of the last heartbeat of each other process."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._looking = asyncio.Semaphore(LOOKS_AT_ONCE)
        self._joins = Buckets(JOINS / HOUR, JOINS)
        """New members by client address and room."""

    async def open(self) -> None:
        """Open the store and start the background tasks. Raises `StoreError`."""
        await self._store.open(self)
        await self.clock.open(self._store)
        metrics.ROOMS.set_function(lambda: len(self._lives))
        watch = partial(self.health.watch, self._store.check)
        for work in self._heartbeats, watch, self._forget_hourly, collect_garbage, self._keep_time:
            self._do(supervise(work, report))
        if self.notifier is not None:
            await self.notifier.open(self.visit, self._do, self._process)
            self._do(supervise(self.notifier.rounds, report))
        if self.public_tables is not None:
            await self.public_tables.open(self._is_attended, self._tell_members, self._do)
            self._do(supervise(self.public_tables.rounds, report))

    async def close(self) -> None:
        """Disconnect all devices, end the AI workers and close the store."""
        for live in self._lives.values():
            live.close("stopping")
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._thinkers:
            self._thinkers.close()
        with suppress(StoreError):
            await self.clock.save(self._store)
        if self.notifier is not None:
            self.notifier.close()
        await self._store.close()

    def _do(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, EXPECTED):
            report(error)

    # ---- commands of devices ----------------------------------------------------------------

    async def create(self, body: bytes) -> str:
        """Create a room and return its name. Raises `Refused` or `StoreError`."""
        plan = await asyncio.to_thread(parse_plan, body)  # checking a saved game takes time
        if not self._thinkers and any(chair.computer for chair in plan.chairs):
            raise Refused("no-computers")
        seed, salt, now = secrets.randbits(128), secrets.token_hex(16), int(self.clock.wall())
        line = await asyncio.to_thread(Room.opening, plan, seed=seed, salt=salt, now=now, lasts=self._days)
        name = secrets.token_urlsafe(16)
        await self.health.retrying(lambda: self._store.append(name, 1, line))
        return name

    async def look(self, name: str, invite: str = "") -> dict[str, Any]:
        """Return the public description of a room for an invited person. Raises `Refused`, also if they could
        not join, or `StoreError`."""
        if (live := self._lives.get(name)) and live.room.n:
            return _outside(live.room.state, invite, live.present())
        return await self._read(name, lambda lines: _outside(_state_of(lines), invite))

    async def standing(self, name: str, key: str) -> tuple[RoomState, int]:
        """Return the state of a room and the member with a key. Raises `Refused` or `StoreError`."""
        if (live := self._lives.get(name)) and live.room.n:
            state, who = live.room.state, live.room.member(key)
        else:
            state, who = await self._read(name, lambda lines: (_state_of(lines), member_of(lines, key)))
        if who is None or state.members[who].gone:
            raise Refused("unknown-member")
        return state, who

    async def _read(self, name: str, work: Callable[[Sequence[str]], T]) -> T:
        """Return the result of `work` for the stored lines of a room that is not in memory. Raises `Refused`
        or `StoreError`."""
        async with self._looking:
            lines = await self.health.retrying(lambda: self._store.load(name))
            if not lines:
                raise Refused("unknown-room")
            return await asyncio.to_thread(work, lines)

    async def receive(self, connection: Connection, text: str | bytes) -> None:
        """Process a message of a device, or send the reason for its rejection."""
        if connection.closed:
            return
        try:
            command = self._parsed(connection, text)
            await self._dispatch(connection, command)
        except Refused as refusal:
            metrics.REFUSALS.labels(refusal.code).inc()
            connection.send(refusal.message())
            if connection.bucket.violations > MAX_VIOLATIONS:
                connection.bye("too-fast")
            elif not connection.who:
                connection.bye(refusal.code)
        except StoreError:
            self._send_away(connection)
        except Exception as error:
            report(error)
            connection.bye("stopping")

    def _parsed(self, connection: Connection, text: str | bytes) -> Message:
        """Return the command of a message. Raises `Refused` if it is invalid, or messages arrive too fast.
        Invalid messages count, and entering a room costs as much as several messages."""
        in_time = connection.bucket.take()
        command = parse_command(text)
        if isinstance(command, Enter):
            in_time = in_time and connection.bucket.take(ENTERING - 1)
        if not in_time:
            raise refused("too-fast", command)
        kind = command.do if isinstance(command, Command) else type(command).__name__.lower()
        metrics.COMMANDS.labels(kind).inc()
        return command

    def _send_away(self, connection: Connection) -> None:
        """Disconnect all members of a room whose store has failed. Clients reconnect later and resend their
        commands."""
        if live := self._lives.get(connection.room):
            live.close("stopping")
        connection.bye("stopping")

    async def _dispatch(self, connection: Connection, command: Message) -> None:
        match command:
            case Ping():
                connection.send(PONG)
            case Enter():
                await self._enter(connection, command)
            case _ if not connection.who:
                raise Refused("not-entered")
            case Here():
                connection.on = command.on
                await self._tell_present(self._lives[connection.room])
            case Command(fields=fields) if not self._thinkers and _needs_computers(fields):
                raise refused("no-computers", command)
            case _:
                await self._perform(connection, command)

    async def _enter(self, connection: Connection, command: Enter) -> None:
        if connection.room not in ("", command.room):
            raise Refused("broken", where="room")
        live = await self._open(command.room)
        async with self._locked(live):
            who = live.room.member(command.key)
            if connection.who and who != connection.who:
                raise Refused("broken", where="key")
            if who is None and not self._joins.take(f"{connection.address} {live.name}"):
                raise Refused("too-many")
            if command.since > live.room.n:  # another process may have stored more
                await self._catch_up(live, strict=False)
            await self._append(live, lambda now: live.room.propose(who, command, now))
            await self._follow_up(live)
            connection.room, connection.who = live.name, live.room.member(command.key) or 0
            connection.version = command.version
            live.connections.add(connection)
            told = live.room.snapshot(
                connection.who, command.since, live.present(), connection.page, command.last
            )
            connection.send(told)
            if text := live.room.clock_message():
                connection.send(text)
            if self.public_tables is not None and not live.room.state.started:
                connection.send(await self.public_tables.message(live.name))
        await self._tell_present(live)
        self._think(live)

    async def _perform(self, connection: Connection, command: Command) -> None:
        live, who = self._lives[connection.room], connection.who
        stored = COMMANDS[command.do].stored
        if not live.take(who, stored=stored):
            raise refused("too-fast", command)
        if not stored:
            text = live.room.relay(who, command, int(self.clock.wall()))
            live.broadcast(text)
            if self._store.shared:
                await self._store.tell(live.name, compact({"process": self._process, "say": text}))
            return
        async with self._locked(live):
            if live.room.time_left == 0:
                await self._follow_up(live)  # the time has run out before the command
            if command.do == "start" and live.room.state.clock is not None:
                await self.health.retrying(lambda: self._store.wake(live.name, self.clock.now()))
            if not await self._append(live, lambda now: live.room.propose(who, command, now)):
                entry = live.room.find_duplicate(who, command)
                if entry is not None:
                    # A member's second device may have sent the same command.
                    ids = f'"id":"{entry.id}"', f'"id":"{command.id}"'
                    connection.send(live.room.message(entry, who).replace(*ids, 1))
            await self._follow_up(live)

    async def gone(self, connection: Connection) -> None:
        """Handle the end of a connection, whichever side closed it."""
        live = self._lives.get(connection.room)
        if live is not None and connection in live.connections:
            live.connections.discard(connection)
            await self._tell_present(live)
            self._drop_if_idle(live)

    # ---- entries ----------------------------------------------------------------------------

    async def _append(self, live: RoomSession, propose: Callable[[int], str | None]) -> bool:
        """Store and apply the proposed entry. Proposes again if another process was first. Returns False
        without an entry."""
        while (line := propose(int(self.clock.wall()))) is not None:
            if await self._store_line(live, line):
                live.apply(line)
                self._changed(live)
                return True
            await self._catch_up(live)
        return False

    def _changed(self, live: RoomSession) -> None:
        """Notify the members who are not at the table."""
        if self.notifier is not None:
            self.notifier.changed(live)

    async def _store_line(self, live: RoomSession, line: str) -> bool:
        n = live.room.n + 1
        return await self.health.retrying(lambda: self._store.append(live.name, n, line))

    async def _follow_up(self, live: RoomSession) -> None:
        """Add the entries of the server itself."""
        while await self._append(live, live.room.follow_up):
            pass
        self._think(live)
        if live.due is not None and (live.wakes is None or live.due < live.wakes):
            await self._wake_at(live, live.due)

    async def _catch_up(self, live: RoomSession, *, strict: bool = True) -> None:
        """Apply the entries that other processes have added.

        strict  there must be some, otherwise the room has been deleted
        """
        lines = await self.health.retrying(lambda: self._store.load(live.name, live.room.n))
        if not lines and strict:
            live.close("gone")
            raise Refused("gone")
        for line in lines:
            live.apply(line)

    # ---- rooms in memory --------------------------------------------------------------------

    async def _open(self, name: str) -> RoomSession:
        live = self._lives.get(name)
        if live is None:
            live = self._lives[name] = RoomSession(name, self._limits, self.clock)
            live.loading = self._do(self._load(live))
        with live.used():
            assert live.loading is not None
            try:
                await asyncio.shield(live.loading)
            except Exception:
                self._drop(live)
                raise
        if not live.room.n:
            self._drop_if_idle(live)
            raise Refused("unknown-room")
        return live

    @asynccontextmanager
    async def visit(self, name: str) -> AsyncIterator[RoomSession]:
        """Hold a room in memory, without a device. The server adds its own entries, which it lacks if it was
        killed, and computer players act if it is their turn. Raises `Refused` or `StoreError`."""
        live = await self._open(name)
        try:
            with live.used():
                await self._run_out(live)
                with suppress(TimeoutError):
                    await asyncio.wait_for(live.met.wait(), MEETING)
                live.met.set()  # a process that has not answered does not delay the next visit
                yield live
        finally:
            self._drop_if_idle(live)

    async def _load(self, live: RoomSession) -> None:
        """Load a room and replay its entries, with pauses for the other rooms, because a long game takes
        time."""
        async with live.lock:
            await self._store.follow(live.name)
            lines = await self.health.retrying(lambda: self._store.load(live.name))
            for number, line in enumerate(lines, 1):
                live.room.apply(line)
                if number % YIELD_EVERY == 0:
                    await asyncio.sleep(0)
            self._apply_queued(live)
            live.note_due()
        if live.room.n:
            live.others = await self._ask_others(live) if self._store.shared else 0
            live.meet()

    @asynccontextmanager
    async def _locked(self, live: RoomSession) -> AsyncIterator[None]:
        """Hold the exclusive right to change the room within this process."""
        with live.used():
            async with live.lock:
                try:
                    yield
                except (*EXPECTED, asyncio.CancelledError):
                    raise
                except Exception:
                    self._fail(live)
                    raise
                finally:
                    self._apply_queued(live)
        self._drop_if_idle(live)

    def _drop_if_idle(self, live: RoomSession) -> None:
        if live.idle:
            self._drop(live)

    def _drop(self, live: RoomSession) -> None:
        if self._lives.get(live.name) is live:
            del self._lives[live.name]
            if live.thinking:
                live.thinking.cancel()
            self._do(self._unfollow(live.name))

    def _fail(self, live: RoomSession) -> None:
        """Disconnect all members of a room after an error, and remove it from memory. When a device returns,
        it is loaded from the store again. Other rooms are not affected."""
        live.queued.clear()
        self._drop(live)
        live.close("stopping")

    async def _unfollow(self, name: str) -> None:
        if name not in self._lives:
            await self._store.unfollow(name)

    async def _forget_hourly(self) -> None:
        while True:
            await asyncio.sleep(FORGET)  # also before the first time: the clock may be wrong after booting
            with suppress(StoreError):
                if deleted := await self._store.forget():
                    metrics.ROOMS_DELETED.inc(deleted)
                    LOG.info("deleted %d rooms without activity for %d days", deleted, self._days)

    # ---- clocks -----------------------------------------------------------------------------

    async def _keep_time(self) -> None:
        """Let players run out of time, and note that the server is running."""
        beats = 0
        while True:
            with suppress(StoreError):
                await self.tick(beat=beats % TICKS_PER_BEAT == 0)
            beats += 1
            await asyncio.sleep(TICK)

    async def tick(self, *, beat: bool = True) -> None:
        """Let players run out of time. With `beat`, also in rooms without a connected device. Raises
        `StoreError`."""
        now = self.clock.now()
        if beat:
            pieces = self.clock.timeline.pieces
            await self.clock.beat(self._store)
            if pieces is not self.clock.timeline.pieces:  # other hours of the day may count now
                for live in self._lives.values():
                    live.note_due()
        for live in list(self._lives.values()):
            if live.due is not None and live.due <= now:
                await self._run_out(live)
        for name in await self._store.due(now) if beat else ():
            await self._attend(name)

    async def _run_out(self, live: RoomSession) -> None:
        """Add the entries of the server itself, now that a player has no time left."""
        try:
            async with self._locked(live):
                await self._follow_up(live)
                live.note_due()
        except EXPECTED:
            pass
        except Exception as error:  # `_locked` has closed the room
            report(error)

    async def _attend(self, name: str) -> None:
        """Look after a room at the stored time, and store the next one. Raises `StoreError`."""
        try:
            live = await self._open(name)
        except Refused:
            await self._store.wake(name, None)
            return
        except StoreError:
            raise
        except Exception as error:  # such as an entry of a newer version
            report(error)
            await self._store.wake(name, self.clock.now() + LOOK_AGAIN)
            return
        with live.used():
            await self._run_out(live)
            state, now = live.room.state, self.clock.now()
            if state.clock is None or state.over:
                await self._wake_at(live, None)
            else:
                due = now + LOOK_AGAIN if live.due is None else min(max(live.due, now + 1), now + LOOK_AGAIN)
                await self._wake_at(live, due)
        self._drop_if_idle(live)

    async def _wake_at(self, live: RoomSession, at: int | None) -> None:
        await self.health.retrying(lambda: self._store.wake(live.name, at))
        live.wakes = at

    # ---- computers --------------------------------------------------------------------------

    def _think(self, live: RoomSession) -> None:
        """Start the search for a computer's move, if one is due and no search is running."""
        needed = live.connections or live.room.works_alone
        if self._thinkers and live.thinking is None and needed and live.room.awaited():
            live.thinking = self._do(self._thinking(live, self._thinkers))

    async def _thinking(self, live: RoomSession, thinkers: WorkerPool) -> None:
        try:
            # If the store stays unavailable, the next round starts again.
            with suppress(StoreError, Refused):
                while live.connections or live.room.works_alone:
                    if not await self._answer(live, thinkers):
                        break
        except Exception as error:
            report(error)
        finally:
            live.thinking = None
            await self._store.release(live.name, self._process)
            self._drop_if_idle(live)

    async def _answer(self, live: RoomSession, thinkers: WorkerPool) -> bool:
        """Let a computer act. Returns False if no move is due, or if another process is responsible."""
        asked = live.room.awaited()
        if asked is None or not await self._store.lease(live.name, self._process, LEASE):
            return False
        thinking = compact({"is": "thinking", "seat": asked.seat})
        live.broadcast(thinking)
        await self._store.tell(live.name, compact({"process": self._process, "say": thinking}))
        work = asyncio.ensure_future(thinkers.answer(asked.request))
        try:
            while not (await asyncio.wait({work}, timeout=LEASE / 3))[0]:
                await self._store.lease(live.name, self._process, LEASE)
        finally:
            work.cancel()
        async with self._locked(live):
            try:
                live.room.answered(asked.version, work.result())
            except ThinkError as error:
                live.room.failed(asked.version, str(error))
            await self._follow_up(live)
        return True

    # ---- presence ---------------------------------------------------------------------------

    async def _tell_present(self, live: RoomSession) -> None:
        live.send_present()
        self._changed(live)
        await self._tell_others(live)

    def _is_attended(self, room: str) -> bool:
        live = self._lives.get(room)
        return live is not None and bool(live.connections)

    async def _tell_members(self, room: str, text: str) -> None:
        """Send a text to all members of a room, on all processes."""
        if live := self._lives.get(room):
            live.broadcast(text)
        await self._store.tell(room, compact({"process": self._process, "say": text}))

    async def _tell_others(self, live: RoomSession) -> None:
        """Publish the members connected to this process."""
        if self._store.shared:
            await self._store.tell(live.name, compact(self._said_here(live)))

    async def _ask_others(self, live: RoomSession) -> int:
        """Publish them, and ask the other processes to reply with theirs. Returns their number, 0 if the
        store fails."""
        with suppress(StoreError):
            return await self._store.ask(live.name, compact({**self._said_here(live), "ask": True})) - 1
        return 0

    def _said_here(self, live: RoomSession) -> dict[str, Any]:
        who = {str(one): how for one, how in live.present_here().items()}
        return {"process": self._process, "who": who}

    # ---- events of other processes (`StoreListener`) -------------------------------------------------

    def entry(self, room: str, n: int, line: str) -> None:
        """Apply an entry stored by any process (`StoreListener.entry`), or queue it while the room is
        locked."""
        live = self._lives.get(room)
        if live is not None and n > live.room.n:
            live.queued.append((n, line))
            if not live.lock.locked():
                self._apply_queued(live)

    def _apply_queued(self, live: RoomSession) -> None:
        try:
            while live.queued:
                n, line = live.queued.popleft()
                if n == live.room.n + 1:
                    live.apply(line)
                    self._think(live)
                elif n > live.room.n:
                    live.queued.clear()
                    self._do(self._load_missed(live))
        except Exception as error:
            report(error)
            self._fail(live)

    async def _load_missed(self, live: RoomSession) -> None:
        """Load entries that were missed."""
        try:
            async with self._locked(live):
                for line in await self._store.load(live.name, live.room.n):
                    live.apply(line)
            self._think(live)
        except EXPECTED:
            pass
        except Exception as error:  # `_locked` has closed the room
            report(error)

    def told(self, room: str, text: str) -> None:
        """Process a message of another process (`StoreListener.told`): presence, or a text for all
        members."""
        live, said = self._lives.get(room), loads(text)
        process = said["process"]
        if live is None or process == self._process:
            return
        if "say" in said:
            live.broadcast(said["say"])
            return
        self._beats.setdefault(process, time.monotonic())
        live.elsewhere[process] = {int(who): how for who, how in said["who"].items()}
        live.send_present()
        live.meet()
        if "ask" in said:
            self._do(self._tell_others(live))

    def beat(self, process: str) -> None:
        """Note a heartbeat of a process (`StoreListener.beat`)."""
        self._beats[process] = time.monotonic()

    def missed(self) -> None:
        """Check all rooms after an interruption of the store's notifications (`StoreListener.missed`)."""
        self._do(self._round())

    async def _heartbeats(self) -> None:
        while self._store.shared:
            await self._store.beat(self._process)
            await asyncio.gather(asyncio.sleep(HEARTBEAT_INTERVAL), self._round(HEARTBEAT_INTERVAL))

    async def _round(self, seconds: float = 0.0) -> None:
        """Look for missed entries and for work that a dead process left undone, spread over `seconds`."""
        self._reap()
        lives = [live for live in self._lives.values() if live.room.n]
        with suppress(StoreError):
            for first in range(0, len(lives), YIELD_EVERY):  # a thousand answers would block all rooms
                some = lives[first : first + YIELD_EVERY]
                known = [live.room.n for live in some]  # entries may be added during the request
                lengths = await self._store.lengths([live.name for live in some])
                for live, length, least in zip(some, lengths, known, strict=True):
                    await self._check(live, length, least)
                await asyncio.sleep(seconds * len(some) / len(lives))

    async def _check(self, live: RoomSession, length: int, least: int) -> None:
        """Bring a room up to date with the number of its stored entries, which must be at least `least`, and
        start its computers."""
        try:
            if length < least:
                self.health.failed(StoreError("rooms.store.lost"))
                self._fail(live)  # devices enter again, and load what is left
                return
            if length > live.room.n:
                await self._load_missed(live)
            self._think(live)
        except Exception as error:
            report(error)
            self._fail(live)

    def _reap(self) -> None:
        """Remove the members who were connected to processes without a heartbeat."""
        now = time.monotonic()
        dead = {process for process, at in self._beats.items() if now - at > HEARTBEAT_TIMEOUT}
        for process in dead:
            del self._beats[process]
        for live in self._lives.values():
            if dead & live.elsewhere.keys():
                live.elsewhere = {one: who for one, who in live.elsewhere.items() if one not in dead}
                live.send_present()


def _state_of(lines: Sequence[str]) -> RoomState:
    """Return the state of a room from its stored lines, without replaying its game."""
    state = RoomState()
    for line in lines:
        apply(state, entry_of(line))
    return state


def _outside(state: RoomState, invite: str, present: Container[int] = ()) -> dict[str, Any]:
    if code := state.barred(invite):
        raise Refused(code)
    return state.outside(present)
