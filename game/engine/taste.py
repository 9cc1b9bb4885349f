"""Biased random policy, used by the fuzzer and as the weakest opponent of computer players.

Uniformly random play seldom claims a route or ends a game. This policy draws random preferences for each
game: it prefers some kinds of actions, above all those played rarely so far, and each seat prefers some
places.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from random import Random

from game.engine.core import Action

CANDIDATES = 5
"""Number of random actions of the chosen kind among which the policy takes the one at the most preferred
place."""


class Taste:
    """The preferences of one game: a weight for each kind of action, and how often each kind was played."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.likings: dict[tuple[object, ...], float] = {}
        self.played: Counter[str] = Counter()

    def choose(self, legal: Sequence[Action], seat: int) -> Action:
        """Choose a kind of action (its first word) by the game's weights, then one of that kind by the
        seat's."""
        kinds: dict[str, list[Action]] = {}
        for action in legal:
            kinds.setdefault(action.text.split(" ", 1)[0], []).append(action)
        sums = list(accumulate(self._weight(kind, some[0]) for kind, some in kinds.items()))
        chosen = bisect_right(sums, self.rng.random() * sums[-1])
        kind = list(kinds)[min(chosen, len(kinds) - 1)]
        self.played[kind] += 1
        some = [kinds[kind][int(self.rng.random() * len(kinds[kind]))] for _ in range(CANDIDATES)]
        return max(some, key=lambda action: self._liking(seat, kind, action.path[-1].rstrip(".0123456789")))

    def _weight(self, kind: str, example: Action) -> float:
        """Return the weight of a kind. Buttons (end the turn, decline) weigh less than actions on
        the board."""
        touch = 0.1 if example.path[0].startswith("button.") else 1.0
        tired: float = (1 + self.played[kind]) ** self._liking("rare")
        return touch * (0.001 + self._liking(kind)) / tired

    def _liking(self, *what: object) -> float:
        """Return a preference between 0 and 1, drawn at its first use in a game."""
        if what not in self.likings:
            self.likings[what] = self.rng.random()
        return self.likings[what]
