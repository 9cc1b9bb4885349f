"""Statistics of a game: points over the turns, and counts of actions and events by player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from game.engine.core import Event, State
from game.engine.record import Record
from game.games import GAMES, Count

EVERY = 8
"""Number of actions between two pauses, in which a frame can be drawn."""


class TurnStanding(NamedTuple):
    """The standing after a turn: number of actions, number of the finished turn (0: before the first), points
    by seat, and the position string for the seat that decides next."""

    step: int
    turn: int
    points: tuple[int, ...]
    position: str


class TurnReveal(NamedTuple):
    """A reveal of hidden information to the seat whose turn it was: number of actions before it, and the
    positions before and after it as that seat knew them."""

    step: int
    before: str
    after: str


class Statistics(NamedTuple):
    """The statistics of a game.

    standings  one for the beginning of the first turn, one for the end of every turn
    counts     rows of an id and a number for each seat; rows of zeros are left out
    draws      reveals of hidden information, in order
    """

    standings: tuple[TurnStanding, ...]
    counts: tuple[tuple[str, tuple[int, ...]], ...]
    draws: tuple[TurnReveal, ...] = ()


def counted(record: Record) -> Iterator[Statistics | None]:
    """Replay a record and count. Yields None at every pause and, last, the statistics."""
    rules, state = record.ruleset, record.new_game()
    game = GAMES[rules.id]
    counts = [(count, [0] * record.seats) for count in game.counts]
    verbs = {name: [0] * record.seats for name in game.verbs}
    turn = state.turn_number
    standings, draws = [standing(state, 0, 0)] if turn else [], list[TurnReveal]()
    for number, action in enumerate(record.actions):
        seat, before = state.actor, state.copy()
        events = record.play(state, number)
        if turn and seat == before.turn_seat and any(event.kind in rules.revealing for event in events):
            draws.append(TurnReveal(number, before.position(seat), state.position(seat)))
        _count(counts, events)
        if (by_seat := verbs.get(action.text.split(" ", 1)[0])) is not None and seat is not None:
            by_seat[seat] += 1
        if state.turn_number != turn or state.actor is None:
            standings.append(standing(state, number + 1, turn))
            turn = state.turn_number
        if number % EVERY == 0:
            yield None
    rows = [(count.id, tuple(by_seat)) for count, by_seat in counts]
    rows[1:1] = [(game.verbs[word], tuple(by_seat)) for word, by_seat in verbs.items()]
    yield Statistics(tuple(standings), tuple(row for row in rows if any(row[1])), tuple(draws))


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
    for found in counted(record):
        if found is not None:
            return found
    raise AssertionError("counted ends with the statistics")
