"""Games for tests, without a window."""

from __future__ import annotations

import random
from functools import cache

from game import engine
from game.engine.core import Action, State
from game.match import COLOURS, Match, PlayerInfo

NAMES = ("Anna", "Ben", "Käthe", "Dietrich", "Elsabe")


def new_match(ruleset_id: str, seats: int, seed: int = 7, **options: str) -> Match:
    """Return a new game; the players' names and colours are fixed."""
    players = [PlayerInfo(NAMES[seat], COLOURS[seat]) for seat in range(seats)]
    return Match.start(f"{ruleset_id}-{seed}", engine.ruleset(ruleset_id), players, options, seed)


FIRST = ("claim", "office", "extra-office", "table", "improve", "set", "relocate")
"""Priority of actions of a fast player."""


def hurried(state: State, rng: random.Random) -> Action:
    """Choose an action that finishes a game in a few hundred steps; sometimes any legal action."""
    legal = list(state.legal_actions())
    if rng.random() < 0.08:
        return rng.choice(legal)
    kinds: dict[str, list[Action]] = {}
    for action in legal:
        kinds.setdefault(action.text.split()[0], []).append(action)
    for kind in FIRST:
        if kind in kinds:
            return rng.choice(kinds[kind])
    if "place" in kinds and kinds["place"][0].path[-1].startswith("house."):
        assert state.actor is not None
        routes = sorted({action.path[-1].split(".")[1] for action in kinds["place"]})
        mine = routes[state.actor * 7 % len(routes)]
        return next(action for action in kinds["place"] if action.path[-1].split(".")[1] == mine)
    if "income" in kinds:
        return kinds["income"][0]
    return rng.choice(
        [action for action in legal if action.text.split()[0] not in ("lift", "displace")] or legal
    )


def play_some(match: Match, rng: random.Random, most: int) -> int:
    """Play up to `most` hurried actions without ending the game; return the number played."""
    for played in range(most):
        action, after = hurried(match.state, rng), match.state.copy()
        after.apply(action)
        if after.actor is None:
            return played
        match.play(action)
    return most


@cache
def finished_text(game: str) -> str:
    """Return the record of a finished game for three."""
    match, rng = new_match(game, 3), random.Random(5)
    while match.state.outcome is None:
        match.play(hurried(match.state, rng))
    return match.text()


def finished(game: str) -> Match:
    """Return a finished game for three."""
    return Match.resume("finished", finished_text(game))
