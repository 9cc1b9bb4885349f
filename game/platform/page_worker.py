"""AI worker in the browser: a Web Worker of the web app (web/thinking.js)."""

from __future__ import annotations

from typing import Any

from pyodide.ffi import create_proxy  # type: ignore[import-not-found]

from game.platform.thinking import NoThinker, Tell, ThinkerLost


class PageWorker:
    """The Web Worker behind the bridge. The page's script starts and restarts it."""

    def __init__(self, bridge: Any) -> None:
        self._bridge = bridge

    def prepare(self) -> None:
        """Start the worker if it is not running."""
        self._bridge.prepareThinking()

    async def answer(self, request: str, tell: Tell) -> str:
        """Return the answer of the worker. Raises `ThinkerLost` or `NoThinker`."""
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
        """Abort the current request."""
        self._bridge.stopThinking()

    def close(self) -> None:
        """Do nothing: the browser ends the worker with the page."""
