"""The steps of a game in which others do something that affects a seat."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from game.engine.core import Event, State
from game.engine.record import Record, steps


def affecting(record: Record, seat: int) -> list[int]:
    """Return the steps by others that affect a seat, each as the number of actions up to and including it.

    A step affects a seat if it asks it for a decision, moves its pieces, gives or takes something, concerns
    every player (the last round), or lets it pass another player in the scores or be passed. Raises the
    errors of `steps`.
    """
    found = list[int]()
    actor, rank = record.new_game().actor, None
    for step, (state, _, events) in enumerate(steps(record), 1):
        decided, actor, before, rank = actor, state.actor, rank, rank_of(state, seat)
        if decided == seat:
            continue
        asked, passed = actor == seat, before not in (None, rank)
        if asked or passed or concerns(events, seat, record.ruleset.possessions):
            found.append(step)
    return found


def concerns(events: Iterable[Event], seat: int, possessions: Collection[str]) -> bool:
    """Return True if one of the events moves, gives or takes something of a seat, or concerns every player.

    possessions: names of the places that belong to a seat (`Ruleset.possessions`)
    """
    places = {f"{name}.{seat}" for name in possessions}
    return any(
        event.seat == seat or bool(places & {event.source, event.target}) or _concerns_all(event)
        for event in events
    )


def _concerns_all(event: Event) -> bool:
    return event.seat is None and not event.piece


def rank_of(state: State, seat: int) -> int:
    """Return the number of players with more points than a seat if the game ended now."""
    totals = [sum(points) for points in zip(*(row.points for row in state.scores()), strict=True)]
    return sum(total > totals[seat] for total in totals)
