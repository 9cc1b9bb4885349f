"""Invariants of every game of Hansa, with any players and any play."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine import Event, ParseError
from game.games.hansa.rules.board import KEEP_COINS, KEEP_GOODS, TOWN_IDS, WAREHOUSES
from game.games.hansa.rules.ruleset import RULESET
from game.games.hansa.rules.state import HansaState
from tests.engine.hansa.hansa_table import asked, at, outcome, play, play_random, texts

Ledger = Counter[tuple[str, str]]
"""Number of pieces by place and kind."""
SEATS = st.integers(2, 4)
SEEDS = st.integers(0, 2**32)


@st.composite
def games(draw: st.DrawFn) -> HansaState:
    """Draw a game between its first decision and its end."""
    options = {name: draw(st.sampled_from(["on", "off"])) for name in ("stall_guard", "extra_card")}
    state = RULESET.new_game(draw(SEATS), options, draw(SEEDS))
    play_random(state, draw(SEEDS), draw(st.integers(0, 400)))
    return state


def ledger(state: HansaState) -> Ledger:
    """Return the pieces by the places of docs/reference/elements.md, according to the state."""
    there: Ledger = Counter({("bank", "coin"): state.bank, (f"town.{state.ship_town}", "ship"): 1})
    for seat in range(state.seats):
        there[f"purse.{seat}", "coin"] = state.coins[seat]
        there[f"reserve.{seat}", "market"] = state.reserve[seat]
        for town in TOWN_IDS:
            there[f"market.{town}.{seat}", "market"] = state.markets_in(town, seat)
        there.update((f"goods.{seat}", f"good.{good}") for good in state.unsold(seat))
        there.update((f"sold.{seat}", f"good.{good}") for good in state.sold_goods(seat))
    there.update(("box", f"good.{good}") for good in state.removed_goods())
    for name in WAREHOUSES:
        if good := state.warehouse(name):
            there[f"warehouse.{name}", f"good.{good}"] += 1
    return there


def carry_out(there: Ledger, events: list[Event]) -> None:
    """Move the pieces as the events say; the stacks' goods appear from outside, since they were hidden."""
    for event in events:
        if event.target:
            if not event.source.startswith("stack."):
                there[event.source, event.piece] -= event.amount
                assert there[event.source, event.piece] >= 0, event
            there[event.target, event.piece] += event.amount


@settings(max_examples=25)
@given(SEATS, SEEDS, SEEDS)
def test_events_tell_the_whole_game(seats: int, seed: int, play_seed: int) -> None:
    state = RULESET.new_game(seats, seed=seed)
    there = ledger(state)
    carry_out(there, play_random(state, play_seed))
    assert +there == +ledger(state)


@settings(max_examples=25)
@given(SEATS, SEEDS, SEEDS)
def test_invariants_hold_after_every_action(seats: int, seed: int, play_seed: int) -> None:
    state = RULESET.new_game(seats, seed=seed)
    rng = Random(play_seed)
    state.check()
    while state.actor is not None:
        seat = state.active
        legal = state.legal_actions()
        assert legal
        events = state.apply(legal[int(rng.random() * len(legal))])
        state.check()
        if any(event.kind in ("turn", "game-end") for event in events) and state.turns != 1:
            assert state.coins[seat] <= KEEP_COINS and len(state.unsold(seat)) <= KEEP_GOODS, "I4"


@settings(max_examples=60)
@given(games())
def test_paths_say_every_action_and_none_is_the_beginning_of_another(state: HansaState) -> None:
    paths = sorted(action.path for action in state.legal_actions())
    for one, other in pairwise(paths):
        assert other[: len(one)] != one, (one, other)


@settings(max_examples=40)
@given(games(), SEEDS)
def test_a_copy_is_independent(state: HansaState, play_seed: int) -> None:
    before = state.position(), texts(state)
    twin = state.copy()
    assert (twin.position(), texts(twin)) == before
    play_random(twin, play_seed, 60)
    assert (state.position(), texts(state)) == before


@settings(max_examples=40)
@given(games(), SEEDS)
def test_determinize_deals_only_what_is_hidden(state: HansaState, seed: int) -> None:
    twin = state.determinize(Random(seed))
    assert twin.position() == state.position()
    twin.check()
    play_random(twin, seed)
    assert twin.outcome is not None


@settings(max_examples=60)
@given(games())
def test_positions_are_read_back_as_they_are_written(state: HansaState) -> None:
    again = RULESET.parse_position(state.position())
    assert again.position() == state.position()
    assert texts(again) == texts(state)
    assert (again.actor, again.turn_seat, again.turn_number) == (
        state.actor,
        state.turn_seat,
        state.turn_number,
    )
    assert again.decision == state.decision and again.scores() == state.scores()
    assert again.outcome == state.outcome


@settings(max_examples=10)
@given(SEATS, SEEDS, SEEDS)
def test_same_seed_and_actions_same_game(seats: int, seed: int, play_seed: int) -> None:
    one, other = (RULESET.new_game(seats, seed=seed) for _ in range(2))
    assert play_random(one, play_seed) == play_random(other, play_seed)
    assert one.position() == other.position() and one.outcome == other.outcome


@settings(max_examples=10)
@given(SEATS, SEEDS, SEEDS)
def test_the_outcome_adds_up(seats: int, seed: int, play_seed: int) -> None:
    state = RULESET.new_game(seats, seed=seed)
    play_random(state, play_seed)
    result = outcome(state)
    assert result.totals == tuple(
        sum(points) for points in zip(*(line.points for line in result.lines), strict=True)
    )
    assert result.totals[result.winners[0]] == max(result.totals)
    assert state.actor is None and state.decision is None and not state.legal_actions()


@settings(max_examples=20)
@given(SEATS, SEEDS, SEEDS)
def test_everybody_has_the_same_number_of_turns(seats: int, seed: int, play_seed: int) -> None:
    state = RULESET.new_game(seats, seed=seed)
    turns = Counter(event.seat for event in play_random(state, play_seed) if event.kind == "turn")
    assert len(turns) == seats and len(set(turns.values())) == 1


def test_only_a_restock_shows_something_hidden() -> None:
    assert RULESET.revealing == {"restock"}
    state = RULESET.new_game(3, seed=4)
    hidden = state.stacks()
    for event in play_random(state, 4):
        if event.source.startswith("stack.") and event.target:
            assert event.kind in RULESET.revealing
    assert state.stacks() != hidden


# Numbers of sequences of 1, 2 and 3 actions: a rule change shows up here.
COUNTS = {
    "seats=4 ask=first-placement number=0 warehouses="
    + "+".join(f"{name}:{colour}.{barrels}" for name, (colour, barrels) in zip(
        WAREHOUSES,
        [(colour, barrels) for barrels in (1, 2, 3) for colour in ("red", "blue", "green", "orange", "pink")],
        strict=False,
    )): (8, 64, 512),
    "seats=3 ship=danzig coins=3,3,3 markets=danzig:2,danzig:1,riga:2 unsold=red.1+red.2+red.3,red.1+red.2,-"
    " warehouses=7a:blue.2+8a:blue.3": (14, 55, 274),
    "seats=2 ask=restock stacks=8,8,8,7,7": (1, 5, 22),
}  # fmt: skip


def sequences(state: HansaState, depth: int) -> int:
    legal = state.legal_actions()
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        twin = state.copy()
        twin.apply(action)
        total += sequences(twin, depth - 1)
    return total


@pytest.mark.parametrize("position", COUNTS)
def test_counts_of_action_sequences(position: str) -> None:
    assert tuple(sequences(at(position), depth) for depth in (1, 2, 3)) == COUNTS[position]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "sail",
        "sail berlin",
        "place reval 3",
        "buy 10a",
        "build red.2 3",
        "sell red 1",
        "sell red 2 1",
        "done ",
    ],
)
def test_words_that_are_no_action(text: str) -> None:
    with pytest.raises(ParseError):
        RULESET.parser(3)(text)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("sail rgia", "did you mean 'sail riga'?"),
        ("sail Riga", "did you mean 'sail riga'?"),
        ("sail Lübeck", "did you mean 'sail lubeck'?"),
        ("build 2.red 1", "did you mean 'build red.2 1'?"),
        ("sell red 2 1", "did you mean 'sell red 1 2'?"),
        ("buy riga", "the warehouses of Riga are 9a and 9b"),
        ("buy everything", "one beginning with 'buy' reads 'buy 1a'"),
        ("sial riga", "an action begins with place, restock, sail"),
    ],
)
def test_a_misspelt_action_gets_a_hint(text: str, hint: str) -> None:
    with pytest.raises(ParseError, match=re.escape(hint)):
        RULESET.parser(3)(text)


def test_a_sale_asks_only_what_makes_a_difference() -> None:
    state = at("seats=3 ship=riga markets=riga:1,-,- unsold=red.2*2+blue.1*3+pink.1,-,-")
    sales = [action.path for action in state.legal_actions() if action.path[0].startswith("colour.")]
    assert sales == [
        ("colour.red", "amount.2", "good.red.2", "good.red.2"),
        ("colour.blue", "amount.2", "good.blue.1", "good.blue.1"),
        ("colour.blue", "amount.3", "good.blue.1", "good.blue.1", "good.blue.1"),
    ]
    play(state, "sell red 2 2")
    assert asked(state).facts["colours"] == ("red",)
    assert texts(state) == ["sell blue 1 1", "sell blue 1 1 1", "done"]
