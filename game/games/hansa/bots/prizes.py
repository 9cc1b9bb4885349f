"""Expected value of the prizes of the extra card before the end of the game.

The values are not trained. Players at or near the first place share the expected prize. It counts less the
more goods are left, as long as it can still be lost.
"""

from __future__ import annotations

from math import exp

from game.games.hansa.bots.features import time_left
from game.games.hansa.rules.extra_card import PRIZES, standings
from game.games.hansa.rules.state import HansaState

CERTAIN = 0.35
"""Value of a lead at the beginning as a share of the prize. In the last round it is 1."""
STEEP_EARLY, STEEP_LATE = 0.5, 1.6
"""Exponent that reduces the share of a player one behind the first, early and late."""


def prize_terms(state: HansaState) -> list[float]:
    """Return the expected value by seat, in points."""
    left = 0.0 if state.last_round else time_left(state)
    sure, steep = 1 - left * (1 - CERTAIN), STEEP_LATE + left * (STEEP_EARLY - STEEP_LATE)
    found = [0.0] * state.seats
    for prize, counts in zip(PRIZES, standings(state), strict=True):
        most = max(counts)
        for seat, count in enumerate(counts):
            if count:
                found[seat] += prize.points * sure * exp(-steep * (most - count))
    return found
