"""The extra card (section 12): four prizes at the end. Every player in a shared first place gets the whole
prize (A23)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from game.engine.core import ScoreLine
from game.games.hansa.rules.board import barrels_of
from game.games.hansa.rules.data import HansaData


class Prize(NamedTuple):
    """A prize: the row of the scoring that is compared, and its points."""

    id: str
    points: int


PRIZES = (
    Prize("card.stack", 2),
    Prize("card.opener", 3),
    Prize("card.towns", 4),
    Prize("card.single", 5),
)
"""Prizes: the highest stack of markets in one town; the player who began the last stack of goods; most towns
with a market; most goods sold with one barrel."""

FACE_DOWN = "card.single"
"""Prize that depends on goods that are face down until the game is over (A17)."""


def standings(state: HansaData) -> tuple[list[int], ...]:
    """Return the compared number by seat for each prize, in the order of `PRIZES`."""
    rows = [state.markets_of(seat) for seat in range(state.seats)]
    return (
        [max(row) for row in rows],
        [int(seat == state.opener) for seat in range(state.seats)],
        [sum(map(bool, row)) for row in rows],
        [sum(barrels_of(good) == 1 for good in sold) for sold in state.sold],
    )


def leaders(counts: Sequence[int]) -> tuple[int, ...]:
    """Return the seats that get a prize with these standings; empty while all are 0."""
    most = max(counts)
    return tuple(seat for seat, count in enumerate(counts) if count == most) if most else ()


def seen(state: HansaData) -> Iterator[tuple[Prize, list[int], tuple[int, ...]]]:
    """Yield each prize with its standings and its current winners, without those that are face down."""
    for prize, counts in zip(PRIZES, standings(state), strict=True):
        hidden = prize.id == FACE_DOWN and state.now is not None
        yield prize, counts, () if hidden else leaders(counts)


def prize_lines(state: HansaData) -> tuple[ScoreLine, ...]:
    """Return the rows of the scoring (12.1-12.5)."""
    return tuple(
        ScoreLine(prize.id, tuple(prize.points * (seat in winners) for seat in range(state.seats)))
        for prize, winners in zip(PRIZES, map(leaders, standings(state)), strict=True)
    )
