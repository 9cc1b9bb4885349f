"""The order of a game's puzzles: from one decision on a quiet two-player board to full tables, then other
boards. The order of existing puzzles is retained when others are added."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from game.engine import ruleset

CLOSING = ("end-turn", "finish", "done", "pay")
"""First words of actions that only end or pay for a decision."""
FULL, EAST, BRITANNIA = 4, 5, 6
"""Steps of full tables, of the East for any number of players, and of Britannia for three; Britannia for more
has the step after it."""
LATER = {"hansa-teutonica": (1, 2)}
"""Steps that follow the full tables, by game: two players have a pawn, which no lesson shows."""
LIKES = 3
"""Maximum number of puzzles about the same subject in a step."""

Row = dict[str, Any]


def risen(game: str, rows: list[Row]) -> list[Row]:
    """Return the puzzles in order, each with its step, without near-duplicates."""
    placed = [(place := _place(game, row), row | {"step": place[2]}) for row in rows]
    return [row for _, row in sorted(_varied(placed), key=lambda one: one[0])]


_Place = tuple[bool, bool, int, int, int, int]


def _place(game: str, row: Row) -> _Place:
    """Return the sort key of a puzzle: another board, rules that no lesson shows, step, difficulty, number of
    decisions, number of choices."""
    state = ruleset(game).parse_position(row["position"])
    decided = sum(text.split()[0] not in CLOSING for text in row["answer"])
    placed = step(state.seats, decided, state.options.get("board", ""))
    later = placed in LATER.get(game, ())
    return placed > FULL, later, placed, row["level"], decided, len(state.legal_actions())


def step(seats: int, decided: int, board: str = "") -> int:
    """Return the step of a puzzle: two players with one decision, then whole turns, three players, more
    players, other boards.

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


_Placed = tuple[_Place, Row]


def _varied(rows: Iterable[_Placed]) -> Iterator[_Placed]:
    """Drop puzzles about a subject that enough earlier ones of the step have."""
    seen = Counter[tuple[int, str]]()
    for place, row in rows:
        about = row["step"], _about(row)
        seen[about] += 1
        if seen[about] <= LIKES:
            yield place, row


def _about(row: Row) -> str:
    """Return the subject of a puzzle: the purpose of the answer and its place."""
    name, facts = row["reason"]
    return " ".join([name, *(str(facts[where]) for where in ("route", "town") if where in facts)])
