"""A game in progress: undo, its record, who sits where."""

from __future__ import annotations

import random

import pytest

from game import engine
from game.client.session import Session, players_of
from game.engine.core import IllegalAction, ParseError
from game.engine.record import Record
from tests.client.conftest import new_session

GAMES = engine.rulesets()


def play_on(session: Session, rng: random.Random, steps: int) -> None:
    for _ in range(steps):
        if session.state.actor is not None:
            session.play(rng.choice(session.state.legal_actions()))


@pytest.mark.parametrize("game", GAMES)
def test_undo_restores_the_state_exactly(game: str) -> None:
    session, rng = new_session(game, 3), random.Random(2)
    for _ in range(150):
        if session.state.actor is None:
            break
        before, record = session.state.position(), session.text()
        action = rng.choice(session.state.legal_actions())
        session.play(action)
        if session.can_undo:
            after = session.state.position()
            assert session.undo() is action
            assert (session.state.position(), session.text()) == (before, record)
            session.play(action)
            assert session.state.position() == after


@pytest.mark.parametrize("game", GAMES)
def test_undo_stops_where_something_hidden_was_revealed(game: str) -> None:
    session, rng = new_session(game, 3), random.Random(4)
    revealed = 0
    while session.state.actor is not None and revealed < 3:
        events = session.play(rng.choice(session.state.legal_actions()))
        if any(event.kind in session.ruleset.revealing for event in events):
            revealed += 1
            assert not session.can_undo
    assert revealed, "the test saw something revealed"


@pytest.mark.parametrize("game", GAMES)
def test_undo_never_takes_back_what_another_seat_decided(game: str) -> None:
    session, rng = new_session(game, 3), random.Random(6)
    deciders: list[int] = []
    for _ in range(200):
        if session.state.actor is None:
            break
        deciders.append(session.state.actor)
        session.play(rng.choice(session.state.legal_actions()))
        copy = Session.resume("copy", session.text())
        taken = 0
        while copy.can_undo:
            copy.undo()
            taken += 1
        assert set(deciders[len(deciders) - taken :]) <= {deciders[-1]}


@pytest.mark.parametrize("game", GAMES)
def test_a_resumed_game_is_the_same_game(game: str) -> None:
    session = new_session(game, 3)
    play_on(session, random.Random(8), 90)
    resumed = Session.resume(session.id, session.text())
    assert resumed.state.position() == session.state.position()
    assert resumed.players == session.players
    assert resumed.can_undo == session.can_undo


def test_a_broken_record_names_the_line() -> None:
    session = new_session(GAMES[0], 3)
    play_on(session, random.Random(1), 10)
    lines = session.text().splitlines()
    lines[-3] = "no such action"
    with pytest.raises(ParseError, match=f"line {len(lines) - 2}"):
        Session.resume("broken", "\n".join(lines) + "\n")


def test_an_illegal_action_changes_nothing() -> None:
    session = new_session(GAMES[0], 3)
    legal = set(session.state.legal_actions())
    other = new_session(GAMES[0], 3)
    play_on(other, random.Random(3), 30)
    foreign = next(action for action in other.state.legal_actions() if action not in legal)
    before = session.text()
    with pytest.raises(IllegalAction):
        session.play(foreign)
    assert session.text() == before and not session.can_undo


def test_players_that_a_record_does_not_name_are_filled_in() -> None:
    tags = {"name.1": "Ben", "colour.1": "red", "colour.2": "red"}
    record = Record(engine.ruleset(GAMES[0]), 3, {}, 1, tags)
    players = players_of(record)
    assert [player.name for player in players] == ["1", "Ben", "3"]
    assert players[1].colour == "red"
    assert len({player.colour for player in players}) == 3
