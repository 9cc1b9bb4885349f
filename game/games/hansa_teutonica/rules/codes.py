"""Encoding of a position in small integers: the codes of pieces, and the indices of its flat arrays.

The content of a house or an office is one small integer, its *code*: 0 if empty, otherwise 1 + 2 * seat +
kind. The seat after the last player's owns the neutral pieces. Arrays by seat are stored row after row: one
row of piles or tracks for each seat. Arrays by seat and route have rows of a length that depends on the board
(`Tables.missing_at`). No other module does this arithmetic, except a few marked lines that run thousands of
times a second.
"""

from __future__ import annotations

from typing import Any

from game.games.hansa_teutonica.rules.board import KINDS, MERCHANT, TRACKS, TRADER

MAX_SEATS = 6
"""Five players and the neutral seat: every array by seat has room for six rows."""

PILES, LEVELS_EACH = len(KINDS), len(TRACKS)
"""Entries per seat in `supply` and `stock`, and in `levels`."""


NOBODYS_STOCK = "neutral"
"""Element of the board that holds neutral pieces."""


def code(seat: int, kind: int) -> int:
    """Return the code of a piece of a seat and kind.

    >>> code(0, TRADER), code(1, MERCHANT)
    (1, 4)
    """
    return 1 + PILES * seat + kind


def owner(piece: int) -> int:
    """Return the owner of a piece, -1 for an empty place.

    >>> owner(code(3, MERCHANT)), owner(0)
    (3, -1)
    """
    return (piece - 1) // PILES


def kind_of(piece: int) -> int:
    """Return TRADER or MERCHANT."""
    return (piece - 1) % PILES


def kind_name(piece: int) -> str:
    """Return the name of a piece's kind in events and texts.

    >>> kind_name(code(3, MERCHANT))
    'merchant'
    """
    return KINDS[kind_of(piece)]


def pile_of(piece: int) -> int:
    """Return the index in `supply` and `stock` for pieces like this one."""
    return piece - 1


def pile_at(seat: int, kind: int) -> int:
    """Return the index in `supply` and `stock` for a seat's pieces of a kind."""
    return PILES * seat + kind


def level_at(seat: int, track: int) -> int:
    """Return the index in `levels` for a track of a seat."""
    return LEVELS_EACH * seat + track


def levels_of(levels: Any, seat: int) -> bytes:
    """Return a seat's part of `levels`. Typed Any: code compiled by mypyc 2.4 cannot index bytes with a slice
    object."""
    part: bytes = levels[LEVELS_OF[seat]]
    return part


def changed(row: bytes, at: int, value: int) -> bytes:
    """Return the row with one value replaced.

    >>> list(changed(bytes(3), 1, 7))
    [0, 7, 0]
    """
    return row[:at] + bytes((value,)) + row[at + 1 :]


def with_row(rows: tuple[bytes, ...], seat: int, row: bytes) -> tuple[bytes, ...]:
    """Return the rows with that of a seat replaced.

    >>> with_row((b"a", b"b"), 1, b"c")
    (b'a', b'c')
    """
    return (*rows[:seat], row, *rows[seat + 1 :])


def _rows(width: int) -> tuple[slice, ...]:
    """Return the slice of an array for each seat."""
    return tuple(slice(width * seat, width * seat + width) for seat in range(MAX_SEATS))


PILES_OF, LEVELS_OF = map(_rows, (PILES, LEVELS_EACH))

ALL_CODES = range(1, 1 + PILES * MAX_SEATS)
OWNER = tuple(owner(piece) for piece in range(1 + PILES * MAX_SEATS))
"""Owner by code, for the few lines where a call would be too slow."""


def _mask(codes: set[int]) -> bytes:
    """Return a translation table: 1 for these codes, 0 for all others."""
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
