"""The engine raises only `ParseError` and `IllegalAction`; `python -m tests.engine.mutate` tries more."""

from __future__ import annotations

import pytest

from game.engine import ParseError, ruleset, rulesets
from tests.engine.mutate import TRIBUTES, mutate

SAMPLE = 300


@pytest.mark.parametrize("name", rulesets())
def test_a_position_or_record_changed_anywhere_is_refused_or_can_be_played(name: str) -> None:
    mutator = mutate([name], SAMPLE, seed=1)[name]
    assert not mutator.faults
    assert mutator.counts["positions read"] > SAMPLE / 20, "some mutants can be played"
    assert mutator.counts["records read"], "some records can be played"


@pytest.mark.parametrize(
    "agenda",
    [
        "tribute:99+clear:13+close:0",
        "clear:999+close:0",
        "clear:5+close:0",
        "tribute:0+clear:13+close:0",
        "tribute:2+clear:13+close:0",
        "close:0+clear:13",
        "clear:13",
        "-",
    ],
)
def test_what_is_still_to_be_done_must_be_left_of_the_claim_asked_in(agenda: str) -> None:
    line = TRIBUTES[0]
    assert ruleset("hansa-teutonica").parse_position(line).legal_actions()
    with pytest.raises(ParseError, match=r"agenda|tribute"):
        ruleset("hansa-teutonica").parse_position(line.replace("agenda=clear:13+close:0", f"agenda={agenda}"))


@pytest.mark.parametrize("name", rulesets())
def test_the_position_of_a_game_of_any_length_can_be_read(name: str) -> None:
    rules = ruleset(name)
    turns = {"hansa": 999_999, "hansa-teutonica": 9_999}.get(name)
    if turns is None:
        pytest.skip(f"{name} has no field `number`")
    seats = rules.seats[0]
    state = rules.parse_position(f"{name} seats={seats} number={turns} turn={(turns - 1) % seats}")
    before = state.turn_number
    while state.turn_number == before:
        state.apply(state.legal_actions()[-1])
    assert rules.parse_position(state.position()).turn_number == before + 1
