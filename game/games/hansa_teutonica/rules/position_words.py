"""Parsers of position fields specific to this game: pieces, numbers of pieces, markers."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.core import ParseError
from game.engine.position_fields import NOTHING, PositionFields, index_of, seat_of, times, whole
from game.games.hansa_teutonica.rules.board import KINDS
from game.games.hansa_teutonica.rules.codes import code
from game.games.hansa_teutonica.rules.position_format import EMPTY

_LETTERS = "".join(kind[0] for kind in KINDS)
_MOST = 99


def seat_markers(fields: PositionFields, field: str, seats: int, kinds: Sequence[str]) -> tuple[bytes, ...]:
    """Return `0:swap_offices+1:remove_3*2` as counts by seat and kind."""
    counts = [bytearray(len(kinds)) for _ in range(seats)]
    for name, text in fields.pairs(field):
        kind, count = times(text, field)
        row, at = counts[seat_of(name, field, seats)], index_of(kind, kinds, field)
        row[at] = min(_MOST, row[at] + count)
    return tuple(map(bytes, counts))


def markers(fields: PositionFields, field: str, kinds: Sequence[str]) -> list[int]:
    """Return the kinds of markers in a list separated by plus signs."""
    return [index_of(name, kinds, field) for name in fields.items(field)]


def piece_of(text: str, field: str, seats: int) -> int:
    """Return the code of `0t`, `1m` or `.`; seats up to and including the neutral one."""
    if text == EMPTY:
        return 0
    if text[-1:] not in tuple(_LETTERS):
        raise ParseError(f"{field}: {text[:40]!r} is not a piece, as 0t or 1m are")
    return code(seat_of(text[:-1], field, seats + 1), _LETTERS.index(text[-1]))


def counts_of(text: str, field: str) -> tuple[int, int]:
    """Return the traders and merchants of `5t1m`."""
    if text == NOTHING:
        return 0, 0
    traders, t, rest = text.partition("t")
    if not t:
        traders, rest = "0", text
    if rest and not rest.endswith("m"):
        raise ParseError(f"{field}: {text[:40]!r} is not a number of pieces, as 5t1m, 3t or 2m are")
    found = whole(traders, field), whole(rest[:-1], field) if rest else 0
    if max(found) > _MOST:
        raise ParseError(f"{field}: {text[:40]!r} are more pieces than there are")
    return found
