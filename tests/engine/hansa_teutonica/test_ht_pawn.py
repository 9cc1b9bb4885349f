"""Two players, pawn and provinces (rules 12.A): scenarios W1-W12 and rulings A34-A34d."""

from __future__ import annotations

import pytest

from game.games.hansa_teutonica.expansions.pawn.provinces import PROVINCES
from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.engine.hansa_teutonica.ht_board import BACK
from tests.engine.hansa_teutonica.ht_kit import (
    actions_left,
    asked,
    assert_illegal,
    assert_legal,
    at,
    fields,
    full,
    kinds,
    legal,
    of_kind,
    play,
    shows,
    top,
)

B1 = {province.id: province for province in PROVINCES["B1"]}


def pawn(province: str, **more: object) -> HansaTeutonicaState:
    return at(2, pawn=province, **more)


def routes(state: HansaTeutonicaState, *words: str) -> set[str]:
    """Return the routes of legal actions with these words."""
    return {text.split()[-1].split(".")[0] for text in legal(state, *words)}


def steps(state: HansaTeutonicaState, word: str = "step") -> set[str]:
    return {text.split()[1] for text in legal(state, word)}


def test_W1_the_second_player_places_the_pawn() -> None:
    for start in (1, 2):
        state = RULESET.new_game(2, {"start_player": str(start)})
        assert asked(state) == "pawn" and state.actor == 2 - start and state.turn_number == 0
        assert {text.split()[1] for text in legal(state)} == set(B1)
        assert_illegal(state, "income 3t", "place trader bremen-minden.1", "end-turn")
        play(state, "pawn I5")
        assert state.actor == state.turn_seat == start - 1 and state.turn_number == 1
        assert fields(state)["pawn"] == "I5" and actions_left(state) == 2


@pytest.mark.parametrize("preset", list(PROVINCES))
def test_W1_every_preset_offers_its_provinces(preset: str) -> None:
    state = RULESET.new_game(2, {"provinces": preset})
    assert {text.split()[1] for text in legal(state)} == {province.id for province in PROVINCES[preset]}


def test_W1_there_is_no_pawn_with_more_players() -> None:
    state = RULESET.new_game(3)
    assert asked(state) == "turn" and fields(state)["pawn"] == "-"


def test_W2_placing_is_bound_to_the_pawns_province() -> None:
    assert routes(pawn("I5"), "place") == {"bremen-minden", "minden-hannover", "bremen-hannover"}
    assert_illegal(pawn("I5"), "place trader muenster-minden.1", "place trader hannover-lueneburg.1")


@pytest.mark.parametrize("province", list(B1))
def test_W2_A34b_place_displace_and_claim_in_every_province(province: str) -> None:
    """The routes that border the pawn's own province."""
    there = set(B1[province].routes)
    assert routes(pawn(province), "place") == there
    inside, outside = sorted(there)[0], sorted(set(BACK.routes) - there)[0]
    others = [route for route in BACK.routes if route not in (inside, outside)]
    rivals = [f"{route}:1{'m' if number < 4 else 't'}" for number, route in enumerate(others)]
    mine = full("0t", inside, outside, seats=2)
    state = pawn(province, levels=top(1), houses="+".join([*rivals, mine]))
    assert routes(state, "claim") == {inside}
    assert routes(state, "displace") == there - {inside}
    assert_illegal(state, f"claim {outside}")


def test_W3_moving_and_income_are_free() -> None:
    state = pawn("I5", houses="quedlinburg-halle:0t")
    assert_legal(state, "income 3t", "lift quedlinburg-halle.1")
    play(state, "lift quedlinburg-halle.1", "set groningen-emden.1")
    shows(state, houses="groningen-emden:0t", pawn="I5")


def test_W4_no_claim_out_of_reach() -> None:
    state = pawn("I5", houses=full("0t", "stade-hamburg", seats=2))
    assert_illegal(state, "claim stade-hamburg")
    play(
        pawn("R7", houses=full("0t", "stade-hamburg", seats=2)), "claim stade-hamburg", "improve privilegium"
    )


def test_W5_a_free_step_before_the_first_action() -> None:
    state = pawn("I5", houses=full("0t", "bremen-hamburg", seats=2))
    assert steps(state) == {"I1", "I4", "I6"}
    events = play(state, "step I1")
    assert actions_left(state) == 2 and fields(state)["pawn"] == "I1"
    assert [event.target for event in of_kind(events, "pawn")] == ["province.I1"]
    play(state, "claim bremen-hamburg", "office hamburg.1")


def test_W5_two_free_steps_and_no_third() -> None:
    state = pawn("I5")
    play(state, "step I4", "step I3")
    assert steps(state) == set() and fields(state)["pawn"] == "I3"
    assert_illegal(state, "step I4")


def test_W5_two_steps_after_the_last_action() -> None:
    state = pawn("I5")
    play(state, "place trader bremen-minden.1", "place trader bremen-minden.2")
    assert steps(state) == {"I1", "I4", "I6"}
    play(state, "step I4")
    assert steps(state) == {"I3", "I5", "I7", "R2"}
    play(state, "step I3")
    if state.turn_seat == 0:
        play(state, "end-turn")
    assert fields(state)["pawn"] == "I3" and state.turn_seat == 1


def test_W6_not_before_and_after() -> None:
    state = pawn("I5")
    play(state, "step I4", "place trader bremen-minden.1", "place trader bremen-minden.2")
    assert steps(state) == set()
    assert_illegal(state, "step I5")
    play(state, "end-turn")
    assert state.turn_seat == 1 and fields(state)["pawn"] == "I4"


def test_W6_not_between_the_actions() -> None:
    """The free steps come once the actions are used or given up, and no action may follow them."""
    state = pawn("I5", levels="0:actiones:6")
    play(state, "place trader bremen-minden.1")
    assert_illegal(state, "step I4")
    play(state, "finish", "step I4")
    assert legal(state, "place", "income", "lift", "walk") == []
    assert_illegal(state, "place trader muenster-minden.1", "income 3t")
    assert "end-turn" in legal(state)


def test_W6_the_steps_are_new_in_every_turn() -> None:
    state = pawn("I5")
    play(state, "step I4", "step I3", "end-turn")
    assert state.turn_seat == 1 and steps(state) == set(B1["I3"].neighbours)


def test_W6_a_marker_is_no_action() -> None:
    state = pawn("I5", markers="0:plus_3_actions")
    play(state, "use plus_3_actions", "step I4", "place trader bremen-minden.1")
    assert steps(state) == set() and actions_left(state) == 4


@pytest.mark.parametrize(("here", "there"), [("I3", "I4"), ("I7", "I8"), ("I6", "I9"), ("I2", "I10")])
def test_W7_over_a_border_guard(here: str, there: str) -> None:
    play(pawn(here), f"step {there}")
    play(pawn(there), f"step {here}")


@pytest.mark.parametrize(
    ("here", "there"),
    [("I3", "I7"), ("I5", "I7"), ("I5", "I2"), ("I1", "I9"), ("I4", "I8"), ("I6", "I10"), ("I4", "R5")],
)
def test_W8_never_diagonally_through_a_town(here: str, there: str) -> None:
    assert_illegal(pawn(here), f"step {there}", f"walk {there}")
    assert_illegal(pawn(there), f"step {here}", f"walk {here}")


@pytest.mark.parametrize("province", list(B1))
def test_W8_steps_lead_to_the_neighbours(province: str) -> None:
    assert steps(pawn(province)) == set(B1[province].neighbours)


def test_W9_a_province_for_an_action() -> None:
    state = pawn("I5")
    assert steps(state, "walk") == {"I1", "I4", "I6"}
    assert_illegal(state, "walk I3")
    play(state, "walk I4")
    assert actions_left(state) == 1 and fields(state)["pawn"] == "I4"
    play(state, "walk I3")
    assert actions_left(state) == 0 and legal(state, "walk") == []


def test_A34_any_distance_for_an_action_as_an_option() -> None:
    state = pawn("I5", options="pawn_walk:any")
    assert steps(state, "walk") == set(B1) - {"I5"}
    play(state, "walk R8")
    assert actions_left(state) == 1 and fields(state)["pawn"] == "R8"
    assert steps(pawn("I5", options="pawn_walk:any")) == {"I1", "I4", "I6"}, "the free step stays as it is"


def test_A34d_the_free_step_may_follow_a_paid_one() -> None:
    state = pawn("I5")
    play(state, "place trader bremen-minden.1", "walk I4")
    assert steps(state) == {"I3", "I5", "I7", "R2"}
    play(state, "step I3")
    assert fields(state)["pawn"] == "I3"


def test_A34d_a_paid_step_may_follow_the_free_one() -> None:
    state = pawn("I5")
    play(state, "step I4", "walk I3", "place trader kampen-arnheim.1")
    assert steps(state) == set()


def test_W10_the_displaced_player_is_not_bound() -> None:
    state = pawn("I5", houses="bremen-minden:1t")
    play(state, "displace trader bremen-minden.1", "pay trader")
    assert "osnabrueck-bremen" in routes(state, "relocate") and "minden-paderborn" in routes(
        state, "relocate"
    )
    play(state, "relocate osnabrueck-bremen.1", "add stock.trader minden-paderborn.1")
    assert state.actor == 0


def test_W11_replacements_are_not_bound() -> None:
    state = pawn("I5", plate="plus_3_actions", actions=0,
                 taverns="osnabrueck-bremen:extra_office+hildesheim-goslar:remove_3")  # fmt: skip
    play(state, "end-turn")
    if asked(state) == "step":
        play(state, "end-turn")
    assert routes(state, "put") == set(BACK.routes) - {"osnabrueck-bremen", "hildesheim-goslar"}
    play(state, "put plus_3_actions quedlinburg-halle")
    assert state.turn_seat == 1


def test_W12_an_additional_office_needs_a_claim_in_reach() -> None:
    more = {
        "offices": "hamburg:1t+minden:1t",
        "markers": "0:extra_office",
        "houses": full("0t", "stade-hamburg", "bremen-minden", seats=2),
    }
    state = pawn("I5", **more)
    assert_illegal(state, "claim stade-hamburg")
    play(state, "claim bremen-minden", "extra-office trader minden")


def test_A12_A6_markers_are_free_of_the_pawn() -> None:
    state = pawn("I5", houses="quedlinburg-halle:1t", offices="hamburg:1t,0t",
                 markers="0:remove_3+0:swap_offices+0:improve_ability")  # fmt: skip
    play(state, "use remove_3 quedlinburg-halle.1", "use swap_offices hamburg.1", "use improve_ability bursa")
    assert actions_left(state) == 2


def test_the_pawn_stays_where_it_is_if_nobody_moves_it() -> None:
    state = pawn("I5")
    for _ in range(4):
        play(state, "end-turn")
    assert fields(state)["pawn"] == "I5"
    assert "pawn" not in kinds(play(state, "end-turn"))
