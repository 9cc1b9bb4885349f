"""Validation of revealed hidden information for `State.arrange`, shared by every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.engine.core import ParseError, Told
from game.engine.position_fields import index_of


def revealed_pieces(told: Told, kind: str, known: Sequence[str]) -> list[int]:
    """Return the revealed pieces of event kind `kind` as indices into `known`.

    Raises `ParseError` if `told` is malformed, names an unknown piece or contains another kind of event.

    >>> revealed_pieces({"draw": ["ace", "ten"]}, "draw", ("ten", "ace"))
    [1, 0]
    """
    if not isinstance(told, Mapping):
        raise ParseError(f"what was told is not a table by kinds of events: {told!r:.80}")
    if strange := [name for name in told if name != kind]:
        raise ParseError(f"told: {strange[0]!r:.40} reveals nothing; only {kind!r} does")
    pieces = told.get(kind, ())
    if not isinstance(pieces, list | tuple) or not all(isinstance(piece, str) for piece in pieces):
        raise ParseError(f"{kind}: a list of pieces is wanted, not {pieces!r:.80}")
    return [index_of(piece, known, kind) for piece in pieces]


def drawn_first(wanted: Sequence[int], hidden: Sequence[int], kind: str) -> list[int]:
    """Return `hidden` (in drawing order) with the `wanted` items moved to the front by as few swaps as
    possible.

    Raises `ParseError` if `hidden` does not contain all `wanted` items.

    >>> drawn_first([3, 3], [1, 3, 2, 3], "draw")
    [3, 3, 2, 1]
    """
    order = list(hidden)
    for place, thing in enumerate(wanted):
        if thing not in order[place:]:
            raise ParseError(f"{kind}: number {place + 1} is not among the hidden ones any more")
        other = order.index(thing, place)
        order[place], order[other] = order[other], order[place]
    return order
