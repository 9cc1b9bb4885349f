"""A game in progress: undo, its record, and who sits where."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from game import engine
from game.engine.core import IllegalAction, ParseError, Reason
from game.engine.record import Record, read
from game.match import Match, players_of
from tests.match.games import new_match
from tests.needs import needs

GAMES = engine.rulesets()
RECORDS = Path(__file__).parents[1] / "engine/records"


def play_on(match: Match, rng: random.Random, steps: int) -> None:
    for _ in range(steps):
        if match.state.actor is not None:
            match.play(rng.choice(match.state.legal_actions()))


@pytest.mark.parametrize("game", GAMES)
def test_undo_restores_the_state_exactly(game: str) -> None:
    match, rng = new_match(game, 3), random.Random(2)
    for _ in range(150):
        if match.state.actor is None:
            break
        before, record = match.state.position(), match.text()
        action = rng.choice(match.state.legal_actions())
        match.play(action)
        if match.can_undo:
            after = match.state.position()
            assert match.undo().moves[0].action is action
            assert (match.state.position(), match.text()) == (before, record)
            match.play(action)
            assert match.state.position() == after


def test_a_reason_goes_with_the_action_that_is_taken_back_and_with_the_game_that_branches_off() -> None:
    match, why = new_match("hansa", 3), Reason("place-empty", {"town": "riga"})
    play_on(match, random.Random(2), 4)
    match.record.reasons.update({1: why, 3: why})
    assert match.branch("", 2).record.reasons == {1: why}
    assert match.record.reasons == {1: why, 3: why}
    match.undo()
    assert match.record.reasons == {1: why} and match.text().count("# why") == 1
    other = Match.watch(match.record)
    other.seek(3)
    other.seek(0)
    assert match.record.reasons == {1: why}, "who watches changes nothing"


@pytest.mark.parametrize("game", GAMES)
def test_undo_stops_where_something_hidden_was_revealed(game: str) -> None:
    needs(game, "secrets")
    record = read((RECORDS / f"{game}-3.txt").read_text(encoding="utf-8"))
    match = Match("recorded", replace(record, actions=[]))
    revealed = 0
    for action in record.actions:
        if any(event.kind in match.ruleset.revealing for event in match.play(action)):
            revealed += 1
            assert not match.can_undo
    assert revealed, "the test saw something revealed"


@pytest.mark.parametrize("game", GAMES)
def test_undo_never_undoes_what_another_seat_decided(game: str) -> None:
    match, rng = new_match(game, 3), random.Random(6)
    deciders: list[int] = []
    for _ in range(200):
        if match.state.actor is None:
            break
        deciders.append(match.state.actor)
        match.play(rng.choice(match.state.legal_actions()))
        copy = Match.resume("copy", match.text())
        taken = 0
        while copy.can_undo:
            copy.undo()
            taken += 1
        assert set(deciders[len(deciders) - taken :]) <= {deciders[-1]}


@pytest.mark.parametrize("game", GAMES)
def test_a_resumed_game_is_the_same_game(game: str) -> None:
    match = new_match(game, 3)
    play_on(match, random.Random(8), 90)
    resumed = Match.resume(match.id, match.text())
    assert resumed.state.position() == match.state.position()
    assert resumed.players == match.players
    assert resumed.can_undo == match.can_undo


def test_a_broken_record_names_the_line() -> None:
    match = new_match(GAMES[0], 3)
    play_on(match, random.Random(1), 10)
    lines = match.text().splitlines()
    lines[-3] = "no such action"
    with pytest.raises(ParseError, match=f"line {len(lines) - 2}"):
        Match.resume("broken", "\n".join(lines) + "\n")


def test_an_illegal_action_changes_nothing() -> None:
    match = new_match(GAMES[0], 3)
    legal = set(match.state.legal_actions())
    other = new_match(GAMES[0], 3)
    play_on(other, random.Random(3), 30)
    foreign = next(action for action in other.state.legal_actions() if action not in legal)
    before = match.text()
    with pytest.raises(IllegalAction):
        match.play(foreign)
    assert match.text() == before and not match.can_undo


def test_players_that_a_record_does_not_name_are_filled_in() -> None:
    tags = {"name.1": "Ben", "colour.1": "red", "colour.2": "red"}
    record = Record(engine.ruleset(GAMES[0]), 3, {}, 1, tags)
    players = players_of(record)
    assert [player.name for player in players] == ["1", "Ben", "3"]
    assert players[1].colour == "red"
    assert len({player.colour for player in players}) == 3
