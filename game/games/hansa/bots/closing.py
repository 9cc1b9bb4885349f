"""How likely the round under way is the last of a game of *Hansa*.

Who has the last turn of the round knows that it is the last (9.2) and makes everything into points; whoever
had a turn before should have done so already. It depends on few things: how many goods are left above the
last stack, how many warehouses are empty, and how many players may still restock in this round.
"""

from __future__ import annotations

from game.games.hansa.rules.state import HansaState

STEPS = 16
"""The likelihood is counted in so many steps, so that few sets of weights are needed."""
EMPTIED = 2.75
"""A turn empties about so many warehouses, which the next restock has to fill."""


def closing(state: HansaState, stock: int) -> int:
    """In steps, 0 to `STEPS`, how surely a good of the last stack will be drawn in this round (6.7); `stock`
    is the number of full warehouses.

    Whoever restocks first needs more empty warehouses than goods are left above the last stack; each after
    that one finds some more empty.
    """
    order = (state.active - state.start) % state.seats
    asked = state.now is not None and state.now.id == "restock"
    restockers = state.seats - order - (not asked)
    short = state.bounds[-2] - state.drawn - (len(state.shelf) - stock)
    reach = EMPTIED * (restockers - 1)
    if not restockers or short >= max(reach, 0.0):
        return 0
    return round(STEPS * min(1.0, (reach - short) / (reach + 1)))
