"""Texts of the table on Britannia: countries, permissions, pieces placed abroad, points for countries."""

from __future__ import annotations

import pytest

from game.client.app.setup import Setup
from game.client.words.i18n import LANGUAGES, catalogue, use_language
from game.games.hansa_teutonica.rules.editions import PRESETS
from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.games.hansa_teutonica.view.view import HansaTeutonicaView
from game.match import PlayerInfo

NAMED = "+".join(f"{name}:{value}" for name, value in PRESETS["Britannia 2014"].items())
COLOURS = ("red", "blue", "green", "yellow")
NAMES = ("Anna", "Bert", "Cleo", "Dora")


def at(line: str = "", seats: int = 4) -> HansaTeutonicaState:
    use_language("en")
    return RULESET.parse_position(f"hansa-teutonica seats={seats} options={NAMED} {line}".strip())


def view_of(state: HansaTeutonicaState) -> HansaTeutonicaView:
    players = [PlayerInfo(*one) for one in zip(NAMES, COLOURS, strict=True)]
    return HansaTeutonicaView(RULESET, players[: state.seats], dict(state.options))


def card(state: HansaTeutonicaState, element: str) -> str:
    found = view_of(state).card(element, state)
    assert found is not None
    return "\n".join((found.title, *found.lines))


def test_a_route_abroad_says_where_it_lies_and_what_that_takes() -> None:
    state = at()
    told = card(state, "route.montgomery-conway")
    assert "It lies in Wales" in told and "Cardiff or London" in told
    assert "Carlisle or London" in card(state, "route.glasgow-falkirk")
    assert "It lies in" not in card(state, "route.durham-york")


def test_a_town_says_for_which_country_it_counts() -> None:
    state = at()
    assert "counts for Wales:" in card(state, "town.conway")
    assert "counts for Wales and Scotland:" in card(state, "town.isle_of_man")
    assert "counts for" not in card(state, "town.hereford")


def test_a_town_that_permits_says_what_and_to_whom() -> None:
    state = at("offices=cardiff:1t,0t+london:1t")
    assert "once per turn in Wales." in card(state, "town.cardiff")
    assert "Now that is Anna." in card(state, "town.cardiff")
    assert "in Wales or Scotland." in card(state, "office.london.2")
    assert "Now that is Bert." in card(state, "town.london")
    used = at("offices=cardiff:1t,0t+london:1t permits=cardiff")
    assert "Anna has used this permission in this turn." in card(used, "town.cardiff")
    assert "Now that is" not in card(state, "town.carlisle")


def test_why_nothing_can_be_placed_there() -> None:
    state = at()
    assert "first take the office furthest right in Cardiff or London" in view_of(state).why_not(
        "house.montgomery-conway.1", state
    )
    used = at("offices=cardiff:0t permits=cardiff")
    assert "has been used in this turn" in view_of(used).why_not("house.montgomery-conway.1", used)


def test_placing_two_abroad_is_asked_and_named() -> None:
    state = at("houses=calais-southampton:0t,0m,0m levels=0:liber_sophiae:4")
    for text in ("claim calais-southampton", "no-benefit"):
        state.apply(state.parse_action(text))
    view, decision = view_of(state), state.decision
    assert decision is not None
    assert view.prompt(decision, state) == (
        "Anna: place up to 2 pieces of your stock in empty houses abroad, or stop."
    )
    action = state.parse_action("abroad trader glasgow-falkirk.1")
    assert view.tell_action(action, state) == "Place a trader of the stock: house 1, Glasgow–Falkirk"
    assert "choose a house there" in view.why_not("house.durham-york.1", state)
    [event] = state.apply(action)
    assert "Anna’s trader" in view.tell_event(event, state) and "Glasgow" in view.tell_event(event, state)


def test_who_has_which_permission_is_told_aloud() -> None:
    state = at("offices=cardiff:1t,0t+london:1t permits=cardiff")
    told = "\n".join(line for chapter in view_of(state).chapters(state) for line in chapter.lines)
    assert "Cardiff for Wales: Anna, used in this turn; London for Wales or Scotland: Bert" in told
    assert "In Wales." in told


def test_coins_and_the_end_are_those_of_the_board() -> None:
    state = at()
    assert "2 prestige points" in card(state, "office.ipswich.1")
    assert "8 towns are complete" in card(state, "completed") and "of 8" in card(state, "completed")
    assert "Towns 0/8" in [gauge.label for gauge in view_of(state).gauges(state)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rows_of_the_scoring_have_names(language: str) -> None:
    named = catalogue("hansa-teutonica", language)
    assert all(f"score.{row.id}" in named for row in at().scores())


def test_it_is_for_three_and_more_and_has_readings_and_parts_of_its_own() -> None:
    setup = Setup("hansa-teutonica")
    setup.use_board("britannia")
    rules, parts = ({option.id for option in some} for some in (setup.rules(), setup.parts()))
    assert {"permanent_end", "favour_abroad"} <= rules and "green_swap" not in rules
    assert "favour" in parts and "missions" not in parts
    setup.seat(2)
    assert setup.seats == 3
    setup.use_board("base")
    assert not {"permanent_end", "favour_abroad"} & {option.id for option in setup.rules()}
