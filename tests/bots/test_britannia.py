"""Computers in Britannia: they know what permissions allow, and what the countries bring at the end."""

from __future__ import annotations

from random import Random

import pytest

from game.bots.brain import brain
from game.bots.hansa_teutonica.countries import CountriesPart
from game.bots.hansa_teutonica.guesser import Guesser
from game.bots.hansa_teutonica.parts import parts
from game.bots.levels import choose
from game.engine.hansa_teutonica.editions import PRESETS
from game.engine.hansa_teutonica.ruleset import RULESET
from game.engine.hansa_teutonica.state import HansaTeutonicaState

NAMED = "+".join(f"{name}:{value}" for name, value in PRESETS["Britannia 2014"].items())
WELSH = "montgomery-conway"


def at(line: str = "", seats: int = 4) -> HansaTeutonicaState:
    return RULESET.parse_position(f"hansa-teutonica seats={seats} options={NAMED} {line}".strip())


def part(state: HansaTeutonicaState) -> CountriesPart:
    return next(one for one in parts(state.edition) if isinstance(one, CountriesPart))


def considered(state: HansaTeutonicaState) -> list[tuple[str, ...]]:
    """What the actor considers, best first."""
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
        """What a route with a piece missing promises, of what it promises when it is full."""
        state = at(f"offices={offices}")
        guesser, at_route = Guesser(state, mind.context(state)), state.board.route_index[route]
        promises = [guesser.field.guess(0, (at_route, row))[0] for row in (b"\1\1\0", b"\1\1\1")]
        return promises[0] / promises[1]

    none, one, two = (share(held, "conway-chester") for held in ("-", "cardiff:0t", "cardiff:0t+london:0t"))
    assert 0 < none < one < two
    assert share("-", "coventry-nottingham") == pytest.approx(
        share("cardiff:0t", "coventry-nottingham"), abs=0.01
    )


@pytest.mark.parametrize("town", ["cardiff", "london", "carlisle"])
def test_the_office_that_gives_permission_is_worth_something(town: str) -> None:
    state = at(f"offices={town}:1t")
    control = state.board.town_index[town]
    gain = part(state).founding(state, 0, control, 0, True, 1.0)
    assert gain > 0.3
    own = at(f"offices={town}:0t")
    assert part(own).founding(own, 0, control, 0, True, 1.0) < gain
    assert part(state).terms(state, {})[1] > part(state).terms(state, {})[0]


def test_points_for_a_country_count_the_more_the_nearer_the_end() -> None:
    early, late = at("offices=conway:0t"), at("offices=conway:0t points=0,0,0,19")
    assert 0 < part(early).terms(early, {})[0] < part(late).terms(late, {})[0] <= 7


def test_at_the_end_an_office_in_wales_is_taken_for_its_points() -> None:
    """Seven points for the only office there, and two for the town, are more than any ability yet brings."""
    state = at("houses=conway-chester:0t,0t,0t actions=1 points=0,19,0,0 supply=-,5t,5t,5t")
    choice = choose(state, "medium", Random(1))
    first, second = (action.text for action in choice.plan[:2])
    assert first == "claim conway-chester" and second in ("office conway.1", "office chester.1")


@pytest.mark.parametrize(("seats", "level"), [(3, "easy"), (4, "easy"), (5, "easy")])
def test_a_whole_game_ends(seats: int, level: str) -> None:
    state, rng = RULESET.new_game(seats, PRESETS["Britannia 2014"], seats), Random(seats)
    abroad = 0
    while state.actor is not None:
        choice = choose(state, level, rng)
        for action in choice.plan[: choice.firm]:
            before = state.more
            state.apply(action)
            abroad += before != state.more and action.text.split()[0] in ("place", "displace")
        assert state.turn_number < 60 * seats, "it comes to an end"
    state.check()
    assert abroad, "somebody was permitted to place abroad, and did"
