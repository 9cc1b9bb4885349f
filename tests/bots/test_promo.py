"""Computers and promo markers: the effect of blocks, and games with all three."""

from __future__ import annotations

from random import Random

import pytest

from game import engine
from game.bots.brain import brain
from game.bots.levels import choose
from game.engine.core import Reason
from game.games.hansa_teutonica.bots.evaluators import evaluators
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState

BASE = "hansa-teutonica seats=3 options=promos:on"
LAID = {"tribute": "used=0:tribute above={}:tribute.0", "block": "used=0:block above={}:block.0"}


def at(fields: str) -> HansaTeutonicaState:
    state = engine.ruleset("hansa-teutonica").parse_position(f"{BASE} {fields}")
    assert isinstance(state, HansaTeutonicaState)
    return state


def terms(fields: str) -> list[float]:
    """Return the value of the markers above routes to each seat."""
    state = at(fields)
    part = next(one for one in evaluators(state.edition) if type(one).__name__ == "PromoEvaluator")
    return list(part.terms(state, brain("hansa-teutonica").context(state).j))


def test_a_tribute_is_worth_more_the_more_offices_are_free() -> None:
    laid = LAID["tribute"].format("hamburg-luebeck")
    free, fewer = terms(laid), terms(f"{laid} offices=hamburg:1t,2m")
    assert free[0] > fewer[0] > 0.0 == free[1] == free[2]


def test_a_block_is_worth_more_where_its_owner_already_stands() -> None:
    laid = LAID["block"].format("hamburg-luebeck")
    assert terms(f"{laid} houses=hamburg-luebeck:0t,0t")[0] > terms(laid)[0] > 0.0


def test_where_laid_markers_count_for_nobody_they_are_worth_less() -> None:
    """X24c: the points of the player's own laid markers."""
    mind, fields = (
        brain("hansa-teutonica"),
        "used=0:tribute+0:swap_offices above=hamburg-luebeck:tribute.0 bag=2",
    )
    worth = {}
    for option in ("owner", "nobody"):
        line = f"{BASE}+promo_points:{option} {fields}"
        state = engine.ruleset("hansa-teutonica").parse_position(line)
        worth[option] = mind.evaluate(state, mind.context(state))
    assert worth["owner"][0] > worth["nobody"][0] + 0.5
    assert worth["owner"][1:] == worth["nobody"][1:]


def test_what_markers_do_that_are_laid_or_exchanged_is_the_reason() -> None:
    mind, free = brain("hansa-teutonica"), "hamburg-luebeck"

    def told(fields: str, *plan: str) -> Reason | None:
        state = at(fields)
        return mind.reason(state, tuple(map(state.parse_action, plan)), mind.context(state))

    for kind in ("tribute", "block"):
        assert told(f"markers=0:{kind}", f"use {kind} {free}", "end-turn") == (f"lay-{kind}", {"route": free})
    swapped = told("markers=0:exchange used=1:plus_3_actions", "use exchange 1 plus_3_actions", "end-turn")
    assert swapped == ("exchange", {"marker": "plus_3_actions", "rival": 1})


def test_a_tribute_is_laid_and_not_kept() -> None:
    """The potential is highest while all offices are free, and it costs no action."""
    state = at("markers=0:tribute supply=5t1m,6t,7t actions=1")
    plan = [action.text for action in choose(state, "medium", Random(1)).plan]
    assert any(text.startswith("use tribute ") for text in plan)


def test_a_blocked_route_promises_less() -> None:
    laid = at(LAID["block"].format("hamburg-luebeck"))
    part = next(one for one in evaluators(laid.edition) if type(one).__name__ == "PromoEvaluator")
    shares = dict(zip(laid.board.route_ids, part.shares(laid, 1.0, len(laid.board.routes)), strict=True))
    assert shares.pop("hamburg-luebeck") < 1.0 and set(shares.values()) == {1.0}
    assert part.situation(laid) >= 0 > part.situation(at(""))


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_computers_of_every_level_play_with_the_markers(level: str) -> None:
    state = at("markers=0:tribute+0:exchange+1:block+2:tribute used=1:plus_4_actions+0:plus_3_actions")
    rng, turns = Random(4), {"easy": 24, "medium": 6, "hard": 2}[level]
    while state.actor is not None and state.turn_number < turns:
        choice = choose(state, level, rng, work=4 if level == "hard" else None)
        for action in choice.plan[: choice.firm]:
            state.apply(action)
            state.check()


def test_easy_ones_play_whole_games_with_all_three() -> None:
    state, rng, done = at("markers=0:tribute+0:exchange+1:block used=1:plus_4_actions"), Random(7), set[str]()
    while state.actor is not None:
        choice = choose(state, "easy", rng)
        for action in choice.plan[: choice.firm]:
            done.add(" ".join(str(action).split()[:2]))
            state.apply(action)
            state.check()
    assert {"use tribute", "use block", "use exchange"} <= done
