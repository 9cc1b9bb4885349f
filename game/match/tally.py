"""How somebody's own games ended, one line for each, and what the lines add up to.

    kontor-results 1
    result 2026-11-21 hansa 3 hard 1 52 8f3c0a12 3f2a91bc

The words after the date: the ruleset, the number of players, against whom (`AGAINST`), the rank and the
points reached, the checksum of the game's setup, and the id under which it was saved. One setup counts once,
however often it is played again or brought in as a copy.
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
"""The line that says that games which ended before there were results have been counted."""
AGAINST = (*LEVELS, "mixed", "people")
"""The other players: computers of one level, several kinds, or people only."""
TRIED = "tried"
"""The tag of a game played on from the middle of another: with what its player knows, it proves nothing."""
EVERY = 8
"""Playing a game again pauses after so many actions, so that a frame can be drawn in between."""
LINE = re.compile(
    r"result (\d{4}-\d\d-\d\d|-) ([a-z][a-z-]{0,39}) ([1-9]) "
    rf"({'|'.join(AGAINST)}) ([1-9]) (-?\d{{1,4}}) ([0-9a-f]{{8}}) ([\w-]{{1,40}})",
    re.ASCII,
)


class Result(NamedTuple):
    """How a game ended for the person who keeps it; `date` as "2026-11-21", or "-"."""

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
        """Whether nobody was better."""
        return self.rank == 1


class Row(NamedTuple):
    """What the results of one kind of game add up to."""

    ruleset: str
    seats: int
    against: str
    games: int
    won: int
    mean: float
    """Points a game."""
    best: int


# ---- text ---------------------------------------------------------------------------------------


def read_results(text: str) -> list[Result]:
    """The results in a text; lines that are not understood are passed over.

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
    """The text with further results; a copy of a game adds none.

    anew  the games have ended just now: if one of them has a result already, because it had ended before, was
          undone and played on to another end, the new result takes its place

    Lines that are not understood (of a newer version, perhaps) stay as they are.
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


# ---- from games ---------------------------------------------------------------------------------


def result_of(record: Record, outcome: Outcome, game: str, name: str) -> Result | None:
    """How a game ended for the person called `name`; None if it was not theirs, or tried from the middle."""
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
    """The seat of the only person, or of the only person of that name."""
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
    """A checksum of what identifies a game before its first action."""
    options = sorted(record.options.items())
    return f"{zlib.crc32(repr((record.ruleset.id, record.seats, options, record.seed)).encode()):08x}"


def ending(record: Record, game: str, name: str) -> Iterator[Result | None]:
    """Play a record again: None at every pause, at last its result, if it has one."""
    state = record.new_game()
    for number in range(len(record.actions)):
        record.play(state, number)
        if number % EVERY == 0:
            yield None
    yield result_of(record, state.outcome, game, name) if state.outcome is not None else None


# ---- sums ---------------------------------------------------------------------------------------


def rows(results: Sequence[Result]) -> list[Row]:
    """The sums by ruleset, number of players and opponents, in that order."""
    kinds = sorted({(one.ruleset, one.seats, AGAINST.index(one.against)) for one in results})
    return [_row(kind, [one for one in results if _kind(one) == kind]) for kind in kinds]


def _kind(result: Result) -> tuple[str, int, int]:
    return result.ruleset, result.seats, AGAINST.index(result.against)


def _row(kind: tuple[str, int, int], results: Sequence[Result]) -> Row:
    points = [one.points for one in results]
    won = sum(one.won for one in results)
    return Row(kind[0], kind[1], AGAINST[kind[2]], len(points), won, sum(points) / len(points), max(points))
