"""Invariants of every game (rules section 13 and the contract of core.py), over random games."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine import IllegalAction, ParseError
from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.engine.hansa_teutonica.ht_games_played import SETUPS, choose
from tests.engine.hansa_teutonica.ht_kit import asked, at, fields, full, play, rows
from tests.engine.hansa_teutonica.ht_naive import Naive, owner
from tests.engine.hansa_teutonica.ht_positions import random_position

SEEDS = st.integers(0, 2**32)
FEW = settings(max_examples=15)
MORE = settings(max_examples=40)


def advance(state: HansaTeutonicaState, seed: int, actions: int) -> list[str]:
    """Play this number of actions, or to the end. Return their texts."""
    rng = Random(seed)
    texts: list[str] = []
    while state.actor is not None and len(texts) < actions:
        action = choose(state, rng)
        texts.append(str(action))
        state.apply(action)
    return texts


@st.composite
def games(draw: Any) -> HansaTeutonicaState:
    """Draw a game that began at the setup or in a crowded position."""
    seats, options = draw(st.sampled_from(SETUPS))
    seed = draw(SEEDS)
    if draw(st.booleans()):
        state = random_position(seats, options, Random(seed))
        advance(state, seed, draw(st.integers(0, 12)))
    else:
        state = RULESET.new_game(seats, options, seed)
        advance(state, seed, draw(st.integers(0, 250)))
    return state


def texts(state: HansaTeutonicaState) -> list[str]:
    return [str(action) for action in state.legal_actions()]


# --- the invariants of section 13


@FEW
@given(st.sampled_from(SETUPS), SEEDS)
def test_13_invariants_after_every_action(setup: tuple[int, dict[str, str]], seed: int) -> None:
    seats, options = setup
    state, rng = RULESET.new_game(seats, options, seed), Random(seed)
    completed, before, turn = 0, fields(state), 0
    for _ in range(150):
        naive = Naive(state.position())
        for seat in range(seats):
            assert naive.pieces_of(seat) == {"t": 26, "m": 4}, "13.1"
            added = [piece for row in naive.extras.values() for piece in row if owner(piece) == seat]
            assert len(added) == naive.used.count([str(seat), "extra_office"]), "9.5: one office a marker"
        assert naive.completed() >= completed, "13.6"
        completed = naive.completed()
        reached = naive.lines()["track"]
        assert max(reached) <= 27, "13.3"
        now = fields(state)
        old_points = map(int, before["points"].split(","))
        assert all(new >= old for new, old in zip(reached, old_points, strict=True)), "points never fall"
        if state.turn_number > turn and not (state.outcome or now["box"] != "-"):
            turn = state.turn_number
            assert len(rows(now["taverns"])) == 3, "13.4"
        if state.actor is None:
            break
        before = now
        state.apply(choose(state, rng))
        state.check()


@MORE
@given(st.sampled_from(SETUPS), SEEDS)
def test_13_5_a_swap_changes_nobodys_presence(setup: tuple[int, dict[str, str]], seed: int) -> None:
    state = random_position(*setup, Random(seed))
    swaps = [action for action in state.legal_actions() if action.text.startswith("use swap_offices")]
    for action in swaps[:4]:
        twin = state.copy()
        old, events = Naive(twin.position()), twin.apply(action)
        new = Naive(twin.position())
        for town in old.board.towns:
            assert sorted(old.row(town)) == sorted(new.row(town))
        for seat in range(twin.seats):
            assert old.network(seat) == new.network(seat) and old.has_chain(seat) == new.has_chain(seat)
        assert old.completed() == new.completed() and old.fields["points"] == new.fields["points"]
        assert {event.kind for event in events} == {"marker-used", "swap"}


@MORE
@given(st.sampled_from(SETUPS), SEEDS)
def test_13_7_every_displacement_moves_the_price(setup: tuple[int, dict[str, str]], seed: int) -> None:
    state = random_position(*setup, Random(seed))
    found = [action for action in state.legal_actions() if action.text.startswith("displace")]
    for action in found[:3]:
        twin = state.copy()
        old = Naive(twin.position())
        victim = old.houses[action.text.split()[2]]
        price = 2 if victim[1] == "m" else 1
        twin.apply(action)
        while asked(twin) == "pay":
            twin.apply(twin.legal_actions()[-1])
        new = Naive(twin.position())
        assert sum(new.supply[old.turn].values()) == sum(old.supply[old.turn].values()) - 1 - price
        assert sum(new.stock[old.turn].values()) == sum(old.stock[old.turn].values()) + price
        assert new.houses[action.text.split()[2]][0] == str(old.turn)
        assert new.hand() == [victim] and new.actions == old.actions - 1
        waiting = new.neutral is not None and victim[0] == str(new.neutral)
        assert twin.actor == (1 - old.turn if waiting else int(victim[0]))


@FEW
@given(games(), SEEDS)
def test_east_west_is_paid_once_for_every_chain(state: HansaTeutonicaState, seed: int) -> None:
    rng = Random(seed)
    for _ in range(60):
        if state.actor is None:
            break
        naive = Naive(state.position())
        linked = [] if naive.fields["linked"] == "-" else naive.fields["linked"].split("+")
        chains = [seat for seat in range(state.seats) if naive.has_chain(seat)]
        assert set(map(int, linked)) <= set(chains) and len(set(linked)) == len(linked)
        assert len(linked) == min(len(chains), 3)
        state.apply(choose(state, rng))


# --- the contract


@MORE
@given(games())
def test_texts_are_unique_and_parse_to_the_same_action(state: HansaTeutonicaState) -> None:
    found = state.legal_actions()
    assert len({str(action) for action in found}) == len(found)
    for action in found:
        assert state.parse_action(str(action)) is action
        assert action.path and all(action.path)


@MORE
@given(games())
def test_paths_say_every_action_and_none_is_the_beginning_of_another(state: HansaTeutonicaState) -> None:
    paths = sorted(action.path for action in state.legal_actions())
    for one, other in pairwise(paths):
        assert other[: len(one)] != one


@MORE
@given(games())
def test_the_order_of_legal_actions_is_stable(state: HansaTeutonicaState) -> None:
    found = texts(state)
    assert found == texts(state) == texts(state.copy())
    assert found == texts(RULESET.parse_position(state.position()))


@MORE
@given(games(), SEEDS)
def test_copies_are_independent(state: HansaTeutonicaState, seed: int) -> None:
    before = state.position(), texts(state), state.outcome
    twin = state.copy()
    advance(twin, seed, 40)
    assert (state.position(), texts(state), state.outcome) == before
    other = state.copy()
    kept = other.position(), texts(other)
    advance(state, seed, 40)
    assert (other.position(), texts(other)) == kept
    assert state.position() == twin.position(), "the same actions lead to the same position"


@MORE
@given(games(), games())
def test_illegal_actions_are_refused_and_change_nothing(
    state: HansaTeutonicaState, other: HansaTeutonicaState
) -> None:
    before, offered = state.position(), set(texts(state))
    for action in other.legal_actions():
        if str(action) not in offered:
            with pytest.raises(IllegalAction) as refusal:
                state.apply(action)
            assert str(refusal.value).strip()
    assert state.position() == before and set(texts(state)) == offered


@MORE
@given(games(), SEEDS)
def test_determinize_keeps_what_is_public(state: HansaTeutonicaState, seed: int) -> None:
    before = state.position()
    twin = state.determinize(Random(seed))
    assert twin.position() == before == state.position()
    assert texts(twin) == texts(state)
    twin.check()
    advance(twin, seed, 60)
    twin.check()
    assert state.position() == before


def test_determinize_deals_the_hidden_markers_anew_but_not_those_shown() -> None:
    state = at(4, houses=full("0t", "osnabrueck-bremen"))
    play(state, "claim osnabrueck-bremen", "no-benefit")
    shown = set()
    for deal in range(30):
        twin = state.determinize(Random(deal))
        play(twin, "end-turn")
        shown.add(fields(twin)["plate"])
        assert fields(twin.determinize(Random(deal + 1)))["plate"] == fields(twin)["plate"]
    assert len(shown) > 3


@FEW
@given(st.sampled_from(SETUPS), SEEDS, SEEDS)
def test_same_seed_and_actions_give_the_same_game(
    setup: tuple[int, dict[str, str]], seed: int, play_seed: int
) -> None:
    one, other = (RULESET.new_game(*setup, seed=seed) for _ in range(2))
    assert advance(one, play_seed, 200) == advance(other, play_seed, 200)
    assert one.position() == other.position() and one.outcome == other.outcome


@MORE
@given(games())
def test_positions_are_read_back_as_they_were_written(state: HansaTeutonicaState) -> None:
    again = RULESET.parse_position(state.position())
    assert again.position() == state.position()
    assert texts(again) == texts(state) and again.decision == state.decision
    assert (again.actor, again.turn_seat, again.turn_number) == (
        state.actor,
        state.turn_seat,
        state.turn_number,
    )
    assert again.scores() == state.scores() and again.outcome == state.outcome
    assert dict(again.options) == dict(state.options)


@settings(max_examples=250)
@given(games(), st.data())
def test_damaged_positions_are_refused_with_a_reason_or_hold(
    state: HansaTeutonicaState, data: st.DataObject
) -> None:
    """One field's value cut, swapped or overwritten: rejected, or a position that can be played."""
    line = state.position()
    parts = line.split(" ")
    index = data.draw(st.integers(1, len(parts) - 1))
    name, value = parts[index].split("=", 1)
    place = data.draw(st.integers(0, len(value)))
    sign = data.draw(st.sampled_from(["", "0", "9", "-", ",", "+", ":", "t", "m", ".", "1t", "x", "\u0663"]))
    other = parts[data.draw(st.integers(1, len(parts) - 1))].split("=", 1)[1]
    parts[index] = data.draw(
        st.sampled_from(
            [
                f"{name}={value[:place]}{sign}{value[place + 1 :]}",
                f"{name}={value[:place]}{sign}{value[place:]}",
                f"{name}={value[:place]}",
                f"{name}={other}",
                f"{name}{value}",
                f"{name}x={value}",
                f"{parts[index]} {parts[index]}",
            ]
        )
    )
    try:
        damaged = RULESET.parse_position(" ".join(parts))
    except ParseError as error:
        assert str(error).strip()
    else:
        damaged.check()
        assert damaged.actor is None or damaged.legal_actions()
        assert RULESET.parse_position(damaged.position()).position() == damaged.position()
        advance(damaged, 1, 5)


@FEW
@given(st.sampled_from(SETUPS), SEEDS)
def test_the_outcome_adds_up(setup: tuple[int, dict[str, str]], seed: int) -> None:
    state = random_position(*setup, Random(seed))
    advance(state, seed, 1500)
    outcome = state.outcome
    if outcome is None:
        return
    assert state.actor is None and state.decision is None and not state.legal_actions()
    assert outcome.totals == tuple(map(sum, zip(*(row.points for row in outcome.lines), strict=True)))
    assert outcome.lines == state.scores() and outcome.reason in ("points", "markers", "completed")
    best = max(outcome.totals)
    assert outcome.winners and all(outcome.totals[seat] == best for seat in outcome.winners)
    for one, rank in enumerate(outcome.ranks):
        assert rank == 1 + sum(other < rank for other in outcome.ranks)
        assert all(
            outcome.ranks[other] < rank
            for other, total in enumerate(outcome.totals)
            if total > outcome.totals[one]
        )
