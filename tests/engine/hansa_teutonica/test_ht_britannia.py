"""Britannia: scenarios XA, XE, XF and XG (docs/reference/rules/hansa-teutonica-expansions.md), by their
ids."""

from __future__ import annotations

import pytest

from game.engine import ParseError
from game.games.hansa_teutonica.rules.editions import printed
from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.engine.hansa_teutonica.ht_britannia import (
    BRITANNIA,
    CALAIS,
    CHANNEL,
    MAN,
    SCOTTISH,
    WELSH,
    britannia,
)
from tests.engine.hansa_teutonica.ht_kit import (
    actions_left,
    asked,
    assert_illegal,
    assert_legal,
    end_turn,
    fields,
    house,
    kinds,
    legal,
    line,
    play,
    points,
    rows,
    shows,
    stock,
    supply,
    targets,
    top,
)

BRITANNIA_3 = printed("britannia_3")
BRITANNIA_4_5 = printed("britannia_4_5")

FULL_CALAIS = f"{CALAIS}:0t,0m,0t"
FULL_CHANNEL = f"{CHANNEL}:0t,0m,0m"
HERE, THERE = "hereford-chester.1", "montgomery-conway.1"
SCOTLAND = "glasgow-falkirk"


def why(state: HansaTeutonicaState, text: str) -> str:
    """Return the reason why an action is not legal."""
    reason = state.why_not(state.parse_action(text))
    return reason.id if reason else ""


# --- A


def test_the_board_goes_by_the_number_of_players() -> None:
    assert RULESET.new_game(3, BRITANNIA).board.printed is BRITANNIA_3
    for seats in (4, 5):
        assert RULESET.new_game(seats, BRITANNIA).board.printed is BRITANNIA_4_5


def test_setup_is_that_of_the_big_box() -> None:
    state = RULESET.new_game(5, {**BRITANNIA, "start_player": "1"}, seed=3)
    assert fields(state)["supply"] == "5t1m,6t1m,7t1m,8t1m,9t1m"
    lying = rows(fields(state)["taverns"])
    assert set(lying) == {"richmond-lancaster", "coventry-nottingham", "salisbury-southampton"}
    assert sorted(kind for [kind] in lying.values()) == ["extra_office", "move_3", "swap_offices"]
    assert state.bag_left == 12


def test_X2_two_players_are_refused() -> None:
    with pytest.raises(ParseError, match="britannia, which is not for 2 players"):
        RULESET.new_game(2, BRITANNIA)


def test_mission_cards_are_refused() -> None:
    with pytest.raises(ParseError, match="missions"):
        RULESET.new_game(4, {**BRITANNIA, "missions": "on"})


# --- E: permission


def test_XE1_without_permission_nobody_places_abroad() -> None:
    state = britannia(houses="durham-york:0t")
    assert_illegal(state, f"place trader {THERE}", f"place merchant {MAN}.1", f"place trader {SCOTLAND}.1")
    assert why(state, f"place trader {THERE}") == "permit-lacks"
    reason = state.why_not(state.parse_action(f"place trader {THERE}"))
    assert reason is not None and reason.facts == {
        "route": "montgomery-conway",
        "country": "wales",
        "town": "cardiff",
        "gateway": "london",
    }
    assert_legal(state, f"place trader {HERE}")
    play(state, "lift durham-york.1")
    assert_illegal(state, f"set {THERE}")
    assert_legal(state, f"set {HERE}")


def test_XE1_nor_displaces() -> None:
    state = britannia(houses="montgomery-conway:1t+hereford-chester:1t", supply="5t,5t,5t,5t")
    assert_illegal(state, f"displace trader {THERE}")
    assert why(state, f"displace trader {THERE}") == "permit-lacks"
    assert_legal(state, f"displace trader {HERE}")


def test_XE2_cardiff_gives_one_a_turn() -> None:
    state = britannia(offices="cardiff:0t,1t", start=1, turn=1)
    play(state, f"place trader {THERE}")
    assert_illegal(state, "place trader montgomery-conway.2")
    assert why(state, "place trader montgomery-conway.2") == "permit-used"
    assert_legal(state, f"place trader {HERE}")
    shows(state, permits="cardiff")
    again = RULESET.parse_position(state.position())
    assert legal(again) == legal(state), "what was used is in the line"


def test_X12_the_office_furthest_right_counts_not_control() -> None:
    state = britannia(offices="cardiff:0t,0t,1t")
    assert state.controller("cardiff") == 0
    assert_illegal(state, f"place trader {THERE}")
    state = britannia(offices="cardiff:0t,0t,1t", turn=1, number=2)
    assert_legal(state, f"place trader {THERE}")


def test_X12_additional_offices_give_no_permission() -> None:
    state = britannia(offices="cardiff:1t", extras="cardiff:0t,0t")
    assert state.controller("cardiff") == 0
    assert_illegal(state, f"place trader {THERE}")


def test_XE3_displacing_uses_a_permission_like_placing() -> None:
    state = britannia(offices="cardiff:0t", houses="montgomery-conway:1t", supply="5t,5t,5t,5t")
    play(state, f"displace trader {THERE}")
    shows(state, permits="cardiff")
    play(state, legal(state, "relocate")[0])
    while asked(state) == "relocate":
        play(state, "decline")
    assert_illegal(state, "place trader montgomery-conway.2")


def test_XE4_cardiff_and_london_are_two() -> None:
    state = britannia(offices="cardiff:0t+london:0t", actions=3)
    play(state, f"place trader {THERE}")
    shows(state, permits="cardiff")  # 5.6: the country's own town first
    play(state, "place trader montgomery-conway.2")
    shows(state, permits="cardiff+london")
    assert_illegal(state, f"place trader {SCOTLAND}.1")
    assert why(state, f"place trader {SCOTLAND}.1") == "permit-used"


def test_XE5_london_is_left_for_scotland_after_one_in_wales() -> None:
    state = britannia(offices="cardiff:0t+london:0t", actions=3)
    play(state, f"place trader {THERE}", f"place trader {SCOTLAND}.1")
    assert_illegal(state, "place trader montgomery-conway.2")


def test_XE6_carlisle_is_for_scotland() -> None:
    state = britannia(offices="carlisle:0t")
    assert_illegal(state, f"place trader {THERE}")
    assert_legal(state, f"place trader {SCOTLAND}.1", "place trader carlisle-isle_of_man.1")
    state = britannia(3, offices="carlisle:0t")
    assert_illegal(state, f"place trader {THERE}")
    assert_legal(state, "place trader carlisle-isle_of_man.1")  # English on this board


def test_XE7_an_office_won_in_the_turn_helps_at_once() -> None:
    state = britannia(houses="oxford-cardiff:0t,0t,0t,0t", actions=2)
    assert_illegal(state, f"place trader {THERE}")
    play(state, "claim oxford-cardiff", "office cardiff.1", f"place trader {THERE}")
    assert house(state, THERE) == "0t"


def test_XE7_and_one_swapped_too() -> None:
    state = britannia(offices="cardiff:0t,1t", markers="0:swap_offices")
    assert_illegal(state, f"place trader {THERE}")
    play(state, "use swap_offices cardiff.1")
    assert_legal(state, f"place trader {THERE}")


def test_XE9_more_actions_are_no_more_permissions() -> None:
    state = britannia(offices="cardiff:0t", markers="0:plus_4_actions")
    play(state, f"place trader {THERE}", "use plus_4_actions")
    assert_illegal(state, "place trader montgomery-conway.2")
    assert actions_left(state) == 5


def test_XE10_the_next_turn_has_its_own() -> None:
    state = britannia(3, offices="cardiff:0t")
    play(state, f"place trader {THERE}")
    for _ in range(3):
        end_turn(state)
    assert fields(state)["turn"] == "0"
    shows(state, permits="-")
    assert_legal(state, "place trader montgomery-conway.2")


def test_XE11_claiming_needs_no_permission() -> None:
    state = britannia(houses=f"{SCOTLAND}:0t,0t")
    play(state, f"claim {SCOTLAND}", "office falkirk.1")
    shows(state, permits="-")
    assert state.controller("falkirk") == 0


def test_5_8_income_needs_none() -> None:
    assert legal(britannia(stock="5t,5t,5t,5t"), "income")


# --- F: movement, relocation


def test_XF1_from_wales_to_england() -> None:
    state = britannia(houses="montgomery-conway:0t")
    play(state, f"lift {THERE}")
    assert_legal(state, "set durham-york.1", "set conway-chester.2")
    play(state, "set durham-york.1")
    assert house(state, "durham-york.1") == "0t"


def test_XF2_not_from_england_to_wales() -> None:
    state = britannia(houses="durham-york:0t")
    play(state, "lift durham-york.1")
    assert_illegal(state, f"set {THERE}", f"set {SCOTLAND}.1")
    assert why(state, f"set {THERE}") == "no-going"


def test_XF3_not_from_wales_to_scotland() -> None:
    state = britannia(houses="montgomery-conway:0t")
    play(state, f"lift {THERE}")
    assert_illegal(state, f"set {SCOTLAND}.1")
    state = britannia(houses=f"{SCOTLAND}:0t")
    play(state, f"lift {SCOTLAND}.1")
    assert_legal(state, "set durham-york.1", "set glasgow-edinburgh.1")
    assert_illegal(state, f"set {THERE}")


def test_XF4_each_piece_of_a_move_by_where_it_stood() -> None:
    state = britannia(houses="montgomery-conway:0t+durham-york:0t", levels="0:liber_sophiae:4")
    play(state, "lift durham-york.1", f"lift {THERE}")
    assert_illegal(state, "set montgomery-conway.2")
    play(state, "set durham-york.2")
    assert_legal(state, "set montgomery-conway.2", "set durham-york.3")


def displaced(seats: int, where: str, houses: str = "") -> HansaTeutonicaState:
    """Return a position in which a trader of player 1 has been displaced from the last house of a route."""
    route, number = where.split(".")
    row = ",".join(["."] * (int(number) - 1) + ["1t"])
    held = "cardiff:0t+london:0t" + ("+carlisle:0t" if seats > 3 else "")
    state = britannia(seats, supply=",".join(["5t"] * seats), offices=held, houses=houses or f"{route}:{row}")
    play(state, f"displace trader {where}")
    return state


def test_XF6_displaced_in_wales_the_scottish_route_is_no_target() -> None:
    assert targets(displaced(4, f"{MAN}.3")) == {"conway-chester", "montgomery-conway"}


def test_XF7_which_is_english_on_the_small_board() -> None:
    assert targets(displaced(3, f"{MAN}.3")) == {
        "conway-chester",
        "montgomery-conway",
        "carlisle-isle_of_man",
    }


def test_XF8_displaced_in_england_wales_is_not_next_door() -> None:
    state = displaced(4, "montgomery-hereford.1")
    assert "coventry-hereford" in targets(state) and "montgomery-cardiff" in targets(state)
    state = displaced(4, "coventry-hereford.1")
    assert targets(state).isdisjoint(WELSH) and "hereford-lancaster" in targets(state)


def test_X14_foreign_routes_are_no_way_either() -> None:
    """From Falkirk-Glasgow to Newcastle by Scotland, never by the Isle of Man and Wales."""
    state = displaced(4, "glasgow-falkirk.1")
    assert targets(state) == {"carlisle-falkirk", "glasgow-edinburgh"}
    crowd = (
        "conway-chester:1t+montgomery-conway:2t,2t,2t+conway-isle_of_man:.,.,3t"
        "+hereford-chester:3t,3t,3t,3t+chester-carlisle:.,.,3t"
    )
    assert targets(displaced(4, "conway-chester.1", houses=crowd)) == {
        "montgomery-cardiff",
        "montgomery-pembroke",
        "montgomery-hereford",
        "coventry-hereford",
        "hereford-lancaster",
        "durham-carlisle",
        "richmond-carlisle",
    }, "two steps; the ships between are closed to traders, but on the way all the same"


def test_XF9_the_added_piece_keeps_to_the_same_countries() -> None:
    state = displaced(4, f"{MAN}.3")
    assert targets(state, "add") == {"conway-chester", "montgomery-conway"}
    assert_illegal(state, "add stock.merchant carlisle-isle_of_man.2")
    shows(state, permits="cardiff")  # 5.10: the displaced player needs no permission


def test_X15_a_piece_added_from_a_house_obeys_the_borders_of_that_house_too() -> None:
    """5.11: stock and supply of the displaced player are empty, as all pieces are on the board."""
    english = ("durham-york", "durham-lancaster", "durham-newcastle", "nottingham-york", "nottingham-norwich",
               "cambridge-norwich", "coventry-cambridge")  # fmt: skip
    welsh, scottish = "montgomery-pembroke.1", "carlisle-falkirk.1"
    crowd = "+".join(f"{route}:1t,1t,1t" for route in english)
    state = britannia(
        4,
        levels=top(1, tracks=("clavis_urbis", "actiones", "privilegium", "bursa")),
        supply="5t,-,5t,5t",
        table="1,1,1,1",
        offices="cardiff:0t+london:0t+carlisle:0t+norwich:1t,1t",
        houses=f"{MAN}:.,.,1t+montgomery-pembroke:1t+carlisle-falkirk:1t+{crowd}",
    )
    play(state, f"displace trader {MAN}.3")
    added = legal(state, "add")
    assert {text.split()[1] for text in added} == {welsh}
    assert targets(state, "add") == {"conway-chester", "montgomery-conway"}
    assert_illegal(state, f"add {scottish} conway-chester.1", "add durham-york.1 conway-chester.1")


def test_XF10_move_three_keeps_each_piece_in_its_country() -> None:
    state = britannia(houses="montgomery-conway:2t+durham-york:1t", markers="0:move_3")
    play(state, f"use move_3 {THERE}")
    assert_illegal(state, "set durham-york.2", f"set {SCOTLAND}.1")
    play(state, "set conway-chester.1", "lift durham-york.1")
    assert_illegal(state, f"set {THERE}")
    assert why(state, f"set {THERE}") == "no-going"
    play(state, "set hereford-chester.1", "done")


def test_XF11_move_any_two_as_well() -> None:
    state = britannia(houses=f"{FULL_CALAIS}+montgomery-conway:2t+conway-chester:1m+durham-york:0t")
    play(state, f"claim {CALAIS}", "no-benefit", f"lift {THERE}", "lift conway-chester.1")
    assert_illegal(state, f"set {CALAIS}.1", "set durham-york.2")
    play(state, "set conway-chester.1", f"set {THERE}")
    assert (house(state, "conway-chester.1"), house(state, THERE)) == ("2t", "1m"), "they change places"


def test_XF12_two_of_different_countries_do_not_change_places() -> None:
    state = britannia(houses=f"{FULL_CALAIS}+montgomery-conway:2t+durham-york:0t")
    play(state, f"claim {CALAIS}", "no-benefit", f"lift {THERE}", "lift durham-york.1")
    assert_illegal(state, "set durham-york.1")
    play(state, "set montgomery-conway.2")
    assert_illegal(state, f"set {THERE}")
    play(state, "set durham-york.1")


def test_ships_take_merchants_only() -> None:
    state = britannia(offices="cardiff:0t")
    assert_illegal(state, f"place trader {MAN}.1")
    assert why(state, f"place trader {MAN}.1") == "no-standing"
    assert_legal(state, f"place merchant {MAN}.1", f"place trader {MAN}.3")


# --- G: markers, end, scoring


def test_XG1_replacements_are_laid_in_england_only() -> None:
    state = britannia(
        actions=0,
        plate="plus_3_actions",
        taverns="richmond-lancaster:swap_offices+coventry-nottingham:move_3",
    )
    play(state, "end-turn")
    assert_illegal(state, "put plus_3_actions conway-chester", f"put plus_3_actions {CALAIS}")
    assert_illegal(state, *(f"put plus_3_actions {route}" for route in (*SCOTTISH, CHANNEL)))
    assert_legal(state, "put plus_3_actions chester-carlisle")
    assert len(legal(state, "put")) == 40 - 7 - 6 - 2 - 2


def test_5_14_a_line_with_a_marker_abroad_breaks_an_invariant() -> None:
    named = "+".join(f"{name}:{value}" for name, value in BRITANNIA.items())
    lying = "taverns=conway-chester:swap_offices+coventry-nottingham:move_3+richmond-lancaster:extra_office"
    with pytest.raises(ParseError, match=r"5\.14"):
        RULESET.parse_position(f"hansa-teutonica seats=4 options={named} {lying}")


def test_XG3_the_small_board_scores_wales_only() -> None:
    assert [row.id for row in britannia(3).scores()][-2:] == ["network", "wales"]
    assert [row.id for row in britannia(4).scores()][-2:] == ["wales", "scotland"]


SEVEN = "durham:1t+lancaster:1t+ipswich:1t+bristol:1t+oxford:2m,2t+york:2t,2m+salisbury:3t,3t"


def test_XG4_the_eighth_town_ends_the_game() -> None:
    state = britannia(
        houses="richmond-carlisle:0t,0t,0t",
        offices=SEVEN,
    )
    assert state.completed == 7
    play(state, "claim richmond-carlisle", "office richmond.1")
    assert state.actor is None and state.ending == "completed"


def test_XG5_a_coin_is_worth_two() -> None:
    state = britannia(houses="cambridge-ipswich:0t,0t,0t,0t", levels="0:privilegium:2")
    play(state, "claim cambridge-ipswich", "office ipswich.1")
    assert points(state)[0] == 2


def test_XG6_and_may_end_the_game() -> None:
    state = britannia(houses="cambridge-ipswich:0t,0t,0t,0t", levels="0:privilegium:2", points="18,0,0,0")
    play(state, "claim cambridge-ipswich", "office ipswich.1")
    assert state.actor is None and points(state)[0] == 20


def test_XG7_by_towns_then_by_offices() -> None:
    """Player 2 has four offices in Wales and controls nothing there."""
    offices = "chester:2t,0m+pembroke:2t,0t+conway:2t,0t+cardiff:2t,1t+montgomery:1t"
    state = britannia(offices=offices)
    assert line(state, "wales") == (7, 4, 2, 0)


def test_XG8_equals_share() -> None:
    offices = "chester:0t+pembroke:0t,0t+conway:1t+cardiff:1t,1t+montgomery:2t"
    state = britannia(offices=offices)
    assert line(state, "wales") == (5, 5, 2, 0)


def test_XG9_more_offices_come_before_fewer_with_equal_towns() -> None:
    offices = "chester:0t+pembroke:0t,0t+conway:1t+cardiff:1t"
    assert line(britannia(offices=offices), "wales") == (7, 4, 0, 0)


def test_XG10_additional_offices_count() -> None:
    offices = "chester:0t+pembroke:0t+conway:1t+cardiff:1t"
    state = britannia(offices=offices, extras="cardiff:1t")
    assert line(state, "wales") == (4, 7, 0, 0)


def test_XG11_two_share_the_third_place() -> None:
    offices = "chester:0t+pembroke:0t+cardiff:1t,1t+conway:1t+montgomery:0t,2t+isle_of_man:0m,3m"
    state = britannia(offices=offices, levels="3:bursa:1")
    assert line(state, "wales") == (7, 4, 1, 1)


def test_XG12_alone_one_has_the_first_place() -> None:
    assert line(britannia(offices="chester:0t"), "wales") == (7, 0, 0, 0)


def test_XG13_the_isle_of_man_counts_in_both_countries() -> None:
    state = britannia(offices="isle_of_man:0m")
    assert line(state, "wales") == (7, 0, 0, 0) and line(state, "scotland") == (7, 0, 0, 0)
    assert line(britannia(3, offices="isle_of_man:0t"), "wales") == (7, 0, 0)


def test_XG14_hereford_is_english() -> None:
    state = britannia(offices="hereford:0t")
    assert line(state, "wales") == (0, 0, 0, 0)


def test_regional_points_are_part_of_the_final_score() -> None:
    state = britannia(
        houses="cambridge-ipswich:0t,0t,0t,0t",
        levels="0:privilegium:2",
        points="18,0,0,0",
        offices="chester:1t+falkirk:2t",
    )
    play(state, "claim cambridge-ipswich", "office ipswich.1")
    outcome = state.outcome
    assert outcome is not None
    rows_by_id = {row.id: row.points for row in outcome.lines}
    assert rows_by_id["wales"] == (0, 7, 0, 0) and rows_by_id["scotland"] == (0, 0, 7, 0)
    assert outcome.totals == tuple(map(sum, zip(*rows_by_id.values(), strict=True)))


def test_the_link_is_between_oxford_and_york() -> None:
    state = britannia(
        houses="nottingham-york:0t,0t,0t",
        offices="oxford:0m+salisbury:0t+cardiff:0t+coventry:0t+nottingham:0t",
    )
    events = play(state, "claim nottingham-york", "office york.1")
    assert "east-west" in kinds(events) and points(state)[0] == 1 + 7


# --- placing two pieces abroad


def test_5_16_two_pieces_of_the_stock_go_abroad_without_a_permission() -> None:
    state = britannia(houses=FULL_CHANNEL, stock="5t,5t,5t,5t")
    play(state, f"claim {CHANNEL}", "no-benefit")
    assert asked(state) == "place-abroad"
    assert targets(state, "abroad") == {*WELSH, *SCOTTISH}
    assert_illegal(state, f"abroad trader {MAN}.1")
    before = supply(state, 0)
    play(state, f"abroad merchant {MAN}.1", f"abroad trader {SCOTLAND}.1")
    assert (house(state, f"{MAN}.1"), house(state, f"{SCOTLAND}.1")) == ("0m", "0t")
    assert asked(state) == "turn" and supply(state, 0) == before
    assert stock(state, 0) == "5t1m", "a trader and two merchants came back, one of each went out"
    shows(state, permits="-")


def test_X16_one_or_none_will_do() -> None:
    for count in (0, 1):
        state = britannia(houses=FULL_CHANNEL)
        play(state, f"claim {CHANNEL}", "no-benefit", *[f"abroad trader {THERE}"][:count], "done")
        assert asked(state) == "turn" and house(state, THERE) == (".", "0t")[count]


def test_5_16_what_is_at_home_is_refused() -> None:
    state = britannia(houses=FULL_CHANNEL)
    play(state, f"claim {CHANNEL}", "no-benefit")
    reason = state.why_not_offered("house.durham-york.1")
    assert reason is not None and reason.id == "abroad-only"
    with pytest.raises(ParseError):
        state.parse_action("abroad trader durham-york.1")


def test_5_16_on_the_small_board_abroad_is_wales() -> None:
    state = britannia(3, houses=FULL_CHANNEL)
    play(state, f"claim {CHANNEL}", "no-benefit")
    assert targets(state, "abroad") == set(WELSH)


@pytest.mark.parametrize(("option", "used"), [("", True), ("permanent_end:lapses", False)])
def test_X5_the_effect_when_its_claim_ends_the_game(option: str, used: bool) -> None:
    state = britannia(4, option, houses=FULL_CHANNEL, points="19,0,0,0", offices="calais:0t")
    play(state, f"claim {CHANNEL}", "no-benefit")
    assert asked(state) == ("place-abroad" if used else "")
    if used:
        play(state, "done")
    assert state.actor is None and state.ending == "points"


def test_the_third_printed_marker_of_the_small_board_moves_two() -> None:
    state = britannia(3, houses="carlisle-isle_of_man:0t,0m,0m+durham-york:1t")
    play(state, "claim carlisle-isle_of_man", "no-benefit")
    assert asked(state) == "move-two"


# --- with the Emperor's Favour


def test_X19_displaced_anywhere_keeps_to_the_country_and_england() -> None:
    state = displaced_with_favour()
    found = targets(state)
    assert "calais-southampton" in found and "cardiff-pembroke" in found
    assert found.isdisjoint(SCOTTISH)
    assert not any(text == f"relocate {CHANNEL}.2" for text in legal(state)), "ships take merchants only"


def test_X19_or_goes_anywhere_indeed() -> None:
    found = targets(displaced_with_favour("+favour_abroad:lifted"))
    assert "glasgow-falkirk" in found and "calais-southampton" in found
    state = displaced_with_favour("+favour_abroad:lifted")
    assert not any(text == f"relocate {CHANNEL}.2" for text in legal(state)), "ships take merchants only"


def displaced_with_favour(more: str = "") -> HansaTeutonicaState:
    state = britannia(
        4,
        f"favour:on{more}",
        supply="5t,5t,5t,5t",
        offices="cardiff:0t",
        houses=f"{MAN}:.,.,1t",
        tiles="plus_1_action+town_4+ability_7",
        held="-,displaced_anywhere,-,-",
        used="1:swap_offices+1:improve_ability",
    )
    play(state, f"displace trader {MAN}.3")
    return state


# --- lines


def test_its_fields_belong_to_its_games_only() -> None:
    assert "permits=" not in RULESET.new_game(4).position()
    with pytest.raises(ParseError, match="no countries"):
        RULESET.parse_position("hansa-teutonica seats=4 permits=cardiff")
    with pytest.raises(ParseError, match="permits"):
        britannia(permits="york")
    with pytest.raises(ParseError, match="permits"):
        britannia(3, permits="carlisle")
