"""Ruleset of *Hansa*: its player counts, options and notations."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.engine.core import Option, ParseError, Ruleset
from game.games.hansa.rules.actions import HansaAction, parse_action
from game.games.hansa.rules.events import REVEALING
from game.games.hansa.rules.position_parse import parse_position
from game.games.hansa.rules.setup import deal
from game.games.hansa.rules.state import HansaState


class HansaRuleset(Ruleset):
    """Michael Schacht's *Hansa*, 2-4 players, base board.

    >>> state = HansaRuleset().new_game(seats=3, options={"start_player": "2"}, seed=7)
    >>> state.actor, state.decision.id, state.stacks()
    (1, 'first-placement', (11, 10, 10, 10, 10))
    """

    id = "hansa"
    version = 1
    seats = range(2, 5)
    options = (
        Option("start_player", ("random", "1", "2", "3", "4"), "random"),
        Option("stall_guard", ("off", "on"), "off"),
        Option("extra_card", ("off", "on"), "off"),
    )
    revealing = REVEALING
    possessions = frozenset({"purse"})

    def __reduce__(self) -> str:
        return "RULESET"

    def new_game(self, seats: int, options: Mapping[str, str] | None = None, seed: int = 0) -> HansaState:
        return deal(seats, self.full_options(seats, options), seed)

    def full_options(self, seats: int, given: Mapping[str, str] | None) -> dict[str, str]:
        full = super().full_options(seats, given)
        start = full["start_player"]
        if start != "random" and int(start) > seats:
            raise ParseError(f"option start_player cannot be {start!r} with {seats} players")
        return full

    def parser(self, seats: int, options: Mapping[str, str] | None = None) -> Callable[[str], HansaAction]:
        return parse_action

    def parse_position(self, text: str) -> HansaState:
        return parse_position(self, text)


RULESET = HansaRuleset()
HansaState.ruleset = RULESET
