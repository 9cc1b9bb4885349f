"""Exercises on counting to the end of a game: who can end it first, and with how many points.

The positions are `assets/games/<package>/counting.json`, a list of position strings. The facts are computed
by the game's search adapter (`Brain.game_ends`).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from game import engine
from game.engine.core import ParseError, State

if TYPE_CHECKING:
    from game.bots.brain import GameEnd

OPTIONS = 3
"""Maximum number of answers to choose from."""
NOBODY = -1
"""The answer that no player can end the game."""
NEAR = (-4, -3, -2, -1, 1, 2, 3, 4)
"""Differences of wrong final points from the right ones."""


class CountingTask(NamedTuple):
    """A late position.

    id        derived from the position; repetitions are stored under it
    position  the position string
    """

    id: str
    ruleset_id: str
    position: str

    def state(self) -> State:
        """Return the position."""
        return engine.ruleset(self.ruleset_id).parse_position(self.position)

    @property
    def random(self) -> Random:
        """A generator that gives the same answers to choose from each time."""
        return Random(self.id)


def read_tasks(ruleset_id: str, text: str) -> tuple[CountingTask, ...]:
    """Return the tasks of a file in their order. Raises `ParseError`."""
    try:
        rows = json.loads(text)
    except ValueError as error:
        raise ParseError(f"counting: {error}") from None
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise ParseError("counting: expected a list of position strings")
    return tuple(CountingTask(f"count-{crc32(row.encode()):08x}", ruleset_id, row) for row in rows)


def first_end(ends: Sequence[GameEnd]) -> GameEnd | None:
    """Return the best ending for the seat that can end the game first; None without one. `ends` is in turn
    order."""
    own = [one for one in ends if one.seat == ends[0].seat]
    return max(own, key=lambda end: end.ahead, default=None)


def who_options(task: CountingTask, end: GameEnd | None, seats: int) -> tuple[int, ...]:
    """Return the seats to choose from, with the right one and possibly `NOBODY`, in order and that last."""
    right = NOBODY if end is None else end.seat
    others = [seat for seat in (*range(seats), NOBODY) if seat != right]
    chosen = [right, *task.random.sample(others, OPTIONS - 1)]
    return tuple(sorted(chosen, key=lambda seat: (seat == NOBODY, seat)))


def points_options(task: CountingTask, end: GameEnd) -> tuple[int, ...]:
    """Return the final points to choose from, with those of the seat that ends the game, in order."""
    right = end.totals[end.seat]
    wrong = task.random.sample([right + by for by in NEAR if right + by >= 0], OPTIONS - 1)
    return tuple(sorted([right, *wrong]))
