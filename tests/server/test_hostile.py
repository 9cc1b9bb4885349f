"""Devices that send too much or read nothing do not affect others, and use a bounded amount of memory."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from statistics import median

import pytest
from websockets.asyncio.client import connect

from game.server.app import BODIES, SHARE
from game.server.connection import MAX_QUEUED, MAX_QUEUED_CHARACTERS, Connection
from game.server.limits import Bucket, Limits

from .attacks import (
    FRAGMENT,
    HALF_BODY,
    HALF_HEAD,
    KEY,
    PING,
    PONG,
    UPGRADE,
    attacked,
    entering,
    frame,
)
from .devices import TIMEOUT, Device, Hasty, Service, key_of, plan_text, post, table

SOCKETS = 1000
NONSENSE = b"\0\r\n\r\n"
EMPTY_PLAN = b"POST /rooms HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}"
CLOSED_1008 = b"\x03\xf0too many control frames"
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
        self._line.send(UPGRADE.format(port=port, key=KEY).encode())
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            answer += self._line.recv(1)
        self._line.setblocking(False)

    async def say(self, text: str) -> None:
        await asyncio.get_running_loop().sock_sendall(self._line, frame(text.encode()))

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
            with attacked("flood", service.port, others[0].replica.name):
                busy = await pace(devices, 15)
            assert busy < 2 * usual + 0.1
            print(f"  pace {usual * 1000:.1f} ms, beside a flood {busy * 1000:.1f}")

    asyncio.run(main())


async def said(port: int, data: bytes) -> bytes:
    """Return all that the server answers until it closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(data)
    answer = await rest(reader)
    writer.close()
    return answer


async def ponged(port: int) -> bool:
    """Return whether a device can connect and is heard."""
    async with connect(f"ws://127.0.0.1:{port}/rooms", open_timeout=TIMEOUT) as line:
        await line.send('{"do":"ping"}')
        return bool(json.loads(await line.recv())["is"] == "pong")


@asynccontextmanager
async def entered(port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Open a WebSocket, and enter a new room."""
    room = await asyncio.to_thread(post, port, plan_text(key_of(1), ["me", "open"]))
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(UPGRADE.format(port=port, key=KEY).encode())
    await reader.readuntil(b"\r\n\r\n")
    writer.write(frame(entering(room, 2).encode()))
    await reader.readuntil(b'"is":"present"')
    yield reader, writer
    writer.close()


async def rest(reader: asyncio.StreamReader) -> bytes:
    """Return what the server sends until it closes the connection."""
    answer = b""
    with suppress(ConnectionError):
        while piece := await reader.read(4096):
            answer += piece
    return answer


def run(
    folder: Path,
    promise: Callable[[Service], Awaitable[None]],
    *words: str,
    kind: type[Service] = Service,
) -> None:
    async def main() -> None:
        async with asyncio.timeout(2 * TIMEOUT), kind(folder / "rooms.sqlite", *words) as service:
            await promise(service)

    asyncio.run(main())


def test_malformed_handshakes_hold_no_place(tmp_path: Path) -> None:
    async def promise(service: Service) -> None:
        for _ in range(6):
            handshake = UPGRADE.format(port=service.port, key="nonsense").encode()
            assert (await said(service.port, handshake)).startswith(b"HTTP/1.1 400")
        assert await ponged(service.port)

    run(tmp_path, promise, "--sockets-per-address", "5")


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"", b""),
        (HALF_HEAD, b"HTTP/1.1 408"),
        (HALF_BODY, b"HTTP/1.1 408"),
        (NONSENSE, b"HTTP/1.1 400"),
    ],
    ids=["nothing", "half a head", "half a body", "nonsense"],
)
def test_a_request_that_is_not_completed_is_ended(
    sent: bytes, status: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KONTOR_TEST_REQUEST", "1")

    async def promise(service: Service) -> None:
        answer = await said(service.port, sent)
        assert answer.startswith(status) and bool(answer) == bool(status)

    run(tmp_path, promise, kind=Hasty)


def test_a_request_that_arrives_byte_by_byte_is_ended_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KONTOR_TEST_REQUEST", "1")

    async def promise(service: Service) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
        writer.write(HALF_HEAD)
        with suppress(ConnectionError):
            while True:
                writer.write(b"x")
                with suppress(TimeoutError):
                    assert (await asyncio.wait_for(reader.read(100), 0.05)).startswith(b"HTTP/1.1 408")
                    break
        writer.close()

    run(tmp_path, promise, kind=Hasty)


def test_silent_connections_keep_no_player_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Not even when there are as many as the process may have files."""
    monkeypatch.setenv("KONTOR_TEST_FILES", "300")

    async def promise(service: Service) -> None:
        silent = [await asyncio.open_connection("127.0.0.1", service.port) for _ in range(400)]
        async with table([service.port], 2) as devices:
            await pace(devices, 3)
        for _, writer in silent:
            writer.close()

    run(tmp_path, promise, "--sockets-per-address", "200", kind=Hasty)
    assert capfd.readouterr().err == ""


def test_bodies_in_transit_are_counted(tmp_path: Path) -> None:
    """Each takes memory until it is complete."""

    async def promise(service: Service) -> None:
        waiting = []
        for _ in range(BODIES[0]):
            reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
            writer.write(HALF_BODY)
            waiting.append((reader, writer))
        for _ in range(100):  # until the others have been read
            if b"too-many" in await said(service.port, EMPTY_PLAN):
                break
        else:
            pytest.fail("more bodies were received")
        for _, writer in waiting:
            writer.close()

    run(tmp_path, promise, "--rooms-per-hour", "1000")


@pytest.mark.parametrize("kind", [PING, PONG, FRAGMENT])
def test_a_flood_of_control_frames_ends_the_connection(kind: int, tmp_path: Path) -> None:
    async def promise(service: Service) -> None:
        begins = frame(b"", last=False) if kind == FRAGMENT else b""
        ends = frame(b"", FRAGMENT) if kind == FRAGMENT else b""
        few = frame(b"", kind, last=kind != FRAGMENT) * 10
        async with entered(service.port) as (reader, writer):
            writer.write(begins + few + ends + frame(b'{"do":"ping"}'))
            await reader.readuntil(b'{"is":"pong"}')
            writer.write(begins + few * 3)
            assert CLOSED_1008 in await rest(reader)

    run(tmp_path, promise)


def test_a_flood_of_invalid_messages_ends_the_connection(tmp_path: Path) -> None:
    async def promise(service: Service) -> None:
        async with entered(service.port) as (reader, writer):
            writer.write(frame(b"{") * 300)
            assert b'"why":"too-fast"' in await rest(reader)

    run(tmp_path, promise, "--rate", "10")


def test_connections_of_an_address_have_a_rate_limit_together(tmp_path: Path) -> None:
    async def promise(service: Service) -> None:
        handshake = UPGRADE.format(port=service.port, key=KEY).encode()
        writers, answer = [], b""
        while b"too-fast" not in answer:
            reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
            writers.append(writer)
            writer.write(handshake)
            await reader.readuntil(b"\r\n\r\n")
            writer.write(frame(b'{"do":"ping"}') * Limits().burst)
            for _ in range(Limits().burst):
                if b"too-fast" in (answer := await reader.readuntil(b"}")):
                    break
        assert len(writers) == SHARE + 1
        for writer in writers:
            writer.transport.abort()

    run(tmp_path, promise, "--rate", "0.001")


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
        connection = Connection(Bucket(10, 40), line)
        sent = 0
        while not connection.closed:
            connection.send(text)
            sent += 1
        assert sent in (most, most + 1) and line.parted == [1013] and line.hurried == 1
        line.ready = True
        connection.flow()
        assert line.said == []
    line = Shut()
    whole = Connection(Bucket(10, 40), line)
    whole.send("x" * 3 * MAX_QUEUED_CHARACTERS)  # a long game
    whole.bye("stopping")
    assert line.parted == [] and line.hurried == 1
    line.ready = True
    whole.flow()
    assert [len(text) for text in line.said] == [3 * MAX_QUEUED_CHARACTERS, 29] and line.parted == [1000]
