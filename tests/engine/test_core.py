"""The engine's contract: rejections are data, and errors can be sent to another process."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from random import Random
from typing import Any, cast

import pytest

from game.engine import Action, IllegalAction, ParseError, Reason, State, ruleset, rulesets

GAMES = rulesets()


@pytest.mark.parametrize("game", GAMES)
def test_text_in_place_of_an_action_is_refused_with_advice(game: str) -> None:
    state = ruleset(game).new_game(3)
    for thing in ("end-turn", None, 7, ["end-turn"]):
        with pytest.raises(IllegalAction, match="expected an Action") as refusal:
            state.apply(cast(Any, thing))
        assert refusal.value.reason.id == "action-wanted"


def _met(state: State) -> Iterator[Action]:
    """Yield every legal action along a game of the first legal ones."""
    while state.actor is not None:
        yield from state.legal_actions()
        state.apply(state.legal_actions()[0])


@pytest.mark.parametrize("game", GAMES)
def test_a_refusal_carries_the_reason_that_why_not_gives(game: str) -> None:
    rules = ruleset(game)
    state = rules.new_game(3, seed=1)
    legal = state.legal_actions()
    assert state.why_not(legal[0]) is None
    played = state.copy()
    played.apply(legal[0])
    other = next(action for action in _met(played) if action not in legal)
    with pytest.raises(IllegalAction, match=f"^{re.escape(other.text)}: ") as refusal:
        state.apply(other)
    assert refusal.value.reason == state.why_not(other)


@pytest.mark.parametrize("game", GAMES)
def test_the_texts_of_legal_actions_are_played_as_the_documentation_says(game: str) -> None:
    state = ruleset(game).new_game(3, seed=2)
    texts = [str(action) for action in state.legal_actions()]
    state.apply(state.parse_action(texts[0]))


@pytest.mark.parametrize("game", GAMES)
def test_actions_and_states_can_be_copied_and_sent_to_another_process(game: str) -> None:
    """An action stays the single object for its text; a copied state is independent and retains hidden
    information."""
    rules = ruleset(game)
    for seats in rules.seats:
        state = rules.new_game(seats, seed=5)
        rng = Random(seats)
        for _ in range(60):
            if state.actor is None:
                break
            legal = state.legal_actions()
            for action in (legal[0], legal[-1]):
                assert pickle.loads(pickle.dumps(action)) is copy.deepcopy(action) is action
            twins = [pickle.loads(pickle.dumps(state)), copy.deepcopy(state), copy.copy(state)]
            before = state.position()
            chosen = legal[int(rng.random() * len(legal))]
            events = state.apply(chosen)
            for twin in twins:
                assert (type(twin), twin.position(), twin.seed) == (type(state), before, state.seed)
                assert twin.apply(chosen) == events
                assert twin.position() == state.position()


@pytest.mark.parametrize("game", GAMES)
def test_a_state_sent_to_a_process_that_has_not_met_its_game_is_played_on_there(
    game: str,
) -> None:
    state = ruleset(game).new_game(2, seed=5)
    action = state.legal_actions()[0]
    program = """
import pickle, sys
state, action = pickle.loads(sys.stdin.buffer.read())
state.apply(action)
print(state.ruleset.id, state.position())
"""
    sent = pickle.dumps((state, action))
    told = subprocess.run([sys.executable, "-c", program], input=sent, capture_output=True, check=True).stdout
    state.apply(action)
    assert told.decode().strip() == f"{game} {state.position()}"


def test_errors_can_be_sent_to_another_process() -> None:
    refused = IllegalAction(Reason("house-occupied", {"house": "a-b.1"}), "line 3: place: house occupied")
    back = pickle.loads(pickle.dumps(refused))
    assert (type(back), str(back), back.reason) == (IllegalAction, str(refused), refused.reason)
    broken = ParseError("no such thing", 12)
    again = pickle.loads(pickle.dumps(broken))
    assert (str(again), again.reason, again.line) == (str(broken), "no such thing", 12)
