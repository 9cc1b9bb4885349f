"""Rollouts on demand: a position played to the end of the game again and again, in slices that can be
stopped."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

from game.client.app.scene import Host
from game.engine.core import Ruleset
from game.levels import MEDIUM
from game.platform import ThinkError
from game.rollout_statistics import Difference, Estimate, chance, difference, score
from game.worker_messages import MessageError, RolloutAnswer, RolloutEnd, RolloutRequest, from_json, to_json

Plan = tuple[str, ...]

SHORT = 0.3
"""Seconds below which a slice is doubled."""
MOST_AT_ONCE = 16
"""Maximum number of playouts of a plan in a slice."""


class RolloutTask:
    """Rollouts of plans from one position. Playout number `n` has the same random numbers for every plan."""

    def __init__(self, app: Host, ruleset: Ruleset, position: str, changed: Callable[[], None]) -> None:
        """`changed`: called after each slice and when the rollouts stop."""
        self.app, self.ruleset, self.position, self._changed = app, ruleset, position, changed
        self.level = MEDIUM
        self.plans: tuple[Plan, ...] = ()
        """The plans that are rolled out."""
        self.failed = False
        self._ends: dict[tuple[str, Plan], list[RolloutEnd]] = {}
        self._task: asyncio.Future[None] | None = None

    @property
    def running(self) -> bool:
        """True while playouts are under way."""
        return self._task is not None

    def count(self, plan: Plan) -> int:
        """Return the number of games of a plan."""
        return len(self._of(plan))

    @property
    def common(self) -> int:
        """Number of games that all plans have."""
        return min((self.count(plan) for plan in self.plans), default=0)

    def chances(self, plan: Plan) -> list[Estimate]:
        """Return each seat's win probability."""
        return [chance(wins) for wins in zip(*(end.wins for end in self._of(plan)), strict=True)]

    def points(self, plan: Plan) -> list[Estimate]:
        """Return each seat's mean final points."""
        return [score(points) for points in zip(*(end.points for end in self._of(plan)), strict=True)]

    def apart(self, seat: int) -> Difference:
        """Return how much more often a seat wins with the first plan than with the second."""
        first, second = ([end.wins[seat] for end in self._of(plan)][: self.common] for plan in self.plans)
        return difference(first, second)

    def _of(self, plan: Plan) -> list[RolloutEnd]:
        return self._ends.setdefault((self.level, plan), [])

    def start(self) -> None:
        """Begin or continue."""
        self.failed = False
        self._task = self._task or self.app.spawn(self._run(), wakes=True)

    def stop(self) -> None:
        """Stop. The playouts that are done remain."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _run(self) -> None:
        size = 1
        try:
            while self.plans:
                done = self.common
                behind = [plan for plan in self.plans if self.count(plan) == done]
                begun = time.monotonic()
                self._take(behind, await self.app.platform.think(self._request(behind, done, size), None))
                size = min(MOST_AT_ONCE, 2 * size) if time.monotonic() - begun < SHORT else 1
                self._changed()
        except (ThinkError, MessageError):
            self.failed = True
        self._task = None
        self._changed()

    def _request(self, plans: Sequence[Plan], first: int, count: int) -> str:
        ahead = [self.count(plan) for plan in self.plans if plan not in plans]
        count = min([count, *(number - first for number in ahead)])
        return to_json(
            RolloutRequest(self.ruleset.id, self.position, tuple(plans), first, count, self.level, self.work)
        )

    @property
    def work(self) -> int | None:
        """Playouts for a turn of the players, the minimum of levels that have them."""
        return None if self.level == MEDIUM else 16

    def _take(self, plans: Sequence[Plan], answer: str) -> None:
        for row in from_json(RolloutAnswer, answer).ends:
            for plan, end in zip(plans, row, strict=True):
                self._of(plan).append(end)
