"""Probability that the current round is the last of a game of *Hansa*.

The player with the last turn of the round knows that it is the last (9.2) and converts everything into
points. Players with earlier turns should already have done so. The probability depends on few inputs: goods
above the last stack, empty warehouses, and players who can still restock in this round.
"""

from __future__ import annotations

from game.games.hansa.rules.state import HansaState

STEPS = 16
"""Number of steps in which the probability is measured, so that few sets of weights are needed."""
EMPTIED = 2.75
"""Average number of warehouses that a turn empties, to be filled by the next restock."""


def closing(state: HansaState, stock: int) -> int:
    """Return the probability, in steps from 0 to `STEPS`, that a good of the last stack will be drawn in this
    round (6.7). `stock` is the number of full warehouses.

    The first restock needs more empty warehouses than there are goods above the last stack. Each later one
    finds some more empty.
    """
    order = (state.active - state.start) % state.seats
    asked = state.now is not None and state.now.id == "restock"
    restockers = state.seats - order - (not asked)
    short = state.bounds[-2] - state.drawn - (len(state.shelf) - stock)
    reach = EMPTIED * (restockers - 1)
    if not restockers or short >= max(reach, 0.0):
        return 0
    return round(STEPS * min(1.0, (reach - short) / (reach + 1)))
