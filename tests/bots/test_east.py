"""Computers in the East: ships, permanent markers, green towns, weights of a board, puzzles."""

from __future__ import annotations

import json
from random import Random

import pytest

from game.assets import of_game
from game.bots.brain import brain
from game.bots.levels import choose
from game.games.hansa_teutonica.bots.brain import HansaTeutonicaBrain
from game.games.hansa_teutonica.bots.guesser import PriorScorer
from game.games.hansa_teutonica.bots.weights import CLOCK, TABLES
from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tools.puzzles.__main__ import PUZZLES
from tools.puzzles.find import EVERYWHERE, puzzles
from tools.puzzles.ladder import EAST

from .kit import told

EASTERN = {"board": "east"}
VISBY = "malmoe-visby"
"""A sea route whose second house is a ship; an office in a green town is printed next to it."""


def at(line: str = "", seats: int = 4) -> HansaTeutonicaState:
    return RULESET.parse_position(f"hansa-teutonica seats={seats} options=board:east {line}".strip())


def considered(state: HansaTeutonicaState) -> list[tuple[str, ...]]:
    """Return the actor's candidates, best first."""
    mind = brain(RULESET.id)
    plans = mind.candidates(state, mind.context(state))
    return [tuple(action.text for action in plan) for plan in plans]


def promise(state: HansaTeutonicaState, route: str, row: bytes) -> float:
    mind = brain(RULESET.id)
    guesser = PriorScorer(state, mind.context(state))
    return guesser.field.guess(0, (state.board.route_index[route], row))[0]


def test_all_that_is_considered_is_legal_and_on_ships_stand_merchants_only() -> None:
    ships = {f"{VISBY}.2", "danzig-malmoe.4"}
    sea = "malmoe-visby:0t,.,1t+danzig-malmoe:1t,0t,1t,.+braunsberg-danzig:0t,.,.,."
    for supply in ("5t1m,5t,5t,5t", "5t,5t1m,5t,5t", "1m,5t,5t,5t"):
        state = at(f"houses={sea} supply={supply}")
        legal = {action.text for action in state.legal_actions()}
        plans = considered(state)
        assert all(plan[0] in legal for plan in plans)
        for text in (text for plan in plans for text in plan):
            word, *rest = text.split()
            assert not (word == "place" and rest[0] == "trader" and rest[1] in ships), text


def test_a_ship_without_a_merchant_to_sail_it_promises_less() -> None:
    with_one = promise(at("supply=5t1m,5t,5t,5t"), VISBY, b"\1\0\1")
    without = promise(at("supply=5t,5t,5t,5t"), VISBY, b"\1\0\1")
    assert without < with_one and with_one > 0


def test_both_ships_of_a_route_are_filled_with_merchants() -> None:
    """The second ship as well, where a merchant is on the route already."""
    state = at("houses=wismar-stralsund:0t,0m,. supply=5t1m,5t,5t,5t levels=0:liber_sophiae:2")
    assert ("place merchant wismar-stralsund.3",) in considered(state)


def test_of_pieces_to_be_moved_only_merchants_fit_on_ships() -> None:
    line = "houses=wismar-stralsund:0t,.,.+krakau-thorn:0t,0m,0m supply=5t,5t,5t,5t levels=0:liber_sophiae:3"
    state = at(line)
    mind, index = brain(RULESET.id), state.board.house_index
    pieces = [index[f"krakau-thorn.{number}"] for number in (1, 2, 3)]
    fitting = PriorScorer(state, mind.context(state)).fitting(
        state.board.route_index["wismar-stralsund"], pieces
    )
    assert fitting == pieces[1:]


def test_merchants_on_all_ships_promise_more_than_merchants_in_other_houses() -> None:
    state = at("supply=5t1m,5t,5t,5t")
    trader, merchant = b"\1", b"\2"
    afloat = promise(state, VISBY, b"\0" + merchant + trader)
    assert afloat > promise(state, VISBY, trader + b"\0" + merchant) > 0


def test_what_permanent_markers_bring_is_a_reason() -> None:
    state = at(f"houses={VISBY}:0t,0m,0t actions=2 supply=5t,5t,5t,5t offices=malmoe:1t,1t,1t+visby:1m")
    assert told(state, f"claim {VISBY}", "no-benefit")[0] == "claim-green"
    state = at(
        "houses=stralsund-malmoe:0t,0m,0m actions=2 levels=0:liber_sophiae:2"
        " offices=malmoe:1t,1t,1t+stralsund:1t,1t"
    )
    name, facts = told(state, "claim stralsund-malmoe", "no-benefit")
    assert (name, facts["track"]) == ("claim-track", "privilegium")
    state = at("houses=danzig-malmoe:0t,0t,0t,0m actions=2")
    name, facts = told(state, "claim danzig-malmoe", "office danzig.1")
    assert name == "claim-office" and {"reuse-two", "control"} & set(facts["also"].split("."))


def test_a_coin_is_no_point_for_control() -> None:
    state = at("houses=havelberg-perleberg:0t,0t actions=2")
    name, facts = told(state, "claim havelberg-perleberg", "office havelberg.1")
    assert name == "claim-office" and "scores" not in str(facts["also"])


def test_the_office_in_a_green_town_is_founded_where_it_is_offered() -> None:
    state = at(f"houses={VISBY}:0t,0m,0t actions=2 supply=5t,5t,5t,5t")
    plans = [plan for plan in considered(state) if plan[0] == f"claim {VISBY}"]
    assert plans, "the claim is considered"
    for text in min(plans, key=len):
        state.apply(state.parse_action(text))
    assert state.now is not None and state.now.id == "green-office"
    assert choose(state, "medium", Random(1)).action.text.startswith("green-office ")


READ = (
    "start=3 number=37 turn=4 actor=4 actions=3 houses=malmoe-visby:4t,.,4m "
    "offices=havelberg:3t,1m+kulm:4t+braunsberg:1t+allenstein:1t+thorn:2t+frankfurt:3t,2t+brandenburg:0m+"
    "tangermuende:0t+breslau:2t+krakau:3t table=3,.,.,. supply=2t1m,5t,-,4t1m,1t1m "
    "stock=10t,5t,10t1m,5t,9t levels=0:actiones:2+0:privilegium:2+0:liber_sophiae:2+1:actiones:2+2:actiones:2"
    "+2:privilegium:2+3:actiones:2+3:liber_sophiae:2+4:actiones:2+4:liber_sophiae:2 points=1,1,6,10,0 "
    "markers=0:remove_3+1:extra_office+2:swap_offices+3:plus_3_actions "
    "taverns=krakau-thorn:extra_office+krakau-breslau:improve_ability+allenstein-braunsberg:swap_offices"
)
"""From a recorded game of five: one more merchant fills Malmö-Visby."""


def test_a_claim_goes_with_what_is_printed_beside_its_route() -> None:
    """The claim alone seems to bring little, so a beam of width 8 would discard it."""
    state = at(READ, seats=5)
    claim = (f"claim {VISBY}", "office malmoe.1", "green-office trader belgard")
    plan = tuple(action.text for action in choose(state, "medium", Random(1)).plan)
    assert plan[:4] == (f"place merchant {VISBY}.2", *claim)
    state.apply(state.parse_action(plan[0]))
    assert claim in considered(state)


def test_a_claim_whose_print_is_of_no_use_is_considered_once() -> None:
    """Without a piece in supply there is no office in a green town."""
    plans = considered(at(f"houses={VISBY}:0t,0m,0t actions=2 supply=-,5t,5t,5t"))
    assert (f"claim {VISBY}", "office malmoe.1") in plans and len(set(plans)) == len(plans)


def test_a_board_has_weights_of_its_own_where_some_were_learnt() -> None:
    base, east = RULESET.new_game(4).options, RULESET.new_game(4, EASTERN).options
    learnt = {**TABLES["4"], "control.visby": 1.0}
    mind = HansaTeutonicaBrain({**TABLES, "4-east": learnt})
    assert mind.weights(4, base) == {**CLOCK, **TABLES["4"]}
    assert mind.weights(4, east)["control.visby"] == 1.0
    assert set(mind.weights(4, east)) > {*learnt, "control.malmoe", f"house.{VISBY}"}, (
        "what it lacks is added"
    )
    three = HansaTeutonicaBrain({"3": TABLES["3"]}).weights(3, RULESET.new_game(3, EASTERN).options)
    assert three["control.visby"] == 0.0 and three["office"] == TABLES["3"]["office"]


def test_puzzles_are_looked_for_with_as_many_players_as_the_board_allows() -> None:
    quiet = EVERYWHERE._replace(until=1)
    assert [list(puzzles(RULESET.id, seed, quiet, EASTERN)) for seed in range(1, 5)] == [[]] * 4


def test_ten_puzzles_are_in_the_east_and_rise() -> None:
    rows = json.loads((of_game(RULESET.id) / PUZZLES).read_text(encoding="utf-8"))
    eastern = [row for row in rows if "board:east" in row["position"]]
    assert len(eastern) >= 10
    first = rows.index(eastern[0])
    assert rows[first : first + len(eastern)] == eastern and first, "they stand together, after others"
    assert {row["step"] for row in eastern} == {EAST}
    levels = [row["level"] for row in eastern]
    assert levels == sorted(levels) and all(row["reason"] for row in eastern)


@pytest.mark.parametrize(("seats", "level"), [(3, "medium"), (4, "easy"), (5, "easy")])
def test_a_whole_game_ends(seats: int, level: str) -> None:
    state, rng = RULESET.new_game(seats, EASTERN, seats), Random(seats)
    while state.actor is not None:
        choice = choose(state, level, rng)
        for action in choice.plan[: choice.firm]:
            state.apply(action)
        assert state.turn_number < 60 * seats, "it comes to an end"
    state.check()
