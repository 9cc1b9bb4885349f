"""The extra card (section 12): four prizes at the end. Whoever shares a first place gets all of it (A23)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from game.engine.core import ScoreLine
from game.games.hansa.rules.board import barrels_of
from game.games.hansa.rules.data import HansaData


class Prize(NamedTuple):
    """What is compared, by its row of the scoring, and what the most of it brings."""

    id: str
    points: int


PRIZES = (
    Prize("card.stack", 2),
    Prize("card.opener", 3),
    Prize("card.towns", 4),
    Prize("card.single", 5),
)
"""The highest stack of markets in one town; whoever began the last stack of goods; most towns with a market;
most goods sold with one barrel."""

FACE_DOWN = "card.single"
"""The prize for what lies face down until the game is over (A17)."""


def standings(state: HansaData) -> tuple[list[int], ...]:
    """By prize, in the order of `PRIZES`: what counts for it, by seat."""
    rows = [state.markets_of(seat) for seat in range(state.seats)]
    return (
        [max(row) for row in rows],
        [int(seat == state.opener) for seat in range(state.seats)],
        [sum(map(bool, row)) for row in rows],
        [sum(barrels_of(good) == 1 for good in sold) for sold in state.sold],
    )


def leaders(counts: Sequence[int]) -> tuple[int, ...]:
    """The seats that get a prize with these standings; nobody while all have nothing."""
    most = max(counts)
    return tuple(seat for seat, count in enumerate(counts) if count == most) if most else ()


def seen(state: HansaData) -> Iterator[tuple[Prize, list[int], tuple[int, ...]]]:
    """Each prize with its standings and who would get it now, as far as that lies open."""
    for prize, counts in zip(PRIZES, standings(state), strict=True):
        hidden = prize.id == FACE_DOWN and state.now is not None
        yield prize, counts, () if hidden else leaders(counts)


def prize_lines(state: HansaData) -> tuple[ScoreLine, ...]:
    """The rows of the scoring (12.1-12.5)."""
    return tuple(
        ScoreLine(prize.id, tuple(prize.points * (seat in winners) for seat in range(state.seats)))
        for prize, winners in zip(PRIZES, map(leaders, standings(state)), strict=True)
    )
