"""Devices that play in rooms over real connections, and the room server in a separate process."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import sys
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Self
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from game.engine.core import Action
from game.match.players import COLOURS
from game.rooms.clock import LIVE, MARK, ClockRules
from game.rooms.replica import RoomReplica
from game.rooms.updates import Refusal, Update

ROOT = Path(__file__).resolve().parents[2]
USUAL = (*("--host", "127.0.0.1", "--thinkers", "1"), *("--rate", "1000", "--sockets-per-address", "1000"))
"""All devices of a test have one IP address, and play faster than people."""
CLOCK = ClockRules(LIVE, 1, 6000, MARK)
"""The clock of all tables, whose times must survive every failure."""
TIMEOUT = 60.0
"""Seconds before a test gives up."""


def free_port() -> int:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])


class Program(ABC):
    """A program in a separate process, which can be killed and restarted."""

    _process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @abstractmethod
    async def start(self) -> None:
        """Start the program and wait until it answers."""

    async def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        assert self._process is not None
        self._process.send_signal(how)
        await self._process.wait()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._process and self._process.returncode is None:
            await self.end()


class Service(Program):
    """The room server, always at one port."""

    program = "game.server"

    def __init__(self, store: str | Path, *words: str, port: int = 0) -> None:
        self.port = port or free_port()
        self._words = (*USUAL, "--store", str(store), *words)

    async def start(self) -> None:
        """Start the server and wait until it answers."""
        command = [sys.executable, "-m", self.program, str(self.port), "--quiet", *self._words]
        environment = os.environ | {"PYGAME_HIDE_SUPPORT_PROMPT": "1"}
        self._process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, env=environment)
        async with asyncio.timeout(TIMEOUT):
            while True:
                with contextlib.suppress(OSError):
                    _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                    writer.close()
                    return
                assert self._process.returncode is None, "the service ended"
                await asyncio.sleep(0.05)


class Hasty(Service):
    """A server with short timeouts: see hasty.py."""

    program = "tests.server.hasty"


def plan_text(key: str, chairs: Sequence[str], ruleset: str = "hansa", name: str = "Anna") -> str:
    return json.dumps(
        {
            **{"v": 1, "key": key, "name": name, "chairs": list(chairs), "names": [""] * len(chairs)},
            "setup": {"ruleset": ruleset, "seats": len(chairs), "options": {}},
            "colours": COLOURS[: len(chairs)],
        }
    )


def post(port: int, text: str, **headers: str) -> str:
    """Create a room. Return its name. Blocks: use `asyncio.to_thread`."""
    request = Request(f"http://127.0.0.1:{port}/rooms", text.encode(), headers)
    with urlopen(request, timeout=TIMEOUT) as answer:
        return str(json.loads(answer.read())["room"])


def key_of(number: int) -> str:
    return f"{number:022d}"


class Device:
    """A device that stays in a room: when its connection is lost it reconnects after a random delay.

    ports      of the server, or of a proxy before it: every new connection uses the next
    lines      number of connection attempts
    confirmed  confirmed actions: number in the game, and text
    entries    number of received entries of each kind
    """

    def __init__(self, ports: Sequence[int], room: str, number: int, kind: str = "d") -> None:
        self.ports = list(ports)
        self.replica = RoomReplica(room, key_of(number), f"Guest {number}", f"{kind}{number}")
        self.news: list[Update] = []
        self.lines = 0
        self.confirmed: list[tuple[int, str]] = []
        self.entries: Counter[str] = Counter()
        self.connected = False
        self._rests = False
        self._rng = Random(f"{kind}{number}")
        self._socket: ClientConnection | None = None
        self._changed = asyncio.Condition()
        self._task = asyncio.create_task(self._stay())

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _stay(self) -> None:
        while True:
            port = self.ports[self.lines % len(self.ports)]
            self.lines += 1
            with contextlib.suppress(OSError, ConnectionClosed, InvalidHandshake, TimeoutError, EOFError):
                uri = f"ws://127.0.0.1:{port}/rooms"
                async with connect(
                    uri, open_timeout=3, ping_interval=2, ping_timeout=2, close_timeout=0.1
                ) as line:
                    await self._listen(line)
            self._socket = None
            async with self._changed:
                self.connected = False
                self._changed.notify_all()
            await asyncio.sleep(self._rng.uniform(0.05, 0.4))

    async def _listen(self, line: ClientConnection) -> None:
        await line.send(self.replica.enter())
        self._socket = line
        async for text in line:
            assert isinstance(text, str)
            entry = json.loads(text)
            if entry.get("n") == self.replica.state.n + 1 and "do" in entry:
                self.entries[entry["do"]] += 1
            news = self.replica.receive(text)
            for owed in self.replica.outbox():
                await line.send(owed)
            async with self._changed:
                self.connected = True
                self.news += news
                self._changed.notify_all()

    async def say(self, text: str) -> None:
        """Send a message if connected; unanswered ones are resent by the replica on the next connection."""
        with contextlib.suppress(ConnectionClosed):
            if self._socket is not None:
                await self._socket.send(text)

    async def until(self, true: Callable[[], object]) -> None:
        """Wait for a condition that a message brings about."""
        async with asyncio.timeout(TIMEOUT), self._changed:
            await self._changed.wait_for(true)

    # ---- playing ----------------------------------------------------------------------------

    @property
    def choice(self) -> Action | None:
        """Any legal action, if it is this device's turn to decide."""
        match = self.replica.match
        if match is None or match.state.actor is None or match.state.actor not in self.replica.mine:
            return None
        return self._rng.choice(match.state.legal_actions())

    async def play_one(self) -> bool:
        """Play one action if it is this device's turn to decide, and wait for the confirmation."""
        action = self.choice
        if action is None:
            return False
        at, known = self.replica.state.game_seq + 1, len(self.news)
        await self.say(self.replica.play(action))
        await self.until(lambda: not self.replica.pending)
        if not any(isinstance(one, Refusal) for one in self.news[known:]):
            self.confirmed.append((at, action.text))
        return True

    async def play(self) -> None:
        """Play whenever it is this device's turn to decide, until the game is over or `rest` is called."""
        while not self._done():
            if not await self.play_one():
                await self.until(lambda: self.choice or self._done())

    def _done(self) -> bool:
        return self.replica.state.over or self._rests

    async def rest(self) -> None:
        async with self._changed:
            self._rests = True
            self._changed.notify_all()

    def position(self) -> str:
        """The public position."""
        assert self.replica.match is not None
        return self.replica.match.state.position(None)


def _is_in(device: Device) -> bool:
    return device.connected and device.replica.me is not None


def _sits(device: Device) -> bool:
    return bool(device.replica.mine)


def _plays(device: Device) -> bool:
    return device.replica.match is not None


def _knows(device: Device, n: int) -> bool:
    return device.replica.state.n >= n


async def agreed(devices: Sequence[Device]) -> int:
    """Wait until all devices have caught up; compare their states. Return the number of entries."""
    most = max(device.replica.state.n for device in devices)
    for device in devices:
        await device.until(partial(_knows, device, most))
    assert len({device.position() for device in devices}) == 1, "devices disagree"
    assert len({repr(device.replica.state.clock) for device in devices}) == 1, "clocks disagree"
    match = devices[0].replica.match
    assert match is not None
    texts = [move.action.text for move in match.moves]
    for device in devices:
        for at, text in device.confirmed:
            assert texts[at - 1] == text, "a confirmed action is gone"
    return most


@contextlib.asynccontextmanager
async def table(ports: Sequence[int], people: int, ruleset: str = "hansa") -> AsyncIterator[list[Device]]:
    """Create a room in which a number of people have taken seats and begun."""
    name = await asyncio.to_thread(
        post, ports[0], plan_text(key_of(1), ["me", *["open"] * (people - 1)], ruleset)
    )
    devices = [Device([*ports[number:], *ports[:number]], name, number + 1) for number in range(people)]
    try:
        for seat, device in enumerate(devices):
            await device.until(partial(_is_in, device))
            if seat:
                await device.say(device.replica.seat(seat, device.replica.me))
                await device.until(partial(_sits, device))
        await devices[0].until(lambda: not devices[0].replica.state.open_seats)
        await devices[0].say(devices[0].replica.set_clock(CLOCK))
        await devices[0].say(devices[0].replica.start())
        for device in devices:
            await device.until(partial(_plays, device))
        yield devices
    finally:
        await asyncio.gather(*(device.close() for device in devices))
