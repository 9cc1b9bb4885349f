"""Devices that send too much or read nothing do not affect others, and use a bounded amount of memory."""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import time
from pathlib import Path
from statistics import median

from websockets.asyncio.client import connect

from game.server.connection import MAX_QUEUED, MAX_QUEUED_CHARACTERS, Connection
from game.server.limits import Bucket, Limits

from .devices import ROOT, TIMEOUT, Device, Hasty, Service, table
from .flood import entering

SOCKETS = 1000
MEGABYTE = 1 << 20


def memory(process: int) -> int:
    """Return the private memory of a process in bytes."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise AssertionError("no figure")


async def pace(devices: list[Device], times: int = 30) -> float:
    """Return the median seconds from sending a message until another device receives it."""
    one, other = devices[:2]
    taken = []
    for _ in range(times):
        heard = len(other.news)
        began = time.perf_counter()
        await one.say(one.replica.say("hello"))
        await other.until(lambda n=heard: len(other.news) > n)  # type: ignore[misc]
        taken.append(time.perf_counter() - began)
    return median(taken)


class Deaf:
    """A device that sends valid messages, and reads nothing."""

    def __init__(self, port: int) -> None:
        self._line = socket.socket()
        self._line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        self._line.connect(("127.0.0.1", port))
        head = "GET /rooms HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        self._line.send((head.format(port) + key).encode())
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            answer += self._line.recv(1)
        self._line.setblocking(False)

    async def say(self, text: str) -> None:
        data = text.encode()
        length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        frame = b"\x81" + length + bytes(4) + data  # masked by zeros
        await asyncio.get_running_loop().sock_sendall(self._line, frame)

    def close(self) -> None:
        self._line.close()


def test_a_thousand_lines_that_say_nothing_are_let_go_and_the_rooms_go_on(tmp_path: Path) -> None:
    async def main() -> None:
        async with Hasty(tmp_path / "rooms.sqlite", "--sockets-per-address", "5000") as service:
            async with table([service.port], 2) as devices:
                usual, before = await pace(devices), memory(service.pid)
                crowd = [_silent(service.port) for _ in range(SOCKETS)]
                silent = asyncio.gather(*crowd)
                await asyncio.sleep(0)
                busy = await pace(devices)
                said = await silent
                after = memory(service.pid)
                calm = await pace(devices)
            assert said == ["not-entered"] * SOCKETS
            assert after - before < SOCKETS * 0.1 * MEGABYTE
            print(
                f"  pace {usual * 1000:.1f} ms, with the crowd {busy * 1000:.1f}, after it {calm * 1000:.1f}"
            )

    asyncio.run(main())


async def _silent(port: int) -> object:
    """Connect, send nothing, and wait for the server to close the connection."""
    async with connect(f"ws://127.0.0.1:{port}/rooms", open_timeout=TIMEOUT, compression=None) as line:
        return json.loads(await line.recv())["why"]


def test_whoever_stops_reading_is_let_go_and_holds_up_nobody(tmp_path: Path) -> None:
    async def main() -> None:
        async with Hasty(tmp_path / "rooms.sqlite") as service, table([service.port], 2) as devices:
            room, usual, before = devices[0].replica.name, await pace(devices), memory(service.pid)
            deaf = [Deaf(service.port) for _ in range(3)]
            for number, one in enumerate(deaf, 50):
                await one.say(entering(room, number))
            here = [number + 3 for number in range(len(deaf))]
            await devices[0].until(lambda: all(devices[0].replica.present.get(who) == "here" for who in here))
            taken = []
            while any(devices[0].replica.present.get(who) == "here" for who in here):
                for _ in range(200):
                    await devices[1].say(devices[1].replica.say("hello"))
                taken.append(await pace(devices, 1))
                await devices[1].until(lambda: not devices[1].replica.pending)
                assert len(taken) < 500, "they are still there"
            assert memory(service.pid) - before < len(deaf) * 2 * MAX_QUEUED_CHARACTERS + 20 * MEGABYTE
            assert await pace(devices) < 2 * usual + 0.05
            print(f"  pace {usual * 1000:.1f} ms, with {len(deaf)} deaf ones {median(taken) * 1000:.1f}")
            for one in deaf:
                one.close()

    asyncio.run(main())


def test_a_room_that_is_flooded_does_not_hold_up_another(tmp_path: Path) -> None:
    async def main() -> None:
        async with (
            Service(tmp_path / "rooms.sqlite", "--rate", "40") as service,
            table([service.port], 2) as devices,
            table([service.port], 2) as others,
        ):
            await asyncio.sleep(1)  # both regain their full allowance
            usual = await pace(devices, 15)
            words = "-m", "tests.server.flood", str(service.port), others[0].replica.name
            flood = await asyncio.create_subprocess_exec(
                sys.executable, *words, cwd=ROOT, stdout=asyncio.subprocess.PIPE
            )
            assert flood.stdout is not None and await flood.stdout.readline() == b"begun\n"
            busy = await pace(devices, 15)
            flood.kill()
            await flood.wait()
            assert busy < 2 * usual + 0.1
            print(f"  pace {usual * 1000:.1f} ms, beside a flood {busy * 1000:.1f}")

    asyncio.run(main())


class Shut:
    """A connection that accepts nothing until it is opened."""

    def __init__(self) -> None:
        self.ready = False
        self.said: list[str] = []
        self.parted: list[int] = []
        self.hurried = 0

    def say(self, text: str) -> None:
        self.said.append(text)

    def part(self, code: int) -> None:
        self.parted.append(code)

    def hurry(self) -> None:
        self.hurried += 1


def test_what_waits_for_a_device_is_bounded() -> None:
    for text, most in ("x", MAX_QUEUED), ("x" * (MAX_QUEUED_CHARACTERS // 10), 11):
        line = Shut()
        connection = Connection(Bucket(Limits(), 0), line)
        sent = 0
        while not connection.closed:
            connection.send(text)
            sent += 1
        assert sent in (most, most + 1) and line.parted == [1013] and line.hurried == 1
        line.ready = True
        connection.flow()
        assert line.said == []
    line = Shut()
    whole = Connection(Bucket(Limits(), 0), line)
    whole.send("x" * 3 * MAX_QUEUED_CHARACTERS)  # a long game
    whole.bye("stopping")
    assert line.parted == [] and line.hurried == 1
    line.ready = True
    whole.flow()
    assert [len(text) for text in line.said] == [3 * MAX_QUEUED_CHARACTERS, 29] and line.parted == [1000]
