"""Views of a seat, and games followed without the seed: `position(seat)` and `arrange`."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.engine import ParseError, State, ruleset, rulesets
from game.engine.record import read
from tests.needs import needs

RECORDS = sorted(Path(__file__).parent.glob("records/*.txt"))
LATE = 40
"""Interval in actions after which a new observer begins to follow the game."""


def seen_by(state: State, seat: int | None) -> State:
    """Return the game as held by a device that has received a seat's view."""
    return state.ruleset.parse_position(state.position(seat))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_game_followed_by_arrange_and_apply_is_the_game_after_every_action(path: Path) -> None:
    """By every seat and a spectator, from the beginning or joined later, with reveals sent as JSON."""
    record = read(path.read_text(encoding="utf-8"))
    state, revealed = record.new_game(), 0
    followed = [(seat, seen_by(state, seat)) for seat in (None, *range(record.seats))]
    for number, action in enumerate(record.actions, 1):
        events = state.apply(action)
        for seat, seen in followed:
            told = json.loads(json.dumps(state.to_tell(events, seat)))
            seen.arrange(told)
            assert seen.apply(seen.parse_action(str(action))) == events
            assert seen.position(seat) == state.position(seat)
            revealed += bool(told)
        if number % LATE == 0:
            joins = number // LATE % len(followed)
            followed[joins] = followed[joins][0], seen_by(state, followed[joins][0])
    assert revealed, "nothing hidden was revealed in this game"
    for _, seen in followed:
        seen.check()
        assert seen.outcome == state.outcome


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_nothing_that_is_hidden_is_in_a_view(path: Path) -> None:
    """Re-dealing information hidden from a seat changes neither its view nor the future until it is
    revealed."""
    record, rng = read(path.read_text(encoding="utf-8")), Random(5)
    state = record.new_game()
    for action in record.actions[:150]:
        for seat in (None, *range(record.seats)):
            assert state.determinize(rng, seat).position(seat) == state.position(seat)
        twin = state.determinize(rng)
        events = state.apply(action)
        if not state.to_tell(events):
            assert twin.apply(action) == events


ABOUT_TO_REVEAL = {
    "hansa": ("hansa seats=3 ask=restock warehouses=1a:red.1 unsold=red.2,-,-", "restock"),
    "hansa-teutonica": ("hansa-teutonica seats=3 plate=2 taverns=hildesheim-goslar:remove_3", "end-turn"),
}
"""A position and an action that reveals at least two things."""


def about_to_reveal(game: str) -> tuple[State, dict[str, list[str]]]:
    """Return the game as held by a spectator, and the action's reveals, which differ from the deal there."""
    line, text = ABOUT_TO_REVEAL[game]
    state = ruleset(game).parse_position(line)
    played = state.determinize(Random(2))
    told = played.to_tell(played.apply(played.parse_action(text)))
    assert any(len(set(pieces)) > 1 for pieces in told.values())
    return state, {kind: list(pieces) for kind, pieces in told.items()}


@pytest.mark.parametrize("game", rulesets())
def test_what_was_told_may_be_nothing_and_may_be_said_twice(game: str) -> None:
    needs(game, "secrets")
    state, told = about_to_reveal(game)
    state.arrange({})
    state.arrange(told)
    again = state.copy()
    again.arrange(told)
    rng = (Random(3), Random(3))
    assert state.determinize(rng[0]).position() == again.determinize(rng[1]).position()
    state.check()


@pytest.mark.parametrize("game", rulesets())
def test_what_was_told_wrongly_is_refused_and_changes_nothing(game: str) -> None:
    needs(game, "secrets")
    state, told = about_to_reveal(game)
    ((kind, (piece, *_)),) = told.items()
    broken: list[Any] = [
        None,
        "reveal",
        [kind],
        {"turn": ["x"]},
        {7: ["x"]},
        {kind: None},
        {kind: piece},
        {kind: {piece: 1}},
        {kind: [7]},
        {kind: [[piece]]},
        {kind: ["marker.crown"]},
        {kind: ["good"]},
        {kind: [piece] * 40},
        {**told, "turn": ["x"]},
    ]
    before = json.dumps([state.position(), repr(hidden(state))])
    for wrong in broken:
        with pytest.raises(ParseError):
            state.arrange(wrong)
        assert json.dumps([state.position(), repr(hidden(state))]) == before, wrong


def hidden(state: Any) -> Any:
    """Return the hidden things of a state, in the order in which they are drawn."""
    return (state.bag, state.plate) if state.ruleset.id == "hansa-teutonica" else state.goods


def test_markers_are_told_as_many_as_lie_face_down_and_only_before_they_are_shown() -> None:
    state, told = about_to_reveal("hansa-teutonica")
    with pytest.raises(ParseError, match="face down"):
        state.arrange({"reveal": told["reveal"][:1]})
    shown = ruleset("hansa-teutonica").parse_position(
        "hansa-teutonica ask=replace plate=swap_offices taverns=osnabrueck-bremen:extra_office"
        "+lueneburg-perleberg:remove_3"
    )
    with pytest.raises(ParseError, match="0 lie face down"):
        shown.arrange({"reveal": ["marker.swap_offices"]})
