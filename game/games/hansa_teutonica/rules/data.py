"""Flat data of a position. `position` adds queries, the decisions change it, `state` implements the public
interface."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Self

from game.engine.decision import DecisionRule
from game.engine.game_state import GameState
from game.games.hansa_teutonica.rules.edition import Edition
from game.games.hansa_teutonica.rules.tables import Tables

_SLOTS = (
    "actions_left", "agenda", "allowance", "bag", "bag_left", "board", "box", "completed", "decider",
    "edition", "ending", "extras", "fresh", "hand", "houses", "levels", "linked", "missing", "module_state",
    "offices", "options", "origins", "plate", "points", "presence", "revealed", "route", "seats", "seed",
    "start", "stock", "supply", "table", "tavern", "unused", "used",
)  # fmt: skip


class Data(GameState):
    """A position. `setup` and `position_parse` create it; only `apply` changes it.

    Fields that placing a piece changes are bytearrays. Fields that seldom change are bytes, which copies
    share.

    edition   the edition in play; board: its board in integers, as a shortcut
    module_state  a value of each module that has one, interpreted by it

    Owners of pieces (encoded as explained in `codes`):
      houses    code by house
      missing   houses of a route without a piece of the seat, by `Tables.missing_at`; 0: it can be claimed
      offices   code by printed office
      extras    by town, the codes of its additional offices, oldest first
      presence  by seat, the bits of the towns in which it has an office
      table     1 + seat by space of the Coellen table
      supply, stock  pieces by `pile_at`
      levels    improvements made, by `level_at`

    Points and markers:
      points    by seat; completed: towns completed; linked: seats with the east-west bonus, in order
      unused, used   by seat, the number of its bonus markers of each kind; tavern: 1 + kind by route
      bag, bag_left  hidden markers: bag[bag_left - 1] is drawn next; plate, revealed: replacements to place
      box       markers out of the game

    The turn:
      now       the pending decision, None when the game is over; decider: the seat that decides
      active, start, turns (begun), actions_left
      ending    reason why the game will end when the current claim is finished

    Inside an action:
      hand      codes of lifted or displaced pieces
      origins   (house, code) of the pieces lifted for a move, or set down in a displacement
      allowance pieces still to lift, pay, add or remove
      route     of the displacement or the claim; fresh: kind of the marker just taken (-1: none)
      agenda    (step, argument) of pending effects before the turn continues (`agenda`)
    """

    __slots__ = _SLOTS

    pickled = ("active", "turns", *(name for name in _SLOTS if name not in ("board", "edition")))

    compiled: ClassVar[Callable[[int, Mapping[str, str]], Edition]]
    """Function from seats and options to the edition. The ruleset sets it, because editions import positions
    and not the other way round."""

    seats: int
    options: Mapping[str, str]
    seed: int
    edition: Edition
    board: Tables
    module_state: tuple[Any, ...]
    houses: bytearray
    missing: bytearray
    offices: bytes
    extras: tuple[bytes, ...]
    presence: list[int]
    table: bytes
    supply: bytearray
    stock: bytearray
    levels: bytes
    points: list[int]
    completed: int
    linked: tuple[int, ...]
    unused: tuple[bytes, ...]
    used: tuple[bytes, ...]
    tavern: bytes
    bag: tuple[int, ...]
    bag_left: int
    plate: tuple[int, ...]
    revealed: bool
    box: tuple[int, ...]
    decider: int
    start: int
    actions_left: int
    ending: str
    hand: tuple[int, ...]
    origins: tuple[tuple[int, int], ...]
    allowance: int
    route: int
    fresh: int
    agenda: tuple[tuple[str, int], ...]

    def copy(self) -> Self:
        """Return an independent copy."""
        new = self.__new__(type(self))
        new.seats, new.options, new.seed = self.seats, self.options, self.seed
        new.edition, new.board, new.module_state = self.edition, self.board, self.module_state
        new.houses, new.missing = self.houses[:], self.missing[:]
        new.offices, new.extras, new.table = self.offices, self.extras, self.table
        new.presence, new.levels = self.presence[:], self.levels
        new.supply, new.stock = self.supply[:], self.stock[:]
        new.points, new.completed, new.linked = self.points[:], self.completed, self.linked
        new.unused, new.used, new.tavern = self.unused, self.used, self.tavern
        new.bag, new.bag_left, new.box = self.bag, self.bag_left, self.box
        new.plate, new.revealed = self.plate, self.revealed
        new.now, new.decider = self.now, self.decider
        new.active, new.start, new.turns = self.active, self.start, self.turns
        new.actions_left, new.ending = self.actions_left, self.ending
        new.hand, new.origins, new.allowance = self.hand, self.origins, self.allowance
        new.route, new.fresh, new.agenda = self.route, self.fresh, self.agenda
        new._legal = self._legal
        return new

    def ask(self, decision: str, seat: int) -> None:
        """Make this seat decide next."""
        self.now = self.edition.decisions[decision]
        self.decider = seat

    def rules(self) -> Mapping[str, DecisionRule[Any]]:
        return self.edition.decisions

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.edition = type(self).compiled(kept["seats"], kept["options"])
        self.board = self.edition.board
        super().__setstate__(kept)
