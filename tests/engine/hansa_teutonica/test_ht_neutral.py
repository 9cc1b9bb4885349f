"""Two players, neutral traders (rules 12.B): scenarios N1-N12 and rulings A35-A35j."""

from __future__ import annotations

import pytest

from game.engine import Event
from game.engine.record import read, write
from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.engine.hansa_teutonica.ht_board import BACK
from tests.engine.hansa_teutonica.ht_kit import (
    actions_left,
    asked,
    assert_illegal,
    assert_legal,
    at,
    end_turn,
    fields,
    full,
    house,
    kinds,
    legal,
    line,
    of_kind,
    offices,
    play,
    points,
    result,
    rows,
    shows,
    targets,
)

EDITIONS = pytest.mark.parametrize("edition", ["it", "pt"])
NINE_ROUTES = {
    "groningen-emden", "stade-hamburg", "hamburg-luebeck", "coellen-warburg", "goettingen-quedlinburg",
    "quedlinburg-halle", "osnabrueck-bremen", "lueneburg-perleberg", "hildesheim-goslar",
}  # fmt: skip
NINE_TOWNS = (
    "stade:1m+brunswiek:1t+groningen:1t,0m+emden:0m,1t+luebeck:1t,0t+kampen:1t,0t+bremen:1t+lueneburg:0m"
    "+hannover:1t,0t"
)


def table(edition: str = "pt", **more: object) -> HansaTeutonicaState:
    return at(2, options=f"two_players:neutral-{edition}", **more)


def nearly(edition: str = "pt", houses: str = "", **more: object) -> HansaTeutonicaState:
    """Return a position in which A has displaced the neutral trader on Stade-Hamburg, and Hamburg-Lübeck
    lacks one neutral trader."""
    rest = f"+{houses}" if houses else ""
    state = table(edition, houses=f"stade-hamburg:2t+hamburg-luebeck:2t,2t{rest}", **more)
    play(state, "displace trader stade-hamburg.1", "pay trader")
    assert asked(state) == "relocate-neutral" and state.actor == 1
    return state


def fill(state: HansaTeutonicaState, *more: str) -> list[Event]:
    """Let B fill Hamburg-Lübeck with the displaced trader; the other one goes to Lüneburg."""
    return play(state, "relocate hamburg-luebeck.3", "relocate hamburg-lueneburg.1", *more)


@EDITIONS
def test_N1_neutral_traders_at_the_setup_eight_in_the_italian_game_nine_in_the_portuguese(
    edition: str,
) -> None:
    """A35: the Italian book means the five towns with an ability, the Portuguese one names Coellen."""
    state = RULESET.new_game(2, {"two_players": f"neutral-{edition}"}, seed=4)
    houses = rows(fields(state)["houses"])
    assert set(houses) == NINE_ROUTES - ({"coellen-warburg"} if edition == "it" else set())
    assert all(sorted(row) == sorted(["2t"] + ["."] * (len(row) - 1)) for row in houses.values())
    assert fields(state)["neutral"] == ("19,27" if edition == "it" else "18,27")
    assert fields(state)["pawn"] == "-"
    assert asked(state) == "turn" and fields(state)["supply"] in ("5t1m,6t1m", "6t1m,5t1m")


def test_N1_an_italian_game_recorded_when_there_were_nine_goes_on_with_nine() -> None:
    old = "kontor-record 1\nruleset hansa-teutonica\nversion 1\nseats 2\nseed 4\n"
    record = read(old + "option two_players neutral-it\n\nend 0\n")
    state = record.new_game()
    assert set(rows(fields(state)["houses"])) == NINE_ROUTES
    assert read(write(record)).new_game().position() == state.position()
    assert len(rows(fields(read(old + "\nend 0\n").new_game())["houses"])) == 0, (
        "other games are as they were"
    )
    offered = next(option for option in RULESET.options if option.id == "two_players").offered()
    assert offered == ("pawn", "neutral-it", "neutral-pt")


def test_N1_there_are_none_with_more_players() -> None:
    assert fields(RULESET.new_game(3, {"two_players": "neutral-pt"}))["neutral"] == "-"


@EDITIONS
def test_N2_the_other_player_sets_down_the_displaced_one_and_one_more(edition: str) -> None:
    state = table(edition, houses="bremen-minden:2t")
    before = state.supply_of(0), state.stock_of(0)
    play(state, "displace trader bremen-minden.1", "pay trader")
    assert state.supply_of(0).traders == before[0].traders - 2
    assert state.stock_of(0).traders == before[1].traders + 1, "the normal price"
    assert state.actor == 1 and state.turn_seat == 0 and actions_left(state) == 1
    near = {
        "osnabrueck-bremen", "bremen-hannover", "bremen-hamburg", "muenster-minden", "minden-hannover",
        "minden-brunswiek", "minden-paderborn",
    }  # fmt: skip
    assert targets(state) == near and legal(state, "decline", "add") == []
    play(state, "relocate minden-hannover.1")
    assert state.actor == 1 and targets(state) == near
    assert_illegal(state, "decline", "end-turn")
    play(state, "relocate muenster-minden.2")
    assert state.actor == 0 and asked(state) == "turn"
    assert house(state, "minden-hannover.1") == house(state, "muenster-minden.2") == "2t"
    assert house(state, "bremen-minden.1") == "0t" and fields(state)["neutral"] == "25,27"


def test_N2_as_B_displaces_A_sets_down() -> None:
    state = table(houses="bremen-minden:2t", turn=1)
    play(state, "displace trader bremen-minden.1", "pay trader")
    assert state.actor == 0 and state.turn_seat == 1


def test_N2_the_distance_rule_holds_for_them() -> None:
    state = table(houses=f"groningen-emden:2t+{full('0t', 'emden-osnabrueck', seats=2)}")
    play(state, "displace trader groningen-emden.1", "pay trader")
    assert targets(state) == {"kampen-osnabrueck", "osnabrueck-bremen"}


def test_N2_nobody_moves_a_neutral_trader() -> None:
    state = table(houses="bremen-minden:2t")
    assert legal(state, "lift") == []
    assert_illegal(state, "lift bremen-minden.1")


@EDITIONS
def test_N3_a_route_full_of_neutral_traders_is_claimed_at_once(edition: str) -> None:
    state = nearly(edition)
    fill(state)
    assert asked(state) == "neutral-claim" and state.actor == 0
    assert legal(state) == ["neutral hamburg-luebeck hamburg", "neutral hamburg-luebeck luebeck"]
    before = actions_left(state)
    events = play(state, "neutral hamburg-luebeck luebeck")
    assert offices(state, "luebeck") == ["2t"] and actions_left(state) == before == 1
    assert asked(state) == "turn" and state.actor == 0
    assert points(state) == (0, 0), "the coin is lost"
    assert "completed" not in kinds(events)


@EDITIONS
def test_A35k_both_neutral_traders_are_set_down_before_a_route_they_fill_is_claimed(edition: str) -> None:
    state = nearly(edition)
    play(state, "relocate hamburg-luebeck.3")
    assert asked(state) == "relocate-neutral" and state.actor == 1, "the second is set down first"
    assert legal(state, "neutral") == []
    play(state, "relocate hamburg-lueneburg.1")
    assert asked(state) == "neutral-claim" and state.actor == 0


def test_N3_a_mixed_route_is_not_claimed() -> None:
    state = table(houses="stade-hamburg:2t+hamburg-luebeck:2t,0t")
    play(state, "displace trader stade-hamburg.1", "pay trader", "relocate hamburg-luebeck.3")
    play(state, legal(state, "relocate")[0])
    assert asked(state) == "turn"


@EDITIONS
def test_N4_the_leftmost_empty_office_whatever_its_colour_and_shape(edition: str) -> None:
    state = nearly(edition, offices="hamburg:1t")
    fill(state, "neutral hamburg-luebeck hamburg")
    assert offices(state, "hamburg") == ["1t", "2t"]
    state = table(edition, houses="groningen-emden:2t,2t+emden-osnabrueck:2t")
    play(state, "displace trader emden-osnabrueck.1", "pay trader", "relocate groningen-emden.3")
    play(state, "relocate kampen-osnabrueck.1", "neutral groningen-emden emden")
    assert offices(state, "emden") == ["2t"], "a circle"


@pytest.mark.parametrize(("edition", "left", "stock"), [("pt", 1, 24), ("it", 0, 25)])
def test_N5_A35c_at_a_yellow_town_one_stays_in_the_portuguese_edition(
    edition: str, left: int, stock: int
) -> None:
    """27 traders: one in the office, one near Lüneburg, the rest in stock or on the route."""
    state = nearly(edition)
    fill(state, "neutral hamburg-luebeck hamburg")
    houses = rows(fields(state)["houses"])
    assert houses.get("hamburg-luebeck", []).count("2t") == left
    assert fields(state)["neutral"] == f"{stock},27"


@EDITIONS
def test_N5_elsewhere_all_return(edition: str) -> None:
    state = table(edition, houses="bremen-minden:2t+minden-hannover:2t,2t")
    play(state, "displace trader bremen-minden.1", "pay trader", "relocate minden-hannover.3")
    play(state, "relocate muenster-minden.1", "neutral minden-hannover minden")
    assert "minden-hannover" not in rows(fields(state)["houses"])
    assert fields(state)["neutral"] == "25,27" and offices(state, "minden") == ["2t"]


@EDITIONS
def test_N6_a_neutral_trader_comes_with_every_replacement(edition: str) -> None:
    state = table(edition, plate="plus_3_actions", actions=0,
                  taverns="osnabrueck-bremen:extra_office+hildesheim-goslar:remove_3")  # fmt: skip
    events = play(state, "end-turn", "put plus_3_actions kampen-arnheim")
    assert rows(fields(state)["houses"])["kampen-arnheim"].count("2t") == 1
    assert "neutral" in kinds(events)
    later = table(edition, plate="plus_3_actions", actions=0, houses="kampen-arnheim:2t",
                  taverns="osnabrueck-bremen:extra_office+hildesheim-goslar:remove_3")  # fmt: skip
    play(later, "end-turn")
    assert_illegal(later, "put plus_3_actions kampen-arnheim")


@EDITIONS
def test_N7_a_marker_on_their_route_is_discarded_and_replaced(edition: str) -> None:
    state = nearly(
        edition,
        taverns="hamburg-luebeck:plus_4_actions+osnabrueck-bremen:extra_office+hildesheim-goslar:remove_3",
        bag="plus_3_actions",
        actions=1,
    )
    events = fill(state, "neutral hamburg-luebeck luebeck")
    assert of_kind(events, "marker-lost")[0].piece == "marker.plus_4_actions"
    shows(state, markers="-", used="-", bag=0, plate=1)
    assert "plus_4_actions" in fields(state)["box"]
    assert line(state, "markers") == (0, 0)
    play(state, "end-turn")
    assert asked(state) == "replace" and state.actor == 0
    play(state, "put plus_3_actions kampen-arnheim")
    assert state.turn_seat == 1 and len(rows(fields(state)["taverns"])) == 3


def test_N8_the_tenth_town_filled_by_a_neutral_trader_ends_the_game() -> None:
    state = table(
        houses="dortmund-paderborn:2t+duisburg-dortmund:2t", offices=NINE_TOWNS,
        levels="0:liber_sophiae:3+1:clavis_urbis:2",
    )  # fmt: skip
    play(state, "displace trader dortmund-paderborn.1", "relocate duisburg-dortmund.2")
    play(state, legal(state, "relocate")[0], "neutral duisburg-dortmund duisburg")
    assert state.actor is None and result(state).reason == "completed"
    assert len(result(state).totals) == 2


@EDITIONS
def test_N9_A35h_no_marker_left_for_the_neutral_claim_ends_the_game(edition: str) -> None:
    state = nearly(
        edition,
        taverns="hamburg-luebeck:plus_4_actions+osnabrueck-bremen:extra_office+hildesheim-goslar:remove_3",
        bag=0,
    )
    fill(state, "neutral hamburg-luebeck luebeck")
    assert state.actor is None and result(state).reason == "markers"
    assert offices(state, "luebeck") == ["2t"], "the claim is finished first"


def scattered(count: int) -> str:
    """Return this number of neutral traders on the routes, including Bremen-Minden, with no route full."""
    routes = [name for name, (_, _, houses) in BACK.routes.items() if houses > 2 and name != "bremen-minden"]
    each = [1 + (number < count - 1 - len(routes)) for number in range(min(len(routes), count - 1))]
    rows = [f"{name}:{','.join(['2t'] * number)}" for name, number in zip(routes, each, strict=False)]
    return "+".join(["bremen-minden:2t", *rows])


def test_N10_the_second_unused_colour() -> None:
    state = table(houses=scattered(27), neutral="0,27")
    play(state, "displace trader bremen-minden.1", "pay trader")
    events = play(state, "relocate minden-hannover.3")
    assert of_kind(events, "neutral-colour")[0].amount == 27
    play(state, "relocate muenster-minden.3")
    assert fields(state)["neutral"] == "26,0"


def test_N10_when_both_colours_are_used_up_only_the_displaced_one_is_set_down() -> None:
    state = table(houses=scattered(54), neutral="0,0")
    play(state, "displace trader bremen-minden.1", "pay trader", "relocate minden-brunswiek.4")
    assert asked(state) == "turn" and state.actor == 0


@EDITIONS
def test_N11_the_neutral_side_scores_nothing(edition: str) -> None:
    state = table(edition, ask="over", ending="markers", bag=0,
                  offices="minden:2t,2t,0t+hannover:1t", points="3,1")  # fmt: skip
    assert state.controller("minden") == 2
    assert len(result(state).totals) == len(result(state).ranks) == 2
    assert line(state, "towns") == (0, 2) and result(state).totals == (3 + 1, 1 + 2 + 1)


def test_N11_neutral_offices_deny_the_point_of_a_claim() -> None:
    state = table(houses=full("0t", "minden-hannover", seats=2), offices="minden:0t,2t+hannover:1t")
    play(state, "claim minden-hannover")
    assert points(state) == (0, 1)


@EDITIONS
def test_N12_a_removed_neutral_trader_returns_to_the_neutral_stock(edition: str) -> None:
    state = table(edition, houses="bremen-minden:2t,1t", markers="0:remove_3")
    before = fields(state)["neutral"]
    assert before == "26,27"
    events = play(state, "use remove_3 bremen-minden.1", "done")
    assert fields(state)["neutral"] == "27,27"
    assert of_kind(events, "removed")[0].target == "neutral"


# --- the rulings


@EDITIONS
def test_A35_coellen_warburg_gets_a_neutral_trader_in_the_portuguese_game(edition: str) -> None:
    state = RULESET.new_game(2, {"two_players": f"neutral-{edition}"})
    assert ("coellen-warburg" in rows(fields(state)["houses"])) == (edition == "pt")


def test_A35b_the_neutral_claim_is_forced() -> None:
    state = nearly()
    fill(state)
    assert_illegal(state, "end-turn", "no-benefit", "decline", "income 3t")
    assert {text.split()[0] for text in legal(state)} == {"neutral"}


def test_A35d_the_second_neutral_trader_is_no_choice() -> None:
    state = nearly()
    play(state, "relocate hamburg-lueneburg.1")
    assert state.actor == 1 and {text.split()[0] for text in legal(state)} == {"relocate"}


def test_A35e_a_neutral_claim_pays_for_control() -> None:
    state = nearly(offices="hamburg:1t+luebeck:0t", points="3,19")
    fill(state, "neutral hamburg-luebeck hamburg")
    assert points(state) == (4, 20)
    assert state.outcome is not None and state.outcome.reason == "points"


def test_A35f_full_towns_get_no_office() -> None:
    state = nearly(offices="hamburg:1t,0t,1t+luebeck:0t,1t")
    fill(state)
    assert asked(state) == "turn", "there is nothing to choose"
    assert offices(state, "hamburg") == ["1t", "0t", "1t"] and offices(state, "luebeck") == ["0t", "1t"]
    assert rows(fields(state)["houses"])["hamburg-luebeck"].count("2t") == 1


def test_A35f_one_full_town_leaves_the_other() -> None:
    state = nearly(offices="hamburg:1t,0t,1t")
    fill(state)
    assert asked(state) == "turn" and offices(state, "luebeck") == ["2t"]


def test_A35g_the_coin_is_lost_and_the_town_may_be_completed() -> None:
    state = nearly(offices="luebeck:1t")
    events = fill(state, "neutral hamburg-luebeck luebeck")
    assert offices(state, "luebeck") == ["1t", "2t"] and points(state) == (0, 1)
    assert of_kind(events, "completed")[0].amount == 1


def test_A35i_several_routes_one_after_the_other() -> None:
    houses = "hannover-lueneburg:2t+hamburg-lueneburg:2t,2t,2t+lueneburg-perleberg:2t,2t"
    state = table(houses=houses)
    play(state, "displace trader hannover-lueneburg.1", "pay trader")
    play(state, "relocate hamburg-lueneburg.4", "relocate lueneburg-perleberg.3")
    assert asked(state) == "neutral-claim" and state.actor == 0
    assert {text.split()[1] for text in legal(state)} == {"hamburg-lueneburg", "lueneburg-perleberg"}
    play(state, "neutral lueneburg-perleberg perleberg")
    assert asked(state) == "neutral-claim"
    assert {text.split()[1] for text in legal(state)} == {"hamburg-lueneburg"}
    play(state, "neutral hamburg-lueneburg lueneburg")
    assert asked(state) == "turn" and rows(fields(state)["houses"]) == {
        "hannover-lueneburg": ["0t", ".", "."]
    }


def test_A35j_a_swap_with_a_neutral_office() -> None:
    state = table(offices="minden:0t,2t", markers="0:swap_offices")
    assert state.controller("minden") == 2
    play(state, "use swap_offices minden.1")
    assert offices(state, "minden") == ["2t", "0t"] and state.controller("minden") == 0


def test_A35j_an_additional_office_beside_a_neutral_one() -> None:
    state = table(offices="minden:2t", markers="0:extra_office", houses=full("0t", "bremen-minden", seats=2))
    play(state, "claim bremen-minden", "extra-office trader minden")
    assert state.controller("minden") == 2


def test_neutral_offices_link_nobody_and_get_no_east_west_bonus() -> None:
    state = table(
        houses="minden-brunswiek:2t,2t,2t+bremen-minden:2t",
        offices="arnheim:2t+muenster:2t+minden:2t+stendal:2t",
    )
    play(state, "displace trader bremen-minden.1", "pay trader", "relocate minden-brunswiek.4")
    play(state, "relocate minden-hannover.1", "neutral minden-brunswiek brunswiek")
    assert points(state) == (0, 0) and fields(state)["linked"] == "-" and line(state, "network") == (0, 0)


def test_the_turn_ends_as_usual() -> None:
    state = table()
    end_turn(state)
    assert state.turn_seat == 1
    assert_legal(state, "end-turn")
