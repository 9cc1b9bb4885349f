"""Final scoring (section 10)."""

from __future__ import annotations

from game.engine.core import Outcome, ScoreLine
from game.games.hansa.rules.board import MARKETS, TOWNS, barrels_of
from game.games.hansa.rules.data import HansaData
from game.games.hansa.rules.extra_card import prize_lines

PRESENCE = 2
MONOPOLY = 4


def score_lines(state: HansaData) -> tuple[ScoreLine, ...]:
    """Return the rows of unsold goods, sold goods, shared towns, and towns held alone (10.1-10.3), and the
    prizes of the extra card if it is used (section 12)."""
    seats = range(state.seats)
    shared = [0] * state.seats
    alone = [0] * state.seats
    for town in range(len(TOWNS)):
        present = [seat for seat, markets in enumerate(state.row(town)) if markets]
        for seat in present:
            if len(present) == 1:
                alone[seat] += MONOPOLY
            else:
                shared[seat] += PRESENCE
    lines = (
        ScoreLine("unsold", tuple(len(state.hands[seat]) for seat in seats)),
        ScoreLine("sold", tuple(sum(1 + barrels_of(good) for good in state.sold[seat]) for seat in seats)),
        ScoreLine("cities", tuple(shared)),
        ScoreLine("monopolies", tuple(alone)),
    )
    return (*lines, *prize_lines(state)) if state.extra else lines


def final_outcome(state: HansaData) -> Outcome:
    """Return the ranking: most points, then most markets on the board (10.5, A12); remaining
    ties are shared."""
    built = ScoreLine("markets", tuple(MARKETS - left for left in state.reserve))
    reason = "supply" if state.drawn > state.bounds[-2] else "stalled"
    return Outcome.ranked(score_lines(state), (built,), reason)
