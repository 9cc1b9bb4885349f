"""Hostile clients: ``python -m tests.server.attacks NAME PORT ROOM`` attacks a room server until killed.

Each attack runs many clients that reconnect whenever the server closes their connection. All come from one
address of this computer, which is not the one of other tests, so limits by address concern them alone.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

from game.rooms.protocol import VERSION

from .devices import ROOT, key_of

ADDRESS = "127.0.0.66"
BEGUN = b"begun\n"
WARM_UP = 2.0
"""Seconds until the first clients have connected."""
RETRY = 0.05
"""Seconds until a client reconnects."""
UPGRADE = (
    "GET /rooms HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
HALF_HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: "
HALF_BODY = b"POST /rooms HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 250000\r\n\r\n" + b"x" * 200_000
WRONG = (
    *("", "{", "[" * 3000, "\x00", '{"do":"play"}', '{"do":7,"id":"a"}', '{"do":"seat","id":"b","seat":-1}'),
    *('{"do":"start","id":"c"}', '{"do":"play","id":"d","at":10000000000,"action":"end-turn"}', '"' * 4000),
)
PING, PONG, FRAGMENT = 0x9, 0xA, 0x0

Connected = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Client = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


def entering(room: str, number: int) -> str:
    message = {"do": "enter", "v": VERSION, "room": room, "key": key_of(number), "name": "", "since": 0}
    return json.dumps(message)


def frame(data: bytes, opcode: int = 0x1, *, last: bool = True) -> bytes:
    """Return a WebSocket frame of a client, masked by zeros."""
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return bytes([opcode | (0x80 if last else 0)]) + size + bytes(4) + data


class Attack:
    """Clients that attack a server at a port, some of them in a room."""

    def __init__(self, port: int, room: str) -> None:
        self.port, self.room = port, room

    async def run(self, count: int, client: Client) -> None:
        """Run clients, each again as soon as its connection is closed."""
        await asyncio.gather(*(self._again(client) for _ in range(count)))

    async def _again(self, client: Client) -> None:
        while True:
            with suppress(OSError, EOFError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", self.port, local_addr=(ADDRESS, 0), limit=1 << 16
                )
                try:
                    await client(reader, writer)
                finally:
                    writer.transport.abort()
            await asyncio.sleep(RETRY)

    async def _upgrade(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(UPGRADE.format(port=self.port, key=KEY).encode())
        await reader.readuntil(b"\r\n\r\n")

    # ---- clients ----------------------------------------------------------------------------

    async def silent(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send nothing."""
        await reader.read()

    async def half_head(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send a request's headers byte by byte, and never their end."""
        writer.write(HALF_HEAD)
        while not reader.at_eof():
            writer.write(b"x")
            with suppress(TimeoutError):
                await asyncio.wait_for(reader.read(1), 1)

    async def half_body(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send most of a request's body."""
        writer.write(HALF_BODY)
        await reader.read()

    async def requests(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Request a missing file again and again."""
        while True:
            writer.write(b"GET /missing HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            if not await reader.read(4096):
                return

    async def handshake(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send a malformed handshake."""
        writer.write(UPGRADE.format(port=self.port, key="nonsense").encode())
        await reader.read()

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Enter the room and use up the rate limit with entries that are no moves."""
        await self._upgrade(reader, writer)
        writer.write(frame(entering(self.room, 77).encode()))
        number = 0
        with suppress(ValueError):  # `drain` after the end
            while not reader.at_eof():
                for do in '"say","phrase":"hello"', '"rename","name":"x"':
                    number += 1
                    writer.write(frame(f'{{"do":{do},"id":"{id(writer) % 10**9}.{number}"}}'.encode()))
                with suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(1 << 16), 0.2)

    async def flood(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Enter the room and send valid messages without pause."""
        await self._upgrade(reader, writer)
        await self._say(reader, writer, ['{"do":"say","id":"a","phrase":"hello"}'] * 20)

    async def wrong(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Enter the room and send invalid messages without pause."""
        await self._upgrade(reader, writer)
        await self._say(reader, writer, WRONG)

    async def _say(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, texts: Sequence[str]
    ) -> None:
        writer.write(frame(entering(self.room, 78).encode()))
        said = b"".join(frame(text.encode()) for text in texts)
        while not reader.at_eof():
            writer.write(said)
            await writer.drain()
            with suppress(TimeoutError):
                await asyncio.wait_for(reader.read(1 << 16), 0.001)

    async def idle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Open a WebSocket and enter no room."""
        await self._upgrade(reader, writer)
        await reader.read()

    async def deaf(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Enter the room repeatedly, and read nothing."""
        await self._upgrade(reader, writer)
        self._stop_reading(writer)
        while not writer.is_closing():
            writer.write(frame(entering(self.room, 79).encode()))
            await writer.drain()
            await asyncio.sleep(0.1)

    def _stop_reading(self, writer: asyncio.StreamWriter) -> None:
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        writer.transport.pause_reading()  # type: ignore[attr-defined]  # a transport of both directions

    def frames(self, opcode: int, data: bytes = b"", *, read: bool = True) -> Client:
        """Return a client that enters the room and sends frames of a kind without pause."""
        many = frame(data, opcode, last=opcode != FRAGMENT) * 200

        async def client(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await self._upgrade(reader, writer)
            writer.write(frame(entering(self.room, 79).encode()))
            if opcode == FRAGMENT:
                writer.write(frame(b"", last=False))
            if not read:
                self._stop_reading(writer)
            while not reader.at_eof() and not writer.is_closing():
                writer.write(many)
                await writer.drain()
                if read:
                    with suppress(TimeoutError):
                        await asyncio.wait_for(reader.read(1 << 16), 0.001)

        return client


NAMES = ("talk", "halves", "requests", "handshakes", "pings", "pongs", "fragments", "unread", "mixed")
"""Attacks: entries that are no moves; requests without an end; requests; malformed handshakes; control
frames; pings whose answers are not read; and floods, idle connections and stalled consumers together."""


def clients(attack: Attack, name: str) -> list[tuple[int, Client]]:
    """Return the clients of an attack, with their numbers."""
    kinds: dict[str, list[tuple[int, Client]]] = {
        "talk": [(60, attack.talk)],
        "halves": [(1000, attack.half_head), (1000, attack.half_body), (1000, attack.silent)],
        "requests": [(50, attack.requests)],
        "handshakes": [(90, attack.handshake)],
        "pings": [(90, attack.frames(PING, b"x" * 125))],
        "pongs": [(90, attack.frames(PONG))],
        "fragments": [(90, attack.frames(FRAGMENT))],
        "unread": [(20, attack.frames(PING, b"x" * 125, read=False))],
        "mixed": [(1, attack.flood), (3, attack.wrong), (1000, attack.idle), (3, attack.deaf)],
        "flood": [(1, attack.flood)],
    }
    return kinds[name]


async def begin(name: str, port: int, room: str) -> None:
    """Run an attack until the process is killed."""
    os.nice(19)
    attack = Attack(port, room)
    tasks = [asyncio.create_task(attack.run(*kind)) for kind in clients(attack, name)]
    await asyncio.sleep(WARM_UP)
    sys.stdout.buffer.write(BEGUN)
    sys.stdout.flush()
    await asyncio.gather(*tasks)


@contextmanager
def attacked(name: str, port: int, room: str) -> Iterator[None]:
    """Run an attack on a server in another process."""
    words = [sys.executable, "-m", "tests.server.attacks", name, str(port), room]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None and process.stdout.readline() == BEGUN
            yield
        finally:
            process.kill()


if __name__ == "__main__":
    asyncio.run(begin(sys.argv[1], int(sys.argv[2]), sys.argv[3]))
