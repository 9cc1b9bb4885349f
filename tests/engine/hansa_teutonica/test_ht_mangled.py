"""Any position that the parser accepts can be played on: every action leads to another accepted position."""

from __future__ import annotations

from random import Random

import pytest

from game.engine import ParseError
from game.games.hansa_teutonica.rules.ruleset import RULESET
from tests.engine.hansa_teutonica.ht_games_played import SETUPS, choose
from tests.engine.hansa_teutonica.ht_mangled import mangled


def played_positions(seats: int, options: dict[str, str], seed: int) -> list[str]:
    """Return the position strings of a varied game."""
    state, rng = RULESET.new_game(seats, options, seed), Random(seed)
    lines: list[str] = []
    while state.actor is not None and len(lines) < 600:
        lines.append(state.position())
        state.apply(choose(state, rng))
    return [*lines, state.position()]


def follow(line: str) -> bool:
    """Return whether the parser accepts the line. If so, check that every kind of legal action leads to an
    accepted one."""
    try:
        state = RULESET.parse_position(line)
    except ParseError:
        return False
    kinds = {type(action): action for action in state.legal_actions()}
    firsts = {type(action): action for action in reversed(state.legal_actions())}
    for action in {*kinds.values(), *firsts.values()}:
        after = state.copy()
        after.apply(action)
        told = after.position()
        try:
            assert RULESET.parse_position(told).position() == told
        except ParseError as refusal:
            raise AssertionError(f"{refusal}\nafter {action} in\n{line}\n{told}") from None
    return True


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_from_every_position_accepted_every_action_leads_to_one_that_is_accepted(
    seats: int, options: dict[str, str]
) -> None:
    rng = Random(seats)
    lines = played_positions(seats, options, seed=seats)
    accepted = sum(follow(mangled(rng.choice(lines), rng.choice(lines), rng)) for _ in range(250))
    assert accepted > 20, "too few of the lines could be"
