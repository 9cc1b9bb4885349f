"""A board and a module that the game has never seen: everything takes them in.

What they needed: a data file, a module file, a row (`conftest`). No line of the game knows them.
"""

from __future__ import annotations

import pickle
from random import Random

import pygame
import pytest

from game.bots.levels import choose
from game.client.draw.sprites import Hurry
from game.client.views import make_view
from game.engine import IllegalAction, ParseError, State
from game.engine.hansa_teutonica import RULESET
from game.engine.hansa_teutonica.codes import kind_of, owner
from game.engine.hansa_teutonica.state import HansaTeutonicaState
from game.engine.record import Record, read, replay, write
from game.engine.taste import Taste
from game.match import Player
from tests.toy.toy_board import SEA

ON = {"toy": "on"}
SEATS = (2, 3, 4)


def new_game(seats: int, seed: int = 1) -> HansaTeutonicaState:
    state = RULESET.new_game(seats, ON, seed)
    assert isinstance(state, HansaTeutonicaState)
    return state


def at_sea(state: HansaTeutonicaState) -> list[int]:
    """What stands there."""
    rows = [state.board.route_houses[state.board.route_index[route]] for route in SEA]
    return [state.houses[house] for row in rows for house in row if state.houses[house]]


@pytest.mark.parametrize("seats", SEATS)
def test_games_at_random_keep_every_promise_and_everything_happens(seats: int) -> None:
    done, merchants = set[str](), 0
    for seed in range(5):
        state, taste = new_game(seats, seed), Taste(Random(seed))
        record = Record.of(state)
        for number in range(600):
            if state.actor is None:
                break
            action = taste.choose(state.legal_actions(), state.actor)
            done.add(" ".join(action.text.split(" ")[:2]))
            record.append(action)
            state.apply(action)
            if number % 5 == 0:
                state.check()
            merchants += len(at_sea(state))
            assert all(kind_of(piece) for piece in at_sea(state) if owner(piece) < seats)
            if number % 50 == 0 or state.agenda:
                line = state.position()
                again = RULESET.parse_position(line)
                assert again.position() == line and "favours=" in line
                assert list(map(str, again.legal_actions())) == list(map(str, state.legal_actions()))
                assert pickle.loads(pickle.dumps(state)).position() == line
        assert replay(read(write(record))).position() == state.position()
    assert {"favour suda", "place merchant", "claim mitta-suda", "toast yes"} <= done and merchants


def test_its_marker_does_what_the_module_says() -> None:
    state = RULESET.parse_position("hansa-teutonica seats=3 options=toy:on markers=0:feast")
    assert isinstance(state, HansaTeutonicaState)
    before = state.actions_left
    state.apply(state.parse_action("use feast"))
    assert state.actions_left == before + 2 and state.used_markers_of(0) == {"feast": 1}


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_computers_of_every_level_play_it(level: str) -> None:
    state, rng = new_game(3, 4), Random(4)
    turns = {"easy": 60, "medium": 24, "hard": 7}[level]
    while state.actor is not None and state.turn_number < turns:
        choice = choose(state, level, rng, work=4 if level == "hard" else None)
        for action in choice.plan[: choice.firm]:
            state.apply(action)
            state.check()
    assert state.turn_number >= turns or state.actor is None


def test_an_action_of_another_board_is_none_of_this_one() -> None:
    toy, other = new_game(3), RULESET.new_game(3)
    with pytest.raises(ParseError):
        toy.parse_action("place trader stade-hamburg.1")
    with pytest.raises(IllegalAction):
        toy.apply(other.legal_actions()[3])
    with pytest.raises(IllegalAction, match="no standing"):
        toy.apply(toy.parse_action("place trader norda-mitta.1"))
    action = toy.parse_action("place merchant norda-mitta.1")
    assert pickle.loads(pickle.dumps(action)) is action and action in toy.legal_actions()


def test_its_fields_belong_to_its_games_only() -> None:
    assert "favours" not in RULESET.new_game(3).position()
    with pytest.raises(ParseError, match="no favours"):
        RULESET.parse_position("hansa-teutonica seats=3 favours=1")


def test_the_table_draws_it_and_says_what_happens() -> None:
    state = new_game(3, 2)
    players = [Player(str(seat), colour) for seat, colour in enumerate(("red", "blue", "green"))]
    view = make_view(RULESET, players, state.options)
    pygame.init()
    pygame.display.set_mode((900, 660))
    picture = pygame.Surface((900, 660))
    view.set_board(pygame.FRect(picture.get_rect()))
    taste = Taste(Random(3))
    for number in range(120):
        if state.actor is None:
            break
        for action in state.legal_actions()[:40]:
            assert view.tell_action(action, state)
            places = [element for element in action.path if element.startswith(("house.", "town.", "route."))]
            assert all(view.shape(element, state) for element in places)
        before: State = state.copy()
        for event in state.apply(taste.choose(state.legal_actions(), state.actor)):
            view.tell_event(event, before)
        if number % 40 == 0:
            assert view.chapters(state)
            view.prepare_ground(pygame.FRect(picture.get_rect()), Hurry(float("inf")))
            view.draw_ground(picture, state)
            view.draw_pieces(picture, state, frozenset())
