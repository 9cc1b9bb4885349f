"""Pass and play: the person to whom a move hands the device."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from game import engine
from game.match import COLOURS, Computer, Mail, Match, Person, PlayerInfo
from game.match.controller import Controller
from game.match.passing import Passing, passed
from tests.match.games import NAMES, hurried, new_match

GAMES = engine.rulesets()


def played(match: Match, actions: int = 160) -> Iterator[int | None]:
    """Play a number of actions, with some displacing. Yields the seat to act before each."""
    rng = random.Random(5)
    while match.state.outcome is None and len(match.moves) < actions:
        turn = match.state.turn_seat
        rude = [action for action in match.state.legal_actions() if action.text.startswith("displace")]
        match.play(rng.choice(rude) if rude and rng.random() < 0.5 else hurried(match.state, rng))
        yield turn


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_that_passes_to_another_person_passes_the_table(game: str) -> None:
    match, passings = new_match(game, 3), 0
    for turn in played(match):
        state, found = match.state, passed(match)
        if state.actor is None:
            break
        if turn != state.turn_seat == state.actor != match.moves[-1].seat:
            assert found is not None and found.during is None
            assert (found.seat, found.before) == (state.actor, match.moves[-1].seat)
            passings += 1
        else:
            assert found is None or found.during is not None
    assert passings > 5


def test_an_answer_in_the_midst_of_a_turn_is_asked_for_by_itself_and_the_turn_goes_on() -> None:
    match, answers, onwards = new_match("hansa-teutonica", 3), 0, 0
    answered = False
    for _ in played(match):
        state, found = match.state, passed(match)
        if state.actor is not None and state.actor != state.turn_seat and state.turn_seat is not None:
            if match.moves[-1].seat == state.actor:
                assert found is None
            else:
                assert found == Passing(state.actor, match.moves[-1].seat, state.turn_seat, range(0))
                answers += 1
            answered = True
        elif answered and match.moves[-1].seat != state.actor:
            began = any(event.kind == "turn" for event in match.moves[-1].events)
            assert began or found is None, "whoever displaced goes on, and begins nothing"
            onwards += not began
            answered = False
    assert answers and onwards


@pytest.mark.parametrize("game", GAMES)
def test_what_happened_begins_after_ones_own_last_turn_whatever_was_answered_since(game: str) -> None:
    match, last, own = new_match(game, 3), dict[int, int](), 0
    for turn in played(match):
        if turn is not None:
            last[turn] = len(match.moves)
        found = passed(match)
        if found is not None and found.during is None and found.seat in last:
            assert found.since == range(last[found.seat], len(match.moves))
            own += any(match.moves[number].seat == found.seat for number in found.since)
    assert game != "hansa-teutonica" or own, "nobody has answered in the meantime"


@pytest.mark.parametrize(
    "controllers",
    [(Person(), Computer("easy"), Computer("easy")), (Mail(), Mail(), Mail()), (Computer("easy"),) * 3],
    ids=["alone", "mail", "computers"],
)
def test_nobody_sits_down_where_only_one_person_sits(controllers: tuple[Controller, ...]) -> None:
    players = [PlayerInfo(NAMES[seat], COLOURS[seat]) for seat in range(3)]
    ruleset = engine.ruleset("hansa-teutonica")
    match = Match.start("game", ruleset, players, {}, 7, controllers=controllers)
    assert all(passed(match) is None for _ in played(match))


def test_the_table_passes_over_the_computers_between_two_people() -> None:
    players = [PlayerInfo(NAMES[seat], COLOURS[seat]) for seat in range(3)]
    ruleset = engine.ruleset("hansa-teutonica")
    seats = (Person(), Computer("easy"), Person())
    match, found = Match.start("game", ruleset, players, {}, 7, controllers=seats), set[tuple[int, int]]()
    for _ in played(match):
        passing = passed(match)
        if passing is not None and passing.during is None:
            found.add((passing.before, passing.seat))
    assert found == {(0, 2), (2, 0)}
