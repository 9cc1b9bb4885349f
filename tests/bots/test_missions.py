"""Computers and mission cards: they use their own, and only public evidence of others'."""

from __future__ import annotations

from random import Random

import pytest

from game import engine
from game.bots.brain import brain
from game.bots.levels import choose
from game.games.hansa_teutonica.bots.evaluation import scene
from game.games.hansa_teutonica.bots.evaluators import evaluators
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.match import Computer, Match, Person, PlayerInfo

BASE = "hansa-teutonica seats=3 options=missions:on"
TWO = "stendal:0t+minden:1t"
OWN = "osnabrueck+stendal+paderborn"
OTHER = "arnheim+perleberg+bremen"


def at(missions: str, offices: str = TWO) -> HansaTeutonicaState:
    line = f"{BASE} offices={offices} missions={missions}"
    state = engine.ruleset("hansa-teutonica").parse_position(line)
    assert isinstance(state, HansaTeutonicaState)
    return state


def terms(state: HansaTeutonicaState) -> list[float]:
    """Return the value of the cards to each seat."""
    part = next(one for one in evaluators(state.edition) if type(one).__name__ == "MissionsEvaluator")
    return list(part.terms(state, None))


def test_an_office_in_a_town_of_the_own_card_is_worth_more() -> None:
    assert terms(at(f"{OWN},?,?"))[0] > terms(at(f"{OTHER},?,?"))[0]


def test_the_nearer_the_control_of_all_three_the_more_the_card_is_worth() -> None:
    offices = ("minden:1t", "osnabrueck:0t", "osnabrueck:0t+stendal:0t+paderborn:0t")
    none, one, all_three = (terms(at(f"{OWN},?,?", held))[0] for held in offices)
    assert none < one < all_three


def test_what_may_be_on_the_cards_of_others_counts_a_little() -> None:
    """An office in a town of three cards more than none; and never more than if the card were known."""
    guessed = terms(at(f"{OWN},?,?"))
    known = terms(at(f"{OWN},dortmund+minden+lueneburg,?"))
    assert guessed[2] < guessed[1] < known[1]


def test_a_claim_promises_what_the_office_does_for_the_own_card() -> None:
    """It also includes the loss to the card of the player who loses control of the town."""

    def promised(missions: str, offices: str, town: str) -> float:
        state = at(missions, offices)
        scenes = brain("hansa-teutonica").context(state)
        return scene(state, scenes).outlook(0, True).office(state.board.town_index[town])

    for offices in ("minden:1t", "osnabrueck:0t"):
        own, other = (promised(f"{card},?,?", offices, "stendal") for card in (OWN, OTHER))
        known = (terms(at(f"{OWN},?,?", f"{offices}{more}"))[0] for more in ("+stendal:0t", ""))
        there, before = known
        assert own - other == pytest.approx(there - before)
    rival = "dortmund+minden+lueneburg"
    held = (promised(f"{OTHER},{card},?", "minden:1t+dortmund:1t", "minden") for card in (rival, OWN))
    assert next(held) > next(held)


def test_the_cards_of_others_are_guessed_from_their_offices() -> None:
    """Offices in two towns of one card count more than in two that share none."""
    together, apart = (
        terms(at("?,?,?", offices))[1] for offices in ("goslar:1t+perleberg:1t", "goslar:1t+kampen:1t")
    )
    other = terms(at(f"{OTHER},?,?", "arnheim:1t+hannover:1t"))[1]
    assert together > apart and other > terms(at(f"{OTHER},?,?", "bremen:1t+hannover:1t"))[1]


def test_a_request_to_think_has_the_own_card_and_no_other() -> None:
    players = [PlayerInfo(name, colour) for name, colour in zip("abc", ("red", "blue", "green"), strict=True)]
    controllers = [Computer("easy", 1), Person(), Person()]
    options = {"missions": "on", "start_player": "1"}
    rules = engine.ruleset("hansa-teutonica")
    match = Match.start("m" * 8, rules, players, options, 3, controllers=controllers)
    request = getattr(match.waits(), "request", "")
    state = match.state
    own, *others = (state.position(seat).split("missions=")[1].split()[0] for seat in range(3))
    assert own in request and not any(other in request for other in others)


def test_what_a_computer_plays_does_not_depend_on_the_cards_of_others() -> None:
    """An equal choice, whatever the others were dealt."""
    found = set()
    for others in ("dortmund+minden+lueneburg,minden+perleberg+goslar", "?,?", f"{OTHER},?"):
        state = at(f"{OWN},{others}")
        line = state.position(0)
        seen = state.ruleset.parse_position(line)
        choice = choose(seen, "easy", Random(5))
        found.add((line, tuple(map(str, choice.plan))))
    assert len(found) == 1


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_computers_of_every_level_play_with_the_cards(level: str) -> None:
    state = engine.ruleset("hansa-teutonica").new_game(4, {"missions": "on"}, 4)
    rng, turns = Random(4), {"easy": 24, "medium": 6, "hard": 2}[level]
    while state.actor is not None and state.turn_number < turns:
        choice = choose(state, level, rng, work=4 if level == "hard" else None)
        for action in choice.plan[: choice.firm]:
            state.apply(action)
            state.check()


def test_they_are_judged_by_the_weights_of_the_game_without() -> None:
    mind = brain("hansa-teutonica")
    for seats in (2, 3, 4, 5):
        options = engine.ruleset("hansa-teutonica").full_options(seats, None)
        with_cards = engine.ruleset("hansa-teutonica").full_options(seats, {"missions": "on"})
        assert mind.kind(seats, with_cards) == mind.kind(seats, options)
