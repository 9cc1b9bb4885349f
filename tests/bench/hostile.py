"""The effect of hostile clients on other rooms: a part of ``./build.sh bench rooms``.

``python -m tests.bench.hostile PORT ROOM`` is the attacker. Until terminated, it opens a connection that
sends at the maximum rate, connections with invalid messages, a thousand idle ones, and some that read
nothing.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.bench.crowd import PLAYERS, Table
from tests.server.devices import ROOT, key_of, plan_text, post
from tests.server.flood import entering

ROOMS = 50
"""Number of rooms that play meanwhile."""
SILENT, UNREAD, DEAF = 1000, 4, 3
SLOWER = 2.0
"""Maximum slowdown factor."""
LEAST = 0.002
"""Differences below this number of seconds are ignored as noise."""
BEGUN = b"begun\n"
WRONG = (
    *("", "{", "[" * 3000, "\x00", '{"do":"play"}', '{"do":7,"id":"a"}', '{"do":"seat","id":"b","seat":-1}'),
    *('{"do":"start","id":"c"}', '{"do":"play","id":"d","at":10000000000,"action":"end-turn"}', '"' * 4000),
)


# ---- the rooms --------------------------------------------------------------------------------------


@contextmanager
def attack(port: int) -> Iterator[None]:
    """Run the attack in another process, on the cores that the others leave."""
    room = post(port, plan_text(key_of(1), ["me", *["open"] * (PLAYERS - 1)]))
    words = [sys.executable, "-m", "tests.bench.hostile", str(port), room]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stdout.readline() == BEGUN
        try:
            yield
        finally:
            process.kill()


def verdict(usual: Sequence[float], beside: Sequence[float]) -> str:
    """Compare the median latency under attack with the usual one. Return the result as text."""
    before, then = (max(LEAST, sorted(taken)[len(taken) // 2]) for taken in (usual, beside))
    slower = then / before
    told = f"{1000 * before:.1f} ms in peace, {1000 * then:.1f} beside it: {slower:.1f} times"
    return f"{told}; {'yes' if slower <= SLOWER else 'NO'}, not slower than {SLOWER:.0f} times"


def taken(tables: Sequence[Table]) -> list[float]:
    """Return the measurements since the previous call."""
    found = [one for table in tables for one in table.taken]
    for table in tables:
        del table.taken[:]
    return found


# ---- attacker ---------------------------------------------------------------------------------------


async def begin(port: int, room: str) -> None:
    """Run all attacks until terminated."""
    os.nice(19)
    uri = f"ws://127.0.0.1:{port}/rooms"
    tasks = [asyncio.create_task(again(uri, room, number)) for number in range(UNREAD)]
    tasks += [asyncio.create_task(say_nothing(uri)) for _ in range(SILENT)]
    tasks += [asyncio.create_task(read_nothing(port, room, 50 + number)) for number in range(DEAF)]
    await asyncio.sleep(3)  # until they are connected
    sys.stdout.buffer.write(BEGUN)
    sys.stdout.flush()
    await asyncio.gather(*tasks)


async def again(uri: str, room: str, number: int) -> None:
    """Join repeatedly, and send too much (the first) or invalid messages at the maximum rate."""
    said = ['{"do":"say","id":"a","phrase":"hello"}'] if number == 0 else WRONG
    while True:
        with suppress(OSError, ConnectionClosed, InvalidHandshake, TimeoutError, EOFError):
            async with connect(uri, compression=None) as line:
                await line.send(entering(room, 40 + number))
                while True:
                    for text in said:
                        await line.send(text)
        await asyncio.sleep(0.01)


async def say_nothing(uri: str) -> None:
    while True:
        with suppress(OSError, ConnectionClosed, InvalidHandshake, TimeoutError, EOFError):
            async with connect(uri, open_timeout=60, compression=None) as line:
                await line.recv()
        await asyncio.sleep(1)


async def read_nothing(port: int, room: str, number: int) -> None:
    """Join repeatedly, and never read the response."""
    head = f"GET /rooms HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    data = entering(room, number).encode()
    frame = b"\x81\xfe" + len(data).to_bytes(2, "big") + bytes(4) + data  # masked by zeros
    while True:
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1024)
            writer.write((head + key).encode())
            while True:
                writer.write(frame)
                await writer.drain()
                await asyncio.sleep(0.1)
        await asyncio.sleep(0.1)


if __name__ == "__main__":
    asyncio.run(begin(int(sys.argv[1]), sys.argv[2]))
