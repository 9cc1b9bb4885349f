"""Results of the player's own games, from their records, and their totals."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from typing import NamedTuple

from game.engine.core import Outcome
from game.engine.record import Record
from game.match.controllers import Computer, controllers_of
from game.match.learning import AGAINST, Result, line_of, read_entries
from game.match.loading import Loading
from game.match.players import players_of

TRIED = "tried"
"""Tag of a game that was continued from the middle of another. It is not counted, because the player knew its
course."""
EVERY = 8
"""Number of actions between two pauses of a replay, in which a frame can be drawn."""


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


# ---- results of games ---------------------------------------------------------------------------


def result_of(record: Record, outcome: Outcome, game: str, name: str) -> Result | None:
    """Return the result for the person called `name`; None if the game does not count (`counted_seat`)."""
    seat = counted_seat(record, name)
    if seat is None:
        return None
    ruleset, against, setup = record.ruleset.id, _against(record, seat), setup_of(record)
    rank, points = outcome.ranks[seat], outcome.totals[seat]
    result = Result(date_of(record), ruleset, record.seats, against, rank, points, setup, game)
    return result if read_entries(Result, line_of(result)) else None


def date_of(record: Record) -> str:
    """Return the date at which a game was last played, or "-"."""
    date = re.match(r"\d{4}-\d\d-\d\d", record.tags.get("date", ""), re.ASCII)
    return date[0] if date else "-"


def counted_seat(record: Record, name: str) -> int | None:
    """Return the seat of the person called `name` (`own_seat`). None if the game does not count, because it
    was not theirs or was continued from the middle of another."""
    return None if record.tags.get(TRIED) == "yes" else own_seat(record, name)


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
    options = sorted(record.ruleset.known_options(record.options).items())
    return f"{zlib.crc32(repr((record.ruleset.id, record.seats, options, record.seed)).encode()):08x}"


def ending(record: Record, game: str, name: str) -> Loading[Result | None]:
    """Replay a record in slices and return its result, or None."""
    state = record.new_game()
    for number in range(len(record.actions)):
        record.play(state, number)
        if number % EVERY == 0:
            yield number / len(record.actions)
    return result_of(record, state.outcome, game, name) if state.outcome is not None else None


# ---- totals -------------------------------------------------------------------------------------


def rows(results: Sequence[Result]) -> list[ResultsRow]:
    """Return the totals by ruleset, number of players and opponents, in that order."""
    kinds: dict[tuple[str, int, int], list[Result]] = {}
    for one in results:
        kinds.setdefault((one.ruleset, one.seats, AGAINST.index(one.against)), []).append(one)
    found = []
    for ruleset, seats, against in sorted(kinds):
        own = kinds[ruleset, seats, against]
        games, won, points = len(own), sum(one.won for one in own), [one.points for one in own]
        mean = sum(points) / games
        found.append(ResultsRow(ruleset, seats, AGAINST[against], games, won, mean, max(points)))
    return found
