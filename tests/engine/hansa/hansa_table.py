"""Helpers for setting up a table of Hansa and playing on it."""

from __future__ import annotations

from random import Random

import pytest

from game.engine import Decision, Event, IllegalAction, Outcome, Reason
from game.games.hansa.rules.ruleset import RULESET
from game.games.hansa.rules.state import HansaState


def at(position: str) -> HansaState:
    """Return the state of a position, given without the leading word `hansa`."""
    return RULESET.parse_position(f"hansa {position}")


def play(state: HansaState, *texts: str) -> list[Event]:
    """Play these actions. Return all their events."""
    return [event for text in texts for event in state.apply(state.parse_action(text))]


def texts(state: HansaState) -> list[str]:
    return [action.text for action in state.legal_actions()]


def refused(state: HansaState, text: str) -> Reason:
    """Return the reason why an action is rejected; the state must stay unchanged."""
    before = state.position()
    with pytest.raises(IllegalAction) as refusal:
        state.apply(state.parse_action(text))
    assert state.position() == before
    return refusal.value.reason


def play_random(state: HansaState, seed: int, actions: int = 10**6) -> list[Event]:
    """Play random legal actions, to the end of the game or up to a limit. Return all their events."""
    rng = Random(seed)
    events: list[Event] = []
    while state.actor is not None and actions:
        legal = state.legal_actions()
        events += state.apply(legal[int(rng.random() * len(legal))])
        actions -= 1
    return events


def asked(state: HansaState) -> Decision:
    """Return the pending decision of a game that is not over."""
    assert state.decision is not None
    return state.decision


def outcome(state: HansaState) -> Outcome:
    """Return the ranking of a game that is over."""
    assert state.outcome is not None
    return state.outcome
