"""A platform whose computer players take as long as the test says, and fail on request."""

from __future__ import annotations

import asyncio
import json
from abc import abstractmethod
from pathlib import Path
from typing import Any

from game import engine
from game.engine.core import State
from game.platform import ThinkError
from tests.client.conftest import Screen


class Thinker(Screen):
    """Answers requests by `answer`, which a test defines."""

    def __init__(self, folder: Path, size: tuple[int, int] = (1280, 720), ratio: float = 1) -> None:
        super().__init__(folder, size, ratio)
        self.asked: list[str] = []
        self.cancelled = 0
        self.prepared = 0
        self.broken = False
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    def prepare_thinking(self) -> None:
        self.prepared += 1

    async def think(self, request: str, *_more: object) -> str:
        self.asked.append(request)
        try:
            await self.may_answer.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if self.broken:
            raise ThinkError("the worker died")
        asked = json.loads(request)
        state: State = engine.ruleset(asked["ruleset"]).parse_position(asked["position"])
        return json.dumps(self.answer(state, asked.get("seed", 0)))

    @abstractmethod
    def answer(self, state: State, seed: int) -> dict[str, Any]:
        """Return the plan and the reason for it."""


class Silent(Thinker):
    """Never answers: a test plays for the computers."""

    def __init__(self, folder: Path, size: tuple[int, int] = (1280, 720), ratio: float = 1) -> None:
        super().__init__(folder, size, ratio)
        self.may_answer.clear()

    def answer(self, state: State, seed: int) -> dict[str, Any]:
        raise NotImplementedError
