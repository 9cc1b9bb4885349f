"""Position fields peculiar to this game: pieces, numbers of pieces, markers."""

from __future__ import annotations

from game.engine.core import ParseError
from game.engine.hansa_teutonica.board import KINDS, MARKERS
from game.engine.hansa_teutonica.codes import MARKERS_EACH, code, marker_at
from game.engine.hansa_teutonica.position_format import EMPTY
from game.engine.position_fields import NOTHING, PositionFields, index_of, seat_of, times, whole

_LETTERS = "".join(kind[0] for kind in KINDS)
_MOST = 99


def seat_markers(fields: PositionFields, field: str, seats: int) -> bytes:
    """`0:swap_offices+1:remove_3*2` as counts by `marker_at`."""
    counts = bytearray(MARKERS_EACH * seats)
    for name, text in fields.pairs(field):
        kind, count = times(text, field)
        at = marker_at(seat_of(name, field, seats), index_of(kind, MARKERS, field))
        counts[at] = min(_MOST, counts[at] + count)
    return bytes(counts)


def markers(fields: PositionFields, field: str) -> list[int]:
    """Kinds of markers, separated by plus signs."""
    return [index_of(name, MARKERS, field) for name in fields.items(field)]


def piece_of(text: str, field: str, seats: int) -> int:
    """The code of `0t`, `1m` or `.`; seats up to and including the neutral one."""
    if text == EMPTY:
        return 0
    if text[-1:] not in tuple(_LETTERS):
        raise ParseError(f"{field}: {text[:40]!r} is not a piece, as 0t or 1m are")
    return code(seat_of(text[:-1], field, seats + 1), _LETTERS.index(text[-1]))


def counts_of(text: str, field: str) -> tuple[int, int]:
    """Traders and merchants of `5t1m`."""
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
