"""What the prizes of the extra card are worth before the game is over.

Nothing of it is learnt: a prize goes to whoever is ahead, or not far behind, the less surely the more goods
are left, and it counts less as long as it can still be lost.
"""

from __future__ import annotations

from math import exp

from game.games.hansa.bots.features import time_left
from game.games.hansa.rules.extra_card import PRIZES, standings
from game.games.hansa.rules.state import HansaState

CERTAIN = 0.35
"""What a lead at the beginning counts, in parts of the prize; in the last round all of it."""
STEEP_EARLY, STEEP_LATE = 0.5, 1.6
"""How much less being one behind the first counts than sharing the first place, as an exponent."""


def prize_terms(state: HansaState) -> list[float]:
    """By seat, in points."""
    left = 0.0 if state.last_round else time_left(state)
    sure, steep = 1 - left * (1 - CERTAIN), STEEP_LATE + left * (STEEP_EARLY - STEEP_LATE)
    found = [0.0] * state.seats
    for prize, counts in zip(PRIZES, standings(state), strict=True):
        most = max(counts)
        for seat, count in enumerate(counts):
            if count:
                found[seat] += prize.points * sure * exp(-steep * (most - count))
    return found
