"""The page's worker that thinks (web/thinking.js)."""

from __future__ import annotations

from typing import Any

from pyodide.ffi import create_proxy  # type: ignore[import-not-found]

from game.platform.thinking import NoThinker, Tell, ThinkerLost


class PageWorker:
    """Asks the page's worker through the bridge; the page starts and restarts it."""

    def __init__(self, bridge: Any) -> None:
        self._bridge = bridge

    def prepare(self) -> None:
        self._bridge.prepareThinking()

    async def answer(self, request: str, tell: Tell) -> str:
        heard = create_proxy(tell)
        try:
            outcome, text = await self._bridge.think(request, heard)
        finally:
            heard.destroy()
        if outcome == "lost":
            raise ThinkerLost(text)
        if outcome == "none":
            raise NoThinker(text)
        return str(text)

    def stop(self) -> None:
        self._bridge.stopThinking()

    def close(self) -> None:
        """The page takes its worker with it."""
