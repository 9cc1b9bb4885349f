"""Varied games of Hansa Teutonica for the tests: everything happens, and they come to an end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from game.engine import Action, Event
from game.engine.hansa_teutonica import RULESET
from game.engine.hansa_teutonica import actions as a
from game.engine.hansa_teutonica.effects import STRIDE
from game.engine.hansa_teutonica.state import HansaTeutonicaState

SETUPS = [
    (3, {}),
    (4, {}),
    (5, {}),
    (3, dict(RULESET.presets["Big Box readings"])),
    (5, dict(RULESET.presets["Portuguese"])),
    (2, {"two_players": "pawn"}),
    (2, {"two_players": "pawn", "provinces": "A", "pawn_walk": "any"}),
    (2, {"two_players": "neutral-it"}),
    (2, {"two_players": "neutral-pt", "marker_mix": "pt"}),
]
"""Seats and options, both sides of the board and all variants among them."""

TASTE: dict[type[Action], float] = {
    a.Claim: 60,
    a.Place: 6,
    a.Income: 6,
    a.Displace: 3,
    a.Lift: 0.5,
    a.Button: 0.4,
    a.SetDown: 3,
    a.UseInstant: 5,
    a.TakeOffice: 4,
    a.AddOffice: 6,
    a.TakeTable: 4,
}


def choose(state: HansaTeutonicaState, rng: Random) -> Action:
    """A player who likes to claim, and mostly puts pieces where he already has some."""
    kinds: dict[type[Action], list[Action]] = {}
    for action in state.legal_actions():
        kinds.setdefault(type(action), []).append(action)
    names = list(kinds)
    kind = rng.choices(names, [TASTE.get(name, 1.0) for name in names])[0]
    found = kinds[kind]
    if kind in (a.Place, a.SetDown, a.Displace) and rng.random() < 0.85:
        return min(found, key=lambda action: missing(state, action.place) + rng.random())
    return found[int(rng.random() * len(found))]


def missing(state: HansaTeutonicaState, house: int) -> int:
    """How many pieces the actor lacks on the route of a house."""
    return state.missing[state.decider * STRIDE + state.board.house_route[house]]


def play(
    seats: int, options: dict[str, str], seed: int, limit: int = 4000
) -> Iterator[tuple[HansaTeutonicaState, Action, list[Event]]]:
    """Play a game; after each action the state, the action and its events."""
    state, rng = RULESET.new_game(seats, options, seed), Random(seed)
    for _ in range(limit):
        if state.actor is None:
            return
        action = choose(state, rng)
        yield state, action, state.apply(action)


def at(position: str) -> HansaTeutonicaState:
    """The state a position describes, without the first word."""
    return RULESET.parse_position(f"hansa-teutonica {position}")


def do(state: HansaTeutonicaState, *texts: str) -> list[Event]:
    """Play these actions; all their events."""
    return [event for text in texts for event in state.apply(RULESET.parse_action(text))]


def texts(state: HansaTeutonicaState, verb: str = "") -> list[str]:
    """The legal actions that begin with a word."""
    return [action.text for action in state.legal_actions() if action.text.startswith(verb)]
