"""Evaluation of the tiles of the Emperor's Favour (rules section 16).

The value of a tile at the beginning was measured in games of medium players (docs/lab). It declines during
the game, except that the final points of the last two tiles are counted exactly.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from game.bots.brain import Plan
from game.engine.core import Action
from game.games.hansa_teutonica.bots.module_evaluator import (
    ModuleEvaluator,
    ReasonTeller,
    ReasonText,
    left_of,
)
from game.games.hansa_teutonica.expansions.favour.rules import (
    FAVOUR_INCOME,
    FAVOUR_PRICE,
    MORE_PIECES,
    TILES,
    TOWNS,
    TRACKS,
    Favour,
    TakeAlong,
    TakeTile,
    full_tracks,
)
from game.games.hansa_teutonica.rules.board import FULL_TRACK_POINTS, LEVELS
from game.games.hansa_teutonica.rules.edition import Edition
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState

AHEAD = (3.0, 17.0, 1.5, 7.0, 9.0, 1.0)
"""Value of each tile in points at the beginning of a game."""
MERCHANTS_ONLY = 1.0
"""Value at the beginning of the tile for more displaced pieces, if it applies to merchants (X21)."""
MORE_A_TOWN, MORE_A_TRACK = 2, 3
"""Additional points per town and per full track with the tile (16.3)."""
MARKER = 2.5
"""Difference in value between an unused and a used marker, in points."""


def _along(s: HansaTeutonicaState, action: Action) -> ReasonText:
    return ("favour-along" if isinstance(action, TakeAlong) else "decline"), {}


class FavourEvaluator(ModuleEvaluator):
    """Favour tiles: buys one if its value exceeds that of the turn and two markers."""

    reasons: Mapping[str, ReasonTeller] = {
        FAVOUR_PRICE: lambda s, action: ("favour-pay", {}),
        FAVOUR_INCOME: _along,
    }

    def __init__(self, edition: Edition) -> None:
        module = edition.part["favour"]
        assert isinstance(module, Favour)
        self.favour = module

    def terms(self, s: HansaTeutonicaState, j: Any) -> Sequence[float]:
        left = left_of(s)
        tiles = (self.favour.held(s, seat) for seat in range(s.seats))
        return [sum(self.worth(s, seat, tile, left) for tile in row) for seat, row in enumerate(tiles)]

    def worth(self, s: HansaTeutonicaState, seat: int, tile: int, left: float) -> float:
        """Return the value of a tile in points."""
        now = 0
        if tile == TOWNS:
            controlled = (s.row(town) and s.control(town) == seat for town in range(len(s.board.towns)))
            now = MORE_A_TOWN * sum(map(bool, controlled))
        elif tile == TRACKS:
            now = MORE_A_TRACK * full_tracks(s, seat)
        ahead = MERCHANTS_ONLY if tile == MORE_PIECES and self.favour.dear else AHEAD[tile]
        return now + ahead * left

    def founding(
        self, s: HansaTeutonicaState, seat: int, town: int, control: int, printed: bool, j: Any
    ) -> float:
        """Return the additional value of a town for the holder of the town tile."""
        before, holder = s.control(town) if s.row(town) else -1, self.favour.holder(s, TOWNS)
        if before == control or holder not in (before, control):
            return 0.0
        if holder == control:
            return float(MORE_A_TOWN) if control == seat else 0.0
        return float(MORE_A_TOWN * j.spite) if holder >= 0 else 0.0

    def improving(self, s: HansaTeutonicaState, seat: int, track: int, level: int) -> float:
        """Return the additional value of a full track for the holder of the track tile."""
        last = FULL_TRACK_POINTS[track] and level == len(LEVELS[track]) - 2
        return float(MORE_A_TRACK) if last and self.favour.holder(s, TRACKS) == seat else 0.0

    def sight(self, s: HansaTeutonicaState) -> Hashable:
        return self.favour.holder(s, TOWNS), self.favour.holder(s, TRACKS)

    def candidates(self, g: Any, found: list[tuple[float, Plan]]) -> None:
        s, left = g.s, left_of(g.s)
        for action in s.legal_actions():
            if isinstance(action, TakeTile):
                price = 2 * MARKER + g.j.action * s.actions_left
                found.append((self.worth(s, g.seat, action.place, left) - price, (action,)))

    def small(self, s: HansaTeutonicaState, plan: Plan) -> ReasonText | None:
        bought = [action.place for action in plan if isinstance(action, TakeTile)]
        return ("favour", {"tile": TILES[bought[0]]}) if bought else None


PARTS = {Favour.id: FavourEvaluator}
