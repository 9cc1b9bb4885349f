"""A ruleset for a declared state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from game.engine.core import Action, Option, Ruleset
from game.engine.declared.actions import ActionParser
from game.engine.declared.state import DeclaredState
from game.engine.position_fields import PositionFields
from game.engine.registry import ruleset


class DeclaredRules(Ruleset):
    """The ruleset of a game whose state is declared."""

    def __init__(
        self,
        name: str,
        state: type[DeclaredState],
        seats: range,
        version: int = 1,
        options: tuple[Option, ...] = (),
    ) -> None:
        """Make a ruleset.

        name     the id of the game, as in `GAME`
        state    the class of its positions
        seats    the player counts
        version  raised when the same record would no longer replay to the same game
        options  what can be chosen before a game
        """
        self.id, self.state, self.seats = name, state, seats  # type: ignore[misc]
        self.version, self.options = version, options  # type: ignore[misc]
        state.ruleset = self
        self._parser = ActionParser(name, state.kinds.values())
        self.actions = self._parser.actions
        """Every action of the game, legal or not."""

    def __reduce__(self) -> tuple[Callable[[str], Ruleset], tuple[str]]:
        return ruleset, (self.id,)

    def new_game(self, seats: int, options: Mapping[str, str] | None = None, seed: int = 0) -> DeclaredState:
        state = self.state.new(seats, self.full_options(seats, options), seed)
        state.set_up(Random(seed))
        return state

    def parser(self, seats: int, options: Mapping[str, str] | None = None) -> Callable[[str], Action]:
        return self._parser

    def parse_position(self, text: str) -> DeclaredState:
        names = [option.id for option in self.options]
        fields = PositionFields(text, self.id, ("seats", *names, *self.state.fields))
        seats = fields.number("seats", self.seats[0], self.seats)
        given = {name: fields.text(name) for name in names if name in fields}
        state = self.state.new(seats, self.full_options(seats, given), 0)
        for name, field in self.state.fields.items():
            setattr(state, name, field.read(fields, name, seats))
        state.now = None if state.over else state.now
        return state.checked()
