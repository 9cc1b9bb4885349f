"""The ruleset: the engine's entry point to the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.engine.core import Action, ParseError, Ruleset
from game.games.hansa_teutonica.rules import position_parse, setup
from game.games.hansa_teutonica.rules.editions import (
    PRESETS,
    REVEALING,
    all_options,
    edition,
    options_since,
    played_by,
    refuse,
)
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState


class HansaTeutonicaRuleset(Ruleset):
    """Ruleset of *Hansa Teutonica*: player counts, options, new games, and parsing of games from text.

    >>> state = RULESET.new_game(seats=4, seed=7)
    >>> state.decision.id, len(state.legal_actions()) > 200
    ('turn', True)
    """

    id = "hansa-teutonica"
    version = 2
    seats = range(2, 6)
    options = all_options()
    presets = PRESETS
    revealing = REVEALING
    possessions = frozenset({"markers"})

    def new_game(
        self, seats: int, options: Mapping[str, str] | None = None, seed: int = 0
    ) -> HansaTeutonicaState:
        """Return a game after setup. With the pawn, the second player places it first."""
        return setup.new_game(seats, self.full_options(seats, options), seed)

    def parser(self, seats: int, options: Mapping[str, str] | None = None) -> Callable[[str], Action]:
        """Return the function from the text of an action to the action."""
        return edition(seats, self.full_options(seats, options)).words.parse

    def parse_position(self, text: str) -> HansaTeutonicaState:
        """Return the state that a position string describes."""
        return position_parse.parse_position(text, self.full_options)

    def options_since(self, version: int, options: Mapping[str, str]) -> Mapping[str, str] | None:
        return options_since(version, options)

    def played_by(self, chosen: Mapping[str, str]) -> tuple[int, ...]:
        """Return the player counts that the chosen board allows."""
        return played_by(chosen)

    def full_options(self, seats: int, given: Mapping[str, str] | None) -> dict[str, str]:
        """Return the options with defaults filled in, and check that the start player exists."""
        full = super().full_options(seats, given)
        start = full["start_player"]
        if start != "random" and int(start) > seats:
            raise ParseError(f"option start_player is {start}, but there are only {seats} players")
        if seats not in played_by(full):
            raise ParseError(f"option board is {full['board']}, which is not for {seats} players")
        refuse(seats, full)
        return full


RULESET = HansaTeutonicaRuleset()
HansaTeutonicaState.ruleset = RULESET
HansaTeutonicaState.compiled = edition
