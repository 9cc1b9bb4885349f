"""Why a plan, in positions where a teacher would know: what it gets, prepares, prevents, and for whom."""

from __future__ import annotations

from typing import Any

import pytest

from game import engine
from game.bots.brain import brain
from game.engine.core import Reason
from game.engine.hansa_teutonica.state import HansaTeutonicaState
from game.engine.record import Record, read, write

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
"""The second of three players has a pair of red goods, and a third one can be bought where the ship is."""

Told = tuple[str, dict[str, Any]]


def after(*turns: tuple[str, ...]) -> HansaTeutonicaState:
    """A new game of three in which these houses were taken, in turn after turn."""
    state = engine.ruleset("hansa-teutonica").new_game(3, seed=3)
    assert isinstance(state, HansaTeutonicaState)
    for houses in turns:
        for house in houses:
            state.apply(state.parse_action(f"place trader {house}"))
        state.apply(state.parse_action("end-turn"))
    return state


def told(state: HansaTeutonicaState, *plan: str) -> Told:
    """What the plan is for; payments are made with traders."""
    mind = brain("hansa-teutonica")
    found = mind.reason(state, tuple(map(state.parse_action, plan)), mind.context(state))
    assert found is not None
    return found


def houses(route: str, *numbers: int) -> tuple[str, ...]:
    return tuple(f"{route}.{number}" for number in numbers)


def test_the_marker_on_a_claimed_route_is_named_with_the_office() -> None:
    state = after(houses(MARKED, 1, 2), ELSEWHERE[:2], ELSEWHERE[2:])
    assert state.tavern_marker(MARKED)
    plan = (f"place trader {MARKED}.3", f"claim {MARKED}", "office osnabrueck.1", "end-turn")
    name, facts = told(state, *plan)
    assert {name, facts["also"]} == {"fill-marker", "office"} or {name, facts["also"]} == {
        "fill-office",
        "marker",
    }
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
    """One piece in the last house of somebody's route gathers nothing there: it stands in the way."""
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
    state = after(*(houses(route, 1, 2) for route in (ACTIONS, "arnheim-muenster", "minden-brunswiek")))
    left = sum(state.supply_of(state.actor or 0))
    assert told(state, "income 3t", "end-turn")[1].get("also") == ("supply" if left <= 3 else None)


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
