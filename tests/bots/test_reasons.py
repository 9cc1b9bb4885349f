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
