"""Mission cards (rules section 15): their points, and their secrecy until the end."""

from __future__ import annotations

import json
import pickle
from random import Random

import pytest

from game.engine import Event, ParseError, Told
from game.engine.record import Record, read, replay, write
from game.engine.taste import Taste
from game.games.hansa_teutonica.expansions.missions.rules import CARDS, NAMES, Missions
from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState

ON = {"missions": "on"}
SEATS = (2, 3, 4, 5)
OVER = "hansa-teutonica seats=4 options=missions:on ask=over ending=points points=20,0,0,0"
CARD = "osnabrueck+stendal+paderborn"


def new_game(seats: int, seed: int = 1, **options: str) -> HansaTeutonicaState:
    state = RULESET.new_game(seats, {**ON, **options}, seed)
    assert isinstance(state, HansaTeutonicaState)
    return state


def part(state: HansaTeutonicaState) -> Missions:
    module = state.edition.part["missions"]
    assert isinstance(module, Missions)
    return module


def cards(state: HansaTeutonicaState) -> tuple[int, ...]:
    return part(state).state(state).cards


def line(state: HansaTeutonicaState, seat: int | None) -> str:
    """Return the cards in a seat's view."""
    fields = dict(word.split("=", 1) for word in state.position(seat).split()[1:])
    return fields["missions"]


def missions(state: HansaTeutonicaState) -> tuple[int, ...] | None:
    return next((row.points for row in state.scores() if row.id == "missions"), None)


def at(fields: str) -> HansaTeutonicaState:
    state = RULESET.parse_position(f"{OVER} {fields}")
    assert isinstance(state, HansaTeutonicaState)
    return state


def to_the_end(state: HansaTeutonicaState, seed: int) -> list[tuple[str, list[Event]]]:
    taste, found = Taste(Random(seed)), list[tuple[str, list[Event]]]()
    while state.actor is not None and len(found) < 150:
        action = taste.choose(state.legal_actions(), state.actor)
        found.append((str(action), state.apply(action)))
    return found


def test_XH1_an_office_in_two_of_the_towns_brings_two_points() -> None:
    state = at(f"missions={CARD},?,?,? offices=stendal:1t,1t,0t+osnabrueck:1t,0t+paderborn:1t,1t")
    assert state.controller("stendal") == 1
    assert missions(state) is not None and (missions(state) or ())[0] == 2


def test_XH3_control_of_all_three_brings_eight() -> None:
    state = at(f"missions={CARD},?,?,? offices=stendal:0t+osnabrueck:0t+paderborn:1t,0t")
    assert (missions(state) or ())[0] == 8


def test_an_additional_office_counts() -> None:
    state = at(f"missions={CARD},?,?,? extras=stendal:0t offices=stendal:1t")
    assert (missions(state) or ())[0] == 1


def test_control_of_two_and_an_office_in_the_third_is_no_control_of_all() -> None:
    state = at(f"missions={CARD},?,?,? offices=stendal:0t+osnabrueck:0t+paderborn:0t,1t")
    assert (missions(state) or ())[0] == 3


@pytest.mark.parametrize("seats", SEATS)
def test_every_player_gets_another_card_from_the_seed_and_the_rest_of_the_game_is_the_same(
    seats: int,
) -> None:
    dealt = set()
    for seed in range(12):
        state, plain = new_game(seats, seed), RULESET.new_game(seats, {}, seed)
        assert isinstance(plain, HansaTeutonicaState)
        assert len(set(cards(state))) == seats and cards(state) == cards(new_game(seats, seed))
        assert (state.bag, state.tavern, state.start) == (plain.bag, plain.tavern, plain.start)
        dealt.add(cards(state))
    assert len(dealt) > 8


def test_the_cards_are_of_a_pattern() -> None:
    """Six towns are on three cards each, nine on one: every card has two of the six and one of the nine."""
    towns = [town for card in CARDS for town in card]
    assert sorted(towns.count(town) for town in set(towns)) == [1] * 9 + [3] * 6
    assert all(sorted(towns.count(town) for town in card) == [1, 3, 3] for card in CARDS)
    assert set(towns) <= set(new_game(4).board.town_ids) & set(new_game(3).board.town_ids)


@pytest.mark.parametrize("seats", SEATS)
def test_a_seat_sees_its_own_card_and_nobody_sees_more_before_the_end(seats: int) -> None:
    state = new_game(seats, 3)
    own = [NAMES[card] for card in cards(state)]
    played = to_the_end(state.copy(), 5)[:60]
    for text, _ in played:
        assert line(state, None) == ",".join("?" * seats) and missions(state) is None
        for seat in range(seats):
            assert line(state, seat).split(",") == [own[one] if one == seat else "?" for one in range(seats)]
        state.apply(state.parse_action(text))


@pytest.mark.parametrize("seats", SEATS)
def test_what_is_dealt_anew_keeps_the_own_card_and_tells_nothing_of_the_others(seats: int) -> None:
    state, rng, seen = new_game(seats, 4), Random(1), set()
    for _ in range(40):
        twin = state.determinize(rng, 0)
        assert cards(twin)[0] == cards(state)[0] and twin.position(0) == state.position(0)
        assert part(twin).towns(twin, 0) is not None and part(twin).towns(twin, 1) is None
        twin.check()
        seen.add(cards(twin)[1])
    assert len(seen) == 8, "all but the own card may be the other's"


LATE = (
    "hansa-teutonica seats=3 options=missions:on points=19,19,0 offices=bremen:0t"
    f" houses=bremen-hannover:0t,0t,0t missions={CARD},dortmund+minden+lueneburg,minden+perleberg+goslar"
)
"""The claim of Bremen-Hannover ends the game."""


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_a_device_without_the_seed_learns_the_others_cards_with_the_end_and_counts_the_same(
    seat: int | None,
) -> None:
    state = RULESET.parse_position(LATE)
    seen = RULESET.parse_position(state.position(seat)).deal_rest(Random(9))
    assert isinstance(state, HansaTeutonicaState) and isinstance(seen, HansaTeutonicaState)
    while state.actor is not None:
        claims = [one for one in state.legal_actions() if str(one) == "claim bremen-hannover"]
        action = (claims or state.legal_actions())[-1]
        events = state.apply(action)
        told: Told = json.loads(json.dumps(state.to_tell(events, seat)))
        assert ("mission" in told) == any(event.kind == "game-end" for event in events)
        seen.arrange(told)
        assert seen.apply(seen.parse_action(str(action))) == events
        assert seen.position(seat) == state.position(seat)
    assert seen.outcome == state.outcome and missions(state) is not None
    assert cards(seen) == cards(state) == (0, 1, 2)
    assert line(seen, None) == ",".join(NAMES[card] for card in cards(state))


def test_what_is_told_of_cards_must_fit_what_is_known() -> None:
    state = new_game(3, 2)
    seen = RULESET.parse_position(state.position(1))
    assert isinstance(seen, HansaTeutonicaState)
    right = [f"mission.{NAMES[card]}" for card in cards(state)]
    other = next(f"mission.{name}" for name in NAMES if f"mission.{name}" not in right)
    wrong: list[object] = [
        *([right[0], other, right[2]], right[:2], [right[0]] * 3, right[0], 7, ["mission.hamburg"] * 3)
    ]
    before = seen.position(1), cards(seen)
    for told in wrong:
        with pytest.raises(ParseError):
            seen.arrange({"mission": told})  # type: ignore[dict-item]
        assert (seen.position(1), cards(seen)) == before
    with pytest.raises(ParseError):
        seen.arrange({"mission": right, "reveal": ["marker.crown"]})
    assert cards(seen) == before[1]
    seen.arrange({"mission": right})
    assert cards(seen) == cards(state)
    with pytest.raises(ParseError, match="mission"):
        RULESET.new_game(3).arrange({"mission": right})


def test_a_record_and_a_pickle_keep_the_cards() -> None:
    state = new_game(3, 6)
    record = Record.of(state)
    for text, _ in to_the_end(state.copy(), 2):
        record.append(state.parse_action(text))
        state.apply(record.actions[-1])
    again = replay(read(write(record)))
    assert isinstance(again, HansaTeutonicaState)
    assert cards(again) == cards(state) and again.outcome == state.outcome
    assert cards(pickle.loads(pickle.dumps(state))) == cards(state)
    assert "mission" not in write(record).replace("option missions on", "")


def test_a_record_of_a_device_keeps_the_card_that_its_beginning_says() -> None:
    state = new_game(3, 6)
    record = Record.beginning(RULESET, state.position(2), 11, {})
    again = record.new_game()
    assert isinstance(again, HansaTeutonicaState) and cards(again)[2] == cards(state)[2]
    assert [part(again).towns(again, seat) is None for seat in range(3)] == [True, True, False]


def test_games_without_the_cards_say_nothing_of_them() -> None:
    state = RULESET.new_game(3)
    assert "mission" not in state.position() and not state.secret and new_game(3).secret
    with pytest.raises(ParseError, match="no mission cards"):
        RULESET.parse_position("hansa-teutonica seats=3 missions=?,?,?")


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ("missions=?,?", "2 entries for 4"),
        (f"missions={CARD},{CARD},?,?", "given twice"),
        ("missions=hamburg+stade+emden,?,?,?", "no card"),
    ],
)
def test_a_line_with_cards_that_cannot_be_is_refused(fields: str, why: str) -> None:
    with pytest.raises(ParseError, match=why):
        at(fields)


@pytest.mark.parametrize("two", ["pawn", "neutral-it", "neutral-pt"])
def test_two_players_have_them_with_the_pawn_and_with_neutral_traders(two: str) -> None:
    state = new_game(2, 1, two_players=two)
    assert to_the_end(state, 3) and len(set(cards(state))) == 2


def test_XH4_on_another_board_they_are_refused_with_the_reason() -> None:
    with pytest.raises(ParseError, match="those of the base board"):
        RULESET.new_game(3, {"board": "east", "missions": "on"})
    assert "missions" not in RULESET.new_game(3, {"board": "east"}).position()
