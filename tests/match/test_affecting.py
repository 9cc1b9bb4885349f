"""Steps by others that affect a seat."""

from __future__ import annotations

import pytest

from game import engine
from game.engine.core import Event
from game.engine.record import steps
from game.match.affecting import affecting, concerns
from tests.match.games import finished


@pytest.mark.parametrize("game", engine.rulesets())
def test_every_decision_and_loss_of_a_seat_is_a_step_that_affects_it_and_its_own_steps_never_are(
    game: str,
) -> None:
    record = finished(game).record
    for seat in range(record.seats):
        found, actor = affecting(record, seat), record.new_game().actor
        for step, (state, _, events) in enumerate(steps(record), 1):
            decided, actor = actor, state.actor
            if decided == seat:
                assert step not in found
            elif actor == seat or any(event.seat == seat and event.source for event in events):
                assert step in found
        assert found == sorted(found) and 0 < len(found) < len(record.actions) / 2
        assert len(record.actions) in found or decided == seat, "the end of the game affects every player"


@pytest.mark.parametrize(
    ("event", "affected"),
    [
        (Event("displaced", 1, "trader", "house.bremen-hamburg.2", "hand.1"), True),
        (Event("displace", 0, "trader", "supply.0", "house.bremen-hamburg.1"), False),
        (Event("pay", 0, "coin", "purse.0", "purse.1", 1), True),
        (Event("pay", 0, "coin", "purse.0", "bank", 1), False),
        (Event("restock", None, "good.red.1", "stack.1", "warehouse.1a", 1), False),
        (Event("last-round", source="stack.5"), True),
    ],
)
def test_what_moves_gives_or_takes_something_of_a_seat_concerns_it(event: Event, affected: bool) -> None:
    assert concerns([event], 1, {"purse"}) is affected
