"""The additions of an expansion or a variant to the rules: `EXPANSION` in its module `rules`.

`editions` collects them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from game.games.hansa_teutonica.rules.board_file import BoardFile
from game.games.hansa_teutonica.rules.edition import Module

BOARD = "board"
"""Option that chooses the board, and its default value."""
BASE = "base"

TWO = "two_players"
"""Option that chooses the two-player variant."""

BOARDS = "game.games.hansa_teutonica.boards"
FRONT, BACK = BoardFile("front", BOARDS), BoardFile("back", BOARDS)
"""Sides of the base board: for four or five players, and for fewer."""

Options = Mapping[str, str]


class EditionRow(NamedTuple):
    """A way to play: the board, the modules, the player counts, and the values of options that choose it."""

    board: BoardFile
    seats: tuple[int, ...]
    modules: tuple[type[Module[Any]], ...] = ()
    when: Mapping[str, tuple[str, ...]] = {}

    @property
    def key(self) -> str:
        """Return the key of its action table. Rows with the same board and modules with actions share it."""
        own = (module.id for module in self.modules if module.vocabulary or module.markers)
        return " ".join([self.board.id, *own])

    @property
    def usual(self) -> bool:
        """Return whether the row is on the base board."""
        return BASE in self.when.get(BOARD, (BASE,))

    def fits(self, seats: int, chosen: Options) -> bool:
        """Return whether the row applies to a game with these options."""
        return seats in self.seats and all(chosen[name] in values for name, values in self.when.items())


class Extra(NamedTuple):
    """An optional module for games of other rows, and the option that chooses it.

    option, values  option of the module that chooses it, and the choosing values
    boards          ids of its boards; empty: every board
    why             reason of the refusal on other boards
    """

    module: type[Module[Any]]
    option: str
    values: tuple[str, ...] = ("on",)
    boards: tuple[str, ...] = ()
    why: str = ""

    def suits(self, board: BoardFile) -> bool:
        """Return whether the module can be played on a board."""
        return not self.boards or board.id in self.boards


def _unchanged(version: int, options: Options) -> Options:
    return options


class Expansion(NamedTuple):
    """Declaration of an expansion or a variant.

    rank     position among the others: the order of modules and options
    rows     ways to play on further boards, or with two players; their values of the options `board` and
             `two_players` are added to those options
    extras   modules that join games of other rows
    retired  option values that can be played, but are no longer offered
    presets  named sets of option values; one with the name of another adds to it
    since    conversion of options recorded by an earlier version of the rules
    """

    rank: int
    rows: tuple[EditionRow, ...] = ()
    extras: tuple[Extra, ...] = ()
    retired: tuple[str, ...] = ()
    presets: Mapping[str, Options] = {}
    since: Callable[[int, Options], Options] = _unchanged
