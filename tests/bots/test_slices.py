"""Without a worker, choices are computed in the page's thread and pause often enough to draw."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from game.bots import levels
from game.bots.answer import thinking
from game.bots.brain import brain
from game.engine import State
from game.worker_messages import request

from .kit import some_position

MAX_ACTIONS = 400
"""Maximum work between two pauses: actions applied and positions evaluated. Each takes at most 25 us natively
and three times that in a slow browser: 30 of the 50 ms that a frame may take."""
LISTED = 10
"""Work units of listing the legal actions of a position."""


class Work:
    """Counts the work between two pauses."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, state: State) -> None:
        self.done = self.most = 0
        mind = type(brain(state.ruleset.id))
        self._count(monkeypatch, mind, "evaluate", 1)
        self._count(monkeypatch, mind, "candidates", LISTED)
        self._count(monkeypatch, mind, "reply", LISTED)
        self._count(monkeypatch, type(state), "apply", 1)

    def _count(self, monkeypatch: pytest.MonkeyPatch, owner: type, name: str, worth: int) -> None:
        plain = getattr(owner, name)

        def counted(*given: Any) -> Any:
            self.done += worth
            return plain(*given)

        monkeypatch.setattr(owner, name, counted)

    def pause(self) -> None:
        self.most = max(self.most, self.done)
        self.done = 0


GAMES = [("hansa-teutonica", 5), ("hansa-teutonica", 2), ("hansa", 4)]
PLAYED = [0, 45, 160]
CHOICES = [
    (*game, level, actions)
    for (one, game), (other, level), (third, actions) in product(
        enumerate(GAMES), enumerate(levels()), enumerate(PLAYED)
    )
    if (one + other + third) % 3 == 0
]
"""Any two of game, level and number of actions occur together."""


@pytest.mark.parametrize(("game", "seats", "level", "actions"), CHOICES)
def test_a_choice_pauses_often_enough(
    game: str, seats: int, level: str, actions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = some_position(game, seats, actions)
    assert state.actor is not None
    work = Work(monkeypatch, state)
    for _ in thinking(request("choose", state, level=level, seed=1, work=8)):
        work.pause()
    work.pause()
    assert 0 < work.most <= MAX_ACTIONS
