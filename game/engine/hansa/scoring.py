"""Points (section 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.engine.core import Outcome, ScoreLine
from game.engine.hansa.board import MARKETS, TOWNS

if TYPE_CHECKING:
    from game.engine.hansa.state import HansaState

PRESENCE = 2
MONOPOLY = 4


def score_lines(state: HansaState) -> tuple[ScoreLine, ...]:
    """Unsold goods, sold goods, towns shared with others, towns of one's own (10.1-10.3)."""
    seats = range(state.seats)
    shared = [0] * state.seats
    alone = [0] * state.seats
    for town in range(len(TOWNS)):
        present = [seat for seat in seats if state.markets[town * state.seats + seat]]
        for seat in present:
            if len(present) == 1:
                alone[seat] += MONOPOLY
            else:
                shared[seat] += PRESENCE
    return (
        ScoreLine("unsold", tuple(len(state.hands[seat]) for seat in seats)),
        ScoreLine("sold", tuple(sum(good % 3 + 2 for good in state.sold[seat]) for seat in seats)),
        ScoreLine("cities", tuple(shared)),
        ScoreLine("monopolies", tuple(alone)),
    )


def final_outcome(state: HansaState) -> Outcome:
    """Most points, then most markets on the board (10.5, A12); still equal: shared."""
    lines = score_lines(state)
    totals = tuple(sum(line.points[seat] for line in lines) for seat in range(state.seats))
    built = tuple(MARKETS - left for left in state.reserve)
    keys = list(zip(totals, built, strict=True))
    ranks = tuple(1 + sum(other > key for other in keys) for key in keys)
    reason = "supply" if state.drawn > state.bounds[-2] else "stalled"
    tiebreaks = (ScoreLine("markets", built),) if len(set(totals)) < state.seats else ()
    return Outcome(totals, lines, ranks, reason, tiebreaks)
