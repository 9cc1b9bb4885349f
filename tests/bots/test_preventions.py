"""Players prevent the next player from ending the game and winning at once (preventions.jsonl).

In each position some plan prevents it, and passing does not. Whether the next player wins is decided by a
beam search without forecasts. The test checks a sample. `python -m tests.bots.test_preventions hard master`
prints how many of all positions each player solves.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

from game.bots.search import Search
from game.bots.steps import finish
from game.engine import State, ruleset
from tools.baselines.thinkers import baseline
from tools.players import player

DATA = Path(__file__).with_name("preventions.jsonl")
POSITIONS = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
EVERY = 12
"""Interval of the positions that the test checks."""
MIND = baseline("hansa-teutonica", "SHORTSIGHTED").adapted(False)


def parsed(text: str) -> State:
    return ruleset("hansa-teutonica").parse_position(text)


def settled(state: State, seat: int, turn: int) -> bool:
    """Let others decide within the turn, and return whether the turn is over."""
    while state.actor not in (None, seat) and state.turn_number == turn:
        for action in MIND.reply(state, MIND.context(state), None):
            state.apply(action)
    return state.actor is None or state.turn_number != turn


def prevented(state: State, seat: int) -> bool:
    """Return whether the player to move does not end the game and win in this turn."""
    if state.actor is None:
        return state.outcome is not None and seat in state.outcome.winners
    if state.actor != state.turn_seat or state.decision is None or state.decision.id != "turn":
        return True
    best = finish(Search(MIND, state.copy()).turns(20, 20, Random(1)))[0]
    outcome = best.state.outcome if best.state.actor is None else None
    return outcome is None or outcome.winners != (state.actor,)


def prevents(position: str, name: str) -> bool:
    """Return whether a player prevents it."""
    state, rng, mind = parsed(position), Random(3), player(name)
    seat, turn = state.actor, state.turn_number
    assert seat is not None
    while not settled(state, seat, turn):
        state.apply(mind.choose(state.copy(), rng).action)
    return prevented(state, seat)


def test_medium_prevents_the_next_player_from_ending_the_game_and_winning() -> None:
    sample = POSITIONS[::EVERY]
    assert len(POSITIONS) >= 20
    assert sum(prevents(position, "medium") for position in sample) >= 0.8 * len(sample)


def test_passing_lets_the_next_player_win() -> None:
    for position in POSITIONS[::EVERY]:
        state = parsed(position)
        seat = state.actor
        state.apply(state.parse_action("end-turn"))
        assert seat is not None and not prevented(state, seat)


def main() -> None:
    for name in sys.argv[1:]:
        count = sum(prevents(position, name) for position in POSITIONS)
        print(f"{name}: {count} of {len(POSITIONS)}")


if __name__ == "__main__":
    main()
