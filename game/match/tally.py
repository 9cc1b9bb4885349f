"""Results of the player's own games, one line each, and their totals.

    kontor-results 1
    result 2026-11-21 hansa 3 hard 1 52 8f3c0a12 3f2a91bc

The words after the date are the ruleset, the number of players, the opponents (`AGAINST`), the rank, the
points, the checksum of the game's setup, and the id of the saved game. A setup counts once, even if the game
is played again or imported as a copy.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from game.engine.core import Outcome
from game.engine.record import Record
from game.match.controllers import LEVELS, Computer, controllers_of
from game.match.players import players_of

HEAD = "kontor-results 1"
LOOKED_BACK = "looked-back"
"""Line that marks that games finished before results existed have been counted."""
AGAINST = (*LEVELS, "mixed", "people")
"""Kinds of opponents: computers of one level, a mixture, or people only."""
TRIED = "tried"
"""Tag of a game that was continued from the middle of another. It is not counted, because the player knew its
course."""
EVERY = 8
"""Number of actions between two pauses of a replay, in which a frame can be drawn."""
LINE = re.compile(
    r"result (\d{4}-\d\d-\d\d|-) ([a-z][a-z-]{0,39}) ([1-9]) "
    rf"({'|'.join(AGAINST)}) ([1-9]) (-?\d{{1,4}}) ([0-9a-f]{{8}}) ([\w-]{{1,40}})",
    re.ASCII,
)


class Result(NamedTuple):
    """The result of a game for the owner of this device. `date` is "2026-11-21", for example, or "-"."""

    date: str
    ruleset: str
    seats: int
    against: str
    rank: int
    points: int
    setup: str
    game: str

    @property
    def won(self) -> bool:
        """Return True for the first rank, shared or not."""
        return self.rank == 1


class ResultsRow(NamedTuple):
    """The totals of one kind of game."""

    ruleset: str
    seats: int
    against: str
    games: int
    won: int
    mean: float
    """Mean points per game."""
    best: int


# ---- text ---------------------------------------------------------------------------------------


def read_results(text: str) -> list[Result]:
    """Return the results in a text. Other lines are ignored.

    >>> [result.points for result in read_results("result - hansa 2 easy 1 40 00000000 x\\nresult soon")]
    [40]
    """
    found = (LINE.fullmatch(line) for line in text.splitlines())
    return [
        Result(date, ruleset, int(seats), against, int(rank), int(points), setup, game)
        for one in found
        if one is not None
        for date, ruleset, seats, against, rank, points, setup, game in [one.groups()]
    ]


def with_results(text: str, new: Iterable[Result], *, anew: bool = False) -> str:
    """Return the text with further results. A copy of a game adds no result.

    anew  the games have just ended: the new result replaces that of a game that had ended before, was undone
          and was played to another end

    Lines that cannot be parsed, such as those of a newer version, are left unchanged.
    """
    lines = [line for line in text.splitlines() if line and line != HEAD]
    places = {result.setup: at for at, line in enumerate(lines) for result in read_results(line)}
    for result in new:
        at = places.get(result.setup)
        if at is None:
            places[result.setup] = len(lines)
            lines.append(_line(result))
        elif anew and read_results(lines[at])[0].game == result.game:
            lines[at] = _line(result)
    return "\n".join([HEAD, *lines, ""])


def _line(result: Result) -> str:
    return " ".join(["result", *map(str, result)])


# ---- results of games ---------------------------------------------------------------------------


def result_of(record: Record, outcome: Outcome, game: str, name: str) -> Result | None:
    """Return the result for the person called `name`, or None if the game was not theirs or was continued
    from the middle of another."""
    seat = own_seat(record, name)
    if seat is None or record.tags.get(TRIED) == "yes":
        return None
    found = _result(record, outcome, game, seat)
    return found if LINE.fullmatch(_line(found)) else None


def _result(record: Record, outcome: Outcome, game: str, seat: int) -> Result:
    date = re.match(r"\d{4}-\d\d-\d\d", record.tags.get("date", ""), re.ASCII)
    return Result(
        date[0] if date else "-",
        record.ruleset.id,
        record.seats,
        _against(record, seat),
        outcome.ranks[seat],
        outcome.totals[seat],
        setup_of(record),
        game,
    )


def own_seat(record: Record, name: str) -> int | None:
    """Return the seat of the only person, or of the only person of that name; None otherwise."""
    persons = [seat for seat, controller in enumerate(controllers_of(record)) if controller.by_hand]
    if len(persons) > 1:
        players = players_of(record)
        persons = [seat for seat in persons if name and players[seat].name == name]
    return persons[0] if len(persons) == 1 else None


def _against(record: Record, own: int) -> str:
    kinds = {
        controller.level if isinstance(controller, Computer) else "people"
        for seat, controller in enumerate(controllers_of(record))
        if seat != own
    }
    (kind,) = kinds if len(kinds) == 1 else {"mixed"}
    return kind


def setup_of(record: Record) -> str:
    """Return a checksum that identifies a game before its first action."""
    options = sorted(record.options.items())
    return f"{zlib.crc32(repr((record.ruleset.id, record.seats, options, record.seed)).encode()):08x}"


def ending(record: Record, game: str, name: str) -> Iterator[Result | None]:
    """Replay a record. Yields None at every pause and, last, its result or None."""
    state = record.new_game()
    for number in range(len(record.actions)):
        record.play(state, number)
        if number % EVERY == 0:
            yield None
    yield result_of(record, state.outcome, game, name) if state.outcome is not None else None


# ---- totals -------------------------------------------------------------------------------------


def rows(results: Sequence[Result]) -> list[ResultsRow]:
    """Return the totals by ruleset, number of players and opponents, in that order."""
    kinds = sorted({(one.ruleset, one.seats, AGAINST.index(one.against)) for one in results})
    return [_row(kind, [one for one in results if _kind(one) == kind]) for kind in kinds]


def _kind(result: Result) -> tuple[str, int, int]:
    return result.ruleset, result.seats, AGAINST.index(result.against)


def _row(kind: tuple[str, int, int], results: Sequence[Result]) -> ResultsRow:
    points = [one.points for one in results]
    won = sum(one.won for one in results)
    return ResultsRow(
        kind[0], kind[1], AGAINST[kind[2]], len(points), won, sum(points) / len(points), max(points)
    )
