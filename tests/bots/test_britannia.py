"""Computers in Britannia: permissions in their candidates, and the final points of countries."""

from __future__ import annotations

from random import Random

import pytest

from game.bots.brain import brain
from game.bots.levels import choose
from game.games.hansa_teutonica.bots.evaluators import evaluators
from game.games.hansa_teutonica.bots.guesser import PriorScorer
from game.games.hansa_teutonica.expansions.britannia.bots import CountriesEvaluator
from game.games.hansa_teutonica.rules.editions import PRESETS
from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState

NAMED = "+".join(f"{name}:{value}" for name, value in PRESETS["Britannia 2014"].items())
WELSH = "montgomery-conway"


def at(line: str = "", seats: int = 4) -> HansaTeutonicaState:
    return RULESET.parse_position(f"hansa-teutonica seats={seats} options={NAMED} {line}".strip())


def part(state: HansaTeutonicaState) -> CountriesEvaluator:
    return next(one for one in evaluators(state.edition) if isinstance(one, CountriesEvaluator))


def considered(state: HansaTeutonicaState) -> list[tuple[str, ...]]:
    """Return the actor's candidates, best first."""
    mind = brain(RULESET.id)
    plans = mind.candidates(state, mind.context(state))
    return [tuple(action.text for action in plan) for plan in plans]


def routes_of(plans: list[tuple[str, ...]], word: str) -> set[str]:
    return {plan[0].split()[-1].split(".")[0] for plan in plans if plan[0].startswith(word)}


def test_all_that_is_considered_is_legal_with_permissions_and_without() -> None:
    busy = f"houses={WELSH}:1t,0t+conway-chester:0t+hereford-chester:1t,0t supply=5t1m,5t,5t,5t"
    for offices in ("-", "cardiff:0t", "cardiff:0t+london:0t", "carlisle:0t"):
        for permits in ("-", "cardiff"):
            state = at(f"offices={offices} permits={permits} {busy}")
            legal = {action.text for action in state.legal_actions()}
            assert all(plan[0] in legal for plan in considered(state))


def test_places_abroad_are_considered_where_they_are_permitted() -> None:
    busy = f"houses={WELSH}:0t+conway-chester:0t"
    without = routes_of(considered(at(busy)), "place ")
    permitted = routes_of(considered(at(f"offices=cardiff:0t {busy}")), "place ")
    assert WELSH not in without and {WELSH, "conway-chester"} <= permitted


def test_a_route_abroad_promises_less_without_a_permission_unless_it_is_full() -> None:
    mind = brain(RULESET.id)

    def share(offices: str, route: str) -> float:
        """Return the potential of a route with a piece missing, relative to that of the full route."""
        state = at(f"offices={offices}")
        guesser, at_route = PriorScorer(state, mind.context(state)), state.board.route_index[route]
        promises = [guesser.field.guess(0, (at_route, row))[0] for row in (b"\1\1\0", b"\1\1\1")]
        return promises[0] / promises[1]

    none, one, two = (share(held, "conway-chester") for held in ("-", "cardiff:0t", "cardiff:0t+london:0t"))
    assert 0 < none < one < two
    assert share("-", "coventry-nottingham") == pytest.approx(
        share("cardiff:0t", "coventry-nottingham"), abs=0.01
    )


@pytest.mark.parametrize("town", ["cardiff", "london", "carlisle"])
def test_the_office_that_gives_permission_is_worth_something(town: str) -> None:
    mind, state = brain(RULESET.id), at(f"offices={town}:1t")
    control = state.board.town_index[town]

    def founded(state: HansaTeutonicaState) -> float:
        judgement = mind.context(state).j
        judgement.left = 1.0
        return part(state).founding(state, 0, control, 0, True, judgement)

    assert founded(state) > founded(at(f"offices={town}:0t"))
    worth = part(state).terms(state, mind.context(state).j)
    assert worth[1] > worth[0]


def test_points_for_a_country_count_the_more_the_nearer_the_end() -> None:
    early, late = at("offices=conway:0t"), at("offices=conway:0t points=0,0,0,19")
    j = brain(RULESET.id).context(early).j
    assert 0 < part(early).terms(early, j)[0] < part(late).terms(late, j)[0] <= 7


def test_permission_and_the_points_of_a_country_are_said_of_an_office() -> None:
    mind = brain(RULESET.id)

    def also(line: str, *plan: str) -> str:
        state = at(line)
        found = mind.reason(state, tuple(map(state.parse_action, plan)), mind.context(state))
        assert found is not None
        return str(found[1].get("also"))

    held = "offices=london:1t,1t+oxford:1t"
    london = f"houses=london-oxford:0t,0t,0t,0t actions=1 levels=0:privilegium:3 {held}"
    assert also(london, "claim london-oxford", "office london.3") == "permit"
    conway = "houses=conway-chester:0t,0t,0t actions=1 points=0,0,0,19 offices=conway:1t,1t+chester:1t"
    town = also(conway, "claim conway-chester", "office chester.2")
    assert town.split(".")[0] in ("country-points", "None")


GRIDLOCK = (
    "houses=london-cambridge:4t,1t,2t+london-oxford:3t,3t,0t,.+london-canterbury:4t,.,."
    "+calais-southampton:0t,0m,.+salisbury-bristol:1t,3t,3t,2t+salisbury-oxford:3t,3t,4t,3t"
    "+oxford-cardiff:2t,0t,0t,2t+coventry-cardiff:1t,2t,4m+coventry-hereford:4t,1t,4t"
    "+coventry-cambridge:3t,1t,1t+coventry-nottingham:3t,1t,0t+cambridge-ipswich:3t,.,0t,3m"
    "+cambridge-norwich:2t,3t,4t+nottingham-norwich:0t,1t,2t+nottingham-york:1t,4t,0t"
    "+hereford-chester:2t,2m,4t,0t+hereford-lancaster:1t,2t+richmond-carlisle:2t,0t,3t"
    "+chester-carlisle:1m,.,2t offices=newcastle:4t+richmond:4t+coventry:1t+southampton:0t "
    "extras=richmond:4t table=.,.,.,. supply=-,-,-,-,- stock=-,-,-,-,- levels=3:actiones:2 "
    "markers=0:swap_offices used=1:move_3+4:extra_office "
    "taverns=salisbury-bristol:plus_4_actions+coventry-cardiff:improve_ability"
    "+coventry-nottingham:swap_offices points=0,0,0,0,1 start=1 number=229 turn=4 actions=2"
)
"""All pieces are in houses and every supply is empty; routes abroad have the highest potential, but no
permission allows moves there."""


def test_moves_at_home_are_considered_where_routes_abroad_promise_more() -> None:
    """Otherwise six routes in Wales would fill the candidates, and all five players would only end their
    turns."""
    state = at(GRIDLOCK, 5)
    moved = {plan[-1].split()[1].split(".")[0] for plan in considered(state) if plan[0].startswith("lift ")}
    assert {"london-canterbury", "canterbury-calais"} <= moved
    assert choose(state, "medium", Random(1)).action.text != "end-turn"


def test_at_the_end_an_office_in_wales_is_taken_for_its_points() -> None:
    """Seven points for the only office there, and two for the town, are worth more than any ability at that
    point."""
    state = at("houses=conway-chester:0t,0t,0t actions=1 points=0,19,0,0 supply=-,5t,5t,5t")
    choice = choose(state, "medium", Random(1))
    first, second = (action.text for action in choice.plan[:2])
    assert first == "claim conway-chester" and second in ("office conway.1", "office chester.1")


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_whole_games_end_and_somebody_places_abroad(seats: int) -> None:
    assert any([placed_abroad(seats, "easy", seed) for seed in (seats, seats + 1)])


def placed_abroad(seats: int, level: str, seed: int) -> int:
    """Return the number of pieces placed abroad in a whole game."""
    state, rng = RULESET.new_game(seats, PRESETS["Britannia 2014"], seed), Random(seed)
    abroad = 0
    while state.actor is not None:
        choice = choose(state, level, rng)
        for action in choice.plan[: choice.firm]:
            before = state.module_state
            state.apply(action)
            abroad += before != state.module_state and action.text.split()[0] in ("place", "displace")
        assert state.turn_number < 60 * seats, "it comes to an end"
    state.check()
    return abroad
