"""The order in which the puzzles of a game are met: they rise from one decision on a quiet board with two
players to the turns of a full table, and go on on other boards. What is known already stays when others
are added."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from game.engine import ruleset

CLOSING = ("end-turn", "finish", "done", "pay")
"""The first words of actions that only end or pay for what was decided."""
FULL, EAST, BRITANNIA = 4, 5, 6
"""The step of full tables, that of the East, for however many players, and that of Britannia for three; its
board for more has the next one."""
LIKES = 3
"""So many puzzles of a step may be about the same thing."""

Row = dict[str, Any]


def risen(game: str, rows: list[Row]) -> list[Row]:
    """The puzzles in their order, each with its step, without those that are like others."""
    placed = [(place := _place(game, row), row | {"step": place[0]}) for row in rows]
    return [row for _, row in sorted(_varied(placed), key=lambda one: one[0])]


def _place(game: str, row: Row) -> tuple[int, int, int, int]:
    """Its step; in it, how difficult it is, how much is to be decided, how much there is to choose from."""
    state = ruleset(game).parse_position(row["position"])
    decided = sum(text.split()[0] not in CLOSING for text in row["answer"])
    placed = step(state.seats, decided, state.options.get("board", ""))
    return placed, row["level"], decided, len(state.legal_actions())


def step(seats: int, decided: int, board: str = "") -> int:
    """Two players: one decision, then whole turns; three players; more; other boards.

    >>> step(2, 1), step(2, 3), step(3, 1), step(5, 2), step(3, 1, "east")
    (1, 2, 3, 4, 5)
    >>> step(3, 2, "britannia"), step(5, 1, "britannia")
    (6, 7)
    """
    if board == "east":
        return EAST
    if board == "britannia":
        return BRITANNIA + (seats > 3)
    return 1 if seats == 2 and decided <= 1 else min(seats, FULL)


_Placed = tuple[tuple[int, int, int, int], Row]


def _varied(rows: Iterable[_Placed]) -> Iterator[_Placed]:
    """Without those about which others of the step, further in front, are already."""
    seen = Counter[tuple[int, str]]()
    for place, row in rows:
        about = row["step"], _about(row)
        seen[about] += 1
        if seen[about] <= LIKES:
            yield place, row


def _about(row: Row) -> str:
    """What the answer is for, and where."""
    name, facts = row["reason"]
    return " ".join([name, *(str(facts[where]) for where in ("route", "town") if where in facts)])
