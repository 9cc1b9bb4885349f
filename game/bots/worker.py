"""AI worker: answers requests in its own process or interpreter.

Imported by name where a worker is started. It needs no window.
"""

from __future__ import annotations

import gc
import json
import time
import traceback
from collections.abc import Callable
from typing import Any

from game.bots.answer import thinking
from game.engine import ParseError

SLICE = 0.05
"""Seconds between two progress reports of a worker process."""
SELDOM = 50_000
"""Garbage-collection threshold while thinking, in new objects. The search creates very many objects and no
cycles; collections with the default threshold took a sixth of its time."""


class Thought:
    """A request that is being answered."""

    def __init__(self, request: str, tell: Callable[[str], Any]) -> None:
        self._thinking = thinking(request)
        self._tell = tell

    def advance(self, seconds: float) -> str | None:
        """Think for about `seconds`. Returns the answer, or None if it is not complete.

        Reports at most one progress message. Never raises: an error becomes the answer, {"error": "..."}.
        """
        until = time.perf_counter() + seconds
        said = ""
        try:
            while True:
                said = next(self._thinking) or said
                if time.perf_counter() >= until:
                    break
        except StopIteration as end:
            return str(end.value)
        except ParseError as error:
            return json.dumps({"error": str(error)})
        except Exception:
            return json.dumps({"error": traceback.format_exc()})
        if said:
            self._tell(said)
        return None


def answer(request: str, tell: Callable[[str], Any] = lambda line: None) -> str:
    """Answer a request without a time limit. `tell` is called with its progress messages."""
    thought, usual = Thought(request, tell), gc.get_threshold()
    gc.set_threshold(SELDOM, *usual[1:])
    try:
        while True:
            if (text := thought.advance(SLICE)) is not None:
                return text
    finally:
        gc.set_threshold(*usual)


def serve(connection: Any) -> None:
    """Answer requests from a multiprocessing connection until the other end is closed.

    Sends ("ready", ""), then for each request any number of ("progress", line) and one ("answer", text).
    """
    try:
        connection.send(("ready", ""))
        while True:
            asked = connection.recv()
            connection.send(("answer", answer(asked, lambda line: connection.send(("progress", line)))))
    except (EOFError, OSError, KeyboardInterrupt):
        return  # the program has closed the connection
