"""Invariants of every game of Hansa Teutonica, with any players and rules."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from game.engine import Action, IllegalAction
from game.games.hansa_teutonica.rules.board import MARKERS
from game.games.hansa_teutonica.rules.editions import edition
from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.engine.hansa_teutonica.ht_games_played import SETUPS, played
from tests.engine.hansa_teutonica.ht_kit import REASONS

SEEDS = range(3)
GAMES = [(seats, options, seed) for seats, options in SETUPS for seed in SEEDS]


@pytest.mark.parametrize(("seats", "options", "seed"), GAMES)
def test_invariants_of_section_13_hold_after_every_action(
    seats: int, options: dict[str, str], seed: int
) -> None:
    for state, _, _ in played(seats, options, seed):
        state.check()


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_games_end_and_the_lines_add_up(seats: int, options: dict[str, str]) -> None:
    ended = 0
    for seed in range(4):
        for state, _, _ in played(seats, options, seed):
            outcome = state.outcome
            assert (outcome is None) == (state.actor is not None)
        if outcome is not None:
            ended += 1
            assert outcome.totals == tuple(
                map(sum, zip(*(line.points for line in outcome.lines), strict=True))
            )
            assert 1 in outcome.ranks and outcome.reason in ("points", "markers", "completed")
            assert state.legal_actions() == () and state.decision is None and state.turn_seat is None
    assert ended


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_same_seed_and_actions_give_the_same_game(seats: int, options: dict[str, str]) -> None:
    one = [(action.text, events) for _, action, events in played(seats, options, 11, 300)]
    other = [(action.text, events) for _, action, events in played(seats, options, 11, 300)]
    assert one == other


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_what_is_done_to_a_copy_does_not_touch_the_state(seats: int, options: dict[str, str]) -> None:
    rng = Random(1)
    for state, _, _ in played(seats, options, 1, 400):
        if state.actor is not None and rng.random() < 0.2:
            before, legal = state.position(), list(state.legal_actions())
            copy = state.copy()
            copy.apply(legal[int(rng.random() * len(legal))])
            assert state.position() == before and list(state.legal_actions()) == legal


def refused(state: HansaTeutonicaState, action: Action) -> IllegalAction:
    """Check that an action is illegal, faster than `pytest.raises`. Return the exception."""
    try:
        state.apply(action)
    except IllegalAction as refusal:
        return refusal
    pytest.fail(f"{action} is possible")


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_every_other_action_is_refused_with_a_reason_and_changes_nothing(
    seats: int, options: dict[str, str]
) -> None:
    words = edition(seats, RULESET.full_options(seats, options)).words
    everything = [words.parse(text) for text in words.texts()]
    rng = Random(2)
    for state, _, _ in played(seats, options, 2, 600):
        if rng.random() > 0.01:
            continue
        before, legal = state.position(), set(state.legal_actions())
        for action in everything:
            if action not in legal:
                refusal = refused(state, action)
                said = str(refusal)
                assert said.startswith(f"{action}: ") and len(said) > len(f"{action}: ") + 5
                assert set(refusal.reason.facts) == set(REASONS[refusal.reason.id])
        assert state.position() == before


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_positions_read_back_as_they_were_written(seats: int, options: dict[str, str]) -> None:
    rng = Random(3)
    for state, _, _ in played(seats, options, 3):
        if rng.random() < 0.1 or state.actor is None:
            again = RULESET.parse_position(state.position())
            assert again.position() == state.position()
            assert list(again.legal_actions()) == list(state.legal_actions())
            assert again.outcome == state.outcome


def test_only_hidden_markers_are_dealt_anew() -> None:
    state = RULESET.new_game(4, seed=5)
    bags = {state.determinize(Random(seed)).bag for seed in range(5)}
    assert len(bags) > 1
    assert {tuple(sorted(bag)) for bag in bags} == {tuple(sorted(state.bag))}
    assert {state.determinize(Random(seed)).position() for seed in range(5)} == {state.position()}


def test_a_plate_that_is_shown_is_not_dealt_anew() -> None:
    for state, _, _ in played(4, {}, 4):
        if state.decision is not None and state.decision.id == "replace":
            assert state.plate_markers() == tuple(MARKERS[kind] for kind in state.plate)
            assert {state.determinize(Random(seed)).plate for seed in range(9)} == {state.plate}
            return
    pytest.fail("nobody had to lay a marker")


def documented_events() -> dict[str, tuple[set[str], set[str]]]:
    """Return kinds of events with the prefixes of their sources and targets, from the table in
    docs/reference/elements.md."""
    text = Path(__file__).parents[3].joinpath("docs/reference/elements.md").read_text(encoding="utf-8")
    table = text.split("### Events of Hansa Teutonica")[1].split("\n## ")[0]
    rows = [line.strip("|").split("|") for line in table.splitlines() if line.startswith("| `")]
    return {
        cells[0].strip().strip("`"): (
            set(re.findall(r"[\w-]{2,}", cells[2])),
            set(re.findall(r"[\w-]{2,}", cells[3])),
        )
        for cells in rows
    }


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_events_are_those_of_the_table(seats: int, options: dict[str, str]) -> None:
    documented = documented_events()
    for seed in SEEDS:
        for _, _, events in played(seats, options, seed):
            for event in events:
                sources, targets = documented[event.kind]
                assert event.source.split(".")[0] in (sources or {""}), event
                assert event.target.split(".")[0] in (targets or {""}), event


def test_events_tell_where_every_piece_is() -> None:
    """A table maintained from the events alone agrees with the state."""
    state = RULESET.new_game(4, {}, 8)
    houses: dict[str, tuple[int | None, str]] = {}
    points = [0] * 4
    for state, _, events in played(4, {}, 8):
        for event in events:
            if event.source.startswith("house."):
                houses.pop(event.source[6:], None)
        for event in events:
            if event.target.startswith("house."):
                houses[event.target[6:]] = (event.seat, event.piece)
            if event.kind == "points":
                assert event.seat is not None
                points[event.seat] += event.amount
        assert houses == {house: tuple(piece) for house, piece in state.occupied().items()}
        assert points == state.points


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_only_reveal_shows_hidden_markers(seats: int, options: dict[str, str]) -> None:
    """Two games that differ only in the hidden markers report the same until one is revealed."""
    rng = Random(6)
    for state, _, _ in played(seats, options, 6, 500):
        if state.actor is None or rng.random() > 0.1:
            continue
        one, other = state.determinize(Random(1)), state.determinize(Random(2))
        for action in list(state.legal_actions())[:40]:
            mine, theirs = one.copy().apply(action), other.copy().apply(action)
            if not any(event.kind in RULESET.revealing for event in mine):
                assert mine == theirs
