"""The additions of an expansion or a variant to the rules: `EXPANSION` in its module `rules`.

`editions` collects them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from game.games.hansa_teutonica.rules.board_file import BoardFile
from game.games.hansa_teutonica.rules.edition import Module

BOARD = "board"
"""The option that chooses where a game is played, and what it is by default."""
BASE = "base"

TWO = "two_players"
"""The option that chooses what two play with."""

BOARDS = "game.games.hansa_teutonica.boards"
FRONT, BACK = BoardFile("front", BOARDS), BoardFile("back", BOARDS)
"""The sides of the base board, for four or five players and for fewer."""

Options = Mapping[str, str]


class EditionRow(NamedTuple):
    """A way to play: the board, the modules, the player counts, and the values of options that choose it."""

    board: BoardFile
    seats: tuple[int, ...]
    modules: tuple[type[Module], ...] = ()
    when: Mapping[str, tuple[str, ...]] = {}

    @property
    def key(self) -> str:
        """Names its actions: rows with the same board and the same modules that have some share them."""
        return " ".join([self.board.id, *(module.id for module in self.modules if module.speaks())])

    @property
    def usual(self) -> bool:
        """Return whether the row is on the base board."""
        return BASE in self.when.get(BOARD, (BASE,))

    def fits(self, seats: int, chosen: Options) -> bool:
        """Return whether a game with these options is played by the row."""
        return seats in self.seats and all(chosen[name] in values for name, values in self.when.items())


class Extra(NamedTuple):
    """A module that joins games of other rows, and how it is chosen.

    option, values  the option of the module that chooses it, and with which values
    boards          the ids of the boards it is made for, on others it is refused; empty: every board
    why             why it is refused there
    """

    module: type[Module]
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
    """An expansion or a variant, declared.

    rank     its place among the others: modules take part, and options are listed, in this order
    rows     ways to play on further boards, or with two players; their values of the options `board` and
             `two_players` are added to those options
    extras   modules that join games of other rows
    retired  those of these values that can be played, but are no longer offered
    presets  named sets of option values; one with the name of another adds to it
    since    how options are read that were recorded by an earlier version of the rules
    """

    rank: int
    rows: tuple[EditionRow, ...] = ()
    extras: tuple[Extra, ...] = ()
    retired: tuple[str, ...] = ()
    presets: Mapping[str, Options] = {}
    since: Callable[[int, Options], Options] = _unchanged
