"""Statistics of a game: points over the turns, and counts of actions and events by player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.engine.core import Event, State
from game.engine.record import Record, write
from game.games import GAMES, Count
from game.match.loading import Loading, whole
from game.worker_messages import Draw

EVERY = 8
"""Number of actions between two pauses, in which a frame can be drawn."""


class TurnStanding(NamedTuple):
    """The standing after a turn: number of actions, number of the finished turn (0: before the first), points
    by seat, and the position string for the seat that decides next."""

    step: int
    turn: int
    points: tuple[int, ...]
    position: str


class Statistics(NamedTuple):
    """The statistics of a game.

    standings  one for the beginning of the first turn, one for the end of every turn
    counts     rows of an id and a number for each seat; rows of zeros are left out
    draws      reveals of hidden information, in order, counted from the first action of the game
    """

    standings: tuple[TurnStanding, ...]
    counts: tuple[tuple[str, tuple[int, ...]], ...]
    draws: tuple[Draw, ...] = ()


_latest: dict[str, Statistics] = {}
"""The latest statistics, by the text of their record: several pages show those of the same game in turn."""


def counting(record: Record) -> Loading[Statistics]:
    """Replay a record in slices and return its statistics; the latest ones are known without a replay."""
    text = write(record)
    found = _latest.get(text) or (yield from _counting(record))
    _latest.clear()
    _latest[text] = found
    return found


def _counting(record: Record) -> Loading[Statistics]:
    rules, state = record.ruleset, record.new_game()
    game = GAMES[rules.id]
    counts = [(count, [0] * record.seats) for count in game.counts]
    verbs = {name: [0] * record.seats for name in game.verbs}
    turn = state.turn_number
    standings, draws = [standing(state, 0, 0)] if turn else [], list[Draw]()
    for number, action in enumerate(record.actions):
        seat, before = state.actor, state.copy()
        events = record.play(state, number)
        if turn and seat == before.turn_seat and any(event.kind in rules.revealing for event in events):
            draws.append(Draw(number, before.position(seat), state.position(seat)))
        _count(counts, events)
        if (by_seat := verbs.get(action.text.split(" ", 1)[0])) is not None and seat is not None:
            by_seat[seat] += 1
        if state.turn_number != turn or state.actor is None:
            standings.append(standing(state, number + 1, turn))
            turn = state.turn_number
        if number % EVERY == 0:
            yield number / len(record.actions)
    rows = [(count.id, tuple(by_seat)) for count, by_seat in counts]
    rows[1:1] = [(game.verbs[word], tuple(by_seat)) for word, by_seat in verbs.items()]
    return Statistics(tuple(standings), tuple(row for row in rows if any(row[1])), tuple(draws))


def standing(state: State, step: int, turn: int) -> TurnStanding:
    """Return the standing in a position."""
    points = tuple(sum(row) for row in zip(*(line.points for line in state.scores()), strict=True))
    return TurnStanding(step, turn, points, state.position(state.actor))


def _count(counts: Sequence[tuple[Count, list[int]]], events: Sequence[Event]) -> None:
    for event in events:
        for count, by_seat in counts:
            seat = _whose(count, event)
            if seat is not None and seat < len(by_seat):
                by_seat[seat] += event.amount if count.amount else 1


def _whose(count: Count, event: Event) -> int | None:
    """Return the seat for which an event counts, or None."""
    if event.kind not in count.kinds:
        return None
    if not (event.source.startswith(count.source) and event.target.startswith(count.target)):
        return None
    return int(event.target.rpartition(".")[2]) if count.payee else event.seat


def statistics(record: Record) -> Statistics:
    """Return the statistics of a game, computed without pauses."""
    return whole(counting(record))
