"""The preview of an action's consequences matches the engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from game.client.views import make_view
from game.client.words.consequences import common, look_ahead
from game.engine.core import State
from game.engine.record import read, replay
from game.match import PlayerInfo

RECORDS = Path(__file__).parents[1] / "engine" / "records"
COLOURS = {"Anna": "red", "Ben": "blue", "Carla": "green", "Dan": "yellow"}
PLAYERS = [PlayerInfo(name, colour) for name, colour in COLOURS.items()]


def position(name: str, actions: int) -> State:
    """Return the position of a recorded game after a number of actions."""
    record = read((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    return replay(replace(record, actions=record.actions[:actions]))


def states(name: str, every: int) -> Iterator[State]:
    """Positions of a recorded game."""
    record = read((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    state = replay(replace(record, actions=[]))
    for count, action in enumerate(record.actions):
        if count % every == 0:
            yield state
        state.apply(action)


@pytest.mark.parametrize("name", ["hansa-teutonica-4", "hansa-teutonica-2-pawn", "hansa-3"])
def test_every_action_has_its_consequences_told_without_being_done(name: str) -> None:
    for state in states(name, 40):
        view = make_view(state.ruleset, PLAYERS[: state.seats])
        before = state.position()
        for action in state.legal_actions():
            for line in view.consequences(action, state):
                assert line and "{" not in line and not line.startswith(("ahead.", "event.")), (action, line)
        assert state.position() == before


@pytest.mark.parametrize("name", ["hansa-teutonica-4", "hansa-teutonica-2-pawn", "hansa-3"])
def test_nothing_hidden_is_foreseen(name: str) -> None:
    found = 0
    for state in states(name, 9):
        hidden = state.ruleset.revealing
        for action in state.legal_actions():
            outlook = look_ahead(state, action)
            assert not any(event.kind in hidden for event in outlook.events)
            found += outlook.after is None
    assert found, "some action shows something hidden"


def test_a_claim_that_only_helps_another_asks_once() -> None:
    state = position("hansa-teutonica-4", 342)
    view = make_view(state.ruleset, PLAYERS)
    action = state.parse_action("claim bremen-hannover")
    lines = view.consequences(action, state)
    assert "Costs 1 action." in lines
    assert "Dan gains 1 point for controlling Hannover." in lines
    assert "only Dan would" in view.warning(action, state)


def test_a_claim_names_what_can_be_chosen_then() -> None:
    claims = 0
    for state in states("hansa-teutonica-4", 9):
        view = make_view(state.ruleset, PLAYERS)
        for action in state.legal_actions():
            after = look_ahead(state, action).after
            if after is not None and after.decision is not None and action.text.startswith("claim "):
                told = any(line.startswith("Then you choose:") for line in view.consequences(action, state))
                assert told == (after.decision.id == "benefit")
                claims += told
                assert not (told and view.warning(action, state))
    assert claims


def test_lines_common_to_all_stay_in_order() -> None:
    assert common([("a", "b", "c"), ("c", "a")]) == ("a", "c")
