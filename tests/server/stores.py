"""Stores for tests: a file, or a separate Redis server."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from game.server.store import StoreError

from .devices import TIMEOUT, Program, free_port

SERVER = shutil.which("redis-server") or shutil.which("valkey-server")
needs_redis = pytest.mark.skipif(SERVER is None, reason="no redis-server here")


class RedisServer(Program):
    """A Redis server with its own directory."""

    def __init__(self, folder: Path, **settings: str) -> None:
        folder.mkdir(exist_ok=True)
        self.port = free_port()
        self.address = f"redis://127.0.0.1:{self.port}"
        usual = {"appendonly": "yes", "appendfsync": "always", "save": "", "dir": str(folder)}
        usual |= {"port": str(self.port), "bind": "127.0.0.1", "loglevel": "warning"}
        named = (usual | settings).items()
        self._words = [word for name, value in named for word in (f"--{name}", value)]

    async def start(self) -> None:
        assert SERVER is not None
        out = asyncio.subprocess.DEVNULL
        self._process = await asyncio.create_subprocess_exec(SERVER, *self._words, stdout=out)
        async with asyncio.timeout(TIMEOUT):
            while not await self._answers():
                await asyncio.sleep(0.02)

    async def _answers(self) -> bool:
        """It does not answer while it reads its log."""
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:
            return False
        try:
            writer.write(b"PING\r\n")
            answer = await reader.readline()
        except OSError:
            return False
        finally:
            writer.close()
        return answer.startswith((b"+PONG", b"-NOAUTH"))


class Ear:
    """Records the notifications it receives."""

    def __init__(self) -> None:
        self.entries: asyncio.Queue[tuple[str, int, str]] = asyncio.Queue()
        self.said: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        self.beats: asyncio.Queue[str] = asyncio.Queue()
        self.breaks: asyncio.Queue[None] = asyncio.Queue()

    def entry(self, room: str, n: int, line: str) -> None:
        self.entries.put_nowait((room, n, line))

    def told(self, room: str, text: str) -> None:
        self.said.put_nowait((room, text))

    def beat(self, process: str) -> None:
        self.beats.put_nowait(process)

    def missed(self) -> None:
        self.breaks.put_nowait(None)


__all__ = ["Ear", "RedisServer", "StoreError", "needs_redis"]
