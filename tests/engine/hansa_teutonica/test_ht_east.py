"""The East: scenarios XA to XD (docs/reference/rules/hansa-teutonica-expansions.md), by their ids."""

from __future__ import annotations

import pytest

from game.engine import ParseError
from game.games.hansa_teutonica.rules.ruleset import RULESET
from tests.engine.hansa_teutonica.ht_east import DANZIG, EAST, MALMOE, SEA, VISBY, WISMAR, east
from tests.engine.hansa_teutonica.ht_kit import (
    actions_left,
    asked,
    assert_illegal,
    assert_legal,
    decline_benefit,
    end_turn,
    extras,
    fields,
    house,
    kinds,
    legal,
    line,
    offices,
    play,
    points,
    rows,
    shows,
    supply,
)

FULL_MALMOE = f"{MALMOE}:0t,0m,0m"
FULL_VISBY = f"{VISBY}:0t,0m,0t"
FULL_DANZIG = f"{DANZIG}:0t,0t,0t,0m"
FULL_WISMAR = f"{WISMAR}:0t,0m,0m"


# --- A


def test_XA1_setup() -> None:
    state = RULESET.new_game(5, {**EAST, "start_player": "1"}, seed=3)
    assert fields(state)["supply"] == "5t1m,6t1m,7t1m,8t1m,9t1m"
    lying = rows(fields(state)["taverns"])
    assert set(lying) == {"stettin-kulm", "brandenburg-tangermuende", "allenstein-braunsberg"}
    assert sorted(kind for [kind] in lying.values()) == ["extra_office", "move_3", "swap_offices"]
    assert state.bag_left == 12 and len(state.edition.mix) and sum(state.edition.mix) == 15
    mix = dict(zip(state.edition.markers, state.edition.mix, strict=True))
    assert mix == {
        "extra_office": 4,
        "swap_offices": 3,
        "move_3": 2,
        "remove_3": 0,
        "improve_ability": 2,
        "plus_3_actions": 2,
        "plus_4_actions": 2,
    }


def test_XA6_two_players_are_refused() -> None:
    with pytest.raises(ParseError, match="east, which is not for 2 players"):
        RULESET.new_game(2, EAST)


# --- B: sea houses


def test_XB1_a_trader_goes_to_the_other_houses_of_a_sea_route_only() -> None:
    state = east(supply="5t,5t,5t,5t")
    assert_illegal(state, f"place trader {VISBY}.2")
    assert_legal(state, f"place trader {VISBY}.1", f"place trader {VISBY}.3")
    why = state.why_not(state.parse_action(f"place trader {VISBY}.2"))
    assert why is not None and (why.id, why.facts) == ("no-standing", {"piece": "trader"})


def test_XB2_a_merchant_goes_on_a_ship() -> None:
    state = east(supply="5t1m,5t,5t,5t")
    play(state, f"place merchant {VISBY}.2")
    assert house(state, f"{VISBY}.2") == "0m"


def test_XB3_who_has_no_merchant_displaces_nobody_from_a_ship() -> None:
    state = east(houses=f"{VISBY}:.,1m", supply="3t,5t,5t,5t")
    assert_illegal(state, f"displace trader {VISBY}.2")
    state = east(houses=f"{VISBY}:.,1m", supply="2t1m,5t,5t,5t")
    assert_illegal(state, f"displace trader {VISBY}.2")
    play(state, f"displace merchant {VISBY}.2")
    assert house(state, f"{VISBY}.2") == "0m" and supply(state, 0) == "-"


def test_XB5_a_merchant_elsewhere_on_the_route_is_displaced_by_a_trader() -> None:
    state = east(houses=f"{DANZIG}:1m", supply="3t,5t,5t,5t")
    play(state, f"displace trader {DANZIG}.1")
    assert house(state, f"{DANZIG}.1") == "0t"


def test_XB8_a_trader_is_not_moved_to_a_ship() -> None:
    state = east(houses="magdeburg-halle:0t,0m,.")
    play(state, "lift magdeburg-halle.1")
    assert_illegal(state, f"set {VISBY}.2")
    assert_legal(state, f"set {VISBY}.1")
    state = east(houses="magdeburg-halle:0t,0m,.")
    play(state, "lift magdeburg-halle.2", f"set {VISBY}.2")


def test_XB9_a_route_with_ships_is_claimed_like_any_other() -> None:
    state = east(houses=FULL_MALMOE)
    play(state, f"claim {MALMOE}", "office malmoe.1")
    assert offices(state, "malmoe") == ["0m"]


def test_a_displaced_trader_finds_no_room_on_ships() -> None:
    """2.4, X4: per kind; ships are no houses for a trader."""
    near = "waren-wismar:0t,0t,0t+wismar-luebeck:2t,2t,2t"
    state = east(houses=f"{near}+{WISMAR}:3t+{MALMOE}:3t", supply="3t,5t,5t,5t")
    play(state, "displace trader wismar-luebeck.1")
    found = {text.split()[1] for text in legal(state, "relocate")}
    assert found and not found & {f"{WISMAR}.2", f"{WISMAR}.3"}
    added = {tuple(text.split()[1:]) for text in legal(state, "add")}
    assert ("stock.merchant", f"{WISMAR}.2") in added and ("stock.trader", f"{WISMAR}.2") not in added


def test_move_three_sets_no_trader_on_a_ship() -> None:
    state = east(houses="magdeburg-halle:1t,1m,.", markers="0:move_3")
    play(state, "use move_3 magdeburg-halle.1")
    assert_illegal(state, f"set {VISBY}.2")
    play(state, f"set {VISBY}.1", "lift magdeburg-halle.2", f"set {VISBY}.2", "done")


# --- C: permanent markers


def test_XC1_the_privilege_may_be_improved_after_the_claim() -> None:
    state = east(houses=FULL_MALMOE, supply="5t,5t,5t,5t")
    play(state, f"claim {MALMOE}", "no-benefit")
    assert asked(state) == "improve-privilege"
    assert legal(state) == ["improve privilegium", "no-benefit"]
    play(state, "improve privilegium")
    assert supply(state, 0) == "6t" and state.value(0, "privilegium") == "orange"
    assert asked(state) == "turn" and fields(state)["markers"] == "-"


def test_XC1_unused_it_lapses() -> None:
    state = east(houses=FULL_MALMOE)
    play(state, f"claim {MALMOE}", "no-benefit", "no-benefit")
    assert asked(state) == "turn" and state.value(0, "privilegium") == "white"


def test_XC2_it_comes_too_late_for_the_office_of_this_claim() -> None:
    state = east(houses=FULL_MALMOE, offices="malmoe:1m")
    play(state, f"claim {MALMOE}")
    assert asked(state) == "improve-privilege", "the next office is orange: there is no benefit to choose"


def test_XC3_at_the_end_of_the_track_there_is_nothing() -> None:
    state = east(houses=FULL_MALMOE, levels="0:privilegium:4")
    play(state, f"claim {MALMOE}", "no-benefit")
    assert asked(state) == "turn"


def test_XC4_it_is_there_again_and_again() -> None:
    state = east(3, houses=FULL_MALMOE, levels="0:privilegium:2")
    play(state, f"claim {MALMOE}", "no-benefit", "improve privilegium")
    again = east(3, houses=FULL_MALMOE, levels="0:privilegium:3", number=7)
    play(again, f"claim {MALMOE}", "no-benefit", "improve privilegium")
    assert again.value(0, "privilegium") == "black"


@pytest.mark.parametrize("route", SEA)
def test_XC5_no_marker_is_laid_on_a_sea_route(route: str) -> None:
    state = east(actions=0, plate="plus_3_actions", taverns="stettin-kulm:swap_offices+stettin-anklam:move_3")
    play(state, "end-turn")
    assert_illegal(state, f"put plus_3_actions {route}")
    assert_legal(state, "put plus_3_actions wismar-luebeck")


def test_XC7_no_trader_is_moved_to_a_ship() -> None:
    state = east(houses=f"{FULL_WISMAR}+magdeburg-halle:1t,1m")
    play(state, f"claim {WISMAR}")
    assert asked(state) == "move-two"
    play(state, "lift magdeburg-halle.1")
    assert_illegal(state, f"set {VISBY}.2", "done")
    play(state, f"set {VISBY}.1")
    assert asked(state) == "turn", "after the first is set down none is lifted"


def test_move_any_two_of_anybody_may_change_places() -> None:
    """3.6, X6."""
    state = east(houses=f"{FULL_WISMAR}+magdeburg-halle:1t,0t")
    play(state, f"claim {WISMAR}", "lift magdeburg-halle.1", "lift magdeburg-halle.2")
    assert legal(state, "lift") == []
    play(state, "set magdeburg-halle.2", "set magdeburg-halle.1")
    shows(state, houses="magdeburg-halle:0t,1t")
    state = east(houses=f"{FULL_WISMAR}+magdeburg-halle:1t,0t")
    play(state, f"claim {WISMAR}", "done")
    assert asked(state) == "turn"


def test_a_trader_and_a_merchant_change_places_only_where_both_may_stand() -> None:
    state = east(houses=f"{FULL_WISMAR}+magdeburg-halle:1t+{VISBY}:.,2m")
    play(state, f"claim {WISMAR}", f"lift {VISBY}.2", "lift magdeburg-halle.1")
    assert_legal(state, "set magdeburg-halle.1")
    play(state, "set magdeburg-halle.1")
    assert_illegal(state, f"set {VISBY}.2")


def test_XC8_up_to_two_of_the_rest_are_set_down_again() -> None:
    state = east(houses=FULL_DANZIG, stock="6t,6t,6t,6t")
    before = state.stock_of(0)
    play(state, f"claim {DANZIG}", "office danzig.1")
    assert asked(state) == "reuse-two"
    assert {text.split()[1] for text in legal(state, "reuse")} == {"trader", "merchant"}
    assert_illegal(state, f"reuse trader {VISBY}.2")
    play(state, f"reuse merchant {VISBY}.2", f"reuse trader {DANZIG}.1")
    assert (house(state, f"{VISBY}.2"), house(state, f"{DANZIG}.1")) == ("0m", "0t"), "X7: any free house"
    assert state.stock_of(0) == (before.traders + 1, before.merchants) and asked(state) == "turn"


def test_XC8_none_or_one_will_do() -> None:
    state = east(houses=FULL_DANZIG, stock="6t,6t,6t,6t")
    play(state, f"claim {DANZIG}", "no-benefit", "reuse trader magdeburg-halle.1", "done")
    assert state.stock_of(0) == (8, 1) and house(state, f"{DANZIG}.4") == "."
    state = east(houses=FULL_DANZIG, stock="6t,6t,6t,6t")
    play(state, f"claim {DANZIG}", "no-benefit", "done")
    assert state.stock_of(0) == (9, 1)


@pytest.mark.parametrize(("option", "used"), [("", True), ("permanent_end:lapses", False)])
def test_X5_the_effect_when_its_claim_ends_the_game(option: str, used: bool) -> None:
    state = east((option and 4) or 4, option, houses=FULL_MALMOE, points="19,0,0,0", offices="malmoe:0m")
    play(state, f"claim {MALMOE}")
    assert asked(state) == ("improve-privilege" if used else "")
    if used:
        play(state, "improve privilegium")
    assert state.actor is None and state.ending == "points"


@pytest.mark.parametrize("route", SEA)
def test_positions_in_the_middle_of_an_effect_are_read_as_they_were_written(route: str) -> None:
    full = {MALMOE: FULL_MALMOE, VISBY: FULL_VISBY, DANZIG: FULL_DANZIG, WISMAR: FULL_WISMAR}[route]
    state = east(houses=f"{full}+magdeburg-halle:1t,0t", supply="3t,3t,3t,3t")
    play(state, f"claim {route}")
    for _ in range(4):
        again = RULESET.parse_position(state.position())
        assert again.position() == state.position() and legal(again) == legal(state)
        if asked(state) != "turn":
            play(state, legal(state)[-1] if asked(state) == "benefit" else legal(state)[0])


# --- D: the East


def test_XD1_waren_improves_one_of_two() -> None:
    state = east(houses="waren-wismar:0t,0t,0t")
    play(state, "claim waren-wismar")
    assert set(legal(state, "improve")) == {"improve actiones", "improve bursa"}
    play(state, "improve bursa")
    assert asked(state) == "turn" and state.value(0, "bursa") == 5 and state.value(0, "actiones") == 2


def test_XD2_more_actions_count_at_once() -> None:
    state = east(houses="waren-wismar:0t,0t,0t", actions=2)
    play(state, "claim waren-wismar", "improve actiones")
    assert actions_left(state) == 2


def test_XD3_no_ordinary_office_in_a_green_town() -> None:
    state = east(houses="waren-wismar:0t,0t,0t", levels="0:privilegium:4")
    play(state, "claim waren-wismar")
    assert [text for text in legal(state) if "office" in text] == ["office wismar.1"]
    with pytest.raises(ParseError):
        state.parse_action("office waren.1")


def test_XD4_an_additional_office_may_be_the_first_of_a_green_town() -> None:
    state = east(houses="waren-wismar:0t,0t,0t", markers="0:extra_office")
    play(state, "claim waren-wismar")
    assert_illegal(state, "extra-office trader wismar")
    events = play(state, "extra-office trader waren")
    assert extras(state, "waren") == ["0t"] and state.completed == 1 and "completed" in kinds(events)
    assert state.controller("waren") == 0 and line(state, "towns")[0] == 2
    assert asked(state) == "turn" and state.value(0, "actiones") == 2


def test_XD6_an_office_anywhere_from_the_supply() -> None:
    state = east(houses=FULL_VISBY, supply="1t,5t,5t,5t")
    play(state, f"claim {VISBY}")
    decline_benefit(state)
    assert asked(state) == "green-office"
    assert set(legal(state)) == {f"green-office trader {t}" for t in ("belgard", "waren", "dresden")} | {
        "no-benefit"
    }
    play(state, "green-office trader dresden")
    assert extras(state, "dresden") == ["0t"] and supply(state, 0) == "-" and state.completed == 1
    shows(state, greens="dresden:1")


def test_4_5_it_comes_to_the_right_of_everything_there_and_4_7_decides_ties() -> None:
    state = east(houses=FULL_VISBY, extras="dresden:1t", supply="1t1m,5t,5t,5t")
    assert state.controller("dresden") == 1 and state.completed == 1
    play(state, f"claim {VISBY}")
    decline_benefit(state)
    play(state, "green-office merchant dresden")
    assert extras(state, "dresden") == ["0m", "1t"], "from right to left"
    assert state.controller("dresden") == 0 and state.completed == 1, "4.6: complete only once"


def test_4_4_it_comes_to_the_left_of_everything_there() -> None:
    state = east(houses="waren-wismar:0t,0t,0t", extras="waren:1t", markers="0:extra_office")
    play(state, "claim waren-wismar", "extra-office trader waren")
    assert extras(state, "waren") == ["1t", "0t"] and state.controller("waren") == 1


def test_XD8_with_an_empty_supply_it_is_not_offered() -> None:
    state = east(houses=FULL_VISBY, supply="-,5t,5t,5t", offices="visby:1m")
    play(state, f"claim {VISBY}")
    decline_benefit(state)
    assert asked(state) == "turn"


def test_XD9_the_tenth_town_ends_the_game() -> None:
    nine = (
        "perleberg:1t+wismar:1t,1m+stralsund:1t,1m+visby:1m+anklam:1t,1t+kulm:2t,2t"
        "+brandenburg:2m,2t+tangermuende:2t+wittenberg:2t"
    )
    state = east(houses=FULL_VISBY, offices=nine, supply="1t,3t,3t,3t")
    assert state.completed == 9
    play(state, f"claim {VISBY}")
    decline_benefit(state)
    play(state, "green-office trader dresden")
    assert state.actor is None and state.ending == "completed"


@pytest.mark.parametrize("route", ["kulm-elbing", "stettin-kulm"])
def test_XD13_kulm_improves_nothing(route: str) -> None:
    size = 2 if route == "kulm-elbing" else 3
    state = east(houses=f"{route}:{','.join(['0t'] * size)}", taverns="stettin-waren:swap_offices"
                 "+stettin-anklam:move_3+waren-wismar:extra_office")  # fmt: skip
    play(state, f"claim {route}")
    assert legal(state, "improve") == []


def test_XD14_the_table_at_koenigsberg() -> None:
    state = east(houses="danzig-koenigsberg:0t,0t,0t,0m")
    play(state, "claim danzig-koenigsberg")
    assert legal(state, "table") == ["table 1"]
    play(state, "table 1")
    assert line(state, "table")[0] == 7


def test_XD15_a_coin_in_thorn() -> None:
    state = east(houses="krakau-thorn:0t,0t,0t")
    play(state, "claim krakau-thorn", "office thorn.1")
    assert points(state)[0] == 1


def test_XD16_visby_is_orange() -> None:
    state = east(houses=FULL_VISBY, supply="1t,5t,5t,5t")
    play(state, f"claim {VISBY}")
    assert asked(state) == "benefit"
    assert legal(state, "office") == ["office malmoe.1"]
    assert_illegal(state, "office visby.1")


def test_X26_an_office_by_the_permanent_marker_closes_the_link() -> None:
    """4.10: Lübeck, Wismar, Waren, Stettin, Anklam, Belgard, Danzig."""
    chain = "luebeck:0t+wismar:0t+stettin:0t+anklam:0t+danzig:0t"
    state = east(houses=FULL_VISBY, offices=chain, extras="belgard:0t", supply="1t,5t,5t,5t")
    play(state, f"claim {VISBY}", "no-benefit")
    before = points(state)[0]
    events = play(state, "green-office trader waren")
    assert "east-west" in kinds(events) and points(state)[0] == before + 7


def test_X10_a_green_town_is_no_empty_office_for_a_replacement() -> None:
    state = east(actions=0, plate="plus_3_actions", offices="wismar:1t,1m",
                 taverns="stettin-kulm:swap_offices+stettin-anklam:move_3")  # fmt: skip
    play(state, "end-turn")
    assert_illegal(state, "put plus_3_actions waren-wismar")
    assert_legal(state, "put plus_3_actions waren-havelberg")


@pytest.mark.parametrize(
    ("option", "found"),
    [("", ["2"]), ("green_swap:any", ["2", "3"]), ("green_swap:never", [])],
    ids=["added", "any", "never"],
)
def test_X9_which_offices_of_a_green_town_are_swapped(option: str, found: list[str]) -> None:
    state = east(4, option, extras="dresden:0t,1m,0m", greens="dresden:2", markers="0:swap_offices")
    assert [text.rpartition(".")[2] for text in legal(state, "use")] == found
    if found:
        events = play(state, "use swap_offices dresden.extra.2")
        assert extras(state, "dresden") == ["1m", "0t", "0m"] and kinds(events).count("swap") == 2
        assert [event.target for event in events[1:]] == ["extra.dresden.1", "extra.dresden.2"]


def test_X9_one_of_the_two_must_be_ones_own() -> None:
    state = east(extras="dresden:2t,1m", greens="dresden:2", markers="0:swap_offices")
    assert legal(state, "use") == []
    why = state.why_not(state.parse_action("use swap_offices dresden.extra.2"))
    assert why is not None and why.id == "swap-own"


def test_its_fields_belong_to_its_games_only() -> None:
    assert "greens=" not in RULESET.new_game(4).position()
    with pytest.raises(ParseError, match="no green towns"):
        RULESET.parse_position("hansa-teutonica seats=4 greens=dresden:1")
    with pytest.raises(ParseError, match="does not have so many"):
        east(greens="dresden:1")


def test_the_turn_goes_on_after_the_effect_and_ends_as_usual() -> None:
    state = east(houses=FULL_DANZIG, actions=1)
    play(state, f"claim {DANZIG}", "no-benefit", "done")
    assert asked(state) == "turn" and actions_left(state) == 0
    end_turn(state)
    assert fields(state)["turn"] == "1"


def test_13_3_control_of_malmoe_and_visby_and_a_link_by_a_green_office_reach_28_points() -> None:
    """Expansions 4.5, 4.12: the green office comes after the points for control."""
    link = "luebeck:0t+wismar:0t+stettin:0t+kulm:0t+danzig:0t+malmoe:0m+visby:0m"
    state = east(
        3,
        points="19,0,0",
        houses="malmoe-visby:0t,0m,0t",
        offices=link,
        extras="belgard:0t",
        supply="1t,5t1m,5t1m",
    )
    play(state, "claim malmoe-visby")
    decline_benefit(state)
    play(state, "green-office trader waren")
    assert points(state)[0] == 28 and asked(state) == ""


def test_13_3_the_coin_of_thorn_and_the_link_reach_28_points() -> None:
    """Expansions 4.12: a path from Lübeck to Danzig passes through Thorn."""
    chain = (
        "luebeck",
        "wismar",
        "stettin",
        "frankfurt",
        "breslau",
        "krakau",
        "allenstein",
        "braunsberg",
        "danzig",
    )
    state = east(
        3,
        points="19,0,0",
        houses="thorn-allenstein:0t,0m,0t",
        offices="+".join(f"{town}:0t" for town in chain),
        extras="waren:0t",
        levels="0:actiones:4",
        stock="-,-,-",
    )
    play(state, "claim thorn-allenstein", "office thorn.1")
    assert points(state)[0] == 28 and asked(state) == ""
