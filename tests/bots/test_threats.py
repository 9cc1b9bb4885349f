"""Threats of the opponents (`Brain.threats`), compared with the position played on."""

from __future__ import annotations

from random import Random

import pytest

from game.bots.brain import brain
from game.bots.players import player
from game.bots.worker import answer
from game.engine import State, ruleset
from game.games.hansa.rules.state import HansaState
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.worker_messages import MessageError, Threat, ThreatAnswer, ThreatRequest, from_json, to_json
from tests.bots.kit import THREAT, played_positions
from tests.bots.test_preventions import POSITIONS as PREVENTIONS


def threats(state: State, seat: int) -> tuple[Threat, ...]:
    """Return the answer of a worker."""
    asked = ThreatRequest(state.ruleset.id, state.position(seat), seat)
    return from_json(ThreatAnswer, answer(to_json(asked))).threats


def points(state: State, seat: int) -> int:
    return sum(row.points[seat] for row in state.scores())


def test_the_claim_that_ends_the_game_and_wins_is_found_with_its_result() -> None:
    found = threats(ruleset("hansa-teutonica").parse_position(THREAT), 0)
    (won,) = (one for one in found if one.wins)
    assert (won.seat, won.place, won.actions) == (2, "route.groningen-emden", 1)
    assert (won.end, won.totals, won.winners) == ("markers", (25, 17, 27), (2,))
    assert won.reason is not None and won.reason.id == "end" and won.reason.facts["n"] == 2
    lost = [one for one in found if one.end and not one.wins]
    assert [(one.seat, one.totals[1]) for one in lost] == [(1, 21)], "one that loses is told once for a seat"


def test_a_prevented_claim_is_no_threat_any_more() -> None:
    state = ruleset("hansa-teutonica").parse_position(THREAT)
    for text in ("income 3t", "displace trader groningen-emden.1"):
        state.apply(state.parse_action(text))
        while state.actor != 0:
            state.apply(state.legal_actions()[-1])
    assert not any(one.wins for one in threats(state, 0))


@pytest.mark.parametrize("seats", [3, 5])
def test_a_claim_of_one_action_brings_the_points_that_are_told(seats: int) -> None:
    met, state = 0, ruleset("hansa-teutonica").new_game(seats, {}, 11)
    assert isinstance(state, HansaTeutonicaState)
    for number, here in enumerate(played_positions(state, 3)):
        if number % 16 or here.actor is None or met > 8:
            continue
        for one in threats(here, here.actor):
            assert one.seat != here.actor
            if one.actions > 1 or one.end:
                continue
            met += 1
            assert one.reason is not None and one.reason.id.startswith("claim-")
            before = here.turn_of(one.seat)
            after = before.copy()
            after.apply(after.parse_action(f"claim {one.place.partition('.')[2]}"))
            gains = {points(after, one.seat) - points(before, one.seat)}
            if after.now is not None and after.now.id == "benefit":
                for benefit in after.legal_actions():
                    then = after.copy()
                    then.apply(benefit)
                    gains.add(points(then, one.seat) - points(before, one.seat))
            assert one.points in gains
    assert met >= 5


def test_a_claim_near_the_end_is_told_by_what_it_brings() -> None:
    told = list[str]()
    for text in PREVENTIONS[::19]:
        state = ruleset("hansa-teutonica").parse_position(text)
        assert state.actor is not None
        told += [one.reason.id for one in threats(state, state.actor) if one.reason and not one.end]
    assert told and all(name.startswith(("claim-", "fill-")) for name in told), told


def test_the_threats_come_in_turn_order() -> None:
    state = ruleset("hansa-teutonica").new_game(4, {}, 11)
    for number, here in enumerate(played_positions(state, 3)):
        if number % 60 == 0 and here.actor is not None and here.turn_seat is not None:
            order = [(one.seat - here.turn_seat) % 4 for one in threats(here, here.actor)]
            assert order == sorted(order)


def test_the_best_sales_in_hansa_are_told_with_their_town_and_points() -> None:
    met, state = 0, ruleset("hansa").new_game(3, seed=4)
    assert isinstance(state, HansaState)
    for here in played_positions(state, 4):
        if here.now is None or here.now.id != "turn" or here.last_round:
            continue
        for one in threats(here, here.active):
            if one.end:
                continue
            met += 1
            assert one.place.startswith("town.") and one.reason is not None
            assert one.reason.id.startswith("sell") and one.reason.facts["points"] == one.points > 0
            assert len(here.hands[one.seat]) >= one.reason.facts["n"] >= 2
    assert met >= 5


def test_in_hansa_it_is_told_who_takes_the_last_stack_and_how_the_last_round_ends() -> None:
    state, mind, rng = ruleset("hansa").new_game(3, seed=4), player("quick"), Random(4)
    assert isinstance(state, HansaState)
    began = list[Threat]()
    while not state.last_round:
        if state.actor is not None and state.decision is not None and state.decision.id == "turn":
            began += [one for one in threats(state, state.actor) if one.end]
        state.apply(mind.choose(state, rng).action)
    assert began and all(one.reason is not None and one.reason.id == "restock-end" for one in began)
    while state.decision is None or state.decision.id != "turn":
        state.apply(mind.choose(state, rng).action)
    assert state.actor is not None
    last = threats(state, state.actor)[-1]
    (end,) = brain("hansa").game_ends(state)
    assert (last.reason, last.totals, last.winners) == (None, end.totals, end.winners)


def test_a_result_counts_no_mission_card_that_the_seat_does_not_know() -> None:
    state, known, full = ruleset("hansa-teutonica").new_game(3, {"missions": "on"}, 2), 0, 0
    for here in played_positions(state, 3):
        if here.actor is None or here.decision is None or here.decision.id != "turn":
            continue
        ends = {(end.seat, end.place): end.totals for end in brain("hansa-teutonica").game_ends(here)}
        for one in threats(here, here.actor) if ends else ():
            if one.end:
                full += sum(ends[one.seat, one.place])
                known += sum(one.totals)
    assert 0 < known < full


def test_an_unknown_seat_is_refused() -> None:
    state = ruleset("hansa").new_game(3, seed=1)
    asked = ThreatRequest("hansa", state.position(0), 3)
    with pytest.raises(MessageError, match="seat: an integer from 0 to 2 expected, got 3"):
        from_json(ThreatAnswer, answer(to_json(asked)))
