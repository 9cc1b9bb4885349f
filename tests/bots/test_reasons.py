"""Reasons for plans in positions with a clear purpose: gains, preparation, prevention, and the player
affected."""

from __future__ import annotations

import re
from typing import Any

import pytest

from game import engine
from game.bots.brain import brain
from game.engine.core import Reason
from game.engine.record import Record, read, write
from game.games.hansa.rules.state import HansaState
from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState

from .kit import told

at = RULESET.parse_position
MARKED = "osnabrueck-bremen"
ACTIONS = "goettingen-quedlinburg"
ELSEWHERE = ("arnheim-muenster.1", "arnheim-muenster.2", "minden-brunswiek.1", "minden-brunswiek.2")

SELLING = (
    "hansa seats=3 colours=red+blue+green+orange+brown stall_guard=off first=0 turn=1 number=8 ask=restock "
    "ship=riga acted=no busy=no idle=0 stalled=no stacks=9,10,10,10,10 warehouses=1a:orange.2+"
    "1b:green.3+2a:blue.3+"
    "2b:red.1+3a:orange.2+3b:green.2+4a:red.2+5a:blue.1+6a:orange.2+7b:orange.2+9a:green.1+9b:red.2 "
    "coins=3,4,3 markets=aalborg:2+copenhagen:2+kalmar:2+danzig:3+riga:6,"
    "stockholm:2+kalmar:3+danzig:4+reval:4,tonsberg:2+lubeck:2+reval:6+riga:5 "
    "unsold=-,red.2*2,brown.1+brown.2 sold=-,-,- removed=- selling=- losses=-"
)
"""The second of three players has a pair of red goods, and a third one is for sale where the ship is."""

SWAPPING = (
    "hansa-teutonica seats=3 options=- start=2 number=35 turn=0 ask=turn actor=0 actions=3 "
    "ending=- houses=groningen-emden:1t,1t,.+kampen-osnabrueck:1t,.+kampen-arnheim:2t,2t,2t "
    "offices=groningen:1t,2m+emden:0m+kampen:2t+osnabrueck:1t,2t+perleberg:2t+hildesheim:0t "
    "extras=- table=.,.,.,. supply=4t2m,1t2m,3t stock=7t,7t,5t "
    "levels=0:actiones:2+0:liber_sophiae:3+1:actiones:2+1:privilegium:2+1:liber_sophiae:2+"
    "2:clavis_urbis:2+2:actiones:2+2:privilegium:2 neutral=- points=6,3,4 linked=- "
    "markers=0:extra_office+0:swap_offices+0:plus_3_actions+1:extra_office+1:plus_3_actions+"
    "2:extra_office used=0:remove_3+1:remove_3+2:swap_offices+2:improve_ability "
    "taverns=groningen-emden:swap_offices+emden-osnabrueck:improve_ability+"
    "kampen-arnheim:extra_office bag=3 plate=0 box=- pawn=- steps=2 acted=no hand=- origins=- "
    "allowance=0 route=- fresh=-"
)
"""The first of three players can take control of Groningen from the third."""
SWAP_LATER = (
    "displace trader kampen-arnheim.1",
    "pay trader",
    "use swap_offices groningen.1",
    "end-turn",
)
PAWN = (
    "hansa-teutonica seats=2 options=- start=0 number=9 turn=0 ask=turn actor=0 actions=0 "
    "ending=- "
    "houses=stade-hamburg:0t,0t,.+hildesheim-goslar:1t,1t,.+goslar-magdeburg:0t,0t+"
    ""
    "goslar-quedlinburg:1t,1t,1t,1t+goettingen-quedlinburg:0t,1t,1t+quedlinburg-halle:0t,0t,1t,1t "
    "offices=hildesheim:0t extras=- table=.,.,.,. supply=-,1m stock=3t1m,1t levels=- neutral=- "
    "points=0,0 linked=- markers=0:swap_offices used=- "
    "taverns=osnabrueck-bremen:remove_3+lueneburg-perleberg:extra_office bag=12 plate=1 box=- "
    "pawn=R1 steps=2 acted=yes hand=- origins=- allowance=0 route=- fresh=-"
)
"""With the pawn, at the end of a turn."""
ALONE = (
    "hansa-teutonica seats=2 options=- start=0 number=20 turn=1 ask=relocate actor=0 actions=1 "
    "ending=- "
    "houses=groningen-emden:1t,0m,0t+kampen-osnabrueck:1t,1t+osnabrueck-bremen:1t,0t,.+"
    "paderborn-hildesheim:.,0t,.+goettingen-quedlinburg:0t,0t,0t "
    "offices=groningen:1t+emden:1m+hildesheim:0t extras=- table=.,.,.,. supply=3t,2t stock=1t,5t "
    "levels=0:privilegium:2+1:privilegium:2 neutral=- points=0,2 linked=- markers=1:swap_offices "
    "used=0:remove_3+1:plus_4_actions "
    "taverns=groningen-emden:improve_ability+osnabrueck-bremen:extra_office+"
    "lueneburg-perleberg:swap_offices bag=10 plate=0 box=- pawn=R2 steps=0 acted=yes hand=0t "
    "origins=- allowance=1 route=groningen-emden fresh=-"
)
"""A displaced piece can be set down on a route of four houses."""
LAYING = (
    "hansa-teutonica seats=4 options=- start=3 number=36 turn=2 ask=replace actor=2 actions=0 "
    "ending=- houses=bremen-minden:3t,.,. "
    "offices=groningen:1t,2m+emden:2m+kampen:0m+osnabrueck:3t,0t+bremen:3m+perleberg:3t+"
    "arnheim:1t+duisburg:1t+dortmund:1m+hildesheim:2t extras=osnabrueck:3t,0t,3t table=.,.,.,. "
    "supply=2t,3t,-,5t stock=10t,7t,12t,2t "
    "levels=0:clavis_urbis:2+0:actiones:2+0:privilegium:2+1:clavis_urbis:2+1:actiones:2+"
    "2:actiones:2+2:privilegium:2+2:liber_sophiae:2+3:actiones:2 neutral=- points=8,4,4,7 "
    "linked=- "
    "markers=0:swap_offices+0:remove_3+1:plus_3_actions+2:swap_offices+2:plus_3_actions+"
    "3:extra_office "
    "used=0:extra_office+0:improve_ability+1:plus_4_actions+1:improve_ability+"
    "2:plus_4_actions+3:extra_office*2 "
    "taverns=emden-osnabrueck:remove_3+kampen-arnheim:swap_offices bag=0 plate=improve_ability "
    "box=- pawn=- steps=2 acted=no hand=- origins=- allowance=0 route=- fresh=-"
)
"""A claim laid a marker: two towns that the third of four players controls are next to each other."""

ReasonText = tuple[str, dict[str, Any]]


def after(*turns: tuple[str, ...]) -> HansaTeutonicaState:
    """Return a new game of three in which these houses were taken, turn after turn."""
    state = RULESET.new_game(3, seed=3)
    for houses in turns:
        for house in houses:
            state.apply(state.parse_action(f"place trader {house}"))
        state.apply(state.parse_action("end-turn"))
    return state


def houses(route: str, *numbers: int) -> tuple[str, ...]:
    return tuple(f"{route}.{number}" for number in numbers)


def test_the_marker_on_a_claimed_route_is_named_with_the_office() -> None:
    state = after(houses(MARKED, 1, 2), ELSEWHERE[:2], ELSEWHERE[2:])
    assert state.tavern_marker(MARKED)
    plan = (f"place trader {MARKED}.3", f"claim {MARKED}", "office osnabrueck.1", "end-turn")
    name, facts = told(state, *plan)
    told_too = facts["also"].split(".")
    assert (name, told_too[0]) in {("fill-marker", "office"), ("fill-office", "marker")}
    assert "control" in told_too
    assert facts["marker"] == state.tavern_marker(MARKED) and facts["town"] == "osnabrueck"


def test_who_takes_the_last_house_of_somebody_elses_route_stands_in_the_way_of_what_they_want() -> None:
    state = after(houses(ACTIONS, 1, 2), ELSEWHERE[:2])
    name, facts = told(state, f"place trader {ACTIONS}.3", "end-turn")
    assert (name, facts["also"]) == ("block", "wants-actions")
    assert facts["rival"] == (state.actor or 3) - 2 and facts["wants_actions"] == 3


def test_who_fills_most_of_a_route_builds_there_whoever_else_is_on_it() -> None:
    state = after((f"{ACTIONS}.1", ELSEWHERE[0]), ELSEWHERE[1:3])
    plan = (f"place trader {ACTIONS}.2", f"place trader {ACTIONS}.3", "end-turn")
    name, facts = told(state, *plan)
    assert name == "build-actions" and facts["n"] == 3
    assert facts["also"].split(".")[-1] == "missing-rival" and facts["missing_rival"] == 1


def test_who_displaces_somebody_about_to_claim_a_route_says_so() -> None:
    state = after(houses(ACTIONS, 1, 2), ELSEWHERE[:2], ELSEWHERE[2:], (f"{ACTIONS}.3",))
    name, facts = told(state, f"displace trader {ACTIONS}.1", "pay trader", "end-turn")
    assert name == "stop" or facts["also"].startswith("contested")
    assert facts["rival"] != state.actor


def test_a_route_that_is_full_needs_one_action_more() -> None:
    state = after(houses(ACTIONS, 1, 2), ELSEWHERE[:2], ELSEWHERE[2:])
    assert told(state, f"place trader {ACTIONS}.3", "end-turn")[1]["also"].endswith("full")


def test_what_is_prepared_besides_a_claim_is_named_if_nothing_else_is_to_be_said() -> None:
    state = after(houses(ACTIONS, 1, 2), ELSEWHERE[:2], ELSEWHERE[2:], (f"{ACTIONS}.3",), (), ())
    plan = (
        f"claim {ACTIONS}",
        "improve actiones",
        "place trader kampen-osnabrueck.1",
        "place trader kampen-osnabrueck.2",
    )
    name, facts = told(state, *plan, "end-turn")
    assert (name, facts["also"], facts["next"]) == ("claim-actions", "gathers", "kampen-osnabrueck")


def test_whom_a_plan_keeps_from_another_route_is_said_besides_a_claim() -> None:
    """One piece in the last house of another player's route gathers nothing there: it blocks the route."""
    begun = houses(MARKED, 1, 2), houses(ACTIONS, 1, 2), ELSEWHERE[:2]
    state = after(*begun, (), (f"{ACTIONS}.3", ELSEWHERE[2]), (), ())
    name, facts = told(state, f"claim {ACTIONS}", "improve actiones", f"place trader {MARKED}.3", "end-turn")
    assert (name, facts["also"], facts["rival"], facts["next"]) == ("claim-actions", "blocks", 0, MARKED)


def test_goods_sold_in_the_same_turn_make_no_pair_for_a_later_sale() -> None:
    state = engine.ruleset("hansa").parse_position(SELLING)
    mind = brain("hansa")
    actions = []
    now = state.copy()
    for text in ("buy 9b", "sail danzig", "sail reval", "sell red 2 2 2"):
        actions.append(now.parse_action(text))
        now.apply(actions[-1])
    found = mind.reason(state, tuple(actions), mind.context(state))
    assert found is not None and found[0] == "sell" and "next" not in found[1]


def test_income_is_taken_when_few_pieces_are_left() -> None:
    begun = (ACTIONS, "arnheim-muenster", "minden-brunswiek", "kampen-arnheim")
    state = after(*(houses(route, 1, 2) for route in begun), (), ())
    left = sum(state.supply_of(state.actor or 0))
    name, facts = told(state, "income 3t", "end-turn")
    assert left <= 3 and (name, facts["also"], facts["supply"]) == ("income", "supply", left)


def test_who_takes_income_with_pieces_left_says_how_many_there_are_then() -> None:
    state = after()
    left = sum(state.supply_of(state.actor or 0))
    assert told(state, "income 3t", "end-turn") == ("income-more", {"n": left + 3})


def test_the_reason_is_about_what_happens_before_others_decide_and_names_what_follows() -> None:
    """A hint shows only these actions, so its reason must be about them."""
    here = "emden-osnabrueck"
    state = after(houses(ACTIONS, 1, 2), (f"{here}.1", ELSEWHERE[0]), ELSEWHERE[1:3])
    displace = (f"displace trader {here}.1", "pay trader")
    name, facts = told(state, *displace, f"place trader {ACTIONS}.3", "end-turn")
    assert name.startswith("displace") and facts["route"] == here
    assert "gathers" in facts["also"].split(".") and facts["next"] == ACTIONS
    name, facts = told(at(SWAPPING), *SWAP_LATER)
    assert name == "stop" and "uses" in facts["also"] and facts["marker"] == "swap_offices"


def test_houses_still_missing_are_counted_after_what_is_shown_or_at_the_end_of_the_turn() -> None:
    state = after((f"{ACTIONS}.1", ELSEWHERE[0]), ELSEWHERE[1:3])
    displace, place = (f"displace trader {ACTIONS}.1", "pay trader"), f"place trader {ACTIONS}.2"
    for plan, also, missing in (
        ((*displace, "end-turn"), "missing", 2),
        ((*displace, place, "end-turn"), "turn-missing", 1),
        ((place, *displace, "end-turn"), "missing", 1),
    ):
        _, facts = told(state, *plan)
        assert also in facts["also"].split("."), plan
        assert facts[also.replace("-", "_")] == missing, plan


def test_who_displaces_a_neutral_trader_says_what_a_claim_would_bring() -> None:
    """The displacement itself brings no marker."""
    state = engine.ruleset("hansa-teutonica").new_game(2, {"two_players": "neutral-pt"}, seed=3)
    assert isinstance(state, HansaTeutonicaState)
    name, facts = told(state, f"displace trader {MARKED}.1", "pay trader", "end-turn")
    assert (name, facts["also"]) == ("displace-neutral", "aim-marker.missing")
    assert facts["marker"] == state.tavern_marker(MARKED)


def test_what_comes_with_an_office_is_told_of_the_claim_and_not_of_the_displacement() -> None:
    state = after((f"{MARKED}.1", ELSEWHERE[0]))
    plan = (f"displace trader {MARKED}.1", "pay trader", "end-turn")
    name, facts = told(state, *plan)
    assert name in ("displace-town", "displace-marker")
    assert facts["also"].startswith("aim-office" if name == "displace-marker" else "aim-marker")


def test_a_swap_without_an_own_office_takes_control_from_somebody() -> None:
    *displace, use, end = SWAP_LATER
    name, facts = told(at(SWAPPING), use, *displace, end)
    assert (name, facts["town"], facts["holder"]) == ("use-swap-from", "groningen", 2)
    assert (facts["also"], facts["rival"], facts["next"]) == ("spoils", 2, "kampen-arnheim")


def test_the_pawn_is_moved_away_from_the_pieces_of_whoever_acts_next() -> None:
    name, facts = told(at(PAWN), "step I2", "step I6", "end-turn")
    assert (name, facts["route"], facts["rival"]) == ("pawn-away", "goslar-quedlinburg", 1)
    assert (facts["also"], facts["town"]) == ("wants-office", "goslar")


def test_the_pawn_is_moved_towards_own_pieces_where_there_is_still_something_to_do() -> None:
    begun = at(PAWN.replace("actions=0", "actions=2").replace("acted=yes", "acted=no"))
    name, facts = told(begun, "step I2", "step I6")
    assert name == "pawn-near" and facts["also"] == "aim-track" and facts["track"] == "privilegium"


@pytest.mark.parametrize(
    ("province", "route", "also"),
    [("I4", MARKED, "aim-marker"), ("R1", ACTIONS, "aim-actions"), ("R7", "stade-hamburg", "aim-track")],
)
def test_where_the_pawn_is_first_put_is_named_with_the_best_there_is_to_claim(
    province: str, route: str, also: str
) -> None:
    state = engine.ruleset("hansa-teutonica").new_game(2, {"two_players": "pawn"}, seed=3)
    assert isinstance(state, HansaTeutonicaState)
    name, facts = told(state, f"pawn {province}")
    assert (name, facts["province"], facts["route"], facts["also"]) == ("pawn-first", province, route, also)


def test_the_pawn_moved_with_no_pieces_about_is_moved_for_a_claim() -> None:
    state = engine.ruleset("hansa-teutonica").new_game(2, {"two_players": "pawn"}, seed=3)
    assert isinstance(state, HansaTeutonicaState)
    state.apply(state.parse_action("pawn R1"))
    name, facts = told(state, "step I2", "end-turn")
    assert (name, facts["province"]) == ("pawn-to", "I2") and facts["also"].startswith("aim-")


def test_a_marker_is_laid_where_both_towns_pay_or_a_claim_is_wanted_anyway() -> None:
    state = at(LAYING)
    route = {"route": "groningen-emden", "marker": "improve_ability"}
    assert told(state, "put improve_ability groningen-emden") == ("put-marker-both", route)
    name, facts = told(state, "put improve_ability bremen-hamburg")
    assert (name, facts["also"], facts["town"]) == ("put-marker-aim", "office", "hamburg")


def test_one_piece_far_from_a_claim_stands_in_the_way_of_whoever_wants_the_route() -> None:
    name, facts = told(at(ALONE), "relocate emden-osnabrueck.1", "decline")
    assert (name, facts["rival"], facts["also"]) == ("bait", 1, "wants-office")


def test_a_piece_of_the_stock_that_gathers_for_nothing_comes_into_play() -> None:
    line = (
        "hansa-teutonica seats=4 start=3 number=16 turn=2 ask=relocate actor=1 actions=0 "
        "houses=groningen-emden:2t,1t,1t+emden-osnabrueck:1t,0t,0t,0t+stade-hamburg:0t,1t,.+"
        "paderborn-warburg:3t,.,.+emden-stade:1t,1t,1t offices=osnabrueck:2t+bremen:0m+perleberg:3t "
        "supply=1t,-,2t1m,1t1m stock=7t,5t1m,8t,9t levels=0:actiones:2+1:actiones:2+2:actiones:2+"
        "3:actiones:2 points=0,0,1,0 markers=3:extra_office used=0:remove_3 "
        "taverns=groningen-emden:plus_3_actions+emden-osnabrueck:plus_4_actions+"
        "hildesheim-goslar:swap_offices bag=11 hand=- origins=stade-hamburg.2:1t allowance=1 "
        "route=groningen-emden"
    )
    assert told(at(line), "add stock.trader osnabrueck-bremen.1")[0] == "relocate-stock"


@pytest.mark.parametrize(
    ("coins", "why"),
    [
        ("3,1,3", ("wait", {"coins": 4, "also": "coins"})),
        ("3,0,3", ("wait-idle", {})),
        ("3,8,3", ("wait-idle", {"coins": 6, "also": "coins"})),
    ],
)
def test_who_saves_coins_says_how_many_there_are_then_unless_most_are_lost(
    coins: str, why: ReasonText
) -> None:
    line = SELLING.replace("ask=restock", "ask=turn").replace("coins=3,4,3", f"coins={coins}")
    state, mind = engine.ruleset("hansa").parse_position(line), brain("hansa")
    assert mind.reason(state, (state.parse_action("end-turn"),), mind.context(state)) == why


LAST = re.sub("stacks=\\S+", "stacks=0,0,0,0,9", SELLING).replace("ask=restock", "ask=turn")
LAST = LAST.replace("removed=- ", "")


def test_nobody_saves_coins_or_buys_for_later_in_the_last_turn() -> None:
    state, mind = engine.ruleset("hansa").parse_position(LAST), brain("hansa")
    assert isinstance(state, HansaState) and state.last_round
    idle, bought = (
        mind.reason(state, tuple(map(state.parse_action, plan)), mind.context(state))
        for plan in (("end-turn",), ("buy 9b",))
    )
    assert idle == ("wait-idle", {"also": "last"})
    assert bought is not None and bought[0] == "buy-last"


@pytest.mark.parametrize(
    "why",
    [
        Reason(
            "fill-marker", {"route": MARKED, "marker": "remove_3", "town": "osnabrueck", "also": "office"}
        ),
        Reason("build-office", {"route": MARKED, "town": "osnabrueck", "n": 1}),
        Reason("stop", {"route": ACTIONS, "rival": 1, "wants_actions": 3, "also": "wants-actions.full"}),
    ],
)
def test_a_reason_is_kept_in_a_record_old_or_new(why: Reason) -> None:
    state = after()
    record = Record.of(state)
    record.append(state.legal_actions()[0])
    record.reasons[0] = why
    assert read(write(record)).reasons == {0: why}


CLAIMS_BESIDES = (
    "hansa-teutonica seats=3 start=0 number=19 turn=0 actor=0 actions=3 "
    "houses=groningen-emden:1m,1t,1t+stade-hamburg:2t,2t,0t+hamburg-luebeck:0t,0t,0t+hamburg-lueneburg:0t,.,.,.+"
    "lueneburg-perleberg:2t,1t,.+goslar-quedlinburg:0t,0t,.,.+quedlinburg-halle:2t,.,2t,2t "
    "offices=emden:2m+osnabrueck:0t+arnheim:1t supply=1t1m,1t,1t stock=3t,7t,5t "
    "levels=0:actiones:2+1:actiones:2+2:actiones:2 points=1,0,0 markers=1:plus_3_actions "
    "used=0:remove_3+2:improve_ability taverns=stade-hamburg:extra_office+lueneburg-perleberg:extra_office+"
    "hildesheim-goslar:swap_offices bag=10"
)


def test_a_hint_gives_the_reason_for_what_it_shows_an_analysis_that_for_the_whole_turn() -> None:
    """A hint ends where a displaced player decides; the claim after it is the purpose of the turn."""
    state, mind = at(CLAIMS_BESIDES), brain("hansa-teutonica")
    texts = "displace merchant stade-hamburg.1", "income 3t", "claim hamburg-luebeck", "office luebeck.1"
    plan = tuple(map(state.parse_action, texts))
    shown = mind.reason(state, plan, mind.context(state))
    whole = mind.reason(state, plan, mind.context(state), whole=True)
    assert shown is not None and whole is not None
    assert shown[0] == "displace-track" and whole[0] == "claim-office"
    assert whole[1]["town"] == "luebeck"
