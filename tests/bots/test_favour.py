"""Computers and the Emperor's Favour: the value of tiles, buying and using them."""

from __future__ import annotations

from random import Random

import pytest

from game import engine
from game.bots.brain import brain
from game.bots.levels import choose
from game.games.hansa_teutonica.bots.evaluation import scene
from game.games.hansa_teutonica.bots.evaluators import evaluators
from game.games.hansa_teutonica.expansions.favour.bots import FavourEvaluator
from game.games.hansa_teutonica.expansions.favour.rules import TILES
from game.games.hansa_teutonica.rules.board import BOOK
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState

BASE = "hansa-teutonica seats=3 options=favour:on"
PAID = "used=0:plus_3_actions+0:plus_4_actions+0:extra_office+0:remove_3"


def at(fields: str, options: str = "") -> HansaTeutonicaState:
    state = engine.ruleset("hansa-teutonica").parse_position(f"{BASE}{options} {fields}")
    assert isinstance(state, HansaTeutonicaState)
    return state


def terms(state: HansaTeutonicaState) -> list[float]:
    """Return the value of the tiles to each seat."""
    [part] = [one for one in evaluators(state.edition) if isinstance(one, FavourEvaluator)]
    return list(part.terms(state, None))


def office(fields: str, town: str) -> float:
    """Return the potential of an office in a town for the first seat."""
    state = at(fields)
    scenes = brain("hansa-teutonica").context(state)
    return scene(state, scenes).outlook(0, True).office(state.board.town_index[town])


@pytest.mark.parametrize("tile", TILES)
def test_every_tile_is_worth_something_and_less_the_nearer_the_end(tile: str) -> None:
    early, late = (terms(at(f"held={tile},-,- {PAID} bag={bag}"))[0] for bag in (8, 1))
    assert early > late >= 0.0


def test_a_town_is_worth_more_to_whoever_has_the_tile_for_towns() -> None:
    """Taking it from that player is also worth more."""
    mine, theirs = "used=0:plus_3_actions+0:remove_3", "used=1:plus_3_actions+1:remove_3"
    with_tile, without = (office(f"held={tile},-,- {mine}", "stendal") for tile in ("town_4", "ability_7"))
    assert with_tile == pytest.approx(without + 2)
    taken = "offices=stendal:1t+minden:0t"
    with_tile, without = (
        office(f"held=-,{tile},- {theirs} {taken} extras=stendal:0t", "stendal")
        for tile in ("town_4", "ability_7")
    )
    assert with_tile == pytest.approx(without + 1)


def test_the_last_step_of_a_track_is_worth_more_to_whoever_has_the_tile_for_tracks() -> None:
    def step(tile: str) -> float:
        state = at(f"held={tile},-,- levels=0:liber_sophiae:3 used=0:plus_3_actions+0:remove_3")
        scenes = brain("hansa-teutonica").context(state)
        return scene(state, scenes).outlook(0, True).improvement(BOOK)

    assert step("ability_7") == pytest.approx(step("town_4") + 3)


def test_one_more_action_is_bought_early_with_markers_that_do_little() -> None:
    """Not in the last turns."""
    fields = "tiles=plus_1_action+town_4+ability_7 markers=0:swap_offices*2 bag={}"
    early = choose(at(fields.format(11)), "medium", Random(1)).plan
    assert [action.text for action in early[:1]] == ["favour plus_1_action"]
    late = choose(at(fields.format(0) + " houses=muenster-minden:0t,0t,."), "medium", Random(1)).plan
    assert not late[0].text.startswith("favour")


@pytest.mark.parametrize("extra", ["trader", "merchant"])
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_computers_of_every_level_play_with_tiles(level: str, extra: str) -> None:
    held = "held=displaced_anywhere+extra_displaced_piece,income_with_others,- tiles=-"
    paid = "used=0:plus_3_actions+0:plus_4_actions+0:extra_office+0:remove_3+1:swap_offices*2"
    state = at(f"{held} {paid}", f"+favour_extra:{extra}")
    rng, turns = Random(4), {"easy": 24, "medium": 6, "hard": 2}[level]
    while state.actor is not None and state.turn_number < turns:
        choice = choose(state, level, rng, work=4 if level == "hard" else None)
        for action in choice.plan[: choice.firm]:
            state.apply(action)
            state.check()


def test_one_more_displaced_piece_is_worth_less_where_only_merchants_bring_it() -> None:
    fields = "held=extra_displaced_piece,-,- used=0:plus_3_actions+0:remove_3"
    assert terms(at(fields))[0] > 2 * terms(at(fields, "+favour_extra:merchant"))[0] > 0.0
