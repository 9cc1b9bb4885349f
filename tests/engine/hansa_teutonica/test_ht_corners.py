"""Corner cases where two rules meet, and actions that belong to another board, variant or game."""

from __future__ import annotations

import pytest

from game.engine import Action, IllegalAction, ParseError
from game.games.hansa_teutonica.rules.editions import all_words
from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.engine.hansa_teutonica.ht_board import FRONT
from tests.engine.hansa_teutonica.ht_games_played import SETUPS
from tests.engine.hansa_teutonica.ht_kit import (
    actions_left,
    asked,
    assert_illegal,
    assert_legal,
    at,
    each,
    extras,
    fields,
    full,
    house,
    legal,
    mixed,
    of_kind,
    play,
    points,
    shows,
    top,
    without,
)

HOME = "duisburg-dortmund"


def crowded(*empty: str, piece: str = "t") -> HansaTeutonicaState:
    """Return a board with every house taken but these; a piece of A is alone on Duisburg-Dortmund."""
    houses = without(mixed([f"{seat}t" for seat in range(5)], *FRONT.routes), f"{HOME}.1", *empty)
    houses = houses.replace(f"{HOME}:.", f"{HOME}:0{piece}")
    return at(5, turn=1, levels=top(*range(5)), houses=houses, supply="-,3t,-,-,-")


@pytest.mark.parametrize("piece", ["t", "m"])
def test_an_extra_piece_leaves_the_last_house_to_the_displaced_one(piece: str) -> None:
    """6.2: the displaced piece must be placed, so nothing may take the only house available to it."""
    state = crowded("quedlinburg-halle.4", piece=piece)
    play(state, f"displace trader {HOME}.1")
    assert legal(state) == ["relocate quedlinburg-halle.4"]
    state = crowded("quedlinburg-halle.3", "quedlinburg-halle.4", piece=piece)
    play(state, f"displace trader {HOME}.1", "add stock.trader quedlinburg-halle.3")
    assert legal(state) == ["relocate quedlinburg-halle.4"]


def test_with_one_house_on_the_board_a_move_is_still_possible() -> None:
    state = crowded("quedlinburg-halle.4")
    play(state, "lift groningen-emden.2")
    assert legal(state, "set") == ["set quedlinburg-halle.4"]


def test_W5_two_steps_open_a_route_that_was_out_of_reach() -> None:
    state = at(2, pawn="I5", houses=full("0t", "stade-hamburg", seats=2))
    assert_illegal(state, "claim stade-hamburg")
    play(state, "step I4", "step R2", "claim stade-hamburg", "improve privilegium")
    play(state, "income 3t")
    assert legal(state, "step") == [] and actions_left(state) == 0


def test_the_price_may_leave_the_supply_empty_and_the_turn_goes_on() -> None:
    state = at(4, houses="minden-hannover:1m", supply=each(4, "3t"))
    play(state, "displace trader minden-hannover.1", "relocate bremen-minden.1", "decline")
    assert legal(state, "place", "displace") == []
    assert_legal(state, "income 3t", "lift minden-hannover.1", "end-turn")


def test_a_displaced_piece_may_fill_a_route_of_its_owner_that_the_active_player_then_breaks() -> None:
    state = at(4, houses="arnheim-duisburg:1t,1t+duisburg-dortmund:1t")
    play(state, f"displace trader {HOME}.1", "pay trader", "relocate arnheim-duisburg.3", "decline")
    play(state, "displace trader arnheim-duisburg.3", "pay trader")
    assert state.actor == 1
    play(state, "relocate kampen-arnheim.1", "decline")
    assert actions_left(state) == 0 and house(state, "arnheim-duisburg.3") == "0t"


def test_an_additional_office_in_a_town_only_the_claimant_holds() -> None:
    state = at(4, houses=full("0t", "minden-brunswiek"), offices="brunswiek:0t", markers="0:extra_office*2")
    play(state, "claim minden-brunswiek", "extra-office trader brunswiek")
    assert points(state)[0] == 1 and extras(state, "brunswiek") == ["0t"]
    shows(state, markers="0:extra_office", used="0:extra_office")


def test_the_last_office_of_a_town_still_lets_the_other_end_be_chosen() -> None:
    state = at(4, houses=full("0t", HOME), offices="dortmund:1m")
    play(state, f"claim {HOME}")
    assert legal(state) == ["office duisburg.1", "no-benefit"]


def test_a_marker_on_a_route_to_an_ability_town() -> None:
    state = at(
        4,
        houses=full("0t", "stade-hamburg"),
        taverns="stade-hamburg:improve_ability+osnabrueck-bremen:extra_office+hildesheim-goslar:remove_3",
    )
    play(state, "claim stade-hamburg", "improve privilegium", "use improve_ability privilegium")
    assert state.value(0, "privilegium") == "pink"
    shows(state, used="0:improve_ability", plate=1)


def test_actiones_raised_by_a_marker_after_the_last_action_and_again() -> None:
    state = at(4, actions=0, levels="0:actiones:2", markers="0:improve_ability*2")
    play(state, "use improve_ability actiones")
    assert actions_left(state) == 0 and state.value(0, "actiones") == 3
    play(state, "use improve_ability actiones")
    assert actions_left(state) == 1 and state.value(0, "actiones") == 4


def test_a_swap_may_hand_control_over_before_a_claim() -> None:
    state = at(4, houses=full("0t", "minden-hannover"), offices="hannover:0t,1t", markers="0:swap_offices")
    play(state, "use swap_offices hannover.1", "claim minden-hannover")
    assert points(state)[:2] == (1, 0)


def test_removing_a_piece_may_open_a_route_for_a_replacement() -> None:
    state = at(
        4,
        houses="kampen-arnheim:1t",
        markers="0:remove_3",
        plate="plus_3_actions",
        taverns="osnabrueck-bremen:extra_office+lueneburg-perleberg:swap_offices",
        actions=0,
    )
    play(state, "use remove_3 kampen-arnheim.1", "end-turn")
    assert_legal(state, "put plus_3_actions kampen-arnheim")


def test_an_additional_office_makes_a_town_count_for_a_second_one() -> None:
    """9.5 requires any office in the town; an additional one is only ever next to a printed one anyway."""
    state = at(4, houses=full("0t", "bremen-minden"), offices="bremen:1t", extras="bremen:2t",
               markers="0:extra_office")  # fmt: skip
    play(state, "claim bremen-minden")
    assert_legal(state, "extra-office trader bremen")
    with pytest.raises(ParseError):
        at(4, extras="bremen:2t")


def test_neutral_claims_of_the_second_player_as_well() -> None:
    state = at(
        2,
        options="two_players:neutral-pt",
        turn=1,
        houses="stade-hamburg:2t+hamburg-luebeck:2t,2t",
        actions=1,
    )
    play(state, "displace trader stade-hamburg.1", "pay trader")
    assert state.actor == 0
    play(state, "relocate hamburg-luebeck.3", "relocate hamburg-lueneburg.1")
    assert state.actor == 1 and asked(state) == "neutral-claim"


def test_the_neutral_claim_waits_for_the_second_trader() -> None:
    """12.B.2, 12.B.3: the displaced trader fills the route, the other one is placed, then it is claimed."""
    state = at(2, options="two_players:neutral-pt", houses="stade-hamburg:2t+hamburg-luebeck:2t,2t")
    play(state, "displace trader stade-hamburg.1", "pay trader", "relocate hamburg-luebeck.3")
    assert asked(state) == "relocate-neutral" and state.actor == 1
    assert "hamburg-luebeck" not in {text.split()[1].split(".")[0] for text in legal(state)}


# --- foreign actions


FOREIGN = """
claim emden-stade
place trader warburg-goettingen.1
office dortmund.3
office goslar.2
extra-office trader bremen
pawn I5
step I4
walk R8
finish
neutral hamburg-luebeck hamburg
neutral hamburg-luebeck
table 4
income 3m
relocate bremen-minden.1
add stock.trader bremen-minden.1
add bremen-minden.1 bremen-minden.2
decline
done
no-benefit
put remove_3 kampen-arnheim
use swap_offices minden.3
use improve_ability bursa
remove bremen-minden.1
pay merchant
lift bremen-minden.1
set bremen-minden.1
""".strip().splitlines()


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_actions_of_other_boards_and_variants_are_refused(seats: int, options: dict[str, str]) -> None:
    """Their texts are unknown in this game, as objects they are illegal."""
    state = RULESET.new_game(seats, options, seed=2)
    while asked(state) == "pawn":
        play(state, "pawn I1")
    offered, before = set(legal(state)), fields(state)
    for text in FOREIGN:
        if text not in offered:
            with pytest.raises((IllegalAction, ParseError)):
                state.apply(state.parse_action(text))
    for words in all_words():
        if words is not state.edition.words:
            with pytest.raises(IllegalAction) as refusal:
                state.apply(words.place[0][0])
            assert refusal.value.reason.id == "not-offered"
    assert fields(state) == before


def test_an_action_made_by_hand_is_not_legal() -> None:
    state = at(4)
    with pytest.raises(IllegalAction):
        state.apply(Action("income 3t", ("stock.trader",)))


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "income",
        "income 0t",
        "income 3t ",
        "income 3x",
        "Place trader bremen-minden.1",
        "place cube bremen-minden.1",
        "place trader bremen-minden.9",
        "place trader minden-bremen.1",
        "claim minden",
        "office minden.5",
        "office minden.0",
        "table 5",
        "use plus_5_actions",
        "use swap_offices minden",
        "improve keys",
        "pawn X1",
        "end turn",
        "put remove_3",
        "neutral",
        "add hand.trader bremen-minden.1",
        "place trader bremen-minden.1 now",
        "place trader bremen-minden.\u0661",
    ],
)
def test_what_is_no_action_is_a_parse_error(text: str) -> None:
    with pytest.raises(ParseError) as refusal:
        RULESET.parser(4)(text)
    assert str(refusal.value).strip()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("seats=2 options=two_players:neutral-pt houses=stade-hamburg:2t,2t,2t", "12.B.3"),
        ("seats=4 points=20,0,0,0", "10.1"),
        ("seats=4 start=3 turn=1 number=1", "number"),
        ("seats=4 number=0", "number"),
        ("seats=4 ask=relocate hand=1t route=minden-hannover allowance=1", "stands on minden-hannover"),
        (
            "seats=4 ask=relocate hand=1t route=minden-hannover allowance=2 houses=minden-hannover:0t",
            "trader",
        ),
        ("seats=4 linked=0", "7.7"),
        ("seats=4 offices=arnheim:0t+muenster:0m+minden:0t+brunswiek:0t+stendal:0t", "7.7"),
        ("seats=4 plate=1", "13.4"),
        ("seats=4 ask=over ending=points", "10.1"),
        ("seats=2 options=two_players:neutral-pt offices=minden:2m", "12.B.4"),
    ],
)
def test_positions_that_cannot_occur_are_refused_with_the_reason(line: str, reason: str) -> None:
    with pytest.raises(ParseError, match=reason):
        RULESET.parse_position(f"hansa-teutonica {line}")


def test_events_of_a_claim_come_in_the_order_of_the_rules() -> None:
    """7.1, 7.2, 7.4 with its coin, 7.8."""
    state = at(
        4,
        houses=full("0t", "hamburg-luebeck"),
        offices="hamburg:1t",
        taverns="hamburg-luebeck:remove_3+osnabrueck-bremen:extra_office+hildesheim-goslar:swap_offices",
    )
    events = play(state, "claim hamburg-luebeck", "office luebeck.1")
    told = [event.kind for event in events]
    assert told == ["claim", "points", "marker-taken", "marker-drawn", "office", "points", "return", "return"]
    assert [event.seat for event in of_kind(events, "points")] == [1, 0]
