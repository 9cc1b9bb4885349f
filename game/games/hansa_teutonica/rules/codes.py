"""What the small integers of a position mean: the codes of pieces, and the indices of its flat arrays.

What stands in a house or an office is one small integer, its *code*: 0 for nothing, else 1 + 2 * seat + kind.
The seat after the last player's is nobody's: neutral pieces have it. Arrays by seat lie row after row: one
row of piles, of tracks for each seat; of routes too, but how long those are is the board's
(`Tables.missing_at`). No other module does this arithmetic, except a few lines that run thousands of times a
second and say so.
"""

from __future__ import annotations

from typing import Any

from game.games.hansa_teutonica.rules.board import KINDS, MERCHANT, TRACKS, TRADER

MAX_SEATS = 6
"""Five players and nobody: every array by seat has room for them."""

PILES, LEVELS_EACH = len(KINDS), len(TRACKS)
"""How many entries a seat has in `supply` and `stock`, and in `levels`."""


NOBODYS_STOCK = "neutral"
"""The element of the board where pieces lie that are nobody's."""


def code(seat: int, kind: int) -> int:
    """The piece of a seat and a kind.

    >>> code(0, TRADER), code(1, MERCHANT)
    (1, 4)
    """
    return 1 + PILES * seat + kind


def owner(piece: int) -> int:
    """Who owns a piece; -1 for nothing.

    >>> owner(code(3, MERCHANT)), owner(0)
    (3, -1)
    """
    return (piece - 1) // PILES


def kind_of(piece: int) -> int:
    """TRADER or MERCHANT."""
    return (piece - 1) % PILES


def kind_name(piece: int) -> str:
    """Its name in events and texts.

    >>> kind_name(code(3, MERCHANT))
    'merchant'
    """
    return KINDS[kind_of(piece)]


def pile_of(piece: int) -> int:
    """Where `supply` and `stock` count pieces like this one."""
    return piece - 1


def pile_at(seat: int, kind: int) -> int:
    """Where `supply` and `stock` count a seat's pieces of a kind."""
    return PILES * seat + kind


def level_at(seat: int, track: int) -> int:
    """Where `levels` has a seat's track."""
    return LEVELS_EACH * seat + track


def levels_of(levels: Any, seat: int) -> bytes:
    """A seat's part of `levels`. Any: compiled by mypyc 2.4, bytes cannot be cut by a slice object."""
    part: bytes = levels[LEVELS_OF[seat]]
    return part


def changed(row: bytes, at: int, value: int) -> bytes:
    """The row with another value in one place.

    >>> list(changed(bytes(3), 1, 7))
    [0, 7, 0]
    """
    return row[:at] + bytes((value,)) + row[at + 1 :]


def with_row(rows: tuple[bytes, ...], seat: int, row: bytes) -> tuple[bytes, ...]:
    """The rows with another one for a seat.

    >>> with_row((b"a", b"b"), 1, b"c")
    (b'a', b'c')
    """
    return (*rows[:seat], row, *rows[seat + 1 :])


def _rows(width: int) -> tuple[slice, ...]:
    """By seat, its slice of an array."""
    return tuple(slice(width * seat, width * seat + width) for seat in range(MAX_SEATS))


PILES_OF, LEVELS_OF = map(_rows, (PILES, LEVELS_EACH))

ALL_CODES = range(1, 1 + PILES * MAX_SEATS)
OWNER = tuple(owner(piece) for piece in range(1 + PILES * MAX_SEATS))
"""By code, for the few lines where the call would be too slow."""


def _mask(codes: set[int]) -> bytes:
    """A translation table: 1 for these codes, 0 for all others."""
    return bytes(value in codes for value in range(256))


IS_EMPTY = _mask({0})
OWN = tuple(_mask({code(seat, TRADER), code(seat, MERCHANT)}) for seat in range(MAX_SEATS))
ANYONE = _mask(set(ALL_CODES))
RIVALS = tuple(
    _mask(set(ALL_CODES) - {code(seat, TRADER), code(seat, MERCHANT)}) for seat in range(MAX_SEATS)
)
RIVAL_TRADERS = tuple(
    _mask({code(other, TRADER) for other in range(MAX_SEATS) if other != seat}) for seat in range(MAX_SEATS)
)
