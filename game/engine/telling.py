"""Reads what was told of hidden things (`State.arrange`), for every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.engine.core import ParseError, Told
from game.engine.position_fields import index_of


def pieces_told(told: Told, kind: str, known: Sequence[str]) -> list[int]:
    """The pieces told of a kind of event, as indices into the `known` ones; nothing else may be told.

    >>> pieces_told({"draw": ["ace", "ten"]}, "draw", ("ten", "ace"))
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
    """The hidden things, in the order they are drawn, with the wanted ones moved to the front.

    As few as possible change places. `ParseError` if the wanted ones are not all among them.

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
