"""The Emperor's Favour (rules section 16): prices and effects of the tiles."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from game.engine import ParseError
from game.engine.record import Record, read, replay, write
from game.engine.taste import Taste
from game.games.hansa_teutonica.expansions.favour.rules import TILES
from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.engine.hansa_teutonica import ht_kit as kit
from tests.engine.hansa_teutonica.ht_board import side_for
from tests.engine.hansa_teutonica.ht_kit import (
    actions_left,
    asked,
    assert_illegal,
    assert_legal,
    fields,
    legal,
    line,
    of_kind,
    play,
    result,
    shows,
    stock,
    supply,
)
from tests.engine.hansa_teutonica.test_ht_displaced import HOME, one_house_left

ON = "favour:on"
FOUR = "plus_1_action+income_with_others+extra_displaced_piece+town_4"
TWO_MARKERS = "0:swap_offices+0:plus_3_actions"


def at(seats: int = 4, **given: object) -> HansaTeutonicaState:
    """Return a game with the tiles."""
    return kit.at(seats, **{"options": ON, **given})


def held(seat: int, *tiles: str, seats: int = 4) -> str:
    return ",".join("+".join(tiles) if one == seat else "-" for one in range(seats))


def rest_of(*tiles: str, seats: int = 4) -> str:
    """Return enough other tiles to fill the display."""
    return "+".join([tile for tile in TILES if tile not in tiles][: seats - len(tiles)]) or "-"


TO_SPEND = "0:extra_office+0:improve_ability+1:plus_3_actions+1:plus_4_actions+1:extra_office"
PAID = ("swap_offices", "extra_office", "plus_3_actions", "improve_ability")


def with_tiles(seat: int, *tiles: str, seats: int = 4, **given: object) -> HansaTeutonicaState:
    """Return a game in which a seat has these tiles, paid for."""
    paid = "+".join(f"{seat}:{kind}" for kind in PAID[: 2 * len(tiles)])
    said = {"used": paid, "tiles": rest_of(*tiles, seats=seats), "held": held(seat, *tiles, seats=seats)}
    return at(seats, **{**said, **given})


def displace(state: HansaTeutonicaState) -> None:
    """Displace the piece in Stade-Hamburg, and pay."""
    play(state, "displace trader stade-hamburg.1")
    while asked(state) == "pay":
        play(state, legal(state)[0])


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_XH5_as_many_tiles_lie_open_as_there_are_players_and_the_rest_of_the_game_is_the_same(
    seats: int,
) -> None:
    shown = set()
    for seed in range(20):
        state, plain = (RULESET.new_game(seats, options, seed) for options in ({"favour": "on"}, {}))
        assert isinstance(state, HansaTeutonicaState) and isinstance(plain, HansaTeutonicaState)
        tiles = fields(state)["tiles"].split("+")
        assert len(tiles) == seats == len(set(tiles)) and set(tiles) <= set(TILES)
        assert (state.bag, state.tavern, state.start) == (plain.bag, plain.tavern, plain.start)
        shown.add(tuple(tiles))
    assert len(shown) > 4


def test_XH6_two_unused_markers_are_wanted() -> None:
    state = at(markers="0:swap_offices", used="0:plus_3_actions+0:plus_4_actions+0:improve_ability")
    assert not legal(state, "favour")
    assert_illegal(state, "favour plus_1_action")
    reason = state.why_not_offered("favour.plus_1_action")
    assert reason is not None and (reason.id, reason.facts["have"]) == ("favour-price", 1)


def test_a_tile_costs_two_markers_and_the_whole_turn() -> None:
    state = at(tiles=FOUR, markers=TWO_MARKERS)
    assert legal(state, "favour") == [f"favour {tile}" for tile in FOUR.split("+")]
    events = play(state, "favour town_4")
    assert [event.target for event in of_kind(events, "favour")] == ["favour.town_4"]
    assert len(of_kind(events, "marker-spent")) == 2 and len(of_kind(events, "turn")) == 1
    shows(state, turn=1, markers="-", tiles=FOUR.removesuffix("+town_4"), held="town_4,-,-,-")
    assert line(state, "markers")[0] == 3, "markers turned face down still count in the end"


def test_which_two_markers_is_the_buyers_choice() -> None:
    state = at(tiles=FOUR, markers=f"{TWO_MARKERS}+0:extra_office")
    play(state, "favour plus_1_action")
    assert asked(state) == "favour-price" and len(legal(state)) == 3
    play(state, "spend extra_office", "spend swap_offices")
    shows(state, turn=1, markers="0:plus_3_actions", used="0:extra_office+0:swap_offices")


def test_of_equal_markers_nobody_is_asked_which() -> None:
    state = at(tiles=FOUR, markers="0:plus_3_actions+0:plus_3_actions", options=ON)
    play(state, "favour plus_1_action")
    assert fields(state)["turn"] == "1"


def test_XH8_after_an_action_it_is_too_late() -> None:
    state = at(tiles=FOUR, markers=TWO_MARKERS)
    play(state, "place trader stade-hamburg.1")
    assert_illegal(state, "favour town_4")
    reason = state.why_not_offered("favour.town_4")
    assert reason is not None and reason.id == "favour-late"


def test_after_a_marker_has_been_used_it_is_too_late() -> None:
    state = at(tiles=FOUR, markers=f"{TWO_MARKERS}+0:improve_ability")
    play(state, "use improve_ability actiones")
    assert actions_left(state) == 3 and not legal(state, "favour")


def test_a_tile_that_is_taken_is_gone() -> None:
    state = at(tiles="plus_1_action+income_with_others+town_4", held="-,ability_7,-,-", markers=TWO_MARKERS,
               used="1:swap_offices+1:extra_office")  # fmt: skip
    reason = state.why_not_offered("favour.ability_7")
    assert reason is not None and reason.id == "favour-gone"


def test_XH9_with_the_tile_five_actions_become_six() -> None:
    state = with_tiles(1, "plus_1_action", levels="1:actiones:6", turn=0)
    events = kit.end_turn(state)
    assert [event.amount for event in of_kind(events, "turn")] == [6] and actions_left(state) == 6


def test_a_tile_can_be_bought_with_the_further_action_left_alone() -> None:
    state = with_tiles(0, "plus_1_action", markers="0:plus_3_actions+0:plus_4_actions")
    assert actions_left(state) == 3 and legal(state, "favour")
    play(state, "place trader stade-hamburg.1")
    assert not legal(state, "favour")


def test_the_displaced_go_anywhere() -> None:
    plain = at(houses="stade-hamburg:1t")
    displace(plain)
    near = kit.targets(plain)
    state = with_tiles(1, "displaced_anywhere", houses="stade-hamburg:1t")
    displace(state)
    assert asked(state) == "relocate" and near < kit.targets(state)
    assert kit.targets(state) == set(state.board.route_ids), "the route of the displacement too"
    assert kit.targets(state, "add") == kit.targets(state), "what is added, too"
    play(state, "relocate stade-hamburg.2", "add stock.trader stade-hamburg.3")
    assert asked(state) == "turn" and kit.house(state, "stade-hamburg.3") == "1t"


def favoured(seat: int) -> dict[str, Any]:
    """Return fields by which one of five players has the tile."""
    tiles = {
        "tiles": rest_of("displaced_anywhere", seats=5),
        "held": held(seat, "displaced_anywhere", seats=5),
    }
    return {"options": ON, "used": f"{seat}:swap_offices+{seat}:extra_office", **tiles}


@pytest.mark.parametrize(("owner", "found"), [(1, True), (2, False)])
def test_16_3_a_room_on_the_same_route_is_enough_for_the_owner_of_the_tile(owner: int, found: bool) -> None:
    """A12: a piece is displaced only if it finds a house."""
    routes = side_for(5).routes
    crowd = kit.mixed([f"{seat}t" for seat in range(5)], *[route for route in routes if route != HOME])
    state = kit.at(
        5, **favoured(owner), levels=kit.top(*range(5)), houses=f"{HOME}:1t+{crowd}", supply="3t,-,-,-,-"
    )
    displacing = f"displace trader {HOME}.1"
    if not found:
        assert_illegal(state, displacing)
        return
    play(state, displacing)
    assert legal(state) == [f"relocate {HOME}.2"], "A8: nothing is added to the last house"
    play(state, f"relocate {HOME}.2")
    assert asked(state) == "turn" and kit.house(state, f"{HOME}.2") == "1t"


@pytest.mark.parametrize(("owner", "found"), [(1, True), (2, False)])
def test_16_3_a_what_is_added_from_the_same_route_makes_room_there(owner: int, found: bool) -> None:
    """A11: the owner of the tile may go to the house it leaves."""
    state = one_house_left("emden-stade.3", second="1t", **favoured(owner))
    adding = f"add {HOME}.2 emden-stade.3"
    assert (adding in legal(state)) == found
    if found:
        play(state, adding)
        assert legal(state) == [f"relocate {HOME}.2"]


def test_16_3_a_the_tile_of_who_moves_neutral_traders_is_not_theirs() -> None:
    """12.B.2: the second neutral trader stays away if only the route of the displacement has room."""
    routes = [route for route in side_for(2).routes if route != "stade-hamburg"]
    crowd = kit.without(kit.mixed(["0t", "2t", "1t", "2t"], *routes, seats=2), "quedlinburg-halle.4")
    state = kit.at(
        2,
        options=f"{ON}+two_players:neutral-pt",
        tiles="-",
        held="-,displaced_anywhere+town_4",
        used="1:swap_offices*2+1:extra_office*2",
        levels=kit.top(0, 1),
        stock="-,-",
        houses=f"stade-hamburg:2t,0t,.+{crowd}",
    )
    play(state, "displace merchant stade-hamburg.1")
    while asked(state) == "pay":
        play(state, legal(state)[0])
    assert legal(state) == ["relocate quedlinburg-halle.4"]
    play(state, "relocate quedlinburg-halle.4")
    assert asked(state) == "turn" and kit.house(state, "stade-hamburg.3") == "."


@pytest.mark.parametrize(("piece", "usual", "more"), [("1t", 1, 2), ("1m", 2, 2)])
def test_XH11_with_the_tile_a_displaced_trader_adds_two(piece: str, usual: int, more: int) -> None:
    for state, wanted in (
        (at(houses=f"stade-hamburg:{piece}"), usual),
        (with_tiles(1, "extra_displaced_piece", houses=f"stade-hamburg:{piece}"), more),
    ):
        displace(state)
        added = 0
        while asked(state) == "relocate" and legal(state, "add"):
            play(state, legal(state, "add")[0])
            added += 1
        assert added == wanted


def test_X21_by_the_reading_of_2016_a_merchant_costs_three_and_adds_three() -> None:
    reading = "favour:on+favour_extra:merchant"
    given: dict[str, Any] = {"options": reading, "houses": "stade-hamburg:1m"}
    poor = with_tiles(1, "extra_displaced_piece", **given, supply=kit.each(4, "3t"))
    why = poor.why_not(poor.parse_action("displace trader stade-hamburg.1"))
    assert why is not None and (why.id, why.facts["price"], why.facts["have"]) == ("price", 4, 3)
    state = with_tiles(1, "extra_displaced_piece", **given, supply=kit.each(4, "4t"))
    displace(state)
    assert supply(state, 0) == "-"
    added = 0
    while asked(state) == "relocate" and legal(state, "add"):
        play(state, legal(state, "add")[0])
        added += 1
    assert added == 3
    trader = with_tiles(1, "extra_displaced_piece", options=reading, houses="stade-hamburg:1t")
    displace(trader)
    play(trader, legal(trader, "add")[0])
    assert not legal(trader, "add"), "a trader adds one"


@pytest.mark.parametrize("first", range(4))
def test_X21_the_displaced_piece_and_three_more_are_set_down_in_any_order(first: int) -> None:
    """All intermediate positions can be parsed (A13)."""
    reading: dict[str, Any] = {"options": "favour:on+favour_extra:merchant", "houses": "stade-hamburg:1m"}
    state = with_tiles(1, "extra_displaced_piece", **reading, supply=kit.each(4, "4t"))
    displace(state)
    for step in range(4):
        words = ("relocate",) if step == first else ("add",)
        play(state, legal(state, *words)[0])
        assert RULESET.parse_position(state.position()).position() == state.position()
    assert asked(state) == "turn"


@pytest.mark.parametrize("extra", ["trader", "merchant"])
@pytest.mark.parametrize("piece", ["t", "m"])
def test_X21_more_pieces_than_the_tile_allows_are_refused(extra: str, piece: str) -> None:
    given: dict[str, Any] = {
        "options": f"favour:on+favour_extra:{extra}",
        "houses": f"stade-hamburg:1{piece}",
    }
    state = with_tiles(1, "extra_displaced_piece", **given, supply=kit.each(4, "4t"))
    displace(state)
    allowance = int(fields(state)["allowance"])
    assert allowance == 2 + (piece == "m" and extra == "merchant") - (piece == "t" and extra == "merchant")
    more = state.position().replace(f"allowance={allowance}", f"allowance={allowance + 1}")
    with pytest.raises(ParseError, match="are added"):
        RULESET.parse_position(more)


def test_when_another_takes_income_the_owner_of_the_tile_may_take_a_piece() -> None:
    state = with_tiles(2, "income_with_others", stock=kit.each(4, "6t", "5t", "4t1m"))
    before = supply(state, 2)
    play(state, "income 3t")
    assert asked(state) == "favour-income" and state.actor == 2
    assert legal(state) == ["along trader", "along merchant", "decline"]
    line = state.position()
    assert RULESET.parse_position(line.replace(" actor=2", "")).position() == line
    play(state, "along merchant")
    assert (supply(state, 2), stock(state, 2)) != (before, "4t1m") and state.actor == 0
    play(state, "income 3t", "decline")
    assert stock(state, 2) == "4t" and state.actor == 0


def test_ones_own_income_brings_nothing_along() -> None:
    state = with_tiles(0, "income_with_others")
    play(state, "income 3t")
    assert asked(state) == "turn" and state.actor == 0


def test_XH12_at_the_end_towns_count_four_and_full_tracks_seven_but_never_the_keys() -> None:
    end: dict[str, Any] = {"ask": "over", "ending": "points", "points": "20,0,0,0"}
    offices = "stade:0t+emden:0t+bremen:0t"
    levels = kit.top(0, tracks=("clavis_urbis", "actiones", "bursa"))
    state = with_tiles(0, "town_4", "ability_7", offices=offices, levels=levels, **end)
    assert (line(state, "towns")[0], line(state, "full_tracks")[0]) == (12, 14)
    plain = at(offices=offices, levels=levels, **end)
    assert (line(plain, "towns")[0], line(plain, "full_tracks")[0]) == (6, 8)
    assert result(state).totals[0] == result(plain).totals[0] + 12 + kit.line(state, "markers")[0]


def test_the_additional_office_marker_pays_as_well_as_any() -> None:
    state = at(tiles=FOUR, markers="0:extra_office+0:swap_offices")
    assert_legal(state, "favour town_4")


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"tiles": "town_4"}, "4 tiles are wanted"),
        ({"tiles": f"{FOUR}", "held": "town_4,-,-,-"}, "given twice"),
        ({"tiles": "town_5"}, "did you mean town_4"),
        ({"before": 3}, "there are only 0"),
        ({"tiles": "plus_1_action+income_with_others+town_4", "held": "ability_7,-,-,-"}, "two markers"),
    ],
)
def test_a_line_with_tiles_that_cannot_be_is_refused(given: dict[str, object], why: str) -> None:
    with pytest.raises(ParseError, match=why):
        at(**given)  # type: ignore[arg-type]


def test_games_without_the_tiles_say_nothing_of_them() -> None:
    assert "tiles" not in fields(kit.at())
    with pytest.raises(ParseError, match="no tiles"):
        kit.at(tiles=FOUR)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, "two_players:pawn"),
        (2, "two_players:neutral-it"),
        (3, "missions:on"),
        (4, "board:base"),
        (5, "board:east"),
        (3, "board:britannia"),
        (4, "board:britannia"),
    ],
)
def test_games_with_tiles_keep_every_promise_on_every_board(seats: int, options: str) -> None:
    bought = 0
    for seed in range(4):
        rng = Random(seed)
        state = at(seats, options=f"{ON}+{options}", markers=TO_SPEND)
        taste = Taste(rng)
        for step in range(300):
            if state.actor is None:
                break
            offered = state.legal_actions()
            buying = [one for one in offered if str(one).startswith("favour ")]
            state.apply(rng.choice(buying) if buying else taste.choose(offered, state.actor))
            bought += bool(buying)
            state.check()
            if step % 29 == 0:
                assert RULESET.parse_position(state.position()).position() == state.position()
    assert bought > 3, "both buy"


def test_a_record_keeps_the_tiles() -> None:
    state = RULESET.new_game(3, {"favour": "on"}, 8)
    assert isinstance(state, HansaTeutonicaState)
    taste, record = Taste(Random(1)), Record.of(state)
    while state.actor is not None and len(record.actions) < 200:
        record.append(taste.choose(state.legal_actions(), state.actor))
        state.apply(record.actions[-1])
    assert replay(read(write(record))).position() == state.position()
