"""A board and a module unknown to the game: everything supports them.

They consist of a data file, a module file, and a table row (`conftest`); no line of the game refers to them.
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
from game.engine.record import Record, read, replay, write
from game.engine.taste import Taste
from game.games.hansa_teutonica.bots.brain import BRAIN
from game.games.hansa_teutonica.rules.board import MERCHANT
from game.games.hansa_teutonica.rules.codes import kind_of, owner
from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.match import PlayerInfo
from tests.toy.toy_board import SEA, SOUTH

ON = {"toy": "on"}
SEATS = (2, 3, 4)


def new_game(seats: int, seed: int = 1) -> HansaTeutonicaState:
    state = RULESET.new_game(seats, ON, seed)
    assert isinstance(state, HansaTeutonicaState)
    return state


def position(fields: str) -> HansaTeutonicaState:
    state = RULESET.parse_position(f"hansa-teutonica seats=3 options=toy:on {fields}")
    assert isinstance(state, HansaTeutonicaState)
    return state


def at_sea(state: HansaTeutonicaState) -> list[int]:
    """Return the owners of the pieces at sea."""
    rows = [state.board.route_houses[state.board.route_index[route]] for route in SEA]
    return [state.houses[house] for row in rows for house in row if state.houses[house]]


def in_south(place: str) -> bool:
    return place.startswith(tuple(f"house.{route}." for route in SOUTH))


def where(state: HansaTeutonicaState, verb: str) -> set[str]:
    """Return the houses of all legal actions with this verb."""
    words = (action.text.split() for action in state.legal_actions())
    return {text[-1] for text in words if text[0] == verb}


def play(state: HansaTeutonicaState, *texts: str) -> None:
    for text in texts:
        state.apply(state.parse_action(text))
        state.check()


@pytest.mark.parametrize("seats", SEATS)
def test_games_at_random_keep_every_promise_and_everything_happens(seats: int) -> None:
    done, merchants = set[str](), 0
    for seed in range(8):
        state, taste = new_game(seats, seed), Taste(Random(seed))
        record, lifted = Record.of(state), list[str]()
        for number in range(600):
            if state.actor is None:
                break
            action = taste.choose(state.legal_actions(), state.actor)
            done.add(" ".join(action.text.split(" ")[:2]))
            record.append(action)
            for event in state.apply(action):
                if event.kind == "lift" and event.source.startswith("house."):
                    lifted.append(event.source)
                elif event.kind == "set" and in_south(event.target):
                    assert in_south(lifted.pop(0)), "a piece came to the south from elsewhere"
                elif event.kind == "set":
                    lifted.pop(0)
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
    assert {"favour suda", "place merchant", "claim mitta-suda", "toast yes"} <= done
    assert merchants


def test_its_markers_do_what_the_module_says() -> None:
    state = position("markers=0:feast+0:ferry")
    before = state.actions_left
    play(state, "use feast")
    assert state.actions_left == before + 2 and state.used_markers_of(0) == {"feast": 1}
    play(state, "use ferry norda-mitta.2")
    assert state.actions_left == before + 2 and state.used_markers_of(0) == {"feast": 1, "ferry": 1}
    assert [kind_of(piece) for piece in at_sea(state)] == [MERCHANT]


def test_a_board_names_the_markers_that_lie_on_its_taverns() -> None:
    state = new_game(3)
    lying = [state.tavern_marker(route) for route in state.board.route_ids]
    assert sorted(filter(None, lying)) == ["extra_office", "ferry"]
    assert sum(state.edition.mix) == state.bag_left + 2


def test_a_piece_is_moved_only_where_its_country_lets_it_go() -> None:
    state = position("houses=mitta-osta:0t,.,.+mitta-suda:0t,0t supply=5t1m,5t1m,5t1m")
    play(state, "lift mitta-osta.1")
    assert where(state, "set") == {"mitta-osta.2", "mitta-osta.3", *(f"westa-mitta.{n}" for n in (1, 2, 3))}
    why = state.why_not_offered("house.suda-osta.1")
    assert why is not None and why.id == "no-going"
    state = position("houses=mitta-osta:0t,.,.+mitta-suda:0t,. supply=5t1m,5t1m,5t1m")
    play(state, "lift mitta-suda.1")
    assert {"westa-mitta.1", "suda-osta.1", "mitta-suda.2", "mitta-osta.2"} <= where(state, "set")


def test_what_is_set_down_leaves_room_for_what_may_go_to_fewer_houses() -> None:
    full = "westa-mitta:1t,1t,1t+mitta-osta:0t,1t,1t+suda-osta:1t,1t,1t"
    state = position(f"houses={full}+mitta-suda:0t,. supply=3t,2t,5t")
    play(state, "lift mitta-suda.1", "lift mitta-osta.1")
    assert where(state, "set") == {"mitta-suda.2"}, "the other goes back, so that this one must not"


def test_a_displaced_piece_goes_to_the_nearest_houses_of_its_country() -> None:
    state = position("houses=mitta-osta:1t,.,. supply=5t,5t,5t")
    play(state, "displace trader mitta-osta.1")
    assert where(state, "relocate") == {f"westa-mitta.{n}" for n in (1, 2, 3)}
    why = state.why_not_offered("house.mitta-suda.1")
    assert why is not None and why.id == "no-going"
    state = position("houses=suda-osta:1t,.,. supply=5t,5t,5t")
    play(state, "displace trader suda-osta.1")
    assert where(state, "relocate") == {
        *(f"mitta-osta.{n}" for n in (1, 2, 3)),
        "mitta-suda.1",
        "mitta-suda.2",
    }


def test_whoever_had_a_favour_is_displaced_to_wherever_there_is_room() -> None:
    state = position("houses=suda-osta:1m,2t,.+mitta-osta:.,.,1t favours=1 supply=5t,5t,5t")
    play(state, "displace trader suda-osta.1")
    empty = {state.board.house_ids[house] for house, piece in enumerate(bytes(state.houses)) if not piece}
    assert where(state, "relocate") == empty
    state = position("houses=suda-osta:1m,2t,.+mitta-osta:.,.,1t favours=1 supply=5t,5t,5t")
    play(state, "displace trader suda-osta.2")
    assert where(state, "relocate") == {"mitta-osta.1", "mitta-osta.2", "mitta-suda.1", "mitta-suda.2"}


def test_a_piece_for_which_its_country_is_full_is_not_displaced() -> None:
    north = "westa-mitta:1t,1t,1t+mitta-osta:1t,0t,0t"
    state = position(f"houses={north} supply=5t,5t,5t")
    assert "mitta-osta.1" not in where(state, "displace") and "westa-mitta.1" not in where(state, "displace")
    why = state.why_not(state.parse_action("displace trader mitta-osta.1"))
    assert why is not None and why.id == "no-refuge"
    state = position(f"houses={north[:-2]}. supply=5t,5t,5t")
    assert "westa-mitta.1" in where(state, "displace")


def test_an_office_and_an_income_bring_what_the_module_says() -> None:
    state = position("houses=mitta-osta:0t,0t,0t supply=5t,5t,5t")
    before = state.actions_left
    play(state, "claim mitta-osta", "office osta.1")
    assert state.actions_left == before
    state = position("offices=norda:1m supply=2t,2t,2t")
    before = state.supply_of(1).traders
    play(state, "income 3t")
    assert state.supply_of(1).traders == before + 1


def test_the_game_ends_for_a_reason_of_its_own() -> None:
    state = position("houses=mitta-suda:0t,0t favours=1+2 supply=5t,5t,5t")
    play(state, "claim mitta-suda", "favour suda", "toast no")
    assert state.actor is None and state.ending == "favours"
    again = RULESET.parse_position(state.position())
    assert again.position() == state.position()
    with pytest.raises(ParseError, match="ending"):
        RULESET.parse_position("hansa-teutonica seats=3 ask=over ending=favours")


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


def test_computers_try_actions_that_a_module_without_bots_offers_in_a_turn() -> None:
    state = position("markers=0:ferry")
    tried = {plan[0].text for plan in BRAIN.candidates(state, BRAIN.context(state))}
    ferries = {action.text for action in state.legal_actions() if action.text.startswith("use ferry")}
    assert ferries and ferries <= tried


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
    players = [PlayerInfo(str(seat), colour) for seat, colour in enumerate(("red", "blue", "green"))]
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


def test_a_board_without_a_map_of_its_own_lies_on_plain_ground() -> None:
    state = new_game(3)
    players = [PlayerInfo(str(seat), colour) for seat, colour in enumerate(("red", "blue", "green"))]
    pygame.init()
    pygame.display.set_mode((700, 500))
    picture = pygame.Surface((700, 500))
    view = make_view(RULESET, players, state.options)
    view.set_board(pygame.FRect(picture.get_rect()))
    view.prepare_ground(pygame.FRect(picture.get_rect()), Hurry(float("inf")))
    view.draw_ground(picture, state)
    sampled = [picture.get_at((x, y)) for x in range(40, 660, 9) for y in range(40, 460, 9)]
    watery = [colour for colour in sampled if colour.b >= colour.r]
    assert len(watery) < len(sampled) / 100, "there is no sea and no river on this board"
