"""Varied games for the property tests: players prefer claims, so that all kinds of events occur."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from game.engine import Action, Event
from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState

SETUPS = [
    (5, {}),
    (4, {"marker_mix": "en"}),
    (4, {"swap": "own", "remove_3": "rivals"}),
    (3, {}),
    (3, dict(RULESET.presets["Big Box"])),
    (2, {}),
    (2, {"provinces": "B0", "pawn_walk": "any"}),
    (2, {"provinces": "A2"}),
    (2, {"provinces": "A", "marker_mix": "en"}),
    (2, {"two_players": "neutral-it"}),
    (2, dict(RULESET.presets["Portuguese"])),
    (2, {"two_players": "neutral-it", "remove_3": "move"}),
]
"""Seats and options: both sides of the board, every variant, every option that changes what is legal."""

TASTE = {
    "claim": 60.0,
    "place": 6.0,
    "income": 5.0,
    "displace": 3.0,
    "office": 5.0,
    "extra-office": 6.0,
    "table": 4.0,
    "add": 3.0,
    "lift": 0.4,
    "end-turn": 0.3,
    "walk": 0.5,
    "finish": 0.2,
    "no-benefit": 0.4,
    "decline": 0.5,
}


def choose(state: HansaTeutonicaState, rng: Random) -> Action:
    """Choose a kind of action by preference; pieces mostly go to routes where the actor already has some."""
    kinds: dict[str, list[Action]] = {}
    for action in state.legal_actions():
        kinds.setdefault(kind(action.text), []).append(action)
    words = sorted(kinds)
    word = rng.choices(words, [TASTE.get(word, 1.0) for word in words])[0]
    found = kinds[word]
    if word in ("place", "set", "displace") and rng.random() < 0.9:
        return most_nearly_filled(state, found, rng)
    return found[int(rng.random() * len(found))]


def most_nearly_filled(state: HansaTeutonicaState, found: list[Action], rng: Random) -> Action:
    """Return an action on a route that lacks the fewest of the actor's pieces."""
    routes = [route(action.text) for action in found]
    lacks = {name: lacking(state, name) for name in set(routes)}
    wishes = [lacks[name] + rng.random() for name in routes]
    return found[wishes.index(min(wishes))]


@cache
def kind(text: str) -> str:
    return text.split()[0]


@cache
def route(text: str) -> str:
    """Return the route of the last house in an action's text."""
    return text.split()[-1].split(".")[0]


def lacking(state: HansaTeutonicaState, route: str) -> int:
    """Return the number of pieces the actor still needs on a route."""
    return sum(piece is None or piece.seat != state.actor for piece in state.route_pieces(route))


def played(
    seats: int, options: dict[str, str], seed: int, limit: int = 4000
) -> Iterator[tuple[HansaTeutonicaState, Action, list[Event]]]:
    """Play a game; after each action, yield the state, the action and its events."""
    state, rng = RULESET.new_game(seats, options, seed), Random(seed)
    for _ in range(limit):
        if state.actor is None:
            return
        action = choose(state, rng)
        yield state, action, state.apply(action)
