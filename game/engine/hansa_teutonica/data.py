"""The data of a position, flat and plain. `position` reads it, the decisions change it, `state` shows it to
the world."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from game.engine.core import Action, State
from game.engine.decision import DecisionRule
from game.engine.hansa_teutonica.options import Rules, rules_of
from game.engine.hansa_teutonica.tables import Tables, tables_for

_SLOTS = (
    "_legal", "acted", "actions_left", "active", "allowance", "bag", "bag_left", "board", "box",
    "completed", "decider", "ending", "extras", "fresh", "hand", "houses", "levels", "linked",
    "missing", "neutral_reserve", "now", "offices", "options", "origins", "pawn", "plate", "points",
    "presence", "revealed", "route", "rules", "seats", "seed", "start", "steps", "stock",
    "supply", "table", "tavern", "turns", "unused", "used",
)  # fmt: skip
_SHARED = {"board", "rules", "_legal"}
"""Slots that hold shared objects, or that are computed again."""


class Data(State):
    """A position. `setup` and `position_parse` create it; only `apply` changes it.

    Whatever a mere placing changes is a bytearray; what changes seldom is bytes, which copies share.

    Whose pieces are where (`codes` explains the numbers):
      houses    code by house
      missing   houses of a route without a piece of the seat, by `missing_at`; 0: it can be claimed
      offices   code by printed office
      extras    by town, the codes of its additional offices, oldest first
      presence  by seat, the bits of the towns in which it has an office
      table     1 + seat by space of the Coellen table
      supply, stock  pieces by `pile_at`
      levels    improvements made, by `level_at`
      neutral_reserve  neutral traders of the second colour, not yet in use
    Points and markers:
      points    by seat; completed: towns completed; linked: seats with the east-west bonus, in order
      unused, used   bonus markers by `marker_at`; tavern: 1 + kind by route
      bag, bag_left  hidden markers: bag[bag_left - 1] is drawn next; plate, revealed: replacements to place
      box       markers out of the game
    The turn:
      now       the decision that is open, None when the game is over; decider: the seat asked
      active, start, turns (begun), actions_left
      ending    what will end the game when the current claim is finished
      pawn, steps, acted   the pawn's province (-1: none), its free steps left, whether an action was taken
    Inside an action:
      hand      codes of lifted or displaced pieces
      origins   (house, code) of the pieces lifted for a move; or set down in a displacement
      allowance pieces still to lift, pay, add or remove
      route     of the displacement or the claim; fresh: kind of the marker just taken (-1: none)
    """

    __slots__ = _SLOTS

    decisions: ClassVar[Mapping[str, Any]]
    """The table of `decisions`. The state sets it: decisions know positions, not the other way round."""

    seats: int
    options: Mapping[str, str]
    seed: int
    board: Tables
    rules: Rules
    houses: bytearray
    missing: bytearray
    offices: bytes
    extras: tuple[bytes, ...]
    presence: list[int]
    table: bytes
    supply: bytearray
    stock: bytearray
    levels: bytes
    neutral_reserve: int
    points: list[int]
    completed: int
    linked: tuple[int, ...]
    unused: bytes
    used: bytes
    tavern: bytes
    bag: tuple[int, ...]
    bag_left: int
    plate: tuple[int, ...]
    revealed: bool
    box: tuple[int, ...]
    now: DecisionRule[Any] | None
    decider: int
    active: int
    start: int
    turns: int
    actions_left: int
    ending: str
    pawn: int
    steps: int
    acted: bool
    hand: tuple[int, ...]
    origins: tuple[tuple[int, int], ...]
    allowance: int
    route: int
    fresh: int
    _legal: Sequence[Action] | None

    def copy(self) -> Self:
        """An independent copy."""
        new = self.__new__(type(self))
        new.seats, new.options, new.seed = self.seats, self.options, self.seed
        new.board, new.rules = self.board, self.rules
        new.houses, new.missing = self.houses[:], self.missing[:]
        new.offices, new.extras, new.table = self.offices, self.extras, self.table
        new.presence, new.levels = self.presence[:], self.levels
        new.supply, new.stock = self.supply[:], self.stock[:]
        new.neutral_reserve = self.neutral_reserve
        new.points, new.completed, new.linked = self.points[:], self.completed, self.linked
        new.unused, new.used, new.tavern = self.unused, self.used, self.tavern
        new.bag, new.bag_left, new.box = self.bag, self.bag_left, self.box
        new.plate, new.revealed = self.plate, self.revealed
        new.now, new.decider = self.now, self.decider
        new.active, new.start, new.turns = self.active, self.start, self.turns
        new.actions_left, new.ending = self.actions_left, self.ending
        new.pawn, new.steps, new.acted = self.pawn, self.steps, self.acted
        new.hand, new.origins, new.allowance = self.hand, self.origins, self.allowance
        new.route, new.fresh = self.route, self.fresh
        new._legal = self._legal
        return new

    def ask(self, decision: str, seat: int) -> None:
        """Ask this seat next."""
        self.now = self.decisions[decision]
        self.decider = seat

    def __getstate__(self) -> dict[str, Any]:
        """For pickling: whatever does not follow from the rest."""
        kept = {name: getattr(self, name) for name in _SLOTS if name not in _SHARED}
        return kept | {"now": self.now and self.now.id}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        for name, value in kept.items():
            setattr(self, name, value)
        self.now = self.decisions[kept["now"]] if kept["now"] else None
        self.board = tables_for(self.seats)
        self.rules = rules_of(self.options, self.seats, self.board)
        self._legal = None
