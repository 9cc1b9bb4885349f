"""Animations follow from events alone, and always end with the pieces where the state has them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from game.client.stage.animator import Animator
from game.engine.core import Event


def move(source: str, target: str) -> Event:
    return Event("move", 0, "trader", source, target)


places = st.sampled_from(["a", "b", "c", "d", "supply"])
events = st.lists(st.builds(move, places, places), max_size=8)


def flying(seconds: float = 0.4) -> Animator:
    return Animator(lambda event: seconds)


@given(events, st.floats(0.1, 3))
def test_everything_lands_and_nothing_stays_hidden(events: list[Event], pace: float) -> None:
    animator = flying()
    animator.show(events, 10.0, pace)
    assert animator.hidden() == {event.target for event in events}
    animator.advance(10.0 + 2 * len(events) * pace + 1)
    assert not animator.busy and not animator.hidden()


def test_a_piece_waits_at_its_source_until_it_takes_off() -> None:
    animator = flying()
    animator.show([move("a", "b"), move("c", "d")], 0.0, 1)
    (_, first), (_, second) = sorted(animator.sprites(0.0))
    assert first == second == 0.0
    assert {sprite.event.source for sprite in animator.sprites(0.0)} == {"a", "c"}


def test_a_piece_that_flies_twice_is_never_in_two_places() -> None:
    animator = flying()
    animator.show([move("a", "hand"), move("hand", "b")], 0.0, 1)
    for tenth in range(10):
        now = tenth / 10
        animator.advance(now)
        assert len(animator.sprites(now)) <= 1


def test_a_piece_that_is_driven_out_stands_there_until_the_other_lands() -> None:
    animator = flying()
    animator.show([move("supply", "house"), Event("displaced", 1, "trader", "house", "hand")], 0.0, 1)
    for now in (0.0, 0.2):
        at_home = [sprite for sprite in animator.sprites(now) if sprite.event.kind == "displaced"]
        assert [sprite.part for sprite in at_home] == [0.0]


def test_a_later_piece_flies_only_after_the_one_that_brings_it() -> None:
    animator = flying()
    animator.show([move("a", "b"), move("b", "c")], 0.0, 1)
    first, second = animator.flights
    assert second.start >= first.end


def test_skipping_ends_all_movement_at_once() -> None:
    animator = flying()
    animator.show([move("a", "b"), Event("points", 0, "", "", "score.0", 3)], 0.0, 1)
    assert animator.busy
    animator.skip()
    assert not animator.busy and not animator.hidden()


def test_with_no_pace_nothing_moves() -> None:
    animator = flying()
    animator.show([move("a", "b")], 0.0, 0)
    assert not animator.busy


def test_points_pop_up_where_they_are_counted() -> None:
    animator = flying()
    animator.show([Event("points", 1, "", "", "score.1", 7)], 0.0, 1)
    assert [(pop.event.target, pop.event.amount) for pop in animator.pops] == [("score.1", 7)]
